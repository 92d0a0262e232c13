//! What a game says of its editor, whatever the circuit.

use super::{Action, Form, Grid, Tool};
use crate::geometry::{Surd, UNITS_PER_ONE};

/// What a game says of its editor, whatever the circuit.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The tools.
    pub tools: &'static [Tool],
    /// The actions beside those of all games.
    pub actions: &'static [Action],
    /// What a shape is called, and what a shape or a point of one is.
    pub words: [&'static str; 2],
    /// The grids, the finest first.
    pub grids: &'static [Grid],
    /// The usual grid.
    pub grid: Grid,
    /// Whether shapes snap to whole units from others and to their edges, too.
    pub has_snaps: bool,
    /// By how many hundredths of a unit the arrow keys move shapes: usually, far, and a little.
    pub nudges: [i64; 3],
    /// By how many eighths of a full turn shapes are turned.
    pub eighths: i64,
    /// What to do where there is nothing on the board.
    pub empty: &'static str,
    /// What a search is about, in two words, and what it looks for, in a sentence.
    pub sought: [&'static str; 2],
    /// The zones that can be shown.
    pub zones: Option<&'static str>,
    /// What the unit of length is called, in the plural.
    pub unit: &'static str,
}

impl Manner {
    /// What is usual: no tools yet, grids for coordinates of two decimals.
    pub const USUAL: Self = Self {
        tools: &[],
        actions: &[],
        words: ["shape", "part"],
        grids: &[Grid::Off, Grid::Tenth, Grid::Half, Grid::Whole, Grid::Five],
        grid: Grid::Whole,
        has_snaps: false,
        nudges: [100, 500, 10],
        eighths: 2,
        empty: "",
        sought: [""; 2],
        zones: None,
        unit: "",
    };

    /// How shapes of a tool are drawn.
    #[must_use]
    pub fn form(&self, tool: &str) -> Form {
        self.tools.iter().find(|known| known.id == tool).map_or(Form::Point, |tool| tool.form)
    }

    /// One step of the arrow keys in a number field: a tenth where shapes lie between grid points, else one.
    #[must_use]
    pub const fn field_step(&self) -> Surd {
        if self.nudges[0] < 100 { Surd::from_units(UNITS_PER_ONE / 10, 0) } else { Surd::ONE }
    }
}
