//! The table of commands.

use egui::Key;

use super::{Command, Menu, Situation, Spec, alt, alt_shift, ctrl, ctrl_shift, key, row, shift};
use crate::editor::sketch::Tool;

const fn always(_: &Situation) -> bool {
    true
}

const fn document(situation: &Situation) -> bool {
    situation.document
}

const fn circuit(situation: &Situation) -> bool {
    situation.circuit
}

/// A circuit that is laid out of pieces.
const fn pieces(situation: &Situation) -> bool {
    situation.circuit && situation.tools.is_empty()
}

/// Whether a command is for circuits of pieces alone: it makes no sense where a circuit is drawn.
pub(super) const fn is_for_pieces(command: Command) -> bool {
    matches!(
        command,
        Command::TurnEachLeft
            | Command::TurnEachRight
            | Command::FlipCurb
            | Command::OtherSide
            | Command::Reverse
            | Command::Renumber
            | Command::PassEarlier
            | Command::PassLater
            | Command::SwitchKeep
            | Command::Mend
            | Command::ToolCorner
            | Command::ToolPitwall
            | Command::ToolNumber
            | Command::ToolLimit
            | Command::ToolLabel
            | Command::SnapSteps
            | Command::SnapEdges
            | Command::ShowZones
            | Command::ShowReach
    )
}

const fn race(situation: &Situation) -> bool {
    situation.race
}

const fn replay(situation: &Situation) -> bool {
    situation.race && !situation.analysis
}

const fn analysis(situation: &Situation) -> bool {
    situation.race && situation.analysis
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

const fn variation(situation: &Situation) -> bool {
    situation.race && situation.variation
}

const fn markable(situation: &Situation) -> bool {
    situation.race && !situation.at_first && !situation.recording
}

const fn selected(situation: &Situation) -> bool {
    situation.circuit && situation.selection
}

const fn corner(situation: &Situation) -> bool {
    pieces(situation) && situation.corner
}

const fn limit(situation: &Situation) -> bool {
    situation.circuit && situation.limit
}

const fn picture(situation: &Situation) -> bool {
    situation.circuit && situation.picture
}

const fn two(situation: &Situation) -> bool {
    situation.circuit && situation.selected > 1
}

const fn two_pieces(situation: &Situation) -> bool {
    pieces(situation) && situation.selected > 1
}

const fn three(situation: &Situation) -> bool {
    situation.circuit && situation.selected > 2
}

const fn selected_or_drawing(situation: &Situation) -> bool {
    situation.circuit && (situation.selection || situation.drawing)
}

/// Every command there is, in the order of the menus.
#[rustfmt::skip]
pub static TABLE: &[Spec] = &[
    row(Command::NewCircuit, "file.new-circuit", "New circuit…", Menu::File, &[ctrl(Key::N)], always,
        "Begins a circuit: an oval, an M, a chicane, a figure of eight, or an empty table."),
    row(Command::RandomCircuit, "file.random-circuit", "Circuit by chance…", Menu::File, &[alt(Key::N)], always,
        "Draws a circuit of so many corners by chance, and proves that it can be raced before it is shown."),
    row(Command::NewRace, "file.new-race", "New race…", Menu::File, &[ctrl_shift(Key::N)], always,
        "Begins to record a race: circuit, edition, laps, cars and grid."),
    row(Command::Open, "file.open", "Open…", Menu::File, &[ctrl(Key::O)], always,
        "Opens circuits and recorded races."),
    row(Command::Save, "file.save", "Save", Menu::File, &[ctrl(Key::S)], document,
        "Writes the circuit or the race to its file."),
    row(Command::SaveAs, "file.save-as", "Save as…", Menu::File, &[ctrl_shift(Key::S)], document,
        "Writes the circuit or the race to another file."),
    row(Command::ExportPng, "file.export-png", "Export picture (PNG)…", Menu::File, &[ctrl(Key::E)], document,
        "Writes what the board shows as a picture of pixels."),
    row(Command::ExportSvg, "file.export-svg", "Export drawing (SVG)…", Menu::File, &[ctrl_shift(Key::E)], document,
        "Writes what the board shows as a drawing for print and further work."),
    row(Command::ExportPlan, "file.export-plan", "Export set-up sheet (PDF)…", Menu::File, &[], circuit,
        "Writes a page with a plan and how far each piece lies from two edges of the table."),
    row(Command::ExportTiles, "file.export-tiles", "Export at true size (PDF)…", Menu::File, &[], circuit,
        "Writes the whole table at its true size, on as many pages as it takes."),
    row(Command::CloseDocument, "file.close", "Close", Menu::File, &[ctrl(Key::W)], document,
        "Closes the document that is shown."),
    row(Command::Quit, "file.quit", "Quit", Menu::File, &[ctrl(Key::Q)], always,
        "Closes the window."),
    row(Command::Undo, "edit.undo", "Undo", Menu::Edit, &[ctrl(Key::Z)], |now| now.can_undo,
        "Takes the last edit back."),
    row(Command::Redo, "edit.redo", "Redo", Menu::Edit, &[ctrl_shift(Key::Z), ctrl(Key::Y)], |now| now.can_redo,
        "Repeats the edit that was taken back."),
    row(Command::Cut, "edit.cut", "Cut", Menu::Edit, &[ctrl(Key::X)], selected,
        "Takes the selected pieces off the table and into the clipboard."),
    row(Command::Copy, "edit.copy", "Copy", Menu::Edit, &[ctrl(Key::C)], selected,
        "Puts the selected pieces into the clipboard, as text."),
    row(Command::Paste, "edit.paste", "Paste", Menu::Edit, &[ctrl(Key::V)], circuit,
        "Puts down the pieces that are in the clipboard, from this circuit, another one, or another window."),
    row(Command::Duplicate, "edit.duplicate", "Duplicate", Menu::Edit, &[key(Key::D), ctrl(Key::D)], selected,
        "Puts a copy of the selected pieces beside them; corners get the next numbers. There is only one pitwall."),
    row(Command::Delete, "edit.delete", "Delete", Menu::Edit, &[key(Key::Delete), key(Key::Backspace)], selected_or_drawing,
        "Takes the selected pieces off the table; the corners after them move up."),
    row(Command::SelectAll, "edit.select-all", "Select all", Menu::Edit, &[ctrl(Key::A)], circuit,
        "Selects everything on the board."),
    row(Command::TurnLeft, "edit.turn-left", "Turn left", Menu::Edit, &[key(Key::R)], circuit,
        "Turns what is selected as a whole, or the piece about to be placed, to the left: pieces by 45°, drawings by 90°."),
    row(Command::TurnRight, "edit.turn-right", "Turn right", Menu::Edit, &[shift(Key::R)], circuit,
        "Turns what is selected as a whole, or the piece about to be placed, to the right: pieces by 45°, drawings by 90°."),
    row(Command::TurnEachLeft, "edit.turn-each-left", "Turn each left", Menu::Edit, &[alt(Key::R)], two_pieces,
        "Turns each of the selected pieces on the spot by 45° to the left."),
    row(Command::TurnEachRight, "edit.turn-each-right", "Turn each right", Menu::Edit, &[alt_shift(Key::R)], two_pieces,
        "Turns each of the selected pieces on the spot by 45° to the right."),
    row(Command::FlipCurb, "edit.flip-curb", "Curbs to the other side", Menu::Edit, &[key(Key::B)], corner,
        "Turns the selected corners by 180°, so that their curbs look the other way."),
    row(Command::OtherSide, "edit.other-side", "Pass corner on the other hand", Menu::Edit, &[key(Key::S)], corner,
        "Makes corners part of an S-bend, passed against the direction of the race, or ordinary ones again."),
    row(Command::Mirror, "edit.mirror", "Mirror left to right", Menu::Edit, &[key(Key::M)], circuit,
        "Mirrors what is selected about its middle, or with nothing selected the circuit: the race then goes the other way round."),
    row(Command::MirrorUpright, "edit.mirror-upright", "Mirror top to bottom", Menu::Edit, &[shift(Key::M)], circuit,
        "Mirrors what is selected about its middle, or with nothing selected the circuit: the race then goes the other way round."),
    row(Command::AlignLeft, "edit.align-left", "Align left edges", Menu::Edit, &[], two,
        "Moves the selected pieces so that their left edges are in line."),
    row(Command::AlignCenter, "edit.align-center", "Align centres", Menu::Edit, &[], two,
        "Moves the selected pieces sideways so that their middles are in line."),
    row(Command::AlignRight, "edit.align-right", "Align right edges", Menu::Edit, &[], two,
        "Moves the selected pieces so that their right edges are in line."),
    row(Command::AlignTop, "edit.align-top", "Align upper edges", Menu::Edit, &[], two,
        "Moves the selected pieces so that their upper edges are in line."),
    row(Command::AlignMiddle, "edit.align-middle", "Align middles", Menu::Edit, &[], two,
        "Moves the selected pieces up or down so that their middles are in line."),
    row(Command::AlignBottom, "edit.align-bottom", "Align lower edges", Menu::Edit, &[], two,
        "Moves the selected pieces so that their lower edges are in line."),
    row(Command::DistributeAcross, "edit.distribute-across", "Distribute across", Menu::Edit, &[], three,
        "Puts the selected pieces the same way apart from left to right; the outermost stay."),
    row(Command::DistributeUp, "edit.distribute-up", "Distribute upwards", Menu::Edit, &[], three,
        "Puts the selected pieces the same way apart from bottom to top; the outermost stay."),
    row(Command::ToolSelect, "circuit.tool-select", "Select tool", Menu::Circuit, &[key(Key::V)], circuit,
        "Click something to select it, drag it to move it; drag on the empty board to select several."),
    row(Command::ToolCorner, "circuit.tool-corner", "Corner tool", Menu::Circuit, &[key(Key::C)], pieces,
        "Click on the table to put a corner there, or drag one from here; R turns it first."),
    row(Command::ToolPitwall, "circuit.tool-pitwall", "Pitwall tool", Menu::Circuit, &[key(Key::W)], pieces,
        "Click on the table to put the pitwall there, with its start and finish line; R turns it first."),
    row(Command::ToolNumber, "circuit.tool-number", "Number corners tool", Menu::Circuit, &[key(Key::N)], pieces,
        "Click the corners in the order they are passed: the first becomes corner 1."),
    row(Command::ToolLimit, "circuit.tool-limit", "Track limit tool", Menu::Circuit, &[key(Key::L)], pieces,
        "Click point by point around an area that pieces keep out of, or in; Enter or the first point closes it."),
    row(Command::ToolLabel, "circuit.tool-label", "Label tool", Menu::Circuit, &[key(Key::T)], pieces,
        "Click on the table to write something there."),
    row(Command::DrawBoundary, "circuit.draw-boundary", "Boundary tool", Menu::Circuit, &[key(Key::B)],
        |now| now.tools.contains(&Tool::Boundary), "Click the corners of the outer boundary, then of islands, or draw each in one go; Enter or the first corner closes it."),
    row(Command::DrawFinish, "circuit.draw-finish-line", "Finish line tool", Menu::Circuit, &[key(Key::L)],
        |now| now.tools.contains(&Tool::Finish), "Click or drag from one end of the finish line to the other; there is only one."),
    row(Command::DrawStart, "circuit.draw-start", "Start tool", Menu::Circuit, &[key(Key::S)],
        |now| now.tools.contains(&Tool::Start), "Click the grid point racers start from; further ones are for those who pick another."),
    row(Command::DrawWall, "circuit.draw-wall", "Wall tool", Menu::Circuit, &[key(Key::W)],
        |now| now.tools.contains(&Tool::Wall), "Click or drag from one end of a free wall to the other."),
    row(Command::DrawDisc, "circuit.draw-disc", "Disc tool", Menu::Circuit, &[key(Key::C)],
        |now| now.tools.contains(&Tool::Disc), "Click or drag from the middle of a round wall to its rim."),
    row(Command::DrawOil, "circuit.draw-oil-slick", "Oil slick tool", Menu::Circuit, &[key(Key::O)],
        |now| now.tools.contains(&Tool::Oil), "Click the corners of an oil slick and press Enter; one click and Enter make a single point."),
    row(Command::DrawSpeedUp, "circuit.draw-speed-up", "Speed-up tool", Menu::Circuit, &[key(Key::U)],
        |now| now.tools.contains(&Tool::SpeedUp), "Click the corners of a speed-up and press Enter; one click and Enter make a single point."),
    row(Command::DrawSlowDown, "circuit.draw-slow-down", "Slow-down tool", Menu::Circuit, &[key(Key::Y)],
        |now| now.tools.contains(&Tool::SlowDown), "Click the corners of a slow-down and press Enter; one click and Enter make a single point."),
    row(Command::DrawWarp, "circuit.draw-warp", "Warp tool", Menu::Circuit, &[key(Key::X)],
        |now| now.tools.contains(&Tool::Warp), "Click the corners of one end of a warp and press Enter, then drag the other end to its place."),
    row(Command::DrawReflector, "circuit.draw-reflector", "Reflector tool", Menu::Circuit, &[key(Key::E)],
        |now| now.tools.contains(&Tool::Reflector), "Click or drag from one end of a reflector to the other."),
    row(Command::DrawSpinner, "circuit.draw-spinner", "Spinner tool", Menu::Circuit, &[key(Key::T)],
        |now| now.tools.contains(&Tool::Spinner), "Click where a spinner goes."),
    row(Command::DrawLoop, "circuit.draw-loop", "Loop tool", Menu::Circuit, &[key(Key::B)],
        |now| now.tools.contains(&Tool::Loop), "Click the points of the loop in driving order, or draw it in one go; the fields lie along it, the start on the first point."),
    row(Command::DrawLane, "circuit.draw-pit-lane", "Pit lane tool", Menu::Circuit, &[key(Key::L)],
        |now| now.tools.contains(&Tool::Lane), "Click the points of the pit lane from its entry to its exit and press Enter, or draw it in one go."),
    row(Command::DrawRed, "circuit.draw-red-field", "Red field tool", Menu::Circuit, &[key(Key::N)],
        |now| now.tools.contains(&Tool::Red), "Click fields to make them red."),
    row(Command::DrawGarage, "circuit.draw-garage", "Garage tool", Menu::Circuit, &[key(Key::H)],
        |now| now.tools.contains(&Tool::Garage), "Click a field of the pit lane: the next colour has its garage there."),
    row(Command::DrawPitEntry, "circuit.draw-pit-entry", "Pit entry tool", Menu::Circuit, &[key(Key::I)],
        |now| now.tools.contains(&Tool::PitEntry), "Click the field from which the pit lane is entered."),
    row(Command::DrawPitExit, "circuit.draw-pit-exit", "Pit exit tool", Menu::Circuit, &[key(Key::O)],
        |now| now.tools.contains(&Tool::PitExit), "Click the field that the pit lane leads to."),
    row(Command::DrawCrashZone, "circuit.draw-crash-zone", "Crash zone tool", Menu::Circuit, &[key(Key::C)],
        |now| now.tools.contains(&Tool::CrashZone), "Click where those go who crashed."),
    row(Command::DrawCentreLine, "circuit.draw-centre-line", "Centre line tool", Menu::Circuit, &[key(Key::B)],
        |now| now.tools.contains(&Tool::CentreLine), "Click the points of the centre line in driving order, or draw it in one go: the spaces are laid out along it, the finish on its first point."),
    row(Command::DrawCorner, "circuit.draw-corner-stretch", "Corner stretch tool", Menu::Circuit, &[key(Key::C)],
        |now| now.tools.contains(&Tool::Corner), "Click or drag from the first space of a corner to its last."),
    row(Command::DrawNoise, "circuit.draw-noise-mark", "Noise mark tool", Menu::Circuit, &[key(Key::N)],
        |now| now.tools.contains(&Tool::Noise), "Click spaces where residents hear engines, for road races; again takes it away."),
    row(Command::DrawDanger, "circuit.draw-danger-mark", "Danger mark tool", Menu::Circuit, &[key(Key::X)],
        |now| now.tools.contains(&Tool::Danger), "Click spaces that are dangerous, for road races; again takes it away."),
    row(Command::DrawTunnel, "circuit.draw-tunnel", "Tunnel tool", Menu::Circuit, &[key(Key::T)],
        |now| now.tools.contains(&Tool::Tunnel), "Click a stretch of the centre line: between its two points the track runs under the ground; again brings it up."),
    row(Command::DrawPolice, "circuit.draw-police-line", "Police line tool", Menu::Circuit, &[key(Key::Y)],
        |now| now.tools.contains(&Tool::Police), "Click the space before which speed is measured, for road races; again takes the line away."),
    row(Command::DrawSlot, "circuit.draw-grid-slot", "Grid slot tool", Menu::Circuit, &[key(Key::S)],
        |now| now.tools.contains(&Tool::Slot), "Click spaces in the order of the grid, pole first; a slot clicked again is taken away."),
    row(Command::AddPicture, "circuit.add-picture", "Picture under the board…", Menu::Circuit, &[], circuit,
        "Puts a picture under the board, to trace it: PNG, JPEG or WebP, from the folder of the circuit's file."),
    row(Command::ToolPicture, "circuit.tool-picture", "Move picture tool", Menu::Circuit, &[key(Key::P)], picture,
        "Drag to move the picture under the board."),
    row(Command::ToolMeasure, "circuit.tool-measure", "Scale picture tool", Menu::Circuit, &[shift(Key::P)], picture,
        "Click two points of the picture and type how far apart they are."),
    row(Command::RemovePicture, "circuit.remove-picture", "Take the picture away", Menu::Circuit, &[], picture,
        "Takes the picture from under the board; its file stays."),
    row(Command::FinishLimit, "circuit.finish-limit", "Finish the line", Menu::Circuit, &[key(Key::Enter)],
        |now| now.circuit && now.drawing, "Joins the last point of the line being drawn to the first."),
    row(Command::SwitchKeep, "circuit.switch-keep", "Keep out or keep in", Menu::Circuit, &[key(Key::K)], |now| pieces(now) && now.limit,
        "Switches the selected track limit between an area pieces keep out of and one they keep in."),
    row(Command::AddPoint, "circuit.add-point", "Add point", Menu::Circuit, &[key(Key::A)], limit,
        "Puts a point into the selected line: after the selected point, or into its longest edge."),
    row(Command::RotateLeft, "circuit.rotate-left", "Turn circuit and table left", Menu::Circuit, &[], circuit,
        "Turns everything by 90° to the left, the table with it."),
    row(Command::RotateRight, "circuit.rotate-right", "Turn circuit and table right", Menu::Circuit, &[], circuit,
        "Turns everything by 90° to the right, the table with it."),
    row(Command::Reverse, "circuit.reverse", "Reverse circuit", Menu::Circuit, &[], pieces,
        "Keeps every piece in its place and races the circuit in the opposite direction."),
    row(Command::Renumber, "circuit.renumber", "Number corners anew", Menu::Circuit, &[], pieces,
        "Gives the corners the numbers 1, 2, 3 and so on, in their present order."),
    row(Command::Mend, "circuit.mend", "Mend the first issue", Menu::Circuit, &[ctrl(Key::M)], pieces,
        "Does what mends the first issue of the list that can be mended so; it can be taken back."),
    row(Command::PassEarlier, "circuit.pass-earlier", "Pass corner earlier", Menu::Circuit, &[key(Key::OpenBracket)], corner,
        "Gives the selected corner the number before; the other one moves down."),
    row(Command::PassLater, "circuit.pass-later", "Pass corner later", Menu::Circuit, &[key(Key::CloseBracket)], corner,
        "Gives the selected corner the next number; the other one moves up."),
    row(Command::Prove, "circuit.prove", "Prove that it can be raced", Menu::Circuit, &[ctrl(Key::R)], circuit,
        "Looks for the quickest lap and proves it, and for what the grid, the corners and the pit lane allow."),
    row(Command::StopProof, "circuit.stop-proof", "Stop the proof", Menu::Circuit, &[ctrl_shift(Key::R)], |now| now.proving,
        "Gives up the search that is under way; what was found before stays."),
    row(Command::SnapGrid, "circuit.snap-grid", "Snap to the grid", Menu::Circuit, &[key(Key::G)], circuit,
        "What is moved with the pointer goes to places of the grid; hold Alt to place freely."),
    row(Command::SnapSteps, "circuit.snap-steps", "Snap to whole octagons", Menu::Circuit, &[shift(Key::G)], pieces,
        "Pieces go to places a whole number of octagons from another piece, or in line with one; hold Alt to place freely."),
    row(Command::SnapEdges, "circuit.snap-edges", "Snap to edges", Menu::Circuit, &[key(Key::E)], pieces,
        "Pieces go to where they touch another one exactly; hold Alt to place freely."),
    row(Command::NudgeLeft, "edit.nudge-left", "Nudge left", Menu::None, &[key(Key::ArrowLeft)], selected,
        "Moves what is selected: pieces by a quarter of an octagon, drawings by a square."),
    row(Command::NudgeRight, "edit.nudge-right", "Nudge right", Menu::None, &[key(Key::ArrowRight)], selected,
        "Moves what is selected: pieces by a quarter of an octagon, drawings by a square."),
    row(Command::NudgeUp, "edit.nudge-up", "Nudge up", Menu::None, &[key(Key::ArrowUp)], selected,
        "Moves what is selected: pieces by a quarter of an octagon, drawings by a square."),
    row(Command::NudgeDown, "edit.nudge-down", "Nudge down", Menu::None, &[key(Key::ArrowDown)], selected,
        "Moves what is selected: pieces by a quarter of an octagon, drawings by a square."),
    row(Command::NudgeFarLeft, "edit.nudge-far-left", "Move left far", Menu::None, &[shift(Key::ArrowLeft)], selected,
        "Moves what is selected: pieces by a whole octagon, drawings by five squares."),
    row(Command::NudgeFarRight, "edit.nudge-far-right", "Move right far", Menu::None, &[shift(Key::ArrowRight)], selected,
        "Moves what is selected: pieces by a whole octagon, drawings by five squares."),
    row(Command::NudgeFarUp, "edit.nudge-far-up", "Move up far", Menu::None, &[shift(Key::ArrowUp)], selected,
        "Moves what is selected: pieces by a whole octagon, drawings by five squares."),
    row(Command::NudgeFarDown, "edit.nudge-far-down", "Move down far", Menu::None, &[shift(Key::ArrowDown)], selected,
        "Moves what is selected: pieces by a whole octagon, drawings by five squares."),
    row(Command::NudgeFineLeft, "edit.nudge-fine-left", "Move left a little", Menu::None, &[alt(Key::ArrowLeft)], selected,
        "Moves what is selected: pieces by a hundredth of an octagon, drawings by a tenth of a square."),
    row(Command::NudgeFineRight, "edit.nudge-fine-right", "Move right a little", Menu::None, &[alt(Key::ArrowRight)], selected,
        "Moves what is selected: pieces by a hundredth of an octagon, drawings by a tenth of a square."),
    row(Command::NudgeFineUp, "edit.nudge-fine-up", "Move up a little", Menu::None, &[alt(Key::ArrowUp)], selected,
        "Moves what is selected: pieces by a hundredth of an octagon, drawings by a tenth of a square."),
    row(Command::NudgeFineDown, "edit.nudge-fine-down", "Move down a little", Menu::None, &[alt(Key::ArrowDown)], selected,
        "Moves what is selected: pieces by a hundredth of an octagon, drawings by a tenth of a square."),
    row(Command::Fit, "view.fit", "Fit board", Menu::View, &[key(Key::F), key(Key::Num0)], document,
        "Shows the whole table."),
    row(Command::ZoomIn, "view.zoom-in", "Zoom in", Menu::View, &[key(Key::Plus), key(Key::Equals)], document,
        "Shows the board larger."),
    row(Command::ZoomOut, "view.zoom-out", "Zoom out", Menu::View, &[key(Key::Minus)], document,
        "Shows the board smaller."),
    row(Command::ShowZones, "view.zones", "Pit lane and start area", Menu::View, &[key(Key::Z)], pieces,
        "Shows how far the entry and finish lines reach, the pit lane, and where cars start."),
    row(Command::ShowRacingLine, "view.racing-line", "Racing line", Menu::View, &[shift(Key::L)], |now| now.proved,
        "Shows the quickest lap with its gears; pictures show it too."),
    row(Command::ShowReach, "view.reach", "What is in reach", Menu::View, &[shift(Key::H)], |now| now.proved && now.tools.is_empty(),
        "Shows in how many turns a car can be where, on laps that are not much slower than the quickest."),
    row(Command::ShowChampionship, "view.championship", "Championship", Menu::View, &[], |now| now.points,
        "Adds up the points of the races that are open and belong together: a table of teams and one of drivers."),
    row(Command::ShowBestWay, "view.best-way", "Best way", Menu::View, &[shift(Key::L)], |now| now.compared,
        "Draws the best way that was found when the race was compared; pictures show it too."),
    row(Command::FollowCar, "view.follow", "Follow car", Menu::View, &[key(Key::C)], replay,
        "Keeps the car that was chosen, or else the one whose turn it is, in view when the board is zoomed in."),
    row(Command::LookAtNextCar, "view.look-at-next-car", "Look at next car", Menu::View, &[shift(Key::C)], race,
        "Chooses a car, the next one each time and after the last none: ghosts, steps and the board go by it."),
    row(Command::GhostOfQuickestLap, "view.ghost", "Ghost of the quickest lap", Menu::View, &[shift(Key::G)], race,
        "Has the quickest lap of the race driven beside the car one looks at, turn for turn."),
    row(Command::Trails, "view.trails", "Longer paths", Menu::View, &[key(Key::T)], race,
        "Shows the paths of the last 2, 5 or 20 turns of each car, or none."),
    row(Command::Easing, "view.easing", "Cars move gently", Menu::View, &[], race,
        "While playing, cars set off and stop gently; without it they move at an even pace."),
    row(Command::ShowBefore, "view.before", "Before and after", Menu::View, &[key(Key::V)], replay,
        "Shows the board before the turn beside the one after it."),
    row(Command::LegalPlaces, "view.legal", "Legal places", Menu::View, &[key(Key::L)], replay,
        "Shows where the car to act may be put; hold I for where it may not, and why."),
    row(Command::ShowReplay, "view.replay", "Replay", Menu::View, &[key(Key::F2)], race,
        "Shows the race on the board, turn by turn."),
    row(Command::ShowAnalysis, "view.analysis", "Analysis", Menu::View, &[key(Key::F3)], race,
        "Shows the race as plots, tables and sentences."),
    row(Command::ResetPanels, "view.reset-panels", "Reset panels", Menu::View, &[], analysis,
        "Puts the panels of the Analysis workspace back to where they were at first."),
    row(Command::NextAxis, "view.next-axis", "Next axis of plots", Menu::View, &[key(Key::X)], analysis,
        "Has plots run over turns, over rounds, or along the lap."),
    row(Command::ShowPlots, "view.plots", "Plots", Menu::View, &[key(Key::P)], replay,
        "Shows or hides gear, moves and resources over the race."),
    row(Command::NextDocument, "view.next-document", "Next document", Menu::View,
        &[ctrl(Key::PageDown), ctrl(Key::Tab)], several,
        "Shows the document of the next tab."),
    row(Command::PreviousDocument, "view.previous-document", "Previous document", Menu::View,
        &[ctrl(Key::PageUp), ctrl_shift(Key::Tab)], several,
        "Shows the document of the tab before."),
    row(Command::ShowWelcome, "view.welcome", "Welcome page", Menu::View, &[ctrl(Key::Home)], always,
        "Shows shipped circuits and races, and the files opened last."),
    row(Command::LargerText, "view.larger-text", "Larger text", Menu::View, &[ctrl(Key::Plus), ctrl(Key::Equals)], always,
        "Shows the whole window larger, up to twice its usual size."),
    row(Command::SmallerText, "view.smaller-text", "Smaller text", Menu::View, &[ctrl(Key::Minus)], always,
        "Shows the whole window smaller, down to three quarters of its usual size."),
    row(Command::UsualText, "view.usual-text", "Usual text", Menu::View, &[ctrl(Key::Num0)], always,
        "Shows the window in its usual size."),
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
        "Goes on to the next event of the kind that is chosen beside the buttons, at first of any."),
    row(Command::PreviousEvent, "race.previous-event", "Previous event", Menu::Race, &[ctrl(Key::ArrowLeft)], back,
        "Goes back to the event of that kind before."),
    row(Command::GoToTurn, "race.go-to-turn", "Go to turn…", Menu::Race, &[key(Key::G)], race,
        "Goes to the field for the number of a turn."),
    row(Command::First, "race.first", "Start of the race", Menu::Race, &[key(Key::Home)], back,
        "Goes to the grid."),
    row(Command::Last, "race.last", "End of the race", Menu::Race, &[key(Key::End)], onwards,
        "Goes to the last turn."),
    row(Command::NextOfCar, "race.next-of-car", "Next turn of this car", Menu::Race, &[alt(Key::ArrowRight)], onwards,
        "Goes on to the next turn of the car that was chosen, or else of the one that has just moved."),
    row(Command::PreviousOfCar, "race.previous-of-car", "Previous turn of this car", Menu::Race, &[alt(Key::ArrowLeft)], back,
        "Goes back to the turn before of the car that was chosen, or else of the one that has just moved."),
    row(Command::NextVariation, "race.next-variation", "Next variation", Menu::Race, &[key(Key::ArrowDown)], back,
        "Shows what else may have been played in the place of this turn."),
    row(Command::PreviousVariation, "race.previous-variation", "Previous variation", Menu::Race, &[key(Key::ArrowUp)], back,
        "Goes back through what may have been played in the place of this turn, up to what was."),
    row(Command::NextBookmark, "race.next-bookmark", "Next bookmark", Menu::Race, &[ctrl(Key::B)], onwards,
        "Goes on to the next bookmark."),
    row(Command::PreviousBookmark, "race.previous-bookmark", "Previous bookmark", Menu::Race, &[ctrl_shift(Key::B)], back,
        "Goes back to the bookmark before."),
    row(Command::Record, "race.record", "Record turns", Menu::Race, &[key(Key::R)], race,
        "Shows what may be played, to record the next turn or to try another one; each is kept on the disk at once."),
    row(Command::Compare, "race.compare", "Compare with the best", Menu::Race, &[ctrl(Key::R)], |now| now.comparable,
        "Works out how good the best race would have been, and what each turn lost against it."),
    row(Command::StopComparing, "race.stop-comparing", "Stop comparing", Menu::Race, &[ctrl_shift(Key::R)], |now| now.comparing,
        "Gives up the comparison that is under way; what was found before stays."),
    row(Command::Foresee, "race.foresee", "What strategies promise", Menu::Race, &[key(Key::W)], |now| now.foreseeable,
        "Works out, for the car one looks at and from this position on, how many turns each strategy still takes to the finish."),
    row(Command::StopForeseeing, "race.stop-foreseeing", "Stop comparing strategies", Menu::Race, &[shift(Key::W)], |now| now.foreseeing,
        "Gives up working out what strategies promise; what was found before stays."),
    row(Command::AmendTurn, "race.amend", "Amend this turn", Menu::Race, &[key(Key::E)], back,
        "Records this turn otherwise; everything after it is judged anew."),
    row(Command::TakeBack, "race.take-back", "Take back the last turn", Menu::Race, &[ctrl(Key::Backspace)], race,
        "Takes the last turn away from the end of the line that is shown."),
    row(Command::CutHere, "race.cut", "Take back everything after this turn", Menu::Race, &[], onwards,
        "Takes the turns after this one away, and the variations that depart from them."),
    row(Command::PromoteVariation, "race.promote", "Promote this variation", Menu::Race, &[ctrl(Key::ArrowUp)], variation,
        "Has it change places with the line that it departs from."),
    row(Command::DeleteVariation, "race.delete-variation", "Delete this variation", Menu::Race, &[key(Key::Delete)], variation,
        "Takes it away, with the variations that depart from it."),
    row(Command::Note, "race.note", "Write a note", Menu::Race, &[key(Key::N)], race,
        "Goes to the field for a note on this turn; it is kept in the race's file."),
    row(Command::Bookmark, "race.bookmark", "Bookmark", Menu::Race, &[key(Key::B)], race,
        "Bookmarks this position, or takes its bookmark away."),
    row(Command::MarkBrilliant, "race.mark-brilliant", "Mark as brilliant (!!)", Menu::Race, &[key(Key::Num1)], markable,
        "Marks this turn as brilliant, or takes that mark away."),
    row(Command::MarkGood, "race.mark-good", "Mark as good (!)", Menu::Race, &[key(Key::Num2)], markable,
        "Marks this turn as good, or takes that mark away."),
    row(Command::MarkInteresting, "race.mark-interesting", "Mark as interesting (!?)", Menu::Race, &[key(Key::Num3)], markable,
        "Marks this turn as interesting, or takes that mark away."),
    row(Command::MarkDubious, "race.mark-dubious", "Mark as dubious (?!)", Menu::Race, &[key(Key::Num4)], markable,
        "Marks this turn as dubious, or takes that mark away."),
    row(Command::MarkMistake, "race.mark-mistake", "Mark as a mistake (?)", Menu::Race, &[key(Key::Num5)], markable,
        "Marks this turn as a mistake, or takes that mark away."),
    row(Command::MarkBlunder, "race.mark-blunder", "Mark as a blunder (??)", Menu::Race, &[key(Key::Num6)], markable,
        "Marks this turn as a blunder, or takes that mark away."),
    row(Command::Faster, "race.faster", "Play faster", Menu::Race, &[key(Key::CloseBracket)], race,
        "Plays twice as fast, up to 16 turns a second."),
    row(Command::Slower, "race.slower", "Play slower", Menu::Race, &[key(Key::OpenBracket)], race,
        "Plays half as fast, down to a turn in four seconds."),
    row(Command::Palette, "help.palette", "Find a command…", Menu::Help, &[ctrl(Key::K), ctrl_shift(Key::P)], always,
        "Lists every command; type to find one."),
    row(Command::KeyboardMap, "help.keys", "Keyboard map", Menu::Help, &[key(Key::Questionmark), key(Key::F1)], always,
        "Shows every key and what it does."),
    row(Command::TakeTour, "help.tour", "Take the tour", Menu::Help, &[], always,
        "Leads through a race that ships, in five steps: watch, look, try, read, export."),
    row(Command::Escape, "window.escape", "Close what is on top", Menu::None, &[key(Key::Escape)], always,
        "Closes the palette, the keyboard map, or the newest message."),
];
