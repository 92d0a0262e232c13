//! The editor of VektoRace. A circuit has pieces, track limits, labels and a reference picture. Positions are exact, so
//! that pieces can touch without a gap. A value is rounded only if a file cannot store it exactly.

mod fields;
mod fix;
mod numbering;
mod overlay;
mod piece;
mod put;
mod settle;
mod solve;
mod templates;
pub mod tool;
mod transform;
mod turning;

#[cfg(test)]
mod document_tests;
#[cfg(test)]
mod turn_tests;

pub use piece::Piece;
pub use solve::findings;
pub use templates::{Template, starter};

use super::{
    Action, At, Axis, Beginning, Facing, Findings, Fix, Form, Grid, Held, Layer, Manner, Motion, Part, Settled, Shape,
    ShapeId, Sketch, SketchEdit, Snap, SolveStage, extent_of, limited, place_at,
};
use crate::game::form::{Entry, Field};
use crate::game::scene::{Scene, Tag};
use crate::game::{Credits, Group, Issue, Reference, Refused};
use crate::games::vektorace::solve::Question;
use crate::games::vektorace::{Draft, Hand, Keep, ReferenceDraft, Track, Vektorace};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// The distance between a piece and its selection ring: a fifth of an octagon.
const RING: Surd = Surd::from_units(4_000, 0);

/// The fewest corners that the outline of a track limit may have.
const LEAST_OUTLINE: usize = 3;

/// Returns the outline around several convex parts, enlarged by `margin` on all sides.
fn hull(parts: &[Octilinear], margin: Surd) -> Vec<[f64; 2]> {
    let sides = || Direction::ALL.into_iter().filter_map(|direction| direction.times(margin));
    let corners: Vec<Point> =
        parts.iter().flat_map(Octilinear::corners).flat_map(|corner| sides().map(move |side| corner + side)).collect();
    Octilinear::around(&corners).map(|hull| hull.corners().into_iter().map(Point::to_f64).collect()).unwrap_or_default()
}

impl Sketch for Vektorace {
    const MANNER: Manner = Manner {
        tools: tool::ALL,
        layers: &[
            Layer::new("Pieces", &[tool::CORNER, tool::PITWALL]),
            Layer::new("Track limits", &[tool::LIMIT]),
            Layer::new("Labels", &[tool::LABEL]),
        ],
        actions: tool::ACTIONS,
        words: ["piece", "piece"],
        grids: &[Grid::Fine, Grid::Tenth, Grid::Quarter, Grid::Half, Grid::Whole],
        grid: Grid::Quarter,
        steps: Some("octagons"),
        nudges: [25, 100, 1],
        eighths: 1,
        empty: "The table is empty. Take the pitwall tool (W) or the corner tool (C) and click on the table.",
        sought: [
            "Laps",
            "Searches for the fastest clean lap from one start and proves that no clean lap from there is faster. Also finds, for each grid place, the lap that uses the fewest points, and lists the possible gears for each corner and for the pit lane.",
        ],
        zones: Some("Pit lane and start area"),
        ..Manner::USUAL
    };
    const BENDS: Option<std::ops::RangeInclusive<usize>> = Some(3..=crate::games::vektorace::MAX_CORNERS);
    type Question = Question;

    fn shapes(draft: &Draft) -> Vec<Shape> {
        Piece::all(draft).filter_map(|piece| piece.as_shape(draft)).collect()
    }

    fn put(draft: &mut Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused> {
        put::put(draft, tool, points)
    }

    fn remove(draft: &mut Draft, shape: ShapeId) {
        put::remove(draft, shape);
    }

    fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
        let Some(piece) = Piece::of(shape.whole()) else { return };
        let moved = |at: At| limited(at + by);
        match piece.outline_mut(draft) {
            Some(outline) => outline.iter_mut().for_each(|at| *at = moved(*at)),
            None => {
                if let Some(at) = piece.at_mut(draft) {
                    *at = moved(*at);
                }
            }
        }
    }

    fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, at: At) {
        if let Some(place) = Piece::of(shape.point(point)).and_then(|piece| piece.at_mut(draft)) {
            *place = limited(at);
        }
    }

    fn insert_point(draft: &mut Draft, shape: ShapeId, place: usize, at: At) {
        if let Some(outline) = Piece::of(shape.whole()).and_then(|piece| piece.outline_mut(draft)) {
            outline.insert(place.min(outline.len()), at);
        }
    }

    fn remove_point(draft: &mut Draft, shape: ShapeId, point: usize) -> bool {
        match Piece::of(shape.whole()).and_then(|piece| piece.outline_mut(draft)) {
            Some(outline) if outline.len() > LEAST_OUTLINE && point < outline.len() => {
                outline.remove(point);
                true
            }
            _ => false,
        }
    }

    fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
        Self::turn_all(draft, &[shape], motion);
    }

    fn turn_all(draft: &mut Draft, shapes: &[ShapeId], motion: Motion) {
        turning::together(draft, &Piece::of_shapes(shapes), motion);
    }

    fn mirror(draft: &mut Draft, shapes: &[ShapeId], axis: Axis) {
        transform::mirror(draft, &Piece::of_shapes(shapes), axis);
    }

    fn rotate(draft: &mut Draft, quarters: i64) {
        transform::rotate(draft, quarters);
    }

    fn middle(draft: &Draft, shapes: &[ShapeId]) -> Option<At> {
        turning::middle(draft, &Piece::of_shapes(shapes))
    }

    fn place(draft: &Draft, part: Part) -> Option<At> {
        Piece::of(part)?.at(draft)
    }

    fn exact(draft: &Draft, shape: &Shape, point: usize) -> Option<At> {
        Self::place(draft, shape.id.point(point))
    }

    fn extent(draft: &Draft, shape: &Shape) -> Option<([At; 2], At)> {
        let piece = Piece::of(shape.id.whole())?;
        Some((piece.extent(draft)?, piece.at(draft)?))
    }

    fn settle(draft: &Draft, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
        settle::held(draft, held, wanted, snap)
    }

    fn facing(draft: &Draft, shape: ShapeId) -> Option<Facing> {
        let piece = Piece::of(shape.whole())?;
        let (verb, words, is_usual): (_, _, fn(Direction) -> bool) = match piece {
            Piece::Corner(_) => {
                ("Face", ["Curbs face", "Cars pass the corner on the side with the curbs."], Direction::is_diagonal)
            }
            _ => ("Run", ["Cars run", "The direction in which cars pass the pitwall."], |direction| {
                !direction.is_diagonal()
            }),
        };
        let unusual = "allowed in the online edition only";
        Some(Facing { now: piece.direction(draft)?, verb, words, is_usual, unusual })
    }

    fn facing_at(draft: &Draft, tool: &str, at: At) -> Option<Direction> {
        match tool {
            tool::CORNER => Some(put::facing_at(draft, at)),
            tool::PITWALL => Some(put::run_at(draft, at)),
            _ => None,
        }
    }

    fn face(draft: &mut Draft, shape: ShapeId, direction: Direction) {
        if let Some(facing) = Piece::of(shape.whole()).and_then(|piece| piece.direction_mut(draft)) {
            *facing = direction;
        }
    }

    fn order(draft: &mut Draft, shapes: &[ShapeId]) {
        let corners = shapes.iter().filter(|shape| shape.tool == tool::CORNER).map(|shape| shape.index);
        numbering::order(draft, &corners.collect::<Vec<_>>());
    }

    fn set_rank(draft: &mut Draft, shape: ShapeId, rank: u32) {
        if shape.tool == tool::CORNER {
            numbering::renumber(draft, shape.index, rank);
        }
    }

    fn act(draft: &mut Draft, action: &Action, shapes: &[ShapeId]) {
        let race = draft.direction.unwrap_or(Hand::Clockwise);
        for ShapeId { index, .. } in shapes {
            let corner = draft.corners.get_mut(*index);
            match action.id {
                id if id == tool::FLIP.id => {
                    corner.into_iter().for_each(|corner| corner.facing = corner.facing.opposite())
                }
                id if id == tool::OTHER_SIDE.id => corner.into_iter().for_each(|corner| {
                    let is_with = corner.hand.unwrap_or(race) == race;
                    corner.hand = is_with.then(|| race.flipped());
                }),
                id if id == tool::KEEP.id => draft.limits.get_mut(*index).into_iter().for_each(|limit| {
                    limit.keep = if limit.keep == Keep::Out { Keep::In } else { Keep::Out };
                }),
                _ => {}
            }
        }
        let number = |draft: &Draft| {
            let last = draft.corners.get(shapes.last()?.index)?;
            Some((shapes.last()?.index, last.number))
        };
        match (action.id, number(draft)) {
            (id, _) if id == tool::REVERSE.id => transform::reverse(draft),
            (id, _) if id == tool::RENUMBER.id => numbering::close_gaps(draft),
            (id, Some((corner, number))) if id == tool::EARLIER.id && number > 1 => {
                numbering::renumber(draft, corner, number - 1);
            }
            (id, Some((corner, number))) if id == tool::LATER.id => {
                numbering::renumber(draft, corner, number.saturating_add(1));
            }
            _ => {}
        }
    }

    fn title(draft: &Draft, edit: &SketchEdit) -> Option<String> {
        fields::title(draft, edit)
    }

    fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
        fix::fix(draft, issues, index)
    }

    fn sign(tag: Tag) -> Option<(ShapeId, Option<&'static Action>)> {
        match tag {
            Tag::Corner(index) => Some((Piece::Corner(index).shape_id(), None)),
            _ => None,
        }
    }

    fn overlay(draft: &Draft, selected: Option<Part>, zones: bool, scene: &mut Scene) {
        if zones {
            overlay::add_zones(draft, scene);
        }
        if let Some(Piece::Corner(index)) = selected.and_then(Piece::of) {
            overlay::add_gate(draft, index, scene);
        }
    }

    fn fields(draft: &Draft, part: Option<Part>) -> Vec<Field> {
        fields::of(draft, part)
    }

    fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
        fields::enter(draft, part, field, entry)
    }

    fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
        put::only(draft, &Piece::of_shapes(shapes))
    }

    fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
        put::merge(draft, other, by)
    }

    fn groups(draft: &Draft) -> &[Group] {
        &draft.groups
    }

    fn set_groups(draft: &mut Draft, groups: Vec<Group>) {
        draft.groups = groups;
    }

    fn reference(draft: &Draft) -> Option<Reference> {
        draft.reference.as_ref().map(to_reference)
    }

    fn set_reference(draft: &mut Draft, reference: Option<Reference>) {
        let before = draft.reference.take();
        // Values that did not change are kept exactly as they are in the file.
        let kept = before.as_ref().map(|known| (known, to_reference(known).rounded()));
        draft.reference = reference.map(|reference| {
            let keep = |now: f64, part: fn(&Reference) -> f64, exact: fn(&ReferenceDraft) -> Surd| match &kept {
                Some((known, rounded)) if part(rounded) == now => exact(known),
                _ => place_at(now, 0.0).x,
            };
            ReferenceDraft {
                at: Point::new(
                    keep(reference.at[0], |known| known.at[0], |known| known.at.x),
                    keep(reference.at[1], |known| known.at[1], |known| known.at.y),
                ),
                scale: keep(reference.scale, |known| known.scale, |known| known.scale),
                rotation: keep(reference.rotation, |known| known.rotation, |known| known.rotation),
                opacity: reference.opacity,
                ..ReferenceDraft::new(reference.file, Point::ORIGIN, Surd::ONE)
            }
        });
    }

    fn weight(draft: &Draft) -> usize {
        let outlines: usize = draft.limits.iter().map(|limit| limit.outline.len()).sum();
        let labels: usize = draft.labels.iter().map(|label| size_of_val(label) + label.text.len()).sum();
        size_of::<Draft>()
            + draft.corners.len() * size_of::<crate::games::vektorace::CornerDraft>()
            + (outlines + draft.limits.len()) * size_of::<Point>()
            + labels
            + draft.name.len()
            + draft.description.len()
            + draft.credits.len()
    }

    fn question(draft: &Draft, question: &Question) -> Vec<Field> {
        solve::question(draft, question)
    }

    fn ask(question: &mut Question, field: &str, entry: &Entry) {
        solve::ask(question, field, entry);
    }

    fn searched(draft: &Draft) -> Draft {
        let (name, description, credits) = (String::new(), String::new(), Credits::default());
        Draft {
            name,
            description,
            credits,
            groups: Vec::new(),
            reference: None,
            octagon_mm: None,
            labels: Vec::new(),
            ..draft.clone()
        }
    }

    fn solve(
        track: &Track,
        question: &Question,
        report: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Findings> {
        solve::solve(track, question, report, stop)
    }

    fn beginnings() -> Vec<Beginning<Draft>> {
        let beginning =
            |template: Template| Beginning { name: template.name(), line: template.line(), draft: template.draft() };
        Template::ALL.into_iter().map(beginning).collect()
    }
}

fn to_reference(reference: &ReferenceDraft) -> Reference {
    Reference {
        file: reference.file.clone(),
        at: reference.at.to_f64(),
        scale: reference.scale.to_f64(),
        rotation: reference.rotation.to_f64(),
        opacity: reference.opacity,
    }
}
