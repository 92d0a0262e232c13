//! How much a circuit or a setup has of what there may be too much of.

use super::draft::{Draft, MAX_CORNERS, MAX_EDGES, MAX_LINE, MAX_OUTLINE, MAX_SPACES, SpaceKind};
use super::setup::Setup;
use crate::game::Size;
use crate::limits::formula_d::{MAX_DRAWN_LANE, MAX_DRAWN_RANK, MAX_ENTRIES};

/// The most lines of the weather chart: one for each face there is.
const MAX_CHART: usize = 20;

pub(super) fn sizes(draft: &Draft) -> Vec<Size> {
    let spaces = &draft.spaces;
    let most = |count: &dyn Fn(&super::draft::SpaceDraft) -> usize| spaces.iter().map(count).max().unwrap_or(0);
    let rank = spaces.iter().map(|space| space.rank).chain([draft.lap]).map(i32::unsigned_abs).max().unwrap_or(0);
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let tunnel = draft.tunnels.iter().copied().max().unwrap_or(0);
    let mut sizes = vec![
        Size::new("spaces", spaces.len(), MAX_SPACES),
        Size::new("edges", draft.edges.len(), MAX_EDGES),
        Size::new("corners", draft.corners.len(), MAX_CORNERS),
        Size::new("contacts", draft.contacts.len(), MAX_EDGES),
        Size::new("links", draft.links.len(), MAX_SPACES),
        Size::new("lines of the weather chart", draft.chart.len(), MAX_CHART),
        Size::new("points of the centre line", draft.line.len(), MAX_LINE),
        Size::new("points of the pit lane's line", draft.pit_line.len(), MAX_LINE),
        Size::new("tunnels", draft.tunnels.len(), MAX_LINE),
        Size::new("as a point of a tunnel", tunnel, MAX_LINE),
        Size::new("corners of a space's outline", most(&|space| space.outline.len()), MAX_OUTLINE),
        Size::new("arrows on a space", most(&|space| space.arrows.len()), MAX_ENTRIES),
        Size::new("as the number of a lane", most(&|space| usize::from(space.lane)), usize::from(MAX_DRAWN_LANE)),
        Size::new("half spaces as a rank or a lap", count(rank), count(MAX_DRAWN_RANK.unsigned_abs())),
    ];
    let corner = |space: &super::draft::SpaceDraft| match &space.kind {
        SpaceKind::Corner(id) => id.len(),
        _ => 0,
    };
    sizes.push(Size::new("letters in the name of a corner", most(&corner), crate::limits::MAX_TITLE));
    sizes.push(Size::of_names(spaces.iter().map(|space| space.id.as_str())));
    sizes.push(Size::of_names(draft.corners.iter().flat_map(|corner| [corner.id.as_str(), corner.name.as_str()])));
    sizes.push(Size::of_names(draft.edges.iter().flat_map(|edge| [edge.from.as_str(), edge.to.as_str()])));
    sizes.extend(Size::of_texts(&draft.name, &draft.description));
    sizes
}

pub(super) fn setup_sizes(setup: &Setup) -> Vec<Size> {
    let rolls = setup.cars.iter().map(|entry| entry.rolls.len()).max().unwrap_or(0);
    vec![
        Size::new("cars", setup.cars.len(), MAX_ENTRIES),
        Size::new("rolls of a car", rolls, MAX_ENTRIES),
        Size::of_names(setup.cars.iter().flat_map(|entry| [entry.name.as_str(), entry.colour.as_str()])),
    ]
}
