//! The proof of the fewest turns on squared paper: its time, the rate at which it finds states, and their memory.
//! Measured on open fields of growing size, on shipped circuits and, if present, on public maps from
//! `../shared/data`.

use paddock::game::prelude::*;
use paddock::games::vector_racing::solve::{Progress, Question, solve};
use paddock::games::vector_racing::{Crossing, Draft, FinishDraft, Kind, Rational, VectorRacing, WallRule};
use paddock::import::racetrack;

use super::files::{circuits, draft, public};
use super::table::{NOTHING, Table, Times};
use super::units::{bytes, bytes_each, count_of, rate, time};

/// Maps with fewer cells are too fast to measure.
const CELLS: usize = 2_000;

/// Prints the rows about fields, circuits and maps.
pub fn rows(table: &Table) {
    let fields = [(25, 100), (50, 100), (50, 200), (100, 200), (100, 400), (200, 400)];
    for (width, height) in &fields[..table.or(6, 4)] {
        measure(table, &format!("open field, {width} x {height}"), &field(*width, *height));
    }
    for name in circuits::<VectorRacing>() {
        measure(table, &name, &draft::<VectorRacing>(&name));
    }
    let Some(folder) = public("racetrack") else {
        return table.row("public maps", "no ../shared/data/racetrack", NOTHING, NOTHING);
    };
    let text = std::fs::read_to_string(folder.join("m-ender_benchmark.txt")).unwrap();
    let maps = maps(&text);
    let large: Vec<(usize, &String)> = (1..).zip(&maps).filter(|(_, map)| map.len() >= CELLS).collect();
    for (number, map) in large.iter().take(table.or(usize::MAX, 2)) {
        for rule in [WallRule::LandingOnly, WallRule::MayTouch, WallRule::NoTouch] {
            let name = format!("public map {number}, {}", rule.id());
            measure(table, &name, &racetrack::ascii(map.as_bytes(), &name, rule).unwrap());
        }
    }
}

/// Splits the text of the public benchmark into its maps. Each map begins with a heading: its number of turns and its
/// size.
fn maps(text: &str) -> Vec<String> {
    let is_heading = |line: &str| !line.is_empty() && line.chars().all(|c| c.is_ascii_digit() || c == ' ');
    let mut maps: Vec<Vec<&str>> = Vec::new();
    let mut was_heading = false;
    for line in text.lines() {
        if is_heading(line) && !was_heading {
            maps.push(Vec::new());
        }
        was_heading = is_heading(line);
        if !was_heading && let Some(map) = maps.last_mut() {
            map.push(line);
        }
    }
    maps.iter().map(|map| map.join("\n")).collect()
}

/// Makes an open field. The search grows with the field's area and with the speeds that it allows.
fn field(width: i64, height: i64) -> Draft {
    let spot = |x: i64, y: i64| [Rational::int(x), Rational::int(y)];
    Draft {
        name: format!("field {width}x{height}"),
        kind: Kind::Sprint,
        outer: vec![spot(0, 0), spot(width, 0), spot(width, height), spot(0, height)],
        finish: Some(FinishDraft { from: spot(0, height - 1), to: spot(width, height - 1), crossing: Crossing::Up }),
        start: Some([i32::try_from(width / 2).unwrap(), 1]),
        ..Draft::default()
    }
}

fn measure(table: &Table, name: &str, draft: &Draft) {
    let (mut checked, mut solved) = (Times::default(), Times::default());
    let mut solution = None;
    for _ in 0..table.or(3, 1) {
        let (Some(track), _) = checked.time(|| VectorRacing::validate(draft)) else {
            return table.row(name, "cannot be raced", NOTHING, NOTHING);
        };
        let question = Question::of(&track);
        solution = solved.time(|| solve(&track, &question, Progress::SILENT));
    }
    let solution = solution.expect("nobody stopped it");
    assert!(solution.states > 0 && solution.optimal, "{name}: the proof was to be finished");
    let states = usize::try_from(solution.states).unwrap();
    let turns = solution.turns.map_or_else(|| "no route".to_owned(), |turns| format!("{turns} turns"));
    let took = solved.median();
    table.row(
        name,
        &format!("{turns}, {} states", count_of(states)),
        &format!("{}, {}, check {}", time(took), rate(states, took, "states"), time(checked.median())),
        // With few states, nearly all memory is one page for every grid point, so the bytes of a state say nothing.
        &if states < 10_000 {
            bytes(solution.bytes as f64)
        } else {
            bytes_each(solution.bytes as f64, states, "state")
        },
    );
}
