//! The tools of Wheel to Wheel.

use crate::editor::sketch::{Form, Tool};

pub(super) const LOOP: &str = "loop";
pub(super) const LANE: &str = "lane";
pub(super) const RED: &str = "red";
pub(super) const GARAGE: &str = "garage";
pub(super) const PIT_ENTRY: &str = "pit-entry";
pub(super) const PIT_EXIT: &str = "pit-exit";
pub(super) const CRASH_ZONE: &str = "crash-zone";

/// The tools, in the order of the palette.
#[rustfmt::skip]
pub(super) const ALL: &[Tool] = &[
    Tool::new((LOOP, "Loop tool", "loop"), Form::Ring, ('B', "path"),
        "Click the points of the loop in driving order, or draw the loop in one go. The fields lie along the loop; the start is at its first point."),
    Tool::new((LANE, "Pit lane tool", "pit lane"), Form::Chain, ('L', "arrow-bend-up-right"),
        "Click the points of the pit lane from its entry to its exit and press Enter, or draw it in one go."),
    Tool::new((RED, "Red field tool", "red field"), Form::Point, ('N', "warning-circle"),
        "Click fields to make them red; click a red field again to make it grey."),
    Tool::new((GARAGE, "Garage tool", "garage"), Form::Point, ('H', "wrench"),
        "Click a field of the pit lane to put the garage of the next colour there."),
    Tool::new((PIT_ENTRY, "Pit entry tool", "pit entry"), Form::Point, ('I', "sign-out"),
        "Click the field from which cars enter the pit lane."),
    Tool::new((PIT_EXIT, "Pit exit tool", "pit exit"), Form::Point, ('O', "flag"),
        "Click the field that the pit lane leads to."),
    Tool::new((CRASH_ZONE, "Crash zone tool", "crash zone"), Form::Point, ('C', "prohibit"),
        "Click the place where crashed cars are put."),
];
