//! Computes the outlines of spaces.

fn lerp(a: [f64; 2], b: [f64; 2], part: f64) -> [f64; 2] {
    [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
}

/// Returns the outline of a space and its direction in degrees. The space extends halfway to the spaces behind and
/// ahead, and by the width `half` to either side. In a very tight bend such an outline would cross itself. In this case
/// the outline is empty, and callers draw a rectangle instead.
pub(super) fn outline(behind: [f64; 2], at: [f64; 2], ahead: [f64; 2], half: f64) -> (Vec<[f64; 2]>, f64) {
    let normal = |from: [f64; 2], to: [f64; 2]| {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1e-9);
        [-(to[1] - from[1]) / length * half, (to[0] - from[0]) / length * half]
    };
    let (back, front) = (lerp(behind, at, 0.5), lerp(at, ahead, 0.5));
    let (at_back, at_front) = (normal(behind, at), normal(at, ahead));
    let corner = |point: [f64; 2], normal: [f64; 2], sign: f64| [0, 1].map(|axis| point[axis] + normal[axis] * sign);
    let outline = vec![
        corner(back, at_back, -1.0),
        corner(front, at_front, -1.0),
        corner(front, at_front, 1.0),
        corner(back, at_back, 1.0),
    ];
    let turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let is_convex = (0..4).all(|side| {
        let [a, b, c] = [0, 1, 2].map(|step| outline[(side + step) % 4]);
        turn(a, b, c) > 0.01 && turn(a, b, at) > 0.01
    });
    let outline = if is_convex { outline.into_iter().map(|point| point.map(rounded)).collect() } else { Vec::new() };
    let angle = (front[1] - back[1]).atan2(front[0] - back[0]).to_degrees();
    (outline, angle)
}

/// Rounds a number to three decimals, as files store it.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
