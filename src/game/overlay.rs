//! Overlays on the board. They show the places where the next move could end, and the evidence for an illegal turn. The
//! window, SVG and PNG use the same overlays.

use super::scene::{Scene, Shape, Style};
use super::signs::objects::cross;
use super::{Evidence, IllegalTurn, Place};
use crate::geometry::Direction;

/// The size of the small outlines that mark where the next move could end, as a fraction of the car's size. Outlines in
/// full size would overlap, so only the outline under the pointer is drawn in full size.
const GHOST: f64 = 0.3;

/// The size of the cross that marks a place with a crash, as a fraction of the small outline of another place. A cross
/// has less area than an outline, so it is larger.
const CROSS: f64 = 2.2;

impl Place {
    /// The style in which the place is drawn.
    #[must_use]
    pub const fn style(&self) -> Style {
        match (&self.illegal, &self.crash, self.cost.is_empty()) {
            (Some(_), ..) => Style::Illegal,
            (None, Some(_), _) => Style::LegalCrash,
            (None, None, true) => Style::LegalFree,
            (None, None, false) => Style::LegalCost,
        }
    }
}

impl Scene {
    /// Adds the outlines of places where the next move could end, each with an arrow for the car's direction. Illegal
    /// places are added only if `with_illegal` is true.
    pub fn add_places(&mut self, offered: &[Place], with_illegal: bool) {
        let kept: Vec<&Place> = offered.iter().filter(|place| place.illegal.is_none() || with_illegal).collect();
        // Draws one outline for each position, in the style of its cheapest route.
        let mut drawn: Vec<[f64; 2]> = Vec::new();
        for wanted in [Style::LegalFree, Style::LegalCost, Style::LegalCrash, Style::Illegal] {
            for place in kept.iter().filter(|place| place.style() == wanted) {
                if drawn.iter().any(|other| (other[0] - place.at[0]).hypot(other[1] - place.at[1]) < 1e-3) {
                    continue;
                }
                drawn.push(place.at);
                let shrunk =
                    |corner: &[f64; 2]| [0, 1].map(|axis| place.at[axis] + (corner[axis] - place.at[axis]) * GHOST);
                let outline: Vec<[f64; 2]> = place.outline.iter().map(shrunk).collect();
                let size = outline.iter().map(|[x, y]| (x - place.at[0]).hypot(y - place.at[1])).fold(0.0, f64::max);
                let is_crash = wanted == Style::LegalCrash;
                self.add(wanted, Shape::Polygon(if is_crash { cross(place.at, CROSS * size) } else { outline }));
            }
        }
        for place in kept {
            let Some(dir) = place.dir else { continue };
            let [x, y] = Direction::new(i64::from(dir)).unit().to_f64();
            let at = |along: f64, left: f64| [place.at[0] + x * along - y * left, place.at[1] + y * along + x * left];
            let tip = vec![at(0.34, 0.0), at(0.2, 0.09), at(0.2, -0.09)];
            self.add(place.style(), Shape::Polygon(tip));
        }
    }

    /// Adds the shapes that show why a turn is illegal.
    pub fn add_evidence(&mut self, illegal: &IllegalTurn) {
        for proof in &illegal.evidence {
            match proof {
                Evidence::Shape { outline } => self.add(Style::EvidenceShape, Shape::Polygon(outline.clone())),
                Evidence::Line { from, to } => self.add(Style::EvidenceLine, Shape::Polyline(vec![*from, *to])),
                Evidence::Cost { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Cost;

    fn place(at: [f64; 2], dir: u8, cost: u32, legal: bool) -> Place {
        let outline = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, y]| [at[0] + x, at[1] + y]);
        let cost = if cost > 0 { vec![Cost { resource: "tyre", amount: cost }] } else { Vec::new() };
        Place {
            at,
            dir: Some(dir),
            outline: outline.to_vec(),
            words: String::new(),
            cost,
            costs: Vec::new(),
            crash: None,
            illegal: (!legal).then(|| IllegalTurn::new("T-1", "no")),
            ways: Vec::new(),
        }
    }

    #[test]
    fn an_octagon_is_outlined_once_and_illegal_ones_on_request() {
        let places = [place([0.0, 0.0], 0, 1, true), place([0.0, 0.0], 1, 0, true), place([2.0, 0.0], 0, 0, false)];
        let count = |with_illegal, style| {
            let mut scene = Scene::default();
            scene.add_places(&places, with_illegal);
            // The arrow on an outline has three corners.
            let is_outline = |shape: &Shape| matches!(shape, Shape::Polygon(corners) if corners.len() > 3);
            scene.items.iter().filter(|item| item.style == style && is_outline(&item.shape)).count()
        };
        assert_eq!([count(false, Style::LegalFree), count(false, Style::LegalCost)], [1, 0]);
        assert_eq!([count(false, Style::Illegal), count(true, Style::Illegal)], [0, 1]);
    }
}
