//! Stores the values of one quantity over a race, and quickly finds the lowest and the highest of them. A position is
//! the number of turns played.

/// The number of points in a block. The lowest and the highest value of each full block are stored.
const BLOCK: usize = 64;

/// The values of one quantity, as pairs (number of turns played, value) in order. The lowest and the highest value of
/// every full block of pairs are stored too.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    points: Vec<[f64; 2]>,
    blocks: Vec<[f64; 2]>,
}

impl PartialEq for Steps {
    /// Compares the bits of the numbers, because a missing value is stored as NaN, and NaN is never equal to itself.
    /// The blocks need no comparison, because they are computed from the points.
    fn eq(&self, other: &Self) -> bool {
        let bits = |points: &[[f64; 2]]| points.iter().map(|pair| pair.map(f64::to_bits)).collect::<Vec<_>>();
        bits(&self.points) == bits(&other.points)
    }
}

impl Steps {
    /// All pairs (number of turns played, value), in order.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Adds a pair: the value that holds from this position on. The position must be greater than those of all earlier
    /// pairs.
    pub fn push(&mut self, position: usize, value: f64) {
        self.points.push([position as f64, value]);
        if self.points.len().is_multiple_of(BLOCK)
            && let Some(extremes) = extremes(&self.points[self.points.len() - BLOCK..])
        {
            self.blocks.push(extremes);
        }
    }

    /// Adds the value that holds from this position on, if it differs from the last value.
    pub fn change(&mut self, position: usize, value: f64) {
        if self.last() != Some(value) {
            self.push(position, value);
        }
    }

    /// Adds a value, unless it equals the last value. `None` begins a gap in the line, which lasts until the next
    /// value. The gap is stored as a pair with the value NaN.
    pub fn change_or_end(&mut self, position: usize, value: Option<f64>) {
        match (value, self.points.last()) {
            (Some(value), _) => self.change(position, value),
            (None, Some([_, last])) if !last.is_nan() => self.push(position, f64::NAN),
            (None, _) => {}
        }
    }

    /// The latest value; `None` if there are no values.
    pub fn last(&self) -> Option<f64> {
        self.points.last().map(|[_, value]| *value)
    }

    /// Drops all pairs after this position.
    pub fn cut(&mut self, position: usize) {
        self.points.truncate(self.points.partition_point(|[at, _]| *at <= position as f64));
        self.blocks.truncate(self.points.len() / BLOCK);
    }

    /// The value at this position, taken from the last pair at or before the position. `None` before the first pair and
    /// in a gap.
    pub fn at(&self, position: f64) -> Option<f64> {
        let index = self.points.partition_point(|[at, _]| *at <= position).checked_sub(1)?;
        self.points.get(index).map(|[_, value]| *value).filter(|value| !value.is_nan())
    }

    /// The lowest and the highest value; `None` if there are no values.
    pub fn range(&self) -> Option<[f64; 2]> {
        let rest = extremes(&self.points[self.blocks.len() * BLOCK..]);
        self.blocks
            .iter()
            .copied()
            .chain(rest)
            .reduce(|[low, high], [lower, higher]| [low.min(lower), high.max(higher)])
    }
}

fn extremes(points: &[[f64; 2]]) -> Option<[f64; 2]> {
    let each = points.iter().map(|[_, value]| [*value; 2]);
    each.reduce(|[low, high], [value, _]| [low.min(value), high.max(value)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_only_changes_and_answer_in_between() {
        let mut steps = Steps::default();
        for (at, value) in [(0, 1.0), (1, 1.0), (2, 3.0), (3, 3.0), (4, 2.0)] {
            steps.change(at, value);
        }
        assert_eq!(steps.points(), [[0.0, 1.0], [2.0, 3.0], [4.0, 2.0]]);
        assert_eq!(steps.at(3.9), Some(3.0));
        assert_eq!(steps.at(9.0), Some(2.0));
        assert_eq!(steps.at(-0.5), None);
        assert_eq!(Steps::default().at(9.0), None);
    }

    #[test]
    fn interrupted_lines_equal_themselves_and_no_others() {
        let steps = |end: usize| {
            let mut steps = Steps::default();
            for (at, value) in [(0, Some(1.0)), (end, None), (9, Some(2.0))] {
                steps.change_or_end(at, value);
            }
            steps
        };
        assert_eq!(steps(4), steps(4));
        assert_ne!(steps(4), steps(5));
    }

    #[test]
    fn the_range_is_that_of_every_point_whatever_was_cut() {
        assert_eq!(Steps::default().range(), None);
        let mut steps = Steps::default();
        let value = |at: usize| (at * 7_919 % 1_009) as f64;
        for at in 0..1_000 {
            steps.push(at, value(at));
        }
        for cut in [999, 700, 640, 639, 64, 63, 1, 0] {
            steps.cut(cut);
            let values = || (0..=cut).map(value);
            let expected = [values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max)];
            assert_eq!((steps.points().len(), steps.range()), (cut + 1, Some(expected)));
        }
    }
}
