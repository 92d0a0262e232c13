//! The one table of commands. Menus, palette, shortcuts, tooltips and the keyboard map are made from it.
//!
//! A panel never changes a document: it pushes a [`Request`] onto the [`CommandQueue`], and
//! `execute` carries it out after the frame's panels are drawn. To add a command, add a variant to
//! [`Command`], a row to [`TABLE`], and an arm where it is carried out.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::playback::Step;
use crate::editor::sketch::Tool;

mod request;
mod table;

pub use request::{CommandQueue, Request};
pub use table::TABLE;

/// Something the user can have done, without further particulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is explained in the table")]
pub enum Command {
    NewCircuit,
    NewRace,
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
    TakeTour,
    Escape,
}

/// The menu a command is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// Files.
    File,
    /// Changes of what is selected.
    Edit,
    /// Tools, and changes of the whole circuit.
    Circuit,
    /// What is seen.
    View,
    /// Walking through a race.
    Race,
    /// Help.
    Help,
    /// In no menu; the palette and the keyboard map still have it.
    None,
}

impl Menu {
    /// Those of the menu bar, in order.
    pub const BAR: [Self; 6] = [Self::File, Self::Edit, Self::Circuit, Self::View, Self::Race, Self::Help];

    /// What is written on it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Circuit => "Circuit",
            Self::View => "View",
            Self::Race => "Race",
            Self::Help => "Help",
            Self::None => "More",
        }
    }
}

/// What a command has to know to tell whether it makes sense now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub struct Situation {
    /// A document is shown.
    pub document: bool,
    /// It is a race.
    pub race: bool,
    /// It is a circuit.
    pub circuit: bool,
    /// It is a circuit that is drawn, with these tools; none where circuits are laid out of pieces.
    pub tools: &'static [Tool],
    /// More than one document is open.
    pub several: bool,
    /// There is an edit to take back.
    pub can_undo: bool,
    /// There is one to repeat.
    pub can_redo: bool,
    /// Something is selected.
    pub selection: bool,
    /// A corner is among it.
    pub corner: bool,
    /// A track limit, or a point of one, is.
    pub limit: bool,
    /// How many pieces are selected.
    pub selected: usize,
    /// A line is being drawn.
    pub drawing: bool,
    /// There is a picture under the board.
    pub picture: bool,
    /// It is being proved that the circuit can be raced.
    pub proving: bool,
    /// It has been.
    pub proved: bool,
    /// It is a race that can be compared with the best there is.
    pub comparable: bool,
    /// It is being compared.
    pub comparing: bool,
    /// It has been.
    pub compared: bool,
    /// It is a race whose game gives points.
    pub points: bool,
    /// It is one of a game that can tell what each way to go on promises.
    pub foreseeable: bool,
    /// That is being worked out.
    pub foreseeing: bool,
    /// The race is at its first position.
    pub at_first: bool,
    /// The race is at its last.
    pub at_last: bool,
    /// Turns are being recorded: the number keys choose.
    pub recording: bool,
    /// The race is in the Analysis workspace.
    pub analysis: bool,
    /// A variation is shown, not what was raced.
    pub variation: bool,
}

/// A row of the table.
pub struct Spec {
    /// Which command.
    pub command: Command,
    /// Its name for settings and tests.
    pub id: &'static str,
    /// What menus call it.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The menu it is in.
    pub menu: Menu,
    /// Keys that do it; the first is shown.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Whether it makes sense now.
    pub enabled: fn(&Situation) -> bool,
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const fn alt_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT.plus(Modifiers::SHIFT), key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn row(
    command: Command,
    id: &'static str,
    title: &'static str,
    menu: Menu,
    shortcuts: &'static [KeyboardShortcut],
    enabled: fn(&Situation) -> bool,
    help: &'static str,
) -> Spec {
    Spec { command, id, title, help, menu, shortcuts, enabled }
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
            None => now.tools.is_empty() || !table::is_for_pieces(self),
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
}

impl Spec {
    /// Its first shortcut in words, such as `Ctrl+O`; empty where there is none.
    #[must_use]
    pub fn keys(&self) -> String {
        self.shortcuts.first().map(shortcut_words).unwrap_or_default()
    }

    /// Its help with its first shortcut, for tooltips.
    #[must_use]
    pub fn tooltip(&self) -> String {
        if self.shortcuts.is_empty() {
            self.help.to_owned()
        } else {
            format!("{} ({})", self.help.trim_end_matches('.'), self.keys())
        }
    }
}

/// A shortcut as keyboards name it.
#[must_use]
pub fn shortcut_words(shortcut: &KeyboardShortcut) -> String {
    let Modifiers { shift, command, ctrl, alt, .. } = shortcut.modifiers;
    let key = match shortcut.logical_key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Plus => "+",
        Key::Equals => "=",
        Key::Minus => "−",
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::Questionmark => "?",
        Key::Escape => "Esc",
        Key::PageUp => "PgUp",
        Key::PageDown => "PgDn",
        Key::Delete => "Del",
        other => other.name(),
    };
    let mut words = String::new();
    for (held, name) in [(command || ctrl, "Ctrl+"), (shift, "Shift+"), (alt, "Alt+")] {
        if held {
            words.push_str(name);
        }
    }
    words + key
}

/// Whether a key press is this shortcut. Modifiers count exactly, but for Shift on keys that may need it to be typed.
#[must_use]
pub fn matches(shortcut: &KeyboardShortcut, pressed: Key, held: Modifiers) -> bool {
    let wanted = shortcut.modifiers;
    let typed_with_shift =
        matches!(pressed, Key::Questionmark | Key::Plus | Key::OpenBracket | Key::CloseBracket) && !wanted.shift;
    shortcut.logical_key == pressed
        && (wanted.command || wanted.ctrl) == (held.command || held.ctrl)
        && wanted.alt == held.alt
        && (wanted.shift == held.shift || typed_with_shift)
}

/// The enabled commands whose keys were pressed in this frame; the key presses are used up. While a text is being
/// typed only shortcuts with Ctrl count, and Escape.
pub fn pressed(ctx: &egui::Context, situation: &Situation) -> Vec<Request> {
    let typing = ctx.text_edit_focused();
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let mut commands: Vec<Request> = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            // The window system tells of these three in words of its own, not as keys.
            let of_clipboard = match event {
                egui::Event::Copy => Some(Command::Copy.into()),
                egui::Event::Cut => Some(Command::Cut.into()),
                egui::Event::Paste(text) => Some(Request::Paste(text.clone())),
                _ => None,
            };
            if let Some(request) = of_clipboard {
                let enabled = match &request {
                    Request::Do(command) => (command.spec().enabled)(situation),
                    _ => situation.circuit,
                };
                if enabled && !typing {
                    commands.push(request);
                    return false;
                }
                return true;
            }
            let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let found = TABLE.iter().find(|spec| {
                (spec.enabled)(situation) && spec.shortcuts.iter().any(|shortcut| matches(shortcut, *key, *modifiers))
            });
            let Some(spec) = found else { return true };
            // A text field keeps its keys, and a widget chosen by Tab keeps the key that presses it.
            let plain = !modifiers.command && !modifiers.ctrl;
            // In a text, Ctrl+A selects the text.
            let of_text = plain && *key != Key::Escape || *key == Key::A;
            if (typing && of_text) || (focused && *key == Key::Space) {
                return true;
            }
            commands.push(spec.command.into());
            false
        });
    });
    commands
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_commands_and_titles_are_there_once() {
        let ids: BTreeSet<_> = TABLE.iter().map(|spec| spec.id).collect();
        let commands: BTreeSet<_> = TABLE.iter().map(|spec| spec.command as usize).collect();
        let titles: BTreeSet<_> = TABLE.iter().map(|spec| spec.title).collect();
        assert_eq!([ids.len(), commands.len(), titles.len()], [TABLE.len(); 3]);
        // The last variant: every one before it has a row, too.
        assert_eq!(TABLE.len(), Command::Escape as usize + 1);
        for spec in TABLE {
            assert!(spec.help.ends_with('.'), "{}: a help text is a sentence", spec.id);
        }
    }

    /// The tools of the games whose circuits are drawn.
    const DRAWN: [&[Tool]; 3] = [
        <crate::games::formula_d::FormulaD as crate::editor::sketch::Sketch>::TOOLS,
        <crate::games::vector_racing::VectorRacing as crate::editor::sketch::Sketch>::TOOLS,
        <crate::games::wheel_to_wheel::WheelToWheel as crate::editor::sketch::Sketch>::TOOLS,
    ];

    #[test]
    fn every_tool_has_its_command() {
        for (tools, tool) in DRAWN.into_iter().flat_map(|tools| tools.iter().map(move |tool| (tools, tool))) {
            let command = Command::of_tool(*tool);
            assert_eq!(command.tool(), Some(*tool));
            let now = Situation { circuit: true, tools, ..Situation::default() };
            assert!((command.spec().enabled)(&now) && command.belongs(&now));
            let pieces = Situation { circuit: true, ..Situation::default() };
            assert!(!(command.spec().enabled)(&pieces) && !command.belongs(&pieces));
        }
    }

    #[test]
    fn no_two_commands_share_a_key_where_both_make_sense() {
        // A document is a race or a circuit: the arrow keys may mean one thing here and another there.
        let everything = Situation {
            document: true,
            race: true,
            circuit: true,
            several: true,
            can_undo: true,
            can_redo: true,
            selection: true,
            corner: true,
            limit: true,
            selected: 3,
            drawing: true,
            picture: true,
            variation: true,
            ..Situation::default()
        };
        let drawn = DRAWN.map(|tools| Situation { race: false, tools, ..everything });
        let others = [Situation { race: false, ..everything }, Situation { circuit: false, ..everything }];
        for situation in others.into_iter().chain(drawn) {
            let mut seen = Vec::new();
            for spec in TABLE.iter().filter(|spec| (spec.enabled)(&situation)) {
                for shortcut in spec.shortcuts {
                    let held = Modifiers { ctrl: shortcut.modifiers.command, ..shortcut.modifiers };
                    for (other, id) in &seen {
                        assert!(!matches(other, shortcut.logical_key, held), "{id} and {} share a key", spec.id);
                    }
                    seen.push((*shortcut, spec.id));
                }
            }
        }
    }

    #[test]
    fn modifiers_count_exactly_but_for_typing_shift() {
        let right = key(Key::ArrowRight);
        assert!(matches(&right, Key::ArrowRight, Modifiers::NONE));
        assert!(!matches(&right, Key::ArrowRight, Modifiers::SHIFT));
        assert!(!matches(&right, Key::ArrowRight, Modifiers::CTRL | Modifiers::COMMAND));
        assert!(matches(&key(Key::Questionmark), Key::Questionmark, Modifiers::SHIFT));
    }

    #[test]
    fn shortcuts_are_named_as_on_keyboards() {
        assert_eq!(Command::Palette.spec().keys(), "Ctrl+K");
        assert_eq!(Command::NextRound.spec().keys(), "Shift+→");
        assert_eq!(Command::ThemeDark.spec().tooltip(), "Light writing on a dark ground.");
    }
}
