//! The workspaces: the editor of circuits, and Replay and Analysis of a race. Also the dialogs for a new race and a
//! random circuit.

pub mod analysis;
pub mod chance;
pub(in crate::app) mod clause;
pub(in crate::app) mod corners;
pub(in crate::app) mod desk;
pub mod editor;

pub mod form;
pub(in crate::app) mod issue_list;
pub(in crate::app) mod lit_corner;
pub mod new_race;
pub(in crate::app) mod panel;
pub mod playback;
pub(in crate::app) mod plotting;
pub mod race;
pub mod recording;
pub(in crate::app) mod replay;
pub(in crate::app) mod steps;
pub(in crate::app) mod stretches;

/// Returns a new unique number for a tab, or for a version of a race. The results of background jobs contain this
/// number, so that they are never used for another tab or version. The ids of a tab's lists contain it too, so that
/// each list keeps its own scroll position.
fn new_number() -> u64 {
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
    NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}

/// A workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workspace {
    /// The workspace for drawing circuits.
    Editor,
    /// The workspace for watching and recording races.
    Replay,
    /// The workspace for analysing races.
    Analysis,
}

impl Workspace {
    /// The label of the button that switches to the workspace.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Editor => "Editor",
            Self::Replay => "Replay",
            Self::Analysis => "Analysis",
        }
    }
}
