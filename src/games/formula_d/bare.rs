//! Makes circuits from bare graphs. A bare graph has spaces and edges but no lanes; other programs store circuits in
//! this form (section 1.2 of the rules ledger).
//!
//! The lanes are found by pairing each space with the space ahead of it. The pairs are chosen so that the lanes run as
//! straight as possible. The rank of a space (its distance along the lap) is measured along the middle lane. The
//! positions of the spaces show which spaces touch. Each garage of the pit lane gets a pit box beside it. Where two
//! parts of the circuit cross, one part becomes a bridge. A gap or error in the graph is fixed if there is only one
//! plausible way to fix it. Every fix is reported.

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
use crate::games::formula_d::draft::Id;
use smol_str::format_smolstr;

/// The kind of a space in a graph without lanes: straight, corner, pit lane or blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKind {
    /// The space is part of a straight.
    Straight,
    /// The space is part of a corner. The number is the number of stops that the corner demands.
    Corner(u8),
    /// The space is part of the pit lane.
    Pit,
    /// The space is blocked: its lane runs through it, but no car may stand on it.
    Blocked,
}

/// A space of a bare graph, which has spaces and edges but no lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct BareSpace {
    /// The space's id.
    pub id: Id,
    /// The coordinates of the space's centre on the board, y up, in any unit.
    pub at: [f64; 2],
    /// The kind of the space: straight, corner, pit lane or blocked.
    pub kind: BareKind,
    /// Whether the space has a finish mark: it lies on the finish line, or it is the first space past the line.
    pub finish: bool,
    /// The depth of the space in its corner: a number that rises from space to space along the corner, and drops where
    /// the next corner begins. `None` if the graph gives no depth.
    pub depth: Option<f64>,
    /// Whether the space is a garage of the pit lane.
    pub garage: bool,
    /// Whether the space is a grid slot.
    pub slot: bool,
}

/// A bare graph: a circuit as spaces and edges, without lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bare {
    /// The circuit's name.
    pub name: String,
    /// The spaces of the circuit.
    pub spaces: Vec<BareSpace>,
    /// The edges between the spaces, as pairs of indices in [`spaces`](Self::spaces).
    pub edges: Vec<[usize; 2]>,
    /// The weather chart; if empty, the circuit gets the standard chart.
    pub chart: Vec<ChartLine>,
    /// Notes made when the graph was read. Each note names a space, an edge or a value that was changed or left out.
    pub notes: Vec<Issue>,
}

/// The reason why no circuit can be made from a bare graph, which has spaces and edges but no lanes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BareError(String);

/// A circuit made from a bare graph, with notes on what was fixed or left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Furnished {
    /// The circuit, with lanes.
    pub draft: Draft,
    /// Notes on what was fixed or left out when the circuit was made.
    pub notes: Vec<Issue>,
}

/// Makes a circuit from a bare graph.
///
/// # Errors
/// Returns an error if no lanes can be found. To find other errors, pass the circuit to
/// [`validate`](crate::game::Rules::validate).
pub fn furnish(bare: &Bare) -> Result<Furnished, BareError> {
    furnish::furnish(bare)
}

/// Finds the lanes of a bare graph. Returns the number of spaces in each lane, the leftmost lane first.
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
    CornerDraft { id: format_smolstr!("C{number}"), stops, ..CornerDraft::default() }
}
