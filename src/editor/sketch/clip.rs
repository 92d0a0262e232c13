//! Shapes as text for the clipboard.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::document::SketchDocument;
use super::edit::NO_SECOND;
use super::steps::Steps;
use super::{At, Shape, Sketch, groups, thousandths};
use crate::game::Refused;
use crate::game::Size;
use crate::game::words::many;
use crate::limits::MAX_CLIP_BYTES;

/// Copies and pastes shapes.
pub trait Clips {
    /// The selected shapes as text, and their number. `None` if no whole shape is selected.
    fn copied(&self) -> Option<(String, usize)>;
    /// Pastes copied shapes, so that their common middle is at the point `at` of the board. Without `at`, the shapes
    /// keep their own points, or are moved a little if these points are occupied. Returns the number of shapes that
    /// were pasted, and the number of shapes that were left out. A shape is left out if a circuit can have only one
    /// such shape and already has it.
    ///
    /// # Errors
    /// Returns an error if the text does not contain shapes of this game.
    fn paste(&mut self, text: &str, at: Option<At>) -> Result<[usize; 2], Refused>;
}

/// Copied shapes as text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Clip<G: Sketch> {
    /// The first field of the text. It shows that Paddock copied the text. Its value is the game's word for shapes, in
    /// the plural.
    paddock: String,
    version: u32,
    game: String,
    track: G::Draft,
}

impl<G: Sketch> Clip<G> {
    const VERSION: u32 = 1;

    /// The game's noun for shapes, in the plural.
    fn word() -> String {
        format!("{}s", G::MANNER.words[0])
    }

    /// Reads shapes from a text. Earlier versions wrote the shapes of VektoRace without a `track` field around them;
    /// such texts can be read, too.
    fn read(text: &str) -> Result<Self, Refused> {
        let word = Self::word();
        let text = text.trim();
        if text.len() > MAX_CLIP_BYTES || !text.starts_with('{') {
            return Err(nothing(&word));
        }
        let wrong = |error: serde_json::Error| format!("The clipboard cannot be pasted as {word}: {error}.");
        let mut value: Value = serde_json::from_str(text).map_err(wrong)?;
        if let Some(fields) = value.as_object_mut().filter(|fields| !fields.contains_key("track")) {
            const HEAD: [&str; 3] = ["paddock", "version", "game"];
            let track: serde_json::Map<String, Value> = fields
                .iter()
                .filter(|(key, _)| !HEAD.contains(&key.as_str()))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            fields.retain(|key, _| HEAD.contains(&key.as_str()));
            fields.insert("track".to_owned(), Value::Object(track));
        }
        let clip: Self = serde_json::from_value(value).map_err(wrong)?;
        if clip.paddock != word || clip.version != Self::VERSION || clip.game != G::INFO.id {
            return Err(format!("The {word} in the clipboard are from another game, or from a newer Paddock.").into());
        }
        Ok(clip)
    }
}

fn nothing(word: &str) -> Refused {
    format!("There are no {word} in the clipboard. Copy some with Ctrl+C first.").into()
}

impl<G: Sketch> Clips for SketchDocument<G> {
    fn copied(&self) -> Option<(String, usize)> {
        let shapes = self.selected_shapes();
        if shapes.is_empty() {
            return None;
        }
        let track = groups::only::<G>(&self.draft, &shapes);
        if track == G::only(&self.draft, &[]) {
            // None of the selected shapes can be pasted into another circuit.
            return None;
        }
        let clip =
            Clip::<G> { paddock: Clip::<G>::word(), version: Clip::<G>::VERSION, game: G::INFO.id.to_owned(), track };
        serde_json::to_string_pretty(&clip).ok().map(|text| (text, shapes.len()))
    }

    fn paste(&mut self, text: &str, at: Option<At>) -> Result<[usize; 2], Refused> {
        let clip = Clip::<G>::read(text)?;
        let too_large = |draft: &G::Draft| G::sizes(draft).into_iter().find(Size::is_too_large);
        if let Some(size) = too_large(&clip.track) {
            return Err(format!("The clipboard is too large to paste: {size}.").into());
        }
        let firsts: Vec<[f64; 2]> = self.shapes.iter().filter_map(|shape| shape.points.first().copied()).collect();
        let copied = G::shapes(&clip.track);
        let is_free = |times: &i64| {
            let by = *times as f64;
            let lands = |shape: &Shape| shape.points.first().map(|[x, y]| [x + by, y - by]);
            copied.iter().filter_map(lands).all(|at| !firsts.contains(&at))
        };
        let times = (0..100).find(is_free).unwrap_or(0);
        let aside = thousandths([times * super::UNIT, -times * super::UNIT]);
        let ids: Vec<super::ShapeId> = copied.iter().map(|shape| shape.id).collect();
        let by = at.and_then(|at| Some(at - G::middle(&clip.track, &ids)?)).unwrap_or(aside);
        let mut next = self.draft.clone();
        let added = groups::merge::<G>(&mut next, &clip.track, by);
        if added.is_empty() {
            let is_empty = clip.track == G::only(&G::Draft::default(), &[]);
            return Err(if is_empty { nothing(&Clip::<G>::word()) } else { NO_SECOND.into() });
        }
        if let Some(size) = too_large(&next) {
            return Err(format!("The circuit would be too large after pasting: {size}.").into());
        }
        self.history.close();
        let word = G::MANNER.words[0];
        let words = format!("Paste {}", many(added.len(), word));
        self.step(words, next, None, &added);
        Ok([added.len(), copied.len().saturating_sub(added.len())])
    }
}
