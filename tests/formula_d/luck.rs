//! Tests of the analysis of races: luck and losses turn by turn, the choices of each turn, and corners (ledger, section
//! 7).
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use crate::common::*;
use paddock::analysis::{Digest, Kind, Quantity, Series, tables};
use paddock::game::prelude::*;
use paddock::game::{CarId, Cornering, Evaluation, EventKind, Progress};
use paddock::games::formula_d::solve::{self, Question, solve};
use paddock::games::formula_d::{
    Additions, Chance, Draft, FormulaD, Phase, Preset, Purpose, Roll, STOCK, Searcher, Setup, Skill, Start, State,
    Track, Turn, complete, dice, gears,
};
use paddock::replay::{Race, Timeline};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// A random race in gears up to one, whose drivers avoid elimination; nobody uses the pit lane.
fn raced(track: &Track, setup: &Setup, seed: u64, highest: u8) -> (State, Vec<Turn>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let first = FormulaD::start(track, setup).unwrap();
    let mut state = first.clone();
    let (mut turns, mut searcher) = (Vec::new(), Searcher::default());
    while state.phase != Phase::Over {
        assert!(turns.len() < 5_000, "the race does not end");
        let index = state.to_act().unwrap();
        let car = &state.cars[index];
        let turn = Turn::of(car.car, state.round);
        let start = rng.random_range(1..=20u8);
        let is_due = car.start == Start::Due;
        let rolls =
            if is_due { vec![Roll { purpose: Purpose::Start, value: Chance::Known(start) }] } else { Vec::new() };
        let turn = Turn { rolls, ..turn };
        let turn = if is_due && start == 1 {
            Turn { skip: true, ..turn }
        } else {
            let may = gears(track, &state);
            let may: Vec<u8> = may.iter().copied().filter(|gear| gear + 1 >= car.gear && *gear <= highest).collect();
            let gear = if is_due { 1 } else { may[rng.random_range(0..may.len())] };
            let faces = dice::faces(gear);
            let is_great = is_due && start == 20;
            let face = if is_great { 4 } else { faces[rng.random_range(0..faces.len())] };
            let die = if is_great { None } else { Some(Chance::Known(face)) };
            let options = searcher.moves(track, &state, index, gear, face, Additions::default()).options;
            let options: Vec<_> = options
                .iter()
                .filter(|option| !option.route.iter().any(|at| track.space(*at).ground.is_pit()))
                .collect();
            // Careful drivers avoid a spin if they can.
            let alive = options.iter().filter(|option| !option.is_out).count();
            let careful: Vec<_> =
                options.iter().copied().filter(|option| !option.is_out && option.tyres == 0).collect();
            let (options, alive) = if careful.is_empty() { (options, alive) } else { (careful.clone(), careful.len()) };
            let option = options[rng.random_range(0..alive.max(1))];
            option.turn(track, Turn { gear: Some(gear), die, ..turn })
        };
        let mut black = |purpose: Purpose| if purpose == Purpose::Motor { rng.random_range(1..=20u8) } else { 20 };
        let (turn, played) = complete(track, &state, &turn, &mut black).unwrap();
        turns.push(turn);
        state = played.state;
    }
    (first, turns)
}

fn evaluated(track: &Track, first: &State, turns: &[Turn]) -> Evaluation {
    let turns: Vec<&Turn> = turns.iter().collect();
    FormulaD::evaluate(track, first, &turns, Progress::SILENT).unwrap()
}

fn timeline(draft: &Draft, setup: &Setup, turns: Vec<Turn>) -> Timeline<FormulaD> {
    Timeline::new("A race".to_owned(), draft.clone(), setup.clone(), turns).unwrap()
}

#[test]
fn verdicts_on_a_lone_race_add_up_to_its_turns() {
    let draft = oval();
    let track = valid(&draft);
    let solution = solve(&track, &Question::stock(&track, 2).unwrap(), &solve::Progress::SILENT).unwrap();
    let expected = |first: &State| solution.start_value(&track, first.cars[0].at).unwrap();
    let mut finished = 0;
    for seed in 0..6 {
        let (first, turns) = raced(&track, &setup(1), seed, 2 + (seed % 2) as u8);
        let evaluation = evaluated(&track, &first, &turns);
        assert_eq!(evaluation.luck_unit, "spaces");
        let all = evaluation.account(CarId(1), turns.len());
        // A car that is eliminated has no number of turns.
        if evaluation.verdicts.iter().any(|verdict| verdict.is_some_and(|verdict| verdict.chance.is_none())) {
            continue;
        }
        finished += 1;
        let [lost, worth, chance] = [all.lost, all.worth, all.chance].map(|part| part.unwrap_or(0.0));
        let sum = expected(&first) + lost - worth - chance;
        assert!((sum - turns.len() as f64).abs() < 1e-6, "seed {seed}: {sum} {}", turns.len());
        let [gear, route] = all.shares.unwrap();
        assert!((gear + route - lost).abs() < 1e-9 && gear >= -1e-9 && route >= -1e-9);
        // Luck in spaces: the sum of faces minus means, divided by the root of the summed variances.
        let thrown = || turns.iter().filter_map(|turn| Some((turn.gear?, turn.die?.known()?)));
        let luck: f64 = thrown().map(|(gear, face)| f64::from(face) - dice::mean(gear)).sum();
        let variance: f64 = thrown().map(|(gear, _)| dice::variance(gear)).sum();
        assert!((all.luck.unwrap() - luck).abs() < 1e-9);
        assert!((all.deviations.unwrap() - luck / variance.sqrt()).abs() < 1e-9);
    }
    assert!(finished >= 3, "{finished}");
}

#[test]
fn advice_lists_every_gear_and_the_open_moves() {
    let draft = oval();
    let track = valid(&draft);
    let (first, turns) = raced(&track, &setup(4), 3, 4);
    let evaluation = evaluated(&track, &first, &turns);
    assert_eq!((evaluation.verdicts.len(), evaluation.advice.len()), (turns.len(), turns.len() + 1));
    let mut state = first;
    let (mut reported, mut drawn) = (0, 0);
    for (at, turn) in turns.iter().enumerate() {
        let due = state.cars[state.to_act().unwrap()].start == Start::Due;
        if let Some(advice) = evaluation.advice(at) {
            assert_eq!((advice.car, due), (turn.car, false));
            assert!(advice.choices.is_sorted_by(|one, other| one.turns <= other.turns));
            assert!(advice.uses.is_sorted_by(|one, other| one.turns <= other.turns));
            assert_eq!(advice.choices.iter().filter(|choice| choice.taken).count(), 1);
            for choice in advice.choices.iter().take(3) {
                let sum: f64 = choice.outcomes.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{choice:?}");
            }
            assert!(advice.thrown.ends_with("rolled") || turn.die.is_none());
            drawn += usize::from(!advice.drawing.items.is_empty());
            // If the move is one of a lone car, the loss agrees with the lists.
            let taken = advice.choices.iter().find(|choice| choice.taken).unwrap();
            let used = advice.uses.iter().find(|choice| choice.taken);
            let shares = evaluation.verdict(at + 1).and_then(|verdict| verdict.shares);
            if let (Some(used), Some([gear, route])) = (used, shares) {
                assert!((taken.turns - advice.choices[0].turns - gear).abs() < 1e-9);
                assert!((used.turns - advice.uses[0].turns - route).abs() < 1e-9, "turn {}", at + 1);
                reported += 1;
            }
        }
        state = FormulaD::play(&track, &state, turn).unwrap().state;
    }
    assert!(reported > turns.len() / 2 && drawn >= reported, "{reported} {drawn} of {}", turns.len());
    assert!(evaluation.advice(turns.len()).is_none(), "the race is over");
}

#[test]
fn a_comparison_can_be_stopped() {
    let track = valid(&oval());
    let (first, turns) = raced(&track, &setup(1), 1, 4);
    let turns: Vec<&Turn> = turns.iter().collect();
    assert!(FormulaD::evaluate(&track, &first, &turns, Progress { report: &|_| {}, stop: &|| true }).is_none());
}

/// The corners that the turn of a line drives through.
fn corners_of(cars: &str, line: &str) -> Vec<Cornering> {
    let events = table(cars).go(line).events;
    events
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Cornered(cornering) => Some(cornering),
            _ => None,
        })
        .collect()
}

#[test]
fn a_turn_reports_what_it_did_in_corners() {
    // FD-OVR-01: through K1 without a stop.
    let through = Cornering {
        corner: 1,
        entered: Some("a10".to_owned()),
        spaces: 4,
        shortest: 4,
        stops: 0,
        required: 1,
        left: true,
        overshoot: 4,
    };
    assert_eq!(corners_of("a9 g2", "1.1 g3 d8 m8 =a17"), [through]);
    // FD-COR-02: a second stop in K2; FD-COR-03: leaving with all stops made.
    let [stop] = corners_of("a26 g2 made=1", "1.1 g2 d4 m4").try_into().unwrap();
    assert_eq!((stop.corner, stop.entered, stop.spaces, stop.stops, stop.left), (2, None, 4, 2, false));
    let [left] = corners_of("b32 g2 made=2", "1.1 g2 d3 m3").try_into().unwrap();
    assert_eq!((left.stops, left.required, left.left, left.overshoot, left.spaces), (2, 2, true, 0, 0));
    // FD-OVR-05: into K3 after overshooting K2, where the stop does not count.
    let [k2, k3] = corners_of("a30 g3 made=1", "1.1 g3 d8 m8 =a38").try_into().unwrap();
    assert_eq!((k2.overshoot, k3.corner, k3.entered.as_deref(), k3.stops), (6, 3, Some("a38"), 0));
    assert!(corners_of("a0 g2", "1.1 g2 d4 m4").is_empty());
}

#[test]
fn the_corner_table_has_stops_and_overshoots() {
    let draft = oval();
    let track = valid(&draft);
    let setup = setup(3);
    let (_, turns) = raced(&track, &setup, 5, 4);
    let race = timeline(&draft, &setup, turns);
    let digest = Digest::of(&race);
    let table = tables::corners(&race, &digest);
    for name in ["entry_space", "stops", "required", "inside", "spaces", "detour", "overshoot"] {
        assert!(table.column(name).is_some(), "{name}");
    }
    assert!(!table.rows.is_empty());
    let mut seen = 0;
    for passage in digest.cars.iter().flat_map(|car| &car.corners) {
        let driven = passage.stop_corner.as_ref().unwrap();
        let required = [1, 2, 3][passage.corner as usize - 1];
        assert_eq!(driven.required, required);
        assert!(driven.stops <= required && driven.turns > driven.stops.min(1));
        // Exactly the cars that left with a stop missing have overshot.
        assert_eq!(driven.overshoot > 0, driven.stops < required, "{passage:?}");
        if driven.space.is_some() {
            assert!(driven.spaces + 1 >= driven.shortest && driven.spaces <= driven.shortest * 2, "{passage:?}");
            seen += 1;
        }
    }
    assert!(seen >= 6, "{seen}");
}

#[test]
fn luck_of_the_dice_is_in_tables_series_and_figures() {
    let draft = oval();
    let track = valid(&draft);
    let setup = setup(2);
    let (_, turns) = raced(&track, &setup, 8, 4);
    let race = timeline(&draft, &setup, turns.clone());
    let digest = Digest::of(&race);
    let series = Series::of(&race);
    for (index, car) in digest.cars.iter().enumerate() {
        let own = || turns.iter().filter(|turn| turn.car == car.car);
        let thrown: Vec<(u8, u8)> = own().filter_map(|turn| Some((turn.gear?, turn.die?.known()?))).collect();
        let luck: f64 = thrown.iter().map(|(gear, face)| f64::from(*face) - dice::mean(*gear)).sum();
        let dice = car.dice.unwrap();
        assert_eq!((dice.throws as usize, dice.faces), (thrown.len(), thrown.iter().map(|it| u32::from(it.1)).sum()));
        assert!((dice.luck - luck).abs() < 1e-9);
        let place = race.entrants().iter().position(|entrant| entrant.car == car.car).unwrap();
        let last = series.at(place, Quantity::Luck, race.len() as f64).unwrap();
        assert!((last - luck).abs() < 1e-9, "{index}");
    }
    assert!(Quantity::Luck.is_there(&series, &[]));
    let table = tables::turns(&race);
    let luck = table.column("luck").unwrap();
    assert_eq!(table.columns[luck].kind, Kind::Difference(1));
    assert!(tables::results(&race, &digest).column("luck_deviations").is_some());
}

#[test]
fn zones_have_the_maxima_of_the_race() {
    let track = valid(&oval());
    let most = |setup: &Setup| FormulaD::resources(&track, setup).iter().map(|zone| zone.max as u8).collect::<Vec<_>>();
    assert_eq!(most(&setup(3)), STOCK);
    let mut basic = setup(2);
    basic.rules.preset = Preset::Basic;
    assert_eq!(most(&basic), [18, 0, 0, 0, 0, 0]);
    let mut road = road(2);
    let cards = [Skill::AceAtTheWheel, Skill::LittleGenius].map(|skill| skill.card().unwrap_or(STOCK));
    let highest: Vec<u8> = (0..6).map(|zone| cards[0][zone].max(cards[1][zone])).collect();
    assert_eq!(most(&road), highest);
    road.cars[0].wear = Some(paddock::games::formula_d::Wear([9, 2, 3, 2, 2, 2]));
    assert_eq!(most(&road)[0], 9.max(cards[1][0]));
    let race = timeline(&oval(), &setup(1), Vec::new());
    assert_eq!(race.resources()[0].max, 6);
}
