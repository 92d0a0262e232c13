//! Draws the loop's fields, the pit lane, the cars and the route of the last entry.

mod cars;
mod marks;

use super::WheelToWheel;
use super::course::Course;
use super::draft::Draft;
use super::layout::{EMPTY, bounds};
use super::setup::Setup;
use super::state::{Spot, State};
use super::track::Track;
use super::turn::Turn;
use super::validate::note;
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::{Layout, Picture, words};

pub(super) use cars::draw_state;

impl Picture for WheelToWheel {
    fn layout(draft: &Draft) -> Layout {
        super::layout::layout(draft)
    }

    fn legend() -> &'static [(Style, &'static str)] {
        &[
            (Style::Space, "field"),
            (Style::SpaceRed, "red field: cars that meet here collide"),
            (Style::SpacePit, "pit lane, or crash zone"),
            (Style::Garage(0), "garage of a team"),
            (Style::Slot, "grid slot"),
            (Style::ChequerDark, "finish line"),
            (Style::FinishLine, "finish line in the pit lane"),
            (Style::Arrow, "direction of the race"),
            (Style::PitArrow, "way into and out of the pit lane"),
        ]
    }

    fn facts(draft: &Draft) -> Vec<String> {
        let mut facts = vec![
            words::many(u64::from(draft.loop_len), "field"),
            words::many(draft.red.len() as u64, "red field"),
            words::many(draft.grid.len() as u64, "grid slot"),
            words::many(draft.garages.len() as u64, "garage"),
        ];
        facts.extend(note(draft).map(|note| note.trim_end_matches('.').to_lowercase()));
        facts
    }

    fn measures(draft: &Draft) -> Vec<(&'static str, String)> {
        let red: std::collections::BTreeSet<u32> = draft.red.iter().copied().collect();
        let next = red.iter().skip(1).copied().chain(red.first().map(|first| first.saturating_add(draft.loop_len)));
        let free = red.iter().zip(next).map(|(from, to)| u64::from(to.saturating_sub(from + 1))).max();
        let mut measures =
            vec![("Loop", words::many(u64::from(draft.loop_len), "field")), ("Red fields", red.len().to_string())];
        measures.extend(free.map(|free| ("Longest stretch without red", words::many(free, "field"))));
        measures
    }

    fn draw_track(draft: &Draft, highlight: &[Tag]) -> Scene {
        if draft.loop_len == 0 {
            return bare_table(draft);
        }
        let course = Course::of(draft);
        let [low, high] = bounds(&course);
        let mut scene = Scene { bounds: [low, high], items: Vec::new() };
        scene.add(Style::Table, Shape::rectangle([low, high]));
        // Draw a bed under each field. The bed is seen around the field as the edge of the road.
        let beds = (1..=course.lane.len() as u16).map(Spot::Lane).chain([Spot::CrashZone]);
        let joints = course.joints().into_iter().map(Shape::Polygon);
        for joint in joints.clone() {
            scene.add(Style::Bed, joint);
        }
        for spot in beds.clone().chain((0..course.fields.len() as u16).map(Spot::Loop)) {
            scene.add(Style::Bed, Shape::Polygon(course.outline(spot)));
        }
        for joint in joints {
            scene.add(Style::PitLane, joint);
        }
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
            let plain = if number % 2 == 0 { Style::Space } else { Style::SpaceBeside };
            field(Spot::Loop(number), if is_red { Style::SpaceRed } else { plain }, Tag::Corner(usize::from(number)));
        }
        marks::draw(draft, &course, &mut scene);
        scene
    }

    fn draw_signs(draft: &Draft, scene: &mut Scene) {
        if draft.loop_len > 0 {
            marks::draw_signs(draft, &Course::of(draft), scene);
            scene.fit_sheet();
        }
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
