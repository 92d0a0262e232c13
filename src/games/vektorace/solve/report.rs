//! The question and the results of a search.

use serde::Serialize;

use crate::game::words::many;
use crate::games::vektorace::{Edition, Turn};

/// The default limit for the memory that the tables of a search may take, in bytes.
pub const MOST_BYTES: u64 = 1_500_000_000;

/// A question for the solver: the edition and the points of a car, which results are wanted, and the limits of the
/// search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The edition whose rules are used. For the online edition, the search uses the rules of the second edition.
    pub edition: Edition,
    /// The number of points a car has for the lap, tyre and nitro together: 0 to 8.
    pub points: u8,
    /// Whether the track limits drawn on the circuit apply.
    pub track_limits: bool,
    /// The extent of the search: the fastest lap only, or all results.
    pub extent: Extent,
    /// The most memory that the tables of the search may take, in bytes.
    pub bytes: u64,
}

/// The extent of a search: the fastest lap only, or all results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The search looks only for the fastest lap, or for the reason why there is no lap.
    Lap,
    /// The search also examines the grid places, the corners, the pit lane and the squares that cars can reach.
    Everything,
}

impl Default for Question {
    fn default() -> Self {
        Self { edition: Edition::Second, points: 8, track_limits: false, extent: Extent::Everything, bytes: MOST_BYTES }
    }
}

/// The stage that a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The search maps the board: it finds where each piece has room.
    Board,
    /// The search computes the lower bound on the points that a lap needs.
    Bound,
    /// The search looks for a lap of this number of turns.
    Lap(usize),
    /// The search looks for laps from every grid place.
    Starts,
    /// The search finds the squares that cars can reach, turn by turn.
    Reach,
    /// The search checks the corners and the pit lane.
    Corners,
}

impl Stage {
    /// Returns the stage in words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Board => "Mapping the board".to_owned(),
            Self::Bound => "Finding a lower limit for the turns of a lap".to_owned(),
            Self::Lap(turns) => format!("Searching for a lap of {}", many(turns, "turn")),
            Self::Starts => "Searching from every grid place".to_owned(),
            Self::Reach => "Finding the squares that cars can reach".to_owned(),
            Self::Corners => "Checking the corners and the pit lane".to_owned(),
        }
    }

    /// Returns the estimated share of the work done before this stage, from 0 to 1.
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

/// Reports progress, and says when to end the search early.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// The search calls this function whenever it reaches a stage.
    pub report: &'a (dyn Fn(Stage) + Sync),
    /// Returns whether the search must stop at once, without an answer.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Returns whether the search must end early and return the answers found so far.
    pub conclude: &'a (dyn Fn() -> bool + Sync),
}

impl Progress<'_> {
    /// A `Progress` that reports nothing and never ends the search early.
    pub const SILENT: Self = Self { report: &|_| (), stop: &|| false, conclude: &|| false };
}

/// One turn of a lap.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LapTurn {
    /// The turn in the form in which a race records it.
    pub turn: Turn,
    /// The same turn in notation.
    pub notation: String,
    /// The gear played in this turn.
    pub gear: u8,
    /// The tyre points spent on this turn, including the points for declaring its gear.
    pub tyre: u8,
    /// The nitro points spent on this turn, including the points for declaring its gear.
    pub nitro: u8,
    /// The path of the move: its positions from the car's old place to its new one, in octagons.
    pub path: Vec<[f64; 2]>,
    /// The car's heading after the turn, 0 to 7.
    pub heading: u8,
    /// The numbers of the corners that this turn passes. Corners of the next lap are left out.
    pub corners: Vec<u8>,
    /// Whether the turn crosses the finish line.
    pub crosses: bool,
    /// The distance that the car has covered after the turn, in laps, with a fraction for a part of a lap. It is 0 at
    /// the first crossing of the finish line and negative before that.
    #[serde(skip)]
    pub progress: f64,
}

impl LapTurn {
    /// Describes in words the corners that the turn passes, and the finish line if the turn crosses it. Returns an
    /// empty text if the turn passes neither.
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

/// A lap, from the grid to the second crossing of the finish line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lap {
    /// The number of the grid place where the lap begins, from 1.
    pub place: u8,
    /// The starting gear of the lap.
    pub gear: u8,
    /// The tyre points that the lap needs.
    pub tyre: u8,
    /// The nitro points that the lap needs.
    pub nitro: u8,
    /// The lap's turns.
    pub turns: Vec<LapTurn>,
    /// The car's distance at the start, on its grid place, in laps. It is negative, because the distance is 0 at the
    /// first crossing of the finish line.
    #[serde(skip)]
    pub from: f64,
}

/// The last part of a sentence about a fastest lap: the cases that the search leaves out.
pub(in crate::games::vektorace) const EXCEPT: &str =
    "unless the car drives through the pit lane, takes a penalty or falls from the table";

/// The fastest lap.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fastest {
    /// The lap that was found.
    pub lap: Lap,
    /// The proved minimum number of turns of a clean lap from the places searched. A clean lap has no penalty and no
    /// fall from the table, and keeps out of the pit lane.
    pub at_least: usize,
    /// The number of states of the car that the search visited.
    pub states: usize,
}

impl Fastest {
    /// Whether it is proved that no clean lap from the places searched is faster. A clean lap has no penalty and no
    /// fall from the table, and keeps out of the pit lane.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.at_least == self.lap.turns.len()
    }

    /// Returns a sentence that says what is proved. `place` says where the laps begin, such as `from pole`.
    #[must_use]
    pub fn claim(&self, place: &str) -> String {
        if self.is_optimal() {
            format!("No lap {place} takes fewer turns, {EXCEPT}.")
        } else {
            format!("It is proved that a lap {place} takes at least {}, {EXCEPT}.", many(self.at_least as u64, "turn"))
        }
    }
}

/// The result of the search from one grid place in one starting gear.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StartReport {
    /// The number of the grid place, from 1.
    pub place: u8,
    /// The starting gear of the laps searched.
    pub gear: u8,
    /// The centre of the grid place, in octagons.
    pub at: [f64; 2],
    /// The lap with the fewest points that was found; `None` if no lap was found.
    pub lap: Option<LeastPoints>,
    /// The proved minimum number of turns. No lap from this grid place has fewer turns, even with all points that the
    /// question allows.
    pub turns_at_least: Option<usize>,
}

/// The lap with the fewest points, tyre and nitro together, that the search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeastPoints {
    /// The tyre points that the lap needs.
    pub tyre: u8,
    /// The nitro points that the lap needs.
    pub nitro: u8,
    /// The number of turns that the lap takes.
    pub turns: usize,
    /// Whether it is proved that no lap needs fewer points, tyre and nitro together.
    pub proved: bool,
}

/// The solver's results for one corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CornerReport {
    /// The corner's number, from 1.
    pub number: u8,
    /// The highest gear found in which a car can pass the corner and then finish its lap without a penalty. `None` if
    /// no such gear was found.
    pub entry_gear: Option<u8>,
    /// The number of cars that fit side by side on the corner's outside, up to 6.
    pub abreast: u8,
}

/// The result of a pit stop for one gear in which the car can enter the pit lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PitReport {
    /// The gear of the move that enters the lane.
    pub gear: u8,
    /// The largest number of points that the car may take at the stop; 0 if the car overshoots the exit.
    pub points: u8,
}

/// A heat map: the fewest turns in which a car's centre can reach each square. The car starts from pole and drives a
/// lap that is not much slower than the fastest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// The lower left corner of the map and of its first square, in octagons.
    pub from: [f64; 2],
    /// The side of a square, in octagons.
    pub side: f64,
    /// The map covers laps of at most this number of turns.
    pub within: usize,
    /// The number of squares in a row.
    pub columns: usize,
    /// The fewest turns found for each square, row by row from the bottom; 0 if no car was found to reach the square.
    pub turns: Vec<u8>,
}

/// The proved result of a search that ended early. Results that are missing from the [`Solution`] were not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CutShort {
    /// The proved minimum number of turns of a clean lap from the places searched. A clean lap has no penalty and no
    /// fall from the table, and keeps out of the pit lane.
    pub at_least: usize,
}

/// The reason why no lap was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The number, from 1, of the corner that no car can pass; `None` if the problem is not a corner.
    pub corner: Option<u8>,
    /// Whether it is certain that no lap exists. If it is not certain, the search found no lap within its limits.
    pub proved: bool,
    /// The problem that prevents a lap, in a sentence.
    pub message: String,
    /// A sentence that says why it is certain, or why it is not certain, that no lap exists.
    pub reason: String,
}

/// The solver's results for a circuit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// The edition whose rules were used for the search.
    pub edition: Edition,
    /// The number of points a car had for the lap, tyre and nitro together.
    pub points: u8,
    /// The distance of the car on pole from the pitwall's axis, in octagons. The rules allow other places for pole too,
    /// but the search tries only this one. `None` if the grid of a race was searched, or if no place is free.
    pub pole_aside: Option<f64>,
    /// A sentence that warns if the rules of the printed editions do not allow races on the circuit. The solver still
    /// searches for laps there.
    pub note: Option<String>,
    /// The fastest lap from pole in the best starting gear.
    pub fastest: Option<Fastest>,
    /// The reason why no lap from pole was found.
    pub refused: Option<Refusal>,
    /// The results for every grid place in every starting gear.
    pub starts: Vec<StartReport>,
    /// The results for every corner.
    pub corners: Vec<CornerReport>,
    /// The results for every gear in which a car was found to enter the pit lane.
    pub pit: Vec<PitReport>,
    /// The heat map of the squares that cars can reach.
    pub reach: Option<Reach>,
    /// Set if the search ended early. Some results may then be missing, because the search did not get to them.
    pub cut_short: Option<CutShort>,
}

impl Solution {
    /// Names the place from which the laps were searched, such as `from pole 1 octagon beside the pitwall's axis`.
    #[must_use]
    pub fn place(&self) -> String {
        let Some(aside) = self.pole_aside else { return "from the grid of this race".to_owned() };
        let octagons = if aside == 1.0 { "octagon" } else { "octagons" };
        format!("from pole {aside} {octagons} beside the pitwall's axis")
    }
}
