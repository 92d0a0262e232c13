//! Reads the record of a driver's move.

use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};

use super::number;
use super::record::{Mark, RecordAction, RecordLine, Wheels};
use crate::games::wheel_to_wheel::skills::Icon;
use crate::games::wheel_to_wheel::state::Spot;
use crate::games::wheel_to_wheel::tyres::Compound;

/// The reason why a text is not the record of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not part of a move's record")]
pub struct RecordError(String);

fn error(part: &str) -> RecordError {
    RecordError(part.chars().take(40).collect())
}

impl FromStr for RecordLine {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let (head, rest) = text.trim().split_once(':').ok_or_else(|| error(text))?;
        let (when, driver) = head.split_once(' ').ok_or_else(|| error(head))?;
        let both = when.strip_prefix('R').and_then(|when| when.split_once('.'));
        let both = both.and_then(|(round, seat)| Some((number(round)?, number(seat)?)));
        let (round, seat) = both.ok_or_else(|| error(when))?;
        if driver.is_empty() || driver.contains(char::is_whitespace) {
            return Err(error(driver));
        }
        let (actions, marks) = rest.split_once('|').unwrap_or((rest, ""));
        let actions = match actions.trim() {
            "" => Vec::new(),
            some => {
                some.split(';').map(|part| read_action(part).ok_or_else(|| error(part))).collect::<Result<_, _>>()?
            }
        };
        let mut words = marks.split_whitespace().peekable();
        let mut marks = Vec::new();
        while let Some(word) = words.next() {
            marks.push(read_mark(word, &mut words).ok_or_else(|| error(word))?);
        }
        Ok(Self { round, seat, driver: driver.to_owned(), actions, marks })
    }
}

fn read_spot(text: &str) -> Option<Spot> {
    match text {
        "CZ" => Some(Spot::CrashZone),
        "-" => Some(Spot::Out),
        _ => match text.strip_prefix('P') {
            Some(field) => number(field).map(Spot::Lane),
            None => number(text).map(Spot::Loop),
        },
    }
}

fn read_action(text: &str) -> Option<RecordAction> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let what = words.next();
    let way = words.next();
    if words.next().is_some() {
        return None;
    }
    let ends = way.and_then(|way| way.split_once('>'));
    let spots = || ends.and_then(|(from, to)| Some((read_spot(from)?, read_spot(to)?)));
    if first == "D" {
        let (from, to) = spots().filter(|_| what == Some("m"))?;
        return Some(RecordAction::Discharge(from, to));
    }
    let (die, face) = super::read_die(first)?;
    let wheels = match (what, way) {
        (Some("m"), Some(_)) => spots().map(|(from, to)| Wheels::Moved(from, to))?,
        (Some("c"), Some(_)) => ends.and_then(|(from, to)| Some(Wheels::Charged(number(from)?, number(to)?)))?,
        (Some("h"), None) => Wheels::Held,
        (Some("e"), None) => Wheels::Halted,
        (None, None) => Wheels::Failed,
        _ => return None,
    };
    Some(RecordAction::Throw(die, face, wheels))
}

fn read_mark(word: &str, words: &mut Peekable<SplitWhitespace<'_>>) -> Option<Mark> {
    let compound = |text: &str| {
        let mut letters = text.chars();
        letters.next().and_then(Compound::from_letter).filter(|_| letters.as_str().is_empty())
    };
    Some(match word {
        "!E" => Mark::Engine,
        "!Y" => Mark::Yellow,
        "!R+" => Mark::RainStart,
        "!R-" => Mark::RainEnd,
        "!C" => Mark::Collision(words.next()?.to_owned()),
        "G" => {
            let tyres = words.peek().and_then(|word| word.split_once('>'));
            let tyres = tyres.and_then(|(off, on)| Some((compound(off)?, compound(on)?)));
            if tyres.is_some() {
                words.next();
            }
            Mark::Garage(tyres)
        }
        "s" => {
            let slot = words.next()?;
            let found = Icon::ALL.into_iter().find_map(|icon| Some((icon, slot.strip_prefix(icon.name())?)));
            let (icon, slot) = found?;
            Mark::Slot(icon, number(slot)?)
        }
        _ => {
            let mut letters = word.chars();
            let letter = letters.next()?;
            let value = number(letters.as_str())?;
            match letter {
                'L' => Mark::Lap(value),
                't' => Mark::Try(value),
                '+' => Mark::Gained(value),
                'F' => Mark::Finish(value),
                _ => return None,
            }
        }
    })
}
