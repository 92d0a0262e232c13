//! Forecasts each tyre strategy that is still possible for a driver of a race.

use super::analysis::{Best, ChainError, Goal, Policy, Sample, alone, bound, planned, sample};
use super::draft::LAPS;
use super::options::Strategy;
use super::setup::DRIVERS;
use super::state::{Spot, State};
use super::track::Track;
use super::tyres::{Compound, Plan};
use crate::game::{CarId, Expected, Forecast, Progress, Prospect};

/// The number of races simulated for each strategy if a board has too many states for an exact forecast.
const DRAWN: u32 = 2_000;
/// The seed of the simulation.
const SEED: u64 = 8;

/// Returns the forecast of each tyre strategy for a driver, as if it were alone from now on; `None` if the forecast was
/// stopped.
pub(super) fn forecast(track: &Track, state: &State, car: CarId, progress: Progress<'_>) -> Option<Forecast> {
    let only = |headline: String| Some(Forecast { headline, ..Forecast::default() });
    let Some(index) = state.index_of(car) else { return only(format!("Car {car} is not in this race.")) };
    let driver = &state.drivers[index];
    if !driver.is_racing() {
        return only(format!("{} has finished.", state.name(index)));
    }
    let from = alone(state, index);
    let is_unmoved = state.round == 1 && !state.team_of(index).moved[index % DRIVERS] && !state.is_extra(index);
    let declared = state.terms.teams.get(index / DRIVERS).and_then(|team| team.plans[index % DRIVERS]);
    let declared = declared.filter(|_| state.terms.options.strategy == Strategy::Binding);
    let mut forecast = Forecast::default();
    let mut drawn = false;
    for plan in Plan::ALL {
        if (progress.stop)() {
            return None;
        }
        (progress.report)(format!("Searching {}", plan.id()));
        let mut closed = String::new();
        let mut expected = None;
        if let Some(declared) = declared.filter(|declared| *declared != plan) {
            closed = format!("the driver declared {}, and declared plans are binding", declared.id());
        } else if let Some((lap, compound)) = departed(track, state, index, plan).filter(|_| !is_unmoved) {
            closed = format!("the driver uses {compound} tyres in lap {lap}, but this strategy does not");
        } else {
            let start = if is_unmoved { planned(&from, plan, None) } else { from.clone() };
            match turns(track, &start, plan, progress) {
                Ok((found, of)) => {
                    expected = Some(found);
                    drawn |= of == Source::Drawn;
                }
                Err(ChainError::Stopped) => return None,
                Err(error) => closed = error.to_string(),
            }
        }
        let about = plan.compounds().map(Compound::name).join(", ");
        forecast.prospects.push(Prospect { name: plan.id(), about, expected, closed });
    }
    forecast.headline = forecast.best().map_or_else(
        || "No strategy leads to the finish.".to_owned(),
        |(best, expected)| format!("{} is fastest: {:.1} turns to the finish on average", best.name, expected.turns),
    );
    forecast.notes.push(if drawn {
        format!(
            "The board is too large to search for the best play. Instead, {DRAWN} races were simulated for each strategy, in \
             which the driver always throws the fastest allowed die and never charges the battery."
        )
    } else {
        "The numbers are for best play: the driver is alone, uses the compounds of the strategy, and enters the pit lane only \
         for its stops. It chooses the die, the use of each throw and the route that need the fewest turns on average."
            .to_owned()
    });
    forecast.notes.push(
        "The forecast leaves out other cars (slipstream, red fields), flags, rain, and skill slots earned or spent \
         later."
            .to_owned(),
    );
    Some(forecast)
}

/// The source of a forecast's numbers: an exact computation, or an estimate from simulated races.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Exact,
    Drawn,
}

fn turns(track: &Track, start: &State, plan: Plan, progress: Progress<'_>) -> Result<(Expected, Source), ChainError> {
    let held = bound(start, plan);
    match Best::with_stops_due(track, &held, progress.stop) {
        Ok(best) => {
            let turns = best.turns(&held).ok_or(ChainError::Stuck)?;
            let Some(mean) = turns.exact() else { return Err(ChainError::AtLeast(turns.at_least as u32)) };
            let found = best.chain(&held).ok_or(ChainError::Stuck)?.distribution();
            if !found.is_whole() {
                return Err(ChainError::AtLeast(turns.at_least as u32));
            }
            let within = [0.05, 0.95].map(|chance| found.quantile(chance) as u32);
            Ok((Expected { turns: mean, deviation: found.variance().sqrt(), within }, Source::Exact))
        }
        Err(ChainError::TooLarge) => {
            let policy = Policy { plan: Some(plan), ..Policy::default() };
            let found = sample(track, start, policy, Goal::Finish, DRAWN, SEED);
            if found.races() == 0 || found.unfinished > 0 {
                return Err(ChainError::Endless);
            }
            let within = [0.05, 0.95].map(|chance| quantile(&found, chance));
            Ok((Expected { turns: found.mean(), deviation: found.variance().sqrt(), within }, Source::Drawn))
        }
        Err(error) => Err(error),
    }
}

/// Returns the smallest number of turns within which at least this fraction of the simulated races ended.
fn quantile(drawn: &Sample, share: f64) -> u32 {
    let enough = f64::from(drawn.races()) * share;
    let mut sum = 0.0;
    let found = drawn.counts.iter().position(|count| {
        sum += f64::from(*count);
        sum >= enough
    });
    found.unwrap_or(drawn.counts.len()) as u32
}

/// Returns the first lap in which the driver does not follow the plan, and the compound that it uses in that lap. Wet
/// counts as hard. Returns `None` if the driver can still follow the plan.
fn departed(track: &Track, state: &State, index: usize, plan: Plan) -> Option<(u8, Compound)> {
    let driver = &state.drivers[index];
    // In the garage, the current lap may already be counted for the old set. Then the set on the car is for the next
    // lap.
    let on_car = if driver.charged { driver.lap + 1 } else { driver.lap };
    (1..=last_settled(track, state, index).min(LAPS)).find_map(|lap| {
        let driven = driver.driven.get(usize::from(lap) - 1).copied().flatten().filter(|_| lap < on_car);
        let on = if lap >= on_car { Some(driver.set.compound) } else { driven }?;
        (Some(on.counts_as()) != plan.compound(lap)).then_some((lap, on))
    })
}

/// Returns the last lap whose tyres are settled, because the driver cannot reach its garage any more before that lap
/// (WW-TYRE-02).
fn last_settled(track: &Track, state: &State, index: usize) -> u8 {
    let driver = &state.drivers[index];
    let is_ahead = track.steps_to_garage(driver.spot, state.garage(index)).is_some();
    let is_past_entry =
        || track.steps_to_entry(driver.spot).is_some_and(|steps| u32::from(steps) > track.steps_to_line(driver.spot));
    match driver.spot {
        _ if driver.charged => driver.lap + 1,
        // The lap began in the pit lane, and the garage is still ahead.
        Spot::Lane(field) if field >= track.lane_line && is_ahead => driver.lap.saturating_sub(1),
        Spot::Lane(field) if field < track.lane_line && !is_ahead && driver.lap_open => driver.lap + 1,
        Spot::Loop(_) if driver.lap_open && is_past_entry() => driver.lap + 1,
        _ => driver.lap,
    }
}
