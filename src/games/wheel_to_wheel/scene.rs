//! Draws the loop's fields, the pit lane, the cars and the route of the last entry.

mod cars;

use super::WheelToWheel;
use super::course::Course;
use super::draft::{Draft, MAX_LOOP};
use super::layout::{EMPTY, bounds};
use super::setup::Setup;
use super::state::{Spot, State};
use super::track::Track;
use super::turn::Turn;
use super::validate::note;
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::{Layout, Picture};

pub(super) use cars::draw_state;

impl Picture for WheelToWheel {
    fn layout(draft: &Draft) -> Layout {
        super::layout::layout(draft)
    }

    fn legend() -> &'static [(Style, &'static str)] {
        &[
            (Style::Corner, "field"),
            (Style::CurbDark, "red field: cars collide here"),
            (Style::SpacePit, "pit lane, or the place after a crash"),
            (Style::Zone, "garage of a team"),
            (Style::EntryLine, "grid slot"),
            (Style::FinishLine, "finish line"),
            (Style::Chevron, "direction, and the way into the pit lane and out"),
        ]
    }

    fn draw_draft(draft: &Draft, highlight: &[Tag]) -> Scene {
        if draft.loop_len == 0 {
            return bare_table(draft);
        }
        let course = Course::of(draft);
        let [low, high] = bounds(&course);
        let mut scene = Scene { bounds: [low, high], items: Vec::new() };
        scene.add(Style::Table, Shape::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]]));
        let mut field = |spot: Spot, style: Style, tag: Tag| {
            let outline = Shape::Polygon(course.outline(spot));
            scene.add_tagged(style, tag, outline.clone());
            if highlight.contains(&tag) {
                scene.add(Style::Selection, outline);
            }
        };
        // Draws the pit lane first, so that the loop's fields lie on top of it.
        for number in 0..course.lane.len() as u16 {
            field(Spot::Lane(number + 1), Style::SpacePit, Tag::Limit(usize::from(number)));
        }
        field(Spot::CrashZone, Style::SpacePit, Tag::Wall);
        for number in 0..course.fields.len() as u16 {
            let is_red = draft.red.contains(&u32::from(number));
            let style = if is_red { Style::CurbDark } else { Style::Corner };
            field(Spot::Loop(number), style, Tag::Corner(usize::from(number)));
        }
        chequers(&course, &mut scene);
        marks(draft, &course, &mut scene);
        scene
    }

    fn draw_state(track: &Track, setup: &Setup, state: &State, last: Option<(&State, &Turn)>, scene: &mut Scene) {
        draw_state(track, setup, state, last, scene);
    }
}

/// Draws an empty board, or the drawn lines of a board without fields.
fn bare_table(draft: &Draft) -> Scene {
    let ([left, below], [right, above]) = (EMPTY[0], EMPTY[1]);
    let mut scene = Scene { bounds: EMPTY, items: Vec::new() };
    let corners = vec![[left, below], [right, below], [right, above], [left, above]];
    scene.add(Style::Table, Shape::Polygon(corners));
    for line in [&draft.line, &draft.lane] {
        let points = line.iter().filter(|at| at.iter().all(|value| value.is_finite())).copied();
        scene.add(Style::LapLine, Shape::Polyline(points.collect()));
    }
    scene
}

/// Draws the chequered pattern of field 0, the finish line in front of it, and the mark of the finish line in the pit
/// lane.
fn chequers(course: &Course, scene: &mut Scene) {
    let spot = Spot::Loop(0);
    let outline = course.outline(spot);
    let [back, front, _, left] = outline[..] else { return };
    let at = |along: f64, across: f64| {
        [0, 1].map(|axis| back[axis] + (front[axis] - back[axis]) * along + (left[axis] - back[axis]) * across)
    };
    const ROWS: usize = 2;
    const COLUMNS: usize = 4;
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let style = if (row + column) % 2 == 0 { Style::ChequerDark } else { Style::ChequerLight };
            let (a, b) = (row as f64 / ROWS as f64, column as f64 / COLUMNS as f64);
            let (c, d) = ((row + 1) as f64 / ROWS as f64, (column + 1) as f64 / COLUMNS as f64);
            scene.add(style, Shape::Polygon(vec![at(a, b), at(c, b), at(c, d), at(a, d)]));
        }
    }
    scene.add(Style::FinishLine, Shape::Polyline(vec![back, left]));
}

/// Returns the rear edge of a field.
fn rear(course: &Course, spot: Spot) -> Vec<[f64; 2]> {
    let outline = course.outline(spot);
    outline.first().copied().into_iter().chain(outline.last().copied()).collect()
}

/// Draws numbers, names and the driving direction.
fn marks(draft: &Draft, course: &Course, scene: &mut Scene) {
    let unit = course.pitch;
    let count = course.fields.len();
    let number = |field: u32| Spot::Loop(field.min(MAX_LOOP) as u16);
    let beside = |spot: Spot, by: f64| {
        let (at, [x, y]) = (course.at(spot), course.facing(spot));
        [at[0] + y * by, at[1] - x * by]
    };
    if u32::from(u16::MAX) > draft.lane_line && (1..=course.lane.len()).contains(&(draft.lane_line as usize)) {
        let line = rear(course, Spot::Lane(draft.lane_line as u16));
        scene.add(Style::FinishLine, Shape::Polyline(line));
    }
    for (spot, text) in [(number(draft.pit_entry), "IN"), (number(draft.pit_exit), "OUT")] {
        scene.add(Style::EntryLine, Shape::Polyline(rear(course, spot)));
        scene.add(Style::CornerNumber, Shape::Text { at: course.at(spot), height: 0.3 * unit, text: text.to_owned() });
    }
    for (slot, field) in (1..).zip(draft.grid.iter().take(count)) {
        let spot = number(*field);
        if (*field as usize) < count {
            scene.add(
                Style::CornerNumber,
                Shape::Text { at: course.at(spot), height: 0.34 * unit, text: format!("{slot}") },
            );
        }
    }
    for field in (0..count as u32).filter(|field| field % 5 == 0) {
        let at = beside(number(field), 0.95 * unit);
        scene.add(Style::Ruler, Shape::Text { at, height: 0.26 * unit, text: field.to_string() });
    }
    let size = 0.3 * course.lane_pitch.min(unit);
    for (garage, code) in draft.garages.iter().zip(draft.codes()) {
        if !(1..=course.lane.len()).contains(&(garage.field as usize)) {
            continue;
        }
        let spot = Spot::Lane(garage.field as u16);
        scene.add(Style::Zone, Shape::Polygon(course.outline(spot)));
        scene.add(Style::Label, Shape::Text { at: course.at(spot), height: size, text: code });
    }
    scene.add(Style::Label, Shape::Text { at: course.crash_zone, height: 0.3 * unit, text: "CRASH".to_owned() });
    for part in 0..4 {
        // Draws the direction halfway between two numbers.
        let field = count as u32 * part / 4;
        let spot = number((field - field % 5 + 2).min(count as u32 - 1));
        let (at, [x, y]) = (beside(spot, 1.0 * unit), course.facing(spot));
        let corner =
            |along: f64, left: f64| [at[0] + (x * along - y * left) * unit, at[1] + (y * along + x * left) * unit];
        let head = vec![corner(-0.15, 0.2), corner(0.2, 0.0), corner(-0.15, -0.2)];
        scene.add(Style::Chevron, Shape::Polyline(head));
    }
    if let Some(text) = note(draft) {
        let at = [(scene.bounds[0][0] + scene.bounds[1][0]) / 2.0, scene.bounds[0][1] + 0.45];
        scene.add(Style::Ruler, Shape::Text { at, height: 0.3, text: text.to_owned() });
    }
}
