//! Tests of contacts of paths with walls and regions (RT-GEO; ledger, section 3), and of the finish line (RT-FIN;
//! section 6).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::games::vector_racing::{DiscDraft, Draft, Incident, RegionKind, Report, Time, WallDraft, WallRule};

fn with(change: impl FnOnce(&mut Draft)) -> Trial {
    let mut draft = board();
    change(&mut draft);
    Trial::new(&draft)
}

fn with_wall(from: &str, to: &str) -> Trial {
    with(|draft| draft.walls.push(wall(from, to)))
}

fn crash_time(report: &Report) -> Option<Time> {
    report.crash.as_ref().map(|crash| crash.t)
}

#[test]
fn rt_geo_01_moments_are_fractions() {
    assert!(Time::Ratio(1, 3) > Time::Ratio(33_333_333, 100_000_000));
    assert!(Time::Ratio(1, 3) < Time::Ratio(33_333_334, 100_000_000));
    assert_eq!(crash_time(&with_wall("4,-3", "4,3").from([0, 0], [6, 1])), Some(t(2, 3)));
}

#[test]
fn rt_geo_02_contact_with_a_wall() {
    assert_eq!(crash_time(&with_wall("0,2", "2,0").from([0, 0], [2, 2])), Some(t(1, 2)));
    assert_eq!(crash_time(&with_wall("0,2", "1,1").from([0, 0], [2, 2])), Some(t(1, 2)));
    let open = WallDraft { open_to: true, ..wall("0,2", "1,1") };
    assert_eq!(crash_time(&with(|draft| draft.walls.push(open)).from([0, 0], [2, 2])), None);
    assert_eq!(crash_time(&with_wall("0,2", "9/10,11/10").from([0, 0], [2, 2])), None);
}

#[test]
fn rt_geo_03_walls_along_the_path() {
    assert_eq!(crash_time(&with_wall("3,0", "9,0").from([0, 0], [4, 0])), Some(t(3, 4)));
    assert_eq!(crash_time(&with_wall("3,1", "9,1").from([0, 0], [4, 0])), None);
    let open = |from: &str| WallDraft { open_from: true, ..wall(from, "9,0") };
    // One open point is no contact, a stretch that begins there is.
    assert_eq!(crash_time(&with(|draft| draft.walls.push(open("4,0"))).from([0, 0], [4, 0])), None);
    assert_eq!(crash_time(&with(|draft| draft.walls.push(open("3,0"))).from([0, 0], [4, 0])), Some(t(3, 4)));
}

#[test]
fn rt_geo_04_touching_counts_at_the_end_too() {
    let mut draft = board();
    draft.islands.push(spots("6,3 9,1 9,5"));
    assert_eq!(crash_time(&Trial::new(&draft).from([0, 0], [6, 3])), Some(t(1, 1)));
}

#[test]
fn rt_geo_05_discs() {
    let mut draft = Draft {
        outer: rectangle([-7, 7], [-7, 7]),
        discs: vec![DiscDraft { at: spot("0,0"), radius_squared: number("9") }],
        finish: line("0,-3", "0,-7", paddock::games::vector_racing::Crossing::Right),
        start: Some([0, -5]),
        ..Draft::default()
    };
    let trial = Trial::new(&draft);
    assert_eq!(crash_time(&trial.from([-3, -3], [6, 0])), Some(t(1, 2)));
    assert_eq!(crash_time(&trial.from([-3, -4], [6, 0])), None);
    // 20 t² - 60 t + 36 = 0 has no fraction for an answer: its root is compared all the same.
    let report = trial.from([-6, -3], [4, 2]);
    let at = crash_time(&report).unwrap();
    assert!(at > t(82, 100) && at < t(83, 100), "{at:?}");
    assert!(report.crash.unwrap().placed != [-6, -3]);
    // Where it may be touched, a tangent is fine and so is the rim.
    draft.rules.walls = WallRule::MayTouch;
    let trial = Trial::new(&draft);
    assert_eq!(lands(&trial.from([3, -3], [-6, 0])), Some([-3, -3]));
    assert_eq!(lands(&trial.from([2, -3], [-2, 0])), Some([0, -3]));
    assert_eq!(crash_time(&trial.from([0, -3], [0, 1])), Some(t(0, 1)));
}

#[test]
fn rt_geo_06_points_and_polygons() {
    let mut draft = board();
    draft.islands.push(spots("2,0 4,2 2,4 0,2"));
    let track = valid(&draft);
    // Rays to the right of these go through the corners (2, 0), (0, 2), (4, 2) and (2, 4).
    for (at, is_inside) in
        [([-3, 0], true), ([-3, 2], true), ([1, 2], false), ([0, 2], false), ([1, 1], false), ([-3, 4], true)]
    {
        assert_eq!(track.is_inside(at), is_inside, "{at:?}");
    }
    assert!(!track.is_inside([40, 0]) && !track.is_inside([41, 0]));
}

#[test]
fn rt_geo_07_regions_are_closed_and_not_met_where_a_path_begins() {
    let trial = with(|draft| draft.regions.push(area(RegionKind::Oil, [2, 4], [-2, 2])));
    // Standing on the edge and leaving; standing on it and going in or along; standing inside.
    assert!(met(&trial.from([2, 0], [-3, 0])).is_empty());
    assert_eq!(met(&trial.from([2, 0], [1, 0])), ["oil:1@0"]);
    assert_eq!(met(&trial.from([2, 0], [0, 1])), ["oil:1@0"]);
    assert_eq!(met(&trial.from([3, 0], [5, 0])), ["oil:1@0"]);
    assert_eq!(met(&trial.from([0, 0], [2, 0])), ["oil:1@1"]);
    assert_eq!(met(&trial.from([0, 4], [4, -4])), ["oil:1@1/2"]);
    let point = with(|draft| draft.regions.push(region(RegionKind::Oil, "3,1")));
    assert!(met(&point.from([3, 1], [1, 0])).is_empty());
    assert_eq!(met(&point.from([0, 0], [6, 2])), ["oil:1@1/2"]);
}

#[test]
fn rt_geo_08_zero_moves_have_no_path() {
    let trial = with(|draft| draft.regions.push(area(RegionKind::Oil, [-2, 4], [-2, 2])));
    let report = trial.from([0, 0], [0, 0]);
    assert!(report.incidents.is_empty() && !report.after.force && report.crash.is_none());
}

fn crossings(report: &Report) -> Vec<(Time, i32)> {
    let crossed = |(t, what): &(Time, Incident)| match what {
        Incident::Crossed { progress, .. } => Some((*t, *progress)),
        Incident::Met(_) => None,
    };
    report.incidents.iter().filter_map(crossed).collect()
}

/// The ring with two laps to go, so that a crossing does not finish.
fn two_laps() -> Trial {
    let mut laps = setup(1);
    laps.laps = 3;
    Trial::with(&ring(), &laps)
}

#[test]
fn rt_fin_01_arriving_on_the_line_crosses_it() {
    let trial = two_laps();
    assert_eq!(crossings(&trial.from([5, 2], [1, 0])), [(t(1, 1), 1)]);
    assert_eq!(crossings(&trial.from([6, 2], [2, 0])), []);
    assert_eq!(crossings(&trial.from([6, 2], [-2, 0])), [(t(0, 1), -1)]);
    assert_eq!(crossings(&trial.from([7, 2], [-1, 0])), []);
    // Beside the segment nothing is crossed.
    assert_eq!(crossings(&trial.from([5, 10], [3, 0])), []);
}

#[test]
fn rt_fin_02_the_wrong_way_must_be_unwound() {
    let back = two_laps().at([7, 2], [-2, 0]).go([-2, 0]);
    assert_eq!(back.racer().progress, -1);
    let forward = back.at([5, 2], [2, 0]).go([2, 0]);
    assert_eq!(forward.racer().progress, 0);
}

#[test]
fn rt_fin_03_enough_progress_finishes() {
    let trial = Trial::new(&ring());
    let report = trial.from([5, 2], [2, 0]);
    assert_eq!(report.finish.unwrap().t, (1, 2));
    assert!(two_laps().from([5, 2], [2, 0]).finish.is_none());
}

#[test]
fn rt_fin_04_nothing_after_the_line_counts() {
    let report = Trial::new(&ring()).from([5, 2], [3, -4]);
    assert_eq!((report.finish.unwrap().t, report.crash), ((1, 3), None));
    let mut draft = ring();
    draft.regions.push(area(RegionKind::Oil, [7, 8], [1, 3]));
    assert!(met(&Trial::new(&draft).from([5, 2], [3, 0])).is_empty());
}

#[test]
fn rt_fin_05_the_wall_comes_first() {
    let trial = Trial::new(&straight(20, 6, 18, [10, 3]));
    let report = trial.from([15, 3], [5, 5]);
    assert_eq!((crash(&report), report.after.progress), ((t(3, 5), [17, 5]), 0));
    assert!(trial.from([15, 3], [9, 5]).finish.is_some());
    let before = trial.from([15, 3], [8, 9]);
    assert!(before.crash.is_some() && before.finish.is_none());
}

#[test]
fn rt_fin_06_a_crossing_before_a_crash_counts() {
    let mut draft = ring();
    draft.walls.push(wall("7,3/2", "7,5/2"));
    let mut laps = setup(1);
    laps.laps = 2;
    let report = Trial::with(&draft, &laps).from([5, 2], [4, 0]);
    assert_eq!((crossings(&report), crash(&report).0, report.after.progress), (vec![(t(1, 4), 1)], t(1, 2), 1));
}

#[test]
fn rt_fin_09_jumps_are_no_crossings() {
    let mut draft = ring();
    draft.warps.push(warp("4,2", [4, 0]));
    let report = Trial::new(&draft).from([3, 2], [2, 0]);
    assert_eq!((lands(&report), report.after.progress, crossings(&report).len()), (Some([9, 2]), 0, 0));
}

#[test]
fn an_opening_is_the_finish_and_closed_for_who_cannot_finish() {
    let mut draft = straight(20, 6, 20, [1, 3]);
    draft.finish = line("20,1", "20,5", paddock::games::vector_racing::Crossing::Right);
    let trial = Trial::new(&draft);
    assert_eq!(trial.from([18, 3], [4, 1]).finish.unwrap().t, (1, 2));
    assert_eq!(trial.from([18, 3], [2, 0]).finish.unwrap().t, (1, 1));
    // Its end points are walls.
    assert_eq!(crash(&trial.from([18, 3], [4, 4])).0, t(1, 2));
    draft.regions.push(area(RegionKind::Oil, [4, 5], [1, 2]));
    draft.rules.hits = Some(paddock::games::vector_racing::Hits {
        count: 1,
        kinds: Vec::new(),
        ids: Vec::new(),
        distinct: true,
        per: Default::default(),
    });
    let report = Trial::new(&draft).from([18, 3], [4, 1]);
    assert_eq!((crash(&report).0, report.after.progress), (t(1, 2), 0));
}
