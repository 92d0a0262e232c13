//! Compares small pictures of each game with stored ones, in every theme. `PADDOCK_WRITE=1` writes them again: look at
//! each that changed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};

use paddock::game::scene::Scene;
use paddock::render::{self, Picture, Theme};
use paddock::replay::{Opened, no_files};

/// The width of a stored picture, in pixels.
const WIDTH: u32 = 240;
/// The largest share of pixels that may differ. Processors round the edges of shapes differently.
const DIFFERING: f64 = 0.002;

const THEMES: [(Theme, &str); 4] =
    [(Theme::Light, "light"), (Theme::Dark, "dark"), (Theme::Print, "print"), (Theme::Grey, "grey")];
const CIRCUITS: [&str; 4] =
    ["vektorace/adder-lane", "vector_racing/two-ponds", "formula_d/saltmarsh", "wheel_to_wheel/skerry-sands"];
/// Races, and the number of turns after which they are drawn.
const RACES: [(&str, usize); 4] = [
    ("vektorace/nightjar-park-duel", 12),
    ("vector_racing/two-ponds-photo-finish", 9),
    ("formula_d/saltmarsh-six-cars", 40),
    ("wheel_to_wheel/skerry-sands-four-teams", 20),
];

fn opened(path: &str) -> Opened {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    paddock::open(&bytes, &no_files).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures").join(format!("{name}.png"))
}

/// Compares a picture with the stored one. Returns what differs, or nothing.
fn difference(name: &str, scene: &Scene, theme: Theme) -> Option<String> {
    let picture = Picture::plain(theme, WIDTH);
    let (path, bytes) = (stored(name), render::png(scene, picture).unwrap());
    if std::env::var_os("PADDOCK_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        return None;
    }
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgb8();
    let Ok(known) = std::fs::read(&path) else { return Some(format!("{} is missing", path.display())) };
    let (known, drawn) = (pixels(&known), pixels(&bytes));
    if known.dimensions() != drawn.dimensions() {
        return Some(format!("{name}: {:?} pixels, {:?} are stored", drawn.dimensions(), known.dimensions()));
    }
    let differs =
        |pair: &(&image::Rgb<u8>, &image::Rgb<u8>)| (0..3).any(|part| pair.0[part].abs_diff(pair.1[part]) > 32);
    let count = known.pixels().zip(drawn.pixels()).filter(differs).count();
    let share = count as f64 / f64::from(known.width() * known.height());
    (share > DIFFERING).then(|| format!("{name}: {:.2} % of the pixels differ", share * 100.0))
}

/// A circuit's name without its game, or a race's.
fn file_name(path: &str) -> String {
    path.replace('/', "-")
}

#[test]
fn boards_look_as_stored_in_every_theme() {
    let mut differing = Vec::new();
    for path in CIRCUITS {
        let Opened::Track(draft) = opened(&format!("tracks/{path}.json")) else { panic!("{path} is a race") };
        let scene = draft.scene(&[]).cropped();
        for (theme, word) in THEMES {
            differing.extend(difference(&format!("{}-{word}", file_name(path)), &scene, theme));
        }
    }
    assert_eq!(differing, [""; 0]);
}

#[test]
fn positions_look_as_stored() {
    let mut differing = Vec::new();
    for (path, at) in RACES {
        let Opened::Race(race) = opened(&format!("replays/{path}.json")) else { panic!("{path} is a circuit") };
        let scene = render::position(race.as_ref(), at, true).cropped();
        differing.extend(difference(&file_name(path), &scene, Theme::Light));
    }
    assert_eq!(differing, [""; 0]);
}

#[test]
fn a_changed_picture_is_noticed() {
    let Opened::Track(draft) = opened(&format!("tracks/{}.json", CIRCUITS[0])) else { panic!("a race") };
    let mut scene = draft.scene(&[]).cropped();
    let name = format!("{}-light", file_name(CIRCUITS[0]));
    // Without what is drawn last: signs and rulers.
    let items = scene.items.len();
    scene.items.truncate(items / 2);
    if std::env::var_os("PADDOCK_WRITE").is_none() {
        assert!(difference(&name, &scene, Theme::Light).is_some_and(|text| text.contains("% of the pixels differ")));
        assert!(difference("no-such-picture", &scene, Theme::Light).is_some_and(|text| text.contains("missing")));
    }
}
