//! Circuits from bare graphs: spaces and edges without lanes, as other programs store them (ledger, section 1.2).
//!
//! A perfect matching pairs each space with the one ahead of it, which gives the lanes. Ranks come from the middle
//! lane, contacts from the positions of the spaces. Each garage of the pit lane gets a pit box beside it. Where parts
//! of the circuit cross, one of them becomes a bridge. Gaps and errors of the graph are fixed if only one fix is
//! plausible, and every change is reported.

mod bridges;
mod corners;
mod course;
mod furnish;
mod lanes;
mod matching;
mod pit;
pub(super) mod place;
mod prune;
mod ranks;

use super::draft::{ChartLine, CornerDraft, Draft};
use crate::game::Issue;

/// The kind of a space in a bare graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKind {
    /// Part of a straight.
    Straight,
    /// Part of a corner that demands this number of stops.
    Corner(u8),
    /// Part of the pit lane.
    Pit,
    /// Part of a lane where no car may stand.
    Blocked,
}

/// A space of a bare graph.
#[derive(Clone, Debug, PartialEq)]
pub struct BareSpace {
    /// The id of the space.
    pub id: String,
    /// The position of the space, y up, in any unit.
    pub at: [f64; 2],
    /// The kind of space.
    pub kind: BareKind,
    /// Whether it lies on the finish line, or is the first space past it.
    pub finish: bool,
    /// Its depth in the corner, if the graph gives one. Depths tell apart corners that follow each other directly.
    pub depth: Option<f64>,
    /// Whether it is a garage of the pit lane.
    pub garage: bool,
    /// Whether it is a grid slot.
    pub slot: bool,
}

/// A bare graph: a circuit as spaces and edges, without lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bare {
    /// The circuit's name.
    pub name: String,
    /// The spaces.
    pub spaces: Vec<BareSpace>,
    /// The edges, as pairs of indices in the list of spaces.
    pub edges: Vec<[usize; 2]>,
    /// The weather chart; if empty, the circuit gets the standard one.
    pub chart: Vec<ChartLine>,
    /// Notes on what was changed or left out when the graph was read.
    pub notes: Vec<Issue>,
}

/// The reason why a bare graph cannot become a circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BareError(String);

/// A circuit made from a bare graph, with notes on what was fixed or left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Furnished {
    /// The circuit.
    pub draft: Draft,
    /// Notes on what was fixed or left out.
    pub notes: Vec<Issue>,
}

/// Makes a circuit from a bare graph.
///
/// # Errors
/// Returns an error if no lanes can be found. Every other fault is reported by
/// [`validate`](crate::game::Rules::validate).
pub fn furnish(bare: &Bare) -> Result<Furnished, BareError> {
    furnish::furnish(bare)
}

/// Returns the number of spaces in each lane that the matching finds, the leftmost lane first.
///
/// # Errors
/// Returns an error if no lanes can be found.
pub fn lane_lengths(bare: &Bare) -> Result<Vec<usize>, BareError> {
    lanes::check_size(bare)?;
    let lanes = lanes::lanes(&prune::pruned(bare, &mut Vec::new()))?;
    Ok((0..lanes.count).map(|lane| lanes.in_lane(lane).count()).collect())
}

/// Creates a corner without a name.
fn corner(number: usize, stops: u8) -> CornerDraft {
    CornerDraft { id: format!("C{number}"), stops, ..CornerDraft::default() }
}
