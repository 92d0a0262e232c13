//! Tests of the rules for circuits (FD-TRK, FD-VAL), and of importing bare graphs.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use crate::invented::{Invented, eight, ring};
use paddock::game::Severity;
use paddock::game::prelude::*;
use paddock::games::formula_d::{
    Arrow, ChartLine, CornerDraft, Draft, EdgeDraft, EdgeKind, Forecast, FormulaD, Setup, SpaceDraft, SpaceKind, bare,
};
use paddock::import::gp_online;

fn space<'a>(draft: &'a mut Draft, id: &str) -> &'a mut SpaceDraft {
    draft.spaces.iter_mut().find(|space| space.id == id).unwrap()
}

fn edge<'a>(draft: &'a mut Draft, from: &str, to: &str) -> &'a mut EdgeDraft {
    draft.edges.iter_mut().find(|edge| edge.from == from && edge.to == to).unwrap()
}

fn cut(draft: &mut Draft, from: &str, to: &str) {
    draft.edges.retain(|edge| edge.from != from || edge.to != to);
}

fn join(draft: &mut Draft, from: &str, to: &str, kind: EdgeKind) {
    draft.edges.push(EdgeDraft { from: from.into(), to: to.into(), kind, finish: false, police: false });
}

/// The messages of a draft's issues with this id, each with whether it is an error.
fn reported(draft: &Draft, id: &str) -> Vec<(bool, String)> {
    issues(draft, id).into_iter().map(|issue| (issue.severity == Severity::Error, issue.message)).collect()
}

fn error(text: &str) -> (bool, String) {
    (true, text.to_owned())
}

fn warning(text: &str) -> (bool, String) {
    (false, text.to_owned())
}

/// OVAL with a change.
fn with(change: impl FnOnce(&mut Draft)) -> Draft {
    let mut draft = oval();
    change(&mut draft);
    draft
}

#[test]
fn the_oval_is_sound() {
    let (track, issues) = FormulaD::validate(&oval());
    assert!(track.is_some());
    // Its third corner is short for three stops, as in the ledger.
    let ids: Vec<&str> = issues.iter().map(|issue| issue.id).collect();
    assert_eq!(ids, ["FD-VAL-19"], "{issues:#?}");
}

#[test]
fn fd_trk_01_edges_are_the_only_way() {
    let track = valid(&oval());
    let names = |from: &str| {
        let from = track.find(from).unwrap();
        track.edges(from).iter().map(|edge| track.name(edge.to)).collect::<Vec<_>>()
    };
    assert_eq!(names("b5"), ["b6", "a6", "c6"]);
    assert_eq!(names("a5"), ["a6", "b5"]);
    assert_eq!(names("a9"), ["a10"]);
    // Each edge counts one space, lane changes included.
    let mut table = table("a0 g2");
    table.go("1.1 g2 d2 m2R1R2 =c1");
}

#[test]
fn fd_trk_02_rank_and_progress() {
    let mut table = table("a5 g4 lap=2");
    assert_eq!(table.state.progress(&table.track, 0), 2 * 120 + 10);
    table.place("b59 g4 lap=0");
    assert_eq!(table.state.progress(&table.track, 0), 119);
    for space in 0..table.track.len() as u16 {
        for edge in table.track.edges(space) {
            let rise = table.track.space(edge.to).rank - table.track.space(space).rank;
            assert_eq!(rise > 0, !edge.finish);
        }
    }
}

#[test]
fn fd_trk_03_level_is_equal_progress() {
    let table = table("a5 g4, c5 g4, b5 g4");
    let progress = |car| table.state.progress(&table.track, car);
    assert!(progress(0) == progress(1) && progress(2) == progress(0) + 1);
    // Computed ranks: half spaces along the middle lane, raised if edges need it.
    let track = valid(&Invented::new(eight, 110).import().draft);
    let mut count = 0;
    for space in 0..track.len() as u16 {
        for edge in track.edges(space).iter().filter(|edge| !edge.finish) {
            assert!(track.space(edge.to).rank > track.space(space).rank, "{}", track.name(space));
            count += 1;
        }
    }
    assert!(count > 600, "{count}");
}

#[test]
fn fd_trk_04_directly_behind() {
    let track = valid(&oval());
    let at = |id: &str| track.find(id).unwrap();
    assert_eq!((track.next(at("a5")), track.next(at("a6"))), (Some(at("a6")), Some(at("a7"))));
    assert_eq!(track.prev(at("a6")), Some(at("a5")));
    // A link, because an arrow forbids driving.
    let linked = with(|draft| {
        cut(draft, "b13", "b14");
        join(draft, "b13", "a14", EdgeKind::Left);
        draft.links.push(["b13".into(), "b14".into()]);
        space(draft, "b13").kind = SpaceKind::Straight;
        space(draft, "a13").kind = SpaceKind::Straight;
        space(draft, "c13").kind = SpaceKind::Straight;
        join(draft, "a13", "b13", EdgeKind::Right);
    });
    let track = valid(&linked);
    let at = |id: &str| track.find(id).unwrap();
    assert_eq!(track.next(at("b13")), Some(at("b14")));
    assert!(track.edge(at("b13"), at("b14")).is_none());
}

#[test]
fn fd_trk_05_next_to() {
    let track = valid(&oval());
    let at = |id: &str| track.find(id).unwrap();
    let mut beside: Vec<&str> = track.beside(at("b15")).iter().map(|space| track.name(*space)).collect();
    beside.sort_unstable();
    assert_eq!(beside, ["a15", "a16", "c15", "c16"]);
    assert!(!track.beside(at("a15")).contains(&at("c15")));
    // Imported spaces touch up to two or three on a side, and contact is mutual.
    let track = valid(&Invented::new(eight, 110).import().draft);
    let mut most = 0;
    for space in 0..track.len() as u16 {
        most = most.max(track.beside(space).len());
        assert!(track.beside(space).iter().all(|other| track.beside(*other).contains(&space)));
    }
    assert!((4..=8).contains(&most), "{most}");
}

#[test]
fn fd_trk_06_adjacent() {
    let track = valid(&oval());
    let adjacent = |one: &str, other: &str| track.are_adjacent(track.find(one).unwrap(), track.find(other).unwrap());
    assert!(adjacent("b15", "a15") && adjacent("b15", "b16") && adjacent("b16", "b15"));
    assert!(!adjacent("a15", "c15") && !adjacent("b15", "b17"));
}

#[test]
fn fd_trk_07_current_and_next_corner() {
    let track = valid(&oval());
    let corner = |id: &str| track.space(track.find(id).unwrap()).ahead_corner;
    assert_eq!(["a5", "a11", "a20", "a27", "a34", "b40", "c50"].map(corner), [0, 0, 1, 1, 2, 2, 0]);
}

#[test]
fn fd_trk_08_nearer_the_inside() {
    use paddock::games::formula_d::order;
    for (cars, first) in [("a5 g3, c5 g3", 1), ("a20 g3, c20 g3", 0), ("a27 g3, c27 g3", 0), ("a42 g3, c42 g3", 1)] {
        let table = table(cars);
        assert_eq!(order(&table.track, &table.state)[0], first, "{cars}");
    }
}

#[test]
fn fd_trk_09_exits_and_entries() {
    // A car leaves by an edge to a space outside: within K2 nothing is due.
    let mut inside = table("a25 g2");
    inside.go("1.1 g2 d4 m4 =a29");
    assert_eq!((inside.wear(1)[0], inside.car(1).stops), (6, 1));
    let mut out = table("a32 g2 made=1");
    out.go("1.1 g2 d2 m2 =a34");
    assert_eq!(out.wear(1)[0], 4);
}

#[test]
fn fd_trk_10_a_straight_run() {
    // Two changes by the arrows of K1 do not count for the straight behind it: two more are allowed there, a third is
    // not.
    let mut table = table("a11 g3 made=1");
    table.clone().go("1.1 g3 d7 m7R1R2L5L6 =a16");
    assert_eq!(table.refusal("1.1 g3 d8 m8R1R2L5L6R7").clause, "FD-STR-01");
    // A run ends with the straight: two changes, a corner, and two changes by its arrows.
    table.place("c5 g3");
    table.go("1.1 g3 d8 m8L1L2R7R8");
}

#[test]
fn fd_trk_11_passing() {
    let track = valid(&oval());
    let at = |id: &str| track.find(id).unwrap();
    let passes = |from: &str, to: &str, car: &str| {
        let (from, to) = (at(from), at(to));
        track.passes(from, track.edge(from, to).unwrap(), at(car))
    };
    assert!(passes("b15", "b16", "a16") && passes("b15", "b16", "b15") && !passes("b15", "b16", "b16"));
    assert!(!passes("b14", "b15", "a16"));
    // Also across the line, so that lapping counts.
    assert!(passes("b59", "b0", "a0") && passes("a59", "a0", "b59") && !passes("a59", "a0", "b0"));
}

#[test]
fn fd_trk_12_the_finish_line() {
    let track = valid(&oval());
    let first: Vec<&str> = {
        let mut first: Vec<&str> = (0..track.len() as u16)
            .flat_map(|space| track.edges(space))
            .filter(|edge| edge.finish)
            .map(|edge| track.name(edge.to))
            .collect();
        first.sort_unstable();
        first.dedup();
        first
    };
    assert_eq!(first, ["a0", "b0", "c0", "p6"]);
}

#[test]
fn fd_trk_13_portals() {
    let mut table = table("c35 g2");
    table.go("1.1 g2 d4 m4");
    assert_eq!(table.at(1), "c39");
    let track = &table.track;
    assert_eq!(track.next(track.find("c36").unwrap()), track.find("c37"));
}

#[test]
fn fd_val_01_two_to_four_lanes() {
    for lanes in [1, 5] {
        let text = format!("A circuit has 2 to 4 lanes, but this one has {lanes}.");
        assert_eq!(reported(&with(|draft| draft.lanes = lanes), "FD-VAL-01"), [error(&text)]);
    }
}

#[test]
fn fd_val_02_ids_and_lanes() {
    let twice = with(|draft| space(draft, "a5").id = "a6".into());
    assert!(reported(&twice, "FD-VAL-02").contains(&error("Space a6: its id is used twice.")));
    let lane = with(|draft| space(draft, "a5").lane = 4);
    assert_eq!(reported(&lane, "FD-VAL-02"), [error("Space a5: its id is not valid, or lane 4 is unknown.")]);
    let lost = with(|draft| edge(draft, "a5", "a6").to = "a66".into());
    assert_eq!(reported(&lost, "FD-VAL-02"), [error("Edge a5>a66: there is no space a66.")]);
    let many = with(|draft| draft.spaces = vec![SpaceDraft::default(); 5_000]);
    assert!(reported(&many, "FD-VAL-02")[0].1.contains("at most 4000"));
    assert!(!issues(&with(|draft| space(draft, "a5").at = [1e300, 0.0]), "FD-VAL-02").is_empty());
}

#[test]
fn fd_val_03_a_way_forward() {
    let dead = with(|draft| draft.edges.retain(|edge| edge.from != "a5"));
    assert!(reported(&dead, "FD-VAL-03").contains(&error("Space a5 has no way forward.")));
    let at = issues(&dead, "FD-VAL-03")[0].at;
    assert_eq!(at, oval().spaces.iter().find(|space| space.id == "a5").map(|space| space.at));
    // An empty table has one issue, not one for each thing that is missing.
    let empty = FormulaD::validate(&Draft::default()).1;
    assert_eq!(empty.iter().map(|issue| issue.id).collect::<Vec<_>>(), ["FD-VAL-03"]);
}

#[test]
fn fd_val_04_a_way_in() {
    let lone = with(|draft| draft.edges.retain(|edge| edge.to != "a5"));
    assert!(reported(&lone, "FD-VAL-04").contains(&error("Space a5 cannot be reached.")));
}

#[test]
fn fd_val_05_one_space_ahead() {
    let two = with(|draft| join(draft, "a5", "a7", EdgeKind::Ahead));
    let found = reported(&two, "FD-VAL-05");
    assert!(found.contains(&error("Space a5 has two spaces ahead of it in lane 1.")));
    assert!(found.contains(&error("Space a7 has two spaces behind it in lane 1.")));
}

#[test]
fn fd_val_06_lane_changes_lead_to_neighbours() {
    let jump = with(|draft| join(draft, "a5", "c6", EdgeKind::Right));
    assert!(reported(&jump, "FD-VAL-06").contains(&error("Edge a5>c6 jumps a lane or points the wrong way.")));
    let wrong = with(|draft| edge(draft, "a5", "b5").kind = EdgeKind::Left);
    assert!(reported(&wrong, "FD-VAL-06").contains(&error("Edge a5>b5 jumps a lane or points the wrong way.")));
}

#[test]
fn fd_val_07_no_opposed_edges() {
    let text = "Edges b5>a5 and a5>b5 lead in opposite directions.";
    let opposed = with(|draft| join(draft, "b5", "a5", EdgeKind::Left));
    assert!(reported(&opposed, "FD-VAL-07").contains(&error(text)));
    let same = with(|draft| join(draft, "a5", "a5", EdgeKind::Ahead));
    assert_eq!(reported(&same, "FD-VAL-07"), [error("Edge a5>a5 leads back to its own space.")]);
    let twice = with(|draft| join(draft, "a5", "b5", EdgeKind::Right));
    let text = "Edge a5>b5 exists 2 times.";
    assert!(reported(&twice, "FD-VAL-07").iter().all(|found| *found == error(text)));
    assert!(reported(&twice, "FD-VAL-07").contains(&error(text)));
}

#[test]
fn fd_val_08_the_rank_rises() {
    let flat = with(|draft| space(draft, "a6").rank = 10);
    assert!(reported(&flat, "FD-VAL-08").contains(&error("Edge a5>a6 does not lead forward.")));
}

#[test]
fn fd_val_09_no_loop_without_the_line() {
    let endless = with(|draft| edge(draft, "a59", "a0").finish = false);
    let found = reported(&endless, "FD-VAL-09");
    assert_eq!(found.len(), 1);
    assert!(found[0].1.starts_with("A loop through ") && found[0].1.ends_with(" never crosses the finish line."));
}

#[test]
fn fd_val_10_the_rank_falls_only_at_the_line() {
    let early = with(|draft| edge(draft, "a5", "a6").finish = true);
    assert_eq!(
        reported(&early, "FD-VAL-10"),
        [error("Edge a5>a6 is marked as crossing the finish line, but the rank does not drop there.")]
    );
    let unmarked = with(|draft| edge(draft, "a59", "a0").finish = false);
    assert!(reported(&unmarked, "FD-VAL-10").contains(&error(
        "Edge a59>a0 is not marked as crossing the finish line, but the rank drops by half a lap or more there."
    )));
    assert!(!reported(&with(|draft| space(draft, "a6").rank = 500), "FD-VAL-10").is_empty());
}

#[test]
fn fd_val_11_everything_is_on_a_lap() {
    let stray = with(|draft| {
        let mut extra = space(draft, "p3").clone();
        extra.id = "p99".into();
        draft.spaces.push(extra);
        join(draft, "p99", "p4", EdgeKind::Ahead);
    });
    assert!(reported(&stray, "FD-VAL-11").contains(&error("Space p99 is not on a complete lap.")));
}

#[test]
fn fd_val_12_lanes_close() {
    let open = with(|draft| cut(draft, "a20", "a21"));
    assert!(reported(&open, "FD-VAL-12").contains(&error("Lane 1 breaks off at a20.")));
    let marked = with(|draft| {
        cut(draft, "a20", "a21");
        space(draft, "a20").lane_end = true;
        space(draft, "a21").lane_start = true;
        draft.edges.iter_mut().for_each(|edge| edge.police = false);
    });
    assert!(reported(&marked, "FD-VAL-12").is_empty());
    assert!(FormulaD::validate(&marked).0.is_some());
}

#[test]
fn fd_val_13_corners_are_one_piece() {
    let split = with(|draft| {
        for id in ["a50", "b50", "c50"] {
            space(draft, id).kind = SpaceKind::Corner("K1".into());
        }
    });
    assert!(reported(&split, "FD-VAL-13").contains(&error("Corner K1 is split into separate pieces.")));
    let unknown = with(|draft| space(draft, "a50").kind = SpaceKind::Corner("K9".into()));
    assert_eq!(reported(&unknown, "FD-VAL-13").len(), 1);
}

#[test]
fn fd_val_14_corners_are_entered_and_left() {
    let shut = with(|draft| {
        // a11 can be reached only from b10, and no arrow leads there: a10 leads aside.
        cut(draft, "a10", "a11");
        draft.links.push(["a10".into(), "a11".into()]);
    });
    assert!(reported(&shut, "FD-VAL-14").contains(&error("Corner K1: no route through the corner uses space a11.")));
}

#[test]
fn fd_val_15_corners_cannot_be_driven_around() {
    let gap = with(|draft| {
        for k in 10..=13 {
            space(draft, &format!("a{k}")).kind = SpaceKind::Straight;
        }
    });
    let found = reported(&gap, "FD-VAL-15");
    assert_eq!(found.len(), 1);
    assert!(found[0].1.starts_with("Corner K1 can be bypassed via space a1"), "{found:?}");
}

#[test]
fn fd_val_16_exits_keep_their_lane() {
    let narrow = with(|draft| {
        cut(draft, "b32", "b33");
        draft.links.push(["b32".into(), "b33".into()]);
    });
    assert!(
        reported(&narrow, "FD-VAL-16")
            .contains(&error("Space b32 leads out of corner K2, but not straight ahead in its lane."))
    );
}

#[test]
fn fd_val_17_one_to_three_stops() {
    for stops in [0, 4] {
        assert_eq!(
            reported(&with(|draft| draft.corners[0].stops = stops), "FD-VAL-17"),
            [error("Corner K1: the number of stops must be 1, 2 or 3.")]
        );
    }
}

#[test]
fn fd_val_18_stops_fit() {
    let empty = with(|draft| {
        draft.corners.push(CornerDraft { id: "K4".into(), stops: 2, ..draft.corners[0].clone() });
    });
    assert_eq!(reported(&empty, "FD-VAL-18"), [error("Corner K4 has no spaces, but demands 2 stops.")]);
}

#[test]
fn fd_val_19_usual_lengths() {
    assert_eq!(
        reported(&oval(), "FD-VAL-19"),
        [warning("Corner K3: its longest path has 9 spaces, which is unusual for 3 stops.")]
    );
}

#[test]
fn fd_val_20_printed_paths() {
    let wrong = with(|draft| draft.corners[1].longest = Some(11));
    assert_eq!(
        reported(&wrong, "FD-VAL-20"),
        [warning("Corner K2: the green and red boxes say 11/8, but the routes have 9/8 spaces.")]
    );
}

#[test]
fn fd_val_21_an_inside() {
    assert_eq!(
        reported(&with(|draft| draft.corners[0].inside = None), "FD-VAL-21"),
        [error("The inside of corner K1 is not set.")]
    );
    let straight = with(|draft| {
        draft.corners.clear();
        draft.spaces.iter_mut().filter(|space| space.lane > 0).for_each(|space| space.kind = SpaceKind::Straight);
    });
    assert_eq!(reported(&straight, "FD-VAL-21"), [error("A circuit needs at least one corner.")]);
}

#[test]
fn fd_val_22_grid_slots() {
    let text = |slot: u32| error(&format!("Grid slot {slot} is missing, used twice, or not behind slot {}.", slot - 1));
    assert_eq!(reported(&with(|draft| space(draft, "a56").slot = None), "FD-VAL-22"), [text(3)]);
    assert_eq!(reported(&with(|draft| space(draft, "a56").slot = Some(2)), "FD-VAL-22"), [text(3)]);
    let ahead = with(|draft| {
        space(draft, "a56").slot = Some(2);
        space(draft, "c58").slot = Some(3);
    });
    assert_eq!(reported(&ahead, "FD-VAL-22"), [text(3)]);
    let pits = with(|draft| {
        space(draft, "c46").slot = None;
        space(draft, "p0").slot = Some(10);
    });
    assert_eq!(reported(&pits, "FD-VAL-22"), [text(10)]);
}

#[test]
fn r_63_a_grid_slot_may_lie_in_a_corner() {
    let bend = with(|draft| {
        space(draft, "c46").slot = None;
        space(draft, "c45").slot = Some(10);
    });
    assert!(reported(&bend, "FD-VAL-22").is_empty());
    let track = valid(&bend);
    let mut state = FormulaD::start(&track, &setup(10)).unwrap();
    assert_eq!((track.name(state.cars[9].at), state.cars[9].stops), ("c45", 0));
    // Three stops are missing: a car that leaves the corner in its first move is eliminated.
    for car in 0..9 {
        state.cars[car].start = paddock::games::formula_d::Start::Done;
        state.done |= 1 << car;
    }
    let line = turn("1.10 g1 d2 m2 !S=10 =c47 x");
    let after = FormulaD::play(&track, &state, &line).unwrap_or_else(|error| panic!("{error}")).state;
    assert!(after.cars[9].standing.is_out());
}

#[test]
fn fd_val_23_the_line_cuts_every_lane_and_the_pit_lane() {
    // A pit lane that leads past the line without crossing it.
    let pits = with(|draft| {
        edge(draft, "p5", "p6").finish = false;
        edge(draft, "x5", "p6").finish = false;
    });
    let found = reported(&pits, "FD-VAL-23");
    assert_eq!(found, [error("The pit lane that leads back to lane 3 does not cross the finish line.")]);
    let lane = with(|draft| edge(draft, "a59", "a0").finish = false);
    assert!(reported(&lane, "FD-VAL-23").contains(&error("Lane 1 does not cross the finish line.")));
    // Imported circuits with that fault are fixed, and the fix is noted.
    let furnished = Invented::new(ring, 60).import();
    assert!(furnished.notes.iter().any(|note| note.id == "FD-VAL-23"));
    assert!(FormulaD::validate(&furnished.draft).0.is_some());
}

#[test]
fn fd_val_24_the_pit_lane() {
    let without = with(|draft| {
        draft.spaces.retain(|space| space.lane > 0);
        draft.edges.retain(|edge| !edge.from.starts_with(['p', 'x']) && !edge.to.starts_with(['p', 'x']));
    });
    let found = reported(&without, "FD-VAL-24");
    assert!(found.len() == 1 && !found[0].0);
    let closed = with(|draft| cut(draft, "c47", "p0"));
    assert!(reported(&closed, "FD-VAL-24").contains(&error("The pit lane does not leave the track.")));
    let dead = with(|draft| cut(draft, "p9", "c3"));
    assert!(reported(&dead, "FD-VAL-24").contains(&error("The pit lane does not rejoin the track.")));
    let apart = with(|draft| cut(draft, "p2", "x2"));
    assert!(reported(&apart, "FD-VAL-24").contains(&error("The box x2 is not on the pit lane.")));
    let few = with(|draft| {
        draft.spaces.retain(|space| space.id != "x5");
        draft.edges.retain(|edge| edge.from != "x5" && edge.to != "x5");
    });
    assert!(reported(&few, "FD-VAL-24").contains(&warning("There are too few pit boxes for 9 cars.")));
    let issues = FormulaD::start(&valid(&few), &setup(9)).unwrap_err();
    assert_eq!((issues[0].id, issues[0].message.as_str()), ("FD-VAL-24", "There is no pit box for car 9."));
}

#[test]
fn fd_val_25_contacts() {
    let apart = with(|draft| draft.contacts.retain(|pair| *pair != ["a5".to_owned(), "b5".to_owned()]));
    let text = "Spaces a5 and b5 are joined by a lane change but do not touch.";
    assert_eq!(reported(&apart, "FD-VAL-25"), [error(text)]);
    let far = with(|draft| draft.contacts.push(["a5".into(), "c5".into()]));
    assert_eq!(reported(&far, "FD-VAL-25").len(), 1);
}

#[test]
fn fd_val_26_outlines() {
    let on_top = with(|draft| {
        let at = space(draft, "a5").at;
        space(draft, "a6").at = at;
        let angle = space(draft, "a5").angle;
        space(draft, "a6").angle = angle;
    });
    assert!(reported(&on_top, "FD-VAL-26").contains(&warning("The outlines of spaces a5 and a6 overlap.")));
    let bridge = with(|draft| {
        let at = space(draft, "a5").at;
        space(draft, "a40").at = at;
        space(draft, "a40").level = 1;
    });
    assert!(reported(&bridge, "FD-VAL-26").iter().all(|(_, text)| !text.contains("a5 and a40")));
    let folded = with(|draft| space(draft, "a5").outline = vec![[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
    assert!(reported(&folded, "FD-VAL-26").iter().any(|(_, text)| text.starts_with("The outline of a5")));
}

#[test]
fn fd_val_27_crossing_edges() {
    let crossed = |level: u8| {
        with(|draft| {
            // The lane swings across the other side of the ring, and everything there.
            for id in ["a20", "a21"] {
                space(draft, id).level = level;
            }
            let far = space(draft, "a50").at;
            space(draft, "a21").at = [far[0] * 1.4, far[1] * 1.4];
        })
    };
    assert!(reported(&crossed(0), "FD-VAL-27").iter().any(|(is_error, text)| *is_error && text.ends_with("cross.")));
    let bridge = reported(&crossed(1), "FD-VAL-27");
    assert!(!bridge.iter().any(|(_, text)| text.contains("a20>a21") && text.contains("a50>a51")), "{bridge:?}");
    // On an unstaggered board lane changes between the same lanes cross: tolerated.
    let ladder = with(|draft| {
        join(draft, "b5", "a7", EdgeKind::Left);
        cut(draft, "b5", "a6");
        draft.contacts.push(["b5".into(), "a7".into()]);
    });
    assert!(reported(&ladder, "FD-VAL-27").iter().all(|(is_error, _)| !is_error));
}

#[test]
fn fd_val_28_even_steps() {
    let far = with(|draft| {
        let at = space(draft, "a5").at;
        space(draft, "a5").at = [at[0] * 1.4, at[1] * 1.4];
    });
    assert!(reported(&far, "FD-VAL-28").contains(&warning("Space a5 is far from the space ahead of it.")));
    let near = with(|draft| {
        let (one, other) = (space(draft, "a5").at, space(draft, "a6").at);
        space(draft, "a5").at = [0, 1].map(|axis| one[axis] * 0.2 + other[axis] * 0.8);
    });
    assert!(reported(&near, "FD-VAL-28").contains(&warning("Space a5 is very near the space ahead of it.")));
}

#[test]
fn fd_val_29_the_weather_chart() {
    let hole = with(|draft| draft.chart[1] = ChartLine { from: 12, to: 15, weather: Forecast::Changeable });
    assert_eq!(reported(&hole, "FD-VAL-29"), [warning("Weather chart: result 11 is missing or listed twice.")]);
    let twice = with(|draft| draft.chart[1].from = 10);
    assert_eq!(reported(&twice, "FD-VAL-29"), [warning("Weather chart: result 10 is missing or listed twice.")]);
    // If weather is used, it is an error.
    let mut wet: Setup = setup(1);
    wet.rules.weather = true;
    wet.weather.race = Some(3);
    assert_eq!(FormulaD::start(&valid(&hole), &wet).unwrap_err()[0].id, "FD-VAL-29");
    assert!(FormulaD::start(&valid(&hole), &setup(1)).is_ok());
}

#[test]
fn fd_val_30_road_markings() {
    let twin = with(|draft| edge(draft, "a36", "a37").kind = EdgeKind::Portal(1));
    assert_eq!(reported(&twin, "FD-VAL-30"), [warning("A road marking is wrong: tunnel number 1 is used twice.")]);
    let gap = with(|draft| edge(draft, "b20", "b21").police = false);
    assert_eq!(
        reported(&gap, "FD-VAL-30"),
        [warning("A road marking is wrong: a route does not cross the police line exactly once.")]
    );
    assert_eq!(FormulaD::start(&valid(&gap), &road(1)).unwrap_err()[0].id, "FD-VAL-30");
    assert!(FormulaD::start(&valid(&gap), &setup(1)).is_ok());
    assert!(FormulaD::start(&valid(&oval()), &road(1)).is_ok());
    let pit = with(|draft| space(draft, "p3").danger = true);
    assert_eq!(reported(&pit, "FD-VAL-30").len(), 1);
}

#[test]
fn fd_val_31_arrows() {
    let wrong = with(|draft| space(draft, "a9").arrows = vec![Arrow::Ahead, Arrow::Right]);
    assert_eq!(reported(&wrong, "FD-VAL-31"), [warning("The arrows drawn on a9 do not match its exits.")]);
    assert!(reported(&with(|draft| space(draft, "a9").arrows = vec![Arrow::Ahead]), "FD-VAL-31").is_empty());
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the circuits in ../shared/data, which is not there")]
fn the_bare_graph_of_monaco_has_the_known_lanes_and_corners() {
    let bytes = std::fs::read(data("circuits/monaco.dat")).unwrap();
    let graph = gp_online::graph("Monaco", &bytes).unwrap();
    assert_eq!(bare::lane_lengths(&graph).unwrap(), [168, 166, 163]);
    let track = valid(&gp_online::circuit("Monaco", &bytes).unwrap().draft);
    let reported: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(data("monaco_corners.json")).unwrap()).unwrap();
    let wanted: Vec<[u64; 3]> = reported["corners"]
        .as_array()
        .unwrap()
        .iter()
        .map(|corner| ["stops", "long", "short"].map(|word| corner[word].as_u64().unwrap()))
        .collect();
    let found: Vec<[u64; 3]> = track
        .corners()
        .iter()
        .map(|corner| [u64::from(corner.stops), u64::from(corner.longest), u64::from(corner.shortest)])
        .collect();
    assert_eq!(found, wanted);
}

#[test]
fn faults_of_a_file_are_reported_with_their_lines() {
    let fault = |text: &str| gp_online::circuit("x", text.as_bytes()).unwrap_err().to_string();
    assert_eq!(fault("h\n0 1 2\n"), "line 2: the type of a space is missing");
    assert_eq!(fault("h\n0 1 2 9\n"), "line 2: the type of a space must be from 1 to 7, not 9");
    assert_eq!(fault("h\n0 1 2 1\n\n0 7\n"), "line 4: there is no space 7");
    assert_eq!(
        fault("h\n0 1 2 1\n0 1 2 1\n"),
        "line 3: there are two spaces with the number 0; give one of them another number"
    );
    assert!(gp_online::circuit("x", b"\xff\xfe").is_err());
    assert!(fault("h\n0 1 2 1\n\n\n").contains("lanes"));
    for seed in 0..200u32 {
        let noise: Vec<u8> =
            (0..seed).map(|place| b"0123 45\n-F "[(place.wrapping_mul(seed * 7 + 3) >> 3) as usize % 11]).collect();
        let _ = gp_online::circuit("x", &noise);
    }
}
