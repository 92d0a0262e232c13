//! The centre line of a circuit, divided into spaces.

use super::curve::{Curve, Point};
use crate::games::formula_d::draft::{Anchor, Draft, MAX_LINE, MAX_SPACES};

/// The fewest spaces that a lane may have.
const FEWEST: usize = 30;
/// The largest number of spaces of a lane is `MAX_SPACES` divided by the number of lanes, minus this number. The
/// subtracted spaces are reserved for the pit lane and its boxes.
const ROOM: usize = 100;
/// The least distance, in spaces, between two fixed control points: points that keep their distance from the space
/// before them. Points at the ends of tunnels may be closer.
const BETWEEN: f64 = 6.0;
/// Two distances that differ by less than this number of spaces count as equal, because rounding causes such small
/// differences.
const ROUNDING: f64 = 1e-6;

/// A tick of a ruler along the curve. For one place on the curve it stores two numbers: the distance along the curve,
/// and the number of spaces from the finish line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tick {
    along: f64,
    spaces: f64,
}

/// The centre line of a circuit, divided into spaces. Spaces in tunnels are hidden: they are not on the board.
///
/// A place on the line is given by the number of spaces between it and the finish line. Some functions count hidden
/// spaces too, others do not. `with_hidden` and `without_hidden` convert between the two numbers.
pub(in crate::games::formula_d) struct Course {
    pub curve: Curve,
    /// The number of spaces in a lane, without hidden spaces.
    pub count: usize,
    /// The ticks of the ruler, in driving order. Between two ticks, all spaces have the same length; the length may
    /// change at each tick.
    ruler: Vec<Tick>,
    /// The tunnels. Each has the number of visible spaces from the finish line to the tunnel, and the number of hidden
    /// spaces in the tunnel.
    tunnels: Vec<(f64, f64)>,
}

impl Course {
    /// Divides the centre line of a draft into spaces in the same way as when the circuit is laid out; `None` if that
    /// is not possible.
    pub fn drawn(draft: &Draft) -> Option<Self> {
        let fixed = draft.anchors.iter().flat_map(|anchors| &anchors.fixed);
        let fixed: Vec<Anchor> = fixed.copied().filter(|tick| (0.0..=1.0).contains(&tick.part)).collect();
        Self::of(draft, &fixed)
    }

    /// Divides the centre line of a draft into spaces; `None` if that is not possible. The distance from each control
    /// point in `fixed` to the space before it stays unchanged.
    pub fn of(draft: &Draft, fixed: &[Anchor]) -> Option<Self> {
        if draft.line.len() > MAX_LINE || draft.pit_line.len() > MAX_LINE {
            return None;
        }
        let lanes = usize::from(draft.lanes.clamp(2, 4));
        Self::new(&draft.line, &draft.tunnels, fixed, [FEWEST, MAX_SPACES / lanes - ROOM])
    }

    /// Divides a line into spaces whose length is about 1. A lane gets at least `fewest` and at most `most` spaces. A
    /// tunnel runs from each point in `tunnels` to the point after it. The distance from each control point in `fixed`
    /// to the space before it stays unchanged. If `fixed` is empty, or if it would lead to too few or too many spaces,
    /// all spaces get the same length. Returns `None` if the points make no curve.
    fn new(line: &[Point], tunnels: &[usize], fixed: &[Anchor], [fewest, most]: [usize; 2]) -> Option<Self> {
        let curve = Curve::closed(line)?;
        let mut under: Vec<usize> = tunnels.iter().copied().filter(|point| *point < line.len()).collect();
        under.sort_unstable();
        under.dedup();
        let under: Vec<[f64; 2]> =
            under.iter().map(|point| [curve.along_point(*point), curve.along_point(point + 1)]).collect();
        let bounds = [fewest, most].map(|bound| bound as f64);
        let mut fixed: Vec<Anchor> =
            fixed.iter().copied().filter(|tick| (1..line.len()).contains(&tick.point)).collect();
        fixed.sort_by_key(|tick| tick.point);
        fixed.dedup_by_key(|tick| tick.point);
        let ruler =
            Some(fixed).filter(|fixed| !fixed.is_empty()).map(|fixed| fixed_ruler(&curve, &under, &fixed, bounds));
        let whole = |ruler: &Vec<Tick>| Self::over(Curve::closed(line)?, ruler.clone(), &under);
        let is_within = |course: &Self| (fewest..=most).contains(&course.count);
        let found = ruler.as_ref().and_then(whole).filter(is_within);
        found.or_else(|| whole(&even_ruler(&curve, &under, bounds)))
    }

    fn over(curve: Curve, ruler: Vec<Tick>, under: &[[f64; 2]]) -> Option<Self> {
        let all = ruler.last()?.spaces;
        let mut course = Self { curve, count: 0, ruler, tunnels: Vec::new() };
        let mut tunnels: Vec<(f64, f64)> = Vec::new();
        let mut passed = 0.0;
        for ends in under {
            // The tunnel begins three quarters of a space past a space of the unshifted lanes. There it separates two
            // spaces in every lane.
            let [from, to] = ends.map(|along| (course.spaces_to(along) - 0.75).round() + 0.75);
            match tunnels.last_mut() {
                // Two tunnels in a row become one.
                Some((last, hidden)) if *last == from - passed => *hidden += to - from,
                _ => tunnels.push((from - passed, to - from)),
            }
            passed += to - from;
        }
        course.count = (all - passed).round().max(0.0) as usize;
        course.tunnels = tunnels;
        (course.count > 0).then_some(course)
    }

    /// The length of a lane in spaces, including hidden spaces.
    pub fn all(&self) -> f64 {
        self.ruler.last().map_or(1.0, |tick| tick.spaces).max(1.0)
    }

    /// Takes the number of visible spaces between the finish line and a place. Returns the number of all spaces up to
    /// this place, hidden spaces in tunnels included.
    pub fn with_hidden(&self, spaces: f64) -> f64 {
        let spaces = spaces.rem_euclid(self.count as f64);
        spaces + self.tunnels.iter().filter(|(at, _)| *at <= spaces).map(|(_, hidden)| hidden).sum::<f64>()
    }

    /// Takes the number of all spaces between the finish line and a place, hidden spaces in tunnels included. Returns
    /// the number of visible spaces up to this place.
    pub fn without_hidden(&self, spaces: f64) -> f64 {
        let mut left = spaces.rem_euclid(self.all());
        for (at, hidden) in &self.tunnels {
            left = if left <= *at { left } else { (left - hidden).max(*at) };
        }
        left
    }

    /// Converts a distance along the curve to a number of spaces from the finish line, including hidden spaces.
    fn spaces_to(&self, along: f64) -> f64 {
        between(&self.ruler, along, |tick| tick.along, |tick| tick.spaces)
    }

    /// Converts a number of spaces from the finish line, including hidden spaces, to a distance along the curve.
    fn along(&self, spaces: f64) -> f64 {
        between(&self.ruler, spaces.rem_euclid(self.all()), |tick| tick.spaces, |tick| tick.along)
    }

    /// Returns the length of one space at a place on the line. The place is given as the number of spaces from the
    /// finish line, including hidden spaces.
    fn length_at(&self, spaces: f64) -> f64 {
        let next = self.ruler.partition_point(|tick| tick.spaces <= spaces).clamp(1, self.ruler.len().max(2) - 1);
        let (Some(a), Some(b)) = (self.ruler.get(next - 1), self.ruler.get(next)) else { return 1.0 };
        (b.along - a.along) / (b.spaces - a.spaces).max(1e-9)
    }

    /// Returns the anchor of a place on the line. The place is given as the number of spaces from the finish line,
    /// including hidden spaces.
    pub fn anchor(&self, spaces: f64) -> Anchor {
        self.curve.anchor(self.along(spaces))
    }

    /// The number of spaces from the finish line to an anchor, including hidden spaces; `None` if the line does not
    /// have the control point of the anchor.
    pub fn to_anchor(&self, anchor: Anchor) -> Option<f64> {
        self.curve.along(anchor).map(|along| self.spaces_to(along))
    }

    /// Returns a point on the board, and the driving direction there in radians. From the finish line, the point lies
    /// `spaces` spaces ahead on the centre line, then `along` spaces further ahead, then `left` spaces to the left.
    /// `spaces` does not count the hidden spaces of tunnels, but `along` does.
    pub fn at(&self, spaces: f64, along: f64, left: f64) -> (Point, f64) {
        self.curve.at(self.along_curve(spaces, along), left)
    }

    /// Returns the same point as [`at`](Self::at), without the direction.
    pub fn point(&self, spaces: f64, along: f64, left: f64) -> Point {
        self.curve.point_and_way(self.along_curve(spaces, along), left).0
    }

    /// Converts a place, given as in [`at`](Self::at), to a distance along the curve.
    fn along_curve(&self, spaces: f64, along: f64) -> f64 {
        let spaces = self.with_hidden(spaces);
        // A space is as long in front of its centre as behind it, even next to a tunnel.
        self.along(spaces) + along * self.length_at(spaces)
    }

    /// Returns the index of the tunnel between two places; `None` if there is no tunnel. The places are given as
    /// numbers of spaces from the finish line, without hidden spaces. `to` lies ahead of `from`.
    pub fn tunnel(&self, from: f64, to: f64) -> Option<usize> {
        let lap = self.count as f64;
        self.tunnels.iter().position(|(at, _)| [*at, *at + lap].into_iter().any(|at| from < at && at <= to))
    }

    /// The number of spaces from the finish line to each control point, and to the end of the line, including hidden
    /// spaces.
    fn to_points(&self, points: usize) -> Vec<f64> {
        (0..=points).map(|point| self.spaces_to(self.curve.along_point(point))).collect()
    }

    /// Returns anchors that tie control points to the spaces, one for each control point that must stay at the same
    /// distance from the space before it. This distance is the anchor's `part`. With these anchors, an edit at one
    /// place of the line does not move the spaces elsewhere. `points` is the number of control points. `tunnels` lists
    /// the indices of the control points where tunnels begin.
    pub fn fix(&self, points: usize, tunnels: &[usize]) -> Vec<Anchor> {
        let spaces = self.to_points(points);
        let mut last = 0.0;
        let mut fixed = Vec::new();
        for (point, to) in spaces.iter().copied().enumerate().take(points).skip(1) {
            // The length of a space may differ on the two sides of a tunnel.
            let is_mouth = tunnels.iter().any(|begin| *begin == point || begin.checked_add(1) == Some(point));
            if is_mouth || (to - last >= BETWEEN && self.all() - to >= BETWEEN) {
                fixed.push(Anchor { point, part: to.rem_euclid(1.0) });
                last = to;
            }
        }
        fixed
    }

    /// Returns the anchor that fixes a control point; `None` if the point is too close to another fixed point or to the
    /// finish line.
    pub fn fix_one(&self, fixed: &[Anchor], point: usize) -> Option<Anchor> {
        let here = self.spaces_to(self.curve.along_point(point));
        let others = fixed.iter().map(|tick| self.spaces_to(self.curve.along_point(tick.point)));
        let is_far = others.chain([0.0, self.all()]).all(|other| (other - here).abs() >= BETWEEN);
        is_far.then(|| Anchor { point, part: here.rem_euclid(1.0) })
    }

    /// Whether two courses have the same number of spaces, and their control points lie at the same distances from the
    /// finish line.
    pub fn is_like(&self, other: &Self, points: usize) -> bool {
        let pairs = self.to_points(points).into_iter().zip(other.to_points(points));
        self.count == other.count && pairs.map(|(a, b)| (a - b).abs()).all(|gap| gap < ROUNDING)
    }
}

/// Converts a number with the help of a ruler. Each tick contains a number before the conversion (`from`) and after it
/// (`to`). Interpolates between the two nearest ticks.
fn between(ruler: &[Tick], value: f64, from: fn(&Tick) -> f64, to: fn(&Tick) -> f64) -> f64 {
    let next = ruler.partition_point(|tick| from(tick) <= value).clamp(1, ruler.len().max(2) - 1);
    let (Some(a), Some(b)) = (ruler.get(next - 1), ruler.get(next)) else { return value };
    let part = (value - from(a)) / (from(b) - from(a)).max(1e-9);
    to(a) + (to(b) - to(a)) * part
}

/// Returns the ruler that divides a line into spaces of equal length. The number of spaces hidden in each tunnel is a
/// whole number.
fn even_ruler(curve: &Curve, under: &[[f64; 2]], [fewest, most]: [f64; 2]) -> Vec<Tick> {
    let hidden: f64 = under.iter().map(|[from, to]| to - from).sum();
    let count = (curve.length - hidden).round().clamp(fewest, most);
    let pitch = (curve.length - hidden) / count;
    let mut ruler = vec![Tick { along: 0.0, spaces: 0.0 }];
    let (mut passed, mut spaces) = (0.0, 0.0);
    for [from, to] in under.iter().copied() {
        let begin = (from - passed) / pitch + spaces;
        ruler.push(Tick { along: from, spaces: begin });
        passed += to - from;
        let inside = ((to - from) / pitch.max(1e-9)).round();
        spaces += inside;
        ruler.push(Tick { along: to, spaces: begin + inside });
    }
    ruler.push(Tick { along: curve.length, spaces: count + spaces });
    ruler.dedup_by_key(|tick| tick.along);
    ruler
}

/// Returns a ruler that divides a line into spaces. Each control point in `fixed` has its stored distance from the
/// space before it, and the finish line lies between two spaces.
fn fixed_ruler(curve: &Curve, under: &[[f64; 2]], fixed: &[Anchor], [fewest, most]: [f64; 2]) -> Vec<Tick> {
    let hidden: f64 = under.iter().map(|[from, to]| to - from).sum();
    let open = (curve.length - hidden).max(1e-3);
    let scale = open.clamp(fewest, most) / open;
    let mut ruler = vec![Tick { along: 0.0, spaces: 0.0 }];
    // Adds the end of the line as the last fixed point.
    let end = Anchor { point: usize::MAX, part: 0.0 };
    for tick in fixed.iter().chain([&end]) {
        let last = ruler[ruler.len() - 1];
        let along = curve.along_point(tick.point);
        let wanted = last.spaces + (along - last.along) * scale;
        let phase = tick.part.clamp(0.0, 1.0);
        let nearest = (wanted - phase).round() + phase;
        let spaces = if nearest < last.spaces { (last.spaces - phase).ceil() + phase } else { nearest };
        ruler.push(Tick { along, spaces });
    }
    ruler
}
