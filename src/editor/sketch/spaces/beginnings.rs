//! Templates of Formula D.

use rand_chacha::ChaCha8Rng;

use crate::editor::random::{freehand::ring, names::name};
use crate::editor::sketch::Beginning;
use crate::games::formula_d::{Draft, lay, standard_chart};

fn circuit(name: &str, line: &[[f64; 2]], pit_line: &[[f64; 2]]) -> Draft {
    let pit_line = pit_line.to_vec();
    lay(&Draft { name: name.to_owned(), lanes: 3, pit_line, ..Draft::default() }, line)
}

pub(super) fn all() -> Vec<Beginning<Draft>> {
    vec![
        Beginning {
            name: "Oval",
            line: "Two straights and two long bends, three lanes.",
            draft: circuit(
                "Oval",
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
                &[[-16.0, 1.9], [-12.0, 3.0], [10.0, 3.0], [14.0, 1.9]],
            ),
        },
        Beginning {
            name: "Hook",
            line: "A hairpin, a chicane and a long straight, with bends to both sides.",
            draft: circuit(
                "Hook",
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
                &[[-19.0, 1.9], [-15.0, 3.0], [10.0, 3.0], [14.0, 1.9]],
            ),
        },
        Beginning {
            name: "Figure of eight",
            line: "The circuit crosses itself: one stretch passes over the other on a bridge.",
            draft: circuit(
                "Figure of eight",
                &[
                    [-16.0, 0.0],
                    [-9.0, 1.0],
                    [-3.0, 5.5],
                    [3.0, 11.5],
                    [9.0, 17.0],
                    [17.0, 20.5],
                    [26.0, 18.5],
                    [30.0, 11.0],
                    [27.0, 3.0],
                    [18.0, -0.5],
                    [9.0, 3.0],
                    [3.0, 8.5],
                    [-3.0, 14.0],
                    [-9.0, 18.5],
                    [-18.0, 21.0],
                    [-28.0, 21.0],
                    [-37.0, 20.0],
                    [-42.0, 13.0],
                    [-42.0, 6.0],
                    [-36.0, 0.0],
                    [-28.0, 0.0],
                    [-22.0, 0.0],
                ],
                &[[-34.0, 2.2], [-29.0, 3.2], [-18.0, 3.2], [-13.0, 2.2]],
            ),
        },
        Beginning {
            name: "Empty table",
            line: "Draw a centre line; the program places the spaces along it.",
            draft: Draft { chart: standard_chart(), ..Draft::default() },
        },
    ]
}

/// A random circuit with three lanes, a pit lane along the straight and the standard weather.
pub(super) fn random(bends: usize, random: &mut ChaCha8Rng) -> Draft {
    let size = 12.0 + bends as f64;
    let (line, _) = ring(random, bends, size);
    let pit_line = [[-size - 2.0, 1.9], [2.0 - size, 3.0], [size - 4.0, 3.0], [size, 1.9]];
    circuit(&name(random), &line, &pit_line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::prelude::*;
    use crate::games::formula_d::{FormulaD, Setup};

    #[test]
    fn every_template_but_the_empty_table_can_be_raced() {
        for beginning in all() {
            let (track, issues) = FormulaD::validate(&beginning.draft);
            assert_eq!(track.is_some(), beginning.name != "Empty table", "{}: {issues:#?}", beginning.name);
            // All templates have a weather chart (rule FD-WEA-01 of Formula D).
            assert_eq!(beginning.draft.chart, standard_chart(), "{}", beginning.name);
            let Some(track) = track else { continue };
            let mut setup = Setup::usual(&beginning.draft);
            (setup.rules.weather, setup.weather.race) = (true, Some(13));
            assert!(FormulaD::start(&track, &setup).is_ok(), "{}", beginning.name);
        }
    }
}
