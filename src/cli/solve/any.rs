//! Solves circuits of games from other crates. Prints the results that the editor shows for such a circuit.

use indicatif::ProgressBar;
use serde::Serialize;

use super::{Arguments, bounds, unfinished};
use crate::cli::{Answer, Failure, Outcome, complain, games, say, say_json};
use crate::editor::sketch::{Findings, SolveStage, Table};
use crate::game::{AnyDraft, Severity};

/// The result as a JSON document for scripts.
#[derive(Debug, Serialize)]
struct Document<'a> {
    game: &'static str,
    /// The result in a few words; `None` if the search was stopped before it had a result.
    headline: Option<&'a str>,
    notes: &'a [String],
    tables: Vec<TableDocument<'a>>,
    /// The limit (time, memory or a signal) that stopped the work early; `None` if the work is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct TableDocument<'a> {
    title: &'static str,
    columns: Vec<&'a str>,
    rows: Vec<&'a [String]>,
}

/// Solves a circuit of a game that another crate added to the list of games.
pub(super) fn run(arguments: &Arguments, draft: &AnyDraft) -> Answer {
    let file = arguments.track.display();
    let errors: Vec<String> = draft
        .issues()
        .into_iter()
        .filter(|issue| issue.severity == Severity::Error)
        .map(|issue| issue.message)
        .collect();
    if !errors.is_empty() {
        errors.iter().for_each(|message| complain(&format!("{file}: {message}")));
        return Ok(Outcome::Faulty);
    }
    let solver = games().document(draft, true).solver();
    let solver = solver
        .ok_or_else(|| Failure::new(format!("{file}: there is no solver for circuits of {}", draft.info().name)))?;
    let bar = ProgressBar::new_spinner();
    let report = |stage: SolveStage| bar.set_message(stage.words);
    let found = solver.solve(&report, &bounds::is_reached);
    bar.finish_and_clear();
    bounds::answer();
    let stopped = bounds::reached().map(bounds::Reached::id);
    let game = draft.info().id;
    let Some(findings) = found else {
        if arguments.json {
            say_json(&Document { game, headline: None, notes: &[], tables: Vec::new(), stopped })?;
        }
        return Err(unfinished(&arguments.track, "answer", 1.0));
    };
    if arguments.json {
        let tables = findings.tables.iter().map(table).collect();
        let Findings { headline, notes, .. } = &findings;
        say_json(&Document { game, headline: Some(headline), notes, tables, stopped })?;
    } else {
        print(&findings);
    }
    Ok(Outcome::Fine)
}

fn table(table: &Table) -> TableDocument<'_> {
    TableDocument {
        title: table.title,
        columns: table.columns.iter().map(|(title, _)| title.as_str()).collect(),
        rows: table.rows.iter().map(|row| row.cells.as_slice()).collect(),
    }
}

fn print(findings: &Findings) {
    say(&findings.headline);
    findings.notes.iter().for_each(|note| say(&format!("  {note}")));
    for table in &findings.tables {
        say(&format!("{}:", table.title));
        table.rows.iter().for_each(|row| say(&format!("  {}", row.cells.join("  "))));
    }
}
