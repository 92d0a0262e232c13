//! Templates of Wheel to Wheel.

use rand_chacha::ChaCha8Rng;

use super::furnish;
use crate::editor::random::{freehand::ring, names::name};
use crate::editor::sketch::Beginning;
use crate::games::wheel_to_wheel::{Draft, field_places};

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
            line: "Two straights and two bends, with fields spread evenly along the centre line.",
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
            line: "Draw the loop; the program places the fields along it.",
            draft: Draft::default(),
        },
    ]
}

/// A random board. Its bends have red fields.
pub(super) fn random(bends: usize, random: &mut ChaCha8Rng) -> Draft {
    /// A field is red if the loop turns by more than this angle at the field, in radians.
    const SHARP: f64 = 0.45;
    let (line, _) = ring(random, bends, 6.0 + bends as f64 / 2.0);
    let mut draft = Draft { name: name(random), line, ..Draft::default() };
    furnish(&mut draft);
    let fields = field_places(&draft).fields;
    let count = fields.len();
    let angle = |from: usize, to: usize| {
        let [a, b] = [fields[from % count], fields[to % count]];
        (b[1] - a[1]).atan2(b[0] - a[0])
    };
    let is_bend = |field: &u32| {
        let at = *field as usize;
        let turned = angle(at, at + 1) - angle(at + count - 1, at);
        turned.sin().atan2(turned.cos()).abs() > SHARP
    };
    draft.red = (1..count as u32).filter(is_bend).collect();
    draft
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
