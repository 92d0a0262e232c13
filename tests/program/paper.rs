//! Vector Racing on the command line: imports, proofs, comparisons, pictures.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const MAP: &str = "...*\n.#..\nS...\n";
const XML: &str = r#"<Track name="road" type="Sprint"><OuterBoundaries><Point x="0" y="0"/><Point x="12" y="0"/></OuterBoundaries>
<InnerBoundaries><Point x="0" y="4"/><Point x="12" y="4"/></InnerBoundaries>
<StartingPositions><Point x="1" y="2"/></StartingPositions></Track>"#;

fn paddock(folder: &Path, call: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).current_dir(folder).args(call.split(' ')).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn tracks_and_races_of_other_programs_are_imported_and_solved() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("map.txt"), MAP).unwrap();
    std::fs::write(at.join("road.xml"), XML).unwrap();
    assert_eq!(paddock(at, "import ascii map.txt --walls may_touch -o map.json").status.code(), Some(0));
    let solved = json(&paddock(at, "solve map.json --json"));
    assert_eq!((&solved["turns"], &solved["optimal"], &solved["routes"]), (&3.into(), &true.into(), &2.into()));
    assert_eq!(solved["line"].as_array().unwrap().len(), 4);
    assert_eq!(paddock(at, "import xml-track road.xml -o road.json").status.code(), Some(0));
    assert_eq!(json(&paddock(at, "solve road.json --json"))["turns"], 5);
    assert_eq!(paddock(at, "import ascii road.xml -o no.json").status.code(), Some(2));
    // A list of moves becomes a race, which is checked, read back from text, and compared.
    std::fs::write(at.join("moves.txt"), "0 1R 2R 3R\n(3,1) 3R").unwrap();
    assert_eq!(paddock(at, "import moves moves.txt --track road.json -o race.json").status.code(), Some(0));
    let text = paddock(at, "show race.json --notation").stdout;
    std::fs::write(at.join("race.txt"), text).unwrap();
    assert_eq!(paddock(at, "import text race.txt -o again.json").status.code(), Some(0));
    assert_eq!(std::fs::read(at.join("race.json")).unwrap(), std::fs::read(at.join("again.json")).unwrap());
    let compared = json(&paddock(at, "solve road.json --json --compare race.json"));
    assert_eq!(compared["compare"][0]["lost"], 1);
    let checked = json(&paddock(at, "check race.json road.json --json"));
    assert!(
        checked["files"].as_array().unwrap().iter().all(|file| file["ok"] == true && file["game"] == "vector_racing")
    );
    assert_eq!(json(&paddock(at, "moves race.json --at 1 --json"))["moves"].as_array().unwrap().len(), 9);
    for call in [
        "render race.json -o race.png --at 2 --legal",
        "render road.json -o road.svg --racing-line",
        "export race.json -o race.csv",
    ] {
        assert_eq!(paddock(at, call).status.code(), Some(0), "{call}");
    }
    assert_eq!(paddock(at, "schema replay --game vector_racing").status.code(), Some(0));
}

/// Writes the circuit of a recorded race to a file of its own.
fn circuit_of(case: &str, to: &Path) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases/vector_racing").join(case);
    let race: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let track = race["track"].clone();
    let file = serde_json::json!({"paddock": "track", "version": 1, "game": "vector_racing", "track": track});
    std::fs::write(to, file.to_string()).unwrap();
    race
}

#[test]
fn proofs_cover_everything_the_rules_allow() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    circuit_of("ell14.json", &at.join("ell.json"));
    let solved = json(&paddock(at, "solve ell.json --json"));
    assert_eq!((&solved["turns"], &solved["optimal"], &solved["at_least"]), (&14.into(), &true.into(), &14.into()));
    assert_eq!(
        (&solved["crashes"], &solved["clean"]["turns"], &solved["clean"]["optimal"]),
        (&1.into(), &15.into(), &true.into())
    );
    assert_eq!(solved["moves"].as_array().unwrap().len(), 13, "one turn is lost: {}", solved["moves"]);
    assert_eq!(solved["at"].as_array().unwrap().last(), Some(&14.into()));
    let said = String::from_utf8(paddock(at, "solve ell.json").stdout).unwrap();
    assert!(said.contains("14 turns with one crash, and no race takes fewer."), "{said}");
    assert!(
        said.contains("Without a crash, the fastest race takes 15 turns, and no race without a crash takes fewer"),
        "{said}"
    );
    // With `--clean` the output does not mention crashes.
    let clean = json(&paddock(at, "solve ell.json --clean --json"));
    assert_eq!(
        (&clean["turns"], &clean["optimal"], &clean["clean"]["optimal"]),
        (&15.into(), &false.into(), &true.into())
    );
    let said = String::from_utf8(paddock(at, "solve ell.json --clean").stdout).unwrap();
    assert!(said.contains("15 turns, and no race without a crash takes fewer."), "{said}");
}

#[test]
fn a_search_that_runs_out_of_states_reports_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // An open field, with the finish in the far corner.
    let mut rows = vec!["S".to_owned() + &".".repeat(299)];
    rows.extend((1..299).map(|_| ".".repeat(300)));
    rows.push(".".repeat(299) + "*");
    std::fs::write(at.join("open.txt"), rows.join("\n")).unwrap();
    assert_eq!(paddock(at, "import ascii open.txt -o open.json").status.code(), Some(0));
    let output = paddock(at, "solve open.json --states 1");
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said.contains("at most ") && said.contains(", at least ") && said.contains("(raise --states)"), "{said}");
    assert!(!said.contains("no race takes fewer"), "{said}");
    let solved = json(&paddock(at, "solve open.json --states 1 --json"));
    let (turns, least) = (solved["turns"].as_u64().unwrap(), solved["at_least"].as_u64().unwrap());
    // From rest, 299 squares take 24 turns.
    assert!(solved["optimal"] == false && least > 5 && least <= 25 && (24..60).contains(&turns), "{least}..{turns}");
    assert_eq!(solved["moves"].as_array().unwrap().len() as u64, turns);
    // A walled-in finish is proved to be unreachable, and reported.
    std::fs::write(at.join("shut.txt"), "S..#.\n...#*\n").unwrap();
    let shut = paddock(at, "import ascii shut.txt -o shut.json");
    assert!(shut.status.code() != Some(0) || !paddock(at, "solve shut.json").status.success(), "{shut:?}");
}

#[test]
fn better_turns_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("road.xml"), XML).unwrap();
    assert_eq!(paddock(at, "import xml-track road.xml -o road.json").status.code(), Some(0));
    std::fs::write(at.join("moves.txt"), "0 1R 2R 3R\n(3,1) 3R").unwrap();
    assert_eq!(paddock(at, "import moves moves.txt --track road.json -o race.json").status.code(), Some(0));
    let said = String::from_utf8(paddock(at, "analyze race.json --compare").stdout).unwrap();
    assert!(said.contains("turn 1, ") && said.contains("1.00 turns, 1: 0; better: 1R"), "{said}");
    assert!(said.contains("5 turns, and no race takes fewer"), "{said}");
}
