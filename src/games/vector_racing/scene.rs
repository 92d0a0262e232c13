//! Draws the squared paper, boundaries, objects, racers and their paths.

mod objects;
mod racers;
mod route;

use super::VectorRacing;
use super::draft::{Crossing, Draft};
use super::layout::{bounds, spot};
use super::number::Spot;
use super::options::Axis;
use super::setup::Setup;
use super::state::State;
use super::track::Track;
use super::turn::Turn;
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::{Layout, Picture};

pub(super) use racers::draw_state;
pub use route::draw_route;

/// The largest number of grid lines along an axis. Larger boards show only every 5th line, every 10th, and so on.
const MOST_LINES: i64 = 400;

impl Picture for VectorRacing {
    fn layout(draft: &Draft) -> Layout {
        super::layout::layout(draft)
    }

    fn legend() -> &'static [(Style, &'static str)] {
        &[
            (Style::Ground, "the track"),
            (Style::Boundary, "wall"),
            (Style::OffTrack, "off the track"),
            (Style::Corner, "square or disc that is a wall"),
            (Style::Zone, "finish square"),
            (Style::FinishLine, "finish line"),
            (Style::EntryLine, "start point, or a spinner"),
            (Style::Oil, "oil: no change of speed"),
            (Style::SpeedUp, "speeds up"),
            (Style::SlowDown, "slows down"),
            (Style::Warp, "warp: from one area to the other"),
            (Style::Reflector, "mirror: reflects the move"),
            (Style::Chevron, "direction"),
            (Style::Guide, "jump of a warp, place after a crash, or next moves"),
        ]
    }

    fn draw_draft(draft: &Draft, highlight: &[Tag]) -> Scene {
        let [low, high] = bounds(draft);
        let mut scene = Scene { bounds: [low, high], items: Vec::new() };
        scene.add(Style::Table, Shape::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]]));
        let outline = |ring: &[Spot]| ring.iter().map(spot).collect::<Vec<_>>();
        if draft.outer.len() > 2 {
            scene.add(Style::Ground, Shape::Polygon(outline(&draft.outer)));
            for island in draft.islands.iter().filter(|island| island.len() > 2) {
                scene.add(Style::OffTrack, Shape::Polygon(outline(island)));
            }
        }
        paper(low, high, draft.rules.y_axis, &mut scene);
        cells(draft, &mut scene);
        objects::draw(draft, &mut scene);
        if let Some(line) = &draft.finish {
            let (from, to) = (spot(&line.from), spot(&line.to));
            scene.add(Style::FinishLine, Shape::Polyline(vec![from, to]));
            if line.crossing != Crossing::Any {
                chevron(from, to, line.crossing, &mut scene);
            }
        }
        let mut wall = |tag: Tag, shape: Shape| {
            if highlight.contains(&tag) && tag != Tag::None {
                scene.add(Style::Selection, shape.clone());
            }
            scene.add_tagged(Style::Boundary, tag, shape);
        };
        if !draft.outer.is_empty() {
            wall(Tag::None, Shape::Polyline(closed(&draft.outer)));
        }
        for (index, island) in draft.islands.iter().enumerate() {
            wall(Tag::Corner(index), Shape::Polyline(closed(island)));
        }
        for (index, line) in draft.walls.iter().enumerate() {
            wall(Tag::Limit(index), Shape::Polyline(vec![spot(&line.from), spot(&line.to)]));
        }
        for disc in &draft.discs {
            let radius = disc.radius_squared.to_f64().max(0.0).sqrt();
            scene.add(Style::Corner, Shape::Circle { center: spot(&disc.at), radius });
        }
        for at in draft.all_starts() {
            scene.add(Style::EntryLine, Shape::Circle { center: at.map(f64::from), radius: 0.45 });
        }
        scene
    }

    fn draw_state(track: &Track, setup: &Setup, state: &State, last: Option<(&State, &Turn)>, scene: &mut Scene) {
        draw_state(track, setup, state, last, scene);
    }
}

fn closed(outline: &[Spot]) -> Vec<[f64; 2]> {
    outline.iter().chain(outline.first()).map(spot).collect()
}

/// Draws the grid lines, every fifth one stronger and with its number along the edge.
fn paper(low: [f64; 2], high: [f64; 2], y_axis: Axis, scene: &mut Scene) {
    for axis in 0..2 {
        let (from, to) = (low[axis] as i64, high[axis] as i64);
        let step =
            [1, 5, 10, 50, 100, 500, 1_000].into_iter().find(|step| (to - from) / step <= MOST_LINES).unwrap_or(5_000);
        let first = from + (-from).rem_euclid(step);
        for value in (first..=to).step_by(step as usize) {
            let mut ends = [low, high];
            ends[0][axis] = value as f64;
            ends[1][axis] = value as f64;
            let is_fifth = value.rem_euclid(5 * step) == 0;
            let style = if is_fifth { Style::GridLineStrong } else { Style::GridLine };
            scene.add(style, Shape::Polyline(ends.to_vec()));
            if is_fifth && value > from && value < to {
                let mut at = low;
                at[axis] = value as f64;
                at[1 - axis] += 0.35;
                let shown = if axis == 1 && y_axis == Axis::Down { -value } else { value };
                scene.add(Style::Ruler, Shape::Text { at, height: 0.28 * step as f64, text: shown.to_string() });
            }
        }
    }
}

/// Draws the wall cells and finish cells of a map. Neighbouring cells of a row are drawn as one rectangle.
fn cells(draft: &Draft, scene: &mut Scene) {
    let Some(map) = &draft.cells else { return };
    for (row, text) in map.rows.iter().rev().enumerate().take(2_000) {
        let y = f64::from(map.from[1]) + row as f64;
        let mut pieces: Vec<(char, usize, usize)> = Vec::new();
        for (column, sign) in text.chars().enumerate().take(100_001) {
            match pieces.last_mut() {
                Some((last, _, to)) if *last == sign => *to = column,
                _ => pieces.push((sign, column, column)),
            }
        }
        for (sign, from, to) in pieces {
            let style = match sign {
                '#' => Style::Corner,
                '*' => Style::Zone,
                _ => continue,
            };
            let x = |column: usize, half: f64| f64::from(map.from[0]) + column as f64 + half;
            let (left, right) = (x(from, -0.5), x(to, 0.5));
            scene
                .add(style, Shape::Polygon(vec![[left, y - 0.5], [right, y - 0.5], [right, y + 0.5], [left, y + 0.5]]));
        }
    }
}

/// Draws an arrow head on the middle of the finish line, in the crossing direction.
fn chevron(from: [f64; 2], to: [f64; 2], crossing: Crossing, scene: &mut Scene) {
    let middle = [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0);
    let [x, y] = crossing.normal().map(|value| value as f64);
    let at = |along: f64, left: f64| [middle[0] + x * along - y * left, middle[1] + y * along + x * left];
    scene.add(Style::Chevron, Shape::Polyline(vec![at(-0.3, 0.5), at(0.4, 0.0), at(-0.3, -0.5)]));
}
