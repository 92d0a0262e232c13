//! `paddock check`: checks circuits and races, many at once.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::open::{self, OpenFailure};
use super::points::Points;
use super::{Answer, Outcome, complain, say, say_json};
use crate::game::words::many;
use crate::game::{CarId, Event, EventKind, Issue, ORDER_FROM_LOG, Severity, Status, has_errors};
use crate::replay::{FileKind, OpenError, Opened, Race};

/// Checks circuits and races.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The files of circuits and races, or folders with `.json` files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Report {
    files: Vec<FileReport>,
}

#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<FileKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<usize>,
    issues: Vec<IssueReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    result: Vec<ResultReport>,
    /// The points of the race, if its game gives any.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
    /// Sentences that say how many points each team has, and which team won.
    #[serde(skip)]
    team_points: Vec<String>,
    #[serde(skip)]
    outcome: Option<Outcome>,
}

#[derive(Debug, Serialize)]
struct IssueReport {
    id: &'static str,
    severity: Severity,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[f64; 2]>,
}

#[derive(Debug, Serialize)]
struct ResultReport {
    car: CarId,
    rank: u32,
    status: Status,
    laps: u32,
}

impl From<&Issue> for IssueReport {
    fn from(issue: &Issue) -> Self {
        Self { id: issue.id, severity: issue.severity, message: issue.message.clone(), turn: None, at: issue.at }
    }
}

pub fn run(arguments: &Arguments) -> Answer {
    let walked = open::walk(&arguments.files)?;
    let files = &walked.files;
    let progress = open::progress(files.len(), "checked");
    let reports: Vec<FileReport> = files
        .par_iter()
        .map(|file| {
            let report = check(file);
            progress.inc(1);
            report
        })
        .collect();
    progress.finish_and_clear();
    let outcome = reports.iter().filter_map(|report| report.outcome).max().unwrap_or(Outcome::Fine);
    for report in reports.iter().filter(|report| report.outcome == Some(Outcome::Failed)) {
        for issue in &report.issues {
            complain(&issue.message);
        }
    }
    if arguments.json {
        say_json(&Report { files: reports })?;
    } else {
        reports.iter().filter(|report| report.outcome != Some(Outcome::Failed)).for_each(print);
        if files.len() > 1 {
            let faulty = reports.iter().filter(|report| !report.ok).count();
            say(&format!("{} checked, {faulty} with errors", many(files.len() as u64, "file")));
        }
    }
    Ok(walked.outcome(outcome))
}

fn check(path: &Path) -> FileReport {
    let mut report = FileReport {
        file: path.display().to_string(),
        kind: None,
        game: None,
        ok: false,
        turns: None,
        issues: Vec::new(),
        result: Vec::new(),
        points: None,
        team_points: Vec::new(),
        outcome: None,
    };
    match open::document(path) {
        Err(OpenFailure::Unreadable(failure)) => {
            report.issues.push(IssueReport {
                id: "unreadable",
                severity: Severity::Error,
                message: failure.to_string(),
                turn: None,
                at: None,
            });
            report.outcome = Some(Outcome::Failed);
            return report;
        }
        Err(OpenFailure::Invalid(error)) => {
            report.kind = Some(FileKind::Replay);
            if let OpenError::Invalid { game, issues } = &error {
                report.game = Some(game.id);
                report.issues.extend(issues.iter().map(IssueReport::from));
            }
        }
        Ok(Opened::Track(draft)) => {
            let issues = draft.issues();
            report.kind = Some(FileKind::Track);
            report.game = Some(draft.info().id);
            report.ok = !has_errors(&issues);
            report.issues.extend(issues.iter().map(IssueReport::from));
        }
        Ok(Opened::Race(race)) => check_race(race.as_ref(), &mut report),
    }
    report.outcome = Some(if report.ok { Outcome::Fine } else { Outcome::Faulty });
    report
}

fn check_race(race: &dyn Race, report: &mut FileReport) {
    report.kind = Some(FileKind::Replay);
    report.game = Some(race.info().id);
    report.turns = Some(race.len());
    report.issues.extend(race.issues().iter().map(IssueReport::from));
    report.ok = !has_errors(race.issues());
    for turn in 1..=race.len() {
        let Some(step) = race.step(turn) else { continue };
        let by_log = |event: &&Event| matches!(event.kind, EventKind::Incident { what: ORDER_FROM_LOG, .. });
        if step.events.iter().any(|event| by_log(&event)) {
            let message = "the order of the next round is taken from the game's log, because cars are exactly level";
            report.issues.push(IssueReport {
                id: "order-from-log",
                severity: Severity::Note,
                message: message.to_owned(),
                turn: Some(turn),
                at: None,
            });
        }
        let Some(illegal) = &step.illegal else { continue };
        report.ok = false;
        // After an illegal turn the position may be impossible, so errors found there are only warnings.
        let (severity, message) = if step.unverified {
            (Severity::Warning, format!("{} (not certain: an earlier turn is illegal)", illegal.message))
        } else {
            (Severity::Error, illegal.message.clone())
        };
        let at = race.view(turn).car(step.car).map(|car| car.at);
        report.issues.push(IssueReport { id: illegal.clause, severity, message, turn: Some(turn), at });
    }
    let view = race.view(race.len());
    report.result = view
        .standings()
        .into_iter()
        .map(|car| ResultReport { car: car.car, rank: car.rank, status: car.status, laps: car.laps_done })
        .collect();
    if let Some(score) = race.score() {
        report.team_points = score.team_sentences();
        report.points = Some(Points::of(score));
    }
}

fn print(report: &FileReport) {
    let what = match (report.kind, report.turns) {
        (Some(FileKind::Replay), Some(turns)) => format!("race of {}", many(turns as u64, "turn")),
        (Some(FileKind::Replay), None) => "race".to_owned(),
        _ => "circuit".to_owned(),
    };
    let verdict = if report.ok { "ok" } else { "errors" };
    say(&format!("{}: {what}: {verdict}", report.file));
    for issue in &report.issues {
        let turn = issue.turn.map_or_else(String::new, |turn| format!("turn {turn}: "));
        let severity = issue.severity.word();
        say(&format!("  {severity}: {turn}{} [{}]", issue.message, issue.id));
    }
    report.team_points.iter().for_each(|sentence| say(&format!("  {sentence}")));
}
