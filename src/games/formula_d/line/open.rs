//! Finds the lanes that are open at each place of a lap. A narrowing closes the outer lanes of one side.

use super::{Course, ahead};
use crate::games::formula_d::draft::{Draft, MAX_SPACES, NarrowDraft, Side};

/// The least length of a narrowing (a stretch on which outer lanes are closed), in spaces. The lanes taper into the
/// narrowing at both ends, so the gap of a shorter narrowing could hardly be seen.
pub(in crate::games::formula_d) const SHORTEST: f64 = 3.0;
/// If a narrowing closes two lanes, the outer lane ends this number of spaces earlier than the inner lane, and begins
/// again this number of spaces later. So cars have room to change from one lane to the next.
const STEP: f64 = 2.0;
/// Two distances that differ by less than this number of spaces count as equal, because rounding causes such small
/// differences.
const ROUNDING: f64 = 1e-6;

/// A reason why a narrowing closes no lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::formula_d) enum NarrowFault {
    /// The ends of the narrowing are not on the line.
    Lost,
    /// The narrowing is shorter than [`SHORTEST`].
    Short,
    /// The circuit has no more lanes than the narrowing leaves open.
    Wide,
    /// Fewer than two lanes would stay open, because other narrowings close lanes at the same place.
    Crowded,
}

/// The lanes that are open at each place of a lap. Lanes are counted from 0 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::games::formula_d) struct OpenLanes {
    lanes: usize,
    count: usize,
    /// Whether each space is open: the spaces of the first lane come first, then those of the second lane, and so on.
    open: Vec<bool>,
}

impl OpenLanes {
    /// Closes the lanes of all narrowings of a draft. Skips narrowings with a fault, and returns the index and the
    /// fault of each.
    pub fn new(draft: &Draft, course: &Course) -> (Self, Vec<(usize, NarrowFault)>) {
        let lanes = usize::from(draft.lanes.clamp(2, 4));
        let mut open = Self { lanes, count: course.count, open: vec![true; lanes * course.count] };
        let mut faults = Vec::new();
        for (index, narrow) in draft.narrows.iter().enumerate() {
            match open.with(narrow, course) {
                Ok(next) => open = next,
                Err(fault) => faults.push((index, fault)),
            }
        }
        (open, faults)
    }

    /// Returns the open lanes of a circuit. Returns `None` if the ranks of its spaces (their distances along the lap)
    /// show that the circuit was not laid out along a line.
    pub fn laid(draft: &Draft) -> Option<Self> {
        let (lanes, count) = (usize::from(draft.lanes), usize::try_from(draft.lap).ok()? / 2);
        // A file may contain any numbers.
        if lanes > 4 || !(1..=MAX_SPACES).contains(&count) {
            return None;
        }
        let mut laid = Self { lanes, count, open: vec![false; lanes * count] };
        for space in draft.spaces.iter().filter(|space| space.lane > 0) {
            let (lane, rank) = (usize::from(space.lane) - 1, usize::try_from(space.rank).ok()?);
            if rank % 2 != ahead(lane) || lane >= lanes || rank / 2 >= count {
                return None;
            }
            laid.open[lane * count + rank / 2] = true;
        }
        Some(laid)
    }

    fn with(&self, narrow: &NarrowDraft, course: &Course) -> Result<Self, NarrowFault> {
        let ends = [narrow.from, narrow.to].map(|at| course.to_anchor(at));
        let [Some(from), Some(to)] = ends else { return Err(NarrowFault::Lost) };
        let kept = usize::from(narrow.lanes);
        if kept >= self.lanes {
            return Err(NarrowFault::Wide);
        }
        let (all, length) = (course.all(), (to - from).rem_euclid(course.all()));
        if length < SHORTEST - ROUNDING {
            return Err(NarrowFault::Short);
        }
        let mut next = self.clone();
        for outer in 0..self.lanes - kept {
            // The lane beside the open lanes comes first.
            let lane = if narrow.side == Side::Right { kept + outer } else { self.lanes - kept - 1 - outer };
            let more = STEP * outer as f64;
            for k in 0..self.count {
                let at = course.with_hidden(middle(lane, k));
                if (at - from + more + ROUNDING).rem_euclid(all) < length + 2.0 * more {
                    next.close(lane, k);
                }
            }
        }
        next.prune(course);
        let is_crowded = |k: usize| (0..self.lanes).filter(|lane| next.has(*lane, k)).count() < 2;
        if (0..self.count).any(is_crowded) { Err(NarrowFault::Crowded) } else { Ok(next) }
    }

    fn close(&mut self, lane: usize, k: usize) {
        self.open[lane * self.count + k] = false;
    }

    /// Closes more spaces at the ends of lanes, until a car can change out of every lane that ends and into every lane
    /// that begins. Directly before or after a tunnel there may be no such lane change, because lane changes cannot
    /// lead through a tunnel.
    fn prune(&mut self, course: &Course) {
        loop {
            let spaces = (0..self.lanes).flat_map(|lane| (0..self.count).map(move |k| (lane, k)));
            let is_stuck = |(lane, k): &(usize, usize)| {
                (self.is_last(*lane, *k) && self.ways_out(course, *lane, *k).is_empty())
                    || (self.is_first(*lane, *k) && self.ways_in(course, *lane, *k).is_empty())
            };
            let stuck: Vec<(usize, usize)> = spaces.filter(is_stuck).collect();
            if stuck.is_empty() {
                return;
            }
            stuck.into_iter().for_each(|(lane, k)| self.close(lane, k));
        }
    }

    /// Whether the lane is open at space `k`. Returns false for a lane that the circuit does not have.
    pub fn has(&self, lane: usize, k: usize) -> bool {
        lane < self.lanes && self.open[lane * self.count + k % self.count]
    }

    /// Whether the lane ends with space `k`.
    pub fn is_last(&self, lane: usize, k: usize) -> bool {
        self.has(lane, k) && !self.has(lane, k + 1)
    }

    /// Whether the lane begins with space `k`.
    pub fn is_first(&self, lane: usize, k: usize) -> bool {
        self.has(lane, k) && !self.has(lane, k + self.count - 1)
    }

    /// The neighbouring lanes into which a car can change from space `k` of a lane.
    pub fn ways_out(&self, course: &Course, lane: usize, k: usize) -> Vec<usize> {
        let to = k + ahead(lane);
        let is_way =
            |other: &usize| self.has(*other, to) && course.tunnel(middle(lane, k), middle(*other, to)).is_none();
        beside(lane).filter(is_way).collect()
    }

    /// The neighbouring lanes from which a car can change to space `k` of a lane.
    fn ways_in(&self, course: &Course, lane: usize, k: usize) -> Vec<usize> {
        let to = k + self.count;
        let is_way = |other: &usize| {
            let from = to - ahead(*other);
            self.has(*other, from) && course.tunnel(middle(*other, from), middle(lane, to)).is_none()
        };
        beside(lane).filter(is_way).collect()
    }

    /// The leftmost and the rightmost lane that are open at space `k`.
    pub fn outer(&self, k: usize) -> Option<[usize; 2]> {
        let mut open = (0..self.lanes).filter(|lane| self.has(*lane, k));
        let first = open.next()?;
        Some([first, open.next_back().unwrap_or(first)])
    }
}

/// The distance of the middle of a space from the finish line, in spaces.
pub(in crate::games::formula_d) const fn middle(lane: usize, k: usize) -> f64 {
    k as f64 + 0.5 * ahead(lane) as f64
}

fn beside(lane: usize) -> impl Iterator<Item = usize> {
    lane.checked_sub(1).into_iter().chain([lane + 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::formula_d::draft::Anchor;

    const RING: [[f64; 2]; 7] =
        [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];

    fn narrow(lanes: u8, side: Side, from: f64, to: f64) -> NarrowDraft {
        NarrowDraft { lanes, side, from: Anchor { point: 3, part: from }, to: Anchor { point: 3, part: to } }
    }

    fn opened(lanes: u8, tunnels: Vec<usize>, narrows: Vec<NarrowDraft>) -> (OpenLanes, Vec<(usize, NarrowFault)>) {
        let draft = Draft { lanes, line: RING.to_vec(), tunnels, narrows, ..Draft::default() };
        OpenLanes::new(&draft, &Course::drawn(&draft).expect("a course"))
    }

    #[test]
    fn the_outer_lane_ends_earlier_and_begins_later_than_the_inner_one() {
        for side in [Side::Left, Side::Right] {
            let (open, faults) = opened(4, Vec::new(), vec![narrow(2, side, 0.2, 0.7)]);
            assert_eq!(faults, []);
            let [inner, outer] = if side == Side::Right { [2, 3] } else { [1, 0] };
            let closed = |lane: usize| (0..open.count).filter(|k| !open.has(lane, *k)).collect::<Vec<_>>();
            let (near, far) = (closed(inner), closed(outer));
            assert!(near.len() > 20, "{near:?}");
            let ends = |lane: usize, closed: &[usize]| [closed[0], closed[closed.len() - 1]].map(|k| middle(lane, k));
            let ([first, last], [outer_first, outer_last]) = (ends(inner, &near), ends(outer, &far));
            assert!((first - outer_first - STEP).abs() < 0.6, "{side:?}: {first} {outer_first}");
            assert!((outer_last - last - STEP).abs() < 0.6, "{side:?}: {last} {outer_last}");
            let others = (0..4).filter(|lane| *lane != inner && *lane != outer);
            assert!(others.into_iter().all(|lane| closed(lane).is_empty()));
        }
    }

    #[test]
    fn a_narrowing_that_cannot_be_closes_no_lane() {
        let all = |lanes: u8, narrows: Vec<NarrowDraft>| opened(lanes, Vec::new(), narrows);
        let (plain, _) = all(3, Vec::new());
        let short = narrow(2, Side::Left, 0.5, 0.52);
        assert_eq!(all(3, vec![short]), (plain.clone(), vec![(0, NarrowFault::Short)]));
        let wide = narrow(3, Side::Left, 0.2, 0.7);
        assert_eq!(all(3, vec![wide]), (plain.clone(), vec![(0, NarrowFault::Wide)]));
        let lost = NarrowDraft { from: Anchor { point: usize::MAX, part: f64::NAN }, ..wide };
        assert_eq!(all(4, vec![lost]).1, [(0, NarrowFault::Lost)]);
        let [left, right] = [Side::Left, Side::Right].map(|side| narrow(2, side, 0.2, 0.7));
        let (open, faults) = all(3, vec![left, right]);
        assert_eq!((open, faults), (all(3, vec![left]).0, vec![(1, NarrowFault::Crowded)]));
        let none = NarrowDraft { lanes: 0, ..left };
        assert_eq!(all(3, vec![none]), (plain, vec![(0, NarrowFault::Crowded)]));
    }

    #[test]
    fn circuits_with_absurd_numbers_are_not_laid_out_along_a_line() {
        for (lanes, lap) in [(3, i32::MAX), (3, i32::MIN), (3, 0), (255, 200)] {
            assert_eq!(OpenLanes::laid(&Draft { lanes, lap, ..Draft::default() }), None, "{lanes} {lap}");
        }
    }

    #[test]
    fn a_lane_that_ends_at_a_tunnel_ends_before_it() {
        // The narrowing begins in the tunnel, and goes on behind it.
        let narrows = vec![NarrowDraft {
            lanes: 2,
            side: Side::Right,
            from: Anchor { point: 3, part: 0.5 },
            to: Anchor { point: 4, part: 0.8 },
        }];
        let draft =
            Draft { lanes: 3, line: RING.to_vec(), tunnels: vec![3], narrows: narrows.clone(), ..Draft::default() };
        let course = Course::drawn(&draft).expect("a course");
        let (open, faults) = OpenLanes::new(&draft, &course);
        assert_eq!(faults, []);
        let last: Vec<usize> = (0..open.count).filter(|k| open.is_last(2, *k)).collect();
        assert_eq!(last.len(), 1);
        assert_eq!(open.ways_out(&course, 2, last[0]), [1]);
        assert!(course.tunnel(middle(2, last[0]), middle(2, last[0] + 2)).is_some(), "{last:?}");
    }
}
