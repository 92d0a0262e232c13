//! The time to compute the expected turns of a lone driver (over all states, with the growth by the size of the
//! board; and for the six tyre strategies, exactly and by simulated races), and the time to generate and check whole
//! races of teams.

use paddock::game::Progress;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::analysis::{
    Chain, Goal, Policy, planned, strategies as strategies_played_best, what_if, what_if_sampled,
};
use paddock::games::wheel_to_wheel::{
    Compound, Die, Draft, DriverEntry, Phase, Plan, Setup, State, TeamEntry, Track, Turn, Use, WheelToWheel, allowed,
    choices, lone, next,
};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

use super::files::{circuits, draft};
use super::memory;
use super::table::{NOTHING, Table, Times};
use super::units::{count_of, rate, time};

/// The number of simulated races.
const RACES: usize = 1_000;
/// The beginning of a part's name if it measures a board of a given number of fields; the number follows.
const BOARD: &str = "fields ";

/// Prints the rows, of each board in its own process.
pub fn rows(table: &Table) {
    for fields in table.or([60, 120, 180, 240].as_slice(), [60, 240].as_slice()) {
        table.part("wheel_to_wheel", &format!("{BOARD}{fields}"));
    }
    for name in circuits::<WheelToWheel>() {
        table.part("wheel_to_wheel", &name);
    }
}

/// Prints the rows of a board: one whose loop has this number of fields, or a shipped one.
pub fn part(table: &Table, name: &str) {
    if let Some(fields) = name.strip_prefix(BOARD) {
        let track = valid(&stretched(fields.parse().unwrap()));
        let alone = alone(&track);
        return chain(table, &format!("chain of a driver alone, {fields} fields"), &track, &alone);
    }
    let track = valid(&draft::<WheelToWheel>(name));
    strategies(table, name, &track);
    best_play(table, name, &track);
    races(table, name, &track);
}

fn valid(draft: &Draft) -> Track {
    let (track, issues) = WheelToWheel::validate(draft);
    track.unwrap_or_else(|| panic!("{}: {issues:?}", draft.name))
}

fn alone(track: &Track) -> State {
    lone(track, &Setup::usual(track.draft()), 0).expect("a board has a seat")
}

/// The default board with a longer loop: the additional fields are before the pit entry.
fn stretched(fields: u32) -> Draft {
    let board = Draft::assumed();
    let longer = fields - board.loop_len;
    Draft {
        name: format!("{fields} fields"),
        loop_len: fields,
        pit_entry: board.pit_entry + longer,
        grid: board.grid.iter().map(|slot| slot + longer).collect(),
        ..board
    }
}

/// Measures the computation of one strategy over all its states.
fn chain(table: &Table, what: &str, track: &Track, alone: &State) {
    let plan = Plan::ALL[0];
    let start = planned(alone, plan, None);
    let policy = Policy { plan: Some(plan), ..Policy::default() };
    let (mut states, mut mean, mut left) = (0, f64::NAN, 1.0);
    let times = Times::of(table.or(5, 1), || {
        let chain = Chain::new(track, &start, policy, Goal::Finish).unwrap();
        let turns = chain.distribution();
        (mean, left, states) = (turns.mean(), turns.left, chain.states());
    });
    assert!(mean > 3.0 && left < 1e-6, "three laps take more than {mean} turns, and end: {left} is left");
    let took = times.median();
    table.row(
        what,
        &format!("{} states, {mean:.2} turns", count_of(states)),
        &format!("{}, {}", time(took), rate(states, took, "states")),
        &memory::peak(),
    );
}

/// Measures the best play of all strategies.
fn best_play(table: &Table, name: &str, track: &Track) {
    let alone = alone(track);
    let progress = Progress::SILENT;
    let (mut states, mut best) = (0, f64::INFINITY);
    let times = Times::of(table.or(5, 1), || {
        let found = strategies_played_best(track, &alone, progress).unwrap();
        states = found.plans.iter().map(|plan| plan.states).sum();
        best = found.plans.iter().filter_map(|plan| plan.best.exact()).fold(f64::INFINITY, f64::min);
    });
    let took = times.median();
    let size = format!("{} states, {best:.2} turns", count_of(states));
    table.row(&format!("{name}: strategies with best play"), &size, &time(took), &memory::peak());
}

/// Measures the six strategies, exactly and by simulated races.
fn strategies(table: &Table, name: &str, track: &Track) {
    let alone = alone(track);
    let mut exact = Vec::new();
    let times = Times::of(table.or(5, 1), || exact = what_if(track, &alone, Policy::default()).unwrap());
    let best = exact.iter().map(|(_, turns)| turns.mean()).fold(f64::INFINITY, f64::min);
    let most = memory::peak();
    let size = format!("{} strategies, {best:.2} turns", exact.len());
    table.row(&format!("{name}: strategies exactly"), &size, &time(times.median()), &most);
    let mut drawn = Vec::new();
    let each = RACES as u32;
    let times = Times::of(table.or(5, 1), || drawn = what_if_sampled(track, &alone, Policy::default(), each, 1));
    for ((plan, exact), (_, drawn)) in exact.iter().zip(&drawn) {
        let off = (exact.mean() - drawn.mean()).abs();
        // Twice the half-width of the 99 % confidence interval is allowed, so that all six means pass together.
        assert!(off <= 2.0 * drawn.half_interval(), "{}: {off} turns off", plan.id());
    }
    let races = RACES * drawn.len();
    let took = times.median();
    let time = format!("{}, {}", time(took), rate(races, took, "races"));
    table.row(&format!("{name}: strategies by simulated races"), &format!("{} races", count_of(races)), &time, NOTHING);
}

/// Measures whole races of four teams: plays random legal turns, then checks them.
fn races(table: &Table, name: &str, track: &Track) {
    let setup = four_teams(track);
    let start = WheelToWheel::start(track, &setup).expect("four teams can start");
    let count = table.or(RACES, RACES / 10);
    let mut drawn = Vec::new();
    let mut driven = Times::default();
    driven.time(|| drawn = (0..count as u64).map(|seed| drive(track, &start, seed)).collect::<Vec<_>>());
    let turns: usize = drawn.iter().map(Vec::len).sum();
    assert!(turns > count * 100, "{turns} turns of {count} races");
    let size = format!("{} races, {} turns", count_of(count), count_of(turns));
    let took = driven.median();
    let time = |took: f64| format!("{}, {}", time(took), rate(turns, took, "turns"));
    table.row(&format!("{name}: random races of four teams"), &size, &time(took), NOTHING);
    let times = Times::of(table.or(3, 1), || {
        for turns in &drawn {
            let mut state = start.clone();
            for turn in turns {
                state = WheelToWheel::play(track, &state, turn).expect("every turn drawn is legal").state;
            }
            assert_ne!(state.phase, Phase::Racing, "the race is over");
        }
    });
    table.row(&format!("{name}: the same checked"), &size, &time(times.median()), &memory::peak());
}

fn four_teams(track: &Track) -> Setup {
    let mut setup = Setup::usual(track.draft());
    let team = |garage: usize| TeamEntry {
        name: format!("Team {}", garage + 1),
        colour: track.draft().garages[garage].colour.clone(),
        drivers: [DriverEntry::new("", Compound::Hard), DriverEntry::new("", Compound::Soft)],
        ..setup.teams[0].clone()
    };
    setup.teams = (0..4).map(team).collect();
    setup
}

/// Plays a race: usually the fastest die, sometimes a full battery at once, and any use of the roll.
fn drive(track: &Track, start: &State, seed: u64) -> Vec<Turn> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut state = start.clone();
    let mut turns = Vec::new();
    while state.phase == Phase::Racing {
        let turn = choose(track, &state, &mut random);
        state = next(track, &state, &turn).expect("it is legal");
        turns.push(turn);
    }
    turns
}

fn choose(track: &Track, state: &State, random: &mut ChaCha8Rng) -> Turn {
    let index = state.may_act().choose(random).expect("somebody may act");
    let car = state.car(index);
    let discharge = Turn::discharge(car);
    if random.random_bool(0.5) && next(track, state, &discharge).is_some() {
        return discharge;
    }
    let dice: Vec<Die> = allowed(track, state, index, state.is_extra(index)).list();
    let fastest = dice.last().filter(|_| random.random_bool(0.6)).copied();
    let die = fastest.unwrap_or_else(|| *dice.choose(random).expect("a die may be thrown"));
    let face = *track.faces().of(die).choose(random).expect("a die has faces");
    let uses = choices(track, state, car, die, face);
    let moves: Vec<_> = uses.iter().filter(|throw| throw.what != Use::Charge).collect();
    let throw = moves.choose(random).copied().or_else(|| uses.choose(random)).expect("a throw has a use");
    Turn::throw(car, *throw)
}
