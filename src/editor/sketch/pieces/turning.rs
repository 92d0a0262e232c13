//! Rotates pieces together about their common middle.

use super::{At, Grid, Motion, Piece, place_at};
use crate::games::vektorace::Draft;

/// Rotates or mirrors pieces together. Labels stay upright. Quarter turns are exact. After any other rotation, touching
/// pieces still touch.
pub(super) fn together(draft: &mut Draft, pieces: &[Piece], motion: Motion) {
    let points: Vec<(Piece, At)> = points(draft, pieces).collect();
    let places = motion.places(&points.iter().map(|(_, at)| *at).collect::<Vec<_>>());
    for ((piece, _), place) in points.into_iter().zip(places) {
        if let Some(at) = piece.at_mut(draft) {
            *at = place;
        }
        if let (Motion::Turn(eighths, _), Some(direction)) = (motion, piece.direction_mut(draft)) {
            *direction = direction.turned(eighths);
        }
    }
}

/// The points that move with these pieces. For a track limit, these are all its corners.
fn points<'a>(draft: &'a Draft, pieces: &'a [Piece]) -> impl Iterator<Item = (Piece, At)> + 'a {
    let points = pieces.iter().flat_map(|piece| piece.points(draft));
    points.filter_map(|piece| piece.at(draft).map(|at| (piece, at)))
}

/// Returns the mean of the pieces' points. If all pieces are on the grid, the mean is rounded to the grid. So the
/// pieces stay on the grid after a quarter turn. Returns `None` if there are no pieces.
pub(super) fn middle(draft: &Draft, pieces: &[Piece]) -> Option<At> {
    if let [piece] = pieces
        && !matches!(piece, Piece::Limit(_))
    {
        return piece.at(draft);
    }
    let middles: Vec<[f64; 2]> =
        pieces.iter().filter_map(|piece| mean(points(draft, &[*piece]).map(|(_, at)| at.to_f64()))).collect();
    let [x, y] = mean(middles.into_iter())?;
    let on_grid = pieces.len() > 1 && points(draft, pieces).all(|(_, at)| Grid::Quarter.place(at.to_f64()) == at);
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
