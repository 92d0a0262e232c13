//! Tests of the rules for setup, turns, moves, notation and shared finishes: RT-SET, RT-TURN, RT-MOVE, RT-NOTE,
//! RT-FIN-07 and 08, RT-TIE.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{CarId, Event, EventKind, Status};
use paddock::games::vector_racing::notation::{self, Form, RecordLine, coordinates, letters, read_move};
use paddock::games::vector_racing::{
    CrashRule, Draft, Life, Phase, Racer, RacerEntry, RegionKind, Round, Rules, Setup, Standing, State, Tie, Turn,
    VectorRacing, report,
};

fn hash(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

fn go(car: u32, velocity: [i32; 2]) -> Turn {
    Turn::go(CarId(car), velocity)
}

#[test]
fn rt_set_01_a_race_fixes_everything_and_needs_a_sound_track() {
    let broken = Draft { start: None, ..ring() };
    assert!(VectorRacing::validate(&broken).0.is_none());
    let track = valid(&ring());
    let mut setup = setup(1);
    setup.laps = 0;
    assert!(VectorRacing::start(&track, &setup).is_err());
    setup.laps = 3;
    setup.rules = Some(Rules { crash: CrashRule::StopAtWall, ..Rules::default() });
    let state = VectorRacing::start(&track, &setup).unwrap();
    assert_eq!((state.terms.needed, state.terms.rules.crash), (3, CrashRule::StopAtWall));
}

#[test]
fn rt_set_02_marks_and_numbers_differ() {
    let track = valid(&ring());
    let racer = |car, mark: &str, colour: &str| RacerEntry {
        mark: mark.to_owned(),
        colour: colour.to_owned(),
        ..RacerEntry::new(CarId(car), format!("P{car}"))
    };
    let refused = |racers: Vec<RacerEntry>| {
        let setup = Setup { laps: 1, rules: None, racers };
        VectorRacing::start(&track, &setup).err().map(|issues| issues[0].message.clone())
    };
    let same = refused(vec![racer(1, "x", "red"), racer(2, "x", "red")]);
    assert_eq!(same.as_deref(), Some("Racer P2 has the same mark and colour as racer P1."));
    assert_eq!(refused(vec![racer(1, "x", "red"), racer(2, "x", "blue"), racer(3, "o", "red")]), None);
    let twins = refused(vec![racer(1, "x", ""), racer(1, "o", "")]);
    assert_eq!(twins.as_deref(), Some("Two cars have the number 1."));
    for (number, allowed) in [(0, false), (1, true), (999, true), (1000, false)] {
        assert_eq!(refused(vec![racer(number, "", "")]).is_none(), allowed, "{number}");
    }
    assert!(refused(Vec::new()).is_some());
    assert!(refused((1..=17).map(|car| racer(car, "", "")).collect()).is_some());
    assert!(refused((1..=16).map(|car| racer(car, "", "")).collect()).is_none());
}

#[test]
fn rt_set_03_the_first_state() {
    let mut draft = ring();
    draft.start = Some([5, 2]);
    draft.rules.damage = paddock::games::vector_racing::DamageRule::Life;
    let race = Trial::with(&draft, &setup(2));
    for racer in &race.state.racers {
        let Racer { at, base, progress, force, fast, slow, tally, lost, life, standing, .. } = racer;
        assert_eq!((*at, *base, *progress, *lost), ([5, 2], [0, 0], -1, 0));
        assert!(!force && !fast && !slow && *tally == Default::default());
        assert_eq!((life, standing), (&Life::Points(10), &Standing::Racing));
    }
    assert_eq!((race.state.turn, race.state.phase), (1, Phase::Racing));
}

#[test]
fn rt_turn_01_moves_are_secret_until_all_are_in() {
    let race = Trial::with(&ring(), &setup(3));
    let mut round = Round::new(&race.track, &race.state);
    round.hand_in(CarId(2), [1, 1]).unwrap();
    assert_eq!(round.reveal().unwrap_err().message, "Still waiting for racer 1, racer 3.");
    assert!(round.hand_in(CarId(1), [2, 0]).is_err());
    round.hand_in(CarId(1), [1, 0]).unwrap();
    round.hand_in(CarId(3), [0, 1]).unwrap();
    assert_eq!(round.reveal().unwrap(), [go(1, [1, 0]), go(2, [1, 1]), go(3, [0, 1])]);
    // A record has the entries in the order of the list.
    let refused = race.refused(go(2, [1, 1]));
    assert_eq!((refused.clause, refused.message.as_str()), ("RT-TURN-01", "Still waiting for racer 1."));
    let refused = race.play(go(1, [1, 0])).refused(go(1, [1, 0]));
    let words = "Racer 1 has already moved. Still waiting for racer 2, racer 3.";
    assert_eq!((refused.clause, refused.message.as_str()), ("RT-TURN-01", words));
}

#[test]
fn rt_turn_02_racers_never_affect_each_other() {
    let moves = [[[1, 0], [1, 1], [0, 1]], [[2, 0], [1, 2], [1, 1]], [[3, 0], [2, 2], [0, 1]]];
    let play = |order: [usize; 3]| {
        let racers = order.map(|index| RacerEntry::new(CarId(index as u32 + 1), "")).to_vec();
        let mut race = Trial::with(&ring(), &Setup { laps: 1, rules: None, racers });
        for round in moves {
            for index in order {
                let racer = race.state.racers.iter().find(|racer| racer.car == CarId(index as u32 + 1)).unwrap();
                race = if racer.lost > 0 { race.lose() } else { race.go(round[index]) };
            }
        }
        let mut racers = race.state.racers;
        racers.sort_by_key(|racer| racer.car);
        racers
    };
    let expected = play([0, 1, 2]);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(play(order), expected);
    }
}

#[test]
fn rt_turn_03_lost_turns() {
    let trial = Trial::new(&straight(20, 6, 18, [10, 3])).at([10, 3], [4, 4]).go([4, 4]);
    let refused = trial.refused(go(1, [0, 0]));
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("RT-TURN-03", "Racer 1 must miss this turn. Turns left to miss: 1.")
    );
    let next = trial.lose();
    assert_eq!((next.racer().lost, next.state.turn), (0, 3));
    assert!(next.refused(Turn::lost(CarId(1))).clause == "RT-TURN-03");
    // Who has finished has no move.
    let race = Trial::with(&ring(), &setup(2)).at([5, 2], [2, 0]).go([2, 0]).go([1, 0]);
    assert_eq!(race.refused(go(1, [2, 0])).message, "Racer 1 is finished and has no move.");
    let out = race.change(|racer| racer.standing = Standing::Out);
    assert_eq!(out.refused(go(1, [2, 0])).message, "Racer 1 is out and has no move.");
}

#[test]
fn rt_turn_04_the_end_of_a_race() {
    let capped = Trial::new(&ring()).rules(|rules| rules.turn_cap = 3);
    let end = capped.go([1, 0]).go([0, 0]).go([0, 0]);
    assert_eq!((end.state.phase, end.state.turn, end.state.to_act()), (Phase::Abandoned, 3, None));
    assert_eq!(end.refused(go(1, [0, 0])).clause, "RT-TURN-04");
    let race = |play_on| {
        let rules = Rules { play_on, ..Rules::default() };
        Trial::with(&ring(), &Setup { rules: Some(rules), ..setup(2) }).at([5, 2], [2, 0]).go([2, 0])
    };
    assert_eq!(race(false).go([1, 0]).state.phase, Phase::Over);
    let on = race(true).go([1, 0]);
    assert_eq!((on.state.phase, on.state.to_act()), (Phase::Racing, Some(1)));
}

#[test]
fn rt_move_01_nine_moves() {
    let trial = Trial::new(&board()).at([0, 0], [4, -2]);
    let expected: Vec<[i32; 2]> = (3..=5).flat_map(|x| (-3..=-1).map(move |y| [x, y])).collect();
    assert_eq!(trial.moves(), expected);
    let refused = trial.refused(go(1, [6, -2]));
    assert_eq!(
        refused.message,
        "The move (6,-2) is not allowed from the velocity (4,-2): the move's x must be 3 to 5 and its y must be -3 to -1."
    );
    assert_eq!((refused.clause, refused.evidence.len()), ("RT-MOVE-01", 2));
}

#[test]
fn rt_move_02_from_rest() {
    let trial = Trial::new(&board());
    assert_eq!((trial.moves().len(), trial.moves().contains(&[0, 0])), (9, true));
    assert_eq!(trial.refused(go(1, [2, 0])).clause, "RT-MOVE-02");
}

#[test]
fn rt_move_03_walls_make_no_move_illegal() {
    let trial = Trial::new(&straight(20, 6, 18, [10, 3])).at([12, 3], [0, 9]);
    assert_eq!(trial.moves().len(), 9);
    assert!(trial.moves().into_iter().all(|velocity| trial.report(velocity).crash.is_some()));
    assert_eq!(VectorRacing::places(&trial.track, &trial.state).len(), 9);
}

#[test]
fn rt_move_04_a_refused_move_changes_nothing() {
    let trial = Trial::new(&board());
    let before = hash(&trial.state);
    trial.refused(go(1, [5, 5]));
    trial.refused(go(9, [0, 0]));
    assert_eq!(hash(&trial.state), before);
    // Carried out all the same where a log has it, and flagged.
    let forced = VectorRacing::force(&trial.track, &trial.state, &go(1, [5, 5]));
    assert_eq!((forced.illegal.unwrap().clause, forced.played.state.racers[0].at), ("RT-MOVE-02", [5, 5]));
}

#[test]
fn rt_move_05_where_a_move_ends() {
    assert_eq!(Trial::new(&board()).at([8, 3], [4, -1]).go([4, -1]).racer().at, [12, 2]);
}

#[test]
fn rt_move_06_no_limits() {
    let mut trial = Trial::new(&board());
    for _ in 0..20 {
        trial = trial.go([0, 0]);
    }
    assert_eq!(trial.racer().at, [0, 0]);
    let fast = trial.at([0, 0], [29, 0]);
    assert_eq!(fast.go([30, 1]).racer().at, [30, 1]);
}

#[test]
fn rt_note_01_coordinates() {
    assert_eq!(read_move("( -1, 3 )"), Ok([-1, 3]));
    assert_eq!(read_move("(4,-2)"), Ok([4, -2]));
    for refused in ["(4 2)", "(4;2)", "(1 2,3)", "(,1)", "(1,)", "4,2", "(1.5,2)", "(1,2", "()"] {
        assert!(read_move(refused).is_err(), "{refused}");
    }
    let error = read_move("north").unwrap_err().to_string();
    assert_eq!(error, "`north` is not a move: write `(x,y)`, or letters such as `1L3U`");
}

#[test]
fn rt_note_02_letters() {
    assert_eq!([[-1, 3], [4, -2], [3, 0], [0, 0]].map(letters), ["1L3U", "4R2D", "3R", "0"]);
}

#[test]
fn rt_note_03_letters_are_read_generously() {
    for (text, velocity) in [("3u1l", [-1, 3]), ("0R3U", [0, 3]), ("1 L 3 U", [-1, 3]), ("0r0d", [0, 0]), ("0", [0, 0])]
    {
        assert_eq!(read_move(text), Ok(velocity), "{text}");
    }
    for refused in ["1L2R", "LU", "-1R", "1U2D", "1", "", "1R1R", "1X", "+1R", "R1"] {
        assert!(read_move(refused).is_err(), "{refused}");
    }
}

#[test]
fn rt_note_04_both_forms_round_trip() {
    for x in -50..=50 {
        for y in -50..=50 {
            assert_eq!(read_move(&letters([x, y])), Ok([x, y]));
            assert_eq!(read_move(&coordinates([x, y])), Ok([x, y]));
            for form in [Form::Letters, Form::Coordinates] {
                let line = notation::line_in(&go(7, [x, y]), form);
                assert_eq!(VectorRacing::read_notation(&line), Ok(go(7, [x, y])), "{line}");
            }
        }
    }
    assert_eq!(VectorRacing::read_notation(" 3 : x # repairs"), Ok(Turn::lost(CarId(3))));
    assert_eq!(VectorRacing::notation(&Turn::lost(CarId(3))), "3: x");
    let error = VectorRacing::read_notation("12: 1X").unwrap_err();
    assert_eq!(
        (error.column, error.message.as_str()),
        (5, "`1X` is not a move: write `(x,y)`, or letters such as `1L3U`")
    );
}

/// Two racers of a straight, put before the line with these moves; their places.
fn finish(ties: &[Tie], racers: [([i32; 2], [i32; 2], [i32; 2]); 2]) -> [u32; 2] {
    let mut draft = straight(40, 6, 18, [1, 3]);
    draft.rules.ties = ties.to_vec();
    let mut race = Trial::with(&draft, &setup(2));
    for (racer, (at, base, _)) in race.state.racers.iter_mut().zip(racers) {
        (racer.at, racer.base) = (at, base);
    }
    let race = race.go(racers[0].2).go(racers[1].2);
    [0, 1].map(|index| match race.state.racers[index].standing {
        Standing::Finished(finish) => finish.place,
        _ => panic!("not finished"),
    })
}

/// One racer crosses early and slowly, the other late and fast, from the same distance.
const SLOW: ([i32; 2], [i32; 2], [i32; 2]) = ([16, 3], [4, 0], [4, 1]);
const QUICK: ([i32; 2], [i32; 2], [i32; 2]) = ([15, 5], [4, -2], [4, -3]);

#[test]
fn rt_fin_07_the_first_turn_with_a_finish_decides() {
    assert_eq!(finish(&[], [SLOW, QUICK]), [1, 1]);
    let mut race = Trial::with(&straight(40, 6, 18, [1, 3]), &setup(2));
    (race.state.racers[0].at, race.state.racers[0].base) = ([15, 3], [4, 0]);
    let played = VectorRacing::play(&race.track, &race.state, &go(1, [4, 0])).unwrap();
    // Places are given with the turn's last entry.
    assert!(!played.events.iter().any(|event| matches!(event.kind, EventKind::Finished { .. })));
    let last = VectorRacing::play(&race.track, &played.state, &go(2, [1, 0])).unwrap();
    assert!(last.events.contains(&Event { car: CarId(1), kind: EventKind::Finished { rank: 1 } }));
}

#[test]
fn rt_fin_08_places() {
    let mut race = Trial::with(&straight(40, 6, 18, [1, 3]), &setup(4));
    (race.state.racers[0].at, race.state.racers[0].base) = ([15, 3], [4, 0]);
    (race.state.racers[1].at, race.state.racers[1].base) = ([14, 3], [4, 0]);
    (race.state.racers[2].at, race.state.racers[2].base) = ([9, 3], [4, 0]);
    race.state.racers[3].at = [4, 3];
    let race = race.go([4, 0]).go([4, 0]).go([4, 0]).go([0, 0]);
    let race = race.go([5, 0]).go([0, 0]);
    let view = VectorRacing::view(&race.track, &race.state);
    assert_eq!(
        view.cars.iter().map(|car| (car.rank, car.status)).collect::<Vec<_>>(),
        [(1, Status::Finished), (1, Status::Finished), (3, Status::Finished), (4, Status::Racing)]
    );
}

/// When the race is over, racers that are out are placed by their laps, with those that did not finish.
#[test]
fn rt_fin_08_a_racer_that_is_out_keeps_its_laps() {
    let mut race = Trial::with(&straight(40, 6, 18, [1, 3]), &setup(3));
    race.state.turn = race.state.terms.rules.turn_cap;
    race.state.racers[0].at = [16, 3];
    race.state.racers[0].standing = Standing::Out;
    race.state.racers[1].at = [4, 3];
    race.state.racers[2].at = [9, 3];
    let ranks = |race: &Trial| {
        let view = VectorRacing::view(&race.track, &race.state);
        view.cars.iter().map(|car| car.rank).collect::<Vec<u32>>()
    };
    // While the race goes on, nobody who is out leads it.
    assert_eq!(ranks(&race), [3, 2, 1]);
    let mut race = race;
    while race.state.to_act().is_some() {
        race = race.go([0, 0]);
    }
    assert_eq!(ranks(&race), [1, 3, 2]);
}

#[test]
fn rt_tie_01_shared() {
    assert_eq!(finish(&[], [SLOW, QUICK]), [1, 1]);
}

#[test]
fn rt_tie_02_distance() {
    assert_eq!(finish(&[Tie::Distance], [SLOW, QUICK]), [1, 2]);
}

#[test]
fn rt_tie_03_speed() {
    assert_eq!(finish(&[Tie::Speed], [SLOW, QUICK]), [2, 1]);
}

/// The places of two finishes with these λ, Ni and Nf.
fn timed(a: ((i64, i64), i64, i64), b: ((i64, i64), i64, i64)) -> [u32; 2] {
    let mut draft = straight(40, 6, 18, [1, 3]);
    draft.rules.ties = vec![Tie::Time];
    let mut race = Trial::with(&draft, &setup(3));
    for (racer, (t, speed_before, speed)) in race.state.racers.iter_mut().zip([a, b]) {
        let finish = paddock::games::vector_racing::Finish { turn: 1, t, speed_before, speed, from: [16, 3], place: 0 };
        racer.standing = Standing::Finished(finish);
    }
    race.state.done = 0b011;
    let race = race.go([0, 0]);
    [0, 1].map(|index| match race.state.racers[index].standing {
        Standing::Finished(finish) => finish.place,
        _ => 0,
    })
}

#[test]
fn rt_tie_04_time() {
    // 5/9 against 8/11.
    assert_eq!(timed(((1, 2), 16, 25), ((2, 3), 25, 36)), [1, 2]);
    // From rest or after a crash, vi is 0: 2 λ.
    assert_eq!(timed(((1, 3), 0, 2), ((1, 2), 9, 9)), [2, 1]);
}

#[test]
fn rt_tie_05_exactly() {
    assert_eq!(timed(((1, 15), 256, 225), ((1, 15), 512, 450)), [1, 1]);
    assert_eq!(timed(((1, 2), 1, 4), ((1, 1), 4, 1)), [1, 1]);
    assert_eq!(timed(((99_999, 199_999), 1, 4), ((1, 1), 4, 1)), [1, 2]);
}

#[test]
fn rt_tie_06_fraction() {
    let early = ([17, 3], [3, 0], [3, 0]);
    let late = ([16, 3], [4, 0], [4, 0]);
    assert_eq!(finish(&[Tie::Fraction], [early, late]), [1, 2]);
}

#[test]
fn rt_tie_07_in_the_order_of_the_list() {
    // Level by speed, parted by time.
    let near = ([16, 3], [4, 0], [4, 0]);
    let far = ([15, 3], [4, 0], [4, 0]);
    assert_eq!(finish(&[Tie::Speed, Tie::Time], [near, far]), [1, 2]);
    assert_eq!(finish(&[Tie::Speed], [near, far]), [1, 1]);
    assert_eq!(finish(&[Tie::Speed, Tie::Distance], [far, near]), [2, 1]);
}

#[test]
fn section_13_records_read_back() {
    let mut draft = board();
    draft.reflectors.push(reflector("0,2", "10,2"));
    draft.regions.push(area(RegionKind::Oil, [1, 2], [0, 1]));
    let trial = Trial::new(&draft);
    let lines = [
        trial.from([8, 3], [4, -1]),
        trial.from([0, 0], [6, 3]),
        Trial::new(&straight(20, 6, 18, [10, 3])).from([10, 3], [4, 4]),
        Trial::new(&straight(20, 6, 18, [10, 3])).from([10, 4], [5, 3]),
        Trial::new(&ring()).from([5, 2], [3, -4]),
    ]
    .map(|report| notation::record_line(&report, "A").to_string());
    assert_eq!(
        lines,
        [
            "1.A 4R1D (8,3)>(12,2)",
            "1.A 6R3U (0,0)>(6,1) !oil:1@1/6 !refl:1@2/3",
            "1.A 4R4U (10,3) #(13,6)@3/4>(13,5) L1",
            "1.A 5R3U (10,4) #(40/3,6)@2/3>(13,5) L1",
            "1.A 3R4D (5,2) >>1 *1/3",
        ]
    );
    for line in lines.iter().map(String::as_str).chain([
        "9.A x",
        "12.C 2R2D (4,4) >>1 *1",
        "3.B 4R (0,0) ~ #(1/2,0)@1/8>(0,0) L7 Dv25 out",
    ]) {
        let record: RecordLine = line.parse().unwrap();
        assert_eq!(record.to_string(), line);
    }
    for refused in ["", "4", "x.A 4R", "4.A", "4.A 4Q (1,1)", "4.A 4R (1,1) ?"] {
        assert!(refused.parse::<RecordLine>().is_err(), "{refused}");
    }
}

#[test]
fn circuits_setups_and_turns_read_back_from_json() {
    let mut draft = ring();
    draft.description = "two\nlines # and a sign".to_owned();
    draft.laps = 2;
    draft.starts = vec![[6, 1], [6, 3]];
    draft.walls.push(paddock::games::vector_racing::WallDraft { open_from: true, ..wall("1/3,10", "3,10") });
    draft.regions.push(region(RegionKind::Slow, "10,10"));
    draft.warps.push(warp("2,10 3,10 3,11", [7, -8]));
    draft.reflectors.push(reflector("9,6", "11,6"));
    draft.spinners.push(spinner("2,6", paddock::games::vector_racing::Spin::Ccw));
    draft.rules = Rules {
        ties: vec![Tie::Speed, Tie::Time],
        hits: Some(paddock::games::vector_racing::Hits {
            count: 2,
            kinds: vec![paddock::games::vector_racing::ObjectKind::Warp],
            ids: vec!["slow:1".to_owned()],
            distinct: false,
            per: paddock::games::vector_racing::Per::Lap,
        }),
        play_on: false,
        turn_cap: 77,
        ..Rules::default()
    };
    let mut setup = setup(3);
    setup.rules = Some(Rules::default());
    setup.racers[1].mark = "x y".to_owned();
    setup.racers[2].start = Some([6, 3]);
    let json = serde_json::to_string(&draft).unwrap();
    assert_eq!(serde_json::from_str::<Draft>(&json).unwrap(), draft, "{json}");
    let json = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup, "{json}");
    for turn in [r#"{"car":1,"move":[4,-2]}"#, r#"{"car":2,"lost":true}"#] {
        let read: Turn = serde_json::from_str(turn).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), turn);
    }
    for refused in [r#"{"car":1}"#, r#"{"car":1,"move":[1,1],"lost":true}"#, r#"{"car":1,"move":[1,1000000]}"#] {
        assert!(serde_json::from_str::<Turn>(refused).is_err(), "{refused}");
    }
}

#[test]
fn words_and_pictures() {
    let race = Trial::with(&straight(20, 6, 18, [10, 3]), &setup(2)).at([10, 3], [4, 4]);
    let turn = go(1, [4, 4]);
    let played = VectorRacing::play(&race.track, &race.state, &turn).unwrap();
    let reported = VectorRacing::describe(&setup(2), &race.state, &turn, &played.state, &played.events);
    assert_eq!(reported, "Round 1, R1: moves 4R4U (4,4); crashes and is placed on (13,5); loses 1 turn.");
    let mut scene = VectorRacing::draw_draft(race.track.draft(), &[]);
    let before = scene.items.len();
    VectorRacing::draw_state(&race.track, &setup(2), &played.state, Some((&race.state, &turn)), &mut scene);
    assert!(scene.items.len() > before);
    assert!(report(&race.track, &race.state, &turn).unwrap().points()[0].len() == 2);
    assert!(!VectorRacing::layout(race.track.draft()).pieces.is_empty());
}

#[test]
fn coordinates_may_count_down_the_sheet() {
    use paddock::games::vector_racing::{Axis, Setup};
    use paddock::replay::{self, Race as _, Timeline};
    let mut draft = ring();
    draft.rules.y_axis = Axis::Down;
    let trial = Trial::new(&draft);
    // What is written counts downwards; files, rules and letters are what they were.
    let refusal = trial.clone().at([6, 2], [1, -3]).refused(Turn::go(CarId(1), [1, 3])).message;
    assert_eq!(
        refusal,
        "The move (1,-3) is not allowed from the velocity (1,3): the move's x must be 0 to 2 and its y must be 2 to 4."
    );
    let text = |y_axis: Axis, line: &str| {
        let setup = Setup { rules: Some(Rules { y_axis, ..Rules::default() }), ..setup(1) };
        let race = Timeline::<VectorRacing>::new(String::new(), ring(), setup, Vec::new()).unwrap();
        let text = format!("{}{line}\n", race.notation_text(0));
        let read = replay::read_text::<VectorRacing>(text.as_bytes(), &replay::no_files).unwrap();
        (read.setup.rules.map(|rules| rules.y_axis), read.turns[0])
    };
    for (y_axis, line, velocity) in [
        (Axis::Down, "1: (1,-1)", [1, 1]),
        (Axis::Down, "1: 1R1U", [1, 1]),
        (Axis::Up, "1: (1,-1)", [1, -1]),
        (Axis::Up, "1: 1R1U", [1, 1]),
    ] {
        let (axis, turn) = text(y_axis, line);
        assert_eq!((turn, axis), (Turn::go(CarId(1), velocity), Some(y_axis)), "{line}");
    }
    // In sentences, and on the edge of the paper.
    let played = VectorRacing::play(&trial.track, &trial.state, &Turn::go(CarId(1), [1, 1])).unwrap();
    let reported =
        VectorRacing::describe(&setup(1), &trial.state, &Turn::go(CarId(1), [1, 1]), &played.state, &played.events);
    assert!(reported.contains("moves 1R1U (1,-1); stands on (7,-3)"), "{reported}");
    let figures = |draft: &Draft| {
        let scene = VectorRacing::draw_draft(draft, &[]);
        let texts = scene.items.iter().filter_map(|item| match &item.shape {
            paddock::game::scene::Shape::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    assert!(figures(&draft).contains(&"-10".to_owned()) && !figures(&ring()).contains(&"-10".to_owned()));
}
