//! Plays a thousand random races on each of two boards to their end. No state is illegal, and the log of each race,
//! written and read again, leads to the same states. The races have fixed seeds, so `PROPTEST_CASES` does not change
//! their number.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test's helpers fail the test and say why"
)]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::{
    Collision, Compound, Die, Draft, DriverEntry, DriverOrder, GarageDraft, GarageThrow, LapSlots, Options, Phase,
    PitEnter, Plan, RainCount, RecordLine, Setup, Spot, State, Strategy, TeamMates, Throw, Track, Turn, TyreOverrun,
    Use, WheelToWheel, YellowScope, choices, next, records, results, team_results,
};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

const RACES: u64 = 1_000;

/// A short board with garages past the line of its lane, and a six on the blue die.
fn short_board() -> Draft {
    Draft {
        name: "SHORT-26".to_owned(),
        loop_len: 26,
        red: vec![8, 9, 14, 17],
        grid: (1..=12).map(|slot| 26 - slot).collect(),
        pit_entry: 21,
        pit_exit: 4,
        lane_len: 9,
        lane_line: 2,
        garages: (3..).zip(COLOURS).map(|(field, colour)| GarageDraft::new(colour, "", field)).collect(),
        crash_next: 9,
        dice: paddock::games::wheel_to_wheel::Dice {
            blue: vec![1, 1, 2, 2, 3, 6],
            ..paddock::games::wheel_to_wheel::Dice::default()
        },
        ..Draft::default()
    }
}

fn hash(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

fn pick<T: Copy>(rng: &mut ChaCha8Rng, list: &[T]) -> T {
    *list.choose(rng).unwrap()
}

/// Random teams, tyres and options. Half of the races use the ordinary rules.
fn random_setup(rng: &mut ChaCha8Rng) -> Setup {
    let mut setup = setup(rng.random_range(2..=6));
    if rng.random_bool(0.5) {
        setup.options = Options {
            collision: pick(rng, &[Collision::Occupied, Collision::SameRound]),
            team_mates: pick(rng, &[TeamMates::Collide, TeamMates::Share]),
            slipstream_charge: rng.random_bool(0.5),
            rain_count: pick(rng, &[RainCount::NextRound, RainCount::StartingRound]),
            garage_throw: pick(rng, &[GarageThrow::Any, GarageThrow::Blue]),
            yellow_scope: pick(rng, &[YellowScope::AllLater, YellowScope::FollowingTeams]),
            pit_enter: pick(rng, &[PitEnter::Any, PitEnter::Exact]),
            tyre_overrun: pick(rng, &[TyreOverrun::ForcedPit, TyreOverrun::BlueOnly, TyreOverrun::Off]),
            engine_garage_change: rng.random_bool(0.5),
            driver_order: pick(rng, &[DriverOrder::Free, DriverOrder::Fixed]),
            lap_slots: pick(rng, &[LapSlots::EachLap, LapSlots::FirstLapOnly]),
            strategy: pick(rng, &[Strategy::Plan, Strategy::Binding]),
            round_cap: pick(rng, &[30, 200]),
        };
    }
    for team in &mut setup.teams {
        for driver in &mut team.drivers {
            *driver = DriverEntry::planned("", pick(rng, &Plan::ALL));
        }
    }
    setup
}

/// One legal turn: a driver that may act, its battery or a slot now and then, a die that it may throw, what it shows, and a
/// use of that.
fn random_turn(track: &Track, state: &State, rng: &mut ChaCha8Rng) -> Turn {
    let drivers: Vec<usize> = state.may_act().collect();
    let index = pick(rng, &drivers);
    let car = state.car(index);
    let discharge = Turn::discharge(car);
    if rng.random_bool(0.5) && next(track, state, &discharge).is_some() {
        return discharge;
    }
    if state.team_of(index).free > 0 && rng.random_bool(0.3) {
        let skills = state.team_of(index).skills;
        let icon = pick(rng, &paddock::games::wheel_to_wheel::Icon::ALL);
        let spend = Turn::spend(car, icon, skills.of(icon) + 1);
        if next(track, state, &spend).is_some() {
            return spend;
        }
    }
    let allowed = paddock::games::wheel_to_wheel::allowed(track, state, index, state.is_extra(index)).list();
    // Fast dice more often: so races end, and engines break.
    let die = if rng.random_bool(0.6) { *allowed.last().unwrap() } else { pick(rng, &allowed) };
    let face = pick(rng, track.faces().of(die));
    let uses: Vec<Throw> = choices(track, state, car, die, face);
    assert!(!uses.is_empty(), "nothing to do with {die:?} {face}: {state:?}");
    let moves: Vec<Throw> = uses.iter().copied().filter(|throw| throw.what != Use::Charge).collect();
    let from = if moves.is_empty() || rng.random_bool(0.15) { &uses } else { &moves };
    Turn::throw(car, pick(rng, from))
}

/// What must be true of every state.
fn check_state(track: &Track, state: &State) {
    let forced_pit = state.terms.options.tyre_overrun == TyreOverrun::ForcedPit;
    for (index, driver) in state.drivers.iter().enumerate() {
        assert!(driver.battery <= 6 && (1..=3).contains(&driver.lap));
        assert_eq!(driver.finished > 0, driver.spot == Spot::Out);
        match driver.spot {
            Spot::Loop(field) => assert!(field < track.loop_len()),
            Spot::Lane(field) => assert!(u32::from(field) >= 1 && u32::from(field) <= track.draft().lane_len),
            Spot::CrashZone | Spot::Out => {}
        }
        assert!(!forced_pit || driver.set.laps <= driver.set.compound.limit(), "{driver:?}");
        let charged = driver.driven.iter().flatten().count();
        let done = usize::from(driver.lap) - 1 + usize::from(driver.charged) + usize::from(driver.finished > 0);
        assert_eq!(charged, done, "laps are charged once each: {driver:?}");
        let team = state.team_of(index);
        assert!(team.skills.taken() + team.free <= 6);
        // Without a yellow flag nobody has crashed in this round.
        if driver.spot == Spot::CrashZone && state.yellow.is_none() {
            assert!(state.round > track.draft().free_rounds);
        }
    }
    match state.phase {
        Phase::Racing => {
            let due = state.to_act().unwrap();
            assert!(state.drivers[due].is_racing() && due / 2 == usize::from(state.seat));
            assert!(state.extra.is_none_or(|extra| usize::from(extra) == due));
        }
        Phase::Over | Phase::Abandoned => assert_eq!(state.to_act(), None),
    }
    if let Some(rain) = state.rain {
        assert!(state.round >= rain.start && state.round <= rain.start + track.draft().rain_rounds);
    }
    if state.phase == Phase::Over {
        assert_eq!(state.drivers.iter().filter(|driver| driver.is_racing()).count(), 1);
    }
}

/// That legal turns are those that play: all that are listed do, and of others that could be written down none does.
fn check_list(track: &Track, state: &State, rng: &mut ChaCha8Rng) {
    let listed = WheelToWheel::legal_turns(track, state);
    assert!(!listed.is_empty());
    for legal in &listed {
        let played = WheelToWheel::play(track, state, &legal.turn);
        assert!(played.is_ok(), "{:?} is listed: {:?}", legal.turn, played.err());
    }
    let distinct: std::collections::BTreeSet<String> =
        listed.iter().map(|legal| WheelToWheel::notation(&legal.turn)).collect();
    assert_eq!(distinct.len(), listed.len());
    for _ in 0..20 {
        let car = state.car(rng.random_range(0..state.drivers.len()));
        let mut throw = Throw::new(pick(rng, &Die::ALL), rng.random_range(1..=6), pick(rng, &Use::ALL));
        throw.branch = pick(
            rng,
            &[
                None,
                Some(paddock::games::wheel_to_wheel::Branch::Pit),
                Some(paddock::games::wheel_to_wheel::Branch::Track),
            ],
        );
        throw.through = rng.random_bool(0.2);
        throw.tyres = pick(rng, &[None, None, Some(Compound::Hard), Some(Compound::Soft), Some(Compound::Wet)]);
        let turn = Turn::throw(car, throw);
        let is_listed = listed.iter().any(|legal| legal.turn == turn);
        let played = WheelToWheel::play(track, state, &turn);
        assert_eq!(is_listed, played.is_ok(), "{turn:?} {:?}", played.err());
        let forced = WheelToWheel::force(track, state, &turn);
        assert_eq!(forced.illegal.is_none(), is_listed);
        if let Some(legal) = forced.illegal {
            assert!(!legal.message.is_empty() && legal.clause.starts_with("WW-"));
        }
    }
}

/// What the races of a board have seen.
#[derive(Debug, Default)]
struct Seen {
    rain: u32,
    crashes: u32,
    failures: u32,
    waved: u32,
    abandoned: u32,
    turns: usize,
}

/// One race to its end.
fn run(track: &Track, seed: u64, seen: &mut Seen) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let setup = random_setup(&mut rng);
    let start = WheelToWheel::start(track, &setup).unwrap();
    let mut state = start.clone();
    let mut turns = Vec::new();
    let mut hashes = Vec::new();
    while state.phase == Phase::Racing {
        let turn = random_turn(track, &state, &mut rng);
        if turns.len().is_multiple_of(97) && seed.is_multiple_of(4) {
            check_list(track, &state, &mut rng);
        }
        let after = next(track, &state, &turn)
            .unwrap_or_else(|| panic!("{turn:?} is refused: {:?}", WheelToWheel::play(track, &state, &turn).err()));
        check_state(track, &after);
        seen.crashes += u32::from(after.yellow.is_some() && state.yellow.is_none());
        seen.rain += u32::from(after.rain.is_some() && state.rain.is_none());
        seen.failures += u32::from(turn.as_throw().is_some_and(|throw| throw.what == Use::Failure));
        let is_wait = turn.as_throw().is_some_and(|throw| matches!(throw.what, Use::Hold | Use::Halt));
        seen.waved +=
            u32::from(is_wait && (0..after.drivers.len()).any(|i| after.drivers[i].stops > state.drivers[i].stops));
        state = after;
        turns.push(turn);
        hashes.push(hash(&state));
        assert!(turns.len() < 20_000, "the race has no end");
    }
    seen.turns += turns.len();
    seen.abandoned += u32::from(state.phase == Phase::Abandoned);
    end_of_race(track, &setup, &state);
    replay(track, &start, &turns, &hashes);
}

/// The compounds of every driver that finished are those of a plan, with a stop (WW-TYRE-08, WW-PIT-13).
fn end_of_race(track: &Track, setup: &Setup, state: &State) {
    for (index, driver) in state.drivers.iter().enumerate().filter(|(_, driver)| driver.finished > 0) {
        if setup.options.tyre_overrun != TyreOverrun::ForcedPit {
            continue;
        }
        let driven: String = driver.driven.iter().map(|compound| compound.unwrap().counts_as().letter()).collect();
        let plan = Plan::ALL.into_iter().find(|plan| plan.id() == driven);
        assert!(plan.is_some(), "{driven}");
        assert!(driver.stops >= 1 && driver.has_complied());
        if setup.options.strategy == Strategy::Binding {
            assert_eq!(plan, state.terms.teams[index / 2].plans[index % 2]);
        }
    }
    let places: Vec<u32> = results(track, state).iter().map(|result| result.place).collect();
    assert_eq!(places, (1..=state.drivers.len() as u32).collect::<Vec<u32>>());
    let total: u32 = team_results(track, state).iter().map(|team| team.points).sum();
    assert!(total <= track.draft().points.iter().sum::<u32>());
}

/// The log as text, read again, leads through the same states; so do the records of the moves.
fn replay(track: &Track, start: &State, turns: &[Turn], hashes: &[u64]) {
    let mut state = start.clone();
    for (turn, expected) in turns.iter().zip(hashes) {
        let line = WheelToWheel::notation(turn);
        let read = WheelToWheel::read_notation(&line).unwrap();
        let json: Turn = serde_json::from_str(&serde_json::to_string(turn).unwrap()).unwrap();
        assert_eq!((&read, &json), (turn, turn), "{line}");
        state = WheelToWheel::play(track, &state, &read).unwrap().state;
        assert_eq!(hash(&state), *expected, "{line}");
    }
    let lines = records(track, start, turns);
    let actions: usize = lines.iter().map(|line| line.actions.len()).sum();
    let thrown =
        turns.iter().filter(|turn| !matches!(turn.action, paddock::games::wheel_to_wheel::Action::Spend { .. }));
    assert_eq!(actions, thrown.count());
    for line in lines {
        assert_eq!(line.to_string().parse::<RecordLine>().as_ref(), Ok(&line));
    }
}

fn thousand(draft: &Draft, first: u64) -> Seen {
    let track = valid(draft);
    let mut seen = Seen::default();
    for seed in first..first + RACES {
        run(&track, seed, &mut seen);
    }
    println!("{}: {seen:?}", draft.name);
    seen
}

#[test]
fn ww_tyre_08_and_all_else_holds_in_a_thousand_races() {
    let seen = thousand(&test_60(), 0);
    assert!(seen.rain > 20 && seen.crashes > 500 && seen.failures > 50 && seen.waved > 5 && seen.abandoned > 0);
}

#[test]
fn ww_pit_13_and_all_else_holds_on_a_short_board() {
    let seen = thousand(&short_board(), 50_000);
    assert!(seen.rain > 20 && seen.crashes > 500 && seen.failures > 50 && seen.waved > 5);
}

#[test]
fn seeds_make_the_same_race() {
    let track = valid(&test_60());
    let race = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = WheelToWheel::start(&track, &random_setup(&mut rng)).unwrap();
        for _ in 0..300 {
            if state.phase == Phase::Racing {
                state = next(&track, &state, &random_turn(&track, &state, &mut rng)).unwrap();
            }
        }
        hash(&state)
    };
    assert_eq!(race(7), race(7));
    assert_ne!(race(7), race(8));
}
