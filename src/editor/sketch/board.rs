//! The editor of Wheel to Wheel. The loop and the pit lane are lines divided into fields. All other shapes lie on a
//! field.

mod beginnings;
mod fields;
mod fix;
mod preview;
mod solve;
mod tool;

use rand_chacha::ChaCha8Rng;

use super::{
    At, Beginning, Findings, Fix, Layer, Manner, Motion, Part, Preview, Shape, ShapeId, Sketch, SolveStage, to_world,
};
use crate::game::form::{Entry, Field};
use crate::game::words::many;
use crate::game::{Credits, Group, Issue, Reference, Refused};
use crate::games::wheel_to_wheel::{
    Draft, FieldPlaces, GarageDraft, MAX_GARAGES, MAX_LOOP, MAX_POINTS, Track, WheelToWheel, field_places,
};
use crate::geometry::Direction;

/// The colours of new garages, in order.
const COLOURS: [(&str, &str); 6] =
    [("amber", "AM"), ("azure", "AZ"), ("jade", "JD"), ("coral", "CR"), ("ivory", "IV"), ("onyx", "ON")];

/// Rounds a point on the board to hundredths of a field.
fn rounded(at: [f64; 2]) -> [f64; 2] {
    at.map(|value| (value * 100.0).round() / 100.0)
}

/// The index of the field nearest to a point on the board; `None` if there are no fields.
fn nearest(fields: &[[f64; 2]], at: At) -> Option<u32> {
    let at = to_world(at);
    let far = |field: &[f64; 2]| (field[0] - at[0]).hypot(field[1] - at[1]);
    let (index, _) = fields.iter().enumerate().min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))?;
    u32::try_from(index).ok()
}

/// The point on the board of the field with this number; `None` if there is no such field.
fn at(fields: &[[f64; 2]], number: u32) -> Option<[f64; 2]> {
    fields.get(number as usize).copied()
}

/// The points of the line that this tool draws; `None` if the tool draws no line.
fn line<'a>(draft: &'a mut Draft, tool: &str) -> Option<&'a mut Vec<[f64; 2]>> {
    match tool {
        tool::LOOP => Some(&mut draft.line),
        tool::LANE => Some(&mut draft.lane),
        _ => None,
    }
}

/// Moves a shape to the field nearest to a point on the board.
fn put_on_field(draft: &mut Draft, shape: ShapeId, to: At) {
    let FieldPlaces { fields, lane, .. } = field_places(draft);
    match shape.tool {
        tool::RED => {
            if let (Some(field), Some(red)) = (nearest(&fields, to), draft.red.get_mut(shape.index)) {
                *red = field;
            }
            tidy(draft);
        }
        tool::GARAGE => {
            if let (Some(field), Some(garage)) = (nearest(&lane, to), draft.garages.get_mut(shape.index)) {
                garage.field = field + 1;
            }
        }
        tool::PIT_ENTRY => draft.pit_entry = nearest(&fields, to).unwrap_or(draft.pit_entry),
        tool::PIT_EXIT => draft.pit_exit = nearest(&fields, to).unwrap_or(draft.pit_exit),
        tool::CRASH_ZONE => draft.crash_zone = Some(rounded(to_world(to))),
        _ => {}
    }
}

/// Sorts the list of red fields and removes duplicates.
fn tidy(draft: &mut Draft) {
    draft.red.sort_unstable();
    draft.red.dedup();
}

/// Adds the parts that a new board needs besides its loop: a grid behind the finish line, a pit lane that passes the
/// line, and garages.
fn furnish(draft: &mut Draft) {
    let length = field_places(draft).length.round().clamp(24.0, f64::from(MAX_LOOP)) as u32;
    if draft.loop_len == 0 {
        draft.loop_len = length;
        draft.grid = (1..=12).map(|slot| length - slot).collect();
        (draft.pit_entry, draft.pit_exit) = (length.saturating_sub(15).max(length / 2 + 1), 6.min(length / 4));
        (draft.lane_len, draft.lane_line, draft.crash_next) = (18, 15, 18);
        let garages = (4..).zip(COLOURS).map(|(field, (colour, code))| GarageDraft::new(colour, code, field));
        draft.garages = garages.collect();
    }
}

impl Sketch for WheelToWheel {
    const MANNER: Manner = Manner {
        tools: tool::ALL,
        layers: &[
            Layer::fixed("Loop", &[tool::LOOP]),
            Layer::fixed("Pit lane", &[tool::LANE, tool::PIT_ENTRY, tool::PIT_EXIT, tool::CRASH_ZONE]),
            Layer::new("Red fields", &[tool::RED]),
            Layer::new("Garages", &[tool::GARAGE]),
        ],
        empty: "Take the loop tool (B) and click the points of the loop in driving order, or draw the loop in one go.",
        sought: [
            "Fastest race",
            "Finds the fastest of the six tyre strategies. For each strategy, it computes the average number of turns that a lone driver needs to finish the race.",
        ],
        steps: Some("angles"),
        ..Manner::USUAL
    };
    const BENDS: Option<std::ops::RangeInclusive<usize>> = Some(3..=12);
    type Question = ();

    fn shapes(draft: &Draft) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut add = |tool: &'static str, index: usize, name: String, points: Vec<[f64; 2]>, note: String| {
            let shape = Shape::new(ShapeId { tool, index }, name, Self::MANNER.form(tool), points);
            shapes.push(Shape { note, ..shape });
        };
        if !draft.line.is_empty() {
            let note = many(draft.loop_len, "field");
            add(tool::LOOP, 0, "the loop".to_owned(), draft.line.clone(), note);
        }
        if !draft.lane.is_empty() {
            let note = many(draft.lane_len, "field");
            add(tool::LANE, 0, "the pit lane".to_owned(), draft.lane.clone(), note);
        }
        if draft.loop_len == 0 {
            return shapes;
        }
        let places = field_places(draft);
        for (index, red) in draft.red.iter().enumerate() {
            if let Some(place) = at(&places.fields, *red) {
                add(tool::RED, index, format!("red field {red}"), vec![place], String::new());
            }
        }
        for (index, garage) in draft.garages.iter().enumerate() {
            if let Some(place) = garage.field.checked_sub(1).and_then(|field| at(&places.lane, field)) {
                add(
                    tool::GARAGE,
                    index,
                    format!("the {} garage", garage.colour),
                    vec![place],
                    format!("P{}", garage.field),
                );
            }
        }
        for (tool, name, field) in
            [(tool::PIT_ENTRY, "the pit entry", draft.pit_entry), (tool::PIT_EXIT, "the pit exit", draft.pit_exit)]
        {
            if let Some(place) = at(&places.fields, field) {
                add(tool, 0, name.to_owned(), vec![place], format!("field {field}"));
            }
        }
        add(
            tool::CRASH_ZONE,
            0,
            "the crash zone".to_owned(),
            vec![places.crash_zone],
            format!("to P{}", draft.crash_next),
        );
        shapes
    }

    fn put(draft: &mut Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused> {
        let id = |index: usize| ShapeId { tool, index };
        let first = *points.first().ok_or("Click the point of the board where the shape should be.")?;
        if let Some(line) = line(draft, tool) {
            if points.len() > MAX_POINTS {
                return Err(format!("A line can have at most {MAX_POINTS} points. Use fewer points.").into());
            }
            *line = points.iter().map(|at| rounded(to_world(*at))).collect();
            if tool == tool::LOOP {
                furnish(draft);
            }
            return Ok(id(0));
        }
        if draft.loop_len == 0 {
            return Err("Draw the loop first, because everything else is placed on its fields.".into());
        }
        match tool {
            tool::RED => {
                let field = nearest(&field_places(draft).fields, first)
                    .ok_or("The board has no fields yet. Draw the loop first.")?;
                if let Some(index) = draft.red.iter().position(|red| *red == field) {
                    // A second click makes the field grey again.
                    draft.red.remove(index);
                    return Ok(ShapeId { tool: tool::LOOP, index: 0 });
                }
                draft.red.push(field);
                tidy(draft);
                Ok(id(draft.red.iter().position(|red| *red == field).unwrap_or(0)))
            }
            tool::GARAGE => {
                let is_free = |(colour, _): &&(&str, &str)| draft.garages.iter().all(|garage| garage.colour != *colour);
                let (colour, code) = COLOURS.iter().find(is_free).map_or_else(
                    || (format!("colour {}", draft.garages.len() + 1), String::new()),
                    |(colour, code)| ((*colour).to_owned(), (*code).to_owned()),
                );
                if draft.garages.len() >= MAX_GARAGES {
                    return Err(format!(
                        "A pit lane can have at most {MAX_GARAGES} garages. Delete a garage before you add another."
                    )
                    .into());
                }
                draft.garages.push(GarageDraft::new(colour, code, 1));
                let shape = id(draft.garages.len() - 1);
                put_on_field(draft, shape, first);
                Ok(shape)
            }
            _ => {
                put_on_field(draft, id(0), first);
                Ok(id(0))
            }
        }
    }

    fn remove(draft: &mut Draft, shape: ShapeId) {
        match shape.tool {
            tool::RED if shape.index < draft.red.len() => {
                draft.red.remove(shape.index);
            }
            tool::GARAGE if shape.index < draft.garages.len() => {
                draft.garages.remove(shape.index);
            }
            tool::CRASH_ZONE => draft.crash_zone = None,
            _ => {
                if let Some(line) = line(draft, shape.tool) {
                    line.clear();
                }
            }
        }
    }

    fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
        let way = to_world(by);
        if let Some(line) = line(draft, shape.tool) {
            line.iter_mut().for_each(|point| *point = rounded([point[0] + way[0], point[1] + way[1]]));
            return;
        }
        let now = Self::shapes(draft).into_iter().find(|other| other.id == shape);
        if let Some(place) = now.and_then(|now| now.points.first().copied()) {
            put_on_field(draft, shape, super::Grid::Off.place([place[0] + way[0], place[1] + way[1]]));
        }
    }

    fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, at: At) {
        match line(draft, shape.tool) {
            Some(line) => {
                if let Some(place) = line.get_mut(point) {
                    *place = rounded(to_world(at));
                }
            }
            None => put_on_field(draft, shape, at),
        }
    }

    fn insert_point(draft: &mut Draft, shape: ShapeId, place: usize, at: At) {
        if let Some(line) = line(draft, shape.tool).filter(|line| line.len() < MAX_POINTS) {
            line.insert(place.min(line.len()), rounded(to_world(at)));
        }
    }

    fn remove_point(draft: &mut Draft, shape: ShapeId, point: usize) -> bool {
        let fewest = if shape.tool == tool::LOOP { 3 } else { 2 };
        match line(draft, shape.tool) {
            Some(line) if line.len() > fewest && point < line.len() => {
                line.remove(point);
                true
            }
            _ => false,
        }
    }

    fn preview(draft: &Draft, tool: &'static str, _: Option<Direction>, points: &[At]) -> Preview {
        preview::preview(draft, tool, points)
    }

    fn rides_on(draft: &Draft, tool: &str) -> &'static [&'static str] {
        match tool {
            tool::RED | tool::PIT_ENTRY | tool::PIT_EXIT => &[tool::LOOP],
            // If the pit lane is not drawn, the garages lie along the loop.
            tool::GARAGE if draft.lane.is_empty() => &[tool::LOOP],
            tool::GARAGE => &[tool::LANE],
            tool::CRASH_ZONE if draft.crash_zone.is_none() => &[tool::LOOP, tool::LANE],
            _ => &[],
        }
    }

    fn sticks(tool: &str) -> bool {
        matches!(tool, tool::RED | tool::GARAGE | tool::PIT_ENTRY | tool::PIT_EXIT)
    }

    fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
        let turned = |point: &[f64; 2]| rounded(to_world(motion.place(super::Grid::Off.place(*point))));
        if let Some(line) = line(draft, shape.tool) {
            line.iter_mut().for_each(|point| *point = turned(point));
        } else if shape.tool == tool::CRASH_ZONE {
            draft.crash_zone = draft.crash_zone.as_ref().map(turned);
        }
    }

    fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
        fix::fix(draft, issues, index)
    }

    fn fields(draft: &Draft, part: Option<Part>) -> Vec<Field> {
        fields::of(draft, part)
    }

    fn enter(draft: &mut Draft, _part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
        fields::enter(draft, field, entry)
    }

    fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
        let has = |tool: &'static str, index: usize| shapes.contains(&ShapeId { tool, index });
        let kept = |tool: &'static str, line: &[[f64; 2]]| if has(tool, 0) { line.to_vec() } else { Vec::new() };
        let garages = draft.garages.iter().enumerate().filter(|(index, _)| has(tool::GARAGE, *index));
        let red = draft.red.iter().enumerate().filter(|(index, _)| has(tool::RED, *index));
        Draft {
            line: kept(tool::LOOP, &draft.line),
            lane: kept(tool::LANE, &draft.lane),
            garages: garages.map(|(_, garage)| garage.clone()).collect(),
            red: red.map(|(_, red)| *red).collect(),
            ..Draft::default()
        }
    }

    fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
        let way = to_world(by);
        let moved = |line: &[[f64; 2]]| line.iter().map(|at| rounded([at[0] + way[0], at[1] + way[1]])).collect();
        let mut added = Vec::new();
        for (tool, theirs) in [(tool::LOOP, &other.line), (tool::LANE, &other.lane)] {
            if let Some(line) = line(draft, tool).filter(|line| line.is_empty() && !theirs.is_empty()) {
                *line = moved(theirs);
                added.push(ShapeId { tool, index: 0 });
            }
        }
        if draft.line.len() > 2 {
            furnish(draft);
        }
        for red in &other.red {
            // If the field is already red, the copy goes to the next field that is not.
            if let Some(field) = (*red..draft.loop_len).find(|field| !draft.red.contains(field)) {
                draft.red.push(field);
                tidy(draft);
                let index = draft.red.iter().position(|known| *known == field).unwrap_or(0);
                added.push(ShapeId { tool: tool::RED, index });
            }
        }
        for garage in &other.garages {
            let is_free = |colour: &str| draft.garages.iter().all(|known| known.colour != colour);
            let another = COLOURS.iter().find(|(colour, _)| is_free(colour));
            let copy = if is_free(&garage.colour) {
                garage.clone()
            } else if let Some((colour, code)) = another {
                GarageDraft::new(*colour, *code, garage.field)
            } else {
                continue;
            };
            if draft.garages.len() < MAX_GARAGES {
                // Two garages on one field would hide each other.
                let taken = |field: u32| draft.garages.iter().any(|known| known.field == field);
                let field = (copy.field..=draft.lane_len).find(|field| !taken(*field)).unwrap_or(copy.field);
                draft.garages.push(GarageDraft { field, ..copy });
                added.push(ShapeId { tool: tool::GARAGE, index: draft.garages.len() - 1 });
            }
        }
        added
    }

    fn groups(draft: &Draft) -> &[Group] {
        &draft.groups
    }

    fn set_groups(draft: &mut Draft, groups: Vec<Group>) {
        draft.groups = groups;
    }

    fn reference(draft: &Draft) -> Option<Reference> {
        draft.reference.clone()
    }

    fn set_reference(draft: &mut Draft, reference: Option<Reference>) {
        draft.reference = reference;
    }

    fn weight(draft: &Draft) -> usize {
        size_of::<Draft>()
            + (draft.line.len() + draft.lane.len()) * size_of::<[f64; 2]>()
            + (draft.red.len() + draft.grid.len() + draft.points.len()) * size_of::<u32>()
            + draft.garages.len() * size_of::<GarageDraft>()
            + draft.name.len()
            + draft.description.len()
            + draft.credits.len()
    }

    fn searched(draft: &Draft) -> Draft {
        let (name, description, credits) = (String::new(), String::new(), Credits::default());
        Draft { name, description, credits, groups: Vec::new(), reference: None, ..draft.clone() }
    }

    fn solve(
        track: &Track,
        (): &(),
        report: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Findings> {
        solve::solve(track, &|words| report(SolveStage::from(words)), stop)
    }

    fn beginnings() -> Vec<Beginning<Draft>> {
        beginnings::all()
    }

    fn random(bends: usize, random: &mut ChaCha8Rng) -> Option<Draft> {
        Some(beginnings::random(bends, random))
    }
}
