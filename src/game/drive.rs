//! What a game tells computer drivers: the decisions of a turn, and what a lone car still needs.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::{CarId, Played, Progress, Rules};

/// The dice of a driven race: a generator whose numbers are the same on every machine for the same seed.
pub type Dice = ChaCha8Rng;

/// A decision with the number of turns that a lone car is expected to need after it, this turn included.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated<T> {
    /// The decision.
    pub what: T,
    /// The expected number of turns to the finish, this turn included. Fewer is better.
    pub turns: f64,
}

impl<T> Rated<T> {
    /// A decision, and the expected number of turns to the finish, this turn included.
    pub const fn new(what: T, turns: f64) -> Self {
        Self { what, turns }
    }

    /// Sorts decisions, the best first. Equal ones keep their order.
    pub fn sort(rated: &mut [Self]) {
        rated.sort_by(|one, other| one.turns.total_cmp(&other.turns));
    }
}

/// A turn that was carried out, with its dice, and its result.
pub type Driven<G> = (<G as Rules>::Turn, Played<<G as Rules>::State>);

/// What computer drivers must know about a game.
///
/// A turn is decided in two steps. A *call* is what a player decides before the dice, such as a gear. A *cast* is a
/// call with the result of its dice. The *uses* of a cast are the turns that it allows. Dice that are rolled after all
/// decisions are rolled by [`carry_out`](Drive::carry_out). In a game without dice, a call and a cast are the whole turn.
pub trait Drive: Rules {
    /// What a driver learns about a circuit before the race, such as tables of the turns that a lone car needs.
    type Knowledge: Send + Sync + 'static;
    /// What a player decides before the dice.
    type Call: Clone + fmt::Debug + Send + Sync;
    /// A call with the result of its dice.
    type Cast: Clone + fmt::Debug + Send + Sync;

    /// The number of rounds after which a driver that looks ahead stops trying and estimates.
    const ROUNDS_AHEAD: u32 = 3;

    /// How many times a driver that looks ahead plays on before a decision, unless a number is given.
    const ROLLOUTS: u32 = 120;

    /// Whether cars can get in each other's way. If not, drivers rate decisions as if each car were alone.
    const CARS_MEET: bool = true;

    /// Whether turns have dice. If not, a call is the whole turn, and everything is decided by it.
    const ROLLS_DICE: bool = true;

    /// The standard deviation of the turns that a car still needs, if it needs one more turn on average. Deviations
    /// grow with the square root of the turns.
    const SPREAD: f64 = 0.5;

    /// Learns a circuit, for races that begin like this one. Returns `None` if `progress` stopped the work.
    fn learn(track: &Self::Track, first: &Self::State, progress: Progress<'_>) -> Option<Self::Knowledge>;

    /// The round being played, and the car to act; no car if the race is over.
    fn clock(state: &Self::State) -> (u32, Option<CarId>);

    /// The number of turns that a car is expected to need to the finish, as if it were alone; not counting turns that
    /// it has made. Zero for a car that is not racing.
    fn needs(knowledge: &Self::Knowledge, track: &Self::Track, state: &Self::State, car: CarId) -> f64;

    /// The decisions that the car to act can make before its dice, the best first. Empty only if the race is over.
    fn calls(knowledge: &Self::Knowledge, track: &Self::Track, state: &Self::State) -> Vec<Rated<Self::Call>>;

    /// The same decisions, rated as well as is possible in a fraction of a second, for drivers that take their time.
    fn precise_calls(knowledge: &Self::Knowledge, track: &Self::Track, state: &Self::State) -> Vec<Rated<Self::Call>> {
        Self::calls(knowledge, track, state)
    }

    /// Rolls the dice of a call.
    fn cast(track: &Self::Track, state: &Self::State, call: &Self::Call, dice: &mut Dice) -> Self::Cast;

    /// The turns that a cast allows, the best first, without the dice that are rolled after them.
    fn uses(
        knowledge: &Self::Knowledge,
        track: &Self::Track,
        state: &Self::State,
        cast: &Self::Cast,
    ) -> Vec<Rated<Self::Turn>>;

    /// Rolls the dice that are left and plays the turn. Returns `None` if the turn is not legal. By default no dice are
    /// left.
    fn carry_out(track: &Self::Track, state: &Self::State, turn: &Self::Turn, dice: &mut Dice) -> Option<Driven<Self>>
    where
        Self: Sized,
    {
        let _ = dice;
        Some((turn.clone(), Self::play(track, state, turn).ok()?))
    }

    /// The call that a beginner makes by a rule of thumb; `None` if the race is over. By default the best call, which is
    /// right for games that leave nothing to decide.
    fn first_thought(
        knowledge: &Self::Knowledge,
        track: &Self::Track,
        state: &Self::State,
        dice: &mut Dice,
    ) -> Option<Self::Call> {
        let _ = dice;
        Self::calls(knowledge, track, state).into_iter().next().map(|rated| rated.what)
    }

    /// The use that a beginner makes of a cast, by a rule of thumb. By default the best use.
    fn first_use(
        knowledge: &Self::Knowledge,
        track: &Self::Track,
        state: &Self::State,
        cast: &Self::Cast,
    ) -> Option<Self::Turn> {
        Self::uses(knowledge, track, state, cast).into_iter().next().map(|rated| rated.what)
    }

    /// The fields of the turn that a call decides, as in files.
    fn call_fields(state: &Self::State, call: &Self::Call) -> Value;

    /// A call in players' words, such as "gear 4"; `None` if the call is a whole turn, which has a notation.
    fn call_words(call: &Self::Call) -> Option<String> {
        let _ = call;
        None
    }

    /// The cast that a recorded turn was made with; `None` if the turn has no dice, or unknown ones.
    fn cast_of(track: &Self::Track, state: &Self::State, turn: &Self::Turn) -> Option<Self::Cast> {
        let _ = (track, state, turn);
        None
    }
}
