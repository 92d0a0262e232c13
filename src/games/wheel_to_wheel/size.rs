//! How much a board or a setup has of what there may be too much of.

use super::draft::{Draft, MAX_GARAGES, MAX_LANE, MAX_LOOP, MAX_POINTS};
use super::setup::{MAX_QUALIFYING, Setup};
use crate::game::Size;
use crate::limits::wheel_to_wheel::MAX_ENTRIES;

pub(super) fn sizes(draft: &Draft) -> Vec<Size> {
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let mut sizes = vec![
        Size::new("loop fields", count(draft.loop_len), count(MAX_LOOP)),
        Size::new("lane fields", count(draft.lane_len), count(MAX_LANE)),
        Size::new("red fields", draft.red.len(), count(MAX_LOOP)),
        Size::new("grid slots", draft.grid.len(), count(MAX_LOOP)),
        Size::new("garages", draft.garages.len(), MAX_GARAGES),
        Size::new("points of the loop's line", draft.line.len(), MAX_POINTS),
        Size::new("points of the lane's line", draft.lane.len(), MAX_POINTS),
    ];
    sizes.push(Size::of_names(draft.garages.iter().flat_map(|garage| [garage.colour.as_str(), garage.code.as_str()])));
    sizes.extend(Size::of_texts(&draft.name, &draft.description));
    sizes
}

pub(super) fn setup_sizes(setup: &Setup) -> Vec<Size> {
    let throws = setup.teams.iter().map(|team| team.qualifying.len()).max().unwrap_or(0);
    let drivers = setup.teams.iter().flat_map(|team| &team.drivers).map(|driver| driver.name.as_str());
    let teams = setup.teams.iter().flat_map(|team| [team.name.as_str(), team.colour.as_str()]);
    vec![
        Size::new("teams", setup.teams.len(), MAX_ENTRIES),
        Size::new("throws of a team in qualifying", throws, MAX_QUALIFYING),
        Size::of_names(drivers.chain(teams)),
    ]
}
