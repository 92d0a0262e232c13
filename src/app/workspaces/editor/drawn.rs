//! The cached drawing of the circuit. It is drawn again only after a change.

use crate::editor::sketch::{AnySketch, Layer};
use crate::game::scene::{Item, Scene, Style};
use crate::game::signs;

/// The cached drawing of the circuit.
pub(super) struct Drawn {
    /// The revision of the document that the drawing shows.
    revision: u64,
    pub scene: Scene,
    /// The number of items in the scene before the first sign. A sign is a number or name beside a shape.
    first_sign: usize,
    /// The layers that are left out.
    hidden: Vec<Layer>,
    /// Whether each sign is at its best place. False while shapes are dragged, because each sign then only follows its
    /// shape.
    is_settled: bool,
}

impl Drawn {
    /// Draws the document without the layers in `hidden`. Returns `last` if nothing has changed. While shapes are
    /// dragged or nudged (`is_held`), each sign follows its shape; afterwards all signs get their best places again.
    pub fn new(document: &dyn AnySketch, hidden: &[Layer], last: Option<Self>, is_held: bool) -> Self {
        let revision = document.revision();
        let is_same = |last: &Self| last.revision == revision && last.hidden == hidden && (last.is_settled || is_held);
        let last = match last {
            Some(last) if is_same(&last) => return last,
            last => last.filter(|_| is_held),
        };
        // Leave out the numbers along the edges of the board, because the rulers show them.
        let mut scene = document.track_scene(hidden).without(&[Style::Ruler]);
        let first_sign = scene.items.len();
        match &last {
            Some(last) => signs::carry(&last.scene, last.first_sign, &mut scene),
            None => document.add_signs(hidden, &mut scene),
        }
        Self { revision, scene, first_sign, hidden: hidden.to_vec(), is_settled: last.is_none() }
    }

    /// The signs of the drawing, in the order in which they are painted.
    pub fn signs(&self) -> &[Item] {
        self.scene.items.get(self.first_sign..).unwrap_or_default()
    }
}
