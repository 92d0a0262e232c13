//! What there is to fill in about a shape on squared paper, and about the circuit.

use crate::editor::sketch::{Part, UNIT};
use crate::game::form::{Entry, Field, Value, misfit};
use crate::games::vector_racing::form::{enter_rules, rules_fields};
use crate::games::vector_racing::{Crossing, Draft, Kind, Rational, SheetDraft, Spin, Spot};

use super::points::{region_at, ring};
use super::tool;

/// How long a grid unit is on paper, in millimetres, where the circuit does not say.
const USUAL_MM: i64 = 5;
/// The largest sheet, in squares.
const LARGEST_SHEET: i64 = 1_000;

const KINDS: &[(Kind, &str)] = &[(Kind::Circuit, "circuit"), (Kind::Sprint, "sprint")];
const CROSSINGS: &[(Crossing, &str)] = &[
    (Crossing::Right, "to the right"),
    (Crossing::Left, "to the left"),
    (Crossing::Up, "upwards"),
    (Crossing::Down, "downwards"),
    (Crossing::Any, "either way"),
];
const SPINS: &[(Spin, &str)] = &[(Spin::Cw, "clockwise"), (Spin::Ccw, "counter-clockwise")];

/// The words for a way across the line.
pub(super) fn crossing_name(crossing: Crossing) -> &'static str {
    CROSSINGS.iter().find(|(known, _)| *known == crossing).map_or("", |(_, name)| name)
}

/// The words for a way to turn.
pub(super) fn spin_name(spin: Spin) -> &'static str {
    SPINS.iter().find(|(known, _)| *known == spin).map_or("", |(_, name)| name)
}

fn number(id: &str, label: &str, value: Rational) -> Field {
    // As people write it: a decimal where it is one.
    let text = match value.as_int() {
        Some(whole) => whole.to_string(),
        None if 1_000 % value.denominator() == 0 => {
            let text = format!("{:.3}", value.to_f64());
            text.trim_end_matches('0').to_owned()
        }
        None => value.to_string(),
    };
    Field::new(id, label, Value::Number(text, ""))
}

/// The two fields of a place; `of` is empty, or says of which end.
fn place(fields: &mut Vec<Field>, at: Spot, of: &str) {
    fields.push(number(&format!("{of}x"), &format!("{of}x"), at[0]).help("A number, or a fraction such as 1/3."));
    fields.push(number(&format!("{of}y"), "y", at[1]).beside());
}

/// The fields of a shape or of a point of it.
pub(super) fn of_part(draft: &Draft, part: Part) -> Vec<Field> {
    let mut fields = Vec::new();
    let index = part.shape.index;
    let mut draft = draft.clone();
    if let (Some(point), Some(ring)) = (part.point, ring(&mut draft, part.shape))
        && let Some(corner) = ring.get(point)
    {
        place(&mut fields, *corner, "");
        return fields;
    }
    match part.shape.tool {
        tool::WALL => {
            let Some(wall) = draft.walls.get(index) else { return fields };
            place(&mut fields, wall.from, "from ");
            place(&mut fields, wall.to, "to ");
            let help = "The end point itself is no part of the wall.";
            fields.push(Field::new("open_from", "First end open", Value::Flag(wall.open_from)).help(help));
            fields.push(Field::new("open_to", "Second end open", Value::Flag(wall.open_to)).help(help));
        }
        tool::REFLECTOR => {
            let Some(mirror) = draft.reflectors.get(index) else { return fields };
            place(&mut fields, mirror.from, "from ");
            place(&mut fields, mirror.to, "to ");
        }
        tool::FINISH => {
            let Some(line) = &draft.finish else { return fields };
            place(&mut fields, line.from, "from ");
            place(&mut fields, line.to, "to ");
            let help = "Which way the line is crossed. Either way is for sprints of other programs.";
            fields.push(Field::new("crossing", "Crossed", Value::choice(CROSSINGS, line.crossing)).help(help));
        }
        tool::DISC => {
            let Some(disc) = draft.discs.get(index) else { return fields };
            place(&mut fields, disc.at, "");
            let help = "The square of the radius: 2 for a radius of the root of 2.";
            fields.push(number("radius_squared", "Radius squared", disc.radius_squared).help(help));
        }
        tool::SPINNER => {
            let Some(spinner) = draft.spinners.get(index) else { return fields };
            place(&mut fields, spinner.at, "");
            fields.push(Field::new("turn", "Turns", Value::choice(SPINS, spinner.turn)).help("Seen with y up."));
        }
        tool::START => {
            let at = draft.all_starts().nth(index).map(|at| at.map(|value| Rational::int(value.into())));
            if let Some(at) = at {
                place(&mut fields, at, "");
                let help = "Everybody starts here who picks no other.";
                fields.push(Field::new("first", "Make it the usual start", Value::Press(index > 0)).help(help));
            }
        }
        tool::WARP => {
            let Some(warp) = draft.warps.get(index) else { return fields };
            let count = |value: i32| Value::Count(value.into(), -LARGEST_SHEET..=LARGEST_SHEET);
            let help = "From the one end to the other, in whole squares.";
            fields.push(Field::new("offset.x", "Other end right", count(warp.offset[0])).help(help));
            fields.push(Field::new("offset.y", "up", count(warp.offset[1])).help(help).beside());
            single(&mut fields, &warp.outline);
        }
        tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN => {
            if let Some(region) = region_at(&draft, part.shape).and_then(|place| draft.regions.get(place)) {
                single(&mut fields, &region.outline);
            }
        }
        _ => {}
    }
    fields
}

/// The place of an area that is a single point.
fn single(fields: &mut Vec<Field>, outline: &[Spot]) {
    if let [only] = outline {
        place(fields, *only, "");
    }
}

fn rational(entry: &Entry) -> Result<Rational, String> {
    let text = entry.text().unwrap_or_default();
    text.parse::<Rational>().map_err(|error| format!("{error}."))
}

/// Fills in a field of a shape or of a point of it.
pub(super) fn enter_part(draft: &mut Draft, part: Part, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let index = part.shape.index;
    let (of, axis) = match field.rsplit_once(['x', 'y']).filter(|(_, rest)| rest.is_empty()) {
        Some((of, _)) if of.is_empty() || of == "from " || of == "to " => (of, Some(usize::from(field.ends_with('y')))),
        _ => ("", None),
    };
    if let Some(axis) = axis {
        let value = rational(entry)?;
        if part.shape.tool == tool::START {
            let whole = value.as_int().and_then(|whole| i32::try_from(whole).ok());
            let whole = whole.ok_or("Racers start on grid points: enter a whole number.")?;
            super::start(draft, index).ok_or_else(wrong)?[axis] = whole;
            return Ok(());
        }
        let spot = match (part.shape.tool, of) {
            (tool::DISC, _) => draft.discs.get_mut(index).map(|disc| &mut disc.at),
            (tool::SPINNER, _) => draft.spinners.get_mut(index).map(|spinner| &mut spinner.at),
            (_, "from ") => super::ends(draft, part.shape).map(|[from, _]| from),
            (_, "to ") => super::ends(draft, part.shape).map(|[_, to]| to),
            _ => ring(draft, part.shape).and_then(|ring| ring.get_mut(part.point.unwrap_or(0))),
        };
        spot.ok_or_else(wrong)?[axis] = value;
        return Ok(());
    }
    match (part.shape.tool, field) {
        (tool::WALL, "open_from") => {
            draft.walls.get_mut(index).ok_or_else(wrong)?.open_from = entry.flag().ok_or_else(wrong)?;
        }
        (tool::WALL, "open_to") => {
            draft.walls.get_mut(index).ok_or_else(wrong)?.open_to = entry.flag().ok_or_else(wrong)?;
        }
        (tool::FINISH, "crossing") => {
            draft.finish.as_mut().ok_or_else(wrong)?.crossing = entry.chosen(CROSSINGS).ok_or_else(wrong)?;
        }
        (tool::DISC, "radius_squared") => {
            let square = rational(entry)?;
            if square.numerator() <= 0 {
                return Err("A disc's radius is larger than nothing.".to_owned());
            }
            draft.discs.get_mut(index).ok_or_else(wrong)?.radius_squared = square;
        }
        (tool::SPINNER, "turn") => {
            draft.spinners.get_mut(index).ok_or_else(wrong)?.turn = entry.chosen(SPINS).ok_or_else(wrong)?;
        }
        (tool::START, "first") => {
            let starts: Vec<[i32; 2]> = draft.start.into_iter().chain(draft.starts.iter().copied()).collect();
            let first = *starts.get(index).ok_or_else(wrong)?;
            draft.start = Some(first);
            draft.starts = starts.into_iter().filter(|at| *at != first).collect();
        }
        (tool::WARP, "offset.x" | "offset.y") => {
            let count = entry.count().and_then(|count| i32::try_from(count).ok()).ok_or_else(wrong)?;
            draft.warps.get_mut(index).ok_or_else(wrong)?.offset[usize::from(field.ends_with('y'))] = count;
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// The fields of the circuit.
pub(super) fn of_circuit(draft: &Draft) -> Vec<Field> {
    let mut fields = vec![
        Field::new("name", "Name", Value::Text(draft.name.clone(), 1)),
        Field::new("description", "Description", Value::Text(draft.description.clone(), 3)),
        Field::new("kind", "Kind", Value::choice(KINDS, draft.kind))
            .help("A circuit is raced round and round; a sprint goes from the start to the finish."),
    ];
    if draft.kind == Kind::Circuit {
        let help = "How many laps, where a race does not say.";
        fields.push(Field::new("laps", "Laps", Value::Count(draft.laps.into(), 1..=1_000)).help(help));
    }
    let [low, high] = sheet(draft);
    let side = |axis: usize| Value::Count(i64::from(high[axis]) - i64::from(low[axis]), 1..=LARGEST_SHEET);
    fields.extend([
        Field::new("sheet.width", "Squares across", side(0))
            .heading("Paper")
            .help("The width of the sheet, in squares."),
        Field::new("sheet.height", "up", side(1)).help("Its height, in squares.").beside(),
        number("square_mm", "A square is", draft.square_mm.unwrap_or(Rational::int(USUAL_MM)))
            .help("How long the side of a square is on paper; 5 mm on school paper."),
        Field::new("sheet.fit", "Fit the sheet to the drawing", Value::Press(!draft.outer.is_empty()))
            .help("One square of margin around everything."),
    ]);
    if let Some(Field { value: Value::Number(_, unit), .. }) = fields.iter_mut().find(|field| field.id == "square_mm") {
        *unit = "mm";
    }
    fields.extend(rules_fields(&draft.rules));
    fields
}

/// The sheet, or the paper that is shown in its place.
fn sheet(draft: &Draft) -> [[i32; 2]; 2] {
    if let Some(SheetDraft { from, to }) = draft.sheet {
        return [from, to];
    }
    <crate::games::vector_racing::VectorRacing as crate::game::Game>::layout(draft)
        .table
        .map(|corner| corner.map(|value| value as i32))
}

/// Fills in a field of the circuit.
pub(super) fn enter_circuit(draft: &mut Draft, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let count = || entry.count().ok_or_else(wrong);
    match field {
        "name" => entry.text().ok_or_else(wrong)?.clone_into(&mut draft.name),
        "description" => entry.text().ok_or_else(wrong)?.clone_into(&mut draft.description),
        "kind" => draft.kind = entry.chosen(KINDS).ok_or_else(wrong)?,
        "laps" => draft.laps = count()?.clamp(1, 1_000) as u32,
        "square_mm" => {
            let size = rational(entry)?;
            if !(Rational::int(1).to_f64()..=1_000.0).contains(&size.to_f64()) {
                return Err("The side of a square is 1 to 1000 mm long.".to_owned());
            }
            draft.square_mm = Some(size);
        }
        "sheet.width" | "sheet.height" => {
            let axis = usize::from(field.ends_with("height"));
            let [from, mut to] = sheet(draft);
            to[axis] = from[axis].saturating_add(count()?.clamp(1, LARGEST_SHEET) as i32);
            draft.sheet = Some(SheetDraft { from, to });
        }
        "sheet.fit" => {
            draft.sheet = None;
            let [from, to] = sheet(draft);
            draft.sheet = Some(SheetDraft { from, to });
        }
        _ => return enter_rules(&mut draft.rules, field, entry),
    }
    Ok(())
}

/// One unit, as a number of thousandths: what fields and the drawing board agree on.
const _: () = assert!(UNIT == 1_000, "fields show three decimals");
