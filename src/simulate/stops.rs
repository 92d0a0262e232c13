//! Shows whether a pit stop is worth it: compares the places of cars by their number of stops.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entry::Entry;
use super::stats::{FEW, SURE, welch};

/// The results of all cars that made the same number of pit stops and did not leave the race.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StopBalance {
    /// The number of pit stops.
    pub stops: u32,
    /// The number of cars that made this number of stops.
    pub cars: u32,
    /// The mean place of these cars in the result. Cars that were still racing when the race was over have a place too.
    pub place: f64,
    /// The square of the standard error of `place`.
    #[serde(skip)]
    error: f64,
}

/// Returns the results of the cars by their number of stops, fewest stops first. Leaves out cars that left the race.
pub(super) fn by_stops(entries: &[&Entry]) -> Vec<StopBalance> {
    let mut places: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| !entry.is_out) {
        places.entry(entry.stops).or_default().push(f64::from(entry.place));
    }
    places
        .into_iter()
        .map(|(stops, places)| {
            let cars = places.len() as f64;
            let place = places.iter().sum::<f64>() / cars;
            let variance = places.iter().map(|other| (other - place).powi(2)).sum::<f64>() / (cars - 1.0).max(1.0);
            StopBalance { stops, cars: places.len() as u32, place, error: variance / cars }
        })
        .collect()
}

/// Returns a sentence about the places of two groups of cars: those with the most frequent number of pit stops, and
/// those with the second most frequent number. `None` if there are too few cars.
pub(super) fn sentence(stops: &[StopBalance]) -> Option<String> {
    let mut groups: Vec<&StopBalance> = stops.iter().filter(|group| group.cars >= FEW).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.cars));
    groups.truncate(2);
    groups.sort_by_key(|group| group.stops);
    let [fewer, more] = groups.as_slice() else { return None };
    let difference = more.place - fewer.place;
    let (p, half) = welch(difference, [fewer, more].map(|group| (group.error, f64::from(group.cars))));
    let named = |stops: u32| match stops {
        0 => "no stop".to_owned(),
        1 => "1 stop".to_owned(),
        stops => format!("{stops} stops"),
    };
    let what = if p >= SURE {
        "no clear difference".to_owned()
    } else {
        let side = if difference > 0.0 { "worse" } else { "better" };
        format!("{:.2} (±{half:.2}) places {side} with more stops", difference.abs())
    };
    let places = format!(
        "On average, cars with {} take place {:.2}, cars with {} place {:.2}",
        named(fewer.stops),
        fewer.place,
        named(more.stops),
        more.place
    );
    Some(format!("{places}: {what}. Cars in trouble stop more often, so the stops may not be the cause."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(stops: u32, places: &[u32]) -> Vec<Entry> {
        let entry = |place: &u32| Entry {
            race: (0, 0),
            circuit: "Oval".to_owned(),
            game: "wheel_to_wheel".to_owned(),
            edition: String::new(),
            driver: "club".to_owned(),
            slot: 1,
            place: *place,
            finished: true,
            is_out: false,
            turns: 20,
            passes: 0,
            stops,
            gap: None,
        };
        places.iter().map(entry).collect()
    }

    #[test]
    fn a_costly_stop_is_found_and_none_is_invented() {
        let places = |first: u32| (0..60).map(|car| first + car % 3).collect::<Vec<u32>>();
        let said = |one: &[u32], other: &[u32]| {
            let entries = [group(1, one), group(2, other)].concat();
            sentence(&by_stops(&entries.iter().collect::<Vec<_>>()))
        };
        let worse = said(&places(1), &places(2)).unwrap();
        assert!(worse.contains("1 stop take place 2.00, cars with 2 stops place 3.00: 1.00 (±0.3"), "{worse}");
        assert!(said(&places(3), &places(1)).unwrap().contains("places better"));
        assert!(said(&places(1), &places(1)).unwrap().contains("no clear difference"));
        assert_eq!(said(&places(1), &[1, 2]), None, "two cars are too few");
    }

    #[test]
    fn cars_that_left_the_race_do_not_count() {
        let mut entries = group(1, &[1, 2, 3]);
        // The second was still racing when the race was over; the third left it.
        (entries[1].finished, entries[2].finished, entries[2].is_out) = (false, false, true);
        let stops = by_stops(&entries.iter().collect::<Vec<_>>());
        assert_eq!(stops.iter().map(|group| (group.stops, group.cars, group.place)).collect::<Vec<_>>(), [(1, 2, 1.5)]);
    }
}
