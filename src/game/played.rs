//! The results of turns, and the turns and places that the next move may choose.

use std::borrow::Cow;

use super::{CarId, Cost, Event, EventKind, IllegalTurn};

/// The result of a turn: the next state and the events.
#[derive(Clone, Debug)]
pub struct Played<S> {
    /// The state of the race after the turn.
    pub state: S,
    /// The events of the turn, in order.
    pub events: Vec<Event>,
}

/// Whether an entry of `car` with these events is a turn. If the car only gave way, the entry is not its turn, because
/// the car plays its turn later in the round. If the car only left the race, it did not drive a turn.
#[must_use]
pub fn is_turn(car: CarId, events: &[Event]) -> bool {
    let own = || events.iter().filter(|event| event.car == car).map(|event| &event.kind);
    let only = own().any(|event| matches!(event, EventKind::GaveWay { .. } | EventKind::Withdrew));
    !only || own().any(|event| matches!(event, EventKind::Moved { .. }))
}

/// A turn that was played although it may break rules, so that the following turns can still be shown.
#[derive(Clone, Debug)]
pub struct Forced<S> {
    /// The state after the turn, and the events of the turn.
    pub played: Played<S>,
    /// The first rule that the turn breaks; `None` for a legal turn.
    pub illegal: Option<IllegalTurn>,
}

/// A legal turn, with its cost and its result.
#[derive(Clone, Debug)]
pub struct LegalTurn<T> {
    /// The turn, in the form that is recorded.
    pub turn: T,
    /// The turn's cost, one entry for each resource. Borrowed if the game keeps a table of costs.
    pub cost: Cow<'static, [Cost]>,
    /// The point on the board where the car's centre is after the turn, in the game's unit.
    pub at: [f64; 2],
    /// The direction that the car faces after the turn, 0 to 7; `None` if the game has no directions.
    pub dir: Option<u8>,
    /// Whether the turn is available before any piece is placed. In VektoRace online, some turns become available only
    /// after the turn's first piece is placed (ruling R-52). This field is `false` for these turns.
    pub at_once: bool,
}

/// A place on the board where the next move of the car to act could end. The player sees legal and illegal places.
/// Several turns can lead to one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The centre of the car at this place, in the game's unit.
    pub at: [f64; 2],
    /// The direction of the car at this place, 0 to 7; `None` if the game has no directions.
    pub dir: Option<u8>,
    /// The outline of the car at this place, in world units.
    pub outline: Vec<[f64; 2]>,
    /// The whole move to this place, in a few words.
    pub words: String,
    /// The cost of the cheapest route to this place.
    pub cost: Vec<Cost>,
    /// The costs of all routes to this place.
    /// Leaves out a route if another route is at least as cheap in every resource. Empty if `cost` is the only cost.
    pub costs: Vec<Vec<Cost>>,
    /// The crash of the move to this place, in words with its cost; `None` if the car does not crash.
    pub crash: Option<String>,
    /// The reason why the car must not end at this place; `None` if the place is legal.
    pub illegal: Option<IllegalTurn>,
    /// The routes to this place. Each route is a JSON object that stands for one or more turns. It contains the fields
    /// that have the same value in all these turns. The value `null` means that none of these turns has the field.
    pub ways: Vec<serde_json::Value>,
}

impl Place {
    /// Makes a legal place without costs, from its centre, its outline and a description of the whole move.
    #[must_use]
    pub fn new(at: [f64; 2], outline: Vec<[f64; 2]>, words: impl Into<String>) -> Self {
        let (words, cost, costs, ways) = (words.into(), Vec::new(), Vec::new(), Vec::new());
        Self { at, dir: None, outline, words, cost, costs, crash: None, illegal: None, ways }
    }
}
