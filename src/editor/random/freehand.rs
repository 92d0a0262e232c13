//! Random closed lines, for circuits that are drawn freehand.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Returns the corners of a random closed line in driving order (counter-clockwise), and a point inside the line. The
/// first corner is the start, in the middle of a straight from left to right. The second and the last corner are the
/// ends of this straight. There are `bends` other corners. They lie around the inner point. `size` is half the length
/// of the straight.
pub(in crate::editor) fn ring(random: &mut ChaCha8Rng, bends: usize, size: f64) -> (Vec<[f64; 2]>, [f64; 2]) {
    /// Seen from the middle of the circuit, the first and the last bend lie about this angle below the horizontal, in
    /// radians. The first bend is on the right, the last one on the left.
    const BELOW: f64 = 0.35;
    let mut one = || random.random_range(0..=1_000_u32) as f64 / 1_000.0;
    let round = |value: f64| (value * 2.0).round() / 2.0;
    let middle = [0.0, round(size * (0.8 + 0.2 * one()))];
    let mut line = vec![[0.0, 0.0], [round(size), 0.0]];
    let step = (std::f64::consts::PI + 2.0 * BELOW) / (bends.max(2) - 1) as f64;
    for bend in 0..bends.max(2) {
        let angle = step * (bend as f64 + 0.4 * (one() - 0.5)) - BELOW;
        // The ends of the straight need wide bends; further away the line may come near the middle.
        let is_near_straight = bend == 0 || bend + 1 == bends.max(2);
        let radius = size * if is_near_straight { 1.5 + 0.2 * one() } else { 0.75 + 0.9 * one() };
        line.push([round(middle[0] + 1.15 * radius * angle.cos()), round(middle[1] + 0.9 * radius * angle.sin())]);
    }
    line.push([-round(size), 0.0]);
    (line, middle)
}
