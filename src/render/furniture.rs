//! Adds the furniture of a picture: the elements around the board, such as a title, a scale bar, the direction of the
//! race, a key, tables and a border. The key explains the signs. The tables list the corners and the starting grid. The
//! elements are added to the scene, around the visible area. Therefore they appear in every kind of picture.

mod blocks;

use super::sample::OF_RACES;
use crate::game::scene::{Scene, Shape, Style};
use crate::game::{AnyDraft, CarId, CarView, Status, signs};
use crate::replay::Race;
use blocks::{below, code, columns, direction, key, list, scale, stacked, text_width, write};

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

/// The largest number of rows in one column. This holds for the key, the table of corners and the starting grid.
const ROWS: usize = 8;
/// The largest number of rows in one column of the table of cars: a heading and twelve cars.
const CARS: usize = 13;

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

    /// Adds these elements, such as the title and the key, around the board of a scene. Enlarges the visible area of
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
        // The scale bar and the direction are low, so one is placed below the other.
        let measure = has(Part::Scale).then(|| scale(self.unit, self.unit_mm, width, letters)).flatten();
        let turn = self.clockwise.filter(|_| has(Part::Direction)).map(|clockwise| direction(clockwise, letters));
        blocks.extend(stacked(measure.into_iter().chain(turn), gap));
        if has(Part::Key) {
            let occurs = |style: &Style| scene.items.iter().any(|item| is_same_kind(*style, item.style));
            let known: Vec<_> = self.key.iter().chain(&OF_RACES).filter(|(style, _)| occurs(style)).collect();
            blocks.extend(columns(&known, ROWS).map(|rows| key(rows, letters)));
        }
        if has(Part::Corners) {
            blocks.extend(columns(&self.corners, ROWS).map(|rows| list(rows, letters)));
        }
        if has(Part::Grid) {
            blocks.extend(columns(&self.grid, ROWS).map(|rows| list(rows, letters)));
        }
        if has(Part::Cars) {
            blocks.extend(columns(&self.cars, CARS).map(|rows| list(rows, letters)));
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
}

/// Returns the name of a car's player, followed by the car's number.
fn named(race: &dyn Race, car: CarId) -> String {
    let entrant = race.entrants().iter().find(|entrant| entrant.car == car);
    match entrant.map(|entrant| &entrant.name).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name} ({car})"),
        None => format!("Car {car}"),
    }
}

/// Returns the lines of a table of the cars in a position: a heading, then a row for each car in the order of the race.
/// A row has the car's lap, gear and points left.
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
                let gear = car.gear.map(|gear| format!("{} {}", info.gear.word, info.gear.name(gear)));
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

/// Whether two styles share a row of the key (the list that explains the signs of a picture). This is true if they are
/// equal, or if they differ only in the number of a car or a garage.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lettering;
    use crate::render::Theme;

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
    fn the_columns_of_a_key_are_equally_long_and_stand_beside_scale_and_direction() {
        const KEY: [(Style, &str); 11] = [
            (Style::Road, "1"),
            (Style::Oil, "2"),
            (Style::Slot, "3"),
            (Style::Start, "4"),
            (Style::Wall, "5"),
            (Style::Ground, "6"),
            (Style::Noise, "7"),
            (Style::Space, "8"),
            (Style::Marker, "9"),
            (Style::Corner, "10"),
            (Style::Tunnel, "11"),
        ];
        let mut furnished = scene();
        for (style, _) in KEY {
            furnished.add(style, Shape::rectangle([[10.0, 10.0], [11.0, 11.0]]));
        }
        let furniture = Furniture { unit: "squares", key: &KEY, clockwise: Some(true), ..Furniture::default() };
        furniture.add(&[Part::Scale, Part::Key, Part::Direction], &mut furnished);
        let places = furnished.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { at, text, .. } => Some((text.as_str(), *at)),
            _ => None,
        });
        let places: std::collections::BTreeMap<&str, [f64; 2]> = places.collect();
        assert_eq!(places.len(), 13, "{places:?}");
        let y = |text: &str| places[text][1];
        for (left, right) in [("1", "7"), ("5", "11")] {
            assert!((y(left) - y(right)).abs() < 1e-9 && places[left][0] < places[right][0], "{places:?}");
        }
        assert!(y("6") < y("11"), "the first column has one row more");
        assert!(y("clockwise") < y("5 squares") && places["clockwise"][0] < places["1"][0], "{places:?}");
    }

    #[test]
    fn the_outline_of_the_scale_is_seen_on_every_page() {
        let mut furnished = scene();
        Furniture { unit: "squares", ..Furniture::default() }.add(&[Part::Scale], &mut furnished);
        let is_outline = |shape: &Shape| matches!(shape, Shape::Polyline(points) if points.len() == 5);
        let outline = furnished.items.iter().find(|item| is_outline(&item.shape)).expect("an outline");
        for theme in [Theme::Light, Theme::Dark, Theme::Print, Theme::Grey] {
            let line = theme.paint(outline.style).line.expect("a line").colour;
            let page = theme.paint(Style::Page).fill.expect("a page");
            let apart = (0..3).map(|part| line.0[part].abs_diff(page.0[part])).max();
            assert!(apart > Some(120), "{theme:?}: {line:?} on {page:?}");
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
