//! Objects as they lie on a track, in scaled units.

use super::draft::Spin;
use super::exact::{Vector, plus};
use super::objects::{ObjectId, ObjectKind, RegionKind};
use super::options::Rules;
use super::polygon::{Place, Polygon};

/// The largest component of a velocity that is followed where paths bend or jump: speeds there have no bound.
pub const SPEED_CAP: i32 = 64;

/// A place a path may meet: a point or a filled polygon.
#[derive(Clone, Debug)]
pub(super) enum Area {
    /// A grid point.
    Point(Vector),
    /// A closed polygon, its rim included.
    Polygon(Polygon),
}

impl Area {
    /// The area elsewhere.
    pub fn moved(&self, by: Vector) -> Self {
        match self {
            Self::Point(at) => Self::Point(plus(*at, by)),
            Self::Polygon(polygon) => Self::Polygon(polygon.moved(by)),
        }
    }

    /// The box around it.
    pub fn bounds(&self) -> [Vector; 2] {
        match self {
            Self::Point(at) => [*at, *at],
            Self::Polygon(polygon) => polygon.bounds(),
        }
    }

    /// Whether it holds a point, scaled, its rim included.
    pub fn holds(&self, point: Vector) -> bool {
        match self {
            Self::Point(at) => *at == point,
            Self::Polygon(polygon) => polygon.place(point) != Place::Outside,
        }
    }

    /// Its corners.
    pub fn corners(&self) -> &[Vector] {
        match self {
            Self::Point(at) => std::slice::from_ref(at),
            Self::Polygon(polygon) => polygon.corners(),
        }
    }
}

/// An oil slick, a speed-up or a slow-down.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub kind: RegionKind,
    pub number: u8,
    pub area: Area,
}

/// Two places that are connected.
#[derive(Clone, Debug)]
pub(super) struct Warp {
    /// Both, the second where the offset leads from the first.
    pub ends: [Area; 2],
    /// In grid units.
    pub offset: Vector,
}

/// A mirror: at this value of the other axis, from here to there along its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reflector {
    /// The axis it lies along: 0 for a horizontal one.
    pub along: usize,
    /// Its place on the other axis, scaled.
    pub at: i64,
    /// From here along its axis, scaled.
    pub from: i64,
    /// To here.
    pub to: i64,
}

/// A point that turns paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spinner {
    /// Scaled.
    pub at: Vector,
    pub turn: Spin,
}

/// All objects of a track. An object's bit counts through the regions, the warps, the reflectors, the spinners.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    pub regions: Vec<Region>,
    pub warps: Vec<Warp>,
    pub reflectors: Vec<Reflector>,
    pub spinners: Vec<Spinner>,
    /// Regions that lie off the track, as bits: nobody meets them.
    pub idle: u64,
}

impl Objects {
    /// Whether a path may bend or jump.
    pub const fn bend_paths(&self) -> bool {
        !self.warps.is_empty() || !self.reflectors.is_empty() || !self.spinners.is_empty()
    }

    /// The bit of the warp with this index.
    pub const fn warp_bit(&self, index: usize) -> u64 {
        1 << (self.regions.len() + index)
    }

    /// The bit of the reflector with this index.
    pub const fn reflector_bit(&self, index: usize) -> u64 {
        1 << (self.regions.len() + self.warps.len() + index)
    }

    /// The bit of the spinner with this index.
    pub const fn spinner_bit(&self, index: usize) -> u64 {
        1 << (self.regions.len() + self.warps.len() + self.reflectors.len() + index)
    }

    /// The ids, in the order of their bits.
    pub fn ids(&self) -> Vec<ObjectId> {
        let numbered = |kind, count| (1..=count as u8).map(move |number| ObjectId { kind, number });
        self.regions
            .iter()
            .map(|region| ObjectId { kind: region.kind.object(), number: region.number })
            .chain(numbered(ObjectKind::Warp, self.warps.len()))
            .chain(numbered(ObjectKind::Refl, self.reflectors.len()))
            .chain(numbered(ObjectKind::Spin, self.spinners.len()))
            .collect()
    }
    /// The objects that options count as hits, as bits; none of them where an id is unknown.
    pub fn counted(&self, rules: &Rules) -> Result<u64, String> {
        let Some(hits) = &rules.hits else { return Ok(0) };
        let ids = self.ids();
        let mut named = Vec::new();
        for text in &hits.ids {
            let id = text.parse::<ObjectId>().ok().filter(|id| ids.contains(id)).ok_or_else(|| text.clone())?;
            named.push(id);
        }
        let is_all = hits.kinds.is_empty() && hits.ids.is_empty();
        let is_counted = |id: &ObjectId| is_all || hits.kinds.contains(&id.kind) || named.contains(id);
        Ok(ids.iter().enumerate().filter(|(_, id)| is_counted(id)).fold(0, |bits, (bit, _)| bits | 1 << bit))
    }
}
