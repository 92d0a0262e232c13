//! The drawing of the circuit, kept from frame to frame.

use crate::editor::sketch::{AnySketch, Layer};
use crate::game::scene::{Scene, Style};
use crate::game::signs;

/// A drawing of the circuit.
pub(super) struct Drawn {
    /// The revision of the document that it shows.
    revision: u64,
    pub scene: Scene,
    /// The number of items before the first sign.
    first_sign: usize,
    /// The layers that are left out.
    hidden: Vec<Layer>,
    /// Whether the signs have their best places, and were not only carried along with what they name.
    is_settled: bool,
}

impl Drawn {
    /// Draws the document without these layers, or returns `last` if nothing has changed. While pieces are
    /// dragged or nudged (`is_held`), signs move with what they name; afterwards they find their places.
    pub fn new(document: &dyn AnySketch, hidden: &[Layer], last: Option<Self>, is_held: bool) -> Self {
        let revision = document.revision();
        let is_same = |last: &Self| last.revision == revision && last.hidden == hidden && (last.is_settled || is_held);
        let last = match last {
            Some(last) if is_same(&last) => return last,
            last => last.filter(|_| is_held),
        };
        // The rulers have the numbers that the board has along its edges.
        let mut scene = document.track_scene(hidden).without(&[Style::Ruler]);
        let first_sign = scene.items.len();
        match &last {
            Some(last) => signs::carry(&last.scene, last.first_sign, &mut scene),
            None => document.add_signs(hidden, &mut scene),
        }
        Self { revision, scene, first_sign, hidden: hidden.to_vec(), is_settled: last.is_none() }
    }
}
