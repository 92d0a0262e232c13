//! What can be done from the menus, the palette and the keyboard.

use super::{Situation, Spec, TABLE, table};
use crate::editor::Alignment;
use crate::editor::sketch::{Action, Tool};

/// How far a key moves what is selected; what that is in octagons or squares, games decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    AlignLeft,
    AlignCenter,
    AlignRight,
    AlignTop,
    AlignMiddle,
    AlignBottom,
    DistributeAcross,
    DistributeUp,
    RotateLeft,
    RotateRight,
    AddPoint,
    FinishLine,
    Fix,
    NudgeLeft,
    NudgeRight,
    NudgeUp,
    NudgeDown,
    NudgeFarLeft,
    NudgeFarRight,
    NudgeFarUp,
    NudgeFarDown,
    NudgeFineLeft,
    NudgeFineRight,
    NudgeFineUp,
    NudgeFineDown,
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
    Foresee,
    StopForeseeing,
    LargerText,
    SmallerText,
    UsualText,
    ThemeLight,
    ThemeDark,
    ThemeSystem,
    PlayPause,
    NextTurn,
    PreviousTurn,
    NextRound,
    PreviousRound,
    NextEvent,
    PreviousEvent,
    First,
    Last,
    NextOfCar,
    PreviousOfCar,
    NextVariation,
    PreviousVariation,
    NextBookmark,
    PreviousBookmark,
    Record,
    AmendTurn,
    TakeBack,
    CutHere,
    PromoteVariation,
    DeleteVariation,
    Note,
    Bookmark,
    MarkBrilliant,
    MarkGood,
    MarkInteresting,
    MarkDubious,
    MarkMistake,
    MarkBlunder,
    Faster,
    Slower,
    LegalPlaces,
    FollowCar,
    LookAtNextCar,
    GhostOfQuickestLap,
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
}

impl Command {
    /// Its row.
    ///
    /// # Panics
    /// Never: a test looks that every command has one.
    #[must_use]
    pub fn spec(self) -> Spec {
        match self {
            Self::Draw(tool) => table::of_tool(tool),
            Self::Act(action) => table::of_action(action),
            _ => *TABLE.iter().find(|spec| spec.command == self).expect("every command has a row: tested below"),
        }
    }

    /// Whether menus show it for this document: what circuits of its game do not have is left out of them.
    #[must_use]
    pub const fn belongs(self, now: &Situation) -> bool {
        match self {
            Self::SnapSteps | Self::SnapEdges => now.snaps || !now.circuit,
            Self::ShowZones => now.zones || !now.circuit,
            _ => true,
        }
    }

    /// How far this command walks through a race, if it does.
    #[must_use]
    pub const fn step(self) -> Option<Step> {
        Some(match self {
            Self::NextTurn => Step::NextTurn,
            Self::PreviousTurn => Step::PreviousTurn,
            Self::NextRound => Step::NextRound,
            Self::PreviousRound => Step::PreviousRound,
            Self::NextEvent => Step::NextEvent,
            Self::PreviousEvent => Step::PreviousEvent,
            Self::NextOfCar => Step::NextOfCar,
            Self::PreviousOfCar => Step::PreviousOfCar,
            Self::NextBookmark => Step::NextBookmark,
            Self::PreviousBookmark => Step::PreviousBookmark,
            Self::First => Step::First,
            Self::Last => Step::Last,
            _ => return None,
        })
    }

    /// Which way this command moves what is selected, as the number of a direction (0 is to the right, 2 up), and how far, if
    /// it does.
    #[must_use]
    pub const fn nudge(self) -> Option<(i64, Nudge)> {
        Some(match self {
            Self::NudgeRight => (0, Nudge::Usual),
            Self::NudgeUp => (2, Nudge::Usual),
            Self::NudgeLeft => (4, Nudge::Usual),
            Self::NudgeDown => (6, Nudge::Usual),
            Self::NudgeFarRight => (0, Nudge::Far),
            Self::NudgeFarUp => (2, Nudge::Far),
            Self::NudgeFarLeft => (4, Nudge::Far),
            Self::NudgeFarDown => (6, Nudge::Far),
            Self::NudgeFineRight => (0, Nudge::Fine),
            Self::NudgeFineUp => (2, Nudge::Fine),
            Self::NudgeFineLeft => (4, Nudge::Fine),
            Self::NudgeFineDown => (6, Nudge::Fine),
            _ => return None,
        })
    }

    /// How this command lines up what is selected, if it does.
    #[must_use]
    pub const fn alignment(self) -> Option<Alignment> {
        Some(match self {
            Self::AlignLeft => Alignment::Left,
            Self::AlignCenter => Alignment::Center,
            Self::AlignRight => Alignment::Right,
            Self::AlignTop => Alignment::Top,
            Self::AlignMiddle => Alignment::Middle,
            Self::AlignBottom => Alignment::Bottom,
            _ => return None,
        })
    }
}

/// How far to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
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
