//! Tests of recording a race in the window: turns, variations and remarks.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::replay::{LineId, RaceEdit, TurnMark};
use paddock::storage::Journal;

use crate::hands::{CTRL, Window, click, paddock, press, race_tab as tab};

/// A race of its own that may be written to, and the folder it is in.
fn race() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("race.json");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/widdershins-four-cars.json");
    std::fs::copy(shipped, &path).unwrap();
    (folder, path)
}

fn window(file: &Path, data: Option<PathBuf>, open: bool) -> Window {
    let answers = crate::desk::Always { file: file.to_owned(), picture: None };
    let mut harness = crate::desk::program_with_data(answers, 3_600, data);
    if open {
        press(&mut harness, CTRL, Key::O);
    }
    harness
}

/// Answers every question by the lowest key that answers it, and plays what is left.
pub fn play_the_first(harness: &mut Window) {
    const KEYS: [Key; 7] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num0];
    let before = (tab(harness).race().len(), tab(harness).race().shown_line());
    let now = |harness: &Window| (tab(harness).race().len(), tab(harness).race().shown_line());
    for _ in 0..12 {
        let chosen = tab(harness).choices().len();
        for key in KEYS {
            press(harness, Modifiers::NONE, key);
            if tab(harness).choices().len() != chosen || now(harness) != before {
                break;
            }
        }
        if now(harness) == before && harness.query_by_label("Record turn").is_some() {
            press(harness, Modifiers::NONE, Key::Enter);
        }
        if now(harness) != before {
            return;
        }
    }
    panic!("no turn is left after a dozen steps: {}", paddock(harness).status());
}

#[test]
fn a_race_is_begun_recorded_by_keys_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("evening.json"), folder.path().join("data"));
    let mut harness = window(&file, Some(data.clone()), false);
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    click(&mut harness, "Add a car");
    click(&mut harness, "Start race");
    assert_eq!(tab(&harness).race().entrants().len(), 3);
    assert!(paddock(&harness).document().unwrap().is_unsaved());
    let journals = || {
        let names = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path());
        names.filter(|path| path.extension().is_some_and(|ending| ending == "journal")).collect::<Vec<_>>()
    };
    assert_eq!(journals().len(), 1, "it is kept from the beginning");
    for turn in 1..=4 {
        play_the_first(&mut harness);
        assert_eq!((tab(&harness).race().len(), tab(&harness).playback().position()), (turn, turn));
        let lines = std::fs::read_to_string(&journals()[0]).unwrap().lines().count();
        assert_eq!(lines, turn + 1, "on the disk before the next");
    }
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(tab(&harness).race().len(), 3);
    press(&mut harness, CTRL, Key::Y);
    assert_eq!(tab(&harness).race().len(), 4);
    press(&mut harness, CTRL, Key::S);
    assert!(!paddock(&harness).document().unwrap().is_unsaved(), "{:?}", paddock(&harness).errors());
    assert!(journals().is_empty(), "what it kept is in the file");
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, tab(&harness).race().file_text(true).unwrap());
    // From now on the journal is beside the file.
    play_the_first(&mut harness);
    assert!(Journal::beside(&file).unwrap().exists());
}

#[test]
fn another_turn_begins_a_variation_that_is_walked_to_promoted_and_deleted() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    let raced = tab(&harness).race().len();
    for _ in 0..5 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    press(&mut harness, Modifiers::NONE, Key::R);
    harness.get_by_label("Play turn 6 differently");
    play_the_first(&mut harness);
    let side = tab(&harness).race().shown_line();
    assert_eq!((tab(&harness).race().len(), tab(&harness).playback().position()), (6, 6));
    assert_ne!(side, LineId(0));
    play_the_first(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
    harness.get_by_label("Variation: Instead of turn 6");
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    assert_eq!((tab(&harness).race().shown_line(), tab(&harness).playback().position()), (LineId(0), 6));
    assert_eq!(tab(&harness).race().len(), raced);
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(tab(&harness).race().shown_line(), side);
    press(&mut harness, CTRL, Key::ArrowUp);
    assert_eq!(tab(&harness).race().lines()[0].id, side, "promoted");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(tab(&harness).race().lines()[0].id, LineId(0));
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    assert_eq!(tab(&harness).race().lines().len(), 1);
    assert_eq!(tab(&harness).playback().position(), 5, "where it departed");
}

#[test]
fn marks_notes_and_bookmarks_are_written_by_keys_and_saved() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    for _ in 0..3 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    press(&mut harness, Modifiers::NONE, Key::Num4);
    press(&mut harness, Modifiers::NONE, Key::B);
    let remarks = tab(&harness).race().remarks();
    assert_eq!((remarks.marks.get(&3), remarks.bookmark(3)), (Some(&TurnMark::Dubious), Some("")));
    press(&mut harness, Modifiers::NONE, Key::Num4);
    assert!(tab(&harness).race().remarks().marks.is_empty(), "the same key takes it away");
    press(&mut harness, Modifiers::NONE, Key::Num1);
    press(&mut harness, Modifiers::NONE, Key::N);
    harness.event(egui::Event::Text("Rain sets in".to_owned()));
    harness.run_steps(3);
    press(&mut harness, Modifiers::NONE, Key::Tab);
    assert_eq!(tab(&harness).race().remarks().note(3).as_deref(), Some("Rain sets in"));
    press(&mut harness, Modifiers::NONE, Key::Home);
    press(&mut harness, CTRL, Key::B);
    assert_eq!(tab(&harness).playback().position(), 3, "the next bookmark");
    press(&mut harness, CTRL, Key::S);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("Rain sets in") && text.contains("\"3\": \"!!\""), "{:?}", paddock(&harness).errors());
}

#[test]
fn a_turn_is_typed_and_what_is_wrong_with_it_is_reported() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::E);
    harness.get_by_label("Edit turn 1");
    let enter = |harness: &mut Window, field: &str, words: &str| {
        harness.get_by_label(field).focus();
        harness.run_steps(2);
        press(harness, CTRL, Key::A);
        harness.event(egui::Event::Text(words.to_owned()));
        harness.run_steps(2);
        press(harness, Modifiers::NONE, Key::Enter);
    };
    enter(&mut harness, "Turn as one line of text", "1: 4FQ F- =4");
    harness.run_steps(4);
    let (error, board) = (harness.get_by_label_contains("Column ").rect(), tab(&harness).board().view().rect);
    assert!(error.bottom() < board.bottom(), "{error:?} is below the panel, which ends with the board at {board:?}");
    enter(&mut harness, "Turn as one line of text", "1: 5F F- =4");
    harness.get_by_label_contains("If the turn was really played");
    assert_eq!(tab(&harness).race().notation(1), "1: 4FL+3 F- =4", "nothing is changed");
    enter(&mut harness, "Reason", "Nobody saw it");
    let step = tab(&harness).race().step(1).unwrap().clone();
    assert!(step.illegal.is_some() && step.reason.as_deref() == Some("Nobody saw it"));
    assert!(paddock(&harness).status().contains("Edited turn 1. Now illegal: turn"), "{}", paddock(&harness).status());
    harness.get_by_label_contains("Recorded anyway: Nobody saw it");
}

/// A turn that breaks a rule can be recorded with a reason, because a car of the race may really have played it. A turn of
/// a car that is not in the race cannot.
#[test]
fn a_turn_of_a_car_that_is_not_in_the_race_cannot_be_recorded_anyway() {
    for recorded in [
        "replays/vektorace/widdershins-four-cars.json",
        "replays/vector_racing/mill-lane-three-pencils.json",
        "replays/formula_d/saltmarsh-six-cars.json",
        "replays/wheel_to_wheel/harbour-cup-1.json",
    ] {
        let (_folder, file) = race();
        std::fs::copy(crate::desk::shipped(recorded), &file).unwrap();
        let mut harness = window(&file, None, true);
        press(&mut harness, Modifiers::NONE, Key::End);
        for _ in 0..40 {
            press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
        }
        press(&mut harness, Modifiers::NONE, Key::R);
        let race = tab(&harness).race();
        let (at, len) = (tab(&harness).playback().position(), race.len());
        let to_act = race.view(at).to_act.unwrap();
        let is_of_another = |turn: &usize| {
            let is_legal = race.turn_json(*turn).is_ok_and(|turn| race.outcome(at, &turn).is_some());
            race.view(turn - 1).to_act.is_some_and(|car| car != to_act) && !is_legal
        };
        let other = race.notation((1..=len).rev().find(is_of_another).unwrap());
        // The line begins with the car, as in `7:`, or with the round and the car, as in `4.7`.
        let begin = other.split(' ').next().unwrap();
        let stranger = match begin.split_once('.') {
            Some((round, _)) => other.replacen(begin, &format!("{round}.99"), 1),
            None => other.replacen(begin, "99:", 1),
        };
        assert_ne!(stranger, other, "{recorded}");
        for (line, is_offered) in [(other.clone(), true), (stranger, false)] {
            for _ in 0..2 {
                harness.get_by_label("Turn as one line of text").focus();
                harness.run_steps(2);
                press(&mut harness, CTRL, Key::A);
                harness.event(egui::Event::Text(line.clone()));
                harness.run_steps(2);
                press(&mut harness, Modifiers::NONE, Key::Enter);
                let offered = harness.query_by_label("Record anyway").is_some();
                assert_eq!(offered, is_offered, "{recorded}: {line}: {}", paddock(&harness).status());
                assert_eq!(tab(&harness).race().len(), len, "{recorded}: {line} changes nothing");
            }
        }
    }
}

/// The line keeps the focus after each turn, legal or not: its letters and digits never act as commands.
#[test]
fn turns_are_typed_one_after_the_other() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    let lines: Vec<String> = (1..=6).map(|turn| tab(&harness).race().notation(turn)).collect();
    let len = tab(&harness).race().len();
    assert!(len > 6);
    press(&mut harness, Modifiers::NONE, Key::R);
    harness.get_by_label("Turn as one line of text").focus();
    harness.run_steps(2);
    let enter = |harness: &mut Window, words: &str| {
        press(harness, CTRL, Key::A);
        harness.event(egui::Event::Text(words.to_owned()));
        harness.run_steps(2);
        press(harness, Modifiers::NONE, Key::Enter);
    };
    let (mut position, line) = (0, tab(&harness).race().shown_line());
    for text in &lines {
        for wrong in ["1: 4FQ F- =4", "2", "v e r"] {
            enter(&mut harness, wrong);
            assert_eq!(tab(&harness).playback().position(), position, "`{wrong}` changes nothing");
            assert!(harness.get_by_label("Turn as one line of text").is_focused(), "after `{wrong}`");
        }
        enter(&mut harness, text);
        position += 1;
        assert_eq!(tab(&harness).playback().position(), position, "{text}: {}", paddock(&harness).status());
        assert!(harness.get_by_label("Turn as one line of text").is_focused(), "after `{text}`");
    }
    assert_eq!((tab(&harness).race().len(), tab(&harness).race().shown_line()), (len, line), "the turns are there");
}

#[test]
fn a_place_on_the_board_is_clicked_and_the_rest_is_asked() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    press(&mut harness, Modifiers::NONE, Key::R);
    let place = tab(&harness).race().places(0).into_iter().find(|place| place.illegal.is_none()).unwrap();
    let outline = &place.outline;
    let middle = outline
        .iter()
        .fold([0.0, 0.0], |sum, at| [sum[0] + at[0] / outline.len() as f64, sum[1] + at[1] / outline.len() as f64]);
    let at = tab(&harness).board().screen_from_world(middle);
    harness.event(egui::Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        let button = egui::PointerButton::Primary;
        harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        harness.run_steps(2);
    }
    assert!(harness.query_by_label_contains("Nothing chosen yet").is_none());
    play_the_first(&mut harness);
}

#[test]
fn what_was_recorded_and_not_saved_is_offered_and_comes_back() {
    let (_folder, file) = race();
    let raced = {
        let mut harness = window(&file, None, true);
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        press(&mut harness, Modifiers::NONE, Key::Num2);
        press(&mut harness, Modifiers::NONE, Key::B);
        // The window goes without a word, as if it were killed.
        tab(&harness).race().file_text(false).unwrap()
    };
    let journal = Journal::beside(&file).unwrap();
    assert!(journal.exists());
    let mut harness = window(&file, None, true);
    harness.get_by_label_contains("has 2 changes (turns and remarks) that the race's file does not have");
    harness.get_by_label("The last change was made less than a minute ago.");
    // Put off, it is asked about again before anything is recorded over it.
    click(&mut harness, "Ask again later");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::B);
    harness.get_by_label_contains("has 2 changes (turns and remarks) that the race's file does not have");
    let button = harness.get_all_by_role(egui::accesskit::Role::Button);
    let label = button.filter_map(|node| node.accesskit_node().label()).find(|label| label.contains("Recover them"));
    click(&mut harness, &label.unwrap());
    assert_eq!(tab(&harness).race().file_text(false).unwrap(), raced);
    assert!(paddock(&harness).document().unwrap().is_unsaved());
    press(&mut harness, CTRL, Key::S);
    assert!(!journal.exists());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), raced);
}

#[test]
fn changes_that_were_all_undone_are_not_asked_about() {
    let (_folder, file) = race();
    {
        let mut harness = window(&file, None, true);
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        press(&mut harness, Modifiers::NONE, Key::Num2);
        press(&mut harness, CTRL, Key::Z);
    }
    let journal = Journal::beside(&file).unwrap();
    assert!(journal.exists());
    let mut harness = window(&file, None, true);
    assert!(harness.query_by_label_contains("The last change was made").is_none());
    assert!(!journal.exists() && !paddock(&harness).document().unwrap().is_unsaved());
    // The next change is kept as ever.
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::Num3);
    assert!(journal.exists());
}

#[test]
fn a_race_without_a_file_comes_back_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("evening.json"), folder.path().join("data"));
    {
        let mut harness = window(&file, Some(data.clone()), false);
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        click(&mut harness, "Start race");
        play_the_first(&mut harness);
        play_the_first(&mut harness);
    }
    let harness = window(&file, Some(data), false);
    assert_eq!(tab(&harness).race().len(), 2);
    assert!(paddock(&harness).document().unwrap().is_unsaved());
}

#[test]
fn the_board_before_the_turn_is_shown_beside_the_one_after() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    let whole = tab(&harness).board().view().rect.width();
    press(&mut harness, Modifiers::NONE, Key::V);
    harness.get_by_label("Before: turn 1");
    assert!(tab(&harness).board().view().rect.width() < whole * 0.6);
    press(&mut harness, Modifiers::NONE, Key::V);
    assert_eq!(tab(&harness).board().view().rect.width(), whole);
    press(&mut harness, Modifiers::NONE, Key::T);
    assert_eq!(paddock(&harness).settings().trail, 5);
}

#[test]
fn one_steps_by_car_and_by_kind_of_event() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    let car = tab(&harness).race().step(1).unwrap().car;
    press(&mut harness, Modifiers::ALT, Key::ArrowRight);
    let position = tab(&harness).playback().position();
    assert!(position > 1 && tab(&harness).race().step(position).unwrap().car == car);
    press(&mut harness, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(tab(&harness).playback().position(), 1);
    click(&mut harness, "Kind of events");
    let option = harness.get_all_by_role(egui::accesskit::Role::Button);
    let label = option.filter_map(|node| node.accesskit_node().label()).find(|label| label.ends_with(" pit stop"));
    click(&mut harness, &label.unwrap());
    press(&mut harness, CTRL, Key::ArrowRight);
    let position = tab(&harness).playback().position();
    let events = &tab(&harness).race().step(position).unwrap().events;
    assert!(events.iter().any(|event| matches!(event.kind, paddock::game::EventKind::Pitted { .. })), "{position}");
}

#[test]
fn the_race_of_a_panel_is_left_alone_by_what_is_recorded() {
    // Whoever holds the race while something is recorded keeps what they had.
    let (_folder, file) = race();
    let Ok(paddock::replay::Opened::Race(race)) =
        paddock::open(&std::fs::read(&file).unwrap(), &paddock::replay::no_files)
    else {
        panic!("a race")
    };
    let mut copy = race.copied().unwrap();
    let recorder = std::sync::Arc::get_mut(&mut copy).unwrap().recorder().unwrap();
    recorder.record(&RaceEdit::Cut { line: LineId(0), at: 2 }).unwrap();
    assert!(race.len() > 2 && copy.len() == 2);
}

/// A new race has no turns to plot. The panel keeps its height for it, and for every race after it.
#[test]
fn plots_keep_their_height_after_a_new_race() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    let height = |harness: &Window| harness.query_all_by_label_contains("Plot of").next().unwrap().rect().height();
    let before = height(&harness);
    assert!(before > 40.0, "{before}");
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    click(&mut harness, "Start race");
    assert!(tab(&harness).race().is_empty());
    harness.run_steps(8);
    play_the_first(&mut harness);
    harness.run_steps(4);
    assert!((height(&harness) - before).abs() < 1.0, "{} {before}", height(&harness));
    press(&mut harness, CTRL, Key::PageUp);
    assert!((height(&harness) - before).abs() < 1.0, "{} {before}", height(&harness));
}

/// In a low window the plots give their space to the board, until the user asks for them; while turns are recorded, cars
/// are still listed.
#[test]
fn plots_fold_away_in_a_low_window() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    let has_plots = |harness: &Window| harness.query_all_by_label_contains("Plot of").next().is_some();
    assert!(has_plots(&harness));
    harness.set_size(egui::vec2(1000.0, 700.0));
    harness.run_steps(4);
    assert!(!has_plots(&harness));
    for shown in [true, false, true] {
        press(&mut harness, Modifiers::NONE, Key::P);
        assert_eq!(has_plots(&harness), shown);
    }
    press(&mut harness, Modifiers::NONE, Key::P);
    press(&mut harness, Modifiers::NONE, Key::R);
    let panel = harness.get_by_label("Stop recording").rect();
    let cars = tab(&harness).race().entrants();
    let mut named = harness.query_all_by_label_contains(&cars[0].name).map(|node| node.rect());
    assert!(named.any(|row| row.left() > 600.0 && row.bottom() < panel.top()), "no car is listed above {panel:?}");
}

#[test]
fn keys_behind_a_menu_or_a_dialog_record_nothing() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    press(&mut harness, Modifiers::NONE, Key::End);
    press(&mut harness, Modifiers::NONE, Key::Home);
    press(&mut harness, Modifiers::NONE, Key::R);
    let state =
        |harness: &Window| (tab(harness).race().len(), tab(harness).race().lines().len(), tab(harness).choices().len());
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Backspace];
    // With nothing chosen, and with the first question answered.
    for chosen in 0..2 {
        if chosen > 0 {
            for key in digits {
                if tab(&harness).choices().is_empty() {
                    press(&mut harness, Modifiers::NONE, key);
                }
            }
            assert!(!tab(&harness).choices().is_empty(), "a question is answered by a key");
        }
        let before = state(&harness);
        // Twice each: the keyboard map, the export dialog, a new race, and a menu.
        for open in
            [(Modifiers::NONE, Key::F1), (CTRL, Key::E), (CTRL | Modifiers::SHIFT, Key::N)].into_iter().cycle().take(6)
        {
            press(&mut harness, open.0, open.1);
            for key in digits {
                press(&mut harness, Modifiers::NONE, key);
            }
            assert_eq!(state(&harness), before, "{open:?}");
            press(&mut harness, Modifiers::NONE, Key::Escape);
            assert_eq!(state(&harness), before, "Escape closes only the dialog: {open:?}");
        }
        for _ in 0..2 {
            click(&mut harness, "Edit");
            for key in digits {
                press(&mut harness, Modifiers::NONE, key);
            }
            assert_eq!(state(&harness), before, "a menu is open");
            press(&mut harness, Modifiers::NONE, Key::Escape);
            assert_eq!(state(&harness), before, "Escape closes only the menu");
        }
    }
    let chosen = tab(&harness).choices().len();
    press(&mut harness, Modifiers::NONE, Key::Backspace);
    assert_eq!(tab(&harness).choices().len(), chosen - 1, "with nothing on top, keys act again");
}

#[test]
fn undo_takes_back_what_is_chosen_before_a_recorded_turn() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(&folder.path().join("evening.json"), None, false);
    press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
    click(&mut harness, "Start race");
    play_the_first(&mut harness);
    for key in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5] {
        if tab(&harness).choices().is_empty() && tab(&harness).race().len() == 1 {
            press(&mut harness, Modifiers::NONE, key);
        }
    }
    assert!(!tab(&harness).choices().is_empty(), "a turn is half chosen");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!((tab(&harness).choices().len(), tab(&harness).race().len()), (0, 1), "the choice goes first");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(tab(&harness).race().len(), 0, "then the turn");
}

#[test]
fn escape_from_an_edit_leaves_recording_as_it_was() {
    let (_folder, file) = race();
    let mut harness = window(&file, None, true);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    for was_recording in [false, true] {
        if was_recording {
            press(&mut harness, Modifiers::NONE, Key::R);
        }
        for _ in 0..2 {
            press(&mut harness, Modifiers::NONE, Key::E);
            assert!(harness.query_by_label("Save edit").is_some() || !tab(&harness).choices().is_empty());
            press(&mut harness, Modifiers::NONE, Key::Escape);
            assert_eq!(harness.query_by_label("Back").is_some(), was_recording, "the recording panel");
        }
    }
}
