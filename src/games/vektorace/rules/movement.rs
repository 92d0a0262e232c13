//! Checks each step of a move: the vector and the boost are laid, then the car is placed.

use super::arrows::{arrow_cost, boost_has_arrow, is_denied, placement_cost};
use super::corners::{Lap, PLACE_STEP, Path, VECTOR_STEP, lap_after, lap_forgiving, sector};
use super::fault::{Fault, Piece};
use super::laid::{Boosted, Laid};
use super::pit;
use super::situation::Situation;
use crate::games::vektorace::{Edition, FirstMove, PowerUse, Rotation, Side};
use crate::geometry::{Direction, Point};

/// The car's point on the board at the end of its move, before the car is rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The car's centre.
    pub at: Point,
    /// The car is placed at this side of the last octagon laid.
    pub side: Side,
}

/// The end of a complete move: the car's place, heading and progress, and the cost of the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The car's centre.
    pub at: Point,
    /// The direction that the car's front faces.
    pub heading: Direction,
    /// The tyre points paid for the vector's placement and for the arrow.
    pub cost: u8,
    /// The car's progress in the lap, before any attack.
    pub lap: Lap,
}

impl Situation<'_> {
    /// Returns the gear vector, laid at this side of the car. Does not check whether it may be laid there.
    #[inline]
    pub fn vector_at(&self, side: Side) -> Laid {
        let heading = self.car.heading;
        let first = self.car.position + heading.turned(side.eighths()).unit();
        let last = first + heading.unit() * i64::from(self.gear - 1);
        let sector = if self.is_online() { sector(self.track, self.next_corner(), last, heading) } else { 0 };
        Laid { first, last, sector, cost: placement_cost(self.gear, side).unwrap_or(1) }
    }

    /// Returns the boost, laid ahead of a gear vector. Does not check whether it may be laid there.
    #[inline]
    pub fn boost_at(&self, vector: &Laid, length: u8) -> Boosted {
        let unit = self.car.heading.unit();
        let (first, last) = (vector.last + unit, vector.last + unit * i64::from(length));
        let sector = if self.is_online() { sector(self.track, self.next_corner(), last, self.car.heading) } else { 0 };
        Boosted { length, laid: Laid { first, last, sector, cost: vector.cost } }
    }

    /// Returns the end point of a car that is placed at this side of the octagon at `last`. Does not check whether the
    /// car may be placed there.
    #[inline]
    pub fn spot_at(&self, last: Point, side: Side) -> Spot {
        Spot { at: last + self.car.heading.turned(side.eighths()).unit(), side }
    }

    /// Checks that the gear vector may be laid at this side. Does not check the later steps of the move: the boost and
    /// the car's place.
    pub fn check_vector(&self, side: Side) -> Result<Laid, Fault> {
        if placement_cost(self.gear, side).is_none() {
            return Err(Fault::NoPlacement);
        }
        if self.is_first() && side.is_aside() {
            self.raise(Fault::NoSwerve)?;
        }
        let laid = self.vector_at(side);
        if is_denied(self.car.marks, side) {
            self.raise(Fault::Denied(side))?;
        }
        if laid.cost > self.side_tyres {
            self.raise(Fault::SwerveTyre)?;
        }
        let piece = Piece::Vector(self.gear, laid.first);
        self.room_for_vector(self.gear, laid.first, piece)?;
        if self.is_online() && laid.sector > self.car.sector + VECTOR_STEP {
            self.raise(Fault::Sector(piece))?;
        }
        Ok(laid)
    }

    /// Whether the gear vector fits at this side of the car, and no shunt (an attack) forbids that side. Sectors and
    /// tyre points are not checked.
    pub fn has_room_for(&self, side: Side) -> bool {
        let laid = self.vector_at(side);
        placement_cost(self.gear, side).is_some()
            && !(self.is_first() && side.is_aside())
            && !is_denied(self.car.marks, side)
            && self.room_for_vector(self.gear, laid.first, Piece::Vector(self.gear, laid.first)).is_ok()
    }

    /// Checks that a car without a boost has a legal place at the end of a laid vector (online edition, VR-LEGAL-04).
    /// The online program offers these places before the player lays the vector. So it counts sectors from the car, not
    /// from the vector: a place may be at most `PLACE_STEP` sectors ahead of the car's own sector.
    pub fn check_layable(&self, laid: &Laid) -> Result<(), Fault> {
        if !self.is_online() || self.has_place(laid, |_| true) {
            return Ok(());
        }
        Err(Fault::NoRoomBehind(Piece::Vector(self.gear, laid.first)))
    }

    /// Whether a car without a boost can be placed at the end of this vector, at a point that passes `test`. Considers
    /// only the points that the online program checks when it offers the vector, before the player lays it.
    fn has_place(&self, laid: &Laid, test: impl Fn(&Spot) -> bool) -> bool {
        let limit = self.car.sector + PLACE_STEP;
        Side::ALL.into_iter().any(|side| {
            self.check_spot(laid, None, side, limit).is_ok_and(|spot| {
                test(&spot)
                    && Rotation::ALL.into_iter().any(|rotation| self.check_arrow(laid, None, &spot, rotation).is_ok())
            })
        })
    }

    /// Whether the online program offers this end point of the car before the vector is laid. At that time, sectors are
    /// counted from the car: the point may be at most `PLACE_STEP` sectors ahead of the car on the way round the
    /// corner. Once the vector is laid, sectors are counted from the vector (ledger, section 4.5; R-52). Always true in
    /// the printed editions.
    pub fn is_offered_at_once(&self, spot: &Spot) -> bool {
        !self.is_online()
            || sector(self.track, self.next_corner(), spot.at, self.car.heading) <= self.car.sector + PLACE_STEP
    }

    /// Returns the nitro points that a boost costs now: 1, or 0 if the car paid for it before its first move
    /// (VR-FIRST-02).
    #[inline]
    pub fn boost_price(&self) -> u8 {
        u8::from(self.car.first_move != Some(FirstMove::Boost))
    }

    /// Checks that the car may move without a boost. If the car is committed to a boost on its first move and a boost
    /// fits, it must boost (VR-FIRST-02).
    pub fn check_unboosted(&self) -> Result<(), Fault> {
        if self.car.first_move != Some(FirstMove::Boost) {
            return Ok(());
        }
        let fits = Side::ALL.into_iter().filter_map(|side| self.check_vector(side).ok()).any(|vector| {
            (1..self.gear).any(|length| {
                self.check_boost(&vector, length)
                    .is_ok_and(|boosted| self.destinations(&vector, Some(&boosted)).next().is_some())
            })
        });
        if fits { Err(Fault::Committed) } else { Ok(()) }
    }

    /// Returns the length of the longest boost that the car may use: the gear minus one, or 5 with the open boost.
    #[inline]
    pub fn longest_boost(&self) -> u8 {
        if self.power == Some(PowerUse::OpenBoost) { 5 } else { self.gear.saturating_sub(1) }
    }

    /// Checks that a boost may be laid ahead of the vector. Does not check the car's place at the end of the boost.
    pub fn check_boost(&self, vector: &Laid, length: u8) -> Result<Boosted, Fault> {
        if length == 0 || length > self.longest_boost() {
            self.raise(Fault::BoostLength(length))?;
        }
        if self.car.first_move == Some(FirstMove::Plain) {
            self.raise(Fault::NoCommitment)?;
        }
        if self.car.nitro < self.boost_price() {
            self.raise(Fault::BoostNitro)?;
        }
        if self.car.box_box {
            self.raise(Fault::BoostBoxBox)?;
        }
        let boosted = self.boost_at(vector, length);
        let piece = Piece::Boost(length, boosted.laid.first);
        self.room_for_vector(length, boosted.laid.first, piece)?;
        if self.is_online() && boosted.laid.sector > vector.sector + PLACE_STEP {
            self.raise(Fault::Sector(piece))?;
        }
        Ok(boosted)
    }

    /// Checks that the boost may be used. In the online edition the car needs a legal end point at the end of the boost
    /// (VR-BOOST-06).
    pub fn check_boost_room(&self, vector: &Laid, boosted: &Boosted) -> Result<(), Fault> {
        if !self.is_online() || self.destinations(vector, Some(boosted)).next().is_some() {
            return Ok(());
        }
        Err(Fault::NoRoomBehind(Piece::Boost(boosted.length, boosted.laid.first)))
    }

    /// Checks that the player may waste a boost: pay for it without laying it, because no length fits (VR-BOOST-06,
    /// In the online edition a boost that does not fit cannot be chosen.
    pub fn check_wasted(&self, vector: &Laid) -> Result<(), Fault> {
        if self.is_first() {
            self.raise(Fault::BoostTogether)?;
        }
        if self.is_online() {
            self.raise(Fault::BoostNotWasted)?;
        }
        if self.longest_boost() == 0 {
            self.raise(Fault::BoostLength(0))?;
        }
        if self.car.nitro == 0 {
            self.raise(Fault::BoostNitro)?;
        }
        if self.car.box_box {
            self.raise(Fault::BoostBoxBox)?;
        }
        let fits = (1..=self.longest_boost()).find(|length| {
            self.check_boost(vector, *length)
                .is_ok_and(|boosted| self.destinations(vector, Some(&boosted)).next().is_some())
        });
        fits.map_or(Ok(()), |length| Err(Fault::BoostFits(length)))
    }

    /// Checks that the car may be placed at this side of the last vector laid. In the online edition the car's sector
    /// (one of eight parts of the area around the corner) at that place must be at most `limit`.
    #[inline]
    pub fn check_spot(&self, vector: &Laid, boost: Option<&Boosted>, side: Side, limit: u8) -> Result<Spot, Fault> {
        let last = boost.map_or(vector.last, |boost| boost.laid.last);
        if is_denied(self.car.marks, side) {
            self.raise(Fault::Denied(side))?;
        }
        let spot = self.spot_at(last, side);
        self.room_for_car(spot.at)?;
        if self.is_online() && sector(self.track, self.next_corner(), spot.at, self.car.heading) > limit {
            self.raise(Fault::Sector(Piece::Car(spot.at)))?;
        }
        Ok(spot)
    }

    /// Returns the highest sector in which the car may be placed: three more than the sector of the boost or, without a
    /// boost, of the gear vector (ledger, section 4.5).
    #[inline]
    pub const fn spot_limit(vector: &Laid, boost: Option<&Boosted>) -> u8 {
        match boost {
            Some(boost) => boost.laid.sector + PLACE_STEP,
            None => vector.sector + PLACE_STEP,
        }
    }

    /// Checks the rotation of the car at the end of its move: whether there is an arrow for this rotation, whether the
    /// car can pay for it, and whether it follows the pit rules. In the printed editions, also checks the corners and the last crossing of
    /// the finish line.
    pub fn check_arrow(
        &self,
        vector: &Laid,
        boost: Option<&Boosted>,
        spot: &Spot,
        rotation: Rotation,
    ) -> Result<Destination, Fault> {
        let arrow = match boost {
            None => arrow_cost(self.gear, spot.side, rotation).ok_or(Fault::NoArrow(self.gear, spot.side))?,
            Some(boost) if self.boost_has_arrow(boost.length, spot.side, rotation) => 0,
            Some(boost) => return Err(Fault::NoBoostArrow(boost.length, spot.side)),
        };
        let cost = vector.cost + arrow;
        if cost > 0 && (arrow > self.tyres || cost > self.total_tyres(vector)) {
            self.raise(if vector.cost == 0 {
                Fault::ArrowTyre
            } else {
                Fault::Tyres { due: cost, available: self.tyres }
            })?;
        }
        let heading = self.car.heading.turned(rotation.eighths());
        let path = self.path(vector, boost, spot.at);
        pit::check(self, &path, heading, boost.is_some(), vector, spot.side)?;
        let lap = if self.is_online() {
            // In the online edition each piece's sector has already been checked. The number of corners passed never
            // forbids a move.
            Lap { crossings: self.car.crossings, passed: self.car.passed, sector: self.car.sector }
        } else {
            let lap = lap_after(self.track, self.state, &self.car, &path, spot.at, self.car.heading, heading).or_else(
                |cut| {
                    self.raise(Fault::Cuts(cut.0))?;
                    Ok(lap_forgiving(self.track, self.state, &self.car, &path, spot.at, self.car.heading, heading))
                },
            )?;
            self.check_square(&lap, heading)?;
            lap
        };
        Ok(Destination { at: spot.at, heading, cost, lap })
    }

    /// Checks that the car crosses the finish line at a right angle if this is its last crossing (VR-WIN-02). The move
    /// or the car must then point along the pitwall.
    pub fn check_square(&self, lap: &Lap, heading: Direction) -> Result<(), Fault> {
        let finishes = lap.crossings > self.state.laps && self.state.edition == Edition::Second;
        let along = self.track.pitwall().direction;
        if finishes && self.car.heading != along && heading != along {
            self.raise(Fault::NotSquare)?;
        }
        Ok(())
    }

    /// Whether the car may be placed at this side of a boost with this rotation. Usually the boost must have a printed
    /// arrow for it (ledger, section 2.3). With the wide boost, every rotation at the front, front-left and front-right
    /// is allowed (VR-POW-05).
    fn boost_has_arrow(&self, length: u8, side: Side, rotation: Rotation) -> bool {
        boost_has_arrow(length, side, rotation) || (self.power == Some(PowerUse::WideBoost) && !side.is_aside())
    }

    /// Returns the number of tyre points that the car can spend on the vector and the arrow together.
    fn total_tyres(&self, vector: &Laid) -> u8 {
        if vector.cost > 0 { self.tyres.max(vector.cost) } else { self.tyres }
    }

    /// Returns the points on the board that the move goes through (ledger, section 4.2).
    pub fn path(&self, vector: &Laid, boost: Option<&Boosted>, at: Point) -> Path {
        let mut path = Path::new();
        path.extend([self.car.position, vector.first, vector.last]);
        if let Some(boost) = boost {
            path.extend([boost.laid.first, boost.laid.last]);
        }
        path.push(at);
        path
    }

    /// Whether the car has a legal move in this gear (VR-LEGAL-04). Moves with a boost do not count.
    pub fn has_move(&self) -> bool {
        Side::ALL.into_iter().any(|side| {
            self.check_vector(side).is_ok_and(|laid| {
                if self.is_online() {
                    return self.has_place(&laid, |spot| pit::counts_online(self, spot.at));
                }
                self.destinations(&laid, None).next().is_some()
            })
        })
    }

    /// Lists the legal ends of a move with this vector and boost. Each is an end point of the car with a rotation.
    pub fn destinations<'b>(
        &'b self,
        vector: &'b Laid,
        boost: Option<&'b Boosted>,
    ) -> impl Iterator<Item = (Spot, Rotation, Destination)> + 'b {
        let limit = Self::spot_limit(vector, boost);
        Side::ALL
            .into_iter()
            .filter(move |side| {
                boost.is_none_or(|boost| Rotation::ALL.iter().any(|r| self.boost_has_arrow(boost.length, *side, *r)))
            })
            .filter_map(move |side| self.check_spot(vector, boost, side, limit).ok())
            .flat_map(move |spot| {
                Rotation::ALL.into_iter().filter_map(move |rotation| {
                    self.check_arrow(vector, boost, &spot, rotation).ok().map(|there| (spot, rotation, there))
                })
            })
    }
}
