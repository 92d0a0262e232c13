//! Proves the fastest lap on a circuit, so that a race can be compared with it.

use super::solve::{self, Extent, MOST_BYTES, Question, Stage};
use super::state::State;
use super::{Edition, Terms, Track, Vektorace};
use crate::game::words::many;
use crate::game::{Evaluate, Progress, ProvedLap};

/// A fastest lap is proved only for cars that start with at most this number of points, tyre and nitro together.
const MOST_POINTS: u8 = 8;

impl Evaluate for Vektorace {
    fn can_prove_lap(first: &State) -> Result<(), String> {
        question(first).map(|_| ()).map_err(str::to_owned)
    }

    fn proved_lap(track: &Track, first: &State, progress: Progress<'_>) -> Option<Result<ProvedLap, String>> {
        Some(match question(first) {
            Err(why) => Err(why.to_owned()),
            Ok(question) => search(track, &question, first, progress)?,
        })
    }
}

/// Creates the question for the solver: what is the fastest lap with the edition, points and track limits of this race?
/// Returns an error message if the solver cannot answer the question, for example because the race has special rules.
fn question(first: &State) -> Result<Question, &'static str> {
    let points = first.cars.iter().map(|car| car.tyre.saturating_add(car.nitro)).max().unwrap_or(0);
    let usual = Terms { track_limits: first.terms.track_limits, ..Terms::of(first.edition) };
    if first.edition == Edition::Online || first.terms != usual {
        return Err("A fastest lap can be proved only for the printed rules; this race has other rules.");
    }
    if points > MOST_POINTS {
        return Err("A fastest lap can be proved only for cars with at most 8 points; this race gives more.");
    }
    let (edition, track_limits) = (first.edition, first.terms.track_limits);
    Ok(Question { edition, points, track_limits, extent: Extent::Lap, bytes: MOST_BYTES })
}

fn search(
    track: &Track,
    question: &Question,
    first: &State,
    progress: Progress<'_>,
) -> Option<Result<ProvedLap, String>> {
    let report = |stage: Stage| (progress.report)(stage.words());
    let progress = solve::Progress { report: &report, stop: progress.stop, ..solve::Progress::SILENT };
    let solution = solve::solve_race(track, question, first, progress)?;
    let place = solution.place();
    let Some(fastest) = solution.fastest else {
        let why = solution.refused.map(|refused| format!("{} {}", refused.message, refused.reason));
        return Some(Err(why.unwrap_or_else(|| "No lap was found.".to_owned())));
    };
    let turns = many(fastest.lap.turns.len() as u64, "turn");
    if !fastest.is_optimal() {
        let least = fastest.at_least;
        return Some(Err(format!(
            "The fastest lap found {place} takes {turns}, but a faster lap may exist: the proved minimum is {least}."
        )));
    }
    let way = std::iter::once([fastest.lap.from, 0.0])
        .chain((1u32..).zip(&fastest.lap.turns).map(|(count, turn)| [turn.progress, f64::from(count)]));
    let words = format!(
        "Proved: for a car alone on the circuit, no lap {place} with {} takes fewer than {turns}, {}.",
        many(question.points, "point"),
        solve::EXCEPT
    );
    Some(Ok(ProvedLap::new(words, way)))
}
