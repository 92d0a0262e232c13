//! Writes that fail at every byte: the former file stays whole, and the next write works as usual.
//!
//! The system's limit of file size simulates a full device: it cuts a write at any byte.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use paddock::storage::{self, Journal};

const FOLDER: &str = "PADDOCK_TEST_FOLDER";

/// Runs a test of this program with the signal of the size limit ignored.
fn with_failing_writes(test: &str) {
    let folder = tempfile::tempdir().unwrap();
    let this = std::env::current_exe().unwrap();
    let script = format!("trap '' XFSZ; exec '{}' --exact failing_writes::{test} --ignored", this.display());
    let output = Command::new("sh").args(["-c", &script]).env(FOLDER, folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Does some work while no file can grow beyond this number of bytes.
fn limited<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let (_, hard) = getrlimit(Resource::RLIMIT_FSIZE).unwrap();
    setrlimit(Resource::RLIMIT_FSIZE, bytes as u64, hard).unwrap();
    let done = work();
    setrlimit(Resource::RLIMIT_FSIZE, hard, hard).unwrap();
    done
}

fn folder() -> PathBuf {
    PathBuf::from(std::env::var_os(FOLDER).expect("the test that runs this one says where"))
}

fn names(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_journal_on_a_full_device_keeps_every_entry() {
    with_failing_writes("a_journal_is_appended_to");
}

#[test]
#[ignore = "run by another test"]
fn a_journal_is_appended_to() {
    let line = "{\"play\":{\"at\":12,\"turn\":{\"car\":3}}}";
    let path = folder().join(".race.json.journal");
    let mut journal = Journal::begin(&path, "the first line").unwrap();
    let mut text = "the first line\n".to_owned();
    let mut failures = 0;
    for room in (0..=line.len() + 1).chain(0..3) {
        let kept = limited(text.len() + room, || journal.append(line));
        assert_eq!(kept.is_ok(), room > line.len(), "{room} bytes of room");
        if kept.is_ok() {
            text.push_str(&format!("{line}\n"));
        } else {
            failures += 1;
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{room} bytes of room");
        if room % 7 == 0 {
            journal.append("between").unwrap();
            text.push_str("between\n");
        }
    }
    assert!(failures > line.len());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(names(&folder()), 1);
}

#[test]
fn a_file_on_a_full_device_is_unchanged() {
    with_failing_writes("a_file_is_replaced");
}

#[test]
#[ignore = "run by another test"]
fn a_file_is_replaced() {
    let (old, new) = ("the former race, which took an evening", "the race with one more turn, and longer than before");
    let path = folder().join("race.json");
    let linked = folder().join("linked.json");
    std::fs::write(&path, old).unwrap();
    std::fs::write(&linked, old).unwrap();
    std::fs::hard_link(&linked, folder().join("second-name.json")).unwrap();
    for room in 0..new.len() {
        // A file with two names is written in place.
        for path in [&path, &linked] {
            let written = limited(room, || storage::write(path, new.as_bytes()));
            assert!(written.is_err(), "{room} bytes of room");
            assert_eq!(std::fs::read_to_string(path).unwrap(), old, "{room} bytes of room");
            assert_eq!(names(&folder()), 3, "nothing else is left");
        }
    }
    for path in [&path, &linked] {
        // One byte more than the file takes: at the limit the system would refuse to check whether there is more to
        // copy.
        limited(new.len() + 1, || storage::write(path, new.as_bytes())).unwrap();
        assert_eq!(std::fs::read_to_string(path).unwrap(), new);
    }
    assert_eq!(names(&folder()), 3);
}
