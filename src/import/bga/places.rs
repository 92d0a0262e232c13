//! Matches decimal coordinates in the log to the points on the board where pieces can lie.

use super::table::recognise;
use crate::game::CarId;
use crate::games::vektorace::{
    Attack, AttackKind, AttackPlace, Car, Draft, GridPlace, Hand, Move, PowerUses, Rotation, Side, State, Supply,
    grid_place,
};
use crate::geometry::{Direction, Point};

/// The parts of a car's turn that were read from the log so far. A part is `None` if it was not read yet. Coordinates
/// are in octagons.
#[derive(Debug, Default)]
pub struct Pending {
    /// The gear of the vector that the car played.
    pub gear: Option<u8>,
    /// The coordinates of the vector's centre.
    pub vector: Option<[f64; 2]>,
    /// The length of the boost that the car used.
    pub boost: Option<u8>,
    /// The coordinates and the rotation of the car after its move.
    pub place: Option<([f64; 2], Rotation)>,
    /// The name of the attack, its target, and the coordinates where the attacking car ended.
    pub attack: Option<(String, CarId, [f64; 2])>,
    /// Whether the car braked to a lower gear.
    pub brakes: bool,
    /// The car's rotation on the spot, if the car stood still in this turn.
    pub stop: Option<Rotation>,
    /// Whether the car called BOX-BOX, which announces a pit stop.
    pub box_box: bool,
    /// Two amounts of tyre and nitro points: first the amounts that the player chose in the pit lane, then the amounts
    /// that the car had before.
    pub pit: Option<(Supply, Supply)>,
}

impl Pending {
    /// Whether a piece has been placed in this turn.
    pub const fn is_begun(&self) -> bool {
        self.vector.is_some() || self.place.is_some() || self.stop.is_some()
    }
}

fn distance(from: [f64; 2], step: Point, to: [f64; 2]) -> f64 {
    let step = step.to_f64();
    (from[0] + step[0] - to[0]).hypot(from[1] + step[1] - to[1])
}

/// Finds the grid place from which a car starts. `hundredths` are its coordinates in the log, in hundredths of an
/// octagon. Also returns the distance between the place and the coordinates, in octagons.
pub fn recognise_start(
    draft: &Draft,
    car: CarId,
    hundredths: [f64; 2],
    reference: Option<(CarId, [f64; 2])>,
) -> (GridPlace, f64) {
    let empty = GridPlace { car, aside: None, back: None, behind: None, place: None };
    let Some(pitwall) = draft.pitwall else { return (empty, 0.0) };
    let Some((behind, from)) = reference else {
        let exact = Point::new(recognise(hundredths[0]), recognise(hundredths[1])) - pitwall.at;
        let aside = pitwall.direction.turned(2 * draft.direction.unwrap_or(Hand::Clockwise).eta());
        let along = |direction: Direction| {
            let scaled = exact.along(direction);
            if direction.is_diagonal() { scaled.over_root2() } else { Some(scaled) }
        };
        return (GridPlace { aside: along(aside), back: along(pitwall.direction.opposite()), ..empty }, 0.0);
    };
    let at = [hundredths[0] / 100.0, hundredths[1] / 100.0];
    let places =
        (1..=7).filter_map(|number| Some((number, distance(from, grid_place(pitwall.direction, number)?, at))));
    match places.min_by(|a, b| a.1.total_cmp(&b.1)) {
        Some((number, off)) => (GridPlace { behind: Some(behind), place: Some(number), ..empty }, off),
        None => (empty, 0.0),
    }
}

/// Finds the side of the octagon at `from` where a neighbouring octagon has its centre nearest to `at`. Returns this
/// side, and the distance between the neighbour's centre and `at`, in octagons.
fn nearest_side(from: [f64; 2], heading: Direction, at: [f64; 2]) -> (Side, f64) {
    let off = |side: Side| distance(from, heading.turned(side.eighths()).unit(), at);
    let sides = Side::ALL.map(|side| (side, off(side)));
    sides.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((Side::Front, 0.0))
}

/// Finds the move whose pieces are nearest to the coordinates in the log. Also returns the largest distance between a
/// piece and its coordinates, in octagons. Returns `None` if the log has no vector or no car position for this turn.
pub fn recognise_move(car: &Car, pending: &Pending, declare: Option<u8>) -> Option<(Move, f64)> {
    let (vector_at, (place_at, rotation)) = (pending.vector?, pending.place?);
    let gear = pending.gear.unwrap_or(car.gear).clamp(1, 5);
    let unit = car.heading.unit().to_f64();
    let along = |from: [f64; 2], length: f64| [from[0] + unit[0] * length, from[1] + unit[1] * length];
    // The log has the centre of the vector. The centre of its first octagon is computed from it.
    let first = along(vector_at, -f64::from(gear - 1) / 2.0);
    let (vector, vector_off) = nearest_side(car.position.to_f64(), car.heading, first);
    let exact_first = (car.position + car.heading.turned(vector.eighths()).unit()).to_f64();
    let boost = pending.boost.filter(|boost| (1..=5).contains(boost));
    let last = along(exact_first, f64::from(gear - 1) + f64::from(boost.unwrap_or(0)));
    let (place, place_off) = nearest_side(last, car.heading, place_at);
    let played = Move {
        brake: pending.brakes,
        gear,
        vector,
        boost,
        place,
        rotation,
        attack: None,
        pit: None,
        box_box: pending.box_box,
        powers: PowerUses::NONE,
        exchange: None,
        declare,
    };
    Some((played, vector_off.max(place_off)))
}

/// Makes an attack from its name and the coordinates where the attacking car ended.
pub fn recognise_attack(
    state: &State,
    car: &Car,
    played: &Move,
    action: &str,
    target: CarId,
    at: [f64; 2],
) -> Option<Attack> {
    let other = state.cars.iter().find(|other| other.id == target)?;
    let heading = car.heading.turned(played.rotation.eighths());
    let sideways = if heading == other.heading { AttackKind::Shunt } else { AttackKind::Ram };
    let (kind, place) = match action {
        "drafting" => (AttackKind::Slipstream, None),
        "push" => (AttackKind::Push, None),
        "leftShunt" => (sideways, Some(AttackPlace::Left)),
        "rightShunt" => (sideways, Some(AttackPlace::Right)),
        "slingshot" => (AttackKind::Slingshot, Some(nearest_pass(other, at))),
        "boostOvertaking" => (AttackKind::BoostOvertaking, Some(nearest_pass(other, at))),
        _ => return None,
    };
    Some(Attack { kind, target, place, shield: false })
}

/// Finds the place for a slingshot that has its centre nearest to `at`. A slingshot passes the target: its places are
/// in front of the target, at the target's front-left and front-right, and beside a car that stands in front of the
/// target.
fn nearest_pass(target: &Car, at: [f64; 2]) -> AttackPlace {
    let ahead = target.heading.unit();
    let aside = |eighths: i64| target.heading.turned(eighths).unit();
    let places = [
        (AttackPlace::Front, ahead),
        (AttackPlace::FrontLeft, aside(1)),
        (AttackPlace::FrontRight, aside(-1)),
        (AttackPlace::SideLeft, ahead + aside(2)),
        (AttackPlace::SideRight, ahead + aside(-2)),
    ];
    let from = target.position.to_f64();
    let off = |step: Point| distance(from, step, at);
    places.into_iter().min_by(|a, b| off(a.1).total_cmp(&off(b.1))).map_or(AttackPlace::Front, |(place, _)| place)
}
