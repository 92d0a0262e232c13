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

/// Every command there is, in the order of the menus.
#[rustfmt::skip]
pub static TABLE: &[Spec] = &[
    row(Command::NewCircuit, "file.new-circuit", "New circuit", Menu::File, &[ctrl(Key::N)], always,
        "Starts a circuit on an empty table."),
    row(Command::SaveAs, "file.save-as", "Save as…", Menu::File, &[ctrl_shift(Key::S)], circuit,
        "Writes the circuit to another file."),
    row(Command::ExportPng, "file.export-png", "Export picture (PNG)…", Menu::File, &[ctrl(Key::E)], document,
        "Writes what the board shows as a picture of pixels."),
    row(Command::ExportSvg, "file.export-svg", "Export drawing (SVG)…", Menu::File, &[ctrl_shift(Key::E)], document,
        "Writes what the board shows as a drawing for print and further work."),
    row(Command::CloseDocument, "file.close", "Close", Menu::File, &[ctrl(Key::W)], document,
        "Closes the document that is shown."),
    row(Command::Undo, "edit.undo", "Undo", Menu::Edit, &[ctrl(Key::Z)], |now| now.can_undo,
        "Takes the last edit back."),
    row(Command::Redo, "edit.redo", "Redo", Menu::Edit, &[ctrl_shift(Key::Z), ctrl(Key::Y)], |now| now.can_redo,
        "Repeats the edit that was taken back."),
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
    row(Command::NextDocument, "view.next-document", "Next document", Menu::View, &[ctrl(Key::PageDown), ctrl(Key::Tab)], several,
        "Shows the document of the next tab."),
    row(Command::PreviousDocument, "view.previous-document", "Previous document", Menu::View, &[ctrl(Key::PageUp), ctrl_shift(Key::Tab)], several,
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
