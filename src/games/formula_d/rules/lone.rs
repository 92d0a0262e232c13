//! Moves of a lone car, for the decision process.

use super::list::Searcher;
use super::walk::Course;
use crate::games::formula_d::state::State;
use crate::games::formula_d::track::{SpaceIndex, Track};

/// An end of a lone car's move, for the decision process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::games::formula_d) struct LoneEnd {
    /// Where.
    pub to: SpaceIndex,
    /// Stops made in the corner there.
    pub made: u8,
    /// Overshoot spaces so far.
    pub penalty: u16,
    /// What each further space adds, beyond the last line.
    pub rate: u8,
    /// The finish line was crossed.
    pub crossed: bool,
    /// The race is over for the car.
    pub done: bool,
}

/// The ends of all moves of a lone car by their number of spaces, up to `longest`; those that eliminate are left out.
pub(in crate::games::formula_d) fn lone_layers(
    track: &Track,
    state: &State,
    longest: u16,
    searcher: &mut Searcher,
) -> Vec<Vec<LoneEnd>> {
    let course = Course::new(track, state, 0, longest);
    searcher.layers.search(&course, longest);
    (0..=longest)
        .map(|steps| {
            let nodes = searcher.layers.layer(steps).map(|place| searcher.layers.nodes[place as usize].walk);
            let mut ends: Vec<LoneEnd> = nodes
                .filter(|walk| !walk.is_fatal())
                .map(|walk| {
                    let corner = track.space(walk.at).ground.corner();
                    let made = match corner {
                        Some(corner) if !walk.has_overshot() => {
                            let made = if walk.is_in_start_corner() { state.cars[0].stops + 1 } else { 1 };
                            made.min(track.corners()[usize::from(corner)].stops)
                        }
                        _ => 0,
                    };
                    LoneEnd {
                        to: walk.at,
                        made,
                        penalty: walk.penalty,
                        rate: if walk.is_done() { walk.rate } else { 0 },
                        crossed: walk.crossed > 0,
                        done: walk.is_done(),
                    }
                })
                .collect();
            ends.sort_unstable();
            ends.dedup();
            ends
        })
        .collect()
}
