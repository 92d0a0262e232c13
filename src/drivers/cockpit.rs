//! Makes the decisions of novice and club drivers, from the circuit and the drivers' knowledge of it.

use rand::RngExt as _;

use super::forecast::{Forecast, forecast};
use crate::game::{Dice, Drive, Driven, Rated, View};

/// The largest random error, in turns, that is added to a club driver's rating of a decision.
pub(super) const CLUB_ERROR: f64 = 0.03;

/// A turn that a driver decided, together with its dice and its result.
pub type Decision<G> = Driven<G>;

/// A circuit, with the drivers' knowledge of it.
pub struct Cockpit<'a, G: Drive> {
    /// The circuit that the driver races on.
    pub track: &'a G::Track,
    /// The drivers' knowledge of the circuit.
    pub knowledge: &'a G::Knowledge,
}

impl<G: Drive> Clone for Cockpit<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Drive> Copy for Cockpit<'_, G> {}

impl<G: Drive + View> Cockpit<'_, G> {
    /// Decides a turn as a beginner would, and plays it.
    pub(super) fn novice(&self, state: &G::State, dice: &mut Dice) -> Option<Decision<G>> {
        let call = G::first_thought(self.knowledge, self.track, state, dice)?;
        let cast = G::cast(self.track, state, &call, dice);
        let turn = G::first_use(self.knowledge, self.track, state, &cast);
        let turn = turn.or_else(|| self.pick(G::uses(self.knowledge, self.track, state, &cast), 0.0, dice))?;
        G::carry_out(self.track, state, &turn, dice)
    }

    /// Decides a turn by looking one turn ahead, and plays it. The driver misjudges each decision by up to `error`
    /// turns.
    pub(super) fn club(&self, state: &G::State, error: f64, dice: &mut Dice) -> Option<Decision<G>> {
        let call = self.pick(G::calls(self.knowledge, self.track, state), error, dice)?;
        self.follow(state, &call, error, dice)
    }

    /// Decides a turn of a simulated race, and plays it. If cars affect each other, a club driver decides, and
    /// misjudges each decision by up to `error` turns. Otherwise, plays the decision that is best for a lone car.
    pub(super) fn play_on(&self, state: &G::State, error: f64, dice: &mut Dice) -> Option<Decision<G>> {
        if G::CARS_MEET {
            return self.club(state, error, dice);
        }
        let call = G::precise_calls(self.knowledge, self.track, state).into_iter().next()?.what;
        self.follow(state, &call, 0.0, dice)
    }

    /// Rolls the dice of a call (a decision before the dice are rolled), makes the best use of them, and plays the
    /// turn.
    pub(super) fn follow(&self, state: &G::State, call: &G::Call, error: f64, dice: &mut Dice) -> Option<Decision<G>> {
        let cast = G::cast(self.track, state, call, dice);
        let uses = G::uses(self.knowledge, self.track, state, &cast);
        let turn = self.pick(uses, error, dice)?;
        G::carry_out(self.track, state, &turn, dice)
    }

    /// Picks the decision with the best rating. A rating is the number of turns that the car still needs after the
    /// decision. If `error` is above 0, first adds a random number of turns, up to `error`, to each rating.
    pub(super) fn pick<T>(&self, rated: Vec<Rated<T>>, error: f64, dice: &mut Dice) -> Option<T> {
        let best = rated.first()?.turns;
        if error <= 0.0 {
            return rated.into_iter().next().map(|rated| rated.what);
        }
        let near = rated.into_iter().take_while(|rated| rated.turns <= best + error);
        let misjudged = near.map(|rated| (rated.turns + dice.random_range(0.0..error), rated.what));
        misjudged.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, what)| what)
    }

    /// Plays the first turn of the list of legal turns that [`Drive::carry_out`] accepts. Used if the driver finds no
    /// turn to rate.
    pub(super) fn any(&self, state: &G::State, dice: &mut Dice) -> Option<Decision<G>> {
        let mut listed = G::legal_turns(self.track, state).into_iter();
        listed.find_map(|legal| G::carry_out(self.track, state, &legal.turn, dice))
    }

    /// Returns the forecast for each car in a position, in grid order. It is computed from this position alone: no
    /// further turns are played.
    #[must_use]
    pub fn forecast(&self, state: &G::State) -> Vec<Forecast> {
        forecast::<G>(self.knowledge, self.track, state)
    }
}
