//! Races without a single winner: shared wins and races that end at the turn limit.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test")]

use serde_json::{Value, json};

use crate::command::{paddock, said, text};

/// Calls `paddock` with a sprint over a finish line at x = 20. Each racer makes its moves along x in turn.
fn called(command: &str, rules: &Value, racers: &[(&str, &[i32])], more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("race.json");
    let entries = (1..).zip(racers).map(|(car, (name, _))| json!({"car": car, "name": name}));
    let rounds = racers.iter().map(|(_, moves)| moves.len()).max().unwrap();
    let turns = (0..rounds).flat_map(|round| {
        let entry = move |(car, (_, moves)): (u32, &(&str, &[i32]))| {
            moves.get(round).map(|step| json!({"car": car, "move": [step, 0]}))
        };
        (1..).zip(racers).filter_map(entry).collect::<Vec<_>>()
    });
    let race = json!({
        "paddock": "replay", "version": 1, "game": "vector_racing", "title": "Level",
        "track": {
            "name": "Box", "kind": "sprint", "outer": [[0, 0], [30, 0], [30, 20], [0, 20]],
            "finish": {"from": [20, 0], "to": [20, 20], "crossing": "+x"}, "start": [2, 2], "rules": rules
        },
        "setup": {"laps": 1, "racers": entries.collect::<Vec<_>>()},
        "turns": turns.collect::<Vec<_>>()
    });
    std::fs::write(&file, race.to_string()).unwrap();
    let output = paddock(&[&[command, text(&file)], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn led(analysis: &str) -> Vec<(String, u64)> {
    let analysis: Value = serde_json::from_str(analysis).unwrap();
    let cars = analysis["cars"].as_array().or_else(|| analysis["races"][0]["cars"].as_array()).unwrap();
    cars.iter().map(|car| (car["name"].as_str().unwrap().to_owned(), car["turns_led"].as_u64().unwrap())).collect()
}

#[test]
fn rt_tie_01_all_racers_that_share_the_win_are_named_and_none_of_them_led() {
    let equal: &[i32] = &[1, 2, 3, 3, 4, 5];
    let racers = [("Ada", equal), ("Bob", equal), ("Cy", equal)];
    let said = called("analyze", &json!({}), &racers, &[]);
    assert!(said.contains("\nAda, Bob and Cy share the win.\n"), "{said}");
    let analysis = called("analyze", &json!({}), &racers, &["--json"]);
    assert_eq!(led(&analysis), [("Ada".into(), 0), ("Bob".into(), 0), ("Cy".into(), 0)]);
}

#[test]
fn rt_tie_01_a_shared_win_is_no_lead_change() {
    // Bob is ahead until both cross the line in the same round.
    let racers: [(&str, &[i32]); 2] = [("Ada", &[1, 2, 3, 3, 4, 5]), ("Bob", &[1, 2, 3, 4, 4, 4])];
    let said = called("analyze", &json!({}), &racers, &[]);
    assert!(said.contains("\nAda and Bob share the win.\n"), "{said}");
    let analysis = called("analyze", &json!({}), &racers, &["--json"]);
    let led = led(&analysis);
    assert!(led[0] == ("Ada".to_owned(), 0) && led[1].1 > 0, "{led:?}");
    assert!(analysis.contains("\"lead_changes\": 0") || analysis.contains("\"lead_changes\":0"), "{analysis}");
}

#[test]
fn rt_turn_04_a_race_at_its_turn_limit_was_abandoned() {
    let rules = json!({"turn_cap": 6});
    let racers: [(&str, &[i32]); 2] = [("Ada", &[0; 6]), ("Bob", &[1; 6])];
    let shown = called("show", &rules, &racers, &[]);
    assert!(shown.contains("abandoned at the turn limit"), "{shown}");
    let said = called("analyze", &rules, &racers, &[]);
    assert!(said.contains("\nThe race was abandoned at the turn limit, after round 6.\n"), "{said}");
    // One turn earlier the race goes on.
    let racers: [(&str, &[i32]); 2] = [("Ada", &[0; 5]), ("Bob", &[1; 5])];
    let said = called("analyze", &rules, &racers, &[]);
    assert!(!said.contains("abandoned") && said.contains("Bob leads"), "{said}");
}
