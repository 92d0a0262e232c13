//! Simplifies lines.

/// Returns the indices of the points that a simplified line keeps, in order. All points of the line are within
/// `tolerance` of the simplified line. This is the algorithm of Ramer, Douglas and Peucker.
///
/// ```
/// use paddock::game::simplified;
///
/// let line = [[0.0, 0.0], [5.0, 0.01], [10.0, 0.0], [10.0, 5.0]];
/// assert_eq!(simplified(&line, 0.1), [0, 2, 3]);
/// ```
#[must_use]
pub fn simplified(line: &[[f64; 2]], tolerance: f64) -> Vec<usize> {
    let Some(end) = line.len().checked_sub(1) else { return Vec::new() };
    let mut kept = vec![false; line.len()];
    kept[0] = true;
    kept[end] = true;
    let mut spans = vec![(0, end)];
    while let Some((from, to)) = spans.pop() {
        let (a, b) = (line[from], line[to]);
        let chord = [b[0] - a[0], b[1] - a[1]];
        // Squares of lengths, which cost less than lengths.
        let length = chord[0] * chord[0] + chord[1] * chord[1];
        let off = |index: usize| {
            let way = [line[index][0] - a[0], line[index][1] - a[1]];
            let cross = chord[0] * way[1] - chord[1] * way[0];
            if length < 1e-18 { way[0] * way[0] + way[1] * way[1] } else { cross * cross / length }
        };
        let farthest = (from + 1..to).map(|index| (off(index), index)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, middle)) = farthest.filter(|(off, _)| *off > tolerance * tolerance) {
            kept[middle] = true;
            spans.extend([(from, middle), (middle, to)]);
        }
    }
    kept.into_iter().enumerate().filter_map(|(index, kept)| kept.then_some(index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_ends_and_its_corners() {
        assert_eq!(simplified(&[], 1.0), Vec::<usize>::new());
        assert_eq!(simplified(&[[3.0, 4.0]], 1.0), [0]);
        assert_eq!(simplified(&[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], 0.0), [0, 2]);
        let loop_back = [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0]];
        assert_eq!(simplified(&loop_back, 0.5), [0, 1, 2], "a line that ends where it begins");
    }
}
