//! Draws the pieces of the game for printing, to be cut out of paper.

use super::super::pieces::{LONGEST, pieces};
use super::super::{CornerDraft, Draft, PitwallDraft};
use super::{Cutout, cars, outline, pieces as drawing};
use crate::game::CarId;
use crate::game::scene::{Scene, Shape, Style};
use crate::geometry::{Direction, Octilinear, Point};

/// The number of car pieces to cut out.
const CARS: u32 = 8;
/// The direction that all pieces except corners face on the printed sheet.
const AHEAD: Direction = Direction::new(0);

/// Returns the pieces to cut out: the circuit's corners with their numbers, the pitwall, a vector of each length, and
/// the cars.
pub(super) fn cutouts(draft: &Draft) -> Vec<Cutout> {
    let mut corners: Vec<_> = draft.corners.iter().collect();
    corners.sort_by_key(|corner| corner.number);
    // The curbs are at the top, so that the number is upright.
    let facing = Direction::new(2);
    let corner = |corner: &CornerDraft| {
        let piece = CornerDraft { at: Point::ORIGIN, facing, ..*corner };
        cutout(format!("Corner {}", corner.number), &[*pieces().corner(facing)], |scene| {
            drawing::draw_corner(0, &piece, false, scene);
        })
    };
    let wall = PitwallDraft { at: Point::ORIGIN, direction: AHEAD };
    let pitwall =
        cutout("Pitwall".to_owned(), pieces().pitwall(AHEAD), |scene| drawing::draw_pitwall(&wall, false, scene));
    let vector = |length: u8| {
        let last = AHEAD.unit() * i64::from(length - 1);
        let parts = [*pieces().car(), pieces().car().moved(last)];
        cutout(format!("Vector {length}"), &parts, |scene| {
            let ends = [Point::ORIGIN, last];
            cars::draw_vector(Style::Vector(0), ends, AHEAD, scene);
            for (number, at) in [(0, ends[0]), (1, ends[1])] {
                if number == 0 || length > 1 {
                    let text = length.to_string();
                    scene.add(Style::Label, Shape::Text { at: at.to_f64(), height: 0.4, text });
                }
            }
        })
    };
    let car = |number: u32| {
        cutout(format!("Car {number}"), &[*pieces().car()], |scene| {
            cars::draw_piece(number as usize - 1, CarId(number), Point::ORIGIN, AHEAD, scene);
        })
    };
    let mut all: Vec<Cutout> = corners.into_iter().map(corner).collect();
    all.push(pitwall);
    all.extend((1..=LONGEST).map(vector));
    all.extend((1..=CARS).map(car));
    all
}

/// Returns the drawing of a piece, without its shadow, and the piece's size.
fn cutout(name: String, parts: &[Octilinear], draw: impl FnOnce(&mut Scene)) -> Cutout {
    let mut scene = Scene::default();
    draw(&mut scene);
    scene.items.retain(|item| item.style != Style::Shadow);
    let points = || parts.iter().flat_map(outline);
    let bound = |pick: fn(f64, f64) -> f64, from: f64| {
        points().fold([from; 2], |edge, at| [pick(edge[0], at[0]), pick(edge[1], at[1])])
    };
    // Half the width of an outline lies outside the piece.
    const LINE: f64 = 0.02;
    let (low, high) = (bound(f64::min, f64::MAX), bound(f64::max, f64::MIN));
    scene.bounds = [low.map(|edge| edge - LINE), high.map(|edge| edge + LINE)];
    Cutout { name, scene }
}
