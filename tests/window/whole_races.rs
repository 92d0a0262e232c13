//! Tests of whole races: entered with the mouse, with keys and as text, and driven by a person against computer drivers.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that fails panics, in its helpers too, and prints its counts"
)]

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::app::settings::Settings;
use paddock::drivers::{DrivePlan, Level};
use paddock::game::{EventKind, Progress, Status};
use paddock::replay::chooser::{Chooser, field_in_words};
use serde_json::Value;

use crate::at_the_table::{WHOLE, place_of, point_of, press_at, press_button, window};
use crate::hands::{CTRL, Window, click, click_button, paddock, press, race_tab as tab};

const DIGITS: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// The way of a user's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Mouse,
    Keys,
    Typed,
}

/// A window in which a race is recorded, with the gestures counted.
pub struct Table {
    pub harness: Window,
    pub gestures: usize,
}

impl Table {
    fn button(&mut self, label: &str) {
        press_button(&mut self.harness, label);
        self.gestures += 1;
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        press(&mut self.harness, modifiers, key);
        self.gestures += 1;
    }

    /// Enters a number: one gesture, also with two digits.
    fn digits(&mut self, code: &str) {
        for digit in code.bytes() {
            press(&mut self.harness, Modifiers::NONE, DIGITS[usize::from(digit - b'0')]);
        }
        self.gestures += 1;
    }

    fn len(&self) -> usize {
        tab(&self.harness).race().len()
    }

    /// Enters a turn at the position on screen, up to the button that records it.
    fn enter(&mut self, hand: Hand, at: usize, turn: &Value, line: &str) {
        if hand == Hand::Typed {
            // The car to act need not be typed.
            let first = line.find(' ').unwrap();
            press(&mut self.harness, CTRL, Key::A);
            self.harness.event(Event::Text(line[first + 1..].to_owned()));
            self.harness.run_steps(2);
            self.key(Modifiers::NONE, Key::Enter);
            return;
        }
        let race = tab(&self.harness).race();
        let legal = race.legal_turns(at).unwrap();
        // Of moves with the same end, and of rolls that decide nothing, one is listed.
        let after = |turn: &Value| race.outcome(at, turn).map(|(_, view)| view);
        let has_same = |other: &Value, field: &str| other.get(field) == turn.get(field);
        let listed = legal.iter().map(|legal| &legal.turn).find(|other| *other == turn).or_else(|| {
            let like = legal.iter().map(|legal| &legal.turn);
            let like = like.filter(|other| ["gear", "die", "skip", "pit"].iter().all(|field| has_same(other, field)));
            let rolled = |other: &Value| {
                let faces: Vec<u8> = race.throws(at, turn).iter().map(|die| die.face).collect();
                race.with_throws(at, other, &faces).unwrap_or_else(|| other.clone())
            };
            like.into_iter().find(|other| after(&rolled(other)) == after(turn))
        });
        let listed = listed.cloned().unwrap_or_else(|| panic!("turn {} is not listed: {turn}", at + 1));
        let dice = race.throws(at, turn);
        let turn = &listed;
        let mut chooser = Chooser::new(legal);
        let place = place_of(race, at, turn).filter(|_| hand == Hand::Mouse);
        let (velocity, gear) = {
            let view = race.view(at);
            let car = view.car(view.to_act.unwrap()).unwrap();
            (car.velocity, car.gear)
        };
        let words = |field: &str| race.words_for(field, None).unwrap_or_else(|| field_in_words(field));
        let mut steps: Vec<(String, String)> = Vec::new();
        if let Some(place) = &place {
            assert!(chooser.choose_place(place));
        }
        while let Some(question) = chooser.question() {
            let left = chooser.left().next().unwrap();
            let is_die = !race.sides(at, &left.turn, &question.field).is_empty();
            let question = if is_die { question } else { question.free_first() };
            let option = question.of(turn).unwrap();
            let index = question.options.iter().position(|other| other == option).unwrap();
            // The usual answers are taken with one key.
            let usual = chooser.rest(|left, question| {
                let is_die = !race.sides(at, &left.turn, &question.field).is_empty();
                question.free_first().usual(gear).filter(|_| !is_die).cloned()
            });
            let is_usual = usual.is_some_and(|rest| {
                let mut with_usual = chooser.clone();
                rest.iter().for_each(|option| with_usual.take(option));
                with_usual.only().is_some_and(|legal| legal.turn == *turn)
            });
            if hand == Hand::Keys && is_usual && chooser.choices().next().is_some() {
                steps.push((String::new(), "enter".to_owned()));
                break;
            }
            let code = velocity
                .and_then(|velocity| question.keypad(velocity))
                .map_or_else(|| question.codes()[index].clone(), |keys| keys[index].to_string());
            steps.push((format!("{} {}", words(&option.field), option.words), code));
            chooser.take(option);
        }
        let suffix = if place.is_some() { ", on the board" } else { "" };
        if let Some(place) = &place {
            let mut at = point_of(&self.harness, place);
            let board = tab(&self.harness).board().view().rect.shrink(3.0);
            let map = self.harness.query_by_label("Map of the board").map(|node| node.rect());
            if !board.contains(at) || map.is_some_and(|map| map.contains(at)) {
                self.button("Fit board");
                at = point_of(&self.harness, place);
            }
            press_at(&mut self.harness, at);
            self.gestures += 1;
        }
        for (label, code) in steps {
            match hand {
                Hand::Mouse => self.button(&format!("{label}{suffix}")),
                _ if code == "enter" => self.key(Modifiers::NONE, Key::Enter),
                _ => self.digits(&code),
            }
        }
        if self.len() > at {
            return;
        }
        for die in &dice {
            if hand == Hand::Keys {
                let width = die.sides.to_string().len();
                self.digits(&format!("{:0width$}", die.face));
                continue;
            }
            let label = format!("{}: {}{suffix}", die.words, die.face);
            let chosen = self.harness.get_all_by_label(&label).next().unwrap();
            if !chosen.accesskit_node().is_selected().unwrap_or(false) {
                self.button(&label);
            }
        }
    }

    /// Records the entered turn.
    fn record(&mut self, hand: Hand, words: &str, done: impl Fn(&Self) -> bool) {
        for _ in 0..2 {
            // A turn that takes a car out of the race is asked about once.
            if done(self) {
                return;
            }
            match hand {
                Hand::Mouse => {
                    let on_board = format!("{words}, on the board");
                    let is_on_board = self.harness.query_by_label(&on_board).is_some();
                    self.button(if is_on_board { &on_board } else { words });
                }
                _ => self.key(Modifiers::NONE, Key::Enter),
            }
        }
        let chosen = tab(&self.harness).choices();
        assert!(done(self), "{hand:?}, {words}: {}, {chosen:?}", paddock(&self.harness).status());
    }

    /// Records a turn. A die that decides nothing may be left as it is, so the states are compared, not the turns.
    pub fn play(&mut self, hand: Hand, turn: &Value, line: &str) {
        let at = self.len();
        let expected = tab(&self.harness).race().outcome(at, turn).unwrap().1;
        self.enter(hand, at, turn, line);
        self.record(hand, "Record turn", |table| table.len() == at + 1);
        assert_eq!(tab(&self.harness).race().view(at + 1), expected, "{hand:?}, turn {}", at + 1);
    }

    fn menu(&mut self, menu: &str, entry: &str) {
        self.button(menu);
        // Its label has the shortcut, too.
        let found = self.harness.query_all_by_label_contains(entry).map(|node| node.rect()).next();
        press_at(&mut self.harness, found.unwrap_or_else(|| panic!("no {entry} in the menu")).center());
        self.gestures += 1;
    }
}

/// Records a shipped race from the grid. Three mistakes are undone, and one turn is edited.
fn record_whole(name: &str, hand: Hand) {
    let (_folder, harness, race) = window(name, 0);
    let mut table = Table { harness, gestures: 0 };
    press(&mut table.harness, Modifiers::NONE, Key::R);
    if hand == Hand::Typed {
        let at = table.harness.get_by_label("Turn as one line of text").rect().center();
        press_at(&mut table.harness, at);
    }
    let leaves = |at: usize, turn: &Value| {
        race.outcome(at, turn).is_none_or(|(events, _)| {
            events.iter().any(|event| matches!(event.kind, EventKind::Withdrew | EventKind::Finished { .. }))
        })
    };
    let mut counts = Vec::new();
    let (mut undone, mut edited) = (0, 0);
    for number in 1..=race.len() {
        let (turn, at) = (race.turn_json(number).unwrap(), number - 1);
        let line = race.notation(number);
        let mut wrong = race.legal_turns(at).unwrap().into_iter().map(|legal| legal.turn);
        let wrong = wrong.rfind(|other| *other != turn && !leaves(at, other));
        let is_mistake = [6, 13, 20].contains(&number) || number == 9;
        if let Some(wrong) = wrong.filter(|_| is_mistake && hand != Hand::Typed) {
            table.play(hand, &wrong, "");
            if number == 9 {
                match hand {
                    Hand::Mouse => table.menu("Race", "Edit this turn"),
                    _ => table.key(Modifiers::NONE, Key::E),
                }
                while !tab(&table.harness).choices().is_empty() {
                    match hand {
                        Hand::Mouse => table.button("Back"),
                        _ => table.key(Modifiers::NONE, Key::Backspace),
                    }
                }
                table.enter(hand, at, &turn, &line);
                let is_edited =
                    |table: &Table| tab(&table.harness).race().fingerprint(number) == race.fingerprint(number);
                table.record(hand, "Save edit", is_edited);
                edited += 1;
                continue;
            }
            match hand {
                Hand::Mouse => table.menu("Edit", "Undo"),
                _ => table.key(CTRL, Key::Z),
            }
            assert_eq!(table.len(), at);
            undone += 1;
        } else if is_mistake && hand == Hand::Typed && number != 9 {
            // A turn of the race so far, played in the wrong round, or words that are no turn: both change nothing.
            table.enter(hand, at, &turn, "1: nonsense");
            assert_eq!(table.len(), at);
            table.play(hand, &turn, &line);
            press(&mut table.harness, CTRL, Key::Z);
            assert_eq!(table.len(), at);
            undone += 1;
        }
        table.gestures = 0;
        table.play(hand, &turn, &line);
        if table.gestures > 8 {
            println!("{} gestures: {turn}", table.gestures);
        }
        counts.push(table.gestures);
    }
    if hand == Hand::Typed {
        // The last turn is typed again over itself with a remark-free line: the edit is accepted.
        press(&mut table.harness, Modifiers::NONE, Key::Escape);
        press(&mut table.harness, Modifiers::NONE, Key::E);
        let at = table.harness.get_by_label("Turn as one line of text").rect().center();
        press_at(&mut table.harness, at);
        let last = race.len();
        table.enter(hand, last - 1, &race.turn_json(last).unwrap(), &race.notation(last));
        edited += 1;
    }
    assert_eq!((undone, edited), (3, 1), "{name}, {hand:?}");
    assert_eq!(tab(&table.harness).race().fingerprint(race.len()), race.fingerprint(race.len()));
    counts.sort_unstable();
    let (median, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
    println!("{name}, {hand:?}: {} turns, gestures: median {median}, most {most}", counts.len());
    assert!(median <= 4 && most <= 8, "{name}, {hand:?}: median {median}, most {most}");
}

/// A person races against three club drivers, from the form of a new race to the end of the race, with the mouse alone.
/// The person plays what a club driver would.
fn race_against_clubs(game: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table { harness: crate::seats::window(Settings::default(), folder.path()), gestures: 0 };
    table.menu("File", "New race");
    click_button(&mut table.harness, game);
    table.harness.run_steps(4);
    let lists = |harness: &Window| -> Vec<String> {
        let lists = harness.query_all_by_role(Role::ComboBox).filter_map(|node| node.accesskit_node().label());
        lists.filter(|label| label.ends_with(": driven by")).collect()
    };
    while lists(&table.harness).len() < 4 {
        let add = if game == "Vector Racing" { "Add a racer" } else { "Add a car" };
        click_button(&mut table.harness, add);
    }
    for list in lists(&table.harness).iter().skip(1) {
        crate::seats::choose(&mut table.harness, list, "club driver");
    }
    click(&mut table.harness, "Start race");
    table.harness.run_steps(4);
    click(&mut table.harness, "Close the legend");
    // A new race is being recorded at once.
    table.harness.get_by_label("Stop recording");
    let seats = tab(&table.harness).seats().clone();
    assert_eq!(seats.len(), 3, "{game}");
    let acts = |harness: &Window| tab(harness).race().view(tab(harness).race().len()).to_act;
    let is_ready = |harness: &Window| acts(harness).is_none_or(|car| !seats.contains_key(&car));
    let drivers = paddock::Games::all().find(tab(&table.harness).race().info().id).unwrap();
    let school = drivers.learn_race(tab(&table.harness).race(), 0, Progress::SILENT).unwrap();
    let mut mine = 0;
    loop {
        crate::seats::until(&mut table.harness, "the person is to act", is_ready);
        if acts(&table.harness).is_none() {
            break;
        }
        let at = table.len();
        let here = school.moved_to(tab(&table.harness).race(), at).unwrap();
        let turns = here.turns(&DrivePlan::of(Level::Club, at as u64), 1, Progress::SILENT).unwrap();
        table.enter(Hand::Mouse, at, &turns[0], "");
        // Drivers may answer within the frames of the last click.
        table.record(Hand::Mouse, "Record turn", |table| table.len() > at);
        mine += 1;
    }
    let race = tab(&table.harness).race();
    let result = race.view(race.len());
    let finished = result.cars.iter().filter(|car| car.status == Status::Finished).count();
    assert!(finished > 0 && mine > 5, "{game}: {finished} cars finished, {mine} turns of the person");
    assert!((1..=race.len()).all(|turn| race.step(turn).unwrap().fault().is_none()), "{game}");
    println!("{game}: {} turns, {mine} by the person, {} gestures", race.len(), table.gestures);
}

mod slow {
    use super::{Hand, WHOLE, race_against_clubs, record_whole};

    #[test]
    #[ignore = "slow: four whole races"]
    fn a_person_races_against_three_club_drivers_with_the_mouse_alone() {
        ["VektoRace", "Vector Racing", "Formula D", "Wheel to Wheel"].into_iter().for_each(race_against_clubs);
    }

    #[test]
    #[ignore = "slow: four whole races"]
    fn whole_races_are_recorded_with_the_mouse_alone() {
        WHOLE.into_iter().for_each(|name| record_whole(name, Hand::Mouse));
    }

    #[test]
    #[ignore = "slow: four whole races"]
    fn whole_races_are_recorded_with_keys_alone() {
        WHOLE.into_iter().for_each(|name| record_whole(name, Hand::Keys));
    }

    #[test]
    #[ignore = "slow: four whole races"]
    fn whole_races_are_typed() {
        WHOLE.into_iter().for_each(|name| record_whole(name, Hand::Typed));
    }
}
