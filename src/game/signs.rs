//! Signs beside the track. A sign is a plate with a name, dots and a note, and a coloured part with a number.

pub mod objects;

use super::lettering::width;
use super::room::Placed;
use super::scene::{Item, Scene, Shape, Style, Tag};

/// The height of the letters in a sign's second line, as a share of the height in its first line.
const NOTE: f64 = 0.8;
/// The distance between the centres of two neighbouring dots on a sign, as a share of the height of the sign's letters.
const DOT: f64 = 0.85;

/// Returns the height of capital letters on the signs of a board with these lower left and upper right corners. The
/// letters are large enough to read on a picture 800 pixels wide.
#[must_use]
pub fn letters(bounds: [[f64; 2]; 2]) -> f64 {
    let sides = [0, 1].map(|axis| bounds[1][axis] - bounds[0][axis]);
    (sides[0].min(sides[1]) * 0.016).max(sides[0].max(sides[1]) * 0.011_5)
}

/// Draws an arrow along the direction `way`, which may have any length except 0. `size` is the length of the arrow.
pub fn arrow(at: [f64; 2], way: [f64; 2], size: f64, scene: &mut Scene) {
    let length = way[0].hypot(way[1]);
    if length <= 1e-9 {
        return;
    }
    let [x, y] = way.map(|value| value / length * size);
    let place = |along: f64, left: f64| [at[0] + x * along - y * left, at[1] + y * along + x * left];
    let corners = vec![place(0.5, 0.0), place(-0.5, 0.42), place(-0.25, 0.0), place(-0.5, -0.42)];
    scene.add(Style::Arrow, Shape::Polygon(corners));
}

/// Copies signs from an earlier drawing of a circuit into a later one. The signs are the items of `earlier` from index
/// `first` on. A sign that names a piece keeps its distance from the piece. Other signs stay where they were.
pub fn carry(earlier: &Scene, first: usize, scene: &mut Scene) {
    let (before, signs) = earlier.items.split_at(first.min(earlier.items.len()));
    let count = scene.items.len();
    let middle = |items: &[Item], tag: Tag| items.iter().find(|item| item.tag == tag)?.shape.middle();
    let mut last = (Tag::None, [0.0; 2]);
    for sign in signs {
        if sign.tag != last.0 {
            let places = middle(before, sign.tag).zip(middle(&scene.items[..count], sign.tag));
            let way = places.map_or([0.0; 2], |(from, to)| [to[0] - from[0], to[1] - from[1]]);
            last = (sign.tag, if sign.tag == Tag::None { [0.0; 2] } else { way });
        }
        scene.items.push(Item { shape: sign.shape.moved(last.1), ..sign.clone() });
    }
    for axis in 0..2 {
        scene.bounds[0][axis] = scene.bounds[0][axis].min(earlier.bounds[0][axis]);
        scene.bounds[1][axis] = scene.bounds[1][axis].max(earlier.bounds[1][axis]);
    }
    let is_whole = |sheet: &Item| sheet.style.is_backdrop() && sheet.shape == Shape::rectangle(earlier.bounds);
    if earlier.items.first().is_some_and(is_whole) {
        scene.fit_sheet();
    }
}

/// A sign beside the track: its texts, and the number of its dots.
#[derive(Clone, Debug, Default)]
pub struct Sign {
    /// The text on the coloured part, such as the corner's number. Empty for a sign without a coloured part.
    pub badge: String,
    /// The number of stops that the corner requires. It decides the colour of the sign's coloured part.
    pub stops: u8,
    /// The name in the sign's first line, in large letters, such as the name of a corner. May be empty.
    pub name: String,
    /// The number of dots at the beginning of the sign's second line, one for each stop that the corner requires.
    pub dots: u8,
    /// The text of the sign's second line, in smaller letters. May be empty.
    pub note: String,
}

impl Sign {
    /// The width and height of the sign. `height` is the height of the capital letters of its name.
    #[must_use]
    pub fn size(&self, height: f64) -> [f64; 2] {
        let has_second = self.dots > 0 || !self.note.is_empty();
        let second = self.dots_width(height) + width(&self.note) * height * NOTE;
        let words = (width(&self.name) * height).max(if has_second { second } else { 0.0 });
        let rows = if has_second && !self.name.is_empty() { 3.0 } else { 1.9 };
        let plate = if words > 0.0 { words + 1.1 * height } else { 0.0 };
        [plate + self.badge_width(height), height * rows]
    }

    fn badge_width(&self, height: f64) -> f64 {
        if self.badge.is_empty() { 0.0 } else { (width(&self.badge) + 1.1).max(1.9) * height }
    }

    fn dots_width(&self, height: f64) -> f64 {
        let gap = if self.note.is_empty() { 0.0 } else { 0.5 * height };
        if self.dots > 0 { f64::from(self.dots) * DOT * height + gap } else { 0.0 }
    }

    /// Draws only the coloured part of the sign, around a point. `tag` is the piece that the sign names.
    pub fn draw_badge(&self, [x, y]: [f64; 2], height: f64, tag: Tag, scene: &mut Scene) {
        let [wide, high] = [self.badge_width(height), self.size(height)[1]].map(|side| side / 2.0);
        scene.add_tagged(Style::Badge(self.stops), tag, Shape::rectangle([[x - wide, y - high], [x + wide, y + high]]));
        let text = Shape::Text { at: [x, y], height, text: self.badge.clone() };
        scene.add_tagged(Style::BadgeText(self.stops), tag, text);
    }

    /// Draws the sign where it was placed. `tag` is the piece that the sign names.
    pub fn draw(&self, placed: Placed, height: f64, tag: Tag, scene: &mut Scene) {
        let [wide, high] = self.size(height);
        let [x, y] = placed.at;
        if let Some(leader) = placed.leader {
            scene.add_tagged(Style::Leader, tag, Shape::Polyline(leader.to_vec()));
        }
        let plate = |left: f64, right: f64| {
            Shape::Polygon(vec![
                [left, y - high / 2.0],
                [right, y - high / 2.0],
                [right, y + high / 2.0],
                [left, y + high / 2.0],
            ])
        };
        let (left, right) = (x - wide / 2.0, x + wide / 2.0);
        let badge = self.badge_width(height);
        scene.add_tagged(Style::Sign, tag, plate(left, right));
        let mut write = |style, at, height, text: &str| {
            if !text.is_empty() {
                scene.add_tagged(style, tag, Shape::Text { at, height, text: text.to_owned() });
            }
        };
        let middle = left + badge + (wide - badge) / 2.0;
        let has_second = self.dots > 0 || !self.note.is_empty();
        let (first, second) = match (self.name.is_empty(), has_second) {
            (false, true) => (y + 0.62 * height, y - 0.72 * height),
            _ => (y, y),
        };
        write(Style::SignText, [middle, first], height, &self.name);
        let note = width(&self.note) * height * NOTE;
        let begin = middle - (self.dots_width(height) + note) / 2.0;
        write(Style::SignNote, [begin + self.dots_width(height) + note / 2.0, second], height * NOTE, &self.note);
        for dot in 0..self.dots {
            let center = [begin + (f64::from(dot) + 0.5) * DOT * height, second];
            scene.add_tagged(Style::SignDot, tag, Shape::Circle { center, radius: 0.3 * height });
        }
        if badge > 0.0 {
            scene.add_tagged(Style::Badge(self.stops), tag, plate(left, left + badge));
            let (at, text) = ([left + badge / 2.0, y], self.badge.clone());
            let height = if has_second && !self.name.is_empty() { 1.3 * height } else { height };
            scene.add_tagged(Style::BadgeText(self.stops), tag, Shape::Text { at, height, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carried_signs_keep_their_distance_from_what_they_name() {
        let drawn = |x: f64| {
            let mut scene = Scene { bounds: [[0.0, 0.0], [20.0, 10.0]], items: Vec::new() };
            scene.add(Style::Table, Shape::rectangle(scene.bounds));
            scene.add_tagged(Style::Corner, Tag::Corner(1), Shape::Circle { center: [x, 4.0], radius: 1.0 });
            scene
        };
        let mut earlier = drawn(5.0);
        let sign = Sign { name: "HAIRPIN".to_owned(), ..Sign::default() };
        let placed = Placed { at: [21.0, 6.0], leader: Some([[18.0, 6.0], [5.0, 4.0]]) };
        sign.draw(placed, 1.0, Tag::Corner(1), &mut earlier);
        Sign { name: "PIT LANE".to_owned(), ..Sign::default() }.draw(
            Placed { at: [9.0, 9.0], leader: None },
            1.0,
            Tag::None,
            &mut earlier,
        );
        earlier.bounds[1][0] = 26.0;
        earlier.fit_sheet();
        let mut later = drawn(7.5);
        carry(&earlier, 2, &mut later);
        assert_eq!((later.items.len(), later.bounds), (earlier.items.len(), earlier.bounds));
        assert_eq!(later.items[0].shape, Shape::rectangle(earlier.bounds), "the paper is as large as it was");
        assert_eq!(later.items[2].shape, Shape::Polyline(vec![[20.5, 6.0], [7.5, 4.0]]), "the line to the piece");
        assert_eq!(later.items[3].shape, earlier.items[3].shape.moved([2.5, 0.0]));
        assert_eq!(later.items.last(), earlier.items.last(), "the pit lane has not moved");
        // If a piece is deleted, its sign stays where it was.
        later.items.clear();
        carry(&earlier, 2, &mut later);
        assert_eq!(later.items, earlier.items[2..]);
    }
}
