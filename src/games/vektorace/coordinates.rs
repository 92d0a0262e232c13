//! Reads and writes a [`Point`] in a file as `[x, y]`.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geometry::{Point, Surd};

/// A point as it is stored in a file: `[x, y]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "(Surd, Surd)", into = "(Surd, Surd)")]
pub(super) struct Coordinates(pub(super) Point);

impl From<(Surd, Surd)> for Coordinates {
    fn from((x, y): (Surd, Surd)) -> Self {
        Self(Point::new(x, y))
    }
}

impl From<Coordinates> for (Surd, Surd) {
    fn from(Coordinates(point): Coordinates) -> Self {
        (point.x, point.y)
    }
}

pub fn serialize<S: Serializer>(point: &Point, serializer: S) -> Result<S::Ok, S::Error> {
    Coordinates(*point).serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
    Coordinates::deserialize(deserializer).map(|coordinates| coordinates.0)
}

pub fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    generator.subschema_for::<Coordinates>()
}
