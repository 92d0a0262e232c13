//! Reads and writes entries as lines of text, with moves as letters or as coordinates (RT-NOTE). Also writes the
//! records of turns.
//!
//! An entry is `1: 4R2D` or `1: (4,-2)`; a lost turn is `1: x`. Text after `#` is a comment.

mod record;

use super::VectorRacing;
use super::draft::Draft;
use super::options::Axis;
use super::setup::Setup;
use super::turn::{Action, Turn};
use crate::game::{Notation, NotationError, read_car};

pub use super::velocity::{MoveError, coordinates, letters, read_move};
pub use record::{Mark, Moment, RecordLine, record_line};

/// The form in which moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The letter form, such as `4R2D` (RT-NOTE-02).
    #[default]
    Letters,
    /// The coordinate form, such as `(4,-2)` (RT-NOTE-01).
    Coordinates,
}

impl Notation for VectorRacing {
    fn notation(turn: &Turn) -> String {
        line_in(turn, Form::Letters)
    }

    fn read_notation(line: &str) -> Result<Turn, NotationError> {
        let (car, action) = read_car(line, "1: 4R2D")?;
        let (action, at) = (action.text, action.trimmed().column);
        match action.trim() {
            "" => Err(NotationError::new(at, "expected a move, such as `4R2D` or `(4,-2)`, or `x` for a lost turn")),
            "x" | "X" => Ok(Turn::lost(car)),
            text => read_move(text)
                .map(|velocity| Turn::go(car, velocity))
                .map_err(|error| NotationError::new(at, error.to_string())),
        }
    }

    fn read_notation_in(draft: &Draft, setup: &Setup, line: &str) -> Result<Turn, NotationError> {
        read_in(line, setup.rules.as_ref().unwrap_or(&draft.rules).y_axis)
    }
}

/// Writes a turn as one line of notation. `form` says whether its move is written in letters or as coordinates.
#[must_use]
pub fn line_in(turn: &Turn, form: Form) -> String {
    let action = match (turn.action, form) {
        (Action::Lost, _) => "x".to_owned(),
        (Action::Move(velocity), Form::Letters) => letters(velocity),
        (Action::Move(velocity), Form::Coordinates) => coordinates(velocity),
    };
    format!("{}: {action}", turn.car)
}

/// Reads an entry from a line. `axis` says whether y grows upwards or downwards in the coordinate form. The letter form
/// does not depend on it.
pub(super) fn read_in(line: &str, axis: Axis) -> Result<Turn, NotationError> {
    let turn = VectorRacing::read_notation(line)?;
    let said = line.split_once('#').map_or(line, |(said, _)| said);
    Ok(match turn.action {
        Action::Move(velocity) if said.contains('(') => Turn::go(turn.car, axis.shown(velocity)),
        Action::Move(_) | Action::Lost => turn,
    })
}
