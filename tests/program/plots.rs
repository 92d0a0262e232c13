//! Plots of the command line: their values equal those of `export`, for every shipped race, quantity and axis.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::command::{paddock, said, text};
use crate::shipped::of_all_games;

type Record = BTreeMap<String, String>;

/// The rows of a CSV file, by column.
fn records(path: &Path) -> Vec<Record> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows: Vec<Record> = reader.deserialize().map(Result::unwrap).collect();
    assert!(!rows.is_empty(), "{}", path.display());
    rows
}

/// The words that `--plot list` prints.
fn words(race: &str) -> Vec<String> {
    let output = paddock(&["render", race, "--plot", "list"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let lines = String::from_utf8(output.stdout).unwrap();
    let words = lines.lines().filter_map(|line| line.split_whitespace().next().map(ToOwned::to_owned));
    // Losses need a search for the best play.
    words.filter(|word| word != "losses").collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("not a number: {text:?}"))
}

/// The rows of `export` by car and turn, and for each round the turn at its end; round 0 is the grid.
fn exported(race: &str, folder: &Path) -> (BTreeMap<(String, u32), Record>, Vec<u32>) {
    let file = folder.join("export.csv");
    assert_eq!(paddock(&["export", race, "-o", text(&file)]).status.code(), Some(0));
    let rows = records(&file);
    // Rows are sorted by turn, so the last one of a round remains. Round 0 is the grid.
    let turns = rows.iter().map(|row| (row["round"].parse().unwrap(), row["turn"].parse().unwrap()));
    let last: BTreeMap<u32, u32> = turns.collect();
    let rounds = last.keys().last().copied().unwrap();
    let ends = (0..=rounds).map(|round| if round == 0 { 0 } else { last[&round] }).collect();
    (rows.into_iter().map(|row| ((row["car"].clone(), row["turn"].parse().unwrap()), row)).collect(), ends)
}

/// The column of `export` with the values of a quantity.
fn column(word: &str) -> &str {
    match word {
        "place" => "rank",
        "distance" => "driven",
        other => other,
    }
}

/// The distance that a car moved in its own turns after `from` up to `to`; `None` if it did not move.
fn moved(export: &BTreeMap<(String, u32), Record>, car: &str, [from, to]: [u32; 2]) -> Option<f64> {
    let rows = (from + 1..=to).map(|turn| &export[&(car.to_owned(), turn)]);
    let own: Vec<f64> = rows.filter(|row| row["acted"] == "1").map(|row| number(&row["speed"])).collect();
    let sum: f64 = own.iter().sum();
    (sum > 0.0).then_some(sum)
}

/// Every value of every plot is compared with the row of `export`, and every value of `export` must be plotted, up to the
/// turn in which a car finishes or leaves the race.
#[test]
fn plotted_values_equal_the_exported_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut compared: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for path in of_all_games("replays") {
        let race = text(&path);
        let words = words(race);
        assert!(words.len() >= 8, "{race}: {words:?}");
        let (export, ends) = exported(race, folder.path());
        for over in ["turn", "round", "lap"] {
            let file = folder.path().join("plot.csv");
            let call = ["render", race, "-o", text(&file), "--plot", &words.join(","), "--over", over];
            let output = paddock(&call);
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            let rows = records(&file);
            // Which rows there must be: all turns and rounds, or the car's own turns within the laps.
            let mut plotted: BTreeSet<(String, u32)> = BTreeSet::new();
            for row in &rows {
                let (car, x) = (&row["car"], number(&row["x"]));
                let turn = match over {
                    "turn" => x as u32,
                    "round" => ends[x as usize],
                    _ => row["turn"].parse().unwrap(),
                };
                plotted.insert((car.clone(), turn));
                let there = &export[&(car.clone(), turn)];
                for word in &words {
                    let (column, value) = (column(word), &row[word]);
                    let place = format!("{race} over {over}: {word} of {car} at {x}");
                    let expected = match (word.as_str(), over) {
                        // A speed is a point of each turn with a move; over rounds, the moves of a round are added up.
                        ("speed", "round") if x > 0.0 => moved(&export, car, [ends[x as usize - 1], turn]),
                        ("speed", _) => turn.checked_sub(1).and_then(|before| moved(&export, car, [before, turn])),
                        _ => Some(&there[column]).filter(|value| !value.is_empty()).map(|value| number(value)),
                    };
                    match (expected, value.is_empty()) {
                        (Some(expected), false) => {
                            let is_equal = (number(value) - expected).abs() < if word == "speed" { 1e-3 } else { 1e-9 };
                            assert!(is_equal, "{place}: {value} and {expected}");
                            *compared.entry((word.clone(), over)).or_default() += 1;
                        }
                        // Lines end when a car finishes or leaves the race, gaps when the leader finishes.
                        (Some(_), true) if word.starts_with("gap") => {
                            let home =
                                |(of, row): (&(String, u32), &Record)| of.1 <= turn + 1 && row["status"] == "finished";
                            assert!(there["status"] != "racing" || export.iter().any(home), "{place}: no value");
                        }
                        (Some(_), true) => assert_ne!(there["status"], "racing", "{place}: no value"),
                        // A car may stand still in its turn.
                        (None, false) if word == "speed" => assert_eq!(number(value), 0.0, "{place}"),
                        (None, is_empty) => assert!(is_empty, "{place}: {value}, but nothing is exported"),
                    }
                }
            }
            let is_due = |turn: u32, row: &Record| match over {
                "turn" => true,
                "round" => ends.contains(&turn),
                _ => {
                    row["acted"] == "1" && row["lap"] != "0" && row["qualifying"] == "0" && number(&row["speed"]) > 0.0
                }
            };
            for ((car, turn), row) in export.iter().filter(|(_, row)| row["status"] == "racing") {
                let is_there = plotted.contains(&(car.clone(), *turn));
                assert!(is_there || !is_due(*turn, row), "{race} over {over}: {car} after {turn}");
            }
        }
    }
    let plotted: BTreeSet<&str> = compared.keys().map(|(word, _)| word.as_str()).collect();
    for word in ["gear", "speed", "place", "gap", "gap_ahead", "distance", "progress", "lap_progress", "luck"] {
        assert!(plotted.contains(word), "{plotted:?}");
        for over in ["turn", "round", "lap"] {
            assert!(compared[&(word.to_owned(), over)] > 300, "{word} over {over}: {compared:?}");
        }
    }
    assert!(plotted.len() > 10, "no resources: {plotted:?}");
}

#[test]
fn plots_are_pictures_of_the_asked_size() {
    let folder = tempfile::tempdir().unwrap();
    let races = of_all_games("replays");
    for (path, over) in races.iter().zip(["turn", "round", "lap"].into_iter().cycle()) {
        let (svg, png) = (folder.path().join("plot.svg"), folder.path().join("plot.png"));
        for file in [&svg, &png] {
            let call = [
                "render",
                text(path),
                "-o",
                text(file),
                "--plot",
                "gear,speed,place",
                "--over",
                over,
                "--width",
                "900",
                "--height",
                "700",
                "--theme",
                "grey",
            ];
            let output = paddock(&call);
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        }
        let source = std::fs::read_to_string(&svg).unwrap();
        let parsed = roxmltree::Document::parse(&source).unwrap();
        let lines = parsed.descendants().filter(|node| node.has_tag_name("polyline")).count();
        assert!(lines >= 3, "{}: {lines}", path.display());
        let picture = image::open(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), (900, 700));
    }
}

#[test]
fn wrong_plots_say_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let race = "replays/vektorace/nightjar-park-duel.json";
    let svg = folder.path().join("plot.svg");
    let table = folder.path().join("plot.txt");
    let cases: &[(&[&str], &str)] = &[
        (&["-o", text(&svg), "--plot", "gear,colour"], "unknown quantity \"colour\"; this race has gear, speed"),
        (&["-o", text(&svg), "--plot", "gear", "--cars", "99"], "unknown car 99; this race has "),
        (&["-o", text(&table), "--plot", "gear"], "must end in .svg, .png or .csv"),
        (&["-o", text(&svg), "--plot", "gear,speed", "--height", "100"], "at least"),
        (&["--plot", "gear"], "-o"),
        (&["-o", text(&svg), "--over", "lap"], "--plot"),
        (&["-o", text(&svg), "--plot", "speed / colour"], "unknown name \"colour\"; this race has gear, speed"),
        (&["-o", text(&svg), "--plot", "gear +"], "a value or an operator is missing"),
        (&["-o", text(&svg), "--plot", "gear[99]"], "unknown car \"99\" in brackets"),
        (&["-o", text(&svg), "--plot", "gear", "--legal"], "cannot be used with"),
    ];
    for (arguments, words) in cases {
        let output = paddock(&[&["render", race], *arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains(words), "{arguments:?}: {}", said(&output));
    }
    let circuit = paddock(&["render", "tracks/vektorace/nightjar-park.json", "-o", text(&svg), "--plot", "gear"]);
    assert_eq!(circuit.status.code(), Some(2));
    assert!(said(&circuit).contains("this is a circuit"), "{}", said(&circuit));
    assert!(!svg.exists());
}

#[test]
fn only_the_named_cars_are_plotted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plot.csv");
    let race = "replays/vektorace/nightjar-park-duel.json";
    let all = paddock(&["render", race, "-o", text(&file), "--plot", "gear"]);
    assert_eq!(all.status.code(), Some(0), "{}", said(&all));
    let numbers: BTreeSet<String> = records(&file).into_iter().map(|row| row["car"].clone()).collect();
    assert_eq!(numbers.len(), 2);
    let first = numbers.first().unwrap();
    let one = paddock(&["render", race, "-o", text(&file), "--plot", "Gear", "--cars", first]);
    assert_eq!(one.status.code(), Some(0), "{}", said(&one));
    assert!(records(&file).iter().all(|row| row["car"] == *first && row.len() == 3));
}
#[test]
fn expressions_are_plotted_with_the_values_of_their_columns() {
    let folder = tempfile::tempdir().unwrap();
    let (file, export) = (folder.path().join("plot.csv"), folder.path());
    let (mut compared, mut numbers) = (0, 0);
    for path in of_all_games("replays") {
        let race = text(&path);
        let (rows, _) = exported(race, export);
        // A quotient, a difference to the leader, a number of a car, a function with commas, and a division by 0.
        let wanted = ["driven / (turn + 1)", "progress[leader] - progress", "max(rank, 2, 1)", "1 / (rank - 1)"];
        let call = ["render", race, "-o", text(&file), "--plot", &wanted.join(","), "--over", "turn"];
        let output = paddock(&call);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let leader = |turn: u32| {
            let there = rows.iter().filter(|((_, at), _)| *at == turn).map(|(_, row)| row);
            there.min_by_key(|row| row["rank"].parse::<u32>().unwrap()).unwrap()
        };
        for row in records(&file) {
            let turn: u32 = row["x"].parse().unwrap();
            let own = &rows[&(row["car"].clone(), turn)];
            let rank = number(&own["rank"]);
            let lead = number(&leader(turn)["progress"]) - number(&own["progress"]);
            let values = [number(&own["driven"]) / f64::from(turn + 1), lead, rank.max(2.0)];
            for (name, value) in wanted.iter().zip(values) {
                let place = format!("{race}: {name} of {} after {turn}", row["car"]);
                if row[*name].is_empty() {
                    // The line of a place or a gap ends when a car has finished or left.
                    assert_ne!(own["status"], "racing", "{place}");
                    continue;
                }
                numbers += 1;
                assert!((number(&row[*name]) - value).abs() < 3e-4, "{place}: {} and {value}", row[*name]);
            }
            let quotient = &row[wanted[3]];
            match rank {
                _ if quotient.is_empty() && own["status"] != "racing" => {}
                1.0 => assert_eq!(quotient, "", "{race}: nothing is divided by 0"),
                _ => assert!((number(quotient) - 1.0 / (rank - 1.0)).abs() < 1e-4, "{race}: {quotient}"),
            }
            compared += 1;
        }
    }
    assert!(compared > 5_000 && numbers > 12_000, "{compared} rows, {numbers} numbers");
}

#[test]
fn losses_are_plotted_once_the_race_was_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("losses.csv");
    let race = "replays/vector_racing/two-ponds-photo-finish.json";
    let output = paddock(&["render", race, "-o", text(&file), "--plot", "losses,losses - losses[leader]"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let rows = records(&file);
    let last = rows.iter().map(|row| number(if row["losses"].is_empty() { "0" } else { &row["losses"] }));
    assert!(last.fold(0.0, f64::max) >= 1.0, "somebody lost a turn");
    // A game whose races cannot be compared has no losses.
    let other =
        paddock(&["render", "replays/vektorace/nightjar-park-duel.json", "-o", text(&file), "--plot", "losses"]);
    let is_comparable = other.status.code() == Some(0);
    assert!(is_comparable || said(&other).contains("unknown quantity \"losses\""), "{}", said(&other));
}

#[test]
fn pictures_show_parts_of_a_lap_in_percent() {
    let folder = tempfile::tempdir().unwrap();
    let races = of_all_games("replays");
    assert!(races.len() >= 4);
    for race in races {
        let file = folder.path().join("part.svg");
        let output = paddock(&["render", text(&race), "--plot", "lap_progress", "-o", text(&file)]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let picture = std::fs::read_to_string(&file).unwrap();
        assert!(picture.contains(">% of the lap</text>") && picture.contains(">100</text>"), "{}", race.display());
    }
}
