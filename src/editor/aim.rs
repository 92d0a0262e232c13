//! How a piece that is put down is turned, unless somebody says otherwise.

use super::Document;
use crate::games::vektorace::Hand;
use crate::geometry::{Direction, Point};

impl Document {
    /// Where a corner put at `at` would look: away from the middle of the table, squarely.
    #[must_use]
    pub fn facing_at(&self, at: Point) -> Direction {
        let [x, y] = self.off_middle(at);
        Direction::new(match (x >= 0.0, y >= 0.0) {
            (true, true) => 1,
            (false, true) => 3,
            (false, false) => 5,
            (true, false) => 7,
        })
    }

    /// The way cars would run along a pitwall put at `at`: with the middle of the table on the track side.
    #[must_use]
    pub fn run_at(&self, at: Point) -> Direction {
        let [x, y] = self.off_middle(at);
        let table = &self.draft().table;
        let (width, height) = ((table.to.x - table.from.x).to_f64(), (table.to.y - table.from.y).to_f64());
        // The nearest edge is the one the pitwall runs along.
        let (right, up) = (x / width.abs().max(1.0), y / height.abs().max(1.0));
        let inwards = match (right.abs() > up.abs(), right > 0.0, up > 0.0) {
            (true, true, _) => 4,
            (true, false, _) => 0,
            (false, _, true) => 6,
            (false, _, false) => 2,
        };
        let eta = self.draft().direction.unwrap_or(Hand::Clockwise).eta();
        Direction::new(inwards - 2 * eta)
    }

    /// The way from the table's middle to a place.
    fn off_middle(&self, at: Point) -> [f64; 2] {
        let table = &self.draft().table;
        let (from, to, at) = (table.from.to_f64(), table.to.to_f64(), at.to_f64());
        [at[0] - (from[0] + to[0]) / 2.0, at[1] - (from[1] + to[1]) / 2.0]
    }
}
