//! Uses the window at random for a short time, as `tools/src/bin/soak` does for a hundred thousand actions.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that fails panics, and says what it saw")]

use std::time::Duration;

#[path = "../../tools/src/bin/soak/user.rs"]
mod user;

use user::User;

#[test]
fn random_actions_cause_no_panic_and_no_contradiction_and_leave_a_window_that_can_be_closed() {
    soak(&[3], 60);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn many_random_actions_cause_no_panic_and_leave_a_window_that_can_be_closed() {
        soak(&[3, 4], 250);
    }
}

fn soak(seeds: &[u64], actions: usize) {
    for seed in seeds.iter().copied() {
        let folder = tempfile::tempdir().unwrap();
        let mut user = User::new(seed, folder.path());
        let (mut opened, mut frames) = (0, 0);
        let mut longest = (Duration::ZERO, Duration::ZERO);
        for _ in 0..actions {
            user.act();
            let found = user.contradictions();
            assert!(found.is_empty(), "seed {seed}: {found:?} after {:?}", user.last().collect::<Vec<_>>());
            opened = opened.max(user.window().documents().len());
            let new = user.take_frames();
            frames += new.len();
            longest = new.iter().map(|frame| (frame.work, frame.clock)).fold(longest, Ord::max);
        }
        let (races, files) = (user.races_checked, user.files_checked);
        println!("{races} races and {files} files were checked");
        assert!(races * 8 > actions && files * 60 >= actions, "seed {seed}: {races} races and {files} files checked");
        assert!(opened > 0 && frames > actions, "seed {seed}: {opened} documents, {frames} frames");
        user.close_all();
        user.rest(2);
        let last: Vec<&str> = user.last().collect();
        assert!(user.window().documents().is_empty(), "seed {seed}: {last:?}");
        // The program `soak` checks the time of frames; tests only print it.
        println!("seed {seed}: {frames} frames, the longest {:.1?} of work, {:.1?} by the clock", longest.0, longest.1);
    }
}
