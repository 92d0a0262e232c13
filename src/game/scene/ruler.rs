//! Moves the numbers of a ruler to the edge of the part of the board that is shown.

use super::{Scene, Shape, Style};
use crate::game::lettering;

/// The height of the numbers, as a share of the picture's longer side. In a picture 1600 pixels wide, they are 15
/// pixels high.
const HEIGHT: f64 = 0.009_5;

impl Scene {
    /// Writes the numbers of the ruler along the left and the lower edge of the visible area, on strips beside the
    /// board. Leaves out numbers that would be too close to each other. A scene without a ruler stays as it is.
    pub fn lay_ruler(&mut self) {
        let [low, high] = self.bounds;
        let number = |item: &super::Item| match &item.shape {
            Shape::Text { at, text, .. } if item.style == Style::Ruler && text.parse::<i64>().is_ok() => {
                Some((*at, text.clone()))
            }
            _ => None,
        };
        let numbers: Vec<([f64; 2], String)> = self.items.iter().filter_map(number).collect();
        let height = HEIGHT * (high[0] - low[0]).max(high[1] - low[1]);
        if numbers.is_empty() || !height.is_finite() || height <= 0.0 {
            return;
        }
        self.items.retain(|item| number(item).is_none());
        // The numbers of the left ruler stand in one column, those of the lower ruler in one row.
        let least = [0, 1].map(|axis| numbers.iter().map(|(at, _)| at[axis]).fold(f64::INFINITY, f64::min));
        let along = |axis: usize| {
            let other = 1 - axis;
            let mut found: Vec<(f64, &str)> = numbers
                .iter()
                .filter(|(at, _)| at[other] <= least[other] + 1e-9)
                .map(|(at, text)| (at[axis], text.as_str()))
                .filter(|(place, _)| (low[axis] + height..=high[axis] - height).contains(place))
                .collect();
            found.sort_by(|a, b| a.0.total_cmp(&b.0));
            thinned(&found, height, axis)
        };
        let (row, column) = (along(0), along(1));
        let widest = column.iter().map(|(_, text)| lettering::width(text)).fold(0.0, f64::max) * height;
        let [left, below] = [low[0] - widest - 1.2 * height, low[1] - 2.2 * height];
        self.add(Style::RulerStrip, Shape::rectangle([[left, below], [low[0], high[1]]]));
        self.add(Style::RulerStrip, Shape::rectangle([[low[0], below], [high[0], low[1]]]));
        let places = row.into_iter().map(|(x, text)| ([x, (below + low[1]) / 2.0], text));
        for (at, text) in places.chain(column.into_iter().map(|(y, text)| ([(left + low[0]) / 2.0, y], text))) {
            self.add(Style::Ruler, Shape::Text { at, height, text });
        }
        self.bounds[0] = [left, below];
    }
}

/// Returns every number, or only every second, every third and so on if neighbouring numbers would otherwise touch.
fn thinned(numbers: &[(f64, &str)], height: f64, axis: usize) -> Vec<(f64, String)> {
    let apart = numbers.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min).max(1e-9);
    let needed = |text: &str| if axis == 0 { lettering::width(text) * height + height } else { 2.0 * height };
    let most = numbers.iter().map(|(_, text)| needed(text)).fold(0.0, f64::max);
    let every = if apart.is_finite() { (most / apart).ceil().clamp(1.0, 1e6) as i64 } else { 1 };
    let is_kept = |place: f64| !apart.is_finite() || ((place / apart).round() as i64).rem_euclid(every) == 0;
    numbers.iter().filter(|(place, _)| is_kept(*place)).map(|(place, text)| (*place, (*text).to_owned())).collect()
}
