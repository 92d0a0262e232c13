//! Tests of the designer and the terms of use of a circuit: in files of all games, on printed pages and on pictures.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use paddock::replay::{Opened, no_files};
use serde_json::Value;

use crate::command::paddock;
use crate::shipped::of_all_games;

const CREDITS: &str = r#"{"designer": "Ada Lane", "date": "May 2026", "licence": "CC BY 4.0", "source": "Sandown", "notes": "Wide at the end."}"#;

/// The first shipped circuit of each game with credits, as text of a file, and without them.
fn circuits() -> Vec<(Value, Value)> {
    let mut games = std::collections::BTreeMap::new();
    for path in of_all_games("tracks") {
        let without: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let mut with = without.clone();
        with["version"] = 2.into();
        with["track"]["credits"] = serde_json::from_str(CREDITS).unwrap();
        games.insert(without["game"].as_str().unwrap().to_owned(), (with, without));
    }
    assert_eq!(games.len(), 4);
    games.into_values().collect()
}

fn opened(file: &Value) -> paddock::game::AnyDraft {
    match paddock::open(file.to_string().as_bytes(), &no_files) {
        Ok(Opened::Track(draft)) => draft,
        _ => panic!("no circuit"),
    }
}

#[test]
fn credits_are_kept_in_files_of_version_two() {
    for (with, without) in circuits() {
        let draft = opened(&with);
        assert_eq!(draft.credits(), "Designed by Ada Lane · May 2026 · CC BY 4.0 · Source: Sandown");
        assert_eq!(draft.json().unwrap()["credits"], with["track"]["credits"]);
        assert_eq!(
            (draft.file_version(), opened(&without).file_version()),
            (2, without["version"].as_u64().unwrap() as u32)
        );
        assert_eq!(opened(&without).credits(), "");
        // A circuit with credits is the same to race on: what was proved of one holds for the other.
        let searched = |draft: &paddock::game::AnyDraft| paddock::Games::all().document(draft, true).searched();
        assert_eq!(searched(&draft), searched(&opened(&without)));
        assert_eq!(draft.layout(), opened(&without).layout());
        let words =
            |draft: &paddock::game::AnyDraft| draft.issues().into_iter().map(|issue| issue.message).collect::<Vec<_>>();
        assert_eq!(words(&draft), words(&opened(&without)));
    }
}

#[test]
fn credits_are_printed_on_plans_and_on_pictures_with_a_title() {
    let folder = tempfile::tempdir().unwrap();
    for (index, (with, without)) in circuits().iter().enumerate() {
        let file = folder.path().join(format!("{index}.json"));
        std::fs::write(&file, with.to_string()).unwrap();
        let render = |out: &std::path::Path, more: &[&str]| {
            let arguments = [&["render", file.to_str().unwrap(), "-o", out.to_str().unwrap()], more].concat();
            let answer = paddock(&arguments);
            assert_eq!(answer.status.code(), Some(0), "{}", String::from_utf8_lossy(&answer.stderr));
            std::fs::read(out).unwrap()
        };
        let drawing = render(&folder.path().join("x.svg"), &["--furniture", "title"]);
        let plain = render(&folder.path().join("y.svg"), &[]);
        assert!(String::from_utf8_lossy(&drawing).contains("Designed by Ada Lane"), "{index}");
        assert!(!String::from_utf8_lossy(&plain).contains("Ada Lane"), "{index}");
        let plan = |circuit: &Value| {
            std::fs::write(&file, circuit.to_string()).unwrap();
            render(&folder.path().join("plan.pdf"), &[])
        };
        let printed = plan(with);
        assert_eq!(printed, plan(with), "{index}: a plan is the same each time");
        assert_ne!(printed, plan(without), "{index}: the credits are on the plan");
    }
}
