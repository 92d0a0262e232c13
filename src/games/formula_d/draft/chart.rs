//! The weather chart: the weather for each result of the black die.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The highest result of the black die.
const FACES: u8 = 20;

/// The weather that a line of the weather chart gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Forecast {
    /// Good weather.
    Good,
    /// Changeable weather.
    Changeable,
    /// Rain.
    Rain,
}

/// A line of the weather chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartLine {
    /// The lowest result of the black die for this line of the weather chart, 1 to 20.
    #[schemars(extend("x-hidden" = true))]
    pub from: u8,
    /// The highest result of the black die for this line of the weather chart, 1 to 20. The next line begins one above
    /// this result.
    #[schemars(range(min = 1, max = 20))]
    pub to: u8,
    /// The weather if the black die shows one of the results of this line.
    #[schemars(extend("x-beside" = true))]
    pub weather: Forecast,
}

/// Returns the standard weather chart, for circuits without a chart of their own: half of the results give good
/// weather, a quarter changeable weather, a quarter rain.
#[must_use]
pub fn standard_chart() -> Vec<ChartLine> {
    [(1, 10, Forecast::Good), (11, 15, Forecast::Changeable), (16, FACES, Forecast::Rain)]
        .map(|(from, to, weather)| ChartLine { from, to, weather })
        .to_vec()
}

/// Returns the chart with its lines sorted by their results. Changes the results so that each result from 1 to 20
/// belongs to exactly one line. Each line keeps its highest result if possible, and the next line begins one above that
/// result.
#[must_use]
pub fn closed_chart(chart: &[ChartLine]) -> Vec<ChartLine> {
    let mut chart = chart.to_vec();
    chart.sort_by_key(|line| line.from);
    chart.truncate(FACES.into());
    let (mut from, count) = (1, chart.len());
    for (place, line) in chart.iter_mut().enumerate() {
        let later = (count - 1 - place) as u8;
        let to = if later == 0 { FACES } else { line.to.clamp(from, FACES - later) };
        *line = ChartLine { from, to, ..*line };
        from = to + 1;
    }
    chart
}

/// Returns the highest result that the line with the index `place` may have. At least one result must remain for each
/// later line, so only the last line may have 20.
pub(in crate::games::formula_d) fn last_result(chart: &[ChartLine], place: usize) -> u8 {
    let Some(own) = chart.get(place) else { return FACES };
    let is_later = |(other, line): &(usize, &ChartLine)| (line.from, *other) > (own.from, place);
    let later = chart.iter().enumerate().filter(is_later).count();
    FACES.saturating_sub(later.min(FACES.into()) as u8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(lines: &[(u8, u8)]) -> Vec<ChartLine> {
        let weather = [Forecast::Good, Forecast::Rain].into_iter().cycle();
        lines.iter().zip(weather).map(|((from, to), weather)| ChartLine { from: *from, to: *to, weather }).collect()
    }

    fn closed(lines: &[(u8, u8)]) -> Vec<(u8, u8)> {
        closed_chart(&chart(lines)).iter().map(|line| (line.from, line.to)).collect()
    }

    #[test]
    fn a_closed_chart_has_each_result_once() {
        assert_eq!(closed_chart(&standard_chart()), standard_chart());
        assert_eq!(closed(&[(1, 17), (11, 15), (16, 20)]), [(1, 17), (18, 18), (19, 20)]);
        assert_eq!(closed(&[(3, 8), (12, 14)]), [(1, 8), (9, 20)]);
        assert_eq!(closed(&[(11, 20), (1, 10)]), [(1, 10), (11, 20)]);
        assert_eq!(closed(&[(1, 20), (20, 20), (20, 20)]), [(1, 18), (19, 19), (20, 20)]);
        assert_eq!(closed(&[(0, 0), (255, 255)]), [(1, 1), (2, 20)]);
        assert_eq!(closed(&[(1, 1); 200]), (1..=20).map(|result| (result, result)).collect::<Vec<_>>());
        assert_eq!(closed(&[]), []);
    }
}
