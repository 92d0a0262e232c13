//! Converts points on the board to points of a draft, and finds the points of shapes on squared paper.

use super::tool;
use crate::editor::sketch::{At, Motion, ShapeId, UNIT, in_thousandths, thousandths};
use crate::games::vector_racing::{Crossing, Draft, Rational, RegionKind, Spot};

/// Converts a point on the board to a point of a draft. This never fails, because coordinates on the board are limited
/// to a range that a draft can store.
pub(super) fn spot(at: At) -> Spot {
    of_thousandths(in_thousandths(at))
}

fn of_thousandths(at: [i64; 2]) -> Spot {
    at.map(|value| Rational::thousandths(value).unwrap_or(Rational::ZERO))
}

/// The grid point nearest to a point on the board.
pub(super) fn grid_point(at: At) -> [i32; 2] {
    whole(in_thousandths(at))
}

/// The grid point nearest to a point given in thousandths.
pub(super) fn whole(at: [i64; 2]) -> [i32; 2] {
    at.map(|value| i32::try_from((value + UNIT / 2).div_euclid(UNIT)).unwrap_or_default())
}

pub(super) fn world(spot: &Spot) -> [f64; 2] {
    spot.map(Rational::to_f64)
}

pub(super) fn shifted(at: &Spot, by: [i64; 2]) -> Spot {
    let by = of_thousandths(by);
    [0, 1].map(|axis| at[axis].plus(by[axis]).unwrap_or(at[axis]))
}

pub(super) fn turned(at: &Spot, motion: Motion) -> Spot {
    let offset = spot(motion.offset());
    // A quarter turn or a mirroring maps each coordinate to one of the two coordinates, or to its negative.
    let (right, up) = (motion.way([1, 0]), motion.way([0, 1]));
    let new = |axis: usize| {
        let sum = at[0].times(right[axis])?.plus(at[1].times(up[axis])?)?;
        sum.plus(offset[axis])
    };
    [new(0).unwrap_or(at[0]), new(1).unwrap_or(at[1])]
}

pub(super) fn turned_point(at: [i32; 2], motion: Motion) -> [i32; 2] {
    grid_point(motion.place(thousandths(at.map(|value| i64::from(value) * UNIT))))
}

pub(super) fn region_kind(tool: &'static str) -> Option<RegionKind> {
    match tool {
        tool::OIL => Some(RegionKind::Oil),
        tool::SPEED_UP => Some(RegionKind::Fast),
        tool::SLOW_DOWN => Some(RegionKind::Slow),
        _ => None,
    }
}

pub(super) const fn region_tool(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Oil => tool::OIL,
        RegionKind::Fast => tool::SPEED_UP,
        RegionKind::Slow => tool::SLOW_DOWN,
    }
}

/// Returns the index of a shape in `regions`, the draft's list of all regions. This index differs from the index in the
/// shape's id, which counts only regions of one kind. Returns `None` if the shape is not a region.
pub(super) fn region_at(draft: &Draft, id: ShapeId) -> Option<usize> {
    let kind = region_kind(id.tool)?;
    let of_kind = draft.regions.iter().enumerate().filter(|(_, region)| region.kind == kind);
    of_kind.map(|(place, _)| place).nth(id.index)
}

/// The corners of a shape that is a closed line, such as a boundary or an oil slick; `None` for other shapes.
pub(super) fn ring(draft: &mut Draft, id: ShapeId) -> Option<&mut Vec<Spot>> {
    match id.tool {
        tool::BOUNDARY if id.index == 0 => Some(&mut draft.outer),
        tool::BOUNDARY => draft.islands.get_mut(id.index - 1),
        tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN => {
            let place = region_at(draft, id)?;
            draft.regions.get_mut(place).map(|region| &mut region.outline)
        }
        tool::WARP => draft.warps.get_mut(id.index).map(|warp| &mut warp.outline),
        _ => None,
    }
}

/// Returns the two ends of a shape. Returns `None` if the shape is not a line with two ends.
pub(super) fn ends(draft: &mut Draft, id: ShapeId) -> Option<[&mut Spot; 2]> {
    match id.tool {
        tool::WALL => draft.walls.get_mut(id.index).map(|wall| [&mut wall.from, &mut wall.to]),
        tool::REFLECTOR => draft.reflectors.get_mut(id.index).map(|wall| [&mut wall.from, &mut wall.to]),
        tool::FINISH => draft.finish.as_mut().map(|line| [&mut line.from, &mut line.to]),
        _ => None,
    }
}

/// Returns the start with this index. Index 0 is the default start. Returns `None` if there is no such start.
pub(super) fn start(draft: &mut Draft, index: usize) -> Option<&mut [i32; 2]> {
    match (&mut draft.start, index) {
        (Some(start), 0) => Some(start),
        (Some(_), index) => draft.starts.get_mut(index - 1),
        (None, index) => draft.starts.get_mut(index),
    }
}

/// The default direction in which cars cross a finish line with these ends.
pub(super) fn crossing(from: At, to: At) -> Crossing {
    let way = to - from;
    if way.x.abs() > way.y.abs() { Crossing::Up } else { Crossing::Right }
}

/// The name of an object: its noun and number, such as "oil slick 2".
pub(super) fn numbered(noun: &str, index: usize) -> String {
    format!("{noun} {}", index + 1)
}

pub(super) fn corners_of(outline: &[Spot]) -> Vec<[f64; 2]> {
    outline.iter().map(world).collect()
}

/// The number of corners of all boundaries together.
pub(super) fn vertices(draft: &Draft) -> usize {
    draft.outer.len() + draft.islands.iter().map(Vec::len).sum::<usize>()
}

/// Returns the square of a circle's radius, given the circle's middle and a point on its rim. Returns `None` if the
/// square is zero or too large to compute.
pub(super) fn radius_squared(middle: At, rim: At) -> Option<Rational> {
    // Computes in hundredths, because a track may not have finer fractions.
    let [x, y] = in_thousandths(rim - middle).map(|value| (value / 10).checked_pow(2));
    Rational::new(x?.checked_add(y?)?, 10_000).filter(|square| square.numerator() > 0)
}

/// Changes every point of a shape.
pub(super) fn each_spot(
    draft: &mut Draft,
    id: ShapeId,
    change: &dyn Fn(&Spot) -> Spot,
    point: &dyn Fn([i32; 2]) -> [i32; 2],
) {
    match id.tool {
        tool::START => {
            if let Some(start) = start(draft, id.index) {
                *start = point(*start);
            }
        }
        tool::SPINNER => {
            if let Some(spinner) = draft.spinners.get_mut(id.index) {
                spinner.at = change(&spinner.at);
            }
        }
        tool::DISC => {
            if let Some(disc) = draft.discs.get_mut(id.index) {
                disc.at = change(&disc.at);
            }
        }
        _ => {
            if let Some(ends) = ends(draft, id) {
                ends.into_iter().for_each(|end| *end = change(end));
            } else if let Some(ring) = ring(draft, id) {
                ring.iter_mut().for_each(|corner| *corner = change(corner));
            }
        }
    }
}
