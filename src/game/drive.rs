//! The functions that a game provides for computer drivers. They list the decisions of a turn, and estimate the number
//! of turns that a lone car still needs to the finish.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::{CarId, Played, Progress, Rules};

/// The dice of a race between computer drivers. They are a random generator that gives the same numbers on every
/// machine for the same seed.
pub type Dice = ChaCha8Rng;

/// A decision and its rating. The rating is the expected number of turns to the finish after this decision, for a car
/// that is alone on the circuit. The current turn is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated<T> {
    /// The decision.
    pub what: T,
    /// The expected number of turns to the finish, including this turn. Fewer is better.
    pub turns: f64,
}

impl<T> Rated<T> {
    /// Makes a rated decision. `turns` is the expected number of turns to the finish, including this turn.
    pub const fn new(what: T, turns: f64) -> Self {
        Self { what, turns }
    }

    /// Sorts decisions by their expected number of turns, best first. Equally good decisions keep their order.
    pub fn sort(rated: &mut [Self]) {
        rated.sort_by(|one, other| one.turns.total_cmp(&other.turns));
    }
}

/// A turn that was carried out with all its dice, and the result of the turn.
pub type Driven<G> = (<G as Rules>::Turn, Played<<G as Rules>::State>);

/// The functions of a game that computer drivers need.
///
/// A turn is decided in two steps. A *call* is the player's decision before the dice, such as a gear. A *cast* is a
/// call with the result of its dice. The *uses* of a cast are the turns that the cast allows. Some dice are rolled
/// after all decisions: [`carry_out`](Drive::carry_out) rolls them. In a game without dice, a call and a cast are the
/// whole turn.
pub trait Drive: Rules {
    /// A computer driver's knowledge about a circuit, such as tables with the number of turns that a lone car needs. It
    /// is computed before the race.
    type Knowledge: Send + Sync + 'static;
    /// The player's decision before the dice.
    type Call: Clone + fmt::Debug + Send + Sync;
    /// A call (the player's decision before the dice) with the result of its dice.
    type Cast: Clone + fmt::Debug + Send + Sync;

    /// The number of rounds that a driver looks ahead. For the rest of the race, the driver uses an estimate.
    const ROUNDS_AHEAD: u32 = 3;

    /// The default number of rollouts (trial continuations of the race) before a decision, for all compared options
    /// together.
    const ROLLOUTS: u32 = 120;

    /// Whether cars can get in each other's way. If this is false, drivers rate decisions as if each car were alone.
    const CARS_MEET: bool = true;

    /// Whether turns have dice. In a game without dice, the player's first decision is the whole turn.
    const ROLLS_DICE: bool = true;

    /// Computes what computer drivers need to know about a circuit, for races that begin in the state `first`. Returns
    /// `None` if `progress` stopped the work.
    fn learn(track: &Self::Track, first: &Self::State, progress: Progress<'_>) -> Option<Self::Knowledge>;

    /// The round that is being played, and the car to act. There is no car to act if the race is over.
    fn clock(state: &Self::State) -> (u32, Option<CarId>);

    /// The uncertainty of the number of turns that a car still needs in this state. The value is the standard deviation
    /// for a car that needs one more turn on average. For a car that needs `n` more turns on average, the standard
    /// deviation is this value times the square root of `n`. A game whose numbers are less certain in some states returns
    /// a larger value there.
    fn spread(knowledge: &Self::Knowledge, track: &Self::Track, state: &Self::State) -> f64;

    /// The number of turns that a car is expected to need from this state to the finish if it is alone on the circuit.
    /// The number is zero for a car that has finished. For a car that is out, the number is larger than the number of
    /// turns of any race.
    fn needs(knowledge: &Self::Knowledge, track: &Self::Track, state: &Self::State, car: CarId) -> f64;

    /// The decisions that the car to act can make before its dice are rolled, best first. The list is empty only if the
    /// race is over.
    fn calls(knowledge: &Self::Knowledge, track: &Self::Track, state: &Self::State) -> Vec<Rated<Self::Call>>;

    /// The same decisions as [`calls`](Drive::calls), but with the most accurate ratings that can be computed in less
    /// than a second. Drivers that may think longer use these ratings.
    fn precise_calls(knowledge: &Self::Knowledge, track: &Self::Track, state: &Self::State) -> Vec<Rated<Self::Call>> {
        Self::calls(knowledge, track, state)
    }

    /// Rolls the dice for a call (a decision before the dice). Returns the call with the result of its dice.
    fn cast(track: &Self::Track, state: &Self::State, call: &Self::Call, dice: &mut Dice) -> Self::Cast;

    /// Returns the turns that a cast (a call with the result of its dice) allows, best first. Dice that are rolled only
    /// after the player has chosen one of these turns have no result yet.
    fn uses(
        knowledge: &Self::Knowledge,
        track: &Self::Track,
        state: &Self::State,
        cast: &Self::Cast,
    ) -> Vec<Rated<Self::Turn>>;

    /// Rolls the remaining dice and plays the turn. Returns `None` if the turn is not legal. By default, there are no
    /// remaining dice.
    fn carry_out(track: &Self::Track, state: &Self::State, turn: &Self::Turn, dice: &mut Dice) -> Option<Driven<Self>>
    where
        Self: Sized,
    {
        let _ = dice;
        Some((turn.clone(), Self::play(track, state, turn).ok()?))
    }

    /// Returns the call (the decision before the dice) that a beginner makes by a simple rule; `None` if the race is
    /// over. In a game that defines no such rule, the beginner makes the best call.
    fn first_thought(
        knowledge: &Self::Knowledge,
        track: &Self::Track,
        state: &Self::State,
        dice: &mut Dice,
    ) -> Option<Self::Call> {
        let _ = dice;
        Self::calls(knowledge, track, state).into_iter().next().map(|rated| rated.what)
    }

    /// Returns the turn that a beginner chooses from the uses of a cast (the turns that its dice allow). A game can
    /// define a simple rule for this; without such a rule, the beginner chooses the best use.
    fn first_use(
        knowledge: &Self::Knowledge,
        track: &Self::Track,
        state: &Self::State,
        cast: &Self::Cast,
    ) -> Option<Self::Turn> {
        Self::uses(knowledge, track, state, cast).into_iter().next().map(|rated| rated.what)
    }

    /// Returns the fields of a turn that are set by a call (the decision before the dice): their names and values, as
    /// written in files.
    fn call_fields(state: &Self::State, call: &Self::Call) -> Value;

    /// Describes a call (the decision before the dice) in players' words, such as "gear 4". Returns `None` if the call
    /// is a whole turn, which is shown in its notation instead.
    fn call_words(call: &Self::Call) -> Option<String> {
        let _ = call;
        None
    }

    /// Returns the cast of a recorded turn: its decision before the dice, with the result of the dice. Returns `None`
    /// if the turn has no dice, or if their results are unknown.
    fn cast_of(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Option<Self::Cast> {
        let _ = (track, state, turn);
        None
    }
}
