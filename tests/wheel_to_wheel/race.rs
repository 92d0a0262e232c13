//! Tests of the rules for the end of a race, points and championships: WW-RACE, WW-PTS, WW-CHAMP.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{EventKind, Status};
use paddock::games::wheel_to_wheel::championship::{Race, Table, next_setup, table};
use paddock::games::wheel_to_wheel::{
    Die, Icon, MAX_DRIVERS, Phase, Setup, Skills, Spot, Stage, State, WheelToWheel, car_of, results, team_results,
};

/// Drivers, by seat, have finished in this order; those left out race on.
fn finished(mut trial: Trial, order: &[usize]) -> Trial {
    for (place, index) in (1..).zip(order) {
        let driver = &mut trial.state.drivers[*index];
        (driver.finished, driver.spot, driver.used) = (place, Spot::Out, used("HS"));
    }
    trial.state.finished = order.len() as u8;
    trial
}

/// One step before the end.
fn about_to_finish(trial: Trial, name: &str) -> Trial {
    trial.at(name, "59").lap(name, 3).tyres(name, "S0", "H")
}

/// The places and points by seat.
fn scores(trial: &Trial) -> Vec<(u32, u32)> {
    let mut found = vec![(0, 0); trial.state.drivers.len()];
    for result in results(&trial.track, &trial.state) {
        found[trial.state.index_of(result.car).unwrap()] = (result.place, result.points);
    }
    found
}

#[test]
fn ww_race_01_in_the_order_of_finishing() {
    let trial = about_to_finish(about_to_finish(Trial::new(2), "AM1"), "AZ1").turn_of("AM1");
    let trial = trial.go("AM1", mv(Die::Green, 5)).go("AM2", mv(Die::Blue, 1)).go("AZ1", mv(Die::Green, 6));
    assert_eq!([trial.driver("AM1").finished, trial.driver("AZ1").finished], [1, 2]);
    // A team mate that moves first in the same turn is ahead.
    let mates = about_to_finish(about_to_finish(Trial::new(2), "AM1"), "AM2").turn_of("AM1");
    let mates = mates.go("AM2", mv(Die::Blue, 1)).go("AM1", mv(Die::Blue, 1));
    assert_eq!([mates.driver("AM1").finished, mates.driver("AM2").finished], [2, 1]);
}

#[test]
fn ww_race_02_the_second_to_last_ends_it() {
    let trial = finished(Trial::new(4), &[0, 1, 2, 3, 4, 5]);
    let trial = about_to_finish(trial, "CR1").turn_of("CR1");
    let over = trial.go("CR1", mv(Die::Green, 2));
    assert_eq!((over.state.phase, over.state.to_act(), over.state.finished), (Phase::Over, None, 7));
    assert_eq!(over.refused(over.throw("CR2", mv(Die::Green, 2))).message, "The race is over. Delete this turn.");
    assert_eq!(over.no("CR2", mv(Die::Green, 2)), "E30");
    let view = WheelToWheel::view(&over.track, &over.state);
    assert_eq!((view.phase, view.cars[7].rank, view.cars[7].status), ("finished", 8, Status::Racing));
    // With two to go it goes on.
    let six = finished(Trial::new(4), &[0, 1, 2, 3, 4]);
    let six = about_to_finish(six, "JD2").turn_of("JD2").go("JD2", mv(Die::Green, 2));
    assert_eq!((six.state.phase, six.state.to_act()), (Phase::Racing, Some(6)));
}

#[test]
fn ww_race_03_abandoned_races() {
    let mut trial = Trial::with(2, |options| options.round_cap = 5);
    trial = finished(trial, &[2]).lap("AZ2", 2).at("AM1", "22").turn_of("AM1");
    let over = trial.end_round();
    assert_eq!((over.state.phase, over.state.to_act()), (Phase::Abandoned, None));
    // AZ2 is in lap 2, AM2 further round lap 1 than AM1.
    assert_eq!(scores(&over), [(4, 0), (3, 0), (1, 25), (2, 0)]);
    assert_eq!(over.refused(over.throw("AM1", mv(Die::Green, 2))).message, "The race is over. Delete this turn.");
    // Level ones stand in turn order; one whose lap has not begun is behind.
    let mut level = over.at("AM1", "30").at("AM2", "30").lap("AZ2", 1).at("AZ2", "P10");
    level = level.change("AZ2", |driver| driver.lap_open = false);
    assert_eq!(scores(&level).iter().map(|(place, _)| *place).collect::<Vec<u32>>(), [2, 3, 1, 4]);
}

#[test]
fn ww_pts_01_points_by_place() {
    let mut trial = finished(Trial::new(6), &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    trial.state.phase = Phase::Over;
    let points: Vec<u32> = results(&trial.track, &trial.state).iter().map(|result| result.points).collect();
    assert_eq!(points, [25, 18, 15, 12, 10, 8, 6, 5, 4, 3, 2, 1]);
    // With fewer drivers the table is cut off; the one that did not finish scores too.
    let mut eight = finished(Trial::new(4), &[0, 1, 2, 3, 4, 5, 6]);
    eight.state.phase = Phase::Over;
    assert_eq!(scores(&eight)[7], (8, 5));
}

#[test]
fn ww_pts_02_the_teams() {
    // First and fourth beat second and third.
    let mut trial = finished(Trial::new(2), &[0, 2, 3]);
    trial.state.phase = Phase::Over;
    let teams = team_results(&trial.track, &trial.state);
    assert_eq!(teams.iter().map(|team| (team.seat, team.points)).collect::<Vec<_>>(), [(0, 37), (1, 33)]);
    assert_eq!((teams[0].place, teams[0].places, teams[1].place), (1, [1, 4], 2));
    // Level: the better place decides.
    let mut draft = test_60();
    draft.points = vec![10, 8, 6, 4, 3, 2, 1, 0, 0, 0, 0, 0];
    let mut level = finished(Trial::new(2), &[2, 0, 1]);
    level.track = std::sync::Arc::new(valid(&draft));
    level.state.phase = Phase::Over;
    let teams = team_results(&level.track, &level.state);
    assert_eq!(teams.iter().map(|team| (team.seat, team.points)).collect::<Vec<_>>(), [(1, 14), (0, 14)]);
}

/// The end of a race of a championship: the orders are those of drivers `team * 2 + driver`, by list.
fn race_of(setup: &Setup, order: &[usize]) -> (Setup, State) {
    let mut trial = Trial::on(&test_60(), setup);
    for (place, number) in (1..).zip(&order[..order.len() - 1]) {
        let index = trial.state.index_of(car_of(number / 2, number % 2)).unwrap();
        let driver = &mut trial.state.drivers[index];
        (driver.finished, driver.spot, driver.used) = (place, Spot::Out, used("HS"));
    }
    trial.state.phase = Phase::Over;
    (setup.clone(), trial.state)
}

fn championship(teams: usize, races: u32) -> Setup {
    Setup { championship: Some(Stage { race: 1, races }), ..setup(teams) }
}

fn table_of(orders: &[&[usize]], teams: usize) -> Table {
    let track = valid(&test_60());
    let ends: Vec<(Setup, State)> = orders.iter().map(|order| race_of(&championship(teams, 9), order)).collect();
    let races: Vec<Race<'_>> = ends.iter().map(|(setup, end)| Race { track: &track, setup, end }).collect();
    table(&races)
}

#[test]
fn ww_champ_01_totals_over_races() {
    let track = valid(&test_60());
    let first = championship(2, 3);
    let (setup, mut end) = race_of(&first, &[0, 1, 2, 3]);
    end.teams[0].skills = Skills { helmet: 2, ..Skills::default() };
    let race = Race { track: &track, setup: &setup, end: &end };
    // The next race starts with the points and the skills, and with new qualifying.
    let mut next = next_setup(&race).unwrap();
    assert_eq!(next.championship, Some(Stage { race: 2, races: 3 }));
    assert_eq!((next.teams[0].points, next.teams[1].points), (43, 27));
    assert_eq!((next.teams[0].skills.helmet, next.teams[0].skills.taken()), (2, 1));
    assert!(next.teams.iter().all(|team| team.qualifying.is_empty()));
    // The other team starts from the front: numbers and the table go by the list.
    next.teams[0].qualifying = vec![[1, 1, 4]];
    next.teams[1].qualifying = vec![[3, 6, 6]];
    let (second, end_2) = race_of(&next, &[2, 0, 3, 1]);
    assert_eq!((end_2.car(0).0, end_2.teams[1].free), (21, 1));
    let races = [race, Race { track: &track, setup: &second, end: &end_2 }];
    let after = table(&races);
    let teams: Vec<(usize, u32, Vec<u32>)> =
        after.teams.iter().map(|line| (line.who, line.points, line.by_race.clone())).collect();
    assert_eq!(teams, [(0, 73, vec![43, 30]), (1, 67, vec![27, 40])]);
    let drivers: Vec<(u32, u32)> = after.drivers.iter().map(|line| (line.who.0, line.points)).collect();
    assert_eq!(drivers, [(11, 43), (21, 40), (12, 30), (22, 27)]);
    // After the last race there is none.
    let mut last = setup.clone();
    last.championship = Some(Stage { race: 3, races: 3 });
    assert_eq!(next_setup(&Race { track: &track, setup: &last, end: &end }), None);
    assert_eq!(next_setup(&Race { track: &track, setup: &crate::common::setup(2), end: &end }), None);
    // Stages are counted from 1.
    last.championship = Some(Stage { race: 4, races: 3 });
    assert!(starts(&test_60(), &last).unwrap_err()[0].starts_with("WW-CHAMP-01"));
}

#[test]
fn ww_champ_02_level_totals() {
    // Drivers 1 of both teams: 25 + 18 each, one win and one second place each; then they share the place.
    let even = table_of(&[&[0, 2, 1, 3], &[2, 0, 3, 1]], 2);
    assert_eq!(even.teams.iter().map(|line| (line.who, line.place)).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
    assert_eq!(even.drivers.iter().map(|line| line.place).collect::<Vec<u32>>(), [1, 1, 3, 3]);
    // More wins decide between level totals: 25 + 12 + 12 against 18 + 18 + 15 are not level, so by a table of own points.
    let mut draft = test_60();
    draft.points = vec![4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    let track = valid(&draft);
    let end = |order: &[usize]| race_of(&championship(2, 9), order);
    // Driver 11: 4 + 2 = 6, driver 21: 3 + 3 = 6.
    let ends = [end(&[0, 2, 1, 3]), end(&[1, 2, 0, 3])];
    let races: Vec<Race<'_>> = ends.iter().map(|(setup, end)| Race { track: &track, setup, end }).collect();
    let decided = table(&races);
    let of = |car: u32| decided.drivers.iter().find(|line| line.who.0 == car).unwrap();
    assert_eq!((of(11).points, of(12).points, of(21).points), (6, 6, 6));
    assert_eq!((of(11).place, of(12).place, of(21).place), (1, 1, 3));
    // One win each, seconds two to one: 4 + 3 + 3 + 0 against 4 + 3 + 2 + 1.
    let three: Vec<(Setup, State)> =
        [&[0, 2, 4, 5, 1, 3][..], &[2, 0, 4, 5, 1, 3], &[4, 0, 2, 5, 1, 3], &[4, 5, 1, 2, 0, 3]]
            .iter()
            .map(|order| race_of(&championship(3, 9), order))
            .collect();
    let races: Vec<Race<'_>> = three.iter().map(|(setup, end)| Race { track: &track, setup, end }).collect();
    let decided = table(&races);
    let of = |car: u32| decided.drivers.iter().find(|line| line.who.0 == car).unwrap();
    assert_eq!((of(11).points, of(21).points), (10, 10));
    assert_eq!((&of(11).places[..2], &of(21).places[..2]), (&[1, 2][..], &[1, 1][..]));
    assert!(of(11).place < of(21).place);
}

#[test]
fn what_a_view_tells() {
    let mut trial = Trial::new(2).at("AM1", "29").lap("AM1", 2).tyres("AM1", "H1", "H").battery("AM1", 3);
    trial = trial.at("AZ1", "27").turn_of("AM1");
    let view = |trial: &Trial| WheelToWheel::view(&trial.track, &trial.state);
    let car = view(&trial).cars[0].clone();
    assert_eq!((car.resources, car.lap, car.laps_done, car.rank), (vec![3, 1], 2, 1, 1));
    assert!((car.progress - (1.0 + 29.0 / 60.0)).abs() < 1e-9);
    assert_eq!(car.marks, ["hard tyres", "must stop"]);
    let six = trial.go("AM1", mv(Die::Green, 6));
    let car = view(&six).cars[0].clone();
    assert_eq!((car.gear, car.marks), (Some(2), vec!["hard tyres", "must stop", "throws again", "one six"]));
    let mut wet = trial.clone();
    wet.state.rain = Some(paddock::games::wheel_to_wheel::Rain { start: 5, laps: [1; MAX_DRIVERS] });
    wet.state.yellow = Some(1);
    wet.state.teams[1].skills = wet.state.teams[1].skills.with(Icon::Helmet, 3);
    wet.state.teams[1].free = 1;
    let wet = view(&wet);
    assert!(wet.cars.iter().all(|car| car.marks.contains(&"rain") && car.marks.contains(&"yellow flag")));
    let tokens: Vec<&str> = wet.cars[2].tokens.iter().map(|token| token.name).collect();
    assert_eq!(tokens, ["helmet 2", "helmet 3", "free slot"]);
    // An engine failure leaves the driver in its lap (WW-ENG-03), also in a garage before the line.
    for (lap, laps_done) in [(1, 0), (2, 1), (3, 2)] {
        let mut broken = trial.clone().lap("AM1", lap).tyres("AM1", "S0", "HS");
        broken.state.row = 2;
        broken.state.extra = Some(0);
        let before = view(&broken).cars[0].clone();
        let broken = broken.go("AM1", failure(Die::Green));
        let car = view(&broken).cars[0].clone();
        assert!(!broken.driver("AM1").lap_open && broken.spot_of("AM1").starts_with('P'));
        assert_eq!((car.lap, car.laps_done), (before.lap, laps_done));
        assert_eq!(car.lap, u32::from(lap));
    }
    let grid = Trial::on(&test_60(), &setup(2));
    assert!(view(&grid).cars[0].progress < 0.0 && view(&grid).cars[0].lap == 0);
}

#[test]
fn what_a_commentator_says() {
    let mut setup = setup(2);
    setup.teams[0].drivers[0].name = "Ada".to_owned();
    let trial = Trial::on(&test_60(), &setup).spread().turn_of("AM1");
    let reported = |trial: &Trial, turn| {
        let played = WheelToWheel::force(&trial.track, &trial.state, &turn).played;
        WheelToWheel::describe(&setup, &trial.state, &turn, &played.state, &played.events)
    };
    let say = |trial: &Trial, throw| reported(trial, trial.throw("AM1", throw));
    assert_eq!(say(&trial, mv(Die::Green, 5)), "Round 5, Ada: throws green 5 and moves; stands on field 17.");
    assert_eq!(
        say(&trial.clone().at("AZ1", "18"), mv(Die::Green, 6)),
        "Round 5, Ada: throws green 6 and moves; collides with azure 1 and goes to the crash zone. The yellow flag is out."
    );
    assert_eq!(
        say(&trial.clone().at("AM1", "P2"), fit(mv(Die::Blue, 2), S)),
        "Round 5, Ada: throws blue 2 and moves; stands on P4 of the pit lane; changes from hard to soft tyres."
    );
    let last = trial.at("AM1", "59").lap("AM1", 3).tyres("AM1", "S0", "H");
    assert_eq!(say(&last, mv(Die::Green, 1)), "Round 5, Ada: throws green 1 and moves. Ada finishes 1st.");
    let events = WheelToWheel::play(&last.track, &last.state, &last.throw("AM1", mv(Die::Green, 1))).unwrap().events;
    assert!(events.iter().any(|event| event.kind == EventKind::Finished { rank: 1 }));
}

/// What an entry led to for the window: kinds and words.
fn incidents(trial: &Trial, name: &str, throw: paddock::games::wheel_to_wheel::Throw) -> Vec<String> {
    let events = WheelToWheel::play(&trial.track, &trial.state, &trial.throw(name, throw)).unwrap().events;
    let reported = events.into_iter().filter_map(|event| match event.kind {
        EventKind::Collided { other, outcome } => Some(format!("collision with {other}, {outcome}")),
        EventKind::Incident { what, detail, sort } => Some(format!("{what}: {detail} ({sort:?})")),
        EventKind::Pitted { stop } => Some(format!("pit: {stop}")),
        EventKind::Stopped => panic!("no car of this game stands still"),
        _ => None,
    });
    reported.collect()
}

#[test]
fn events_are_worded_in_the_games_words() {
    let red = Trial::new(3).at("AM1", "25").at("AZ1", "27").turn_of("AM1");
    assert_eq!(
        incidents(&red, "AM1", mv(Die::Blue, 2)),
        ["collision with 21, to the crash zone", "yellow flag: until the end of the round (Flag)"]
    );
    let six = Trial::new(3).turn_of("AM1");
    assert_eq!(incidents(&six, "AM1", mv(Die::Green, 6)), ["magic six: throws again (Boost)"]);
    let mut third = six.clone();
    (third.state.row, third.state.extra) = (2, Some(0));
    assert_eq!(
        incidents(&third, "AM1", failure(Die::Green)),
        ["engine failure: to the garage (Penalty)", "pit: engine failure"]
    );
    let mut wet = Trial::new(2).turn_of("AZ1");
    wet.state.teams[0].six = true;
    assert_eq!(
        incidents(&wet, "AZ1", mv(Die::Green, 6)),
        ["magic six: no further throw (Boost)", "rain: begins (Flag)"]
    );
    let full = six.battery("AM1", 6);
    let played = WheelToWheel::play(&full.track, &full.state, &full.discharge("AM1")).unwrap();
    let is_battery = |event: &paddock::game::Event| matches!(event.kind, EventKind::Incident { what: "battery", .. });
    assert!(played.events.iter().any(is_battery));
}
