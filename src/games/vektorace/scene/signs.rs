//! Draws the signs beside the track: the corners' numbers, the start and finish line, and the pit lane.

use super::super::pieces::PIT_LINE_OFFSET;
use super::super::{Draft, Hand};
use super::board::LANE_WIDTH;
use super::pieces::CURB;
use super::road::Road;
use super::{Local, far, is_near};
use crate::game::room::{Placed, Room, Wish};
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::signs::{self, Sign};

/// The largest width and height of a number that lies on its corner piece, in octagons. Larger numbers stand beside it.
const ON_PIECE: f64 = 0.68;

/// A number that stands beside its corner piece needs a line to the piece if another corner is almost as close to the
/// number. It needs no line if every other corner is more than `UNLIKE` times as far from the number as the piece is.
const UNLIKE: f64 = 1.6;

/// Returns the height of capital letters on signs, in octagons. It depends on the size of the circuit, not on the size
/// of the table.
pub(super) fn letters(scene: &Scene) -> f64 {
    scene.content().map_or(0.5, |content| signs::letters(content).clamp(0.2, 4.0))
}

pub(super) fn draw(draft: &Draft, scene: &mut Scene) {
    let bounds = scene.content().unwrap_or(scene.bounds);
    let (letters, mut room) = (letters(scene), Room::new(bounds));
    for item in scene.items.iter().filter(|item| !item.style.is_backdrop()) {
        match (item.style, &item.shape) {
            // The edge of the road surrounds the road, so the road itself need not be blocked. Of each part of the
            // edge, only the two outer sides are blocked; the other two are joints inside the road.
            (Style::Shadow | Style::Road, _) => {}
            (Style::RoadEdge, Shape::Polygon(part)) => {
                room.block_area(std::slice::from_ref(part));
                part.chunks_exact(2).for_each(|side| room.block(&Shape::Polyline(side.to_vec()), 0.1));
            }
            _ => room.block(&item.shape, 0.1),
        }
    }
    let corners = || draft.corners.iter().enumerate().filter(|(_, corner)| is_near(corner.at));
    for (index, corner) in corners() {
        let sign = Sign { badge: corner.number.to_string(), stops: 1, ..Sign::default() };
        let ([x, y], [out_x, out_y]) = (corner.at.to_f64(), corner.facing.unit().to_f64());
        let away = [-out_x, -out_y];
        let wish = Wish { anchor: [x - 0.55 * out_x, y - 0.55 * out_y], away, size: sign.size(letters), gap: 0.15 };
        let tag = Tag::Corner(index);
        if wish.size[0].max(wish.size[1]) <= ON_PIECE {
            // The curbs take space on one side, so the number is in the middle of the remaining space.
            sign.draw_badge([x - out_x * CURB / 2.0, y - out_y * CURB / 2.0], letters, tag, scene);
        } else if let Some(placed) = room.place(&[wish]) {
            // A number that is almost as close to another corner needs a line to its own.
            let others = corners().filter(|(other, _)| *other != index);
            let nearest = others.map(|(_, other)| far(other.at.to_f64(), placed.at)).fold(f64::INFINITY, f64::min);
            let is_clear = nearest > UNLIKE * far([x, y], placed.at);
            let leader = placed.leader.or_else(|| (!is_clear).then(|| placed.line_to(wish.anchor, wish.size)));
            sign.draw(Placed { leader, ..placed }, letters, tag, scene);
        }
    }
    let Some((wall, hand)) = draft.pitwall.filter(|wall| is_near(wall.at)).zip(draft.direction) else { return };
    let local = Local::new(wall.at, wall.direction);
    let track = if hand == Hand::CounterClockwise { 1.0 } else { -1.0 };
    let mut name = |text: &str, ends: &[([f64; 2], f64)]| {
        let sign = Sign { name: text.to_owned(), ..Sign::default() };
        let size = sign.size(letters);
        let wish = |([along, left], side): &([f64; 2], f64)| {
            let (anchor, beyond) = (local.at(*along, *left), local.at(*along, left + side));
            Wish { anchor, away: [beyond[0] - anchor[0], beyond[1] - anchor[1]], size, gap: 0.15 }
        };
        if let Some(placed) = room.place(&ends.iter().map(wish).collect::<Vec<_>>()) {
            sign.draw(placed, letters, Tag::None, scene);
        }
    };
    let line = PIT_LINE_OFFSET.to_f64();
    let end = track * (Road::of(draft).finish_line(&local, track) + 0.2);
    let lane = -track * LANE_WIDTH;
    name("START / FINISH", &[([line, end], track), ([line, lane], -track)]);
    name("PIT LANE", &[([-line, lane], -track), ([0.0, lane], -track)]);
    room.show_all(scene, 0.5 * letters);
}
