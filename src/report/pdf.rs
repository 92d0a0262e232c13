//! Writes the analysis of a race as a PDF on A4 pages. Long tables continue on the next page.

use super::parts::{Part, Shown, parts};
use crate::analysis::Kind;
use crate::render::book::Book;
use crate::render::fonts::Fonts;
use crate::render::paper::{Align, Canvas};
use crate::render::vectors::Drawing;
use crate::render::{self, Picture, RenderError, Sheet, Theme, chart};
use crate::replay::Race;

/// The size of a page, in millimetres: A4.
const PAGE: [f64; 2] = [210.0, 297.0];
const MARGIN: f64 = 14.0;
/// The size of a plot, in pixels.
const PLOT: [u32; 2] = [1_100, 280];
/// The smallest font size of a table on a portrait page, in millimetres. Tables that would need a smaller font size are
/// printed on landscape pages.
const LEAST: f64 = 1.9;

/// The width and the height of a page inside its margins, in millimetres. `is_across` is true for a landscape page.
const fn inner(is_across: bool) -> [f64; 2] {
    let [width, height] = [PAGE[0] - 2.0 * MARGIN, PAGE[1] - 2.0 * MARGIN];
    if is_across { [height, width] } else { [width, height] }
}
/// The font size of the title, in millimetres.
const TITLE: f64 = 7.0;
/// The font size of headings, in millimetres.
const HEADING: f64 = 4.6;
/// The font size of sentences, in millimetres.
const BODY: f64 = 3.3;
/// The font size of lines of facts and of page numbers, in millimetres. Tables have at most this font size.
const SMALL: f64 = 2.9;
/// The largest width of a column of words, as a multiple of the font size.
const WIDEST: f64 = 26.0;
/// The largest width of a column's heading, as a multiple of the font size. A longer heading is wrapped.
const HEADED: f64 = 6.0;
/// The height of a line, as a multiple of the font size.
const LINE: f64 = 1.45;
/// The space between two columns, as a multiple of the font size.
const BETWEEN: f64 = 1.1;

/// A block of the page. Blocks are placed one below the other.
enum Block {
    /// A line of text: the font size, whether it is bold, the text, and the height of the space above it.
    Line(f64, bool, String, f64),
    /// The heading of a table on a landscape page.
    Across(&'static str),
    Drawing(Box<Drawing>, f64),
    /// A row of a table: the table's layout, the lines of text in each column, and whether the row is the heading.
    Row(std::rc::Rc<Columns>, Vec<Vec<String>>, bool),
}

/// The layout of a table.
struct Columns {
    is_across: bool,
    /// The left edge and the width of each column, in millimetres, and whether the column contains numbers.
    edges: Vec<(f64, f64, bool)>,
    size: f64,
    heading: Vec<Vec<String>>,
}

impl Block {
    /// The height of the block, in millimetres.
    fn height(&self) -> f64 {
        match self {
            Self::Line(size, _, _, above) => size * LINE + above,
            Self::Across(_) => HEADING * LINE,
            Self::Drawing(drawing, width) => drawing.proportion() * width + 2.0,
            Self::Row(columns, cells, _) => {
                let lines = cells.iter().map(Vec::len).max().unwrap_or(1).max(1);
                columns.size * LINE * lines as f64 + 0.6
            }
        }
    }

    /// Whether the next block must be on the same page.
    fn holds_next(&self) -> bool {
        matches!(self, Self::Line(_, true, ..) | Self::Across(_) | Self::Row(_, _, true))
    }

    /// Whether the block is on a landscape page.
    fn is_across(&self) -> bool {
        matches!(self, Self::Across(_)) || matches!(self, Self::Row(columns, ..) if columns.is_across)
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>, top: f64) {
        let ink = Theme::Print.ink();
        match self {
            Self::Line(size, bold, text, above) => {
                canvas.text([MARGIN, top + above + size], *size, *bold, ink, Align::Left, text);
            }
            Self::Across(text) => canvas.text([MARGIN, top + HEADING], HEADING, true, ink, Align::Left, text),
            Self::Drawing(drawing, width) => drawing.draw(canvas, [MARGIN, top], *width),
            Self::Row(columns, cells, is_heading) => {
                for ((left, width, is_number), lines) in columns.edges.iter().zip(cells) {
                    for (number, line) in (1..).zip(lines) {
                        let y = top + columns.size * (LINE * f64::from(number) - 0.4);
                        let (x, align) = if *is_number { (left + width, Align::Right) } else { (*left, Align::Left) };
                        canvas.text([MARGIN + x, y], columns.size, *is_heading, ink, align, line);
                    }
                }
                if *is_heading {
                    let y = top + self.height() - 0.4;
                    canvas.line([MARGIN, y], [MARGIN + inner(columns.is_across)[0], y], 0.2, ink);
                }
            }
        }
    }
}

/// Makes the analysis of a race as a PDF.
///
/// ```
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let sheet = paddock::report::pdf(race.as_ref()).unwrap();
/// assert!(sheet.pdf.starts_with(b"%PDF-") && sheet.pages > 1);
/// ```
///
/// # Errors
/// Returns an error if a picture cannot be drawn, for example because the board is too high for its width.
pub fn pdf(race: &dyn Race) -> Result<Sheet, RenderError> {
    let mut book = Book::new(race.title())?;
    let blocks = blocks(&book.fonts, parts(race))?;
    let pages = pages(&blocks);
    let count = pages.len();
    for (number, page) in (1..).zip(pages) {
        let [width, height] = inner(page.first().is_some_and(|(block, _)| block.is_across()));
        let size = [width + 2.0 * MARGIN, height + 2.0 * MARGIN];
        book.page(size, |canvas| {
            for (block, top) in page {
                block.draw(canvas, MARGIN + top);
            }
            let words = format!("{number} / {count}");
            let at = [size[0] - MARGIN, size[1] - MARGIN / 2.0];
            canvas.text(at, SMALL, false, Theme::Print.ink(), Align::Right, &words);
        })?;
    }
    book.finish(0)
}

/// Divides the blocks into pages. Returns the blocks of each page, each with its distance from the upper margin.
/// If a table continues on another page, its heading is repeated there.
fn pages(blocks: &[Block]) -> Vec<Vec<(&Block, f64)>> {
    let mut pages: Vec<Vec<(&Block, f64)>> = vec![Vec::new()];
    let (mut top, mut heading) = (0.0, None);
    for (index, block) in blocks.iter().enumerate() {
        let held = blocks[index..].iter().take_while(|block| block.holds_next()).count();
        let whole: f64 = blocks[index..].iter().take(held + 1).map(Block::height).sum();
        let turns = pages.last().and_then(|page| page.first()).is_some_and(|(other, _)| {
            let other: &Block = other;
            other.is_across() != block.is_across()
        });
        if top > 0.0 && (turns || top + whole > inner(block.is_across())[1]) {
            pages.push(Vec::new());
            top = 0.0;
            if let (Block::Row(_, _, false), Some(again)) = (block, heading) {
                let again: &Block = again;
                if let Some(page) = pages.last_mut() {
                    page.push((again, 0.0));
                }
                top = again.height();
            }
        }
        if let Some(page) = pages.last_mut() {
            page.push((block, top));
        }
        top += block.height();
        match block {
            Block::Row(_, _, true) => heading = Some(block),
            Block::Row(..) => {}
            _ => heading = None,
        }
    }
    pages
}

fn blocks(fonts: &Fonts, parts: Vec<Part>) -> Result<Vec<Block>, RenderError> {
    // Landscape pages come last, so that readers have to rotate the paper only once.
    let (mut blocks, mut across) = (Vec::new(), Vec::new());
    let lines = |blocks: &mut Vec<Block>, size: f64, bold: bool, above: f64, text: &str| {
        for (number, line) in wrapped(fonts, text, bold, inner(false)[0] / size).into_iter().enumerate() {
            blocks.push(Block::Line(size, bold, line, if number == 0 { above } else { 0.0 }));
        }
    };
    for part in parts {
        match part {
            Part::Title(text) => lines(&mut blocks, TITLE, true, 0.0, &text),
            Part::Fact(text) => lines(&mut blocks, SMALL, false, 1.0, &text),
            Part::Sentence(text) => lines(&mut blocks, BODY, false, 1.0, &text),
            Part::Heading(text) => lines(&mut blocks, HEADING, true, 5.0, text),
            Part::Note { turn, mark, note } => {
                lines(&mut blocks, BODY, false, 1.0, format!("{turn} {mark}: {note}").trim_end_matches([':', ' ']));
            }
            Part::Table(heading, shown) => rows([&mut blocks, &mut across], fonts, heading, &shown),
            Part::Turns(shown) => rows([&mut blocks, &mut across], fonts, "Turns", &shown),
            Part::Board(scene) => {
                let drawing = Drawing::new(&render::svg(&scene, Picture::plain(Theme::Print, PLOT[0]))?)?;
                // A drawing and its heading must fit on a page.
                let [width, height] = inner(false);
                let width = width.min((height - 20.0) / drawing.proportion());
                blocks.push(Block::Drawing(Box::new(drawing), width));
            }
            Part::Plots(charts) => {
                for chart in charts {
                    let drawing = Drawing::new(&chart::svg(&chart, Theme::Print, PLOT)?)?;
                    blocks.push(Block::Drawing(Box::new(drawing), inner(false)[0]));
                }
            }
        }
    }
    blocks.append(&mut across);
    Ok(blocks)
}

/// Adds a table with its heading. Uses the largest letters with which the table fits on a portrait page. If these
/// letters would be too small, puts the table on a landscape page instead.
fn rows([upright, across]: [&mut Vec<Block>; 2], fonts: &Fonts, heading: &'static str, shown: &Shown) {
    let column = |index: usize| {
        let title = shown.columns[index].title.clone();
        let heading = wrapped(fonts, &title, true, HEADED);
        let cells: Vec<Vec<String>> = shown.rows.iter().map(|row| wrapped(fonts, &row[index], false, WIDEST)).collect();
        let width =
            |bold: bool, lines: &Vec<String>| lines.iter().map(|line| fonts.width(line, bold)).fold(0.0, f64::max);
        let widest = cells.iter().map(|lines| width(false, lines)).fold(width(true, &heading), f64::max);
        (heading, cells, widest, shown.columns[index].kind != Kind::Text)
    };
    let columns: Vec<_> = (0..shown.columns.len()).map(column).collect();
    let whole: f64 = columns.iter().map(|(_, _, width, _)| width + BETWEEN).sum::<f64>() - BETWEEN;
    let size_on = |is_across: bool| (inner(is_across)[0] / whole.max(1e-9)).min(SMALL);
    let is_across = size_on(false) < LEAST;
    let size = size_on(is_across);
    let blocks = if is_across { across } else { upright };
    blocks.push(if is_across { Block::Across(heading) } else { Block::Line(HEADING, true, heading.to_owned(), 5.0) });
    let mut left = 0.0;
    let edges = columns.iter().map(|(_, _, width, is_number)| {
        let edge = (left, width * size, *is_number);
        left += (width + BETWEEN) * size;
        edge
    });
    let edges = edges.collect();
    let heading: Vec<Vec<String>> = columns.iter().map(|(heading, ..)| heading.clone()).collect();
    // A row must fit on a page below the heading of its table, so long cells are cut off.
    // The section "Notes" has the whole notes.
    let most = ((inner(is_across)[1] / 2.0) / (size * LINE)).max(1.0) as usize;
    let short = |lines: &Vec<String>| {
        let mut lines = lines.clone();
        if lines.len() > most {
            lines.truncate(most);
            lines.extend(["…".to_owned()]);
        }
        lines
    };
    let layout = std::rc::Rc::new(Columns { is_across, edges, size, heading });
    blocks.push(Block::Row(std::rc::Rc::clone(&layout), layout.heading.clone(), true));
    for row in 0..shown.rows.len() {
        let cells = columns.iter().map(|(_, cells, ..)| short(&cells[row])).collect();
        blocks.push(Block::Row(std::rc::Rc::clone(&layout), cells, false));
    }
}

/// Divides a text into lines. `width` is the largest width of a line, as a multiple of the font size. A word that is
/// longer than a line is divided too.
fn wrapped(fonts: &Fonts, text: &str, bold: bool, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fonts.width(&format!("{line} {word}"), bold) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                let mut part = String::new();
                for letter in word.chars() {
                    part.push(letter);
                    if part.len() > letter.len_utf8() && fonts.width(&part, bold) > width {
                        part.pop();
                        lines.push(std::mem::replace(&mut part, letter.to_string()));
                    }
                }
                lines.push(part);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_and_lose_no_word() {
        let fonts = Fonts::new().expect("fonts");
        let text = "Alma led from lap 2 on, because Bodo stopped twice for tyres in the rain";
        let lines = wrapped(&fonts, text, false, 10.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| fonts.width(line, false) <= 10.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        let parts = wrapped(&fonts, "to Donaudampfschifffahrt", false, 4.0);
        assert!(parts.len() > 2 && parts.iter().all(|part| fonts.width(part, false) <= 4.0), "{parts:?}");
        assert_eq!(parts.concat(), "toDonaudampfschifffahrt");
        assert!(wrapped(&fonts, " ", false, 2.0).is_empty());
    }

    #[test]
    fn every_block_is_on_a_page_and_tables_go_on_with_their_heading() {
        let layout = std::rc::Rc::new(Columns {
            is_across: false,
            edges: vec![(0.0, 20.0, false)],
            size: SMALL,
            heading: Vec::new(),
        });
        let row =
            |text: &str, is_heading| Block::Row(std::rc::Rc::clone(&layout), vec![vec![text.to_owned()]], is_heading);
        let mut blocks = vec![Block::Line(HEADING, true, "Turns".to_owned(), 5.0), row("turn", true)];
        blocks.extend((0..300).map(|number| row(&number.to_string(), false)));
        let pages = pages(&blocks);
        assert!(pages.len() > 3);
        for page in pages.iter().skip(1) {
            assert!(matches!(page[0].0, Block::Row(_, _, true)), "the heading again");
            assert!(page.iter().all(|(block, top)| top + block.height() <= inner(false)[1] + 1e-9));
        }
        let rows = pages.iter().flatten().filter(|(block, _)| matches!(block, Block::Row(_, _, false))).count();
        assert_eq!(rows, 300);
    }
}
