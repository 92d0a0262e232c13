//! Tests of the records of a race: notation, and turns with unknown dice (FD-LOG, and section 5.3 of the ledger).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use crate::invented::{Invented, eight};
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::{
    CarEntry, Chance, Change, Draft, FormulaD, Gain, Grid, Nitro, PitStop, Preset, Purpose, Roll, Setup, Shape, Side,
    Skill, Slip, StopKind, Switches, Turn, TyreSet, Way, Wear, WeatherRolls, Zone, circuit_digest, readings,
};
use paddock::limits::formula_d::MAX_READINGS_OF_RACE;
use proptest::prelude::*;

#[test]
fn fd_log_01_a_replay_is_a_fold() {
    let lines = ["1.1 g1 d2 m2 !S=11", "2.1 g2 d4 m4R2", "3.1 g3 d8 m6 b2", "4.1 g2 d2 m2"];
    let run = || {
        let mut table = {
            let track = valid(&oval());
            let state = FormulaD::start(&track, &setup(1)).unwrap();
            Table { track, setup: setup(1), state }
        };
        lines.iter().for_each(|line| drop(table.play(line)));
        table.state
    };
    assert_eq!(run(), run());
    let table = table("a46 g4");
    let refused = table.refused("1.1 g4 m9");
    assert_eq!(refused.clause, "FD-LOG-01");
    assert_eq!(refused.message, "Turn 1.1 cannot be replayed: the gear die is missing. Add it, as in `d9`.");
    assert_eq!(crate::common::table("b14 g1, a16 g3").refused("1.1 g1 d1 m1 !c2=21 !C2=1").clause, "FD-LOG-01");
}

const NO_DANGER: &str = "Unexpected roll D (dangerous space): the move enters no dangerous space. Delete it.";

#[test]
fn fd_log_02_rolls_are_complete_and_in_order() {
    let mut table = table("a46 g4");
    let more = table.refused("1.1 g4 d9 m9 !D=3");
    assert_eq!((more.clause, more.message.as_str()), ("FD-LOG-02", NO_DANGER));
    let pit = crate::common::table("c46 g4").refused("1.1 g4 d9 m4P2");
    assert_eq!((pit.clause, pit.message.as_str()), ("FD-LOG-02", "Missing roll P (pit stop): add it, as in `!P=7`."));
    // The reasons why other rolls are not due.
    for (line, roll, why) in [
        ("1.1 g4 d9 m9 !S=9", "S (start)", "car 1 has rolled its start die"),
        ("1.1 g4 d9 m9 !Q=9", "Q (place on the grid)", "no cars are tied for a place on the grid"),
        (
            "1.1 g4 d9 m9 !c2=8",
            "c2 (collision with car 2, rolled for car 2)",
            "car 2 is neither next to car 1 nor directly ahead of it",
        ),
        (
            "1.1 g4 d9 m9 !C7=8",
            "C7 (collision with car 7, rolled for the moving car)",
            "no other car on the board has the number 7",
        ),
        ("1.1 g4 d9 m9 !M=8", "M (engine)", "only a 20 in gear 5 or a 30 in gear 6 strains motors"),
        ("1.1 g4 d9 m9 !M2=8", "M2 (engine of car 2)", "only a 20 in gear 5 or a 30 in gear 6 strains motors"),
        ("1.1 g4 d9 m9 !P=8", "P (pit stop)", "car 1 does not reach its box"),
        ("1.1 g4 d9 m9 !N=8", "N (engine noise)", "engine noise matters only in road races"),
        ("1.1 g4 d9 m9 !R2=8", "R2 (radio thrown at car 2)", "no radio is thrown at car 2"),
        ("1.1 g4 d9 m9 !W=8", "W (weather)", "the race has no weather"),
    ] {
        let refused = crate::common::table("a46 g4, b20 g4").refused(line);
        let text = format!("Unexpected roll {roll}: {why}. Delete it.");
        assert_eq!((refused.clause, refused.message), ("FD-LOG-02", text), "{line}");
    }
    table.place("a46 g4");
    table.play("1.1 g4 d9 m9");
}

#[test]
fn fd_log_03_unknown_dice() {
    let mut table = table("b0 g3");
    table.mark("b3 b5");
    let refused = table.refused("1.1 g3 d5 m5 !D=? !D=9");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-LOG-03", "Turn 1.1 is ambiguous: its unknown dice allow 2 different results. Fill in the dice.")
    );
    let found = readings(&table.track, &table.state, &turn("1.1 g3 d5 m5 !D=? !D=?"), 1000);
    let mut handling: Vec<u8> = found.iter().map(|reading| reading.state.cars[0].wear[5]).collect();
    handling.sort_unstable();
    assert_eq!(handling, [0, 1, 2]);
    // A check value decides which value it was, and a die that makes no difference need not be known.
    table.clone().play("1.1 g3 d5 m5 !D=? !D=9 =6/3/3/3/3/2");
    crate::common::table("b0 g3").play("1.1 g3 d? m5 =b5");
    assert_eq!(crate::common::table("b0 g3").refused("1.1 g3 d? m3").clause, "FD-DRV-03");
    // At a limit, the readings found until then are returned.
    assert!(readings(&table.track, &table.state, &turn("1.1 g3 d5 m5 !D=? !D=?"), 1).len() <= 1);
}

#[test]
fn unknown_dice_that_are_not_used_are_not_tried_with_every_value() {
    let table = table("a46 g4");
    let undue = turn(&format!("1.1 g4 d9 m9{}", " !D=?".repeat(8)));
    let forced = FormulaD::force(&table.track, &table.state, &undue);
    assert_eq!(forced.illegal.map(|illegal| illegal.message).as_deref(), Some(NO_DANGER));
    assert_eq!(forced.played.state.effort.0, 1);
    let mut danger = crate::common::table("b0 g3");
    danger.mark("b3 b5");
    let forced = FormulaD::force(&danger.track, &danger.state, &turn("1.1 g3 d5 m5 !D=? !D=? !D=? !D=? !D=?"));
    assert!(forced.played.state.effort.0 <= 16, "two of the five are used: {:?}", forced.played.state.effort);
}

#[test]
fn a_race_with_too_many_unknown_dice_is_not_resolved() {
    let mut table = table("b0 g3");
    table.clone().play("1.1 g3 d? m5 =b5");
    table.state.effort.0 = MAX_READINGS_OF_RACE as u32;
    let refused = table.refused("1.1 g3 d? m5 =b5");
    assert_eq!(refused.clause, "FD-LOG-03");
    assert!(refused.message.contains("Fill in the dice"), "{}", refused.message);
    assert!(table.plays("1.1 g3 d5 m5 =b5"), "a turn with known dice is checked as usual");
}

#[test]
fn fd_log_04_check_values() {
    let table = table("a46 g4");
    let refused = table.refused("1.1 g4 d9 m9 =a54");
    assert_eq!(refused.clause, "FD-LOG-04");
    assert_eq!(refused.message, "Turn 1.1: the record says =a54, the replay gives =a55.");
    assert_eq!(table.refused("1.1 g4 d9 m9 x").clause, "FD-LOG-04");
    assert_eq!(table.refused("1.1 g4 d9 m9 spin").clause, "FD-LOG-04");
    let wear = table.refused("1.1 g4 d9 m8 b1 =6/3/3/3/3/2");
    assert_eq!(wear.message, "Turn 1.1: the record says 6/3/3/3/3/2, the replay gives 6/2/3/3/3/2.");
    assert!(table.plays("1.1 g4 d9 m8 b1 =a54 =6/2/3/3/3/2"));
}

#[test]
fn fd_log_05_the_header_fixes_the_circuit() {
    let track = valid(&oval());
    let mut setup = setup(1);
    setup.circuit = Some(circuit_digest(&track));
    assert!(FormulaD::start(&track, &setup).is_ok());
    let mut other = oval();
    other.corners[0].stops = 2;
    other.corners[0].longest = None;
    let issues = FormulaD::start(&valid(&other), &setup).unwrap_err();
    assert_eq!(
        (issues[0].id, issues[0].message.as_str()),
        ("FD-LOG-05", "This circuit differs from the circuit on which the race was recorded.")
    );
    // Only what the rules use counts.
    let drawn = Draft { name: "Other".to_owned(), description: "x".to_owned(), ..oval() };
    assert!(FormulaD::start(&valid(&drawn), &setup).is_ok());
}

#[test]
fn fd_log_06_taken_as_played() {
    let table = table("a46 g4, c20 g4");
    let forced = FormulaD::force(&table.track, &table.state, &turn("1.1 g6 d25 m9 =b56 =4/3/3/3/3/2"));
    assert_eq!(forced.illegal.as_ref().unwrap().clause, "FD-GEAR-02");
    let car = &forced.played.state.cars[0];
    assert_eq!((table.track.name(car.at), car.wear), ("b56", [4, 3, 3, 3, 3, 2]));
    assert_eq!(forced.played.state.to_act(), Some(1));
    // Without a recorded end the car drives as far as it can.
    let forced = FormulaD::force(&table.track, &table.state, &turn("1.1 g4 d9 m7"));
    assert_eq!(
        (table.track.name(forced.played.state.cars[0].at), forced.illegal.unwrap().clause),
        ("a53", "FD-DRV-03")
    );
    // Never onto another car, and nothing happens out of turn or after the race.
    let forced = FormulaD::force(&table.track, &table.state, &turn("1.1 g4 d9 m9 =c20"));
    assert_eq!(table.track.name(forced.played.state.cars[0].at), "a55");
    let forced = FormulaD::force(&table.track, &table.state, &turn("1.9 g4 d9 m9"));
    assert_eq!(forced.played.state, table.state);
}

#[test]
fn the_examples_of_the_ledger_read_and_play() {
    for (cars, line) in [
        ("a14 g4", "1.1 g4 d9 m9R2 =b22"),
        ("a14 g4", "1.1 g4 d9 m7R2 b2 =b20"),
        ("b12 g4 made=1, b20 g4", "1.1 g4 d7 m7 s:aL =b21"),
        ("b20 g4, a24 g4, b23 g4, c24 g4", "1.1 g4 d9 m3L1 k6 !c2=8 !c3=6 !C2=17 !C3=12 =a23"),
        ("a9 g2", "1.1 g3 d8 m8 =a17"),
    ] {
        let mut table = table(cars);
        table.play(line);
        assert_eq!(FormulaD::notation(&turn(line)), line);
    }
    let mut soft = setup(1);
    soft.rules.tyres = true;
    let mut table = table_of(&soft, "c46 g4");
    table.play("1.1 g5 d13 m4P2 =x1 pit:tire(soft) !P=7 =p5");
    assert_eq!(table.car(1).tyres, TyreSet::Soft);
    let mut wet = road(1);
    wet.rules.weather = true;
    wet.weather.race = Some(20);
    table_of(&wet, "b6 g1").play("1.1 g2 d4 m7 w3 =b13");
}

#[test]
fn words_that_are_wrong_are_reported_with_their_columns() {
    let fault = |line: &str| FormulaD::read_notation(line).unwrap_err().to_string();
    assert!(fault("").starts_with("column 1: the line is empty"));
    assert!(fault("4 g4").starts_with("column 1: `4` is not a round and a car"));
    assert_eq!(fault("4.2 g4 q9"), "column 8: `q9` is not part of a turn");
    assert_eq!(fault("4.2 g4 g5"), "column 8: `g5` is given twice");
    assert_eq!(fault("4.2 m9X2"), "column 5: `m9X2` is not a move such as `m9R2`");
    assert_eq!(fault("4.2 b0"), "column 5: `b0` has no effect");
    for line in ["4.2 s:dL", "4.2 !Z=3", "4.2 pit:soft", "4.2 =a/b", "4.2 *ace", "4.2 *skid(0)", "4.2 n0x", "4.2 +X1"] {
        assert!(FormulaD::read_notation(line).is_err(), "{line}");
    }
    assert_eq!(turn("4.2 g4 d9 m9 # a remark"), turn("4.2 g4 d9 m9 // another"));
}

fn chance() -> impl Strategy<Value = Chance> {
    prop_oneof![any::<u8>().prop_map(Chance::Known), Just(Chance::Unknown)]
}

fn car() -> impl Strategy<Value = CarId> {
    any::<u32>().prop_map(CarId)
}

fn zone() -> impl Strategy<Value = Zone> {
    prop::sample::select(Zone::ALL.to_vec())
}

fn gain() -> impl Strategy<Value = Gain> {
    (zone(), any::<u8>(), prop::option::of(car())).prop_map(|(zone, points, car)| Gain { zone, points, car })
}

fn roll() -> impl Strategy<Value = Roll> {
    let purpose = prop_oneof![
        Just(Purpose::Start),
        Just(Purpose::Grid),
        Just(Purpose::Danger),
        car().prop_map(Purpose::Mover),
        car().prop_map(Purpose::Other),
        Just(Purpose::Motor),
        car().prop_map(Purpose::MotorOf),
        Just(Purpose::Pit),
        Just(Purpose::Noise),
        car().prop_map(Purpose::Radio),
        Just(Purpose::Weather),
    ];
    (purpose, chance()).prop_map(|(purpose, value)| Roll { purpose, value })
}

fn any_turn() -> impl Strategy<Value = Turn> {
    let way = prop::sample::select(vec![Way::Left, Way::Right, Way::Pit]);
    let change = (way, any::<u16>()).prop_map(|(way, step)| Change { way, step });
    let side = || prop::sample::select(vec![Side::Left, Side::Right]);
    let slip = (prop::sample::select(Shape::ALL.to_vec()), side(), any::<u8>())
        .prop_map(|(shape, side, brakes)| Slip { shape, side, brakes });
    let nitro = (prop::option::of(any::<u8>()), any::<bool>()).prop_map(|(part, better)| Nitro { part, better });
    let kind = prop::sample::select(vec![StopKind::Tyre, StopKind::Technical]);
    let set = prop::option::of(prop::sample::select(TyreSet::ALL.to_vec()));
    let pit = (kind, set, prop::collection::vec(gain(), 0..3)).prop_map(|(kind, tyres, repairs)| PitStop {
        kind,
        tyres,
        repairs,
    });
    let name = "[a-zA-Z0-9_-]{1,24}".prop_map(|name| name.parse().unwrap());
    let first =
        (car(), any::<u32>(), any::<bool>(), prop::option::of(any::<u8>()), prop::option::of(chance()), any::<bool>());
    let second = (prop::option::of(chance()), any::<u16>(), prop::collection::vec(change, 0..4), any::<u8>());
    let third = (prop::option::of(any::<u8>()), prop::option::of(nitro), any::<bool>(), prop::option::of(any::<u8>()));
    let fourth = (any::<i8>(), prop::collection::vec(slip, 0..3), prop::option::of(pit), any::<bool>());
    let fifth = (prop::option::of(car()), prop::collection::vec(roll(), 0..5), prop::option::of(chance()));
    let sixth =
        (prop::collection::vec(gain(), 0..3), prop::option::of(any::<u32>()), prop::collection::vec(name, 0..3));
    let last = (any::<bool>(), any::<bool>(), prop::option::of(any::<[u8; 6]>().prop_map(Wear)));
    (first, second, third, fourth, fifth, sixth, last).prop_map(|(a, b, c, d, e, f, g)| Turn {
        skip: a.2,
        retires: a.5,
        gear: a.3,
        die: a.4,
        ace: b.0,
        spaces: b.1,
        changes: b.2,
        brakes: b.3,
        blocked: c.0,
        nitro: c.1,
        soft: c.2,
        drift: c.3,
        skid: d.0,
        slips: d.1,
        pit: d.2,
        scrap: d.3,
        radio: e.0,
        rolls: e.1,
        frog: e.2,
        gains: f.0,
        seconds: f.1,
        ends: f.2,
        out: g.0,
        spin: g.1,
        wear: g.2,
        ..Turn::of(a.0, a.1)
    })
}

fn entry() -> impl Strategy<Value = CarEntry> {
    let tyres = || prop::sample::select(TyreSet::ALL.to_vec());
    let first = (car(), "\\PC{0,8}", "\\PC{0,5}", prop::option::of(any::<[u8; 6]>().prop_map(Wear)), tyres());
    let second = (prop::option::of(tyres()), prop::option::of(prop::sample::select(Skill::ALL.to_vec())));
    let third = (prop::option::of(any::<u32>()), prop::option::of(any::<u32>()), prop::option::of(any::<u32>()));
    (first, second, third, prop::collection::vec(any::<u8>(), 0..3)).prop_map(|(a, b, c, rolls)| CarEntry {
        name: a.1,
        colour: a.2,
        wear: a.3,
        tyres: a.4,
        qualifying_tyres: b.0,
        skill: b.1,
        pit_box: c.0,
        team: c.1,
        slot: c.2,
        rolls,
        ..CarEntry::new(a.0, "")
    })
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let roll = || prop::option::of(any::<u8>());
    let weather = (roll(), roll(), roll(), roll()).prop_map(|(qualifying, race, frog_qualifying, frog_race)| {
        WeatherRolls { qualifying, race, frog_qualifying, frog_race }
    });
    let options = any::<[bool; 8]>();
    (any::<u32>(), options, any::<[bool; 18]>(), weather, prop::collection::vec(entry(), 0..4)).prop_map(
        |(laps, on, switches, weather, cars)| {
            let mut setup = Setup { laps, weather, cars, ..Setup::default() };
            let rules = &mut setup.rules;
            rules.preset = if on[0] { Preset::Basic } else { Preset::Advanced };
            (rules.construction, rules.qualifying, rules.weather, rules.tyres) = (on[1], on[2], on[3], on[4]);
            (rules.pit_options, rules.teams, rules.road) = (on[5], on[6], on[7]);
            let mut named = serde_json::to_value(Switches::default()).unwrap();
            for (value, is_on) in named.as_object_mut().unwrap().values_mut().zip(switches) {
                *value = is_on.into();
            }
            rules.switches = serde_json::from_value(named).unwrap();
            setup.grid = if on[0] { Grid::Rolled } else { Grid::Typed };
            setup.circuit = on[1].then(|| "00ff".to_owned());
            setup
        },
    )
}

proptest! {
    #[test]
    fn a_turn_is_read_from_its_line(turn in any_turn()) {
        let line = FormulaD::notation(&turn);
        prop_assert_eq!(FormulaD::read_notation(&line).map_err(|error| format!("{line}: {error}")), Ok(turn.clone()));
        let json = serde_json::to_string(&turn).unwrap();
        prop_assert_eq!(serde_json::from_str::<Turn>(&json).unwrap(), turn);
    }

    #[test]
    fn no_line_makes_reading_panic(line in "\\PC{0,40}", tail in "[0-9.gdmnbkwsx:!=+*()>LRP?/ -]{0,40}") {
        let _ = FormulaD::read_notation(&line);
        let _ = FormulaD::read_notation(&format!("1.1 {tail}"));
    }

    #[test]
    fn a_setup_is_read_from_its_json(setup in any_setup()) {
        let text = paddock::replay::print(&setup).unwrap();
        prop_assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    }

    #[test]
    fn any_turn_is_refused_or_played_and_forced_without_panic(turn in any_turn()) {
        let mut table = table("b20 g4, a24 g4, b23 g4, c46 g5");
        let turn = Turn { car: CarId(1), round: 1, ..turn };
        let _ = FormulaD::play(&table.track, &table.state, &turn);
        let forced = FormulaD::force(&table.track, &table.state, &turn);
        let _ = FormulaD::describe(&table.setup, &table.state, &turn, &forced.played.state, &forced.played.events);
        let _ = FormulaD::view(&table.track, &forced.played.state);
        table.place("c46 g4, a24 g4, b23 g4, b58 g5");
        let _ = FormulaD::force(&table.track, &table.state, &turn);
    }
}

#[test]
fn circuits_are_read_from_their_json() {
    let blocked = Invented { blocked: vec![(1, 30)], ..Invented::new(eight, 110) }.import().draft;
    for (name, draft) in [("imported", blocked), ("oval", oval())] {
        let text = paddock::replay::print(&draft).unwrap();
        assert_eq!(serde_json::from_str::<Draft>(&text).unwrap(), draft, "{name}");
    }
}
