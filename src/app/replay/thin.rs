//! Fewer points for a line than there are pixels to tell them apart, without losing a peak.

/// The points of a line that show in a part of the race, at most four for each of `columns`: first, lowest, highest
/// and last of a column. `points` are ordered by x. One point beyond each end is kept, so that the line runs on.
pub(in crate::app) fn thinned(points: &[[f64; 2]], [from, to]: [f64; 2], columns: usize) -> Vec<[f64; 2]> {
    let first = points.partition_point(|[x, _]| *x < from).saturating_sub(1);
    let last = (points.partition_point(|[x, _]| *x <= to) + 1).min(points.len());
    let Some(part) = points.get(first..last) else { return Vec::new() };
    if part.len() <= columns * 4 || to.total_cmp(&from).is_le() {
        return part.to_vec();
    }
    let column = |x: f64| ((x - from) / (to - from) * columns as f64).floor();
    let mut thin = Vec::with_capacity(columns * 4 + 8);
    let mut rest = part;
    while let Some([x, _]) = rest.first() {
        let here = column(*x);
        let (group, others) = rest.split_at(rest.partition_point(|[x, _]| column(*x) <= here));
        rest = others;
        keep_extremes(group, &mut thin);
    }
    thin
}

fn keep_extremes(group: &[[f64; 2]], thin: &mut Vec<[f64; 2]>) {
    let by_value = |a: &(usize, &[f64; 2]), b: &(usize, &[f64; 2])| a.1[1].total_cmp(&b.1[1]);
    let lowest = group.iter().enumerate().min_by(by_value).map_or(0, |(index, _)| index);
    let highest = group.iter().enumerate().max_by(by_value).map_or(0, |(index, _)| index);
    let mut kept = [0, lowest.min(highest), lowest.max(highest), group.len().saturating_sub(1)];
    kept.sort_unstable();
    let mut previous = None;
    for index in kept {
        if previous != Some(index) {
            thin.extend(group.get(index));
        }
        previous = Some(index);
    }
}

/// Steps as the corners of a line, up to `end`.
pub(in crate::app) fn corners(steps: &[[f64; 2]], end: f64) -> Vec<[f64; 2]> {
    let mut line: Vec<[f64; 2]> = Vec::with_capacity(steps.len() * 2 + 1);
    for [x, value] in steps {
        if let Some([_, before]) = line.last().copied() {
            line.push([*x, before]);
        }
        line.push([*x, *value]);
    }
    if let Some([x, value]) = line.last().copied()
        && end > x
    {
        line.push([end, value]);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_keeps_its_peaks() {
        let mut points: Vec<[f64; 2]> = (0..10_000).map(|x| [f64::from(x), f64::from(x % 7)]).collect();
        points[4_321][1] = 99.0;
        let thin = thinned(&points, [0.0, 10_000.0], 100);
        assert!(thin.len() <= 408, "{}", thin.len());
        assert!(thin.contains(&[4_321.0, 99.0]));
        assert!(thin.is_sorted_by(|a, b| a[0] <= b[0]));
    }

    #[test]
    fn a_short_line_and_a_part_of_one_stay_as_they_are() {
        let points: Vec<[f64; 2]> = (0..10).map(|x| [f64::from(x), 1.0]).collect();
        assert_eq!(thinned(&points, [0.0, 9.0], 100), points);
        let part = thinned(&points, [3.5, 5.5], 100);
        assert_eq!(part, points[3..7], "one beyond each end");
        assert!(thinned(&[], [0.0, 1.0], 10).is_empty());
    }

    #[test]
    fn steps_become_corners() {
        assert_eq!(corners(&[[0.0, 1.0], [4.0, 3.0]], 6.0), [[0.0, 1.0], [4.0, 1.0], [4.0, 3.0], [6.0, 3.0]]);
        assert!(corners(&[], 6.0).is_empty());
    }
}
