//! Tests of importing circuits of GP Online: invented circuits of every shape, and the nine collected ones.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use crate::common::*;
use crate::invented::*;
use crate::races::races;
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::bare::Furnished;
use paddock::games::formula_d::{Draft, Forecast, FormulaD, SpaceKind, standard_chart};
use paddock::import::gp_online;

/// The ranks of the spaces that cars may enter, each once.
fn ranks(draft: &Draft) -> Vec<i32> {
    let mut ranks: Vec<i32> =
        draft.spaces.iter().filter(|space| space.lane > 0 && !space.blocked).map(|space| space.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

/// The largest step from one rank to the next, across the line too.
fn largest_step(draft: &Draft) -> i32 {
    let ranks = ranks(draft);
    let inner = ranks.windows(2).map(|pair| pair[1] - pair[0]);
    inner.chain([ranks[0] + draft.lap - ranks[ranks.len() - 1]]).max().unwrap()
}

fn middle(draft: &Draft) -> usize {
    let lane = draft.lanes.div_ceil(2);
    draft.spaces.iter().filter(|space| space.lane == lane).count()
}

/// Checks what must hold for every imported circuit.
fn is_sound(name: &str, furnished: &Furnished) {
    let draft = &furnished.draft;
    let (track, issues) = FormulaD::validate(draft);
    let track = track.unwrap_or_else(|| panic!("{name}: {issues:#?}\n{:#?}", furnished.notes));
    assert_eq!(track.slots().len(), 10, "{name}: {:#?}", furnished.notes);
    assert!(largest_step(draft) <= 3, "{name}: a hole of {} half spaces", largest_step(draft));
    assert_eq!(draft.lap as usize, 2 * middle(draft), "{name}: the lap");
    assert!(track.chart().is_some(), "{name}: the weather chart");
    assert!(track.has_pit() && !track.boxes().is_empty(), "{name}: the pit lane");
    let text = serde_json::to_string(draft).unwrap();
    assert_eq!(serde_json::from_str::<Draft>(&text).unwrap(), *draft, "{name}");
}

/// The messages of the notes with this clause.
fn notes(furnished: &Furnished, id: &str) -> Vec<String> {
    furnished.notes.iter().filter(|note| note.id == id).map(|note| note.message.clone()).collect()
}

#[test]
fn circuits_of_every_shape_are_imported() {
    let mut count = 0;
    for (shape, line, spaces) in [("ring", ring as Line, 60), ("eight", eight, 110), ("clover", clover, 160)] {
        for lanes in 2..=4 {
            for mixed in [0, 5, 6] {
                let invented = Invented { mixed, flagged: mixed == 5, ..Invented::new(line, spaces).lanes(lanes) };
                let furnished = invented.import();
                is_sound(&format!("{shape}, {lanes} lanes, mixed {mixed}"), &furnished);
                assert_eq!(furnished.draft.lanes, lanes as u8);
                assert_eq!(furnished.draft.corners.len(), 2);
                count += 1;
            }
        }
    }
    assert_eq!(count, 27);
}

#[test]
fn races_on_invented_circuits_end() {
    races("ring", &Invented::new(ring, 60).import().draft, 40);
    races("eight", &Invented::new(eight, 110).lanes(4).import().draft, 40);
    let gap =
        Invented { gaps: vec![(0, 30, 44)], blocked: vec![(2, 27)], mixed: 3, ..Invented::new(ring, 70).lanes(3) };
    races("gap", &gap.import().draft, 40);
    let narrow = Invented { pit: Some(true), ..Invented::new(clover, 160).lanes(2) };
    races("clover", &narrow.import().draft, 20);
}

#[test]
fn node_numbers_and_the_order_of_lines_make_no_difference() {
    let shape = |mixed| {
        let draft = Invented { mixed, ..Invented::new(eight, 110) }.import().draft;
        let mut spaces: Vec<_> = draft
            .spaces
            .iter()
            .map(|space| {
                (
                    space.lane,
                    space.rank,
                    space.level,
                    space.slot,
                    (space.at[0] * 1000.0) as i64,
                    (space.at[1] * 1000.0) as i64,
                )
            })
            .collect();
        spaces.sort_unstable();
        (spaces, draft.lap, draft.edges.len(), draft.contacts.len())
    };
    let plain = shape(0);
    for mixed in 1..8 {
        assert_eq!(shape(mixed), plain, "mixed {mixed}");
    }
}

#[test]
fn a_figure_of_eight_has_two_levels() {
    let furnished = Invented::new(eight, 110).import();
    is_sound("eight", &furnished);
    let levels = |level: u8| furnished.draft.spaces.iter().filter(|space| space.level == level).count();
    assert!((6..40).contains(&levels(1)), "{} spaces on the bridge", levels(1));
    assert_eq!(levels(0) + levels(1), furnished.draft.spaces.len());
    let reported = notes(&furnished, "FD-VAL-27");
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].starts_with("The circuit crosses itself: the part from"), "{reported:?}");
    // The later part lies above the earlier one.
    let lowest = furnished.draft.spaces.iter().filter(|space| space.level == 1).map(|space| space.rank).min();
    assert!(lowest.unwrap() * 2 > furnished.draft.lap);
    let clover = Invented { pit: None, ..Invented::new(clover, 160) }.import();
    assert_eq!(notes(&clover, "FD-VAL-27").len(), 3);
}

#[test]
fn a_pit_lane_may_cross_below_the_track() {
    let furnished = Invented { pit: Some(true), ..Invented::new(ring, 70) }.import();
    is_sound("crossing pit", &furnished);
    let raised = |is_track: bool| {
        furnished.draft.spaces.iter().filter(|space| space.level > 0 && (space.lane > 0) == is_track).count()
    };
    assert!(raised(true) > 0 && raised(false) == 0);
    assert!(!notes(&furnished, "FD-VAL-27").is_empty());
    let beside = Invented::new(ring, 70).import();
    assert!(beside.draft.spaces.iter().all(|space| space.level == 0));
}

#[test]
fn r_64_blocked_spaces_stay_in_the_graph() {
    let invented = Invented { blocked: vec![(2, 30), (1, 14)], ..Invented::new(ring, 70) };
    let furnished = invented.import();
    is_sound("blocked", &furnished);
    let blocked: Vec<_> = furnished.draft.spaces.iter().filter(|space| space.blocked).collect();
    assert_eq!(blocked.len(), 2);
    assert_eq!(furnished.draft.lap, 140);
    let track = valid(&furnished.draft);
    for space in &blocked {
        let at = track.find(&space.id).unwrap();
        // The lane runs through it, but no edge leads to it or from it.
        let behind = track.prev(at).unwrap();
        assert_eq!(track.next(behind), Some(at));
        assert!(track.next(at).is_some() && track.edge(behind, at).is_none() && track.edges(at).is_empty());
        assert!((0..track.len() as u16).all(|from| track.edge(from, at).is_none()));
        assert!(track.edges(behind).iter().any(|edge| edge.side().is_some()), "there is a way past it");
    }
    assert_eq!(notes(&furnished, "FD-DRV-01").len(), 2);
    // A slot may not lie there.
    let slot = invented.slots[3];
    let mut wrong = invented;
    wrong.blocked.push(slot);
    let furnished = wrong.import();
    assert_eq!(notes(&furnished, "FD-VAL-22").len(), 1);
    assert_eq!(furnished.draft.slots(), 9);
    let mut drawn = furnished.draft;
    let at = drawn.spaces.iter().position(|space| space.blocked).unwrap();
    drawn.spaces[at].slot = Some(10);
    assert!(issues(&drawn, "FD-VAL-22").iter().any(|issue| issue.severity == paddock::game::Severity::Error));
}

#[test]
fn r_64_a_refusal_names_the_blocked_space() {
    let furnished = Invented { blocked: vec![(1, 4)], ..Invented::new(ring, 70) }.import();
    let track = valid(&furnished.draft);
    let at = furnished.draft.spaces.iter().position(|space| space.blocked).unwrap() as u16;
    let mut state = FormulaD::start(&track, &setup(1)).unwrap();
    let behind = track.prev(track.prev(at).unwrap()).unwrap();
    let car = &mut state.cars[0];
    (car.at, car.lap, car.gear) = (behind, 1, 1);
    car.start = paddock::games::formula_d::Start::Done;
    let refused = FormulaD::play(&track, &state, &turn("1.1 g2 d4 m4")).unwrap_err();
    assert_eq!(refused.clause, "FD-DRV-01");
    let name = track.name(at);
    assert_eq!(refused.message, format!("Space {name} is blocked: no car may enter it. Take another lane."));
}

#[test]
fn a_lane_may_end_and_continue_far_away() {
    // As on a circuit whose fourth lane exists on one straight only: a blocked space joins its ends.
    for lane in [0, 2] {
        for mixed in [0, 9] {
            let invented = Invented { gaps: vec![(lane, 20, 50)], mixed, ..Invented::new(ring, 80) };
            let furnished = invented.import();
            is_sound(&format!("lane {lane} ends"), &furnished);
            assert_eq!(furnished.draft.lap, 160);
            assert_eq!(furnished.draft.spaces.iter().filter(|space| space.blocked).count(), 1);
        }
    }
}

#[test]
fn a_road_may_grow_narrow_and_wide_again() {
    // If a lane ends in a corner, the lanes beside it continue as they are.
    let mut narrow = Invented { pit: None, ..Invented::new(ring, 70) };
    narrow.blocked = vec![(2, 14), (2, 40)];
    let furnished = narrow.import();
    let of = |lane: u8| furnished.draft.spaces.iter().filter(|space| space.lane == lane).count();
    // Behind a blocked space no arrow of the corner leads back to the outer lane, so four and five spaces are left out.
    assert_eq!([of(1), of(2), of(3)], [70, 70, 59]);
    assert_eq!(notes(&furnished, "FD-VAL-11").len(), 11);
    assert_eq!(notes(&furnished, "FD-VAL-12").len(), 2);
    assert_eq!((furnished.draft.lap, valid(&furnished.draft).slots().len()), (140, 10));
    races("narrow", &furnished.draft, 10);
}

#[test]
fn two_cars_four_spaces_apart_have_a_gap_of_four() {
    let furnished = Invented { gaps: vec![(0, 20, 50)], ..Invented::new(ring, 80).lanes(4) }.import();
    gap_behind_the_line(&furnished.draft);
}

/// Plays a great start against a start of one space, as in the case `indy2`. The end spaces depend on the lanes.
fn gap_behind_the_line(draft: &Draft) {
    let track = valid(draft);
    let mut state = FormulaD::start(&track, &setup(2)).unwrap();
    let before: Vec<f64> = FormulaD::view(&track, &state).cars.iter().map(|car| car.distance).collect();
    for line in ["1.1 g1 m4 !S=20", "1.2 g1 d1 m1 !S=10"] {
        state = FormulaD::play(&track, &state, &turn(line)).unwrap_or_else(|error| panic!("{error}")).state;
    }
    let view = FormulaD::view(&track, &state);
    let driven: Vec<f64> = view.cars.iter().zip(&before).map(|(car, before)| car.distance - before).collect();
    assert!((3.0..=5.0).contains(&driven[0]) && (0.5..=2.0).contains(&driven[1]), "{driven:?}");
    let gap = view.cars[0].distance - view.cars[1].distance;
    assert!((3.0..=7.0).contains(&gap), "a gap of {gap}");
    assert_eq!(view.cars[0].car, CarId(1));
}

#[test]
fn every_change_is_noted() {
    let plain = Invented::new(ring, 70);
    assert_eq!(notes(&plain.import(), "FD-WEA-01").len(), 1);
    let all: Vec<_> = plain.import().notes.into_iter().filter(|note| note.id != "FD-WEA-01").collect();
    // In such files the pit lane by-passes the line.
    assert_eq!(all.len(), 1, "{all:#?}");
    assert_eq!(all[0].id, "FD-VAL-23");
    // A missing mark of the line.
    for lane in 0..3 {
        let unmarked = Invented { unmarked: vec![lane], ..plain.clone() }.import();
        is_sound("unmarked", &unmarked);
        assert!(notes(&unmarked, "FD-VAL-23").iter().any(|note| note.contains("The mark was added.")));
    }
    // Edges that jump a lane, that lead backwards, or that are second edges to the same side.
    let extra = vec![((0, 30), (2, 31)), ((1, 40), (1, 39)), ((1, 14), (2, 12)), ((1, 25), (0, 27)), ((0, 5), (0, 5))];
    let odd = Invented { extra, ..plain.clone() }.import();
    is_sound("odd edges", &odd);
    for id in ["FD-VAL-06", "FD-VAL-09", "FD-VAL-07"] {
        assert!(!notes(&odd, id).is_empty(), "{id}: {:#?}", odd.notes);
    }
    let count = plain.import().draft.edges.len();
    assert_eq!(odd.draft.edges.len(), count);
    // A file without a grid gets ten slots.
    let bare = Invented { slots: Vec::new(), ..plain.clone() }.import();
    is_sound("no grid", &bare);
    assert_eq!(notes(&bare, "FD-VAL-22"), ["The file has no grid: ten slots were added behind the finish line."]);
    // A space without an exit is left out.
    let mut text = plain.text();
    text = text.replacen("\r\n", "\r\n9999 5 5 1\r\n", 1);
    let dead = gp_online::circuit("x", text.as_bytes()).unwrap();
    is_sound("dead end", &dead);
    assert_eq!(notes(&dead, "FD-VAL-11"), ["Space 9999 was left out: no complete lap passes through it."]);
}

#[test]
fn r_63_slots_in_corners_are_kept() {
    let slots: Vec<Place> =
        (0..10usize).map(|number| (if number.is_multiple_of(2) { 0 } else { 2 }, 69 - number)).collect();
    let mut invented = Invented { slots, pit: None, ..Invented::new(ring, 70) };
    invented.corners =
        vec![(20, 29, 2, paddock::games::formula_d::Side::Left), (58, 66, 1, paddock::games::formula_d::Side::Left)];
    let furnished = invented.import();
    let track = valid(&furnished.draft);
    assert_eq!(track.slots().len(), 10);
    let state = FormulaD::start(&track, &setup(10)).unwrap();
    let in_corners = state.cars.iter().filter(|car| track.space(car.at).ground.corner().is_some()).count();
    assert!(in_corners >= 4, "{in_corners}");
    assert!(state.cars.iter().all(|car| car.stops == 0));
}

#[test]
fn the_rain_in_the_header_becomes_the_chart() {
    let share = |draft: &Draft, weather: Forecast| {
        draft.chart.iter().filter(|line| line.weather == weather).map(|line| line.to - line.from + 1).sum::<u8>()
    };
    let wet = Invented { header: "1 20 16", ..Invented::new(ring, 60) }.import();
    assert_eq!(
        [Forecast::Good, Forecast::Changeable, Forecast::Rain].map(|weather| share(&wet.draft, weather)),
        [11, 5, 4]
    );
    assert!(notes(&wet, "FD-WEA-01").iter().any(|note| note.contains("periods")), "{:?}", wet.notes);
    let dry = Invented { header: "1 0 0", ..Invented::new(ring, 60) }.import();
    assert_eq!(share(&dry.draft, Forecast::Good), 20);
    let plain = Invented::new(ring, 60).import();
    assert_eq!(plain.draft.chart, standard_chart());
    // Each circuit can be raced with weather.
    for furnished in [wet, dry, plain] {
        let mut setup = setup(2);
        setup.rules.weather = true;
        setup.weather.race = Some(19);
        assert!(FormulaD::start(&valid(&furnished.draft), &setup).is_ok());
    }
}

#[test]
fn no_file_makes_the_import_panic() {
    use rand::{RngExt as _, SeedableRng as _};
    let texts = [
        Invented::new(ring, 60).text(),
        Invented { gaps: vec![(0, 20, 50)], ..Invented::new(eight, 110) }.text(),
        Invented { blocked: vec![(1, 30)], pit: Some(true), mixed: 4, ..Invented::new(ring, 60).lanes(2) }.text(),
    ];
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let mut imported = 0;
    for round in 0..240 {
        let lines: Vec<&str> = texts[round % texts.len()].lines().collect();
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        for _ in 0..rng.random_range(1..=4) {
            let (one, other) = (rng.random_range(1..changed.len()), rng.random_range(1..changed.len()));
            match rng.random_range(0..5) {
                0 => drop(changed.remove(one)),
                1 => changed.swap(one, other),
                2 => changed[one] = changed[other].clone(),
                3 => changed[one] = changed[one].replace('7', "3"),
                _ => changed[one] = changed[one].replace('1', "-2147483648"),
            }
        }
        if let Ok(furnished) = gp_online::circuit("x", changed.join("\n").as_bytes()) {
            imported += 1;
            let _ = FormulaD::validate(&furnished.draft);
        }
    }
    assert!(imported > 50, "{imported}");
}

#[test]
fn random_graphs_are_refused_or_imported_and_never_panic() {
    use rand::{RngExt as _, SeedableRng as _};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    let mut tried = 0;
    for _ in 0..300 {
        let count = rng.random_range(1..40);
        let mut text = format!("x.png {} {}\n", rng.random_range(-3..5), rng.random_range(-50..150));
        for node in 0..count {
            let flag = if rng.random_range(0..6) == 0 { " F" } else { "" };
            let (x, y) = (rng.random_range(0..200), rng.random_range(0..200));
            text.push_str(&format!("{} {x} {y} {}{flag}\n", node * 3, rng.random_range(1..=7)));
        }
        text.push('\n');
        for _ in 0..rng.random_range(0..count * 3 + 1) {
            text.push_str(&format!("{} {}\n", rng.random_range(0..count) * 3, rng.random_range(0..count) * 3));
        }
        text.push('\n');
        for _ in 0..rng.random_range(0..count) {
            text.push_str(&format!("{} {}\n", rng.random_range(0..count) * 3, rng.random_range(-2..9)));
        }
        text.push('\n');
        for _ in 0..rng.random_range(0..12) {
            text.push_str(&format!("{} 90\n", rng.random_range(0..count) * 3));
        }
        if let Ok(furnished) = gp_online::circuit("x", text.as_bytes()) {
            let _ = FormulaD::validate(&furnished.draft);
        }
        tried += 1;
    }
    assert_eq!(tried, 300);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the circuits in ../shared/data, which is not there")]
fn nine_circuits_are_imported_and_sound() {
    for name in CIRCUITS {
        let furnished = imported(name);
        is_sound(name, &furnished);
        println!(
            "{name}: lap {}, largest step {}, {:#?}",
            furnished.draft.lap,
            largest_step(&furnished.draft),
            furnished.notes
        );
        let (_, issues) = FormulaD::validate(&furnished.draft);
        // Files draw tight bends badly, which causes the warnings that are ignored here.
        let odd: Vec<_> =
            issues.iter().filter(|issue| !["FD-VAL-19", "FD-VAL-26", "FD-VAL-28"].contains(&issue.id)).collect();
        assert!(odd.is_empty(), "{name}: {odd:#?}");
        let blocked = furnished.draft.spaces.iter().filter(|space| space.blocked).count();
        assert_eq!(blocked, usize::from(["indianapolis", "valencia"].contains(&name)), "{name}");
        let highest = furnished.draft.spaces.iter().map(|space| space.level).max().unwrap();
        assert_eq!(highest, u8::from(name == "suzuka"), "{name}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the circuits in ../shared/data, which is not there")]
fn r_63_spa_races_ten_cars() {
    let track = valid(&imported("spa").draft);
    let state = FormulaD::start(&track, &setup(10)).unwrap();
    let in_corners = state.cars.iter().filter(|car| track.space(car.at).ground.corner().is_some()).count();
    assert_eq!((state.cars.len(), in_corners), (10, 2));
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the circuits in ../shared/data, which is not there")]
fn the_lap_of_the_case_indy2_has_no_gap_in_its_ranks() {
    let draft = imported("indianapolis").draft;
    assert!((125..=140).contains(&(draft.lap / 2)), "{}", draft.lap);
    assert_eq!(draft.spaces.iter().filter(|space| space.kind == SpaceKind::Straight && space.blocked).count(), 1);
    gap_behind_the_line(&draft);
}
