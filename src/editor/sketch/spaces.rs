//! Formula D on the drawing board: a centre line, along which the spaces are laid out; corners as stretches of it; and the
//! spaces themselves, one by one.

mod beginnings;
mod fields;
mod seek;

use super::{At, Beginning, Findings, Form, Motion, Part, Shape, ShapeId, Sketch, Tool, to_world};
use crate::game::form::{Entry, Field};
use crate::game::{Game, Reference};
use crate::games::AnyDraft;
use crate::games::formula_d::{Draft, FormulaD, MAX_CORNERS, SpaceDraft, SpaceKind, Track, lay, lay_anew, mark_corner};

/// The most points of a centre line.
const MAX_POINTS: usize = 500;
/// How near a click must be to a space to mean it, in spaces.
const NEAR: f64 = 1.5;

fn rounded(at: [f64; 2]) -> [f64; 2] {
    at.map(|value| (value * 100.0).round() / 100.0)
}

/// The place in the list of the space of a lane that is nearest to a place, if one is near.
fn nearest(draft: &Draft, at: At) -> Option<usize> {
    let at = to_world(at);
    let far = |space: &SpaceDraft| (space.at[0] - at[0]).hypot(space.at[1] - at[1]);
    let lanes = draft.spaces.iter().enumerate().filter(|(_, space)| space.lane > 0);
    let (index, space) = lanes.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))?;
    (far(space) <= NEAR).then_some(index)
}

/// The ranks between which a corner lies.
fn span(draft: &Draft, corner: usize) -> Option<[i32; 2]> {
    let id = SpaceKind::Corner(draft.corners.get(corner)?.id.clone());
    let ranks = || draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank);
    let (first, last) = (ranks().min()?, ranks().max()?);
    // A corner that goes over the finish has ranks at both ends of the lap: what is not in it lies between.
    let half = draft.lap / 2;
    match (ranks().filter(|rank| *rank >= half).min(), ranks().filter(|rank| *rank < half).max()) {
        (Some(from), Some(to)) if last.abs_diff(first) > half.unsigned_abs() => Some([from, to]),
        _ => Some([first, last]),
    }
}

/// Two ranks in driving order, the shorter way round.
fn in_order(draft: &Draft, a: i32, b: i32) -> [i32; 2] {
    let lap = i64::from(draft.lap.max(1));
    let way = (i64::from(b) - i64::from(a)).rem_euclid(lap);
    if way * 2 <= lap { [a, b] } else { [b, a] }
}

/// Where the middle lane has a rank.
fn place_of(draft: &Draft, rank: i32) -> Option<[f64; 2]> {
    let middle = draft.lanes.div_ceil(2).max(1);
    let lane = draft.spaces.iter().filter(|space| space.lane == middle);
    lane.min_by_key(|space| space.rank.abs_diff(rank)).map(|space| space.at)
}

/// Lays the spaces out anew along the draft's line.
fn lay_again(draft: &mut Draft) {
    *draft = lay_anew(draft, &draft.line.clone());
}

impl Sketch for FormulaD {
    const TOOLS: &'static [Tool] = &[Tool::CentreLine, Tool::Corner, Tool::Noise, Tool::Danger];

    fn form(tool: Tool) -> Form {
        match tool {
            Tool::CentreLine => Form::Ring,
            Tool::Corner => Form::Segment,
            _ => Form::Point,
        }
    }

    fn shapes(draft: &Draft) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let id = |tool: Tool, index: usize| ShapeId { tool, index };
        if !draft.line.is_empty() {
            let shape = Shape::new(id(Tool::CentreLine, 0), "the centre line", Form::Ring, draft.line.clone());
            shapes.push(Shape { note: format!("{} spaces", draft.spaces.len()), ..shape });
        }
        for (index, corner) in draft.corners.iter().enumerate() {
            let ends =
                span(draft, index).and_then(|[from, to]| Some(vec![place_of(draft, from)?, place_of(draft, to)?]));
            let name = if corner.name.is_empty() { &corner.id } else { &corner.name };
            let stops = if corner.stops == 1 { "1 stop".to_owned() } else { format!("{} stops", corner.stops) };
            let shape =
                Shape::new(id(Tool::Corner, index), format!("corner {name}"), Form::Segment, ends.unwrap_or_default());
            shapes.push(Shape { note: stops, ..shape });
        }
        for (index, space) in draft.spaces.iter().enumerate() {
            let note = match (&space.kind, space.slot) {
                (_, Some(slot)) => format!("slot {slot}"),
                (SpaceKind::Corner(corner), None) => corner.clone(),
                (SpaceKind::Pit, None) => "pit lane".to_owned(),
                (SpaceKind::Box(number), None) => format!("box {number}"),
                (SpaceKind::Straight, None) => String::new(),
            };
            let shape = Shape::new(id(Tool::Space, index), format!("space {}", space.id), Form::Point, vec![space.at]);
            shapes.push(Shape { note, ..shape });
        }
        shapes
    }

    fn put(draft: &mut Draft, tool: Tool, points: &[At]) -> Result<ShapeId, String> {
        let first = *points.first().ok_or("Click where it goes.")?;
        match tool {
            Tool::CentreLine => {
                if points.len() > MAX_POINTS {
                    return Err(format!("A centre line has room for {MAX_POINTS} points."));
                }
                let line: Vec<[f64; 2]> = points.iter().map(|at| rounded(to_world(*at))).collect();
                *draft = lay(draft, &line);
                Ok(ShapeId { tool, index: 0 })
            }
            Tool::Corner => {
                const WHERE: &str = "A corner goes from one space to another: begin and end it on spaces of the track.";
                if draft.corners.len() >= MAX_CORNERS {
                    return Err(format!("A circuit has room for {MAX_CORNERS} corners."));
                }
                let last = points.last().copied().unwrap_or(first);
                let rank = |at: At| nearest(draft, at).map(|index| draft.spaces[index].rank);
                let (from, to) = (rank(first).ok_or(WHERE)?, rank(last).ok_or(WHERE)?);
                let [from, to] = in_order(draft, from, to);
                Ok(ShapeId { tool, index: mark_corner(draft, None, from, to) })
            }
            _ => {
                let index = nearest(draft, first).ok_or("Click a space of the track.")?;
                let space = &mut draft.spaces[index];
                match tool {
                    Tool::Noise => space.noise = !space.noise,
                    _ => space.danger = !space.danger,
                }
                Ok(ShapeId { tool: Tool::Space, index })
            }
        }
    }

    fn remove(draft: &mut Draft, shape: ShapeId) {
        match shape.tool {
            Tool::CentreLine => draft.line.clear(),
            Tool::Corner if shape.index < draft.corners.len() => {
                let id = SpaceKind::Corner(draft.corners.remove(shape.index).id);
                for space in draft.spaces.iter_mut().filter(|space| space.kind == id) {
                    space.kind = SpaceKind::Straight;
                }
            }
            Tool::Space if shape.index < draft.spaces.len() => {
                let id = draft.spaces.remove(shape.index).id;
                draft.edges.retain(|edge| edge.from != id && edge.to != id);
                draft.contacts.retain(|pair| !pair.contains(&id));
                draft.links.retain(|pair| !pair.contains(&id));
                // What was laid out is no longer what the line says.
                draft.line.clear();
            }
            _ => {}
        }
    }

    fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
        let way = to_world(by);
        let moved = |at: [f64; 2]| rounded([at[0] + way[0], at[1] + way[1]]);
        match shape.tool {
            Tool::CentreLine => {
                draft.line.iter_mut().for_each(|at| *at = moved(*at));
                for space in &mut draft.spaces {
                    space.at = moved(space.at);
                    space.outline.iter_mut().for_each(|at| *at = moved(*at));
                }
            }
            Tool::Space => {
                if let Some(space) = draft.spaces.get_mut(shape.index) {
                    space.at = moved(space.at);
                    space.outline.iter_mut().for_each(|at| *at = moved(*at));
                }
            }
            _ => {}
        }
    }

    fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, at: At) {
        match shape.tool {
            Tool::CentreLine => {
                if let Some(place) = draft.line.get_mut(point) {
                    *place = rounded(to_world(at));
                    lay_again(draft);
                }
            }
            Tool::Corner => {
                let rank = nearest(draft, at).map(|index| draft.spaces[index].rank);
                if let (Some([from, to]), Some(rank)) = (span(draft, shape.index), rank) {
                    // An end does not go past the other.
                    let [from, to] = match (point, in_order(draft, rank, to), in_order(draft, from, rank)) {
                        (0, [first, _], _) if first == rank => [rank, to],
                        (0, ..) => [to, to],
                        (_, _, [_, last]) if last == rank => [from, rank],
                        _ => [from, from],
                    };
                    mark_corner(draft, Some(shape.index), from, to);
                }
            }
            Tool::Space => {
                if let Some(space) = draft.spaces.get(shape.index) {
                    let now = super::Grid::Off.place(space.at);
                    Self::shift(draft, shape, [at[0] - now[0], at[1] - now[1]]);
                }
            }
            _ => {}
        }
    }

    fn insert_point(draft: &mut Draft, shape: ShapeId, place: usize, at: At) {
        if shape.tool == Tool::CentreLine && draft.line.len() < MAX_POINTS {
            draft.line.insert(place.min(draft.line.len()), rounded(to_world(at)));
            lay_again(draft);
        }
    }

    fn remove_point(draft: &mut Draft, shape: ShapeId, point: usize) -> bool {
        let is_corner = shape.tool == Tool::CentreLine && draft.line.len() > 3 && point < draft.line.len();
        if is_corner {
            draft.line.remove(point);
            lay_again(draft);
        }
        is_corner
    }

    fn rides_on(_: &Draft, tool: Tool) -> &'static [Tool] {
        if tool == Tool::CentreLine { &[] } else { &[Tool::CentreLine] }
    }

    fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
        // The spaces follow their line; without one they are turned each.
        let turned = |at: &[f64; 2]| rounded(to_world(motion.place(super::Grid::Off.place(*at))));
        match shape.tool {
            Tool::CentreLine => {
                draft.line.iter_mut().for_each(|at| *at = turned(at));
                if draft.line.is_empty() {
                    return;
                }
                if motion.is_mirror() {
                    // The race goes on from the same point, the other way round the turned line.
                    draft.line[1..].reverse();
                    *draft = lay(draft, &draft.line.clone());
                } else {
                    lay_again(draft);
                }
            }
            Tool::Space if draft.line.is_empty() && !motion.is_mirror() => {
                let [x, y] = motion.way([1, 0]);
                if let Some(space) = draft.spaces.get_mut(shape.index) {
                    space.at = turned(&space.at);
                    space.outline.iter_mut().for_each(|at| *at = turned(at));
                    space.angle = (space.angle + (y as f64).atan2(x as f64).to_degrees()).rem_euclid(360.0);
                }
            }
            _ => {}
        }
    }

    fn fields(draft: &Draft, part: Option<Part>) -> Vec<Field> {
        fields::of(draft, part)
    }

    fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String> {
        fields::enter(draft, part, field, entry)
    }

    fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
        let has_line = shapes.contains(&ShapeId { tool: Tool::CentreLine, index: 0 });
        if !has_line || draft.line.is_empty() {
            return Draft::default();
        }
        Draft { line: draft.line.clone(), lanes: draft.lanes, ..Draft::default() }
    }

    fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
        // Spaces come with their line: they make no sense apart.
        if !draft.spaces.is_empty() || other.line.len() < 3 {
            return Vec::new();
        }
        let way = to_world(by);
        let line: Vec<[f64; 2]> = other.line.iter().map(|at| rounded([at[0] + way[0], at[1] + way[1]])).collect();
        *draft = lay(draft, &line);
        vec![ShapeId { tool: Tool::CentreLine, index: 0 }]
    }

    fn paper(draft: &Draft) -> [[f64; 2]; 2] {
        Self::layout(draft).table
    }

    fn reference(draft: &Draft) -> Option<&Reference> {
        draft.reference.as_ref()
    }

    fn set_reference(draft: &mut Draft, reference: Option<Reference>) {
        draft.reference = reference;
    }

    fn weight(draft: &Draft) -> usize {
        size_of::<Draft>()
            + draft.spaces.len() * 2 * size_of::<SpaceDraft>()
            + draft.edges.len() * 64
            + draft.contacts.len() * 64
    }

    const EMPTY: &'static str = "Take the centre line (B) and click its points in driving order, or draw it in one go.";

    fn any(draft: &Draft) -> AnyDraft {
        AnyDraft::FormulaD(draft.clone())
    }

    fn of_any(draft: &AnyDraft) -> Option<&Draft> {
        match draft {
            AnyDraft::FormulaD(draft) => Some(draft),
            _ => None,
        }
    }

    const SOUGHT: &'static str = "How many turns does a race take? The expected turns of a lone stock car are found exactly, over every throw of the dice, with the best gear and route at every moment.";

    fn seek(track: &Track, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        seek::seek(track, tell, stop)
    }

    fn beginnings() -> Vec<Beginning<Draft>> {
        beginnings::all()
    }
}
