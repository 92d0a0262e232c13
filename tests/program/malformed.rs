//! Malformed files: exit code 2, one clear sentence, no panic, little memory.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

const LOG: &str = include_str!("../data/online/105/log.json");
const TABLE: &str = include_str!("../data/online/105/gamedatas.json");

fn paddock(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().expect("the program runs")
}

/// A valid race, to be spoilt.
fn race() -> Value {
    let replay = paddock::import::bga::import(LOG.as_bytes(), TABLE.as_bytes()).expect("the kept game imports").replay;
    serde_json::to_value(&replay).expect("a replay is JSON")
}

fn track() -> Value {
    json!({
        "paddock": "track", "version": 1, "game": "vektorace",
        "track": {
            "name": "Oval", "table": {"from": [0, 0], "to": [40, 24]}, "direction": "clockwise",
            "pitwall": {"at": [20, 6], "direction": 4},
            "corners": [
                {"number": 1, "at": [8, 10], "facing": 5}, {"number": 2, "at": [8, 16], "facing": 3},
                {"number": 3, "at": [32, 16], "facing": 1}, {"number": 4, "at": [32, 10], "facing": 7}
            ]
        }
    })
}

/// A document with the value at a JSON pointer replaced; removed if the replacement is `None`.
fn spoilt(mut document: Value, pointer: &str, replacement: Option<Value>) -> Vec<u8> {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.pointer_mut(parent).expect("the parent is there");
    match (parent, replacement) {
        (Value::Array(list), Some(value)) => list[key.parse::<usize>().expect("an index")] = value,
        (Value::Object(map), Some(value)) => drop(map.insert(key.to_owned(), value)),
        (Value::Object(map), None) => assert!(map.shift_remove(key).is_some(), "{pointer} is there"),
        _ => unreachable!("{pointer} leads nowhere"),
    }
    serde_json::to_vec_pretty(&document).expect("JSON")
}

/// Cases: name, content, and a word that the sentence must contain.
fn files() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let race = race();
    let track = track();
    let text = |document: &Value| serde_json::to_vec(document).expect("JSON");
    let bad = |pointer, value: Value| spoilt(race.clone(), pointer, Some(value));
    let bad_track = |pointer, value: Value| spoilt(track.clone(), pointer, Some(value));
    let cut = |share: usize| {
        let whole = text(&race);
        whole[..whole.len() * share / 100].to_vec()
    };
    let mut latin = text(&race);
    let name = latin.windows(4).position(|bytes| bytes == b"P101").expect("a name");
    latin[name] = 0xe9;
    let mut wide: Vec<u8> = b"\xff\xfe".to_vec();
    wide.extend(String::from_utf8(text(&track)).expect("UTF-8").encode_utf16().flat_map(u16::to_le_bytes));
    let many = format!(
        "{{\"paddock\":\"replay\",\"version\":1,\"game\":\"vektorace\",\"turns\":[{}0]}}",
        "0,".repeat(5_000_000)
    );
    let long_name = "x".repeat(3_000_000);
    vec![
        ("empty", Vec::new(), "empty"),
        ("blank", b" \n\t ".to_vec(), "JSON object"),
        ("a word", b"hello".to_vec(), "JSON object"),
        ("a number", b"42".to_vec(), "JSON object"),
        ("a list", b"[1, 2, 3]".to_vec(), "JSON object"),
        ("null", b"null".to_vec(), "JSON object"),
        ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "UTF-8"),
        ("zeros", vec![0; 4096], "JSON object"),
        ("another program's JSON", b"{\"data\":{\"logs\":[]}}".to_vec(), "`paddock`"),
        ("cut at a quarter", cut(25), "too early"),
        ("cut at half", cut(50), "too early"),
        ("cut near the end", cut(99), "too early"),
        ("one brace", b"{".to_vec(), "too early"),
        ("two documents", [text(&track), text(&track)].concat(), "trailing"),
        ("not UTF-8 within", latin, "UTF-8"),
        ("UTF-16", wide, "UTF-8"),
        ("a trailing comma", b"{\"paddock\":\"track\",}".to_vec(), "trailing comma"),
        (
            "twice the same field",
            b"{\"paddock\":\"track\",\"paddock\":\"track\",\"version\":1,\"game\":\"vektorace\"}".to_vec(),
            "duplicate",
        ),
        ("an unknown kind", bad_track("/paddock", json!("circuit")), "\"track\" or \"replay\""),
        ("a newer version", bad_track("/version", json!(3)), "newer"),
        ("a version in words", bad_track("/version", json!("one")), "whole number"),
        ("a negative version", bad_track("/version", json!(-1)), "whole number"),
        ("no version", spoilt(track.clone(), "/version", None), "version"),
        ("no game", spoilt(track.clone(), "/game", None), "game"),
        ("an unknown game", bad_track("/game", json!("ludo")), "known"),
        ("an unknown field at the top", bad_track("/colour", json!("red")), "unknown field"),
        ("an unknown field within", bad_track("/track/corners/2/radius", json!(1)), "unknown field"),
        ("a track that is a list", bad_track("/track", json!([])), "track"),
        ("corners that are a number", bad_track("/track/corners", json!(7)), "corners"),
        ("a place in words", bad_track("/track/corners/0/at", json!(["left", "up"])), "coordinate"),
        ("a place too fine", bad_track("/track/corners/0/at", json!([1.000_001, 2])), "four decimals"),
        ("a place off the world", bad_track("/track/corners/0/at", json!([1e300, 2])), "too large"),
        ("a place with three numbers", bad_track("/track/corners/0/at", json!([1, 2, 3])), "corners[0].at"),
        ("a direction of nine", bad_track("/track/pitwall/direction", json!(9)), "0 (+x) to 7"),
        ("a negative number of laps", bad("/setup/laps", json!(-3)), "laps"),
        ("an absurd number of laps", bad("/setup/laps", json!(1e40)), "laps"),
        ("an unknown edition", bad("/setup/edition", json!("third")), "edition"),
        ("no setup", spoilt(race.clone(), "/setup", None), "setup"),
        ("turns that are text", bad("/turns", json!("F F F")), "turns"),
        ("a turn that is a number", bad("/turns/3", json!(4)), "turns[3]"),
        ("a turn without its place", spoilt(race.clone(), "/turns/3/place", None), "place"),
        ("a gear of a thousand", bad("/turns/3/gear", json!(1000)), "turns[3].gear"),
        ("an unknown side", bad("/turns/3/vector", json!("behind")), "turns[3].vector"),
        ("a car by name", bad("/turns/3/car", json!("red")), "turns[3].car"),
        ("a track file elsewhere", bad("/track", json!("../../etc/passwd")), "folder"),
        ("a track file that is not there", bad("/track", json!("nowhere.json")), "nowhere.json"),
        ("a fingerprint in words", bad("/fingerprints", json!({"3": "zebra"})), "hexadecimal"),
        ("a name without end", bad_track(&format!("/{}", &long_name[..300]), json!(1)), "unknown field"),
        ("a field of three megabytes", bad_track(&format!("/{long_name}"), json!(1)), "unknown field"),
        ("five million numbers", many.into_bytes(), "values"),
        ("brackets to the limit", vec![b'['; 1 << 20], "JSON object"),
        ("braces to the limit", b"{\"a\":".repeat(1 << 18), "recursion"),
    ]
}

/// The peak memory of all programs started so far, in KiB.
#[cfg(unix)]
fn most_memory() -> i64 {
    let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN).expect("it is measured");
    usage.max_rss()
}

/// Not measured on other systems.
#[cfg(not(unix))]
fn most_memory() -> i64 {
    0
}

fn assert_refused(name: &str, output: &Output, word: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{name}: {said}");
    assert_eq!(said.lines().count(), 1, "{name}: one sentence: {said}");
    assert!(said.len() < 600, "{name}: a sentence, not {} bytes", said.len());
    assert!(said.contains(word), "{name}: `{word}` is not in: {said}");
    assert!(!said.contains("panicked"), "{name}: {said}");
}

/// The circuit and the race that the README shows are legal.
#[test]
fn the_files_of_the_readme_are_legal() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let blocks: Vec<&str> = readme.split("```json\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    let find = |kind: &str| *blocks.iter().find(|block| block.contains(&format!("\"paddock\": \"{kind}\""))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (name, kind) in [("oval.json", "track"), ("race.json", "replay")] {
        let file = folder.path().join(name);
        std::fs::write(&file, find(kind)).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_paddock")).arg("check").arg(&file).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// A mistyped command is named, and no window is opened.
#[test]
fn a_mistyped_command_is_named() {
    for word in ["chek", "Check", "frobnicate"] {
        let output = Command::new(env!("CARGO_BIN_EXE_paddock")).args([word, "race.json"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("no command and no file {word}")), "{said}");
    }
}

#[test]
fn malformed_files_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = files();
    assert!(files.len() >= 40);
    for (name, content, word) in &files {
        let path = folder.path().join("file.json");
        std::fs::write(&path, content).expect("written");
        let path = path.to_str().expect("UTF-8");
        assert_refused(name, &paddock(&["check", path]), word);
        let json = paddock(&["check", path, "--json"]);
        let document: Value = serde_json::from_slice(&json.stdout).expect("one JSON document");
        assert_eq!(document["files"][0]["ok"], false, "{name}");
    }
    assert!(most_memory() < 1 << 20, "{} KiB", most_memory());
}

#[test]
fn two_hundred_megabytes_of_brackets_are_refused_without_reading_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file.json");
    std::fs::write(&path, vec![b'['; 200 << 20]).expect("written");
    let path = path.to_str().expect("UTF-8");
    assert_refused("brackets", &paddock(&["check", path]), "200 MB");
    assert_refused(
        "brackets as a log",
        &paddock(&["import", "bga", path, "--table", path, "-o", "/dev/null"]),
        "200 MB",
    );
    assert!(most_memory() < 1 << 20, "{} KiB", most_memory());
}

#[test]
fn malformed_logs_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.json");
    let table = folder.path().join("table.json");
    let import = |log: &Path, table: &Path| {
        let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
        let out = folder.path().join("out.json");
        paddock(&["import", "bga", &text(log), "--table", &text(table), "-o", &text(&out)])
    };
    let logs: [(&str, &[u8], &str); 6] = [
        ("empty", b"", "empty"),
        ("cut short", &LOG.as_bytes()[..LOG.len() / 2], "too early"),
        ("not a log", b"{\"status\":1}", "data.logs"),
        ("no packets", b"{\"data\":{\"logs\":[]}}", "before the race has started"),
        (
            "packets of numbers",
            b"{\"data\":{\"logs\":[1,2,{\"data\":7},{\"data\":[3,{\"type\":4}]}]}}",
            "before the race has started",
        ),
        (
            "a start without a place",
            b"{\"data\":{\"logs\":[{\"data\":[{\"type\":\"placeFirstCar\",\"args\":{\"player_id\":1}}]}]}}",
            "coordinates",
        ),
    ];
    std::fs::write(&table, TABLE).expect("written");
    for (name, content, word) in logs {
        std::fs::write(&log, content).expect("written");
        assert_refused(name, &import(&log, &table), word);
    }
    let tables: [(&str, &[u8], &str); 4] = [
        ("empty", b"", "empty"),
        ("a list", b"[]", "game_element"),
        ("no pitwall", b"{\"game_element\":[],\"players\":{},\"game_info\":{\"laps\":1}}", "pitwall"),
        (
            "a place in words",
            b"{\"game_element\":[{\"entity\":\"pitwall\",\"pos_x\":\"left\",\"pos_y\":0,\"orientation\":4}]}",
            "pos_x",
        ),
    ];
    std::fs::write(&log, LOG).expect("written");
    for (name, content, word) in tables {
        std::fs::write(&table, content).expect("written");
        assert_refused(name, &import(&log, &table), word);
    }
}

/// A log of the online game with these packets.
fn log(packets: &[Value]) -> Vec<u8> {
    serde_json::to_vec(&json!({"data": {"logs": [{"data": packets}]}})).expect("JSON")
}

#[test]
fn an_online_log_with_more_cars_than_a_race_has_is_refused() {
    let place = |car: u32| json!({"type": "placeCarFS", "args": {"player_id": car, "x": 0, "y": 0, "refCar": car - 1}});
    let points = |car: u32| json!({"type": "chooseTokensAmount", "args": {"player_id": car, "tire": 4, "nitro": 4}});
    let cars = |packet: &dyn Fn(u32) -> Value| log(&(1..=7).map(packet).collect::<Vec<_>>());
    for bytes in [cars(&place), cars(&points)] {
        let error = paddock::import::bga::import(&bytes, TABLE.as_bytes()).expect_err("refused").to_string();
        assert!(error.contains("more than 6 cars"), "{error}");
    }
}

#[test]
fn an_online_log_with_unknown_cars_is_reported_in_a_few_sentences() {
    let mut whole: Value = serde_json::from_str(LOG).expect("JSON");
    let strangers: Vec<Value> =
        (1_000_000..1_003_000).map(|car| json!({"type": "declareGear", "args": {"player_id": car, "n": 3}})).collect();
    let logs = whole.pointer_mut("/data/logs").and_then(Value::as_array_mut).expect("the packets");
    logs.push(json!({"data": strangers}));
    let bytes = serde_json::to_vec(&whole).expect("JSON");
    let imported = paddock::import::bga::import(&bytes, TABLE.as_bytes()).expect("the game is there");
    assert_eq!(imported.warnings.len(), 201);
    assert!(imported.warnings[0].contains("not on the grid"), "{}", imported.warnings[0]);
    assert!(imported.warnings[200].ends_with(": 2800."), "{}", imported.warnings[200]);
    let plain = paddock::import::bga::import(LOG.as_bytes(), TABLE.as_bytes()).expect("the game is there");
    assert_eq!(imported.replay.turns.len(), plain.replay.turns.len());
}
