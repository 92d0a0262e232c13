//! Templates of Vector Racing. All templates except the empty one can be raced without changes.

use rand_chacha::ChaCha8Rng;

use crate::editor::random::{freehand, names::name};
use crate::editor::sketch::Beginning;
use crate::games::vector_racing::{Crossing, Draft, FinishDraft, Kind, Rational, SheetDraft, Spot};

/// A sheet of school paper in landscape: 270 by 190 mm, with squares of 5 mm.
const SHEET: SheetDraft = SheetDraft { from: [0, 0], to: [54, 38] };

fn spot([x, y]: [i64; 2]) -> Spot {
    [Rational::int(x), Rational::int(y)]
}

fn ring(corners: &[[i64; 2]]) -> Vec<Spot> {
    corners.iter().copied().map(spot).collect()
}

fn draft(
    name: &str,
    outer: &[[i64; 2]],
    islands: &[&[[i64; 2]]],
    finish: [[i64; 2]; 2],
    crossing: Crossing,
    start: [i32; 2],
) -> Draft {
    Draft {
        name: name.to_owned(),
        sheet: Some(SHEET),
        outer: ring(outer),
        islands: islands.iter().map(|island| ring(island)).collect(),
        finish: Some(FinishDraft { from: spot(finish[0]), to: spot(finish[1]), crossing }),
        start: Some(start),
        ..Draft::default()
    }
}

pub(super) fn all() -> Vec<Beginning<Draft>> {
    vec![
        Beginning {
            name: "Oval",
            line: "Two straights and two wide bends, good for a first race.",
            draft: draft(
                "Oval",
                &[[10, 3], [44, 3], [50, 9], [50, 28], [44, 34], [10, 34], [4, 28], [4, 9]],
                &[&[[14, 11], [40, 11], [42, 13], [42, 24], [40, 26], [14, 26], [12, 24], [12, 13]]],
                [[27, 3], [27, 11]],
                Crossing::Right,
                [27, 7],
            ),
        },
        Beginning {
            name: "Kidney",
            line: "A long bend, a hairpin around the end of the island, and a straight that leads back.",
            draft: draft(
                "Kidney",
                &[
                    [8, 3],
                    [46, 3],
                    [51, 8],
                    [51, 30],
                    [46, 35],
                    [32, 35],
                    [28, 31],
                    [28, 24],
                    [26, 22],
                    [22, 24],
                    [18, 32],
                    [12, 35],
                    [5, 32],
                    [3, 26],
                    [3, 8],
                ],
                &[&[
                    [11, 9],
                    [43, 9],
                    [45, 11],
                    [45, 27],
                    [43, 29],
                    [35, 29],
                    [33, 27],
                    [33, 21],
                    [29, 16],
                    [23, 16],
                    [18, 20],
                    [14, 27],
                    [10, 27],
                    [9, 24],
                    [9, 11],
                ]],
                [[24, 3], [24, 9]],
                Crossing::Right,
                [24, 6],
            ),
        },
        Beginning {
            name: "Two islands",
            line: "Two routes around the islands: the shorter one is narrower.",
            draft: draft(
                "Two islands",
                &[[6, 4], [48, 4], [51, 7], [51, 31], [48, 34], [6, 34], [3, 31], [3, 7]],
                &[&[[10, 11], [24, 11], [24, 27], [10, 27]], &[[28, 12], [44, 10], [44, 28], [28, 26]]],
                [[17, 4], [17, 11]],
                Crossing::Right,
                [17, 8],
            ),
        },
        Beginning {
            name: "Sprint",
            line: "A race without laps, from one end of the sheet to the other.",
            draft: Draft {
                kind: Kind::Sprint,
                ..draft(
                    "Sprint",
                    &[
                        [3, 4],
                        [14, 4],
                        [18, 8],
                        [18, 24],
                        [21, 27],
                        [25, 27],
                        [28, 24],
                        [28, 8],
                        [32, 4],
                        [44, 4],
                        [51, 11],
                        [51, 34],
                        [42, 34],
                        [42, 15],
                        [40, 13],
                        [38, 13],
                        [36, 15],
                        [36, 28],
                        [30, 34],
                        [16, 34],
                        [10, 28],
                        [10, 13],
                        [8, 11],
                        [3, 11],
                    ],
                    &[],
                    [[42, 33], [51, 33]],
                    Crossing::Up,
                    [4, 7],
                )
            },
        },
        Beginning {
            name: "Empty sheet",
            line: "An empty sheet of 54 by 38 squares.",
            draft: Draft { sheet: Some(SHEET), ..Draft::default() },
        },
    ]
}

/// A random circuit: a road around an island.
pub(super) fn random(bends: usize, random: &mut ChaCha8Rng) -> Draft {
    /// Half the width of the road, in squares.
    const HALF: f64 = 3.0;
    let (line, middle) = freehand::ring(random, bends, 10.0);
    // The road is scaled to the sheet.
    let side = |axis: usize, pick: fn(f64, f64) -> f64| line.iter().map(|at| at[axis]).reduce(pick).unwrap_or(0.0);
    let low = [side(0, f64::min), side(1, f64::min)];
    let size = [side(0, f64::max) - low[0], side(1, f64::max) - low[1]];
    let [width, height] = SHEET.to.map(f64::from);
    let room = [width - 4.0 - 2.0 * HALF, height - 4.0 - 2.0 * HALF];
    let placed =
        |at: [f64; 2]| [0, 1].map(|axis| 2.0 + HALF + (at[axis] - low[axis]) * room[axis] / size[axis].max(1.0));
    let middle = placed(middle);
    let edge = |off: f64| -> Vec<[i64; 2]> {
        let moved = |at: &[f64; 2]| {
            let at = placed(*at);
            let way = [0, 1].map(|axis| at[axis] - middle[axis]);
            let far = way[0].hypot(way[1]).max(1.0);
            [0, 1].map(|axis| (at[axis] + off * way[axis] / far).round() as i64)
        };
        line.iter().map(moved).collect()
    };
    let (outer, island) = (edge(HALF), edge(-HALF));
    let start = placed(line[0]).map(|value| value.round() as i32);
    draft(&name(random), &outer, &[&island], [outer[0], island[0]], Crossing::Right, start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::prelude::*;
    use crate::games::vector_racing::VectorRacing;

    #[test]
    fn every_template_but_the_empty_sheet_can_be_raced() {
        for beginning in all() {
            let (track, issues) = VectorRacing::validate(&beginning.draft);
            assert_eq!(track.is_some(), beginning.name != "Empty sheet", "{}: {issues:#?}", beginning.name);
            assert!(track.is_none() || issues.is_empty(), "{}: {issues:#?}", beginning.name);
        }
    }
}
