//! Where the cars of a full field stand.

use crate::games::vektorace::pieces::PIT_LINE_OFFSET;
use crate::games::vektorace::start::{grid_place, is_free};
use crate::games::vektorace::{Car, Edition, FirstMove, Terms, Track};
use crate::geometry::{Direction, Point, Surd};

use super::lone;

/// The furthest pole is tried from the pitwall's axis, in half octagons.
const FURTHEST_ASIDE: i64 = 12;

/// The places of the grid: pole as near the pitwall as a full field finds room, the others one behind the other,
/// staggered. Fewer than a full field where no more find room.
pub fn grid(track: &Track, edition: Edition, terms: Terms) -> Vec<Point> {
    let mut best = Vec::new();
    for halves in 2..=FURTHEST_ASIDE {
        let places = field(track, edition, terms, halves);
        if places.len() > best.len() {
            best = places;
        }
        if best.len() == *edition.cars().end() {
            break;
        }
    }
    best
}

fn field(track: &Track, edition: Edition, terms: Terms, halves: i64) -> Vec<Point> {
    let wall = track.pitwall();
    let heading = wall.direction;
    let aside = Surd::HALF * halves;
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
            let Some(step) = step_back(edition, heading, wall.track.normal, number) else { break };
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

/// From one place to the next: VR-GRID-03, or one of the seven places of VR-START-03, to the side away from the wall
/// and back.
fn step_back(edition: Edition, heading: Direction, aside: Direction, number: usize) -> Option<Point> {
    let turn = if aside == heading.turned(2) { 1 } else { -1 };
    let outwards = if number % 2 == 1 { turn } else { -turn };
    if edition == Edition::Formula8 {
        return Some(heading.turned(3 * outwards).unit());
    }
    // Places 2 and 3: straight back and then diagonally, 2 to the left.
    grid_place(heading, if outwards > 0 { 2 } else { 3 })
}

/// The gears a race may start in (VR-FIRST-01, VR-FIRST-03).
pub fn gears(edition: Edition) -> std::ops::RangeInclusive<u8> {
    if edition == Edition::Formula8 { 3..=3 } else { 3..=5 }
}

/// What a car can decide about its first move (VR-FIRST-02): nothing but in the first edition.
pub fn first_moves(edition: Edition) -> &'static [Option<FirstMove>] {
    if edition == Edition::Formula8 { &[Some(FirstMove::Plain), Some(FirstMove::Boost)] } else { &[None] }
}
