//! Samples of styles for legends and keys: each shows the shape that the style has on boards.

use crate::game::scene::{Item, Shape, Style, Tag};

use super::Theme;

/// Half of the width and half of the height of every sample.
pub const HALF: [f64; 2] = [0.8, 0.4];

/// Returns the shapes of a sample of a style, from back to front. The shapes fit into a box whose middle is the origin;
/// [`HALF`] has half of its width and half of its height.
///
/// ```
/// use paddock::game::scene::Style;
/// use paddock::render::sample::sample;
///
/// assert_eq!(sample(Style::Arrow).len(), 1);
/// assert_eq!(sample(Style::ChequerDark).len(), 9, "the light ground and eight dark squares");
/// ```
#[must_use]
pub fn sample(style: Style) -> Vec<Item> {
    let [half_width, half_height] = HALF;
    let whole = || Shape::rectangle([[-half_width, -half_height], HALF]);
    let one = |shape| vec![item(style, shape)];
    match style {
        Style::Arrow => one(Shape::Polygon(vec![[0.5, 0.0], [-0.5, half_height], [-0.2, 0.0], [-0.5, -half_height]])),
        Style::ChequerDark => {
            let mut items = vec![item(Style::ChequerLight, whole())];
            for index in 0..8 {
                let [x, y] = [-half_width + 0.2 * f64::from(index), if index % 2 == 0 { 0.0 } else { -half_height }];
                items.push(item(style, Shape::rectangle([[x, y], [x + 0.2, y + half_height]])));
            }
            items
        }
        Style::CurbDark | Style::Kerb(_) => {
            let mut items = vec![item(Style::CurbLight, whole())];
            for index in 0..2 {
                let x = -half_width + 0.8 * f64::from(index);
                items.push(item(style, Shape::rectangle([[x, -half_height], [x + 0.4, half_height]])));
            }
            items
        }
        Style::Slot => one(Shape::Polyline(vec![[-0.1, -0.35], [0.35, -0.35], [0.35, 0.35], [-0.1, 0.35]])),
        Style::Marker => one(Shape::Polygon(vec![[-0.4, -half_height], [0.4, -half_height], [0.0, half_height]])),
        Style::Chevron => one(Shape::Polyline(vec![[-0.2, 0.35], [0.25, 0.0], [-0.2, -0.35]])),
        Style::PitHatch => {
            let line = |index: i32| {
                let x = -0.6 + 0.4 * f64::from(index);
                item(style, Shape::Polyline(vec![[x - 0.2, -half_height], [x + 0.2, half_height]]))
            };
            (0..4).map(line).collect()
        }
        Style::ActRing | Style::Warp | Style::Start => one(Shape::Circle { center: [0.0; 2], radius: half_height }),
        Style::Corner => {
            let cut = half_height * (std::f64::consts::SQRT_2 - 1.0);
            let corners = [
                [half_height, cut],
                [cut, half_height],
                [-cut, half_height],
                [-half_height, cut],
                [-half_height, -cut],
                [-cut, -half_height],
                [cut, -half_height],
                [half_height, -cut],
            ];
            one(Shape::Polygon(corners.to_vec()))
        }
        _ if Theme::Light.paint(style).fill.is_some() => one(whole()),
        _ => one(Shape::Polyline(vec![[-half_width, 0.0], [half_width, 0.0]])),
    }
}

const fn item(style: Style, shape: Shape) -> Item {
    Item { shape, style, tag: Tag::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_of_a_game_fits_its_box() {
        use crate::game::Picture as _;
        use crate::games::{formula_d, vector_racing, vektorace, wheel_to_wheel};
        let legends = [
            vektorace::Vektorace::legend(),
            vector_racing::VectorRacing::legend(),
            formula_d::FormulaD::legend(),
            wheel_to_wheel::WheelToWheel::legend(),
        ];
        let mut count = 0;
        for (style, words) in legends.into_iter().flatten() {
            let items = sample(*style);
            assert!(items.iter().any(|item| item.style == *style), "{words}");
            for item in items {
                let points = match item.shape {
                    Shape::Polygon(points) | Shape::Polyline(points) => points,
                    Shape::Circle { center: [x, y], radius } => {
                        vec![[x - radius, y - radius], [x + radius, y + radius]]
                    }
                    Shape::Text { .. } => unreachable!("samples have no text"),
                };
                let fits = |[x, y]: [f64; 2]| x.abs() <= HALF[0] + 1e-9 && y.abs() <= HALF[1] + 1e-9;
                assert!(points.into_iter().all(fits), "{words}");
                count += 1;
            }
        }
        assert!(count > 50, "{count}");
    }
}
