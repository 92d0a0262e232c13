//! The time to draw a circuit: the scene, the SVG, and PNGs of several widths rasterised from it; and the time to
//! draw a hundred turns of a race as a moving picture.

use paddock::game::AnyDraft;
use paddock::open;
use paddock::render::moving::{Moving, MovingFormat, moving};
use paddock::render::{Picture, Theme, png, svg};
use paddock::replay::{Opened, Race};

use super::files::root;
use super::memory;
use super::table::{NOTHING, Table, Times};
use super::units::{bytes, count_of, time};

/// The width of an SVG, in pixels.
const WIDTH: u32 = 2_400;
/// The widths of PNGs, in pixels. The goals are 60 ms for the first and 300 ms for the last.
const WIDTHS: [u32; 3] = [1_600, 2_400, 4_000];

/// The circuits to draw, one of each game.
const CIRCUITS: [&str; 4] =
    ["vektorace/long-barrow", "vector_racing/slate-quarry", "formula_d/weavers-knot", "wheel_to_wheel/lanternwood"];

/// The races to draw as moving pictures.
const RACES: [&str; 2] = ["vektorace/copper-kettle-six-cars", "formula_d/saltmarsh-six-cars"];

/// Prints the rows. Each circuit and race is measured in its own process.
pub fn rows(table: &Table) {
    for name in CIRCUITS.iter().chain(&RACES) {
        table.part("pictures", name);
    }
}

fn circuit(name: &str) -> AnyDraft {
    let path = root("tracks").join(name).with_extension("json");
    match open(&std::fs::read(path).unwrap(), &paddock::replay::no_files) {
        Ok(Opened::Track(draft)) => draft,
        Ok(Opened::Race(_)) => panic!("{name} is a race"),
        Err(error) => panic!("{name}: {error}"),
    }
}

fn race(name: &str) -> Box<dyn Race> {
    let path = root("replays").join(name).with_extension("json");
    match open(&std::fs::read(path).unwrap(), &paddock::replay::no_files) {
        Ok(Opened::Race(race)) => race,
        Ok(Opened::Track(_)) => panic!("{name} is a circuit"),
        Err(error) => panic!("{name}: {error}"),
    }
}

/// Prints the rows of a race: its first hundred turns, one frame a turn, the whole board, 800 pixels wide.
fn moving_part(table: &Table, name: &str) {
    let race = race(name);
    for (title, format) in [("GIF", MovingFormat::Gif), ("APNG", MovingFormat::Apng)] {
        let request = Moving {
            format,
            from: 0,
            to: 100.min(race.len()),
            theme: Theme::Light,
            width: 800,
            seconds_per_turn: 0.5,
            steps: 1,
            follow: None,
            captions: true,
            repeats: true,
            legal: false,
            whole_table: false,
            hidden: &[],
            parts: &[],
            most_bytes: None,
        };
        let mut made = None;
        let times = Times::of(table.or(3, 1), || {
            made = Some(moving(race.as_ref(), &request, &mut |_, _| true).unwrap());
        });
        let movie = made.expect("a run");
        let [width, height] = movie.size;
        let size = format!("{} frames, {width} x {height} px, {}", movie.frames, bytes(movie.bytes.len() as f64));
        table.row(&format!("{name}: {title}"), &size, &time(times.median()), &memory::peak());
    }
}

/// Prints the rows of a circuit or a race.
pub fn part(table: &Table, name: &str) {
    if RACES.contains(&name) {
        return moving_part(table, name);
    }
    let draft = circuit(name);
    let runs = table.or(15, 3);
    let picture = Picture::plain(Theme::Print, WIDTH);
    let times = Times::of(runs, || draft.scene(&[]));
    let scene = draft.scene(&[]);
    table.row(
        &format!("{name}: scene"),
        &format!("{} shapes", count_of(scene.items.len())),
        &time(times.median()),
        NOTHING,
    );
    let times = Times::of(runs, || svg(&scene, picture).unwrap());
    let text = svg(&scene, picture).unwrap();
    let size = format!("{} px wide, {}", count_of(WIDTH as usize), bytes(text.len() as f64));
    table.row(&format!("{name}: SVG"), &size, &time(times.median()), NOTHING);
    for width in WIDTHS {
        let picture = Picture::plain(Theme::Print, width);
        let times = Times::of(runs, || png(&scene, picture).unwrap());
        let file = png(&scene, picture).unwrap();
        let most = memory::peak();
        let drawn = image::load_from_memory(&file).expect("a PNG file");
        assert_eq!(drawn.width(), width);
        let size = format!("{} x {} px, {}", width, drawn.height(), bytes(file.len() as f64));
        table.row(&format!("{name}: PNG"), &size, &time(times.median()), &most);
    }
}
