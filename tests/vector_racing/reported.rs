//! Reports of a race agree with what happened in it: events, the commentary, and the view of all games.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{CarId, CarView, Event, EventKind};
use paddock::games::vector_racing::{
    CrashRule, DamageRule, Draft, Hits, Incident, Life, Per, RacerEntry, RegionKind, Rules, Setup, Turn, VectorRacing,
};

/// The events of a turn of the first racer, legal or not.
fn events(trial: &Trial, velocity: [i32; 2]) -> Vec<EventKind> {
    let turn = Turn::go(trial.racer().car, velocity);
    let forced = VectorRacing::force(&trial.track, &trial.state, &turn);
    forced.played.events.into_iter().map(|event| event.kind).collect()
}

/// A ring with a pocket just behind the line. No grid point is visible from inside it.
fn pocket(change: impl FnOnce(&mut Rules)) -> Draft {
    let mut draft = Draft { start: Some([2, 1]), ..ring() };
    draft.walls = vec![wall("31/5,9/5", "13/2,9/5"), wall("31/5,6/5", "13/2,6/5"), wall("13/2,6/5", "13/2,9/5")];
    draft.regions.push(region(RegionKind::Slow, "53/10,1/2 58/10,1/2 58/10,3/2 53/10,3/2"));
    change(&mut draft.rules);
    draft
}

fn hits(count: u32, per: Per) -> Option<Hits> {
    Some(Hits { count, kinds: Vec::new(), ids: Vec::new(), distinct: true, per })
}

#[test]
fn rt_crash_05_a_crossing_that_does_not_count_is_no_event() {
    let is_lap = |kind: &EventKind| matches!(kind, EventKind::Lap { .. });
    let crossings = |trial: &Trial, velocity| {
        let report = trial.report(velocity);
        let crossed = report.incidents.iter().filter(|(_, incident)| matches!(incident, Incident::Crossed { .. }));
        (report.after.at, report.after.progress, crossed.count(), events(trial, velocity).iter().any(is_lap))
    };
    // Back to the start of the move, before the line.
    let trial = Trial::new(&pocket(|_| ())).at([5, 1], [2, 0]);
    assert_eq!(crossings(&trial, [3, 1]), ([5, 1], -1, 0, false));
    // Back to the start of the race.
    let trial = Trial::new(&pocket(|rules| rules.crash = CrashRule::BackToStart)).at([5, 1], [2, 0]);
    assert_eq!(crossings(&trial, [3, 1]), ([2, 1], -1, 0, false));
    // A crossing before a crash counts where the racer stays behind the line (RT-FIN-06).
    let mut draft = Draft { start: Some([5, 2]), ..ring() };
    draft.walls.push(wall("13/2,3/2", "13/2,5/2"));
    assert_eq!(crossings(&Trial::new(&draft).at([5, 2], [3, 0]), [4, 0]), ([6, 2], 0, 1, true));
}

#[test]
fn rt_evt_09_hits_before_a_crash_count_wherever_the_racer_is_put() {
    let trial = Trial::new(&pocket(|rules| rules.hits = hits(1, Per::Race))).at([5, 1], [2, 0]);
    let report = trial.report([3, 1]);
    assert_eq!((report.after.at, report.after.tally.set, report.after.progress), ([5, 1], 1, -1));
    assert_eq!(met(&report), ["slow:1@1/10"]);
    // Nor does a crossing that does not count begin a new lap, and with it a new count.
    let mut laps = setup(1);
    laps.laps = 3;
    let trial = Trial::with(&pocket(|rules| rules.hits = hits(1, Per::Lap)), &laps);
    let trial = trial.at([5, 1], [2, 0]).change(|racer| racer.progress = 0);
    let tally = trial.report([3, 1]).after.tally;
    assert_eq!((tally.set, tally.laps), (1, 0));
    // Where the crossing counts, so does the lap.
    let trial = trial.at([5, 1], [1, 0]);
    let report = trial.report([1, 0]);
    assert_eq!((report.after.tally.set, report.after.tally.laps, report.after.progress), (0, 1, 1));
    // Back to the start of the race, the hits are kept, too (RT-CRASH-07).
    let back = pocket(|rules| (rules.hits, rules.crash) = (hits(1, Per::Race), CrashRule::BackToStart));
    assert_eq!(Trial::new(&back).at([5, 1], [2, 0]).report([3, 1]).after.tally.set, 1);
}

#[test]
fn rt_dmg_02_nobody_spends_more_life_than_it_has() {
    let trial = Trial::new(&straight(20, 6, 18, [10, 3])).rules(|rules| rules.damage = DamageRule::Life);
    let spent = |life: i64| {
        let events = events(&trial.clone().change(|racer| racer.life = Life::Points(life)), [4, 4]);
        events.iter().find_map(|kind| match kind {
            EventKind::Spent { resource: "life", amount, .. } => Some(*amount),
            _ => None,
        })
    };
    assert_eq!([10, 8, 7, 1].map(spent), [Some(8), Some(8), Some(7), Some(1)]);
}

#[test]
fn n01_names_what_is_missing_at_the_line() {
    let told = |per: Per, laps: u32, change: &dyn Fn(&mut paddock::games::vector_racing::Racer)| {
        let mut draft = Draft { laps, ..ring() };
        draft.regions.push(region(RegionKind::Slow, "7,2"));
        draft.rules.hits = hits(1, per);
        let mut race = setup(1);
        race.laps = laps;
        let trial = Trial::with(&draft, &race).at([4, 2], [2, 0]).change(|racer| racer.progress = laps as i32 - 1);
        let trial = trial.change(change);
        let turn = Turn::go(CarId(1), [2, 0]);
        let played = VectorRacing::play(&trial.track, &trial.state, &turn).unwrap();
        VectorRacing::describe(&race, &trial.state, &turn, &played.state, &played.events)
    };
    let goes_on = |words: &str, part: &str| {
        assert!(words.contains(&format!("; {part}: the race goes on")), "{words}");
    };
    goes_on(&told(Per::Race, 1, &|_| ()), "has 0 of 1 required hits");
    goes_on(&told(Per::Lap, 1, &|_| ()), "has 0 of 1 required hits in this lap");
    // The hit of this lap is made, but the lap before had none.
    goes_on(&told(Per::Lap, 2, &|racer| racer.tally.set = 1), "has completed 1 of 2 laps with the required hits");
    assert!(told(Per::Race, 1, &|racer| racer.tally.set = 1).contains("finishes"));
    let full = told(Per::Lap, 2, &|racer| (racer.tally.set, racer.tally.laps) = (1, 1));
    assert!(full.contains("finishes"), "{full}");
}

#[test]
fn n01_the_hit_after_the_line_comes_too_late() {
    let mut draft = ring();
    draft.regions.push(region(RegionKind::Slow, "7,2"));
    draft.rules.hits = hits(1, Per::Race);
    let trial = Trial::new(&draft).at([5, 2], [2, 0]);
    let turn = Turn::go(CarId(1), [3, 0]);
    let played = VectorRacing::play(&trial.track, &trial.state, &turn).unwrap();
    let words = VectorRacing::describe(&setup(1), &trial.state, &turn, &played.state, &played.events);
    assert!(words.contains("makes the last required hit only after the line: the race goes on"), "{words}");
}

#[test]
fn rt_hit_01_a_finished_racer_has_the_hits_of_its_last_lap() {
    let mut draft = Draft { laps: 2, ..ring() };
    draft.regions.push(region(RegionKind::Slow, "5,2"));
    draft.rules.hits = hits(1, Per::Lap);
    let mut race = setup(1);
    race.laps = 2;
    let trial = Trial::with(&draft, &race).at([4, 2], [2, 0]);
    let trial = trial.change(|racer| (racer.progress, racer.tally.laps) = (1, 1));
    let end = trial.go([2, 0]);
    assert!(!end.racer().is_racing());
    let facts = format!("{:?}", VectorRacing::details(&end.track, &end.state).cars);
    assert!(facts.contains("\"hits\": Number(1)"), "{facts}");
}

/// The view of the racers of a race on a ring, each at a point with a progress.
fn views(draft: &Draft, laps: u32, racers: &[([i32; 2], [i32; 2], i32)]) -> Vec<CarView> {
    let entry = |(car, (start, ..)): (u32, &([i32; 2], [i32; 2], i32))| RacerEntry {
        start: Some(*start),
        ..RacerEntry::new(CarId(car), "")
    };
    let setup = Setup { laps, rules: None, racers: (1..).zip(racers).map(entry).collect() };
    let mut trial = Trial::with(draft, &setup);
    for (racer, (_, at, progress)) in trial.state.racers.iter_mut().zip(racers) {
        (racer.at, racer.progress) = (*at, *progress);
    }
    VectorRacing::view(&trial.track, &trial.state).cars
}

#[test]
fn the_way_driven_does_not_depend_on_the_starts() {
    let two = Draft { starts: vec![[5, 2], [10, 10]], ..ring() };
    let at = [([8, 3], 0), ([9, 4], 0), ([9, 10], 0), ([5, 2], -1), ([3, 6], 1)];
    let expected: Vec<f64> =
        views(&ring(), 3, &at.map(|(at, progress)| ([6, 2], at, progress))).iter().map(|car| car.distance).collect();
    for start in [[6, 2], [5, 2], [10, 10]] {
        let seen = views(&two, 3, &at.map(|(at, progress)| (start, at, progress)));
        assert_eq!(seen.iter().map(|car| car.distance).collect::<Vec<_>>(), expected, "{start:?}");
    }
    // Two racers on one lap are as far apart as their ways to the finish differ.
    let track = valid(&two);
    let king = |at| f64::from(track.king_distance(at).unwrap());
    assert!((expected[1] - expected[0] - (king([8, 3]) - king([9, 4]))).abs() < 1e-9);
    assert!((expected[2] - expected[1] - (king([9, 4]) - king([9, 10]))).abs() < 1e-9);
    assert!(expected[2] - expected[1] > 3.5, "{expected:?}");
}

#[test]
fn a_lap_driven_from_behind_the_line_has_all_its_parts() {
    for (start, first) in [([5, 2], -1), ([6, 2], 0), ([10, 10], 0)] {
        let draft = Draft { start: Some(start), ..ring() };
        let trial = Trial::new(&draft);
        assert_eq!(trial.racer().progress, first);
        let progress = |at: [i32; 2], progress: i32| views(&draft, 2, &[(start, at, progress)])[0].progress;
        assert!(progress([5, 2], -1) < 0.0 && progress([5, 2], -1) > -0.1);
        // Round the ring, from the line to the line.
        let round = [[6, 2], [9, 2], [10, 4], [10, 6], [10, 9], [6, 10], [2, 9], [2, 6], [2, 3], [5, 2]];
        let driven: Vec<f64> = round.iter().map(|at| progress(*at, 0)).collect();
        assert!(driven.windows(2).all(|pair| pair[0] < pair[1]), "{driven:?}");
        assert!(driven[0] >= 0.0 && driven[0] < 0.1 && driven[9] > 0.9 && driven[9] < 1.0, "{driven:?}");
        assert!(progress([6, 2], 1) >= 1.0, "the first lap stays complete");
    }
}

/// Only crossings that do not count are left out.
#[test]
fn events_of_a_crash_keep_the_objects_met() {
    let trial = Trial::new(&pocket(|_| ())).at([5, 1], [2, 0]);
    let turn = Turn::go(CarId(1), [3, 1]);
    let events: Vec<Event> = VectorRacing::force(&trial.track, &trial.state, &turn).played.events;
    let words: Vec<&str> = events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Incident { detail, .. } => Some(*detail),
            _ => None,
        })
        .collect();
    assert_eq!(words, ["slow-down", "hits a wall"]);
}
