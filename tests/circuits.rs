//! The circuits that ship: all valid, all stable on disk, all different.

use std::path::PathBuf;

use paddock::editor::Document;
use paddock::game::Game as _;
use paddock::games::vektorace::{Hand, Vektorace};
use paddock::replay::{TrackFile, parse, print};
use paddock::storage;

/// Every shipped circuit: its file's name, its bytes, and what they hold.
fn shipped() -> Vec<(String, Vec<u8>, TrackFile<Vektorace>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of circuits")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = storage::read(path).expect("readable");
        let file = parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, bytes, file)
    };
    files.iter().map(read).collect()
}

#[test]
fn there_are_seven_or_more_each_with_a_name_and_a_description() {
    let circuits = shipped();
    assert!(circuits.len() >= 7, "{}", circuits.len());
    let mut names: Vec<&str> = circuits.iter().map(|(_, _, file)| file.track.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), circuits.len(), "no two of one name");
    for (name, _, file) in &circuits {
        assert!(!file.track.name.is_empty() && file.track.description.len() > 20, "{name}");
    }
}

#[test]
fn they_print_as_they_are_on_disk() {
    for (name, bytes, file) in shipped() {
        let printed = print(&file).expect("printed");
        assert_eq!(String::from_utf8_lossy(&bytes), printed, "{name}");
        assert_eq!(Document::from_bytes(&bytes).expect("opened").to_text().expect("printed"), printed, "{name}");
    }
}

#[test]
fn they_have_no_issue_in_any_edition() {
    for (name, _, file) in shipped() {
        let (track, issues) = Vektorace::validate(&file.track);
        assert!(track.is_some() && issues.is_empty(), "{name}: {issues:#?}");
    }
}

#[test]
fn they_are_of_different_kinds() {
    let circuits = shipped();
    let count = |corners: usize| circuits.iter().filter(|(_, _, file)| file.track.corners.len() == corners).count();
    assert!(count(3) > 0 && count(4) > 0 && count(6) > 0 && count(8) > 0);
    assert!(circuits.iter().any(|(_, _, file)| file.track.direction == Some(Hand::CounterClockwise)));
    let has_s_bend = |file: &TrackFile<Vektorace>| file.track.corners.iter().any(|corner| corner.hand.is_some());
    assert!(circuits.iter().filter(|(_, _, file)| has_s_bend(file)).count() >= 2);
    let width = |file: &TrackFile<Vektorace>| file.track.table.to.x - file.track.table.from.x;
    let least = circuits.iter().map(|(_, _, file)| width(file)).min().expect("circuits");
    let most = circuits.iter().map(|(_, _, file)| width(file)).max().expect("circuits");
    assert!(most >= least * 2);
}

/// Writes the circuits anew in the layout of this program: `cargo test --test circuits -- --ignored`.
#[test]
#[ignore = "writes to the folder of circuits"]
fn rewrite() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace");
    for (name, _, file) in shipped() {
        storage::write(&folder.join(name), print(&file).expect("printed").as_bytes()).expect("written");
    }
}
