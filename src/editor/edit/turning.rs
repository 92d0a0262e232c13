//! Turning pieces by eighths of a full turn: each on the spot, or all together about one place.

use std::collections::BTreeMap;

use super::arrange::put;
use super::transform::within_a_turn;
use crate::editor::{Grid, Piece, PieceChange, limited, place_at};
use crate::games::vektorace::{Draft, LimitDraft, ReferenceDraft};
use crate::geometry::{Point, Surd};

/// Pieces turned on the spot by eighths of a full turn; a track limit about the middle of its corners.
pub(super) fn on_the_spot(draft: &Draft, pieces: &[Piece], eighths: i64) -> Vec<PieceChange> {
    pieces
        .iter()
        .filter(|piece| piece.is_solid() || matches!(piece, Piece::Limit(_)))
        .filter_map(|piece| Some((*piece, middle(draft, &[*piece])?)))
        .flat_map(|(piece, about)| together(draft, &[piece], eighths, about))
        .collect()
}

/// Pieces turned about one place. Labels stay upright, and so may lie where they lay.
///
/// What comes out between two units is rounded to the nearest place a file can hold, as a whole: pieces that touch
/// still do. By quarters of a full turn everything is exact.
pub(super) fn together(draft: &Draft, pieces: &[Piece], eighths: i64, about: Point) -> Vec<PieceChange> {
    let points: Vec<(Piece, Point)> = pieces.iter().flat_map(|piece| points_of(draft, *piece)).collect();
    let places = turned_places(&points.iter().map(|(_, at)| *at).collect::<Vec<_>>(), eighths, about);
    let mut changes = Vec::new();
    let mut outlines: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for ((piece, _), place) in points.into_iter().zip(places) {
        match piece {
            Piece::LimitCorner(index, corner) => {
                let drawn = || draft.limits.get(index).map(|limit| limit.outline.clone()).unwrap_or_default();
                if let Some(point) = outlines.entry(index).or_insert_with(drawn).get_mut(corner) {
                    *point = place;
                }
            }
            Piece::Reference => changes.extend(draft.reference.as_ref().map(|reference| {
                let rotation = within_a_turn(reference.rotation + Surd::from_int(45 * (eighths % 8)));
                PieceChange::Reference(Some(ReferenceDraft { at: place, rotation, ..reference.clone() }))
            })),
            _ => changes.extend(put(draft, piece, place, |direction| direction.turned(eighths))),
        }
    }
    changes.extend(outlines.into_iter().filter_map(|(index, outline)| {
        let keep = draft.limits.get(index)?.keep;
        Some(PieceChange::Limit(index, LimitDraft { keep, outline }))
    }));
    changes
}

/// The points that are turned with a piece, a track limit's by its corners.
fn points_of(draft: &Draft, piece: Piece) -> Vec<(Piece, Point)> {
    match piece {
        Piece::Limit(index) => {
            let outline = draft.limits.get(index).map_or(&[][..], |limit| &limit.outline);
            (0..).zip(outline).map(|(corner, at)| (Piece::LimitCorner(index, corner), *at)).collect()
        }
        _ => piece.at(draft).map(|at| (piece, at)).into_iter().collect(),
    }
}

fn turned_places(points: &[Point], eighths: i64, about: Point) -> Vec<Point> {
    let exactly = |at: &Point| Some(limited(about + (*at - about).turned(eighths)?));
    if let Some(places) = points.iter().map(exactly).collect::<Option<Vec<Point>>>() {
        return places;
    }
    // Between two units: the first goes to the nearest place, and the others keep their way from it where they can.
    let Some(first) = points.first() else { return Vec::new() };
    let to = about + nearest(*first - about, eighths);
    let along = |at: &Point| (*at - *first).turned(eighths).unwrap_or_else(|| nearest(*at - *first, eighths));
    points.iter().map(|at| limited(to + along(at))).collect()
}

/// A way turned, to the nearest that a file can hold.
fn nearest(way: Point, eighths: i64) -> Point {
    let [x, y] = way.to_f64();
    let (sin, cos) = ((eighths % 8) as f64 * std::f64::consts::FRAC_PI_4).sin_cos();
    place_at(x * cos - y * sin, x * sin + y * cos)
}

/// The middle of pieces, each counting the same. That of several on the grid is on the grid, so that they are still
/// on it after a quarter of a turn.
pub(super) fn middle(draft: &Draft, pieces: &[Piece]) -> Option<Point> {
    if let [piece] = pieces
        && !matches!(piece, Piece::Limit(_))
    {
        return piece.at(draft);
    }
    let middles: Vec<[f64; 2]> = pieces
        .iter()
        .filter_map(|piece| mean(points_of(draft, *piece).into_iter().map(|(_, at)| at.to_f64())))
        .collect();
    let [x, y] = mean(middles.into_iter())?;
    let mut points = pieces.iter().flat_map(|piece| points_of(draft, *piece));
    let on_grid = pieces.len() > 1 && points.all(|(_, at)| Grid::Quarter.place(at.to_f64()) == at);
    Some(if on_grid { Grid::Quarter.place([x, y]) } else { place_at(x, y) })
}

fn mean(points: impl Iterator<Item = [f64; 2]>) -> Option<[f64; 2]> {
    let mut count = 0.0;
    let sum = points.fold([0.0; 2], |sum, [x, y]| {
        count += 1.0;
        [sum[0] + x, sum[1] + y]
    });
    (count > 0.0).then(|| [sum[0] / count, sum[1] / count])
}
