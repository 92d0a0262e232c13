//! The tools and actions of VektoRace.

use crate::editor::sketch::{Action, Form, Tool};

/// The id of the corner tool.
pub const CORNER: &str = "corner";
/// The id of the pitwall tool.
pub const PITWALL: &str = "pitwall";
/// The id of the track limit tool.
pub const LIMIT: &str = "limit";
/// The id of the label tool.
pub const LABEL: &str = "label";
/// The id of the tool that numbers corners in the order in which the user clicks them.
pub const NUMBER: &str = "number";

/// The tools, in the order of the palette.
#[rustfmt::skip]
pub(super) const ALL: &[Tool] = &[
    Tool::new((NUMBER, "Number tool", "corner"), Form::Order, ('N', "list-numbers"),
        "Click the corners in the order in which cars pass them. The first becomes corner 1."),
    Tool::new((CORNER, "Corner tool", "corner"), Form::Point, ('C', "traffic-cone"),
        "Click on the table to put a corner there, or drag a corner from this tool's button; press R to rotate it first."),
    Tool::new((PITWALL, "Pitwall tool", "pitwall"), Form::Point, ('W', "wall"),
        "Click on the table to put the pitwall there, with its start and finish line; press R to rotate it first.").once(),
    Tool::new((LIMIT, "Limit tool", "track limit"), Form::Ring, ('L', "polygon"),
        "Click the corners of an area that pieces must stay out of, or stay in. Press Enter or click the first corner to close the area.").once(),
    Tool::new((LABEL, "Label tool", "label"), Form::Point, ('T', "text-t"),
        "Click on the table to write a label there.").once().typing("/text"),
];

pub(super) const FLIP: Action = Action {
    id: "flip-curb",
    title: "Face curbs the other way",
    key: Some('B'),
    help: "Rotates the selected corners by 180°, so that their curbs face the other way.",
    done: "Rotate {}",
    of: &[CORNER],
    has_field: false,
};
pub(super) const OTHER_SIDE: Action = Action {
    id: "other-side",
    title: "Pass corner on the other side",
    key: Some('S'),
    help: "Switches the selected corners between normal corners and parts of an S-bend. Cars pass a part of an S-bend in the opposite direction: counter-clockwise in a clockwise race.",
    done: "Pass {} on the other side",
    of: &[CORNER],
    has_field: true,
};
pub(super) const EARLIER: Action = Action {
    id: "pass-earlier",
    title: "Pass corner earlier",
    key: Some('['),
    help: "Swaps the numbers of the selected corner and the corner before it.",
    done: "Pass {} earlier",
    of: &[CORNER],
    has_field: false,
};
pub(super) const LATER: Action = Action {
    id: "pass-later",
    title: "Pass corner later",
    key: Some(']'),
    help: "Swaps the numbers of the selected corner and the corner after it.",
    done: "Pass {} later",
    of: &[CORNER],
    has_field: false,
};
pub(super) const KEEP: Action = Action {
    id: "switch-keep",
    title: "Keep pieces outside or inside the track limit",
    key: Some('K'),
    help: "Switches the selected track limit between two rules: pieces must stay out of its area, or stay in it.",
    done: "Change whether {} keeps pieces outside or inside",
    of: &[LIMIT],
    has_field: true,
};
pub(super) const REVERSE: Action = Action {
    id: "reverse",
    title: "Reverse circuit",
    key: None,
    help: "Reverses the direction of the race. Every piece stays in its place.",
    done: "Reverse the race",
    of: &[],
    has_field: false,
};
pub(super) const RENUMBER: Action = Action {
    id: "renumber",
    title: "Renumber corners",
    key: None,
    help: "Gives the corners the numbers 1, 2, 3 and so on, in their current order.",
    done: "Renumber the corners",
    of: &[],
    has_field: false,
};

/// The actions on the shapes of VektoRace circuits, in the order in which menus list them. Other games do not have
/// them.
pub(super) const ACTIONS: &[Action] = &[FLIP, OTHER_SIDE, EARLIER, LATER, KEEP, REVERSE, RENUMBER];
