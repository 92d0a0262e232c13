//! The commands of the menus, the palette and the keyboard.

use crate::editor::Alignment;
use crate::editor::sketch::{Action, Tool};
use crate::replay::TurnMark;

/// The distance by which an arrow key moves the selection. Each game defines a distance for each of these values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nudge {
    /// The normal distance, for an arrow key without another key.
    Usual,
    /// A large distance, for an arrow key with Shift.
    Far,
    /// A small distance for exact placement, for an arrow key with Alt.
    Fine,
}

/// A command that a menu, the palette or a key can request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table explains each command")]
pub enum Command {
    NewCircuit,
    SaveTemplate,
    NewRace,
    /// Open the dialog for a new race on the circuit on screen.
    RaceHere,
    /// Open a copy of the circuit on screen as a new circuit.
    DuplicateCircuit,
    NextRace,
    Open,
    /// Ask for files of other programs, and import them.
    Import,
    Save,
    SaveAs,
    /// Open the export dialog.
    Export,
    /// Write the document as pages to a file, and open the file in a program that can print it.
    Print,
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
    Group,
    Ungroup,
    RotateLeft,
    RotateRight,
    RotateEachLeft,
    RotateEachRight,
    Mirror,
    MirrorUpright,
    DistributeAcross,
    DistributeUp,
    RotateCircuitLeft,
    RotateCircuitRight,
    AddPoint,
    FinishLine,
    Fix,
    FixAll,
    ToolSelect,
    AddPicture,
    PastePicture,
    RemovePicture,
    ToolPicture,
    ToolMeasure,
    SnapGrid,
    SnapSteps,
    SnapEdges,
    ShowZones,
    Prove,
    StopProof,
    EvaluateBalance,
    ShowRacingLine,
    ShowReach,
    RandomCircuit,
    ZoomIn,
    ZoomOut,
    Fit,
    FitSelection,
    ActualSize,
    MeasureScreen,
    Players,
    NextDocument,
    PreviousDocument,
    ShowWelcome,
    ShowReplay,
    ShowAnalysis,
    ResetPanels,
    NextAxis,
    CarsInRows,
    ShowPlots,
    ShowMinimap,
    ShowLegend,
    ShowRemarks,
    SecretMoves,
    Compare,
    StopComparing,
    ShowBestRoute,
    ShowChampionship,
    Forecast,
    StopForecast,
    Advise,
    DriveTurn,
    DriveOn,
    StopDrivers,
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
    SelectNextCar,
    GhostOfFastestLap,
    GoToTurn,
    StretchFrom,
    StretchTo,
    ClearStretch,
    Trails,
    Easing,
    ShowBefore,
    Palette,
    KeyboardMap,
    Licenses,
    TakeTour,
    Escape,
    /// Selects a drawing tool that the circuit's game defines.
    Draw(&'static Tool),
    /// Applies an editing action that the circuit's game defines.
    Act(&'static Action),
    /// Moves the selection by a step of this size. The pair gives the direction in x and y.
    Nudge(Nudge, [i64; 2]),
    /// Aligns the selection.
    Align(Alignment),
    /// Steps to another position in the race.
    Walk(TimelineStep),
    /// Gives the current turn this mark, such as good or dubious. Removes the mark if the turn has it already.
    Mark(TurnMark),
}

impl Command {}

/// A step to another position in the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimelineStep {
    /// Go to the next turn.
    NextTurn,
    /// Go to the previous turn.
    PreviousTurn,
    /// Go to the start of the next round.
    NextRound,
    /// Go to the start of this round. At the start of a round, go to the start of the previous round.
    PreviousRound,
    /// Go to the next event.
    NextEvent,
    /// Go to the previous event.
    PreviousEvent,
    /// Go to the grid.
    First,
    /// Go to the end of the race.
    Last,
    /// Go to the next turn of the same car.
    NextOfCar,
    /// Go to the previous turn of the same car.
    PreviousOfCar,
    /// Go to the next bookmark.
    NextBookmark,
    /// Go to the previous bookmark.
    PreviousBookmark,
}
