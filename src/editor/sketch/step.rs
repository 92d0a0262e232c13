//! What a person asks for, in words, and the step it is.

use super::{At, Form, Motion, Part, ShapeId, Sketch, Tool};
use crate::editor::{Alignment, Axis, Change};
use crate::game::Reference;
use crate::game::form::Entry;
use crate::game::words::capital;

/// What a person asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum SketchEdit {
    /// Draws a shape.
    Put(Tool, Vec<At>),
    /// Moves parts.
    Shift(Vec<Part>, At),
    /// Puts a point somewhere else.
    SetPoint(Part, At),
    /// Puts a corner between two others.
    InsertPoint(ShapeId, usize, At),
    /// Takes parts away.
    Delete(Vec<Part>),
    /// Draws shapes again, moved.
    Duplicate(Vec<ShapeId>, At),
    /// Mirrors or turns shapes.
    Turn(Vec<ShapeId>, Motion),
    /// Moves shapes so that they are in line.
    Align(Vec<ShapeId>, Alignment),
    /// Moves shapes so that the gaps between them are even.
    Distribute(Vec<ShapeId>, Axis),
    /// Fills in a field of a part or of the circuit: its name, what is entered, and its words.
    Enter(Option<Part>, String, Entry, String),
    /// Changes the picture under the board.
    Reference(Option<Reference>),
}

/// A draft in place of another: games have too many kinds of shapes for each to have a change of its own.
#[derive(Clone, Debug)]
pub(super) struct Swap<G: Sketch>(pub(super) Box<G::Draft>);

impl<G: Sketch> PartialEq for Swap<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: Sketch + std::fmt::Debug + Clone> Change for Swap<G> {
    type Draft = G::Draft;
    type Slot = ();

    fn apply(&self, draft: &mut G::Draft) -> Option<Self> {
        (*draft != *self.0).then(|| Self(Box::new(std::mem::replace(draft, (*self.0).clone()))))
    }

    fn slot(&self) -> Option<()> {
        Some(())
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + G::weight(&self.0)
    }
}

impl SketchEdit {
    /// What it does, for the list of steps, such as "Move island 2".
    #[must_use]
    pub(super) fn title<G: Sketch>(&self, draft: &G::Draft) -> String {
        match self {
            Self::Put(tool, _) => format!("Draw {} {}", article(tool.noun()), tool.noun()),
            Self::Shift(parts, _) => format!("Move {}", parts_named::<G>(draft, parts)),
            Self::SetPoint(part, _) => format!("Move {}", parts_named::<G>(draft, &[*part])),
            Self::InsertPoint(shape, ..) => format!("Add a corner to {}", named::<G>(draft, &[*shape])),
            Self::Delete(parts) => format!("Delete {}", parts_named::<G>(draft, parts)),
            Self::Duplicate(shapes, _) => format!("Duplicate {}", named::<G>(draft, shapes)),
            Self::Turn(shapes, motion) => {
                let verb = if motion.is_mirror() { "Mirror" } else { "Turn" };
                format!("{verb} {}", named::<G>(draft, shapes))
            }
            Self::Align(shapes, _) => format!("Align {}", named::<G>(draft, shapes)),
            Self::Distribute(shapes, _) => format!("Distribute {}", named::<G>(draft, shapes)),
            Self::Enter(Some(part), _, _, words) => format!("{words} of {}", parts_named::<G>(draft, &[*part])),
            Self::Enter(None, _, _, words) => words.clone(),
            Self::Reference(None) => "Take the picture away".to_owned(),
            Self::Reference(Some(_)) if G::reference(draft).is_none() => "Put a picture under the board".to_owned(),
            Self::Reference(Some(_)) => "Change the picture".to_owned(),
        }
    }

    /// Carries it out. Answers the shapes that were added.
    ///
    /// # Errors
    /// A sentence, where it cannot be done.
    pub(super) fn carry_out<G: Sketch>(&self, draft: &mut G::Draft) -> Result<Vec<ShapeId>, String> {
        match self {
            Self::Put(tool, points) => {
                let mut points = points.clone();
                points.dedup();
                if G::form(*tool).is_closed() && points.len() > 1 && points.first() == points.last() {
                    points.pop();
                }
                if !G::form(*tool).is_enough(points.len()) {
                    return Err(wanted(G::form(*tool), tool.noun()));
                }
                return G::put(draft, *tool, &points).map(|shape| vec![shape]);
            }
            Self::Shift(parts, by) => {
                let whole: Vec<ShapeId> =
                    parts.iter().filter(|part| part.point.is_none()).map(|part| part.shape).collect();
                let carried: Vec<ShapeId> = parts
                    .iter()
                    .map(|part| part.shape)
                    .filter(|shape| is_carried::<G>(draft, *shape, &whole))
                    .collect();
                for part in parts.iter().filter(|part| !carried.contains(&part.shape)) {
                    match part.point {
                        // A shape that moves takes its points with it.
                        Some(_) if parts.contains(&part.shape.whole()) => {}
                        Some(point) => shift_point::<G>(draft, part.shape, point, *by),
                        None => G::shift(draft, part.shape, *by),
                    }
                }
            }
            Self::SetPoint(Part { shape, point }, at) => match point {
                Some(point) => G::set_point(draft, *shape, *point, *at),
                None => {
                    let from = G::shapes(draft).into_iter().find(|other| other.id == *shape);
                    if let Some(from) = from.and_then(|from| from.points.first().copied()) {
                        let from = super::Grid::Off.place(from);
                        G::shift(draft, *shape, [at[0] - from[0], at[1] - from[1]]);
                    }
                }
            },
            Self::InsertPoint(shape, place, at) => G::insert_point(draft, *shape, *place, *at),
            Self::Delete(parts) => delete::<G>(draft, parts),
            Self::Duplicate(shapes, by) => {
                let copy = G::only(draft, shapes);
                let added = G::merge(draft, &copy, *by);
                return if added.is_empty() { Err(NO_SECOND.to_owned()) } else { Ok(added) };
            }
            Self::Turn(shapes, motion) => {
                free::<G>(draft, shapes).into_iter().for_each(|shape| G::turn(draft, shape, *motion))
            }
            Self::Align(shapes, alignment) => {
                let shapes = free::<G>(draft, shapes);
                align::<G>(draft, &shapes, *alignment);
            }
            Self::Distribute(shapes, axis) => {
                let shapes = free::<G>(draft, shapes);
                distribute::<G>(draft, &shapes, *axis);
            }
            Self::Enter(None, field, entry, _) if super::picture::has(field) => {
                let entered = super::picture::entered(G::reference(draft), field, entry)?;
                G::set_reference(draft, Some(entered));
            }
            Self::Enter(part, field, entry, _) => G::enter(draft, *part, field, entry)?,
            Self::Reference(reference) => G::set_reference(draft, reference.clone().map(Reference::rounded)),
        }
        Ok(Vec::new())
    }
}

/// Why nothing was added.
pub(super) const NO_SECOND: &str = "A circuit has room for one of these, and has it already.";

/// Whether a shape goes along with a line that is moved as a whole.
fn is_carried<G: Sketch>(draft: &G::Draft, shape: ShapeId, moved: &[ShapeId]) -> bool {
    let lines = G::rides_on(draft, shape.tool);
    moved.iter().any(|other| lines.contains(&other.tool))
}

/// The shapes that do not go along with another of them.
fn free<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Vec<ShapeId> {
    shapes.iter().copied().filter(|shape| !is_carried::<G>(draft, *shape, shapes)).collect()
}

/// What a tool wants to have drawn.
fn wanted(form: Form, noun: &str) -> String {
    let article = article(noun);
    match form {
        Form::Point => format!("A place is what {article} {noun} takes."),
        Form::Segment => format!("{} {noun} has two different ends.", capital(article)),
        Form::Circle => format!("{} {noun} has a middle and a rim.", capital(article)),
        Form::Chain => format!("{} {noun} has at least two points.", capital(article)),
        Form::Ring => format!("{} {noun} has at least three corners.", capital(article)),
        Form::Area => format!("{} {noun} is a point, or has at least three corners.", capital(article)),
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn shift_point<G: Sketch>(draft: &mut G::Draft, shape: ShapeId, point: usize, by: At) {
    let now = G::shapes(draft).into_iter().find(|other| other.id == shape);
    if let Some(at) = now.and_then(|now| now.points.get(point).copied()) {
        let at = super::Grid::Off.place(at);
        G::set_point(draft, shape, point, [at[0] + by[0], at[1] + by[1]]);
    }
}

/// Takes parts away, from the last to the first: what is left keeps its place until then.
fn delete<G: Sketch>(draft: &mut G::Draft, parts: &[Part]) {
    let mut whole: Vec<ShapeId> = parts.iter().filter(|part| part.point.is_none()).map(|part| part.shape).collect();
    let mut points: Vec<(ShapeId, usize)> =
        parts.iter().filter_map(|part| Some((part.shape, part.point?))).filter(|(of, _)| !whole.contains(of)).collect();
    points.sort_unstable();
    points.dedup();
    for (shape, point) in points.into_iter().rev() {
        if !whole.contains(&shape) && !G::remove_point(draft, shape, point) {
            // Too few corners would be left to be anything.
            whole.push(shape);
        }
    }
    whole.sort_unstable();
    whole.dedup();
    whole.into_iter().rev().for_each(|shape| G::remove(draft, shape));
}

/// The boxes around shapes.
fn boxes<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Vec<(ShapeId, [[f64; 2]; 2])> {
    G::shapes(draft)
        .iter()
        .filter(|shape| shapes.contains(&shape.id) && !shape.points.is_empty())
        .map(|shape| (shape.id, shape.bounds()))
        .collect()
}

/// A way along one axis, in thousandths.
fn along(axis: usize, by: f64) -> At {
    let mut way = [0, 0];
    way[axis] = super::Grid::Off.place([by, 0.0])[0];
    way
}

fn align<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], alignment: Alignment) {
    let boxes = boxes::<G>(draft, shapes);
    let (axis, part) = match alignment {
        Alignment::Left => (0, 0.0),
        Alignment::Center => (0, 0.5),
        Alignment::Right => (0, 1.0),
        Alignment::Bottom => (1, 0.0),
        Alignment::Middle => (1, 0.5),
        Alignment::Top => (1, 1.0),
    };
    let low = boxes.iter().map(|(_, [low, _])| low[axis]).fold(f64::INFINITY, f64::min);
    let high = boxes.iter().map(|(_, [_, high])| high[axis]).fold(f64::NEG_INFINITY, f64::max);
    for (shape, [from, to]) in boxes {
        let target = low + (high - low) * part;
        let now = from[axis] + (to[axis] - from[axis]) * part;
        G::shift(draft, shape, along(axis, target - now));
    }
}

fn distribute<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], axis: Axis) {
    let axis = usize::from(axis == Axis::Vertical);
    let mut boxes = boxes::<G>(draft, shapes);
    let middle = |[low, high]: &[[f64; 2]; 2]| f64::midpoint(low[axis], high[axis]);
    boxes.sort_by(|(_, a), (_, b)| middle(a).total_cmp(&middle(b)));
    let (Some((_, first)), Some((_, last))) = (boxes.first(), boxes.last()) else { return };
    let (from, gaps) = (middle(first), boxes.len().saturating_sub(1).max(1) as f64);
    let step = (middle(last) - from) / gaps;
    for (place, (shape, around)) in boxes.iter().enumerate() {
        G::shift(draft, *shape, along(axis, from + step * place as f64 - middle(around)));
    }
}

/// The names of shapes, in the middle of a sentence.
fn named<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> String {
    let whole: Vec<Part> = shapes.iter().map(|shape| shape.whole()).collect();
    parts_named::<G>(draft, &whole)
}

fn parts_named<G: Sketch>(draft: &G::Draft, parts: &[Part]) -> String {
    let [part] = parts else { return format!("{} parts", parts.len()) };
    let shape = G::shapes(draft).into_iter().find(|shape| shape.id == part.shape);
    let name = shape.map_or_else(|| part.shape.tool.noun().to_owned(), |shape| shape.name);
    if part.point.is_some() { format!("a corner of {name}") } else { name }
}
