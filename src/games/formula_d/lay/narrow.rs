//! Places narrowings along the centre line. A narrowing is a stretch on which outer lanes are closed. It begins and
//! ends between two rows of spaces.

use crate::games::formula_d::draft::{Anchor, Draft, NarrowDraft, Side};
use crate::games::formula_d::line::{Course, Point, SHORTEST, WIDTH};

/// A weight that keeps a dragged end of a narrowing from jumping to another stretch of the line nearby. The end moves
/// to the place with the lowest cost: the distance of the place from the pointer, plus this weight times the distance
/// that the end would move along the line.
const STAYS: f64 = 0.02;

/// Returns the two ends of each narrowing, as points on the board in the middle of the closed lanes. The list of ends
/// is empty for a narrowing that does not lie on the centre line.
#[must_use]
pub fn narrow_ends(draft: &Draft) -> Vec<Vec<Point>> {
    let course = Some(draft).filter(|draft| !draft.narrows.is_empty()).and_then(Course::drawn);
    let ends = |narrow: &NarrowDraft| {
        let course = course.as_ref()?;
        let kept = f64::from(narrow.lanes.min(draft.lanes.saturating_sub(1)));
        let aside = if narrow.side == Side::Left { kept / 2.0 } else { -kept / 2.0 } * WIDTH;
        let at = |anchor| Some(course.curve.at(course.curve.along(anchor)?, aside).0);
        Some(vec![at(narrow.from)?, at(narrow.to)?])
    };
    draft.narrows.iter().map(|narrow| ends(narrow).unwrap_or_default()).collect()
}

/// Returns a narrowing that covers the shorter part of the lap between two places. `lane` is the innermost lane to
/// close; the lanes outside it are closed too. Returns `None` if the draft has no line.
#[must_use]
pub fn narrow_between(draft: &Draft, lane: u8, places: [Point; 2]) -> Option<NarrowDraft> {
    let course = Course::drawn(draft)?;
    let [one, other] = places.map(|at| spaces_to(&course, at));
    let way = (other - one).rem_euclid(course.all());
    let (first, last) = if way * 2.0 <= course.all() { (one, other) } else { (other, one) };
    let lanes = draft.lanes.clamp(2, 4);
    let lane = lane.clamp(1, lanes);
    let side = if lane * 2 <= lanes { Side::Left } else { Side::Right };
    let kept = if side == Side::Left { lanes - lane } else { lane - 1 };
    // The spaces at both ends are closed, too.
    let (from, length) = (first - 0.25, (last - first).rem_euclid(course.all()) + 0.5);
    Some(placed(
        &course,
        NarrowDraft { lanes: kept.max(2), side, from: Anchor::default(), to: Anchor::default() },
        from,
        length,
    ))
}

/// Drags one end of a narrowing towards the point `at`: its beginning if `end` is 0, otherwise its other end. Neither
/// end can be moved past the other.
pub fn move_narrow(draft: &mut Draft, index: usize, end: usize, at: Point) {
    let course = Course::drawn(draft);
    let Some((course, narrow)) = course.zip(draft.narrows.get_mut(index)) else { return };
    if let Some([from, length]) = stretch(&course, narrow) {
        let all = course.all();
        let end_at = if end == 0 { from } else { from + length };
        // Where the line comes near itself, the end stays on its own stretch.
        let cost = |by: f64| {
            let place = course.curve.along(course.anchor(end_at + by)).map(|along| course.curve.at(along, 0.0).0);
            place.map_or(f64::MAX, |place| (place[0] - at[0]).hypot(place[1] - at[1]) + by.abs() * STAYS)
        };
        let half = all.floor() as i32;
        let steps = (-half..=half).map(|step| f64::from(step) / 2.0);
        let by = steps.min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(0.0);
        drag(&course, narrow, end, by);
    }
}

/// Moves one end of a narrowing along the line by a number of spaces, as [`move_narrow`] does.
pub fn shift_narrow(draft: &mut Draft, index: usize, end: usize, by: f64) {
    let course = Course::drawn(draft);
    if let Some((course, narrow)) = course.zip(draft.narrows.get_mut(index)) {
        drag(&course, narrow, end, by);
    }
}

fn drag(course: &Course, narrow: &mut NarrowDraft, end: usize, by: f64) {
    let Some([from, length]) = stretch(course, narrow) else { return };
    let most = (course.all() - SHORTEST).max(SHORTEST);
    let wanted = if end == 0 { length - by } else { length + by };
    let length_now = wanted.clamp(SHORTEST, most);
    let from = if end == 0 { from + length - length_now } else { from };
    *narrow = placed(course, *narrow, from, length_now);
}

/// The number of spaces from the finish line to the beginning of a narrowing, and its length in spaces. Both include
/// hidden spaces in tunnels.
fn stretch(course: &Course, narrow: &NarrowDraft) -> Option<[f64; 2]> {
    let (from, to) = (course.to_anchor(narrow.from)?, course.to_anchor(narrow.to)?);
    Some([from, (to - from).rem_euclid(course.all())])
}

/// The number of spaces from the finish line to the place on the centre line that is nearest to the point `at` of the
/// board.
fn spaces_to(course: &Course, at: Point) -> f64 {
    course.to_anchor(course.curve.anchor(course.curve.nearest(at))).unwrap_or(0.0)
}

/// Places a narrowing. Its ends are moved to the nearest places between two rows of spaces.
fn placed(course: &Course, narrow: NarrowDraft, from: f64, length: f64) -> NarrowDraft {
    // In neighbouring lanes the middles of spaces are shifted by half a space, so a quarter lies between all of them.
    let between = |spaces: f64| (spaces * 2.0 - 0.5).round() / 2.0 + 0.25;
    let first = between(from);
    let last = between(from + length).max(first + SHORTEST);
    NarrowDraft { from: course.anchor(first), to: course.anchor(last), ..narrow }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::prelude::*;
    use crate::games::formula_d::draft::{Arrow, EdgeKind, SpaceDraft, SpaceKind};
    use crate::games::formula_d::lay::tests::{EIGHT, RING};
    use crate::games::formula_d::{
        CornerArrows, FormulaD, LineChange, Setup, corner_arrows, lay, mark_police, police_line, relay,
        set_corner_arrows, ways_of,
    };

    fn ring(lanes: u8) -> Draft {
        lay(&Draft { lanes, ..Draft::default() }, &RING)
    }

    fn at(draft: &Draft, id: &str) -> Point {
        draft.spaces.iter().find(|space| space.id == id).expect("a space").at
    }

    /// Returns the draft with one more narrowing, from one space to another.
    fn narrowed(draft: &Draft, lane: u8, from: &str, to: &str) -> Draft {
        let narrow = narrow_between(draft, lane, [from, to].map(|id| at(draft, id))).expect("a narrowing");
        let mut next = draft.clone();
        next.narrows.push(narrow);
        relay(draft, next, LineChange::Same)
    }

    /// Returns the issues of a draft, without the warning that it has no pit lane.
    fn issues(draft: &Draft) -> Vec<String> {
        let (_, issues) = FormulaD::validate(draft);
        let own = issues.into_iter().filter(|issue| !issue.message.contains("no pit lane"));
        own.map(|issue| format!("{} {}", issue.id, issue.message)).collect()
    }

    fn lane_ends(draft: &Draft) -> Vec<&SpaceDraft> {
        draft.spaces.iter().filter(|space| space.lane_end).collect()
    }

    #[test]
    fn closed_lanes_have_no_spaces_and_all_others_stay() {
        let before = ring(4);
        let draft = narrowed(&before, 3, "c90", "c110");
        let [from, to] = ["c90", "c110"].map(|id| before.spaces.iter().find(|space| space.id == id).expect("it").rank);
        let is_closed = |space: &SpaceDraft| space.lane > 2 && (from..=to).contains(&space.rank);
        assert!(draft.spaces.iter().all(|space| !is_closed(space)));
        // The outer lane is closed two spaces longer on either side.
        let gone: Vec<&SpaceDraft> =
            before.spaces.iter().filter(|space| draft.spaces.iter().all(|other| other.id != space.id)).collect();
        assert_eq!(gone.iter().filter(|space| space.lane == 3).count(), 21);
        assert_eq!(gone.iter().filter(|space| space.lane == 4).count(), 24);
        for space in &before.spaces {
            let Some(now) = draft.spaces.iter().find(|other| other.id == space.id) else { continue };
            let same = SpaceDraft {
                outline: space.outline.clone(),
                lane_start: false,
                lane_end: false,
                arrows: if now.lane_end { Vec::new() } else { now.arrows.clone() },
                ..now.clone()
            };
            assert_eq!(&same, space);
        }
        assert_eq!(draft.lap, before.lap);
        assert_eq!(issues(&draft), issues(&before));
    }

    #[test]
    fn every_last_space_of_a_lane_leads_into_the_lane_beside_it() {
        for (lane, way, arrow) in [(3, "c", Arrow::Left), (2, "b", Arrow::Right)] {
            let draft = narrowed(&ring(4), lane, &format!("{way}90"), &format!("{way}110"));
            let ends = lane_ends(&draft);
            assert_eq!(ends.len(), 2);
            for space in ends {
                // FD-VAL-03, FD-VAL-31: the only way out is the arrow into the lane beside.
                let own: Vec<_> = draft.edges.iter().filter(|edge| edge.from == space.id).collect();
                assert_eq!((own.len(), &space.arrows[..]), (1, &[arrow][..]), "{}", space.id);
                let kind = if arrow == Arrow::Left { EdgeKind::Left } else { EdgeKind::Right };
                assert_eq!(own[0].kind, kind);
                let to = draft.spaces.iter().find(|other| other.id == own[0].to).expect("a space");
                assert_eq!(to.rank, space.rank + 1);
            }
            let starts: Vec<_> = draft.spaces.iter().filter(|space| space.lane_start).collect();
            assert_eq!(starts.len(), 2);
            assert!(starts.iter().all(|space| draft.edges.iter().filter(|edge| edge.to == space.id).count() == 1));
        }
    }

    #[test]
    fn a_circuit_narrowed_on_a_straight_in_a_corner_and_across_the_line_can_be_raced() {
        for lanes in [3, 4] {
            let plain = ring(lanes);
            let bend = plain.corners[0].id.clone();
            let own = || plain.spaces.iter().filter(|space| space.kind == SpaceKind::Corner(bend.clone()));
            let ranks = own().map(|space| space.rank);
            let (first, last) = (ranks.clone().min().expect("a rank") / 2, ranks.max().expect("a rank") / 2);
            let count = plain.lap / 2;
            // In the corner: from inside it to behind it, from before it into it, and around all of it.
            for [from, to] in
                [[first + 4, last + 6], [first - 6, last - 5], [first - 5, last + 5], [95, 110], [count - 9, 8]]
            {
                let outer: &[(u8, char)] = if lanes == 3 { &[(3, 'c')] } else { &[(4, 'd'), (3, 'c')] };
                for (lane, letter) in outer.iter().copied().chain([(1, 'a')]) {
                    let mut draft = narrowed(&plain, lane, &format!("{letter}{from}"), &format!("{letter}{to}"));
                    crate::games::formula_d::usual_grid(&mut draft);
                    assert!(draft.spaces.len() + 10 < plain.spaces.len());
                    assert_eq!(issues(&draft), issues(&plain), "{lanes} lanes, lane {lane} from {from} to {to}");
                    assert_eq!(draft.slots(), plain.slots());
                    let (track, _) = FormulaD::validate(&draft);
                    let track = track.expect("a track");
                    assert!(FormulaD::start(&track, &Setup::usual(&draft)).is_ok());
                }
            }
        }
    }

    #[test]
    fn a_narrowing_taken_away_leaves_the_circuit_as_it_was() {
        for (lane, [from, to]) in [(4, ["d40", "d90"]), (1, ["a60", "a100"]), (3, ["c5", "c50"])] {
            let mut before = ring(4);
            mark_police(&mut before, Some(130));
            before.spaces.iter_mut().for_each(|space| space.danger = space.rank % 13 == 0);
            let draft = narrowed(&before, lane, from, to);
            assert_ne!(draft.spaces.len(), before.spaces.len());
            assert_eq!(police_line(&draft), police_line(&before));
            let again = relay(&draft, Draft { narrows: Vec::new(), ..draft.clone() }, LineChange::Same);
            assert_eq!(again, before);
        }
    }

    #[test]
    fn marks_that_reach_into_a_closed_lane_stay_whole_when_others_change() {
        let before = ring(3);
        let id = SpaceKind::Corner(before.corners[1].id.clone());
        let own: Vec<&SpaceDraft> = before.spaces.iter().filter(|space| space.kind == id && space.lane == 3).collect();
        let middle = own[own.len() / 2].id.clone();
        let far = own[own.len() - 1].rank / 2 + 6;
        let mut draft = narrowed(&before, 3, &middle, &format!("c{far}"));
        // Other corners, noises and arrows of the same lane change while it is closed.
        super::super::mark_corner(&mut draft, None, 12, 20);
        set_corner_arrows(&mut draft, 0, CornerArrows::KeepLane);
        let mut open = relay(&draft, Draft { narrows: Vec::new(), ..draft.clone() }, LineChange::Same);
        let kinds = |draft: &Draft| {
            let own = draft.spaces.iter().filter(|space| space.kind == id);
            own.map(|space| format!("{} {:?}", space.id, space.arrows)).collect::<Vec<_>>()
        };
        assert_eq!(kinds(&open), kinds(&before));
        super::super::unmark_corner(&mut open, 0);
        assert_eq!(issues(&open), issues(&before));
    }

    #[test]
    fn a_corner_moved_beside_a_closed_lane_is_whole_when_the_lane_opens() {
        let before = ring(4);
        let mut draft = narrowed(&before, 3, "c90", "c120");
        let corner = super::super::mark_corner(&mut draft, None, 190, 220);
        super::super::mark_corner(&mut draft, Some(corner), 194, 230);
        let id = SpaceKind::Corner(draft.corners[corner].id.clone());
        let open = relay(&draft, Draft { narrows: Vec::new(), ..draft.clone() }, LineChange::Same);
        let own = |draft: &Draft| draft.spaces.iter().filter(|space| space.kind == id).count();
        assert_eq!((own(&draft), own(&open)), (37, 74));
        assert!(issues(&open).iter().all(|issue| issue.starts_with("FD-VAL-19")), "{:?}", issues(&open));
    }

    #[test]
    fn patterns_of_arrows_leave_the_ways_at_the_ends_of_lanes_open() {
        let plain = ring(3);
        let id = SpaceKind::Corner(plain.corners[0].id.clone());
        let own: Vec<i32> = plain.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank / 2).collect();
        let (first, last) = (own.iter().min().expect("a rank"), own.iter().max().expect("a rank"));
        for (letter, lane) in [('c', 3), ('a', 1)] {
            let [from, to] = [first + 3, last - 3].map(|k| format!("{letter}{k}"));
            let mut draft = narrowed(&plain, lane, &from, &to);
            for arrows in CornerArrows::ALL {
                set_corner_arrows(&mut draft, 0, arrows);
                assert_eq!(corner_arrows(&draft, 0), Some(arrows));
                // Free arrows make the corner long, with and without the narrowing.
                let others = issues(&draft).into_iter().filter(|issue| !issue.starts_with("FD-VAL-19"));
                assert_eq!(others.collect::<Vec<_>>(), issues(&plain), "{arrows:?}");
                assert!(lane_ends(&draft).iter().all(|end| {
                    let index = draft.spaces.iter().position(|space| space.id == end.id).expect("it");
                    ways_of(&draft, index).is_open()
                }));
            }
        }
    }

    #[test]
    fn an_end_dragged_over_a_crossing_stays_on_its_own_stretch() {
        let plain = lay(&Draft { lanes: 3, ..Draft::default() }, &EIGHT);
        let over = plain.spaces.iter().filter(|space| space.level > 0 && space.lane == 2);
        let over: Vec<&SpaceDraft> = over.collect();
        let crossing = over[over.len() / 2].at;
        let far = |space: &&SpaceDraft| (space.at[0] - crossing[0]).hypot(space.at[1] - crossing[1]);
        let under = plain.spaces.iter().filter(|space| space.level == 0 && space.lane == 2);
        let under = under.min_by(|a, b| far(a).total_cmp(&far(b))).expect("a space").rank / 2;
        let mut draft = narrowed(&plain, 3, &format!("c{}", under - 16), &format!("c{}", under - 8));
        for step in 0..=5 {
            let [from, to] = [at(&plain, &format!("b{}", under - 5)), at(&plain, &format!("b{}", under + 5))];
            let part = f64::from(step) / 5.0;
            move_narrow(&mut draft, 0, 1, [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part));
            let next = relay(&plain, Draft { narrows: draft.narrows.clone(), ..plain.clone() }, LineChange::Same);
            let closed = plain.spaces.len() - next.spaces.len();
            assert!((11..=24).contains(&closed), "step {step}: {closed}");
        }
    }

    #[test]
    fn an_end_is_moved_along_the_line_and_never_past_the_other() {
        let plain = ring(3);
        let mut draft = narrowed(&plain, 3, "c90", "c110");
        let closed = |draft: &Draft| {
            let next = relay(&plain, Draft { narrows: draft.narrows.clone(), ..plain.clone() }, LineChange::Same);
            plain.spaces.len() - next.spaces.len()
        };
        assert_eq!(closed(&draft), 21);
        move_narrow(&mut draft, 0, 1, at(&plain, "c120"));
        assert!((30..=32).contains(&closed(&draft)), "{}", closed(&draft));
        move_narrow(&mut draft, 0, 0, at(&plain, "b80"));
        assert!((39..=42).contains(&closed(&draft)), "{}", closed(&draft));
        move_narrow(&mut draft, 0, 1, at(&plain, "b60"));
        assert_eq!(closed(&draft), 3);
        move_narrow(&mut draft, 0, 0, at(&plain, "b99"));
        assert_eq!(closed(&draft), 3);
        let ends = narrow_ends(&draft);
        assert_eq!((ends.len(), ends[0].len()), (1, 2));
        // The ends lie in the lane that is closed.
        let far = |to: Point| (ends[0][0][0] - to[0]).hypot(ends[0][0][1] - to[1]);
        let nearest = plain.spaces.iter().min_by(|a, b| far(a.at).total_cmp(&far(b.at))).expect("a space");
        assert_eq!(nearest.lane, 3);
    }
}
