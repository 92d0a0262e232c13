//! Drives races on one circuit. After every few races, reports what they show so far.

use rayon::prelude::*;

use super::corners::{HeatPlace, StretchBalance, StretchSums};
use super::{Balance, CircuitBalance, Entry, Row, StretchRow};
use crate::drivers::{DriveError, DrivePlan, DrivenRace, Level, School};
use crate::game::Progress;
use crate::game::words::many;

/// The largest number of races that are driven between two reports of the results so far.
const TOGETHER: u64 = 8;
/// The number of races before the first report. It is small, but large enough to keep two cores busy.
const FIRST: u64 = 2;

/// The statistics of the races that were driven on a circuit.
#[derive(Clone, Debug, PartialEq)]
pub struct Studied {
    /// The balance of the circuit.
    pub balance: CircuitBalance,
    /// The statistics of each stretch of the lap.
    pub stretches: Vec<StretchBalance>,
    /// The places on the board where cars ended their turns.
    pub places: Vec<HeatPlace>,
}

/// Drives races on a circuit that the drivers have learned, with drivers of the same level in all cars. After every few
/// races, calls `report` with the balance so far. Leaves out races that the drivers do not finish. Uses all cores that
/// searches may use. The result depends only on the seed and the number of races.
///
/// ```
/// use paddock::Games;
/// use paddock::drivers::{Drivable as _, Level, Start};
/// use paddock::game::Progress;
/// use paddock::replay::{Opened, no_files};
/// use paddock::simulate::study;
///
/// let bytes = std::fs::read("tracks/formula_d/saltmarsh.json").unwrap();
/// let Ok(Opened::Track(draft)) = paddock::open(&bytes, &no_files) else { panic!("not a circuit") };
/// let game = Games::all().of(&draft).unwrap();
/// let start = Start { laps: Some(1), cars: Some(3), ..Start::default() };
/// let school = game.learn(&draft, &start, Progress::SILENT).unwrap();
/// let studied = study(school.as_ref(), Level::Club, 1, 4, &|_| (), &|| false).unwrap();
/// assert_eq!((studied.balance.races, studied.balance.slots.len()), (4, 3));
/// assert!(studied.stretches.len() > 1 && !studied.places.is_empty());
/// ```
///
/// # Errors
/// Returns an error if the work was stopped, or if no race was finished.
pub fn study(
    school: &dyn School,
    level: Level,
    seed: u64,
    races: u64,
    report: &dyn Fn(Studied),
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Studied, DriveError> {
    let drive = |race: u64| {
        let plan = DrivePlan { stream: race, logs_stretches: true, ..DrivePlan::of(level, seed) };
        school.race(&plan, Progress { stop, ..Progress::SILENT })
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut sums = StretchSums::default();
    let (mut first, mut together) = (0, FIRST);
    let mut without_end: u64 = 0;
    while first < races {
        let end = races.min(first + together);
        let driven: Vec<Result<DrivenRace, DriveError>> = (first..end).into_par_iter().map(drive).collect();
        for (race, driven) in (first..end).zip(driven) {
            let driven = match driven {
                Ok(driven) => driven,
                // A race without an end says little about the circuit, so it is left out.
                Err(DriveError::TooLong | DriveError::Stuck { .. }) => {
                    without_end += 1;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let name = school.circuit();
            entries.extend(Row::of(race, name, school, seed, &driven).iter().map(Entry::of));
            if let Some(stretches) = &driven.stretches {
                sums.add(&StretchRow::of(race, name, school, seed, &driven), stretches);
            }
        }
        if let Some(mut balance) = Balance::of(&entries).circuits.pop() {
            if without_end > 0 {
                let races = many(without_end, "race");
                balance.verdict.insert(0, format!("Not counted: {races} that the drivers did not finish."));
            }
            let studied = Studied { balance, stretches: sums.balances(), places: sums.places() };
            if end == races {
                return Ok(studied);
            }
            report(studied);
        }
        (first, together) = (end, (2 * together).min(TOGETHER));
    }
    Err(if without_end > 0 { DriveError::TooLong } else { DriveError::Stopped })
}
