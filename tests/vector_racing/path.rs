//! Tests of paths through objects: RT-EVT, RT-OIL, RT-FAST, RT-SLOW, RT-WARP, RT-REFL, RT-SPIN, RT-HIT (ledger, section
//! 7).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::CarId;
use paddock::games::vector_racing::{
    Draft, Hits, Incident, ObjectKind, Per, RegionDraft, RegionKind, Report, Rules, SlowList, Spin, Turn, WallRule,
};

fn with(change: impl FnOnce(&mut Draft)) -> Trial {
    let mut draft = board();
    change(&mut draft);
    Trial::new(&draft)
}

/// Where a move from the origin ends and the base it leaves.
fn ends(trial: &Trial, velocity: [i32; 2]) -> ([i32; 2], [i32; 2]) {
    let report = trial.from([0, 0], velocity);
    (lands(&report).unwrap(), report.after.base)
}

#[test]
fn section_7_worked_moves() {
    let mirror = with(|draft| draft.reflectors.push(reflector("0,2", "10,2")));
    assert_eq!(ends(&mirror, [6, 3]), ([6, 1], [6, -3]));
    assert_eq!(met(&mirror.from([0, 0], [6, 3])), ["refl:1@2/3"]);
    let upright = with(|draft| draft.reflectors.push(reflector("4,0", "4,5")));
    assert_eq!(ends(&upright, [5, 3]), ([3, 3], [-5, 3]));
    assert_eq!(met(&upright.from([0, 0], [5, 3])), ["refl:1@4/5"]);
    let cw = with(|draft| draft.spinners.push(spinner("4,2", Spin::Cw)));
    assert_eq!(ends(&cw, [6, 3]), ([5, 0], [3, -6]));
    let ccw = with(|draft| draft.spinners.push(spinner("4,2", Spin::Ccw)));
    assert_eq!(ends(&ccw, [6, 3]), ([3, 4], [-3, 6]));
    assert_eq!(met(&ccw.from([0, 0], [6, 3])), ["spin:1@2/3"]);
    let hole = with(|draft| draft.warps.push(warp("2,1", [8, 4])));
    assert_eq!(ends(&hole, [6, 3]), ([14, 7], [6, 3]));
    let back = hole.from([7, 5], [6, 0]);
    assert_eq!((lands(&back), back.after.base, met(&back)), (Some([5, 1]), [6, 0], vec!["warp:1@1/2".to_owned()]));
    let chain = with(|draft| {
        draft.spinners.push(spinner("2,1", Spin::Cw));
        draft.reflectors.push(reflector("-5,-1", "9,-1"));
    });
    assert_eq!(ends(&chain, [6, 3]), ([4, 1], [3, 6]));
    assert_eq!(met(&chain.from([0, 0], [6, 3])), ["spin:1@1/3", "refl:1@2/3"]);
    let other = with(|draft| {
        draft.spinners.push(spinner("2,1", Spin::Ccw));
        draft.warps.push(warp("1,3", [5, 5]));
    });
    assert_eq!(ends(&other, [6, 3]), ([5, 10], [-3, 6]));
    assert_eq!(met(&other.from([0, 0], [6, 3])), ["spin:1@1/3", "warp:1@2/3"]);
    let oily = with(|draft| {
        draft.reflectors.push(reflector("0,2", "10,2"));
        draft.regions.push(area(RegionKind::Oil, [4, 6], [0, 1]));
    });
    let report = oily.from([0, 0], [6, 3]);
    assert_eq!((lands(&report), report.after.base, report.after.force), (Some([6, 1]), [6, -3], true));
    assert_eq!(met(&report), ["refl:1@2/3", "oil:1@1"]);
}

#[test]
fn rt_evt_01_legs_follow_each_other_on_one_clock() {
    let trial = with(|draft| draft.spinners.push(spinner("4,2", Spin::Cw)));
    let legs = trial.from([0, 0], [6, 3]).legs;
    assert_eq!(legs.len(), 2);
    assert_eq!((legs[0].from, legs[0].to, legs[0].origin, legs[0].velocity), (t(0, 1), t(2, 3), [0, 0], [6, 3]));
    assert_eq!((legs[1].from, legs[1].to, legs[1].origin, legs[1].velocity), (t(2, 3), t(1, 1), [2, 6], [3, -6]));
}

#[test]
fn rt_evt_02_the_start_of_a_leg_never_acts() {
    let trial = with(|draft| draft.reflectors.push(reflector("-5,0", "5,0")));
    assert_eq!(ends(&trial, [1, 3]), ([1, 3], [1, 3]));
    assert_eq!(ends(&trial, [1, -3]), ([1, -3], [1, -3]));
    let trial = with(|draft| draft.spinners.push(spinner("0,0", Spin::Cw)));
    assert_eq!(ends(&trial, [2, 1]), ([2, 1], [2, 1]));
}

#[test]
fn rt_evt_03_the_end_of_a_move_does() {
    let trial = with(|draft| draft.reflectors.push(reflector("0,3", "10,3")));
    assert_eq!(ends(&trial, [6, 3]), ([6, 3], [6, -3]));
    let trial = with(|draft| draft.warps.push(warp("6,3", [8, 4])));
    assert_eq!(ends(&trial, [6, 3]), ([14, 7], [6, 3]));
    let trial = with(|draft| draft.spinners.push(spinner("6,3", Spin::Ccw)));
    assert_eq!(ends(&trial, [6, 3]), ([6, 3], [-3, 6]));
}

#[test]
fn rt_evt_04_order_at_one_moment() {
    let trial = with(|draft| {
        draft.reflectors.push(reflector("0,2", "10,2"));
        draft.regions.push(region(RegionKind::Oil, "4,2"));
    });
    let report = trial.from([0, 0], [6, 3]);
    assert_eq!(met(&report), ["oil:1@2/3", "refl:1@2/3"]);
    assert!(report.after.force);
    // A wall comes first: nothing else at its moment counts.
    let trial = with(|draft| {
        draft.walls.push(wall("4,0", "4,5"));
        draft.regions.push(region(RegionKind::Oil, "4,2"));
    });
    let report = trial.from([0, 0], [6, 3]);
    assert!(report.crash.is_some() && met(&report).is_empty());
}

#[test]
fn rt_evt_05_reflectors_and_warps_move_the_origin() {
    let trial = with(|draft| draft.warps.push(warp("2,1", [8, 4])));
    assert_eq!(trial.from([0, 0], [6, 3]).legs[1].origin, [8, 4]);
    let trial = with(|draft| draft.reflectors.push(reflector("4,0", "4,5")));
    assert_eq!(
        (trial.from([0, 0], [5, 3]).legs[1].origin, trial.from([0, 0], [5, 3]).legs[1].velocity),
        ([8, 0], [-5, 3])
    );
}

#[test]
fn rt_evt_06_spinners_turn_the_origin() {
    let trial = with(|draft| draft.spinners.push(spinner("4,2", Spin::Ccw)));
    let leg = trial.from([0, 0], [6, 3]).legs[1];
    assert_eq!((leg.origin, leg.velocity), ([6, -2], [-3, 6]));
}

#[test]
fn rt_evt_07_every_chain_ends_on_a_grid_point() {
    let trial = with(|draft| {
        draft.reflectors.push(reflector("-20,5", "20,5"));
        draft.reflectors.push(reflector("-20,-5", "20,-5"));
        draft.spinners.push(spinner("3,2", Spin::Cw));
        draft.warps.push(warp("-4,-3 -2,-3 -3,-1", [12, 4]));
    });
    for x in -14..=14 {
        for y in -14..=14 {
            let report = trial.from([0, 0], [x, y]);
            let last = report.legs.last().copied();
            let end = last.map_or([0, 0], |leg| [leg.origin[0] + leg.velocity[0], leg.origin[1] + leg.velocity[1]]);
            assert!(report.crash.is_some() || end == report.end.map(i64::from), "({x}, {y})");
        }
    }
}

#[test]
fn rt_evt_08_chains_are_finite() {
    let trial = with(|draft| {
        draft.reflectors.push(reflector("-9,1", "9,1"));
        draft.reflectors.push(reflector("-9,-1", "9,-1"));
    });
    let report = trial.from([0, 0], [4, 6]);
    assert_eq!((lands(&report), report.after.base, met(&report).len()), (Some([4, 0]), [4, -6], 3));
}

#[test]
fn rt_evt_09_walls_on_every_leg_cancel_effects() {
    let trial = with(|draft| {
        draft.regions.push(area(RegionKind::Oil, [1, 2], [-1, 1]));
        draft.walls.push(wall("4,-5", "4,5"));
    });
    let report = trial.from([0, 0], [8, 0]);
    assert!(report.crash.is_some() && !report.after.force);
    assert_eq!(met(&report), ["oil:1@1/8"]);
    // The wall stands in the way of the second leg.
    let trial = with(|draft| {
        draft.reflectors.push(reflector("0,2", "10,2"));
        draft.walls.push(wall("5,0", "5,3/2"));
    });
    let report = trial.from([0, 0], [6, 3]);
    assert_eq!(crash(&report).0, t(5, 6));
}

#[test]
fn rt_evt_10_the_base_is_turned_in_order() {
    let trial = with(|draft| {
        draft.spinners.push(spinner("2,1", Spin::Cw));
        draft.reflectors.push(reflector("-5,-1", "9,-1"));
        draft.regions.push(area(RegionKind::Fast, [3, 5], [0, 2]));
    });
    assert_eq!(ends(&trial, [6, 3]), ([4, 1], [3, 6]));
}

#[test]
fn rt_oil_01_the_next_move_is_the_base() {
    let trial = with(|draft| draft.regions.push(area(RegionKind::Oil, [1, 3], [-2, 2]))).at([0, 0], [1, -1]);
    let after = trial.go([2, -1]);
    assert!(after.racer().force);
    assert_eq!(after.moves(), [[2, -1]]);
    let refused = after.refused(Turn::go(CarId(1), [2, 0]));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("RT-OIL-01", "Racer 1 is sliding on oil: the only move is (2,-1).")
    );
}

#[test]
fn rt_oil_02_the_copy_is_of_the_base() {
    let trial = with(|draft| {
        draft.reflectors.push(reflector("0,2", "10,2"));
        draft.regions.push(area(RegionKind::Oil, [1, 2], [0, 1]));
    })
    .at([0, 0], [6, 3]);
    assert_eq!(trial.go([6, 3]).moves(), [[6, -3]]);
}

#[test]
fn rt_oil_03_oil_again_forces_again_and_a_crash_ends_it() {
    let mut draft = ring();
    draft.regions.push(area(RegionKind::Oil, [0, 4], [5, 7]));
    let mut trial = Trial::new(&draft).at([2, 8], [0, -2]);
    for _ in 0..2 {
        trial = trial.go([0, -2]);
        assert!(trial.racer().force);
    }
    trial = trial.go([0, -2]);
    assert!(!trial.racer().force);
    let crashed = Trial::new(&draft).at([2, 6], [-2, 0]).change(|racer| racer.force = true).go([-2, 0]);
    assert!(!crashed.racer().force && crashed.racer().lost == 1);
}

#[test]
fn rt_oil_04_nobody_is_stuck() {
    let mut draft = ring();
    draft.regions.push(area(RegionKind::Oil, [0, 4], [5, 7]));
    let trial = Trial::new(&draft).at([2, 6], [0, 0]);
    assert!(!trial.go([0, 0]).racer().force);
    let placed = trial.clone().at([2, 6], [-2, 0]).go([-2, 0]);
    assert_eq!(placed.racer().at, [1, 6]);
    assert_eq!(placed.lose().moves().len(), 9);
}

fn after(fast: bool, slow: bool, base: [i32; 2]) -> Trial {
    with(|_| {}).at([0, 0], base).change(|racer| (racer.fast, racer.slow) = (fast, slow))
}

#[test]
fn rt_fast_01_one_component_one_unit_more() {
    let moves = after(true, false, [3, -1]).moves();
    for extra in [[5, -2], [5, -1], [5, 0], [2, -3], [3, -3], [4, -3]] {
        assert!(moves.contains(&extra), "{extra:?}");
    }
    for refused in [[5, -3], [1, -1], [3, 1]] {
        assert!(!moves.contains(&refused), "{refused:?}");
    }
    let refused = after(true, false, [3, -1]).refused(Turn::go(CarId(1), [5, -3]));
    assert!(
        refused.message.contains("or one of the extra moves (2,-3) (3,-3) (4,-3) (5,-2) (5,-1) (5,0)."),
        "{refused}"
    );
    // For the next turn only.
    let met = with(|draft| draft.regions.push(area(RegionKind::Fast, [1, 2], [-1, 1]))).at([0, 0], [3, 0]);
    let first = met.go([3, 0]);
    assert_eq!((first.moves().len(), first.go([3, 1]).moves().len()), (18, 9));
}

#[test]
fn rt_fast_02_how_many() {
    assert_eq!([[3, -1], [3, 0], [0, 0]].map(|base| after(true, false, base).moves().len()), [15, 18, 21]);
}

#[test]
fn rt_fast_03_both_and_oil() {
    assert_eq!(after(true, true, [3, -2]).moves().len(), 21);
    let trial = with(|draft| {
        draft.regions.push(area(RegionKind::Fast, [1, 2], [-1, 1]));
        draft.regions.push(area(RegionKind::Oil, [1, 2], [-1, 1]));
    })
    .at([0, 0], [3, 0]);
    assert_eq!(trial.go([3, 0]).moves(), [[3, 0]]);
}

#[test]
fn rt_slow_01_one_unit_less() {
    let moves = after(false, true, [3, -1]).moves();
    assert_eq!(moves.len(), 12);
    for extra in [[1, -2], [1, -1], [1, 0]] {
        assert!(moves.contains(&extra));
    }
    for refused in [[2, 1], [3, 1], [4, 1]] {
        assert!(!moves.contains(&refused));
    }
}

#[test]
fn rt_slow_02_not_from_a_crawl() {
    assert_eq!(after(false, true, [1, 1]).moves().len(), 9);
}

#[test]
fn rt_slow_03_the_printed_list() {
    let literal = after(false, true, [3, -1]).rules(|rules| rules.slow_list = SlowList::Literal);
    let moves = literal.at([0, 0], [3, -1]).change(|racer| racer.slow = true).moves();
    assert!(
        moves.contains(&[1, -3]) && moves.contains(&[1, -2]) && moves.contains(&[1, -1]) && !moves.contains(&[1, 0])
    );
}

#[test]
fn rt_warp_01_points() {
    let trial = with(|draft| draft.warps.push(warp("2,1", [8, 4])));
    assert_eq!(met(&trial.from([0, 0], [6, 3])), ["warp:1@1/3"]);
    assert_eq!(lands(&trial.from([0, 0], [5, 3])), Some([5, 3]));
}

#[test]
fn rt_warp_02_regions() {
    let trial = with(|draft| draft.warps.push(warp("2,1 4,1 4,3 2,3", [10, 0])));
    let report = trial.from([0, 0], [5, 3]);
    assert_eq!((lands(&report), met(&report)), (Some([15, 3]), vec!["warp:1@2/5".to_owned()]));
    let back = trial.from([16, 2], [-3, 0]);
    assert_eq!((lands(&back), met(&back)), (Some([3, 2]), vec!["warp:1@2/3".to_owned()]));
}

#[test]
fn rt_warp_03_once_a_move() {
    let trial = with(|draft| draft.warps.push(warp("2,1 4,1 4,3 2,3", [10, 0])));
    // Starting inside, or on the rim, nothing happens; nor when leaving the other end after arriving.
    assert_eq!(lands(&trial.from([3, 2], [6, 0])), Some([9, 2]));
    assert_eq!(lands(&trial.from([2, 2], [6, 0])), Some([8, 2]));
    assert_eq!(met(&trial.from([0, 2], [8, 0])).len(), 1);
    assert_eq!(lands(&trial.from([0, 2], [13, 0])), Some([23, 2]));
}

#[test]
fn rt_warp_04_jumps_are_no_distance() {
    use paddock::game::EventKind;
    use paddock::game::prelude::*;
    let trial = with(|draft| draft.warps.push(warp("2,1", [8, 4]))).at([0, 0], [6, 3]);
    let turn = Turn::go(CarId(1), [6, 3]);
    let played = paddock::games::vector_racing::VectorRacing::play(&trial.track, &trial.state, &turn).unwrap();
    let EventKind::Moved { distance, .. } = &played.events[0].kind else { panic!("{:?}", played.events) };
    assert!((distance - 45f64.sqrt()).abs() < 1e-9);
}

#[test]
fn rt_refl_01_closed_segments() {
    let trial = with(|draft| draft.reflectors.push(reflector("4,2", "10,2")));
    assert_eq!(ends(&trial, [6, 3]), ([6, 1], [6, -3]));
    let trial = with(|draft| draft.reflectors.push(reflector("5,2", "10,2")));
    assert_eq!(ends(&trial, [6, 3]), ([6, 3], [6, 3]));
}

#[test]
fn rt_refl_02_along_its_line_nothing() {
    let trial = with(|draft| draft.reflectors.push(reflector("2,0", "4,0")));
    let report = trial.from([0, 0], [6, 0]);
    assert_eq!((lands(&report), met(&report).len()), (Some([6, 0]), 0));
}

#[test]
fn rt_refl_03_corners_and_ends() {
    let trial = with(|draft| {
        draft.reflectors.push(reflector("4,2", "10,2"));
        draft.reflectors.push(reflector("4,2", "4,8"));
    });
    assert_eq!(ends(&trial, [6, 3]), ([2, 1], [-6, -3]));
    assert_eq!(met(&trial.from([0, 0], [6, 3])).len(), 2);
    let trial = with(|draft| {
        draft.reflectors.push(reflector("0,2", "4,2"));
        draft.reflectors.push(reflector("4,2", "9,2"));
    });
    assert_eq!(ends(&trial, [6, 3]), ([6, 1], [6, -3]));
    assert_eq!(met(&trial.from([0, 0], [6, 3])).len(), 1);
}

#[test]
fn rt_spin_01_exactly_through_its_point() {
    let trial = with(|draft| draft.spinners.push(spinner("4,2", Spin::Cw)));
    assert_eq!(ends(&trial, [6, 3]), ([5, 0], [3, -6]));
    // The same sense from every side.
    assert_eq!(lands(&trial.from([8, 4], [-6, -3])), Some([3, 4]));
}

#[test]
fn rt_spin_02_near_is_nothing() {
    let trial = with(|draft| draft.spinners.push(spinner("2,1", Spin::Cw)));
    assert_eq!(ends(&trial, [5, 3]), ([5, 3], [5, 3]));
}

fn hits(count: u32) -> Hits {
    Hits { count, kinds: Vec::new(), ids: Vec::new(), distinct: true, per: Per::Race }
}

/// A straight with oil in it, three squares before the line.
fn oily_straight(rules: Rules) -> Draft {
    let mut draft = straight(24, 6, 18, [1, 3]);
    draft.regions.push(area(RegionKind::Oil, [5, 6], [1, 2]));
    draft.regions.push(area(RegionKind::Fast, [5, 6], [4, 5]));
    draft.rules = rules;
    draft
}

#[test]
fn rt_hit_01_counted_once_an_object() {
    let rules = Rules { hits: Some(Hits { kinds: vec![ObjectKind::Oil], ..hits(1) }), ..Rules::default() };
    let trial = Trial::new(&oily_straight(rules)).at([4, 2], [1, 0]);
    let once = trial.report([1, 0]).after;
    assert_eq!(once.tally.count(&hits(1)), 1);
    let twice = trial.clone().change(|racer| racer.tally = once.tally).at([6, 2], [-1, 0]).report([-1, 0]).after;
    assert_eq!(twice.tally, once.tally);
    // Every time, where the table says so; and never after a crash.
    let every = Rules { hits: Some(Hits { distinct: false, ..hits(3) }), ..Rules::default() };
    let trial = Trial::new(&oily_straight(every)).at([4, 2], [1, 0]);
    let first = trial.go([1, 0]);
    assert_eq!(first.go([1, 0]).racer().tally.times, 2);
    let rules = Rules { hits: Some(hits(1)), ..Rules::default() };
    let mut draft = oily_straight(rules);
    draft.walls.push(wall("9/2,1", "9/2,5/2"));
    assert_eq!(Trial::new(&draft).from([4, 2], [2, 0]).after.tally.set, 0);
}

#[test]
fn rt_hit_02_too_few_hits_do_not_finish() {
    let rules = Rules { hits: Some(hits(1)), ..Rules::default() };
    let trial = Trial::new(&oily_straight(rules)).at([16, 3], [3, 0]);
    let report = trial.report([3, 0]);
    assert_eq!((report.short, report.after.progress, lands(&report)), (Some((0, 1)), 1, Some([19, 3])));
    // Back over the line, to the oil, and forward again.
    let crossed = |report: &Report| report.incidents.iter().any(|(_, what)| matches!(what, Incident::Crossed { .. }));
    let with_hit = trial.change(|racer| (racer.tally.set, racer.progress) = (1, 1)).at([16, 3], [3, 0]).report([3, 0]);
    assert!(crossed(&with_hit) && with_hit.finish.is_some());
    // By laps: a lap with enough of them is put down, and the next begins without any.
    let mut draft = ring();
    draft.laps = 2;
    draft.regions.push(area(RegionKind::Slow, [1, 3], [5, 7]));
    draft.rules.hits = Some(Hits { per: Per::Lap, ..hits(1) });
    let mut laps = setup(1);
    laps.laps = 2;
    let trial = Trial::with(&draft, &laps).change(|racer| racer.tally.set = 1).at([5, 2], [2, 0]);
    let first = trial.report([2, 0]).after;
    assert_eq!((first.tally.laps, first.tally.set, first.progress), (1, 0, 1));
    let again = trial.clone().change(|racer| (racer.tally, racer.progress) = (first.tally, 1));
    assert!(again.report([2, 0]).finish.is_none());
    let hit = again.change(|racer| racer.tally.set = 1);
    assert!(hit.report([2, 0]).finish.is_some());
}

#[test]
fn rt_hit_03_objects_at_the_line_count() {
    let rules = Rules { hits: Some(hits(1)), ..Rules::default() };
    let mut draft = oily_straight(rules);
    draft.regions.push(area(RegionKind::Slow, [18, 19], [2, 4]));
    let report = Trial::new(&draft).from([16, 3], [4, 0]);
    assert_eq!(report.finish.unwrap().t, (1, 2));
    // A line that is an opening of the boundary, met at its own moment by a region that lies beyond it but for a corner.
    let outline = [["18", "3"], ["19", "5"], ["17", "5"]].map(|spot| spot.map(|number| number.parse().unwrap()));
    for (count, finishes) in [(1, true), (2, false)] {
        let mut draft = straight(18, 6, 18, [1, 3]);
        draft.regions.push(RegionDraft { kind: RegionKind::Slow, outline: outline.to_vec() });
        draft.regions.push(area(RegionKind::Oil, [5, 6], [1, 2]));
        draft.rules = Rules { hits: Some(hits(count)), walls: WallRule::MayTouch, ..Rules::default() };
        let report = Trial::new(&draft).from([16, 3], [4, 0]);
        assert_eq!(report.finish.is_some(), finishes, "{count} needed");
        // Who does not finish meets it at a wall, where it does not count (RT-HIT-01).
        assert_eq!(report.after.tally.set.count_ones(), u32::from(finishes));
    }
}

#[test]
fn rt_hit_03_a_region_at_an_opening_counts_where_its_edge_is_met_aslant() {
    let text = r#"{"kind":"sprint","outer":[[9,0],[6.375,6.375],[0,8],[-6,6],[-8,0],[-6,-6],[0,-8],[6,-6]],
        "finish":{"from":[9,0],"to":[6.375,6.375],"crossing":"any"},"start":[0,0],
        "regions":[{"kind":"oil","outline":[[9.5,5],[9.375,5.375],[9,5.5],[8.625,5.375],[8,5],[7.5,3.5],[9,4.5],[9.375,4.625]]}]}"#;
    let mut draft: Draft = serde_json::from_str(text).unwrap();
    draft.rules.walls = WallRule::MayTouch;
    let report = Trial::new(&draft).from([5, 2], [8, 5]);
    assert_eq!(report.finish.unwrap().t, (6, 19));
    let met = |what: &Incident| matches!(what, Incident::Met(_));
    assert_eq!(report.incidents.iter().filter(|(_, what)| met(what)).count(), 1, "{:?}", report.incidents);
}
