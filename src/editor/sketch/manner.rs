//! The constants of a game's editor.

use super::{Action, Form, Grid, Tool};
use crate::geometry::{Surd, UNITS_PER_ONE};

/// What the editor offers for a game: tools, actions, words, grids and steps.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The tools.
    pub tools: &'static [Tool],
    /// The actions of this game, beside those of all games.
    pub actions: &'static [Action],
    /// The noun for a shape, and the noun for a shape or a point of one.
    pub words: [&'static str; 2],
    /// The grids to choose from, the finest first.
    pub grids: &'static [Grid],
    /// The default grid.
    pub grid: Grid,
    /// Whether shapes also snap to whole units from others and to their edges.
    pub has_snaps: bool,
    /// The distances the arrow keys move shapes, in hundredths of a unit: normal, far, fine.
    pub nudges: [i64; 3],
    /// The step for rotating shapes, in eighths of a full turn.
    pub eighths: i64,
    /// The hint on an empty board.
    pub empty: &'static str,
    /// The title of the search, and a sentence about what it searches for.
    pub sought: [&'static str; 2],
    /// The name of the zones that can be shown, if there are any.
    pub zones: Option<&'static str>,
    /// The unit of length, in the plural.
    pub unit: &'static str,
}

impl Manner {
    /// The defaults: no tools, grids for coordinates of two decimals.
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

    /// The form of a tool's shapes.
    #[must_use]
    pub fn form(&self, tool: &str) -> Form {
        self.tools.iter().find(|known| known.id == tool).map_or(Form::Point, |tool| tool.form)
    }

    /// The step of the arrow keys in a number field: a tenth if shapes may lie between grid points, else one.
    #[must_use]
    pub const fn field_step(&self) -> Surd {
        if self.nudges[0] < 100 { Surd::from_units(UNITS_PER_ONE / 10, 0) } else { Surd::ONE }
    }
}
