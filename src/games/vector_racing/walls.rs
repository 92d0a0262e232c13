//! The walls of a track, and the first contact of a path with them (RT-GEO-02 to 05, RT-CRASH-01).

mod disc;
mod near;
mod sight;
mod touch;

use super::exact::{Leg, Time, Vector};
use super::polygon::{Meeting, Polygon, meet};

pub(super) use disc::Disc;
use near::Near;
pub(super) use sight::is_hidden_by;

/// The part of the track to which a wall belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// The wall is part of the outer boundary.
    Outer,
    /// The wall is part of the boundary of the island with this index.
    Island(usize),
    /// The wall is the free wall (with track on both sides) that has this index in the draft.
    Free(usize),
    /// The wall is part of the border of a map's wall cells.
    Cells,
}

/// A straight wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wall {
    /// The wall's ends `a` and `b`, in scaled units. Seen from `a` to `b`, a boundary has the track on its left.
    pub a: Vector,
    pub b: Vector,
    /// Whether the wall is open at `a`. If it is, the point `a` does not belong to the wall.
    pub open_a: bool,
    /// Whether the wall is open at `b`. If it is, the point `b` does not belong to the wall.
    pub open_b: bool,
    pub part: Part,
}

impl Wall {
    /// Creates the wall for an edge of a boundary. Both end points belong to the wall.
    pub const fn edge(a: Vector, b: Vector, part: Part) -> Self {
        Self { a, b, open_a: false, open_b: false, part }
    }

    /// Whether this is a free wall, with the track on both sides.
    pub const fn is_free(&self) -> bool {
        matches!(self.part, Part::Free(_))
    }

    /// Returns the first time later than `after` at which a racer on the leg (a straight part of a path) touches this
    /// wall (RT-GEO-02, RT-GEO-03). The contact may lie beyond the end of the leg.
    pub fn contact(&self, leg: &Leg, after: Time) -> Option<Time> {
        match meet(leg, self.a, self.b)? {
            Meeting::Point { t, end } => {
                let is_open = match end {
                    None => false,
                    Some(false) => self.open_a,
                    Some(true) => self.open_b,
                };
                (!is_open && t > after).then_some(t)
            }
            // If the leg runs along the whole wall, the contact begins at the wall's end, even if that end is open.
            // `contact_until` handles a leg that ends there.
            Meeting::Stretch { from, to } => (to > after).then(|| from.max(after)),
        }
    }

    /// Returns the first time later than `after` at which a racer on a leg (a straight part of a path) touches this
    /// wall. The leg ends at the time `until`. If it ends exactly at an open end of the wall, this is not a contact.
    fn contact_until(&self, leg: &Leg, after: Time, until: Time) -> Option<Time> {
        let t = self.contact(leg, after).filter(|t| *t <= until)?;
        (t < until || !self.is_at_open_end(leg, t)).then_some(t)
    }

    /// Whether the racer is at an open end of the wall at time `t`.
    fn is_at_open_end(&self, leg: &Leg, t: Time) -> bool {
        (self.open_a && leg.is_at(t, self.a)) || (self.open_b && leg.is_at(t, self.b))
    }

    /// Whether the racer touches the wall at time `t`.
    pub fn is_touched(&self, leg: &Leg, t: Time) -> bool {
        match meet(leg, self.a, self.b) {
            Some(Meeting::Point { t: at, end }) => {
                at == t
                    && match end {
                        None => true,
                        Some(false) => !self.open_a,
                        Some(true) => !self.open_b,
                    }
            }
            Some(Meeting::Stretch { from, to }) => from <= t && t <= to,
            None => false,
        }
    }
}

/// All walls of a track.
#[derive(Clone, Debug)]
pub(super) struct Walls {
    /// The straight walls of the track.
    pub list: Vec<Wall>,
    /// The round walls of the track.
    pub discs: Vec<Disc>,
    /// The boundaries as closed outlines, with the track on their left. They show whether a point is on the track, and
    /// whether a path leaves the track at a corner of a boundary.
    pub rings: Vec<Polygon>,
    near: Near,
}

impl Walls {
    /// Creates the walls and their index.
    pub fn new(list: Vec<Wall>, discs: Vec<Disc>, rings: Vec<Polygon>, scale: i64) -> Self {
        let near = Near::new(&list, &discs, scale);
        Self { list, discs, rings, near }
    }

    /// Returns the time of the first contact with any wall, after the time `after` and up to `until` (RT-GEO-04).
    pub fn first_contact(&self, leg: &Leg, after: Time, until: Time) -> Option<Time> {
        let mut first: Option<Time> = None;
        self.near.each(&self.list, leg, |wall| {
            let limit = first.unwrap_or(until);
            if let Some(t) = wall.contact_until(leg, after, limit) {
                first = Some(first.map_or(t, |first| first.min(t)));
            }
        });
        let bounds = leg.bounds();
        for disc in self.discs.iter().filter(|disc| !disc.is_off(bounds)) {
            if let Some(t) = disc.contact(leg, after).filter(|t| *t <= first.unwrap_or(until)) {
                first = Some(t);
            }
        }
        first
    }

    /// Whether a quick test shows that no wall is near a move between grid points. `false` does not mean that the move
    /// hits a wall.
    pub fn is_surely_clear(&self, from: [i32; 2], to: [i32; 2]) -> bool {
        self.near.is_clear(from, to)
    }

    /// Returns the straight and the round walls touched at time `t`.
    pub fn touched(&self, leg: &Leg, t: Time) -> (Vec<Wall>, Vec<Disc>) {
        let walls = self.list.iter().filter(|wall| wall.is_touched(leg, t)).copied().collect();
        let discs = self.discs.iter().filter(|disc| disc.is_touched(leg, t)).copied().collect();
        (walls, discs)
    }
}
