//! Limits a drawing to the part of the board that has something on it.

use super::{Scene, Shape};

impl Scene {
    /// Makes the background as large as the part of the board that is shown. The background is the first item of the
    /// scene.
    pub fn fit_sheet(&mut self) {
        let whole = Shape::rectangle(self.bounds);
        if let Some(sheet) = self.items.first_mut().filter(|item| item.style.is_backdrop()) {
            sheet.shape = whole;
        }
    }

    /// The area that the circuit and the cars need. The table, its grid and its ruler are not counted. `None` if the
    /// scene has no other items.
    #[must_use]
    pub fn content(&self) -> Option<[[f64; 2]; 2]> {
        let shown = self.items.iter().filter(|item| !item.style.is_backdrop());
        shown.filter_map(|item| item.shape.bounds()).reduce(|[low, high], [from, to]| {
            [[0, 1].map(|axis| low[axis].min(from[axis])), [0, 1].map(|axis| high[axis].max(to[axis]))]
        })
    }

    /// Limits the scene to its content, with a margin of 4 percent of the content's shorter side. If an edge of the
    /// picture would lie on or close to an edge of the table, the margin there is larger. Writes the numbers of a ruler
    /// along the new edges.
    #[must_use]
    pub fn cropped(mut self) -> Self {
        if let Some([low, high]) = self.content() {
            let margin = 0.04 * (high[0] - low[0]).min(high[1] - low[1]).max(0.0);
            let [left, right] = self.bounds;
            // A sheet that fills the picture still fills it, so that its edge is not cut on some sides only.
            let sheet = self.items.first().filter(|item| item.style.is_backdrop()).and_then(|item| item.shape.bounds());
            let is_whole = sheet == Some(self.bounds);
            let rim = sheet.filter(|_| !is_whole);
            let cut = |end: f64, rim: Option<f64>, out: f64| {
                let edge = end + out * margin;
                let rim = rim.filter(|rim| (edge - rim).abs() < 0.5 * margin);
                rim.map_or(edge, |rim| rim + out * 0.5 * margin)
            };
            let low = [0, 1].map(|axis| cut(low[axis], rim.map(|[low, _]| low[axis]), -1.0).max(left[axis]));
            let high = [0, 1].map(|axis| cut(high[axis], rim.map(|[_, high]| high[axis]), 1.0).min(right[axis]));
            if (0..2).all(|axis| low[axis] < high[axis]) {
                self.bounds = [low, high];
                if is_whole {
                    self.fit_sheet();
                }
            }
        }
        self.lay_ruler();
        self
    }
}
