//! Carries out the choice of a gear, the roll of the gear die, and the declarations after the roll (steps T1 to T3;
//! clauses FD-GEAR and FD-NIT). Also carries out the skills that change the length of a move.

use super::playing::{Act, Step};
use crate::game::EventKind;
use crate::games::formula_d::dice;
use crate::games::formula_d::options::{Skill, TyreSet, Zone};
use crate::games::formula_d::state::Phase;
use crate::games::formula_d::turn::Chance;
use crate::games::formula_d::words::spaces;

/// Returns the wear points that a car pays if it skips this number of gears. The three numbers are gearbox, brake and
/// engine points (FD-GEAR-04).
pub(super) const fn skip_cost(skipped: u8) -> [u8; 3] {
    [(skipped >= 1) as u8, (skipped >= 2) as u8, (skipped >= 3) as u8]
}

/// The zones that pay for skipped gears, in the order of the numbers that [`skip_cost`] returns.
pub(super) const SKIP_ZONES: [Zone; 3] = [Zone::Gearbox, Zone::Brakes, Zone::Engine];

impl Act<'_> {
    /// Announces the gear and pays for it (step T1).
    pub(super) fn announce(&mut self) -> Step {
        let turn = self.turn;
        let Some(wanted) = turn.gear else {
            return self.broken("FD-GEAR-01", "The gear is missing: choose it before you roll the die.");
        };
        let car = *self.car();
        let id = car.car;
        let is_pit = self.track.space(car.at).ground.is_pit();
        if !(1..=6).contains(&wanted) {
            self.broken("FD-GEAR-02", format!("There is no gear {wanted}: gears are 1 to 6."))?;
        } else if car.spun {
            if wanted != 1 {
                self.broken("FD-OVR-07", format!("Car {id} has spun, so it must use gear 1."))?;
            }
        } else if car.waits {
            if wanted > 4 {
                let is_technical = car.gear == 0;
                let (clause, stop) =
                    if is_technical { ("FD-PSO-04", "a technical stop") } else { ("FD-PIT-06", "a slow stop") };
                self.broken(clause, format!("This gear is too high: after {stop} use gear 1 to 4."))?;
            }
        } else if wanted > car.gear {
            let one_up = self.state.terms.rules.switches.one_gear_up || car.gear == 0;
            if one_up && wanted > car.gear + 1 {
                let message = if car.gear == 0 {
                    format!("Car {id} has no gear engaged, so it must use gear 1.")
                } else {
                    format!(
                        "This gear is too high: from gear {} you can shift up to gear {} at most.",
                        car.gear,
                        car.gear + 1
                    )
                };
                self.broken("FD-GEAR-02", message)?;
            }
        } else {
            self.skip_gears(car.gear, wanted, is_pit)?;
        }
        let car = self.car_mut();
        (car.spun, car.waits) = (false, false);
        if car.is_racing() {
            car.gear = wanted.min(6);
        }
        Ok(())
    }

    /// Deducts the wear points for gears that the car skips while it shifts down (FD-GEAR-03 to 06).
    fn skip_gears(&mut self, from: u8, to: u8, is_pit: bool) -> Step {
        let skipped = (from - to).saturating_sub(1);
        if skipped == 0 {
            return Ok(());
        }
        if skipped > 3 {
            return self
                .broken("FD-GEAR-05", "The car cannot drop from gear 6 to gear 1: the lowest possible gear is 2.");
        }
        if matches!(self.state.phase, Phase::Qualifying(_)) {
            return self.broken("FD-QUA-02", "Gears cannot be skipped in qualifying, because that costs wear points.");
        }
        let switches = &self.state.terms.rules.switches;
        let must_pay = switches.skips_must_be_payable;
        if is_pit && switches.no_costs_in_pits {
            return Ok(());
        }
        if self.is_basic() {
            let pool = self.car().wear[0];
            if must_pay && pool < skipped {
                self.broken("FD-BAS-01", format!("Skipping gears costs wear points: {skipped} needed, {pool} left."))?;
            }
            self.pay(self.index, Zone::Gearbox, u16::from(skipped), "gearing down");
            return Ok(());
        }
        let cost = skip_cost(skipped);
        let short = SKIP_ZONES.iter().zip(cost).find(|(zone, points)| self.car().points(**zone) < *points);
        if let (true, Some((zone, _))) = (must_pay, short) {
            let list: Vec<String> = SKIP_ZONES
                .iter()
                .zip(cost)
                .filter(|(_, points)| *points > 0)
                .map(|(zone, points)| format!("{} {points}", zone.letter()))
                .collect();
            let has = self.car().points(*zone);
            let message = format!(
                "Dropping from gear {from} to gear {to} costs wear points ({}), but the zone {} has only {has}.",
                list.join(", "),
                zone.name()
            );
            self.broken("FD-GEAR-04", message)?;
        }
        for (zone, points) in SKIP_ZONES.into_iter().zip(cost) {
            self.pay(self.index, zone, u16::from(points), "gearing down");
        }
        Ok(())
    }

    /// Returns the face of the gear die. If a driver with the skill Ace At The Wheel rolled again, returns the face of
    /// the second roll (step T2, FD-GEAR-07, FD-SKL-12).
    pub(super) fn throw(&mut self) -> Step<Option<u8>> {
        let turn = self.turn;
        let gear = turn.gear.unwrap_or(0);
        let Some(die) = turn.die else {
            self.broken(
                "FD-LOG-01",
                format!("Turn {} cannot be replayed: the gear die is missing. Add it, as in `d9`.", self.name()),
            )?;
            return Ok(None);
        };
        for face in [Some(die), turn.ace].into_iter().flatten().filter_map(Chance::known) {
            if !dice::is_face(gear, face) {
                self.broken("FD-GEAR-07", format!("{face} is not on the gear {gear} die."))?;
            }
        }
        if turn.ace.is_some() {
            if !self.has(Skill::AceAtTheWheel) {
                self.broken("FD-SKL-12", "Only a driver with the card Ace At The Wheel may roll the gear die again.")?;
            } else if self.car().ace_used {
                self.broken("FD-SKL-12", "The gear die may be rolled again only once in a lap.")?;
            }
            self.car_mut().ace_used = true;
            self.event(self.index, EventKind::UsedPower { power: Skill::AceAtTheWheel.name() });
        }
        let face = Self::known(turn.face());
        if let Some(face) = face {
            let (mean, variance) = (dice::mean(gear), dice::variance(gear));
            self.event(self.index, EventKind::Thrown { face: u32::from(face), mean, variance });
        }
        Ok(face)
    }

    /// Returns the length of the move in spaces, without drift. It is the sum of the face, nitro, skid control and the
    /// extra space of soft tyres (step T3).
    pub(super) fn additions(&mut self, face: Option<u8>) -> Step<u16> {
        let mut base = i32::from(face.unwrap_or(0));
        base += i32::from(self.nitro()?);
        base += i32::from(self.skid()?);
        if self.turn.soft {
            if !self.before.has_soft_bonus(&self.before.cars[self.index]) {
                let why = self.why_no_bonus();
                self.broken("FD-TIR-04", format!("Soft tyres give no extra space here: {why}."))?;
            }
            base += 1;
        }
        Ok(base.clamp(0, 100) as u16)
    }

    /// Returns the reason why soft tyres add no space to this move (FD-TIR-04, FD-TIR-09, R-61).
    fn why_no_bonus(&self) -> &'static str {
        let (rules, car) = (&self.before.terms.rules, &self.before.cars[self.index]);
        if !rules.tyres {
            "the race has no choice of tyres"
        } else if car.tyres != TyreSet::Soft {
            "the car has no soft tyres"
        } else if self.before.weather.is_rain() {
            "it rains"
        } else if car.waits {
            "the car is leaving its box"
        } else {
            "in this race soft tyres add a space in lap 1 only"
        }
    }

    /// Returns the number of spaces that nitro adds (FD-NIT-01, FD-NIT-02, FD-SKL-11).
    fn nitro(&mut self) -> Step<u8> {
        let (turn, gear) = (self.turn, self.car().gear);
        let Some(nitro) = turn.nitro else { return Ok(0) };
        if !self.state.terms.rules.road {
            self.broken("FD-NIT-01", "Only cars of road races have nitro.")?;
        }
        if self.car().nitro_used {
            self.broken("FD-NIT-01", "The car has already used nitro in this lap.")?;
        }
        let part = nitro.part.unwrap_or(gear);
        let is_free = !self.state.terms.rules.switches.whole_nitro;
        if part > gear || part == 0 || (part != gear && !is_free) {
            let gives = spaces(gear.into());
            let message = if is_free {
                format!(
                    "This nitro bonus is not possible: nitro gives at least 1 space, and at most {gives} in gear {gear}."
                )
            } else {
                format!(
                    "This nitro bonus is not possible: in this race nitro always gives its whole bonus, {gives} in this gear."
                )
            };
            self.broken("FD-NIT-02", message)?;
        }
        if nitro.better && !self.has(Skill::BetterNitro) {
            self.broken("FD-SKL-11", "Only a driver with Better Nitro gets 3 more spaces from nitro.")?;
        }
        self.car_mut().nitro_used = true;
        self.event(self.index, EventKind::UsedPower { power: "nitro" });
        Ok(part.min(6) + if nitro.better { 3 } else { 0 })
    }

    /// Returns the number of spaces that the skill Skidding Pro adds to the move, negative if it takes spaces away
    /// (FD-SKL-04). Each space costs one tyre point.
    fn skid(&mut self) -> Step<i8> {
        let skid = self.turn.skid;
        if skid == 0 {
            return Ok(0);
        }
        let uses = skid.unsigned_abs();
        if !self.has(Skill::SkiddingPro) {
            self.broken("FD-SKL-04", "Only a driver with the card Skidding Pro has skid control.")?;
        } else if self.car().wear[0] < uses {
            let left = self.car().wear[0];
            let message =
                format!("Skid control for {} costs tyre points: {uses} needed, {left} left.", spaces(uses.into()));
            self.broken("FD-SKL-04", message)?;
        }
        self.pay(self.index, Zone::Tyres, u16::from(uses), "skid control");
        self.event(self.index, EventKind::UsedPower { power: Skill::SkiddingPro.name() });
        Ok(skid.clamp(-20, 20))
    }

    /// Checks that the move passed through enough corners for skid control: one corner for each space that was added or
    /// taken away.
    pub(super) fn skid_corners(&mut self, walk: &super::walk::Walk) -> Step {
        if walk.touched < self.turn.skid.unsigned_abs() {
            let touched = walk.touched;
            let message = format!(
                "Too much skid control: one space is allowed for each corner that the move touches, and this move touches {touched}."
            );
            self.broken("FD-SKL-04", message)?;
        }
        Ok(())
    }
}
