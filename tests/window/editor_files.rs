//! Tests of the editor with other files beside the circuit's file, and with several documents.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::Path;

use crate::desk::Document;
use crate::desk::{Always, circuit, program, program_in, program_with, program_with_data};
use egui::{Key, Modifiers, OutputCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::tabs::Content;
use paddock::editor::place_at;
use paddock::editor::sketch::pieces::Template;
use paddock::editor::sketch::{AnySketch, Checks, Steps};
use paddock::game::prelude::*;
use paddock::games::vektorace::{Draft, LabelDraft, ReferenceDraft, Vektorace};
use paddock::geometry::Surd;
use paddock::render::{self, Theme};

type Program = Harness<'static, Option<Paddock>>;

fn write_circuit(path: &Path, draft: Draft) {
    std::fs::write(path, Document::new(draft, true).to_text().expect("text")).expect("written");
}

fn starter() -> Draft {
    crate::desk::starter()
}

fn key(harness: &mut Program, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(4);
}

fn window(harness: &Program) -> &Paddock {
    harness.state().as_ref().expect("made in the first frame")
}

/// A picture of two colours, of the kind its name says.
fn write_picture(path: &Path) {
    let picture =
        image::RgbImage::from_fn(80, 40, |x, _| image::Rgb(if x < 40 { [200, 30, 30] } else { [30, 30, 200] }));
    picture.save(path).expect("written");
}

#[test]
fn pieces_are_pasted_into_another_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    write_circuit(&path, starter());
    let mut harness = program(path);
    key(&mut harness, Modifiers::COMMAND, Key::O);
    harness.get_by_label("Select Corner 2").click();
    harness.run_steps(2);
    harness.event(egui::Event::Copy);
    harness.run_steps(1);
    let copied = harness.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let text = copied.expect("text for the clipboard");
    assert!(text.contains("\"paddock\": \"pieces\""), "{text}");
    harness.event(egui::Event::Paste(text.clone()));
    harness.run_steps(4);
    assert_eq!(circuit(&harness).draft().corners.len(), 5);
    assert_eq!(window(&harness).status(), "Pasted 1 piece");
    harness.event(egui::Event::Cut);
    harness.run_steps(4);
    assert_eq!(circuit(&harness).draft(), &starter(), "what was pasted is selected, and cut");
    harness.event(egui::Event::Paste("no pieces".to_owned()));
    harness.run_steps(4);
    assert!(window(&harness).status().contains("no pieces in the clipboard"), "{}", window(&harness).status());
    assert_eq!(circuit(&harness).draft(), &starter());
}

#[test]
fn a_picture_is_put_under_the_board_and_found_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    std::fs::create_dir(folder.path().join("photos")).expect("made");
    for name in ["photos/table.png", "photos/table.jpg", "photos/table.webp"] {
        let picture = folder.path().join(name);
        write_picture(&picture);
        write_circuit(&path, starter());
        let mut harness = program_with(Always { file: path.clone(), picture: Some(picture) });
        key(&mut harness, Modifiers::COMMAND, Key::O);
        add_picture(&mut harness);
        let reference = circuit(&harness).draft().reference.clone().expect("a picture");
        assert_eq!((reference.file.as_str(), reference.scale), (name, Surd::from_int(2)), "it is as wide as the table");
        assert_eq!(reference.at, place_at(20.0, 12.0));
        assert!(shows_picture(&harness), "{name}: {:?}", window(&harness).errors());
        key(&mut harness, Modifiers::COMMAND, Key::S);
        let mut again = program(path.clone());
        key(&mut again, Modifiers::COMMAND, Key::O);
        again.run_steps(4);
        assert!(shows_picture(&again), "{name}: {:?}", window(&again).errors());
    }
}

/// Clicks the button that adds a picture. It is far down in the inspector.
fn add_picture(harness: &mut Program) {
    harness.get_by_label("Add reference picture…").scroll_to_me();
    harness.run_steps(12);
    harness.get_by_label("Add reference picture…").click();
    harness.run_steps(4);
}

fn shows_picture(harness: &Program) -> bool {
    match &window(harness).document().expect("one is shown").content {
        Content::Circuit(tab) => tab.shows_picture(),
        Content::Race(_) => false,
    }
}

#[test]
fn pictures_that_are_missing_broken_or_elsewhere_are_reported_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    std::fs::write(folder.path().join("broken.png"), b"\x89PNG\r\n\x1a\n and no more").expect("written");
    for (name, word) in [
        ("none.png", "no such file"),
        ("broken.png", "cannot be read"),
        ("../../etc/passwd", "folder"),
        ("a.json", "cannot be read"),
    ] {
        let reference = Some(ReferenceDraft::new(name, place_at(20.0, 12.0), Surd::from_int(50)));
        write_circuit(&path, Draft { reference, ..starter() });
        let mut harness = program(path.clone());
        key(&mut harness, Modifiers::COMMAND, Key::O);
        harness.run_steps(4);
        assert!(!shows_picture(&harness));
        let errors = window(&harness).errors();
        assert!(errors.len() == 1 && errors[0].contains(word), "{name}: {errors:?}");
    }
}

#[test]
fn a_picture_from_elsewhere_is_copied_beside_the_circuit_and_goes_with_it() {
    let (folder, elsewhere) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("another folder"));
    let path = folder.path().join("a.json");
    let picture = elsewhere.path().join("table.png");
    write_picture(&picture);
    // Another picture has the name already, so the copy gets a free one.
    std::fs::write(folder.path().join("table.png"), "another").expect("written");
    write_circuit(&path, starter());
    let mut harness = program_with(Always { file: path.clone(), picture: Some(picture.clone()) });
    key(&mut harness, Modifiers::COMMAND, Key::O);
    add_picture(&mut harness);
    assert!(window(&harness).errors().is_empty() && shows_picture(&harness), "{:?}", window(&harness).errors());
    let copied = std::fs::read(folder.path().join("table-2.png")).expect("copied");
    assert_eq!(copied, std::fs::read(&picture).expect("there"));
    assert_eq!(circuit(&harness).draft().reference.as_ref().expect("a picture").file, "table-2.png");
    key(&mut harness, Modifiers::COMMAND, Key::S);
    drop(harness);

    // Saved into another folder, the circuit takes its picture with it.
    let other = tempfile::tempdir().expect("a third folder");
    let target = other.path().join("b.json");
    let mut harness = program(target.clone());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("made in the first frame").open(&ctx, vec![path]);
    harness.run_steps(6);
    key(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    harness.run_steps(6);
    assert!(target.exists() && shows_picture(&harness), "{:?}", window(&harness).errors());
    assert_eq!(std::fs::read(other.path().join("table-2.png")).expect("taken along"), copied);
    drop((harness, folder, elsewhere));
    let mut again = program(target);
    key(&mut again, Modifiers::COMMAND, Key::O);
    again.run_steps(6);
    assert!(shows_picture(&again), "{:?}", window(&again).errors());
}

#[test]
fn a_picture_is_pasted_twice_and_stored_beside_the_circuit() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, copied) = (folder.path().join("a.json"), folder.path().join("copied.png"));
    write_picture(&copied);
    write_circuit(&path, starter());
    let paste = Modifiers::COMMAND | Modifiers::SHIFT;
    let mut harness = program_with(Always { file: path.clone(), picture: Some(copied.clone()) });
    key(&mut harness, Modifiers::COMMAND, Key::O);
    // The same picture has one file, however often it is pasted.
    for _ in 0..2 {
        key(&mut harness, paste, Key::V);
        harness.run_steps(4);
        assert!(window(&harness).errors().is_empty() && shows_picture(&harness), "{:?}", window(&harness).errors());
        assert_eq!(circuit(&harness).draft().reference.as_ref().expect("a picture").file, "picture.png");
    }
    let stored = std::fs::read(folder.path().join("picture.png")).expect("stored");
    assert_eq!(stored, std::fs::read(&copied).expect("there"));
    assert!(!folder.path().join("picture-2.png").exists());
    drop(harness);

    let mut without = program(path);
    key(&mut without, Modifiers::COMMAND, Key::O);
    key(&mut without, paste, Key::V);
    without.run_steps(4);
    assert!(window(&without).errors().iter().any(|error| error.contains("no picture on the clipboard")));
}

#[test]
fn a_new_circuit_begins_with_a_template() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = program(folder.path().join("a.json"));
    key(&mut harness, Modifiers::COMMAND, Key::N);
    assert!(window(&harness).document().is_none(), "not before a template is chosen");
    harness.get_by_label("Template Chicane").click();
    harness.run_steps(4);
    harness.get_by_label("Create").click();
    harness.run_steps(4);
    assert_eq!(circuit(&harness).draft(), &Template::Chicane.draft());
    key(&mut harness, Modifiers::COMMAND, Key::N);
    for pressed in [Key::ArrowRight, Key::ArrowRight, Key::ArrowLeft, Key::Enter] {
        key(&mut harness, Modifiers::NONE, pressed);
    }
    assert_eq!(circuit(&harness).draft(), &Template::M.draft());
    key(&mut harness, Modifiers::COMMAND, Key::N);
    key(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.query_by_label("Template M").is_none());
    assert_eq!(window(&harness).documents().len(), 2);
}

#[test]
fn changes_are_kept_beside_the_file_and_offered_when_it_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let kept = folder.path().join(".a.json.autosave");
    write_circuit(&path, starter());
    let before = std::fs::read(&path).expect("read");
    let mut harness = program_in(Always { file: path.clone(), picture: None }, 0);
    key(&mut harness, Modifiers::COMMAND, Key::O);
    assert!(!kept.exists(), "nothing has changed yet");
    harness.get_by_label("Select Corner 3").click();
    harness.run_steps(2);
    key(&mut harness, Modifiers::SHIFT, Key::ArrowUp);
    assert!(kept.exists());
    assert_eq!(std::fs::read(&path).expect("read"), before, "the file itself is the user's");
    let changed = circuit(&harness).draft().clone();
    // The program ends without a word; the next one finds the changes.
    drop(harness);
    let mut harness = program(path.clone());
    key(&mut harness, Modifiers::COMMAND, Key::O);
    harness.get_by_label_contains("was last changed less than a minute ago");
    harness.get_by_label_contains("Recover the changes").click();
    harness.run_steps(4);
    assert_eq!(circuit(&harness).draft(), &changed);
    assert_eq!(circuit(&harness).history().undo_title(), Some("Recover changes"));
    key(&mut harness, Modifiers::COMMAND, Key::S);
    assert!(!kept.exists(), "they are in the file now");
    key(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(circuit(&harness).draft(), &starter());
}

#[test]
fn changes_beside_a_file_are_offered_at_the_next_start_until_they_are_saved_or_discarded() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, data) = (folder.path().join("a.json"), folder.path().join("data"));
    write_circuit(&path, starter());
    let start = || program_with_data(Always { file: path.clone(), picture: None }, 0, Some(data.clone()));
    let sentence = "a.json has unsaved changes from less than a minute ago";
    let mut harness = start();
    key(&mut harness, Modifiers::COMMAND, Key::O);
    harness.get_by_label("Select Corner 3").click();
    harness.run_steps(2);
    key(&mut harness, Modifiers::SHIFT, Key::ArrowUp);
    let changed = circuit(&harness).draft().clone();
    // The next window does not know the file, because settings are written only now and then.
    drop(harness);
    let mut harness = start();
    assert!(window(&harness).settings().recent.is_empty());
    assert!(window(&harness).status().contains(sentence), "{}", window(&harness).status());
    harness.get_by_label(&format!("{sentence}."));
    harness.get_by_label_contains("Recover…").click();
    harness.run_steps(4);
    key(&mut harness, Modifiers::COMMAND, Key::Home);
    assert!(harness.query_by_label_contains(sentence).is_none(), "the open document asks itself");
    harness.get_by_label_contains("Recover the changes").click();
    harness.run_steps(4);
    assert_eq!(circuit(&harness).draft(), &changed);
    // Nothing is offered about a file that a window has open, or whose changes are saved.
    assert!(start().query_by_label_contains(sentence).is_none());
    key(&mut harness, Modifiers::COMMAND, Key::S);
    drop(harness);
    assert!(start().query_by_label_contains(sentence).is_none());
}

#[test]
fn changes_that_are_discarded_are_not_offered_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let kept = folder.path().join(".a.json.autosave");
    write_circuit(&path, starter());
    write_circuit(&kept, Template::M.draft());
    let mut harness = program(path.clone());
    key(&mut harness, Modifiers::COMMAND, Key::O);
    harness.get_by_label_contains("Discard them").click();
    harness.run_steps(4);
    assert!(!kept.exists());
    assert_eq!(circuit(&harness).draft(), &starter());
    assert!(!circuit(&harness).is_dirty());
}

fn begin(harness: &mut Program, template: &str) {
    key(harness, Modifiers::COMMAND, Key::N);
    harness.get_by_label(&format!("Template {template}")).click();
    harness.run_steps(4);
    harness.get_by_label("Create").click();
    harness.run_steps(4);
}

#[test]
fn the_strip_of_tabs_shows_the_one_in_front_however_many_there_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = program(folder.path().join("a.json"));
    for _ in 0..16 {
        begin(&mut harness, "Oval");
    }
    let tabs = |harness: &Program| {
        let tabs = harness.query_all_by_label_contains("Close Oval");
        tabs.map(|tab| tab.rect().x_range()).collect::<Vec<_>>()
    };
    harness.run_steps(40);
    let strip = egui::Rangef::new(0.0, 1_440.0);
    let is_seen = |tab: egui::Rangef| strip.contains(tab.min) && strip.contains(tab.max);
    let places = tabs(&harness);
    assert_eq!(places.len(), 16);
    assert!(is_seen(places[15]) && !is_seen(places[0]), "{places:?}");
    // From the last to the first, and back.
    key(&mut harness, Modifiers::COMMAND, Key::Tab);
    harness.run_steps(40);
    let places = tabs(&harness);
    assert!(is_seen(places[0]) && !is_seen(places[15]), "{places:?}");
    key(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Tab);
    harness.run_steps(40);
    assert!(is_seen(tabs(&harness)[15]));
}

#[test]
fn circuits_without_a_name_are_numbered_and_listed_before_they_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = program(folder.path().join("a.json"));
    for _ in 0..2 {
        key(&mut harness, Modifiers::COMMAND, Key::N);
        harness.get_by_role_and_label(egui::accesskit::Role::Button, "Formula D").click();
        harness.run_steps(4);
        harness.get_by_label("Template Empty table").click();
        harness.run_steps(4);
        harness.get_by_label("Create").click();
        harness.run_steps(6);
    }
    let titles: Vec<String> = window(&harness).documents().iter().map(paddock::app::tabs::Document::title).collect();
    assert_eq!(titles, ["Untitled · Formula D", "Untitled 2 · Formula D"]);
    assert_eq!(window(&harness).documents()[1].base_name(), "untitled-2-formula-d");
    // A change of each; the question before quitting lists both.
    for _ in 0..2 {
        key(&mut harness, Modifiers::NONE, Key::B);
        for place in [[500.0, 400.0], [800.0, 420.0], [760.0, 640.0], [480.0, 600.0]] {
            let pos = egui::pos2(place[0], place[1]);
            harness.event(egui::Event::PointerMoved(pos));
            for pressed in [true, false] {
                let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
                harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
            }
            harness.run_steps(6);
        }
        key(&mut harness, Modifiers::NONE, Key::Enter);
        key(&mut harness, Modifiers::COMMAND, Key::Tab);
    }
    assert!(window(&harness).documents().iter().all(paddock::app::tabs::Document::is_unsaved), "both are changed");
    harness.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.push(egui::ViewportEvent::Close);
    harness.run_steps(4);
    for name in ["Untitled · Formula D, a circuit", "Untitled 2 · Formula D, a circuit"] {
        assert_eq!(harness.query_all_by_label_contains(name).count(), 1, "{name}");
    }
}

/// Begins a circuit and moves its pieces.
fn begin_and_change(harness: &mut Program, template: &str) {
    begin(harness, template);
    key(harness, Modifiers::COMMAND, Key::A);
    key(harness, Modifiers::SHIFT, Key::ArrowUp);
}

fn kept_in(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.file_name()));
    names.map_or(0, |names| names.filter(|name| name.to_string_lossy().ends_with(".json")).count())
}

#[test]
fn circuits_that_were_never_saved_are_offered_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, data) = (folder.path().join("a.json"), folder.path().join("data"));
    let start = || program_with_data(Always { file: path.clone(), picture: None }, 0, Some(data.clone()));
    let mut harness = start();
    assert!(harness.query_by_label("Circuits that were never saved").is_none());
    begin_and_change(&mut harness, "Oval");
    begin_and_change(&mut harness, "Chicane");
    begin(&mut harness, "Figure of eight");
    assert_eq!(kept_in(&data), 2, "the third was not changed");
    // A second window, while the first is open, has nothing to offer.
    let other = start();
    assert!(other.query_by_label("Circuits that were never saved").is_none());
    drop(other);
    let drafts: Vec<Draft> = circuits(&harness).into_iter().take(2).collect();
    drop(harness);

    let mut harness = start();
    harness.get_by_label("Circuits that were never saved");
    harness.get_by_label_contains("Chicane, VektoRace, 6 corners, changed less than a minute ago");
    key(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(circuits(&harness).is_empty(), "asked again later");
    drop(harness);

    let mut harness = start();
    harness.get_by_label_contains("Recover").click();
    harness.run_steps(4);
    let mut found = circuits(&harness);
    found.sort_by_key(|draft| draft.corners.len());
    assert_eq!(found, drafts);
    assert_eq!(kept_in(&data), 2, "until they are saved");
    // One is saved, the other closed without.
    key(&mut harness, Modifiers::COMMAND, Key::S);
    assert_eq!((window(&harness).errors().len(), kept_in(&data)), (0, 1));
    assert!(path.exists());
    key(&mut harness, Modifiers::COMMAND, Key::W);
    key(&mut harness, Modifiers::COMMAND, Key::W);
    harness.get_by_label_contains("Discard changes").click();
    harness.run_steps(4);
    assert_eq!(kept_in(&data), 0);
    drop(harness);
    assert_eq!(std::fs::read_dir(&data).expect("listed").count(), 0, "the lock goes with the window");
}

#[test]
fn circuits_that_were_never_saved_can_be_discarded_and_undone_ones_are_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let start = || {
        let answers = Always { file: folder.path().join("a.json"), picture: None };
        program_with_data(answers, 0, Some(data.clone()))
    };
    let mut harness = start();
    begin_and_change(&mut harness, "Oval");
    assert_eq!(kept_in(&data), 1);
    key(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(kept_in(&data), 0, "as it began");
    key(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(kept_in(&data), 1);
    drop(harness);
    let mut harness = start();
    harness.get_by_label_contains("Discard").click();
    harness.run_steps(4);
    assert_eq!((kept_in(&data), circuits(&harness).len()), (0, 0));
}

/// The circuits that are open, in the order of their tabs.
fn circuits(harness: &Program) -> Vec<Draft> {
    let circuit = |document: &paddock::app::tabs::Document| match &document.content {
        Content::Circuit(tab) => tab.document().of::<Vektorace>().map(|document| document.draft().clone()),
        Content::Race(_) => None,
    };
    window(harness).documents().iter().filter_map(circuit).collect()
}

#[test]
fn a_file_that_another_program_changes_is_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    write_circuit(&path, starter());
    let mut harness = program(path.clone());
    key(&mut harness, Modifiers::COMMAND, Key::O);
    for (template, answer) in [(Template::M, "Reload"), (Template::Chicane, "Keep mine")] {
        let shown = circuit(&harness).draft().clone();
        write_circuit(&path, template.draft());
        // The file is checked every two seconds.
        harness.run_steps(200);
        harness.get_by_label_contains("Another program changed the file");
        assert_eq!(circuit(&harness).draft(), &shown, "nothing happens unasked");
        harness.get_by_label_contains(answer).click();
        harness.run_steps(4);
    }
    assert_eq!(circuit(&harness).draft(), &Template::M.draft());
    assert!(circuit(&harness).is_dirty(), "the file has another circuit");
    harness.run_steps(200);
    assert!(harness.query_by_label_contains("Another program changed the file").is_none(), "asked once");
    key(&mut harness, Modifiers::COMMAND, Key::S);
    let saved = Document::from_bytes(&std::fs::read(&path).expect("read")).expect("a circuit");
    assert_eq!(saved.draft(), &Template::M.draft());
}

/// Drags on the board of the circuit that is shown; what begins and ends at one place is a click.
fn drag_on_board(harness: &mut Program, from: [f64; 2], to: [f64; 2]) {
    let place = |harness: &mut Program, at: [f64; 2]| match &window(harness).document().expect("one").content {
        Content::Circuit(tab) => tab.board().screen_from_world(at),
        Content::Race(_) => panic!("a race is shown"),
    };
    let (start, end) = (place(harness, from), place(harness, to));
    let press = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let middle = start + (end - start) * 0.5;
    for event in [
        egui::Event::PointerMoved(start),
        press(start, true),
        egui::Event::PointerMoved(middle),
        egui::Event::PointerMoved(end),
        press(end, false),
    ]
    .into_iter()
    .filter(|event| from != to || !matches!(event, egui::Event::PointerMoved(place) if *place != start))
    {
        harness.event(event);
        // A click that takes long is none.
        harness.run_steps(1);
    }
    harness.run_steps(2);
}

#[test]
fn the_picture_is_moved_and_scaled_by_two_points_whose_distance_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    write_picture(&folder.path().join("table.png"));
    let reference = Some(ReferenceDraft::new("table.png", place_at(20.0, 12.0), Surd::from_int(2)));
    write_circuit(&path, Draft { reference, ..starter() });
    let mut harness = program(path);
    key(&mut harness, Modifiers::COMMAND, Key::O);
    key(&mut harness, Modifiers::NONE, Key::P);
    drag_on_board(&mut harness, [20.0, 14.0], [22.0, 15.0]);
    let reference = |harness: &Program| circuit(harness).draft().reference.clone().expect("a picture");
    let [x, y] = reference(&harness).at.to_f64();
    assert!((x - 22.0).abs() < 0.1 && (y - 13.0).abs() < 0.1, "{x} {y}");
    assert_eq!(circuit(&harness).history().steps().len(), 1, "one gesture, one step");
    key(&mut harness, Modifiers::COMMAND, Key::Z);
    key(&mut harness, Modifiers::NONE, Key::Escape);
    key(&mut harness, Modifiers::SHIFT, Key::P);
    for at in [[10.0, 12.0], [30.0, 12.0]] {
        drag_on_board(&mut harness, at, at);
    }
    harness.get_by_label_contains("How far apart are these two points, in octagons?");
    harness.event(egui::Event::Text("10".to_owned()));
    harness.run_steps(2);
    harness.get_by_label("Scale the picture").click();
    harness.run_steps(4);
    let scale = reference(&harness).scale.to_f64();
    assert!((scale - 4.0).abs() < 0.05, "half as large as it was seen: {scale}");
    assert_eq!(circuit(&harness).history().undo_title(), Some("Change the picture"));
    assert!(harness.query_by_label_contains("How far apart").is_none());
}

#[test]
fn labels_are_drawn_in_exports_and_the_picture_is_not() {
    let labels = vec![LabelDraft::new(place_at(20.0, 12.0), "Paddock & <pits>")];
    let reference = Some(ReferenceDraft::new("table.png", place_at(20.0, 12.0), Surd::from_int(2)));
    let draft = Draft { labels, reference, ..starter() };
    let svg =
        render::svg(&Vektorace::draw_draft(&draft, &[]), render::Picture::plain(Theme::Print, 800)).expect("drawn");
    assert!(svg.contains("Paddock &amp; &lt;pits&gt;") && !svg.contains("table.png"), "{svg}");
    assert!(render::png(&Vektorace::draw_draft(&draft, &[]), render::Picture::plain(Theme::Print, 400)).is_ok());
}

#[test]
fn what_is_drawn_beside_the_pieces_is_read_strictly_and_written_stably() {
    let draft = Draft {
        octagon_mm: Some(place_at(24.5, 0.0).x),
        labels: vec![LabelDraft::new(place_at(1.0, 2.0), "A")],
        reference: Some(ReferenceDraft::new("photos/a.png", place_at(20.0, 12.0), Surd::from_int(50))),
        ..starter()
    };
    let text = Document::new(draft.clone(), true).to_text().expect("text");
    let read = Document::from_bytes(text.as_bytes()).expect("read");
    assert_eq!((read.draft(), read.to_text().expect("text")), (&draft, text.clone()));
    assert!(read.issues().is_empty(), "{:?}", read.issues());
    for (right, wrong) in
        [("\"opacity\":50", "\"opacity\":500"), ("\"text\":", "\"words\":"), ("\"file\":", "\"path\":")]
    {
        assert!(text.contains(right), "{text}");
        assert!(Document::from_bytes(text.replace(right, wrong).as_bytes()).is_err(), "{wrong}");
    }
    let plain = Document::new(starter(), true).to_text().expect("text");
    assert!(!plain.contains("labels") && !plain.contains("reference") && !plain.contains("octagon_mm"));
    let schema = serde_json::to_string(&schemars::schema_for!(Draft)).expect("a schema");
    for field in ["octagon_mm", "labels", "reference", "opacity"] {
        assert!(schema.contains(field), "{field}");
    }
}

#[test]
fn the_pit_lane_and_the_start_area_are_switched_off_and_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    write_circuit(&path, starter());
    let mut harness = program(path);
    key(&mut harness, Modifiers::COMMAND, Key::O);
    let shown = |harness: &Program| match &window(harness).document().expect("one").content {
        Content::Circuit(tab) => tab.shows_zones(),
        Content::Race(_) => false,
    };
    assert!(shown(&harness));
    key(&mut harness, Modifiers::NONE, Key::Z);
    assert!(!shown(&harness));
    key(&mut harness, Modifiers::NONE, Key::Z);
    assert!(shown(&harness) && !circuit(&harness).is_dirty());
}
