//! Searches for the fastest race on squared paper, and puts the result into words.

use crate::editor::sketch::{Findings, Row, Table};
use crate::game::scene::Scene;
use crate::game::words::many;
use crate::games::vector_racing::notation::letters;
use crate::games::vector_racing::solve::{self, CrashRoute, Progress, Question, Solution, Stage};
use crate::games::vector_racing::{Axis, Track, draw_route};

/// The largest number of states that are stored. They take about 200 MB.
const STATES: u64 = 25_000_000;

pub(super) fn solve(
    track: &Track,
    report: &(dyn Fn(String) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let question = Question { states: STATES, with_crashes: true, ..Question::of(track) };
    let report = |stage: Stage| report(stage.words());
    let solution = solve::solve(track, &question, Progress { report: &report, stop, ..Progress::SILENT })?;
    let mut drawing = Scene::default();
    draw_route(track, &question.rules, question.laps, &solution, &mut drawing);
    let headline = solution.headline();
    let mut letters = headline.chars();
    let headline = letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    let tables = vec![turns(&solution.best().unwrap_or_default(), question.rules.y_axis)];
    let is_raceable = solution.turns.is_some();
    Some(Findings { is_raceable, headline, notes: notes(&solution), tables, drawing, ..Findings::default() })
}

/// The table of a race, with one row for each turn: moves, moves that end in a crash, and missed turns.
fn turns(route: &CrashRoute, y_axis: Axis) -> Table {
    let help = "The squares that the car moves: R right, L left, U up, D down, such as 4R2D; # marks a crash";
    let ends = "Where the car stands after the turn. After a crash, it is where it is placed";
    let mut rows: Vec<Row> = Vec::new();
    for ((turn, velocity), at) in route.at.iter().zip(&route.moves).zip(route.line.iter().skip(1)) {
        for missed in rows.len() as u32 + 1..*turn {
            rows.push(Row::from(vec![missed.to_string(), "missed".to_owned(), String::new()]));
        }
        let crash = if route.crashed_in.contains(turn) { " #" } else { "" };
        let cells = vec![turn.to_string(), format!("{}{crash}", letters(*velocity)), y_axis.named(*at)];
        rows.push(Row { at: Some(at.map(f64::from)), ..Row::from(cells) });
    }
    Table { notation: Some(1), ..Table::new("Turn by turn", &[("Turn", ""), ("Move", help), ("Ends at", ends)], rows) }
}

fn notes(solution: &Solution) -> Vec<String> {
    let mut notes = Vec::new();
    if !solution.is_proved() && solution.is_spent() {
        notes.push(
            "The search reached its limit of states. To raise the limit, use `paddock solve --states`.".to_owned(),
        );
    }
    if let Some(turns) = solution.turns {
        let count = |count: u128| match count {
            u128::MAX => "more than 10^38".to_owned(),
            count => count.to_string(),
        };
        let clean = many(turns, "turn");
        if solution.with_crashes.is_some() {
            notes.push(format!("Without a crash, the race takes {clean}."));
        }
        let (above, below) = solution.fraction.unwrap_or((1, 1));
        let moment = if above == below {
            "at the end of the last move".to_owned()
        } else {
            format!("after {above}/{below} of the last move")
        };
        let routes = if solution.routes == 1 {
            "One route takes".to_owned()
        } else {
            format!("{} routes take", count(solution.routes))
        };
        notes.push(format!(
            "{routes} {clean} without a crash. Routes that cross the line earliest: {} ({moment}).",
            count(solution.fastest_routes)
        ));
    }
    let states = solution.states + solution.crashes.as_ref().map_or(0, |search| search.states);
    notes.push(format!("{states} states were searched."));
    if solution.is_capped() {
        notes.push(format!("Speeds above {} were not searched.", solve::SPEED_CAP));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::sketch::SketchDocument;
    use crate::game::Rules as _;
    use crate::games::vector_racing::VectorRacing;

    /// The corner ELL of the ledger, section 13: 14 turns with a crash on move 8, after which the car stands on (36,3) and
    /// misses turn 9 (RT-CRASH-06).
    #[test]
    fn the_table_has_a_row_for_every_turn_of_a_race_with_a_crash() {
        let bytes =
            br#"{"paddock": "track", "version": 1, "game": "vector_racing", "track": {"name": "ELL", "kind": "sprint",
            "outer": [[0, 0], [40, 0], [40, 20], [36, 20], [36, 4], [0, 4]],
            "finish": {"from": [36, 18], "to": [40, 18], "crossing": "+y"}, "start": [1, 2]}}"#;
        let document = SketchDocument::<VectorRacing>::from_bytes(bytes).expect("a circuit of Vector Racing");
        let track = VectorRacing::validate(document.draft()).0.expect("no errors");
        let findings = solve(&track, &|_| (), &|| false).expect("not stopped");
        let rows: Vec<Vec<String>> = findings.tables[0].rows.iter().map(|row| row.cells.clone()).collect();
        let numbers: Vec<String> = (1..=14).map(|turn: u32| turn.to_string()).collect();
        assert_eq!(rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>(), numbers, "{}", findings.headline);
        assert!(rows[7][1].ends_with(" #"), "{rows:?}");
        assert_eq!((rows[7][2].as_str(), rows[8][1].as_str()), ("(36, 3)", "missed"), "{rows:?}");
        assert_eq!(rows.iter().filter(|row| row[1].contains('#')).count(), 1);
    }

    #[test]
    fn coordinates_count_downwards_where_the_circuit_says_so() {
        let bytes = include_bytes!("../../../../tracks/vector_racing/two-ponds.json");
        let document = SketchDocument::<VectorRacing>::from_bytes(bytes).expect("a circuit of Vector Racing");
        let ends = |y_axis: Axis| {
            let mut draft = document.draft().clone();
            draft.rules.y_axis = y_axis;
            let track = VectorRacing::validate(&draft).0.expect("no errors");
            let findings = solve(&track, &|_| (), &|| false).expect("not stopped");
            let rows = findings.tables[0].rows.clone();
            rows.into_iter().map(|row| (row.cells[2].clone(), row.at.unwrap())).collect::<Vec<_>>()
        };
        let (up, down) = (ends(Axis::Up), ends(Axis::Down));
        assert!(up.len() > 10 && up.len() == down.len());
        for ((up, at), (down, same)) in up.iter().zip(&down) {
            let [x, y] = *at;
            assert_eq!((at, up.as_str()), (same, format!("({x}, {y})").as_str()));
            assert_eq!(down.as_str(), format!("({x}, {})", 0.0 - y));
        }
    }
}
