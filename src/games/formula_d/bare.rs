//! Circuits from bare graphs: spaces and edges without lanes, as other programs have them (ledger, section 1.2).
//!
//! Lanes come from a perfect matching of each space with the one ahead of it. Ranks come from the middle lane; contacts
//! from how spaces lie beside each other; pit boxes are put beside the spaces of the pit lane that are garages. Where parts of
//! the circuit cross, one of them becomes a bridge. What a graph leaves open or has wrong is fixed where that can be done
//! without doubt, and every change is reported.

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

/// What a space of a bare graph is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKind {
    /// Part of a straight.
    Straight,
    /// Part of a corner that demands so many stops.
    Corner(u8),
    /// Part of the pit lane.
    Pit,
    /// Part of a lane where no car may stand.
    Blocked,
}

/// A space of a bare graph.
#[derive(Clone, Debug, PartialEq)]
pub struct BareSpace {
    /// Its name.
    pub id: String,
    /// Where it is, y up, in any unit.
    pub at: [f64; 2],
    /// What it is for.
    pub kind: BareKind,
    /// Whether it is the first past the finish line, or on it.
    pub finish: bool,
    /// How far into its corner it is, where the graph says: tells corners apart that follow each other.
    pub depth: Option<f64>,
    /// Whether it is a garage of the pit lane.
    pub garage: bool,
    /// Whether cars start from it.
    pub slot: bool,
}

/// A bare graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bare {
    /// What the circuit is called.
    pub name: String,
    /// The spaces.
    pub spaces: Vec<BareSpace>,
    /// The edges, by places in the list of spaces.
    pub edges: Vec<[usize; 2]>,
    /// The weather chart; where it is empty the circuit gets the standard one.
    pub chart: Vec<ChartLine>,
    /// What reading the graph changed or left out.
    pub notes: Vec<Issue>,
}

/// Why a bare graph makes no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BareError(String);

/// A circuit with what had to be fixed, and what was left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Furnished {
    /// The circuit.
    pub draft: Draft,
    /// What the graph had wrong.
    pub notes: Vec<Issue>,
}

/// A circuit from a bare graph.
///
/// # Errors
/// What keeps it from having lanes at all; all else is left to [`validate`](crate::game::Rules::validate).
pub fn furnish(bare: &Bare) -> Result<Furnished, BareError> {
    furnish::furnish(bare)
}

/// The number of spaces of each lane that the matching finds, the leftmost lane first.
///
/// # Errors
/// What keeps the graph from having lanes.
pub fn lane_lengths(bare: &Bare) -> Result<Vec<usize>, BareError> {
    lanes::check_size(bare)?;
    let lanes = lanes::lanes(&prune::pruned(bare, &mut Vec::new()))?;
    Ok((0..lanes.count).map(|lane| lanes.in_lane(lane).count()).collect())
}

/// A corner without a name.
fn corner(number: usize, stops: u8) -> CornerDraft {
    CornerDraft { id: format!("C{number}"), stops, ..CornerDraft::default() }
}
