//! Searches a VektoRace circuit for the fastest lap and for other results, such as the entry gears of corners. Puts the
//! results into words.

use crate::editor::sketch::{Findings, Row, SolveStage, Table};
use crate::game::form::{Entry, Field, Value};
use crate::game::scene::Scene;
use crate::game::words::{capital, many};
use crate::games::vektorace::solve::{self, Fastest, Lap, Progress, Question, Solution, Stage, StartReport};
use crate::games::vektorace::{Draft, Edition, Track, draw_lap, draw_reach};

const EDITIONS: &[(Edition, &str)] = &[(Edition::Second, "Second edition"), (Edition::Formula8, "First edition")];

/// The form fields with the options of the search.
pub(super) fn question(draft: &Draft, question: &Question) -> Vec<Field> {
    let mut fields = vec![
        Field::new("edition", "Edition", Value::choice(EDITIONS, question.edition)),
        Field::new("points", "Points the lap may use", Value::Count(question.points.into(), 0..=8))
            .help("The largest total of tyre and nitro points that the lap may use: 0 to 8."),
    ];
    if !draft.limits.is_empty() {
        fields.push(Field::new("track_limits", "Apply track limits", Value::Flag(question.track_limits)));
    }
    fields
}

pub(super) fn ask(question: &mut Question, field: &str, entry: &Entry) {
    match field {
        "edition" => question.edition = entry.chosen(EDITIONS).unwrap_or(question.edition),
        "points" => {
            let points = entry.count().and_then(|count| u8::try_from(count).ok());
            question.points = points.map_or(question.points, |points| points.min(8));
        }
        _ => question.track_limits = entry.flag().unwrap_or(question.track_limits),
    }
}

pub(super) fn solve(
    track: &Track,
    question: &Question,
    report: &(dyn Fn(SolveStage) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let report = |stage: Stage| report(SolveStage { words: stage.words(), share: Some(stage.share()) });
    solve::solve(track, question, Progress { report: &report, stop, ..Progress::SILENT }).as_ref().map(findings)
}

/// The solver's result in words, tables and drawings.
#[must_use]
pub fn findings(solution: &Solution) -> Findings {
    let mut findings = Findings::default();
    if let Some(refused) = &solution.refused {
        findings.headline.clone_from(&refused.message);
        findings.notes.push(refused.reason.clone());
    }
    findings.notes.extend(solution.note.clone());
    findings.is_raceable = solution.fastest.is_some();
    if let Some(fastest) = &solution.fastest {
        found(fastest, solution, &mut findings);
    }
    findings
}

fn found(fastest: &Fastest, solution: &Solution, findings: &mut Findings) {
    let Lap { gear, tyre, nitro, turns, .. } = &fastest.lap;
    let few = if solution.points < 8 { format!(" with at most {} points", solution.points) } else { String::new() };
    let proved = if fastest.is_optimal() {
        format!("no clean lap from this start{few} is faster")
    } else {
        format!("no clean lap from this start{few} takes fewer than {}", fastest.at_least)
    };
    let found = format!("{} with a start in gear {gear}", many(turns.len(), "turn"));
    findings.headline = format!("{found}, {proved}");
    findings.status = format!("The fastest lap found takes {found}");
    let edition = solution.edition.name();
    let place = capital(&solution.place());
    findings.notes.push(format!("{place} in gear {gear}: {tyre} tyre, {nitro} nitro points; {edition}"));
    findings.notes.push("A clean lap has no penalty, stays on the table and does not use the pit lane".to_owned());
    let least = solution.starts.iter().filter_map(|start| start.turns_at_least).min();
    if let Some(least) = least.filter(|least| *least < turns.len()) {
        let least = many(least, "turn");
        findings.notes.push(format!("Other starts of the table below are only known to need at least {least}"));
    }
    draw_lap(&fastest.lap, &mut findings.drawing);
    if let Some(reach) = &solution.reach {
        let last = reach.turns.iter().copied().max().unwrap_or(0);
        let scene = |turn: u8| {
            let mut scene = Scene::default();
            draw_reach(reach, Some(turn), &mut scene);
            scene
        };
        findings.reach = (1..=last).map(scene).collect();
    }
    findings.tables = vec![lap(&fastest.lap), corners(solution)];
    if !solution.pit.is_empty() {
        findings.tables.push(pit(solution));
    }
    findings.tables.push(starts(&solution.starts));
}

fn lap(lap: &Lap) -> Table {
    let rows = (1..).zip(&lap.turns).map(|(number, turn): (usize, _)| {
        let played = turn.notation.split_once(": ").map_or(turn.notation.as_str(), |(_, rest)| rest);
        let cells = vec![number.to_string(), played.to_owned(), spent(turn.tyre, turn.nitro), turn.passes()];
        Row { at: turn.path.last().copied(), ..Row::from(cells) }
    });
    let columns = [
        ("Turn", ""),
        (
            "Played",
            "For example 4FL+2 F>: the gear, the place of the vector and the length of the boost, then the place and the rotation of the car",
        ),
        ("Points", "The points that the turn costs"),
        ("Passed", "The corners that the car passes"),
    ];
    Table { notation: Some(1), ..Table::new("The lap, turn by turn", &columns, rows) }
}

/// Returns the points that a lap costs, in words, such as "1 tyre, 2 nitro". The text is empty if the lap costs no
/// points.
fn spent(tyre: u8, nitro: u8) -> String {
    let parts = [(tyre, "tyre"), (nitro, "nitro")];
    let parts = parts.into_iter().filter(|(amount, _)| *amount > 0).map(|(amount, what)| format!("{amount} {what}"));
    parts.collect::<Vec<_>>().join(", ")
}

fn corners(solution: &Solution) -> Table {
    let columns = [
        ("Corner", "The corners, in the order in which cars pass them"),
        (
            "Entry gear",
            "The highest gear found in which a car can pass the corner and then finish its lap without a penalty",
        ),
        ("Abreast", "The number of cars that fit side by side on the outside of the corner"),
    ];
    let rows = solution.corners.iter().map(|corner| {
        let gear = corner.entry_gear.map_or_else(|| "none found".to_owned(), |gear| gear.to_string());
        let abreast = if corner.abreast >= 6 { "6 or more".to_owned() } else { corner.abreast.to_string() };
        Row::from(vec![corner.number.to_string(), gear, abreast])
    });
    Table::new("Corners", &columns, rows)
}

fn pit(solution: &Solution) -> Table {
    let rows = solution.pit.iter().map(|entry| {
        let points = if entry.points == 0 { "overshoots".to_owned() } else { entry.points.to_string() };
        Row::from(vec![entry.gear.to_string(), points])
    });
    Table::new("Pit lane", &[("Gear at the entry", ""), ("Points", "")], rows)
}

fn starts(starts: &[StartReport]) -> Table {
    let gears: Vec<u8> = starts.iter().take_while(|start| start.place == 1).map(|start| start.gear).collect();
    let rows = starts.chunk_by(|a, b| a.place == b.place).map(|row| {
        let place = row.first().map(|first| first.place.to_string());
        let cells = row.iter().map(|start| match &start.lap {
            None => "none found".to_owned(),
            Some(lap) if lap.tyre + lap.nitro == 0 => format!("{}, none", lap.turns),
            Some(lap) => format!("{}, {}", lap.turns, spent(lap.tyre, lap.nitro)),
        });
        let least = row.iter().filter_map(|start| Some((start.gear, start.turns_at_least?)));
        let least = least.map(|(gear, turns)| format!("{} with a start in gear {gear}", many(turns, "turn")));
        let help = least.collect::<Vec<_>>().join("; ");
        let help =
            if help.is_empty() { help } else { format!("Even with all points spent, a lap takes at least {help}") };
        Row { help, ..Row::from(place.into_iter().chain(cells).collect::<Vec<_>>()) }
    });
    let about = "The lap that uses the fewest points: its number of turns, then its points";
    let mut columns = vec![("Place".to_owned(), about)];
    columns.extend(gears.iter().map(|gear| (format!("Gear {gear}"), about)));
    Table { columns, is_folded: true, ..Table::new("Laps from every grid place", &[], rows) }
}
