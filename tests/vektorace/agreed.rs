//! Tests of agreements between the players: the setup's options, decisions of the steward, and leaving the race
//! (VR-TURN-03, VR-ON, VR-QUIT and VR-MISC of the ledger).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{
    ALL, Formula8, Online, PRINTED, Position, Second, empty, empty_draft, id, oval, oval_draft, point, position, track,
};
use paddock::game::prelude::*;
use paddock::game::{IllegalTurn, Issue, Severity};
use paddock::games::vektorace::{
    Action, Draft, Edition, Keep, LimitDraft, Marks, Options, Standing, State, Steward, Terms, Turn, Vektorace,
};
use paddock::geometry::Surd;

/// Returns the position under other terms.
fn under(mut position: Position, change: impl Fn(&mut Terms)) -> Position {
    change(&mut position.state.terms);
    position
}

fn terms(edition: Edition, options: &str) -> Result<Terms, Vec<Issue>> {
    let options: Options = serde_json::from_str(options).unwrap();
    options.terms(edition)
}

#[test]
fn options_default_to_the_edition() {
    for edition in ALL {
        assert_eq!(terms(edition, "{}").unwrap(), Terms::of(edition));
        assert_eq!(Options::default().points(), 8);
    }
    assert!(Terms::of(Online).ram && Terms::of(Online).boost_overtaking && Terms::of(Online).overlap.is_some());
    let second = Terms::of(Second);
    assert!(!second.ram && !second.boost_overtaking && !second.powers && !second.take_back && second.overlap.is_none());
    let agreed = terms(Second, r#"{"ram":true,"overlap":0.05,"take_back":true,"powers":true}"#).unwrap();
    assert!(agreed.ram && agreed.take_back && agreed.powers && !agreed.boost_overtaking);
    assert_eq!(agreed.overlap, Some("0.05".parse::<Surd>().unwrap()));
    // Zero means that any overlap counts, also online.
    assert_eq!(terms(Online, r#"{"overlap":0}"#).unwrap().overlap, None);
    for wrong in [r#"{"overlap":0.3}"#, r#"{"overlap":-0.1}"#, r#"{"points":17}"#] {
        assert_eq!(terms(Second, wrong).unwrap_err()[0].severity, Severity::Error, "{wrong}");
    }
    assert!(serde_json::from_str::<Options>(r#"{"points":8,"slipstream":true}"#).is_err());
}

#[test]
fn a_tolerance_for_overlaps_may_be_agreed_on() {
    let start = empty(Second, "A(10,10)0; B(14,10.97)0");
    start.refused("3F F-", "VR-LEGAL-02", "overlaps car 2");
    let agreed = under(start, |terms| terms.overlap = Some("0.05".parse().unwrap()));
    agreed.goes("3F F-", "(14,10)0");
    let strict = under(empty(Online, "A(10,10)0; B(14,10.99)0"), |terms| terms.overlap = None);
    strict.refused("3F F-", "VR-LEGAL-02", "overlaps car 2");
}

#[test]
fn vr_on_01_rams_may_be_agreed_on() {
    for edition in PRINTED {
        let start = empty(edition, "A(18.8-4w,11.2+4w)7 g3; B(20,10)0");
        start.refused("3F F- MB.L", "VR-ON-01", "switched off");
        let next = under(start, |terms| terms.ram = true).goes("3F F- MB.L", "(20-w,10+w)7");
        assert_eq!(next.car('B').marks, Marks { shunted_left: true, ..Marks::default() });
    }
    let online = empty(Online, "A(18.8-4w,11.2+4w)7 g3; B(20,10)0");
    under(online, |terms| terms.ram = false).refused("3F F- MB.L", "VR-ON-01", "switched off");
}

#[test]
fn vr_on_03_boost_overtaking_may_be_agreed_on() {
    let start = empty(Second, "A(11.5,10)0 g4 n1; B(20,10)0");
    start.refused("4F+2 F- OB.F", "VR-ON-03", "switched off");
    let agreed = under(start, |terms| terms.boost_overtaking = true);
    agreed.goes("4F+2 F- OB.F", "(21,10)0 n0");
    let online = empty(Online, "A(11.5,10)0 g4 n1; B(20,10)0");
    under(online, |terms| terms.boost_overtaking = false).refused("4F+2 F- OB.F", "VR-ON-03", "switched off");
}

/// Returns EMPTY with a track limit, such as a triangle beside the path of a car at (10,10).
fn limited(keep: Keep, outline: &[&str]) -> Draft {
    let outline = outline.iter().map(|text| point(text)).collect();
    Draft { limits: vec![LimitDraft { keep, outline }], ..empty_draft() }
}

#[test]
fn vr_on_04_track_limits_apply_if_agreed_on() {
    let island = limited(Keep::Out, &["12,10.3", "13,12", "11,12"]);
    for edition in ALL {
        let start = position(edition, &island, "A(10,10)0 g3; B(30,20)0");
        // The table's edge is the only limit unless the players agree on more (VR-TABLE-01).
        start.goes("3FL F-", "(13+w,10+w)0");
        let bound = under(start, |terms| terms.track_limits = true);
        bound.refused("3FL F-", "VR-LEGAL-01", "track limit 1");
        // The triangle's tip is lower than the octagons' tops, but the shaft, which reaches up by 0.28, passes below
        // it.
        bound.goes("3F F-", "(14,10)0");
    }
    // Pieces must stay inside an outer edge, but may touch it.
    let outer = limited(Keep::In, &["9,9.5", "20,9.5", "20,14", "9,14"]);
    let bound = under(position(Second, &outer, "A(10,10)0 g3; B(30,20)0"), |terms| terms.track_limits = true);
    bound.goes("3F F-", "(14,10)0");
    bound.refused("3FR F-", "VR-LEGAL-01", "track limit 1");
    bound.refused("3F FR-", "VR-LEGAL-02", "track limit 1");
}

#[test]
fn a_limit_must_be_a_simple_outline() {
    let wrong = limited(Keep::Out, &["0,0", "4,4", "4,0", "0,4"]);
    let (track, issues) = Vektorace::validate(&wrong);
    assert!(track.is_none());
    assert!(issues.iter().any(|issue| issue.message.contains("Track limit 1")), "{issues:?}");
}

#[test]
fn vr_turn_03_a_declaration_may_be_taken_back_if_agreed_on() {
    for edition in ALL {
        let start = empty(edition, "A(10,10)0 g3 t4 n4; B(10,14)0 g3");
        let back = |position: &Position, gear: u8| {
            let turn = Turn::new(id('A'), Action::Redeclare { declare: gear });
            let listed = Vektorace::legal_turns(&position.track, &position.state);
            let played = Vektorace::play(&position.track, &position.state, &turn);
            assert_eq!(played.is_ok(), listed.iter().any(|legal| legal.turn == turn), "{gear}");
            played.map(|played| played.state)
        };
        let clause = |answer: Result<State, IllegalTurn>| answer.unwrap_err().clause;
        assert_eq!(clause(back(&start.then("3F F- =5"), 4)), "VR-TURN-03");
        let agreed = under(start, |terms| terms.take_back = true);
        assert_eq!(clause(back(&agreed, 4)), "VR-TURN-03", "nothing is declared yet");
        let declared = agreed.then("3F F- =5");
        declared.has('A', "g5 n3");
        // The point is returned, and the other gear has its own cost.
        let other = back(&declared, 1).unwrap();
        assert_eq!((other.cars[0].gear, other.cars[0].tyre, other.cars[0].nitro), (1, 3, 4));
        assert_eq!(clause(back(&declared, 5)), "VR-TURN-03");
        assert_eq!(clause(back(&declared, 6)), "VR-GEAR-01");
        // That is possible until the next car acts.
        let late = declared.then("3F F-").order("AB", 0);
        assert_eq!(clause(back(&late, 4)), "VR-TURN-03");
        // Other limits still apply: a pushed car cannot change its declaration to a lower gear.
        let mut pushed = agreed.clone();
        pushed.state.cars[0].marks.pushed = true;
        assert_eq!(clause(back(&pushed.then("3F F- =4"), 2)), "VR-GEAR-05");
    }
}

#[test]
fn vr_quit_01_a_car_may_concede_in_its_own_turn() {
    for edition in PRINTED {
        let start = oval(edition, "A(26,12)4 c1; B(20,10)4 c1; C(34,8)4 c1");
        let next = start.then("Q");
        assert_eq!(next.car('A').standing, Standing::Withdrawn(1));
        assert_eq!(next.letters(), "BC");
        // The car that left is ranked last. Cars that leave later are ranked before it.
        let over = next.then("Q");
        assert_eq!(over.state.places().as_slice(), [2, 1, 0]);
        assert_eq!(over.car('C').standing, Standing::Finished(1));
        let other = Turn::new(id('B'), Action::Withdraw);
        assert_eq!(Vektorace::play(&start.track, &start.state, &other).unwrap_err().clause, "VR-TURN-01");
    }
}

#[test]
fn vr_quit_02_online_only_from_far_behind() {
    let near = oval(Online, "B(20,10)4 c1 j2 z5; A(26,12)4 c1 j2 z2").order("BA", 1);
    near.refused("Q", "VR-QUIT-02", "far behind");
    let zones = oval(Online, "B(20,10)4 c1 j2 z6; A(26,12)4 c1 j2 z2").order("BA", 1);
    zones.then("Q");
    let corners = oval(Online, "B(20,10)4 c1 j3; A(26,12)4 c1 j1").order("BA", 1);
    assert_eq!(corners.then("Q").car('A').standing, Standing::Withdrawn(1));
    // The leader cannot, however far ahead.
    let leader = oval(Online, "B(20,10)4 c1 j3; A(26,12)4 c1 j1");
    leader.refused("Q", "VR-QUIT-02", "last car");
}

#[test]
fn vr_quit_03_a_player_who_has_left() {
    for edition in ALL {
        let start = oval(edition, "A(20,10)4 c1 j2; B(26,12)4 c1 j2; C(34,8)4 c1 j2");
        let leave = |position: &Position| {
            let car = position.state.cars[position.state.to_act().unwrap()].id;
            let turn = Turn::new(car, Action::Abandon);
            let state = Vektorace::play(&position.track, &position.state, &turn).unwrap().state;
            Position { track: position.track.clone(), state }
        };
        // This includes the leader, which could not concede online. The other cars move up in the order.
        let next = leave(&start);
        assert_eq!((next.letters().as_str(), next.car('A').standing), ("BC", Standing::Withdrawn(1)));
        // With one car left the race is over.
        let over = leave(&next);
        assert_eq!((over.state.to_act(), over.car('C').standing), (None, Standing::Finished(1)));
        // Leaving is not a move of the game, so it is not listed.
        assert!(start.listed().iter().all(|turn| turn.action != Action::Abandon));
        let other = Turn::new(id('B'), Action::Abandon);
        assert_eq!(Vektorace::play(&start.track, &start.state, &other).unwrap_err().clause, "VR-TURN-01");
    }
}

/// Plays a turn with a steward's call.
fn called(position: &Position, text: &str, clause: &str, by: char, allow: bool) -> Result<State, IllegalTurn> {
    let steward = Some(Steward { clause: clause.parse().unwrap(), by: id(by), allow });
    let turn = Turn { steward, ..position.turn(text) };
    Vektorace::play(&position.track, &position.state, &turn).map(|played| played.state)
}

#[test]
fn vr_misc_02_the_last_car_decides_unless_involved() {
    for edition in PRINTED {
        // By the rays A's path cuts corner 1, but the players decide differently.
        let start = oval(edition, "A(9,9)2 j0 c1; B(20,10)4 c1 j2; C(30,10)4 c1 j1").order("BCA", 2);
        start.refused("3F F-", "VR-CUT-01", "cuts corner 1");
        // A is last and involved, so the first car decides.
        let allowed = called(&start, "3F F-", "VR-CUT-01", 'B', true).unwrap();
        assert_eq!(allowed.cars[0].position, point("9,13"));
        let wrong = called(&start, "3F F-", "VR-CUT-01", 'A', true).unwrap_err();
        assert!(wrong.clause == "VR-MISC-02" && wrong.message.contains("car 2"), "{wrong}");
        assert_eq!(called(&start, "3F F-", "VR-CUT-01", 'C', true).unwrap_err().clause, "VR-MISC-02");
        // The call allows only the clause it names, and only if it says so.
        assert_eq!(called(&start, "3F F-", "VR-LEGAL-01", 'B', true).unwrap_err().clause, "VR-CUT-01");
        assert_eq!(called(&start, "3F F-", "VR-CUT-01", 'B', false).unwrap_err().clause, "VR-CUT-01");
        // If the last car is not involved, it decides.
        let middle = oval(edition, "A(9,9)2 j0 c1; B(20,10)4 c1 j2; C(30,10)4 c1 j1").order("BAC", 1);
        called(&middle, "3F F-", "VR-CUT-01", 'C', true).unwrap();
        assert_eq!(called(&middle, "3F F-", "VR-CUT-01", 'B', true).unwrap_err().clause, "VR-MISC-02");
        // The target of an attack is involved too.
        let attack = empty(edition, "A(14.5,10)0 g3; B(20,10)0 g3; C(5,5)0").order("CAB", 1);
        assert_eq!(called(&attack, "3F F- PB", "VR-ATT-04", 'B', true).unwrap_err().clause, "VR-MISC-02");
        called(&attack, "3F F- PB", "VR-ATT-04", 'C', true).unwrap();
    }
    let online = oval(Online, "A(9,9)2 j0 c1; B(20,10)4 c1 j2");
    assert_eq!(called(&online, "3F F-", "VR-CUT-04", 'B', true).unwrap_err().clause, "VR-MISC-02");
}

#[test]
fn vr_misc_02_a_call_allows_only_the_clause_it_names() {
    // The vector of the swerve would overlap B, whatever was decided about its tyre point.
    let start = empty(Second, "A(10,10)0 g3 t0; B(12,11)0; C(1,1)0").order("BAC", 1);
    assert_eq!(called(&start, "3SL F-", "VR-MOVE-04", 'C', true).unwrap_err().clause, "VR-LEGAL-01");
    let far = empty(Second, "A(10,10)0 g3 t1; B(30,10)0; C(1,1)0").order("BAC", 1);
    assert_eq!(called(&far, "3F SL- PB", "VR-ATT-05", 'C', true).unwrap_err().clause, "VR-PUSH-01");
    // A tiny overlap that no player saw.
    let close = empty(Second, "A(10,10)0 g3; B(14,10.99)0; C(1,1)0").order("BAC", 1);
    let state = called(&close, "3F F-", "VR-LEGAL-02", 'C', true).unwrap();
    assert_eq!(state.cars[0].position, point("14,10"));
    // The car that is given way to is involved.
    let queue = empty(Second, "A(10,10)0 g3 t0; B(11.2,10)0");
    let steward = Some(Steward { clause: "VR-YIELD-01".parse().unwrap(), by: id('B'), allow: true });
    let turn = Turn { steward, ..queue.turn("YB") };
    assert_eq!(Vektorace::play(&queue.track, &queue.state, &turn).unwrap_err().clause, "VR-MISC-02");
}

#[test]
fn vr_turn_03_a_declaration_with_a_token_cannot_be_taken_back() {
    let holding = |code: &str, words: &str| {
        let mut position = empty(Second, &format!("A(10,10)0 g4 {words} *{code}; B(30,20)0"));
        position.state.terms.powers = true;
        under(position, |terms| terms.take_back = true)
    };
    let back = |position: &Position| {
        let turn = Turn::new(id('A'), Action::Redeclare { declare: 3 });
        Vektorace::play(&position.track, &position.state, &turn).map(|_| ()).map_err(|illegal| illegal.clause)
    };
    assert_eq!(back(&holding("spare", "t8").then("4F F- *spareT =2")), Err("VR-TURN-03"));
    assert_eq!(back(&holding("swap", "t8 n1").then("4SL F- *swapNT =4")), Err("VR-TURN-03"));
    assert_eq!(back(&holding("swap", "t8 n1").then("4SL F- =4")), Ok(()));
}

#[test]
fn vr_quit_01_a_car_that_leaves_does_nothing_else_in_that_turn() {
    let start = empty(Formula8, "A(10,10)0 g1 restart; B(30,20)0");
    start.refused("< Q", "VR-QUIT-01", "nothing else");
}

#[test]
fn vr_misc_03_the_same_log_gives_the_same_state() {
    for edition in ALL {
        let play = || oval(edition, "A(20,8)4 j4 c1; B(26,10)4 j4 c1").then("3F F- =4").then("3FL F<").state;
        assert_eq!(play(), play());
        // A different turn gives a different state.
        let other = oval(edition, "A(20,8)4 j4 c1; B(26,10)4 j4 c1").then("3F F- =2").then("3FL F<").state;
        assert_ne!(play(), other);
    }
}

/// A setup names only the options it changes.
#[test]
fn another_number_of_points_may_be_agreed_on() {
    let setup = |points: &str, tyre: u8, nitro: u8| -> Result<State, Vec<Issue>> {
        let text = format!(
            r#"{{"edition":"second","laps":3,"start_gear":4,"options":{{{points}}},
                "cars":[{{"car":1,"tyre":{tyre},"nitro":{nitro}}},{{"car":2,"tyre":{tyre},"nitro":{nitro}}}],
                "grid":[{{"car":1,"aside":2}},{{"car":2,"behind":1,"place":1}}]}}"#
        );
        Vektorace::start(&track(&oval_draft()), &serde_json::from_str(&text).unwrap())
    };
    assert!(setup("", 4, 4).is_ok() && setup("", 4, 5).is_err());
    // The school rules: no points at all (R-51).
    assert_eq!(setup(r#""points":0"#, 0, 0).unwrap().cars[0].tyre, 0);
    assert!(setup(r#""points":12"#, 6, 6).is_ok());
    let twelve = setup(r#""points":12"#, 9, 3).unwrap_err();
    assert!(twelve[0].message.contains("more than 8"), "{twelve:?}");
    assert_eq!(setup(r#""points":12"#, 4, 4).unwrap_err()[0].id, "VR-RES-01");
}
