//! Draws the lap: the route, and arrows that show the direction. The route is a smooth line through the points that
//! section 4.4 of the ledger defines.

use super::super::Draft;
use super::line::{Curve, LONG, PIECES, anchors, even, sampled};
use super::road::Road;
use super::{Local, board, far, is_near, lerp};
use crate::game::scene::{Scene, Shape, Style};
use crate::game::signs::arrow;

/// The route is not drawn within this distance of the middle of a grid place, measured along each axis of the place, in
/// octagons.
const PLACE: f64 = 0.75;
/// Between two grid places, a part of the route is drawn only if it has at least this length, in octagons.
const STUB: f64 = 1.5;

/// Draws the route and the arrows. Draws nothing if the draft has no direction or fewer than two anchors (finish line
/// and corners). `size` is the length of an arrow.
pub(super) fn draw(draft: &Draft, road: &Road, size: f64, scene: &mut Scene) {
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
            // Before a corner, the middle of a wide road and the route beside it run apart. The arrow points between
            // them.
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
