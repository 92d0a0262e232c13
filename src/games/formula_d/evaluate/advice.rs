//! Advice for the car to act (sections 7.1 and 7.4 of the rules ledger). The advice lists the gears, each with its
//! expected number of turns to the finish. If the recorded turn has a roll of the gear die, the advice also lists the
//! best moves that the other cars do not block.

use crate::game::scene::{Scene, Shape, Style};
use crate::game::words::ordinal;
use crate::game::{Advice, Choice};
use crate::games::formula_d::dice;
use crate::games::formula_d::rules::{Additions, Searcher};
use crate::games::formula_d::solve::{Lone, SoloMove, Solution};
use crate::games::formula_d::state::{Phase, Start, State};
use crate::games::formula_d::track::Track;
use crate::games::formula_d::turn::{Chance, Turn};

/// The number of best moves that are listed. The recorded move is listed too, even if it is not among them.
const MOST_USES: usize = 5;
/// Possible outcomes are listed for this many gears, the best ones. The other gears are listed without outcomes.
const MOST_OUTCOMES: usize = 3;

/// Returns the advice for the car to act. `turn` is its recorded turn, if there is one.
pub(super) fn of(track: &Track, solution: &Solution, state: &State, turn: Option<&Turn>) -> Option<Advice> {
    let index = state.to_act().filter(|_| state.phase == Phase::Race)?;
    let car = &state.cars[index];
    if car.start == Start::Due {
        // The start die comes first, and after it only gear 1 is possible.
        return None;
    }
    let turn = turn.filter(|turn| turn.car == car.car);
    let lone = Lone::of(track, state, index)?;
    let gears = solution.gear_values(&lone);
    if gears.is_empty() {
        return None;
    }
    let choices = gears.iter().enumerate().map(|(place, (gear, turns))| Choice {
        words: format!("{} gear", ordinal(u32::from(*gear))),
        turns: *turns,
        taken: turn.is_some_and(|turn| turn.gear == Some(*gear)),
        outcomes: if place < MOST_OUTCOMES { outcomes(track, solution, &lone, *gear) } else { Vec::new() },
    });
    let mut advice = Advice {
        car: car.car,
        choices: choices.collect(),
        thrown: String::new(),
        uses: Vec::new(),
        drawing: Scene::default(),
    };
    let thrown = turn.and_then(|turn| turn.gear.zip(turn.face().and_then(Chance::known)));
    if let (Some(turn), Some((gear, face))) = (turn, thrown) {
        advice.thrown = format!("{} gear, {face} rolled", ordinal(u32::from(gear)));
        uses(track, solution, (state, index, &lone), (gear, face), turn, &mut advice);
    }
    Some(advice)
}

/// Finds the moves that no other car blocks, and adds them to `advice`, best first. Draws the best of these moves on
/// the board.
fn uses(
    track: &Track,
    solution: &Solution,
    (state, index, lone): (&State, usize, &Lone),
    (gear, face): (u8, u8),
    turn: &Turn,
    advice: &mut Advice,
) {
    let mut searcher = Searcher::default();
    let open = [false, true].map(|soft| {
        let additions = Additions { soft, ..Additions::default() };
        searcher.moves(track, state, index, gear, face, additions).options
    });
    let end = turn.ends.last().and_then(|name| track.find(name.as_str()));
    let mut worth: Vec<(SoloMove, bool)> = Vec::new();
    for option in solution.move_values(lone, gear, face) {
        let Some(known) = open[usize::from(option.soft)].iter().find(|known| option.is(known)) else { continue };
        let what = |option: &SoloMove| (option.to, option.brakes, option.soft);
        let same = |(other, _): &(SoloMove, bool)| what(other) == what(&option);
        if worth.iter().any(same) {
            // Skips a route that costs more than another one to the same space.
            continue;
        }
        if worth.is_empty() {
            let points = std::iter::once(state.cars[index].at).chain(known.route.iter().copied());
            let points: Vec<[f64; 2]> = points.map(|at| track.at(at)).collect();
            if let Some(last) = points.last().copied() {
                advice.drawing.add(Style::RacingPlace, Shape::Circle { center: last, radius: 0.22 });
            }
            if points.len() > 1 {
                advice.drawing.add(Style::RacingLine, Shape::Polyline(points));
            }
        }
        let ends_there = if option.boxed { turn.pit.is_some() } else { end == Some(option.to) && turn.pit.is_none() };
        worth.push((option, ends_there && option.brakes == turn.brakes && option.soft == turn.soft));
    }
    let listed = worth.iter().enumerate().filter(|(place, (_, taken))| *place < MOST_USES || *taken);
    advice.uses = listed
        .map(|(_, (option, taken))| Choice {
            words: words(track, option),
            turns: 1.0 + option.turns,
            taken: *taken,
            outcomes: Vec::new(),
        })
        .collect();
}

/// Describes a move in a few words: "b37", "b36 for 1 brake", "a17, overshooting by 4".
fn words(track: &Track, option: &SoloMove) -> String {
    let brakes = match option.brakes {
        0 => String::new(),
        1 => " for 1 brake".to_owned(),
        more => format!(" for {more} brakes"),
    };
    if option.boxed {
        let tyres = option.tyres.map_or_else(String::new, |tyres| format!(" for {} tyres", tyres.name()));
        return format!("the pit box{tyres}");
    }
    let soft = if option.soft { ", with the extra space of soft tyres" } else { "" };
    let beyond = if option.penalty > 0 { format!(", overshooting by {}", option.penalty) } else { String::new() };
    format!("{}{brakes}{beyond}{soft}", track.name(option.to))
}

/// Returns the possible outcomes of a gear, each with its chance, the likeliest first. The outcomes assume that the car
/// makes the best move for every face of the die.
fn outcomes(track: &Track, solution: &Solution, lone: &Lone, gear: u8) -> Vec<(String, f64)> {
    let sides = dice::faces(gear).len() as f64;
    let mut found: Vec<(String, f64)> = Vec::new();
    for (face, count) in dice::weights(gear) {
        let words = solution
            .move_values(lone, gear, face)
            .first()
            .filter(|best| best.turns < solution.question().out)
            .map_or_else(|| "out".to_owned(), |best| outcome(track, best));
        let share = f64::from(count) / sides;
        match found.iter_mut().find(|(known, _)| *known == words) {
            Some((_, chance)) => *chance += share,
            None => found.push((words, share)),
        }
    }
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    found
}

/// Describes the end of a move in a word or two, such as `corner 3` or `pit box`.
fn outcome(track: &Track, best: &SoloMove) -> String {
    if best.turns == 0.0 {
        return "finish".to_owned();
    }
    if best.boxed {
        return "pit box".to_owned();
    }
    let braking = if best.brakes > 0 { ", braking" } else { "" };
    match track.space(best.to).ground.corner() {
        _ if best.penalty > 0 => format!("overshoot{braking}"),
        Some(corner) => format!("corner {}{braking}", corner + 1),
        None => format!("straight{braking}"),
    }
}
