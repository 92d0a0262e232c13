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

/// What a wall is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// The outer boundary.
    Outer,
    /// The island with this index.
    Island(usize),
    /// The free wall with this index.
    Free(usize),
    /// The border of a map's wall cells.
    Cells,
}

/// A straight wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wall {
    /// Its ends, scaled. Boundaries have the track to their left.
    pub a: Vector,
    pub b: Vector,
    /// Whether the ends are no parts of it.
    pub open_a: bool,
    pub open_b: bool,
    pub part: Part,
}

impl Wall {
    /// An edge of a boundary.
    pub const fn edge(a: Vector, b: Vector, part: Part) -> Self {
        Self { a, b, open_a: false, open_b: false, part }
    }

    /// Whether it stands free, so that both its sides are on the track.
    pub const fn is_free(&self) -> bool {
        matches!(self.part, Part::Free(_))
    }

    /// The first contact after `after` with the leg, without end (RT-GEO-02, RT-GEO-03).
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
            // A longer overlap counts from its end, open or not; a leg that ends there is looked at below.
            Meeting::Stretch { from, to } => (to > after).then(|| from.max(after)),
        }
    }

    /// The same for a leg that ends at `until`: a stretch that begins there with an open end is not touched.
    fn contact_until(&self, leg: &Leg, after: Time, until: Time) -> Option<Time> {
        let t = self.contact(leg, after).filter(|t| *t <= until)?;
        let is_open = (self.open_a && leg.is_at(t, self.a)) || (self.open_b && leg.is_at(t, self.b));
        (t < until || !is_open).then_some(t)
    }

    /// Whether the racer touches it at that moment.
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
    /// Straight ones.
    pub list: Vec<Wall>,
    /// Round ones.
    pub discs: Vec<Disc>,
    /// The boundaries as rings that have the track to their left, for what is said about their corners.
    pub rings: Vec<Polygon>,
    near: Near,
}

impl Walls {
    /// The walls of these parts.
    pub fn new(list: Vec<Wall>, discs: Vec<Disc>, rings: Vec<Polygon>, scale: i64) -> Self {
        let near = Near::new(&list, &discs, scale);
        Self { list, discs, rings, near }
    }

    /// The first contact with any wall after `after` and not later than `until` (RT-GEO-04).
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

    /// Whether no wall is anywhere near a move between grid points: a quick answer that may miss a clear move.
    pub fn is_surely_clear(&self, from: [i32; 2], to: [i32; 2]) -> bool {
        self.near.is_clear(from, to)
    }

    /// The straight walls touched at a moment, and the round ones.
    pub fn touched(&self, leg: &Leg, t: Time) -> (Vec<Wall>, Vec<Disc>) {
        let walls = self.list.iter().filter(|wall| wall.is_touched(leg, t)).copied().collect();
        let discs = self.discs.iter().filter(|disc| disc.is_touched(leg, t)).copied().collect();
        (walls, discs)
    }
}
