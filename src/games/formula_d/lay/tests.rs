//! Tests of laying out circuits along lines.

use super::*;
use crate::game::Severity;
use crate::game::prelude::*;
use crate::games::formula_d::FormulaD;
use crate::games::formula_d::draft::{CornerDraft, Side};

/// A test line: a ring with two straights.
pub(super) const RING: [Point; 7] =
    [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];

/// A test line: a figure of eight with a bridge in its middle.
pub(super) const EIGHT: [Point; 10] = [
    [-16.0, 0.0],
    [-3.0, 5.5],
    [9.0, 17.0],
    [26.0, 18.5],
    [27.0, 3.0],
    [9.0, 3.0],
    [-3.0, 14.0],
    [-18.0, 21.0],
    [-40.0, 12.0],
    [-32.0, 0.0],
];

/// Returns the circuit after its control points were moved.
fn bent(draft: &Draft, line: &[Point]) -> Draft {
    relay(draft, Draft { line: line.to_vec(), ..draft.clone() }, LineChange::Same)
}

#[test]
fn a_ring_is_laid_out_as_a_circuit_that_can_be_raced() {
    let line = [
        [0.0, 0.0],
        [22.0, 0.0],
        [34.0, 6.0],
        [38.0, 18.0],
        [30.0, 28.0],
        [10.0, 30.0],
        [-12.0, 30.0],
        [-26.0, 24.0],
        [-30.0, 10.0],
        [-22.0, 0.0],
    ];
    for lanes in 2..=4 {
        let draft = lay(&Draft { lanes, ..Draft::default() }, &line);
        let (track, issues) = FormulaD::validate(&draft);
        let errors: Vec<_> = issues.iter().filter(|issue| issue.severity == Severity::Error).collect();
        assert!(track.is_some(), "{lanes} lanes: {errors:#?}");
        assert!(!draft.corners.is_empty() && draft.slots() == SLOTS, "{:?}", draft.corners);
        assert!(draft.corners.iter().all(|corner| corner.inside == Some(Side::Left)), "driven to the left");
    }
    assert!(lay(&Draft::default(), &line[..2]).spaces.is_empty());
}

#[test]
fn corners_can_be_marked_moved_and_covered() {
    let mut draft = lay(&Draft::default(), &RING);
    let before = draft.corners.len();
    let index = mark_corner(&mut draft, None, 8, 14);
    assert_eq!((index, draft.corners.len()), (0, before + 1));
    let own = |draft: &Draft| {
        let id = SpaceKind::Corner(draft.corners[0].id.clone());
        draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank).collect::<Vec<_>>()
    };
    assert!(own(&draft).iter().all(|rank| (8..=14).contains(rank)));
    mark_corner(&mut draft, Some(0), 10, 12);
    assert!(own(&draft).iter().all(|rank| (10..=12).contains(rank)));
    mark_corner(&mut draft, None, 0, 20);
    assert_eq!(draft.corners.len(), before + 1, "the small one has no space left");
}

#[test]
fn marks_stay_when_the_line_is_bent() {
    let mut line = RING;
    let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
    draft.corners[0].name = "Mill".to_owned();
    draft.corners[0].stops = 3;
    let noisy = draft.spaces.iter().position(|space| space.lane == 2 && space.rank > 40).expect("a space");
    draft.spaces[noisy].noise = true;
    assert_eq!(bent(&draft, &line), draft, "the same line");
    line[4][1] += 25.0;
    let longer = bent(&draft, &line);
    assert!(longer.spaces.len() > draft.spaces.len());
    let said = |draft: &Draft| {
        let said = |corner: &CornerDraft| (corner.name.clone(), corner.stops, corner.inside);
        draft.corners.iter().map(said).collect::<Vec<_>>()
    };
    assert_eq!(said(&longer), said(&draft));
    let part = |draft: &Draft| {
        let own = draft.spaces.iter().filter(|space| space.noise);
        own.map(|space| f64::from(space.rank) / f64::from(draft.lap)).collect::<Vec<_>>()
    };
    let (was, is) = (part(&draft), part(&longer));
    assert!(!is.is_empty() && is.iter().all(|at| (at - was[0]).abs() < 0.02), "{was:?} {is:?}");
    assert!(FormulaD::validate(&longer).0.is_some());
}

#[test]
fn a_corner_may_span_the_finish_line() {
    let mut draft = lay(&Draft::default(), &RING);
    let lap = draft.lap;
    let index = mark_corner(&mut draft, None, lap - 6, 4);
    let id = SpaceKind::Corner(draft.corners[index].id.clone());
    let ranks: Vec<i32> = draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank).collect();
    assert!(!ranks.is_empty() && ranks.iter().all(|rank| *rank <= 4 || *rank >= lap - 6), "{ranks:?}");
}

fn errors(draft: &Draft) -> Vec<String> {
    let (_, issues) = FormulaD::validate(draft);
    let errors = issues.into_iter().filter(|issue| issue.severity == Severity::Error);
    errors.map(|issue| format!("{} {}", issue.id, issue.message)).collect()
}

#[test]
fn a_bridge_spans_a_crossing_of_the_line() {
    let mut draft = lay(&Draft::default(), &EIGHT);
    assert_eq!(errors(&draft), Vec::<String>::new());
    let over = |draft: &Draft| draft.spaces.iter().filter(|space| space.level > 0).map(|space| space.rank).max();
    let late = over(&draft).expect("a bridge");
    assert!(late > draft.lap / 2, "the later stretch goes over the earlier one");
    // If the user swaps the levels, they stay swapped when the line is bent.
    let half = draft.lap / 2;
    for space in &mut draft.spaces {
        let is_near = |rank: i32| space.rank.abs_diff(rank) < 8;
        space.level = u8::from(space.rank < half && (30..80).any(is_near));
    }
    let again = bent(&draft, &EIGHT);
    assert!(over(&again).expect("a bridge") < half, "{:?}", over(&again));
    assert_eq!(errors(&again), Vec::<String>::new());
}

#[test]
fn a_tunnel_has_no_spaces_and_joins_each_lane() {
    let open = lay(&Draft { lanes: 3, ..Draft::default() }, &RING);
    let draft = lay(&Draft { lanes: 3, tunnels: vec![3], ..Draft::default() }, &RING);
    assert_eq!(errors(&draft), Vec::<String>::new());
    assert!(draft.spaces.len() + 3 * 55 < open.spaces.len(), "{} of {}", draft.spaces.len(), open.spaces.len());
    let portals: Vec<_> = draft.edges.iter().filter(|edge| matches!(edge.kind, EdgeKind::Portal(_))).collect();
    assert_eq!(portals.len(), 3);
    let lane = |id: &str| draft.spaces.iter().find(|space| space.id == id).map(|space| space.lane);
    assert!(portals.iter().all(|edge| lane(&edge.from) == lane(&edge.to) && lane(&edge.from).is_some()));
    assert!(super::super::validate::road_faults(&draft).is_empty());
}

#[test]
fn a_pit_lane_leaves_the_track_and_rejoins_it_past_the_line() {
    let pit_line = vec![[-18.0, 1.9], [-14.0, 3.0], [8.0, 3.0], [12.0, 1.9]];
    let mut draft = lay(&Draft { lanes: 3, pit_line, ..Draft::default() }, &RING);
    let (track, issues) = FormulaD::validate(&draft);
    assert_eq!(issues, [], "not even a warning");
    let track = track.expect("a track");
    assert!(track.has_pit() && track.boxes().len() == 5);
    let before = draft.clone();
    draft.pit_boxes = 3;
    lay_pit(&mut draft);
    assert_eq!(FormulaD::validate(&draft).0.expect("a track").boxes().len(), 3);
    (draft.pit_boxes, draft.pit_line) = (5, Vec::new());
    lay_pit(&mut draft);
    assert!(draft.spaces.iter().all(|space| space.lane > 0));
    draft.pit_line.clone_from(&before.pit_line);
    lay_pit(&mut draft);
    assert_eq!(draft, before);
}

#[test]
fn arrows_remove_edges_and_stay_when_the_line_is_bent() {
    let mut line = RING;
    let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
    assert_eq!(corner_arrows(&draft, 0), Some(CornerArrows::RacingLine));
    let [longest, shortest] = [draft.corners[0].longest, draft.corners[0].shortest].map(Option::unwrap_or_default);
    assert!(shortest < longest && longest <= shortest + 2, "{shortest} to {longest}");
    for arrows in CornerArrows::ALL {
        set_corner_arrows(&mut draft, 0, arrows);
        assert_eq!(corner_arrows(&draft, 0), Some(arrows));
        assert_eq!(errors(&draft), Vec::<String>::new());
        let (_, issues) = FormulaD::validate(&draft);
        assert!(issues.iter().all(|issue| issue.id != "FD-VAL-20" && issue.id != "FD-VAL-31"), "{issues:?}");
    }
    // Selects one space of a straight.
    let space = draft.spaces.iter().position(|space| space.lane == 2 && space.rank == 5).expect("a space");
    let kept = set_ways(&mut draft, space, Ways { ahead: true, left: false, right: true });
    assert_eq!(kept, ways_of(&draft, space));
    assert!(!kept.left && draft.spaces[space].arrows.len() == 2);
    line[4][1] += 0.2;
    let bent = bent(&draft, &line);
    assert_eq!(bent.lap, draft.lap);
    assert!(!ways_of(&bent, space).left && ways_of(&bent, space).right);
    assert_eq!(corner_arrows(&bent, 0), Some(CornerArrows::RacingLine));
    let all = set_ways(&mut draft, space, Ways { ahead: true, left: true, right: true });
    assert!(all.left && draft.spaces[space].arrows.is_empty());
}

#[test]
fn deleting_a_corner_deletes_its_arrows() {
    let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &RING);
    let before = draft.corners.len();
    let was = SpaceKind::Corner(draft.corners[0].id.clone());
    let own: Vec<usize> = (0..draft.spaces.len()).filter(|space| draft.spaces[*space].kind == was).collect();
    assert!(own.iter().any(|space| !draft.spaces[*space].arrows.is_empty()));
    unmark_corner(&mut draft, 0);
    assert_eq!(draft.corners.len() + 1, before);
    for space in own {
        let (ways, lane) = (ways_of(&draft, space), draft.spaces[space].lane);
        assert_eq!((ways.left, ways.right), (lane > 1, lane < 3), "{}", draft.spaces[space].id);
        assert!(ways.ahead && draft.spaces[space].arrows.is_empty());
    }
}

#[test]
fn the_police_line_crosses_every_lane_once() {
    for lanes in 2..=4 {
        let mut draft = lay(&Draft { lanes, ..Draft::default() }, &RING);
        for rank in [0, 1, 7, 30, draft.lap - 1] {
            mark_police(&mut draft, Some(rank));
            assert!(super::super::validate::road_faults(&draft).is_empty(), "{lanes} lanes, rank {rank}");
        }
        let bent = bent(&draft, &RING);
        assert_eq!(police_line(&bent), police_line(&draft));
        mark_police(&mut draft, None);
        assert_eq!(police_line(&draft), None);
    }
}
