//! The objects of a track, in scaled units (multiplied by the track's common denominator).

use super::draft::Spin;
use super::exact::{Vector, plus};
use super::objects::{ObjectId, ObjectKind, RegionKind};
use super::options::Rules;
use super::polygon::{Place, Polygon};

/// The largest velocity component that a search considers on tracks where paths bend or jump. On these tracks nothing
/// else limits the speed.
pub const SPEED_CAP: i32 = 64;

/// An area that a path may meet: a point or a filled polygon.
#[derive(Clone, Debug)]
pub(super) enum Area {
    /// A grid point.
    Point(Vector),
    /// A filled polygon, its edges included.
    Polygon(Polygon),
}

impl Area {
    /// Returns a copy of the area moved by a vector.
    pub fn moved(&self, by: Vector) -> Self {
        match self {
            Self::Point(at) => Self::Point(plus(*at, by)),
            Self::Polygon(polygon) => Self::Polygon(polygon.moved(by)),
        }
    }

    /// Returns the area's bounding box: its lower left and upper right corner.
    pub fn bounds(&self) -> [Vector; 2] {
        match self {
            Self::Point(at) => [*at, *at],
            Self::Polygon(polygon) => polygon.bounds(),
        }
    }

    /// Whether the area contains a point, which is given in scaled units. The area's edges belong to it.
    pub fn holds(&self, point: Vector) -> bool {
        match self {
            Self::Point(at) => *at == point,
            Self::Polygon(polygon) => polygon.place(point) != Place::Outside,
        }
    }

    /// Returns the area's corners.
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

/// A two-way connection between two areas.
#[derive(Clone, Debug)]
pub(super) struct Warp {
    /// Both areas of the warp. The second is a copy of the first, moved by the offset.
    pub ends: [Area; 2],
    /// The offset from the warp's first area to its second area, in grid units.
    pub offset: Vector,
}

/// A mirror on a grid line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reflector {
    /// The axis along which the mirror lies: 0 if horizontal, 1 if vertical.
    pub along: usize,
    /// The mirror's coordinate on the axis perpendicular to it, in scaled units.
    pub at: i64,
    /// The coordinate of the mirror's lower end along its axis, in scaled units.
    pub from: i64,
    /// The coordinate of the mirror's upper end along its axis, in scaled units.
    pub to: i64,
}

/// A grid point at which a path turns by 90°.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spinner {
    /// The spinner's point, in scaled units.
    pub at: Vector,
    pub turn: Spin,
}

/// All objects of a track. In bit masks, each object has one bit, in this order: regions, warps, reflectors, spinners.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    pub regions: Vec<Region>,
    pub warps: Vec<Warp>,
    pub reflectors: Vec<Reflector>,
    pub spinners: Vec<Spinner>,
    /// The regions that lie off the track, as a bit mask. No path meets them.
    pub idle: u64,
}

impl Objects {
    /// Whether the track has objects that make a path bend or jump: warps, reflectors or spinners.
    pub const fn bend_paths(&self) -> bool {
        !self.warps.is_empty() || !self.reflectors.is_empty() || !self.spinners.is_empty()
    }

    /// Returns the bit that stands for the warp with this index in bit masks.
    pub const fn warp_bit(&self, index: usize) -> u64 {
        1 << (self.regions.len() + index)
    }

    /// Returns the bit that stands for the reflector with this index in bit masks.
    pub const fn reflector_bit(&self, index: usize) -> u64 {
        1 << (self.regions.len() + self.warps.len() + index)
    }

    /// Returns the bit that stands for the spinner with this index in bit masks.
    pub const fn spinner_bit(&self, index: usize) -> u64 {
        1 << (self.regions.len() + self.warps.len() + self.reflectors.len() + index)
    }

    /// Returns the ids of all objects, in the order of the bits that stand for the objects in bit masks.
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
    /// Returns the objects that count as required hits under these options, as a bit mask. If the options name an
    /// object that does not exist, returns its id as the error.
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
