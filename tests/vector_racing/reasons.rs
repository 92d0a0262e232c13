//! Refusals and warnings name the true reason: RT-SET, RT-VAL (ledger, sections 4 and 9).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::vector_racing::{
    Axis, Draft, Hits, Per, RegionKind, Rules, Setup, Spin, State, VectorRacing, WallRule,
};

/// A ring whose start lies on its outer wall, which racers may touch.
fn on_the_rim() -> Draft {
    let mut draft = Draft { start: Some([6, 0]), ..ring() };
    draft.rules.walls = WallRule::MayTouch;
    draft
}

/// Starts a race, or returns the clause and the sentence of its only error.
fn started(draft: &Draft, setup: &Setup) -> Result<State, (&'static str, String)> {
    VectorRacing::start(&valid(draft), setup).map_err(|issues| {
        assert_eq!(issues.len(), 1, "{issues:?}");
        (issues[0].id, issues[0].message.clone())
    })
}

#[test]
fn rt_val_05_no_racer_starts_on_a_wall_that_its_race_forbids() {
    let draft = on_the_rim();
    let mut race = setup(2);
    assert!(started(&draft, &race).is_ok(), "the circuit's own rules let racers touch walls");
    let words = "The start (6, 0) lies on a wall. The walls option of this race does not allow this.".to_owned();
    for walls in [WallRule::NoTouch, WallRule::LandingOnly] {
        race.rules = Some(Rules { walls, ..Rules::default() });
        for start in [None, Some([6, 0])] {
            race.racers[0].start = start;
            assert_eq!(started(&draft, &race).err(), Some(("RT-VAL-05", words.clone())), "{}", walls.id());
        }
    }
    // With a start off the wall, the race begins there.
    let draft = Draft { starts: vec![[6, 2]], ..draft };
    race.racers.iter_mut().for_each(|entry| entry.start = Some([6, 2]));
    assert_eq!(started(&draft, &race).unwrap().racers[0].at, [6, 2]);
    // What is no start at all is named so.
    race.racers[1].start = Some([7, 2]);
    let words = "Racer R2 starts at (7, 2), which is not a start of this track.".to_owned();
    assert_eq!(started(&draft, &race).err(), Some(("RT-SET-01", words)));
}

#[test]
fn rt_val_10_is_reported_only_where_a_corridor_has_no_grid_point() {
    // From a wall, the way leads over the points beside it.
    assert!(!issues(&on_the_rim()).contains(&"RT-VAL-10"));
    // Behind the line, the corridor is wide, but the line is crossed in one direction only.
    let beyond = Draft { starts: vec![[49, 2]], ..straight(60, 4, 50, [58, 2]) };
    assert_eq!(
        issue(&beyond, "RT-VAL-10"),
        "From the start (58, 2), every route of single steps first crosses the line backwards."
    );
    // Walls that may be jumped over, and warps.
    let words = "no single step leads on to the finish: racers need a longer move or a warp.";
    let mut walled = straight(20, 6, 18, [10, 3]);
    walled.walls.push(wall("25/2,0", "25/2,6"));
    let mut jumped = walled.clone();
    jumped.rules.walls = WallRule::LandingOnly;
    assert!(issue(&jumped, "RT-VAL-10").ends_with(words));
    walled.warps.push(warp("11,3", [3, 0]));
    assert!(issue(&walled, "RT-VAL-10").ends_with(words));
}

#[test]
fn rt_val_14_and_02_name_the_true_reason() {
    let with = |change: &dyn Fn(&mut Draft)| {
        let mut draft = ring();
        change(&mut draft);
        draft
    };
    let told = |id: &str, change: &dyn Fn(&mut Draft)| issue(&with(change), id);
    assert_eq!(
        told("RT-VAL-14", &|draft| draft.reflectors.push(reflector("1,5", "1,5"))),
        "Reflector 1 is not valid, because its two ends are the same point."
    );
    assert_eq!(
        told("RT-VAL-14", &|draft| draft.reflectors.push(reflector("1,5", "2,6"))),
        "Reflector 1 is not on a grid line."
    );
    assert_eq!(
        told("RT-VAL-14", &|draft| draft.spinners.push(spinner("5/2,2", Spin::Cw))),
        "Spinner 1 is not on a grid point."
    );
    assert_eq!(
        told("RT-VAL-14", &|draft| draft.spinners.push(spinner("6,6", Spin::Cw))),
        "Spinner 1 is not inside the track."
    );
    // A warp between grid points is on the track.
    let small = "5/4,5/4 7/4,5/4 7/4,7/4 5/4,7/4";
    assert_eq!(
        told("RT-VAL-14", &|draft| draft.warps.push(warp(small, [8, 0]))),
        "Warp 1 is not valid, because one of its ends covers no grid point of the track."
    );
    assert_eq!(
        told("RT-VAL-14", &|draft| draft.warps.push(warp("1,1 3,1 3,3 1,3", [80, 0]))),
        "Warp 1 is not inside the track."
    );
    // The two halves of a bow tie have the same area, with opposite signs.
    assert_eq!(
        told("RT-VAL-02", &|draft| draft.outer = spots("0,0 12,12 12,0 0,12")),
        "The outer boundary crosses or touches itself at (6, 6)."
    );
    assert_eq!(
        told("RT-VAL-02", &|draft| draft.regions.push(region(RegionKind::Oil, "9,1 11,3 11,1 9,3"))),
        "Oil slick 1 crosses or touches itself."
    );
    // Corners on one line are no shape, wherever they are.
    for flat in ["0,0 12,0", "0,0 6,6 12,12", "0,0 12,12 6,6 3,3"] {
        assert_eq!(told("RT-VAL-01", &|draft| draft.outer = spots(flat)), "The outer boundary is not a closed shape.");
        assert_eq!(
            told("RT-VAL-01", &|draft| draft.regions.push(region(RegionKind::Oil, flat))),
            "Oil slick 1 is neither a closed shape nor a single grid point."
        );
    }
}

#[test]
fn rt_val_17_required_hits_are_1_to_1000() {
    let asked = |count: u32, distinct: bool| {
        let mut draft = ring();
        draft.regions.push(region(RegionKind::Slow, "10,2"));
        draft.rules.hits = Some(Hits { count, kinds: Vec::new(), ids: Vec::new(), distinct, per: Per::Race });
        draft
    };
    for draft in [asked(0, true), asked(0, false), asked(1_001, false)] {
        assert_eq!(issue(&draft, "RT-VAL-17"), "The number of required hits must be 1 to 1000.");
    }
    assert!(!issues(&asked(1, true)).contains(&"RT-VAL-17"));
    assert!(issue(&asked(1_000, true), "RT-VAL-17").starts_with("Required hits: 1000"));
    // A race has options of its own.
    let mut race = setup(1);
    race.rules = Some(asked(0, true).rules);
    assert_eq!(started(&asked(1, true), &race).unwrap_err().0, "RT-VAL-17");
}

#[test]
fn coordinates_in_messages_count_downwards_if_they_are_shown_so() {
    let down = |mut draft: Draft| {
        draft.rules.y_axis = Axis::Down;
        draft
    };
    let place = |start| issue(&down(Draft { start: Some(start), ..ring() }), "RT-VAL-05");
    assert_eq!(place([0, 2]), "The start (0, -2) is not a grid point strictly inside the track.");
    assert_eq!(place([0, 0]), "The start (0, 0) is not a grid point strictly inside the track.");
    assert_eq!(place([2, -1]), "The start (2, 1) is not a grid point strictly inside the track.");
    let mut walled = ring();
    walled.walls.push(wall("1,1/2", "1,1/2"));
    assert_eq!(issue(&down(walled.clone()), "RT-VAL-03"), "Wall 1 has no length (at (1, -1/2)).");
    assert_eq!(issue(&walled, "RT-VAL-03"), "Wall 1 has no length (at (1, 1/2)).");
    let crossed = Draft { outer: spots("0,0 12,12 12,0 0,12"), ..ring() };
    assert_eq!(issue(&down(crossed), "RT-VAL-02"), "The outer boundary crosses or touches itself at (6, -6).");
    let mut race = setup(1);
    race.racers[0].start = Some([7, 2]);
    let words = started(&down(ring()), &race).unwrap_err().1;
    assert_eq!(words, "Racer R1 starts at (7, -2), which is not a start of this track.");
    // The columns of an export and the commentary agree.
    let trial = Trial::new(&down(ring())).at([8, 3], [0, 0]);
    let details = VectorRacing::details(&trial.track, &trial.state);
    assert_eq!(details.cars.len(), 1);
    assert!(format!("{details:?}").contains("(8, -3)"), "{details:?}");
}
