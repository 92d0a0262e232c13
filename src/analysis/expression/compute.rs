//! Computes the values of an expression over a race.

use evalexpr::Value;

use super::{Expression, Inputs, Source, Who};
use crate::analysis::steps::Steps;
use crate::analysis::{Quantity, Series};

/// Reads the values that one quantity has for one car, in the order of the turns.
struct Cursor<'a> {
    points: &'a [[f64; 2]],
    /// The numbers of the car's own turns that the cursor has not reached yet. Used only for [`Quantity::Speed`], to
    /// set the value to 0 in turns without a move. For all other quantities, the list is empty.
    turns: &'a [u32],
    value: Option<f64>,
}

impl Cursor<'_> {
    /// Moves the cursor forward to a position (a number of turns played).
    fn advance(&mut self, position: usize) {
        if let Some((turn, rest)) = self.turns.split_first()
            && *turn as usize <= position
        {
            self.turns = rest;
            self.value = Some(0.0);
        }
        while let Some(([at, value], rest)) = self.points.split_first()
            && *at <= position as f64
        {
            self.points = rest;
            self.value = Some(*value);
        }
    }
}

impl Expression {
    /// Computes the values of the expression, and adds them to the series as the user's own quantity with the number
    /// `number`. Where the expression has no value, for example at a division by 0, the line has a gap.
    pub fn add_to(&self, series: &mut Series, number: u8) {
        let steps = self.steps(series);
        series.set_own(number, self.text(), steps);
    }

    fn steps(&self, series: &Series) -> Vec<Steps> {
        let cars = series.cars();
        let mut all = vec![Steps::default(); cars];
        let cursor = |car: usize, quantity: Quantity| {
            let is_speed = quantity == Quantity::Speed;
            Cursor {
                points: series.values(car, quantity),
                turns: if is_speed { series.own_turns(car) } else { &[] },
                value: is_speed.then_some(0.0),
            }
        };
        let of_all = |quantity: Quantity| (0..cars).map(|car| cursor(car, quantity)).collect::<Vec<_>>();
        let mut sources: Vec<Option<Vec<Cursor<'_>>>> = self
            .variables
            .iter()
            .map(|(source, _)| match source {
                Source::Quantity(quantity) => Some(of_all(*quantity)),
                _ => None,
            })
            .collect();
        let needs_order = self.variables.iter().any(|(_, who)| !matches!(who, Who::Own | Who::Car(_)));
        let mut ranks = of_all(Quantity::Rank);
        let mut order: Vec<usize> = (0..cars).collect();
        let mut turns = vec![0_usize; cars];
        let mut round = 0;
        // The inputs that were last used for each car. A missing input is NaN.
        let mut known: Vec<Vec<f64>> = vec![Vec::new(); cars];
        let mut inputs = Inputs(vec![Value::Float(0.0); self.variables.len()]);
        for position in 0..series.positions() {
            sources.iter_mut().flatten().flatten().for_each(|cursor| cursor.advance(position));
            if needs_order {
                ranks.iter_mut().for_each(|cursor| cursor.advance(position));
                let rank = |car: usize| ranks[car].value.unwrap_or(f64::MAX);
                if !order.is_sorted_by(|one, other| rank(*one) <= rank(*other)) {
                    order.sort_by(|one, other| rank(*one).total_cmp(&rank(*other)));
                }
            }
            while series.rounds().get(round).is_some_and(|start| (*start as usize) < position) {
                round += 1;
            }
            for car in 0..cars {
                let own = series.own_turns(car);
                if own.get(turns[car]).is_some_and(|turn| *turn as usize <= position) {
                    turns[car] += 1;
                }
                let who = |who: Who| match who {
                    Who::Own => car,
                    Who::Car(other) => other,
                    Who::Leader => order.first().copied().unwrap_or(car),
                    Who::Ahead | Who::Behind => {
                        let place = order.iter().position(|known| *known == car).unwrap_or(0);
                        let next = if who == Who::Ahead { place.saturating_sub(1) } else { place + 1 };
                        order.get(next).copied().unwrap_or(car)
                    }
                };
                let input = |index: usize| {
                    let (source, of) = self.variables[index];
                    Some(match source {
                        Source::Quantity(_) => return sources[index].as_ref()?.get(who(of))?.value,
                        Source::Turn => position as f64,
                        Source::Round => round as f64,
                        Source::Turns => turns[who(of)] as f64,
                    })
                };
                let now: Vec<f64> = (0..self.variables.len()).map(|index| input(index).unwrap_or(f64::NAN)).collect();
                let is_same = |(one, other): (&f64, &f64)| one.to_bits() == other.to_bits();
                if position > 0 && known[car].iter().zip(&now).all(is_same) {
                    continue;
                }
                for (value, now) in inputs.0.iter_mut().zip(&now) {
                    *value = Value::Float(*now);
                }
                let is_whole = now.iter().all(|input| !input.is_nan());
                let value = is_whole.then(|| self.value(&inputs).ok()).flatten();
                all[car].change_or_end(position, value.filter(|value| value.is_finite()));
                known[car] = now;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_gives_the_latest_value_and_nought_for_a_turn_without_a_move() {
        let points = [[1.0, 5.0], [7.0, 3.0]];
        let mut speed = Cursor { points: &points, turns: &[1, 4, 7], value: Some(0.0) };
        let mut values = Vec::new();
        for position in 0..9 {
            speed.advance(position);
            values.push(speed.value.unwrap_or(-1.0));
        }
        assert_eq!(values, [0.0, 5.0, 5.0, 5.0, 0.0, 0.0, 0.0, 3.0, 3.0]);
    }
}
