//! What a document is shown in: the editor of circuits, Replay and Analysis of a race, and the pages on which they begin.

pub mod analysis;
pub mod chance;
pub(in crate::app) mod desk;
pub mod editor;

pub mod form;
pub(in crate::app) mod issue_list;
pub mod new_race;
pub mod playback;
pub(in crate::app) mod plotting;
pub mod race;
pub mod recording;
pub(in crate::app) mod replay;
pub(in crate::app) mod steps;

/// Which workspace shows a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workspace {
    /// Circuits are drawn here.
    Editor,
    /// Races are watched here.
    Replay,
    /// Races are read here.
    Analysis,
}

impl Workspace {
    /// What is written on its switch.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Editor => "Editor",
            Self::Replay => "Replay",
            Self::Analysis => "Analysis",
        }
    }
}
