//! Suggested fixes for circuits of Formula D.

use super::find::relaid;
use super::tool;
use crate::editor::sketch::fixing::{changed, deleted, first_that_works, named};
use crate::editor::sketch::{Fix, ShapeId, Sketch as _};
use crate::game::Issue;
use crate::game::words::many;
use crate::games::formula_d::Id;
use crate::games::formula_d::{
    Draft, FormulaD, LineChange, Side, SpaceKind, Ways, closed_chart, lay, lay_pit, mark_police, measure_corners,
    narrow_ends, pit_line_beside, set_ways, shift_narrow, shorten_corner, usual_grid, ways_of,
};

/// A narrowing (a stretch where some lanes are closed) may be the cause of an issue if one of its ends is less than
/// this number of spaces from the place of the issue.
const BESIDE: f64 = 8.0;
/// The fewest and the most spaces beside which a pit lane is offered.
const SHORTEST: f64 = 16.0;
const LONGEST: f64 = 30.0;
/// A pit lane beside a bend of one radian is worth as much as one beside a straight that is shorter by this number of
/// spaces.
const PER_RADIAN: f64 = 40.0;
/// The number of pit lanes that are tried, because each of them is checked as part of the whole circuit.
const TRIED: usize = 12;

/// Returns a fix for an issue. Returns `None` if the program has no good fix, so that a person has to decide.
pub(super) fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
    let issue = issues.get(index)?;
    let one = |title: &str, change: &dyn Fn(&mut Draft)| changed(draft, title, change).into_iter().collect();
    let mut fixes: Vec<Fix<Draft>> = match issue.id {
        "FD-VAL-01" => one("Use three lanes", &|draft| relaid(draft, LineChange::Same, |draft| draft.lanes = 3)),
        "FD-SET-01" => one("Race two laps", &|draft| draft.laps = 2),
        "FD-VAL-14" | "FD-VAL-16" | "FD-VAL-17" | "FD-VAL-18" | "FD-VAL-19" | "FD-VAL-20" => corner(draft, issue),
        "FD-VAL-21" if draft.corners.is_empty() => {
            let bends = |draft: &mut Draft| *draft = lay(draft, &draft.line.clone());
            one("Mark the bends as corners", &bends)
        }
        "FD-VAL-21" if issue.remedy.is_some() => one("List the corners in driving order", &|draft| {
            let first = |id: &str| {
                let own = draft.spaces.iter().filter(|space| matches!(&space.kind, SpaceKind::Corner(of) if of == id));
                own.map(|space| space.rank).min()
            };
            draft.corners.sort_by_cached_key(|corner| first(&corner.id));
        }),
        "FD-VAL-21" => corner(draft, issue),
        "FD-VAL-22" => one("Put the grid behind the finish line", &usual_grid),
        "FD-VAL-23" | "FD-VAL-24" => pits(draft),
        "FD-VAL-29" => changed(draft, "Close the gaps of the weather chart", |draft| {
            draft.chart = closed_chart(&draft.chart);
        })
        .into_iter()
        .collect(),
        "FD-VAL-30" => one("Remove wrong road markings", &|draft| {
            mark_police(draft, None);
            for space in draft.spaces.iter_mut().filter(|space| space.lane == 0) {
                (space.noise, space.danger) = (false, false);
            }
        }),
        "FD-VAL-31" => one("Make the arrows match the exits", &|draft| {
            for space in 0..draft.spaces.len() {
                let ways: Ways = ways_of(draft, space);
                if !draft.spaces[space].arrows.is_empty() {
                    set_ways(draft, space, ways);
                }
            }
        }),
        _ => Vec::new(),
    };
    if fixes.is_empty() && draft.line.len() > 2 {
        fixes = narrowing(draft, issue);
        // The spaces were changed by hand. If they are laid out along the line again, they are valid.
        fixes.extend(changed(draft, "Lay out the spaces again along the line", |draft| {
            *draft = lay(draft, &draft.line.clone());
        }));
    }
    first_that_works::<FormulaD>(issues, index, fixes)
}

/// Returns fixes for the corner that an issue names. They change the corner's inside, its number of stops or its
/// lengths, or delete the corner.
fn corner(draft: &Draft, issue: &Issue) -> Vec<Fix<Draft>> {
    let is_named = |id: &str| {
        let words = format!("orner {id}");
        let rest = issue.message.split_once(&words).map(|(_, rest)| rest);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let Some(index) = draft.corners.iter().position(|corner| is_named(&corner.id)) else { return Vec::new() };
    let corner = &draft.corners[index];
    let name = if corner.name.is_empty() { corner.id.as_str() } else { corner.name.as_str() };
    let mut fixes = Vec::new();
    if issue.id == "FD-VAL-21" {
        let (side, word) = inside(draft, index);
        fixes.extend(changed(draft, format!("Set the inside of corner {name} to {word}"), |draft| {
            draft.corners[index].inside = Some(side);
        }));
    }
    for stops in [2, 1, 3].into_iter().filter(|_| matches!(issue.id, "FD-VAL-17" | "FD-VAL-18" | "FD-VAL-19")) {
        let word = many(stops, "stop");
        fixes.extend(changed(draft, format!("Set corner {name} to {word}"), |draft| {
            draft.corners[index].stops = stops;
        }));
    }
    if issue.id == "FD-VAL-20" {
        fixes.extend(changed(draft, format!("Enter the lengths of corner {name}"), measure_corners));
    }
    if issue.id == "FD-VAL-19" {
        fixes.extend(changed(draft, format!("Shorten corner {name}"), |draft| shorten_corner(draft, index)));
    }
    if issue.id == "FD-VAL-18" {
        fixes.extend(deleted::<FormulaD>(draft, ShapeId { tool: tool::CORNER, index }));
    }
    fixes
}

/// Returns the side on which the inside of a corner lies, and the word for this side. This is the side to which the
/// middle lane bends in the corner. If the middle lane is closed there, the lane nearest to it is used.
pub(super) fn inside(draft: &Draft, corner: usize) -> (Side, &'static str) {
    let middle = draft.lanes.div_ceil(2).max(1);
    let id = SpaceKind::Corner(draft.corners.get(corner).map_or_else(Id::default, |corner| corner.id.clone()));
    let own = || draft.spaces.iter().filter(|space| space.kind == id);
    // The middle lane may be closed in this corner.
    let lane = own().map(|space| space.lane).min_by_key(|lane| lane.abs_diff(middle));
    let mut spaces: Vec<_> = own().filter(|space| Some(space.lane) == lane).collect();
    spaces.sort_by_key(|space| space.rank);
    let ends = spaces.first().zip(spaces.last());
    let angle = ends.map_or(0.0, |(first, last)| (last.angle - first.angle + 180.0).rem_euclid(360.0) - 180.0);
    if angle >= 0.0 { (Side::Left, "left") } else { (Side::Right, "right") }
}

/// Returns fixes for a narrowing (a stretch where some lanes are closed). If the issue names no narrowing, the fixes
/// are for the narrowing with an end nearest to the place of the issue.
fn narrowing(draft: &Draft, issue: &Issue) -> Vec<Fix<Draft>> {
    let shapes = FormulaD::shapes(draft);
    let own: Vec<_> = shapes.into_iter().filter(|shape| shape.id.tool == tool::NARROW).collect();
    let delete = |index: usize| deleted::<FormulaD>(draft, ShapeId { tool: tool::NARROW, index });
    let relay = |title: String, change: &dyn Fn(&mut Draft)| {
        changed(draft, title, |draft| relaid(draft, LineChange::Same, |draft| change(draft)))
    };
    if let Some(index) = named(&own, &issue.message).map(|shape| shape.id.index) {
        let lanes = [2, 3].into_iter().filter(|lanes| *lanes < draft.lanes && *lanes != draft.narrows[index].lanes);
        let lanes = lanes.filter_map(|lanes| {
            relay(format!("Leave {lanes} lanes open at narrowing {}", index + 1), &|draft| {
                draft.narrows[index].lanes = lanes
            })
        });
        let longer = relay(format!("Lengthen narrowing {}", index + 1), &|draft| shift_narrow(draft, index, 1, 0.0));
        return longer.into_iter().chain(lanes).chain(delete(index)).collect();
    }
    let Some(at) = issue.at else { return Vec::new() };
    let far = |place: &[f64; 2]| (place[0] - at[0]).hypot(place[1] - at[1]);
    let ends = narrow_ends(draft);
    let ends = ends.iter().enumerate().flat_map(|(index, ends)| ends.iter().enumerate().map(move |end| (index, end)));
    let nearest = ends.min_by(|(_, (_, a)), (_, (_, b))| far(a).total_cmp(&far(b)));
    let Some((index, (end, _))) = nearest.filter(|(_, (_, end))| far(end) < BESIDE) else { return Vec::new() };
    let what = if end == 0 { "beginning" } else { "end" };
    let moves = (1..=10).flat_map(|step| [-0.5, 0.5].map(|by| by * f64::from(step))).filter_map(|by| {
        relay(format!("Move the {what} of narrowing {}", index + 1), &|draft| shift_narrow(draft, index, end, by))
    });
    moves.chain(delete(index)).collect()
}

/// Returns fixes for a faulty pit lane. They add pit boxes, lay out the pit lane again, or draw a new pit lane to the
/// left or right of the finish line, if its ends are on straights.
fn pits(draft: &Draft) -> Vec<Fix<Draft>> {
    let mut fixes = Vec::new();
    let boxes = (draft.slots() as u32).div_ceil(2);
    if !draft.pit_line.is_empty() && draft.pit_boxes < boxes {
        fixes.extend(changed(draft, format!("Give the pit lane {boxes} boxes"), |draft| {
            draft.pit_boxes = boxes;
            lay_pit(draft);
        }));
    }
    if !draft.pit_line.is_empty() {
        fixes.extend(changed(draft, "Lay out the pit lane again", lay_pit));
    }
    let sizes = || (3..10).map(|half| f64::from(half * 2));
    let stretches = sizes().flat_map(|back| sizes().map(move |front| [back, front]));
    let stretches = stretches.filter(|[back, front]| (SHORTEST..=LONGEST).contains(&(back + front)));
    let mut lines: Vec<(i32, Vec<[f64; 2]>)> = Vec::new();
    for [back, front] in stretches {
        for is_left in [true, false] {
            let Some((line, turns)) = pit_line_beside(draft, is_left, [back, front]) else { continue };
            // A lane beside a bend is cramped, so straight ones are better, and of these the long ones.
            let worth = (back + front) as i32 - (turns * PER_RADIAN) as i32;
            lines.push((worth, line));
        }
    }
    lines.sort_by_key(|(worth, _)| -worth);
    lines.truncate(TRIED);
    for (_, line) in lines {
        fixes.extend(changed(draft, "Draw a pit lane beside the finish line", |draft| {
            draft.pit_line = line;
            draft.pit_boxes = draft.pit_boxes.max(boxes);
            lay_pit(draft);
        }));
    }
    fixes
}

#[cfg(test)]
mod tests {
    use super::super::beginnings;
    use super::*;
    use crate::game::prelude::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng as _;

    /// The angle between two directions on the board, in degrees.
    fn between(a: f64, b: f64) -> f64 {
        ((a - b + 180.0).rem_euclid(360.0) - 180.0).abs()
    }

    #[test]
    fn an_offered_pit_lane_leaves_and_rejoins_the_track_in_driving_direction() {
        let random = |seed: u64| beginnings::random(3 + seed as usize % 9, &mut ChaCha8Rng::seed_from_u64(seed));
        let templates = beginnings::all().into_iter().map(|beginning| beginning.draft);
        let circuits: Vec<Draft> =
            templates.filter(|draft| !draft.line.is_empty()).chain((0..40).map(random)).collect();
        let mut offered = 0;
        for (index, mut draft) in circuits.iter().cloned().enumerate() {
            // Roll the control points, so that the finish line is not always on a straight.
            let by = index % draft.line.len();
            draft.line.rotate_left(by);
            draft.pit_line.clear();
            let line = draft.line.clone();
            let draft = lay(&draft, &line);
            let issues = FormulaD::validate(&draft).1;
            let absent = issues.iter().position(|issue| issue.id == "FD-VAL-24").expect("the pit lane is missing");
            let Some(fix) = fix(&draft, &issues, absent) else { continue };
            offered += 1;
            let space = |id: &str| fix.draft.spaces.iter().find(|space| space.id == id).expect("a space");
            let mut joints = 0;
            for edge in &fix.draft.edges {
                let [from, to] = [space(&edge.from), space(&edge.to)];
                if (from.lane == 0) == (to.lane == 0) {
                    continue;
                }
                joints += 1;
                assert!(between(from.angle, to.angle) < 60.0, "{}: {from:?} to {to:?}", draft.name);
            }
            assert!(joints >= 2, "{}", draft.name);
        }
        assert!(circuits.len() == 43 && offered > 35, "{offered} of {}", circuits.len());
    }
}
