//! Tests of suggested fixes for circuits on squared paper.

use super::*;
use crate::game::Severity;
use crate::game::prelude::*;
use crate::games::vector_racing::{
    CellsDraft, FinishDraft, FinishRule, Hits, ReflectorDraft, RegionDraft, RegionKind, Spin, SpinnerDraft, Spot,
    WallDraft, WarpDraft,
};

fn beginning(name: &str) -> Draft {
    super::super::beginnings::all().into_iter().find(|beginning| beginning.name == name).unwrap().draft
}

/// Fixes a draft until nothing can be fixed. Returns the titles of the fixes.
fn fixed(draft: &mut Draft) -> Vec<String> {
    let mut titles = Vec::new();
    for _ in 0..12 {
        let issues = VectorRacing::validate(draft).1;
        let Some(fix) = (0..issues.len()).find_map(|index| fix(draft, &issues, index)) else { break };
        titles.push(fix.title);
        *draft = fix.draft;
    }
    titles
}

#[test]
fn a_circuit_without_line_and_start_gets_both() {
    let mut draft = beginning("Oval");
    (draft.finish, draft.start) = (None, None);
    let titles = fixed(&mut draft);
    assert!(titles.contains(&"Draw a finish line".to_owned()), "{titles:?}");
    let issues = VectorRacing::validate(&draft).1;
    assert!(issues.is_empty(), "{titles:?}: {issues:#?}");
}

#[test]
fn loose_ends_starts_and_numbers_are_fixed() {
    let good = beginning("Two islands");
    let wrong: [fn(&mut Draft); 9] = [
        |draft| draft.finish.as_mut().unwrap().to = [Rational::int(17), Rational::int(9)],
        |draft| draft.finish.as_mut().unwrap().crossing = Crossing::Up,
        |draft| draft.start = Some([17, 2]),
        |draft| draft.start = Some([20, 8]),
        |draft| draft.start = Some([60, 60]),
        |draft| draft.laps = 0,
        |draft| draft.rules.turn_cap = 0,
        |draft| draft.islands[0].swap(1, 2),
        |draft| draft.islands[1] = vec![[Rational::int(30), Rational::int(20)]],
    ];
    for (index, spoil) in wrong.into_iter().enumerate() {
        let mut draft = good.clone();
        spoil(&mut draft);
        assert!(!VectorRacing::validate(&draft).1.is_empty(), "{index} is wrong");
        let titles = fixed(&mut draft);
        let issues = VectorRacing::validate(&draft).1;
        assert!(issues.is_empty() && !titles.is_empty(), "{index}: {titles:?}: {issues:#?}");
    }
}

fn at(x: i64, y: i64) -> Spot {
    [x, y].map(Rational::int)
}

fn ring_of(corners: &[[i64; 2]]) -> Vec<Spot> {
    corners.iter().map(|[x, y]| at(*x, *y)).collect()
}

/// A circuit on a map of cells, with a finish line.
fn map() -> Draft {
    let rows = ["#########", "#.......#", "#.#####.#", "#.#####.#", "#.......#", "#########"];
    let half = |x: i64, y: i64| [Rational::int(x), Rational::new(2 * y - 1, 2).unwrap_or(Rational::ZERO)];
    Draft {
        cells: Some(CellsDraft { from: [0, 0], rows: rows.map(str::to_owned).to_vec() }),
        finish: Some(FinishDraft { from: half(4, 1), to: half(4, 2), crossing: Crossing::Right }),
        start: Some([4, 1]),
        ..Draft::default()
    }
}

#[test]
fn every_issue_with_an_obvious_fix_has_one() {
    type Spoil = fn(&mut Draft);
    let cases: [(&str, &str, Spoil); 25] = [
        ("Sprint", "no finish", |draft| draft.finish = None),
        ("Sprint", "loose finish", |draft| draft.finish.as_mut().unwrap().to = at(48, 33)),
        ("Oval", "only one boundary", |draft| draft.islands.clear()),
        ("Oval", "finish on cells", |draft| draft.rules.finish = FinishRule::CellsLand),
        ("Oval", "either way", |draft| draft.finish.as_mut().unwrap().crossing = Crossing::Any),
        ("Oval", "spinner off the grid", |draft| {
            draft
                .spinners
                .push(SpinnerDraft { at: [Rational::new(81, 10).unwrap(), Rational::int(20)], turn: Spin::Cw });
        }),
        ("Oval", "slanted reflector", |draft| {
            draft.reflectors.push(ReflectorDraft { from: at(7, 15), to: at(9, 20) });
        }),
        ("Oval", "warp without a way", |draft| {
            draft.warps.push(WarpDraft { outline: vec![at(8, 15)], offset: [0, 0] });
        }),
        ("Oval", "warp off the track", |draft| {
            draft.warps.push(WarpDraft { outline: vec![at(8, 20)], offset: [100, 0] });
        }),
        ("Oval", "warp on itself", |draft| {
            let outline = ring_of(&[[6, 15], [9, 15], [9, 18], [6, 18]]);
            draft.warps.push(WarpDraft { outline, offset: [2, 0] });
        }),
        ("Oval", "warp not convex", |draft| {
            let outline = ring_of(&[[6, 15], [9, 15], [7, 16], [6, 18]]);
            draft.warps.push(WarpDraft { outline, offset: [0, 5] });
        }),
        ("Oval", "start far away", |draft| draft.start = Some([200_000, 4])),
        ("Oval", "wall far away", |draft| {
            draft.walls.push(WallDraft { from: at(200_000, 5), to: at(9, 9), open_from: false, open_to: false });
        }),
        ("Oval", "fine fractions", |draft| draft.outer[0][0] = Rational::new(10_001, 1_001).unwrap()),
        ("Oval", "wall outside", |draft| {
            draft.walls.push(WallDraft { from: at(1, 1), to: at(2, 1), open_from: false, open_to: false });
        }),
        ("Oval", "wall without a length", |draft| {
            draft.walls.push(WallDraft { from: at(6, 20), to: at(6, 20), open_from: false, open_to: false });
        }),
        ("Oval", "wall across the track", |draft| {
            draft.walls.push(WallDraft { from: at(4, 20), to: at(12, 20), open_from: false, open_to: false });
        }),
        ("Oval", "unknown object to hit", |draft| {
            draft.rules.hits = Some(Hits { ids: vec!["oil:3".to_owned()], ..Hits::of(1) });
        }),
        ("Oval", "island outside", |draft| draft.islands.push(ring_of(&[[60, 10], [64, 10], [62, 12]]))),
        ("Oval", "area of two corners", |draft| {
            draft.regions.push(RegionDraft { kind: RegionKind::Oil, outline: ring_of(&[[6, 20], [8, 20]]) });
        }),
        ("Oval", "area that crosses itself", |draft| {
            let outline = ring_of(&[[6, 20], [9, 22], [9, 20], [6, 22]]);
            draft.regions.push(RegionDraft { kind: RegionKind::Fast, outline });
        }),
        ("Oval", "double edge", |draft| {
            let spike = ring_of(&[[27, 34], [27, 30], [27, 34]]);
            draft.outer.splice(5..5, spike.into_iter().rev());
        }),
        ("Two islands", "no outer boundary", |draft| {
            let outer = std::mem::take(&mut draft.outer);
            draft.islands.insert(1, outer);
        }),
        ("map", "ragged rows and other signs", |draft| {
            let rows = &mut draft.cells.as_mut().unwrap().rows;
            rows[0].pop();
            rows[5] = "####x####".to_owned();
        }),
        ("map", "boundaries on a map", |draft| draft.outer = ring_of(&[[0, 0], [20, 0], [20, 20]])),
    ];
    let mut wrong = Vec::new();
    for (name, what, spoil) in cases {
        let mut draft = if name == "map" { map() } else { beginning(name) };
        assert!(VectorRacing::validate(&draft).0.is_some(), "{name}: {:#?}", VectorRacing::validate(&draft).1);
        spoil(&mut draft);
        let bad = |draft: &Draft| -> Vec<String> {
            let issues = VectorRacing::validate(draft).1;
            let bad = issues.iter().filter(|issue| issue.severity != Severity::Note);
            bad.map(|issue| format!("{} {}", issue.id, issue.message)).collect()
        };
        let before = bad(&draft);
        assert!(!before.is_empty(), "{what} is no issue");
        let titles = fixed(&mut draft);
        // Objects that allow unbounded speed, or shorten the lap, are warned of on purpose.
        let left: Vec<String> =
            bad(&draft).into_iter().filter(|issue| !["RT-VAL-16", "RT-VAL-20"].contains(&&issue[..9])).collect();
        if !left.is_empty() || titles.is_empty() {
            wrong.push(format!("{what}: {before:?} became {left:?} by {titles:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_wall_in_the_way_is_deleted_rather_than_the_lap() {
    let mut draft = beginning("Oval");
    draft.walls.push(WallDraft { from: at(4, 20), to: at(12, 20), open_from: false, open_to: false });
    assert_eq!(fixed(&mut draft), ["Delete wall 1"]);
    assert_eq!(draft, beginning("Oval"));
}
