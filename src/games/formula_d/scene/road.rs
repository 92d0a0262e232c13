//! Draws the spaces: the road with its edges and curbs, the pit lane with its boxes, and bridges with their shadow.

use super::board::{Board, Flank, outward};
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::simplified;
use crate::games::formula_d::draft::{EdgeKind, SpaceDraft, SpaceKind};

/// The width of the strip between a space and the neighbouring lane, as a fraction of a space's length. The strip has
/// the same colour as the lines between the spaces of a lane.
const BESIDE: f64 = 0.15;
/// The width of the strip between a space and the edge of the road, as a fraction of a space's length. The strip looks
/// like a thin outline of the space.
const BEYOND: f64 = 0.03;
/// The outline of the ground is simplified to have fewer points. This is the largest distance allowed between the
/// simplified outline and the sides of the spaces, in spaces.
const TOLERANCE: f64 = 0.01;
/// The width of a curb, in spaces.
const CURB: f64 = 0.32;
/// The width of the shadow on either side of a bridge, in spaces.
const SHADOW: f64 = 0.6;

/// Draws the spaces on bridges if `is_bridge` is set, otherwise the spaces on the ground.
pub(super) fn draw(board: &Board<'_>, is_bridge: bool, scene: &mut Scene) {
    let on_level = || board.spaces.iter().filter(|space| (space.level > 0) == is_bridge);
    let numbered = || board.spaces.iter().enumerate().filter(|(_, space)| (space.level > 0) == is_bridge);
    for flank in [Flank::Left, Flank::Right].into_iter().filter(|_| is_bridge) {
        shadow(board, on_level().collect(), flank, scene);
    }
    let pit_roads: Vec<Shape> = pit_roads(board, is_bridge).map(|(road, _)| Shape::Polygon(road)).collect();
    let Ground { joints, beds } = ground_of_lanes(board, is_bridge);
    for shape in pit_roads.iter().cloned().chain(beds) {
        scene.add(Style::Bed, shape);
    }
    for space in on_level().filter(|space| space.lane == 0 || space.shown().len() != 4) {
        scene.add(Style::Bed, Shape::Polygon(space.shown()));
    }
    for road in pit_roads {
        scene.add(Style::PitLane, road);
    }
    let in_corners = || numbered().filter_map(|(at, space)| Some((at, board.corner(space)?.stops)));
    for (at, _) in in_corners() {
        curbs(board, at, 0, scene);
    }
    // Stripes of one style follow each other, and so do spaces: they are painted faster as one path.
    let mut stripes = Scene::default();
    for (at, stops) in in_corners() {
        curbs(board, at, stops.clamp(1, 3), &mut stripes);
    }
    let (light, dark): (Vec<_>, Vec<_>) = stripes.items.into_iter().partition(|item| item.style == Style::CurbLight);
    scene.items.extend(light.into_iter().chain(dark));
    // In bends, spaces stand apart. The ground between them has the colour of the joints.
    for joint in joints {
        scene.add(Style::Joint, joint);
    }
    let mut spaces: Vec<(u8, Style, Tag, &SpaceDraft)> = on_level().map(|space| ground(board, space)).collect();
    spaces.sort_by_key(|(order, ..)| *order);
    for (_, style, tag, space) in spaces {
        scene.add_tagged(style, tag, Shape::Polygon(space.shown()));
    }
    on_level().for_each(|space| draw_marks(space, scene));
    for (at, _) in numbered().filter(|(_, space)| is_bridge && space.lane > 0) {
        for side in [Flank::Left, Flank::Right].into_iter().filter_map(|flank| board.free_side_at(at, flank)) {
            scene.add(Style::Boundary, Shape::Polyline(side.to_vec()));
        }
    }
}

/// The ground of the lanes, under their spaces.
struct Ground {
    /// Areas that each cover several spaces of a lane, the gaps between them, and a strip on both sides.
    joints: Vec<Shape>,
    /// The edges of the road. Bridges have rails instead, because an edge would also be drawn across the lanes at the
    /// ends of a bridge.
    beds: Vec<Shape>,
}

/// A space in a run of spaces of one lane: its index, and its corners as [`SpaceDraft::quad`] returns them.
#[derive(Clone, Copy)]
struct RunSpace {
    at: usize,
    quad: [[f64; 2]; 4],
}

/// Returns the ground of all lanes on one level.
fn ground_of_lanes(board: &Board<'_>, is_bridge: bool) -> Ground {
    /// The largest number of spaces in an area. A longer area could bend so far that it overlaps itself. Then it would
    /// be filled wrongly.
    const MOST: usize = 12;
    /// The largest gap that an area may bridge between two spaces. The unit is the length of a space.
    const GAP: f64 = 0.8;
    let is_near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) < GAP * GAP;
    let next_of = |at: usize| {
        let (space, next) = (&board.spaces[at], board.next(at)?);
        let follows = &board.spaces[next];
        let ([_, right, left, _], [back_right, .., back_left]) = (space.quad()?, follows.quad()?);
        let joins = is_near(right, back_right) && is_near(left, back_left);
        (follows.lane > 0 && follows.level == space.level && joins).then_some(next)
    };
    let next: Vec<Option<usize>> = (0..board.spaces.len()).map(next_of).collect();
    let mut follows_another = vec![false; next.len()];
    for next in next.iter().flatten() {
        follows_another[*next] = true;
    }
    let mut known = vec![false; next.len()];
    let mut ground = Ground { joints: Vec::new(), beds: Vec::new() };
    for (first, begin) in board.spaces.iter().enumerate() {
        if begin.lane == 0 || (begin.level > 0) != is_bridge || known[first] {
            continue;
        }
        let mut run: Vec<RunSpace> = Vec::with_capacity(MOST + 1);
        let mut after = Some(first);
        // The last space of an area is the first of the next one, so that there is no gap between the areas.
        while let Some(at) = after {
            let Some(quad) = board.spaces[at].quad() else { break };
            run.push(RunSpace { at, quad });
            // The last space of a full area is not known yet, so that the next area begins with it.
            let is_new = run.len() <= MOST && !std::mem::replace(&mut known[at], true);
            after = next[at].filter(|_| is_new);
        }
        let Some(last) = run.last() else { continue };
        ground.joints.push(area(board, &run, [BEYOND, BESIDE]));
        if is_bridge {
            continue;
        }
        // Only at the ends of a lane, the edge of the road also runs across the lane.
        if !follows_another[first] || next[last.at].is_none() {
            ground.beds.push(area(board, &run, [0.0; 2]));
            continue;
        }
        for flank in [Flank::Right, Flank::Left] {
            let is_free = |link: &RunSpace| board.free_side_at(link.at, flank).is_some();
            for part in run.chunk_by(|a, b| is_free(a) == is_free(b)).filter(|part| is_free(&part[0])) {
                ground.beds.push(Shape::Polyline(simple(&forwards(&side(board, part, flank, [0.0; 2])))));
            }
        }
    }
    ground
}

/// Returns the area that covers consecutive spaces of a lane and a strip on both sides of them. `beside` has two widths
/// of the strip, in spaces: the first for sides at the edge of the road, the second for sides towards another lane.
fn area(board: &Board<'_>, run: &[RunSpace], beside: [f64; 2]) -> Shape {
    let mut outline = simple(&side(board, run, Flank::Right, beside));
    outline.extend(simple(&side(board, run, Flank::Left, beside)).into_iter().rev());
    Shape::Polygon(outline)
}

/// Returns one side of consecutive spaces of a lane, moved outwards as in [`area`]. The list has two points for each
/// space: the rear end of its side, then the front end.
fn side(board: &Board<'_>, run: &[RunSpace], flank: Flank, beside: [f64; 2]) -> Vec<[f64; 2]> {
    let moved = run.iter().flat_map(|RunSpace { at, quad: [back_right, front_right, front_left, back_left] }| {
        let ends = match flank {
            Flank::Right => [*back_right, *front_right],
            Flank::Left => [*back_left, *front_left],
        };
        let by = beside[usize::from(board.free_side_at(*at, flank).is_none())];
        let away = if by > 0.0 { outward(ends, flank).map(|value| value * by) } else { [0.0; 2] };
        ends.map(|at| [at[0] + away[0], at[1] + away[1]])
    });
    moved.collect()
}

/// Turns the points that [`side`] returns into a line that never goes backwards. On the inside of a bend, spaces
/// overlap, so the front end of a space lies beyond the rear end of the next. In this case the line goes through the
/// middle between these two points.
fn forwards(side: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut line: Vec<[f64; 2]> = Vec::with_capacity(side.len());
    for ends in side.chunks_exact(2) {
        let [back, front] = [ends[0], ends[1]];
        let meets = match line[..] {
            [.., a, b] if (b[0] - a[0]) * (back[0] - b[0]) + (b[1] - a[1]) * (back[1] - b[1]) < 0.0 => line.pop(),
            _ => None,
        };
        line.push(meets.map_or(back, |b| [0, 1].map(|axis| (back[axis] + b[axis]) / 2.0)));
        line.push(front);
    }
    line
}

/// Returns a line without the points that hardly change its shape.
fn simple(line: &[[f64; 2]]) -> Vec<[f64; 2]> {
    simplified(line, TOLERANCE).into_iter().map(|at| line[at]).collect()
}

/// Returns the roads between the track and the pit lane, each with its outline and its arrow. A road reaches from an
/// end of the pit lane to the side of a space of the track. The arrow is given by its start and its tip, and points in
/// the direction of the race.
pub(super) fn pit_roads<'a>(
    board: &'a Board<'_>,
    is_bridge: bool,
) -> impl Iterator<Item = (Vec<[f64; 2]>, [[f64; 2]; 2])> + 'a {
    let middle = |a: [f64; 2], b: [f64; 2]| [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0);
    let far = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    board.edges().filter_map(move |(edge, from, to)| {
        let (track, pit) = match edge.kind {
            EdgeKind::PitIn => (from, to),
            EdgeKind::PitOut => (to, from),
            _ => return None,
        };
        if (track.level.max(pit.level) > 0) != is_bridge {
            return None;
        }
        let [back_right, front_right, front_left, back_left] = pit.quad()?;
        let end = if edge.kind == EdgeKind::PitIn { [back_right, back_left] } else { [front_right, front_left] };
        let sides = [Flank::Left, Flank::Right].into_iter().filter_map(|flank| board.free_side(track, flank));
        let side = sides.min_by(|a, b| far(middle(a[0], a[1]), pit.at).total_cmp(&far(middle(b[0], b[1]), pit.at)));
        let [rear, front] = side.unwrap_or([track.at; 2]);
        // The outline does not cross itself.
        let is_crossed = far(end[0], rear) + far(end[1], front) < far(end[0], front) + far(end[1], rear);
        let [near, other] = if is_crossed { [front, rear] } else { [rear, front] };
        let arrow = if edge.kind == EdgeKind::PitIn { [track.at, pit.at] } else { [pit.at, track.at] };
        Some((vec![end[0], end[1], near, other], arrow))
    })
}

/// Draws the shadow along one side of the bridges. Spaces whose sides meet share one shadow, because separate shadows
/// would be darker where they overlap.
fn shadow(board: &Board<'_>, mut spaces: Vec<&SpaceDraft>, flank: Flank, scene: &mut Scene) {
    spaces.sort_by_key(|space| (space.lane, space.rank));
    let sides: Vec<[[f64; 2]; 2]> = spaces.into_iter().filter_map(|space| board.free_side(space, flank)).collect();
    let meet = |a: &[[f64; 2]; 2], b: &[[f64; 2]; 2]| (a[1][0] - b[0][0]).hypot(a[1][1] - b[0][1]) < 0.5;
    for run in sides.chunk_by(meet) {
        let outer = run.iter().flat_map(|side| {
            let [x, y] = outward(*side, flank).map(|value| value * SHADOW);
            side.map(|at| [at[0] + x, at[1] + y])
        });
        let outer: Vec<[f64; 2]> = outer.collect();
        let points = run.iter().flatten().copied().chain(outer.into_iter().rev());
        scene.add(Style::Shadow, Shape::Polygon(points.collect()));
    }
}

/// Outlines the selected corners.
pub(super) fn highlight(board: &Board<'_>, highlight: &[Tag], scene: &mut Scene) {
    for space in board.spaces {
        if board.corner(space).is_some_and(|bend| highlight.contains(&Tag::Corner(bend.index))) {
            scene.add(Style::Selection, Shape::Polygon(space.shown()));
        }
    }
}

/// Draws striped curbs along a space of a corner, on the sides that lie at the edge of the road. `space` is the index
/// of the space. A curb has `stops` pairs of stripes. If `stops` is 0, draws the ground under the curb instead, which
/// is visible as the curb's border.
fn curbs(board: &Board<'_>, space: usize, stops: u8, scene: &mut Scene) {
    let next = board.next(space).filter(|next| board.spaces[*next].kind == board.spaces[space].kind);
    for flank in [Flank::Left, Flank::Right] {
        let Some([from, to]) = board.free_side_at(space, flank) else { continue };
        let [x, y] = outward([from, to], flank);
        // On the outside of a bend, curbs stand apart. The gap gets the style of the last stripe.
        if let Some([begin, end]) = next.and_then(|next| board.free_side_at(next, flank)) {
            let beyond = outward([begin, end], flank);
            let outer = |at: [f64; 2], way: [f64; 2]| [at[0] + way[0] * CURB, at[1] + way[1] * CURB];
            let gap = vec![to, begin, outer(begin, beyond), outer(to, [x, y])];
            scene.add(if stops == 0 { Style::Bed } else { Style::CurbLight }, Shape::Polygon(gap));
        }
        let at = |along: f64, out: f64| {
            [from[0] + (to[0] - from[0]) * along + x * out, from[1] + (to[1] - from[1]) * along + y * out]
        };
        let part = |begin: f64, end: f64| {
            Shape::Polygon(vec![at(begin, -0.05), at(end, -0.05), at(end, CURB), at(begin, CURB)])
        };
        if stops == 0 {
            scene.add(Style::Bed, part(0.0, 1.0));
        }
        for stripe in 0..2 * stops {
            let [begin, end] = [stripe, stripe + 1].map(|edge| f64::from(edge) / f64::from(2 * stops));
            let style = if stripe % 2 == 0 { Style::Curb(stops) } else { Style::CurbLight };
            scene.add(style, part(begin, end));
        }
    }
}

/// Returns four values for drawing a space: a sort key that puts spaces of one style together, the style, the tag of
/// the corner that the space belongs to, and the space itself.
fn ground<'a>(board: &Board<'_>, space: &'a SpaceDraft) -> (u8, Style, Tag, &'a SpaceDraft) {
    match &space.kind {
        SpaceKind::Pit | SpaceKind::Box(_) => (0, Style::SpacePit, Tag::None, space),
        SpaceKind::Straight if space.lane.is_multiple_of(2) => (1, Style::SpaceBeside, Tag::None, space),
        SpaceKind::Straight => (2, Style::Space, Tag::None, space),
        SpaceKind::Corner(_) => {
            let bend = board.corner(space);
            let tag = bend.map_or(Tag::None, |bend| Tag::Corner(bend.index));
            let order = bend.map_or(3, |bend| (bend.index + 4).min(255) as u8);
            (order, Style::SpaceCorner(bend.map_or(1, |bend| bend.stops.clamp(1, 3))), tag, space)
        }
    }
}

/// Draws the marks on a space: red for a dangerous space, a cross for a blocked space, a circle for a noise area, and
/// the number of a pit box.
fn draw_marks(space: &SpaceDraft, scene: &mut Scene) {
    if space.danger {
        let inner = |point: [f64; 2]| [0, 1].map(|axis| space.at[axis] + (point[axis] - space.at[axis]) * 0.82);
        scene.add(Style::SpaceRed, Shape::Polygon(space.shown().into_iter().map(inner).collect()));
    }
    if space.blocked
        && let [a, b, c, d] = space.shown()[..]
    {
        // A cross on the space shows that no car may stand there.
        scene.add(Style::Boundary, Shape::Polyline(vec![a, c]));
        scene.add(Style::Boundary, Shape::Polyline(vec![b, d]));
    }
    if space.noise {
        scene.add(Style::Noise, Shape::Circle { center: space.at, radius: 0.36 });
    }
    if let SpaceKind::Box(number) = space.kind {
        scene.add(Style::Label, Shape::Text { at: space.at, height: 0.42, text: number.to_string() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_of_the_road_never_goes_back() {
        let apart = [[0.0, 0.0], [1.0, 0.0], [1.1, 0.1], [2.0, 1.0]];
        assert_eq!(forwards(&apart), apart);
        // The second space begins behind the front of the first.
        let overlapping = [[0.0, 0.0], [1.0, 0.0], [0.8, 0.2], [1.6, 1.0]];
        assert_eq!(forwards(&overlapping), [[0.0, 0.0], [0.9, 0.1], [1.6, 1.0]]);
        assert_eq!(forwards(&[]), Vec::<[f64; 2]>::new());
    }
}
