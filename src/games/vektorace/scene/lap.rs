//! Draws the lap: the route, and arrows that show the direction. The route is a smooth line through the points that
//! section 4.4 of the ledger defines.

use super::super::pieces::PIT_LINE_OFFSET;
use super::super::{CornerDraft, Draft};
use super::road::Road;
use super::{Local, board, far, is_near, lerp};
use crate::game::scene::{Scene, Shape, Style};
use crate::game::signs::arrow;
use crate::geometry::{Direction, Point};

/// The number of straight segments in a curve between two anchors when its length is measured.
const PIECES: usize = 32;
/// The number of short steps into which a curve is divided. Each drawn segment of the curve covers one or more steps.
const FINE: usize = 256;
/// The largest angle between two drawn segments, in radians.
const BEND: f64 = 0.06;
/// The largest length of a drawn segment, in octagons.
const LONG: f64 = 2.5;
/// The distance from the middle of a grid place within which the route is not drawn, along each axis of the place, in
/// octagons.
const PLACE: f64 = 0.75;
/// The length of the shortest part of the route that is drawn between two grid places, in octagons.
const STUB: f64 = 1.5;
/// The length of the handles of a Bézier curve, as a fraction of the distance between the curve's ends.
const HANDLE: f64 = 0.28;

/// A point on the lap, and the direction of the lap there.
pub(super) struct Anchor {
    pub at: [f64; 2],
    pub way: [f64; 2],
}

impl Anchor {
    /// Creates an anchor beside the piece whose centre is `at`. The anchor is `distance` octagons from that centre, in
    /// the direction `aside`. The lap has the direction `way` there.
    fn new(at: Point, aside: Direction, distance: f64, way: Direction) -> Self {
        let ([x, y], [dx, dy]) = (at.to_f64(), aside.unit().to_f64());
        Self { at: [x + dx * distance, y + dy * distance], way: way.unit().to_f64() }
    }
}

/// Draws the route and the arrows. Draws nothing if the draft has no direction or fewer than two anchors. `size` is the
/// length of an arrow.
pub(super) fn draw(draft: &Draft, size: f64, scene: &mut Scene) {
    let anchors = anchors(draft, 1.0, 1.0);
    let line = sampled(&anchors);
    let Some(first) = line.first().copied() else { return };
    // The route is not drawn through the grid places, so it has a gap there.
    let wall = draft.pitwall.filter(|wall| is_near(wall.at)).zip(draft.direction);
    let places = wall.into_iter().flat_map(|(wall, hand)| {
        let local = Local::new(wall.at, wall.direction);
        board::grid_places(draft, &local, board::track_side(hand)).into_iter().map(move |(_, at)| (local, at))
    });
    let places: Vec<(Local, [f64; 2])> = places.collect();
    let in_grid = |at: &[f64; 2]| places.iter().any(|(local, place)| local.is_around(*place, PLACE, *at));
    let closed: Vec<[f64; 2]> = line.iter().copied().chain([first]).collect();
    let near_grid = |at: &[f64; 2]| places.iter().any(|(_, place)| far(*at, *place) < LONG + 1.0);
    // Short steps near the grid, so that the gaps are as wide as the places.
    let fine = closed.windows(2).flat_map(|pair| {
        let steps = if near_grid(&pair[0]) || near_grid(&pair[1]) { 32 } else { 1 };
        (0..steps).map(move |step| lerp(pair[0], pair[1], f64::from(step) / f64::from(steps)))
    });
    let fine: Vec<[f64; 2]> = fine.chain([first]).collect();
    let length = |part: &[[f64; 2]]| part.windows(2).map(|pair| far(pair[0], pair[1])).sum::<f64>();
    for part in fine.split(in_grid).filter(|part| length(part) >= STUB) {
        scene.add(Style::LapLine, Shape::Polyline(part.to_vec()));
    }
    let road = Road::of(draft);
    let middles = road.anchors();
    for (index, (from, to)) in middles.iter().zip(middles.iter().cycle().skip(1)).enumerate() {
        let curve = Curve::between(from, to);
        let route = Curve::between(&anchors[index], &anchors[(index + 1) % anchors.len()]);
        // The grid covers the second half of the last stretch, so the arrow there is drawn earlier.
        let middle = if index + 1 == middles.len() { 0.3 } else { 0.5 };
        if curve.span() > 3.0 * size {
            let way = |curve: &Curve| {
                let [before, after] = [-0.03, 0.03].map(|part| curve.at(middle + part));
                let way = [after[0] - before[0], after[1] - before[1]];
                way.map(|value| value / way[0].hypot(way[1]).max(1e-9))
            };
            let (ahead, beside) = (way(&curve), way(&route));
            // Where the road is narrower, its middle lies elsewhere.
            let [right, left] = road.across(curve.at(middle), ahead);
            // Before a corner, the middle of a wide road and the route beside it run apart. The arrow points between them.
            let between = [ahead[0] + beside[0], ahead[1] + beside[1]];
            arrow(lerp(right, left, 0.5), between, size, scene);
        }
    }
}

/// Returns the length of the route and of its longest stretch between two corners, in octagons.
pub(super) fn measures(draft: &Draft) -> Vec<(&'static str, String)> {
    let line = even(&anchors(draft, 1.0, 1.0));
    let next = line.iter().cycle().skip(1);
    let steps: Vec<f64> = line.iter().zip(next).map(|(from, to)| far(*from, *to)).collect();
    let mut stretches: Vec<f64> = steps.chunks(PIECES).map(|steps| steps.iter().sum()).collect();
    let lap: f64 = stretches.iter().sum();
    // With a pitwall, the first stretch begins at the finish line and the last one ends there, so both are parts of one
    // stretch between corners. Without a pitwall, the last stretch ends at corner 1.
    let Some(last) = stretches.pop() else { return Vec::new() };
    match stretches.first_mut().filter(|_| draft.pitwall.is_some_and(|wall| is_near(wall.at))) {
        Some(first) => *first += last,
        None => stretches.insert(0, last),
    }
    let numbered = (1..).zip(stretches).max_by(|(_, a), (_, b)| a.total_cmp(b));
    let Some((number, longest)) = numbered else { return Vec::new() };
    vec![
        ("Route", format!("{lap:.1} octagons")),
        ("Longest stretch", format!("{longest:.1} octagons, to corner {number}")),
    ]
}

/// Returns points on a smooth closed line through the anchors. They are close to each other where the line bends, and
/// further apart where it is nearly straight. Returns no points if there are fewer than two anchors.
pub(super) fn sampled(anchors: &[Anchor]) -> Vec<[f64; 2]> {
    if anchors.len() < 2 {
        return Vec::new();
    }
    let mut line = Vec::new();
    for (from, to) in anchors.iter().zip(anchors.iter().cycle().skip(1)) {
        let curve = Curve::between(from, to);
        let points: Vec<[f64; 2]> = (0..=FINE).map(|piece| curve.at(piece as f64 / FINE as f64)).collect();
        line.push(points[0]);
        let mut due = 0.0;
        for three in points.windows(3) {
            let [a, b] = [0, 1].map(|step| [0, 1].map(|axis| three[step + 1][axis] - three[step][axis]));
            // The tangent of the angle between two steps, which is small.
            let turned = (a[0] * b[1] - a[1] * b[0]).abs() / (a[0] * b[0] + a[1] * b[1]).max(1e-12);
            due += turned / BEND + (a[0] * a[0] + a[1] * a[1]).sqrt() / LONG;
            if due >= 1.0 {
                due = 0.0;
                line.push(three[1]);
            }
        }
    }
    line
}

/// Returns points on the lap's line, [`PIECES`] for each curve between two anchors.
pub(super) fn even(anchors: &[Anchor]) -> Vec<[f64; 2]> {
    if anchors.len() < 2 {
        return Vec::new();
    }
    let mut line = Vec::with_capacity(anchors.len() * PIECES);
    for (from, to) in anchors.iter().zip(anchors.iter().cycle().skip(1)) {
        let curve = Curve::between(from, to);
        line.extend((0..PIECES).map(|piece| curve.at(piece as f64 / PIECES as f64)));
    }
    line
}

/// Returns the points that a lap passes: one at the finish line and one at every corner. Their distances from the
/// pitwall and from the corner pieces are `from_wall` and `from_corner`. Returns no points if the direction of the race
/// is missing.
pub(super) fn anchors(draft: &Draft, from_corner: f64, from_wall: f64) -> Vec<Anchor> {
    let Some(hand) = draft.direction else { return Vec::new() };
    let mut corners: Vec<&CornerDraft> = draft.corners.iter().filter(|corner| is_near(corner.at)).collect();
    corners.sort_by_key(|corner| corner.number);
    let line = draft.pitwall.filter(|wall| is_near(wall.at)).map(|wall| {
        let reach = wall.direction.times(PIT_LINE_OFFSET).unwrap_or(Point::ORIGIN);
        let aside = wall.direction.turned(2 * hand.eta());
        Anchor::new(wall.at + reach, aside, from_wall, wall.direction)
    });
    let apexes = corners.into_iter().map(|corner| {
        let eta = corner.hand.unwrap_or(hand).eta();
        Anchor::new(corner.at, corner.facing, from_corner, corner.facing.turned(2 * eta))
    });
    line.into_iter().chain(apexes).collect()
}

/// A cubic Bézier curve.
struct Curve([[f64; 2]; 4]);

impl Curve {
    fn between(from: &Anchor, to: &Anchor) -> Self {
        let handle = (to.at[0] - from.at[0]).hypot(to.at[1] - from.at[1]) * HANDLE;
        let shifted = |anchor: &Anchor, by: f64| [anchor.at[0] + anchor.way[0] * by, anchor.at[1] + anchor.way[1] * by];
        Self([from.at, shifted(from, handle), shifted(to, -handle), to.at])
    }

    /// Returns the point of the curve at the parameter `part`, from 0 (start) to 1 (end), by De Casteljau's
    /// construction.
    fn at(&self, part: f64) -> [f64; 2] {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (lerp(a, b, part), lerp(b, c, part), lerp(c, d, part));
        lerp(lerp(ab, bc, part), lerp(bc, cd, part), part)
    }

    fn span(&self) -> f64 {
        let [from, .., to] = self.0;
        (to[0] - from[0]).hypot(to[1] - from[1])
    }
}
