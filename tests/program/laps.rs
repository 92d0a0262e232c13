//! Laps as players count them, in every shipped race: numbered from 1 to the laps of the race, and counted without the
//! way from the grid to the line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use paddock::analysis::{
    Axis, Digest, FROM_GRID, Kind, Laps, QUALIFYING, Quantity, Series, Stretch, Table, is_home, lines, sums, tables,
};
use paddock::game::Status;
use paddock::replay::{Opened, Race};
use paddock::storage;
use serde_json::Value;

/// The shipped races: the name of the file, the race, and the laps that its setup or its circuit says.
fn shipped() -> Vec<(String, Box<dyn Race>, u32)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays");
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut races = Vec::new();
    for path in files(&folder)
        .iter()
        .flat_map(|game| files(game))
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
    {
        let bytes = std::fs::read(&path).unwrap();
        let opened = paddock::open(&bytes, &storage::files_beside(&path)).unwrap();
        let Opened::Race(race) = opened else { panic!("{}", path.display()) };
        let file: Value = serde_json::from_slice(&bytes).unwrap();
        let track = match &file["track"] {
            Value::String(beside) => {
                serde_json::from_slice(&std::fs::read(path.parent().unwrap().join(beside)).unwrap()).unwrap()
            }
            track => track.clone(),
        };
        // Races of Wheel to Wheel have three laps (WW-SETUP-01), those of Vector Racing usually as many as the circuit.
        let laps = [&file["setup"]["laps"], &track["laps"]].into_iter().find_map(Value::as_u64).unwrap_or(3);
        races.push((path.file_stem().unwrap().to_string_lossy().into_owned(), race, laps as u32));
    }
    assert!(races.len() >= 24, "{}", races.len());
    races
}

/// The cells of the column Lap, as they are shown.
fn shown(table: &Table) -> Vec<String> {
    let lap = table.column("lap").unwrap();
    table.rows.iter().map(|row| row[lap].shown(table.columns[lap].kind).into_owned()).collect()
}

#[test]
fn laps_are_numbered_from_1_to_the_laps_of_the_race() {
    let (mut cells, mut to_the_line) = (0, 0);
    for (name, race, laps) in shipped() {
        assert_eq!(race.laps(), laps, "{name}");
        let race = race.as_ref();
        let digest = Digest::of(race);
        for table in [tables::laps(race, &digest), tables::corners(race, &digest), tables::turns(race)] {
            for cell in shown(&table) {
                let is_number = cell.parse::<u32>().is_ok_and(|lap| (1..=laps).contains(&lap));
                let has_name = table.name == "laps" && (cell == FROM_GRID || cell == QUALIFYING);
                assert!(is_number || has_name, "{name}: lap {cell:?} in the table of {}", table.name);
                (cells, to_the_line) = (cells + 1, to_the_line + usize::from(cell == FROM_GRID));
            }
        }
        for at in 0..=race.len() {
            assert!(race.view(at).cars.iter().all(|car| (1..=laps).contains(&car.lap_of(laps))), "{name}, turn {at}");
        }
        assert!(!digest.story.join(" ").contains("lap 0"), "{name}: {:?}", digest.story);
    }
    assert!(cells > 3_000 && to_the_line > 30, "{cells} {to_the_line}");
}

#[test]
fn laps_are_counted_without_the_way_to_the_line() {
    let mut home = 0;
    for (name, race, laps) in shipped() {
        let race = race.as_ref();
        let digest = Digest::of(race);
        let table = tables::laps(race, &digest);
        assert_eq!(table.columns[table.column("lap").unwrap()].kind, Kind::Lap);
        let end = race.view(race.len());
        for car in end.cars.iter().filter(|car| is_home(car, laps)) {
            let rows = (0..table.rows.len()).filter(|row| table.car(*row) == Some(car.car));
            assert_eq!(table.counted(rows), laps as usize, "{name}, car {}", car.car);
            home += 1;
        }
        if end.cars.iter().all(|car| is_home(car, laps)) {
            let all = table.counted(0..table.rows.len());
            assert_eq!(all, laps as usize * end.cars.len(), "{name}");
        }
        // The whole lap is driven once in each lap, and the line of a plot along the lap is one of these laps.
        let series = Series::of(race);
        let whole = Stretch::between(&series, Axis::Lap, Laps::All, [0.0, 100.0]).unwrap();
        for sum in sums(race, &series, whole) {
            let is_home = end
                .cars
                .iter()
                .find(|car| car.car == race.entrants()[sum.car].car)
                .is_some_and(|car| is_home(car, laps));
            assert!(!is_home || sum.passages == laps, "{name}, car {}: {} of {laps} laps", sum.car, sum.passages);
            assert!(sum.passages <= laps + 1);
        }
        for line in lines(&series, Quantity::Gear, Axis::Lap, Laps::All) {
            let lap = line.lap.unwrap();
            assert!((1..=laps).contains(&lap), "{name}: a line for lap {lap}");
        }
        assert!(end.cars.iter().all(|car| car.status != Status::Finished || car.lap_of(laps) <= laps));
    }
    assert!(home > 60, "{home}");
}

#[test]
fn plots_along_the_lap_leave_out_qualifying_laps() {
    let mut seen = 0;
    for (name, race, laps) in shipped() {
        let series = Series::of(race.as_ref());
        let start = series.start();
        if start == 0 {
            continue;
        }
        for car in 0..series.cars() {
            let own = series.own_turns(car).iter().filter(|turn| **turn as usize > start).count();
            let all = lines(&series, Quantity::Progress, Axis::Lap, Laps::All);
            let points: usize = all.iter().filter(|line| line.car == car).map(|line| line.points.len()).sum();
            // The way from the grid to the line is no lap, and neither is what follows the last one.
            assert!(points + 8 >= own && points <= own, "{name}, car {car}: {points} points of {own} turns");
            assert!(all.iter().all(|line| line.lap.is_some_and(|lap| (1..=laps).contains(&lap))), "{name}");
            seen += 1;
        }
        // Cars qualify one after another, so each qualifying lap begins where the one before ends.
        let digest = Digest::of(race.as_ref());
        let mut spans: Vec<[usize; 2]> =
            digest.cars.iter().filter_map(|car| car.qualifying.as_ref()).map(|lap| [lap.from, lap.to]).collect();
        spans.sort_unstable();
        assert!(!spans.is_empty() && spans[0][0] == 0, "{name}: {spans:?}");
        assert!(spans.windows(2).all(|pair| pair[0][1] == pair[1][0]), "{name}: {spans:?}");
    }
    assert!(seen > 3, "{seen}");
}
