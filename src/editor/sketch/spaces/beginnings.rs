//! What a new circuit of spaces begins with.

use crate::editor::sketch::Beginning;
use crate::games::formula_d::{Draft, lay};

fn circuit(name: &str, lanes: u8, line: &[[f64; 2]]) -> Draft {
    lay(&Draft { name: name.to_owned(), lanes, ..Draft::default() }, line)
}

pub(super) fn all() -> Vec<Beginning<Draft>> {
    vec![
        Beginning {
            name: "Oval",
            line: "Two straights and two long bends, three lanes.",
            draft: circuit(
                "Oval",
                3,
                &[
                    [0.0, 0.0],
                    [14.0, 0.0],
                    [24.0, 3.0],
                    [29.0, 11.0],
                    [24.0, 19.0],
                    [14.0, 22.0],
                    [-14.0, 22.0],
                    [-24.0, 19.0],
                    [-29.0, 11.0],
                    [-24.0, 3.0],
                    [-14.0, 0.0],
                ],
            ),
        },
        Beginning {
            name: "Hook",
            line: "A hairpin, a chicane and a long straight back: bends to both sides.",
            draft: circuit(
                "Hook",
                3,
                &[
                    [0.0, 0.0],
                    [20.0, 0.0],
                    [30.0, 4.0],
                    [32.0, 12.0],
                    [26.0, 18.0],
                    [16.0, 18.0],
                    [9.0, 23.0],
                    [11.0, 31.0],
                    [4.0, 37.0],
                    [-6.0, 35.0],
                    [-12.0, 28.0],
                    [-22.0, 27.0],
                    [-31.0, 22.0],
                    [-33.0, 11.0],
                    [-28.0, 3.0],
                    [-18.0, 0.0],
                ],
            ),
        },
        Beginning {
            name: "Empty table",
            line: "Draw a centre line, and the spaces are laid out along it.",
            draft: Draft::default(),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::games::formula_d::FormulaD;

    #[test]
    fn every_beginning_but_the_empty_table_can_be_raced() {
        for beginning in all() {
            let (track, issues) = FormulaD::validate(&beginning.draft);
            assert_eq!(track.is_some(), beginning.name != "Empty table", "{}: {issues:#?}", beginning.name);
        }
    }
}
