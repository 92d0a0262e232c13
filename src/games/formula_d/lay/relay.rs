//! Lays out a circuit again after its centre line was edited. Spaces and marks that are not near the edited part of the
//! line stay where they are.

mod marks;

use std::cell::RefCell;

use super::{blank, close, complete, lay, measure_laid, police_line, spaces};
use crate::games::formula_d::draft::{Anchor, Anchors, MarkDraft, MarkKind, PitAnchor};
use crate::games::formula_d::draft::{Arrow, Draft, NarrowDraft, Side, SpaceKind};
use crate::games::formula_d::lay::mark_police;
use crate::games::formula_d::line::{Course, OpenLanes, Point};
use marks::{are_alike, covers, is_same_kind, is_untouched, marks_of, near, overlap};

/// A change of the centre line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChange {
    /// No control point was inserted or removed, but points may have moved.
    Same,
    /// A control point was inserted; it now has this index.
    Inserted(usize),
    /// The control point with this index was removed.
    Removed(usize),
    /// The circuit was mirrored.
    Mirrored,
}

/// Lays out a circuit again after its centre line, its tunnels, its narrowings or its number of lanes have changed.
/// `before` is the circuit before the change, `after` has the new line. Each mark keeps its place between the two
/// control points beside it, and the pit lane moves with the line. If the circuit had no spaces before, it is laid out
/// as a new circuit, as in [`lay`].
#[must_use]
pub fn relay(before: &Draft, mut after: Draft, change: LineChange) -> Draft {
    if before.lap < 1 || before.spaces.iter().all(|space| space.lane == 0) {
        return lay(&after, &after.line);
    }
    let Some(anchors) = known_anchors_of(before) else { return lay(&after, &after.line) };
    let anchors = changed(anchors, before, &mut after, change);
    lay_with(&after, anchors).unwrap_or_else(|| lay(&after, &after.line))
}

thread_local! {
    /// The circuit for which anchors were computed most recently, and these anchors.
    static LAST: RefCell<Option<(Draft, Anchors)>> = const { RefCell::new(None) };
}

/// Returns the anchors of a circuit, as [`anchors_of`] does. If the circuit is the same as in the previous call,
/// returns the stored result. This saves time while the user drags a point, because every frame then asks for the
/// anchors of the circuit before the drag.
fn known_anchors_of(draft: &Draft) -> Option<Anchors> {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| known != draft) {
            *last = anchors_of(draft).map(|anchors| (draft.clone(), anchors));
        }
        last.as_ref().map(|(_, anchors)| anchors.clone())
    })
}

/// Returns the anchors of a circuit. An anchor that is stored in the draft is kept if its mark still lies where the
/// anchor puts it. Marks that were moved since the anchors were stored get new anchors.
fn anchors_of(draft: &Draft) -> Option<Anchors> {
    let stored = draft.anchors.as_deref().map(|stored| usable(stored.clone(), draft.line.len()));
    let course = Course::of(draft, stored.as_ref().map_or(&[], |stored| &stored.fixed))?;
    let mut found = fresh(draft, &course);
    let Some(stored) = stored else { return Some(found) };
    if !stored.fixed.is_empty() {
        found.fixed.clone_from(&stored.fixed);
    }
    let (produced, ..) = lay_marks(draft, stored.clone())?;
    let (shown, produced) = (std::mem::take(&mut found.marks), fresh(&produced, &course).marks);
    let mut kinds: Vec<&MarkDraft> = Vec::new();
    for mark in stored.marks.iter().chain(&shown) {
        if !kinds.iter().any(|known| is_same_kind(known, mark)) {
            kinds.push(mark);
        }
    }
    for kind in kinds {
        let own = |marks: &[MarkDraft]| -> Vec<MarkDraft> {
            marks.iter().filter(|mark| is_same_kind(mark, kind)).cloned().collect()
        };
        let (old, made, mut now) = (own(&stored.marks), own(&produced), own(&shown));
        if kind.lane > draft.lanes || are_alike(&made, &now) {
            found.marks.extend(old);
            continue;
        }
        // Marks that were not edited keep their hidden parts. They come first: a space has the first mark of its kind.
        let (whole, edited): (Vec<_>, Vec<_>) =
            old.into_iter().partition(|mark| is_untouched(mark, &made, &now, &course));
        let is_within = |marks: &[MarkDraft], part: &MarkDraft| marks.iter().any(|mark| overlap(mark, part, &course));
        now.retain(|part| !is_within(&whole, part) || is_within(&edited, part));
        found.marks.extend(whole);
        found.marks.extend(now);
        found.marks.extend(edited.into_iter().filter(|mark| !covers(mark, draft, &course)));
    }
    found.lanes = found.lanes.max(stored.lanes);
    let is_gone = |id: &str| draft.corners.iter().all(|corner| corner.id != id);
    found.corners = stored.corners.iter().filter(|corner| is_gone(&corner.id)).cloned().collect();
    for ((anchor, known), at) in found.pit.iter_mut().zip(&stored.pit).zip(&draft.pit_line) {
        if pit_point(&course, known).is_some_and(|place| place == *at) {
            *anchor = *known;
        }
    }
    Some(found)
}

/// Removes anchors whose control point does not exist, because the line has only `points` control points. A file may
/// contain such anchors.
fn usable(mut anchors: Anchors, points: usize) -> Anchors {
    let is_there = |at: Anchor| at.point < points && (0.0..=1.0).contains(&at.part);
    anchors.fixed.retain(|tick| is_there(*tick));
    anchors.marks.retain(|mark| is_there(mark.from) && is_there(mark.to));
    if !anchors.pit.iter().all(|point| is_there(point.at)) {
        anchors.pit.clear();
    }
    anchors
}

/// Computes anchors for everything drawn on a circuit: its marks, the police line and the pit lane. Does not use the
/// anchors stored in the draft.
fn fresh(draft: &Draft, course: &Course) -> Anchors {
    let mut marks = marks_of(draft, course);
    if let Some(rank) = police_line(draft) {
        let at = course.anchor(course.with_hidden(f64::from(rank) / 2.0));
        marks.push(MarkDraft { lane: 1, kind: MarkKind::Police, from: at, to: at });
    }
    Anchors {
        fixed: course.fix(draft.line.len(), &draft.tunnels),
        lanes: draft.lanes,
        marks,
        corners: Vec::new(),
        pit: draft.pit_line.iter().map(|at| pit_anchor(course, *at)).collect(),
    }
}

fn pit_anchor(course: &Course, at: Point) -> PitAnchor {
    let along = course.curve.nearest(at);
    let (place, heading) = course.curve.at(along, 0.0);
    let (sin, cos) = heading.sin_cos();
    let [x, y] = [at[0] - place[0], at[1] - place[1]];
    PitAnchor { at: course.curve.anchor(along), aside: [x * cos + y * sin, y * cos - x * sin] }
}

fn pit_point(course: &Course, anchor: &PitAnchor) -> Option<Point> {
    let (place, heading) = course.curve.at(course.curve.along(anchor.at)?, 0.0);
    let (sin, cos) = heading.sin_cos();
    let [ahead, left] = anchor.aside;
    let at = [place[0] + ahead * cos - left * sin, place[1] + ahead * sin + left * cos];
    Some(at.map(|value| (value * 100.0).round() / 100.0))
}

/// Adapts the anchors of a circuit, which are places on its centre line, to a change of this line, such as an inserted
/// control point. If the circuit was mirrored, swaps left and right.
fn changed(mut anchors: Anchors, before: &Draft, after: &mut Draft, change: LineChange) -> Anchors {
    let points = before.line.len();
    let stretch = |draft: &Draft, point: usize| {
        let course = Course::of(draft, &[])?;
        let point = point % draft.line.len().max(1);
        Some(course.curve.along_point(point + 1) - course.curve.along_point(point))
    };
    match change {
        LineChange::Same => {}
        LineChange::Inserted(place) => {
            let first = if place == 0 { points } else { place - 1 };
            let halves = [stretch(after, first), stretch(after, place)].map(|length| length.unwrap_or(1.0));
            let [one, two] = halves;
            let split = if place == 0 { points - 1 } else { place - 1 };
            move_all(&mut anchors, &mut after.narrows, |at| {
                let moved = if at.point >= place { at.point + 1 } else { at.point };
                if at.point != split {
                    return Anchor { point: moved, ..at };
                }
                let along = at.part * (one + two);
                if along < one {
                    Anchor { point: first, part: along / one.max(1e-9) }
                } else {
                    Anchor { point: place, part: (along - one) / two.max(1e-9) }
                }
            });
            if place == 0 {
                // The finish line is now at the new point.
                anchors.fixed.push(Anchor::default());
                let share = Anchor { point: points - 1, part: one / (one + two).max(1e-9) };
                move_finish(&mut anchors, before, share);
            }
            for tick in anchors.fixed.iter_mut().filter(|tick| tick.point >= place) {
                tick.point += 1;
            }
            let course = Course::of(after, &anchors.fixed);
            anchors.fixed.extend(course.and_then(|course| course.fix_one(&anchors.fixed, place)));
        }
        LineChange::Removed(place) => {
            let (first, joined) =
                if place == 0 { (points - 1, points.saturating_sub(2)) } else { (place - 1, place - 1) };
            let halves = [stretch(before, first), stretch(before, place)].map(|length| length.unwrap_or(1.0));
            let ([one, two], both) = (halves, (halves[0] + halves[1]).max(1e-9));
            move_all(&mut anchors, &mut after.narrows, |at| match at.point {
                point if point == first => Anchor { point: joined, part: at.part * one / both },
                point if point == place => Anchor { point: joined, part: (one + at.part * two) / both },
                point => Anchor { point: if point > place { point - 1 } else { point }, ..at },
            });
            if place == 0 {
                // The finish line is now at the next point.
                move_finish(&mut anchors, before, Anchor { point: 1, part: 0.0 });
            }
            anchors.fixed.retain(|tick| tick.point != place);
            for tick in anchors.fixed.iter_mut().filter(|tick| tick.point > place) {
                tick.point -= 1;
            }
            anchors.fixed.retain(|tick| tick.point != 0);
        }
        LineChange::Mirrored => {
            let lanes = before.lanes.clamp(2, 4);
            anchors.marks.retain(|mark| (1..=lanes).contains(&mark.lane));
            anchors.lanes = lanes;
            for mark in &mut anchors.marks {
                // A bridge and the police line cross all lanes. Their anchors are in the first lane.
                if !matches!(mark.kind, MarkKind::Bridge | MarkKind::Police) {
                    mark.lane = lanes + 1 - mark.lane;
                }
                if let MarkKind::Arrows(arrows) = &mut mark.kind {
                    arrows.iter_mut().for_each(|arrow| *arrow = mirrored(*arrow));
                }
            }
            anchors.pit.iter_mut().for_each(|point| point.aside[1] = -point.aside[1]);
            for corner in anchors.corners.iter_mut().chain(&mut after.corners) {
                corner.inside = corner.inside.map(Side::other);
            }
            for narrow in &mut after.narrows {
                narrow.side = narrow.side.other();
            }
        }
    }
    anchors
}

const fn mirrored(arrow: Arrow) -> Arrow {
    match arrow {
        Arrow::Left => Arrow::Right,
        Arrow::Right => Arrow::Left,
        Arrow::Ahead => Arrow::Ahead,
    }
}

/// Moves the anchors of all marks, of the narrowings and of the pit lane: `to` returns the new anchor for each old one.
fn move_all(anchors: &mut Anchors, narrows: &mut [NarrowDraft], to: impl Fn(Anchor) -> Anchor) {
    for narrow in narrows {
        (narrow.from, narrow.to) = (to(narrow.from), to(narrow.to));
    }
    for mark in &mut anchors.marks {
        (mark.from, mark.to) = (to(mark.from), to(mark.to));
    }
    anchors.pit.iter_mut().for_each(|point| point.at = to(point.at));
}

/// Adapts the fixed control points after the finish line has moved. This is necessary because spaces are counted from
/// the finish line. `to` is the place of the new finish line, as an anchor on the centre line of the circuit `before`.
fn move_finish(anchors: &mut Anchors, before: &Draft, to: Anchor) {
    let Some(course) = Course::of(before, &anchors.fixed) else { return };
    let by = course.to_anchor(to).unwrap_or(0.0);
    for tick in &mut anchors.fixed {
        tick.part = (tick.part - by).rem_euclid(1.0);
    }
}

/// Lays out a circuit with marks at these anchors. Stores the anchors in the draft, unless the same anchors can be
/// computed from the marks on the spaces. Also stores the lengths of the paths through the corners. Returns `None` if
/// the line cannot be divided into spaces.
fn lay_with(draft: &Draft, anchors: Anchors) -> Option<Draft> {
    let (mut laid, course, anchors) = lay_marks(draft, anchors)?;
    measure_laid(&mut laid);
    // What takes little time is compared first, because every frame of a drag comes here.
    let even = Course::of(&laid, &[]).filter(|even| {
        anchors.corners.is_empty() && anchors.lanes == laid.lanes && even.is_like(&course, laid.line.len())
    });
    let is_plain = even.is_some_and(|even| {
        let found = fresh(&laid, &even);
        let is_pit_same = found.pit.len() == anchors.pit.len()
            && found.pit.iter().zip(&anchors.pit).all(|(a, b)| marks::is_near(a.at, b.at));
        is_pit_same && are_alike(&found.marks, &anchors.marks)
    });
    laid.anchors = if is_plain { None } else { Some(Box::new(anchors)) };
    Some(laid)
}

/// Lays out the spaces and edges of a circuit along its centre line, and puts its marks at these anchors. Also returns
/// the course of the line, and the anchors, to which the marks of new lanes were added. Returns `None` if the line
/// cannot be divided into spaces.
fn lay_marks(draft: &Draft, mut anchors: Anchors) -> Option<(Draft, Course, Anchors)> {
    let mut blank = blank(draft, &draft.line);
    let course = Course::of(&blank, &anchors.fixed)?;
    if anchors.pit.len() == blank.pit_line.len() {
        for (at, anchor) in blank.pit_line.iter_mut().zip(&anchors.pit) {
            *at = pit_point(&course, anchor).unwrap_or(*at);
        }
    }
    // The part of the line that was the bridge remains the bridge.
    let was_over = |k: usize| {
        let at = course.with_hidden(k as f64);
        let mut bridges = anchors.marks.iter().filter(|mark| mark.kind == MarkKind::Bridge);
        bridges.any(|mark| near(mark, &course, at))
    };
    let over = |crossing: &super::Crossing| usize::from(!was_over(crossing.at[0]) || was_over(crossing.at[1]));
    let (open, _) = OpenLanes::new(&blank, &course);
    let mut laid = spaces(blank, &course, &open, over);
    marks::put(&mut laid, &course, &anchors);
    if laid.lanes > anchors.lanes {
        // New lanes now have marks of their own.
        let new = marks_of(&laid, &course).into_iter().filter(|mark| mark.lane > anchors.lanes);
        anchors.marks.extend(new);
        anchors.lanes = laid.lanes;
    }
    close(&mut laid, &open);
    let first = |draft: &Draft, id: &str| {
        let own = draft.spaces.iter().filter(|space| matches!(&space.kind, SpaceKind::Corner(of) if of == id));
        own.map(|space| space.rank).min()
    };
    let (shown, hidden): (Vec<_>, Vec<_>) =
        draft.corners.iter().cloned().partition(|corner| first(&laid, &corner.id).is_some());
    let (back, still): (Vec<_>, Vec<_>) =
        anchors.corners.drain(..).partition(|corner| first(&laid, &corner.id).is_some());
    laid.corners = shown;
    for corner in back {
        let rank = first(&laid, &corner.id);
        let place = laid.corners.iter().position(|other| first(&laid, &other.id) > rank);
        laid.corners.insert(place.unwrap_or(laid.corners.len()), corner);
    }
    anchors.corners = hidden.into_iter().chain(still).collect();
    complete(&mut laid, &course, &open);
    if let Some(police) = anchors.marks.iter().find(|mark| mark.kind == MarkKind::Police)
        && let Some(at) = course.to_anchor(police.from)
    {
        let rank = (course.without_hidden(at) * 2.0).round() as i32 % laid.lap.max(1);
        mark_police(&mut laid, Some(rank));
    }
    Some((laid, course, anchors))
}
