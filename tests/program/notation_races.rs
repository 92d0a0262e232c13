//! Whole races as text: the lines of the setup, reading and printing in the library and at the command line.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and tell why")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use paddock::game::{CarId, Game as _};
use paddock::games::vektorace::{
    CarEntry, CornerDraft, Draft, Edition, GridPlace, GridSide, Hand, Keep, LabelDraft, LimitDraft, Options,
    PitwallDraft, Power, Setup, TableDraft, Vektorace,
};
use paddock::geometry::{Direction, Point, Surd};
use paddock::import::bga;
use paddock::replay::{FileError, MAX_TURNS, Opened, ReplayFile, TrackSource, open, parse, print, read_text};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use tempfile::TempDir;

type Replay = ReplayFile<Vektorace>;

/// A circuit, and all a race needs before its edition sets up the grid.
const BEGINNING: &str = "track Oval\nlaps 2\ntable 40x24\nwall 20,6 4 cw\n\
    corner 1 8,10 5\ncorner 2 8,16 3\ncorner 3 32,16 1\ncorner 4 32,10 7\ncar 3 Ada\ncar 1 Bruno\n";

/// A race of two cars in the second edition.
fn second() -> String {
    format!(
        "race Oval\nedition second\n{BEGINNING}grid 3 1\npoints 3 T4N4\npoints 1 T5N3\npole 2\nplace 1 @3.2\nstart 4\n"
    )
}

fn read(text: &str) -> Result<Replay, FileError> {
    read_text(text.as_bytes())
}

/// What is wrong with a text: line, column, sentence.
#[track_caller]
fn refused(text: &str) -> (usize, usize, String) {
    let error = read(text).expect_err("refused");
    let position = error.position.expect("a line and a column");
    (position.line, position.column, error.message)
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The races that ship and the online game that is kept: name, file.
fn races() -> Vec<(String, Replay)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root("replays/vektorace")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut races: Vec<(String, Replay)> = files
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
    let opened = open(print(replay).unwrap().as_bytes(), &|_| Err("the track is within".to_owned()));
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
fn the_example_that_players_are_shown_is_a_race() {
    let shown = std::fs::read_to_string(root("docs/notation.md")).unwrap();
    let (_, block) = shown.split_once("```text\n").unwrap();
    let (example, _) = block.split_once("```").unwrap();
    let replay = read(example).unwrap();
    let text = text_of(&replay);
    assert_eq!(text.trim_end(), example.trim_end(), "it is as it would be printed");
}

#[test]
fn a_text_may_have_blank_lines_remarks_and_line_ends_of_any_system() {
    let expected = read(&format!("{}3: 4F F- =4\n", second())).unwrap();
    assert_eq!(expected.title, "Oval");
    let loose = format!("\u{feff}# our first race\n\n{}\n # round 1\n  3: 4F F- =4   # Ada is away", second());
    for text in [
        loose.clone(),
        loose.replace('\n', "\r\n"),
        loose.replace(" 8,10", "\t 8,10").replace("laps 2", " laps  2 # short"),
    ] {
        assert_eq!(read(&text).as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn vr_res_02_points_come_in_the_editions_order() {
    let first = |grid: &str| format!("edition formula8\n{BEGINNING}grid 3 1\n{grid}\n");
    let second = |grid: &str| format!("edition second\n{BEGINNING}{grid}\nstart 4\n");
    let online = |grid: &str| format!("edition online\n{BEGINNING}grid 3 1\n{grid}\nstart 4\n");
    for legal in [
        first("side black\npole 2\npoints 3 T4N4\npoints 1 T5N3"),
        first("pole 2\nside black\npoints 1 T5N3\npoints 3 T4N4\nboost 3"),
        second("grid 3 1\npoints 3 T4N4\npoints 1 T5N3\npole 2\nplace 1 @3.2"),
        online("pole 2 8.31\npoints 3 T4N4\nplace 1 @3.2\npoints 1 T5N3"),
    ] {
        let replay = read(&legal).unwrap_or_else(|error| panic!("{error}\n{legal}"));
        let points: Vec<_> = replay.setup.cars.iter().map(|entry| (entry.car.0, entry.tyre, entry.nitro)).collect();
        assert_eq!(points, [(3, 4, 4), (1, 5, 3)]);
        let TrackSource::Here(draft) = replay.track else { panic!("the track is within") };
        let track = Vektorace::validate(&draft).0.unwrap();
        assert!(Vektorace::start(&track, &replay.setup).is_ok(), "{legal}");
    }
    // `grid` stands in line 12 where the first and the online edition begin with it.
    for (illegal, line, words) in [
        (first("points 3 T4N4\nside black\npole 2"), 13, "points are not due yet: in the first edition"),
        (first("side black\npoints 3 T4N4\npole 2"), 14, "points are not due yet: in the first edition"),
        (first("pole 2\npoints 3 T4N4\nside black"), 14, "points are not due yet: in the first edition"),
        (
            second("points 3 T4N4\ngrid 3 1"),
            12,
            "points are not due yet: in the second edition they are taken after the draw",
        ),
        (
            second("grid 3 1\npole 2\npoints 3 T4N4"),
            13,
            "car 3 is not placed yet: in the second edition points are taken before",
        ),
        (second("grid 3 1\npoints 3 T4N4\npole 2\npoints 1 T5N3"), 14, "and car 1 has none yet"),
        (online("points 3 T4N4\npole 2 8.31"), 13, "points are not due yet: in the online edition"),
        (online("pole 2 8.31\npoints 1 T5N3"), 14, "points are not due yet: in the online edition"),
        (online("pole 2 8.31\nplace 1 @3.2\npoints 3 T4N4"), 14, "car 1 is not placed yet: in the online edition"),
    ] {
        let (at, column, said) = refused(&illegal);
        assert!(
            (at, column) == (line, 1) && said.contains(words) && said.contains("VR-RES-02"),
            "{at}: {said}\n{illegal}"
        );
    }
}

#[test]
fn mistakes_in_the_setup_are_told_with_line_and_column() {
    // A line of the race of two cars, the line that stands there instead, column and words.
    for (line, instead, column, words) in [
        ("race Oval", "rice Oval", 1, "`rice` begins no line: a turn begins with its car's number"),
        ("race Oval", "race C:\\ab", 8, "a backslash stands for nothing here"),
        ("track Oval", "race Again", 1, "`race` is said already"),
        ("edition second", "edition third", 9, "`third` is no edition: formula8, second or online is expected"),
        ("edition second", "edition", 8, "the edition is missing"),
        ("laps 2", "laps two", 6, "`two` is not a number of laps"),
        ("laps 2", "laps 256", 6, "`256` is too large for a number of laps"),
        ("laps 2", "laps 2 3", 8, "`3` is too much"),
        ("table 40x24", "table 40", 7, "`40` is no point"),
        ("table 40x24", "table 40x", 10, "is not a coordinate"),
        ("table 40x24", "table 0,0", 10, "the table's upper right corner is missing"),
        ("wall 20,6 4 cw", "wall 20,6 4", 12, "which way round the race goes is missing: cw (clockwise) or ccw"),
        ("wall 20,6 4 cw", "wall 20,6 8 cw", 11, "`8` is no direction: they run from 0 (+x) to 7"),
        ("wall 20,6 4 cw", "wall 20,6 4 left", 13, "`left` is no way round"),
        ("corner 1 8,10 5", "corner 1 8;10 5", 10, "`8;10` is no point: x and y with a comma"),
        ("corner 1 8,10 5", "corner 1 8,ten 5", 12, "`ten` is not a coordinate"),
        ("corner 1 8,10 5", "corner 1 8,0.00001 5", 12, "finer than 1/20000"),
        ("corner 1 8,10 5", "limit over 1,1", 7, "`over` is no side of a limit"),
        ("corner 1 8,10 5", "option speed yes", 8, "`speed` is no option: points, overlap, ram"),
        ("corner 1 8,10 5", "option ram maybe", 12, "`maybe` is no answer: yes or no is expected"),
        ("car 3 Ada", "car Ada", 5, "`Ada` is not a car's number"),
        ("car 3 Ada", "car", 4, "the car's number is missing"),
        ("car 1 Bruno", "car 3 Bruno", 5, "`3` is entered twice"),
        ("grid 3 1", "grid 3 2", 8, "`2` is no car of the entry list"),
        ("grid 3 1", "grid 3 3", 8, "`3` stands on the grid twice"),
        ("points 3 T4N4", "points 3 4+4", 10, "`4+4` does not say how many points"),
        ("points 1 T5N3", "points 3 T5N3", 1, "car 3 has taken its points already"),
        ("pole 2", "pole", 5, "pole's distance from the wall's axis is missing"),
        ("place 1 @3.2", "place 1 3.2", 9, "`3.2` is no place: @, a car, a dot and a place from 1 to 7"),
        ("place 1 @3.2", "place 3 @1.2", 1, "car 3 has its place already"),
        ("start 4", "power 3 flying", 9, "`flying` names no Super Power: wide, open"),
        ("start 4", "boost 9", 7, "`9` is no car of the entry list"),
    ] {
        let text = second().replace(line, instead);
        let number = 1 + second().lines().position(|each| each == line).expect(line);
        let (at, found, said) = refused(&text);
        assert_eq!((at, found), (number, column), "{instead}: {said}");
        assert!(said.contains(words), "{instead}: {said}");
    }
}

#[test]
fn what_is_missing_is_missed_before_the_first_turn() {
    let turn = "\n3: 4F F- =4\n";
    for (line, words) in [
        ("edition second\n", "the line `edition` says in which order"),
        ("laps 2\n", "`laps` and how many"),
        ("start 4\n", "`start` and the gear"),
        ("car 1 Bruno\n", "`1` is no car of the entry list"),
        ("grid 3 1\n", "points are not due yet"),
        ("points 1 T5N3\n", "car 1 has none yet"),
    ] {
        let (at, _, said) = refused(&format!("{}{turn}", second().replace(line, "")));
        assert!(said.contains(words) && at <= second().lines().count() + 2, "{line}: {at}: {said}");
    }
    let (at, column, said) = refused(&second().replace("start 4\n", turn));
    assert_eq!((at, column), (second().lines().count() + 1, 1), "{said}");
    let (at, _, said) = refused("edition second\n");
    assert!(at == 2 && said.contains("`laps`"), "{at}: {said}");
    // The first edition's first gear goes without saying.
    let first = format!("edition formula8\n{BEGINNING}grid 3 1\nside black\npole 2\npoints 3 T4N4\npoints 1 T5N3\n");
    assert_eq!(read(&first).map(|replay| replay.setup.start_gear), Ok(3));
}

#[test]
fn mistakes_in_a_turn_are_told_with_their_line() {
    let lines = second().lines().count();
    let with = |turns: &str| refused(&format!("{}\n{turns}", second()));
    assert_eq!(with("3: 4F F- =4\n1: 4FX F-").0, lines + 3);
    assert_eq!(with("  12: < 4FX F-").1, 9);
    let (at, column, said) = with("3: 4F F- =4\nlaps 3");
    assert_eq!((at, column), (lines + 3, 1));
    assert!(said.contains("`laps` is no car's number"), "{said}");
    // Readable, but no file has a place for it.
    let (_, column, said) = with(" 3: < L");
    assert!(column == 2 && said.contains("no race can hold this turn"), "{said}");
}

#[test]
fn texts_beyond_the_limits_are_refused() {
    let turns = |count: usize| format!("{}{}", second(), "3: L\n".repeat(count));
    assert_eq!(read(&turns(MAX_TURNS)).map(|replay| replay.turns.len()), Ok(MAX_TURNS));
    let (at, _, said) = refused(&turns(MAX_TURNS + 1));
    assert!(at == second().lines().count() + MAX_TURNS + 1 && said.contains(&MAX_TURNS.to_string()), "{at}: {said}");
    assert!(refused(&"corner 1 8,10 5\n".repeat(60_000)).2.contains("50000 lines"));
    let corners = " 1,1".repeat(101);
    assert!(refused(&format!("limit out{corners}")).2.contains("a limit has 100 at most"));
    for (bytes, words) in [(&b""[..], "empty"), (b"race \xff", "UTF-8"), (b"\n\n# nothing\n", "`edition")] {
        let said = read_text::<Vektorace>(bytes).expect_err("refused").to_string();
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

/// Any text at all, with what a line cannot hold often in it.
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
            name,
            description,
            table,
            direction: Some(hand),
            pitwall: Some(wall),
            corners,
            limits,
            octagon_mm,
            labels,
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

/// Setups whose lists belong together, as those of every race do; what the rules say of them is another matter.
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
    fn a_setup_reads_back_from_its_lines(title in texts(), draft in drafts(), setup in setups()) {
        let lines = Vektorace::notation_header(&title, &draft, &setup);
        prop_assert!(lines.iter().all(|line| line.lines().count() == 1 && line.starts_with(|c: char| c.is_ascii_alphabetic())));
        let replay = read(&lines.join("\n"));
        prop_assert_eq!(replay, Ok(Replay::new(title, draft, setup, Vec::new())));
    }

    #[test]
    fn no_text_makes_the_reader_of_races_panic(text in any::<String>(), at in any::<prop::sample::Index>(), put in "[ -~\n√]{0,4}", cut in 0..6usize) {
        let _ = read(&text);
        let mut race: Vec<char> = format!("{}\n3: 4F+2 F> P1 T5N3 BOX *wide =4 ?VR-CUT-01:1+\n", second()).chars().collect();
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

/// A text imported at the command line: the race's path, and how the call ended.
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
    for entry in std::fs::read_dir(root("replays")).unwrap() {
        for file in std::fs::read_dir(entry.unwrap().path()).unwrap() {
            let file = file.unwrap().path();
            let text = |file: &Path| paddock(&["show", file.to_str().unwrap(), "--notation"]).stdout;
            let shown = text(&file);
            let (copy, imported) = import(&folder, &shown);
            let said = String::from_utf8_lossy(&imported.stderr);
            assert_eq!(imported.status.code(), Some(0), "{}: {said}", file.display());
            assert!(!shown.is_empty() && text(&copy) == shown, "{}", file.display());
            *games.entry(file.parent().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    assert_eq!(games.values().copied().collect::<Vec<i32>>(), [5, 4, 9, 6]);
}

#[test]
fn show_prints_the_text_up_to_a_turn() {
    let file = root("replays/vektorace/nightjar-park-duel.json");
    let shown = |arguments: &[&str]| paddock(&[&["show", file.to_str().unwrap()], arguments].concat());
    let turns = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (header, turns) =
            text.split_once("\n\n").map(|(header, turns)| (header.to_owned(), turns.to_owned())).unwrap();
        assert!(header.starts_with("race A duel in Nightjar Park\ntrack Nightjar Park\n"), "{header}");
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
    for (text, said) in [
        (format!("{}\n3: 4FX F-\n", second()), format!("race.txt: line {}, column 4: `4FX` names no place", lines + 2)),
        (
            second().replace("laps 2", "laps two"),
            "race.txt: line 4, column 6: `two` is not a number of laps".to_owned(),
        ),
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
    let illegal = format!("{}\n3: 5F F- =4\n", second());
    let wall_off = second().replace("wall 20,6", "wall 200,6");
    for (text, word) in [(illegal, "turn 1 is illegal: The declared gear is 4"), (wall_off, "the race cannot be shown")]
    {
        let (file, output) = import(&folder, text.as_bytes());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains(word), "{error}");
        assert!(parse::<Replay>(&std::fs::read(file).unwrap()).is_ok());
    }
}
