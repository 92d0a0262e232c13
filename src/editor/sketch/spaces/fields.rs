//! What there is to fill in about a corner, a space, and a circuit of spaces.

use super::tool;
use crate::editor::sketch::Part;
use crate::game::form::{Entry, Field, Value, misfit};
use crate::games::formula_d::{
    CornerArrows, Draft, MAX_NAME, Side, corner_arrows, lay_anew, lay_pit, set_corner_arrows, set_ways, ways_of,
};

const SIDES: &[(Option<Side>, &str)] = &[(Some(Side::Left), "left"), (Some(Side::Right), "right"), (None, "not said")];

const ARROWS: &[(Option<CornerArrows>, &str)] = &[
    (Some(CornerArrows::RacingLine), "inwards, then outwards"),
    (Some(CornerArrows::Inwards), "inwards only"),
    (Some(CornerArrows::Outwards), "outwards only"),
    (Some(CornerArrows::KeepLane), "keep the lane"),
    (Some(CornerArrows::Free), "none"),
    (None, "space by space"),
];

pub(super) fn of(draft: &Draft, part: Option<Part>) -> Vec<Field> {
    let Some(part) = part else { return of_circuit(draft) };
    match part.shape.tool {
        tool::CORNER => draft.corners.get(part.shape.index).map_or_else(Vec::new, |corner| {
            let box_ = |number: Option<u32>| Value::Count(number.unwrap_or(0).into(), 0..=200);
            vec![
                Field::new("corner.name", "Name", Value::Text(corner.name.clone(), 1)),
                Field::new("corner.stops", "Stops", Value::Count(corner.stops.into(), 1..=3))
                    .help("How many it demands."),
                Field::new("corner.inside", "Inside", Value::choice(SIDES, corner.inside)),
                Field::new("corner.arrows", "Arrows", Value::choice(ARROWS, corner_arrows(draft, part.shape.index)))
                    .help("To which side lanes may be changed in it; each space can be given arrows of its own."),
                Field::new("corner.longest", "Longest path", box_(corner.longest))
                    .help("In the green box; 0 for none."),
                Field::new("corner.shortest", "Shortest path", box_(corner.shortest))
                    .help("In the red box; 0 for none."),
            ]
        }),
        tool::SPACE => draft.spaces.get(part.shape.index).map_or_else(Vec::new, |space| {
            let mut fields = vec![
                Field::new("space.slot", "Grid slot", Value::Count(space.slot.unwrap_or(0).into(), 0..=20))
                    .help("0 for none."),
                Field::new("space.noise", "Residents hear engines", Value::Flag(space.noise)).help("For road races."),
                Field::new("space.danger", "Dangerous", Value::Flag(space.danger)).help("Printed red, for road races."),
                Field::new("space.level", "On a bridge", Value::Flag(space.level > 0)),
                Field::new("space.blocked", "Blocked", Value::Flag(space.blocked))
                    .help("Its lane runs through it, and no car may enter it."),
            ];
            if space.lane > 0 {
                let ways = ways_of(draft, part.shape.index);
                let way = |id: &'static str, name: &'static str, has: bool| Field::new(id, name, Value::Flag(has));
                fields.push(way("space.ahead", "On in the lane", ways.ahead).heading("Ways out"));
                fields.push(
                    way("space.left", "Into the lane to the left", ways.left)
                        .help("Where a way is missing, arrows are drawn for those that are left."),
                );
                fields.push(way("space.right", "Into the lane to the right", ways.right));
            }
            fields
        }),
        tool::LANE => vec![
            Field::new("boxes", "Boxes", Value::Count(draft.pit_boxes.into(), 0..=20))
                .help("Two cars share one where there are fewer than cars."),
        ],
        _ => Vec::new(),
    }
}

fn of_circuit(draft: &Draft) -> Vec<Field> {
    let mut fields = vec![
        Field::new("name", "Name", Value::Text(draft.name.clone(), 1)),
        Field::new("description", "Description", Value::Text(draft.description.clone(), 3)),
        Field::new("laps", "Laps", Value::Count(draft.laps.into(), 1..=99)).help("How many are usually raced."),
    ];
    if !draft.line.is_empty() {
        fields.push(
            Field::new("lanes", "Lanes", Value::Count(draft.lanes.into(), 2..=4))
                .help("Lays the spaces out anew; corners and marks stay where they are."),
        );
    }
    let size = draft.space_mm.map_or_else(String::new, |size| size.to_string());
    fields.push(
        Field::new("space_mm", "A space is", Value::Number(size, "mm"))
            .help("How long on the table, for prints at true size."),
    );
    fields
}

pub(super) fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    let count = |most: i64| {
        let count = entry.count().filter(|count| (0..=most).contains(count)).ok_or_else(wrong)?;
        u32::try_from(count).map_err(|_| wrong())
    };
    let text = || entry.text().ok_or_else(wrong);
    let index = part.map(|part| part.shape.index).unwrap_or(usize::MAX);
    match field {
        "name" => text()?.clone_into(&mut draft.name),
        "description" => text()?.clone_into(&mut draft.description),
        "laps" => draft.laps = count(99)?.max(1),
        "lanes" => {
            draft.lanes = count(4)?.clamp(2, 4) as u8;
            if !draft.line.is_empty() {
                *draft = lay_anew(draft, &draft.line.clone());
            }
        }
        "boxes" => {
            draft.pit_boxes = count(20)?;
            lay_pit(draft);
        }
        "corner.arrows" => {
            if let Some(arrows) = entry.chosen(ARROWS).ok_or_else(wrong)? {
                set_corner_arrows(draft, index, arrows);
            }
        }
        "space.ahead" | "space.left" | "space.right" => {
            let has = entry.flag().ok_or_else(wrong)?;
            let mut ways = ways_of(draft, index);
            match field {
                "space.ahead" => ways.ahead = has,
                "space.left" => ways.left = has,
                _ => ways.right = has,
            }
            let before = draft.spaces.get(index).ok_or_else(wrong)?.arrows.clone();
            if set_ways(draft, index, ways) != ways {
                draft.spaces[index].arrows = before;
                return Err("There is no space that this way could lead to.".to_owned());
            }
        }
        "space_mm" => {
            let typed = text()?.trim();
            draft.space_mm = match typed {
                "" => None,
                typed => {
                    let size: f64 = typed.parse().map_err(|_| format!("`{typed}` is no number of millimetres."))?;
                    let fits = (1.0..=1_000.0).contains(&size);
                    if !fits {
                        return Err("A space is 1 to 1000 mm long.".to_owned());
                    }
                    Some(size)
                }
            };
        }
        "corner.name" | "corner.stops" | "corner.inside" | "corner.longest" | "corner.shortest" => {
            let corner = draft.corners.get_mut(index).ok_or_else(wrong)?;
            match field {
                "corner.name" => {
                    let name = text()?;
                    if name.chars().count() > MAX_NAME {
                        return Err(format!("A name has at most {MAX_NAME} characters."));
                    }
                    name.clone_into(&mut corner.name);
                }
                "corner.stops" => corner.stops = count(3)?.max(1) as u8,
                "corner.inside" => {
                    let inside = entry.chosen(SIDES).ok_or_else(wrong)?;
                    let arrows = corner_arrows(draft, index);
                    draft.corners[index].inside = inside;
                    if let Some(arrows) = arrows {
                        set_corner_arrows(draft, index, arrows);
                    }
                }
                "corner.longest" => corner.longest = Some(count(200)?).filter(|count| *count > 0),
                _ => corner.shortest = Some(count(200)?).filter(|count| *count > 0),
            }
        }
        _ => {
            let space = draft.spaces.get_mut(index).ok_or_else(wrong)?;
            match field {
                "space.slot" => space.slot = Some(count(20)?).filter(|slot| *slot > 0),
                "space.noise" => space.noise = entry.flag().ok_or_else(wrong)?,
                "space.danger" => space.danger = entry.flag().ok_or_else(wrong)?,
                "space.blocked" => space.blocked = entry.flag().ok_or_else(wrong)?,
                "space.level" => space.level = u8::from(entry.flag().ok_or_else(wrong)?),
                _ => return Err(wrong()),
            }
        }
    }
    Ok(())
}
