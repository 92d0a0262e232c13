//! Every number and word shown about a race must be consistent: laps, gaps, stories, moves, states, exports. Checked
//! for every shipped race of all games, and for random ones.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use paddock::analysis::{Digest, Samples, gaps, tables, words_of_move};
use paddock::export::{TableFormat, write_table};
use paddock::game::{CarId, EventKind, Status};
use paddock::replay::{LineId, Opened, Race, RaceEdit};
use paddock::storage;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::fifth_game;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn case(name: &str) -> PathBuf {
    root().join("tests/data/cases").join(name)
}

fn paddock(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap()
}

fn opened(bytes: &[u8], beside: &Path) -> Box<dyn Race> {
    let opened = paddock::open(bytes, &storage::files_beside(beside)).unwrap_or_else(|error| panic!("{error}"));
    let Opened::Race(race) = opened else { panic!("{}: no race", beside.display()) };
    race
}

/// Every shipped race, with its name.
fn shipped() -> Vec<(String, Box<dyn Race>)> {
    let mut races = Vec::new();
    for entry in walkdir::WalkDir::new(root().join("replays")).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            races.push((name, opened(&std::fs::read(&path).unwrap(), &path)));
        }
    }
    let games: BTreeSet<&str> = races.iter().map(|(_, race)| race.info().id).collect();
    assert!(races.len() >= 24 && games.len() == 4, "{} races of {games:?}", races.len());
    races
}

/// Random races of all games: from the grids of some shipped races, with random legal turns.
fn random() -> Vec<(String, Box<dyn Race>)> {
    let mut races = Vec::new();
    let mut of_game: BTreeMap<String, u32> = BTreeMap::new();
    for (name, race) in shipped() {
        let count = of_game.entry(race.info().id.to_owned()).or_default();
        *count += 1;
        if *count > 3 {
            continue;
        }
        let file = race.file_text(true).unwrap();
        for seed in 0..2 {
            let mut race = opened(file.as_bytes(), &root());
            race.recorder().unwrap().record(&RaceEdit::Cut { line: LineId::default(), at: 0 }).unwrap();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            while race.len() < 140 && race.view(race.len()).to_act.is_some() {
                let at = race.len();
                let mut turns: Vec<Value> = race.legal_turns(at).unwrap().into_iter().map(|legal| legal.turn).collect();
                turns.retain(|turn| !["withdraw", "abandon"].contains(&turn["kind"].as_str().unwrap_or("")));
                let Some(turn) = turns.choose(&mut rng).cloned() else { break };
                let edit = RaceEdit::Play { line: LineId::default(), at, turn, reason: None };
                race.recorder().unwrap().record(&edit).unwrap();
            }
            assert!(race.len() >= 20, "{name}, seed {seed}: {} turns", race.len());
            races.push((format!("{name}, random {seed}"), race));
        }
    }
    assert!(of_game.len() == 4 && races.len() >= 20);
    races
}

/// The shipped races, random ones, and races of a game of another crate. They are made once for all tests.
fn all() -> &'static [(String, Box<dyn Race>)] {
    static ALL: LazyLock<Vec<(String, Box<dyn Race>)>> =
        LazyLock::new(|| shipped().into_iter().chain(random()).chain(fifth_game::races()).collect());
    &ALL
}

/// The corners along the lap are in driving order, and every car that passes a corner was before it and is then behind
/// it. One test for all shipped races of games with numbered corners.
#[test]
fn corners_lie_where_cars_pass_them() {
    let (mut races, mut passages) = (0, 0);
    for (name, race) in shipped() {
        let spans = race.corner_spans();
        let has_corners = matches!(race.info().id, "vektorace" | "formula_d");
        assert_eq!(!spans.is_empty(), has_corners, "{name}");
        assert!(spans.windows(2).all(|pair| pair[0].from < pair[1].from), "{name}: {spans:?}");
        assert!(spans.iter().all(|span| (0.0..=1.0).contains(&span.from) && span.from <= span.to && span.to <= 1.0));
        races += usize::from(has_corners);
        for turn in 1..=race.len() {
            let (before, after) = (race.view(turn - 1), race.view(turn));
            for (before, after) in before.cars.iter().zip(&after.cars) {
                // Within a lap, in a move that passes exactly one corner.
                let lap = after.progress.floor();
                if before.progress < 0.0 || before.progress.floor() != lap || after.corners != before.corners + 1 {
                    continue;
                }
                let Some(span) = spans.get(before.corners as usize) else { continue };
                passages += 1;
                let slack = 0.02;
                assert!(
                    before.progress - lap <= span.to + slack && after.progress - lap >= span.from - slack,
                    "{name}, turn {turn}: {span:?}, from {} to {}",
                    before.progress,
                    after.progress
                );
            }
        }
    }
    assert!(races > 8 && passages > 500, "{races} races, {passages} passages");
}

#[test]
fn laps_of_a_car_add_up_to_its_race_and_are_really_driven() {
    let (mut whole, mut qualified, mut spent) = (0, 0, 0);
    for (name, race) in all() {
        let digest = Digest::of(race.as_ref());
        for car in &digest.cars {
            let context = format!("{name}, car {}", car.car);
            assert_eq!(car.laps.iter().map(|lap| lap.turns).sum::<u32>(), car.turns, "{context}");
            let driven: f64 = car.laps.iter().map(|lap| lap.distance).sum();
            assert!((driven - car.distance).abs() < 1e-6, "{context}: {driven} {}", car.distance);
            assert!(car.laps.windows(2).all(|pair| pair[0].to == pair[1].from), "{context}");
            // Also points that the car lost in turns of other cars.
            for (index, resource) in race.resources().iter().enumerate() {
                let in_laps: u32 = car.laps.iter().chain(&car.qualifying).map(|lap| lap.spent[index]).sum();
                let all = car.spent.iter().filter(|spending| spending.resource == resource.name);
                assert_eq!(in_laps, all.map(|spending| spending.amount).sum::<u32>(), "{context}: {}", resource.name);
                spent += in_laps;
            }
            // At most the number that the rules have counted: laps lost by going backward do not count.
            let most = (0..=race.len()).map(|at| race.view(at).car(car.car).unwrap().laps_done).max().unwrap();
            let complete: Vec<u32> = car.laps.iter().filter(|lap| lap.is_whole()).map(|lap| lap.lap).collect();
            assert_eq!(complete.len() as u32, most, "{context}: {complete:?}");
            assert_eq!(complete, (1..=most).collect::<Vec<_>>(), "{context}");
            whole += complete.len();
            assert!(car.laps.iter().all(|lap| !lap.is_qualifying));
            if let Some(lap) = &car.qualifying {
                assert!(lap.is_qualifying && lap.name() == "qualifying" && lap.turns > 0, "{context}");
                qualified += 1;
            }
        }
    }
    assert!(whole > 100 && qualified >= 4 && spent > 200, "{whole} {qualified} {spent}");
}

#[test]
fn a_lap_with_a_stretch_driven_backward_is_one_lap() {
    let of = |name: &str| shipped().into_iter().find(|(known, _)| known == name).unwrap().1;
    // Cleo crosses the line four times before the first lap is complete.
    let race = of("mill-lane-three-pencils");
    let digest = Digest::of(race.as_ref());
    let (_, fastest) = tables::fastest_lap(&digest).unwrap();
    assert!(fastest.turns >= 20 && fastest.distance > 90.0, "{fastest:?}");
    let crossings = (1..=race.len())
        .flat_map(|turn| &race.step(turn).unwrap().events)
        .filter(|event| event.car == CarId(3) && matches!(event.kind, EventKind::Lap { .. }))
        .count();
    let cleo = digest.cars.iter().find(|car| car.car == CarId(3)).unwrap();
    assert!(crossings > cleo.laps.len(), "{crossings}");
    assert_eq!(cleo.laps.len(), 2, "{:?}", cleo.laps);
    assert!(cleo.laps.iter().all(|lap| lap.complete), "a finisher's last lap is complete");
    // Cars that move at the same time can pass each other only between turns.
    let race = of("two-ponds-photo-finish");
    let digest = Digest::of(race.as_ref());
    let sum = |count: fn(&paddock::analysis::CarDigest) -> u32| digest.cars.iter().map(count).sum::<u32>();
    let passed = sum(|car| car.overtakings);
    assert!(passed > 0 && passed == sum(|car| car.overtaken), "{passed}");
    // An engine failure restarts the lap.
    let race = of("lanternwood-cloudburst");
    let digest = Digest::of(race.as_ref());
    let tove = digest.cars.iter().find(|car| car.name == "Tove").unwrap();
    assert_eq!(tove.laps.iter().filter(|lap| lap.lap == 1).count(), 1, "{:?}", tove.laps);
    // Qualifying has its own name.
    let race = of("cobalt-pass-teams");
    let digest = Digest::of(race.as_ref());
    let grid: BTreeSet<u32> = digest.cars.iter().map(|car| car.grid).collect();
    assert_eq!(grid, (1..=4).collect());
    let words = paddock(&["analyze", root().join("replays/formula_d/cobalt-pass-teams.json").to_str().unwrap()]);
    assert!(String::from_utf8(words.stdout).unwrap().contains("  qualifying "));
}

#[test]
fn a_turn_with_several_rolls_is_one() {
    let mut thrown_again = 0;
    for (name, race) in shipped().into_iter().filter(|(_, race)| race.info().id == "wheel_to_wheel") {
        let digest = Digest::of(race.as_ref());
        for car in &digest.cars {
            let rounds: BTreeSet<u32> = (1..=race.len())
                .filter(|turn| race.step(*turn).unwrap().car == car.car)
                .map(|turn| race.view(turn - 1).round)
                .collect();
            assert_eq!(car.turns as usize, rounds.len(), "{name}, car {}", car.car);
            let entries = (1..=race.len()).filter(|turn| race.step(*turn).unwrap().car == car.car).count();
            thrown_again += entries - rounds.len();
        }
    }
    assert!(thrown_again > 100, "{thrown_again}");
}

#[test]
fn order_and_gaps_never_contradict_each_other() {
    let (mut behind_the_winner, mut samples_seen) = (0, 0);
    for (name, race) in all() {
        let race = race.as_ref();
        let mut samples = Samples::of(race);
        let mut at = 0;
        while let Some(cars) = samples.next_position() {
            let context = format!("{name}, turn {at}");
            let view = race.view(at);
            let reported = gaps(&view, race.laps());
            let rank = |car: CarId| view.car(car).unwrap().rank;
            assert!(reported.windows(2).all(|pair| rank(pair[0].0) <= rank(pair[1].0)), "{context}");
            assert!(reported.windows(2).all(|pair| pair[0].1.first <= pair[1].1.first), "{context}: {reported:?}");
            assert!(reported.iter().all(|(_, gap)| gap.first >= 0.0 && gap.ahead >= 0.0), "{context}");
            let mut cars: Vec<_> = cars.iter().collect();
            cars.sort_by_key(|car| car.rank);
            let in_gaps: Vec<f64> = cars.iter().filter_map(|car| car.gap).collect();
            assert!(in_gaps.is_sorted(), "{context}: {in_gaps:?}");
            let in_rounds: Vec<u32> = cars.iter().filter_map(|car| car.turns_behind).collect();
            assert!(in_rounds.is_sorted(), "{context}: {in_rounds:?}");
            samples_seen += cars.len();
            at += 1;
        }
        // Results: a gap for every car that has not left, in order.
        let digest = Digest::of(race);
        let is_over = !digest.cars.is_empty() && race.view(race.len()).phase != "qualifying";
        let gaps: Vec<f64> = digest.cars.iter().filter_map(|car| car.gap).collect();
        assert!(gaps.is_sorted() && gaps.iter().all(|gap| *gap >= 0.0), "{name}: {gaps:?}");
        if is_over {
            let there = digest.cars.iter().filter(|car| !car.status.is_out()).count();
            assert_eq!(gaps.len(), there, "{name}");
        }
        let rounds: Vec<u32> = digest.cars.iter().filter_map(|car| car.turns_behind).collect();
        assert!(rounds.is_sorted() && rounds.first().is_none_or(|first| *first == 0), "{name}: {rounds:?}");
        behind_the_winner += rounds.iter().filter(|rounds| **rounds > 0).count();
        let table = tables::results(race, &digest);
        assert!(table.column("gap").is_some() && table.column("turns_behind").is_some());
        // Leading ends at the finish.
        let home = (1..=race.len()).find(|turn| {
            race.view(*turn).cars.iter().any(|car| car.status == Status::Finished && car.laps_done >= race.laps())
        });
        let led: u32 = digest.cars.iter().map(|car| car.turns_led).sum();
        assert!(led as usize <= home.unwrap_or(race.len()), "{name}: {led} {home:?}");
    }
    assert!(behind_the_winner > 30 && samples_seen > 10_000, "{behind_the_winner} {samples_seen}");
}

#[test]
fn no_car_gains_more_in_a_round_than_it_can_move() {
    let (mut rounds, mut warps) = (0, 0);
    // At a corner that the lap line of VektoRace cuts, a car gains more than it moves: at most the corner's width.
    for (name, race) in all() {
        let mut samples = Samples::of(race.as_ref());
        let mut before: Vec<(CarId, f64, f64, u32)> = Vec::new();
        let mut last: Vec<(CarId, f64, f64, u32)> = Vec::new();
        let (mut round, mut begun) = (0, 0);
        while let Some(cars) = samples.next_position() {
            let now: Vec<_> = cars.iter().map(|car| (car.car, car.distance, car.driven, car.turn as u32)).collect();
            if cars[0].round != round {
                round = cars[0].round;
                before = last;
                begun = cars[0].turn;
            }
            // A warp of Vector Racing can lead ahead by any distance.
            let is_warped = |car: CarId, turn: usize| {
                let events = (begun.max(1)..=turn).filter_map(|turn| race.step(turn)).flat_map(|step| &step.events);
                events
                    .into_iter()
                    .any(|event| event.car == car && matches!(event.kind, EventKind::Incident { detail: "warp", .. }))
            };
            let is_race = !cars[0].is_qualifying && cars[0].turn > 0;
            for (car, distance, driven, turn) in &now {
                let Some((_, was, had, _)) = before.iter().find(|(known, ..)| known == car) else { continue };
                let (gained, moved) = (distance - was, driven - had);
                // A car that crosses the line for the last time ends on it: it drove the remaining distance.
                // After a crash of Vector Racing a racer is placed up to four squares off (RT-CRASH-02).
                let apart = match race.info().id {
                    "vektorace" => 4.0,
                    "vector_racing" => 5.0,
                    _ => 1.0,
                };
                let room = 1.5 * moved + apart;
                if is_warped(*car, *turn as usize) {
                    warps += 1;
                    continue;
                }
                assert!(!is_race || gained <= room, "{name}, turn {turn}, car {car}: {gained} gained, {moved} moved");
                rounds += 1;
            }
            last = now;
        }
    }
    assert!(rounds > 1_000 && warps > 0, "{rounds} {warps}");
}

#[test]
fn reasons_name_only_the_cars_compared() {
    let mut reasons = 0;
    for (name, race) in all() {
        let digest = Digest::of(race.as_ref());
        let words = |sentence: &str| -> BTreeSet<String> {
            sentence.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect()
        };
        for sentence in &digest.story {
            assert!(sentence.matches(": ").count() < 2, "{name}: {sentence}");
            let Some((head, reason)) = sentence.split_once(". ").filter(|_| !sentence.starts_with("In total")) else {
                continue;
            };
            let (head, reason) = (words(head), words(reason));
            for car in digest.cars.iter().filter(|car| reason.contains(&car.name)) {
                assert!(head.contains(&car.name), "{name}: {sentence}");
            }
            reasons += 1;
        }
        assert!(digest.story.iter().all(|sentence| !sentence.contains(" 1 turns") && !sentence.contains(" 1 points")));
    }
    assert!(reasons >= 10, "{reasons}");
}

#[test]
fn r_65_teams_are_shown_by_their_cars() {
    let file = root().join("replays/formula_d/cobalt-pass-teams.json");
    let race: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let output = paddock(&["show", file.to_str().unwrap(), "--json"]);
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    let entries = race["setup"]["cars"].as_array().unwrap();
    let cars = shown["cars"].as_array().unwrap();
    assert!(cars.len() == entries.len() && cars.len() >= 4);
    let team = |car: &Value| entries.iter().find(|entry| entry["car"] == *car).unwrap()["team"].clone();
    for car in cars {
        let mate = &car["teammate"];
        assert!(*mate != car["car"] && team(mate) == team(&car["car"]), "{car}");
    }
}

#[test]
fn moves_list_their_effects() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (name, race) in all() {
        for turn in 1..=race.len() {
            let (before, after) = (race.view(turn - 1), race.view(turn));
            let step = race.step(turn).unwrap();
            let words = words_of_move(step.car, &before, &step.events, &after);
            let own = || step.events.iter().filter(|event| event.car == step.car).map(|event| &event.kind);
            let has = |word: &str| words.iter().any(|known| known == word);
            let context = format!("{name}, turn {turn}: {words:?}");
            let finishes = before.car(step.car).unwrap().status == Status::Racing
                && after.car(step.car).unwrap().status == Status::Finished;
            assert_eq!(has("finish"), finishes, "{context}");
            assert_eq!(has("collision"), own().any(|kind| matches!(kind, EventKind::Collided { .. })), "{context}");
            assert_eq!(has("attack"), own().any(|kind| matches!(kind, EventKind::Attacked { .. })), "{context}");
            assert_eq!(has("pit"), own().any(|kind| matches!(kind, EventKind::Pitted { .. })), "{context}");
            assert!(!own().any(EventKind::is_penalty) || !words.is_empty(), "{context}");
            for word in words {
                *seen.entry(word).or_default() += 1;
            }
        }
    }
    for word in ["crash", "collision", "finish", "object", "corner", "attack", "pit", "lap", "out"] {
        assert!(seen.contains_key(word), "no {word} in {seen:?}");
    }
}

fn moves(file: &Path, more: &[&str]) -> Value {
    let mut arguments = vec!["moves", file.to_str().unwrap(), "--json"];
    arguments.extend(more);
    let output = paddock(&arguments);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn moves_that_crash_or_collide_are_not_free() {
    for (file, word, count) in [("vector_racing/p8.json", "crash", 6), ("wheel_to_wheel/mv.json", "collision", 3)] {
        let listed = moves(&case(file), &[]);
        let all = listed["moves"].as_array().unwrap();
        let has = |legal: &&Value| legal["events"].as_array().unwrap().contains(&word.into());
        let bad: Vec<&Value> = all.iter().filter(has).collect();
        assert!(bad.len() >= count && bad.len() < all.len(), "{file}: {} of {}", bad.len(), all.len());
        let words = String::from_utf8(paddock(&["moves", case(file).to_str().unwrap()]).stdout).unwrap();
        assert_eq!(words.lines().filter(|line| line.contains(word)).count(), bad.len());
        assert!(!words.lines().any(|line| line.contains(word) && line.contains("free")), "{words}");
    }
}

#[test]
fn every_listed_move_shows_the_effects_of_playing_it() {
    let mut checked = 0;
    for (name, race) in shipped().into_iter().chain(fifth_game::races()) {
        for at in (0..race.len()).step_by(race.len() / 4) {
            let before = race.view(at);
            for legal in race.legal_turns(at).unwrap().iter().take(60) {
                let (events, after) = race.outcome(at, &legal.turn).unwrap_or_else(|| panic!("{name}, {at}"));
                let car = before.to_act.unwrap();
                let words = words_of_move(car, &before, &events, &after);
                let is_bad = events.iter().any(|event| event.car == car && event.kind.is_penalty());
                assert!(!is_bad || !words.is_empty(), "{name}, {at}: {}", legal.turn);
                checked += 1;
            }
        }
    }
    assert!(checked > 1_000, "{checked}");
}

#[test]
fn moves_are_filtered_and_wrong_filters_refused() {
    let file = |name: &str| root().join("replays").join(name);
    let wheel = case("wheel_to_wheel/mv.json");
    let all = moves(&wheel, &[]);
    let green = moves(&wheel, &["--die", "green"]);
    let listed = green["moves"].as_array().unwrap();
    assert!(!listed.is_empty() && listed.iter().all(|legal| legal["turn"]["die"] == "green"));
    assert!(listed.len() < all["moves"].as_array().unwrap().len());
    let few = moves(&wheel, &["--limit", "3"]);
    assert_eq!((few["moves"].as_array().unwrap().len(), &few["found"]), (3, &all["found"]));
    let formula = file("formula_d/saltmarsh-six-cars.json");
    let third = moves(&formula, &["--at", "60", "--gear", "3"]);
    let listed = third["moves"].as_array().unwrap();
    assert!(!listed.is_empty() && listed.iter().all(|legal| legal["turn"]["gear"] == 3));
    for (name, filter, says) in [
        ("wheel_to_wheel/harbour-cup-1.json", ["--gear", "3"], "--die"),
        ("wheel_to_wheel/harbour-cup-1.json", ["--die", "pink"], "blue, green and red"),
        ("formula_d/saltmarsh-six-cars.json", ["--die", "blue"], "--gear"),
        ("formula_d/saltmarsh-six-cars.json", ["--gear", "9"], "1 to 6"),
        ("vector_racing/mill-lane-three-pencils.json", ["--gear", "3"], "no gears"),
        ("vector_racing/mill-lane-three-pencils.json", ["--die", "blue"], "no dice"),
        ("vektorace/nightjar-park-duel.json", ["--die", "blue"], "no dice"),
    ] {
        let output = paddock(&["moves", file(name).to_str().unwrap(), "--at", "5", filter[0], filter[1]]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.contains(says)), (Some(2), true), "{name}: {said}");
    }
}

#[test]
fn show_lists_everything_on_the_table() {
    let show = |name: &str, at: &str| -> Value {
        let file = root().join("replays").join(name);
        let output = paddock(&["show", file.to_str().unwrap(), "--at", at, "--json"]);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let wheel = show("wheel_to_wheel/lanternwood-cloudburst.json", "200");
    for field in ["rain", "yellow_flag"] {
        assert!(wheel[field].is_boolean(), "{field}");
    }
    for field in ["space", "tyres", "tyre_laps", "pit_stops", "lap_open", "die", "gap", "laps_done", "name", "team"] {
        assert!(!wheel["cars"][0][field].is_null(), "{field}: {}", wheel["cars"][0]);
    }
    let formula = show("formula_d/weavers-knot-changing-skies.json", "100");
    assert!(formula["weather"].is_string());
    for field in ["space", "tyres", "tyres_worn", "pit_stops", "gear"] {
        assert!(!formula["cars"][0][field].is_null(), "{field}: {}", formula["cars"][0]);
    }
    let qualifying = show("formula_d/cobalt-pass-teams.json", "60");
    assert_eq!(qualifying["phase"], "qualifying");
    assert!(qualifying["cars"][0]["qualifying"]["score"].is_u64(), "{}", qualifying["cars"][0]);
    let paper = show("vector_racing/curiosity-shop-everything.json", "40");
    for field in ["space", "velocity", "hits", "hits_required"] {
        assert!(!paper["cars"][0][field].is_null(), "{field}");
    }
    assert_eq!(paper["cars"][0]["resources"], serde_json::json!({}), "this race has no life points");
    let crashes = show("vector_racing/cellar-stairs-crashes.json", "40");
    assert!(crashes["cars"][0]["resources"]["life"].is_u64());
    // The call shows what the race knows of a car that repairs.
    let file = root().join("replays/vector_racing/curiosity-shop-everything.json");
    let race = opened(&std::fs::read(&file).unwrap(), &file);
    let repairs = |at: &usize| race.details(*at).cars.iter().any(|car| car.contains_key("lost_turns"));
    let at = (0..race.len()).find(repairs).unwrap();
    let state = show("vector_racing/curiosity-shop-everything.json", &at.to_string());
    let lost = state["cars"].as_array().unwrap().iter().any(|car| car["lost_turns"].is_u64());
    assert!(lost, "a car repairs in this race");
    let words = |name: &str| {
        let file = root().join("replays").join(name);
        String::from_utf8(paddock(&["show", file.to_str().unwrap()]).stdout).unwrap()
    };
    assert!(!words("vector_racing/curiosity-shop-everything.json").contains("life"));
    assert!(words("wheel_to_wheel/lanternwood-cloudburst.json").contains("tyres"));
}

#[test]
fn every_row_of_an_export_names_its_race() {
    let folder = tempfile::tempdir().unwrap();
    for (part, race) in [("a", "nightjar-park-duel"), ("b", "kestrel-ring-three-laps")] {
        std::fs::create_dir(folder.path().join(part)).unwrap();
        let from = root().join("replays/vektorace").join(race).with_extension("json");
        std::fs::copy(from, folder.path().join(part).join("final.json")).unwrap();
    }
    let out = folder.path().join("season.csv");
    let output = paddock(&["export", folder.path().to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mut table = csv::Reader::from_path(&out).unwrap();
    let header = table.headers().unwrap().clone();
    let place = |name: &str| header.iter().position(|known| known == name).unwrap();
    let columns = ["race", "circuit", "game", "edition", "laps"].map(place);
    let mut races: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in table.records() {
        let row = row.unwrap();
        let [race, circuit, game, edition, laps] = columns.map(|column| row[column].to_owned());
        assert_eq!((game.as_str(), edition.as_str()), ("vektorace", "second edition"));
        races.entry(race).or_default().insert(format!("{circuit}, {laps}"));
    }
    let reported: Vec<(String, Vec<String>)> =
        races.into_iter().map(|(race, of)| (race, of.into_iter().collect())).collect();
    assert_eq!(
        reported,
        [
            ("a/final".to_owned(), vec!["Nightjar Park, 2".to_owned()]),
            ("b/final".to_owned(), vec!["Kestrel Ring, 3".to_owned()])
        ]
    );
}

#[test]
fn no_cell_of_a_table_is_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("race.csv");
    let file = case("reliability/csv-formula.json");
    assert_eq!(paddock(&["export", file.to_str().unwrap(), "-o", out.to_str().unwrap()]).status.code(), Some(0));
    let mut table = csv::Reader::from_path(&out).unwrap();
    let mut made_text = 0;
    for row in table.records() {
        for cell in &row.unwrap() {
            let is_number = cell.parse::<f64>().is_ok();
            assert!(is_number || !cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
            made_text += usize::from(cell.starts_with("'="));
        }
    }
    assert!(made_text > 50, "names and the title: {made_text}");
    // The tables of the window are written in the same way.
    let bytes = std::fs::read(&file).unwrap();
    let race = opened(&bytes, &file);
    let results = tables::results(race.as_ref(), &Digest::of(race.as_ref()));
    let mut written = Vec::new();
    write_table(&results, TableFormat::Csv, &mut written).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains("\"'=HYPERLINK") && !written.contains(",=HYPERLINK"), "{written}");
}

#[test]
fn no_control_character_reaches_a_terminal() {
    let file = case("reliability/terminal-escape.json");
    let file = file.to_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no\u{1b}[31m\u{9b}such.json");
    let calls: [&[&str]; 12] = [
        &["check", file],
        &["check", file, "--json"],
        &["show", file],
        &["show", file, "--json"],
        &["show", file, "--notation"],
        &["analyze", file],
        &["analyze", file, "--json"],
        &["analyze", file, "--record"],
        &["moves", file, "--at", "3"],
        &["moves", file, "--at", "3", "--json"],
        &["moves", file, "--at", "999"],
        &["check", missing.to_str().unwrap()],
    ];
    for call in calls {
        let output = paddock(call);
        let reported = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap()).concat();
        assert!(!reported.is_empty(), "{call:?}");
        let order = reported.chars().find(|letter| (letter.is_control() && *letter != '\n') || *letter == '\u{202e}');
        assert_eq!(order, None, "{call:?}: {reported:?}");
        assert!(!reported.lines().any(|line| line.starts_with("fake: circuit")), "{call:?}: {reported}");
        if call.contains(&"--json") {
            serde_json::from_str::<Value>(&reported).unwrap();
        }
    }
}
