//! Tests of the export dialog: every type of file, the choice that is kept, and the ways in and out.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::documents::export::{Board, Filming, Order, Subject};
use paddock::app::documents::files::{FileDialogs, SaveKind};
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::settings::export::{ExportChoice, FileType, ThemeChoice};
use paddock::replay::{Opened, Race};

use crate::hands::{CTRL, Window, click, click_button, paddock, press};

const RACE: &str = "replays/vektorace/nightjar-park-duel.json";
const CIRCUIT: &str = "tracks/vektorace/adder-lane.json";

/// A user who saves everything under its suggested name to this folder.
struct Folder(PathBuf);

impl FileDialogs for Folder {
    fn open(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn save(&self, kind: SaveKind, suggested: &str) -> Option<PathBuf> {
        Some(self.0.join(format!("{suggested}.{}", kind.extension())))
    }
}

/// A window with this document.
fn window(file: &str, folder: &Path, settings: &Settings) -> Window {
    sized(file, folder, settings, vec2(1000.0, 700.0))
}

fn sized(file: &str, folder: &Path, settings: &Settings, size: egui::Vec2) -> Window {
    let (file, settings) = (crate::desk::shipped(file), settings.clone());
    let dialogs = Arc::new(Folder(folder.to_owned()));
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let dialogs = Arc::clone(&dialogs) as Arc<dyn FileDialogs>;
            let mut window = Paddock::new(ui.ctx(), settings.clone(), dialogs, Background::inline());
            window.open(ui.ctx(), vec![file.clone()]);
            window
        });
        window.show(ui);
    };
    let builder = Harness::builder().with_size(size).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(6);
    harness
}

fn is_open(harness: &Window) -> bool {
    harness.query_by_label("Preset").is_some()
}

/// The file that was written last.
fn written(harness: &Window, folder: &Path) -> PathBuf {
    assert_eq!(paddock(harness).errors(), [""; 0]);
    let status = paddock(harness).status().to_owned();
    let path = status.strip_prefix("Wrote ").unwrap_or_else(|| panic!("{status:?}"));
    let path = PathBuf::from(path.split(" (").next().unwrap());
    assert!(path.starts_with(folder));
    path
}

#[test]
fn each_type_of_file_of_a_circuit_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(CIRCUIT, folder.path(), &Settings::default());
    for (words, start) in [("PDF plan", &b"%PDF-"[..]), ("SVG", b"<?xml"), ("PNG", b"\x89PNG")] {
        press(&mut harness, CTRL, Key::E);
        assert!(is_open(&harness), "{words}");
        click(&mut harness, words);
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(!is_open(&harness), "Escape closes it");
        // The choice stays.
        press(&mut harness, CTRL, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        assert!(!is_open(&harness));
        let file = written(&harness, folder.path());
        assert!(std::fs::read(&file).unwrap().starts_with(start), "{words}");
        std::fs::remove_file(file).unwrap();
    }
    // The width of an octagon is not known.
    press(&mut harness, CTRL, Key::E);
    click(&mut harness, "PDF at true size");
    click_button(&mut harness, "\u{e248} Export…");
    assert!(paddock(&harness).errors().first().is_some_and(|why| why.contains("true size")));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_race_is_written_as_a_picture_and_as_a_moving_picture() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    (settings.export.width, settings.export.moving_width) = (400, 120);
    let mut harness = window(RACE, folder.path(), &settings);
    for (words, start) in
        [("Animated GIF", &b"GIF89a"[..]), ("Animated PNG", b"\x89PNG"), ("SVG", b"<?xml"), ("PNG", b"\x89PNG")]
    {
        press(&mut harness, CTRL, Key::E);
        click(&mut harness, words);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        let file = written(&harness, folder.path());
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(start), "{words}");
        // A picture of one position names its turn, a moving picture of the whole race names none.
        let (name, race) = (file.file_stem().unwrap().to_str().unwrap(), Path::new(RACE).file_stem().unwrap());
        let race = race.to_str().unwrap();
        let turn = if words.starts_with("Animated") { String::new() } else { "-turn-0".to_owned() };
        assert_eq!(name, format!("{race}{turn}"), "{words}");
        let is_animated = bytes.windows(4).any(|part| part == b"acTL");
        assert_eq!(is_animated, words == "Animated PNG");
        if words == "Animated GIF" {
            let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
            let mut frames = 0;
            while decoder.next_frame_info().unwrap().is_some() {
                frames += 1;
            }
            assert_eq!((frames, decoder.width()), (56, 120));
        }
    }
}

#[test]
fn the_last_choice_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(RACE, folder.path(), &Settings::default());
    assert_eq!(harness_theme(&harness), ThemeChoice::Light);
    // By menu, and a picture as usual is light whatever the window's theme is.
    click(&mut harness, "File");
    harness.get_by_label_contains("Export…").click();
    harness.run_steps(4);
    assert!(is_open(&harness));
    click(&mut harness, "A4 print");
    click(&mut harness, "Grey");
    click(&mut harness, "Border");
    click(&mut harness, "Coordinates");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let kept = serde_json::to_string(&paddock(&harness).settings_to_keep()).unwrap();
    drop(harness);
    let mut harness = window(RACE, folder.path(), &serde_json::from_str(&kept).unwrap());
    let choice = paddock(&harness).settings().export.clone();
    assert_eq!((choice.theme, choice.in_mm, choice.border), (ThemeChoice::Grey, true, false));
    assert!(choice.title && choice.hide_coordinates);
    assert_eq!(choice.of_race, FileType::Png);
    press(&mut harness, CTRL, Key::E);
    harness.get_by_label_contains("3272 pixels wide");
    click(&mut harness, "Forum 1600 px");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let picture = image::open(written(&harness, folder.path())).unwrap();
    assert_eq!(picture.width(), 1_600);
    // A second time in the same window.
    press(&mut harness, CTRL, Key::E);
    harness.get_by_label_contains("1600 pixels wide");
    click(&mut harness, "Cancel");
    assert!(!is_open(&harness));
}

fn harness_theme(harness: &Window) -> ThemeChoice {
    paddock(harness).settings().export.theme
}

#[test]
fn the_preview_shows_the_picture_and_the_clipboard_takes_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    settings.export.width = 300;
    let mut harness = window(CIRCUIT, folder.path(), &settings);
    press(&mut harness, CTRL, Key::E);
    harness.get_by_label("Preview of the picture");
    // Shortcuts of the document do nothing behind the dialog.
    press(&mut harness, CTRL, Key::W);
    assert_eq!(paddock(&harness).documents().len(), 1);
    harness.get_by_label_contains("Copy picture").click();
    // The picture leaves with the frame in which it is drawn.
    let mut copied = None;
    for _ in 0..8 {
        harness.step();
        let commands = &harness.output().platform_output.commands;
        copied = copied.or_else(|| {
            commands.iter().find_map(|command| match command {
                egui::OutputCommand::CopyImage(image) => Some(image.size),
                _ => None,
            })
        });
    }
    assert_eq!(copied.map(|size| size[0]), Some(300));
    assert!(is_open(&harness));
}

/// Types into the field for the turns to draw.
fn type_turns(harness: &mut Window, text: &str) {
    let field = harness.get_by_label("Turns to draw");
    field.focus();
    field.type_text(text);
    harness.run_steps(6);
}

#[test]
fn positions_of_a_race_are_exported_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    settings.export.of_race = FileType::Svg;
    let mut harness = window(RACE, folder.path(), &settings);
    for _ in 0..2 {
        press(&mut harness, CTRL, Key::E);
        type_turns(&mut harness, "4, 8 12");
        assert!(harness.query_by_label_contains("3 positions").is_some());
        click_button(&mut harness, "\u{e248} Export…");
        let file = written(&harness, folder.path());
        assert!(file.to_str().unwrap().ends_with("-turns-4-to-12.svg"), "{file:?}");
        let picture = std::fs::read_to_string(file).unwrap();
        assert!([4, 8, 12].iter().all(|turn| picture.contains(&format!(">After turn {turn} of "))));
        assert_eq!(picture.matches("<svg x=").count(), 3);
    }
    // What is no turn is said in the place of the preview, and nothing is written.
    press(&mut harness, CTRL, Key::E);
    type_turns(&mut harness, "4, last");
    assert!(
        harness.query_by_label_contains("\"last\" is not a turn of the race; enter numbers from 0 to 55").is_some()
    );
    assert!(harness.query_by_label_contains("Correct the turns").is_some());
    click_button(&mut harness, "\u{e248} Export…");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(is_open(&harness) && paddock(&harness).errors().is_empty());
}

#[test]
fn pieces_are_offered_only_for_games_that_have_some() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    settings.export.of_circuit = FileType::Pieces;
    let mut harness = window(CIRCUIT, folder.path(), &settings);
    press(&mut harness, CTRL, Key::E);
    assert!(harness.query_by_label("PDF of pieces").is_some());
    click_button(&mut harness, "\u{e248} Export…");
    assert!(paddock(&harness).errors().first().is_some_and(|why| why.contains("true size")));
    let mut harness = window("tracks/vector_racing/mill-lane.json", folder.path(), &settings);
    press(&mut harness, CTRL, Key::E);
    assert!(is_open(&harness) && harness.query_by_label("PDF of pieces").is_none());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(written(&harness, folder.path()).extension().is_some_and(|extension| extension == "png"));
}

#[test]
fn a_moving_picture_that_is_stopped_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(crate::desk::shipped(RACE)).unwrap();
    let Ok(Opened::Race(race)) = paddock::open(&bytes, &paddock::replay::no_files) else { panic!("no race") };
    let race: Arc<dyn Race> = Arc::from(race);
    let subject = Subject { scene: race.scene(0, 0), board: Board::Race(race, 0), name: "race".to_owned() };
    let choice = ExportChoice { of_race: FileType::Gif, moving_width: 120, ..ExportChoice::default() };
    let order = Order { subject: Arc::new(subject), choice, positions: String::new(), from: 0, to: 2, follow: None };
    let path = folder.path().join("race.gif");
    let filming = Filming::default();
    filming.stop();
    assert_eq!(order.write(&path, &filming), Ok(None));
    assert!(!path.exists());
    assert_eq!(order.write(&path, &Filming::default()), Ok(Some(String::new())));
    assert!(path.exists());
}

#[test]
fn the_dialog_keeps_its_size_whatever_type_of_file_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let files: [(&str, &[&str]); 2] = [
        (RACE, &["SVG", "Animated GIF", "Animated PNG", "PNG"]),
        (CIRCUIT, &["SVG", "PDF plan", "PDF at true size", "PDF of pieces", "PNG"]),
    ];
    for (file, kinds) in files {
        for size in [vec2(1000.0, 700.0), vec2(1440.0, 900.0)] {
            let mut harness = sized(file, folder.path(), &Settings::default(), size);
            press(&mut harness, CTRL, Key::E);
            harness.run_steps(4);
            let dialog =
                |harness: &Window| harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("export"))).unwrap();
            let (before, cancel) = (dialog(&harness), harness.get_by_label("Cancel").rect());
            assert!(before.width() > 600.0 && before.height() > 400.0, "{before:?}");
            for kind in kinds {
                click(&mut harness, kind);
                harness.run_steps(4);
                assert_eq!(dialog(&harness), before, "{file}, {kind}");
                assert_eq!(harness.get_by_label("Cancel").rect(), cancel, "{file}, {kind}");
            }
        }
    }
}
