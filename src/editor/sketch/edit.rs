//! Edits: the changes that a user makes to a circuit, with titles for the history.

use super::carried::{free, is_carried, turn};
use super::reshape::reshape;
use super::{
    Action, At, Axis, Form, Grid, Measure, Motion, Part, Shape, ShapeId, Sketch, extent_of, groups, limited, place_at,
};
use crate::game::Reference;
use crate::game::Refused;
use crate::game::form::{Entry, misfit};
use crate::game::words::capital;
use crate::geometry::{Direction, Surd};

/// A way to align shapes: by one of their edges, or by their middles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// Aligns the left edges of shapes.
    Left,
    /// Aligns the middles of shapes on a vertical line.
    Center,
    /// Aligns the right edges of shapes.
    Right,
    /// Aligns the upper edges of shapes.
    Top,
    /// Aligns the middles of shapes on a horizontal line.
    Middle,
    /// Aligns the lower edges of shapes.
    Bottom,
}

impl Alignment {
    /// The axis along which shapes are moved by this alignment.
    #[must_use]
    pub const fn axis(self) -> Axis {
        match self {
            Self::Left | Self::Center | Self::Right => Axis::Horizontal,
            Self::Top | Self::Middle | Self::Bottom => Axis::Vertical,
        }
    }
}

/// A change that the user makes to a circuit.
#[derive(Clone, Debug, PartialEq)]
pub enum SketchEdit {
    /// Adds a shape. The values are the id of its tool, and its points.
    Put(&'static str, Vec<At>),
    /// Moves shapes or points by an offset.
    Shift(Vec<Part>, At),
    /// Moves a shape or a point to this point of the board.
    SetPoint(Part, At),
    /// Moves, scales or rotates parts so that one of their measures, such as the width, gets this value.
    Reshape(Vec<Part>, Measure, Surd),
    /// Inserts a corner into a shape. The second value is the new corner's index among the shape's corners, and the
    /// third is its point on the board.
    InsertPoint(ShapeId, usize, At),
    /// Replaces corners of a shape. The pair has the index of the first replaced corner and the number of replaced
    /// corners. The list has the new corners.
    Corners(ShapeId, (usize, usize), Vec<At>),
    /// Deletes shapes or points.
    Delete(Vec<Part>),
    /// Copies shapes and moves the copies by an offset.
    Duplicate(Vec<ShapeId>, At),
    /// Rotates shapes together about a point of the board, by eighths of a full turn; positive is counter-clockwise.
    Turn(Vec<ShapeId>, i64, At),
    /// Rotates each shape about its own centre, by eighths of a full turn; positive is counter-clockwise.
    TurnEach(Vec<ShapeId>, i64),
    /// Makes a shape face a direction.
    Face(ShapeId, Direction),
    /// Mirrors shapes about their common middle. If the list is empty, mirrors the whole circuit.
    Mirror(Vec<ShapeId>, Axis),
    /// Rotates the whole circuit, together with its table, by quarter turns; positive is counter-clockwise.
    Rotate(i64),
    /// Aligns shapes by their edges or middles.
    Align(Vec<ShapeId>, Alignment),
    /// Distributes shapes evenly along an axis.
    Distribute(Vec<ShapeId>, Axis),
    /// Gives these shapes, such as corners, the numbers 1, 2, 3 and so on, in the order of the list. All other shapes
    /// get the numbers after them.
    Order(Vec<ShapeId>),
    /// Gives a shape, such as a corner, this number. The numbers of the other shapes move up or down.
    Rank(ShapeId, u32),
    /// Applies an action of the game to the listed shapes, or to the whole circuit if the action is for whole circuits.
    Act(&'static Action, Vec<ShapeId>),
    /// Enters a value into a form field of a part, or of the circuit if the part is `None`. The two texts are the
    /// field's id and its title.
    Enter(Option<Part>, String, Entry, String),
    /// Replaces the reference picture under the board; `None` removes it.
    Reference(Option<Reference>),
    /// Makes a group of shapes. They leave their earlier groups.
    Group(Vec<ShapeId>),
    /// Dissolves the groups of shapes.
    Ungroup(Vec<ShapeId>),
}

impl SketchEdit {
    /// The edit's title in the list of steps, such as "Move island 2". `shapes` are the shapes of the draft before the
    /// edit.
    #[must_use]
    pub fn title<G: Sketch>(&self, draft: &G::Draft, shapes: &[Shape]) -> String {
        if let Some(title) = G::title(draft, self) {
            return title;
        }
        match self {
            Self::Put(tool, _) => {
                let noun = noun::<G>(tool);
                format!("Draw {} {noun}", article(noun))
            }
            Self::Shift(parts, _) => format!("Move {}", parts_named::<G>(shapes, parts)),
            Self::SetPoint(part, _) => format!("Move {}", parts_named::<G>(shapes, &[*part])),
            Self::Reshape(parts, measure, _) => format!("{} {}", measure.verb(), parts_named::<G>(shapes, parts)),
            Self::InsertPoint(shape, ..) => format!("Add a corner to {}", named::<G>(shapes, &[*shape])),
            Self::Corners(shape, ..) => format!("Change the corners of {}", named::<G>(shapes, &[*shape])),
            Self::Delete(parts) => format!("Delete {}", parts_named::<G>(shapes, parts)),
            Self::Duplicate(chosen, by) => {
                // Shapes of which there can be only one are left out.
                let added = duplicate::<G>(&mut draft.clone(), chosen, *by);
                let is_copied = |id: &ShapeId| added.is_empty() || added.iter().any(|copy| copy.tool == id.tool);
                let copied: Vec<ShapeId> = chosen.iter().copied().filter(is_copied).collect();
                format!("Duplicate {}", named::<G>(shapes, &copied))
            }
            Self::Turn(chosen, ..) => format!("Rotate {}", named::<G>(shapes, chosen)),
            Self::TurnEach(chosen, _) if chosen.len() > 1 => format!("Rotate each of {}", named::<G>(shapes, chosen)),
            Self::TurnEach(chosen, _) => format!("Rotate {}", named::<G>(shapes, chosen)),
            Self::Group(chosen) => format!("Group {}", named::<G>(shapes, chosen)),
            Self::Ungroup(chosen) => format!("Ungroup {}", named::<G>(shapes, chosen)),
            Self::Face(shape, _) => format!("Rotate {}", named::<G>(shapes, &[*shape])),
            Self::Mirror(chosen, _) if chosen.is_empty() => "Mirror the circuit".to_owned(),
            Self::Mirror(chosen, _) => format!("Mirror {}", named::<G>(shapes, chosen)),
            Self::Rotate(_) => "Rotate the circuit and the table".to_owned(),
            Self::Align(chosen, _) => format!("Align {}", named::<G>(shapes, chosen)),
            Self::Distribute(chosen, _) => format!("Distribute {}", named::<G>(shapes, chosen)),
            Self::Order(chosen) => format!("Number {}", named::<G>(shapes, chosen)),
            Self::Rank(shape, rank) => format!("Renumber {} as {rank}", named::<G>(shapes, &[*shape])),
            Self::Act(action, chosen) => action.done.replace("{}", &named::<G>(shapes, &able(action, chosen))),
            Self::Enter(Some(part), field, ..) if field.ends_with("/0") || field.ends_with("/1") => {
                format!("Move {}", parts_named::<G>(shapes, &[*part]))
            }
            Self::Enter(Some(part), _, _, words) => format!("{words} of {}", parts_named::<G>(shapes, &[*part])),
            Self::Enter(None, _, _, words) => words.clone(),
            Self::Reference(None) => "Remove the picture".to_owned(),
            Self::Reference(Some(_)) if G::reference(draft).is_none() => "Put a picture under the board".to_owned(),
            Self::Reference(Some(_)) => "Change the picture".to_owned(),
        }
    }

    /// Returns the parts to select after an edit that inserts a corner or deletes parts. Returns `None` for all other
    /// edits, because these select the shapes that they add, or leave the selection unchanged.
    pub(super) fn kept<G: Sketch>(&self, draft: &G::Draft, selected: &[Part]) -> Option<Vec<Part>> {
        match self {
            Self::InsertPoint(shape, place, _) => Some(vec![shape.point(*place)]),
            Self::Delete(gone) => {
                let mut after = draft.clone();
                delete::<G>(&mut after, gone);
                let (before, after) = (G::shapes(draft), G::shapes(&after));
                let indices = |shapes: &[Shape], is_left: &dyn Fn(ShapeId) -> bool| {
                    let mut indices: Vec<ShapeId> =
                        shapes.iter().map(|shape| shape.id).filter(|id| is_left(*id)).collect();
                    indices.sort_unstable();
                    indices
                };
                let kept = selected.iter().filter(|part| gone.iter().all(|gone| gone.shape != part.shape));
                let moved = |part: &Part| {
                    let tool = part.shape.tool;
                    let old = indices(&before, &|id| id.tool == tool && !gone.contains(&id.whole()));
                    let new = indices(&after, &|id| id.tool == tool);
                    // If deleting a point deletes its whole shape, more is deleted than was selected. The new indices
                    // are then unknown. Otherwise the shapes keep their order, but not always their indices.
                    let place = old.iter().position(|id| *id == part.shape).filter(|_| old.len() == new.len())?;
                    Some(Part { shape: new[place], ..*part })
                };
                Some(kept.filter_map(moved).collect())
            }
            _ => None,
        }
    }

    /// Applies the edit. Returns the added shapes.
    ///
    /// # Errors
    /// Returns an error if the edit is not possible.
    pub(super) fn carry_out<G: Sketch>(&self, draft: &mut G::Draft) -> Result<Vec<ShapeId>, Refused> {
        if G::groups(draft).is_empty() {
            return self.change::<G>(draft).map(|[added, _]| added);
        }
        let before: Vec<ShapeId> = G::shapes(draft).iter().map(|shape| shape.id).collect();
        let [added, gone] = self.change::<G>(draft)?;
        groups::follow::<G>(draft, &before, &gone, self.adds());
        Ok(added)
    }

    /// Whether the edit may add shapes.
    const fn adds(&self) -> bool {
        matches!(self, Self::Put(..) | Self::Duplicate(..))
    }

    /// Changes a draft. Returns the added shapes and the deleted ones.
    fn change<G: Sketch>(&self, draft: &mut G::Draft) -> Result<[Vec<ShapeId>; 2], Refused> {
        match self {
            Self::Put(tool, points) => {
                let mut points = points.clone();
                points.dedup();
                if G::MANNER.form(tool).is_closed() && points.len() > 1 && points.first() == points.last() {
                    points.pop();
                }
                if !G::MANNER.form(tool).is_enough(points.len()) {
                    return Err(wanted(G::MANNER.form(tool), noun::<G>(tool)).into());
                }
                return G::put(draft, tool, &points).map(|shape| [vec![shape], Vec::new()]);
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
                        // Moving the whole shape already moves its points.
                        Some(_) if parts.contains(&part.shape.whole()) => {}
                        Some(point) => shift_point::<G>(draft, part.shape, point, *by),
                        None => G::shift(draft, part.shape, *by),
                    }
                }
            }
            Self::SetPoint(Part { shape, point: Some(point) }, at) => G::set_point(draft, *shape, *point, limited(*at)),
            Self::SetPoint(part, at) => {
                if let Some(from) = G::place(draft, *part) {
                    G::shift(draft, part.shape, limited(*at) - from);
                }
            }
            Self::Reshape(parts, measure, value) => reshape::<G>(draft, parts, *measure, *value)?,
            Self::InsertPoint(shape, place, at) => G::insert_point(draft, *shape, *place, limited(*at)),
            Self::Corners(shape, place, corners) => super::corners::splice::<G>(draft, *shape, *place, corners)?,
            Self::Delete(parts) => return Ok([Vec::new(), delete::<G>(draft, parts)]),
            Self::Duplicate(shapes, by) => {
                let added = duplicate::<G>(draft, shapes, *by);
                if added.is_empty() {
                    let all = G::shapes(draft);
                    let is_alone = |id: &ShapeId| all.iter().filter(|shape| shape.id.tool == id.tool).count() == 1;
                    return Err(if shapes.iter().all(is_alone) { NO_SECOND } else { NO_COPY }.into());
                }
                return Ok([added, Vec::new()]);
            }
            Self::Turn(shapes, eighths, about) => turn::<G>(draft, shapes, Motion::Turn(*eighths, *about)),
            Self::TurnEach(shapes, eighths) => {
                for shape in free::<G>(draft, shapes) {
                    if let Some(about) = G::middle(draft, &[shape]) {
                        turn::<G>(draft, &[shape], Motion::Turn(*eighths, about));
                    }
                }
            }
            Self::Face(shape, direction) => G::face(draft, *shape, *direction),
            Self::Mirror(shapes, axis) => G::mirror(draft, shapes, *axis),
            Self::Rotate(quarters) => G::rotate(draft, *quarters),
            Self::Order(shapes) => G::order(draft, shapes),
            Self::Rank(shape, rank) => G::set_rank(draft, *shape, *rank),
            Self::Act(action, shapes) => G::act(draft, action, &able(action, shapes)),
            Self::Align(shapes, alignment) => {
                let shapes = free::<G>(draft, shapes);
                align::<G>(draft, &shapes, *alignment);
            }
            Self::Distribute(shapes, axis) => {
                let shapes = free::<G>(draft, shapes);
                distribute::<G>(draft, &shapes, *axis);
            }
            Self::Enter(None, field, entry, _) if super::picture::has(field) => {
                let entered = super::picture::entered(G::reference(draft).as_ref(), field, entry)?;
                G::set_reference(draft, Some(entered));
            }
            Self::Enter(Some(part), field, entry, _) if COORDINATES.contains(&field.as_str()) => {
                let text = entry.text().ok_or_else(|| misfit(field))?;
                let number = text.parse::<Surd>().map_err(|error| error.to_string())?;
                if let Part { shape, point: Some(point) } = *part
                    && let Some(at) = G::place(draft, *part)
                {
                    let at = if field == COORDINATES[0] { At::new(number, at.y) } else { At::new(at.x, number) };
                    G::set_point(draft, shape, point, limited(at));
                }
            }
            Self::Enter(part, field, entry, _) => G::enter(draft, *part, field, entry)?,
            Self::Reference(reference) => G::set_reference(draft, reference.clone().map(Reference::rounded)),
            Self::Group(shapes) => groups::group::<G>(draft, shapes)?,
            Self::Ungroup(shapes) => groups::ungroup::<G>(draft, shapes),
        }
        Ok(<[Vec<ShapeId>; 2]>::default())
    }
}

/// The ids of the form fields for the x and y coordinates of a point. The editor adds these fields if the game itself
/// has no fields for the point.
pub(super) const COORDINATES: [&str; 2] = ["#x/0", "#y/1"];

/// The message that explains why a second shape of a kind was not added.
pub(super) const NO_SECOND: &str =
    "The circuit already has a shape of this kind and can have only one. Move the existing shape, or delete it first.";

/// The message that explains why no copy was placed of a shape of which there are several.
const NO_COPY: &str = "No copy can be placed: the shape belongs to the road, or the circuit already has as many as it can have. Draw another one with its tool, or delete one first.";

/// Places copies of these shapes, moved by `by`. Returns the copies.
fn duplicate<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], by: At) -> Vec<ShapeId> {
    let copy = groups::only::<G>(draft, shapes);
    groups::merge::<G>(draft, &copy, by)
}

/// Returns the shapes of the list to which an action can be applied.
fn able(action: &Action, shapes: &[ShapeId]) -> Vec<ShapeId> {
    shapes.iter().copied().filter(|shape| action.of.contains(&shape.tool)).collect()
}

/// The noun for a shape of the tool with this id.
fn noun<G: Sketch>(id: &'static str) -> &'static str {
    G::MANNER.tools.iter().find(|tool| tool.id == id).map_or(id, |tool| tool.noun)
}

/// Returns the bounding box of these shapes, or of all shapes if the list is empty; `None` if no shape has corners.
/// Leaves out the shapes that lie on an included line. Mirroring the line can move them along it. This could change the
/// bounding box, and mirroring twice would not restore the drawing.
fn around<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Option<[At; 2]> {
    let all = G::shapes(draft);
    let ids: Vec<ShapeId> = all.iter().map(|shape| shape.id).collect();
    let listed = if shapes.is_empty() { &ids } else { shapes };
    let free = |shape: &ShapeId| listed.contains(shape) && !is_carried::<G>(draft, *shape, listed);
    let these = all.iter().filter(|shape| free(&shape.id) && shape.corners > 0);
    extent_of(&these.filter_map(|shape| G::extent(draft, shape)).flat_map(|(extent, _)| extent).collect::<Vec<_>>())
}

/// Returns the middle of these shapes. It is rounded to the grid, so that rotated shapes stay on the grid. Returns
/// `None` if there are no shapes.
pub(super) fn middle<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Option<At> {
    let [low, high] = around::<G>(draft, shapes)?.map(At::to_f64);
    Some(Grid::Whole.place([0, 1].map(|axis| f64::midpoint(low[axis], high[axis]))))
}

/// Mirrors shapes about the middle of their bounding box. The middle is rounded to half a unit, so that the shapes stay
/// on the grid. If it lies exactly between two multiples of half a unit, the rounding follows a fixed rule, so that
/// mirroring twice restores the shapes.
pub(super) fn mirror<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], axis: Axis) {
    let Some([low, high]) = around::<G>(draft, shapes) else { return };
    let all: Vec<ShapeId> = G::shapes(draft).iter().map(|shape| shape.id).collect();
    let sum = Grid::Whole.number((axis.of(low) + axis.of(high)).to_f64().round_ties_even());
    turn::<G>(draft, if shapes.is_empty() { &all } else { shapes }, Motion::Mirror(axis, sum));
}

/// The message for a shape that was drawn with a wrong number of points. It says how many points the shape needs.
fn wanted(form: Form, noun: &str) -> String {
    let article = article(noun);
    match form {
        Form::Point => format!("Click exactly one place for {article} {noun}."),
        Form::Segment => format!("{} {noun} needs two different ends.", capital(article)),
        Form::Circle => format!("{} {noun} needs a centre and a point on its rim.", capital(article)),
        Form::Chain => format!("{} {noun} needs at least two points.", capital(article)),
        Form::Ring => format!("{} {noun} needs at least three corners.", capital(article)),
        Form::Area => format!("{} {noun} needs one point, or at least three corners.", capital(article)),
        Form::Order => "Click the shapes in their new order.".to_owned(),
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn shift_point<G: Sketch>(draft: &mut G::Draft, shape: ShapeId, point: usize, by: At) {
    if let Some(at) = G::place(draft, shape.point(point)) {
        G::set_point(draft, shape, point, limited(at + by));
    }
}

/// Deletes shapes and points of shapes. Those with the highest indices are deleted first, so that the remaining indices
/// stay valid. Returns the deleted shapes.
fn delete<G: Sketch>(draft: &mut G::Draft, parts: &[Part]) -> Vec<ShapeId> {
    let mut whole: Vec<ShapeId> = parts.iter().filter(|part| part.point.is_none()).map(|part| part.shape).collect();
    let mut points: Vec<(ShapeId, usize)> =
        parts.iter().filter_map(|part| Some((part.shape, part.point?))).filter(|(of, _)| !whole.contains(of)).collect();
    points.sort_unstable();
    points.dedup();
    for (shape, point) in points.into_iter().rev() {
        if !whole.contains(&shape) && !G::remove_point(draft, shape, point) {
            // The shape would have too few corners left, so the whole shape is deleted.
            whole.push(shape);
        }
    }
    whole.sort_unstable();
    whole.dedup();
    whole.iter().rev().for_each(|shape| G::remove(draft, *shape));
    whole
}

/// Returns three values for each shape: its id, its bounding box, and its reference point. When shapes are distributed,
/// the distances between their reference points become equal.
fn extents<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> Vec<(ShapeId, [At; 2], At)> {
    let of = |id: &ShapeId, all: &[Shape]| {
        let shape = all.iter().find(|shape| shape.id == *id && !shape.points.is_empty())?;
        G::extent(draft, shape).map(|(extent, at)| (shape.id, extent, at))
    };
    let all = G::shapes(draft);
    shapes.iter().filter_map(|id| of(id, &all)).collect()
}

/// Aligns shapes. Their edges move to the outermost edge, or their middles move to the common middle.
fn align<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], alignment: Alignment) {
    let extents = extents::<G>(draft, shapes);
    let axis = alignment.axis();
    let Some(low) = extents.iter().map(|(_, [low, _], _)| axis.of(*low)).min() else { return };
    let Some(high) = extents.iter().map(|(_, [_, high], _)| axis.of(*high)).max() else { return };
    for (shape, [from, to], _) in extents {
        let way = match alignment {
            Alignment::Left | Alignment::Bottom => low - axis.of(from),
            Alignment::Right | Alignment::Top => high - axis.of(to),
            Alignment::Center | Alignment::Middle => halved(low + high - axis.of(from) - axis.of(to)),
        };
        G::shift(draft, shape, axis.way(way));
    }
}

/// Returns half of a number. The result is rounded if a file could not store it exactly.
fn halved(number: Surd) -> Surd {
    number.half().unwrap_or_else(|| place_at(number.to_f64() / 2.0, 0.0).x)
}

/// Distributes shapes evenly between the two outermost shapes, which do not move.
fn distribute<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId], axis: Axis) {
    let mut places: Vec<(ShapeId, Surd)> =
        extents::<G>(draft, shapes).into_iter().map(|(shape, _, at)| (shape, axis.of(at))).collect();
    // The sort is stable, so shapes at the same position stay in the order of selection.
    places.sort_by_key(|(_, at)| *at);
    let (Some((_, first)), Some((_, last))) = (places.first().copied(), places.last().copied()) else { return };
    let gaps = places.len() as i64 - 1;
    let whole = last - first;
    for (number, (shape, at)) in (0i64..).zip(places).skip(1).take(gaps.max(1) as usize - 1) {
        let (a, b) = (whole * number).units();
        let place = if a % gaps == 0 && b % gaps == 0 {
            first + Surd::from_units(a / gaps, b / gaps)
        } else {
            // A file cannot store the exact position, so the nearest position that it can store is used.
            place_at(first.to_f64() + whole.to_f64() * number as f64 / gaps as f64, 0.0).x
        };
        G::shift(draft, shape, axis.way(place - at));
    }
}

/// The name of a shape, or the number of shapes, as part of a sentence: for example "island 2" or "3 parts".
fn named<G: Sketch>(shapes: &[Shape], chosen: &[ShapeId]) -> String {
    let whole: Vec<Part> = chosen.iter().map(|shape| shape.whole()).collect();
    parts_named::<G>(shapes, &whole)
}

fn parts_named<G: Sketch>(shapes: &[Shape], parts: &[Part]) -> String {
    let [part] = parts else { return format!("{} {}s", parts.len(), G::MANNER.words[1]) };
    let shape = shapes.iter().find(|shape| shape.id == part.shape);
    let name = shape.map_or_else(|| noun::<G>(part.shape.tool).to_owned(), |shape| shape.name.clone());
    if part.point.is_some() { format!("a corner of {name}") } else { name }
}
