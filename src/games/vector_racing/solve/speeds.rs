//! How fast a racer can be, and velocities as numbers.

use super::report::Seed;
use crate::games::vector_racing::grid::Points;

/// The velocities of a search: all with components up to a bound on either axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Speeds {
    pub most: [i32; 2],
    /// Words of a row of bits, which holds all x of one y.
    pub words: usize,
}

impl Speeds {
    /// The bound that the width of the track sets (ledger, section 11): to come to a speed takes the sum of all lower
    /// ones. A finishing move need not land, so it may be faster by one step.
    pub fn new(standing: &Points, seeds: &[Seed], is_fast: bool) -> Self {
        let mut spans = [[i32::MAX, i32::MIN]; 2];
        for at in standing.iter() {
            for axis in 0..2 {
                spans[axis] = [spans[axis][0].min(at[axis]), spans[axis][1].max(at[axis])];
            }
        }
        let most = [0, 1].map(|axis| {
            let width = i64::from((spans[axis][1] - spans[axis][0]).max(0));
            let begun = seeds.iter().map(|seed| i64::from(seed.base[axis].abs())).max().unwrap_or(0);
            // Without speed-ups v (v + 1) / 2 <= width, with them v (v + 2) / 4; what a racer begins with comes on top.
            let needs = |v: i64| if is_fast { v * (v + 2) / 4 } else { v * (v + 1) / 2 };
            let limit = width + needs(begun);
            let bound = (0..).take_while(|v| needs(*v) <= limit).last().unwrap_or(0).max(begun);
            i32::try_from(bound + if is_fast { 2 } else { 1 }).unwrap_or(i32::MAX)
        });
        Self { most, words: (2 * most[0] as usize + 1).div_ceil(64) }
    }

    /// How many rows of bits there are.
    pub const fn rows(&self) -> usize {
        2 * self.most[1] as usize + 1
    }

    /// How many velocities.
    pub const fn count(&self) -> usize {
        (2 * self.most[0] as usize + 1) * self.rows()
    }

    /// The number of a velocity.
    pub const fn index(&self, velocity: [i32; 2]) -> usize {
        (velocity[1] + self.most[1]) as usize * (2 * self.most[0] as usize + 1) + (velocity[0] + self.most[0]) as usize
    }

    /// The velocity with a number.
    pub const fn velocity(&self, index: usize) -> [i32; 2] {
        let width = 2 * self.most[0] as usize + 1;
        [(index % width) as i32 - self.most[0], (index / width) as i32 - self.most[1]]
    }

    /// Whether it is among them.
    pub const fn has(&self, velocity: [i32; 2]) -> bool {
        velocity[0].abs() <= self.most[0] && velocity[1].abs() <= self.most[1]
    }
}
