//! The constants of a game's editor.

use super::{Action, Form, Grid, Layer, Tool};
use crate::geometry::{Surd, UNITS_PER_ONE};

/// The constants of the editor for one game: tools, actions, words, grids and steps.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The tools with which the user draws shapes of this game.
    pub tools: &'static [Tool],
    /// The actions that only this game has.
    pub actions: &'static [Action],
    /// The layers of the game's circuits.
    pub layers: &'static [Layer],
    /// Two nouns in the singular, such as "shape" and "part". The first means a shape of this game. The second means a
    /// shape or a point of a shape.
    pub words: [&'static str; 2],
    /// The grids that the user can choose from, from fine to coarse.
    pub grids: &'static [Grid],
    /// The grid that shapes snap to until the user chooses another grid.
    pub grid: Grid,
    /// The name of the switch that lets shapes snap to positions in line with other shapes, such as "angles". `None` if
    /// shapes snap only to the grid.
    pub steps: Option<&'static str>,
    /// Three distances by which the arrow keys move shapes, in hundredths of a unit: the normal distance, a larger
    /// distance and a smaller one.
    pub nudges: [i64; 3],
    /// The angle by which shapes rotate at each press of a rotation key, in eighths of a full turn.
    pub eighths: i64,
    /// The hint that is shown on an empty board.
    pub empty: &'static str,
    /// Two texts: the title of the game's search, such as "Fastest race", and a sentence that explains the search.
    pub sought: [&'static str; 2],
    /// The name of the zones that can be shown on the board; `None` if the game has no zones.
    pub zones: Option<&'static str>,
    /// The word for the game's unit of length, in the plural, such as "squares".
    pub unit: &'static str,
}

impl Manner {
    /// The default constants. They have no tools, actions or layers, and their grids suit coordinates with two
    /// decimals.
    pub const USUAL: Self = Self {
        tools: &[],
        actions: &[],
        layers: &[],
        words: ["shape", "part"],
        grids: &[Grid::Off, Grid::Tenth, Grid::Half, Grid::Whole, Grid::Five],
        grid: Grid::Whole,
        steps: None,
        nudges: [100, 500, 10],
        eighths: 2,
        empty: "",
        sought: [""; 2],
        zones: None,
        unit: "",
    };

    /// The form of a tool's shapes: a point, a line, a closed line and so on.
    #[must_use]
    pub fn form(&self, tool: &str) -> Form {
        self.tools.iter().find(|known| known.id == tool).map_or(Form::Point, |tool| tool.form)
    }

    /// The amount by which an arrow key changes the value of a number field: a tenth if shapes may lie between grid
    /// points, and one otherwise.
    #[must_use]
    pub const fn field_step(&self) -> Surd {
        if self.nudges[0] < 100 { Surd::from_units(UNITS_PER_ONE / 10, 0) } else { Surd::ONE }
    }
}
