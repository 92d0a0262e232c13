//! Reduces the points of a line to the resolution of the screen, without losing peaks.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use egui::cache::{ComputerMut, FrameCache};

use crate::analysis::{Joining, PlotLine, Quantity};

/// A line with more than this number of points per column of pixels looks like a solid band. The points of such a line
/// are reduced to columns that are two pixels wide.
const DENSE: usize = 4;

/// Whether a line has so many points between two x values that it looks like a solid band.
fn is_band(points: &[[f64; 2]], [from, to]: [f64; 2], columns: usize) -> bool {
    let after = points.partition_point(|[x, _]| *x <= to);
    let visible = after.saturating_sub(points.partition_point(|[x, _]| *x < from));
    visible > DENSE * columns
}

/// Returns the points needed to draw a line between two x values. Returns all points if there are at most two for each
/// column. Otherwise returns the lowest and the highest point of each column, and also its last point if the next
/// column is empty. Adds the nearest point outside each end of the range, so that the line continues beyond the range.
/// `points` must be sorted by x.
pub(in crate::app) fn thinned(points: &[[f64; 2]], [from, to]: [f64; 2], columns: usize) -> Vec<[f64; 2]> {
    let first = points.partition_point(|[x, _]| *x < from).saturating_sub(1);
    let last = (points.partition_point(|[x, _]| *x <= to) + 1).min(points.len());
    let Some(part) = points.get(first..last) else { return Vec::new() };
    if part.len() <= columns * 2 || to.total_cmp(&from).is_le() {
        return part.to_vec();
    }
    let width = (to - from) / columns as f64;
    let mut thin = Vec::with_capacity(columns * 3 + 8);
    let mut rest = part.iter();
    let Some(mut group) = rest.next().map(|point| Group::new(point, f64::MIN)) else { return thin };
    for point in rest {
        let [x, _] = *point;
        if x < group.end {
            group.add(point);
            continue;
        }
        group.tell(&mut thin, x >= group.end + width);
        let column = ((x - from) / width).floor();
        group = Group::new(point, from + (column + 1.0) * width);
    }
    group.tell(&mut thin, true);
    thin
}

/// The points of one column of pixels: the lowest, the highest and the last.
struct Group {
    low: [f64; 2],
    high: [f64; 2],
    last: [f64; 2],
    /// The x value at which this column of pixels ends and the next one starts.
    end: f64,
}

impl Group {
    const fn new(point: &[f64; 2], end: f64) -> Self {
        Self { low: *point, high: *point, last: *point, end }
    }

    fn add(&mut self, point: &[f64; 2]) {
        let [_, value] = *point;
        if value < self.low[1] {
            self.low = *point;
        }
        if value > self.high[1] {
            self.high = *point;
        }
        self.last = *point;
    }

    fn tell(&self, thin: &mut Vec<[f64; 2]>, with_last: bool) {
        let (one, other) = if self.low[0] <= self.high[0] { (self.low, self.high) } else { (self.high, self.low) };
        thin.push(one);
        if other[0] > one[0] {
            thin.push(other);
        }
        if with_last && self.last[0] > other[0] {
            thin.push(self.last);
        }
    }
}

/// The points of a plotted line, reduced to the resolution of the screen.
#[derive(Debug)]
pub(super) struct Thinned {
    /// The points that remain after the reduction. If there are few enough, the plot draws a mark at each of them.
    pub(super) values: Vec<[f64; 2]>,
    /// The corner points of the drawn line, which straight segments connect.
    pub(super) joined: Vec<[f64; 2]>,
    /// Whether the line has so many points that it looks like a solid band.
    pub(super) is_band: bool,
}

/// The inputs for reducing the points of a line: the line, its visible range, and the number of columns of pixels.
#[derive(Clone, Copy)]
pub(super) struct ToThin<'a> {
    /// The quantity of the line, the version number of the race, and a text for anything else on which the values
    /// depend, such as the expression of a user's own quantity.
    pub(super) of: (Quantity, u64, &'a str),
    pub(super) line: &'a PlotLine<'a>,
    pub(super) window: [f64; 2],
    pub(super) columns: usize,
}

impl Hash for ToThin<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let PlotLine { car, lap, points, joining, end } = self.line;
        (self.of, car, lap, *joining == Joining::Steps, end.to_bits(), self.columns, points.len()).hash(state);
        self.window.map(f64::to_bits).hash(state);
        // A line may be cut into parts of equal length.
        let ends = [points.first(), points.last()].into_iter().flatten();
        ends.for_each(|point| point.map(f64::to_bits).hash(state));
    }
}

/// Reduces the points of a line to the resolution of the screen, for a cache. The cache drops the result of a line that
/// was not drawn in the last frame.
#[derive(Default)]
struct Thinner;

impl ComputerMut<ToThin<'_>, Arc<Thinned>> for Thinner {
    fn compute(&mut self, ToThin { line, window, columns, .. }: ToThin<'_>) -> Arc<Thinned> {
        // Very dense lines are solid bands, for which columns of two pixels are fine enough. Their peaks stay, too.
        let is_band = is_band(&line.points, window, columns);
        let columns = if is_band { columns.div_ceil(2) } else { columns };
        let values = thinned(&line.points, window, columns);
        // Corners of steps are lost between columns that all have several values, so only longer steps get corners.
        let column = (window[1] - window[0]) / columns as f64;
        let least = if values.len() > columns { 1.5 * column } else { 0.5 * column };
        let joined = match line.joining {
            Joining::Steps => corners(&values, line.end, least),
            Joining::Straight => values.clone(),
        };
        Arc::new(Thinned { values, joined, is_band })
    }
}

/// Returns the points of a line, reduced to the resolution of the screen. Uses the cached result if nothing has changed
/// since the last frame.
pub(super) fn kept(ctx: &egui::Context, line: ToThin<'_>) -> Arc<Thinned> {
    ctx.memory_mut(|memory| Arc::clone(memory.caches.cache::<FrameCache<Arc<Thinned>, Thinner>>().get(line)))
}

/// Returns the corner points of a line that is drawn in steps. `steps` has the points at which its value changes, and
/// `end` is the x coordinate of its end. Points closer together than `least` in x are joined by a straight line,
/// without a step.
pub(super) fn corners(steps: &[[f64; 2]], end: f64, least: f64) -> Vec<[f64; 2]> {
    let mut line: Vec<[f64; 2]> = Vec::with_capacity(steps.len() * 2 + 1);
    for [x, value] in steps {
        if let Some([from, before]) = line.last().copied()
            && x - from >= least
        {
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
        assert!(thin.len() <= 208, "{}", thin.len());
        assert!(thin.contains(&[4_321.0, 99.0]));
        assert!(thin.is_sorted_by(|a, b| a[0] < b[0]));
        let part = thinned(&points, [1_000.5, 5_000.5], 100);
        assert_eq!((part.first(), part.last()), (Some(&points[1_000]), Some(&points[5_001])));
        assert!(part.len() <= 208 && part.contains(&[4_321.0, 99.0]));
    }

    #[test]
    fn what_stays_for_long_stays_at_its_value() {
        let dense = (0..1_200).map(|x| [f64::from(x), f64::from(x % 5)]);
        let points: Vec<[f64; 2]> = dense.chain([[1_200.0, 2.5], [90_000.0, 0.0], [100_000.0, 1.0]]).collect();
        let thin = thinned(&points, [0.0, 100_000.0], 200);
        let before = thin.iter().rev().find(|[x, _]| *x < 90_000.0);
        assert_eq!(before, Some(&[1_200.0, 2.5]), "not the highest of its column");
    }

    #[test]
    fn every_column_keeps_its_lowest_and_its_highest_value() {
        // Values without a pattern, in a race of 100,000 turns.
        let value = |x: u32| f64::from(x.wrapping_mul(2_654_435_761) >> 12);
        let points: Vec<[f64; 2]> = (0..100_000).map(|x| [f64::from(x), value(x)]).collect();
        for (window, columns) in [([0.0, 100_000.0], 250), ([0.0, 100_000.0], 33), ([1_234.5, 77_777.0], 400)] {
            let thin = thinned(&points, window, columns);
            assert!(thin.len() <= columns * 3 + 8, "{}", thin.len());
            let width = (window[1] - window[0]) / columns as f64;
            for column in 0..columns {
                let from = window[0] + column as f64 * width;
                let inside = |points: &[[f64; 2]]| {
                    let values = points.iter().filter(|[x, _]| (from..from + width).contains(x)).map(|[_, y]| *y);
                    values.fold([f64::MAX, f64::MIN], |[low, high], y| [low.min(y), high.max(y)])
                };
                assert_eq!(inside(&thin), inside(&points), "column {column} of {columns}");
            }
        }
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
        assert_eq!(corners(&[[0.0, 1.0], [4.0, 3.0]], 6.0, 1.0), [[0.0, 1.0], [4.0, 1.0], [4.0, 3.0], [6.0, 3.0]]);
        assert_eq!(corners(&[[0.0, 1.0], [4.0, 3.0]], 6.0, 5.0), [[0.0, 1.0], [4.0, 3.0], [6.0, 3.0]]);
        assert!(corners(&[], 6.0, 0.0).is_empty());
    }
}
