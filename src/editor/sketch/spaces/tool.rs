//! The tools of Formula D.

use crate::editor::sketch::{Action, Form, Tool};

pub(super) const CENTRE_LINE: &str = "centre-line";
pub(super) const LANE: &str = "lane";
pub(super) const CORNER: &str = "corner";
pub(super) const SLOT: &str = "slot";
pub(super) const TUNNEL: &str = "tunnel";
pub(super) const NARROW: &str = "narrowing";
pub(super) const POLICE: &str = "police";
pub(super) const ARROW: &str = "arrow";
pub(super) const NOISE: &str = "noise";
pub(super) const DANGER: &str = "danger";
/// The id of spaces, used where other shapes have the id of their tool. No tool draws spaces, because the program
/// places them along the line.
pub(super) const SPACE: &str = "space";

pub(super) const STOPS: Action = Action {
    id: "corner-stops",
    title: "Change stops",
    key: None,
    help: "Adds one stop to each selected corner. A corner with three stops goes back to one. You can also click the sign of a selected corner.",
    done: "Change the stops of {}",
    of: &[CORNER],
    has_field: true,
};

/// The actions on the shapes of Formula D circuits, in the order in which menus list them. Other games do not have
/// them.
pub(super) const ACTIONS: &[Action] = &[STOPS];

/// The tools, in the order of the palette.
#[rustfmt::skip]
pub(super) const ALL: &[Tool] = &[
    Tool::new((CENTRE_LINE, "Centre line tool", "centre line"), Form::Ring, ('B', "path"),
        "Click the points of the centre line in driving order, or draw the line in one go. The spaces lie along the line; the finish is at its first point."),
    Tool::new((LANE, "Pit lane tool", "pit lane"), Form::Chain, ('L', "arrow-bend-up-right"),
        "Click the points of the pit lane from its entry to its exit and press Enter, or draw it in one go."),
    Tool::new((CORNER, "Corner tool", "corner"), Form::Segment, ('C', "traffic-cone"),
        "Click or drag from the first space of a corner to its last."),
    Tool::new((SLOT, "Grid slot tool", "grid slot"), Form::Point, ('S', "list-numbers"),
        "Click spaces in the order of the grid, pole first; click a slot again to remove it."),
    Tool::new((ARROW, "Arrow tool", "arrow"), Form::Segment, ('W', "arrow-up-right"),
        "Drag from a space to the next space, ahead or in a neighbouring lane, to allow or forbid this move. You can also click both spaces."),
    Tool::new((TUNNEL, "Tunnel tool", "tunnel"), Form::Point, ('T', "arrow-line-down"),
        "Click a stretch of the centre line to make it a tunnel between its two points; click again to remove the tunnel."),
    Tool::new((NARROW, "Narrowing tool", "narrowing"), Form::Segment, ('O', "arrows-merge"),
        "Drag along a lane, over the spaces that you want to close. The lanes between this lane and the edge of the track are closed, too."),
    Tool::new((POLICE, "Police line tool", "police line"), Form::Point, ('Y', "gauge"),
        "For road races: click the first space after the line at which the police measure speed. Click it again to remove the line."),
    Tool::new((NOISE, "Noise tool", "noise mark"), Form::Point, ('N', "megaphone"),
        "For road races: click a space where residents hear engines. Click it again to remove the mark."),
    Tool::new((DANGER, "Danger tool", "danger mark"), Form::Point, ('X', "warning"),
        "For road races: click a space to mark it as dangerous. Click it again to remove the mark."),
];
