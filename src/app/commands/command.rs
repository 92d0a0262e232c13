//! What can be done from the menus, the palette and the keyboard.

use super::Situation;
use crate::editor::Alignment;
use crate::editor::sketch::{Action, Tool};
use crate::replay::TurnMark;

/// How far a key moves what is selected; what that is in octagons or squares, games decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nudge {
    /// The arrow keys.
    Usual,
    /// Farther, to come somewhere.
    Far,
    /// A little, to hit something exactly.
    Fine,
}

/// Something the user can have done, without further particulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is explained in the table")]
pub enum Command {
    NewCircuit,
    NewRace,
    NextRace,
    Open,
    Save,
    SaveAs,
    ExportPng,
    ExportSvg,
    ExportPlan,
    ExportTiles,
    CloseDocument,
    Quit,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
    Delete,
    Duplicate,
    TurnLeft,
    TurnRight,
    TurnEachLeft,
    TurnEachRight,
    Mirror,
    MirrorUpright,
    DistributeAcross,
    DistributeUp,
    RotateLeft,
    RotateRight,
    AddPoint,
    FinishLine,
    Fix,
    ToolSelect,
    AddPicture,
    RemovePicture,
    ToolPicture,
    ToolMeasure,
    SnapGrid,
    SnapSteps,
    SnapEdges,
    ShowZones,
    Prove,
    StopProof,
    ShowRacingLine,
    ShowReach,
    RandomCircuit,
    ZoomIn,
    ZoomOut,
    Fit,
    NextDocument,
    PreviousDocument,
    ShowWelcome,
    ShowReplay,
    ShowAnalysis,
    ResetPanels,
    NextAxis,
    ShowPlots,
    Compare,
    StopComparing,
    ShowBestWay,
    ShowChampionship,
    Forecast,
    StopForecast,
    LargerText,
    SmallerText,
    UsualText,
    ThemeLight,
    ThemeDark,
    ThemeSystem,
    PlayPause,
    NextVariation,
    PreviousVariation,
    Record,
    EditTurn,
    TakeBack,
    CutHere,
    PromoteVariation,
    DeleteVariation,
    Note,
    Bookmark,
    Faster,
    Slower,
    LegalPlaces,
    FollowCar,
    LookAtNextCar,
    GhostOfFastestLap,
    GoToTurn,
    Trails,
    Easing,
    ShowBefore,
    Palette,
    KeyboardMap,
    Licenses,
    TakeTour,
    Escape,
    /// Takes up a tool of the circuit's game.
    Draw(&'static Tool),
    /// Does what an action of its game says.
    Act(&'static Action),
    /// Moves what is selected: how far, and which way.
    Nudge(Nudge, [i64; 2]),
    /// Lines up what is selected.
    Align(Alignment),
    /// Walks through a race.
    Walk(TimelineStep),
    /// Marks the turn that is shown, or takes the mark away.
    Mark(TurnMark),
}

impl Command {
    /// Whether menus show it for this document: what circuits of its game do not have is left out of them.
    #[must_use]
    pub const fn belongs(self, now: &Situation) -> bool {
        match self {
            Self::SnapSteps | Self::SnapEdges => now.snaps || !now.circuit,
            Self::ShowZones => now.zones || !now.circuit,
            _ => true,
        }
    }
}

/// How far to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimelineStep {
    /// One turn on.
    NextTurn,
    /// One turn back.
    PreviousTurn,
    /// To where the next round begins.
    NextRound,
    /// To where this round began, or the one before.
    PreviousRound,
    /// To the next event.
    NextEvent,
    /// To the event before.
    PreviousEvent,
    /// To the grid.
    First,
    /// To the end.
    Last,
    /// To the next turn of the same car.
    NextOfCar,
    /// To the turn of the same car before.
    PreviousOfCar,
    /// To the next bookmark.
    NextBookmark,
    /// To the bookmark before.
    PreviousBookmark,
}
