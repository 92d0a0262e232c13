//! Totals over many races, by driver and by circuit. The memory needed grows with the number of drivers and circuits,
//! not with the number of races.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Digest;
use crate::game::Status;

/// The result of one race, taken from its digest and ready to be added to the totals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RaceResult {
    /// The circuit's name.
    pub track: String,
    /// The number of turns recorded.
    pub turns: usize,
    /// The number of illegal turns.
    pub illegal: u32,
    /// The number of changes of the lead.
    pub lead_changes: u32,
    /// The results of the race's drivers.
    pub drivers: Vec<DriverResult>,
    /// The number of turns in the fastest complete lap of the race; `None` if no lap is complete.
    #[serde(rename = "quickest_lap")]
    pub fastest_lap: Option<u32>,
}

/// A driver's result in one race.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DriverResult {
    /// The name of the driver.
    pub name: String,
    /// The driver's grid slot, from 1.
    pub grid: u32,
    /// The driver's final rank in the race, from 1.
    pub rank: u32,
    /// Whether the driver finished.
    pub finished: bool,
    /// The number of attacks the driver made.
    pub attacks: u32,
    /// The number of cars the driver passed.
    pub overtakings: u32,
    /// The number of times the driver's car stood still, fell off the board, hit another car or broke down.
    pub penalties: u32,
    /// The number of points the driver spent (the total of all resources).
    pub spent: u32,
    /// The number of turns in the driver's fastest complete lap; `None` if no lap is complete.
    #[serde(rename = "quickest_lap")]
    pub fastest_lap: Option<u32>,
}

impl RaceResult {
    /// Takes from a race's digest the numbers that are added to the totals.
    #[must_use]
    pub fn of(digest: &Digest) -> Self {
        let drivers: Vec<DriverResult> = digest
            .cars
            .iter()
            .map(|car| DriverResult {
                name: car.name.clone(),
                grid: car.grid,
                rank: car.rank,
                finished: car.status == Status::Finished,
                attacks: car.attacks.values().sum(),
                overtakings: car.overtakings,
                penalties: car.penalties,
                spent: car.spent.iter().map(|spending| spending.amount).sum(),
                fastest_lap: car.laps.iter().filter(|lap| lap.is_whole()).map(|lap| lap.turns).min(),
            })
            .collect();
        Self {
            track: digest.track.clone(),
            turns: digest.turns,
            illegal: digest.illegal,
            lead_changes: digest.lead_changes,
            fastest_lap: drivers.iter().filter_map(|driver| driver.fastest_lap).min(),
            drivers,
        }
    }
}

/// A driver's totals over many races.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DriverRecord {
    /// The number of races the driver started.
    pub races: u32,
    /// The number of races the driver won.
    pub wins: u32,
    /// The number of races in which the driver came first, second or third.
    pub podiums: u32,
    /// The number of races the driver finished.
    pub finished: u32,
    /// The driver's mean final rank.
    pub mean_rank: f64,
    /// The mean number of ranks that the driver gained between the grid and the finish.
    pub mean_gain: f64,
    /// The number of attacks the driver made.
    pub attacks: u32,
    /// The number of cars the driver passed.
    pub overtakings: u32,
    /// The number of times the driver's car stood still, fell off the board, hit another car or broke down.
    pub penalties: u32,
    /// The number of points the driver spent (the total of all resources).
    pub spent: u32,
    /// The number of turns in the driver's fastest complete lap, and the circuit it was driven on.
    /// `None` if no lap is complete.
    #[serde(rename = "quickest_lap")]
    pub fastest_lap: Option<(u32, String)>,
}

/// A circuit's totals over many races.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TrackRecord {
    /// The number of races on the circuit.
    pub races: u32,
    /// The number of turns recorded on the circuit.
    pub turns: u64,
    /// The number of turns in the fastest complete lap on the circuit; `None` if no lap is complete.
    #[serde(rename = "quickest_lap")]
    pub fastest_lap: Option<u32>,
    /// The number of races on the circuit that were won from the first grid slot.
    pub won_from_pole: u32,
    /// The mean number of lead changes in a race on the circuit.
    pub mean_lead_changes: f64,
}

/// The totals over many races, for all races together and for each driver and circuit.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// The number of races in the totals.
    pub races: u32,
    /// The number of turns in all races together.
    pub turns: u64,
    /// The number of illegal turns in all races together.
    pub illegal: u64,
    /// The totals of each driver over all races, by the driver's name.
    pub drivers: BTreeMap<String, DriverRecord>,
    /// The totals of each circuit over all races on it, by the circuit's name.
    pub tracks: BTreeMap<String, TrackRecord>,
}

/// Updates a mean. `before` is the mean of the earlier numbers, and `more` is the new number. `count` says how many
/// numbers there are, including the new number.
fn mean(before: f64, count: u32, more: f64) -> f64 {
    before + (more - before) / f64::from(count)
}

impl Record {
    /// Adds a race to the totals.
    ///
    /// ```
    /// use paddock::analysis::{Digest, RaceResult, Record};
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let mut record = Record::default();
    /// record.add(&RaceResult::of(&Digest::of(race.as_ref())));
    /// assert_eq!((record.races, record.drivers.len()), (1, 2));
    /// ```
    pub fn add(&mut self, result: &RaceResult) {
        self.races += 1;
        self.turns += result.turns as u64;
        self.illegal += u64::from(result.illegal);
        let track = self.tracks.entry(result.track.clone()).or_default();
        track.races += 1;
        track.turns += result.turns as u64;
        track.fastest_lap = track.fastest_lap.into_iter().chain(result.fastest_lap).min();
        track.won_from_pole +=
            u32::from(result.drivers.iter().any(|driver| driver.grid == 1 && driver.rank == 1 && driver.finished));
        track.mean_lead_changes = mean(track.mean_lead_changes, track.races, f64::from(result.lead_changes));
        for driver in &result.drivers {
            let known = self.drivers.entry(driver.name.clone()).or_default();
            known.races += 1;
            known.wins += u32::from(driver.finished && driver.rank == 1);
            known.podiums += u32::from(driver.finished && driver.rank <= 3);
            known.finished += u32::from(driver.finished);
            known.mean_rank = mean(known.mean_rank, known.races, f64::from(driver.rank));
            known.mean_gain = mean(known.mean_gain, known.races, f64::from(driver.grid) - f64::from(driver.rank));
            known.attacks += driver.attacks;
            known.overtakings += driver.overtakings;
            known.penalties += driver.penalties;
            known.spent += driver.spent;
            let own = driver.fastest_lap.map(|turns| (turns, result.track.clone()));
            known.fastest_lap = known.fastest_lap.take().into_iter().chain(own).min();
        }
    }
}
