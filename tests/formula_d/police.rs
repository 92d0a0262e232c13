//! Tests of the police contests: FD-POL-01 and FD-POL-02 across qualifying, laps and slipstreams.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::{Contest, Draft, FormulaD, Phase, Setup, Skill, Start};

const PLAIN: [Skill; 3] = [Skill::ExperiencedMechanic, Skill::BetterNitro, Skill::LittleGenius];

/// A road race of these many cars.
fn entries(cars: u32) -> Setup {
    let mut setup = setup(cars);
    setup.rules.road = true;
    for (entry, skill) in setup.cars.iter_mut().zip(PLAIN) {
        entry.skill = Some(skill);
    }
    setup
}

/// OVAL with the police line between `k` and the next spaces.
fn oval_with_line(k: usize) -> Draft {
    let mut draft = oval();
    let [from, to] = [k.to_string(), (k + 1).to_string()];
    for edge in &mut draft.edges {
        let is_road = [&edge.from, &edge.to].iter().all(|id| ["a", "b", "c"].contains(&&id[..1]));
        edge.police = is_road && edge.from[1..] == from && edge.to[1..] == to;
    }
    draft
}

fn refused(table: &Table, line: &str) -> (&'static str, String) {
    let illegal = table.refusal(line);
    (illegal.clause, illegal.message)
}

fn no_contest(car: u32) -> (&'static str, String) {
    let why = "it has won no contest";
    ("FD-POL-02", format!("Car {car} gets no wear points from the police in this turn: {why}."))
}

/// A race on a circuit at its start.
fn begun(draft: &Draft, setup: &Setup) -> Table {
    let track = valid(draft);
    let state = FormulaD::start(&track, setup).unwrap();
    Table { track, setup: setup.clone(), state }
}

#[test]
fn fd_pol_02_qualifying_laps_have_no_contest() {
    let mut laps = entries(2);
    laps.rules.qualifying = true;
    let mut table = begun(&oval(), &laps);
    for car in 0..2 {
        assert_eq!(table.state.phase, Phase::Qualifying(car as u8));
        let at = table.track.find("a19").unwrap();
        let own = &mut table.state.cars[car];
        (own.at, own.lap, own.gear, own.qualifying.throws) = (at, 1, 4, 5);
        table.play(&format!("0.{} g4 d8 m8 =a27", car + 1));
        assert!(table.state.police.is_empty(), "car {}", car + 1);
        let home = table.track.find("a59").unwrap();
        let own = &mut table.state.cars[car];
        (own.at, own.gear, own.stops) = (home, 2, 0);
        table.play(&format!("0.{} g2 d2 m1 clock:{}", car + 1, 80 + car));
    }
    assert_eq!((table.state.phase, table.state.police.len()), (Phase::Race, 0));
    // In the race the contest is decided by the speeds of the race alone.
    table.place("a19 g4, b19 g4 B1");
    assert_eq!(refused(&table, "1.1 g4 d7 m7 +B1>1"), no_contest(1));
    table.go("1.1 g4 d7 m7");
    table.go("1.2 g4 d9 m9 +B1>2");
    assert_eq!(table.wear(2)[1], 2);
}

#[test]
fn fd_pol_02_one_contest_in_lap_1_if_the_line_lies_behind_the_grid() {
    // Car 1 starts past the police line, car 2 behind it.
    let mut setup = entries(2);
    (setup.cars[0].slot, setup.cars[1].slot) = (Some(1), Some(8));
    setup.rules.switches.start_die = false;
    let mut table = begun(&oval_with_line(50), &setup);
    assert_eq!((table.at(1), table.at(2), table.car(2).start), ("a59", "c49", Start::Done));
    table.go("1.1 g1 d2 m2 =a1");
    table.go("1.2 g1 d2 m2 =c51");
    assert_eq!((table.car(2).lap, table.state.police.len()), (0, 1));
    // The contest of lap 1 waits for the crossings of both cars in that lap.
    table.place("a48 g3, c20 g3 B1");
    table.go("1.1 g3 d4 m4 =a52");
    assert_eq!((table.state.police.len(), table.state.police_over.0), (1, 0));
    table.place("a20 g3 lap=2, c48 g3 B1 lap=1");
    assert_eq!(refused(&table, "1.1 g3 d4 m4 +B1>2"), no_contest(2));
    table.state.done = 1;
    table.go("1.2 g3 d8 m8 +B1>2");
    assert_eq!((table.wear(2)[1], table.state.police.len(), table.state.police_over.0), (2, 0, 1));
    // Lap 1 has no second contest: another crossing counts for nothing.
    table.place("a20 g3 lap=2, c48 g3 B1 lap=1");
    table.state.done = 1;
    assert_eq!(refused(&table, "1.2 g3 d8 m8 +B1>2"), no_contest(2));
    table.go("1.2 g3 d8 m8");
    assert!(table.state.police.is_empty());
    // The contest of lap 2 is another one.
    table.place("a48 g3 lap=2, c20 g3 lap=2");
    table.go("1.1 g3 d4 m4");
    assert_eq!((table.state.police.len(), table.state.police[0].lap), (1, 2));
}

#[test]
fn r_43_a_crossing_before_the_start_of_lap_1_counts_in_lap_1() {
    let mut table = begun(&oval_with_line(50), &entries(2));
    table.place("a48 g4 lap=0 B1, c48 g3 lap=0");
    table.go("1.1 g4 d9 m9 =a57");
    table.go("1.2 g3 d4 m4 =c52");
    table.place("a48 g3 B1, c48 g3");
    table.go("1.1 g3 d4 m4");
    assert_eq!(table.state.police[0].crossings, [(0, 90), (1, 40), (0, 40)]);
    table.go("1.2 g3 d8 m8 +B1>1");
    assert_eq!((table.wear(1)[1], table.state.police.len()), (2, 0));
}

#[test]
fn fd_pol_02_two_points_for_each_contest_won() {
    let contest = |lap| Contest { lap, crossings: vec![(0, 90), (1, 70)], early: 0, over: false };
    let mut table = table_of(&entries(3), "a30 g2 B1 G1, b40 g2 B1, c10 g2");
    table.state.police = vec![contest(1), contest(2)];
    (table.state.done, table.state.cars[2].lap) = (3, 1);
    let of = |most: u8, record: u8| {
        let message = format!(
            "The wear points for car 1 are wrong: the record gives {record}. Distribute up to {most} over its damaged zones."
        );
        ("FD-POL-02", message)
    };
    // Car 3 retires, and car 1 has won the contests of two laps.
    assert_eq!(refused(&table, "1.3 retires +B3>1 +G2>1"), of(4, 5));
    let mut both = table.clone();
    both.play("1.3 retires +B3>1 +G1>1");
    assert_eq!((both.wear(1)[1], both.wear(1)[2]), (4, 2));
    assert!(both.state.police.is_empty() && both.state.police_over.0 == 2);
    assert_eq!(refused(&table, "1.3 retires +B1>2"), no_contest(2));
    // A winner of one contest still gets two.
    table.state.police[1].crossings = vec![(0, 90), (1, 100)];
    assert_eq!(refused(&table, "1.3 retires +B2>1 +G1>1"), of(2, 3));
    table.play("1.3 retires +B2>1 +B2>2");
    assert_eq!((table.wear(1)[1], table.wear(2)[1]), (3, 3));
}

#[test]
fn fd_pol_02_a_winner_that_has_left_the_race_gets_nothing() {
    let mut table = table_of(&entries(2), "a30 g2, b40 g2");
    table.state.police = vec![Contest { lap: 1, crossings: vec![(0, 90), (1, 70)], early: 0, over: false }];
    let text = "Car 1 gets no wear points from the police in this turn: it is no longer racing.";
    assert_eq!(refused(&table, "1.1 retires +B1>1"), ("FD-POL-02", text.to_owned()));
}

#[test]
fn fd_pol_01_a_slipstream_over_the_line_where_arrows_do_not_bind() {
    // The arrows of c20 forbid every lane change, but the switch lets slipstreams change lanes there.
    let mut draft = oval();
    draft.edges.retain(|edge| edge.from != "c20" || edge.to == "c21");
    draft.edges.retain(|edge| edge.from != "b20" || edge.to == "b21");
    for space in draft.spaces.iter_mut().filter(|space| ["b20", "c20"].contains(&space.id.as_str())) {
        space.approach = true;
    }
    let mut table = begun(&draft, &entries(2));
    table.rules().switches.arrows_bind_slipstreams = false;
    table.place("b13 g4, b21 g4");
    table.state.cars[0].stops = 1;
    table.go("1.1 g4 d7 m7 s:bL =a23");
    assert_eq!(table.state.police.len(), 1, "the step from b20 to a21 crosses the police line");
    assert_eq!(table.state.police[0].crossings, [(0, 70)]);
    // A step without an edge that does not cross the line is not measured.
    let mut past = begun(&draft, &entries(2));
    past.rules().switches.arrows_bind_slipstreams = false;
    past.place("c5 g4, c13 g4");
    past.go("1.1 g4 d7 m7 s:bL");
    assert!(past.state.police.is_empty());
}
