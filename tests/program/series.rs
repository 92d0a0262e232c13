//! Tests of the series of a race: their values, and that series updated after an edit equal series computed from the
//! start.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::path::Path;

use crate::shipped::{of_all_games, races_of_vektorace};
use paddock::analysis::{Axis, Laps, Quantity, Sample, Series, Telemetry, lines};
use paddock::app::documents::figures::{Figures, Mark};
use paddock::game::{EventKind, Status};
use paddock::games::vektorace::Vektorace;
use paddock::replay::{
    LineId, Opened, Race, RaceEdit, Recorder as _, ReplayFile, Timeline, TrackSource, no_files, parse,
};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

const OF_ALL: [Quantity; 10] = [
    Quantity::Gear,
    Quantity::Speed,
    Quantity::Resource(0),
    Quantity::Resource(1),
    Quantity::Rank,
    Quantity::Gap,
    Quantity::GapAhead,
    Quantity::Driven,
    Quantity::Progress,
    Quantity::LapPart,
];

fn race_in(path: &Path) -> Timeline<Vektorace> {
    let replay: ReplayFile<Vektorace> = parse(&std::fs::read(path).unwrap()).unwrap();
    let TrackSource::Here(draft) = replay.track.clone() else { panic!("the track is within") };
    Timeline::of_file(replay, *draft).unwrap()
}

/// The value of a quantity in a sample, computed differently from the series; `None` if it has none.
fn of_sample(sample: &Sample, quantity: Quantity) -> Option<f64> {
    match quantity {
        Quantity::Gear => sample.gear.map(f64::from),
        Quantity::Speed => None,
        Quantity::Resource(index) => sample.resources.get(index).map(|points| f64::from(*points)),
        Quantity::Rank => Some(f64::from(sample.rank)),
        Quantity::Driven => Some(sample.driven),
        Quantity::Progress => Some(sample.progress),
        Quantity::Gap | Quantity::GapAhead | Quantity::LapPart => None,
        Quantity::Luck | Quantity::Lost | Quantity::Own(_) => None,
    }
}

#[test]
fn series_match_the_telemetry() {
    for path in races_of_vektorace() {
        let race = race_in(&path);
        let (series, telemetry) = (Series::of(&race), Telemetry::of(&race));
        assert_eq!((series.positions(), series.cars()), (race.len() + 1, race.entrants().len()));
        for car in 0..series.cars() {
            let samples: Vec<&Sample> = telemetry.car(car).collect();
            for (at, sample) in samples.iter().enumerate() {
                for quantity in OF_ALL {
                    let Some(expected) = of_sample(sample, quantity) else { continue };
                    assert_eq!(series.at(car, quantity, at as f64), Some(expected), "{quantity:?} of {car} at {at}");
                }
            }
            // A car that gives way plays no turn.
            let is_own =
                |sample: &Sample| sample.acted && race.step(sample.turn).is_some_and(paddock::replay::Step::is_turn);
            let own: Vec<u32> = (0..).zip(&samples).filter(|(_, sample)| is_own(sample)).map(|(at, _)| at).collect();
            assert_eq!(series.own_turns(car), own);
            let moved = samples.iter().filter(|sample| sample.acted && sample.speed > 0.0);
            let moved: Vec<[f64; 2]> = moved.map(|sample| [sample.turn as f64, sample.speed]).collect();
            assert_eq!(series.values(car, Quantity::Speed), moved);
            let out = samples.iter().position(|sample| sample.status != Status::Racing);
            assert_eq!(series.end(car), out);
        }
        let rounds = (1..=race.len()).filter(|at| race.view(*at).round != race.view(at - 1).round);
        let rounds: Vec<u32> = std::iter::once(0).chain(rounds.map(|at| at as u32)).collect();
        assert_eq!(series.rounds(), rounds);
    }
}

#[test]
fn gaps_are_to_the_leader_and_never_negative() {
    let (mut after_the_winner, mut before_the_line) = (0, 0);
    for path in races_of_vektorace() {
        let race = race_in(&path);
        let series = Series::of(&race);
        for at in 0..=race.len() {
            let view = race.view(at);
            let order: Vec<_> = view.standings().into_iter().filter(|car| car.status != Status::Withdrawn).collect();
            let home = |car: &paddock::game::CarView| car.status == Status::Finished && car.laps_done >= race.laps();
            // The line as a distance, from any car that has moved.
            let lap = order.iter().find(|car| car.progress != 0.0).map_or(0.0, |car| car.distance / car.progress);
            let reference = if home(order[0]) { f64::from(race.laps()) * lap } else { order[0].distance };
            let mut before = 0.0;
            for car in &order {
                let index = view.cars.iter().position(|other| other.car == car.car).unwrap();
                let own = if home(car) { 0.0 } else { reference - car.distance };
                let gap = own.max(before);
                let reported = |quantity| series.at(index, quantity, at as f64).unwrap();
                assert!((reported(Quantity::Gap) - gap).abs() < 1e-6, "{}, {at}", path.display());
                assert!((reported(Quantity::GapAhead) - (gap - before)).abs() < 1e-6, "{}, {at}", path.display());
                after_the_winner += usize::from(home(order[0]) && gap > 0.0);
                before = gap;
                let part = series.at(index, Quantity::LapPart, at as f64).unwrap();
                let laps = f64::from(car.lap) - 1.0 + part;
                assert!((laps - car.progress).abs() < 1e-9 || part == 0.0 || part == 1.0, "{laps} {}", car.progress);
                assert!(car.lap > 0 || part == 0.0, "{}, {at}: {part} before the line", path.display());
                before_the_line += usize::from(car.lap == 0);
            }
        }
        let [low, high] = series.range(Quantity::LapPart);
        assert!(0.0 <= low && low < high && high <= 1.0);
        assert_eq!(series.range(Quantity::Rank), [1.0, race.entrants().len() as f64]);
        assert!(series.range(Quantity::Gap)[0] == 0.0 && series.range(Quantity::Progress)[0] < 0.0);
    }
    assert!(after_the_winner > 100 && before_the_line > 50, "{after_the_winner} {before_the_line}");
}

#[test]
fn missing_quantities_are_empty() {
    let race = race_in(&races_of_vektorace()[0]);
    let series = Series::of(&race);
    for (car, quantity) in [(99, Quantity::Gear), (0, Quantity::Resource(99)), (0, Quantity::Resource(usize::MAX))] {
        assert!(series.values(car, quantity).is_empty());
        assert_eq!(series.at(car, quantity, 3.0), None);
    }
    assert_eq!((series.own_turns(99), series.end(99)), ([].as_slice(), None));
    assert_eq!(series.range(Quantity::Resource(99)), [0.0, 0.0]);
    assert_eq!(series.at(0, Quantity::Speed, 0.0), None, "nobody has moved on the grid");
}

/// A random edit of a race.
fn some_edit(race: &Timeline<Vektorace>, rng: &mut ChaCha8Rng) -> RaceEdit {
    let (line, len) = (race.shown_line(), race.len());
    let some_turn = |at: usize, rng: &mut ChaCha8Rng| {
        let turns = race.legal_turns(at).unwrap();
        turns.choose(rng).map(|legal| legal.turn.clone())
    };
    let at = rng.random_range(0..=len);
    match rng.random_range(0..8) {
        0 | 1 => match some_turn(len, rng) {
            Some(turn) => RaceEdit::Play { line, at: len, turn, reason: None },
            None => RaceEdit::Cut { line, at },
        },
        2 => match some_turn(at, rng) {
            Some(turn) => RaceEdit::Play { line, at, turn, reason: None },
            None => RaceEdit::Undo,
        },
        3 => match some_turn(at.saturating_sub(1), rng) {
            Some(turn) => RaceEdit::Edit { line, number: at, turn, reason: None },
            None => RaceEdit::Redo,
        },
        4 => RaceEdit::Cut { line, at: len.saturating_sub(rng.random_range(0..5)) },
        5 => RaceEdit::Remove { line, number: at },
        6 => RaceEdit::Promote { line },
        _ => [RaceEdit::Undo, RaceEdit::Undo, RaceEdit::Redo].choose(rng).unwrap().clone(),
    }
}

#[test]
fn series_updated_after_edits_equal_those_of_the_whole_race() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for path in races_of_vektorace().into_iter().take(4) {
        let mut race = race_in(&path);
        let (mut series, mut figures) = (Series::of(&race), Figures::of(&race));
        let (mut done, mut kept) = (0, 0);
        for step in 0..120 {
            let past = race.past();
            if rng.random_range(0..6) == 0 {
                let lines: Vec<LineId> = race.lines().iter().map(|line| line.id).collect();
                race.show_line(*lines.choose(&mut rng).unwrap());
            } else {
                let edit = some_edit(&race, &mut rng);
                done += usize::from(race.record(&edit).is_ok());
            }
            let same = race.same_since(&past);
            kept += usize::from(same > 0);
            series.renew(&race, same);
            figures.renew(&race, same);
            assert_eq!(series, Series::of(&race), "{}, step {step}", path.display());
            assert_eq!(figures, Figures::of(&race), "{}, step {step}", path.display());
            assert_eq!(figures.series, series);
        }
        assert!(done > 40 && kept > 60, "{done} edits, {kept} that kept a part");
    }
}

#[test]
fn a_turn_played_at_the_end_leaves_earlier_ones_unchanged() {
    let mut race = race_in(&races_of_vektorace()[0]);
    let line = race.shown_line();
    let len = race.len() - 1;
    race.record(&RaceEdit::Cut { line, at: len }).unwrap();
    let past = race.past();
    assert_eq!(race.same_since(&past), len, "no edit was made");
    let turn = race.legal_turns(len).unwrap()[0].turn.clone();
    race.record(&RaceEdit::Play { line, at: len, turn, reason: None }).unwrap();
    assert_eq!(race.same_since(&past), len);
    race.record(&RaceEdit::Remove { line, number: 10 }).unwrap();
    assert_eq!(race.same_since(&past), 9);
    race.record(&RaceEdit::Undo).unwrap();
    assert_eq!(race.same_since(&past), len);
    assert_eq!(race_in(&races_of_vektorace()[0]).same_since(&past), 0, "another race has turns of its own");
}

fn opened(path: &Path) -> Box<dyn Race> {
    let bytes = std::fs::read(path).unwrap();
    match paddock::open(&bytes, &paddock::storage::files_beside(path)).unwrap() {
        Opened::Race(race) => race,
        Opened::Track(_) => panic!("not a race"),
    }
}

/// Some games decide places at the end of the round in which cars finish, after the cars' last turns.
#[test]
fn the_last_place_of_a_line_is_the_result() {
    let mut cars = 0;
    for path in of_all_games("replays") {
        let race = opened(&path);
        let series = Series::of(race.as_ref());
        let end = race.view(race.len());
        for axis in [Axis::Turns, Axis::Rounds] {
            let lines = lines(&series, Quantity::Rank, axis, Laps::All);
            assert_eq!(lines.len(), race.entrants().len());
            for line in lines {
                let car = race.entrants()[line.car].car;
                let rank = end.car(car).map(|car| f64::from(car.rank));
                assert!(rank.is_some(), "{}", path.display());
                assert_eq!(line.value(line.end), rank, "{}: car {car}", path.display());
                cars += 1;
            }
        }
    }
    assert!(cars > 100, "{cars}");
}

#[test]
fn the_axis_of_turns_begins_after_qualifying() {
    let mut with_qualifying = 0;
    for path in of_all_games("replays") {
        let race = opened(&path);
        let series = Series::of(race.as_ref());
        let is_qualifying = |at: &usize| race.view(*at).phase == "qualifying";
        let first = (0..=race.len()).find(|at| !is_qualifying(at)).unwrap();
        assert_eq!(series.start(), first, "{}", path.display());
        assert_eq!(Axis::Turns.range(&series), [first as f64, race.len() as f64]);
        assert_eq!(Axis::Rounds.range(&series)[0], 0.0);
        with_qualifying += usize::from(first > 0);
    }
    assert!(with_qualifying > 0);
}

/// The races of all games.
fn every_race() -> Vec<(String, Box<dyn Race>)> {
    let open = |path: &std::path::PathBuf| match paddock::open(&std::fs::read(path).unwrap(), &no_files) {
        Ok(Opened::Race(race)) => (path.display().to_string(), race),
        _ => panic!("{} is no race", path.display()),
    };
    of_all_games("replays").iter().map(open).collect()
}

#[test]
fn the_plotted_gaps_end_when_the_leader_finishes() {
    let mut ended = 0;
    for (name, race) in every_race() {
        let series = Series::of(race.as_ref());
        let is_over = |at: &usize| {
            let view = race.view(*at);
            view.cars.iter().any(|car| car.status == Status::Finished && car.laps_done >= race.laps())
        };
        let Some(home) = (0..=race.len()).find(is_over) else { continue };
        let end_of_round = |round: usize| series.rounds().get(round).map_or(race.len(), |next| *next as usize);
        for (quantity, axis) in [Quantity::Gap, Quantity::GapAhead]
            .into_iter()
            .flat_map(|quantity| [(quantity, Axis::Turns), (quantity, Axis::Rounds)])
        {
            let lines = lines(&series, quantity, axis, Laps::All);
            assert_eq!(lines.len(), series.cars(), "{name}");
            let ends: Vec<usize> = lines
                .iter()
                .map(|line| {
                    assert!(line.points.iter().all(|[x, _]| *x <= line.end), "{name}: a point after the end");
                    if axis == Axis::Turns { line.end as usize } else { end_of_round(line.end as usize) }
                })
                .collect();
            assert!(
                ends.iter().all(|end| *end < home),
                "{name}, {quantity:?}: {ends:?}, the leader finishes at {home}"
            );
            assert!(axis == Axis::Rounds || ends.contains(&(home - 1)), "{name}: {ends:?}, {home}");
            ended += 1;
        }
    }
    assert!(ended > 60, "{ended}");
}

#[test]
fn lines_of_moves_are_broken_where_a_car_rests_for_a_round() {
    let (mut broken, mut whole) = (0, 0);
    for (name, race) in every_race() {
        let series = Series::of(race.as_ref());
        let round = |turn: f64| series.rounds().partition_point(|start| f64::from(*start) < turn);
        for (axis, round) in [(Axis::Turns, &round as &dyn Fn(f64) -> usize), (Axis::Rounds, &|x| x as usize)] {
            let all = lines(&series, Quantity::Speed, axis, Laps::All);
            for line in &all {
                for pair in line.points.windows(2) {
                    let [before, after] = [pair[0][0], pair[1][0]].map(round);
                    assert!(after <= before + 1, "{name}: a line from round {before} to {after}");
                    let start = series.start() as f64;
                    assert!(axis != Axis::Turns || start == 0.0 || pair[0][0] > start || pair[1][0] <= start, "{name}");
                    whole += 1;
                }
            }
            let moves: usize = (0..series.cars()).map(|car| series.values(car, Quantity::Speed).len()).sum();
            let drawn: usize = all.iter().map(|line| line.points.len()).sum();
            assert!(axis != Axis::Turns || moves == drawn, "{name}: {moves} {drawn}");
            broken += all.len() - (0..series.cars()).filter(|car| all.iter().any(|line| line.car == *car)).count();
        }
    }
    assert!(broken > 20 && whole > 1_000, "{broken} {whole}");
}

/// A turn is marked as an overtaking only if its own car passes another one: in VektoRace the order changes at the end of
/// a round (VR-ORDER-01), in the turn of whichever car moves last.
#[test]
fn a_car_that_does_not_pass_another_is_not_marked_so() {
    let [mut own, mut of_others] = [0, 0];
    for path in of_all_games("replays") {
        let Ok(Opened::Race(race)) = paddock::open(&std::fs::read(path).unwrap(), &no_files) else { panic!("a race") };
        let figures = Figures::of(race.as_ref());
        for (turn, facts) in (1..).zip(&figures.turns) {
            let step = race.step(turn).unwrap();
            let passes = |is_own: bool| {
                let is_pass = |event: &&paddock::game::Event| matches!(event.kind, EventKind::Overtook { .. });
                step.events.iter().filter(is_pass).any(|event| (event.car == step.car) == is_own)
            };
            assert_eq!(facts.marks.has(Mark::Overtaking), passes(true), "turn {turn}");
            assert_eq!(facts.marks.has(Mark::NewOrder), passes(false), "turn {turn}");
            assert_eq!(facts.marks.is_of(Mark::Overtaking), passes(true) || passes(false));
            own += usize::from(passes(true));
            of_others += usize::from(passes(false));
        }
    }
    assert!(own > 20 && of_others > 20, "{own} and {of_others}");
}

/// The lead of a car over another one at the end is what the result says: the difference of their turns, however many
/// entries a turn has (WW-DICE-03).
#[test]
fn the_lead_at_the_finish_is_the_difference_of_the_turns() {
    let (mut several, mut compared) = (0, 0);
    for path in of_all_games("replays") {
        let Ok(Opened::Race(race)) = paddock::open(&std::fs::read(&path).unwrap(), &no_files) else { panic!("a race") };
        let (series, digest) = (Series::of(race.as_ref()), paddock::analysis::Digest::of(race.as_ref()));
        for (index, car) in digest.cars.iter().enumerate() {
            let at = race.entrants().iter().position(|entrant| entrant.car == car.car).unwrap();
            let counts = series.turn_counts(at);
            let qualified = series.own_turns(at).iter().filter(|turn| **turn as usize <= series.start()).count();
            assert_eq!(counts.last().copied().unwrap_or(0) - qualified as u32, car.turns, "{path:?}, car {index}");
            assert_eq!(counts.len(), series.own_turns(at).len());
            several += usize::from(counts.windows(2).any(|pair| pair[0] == pair[1]));
            // The last turn of a finisher goes beyond the line, so only whole turns can be compared.
            for other in &digest.cars {
                let with = race.entrants().iter().position(|entrant| entrant.car == other.car).unwrap();
                let (Some(mine), Some(theirs)) = (car.turns_behind, other.turns_behind) else { continue };
                let lead = paddock::analysis::difference(&series, at, with).last().map_or(0.0, |[_, lead]| *lead);
                let by_turns = f64::from(other.turns) - f64::from(car.turns);
                compared += usize::from(at != with);
                assert!((lead - by_turns).abs() < 1.0 + 1e-9, "{path:?}: {lead} and {by_turns}, {mine:?} {theirs:?}");
            }
        }
    }
    assert!(several > 20 && compared > 100, "{several} and {compared}");
}
