//! The balance of a circuit, computed from driven races.
//! It says whether the grid places are equally good, how much passing there is, and how long races last.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entry::Entry;
use super::figures::Figures;
use super::stats::{FEW, SURE, even_chance, wilson};
use super::stops::{self, StopBalance, by_stops};

/// The results of the cars that start from one place of the grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SlotBalance {
    /// The place on the grid, from 1.
    pub slot: u32,
    /// The share of the races that were won from this place. If several cars share the first place, the win is divided
    /// equally among them.
    pub win: f64,
    /// The lower end of the 95 % confidence interval of `win`.
    pub low: f64,
    /// The upper end of the 95 % confidence interval of `win`.
    pub high: f64,
    /// The mean place in the result, over all cars that started from this place of the grid.
    pub place: f64,
}

/// The statistics of all races on one circuit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CircuitBalance {
    /// The name of the circuit.
    pub circuit: String,
    /// The id of the game.
    pub game: String,
    /// The edition of the rules; empty if the game has only one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub edition: String,
    /// The number of races on the circuit.
    pub races: u32,
    /// The number of races in which several cars share the first place.
    pub shared: u32,
    /// The mean number of cars in a race.
    pub cars: f64,
    /// The results of each place of the grid, pole first.
    pub slots: Vec<SlotBalance>,
    /// The p-value of the test whether all grid places are equally good. It is the chance that the wins of equally good
    /// places would differ at least as much as in these races.
    pub even: f64,
    /// The mean number of passes in a race: how often a car passes another car.
    pub passes_per_race: f64,
    /// The mean number of turns that the winner played.
    pub turns_mean: f64,
    /// The 5 % and 95 % quantiles of the winner's number of turns.
    pub turns_within: [u32; 2],
    /// The mean number of rounds between the first and the second car at the finish;
    /// `None` if no race had two finishers.
    pub gap_mean: Option<f64>,
    /// The share of the cars that left the race, from 0 to 1.
    pub out: f64,
    /// The mean number of pit stops of a car.
    pub stops: f64,
    /// The finishing places of the cars that did not leave the race, by their number of pit stops, fewest stops first.
    pub by_stops: Vec<StopBalance>,
    /// The names of the drivers who drove these races, each listed once.
    pub drivers: Vec<String>,
    /// Sentences that say what the statistics show.
    pub verdict: Vec<String>,
    /// The number of wins of each grid place, pole first. If several cars share the first place, the win is divided
    /// equally among them.
    #[serde(skip)]
    pub(super) won: Vec<f64>,
    /// The statistics for a comparison with another [`CircuitBalance`].
    #[serde(skip)]
    pub(super) figures: Figures,
}

/// The balance statistics of each circuit in a table of results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Balance {
    /// The balance of each circuit, sorted by game, name and edition.
    pub circuits: Vec<CircuitBalance>,
}

impl Balance {
    /// Computes the balance statistics of each circuit from the result of each car in each race. The order of `entries`
    /// does not matter.
    #[must_use]
    pub fn of(entries: &[Entry]) -> Self {
        let mut circuits: BTreeMap<(&str, &str, &str), Vec<&Entry>> = BTreeMap::new();
        for entry in entries {
            circuits.entry((&entry.game, &entry.circuit, &entry.edition)).or_default().push(entry);
        }
        Self { circuits: circuits.into_values().filter_map(|entries| circuit(&entries)).collect() }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

fn circuit(entries: &[&Entry]) -> Option<CircuitBalance> {
    let first = entries.first()?;
    let mut races: BTreeMap<(usize, u64), Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        races.entry(entry.race).or_default().push(entry);
    }
    let count = races.len() as u32;
    // Cars that share the first place share the win.
    let mut won = vec![0.0; entries.iter().map(|entry| entry.slot).max()? as usize];
    let (mut winners, mut shared) = (Vec::new(), 0);
    for race in races.values() {
        let first: Vec<&Entry> = race.iter().copied().filter(|entry| entry.is_winner()).collect();
        shared += u32::from(first.len() > 1);
        for winner in &first {
            if let Some(won) = (winner.slot as usize).checked_sub(1).and_then(|slot| won.get_mut(slot)) {
                *won += 1.0 / first.len() as f64;
            }
        }
        winners.extend(first.first().copied());
    }
    let slots: Vec<SlotBalance> = (1..)
        .zip(&won)
        .map(|(slot, won)| {
            let own = || entries.iter().filter(move |entry| entry.slot == slot);
            let started = own().count() as f64;
            let [low, high] = wilson(*won, started);
            let place = mean(own().map(|entry| f64::from(entry.place))).unwrap_or_default();
            SlotBalance { slot, win: won / started.max(1.0), low, high, place }
        })
        .collect();
    let mut lengths: Vec<u32> = winners.iter().map(|winner| winner.turns).collect();
    lengths.sort_unstable();
    let quantile = |share: f64| {
        let at = (lengths.len() as f64 * share).floor() as usize;
        lengths.get(at.min(lengths.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let figures = Figures::of(races.values().map(Vec::as_slice));
    let mut balance = CircuitBalance {
        circuit: first.circuit.clone(),
        game: first.game.clone(),
        edition: first.edition.clone(),
        races: count,
        shared,
        cars: entries.len() as f64 / f64::from(count.max(1)),
        even: even_chance(&won),
        passes_per_race: entries.iter().map(|entry| f64::from(entry.passes)).sum::<f64>() / f64::from(count.max(1)),
        turns_mean: mean(lengths.iter().map(|turns| f64::from(*turns))).unwrap_or_default(),
        turns_within: [quantile(0.05), quantile(0.95)],
        gap_mean: figures.gap(),
        out: entries.iter().filter(|entry| entry.is_out).count() as f64 / entries.len() as f64,
        stops: entries.iter().map(|entry| f64::from(entry.stops)).sum::<f64>() / entries.len() as f64,
        by_stops: by_stops(entries),
        slots,
        drivers: drivers(entries),
        verdict: Vec::new(),
        won,
        figures,
    };
    balance.verdict = verdict(&balance);
    Some(balance)
}

/// The names of the drivers in these results, each listed once.
fn drivers(entries: &[&Entry]) -> Vec<String> {
    let mut drivers: Vec<String> = entries.iter().map(|entry| entry.driver.clone()).collect();
    drivers.sort_unstable();
    drivers.dedup();
    drivers
}

/// Returns sentences that say what the statistics show. Each sentence gives the numbers that support it.
pub(super) fn verdict(balance: &CircuitBalance) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut say = |sentence: String| sentences.push(sentence);
    let cars = balance.cars.round();
    if balance.races < FEW {
        say(format!("Only {} races: too few to evaluate the circuit. Drive at least {FEW}.", balance.races));
    } else if let Some(pole) = balance.slots.first().filter(|_| balance.slots.len() > 1) {
        let equal = 100.0 / balance.slots.len() as f64;
        let half = (pole.high - pole.low) * 50.0;
        let share = format!("Pole wins {:.0} % (±{half:.0}) of races with {cars:.0} cars", pole.win * 100.0);
        if balance.even >= SURE {
            say(format!(
                "{share}; if all grid places were equally good, each would win {equal:.0} %. These races show no difference between them (p = {:.2}).",
                balance.even
            ));
        } else {
            let best = balance.slots.iter().max_by(|one, other| one.win.total_cmp(&other.win));
            let best = best.map_or(String::new(), |best| {
                if best.slot == pole.slot {
                    "pole is an advantage".to_owned()
                } else {
                    format!("grid place {} wins most often, {:.0} %", best.slot, best.win * 100.0)
                }
            });
            let p = if balance.even < 0.001 { "p < 0.001".to_owned() } else { format!("p = {:.3}", balance.even) };
            say(format!(
                "{share}; if all grid places were equally good, each would win {equal:.0} %. In these races, {best} ({p})."
            ));
        }
    }
    if balance.shared > 0 {
        say(format!(
            "In {} of {} races, several cars share the first place. In these races, the win is divided equally among them.",
            balance.shared, balance.races
        ));
    }
    if cars > 1.0 {
        let each = balance.passes_per_race / balance.cars;
        let much = if each < 0.5 {
            "hardly anybody passes"
        } else if each < 2.0 {
            "some passing"
        } else {
            "much passing"
        };
        say(format!("A race has {:.1} passes: {much}.", balance.passes_per_race));
        if let Some(gap) = balance.gap_mean {
            say(format!("The second car finishes {gap:.1} rounds after the winner."));
        }
    }
    let [low, high] = balance.turns_within;
    if balance.turns_mean > 0.0 {
        say(format!("The winner needs {:.1} turns; nine races in ten take {low} to {high}.", balance.turns_mean));
    } else {
        say("No car finished any of these races.".to_owned());
    }
    if balance.out > 0.005 {
        say(format!("{:.0} % of the cars retire.", balance.out * 100.0));
    }
    if balance.stops > 0.005 {
        say(format!("A car makes {:.2} pit stops.", balance.stops));
        stops::sentence(&balance.by_stops).into_iter().for_each(&mut say);
    }
    say(format!("The races were driven by {} drivers; people may race differently.", balance.drivers.join(" and ")));
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn races(winner: impl Fn(u64) -> u32, count: u64) -> Vec<Entry> {
        (0..count)
            .flat_map(|race| {
                let first = winner(race);
                (1..=4).map(move |slot| Entry {
                    race: (0, race),
                    circuit: "Oval".to_owned(),
                    game: "formula_d".to_owned(),
                    edition: String::new(),
                    driver: "club".to_owned(),
                    slot,
                    place: if slot == first { 1 } else { 2 + (slot + 3 - first) % 3 },
                    finished: true,
                    is_out: false,
                    turns: 20,
                    passes: 1,
                    stops: 0,
                    gap: Some(u32::from(slot != first)),
                })
            })
            .collect()
    }

    #[test]
    fn an_advantage_of_pole_is_found_and_none_is_invented() {
        let even = Balance::of(&races(|race| (race % 4) as u32 + 1, 200));
        let [even] = even.circuits.as_slice() else { panic!("one circuit") };
        assert_eq!((even.races, even.slots.len()), (200, 4));
        assert!(even.even > 0.9 && even.verdict[0].contains("show no difference"), "{:?}", even.verdict);
        let pole = Balance::of(&races(|race| if race % 10 < 7 { 1 } else { (race % 4) as u32 + 1 }, 200));
        let pole = &pole.circuits[0];
        assert!(pole.even < 1e-6 && pole.verdict[0].contains("pole is an advantage"), "{:?}", pole.verdict);
        assert!(pole.slots[0].low < pole.slots[0].win && pole.slots[0].win < pole.slots[0].high);
        assert!((pole.passes_per_race - 4.0).abs() < 1e-9 && pole.turns_within == [20, 20]);
    }

    #[test]
    fn a_shared_first_place_counts_in_equal_parts() {
        let mut rows = races(|_| 1, 40);
        rows.iter_mut().filter(|row| row.race.1 < 20).for_each(|row| (row.place, row.gap) = (1, Some(0)));
        let balance = &Balance::of(&rows).circuits[0];
        let wins: Vec<f64> = balance.slots.iter().map(|slot| slot.win).collect();
        assert_eq!((balance.shared, wins), (20, vec![0.625, 0.125, 0.125, 0.125]));
        assert!(balance.verdict.iter().any(|sentence| sentence.contains("In 20 of 40 races, several cars share")));
        // In 20 of the 40 races, two cars share first place, so the gap is 0.
        assert_eq!(balance.gap_mean, Some(0.5));
    }

    #[test]
    fn few_races_give_no_verdict_on_the_grid() {
        let few = Balance::of(&races(|_| 1, 10));
        assert!(few.circuits[0].verdict[0].contains("too few"), "{:?}", few.circuits[0].verdict);
        assert!(Balance::of(&[]).circuits.is_empty());
    }
}
