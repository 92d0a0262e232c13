//! Reads the weather in the first line of a file: `IMAGE CORNER-OF-INFO-BOX [RAIN-% SHORTEST-PERIOD]`.

use crate::game::Issue;
use crate::games::formula_d::{ChartLine, Forecast, standard_chart};

/// The number of results of the black die, which decides the weather.
const RESULTS: u8 = 20;
/// The number of die results that mean changeable weather. It is the same as in the standard weather chart.
const CHANGEABLE: u8 = 5;

/// Returns the weather chart that comes nearest to the weather in a file's header. The chart is empty if the header has
/// no weather. Adds notes about weather that a chart cannot express.
pub(super) fn weather(header: &str, notes: &mut Vec<Issue>) -> Vec<ChartLine> {
    let mut note = |message: String| notes.push(Issue::warning("FD-WEA-01", message));
    // The name of the picture may contain spaces. So only the numbers at the end of the header are used.
    let words: Vec<&str> = header.split_whitespace().collect();
    let numbers = words.iter().rev().take_while(|word| word.parse::<f64>().is_ok()).count().min(words.len().max(1) - 1);
    let said = &words[words.len() - numbers..];
    let rain = said.get(1).and_then(|word| word.parse::<f64>().ok());
    let Some(percent) = rain else {
        if words.len() > numbers + 1 {
            let shown: String = header.chars().take(60).collect();
            note(format!("The header `{}` contains no weather that can be read.", shown.trim()));
        }
        return Vec::new();
    };
    if let Some(period) = said.get(2).and_then(|word| word.parse::<f64>().ok()).filter(|period| *period > 0.0) {
        note(format!(
            "The header sets weather periods of at least {period} turns. A weather chart has no periods, so these are left out."
        ));
    }
    if let [_, _, _, more, ..] = said {
        note(format!("The header continues with `{more}`, which is unknown. That part is left out."));
    }
    if !(0.0..=100.0).contains(&percent) {
        note(format!(
            "The header has {percent} % of rain, which is not from 0 to 100. The circuit gets the standard weather chart."
        ));
        return standard_chart();
    }
    let rainy = (percent * f64::from(RESULTS) / 100.0).round() as u8;
    if (f64::from(rainy) * 100.0 / f64::from(RESULTS) - percent).abs() > 1e-9 {
        note(format!(
            "The header gives {percent} % of rain. In the weather chart, {rainy} of the 20 results mean rain."
        ));
    }
    let changeable = if rainy == 0 { 0 } else { CHANGEABLE.min(RESULTS - rainy) };
    if changeable > 0 {
        note(format!(
            "In the weather chart, {changeable} of 20 results mean changeable weather, although the header has no changeable weather."
        ));
    }
    if rainy == 0 {
        note("The header has no rain. Every result of the weather chart means good weather.".to_owned());
    }
    let mut chart = Vec::new();
    let mut from = 1;
    for (count, weather) in
        [(RESULTS - rainy - changeable, Forecast::Good), (changeable, Forecast::Changeable), (rainy, Forecast::Rain)]
    {
        if count > 0 {
            chart.push(ChartLine { from, to: from + count - 1, weather });
            from += count;
        }
    }
    chart
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(header: &str) -> (Vec<(u8, u8)>, usize) {
        let mut notes = Vec::new();
        let chart = weather(header, &mut notes);
        (chart.iter().map(|line| (line.from, line.to)).collect(), notes.len())
    }

    #[test]
    fn rain_is_rounded_to_twentieths_and_the_rest_is_noted() {
        assert_eq!(spans("valencia.png 1 20 16"), (vec![(1, 11), (12, 16), (17, 20)], 2));
        assert_eq!(spans("a circuit.png 0 33 0"), (vec![(1, 8), (9, 13), (14, 20)], 2));
        assert_eq!(spans("minikart.jpg 0 0 0"), (vec![(1, 20)], 1));
        assert_eq!(spans("wet.png 2 100 5"), (vec![(1, 20)], 1));
        assert_eq!(spans("odd.png 2 180 5").0, [(1, 10), (11, 15), (16, 20)]);
        assert_eq!(spans("monza.png 0"), (Vec::new(), 0));
        assert_eq!(spans(""), (Vec::new(), 0));
        assert_eq!(spans("a 0 rain"), (Vec::new(), 1));
    }
}
