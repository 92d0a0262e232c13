//! What happens in a turn.

use serde::Serialize;

use super::CarId;

/// Something that happened in a turn, to a car.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// The car it happened to, or that did it.
    pub car: CarId,
    /// What.
    #[serde(flatten)]
    pub kind: EventKind,
}

impl EventKind {
    /// Whether it is a penalty of the game: standing still, going off the board, or what a game's own word stands for.
    #[must_use]
    pub const fn is_penalty(&self) -> bool {
        matches!(self, Self::Stopped | Self::Fell | Self::Collided { .. } | Self::Incident { sort: Sort::Penalty, .. })
    }
}

/// A car's turn in a corner that demands stops.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cornering {
    /// The corner, from 1.
    pub corner: u32,
    /// The space it came in on, in a turn that came in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered: Option<String>,
    /// Spaces of the corner it entered in this turn.
    pub spaces: u32,
    /// Spaces of the shortest way through.
    pub shortest: u32,
    /// Stops it has made there so far.
    pub stops: u32,
    /// Stops the corner demands.
    pub required: u32,
    /// Whether it left the corner.
    pub left: bool,
    /// Spaces it went beyond the corner without having made its stops.
    pub overshoot: u32,
}

/// The word for an [`EventKind::Incident`] that settles the order of the next round as the log of an imported game has it.
pub const ORDER_FROM_LOG: &str = "order decided by the log";

/// What sort of thing a game's own word stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// It costs the car dearly.
    Penalty,
    /// A flag or the weather: it changes the race for everybody.
    Flag,
    /// It helps the car.
    Boost,
}

/// The kinds of event, common to all games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum EventKind {
    /// The car moved this far, in the game's unit, measured along its path; `points` is the path.
    Moved {
        /// Along the path.
        distance: f64,
        /// The path, in world units.
        points: Vec<[f64; 2]>,
        /// The gear it moved in, where the game has gears.
        #[serde(skip_serializing_if = "Option::is_none")]
        gear: Option<u8>,
    },
    /// A die that decides how far a car goes was thrown.
    Thrown {
        /// What it showed.
        face: u32,
        /// What such dice show on average.
        mean: f64,
        /// Their variance.
        variance: f64,
    },
    /// What a turn did in a corner that demands stops: one for each corner a move touched, in order.
    Cornered(Cornering),
    /// A resource went down (or up, where negative).
    Spent {
        /// Its name, as in [`GameInfo::resources`](super::GameInfo::resources).
        resource: &'static str,
        /// How many points.
        amount: i32,
        /// On what.
        purpose: &'static str,
    },
    /// An attack on another car.
    Attacked {
        /// The car attacked.
        target: CarId,
        /// The rulebook's word for it.
        attack: &'static str,
    },
    /// The car ran into another one, at its own fault.
    Collided {
        /// That one.
        other: CarId,
        /// What becomes of the car, in the rulebook's words.
        outcome: &'static str,
    },
    /// Something else that the rulebook has a word for.
    Incident {
        /// The word.
        what: &'static str,
        /// What that does, in few words.
        detail: &'static str,
        /// What sort of thing it is.
        sort: Sort,
    },
    /// The car braked to a lower gear in need.
    Braked {
        /// The gear it had declared.
        from: u8,
        /// The gear it used.
        to: u8,
    },
    /// The car stood still: the game's penalty for a gear without a legal move.
    Stopped,
    /// The car went over the edge of the board.
    Fell,
    /// It missed its turn.
    MissedTurn,
    /// It is back on the board.
    CameBack,
    /// It used a token, in the rulebook's word for what that does.
    UsedPower {
        /// Which.
        power: &'static str,
    },
    /// It took another token for its own.
    TookPower {
        /// Which.
        power: &'static str,
    },
    /// It took its declaration back for another.
    Redeclared,
    /// The car gave way.
    GaveWay {
        /// To this one.
        to: CarId,
    },
    /// A visit to the pit lane began.
    Pitted {
        /// In the game's words.
        stop: &'static str,
    },
    /// The car announced its pit stop.
    BoxBox,
    /// The finish line was counted.
    Lap {
        /// The lap that begins, from 1.
        lap: u32,
    },
    /// The car is ahead of another in the new order, and was not before.
    Overtook {
        /// The one it passed.
        other: CarId,
    },
    /// The race is over for the car.
    Finished {
        /// Its place, from 1.
        rank: u32,
    },
    /// The car left the race: its player retired.
    Withdrew,
    /// The car is eliminated by what happened to it.
    Eliminated,
}
