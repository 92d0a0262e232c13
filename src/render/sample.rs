//! Samples of styles for legends and keys: each shows the shape that the style has on boards.

use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::game::signs::objects;

use super::Theme;

/// Half of the width and half of the height of a box. The sample of every style fits into this box before the sample is
/// scaled.
pub const HALF: [f64; 2] = [0.8, 0.4];

/// The styles that are used in races of all games, each with its meaning.
pub const OF_RACES: [(Style, &str); 9] = [
    (Style::ActRing, "the car to act"),
    (Style::Ghost(0), "where the car was before the last move"),
    (Style::Path(0), "the last move"),
    (Style::Vector(0), "the vector of the last move"),
    (Style::Boost(0), "the boost of the last move"),
    (Style::OldPath(0, 1), "earlier moves"),
    (Style::LegalFree, "a legal place that costs nothing"),
    (Style::LegalCost, "a legal place that costs points"),
    (Style::LegalCrash, "a legal move in which the car crashes"),
];

/// Returns the shapes of a sample of a style, from back to front. The shapes fit into a box around the origin. Half of
/// the width and half of the height of this box are in [`HALF`].
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
    // The signs of objects are drawn as on boards.
    let drawn = |draw: &dyn Fn(&mut Scene)| {
        let mut scene = Scene::default();
        draw(&mut scene);
        scene.items
    };
    let on_area = |draw: &dyn Fn(&mut Scene)| [one(whole()), drawn(draw)].concat();
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
        Style::CurbDark | Style::Curb(_) => {
            let mut items = vec![item(Style::CurbLight, whole())];
            for index in 0..2 {
                let x = -half_width + 0.8 * f64::from(index);
                items.push(item(style, Shape::rectangle([[x, -half_height], [x + 0.4, half_height]])));
            }
            items
        }
        Style::Slot => one(Shape::Polyline(vec![[-0.1, -0.35], [0.35, -0.35], [0.35, 0.35], [-0.1, 0.35]])),
        Style::LegalCrash => one(Shape::Polygon(objects::cross([0.0; 2], half_height))),
        Style::Marker => one(Shape::Polygon(vec![[-0.4, -half_height], [0.4, -half_height], [0.0, half_height]])),
        Style::Chevron | Style::PitArrow => drawn(&|scene| objects::thin_arrow(style, [-0.4, 0.0], [0.4, 0.0], scene)),
        Style::Oil => on_area(&|scene| objects::drop([0.0; 2], 0.55, scene)),
        Style::SpeedUp => on_area(&|scene| objects::chevrons([0.0; 2], 0.55, 1.0, scene)),
        Style::SlowDown => on_area(&|scene| objects::chevrons([0.0; 2], 0.55, -1.0, scene)),
        Style::Warp => on_area(&|scene| objects::letter([0.0; 2], 0.45, "A".to_owned(), scene)),
        Style::Reflector => drawn(&|scene| objects::mirror([-half_width, 0.0], [half_width, 0.0], scene)),
        Style::Spinner => drawn(&|scene| objects::spinner([0.0; 2], 0.7 * half_height, -1.0, scene)),
        Style::PitHatch => {
            let line = |index: i32| {
                let x = -0.6 + 0.4 * f64::from(index);
                item(style, Shape::Polyline(vec![[x - 0.2, -half_height], [x + 0.2, half_height]]))
            };
            (0..4).map(line).collect()
        }
        Style::ActRing | Style::Noise | Style::Start | Style::Ghost(_) => {
            one(Shape::Circle { center: [0.0; 2], radius: half_height })
        }
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
        // Grounds may have the colour of the page, so they get an edge.
        Style::Ground | Style::OffTrack | Style::Road => {
            let edge = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
            let edge = edge.map(|[x, y]| [x * half_width, y * half_height]).to_vec();
            vec![item(style, whole()), item(Style::PaperLineStrong, Shape::Polyline(edge))]
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
                    Shape::Text { at: [x, y], height, text } => {
                        let half = crate::game::lettering::width(&text) * height / 2.0;
                        vec![[x - half, y - height / 2.0], [x + half, y + height / 2.0]]
                    }
                };
                let fits = |[x, y]: [f64; 2]| x.abs() <= HALF[0] + 1e-9 && y.abs() <= HALF[1] + 1e-9;
                assert!(points.into_iter().all(fits), "{words}");
                count += 1;
            }
        }
        assert!(count > 50, "{count}");
    }

    /// For each shape of a sign: its kind, and the number of its points or letters.
    fn parts(items: &[Item]) -> Vec<(&'static str, usize)> {
        items
            .iter()
            .map(|item| match &item.shape {
                Shape::Polygon(points) => ("polygon", points.len()),
                Shape::Polyline(points) => ("line", points.len()),
                Shape::Circle { .. } => ("circle", 1),
                Shape::Text { text, .. } => ("text", text.len()),
            })
            .collect()
    }

    #[test]
    fn samples_of_objects_are_the_signs_of_the_board() {
        use crate::game::Picture as _;
        use crate::games::vector_racing::VectorRacing;
        let bytes = std::fs::read("tracks/vector_racing/curiosity-shop.json").expect("a file");
        let Ok(crate::replay::Opened::Track(draft)) = crate::open(&bytes, &crate::replay::no_files) else {
            panic!("not a circuit")
        };
        let draft = draft.of::<VectorRacing>().expect("a circuit of the game");
        let board = parts(&VectorRacing::draw_track(draft, &[]).items);
        // The area itself has any shape on the board; every other part is the same.
        for (style, skipped) in [
            (Style::Oil, 1),
            (Style::SpeedUp, 1),
            (Style::SlowDown, 1),
            (Style::Warp, 1),
            (Style::Reflector, 0),
            (Style::Spinner, 0),
        ] {
            let wanted = parts(&sample(style)[skipped..]);
            assert!(!wanted.is_empty(), "{style:?}");
            assert!(board.windows(wanted.len()).any(|window| window == wanted), "{style:?}: {wanted:?}");
        }
    }
}
