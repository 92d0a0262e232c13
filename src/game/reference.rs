//! A picture that the editor shows under a circuit, so that the author can trace the circuit from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A picture under the board. Only the editor shows it. Races and exports leave it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The picture's file, relative to the circuit's file. It must be in the same folder or below.
    pub file: String,
    /// The centre of the picture, in the game's unit.
    pub at: [f64; 2],
    /// The number of pixels of the picture in one unit of length.
    pub scale: f64,
    /// The rotation, in degrees counter-clockwise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rotation: f64,
    /// The opacity, in percent.
    #[serde(default = "usual_opacity")]
    pub opacity: u8,
}

const fn usual_opacity() -> u8 {
    50
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference as the argument")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

impl Reference {
    /// The allowed range of `scale`, in pixels for each unit.
    pub const SCALES: std::ops::RangeInclusive<f64> = 0.01..=10_000.0;

    /// Makes a reference picture with the default opacity and without rotation.
    #[must_use]
    pub fn new(file: impl Into<String>, at: [f64; 2], scale: f64) -> Self {
        Self { file: file.into(), at, scale, rotation: 0.0, opacity: usual_opacity() }.rounded()
    }

    /// Rounds all numbers to three decimals and limits them to their ranges.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let round = |value: f64| {
            let rounded = (value * 1_000.0).round() / 1_000.0;
            if rounded.is_finite() { rounded } else { 0.0 }
        };
        self.at = self.at.map(|value| round(value.clamp(-1e5, 1e5)));
        self.scale = round(self.scale).clamp(*Self::SCALES.start(), *Self::SCALES.end());
        self.rotation = round(self.rotation.rem_euclid(360.0));
        self.opacity = self.opacity.min(100);
        self
    }

    /// The corners of the picture on the board: lower left, lower right, upper right, upper left. `size` is the
    /// picture's width and height, in pixels.
    ///
    /// ```
    /// use paddock::game::Reference;
    ///
    /// // A picture of 200 × 100 pixels with ten pixels in each unit, centred on (5, 5).
    /// let picture = Reference::new("plan.png", [5.0, 5.0], 10.0);
    /// assert_eq!(picture.corners([200.0, 100.0])[0], [-5.0, 0.0], "the lower left corner");
    /// ```
    #[must_use]
    pub fn corners(&self, size: [f64; 2]) -> [[f64; 2]; 4] {
        let scale = self.scale.max(1e-3);
        let (half_width, half_height) = (size[0] / scale / 2.0, size[1] / scale / 2.0);
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[across, up]: [f64; 2]| {
            let (dx, dy) = (across * half_width, up * half_height);
            [self.at[0] + dx * cos - dy * sin, self.at[1] + dx * sin + dy * cos]
        })
    }

    /// Rescales the picture so that two of its points are `length` units apart. `from` and `to` are the current
    /// positions of these points. The point `from` does not move. Returns `None` if the two points are the same, if
    /// `length` is not positive, or if the new scale is outside [`SCALES`](Self::SCALES).
    #[must_use]
    pub fn scaled(&self, [from, to]: [[f64; 2]; 2], length: f64) -> Option<Self> {
        let factor = length / (from[0] - to[0]).hypot(from[1] - to[1]);
        let scale = self.scale / factor;
        if !(factor.is_finite() && factor > 0.0 && Self::SCALES.contains(&scale)) {
            return None;
        }
        let at = [0, 1].map(|axis| from[axis] + (self.at[axis] - from[axis]) * factor);
        Some(Self { at, scale, ..self.clone() }.rounded())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_points_whose_distance_is_known_give_the_scale() {
        let picture = Reference::new("a.png", [20.0, 12.0], 50.0);
        let points = [[10.0, 12.0], [30.0, 12.0]];
        let scaled = picture.scaled(points, 10.0).expect("a scale");
        // The points were 20 units apart. Now they are 10 units apart, so one unit has twice as many pixels.
        assert_eq!((scaled.scale, scaled.at), (100.0, [15.0, 12.0]));
        assert!(picture.scaled([[1.0, 1.0]; 2], 5.0).is_none(), "one point twice");
        assert!(picture.scaled(points, 1e-9).is_none(), "absurdly large");
        let turned = Reference { rotation: 90.0, ..Reference::new("a.png", [10.0, 10.0], 10.0) };
        let [low, ..] = turned.corners([40.0, 20.0]);
        assert!((low[0] - 11.0).abs() < 1e-9 && (low[1] - 8.0).abs() < 1e-9, "{low:?}");
    }
}
