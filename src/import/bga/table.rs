//! Reads the table data: the pieces on the map, the number of laps and the players.

use serde_json::Value;

use super::packets::{number, text, whole};
use crate::game::CarId;
use crate::games::vektorace::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft};
use crate::geometry::{Direction, Point, Surd};
use crate::replay::{FileError, parse};

/// A hundredth of an octagon, in units of [`Surd`]. The online game stores lengths in hundredths of an octagon.
const HUNDREDTH: i64 = 200;

/// The edges of the map, in hundredths of an octagon (rule VR-ON-04): left, bottom, right, top.
const BOUNDS: [i64; 4] = [-1_179, -229, 2_203, 1_629];

/// The table of an online game: the number of laps, the players and the pieces on the map.
#[derive(Debug)]
pub struct Table {
    /// The number of laps.
    pub laps: u8,
    /// The number and the name of each player.
    pub players: Vec<(CarId, String)>,
    corners: Vec<(u32, Point, Direction)>,
    pitwall: (Point, Direction),
}

/// Reads the table data.
///
/// # Errors
/// Returns an error if the bytes are not JSON, or if a piece is missing or out of range.
pub fn read(bytes: &[u8]) -> Result<Table, FileError> {
    let data: Value = parse(bytes)?;
    let missing =
        |what: &str| FileError::new(format!("these are not table data: {what} is missing or has the wrong form"));
    let elements =
        data.get("game_element").and_then(Value::as_array).ok_or_else(|| missing("the list `game_element`"))?;
    let mut corners = Vec::new();
    let mut pitwall = None;
    for element in elements {
        let kind = element.get("entity").and_then(Value::as_str).unwrap_or_default();
        if !matches!(kind, "curve" | "pitwall") {
            continue;
        }
        let field = |name: &str| element.get(name).ok_or_else(|| missing(&format!("`{name}` of a {kind}")));
        let coordinate = |name: &str| number(field(name)?).ok_or_else(|| missing(&format!("`{name}` of a {kind}")));
        let at = Point::new(recognise(coordinate("pos_x")?), recognise(coordinate("pos_y")?));
        let facing = whole(field("orientation")?).filter(|d| (0..8).contains(d));
        let facing = Direction::new(facing.ok_or_else(|| missing(&format!("`orientation` of a {kind}")))?);
        if kind == "pitwall" {
            pitwall = Some((at, facing));
        } else {
            let number = whole(field("id")?).and_then(|id| u32::try_from(id).ok());
            corners.push((number.ok_or_else(|| missing("`id` of a curve"))?, at, facing));
        }
    }
    corners.sort_by_key(|(number, ..)| *number);
    let laps = data.pointer("/game_info/laps").and_then(whole).and_then(|laps| u8::try_from(laps).ok());
    let players = data.get("players").and_then(Value::as_object).ok_or_else(|| missing("`players`"))?;
    let players = players
        .iter()
        .filter_map(|(key, player)| {
            let id = player.get("id").and_then(whole).or_else(|| key.parse().ok())?;
            let name = player.get("name").and_then(text).unwrap_or_default();
            Some((CarId(u32::try_from(id).ok()?), name))
        })
        .collect();
    Ok(Table {
        laps: laps.ok_or_else(|| missing("`game_info.laps`"))?,
        players,
        corners,
        pitwall: pitwall.ok_or_else(|| missing("the pitwall"))?,
    })
}

impl Table {
    /// Returns the circuit of the online game as a draft.
    pub fn draft(&self) -> Draft {
        let hundredths = |n: i64| Surd::from_units(n * HUNDREDTH, 0);
        let direction = self.direction();
        let corners = self
            .corners
            .iter()
            .enumerate()
            .map(|(index, (number, at, facing))| {
                let hand = self.hand(index);
                CornerDraft { number: *number, at: *at, facing: *facing, hand: (hand != direction).then_some(hand) }
            })
            .collect();
        Draft {
            name: "Online map".to_owned(),
            table: TableDraft {
                from: Point::new(hundredths(BOUNDS[0]), hundredths(BOUNDS[1])),
                to: Point::new(hundredths(BOUNDS[2]), hundredths(BOUNDS[3])),
            },
            direction: Some(direction),
            pitwall: Some(PitwallDraft { at: self.pitwall.0, direction: self.pitwall.1 }),
            corners,
            ..Draft::default()
        }
    }

    /// The direction of the race, clockwise or counter-clockwise. It is the direction of the polygon that joins the
    /// corners in their order.
    fn direction(&self) -> Hand {
        let at = |index: usize| self.corners[index % self.corners.len()].1.to_f64();
        let area: f64 = (0..self.corners.len())
            .map(|index| {
                let ([x, y], [next_x, next_y]) = (at(index), at(index + 1));
                x * next_y - next_x * y
            })
            .sum();
        if area > 0.0 { Hand::CounterClockwise } else { Hand::Clockwise }
    }

    /// The direction in which cars drive around a corner (rule VR-TRACK-04). It is chosen so that the path from the
    /// previous corner to the next one passes this corner on the side of its curb.
    fn hand(&self, index: usize) -> Hand {
        let count = self.corners.len();
        let apex = |index: usize| {
            let (_, at, facing) = self.corners[index % count];
            (at + facing.unit()).to_f64()
        };
        let ([x0, y0], [x1, y1]) = (apex(index + count - 1), apex(index + 1));
        let [dx, dy] = self.corners[index].2.turned(2).unit().to_f64();
        if (x1 - x0) * dx + (y1 - y0) * dy > 0.0 { Hand::CounterClockwise } else { Hand::Clockwise }
    }
}

/// Returns the exact length, in octagons, for a decimal that the online game stores in hundredths of an octagon. The
/// exact length is a/100 + b·√2/8 with whole numbers a and b. If no such length fits, returns the decimal itself, in
/// octagons, rounded to four places.
pub fn recognise(hundredths: f64) -> Surd {
    // The site stores five decimals.
    const CUT: f64 = 2e-5;
    for magnitude in 0..=96i64 {
        for eighths in [magnitude, -magnitude] {
            let rest = hundredths - eighths as f64 * 12.5 * std::f64::consts::SQRT_2;
            if (rest - rest.round()).abs() < CUT {
                return Surd::from_units(rest.round() as i64 * HUNDREDTH, eighths * 2_500);
            }
        }
    }
    Surd::from_units((hundredths * 100.0).round() as i64 * 2, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_matched_to_exact_numbers() {
        assert_eq!(recognise(453.0), Surd::from_units(90_600, 0));
        assert_eq!(recognise(-567.710_68), "-4.97-1/2r".parse().expect("a number"));
        assert_eq!(recognise(1_313.132_03), "11.01+3/2r".parse().expect("a number"));
        // A coordinate that comes from half of 45° has no exact form here. So four decimals of it are kept.
        assert_eq!(recognise(-404.612_05), "-4.0461".parse().expect("a number"));
    }
}
