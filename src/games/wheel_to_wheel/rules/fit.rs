//! Checks which tyres may be fitted or kept in the garage (WW-TYRE-06, 07, 09, 11, WW-PIT-11).

use super::super::draft::LAPS;
use super::super::options::TyreOverrun;
use super::super::state::{Driver, State};
use super::super::track::Track;
use super::super::tyres::Compound;
use super::drive::is_charged_off;
use super::fault::Fault;
use super::permit::{Why, planned};

/// Returns the number of laps that a driver in its garage still has to drive after it leaves. If the finish line lies
/// ahead in the pit lane, the current lap does not count. A lap that must be driven again counts.
pub(super) const fn laps_left(track: &Track, driver: &Driver, garage: u16) -> u8 {
    let done = if track.is_before_line(garage) && driver.lap_open { driver.lap } else { driver.lap - 1 };
    LAPS.saturating_sub(done)
}

/// Checks whether a driver may leave its garage on the compound `choice` or, if this is `None`, on its old set of
/// tyres.
pub(super) fn check(
    track: &Track,
    state: &State,
    index: usize,
    driver: &Driver,
    choice: Option<Compound>,
    forced: Option<Why>,
) -> Result<(), Fault> {
    let garage = state.garage(index);
    if choice == Some(Compound::Wet) && state.rain.is_none() {
        return Err(Fault::NoRain);
    }
    if let (None, Some(why)) = (choice, forced) {
        return Err(Fault::KeepsSet(why));
    }
    let compound = choice.unwrap_or(driver.set.compound);
    let left = laps_left(track, driver, garage);
    if left > 0
        && let lap = LAPS + 1 - left
        && let Some(planned) = planned(state, index, lap).filter(|planned| *planned != compound.counts_as())
    {
        return Err(Fault::Plan(planned, lap));
    }
    if state.terms.options.tyre_overrun != TyreOverrun::ForcedPit {
        return Ok(());
    }
    let mut used = driver.used;
    if is_charged_off(track, driver, garage) {
        used = used.with(driver.set.compound);
    }
    if left > 0 {
        used = used.with(compound);
    }
    match used.missing() {
        Some(missing) if used.missing_count() > left.saturating_sub(1) => Err(Fault::Unfit(compound, missing)),
        _ => Ok(()),
    }
}
