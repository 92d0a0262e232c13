//! Tests of the validation of tracks: RT-VAL (ledger, section 9), with the texts of section 10.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::vector_racing::{
    Crossing, Draft, FinishRule, Hits, Kind, Per, RegionKind, Spin, VectorRacing, WallRule, solve,
};
use paddock::import::racetrack;

#[test]
fn reference_tracks_have_no_issues() {
    for draft in [ring(), straight(24, 4, 22, [1, 2]), ell(40, 36), board()] {
        assert_eq!(issues(&draft), Vec::<&str>::new(), "{}", draft.name);
    }
}

#[test]
fn every_issue_at_once_with_a_place_and_a_fix() {
    let mut draft = ring();
    draft.start = Some([6, 6]);
    draft.finish.as_mut().unwrap().crossing = Crossing::Up;
    draft.spinners.push(spinner("5,5", Spin::Cw));
    let (track, issues) = VectorRacing::validate(&draft);
    assert!(track.is_none());
    assert_eq!(issues.iter().map(|issue| issue.id).collect::<Vec<_>>(), ["RT-VAL-07", "RT-VAL-05", "RT-VAL-14"]);
    assert!(issues.iter().all(|issue| issue.at.is_some() && issue.fix.is_some()));
}

#[test]
fn rt_val_01_closed_shapes() {
    let refuse = |outer: &str| issue(&Draft { outer: spots(outer), ..ring() }, "RT-VAL-01");
    assert_eq!(refuse("0,0 12,0"), "The outer boundary is not a closed shape.");
    refuse("0,0 12,0 6,0");
    refuse("0,0 0,0 0,0 5,5");
    refuse("");
    let mut draft = ring();
    draft.islands.push(spots("1,1 2,2 3,3"));
    assert_eq!(issue(&draft, "RT-VAL-01"), "Island 2 is not a closed shape.");
}

#[test]
fn rt_val_02_simple_outlines_and_slits() {
    let bow = Draft { outer: spots("0,0 12,12 12,0 0,6"), ..ring() };
    assert_eq!(issue(&bow, "RT-VAL-02"), "The outer boundary crosses or touches itself at (4, 4).");
    let touching = Draft { outer: spots("0,0 12,0 12,12 6,0 0,12"), ..ring() };
    assert_eq!(issues(&touching), ["RT-VAL-02"]);
    // A slit is split off as a wall.
    let mut draft = ring();
    draft.outer = spots("0,0 12,0 12,12 8,12 8,10 8,12 0,12");
    assert_eq!(issues(&draft), ["N02"]);
    assert_eq!(
        issue(&draft, "N02"),
        "The outline runs from (8, 10) to (8, 12) and straight back, so this line was made a wall."
    );
    assert!(!valid(&draft).is_inside([8, 11]) && valid(&draft).is_inside([8, 9]));
}

#[test]
fn rt_val_03_islands_inside_and_apart() {
    let with = |island: Vec<paddock::games::vector_racing::Spot>| {
        let mut draft = ring();
        draft.islands.push(island);
        issues(&draft)
    };
    for island in [
        rectangle([20, 22], [0, 2]),
        rectangle([11, 14], [1, 2]),
        rectangle([0, 2], [5, 6]),
        rectangle([5, 6], [5, 6]),
        rectangle([8, 9], [5, 6]),
        rectangle([3, 9], [3, 9]),
    ] {
        assert!(with(island.clone()).contains(&"RT-VAL-03"), "{island:?}");
    }
    assert_eq!(with(rectangle([9, 10], [9, 10])), Vec::<&str>::new());
    let said = |island: Vec<paddock::games::vector_racing::Spot>| {
        let mut draft = ring();
        draft.islands.push(island);
        issue(&draft, "RT-VAL-03")
    };
    assert!(said(rectangle([20, 22], [0, 2])).starts_with("Island 2 is not strictly inside the outer boundary"));
    assert!(said(rectangle([6, 10], [6, 10])).starts_with("Island 2 touches or overlaps island 1 "));
    assert!(said(rectangle([3, 9], [3, 9])).starts_with("Island 1 touches or overlaps island 2 "));
    let mut draft = ring();
    draft.walls.push(wall("20,1", "22,1"));
    assert!(issues(&draft).contains(&"RT-VAL-03"));
}

#[test]
fn rt_val_04_limits() {
    let mut draft = ring();
    draft.outer[2] = spot("100001,12");
    assert_eq!(
        issue(&draft, "RT-VAL-04"),
        "Coordinate 100001 is out of range: use numbers up to 100000 and denominators up to 1000."
    );
    draft.outer[2] = spot("12,12002/1001");
    assert!(issue(&draft, "RT-VAL-04").contains("12002/1001"));
    draft.outer[2] = spot("12,12001/997");
    draft.outer[3] = spot("0,61/5");
    assert!(issue(&draft, "RT-VAL-04").contains("common denominator"));
    draft.outer = rectangle([0, 90_000], [0, 90_000]);
    assert!(issue(&draft, "RT-VAL-04").contains("at most 4000000"));
}

#[test]
fn rt_val_05_starts() {
    for start in [Some([6, 6]), Some([0, 0]), Some([4, 5]), Some([20, 2])] {
        let message = issue(&Draft { start, ..ring() }, "RT-VAL-05");
        assert!(message.ends_with("is not a grid point strictly inside the track."), "{message}");
    }
    assert_eq!(issue(&Draft { start: None, ..ring() }, "RT-VAL-05"), "The track has no start.");
    // On a free wall, and inside a disc.
    let walled = Draft { walls: vec![wall("6,2", "6,3")], ..ring() };
    assert_eq!(issue(&walled, "RT-VAL-05"), "The start (6, 2) is not a grid point strictly inside the track.");
    assert!(issues(&Draft { starts: vec![[6, 1], [5, 5]], ..ring() }).contains(&"RT-VAL-05"));
    let thin = Draft { outer: spots("1/4,1/4 23/4,1/4 23/4,3/4 1/4,3/4"), islands: Vec::new(), ..ring() };
    assert!(issues(&thin).contains(&"RT-VAL-05"));
}

#[test]
fn rt_val_06_the_line_runs_from_wall_to_wall() {
    let with = |from: &str, to: &str| issues(&Draft { finish: line(from, to, Crossing::Right), ..ring() });
    assert_eq!(
        issue(&Draft { finish: line("6,0", "6,3", Crossing::Right), ..ring() }, "RT-VAL-06"),
        "The finish line does not lie on a grid line or does not run from wall to wall (check the end at (6, 3))."
    );
    for (from, to) in [
        ("6,0", "6,3"),
        ("6,0", "7,4"),
        ("6,0", "6,12"),
        ("13/2,0", "13/2,4"),
        ("6,2", "6,2"),
        ("6,-1", "6,4"),
        ("6,4", "6,8"),
        ("6,0", "6,5"),
    ] {
        assert!(with(from, to).contains(&"RT-VAL-06"), "{from} {to}");
    }
    assert_eq!(issue(&Draft { finish: None, ..ring() }, "RT-VAL-06"), "The track has no finish.");
    // Part of an edge may be an opening, on a sprint only.
    let mut draft = straight(20, 6, 20, [1, 3]);
    draft.finish = line("20,2", "20,9/2", Crossing::Right);
    assert_eq!(issues(&draft), Vec::<&str>::new());
    draft.kind = Kind::Circuit;
    assert!(issues(&draft).contains(&"RT-VAL-06"));
}

#[test]
fn rt_val_07_across_the_line() {
    for crossing in [Crossing::Up, Crossing::Down] {
        let message = issue(&Draft { finish: line("6,0", "6,4", crossing), ..ring() }, "RT-VAL-07");
        assert_eq!(message, "The crossing direction points along the finish line, not across it.");
    }
    let mut draft = straight(20, 6, 20, [1, 3]);
    draft.finish = line("20,2", "20,4", Crossing::Left);
    assert!(issues(&draft).contains(&"RT-VAL-07"));
    assert!(issues(&Draft { finish: line("6,0", "6,4", Crossing::Any), ..ring() }).contains(&"RT-VAL-07"));
}

#[test]
fn rt_val_08_a_lap_must_close() {
    let draft = Draft { kind: Kind::Circuit, start: Some([18, 3]), ..straight(20, 6, 18, [1, 3]) };
    assert_eq!(
        issue(&draft, "RT-VAL-08"),
        "The finish line is not on a closed lap: no route leads from one side of the line round to the other."
    );
    // A wall from the island to the outer boundary closes the ring.
    let mut draft = ring();
    draft.walls.push(wall("6,8", "6,12"));
    assert!(issues(&draft).contains(&"RT-VAL-08"));
}

#[test]
fn rt_val_09_the_finish_is_within_reach() {
    let mut draft = straight(20, 6, 18, [1, 3]);
    draft.walls.push(wall("9,0", "9,6"));
    assert_eq!(issue(&draft, "RT-VAL-09"), "No sequence of moves reaches the finish.");
    draft.rules.walls = WallRule::LandingOnly;
    assert!(!issues(&draft).contains(&"RT-VAL-09"));
    // If the search is too large to answer, that is reported.
    let big = Draft {
        outer: rectangle([0, 900], [0, 900]),
        islands: vec![rectangle([440, 460], [440, 460])],
        kind: Kind::Sprint,
        finish: line("880,0", "880,900", Crossing::Right),
        start: Some([3, 450]),
        regions: vec![area(RegionKind::Oil, [100, 101], [100, 101])],
        ..Draft::default()
    };
    assert!(issue(&big, "RT-VAL-09").starts_with("No route to the finish was found among"));
}

#[test]
fn rt_val_10_corridors_between_grid_lines() {
    // Two areas joined by a corridor without a grid point, which a fast racer jumps through.
    let mut draft = straight(30, 6, 28, [2, 3]);
    draft.outer = spots("0,0 14,0 14,11/4 15,11/4 15,0 30,0 30,6 15,6 15,13/4 14,13/4 14,6 0,6");
    draft.outer[2] = spot("14,21/8");
    draft.outer[3] = spot("15,21/8");
    draft.outer[8] = spot("15,23/8");
    draft.outer[9] = spot("14,23/8");
    let found = issues(&draft);
    assert!(found.contains(&"RT-VAL-10") || found.contains(&"RT-VAL-09"), "{found:?}");
    // Through a gap that the path of (3, 1) fits.
    let mut draft = straight(30, 6, 28, [2, 3]);
    draft.walls = vec![wall("29/2,0", "29/2,5/2"), wall("29/2,11/4", "29/2,6")];
    assert_eq!(issues(&draft), ["RT-VAL-10"]);
    assert!(issue(&draft, "RT-VAL-10").starts_with("Near (14, "));
}

#[test]
fn rt_val_11_unused_pockets() {
    let mut draft = straight(20, 6, 18, [1, 3]);
    draft.outer = spots("0,0 20,0 20,6 8,6 8,10 6,10 6,6 0,6");
    draft.walls.push(wall("6,6", "8,6"));
    assert_eq!(issues(&draft), ["RT-VAL-11"]);
    // An error elsewhere does not hide the warning.
    for error in [
        Draft { finish: None, ..draft.clone() },
        Draft { reflectors: vec![reflector("0,0", "3,1")], ..draft.clone() },
        Draft { starts: vec![[1, 40]], ..draft.clone() },
    ] {
        let found = issues(&error);
        assert!(found.len() > 1 && found.contains(&"RT-VAL-11"), "{found:?}");
    }
}

#[test]
fn rt_val_12_a_first_move() {
    let mut draft = straight(20, 6, 18, [1, 3]);
    draft.islands.push(spots("1/2,5/2 3/2,5/2 3/2,21/8 1/2,21/8"));
    draft.walls = vec![wall("3/2,5/2", "3/2,7/2"), wall("1/2,5/2", "1/2,7/2"), wall("1/2,7/2", "3/2,7/2")];
    assert_eq!(issue(&draft, "RT-VAL-12"), "Every first move from the start hits a wall.");
}

#[test]
fn rt_val_13_starts_beside_the_line() {
    use paddock::game::Severity;
    let reported = |draft: &Draft| {
        let (track, issues) = VectorRacing::validate(draft);
        let found: Vec<_> = issues.into_iter().filter(|issue| issue.id == "RT-VAL-13").collect();
        assert!(track.is_some() && found.iter().all(|issue| issue.severity == Severity::Warning), "{found:?}");
        found.into_iter().map(|issue| issue.message).collect::<Vec<_>>()
    };
    let says = |which: &str, side: &str, progress: i32| {
        format!("{which} lies {side} the finish line, not on it, so racers begin with line-crossing count {progress}.")
    };
    assert_eq!(reported(&ring()), Vec::<String>::new(), "on the line there is nothing to say");
    for (crossing, before, after) in [(Crossing::Right, [5, 2], [7, 2]), (Crossing::Left, [7, 2], [5, 2])] {
        for (start, side, progress) in [(before, "before", -1), (after, "after", 0)] {
            let draft = Draft { start: Some(start), finish: line("6,0", "6,4", crossing), ..ring() };
            assert_eq!(reported(&draft), [says("The start", side, progress)], "{start:?}");
            // The race begins with what was said.
            assert_eq!(Trial::new(&draft).racer().progress, progress, "{start:?}");
        }
    }
    // Every start is checked.
    let many = Draft { starts: vec![[6, 1], [5, 3], [7, 3]], ..ring() };
    assert_eq!(reported(&many), [says("The start (5, 3)", "before", -1), says("The start (7, 3)", "after", 0)]);
}

#[test]
fn rt_val_14_objects_on_the_grid_and_inside() {
    let check = |change: fn(&mut Draft)| {
        let mut draft = ring();
        change(&mut draft);
        issues(&draft).contains(&"RT-VAL-14")
    };
    assert!(check(|draft| draft.spinners.push(spinner("5,5", Spin::Cw))));
    assert!(check(|draft| draft.spinners.push(spinner("5/2,5", Spin::Cw))));
    assert!(check(|draft| draft.warps.push(warp("2,2", [0, 0]))));
    assert!(check(|draft| draft.warps.push(warp("2,2", [3, 3]))));
    assert!(check(|draft| draft.warps.push(warp("1,1 3,1 3,3 2,2 1,3", [8, 0]))));
    assert!(check(|draft| draft.warps.push(warp("1,1 3,1 3,3 1,3", [1, 1]))));
    assert!(check(|draft| draft.warps.push(warp("5/4,5/4 7/4,5/4 7/4,7/4", [8, 0]))));
    assert!(check(|draft| draft.reflectors.push(reflector("1,1", "2,2"))));
    assert!(check(|draft| draft.reflectors.push(reflector("3/2,1", "2,1"))));
    assert!(check(|draft| draft.reflectors.push(reflector("1,1", "12,1"))));
    assert!(check(|draft| draft.reflectors.push(reflector("3,5", "9,5"))));
    assert!(!check(|draft| draft.reflectors.push(reflector("1,10", "9,10"))));
}

#[test]
fn rt_val_15_objects_apart() {
    let mut draft = ring();
    draft.spinners = vec![spinner("2,10", Spin::Cw), spinner("2,10", Spin::Ccw)];
    assert_eq!(issue(&draft, "RT-VAL-15"), "Spinner 1 and spinner 2 share the point (2, 10).");
    let mut draft = ring();
    draft.reflectors = vec![reflector("1,10", "3,10")];
    draft.warps = vec![warp("2,10", [8, -8])];
    assert!(issues(&draft).contains(&"RT-VAL-15"));
    let mut draft = ring();
    draft.reflectors = vec![reflector("1,10", "3,10"), reflector("3,10", "3,11"), reflector("3,10", "6,10")];
    assert!(!issues(&draft).contains(&"RT-VAL-15"));
    draft.reflectors.push(reflector("5,10", "8,10"));
    assert!(issues(&draft).contains(&"RT-VAL-15"));
    let mut draft = ring();
    draft.reflectors.push(reflector("6,1", "6,3"));
    assert_eq!(issue(&draft, "RT-VAL-15"), "Reflector 1 lies along the finish line.");
}

#[test]
fn rt_val_16_warps_that_shorten_the_lap() {
    let mut draft = ring();
    draft.warps.push(warp("10,2", [-8, 8]));
    assert!(issue(&draft, "RT-VAL-16").starts_with("Warp 1 saves up to"));
}

#[test]
fn rt_val_17_hits_that_can_be_made() {
    let mut draft = ring();
    draft.regions.push(area(RegionKind::Slow, [9, 11], [1, 3]));
    let hits = |count, ids: &[&str]| {
        Some(Hits {
            count,
            kinds: Vec::new(),
            ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            distinct: true,
            per: Per::Race,
        })
    };
    draft.rules.hits = hits(2, &[]);
    assert_eq!(issue(&draft, "RT-VAL-17"), "Required hits: 2, but the objects allow only 1.");
    draft.rules.hits = hits(1, &["slow:2"]);
    assert_eq!(issue(&draft, "RT-VAL-17"), "There is no object `slow:2` to hit.");
    draft.rules.hits = hits(1, &["slow:1"]);
    assert_eq!(issues(&draft), Vec::<&str>::new());
    // One nobody gets to.
    draft.regions.push(area(RegionKind::Slow, [13, 14], [1, 3]));
    draft.rules.hits = hits(2, &[]);
    assert!(issues(&draft).contains(&"RT-VAL-17"));
}

#[test]
fn rt_val_18_regions_off_the_track() {
    let mut draft = ring();
    draft.regions.push(area(RegionKind::Oil, [5, 7], [5, 7]));
    assert_eq!(issues(&draft), ["RT-VAL-18"]);
    draft.regions[0] = area(RegionKind::Oil, [3, 9], [3, 9]);
    assert!(!issues(&draft).contains(&"RT-VAL-18"));
}

#[test]
fn rt_val_19_oil_traps() {
    let mut draft = straight(20, 6, 18, [1, 3]);
    // A pocket filled with oil: the only way in is the way into the wall.
    draft.outer = spots("0,0 20,0 20,6 9,6 9,10 7,10 7,6 0,6");
    draft.regions.push(area(RegionKind::Oil, [7, 9], [7, 10]));
    assert!(issue(&draft, "RT-VAL-19").starts_with("Entering the oil from ("));
    let mut draft = ring();
    draft.regions.push(area(RegionKind::Oil, [0, 4], [5, 7]));
    assert!(!issues(&draft).contains(&"RT-VAL-19"));
}

#[test]
fn rt_val_20_unbounded_speeds() {
    let mut draft = ring();
    draft.reflectors = vec![reflector("2,9", "4,9"), reflector("2,11", "4,11")];
    assert!(issue(&draft, "RT-VAL-20").contains("64"));
    draft.reflectors.pop();
    assert_eq!(issues(&draft), Vec::<&str>::new());
}

#[test]
fn rt_val_21_how_much_a_proof_takes() {
    let estimate = solve::estimate(&valid(&ring()));
    let solution =
        solve::solve(&valid(&ring()), &solve::Question::of(&valid(&ring())), solve::Progress::SILENT).unwrap();
    assert!(estimate.states >= solution.states && estimate.bytes > 0, "{estimate:?}");
    let sentence = estimate.words();
    assert!(sentence.contains("states"), "{sentence}");
}

#[test]
fn maps_of_cells_are_checked_too() {
    let map = |text: &str| racetrack::ascii(text.as_bytes(), "map", WallRule::NoTouch);
    let mut draft = map("S..*\n").unwrap();
    assert_eq!(issues(&draft), Vec::<&str>::new());
    draft.rules.finish = FinishRule::Line;
    assert!(issues(&draft).contains(&"RT-VAL-06"));
    draft.rules.finish = FinishRule::CellsLand;
    draft.cells.as_mut().unwrap().rows.push("..".to_owned());
    assert_eq!(issues(&draft), ["RT-WALL-04"]);
    for refused in ["", "...*", "S...", "S.?*", "S..*\n..\n"] {
        assert!(map(refused).is_err(), "{refused}");
    }
    assert!(map("S.?*").unwrap_err().to_string().starts_with("line 1: `?` (column 3) is not a cell. "));
    assert!(issues(&map("S#.*\n").unwrap()).contains(&"RT-VAL-12"));
}

#[test]
fn maps_of_planning_libraries_have_other_signs_and_several_starts() {
    let text = "9\n5\nXXXXXXXXX\nXS    ooX\nXS XX  oX\nXS XX GGX\nXXXXXXXXX\n";
    let (draft, notes) = racetrack::ascii_noted(text.as_bytes(), "L", WallRule::NoTouch).unwrap();
    let rows = ["#########", "#.......#", "#..##...#", "#..##.**#", "#########"];
    assert_eq!(draft.cells.as_ref().unwrap().rows, rows);
    assert_eq!((draft.start, draft.starts.clone()), (Some([1, 3]), vec![[1, 2], [1, 1]]));
    assert_eq!(
        notes,
        [
            "In the original game, a car may slip on 3 of the cells (`o`, `P`). Here, they are ordinary cells of the track."
        ]
    );
    let track = valid(&draft);
    let solution = solve::solve(&track, &solve::Question::of(&track), solve::Progress::SILENT).unwrap();
    assert!(solution.turns.is_some());
    // The same by other hands: small letters, points, a heading with a name, rows that end early.
    let other = "dim: 5 9\nxxxxxxxxx\nxs....oox\nxs.xx..ox\nxs.xx.ggx\nxxxxxxxxx\n";
    assert_eq!(racetrack::ascii(other.as_bytes(), "L", WallRule::NoTouch).unwrap(), draft);
    let ragged = "XXXXX\nXS  XX\nX  GX\nXXXXX\n";
    let (draft, notes) = racetrack::ascii_noted(ragged.as_bytes(), "R", WallRule::NoTouch).unwrap();
    assert_eq!(draft.cells.unwrap().rows, ["######", "#...##", "#..*##", "######"].map(str::to_owned));
    assert_eq!(notes.len(), 1, "{notes:?}");
}
