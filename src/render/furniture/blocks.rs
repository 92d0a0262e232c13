//! The blocks below a board: scale bar, direction, key, lists and QR code. Arranges them in rows.

use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::game::{lettering, signs};
use crate::render::code::qr_code;
use crate::render::sample::{HALF, sample};

/// A group of shapes, and the size of the group. The coordinates of the shapes are relative to the group's upper left
/// corner.
pub(super) struct Block {
    size: [f64; 2],
    items: Vec<Item>,
}

/// Makes the scale bar. It is at most a fifth as long as the picture is wide. Its parts have round lengths.
pub(super) fn scale(unit: &str, unit_mm: Option<f64>, width: f64, letters: f64) -> Option<Block> {
    let wanted = width / 5.0;
    let ten = 10f64.powf(wanted.log10().floor());
    let lengths = [(5.0, 5), (2.0, 4), (1.0, 5)].map(|(step, parts)| (step * ten, parts));
    let (length, parts) = lengths.into_iter().find(|(length, _)| *length <= wanted)?;
    let metric = unit_mm.map(|mm| format!(" = {:.1} cm", length * mm / 10.0)).unwrap_or_default();
    let text = format!("{length} {unit}{metric}");
    let mut items = Vec::new();
    write(Style::SignNote, [0.0, -letters * 0.6], letters, &text, &mut items);
    for part in 0..parts {
        let style = if part % 2 == 0 { Style::ChequerDark } else { Style::ChequerLight };
        let x = |part: f64| length * part / f64::from(parts);
        let (from, to) = (x(f64::from(part)), x(f64::from(part + 1)));
        items.push(item(style, Shape::rectangle([[from, -2.4 * letters], [to, -1.8 * letters]])));
    }
    let [low, high] = [[0.0, -2.4 * letters], [length, -1.8 * letters]];
    let frame = vec![low, [high[0], low[1]], high, [low[0], high[1]], low];
    items.push(item(Style::Leader, Shape::Polyline(frame)));
    Some(Block { size: [length.max(text_width(&text, letters, false)), 2.4 * letters], items })
}

/// Places the blocks in rows below the board. Returns the lower edge of the picture.
pub(super) fn below(blocks: Vec<Block>, [low, high]: [[f64; 2]; 2], gap: f64, scene: &mut Scene) -> f64 {
    let (mut x, mut y, mut deepest) = (low[0] + gap, high[1] - gap, 0.0_f64);
    let mut placed = Vec::new();
    for block in blocks {
        if x > low[0] + gap && x + block.size[0] > high[0] - gap {
            (x, y, deepest) = (low[0] + gap, y - deepest - gap, 0.0);
        }
        deepest = deepest.max(block.size[1]);
        let at = [x, y];
        x += block.size[0] + 2.0 * gap;
        placed.push((at, block));
    }
    let bottom = y - deepest - gap;
    scene.add(Style::Page, Shape::rectangle([[low[0], bottom], high]));
    for (at, block) in placed {
        scene.items.extend(block.items.into_iter().map(|item| moved(item, at)));
    }
    bottom
}

/// Puts blocks below each other, as one block. Returns `None` if there are no blocks.
pub(super) fn stacked(blocks: impl Iterator<Item = Block>, gap: f64) -> Option<Block> {
    blocks.reduce(|mut above, below| {
        let y = above.size[1] + gap;
        above.items.extend(below.items.into_iter().map(|item| moved(item, [0.0, -y])));
        above.size = [above.size[0].max(below.size[0]), y + below.size[1]];
        above
    })
}

/// Divides rows among as few columns as possible, with at most `most` rows in a column. The columns have the same
/// number of rows, or differ by one row.
pub(super) fn columns<T>(rows: &[T], most: usize) -> impl Iterator<Item = &[T]> {
    let count = rows.len().div_ceil(most.max(1));
    let begin = move |column: usize| (rows.len() * column).div_ceil(count.max(1));
    (0..count).map(move |column| &rows[begin(column)..begin(column + 1)])
}

/// Makes a round arrow, with its direction in words.
pub(super) fn direction(clockwise: bool, letters: f64) -> Block {
    const STEPS: u32 = 24;
    let radius = 1.4 * letters;
    let side = if clockwise { -1.0 } else { 1.0 };
    // Three quarters of a circle, from the lower right.
    let at = |angle: f64| [radius + side * radius * angle.cos(), -radius + radius * angle.sin()];
    let turn =
        |step: u32| -std::f64::consts::FRAC_PI_4 + f64::from(step) / f64::from(STEPS) * 1.5 * std::f64::consts::PI;
    let mut items = vec![item(Style::Leader, Shape::Polyline((0..=STEPS).map(|step| at(turn(step))).collect()))];
    let mut head = Scene::default();
    let (from, to) = (at(turn(STEPS - 1)), at(turn(STEPS)));
    signs::arrow(to, [to[0] - from[0], to[1] - from[1]], 1.2 * letters, &mut head);
    items.append(&mut head.items);
    let words = if clockwise { "clockwise" } else { "counter-clockwise" };
    let left = 2.0 * radius + letters;
    write(Style::SignNote, [left, -radius], letters, words, &mut items);
    Block { size: [left + text_width(words, letters, false), 2.0 * radius], items }
}

/// Makes a QR code. Its modules (small squares) are a quarter as high as the letters.
pub(super) fn code(text: &str, letters: f64) -> Option<Block> {
    let scene = qr_code(text)?;
    let side = scene.bounds[1][0];
    let module = 0.25 * letters;
    let place = |[x, y]: [f64; 2]| [x * module, (y - side) * module];
    let items = scene.items.into_iter().map(|mut item| {
        if let Shape::Polygon(corners) = &mut item.shape {
            corners.iter_mut().for_each(|corner| *corner = place(*corner));
        }
        item
    });
    Some(Block { size: [side * module; 2], items: items.collect() })
}

/// Makes the key of a picture: a column with a sample of each style, and the meaning of the style beside it.
pub(super) fn key(rows: &[&(Style, &'static str)], letters: f64) -> Block {
    let row = 1.9 * letters;
    let mut items = Vec::new();
    let mut widest = 0.0_f64;
    for (index, (style, words)) in rows.iter().enumerate() {
        let y = -row * (index as f64 + 0.5);
        let size = 1.5 * letters;
        let right = 2.0 * HALF[0] * size;
        items.extend(sample(*style).into_iter().map(|item| {
            let shape = item.shape.scaled(size).moved([right / 2.0, y]);
            Item { shape, ..item }
        }));
        write(Style::SignNote, [right + 0.8 * letters, y], 0.85 * letters, words, &mut items);
        widest = widest.max(right + 0.8 * letters + text_width(words, 0.85 * letters, false));
    }
    Block { size: [widest, row * rows.len() as f64], items }
}

/// Makes a column of lines of text.
pub(super) fn list(rows: &[String], letters: f64) -> Block {
    let row = 1.9 * letters;
    let mut items = Vec::new();
    let mut widest = 0.0_f64;
    for (index, words) in rows.iter().enumerate() {
        write(Style::SignNote, [0.0, -row * (index as f64 + 0.5)], 0.85 * letters, words, &mut items);
        widest = widest.max(text_width(words, 0.85 * letters, false));
    }
    Block { size: [widest, row * rows.len() as f64], items }
}

pub(super) fn text_width(text: &str, height: f64, bold: bool) -> f64 {
    height * if bold { lettering::width(text) } else { lettering::regular_width(text) }
}

/// Writes a text that begins at a point.
pub(super) fn write(style: Style, [x, y]: [f64; 2], height: f64, text: &str, items: &mut Vec<Item>) {
    if !text.is_empty() {
        let at = [x + text_width(text, height, style == Style::SignText) / 2.0, y];
        items.push(item(style, Shape::Text { at, height, text: text.to_owned() }));
    }
}

const fn item(style: Style, shape: Shape) -> Item {
    Item { shape, style, tag: Tag::None }
}

fn moved(item: Item, by: [f64; 2]) -> Item {
    Item { shape: item.shape.moved(by), ..item }
}
