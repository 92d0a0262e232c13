//! The car to act and its surroundings, with the checks that a piece fits on the board.

use arrayvec::{ArrayString, ArrayVec};

use super::fault::{Fault, Obstacle, Piece};
use crate::game::{CarId, IllegalTurn};
use crate::games::vektorace::pieces::{pieces, vector_parts};
use crate::games::vektorace::{CLAUSE_LENGTH, Car, Edition, MAX_CARS, PowerUse, State, Track};
use crate::geometry::{Octilinear, Point, Surd};

/// The car to act, the gear it plays, and everything needed to check its move.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The circuit of the race.
    pub track: &'a Track,
    /// The race before the turn.
    pub state: &'a State,
    /// The car to act.
    pub car: Car,
    /// The gear played.
    pub gear: u8,
    /// The tyre points left after braking. They can pay for the car's placement and rotation.
    pub tyres: u8,
    /// The tyre points with which the car can pay for laying the vector at its left or right side.
    pub side_tyres: u8,
    /// The Super Power that changes the move, if one is used.
    pub power: Option<PowerUse>,
    /// The clause that this turn may break, because a steward's call allows it (VR-MISC-02). All other clauses still
    /// apply.
    pub allowed: Option<ArrayString<CLAUSE_LENGTH>>,
    tolerance: Option<Surd>,
    /// Whether the program is only listing legal turns. Errors then need no description, because nobody reads it.
    is_listing: bool,
    others: ArrayVec<(CarId, Octilinear), MAX_CARS>,
}

impl<'a> Situation<'a> {
    /// Creates the situation of the car with this index, in its declared gear.
    pub fn new(track: &'a Track, state: &'a State, index: usize) -> Self {
        let car = state.cars[index];
        let others = state
            .cars
            .iter()
            .enumerate()
            .filter(|(other, car)| *other != index && car.is_on_table())
            .map(|(_, car)| (car.id, pieces().car().moved(car.position)))
            .collect();
        Self {
            track,
            state,
            car,
            gear: car.gear,
            tyres: car.tyre,
            side_tyres: car.tyre,
            power: None,
            allowed: None,
            tolerance: state.terms.overlap,
            is_listing: false,
            others,
        }
    }

    /// Returns the same situation after jamming on the brakes to a lower gear (VR-BRAKE-02).
    #[must_use]
    pub fn braked_to(&self, gear: u8) -> Self {
        let left = self.car.tyre.saturating_sub(self.car.gear.saturating_sub(gear));
        Self { gear, tyres: left, side_tyres: left, ..self.clone() }
    }

    /// Returns the situation for the online edition's test of whether the car can brake to `gear` (VR-BRAKE-03). In
    /// this test, laying the vector may cost as many tyre points as the car has before braking. Placing the car may
    /// cost only as many as the car has left after braking.
    #[must_use]
    pub fn braking_online(&self, gear: u8) -> Self {
        Self { side_tyres: self.car.tyre, ..self.braked_to(gear) }
    }

    /// Returns the same situation in another gear. No tyre points are deducted for braking.
    #[must_use]
    pub fn in_gear(self, gear: u8) -> Self {
        Self { gear, ..self }
    }

    /// Returns the same situation with a Super Power in use.
    #[must_use]
    pub fn with_power(self, power: Option<PowerUse>) -> Self {
        Self { power, ..self }
    }

    /// Returns the fault as an error, unless a steward's call (the players' decision on a doubtful case) allows it.
    #[cold]
    pub fn raise(&self, fault: Fault) -> Result<(), Fault> {
        let passes = self.allowed.is_some_and(|clause| *clause == *fault.explain(self).clause);
        if passes { Ok(()) } else { Err(fault) }
    }

    /// Returns the broken rule as an error, unless a steward's call (the players' decision on a doubtful case) allows
    /// it. `explain` creates the error with its description. It is not called while the program only lists legal turns,
    /// because nobody reads the description then.
    #[cold]
    pub fn refuse(&self, clause: &'static str, explain: impl FnOnce() -> IllegalTurn) -> Result<(), IllegalTurn> {
        if self.allowed.is_some_and(|allowed| *allowed == *clause) {
            return Ok(());
        }
        Err(if self.is_listing { IllegalTurn::new(clause, "") } else { explain() })
    }

    /// Returns the same situation, for listing legal turns: errors then have no description.
    #[must_use]
    pub fn listing(self) -> Self {
        Self { is_listing: true, ..self }
    }

    /// Returns the same situation without one of the other cars.
    #[must_use]
    pub fn without(&self, car: CarId) -> Self {
        let mut situation = self.clone();
        situation.others.retain(|(other, _)| *other != car);
        situation
    }

    /// Whether the race follows the online edition.
    #[inline]
    pub fn is_online(&self) -> bool {
        self.state.edition == Edition::Online
    }

    /// Whether the race follows the first edition.
    #[inline]
    pub fn is_first(&self) -> bool {
        self.state.edition == Edition::Formula8
    }

    /// Returns the corner the car has to pass next, counted from 0. After the last corner of a lap, this is the first
    /// corner (ledger, section 4.3). In the online edition it stays the last corner until the car crosses the finish
    /// line (ledger, section 4.5).
    #[inline]
    pub fn next_corner(&self) -> usize {
        next_corner(self.track, self.state.edition, usize::from(self.car.passed))
    }

    /// Returns the first obstacle that `shape` overlaps.
    #[inline]
    pub fn hit(&self, shape: &Octilinear) -> Option<Obstacle> {
        match self.tolerance {
            None => self.hit_by(|other| shape.overlaps(other)),
            Some(depth) => self.hit_by(|other| shape.overlaps_by(other, depth)),
        }
    }

    #[inline]
    fn hit_by(&self, overlaps: impl Fn(&Octilinear) -> bool) -> Option<Obstacle> {
        for (number, corner) in (0u8..).zip(self.track.corners()) {
            if overlaps(corner.shape()) {
                return Some(Obstacle::Corner(number));
            }
        }
        if self.track.pitwall().parts().iter().any(&overlaps) {
            return Some(Obstacle::Pitwall);
        }
        self.others.iter().find(|(_, shape)| overlaps(shape)).map(|(car, _)| Obstacle::Car(*car))
    }

    /// If track limits apply, returns the first one that `shape` breaks.
    #[inline]
    fn broken_limit(&self, shape: &Octilinear) -> Option<Obstacle> {
        if !self.state.terms.track_limits {
            return None;
        }
        let broken = self.track.limits().iter().position(|limit| limit.is_broken_by(shape));
        broken.map(|number| Obstacle::Limit(number as u8))
    }

    /// Returns the shapes of everything that a piece must not overlap: corners, pitwall and other cars. Each shape is
    /// convex.
    pub fn obstacles(&self) -> Vec<Octilinear> {
        let corners = self.track.corners().iter().map(|corner| *corner.shape());
        corners.chain(*self.track.pitwall().parts()).chain(self.others.iter().map(|(_, shape)| *shape)).collect()
    }

    /// Checks that a vector of this length, with its first octagon at `first`, fits on the board.
    #[inline]
    pub fn room_for_vector(&self, length: u8, first: Point, piece: Piece) -> Result<(), Fault> {
        let table = self.track.table();
        if self.is_online() {
            // The centre of a vector is half-way between its end octagons. Unit vectors have even parts, so halving is
            // exact.
            let last = first + self.car.heading.unit() * i64::from(length - 1);
            let middle = first + last;
            let centre = Point::new(middle.x.half().unwrap_or(first.x), middle.y.half().unwrap_or(first.y));
            if !table.contains(centre) {
                self.raise(Fault::OffTable(piece))?;
            }
        }
        for part in vector_parts(length, first, self.car.heading) {
            if !self.is_online() && !table.encloses(&part) {
                self.raise(Fault::OffTable(piece))?;
            }
            if let Some(obstacle) = self.hit(&part).or_else(|| self.broken_limit(&part)) {
                self.raise(Fault::Overlaps(piece, obstacle))?;
            }
        }
        Ok(())
    }

    /// Checks that the car fits on the board with its centre at `at`.
    #[inline]
    pub fn room_for_car(&self, at: Point) -> Result<(), Fault> {
        let base = pieces().car().moved(at);
        let table = self.track.table();
        let on_table = if self.is_online() { table.contains(at) } else { table.encloses(&base) };
        if !on_table {
            self.raise(Fault::OffTable(Piece::Car(at)))?;
        }
        match self.hit(&base).or_else(|| self.broken_limit(&base)) {
            Some(obstacle) => self.raise(Fault::Overlaps(Piece::Car(at), obstacle)),
            None => Ok(()),
        }
    }

    /// Returns the name of an obstacle, for use in a sentence.
    pub fn obstacle_name(&self, obstacle: Obstacle) -> String {
        match obstacle {
            Obstacle::Corner(number) => format!("corner {}", number + 1),
            Obstacle::Pitwall => "the pitwall".to_owned(),
            Obstacle::Car(car) => format!("car {car}"),
            Obstacle::Limit(number) => format!("track limit {}", number + 1),
        }
    }

    /// Returns an obstacle's shapes.
    pub fn obstacle_shapes(&self, obstacle: Obstacle) -> Vec<Octilinear> {
        match obstacle {
            Obstacle::Corner(number) => {
                self.track.corners().get(usize::from(number)).map(|corner| *corner.shape()).into_iter().collect()
            }
            Obstacle::Pitwall => self.track.pitwall().parts().to_vec(),
            // A limit is not a piece. Its outline is shown by `obstacle_evidence`.
            Obstacle::Limit(_) => Vec::new(),
            Obstacle::Car(car) => {
                self.others.iter().filter(|(other, _)| *other == car).map(|(_, shape)| *shape).collect()
            }
        }
    }
}

/// Returns the corner, counted from 0, that a car has to pass next if it has passed `passed` corners.
#[inline]
pub fn next_corner(track: &Track, edition: Edition, passed: usize) -> usize {
    let count = track.corners().len();
    match edition {
        // In the online edition the last corner stays current until the car crosses the finish line. So `passed` stays
        // below the number of corners.
        Edition::Online => passed.min(count - 1),
        Edition::Formula8 | Edition::Second => passed % count,
    }
}
