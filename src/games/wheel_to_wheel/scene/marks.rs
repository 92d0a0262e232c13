//! Draws the marks on the fields (finish line, grid slots, garages, arrows), the numbers beside them, and the signs.

use super::super::course::Course;
use super::super::draft::{Draft, MAX_LOOP};
use super::super::state::Spot;
use crate::game::lettering;
use crate::game::room::{Room, Wish};
use crate::game::scene::{Scene, Shape, Style, TEAM_COLOURS, Tag};
use crate::game::signs::objects::thin_arrow;
use crate::game::signs::{self, Sign};

/// The number of fields from one numbered field of the loop to the next numbered field.
const FIFTH: usize = 5;
/// The smallest number of fields from one direction arrow to the next.
const ARROWS: usize = 5;

/// Draws the finish line, the grid slots, the arrows, and the garages and signs of the pit lane.
pub(super) fn draw(draft: &Draft, course: &Course, scene: &mut Scene) {
    let count = course.fields.len();
    let spot = |field: u32| Spot::Loop(field.min(MAX_LOOP) as u16);
    chequers(course, scene);
    let grid: Vec<usize> = draft.grid.iter().take(count).map(|field| *field as usize).collect();
    for (slot, field) in (1..).zip(&grid).filter(|(_, field)| **field < count) {
        grid_slot(course, spot(*field as u32), slot, scene);
    }
    // Arrows are drawn only on fields without other marks. The ways into and out of the pit lane have their own arrows.
    let is_plain = |field: usize| {
        let number = field as u32;
        let is_way = number == draft.pit_entry || number == draft.pit_exit;
        field > 1 && !is_way && !grid.contains(&field) && !draft.red.contains(&number)
    };
    let mut last = 0;
    for field in (0..count).filter(|field| is_plain(*field)) {
        if field >= last + ARROWS {
            last = field;
            arrow(course, spot(field as u32), scene);
        }
    }
    pit_lane(draft, course, scene);
}

/// Draws the names and numbers beside the fields.
pub(super) fn draw_signs(draft: &Draft, course: &Course, scene: &mut Scene) {
    let mut room = Room::new(scene.bounds);
    for item in scene.items.iter().filter(|item| !item.style.is_backdrop()) {
        room.block(&item.shape, 0.12 * course.pitch);
    }
    let letters = signs::letters(scene.bounds).max(0.2 * course.pitch);
    // The numbers come first, because each has few places; signs can stand elsewhere.
    numbers(draft, course, letters, &mut room, scene);
    names(draft, course, letters, &mut room, scene);
    room.show_all(scene, letters);
}

/// Returns a point on a field. `along` is the position from the field's rear (0) to its front (1), and `across` from
/// its right side (0) to its left (1).
fn on(course: &Course, spot: Spot, along: f64, across: f64) -> [f64; 2] {
    let outline = course.outline(spot);
    let [rear_right, front_right, front_left, rear_left] = outline[..] else { return course.at(spot) };
    [0, 1].map(|axis| {
        let right = rear_right[axis] + (front_right[axis] - rear_right[axis]) * along;
        let left = rear_left[axis] + (front_left[axis] - rear_left[axis]) * along;
        right + (left - right) * across
    })
}

/// Draws the chequered finish line at the rear of field 0.
fn chequers(course: &Course, scene: &mut Scene) {
    const ROWS: usize = 2;
    const COLUMNS: usize = 8;
    /// The length of the finish line's pattern, as a fraction of the length of field 0.
    const DEEP: f64 = 0.34;
    let at = |along: f64, across: f64| on(course, Spot::Loop(0), along * DEEP, across);
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let style = if (row + column) % 2 == 0 { Style::ChequerDark } else { Style::ChequerLight };
            let (a, b) = (row as f64 / ROWS as f64, column as f64 / COLUMNS as f64);
            let (c, d) = ((row + 1) as f64 / ROWS as f64, (column + 1) as f64 / COLUMNS as f64);
            scene.add(style, Shape::Polygon(vec![at(a, b), at(c, b), at(c, d), at(a, d)]));
        }
    }
    let frame = vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0), at(0.0, 0.0)];
    scene.add(Style::ChequerFrame, Shape::Polyline(frame));
}

/// Draws a bracket at the front of a field, with the number of the slot.
fn grid_slot(course: &Course, spot: Spot, slot: usize, scene: &mut Scene) {
    let bracket = [(0.45, 0.16), (0.86, 0.16), (0.86, 0.84), (0.45, 0.84)];
    scene.add(Style::Slot, Shape::Polyline(bracket.map(|(along, across)| on(course, spot, along, across)).to_vec()));
    let at = on(course, spot, 0.46, 0.5);
    scene.add(Style::Label, Shape::Text { at, height: 0.36 * course.pitch, text: slot.to_string() });
}

/// Draws an arrow for the direction of the race.
fn arrow(course: &Course, spot: Spot, scene: &mut Scene) {
    let corners = [(0.82, 0.5), (0.2, 0.76), (0.36, 0.5), (0.2, 0.24)];
    let corners = corners.map(|(along, across)| on(course, spot, along, across));
    scene.add(Style::Arrow, Shape::Polygon(corners.to_vec()));
}

/// Draws the garages, the finish line in the pit lane, and signs for the ways into the lane and out of it.
fn pit_lane(draft: &Draft, course: &Course, scene: &mut Scene) {
    let is_lane = |field: u32| (1..=course.lane.len()).contains(&(field as usize));
    if is_lane(draft.lane_line) {
        let spot = Spot::Lane(draft.lane_line as u16);
        scene.add(Style::FinishLine, Shape::Polyline(vec![on(course, spot, 0.0, 0.0), on(course, spot, 0.0, 1.0)]));
    }
    let size = 0.34 * course.lane_pitch.min(course.pitch);
    for (garage, code) in draft.garages.iter().zip(draft.codes()).filter(|(garage, _)| is_lane(garage.field)) {
        let spot = Spot::Lane(garage.field as u16);
        let colour = team_colour(&garage.colour);
        scene.add(Style::Garage(colour), Shape::Polygon(course.outline(spot)));
        scene.add(Style::GarageText(colour), Shape::Text { at: course.at(spot), height: size, text: code });
    }
    let (first, last) = (Spot::Lane(1), Spot::Lane(course.lane.len() as u16));
    for (from, to) in [
        (course.at(Spot::Loop(draft.pit_entry.min(MAX_LOOP) as u16)), course.at(first)),
        (course.at(last), course.at(Spot::Loop(draft.pit_exit.min(MAX_LOOP) as u16))),
    ] {
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        // The arrow stands across the edge of the loop.
        let half = (0.4 * course.pitch / x.hypot(y).max(1e-9)).min(0.25);
        let [tail, tip] = [0.5 - half, 0.5 + half].map(|along| [from[0] + x * along, from[1] + y * along]);
        thin_arrow(Style::PitArrow, tail, tip, scene);
    }
    let at = course.crash_zone;
    scene.add(Style::Label, Shape::Text { at, height: 0.3 * course.pitch, text: "CRASH".to_owned() });
}

/// Returns the index of the colour with this name. Unknown names get grey.
fn team_colour(name: &str) -> usize {
    let name = name.to_ascii_lowercase();
    let usual = match name.as_str() {
        "red" => "crimson",
        "blue" => "azure",
        "green" => "jade",
        "white" => "ivory",
        "black" => "onyx",
        "yellow" | "gold" => "amber",
        "orange" => "coral",
        "purple" => "violet",
        other => other,
    };
    TEAM_COLOURS.iter().position(|colour| *colour == usual).unwrap_or(TEAM_COLOURS.len() - 1)
}

/// Draws the signs of the start, the pit lane, its entry and exit, and the red fields.
fn names(draft: &Draft, course: &Course, letters: f64, room: &mut Room, scene: &mut Scene) {
    let count = course.fields.len() as u32;
    let middle = Spot::Lane((course.lane.len() as u16 / 2).max(1));
    let field = |field: u32| Spot::Loop(field.min(count.saturating_sub(1)) as u16);
    let red = longest_red(draft, count).map(|number| ("COLLISIONS", Spot::Loop(number as u16)));
    // The signs of the ways into and out of the pit lane stand beside the lane's first and last field.
    for (text, spot) in [
        ("START / FINISH", field(0)),
        ("PIT ENTRY", Spot::Lane(1)),
        ("PIT EXIT", Spot::Lane(course.lane.len() as u16)),
        ("PIT LANE", middle),
    ]
    .into_iter()
    .chain(red)
    {
        let sign = Sign { name: text.to_owned(), ..Sign::default() };
        let size = sign.size(letters);
        let wishes = [0.0, 1.0].map(|across| {
            let (anchor, centre) = (on(course, spot, 0.2, across), on(course, spot, 0.2, 0.5));
            Wish { anchor, away: [anchor[0] - centre[0], anchor[1] - centre[1]], size, gap: 0.25 * course.pitch }
        });
        if let Some(placed) = room.place(&wishes) {
            sign.draw(placed, letters, Tag::None, scene);
        }
    }
}

/// Returns a field in the middle of the longest row of red fields; `None` if no field of the loop is red.
fn longest_red(draft: &Draft, count: u32) -> Option<u32> {
    let is_red = |field: u32| draft.red.contains(&field);
    let row = |first: u32| (first..count).take_while(|field| is_red(*field)).count();
    let longest = (0..count).rev().max_by_key(|first| row(*first)).filter(|first| is_red(*first))?;
    Some(longest + (row(longest) as u32 - 1) / 2)
}

/// Writes the number of every fifth field on the outer side of the loop, or on the inner side if there is no room. A
/// number that fits on neither side is written at the rear of its field.
fn numbers(draft: &Draft, course: &Course, letters: f64, room: &mut Room, scene: &mut Scene) {
    let height = (0.8 * letters).max(0.28 * course.pitch);
    for field in (0..course.fields.len()).step_by(FIFTH) {
        let spot = Spot::Loop(field as u16);
        let text = field.to_string();
        let size = [lettering::width(&text) * height, 1.4 * height];
        let beside = |across: f64| {
            let (anchor, centre) = (on(course, spot, 0.5, across), course.at(spot));
            Wish { anchor, away: [anchor[0] - centre[0], anchor[1] - centre[1]], size, gap: 0.3 * course.pitch }
        };
        let place = [0.0, 1.0].into_iter().find_map(|across| room.beside(beside(across)));
        if let Some(at) = place {
            scene.add(Style::Count, Shape::Text { at, height, text });
        } else {
            let is_red = draft.red.contains(&(field as u32));
            let style = if is_red { Style::SpaceRedText } else { Style::Label };
            let (at, height) = (on(course, spot, 0.24, 0.16), 0.24 * course.pitch);
            scene.add(style, Shape::Text { at, height, text });
        }
    }
}
