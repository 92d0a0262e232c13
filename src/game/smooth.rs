//! Smooth curves through drawn points.

/// Returns a smooth curve through the drawn points, as a list of points. Between two neighbouring drawn points, the
/// list has `fine` - 1 computed points. The last drawn point of an open curve is left out. `stretch` computes the curve
/// between two neighbouring drawn points. It receives four drawn points: the point before these two, the two points
/// themselves, and the point after them. It returns a function that gives a point of the curve for each number from 0
/// (the first of the two) to 1 (the second).
pub fn smooth<Curve: Fn(f64) -> [f64; 2]>(
    drawn: &[[f64; 2]],
    is_closed: bool,
    fine: usize,
    stretch: impl Fn([[f64; 2]; 4]) -> Curve,
) -> Vec<[f64; 2]> {
    let count = drawn.len() as isize;
    let at = |index: isize| drawn[if is_closed { index.rem_euclid(count) } else { index.clamp(0, count - 1) } as usize];
    let stretches = if is_closed { count } else { count - 1 };
    let mut points = Vec::with_capacity(stretches.max(0) as usize * fine + 1);
    for from in 0..stretches {
        let curve = stretch([-1, 0, 1, 2].map(|step| at(from + step)));
        points.extend((0..fine).map(|part| curve(part as f64 / fine as f64)));
    }
    points
}
