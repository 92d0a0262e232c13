//! The tables and plots of the Analysis workspace, compared with values computed differently from the files of the
//! races.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::shipped::races_of_vektorace;
use paddock::analysis::{
    Axis, Digest, Joining, Laps, Quantity, Series, Table, Value, difference, lap_place, lines, tables, turn_at,
};
use paddock::game::{CarId, EventKind};
use paddock::replay::{Opened, Race};
use paddock::storage;
use serde_json::Value as Json;

fn open(path: PathBuf) -> (PathBuf, Json, Box<dyn Race>) {
    let bytes = std::fs::read(&path).unwrap();
    let opened = paddock::open(&bytes, &storage::files_beside(&path)).unwrap();
    let Opened::Race(race) = opened else { panic!("{}: no race", path.display()) };
    (path, serde_json::from_slice(&bytes).unwrap(), race)
}

fn races() -> Vec<(PathBuf, Json, Box<dyn Race>)> {
    races_of_vektorace().into_iter().map(open).collect()
}

fn whole(table: &Table, row: usize, name: &str) -> Option<i64> {
    table.whole(row, name).map(i64::from)
}

fn number(table: &Table, row: usize, name: &str) -> Option<f64> {
    match &table.rows[row][table.column(name).unwrap()] {
        Value::Number(number) => *number,
        other => panic!("{name}: {other:?}"),
    }
}

fn text<'a>(table: &'a Table, row: usize, name: &str) -> &'a str {
    match &table.rows[row][table.column(name).unwrap()] {
        Value::Text(text) => text,
        other => panic!("{name}: {other:?}"),
    }
}

/// Resources that the cars of a race cannot have, such as life in a race where crashes cost none, have no columns in its
/// tables and are no quantities of its plots.
#[test]
fn tables_leave_out_resources_that_the_race_does_not_have() {
    let mut left_out = BTreeSet::new();
    for path in crate::shipped::of_all_games("replays") {
        let opened = paddock::open(&std::fs::read(&path).unwrap(), &storage::files_beside(&path)).unwrap();
        let Opened::Race(race) = opened else { panic!("{}: no race", path.display()) };
        let (digest, series) = (Digest::of(race.as_ref()), Series::of(race.as_ref()));
        let laps = tables::laps(race.as_ref(), &digest);
        let others = [tables::stints(race.as_ref(), &digest), tables::turns(race.as_ref())];
        others.iter().chain([&laps]).for_each(is_rectangular);
        let quantities = Quantity::of_race(race.as_ref(), &series);
        for (index, resource) in race.resources().iter().enumerate() {
            let is_there = resource.max > 0;
            let name = format!("{}: {}", path.display(), resource.key);
            assert_eq!(laps.column(resource.key).is_some(), is_there, "{name}");
            assert_eq!(others[0].column(&format!("{}_at_end", resource.key)).is_some(), is_there, "{name}");
            assert_eq!(others[1].column(&format!("{}_left", resource.key)).is_some(), is_there, "{name}");
            assert_eq!(quantities.contains(&Quantity::Resource(index)), is_there, "{name}");
            left_out.extend((!is_there).then_some(resource.key));
        }
    }
    assert!(left_out.contains("life") && left_out.len() > 1, "{left_out:?}");
}

fn is_rectangular(table: &Table) {
    let names: BTreeSet<&str> = table.columns.iter().map(|column| column.name.as_ref()).collect();
    assert_eq!(names.len(), table.columns.len(), "{}: a name is there twice", table.name);
    for row in &table.rows {
        assert_eq!(row.len(), table.columns.len(), "{}", table.name);
    }
}

#[test]
fn the_table_of_turns_matches_the_log() {
    for (path, file, race) in races() {
        let table = tables::turns(race.as_ref());
        is_rectangular(&table);
        let log = file["turns"].as_array().unwrap();
        assert_eq!(table.rows.len(), log.len());
        let mut acted: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for (row, turn) in log.iter().enumerate() {
            let context = format!("{}, turn {}", path.display(), row + 1);
            assert_eq!(whole(&table, row, "turn"), Some(row as i64 + 1), "{context}");
            assert_eq!(whole(&table, row, "car"), turn["car"].as_i64(), "{context}");
            let is_moved = ["move", "brake"].contains(&turn["kind"].as_str().unwrap());
            if is_moved {
                assert_eq!(whole(&table, row, "gear"), turn["gear"].as_i64(), "{context}");
            }
            assert_eq!(number(&table, row, "moved").is_some_and(|moved| moved > 0.0), is_moved, "{context}");
            if let Some(declared) = turn["declare"].as_i64() {
                assert_eq!(whole(&table, row, "next"), Some(declared), "{context}");
            }
            assert_eq!(text(&table, row, "illegal"), "", "{context}");
            // Giving way is not a turn: the same car plays later in the round.
            if turn["kind"] != "give_way" {
                acted.entry(whole(&table, row, "round").unwrap()).or_default().push(turn["car"].as_i64().unwrap());
            }
        }
        // In a round each car that still races has one turn; the rounds are consecutive.
        assert_eq!(acted.keys().copied().collect::<Vec<_>>(), (1..=acted.len() as i64).collect::<Vec<_>>());
        for (round, cars) in &acted {
            let once: BTreeSet<&i64> = cars.iter().collect();
            assert_eq!(once.len(), cars.len(), "{}, round {round}: {cars:?}", path.display());
        }
        // Points spent and gained lead from the entry list to the remaining points.
        for entry in file["setup"]["cars"].as_array().unwrap() {
            for resource in ["tyre", "nitro"] {
                let mut points = entry[resource].as_i64().unwrap();
                for row in (0..log.len()).filter(|row| log[*row]["car"] == entry["car"]) {
                    points += whole(&table, row, resource).unwrap_or(0);
                    let left = whole(&table, row, &format!("{resource}_left")).unwrap();
                    assert_eq!(points, left, "{}, turn {}, {resource}", path.display(), row + 1);
                }
            }
        }
    }
}

#[test]
fn incidents_and_duels_match_the_log() {
    for (path, file, race) in races() {
        let log = file["turns"].as_array().unwrap();
        let attacks: Vec<(i64, i64, i64)> = (1..)
            .zip(log)
            .filter(|(_, turn)| crate::analysis::is_attack(&file, turn))
            .map(|(at, turn)| (at, turn["car"].as_i64().unwrap(), turn["attack"]["target"].as_i64().unwrap()))
            .collect();
        let table = tables::incidents(race.as_ref());
        is_rectangular(&table);
        let reported: Vec<(i64, i64, i64)> = (0..table.rows.len())
            .filter(|row| text(&table, *row, "kind") == "attack")
            .map(|row| {
                let of = |name| whole(&table, row, name).unwrap();
                (of("turn"), of("car"), of("other_car"))
            })
            .collect();
        assert_eq!(reported, attacks, "{}", path.display());
        let finishes = (0..table.rows.len()).filter(|row| text(&table, *row, "kind") == "finish").count();
        let cars = file["setup"]["cars"].as_array().unwrap().len();
        assert!((1..=cars).contains(&finishes), "{}", path.display());
        let duels = tables::duels(race.as_ref());
        is_rectangular(&duels);
        for row in 0..duels.rows.len() {
            let pair = |name| whole(&duels, row, name).unwrap();
            let made = |by: i64, on: i64| attacks.iter().filter(|(_, a, b)| (*a, *b) == (by, on)).count() as i64;
            assert_eq!(pair("attacks"), made(pair("car"), pair("other_car")), "{}", path.display());
            assert_eq!(pair("suffered"), made(pair("other_car"), pair("car")), "{}", path.display());
        }
        let sum = |name| (0..duels.rows.len()).map(|row| whole(&duels, row, name).unwrap()).sum::<i64>();
        assert_eq!((sum("attacks"), sum("passed")), (attacks.len() as i64, sum("was_passed")));
    }
}

#[test]
fn incidents_of_formula_d_have_all_damage_and_the_causes_of_eliminations() {
    let mut causes: BTreeSet<String> = BTreeSet::new();
    let mut eliminated = 0;
    for (path, _, race) in crate::shipped::documents("replays/formula_d").into_iter().map(open) {
        let table = tables::incidents(race.as_ref());
        is_rectangular(&table);
        let rows = |turn: usize, kind: &str| {
            let rows = (0..table.rows.len()).filter(|row| whole(&table, *row, "turn") == Some(turn as i64));
            rows.filter(|row| text(&table, *row, "kind") == kind).collect::<Vec<usize>>()
        };
        for turn in 1..=race.len() {
            let events = &race.step(turn).unwrap().events;
            for event in events {
                // No player can choose to pay with handling.
                if let EventKind::Spent { resource: "handling", amount: 1.., incident, .. } = event.kind {
                    assert!(incident);
                }
                let EventKind::Spent { purpose, amount, incident: true, .. } = event.kind else { continue };
                assert!(amount > 0);
                causes.insert(purpose.to_owned());
                let same = |other: &&paddock::game::Event| matches!(other.kind, EventKind::Spent { purpose: of, incident: true, .. } if of == purpose);
                assert_eq!(rows(turn, purpose).len(), events.iter().filter(same).count(), "{} {turn}", path.display());
            }
            for row in rows(turn, "eliminated") {
                eliminated += 1;
                assert_ne!(text(&table, row, "detail"), "", "{} {turn}", path.display());
            }
        }
    }
    assert!(eliminated > 0, "a shipped race has an eliminated car");
    let expected = ["blocked", "collision", "engine noise", "motor damage", "overshooting"];
    assert!(expected.iter().all(|cause| causes.contains(*cause)), "{causes:?}");
}

#[test]
fn laps_and_stints_cover_every_turn_of_the_log_once() {
    for (path, file, race) in races() {
        let log = file["turns"].as_array().unwrap();
        let digest = Digest::of(race.as_ref());
        for table in [tables::laps(race.as_ref(), &digest), tables::stints(race.as_ref(), &digest)] {
            is_rectangular(&table);
            for car in file["setup"]["cars"].as_array().unwrap() {
                let rows: Vec<usize> =
                    (0..table.rows.len()).filter(|row| whole(&table, *row, "car") == car["car"].as_i64()).collect();
                let mut own: Vec<i64> = Vec::new();
                for row in rows {
                    let of = |name| whole(&table, row, name).unwrap();
                    let inside: Vec<i64> = (of("from") + 1..=of("to"))
                        .filter(|turn| log[*turn as usize - 1]["car"] == car["car"])
                        .collect();
                    // A car that gives way plays later in the round, and a car that leaves the race does not drive.
                    let kinds = inside.iter().map(|turn| log[*turn as usize - 1]["kind"].as_str().unwrap());
                    let played = kinds.filter(|kind| !["give_way", "withdraw", "abandon"].contains(kind)).count();
                    assert_eq!(played as i64, of("turns"), "{}, {} {row}", path.display(), table.name);
                    own.extend(inside);
                }
                let all: Vec<i64> =
                    (1..).zip(log).filter(|(_, turn)| turn["car"] == car["car"]).map(|(at, _)| at).collect();
                assert_eq!(own, all, "{}, {}", path.display(), table.name);
            }
        }
        let laps = tables::laps(race.as_ref(), &digest);
        let behind: Vec<f64> = (0..laps.rows.len()).filter_map(|row| number(&laps, row, "quickest")).collect();
        assert!(behind.iter().all(|behind| *behind >= 0.0) && behind.contains(&0.0), "{}", path.display());
        let spent = tables::spending(&digest);
        is_rectangular(&spent);
        let mut shares: BTreeMap<(i64, String), f64> = BTreeMap::new();
        for row in 0..spent.rows.len() {
            let key = (whole(&spent, row, "car").unwrap(), text(&spent, row, "resource").to_owned());
            *shares.entry(key).or_default() += number(&spent, row, "share").unwrap();
        }
        assert!(shares.values().all(|share| (share - 100.0).abs() < 1e-9), "{shares:?}");
        is_rectangular(&tables::results(race.as_ref(), &digest));
    }
}

#[test]
fn corners_are_compared_with_the_field_and_with_the_fastest_lap() {
    for (path, _, race) in races() {
        let digest = Digest::of(race.as_ref());
        let table = tables::corners(race.as_ref(), &digest);
        is_rectangular(&table);
        // The mean of the field, computed from the rows themselves.
        let mut field: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
        for row in 0..table.rows.len() {
            field
                .entry(whole(&table, row, "corner").unwrap())
                .or_default()
                .push(whole(&table, row, "turns").unwrap() as f64);
        }
        let fastest = tables::fastest_lap(&digest).map(|(car, lap)| (i64::from(car.0), i64::from(lap.lap)));
        assert!(fastest.is_some(), "{}", path.display());
        for row in 0..table.rows.len() {
            let of = |name| whole(&table, row, name).unwrap();
            let turns = &field[&of("corner")];
            let mean = turns.iter().sum::<f64>() / turns.len() as f64;
            let reported = number(&table, row, "turns_field").unwrap();
            assert!((reported - (of("turns") as f64 - mean)).abs() < 1e-9, "{}, row {row}", path.display());
            if Some((of("car"), of("lap"))) == fastest {
                for name in ["minimum_quickest", "turns_quickest", "points_quickest"] {
                    assert_eq!(number(&table, row, name), Some(0.0), "{}, row {row}", path.display());
                }
            }
        }
        let means = tables::corner_means(&digest);
        is_rectangular(&means);
        for row in 0..means.rows.len() {
            let key = (whole(&means, row, "car"), whole(&means, row, "corner"));
            let same: Vec<usize> = (0..table.rows.len())
                .filter(|row| (whole(&table, *row, "car"), whole(&table, *row, "corner")) == key)
                .collect();
            assert_eq!(whole(&means, row, "times"), Some(same.len() as i64));
            let points: i64 = same
                .iter()
                .map(|row| whole(&table, *row, "tyre").unwrap() + whole(&table, *row, "nitro").unwrap())
                .sum();
            let reported = number(&means, row, "points").unwrap();
            assert!((reported - points as f64 / same.len() as f64).abs() < 1e-9, "{}, {key:?}", path.display());
        }
    }
}

/// The value of a quantity in a view, computed differently from the series.
fn seen(race: &dyn Race, car: usize, quantity: Quantity, at: usize) -> Option<f64> {
    let view = race.view(at);
    let car = view.car(race.entrants()[car].car).unwrap();
    Some(match quantity {
        Quantity::Gear => f64::from(car.gear?),
        Quantity::Resource(index) => f64::from(car.resources[index]),
        Quantity::Rank => f64::from(car.rank),
        Quantity::Progress => car.progress,
        _ => return None,
    })
}

#[test]
fn plots_over_turns_and_rounds_show_the_cars_values() {
    for (path, file, race) in races() {
        let series = Series::of(race.as_ref());
        let log = file["turns"].as_array().unwrap();
        for quantity in
            [Quantity::Gear, Quantity::Resource(0), Quantity::Resource(1), Quantity::Rank, Quantity::Progress]
        {
            let drawn = lines(&series, quantity, Axis::Turns, Laps::All);
            assert_eq!(drawn.len(), race.entrants().len());
            for line in &drawn {
                assert_eq!(line.joining, Joining::Steps);
                for at in 0..=race.len() {
                    let index = line.points.partition_point(|[x, _]| *x <= at as f64);
                    let value = index.checked_sub(1).map(|index| line.points[index][1]);
                    let Some(seen) = seen(race.as_ref(), line.car, quantity, at) else { continue };
                    assert_eq!(value, Some(seen), "{}, {quantity:?}, turn {at}", path.display());
                }
            }
            // By round: the value after the last turn of the round.
            for line in lines(&series, quantity, Axis::Rounds, Laps::All) {
                for round in 0..=line.end as usize {
                    let at = Axis::Rounds.position(&series, round as f64).unwrap();
                    let index = line.points.partition_point(|[x, _]| *x <= round as f64);
                    let value = index.checked_sub(1).map(|index| line.points[index][1]);
                    if let Some(seen) =
                        seen(race.as_ref(), line.car, quantity, at).filter(|_| round < line.end as usize)
                    {
                        assert_eq!(value, Some(seen), "{}, {quantity:?}, round {round}", path.display());
                    }
                }
            }
        }
        // A line of moves is broken where the car did not move for a whole round, so a car may have several parts.
        let speed = lines(&series, Quantity::Speed, Axis::Turns, Laps::All);
        for (index, entrant) in race.entrants().iter().enumerate() {
            let car = entrant.car;
            let moved: Vec<f64> = (1usize..)
                .zip(log)
                .filter(|(_, turn)| turn["car"] == car.0 && ["move", "brake"].contains(&turn["kind"].as_str().unwrap()))
                .map(|(at, _)| at as f64)
                .collect();
            let parts = speed.iter().filter(|line| line.car == index);
            let drawn: Vec<f64> = parts.flat_map(|line| line.points.iter().map(|[x, _]| *x)).collect();
            assert!(!drawn.is_empty());
            assert_eq!(drawn, moved, "{}", path.display());
        }
    }
}

#[test]
fn places_on_an_axis_lead_back_to_their_positions() {
    for (_, _, race) in races() {
        let series = Series::of(race.as_ref());
        for at in 0..=race.len() {
            assert_eq!(Axis::Turns.position(&series, Axis::Turns.x(&series, at).unwrap()), Some(at));
            let round = Axis::Rounds.x(&series, at).unwrap();
            let end = Axis::Rounds.position(&series, round).unwrap();
            assert!(end >= at && Axis::Rounds.x(&series, end) == Some(round), "turn {at}, round {round}");
        }
        let [from, to] = Axis::Rounds.range(&series);
        assert_eq!((from, Axis::Rounds.x(&series, race.len())), (0.0, Some(to)));
        assert_eq!((Axis::Lap.x(&series, 3), Axis::Lap.position(&series, 3.0)), (None, None));
    }
}

#[test]
fn plots_along_the_lap_show_every_turn_where_it_ended() {
    for (path, _, race) in races() {
        let series = Series::of(race.as_ref());
        let drawn = lines(&series, Quantity::Rank, Axis::Lap, Laps::All);
        for line in &drawn {
            let lap = line.lap.unwrap();
            assert!(line.points.is_sorted_by(|a, b| a[0] <= b[0]), "{}", path.display());
            for [x, value] in line.points.iter() {
                let turn = turn_at(&series, line.car, lap, *x).unwrap();
                let view = race.view(turn);
                let car = view.car(race.entrants()[line.car].car).unwrap();
                assert!((0.0..=100.0).contains(x));
                assert_eq!(lap_place(&series, line.car, turn), Some((lap, *x)));
                // Several turns may end at one place if a car stood still.
                let there: Vec<f64> = series
                    .own_turns(line.car)
                    .iter()
                    .filter(|turn| lap_place(&series, line.car, **turn as usize) == Some((lap, *x)))
                    .map(|turn| series.at(line.car, Quantity::Rank, f64::from(*turn)).unwrap())
                    .collect();
                assert!(there.contains(value) && there.contains(&f64::from(car.rank)), "{}", path.display());
            }
        }
        let second = lines(&series, Quantity::Rank, Axis::Lap, Laps::One(1));
        let firsts: Vec<_> = drawn.iter().filter(|line| line.lap == Some(1)).collect();
        assert!(!firsts.is_empty() && firsts.into_iter().eq(&second), "{}", path.display());
    }
}

#[test]
fn the_difference_of_two_cars_matches_a_walk_through_the_race() {
    for (path, file, race) in races() {
        let series = Series::of(race.as_ref());
        let log = file["turns"].as_array().unwrap();
        // The number of turns a car had needed to a place, found by walking through its turns.
        let needed = |car: CarId, place: f64| -> Option<f64> {
            let played = |at: usize| {
                let own = |at: &usize| log[at - 1]["car"] == car.0 && log[at - 1]["kind"] != "give_way";
                (1..=at).filter(own).count() as f64
            };
            let (mut furthest, mut count) = (race.view(0).car(car).unwrap().progress, 0.0);
            for at in (1..=race.len()).filter(|at| race.step(*at).unwrap().car == car) {
                let now = race.view(at).car(car).unwrap().progress;
                if place <= furthest {
                    return Some(count);
                }
                if now > furthest {
                    if place <= now {
                        let own = played(at);
                        return Some(count + (own - count) * (place - furthest) / (now - furthest));
                    }
                    furthest = now;
                    count = played(at);
                }
            }
            None
        };
        let cars = race.entrants();
        let line = difference(&series, 0, 1);
        assert!(line.len() > 10 && line.is_sorted_by(|a, b| a[0] < b[0]), "{}", path.display());
        for [place, turns] in line.iter().step_by(7) {
            let (Some(mine), Some(theirs)) = (needed(cars[0].car, *place), needed(cars[1].car, *place)) else {
                continue;
            };
            assert!((theirs - mine - turns).abs() < 1e-6, "{}, {place}: {turns}", path.display());
        }
        let back = difference(&series, 1, 0);
        assert_eq!(line.len(), back.len());
        assert!(line.iter().zip(&back).all(|(a, b)| a[0] == b[0] && (a[1] + b[1]).abs() < 1e-9));
    }
}

#[test]
fn corner_gears_match_the_moves_in_the_log() {
    let mut others = 0;
    for (path, file, race) in races() {
        let log = file["turns"].as_array().unwrap();
        let digest = Digest::of(race.as_ref());
        let table = tables::corners(race.as_ref(), &digest);
        for row in 0..table.rows.len() {
            let of = |name| whole(&table, row, name);
            let car = of("car");
            let passed = of("turn").unwrap();
            let moves: Vec<(i64, i64)> = (1..)
                .zip(log)
                .filter(|(_, turn)| turn["car"].as_i64() == car)
                .filter(|(_, turn)| ["move", "brake"].contains(&turn["kind"].as_str().unwrap()))
                .map(|(at, turn)| (at, turn["gear"].as_i64().unwrap()))
                .collect();
            let entry = moves.iter().rev().find(|(at, _)| *at < passed).map(|(_, gear)| *gear);
            let exit = moves.iter().find(|(at, _)| *at > passed).map(|(_, gear)| *gear);
            let own = moves.iter().find(|(at, _)| *at == passed).map(|(_, gear)| *gear);
            let context = format!("{}, turn {passed}, car {car:?}", path.display());
            assert_eq!((of("entry"), of("exit")), (entry, exit), "{context}");
            assert_eq!(of("minimum"), [entry, own, exit].into_iter().flatten().min(), "{context}");
            // If the next entry of the log is not a move, the exit is that of a later one.
            let next = (1..).zip(log).find(|(at, turn)| *at > passed && turn["car"].as_i64() == car);
            others += usize::from(next.is_some_and(|(_, turn)| turn["kind"] != "move" && turn["kind"] != "brake"));
        }
    }
    assert!(others > 3, "no race covers this distinction");
}

#[test]
fn places_gained_are_per_round_and_gaps_are_to_the_leader() {
    let mut gained = 0.0;
    for (path, _, race) in races() {
        let table = tables::turns(race.as_ref());
        let last_of = |round: i64| (0..table.rows.len()).rev().find(|row| whole(&table, *row, "round") == Some(round));
        let rank = |at: usize, car: i64| i64::from(race.view(at).car(CarId(u32::try_from(car).unwrap())).unwrap().rank);
        for row in 0..table.rows.len() {
            let (round, car) = (whole(&table, row, "round").unwrap(), whole(&table, row, "car").unwrap());
            let began = last_of(round - 1).map_or(0, |row| row + 1);
            let ended = last_of(round).unwrap() + 1;
            let change = (rank(began, car) - rank(ended, car)) as f64;
            let reported = number(&table, row, "gained");
            assert_eq!(reported, Some(change).filter(|change| *change != 0.0), "{}, turn {}", path.display(), row + 1);
            gained += reported.unwrap_or(0.0).abs();
            // No car is behind a car that is out of the race.
            let view = race.view(row + 1);
            let own = view.cars.iter().find(|known| i64::from(known.car.0) == car).unwrap();
            let first = view.standings()[0];
            match number(&table, row, "gap") {
                Some(gap) if first.status == paddock::game::Status::Racing => {
                    assert!(gap >= (first.distance - own.distance).max(0.0) - 1e-9, "turn {}", row + 1);
                }
                Some(gap) => assert!(gap >= 0.0),
                None => assert!(own.status == paddock::game::Status::Withdrawn, "turn {}", row + 1),
            }
        }
    }
    assert!(gained > 100.0, "{gained}");
}

fn opened(file: &Json) -> Box<dyn Race> {
    let Opened::Race(race) =
        paddock::open(file.to_string().as_bytes(), &|_| unreachable!("its circuit is in it")).unwrap()
    else {
        panic!("no race")
    };
    race
}

#[test]
fn an_illegal_turn_is_counted_once_even_if_later_turns_break() {
    let (_, _, race) = races().pop().unwrap();
    let whole_file: Json = serde_json::from_str(&race.file_text(true).unwrap()).unwrap();
    // The first turn that breaks a rule if its car goes the other way.
    let (spoilt, turn) = (20..60)
        .find_map(|turn| {
            let mut file = whole_file.clone();
            let other = match file["turns"][turn - 1]["vector"].as_str()? {
                "front-left" => "side-right",
                _ => "side-left",
            };
            file["turns"][turn - 1]["vector"] = other.into();
            let race = opened(&file);
            race.step(turn)?.illegal.is_some().then_some((race, turn))
        })
        .unwrap();
    let broken = (1..=spoilt.len()).filter(|turn| spoilt.step(*turn).unwrap().illegal.is_some()).count();
    assert!(broken > 1, "it must break later turns");
    assert_eq!(Digest::of(spoilt.as_ref()).illegal, 1);
    let incidents = tables::incidents(spoilt.as_ref());
    let reported: Vec<usize> =
        (0..incidents.rows.len()).filter(|row| text(&incidents, *row, "kind") == "illegal turn").collect();
    assert_eq!(reported.len(), 1);
    assert_eq!(whole(&incidents, reported[0], "turn"), Some(turn as i64));
    let turns = tables::turns(spoilt.as_ref());
    let illegal: Vec<usize> = (0..turns.rows.len()).filter(|row| !text(&turns, *row, "illegal").is_empty()).collect();
    assert_eq!(illegal, [turn - 1]);
    let column = turns.column("unverified").unwrap();
    let unverified = turns.rows.iter().filter(|row| row[column] == Value::Flag(true)).count();
    assert_eq!(unverified, spoilt.len() - turn);
}

#[test]
fn no_car_is_behind_a_car_that_has_left() {
    let (_, _, race) = races().pop().unwrap();
    let mut file: Json = serde_json::from_str(&race.file_text(true).unwrap()).unwrap();
    let leads = |at: &usize| {
        let view = race.view(*at);
        view.to_act.is_some_and(|car| view.car(car).is_some_and(|car| car.rank == 1)) && *at > 20
    };
    let at = (0..race.len()).find(leads).unwrap();
    let car = race.view(at).to_act.unwrap();
    let turns = file["turns"].as_array_mut().unwrap();
    turns.truncate(at);
    turns.push(serde_json::json!({"car": car.0, "kind": "abandon"}));
    let left = opened(&file);
    assert!(left.step(at + 1).unwrap().illegal.is_none(), "{:?}", left.step(at + 1));
    let series = Series::of(left.as_ref());
    let view = left.view(left.len());
    let first = view.standings().into_iter().find(|car| car.status == paddock::game::Status::Racing).unwrap().car;
    let index = left.entrants().iter().position(|entrant| entrant.car == first).unwrap();
    assert_eq!(series.at(index, Quantity::Gap, left.len() as f64), Some(0.0));
    let digest = Digest::of(left.as_ref());
    let of = |car: CarId| digest.cars.iter().find(|known| known.car == car).unwrap();
    assert_eq!(of(first).gap, Some(0.0));
    let name = &of(car).name;
    assert!(!digest.story[0].contains(&format!("ahead of {name}")), "{:?}", digest.story);
}
