//! What lies on a track and acts on racers, in scaled units.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::Spin;
use super::exact::Vector;
use super::polygon::{Place, Polygon};

/// The kinds of region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegionKind {
    /// An oil slick (RT-OIL).
    Oil,
    /// A speed-up (RT-FAST).
    Fast,
    /// A slow-down (RT-SLOW).
    Slow,
}

impl RegionKind {
    /// The kind of object it is.
    #[must_use]
    pub const fn object(self) -> ObjectKind {
        match self {
            Self::Oil => ObjectKind::Oil,
            Self::Fast => ObjectKind::Fast,
            Self::Slow => ObjectKind::Slow,
        }
    }
}

/// The kinds of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObjectKind {
    /// An oil slick.
    Oil,
    /// A speed-up.
    Fast,
    /// A slow-down.
    Slow,
    /// A warp.
    Warp,
    /// A reflector.
    Refl,
    /// A spinner.
    Spin,
}

impl ObjectKind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Oil, Self::Fast, Self::Slow, Self::Warp, Self::Refl, Self::Spin];

    /// Its name in files and notation.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Oil => "oil",
            Self::Fast => "fast",
            Self::Slow => "slow",
            Self::Warp => "warp",
            Self::Refl => "refl",
            Self::Spin => "spin",
        }
    }

    /// What players call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Oil => "oil slick",
            Self::Fast => "speed-up",
            Self::Slow => "slow-down",
            Self::Warp => "warp",
            Self::Refl => "reflector",
            Self::Spin => "spinner",
        }
    }
}

/// Which object: the kind and its number within the kind, from 1, in the order of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    /// The kind.
    pub kind: ObjectKind,
    /// The number, from 1.
    pub number: u8,
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.id(), self.number)
    }
}

impl FromStr for ObjectId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (kind, number) = text.split_once(':').ok_or(())?;
        let kind = ObjectKind::ALL.into_iter().find(|known| known.id() == kind).ok_or(())?;
        let is_number = !number.starts_with('+');
        Ok(Self { kind, number: number.parse().ok().filter(|number| is_number && *number > 0).ok_or(())? })
    }
}

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
            Self::Point(at) => Self::Point(super::exact::plus(*at, by)),
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
}
