//! Vector Racing on the command line: tracks in, races in, proofs, comparisons, pictures.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and tell why")]

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
fn tracks_and_races_of_others_come_in_and_are_proved() {
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
    // A list of moves becomes a race: it checks, reads back from text, and says what it lost.
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
