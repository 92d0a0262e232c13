//! The grid places of a race with the largest number of cars that an edition allows.

use crate::games::vektorace::pieces::PIT_LINE_OFFSET;
use crate::games::vektorace::start::{flying_start, is_free};
use crate::games::vektorace::{Car, Edition, FirstMove, Terms, Track};
use crate::geometry::{Direction, Point, Surd, UNITS_PER_ONE};

use super::lone;

/// Returns the distances from the pitwall's axis at which the search tries to place the car on pole, in eighths of an
/// octagon. The multiples of half an octagon come first. The distance at which the car touches the wall comes last.
fn asides() -> impl Iterator<Item = i64> {
    (2..=24).map(|halves| halves * 4).chain([7])
}

/// Returns the grid places. The car on pole stands as near to the pitwall as it can while the whole grid still has
/// room. The other places are behind it, staggered. If a full grid has no room anywhere, returns fewer places.
pub fn grid(track: &Track, edition: Edition, terms: Terms) -> Vec<Point> {
    let mut best = Vec::new();
    for eighths in asides() {
        let places = field(track, edition, terms, eighths);
        if places.len() > best.len() {
            best = places;
        }
        if best.len() == *edition.cars().end() {
            break;
        }
    }
    best
}

/// Returns the distance of a grid place from the pitwall's axis, in octagons.
pub fn aside(track: &Track, at: Point) -> f64 {
    let wall = track.pitwall();
    let ([x, y], [wall_x, wall_y]) = (at.to_f64(), wall.at.to_f64());
    let [across, up] = wall.track.normal.unit().to_f64();
    (x - wall_x) * across + (y - wall_y) * up
}

fn field(track: &Track, edition: Edition, terms: Terms, eighths: i64) -> Vec<Point> {
    let wall = track.pitwall();
    let heading = wall.direction;
    let aside = Surd::from_units(UNITS_PER_ONE / 8 * eighths, 0);
    // The front is on the entry line (VR-START-01), in the first edition on the finish line (VR-GRID-02).
    let back = if edition == Edition::Formula8 { Surd::HALF - PIT_LINE_OFFSET } else { PIT_LINE_OFFSET + Surd::HALF };
    let (Some(sideways), Some(backwards)) = (wall.track.normal.times(aside), heading.opposite().times(back)) else {
        return Vec::new();
    };
    let mut at = wall.at + sideways + backwards;
    let mut placed: Vec<Car> = Vec::new();
    let mut places = Vec::new();
    for number in 0..*edition.cars().end() {
        if number > 0 {
            let Some((step, pieces)) = step_back(edition, heading, wall.track.normal, number) else { break };
            // The flying-start piece needs room for itself (VR-START-05).
            let has_room = |piece: &Point| is_free(track, edition, terms, at + *piece, &placed);
            if !pieces.is_empty() && !pieces.iter().any(has_room) {
                break;
            }
            at += step;
        }
        if !is_free(track, edition, terms, at, &placed) {
            break;
        }
        places.push(at);
        placed.extend(lone::state(track, edition, terms, at, 3, None).cars);
    }
    places
}

/// Returns two things: the offset from one grid place to the next, and the offsets from the former place to the points
/// where the flying-start piece may lie. This piece is laid between two cars on the grid; the first edition has no such
/// piece (VR-GRID-03). In the other editions the next place is one of the seven places of VR-START-03. The places lie
/// alternately farther from the pitwall and nearer to it.
fn step_back(edition: Edition, heading: Direction, aside: Direction, number: usize) -> Option<(Point, Vec<Point>)> {
    let turn = if aside == heading.turned(2) { 1 } else { -1 };
    let outwards = if number % 2 == 1 { turn } else { -turn };
    if edition == Edition::Formula8 {
        return Some((heading.turned(3 * outwards).unit(), Vec::new()));
    }
    // Places 2 and 3 are straight back and then diagonally back, place 2 to the left.
    flying_start(heading, if outwards > 0 { 2 } else { 3 })
}

/// Returns the gears a race may start in (VR-FIRST-01, VR-FIRST-03).
pub fn gears(edition: Edition) -> std::ops::RangeInclusive<u8> {
    if edition == Edition::Formula8 { 3..=3 } else { 3..=5 }
}

/// Returns the decisions a car can make about its first move (VR-FIRST-02). Only the first edition has them.
pub fn first_moves(edition: Edition) -> &'static [Option<FirstMove>] {
    if edition == Edition::Formula8 { &[Some(FirstMove::Plain), Some(FirstMove::Boost)] } else { &[None] }
}
