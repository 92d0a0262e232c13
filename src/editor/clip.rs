//! Pieces that were copied: as text, so that they can be pasted into another document, another window, or a mail.

use serde::{Deserialize, Serialize};

use super::Piece;
use crate::game::Game as _;
use crate::games::vektorace::{
    CornerDraft, Draft, LabelDraft, LimitDraft, MAX_LABELS, MAX_LIMIT_CORNERS, MAX_LIMITS, PitwallDraft, Vektorace,
};
use crate::geometry::Point;
use crate::limits::MAX_CLIP_BYTES;
use crate::limits::vektorace::MAX_DRAWN_CORNERS;

/// What the text says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Pieces,
}

/// Pieces apart from any circuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    paddock: Kind,
    version: u32,
    game: String,
    /// The corners, in the order they are passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<CornerDraft>,
    /// The pitwall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitwall: Option<PitwallDraft>,
    /// Track limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitDraft>,
    /// Labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LabelDraft>,
}

impl Clip {
    /// Copies of some pieces of a draft. A single corner of a track limit is no piece that could be copied.
    #[must_use]
    pub fn of(draft: &Draft, pieces: &[Piece]) -> Self {
        let mut clip = Self {
            paddock: Kind::Pieces,
            version: 1,
            game: Vektorace::ID.to_owned(),
            corners: Vec::new(),
            pitwall: None,
            limits: Vec::new(),
            labels: Vec::new(),
        };
        for piece in pieces {
            match *piece {
                Piece::Pitwall => clip.pitwall = draft.pitwall,
                Piece::Corner(index) => clip.corners.extend(draft.corners.get(index)),
                Piece::Limit(index) => clip.limits.extend(draft.limits.get(index).cloned()),
                Piece::Label(index) => clip.labels.extend(draft.labels.get(index).cloned()),
                Piece::LimitCorner(..) | Piece::Reference => {}
            }
        }
        clip.corners.sort_by_key(|corner| corner.number);
        clip
    }

    /// How many pieces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.corners.len() + usize::from(self.pitwall.is_some()) + self.limits.len() + self.labels.len()
    }

    /// How many of them can be put into a circuit: a second pitwall cannot.
    #[must_use]
    pub fn len_in(&self, draft: &Draft) -> usize {
        self.len() - usize::from(self.pitwall.is_some() && draft.pitwall.is_some())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// As text for the clipboard.
    ///
    /// # Errors
    /// Where it cannot be written, which none is.
    pub fn to_text(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|error| error.to_string())
    }

    /// The pieces in a text.
    ///
    /// # Errors
    /// A sentence, where the text holds none.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() > MAX_CLIP_BYTES || !text.starts_with('{') {
            return Err("There are no pieces in the clipboard: copy some with Ctrl+C first.".to_owned());
        }
        let clip: Self = serde_json::from_str(text)
            .map_err(|error| format!("What is in the clipboard cannot be pasted as pieces: {error}."))?;
        if clip.version != 1 || clip.game != Vektorace::ID {
            return Err("The pieces in the clipboard are of another game, or of a newer Paddock.".to_owned());
        }
        let long = clip.limits.iter().any(|limit| limit.outline.is_empty() || limit.outline.len() > MAX_LIMIT_CORNERS);
        if clip.corners.len() > MAX_DRAWN_CORNERS
            || clip.limits.len() > MAX_LIMITS
            || clip.labels.len() > MAX_LABELS
            || long
        {
            return Err("There are more pieces in the clipboard than a circuit can have.".to_owned());
        }
        if clip.is_empty() {
            return Err("There are no pieces in the clipboard: copy some with Ctrl+C first.".to_owned());
        }
        Ok(clip)
    }

    /// The places that tell whether a copy would lie exactly on something that is there.
    pub(super) fn places(&self) -> impl Iterator<Item = Point> + '_ {
        let corners = self.corners.iter().map(|corner| corner.at);
        let limits = self.limits.iter().filter_map(|limit| limit.outline.first().copied());
        corners.chain(limits).chain(self.labels.iter().map(|label| label.at)).chain(self.pitwall.map(|wall| wall.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::starter;

    #[test]
    fn pieces_survive_the_clipboard_and_other_text_is_refused_in_words() {
        let clip = Clip::of(&starter(), &[Piece::Corner(2), Piece::Pitwall, Piece::Corner(0), Piece::Label(7)]);
        assert_eq!(clip.corners.iter().map(|corner| corner.number).collect::<Vec<_>>(), [1, 3]);
        assert_eq!((clip.len(), Clip::from_text(&clip.to_text().expect("text"))), (3, Ok(clip.clone())));
        let empty = Clip::of(&starter(), &[]).to_text().expect("text");
        let newer = clip.to_text().expect("text").replace("\"version\": 1", "\"version\": 2");
        for text in ["", "hello", "{}", "{\"paddock\":\"track\"}", empty.as_str(), newer.as_str()] {
            assert!(Clip::from_text(text).is_err_and(|why| why.ends_with('.')), "{text}");
        }
    }
}
