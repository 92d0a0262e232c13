//! Draws the racers, the last move, and the choices for the next move.

use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::games::vector_racing::rules::{Report, report};
use crate::games::vector_racing::setup::Setup;
use crate::games::vector_racing::state::{Racer, Standing, State};
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::Turn;

/// Adds a state to the drawing of the track: the racers, the last move, and the choices for the next move.
pub(in crate::games::vector_racing) fn draw_state(
    track: &Track,
    setup: &Setup,
    state: &State,
    last: Option<(&State, &Turn)>,
    scene: &mut Scene,
) {
    empty_starts(scene);
    if let Some((before, turn)) = last
        && let (Some(index), Some(report)) = (before.index_of(turn.car), report(track, before, turn))
    {
        draw_move(index, &report, scene);
    }
    let to_act = state.to_act();
    let present: Vec<(usize, &Racer)> =
        state.racers.iter().enumerate().filter(|(_, racer)| racer.standing != Standing::Out).collect();
    // An arrow must not hide the number of another racer, and nothing must hide the racer to act.
    for (index, racer) in &present {
        arrow(Style::Path(*index), racer.at.map(f64::from), racer.base, scene);
    }
    let sharing = |at| present.iter().filter(move |(_, other)| other.at == at).map(|(index, _)| *index);
    let stands: Vec<Stand> = present
        .iter()
        .map(|(index, racer)| {
            let before = sharing(racer.at).take_while(|other| other != index).count();
            Stand::of(racer.at, before, sharing(racer.at).count())
        })
        .collect();
    let mut order: Vec<usize> = (0..present.len()).collect();
    order.sort_by_key(|place| to_act == Some(present[*place].0));
    for place in order {
        let (index, racer) = present[place];
        let mark = setup.racers.get(index).map_or("", |entry| entry.mark.as_str());
        draw_racer(index, racer, mark, (to_act == Some(index), stands[place]), scene);
    }
    if let Some(racer) = to_act.and_then(|index| state.racers.get(index)).filter(|racer| racer.lost == 0) {
        choices(racer, scene);
    }
}

/// Redraws the start points as small empty rings, because in a race, discs with numbers would look like racers.
fn empty_starts(scene: &mut Scene) {
    const RADIUS: f64 = 0.2;
    const CORNERS: u8 = 16;
    scene.items.retain(|item| item.style != Style::StartText);
    for item in scene.items.iter_mut().filter(|item| item.style == Style::Start) {
        let Some([x, y]) = item.shape.middle() else { continue };
        let point = |corner: u8| {
            let (sin, cos) = (f64::from(corner) * std::f64::consts::TAU / f64::from(CORNERS)).sin_cos();
            [x + RADIUS * cos, y + RADIUS * sin]
        };
        item.style = Style::Symbol;
        item.shape = Shape::Polyline((0..=CORNERS).map(point).collect());
    }
}

/// Draws the path that the racer drove, up to a crash or the finish line. Warps cut the path into pieces; reflectors
/// and spinners bend it.
fn draw_move(index: usize, report: &Report, scene: &mut Scene) {
    let at = report.before.at.map(f64::from);
    scene.add(Style::Ghost(index), Shape::Circle { center: at, radius: 0.3 });
    let lines = report.points();
    for line in &lines {
        scene.add(Style::Path(index), Shape::Polyline(line.clone()));
    }
    for pair in lines.windows(2) {
        if let (Some(from), Some(to)) = (pair[0].last(), pair[1].first()) {
            scene.add(Style::Guide, Shape::Polyline(vec![*from, *to]));
        }
    }
    if let Some(crash) = &report.crash {
        let [x, y] = crash.leg.at(crash.contact);
        scene.add(Style::EvidenceLine, Shape::Polyline(vec![[x - 0.3, y - 0.3], [x + 0.3, y + 0.3]]));
        scene.add(Style::EvidenceLine, Shape::Polyline(vec![[x - 0.3, y + 0.3], [x + 0.3, y - 0.3]]));
        scene.add(Style::Guide, Shape::Polyline(vec![[x, y], crash.placed.map(f64::from)]));
    }
}

/// The radius of a racer's disc, in squares.
const DISC: f64 = 0.36;
/// All discs of the racers on a point lie within this distance of the point, in squares. So they do not cover the
/// numbers of racers on a neighbouring point.
const AROUND: f64 = 0.5;

/// The position of a racer's disc.
#[derive(Clone, Copy)]
struct Stand {
    center: [f64; 2],
    /// The size of the disc, as a multiple of the usual size.
    size: f64,
}

impl Stand {
    /// Returns the position of one disc if `count` racers are on the same point. Their discs stand around the point, so
    /// that no disc hides another. `place` is the racer's index among these racers.
    fn of(at: [i32; 2], place: usize, count: usize) -> Self {
        let center = at.map(f64::from);
        if count < 2 {
            return Self { center, size: 1.0 };
        }
        let (half, turn) = (std::f64::consts::PI / count as f64, std::f64::consts::TAU / count as f64);
        let away = AROUND / (1.0 + half.sin());
        // Two racers stand side by side, because the next start point is often above or below.
        let first = if count == 2 { 2.0 * half } else { std::f64::consts::FRAC_PI_2 };
        let (sin, cos) = (first - turn * place as f64).sin_cos();
        Self { center: [center[0] + away * cos, center[1] + away * sin], size: away * half.sin() / DISC }
    }
}

/// Draws a racer's disc with its mark, and a ring around it if the racer is to act.
fn draw_racer(index: usize, racer: &Racer, mark: &str, (to_act, stand): (bool, Stand), scene: &mut Scene) {
    let tag = Tag::Car(racer.car);
    let Stand { center, size } = stand;
    let mut disc = |style, radius: f64| {
        scene.add_tagged(style, tag, Shape::Circle { center, radius: radius * size });
    };
    if to_act {
        disc(Style::ActRing, 0.6);
    }
    disc(Style::CarHalo, 0.46);
    disc(Style::CarBase(index), DISC);
    disc(Style::CarBody(index), 0.28);
    let short: String = mark.chars().take(3).collect();
    let text = if short.is_empty() { racer.car.to_string() } else { short };
    let height = 0.34 * size * (2.0 / text.chars().count().max(1) as f64).min(1.0);
    scene.add_tagged(Style::CarNumber(index), tag, Shape::Text { at: center, height, text });
}

/// Draws an arrow that is as long as the velocity.
fn arrow(style: Style, from: [f64; 2], velocity: [i32; 2], scene: &mut Scene) {
    let [x, y] = velocity.map(f64::from);
    let length = x.hypot(y);
    if length == 0.0 {
        return;
    }
    let to = [from[0] + x, from[1] + y];
    scene.add(style, Shape::Polyline(vec![from, to]));
    let (along, left) = ([x / length, y / length], [-y / length, x / length]);
    let wing = |side: f64| [0, 1].map(|axis| to[axis] - 0.4 * along[axis] + 0.2 * side * left[axis]);
    scene.add(style, Shape::Polyline(vec![wing(1.0), to, wing(-1.0)]));
}

/// Draws a square around the grid points that the racer can choose for its next move.
fn choices(racer: &Racer, scene: &mut Scene) {
    let [x, y] = [0, 1].map(|axis| f64::from(racer.at[axis]) + f64::from(racer.base[axis]));
    let reach = if racer.force { 0.3 } else { 1.3 };
    let corners = [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach], [-reach, -reach]];
    scene.add(Style::Guide, Shape::Polyline(corners.map(|[dx, dy]| [x + dx, y + dy]).to_vec()));
}
