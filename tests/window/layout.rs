//! Tests of the layout of every workspace in many window sizes: no text overlaps another, and no text is cut off at the
//! side.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::collections::BTreeSet;

use egui::epaint::Shape;
use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::board::look;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::tabs::Content;
use paddock::app::workspaces::Workspace;

use crate::hands::{CTRL, Window, paddock, press};

/// Sizes of the window, in points: windows and screens of common sizes, and large ones at scales up to 250 %.
const SIZES: [[f32; 2]; 7] = [
    [800.0, 560.0],
    [1000.0, 700.0],
    [1024.0, 576.0],
    [1280.0, 800.0],
    [1366.0, 768.0],
    [1600.0, 1000.0],
    [3840.0, 2160.0],
];

/// The documents, one of each game, and the keys that lead to each view of them.
const RACES: [&str; 4] = [
    "replays/vektorace/widdershins-four-cars.json",
    "replays/vector_racing/mill-lane-three-pencils.json",
    "replays/formula_d/saltmarsh-six-cars.json",
    "replays/wheel_to_wheel/lanternwood-cloudburst.json",
];
pub const CIRCUITS: [&str; 4] = [
    "tracks/vektorace/copper-kettle.json",
    "tracks/vector_racing/mill-lane.json",
    "tracks/formula_d/saltmarsh.json",
    "tracks/wheel_to_wheel/lanternwood.json",
];

pub fn window(file: Option<&str>, [width, height]: [f32; 2]) -> Window {
    let files: Vec<_> = file.map(crate::desk::shipped).into_iter().collect();
    let show = move |ui: &mut egui::Ui, window: &mut Option<Paddock>| {
        let window = window.get_or_insert_with(|| {
            let dialogs = std::sync::Arc::new(crate::desk::Always { file: "none".into(), picture: None });
            let mut window = Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::inline());
            window.open(ui.ctx(), files.clone());
            window
        });
        window.show(ui);
    };
    let builder = egui_kittest::Harness::builder().with_size(vec2(width, height)).with_step_dt(0.25);
    let mut harness = builder.with_context_setup(look::install).build_ui_state(show, None);
    harness.run_steps(8);
    harness
}

/// A text in the window: its rectangle, the part of the window it may paint to, and its words.
struct Text {
    rect: Rect,
    clip: Rect,
    words: String,
}

/// Adds the texts of a shape. A large opaque ground is that of a dialog over the page: only what follows it counts.
fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<Text>, whole: Rect, is_dialog: bool) {
    match shape {
        Shape::Rect(ground) if is_dialog && ground.fill.is_opaque() => {
            let ground = ground.rect.intersect(clip);
            if ground.width() > 400.0 && ground.height() > 200.0 && ground.area() < whole.area() * 0.97 {
                texts.clear();
            }
        }
        Shape::Vec(shapes) => {
            shapes.iter().for_each(|shape| collect(shape, clip, texts, whole, is_dialog));
        }
        Shape::Text(text) => {
            for row in &text.galley.rows {
                let words = row.text().trim().to_owned();
                let rect = row.visuals.mesh_bounds.translate(row.pos.to_vec2() + text.pos.to_vec2());
                if !words.is_empty() && rect.is_positive() && clip.intersects(rect) {
                    texts.push(Text { rect, clip, words });
                }
            }
        }
        _ => {}
    }
}

/// Adds the parts of the window that a shape covers with an opaque colour.
fn cover(shape: &Shape, clip: Rect, covered: &mut Vec<Rect>) {
    match shape {
        Shape::Rect(ground) if ground.fill.is_opaque() => covered.push(ground.rect.intersect(clip)),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| cover(shape, clip, covered)),
        _ => {}
    }
}

/// The stretches of some lines across the window that nothing covers. They would be black.
fn bare(harness: &Window) -> Vec<Rect> {
    let mut covered = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| cover(&clipped.shape, clipped.clip_rect, &mut covered));
    // The margin and the ground of a test are not there in the program.
    let whole = harness.ctx.content_rect().shrink(8.0);
    covered.retain(|ground| !ground.contains_rect(whole));
    let mut bare = Vec::new();
    for line in 1..16 {
        let y = whole.top() + whole.height() * line as f32 / 16.0;
        let mut grounds: Vec<Rect> = covered.iter().filter(|rect| rect.y_range().contains(y)).copied().collect();
        grounds.sort_by(|one, other| one.left().total_cmp(&other.left()));
        let mut seen = whole.left();
        for ground in grounds.into_iter().chain([whole.with_min_x(whole.right())]) {
            // The line between two panels is no ground.
            if ground.left() > seen + 1.5 {
                bare.push(Rect::from_x_y_ranges(seen..=ground.left(), y..=y));
            }
            seen = seen.max(ground.right());
        }
    }
    bare
}

/// The faults of the layout on screen, as sentences: texts that lie over another or are cut off at the side, and parts
/// that are not painted. The board's texts are left out, because they belong to the picture. So are cut texts of the
/// Analysis workspace, whose tables and lists scroll sideways.
pub fn faults(harness: &Window, is_dialog: bool) -> BTreeSet<String> {
    let whole = harness.ctx.content_rect();
    let mut texts = Vec::new();
    for clipped in &harness.output().shapes {
        collect(&clipped.shape, clipped.clip_rect, &mut texts, whole, is_dialog);
    }
    assert!(texts.len() > 10, "only {} texts", texts.len());
    let board = match paddock(harness).document().map(|document| &document.content) {
        Some(Content::Race(tab)) => tab.board().view().rect,
        Some(Content::Circuit(tab)) => tab.board().view().rect,
        None => Rect::NOTHING,
    };
    let scrolls = paddock(harness).document().is_some_and(|document| document.workspace() == Workspace::Analysis);
    texts.retain(|text| !board.contains_rect(text.rect.intersect(text.clip)));
    let mut faults: BTreeSet<_> = bare(harness).iter().map(|bare| format!("nothing is painted at {bare:?}")).collect();
    for (index, text) in texts.iter().enumerate() {
        let seen = text.rect.intersect(text.clip).intersect(whole);
        if !scrolls && seen.width() < text.rect.width() - 1.5 && seen.height() > 2.0 {
            faults.insert(format!("`{}` is cut off at the side", text.words));
        }
        for other in &texts[index + 1..] {
            let both = seen.intersect(other.rect.intersect(other.clip));
            // The zeros of both rulers meet in the corner of a small picture.
            let is_corner = text.words == "0" && other.words == "0";
            if !is_corner && both.width() > 1.5 && both.height() > 2.5 {
                faults.insert(format!("`{}` lies over `{}`", other.words, text.words));
            }
        }
    }
    faults
}

/// A view: its name, and the keys that lead to it from the view before.
type View = (&'static str, fn(&mut Window));

/// Looks at views of a document in all sizes, one after the other, and fails with the list of faults.
fn look_at(file: Option<&'static str>, views: &[View]) {
    let mut found = Vec::new();
    for size in SIZES {
        let mut harness = window(file, size);
        for (name, lead) in views {
            lead(&mut harness);
            harness.run_steps(4);
            let place = format!("{name}, {} {}x{}", file.unwrap_or("-"), size[0], size[1]);
            let faults = faults(&harness, name.starts_with("New"));
            found.extend(faults.into_iter().map(|fault| format!("{place}: {fault}")));
        }
    }
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

fn go_to(harness: &mut Window, turns: usize) {
    for _ in 0..turns {
        press(harness, Modifiers::NONE, Key::ArrowRight);
    }
}

/// The quick one of these tests: the others are slow.
#[test]
fn recording_has_no_text_over_another_in_small_windows() {
    for (file, size) in RACES.into_iter().zip([[800.0, 560.0], [1000.0, 700.0], [1024.0, 576.0], [1280.0, 800.0]]) {
        let mut harness = window(Some(file), size);
        go_to(&mut harness, 7);
        press(&mut harness, Modifiers::NONE, Key::R);
        let found = faults(&harness, false);
        assert!(found.is_empty(), "{file}, {size:?}: {found:?}");
    }
}

#[test]
fn the_export_dialog_fits_small_windows() {
    for size in [[800.0, 560.0], [1000.0, 700.0]] {
        let mut harness = window(Some(RACES[0]), size);
        press(&mut harness, CTRL, Key::E);
        for file in ["PNG", "Animated GIF"] {
            crate::hands::click(&mut harness, file);
            let found = faults(&harness, true);
            assert!(found.is_empty(), "{file}, {size:?}: {found:?}");
        }
        let window = Rect::from_min_size(egui::Pos2::ZERO, size.into());
        for button in ["Export…", "Copy picture", "Cancel"] {
            let place = harness.get_by_label_contains(button).rect();
            assert!(window.contains_rect(place), "{button}, {size:?}: {place:?}");
        }
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: many windows"]
    fn races_have_no_text_over_another() {
        let views: [View; 4] = [
            ("Replay", |harness| go_to(harness, 7)),
            ("Recording", |harness| press(harness, Modifiers::NONE, Key::R)),
            ("Editing a turn", |harness| press(harness, Modifiers::NONE, Key::E)),
            ("Analysis", |harness| {
                press(harness, Modifiers::NONE, Key::F3);
                harness.run_steps(6);
            }),
        ];
        RACES.into_iter().for_each(|file| look_at(Some(file), &views));
    }

    #[test]
    #[ignore = "slow: many windows"]
    fn the_editor_has_no_text_over_another() {
        let views: [View; 2] = [("Editor", |_| ()), ("Editor, all selected", |harness| press(harness, CTRL, Key::A))];
        CIRCUITS.into_iter().for_each(|file| look_at(Some(file), &views));
    }

    #[test]
    #[ignore = "slow: many windows"]
    fn the_welcome_page_and_new_documents_have_no_text_over_another() {
        let views: [View; 3] = [
            ("Welcome", |_| ()),
            ("New race", |harness| press(harness, CTRL | Modifiers::SHIFT, Key::N)),
            ("New circuit", |harness| {
                press(harness, Modifiers::NONE, Key::Escape);
                press(harness, CTRL, Key::N);
            }),
        ];
        look_at(None, &views);
    }
}
