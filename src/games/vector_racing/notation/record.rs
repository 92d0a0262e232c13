//! The record of a racer's turn in one line (rules ledger, section 13): the move, and everything that happened on its
//! path, with exact fractions.

use std::fmt;
use std::str::FromStr;

use super::{letters, read_move};
use crate::games::vector_racing::exact::Time;
use crate::games::vector_racing::rules::{Accident, Incident, Report};
use crate::games::vector_racing::state::Standing;

/// A time within a move, as records write it: a fraction, or `(a-vs)/n` for a contact with a disc, where `v` stands for
/// the root sign `√`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(pub Time);

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Time::Ratio(above, 1) => above.fmt(f),
            Time::Ratio(above, below) => write!(f, "{above}/{below}"),
            Time::Root { a, s, n } => write!(f, "({a}-v{s})/{n}"),
        }
    }
}

impl FromStr for Moment {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(rest) = text.strip_prefix('(') {
            let (inner, n) = rest.split_once(")/").ok_or(())?;
            let (a, s) = inner.split_once("-v").ok_or(())?;
            let number = |text: &str| text.parse::<i128>().map_err(|_| ());
            let (a, s, n) = (number(a)?, number(s)?, number(n)?);
            return if s >= 0 && n > 0 { Ok(Self(Time::Root { a, s, n })) } else { Err(()) };
        }
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let (above, below): (i64, i64) = (above.parse().map_err(|_| ())?, below.parse().map_err(|_| ())?);
        if below > 0 && below < i64::MAX && above > i64::MIN { Ok(Self(Time::ratio(above, below))) } else { Err(()) }
    }
}

/// An event in a record. Each kind of event is written with its own sign. A record lists its events in order of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `~`: oil forced the move.
    Forced,
    /// `+`: the racer made one of the extra moves that are allowed after a speed-up (an object on the track).
    Fast,
    /// `-`: the racer made one of the extra moves that are allowed after a slow-down (an object on the track).
    Slow,
    /// `!kind:number@t`: the path met this object at time `t`.
    Met {
        /// The id of the object, such as `oil:2`.
        id: String,
        /// The time within the move at which the path met the object.
        t: Moment,
    },
    /// `>>w`: the racer crossed the finish line. `w` is its progress (number of line crossings) after this crossing.
    Crossed {
        /// The racer's progress (number of line crossings) after this crossing.
        progress: i32,
    },
    /// `#c@t>placed Ln[ Dn]`: a crash. `c` is the crash point, `t` the time, and `placed` the point where the racer is
    /// placed. The number after `L` is the number of turns lost, and the number after `D` the damage.
    Crash {
        /// The crash point. Each coordinate is a text: an exact fraction or, if the racer hit a disc, `~` and a rounded
        /// decimal.
        at: [String; 2],
        /// The time of the crash within the move.
        t: Moment,
        /// The point where the racer was placed.
        placed: [i32; 2],
        /// The number of turns lost by the crash.
        lost: u32,
        /// The damage of the crash: a number, or `v` followed by the number under the square root. `None` if the crash
        /// has no damage to record.
        damage: Option<String>,
    },
    /// `*t`: the racer finished at time `t`.
    Finish(Moment),
    /// `out`: the racer is out of the race.
    Out,
}

/// The record of one racer's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLine {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The racer's mark on paper, or its number if it has no mark.
    pub racer: String,
    /// The move with its start and end; `None` for a lost turn. The end is missing if the move crashed or finished.
    pub played: Option<Played>,
    /// The events of the turn, in order of time.
    pub marks: Vec<Mark>,
}

/// The velocity, start and end of a move, as they are written in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The velocity of the move: x to the right, y up.
    pub velocity: [i32; 2],
    /// The point where the move began.
    pub from: [i32; 2],
    /// The point where the move landed; `None` if the move crashed or finished.
    pub to: Option<[i32; 2]>,
}

/// Creates the record of a racer's turn from the report of the turn. `racer` is the racer's mark on paper, or its
/// number if it has no mark.
#[must_use]
pub fn record_line(report: &Report, racer: &str) -> RecordLine {
    let Some(velocity) = report.velocity else {
        return RecordLine { turn: report.turn, racer: racer.to_owned(), played: None, marks: Vec::new() };
    };
    let mut marks = Vec::new();
    let before = &report.before;
    if before.force {
        marks.push(Mark::Forced);
    } else {
        let change = [0, 1].map(|axis| (velocity[axis] - before.base[axis]).abs());
        let is_extra = change.iter().any(|change| *change > 1);
        let slower = (0..2).any(|axis| change[axis] > 1 && velocity[axis].abs() < before.base[axis].abs());
        if is_extra {
            marks.push(if slower { Mark::Slow } else { Mark::Fast });
        }
    }
    for (t, incident) in &report.incidents {
        marks.push(match incident {
            Incident::Met(id) => Mark::Met { id: id.to_string(), t: Moment(*t) },
            Incident::Crossed { progress, .. } => Mark::Crossed { progress: *progress },
        });
    }
    if let Some(crash) = &report.crash {
        marks.push(crashed(crash));
    }
    if let Some(finish) = &report.finish {
        marks.push(Mark::Finish(Moment(Time::ratio(finish.t.0, finish.t.1))));
    }
    if report.after.standing == Standing::Out {
        marks.push(Mark::Out);
    }
    let landed = report.crash.is_none() && report.finish.is_none();
    let played = Played { velocity, from: before.at, to: landed.then_some(report.end) };
    RecordLine { turn: report.turn, racer: racer.to_owned(), played: Some(played), marks }
}

fn crashed(crash: &Accident) -> Mark {
    let coordinate = |axis: usize| match crash.contact {
        Time::Ratio(above, below) => {
            let value = crash.leg.origin[axis] * below + crash.leg.velocity[axis] * above;
            match Time::ratio(value, below) {
                Time::Ratio(whole, 1) => whole.to_string(),
                Time::Ratio(above, below) => format!("{above}/{below}"),
                Time::Root { .. } => String::new(),
            }
        }
        Time::Root { .. } => format!("~{:.6}", crash.leg.at(crash.contact)[axis]),
    };
    let damage = match (crash.points, crash.square) {
        (Some(points), _) => Some(points.to_string()),
        (None, Some(square)) => Some(format!("v{square}")),
        (None, None) => None,
    };
    Mark::Crash {
        at: [coordinate(0), coordinate(1)],
        t: Moment(crash.t),
        placed: crash.placed,
        lost: crash.lost,
        damage,
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forced => f.write_str("~"),
            Self::Fast => f.write_str("+"),
            Self::Slow => f.write_str("-"),
            Self::Met { id, t } => write!(f, "!{id}@{t}"),
            Self::Crossed { progress } => write!(f, ">>{progress}"),
            Self::Crash { at: [x, y], t, placed, lost, damage } => {
                write!(f, "#({x},{y})@{t}>({},{}) L{lost}", placed[0], placed[1])?;
                damage.as_ref().map_or(Ok(()), |damage| write!(f, " D{damage}"))
            }
            Self::Finish(t) => write!(f, "*{t}"),
            Self::Out => f.write_str("out"),
        }
    }
}

impl fmt::Display for RecordLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{} ", self.turn, self.racer)?;
        match &self.played {
            None => f.write_str("x")?,
            Some(Played { velocity, from, to }) => {
                write!(f, "{} ({},{})", letters(*velocity), from[0], from[1])?;
                if let Some(to) = to {
                    write!(f, ">({},{})", to[0], to[1])?;
                }
            }
        }
        self.marks.iter().try_for_each(|mark| write!(f, " {mark}"))
    }
}

/// The reason why a text is not a record of a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not part of a turn record")]
pub struct RecordError(String);

impl FromStr for RecordLine {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let error = |part: &str| RecordError(part.chars().take(40).collect());
        let mut words = text.split_whitespace().peekable();
        let first = words.next().ok_or_else(|| error(text))?;
        let (turn, racer) = first.split_once('.').ok_or_else(|| error(first))?;
        let turn = turn.parse().map_err(|_| error(first))?;
        let action = words.next().ok_or_else(|| error(text))?;
        let mut marks = Vec::new();
        let played = if action == "x" {
            None
        } else {
            let velocity = read_move(action).map_err(|_| error(action))?;
            let way = words.next().ok_or_else(|| error(text))?;
            let (from, to) = way.split_once('>').map_or((way, None), |(from, to)| (from, Some(to)));
            let from = read_move(from).map_err(|_| error(way))?;
            let to = to.map(|to| read_move(to).map_err(|_| error(way))).transpose()?;
            Some(Played { velocity, from, to })
        };
        while let Some(word) = words.next() {
            let mut mark = read_mark(word).ok_or_else(|| error(word))?;
            if let Mark::Crash { lost, damage, .. } = &mut mark {
                let turns = words.next().and_then(|word| word.strip_prefix('L')).ok_or_else(|| error(word))?;
                *lost = turns.parse().map_err(|_| error(turns))?;
                if let Some(points) = words.peek().and_then(|word| word.strip_prefix('D')) {
                    *damage = Some(points.to_owned());
                    words.next();
                }
            }
            marks.push(mark);
        }
        Ok(Self { turn, racer: racer.to_owned(), played, marks })
    }
}

fn read_mark(word: &str) -> Option<Mark> {
    Some(match word {
        "~" => Mark::Forced,
        "+" => Mark::Fast,
        "-" => Mark::Slow,
        "out" => Mark::Out,
        _ if word.starts_with('!') => {
            let (id, t) = word[1..].split_once('@')?;
            Mark::Met { id: id.to_owned(), t: t.parse().ok()? }
        }
        _ if word.starts_with(">>") => Mark::Crossed { progress: word[2..].parse().ok()? },
        _ if word.starts_with('*') => Mark::Finish(word[1..].parse().ok()?),
        _ if word.starts_with('#') => {
            let (at, rest) = word[1..].split_once('@')?;
            let (x, y) = at.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
            let (t, placed) = rest.split_once('>')?;
            Mark::Crash {
                at: [x.to_owned(), y.to_owned()],
                t: t.parse().ok()?,
                placed: read_move(placed).ok()?,
                lost: 0,
                damage: None,
            }
        }
        _ => return None,
    })
}
