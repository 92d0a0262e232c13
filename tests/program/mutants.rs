//! Documents changed at random through every reader, the rules, pictures, figures, tables and text: nothing panics, and what is
//! written again is read again. `PADDOCK_MUTANTS` says how many (a few hundred where it does not), `PADDOCK_SOLVES` how many
//! circuits are solved by the program under bounds (none where it does not).
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by panicking, and tells")]

#[path = "../../fuzz/mutation.rs"]
mod mutation;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use mutation::{mutate, mutate_text};
use paddock::analysis::{Digest, RaceResult, Record, ScoredRace};
use paddock::export::{CsvTable, ParquetTable, columns, rows};
use paddock::game::{Game, Severity};
use paddock::games::AnyDraft;
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::render::{self, Paper, Picture, SheetRequest, Theme};
use paddock::replay::{self, Opened, Race, TrackFile};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde_json::Value;

/// A document that ships, or is kept for tests: its name and its value; races are cut to their first turns.
fn documents() -> Vec<(String, Value)> {
    const TURNS: usize = 24;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = ["tracks", "replays", "tests/data/cases"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap())
        .flat_map(|game| std::fs::read_dir(game.unwrap().path()).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let mut value: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        if let Some(turns) = value.get_mut("turns").and_then(Value::as_array_mut) {
            turns.truncate(TURNS);
        }
        if let Some(document) = value.as_object_mut() {
            document.shift_remove("fingerprints");
        }
        (path.strip_prefix(root).unwrap().display().to_string(), value)
    };
    let documents: Vec<(String, Value)> =
        files.into_iter().map(read).filter(|(_, value)| value["paddock"].is_string()).collect();
    assert!(documents.len() > 60, "{}", documents.len());
    documents
}

/// How many a variable asks for.
fn asked(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| text.parse().expect("a number"))
}

/// What a document came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Refused,
    Circuit,
    ValidCircuit,
    Race,
    LegalRace,
}

/// Does with a document what the program does.
fn look_at(bytes: &[u8]) -> Kind {
    match replay::open(bytes, &|name| Err(format!("{name}: no other files here"))) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Kind::Refused
        }
        Ok(Opened::Track(draft)) => circuit(&draft),
        Ok(Opened::Race(race)) => whole_race(race.as_ref()),
    }
}

fn circuit(draft: &AnyDraft) -> Kind {
    let issues = draft.issues();
    let (layout, scene) = (draft.layout(), draft.scene(&[]));
    let _ = render::png(&scene, Picture::plain(Theme::Light, 120));
    let unit_mm = layout.unit_mm.or(Some(10.0));
    let request = SheetRequest {
        title: draft.name(),
        scene: &scene,
        layout: &layout,
        unit: draft.unit(),
        unit_mm,
        paper: Paper::A4,
    };
    let _ = render::plan(request);
    // It is written as it was read.
    let text = written(draft);
    let Ok(Opened::Track(again)) = replay::open(text.as_bytes(), &|_| Err(String::new())) else {
        panic!("a circuit that was read cannot be written and read again:\n{text}")
    };
    assert_eq!(written(&again), text);
    let has_errors = issues.iter().any(|issue| issue.severity == Severity::Error);
    let _ = replay::plan(draft, None).map(|plan| plan.file_text("mutant"));
    if has_errors { Kind::Circuit } else { Kind::ValidCircuit }
}

/// A circuit as its file.
fn written(draft: &AnyDraft) -> String {
    match draft {
        AnyDraft::Vektorace(draft) => replay::print(&TrackFile::<Vektorace>::new(draft.clone())),
        AnyDraft::VectorRacing(draft) => replay::print(&TrackFile::<VectorRacing>::new(draft.clone())),
        AnyDraft::FormulaD(draft) => replay::print(&TrackFile::<FormulaD>::new(draft.clone())),
        AnyDraft::WheelToWheel(draft) => replay::print(&TrackFile::<WheelToWheel>::new(draft.clone())),
    }
    .expect("a circuit can be written")
}

fn whole_race(race: &dyn Race) -> Kind {
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
    let Ok(Opened::Race(again)) = replay::open(text.as_bytes(), &|_| Err(String::new())) else {
        panic!("a race that was read cannot be written and read again:\n{text}")
    };
    assert_eq!(again.file_text(true).expect("text"), text);
    assert_eq!(again.fingerprint(last), race.fingerprint(last));
    if is_legal { Kind::LegalRace } else { Kind::Race }
}

/// A race as text is read again as the race it is.
fn text_and_back<G: Game>(race: &dyn Race) -> String {
    let text = race.notation_text(race.len());
    match replay::read_text::<G>(text.as_bytes()) {
        Ok(file) => {
            let printed = replay::print(&file).expect("text");
            let Ok(Opened::Race(again)) = replay::open(printed.as_bytes(), &|_| Err(String::new())) else {
                panic!("a race that was read as text cannot be opened:\n{text}")
            };
            assert_eq!(again.notation_text(again.len()), text);
            assert_eq!(again.fingerprint(again.len()), race.fingerprint(race.len()));
        }
        Err(error) => panic!("{error}\n{text}"),
    }
    text
}

#[test]
fn documents_changed_at_random_are_read_or_refused() {
    let documents = documents();
    let count = asked("PADDOCK_MUTANTS", 400);
    let kinds: Vec<(Kind, Duration, String)> = (0..count)
        .into_par_iter()
        .map(|number| {
            let mut random = ChaCha8Rng::seed_from_u64(number as u64);
            let (name, document) = documents.choose(&mut random).unwrap();
            let mut document = document.clone();
            mutate(&mut document, &mut random);
            let bytes = serde_json::to_vec(&document).unwrap();
            let began = Instant::now();
            let kind = std::panic::catch_unwind(|| look_at(&bytes)).unwrap_or_else(|_| {
                let path = std::env::temp_dir().join(format!("paddock-mutant-{number}.json"));
                std::fs::write(&path, &bytes).unwrap();
                panic!("mutant {number} of {name}: {}", path.display())
            });
            (kind, began.elapsed(), format!("mutant {number} of {name}"))
        })
        .collect();
    let of = |kind: Kind| kinds.iter().filter(|(found, ..)| *found == kind).count();
    for kind in [Kind::Refused, Kind::Circuit, Kind::ValidCircuit, Kind::Race, Kind::LegalRace] {
        println!("{:>7} {kind:?}", of(kind));
        assert!(of(kind) * 40 >= count, "{kind:?}: only {} of {count}", of(kind));
    }
    let mut slowest = kinds;
    slowest.sort_by_key(|(_, took, _)| std::cmp::Reverse(*took));
    slowest.iter().take(8).for_each(|(kind, took, name)| println!("{:>7} ms {name} ({kind:?})", took.as_millis()));
}

/// Lines of the notation changed at random, in every game: read as the race they say, or refused with a sentence.
#[test]
fn texts_changed_at_random_are_read_or_refused() {
    let races: Vec<Box<dyn Race>> = documents()
        .into_iter()
        .filter_map(|(_, document)| {
            let bytes = serde_json::to_vec(&document).unwrap();
            match replay::open(&bytes, &|_| Err(String::new())) {
                Ok(Opened::Race(race)) if race.step(race.len()).is_none_or(|step| step.illegal.is_none()) => Some(race),
                _ => None,
            }
        })
        .collect();
    assert!(races.len() > 20, "{}", races.len());
    let count = asked("PADDOCK_MUTANTS", 400) / 2;
    let read: Vec<bool> = (0..count)
        .into_par_iter()
        .map(|number| {
            let mut random = ChaCha8Rng::seed_from_u64(1_000_000 + number as u64);
            let race = races.choose(&mut random).unwrap();
            let text = mutate_text(&race.notation_text(race.len()), &mut random);
            let game = race.game();
            let opened = std::panic::catch_unwind(|| match game {
                VectorRacing::ID => read_again::<VectorRacing>(&text),
                FormulaD::ID => read_again::<FormulaD>(&text),
                WheelToWheel::ID => read_again::<WheelToWheel>(&text),
                _ => read_again::<Vektorace>(&text),
            });
            opened.unwrap_or_else(|_| {
                let path = std::env::temp_dir().join(format!("paddock-mutant-{number}.txt"));
                std::fs::write(&path, &text).unwrap();
                panic!("text {number} of {}: {}", race.title(), path.display())
            })
        })
        .collect();
    let well = read.iter().filter(|is_read| **is_read).count();
    println!("{well} of {count} texts are races");
    assert!(well * 20 >= count && well < count, "{well} of {count}");
}

/// Whether a text is a race; if it is, it is the race that its own text is.
fn read_again<G: Game>(text: &str) -> bool {
    let file = match replay::read_text::<G>(text.as_bytes()) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let printed = replay::print(&file).expect("what a text says can be written");
    match replay::open(printed.as_bytes(), &|_| Err(String::new())) {
        Ok(Opened::Race(race)) => {
            text_and_back::<G>(race.as_ref());
            true
        }
        Ok(Opened::Track(_)) => panic!("a race was written as a circuit"),
        // A setup or circuit with errors: the file says which.
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Circuits changed at random, solved by the program: an answer, or a bound, within the time and the memory it was given.
#[cfg(unix)]
#[test]
fn circuits_changed_at_random_are_solved_within_bounds() {
    let circuits: Vec<(String, Value)> =
        documents().into_iter().filter(|(_, document)| document["paddock"] == "track").collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("circuit.json");
    let (mut codes, mut longest, mut number) = ([0; 3], (Duration::ZERO, 0), 0_u64);
    let count = asked("PADDOCK_SOLVES", 4);
    while codes.iter().sum::<usize>() < count {
        number += 1;
        let mut random = ChaCha8Rng::seed_from_u64(2_000_000 + number);
        let (name, document) = circuits.choose(&mut random).unwrap();
        let mut document = document.clone();
        mutate(&mut document, &mut random);
        let bytes = serde_json::to_vec(&document).unwrap();
        if look_at(&bytes) != Kind::ValidCircuit {
            continue;
        }
        std::fs::write(&path, &bytes).unwrap();
        let began = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_paddock"))
            .args(["solve", path.to_str().unwrap(), "--json", "--max-time", "5s", "--max-memory", "1.5GB"])
            .output()
            .unwrap();
        let took = began.elapsed();
        let code = output.status.code().unwrap_or_else(|| panic!("{number}, {name}: {:?}", output.status));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{number}, {name}: {said}");
        assert!(code == 0 || !said.is_empty(), "{number}, {name}: nothing is said");
        codes[usize::try_from(code).unwrap()] += 1;
        if took > longest.0 {
            longest = (took, number);
        }
        if count > 100 && took > Duration::from_millis(5_400) {
            println!("{number}, {name}: {:.2} s, {code}: {said}", took.as_secs_f64());
        }
    }
    let most = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    println!(
        "{count} solved: exit codes 0 to 2 {codes:?}; longest {:.2} s (mutant {}); at most {} MB",
        longest.0.as_secs_f64(),
        longest.1,
        most / 1_000
    );
    assert!(most < 1_650_000, "{most} kB");
}
