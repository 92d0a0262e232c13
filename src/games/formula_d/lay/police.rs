//! Finds and draws the police line, where the speed of cars is measured in road races.

use crate::games::formula_d::draft::Draft;

/// Returns the rank (half spaces along the lap) of the first spaces past the police line; `None` if the circuit has
/// no police line.
#[must_use]
pub fn police_line(draft: &Draft) -> Option<i32> {
    let rank = |id: &str| draft.spaces.iter().find(|space| space.id == id).map(|space| space.rank);
    draft.edges.iter().filter(|edge| edge.police).filter_map(|edge| rank(&edge.to)).min()
}

/// Draws the police line across all lanes (FD-POL-01). Cars cross it when they drive from a lower rank to this rank
/// (half spaces along the lap) or a higher one. The rank `None` removes the line.
pub fn mark_police(draft: &mut Draft, rank: Option<i32>) {
    // A police line in front of the last spaces of the lap would lie on the finish line in some lanes and before it in
    // others. It is then drawn on the finish line.
    let lanes = 1..=draft.lanes;
    let last = |lane: u8| {
        let own = draft.spaces.iter().filter(|space| space.lane == lane);
        own.max_by_key(|space| space.rank).filter(|space| !space.lane_end).map(|space| space.rank)
    };
    let last = lanes.filter_map(last).min().unwrap_or(0);
    let rank = rank.map(|rank| if rank > last { 0 } else { rank });
    let ranks: std::collections::BTreeMap<&str, (i32, u8)> =
        draft.spaces.iter().map(|space| (space.id.as_str(), (space.rank, space.lane))).collect();
    for edge in &mut draft.edges {
        let ends = ranks.get(edge.from.as_str()).zip(ranks.get(edge.to.as_str()));
        edge.police = ends.zip(rank).is_some_and(|(((from, lane), (to, other)), line)| {
            *lane > 0
                && *other > 0
                && if edge.finish { *from < line || line <= *to } else { *from < line && line <= *to }
        });
    }
}
