//! The fastest laps of a race, as a sentence.

use super::{Digest, LapRow, tables};
use crate::game::words::{all_of, many};

/// At most this number of equal laps are named.
const MOST_LAPS: usize = 3;

/// Returns a sentence that names the fastest laps of the race: the complete laps with the fewest turns. `None` if no
/// lap is complete.
///
/// ```
/// use paddock::analysis::{Digest, fastest_laps};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let sentence = fastest_laps(&Digest::of(race.as_ref())).unwrap();
/// assert!(sentence.starts_with("The fastest lap"));
/// ```
#[must_use]
pub fn fastest_laps(digest: &Digest) -> Option<String> {
    let laps = digest.cars.iter().flat_map(|car| car.laps.iter().map(move |lap| (car.name.as_str(), lap)));
    let turns = tables::fastest_lap(digest)?.1.turns;
    let mut fastest: Vec<(&str, &LapRow)> = laps.filter(|(_, lap)| lap.is_whole() && lap.turns == turns).collect();
    fastest.sort_by_key(|(_, lap)| lap.to);
    let named = |(name, lap): &(&str, &LapRow)| format!("{name}'s lap {}", lap.lap);
    let mut names: Vec<String> = fastest.iter().take(MOST_LAPS).map(named).collect();
    if fastest.len() > MOST_LAPS {
        names.push(format!("{} more", fastest.len() - MOST_LAPS));
    }
    let turns = many(turns, "turn");
    Some(match names.as_slice() {
        [only] => format!("The fastest lap is {only}: {turns}."),
        names => format!("The fastest laps are {}: {turns} each.", all_of(names)),
    })
}
