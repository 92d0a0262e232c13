//! Creates the first state of a race (RT-SET-01 to 03).

use std::sync::Arc;

use super::options::{FinishRule, LARGEST_TURN_CAP, Rules};
use super::rules::first_life;
use super::setup::{MAX_LAPS, MAX_RACERS, Setup};
use super::state::{Phase, Racer, Standing, State, Tally, Terms};
use super::track::Track;
use super::validate;
use crate::game::{Entrant, Issue, has_errors};

/// Returns the first state, or all errors of the setup.
pub(super) fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
    let mut issues = Vec::new();
    let rules = setup.rules.as_ref().unwrap_or(track.rules());
    if setup.laps == 0 || setup.laps > MAX_LAPS {
        issues.push(Issue::error("RT-SET-01", format!("The number of laps must be 1 to {MAX_LAPS}.")));
    }
    check_rules(track, rules, &mut issues);
    check_racers(track, setup, rules, &mut issues);
    let counted = track.objects.counted(rules).unwrap_or(0);
    if has_errors(&issues) {
        return Err(issues);
    }
    let first = track.draft().all_starts().next().unwrap_or_default();
    let starts: Vec<[i32; 2]> = setup.racers.iter().map(|entry| entry.start.unwrap_or(first)).collect();
    let racers = setup
        .racers
        .iter()
        .zip(&starts)
        .map(|(entry, at)| Racer {
            car: entry.car,
            at: *at,
            base: [0, 0],
            progress: track.first_progress(*at),
            force: false,
            fast: false,
            slow: false,
            tally: Tally::default(),
            lost: 0,
            life: first_life(rules),
            standing: Standing::Racing,
        })
        .collect();
    let terms = Terms {
        rules: rules.clone(),
        laps: track.draft().laps_of(setup.laps),
        needed: track.needed(setup.laps),
        starts,
        counted,
    };
    Ok(State { terms: Arc::new(terms), turn: 1, done: 0, phase: Phase::Racing, racers })
}

fn check_rules(track: &Track, rules: &Rules, issues: &mut Vec<Issue>) {
    if rules.turn_cap == 0 || rules.turn_cap > LARGEST_TURN_CAP {
        issues.push(Issue::error("RT-TURN-04", format!("The turn limit must be 1 to {LARGEST_TURN_CAP}.")));
    }
    let has_finish = match rules.finish {
        FinishRule::Line => track.line.is_some(),
        FinishRule::CellsLand | FinishRule::CellsPass => track.goals.is_some(),
    };
    if !has_finish {
        let what = if rules.finish == FinishRule::Line { "a finish line" } else { "finish cells" };
        issues.push(Issue::error("RT-SET-01", format!("The option `finish` needs {what}, but the track has none.")));
    }
    let mut ties = rules.ties.clone();
    ties.sort_by_key(|tie| *tie as u8);
    ties.dedup();
    if ties.len() != rules.ties.len() {
        issues.push(Issue::error("RT-TIE-07", "A tie-break is listed twice.").fix("List each tie-break only once."));
    }
    validate::options(rules, &track.objects, issues);
}

fn check_racers(track: &Track, setup: &Setup, rules: &Rules, issues: &mut Vec<Issue>) {
    let count = setup.racers.len();
    if count == 0 || count > MAX_RACERS {
        issues.push(Issue::error("RT-SET-02", format!("A race has 1 to {MAX_RACERS} racers, not {count}.")));
    }
    if count > MAX_RACERS {
        // The checks below compare each racer with all others, which would take too long for thousands of racers.
        return;
    }
    issues.extend(Entrant::check("RT-SET-02", setup.racers.iter().map(|entry| entry.car)));
    let first = track.draft().all_starts().next();
    let mut on_walls = Vec::new();
    for (index, entry) in setup.racers.iter().enumerate() {
        let name = || if entry.name.is_empty() { entry.car.to_string() } else { entry.name.clone() };
        for other in &setup.racers[..index] {
            let other_name = || if other.name.is_empty() { other.car.to_string() } else { other.name.clone() };
            let has_look = !entry.mark.is_empty() || !entry.colour.is_empty();
            if has_look && entry.mark == other.mark && entry.colour == other.colour {
                let message = format!("Racer {} has the same mark and colour as racer {}.", name(), other_name());
                issues.push(Issue::error("RT-SET-02", message).fix("Give each racer a mark or a colour of its own."));
            }
        }
        let Some(at) = entry.start.or(first) else { continue };
        let place = rules.y_axis.named(at);
        if !track.draft().all_starts().any(|start| start == at) {
            let message = format!("Racer {} starts at {place}, which is not a start of this track.", name());
            issues.push(
                Issue::error("RT-SET-01", message).at(at.map(f64::from)).fix("Choose one of the track's starts."),
            );
        } else if !track.standing(rules.walls).has(at) && !on_walls.contains(&at) {
            on_walls.push(at);
            // The track may have been checked under an option that lets racers stand on walls.
            let message =
                format!("The start {place} lies on a wall. The walls option of this race does not allow this.");
            issues.push(
                Issue::error("RT-VAL-05", message)
                    .at(at.map(f64::from))
                    .fix("Choose another start, or let racers touch walls."),
            );
        }
    }
}
