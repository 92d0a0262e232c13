//! Where the cars of a full field stand.

use crate::games::vektorace::pieces::PIT_LINE_OFFSET;
use crate::games::vektorace::start::{flying_start, is_free};
use crate::games::vektorace::{Car, Edition, FirstMove, Terms, Track};
use crate::geometry::{Direction, Point, Surd, UNITS_PER_ONE};

use super::lone;

/// How far from the pitwall's axis pole is tried, in eighths of an octagon: by half octagons, and at last where its car
/// touches the wall.
fn asides() -> impl Iterator<Item = i64> {
    (2..=24).map(|halves| halves * 4).chain([7])
}

/// The places of the grid: pole as near the pitwall as a full field finds room, the others one behind the other,
/// staggered. Fewer than a full field where no more find room.
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

fn field(track: &Track, edition: Edition, terms: Terms, eighths: i64) -> Vec<Point> {
    let wall = track.pitwall();
    let heading = wall.direction;
    let aside = Surd::from_units(UNITS_PER_ONE / 8 * eighths, 0);
    // VR-START-01 has the front on the entry line, VR-GRID-02 on the finish line.
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

/// From one place to the next, and where the flying-start piece may lie: VR-GRID-03, which has none, or one of the seven
/// places of VR-START-03, to the side away from the wall and back.
fn step_back(edition: Edition, heading: Direction, aside: Direction, number: usize) -> Option<(Point, Vec<Point>)> {
    let turn = if aside == heading.turned(2) { 1 } else { -1 };
    let outwards = if number % 2 == 1 { turn } else { -turn };
    if edition == Edition::Formula8 {
        return Some((heading.turned(3 * outwards).unit(), Vec::new()));
    }
    // Places 2 and 3: straight back and then diagonally, 2 to the left.
    flying_start(heading, if outwards > 0 { 2 } else { 3 })
}

/// The gears a race may start in (VR-FIRST-01, VR-FIRST-03).
pub fn gears(edition: Edition) -> std::ops::RangeInclusive<u8> {
    if edition == Edition::Formula8 { 3..=3 } else { 3..=5 }
}

/// What a car can decide about its first move (VR-FIRST-02): nothing but in the first edition.
pub fn first_moves(edition: Edition) -> &'static [Option<FirstMove>] {
    if edition == Edition::Formula8 { &[Some(FirstMove::Plain), Some(FirstMove::Boost)] } else { &[None] }
}
