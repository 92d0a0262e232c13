//! The figures of a race, compared with counts taken directly from the raw log.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crate::shipped::races_of_vektorace;
use paddock::analysis::{Digest, RaceResult, Record, Series, highlights};
use paddock::game::{CarId, Status};
use paddock::replay::{Opened, Race};
use paddock::storage;
use serde_json::Value;

fn open(path: &Path) -> (Value, Box<dyn Race>) {
    let bytes = std::fs::read(path).unwrap();
    let opened = paddock::open(&bytes, &storage::files_beside(path)).unwrap_or_else(|error| panic!("{error}"));
    let Opened::Race(race) = opened else { panic!("{}: no race", path.display()) };
    (serde_json::from_slice(&bytes).unwrap(), race)
}

fn case(name: &str) -> (Value, Box<dyn Race>) {
    open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases").join(name).with_extension("json"))
}

/// WW-TURN-01: each driver moves once a round. A skill slot that its team spends is no move, also if the team's other
/// driver moves next.
#[test]
fn ww_turn_01_a_spent_slot_is_no_turn() {
    let (file, race) = case("wheel_to_wheel/slot-between-drivers");
    let entries = file["turns"].as_array().unwrap();
    assert!(entries.windows(2).any(|pair| pair[0]["kind"] == "spend" && pair[0]["car"] != pair[1]["car"]));
    let series = Series::of(race.as_ref());
    let round = |entry: usize| series.rounds().partition_point(|first| *first as usize <= entry);
    let digest = Digest::of(race.as_ref());
    assert_eq!(digest.cars.len(), 8);
    for car in &digest.cars {
        let moved = (0..entries.len()).filter(|entry| entries[*entry]["car"] == car.car.0);
        let rounds: BTreeSet<usize> = moved.filter(|entry| entries[*entry]["kind"] != "spend").map(round).collect();
        assert_eq!(car.turns as usize, rounds.len(), "driver {}", car.car);
        let of_laps: u32 = car.laps.iter().map(|lap| lap.turns).sum();
        assert_eq!(of_laps, car.turns, "driver {}", car.car);
    }
}

/// VR-FIRST-02: the nitro point of a committed boost was paid before the first turn, and counts as spent. A race that
/// stops at the end of a round has begun no other round.
#[test]
fn vr_first_02_a_committed_boost_counts_as_spent() {
    let (_, race) = case("vektorace/first-boosts");
    let digest = Digest::of(race.as_ref());
    assert_eq!((digest.over, digest.turns, digest.rounds), (false, 4, 2));
    let spent = |car: u32| -> u32 {
        let car = digest.cars.iter().find(|known| known.car == CarId(car)).unwrap();
        car.spent.iter().filter(|spent| spent.resource == "nitro").map(|spent| spent.amount).sum()
    };
    assert_eq!([spent(1), spent(2)], [2, 0]);
}

/// A car that has left the race leads it no longer. If all cars move at the same time, the lead changes only at the end
/// of a round.
#[test]
fn the_lead_is_that_of_cars_in_the_race_at_the_ends_of_rounds() {
    let shipped = |name: &str| {
        open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vector_racing").join(name).with_extension("json")).1
    };
    let race = shipped("cellar-stairs-crashes");
    let (digest, series) = (Digest::of(race.as_ref()), Series::of(race.as_ref()));
    let dirk = digest.cars.iter().find(|car| car.name == "Dirk").unwrap();
    assert!(dirk.status.is_out() && dirk.turns == 16);
    let out = series.rounds()[16] as usize;
    assert!(dirk.turns_led as usize <= out, "led {} of the {out} turns before it left", dirk.turns_led);
    let all = highlights(race.as_ref(), &series, &digest);
    assert!(!all[0].contains("Dirk in rounds 1 to 23"), "{}", all[0]);

    // Until round 6 cars are level, so none leads.
    let race = shipped("two-ponds-photo-finish");
    let (digest, series) = (Digest::of(race.as_ref()), Series::of(race.as_ref()));
    assert_eq!(digest.lead_changes, 0);
    assert!(digest.story[1].starts_with("Mona led from round 6 to the finish."), "{:?}", digest.story);
    let all = highlights(race.as_ref(), &series, &digest);
    assert_eq!(all[0], "Leaders at the end of each round: Mona in rounds 6 to 22.");
    let led: u32 = digest.cars.iter().map(|car| car.turns_led).sum();
    assert!(
        led > 0 && led < race.len() as u32 && digest.cars.iter().all(|car| car.name == "Mona" || car.turns_led == 0)
    );
}

/// Whether a logged turn has an attack. In the second edition a slipstream is none.
pub fn is_attack(file: &Value, turn: &Value) -> bool {
    let is_second = !["formula8", "online"].iter().any(|edition| file["setup"]["edition"] == *edition);
    turn.get("attack").is_some_and(|attack| !is_second || attack["kind"] != "slipstream")
}

#[test]
fn figures_of_cars_match_the_log() {
    for path in races_of_vektorace() {
        let (file, race) = open(&path);
        let digest = Digest::of(race.as_ref());
        let turns = file["turns"].as_array().unwrap();
        assert_eq!(digest.turns, turns.len());
        assert_eq!(digest.cars.len(), file["setup"]["cars"].as_array().unwrap().len());
        for car in &digest.cars {
            let own: Vec<&Value> = turns.iter().filter(|turn| turn["car"] == car.car.0).collect();
            let context = format!("{}, car {}", path.display(), car.car);
            // A car that gives way plays later in the round.
            let played = own
                .iter()
                .filter(|turn| !["give_way", "withdraw", "abandon"].contains(&turn["kind"].as_str().unwrap()))
                .count();
            assert_eq!(car.turns as usize, played, "{context}");
            let moves: Vec<&&Value> =
                own.iter().filter(|turn| ["move", "brake"].contains(&turn["kind"].as_str().unwrap())).collect();
            let gears: u64 = moves.iter().map(|turn| turn["gear"].as_u64().unwrap()).sum();
            let mean = gears as f64 / moves.len() as f64;
            assert!((car.gear.unwrap() - mean).abs() < 1e-9, "{context}");
            assert_eq!(car.brakings as usize, own.iter().filter(|turn| turn["kind"] == "brake").count(), "{context}");
            let standing = |turn: &&&Value| ["stop", "edge"].contains(&turn["kind"].as_str().unwrap());
            assert_eq!(car.penalties as usize, own.iter().filter(standing).count(), "{context}");
            let mut attacks: BTreeMap<String, u32> = BTreeMap::new();
            for turn in own.iter().filter(|turn| is_attack(&file, turn)) {
                *attacks.entry(turn["attack"]["kind"].as_str().unwrap().to_owned()).or_default() += 1;
            }
            assert_eq!(
                car.attacks.values().sum::<u32>(),
                attacks.values().sum::<u32>(),
                "{context}: {:?}",
                car.attacks
            );
            let suffered =
                turns.iter().filter(|turn| is_attack(&file, turn) && turn["attack"]["target"] == car.car.0).count();
            assert_eq!(car.suffered.values().sum::<u32>() as usize, suffered, "{context}");
            let boosts = own.iter().filter(|turn| turn.get("boost").is_some()).count() as u32;
            let spent = |purpose: &str| -> u32 {
                car.spent.iter().filter(|spending| spending.purpose == purpose).map(|spending| spending.amount).sum()
            };
            if file["setup"]["edition"] != "formula8" && file["setup"]["options"]["powers"] != true {
                assert_eq!(spent("boost"), boosts, "{context}");
            }
        }
    }
}

#[test]
fn points_add_up_from_the_entry_list_to_the_last_turn() {
    for path in races_of_vektorace() {
        let (file, race) = open(&path);
        let digest = Digest::of(race.as_ref());
        let last = race.view(race.len());
        for car in &digest.cars {
            let entry =
                file["setup"]["cars"].as_array().unwrap().iter().find(|entry| entry["car"] == car.car.0).unwrap();
            for (place, resource) in race.resources().iter().enumerate() {
                // The log has the points gained in pit stops; the events have those from Super Powers.
                let gained: i64 = (1..=race.len())
                    .flat_map(|turn| &race.step(turn).unwrap().events)
                    .filter(|event| event.car == car.car)
                    .filter_map(|event| match event.kind {
                        paddock::game::EventKind::Spent { resource: of, amount, .. } if of == resource.name => {
                            Some(i64::from(-amount).max(0))
                        }
                        _ => None,
                    })
                    .sum();
                let of = |spending: &&paddock::analysis::Spending| spending.resource == resource.name;
                let spent: i64 = car.spent.iter().filter(of).map(|spending| i64::from(spending.amount)).sum();
                let end = i64::from(last.car(car.car).unwrap().resources[place]);
                let start = entry[resource.name].as_i64().unwrap();
                assert_eq!(start - spent + gained, end, "{}, car {}, {}", path.display(), car.car, resource.name);
                let by_lap: i64 = car.laps.iter().map(|lap| i64::from(lap.spent[place])).sum();
                assert_eq!(by_lap, spent, "{}: laps", path.display());
            }
            assert_eq!(car.laps.iter().map(|lap| lap.turns).sum::<u32>(), car.turns);
            assert_eq!(car.stints.iter().map(|stint| stint.turns).sum::<u32>(), car.turns);
            assert_eq!(car.stints.len() as u32, car.stops + 1);
            let driven: f64 = car.laps.iter().map(|lap| lap.distance).sum();
            assert!((driven - car.distance).abs() < 1e-6);
        }
    }
}

/// In all games, a stint ends with what it began with, less what the car spent and plus what it gained outside the pits.
#[test]
fn points_add_up_over_every_stint() {
    let mut stints = 0;
    for path in crate::shipped::of_all_games("replays") {
        let (file, race) = open(&path);
        let digest = Digest::of(race.as_ref());
        for car in &digest.cars {
            // A committed boost was paid on the grid, where the first stint begins (VR-FIRST-02).
            let cars = file["setup"]["cars"].as_array().into_iter().flatten();
            let has_paid = cars.filter(|entry| entry["car"] == car.car.0).any(|entry| entry["start_boost"] == true);
            for (index, stint) in car.stints.iter().enumerate() {
                let is_last = index + 1 == car.stints.len();
                // The last stint lasts to the end of the race: other cars may still do damage.
                let until = if is_last { race.len() } else { stint.to };
                for (place, resource) in race.resources().iter().enumerate() {
                    let mut left = i64::from(stint.began_with[place]);
                    left += i64::from(index == 0 && has_paid && resource.name == "nitro");
                    for turn in stint.from + 1..=until {
                        let events = &race.step(turn).unwrap().events;
                        let own = || events.iter().filter(|event| event.car == car.car);
                        let stops = own().any(|event| matches!(event.kind, paddock::game::EventKind::Pitted { .. }));
                        for event in own() {
                            let paddock::game::EventKind::Spent { resource: of, amount, .. } = event.kind else {
                                continue;
                            };
                            if of == resource.name && (amount > 0 || !stops) {
                                left -= i64::from(amount);
                            }
                        }
                    }
                    let context =
                        format!("{}, car {}, stint {}, {}", path.display(), car.car, index + 1, resource.name);
                    assert_eq!(i64::from(stint.ended_with[place]), left, "{context}");
                }
                stints += 1;
            }
        }
    }
    assert!(stints > 150, "{stints}");
}

/// WW-TYRE-02: every lap is charged to one set of tyres. The second lap on soft tyres finds no lap left on them.
#[test]
fn a_driver_of_wheel_to_wheel_spends_a_tyre_point_for_each_lap() {
    let mut finished = 0;
    for path in crate::shipped::documents("replays/wheel_to_wheel") {
        let (_, race) = open(&path);
        for car in Digest::of(race.as_ref()).cars.iter().filter(|car| car.status == Status::Finished) {
            let spent: u32 = car.spent.iter().filter(|of| of.resource == "tyre").map(|of| of.amount).sum();
            assert_eq!(spent, 3, "{}, car {}", path.display(), car.car);
            finished += 1;
        }
    }
    assert!(finished > 20, "{finished}");
}

#[test]
fn every_lap_has_every_corner_once() {
    for path in races_of_vektorace() {
        let (file, race) = open(&path);
        let digest = Digest::of(race.as_ref());
        let corners = {
            let track: Value = match &file["track"] {
                Value::String(name) => {
                    let bytes = std::fs::read(path.parent().unwrap().join(name)).unwrap();
                    serde_json::from_slice::<Value>(&bytes).unwrap()["track"].clone()
                }
                track => track.clone(),
            };
            track["corners"].as_array().unwrap().len() as u32
        };
        let laps = file["setup"]["laps"].as_u64().unwrap() as u32;
        assert_eq!(digest.cars[0].status, Status::Finished);
        for car in &digest.cars {
            // The last car finishes in its place after all others have finished.
            for lap in car.laps.iter().filter(|lap| lap.complete && lap.lap > 0).map(|lap| lap.lap) {
                assert!(lap <= laps);
                let passed: Vec<u32> =
                    car.corners.iter().filter(|passage| passage.lap == lap).map(|passage| passage.corner).collect();
                assert_eq!(passed, (1..=corners).collect::<Vec<_>>(), "{}, car {}, lap {lap}", path.display(), car.car);
            }
            for passage in &car.corners {
                assert!(passage.minimum <= passage.entry.or(passage.minimum), "{passage:?}");
                assert!((1..=race.len()).contains(&passage.turn));
            }
        }
    }
}

#[test]
fn the_story_names_the_winner_and_turns_of_the_race() {
    for path in races_of_vektorace() {
        let (_, race) = open(&path);
        let digest = Digest::of(race.as_ref());
        let winner = &digest.cars[0];
        assert!(digest.over && winner.rank == 1);
        assert!(digest.story.len() >= 2, "{:?}", digest.story);
        assert!(digest.story[0].starts_with(&winner.name), "{:?}", digest.story);
        assert!(digest.story[1].contains(&winner.name), "{:?}", digest.story);
        // Leading ends at the finish.
        let finish =
            (1..=race.len()).find(|turn| race.view(*turn).cars.iter().any(|car| car.status == Status::Finished));
        assert_eq!(digest.cars.iter().map(|car| car.turns_led).sum::<u32>() as usize, finish.unwrap());
    }
}

#[test]
fn a_record_adds_up_races() {
    let mut record = Record::default();
    let mut turns = 0;
    for path in races_of_vektorace() {
        let (_, race) = open(&path);
        turns += race.len() as u64;
        record.add(&RaceResult::of(&Digest::of(race.as_ref())));
    }
    assert_eq!((record.races, record.turns, record.illegal), (9, turns, 0));
    assert_eq!(record.drivers.values().map(|driver| driver.wins).sum::<u32>(), 9);
    assert_eq!(record.tracks.values().map(|track| track.races).sum::<u32>(), 9);
    // Adding the same race again changes no mean, and doubles every count.
    let (_, race) = open(&races_of_vektorace()[0]);
    let result = RaceResult::of(&Digest::of(race.as_ref()));
    let (mut once, mut twice) = (Record::default(), Record::default());
    once.add(&result);
    twice.add(&result);
    twice.add(&result);
    for (name, driver) in &once.drivers {
        let other = &twice.drivers[name];
        assert_eq!((driver.races * 2, driver.wins * 2, driver.attacks * 2), (other.races, other.wins, other.attacks));
        assert!(
            (driver.mean_rank - other.mean_rank).abs() < 1e-12 && (driver.mean_gain - other.mean_gain).abs() < 1e-12
        );
    }
}

#[test]
fn the_command_analyses_a_race_and_a_folder() {
    let paddock = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap();
    let race = races_of_vektorace()[0].to_str().unwrap().to_owned();
    let out = paddock(&["analyze", &race, "--json"]);
    assert_eq!(out.status.code(), Some(0));
    let digest: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(digest["cars"][0]["rank"], 1);
    let words = String::from_utf8(paddock(&["analyze", &race]).stdout).unwrap();
    assert!(words.contains("laps and stints") && words.contains("won"), "{words}");
    let folder = Path::new(&race).parent().unwrap().to_str().unwrap();
    let out = paddock(&["analyze", folder, "--json"]);
    assert_eq!(out.status.code(), Some(0));
    let record: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(record["races"], 9);

    let spoilt = tempfile::tempdir().unwrap();
    std::fs::copy(&race, spoilt.path().join("good.json")).unwrap();
    std::fs::write(spoilt.path().join("bad.json"), "{").unwrap();
    let out = paddock(&["analyze", spoilt.path().to_str().unwrap(), "--json"]);
    assert_eq!(out.status.code(), Some(2), "an unreadable file is reported and makes the call fail");
    assert_eq!(serde_json::from_slice::<Value>(&out.stdout).unwrap()["races"], 1);
    assert!(String::from_utf8(out.stderr).unwrap().contains("bad.json"));
    let tracks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks");
    let out = paddock(&["analyze", tracks.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("no races"));
}

/// The sentences for the first questions about a race agree with the states of the race.
#[test]
fn highlights_match_the_states() {
    let (mut led, mut cost, mut named, mut out, mut low, mut left) = (0, 0, 0, 0, 0, 0);
    for path in crate::shipped::of_all_games("replays") {
        let (_, race) = open(&path);
        let race = race.as_ref();
        let digest = Digest::of(race);
        let sentences = highlights(race, &Series::of(race), &digest);
        let of = |start: &str| sentences.iter().find(|sentence| sentence.starts_with(start));
        let name = |car: CarId| &race.entrants().iter().find(|entrant| entrant.car == car).unwrap().name;
        // Who led at the end of a round is named, and nobody else.
        let mut ends: BTreeMap<u32, Vec<CarId>> = BTreeMap::new();
        for at in 1..=race.len() {
            // The state before the first turn of a round is the end of the round before.
            let round = race.view(at - 1).round;
            let view = race.view(at);
            let best = view.cars.iter().map(|car| car.rank).min().unwrap();
            ends.insert(round, view.cars.iter().filter(|car| car.rank == best).map(|car| car.car).collect());
        }
        // Of cars that share first place, the one leads that led before; if none did, no car leads.
        let mut leaders: BTreeMap<u32, CarId> = BTreeMap::new();
        for (round, first) in ends {
            let former = leaders.values().next_back().copied().filter(|car| first.contains(car));
            if let Some(leader) = if first.len() == 1 { Some(first[0]) } else { former } {
                leaders.insert(round, leader);
            }
        }
        let words = of("Leaders at the end of each round: ").unwrap();
        for entrant in race.entrants() {
            let has_led = leaders.values().any(|car| *car == entrant.car);
            assert_eq!(words.contains(&format!("{} ", entrant.name)), has_led, "{}: {words}", path.display());
        }
        led += 1;
        if let Some(words) = of("Corner ") {
            let mut points: BTreeMap<u32, u32> = BTreeMap::new();
            for passage in digest.cars.iter().flat_map(|car| &car.corners) {
                *points.entry(passage.corner).or_default() += passage.spent.iter().sum::<u32>();
            }
            let most = points.values().max().unwrap();
            let corner = points.iter().find(|(_, points)| *points == most).unwrap().0;
            let span = race.corner_spans().into_iter().find(|span| span.number == *corner).unwrap();
            let name = if span.name.is_empty() { String::new() } else { format!(" ({})", span.name) };
            assert!(
                words.starts_with(&format!("Corner {corner}{name} cost the most points ({most} of the ")),
                "{words}"
            );
            named += usize::from(!name.is_empty());
            cost += 1;
        }
        let end = race.view(race.len());
        let gone: Vec<CarId> = end.cars.iter().filter(|car| car.status.is_out()).map(|car| car.car).collect();
        let words = of("Left the race: ").map_or("", String::as_str);
        for entrant in race.entrants() {
            let is_named = words.contains(&format!("{} (round ", entrant.name));
            assert_eq!(is_named, gone.contains(&entrant.car), "{}: {words}", path.display());
        }
        left += gone.len();
        // Cars that came down to no point, or if there are none to one, and raced on are named. A battery recharges.
        for (index, resource) in race.resources().iter().enumerate().filter(|(_, resource)| resource.max > 0) {
            for entrant in race.entrants() {
                let points = |at: usize| race.view(at).car(entrant.car).unwrap().resources[index];
                let acts_after =
                    |at: usize| (at + 1..=race.len()).any(|turn| race.step(turn).unwrap().car == entrant.car);
                let none = "No car ran out of points before its last turn.";
                for (start, of_which, least) in
                    [("Ran out of ", "Ran out of ", 0), (none, "Came down to the last point of ", 1)]
                {
                    let Some(words) = of(start) else { continue };
                    let drop = (1..=race.len()).find(|at| points(at - 1) > least && points(*at) <= least);
                    let is_short = resource.name != "battery" && drop.is_some_and(acts_after);
                    let list =
                        words.split(". ").find(|part| part.starts_with(&format!("{of_which}{}: ", resource.name)));
                    let is_named = list.is_some_and(|list| list.contains(&format!("{} (round ", name(entrant.car))));
                    assert_eq!(is_named, is_short, "{}: {}: {words}", path.display(), resource.name);
                    *if least == 0 { &mut out } else { &mut low } += u32::from(is_short);
                }
            }
        }
    }
    assert!(
        led > 20 && cost > 5 && named > 2 && out > 10 && low > 3 && left > 5,
        "{led} {cost} {named} {out} {low} {left}"
    );
}
