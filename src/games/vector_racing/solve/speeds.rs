//! Finds the velocities that a search must follow, and gives a number to each of them.

use super::report::Seed;
use crate::games::vector_racing::grid::Points;

/// The velocities of a search: all those whose components are within the bounds. Each axis has a bound of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Speeds {
    pub most: [i32; 2],
    /// The number of 64-bit words in a row of bits. A row has one bit for each velocity with a given y component.
    pub words: usize,
}

impl Speeds {
    /// Computes, from the size of the track, an upper bound for the speed along each axis (rules ledger, section 11).
    /// Before a racer reaches a speed, it must make moves at all lower speeds, and these moves must fit on the track.
    /// The last move may be one step faster, because a finishing move does not have to land on the track.
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
            // Speed v needs the width v (v + 1) / 2, or v (v + 2) / 4 with speed-ups. A racer may begin with a speed,
            // so the width that this speed needs is added to the width of the track.
            let needs = |v: i64| if is_fast { v * (v + 2) / 4 } else { v * (v + 1) / 2 };
            let limit = width + needs(begun);
            let bound = (0..).take_while(|v| needs(*v) <= limit).last().unwrap_or(0).max(begun);
            i32::try_from(bound + if is_fast { 2 } else { 1 }).unwrap_or(i32::MAX)
        });
        Self { most, words: (2 * most[0] as usize + 1).div_ceil(64) }
    }

    /// Returns the number of rows of bits: one row for each y component of a velocity.
    pub const fn rows(&self) -> usize {
        2 * self.most[1] as usize + 1
    }

    /// Returns the number of velocities.
    pub const fn count(&self) -> usize {
        (2 * self.most[0] as usize + 1) * self.rows()
    }

    /// Returns the index of a velocity.
    pub const fn index(&self, velocity: [i32; 2]) -> usize {
        (velocity[1] + self.most[1]) as usize * (2 * self.most[0] as usize + 1) + (velocity[0] + self.most[0]) as usize
    }

    /// Returns the velocity that has this index.
    pub const fn velocity(&self, index: usize) -> [i32; 2] {
        let width = 2 * self.most[0] as usize + 1;
        [(index % width) as i32 - self.most[0], (index / width) as i32 - self.most[1]]
    }

    /// Whether a velocity is within the bounds.
    pub const fn has(&self, velocity: [i32; 2]) -> bool {
        velocity[0].abs() <= self.most[0] && velocity[1].abs() <= self.most[1]
    }
}
