//! Adds the furniture of a picture: the elements around the board, such as a title, a scale bar, the direction of the
//! race, a key, tables and a border. The key explains the signs. The tables list the corners and the starting grid. The
//! elements are added to the scene, around the visible area. Therefore they appear in every kind of picture.

use super::code::qr_code;
use super::sample::{HALF, OF_RACES, sample};
use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::game::{AnyDraft, CarId, CarView, Status, lettering, signs};
use crate::replay::Race;

/// An element that can be added around the board of a picture, such as the title or the scale bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The title and a line of facts about the circuit, above the board.
    Title,
    /// A scale bar in the game's unit.
    Scale,
    /// The signs and colours, each with its meaning.
    Key,
    /// A table of the corners, in the order in which cars pass them.
    Corners,
    /// The direction of the race: clockwise or counter-clockwise.
    Direction,
    /// A table of the cars in the order of the starting grid.
    Grid,
    /// A table of the cars in their order at one position of a race, with lap, gear and points.
    Cars,
    /// The circuit as a QR code, from which the program can read it back.
    Code,
    /// A line around the picture.
    Border,
}

impl Part {
    /// All elements that can be added around the board of a picture.
    pub const ALL: [Self; 9] = [
        Self::Title,
        Self::Scale,
        Self::Key,
        Self::Corners,
        Self::Direction,
        Self::Grid,
        Self::Cars,
        Self::Code,
        Self::Border,
    ];
}

/// The content of all elements that can be added around the board of a picture, such as the title and the key.
#[derive(Clone, Debug, Default)]
pub struct Furniture {
    /// The circuit's name, or the race's title.
    pub title: String,
    /// The line of facts about the circuit or the race, written below the title.
    pub facts: String,
    /// The designer and the terms of use, below the facts; may be empty.
    pub credits: String,
    /// The name of the game's unit of length, in the plural.
    pub unit: &'static str,
    /// The length of a unit on the table, in millimetres, if it is known.
    pub unit_mm: Option<f64>,
    /// The styles of the drawing and their meaning.
    pub key: &'static [(Style, &'static str)],
    /// The rows of the table of corners.
    pub corners: Vec<String>,
    /// The rows of the table of the starting grid. The first row is its heading.
    pub grid: Vec<String>,
    /// The rows of the table of cars. The first row is its heading. Empty unless the picture shows one position of a
    /// race.
    pub cars: Vec<String>,
    /// Whether the race goes clockwise. `None` if the track is not a loop, or if the direction is unknown.
    pub clockwise: Option<bool>,
    /// The text of the QR code; `None` for a race, or if the circuit is too large for a QR code.
    pub code: Option<String>,
}

/// The largest number of rows in one column of the key, of the table of corners or of the starting grid.
const ROWS: usize = 8;
/// The largest number of rows in one column of the table of cars: a heading and twelve cars.
const CARS: usize = 13;

/// A group of shapes, and the size of the group. The coordinates of the shapes are relative to the group's upper left
/// corner.
struct Block {
    size: [f64; 2],
    items: Vec<Item>,
}

impl Furniture {
    /// Makes the elements around the board for a picture of a circuit, such as its title and key. `scene` is the
    /// complete drawing of the circuit.
    #[must_use]
    pub fn circuit(draft: &AnyDraft, unit_mm: Option<f64>, scene: &Scene) -> Self {
        Self {
            title: draft.name().to_owned(),
            facts: draft.facts().join(", "),
            credits: draft.credits(),
            unit: draft.info().unit,
            unit_mm: unit_mm.or(draft.unit_mm()),
            key: draft.legend(),
            corners: draft.corner_table(),
            grid: Vec::new(),
            cars: Vec::new(),
            clockwise: draft.is_loop().then(|| scene.is_clockwise()).flatten(),
            code: None,
        }
    }

    /// Makes the elements around the board for a picture of a race, such as its title and key. `scene` is the complete
    /// drawing of a position. `at` is the number of turns before this position, or `None` for a moving picture. `facts`
    /// is the text below the title.
    #[must_use]
    pub fn race(race: &dyn Race, at: Option<usize>, facts: String, scene: &Scene) -> Self {
        let mut cars = race.view(0).cars;
        cars.sort_by_key(|car| car.rank);
        let row = |(place, car): (u32, CarId)| format!("{place}.  {}", named(race, car));
        Self {
            title: race.title().to_owned(),
            facts,
            unit: race.info().unit,
            key: race.legend(),
            grid: std::iter::once("Starting grid".to_owned())
                .chain((1..).zip(cars.iter().map(|car| car.car)).map(row))
                .collect(),
            cars: at.map(|at| standings(race, at)).unwrap_or_default(),
            clockwise: race.draft().is_loop().then(|| scene.is_clockwise()).flatten(),
            ..Self::default()
        }
    }

    /// Adds these elements, such as the title and the key, to a scene, around the board. Enlarges the visible area of
    /// the scene, so that the elements are inside it.
    pub fn add(&self, parts: &[Part], scene: &mut Scene) {
        let [low, high] = scene.bounds;
        let width = high[0] - low[0];
        let letters = signs::letters(scene.bounds);
        if parts.is_empty() || !width.is_finite() || !letters.is_finite() || letters <= 0.0 {
            return;
        }
        let gap = 1.6 * letters;
        let has = |part: Part| parts.contains(&part);
        let mut blocks = Vec::new();
        if has(Part::Scale) {
            blocks.extend(self.scale(width, letters));
        }
        if has(Part::Direction) {
            blocks.extend(self.clockwise.map(|clockwise| direction(clockwise, letters)));
        }
        if has(Part::Key) {
            let occurs = |style: &Style| scene.items.iter().any(|item| is_same_kind(*style, item.style));
            let known: Vec<_> = self.key.iter().chain(&OF_RACES).filter(|(style, _)| occurs(style)).collect();
            blocks.extend(known.chunks(ROWS).map(|rows| key(rows, letters)));
        }
        if has(Part::Corners) {
            blocks.extend(self.corners.chunks(ROWS).map(|rows| list(rows, letters)));
        }
        if has(Part::Grid) {
            blocks.extend(self.grid.chunks(ROWS).map(|rows| list(rows, letters)));
        }
        if has(Part::Cars) {
            blocks.extend(self.cars.chunks(CARS).map(|rows| list(rows, letters)));
        }
        if has(Part::Code) {
            blocks.extend(self.code.as_deref().and_then(|text| code(text, letters)));
        }
        let mut bottom = low[1];
        if !blocks.is_empty() {
            bottom = below(blocks, [low, [high[0], low[1]]], gap, scene);
        }
        let mut top = high[1];
        if has(Part::Title) {
            top = self.title(high[1], low[0], [width, letters], gap, scene);
        }
        scene.bounds = [[low[0], bottom], [high[0], top]];
        if has(Part::Border) {
            border(0.4 * letters, scene);
        }
    }

    /// Adds the title above the board. Returns the upper edge of the picture.
    fn title(&self, from: f64, left: f64, [width, letters]: [f64; 2], gap: f64, scene: &mut Scene) -> f64 {
        let large = (2.0 * letters)
            .min(letters * 2.0 * (width - 2.0 * gap) / (text_width(&self.title, 2.0 * letters, true)).max(1e-9));
        let notes: Vec<&str> =
            [&self.facts, &self.credits].into_iter().map(String::as_str).filter(|note| !note.is_empty()).collect();
        let rows = 2.0 * gap + large + 1.9 * letters * notes.len() as f64;
        scene.add(Style::Page, Shape::rectangle([[left, from], [left + width, from + rows]]));
        let top = from + rows;
        write(Style::SignText, [left + gap, top - gap - large / 2.0], large, &self.title, &mut scene.items);
        for (row, note) in notes.iter().rev().enumerate() {
            let small = letters.min(letters * (width - 2.0 * gap) / text_width(note, letters, false).max(1e-9));
            let at = [left + gap, from + gap * 0.75 + small / 2.0 + 1.9 * letters * row as f64];
            write(Style::SignNote, at, small, note, &mut scene.items);
        }
        top
    }

    /// Makes the scale bar. It is at most a fifth as long as the picture is wide.
    fn scale(&self, width: f64, letters: f64) -> Option<Block> {
        let wanted = width / 5.0;
        let ten = 10f64.powf(wanted.log10().floor());
        let length = [5.0, 2.0, 1.0].map(|step| step * ten).into_iter().find(|length| *length <= wanted)?;
        let metric = self.unit_mm.map(|mm| format!(" = {:.1} cm", length * mm / 10.0)).unwrap_or_default();
        let text = format!("{length} {}{metric}", self.unit);
        let mut items = Vec::new();
        write(Style::SignNote, [0.0, -letters * 0.6], letters, &text, &mut items);
        for part in 0..4 {
            let style = if part % 2 == 0 { Style::ChequerDark } else { Style::ChequerLight };
            let x = |part: f64| length * part / 4.0;
            let (from, to) = (x(f64::from(part)), x(f64::from(part + 1)));
            items.push(item(style, Shape::rectangle([[from, -2.4 * letters], [to, -1.8 * letters]])));
        }
        let [low, high] = [[0.0, -2.4 * letters], [length, -1.8 * letters]];
        let frame = vec![low, [high[0], low[1]], high, [low[0], high[1]], low];
        items.push(item(Style::ChequerFrame, Shape::Polyline(frame)));
        Some(Block { size: [length.max(text_width(&text, letters, false)), 2.4 * letters], items })
    }
}

/// Returns the name of a car's player with the number of the car.
fn named(race: &dyn Race, car: CarId) -> String {
    let entrant = race.entrants().iter().find(|entrant| entrant.car == car);
    match entrant.map(|entrant| &entrant.name).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name} ({car})"),
        None => format!("Car {car}"),
    }
}

/// Returns a heading, and a row for each car of a position in the order of the race: lap, gear and points left.
fn standings(race: &dyn Race, at: usize) -> Vec<String> {
    let (info, laps, resources) = (race.info(), race.laps(), race.resources());
    let mut cars = race.view(at).cars;
    cars.sort_by_key(|car| car.rank);
    let row = |car: &CarView| {
        let facts = match car.status {
            Status::Finished => "finished".to_owned(),
            Status::Withdrawn => "left the race".to_owned(),
            Status::Eliminated => "eliminated".to_owned(),
            Status::Racing => {
                let lap = (laps > 1).then(|| format!("lap {}", car.lap_of(laps)));
                let gear = car.gear.map(|gear| format!("{} {gear}", info.gear.word));
                // A resource of which a car can hold nothing is not in use in this race.
                let points = resources.iter().zip(&car.resources).filter(|(resource, _)| resource.max > 0);
                let points = points.map(|(resource, left)| format!("{} {left}", resource.name));
                lap.into_iter().chain(gear).chain(points).collect::<Vec<_>>().join(", ")
            }
        };
        format!("{}.  {}: {facts}", car.rank, named(race, car.car))
    };
    std::iter::once("Order of the cars".to_owned()).chain(cars.iter().map(row)).collect()
}

/// Draws a line around the picture, and enlarges the picture on every side. `inset` is the distance from the picture's
/// old edge to the line, and also from the line to the new edge.
fn border(inset: f64, scene: &mut Scene) {
    let [[left, bottom], [right, top]] = scene.bounds;
    let wide = 2.0 * inset;
    let outer = [[left - wide, bottom - wide], [right + wide, top + wide]];
    // Paints over the parts of the table outside the picture.
    for (low, high) in [
        (outer[0], [left, outer[1][1]]),
        ([right, outer[0][1]], outer[1]),
        (outer[0], [outer[1][0], bottom]),
        ([outer[0][0], top], outer[1]),
    ] {
        scene.add(Style::Page, Shape::rectangle([low, high]));
    }
    let (left, right, bottom, top) = (left - inset, right + inset, bottom - inset, top + inset);
    let line = vec![[left, bottom], [right, bottom], [right, top], [left, top], [left, bottom]];
    scene.add(Style::Leader, Shape::Polyline(line));
    scene.bounds = outer;
}

/// Places the blocks in rows below the board. Returns the lower edge of the picture.
fn below(blocks: Vec<Block>, [low, high]: [[f64; 2]; 2], gap: f64, scene: &mut Scene) -> f64 {
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

/// Makes a round arrow, with its direction in words.
fn direction(clockwise: bool, letters: f64) -> Block {
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
fn code(text: &str, letters: f64) -> Option<Block> {
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

/// Makes a column of samples, each with its meaning.
fn key(rows: &[&(Style, &'static str)], letters: f64) -> Block {
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
fn list(rows: &[String], letters: f64) -> Block {
    let row = 1.9 * letters;
    let mut items = Vec::new();
    let mut widest = 0.0_f64;
    for (index, words) in rows.iter().enumerate() {
        write(Style::SignNote, [0.0, -row * (index as f64 + 0.5)], 0.85 * letters, words, &mut items);
        widest = widest.max(text_width(words, 0.85 * letters, false));
    }
    Block { size: [widest, row * rows.len() as f64], items }
}

/// Whether two styles share a row of the key, which explains the signs of a picture: they are equal, or they differ
/// only in the number of a car or a garage.
fn is_same_kind(known: Style, other: Style) -> bool {
    known == other
        || matches!(
            (known, other),
            (Style::Garage(_), Style::Garage(_))
                | (Style::Ghost(_), Style::Ghost(_))
                | (Style::Path(_), Style::Path(_))
                | (Style::OldPath(..), Style::OldPath(..))
                | (Style::Vector(_), Style::Vector(_))
                | (Style::Boost(_), Style::Boost(_))
        )
}

fn text_width(text: &str, height: f64, bold: bool) -> f64 {
    height * if bold { lettering::width(text) } else { lettering::regular_width(text) }
}

/// Writes a text that begins at a point.
fn write(style: Style, [x, y]: [f64; 2], height: f64, text: &str, items: &mut Vec<Item>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let mut scene = Scene { bounds: [[0.0, 0.0], [40.0, 20.0]], items: Vec::new() };
        scene.add(Style::Road, Shape::rectangle([[5.0, 5.0], [35.0, 15.0]]));
        scene.add(Style::Garage(2), Shape::rectangle([[5.0, 5.0], [6.0, 6.0]]));
        scene
    }

    #[test]
    fn furniture_is_around_the_board_and_inside_the_picture() {
        let mut furnished = scene();
        let corners: Vec<String> = (1..=20).map(|corner| format!("{corner}  A corner, 2 stops")).collect();
        const KEY: [(Style, &str); 3] = [(Style::Road, "road"), (Style::Garage(0), "garage"), (Style::Oil, "oil")];
        let furniture = Furniture {
            title: "A title that is much too long for a picture that is only forty units wide, and longer".to_owned(),
            facts: "20 corners".to_owned(),
            credits: "Designed by Ada Lane".to_owned(),
            unit: "octagons",
            unit_mm: Some(40.0),
            key: &KEY,
            corners,
            grid: (1..=6).map(|place| format!("{place}.  A driver ({place})")).collect(),
            cars: Vec::new(),
            clockwise: Some(false),
            code: Some("PADDOCK1:ABCDEFGH".to_owned()),
        };
        furniture.add(&Part::ALL, &mut furnished);
        let texts: Vec<&str> = furnished
            .items
            .iter()
            .filter_map(|item| match &item.shape {
                Shape::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        // Only styles that occur are explained; garages differ by their number.
        assert!(
            [
                "road",
                "garage",
                "20 corners",
                "Designed by Ada Lane",
                "5 octagons = 20.0 cm",
                "counter-clockwise",
                "6.  A driver (6)"
            ]
            .iter()
            .all(|text| texts.contains(text)),
            "{texts:?}"
        );
        assert!(!texts.contains(&"oil") && texts.iter().filter(|text| text.contains("A corner")).count() == 20);
        let [low, high] = furnished.bounds;
        for item in &furnished.items {
            let Shape::Text { at, height, text } = &item.shape else { continue };
            let half = [lettering::width(text) * height / 2.0, height / 2.0];
            assert!((0..2).all(|axis| low[axis] <= at[axis] - half[axis] * 0.99), "{text} at {at:?}");
            assert!((0..2).all(|axis| at[axis] + half[axis] * 0.99 <= high[axis]), "{text} at {at:?}");
            assert!(at[1] < 0.0 || at[1] > 20.0, "{text} is on the board");
        }
    }

    #[test]
    fn without_parts_nothing_changes() {
        let mut same = scene();
        let oval = Furniture { title: "Oval".to_owned(), ..Furniture::default() };
        oval.add(&[], &mut same);
        assert_eq!(same, scene());
        let mut broken = Scene { bounds: [[f64::NAN; 2]; 2], items: Vec::new() };
        oval.add(&Part::ALL, &mut broken);
        assert!(broken.items.is_empty());
    }
}
