//! Checks whether a correctly drawn track can be raced (RT-VAL-08 to 13, 16, 17, 19, 20).

use std::collections::VecDeque;

use super::steps::{reached, walk, walks_within, without_steps};
use crate::game::Issue;
use crate::game::words::many;
use crate::games::vector_racing::draft::Kind;
use crate::games::vector_racing::exact::Vector;
use crate::games::vector_racing::grid::Points;
use crate::games::vector_racing::king::{STEPS, Step};
use crate::games::vector_racing::objects::RegionKind;
use crate::games::vector_racing::options::{MOST_HITS, Rules, WallRule};
use crate::games::vector_racing::path::End;
use crate::games::vector_racing::placed::{Objects, SPEED_CAP};
use crate::games::vector_racing::track::Track;

/// The largest number of states in the search for a route to the finish (RT-VAL-09).
const BUDGET: usize = 200_000;

/// The result of the search for the finish (RT-VAL-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::vector_racing) enum Reached {
    /// The finish can be reached.
    Yes,
    /// No sequence of moves reaches the finish.
    No,
    /// No sequence of moves reaches the finish within the turn limit.
    Late,
    /// The search examined this number of states and found no answer.
    NotProven(usize),
}

/// A function that searches for a route to the finish and visits at most this number of states. The function belongs to
/// the solver. The track must have passed all other checks for errors.
pub(in crate::games::vector_racing) type Reaches = fn(&Track, usize) -> Reached;

/// Checks that the track allows the required hits (RT-VAL-17).
pub(in crate::games::vector_racing) fn options(rules: &Rules, objects: &Objects, issues: &mut Vec<Issue>) {
    match objects.counted(rules) {
        Err(id) => {
            let shown: String = id.chars().take(40).collect();
            let message = format!("There is no object `{shown}` to hit.");
            issues.push(Issue::error("RT-VAL-17", message).fix("Name objects by kind and number, such as `oil:1`."));
        }
        Ok(bits) => {
            let Some(hits) = rules.hits.as_ref() else { return };
            if hits.count == 0 || hits.count > MOST_HITS {
                let message = format!("The number of required hits must be 1 to {MOST_HITS}.");
                issues.push(Issue::error("RT-VAL-17", message).fix("Change the number, or require no hits at all."));
                return;
            }
            let most = (bits & !objects.idle).count_ones();
            if (hits.distinct && hits.count > most) || most == 0 {
                let message = format!("Required hits: {}, but the objects allow only {most}.", hits.count);
                issues.push(Issue::error("RT-VAL-17", message).fix("Require fewer hits, or add objects."));
            }
        }
    }
}

/// Runs the checks that need a search over a track's grid points or possible moves.
pub(super) fn check(track: &Track, reaches: Reaches, issues: &mut Vec<Issue>) {
    let starts: Vec<[i32; 2]> = track.draft.all_starts().collect();
    let Some(start) = starts.first().copied() else { return };
    laps(track, issues);
    first_moves(track, &starts, issues);
    if crate::game::has_errors(issues) {
        return;
    }
    let king = track.king_inside(start);
    reachable(track, reaches, start, king, issues);
    if crate::game::has_errors(issues) {
        return;
    }
    if king.is_none() {
        without_steps(track, start, issues);
    }
    warn(track, king, issues);
}

/// Adds the warnings that a track can have even if it has errors. `king` is the number of king steps (moves of a king
/// in chess) from the start to the finish; `None` if no such route exists.
pub(super) fn warn(track: &Track, king: Option<u32>, issues: &mut Vec<Issue>) {
    // Starts that are not on the track are already reported as errors.
    let starts: Vec<[i32; 2]> = track.draft.all_starts().filter(|at| track.inside.has(*at)).collect();
    if let Some(start) = starts.first() {
        pockets(track, *start, &starts, issues);
    }
    off_the_line(track, &starts, issues);
    warps(track, king, issues);
    traps(track, issues);
}

/// Checks that a circuit on a map of cells has a closed lap through its finish line (RT-VAL-08). For circuits with
/// drawn outlines, the check of the finish line already tests this.
fn laps(track: &Track, issues: &mut Vec<Issue>) {
    let Some(line) = track.line.filter(|_| track.draft.kind == Kind::Circuit && track.walls.is_map()) else { return };
    let mut seen = Points::empty(track.inside.from(), track.inside.width(), track.inside.height());
    let mut queue = VecDeque::new();
    let mut finishes = false;
    for at in track.inside.iter().filter(|at| line.side(track.scaled(*at)) >= 0) {
        // Points that allow a step back over the line are on the side after it.
        if STEPS.iter().any(|step| track.king_step(at, *step) == Step::Back) {
            seen.set(at, true);
            queue.push_back(at);
        }
    }
    while let Some(at) = queue.pop_front() {
        for step in STEPS {
            let to = [at[0] + step[0], at[1] + step[1]];
            match track.king_step(at, step) {
                Step::Finishes => finishes = true,
                Step::Clear if !seen.has(to) => {
                    seen.set(to, true);
                    queue.push_back(to);
                }
                _ => {}
            }
        }
    }
    if !finishes {
        let message =
            "The finish line is not on a closed lap: no route leads from one side of the line round to the other.";
        issues.push(
            Issue::error("RT-VAL-08", message)
                .fix("Draw the line across a closed loop of the track, or make the track a sprint."),
        );
    }
}

/// Checks that at least one first move from each start does not crash (RT-VAL-12).
fn first_moves(track: &Track, starts: &[[i32; 2]], issues: &mut Vec<Issue>) {
    for at in starts {
        let moves = STEPS.iter().any(|step| !matches!(walk(track, *at, *step).end, End::Crashes(_)));
        if !moves {
            let issue = Issue::error("RT-VAL-12", "Every first move from the start hits a wall.").at(at.map(f64::from));
            issues.push(issue.fix("Move the start to a point with more room."));
        }
    }
}

/// Checks that the finish can be reached (RT-VAL-09, RT-VAL-17).
fn reachable(track: &Track, reaches: Reaches, start: [i32; 2], king: Option<u32>, issues: &mut Vec<Issue>) {
    let rules = track.rules();
    let has_king_way = king.is_some();
    let cap = rules.turn_cap;
    // A route of king steps is also a route for racers: they step, stop, and step again. This fails if oil prevents a
    // stop, objects bend the path, hits are required, samples are rounded, or further laps begin behind the line.
    let is_plain = !track.objects.bend_paths()
        && track.objects.regions.iter().all(|region| region.kind != RegionKind::Oil)
        && rules.hits.is_none()
        && rules.walls != WallRule::Sampled
        && track.draft.laps == 1;
    if has_king_way && is_plain && walks_within(track, start, cap) {
        return;
    }
    match reaches(track, BUDGET) {
        Reached::Yes => {}
        Reached::No if rules.hits.is_some() && has_king_way => {
            let count = rules.hits.as_ref().map_or(0, |hits| hits.count);
            let message = format!("No sequence of moves makes the required hits ({count}) and reaches the finish.");
            issues.push(
                Issue::error("RT-VAL-17", message)
                    .at(start.map(f64::from))
                    .fix("Require fewer hits, or move the objects."),
            );
        }
        Reached::No => {
            let issue = Issue::error("RT-VAL-09", "No sequence of moves reaches the finish.").at(start.map(f64::from));
            issues.push(issue.fix("Open a passage from the start to the finish."));
        }
        Reached::Late => {
            let message = format!("No sequence of moves reaches the finish within the turn limit ({cap}).");
            issues.push(Issue::error("RT-VAL-09", message).at(start.map(f64::from)).fix("Raise the turn limit."));
        }
        Reached::NotProven(states) => {
            let limit =
                if has_king_way && is_plain { format!(" within the turn limit ({cap})") } else { String::new() };
            issues.push(Issue::warning(
                "RT-VAL-09",
                format!("No route to the finish{limit} was found among {states} positions, but there may be one."),
            ));
        }
    }
}

/// Warns about parts of the track that nobody can reach (RT-VAL-11).
fn pockets(track: &Track, start: [i32; 2], starts: &[[i32; 2]], issues: &mut Vec<Issue>) {
    // If moves may jump over walls, or if there are warps, racers may reach parts of the track that king steps cannot
    // reach.
    if track.rules().walls == WallRule::LandingOnly || !track.objects.warps.is_empty() {
        return;
    }
    let mut starts = starts.to_vec();
    if track.king_inside(start).is_none() {
        // The rest of the track may lie behind a part without grid points, over which racers can only jump (RT-VAL-10).
        starts.extend(track.inside.iter().filter(|at| track.king_inside(*at).is_some()));
    }
    let mut rest = track.inside.clone();
    for at in reached(track, &starts) {
        rest.set(at, false);
    }
    let count = rest.count();
    if let Some(at) = rest.iter().next() {
        let points = many(count, "grid point");
        let place = track.rules().y_axis.named(at);
        let message = format!("The track has {points} that no racer can reach (at {place}).");
        issues.push(
            Issue::warning("RT-VAL-11", message)
                .at(at.map(f64::from))
                .fix("Open a passage to this part of the track, or close it off."),
        );
    }
}

/// Warns about start points that are not on the finish line of their circuit (RT-VAL-13).
fn off_the_line(track: &Track, starts: &[[i32; 2]], issues: &mut Vec<Issue>) {
    let Some(line) = track.line.filter(|_| track.draft.kind == Kind::Circuit) else { return };
    let axis = track.rules().y_axis;
    for start in starts {
        let side = line.side(track.scaled(*start));
        if side == 0 {
            continue;
        }
        let which =
            if starts.len() == 1 { "The start".to_owned() } else { format!("The start {}", axis.named(*start)) };
        let where_is = if side > 0 { "after" } else { "before" };
        let progress = track.first_progress(*start);
        let message = format!(
            "{which} lies {where_is} the finish line, not on it, so racers begin with line-crossing count {progress}."
        );
        issues.push(
            Issue::warning("RT-VAL-13", message).at(start.map(f64::from)).fix("Move the start onto the finish line."),
        );
    }
}

/// Warns about warps that shorten the lap, and about objects that allow unbounded speeds (RT-VAL-16, RT-VAL-20).
fn warps(track: &Track, king: Option<u32>, issues: &mut Vec<Issue>) {
    for (index, warp) in track.objects.warps.iter().enumerate() {
        let [low, high] = warp.ends[0].bounds().map(|corner| corner.map(|value| value.div_euclid(track.scale)));
        let pairs = (low[1]..=high[1]).flat_map(|y| (low[0]..=high[0]).map(move |x| [x, y]));
        let distances = pairs.filter_map(|at: Vector| {
            let point = |at: Vector| [at[0] as i32, at[1] as i32];
            let a = track.king_inside(point(at))?;
            let b = track.king_inside(point([at[0] + warp.offset[0], at[1] + warp.offset[1]]))?;
            Some(a.abs_diff(b))
        });
        let most = distances.max();
        if let (Some(most), Some(king)) = (most, king)
            && most * 10 > king
        {
            let message =
                format!("Warp {} saves up to {most} of the {king} steps from the start to the finish.", index + 1);
            let at = warp.ends[0].corners()[0].map(|value| value as f64 / track.scale as f64);
            issues.push(Issue::warning("RT-VAL-16", message).at(at));
        }
    }
    let reflectors = &track.objects.reflectors;
    let are_parallel = reflectors
        .iter()
        .enumerate()
        .any(|(index, a)| reflectors[..index].iter().any(|b| a.along == b.along && a.at != b.at));
    if are_parallel || !track.objects.warps.is_empty() {
        let what = if are_parallel { "Parallel reflectors allow" } else { "Warps allow" };
        let message =
            format!("{what} unbounded speed, but the solver follows only speeds up to {} in x and y.", SPEED_CAP);
        issues.push(Issue::warning("RT-VAL-20", message));
    }
}

/// Warns about oil in which every racer crashes, even a racer that starts at rest beside the oil and enters it with the
/// slowest move (RT-VAL-19).
fn traps(track: &Track, issues: &mut Vec<Issue>) {
    let axis = track.rules().y_axis;
    let oils: Vec<usize> = (0..)
        .zip(&track.objects.regions)
        .filter(|(_, region)| region.kind == RegionKind::Oil)
        .map(|(index, _)| index)
        .collect();
    for index in oils {
        let bit = 1u64 << index;
        let [low, high] =
            track.objects.regions[index].area.bounds().map(|corner| corner.map(|value| value.div_euclid(track.scale)));
        let around =
            (low[1] - 1..=high[1] + 2).flat_map(|y| (low[0] - 1..=high[0] + 2).map(move |x| [x as i32, y as i32]));
        let entries: Vec<([i32; 2], [i32; 2])> = around
            .filter(|at| {
                track.king_inside(*at).is_some() && !track.objects.regions[index].area.holds(track.scaled(*at))
            })
            .flat_map(|at| STEPS.map(|step| (at, step)))
            .filter(|(at, step)| {
                let walked = walk(track, *at, *step);
                walked.met & bit != 0 && matches!(walked.end, End::Lands { .. })
            })
            .collect();
        let is_doomed = |(at, step): &([i32; 2], [i32; 2])| slides_into_wall(track, *at, *step);
        if let Some((at, step)) =
            entries.iter().find(|entry| is_doomed(entry)).filter(|_| entries.iter().all(is_doomed))
        {
            let message = format!(
                "Entering the oil from {} with the move {} always ends in a crash.",
                axis.named(*at),
                axis.named(*step)
            );
            issues.push(
                Issue::warning("RT-VAL-19", message)
                    .at(at.map(f64::from))
                    .fix("Move the oil away from the wall behind it."),
            );
        }
    }
}

/// Whether a racer hits a wall in this move or in the moves that oil then forces it to make.
fn slides_into_wall(track: &Track, at: [i32; 2], velocity: [i32; 2]) -> bool {
    let oil = (0..)
        .zip(&track.objects.regions)
        .filter(|(_, region)| region.kind == RegionKind::Oil)
        .fold(0u64, |bits, (bit, _)| bits | 1 << bit);
    let (mut at, mut velocity) = (at, velocity);
    for _ in 0..1_000 {
        let walked = walk(track, at, velocity);
        match walked.end {
            End::Crashes(_) => return true,
            End::Finishes { .. } => return false,
            End::Lands { .. } if walked.met & oil == 0 => return false,
            End::Lands { at: end, base } => {
                at = end.map(|value| value as i32);
                velocity = base.map(|value| value as i32);
            }
        }
    }
    false
}
