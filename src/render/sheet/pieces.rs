//! Draws pieces to cut out, at their true size.

use super::super::paper::{Align, Frame};
use super::super::theme::Theme;
use super::{Book, GAP, MARGIN, RenderError, Sheet, SheetRequest, title};
use crate::game::Cutout;

/// The distance between two pieces, in millimetres.
const BETWEEN: f64 = 6.0;
/// The height of the title of a page, in millimetres.
const HEAD: f64 = 12.0;
/// The height of the name below a piece, in millimetres.
const NAME: f64 = 5.0;

/// The page of a piece, and its place on the page in millimetres.
struct Place {
    piece: usize,
    page: usize,
    at: [f64; 2],
}

/// Makes a PDF with the pieces of a game, and with those of this circuit, at their true size.
///
/// # Errors
/// Returns an error if the game has no pieces to cut out, or if a piece is larger than the paper.
/// Also returns an error if the unit's length is missing or cannot be printed.
pub fn pieces(request: SheetRequest<'_>) -> Result<Sheet, RenderError> {
    let scale = request.true_size()?;
    let cutouts = request.draft.cutouts();
    if cutouts.is_empty() {
        return Err(RenderError::NoPieces(request.draft.info().name));
    }
    let size = request.paper.landscape();
    let room = [size[0] - 2.0 * MARGIN, size[1] - 2.0 * MARGIN - HEAD];
    let places = laid(&cutouts, scale, room)?;
    let mut book = Book::new(request.draft.name())?;
    let last = places.iter().map(|place| place.page).max().unwrap_or(0);
    for page in 0..=last {
        book.page(size, |canvas| {
            let ink = Theme::Print.ink();
            let words = format!("{}: pieces to cut out, page {} of {}", request.draft.name(), page + 1, last + 1);
            let unit = format!("One unit ({}) is {scale} mm. Print at 100 %.", request.draft.info().unit);
            let room = size[0] - 2.0 * MARGIN - GAP - 3.2 * canvas.fonts.width(&unit, false);
            title(canvas, &words, [MARGIN, MARGIN + 5.0], 4.5, room);
            canvas.text([size[0] - MARGIN, MARGIN + 5.0], 3.2, false, ink, Align::Right, &unit);
            for place in places.iter().filter(|place| place.page == page) {
                let cutout = &cutouts[place.piece];
                let [low, high] = cutout.scene.bounds;
                let [width, height] = [0, 1].map(|axis| (high[axis] - low[axis]) * scale);
                let at = [MARGIN + place.at[0], MARGIN + HEAD + place.at[1]];
                let frame = Frame { world: [low[0], high[1]], at, scale };
                canvas.scene(&cutout.scene, Theme::Print, frame, [width, height]);
                let below = [at[0] + width / 2.0, at[1] + height + 3.6];
                canvas.text(below, 2.8, false, ink, Align::Middle, &cutout.name);
            }
        })?;
    }
    book.finish(0)
}

/// Places the pieces in rows, the tallest first, on as many pages as needed.
fn laid(cutouts: &[Cutout], scale: f64, room: [f64; 2]) -> Result<Vec<Place>, RenderError> {
    let size = |piece: usize| {
        let [low, high] = cutouts[piece].scene.bounds;
        [(high[0] - low[0]) * scale, (high[1] - low[1]) * scale + NAME]
    };
    let mut order: Vec<usize> = (0..cutouts.len()).collect();
    // The sort is stable, so pieces of equal height stay in the order of the game.
    order.sort_by(|a, b| size(*b)[1].total_cmp(&size(*a)[1]));
    let mut places = Vec::new();
    let (mut page, mut at, mut row) = (0, [0.0, 0.0], 0.0);
    for piece in order {
        let [width, height] = size(piece);
        if !(width <= room[0] && height <= room[1]) {
            return Err(RenderError::Piece(cutouts[piece].name.clone()));
        }
        if at[0] + width > room[0] {
            at = [0.0, at[1] + row + BETWEEN];
            row = 0.0;
        }
        if at[1] + height > room[1] {
            (page, at, row) = (page + 1, [0.0, 0.0], 0.0);
        }
        places.push(Place { piece, page, at });
        at[0] += width + BETWEEN;
        row = f64::max(row, height);
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::Scene;

    #[test]
    fn no_two_pieces_overlap_and_none_leaves_the_page() {
        let piece = |number: usize| {
            let [width, height] = [1.0 + (number % 5) as f64, 1.0 + (number % 3) as f64];
            let scene = Scene { bounds: [[0.0, 0.0], [width, height]], items: Vec::new() };
            Cutout { name: format!("{number}"), scene }
        };
        let cutouts: Vec<Cutout> = (0..60).map(piece).collect();
        let places = laid(&cutouts, 20.0, [270.0, 170.0]).expect("they fit");
        assert_eq!(places.len(), 60);
        let area = |place: &Place| {
            let [_, high] = cutouts[place.piece].scene.bounds;
            [place.at, [place.at[0] + high[0] * 20.0, place.at[1] + high[1] * 20.0 + NAME]]
        };
        for (index, one) in places.iter().enumerate() {
            let [low, high] = area(one);
            assert!(high[0] <= 270.0 && high[1] <= 170.0, "{}", cutouts[one.piece].name);
            for other in places[..index].iter().filter(|other| other.page == one.page) {
                let [from, to] = area(other);
                assert!((0..2).any(|axis| to[axis] <= low[axis] || high[axis] <= from[axis]), "{index}");
            }
        }
        assert!(matches!(laid(&cutouts, 200.0, [270.0, 170.0]), Err(RenderError::Piece(_))));
    }
}
