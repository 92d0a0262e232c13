//! Events: the things that happen in a turn.

use serde::Serialize;

use super::CarId;

/// Something that happened in a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// The car that caused the event, or that the event happened to.
    pub car: CarId,
    /// The kind of event, with its facts.
    #[serde(flatten)]
    pub kind: EventKind,
}

impl EventKind {
    /// Whether the event is a penalty: standing still, falling off the board, a collision, or an incident that the
    /// game counts as a penalty.
    #[must_use]
    pub const fn is_penalty(&self) -> bool {
        matches!(self, Self::Stopped | Self::Fell | Self::Collided { .. } | Self::Incident { sort: Sort::Penalty, .. })
    }
}

/// The facts about one turn of a car in a corner that requires stops.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cornering {
    /// The corner's number, from 1.
    pub corner: u32,
    /// The space on which the car entered the corner. `None` if the car was already in the corner, or did not enter it
    /// in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered: Option<String>,
    /// The number of the corner's spaces that the car entered in this turn.
    pub spaces: u32,
    /// The number of spaces on the shortest path through the corner.
    pub shortest: u32,
    /// The number of stops that the car has made in the corner so far.
    pub stops: u32,
    /// The number of stops that the corner requires.
    pub required: u32,
    /// Whether the car left the corner.
    pub left: bool,
    /// The number of spaces that the car drove beyond the corner without having made all its stops.
    pub overshoot: u32,
}

/// The name of an [`EventKind::Incident`] in an imported race. It means that some cars were exactly level, so their
/// order in the round was taken from the log of the race.
pub const ORDER_FROM_LOG: &str = "order decided by the log";

/// The effect of an [`EventKind::Incident`] on the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// A penalty or another large loss for the car.
    Penalty,
    /// A flag or the weather, which changes the race for everybody.
    Flag,
    /// An advantage for the car, such as an extra throw of the dice.
    Boost,
}

/// The kinds of event. All games use these kinds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum EventKind {
    /// The car moved.
    Moved {
        /// The length of the car's path, in the game's unit.
        distance: f64,
        /// The points of the car's path, in world units.
        points: Vec<[f64; 2]>,
        /// The gear the car moved in; `None` if the game has no gears.
        #[serde(skip_serializing_if = "Option::is_none")]
        gear: Option<u8>,
    },
    /// The player rolled a die for the car's distance.
    Thrown {
        /// The number that was rolled.
        face: u32,
        /// The mean result of this kind of die.
        mean: f64,
        /// The variance of the results of this kind of die.
        variance: f64,
    },
    /// The car moved in a corner that requires stops. If a move touches several corners, there is one such event for
    /// each corner, in order.
    Cornered(Cornering),
    /// The car spent points of a resource. If the amount is negative, the car gained points.
    Spent {
        /// The resource's name, as in [`GameInfo::resources`](super::GameInfo::resources).
        resource: &'static str,
        /// The number of points spent; negative for points gained.
        amount: i32,
        /// The reason for spending the points.
        purpose: &'static str,
        /// Whether the loss is an incident of its own, such as damage. `false` for the price of a choice, for a gain,
        /// and for points lost in an incident that has an event already.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        incident: bool,
    },
    /// The car took the slipstream of another car. It moved up behind it, which costs nothing and does no harm.
    Slipstreamed {
        /// The car ahead.
        other: CarId,
    },
    /// The car attacked another car.
    Attacked {
        /// The car that was attacked.
        target: CarId,
        /// The rulebook's word for the attack.
        attack: &'static str,
    },
    /// The car ran into another car and was at fault.
    Collided {
        /// The car that was hit.
        other: CarId,
        /// The consequence for the car at fault, in the rulebook's words.
        outcome: &'static str,
    },
    /// An event that fits no other kind in this list. It has the name that the rulebook gives it.
    Incident {
        /// The incident's name in the rulebook.
        what: &'static str,
        /// The incident's effect, in a few words.
        detail: &'static str,
        /// Whether the incident harms the car, helps it, or changes the race for all.
        sort: Sort,
    },
    /// The car had to brake to a lower gear.
    Braked {
        /// The gear the car had declared.
        from: u8,
        /// The lower gear that the car used instead of the declared gear.
        to: u8,
    },
    /// The car stood still. This is the penalty for having no legal move in its gear.
    Stopped,
    /// The car fell off the board.
    Fell,
    /// The car missed its turn.
    MissedTurn,
    /// The car returned to the board.
    CameBack,
    /// The car used one of its tokens, such as a Super Power.
    UsedPower {
        /// The name of the token used.
        power: &'static str,
    },
    /// The car took over a token, such as a Super Power, from another car.
    TookPower {
        /// The name of the token that the car took.
        power: &'static str,
    },
    /// The car changed its declared gear.
    Redeclared,
    /// The car gave way to another car.
    GaveWay {
        /// The other car, which now moves first.
        to: CarId,
    },
    /// The car began a stop in the pit lane.
    Pitted {
        /// The kind of stop, in the game's words.
        stop: &'static str,
    },
    /// The car's player announced its pit stop.
    BoxBox,
    /// The car crossed the finish line.
    Lap {
        /// The number of the lap that begins, from 1.
        lap: u32,
    },
    /// The car passed another car in the order of the race.
    Overtook {
        /// The car that was passed.
        other: CarId,
    },
    /// The car finished the race.
    Finished {
        /// The car's finishing rank, from 1.
        rank: u32,
    },
    /// The race ended for the car before it crossed the line for the last time, because no other car was left. It is
    /// ranked after the cars that finished (rule VR-WIN-04 of VektoRace).
    Classified {
        /// The car's rank, from 1.
        rank: u32,
    },
    /// The car left the race because its player withdrew it.
    Withdrew,
    /// The car was eliminated.
    Eliminated {
        /// The reason, in the words that the game uses for the damage.
        cause: &'static str,
    },
}
