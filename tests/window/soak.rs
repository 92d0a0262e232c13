//! A short use of the window by chance: what `tools/src/bin/soak` does for a hundred thousand actions.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that fails panics, and tells what it saw")]

use std::time::Duration;

#[path = "../../tools/src/bin/soak/user.rs"]
mod user;

use user::User;

#[test]
fn a_user_who_does_anything_meets_no_panic_and_can_close_everything() {
    for seed in [3, 4] {
        let folder = tempfile::tempdir().unwrap();
        let mut user = User::new(seed, folder.path());
        let (mut opened, mut frames) = (0, 0);
        let mut longest = (Duration::ZERO, Duration::ZERO);
        for _ in 0..250 {
            user.act();
            opened = opened.max(user.window().documents().len());
            let new = user.take_frames();
            frames += new.len();
            longest = new.iter().map(|frame| (frame.work, frame.clock)).fold(longest, Ord::max);
        }
        assert!(opened > 1 && frames > 250, "seed {seed}: {opened} documents, {frames} frames");
        user.close_all();
        user.rest(2);
        let last: Vec<&str> = user.last().collect();
        assert!(user.window().documents().is_empty(), "seed {seed}: {last:?}");
        // How long frames take is for the program that soaks to judge: tests only tell.
        println!("seed {seed}: {frames} frames, the longest {:.1?} of work, {:.1?} by the clock", longest.0, longest.1);
    }
}
