//! What a proof says.

use serde::Serialize;

use crate::games::vektorace::{Edition, Turn};

/// The most memory that tables take where nothing else is said, in bytes.
pub const MOST_BYTES: u64 = 1_500_000_000;

/// What is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Whose rules: one of the printed editions.
    pub edition: Edition,
    /// Points of either kind a car has for the lap, 0 to 8.
    pub points: u8,
    /// Whether the limits drawn on the circuit bind.
    pub track_limits: bool,
    /// How much is asked.
    pub extent: Extent,
    /// The most memory that tables may take, in bytes.
    pub bytes: u64,
}

/// How much of a proof is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The fastest lap, or why there is none.
    Lap,
    /// Also the places of the grid, the corners, the pit lane and what is in reach.
    Everything,
}

impl Default for Question {
    fn default() -> Self {
        Self { edition: Edition::Second, points: 8, track_limits: false, extent: Extent::Everything, bytes: MOST_BYTES }
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finding where there is room for which move.
    Board,
    /// Bounding from below.
    Bound,
    /// Looking for a lap of so many turns.
    Lap(usize),
    /// Looking from the other places of the grid.
    Starts,
    /// Looking where cars can be, turn by turn.
    Reach,
    /// Looking at corners and pit lane.
    Corners,
}

impl Stage {
    /// In words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Board => "Measuring the board".to_owned(),
            Self::Bound => "Bounding the fastest lap".to_owned(),
            Self::Lap(turns) => format!("Looking for a lap of {turns} turns"),
            Self::Starts => "Starting from every grid place".to_owned(),
            Self::Reach => "Finding every place within reach".to_owned(),
            Self::Corners => "Trying the corners and the pit lane".to_owned(),
        }
    }

    /// How much of the work lies behind it, from 0 to 1, as a guess.
    #[must_use]
    pub const fn share(self) -> f32 {
        match self {
            Self::Board => 0.0,
            Self::Bound => 0.4,
            Self::Lap(_) => 0.55,
            Self::Starts => 0.65,
            Self::Reach => 0.75,
            Self::Corners => 0.9,
        }
    }
}

/// Reports progress, and ends the work early.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Takes what begins.
    pub report: &'a (dyn Fn(Stage) + Sync),
    /// Whether to stop: nobody waits for an answer any more.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether to come to an end: the answer is what is known by then.
    pub conclude: &'a (dyn Fn() -> bool + Sync),
}

impl Progress<'_> {
    /// Reports to nobody and never ends early.
    pub const SILENT: Self = Self { report: &|_| (), stop: &|| false, conclude: &|| false };
}

/// A turn of a lap.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LapTurn {
    /// What is played: an entry of a race as files hold it.
    pub turn: Turn,
    /// The same in notation.
    pub notation: String,
    /// The gear played.
    pub gear: u8,
    /// Tyre points spent, with those of the declaration before it.
    pub tyre: u8,
    /// Nitro points spent, with those of the declaration before it.
    pub nitro: u8,
    /// The points the move goes through, from where the car was, in octagons.
    pub path: Vec<[f64; 2]>,
    /// Where the car looks afterwards, 0 to 7.
    pub heading: u8,
    /// The numbers of the corners that this turn passes; none beyond the last of the lap.
    pub corners: Vec<u8>,
    /// Whether the turn crosses the line.
    pub crosses: bool,
}

impl LapTurn {
    /// The corners and the line that the turn passes, in words; empty where it passes none of them.
    #[must_use]
    pub fn passes(&self) -> String {
        let numbers: Vec<String> = self.corners.iter().map(ToString::to_string).collect();
        let corners = match numbers.as_slice() {
            [] => None,
            [one] => Some(format!("corner {one}")),
            several => Some(format!("corners {}", several.join(", "))),
        };
        let line = self.crosses.then(|| "the line".to_owned());
        corners.into_iter().chain(line).collect::<Vec<_>>().join(" and ")
    }
}

/// A lap, from standing on the grid to crossing the line for the second time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lap {
    /// The grid place, from 1.
    pub place: u8,
    /// The starting gear.
    pub gear: u8,
    /// Tyre points it takes.
    pub tyre: u8,
    /// Nitro points it takes.
    pub nitro: u8,
    /// Its turns.
    pub turns: Vec<LapTurn>,
}

/// The fastest lap.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fastest {
    /// A lap.
    pub lap: Lap,
    /// No clean lap from this place has fewer turns.
    pub at_least: usize,
    /// Positions looked at.
    pub states: usize,
}

impl Fastest {
    /// Whether no clean lap is quicker.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.at_least == self.lap.turns.len()
    }
}

/// A grid place and a starting gear.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StartReport {
    /// The place, from 1.
    pub place: u8,
    /// The starting gear.
    pub gear: u8,
    /// Where its centre is.
    pub at: [f64; 2],
    /// A lap that takes the fewest points found; none where none was found.
    pub lap: Option<LeastPoints>,
    /// No lap from here has fewer turns, with all the points of the question.
    pub turns_at_least: Option<usize>,
}

/// A lap that saves points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeastPoints {
    /// Tyre points it takes.
    pub tyre: u8,
    /// Nitro points it takes.
    pub nitro: u8,
    /// Its turns.
    pub turns: usize,
    /// Whether no lap takes fewer points in all.
    pub proved: bool,
}

/// A corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CornerReport {
    /// Its number, from 1.
    pub number: u8,
    /// The highest gear found in which a car passes it and still finishes its lap without a penalty.
    pub entry_gear: Option<u8>,
    /// How many cars find room side by side on its outside, up to six.
    pub abreast: u8,
}

/// A way into the pit lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PitReport {
    /// The gear of the move that enters it.
    pub gear: u8,
    /// The points the stop gives; none where the car overshoots the exit.
    pub points: u8,
}

/// In how many turns the middle of a car can be where, from the first place of the grid and on laps that are not much
/// slower than the fastest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// The lower left corner of the first square.
    pub from: [f64; 2],
    /// The side of a square, in octagons.
    pub side: f64,
    /// The laps that are meant have at most so many turns.
    pub within: usize,
    /// Squares in a row.
    pub columns: usize,
    /// By rows from below: the fewest turns found, 0 where no car was found to come.
    pub turns: Vec<u8>,
}

/// What is known where the work came to an end early: the rest of the solution was not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CutShort {
    /// No clean lap from pole has fewer turns.
    pub at_least: usize,
}

/// Why a circuit cannot be raced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The corner nobody gets round, from 1; none where it is the line.
    pub corner: Option<u8>,
    /// Whether it is certain; otherwise no way was found within reasonable time.
    pub proved: bool,
    /// In a sentence.
    pub message: String,
    /// What makes it certain, or leaves it open, in a sentence.
    pub reason: String,
}

/// What was found out about a circuit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// The edition.
    pub edition: Edition,
    /// The points of the question.
    pub points: u8,
    /// Why no race is run here by that edition although its laps can be proved; in a sentence.
    pub note: Option<String>,
    /// The fastest lap from the first place of the grid in the best starting gear.
    pub fastest: Option<Fastest>,
    /// Why there is none.
    pub refused: Option<Refusal>,
    /// Every place of the grid in every starting gear.
    pub starts: Vec<StartReport>,
    /// Every corner.
    pub corners: Vec<CornerReport>,
    /// Every gear in which a car was found to enter the pit lane.
    pub pit: Vec<PitReport>,
    /// What is in reach.
    pub reach: Option<Reach>,
    /// Set where the work came to an end early: then nothing follows from what is not there.
    pub cut_short: Option<CutShort>,
}
