//! Sums over stretches equal the sums of the digest, for every shipped race.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::path::PathBuf;
use std::sync::LazyLock;

use paddock::analysis::{Axis, Digest, Laps, Quantity, Series, Stretch, StretchSum, Telemetry, lines, sums, tables};
use paddock::replay::{Opened, Race};
use paddock::storage;

use crate::shipped::of_all_games;

/// The shipped races with their names, opened once for all tests.
static RACES: LazyLock<Vec<(String, Box<dyn Race>)>> = LazyLock::new(|| {
    let open = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        let Opened::Race(race) = paddock::open(&bytes, &storage::files_beside(&path)).unwrap() else {
            panic!("{}: not a race", path.display())
        };
        (path.display().to_string(), race)
    };
    of_all_games("replays").into_iter().map(open).collect()
});

fn races() -> impl Iterator<Item = (&'static str, &'static dyn Race)> {
    RACES.iter().map(|(name, race)| (name.as_str(), race.as_ref()))
}

#[test]
fn the_whole_race_is_summed_up_as_in_the_digest() {
    let (mut races_seen, mut spent_seen, mut passes_seen) = (0, 0, 0);
    for (name, race) in races() {
        let series = Series::of(race);
        let telemetry = Telemetry::of(race);
        let digest = Digest::of(race);
        let grid = (0..telemetry.positions()).find(|at| !telemetry.at(*at)[0].is_qualifying).unwrap();
        let all = sums(race, &series, Stretch::Turns([grid, race.len()]));
        assert_eq!(all.len(), digest.cars.len(), "{name}");
        for sum in all {
            let entrant = &race.entrants()[sum.car];
            let car = digest.cars.iter().find(|car| car.car == entrant.car).unwrap();
            let of = format!("{name}, {}", entrant.name);
            assert_eq!(sum.turns, car.turns, "{of}");
            assert!((sum.distance - car.distance).abs() < 1e-6, "{of}: {} and {}", sum.distance, car.distance);
            for (resource, spent) in race.resources().iter().zip(&sum.spent) {
                let purposes = car.spent.iter().filter(|spending| spending.resource == resource.name);
                assert_eq!(*spent, purposes.map(|spending| spending.amount).sum::<u32>(), "{of}: {}", resource.name);
                spent_seen += spent;
            }
            assert_eq!((sum.passed, sum.was_passed), (car.overtakings, car.overtaken), "{of}");
            passes_seen += sum.passed;
            let start = series.at(sum.car, Quantity::Rank, grid as f64).unwrap();
            assert_eq!(sum.places, start as i32 - car.rank as i32, "{of}");
        }
        races_seen += 1;
    }
    assert!(races_seen > 20 && spent_seen > 500 && passes_seen > 100, "{races_seen} {spent_seen} {passes_seen}");
}

#[test]
fn neighbouring_stretches_add_up() {
    let mut compared = 0;
    for (name, race) in races() {
        let series = Series::of(race);
        let (middle, len) = (race.len() / 2, race.len());
        let [first, second, whole] =
            [[0, middle], [middle, len], [0, len]].map(|turns| sums(race, &series, Stretch::Turns(turns)));
        for ((first, second), whole) in first.iter().zip(&second).zip(&whole) {
            assert_eq!(first.turns + second.turns, whole.turns, "{name}");
            assert_eq!(first.places + second.places, whole.places, "{name}");
            assert_eq!(first.was_passed + second.was_passed, whole.was_passed, "{name}");
            assert!((first.distance + second.distance - whole.distance).abs() < 1e-6, "{name}");
            let spent: Vec<u32> = first.spent.iter().zip(&second.spent).map(|(one, two)| one + two).collect();
            assert_eq!(spent, whole.spent, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn parts_of_the_lap_add_up_over_laps() {
    let (mut turns_seen, mut marks_seen) = (0, 0);
    for (name, race) in races() {
        let series = Series::of(race);
        let part = [20.0, 60.0];
        let all = sums(race, &series, Stretch::Lap { part, laps: Laps::All });
        let each: Vec<_> =
            (1..=race.laps()).map(|lap| sums(race, &series, Stretch::Lap { part, laps: Laps::One(lap) })).collect();
        let stretch = Stretch::Lap { part, laps: Laps::All };
        for sum in &all {
            let own = |lap: &Vec<StretchSum>| lap[sum.car].clone();
            assert_eq!(sum.turns, each.iter().map(|lap| own(lap).turns).sum::<u32>(), "{name}");
            assert_eq!(sum.passages, each.iter().map(|lap| own(lap).passages).sum::<u32>(), "{name}");
            let inside = |turn: usize| {
                race.entrants()[sum.car].car == race.step(turn).unwrap().car && stretch.includes(&series, sum.car, turn)
            };
            assert!((1..=race.len()).filter(|turn| inside(*turn)).count() >= sum.turns as usize, "{name}");
            turns_seen += sum.turns;
        }
        // In a plot over turns, the same turns are marked on the line.
        for line in lines(&series, Quantity::Rank, Axis::Turns, Laps::All) {
            for [x, value] in stretch.marked(&series, Axis::Turns, &line, usize::MAX) {
                assert!(stretch.includes(&series, line.car, x as usize), "{name}");
                assert_eq!(line.value(x), Some(value), "{name}");
                marks_seen += 1;
            }
        }
    }
    assert!(turns_seen > 500 && marks_seen > 500, "{turns_seen} {marks_seen}");
}

#[test]
fn the_table_has_a_row_for_each_car() {
    let mut rows = 0;
    for (name, race) in races() {
        let series = Series::of(race);
        for stretch in [Stretch::Turns([1, 9]), Stretch::Lap { part: [0.0, 50.0], laps: Laps::One(1) }] {
            let table = tables::stretch(race, &series, stretch);
            assert_eq!(table.rows.len(), race.entrants().len(), "{name}");
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{name}");
            // Resources that the race does not have are left out.
            for resource in race.resources() {
                assert_eq!(table.column(resource.key).is_some(), resource.max > 0, "{name}: {}", resource.key);
            }
            rows += table.rows.len();
        }
    }
    assert!(rows > 120, "{rows}");
}
