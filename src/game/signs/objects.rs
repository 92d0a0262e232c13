//! Draws the signs of objects on a track, such as oil. A board and the key that explains its signs use the same
//! drawings.

use super::super::scene::{Scene, Shape, Style};

/// Draws a drop of oil. It is about `size` high.
pub fn drop([x, y]: [f64; 2], size: f64, scene: &mut Scene) {
    let radius = 0.36 * size;
    let center = [x, y - 0.2 * size];
    scene.add(Style::Symbol, Shape::Circle { center, radius });
    let tip = vec![[x - 0.31 * size, y], [x, y + 0.62 * size], [x + 0.31 * size, y]];
    scene.add(Style::Symbol, Shape::Polygon(tip));
}

/// Draws two chevrons side by side. They point to the right for a speed-up (`side` is 1) and to the left for a
/// slow-down (`side` is -1).
pub fn chevrons([x, y]: [f64; 2], size: f64, side: f64, scene: &mut Scene) {
    for along in [-0.45, 0.15] {
        let at = |right: f64, up: f64| [x + side * (along + right) * size, y + up * size];
        for up in [0.5, -0.5] {
            let arm = vec![at(-0.1, up), at(0.12, up), at(0.5, 0.0), at(0.28, 0.0)];
            scene.add(Style::Symbol, Shape::Polygon(arm));
        }
    }
}

/// Writes the letter of a warp on one of its two areas.
pub fn letter(at: [f64; 2], size: f64, text: String, scene: &mut Scene) {
    scene.add(Style::Label, Shape::Text { at, height: size, text });
}

/// Draws a mirror as a double line.
pub fn mirror(from: [f64; 2], to: [f64; 2], scene: &mut Scene) {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let length = x.hypot(y).max(1e-9);
    for side in [-0.11, 0.11] {
        let aside = |at: [f64; 2]| [at[0] - y / length * side, at[1] + x / length * side];
        scene.add(Style::Reflector, Shape::Polyline(vec![aside(from), aside(to)]));
    }
}

/// Draws a spinner: a disc, and an arrow that circles around it. `side` is 1 for counter-clockwise and -1 for
/// clockwise. The arrow's circle has the radius `radius`.
pub fn spinner([x, y]: [f64; 2], radius: f64, side: f64, scene: &mut Scene) {
    scene.add(Style::Spinner, Shape::Circle { center: [x, y], radius: 0.25 * radius });
    let at = |part: f64, share: f64| {
        let (sin, cos) = (side * part * std::f64::consts::TAU).sin_cos();
        [x + share * radius * cos, y + share * radius * sin]
    };
    scene.add(Style::Slot, Shape::Polyline((0..=48).map(|step| at(f64::from(step) / 60.0, 1.0)).collect()));
    scene.add(Style::Symbol, Shape::Polygon(vec![at(0.77, 0.63), at(0.77, 1.37), at(0.9, 1.0)]));
}

/// Draws a thin arrow from one point to another.
pub fn thin_arrow(style: Style, from: [f64; 2], to: [f64; 2], scene: &mut Scene) {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let head = 0.45 * x.hypot(y);
    let wing = |side: f64| {
        let (along, aside) = (head * 0.8, side * head * 0.6);
        let length = x.hypot(y).max(1e-9);
        [to[0] - (x * along + y * aside) / length, to[1] - (y * along - x * aside) / length]
    };
    scene.add(style, Shape::Polyline(vec![from, to, wing(1.0), to, wing(-1.0)]));
}

/// The outline of a cross with two diagonal bars. `half` is half of its width and height.
#[must_use]
pub fn cross(at: [f64; 2], half: f64) -> Vec<[f64; 2]> {
    let (near, [short, long]) = (0.32 * half, [0.68 * half, half]);
    let top = [[0.0, near], [short, long], [long, short], [near, 0.0], [long, -short], [short, -long]];
    // The lower left half is the upper right half, rotated.
    let turned = top.map(|[x, y]| [-x, -y]);
    top.into_iter().chain(turned).map(|[x, y]| [at[0] + x, at[1] + y]).collect()
}
