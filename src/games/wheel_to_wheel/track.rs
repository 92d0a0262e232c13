//! A board without errors, as the rules use it.

use super::course::Course;
use super::dice::Faces;
use super::draft::Draft;
use super::state::Spot;
use super::turn::Branch;

/// A board that passed validation.
#[derive(Clone, Debug)]
pub struct Track {
    pub(super) draft: Draft,
    pub(super) loop_len: u16,
    pub(super) red: Vec<bool>,
    pub(super) grid: Vec<u16>,
    pub(super) pit_entry: u16,
    pub(super) pit_exit: u16,
    pub(super) lane_len: u16,
    pub(super) lane_line: u16,
    pub(super) crash_next: u16,
    pub(super) faces: Faces,
    pub(super) free_rounds: u32,
    pub(super) rain_rounds: u32,
    pub(super) prizes: Vec<u32>,
    /// The garages in the draft's order, each with colour, letters and field.
    pub(super) garages: Vec<(String, String, u16)>,
    pub(super) course: Course,
}

impl Track {
    /// The draft that the board was made from.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The number of fields of the loop.
    #[must_use]
    pub const fn loop_len(&self) -> u16 {
        self.loop_len
    }

    /// The faces of the board's dice.
    #[must_use]
    pub const fn faces(&self) -> &Faces {
        &self.faces
    }

    /// Whether a loop field is red.
    #[must_use]
    pub fn is_red(&self, field: u16) -> bool {
        self.red.get(usize::from(field)).copied().unwrap_or(false)
    }

    /// Returns the loop field of a grid slot. Slots are numbered from 1.
    #[must_use]
    pub fn slot(&self, slot: usize) -> u16 {
        self.grid.get(slot.wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// Returns the coordinates of a token's location on the board.
    #[must_use]
    pub fn place_of(&self, spot: Spot) -> [f64; 2] {
        self.course.at(spot)
    }

    /// Returns the next field after this one, and whether entering it crosses the finish line (WW-MOVE-01, 02). For the
    /// pit entry field, `branch` says whether the next field is on the loop or in the pit lane.
    #[must_use]
    pub const fn next(&self, spot: Spot, branch: Branch) -> (Spot, bool) {
        match spot {
            Spot::Loop(field) if field == self.pit_entry && matches!(branch, Branch::Pit) => (Spot::Lane(1), false),
            Spot::Loop(field) if field + 1 >= self.loop_len => (Spot::Loop(0), true),
            Spot::Loop(field) => (Spot::Loop(field + 1), false),
            Spot::Lane(field) if field >= self.lane_len => (Spot::Loop(self.pit_exit), false),
            Spot::Lane(field) => (Spot::Lane(field + 1), field + 1 == self.lane_line),
            Spot::CrashZone => (Spot::Lane(self.crash_next), false),
            Spot::Out => (Spot::Out, false),
        }
    }

    /// Returns the number of steps from a field to a garage through the pit lane; `None` if a token on this field is in
    /// the garage or has passed it.
    #[must_use]
    pub fn steps_to_garage(&self, spot: Spot, garage: u16) -> Option<u16> {
        let steps = match spot {
            Spot::Loop(_) => self.steps_to_entry(spot)? + garage,
            Spot::Lane(field) => garage.checked_sub(field)?,
            Spot::CrashZone => (garage + 1).checked_sub(self.crash_next)?,
            Spot::Out => 0,
        };
        (steps > 0).then_some(steps)
    }

    /// Returns the number of steps from a loop field to the pit entry field; `None` for a token that is not on the
    /// loop.
    #[must_use]
    pub fn steps_to_entry(&self, spot: Spot) -> Option<u16> {
        match spot {
            Spot::Loop(field) => Some((self.pit_entry + self.loop_len - field) % self.loop_len),
            _ => None,
        }
    }

    /// Returns the number of steps that a token on this field needs to cross the finish line. A token at the pit entry
    /// is assumed to stay on the track.
    #[must_use]
    pub const fn steps_to_line(&self, spot: Spot) -> u32 {
        let behind_exit = (self.loop_len - self.pit_exit) as u32;
        match spot {
            Spot::Loop(field) => self.loop_len.saturating_sub(field) as u32,
            Spot::Lane(field) if field < self.lane_line => (self.lane_line - field) as u32,
            Spot::Lane(field) => self.lane_len.saturating_sub(field) as u32 + 1 + behind_exit,
            Spot::CrashZone => self.lane_len.saturating_sub(self.crash_next) as u32 + 2 + behind_exit,
            Spot::Out => 0,
        }
    }

    /// Whether a car in the pit lane reaches this garage before the finish line.
    #[must_use]
    pub const fn is_before_line(&self, garage: u16) -> bool {
        garage < self.lane_line
    }

    /// Returns the number of steps forward from one loop field to another.
    #[must_use]
    pub const fn ahead(&self, from: u16, to: u16) -> u16 {
        (to + self.loop_len - from) % self.loop_len
    }
}
