//! What there is to fill in about something on a board, and about the board.

use super::tool;
use crate::editor::sketch::Part;
use crate::game::form::{Entry, Field, Value, misfit};
use crate::games::wheel_to_wheel::{Die, Draft, FACES, MAX_LANE, MAX_LOOP, MAX_ROUNDS, SLOTS};

fn count(id: impl Into<String>, label: impl Into<String>, now: u32, most: u32) -> Field {
    Field::new(id, label, Value::Count(i64::from(now), 0..=i64::from(most)))
}

/// The number of a field of the loop, or of the lane, which begins with 1: another names no field, and what lies on it would
/// not be seen.
fn on_loop(id: &'static str, label: &'static str, now: u32, draft: &Draft) -> Field {
    let last = i64::from(draft.loop_len).saturating_sub(1).max(0);
    Field::new(id, label, Value::Count(i64::from(now), 0..=last))
}

fn on_lane(id: &'static str, label: &'static str, now: u32, draft: &Draft) -> Field {
    Field::new(id, label, Value::Count(i64::from(now), 1..=i64::from(draft.lane_len).max(1)))
}

/// The fields of a part, or of the board.
pub(super) fn of(draft: &Draft, part: Option<Part>) -> Vec<Field> {
    match part {
        Some(part) => of_part(draft, part),
        None => of_board(draft),
    }
}

fn of_part(draft: &Draft, part: Part) -> Vec<Field> {
    let index = part.shape.index;
    match part.shape.tool {
        tool::LOOP if part.point.is_none() => vec![
            count("loop_len", "Fields", draft.loop_len, MAX_LOOP).help("How many fields the loop is divided into."),
            Field::new("loop_len.fit", "As many as it is long", Value::Press(draft.line.len() > 2))
                .help("One field for each unit of its length; the grid follows the line."),
        ],
        tool::LANE if part.point.is_none() => vec![
            count("lane_len", "Fields", draft.lane_len, MAX_LANE).help("How many fields the pit lane is divided into."),
            count("lane_line", "Line before P", draft.lane_line, MAX_LANE)
                .help("The first field of the lane behind its mark of the line."),
        ],
        tool::RED => draft.red.get(index).map_or_else(Vec::new, |red| vec![on_loop("red", "Field", *red, draft)]),
        tool::GARAGE => draft.garages.get(index).map_or_else(Vec::new, |garage| {
            vec![
                Field::new("colour", "Colour", Value::Text(garage.colour.clone(), 1)),
                Field::new("code", "Letters", Value::Text(garage.code.clone(), 1))
                    .help("Two capital letters for records."),
                on_lane("field", "Lane field P", garage.field, draft),
            ]
        }),
        tool::PIT_ENTRY => vec![on_loop("pit_entry", "Field", draft.pit_entry, draft)],
        tool::PIT_EXIT => vec![on_loop("pit_exit", "Field", draft.pit_exit, draft)],
        tool::CRASH_ZONE => vec![
            count("crash_next", "Leads to P", draft.crash_next, MAX_LANE),
            Field::new("crash_zone.usual", "Put it beside that field", Value::Press(draft.crash_zone.is_some())),
        ],
        _ => Vec::new(),
    }
}

fn of_board(draft: &Draft) -> Vec<Field> {
    let mut fields = vec![
        Field::new("name", "Name", Value::Text(draft.name.clone(), 1)),
        Field::new("description", "Description", Value::Text(draft.description.clone(), 3)),
        count("loop_len", "Fields of the loop", draft.loop_len, MAX_LOOP).heading("Board"),
        count("lane_len", "Of the pit lane", draft.lane_len, MAX_LANE),
        on_loop("pit_entry", "Pit entry", draft.pit_entry, draft).help("The field from which the pit lane is entered."),
        on_loop("pit_exit", "exit", draft.pit_exit, draft).help("The field that it leads to.").beside(),
        count("lane_line", "Line before P", draft.lane_line, MAX_LANE)
            .help("The first field of the lane behind its mark of the line."),
        count("crash_next", "Crash zone to P", draft.crash_next, MAX_LANE)
            .help("The lane field the crash zone leads to."),
        count("free_rounds", "Free rounds", draft.free_rounds, MAX_ROUNDS)
            .help("In how many rounds, from the first, red fields are shared freely."),
        count("rain_rounds", "Rain at most", draft.rain_rounds, MAX_ROUNDS)
            .help("How many full rounds rain lasts at most."),
    ];
    let slots: Vec<String> = draft.grid.iter().map(u32::to_string).collect();
    fields.push(
        Field::new("grid", "Grid", Value::Text(slots.join(" "), 1)).help("The fields of slots 1, 2, 3 and so on."),
    );
    fields.push(
        Field::new("grid.usual", "Slots on the last fields", Value::Press(draft.loop_len > SLOTS as u32))
            .help("Slot 1 on the last field, slot 2 before it, and so on."),
    );
    for (place, die) in Die::ALL.into_iter().enumerate() {
        let faces: Vec<String> = draft.dice.of(die).iter().map(u8::to_string).collect();
        let field =
            Field::new(format!("dice.{}", die.name()), format!("{} die", die.name()), Value::Text(faces.join(" "), 1));
        let field = field.help("Its six faces. Those of the printed dice are not public: the usual ones are assumed.");
        fields.push(if place == 0 { field.heading("Dice") } else { field });
    }
    let points: Vec<String> = draft.points.iter().map(u32::to_string).collect();
    fields.push(
        Field::new("points", "Points", Value::Text(points.join(" "), 1))
            .help("For places 1, 2, 3 and so on.")
            .heading("Race"),
    );
    fields
}

/// Whole numbers with blanks or commas between them.
fn numbers(text: &str, most: u32) -> Result<Vec<u32>, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words
        .map(|word| word.parse().ok().filter(|number| *number <= most))
        .collect::<Option<Vec<u32>>>()
        .ok_or_else(|| format!("Enter whole numbers up to {most}, with blanks between them."))
}

/// Fills in a field.
pub(super) fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let count = |most: u32| {
        let count = entry.count().and_then(|count| u32::try_from(count).ok());
        count.filter(|count| *count <= most).ok_or_else(wrong)
    };
    let text = || entry.text().ok_or_else(wrong);
    match field {
        "name" => text()?.clone_into(&mut draft.name),
        "description" => text()?.clone_into(&mut draft.description),
        "loop_len" => draft.loop_len = count(MAX_LOOP)?,
        "loop_len.fit" => {
            let length = crate::games::wheel_to_wheel::field_places(draft).length.round();
            draft.loop_len = length.clamp(24.0, f64::from(MAX_LOOP)) as u32;
            usual_grid(draft);
        }
        "lane_len" => draft.lane_len = count(MAX_LANE)?,
        "lane_line" => draft.lane_line = count(MAX_LANE)?,
        "crash_next" => draft.crash_next = count(MAX_LANE)?,
        "crash_zone.usual" => draft.crash_zone = None,
        "pit_entry" => draft.pit_entry = count(MAX_LOOP)?,
        "pit_exit" => draft.pit_exit = count(MAX_LOOP)?,
        "free_rounds" => draft.free_rounds = count(MAX_ROUNDS)?,
        "rain_rounds" => draft.rain_rounds = count(MAX_ROUNDS)?,
        "grid" => draft.grid = numbers(text()?, MAX_LOOP)?,
        "grid.usual" => usual_grid(draft),
        "points" => draft.points = numbers(text()?, 1_000)?,
        "red" => {
            let red = count(MAX_LOOP)?;
            let index = part.ok_or_else(wrong)?.shape.index;
            *draft.red.get_mut(index).ok_or_else(wrong)? = red;
        }
        "colour" | "code" | "field" => {
            let index = part.ok_or_else(wrong)?.shape.index;
            let garage = draft.garages.get_mut(index).ok_or_else(wrong)?;
            match field {
                "colour" => text()?.clone_into(&mut garage.colour),
                "code" => text()?.clone_into(&mut garage.code),
                _ => garage.field = count(MAX_LANE)?,
            }
        }
        _ => {
            let die = field.strip_prefix("dice.").and_then(|name| Die::ALL.into_iter().find(|die| die.name() == name));
            let faces = numbers(text()?, 6)?;
            if faces.len() > FACES {
                return Err(format!("A die has {FACES} faces."));
            }
            let faces = faces.into_iter().map(|face| face as u8).collect();
            match die.ok_or_else(wrong)? {
                Die::Blue => draft.dice.blue = faces,
                Die::Green => draft.dice.green = faces,
                Die::Red => draft.dice.red = faces,
            }
        }
    }
    Ok(())
}

fn usual_grid(draft: &mut Draft) {
    let slots = SLOTS as u32;
    draft.grid = (1..=slots.min(draft.loop_len)).map(|slot| draft.loop_len - slot).collect();
}
