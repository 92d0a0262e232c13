//! Tests of the rules for crashes, walls and damage: RT-CRASH, RT-WALL, RT-DMG (ledger, section 8).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::games::vector_racing::{
    Accident, CrashRule, Crossing, DamageRule, Draft, FinishRule, Life, Measure, RegionKind, Rules, Spin, Standing,
    WallRule,
};
use paddock::import::racetrack;

/// The box of the ledger's table.
fn trial() -> Trial {
    Trial::new(&straight(20, 6, 18, [10, 3]))
}

#[test]
fn section_8_placements() {
    let table = [
        ([10, 3], [4, 4], (3, 4), [13, 5]),
        ([10, 3], [7, 6], (1, 2), [13, 5]),
        ([10, 4], [5, 3], (2, 3), [13, 5]),
        ([10, 4], [9, 3], (2, 3), [16, 5]),
        ([10, 3], [-4, 4], (3, 4), [7, 5]),
        ([15, 3], [5, 5], (3, 5), [17, 5]),
    ];
    for (from, velocity, (above, below), placed) in table {
        assert_eq!(crash(&trial().from(from, velocity)), (t(above, below), placed), "{from:?} + {velocity:?}");
    }
    let ring = Trial::new(&ring());
    let table = [
        ([9, 2], [3, 2], (1, 1), [11, 4], 0),
        ([7, 2], [-4, 3], (2, 3), [4, 3], -1),
        ([9, 9], [-2, -3], (1, 2), [9, 7], 0),
        // Between these two the king distance does not fall, but around them it does: it is not flat.
        ([7, 2], [1, -3], (2, 3), [8, 1], 0),
    ];
    for (from, velocity, (above, below), placed, progress) in table {
        let report = ring.from(from, velocity);
        assert_eq!(crash(&report), (t(above, below), placed), "{from:?} + {velocity:?}");
        assert_eq!(report.after.progress, progress);
    }
    let king = |at| ring.track.king_distance(at);
    assert_eq!((king([7, 1]), king([8, 1])), (Some(20), Some(20)));
}

#[test]
fn rt_crash_01_grazing_crashes() {
    let mut draft = board();
    draft.islands.push(rectangle([3, 6], [2, 5]));
    // The corner (3, 2) is grazed.
    assert_eq!(crash(&Trial::new(&draft).from([0, 5], [6, -6])).0, t(1, 2));
    assert_eq!(lands(&Trial::new(&draft).from([0, 4], [6, -6])), Some([6, -2]));
}

#[test]
fn rt_crash_02_not_through_thin_walls() {
    let mut draft = straight(20, 6, 18, [10, 3]);
    // A wall from one side almost to the other; racers come from the left of it.
    draft.walls.push(wall("25/2,3/2", "25/2,6"));
    let report = Trial::new(&draft).from([11, 3], [4, 0]);
    assert_eq!(crash(&report), (t(3, 8), [12, 3]));
    // The wall itself hides what is behind it, however near.
    let report = Trial::new(&draft).from([14, 3], [-4, 0]);
    assert_eq!(crash(&report), (t(3, 8), [13, 3]));
}

#[test]
fn rt_crash_03_not_ahead_of_the_crash() {
    // Towards the line: (14, 5) is as near as (13, 5) and further on, so nobody is put there.
    let report = trial().from([10, 3], [7, 6]);
    let crash = report.crash.unwrap();
    assert_eq!((crash.placed, crash.king, crash.bound), ([13, 5], Some(5), Some(4)));
}

#[test]
fn rt_crash_04_the_line_is_a_screen() {
    let mut draft = ring();
    draft.walls.push(wall("13/2,3/2", "13/2,5/2"));
    let mut laps = setup(1);
    laps.laps = 2;
    // Just past the line: (6, 2) is on it, and so after it.
    let report = Trial::with(&draft, &laps).from([5, 2], [4, 0]);
    assert_eq!((crash(&report).1, report.after.progress), ([6, 2], 1));
    // Just before it: not put on the line.
    let mut draft = ring();
    draft.walls.push(wall("11/2,3/2", "11/2,5/2"));
    let report = Trial::new(&draft).from([3, 2], [4, 0]);
    assert_eq!((crash(&report).1, report.after.progress), ([5, 2], 0));
}

#[test]
fn rt_crash_05_further_and_at_last_back() {
    // A notch without grid points within four squares of its end: the search goes further out.
    let mut draft = board();
    draft.outer = spots("-40,-40 40,-40 40,40 -40,40 -40,1/2 -60,3/8 -60,1/4 -40,1/4");
    let trial = Trial::new(&draft);
    let report = trial.from([-39, 1], [-21, -1]);
    assert!(report.crash.is_some() && trial.track.is_inside(report.end));
    // From a pocket no king gets out, so that no place has a distance: back to where the move began.
    let mut draft = straight(20, 6, 18, [1, 3]);
    draft.outer = spots("0,0 20,0 20,6 8,6 8,10 6,10 6,6 0,6");
    draft.walls.push(wall("6,6", "8,6"));
    let report = Trial::new(&draft).from([7, 8], [2, 0]);
    assert_eq!((crash(&report), report.crash.unwrap().king), ((t(1, 2), [7, 8]), None));
}

#[test]
fn rt_crash_06_repairs_take_the_next_turn() {
    let crashed = trial().at([10, 3], [4, 4]).change(|racer| racer.fast = true).go([4, 4]);
    let racer = crashed.racer();
    assert_eq!((racer.at, racer.base, racer.lost, racer.fast), ([13, 5], [0, 0], 1, false));
    assert!(crashed.moves().is_empty());
    let repaired = crashed.lose();
    assert_eq!((repaired.moves().len(), repaired.state.turn), (9, 3));
    // Being put somewhere triggers nothing.
    let mut draft = straight(20, 6, 18, [10, 3]);
    draft.regions.push(region(RegionKind::Oil, "13,5"));
    let report = Trial::new(&draft).from([10, 3], [7, 6]);
    assert!(met(&report).is_empty() && !report.after.force);
}

#[test]
fn rt_crash_07_other_ends_of_a_crash() {
    let stops = trial().rules(|rules| rules.crash = CrashRule::StopAtWall).at([10, 3], [4, 4]).go([4, 4]);
    assert_eq!((stops.racer().at, stops.moves().len()), ([13, 5], 9));
    let back = trial().rules(|rules| rules.crash = CrashRule::BackToStart).at([14, 3], [4, 4]);
    let back = back.change(|racer| racer.tally.set = 1).go([4, 4]);
    assert_eq!(
        (back.racer().at, back.racer().base, back.racer().tally.set, back.moves().len()),
        ([10, 3], [0, 0], 1, 9)
    );
    // Damage applies all the same: only the turn of repairs is not lost.
    let hurt = trial().rules(|rules| {
        rules.crash = CrashRule::StopAtWall;
        rules.damage = DamageRule::Turns;
    });
    assert_eq!(hurt.from([10, 3], [4, 4]).after.lost, 8);
}

fn touching(change: impl FnOnce(&mut Draft)) -> Trial {
    let mut draft = ring();
    draft.rules.walls = WallRule::MayTouch;
    change(&mut draft);
    Trial::new(&draft)
}

#[test]
fn rt_wall_01_may_touch() {
    let trial = touching(|_| {});
    // Along the island and off its corner, along the outer wall, onto corners.
    assert_eq!(lands(&trial.from([9, 4], [-6, 0])), Some([3, 4]));
    assert_eq!(lands(&trial.from([2, 2], [0, -2])), Some([2, 0]));
    assert_eq!(lands(&trial.from([2, 0], [3, 0])), Some([5, 0]));
    assert_eq!(lands(&trial.from([2, 2], [2, 2])), Some([4, 4]));
    // Through an edge, through a corner inwards, out from a wall.
    assert_eq!(crash(&trial.from([9, 3], [-2, 2])).0, t(1, 2));
    assert_eq!(crash(&trial.from([3, 3], [2, 2])).0, t(1, 2));
    assert_eq!(crash(&trial.from([2, 0], [0, -1])).0, t(0, 1));
    assert_eq!(crash(&trial.from([4, 4], [1, 1])).0, t(0, 1));
    // Free walls are grazed at their tips, not crossed, and nobody stops on them.
    let trial = touching(|draft| draft.walls.push(wall("1,8", "3,8")));
    assert_eq!(lands(&trial.from([4, 7], [-2, 2])), Some([2, 9]));
    assert_eq!(crash(&trial.from([2, 7], [0, 2])).0, t(1, 2));
    assert_eq!(crash(&trial.from([2, 7], [0, 1])).0, t(1, 1));
    assert_eq!(crash(&trial.from([3, 7], [0, 1])).0, t(1, 1));
    // Nobody slips through where two of them meet.
    let trial = touching(|draft| draft.walls.extend([wall("1,8", "2,8"), wall("2,8", "3,8")]));
    assert_eq!(crash(&trial.from([1, 7], [2, 2])).0, t(1, 2));
}

#[test]
fn rt_wall_02_landing_only() {
    let trial = Trial::new(&ring()).rules(|rules| rules.walls = WallRule::LandingOnly);
    assert_eq!(lands(&trial.from([3, 6], [6, 0])), Some([9, 6]));
    let report = trial.from([3, 6], [3, 0]);
    // It crashes at the end, and is put beside where its path met the wall.
    assert_eq!(crash(&report), (t(1, 1), [3, 6]));
    // The line is checked on the path.
    assert!(trial.from([5, 2], [2, 0]).finish.is_some());
}

#[test]
fn rt_wall_02_the_first_contact_may_lie_on_any_leg() {
    let mut draft = Draft {
        outer: rectangle([0, 40], [0, 30]),
        islands: vec![rectangle([12, 28], [10, 20])],
        finish: line("20,0", "20,10", Crossing::Right),
        start: Some([2, 5]),
        walls: vec![wall("19,2", "19,8"), wall("41/2,7", "22,7")],
        spinners: vec![spinner("21,5", Spin::Ccw)],
        ..ring()
    };
    draft.rules.walls = WallRule::LandingOnly;
    let trial = Trial::new(&draft);
    // Over the wall x = 19, over the line, round the spinner, and onto the wall y = 7.
    let report = trial.from([17, 5], [6, 0]);
    let Accident { t: at, contact, placed, .. } = report.crash.clone().unwrap();
    assert_eq!((at, contact, placed), (t(1, 1), t(1, 3), [18, 5]));
    // The crossing behind the first contact does not count (RT-CRASH-04).
    assert_eq!((report.after.progress, report.incidents.len()), (-1, 1));
    assert_eq!(met(&report), ["spin:1@2/3"]);
    // Without the spinner, the racer comes to rest in the same place.
    let straight = Trial::new(&Draft {
        spinners: Vec::new(),
        walls: [draft.walls.clone(), vec![wall("23,4", "23,6")]].concat(),
        ..draft.clone()
    });
    let straight_on = straight.from([17, 5], [6, 0]);
    assert_eq!((crash(&straight_on).1, straight_on.after.progress), ([18, 5], -1));
    // Where the path touches no wall before the line, the crossing counts.
    let open = Trial::new(&Draft { walls: vec![wall("41/2,7", "22,7")], ..draft.clone() });
    let report = open.from([17, 5], [6, 0]);
    assert_eq!((report.crash.clone().unwrap().contact, report.after.progress), (t(1, 1), 0));
    // And where it ends on the track, nothing is a contact.
    let free = Trial::new(&Draft { walls: vec![wall("19,2", "19,8")], ..draft });
    let report = free.from([17, 5], [6, 0]);
    assert_eq!((lands(&report), report.after.progress), (Some([21, 7]), 0));
}

#[test]
fn rt_wall_03_sampled() {
    let map = ".....\n.##..\nS...*\n";
    let mut draft = racetrack::ascii(map.as_bytes(), "samples", WallRule::Sampled).unwrap();
    draft.rules.finish = FinishRule::CellsPass;
    let trial = Trial::new(&draft);
    // (0,0)+(3,1): samples at eighths; (9/8, 3/8) is in (1, 0), (12/8, 1/2) rounds away from zero to (2, 1), a wall.
    assert_eq!(crash(&trial.from([0, 0], [3, 1])).0, t(1, 2));
    assert_eq!(lands(&trial.from([0, 0], [3, 0])), Some([3, 0]));
    // The goal is passed at the sample that falls into it: 7/2 rounds to 4.
    assert_eq!(trial.from([1, 0], [6, 0]).finish.unwrap().t, (5, 12));
}

#[test]
fn rt_wall_04_cells_are_closed_squares() {
    let map = "...*\n.#..\nS...\n";
    let trial = |walls| Trial::new(&racetrack::ascii(map.as_bytes(), "cells", walls).unwrap());
    // The cell (1, 1) has the corners (1/2, 1/2) and (3/2, 3/2); the path from (0, 0) to (2, 0) passes below it.
    let exact = trial(WallRule::NoTouch);
    assert_eq!(lands(&exact.from([0, 0], [2, 0])), Some([2, 0]));
    assert_eq!(crash(&exact.from([0, 1], [1, -1])).0, t(1, 2));
    assert_eq!(lands(&trial(WallRule::MayTouch).from([0, 1], [1, -1])), Some([1, 0]));
    assert_eq!(crash(&trial(WallRule::MayTouch).from([0, 0], [2, 1])).0, t(1, 2));
    assert_eq!(crash(&trial(WallRule::MayTouch).from([0, 0], [2, 2])).0, t(1, 4));
    assert_eq!(lands(&trial(WallRule::LandingOnly).from([0, 0], [2, 2])), Some([2, 2]));
    // Everything off the map is wall.
    assert_eq!(crash(&exact.from([0, 0], [-1, 0])).0, t(1, 2));
}

/// Damage of these kinds, with a slanted wall in the box.
fn damaged(damage: DamageRule, measure: Measure) -> Trial {
    trial().rules(|rules| (rules.damage, rules.measure) = (damage, measure))
}

#[test]
fn rt_dmg_01_none() {
    let report = trial().from([10, 3], [7, 6]);
    assert_eq!((report.after.lost, report.after.life), (1, Life::Endless));
}

#[test]
fn rt_dmg_02_life() {
    let trial = damaged(DamageRule::Life, Measure::Sum);
    let report = trial.from([10, 3], [4, 4]);
    assert_eq!(
        (report.after.life.clone(), report.after.lost, report.after.standing),
        (Life::Points(2), 1, Standing::Racing)
    );
    let report = trial.from([10, 3], [6, 4]);
    assert_eq!(
        (report.after.life.clone(), report.after.lost, report.after.standing),
        (Life::Points(0), 0, Standing::Out)
    );
}

#[test]
fn rt_dmg_03_turns() {
    assert_eq!(damaged(DamageRule::Turns, Measure::Sum).from([10, 3], [3, -4]).after.lost, 8);
}

#[test]
fn rt_dmg_04_sum() {
    assert_eq!(damaged(DamageRule::Turns, Measure::Sum).from([10, 3], [-3, 3]).crash.unwrap().points, Some(6));
}

#[test]
fn rt_dmg_05_speed() {
    let life = damaged(DamageRule::Life, Measure::Speed);
    let first = life.from([10, 3], [3, 4]).after;
    assert_eq!((first.life.clone(), first.standing), (Life::Roots(vec![25]), Standing::Racing));
    let second = life.clone().change(|racer| racer.life = first.life).from([10, 3], [3, 4]).after;
    assert_eq!(second.standing, Standing::Out);
    // √24 + √26 is a little less than 10: alive. √26 + √26 is more.
    for (squares, speed, standing) in [(vec![24], [1, 5], Standing::Racing), (vec![26], [1, 5], Standing::Out)] {
        let report = life.clone().change(|racer| racer.life = Life::Roots(squares)).from([10, 3], speed);
        assert_eq!(report.after.standing, standing, "{speed:?}");
    }
    assert_eq!(damaged(DamageRule::Turns, Measure::Speed).from([10, 5], [2, 3]).crash.unwrap().points, Some(4));
}

#[test]
fn rt_dmg_06_perpendicular() {
    let rules = Rules { damage: DamageRule::Turns, measure: Measure::Perpendicular, ..Rules::default() };
    let points = |from: &str, to: &str| {
        let mut draft = board();
        draft.walls.push(wall(from, to));
        draft.rules = rules.clone();
        Trial::new(&draft).from([0, 0], [3, 4]).crash.unwrap().points
    };
    assert_eq!(points("-5,2", "9,2"), Some(4));
    assert_eq!(points("2,-5", "2,9"), Some(3));
    assert_eq!(points("-3,-2", "9,10"), Some(1));
    assert_eq!(points("-6,-2", "10,6"), Some(3));
    // At a corner the larger of two.
    let mut draft = board();
    draft.islands.push(rectangle([3, 8], [4, 8]));
    draft.rules = rules;
    assert_eq!(Trial::new(&draft).from([0, 0], [3, 4]).crash.unwrap().points, Some(4));
}

#[test]
fn rt_dmg_07_nothing_for_sliding() {
    let mut draft = board();
    draft.walls.push(wall("3,0", "9,0"));
    draft.rules = Rules { damage: DamageRule::Life, measure: Measure::Perpendicular, ..Rules::default() };
    let report = Trial::new(&draft).from([0, 0], [4, 0]);
    assert_eq!((report.crash.unwrap().points, report.after.lost, report.after.life), (Some(0), 1, Life::Points(10)));
}

#[test]
fn rt_dmg_08_all_out() {
    use paddock::game::Status;
    use paddock::game::prelude::*;
    use paddock::games::vector_racing::{Phase, VectorRacing};
    let mut draft = straight(20, 6, 18, [10, 3]);
    draft.rules.damage = DamageRule::Life;
    let mut race = Trial::with(&draft, &setup(2));
    for racer in &mut race.state.racers {
        racer.base = [7, 6];
    }
    race.state.racers[1].at = [12, 3];
    let race = race.go([7, 6]).go([7, 6]);
    assert_eq!(race.state.phase, Phase::Over);
    let view = VectorRacing::view(&race.track, &race.state);
    assert!(view.cars.iter().all(|car| car.status == Status::Withdrawn));
    assert_eq!(view.cars.iter().map(|car| car.rank).collect::<Vec<_>>(), [2, 1]);
}
