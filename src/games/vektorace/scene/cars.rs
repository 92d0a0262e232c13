//! Draws the cars, and the move that was just played.

use super::super::pieces::{LONGEST, pieces};
use super::super::rules::begun;
use super::super::{Action, Car, Move, Start, State, Track, Turn};
use super::{Local, is_near, outline};
use crate::game::CarId;
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::geometry::{Direction, Point};

/// Half the width of a vector's shaft, in octagons (ledger, section 1.2).
const SHAFT: f64 = 0.28;

/// Draws a car: its base, a silhouette that shows its heading, its number, and a ring if it is the car to act.
pub(super) fn draw_car(index: usize, car: &Car, to_act: bool, scene: &mut Scene) {
    if to_act {
        let ring = Shape::Circle { center: car.position.to_f64(), radius: 0.66 };
        scene.add_tagged(Style::ActRing, Tag::Car(car.id), ring);
    }
    draw_piece(index, car.id, car.position, car.heading, scene);
}

/// Draws a car piece, without the ring that marks the car to act.
pub(super) fn draw_piece(index: usize, id: CarId, position: Point, heading: Direction, scene: &mut Scene) {
    let tag = Tag::Car(id);
    let local = Local::new(position, heading);
    let base = pieces().car().moved(position);
    scene.add_tagged(Style::CarBase(index), tag, Shape::Polygon(outline(&base)));
    let body = Style::CarBody(index);
    let mut part = |style, shape| scene.add_tagged(style, tag, Shape::Polygon(shape));
    for side in [1.0, -1.0] {
        part(body, local.rect([0.14, 0.3], [side * 0.23, side * 0.35])); // front wheel
        part(body, local.rect([-0.36, -0.17], [side * 0.23, side * 0.37])); // rear wheel
    }
    part(body, local.rect([0.345, 0.41], [-0.2, 0.2])); // front wing
    part(body, local.rect([-0.46, -0.4], [-0.2, 0.2])); // rear wing
    part(body, local.all([[0.4, -0.06], [0.4, 0.06], [0.1, 0.14], [0.1, -0.14]])); // nose
    part(body, local.all([[0.1, -0.14], [0.1, 0.14], [-0.12, 0.2], [-0.4, 0.11], [-0.4, -0.11], [-0.12, -0.2]])); // tub
    // The tip has the colour of the number. It shows the car's front even if the rest is too small to see.
    part(Style::CarNumber(index), local.all([[0.49, 0.0], [0.33, 0.11], [0.33, -0.11]]));
    let text = id.to_string();
    let height = 0.34 * (2.0 / text.len() as f64).min(1.0);
    scene.add_tagged(Style::CarNumber(index), tag, Shape::Text { at: local.at(-0.06, 0.0), height, text });
}

/// The points on the board where the pieces of a move lie.
struct Laid {
    /// The centres of the gear vector's first and last octagon.
    vector: [Point; 2],
    /// The centres of the boost's first and last octagon, if the move has a boost.
    boost: Option<[Point; 2]>,
    /// The centre of the car before any attack.
    place: Point,
}

impl Laid {
    /// Computes the points where the pieces of a move lie. `car` is the car before the move. Returns `None` if there is
    /// no vector for the gear or for the boost.
    fn new(car: &Car, played: &Move) -> Option<Self> {
        let exists = |length: u8| (1..=LONGEST).contains(&length);
        let boost = played.boost.filter(|length| *length > 0);
        if !exists(played.gear) || !boost.is_none_or(exists) {
            return None;
        }
        let ahead = car.heading.unit();
        let first = car.position + car.heading.turned(played.vector.eighths()).unit();
        let last = first + ahead * i64::from(played.gear - 1);
        let boost = boost.map(|length| [last + ahead, last + ahead * i64::from(length)]);
        let head = boost.map_or(last, |[_, head]| head);
        let place = head + car.heading.turned(played.place.eighths()).unit();
        Some(Self { vector: [first, last], boost, place })
    }
}

/// Draws the move that led to this state: the car's old place, the gear vector and the boost, and the path of the car.
/// The caller draws the cars later, on top of these.
pub(super) fn draw_move(track: &Track, before: &State, turn: &Turn, after: &State, scene: &mut Scene) {
    let Some(index) = before.index_of(turn.car) else { return };
    // The start of the turn may have rotated or moved the car before its vector was laid.
    let begun = if turn.start == Start::default() { None } else { begun(track, before, index, turn.start) };
    let before = begun.as_ref().unwrap_or(before);
    let (Some(car), Some(now)) = (before.cars.get(index), after.cars.get(index)) else { return };
    let Action::Move(played) = &turn.action else { return };
    if !is_near(car.position) || !is_near(now.position) {
        return;
    }
    scene.add(Style::Ghost(index), Shape::Polygon(outline(&pieces().car().moved(car.position))));
    let Some(laid) = Laid::new(car, played) else { return };
    draw_vector(Style::Vector(index), laid.vector, car.heading, scene);
    if let Some(boost) = laid.boost {
        draw_vector(Style::Boost(index), boost, car.heading, scene);
    }
    let mut path = vec![car.position, laid.vector[0], laid.vector[1]];
    path.extend(laid.boost.map(|[_, head]| head));
    path.push(laid.place);
    path.push(now.position);
    path.dedup();
    scene.add(Style::Path(index), Shape::Polyline(path.into_iter().map(Point::to_f64).collect()));
}

/// Draws a vector: its first and last octagon, and the shaft between them. In the rules the shaft reaches from centre
/// to centre. Drawn in that way, it would show through the octagons, so only the part between them is drawn.
pub(super) fn draw_vector(style: Style, [first, last]: [Point; 2], heading: Direction, scene: &mut Scene) {
    let octagon = |at: Point| Shape::Polygon(outline(&pieces().car().moved(at)));
    scene.add(style, octagon(first));
    if first == last {
        return;
    }
    scene.add(style, octagon(last));
    let local = Local::new(first, heading);
    let [from, to] = [first.to_f64(), last.to_f64()];
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    if length > 1.5 {
        scene.add(style, Shape::Polygon(local.rect([0.5, length - 0.5], [-SHAFT, SHAFT])));
    }
}
