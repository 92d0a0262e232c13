//! Drives races on one circuit. After every few races, reports what they show so far.

use rayon::prelude::*;

use super::{Balance, CircuitBalance, Entry, Row};
use crate::drivers::{DriveError, DrivePlan, Level, School};
use crate::game::Progress;

/// The number of races between two reports.
const TOGETHER: u64 = 8;

/// Drives races on a learned circuit, with drivers of the same level in all cars. Calls `report` with the balance so
/// far. Uses all cores that searches may use. The result depends only on the seed and the number of races.
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
/// let balance = study(school.as_ref(), Level::Club, 1, 4, &|_| (), &|| false).unwrap();
/// assert_eq!((balance.races, balance.slots.len()), (4, 3));
/// ```
///
/// # Errors
/// Returns an error if the work was stopped, or a race has no end.
pub fn study(
    school: &dyn School,
    level: Level,
    seed: u64,
    races: u64,
    report: &dyn Fn(&CircuitBalance),
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<CircuitBalance, DriveError> {
    let drive = |race: u64| {
        let plan = DrivePlan { stream: race, ..DrivePlan::of(level, seed) };
        let driven = school.race(&plan, Progress { stop, ..Progress::SILENT })?;
        Ok(Row::of(race, school.circuit(), school, seed, &driven).iter().map(Entry::of).collect())
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut balance = None;
    for first in (0..races).step_by(TOGETHER as usize) {
        let part = first..races.min(first + TOGETHER);
        let driven: Result<Vec<Vec<Entry>>, DriveError> = part.into_par_iter().map(drive).collect();
        entries.extend(driven?.into_iter().flatten());
        balance = Balance::of(&entries).circuits.pop();
        if let Some(balance) = &balance {
            report(balance);
        }
    }
    balance.ok_or(DriveError::Stopped)
}
