//! Computes confidence intervals of shares, and tests whether shares are equal.

/// Groups are reported as unequal if the p-value of the comparison is below this number. The p-value is the chance that
/// equal groups would show such differences.
pub(super) const SURE: f64 = 0.01;
/// The smallest number of races or cars from which a conclusion is drawn.
pub(super) const FEW: u32 = 30;

/// Returns the 95 % confidence interval of a share: `hits` of `count` cases (Wilson 1927).
/// Returns 0 to 1 if `count` is 0.
///
/// ```
/// let [low, high] = paddock::simulate::wilson(50.0, 100.0);
/// assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3);
/// ```
#[must_use]
pub fn wilson(hits: f64, count: f64) -> [f64; 2] {
    const Z: f64 = 1.959_964;
    if count <= 0.0 {
        return [0.0, 1.0];
    }
    let share = hits / count;
    let square = Z * Z / count;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half = Z / (1.0 + square) * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// Returns the p-value of Pearson's test of equal counts: the chance that counts of equally likely events would differ
/// at least as much as these. The distribution of the test is approximated by the formula of Wilson and Hilferty
/// (1931). Returns 1 if there is nothing to compare.
///
/// ```
/// use paddock::simulate::even_chance;
///
/// assert!(even_chance(&[25.0, 25.0, 25.0, 25.0]) > 0.99);
/// // 7.815 is the limit of one in twenty for four counts.
/// let p = even_chance(&[64.0, 50.0, 43.0, 43.0]);
/// assert!(p > 0.05 && p < 0.25);
/// assert!(even_chance(&[70.0, 10.0, 10.0, 10.0]) < 1e-6);
/// ```
#[must_use]
pub fn even_chance(counts: &[f64]) -> f64 {
    let sum: f64 = counts.iter().sum();
    let freedom = counts.len() as f64 - 1.0;
    if freedom < 1.0 || sum <= 0.0 {
        return 1.0;
    }
    let expected = sum / counts.len() as f64;
    let square: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
    chi_above(square, freedom)
}

/// The chance that a chi-squared random number is above `square`. Such a number is the sum of the squares of `freedom`
/// standard normal numbers.
fn chi_above(square: f64, freedom: f64) -> f64 {
    // The approximation is poor near 0.
    if square <= 1e-9 {
        return 1.0;
    }
    let part = 2.0 / (9.0 * freedom);
    let z = ((square / freedom).cbrt() - (1.0 - part)) / part.sqrt();
    above(z)
}

/// Returns the p-value of Pearson's test of homogeneity: the chance that two lists of counts would differ at least as
/// much as these if the true shares were the same in both. Returns 1 if there is nothing to compare.
pub(super) fn one_chance(one: &[f64], other: &[f64]) -> f64 {
    let [first, second] = [one, other].map(|counts| counts.iter().sum::<f64>());
    let pairs: Vec<(f64, f64)> =
        one.iter().copied().zip(other.iter().copied()).filter(|(one, other)| one + other > 0.0).collect();
    if pairs.len() < 2 || first <= 0.0 || second <= 0.0 {
        return 1.0;
    }
    let square = |(one, other): &(f64, f64)| {
        let share = (one + other) / (first + second);
        (one - share * first).powi(2) / (share * first) + (other - share * second).powi(2) / (share * second)
    };
    // With one degree of freedom, the approximation is poor, but the square root of the sum is normally distributed.
    let sum: f64 = pairs.iter().map(square).sum();
    if pairs.len() == 2 { 2.0 * above(sum.sqrt()) } else { chi_above(sum, pairs.len() as f64 - 1.0).min(1.0) }
}

/// Computes Welch's test of two means, and returns two values. The first is the chance of a difference at least as
/// large as `difference` if the true means are equal. The second is half the width of the 95 % confidence interval of
/// the difference. `errors` has two values for each mean: the square of its standard error, and the number of values.
/// Student's distribution is approximated by the normal distribution, after the transformation of Wallace (1959).
pub(super) fn welch(difference: f64, errors: [(f64, f64); 2]) -> (f64, f64) {
    let [(one, first), (other, second)] = errors;
    let square = one + other;
    if square <= 0.0 {
        // The values of both means are all equal, so the difference has no error.
        return (if difference == 0.0 { 1.0 } else { 0.0 }, 0.0);
    }
    let freedom = square * square / (one * one / (first - 1.0).max(1.0) + other * other / (second - 1.0).max(1.0));
    let change = (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0);
    let t = difference.abs() / square.sqrt();
    let z = change * (freedom * (t * t / freedom).ln_1p()).sqrt();
    let limit = 1.959_964 / change;
    let half = (freedom * ((limit * limit / freedom).exp_m1())).sqrt() * square.sqrt();
    ((2.0 * above(z)).min(1.0), half)
}

/// The chance that a standard normal random number is above `z` (Abramowitz and Stegun, 26.2.17). The error is less
/// than 1e-7.
fn above(z: f64) -> f64 {
    const B: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let sum = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    let tail = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt() * sum;
    if z < 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_of_known_tables_are_met() {
        // Pearson's statistic 3.841 with two counts is exceeded once in twenty times.
        let half = (3.841_f64 * 1_000.0).sqrt() / 2.0;
        let p = even_chance(&[500.0 + half, 500.0 - half]);
        assert!((p - 0.05).abs() < 0.01, "{p}");
        assert!((above(1.959_964) - 0.025).abs() < 1e-6);
        assert!((above(0.0) - 0.5).abs() < 1e-6);
        // Student's table: 2.228 for ten degrees of freedom, 2.042 for thirty, is exceeded once in twenty times.
        for (values, limit) in [(11.0, 2.228), (31.0, 2.042)] {
            let (p, half) = welch(limit, [(1.0, values), (0.0, values)]);
            assert!((p - 0.05).abs() < 1e-3 && (half - limit).abs() < 0.01, "{p}, {half}");
        }
        assert_eq!((welch(0.0, [(0.0, 9.0); 2]).0, welch(1.0, [(0.0, 9.0); 2]).0), (1.0, 0.0));
        // For 30 and 20 of 100, Pearson's statistic is 2.667. The chance of a larger value is 0.1025.
        assert!((one_chance(&[30.0, 70.0], &[20.0, 80.0]) - 0.1025).abs() < 1e-3);
        // With three counts, Pearson's statistic is above 5.991 once in twenty times.
        let p = one_chance(&[40.0, 30.0, 30.0], &[28.0, 39.5, 32.5]);
        assert!(p > 0.1 && p < 0.25, "{p}");
        assert!((one_chance(&[10.0, 20.0, 30.0], &[20.0, 40.0, 60.0]) - 1.0).abs() < 1e-3);
        let [low, high] = wilson(0.0, 20.0);
        assert!(low == 0.0 && high > 0.1 && high < 0.2);
    }
}
