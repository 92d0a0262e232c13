//! Finds the reasons why nearby spaces cannot be reached (FD-GEN).

use super::route::sentence;
use super::walk::Course;
use crate::games::formula_d::state::State;
use crate::games::formula_d::track::{NOWHERE, SpaceIndex, Track};
use crate::games::formula_d::words::spaces;

/// A nearby space that the car cannot reach, and the clause that prevents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// The space that the car cannot reach.
    pub space: SpaceIndex,
    /// The clause that keeps the car from reaching the space.
    pub clause: &'static str,
    /// The reason why the car cannot reach the space, as a sentence.
    pub message: String,
}

/// Finds the nearby spaces that the car cannot reach. For each of them, follows a route to the space, and returns the
/// first rule that this route breaks.
pub(super) fn why_not(
    track: &Track,
    state: &State,
    index: usize,
    spaces: u16,
    brakes: u16,
    reached: &[SpaceIndex],
) -> Vec<Unreachable> {
    let course = Course::new(track, state, index, spaces);
    // Entry `n` has the spaces that could be reached in `n` steps without any rules. Each space comes with the space
    // before it on the first route found.
    let mut layers: Vec<Vec<(SpaceIndex, SpaceIndex)>> = vec![vec![(course.start, NOWHERE)]];
    for step in 0..usize::from(spaces) {
        let mut next: Vec<(SpaceIndex, SpaceIndex)> = Vec::new();
        for (at, _) in &layers[step] {
            for edge in track.edges(*at) {
                if !next.iter().any(|(to, _)| *to == edge.to) {
                    next.push((edge.to, *at));
                }
            }
        }
        layers.push(next);
    }
    let mut found: Vec<(bool, Unreachable)> = Vec::new();
    for step in (1..layers.len()).rev() {
        for (space, _) in &layers[step] {
            // If two routes lead to the space, keeps the route whose only fault is its length, because that fault
            // explains more.
            let known = found.iter().position(|(_, other)| other.space == *space);
            if reached.contains(space) || known.is_some_and(|place| found[place].0) {
                continue;
            }
            let (is_free, clause, message) = first_fault(&course, &layers, step, *space, brakes);
            let reason = (is_free, Unreachable { space: *space, clause, message });
            match known {
                Some(place) if is_free => found[place] = reason,
                Some(_) => {}
                None => found.push(reason),
            }
        }
    }
    found.sort_by_key(|(_, unreachable)| unreachable.space);
    found.into_iter().map(|(_, unreachable)| unreachable).collect()
}

fn first_fault(
    course: &Course<'_>,
    layers: &[Vec<(SpaceIndex, SpaceIndex)>],
    steps: usize,
    space: SpaceIndex,
    brakes: u16,
) -> (bool, &'static str, String) {
    let mut way = vec![space];
    let mut at = space;
    for layer in layers[1..=steps].iter().rev() {
        let Some((_, before)) = layer.iter().find(|(to, _)| *to == at) else { break };
        at = *before;
        way.push(at);
    }
    way.reverse();
    let mut walk = course.first();
    for (step, pair) in (1..).zip(way.windows(2)) {
        let Some(edge) = course.track.edge(pair[0], pair[1]) else { break };
        if let Some(fault) = course.refuses(&walk, edge).or_else(|| course.refuses_run(&walk, edge)) {
            let illegal = sentence(course, &walk, edge, fault);
            return (false, illegal.clause, illegal.message);
        }
        walk = course.enter(&walk, edge, step, false);
    }
    let given = course.required(&walk, course.base).saturating_sub(steps as u16);
    if given > brakes {
        return (
            true,
            "FD-BRK-01",
            format!("Braking for {} costs brake points: {given} needed, {brakes} left.", spaces(given.into())),
        );
    }
    (true, "FD-DRV-03", format!("The move must be {} long, but the route has {steps}.", spaces(course.base.into())))
}
