//! Snapping of freehand lines under the pointer: to corners and edges of other lines, and to angles.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::editor::place_at;
use paddock::editor::sketch::{Sketch as _, SketchDocument};
use paddock::games::vector_racing::{Draft, VectorRacing};
use paddock::games::wheel_to_wheel::{self, WheelToWheel};

use crate::sketch::{Window, click, drag, press, window_on};

const RING: [[f64; 2]; 4] = [[0.0, 0.0], [30.0, 0.0], [30.0, 20.25], [0.0, 20.25]];

fn sheet() -> Window {
    let mut draft = Draft::default();
    VectorRacing::put(&mut draft, "boundary", &RING.map(|[x, y]| place_at(x, y))).unwrap();
    let mut window = window_on(Box::new(SketchDocument::<VectorRacing>::new(draft, true)));
    window.get_by_label("Grid off").click();
    window.run();
    window
}

/// The ends of the walls.
fn walls(window: &Window) -> Vec<[[f64; 2]; 2]> {
    let draft = window.state().tab.draft();
    let shapes = VectorRacing::shapes(draft.of::<VectorRacing>().unwrap());
    shapes.iter().filter(|shape| shape.id.tool == "wall").map(|shape| [shape.points[0], shape.points[1]]).collect()
}

#[test]
fn walls_snap_to_corners_edges_and_angles_unless_alt_is_held() {
    let mut window = sheet();
    press(&mut window, Key::W);
    // From an edge of the boundary, straight up to the edge above.
    click(&mut window, [10.13, 0.2]);
    click(&mut window, [10.2, 20.1]);
    // From a corner along the diagonal.
    click(&mut window, [0.2, 0.15]);
    click(&mut window, [5.1, 5.0]);
    let [[from, to], [corner, end]] = walls(&window)[..] else { panic!("{:?}", walls(&window)) };
    assert_eq!((from[1], to[1]), (0.0, 20.25));
    assert_eq!(corner, [0.0, 0.0]);
    assert!((end[0] - end[1]).abs() < 1e-9 && end[0] > 4.9, "{end:?}");
    // A wall drawn in one go snaps, too.
    drag(&mut window, &[[25.11, 0.2], [24.9, 10.0], [25.2, 20.1]]);
    let [from, to] = walls(&window)[2];
    assert_eq!((from[1], to[1]), (0.0, 20.25));
    window.event(egui::Event::ModifiersChanged(Modifiers::ALT));
    click(&mut window, [20.17, 0.2]);
    click(&mut window, [20.25, 8.0]);
    let free = walls(&window)[3];
    assert!(free[0][1] > 0.1 && free[0][0] != free[1][0], "{free:?}");
}

#[test]
fn the_switches_turn_snapping_off() {
    let mut window = sheet();
    for switch in ["Snap to edges", "Snap in line"] {
        window.get_by_label(switch).click();
        window.run();
    }
    press(&mut window, Key::W);
    click(&mut window, [10.13, 0.2]);
    click(&mut window, [10.25, 8.0]);
    let [from, to] = walls(&window)[0];
    assert!(from[1] > 0.1 && from[0] != to[0], "{from:?} {to:?}");
}

#[test]
fn a_dragged_corner_of_a_loop_snaps_in_line_with_its_neighbours() {
    let mut draft = wheel_to_wheel::Draft::default();
    WheelToWheel::put(&mut draft, "loop", &RING.map(|[x, y]| place_at(x, y))).unwrap();
    let mut window = window_on(Box::new(SketchDocument::<WheelToWheel>::new(draft, true)));
    window.get_by_label("Grid off").click();
    click(&mut window, [0.0, 10.0]);
    drag(&mut window, &[[30.0, 20.25], [27.0, 18.0], [24.3, 20.1]]);
    let draft = window.state().tab.draft();
    assert_eq!(draft.of::<WheelToWheel>().unwrap().line[2][1], 20.25);
}
