//! Computer drivers: how many races they drive in a second, and which level beats which. Both depend on the time that the
//! table takes, so each row names the number of races.

use std::time::{Duration, Instant};

use paddock::Games;
use paddock::drivers::{DrivePlan, Driver, Effort, LeagueRace, Level, Rating, School, Start};
use paddock::game::Progress;
use paddock::replay::{Opened, no_files};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::files::root;
use super::table::{NOTHING, Table, Times};
use super::units::{rate, time};

/// The circuits: the name, the file, the number of cars and the number of laps.
pub const CIRCUITS: [(&str, &str, usize, Option<u32>); 4] = [
    ("VektoRace, Copper Kettle", "tracks/vektorace/copper-kettle.json", 4, Some(2)),
    ("Vector Racing, Two Ponds", "tracks/vector_racing/two-ponds.json", 4, None),
    ("Formula D, Saltmarsh", "tracks/formula_d/saltmarsh.json", 4, Some(1)),
    ("Wheel to Wheel, Skerry Sands", "tracks/wheel_to_wheel/skerry-sands.json", 4, None),
];

/// The seed of all races.
const SEED: u64 = 1;
/// The time after which an expert must stop.
const THINKS: Duration = Duration::from_millis(20);
/// The number of races between two looks at the clock.
const TOGETHER: u64 = 8;

/// Lets drivers learn a circuit.
pub fn learned(file: &str, cars: usize, laps: Option<u32>) -> Box<dyn School> {
    let bytes = std::fs::read(root(file)).expect("a circuit");
    let Ok(Opened::Track(draft)) = paddock::open(&bytes, &no_files) else { panic!("{file} is no circuit") };
    let game = Games::all().of(&draft).expect("a known game");
    let start = Start { laps, cars: Some(cars), ..Start::default() };
    game.learn(&draft, &start, Progress::SILENT).expect("a circuit that can be raced")
}

/// Prints the rows of every game.
pub fn rows(table: &Table) {
    for (name, file, cars, laps) in CIRCUITS {
        let began = Instant::now();
        let school = learned(file, cars, laps);
        table.row(&format!("{name}: learned"), "", &time(began.elapsed().as_secs_f64()), NOTHING);
        club_races(table, name, school.as_ref());
        for level in [Level::Club, Level::Expert] {
            decisions(table, name, school.as_ref(), level);
        }
        stopped(table, name, school.as_ref());
        for (one, other, seconds) in [(Level::Club, Level::Novice, 20), (Level::Expert, Level::Club, 80)] {
            let most = Duration::from_secs(table.or(seconds, seconds / 10));
            duel(table, name, school.as_ref(), (one, other), most);
        }
    }
}

/// Prints the number of races that club drivers drive in a second, on one thread. What they learn in the first races
/// counts.
fn club_races(table: &Table, name: &str, school: &dyn School) {
    let most = Duration::from_secs(table.or(15, 3));
    let (began, mut races, mut turns) = (Instant::now(), 0, 0);
    while began.elapsed() < most {
        let plan = DrivePlan { stream: races, ..DrivePlan::of(Level::Club, SEED) };
        turns += school.race(&plan, Progress::SILENT).map_or(0, |race| race.turns);
        races += 1;
    }
    let size = format!("{races} races, {turns} turns");
    let words = rate(races as usize, began.elapsed().as_secs_f64(), "races");
    table.row(&format!("{name}: races of club drivers, one thread"), &size, &words, NOTHING);
}

/// Calls `each` with the plan of a driver of this level and the knowledge in positions spread over a race of club
/// drivers. Returns the number of positions.
fn in_positions(
    table: &Table,
    school: &dyn School,
    level: Level,
    mut each: impl FnMut(&DrivePlan, &dyn School),
) -> usize {
    let (text, _) = school.play(&DrivePlan::of(Level::Club, SEED), Progress::SILENT).expect("a race with an end");
    let Ok(Opened::Race(race)) = paddock::open(text.as_bytes(), &no_files) else { panic!("the race was not written") };
    let count = table.or(40, 10);
    for place in 0..count {
        let there = school.moved_to(race.as_ref(), place * race.len() / count).expect("the same circuit");
        each(&DrivePlan { stream: place as u64, ..DrivePlan::of(level, SEED) }, there.as_ref());
    }
    count
}

fn one_thread() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(1).build().expect("a thread")
}

/// Prints how long a driver takes to decide a turn, on one thread.
fn decisions(table: &Table, name: &str, school: &dyn School, level: Level) {
    let one_thread = one_thread();
    let mut times = Times::default();
    let count = in_positions(table, school, level, |plan, there| {
        let turns = times.time(|| one_thread.install(|| there.turns(plan, 1, Progress::SILENT)));
        assert_eq!(turns.map(|turns| turns.len()).ok(), Some(1), "{name}: a turn");
    });
    let what = format!("{name}: a turn decided by {level}, one thread");
    table.row(&what, &format!("{count} turns"), &times.in_words(), NOTHING);
}

/// Prints the time from a stop to the decision of an expert whose rollouts would last for minutes, on one thread.
fn stopped(table: &Table, name: &str, school: &dyn School) {
    let one_thread = one_thread();
    let (mut times, mut count) = (Times::default(), 0);
    in_positions(table, school, Level::Expert, |plan, there| {
        let effort = Effort { rollouts: Some(1_000_000), ..plan.effort };
        let plan = DrivePlan { effort, ..plan.clone() };
        let began = Instant::now();
        let stop = || began.elapsed() >= THINKS;
        let turns = one_thread.install(|| there.turns(&plan, 1, Progress { report: &|_| (), stop: &stop }));
        assert_eq!(turns.map(|turns| turns.len()).ok(), Some(1), "{name}: a turn");
        if let Some(late) = began.elapsed().checked_sub(THINKS) {
            times.add(late);
            count += 1;
        }
    });
    // An expert that compares few decisions, or is alone, may have decided before.
    if count > 0 {
        let size = format!("{count} decisions, after {} ms", THINKS.as_millis());
        table.row(&format!("{name}: an expert, from stop to its turn"), &size, &times.in_words(), NOTHING);
    }
}

/// Prints how many races a level wins against another: two and two cars, which exchange their places on the grid.
fn duel(table: &Table, name: &str, school: &dyn School, pair: (Level, Level), most: Duration) {
    let (began, mut won, mut count, mut turns) = (Instant::now(), 0.0, 0, 0);
    let drivers: (Driver, Driver) = (pair.0.into(), pair.1.into());
    while began.elapsed() < most {
        let races: Vec<(f64, usize)> = (count..count + TOGETHER)
            .into_par_iter()
            .filter_map(|number| {
                let race = LeagueRace { circuit: 0, number, pair: drivers.clone() };
                let plan = DrivePlan {
                    drivers: race.grid(school.cars().len()),
                    seed: SEED,
                    stream: race.stream(),
                    ..DrivePlan::default()
                };
                let driven = school.race(&plan, Progress::SILENT).ok()?;
                Some((race.score(&driven), driven.turns))
            })
            .collect();
        assert!(!races.is_empty(), "{name}: no race was finished");
        won += races.iter().map(|(score, _)| score).sum::<f64>();
        turns += races.iter().map(|(_, turns)| turns).sum::<usize>();
        count += TOGETHER;
    }
    let Rating { elo, error } = Rating::of(won, u32::try_from(count).unwrap_or(u32::MAX));
    let what = format!("{name}: {} against {}", pair.0, pair.1);
    let words = format!("{:.0} % won, {elo:+.0} (±{error:.0}) Elo", 100.0 * won / count as f64);
    table.row(&what, &format!("{count} races, {turns} turns"), &words, NOTHING);
}
