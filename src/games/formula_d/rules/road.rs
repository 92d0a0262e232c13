//! Rules that exist only in road races and apply along the route: the police, the checkpoint and scrap (FD-POL, FD-CHK,
//! FD-SKL-05, FD-SKL-08).

use super::playing::{Act, Step};
use crate::game::EventKind;
use crate::games::formula_d::options::{Skill, Zone};
use crate::games::formula_d::state::Contest;

/// The most wear points that a car gets from the police (FD-POL-02) or at a checkpoint (FD-CHK-01).
const REWARD: u8 = 2;

impl Act<'_> {
    /// Records the speed at which the car crosses the police line (FD-POL-01). The speed counts in the police contest
    /// of the car's current lap.
    pub(super) fn speed_trap(&mut self) {
        if !self.state.terms.rules.road || !self.track.has_police() {
            return;
        }
        let lap = self.car().lap.max(1);
        let speed = u16::from(Self::known(self.turn.face()).unwrap_or(0)) * 10;
        let car = self.index as u8;
        match self.state.police.iter_mut().find(|contest| contest.lap == lap) {
            Some(contest) => contest.crossings.push((car, speed)),
            None => self.state.police.push(Contest { lap, crossings: vec![(car, speed)], over: false }),
        }
    }

    /// Ends each police contest in which every racing car has now crossed the police line, and gives the winner its
    /// wear points (FD-POL-02).
    pub(super) fn police_reward(&mut self) -> Step {
        let mut winners: Vec<usize> = Vec::new();
        let cars = &self.state.cars;
        self.state.police.retain(|contest| {
            let has_crossed = |index: usize| contest.crossings.iter().any(|(car, _)| usize::from(*car) == index);
            let is_over = (0..cars.len()).all(|index| !cars[index].is_racing() || has_crossed(index));
            if is_over {
                // Of the cars with the highest speed, the one that crossed the police line first wins.
                let best = contest.crossings.iter().rev().max_by_key(|(_, speed)| *speed);
                winners.extend(best.map(|(car, _)| usize::from(*car)));
            }
            !is_over
        });
        let mut rest: Vec<_> = self.turn.gains.iter().copied().filter(|gain| gain.car.is_some()).collect();
        for winner in winners.into_iter().filter(|winner| self.state.cars[*winner].is_racing()).collect::<Vec<_>>() {
            let id = self.id(winner);
            let own: Vec<_> = rest.iter().copied().filter(|gain| gain.car == Some(id)).collect();
            rest.retain(|gain| gain.car != Some(id));
            self.distribute(winner, &own, REWARD, "FD-POL-02", "the police")?;
        }
        if let Some(car) = rest.first().and_then(|gain| gain.car) {
            let message = format!("Car {car} gets no wear points from the police in this turn: it has won no contest.");
            self.broken("FD-POL-02", message)?;
        }
        let lap = self.car().lap;
        let is_checked = self.state.terms.rules.road
            && lap > self.before.cars[self.index].lap
            && (2..=self.state.terms.laps).contains(&u32::from(lap));
        if !is_checked && self.turn.gains.iter().any(|gain| gain.car.is_none()) {
            let why = if self.state.terms.rules.road {
                "this move does not complete a lap, or completes the last lap"
            } else {
                "checkpoints belong to road races"
            };
            self.broken("FD-CHK-01", format!("The car receives no wear points in this turn: {why}."))?;
        }
        Ok(())
    }

    /// Gives the car new tyres and repairs at the end of every lap but the last (FD-CHK-01).
    pub(super) fn checkpoint(&mut self, lap: u16) -> Step {
        let terms = &self.state.terms;
        if !terms.rules.road || lap < 2 || u32::from(lap) > terms.laps {
            return Ok(());
        }
        self.regain(self.index, Zone::Tyres, u8::MAX, "checkpoint");
        let most = if self.has(Skill::ExperiencedMechanic) { 4 } else { REWARD };
        let gains: Vec<_> = self.turn.gains.iter().copied().filter(|gain| gain.car.is_none()).collect();
        self.distribute(self.index, &gains, most, "FD-CHK-01", "checkpoint")
    }

    /// Gives wear points to the damaged zones that the player chose. `gains` lists these zones with their points.
    fn distribute(
        &mut self,
        index: usize,
        gains: &[crate::games::formula_d::turn::Gain],
        most: u8,
        clause: &'static str,
        purpose: &'static str,
    ) -> Step {
        let id = self.id(index);
        let total: u16 = gains.iter().map(|gain| u16::from(gain.points)).sum();
        let mut wear = self.state.cars[index].wear;
        let mut wrong = (total > u16::from(most)).then(|| format!("the record gives {total}"));
        for gain in gains {
            let points = wear[gain.zone as usize].saturating_add(gain.points);
            let limit = self.state.limit(index, gain.zone);
            if gain.points == 0 {
                wrong.get_or_insert_with(|| format!("the {} would gain no points", gain.zone.name()));
            } else if points > limit {
                wrong.get_or_insert_with(|| {
                    format!("the {} would have {points}, but at most {limit} are allowed", gain.zone.name())
                });
            }
            wear[gain.zone as usize] = points;
        }
        if let Some(wrong) = wrong {
            let message = format!("Distribute up to {most} wear points over damaged zones of car {id}: {wrong}.");
            self.broken(clause, message)?;
        }
        for gain in gains {
            self.regain(index, gain.zone, gain.points.min(most), purpose);
        }
        Ok(())
    }

    /// Plays the skill Pile of Scrap: puts a marker on the space that the car leaves (FD-SKL-08).
    pub(super) fn drop_scrap(&mut self, driven: usize) -> Step {
        if !self.turn.scrap {
            return Ok(());
        }
        let wrong = if !self.has(Skill::PileOfScrap) {
            Some("Only a driver with the Pile of Scrap card can drop scrap.")
        } else if self.car().scrap_used {
            Some("The car has already dropped scrap in this lap.")
        } else {
            (driven == 0).then_some("Scrap is dropped on leaving a space, but this car does not move.")
        };
        if let Some(wrong) = wrong {
            self.broken("FD-SKL-08", wrong)?;
        }
        self.car_mut().scrap_used = true;
        self.marks.push(self.before.cars[self.index].at);
        self.event(self.index, EventKind::UsedPower { power: Skill::PileOfScrap.name() });
        Ok(())
    }
}
