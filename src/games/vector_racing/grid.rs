//! Sets of grid points, stored as rows of bits.

use super::exact::Vector;
use super::polygon::Polygon;

/// A set of grid points. All of them lie in the set's box, a rectangle of the grid. The box is fixed when the set is
/// created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Points {
    /// The lower left grid point of the set's box.
    from: [i32; 2],
    width: usize,
    height: usize,
    /// The number of 64-bit words that store a row. Each row ends with one extra word, so that 64 bits can be read from
    /// any column.
    stride: usize,
    words: Vec<u64>,
}

impl Points {
    /// Creates an empty set for points in this box (a rectangle of the grid).
    pub fn empty(from: [i32; 2], width: usize, height: usize) -> Self {
        let stride = width.div_ceil(64) + 1;
        Self { from, width, height, stride, words: vec![0; stride * height] }
    }

    /// Returns the lower left grid point of the set's box.
    pub const fn from(&self) -> [i32; 2] {
        self.from
    }

    /// Returns the number of columns of the set's box.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows of the set's box.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the column and row of a grid point, counted from the lower left point of the set's box; `None` if the
    /// point is outside the box.
    pub fn cell(&self, at: [i32; 2]) -> Option<(usize, usize)> {
        let column = usize::try_from(i64::from(at[0]) - i64::from(self.from[0])).ok()?;
        let row = usize::try_from(i64::from(at[1]) - i64::from(self.from[1])).ok()?;
        (column < self.width && row < self.height).then_some((column, row))
    }

    /// Returns the index of a grid point, counted row by row from the lower left point of the set's box; `None` if the
    /// point is outside the box.
    pub fn index(&self, at: [i32; 2]) -> Option<usize> {
        self.cell(at).map(|(column, row)| row * self.width + column)
    }

    /// Returns the point at a column and row.
    pub const fn point(&self, column: usize, row: usize) -> [i32; 2] {
        [self.from[0] + column as i32, self.from[1] + row as i32]
    }

    /// Whether the point is in the set.
    pub fn has(&self, at: [i32; 2]) -> bool {
        self.cell(at).is_some_and(|(column, row)| self.words[row * self.stride + column / 64] >> (column % 64) & 1 == 1)
    }

    /// Adds a point to the set if `is_in` is true; otherwise removes it. Does nothing if the point is outside the set's
    /// box.
    pub fn set(&mut self, at: [i32; 2], is_in: bool) {
        let Some((column, row)) = self.cell(at) else { return };
        let (word, bit) = (row * self.stride + column / 64, 1u64 << (column % 64));
        if is_in {
            self.words[word] |= bit;
        } else {
            self.words[word] &= !bit;
        }
    }

    /// Returns the upper right grid point of the set's box.
    pub const fn last(&self) -> [i32; 2] {
        self.point(self.width - 1, self.height - 1)
    }

    /// Removes the points of row `y` from x = `left` to x = `right`. Both ends must be in the set's box.
    pub fn remove_row(&mut self, y: i32, left: i32, right: i32) {
        let (Some((first, row)), Some((last, _))) = (self.cell([left, y]), self.cell([right, y])) else { return };
        for word in first / 64..=last / 64 {
            let from = if word == first / 64 { u64::MAX << (first % 64) } else { u64::MAX };
            let to = if word == last / 64 { u64::MAX >> (63 - last % 64) } else { u64::MAX };
            self.words[row * self.stride + word] &= !(from & to);
        }
    }

    /// Returns 64 points of a row, beginning at this column, as bits: 1 if the point is in the set. The row and the
    /// column may be outside the set's box.
    pub fn extract(&self, column: i64, row: i64) -> u64 {
        if row < 0 || row >= self.height as i64 || column <= -64 || column >= self.width as i64 {
            return 0;
        }
        let words = &self.words[row as usize * self.stride..][..self.stride];
        if column < 0 {
            return words[0] << -column;
        }
        let (word, shift) = (column as usize / 64, column as usize % 64);
        let low = words[word] >> shift;
        if shift == 0 { low } else { low | words[word + 1] << (64 - shift) }
    }

    /// Iterates over all points of the set, row by row.
    pub fn iter(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        (0..self.height).flat_map(move |row| {
            let words = &self.words[row * self.stride..][..self.stride];
            words.iter().enumerate().flat_map(move |(index, word)| {
                let mut rest = *word;
                std::iter::from_fn(move || {
                    (rest != 0).then(|| {
                        let bit = rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        self.point(index * 64 + bit, row)
                    })
                })
            })
        })
    }

    /// Returns the number of points in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Flips every point strictly inside the polygon: removes it if it is in the set, adds it if not. Adds the points
    /// on the polygon's edges to `rim`. After the call, the points on the edges may or may not be in this set.
    pub fn flip_inside(&mut self, polygon: &Polygon, scale: i64, rim: &mut Self) {
        // Every edge flips the points to its right, in each row that it spans. The row of its lower end counts, the row
        // of its upper end does not (half-open rule).
        for (a, b) in polygon.edges() {
            let (low, high) = if a[1] < b[1] { (a, b) } else { (b, a) };
            let first = low[1].div_euclid(scale) + i64::from(low[1].rem_euclid(scale) != 0);
            for y in first.max(i64::from(self.from[1]))..=high[1].div_euclid(scale) {
                let row = y * scale;
                if low[1] == high[1] {
                    self.add_rim(rim, [a[0].min(b[0]), a[0].max(b[0])], y, scale);
                    continue;
                }
                // x = low + (row - low) * (high - low) / height, kept as a fraction.
                let height = i128::from(high[1] - low[1]);
                let x = i128::from(low[0]) * height + i128::from(row - low[1]) * i128::from(high[0] - low[0]);
                let unit = height * i128::from(scale);
                let (column, rest) = (x.div_euclid(unit) as i64, x.rem_euclid(unit));
                if rest == 0 {
                    self.add_rim(rim, [column * scale; 2], y, scale);
                }
                if row < high[1] {
                    self.flip_row(column - i64::from(self.from[0]) + 1, y - i64::from(self.from[1]));
                }
            }
        }
    }

    fn add_rim(&self, rim: &mut Self, [from, to]: [i64; 2], y: i64, scale: i64) {
        let first = from.div_euclid(scale) + i64::from(from.rem_euclid(scale) != 0);
        let right = i64::from(self.from[0]) + self.width as i64;
        for x in first.max(i64::from(self.from[0]))..=to.div_euclid(scale).min(right) {
            rim.set([x as i32, y as i32], true);
        }
    }

    /// Flips the points of a row from a column to the row's end: removes each point that is in the set, and adds each
    /// point that is not.
    fn flip_row(&mut self, column: i64, row: i64) {
        let Ok(row) = usize::try_from(row) else { return };
        if row >= self.height || column >= self.width as i64 {
            return;
        }
        let column = column.max(0) as usize;
        let words = &mut self.words[row * self.stride..][..self.width.div_ceil(64)];
        let last = words.len() - 1;
        for (index, word) in words.iter_mut().enumerate().skip(column / 64) {
            let mut mask = if index == column / 64 { u64::MAX << (column % 64) } else { u64::MAX };
            if index == last && !self.width.is_multiple_of(64) {
                mask &= (1 << (self.width % 64)) - 1;
            }
            *word ^= mask;
        }
    }

    /// Removes all points of the other set. Both sets must have the same box.
    pub fn remove_all(&mut self, other: &Self) {
        for (word, taken) in self.words.iter_mut().zip(&other.words) {
            *word &= !taken;
        }
    }

    /// Adds all points of the other set. Both sets must have the same box.
    pub fn add_all(&mut self, other: &Self) {
        for (word, added) in self.words.iter_mut().zip(&other.words) {
            *word |= added;
        }
    }
}

/// Returns the smallest box of grid points that contains a box given in scaled units. The result is its lower left
/// point, width and height.
pub(super) fn cover([low, high]: [Vector; 2], scale: i64) -> ([i32; 2], usize, usize) {
    let from = low.map(|value| value.div_euclid(scale));
    let to = high.map(|value| value.div_euclid(scale) + i64::from(value.rem_euclid(scale) != 0));
    let size = [0, 1].map(|axis| (to[axis] - from[axis] + 1).max(1) as usize);
    (from.map(|value| value as i32), size[0], size[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::vector_racing::polygon::Place;

    #[test]
    fn flipping_rows_agrees_with_checking_single_points() {
        let shapes = [
            vec![[1, 1], [17, 3], [23, 19], [12, 8], [2, 22]],
            vec![[0, 0], [30, 0], [30, 10], [20, 10], [20, 20], [0, 20]],
            vec![[-300, -4], [301, -4], [0, 9]],
        ];
        for (corners, scale) in shapes.iter().flat_map(|shape| [1, 2, 3].map(|scale| (shape, scale))) {
            let polygon = Polygon::new(corners.clone(), true);
            let (from, width, height) = cover(polygon.bounds(), scale);
            let mut inside = Points::empty(from, width, height);
            let mut rim = inside.clone();
            inside.flip_inside(&polygon, scale, &mut rim);
            inside.remove_all(&rim);
            for row in 0..height {
                for column in 0..width {
                    let at = inside.point(column, row);
                    let place = polygon.place(at.map(|value| i64::from(value) * scale));
                    assert_eq!(inside.has(at), place == Place::Inside, "{at:?} {corners:?} / {scale}");
                    assert_eq!(rim.has(at), place == Place::On, "{at:?} {corners:?} / {scale}");
                }
            }
            assert_eq!(inside.iter().count(), inside.count());
        }
    }
}
