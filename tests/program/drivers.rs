//! Computer drivers as called: races, advice, leagues, simulations and the balance of circuits, for all games.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::path::PathBuf;
use std::sync::Mutex;

use paddock::Games;
use paddock::drivers::{Advised, Effort};
use paddock::export::{TableFormat, read_table};
use paddock::game::{Progress, Status};
use paddock::replay::{Opened, no_files};
use serde_json::Value;
use tempfile::TempDir;

use super::command::{call, paddock, said, text};

/// A small circuit of each game.
const CIRCUITS: [&str; 4] = [
    "tracks/vektorace/copper-kettle.json",
    "tracks/vector_racing/two-ponds.json",
    "tracks/formula_d/saltmarsh.json",
    "tracks/wheel_to_wheel/skerry-sands.json",
];

/// Makes a call that must succeed, and returns what it wrote to standard output.
fn fine(arguments: &[&str]) -> String {
    let output = paddock(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&fine(arguments)).unwrap()
}

/// The sentence of a call that must fail.
fn refused(arguments: &[&str]) -> String {
    let output = paddock(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    said(&output)
}

fn path(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

#[test]
fn drivers_race_to_the_end_by_the_rules_and_the_same_seed_gives_the_same_race() {
    let folder = TempDir::new().unwrap();
    for circuit in CIRCUITS {
        let [one, same, other] = ["one.json", "same.json", "other.json"].map(|name| path(&folder, name));
        let play = |out: &PathBuf, seed: &str| {
            let said =
                fine(&["play", circuit, "--drivers", "club,novice", "--cars", "4", "--seed", seed, "-o", text(out)]);
            assert!(said.contains("turns driven; car") && said.contains("won"), "{said}");
            std::fs::read(out).unwrap()
        };
        let (first, again, different) = (play(&one, "7"), play(&same, "7"), play(&other, "8"));
        assert_eq!(first, again, "{circuit}: one seed, two races");
        assert_ne!(first, different, "{circuit}: two seeds, one race");
        let checked = json(&["check", text(&one), "--json"]);
        let file = &checked["files"][0];
        assert_eq!(file["ok"], true, "{circuit}: {file}");
        let cars = file["result"].as_array().unwrap();
        assert_eq!(cars.len(), 4);
        assert!(cars.iter().any(|car| car["rank"] == 1 && car["status"] == "finished"), "{circuit}: {cars:?}");
        let last = json(&["show", text(&one), "--at", &file["turns"].to_string(), "--json"]);
        assert_eq!(last["to_act"], Value::Null, "{circuit}: the race goes on");
    }
}

#[test]
fn a_race_is_driven_on_from_its_end_and_from_the_middle_as_a_variation() {
    let folder = TempDir::new().unwrap();
    let race = "replays/formula_d/saltmarsh-first-evening.json";
    let turns = json(&["check", race, "--json"])["files"][0]["turns"].as_u64().unwrap();
    // A race that is over stays as it is.
    let over = path(&folder, "over.json");
    assert!(fine(&["play", race, "-o", text(&over)]).starts_with("0 turns driven"));
    assert_eq!(json(&["check", text(&over), "--json"])["files"][0]["turns"], turns);
    let middle = path(&folder, "middle.json");
    fine(&["play", race, "--at", "6", "--seed", "3", "-o", text(&middle)]);
    let file: Value = serde_json::from_slice(&std::fs::read(&middle).unwrap()).unwrap();
    assert_eq!(file["turns"].as_array().unwrap().len() as u64, turns, "the recorded race is kept");
    assert_eq!(file["variations"].as_array().unwrap().len(), 1);
    assert_eq!(json(&["check", text(&middle), "--json"])["files"][0]["ok"], true);
}

#[test]
fn advice_lists_what_can_be_played_best_first_with_what_was_played() {
    for (race, at) in [
        ("replays/vektorace/nightjar-park-duel.json", "5"),
        ("replays/vector_racing/two-ponds-photo-finish.json", "33"),
        ("replays/formula_d/saltmarsh-first-evening.json", "8"),
        ("replays/wheel_to_wheel/skerry-sands-four-teams.json", "30"),
    ] {
        let call = ["advise", race, "--at", at, "--rollouts", "12", "--json"];
        let advice = json(&call);
        assert_eq!(advice["turn"].to_string(), at);
        let moves = advice["moves"].as_array().unwrap();
        assert!(!moves.is_empty(), "{race}: {advice}");
        assert!(moves.len() > 1 || !advice["uses"].as_array().unwrap().is_empty(), "{race}: a decision");
        let figure = |of: &Value, name: &str| of[name].as_f64().unwrap_or_else(|| panic!("{race}: {name} in {of}"));
        for known in moves {
            assert!((0.0..=1.0).contains(&figure(known, "win")), "{race}: {known}");
            assert!(figure(known, "place") >= 0.99 && figure(known, "turns") >= 1.0, "{race}: {known}");
            assert!(figure(known, "loss") >= 0.0, "{race}: {known}");
            for error in ["win_error", "place_error", "turns_error"] {
                assert!(figure(known, error) >= 0.0);
            }
            assert_eq!(known["turn"]["car"], advice["car"], "{race}");
        }
        assert!(moves.windows(2).all(|pair| figure(&pair[0], "win") >= figure(&pair[1], "win")), "{race}: best first");
        assert_eq!(figure(&moves[0], "loss"), 0.0);
        let recorded: Value = serde_json::from_slice(&std::fs::read(race).unwrap()).unwrap();
        assert_eq!(advice["played"]["turn"], recorded["turns"][at.parse::<usize>().unwrap()], "{race}");
        assert!(figure(&advice["played"], "loss") >= 0.0);
        assert_eq!(advice, json(&call), "{race}: the same advice again");
        follows_the_rules(race, at, moves);
        // Drivers learn the circuit again in each call, so the words are read where that is quick.
        if race.contains("wheel_to_wheel") {
            assert!(fine(&call[..call.len() - 1]).contains("Played:"), "{race}");
        }
    }
}

/// Checks the lines after decisions: games without dice have them, and each is a continuation of the race by the rules.
fn follows_the_rules(race: &str, at: &str, moves: &[Value]) {
    let has_dice = race.contains("formula_d") || race.contains("wheel_to_wheel");
    let lines: Vec<_> = moves.iter().filter_map(|known| known["line"].as_array().map(|line| (known, line))).collect();
    assert_eq!(lines.len(), if has_dice { 0 } else { moves.len() }, "{race}: a line after each decision");
    let folder = TempDir::new().unwrap();
    let (written, imported) = (path(&folder, "race.txt"), path(&folder, "race.json"));
    let played = fine(&["show", race, "--at", at, "--notation"]);
    for (known, line) in lines {
        assert!((2..=8).contains(&line.len()), "{race}: {line:?}");
        let turns: Vec<&str> = [&known["words"]].into_iter().chain(line).map(|turn| turn.as_str().unwrap()).collect();
        std::fs::write(&written, format!("{}\n{}\n", played.trim_end(), turns.join("\n"))).unwrap();
        fine(&["import", "text", text(&written), "-o", text(&imported)]);
        let checked = json(&["check", text(&imported), "--json"]);
        assert_eq!(checked["files"][0]["ok"], true, "{race}: {turns:?}: {checked}");
        assert_eq!(checked["files"][0]["turns"], at.parse::<usize>().unwrap() + turns.len(), "{race}: {turns:?}");
    }
}

#[test]
fn advice_grows_while_drivers_think() {
    for (race, at) in
        [("replays/vektorace/nightjar-park-duel.json", 5), ("replays/formula_d/saltmarsh-first-evening.json", 8)]
    {
        let Ok(Opened::Race(race)) = paddock::open(&std::fs::read(race).unwrap(), &no_files) else { panic!("{race}") };
        let game = Games::all().of(&race.draft()).unwrap();
        let school = game.learn_race(race.as_ref(), at, Progress::SILENT).unwrap();
        let seen: Mutex<Vec<Advised>> = Mutex::default();
        let effort = Effort { rollouts: Some(40), ..Effort::default() };
        let advised = school.advise(effort, 1, Progress::SILENT, &|so_far| seen.lock().unwrap().push(so_far.clone()));
        let seen = seen.into_inner().unwrap();
        assert!(seen.len() > 2, "{} stages", seen.len());
        let rollouts = |of: &Advised| of.moves.iter().chain(&of.uses).map(|known| known.rollouts).sum::<u32>();
        assert!(seen.windows(2).all(|pair| rollouts(&pair[0]) < rollouts(&pair[1])), "each stage adds rollouts");
        assert!(seen.iter().all(|so_far| so_far.car == advised.car && !so_far.moves.is_empty()));
        let without_lines =
            |of: &Advised| of.moves.iter().map(|known| (known.words.clone(), known.win)).collect::<Vec<_>>();
        assert_eq!(without_lines(seen.last().unwrap()), without_lines(&advised), "the last stage is the advice");
    }
}

#[test]
fn the_shards_of_a_simulation_are_the_whole_run() {
    let folder = TempDir::new().unwrap();
    for circuit in CIRCUITS {
        let whole = path(&folder, "whole.csv");
        let simulate = |out: &PathBuf, more: &[&str], threads: &str| {
            let mut arguments =
                vec!["simulate", circuit, "--races", "5", "--cars", "4", "--seed", "3", "-o", text(out)];
            arguments.extend(more);
            let output = call(&arguments).env("RAYON_NUM_THREADS", threads).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            let mut lines: Vec<String> = std::fs::read_to_string(out).unwrap().lines().map(ToOwned::to_owned).collect();
            let header = lines.remove(0);
            (header, lines)
        };
        let (header, mut rows) = simulate(&whole, &[], "2");
        let named = "race,circuit,game,edition,seed,car,driver,slot,place,status,turns,laps,passes,passed,stops,gap";
        assert!(header.starts_with(named), "{header}");
        assert_eq!(rows.len(), 20, "{circuit}: a row for each race and car");
        rows.sort();
        assert_eq!(rows, {
            let mut same = simulate(&path(&folder, "one.csv"), &[], "1").1;
            same.sort();
            same
        });
        // Each shard learns the circuit again, so more of them are tried only where that is quick.
        let is_quick = !circuit.contains("vektorace") && !circuit.contains("formula_d");
        for shards in if is_quick { &[3, 16][..] } else { &[2][..] } {
            let mut union = Vec::new();
            for index in 0..*shards {
                let out = path(&folder, "part.csv");
                union.extend(simulate(&out, &["--shard", &format!("{index}/{shards}")], "2").1);
            }
            union.sort();
            assert_eq!(rows, union, "{circuit}: {shards} shards");
        }
        if !is_quick {
            continue;
        }
        // Parquet has the same rows.
        let parquet = path(&folder, "whole.parquet");
        fine(&["simulate", circuit, "--races", "5", "--cars", "4", "--seed", "3", "-o", text(&parquet)]);
        let cells = read_table(std::fs::read(&parquet).unwrap(), TableFormat::Parquet).unwrap();
        let mut lines: Vec<String> = cells.rows.iter().map(|row| row.join(",")).collect();
        lines.sort();
        assert_eq!(lines, rows, "{circuit}: Parquet");
    }
}

#[test]
fn the_second_table_has_every_stretch_and_adds_up_to_the_first() {
    let folder = TempDir::new().unwrap();
    for (circuit, first) in [(CIRCUITS[0], "0"), (CIRCUITS[2], "0"), (CIRCUITS[3], "1")] {
        let read = |path: &PathBuf, format| read_table(std::fs::read(path).unwrap(), format).unwrap();
        let simulate = |name: &str, shard: &str| {
            let [cars, stretches] = ["cars", "stretches"].map(|table| path(&folder, &format!("{name}-{table}.csv")));
            let mut call = vec!["simulate", circuit, "--races", "3", "--drivers", "novice"];
            // Wheel to Wheel has a fixed number of laps, and four teams at least.
            call.extend(if circuit == CIRCUITS[3] { &[][..] } else { &["--cars", "2", "--laps", "1"][..] });
            let more = ["--shard", shard, "-o", text(&cars), "--stretches", text(&stretches)];
            fine(&[&call[..], &more[..]].concat());
            (read(&cars, TableFormat::Csv), read(&stretches, TableFormat::Csv))
        };
        let (cars, stretches) = simulate("whole", "0/1");
        let sum = |table: &paddock::export::Cells, name: &str, race: &str, car: &str| {
            let [race_of, car_of, place] = ["race", "car", name].map(|name| table.column(name).unwrap());
            let own = table.rows.iter().filter(|row| row[race_of] == race && row[car_of] == car);
            own.map(|row| row[place].parse::<u32>().unwrap()).sum::<u32>()
        };
        let column = |name: &str| stretches.column(name).unwrap();
        let count = if circuit == CIRCUITS[3] { 12 } else { 6 };
        assert_eq!(cars.rows.len(), count);
        let all = stretches.rows.len();
        assert!(all >= 3 * count && all.is_multiple_of(count), "{circuit}: all stretches");
        assert_eq!(stretches.rows[0][column("stretch")], first, "{circuit}");
        for row in &cars.rows {
            let (race, car) = (&row[cars.column("race").unwrap()], &row[cars.column("car").unwrap()]);
            for name in ["turns", "passes", "passed", "attacks", "penalties", "spent"] {
                let [one, other] = [&cars, &stretches].map(|table| sum(table, name, race, car));
                assert_eq!(one, other, "{circuit}: {name} of car {car} in race {race}");
            }
        }
        let number = |row: &Vec<String>, name: &str| row[column(name)].parse::<f64>().unwrap();
        assert!(stretches.rows.iter().all(|row| number(row, "lap_from") <= number(row, "lap_to")));
        assert!(stretches.rows.iter().any(|row| number(row, "distance") > 0.0));
        assert!(stretches.rows.iter().any(|row| !row[column("gear")].is_empty()), "{circuit}: gears");
        // The shards are the whole. Each learns the circuit, which takes long in VektoRace.
        if circuit == CIRCUITS[0] {
            continue;
        }
        let mut union: Vec<Vec<String>> =
            (0..2).flat_map(|index| simulate("part", &format!("{index}/2")).1.rows).collect();
        let mut rows = stretches.rows.clone();
        union.sort();
        rows.sort();
        assert_eq!(rows, union, "{circuit}");
    }
    let (cars, parquet) = (path(&folder, "cars.parquet"), path(&folder, "stretches.parquet"));
    let call = ["simulate", CIRCUITS[3], "--races", "2", "-o", text(&cars), "--stretches", text(&parquet)];
    fine(&call);
    let cells = read_table(std::fs::read(&parquet).unwrap(), TableFormat::Parquet).unwrap();
    assert_eq!(cells.rows.len(), 2 * 4 * 8);
    let same = ["simulate", CIRCUITS[3], "--races", "2", "-o", text(&cars), "--stretches", text(&cars)];
    assert!(refused(&same).contains("both tables have this file name"));
}

#[test]
fn a_balance_names_its_evidence_and_kept_races_are_the_simulated_ones() {
    let folder = TempDir::new().unwrap();
    let (table, races) = (path(&folder, "races.parquet"), path(&folder, "kept"));
    let circuit = CIRCUITS[3];
    fine(&["simulate", circuit, "--races", "40", "--keep-races", text(&races), "-o", text(&table)]);
    let balance = json(&["balance", text(&table), "--json"]);
    let [about] = balance["circuits"].as_array().unwrap().as_slice() else { panic!("one circuit: {balance}") };
    assert_eq!((about["circuit"].as_str(), about["races"].as_u64()), (Some("Skerry Sands"), Some(40)));
    let slots = about["slots"].as_array().unwrap();
    assert_eq!(slots.len(), 4);
    let sum: f64 = slots.iter().map(|slot| slot["win"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "every race has one winner: {sum}");
    for slot in slots {
        let [low, win, high] = ["low", "win", "high"].map(|name| slot[name].as_f64().unwrap());
        assert!(low <= win && win <= high);
    }
    assert!(about["passes_per_race"].is_number() && about["turns_mean"].as_f64().unwrap() > 1.0);
    let verdict = about["verdict"].as_array().unwrap();
    assert!(verdict[0].as_str().unwrap().contains("Pole wins"), "{verdict:?}");
    assert!(fine(&["balance", text(&table)]).contains("place  1: wins"));
    // The races that were kept end as the table says.
    let cells = read_table(std::fs::read(&table).unwrap(), TableFormat::Parquet).unwrap();
    let column = |name: &str| cells.column(name).unwrap();
    for race in [0, 39] {
        let checked = json(&["check", text(&races.join(format!("race-{race}.json"))), "--json"]);
        let result = checked["files"][0]["result"].as_array().unwrap();
        let rows: Vec<_> = cells.rows.iter().filter(|row| row[column("race")] == race.to_string()).collect();
        assert_eq!(rows.len(), result.len());
        for row in rows {
            let car = result.iter().find(|car| car["car"] == row[column("car")].parse::<u64>().unwrap()).unwrap();
            assert_eq!(car["rank"].to_string(), row[column("place")]);
        }
    }
}

#[test]
fn a_league_counts_every_race_once() {
    let folder = TempDir::new().unwrap();
    let rows = path(&folder, "league.csv");
    let league = json(&[
        "league",
        CIRCUITS[1],
        CIRCUITS[2],
        "--drivers",
        "novice,club",
        "--races",
        "6",
        "-o",
        text(&rows),
        "--json",
    ]);
    let [pair] = league["pairs"].as_array().unwrap().as_slice() else { panic!("one pair: {league}") };
    let count = |name: &str| pair[name].as_u64().unwrap();
    assert_eq!((pair["a"].as_str(), pair["b"].as_str(), count("races")), (Some("novice"), Some("club"), 12));
    assert!(count("wins_b") > count("wins_a"), "club drivers are better: {pair}");
    assert!(pair["elo"].as_f64().unwrap() < 0.0 && pair["elo_error"].as_f64().unwrap() > 0.0);
    assert_eq!(std::fs::read_to_string(&rows).unwrap().lines().count(), 1 + 12 * 4);
}

#[test]
fn fields_of_setup_and_circuit_can_be_set() {
    let folder = TempDir::new().unwrap();
    let race = path(&folder, "race.json");
    let (circuit, out) = (CIRCUITS[2], text(&race));
    fine(&["play", circuit, "--set", "rules.preset=basic", "--set", "track.name=Mudflats", "--laps", "1", "-o", out]);
    let file: Value = serde_json::from_slice(&std::fs::read(&race).unwrap()).unwrap();
    assert_eq!(file["setup"]["rules"]["preset"], "basic");
    assert_eq!((file["track"]["name"].as_str(), file["setup"]["laps"].as_u64()), (Some("Mudflats"), Some(1)));
}

#[test]
fn a_lone_expert_of_formula_d_drives_as_well_as_the_best_play_and_is_never_eliminated() {
    let folder = TempDir::new().unwrap();
    let (out, races) = (path(&folder, "races.csv"), 400);
    let count = races.to_string();
    fine(&[
        "simulate",
        CIRCUITS[2],
        "--cars",
        "1",
        "--laps",
        "1",
        "--races",
        &count,
        "--drivers",
        "expert",
        "--set",
        "rules.preset=basic",
        "--set",
        "rules.switches.start_die=false",
        "-o",
        text(&out),
    ]);
    let table = std::fs::read_to_string(&out).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|heading| *heading == name).unwrap();
    let (turns, status) = (column("turns"), column("status"));
    assert_eq!(rows.len(), races + 1);
    assert!(rows[1..].iter().all(|row| row[status] == "finished"), "a car was eliminated");
    let mean = rows[1..].iter().map(|row| row[turns].parse::<f64>().unwrap()).sum::<f64>() / races as f64;
    let best = json(&["solve", CIRCUITS[2], "--preset", "basic", "--no-start-die", "--laps", "1", "--json"]);
    let (exact, deviation) = (best["turns_finished"].as_f64().unwrap(), best["deviation"].as_f64().unwrap());
    let error = deviation / (races as f64).sqrt();
    assert!((mean - exact).abs() < 3.0 * error, "{mean} turns, {exact} ± {error} by best play");
}

/// Rollouts play some rounds before they estimate the rest. The turns of these rounds count too.
#[test]
fn advice_for_a_lone_car_expects_the_turns_of_the_best_play() {
    let folder = TempDir::new().unwrap();
    let race = path(&folder, "race.json");
    let rules = ["--set", "rules.preset=basic", "--set", "rules.switches.start_die=false"];
    let mut play = vec!["play", CIRCUITS[2], "--cars", "1", "--laps", "1", "--drivers", "club", "-o", text(&race)];
    play.extend(rules);
    fine(&play);
    let advice = json(&["advise", text(&race), "--at", "0", "--json"]);
    let turns = advice["moves"][0]["turns"].as_f64().unwrap();
    let best = json(&["solve", CIRCUITS[2], "--preset", "basic", "--no-start-die", "--laps", "1", "--json"]);
    let exact = best["turns_finished"].as_f64().unwrap();
    assert!((turns - exact).abs() < 0.5, "{turns} turns, {exact} by best play");
}

/// Once a car has won, the others can only come second. The last turn of each race is played in a later round.
#[test]
fn advice_gives_no_chance_to_win_once_another_car_has_won() {
    for file in [
        "replays/vektorace/copper-kettle-six-cars.json",
        "replays/vector_racing/mill-lane-three-pencils.json",
        "replays/formula_d/saltmarsh-six-cars.json",
        "replays/wheel_to_wheel/harbour-cup-1.json",
    ] {
        let Ok(Opened::Race(race)) = paddock::open(&std::fs::read(file).unwrap(), &no_files) else { panic!("{file}") };
        let at = race.len() - 1;
        let before = race.view(at);
        let won = before.cars.iter().filter(|car| car.status == Status::Finished && car.rank == 1).count();
        assert!(won > 0 && before.to_act.is_some(), "{file}: a car has won, and another is to act");
        let advice = json(&["advise", file, "--at", &at.to_string(), "--rollouts", "12", "--json"]);
        let moves = advice["moves"].as_array().unwrap();
        assert!(!moves.is_empty(), "{file}: {advice}");
        for known in moves {
            assert_eq!(known["win"].as_f64(), Some(0.0), "{file}: {known}");
            assert!(known["place"].as_f64().unwrap() >= 2.0, "{file}: {known}");
        }
    }
}

#[test]
fn wrong_calls_are_refused_in_a_sentence() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "race.json");
    let out = text(&out);
    let race = "replays/formula_d/saltmarsh-first-evening.json";
    for (arguments, words) in [
        (vec!["play", CIRCUITS[0], "--drivers", "champion", "-o", out], "novice, club or expert"),
        (vec!["play", CIRCUITS[0], "--cars", "40", "-o", out], "at most"),
        (vec!["play", CIRCUITS[3], "--cars", "3", "-o", out], "needs at least 4 cars"),
        (vec!["play", CIRCUITS[3], "--cars", "5", "-o", out], "can have 4 or 6"),
        (vec!["play", CIRCUITS[3], "--laps", "9", "-o", out], "of a Wheel to Wheel race is always 3"),
        (vec!["play", CIRCUITS[0], "--set", "laps", "-o", out], "FIELD=VALUE"),
        (vec!["play", CIRCUITS[0], "--set", "no.such=1", "-o", out], "no"),
        (vec!["play", race, "--laps", "2", "-o", out], "--laps is only for circuits"),
        (vec!["play", race, "--at", "100000", "-o", out], "there is no turn"),
        (vec!["play", CIRCUITS[0], "--at", "1", "-o", out], "--at is for races"),
        (vec!["advise", CIRCUITS[0]], "this is a circuit"),
        (vec!["league", CIRCUITS[0], "--drivers", "club"], "two different drivers"),
        (vec!["league", race, "--drivers", "club,novice"], "this is a race"),
        (vec!["simulate", CIRCUITS[0], "--races", "1", "-o", "races.txt"], ".csv or .parquet"),
        (vec!["simulate", CIRCUITS[0], "--races", "1", "--shard", "2/2", "-o", "races.csv"], "I/M"),
        (vec!["balance", "README.md"], ".csv or .parquet"),
    ] {
        let sentence = refused(&arguments);
        assert!(sentence.contains(words), "{arguments:?}: {sentence}");
    }
    assert!(!std::path::Path::new(out).exists(), "nothing was written");
    let wrong = path(&folder, "wrong.csv");
    std::fs::write(&wrong, "a,b\n1,2\n").unwrap();
    assert!(refused(&["balance", text(&wrong)]).contains("no column `race`"));
}

#[test]
fn the_engine_races_to_the_end_and_survives_nonsense() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::Stdio;

    let mut engine = call(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines();
    let mut ask = |message: &str| -> Value {
        writeln!(input, "{message}").unwrap();
        loop {
            let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
            if answer["type"] != "info" {
                return answer;
            }
        }
    };
    assert_eq!(ask(r#"{"type":"hello"}"#)["games"].as_array().unwrap().len(), 4);
    for (wrong, words) in [
        ("nonsense", "not a message"),
        (r#"{"type":"go"}"#, "position first"),
        (r#"{"type":"position","race":{"paddock":"track"}}"#, ""),
        (r#"{"type":"go","level":"champion"}"#, "not a message"),
        (r#"{"type":"hello","protcol":1}"#, "not a message"),
    ] {
        let answer = ask(wrong);
        assert!(answer["type"] == "error" && answer["message"].as_str().unwrap().contains(words), "{wrong}: {answer}");
    }
    let circuit: Value = serde_json::from_slice(&std::fs::read(CIRCUITS[3]).unwrap()).unwrap();
    let mut position = ask(&serde_json::json!({"type": "position", "race": circuit}).to_string());
    assert_eq!((position["turn"].as_u64(), position["game"].as_str()), (Some(0), Some("wheel_to_wheel")));
    let advice = ask(r#"{"type":"advise","rollouts":8}"#);
    assert!(!advice["moves"].as_array().unwrap().is_empty(), "{advice}");
    let illegal = ask(r#"{"type":"turn","turn":{"car":99,"kind":"discharge"}}"#);
    assert_eq!(illegal["type"], "error");
    let mut turns = 0;
    while !position["car"].is_null() {
        let best = ask(r#"{"type":"go","level":"novice","seed":7}"#);
        assert_eq!(best["turn"]["car"], position["car"], "{best}");
        position = ask(&serde_json::json!({"type": "turn", "turn": best["turn"]}).to_string());
        turns += 1;
        assert_eq!(position["turn"], turns, "{position}");
    }
    assert!(turns > 50);
    assert_eq!(ask(r#"{"type":"go"}"#)["turn"], Value::Null, "the race is over");
    writeln!(input, r#"{{"type":"quit"}}"#).unwrap();
    assert_eq!(engine.wait().unwrap().code(), Some(0));
}

#[test]
fn two_tables_are_compared_with_the_significance_of_each_difference() {
    let folder = TempDir::new().unwrap();
    let [one, other] = ["one.parquet", "other.csv"].map(|name| path(&folder, name));
    let simulate = |out: &PathBuf, drivers: &str| {
        let circuit = CIRCUITS[2];
        fine(&[
            "simulate",
            circuit,
            "--races",
            "40",
            "--cars",
            "3",
            "--laps",
            "1",
            "--drivers",
            drivers,
            "-o",
            text(out),
        ]);
    };
    simulate(&one, "club");
    simulate(&other, "novice");
    let answer = json(&["balance", text(&one), "--against", text(&other), "--json"]);
    let [comparison] = answer["comparisons"].as_array().unwrap().as_slice() else { panic!("one pair: {answer}") };
    assert_eq!((comparison["one"]["races"].as_u64(), comparison["other"]["races"].as_u64()), (Some(40), Some(40)));
    let differences = comparison["differences"].as_array().unwrap();
    assert_eq!(comparison["tests"].as_u64().unwrap(), differences.len() as u64);
    let of = |figure: &str| differences.iter().find(|of| of["figure"] == figure).unwrap();
    let turns = of("turns");
    assert!(turns["other"].as_f64().unwrap() > turns["one"].as_f64().unwrap(), "novices are slower: {turns}");
    assert_eq!((turns["is_significant"].as_bool(), turns["test"].as_str()), (Some(true), Some("Welch")));
    assert!(turns["low"].as_f64().unwrap() > 0.0);
    for of in differences {
        let [p, corrected] = ["p", "corrected"].map(|name| of[name].as_f64().unwrap());
        assert!((0.0..=corrected).contains(&p) && corrected <= 1.0, "{of}");
    }
    let said = fine(&["balance", text(&one), "--against", text(&other)]);
    assert!(
        said.contains("Saltmarsh") && said.contains("The two groups have different drivers: club, and novice."),
        "{said}"
    );
    assert!(said.contains("Turns of the winner") && said.contains("the Holm correction for"), "{said}");
    let same = fine(&["balance", text(&one), "--against", text(&one)]);
    assert!(same.contains("These races show no difference"), "{same}");
    let elsewhere = path(&folder, "elsewhere.csv");
    fine(&["simulate", CIRCUITS[3], "--races", "2", "-o", text(&elsewhere)]);
    let why = refused(&["balance", text(&one), "--against", text(&elsewhere)]);
    assert!(why.contains("different games"), "{why}");
}

#[test]
fn a_shared_first_place_counts_in_equal_parts() {
    let folder = TempDir::new().unwrap();
    let table = path(&folder, "level.csv");
    let mut rows = "race,circuit,game,edition,driver,slot,place,status,turns,passes,stops,gap\n".to_owned();
    for race in 0..30 {
        for slot in 1..=4 {
            rows += &format!("{race},Maze,vector_racing,,club,{slot},1,finished,15,0,0,0\n");
        }
    }
    std::fs::write(&table, rows).unwrap();
    let about = &json(&["balance", text(&table), "--json"])["circuits"][0];
    assert_eq!((about["shared"].as_u64(), about["gap_mean"].as_f64()), (Some(30), Some(0.0)));
    let slots = about["slots"].as_array().unwrap();
    assert_eq!(slots.len(), 4);
    assert!(slots.iter().all(|slot| (slot["win"].as_f64().unwrap() - 0.25).abs() < 1e-9), "{slots:?}");
    assert!(fine(&["balance", text(&table)]).contains("In 30 of 30 races, several cars share the first place"));
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn club_drivers_beat_novices_among_other_cars() {
        let circuits = ["tracks/wheel_to_wheel/skerry-sands.json", "tracks/wheel_to_wheel/lanternwood.json"];
        let league =
            json(&["league", circuits[0], circuits[1], "--drivers", "novice,club", "--races", "1000", "--json"]);
        let [pair] = league["pairs"].as_array().unwrap().as_slice() else { panic!("one pair: {league}") };
        let count = |name: &str| pair[name].as_f64().unwrap();
        assert!(count("races") >= 2_000.0, "{pair}");
        // The difference has a standard deviation of the root of the number of races, if both are equally good.
        let errors = (count("wins_b") - count("wins_a")) / count("races").sqrt();
        assert!(errors > 2.58, "p < 0.01 that club drivers win more often: {errors} standard errors, {pair}");
    }
}
