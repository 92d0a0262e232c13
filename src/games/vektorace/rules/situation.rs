//! A car about to act, and what stands around it.

use arrayvec::{ArrayString, ArrayVec};

use super::fault::{Fault, Obstacle, Piece};
use crate::game::{CarId, IllegalTurn};
use crate::games::vektorace::pieces::{pieces, vector_parts};
use crate::games::vektorace::{CLAUSE_LENGTH, Car, Edition, MAX_CARS, PowerUse, State, Track};
use crate::geometry::{Octilinear, Point, Surd};

/// The car to act, the gear it plays, and everything its move is judged by.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The circuit.
    pub track: &'a Track,
    /// The race before the turn.
    pub state: &'a State,
    /// The car.
    pub car: Car,
    /// The gear played.
    pub gear: u8,
    /// Tyre points for the car's place, after what braking cost.
    pub tyres: u8,
    /// Tyre points the placement of the vector is judged by.
    pub side_tyres: u8,
    /// The Super Power that changes the move.
    pub power: Option<PowerUse>,
    /// The clause that a steward's call lets be broken (VR-MISC-02); every other one still binds.
    pub allowed: Option<ArrayString<CLAUSE_LENGTH>>,
    tolerance: Option<Surd>,
    others: ArrayVec<(CarId, Octilinear), MAX_CARS>,
}

impl<'a> Situation<'a> {
    /// The situation of the car with this index, in its declared gear.
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
            others,
        }
    }

    /// The same car after jamming on the brakes to a lower gear (VR-BRAKE-02).
    #[must_use]
    pub fn braked_to(&self, gear: u8) -> Self {
        let left = self.car.tyre.saturating_sub(self.car.gear.saturating_sub(gear));
        Self { gear, tyres: left, side_tyres: left, ..self.clone() }
    }

    /// The same car as the online edition looks for a gear to brake to: places cost what is left after braking, the
    /// placement of the vector what was there before (VR-BRAKE-03).
    #[must_use]
    pub fn braking_online(&self, gear: u8) -> Self {
        Self { side_tyres: self.car.tyre, ..self.braked_to(gear) }
    }

    /// The same car in another gear, at no price.
    #[must_use]
    pub fn in_gear(&self, gear: u8) -> Self {
        Self { gear, ..self.clone() }
    }

    /// The same car with a Super Power in use.
    #[must_use]
    pub fn with_power(self, power: Option<PowerUse>) -> Self {
        Self { power, ..self }
    }

    /// A rule is broken: an error, unless a steward's call lets it pass.
    #[cold]
    pub fn raise(&self, fault: Fault) -> Result<(), Fault> {
        let passes = self.allowed.is_some_and(|clause| *clause == *fault.explain(self).clause);
        if passes { Ok(()) } else { Err(fault) }
    }

    /// The same for a refusal in words.
    #[cold]
    pub fn raise_illegal(&self, illegal: IllegalTurn) -> Result<(), IllegalTurn> {
        if self.allowed.is_some_and(|clause| *clause == *illegal.clause) { Ok(()) } else { Err(illegal) }
    }

    /// The same, as if one car were not there.
    #[must_use]
    pub fn without(&self, car: CarId) -> Self {
        let mut situation = self.clone();
        situation.others.retain(|(other, _)| *other != car);
        situation
    }

    /// Whether the online edition is played.
    #[inline]
    pub fn is_online(&self) -> bool {
        self.state.edition == Edition::Online
    }

    /// Whether the first edition is.
    #[inline]
    pub fn is_first(&self) -> bool {
        self.state.edition == Edition::Formula8
    }

    /// The corner the car has to pass next, counted from 0: the first while the line is still to be crossed
    /// (section 4.3); online, the last one until then (section 4.5).
    #[inline]
    pub fn next_corner(&self) -> usize {
        next_corner(self.track, self.state.edition, usize::from(self.car.passed))
    }

    /// The first obstacle that `shape` overlaps.
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

    /// The first track limit that `shape` breaks, where limits bind.
    #[inline]
    fn broken_limit(&self, shape: &Octilinear) -> Option<Obstacle> {
        if !self.state.terms.track_limits {
            return None;
        }
        let broken = self.track.limits().iter().position(|limit| limit.is_broken_by(shape));
        broken.map(|number| Obstacle::Limit(number as u8))
    }

    /// Everything a piece must not overlap, part by part.
    pub fn obstacles(&self) -> Vec<Octilinear> {
        let corners = self.track.corners().iter().map(|corner| *corner.shape());
        corners.chain(*self.track.pitwall().parts()).chain(self.others.iter().map(|(_, shape)| *shape)).collect()
    }

    /// Whether a vector of `length` may lie with its first octagon at `first`, as far as room goes.
    #[inline]
    pub fn room_for_vector(&self, length: u8, first: Point, piece: Piece) -> Result<(), Fault> {
        let table = self.track.table();
        if self.is_online() {
            // The centre of a vector is half-way between its octagons; unit vectors have even parts.
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

    /// Whether the car may stand at `at`, as far as room goes.
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

    /// An obstacle's name in a sentence.
    pub fn obstacle_name(&self, obstacle: Obstacle) -> String {
        match obstacle {
            Obstacle::Corner(number) => format!("corner {}", number + 1),
            Obstacle::Pitwall => "the pitwall".to_owned(),
            Obstacle::Car(car) => format!("car {car}"),
            Obstacle::Limit(number) => format!("track limit {}", number + 1),
        }
    }

    /// An obstacle's shapes.
    pub fn obstacle_shapes(&self, obstacle: Obstacle) -> Vec<Octilinear> {
        match obstacle {
            Obstacle::Corner(number) => {
                self.track.corners().get(usize::from(number)).map(|corner| *corner.shape()).into_iter().collect()
            }
            Obstacle::Pitwall => self.track.pitwall().parts().to_vec(),
            // A limit is no piece: what it looks like is in its evidence.
            Obstacle::Limit(_) => Vec::new(),
            Obstacle::Car(car) => {
                self.others.iter().filter(|(other, _)| *other == car).map(|(_, shape)| *shape).collect()
            }
        }
    }
}

/// The corner a car that has passed `passed` corners has to pass next, counted from 0.
#[inline]
pub fn next_corner(track: &Track, edition: Edition, passed: usize) -> usize {
    let count = track.corners().len();
    match edition {
        // Online, the last corner stays current until the line is crossed: `passed` stops one short.
        Edition::Online => passed.min(count - 1),
        Edition::Formula8 | Edition::Second => passed % count,
    }
}
