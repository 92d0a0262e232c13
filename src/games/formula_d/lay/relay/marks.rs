//! Converts between marks and anchors: finds the anchors of the marks on a circuit's spaces, and puts marks on the
//! spaces at given anchors.

use std::collections::BTreeMap;

use crate::games::formula_d::draft::{Anchor, Anchors, MarkDraft, MarkKind};
use crate::games::formula_d::draft::{Draft, SpaceDraft, SpaceKind};
use crate::games::formula_d::line::Course;

/// Two distances that differ by less than this number count as equal, because rounding causes such small differences.
/// The distances are in spaces, or fractions of the line between two control points.
const ROUNDING: f64 = 1e-6;
/// A mark for a single space goes onto a space only if the mark lies at most this far from the space's centre, in
/// spaces.
const REACH: f64 = 0.6;

/// Whether a mark of this kind covers all spaces from one place to another. A mark of any other kind is on a single
/// space.
const fn is_area(kind: &MarkKind) -> bool {
    matches!(kind, MarkKind::Corner(_) | MarkKind::Noise | MarkKind::Bridge | MarkKind::Arrows(_))
}

/// Whether two marks are on the same lane and of the same kind. Two marks for corners are of the same kind, even if
/// they belong to different corners. Two marks with arrows are of the same kind, even if the arrows differ.
pub(super) fn is_same_kind(a: &MarkDraft, b: &MarkDraft) -> bool {
    a.lane == b.lane && std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
}

/// Whether two anchors are at the same place on the line. Ignores rounding errors.
pub(super) fn is_near(a: Anchor, b: Anchor) -> bool {
    let is_joint = |a: Anchor, b: Anchor| a.part > 1.0 - ROUNDING && b.part < ROUNDING && a.point < b.point;
    (a.point == b.point && (a.part - b.part).abs() < ROUNDING) || is_joint(a, b) || is_joint(b, a)
}

/// Whether two marks are the same. Ignores rounding errors.
fn is_like(a: &MarkDraft, b: &MarkDraft) -> bool {
    a.lane == b.lane && a.kind == b.kind && is_near(a.from, b.from) && is_near(a.to, b.to)
}

/// Whether two lists have the same marks, in any order.
pub(super) fn are_alike(a: &[MarkDraft], b: &[MarkDraft]) -> bool {
    a.len() == b.len() && a.iter().all(|mark| b.iter().any(|other| is_like(mark, other)))
}

/// Returns the spaces of a lane in driving order. Each space comes with its distance from the finish line, in spaces.
/// The distance includes hidden spaces in tunnels.
fn lane_of<'a>(draft: &'a Draft, course: &Course, lane: u8) -> Vec<(f64, &'a SpaceDraft)> {
    let scale = course.count as f64 / f64::from(draft.lap.max(1));
    let own = draft.spaces.iter().filter(|space| space.lane == lane);
    let mut spaces: Vec<(f64, &SpaceDraft)> =
        own.map(|space| (course.with_hidden(f64::from(space.rank) * scale), space)).collect();
    spaces.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    spaces
}

/// Returns the spaces of a lane in driving order, as [`lane_of`] does. Where the lane is closed, the list has the
/// spaces of the nearest open lane instead.
fn row_of<'a>(draft: &'a Draft, course: &Course, lane: u8) -> Vec<(f64, &'a SpaceDraft)> {
    let mut row = lane_of(draft, course, lane);
    if draft.narrows.is_empty() {
        return row;
    }
    let number = |space: &SpaceDraft| space.rank.div_euclid(2);
    // Spaces with the same number lie side by side in every second lane, and half a space apart in the others.
    let far = |space: &SpaceDraft| (space.lane.abs_diff(lane) % 2, space.lane.abs_diff(lane));
    let mut beside: BTreeMap<i32, &SpaceDraft> = BTreeMap::new();
    for space in draft.spaces.iter().filter(|space| space.lane > 0) {
        let nearest = beside.entry(number(space)).or_insert(space);
        if far(space) < far(nearest) {
            *nearest = space;
        }
    }
    let shift = f64::from((lane + 1) % 2) / 2.0;
    let closed = beside.into_iter().filter(|(_, space)| space.lane != lane);
    row.extend(closed.map(|(number, space)| (course.with_hidden(f64::from(number) + shift), space)));
    row.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    row
}

/// Returns the marks on the spaces of a circuit.
pub(super) fn marks_of(draft: &Draft, course: &Course) -> Vec<MarkDraft> {
    type Of = fn(&SpaceDraft) -> Option<MarkKind>;
    let bridge: Of = |space| (space.level > 0).then_some(MarkKind::Bridge);
    let corner: Of = |space| match &space.kind {
        SpaceKind::Corner(id) => Some(MarkKind::Corner(id.clone())),
        _ => None,
    };
    let areas: [Of; 4] = [
        corner,
        |space| space.noise.then_some(MarkKind::Noise),
        bridge,
        // The arrows out of a lane that ends are no mark: they vanish when the lane no longer ends there.
        |space| (!space.arrows.is_empty() && !space.lane_end).then(|| MarkKind::Arrows(space.arrows.clone())),
    ];
    let singles: [Of; 3] = [
        |space| space.danger.then_some(MarkKind::Danger),
        |space| space.blocked.then_some(MarkKind::Blocked),
        |space| space.slot.map(MarkKind::Slot),
    ];
    let mut marks = Vec::new();
    for lane in 1..=draft.lanes.clamp(2, 4) {
        let own = lane_of(draft, course, lane);
        for of in areas {
            // Bridges and corners go across closed lanes. A bridge has one mark, which belongs to the first lane.
            let is_bridge = std::ptr::fn_addr_eq(of, bridge);
            if is_bridge && lane > 1 {
                continue;
            }
            let goes_across = is_bridge || std::ptr::fn_addr_eq(of, corner);
            let spaces = if goes_across { row_of(draft, course, lane) } else { own.clone() };
            let kinds: Vec<Option<MarkKind>> = spaces.iter().map(|(_, space)| of(space)).collect();
            for (kind, first, last) in runs(&kinds) {
                let ends = [spaces[first].0 - 0.5, spaces[last].0 + 0.5];
                let is_whole = (last + 1) % kinds.len() == first;
                let [from, to] = if is_whole { [Anchor::default(); 2] } else { ends.map(|at| course.anchor(at)) };
                marks.push(MarkDraft { lane, kind, from, to });
            }
        }
        for of in singles {
            for (kind, at) in own.iter().filter_map(|(at, space)| Some((of(space)?, course.anchor(*at)))) {
                marks.push(MarkDraft { lane, kind, from: at, to: at });
            }
        }
    }
    marks
}

/// Finds the runs around a lap: groups of consecutive spaces with the same mark. Each run has the kind of mark, and the
/// indices of its first and its last space.
fn runs(kinds: &[Option<MarkKind>]) -> Vec<(MarkKind, usize, usize)> {
    let count = kinds.len();
    let begins = |index: &usize| kinds[*index] != kinds[(index + count - 1) % count];
    let starts: Vec<usize> = (0..count).filter(begins).collect();
    if starts.is_empty() {
        return kinds.first().cloned().flatten().map(|kind| (kind, 0, count - 1)).into_iter().collect();
    }
    let ends = starts.iter().skip(1).chain(&starts[..1]).map(|next| (next + count - 1) % count);
    let runs = starts.iter().zip(ends).filter_map(|(first, last)| Some((kinds[*first].clone()?, *first, last)));
    runs.collect()
}

/// The stretch of a lap that a mark covers. All distances are in spaces, and include hidden spaces in tunnels.
struct Stretch {
    /// The distance from the finish line to the beginning of the mark.
    from: f64,
    /// The length of the stretch; `None` for a mark on a single space.
    length: Option<f64>,
    /// The length of the lap.
    all: f64,
}

impl Stretch {
    /// Returns the stretch of the lap that a mark covers; `None` if the mark refers to a place that is not on the
    /// centre line.
    fn of(mark: &MarkDraft, course: &Course) -> Option<Self> {
        let (from, to) = (course.to_anchor(mark.from)?, course.to_anchor(mark.to)?);
        let all = course.all();
        let length = if mark.from == mark.to { all } else { (to - from).rem_euclid(all) };
        Some(Self { from, length: is_area(&mark.kind).then_some(length), all })
    }

    /// Returns the distance along the lap between a place and the beginning of this stretch, in the shorter direction.
    fn gap(&self, at: f64) -> f64 {
        let gap = (at - self.from).rem_euclid(self.all);
        gap.min(self.all - gap)
    }

    /// Whether the mark is on the space at the distance `at` from the finish line.
    fn has(&self, at: f64) -> bool {
        match self.length {
            Some(length) => (at - self.from + ROUNDING).rem_euclid(self.all) < length,
            None => self.gap(at) <= REACH,
        }
    }
}

/// Whether a mark is on the space at the distance `at` from the finish line. The distance is in spaces, and includes
/// hidden spaces in tunnels.
pub(super) fn near(mark: &MarkDraft, course: &Course, at: f64) -> bool {
    Stretch::of(mark, course).is_some_and(|stretch| stretch.has(at))
}

/// Whether a mark is on at least one space of a circuit.
pub(super) fn covers(mark: &MarkDraft, draft: &Draft, course: &Course) -> bool {
    let stretch = Stretch::of(mark, course);
    stretch.is_some_and(|stretch| lane_of(draft, course, mark.lane).iter().any(|(at, _)| stretch.has(*at)))
}

/// Whether the areas of two marks overlap along the lap, even if the marks are on different lanes.
pub(super) fn overlap(a: &MarkDraft, b: &MarkDraft, course: &Course) -> bool {
    let begins = |of: &MarkDraft, other: &MarkDraft| {
        course.to_anchor(of.from).is_some_and(|from| near(other, course, from + 0.5))
    };
    begins(a, b) || begins(b, a)
}

/// Whether the user has edited nothing in the area of the stored mark `mark`: the marks on the board (`shown`) are the
/// same there as the marks that the program lays out (`produced`). Always false for a mark on a single space. A stored
/// mark can differ from both, for example where a tunnel or a narrowing hides a part of it.
pub(super) fn is_untouched(mark: &MarkDraft, produced: &[MarkDraft], shown: &[MarkDraft], course: &Course) -> bool {
    let within = |marks: &[MarkDraft]| -> Vec<MarkDraft> {
        marks.iter().filter(|other| overlap(mark, other, course)).cloned().collect()
    };
    let produced = within(produced);
    is_area(&mark.kind) && !produced.is_empty() && are_alike(&produced, &within(shown))
}

/// Puts marks on the spaces of a circuit. A lane that was added to the circuit has no marks of its own. It gets the
/// marks of the rightmost lane that already existed, except grid slots.
pub(super) fn put(laid: &mut Draft, course: &Course, anchors: &Anchors) {
    let places: Vec<f64> = laid.spaces.iter().map(|space| course.with_hidden(f64::from(space.rank) / 2.0)).collect();
    let known = anchors.lanes.max(1);
    for (mark, stretch) in anchors.marks.iter().filter_map(|mark| Some((mark, Stretch::of(mark, course)?))) {
        let is_slot = matches!(mark.kind, MarkKind::Slot(_));
        let lanes = if mark.lane == known && !is_slot { mark.lane..=u8::MAX } else { mark.lane..=mark.lane };
        for lane in lanes.take_while(|lane| *lane <= laid.lanes) {
            let own = (0..places.len()).filter(|index| laid.spaces[*index].lane == lane);
            let on = own.filter(|index| stretch.has(places[*index]));
            let on: Vec<usize> = if stretch.length.is_some() {
                on.collect()
            } else {
                let gap = |index: &usize| stretch.gap(places[*index]);
                on.min_by(|a, b| gap(a).total_cmp(&gap(b))).into_iter().collect()
            };
            for index in on {
                let space = &mut laid.spaces[index];
                match &mark.kind {
                    MarkKind::Corner(id) if space.kind == SpaceKind::Straight => {
                        space.kind = SpaceKind::Corner(id.clone());
                    }
                    MarkKind::Arrows(arrows) if space.arrows.is_empty() => space.arrows.clone_from(arrows),
                    MarkKind::Slot(slot) if space.slot.is_none() => space.slot = Some(*slot),
                    MarkKind::Noise => space.noise = true,
                    MarkKind::Danger => space.danger = true,
                    MarkKind::Blocked => space.blocked = true,
                    _ => {}
                }
            }
        }
    }
}
