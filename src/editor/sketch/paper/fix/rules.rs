//! Suggested fixes for tracks that break a rule: a wrong kind of track, shapes too far from the origin, a start behind
//! the finish line, walls that leave no route to the finish, a faulty map of cells, a misplaced warp.

use super::super::points::{corners_of, ring};
use super::super::tool;
use super::ground::Ground;
use super::{TRIES, changed, deleted, edited};
use crate::editor::sketch::{Fix, Form, Part, Shape, ShapeId, SketchEdit};
use crate::game::Issue;
use crate::games::vector_racing::{Draft, FinishRule, Kind, Rational, Spot, VectorRacing, WallDraft};

/// The largest coordinate of a track (RT-VAL-04).
const FARTHEST: f64 = 100_000.0;

/// Returns a fix for a race that should end on finish cells although the track has no cells. The fix makes the race end
/// at the finish line instead.
pub(super) fn at_the_line(draft: &Draft) -> Option<Fix<Draft>> {
    let ends_on_cells = draft.rules.finish != FinishRule::Line && draft.cells.is_none();
    let fix = changed(draft, "End the race at the finish line", |draft| draft.rules.finish = FinishRule::Line);
    fix.filter(|_| ends_on_cells)
}

/// Returns a fix that makes a circuit a sprint, which is a race without laps, from a start to a finish.
pub(super) fn as_sprint(draft: &Draft) -> Option<Fix<Draft>> {
    changed(draft, "Make the track a sprint", |draft| draft.kind = Kind::Sprint)
}

/// Returns fixes for shapes that lie too far from the origin of the board. The fixes move starts onto the track and
/// delete other shapes.
pub(super) fn near(draft: &Draft) -> Vec<Fix<Draft>> {
    let is_far = |at: &[f64; 2]| at.iter().any(|value| value.abs() > FARTHEST);
    let starts = || draft.all_starts().map(|at| at.map(f64::from));
    let mut fixes = Vec::new();
    if starts().any(|at| is_far(&at)) {
        let ground = Ground::of(draft);
        let line = draft.finish.as_ref().map(|line| corners_of(&[line.from, line.to]));
        let on_line = line.map_or_else(Vec::new, |ends| ground.on_line([ends[0], ends[1]]));
        let around = ground.middle().map_or_else(Vec::new, |at| ground.around(at));
        let places: Vec<[i32; 2]> = on_line.into_iter().chain(around).collect();
        fixes.extend(changed(draft, "Move the start onto the track", |draft| {
            let mut free: Vec<[i32; 2]> =
                places.into_iter().filter(|at| draft.all_starts().all(|start| start != *at)).rev().collect();
            for start in draft.start.iter_mut().chain(&mut draft.starts).filter(|at| is_far(&at.map(f64::from))) {
                *start = free.pop().unwrap_or(*start);
            }
        }));
    }
    let shapes = super::super::shapes::shapes(draft);
    let far: Vec<Part> = shapes
        .iter()
        .filter(|shape| shape.id.tool != tool::START && shape.points.iter().any(is_far))
        .map(|shape| shape.id.whole())
        .collect();
    if !far.is_empty() {
        fixes.extend(edited::<VectorRacing>(draft, &SketchEdit::Delete(far)));
    }
    fixes
}

/// Returns fixes for a sprint that starts on or behind its finish line. They move the start to a place before the line.
pub(super) fn before_the_line(draft: &Draft) -> Vec<Fix<Draft>> {
    let line = draft.finish.as_ref().filter(|_| draft.kind == Kind::Sprint);
    let Some(line) = line else { return Vec::new() };
    let ends = corners_of(&[line.from, line.to]);
    let way = line.crossing.normal().map(|value| value as f64);
    let middle = [0, 1].map(|axis| f64::midpoint(ends[0][axis], ends[1][axis]));
    let ground = Ground::of(draft);
    let places = [8.0, 4.0, 2.0].into_iter().filter_map(|far| {
        let place = [0, 1].map(|axis| middle[axis] - far * way[axis]);
        ground.around(place).into_iter().find(|at| draft.all_starts().all(|start| start != *at))
    });
    let moved =
        places.filter_map(|at| changed(draft, "Move the start before the finish line", |draft| draft.start = Some(at)));
    moved.collect()
}

/// The tools whose shapes can block a track.
pub(super) const IN_THE_WAY: &[&str] = &[tool::WALL, tool::DISC, tool::OIL, tool::REFLECTOR, tool::SPINNER, tool::WARP];

/// Returns fixes for a track on which no route leads to the finish. Each fix deletes one shape that was drawn with one
/// of these tools.
pub(super) fn opened(draft: &Draft, shapes: &[Shape], tools: &[&str]) -> Vec<Fix<Draft>> {
    let shapes = shapes.iter().map(|shape| shape.id);
    let mut found: Vec<ShapeId> = shapes.filter(|id| tools.contains(&id.tool)).collect();
    // Walls block a track more often than objects do, and the newest wall most often.
    found.sort_by_key(|id| (!matches!(id.tool, tool::WALL | tool::DISC), std::cmp::Reverse(id.index)));
    found.into_iter().take(TRIES).filter_map(|id| deleted::<VectorRacing>(draft, id)).collect()
}

/// Returns fixes for a map of cells. They delete boundaries and walls, or replace invalid and missing cells by walls.
pub(super) fn cells(draft: &Draft) -> Vec<Fix<Draft>> {
    let cleared = changed(draft, "Delete the boundaries and walls", |draft| {
        draft.outer.clear();
        draft.islands.clear();
        draft.walls.clear();
        draft.discs.clear();
    });
    let filled = changed(draft, "Turn invalid and missing cells into walls", |draft| {
        let Some(map) = &mut draft.cells else { return };
        let width = map.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        for row in &mut map.rows {
            let signs = row.chars().map(|sign| if matches!(sign, '.' | '*') { sign } else { '#' });
            *row = signs.chain(std::iter::repeat('#')).take(width).collect();
        }
    });
    cleared.into_iter().chain(filled).collect()
}

/// Returns a fix for a slit. At a slit, an outline runs along an edge and then back along the same edge. The fix
/// replaces this edge with a wall.
pub(super) fn without_slit(draft: &Draft, issue: &Issue) -> Vec<Fix<Draft>> {
    let rings = || (0..=draft.islands.len()).map(|index| ShapeId { tool: tool::BOUNDARY, index });
    let spike = |outline: &[Spot]| {
        let count = outline.len();
        (0..count).find(|place| {
            let [before, after] = [count - 1, 1].map(|step| outline[(place + step) % count]);
            Some(outline[*place].map(Rational::to_f64)) == issue.at && before == after
        })
    };
    let walled = rings().filter_map(|id| {
        changed(draft, "Replace the edge that is drawn twice with a wall", |draft| {
            let Some(outline) = ring(draft, id) else { return };
            let Some(place) = spike(outline).filter(|_| outline.len() > 4) else { return };
            let (tip, foot) = (outline[place], outline[(place + 1) % outline.len()]);
            outline.remove(place);
            outline.remove(place % outline.len());
            draft.walls.push(WallDraft { from: foot, to: tip, open_from: false, open_to: false });
        })
    });
    walled.collect()
}

/// Returns a fix for a circuit without an outer boundary. It makes the largest island the outer boundary.
pub(super) fn outermost(draft: &Draft) -> Vec<Fix<Draft>> {
    let size = |outline: &[Spot]| {
        let id = ShapeId { tool: tool::BOUNDARY, index: 0 };
        let [low, high] = Shape::new(id, "", Form::Ring, corners_of(outline)).bounds();
        (high[0] - low[0]) * (high[1] - low[1])
    };
    let all = draft.islands.iter().enumerate();
    let largest = all.max_by(|(_, a), (_, b)| size(a).total_cmp(&size(b))).filter(|_| draft.outer.is_empty());
    let made = largest.and_then(|(index, _)| {
        changed(draft, format!("Make island {} the outer boundary", index + 1), |draft| {
            draft.outer = draft.islands.remove(index);
        })
    });
    made.into_iter().collect()
}

/// Returns fixes for a warp. They make its area convex, or move its second end onto the track.
pub(super) fn warped(draft: &Draft, shape: &Shape) -> Vec<Fix<Draft>> {
    let index = shape.id.index;
    let Some(warp) = draft.warps.get(index) else { return Vec::new() };
    let convex = changed(draft, format!("Make {} convex", shape.name), |draft| {
        draft.warps[index].outline = hull(&warp.outline);
    });
    let ground = Ground::of(draft);
    let [low, high] = shape.bounds();
    let apart = |by: &[i32; 2]| (0..2).any(|axis| f64::from(by[axis].abs()) > high[axis] - low[axis]);
    // The area reaches to the right of and above its lower left corner.
    let corner = low.map(|value| value.ceil() as i32);
    let wanted = [0, 1].map(|axis| low[axis] + f64::from(warp.offset[axis]));
    let fits = |by: &[i32; 2]| {
        let corners = shape.points.iter().take(shape.corners);
        corners.map(|at| [0, 1].map(|axis| at[axis] + f64::from(by[axis]))).all(|at| ground.holds(at))
    };
    let near = ground.around(wanted).into_iter().chain(ground.around(low));
    let offsets = near.map(|at| [0, 1].map(|axis| at[axis] - corner[axis])).filter(|by| apart(by) && fits(by));
    let moved = offsets.take(TRIES).filter_map(|by| {
        changed(draft, format!("Move the other end of {}", shape.name), |draft| draft.warps[index].offset = by)
    });
    convex.into_iter().chain(moved).collect()
}

/// The corners of the smallest convex area around these points, counter-clockwise (Andrew's algorithm).
fn hull(points: &[Spot]) -> Vec<Spot> {
    let at = |spot: &Spot| spot.map(Rational::to_f64);
    let turn = |a: &Spot, b: &Spot, c: &Spot| {
        let [a, b, c] = [a, b, c].map(at);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| at(a)[0].total_cmp(&at(b)[0]).then(at(a)[1].total_cmp(&at(b)[1])));
    sorted.dedup();
    let chain = |points: &mut dyn Iterator<Item = Spot>| {
        let mut chain: Vec<Spot> = Vec::new();
        for point in points {
            while let [.., a, b] = &chain[..]
                && turn(a, b, &point) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut all = chain(&mut sorted.iter().copied());
    all.extend(chain(&mut sorted.iter().rev().copied()));
    all
}
