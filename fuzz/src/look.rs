//! Handles a document as the program does: reads, checks, draws, analyses, writes and reads it again. A panic is a bug.
//! Part of the fuzz targets and of `tests/program/mutants.rs`.

#![allow(clippy::panic, reason = "a find is a panic")]

use paddock::Games;
use paddock::analysis::{Digest, RaceResult, Record, ScoredRace};
use paddock::export::{CsvTable, ParquetTable, columns, rows};
use paddock::game::AnyDraft;
use paddock::game::Severity;
use paddock::render::{self, Paper, Picture, SheetRequest, Theme};
use paddock::replay::{self, Opened, Race};

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A document that cannot be read.
    Refused,
    /// A circuit with errors.
    Circuit,
    /// A circuit without errors.
    ValidCircuit,
    /// A race with illegal turns.
    Race,
    /// A race without illegal turns.
    LegalRace,
}

/// Handles a document as the program does with these games.
pub fn look_at(games: Games, bytes: &[u8]) -> Kind {
    match games.open(bytes, &replay::no_files) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Kind::Refused
        }
        Ok(Opened::Track(draft)) => circuit(games, &draft),
        Ok(Opened::Race(race)) => whole_race(games, race.as_ref()),
    }
}

fn circuit(games: Games, draft: &AnyDraft) -> Kind {
    let issues = draft.issues();
    let scene = draft.scene(&[]);
    let _ = render::png(&scene, Picture::plain(Theme::Light, 120));
    let unit_mm = draft.unit_mm().or(Some(10.0));
    let request = SheetRequest { draft, scene: &scene, unit_mm, paper: Paper::A4 };
    let _ = render::plan(request);
    let _ = render::tiles(request);
    let _ = render::pieces(request);
    // The circuit is written and read again. This must give the same text.
    let text = written(draft);
    let Ok(Opened::Track(again)) = games.open(text.as_bytes(), &replay::no_files) else {
        panic!("a circuit that was read cannot be written and read again:\n{text}")
    };
    assert_eq!(written(&again), text);
    let has_errors = issues.iter().any(|issue| issue.severity == Severity::Error);
    let _ = games.plan(draft, &replay::PlanStart::Usual).map(|plan| plan.file_text("mutant"));
    if has_errors { Kind::Circuit } else { Kind::ValidCircuit }
}

/// Returns a circuit as the text of its file.
pub fn written(draft: &AnyDraft) -> String {
    replay::track_text(draft).expect("a circuit can be written")
}

fn whole_race(games: Games, race: &dyn Race) -> Kind {
    let last = race.len();
    for at in [0, last / 3, last] {
        let scene = race.scene(at, 3);
        let _ = (race.view(at), race.details(at), race.fingerprint(at), race.places(at), race.score_at(at));
        let _ = render::svg(&scene, Picture::plain(Theme::Dark, 200));
    }
    for turn in 1..=last {
        let step = race.step(turn).expect("a step");
        assert!(step.illegal.as_ref().is_none_or(|illegal| !illegal.to_string().is_empty()));
        assert!(!race.describe(turn).is_empty() && !race.notation(turn).is_empty());
    }
    let is_legal = (1..=last).all(|turn| race.step(turn).is_some_and(|step| step.illegal.is_none()));
    for turn in race.legal_turns(last).expect("turns").iter().take(6) {
        assert!(race.outcome(last, &turn.turn).is_some(), "a listed turn plays: {}", turn.turn);
    }
    let digest = Digest::of(race);
    let mut record = Record::default();
    record.add(&RaceResult::of(&digest));
    let _ = ScoredRace::of(race);
    serde_json::to_string(&digest).expect("figures");
    let (columns, rows) = (columns(race.resources()), rows("mutant", race));
    let mut csv = CsvTable::new(Vec::new(), &columns).expect("a table");
    csv.add(&rows).expect("rows");
    csv.finish().expect("written");
    let mut parquet = ParquetTable::new(Vec::new(), columns).expect("a table");
    parquet.add(&rows).expect("rows");
    parquet.finish().expect("written");
    let text = race.file_text(true).expect("text");
    let Ok(Opened::Race(again)) = games.open(text.as_bytes(), &replay::no_files) else {
        panic!("a race that was read cannot be written and read again:\n{text}")
    };
    assert_eq!(again.file_text(true).expect("text"), text);
    assert_eq!(again.fingerprint(last), race.fingerprint(last));
    text_and_back(games, race);
    if is_legal { Kind::LegalRace } else { Kind::Race }
}

/// Checks that a race written as text reads back as the same race.
fn text_and_back(games: Games, race: &dyn Race) {
    let text = race.notation_text(race.len());
    match games.file_from_text(text.as_bytes(), &replay::no_files) {
        Ok(printed) => {
            let Ok(Opened::Race(again)) = games.open(printed.as_bytes(), &replay::no_files) else {
                panic!("a race that was read as text cannot be opened:\n{text}")
            };
            assert_eq!(again.notation_text(again.len()), text);
            assert_eq!(again.fingerprint(again.len()), race.fingerprint(race.len()));
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Whether a text is a race of one of these games. If it is, checks that its own text gives the same race.
pub fn read_text(games: Games, text: &[u8]) -> bool {
    let printed = match games.file_from_text(text, &replay::no_files) {
        Ok(printed) => printed,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    match games.open(printed.as_bytes(), &replay::no_files) {
        Ok(Opened::Race(race)) => {
            let _ = whole_race(games, race.as_ref());
            true
        }
        Ok(Opened::Track(_)) => panic!("a race was written as a circuit"),
        // The setup or circuit has errors, which the file keeps.
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
