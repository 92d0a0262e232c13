//! Tests of tracks, setups and moves that are far too large: each is refused with a sentence, before it costs time or
//! memory.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::{CarId, EventKind};
use paddock::games::vector_racing::{
    CellsDraft, DiscDraft, Draft, Rules, Turn, VectorRacing, WallRule, legal_moves_of,
};
use paddock::limits::vector_racing::MAX_SPEED;

#[test]
fn a_comb_of_thousands_of_long_teeth_is_no_track() {
    let teeth = (0..18_000).rev().map(|tooth| {
        let y = if tooth % 2 == 0 { 1 } else { 1_999 };
        format!("{tooth}/10,{y}")
    });
    let corners: Vec<String> = ["0,0".to_owned(), "1990,0".to_owned()].into_iter().chain(teeth).collect();
    let draft = Draft { outer: spots(&corners.join(" ")), start: Some([1, 1]), ..Draft::default() };
    assert_eq!(issues(&draft), ["RT-VAL-04"]);
    assert!(issue(&draft, "RT-VAL-04").contains("the limit for a race is 2000000"));
}

/// A board with two mirrors, two units apart, around the start.
fn between_mirrors() -> Trial {
    let mut draft = board();
    draft.reflectors = vec![reflector("-1,-5", "-1,5"), reflector("1,-5", "1,5")];
    Trial::new(&draft)
}

#[test]
fn a_move_that_no_race_comes_to_is_refused_and_not_followed() {
    let trial = between_mirrors();
    let turn = Turn::go(CarId(1), [100_000, 0]);
    assert_eq!(trial.refused(turn).clause, "RT-MOVE-02");
    let forced = VectorRacing::force(&trial.track, &trial.state, &turn);
    assert_eq!(forced.illegal.map(|illegal| illegal.clause), Some("RT-MOVE-02"));
    let racer = &forced.played.state.racers[0];
    assert_eq!((racer.at, racer.base, forced.played.state.turn), ([0, 0], [0, 0], 2));
    let went = |kind: &EventKind| matches!(kind, EventKind::Moved { distance, points, .. } if *distance > 0.0 || !points.is_empty());
    assert!(!forced.played.events.iter().any(|event| went(&event.kind)));
}

#[test]
fn of_a_path_that_bends_a_thousand_times_little_is_kept() {
    let trial = between_mirrors();
    let report = trial.from([0, 0], [900, 0]);
    assert!(report.legs.len() <= 64 && report.incidents.len() <= 64);
    assert_eq!((lands(&report), report.after.base), (Some([0, 0]), [900, 0]));
    let played = trial.clone().at([0, 0], [900, 0]).play(Turn::go(CarId(1), [900, 0]));
    assert_eq!(played.racer().base, [900, 0]);
    let last = report.legs.last().unwrap();
    assert_eq!((last.to.to_f64(), last.at(last.to)), (1.0, [0.0, 0.0]));
}

#[test]
fn nobody_is_offered_a_move_beyond_the_fastest() {
    let moves = legal_moves_of(Rules::default().slow_list, [MAX_SPEED, -MAX_SPEED], false, true, false);
    assert!(moves.contains(&[MAX_SPEED, -MAX_SPEED]) && moves.contains(&[MAX_SPEED - 1, 1 - MAX_SPEED]));
    assert!(moves.iter().flatten().all(|part| part.abs() <= MAX_SPEED));
    let trial = board_at([MAX_SPEED, 0]);
    assert!(trial.refused(Turn::go(CarId(1), [MAX_SPEED + 1, 0])).message.contains("x must be 999 to 1000"));
}

fn board_at(base: [i32; 2]) -> Trial {
    Trial::new(&board()).at([0, 0], base)
}

#[test]
fn discs_take_away_the_points_within_them_and_on_their_rims() {
    let mut draft = board();
    let half = |text: &str| number(text);
    draft.discs = [("5,5", "25"), ("-20,3/2", "61/4"), ("-33/2,-20", "2"), ("25,28", "90"), ("-25,4", "40")]
        .map(|(at, square)| DiscDraft { at: spot(at), radius_squared: half(square) })
        .to_vec();
    let track = valid(&draft);
    for (x, y) in (-40i32..=40).flat_map(|x| (-40i32..=40).map(move |y| (x, y))) {
        let is_in_disc = draft.discs.iter().any(|disc| {
            let far: f64 =
                [x, y].iter().zip(disc.at).map(|(at, middle)| (f64::from(*at) - middle.to_f64()).powi(2)).sum();
            far <= disc.radius_squared.to_f64()
        });
        let is_on_track = x.abs() < 40 && y.abs() < 40 && !is_in_disc;
        assert_eq!(track.is_inside([x, y]), is_on_track, "{x}, {y}");
    }
    // Where walls may be touched, a rim is a place to start from, and the inside of a disc is none.
    draft.rules = Rules { walls: WallRule::MayTouch, ..Rules::default() };
    draft.discs.truncate(1);
    let standing = |at: [i32; 2]| {
        let legal = Trial::new(&draft).at([1, 9], [0, 0]);
        let turn = [at[0] - 1, at[1] - 9];
        lands(&legal.clone().at([1, 9], turn).report(turn))
    };
    assert_eq!(standing([1, 8]), Some([1, 8]), "on the rim");
    assert_eq!(standing([2, 8]), None, "within");
}

#[test]
fn a_text_that_is_no_map_is_not_answered_sign_by_sign() {
    let cells = CellsDraft { from: [0, 0], rows: vec!["x".repeat(100); 100] };
    let draft = Draft { cells: Some(cells), start: Some([1, 1]), ..Draft::default() };
    let (_, issues) = VectorRacing::validate(&draft);
    assert_eq!(issues.len(), 26);
    assert_eq!(issues[25].message, "There are 9975 more mistakes in the map.");
}

#[test]
fn of_thousands_of_racers_only_their_number_is_wrong() {
    let mut many = setup(5_000);
    many.racers.iter_mut().for_each(|racer| racer.car = CarId(1));
    let issues = VectorRacing::start(&valid(&board()), &many).unwrap_err();
    assert_eq!(issues.len(), 1);
    assert_eq!(issues[0].message, "A race has 1 to 16 racers, not 5000.");
}
