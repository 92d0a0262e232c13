//! Tests of whole races as text: the lines of the setup, and reading and printing in the library and on the command
//! line.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::shipped::{of_all_games, races_of_vektorace};
use paddock::game::{CarId, Credits};
use paddock::games::vektorace::{
    CarEntry, CornerDraft, Draft, Edition, GridPlace, GridSide, Hand, Keep, LabelDraft, LimitDraft, Options,
    PitwallDraft, Power, Setup, TableDraft, Vektorace,
};
use paddock::geometry::{Direction, Point, Surd};
use paddock::import::bga;
use paddock::open;
use paddock::replay::{FileError, MAX_TURNS, Opened, ReplayFile, parse, print, read_text};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use tempfile::TempDir;

type Replay = ReplayFile<Vektorace>;

/// A race of two cars in the second edition.
fn second() -> String {
    let example = std::fs::read_to_string(root("docs/notation.md")).unwrap();
    let (_, block) = example.split_once("```text\n").unwrap();
    let (race, _) = block.split_once("```").unwrap();
    race.to_owned()
}

fn read(text: &str) -> Result<Replay, FileError> {
    read_text(text.as_bytes(), &paddock::replay::no_files)
}

/// The error of a text: line, column, sentence.
#[track_caller]
fn refused(text: &str) -> (usize, usize, String) {
    let error = read(text).expect_err("refused");
    let position = error.position.expect("a line and a column");
    (position.line, position.column, error.message)
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The shipped races and the kept online game: name and file.
fn races() -> Vec<(String, Replay)> {
    let mut races: Vec<(String, Replay)> = races_of_vektorace()
        .into_iter()
        .map(|file| (file.display().to_string(), parse(&std::fs::read(&file).unwrap()).unwrap()))
        .collect();
    for game in std::fs::read_dir(root("tests/data/online")).unwrap() {
        let folder = game.unwrap().path();
        let data = |name: &str| std::fs::read(folder.join(name)).unwrap();
        let replay = bga::import(&data("log.json"), &data("gamedatas.json")).unwrap().replay;
        races.push((folder.display().to_string(), replay));
    }
    assert!(races.len() >= 10);
    races
}

fn text_of(replay: &Replay) -> String {
    let opened = open(print(replay).unwrap().as_bytes(), &paddock::replay::no_files);
    let Ok(Opened::Race(race)) = opened else { panic!("a race") };
    race.notation_text(race.len())
}

#[test]
fn races_read_back_from_their_text() {
    for (name, replay) in races() {
        let text = text_of(&replay);
        assert_eq!(read(&text).as_ref(), Ok(&replay), "{name}\n{text}");
        assert_eq!(
            text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(),
            replay.turns.len()
        );
    }
}

#[test]
fn the_example_in_the_documentation_is_a_race() {
    let shown = std::fs::read_to_string(root("docs/notation.md")).unwrap();
    let (_, block) = shown.split_once("```text\n").unwrap();
    let (example, _) = block.split_once("```").unwrap();
    let replay = read(example).unwrap();
    let text = text_of(&replay);
    assert_eq!(text.trim_end(), example.trim_end(), "it is printed in the same way");
}

#[test]
fn a_text_may_have_blank_lines_remarks_and_line_ends_of_any_system() {
    let expected = read(&format!("{}7: 4F F- =4\n", second())).unwrap();
    assert_eq!(expected.title, "Two laps of the Oval");
    let loose = format!("\u{feff}# our first race\n\n{}\n # round 1\n  7: 4F F- =4   # Ada is away", second());
    for text in [loose.clone(), loose.replace('\n', "\r\n"), loose.replace("\nsetup {", "\n  setup\t{")] {
        assert_eq!(read(&text).as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn every_shipped_race_goes_to_text_and_back_byte_for_byte() {
    let mut games = std::collections::BTreeMap::new();
    for file in of_all_games("replays") {
        let bytes = std::fs::read_to_string(&file).unwrap();
        let Ok(Opened::Race(race)) = open(bytes.as_bytes(), &paddock::replay::no_files) else { panic!("a race") };
        let text = race.notation_text(race.len());
        let again = paddock::Games::all().file_from_text(text.as_bytes(), &paddock::replay::no_files);
        assert!(again.as_ref() == Ok(&bytes), "{}: {again:?}", file.display());
        *games.entry(race.info().id).or_insert(0) += 1;
    }
    assert_eq!(
        games.into_iter().collect::<Vec<_>>(),
        [("formula_d", 5), ("vector_racing", 4), ("vektorace", 9), ("wheel_to_wheel", 6)]
    );
}

#[test]
fn tags_are_read_or_ignored_as_repetitions() {
    let text = second().replace("[Players", "[Date \"2026-11-23\"]\n[Place \"Club \\\"Ost\\\"\"]\n[Players");
    let replay = read(&text).unwrap();
    assert_eq!((replay.about().date.as_str(), replay.about().place.as_str()), ("2026-11-23", "Club \"Ost\""));
    // These tags make it a file of version 2, with the same text.
    let file = print(&replay).unwrap();
    assert!(file.contains("\"version\": 2") && file.contains("\"date\": \"2026-11-23\""), "{file}");
    assert!(print(&read(&second()).unwrap()).unwrap().contains("\"version\": 1"));
    assert_eq!(text_of(&parse::<Replay>(file.as_bytes()).unwrap()).trim_end(), text.trim_end());
    // A finished race has a result.
    let (_, race) = races().into_iter().find(|(name, _)| name.ends_with("nightjar-park-duel.json")).unwrap();
    assert!(
        text_of(&race).contains("\n[Result \"1 Orla, 2 Piet\"]\n"),
        "{}",
        text_of(&race).lines().take(8).collect::<String>()
    );
    assert!(!second().contains("[Result"));
}

#[test]
fn a_text_may_name_the_file_of_its_circuit() {
    let folder = tempfile::tempdir().unwrap();
    let track = std::fs::read(root("tracks/vektorace/nightjar-park.json")).unwrap();
    std::fs::write(folder.path().join("park.json"), track).unwrap();
    std::fs::copy(root("tracks/formula_d/cobalt-pass.json"), folder.path().join("pass.json")).unwrap();
    let (_, race) = races().into_iter().find(|(name, _)| name.ends_with("nightjar-park-duel.json")).unwrap();
    let text = text_of(&race);
    let (tags, rest) = text.split_once("\ncircuit {").unwrap();
    let (_, setup) = rest.split_once("\nsetup {").unwrap();
    let with = |name: &str| format!("{tags}\ncircuit \"{name}\"  # the park\n\nsetup {{{setup}");
    let (file, output) = import(&folder, with("park.json").as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let again: Replay = parse(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(again, race, "the circuit is in the race");
    for (name, said) in
        [("nowhere.json", "nowhere.json"), ("pass.json", "this is a Formula D circuit; choose a VektoRace circuit")]
    {
        let (_, output) = import(&folder, with(name).as_bytes());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(said) && error.contains("line "), "{error}");
    }
}

#[test]
fn mistakes_before_the_first_turn_are_reported_with_line_and_column() {
    let text = second();
    let line_of = |part: &str| 1 + text.lines().position(|line| line.contains(part)).expect(part);
    for (part, instead, (line, column), words) in [
        ("[Title \"", "[Title ", (1, 1), "this is not a tag: write a name and a text in quotes"),
        ("[Title", "[Name", (1, 1), "unknown tag Name; use one of: Title, Game, Date, Place, Circuit"),
        ("[Edition \"second edition\"]", "[Game \"vektorace\"]", (3, 1), "the tag Game appears twice"),
        (
            "[Game \"vektorace\"]",
            "[Game \"formula_d\"]",
            (2, 1),
            "this race is of another game; the tag must name VektoRace",
        ),
        ("[Title", "edition second\n[Title", (1, 1), "the format of Paddock 0.1"),
        ("[Title", "7: 4F F- =5\n[Title", (1, 1), "begin the text with tags"),
        ("\ncircuit {", "\ncircuit, {", (line_of("circuit {"), 8), "circuit: expected value"),
        ("\"laps\": 2", "\"laps\": \"two\"", (line_of("\"laps\""), 14), "setup.laps: invalid type"),
        ("\"laps\": 2", "\"laps\": 2,\n \"lap\": 3", (line_of("\"laps\"") + 1, 6), "setup.lap: unknown field `lap`"),
        (
            "\nsetup {",
            "\nsetup { \"edition\": \"third\",",
            (line_of("setup {"), 26),
            "setup.edition: unknown variant `third`",
        ),
    ] {
        assert!(text.contains(part), "{part}");
        let wrong = format!("{}\n7: 4F F- =5\n", text.replacen(part, instead, 1));
        let (at, found, said) = match read(&wrong) {
            Err(error) => {
                let position = error.position.expect("a line and a column");
                (position.line, position.column, error.to_string())
            }
            Ok(_) => panic!("{instead} is read"),
        };
        assert!(said.contains(words), "{instead}: {said}");
        assert_eq!((at, found), (line, column), "{instead}: {said}");
    }
    let (head, setup) = text.split_once("\nsetup {").unwrap();
    assert!(refused(head).2.contains("the setup is missing"));
    assert!(refused(&format!("{head}\n7: 4F F- =5\n")).2.contains("the setup is missing"));
    let (tags, _) = text.split_once("\ncircuit").unwrap();
    assert!(refused(&format!("{tags}\nsetup {{{setup}")).2.contains("the circuit is missing"));
    assert!(refused(&format!("{text}\nsetup {{{setup}")).2.contains("`setup` appears twice"));
    let trailing = text.trim_end().to_owned() + " 7: 4F F- =5\n";
    assert!(refused(&trailing).2.contains("nothing may follow on the line where the setup ends"));
}

#[test]
fn mistakes_in_a_turn_are_reported_with_their_line() {
    let lines = second().lines().count();
    let with = |turns: &str| refused(&format!("{}\n{turns}", second()));
    assert_eq!(with("7: 4F F- =4\n3: 4FX F-").0, lines + 3);
    assert_eq!(with("  12: < 4FX F-").1, 9);
    let (at, column, said) = with("7: 4F F- =4\nlaps 3");
    assert_eq!((at, column), (lines + 3, 1));
    assert!(said.contains("`laps` is not a car's number"), "{said}");
    // The line is valid, but no file can hold the turn.
    let (_, column, said) = with(" 3: < L");
    assert!(column == 2 && said.contains("this turn cannot be saved in a race file"), "{said}");
}

#[test]
fn texts_beyond_the_limits_are_refused() {
    let turns = |count: usize| format!("{}{}", second(), "3: L\n".repeat(count));
    assert_eq!(read(&turns(MAX_TURNS)).map(|replay| replay.turns.len()), Ok(MAX_TURNS));
    let (at, _, said) = refused(&turns(MAX_TURNS + 1));
    assert!(at == second().lines().count() + MAX_TURNS + 1 && said.contains(&MAX_TURNS.to_string()), "{at}: {said}");
    let corners = vec!["[1,1]"; 101].join(",");
    let limited = second().replacen("[[18,12],[22,12],[20,14]]", &format!("[{corners}]"), 1);
    assert!(refused(&limited).2.contains("101 corner points of a track limit; at most 100"));
    for (bytes, words) in
        [(&b""[..], "empty"), (b"[Title \xff", "UTF-8"), (b"\n\n# nothing\n", "begin the text with tags")]
    {
        let said = read_text::<Vektorace>(bytes, &paddock::replay::no_files).expect_err("refused").to_string();
        assert!(said.contains(words), "{said}");
    }
}

fn surds() -> impl Strategy<Value = Surd> {
    let decimal = (-4_000_000..4_000_000i64).prop_map(|n| Surd::from_units(2 * n, 0));
    prop_oneof![decimal, (-4_000_000..4_000_000i64, -400_000..400_000i64).prop_map(|(a, b)| Surd::from_units(a, b))]
}

fn points() -> impl Strategy<Value = Point> {
    (surds(), surds()).prop_map(|(x, y)| Point::new(x, y))
}

fn hands() -> impl Strategy<Value = Hand> {
    select(vec![Hand::Clockwise, Hand::CounterClockwise])
}

/// Any text, often with characters that a line cannot hold.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), any::<String>(), "[a-z #\\\\\n\r\t\u{2028}\u{a0}]{0,12}"]
}

fn drafts() -> impl Strategy<Value = Draft> {
    let table = prop_oneof![
        points().prop_map(|to| TableDraft { from: Point::ORIGIN, to }),
        (points(), points()).prop_map(|(from, to)| TableDraft { from, to })
    ];
    let directions = || select(Direction::ALL.to_vec());
    let wall = (points(), directions()).prop_map(|(at, direction)| PitwallDraft { at, direction });
    let corner = (any::<u32>(), points(), directions(), option::of(hands()))
        .prop_map(|(number, at, facing, hand)| CornerDraft { number, at, facing, hand });
    let limit = (select(vec![Keep::Out, Keep::In]), vec(points(), 0..6))
        .prop_map(|(keep, outline)| LimitDraft { keep, outline });
    let label = (points(), surds(), texts()).prop_map(|(at, size, text)| LabelDraft { at, text, size });
    let extras = (option::of(surds()), vec(label, 0..3));
    (texts(), texts(), table, hands(), wall, vec(corner, 0..5), vec(limit, 0..3), extras).prop_map(
        |(name, description, table, hand, wall, corners, limits, (octagon_mm, labels))| Draft {
            credits: Credits { designer: name.clone(), notes: description.clone(), ..Credits::default() },
            name,
            description,
            table,
            direction: Some(hand),
            pitwall: Some(wall),
            corners,
            limits,
            octagon_mm,
            labels,
            groups: Vec::new(),
            reference: None,
        },
    )
}

fn options() -> impl Strategy<Value = Options> {
    let flag = any::<Option<bool>>;
    (any::<Option<u8>>(), option::of(surds()), flag(), flag(), flag(), flag(), flag()).prop_map(
        |(points, overlap, ram, boost_overtaking, track_limits, take_back, powers)| Options {
            points,
            overlap,
            ram,
            boost_overtaking,
            track_limits,
            take_back,
            powers,
        },
    )
}

/// Setups whose lists fit together, as in every race; the rules may still refuse them.
fn setups() -> impl Strategy<Value = Setup> {
    let entry =
        (any::<u32>(), texts(), any::<u8>(), any::<u8>(), any::<bool>(), option::of(select(Power::ALL.to_vec())));
    let entries = vec(entry, 1..7).prop_map(|entries| {
        let mut cars: Vec<CarEntry> = Vec::new();
        for (car, name, tyre, nitro, start_boost, power) in entries {
            if cars.iter().all(|entry| entry.car != CarId(car)) {
                cars.push(CarEntry { car: CarId(car), name, tyre, nitro, start_boost, power });
            }
        }
        cars
    });
    let editions = select(Edition::ALL.to_vec());
    let pole = (surds(), option::of(surds()));
    let places = vec((any::<u32>(), any::<u8>()), 6);
    (
        editions,
        any::<u8>(),
        any::<u8>(),
        options(),
        entries.prop_flat_map(|cars| (Just(cars.clone()), Just(cars).prop_shuffle())),
        pole,
        places,
        any::<bool>(),
    )
        .prop_map(|(edition, laps, start_gear, options, (cars, order), (aside, back), places, white)| {
            let first_edition = edition == Edition::Formula8;
            let grid = order.iter().zip(places).enumerate().map(|(index, (entry, (behind, place)))| GridPlace {
                car: entry.car,
                aside: (index == 0).then_some(aside),
                back: back.filter(|_| index == 0),
                behind: (index > 0 && !first_edition).then_some(CarId(behind)),
                place: (index > 0 && !first_edition).then_some(place),
            });
            let side = if white { GridSide::White } else { GridSide::Black };
            let grid = grid.collect();
            Setup { edition, laps, start_gear, options, cars, grid_side: first_edition.then_some(side), grid }
        })
}

proptest! {
    #[test]
    fn any_title_circuit_and_setup_reads_back_from_its_text(title in texts(), draft in drafts(), setup in setups()) {
        let blocks = [print(&draft).unwrap(), print(&setup).unwrap()];
        let title = serde_json::Value::from(title.as_str()).to_string();
        let text = format!("[Title {title}]
[Game \"vektorace\"]

circuit {}
setup {}", blocks[0], blocks[1]);
        let expected = Replay::new(serde_json::from_str(&title).unwrap(), draft, setup, Vec::new());
        prop_assert_eq!(read(&text), Ok(expected));
    }

    #[test]
    fn no_text_makes_the_reader_of_races_panic(text in any::<String>(), at in any::<prop::sample::Index>(), put in "[ -~\n√]{0,4}", cut in 0..6usize) {
        let _ = read(&text);
        let mut race: Vec<char> = format!("{}\n7: 4F+2 F> P3 T5N3 BOX *wide =4 ?VR-CUT-01:1+\n", second()).chars().collect();
        let at = at.index(race.len());
        let end = race.len().min(at + cut);
        race.splice(at..end, put.chars());
        let race: String = race.into_iter().collect();
        if let Err(error) = read(&race) {
            prop_assert!(error.position.is_some() && error.message.len() < 400, "{error}");
        }
    }
}

fn paddock(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().expect("the program runs")
}

/// Imports a text at the command line; returns the race's path and the result of the call.
fn import(folder: &TempDir, text: &[u8]) -> (PathBuf, Output) {
    let (from, to) = (folder.path().join("race.txt"), folder.path().join("race.json"));
    std::fs::write(&from, text).unwrap();
    let output = paddock(&["import", "text", from.to_str().unwrap(), "-o", to.to_str().unwrap()]);
    (to, output)
}

#[test]
fn the_command_line_writes_and_reads_races_as_text() {
    let folder = tempfile::tempdir().unwrap();
    for (name, replay) in races() {
        let file = folder.path().join("original.json");
        std::fs::write(&file, print(&replay).unwrap()).unwrap();
        let shown = paddock(&["show", file.to_str().unwrap(), "--notation"]);
        assert_eq!(shown.status.code(), Some(0), "{name}");
        let (copy, imported) = import(&folder, &shown.stdout);
        assert_eq!(imported.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&imported.stderr));
        assert_eq!(parse::<Replay>(&std::fs::read(copy).unwrap()).as_ref(), Ok(&replay), "{name}");
    }
}

#[test]
fn the_text_of_every_shipped_race_is_read_back_at_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut games = std::collections::BTreeMap::new();
    for file in of_all_games("replays") {
        let text = |file: &Path| paddock(&["show", file.to_str().unwrap(), "--notation"]).stdout;
        let shown = text(&file);
        let (copy, imported) = import(&folder, &shown);
        let said = String::from_utf8_lossy(&imported.stderr);
        assert_eq!(imported.status.code(), Some(0), "{}: {said}", file.display());
        assert!(!shown.is_empty() && text(&copy) == shown, "{}", file.display());
        assert!(std::fs::read(&copy).unwrap() == std::fs::read(&file).unwrap(), "{}", file.display());
        *games.entry(file.parent().unwrap().to_owned()).or_insert(0) += 1;
    }
    assert_eq!(games.values().copied().collect::<Vec<i32>>(), [5, 4, 9, 6]);
}

#[test]
fn show_prints_the_text_up_to_a_turn() {
    let file = root("replays/vektorace/nightjar-park-duel.json");
    let shown = |arguments: &[&str]| paddock(&[&["show", file.to_str().unwrap()], arguments].concat());
    let turns = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (header, turns) = text
            .split_once("\n\n1: ")
            .map(|(header, turns)| (header.to_owned(), format!("1: {turns}")))
            .unwrap_or((text, String::new()));
        assert!(header.starts_with("[Title \"A duel in Nightjar Park\"]\n[Game \"vektorace\"]\n[Edition"), "{header}");
        turns.lines().map(str::to_owned).collect::<Vec<String>>()
    };
    let whole = turns(&shown(&["--notation"]));
    assert_eq!(turns(&shown(&["--notation", "--at", "2"])), whole[..2]);
    assert_eq!(whole[0], "1: 4FR+3 F- =4");
    assert_eq!(whole[1], "2: 4SR+0 FR- =5");
    assert_eq!(shown(&["--notation", "--at", "0"]).status.code(), Some(0));
    for wrong in [&["--notation", "--json"][..], &["--notation", "--at", "9999"]] {
        let output = shown(wrong);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty() && !output.stderr.is_empty(), "{wrong:?}");
    }
}

#[test]
fn a_text_that_cannot_be_read_ends_with_two_and_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let lines = second().lines().count();
    let laps = 1 + second().lines().position(|line| line.contains("\"laps\"")).unwrap();
    for (text, said) in [
        (
            format!("{}\n3: 4FX F-\n", second()),
            format!("race.txt: line {}, column 4: `4FX` does not name a place", lines + 2),
        ),
        (second().replace("\"laps\": 2", "\"laps\": two"), format!("race.txt: line {laps}, column 11: setup")),
        (String::new(), "race.txt: the file is empty".to_owned()),
    ] {
        let (file, output) = import(&folder, text.as_bytes());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&said) && error.lines().count() == 1, "{error}");
        assert!(!file.exists(), "nothing is written");
    }
    assert_eq!(paddock(&["import", "text", "nowhere.txt", "-o", "race.json"]).status.code(), Some(2));
}

#[test]
fn an_illegal_turn_or_setup_in_a_text_ends_with_one_and_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let illegal = format!("{}\n7: 5F F- =4\n", second());
    let wall_off = second().replace("\"at\": [20,6]", "\"at\": [200,6]");
    assert_ne!(wall_off, second());
    for (text, word) in [(illegal, "turn 1 is illegal: The declared gear is 4"), (wall_off, "the race cannot be shown")]
    {
        let (file, output) = import(&folder, text.as_bytes());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains(word), "{error}");
        assert!(parse::<Replay>(&std::fs::read(file).unwrap()).is_ok());
    }
}
