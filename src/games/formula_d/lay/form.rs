//! The form of a circuit: the bounds and choices of its fields, and what changes with a field that is edited.

use serde_json::{Value, json};

use super::{LineChange, corner_arrows, lay_pit, relay, set_corner_arrows};
use crate::game::form::{FormData, Hint};
use crate::games::formula_d::draft::{ChartLine, Draft, Forecast, closed_chart, last_result, standard_chart};
use crate::limits::formula_d::MAX_CHART;

impl FormData for Draft {
    type Of = ();

    fn hint(&self, _of: &(), path: &[&str]) -> Hint {
        match path {
            // A circuit that was not laid out along a line keeps its number of lanes.
            ["lanes"] => Hint::hidden(self.line.is_empty()),
            ["narrows", _, "lanes"] => Hint::range(2..=i64::from(self.lanes.clamp(3, 4)) - 1),
            ["chart"] => Hint::range(1..=MAX_CHART as i64),
            // The last line always ends with the highest result of the die.
            ["chart", line, "to"] => {
                let place = line.parse().unwrap_or(usize::MAX);
                let most = last_result(&self.chart, place);
                let least = self.chart.get(place).map_or(1, |line| line.from).clamp(1, most);
                Hint { hidden: most == last_result(&[], 0), ..Hint::range(least.into()..=most.into()) }
            }
            ["spaces", _, "level"] => {
                let names = ["on the ground", "on a bridge"];
                Hint::choices((0..).zip(names).map(|(level, name): (u8, _)| (json!(level), name.to_owned())).collect())
            }
            _ => Hint::default(),
        }
    }

    fn item(&self, _of: &(), path: &[&str]) -> Value {
        match path {
            ["chart"] => json!(ChartLine { from: u8::MAX, to: u8::MAX, weather: Forecast::Rain }),
            _ => Value::Null,
        }
    }

    fn settle(&mut self, _of: &(), before: &Self, id: &str) {
        let path: Vec<&str> = id.split(['/', '#']).skip(1).collect();
        match path[..] {
            ["chart", "add"] if before.chart.is_empty() => self.chart = standard_chart(),
            ["chart", ..] => self.chart = closed_chart(&self.chart),
            ["lanes"] | ["narrows", ..] if !self.line.is_empty() => {
                *self = relay(before, self.clone(), LineChange::Same)
            }
            ["pit_boxes"] => lay_pit(self),
            // If the inside of a corner moves to the other side, arrows that led inwards still lead inwards.
            ["corners", corner, "inside"] => {
                if let Ok(corner) = corner.parse()
                    && let Some(arrows) = corner_arrows(before, corner)
                {
                    set_corner_arrows(self, corner, arrows);
                }
            }
            _ => {}
        }
    }
}
