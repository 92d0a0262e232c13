//! Tests of the rules for teams, qualifying and the first state of a race: WW-SET, WW-QUAL.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::{
    Driver, Options, Phase, Setup, Skills, Spot, Stage, Strategy, TeamEntry, Used, WheelToWheel, car_of, sum,
};

/// Teams with these throws.
fn qualified(throws: &[&[[u8; 3]]]) -> Setup {
    let mut setup = setup(throws.len());
    setup.teams.iter_mut().zip(throws).for_each(|(team, throws)| team.qualifying = throws.to_vec());
    setup
}

/// The slots of each team's driver 1, in the order of the list.
fn slots(setup: &Setup) -> Vec<u16> {
    let state = starts(&test_60(), setup).unwrap();
    let slot = |place: usize| match state.drivers[state.index_of(car_of(place, 0)).unwrap()].spot {
        Spot::Loop(field) => 60 - field,
        _ => 0,
    };
    (0..setup.teams.len()).map(slot).collect()
}

#[test]
fn ww_set_01_two_to_six_teams_of_different_known_colours() {
    let text = "WW-SET-01 The race has too few or too many teams: the game is for 2 to 6.";
    for count in [0, 1, 7] {
        assert_eq!(starts(&test_60(), &setup(count)).unwrap_err(), [text], "{count}");
    }
    for count in 2..=6 {
        assert_eq!(starts(&test_60(), &setup(count)).unwrap().drivers.len(), 2 * count);
    }
    let mut unknown = setup(2);
    unknown.teams[1].colour = "mauve".to_owned();
    assert_eq!(
        starts(&test_60(), &unknown).unwrap_err(),
        ["WW-SET-01 A team has a colour that the board does not have."]
    );
}

#[test]
fn ww_qual_01_three_dice_are_added_up() {
    assert_eq!(sum(&[3, 6, 6]), 15);
    let sums: Vec<u32> =
        [1, 2, 3].into_iter().flat_map(|b| (1..=6).flat_map(move |g| (4..=6).map(move |r| sum(&[b, g, r])))).collect();
    assert_eq!((sums.iter().min(), sums.iter().max()), (Some(&6), Some(&15)));
    // Faces that a die has not are no throw.
    let wrong = qualified(&[&[[4, 5, 6]], &[[1, 1, 4]]]);
    assert_eq!(starts(&test_60(), &wrong).unwrap_err(), ["WW-DICE-04 The blue die has no 4."]);
    let none = qualified(&[&[], &[[1, 1, 4]]]);
    assert_eq!(starts(&test_60(), &none).unwrap_err(), ["WW-QUAL-01 Team amber has not thrown for the grid."]);
}

#[test]
fn ww_qual_02_the_highest_sum_starts_first() {
    let three = qualified(&[&[[1, 4, 4]], &[[3, 5, 6]], &[[1, 5, 5]]]);
    assert_eq!(slots(&three), [5, 1, 3]);
    let six = qualified(&[&[[1, 1, 4]], &[[1, 2, 4]], &[[1, 3, 4]], &[[1, 4, 4]], &[[1, 5, 4]], &[[1, 6, 4]]]);
    assert_eq!(slots(&six), [11, 9, 7, 5, 3, 1]);
    // Without throws the list is the grid.
    assert_eq!(slots(&setup(3)), [1, 3, 5]);
}

#[test]
fn ww_qual_03_level_teams_throw_again_for_their_places() {
    let level = [&[[2, 5, 5], [1, 1, 4]][..], &[[2, 5, 5], [1, 2, 4]], &[[2, 2, 4]]];
    assert_eq!(slots(&qualified(&level)), [3, 1, 5]);
    // However high they throw again, they keep their block of places.
    let low = [&[[1, 1, 4], [3, 6, 6]][..], &[[1, 1, 4], [3, 6, 5]], &[[2, 2, 4]]];
    assert_eq!(slots(&qualified(&low)), [3, 5, 1]);
    let thrice = [&[[2, 5, 5], [1, 2, 4], [1, 1, 4]][..], &[[2, 5, 5], [1, 2, 4], [2, 1, 4]], &[[2, 5, 5], [3, 2, 4]]];
    assert_eq!(slots(&qualified(&thrice)), [5, 3, 1]);
    let refused = |throws: &[&[[u8; 3]]]| starts(&test_60(), &qualified(throws)).unwrap_err();
    let open = "is level with another team and must throw again.";
    assert_eq!(
        refused(&[&[[2, 5, 5]], &[[1, 6, 5]]]),
        [format!("WW-QUAL-03 Team amber {open}"), format!("WW-QUAL-03 Team azure {open}")]
    );
    assert_eq!(
        refused(&[&[[2, 5, 5], [1, 1, 4]], &[[1, 5, 5]]]),
        ["WW-QUAL-03 Team amber throws again although no other team is level with it."]
    );
}

#[test]
fn ww_qual_04_the_team_mate_stands_behind() {
    let state = starts(&test_60(), &qualified(&[&[[1, 4, 4]], &[[3, 5, 6]], &[[1, 5, 5]]])).unwrap();
    for (index, driver) in state.drivers.iter().enumerate() {
        assert_eq!(driver.spot, Spot::Loop(59 - index as u16));
    }
    assert_eq!(state.index_of(car_of(2, 1)), Some(3));
}

#[test]
fn ww_qual_05_colours_are_chosen_in_grid_order() {
    let mut same = qualified(&[&[[1, 4, 4]], &[[3, 5, 6]]]);
    same.teams[0].colour = "azure".to_owned();
    let refused = WheelToWheel::start(&valid(&test_60()), &same).unwrap_err();
    assert_eq!(refused[0].message, "Two teams have the colour azure.");
    assert_eq!(refused.len(), 1);
}

#[test]
fn ww_qual_06_the_turn_order_is_the_grid_order_for_good() {
    let setup = qualified(&[&[[1, 4, 4]], &[[3, 5, 6]], &[[1, 5, 5]]]);
    let mut trial = Trial::on(&test_60(), &setup);
    let entrants: Vec<u32> = WheelToWheel::entrants(&setup).iter().map(|entrant| entrant.car.0).collect();
    assert_eq!(entrants, [21, 22, 31, 32, 11, 12]);
    let mut seats = Vec::new();
    while trial.state.round <= 5 {
        let index = trial.state.to_act().unwrap();
        seats.push((trial.state.round, trial.state.car(index).0));
        let throw = trial.uses(&trial.state.name(index), paddock::games::wheel_to_wheel::Die::Blue, 1)[0];
        trial = trial.go(&trial.state.name(index), throw);
    }
    let of = |round: u32| seats.iter().filter(|(at, _)| *at == round).map(|(_, car)| *car).collect::<Vec<u32>>();
    assert_eq!(of(1), entrants);
    assert_eq!(of(5), entrants);
}

#[test]
fn ww_set_02_the_first_state() {
    let state = starts(&test_60(), &setup(3)).unwrap();
    for (index, driver) in state.drivers.iter().enumerate() {
        let Driver { spot, lap, lap_open, set, used, driven, charged, stops, battery, filled_now, fails, .. } = *driver;
        assert_eq!(spot, Spot::Loop(59 - index as u16));
        assert_eq!((lap, lap_open, battery, fails, stops), (1, false, 0, 0, 0));
        assert_eq!((used, driven, charged, filled_now), (Used::default(), [None; 3], false, false));
        assert_eq!((set.laps, driver.finished, driver.landed, driver.die), (0, 0, 0, None));
    }
    assert_eq!((state.round, state.seat, state.phase, state.rain, state.yellow), (1, 0, Phase::Racing, None, None));
}

#[test]
fn ww_set_03_the_first_tyres() {
    let mut setup = setup(2);
    setup.teams[0].drivers[1].tyre = W;
    assert_eq!(
        starts(&test_60(), &setup).unwrap_err(),
        ["WW-SET-03 A driver starts on wet tyres. Start on hard or soft tyres."]
    );
    setup.teams[0].drivers[1].tyre = S;
    let state = starts(&test_60(), &setup).unwrap();
    assert_eq!((state.drivers[0].set, state.drivers[1].set), (set("H0"), set("S0")));
}

#[test]
fn ww_set_04_skills_start_in_slot_one() {
    let state = starts(&test_60(), &setup(2)).unwrap();
    for team in &state.teams {
        assert_eq!(team.skills, Skills { helmet: 1, tools: 1, headset: 1 });
        assert_eq!(team.free, 0);
    }
    // In a race of its own nothing is brought along.
    let earned = TeamEntry { points: 43, skills: Skills { tools: 2, ..Skills::default() }, ..team(0) };
    let with = |championship| Setup { championship, options: Options::default(), teams: vec![earned.clone(), team(1)] };
    let refused = starts(&test_60(), &with(None)).unwrap_err();
    assert_eq!(
        refused,
        ["WW-SET-04 Team amber has points or skills of earlier races, but this race is not in a championship."]
    );
    let state = starts(&test_60(), &with(Some(Stage { race: 2, races: 3 }))).unwrap();
    assert_eq!((state.teams[0].skills.tools, state.teams[0].free), (2, 1));
    let wrong = TeamEntry { skills: Skills { headset: 0, ..Skills::default() }, ..team(0) };
    let refused = Setup { teams: vec![wrong, team(1)], ..setup(0) };
    assert_eq!(
        starts(&test_60(), &refused).unwrap_err(),
        ["WW-SET-04 Team amber has a skill that is not in slot 1, 2 or 3."]
    );
}

#[test]
fn a_binding_plan_names_the_first_tyres() {
    let mut setup = setup(2);
    setup.teams[1].drivers[0].plan = Some(paddock::games::wheel_to_wheel::Plan::Shh);
    assert!(starts(&test_60(), &setup).is_ok());
    setup.options.strategy = Strategy::Binding;
    assert_eq!(
        starts(&test_60(), &setup).unwrap_err(),
        ["WW-TYRE-09 A driver does not start on soft tyres, although its tyre plan has them for lap 1."]
    );
}

#[test]
fn cars_keep_their_numbers_whatever_the_grid() {
    let setup = qualified(&[&[[1, 4, 4]], &[[3, 5, 6]]]);
    let state = starts(&test_60(), &setup).unwrap();
    let cars: Vec<CarId> = (0..4).map(|index| state.car(index)).collect();
    assert_eq!(cars, [21, 22, 11, 12].map(CarId));
    let names: Vec<String> = (0..4).map(|index| state.name(index)).collect();
    assert_eq!(names, ["AZ1", "AZ2", "AM1", "AM2"]);
    assert_eq!(state.index_of(CarId(99)), None);
}

#[test]
fn setups_of_any_kind_are_checked() {
    let mut odd = setup(6);
    odd.options.round_cap = u32::MAX;
    odd.championship = Some(Stage { race: 0, races: u32::MAX });
    odd.teams[0].points = u32::MAX;
    odd.teams[1].skills = Skills { helmet: 255, tools: 0, headset: 9 };
    odd.teams[2].qualifying = vec![[255; 3]; 5_000];
    let refused = starts(&test_60(), &odd).unwrap_err();
    for id in ["WW-RACE-03", "WW-CHAMP-01", "WW-DICE-04", "WW-QUAL-03", "WW-SET-04"] {
        assert!(refused.iter().any(|issue| issue.starts_with(id)), "{id} missing");
    }
}

#[test]
fn of_a_hundred_thousand_throws_few_are_listed() {
    let mut many = qualified(&[&[[1, 4, 4]], &[[3, 5, 6]]]);
    many.teams[0].qualifying = vec![[9, 9, 9]; 100_000];
    let issues = starts(&test_60(), &many).unwrap_err();
    assert_eq!(issues.len(), 3 * 100 + 1);
    assert_eq!(issues[300], "WW-QUAL-03 Team amber has more than 100 qualifying throws.");
}
