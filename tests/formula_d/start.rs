//! Tests of the rules for setup, start, gears, order and laps: FD-SET, FD-STA, FD-GEAR, FD-ORD, FD-WIN.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{CarId, Event, EventKind, Status};
use paddock::games::formula_d::{
    CarEntry, FormulaD, Grid, Phase, STOCK, Setup, Standing, Start, Turn, Wear, order, readings,
};

fn refusals(setup: &Setup) -> Vec<(&'static str, String)> {
    match FormulaD::start(&valid(&oval()), setup) {
        Ok(_) => Vec::new(),
        Err(issues) => issues.into_iter().map(|issue| (issue.id, issue.message)).collect(),
    }
}

fn begun(setup: &Setup) -> Table {
    let track = valid(&oval());
    let state = FormulaD::start(&track, setup).unwrap();
    Table { track, setup: setup.clone(), state }
}

#[test]
fn fd_set_01_a_race_has_no_more_cars_than_slots() {
    let refused = ("FD-SET-01", "Too few or too many cars: this race must have 1 to 10 cars.".to_owned());
    assert!(refusals(&setup(11)).contains(&refused));
    assert!(refusals(&setup(0)).contains(&refused));
    assert!(refusals(&setup(10)).is_empty());
    let table = begun(&setup(1));
    assert_eq!((table.car(1).gear, table.car(1).wear, table.at(1)), (0, STOCK, "a59"));
    assert!(!refusals(&Setup { laps: 0, ..setup(1) }).is_empty());
    let mut twins = setup(2);
    twins.cars[1].car = CarId(1);
    assert_eq!(refusals(&twins), [("FD-SET-01", "Two cars have the number 1.".to_owned())]);
    for (number, allowed) in [(0, false), (1, true), (999, true), (1000, false)] {
        let mut one = setup(1);
        one.cars[0].car = CarId(number);
        assert_eq!(refusals(&one).is_empty(), allowed, "{number}: {:?}", refusals(&one));
    }
}

#[test]
fn fd_set_02_stock_cars_and_their_limits() {
    assert_eq!(begun(&setup(1)).wear(1), [6, 3, 3, 3, 3, 2]);
    let mut rich = setup(1);
    rich.cars[0].wear = Some(Wear([7, 3, 3, 3, 3, 2]));
    assert_eq!(refusals(&rich), [("FD-SET-02", "Zone tyres cannot have more than 6 wear points.".to_owned())]);
    rich.rules.switches.stock_car = false;
    assert_eq!(begun(&rich).wear(1)[0], 7);
    // A repair above the start value: brakes are full.
    let mut options = setup(1);
    options.rules.pit_options = true;
    let mut table = table_of(&options, "c46 g4");
    assert_eq!(table.refusal("1.1 g4 d9 m4P2 pit:tech+B1").message, "Zone brakes cannot have more than 3 wear points.");
    table.place("c46 g4 B2");
    assert!(table.plays("1.1 g4 d9 m4P2 pit:tech+B1"));
}

#[test]
fn fd_set_03_grid_rolls_and_ties() {
    let mut rolled = setup(3);
    rolled.grid = Grid::Rolled;
    for (entry, rolls) in rolled.cars.iter_mut().zip([vec![17, 4], vec![9], vec![17, 12]]) {
        entry.rolls = rolls;
    }
    let table = begun(&rolled);
    assert_eq!([table.at(3), table.at(1), table.at(2)], ["a59", "c58", "a56"]);
    rolled.cars[0].rolls.pop();
    assert_eq!(refusals(&rolled), [("FD-SET-03", "Cars 1 and 3 are tied: a re-roll is missing.".to_owned())]);
    rolled.cars[1].rolls.clear();
    assert_eq!(refusals(&rolled), [("FD-SET-03", "Car 2 has not rolled for its grid slot.".to_owned())]);
    rolled.cars[1].rolls.push(25);
    assert_eq!(refusals(&rolled), [("FD-SET-03", "Car 2 rolled 25, which is not on the black die.".to_owned())]);
    // Nobody can be tied with the only car.
    let mut alone = setup(1);
    alone.grid = Grid::Rolled;
    assert_eq!(begun(&alone).at(1), "a59");
}

#[test]
fn fd_set_04_slots_run_from_pole() {
    let mut rolled = setup(3);
    rolled.grid = Grid::Rolled;
    for (entry, rolls) in rolled.cars.iter_mut().zip([vec![17, 4], vec![9], vec![17, 12]]) {
        entry.rolls = rolls;
    }
    let table = begun(&rolled);
    assert_eq!(table.state.to_act(), Some(2));
    let mut typed = setup(2);
    typed.cars[0].slot = Some(2);
    typed.cars[1].slot = Some(2);
    assert_eq!(refusals(&typed), [("FD-SET-04", "Grid slot 2 is given to two cars.".to_owned())]);
    typed.cars[1].slot = Some(1);
    assert_eq!(begun(&typed).at(2), "a59");
    typed.cars[1].slot = Some(11);
    assert_eq!(refusals(&typed)[0].0, "FD-SET-04");
}

#[test]
fn fd_sta_01_the_start_die_comes_first() {
    let table = begun(&setup(1));
    let refused = table.refused("1.1 g1 d2 m2");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-STA-01", "Car 1 has not rolled its start die: add the roll, as in `!S=7`.")
    );
    assert!(table.plays("1.1 g1 d2 m2 !S=11"));
    assert_eq!(table.refused("1.1 g1 d2 m2 !S=11 !S=12").clause, "FD-LOG-02");
}

#[test]
fn fd_sta_01_races_may_start_without_the_start_die() {
    let mut plain = setup(2);
    plain.rules.switches.start_die = false;
    let mut table = begun(&plain);
    assert_eq!(table.car(1).start, Start::Done);
    assert_eq!(table.refused("1.1 g1 d2 m2 !S=11").clause, "FD-LOG-02");
    assert_eq!(table.refused("1.1 skip").clause, "FD-STA-02");
    assert!(!table.plays("1.1 g2 d2 m2"), "all cars start in gear 1");
    let listed = FormulaD::legal_turns(&table.track, &table.state);
    assert!(!listed.is_empty() && listed.iter().all(|legal| legal.turn.gear == Some(1) && legal.turn.rolls.is_empty()));
    table.play("1.1 g1 d2 m2");
    assert_eq!(table.car(1).gear, 1);
    // The same holds for a car that has qualified.
    for (start_die, start) in [(true, Start::Due), (false, Start::Done)] {
        plain.rules.qualifying = true;
        plain.rules.switches.start_die = start_die;
        let mut table = begun(&plain);
        table.play("0.1 g1 d2 m2 =b1");
        table.state.cars[0].at = table.track.find("a58").unwrap();
        table.play("0.1 g2 d3 m2 clock:90");
        assert_eq!((table.state.phase, table.car(1).start), (Phase::Qualifying(1), start));
    }
}

#[test]
fn fd_sta_02_a_poor_start_misses_a_turn() {
    let mut table = begun(&setup(1));
    let refused = table.refused("1.1 g1 d2 m2 !S=1");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-STA-02", "Car 1 stalled, so it does not move in this round.")
    );
    table.play("1.1 skip !S=1");
    assert_eq!((table.at(1), table.car(1).gear, table.car(1).start), ("a59", 0, Start::Stalled));
    assert_eq!(table.refused("2.1 g1 d2 m2 !S=5").clause, "FD-LOG-02");
    table.play("2.1 g1 d2 m2 =a1");
    assert_eq!(table.car(1).lap, 1);
    assert_eq!(table.refused("3.1 skip").clause, "FD-STA-02");
}

#[test]
fn fd_sta_03_a_normal_start() {
    let table = begun(&setup(1));
    for (line, end) in [("m2", "a1"), ("m2R1", "b0"), ("m2R2", "b0"), ("m2R1R2", "c0")] {
        let mut table = table.clone();
        table.play(&format!("1.1 g1 d2 {line} !S=11"));
        assert_eq!((table.at(1), table.car(1).gear), (end, 1), "{line}");
    }
    assert_eq!(table.refused("1.1 skip !S=11").clause, "FD-STA-03");
}

/// Of the results 2 to 19 the lists name none, because a person who enters only "no poor start" has named none (FD-LOG-03).
#[test]
fn fd_sta_03_listed_turns_leave_a_normal_start_open() {
    let table = begun(&setup(1));
    let legal = FormulaD::legal_turns(&table.track, &table.state);
    let normal: Vec<_> = legal.iter().filter(|legal| legal.turn.die.is_some()).collect();
    assert!(normal.len() > 4, "{}", normal.len());
    for one in normal {
        assert_eq!(one.turn.rolls.iter().map(ToString::to_string).collect::<Vec<_>>(), ["S=?"]);
        let readings = readings(&table.track, &table.state, &one.turn, 100);
        assert_eq!(readings.len(), 1, "the gear die rules out 1 and 20");
        let line = Turn { rolls: vec!["S=7".parse().unwrap()], ..one.turn.clone() };
        let [open, known] = [&one.turn, &line].map(|turn| {
            let played = FormulaD::play(&table.track, &table.state, turn).unwrap();
            (played.state, played.events)
        });
        assert_eq!(open, known);
    }
}

#[test]
fn fd_sta_04_a_great_start_is_four_spaces() {
    let mut third = setup(1);
    third.cars[0].slot = Some(3);
    let table = begun(&third);
    let ends = |table: &Table| {
        let legal = FormulaD::legal_turns(&table.track, &table.state);
        let mut ends: Vec<String> = legal
            .iter()
            .filter(|legal| legal.turn.die.is_none() && !legal.turn.skip && legal.turn.brakes == 0)
            .map(|legal| legal.turn.ends[0].to_string())
            .collect();
        ends.sort();
        ends.dedup();
        ends
    };
    assert_eq!(ends(&table), ["a0", "b59", "c59"]);
    // A click on a space that only a great start reaches enters the 20, so the space says so.
    let places = FormulaD::places(&table.track, &table.state);
    let great = |space: &str| {
        let words: Vec<&str> =
            places.iter().map(|place| place.words.as_str()).filter(|words| words.starts_with(space)).collect();
        let [words] = words[..] else { panic!("{space}: {words:?}") };
        words.ends_with("only after a great start (the start die shows 20)")
    };
    assert!(great("a0 ") && great("b59 ") && great("c59 ") && !great("a57 ") && !great("a58 "));
    let mut played = table.clone();
    played.play("1.1 g1 m4 !S=20 =a0");
    assert_eq!(played.car(1).gear, 1);
    assert!(played.plays("2.1 g2 d2 m2") && !played.plays("2.1 g3 d4 m4"));
    let refused = table.refused("1.1 g1 d2 m2 !S=20");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-STA-04", "After a great start the car moves 4 spaces in gear 1, without gear die or extra spaces.")
    );
    assert_eq!(table.refused("1.1 g1 m3 !S=20").clause, "FD-STA-04");
    let refused = table.refused("1.1 g1 m1 b1 !S=20");
    let text = "The move must be 3 spaces long (great start 4 - brakes 1), but the route has 1: drive 2 more, or brake for 3 in all (`b3`).";
    assert_eq!((refused.clause, refused.message.as_str()), ("FD-STA-04", text));
    assert!(table.plays("1.1 g1 m3 b1 !S=20"));
}

#[test]
fn fd_gear_01_the_gear_is_announced_first() {
    let table = table("a0 g3");
    let refused = table.refused("1.1 d6 m6");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-GEAR-01", "The gear is missing: choose it before you roll the die.")
    );
    // A gear edited after the die does not have its face.
    assert!(table.plays("1.1 g3 d6 m6") && table.refused("1.1 g4 d6 m6").clause == "FD-GEAR-07");
}

#[test]
fn fd_gear_02_one_gear_up() {
    let mut table = table("a0 g3");
    let refused = table.refused("1.1 g5 d11 m11");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-GEAR-02", "This gear is too high: from gear 3 you can shift up to gear 4 at most.")
    );
    assert!(table.plays("1.1 g4 d7 m7"));
    assert_eq!(table.refused("1.1 g7 d11 m11").clause, "FD-GEAR-02");
    table.place("a50 g0");
    assert_eq!(table.refused("1.1 g2 d2 m2").clause, "FD-GEAR-02");
    table.place("a46 g3");
    table.rules().switches.one_gear_up = false;
    assert!(table.plays("1.1 g5 d11 m11"));
}

#[test]
fn fd_gear_03_one_gear_down_is_free() {
    let mut table = table("a0 g4");
    table.play("1.1 g3 d4 m4");
    assert_eq!(table.wear(1), STOCK);
    table.play("2.1 g3 d4 m4");
    assert_eq!(table.wear(1), STOCK);
}

#[test]
fn fd_gear_04_skipping_gears_costs() {
    for (line, wear) in [
        ("1.1 g4 d7 m7", [6, 3, 2, 3, 3, 2]),
        ("1.1 g3 d4 m4", [6, 2, 2, 3, 3, 2]),
        ("1.1 g2 d2 m2", [6, 2, 2, 3, 2, 2]),
    ] {
        let mut table = table("a46 g6");
        table.play(line);
        assert_eq!(table.wear(1), wear, "{line}");
    }
    // The cost is paid even if the car brakes.
    let mut braked = table("a46 g6");
    braked.play("1.1 g3 d4 m3 b1");
    assert_eq!(braked.wear(1), [6, 1, 2, 3, 3, 2]);
    // An engine point lost this way leaves a marker.
    let mut table = table("a46 g6");
    table.play("1.1 g2 d2 m2");
    assert!(table.is_marked("a48"));
}

#[test]
fn fd_gear_05_four_gears_cannot_be_skipped() {
    let refused = table("a46 g6").refused("1.1 g1 d1 m1");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-GEAR-05", "The car cannot drop from gear 6 to gear 1: the lowest possible gear is 2.")
    );
}

#[test]
fn fd_gear_06_a_skip_must_be_payable() {
    let mut table = table("a46 g5 G0");
    let refused = table.refused("1.1 g3 d4 m4");
    assert_eq!(refused.clause, "FD-GEAR-04");
    assert_eq!(
        refused.message,
        "Dropping from gear 5 to gear 3 costs wear points (G 1), but the zone gearbox has only 0."
    );
    assert!(table.plays("1.1 g4 d7 m7"));
    table.place("a46 g6 E1 C3");
    table.state.cars[0].wear = STOCK;
    table.state.cars[0].wear[4] = 1;
    let listed = FormulaD::legal_turns(&table.track, &table.state);
    assert!(listed.iter().any(|legal| legal.turn.gear == Some(2) && legal.turn.die.is_none()));
    assert_eq!(table.refused("1.1 g2 d2 m2").clause, "FD-ELI-01");
    table.play("1.1 g2 m0 x");
    assert!(table.is_out(1) && table.is_marked("a46"));
    let mut table = crate::common::table("a46 g5 G0");
    table.rules().switches.skips_must_be_payable = false;
    table.play("1.1 g3 d4 m4");
    assert_eq!(table.wear(1), [6, 3, 0, 3, 3, 2]);
}

#[test]
fn fd_gear_07_the_face_is_on_the_die() {
    let refused = table("a46 g4").refused("1.1 g4 d6 m6");
    assert_eq!((refused.clause, refused.message.as_str()), ("FD-GEAR-07", "6 is not on the gear 4 die."));
    let faces = |gear| paddock::games::formula_d::dice::faces(gear).to_vec();
    assert_eq!(
        [faces(1), faces(2), faces(3)],
        [vec![1, 1, 2, 2], vec![2, 3, 3, 4, 4, 4], vec![4, 5, 6, 6, 7, 7, 8, 8]]
    );
    assert_eq!([faces(4).len(), faces(5).len(), faces(6).len(), faces(7).len()], [12, 20, 30, 0]);
    let means = [1, 2, 3, 4, 5, 6].map(paddock::games::formula_d::dice::mean);
    for (mean, wanted) in means.into_iter().zip([1.5, 10.0 / 3.0, 6.375, 9.5, 15.5, 25.5]) {
        assert!((mean - wanted).abs() < 1e-12);
    }
    let variances = [1, 2, 3, 4, 5, 6].map(paddock::games::formula_d::dice::variance);
    for (variance, wanted) in variances.into_iter().zip([0.25, 5.0 / 9.0, 111.0 / 64.0, 35.0 / 12.0, 8.25, 8.25]) {
        assert!((variance - wanted).abs() < 1e-12);
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the printed faces in ../shared/data, which is not there")]
fn fd_gear_07_the_faces_are_those_printed() {
    let reported: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(data("dice_faces.json")).unwrap()).unwrap();
    for gear in 1..=6u8 {
        let reported: Vec<u8> = serde_json::from_value(reported[gear.to_string()].clone()).unwrap();
        assert_eq!(reported, paddock::games::formula_d::dice::faces(gear));
    }
}

/// The numbers of cars in the order of a round that begins in this position.
fn play_order(table: &Table) -> Vec<u32> {
    order(&table.track, &table.state).into_iter().map(|car| table.state.cars[usize::from(car)].car.0).collect()
}

#[test]
fn fd_ord_01_the_leader_goes_first() {
    let mut table = table("c8 g4, b5 g4, a5 g4");
    assert_eq!(play_order(&table)[0], 1);
    let refused = table.refused("1.2 g4 d7 m7");
    assert_eq!((refused.clause, refused.message.as_str()), ("FD-ORD-01", "It is the turn of car 1, not of car 2."));
    // Changes during a round count from the next round on.
    table.place("a0 g4, c58 g4, a20 g4");
    table.state.cars[1].lap = 0;
    table.state.cars[2].lap = 0;
    table.go("1.1 g4 d7 m7");
    assert_eq!(table.state.to_act(), Some(1));
}

#[test]
fn fd_ord_02_level_cars_by_gear() {
    assert_eq!(play_order(&table("a5 g2, c5 g3")), [2, 1]);
    assert_eq!(play_order(&table("a5 g3, c5 g2")), [1, 2]);
}

#[test]
fn fd_ord_03_level_cars_by_the_inside() {
    assert_eq!(play_order(&table("a5 g3, c5 g3")), [2, 1]);
    assert_eq!(play_order(&table("c15 g3, a15 g3")), [2, 1]);
    // In K3, inside right.
    assert_eq!(play_order(&table("a40 g3, c40 g3")), [2, 1]);
}

#[test]
fn fd_ord_04_half_a_space_is_ahead() {
    let mut table = table("a5 g3, b5 g1");
    assert_eq!(play_order(&table), [2, 1]);
    table.rules().switches.half_space_is_ahead = false;
    assert_eq!(play_order(&table), [1, 2]);
}

#[test]
fn fd_ord_05_one_turn_a_round() {
    let mut table = table("a20 g4, a5 g4");
    table.go("1.1 g4 d7 m7 ");
    let refused = table.refused("1.1 g4 d7 m7");
    assert_eq!((refused.clause, refused.message.as_str()), ("FD-ORD-05", "Car 1 has already moved in round 1."));
    let refused = table.refused("2.1 g2 d2 m2");
    let words = "Round 1 goes on: it is the turn of car 2, not of car 1.";
    assert_eq!((refused.clause, refused.message.as_str()), ("FD-ORD-01", words), "round 2 has not begun");
    table.go("1.2 g3 d4 m4");
    assert_eq!((table.state.round, table.state.to_act()), (2, Some(0)));
    assert_eq!(table.refused("1.1 g4 d7 m7").clause, "FD-ORD-05");
    assert_eq!(table.refused("7.1 g4 d7 m7").clause, "FD-LOG-04");
}

#[test]
fn fd_ord_06_cars_in_the_pits_go_last() {
    let mut table = table("p3 g4, c48 g4");
    // The pit entry used is c47.
    table.state.cars[0].pit_progress = 120 + 94;
    assert_eq!(play_order(&table), [2, 1]);
    table.rules().switches.pit_cars_last = false;
    assert_eq!(play_order(&table), [1, 2]);
    table.rules().switches.pit_cars_last = true;
    table.place("p3 g4, p5 g4");
    assert_eq!(play_order(&table), [2, 1]);
}

#[test]
fn fd_win_01_laps_are_counted_at_the_line() {
    let mut table = begun(&setup(1));
    assert_eq!(table.car(1).lap, 0);
    table.play("1.1 g1 d2 m2 !S=9");
    assert_eq!(table.car(1).lap, 1);
    table.place("a58 g4 lap=2");
    table.play("1.1 g4 d7 m2");
    assert_eq!(table.car(1).standing, Standing::Finished(1));
    // A race of one lap ends at the second crossing.
    let mut table = table_of(&Setup { laps: 1, ..setup(1) }, "a58 g4 lap=1");
    table.play("1.1 g4 d7 m2");
    assert_eq!(table.state.phase, Phase::Over);
}

#[test]
fn fd_win_02_the_first_over_the_line_wins() {
    let mut table = table("a58 g4 lap=2, c56 g5 lap=2");
    table.go("1.1 g4 d7 m2");
    table.go("1.2 g5 d20 m4");
    let view = FormulaD::view(&table.track, &table.state);
    assert_eq!([view.cars[0].rank, view.cars[1].rank], [1, 2]);
}

#[test]
fn fd_win_03_the_end_and_the_ranking() {
    let mut table = table("a58 g4 lap=2, c57 g4 lap=2, a55 g4 lap=2, a25 g6 E1");
    table.state.cars[3].wear[4] = 1;
    table.go("1.1 g4 d7 m2");
    table.go("1.2 g4 d7 m3");
    table.go("1.3 g4 d7 m5");
    assert_eq!(table.state.phase, Phase::Race);
    table.go("1.4 g2 m0 x");
    assert_eq!(table.state.phase, Phase::Over);
    let view = FormulaD::view(&table.track, &table.state);
    assert_eq!(view.cars.iter().map(|car| car.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(
        (view.cars[3].status, view.cars[0].status, view.phase),
        (Status::Eliminated, Status::Finished, "finished")
    );
    assert_eq!(table.refused("1.1 g4 d7 m7").message, "The race is over. Delete this turn.");
}

#[test]
fn fd_win_04_a_finisher_leaves_the_board() {
    let mut table = table("a54 g5 lap=2, a20 g5, c20 g4, b20 g6");
    let refused = table.refused("1.1 g5 d20 m6");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-MOT-01", "The motor roll of car 2 is missing: add it, as in `!M2=7`.")
    );
    table.play("1.1 g5 d20 m6 !M2=9 !M4=9");
    assert!(!table.car(1).is_on_board());
    table.go("1.2 g5 d11 m11");
    assert_eq!(table.refused("2.1 g4 d7 m7").message, "Car 1 has finished. Delete this turn.");
    // It stops nowhere, so no damage marker lies under it (FD-DMG-01). A car that stays in the race leaves one.
    let mut home = crate::common::table("a58 g6 lap=2, a20 g4");
    home.go("1.1 g2 d4 m2");
    assert_eq!((home.wear(1)[4], home.car(1).is_on_board()), (2, false));
    assert!(home.state.markers.is_empty());
    let mut racing = crate::common::table("a58 g6 lap=1, a20 g4");
    racing.go("1.1 g2 d4 m2 b2");
    assert_eq!((racing.wear(1)[4], racing.car(1).is_on_board()), (2, true));
    assert!(!racing.state.markers.is_empty());
    // The spaces beyond the line are not driven.
    assert_eq!(crate::common::table("a58 g4 lap=2").refused("1.1 g4 d7 m7").clause, "FD-DRV-03");
}

#[test]
fn fd_win_05_costs_come_before_the_finish() {
    let mut table = table("b45 g5 made=2 lap=2");
    table.play("1.1 g5 d16 m15 x");
    // Sixteen spaces beyond K3, with the line after fourteen or fifteen: eliminated nevertheless.
    assert!(table.is_out(1));
    // Its crossing does not count as a lap: the car is out before the line.
    let view = FormulaD::view(&table.track, &table.state);
    assert_eq!((view.cars[0].lap, view.cars[0].laps_done), (2, 1));
    assert!(view.cars[0].progress < 2.0 && view.cars[0].progress > 1.9, "{}", view.cars[0].progress);
    let laps = |events: &[Event]| events.iter().filter(|event| matches!(event.kind, EventKind::Lap { .. })).count();
    let out = crate::common::table("b45 g5 made=2 lap=2").play("1.1 g5 d16 m15 x");
    assert_eq!(laps(&out.events), 0);
    // A crossing before the last one counts, even if the car is out after it.
    let mut earlier = crate::common::table("b45 g5 made=2 lap=1");
    assert_eq!(laps(&earlier.play("1.1 g5 d16 m16 x").events), 1);
    assert_eq!((earlier.is_out(1), earlier.car(1).lap), (true, 2));
    // With enough stops it finishes.
    let mut table = crate::common::table("b45 g5 made=3 lap=2");
    table.play("1.1 g5 d16 m15");
    assert_eq!(table.car(1).standing, Standing::Finished(1));
    // The tyres can pay the penalty of fifteen spaces beyond K3, and the car finishes.
    let mut near = crate::common::table("a45 g5 made=2 lap=2");
    near.terms().cars[0].wear[0] = 20;
    near.state.cars[0].wear[0] = 20;
    near.play("1.1 g5 d15 m15");
    assert_eq!((near.wear(1)[0], near.car(1).standing), (5, Standing::Finished(1)));
    // The lane counts on past the line: the spaces not driven count.
    let mut far = crate::common::table("a45 g5 made=2 lap=2");
    far.terms().cars[0].wear[0] = 20;
    far.state.cars[0].wear[0] = 20;
    far.play("1.1 g5 d19 m15");
    assert_eq!((far.wear(1)[0], far.car(1).standing), (1, Standing::Finished(1)));
}

#[test]
fn entries_have_names() {
    let mut named = setup(2);
    named.cars[1] = CarEntry::new(CarId(7), "");
    let names: Vec<String> = FormulaD::entrants(&named).into_iter().map(|entrant| entrant.name).collect();
    assert_eq!(names, ["P1", "Car 7"]);
}
