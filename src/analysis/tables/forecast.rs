//! The table of a forecast: the expected number of turns to the finish with each strategy.

use crate::analysis::{Column, Kind, Row, Table, Value};
use crate::game::{Forecast, Prospect};

/// Makes the table: one row for each strategy, best first.
/// Strategies that are no longer possible come last, in the game's order.
#[must_use]
pub fn forecast(forecast: &Forecast) -> Table {
    let best = forecast.best().map(|(_, expected)| expected.turns);
    let columns = vec![
        Column::new("strategy", "Strategy", Kind::Text, "The short name of the strategy"),
        Column::new("about", "In full", Kind::Text, "The full name of the strategy"),
        Column::new("turns", "Turns", Kind::Number(2), "Expected turns to the finish"),
        Column::new(
            "behind",
            "± best",
            Kind::Difference(2),
            "The number of turns by which the strategy is slower than the best strategy",
        ),
        Column::new("deviation", "Spread", Kind::Number(2), "The standard deviation of the number of turns"),
        Column::new("from", "1 in 20", Kind::Whole, "One race in twenty takes this many turns or fewer"),
        Column::new("to_turns", "19 in 20", Kind::Whole, "Nineteen races in twenty take this many turns or fewer"),
        Column::new(
            "closed",
            "Reason",
            Kind::Text,
            "Why the strategy is no longer possible, or why its number of turns is unknown",
        ),
    ];
    let row = |prospect: &Prospect| -> Row {
        let expected = prospect.expected;
        let turns = expected.map(|expected| expected.turns);
        let within = |end: usize| Value::Whole(expected.and_then(|expected| i32::try_from(expected.within[end]).ok()));
        vec![
            Value::text(prospect.name),
            Value::text(prospect.about.clone()),
            Value::Number(turns),
            Value::Number(turns.zip(best).map(|(turns, best)| turns - best)),
            Value::Number(expected.map(|expected| expected.deviation)),
            within(0),
            within(1),
            Value::text(prospect.closed.clone()),
        ]
    };
    let mut prospects: Vec<&Prospect> = forecast.prospects.iter().collect();
    let turns = |prospect: &Prospect| prospect.expected.map_or(f64::INFINITY, |expected| expected.turns);
    prospects.sort_by(|a, b| turns(a).total_cmp(&turns(b)));
    Table { name: "strategies".into(), columns, rows: prospects.into_iter().map(row).collect() }
}
