//! Computes confidence intervals of shares, and tests whether shares are equal.

/// Returns the 95 % confidence interval of a share, for `hits` of `count` (Wilson 1927).
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

/// Returns the chance that counts differ at least as much as these if all are equally likely (Pearson's test).
/// The distribution of the test is approximated as by Wilson and Hilferty (1931).
/// Returns 1 if there is nothing to compare.
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
    let part = 2.0 / (9.0 * freedom);
    let z = ((square / freedom).cbrt() - (1.0 - part)) / part.sqrt();
    above(z)
}

/// The chance that a random number of the standard normal distribution is above `z` (Abramowitz and Stegun, 26.2.17;
/// wrong by less than 1e-7).
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
        let [low, high] = wilson(0.0, 20.0);
        assert!(low == 0.0 && high > 0.1 && high < 0.2);
    }
}
