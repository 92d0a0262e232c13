//! Validates a board (rules ledger, section 2). Finds every issue at once, each with the part of the board that it
//! concerns.
//!
//! Issues about limits of this program, and about numbers with only one allowed value, have the id `WW-LIMIT`. Drawings
//! and layouts also say that a board or its dice are assumed (WW-VAL-14, [`note`]).

use super::course::Course;
use super::dice::{Die, FACES, Faces, LARGEST_FACE};
use super::draft::{BATTERY, Draft, LAPS, MAX_COORDINATE, MAX_GARAGES, MAX_LANE, MAX_PRIZE, MAX_ROUNDS, SLOTS};
use super::setup::MIN_TEAMS;
use super::state::Spot;
use super::track::Track;
use crate::game::form::excess;
use crate::game::{Issue, has_errors};

/// Returns a note for drawings and layouts if the board has values that the rules ledger assumes, not the printed ones
/// (WW-VAL-14).
#[must_use]
pub fn note(draft: &Draft) -> Option<&'static str> {
    draft.is_assumed().then_some("Assumed board and dice.")
}

/// Returns every issue of a board, and the track if no issue is an error.
pub(super) fn validate(draft: &Draft) -> (Option<Track>, Vec<Issue>) {
    let mut issues = Vec::new();
    limits(draft, &mut issues);
    if has_errors(&issues) {
        return (None, issues);
    }
    if draft.loop_len == 0 {
        // Everything else would follow from this.
        let fix = if draft.line.is_empty() { "Draw the loop of the track." } else { "Divide the loop into fields." };
        issues.push(Issue::error("WW-VAL-01", "The board has no fields.").fix(fix));
        return (None, issues);
    }
    let course = Course::of(draft);
    let look = Look { draft, course: &course };
    look.loop_fields(&mut issues);
    look.grid(&mut issues);
    look.lane(&mut issues);
    look.garages(&mut issues);
    look.red(&mut issues);
    let faces = dice(draft, &mut issues);
    if let Some(faces) = faces {
        look.odds(&faces, &mut issues);
    }
    look.short_cut(&mut issues);
    if draft.is_assumed() {
        issues.push(
            Issue::note(
                "WW-VAL-14",
                "The board or the dice still have assumed values, because Paddock does not know the printed ones.",
            )
            .fix("Enter the faces of the dice and the fields as printed in your copy of the game."),
        );
    }
    // Puts errors first. The sort is stable.
    issues.sort_by_key(|issue| issue.severity);
    let Some(faces) = faces.filter(|_| !has_errors(&issues)) else { return (None, issues) };
    let small = |number: u32| number as u16;
    let mut red = vec![false; draft.loop_len as usize];
    draft.red.iter().for_each(|field| red[*field as usize] = true);
    let codes = draft.codes();
    let garages = draft.garages.iter().zip(codes);
    let track = Track {
        loop_len: small(draft.loop_len),
        red,
        grid: draft.grid.iter().copied().map(small).collect(),
        pit_entry: small(draft.pit_entry),
        pit_exit: small(draft.pit_exit),
        lane_len: small(draft.lane_len),
        lane_line: small(draft.lane_line),
        crash_next: small(draft.crash_next),
        faces,
        free_rounds: draft.free_rounds,
        rain_rounds: draft.rain_rounds,
        prizes: draft.points.clone(),
        garages: garages.map(|(garage, code)| (garage.colour.clone(), code, small(garage.field))).collect(),
        course,
        draft: draft.clone(),
    };
    (Some(track), issues)
}

/// Checks that numbers are within the limits. Values beyond the limits are not checked further.
fn limits(draft: &Draft, issues: &mut Vec<Issue>) {
    let mut bound = |is_wrong: bool, message: String, fix: &str| {
        if is_wrong {
            issues.push(Issue::error("WW-LIMIT", message).fix(fix));
        }
    };
    for size in excess(draft) {
        bound(true, format!("The board has {size} can be raced."), "Delete some of them.");
    }
    let points = draft.line.iter().chain(&draft.lane).chain(&draft.crash_zone);
    let is_off = |value: &f64| !value.is_finite() || value.abs() > MAX_COORDINATE;
    let off = points.flatten().find(|value| is_off(value));
    let shown = off.copied().unwrap_or_default();
    bound(
        off.is_some(),
        format!("Coordinate {shown:.0} is beyond the limit of {MAX_COORDINATE}."),
        "Draw the board smaller.",
    );
    bound(
        draft.laps != u32::from(LAPS),
        format!("A race has {LAPS} laps, not {}.", draft.laps),
        "Set the number of laps to 3.",
    );
    bound(
        draft.battery_size != u32::from(BATTERY),
        format!("A battery holds {BATTERY} points, not {}.", draft.battery_size),
        "Set the size of the battery to 6.",
    );
    bound(
        draft.free_rounds > MAX_ROUNDS || draft.rain_rounds > MAX_ROUNDS || draft.rain_rounds == 0,
        format!(
            "The rounds without collisions must be 0 to {MAX_ROUNDS}, and the maximum rounds of rain 1 to {MAX_ROUNDS}."
        ),
        "Correct “Rounds without collisions” and “Maximum rounds of rain”.",
    );
    bound(
        draft.points.len() != SLOTS || draft.points.iter().any(|points| *points > MAX_PRIZE),
        format!(
            "The list of points must have {SLOTS} numbers from 0 to {MAX_PRIZE}, one for each place in the result."
        ),
        "Enter the points for each place.",
    );
    let is_code = |code: &str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if draft.garages.len() <= MAX_GARAGES {
        let codes = draft.codes();
        for (index, (garage, code)) in draft.garages.iter().zip(&codes).enumerate() {
            let shown: String = code.chars().take(10).collect();
            bound(
                !is_code(code) || codes[..index].contains(code),
                format!(
                    "The letters `{shown}` of garage {} are not two capital letters, or another garage has them.",
                    short(&garage.colour)
                ),
                "Leave `code` out, or give each garage its own letters, such as AM.",
            );
        }
    }
}

/// Shortens a name so that it fits into a message.
fn short(name: &str) -> String {
    name.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

struct Look<'a> {
    draft: &'a Draft,
    course: &'a Course,
}

impl Look<'_> {
    /// Adds the coordinates of a field to an issue, if the board has that field.
    fn at(&self, issue: Issue, spot: Spot) -> Issue {
        let is_there = match spot {
            Spot::Loop(field) => u32::from(field) < self.draft.loop_len,
            Spot::Lane(field) => field > 0 && u32::from(field) <= self.draft.lane_len,
            Spot::CrashZone | Spot::Out => true,
        };
        if is_there { issue.at(self.course.at(spot)) } else { issue }
    }

    fn at_loop(&self, issue: Issue, field: u32) -> Issue {
        u16::try_from(field).map_or(issue.clone(), |field| self.at(issue, Spot::Loop(field)))
    }

    fn at_lane(&self, issue: Issue, field: u32) -> Issue {
        u16::try_from(field).map_or(issue.clone(), |field| self.at(issue, Spot::Lane(field)))
    }

    /// Checks that the loop is long enough, and that its list of red fields names only fields of the loop, each once
    /// (WW-VAL-01).
    fn loop_fields(&self, issues: &mut Vec<Issue>) {
        let Draft { loop_len, red, .. } = self.draft;
        let error = || {
            Issue::error("WW-VAL-01", "The loop has fewer than 24 fields, or a red field is unknown or listed twice.")
        };
        if *loop_len < 24 {
            issues.push(error().fix("Divide the loop into more fields."));
        }
        for (index, field) in red.iter().enumerate() {
            if *field >= *loop_len {
                issues.push(
                    error().fix(format!("Delete field {field} from the red fields: the loop has no such field.")),
                );
            } else if red[..index].contains(field) {
                let fix = format!("List field {field} only once among the red fields.");
                issues.push(self.at_loop(error(), *field).fix(fix));
            }
        }
    }

    /// Checks the grid slots (WW-VAL-02).
    fn grid(&self, issues: &mut Vec<Issue>) {
        let Draft { loop_len, grid, .. } = self.draft;
        let is_behind = |field: u32| field < *loop_len && 2 * field >= *loop_len;
        for slot in 1..=grid.len().max(SLOTS) {
            let field = grid.get(slot - 1);
            let is_double = field.is_some_and(|field| grid[..slot - 1].contains(field));
            if slot <= SLOTS && field.is_some_and(|field| is_behind(*field)) && !is_double {
                continue;
            }
            let message = format!("Grid slot {slot} is missing, shares a field, or is not behind the finish line.");
            let fix = match field {
                _ if slot > SLOTS => format!("There are only {SLOTS} slots: delete this one."),
                None => "Put the slot on a field of the last half of the loop.".to_owned(),
                Some(_) if is_double => "Put the slot on a field of its own.".to_owned(),
                Some(_) => "Put the slot on a field of the last half of the loop.".to_owned(),
            };
            let issue = Issue::error("WW-VAL-02", message).fix(fix);
            issues.push(field.map_or(issue.clone(), |field| self.at_loop(issue, *field)));
        }
    }

    /// Checks the pit lane and the crash zone (WW-VAL-03, 04 and 06).
    fn lane(&self, issues: &mut Vec<Issue>) {
        let Draft { loop_len, pit_entry, pit_exit, lane_len, lane_line, garages, crash_next, .. } = self.draft;
        if !(0 < *pit_exit && pit_exit < pit_entry && pit_entry < loop_len) {
            let message = "The pit entry is not before the finish line, or the pit exit is not after it.";
            let fix = "Put the pit exit on a field after field 0, and the pit entry on a field after the pit exit.";
            issues.push(self.at_loop(Issue::error("WW-VAL-03", message).fix(fix), *pit_entry));
        }
        if (*lane_len as usize) < garages.len() + 2 || !(2..=*lane_len).contains(lane_line) {
            let message = "The pit lane is too short or has no finish line mark.";
            let fix = format!(
                "Give the pit lane at least {} fields, and put its finish line mark on a field from P2 to the last.",
                (garages.len() + 2).max(4)
            );
            issues.push(self.at_lane(Issue::error("WW-VAL-04", message).fix(fix), *lane_line));
        }
        if !(*lane_line..=*lane_len).contains(crash_next) {
            let message = "The crash zone does not lead to a field of the pit lane past the finish line.";
            let fix = format!("Let the crash zone lead to the last field of the pit lane, P{lane_len}.");
            issues.push(self.at(Issue::error("WW-VAL-06", message).fix(fix), Spot::CrashZone));
        }
    }

    /// Checks the garages (WW-VAL-05).
    fn garages(&self, issues: &mut Vec<Issue>) {
        let Draft { garages, lane_len, .. } = self.draft;
        let text = |colour: &str| {
            format!("Garage {colour} is missing, listed twice, or not on a free field before the last lane field.")
        };
        for (index, garage) in garages.iter().enumerate() {
            let before = &garages[..index];
            let fix = if garage.colour.trim().is_empty() {
                "Give the garage a colour."
            } else if garage.colour.chars().count() > 40 || garage.colour.contains(char::is_control) {
                "Give the garage's colour a short name."
            } else if before.iter().any(|other| other.colour == garage.colour) {
                "Give each colour one garage."
            } else if garage.field == 0 || garage.field > *lane_len {
                "Put the garage on a field of the lane."
            } else if garage.field == *lane_len {
                "Put the garage before the last field, because the route from the crash zone leads over the last field."
            } else if before.iter().any(|other| other.field == garage.field) {
                "Put the garage on a field of its own."
            } else {
                continue;
            };
            let issue = Issue::error("WW-VAL-05", text(&short(&garage.colour))).fix(fix);
            issues.push(self.at_lane(issue, garage.field));
        }
        if garages.len() < MIN_TEAMS {
            let message = text(&format!("{}", garages.len() + 1));
            issues.push(
                Issue::error("WW-VAL-05", message).fix("Add a garage: a race needs garages for at least two teams."),
            );
        }
    }

    /// Checks the red fields (WW-VAL-07 and 08).
    fn red(&self, issues: &mut Vec<Issue>) {
        let Draft { red, pit_entry, pit_exit, grid, .. } = self.draft;
        let mut plain = vec![0, *pit_entry, *pit_exit];
        plain.dedup();
        for field in plain.into_iter().filter(|field| red.contains(field)) {
            let issue = Issue::error("WW-VAL-07", format!("Field {field} cannot be red."));
            issues.push(
                self.at_loop(issue, field)
                    .fix("Paint the field grey: the start field, the pit entry and the pit exit are never red."),
            );
        }
        if red.is_empty() {
            let issue = Issue::warning("WW-VAL-08", "The board has no red field, so cars never collide.");
            issues.push(issue.fix("Paint fields in the corners red."));
        }
        for (slot, field) in (1..).zip(grid).filter(|(_, field)| red.contains(field)) {
            let issue = Issue::warning("WW-VAL-08", format!("Grid slot {slot} is on a red field."));
            issues.push(self.at_loop(issue, *field).fix("Paint the field of this grid slot grey."));
        }
    }

    /// Checks everything that depends on the faces of the dice (WW-VAL-10, 11 and 12).
    fn odds(&self, faces: &Faces, issues: &mut Vec<Issue>) {
        let total = |die: Die| faces.of(die).iter().map(|face| u32::from(*face)).sum::<u32>();
        if !(total(Die::Blue) < total(Die::Green) && total(Die::Green) < total(Die::Red)) {
            let issue =
                Issue::warning("WW-VAL-10", "The blue die is not the slowest, or the red die is not the fastest.");
            issues.push(
                issue.fix(
                    "Change the faces: green must have a higher mean than blue, and red a higher mean than green.",
                ),
            );
        }
        if !Die::ALL.into_iter().any(|die| faces.shows(die, LARGEST_FACE)) {
            let issue = Issue::warning("WW-VAL-10", "No die has a six, so there are no extra throws and no rain.");
            issues.push(issue.fix("Give a die a six."));
        }
        // The battery can be filled from a level if scores of the blue and the green die add up to the points that it
        // lacks.
        let met = sums(usize::from(BATTERY), &[faces.of(Die::Blue), faces.of(Die::Green)]);
        for gap in (1..usize::from(BATTERY)).rev().filter(|gap| !met[*gap]) {
            let message = format!("No throws can fill the battery from level {}.", usize::from(BATTERY) - gap);
            issues.push(Issue::error("WW-VAL-11", message).fix("Put lower numbers on the blue or the green die."));
        }
        let most = self.draft.garages.iter().map(|garage| garage.field).max().unwrap_or(0).min(MAX_LANE);
        let hit = sums(most as usize, &[faces.of(Die::Blue)]);
        for garage in self.draft.garages.iter().filter(|garage| (1..=MAX_LANE).contains(&garage.field)) {
            if !hit[garage.field as usize - 1] {
                let message = format!("No throws of the blue die bring a car into garage {}.", short(&garage.colour));
                let issue =
                    Issue::warning("WW-VAL-12", message).fix("Move the garage, or set a face of the blue die to 1.");
                issues.push(self.at_lane(issue, garage.field));
            }
        }
    }

    /// Checks that the route through the pit lane is not much shorter than the route on the track (WW-VAL-13).
    fn short_cut(&self, issues: &mut Vec<Issue>) {
        let Draft { loop_len, pit_entry, pit_exit, lane_len, .. } = self.draft;
        let Some(track) = loop_len.checked_sub(*pit_entry).map(|way| way + pit_exit) else { return };
        let short = i64::from(track) - i64::from(lane_len + 1);
        if short > 3 {
            let issue = Issue::warning(
                "WW-VAL-13",
                format!("The route through the pit lane is {short} fields shorter than the route on the track."),
            );
            issues.push(self.at_lane(issue, 1).fix("Give the lane more fields."));
        }
    }
}

/// Returns, for each number from 0 to `most`, whether some throws of these dice add up to it. For 0, the answer is
/// always yes.
fn sums(most: usize, dice: &[&[u8; FACES]]) -> Vec<bool> {
    let mut reached = vec![false; most + 1];
    reached[0] = true;
    for number in 1..=most {
        let mut faces = dice.iter().flat_map(|die| die.iter());
        reached[number] = faces.any(|face| number.checked_sub(usize::from(*face)).is_some_and(|rest| reached[rest]));
    }
    reached
}

/// Checks the dice and returns their faces (WW-VAL-09).
fn dice(draft: &Draft, issues: &mut Vec<Issue>) -> Option<Faces> {
    let mut faces = [[0; FACES]; 3];
    let mut is_sound = true;
    for die in Die::ALL {
        match <[u8; FACES]>::try_from(draft.dice.of(die)) {
            Ok(found) if found.iter().all(|face| (1..=LARGEST_FACE).contains(face)) => faces[die as usize] = found,
            _ => {
                let message = format!("Die {} needs six faces from 1 to 6.", die.name());
                issues.push(Issue::error("WW-VAL-09", message).fix("Enter six faces, such as 1 1 2 2 3 3."));
                is_sound = false;
            }
        }
    }
    is_sound.then_some(Faces(faces))
}
