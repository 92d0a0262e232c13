//! The time to draw a circuit 2,400 pixels wide: the scene, the SVG, and the PNG rasterised from it.

use paddock::game::AnyDraft;
use paddock::open;
use paddock::render::{Picture, Theme, png, svg};
use paddock::replay::Opened;

use super::files::root;
use super::memory;
use super::table::{NOTHING, Table, Times};
use super::units::{bytes, count_of, time};

const WIDTH: u32 = 2_400;

/// The circuits to draw, one of each game.
const CIRCUITS: [&str; 4] =
    ["vektorace/long-barrow", "vector_racing/slate-quarry", "formula_d/weavers-knot", "wheel_to_wheel/lanternwood"];

/// Prints the rows. Each circuit is measured in its own process.
pub fn rows(table: &Table) {
    for circuit in CIRCUITS {
        table.part("pictures", circuit);
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

/// Prints the rows of a circuit.
pub fn part(table: &Table, name: &str) {
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
    let times = Times::of(runs, || png(&scene, picture).unwrap());
    let file = png(&scene, picture).unwrap();
    let most = memory::peak();
    let drawn = image::load_from_memory(&file).expect("a PNG file");
    assert_eq!(drawn.width(), WIDTH);
    let size = format!("{} x {} px, {}", WIDTH, drawn.height(), bytes(file.len() as f64));
    table.row(&format!("{name}: PNG"), &size, &time(times.median()), &most);
}
