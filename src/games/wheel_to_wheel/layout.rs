//! Lists the coordinates of a board's parts, so that players can set up the board by hand.

use super::course::Course;
use super::draft::{Draft, MAX_LANE, MAX_LOOP};
use super::state::Spot;
use super::validate::note;
use crate::game::{Layout, PlacedPiece};

/// The bounding box shown for a board without a loop.
pub(super) const EMPTY: [[f64; 2]; 2] = [[-18.0, -4.0], [18.0, 16.0]];
/// The margin around the fields, in units of the drawing.
const MARGIN: f64 = 2.0;

/// Returns the parts of the board in drawing order: special fields along the loop, then the lane.
pub(super) fn layout(draft: &Draft) -> Layout {
    if draft.loop_len == 0 {
        return Layout { table: EMPTY, pieces: Vec::new(), measured: "" };
    }
    let course = Course::of(draft);
    let mut pieces = Vec::new();
    let mut add = |name: String, spot: Spot, turned: String| {
        pieces.push(PlacedPiece { name, at: course.at(spot), turned });
    };
    let field = |number: u32| Spot::Loop(number.min(MAX_LOOP) as u16);
    let lane = |number: u32| Spot::Lane(number.min(MAX_LANE) as u16);
    let said = note(draft).unwrap_or_default().to_owned();
    add("Start and finish".to_owned(), Spot::Loop(0), format!("Loop of {} fields. {said}", draft.loop_len));
    for (slot, number) in (1..).zip(&draft.grid) {
        add(format!("Grid slot {slot}"), field(*number), format!("field {number}"));
    }
    for number in &draft.red {
        add("Red field".to_owned(), field(*number), format!("field {number}"));
    }
    add("Pit entry".to_owned(), field(draft.pit_entry), format!("field {}", draft.pit_entry));
    add("Pit exit".to_owned(), field(draft.pit_exit), format!("field {}", draft.pit_exit));
    for (garage, code) in draft.garages.iter().zip(draft.codes()) {
        add(format!("Garage {} ({code})", garage.colour), lane(garage.field), format!("P{}", garage.field));
    }
    let line = draft.lane_line;
    add(
        "Finish line in the pit lane".to_owned(),
        lane(line),
        format!("just before field P{line}; the pit lane has {} fields", draft.lane_len),
    );
    add("Crash zone".to_owned(), Spot::CrashZone, format!("leads to P{}", draft.crash_next));
    let measured = "Positions are measured from the left and lower edges of the board to the middle of each field.";
    Layout { table: bounds(&course), pieces, measured }
}

/// Returns the bounding box of the fields, with a margin.
pub(super) fn bounds(course: &Course) -> [[f64; 2]; 2] {
    let points = || course.fields.iter().chain(&course.lane).chain(std::iter::once(&course.crash_zone));
    let low = [0, 1].map(|axis| points().map(|at| at[axis]).fold(f64::MAX, f64::min) - MARGIN);
    let high = [0, 1].map(|axis| points().map(|at| at[axis]).fold(f64::MIN, f64::max) + MARGIN);
    [low, high]
}
