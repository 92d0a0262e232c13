//! Templates of Wheel to Wheel.

use super::furnish;
use crate::editor::sketch::Beginning;
use crate::games::wheel_to_wheel::Draft;

fn board(name: &str, line: &[[f64; 2]], red: &[u32]) -> Draft {
    let mut draft = Draft { name: name.to_owned(), line: line.to_vec(), ..Draft::default() };
    furnish(&mut draft);
    draft.red = red.iter().copied().filter(|field| *field < draft.loop_len).collect();
    draft
}

pub(super) fn all() -> Vec<Beginning<Draft>> {
    vec![
        Beginning {
            name: "Oval",
            line: "Two straights and two bends, with fields spread evenly along the line.",
            draft: board(
                "Oval",
                &[
                    [0.0, 0.0],
                    [8.0, 0.0],
                    [13.0, 2.0],
                    [14.5, 6.0],
                    [13.0, 10.0],
                    [8.0, 12.0],
                    [-8.0, 12.0],
                    [-13.0, 10.0],
                    [-14.5, 6.0],
                    [-13.0, 2.0],
                    [-8.0, 0.0],
                ],
                &[10, 11, 20, 28, 29],
            ),
        },
        Beginning {
            name: "Bean",
            line: "The far straight curves inwards: three bends to the left, one to the right.",
            draft: board(
                "Bean",
                &[
                    [0.0, 0.0],
                    [9.0, 0.0],
                    [14.0, 3.0],
                    [14.5, 8.0],
                    [11.0, 12.0],
                    [6.5, 11.0],
                    [2.0, 7.5],
                    [-2.0, 7.5],
                    [-6.0, 11.0],
                    [-11.0, 12.0],
                    [-14.5, 8.0],
                    [-14.0, 3.0],
                    [-9.0, 0.0],
                ],
                &[12, 18, 19, 24, 30, 31],
            ),
        },
        Beginning {
            name: "Empty table",
            line: "Draw the loop; the fields are laid out along it.",
            draft: Draft::default(),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Severity;
    use crate::game::prelude::*;
    use crate::games::wheel_to_wheel::WheelToWheel;

    #[test]
    fn every_template_but_the_empty_table_can_be_raced() {
        for beginning in all() {
            let (track, issues) = WheelToWheel::validate(&beginning.draft);
            assert_eq!(track.is_some(), beginning.name != "Empty table", "{}: {issues:#?}", beginning.name);
            let errors = issues.iter().filter(|issue| issue.severity == Severity::Error).count();
            assert!(track.is_none() || errors == 0);
        }
    }
}
