//! From a draft and a setup to the lines before the first turn.

use std::fmt::{self, Display, Formatter};

use super::free;
use super::print::Points;
use crate::games::vektorace::Edition;
use crate::games::vektorace::limits::{Keep, LimitDraft};
use crate::games::vektorace::setup::{CarEntry, GridPlace, GridSide, Setup};
use crate::games::vektorace::terms::Options;
use crate::games::vektorace::track::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft};
use crate::games::vektorace::turn::Supply;
use crate::geometry::Point;

/// The lines, always in the same order: the race, the circuit, the cars, the grid as its edition sets it up.
pub(super) fn lines(title: &str, draft: &Draft, setup: &Setup) -> Vec<String> {
    // Every field is named, here and below, so that one that is added is not forgotten.
    // A picture to trace is no part of a race: it is left out.
    let Draft { name, description, table, octagon_mm, direction, pitwall, corners, limits, labels, reference: _ } =
        draft;
    let Setup { edition, laps, start_gear, options, cars, grid_side, grid } = setup;
    let mut lines = Vec::new();
    for (word, text) in [("race", title), ("track", name), ("about", description)] {
        if !text.is_empty() {
            lines.push(format!("{word} {}", free::written(text)));
        }
    }
    lines.push(format!("edition {}", edition.id()));
    lines.push(format!("laps {laps}"));
    lines.extend(options_of(options));
    lines.push(table_of(table));
    lines.extend(octagon_mm.map(|length| format!("octagon {length}")));
    if let Some(PitwallDraft { at, direction: along }) = pitwall {
        let hand = direction.map_or("", hand_code);
        lines.push(format!("wall {} {} {hand}", Place(*at), along.number()).trim_end().to_owned());
    }
    lines.extend(corners.iter().map(corner));
    lines.extend(limits.iter().map(limit));
    lines.extend(labels.iter().map(|label| {
        format!("label {} {} {}", Place(label.at), label.size, free::written(&label.text)).trim_end().to_owned()
    }));
    for CarEntry { car, name, .. } in cars {
        lines.push(format!("car {car} {}", free::written(name)).trim_end().to_owned());
    }
    lines.extend(grid_of(*edition, cars, *grid_side, grid));
    lines.extend(cars.iter().filter(|entry| entry.start_boost).map(|entry| format!("boost {}", entry.car)));
    let power = |entry: &CarEntry| entry.power.map(|power| format!("power {} {}", entry.car, power.code()));
    lines.extend(cars.iter().filter_map(power));
    lines.push(format!("start {start_gear}"));
    lines
}

/// What is agreed beside the edition.
fn options_of(options: &Options) -> impl Iterator<Item = String> {
    let Options { points, overlap, ram, boost_overtaking, track_limits, take_back, powers } = options;
    let yes = |flag: &Option<bool>| flag.map(|flag| if flag { "yes" } else { "no" }.to_owned());
    [
        ("points", points.map(|points| points.to_string())),
        ("overlap", overlap.map(|overlap| overlap.to_string())),
        ("ram", yes(ram)),
        ("boost_overtaking", yes(boost_overtaking)),
        ("track_limits", yes(track_limits)),
        ("take_back", yes(take_back)),
        ("powers", yes(powers)),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(format!("option {name} {}", value?)))
}

/// Where the cars start and what points they take, in the edition's order (VR-RES-02).
fn grid_of(edition: Edition, cars: &[CarEntry], side: Option<GridSide>, grid: &[GridPlace]) -> Vec<String> {
    let mut lines = Vec::new();
    if !grid.is_empty() {
        let order: String = grid.iter().map(|place| format!(" {}", place.car)).collect();
        lines.push(format!("grid{order}"));
    }
    let points = |place: &GridPlace| {
        let entry = cars.iter().find(|entry| entry.car == place.car)?;
        let CarEntry { car, tyre, nitro, .. } = *entry;
        Some(format!("points {car} {}", Points(Supply { tyre, nitro })))
    };
    let places = |index: usize, place: &GridPlace| {
        let GridPlace { car, aside, back, behind, place } = place;
        let back = back.map_or_else(String::new, |back| format!(" {back}"));
        // Of cars that start nobody but pole has a distance, and nobody but the others a place.
        let pole = aside.filter(|_| index == 0).map(|aside| format!("pole {aside}{back}"));
        let other = behind.zip(*place).map(|(behind, place)| format!("place {car} @{behind}.{place}"));
        pole.into_iter().chain(other)
    };
    if let Some(side) = side {
        lines.push(format!("side {}", side_code(side)));
    }
    let placed = grid.iter().enumerate();
    match edition {
        Edition::Formula8 => {
            lines.extend(placed.flat_map(|(index, place)| places(index, place)));
            lines.extend(grid.iter().filter_map(points));
        }
        Edition::Second => {
            lines.extend(grid.iter().filter_map(points));
            lines.extend(placed.flat_map(|(index, place)| places(index, place)));
        }
        Edition::Online => {
            lines.extend(placed.flat_map(|(index, place)| places(index, place).chain(points(place))));
        }
    }
    lines
}

fn table_of(table: &TableDraft) -> String {
    let TableDraft { from, to } = table;
    if *from == Point::ORIGIN {
        format!("table {}x{}", to.x, to.y)
    } else {
        format!("table {} {}", Place(*from), Place(*to))
    }
}

fn corner(corner: &CornerDraft) -> String {
    let CornerDraft { number, at, facing, hand } = corner;
    let hand = hand.map_or_else(String::new, |hand| format!(" {}", hand_code(hand)));
    format!("corner {number} {} {}{hand}", Place(*at), facing.number())
}

fn limit(limit: &LimitDraft) -> String {
    let LimitDraft { keep, outline } = limit;
    let outline: String = outline.iter().map(|point| format!(" {}", Place(*point))).collect();
    format!("limit {}{outline}", keep_code(*keep))
}

/// A point as a line has it: `20,6`.
struct Place(Point);

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.x, self.0.y)
    }
}

/// The word for a way round.
pub(super) const fn hand_code(hand: Hand) -> &'static str {
    match hand {
        Hand::Clockwise => "cw",
        Hand::CounterClockwise => "ccw",
    }
}

/// The word for a side of the grid.
pub(super) const fn side_code(side: GridSide) -> &'static str {
    match side {
        GridSide::White => "white",
        GridSide::Black => "black",
    }
}

/// The word for a side of a limit.
pub(super) const fn keep_code(keep: Keep) -> &'static str {
    match keep {
        Keep::Out => "out",
        Keep::In => "in",
    }
}
