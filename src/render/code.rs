//! Draws a text as a QR code: a square of dark and light modules that a telephone can scan.

use qrcodegen::{QrCode, QrCodeEcc};

use crate::game::scene::{Item, Scene, Shape, Style, Tag};

/// The width of the light margin around a QR code, in modules. Readers need it to find the code.
const QUIET: i32 = 4;

/// Draws the QR code of a text. A module is one unit wide; the margin is part of the drawing. Returns `None` if the
/// text is too long for a code.
///
/// The code has medium error correction. If the text is too long for this level, the code has the lowest level.
#[must_use]
pub fn qr_code(text: &str) -> Option<Scene> {
    let encoded = |level| QrCode::encode_text(text, level).ok();
    let code = encoded(QrCodeEcc::Medium).or_else(|| encoded(QrCodeEcc::Low))?;
    let side = code.size();
    let whole = f64::from(side + 2 * QUIET);
    let mut scene = Scene { bounds: [[0.0; 2], [whole; 2]], items: Vec::new() };
    let mut add = |style, low, high| {
        scene.items.push(Item { shape: Shape::rectangle([low, high]), style, tag: Tag::None });
    };
    add(Style::ChequerLight, [0.0; 2], [whole; 2]);
    // Neighbouring dark modules of a row are one rectangle.
    for row in 0..side {
        let bottom = f64::from(side - 1 - row + QUIET);
        let mut column = 0;
        while column < side {
            let dark = (column..side).take_while(|place| code.get_module(*place, row)).count() as i32;
            if dark > 0 {
                let [left, right] = [column, column + dark].map(|place| f64::from(place + QUIET));
                add(Style::ChequerDark, [left, bottom], [right, bottom + 1.0]);
            }
            column += dark + 1;
        }
    }
    Some(scene)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawing_has_each_dark_module_once() {
        let text = "PADDOCK1:ABCDEFGH234567";
        let scene = qr_code(text).expect("a code");
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).expect("a code");
        let side = code.size() as usize;
        let mut drawn = vec![vec![0; side]; side];
        let mut rectangles = 0;
        for item in scene.items.iter().filter(|item| item.style == Style::ChequerDark) {
            let Shape::Polygon(corners) = &item.shape else { panic!("a rectangle") };
            rectangles += 1;
            let [left, right] = [corners[0][0], corners[2][0]].map(|x| x as usize - QUIET as usize);
            let row = side - 1 - (corners[0][1] as usize - QUIET as usize);
            (left..right).for_each(|column| drawn[row][column] += 1);
        }
        assert!(rectangles > 100, "{rectangles}");
        for (row, columns) in drawn.iter().enumerate() {
            for (column, times) in columns.iter().enumerate() {
                let is_dark = code.get_module(column as i32, row as i32);
                assert_eq!(*times, i32::from(is_dark), "row {row}, column {column}");
            }
        }
        assert_eq!(scene.bounds, [[0.0; 2], [side as f64 + 8.0; 2]]);
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(qr_code(&"A".repeat(4_296)).is_some());
        assert!(qr_code(&"A".repeat(4_297)).is_none());
    }
}
