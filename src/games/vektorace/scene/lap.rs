//! Draws the lap: the road, the route, and arrows that show the direction. The route is a smooth line through the
//! points that section 4.4 of the ledger defines.
//!
//! In the rules, the track has no edges. The road is only a guide: it passes every corner on the side of its curbs, and
//! the pitwall on the track side.

use super::super::pieces::PIT_LINE_OFFSET;
use super::super::{CornerDraft, Draft};
use super::{Local, ROAD, WALL, board, is_near, lerp};
use crate::game::scene::{Scene, Shape, Style};
use crate::game::signs::arrow;
use crate::geometry::{Direction, Point};

/// The number of straight segments in a curve between two anchors when its length is measured.
const PIECES: usize = 32;
/// The number of points on a curve among which the ends of its drawn segments are chosen.
const FINE: usize = 256;
/// The largest angle between two drawn segments, in radians.
const BEND: f64 = 0.07;
/// The largest length of a drawn segment, in octagons.
const LONG: f64 = 4.0;
/// The radius of the circle around the number of a grid place in which the route is not drawn, in octagons.
const NUMBER: f64 = 0.5;
/// The length of the handles of a Bézier curve, as a fraction of the distance between the curve's ends.
const HANDLE: f64 = 0.28;

/// A point on the lap, and the direction of the lap there.
struct Anchor {
    at: [f64; 2],
    way: [f64; 2],
}

impl Anchor {
    /// Creates an anchor beside the piece whose centre is `at`. The anchor is `distance` octagons from that centre, in
    /// the direction `aside`. The lap has the direction `way` there.
    fn new(at: Point, aside: Direction, distance: f64, way: Direction) -> Self {
        let ([x, y], [dx, dy]) = (at.to_f64(), aside.unit().to_f64());
        Self { at: [x + dx * distance, y + dy * distance], way: way.unit().to_f64() }
    }
}

/// The distance between the middle of a corner piece and the road, in octagons.
const KERB: f64 = 0.5;
/// The least distance between the road and the table's edge, in octagons.
const BESIDE: f64 = 0.5;
/// The width of the road's edge, in octagons.
const EDGE: f64 = 0.16;

/// Draws the road under everything else on the table.
pub(super) fn draw_road(draft: &Draft, scene: &mut Scene) {
    let line = sampled(&anchors(draft, KERB + ROAD, WALL + ROAD));
    let table = board::table(draft);
    for (style, half) in [(Style::RoadEdge, ROAD + EDGE), (Style::Road, ROAD)] {
        // Where the road comes close to the table's edge, it keeps its own edge, and the table is seen beyond it.
        let inside = if style == Style::Road { BESIDE + EDGE } else { BESIDE };
        let [low, high] = table;
        let table = [low.map(|value| value + inside), high.map(|value| value - inside)];
        let free: Vec<[[f64; 2]; 2]> = (0..line.len()).map(|index| across(&line, index, half)).collect();
        let sides = on_table(&free, table);
        for (from, to) in sides.iter().zip(sides.iter().cycle().skip(1)) {
            scene.add(style, Shape::Polygon(vec![from[0], to[0], to[1], from[1]]));
        }
    }
}

/// Returns the lines across the road, with all ends that lie outside an area moved to its edge. Adds further lines
/// between a line with moved ends and a neighbour with other ends, so that a bend of the road stays round up to the
/// edge.
fn on_table(sides: &[[[f64; 2]; 2]], [low, high]: [[f64; 2]; 2]) -> Vec<[[f64; 2]; 2]> {
    /// The number of lines that stand in place of one line where lines are added: this line and those between it and
    /// the next one.
    const STEPS: u32 = 12;
    let inside = |at: [f64; 2]| [0, 1].map(|axis| at[axis].min(high[axis]).max(low[axis]));
    let is_moved = |side: &[[f64; 2]; 2]| side.map(|end| inside(end) != end);
    let lines = sides.iter().zip(sides.iter().cycle().skip(1)).flat_map(|(from, to)| {
        let steps = if is_moved(from) == is_moved(to) { 1 } else { STEPS };
        (0..steps).map(move |step| {
            let part = f64::from(step) / f64::from(steps);
            [0, 1].map(|end| inside(lerp(from[end], to[end], part)))
        })
    });
    lines.collect()
}

/// Returns the right and left end of a line straight across the road, at one point of the road's middle line. On the
/// inside of a bend, the line is shorter than the bend's radius, so that the road does not fold over itself.
fn across(line: &[[f64; 2]], index: usize, half: f64) -> [[f64; 2]; 2] {
    let count = line.len();
    let (before, at, after) = (line[(index + count - 1) % count], line[index], line[(index + 1) % count]);
    let (a, b) = ([at[0] - before[0], at[1] - before[1]], [after[0] - at[0], after[1] - at[1]]);
    let turned = (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1]);
    let [x, y] = [a[0] + b[0], a[1] + b[1]];
    let length = x.hypot(y).max(1e-9);
    let radius = length / 2.0 / turned.abs().max(1e-9);
    // `side` is +1 for the left end and -1 for the right end.
    let end = |side: f64| {
        let reach = if turned * side > 0.0 { half.min(radius * 0.95) } else { half } * side;
        [at[0] - y / length * reach, at[1] + x / length * reach]
    };
    [end(-1.0), end(1.0)]
}

/// Draws the route and the arrows. Draws nothing if the draft has no direction or fewer than two anchors. `size` is the
/// length of an arrow.
pub(super) fn draw(draft: &Draft, size: f64, scene: &mut Scene) {
    let anchors = anchors(draft, 1.0, 1.0);
    let line = sampled(&anchors);
    let Some(first) = line.first().copied() else { return };
    // The route is not drawn through the numbers of the grid places, so it has a gap at each.
    let wall = draft.pitwall.filter(|wall| is_near(wall.at)).zip(draft.direction);
    let places = wall.into_iter().flat_map(|(wall, hand)| {
        board::grid_places(draft, &Local::new(wall.at, wall.direction), board::track_side(hand))
    });
    let places: Vec<[f64; 2]> = places.map(|(_, at)| at).collect();
    let in_grid = |at: &[f64; 2]| places.iter().any(|place| (at[0] - place[0]).hypot(at[1] - place[1]) < NUMBER);
    let closed: Vec<[f64; 2]> = line.iter().copied().chain([first]).collect();
    let near_grid = |at: &[f64; 2]| places.iter().any(|place| (at[0] - place[0]).hypot(at[1] - place[1]) < LONG + 1.0);
    // Short steps near the grid, so that the gaps are as wide as the numbers.
    let fine = closed.windows(2).flat_map(|pair| {
        let steps = if near_grid(&pair[0]) || near_grid(&pair[1]) { 32 } else { 1 };
        (0..steps).map(move |step| lerp(pair[0], pair[1], f64::from(step) / f64::from(steps)))
    });
    let fine: Vec<[f64; 2]> = fine.chain([first]).collect();
    for part in fine.split(in_grid).filter(|part| part.len() > 1) {
        scene.add(Style::LapLine, Shape::Polyline(part.to_vec()));
    }
    let road = self::anchors(draft, KERB + ROAD, WALL + ROAD);
    for (index, (from, to)) in road.iter().zip(road.iter().cycle().skip(1)).enumerate() {
        let curve = Curve::between(from, to);
        // The grid covers the second half of the last stretch, so the arrow there is drawn earlier.
        let middle = if index + 1 == road.len() { 0.3 } else { 0.5 };
        if curve.span() > 3.0 * size {
            let [before, at, after] = [-0.03, 0.0, 0.03].map(|part| curve.at(middle + part));
            arrow(at, [after[0] - before[0], after[1] - before[1]], size, scene);
        }
    }
}

/// Returns the length of the route and of its longest stretch between two corners, in octagons.
pub(super) fn measures(draft: &Draft) -> Vec<(&'static str, String)> {
    let line = even(&anchors(draft, 1.0, 1.0));
    let next = line.iter().cycle().skip(1);
    let steps: Vec<f64> = line.iter().zip(next).map(|(from, to)| (to[0] - from[0]).hypot(to[1] - from[1])).collect();
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
fn sampled(anchors: &[Anchor]) -> Vec<[f64; 2]> {
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
            let turned = (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1]).abs();
            due += turned / BEND + a[0].hypot(a[1]) / LONG;
            if due >= 1.0 {
                due = 0.0;
                line.push(three[1]);
            }
        }
    }
    line
}

/// Returns points on the lap's line, [`PIECES`] for each curve between two anchors.
fn even(anchors: &[Anchor]) -> Vec<[f64; 2]> {
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
fn anchors(draft: &Draft, from_corner: f64, from_wall: f64) -> Vec<Anchor> {
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
