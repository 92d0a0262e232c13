//! Compares two balances ([`CircuitBalance`]), and tests whether each difference is significant.

use crate::game::words::signed;
use serde::Serialize;

use super::balance::CircuitBalance;
use super::figures::{NAMES, Sample};
use super::stats::{FEW, one_chance, welch};

/// A difference is significant if its corrected p-value is below this number.
const SIGNIFICANT: f64 = 0.05;

/// A statistic of two [`CircuitBalance`]s that are compared, and the test of whether the difference is significant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The key of the statistic in JSON, such as `pole`.
    pub figure: &'static str,
    /// The name of the statistic in sentences, with its unit.
    pub name: &'static str,
    /// The mean of the statistic over the races of the first of the two compared balances. `None` if no race has a
    /// value for it. Also `None` for the wins by grid place, because these are a list of numbers.
    pub one: Option<f64>,
    /// The mean of the statistic over the races of the second balance. `None` in the same cases as for the first
    /// balance.
    pub other: Option<f64>,
    /// The lower end of the 95 % confidence interval of the difference (the second mean minus the first). The interval
    /// is not corrected for the number of tests.
    pub low: Option<f64>,
    /// The upper end of the 95 % confidence interval of the difference. The interval is not corrected for the number of
    /// tests.
    pub high: Option<f64>,
    /// The name of the statistical test: `Welch` or `Pearson`.
    pub test: &'static str,
    /// The p-value: the chance of a difference at least this large if there is no real difference. `None` with too few
    /// races.
    pub p: Option<f64>,
    /// The p-value after Holm's correction (1979) for the number of tests.
    pub corrected: Option<f64>,
    /// Whether the corrected p-value is below 0.05.
    pub is_significant: bool,
}

/// The comparison of two [`CircuitBalance`]s, which each have the statistics of many races on one circuit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first of the two compared balances.
    pub one: CircuitBalance,
    /// The second of the two compared balances. A difference is the value of the second balance minus the value of the
    /// first.
    pub other: CircuitBalance,
    /// The number of tests that were made together. The p-values are corrected for this number.
    pub tests: usize,
    /// The statistics that are compared, each with its test.
    pub differences: Vec<Difference>,
    /// Sentences that say what the comparison shows.
    pub verdict: Vec<String>,
}

/// Compares the two balances of each pair. The p-values are corrected for the number of tests of all pairs together.
/// The tests assume that the races of the two balances are independent of each other.
#[must_use]
pub fn compare(pairs: Vec<(CircuitBalance, CircuitBalance)>) -> Vec<Comparison> {
    let mut compared: Vec<Comparison> = pairs
        .into_iter()
        .map(|(one, other)| {
            let differences = differences(&one, &other);
            Comparison { one, other, tests: 0, differences, verdict: Vec::new() }
        })
        .collect();
    // Holm's correction: the smallest p-value is multiplied by the number of tests, the next by one less, and so on. No
    // corrected value is smaller than the one before it.
    let mut tested: Vec<&mut Difference> =
        compared.iter_mut().flat_map(|comparison| &mut comparison.differences).filter(|of| of.p.is_some()).collect();
    tested.sort_by(|one, other| one.p.unwrap_or(1.0).total_cmp(&other.p.unwrap_or(1.0)));
    let tests = tested.len();
    let mut last: f64 = 0.0;
    for (index, difference) in tested.into_iter().enumerate() {
        last = last.max((difference.p.unwrap_or(1.0) * (tests - index) as f64).min(1.0));
        difference.corrected = Some(last);
        difference.is_significant = last < SIGNIFICANT;
    }
    for comparison in &mut compared {
        comparison.tests = tests;
        comparison.verdict = verdict(comparison);
    }
    compared
}

fn differences(one: &CircuitBalance, other: &CircuitBalance) -> Vec<Difference> {
    let is_enough = |sample: &Sample| sample.count >= f64::from(FEW);
    let mut differences = Vec::new();
    for ((figure, name), (first, second)) in NAMES.into_iter().zip(one.figures.0.iter().zip(&other.figures.0)) {
        if first.count == 0.0 && second.count == 0.0 {
            continue;
        }
        let tested = (is_enough(first) && is_enough(second)).then(|| {
            let errors = [first, second].map(|sample| (sample.error_square(), sample.count));
            welch(second.mean - first.mean, errors)
        });
        let mean = |sample: &Sample| (sample.count > 0.0).then_some(sample.mean);
        differences.push(Difference {
            figure,
            name,
            one: mean(first),
            other: mean(second),
            low: tested.map(|(_, half)| second.mean - first.mean - half),
            high: tested.map(|(_, half)| second.mean - first.mean + half),
            test: "Welch",
            p: tested.map(|(p, _)| p),
            corrected: None,
            is_significant: false,
        });
    }
    let is_same_grid = one.won.len() == other.won.len() && one.won.len() > 1;
    if is_same_grid && one.races.min(other.races) >= FEW {
        differences.push(Difference {
            figure: "places",
            name: "Wins by place on the grid",
            one: None,
            other: None,
            low: None,
            high: None,
            test: "Pearson",
            p: Some(one_chance(&one.won, &other.won)),
            corrected: None,
            is_significant: false,
        });
    }
    differences
}

/// Formats a p-value, such as "p = 0.031".
fn chance(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

fn verdict(comparison: &Comparison) -> Vec<String> {
    let Comparison { one, other, tests, differences, .. } = comparison;
    let mut sentences = Vec::new();
    let fewest = one.races.min(other.races);
    if fewest < FEW {
        sentences.push(format!(
            "Only {fewest} races in one of the two groups: too few to compare. Drive at least {FEW} for each group."
        ));
        return sentences;
    }
    for difference in differences.iter().filter(|difference| difference.is_significant) {
        let p = chance(difference.corrected.unwrap_or(1.0));
        sentences.push(match (difference.one, difference.other, difference.low, difference.high) {
            (Some(first), Some(second), Some(low), Some(high)) => format!(
                "{}: from {first:.1} to {second:.1}, a change of {} (95 % confidence interval: {} to {}; {p}).",
                difference.name,
                signed(second - first, 1),
                signed(low, 1),
                signed(high, 1)
            ),
            _ => format!("{}: the two groups of races differ ({p}).", difference.name),
        });
    }
    if sentences.is_empty() {
        sentences.push("These races show no difference in any of these figures.".to_owned());
    }
    if one.drivers != other.drivers {
        let [first, second] = [one, other].map(|of| of.drivers.join(" and "));
        sentences.push(format!("The two groups have different drivers: {first}, and {second}."));
    }
    if (one.cars - other.cars).abs() > 0.05 {
        sentences
            .push(format!("The two groups have different numbers of cars: {:.0}, and {:.0}.", one.cars, other.cars));
    }
    sentences.push(format!(
        "Race averages are compared with Welch's test, wins from each grid place with Pearson's chi-squared test. The p-values have the Holm correction for {tests} tests."
    ));
    sentences
}

#[cfg(test)]
mod tests {
    use super::super::{Balance, Entry};
    use super::*;

    /// Returns the balance of races with two cars. The car on pole wins `wins` of every 100 races.
    fn balance(wins: u64, races: u64) -> CircuitBalance {
        let row = |race: u64, slot: u32| {
            let is_first = (race % 100 < wins) == (slot == 1);
            Entry {
                race: (0, race),
                circuit: "Oval".to_owned(),
                game: "formula_d".to_owned(),
                edition: String::new(),
                driver: "club".to_owned(),
                slot,
                place: if is_first { 1 } else { 2 },
                finished: true,
                is_out: false,
                turns: 20 + (race % 3) as u32,
                passes: (race % 5) as u32,
                stops: 0,
                gap: Some(u32::from(!is_first)),
            }
        };
        let rows: Vec<Entry> = (0..races).flat_map(|race| [row(race, 1), row(race, 2)]).collect();
        Balance::of(&rows).circuits.remove(0)
    }

    fn difference<'a>(comparison: &'a Comparison, figure: &str) -> &'a Difference {
        comparison.differences.iter().find(|difference| difference.figure == figure).expect("a figure")
    }

    #[test]
    fn a_difference_of_pole_is_found_and_none_is_invented() {
        let compared = compare(vec![(balance(70, 200), balance(50, 200))]);
        let [comparison] = compared.as_slice() else { panic!("one pair") };
        let pole = difference(comparison, "pole");
        let shown = [pole.one, pole.other].map(|share| share.map(|share| format!("{share:.6}")));
        assert_eq!(shown, [Some("70.000000".to_owned()), Some("50.000000".to_owned())]);
        let (low, high) = (pole.low.expect("an interval"), pole.high.expect("an interval"));
        assert!(low < -20.0 && high > -20.0 && high < -10.0 && low > -30.0, "{low} to {high}");
        let (p, corrected) = (pole.p.expect("a test"), pole.corrected.expect("a test"));
        // The two-sided chance of 20 points with errors of 3.25 and 3.54 points, z = 4.16.
        assert!(p > 2e-5 && p < 6e-5 && corrected > p && pole.is_significant, "{p}");
        assert!(difference(comparison, "places").is_significant);
        assert!(!difference(comparison, "turns").is_significant && !difference(comparison, "stops").is_significant);
        assert_eq!(comparison.tests, comparison.differences.len());
        let said = &comparison.verdict;
        assert!(said[0].starts_with("Races won from pole, %: from 70.0 to 50.0"), "{said:?}");
        let same = &compare(vec![(balance(50, 200), balance(50, 200))])[0];
        assert!(same.verdict[0].contains("show no difference"), "{:?}", same.verdict);
        assert!(same.differences.iter().all(|difference| difference.corrected == Some(1.0)));
    }

    #[test]
    fn more_pairs_make_chances_larger_and_few_races_have_none() {
        let single = compare(vec![(balance(70, 200), balance(50, 200))]);
        let double = compare(vec![(balance(70, 200), balance(50, 200)), (balance(50, 200), balance(50, 200))]);
        let corrected = |of: &[Comparison]| difference(&of[0], "pole").corrected.expect("a test");
        assert!(corrected(&double) > corrected(&single));
        assert_eq!(double[1].tests, 2 * single[0].tests);
        let few = &compare(vec![(balance(70, 200), balance(50, 20))])[0];
        assert!(few.differences.iter().all(|difference| difference.p.is_none() && !difference.is_significant));
        assert!(few.verdict[0].contains("Only 20 races"), "{:?}", few.verdict);
    }
}
