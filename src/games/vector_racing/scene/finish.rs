//! Draws the finish line as a chequered strip, and the signs that name the start and the finish.

use crate::game::room::{Room, Wish};
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::signs::Sign;
use crate::games::vector_racing::draft::{Draft, FinishDraft, Kind};
use crate::games::vector_racing::layout::spot;

/// The side of one chequer of the finish line, in squares of the paper.
const FIELD: f64 = 0.25;
/// The preferred distance from a sign to the line or point that it names, in squares.
const GAP: f64 = 0.3;
/// The radius of a start point with its outline, in squares.
const START: f64 = 0.5;
/// The largest number of chequers along the finish line.
const MOST: f64 = 200.0;

/// Draws the finish line. `size` is the height of letters on signs.
pub(super) fn draw(line: &FinishDraft, size: f64, scene: &mut Scene) {
    let (from, to) = (spot(&line.from), spot(&line.to));
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let length = x.hypot(y);
    if length > 1e-9 {
        let along = [x / length, y / length];
        let at = |far: f64, left: f64| {
            [from[0] + along[0] * far - along[1] * left, from[1] + along[1] * far + along[0] * left]
        };
        let columns = (length / FIELD.max(size * 0.35)).round().clamp(2.0, MOST) as usize;
        let side = length / columns as f64;
        let half = side.min(FIELD.max(size * 0.4));
        let frame = [at(0.0, -half), at(length, -half), at(length, half), at(0.0, half)];
        scene.add(Style::ChequerLight, Shape::Polygon(frame.to_vec()));
        for column in 0..columns {
            let (begin, end) = (column as f64 * side, (column + 1) as f64 * side);
            let (low, high) = if column % 2 == 0 { (-half, 0.0) } else { (0.0, half) };
            scene.add(
                Style::ChequerDark,
                Shape::Polygon(vec![at(begin, low), at(end, low), at(end, high), at(begin, high)]),
            );
        }
        scene.add(Style::ChequerFrame, Shape::Polyline(frame.into_iter().chain([frame[0]]).collect()));
    }
}

/// Draws the sign of the finish and, on a sprint, the sign of the start. Both signs stand beside the track.
pub(super) fn names(draft: &Draft, rings: &[Vec<[f64; 2]>], size: f64, scene: &mut Scene) {
    let mut room = Room::new(scene.content().unwrap_or(scene.bounds));
    room.block_area(rings);
    for item in scene.items.iter().filter(|item| !item.style.is_backdrop()) {
        // The drawn ground includes the islands, where signs may stand.
        if item.style != Style::Ground || rings.is_empty() {
            room.block(&item.shape, 0.2);
        }
    }
    let is_circuit = draft.kind == Kind::Circuit;
    let mut name = |text: &str, wishes: &dyn Fn([f64; 2]) -> Vec<Wish>| {
        let sign = Sign { name: text.to_owned(), ..Sign::default() };
        if let Some(placed) = room.place(&wishes(sign.size(size))) {
            sign.draw(placed, size, Tag::None, scene);
        }
    };
    let finish = if is_circuit { "START / FINISH" } else { "FINISH" };
    if let Some(line) = &draft.finish {
        let (from, to) = (spot(&line.from), spot(&line.to));
        let along = [to[0] - from[0], to[1] - from[1]];
        let ends = [(from, along.map(|value| -value)), (to, along)];
        name(finish, &|size| ends.map(|(anchor, away)| Wish { anchor, away, size, gap: GAP }).to_vec());
    } else if let Some(at) = super::cells::finish_middle(draft) {
        name(finish, &|size| vec![Wish { anchor: at, away: [0.0; 2], size, gap: GAP }]);
    }
    if !is_circuit {
        let starts: Vec<[f64; 2]> = draft.all_starts().map(|at| at.map(f64::from)).collect();
        name("START", &|size| Wish::around(&starts, START, size, GAP));
    }
    room.show_all(scene, size);
}
