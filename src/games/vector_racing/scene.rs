//! Draws the squared paper, boundaries, objects, racers and their paths.

mod arrows;
mod cells;
mod finish;
mod objects;
mod racers;
mod route;
mod way;

use super::VectorRacing;
use super::draft::{Draft, Kind};
use super::layout::{bounds, spot};
use super::number::Spot;
use super::options::Axis;
use super::setup::Setup;
use super::state::State;
use super::track::Track;
use super::turn::Turn;
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::signs;
use crate::game::{Layout, Picture, words};

pub(super) use racers::draw_state;
pub use route::draw_route;

/// The largest number of grid lines along an axis. Larger boards show only every 5th line, every 10th, and so on.
const MOST_LINES: i64 = 400;

impl Picture for VectorRacing {
    fn layout(draft: &Draft) -> Layout {
        super::layout::layout(draft)
    }

    fn unit_mm(draft: &Draft) -> Option<f64> {
        Some(super::layout::square_mm(draft))
    }

    fn legend() -> &'static [(Style, &'static str)] {
        &[
            (Style::Ground, "the track"),
            (Style::Boundary, "wall"),
            (Style::OffTrack, "off the track"),
            (Style::ChequerDark, "finish line"),
            (Style::Start, "start point"),
            (Style::Oil, "oil: the next move must repeat this move"),
            (Style::SpeedUp, "speed-up: the car may accelerate more in its next move"),
            (Style::SlowDown, "slow-down: the next move may brake harder"),
            (Style::Warp, "warp: leads to the other area with the same letter"),
            (Style::Reflector, "mirror: reflects the move"),
            (Style::Spinner, "spinner: rotates the move"),
            (Style::Arrow, "direction of the race"),
            (Style::Guide, "place of a crashed racer, or choices for the next move"),
        ]
    }

    fn is_loop(draft: &Draft) -> bool {
        draft.kind == Kind::Circuit
    }

    fn facts(draft: &Draft) -> Vec<String> {
        let [low, high] = bounds(draft);
        let laps = words::many(u64::from(draft.laps), "lap");
        vec![
            if draft.kind == Kind::Circuit { laps } else { "from the start to the finish".to_owned() },
            words::many(draft.all_starts().count() as u64, "start point"),
            format!("paper {} × {} squares", high[0] - low[0], high[1] - low[1]),
        ]
    }

    fn measures(draft: &Draft) -> Vec<(&'static str, String)> {
        let way = way::ways(draft, &areas(draft), bounds(draft)).into_iter().next().unwrap_or_default();
        let length: f64 = way.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1])).sum();
        let name = if draft.kind == Kind::Circuit { "A lap" } else { "From start to finish" };
        let mut measures = vec![("Start points", draft.all_starts().count().to_string())];
        measures.extend((!way.is_empty()).then(|| (name, format!("about {length:.0} squares"))));
        measures
    }

    fn draw_track(draft: &Draft, highlight: &[Tag]) -> Scene {
        let [low, high] = bounds(draft);
        let mut scene = Scene { bounds: [low, high], items: Vec::new() };
        scene.add(Style::OffTrack, Shape::rectangle([low, high]));
        let rings = areas(draft);
        if let Some((outer, islands)) = rings.split_first() {
            scene.add(Style::Ground, Shape::Polygon(outer.clone()));
            for island in islands {
                scene.add(Style::OffTrack, Shape::Polygon(island.clone()));
            }
        }
        cells::draw_ground(draft, &mut scene);
        for disc in round_walls(draft) {
            scene.add(Style::OffTrack, disc);
        }
        paper(low, high, draft.rules.y_axis, &mut scene);
        objects::draw(draft, &mut scene);
        let size = letters(draft);
        if let Some(line) = &draft.finish {
            finish::draw(line, size, &mut scene);
        }
        cells::draw_finish(draft, &mut scene);
        cells::draw_walls(draft, &mut scene);
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
        for disc in round_walls(draft) {
            scene.add(Style::Boundary, disc);
        }
        let several = draft.all_starts().count() > 1;
        for (number, at) in (1..).zip(draft.all_starts()) {
            let center = at.map(f64::from);
            scene.add(Style::Start, Shape::Circle { center, radius: 0.42 });
            let text = if several { format!("{number}") } else { "S".to_owned() };
            let height = 0.4 * (2.0 / text.len() as f64).min(1.0);
            scene.add(Style::StartText, Shape::Text { at: center, height, text });
        }
        scene
    }

    fn draw_signs(draft: &Draft, scene: &mut Scene) {
        let (rings, size) = (areas(draft), letters(draft));
        arrows::draw(draft, &rings, size, scene);
        finish::names(draft, &rings, size, scene);
        scene.fit_sheet();
    }

    fn draw_state(track: &Track, setup: &Setup, state: &State, last: Option<(&State, &Turn)>, scene: &mut Scene) {
        draw_state(track, setup, state, last, scene);
    }
}

/// The round walls of a circuit.
fn round_walls(draft: &Draft) -> impl Iterator<Item = Shape> {
    draft.discs.iter().map(|disc| {
        let radius = disc.radius_squared.to_f64().max(0.0).sqrt();
        Shape::Circle { center: spot(&disc.at), radius }
    })
}

fn closed(outline: &[Spot]) -> Vec<[f64; 2]> {
    outline.iter().chain(outline.first()).map(spot).collect()
}

/// Draws the grid lines. Every fifth line is stronger and has its number at the edge of the paper.
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
            let style = if is_fifth { Style::PaperLineStrong } else { Style::PaperLine };
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

/// Returns the outer boundary and the islands as closed lines; empty if there is no outer boundary.
fn areas(draft: &Draft) -> Vec<Vec<[f64; 2]>> {
    let rings = std::iter::once(&draft.outer).chain(&draft.islands);
    let all = rings.filter(|ring| ring.len() > 2).map(|ring| ring.iter().map(spot).collect());
    if draft.outer.len() > 2 { all.collect() } else { Vec::new() }
}

/// Returns the height of capital letters on signs, in squares.
fn letters(draft: &Draft) -> f64 {
    signs::letters(bounds(draft)).max(0.3)
}
