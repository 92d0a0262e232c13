//! A program that is killed at any point while saving leaves the older or the newer file, whole.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use paddock::app::documents::autosave;
use paddock::storage;

/// The environment variable with the path of the file to write.
const FILE: &str = "PADDOCK_TEST_FILE";
/// The number of times it is killed.
const TIMES: u64 = 24;

/// Two texts of different lengths, long enough that writing them takes a while.
fn texts() -> [String; 2] {
    ["first ".repeat(200_000), "second ".repeat(300_000)]
}

#[test]
#[ignore = "never ends: started and killed by the test below"]
fn saves_without_end() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let place = autosave::beside(Path::new(&path)).expect("a name");
    loop {
        for text in texts() {
            storage::write(Path::new(&path), text.as_bytes()).expect("written");
            autosave::keep(&place, None, &text).expect("kept");
        }
    }
}

#[test]
fn killing_a_program_that_saves_leaves_whole_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("circuit.json");
    let texts = texts();
    let kept = texts.clone().map(|text| {
        let place = folder.path().join("kept");
        autosave::keep(&place, None, &text).expect("kept");
        std::fs::read_to_string(place).expect("read")
    });
    std::fs::write(&path, &texts[0]).expect("written");
    let this = std::env::current_exe().expect("this test's program");
    for round in 0..TIMES {
        let mut child = Command::new(&this)
            .args(["--exact", "killed_while_saving::saves_without_end", "--ignored", "--quiet"])
            .env(FILE, &path)
            .stdout(Stdio::null())
            .spawn()
            .expect("started");
        // Each time at another point.
        std::thread::sleep(Duration::from_millis(20 + 7 * round));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let left = std::fs::read_to_string(&path).expect("the file is there");
        assert!(texts.contains(&left), "round {round}: {} bytes are neither of the two", left.len());
        if let Ok(left) = std::fs::read_to_string(autosave::beside(&path).expect("a name")) {
            assert!(kept.contains(&left), "round {round}: {} bytes were kept", left.len());
        }
    }
}
