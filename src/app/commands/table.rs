//! The table of commands.

use egui::Key;

use super::{Command, Menu, Situation, Spec, ctrl, ctrl_shift, key, row, shift};

const fn always(_: &Situation) -> bool {
    true
}

const fn document(situation: &Situation) -> bool {
    situation.document
}

const fn circuit(situation: &Situation) -> bool {
    situation.circuit
}

const fn race(situation: &Situation) -> bool {
    situation.race
}

const fn several(situation: &Situation) -> bool {
    situation.several
}

const fn onwards(situation: &Situation) -> bool {
    situation.race && !situation.at_last
}

const fn back(situation: &Situation) -> bool {
    situation.race && !situation.at_first
}

const fn selected(situation: &Situation) -> bool {
    situation.circuit && situation.selection
}

/// Every command there is, in the order of the menus.
#[rustfmt::skip]
pub static TABLE: &[Spec] = &[
    row(Command::NewCircuit, "file.new-circuit", "New circuit", Menu::File, &[ctrl(Key::N)], always,
        "Starts a circuit on an empty table."),
    row(Command::Open, "file.open", "Open…", Menu::File, &[ctrl(Key::O)], always,
        "Opens circuits and recorded races."),
    row(Command::Save, "file.save", "Save", Menu::File, &[ctrl(Key::S)], circuit,
        "Writes the circuit to its file."),
    row(Command::SaveAs, "file.save-as", "Save as…", Menu::File, &[ctrl_shift(Key::S)], circuit,
        "Writes the circuit to another file."),
    row(Command::ExportPng, "file.export-png", "Export picture (PNG)…", Menu::File, &[ctrl(Key::E)], document,
        "Writes what the board shows as a picture of pixels."),
    row(Command::ExportSvg, "file.export-svg", "Export drawing (SVG)…", Menu::File, &[ctrl_shift(Key::E)], document,
        "Writes what the board shows as a drawing for print and further work."),
    row(Command::CloseDocument, "file.close", "Close", Menu::File, &[ctrl(Key::W)], document,
        "Closes the document that is shown."),
    row(Command::Quit, "file.quit", "Quit", Menu::File, &[ctrl(Key::Q)], always,
        "Closes the window."),
    row(Command::Undo, "edit.undo", "Undo", Menu::Edit, &[ctrl(Key::Z)], |now| now.can_undo,
        "Takes the last edit back."),
    row(Command::Redo, "edit.redo", "Redo", Menu::Edit, &[ctrl_shift(Key::Z), ctrl(Key::Y)], |now| now.can_redo,
        "Repeats the edit that was taken back."),
    row(Command::SelectAll, "edit.select-all", "Select all pieces", Menu::Edit, &[ctrl(Key::A)], circuit,
        "Selects the pitwall and every corner."),
    row(Command::Delete, "edit.delete", "Delete pieces", Menu::Edit, &[key(Key::Delete), key(Key::Backspace)], selected,
        "Takes the selected pieces off the table; the corners after them move up."),
    row(Command::Duplicate, "edit.duplicate", "Duplicate corners", Menu::Edit, &[key(Key::D)], selected,
        "Puts a copy of the selected corners beside them, with the next numbers."),
    row(Command::TurnLeft, "edit.turn-left", "Turn left", Menu::Edit, &[key(Key::R)], circuit,
        "Turns the selected pieces, or the one about to be placed, by 45° to the left."),
    row(Command::TurnRight, "edit.turn-right", "Turn right", Menu::Edit, &[shift(Key::R)], circuit,
        "Turns the selected pieces, or the one about to be placed, by 45° to the right."),
    row(Command::OtherSide, "edit.other-side", "Pass corner on the other hand", Menu::Edit, &[key(Key::S)], selected,
        "Makes a corner part of an S-bend, passed against the direction of the race, or an ordinary one again."),
    row(Command::Renumber, "edit.renumber", "Number corners anew", Menu::Edit, &[], circuit,
        "Gives the corners the numbers 1, 2, 3 and so on, in their present order."),
    row(Command::Mirror, "edit.mirror", "Mirror circuit", Menu::Edit, &[key(Key::M)], circuit,
        "Mirrors the circuit left to right; the race goes the other way round."),
    row(Command::Reverse, "edit.reverse", "Reverse circuit", Menu::Edit, &[], circuit,
        "Keeps every piece in its place and races the circuit in the opposite direction."),
    row(Command::ToolSelect, "edit.tool-select", "Select tool", Menu::Edit, &[key(Key::V)], circuit,
        "Click a piece to select it, drag it to move it; drag on the empty table to select several."),
    row(Command::ToolCorner, "edit.tool-corner", "Corner tool", Menu::Edit, &[key(Key::C)], circuit,
        "Click on the table to put a corner there, or drag one from here; R turns it first."),
    row(Command::ToolPitwall, "edit.tool-pitwall", "Pitwall tool", Menu::Edit, &[key(Key::W)], circuit,
        "Click on the table to put the pitwall there, with its start and finish line; R turns it first."),
    row(Command::NudgeLeft, "edit.nudge-left", "Nudge left", Menu::None, &[key(Key::ArrowLeft)], selected,
        "Moves the selected pieces by a tenth of an octagon."),
    row(Command::NudgeRight, "edit.nudge-right", "Nudge right", Menu::None, &[key(Key::ArrowRight)], selected,
        "Moves the selected pieces by a tenth of an octagon."),
    row(Command::NudgeUp, "edit.nudge-up", "Nudge up", Menu::None, &[key(Key::ArrowUp)], selected,
        "Moves the selected pieces by a tenth of an octagon."),
    row(Command::NudgeDown, "edit.nudge-down", "Nudge down", Menu::None, &[key(Key::ArrowDown)], selected,
        "Moves the selected pieces by a tenth of an octagon."),
    row(Command::NudgeFarLeft, "edit.nudge-far-left", "Move left by an octagon", Menu::None, &[shift(Key::ArrowLeft)], selected,
        "Moves the selected pieces by a whole octagon."),
    row(Command::NudgeFarRight, "edit.nudge-far-right", "Move right by an octagon", Menu::None, &[shift(Key::ArrowRight)], selected,
        "Moves the selected pieces by a whole octagon."),
    row(Command::NudgeFarUp, "edit.nudge-far-up", "Move up by an octagon", Menu::None, &[shift(Key::ArrowUp)], selected,
        "Moves the selected pieces by a whole octagon."),
    row(Command::NudgeFarDown, "edit.nudge-far-down", "Move down by an octagon", Menu::None, &[shift(Key::ArrowDown)], selected,
        "Moves the selected pieces by a whole octagon."),
    row(Command::Fit, "view.fit", "Fit board", Menu::View, &[key(Key::F), key(Key::Num0)], document,
        "Shows the whole table."),
    row(Command::ZoomIn, "view.zoom-in", "Zoom in", Menu::View, &[key(Key::Plus), key(Key::Equals)], document,
        "Shows the board larger."),
    row(Command::ZoomOut, "view.zoom-out", "Zoom out", Menu::View, &[key(Key::Minus)], document,
        "Shows the board smaller."),
    row(Command::FollowCar, "view.follow", "Follow car to act", Menu::View, &[key(Key::C)], race,
        "Keeps the car whose turn it is in view when the board is zoomed in."),
    row(Command::LegalPlaces, "view.legal", "Legal places", Menu::View, &[key(Key::L)], race,
        "Shows where the car to act may be put; hold I for where it may not, and why."),
    row(Command::ShowPlots, "view.plots", "Plots", Menu::View, &[key(Key::P)], race,
        "Shows or hides gear, speed and resources over the race."),
    row(Command::NextDocument, "view.next-document", "Next document", Menu::View,
        &[ctrl(Key::PageDown), ctrl(Key::Tab)], several,
        "Shows the document of the next tab."),
    row(Command::PreviousDocument, "view.previous-document", "Previous document", Menu::View,
        &[ctrl(Key::PageUp), ctrl_shift(Key::Tab)], several,
        "Shows the document of the tab before."),
    row(Command::ShowWelcome, "view.welcome", "Welcome page", Menu::View, &[ctrl(Key::Home)], always,
        "Shows shipped circuits and races, and the files opened last."),
    row(Command::ThemeLight, "view.theme-light", "Light theme", Menu::View, &[], always,
        "Dark writing on a light ground."),
    row(Command::ThemeDark, "view.theme-dark", "Dark theme", Menu::View, &[], always,
        "Light writing on a dark ground."),
    row(Command::ThemeSystem, "view.theme-system", "Theme of the system", Menu::View, &[], always,
        "Light or dark, as the system has it."),
    row(Command::PlayPause, "race.play", "Play or pause", Menu::Race, &[key(Key::Space)], race,
        "Plays the race turn by turn, or stops."),
    row(Command::NextTurn, "race.next-turn", "Next turn", Menu::Race, &[key(Key::ArrowRight)], onwards,
        "Goes on by one turn."),
    row(Command::PreviousTurn, "race.previous-turn", "Previous turn", Menu::Race, &[key(Key::ArrowLeft)], back,
        "Goes back by one turn."),
    row(Command::NextRound, "race.next-round", "Next round", Menu::Race, &[shift(Key::ArrowRight)], onwards,
        "Goes on to where the next round begins."),
    row(Command::PreviousRound, "race.previous-round", "Previous round", Menu::Race, &[shift(Key::ArrowLeft)], back,
        "Goes back to where the round begins, or the one before."),
    row(Command::NextEvent, "race.next-event", "Next event", Menu::Race, &[ctrl(Key::ArrowRight)], onwards,
        "Goes on to the next attack, pit stop, lap, finish or illegal turn."),
    row(Command::PreviousEvent, "race.previous-event", "Previous event", Menu::Race, &[ctrl(Key::ArrowLeft)], back,
        "Goes back to the attack, pit stop, lap, finish or illegal turn before."),
    row(Command::First, "race.first", "Start of the race", Menu::Race, &[key(Key::Home)], back,
        "Goes to the grid."),
    row(Command::Last, "race.last", "End of the race", Menu::Race, &[key(Key::End)], onwards,
        "Goes to the last turn."),
    row(Command::Faster, "race.faster", "Play faster", Menu::Race, &[key(Key::CloseBracket)], race,
        "Plays twice as fast, up to 16 turns a second."),
    row(Command::Slower, "race.slower", "Play slower", Menu::Race, &[key(Key::OpenBracket)], race,
        "Plays half as fast, down to a turn in four seconds."),
    row(Command::Palette, "help.palette", "Find a command…", Menu::Help, &[ctrl(Key::K), ctrl_shift(Key::P)], always,
        "Lists every command; type to find one."),
    row(Command::KeyboardMap, "help.keys", "Keyboard map", Menu::Help, &[key(Key::Questionmark), key(Key::F1)], always,
        "Shows every key and what it does."),
    row(Command::Escape, "window.escape", "Close what is on top", Menu::None, &[key(Key::Escape)], always,
        "Closes the palette, the keyboard map, or the newest message."),
];
