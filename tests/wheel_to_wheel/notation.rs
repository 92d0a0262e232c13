//! Tests of turns and races as text: reading a printed text gives the same turns.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::CarId;
use paddock::game::Credits;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::{
    Action, Branch, Compound, Dice, Die, Draft, DriverEntry, GarageDraft, GarageThrow, Icon, Mark, Options, PitEnter,
    Plan, RainCount, RecordLine, Setup, Skills, Stage, Strategy, TeamEntry, TeamMates, Throw, Turn, Use, WheelToWheel,
    Wheels, records,
};
use proptest::prelude::*;

fn read(line: &str) -> Result<Turn, String> {
    WheelToWheel::read_notation(line).map_err(|error| error.to_string())
}

#[test]
fn entries_as_lines() {
    let turn = |throw| Turn::throw(CarId(11), throw);
    let pairs = [
        (turn(mv(Die::Green, 5)), "11: g5 m"),
        (turn(to_pit(Die::Red, 6)), "11: r6 m pit"),
        (turn(on_track(Die::Blue, 3)), "11: b3 m track"),
        (turn(charge(Die::Green, 4)), "11: g4 c"),
        (turn(hold(3)), "11: b3 h"),
        (turn(halt(Die::Green, 6)), "11: g6 e"),
        (turn(fit(mv(Die::Blue, 2), S)), "11: b2 m tyres S"),
        (turn(Throw { through: true, ..mv(Die::Blue, 2) }), "11: b2 m through"),
        (turn(fit(failure(Die::Green), H)), "11: g6 x tyres H"),
        (turn(Throw { steps: Some(3), ..mv(Die::Green, 5) }), "11: g5 m3"),
        (Turn::discharge(CarId(62)), "62: D"),
        (Turn::spend(CarId(21), Icon::Helmet, 2), "21: s helmet2"),
        (Turn { car: CarId(11), action: Action::Pass }, "11: pass"),
    ];
    for (turn, line) in pairs {
        assert_eq!(WheelToWheel::notation(&turn), line);
        assert_eq!(read(line), Ok(turn), "{line}");
        assert_eq!(read(&format!("  {line}   # a remark")), Ok(turn));
    }
}

#[test]
fn lines_that_are_none_say_where() {
    for (line, error) in [
        ("", "column 1: begin the line with the car's number, as in `11: g5 m`"),
        ("11 g5 m", "column 3: write a colon after the car's number"),
        ("11: q5 m", "column 5: `q5` is neither a throw, such as `g5`, nor `D`, `s` or `pass`"),
        ("11: g5", "column 7: the use of the throw, such as `m` or `c`, is missing"),
        ("11: g5 y", "column 8: `y` is not `m`, `c`, `h`, `e` or `x`"),
        ("11: g5 c3", "column 8: `c3` is not `m`, `c`, `h`, `e` or `x`"),
        ("11: g5 m pit track", "column 14: `track` is repeated"),
        ("11: g5 m tyres Q", "column 16: `Q` is not `H`, `S` or `W`"),
        ("11: s hat2", "column 7: `hat2` is not a skill slot: write one such as `helmet2`"),
        ("11: D now", "column 7: `now` is one word too many"),
        ("99999999999: D", "column 1: the car's number is too large"),
    ] {
        assert_eq!(read(line), Err(error.to_owned()), "{line}");
    }
}

fn any_throw() -> impl Strategy_<Value = Throw> {
    let steps = prop::option::of(0_u8..=255);
    let branch = prop::option::of(prop::sample::select(vec![Branch::Track, Branch::Pit]));
    let tyres = prop::option::of(prop::sample::select(Compound::ALL.to_vec()));
    let what = prop::sample::select(Use::ALL.to_vec());
    let die = prop::sample::select(Die::ALL.to_vec());
    (die, any::<u8>(), what, steps, branch, any::<bool>(), tyres).prop_map(
        |(die, face, what, steps, branch, through, tyres)| {
            let steps = steps.filter(|steps| *steps != face && what == Use::Move);
            Throw { die, face, what, steps, branch, through, tyres }
        },
    )
}

use proptest::strategy::Strategy as Strategy_;

fn any_turn() -> impl Strategy_<Value = Turn> {
    let action = prop_oneof![
        6 => any_throw().prop_map(Action::Throw),
        1 => Just(Action::Discharge),
        1 => Just(Action::Pass),
        1 => (prop::sample::select(Icon::ALL.to_vec()), any::<u8>()).prop_map(|(icon, slot)| Action::Spend { icon, slot }),
    ];
    (any::<u32>(), action).prop_map(|(car, action)| Turn { car: CarId(car), action })
}

/// Free text: what lines must not break.
fn text() -> impl Strategy_<Value = String> {
    prop_oneof![Just(String::new()), "[a-z #\\\\\n\u{2028}-]{1,12}", ".{0,8}"]
}

fn any_draft() -> impl Strategy_<Value = Draft> {
    let number = || prop_oneof![0_u32..70, any::<u32>()];
    let numbers = move || prop::collection::vec(number(), 0..5);
    let points = || prop::collection::vec([-100.0..100.0_f64, -1e9..1e9], 0..30);
    let faces = || prop::collection::vec(any::<u8>(), 0..7);
    let garage = (text(), prop_oneof![Just(String::new()), Just("AM".to_owned())], number())
        .prop_map(|(colour, code, field)| GarageDraft::new(colour, code, field));
    let fields = (number(), number(), number(), number(), number(), number());
    let rounds = (number(), number(), number(), number());
    let lists = (numbers(), numbers(), prop::collection::vec(number(), 1..5), prop::collection::vec(garage, 0..4));
    (text(), text(), fields, rounds, lists, (faces(), faces(), faces()), (points(), points())).prop_map(
        |(name, description, fields, rounds, (red, grid, points, garages), (blue, green, red_die), (line, lane))| {
            Draft {
                credits: Credits { designer: name.clone(), notes: description.clone(), ..Credits::default() },
                name,
                description,
                loop_len: fields.0,
                red,
                grid,
                pit_entry: fields.1,
                pit_exit: fields.2,
                lane_len: fields.3,
                lane_line: fields.4,
                garages,
                crash_next: fields.5,
                dice: Dice { blue, green, red: red_die },
                laps: rounds.0,
                free_rounds: rounds.1,
                battery_size: rounds.2,
                rain_rounds: rounds.3,
                points,
                crash_zone: line.first().copied(),
                groups: Vec::new(),
                reference: None,
                line,
                lane,
            }
        },
    )
}

fn any_setup() -> impl Strategy_<Value = Setup> {
    let driver = || {
        (
            text(),
            prop::sample::select(Compound::ALL.to_vec()),
            prop::option::of(prop::sample::select(Plan::ALL.to_vec())),
        )
            .prop_map(|(name, tyre, plan)| DriverEntry { name, tyre, plan })
    };
    let throws = prop::collection::vec(any::<[u8; 3]>(), 0..4);
    let skills = any::<[u8; 3]>().prop_map(|[helmet, tools, headset]| Skills { helmet, tools, headset });
    let team = (text(), text(), throws, any::<u32>(), skills, [driver(), driver()]).prop_map(
        |(name, colour, qualifying, points, skills, drivers)| TeamEntry {
            name,
            colour,
            qualifying,
            points,
            skills,
            drivers,
        },
    );
    let stage = prop::option::of((any::<u32>(), any::<u32>()).prop_map(|(race, races)| Stage { race, races }));
    let options =
        (any::<bool>(), any::<u32>(), any::<bool>(), any::<bool>()).prop_map(|(change, round_cap, exact, binding)| {
            Options {
                engine_garage_change: change,
                round_cap,
                pit_enter: if exact { PitEnter::Exact } else { PitEnter::Any },
                team_mates: if exact { TeamMates::Share } else { TeamMates::Collide },
                slipstream_charge: binding,
                rain_count: if change { RainCount::StartingRound } else { RainCount::NextRound },
                garage_throw: if binding { GarageThrow::Blue } else { GarageThrow::Any },
                strategy: if binding { Strategy::Binding } else { Strategy::Plan },
                ..Options::default()
            }
        });
    (stage, options, prop::collection::vec(team, 0..4)).prop_map(|(championship, options, teams)| Setup {
        championship,
        options,
        teams,
    })
}

proptest! {
    #[test]
    fn turns_read_back(turn in any_turn()) {
        let line = WheelToWheel::notation(&turn);
        prop_assert_eq!(read(&line), Ok(turn), "{}", line);
        let value = serde_json::to_value(turn).unwrap();
        prop_assert_eq!(serde_json::from_value::<Turn>(value).unwrap(), turn);
    }

    #[test]
    fn boards_and_setups_read_back_from_json(draft in any_draft(), setup in any_setup()) {
        let (board, race) = (paddock::replay::print(&draft).unwrap(), paddock::replay::print(&setup).unwrap());
        prop_assert_eq!(serde_json::from_str::<Draft>(&board).unwrap(), draft);
        prop_assert_eq!(serde_json::from_str::<Setup>(&race).unwrap(), setup);
    }

    /// Whatever a file holds: boards and setups are checked, drawn and laid out, and turns of any kind are refused, or carried
    /// out as far as it makes sense.
    #[test]
    fn nothing_panics(draft in any_draft(), setup in any_setup(), cars in 2_usize..=6, turns in prop::collection::vec((0_usize..14, any_turn()), 1..60)) {
        let _ = WheelToWheel::validate(&draft);
        let _ = WheelToWheel::draw_draft(&draft, &[]);
        let _ = WheelToWheel::layout(&draft);
        let track = valid(&test_60());
        let _ = WheelToWheel::start(&track, &setup);
        let _ = WheelToWheel::entrants(&setup);
        let setup = crate::common::setup(cars);
        let mut state = WheelToWheel::start(&track, &setup).unwrap();
        for (number, turn) in turns {
            let car = if number < state.drivers.len() { state.car(number) } else { turn.car };
            let turn = Turn { car, ..turn };
            let before = state.clone();
            let checked = WheelToWheel::play(&track, &state, &turn);
            let forced = WheelToWheel::force(&track, &state, &turn);
            prop_assert_eq!(checked.as_ref().err(), forced.illegal.as_ref());
            let after = forced.played.state;
            let _ = WheelToWheel::describe(&setup, &before, &turn, &after, &forced.played.events);
            let view = WheelToWheel::view(&track, &after);
            prop_assert_eq!(view.cars.len(), 2 * cars);
            let mut scene = WheelToWheel::draw_draft(track.draft(), &[]);
            WheelToWheel::draw_state(&track, &setup, &after, Some((&before, &turn)), &mut scene);
            let finite = |at: &[f64; 2]| at.iter().all(|value| value.is_finite());
            prop_assert!(view.cars.iter().all(|car| finite(&car.at) && car.progress.is_finite()));
            prop_assert!(after.to_act().is_some() || after.phase != paddock::games::wheel_to_wheel::Phase::Racing);
            state = after;
        }
    }

    #[test]
    fn no_line_panics(line in ".{0,60}", words in "(11:|g6|m|pit|tyres|[HSW]|D|s|helmet2| |[0-9]){0,12}") {
        for text in [line, words] {
            let _ = read(&text);
            let _ = text.parse::<RecordLine>();
        }
    }
}

#[test]
fn the_ledgers_lines_are_read_and_written() {
    for line in [
        "R03.2 AM1: r6 m 31>37; g4 c 2>6",
        "R07.1 AZ2: D m 30>36 | !C AM1 !Y",
        "R09.4 JD1: b2 m P4>P6 | G S>H",
        "R10.5 CR2: b3 h | t1",
        "R15.1 AM1: g5 m 58>3 | L3",
        "R200.6 ON2: g6 m CZ>P18; r6 c 0>6; g6 | !E G !R+ !R- s helmet2 +3 F3",
    ] {
        let record: RecordLine = line.parse().unwrap();
        assert_eq!(record.to_string(), line);
    }
    let record: RecordLine = "R10.5 CR2: b3 h | t1".parse().unwrap();
    assert_eq!((record.round, record.seat, record.driver.as_str()), (10, 5, "CR2"));
    assert_eq!(record.marks, [Mark::Try(1)]);
    for line in ["", "R1 AM1: g5 m 1>2", "R1.1 AM1: g5 m", "R1.1 AM1: D", "R1.1 AM1: g5 m 1>2 | Q", "R1.1 : g5 h"] {
        assert!(line.parse::<RecordLine>().is_err(), "{line}");
    }
}

/// The one record of these turns.
fn record(trial: &Trial, turns: &[Turn]) -> String {
    let lines = records(&trial.track, &trial.state, turns);
    lines.iter().map(RecordLine::to_string).collect::<Vec<String>>().join("\n")
}

#[test]
fn records_of_moves() {
    let trial = Trial::new(6).at("AM1", "31").battery("AM1", 2).tyres("AM1", "S0", "").round(3).turn_of("AM1");
    let throw = |name: &str, throw| trial.throw(name, throw);
    let turns = [throw("AM1", mv(Die::Red, 6)), throw("AM1", charge(Die::Green, 4))];
    assert_eq!(record(&trial, &turns), "R03.1 AM1: r6 m 31>37; g4 c 2>6");
    let red = Trial::new(2).round(7).at("AZ2", "30").battery("AZ2", 6).at("AM1", "36").turn_of("AZ1");
    assert_eq!(record(&red, &[red.discharge("AZ2")]), "R07.2 AZ2: D m 30>36 | !C AM1 !Y");
    let lane = Trial::new(3).round(9).at("JD1", "P4").tyres("JD1", "S0", "").turn_of("JD1");
    assert_eq!(record(&lane, &[lane.throw("JD1", fit(mv(Die::Blue, 2), H))]), "R09.3 JD1: b2 m P4>P6 | G S>H");
    let held = Trial::new(4).round(10).at("CR2", "P6").turn_of("CR1");
    assert_eq!(record(&held, &[held.throw("CR2", hold(3))]), "R10.4 CR2: b3 h | t1");
    let mut line = Trial::new(2).round(15).at("AM1", "58").lap("AM1", 2).tyres("AM1", "H0", "S").turn_of("AM1");
    line.state.awarded = 2;
    assert_eq!(record(&line, &[line.throw("AM1", mv(Die::Green, 5))]), "R15.1 AM1: g5 m 58>3 | L3");
    // A slot before the move, a line for each driver, one that is still open at the end.
    let mut spent = Trial::new(2).turn_of("AM1");
    spent.state.teams[0].free = 1;
    let turns = [
        spent.spend("AM1", Icon::Tools, 2),
        spent.throw("AM1", mv(Die::Green, 2)),
        spent.throw("AM2", mv(Die::Green, 6)),
    ];
    assert_eq!(record(&spent, &turns), "R05.1 AM1: g2 m 12>14 | s tools2\nR05.1 AM2: g6 m 52>58");
    assert!(matches!(Wheels::Held, Wheels::Held));
}
