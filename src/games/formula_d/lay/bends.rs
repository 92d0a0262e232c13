//! Finds the bends of a line that are sharp enough to become corners.

use crate::games::formula_d::draft::{CornerDraft, Side};
use crate::games::formula_d::line::Course;
use smol_str::format_smolstr;

/// The smallest angle, in degrees, by which the line must bend at each space of a corner.
const BENDS: f64 = 3.5;
/// For corners with one, two and three stops: the smallest angle, in degrees, by which the line must bend in total.
const TURNS: [f64; 3] = [35.0, 85.0, 150.0];

/// A bend of the line that becomes a corner.
pub(super) struct Bend {
    pub from: usize,
    pub to: usize,
    /// The total angle of the bend in degrees, positive to the left.
    turns: f64,
}

impl Bend {
    pub fn draft(&self, index: usize) -> CornerDraft {
        let length = self.to - self.from + 1;
        let wanted = TURNS.iter().filter(|least| self.turns.abs() >= **least).count().max(1) as u8;
        // Corners with 3 stops need at least 14 spaces, corners with 2 stops at least 8. Shorter bends get fewer stops.
        let stops = match wanted {
            3 if length >= 14 => 3,
            2 | 3 if length >= 8 => 2,
            _ => 1,
        };
        let inside = Some(if self.turns > 0.0 { Side::Left } else { Side::Right });
        CornerDraft { id: format_smolstr!("K{}", index + 1), stops, inside, ..CornerDraft::default() }
    }
}

/// Returns the bends of a line in driving order. Bends in the last `grid` spaces of the lap are ignored, because these
/// spaces are reserved for the grid.
pub(super) fn bends(course: &Course, grid: usize) -> Vec<Bend> {
    let count = course.count;
    let heading = |k: usize| course.at(k as f64, 0.0, 0.0).1;
    let turn = |k: usize| {
        if course.tunnel(k as f64 - 1.0, k as f64 + 1.0).is_some() {
            return 0.0;
        }
        let by = heading((k + 1) % count) - heading((k + count - 1) % count);
        let by = (by + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
        by.to_degrees() / 2.0
    };
    let by: Vec<f64> = (0..count).map(turn).collect();
    let mut found: Vec<Bend> = Vec::new();
    for (k, turns) in by.iter().copied().enumerate().take(count.saturating_sub(grid)).skip(2) {
        if turns.abs() < BENDS {
            continue;
        }
        match found.last_mut() {
            Some(last) if last.to + 2 >= k && last.turns.signum() == turns.signum() => {
                last.turns += by[last.to + 1..=k].iter().sum::<f64>();
                last.to = k;
            }
            _ => found.push(Bend { from: k, to: k, turns }),
        }
    }
    found.retain(|bend| bend.turns.abs() >= TURNS[0]);
    found
}
