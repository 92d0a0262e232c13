//! Rules that exist only in road races and apply along the route: the police, the checkpoint and scrap (FD-POL, FD-CHK,
//! FD-SKL-05, FD-SKL-08).

use super::playing::{Act, Step};
use crate::game::EventKind;
use crate::games::formula_d::options::{Skill, Zone};
use crate::games::formula_d::state::{Contest, Phase, State};

/// The most wear points that a car gets for winning a police contest (FD-POL-02), or at a checkpoint without the skill
/// Experienced Mechanic (FD-CHK-01).
const REWARD: u8 = 2;

impl Act<'_> {
    /// Records the speed at which the car crosses the police line (FD-POL-01). The speed counts in the police contest
    /// of the car's current lap. Qualifying laps have no contest.
    pub(super) fn speed_trap(&mut self) {
        if !self.state.terms.rules.road || !self.track.has_police() || self.state.phase != Phase::Race {
            return;
        }
        let (lap, is_early) = (self.car().lap.max(1), self.car().lap == 0);
        if lap <= self.state.police_over.0 {
            return;
        }
        let speed = u16::from(Self::known(self.turn.face()).unwrap_or(0)) * 10;
        let car = self.index as u8;
        let early = if is_early { 1 << car } else { 0 };
        match self.state.police.iter_mut().find(|contest| contest.lap == lap) {
            Some(contest) => {
                contest.crossings.push((car, speed));
                contest.early |= early;
            }
            None => self.state.police.push(Contest { lap, crossings: vec![(car, speed)], early, over: false }),
        }
    }

    /// Ends each police contest in which every racing car has now crossed the police line (FD-POL-02). Returns the
    /// winner of each of these contests.
    fn settle_contests(&mut self) -> Vec<usize> {
        let mut winners = Vec::new();
        let State { police, police_over, cars, .. } = &mut self.state;
        police.retain(|contest| {
            let has_crossed = |index: usize| {
                let count = contest.crossings.iter().filter(|(car, _)| usize::from(*car) == index).count();
                count > usize::from(contest.early >> index & 1 == 1)
            };
            let is_over = (0..cars.len()).all(|index| !cars[index].is_racing() || has_crossed(index));
            if is_over {
                // Of the cars with the highest speed, the one that crossed the police line first wins.
                let best = contest.crossings.iter().rev().max_by_key(|(_, speed)| *speed);
                winners.extend(best.map(|(car, _)| usize::from(*car)));
                police_over.0 = contest.lap.max(police_over.0);
            }
            !is_over
        });
        winners
    }

    /// Ends the police contests that are decided now, and gives the winners their wear points (FD-POL-02). A car that
    /// wins several contests at once gets the points of each.
    pub(super) fn police_reward(&mut self) -> Step {
        let wins = self.settle_contests();
        let mut rest: Vec<_> = self.turn.gains.iter().copied().filter(|gain| gain.car.is_some()).collect();
        for (place, winner) in wins.iter().copied().enumerate() {
            if wins[..place].contains(&winner) || !self.state.cars[winner].is_racing() {
                continue;
            }
            let id = self.id(winner);
            let own: Vec<_> = rest.iter().copied().filter(|gain| gain.car == Some(id)).collect();
            rest.retain(|gain| gain.car != Some(id));
            let count = wins.iter().filter(|other| **other == winner).count();
            let most = REWARD.saturating_mul(u8::try_from(count).unwrap_or(u8::MAX));
            self.distribute(winner, &own, most, "FD-POL-02", "the police")?;
        }
        if let Some(car) = rest.first().and_then(|gain| gain.car) {
            let has_won = self.state.index_of(car).is_some_and(|index| wins.contains(&index));
            let why = if has_won { "it is no longer racing" } else { "it has won no contest" };
            let message = format!("Car {car} gets no wear points from the police in this turn: {why}.");
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

    /// Gives the car new tyres and repairs at the end of every lap except the last (FD-CHK-01).
    pub(super) fn checkpoint(&mut self, lap: u16) -> Step {
        let terms = &self.state.terms;
        if !terms.rules.road || self.state.phase != Phase::Race || lap < 2 || u32::from(lap) > terms.laps {
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
            let message = format!(
                "The wear points for car {id} are wrong: {wrong}. Distribute up to {most} over its damaged zones."
            );
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
            (driven == 0).then_some("Scrap cannot be dropped in this turn, because the car does not leave its space.")
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
