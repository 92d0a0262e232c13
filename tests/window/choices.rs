//! The words of the choices while a race is recorded, and of the table of results beside the timing table.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use egui::accesskit::Role;
use egui::epaint::Shape;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::shipped;
use crate::hands::{Window, opened, press, race_tab as tab};

/// The texts that are painted.
fn texts(harness: &Window) -> Vec<String> {
    fn collect(shape: &Shape, found: &mut Vec<String>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, found)),
            Shape::Text(text) => found.push(text.galley.job.text.clone()),
            _ => {}
        }
    }
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut found));
    found
}

/// At several turns of a race of each game, each choice says what it is, with the right singular and plural.
#[test]
fn choices_and_their_costs_are_in_words_of_players() {
    let (mut seen, mut with_costs) = (0, 0);
    for race in [
        "replays/formula_d/weavers-knot-changing-skies.json",
        "replays/formula_d/saltmarsh-first-evening.json",
        "replays/vektorace/widdershins-four-cars.json",
        "replays/vector_racing/mill-lane-three-pencils.json",
        "replays/wheel_to_wheel/harbour-cup-1.json",
    ] {
        let mut harness = opened(shipped(race), vec2(1600.0, 1000.0));
        press(&mut harness, Modifiers::NONE, Key::R);
        for _ in 0..8 {
            for step in 0..5 {
                // Choose something, so that other questions come up too.
                let key = [Key::Num2, Key::Num1, Key::Num3, Key::Num1, Key::Num2][step];
                for text in texts(&harness) {
                    for wrong in
                        ["1 brakes", "1 tyres", "1 spaces", " brakes,", " brakes)", " tyres)", " tyre)", "(1 nitro)"]
                    {
                        assert!(!text.contains(wrong), "{race}: {text:?}");
                    }
                    seen += 1;
                    with_costs += usize::from(text.contains(" point)") || text.contains(" points)"));
                }
                press(&mut harness, Modifiers::NONE, key);
            }
            for _ in 0..4 {
                press(&mut harness, Modifiers::NONE, Key::Backspace);
            }
            for _ in 0..7 {
                press(&mut harness, Modifiers::NONE, Key::ArrowRight);
            }
        }
    }
    assert!(seen > 5_000 && with_costs > 20, "{seen} {with_costs}");
}

/// The hint of the line for typed turns shows the car to act, of every game, at any turn.
#[test]
fn the_example_of_a_typed_turn_is_of_the_car_to_act() {
    for race in [
        "replays/formula_d/saltmarsh-six-cars.json",
        "replays/formula_d/cobalt-pass-teams.json",
        "replays/vektorace/widdershins-four-cars.json",
        "replays/vector_racing/mill-lane-three-pencils.json",
        "replays/wheel_to_wheel/harbour-cup-1.json",
    ] {
        let mut harness = opened(shipped(race), vec2(1366.0, 768.0));
        press(&mut harness, Modifiers::NONE, Key::R);
        let mut cars = std::collections::BTreeSet::new();
        for _ in 0..6 {
            let at = tab(&harness).playback().position();
            let view = tab(&harness).race().view(at);
            let car = view.to_act.unwrap();
            let hints = texts(&harness).into_iter().filter(|text| text.starts_with("or type "));
            let hints: Vec<String> = hints.collect();
            assert_eq!(hints.len(), 1, "{race}, turn {at}: {hints:?}");
            // The example begins as the turn that was recorded here: with its car, and with its round if it has one.
            let recorded = tab(&harness).race().notation(at + 1);
            let begin = recorded.split(' ').next().unwrap();
            let example = hints[0].trim_start_matches("or type ");
            assert!(example.split(' ').next() == Some(begin), "{race}, turn {at}: {example}, {recorded}");
            cars.insert(car);
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        }
        // In qualifying, one car rolls several times in a row.
        assert!(cars.len() > usize::from(!race.contains("cobalt-pass")), "{race}: {cars:?}");
    }
}

/// A car has the same words in the timing table and in the table of results.
#[test]
fn a_car_that_does_not_race_has_the_same_words_in_all_tables() {
    let words = ["finished", "on track at the end", "left the race", "eliminated"];
    let mut seen = std::collections::BTreeSet::new();
    for race in [
        "replays/vektorace/widdershins-four-cars.json",
        "replays/vektorace/lovers-knot-super-powers.json",
        "replays/formula_d/weavers-knot-changing-skies.json",
        "replays/vector_racing/cellar-stairs-crashes.json",
        "replays/wheel_to_wheel/lanternwood-cloudburst.json",
    ] {
        let mut harness = opened(shipped(race), vec2(1600.0, 1000.0));
        press(&mut harness, Modifiers::NONE, Key::End);
        let count = |harness: &Window, words: &str| harness.query_all_by_role_and_label(Role::Label, words).count();
        let capital = |words: &str| paddock::game::words::capital(words);
        let in_timing = words.map(|words| count(&harness, &capital(words)));
        press(&mut harness, Modifiers::NONE, Key::F3);
        let tab = harness.query_all_by_label("Results").find(|node| node.accesskit_node().role() != Role::Label);
        tab.unwrap_or_else(|| harness.get_all_by_label("Results").next().unwrap()).click();
        harness.run_steps(6);
        let in_results = words.map(|words| texts(&harness).iter().filter(|text| *text == words).count());
        assert_eq!(in_timing, in_results, "{race}: {words:?}");
        assert!(in_timing.iter().sum::<usize>() > 1, "{race}");
        seen.extend(words.into_iter().zip(in_timing).filter(|(_, count)| *count > 0).map(|(words, _)| words));
    }
    assert!(seen.len() > 2, "{seen:?}");
}
