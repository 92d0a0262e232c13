//! What can be done from the menus, the palette and the keyboard.

use super::{Situation, Spec, TABLE};
use crate::app::workspaces::playback::Step;
use crate::editor::Alignment;
use crate::editor::sketch::Tool;

/// How far a key moves what is selected; what that is in octagons or squares, the editors decide.
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
    FlipCurb,
    OtherSide,
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
    Reverse,
    Renumber,
    PassEarlier,
    PassLater,
    SwitchKeep,
    AddPoint,
    FinishLimit,
    Mend,
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
    ToolCorner,
    ToolPitwall,
    ToolNumber,
    ToolLimit,
    ToolLabel,
    DrawBoundary,
    DrawFinish,
    DrawStart,
    DrawWall,
    DrawDisc,
    DrawOil,
    DrawSpeedUp,
    DrawSlowDown,
    DrawWarp,
    DrawReflector,
    DrawSpinner,
    DrawLoop,
    DrawLane,
    DrawRed,
    DrawGarage,
    DrawPitEntry,
    DrawPitExit,
    DrawCrashZone,
    DrawCentreLine,
    DrawCorner,
    DrawNoise,
    DrawDanger,
    DrawTunnel,
    DrawPolice,
    DrawSlot,
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
}

impl Command {
    /// Its row.
    ///
    /// # Panics
    /// Never: a test looks that every command has one.
    #[must_use]
    pub fn spec(self) -> &'static Spec {
        TABLE.iter().find(|spec| spec.command == self).expect("every command has a row: tested below")
    }

    /// What it draws with, where it takes up a tool of circuits that are drawn.
    #[must_use]
    pub const fn tool(self) -> Option<Tool> {
        Some(match self {
            Self::DrawBoundary => Tool::Boundary,
            Self::DrawFinish => Tool::Finish,
            Self::DrawStart => Tool::Start,
            Self::DrawWall => Tool::Wall,
            Self::DrawDisc => Tool::Disc,
            Self::DrawOil => Tool::Oil,
            Self::DrawSpeedUp => Tool::SpeedUp,
            Self::DrawSlowDown => Tool::SlowDown,
            Self::DrawWarp => Tool::Warp,
            Self::DrawReflector => Tool::Reflector,
            Self::DrawSpinner => Tool::Spinner,
            Self::DrawLoop => Tool::Loop,
            Self::DrawLane => Tool::Lane,
            Self::DrawRed => Tool::Red,
            Self::DrawGarage => Tool::Garage,
            Self::DrawPitEntry => Tool::PitEntry,
            Self::DrawPitExit => Tool::PitExit,
            Self::DrawCrashZone => Tool::CrashZone,
            Self::DrawCentreLine => Tool::CentreLine,
            Self::DrawCorner => Tool::Corner,
            Self::DrawNoise => Tool::Noise,
            Self::DrawDanger => Tool::Danger,
            Self::DrawTunnel => Tool::Tunnel,
            Self::DrawPolice => Tool::Police,
            Self::DrawSlot => Tool::Slot,
            _ => return None,
        })
    }

    /// What takes up a tool.
    #[must_use]
    pub const fn of_tool(tool: Tool) -> Self {
        match tool {
            Tool::Boundary => Self::DrawBoundary,
            Tool::Finish => Self::DrawFinish,
            Tool::Start => Self::DrawStart,
            Tool::Wall => Self::DrawWall,
            Tool::Disc => Self::DrawDisc,
            Tool::Oil => Self::DrawOil,
            Tool::SpeedUp => Self::DrawSpeedUp,
            Tool::SlowDown => Self::DrawSlowDown,
            Tool::Warp => Self::DrawWarp,
            Tool::Reflector => Self::DrawReflector,
            Tool::Spinner => Self::DrawSpinner,
            Tool::Loop => Self::DrawLoop,
            Tool::Lane => Self::DrawLane,
            Tool::Red => Self::DrawRed,
            Tool::Garage => Self::DrawGarage,
            Tool::PitEntry => Self::DrawPitEntry,
            Tool::PitExit => Self::DrawPitExit,
            Tool::CrashZone => Self::DrawCrashZone,
            Tool::CentreLine => Self::DrawCentreLine,
            Tool::Corner => Self::DrawCorner,
            Tool::Noise => Self::DrawNoise,
            Tool::Danger => Self::DrawDanger,
            Tool::Tunnel => Self::DrawTunnel,
            Tool::Police => Self::DrawPolice,
            Tool::Slot => Self::DrawSlot,
            // Spaces are laid out, not drawn: one takes them with the hand.
            Tool::Space => Self::ToolSelect,
        }
    }

    /// Whether menus show it for this document: what is made for another kind of circuit is left out of them.
    #[must_use]
    pub fn belongs(self, now: &Situation) -> bool {
        match self.tool() {
            Some(tool) => now.tools.contains(&tool),
            None => now.tools.is_empty() || !self.is_for_pieces(),
        }
    }

    /// Whether it is for circuits of pieces alone: it makes no sense where a circuit is drawn.
    const fn is_for_pieces(self) -> bool {
        matches!(
            self,
            Self::TurnEachLeft
                | Self::TurnEachRight
                | Self::FlipCurb
                | Self::OtherSide
                | Self::Reverse
                | Self::Renumber
                | Self::PassEarlier
                | Self::PassLater
                | Self::SwitchKeep
                | Self::Mend
                | Self::ToolCorner
                | Self::ToolPitwall
                | Self::ToolNumber
                | Self::ToolLimit
                | Self::ToolLabel
                | Self::SnapSteps
                | Self::SnapEdges
                | Self::ShowZones
                | Self::ShowReach
        )
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
