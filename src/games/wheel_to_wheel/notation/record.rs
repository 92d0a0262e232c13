//! The record of a driver's move in one line (rules ledger, section 9): every throw with its start and end, and its
//! effects.

use std::fmt;

use crate::games::wheel_to_wheel::dice::Die;
use crate::games::wheel_to_wheel::rules::{self, Landing, Report};
use crate::games::wheel_to_wheel::setup::DRIVERS;
use crate::games::wheel_to_wheel::skills::Icon;
use crate::games::wheel_to_wheel::state::{Spot, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Action, Turn, Use};
use crate::games::wheel_to_wheel::tyres::Compound;

/// The driver's use of a throw, with the token's field or the battery level before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheels {
    /// `m from>to`: the token moved. If the move ended in a collision, `to` is the red field.
    Moved(Spot, Spot),
    /// `c from>to`: the battery was charged from one level to another.
    Charged(u8, u8),
    /// `h`: the token stayed on its field in the pit lane.
    Held,
    /// `e`: the token halted on the pit entry field.
    Halted,
    /// The engine broke. In the text of the record, only the effect `!E` shows this.
    Failed,
}

/// An action of a driver's move: a throw or a discharge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordAction {
    /// A throw, with its face and use.
    Throw(Die, u8, Wheels),
    /// `D m from>to`: the driver used the battery (a discharge), and the token moved.
    Discharge(Spot, Spot),
}

/// An effect of a driver's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `L2`: the driver completed a lap, and lap 2 begins.
    Lap(u8),
    /// `!C AZ1`: the driver collided with driver AZ1.
    Collision(String),
    /// `!E`: the engine broke.
    Engine,
    /// `!Y`: the yellow flag came out.
    Yellow,
    /// `!R+`: rain began.
    RainStart,
    /// `!R-`: rain ended.
    RainEnd,
    /// `G`: the driver stopped in its garage. `G S>H`: it also changed from soft to hard tyres.
    Garage(Option<(Compound, Compound)>),
    /// `t2`: the second failed try to hit the garage.
    Try(u8),
    /// `s helmet2`: the team spent a skill slot before or during the move.
    Slot(Icon, u8),
    /// `+3`: the team gained three skill slots.
    Gained(u8),
    /// `F3`: the driver finished in third place.
    Finish(u8),
}

/// The record of a driver's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLine {
    /// The round of the move, from 1.
    pub round: u32,
    /// The position of the driver's team in the turn order (its seat), from 1.
    pub seat: u8,
    /// The driver's name in notation: the letters of the team and 1 or 2.
    pub driver: String,
    /// The actions of the move, in order.
    pub actions: Vec<RecordAction>,
    /// The effects of the move, in order.
    pub marks: Vec<Mark>,
}

/// Returns the records of a race, one line for each driver's move; an unfinished move comes last. Illegal turns are
/// played as far as possible.
#[must_use]
pub fn records(track: &Track, start: &State, turns: &[Turn]) -> Vec<RecordLine> {
    let mut state = start.clone();
    let mut lines: Vec<RecordLine> = Vec::new();
    let mut open: Option<(usize, RecordLine)> = None;
    for turn in turns {
        let Some(report) = rules::report(track, &state, turn) else { continue };
        let is_other = open.as_ref().is_some_and(|(index, _)| *index != report.index);
        if is_other && report.spent.is_none() {
            // One driver of a team may spend a slot just before the other driver of the team moves.
            let (last, line) = open.take().unwrap_or_else(|| (report.index, new_line(&state, &report)));
            if line.actions.is_empty() {
                let mut moved = new_line(&state, &report);
                moved.marks = line.marks;
                open = Some((report.index, moved));
            } else {
                lines.push(line);
            }
            let _ = last;
        }
        let (_, line) = open.get_or_insert_with(|| (report.index, new_line(&state, &report)));
        add(&state, &report, line);
        let is_over = !report.extra && report.spent.is_none();
        state = rules::force(track, &state, turn).played.state;
        if is_over {
            lines.extend(open.take().map(|(_, line)| line));
        }
    }
    lines.extend(open.map(|(_, line)| line));
    lines
}

fn new_line(state: &State, report: &Report) -> RecordLine {
    RecordLine {
        round: report.round,
        seat: (report.index / DRIVERS) as u8 + 1,
        driver: state.name(report.index),
        actions: Vec::new(),
        marks: Vec::new(),
    }
}

fn add(state: &State, report: &Report, line: &mut RecordLine) {
    let from = report.before.spot;
    let to = report.spots.last().copied().unwrap_or(from);
    match report.turn.action {
        Action::Throw(throw) => {
            let wheels = match throw.what {
                Use::Move | Use::Discharge => Wheels::Moved(from, to),
                Use::Charge => Wheels::Charged(report.before.battery, report.after.battery),
                Use::Hold => Wheels::Held,
                Use::Halt => Wheels::Halted,
                Use::Failure => Wheels::Failed,
            };
            line.actions.push(RecordAction::Throw(throw.die, throw.face, wheels));
        }
        Action::Discharge => line.actions.push(RecordAction::Discharge(from, to)),
        Action::Spend { .. } | Action::Pass => {}
    }
    let marks = &mut line.marks;
    marks.extend(report.spent.map(|(icon, slot)| Mark::Slot(icon, slot)));
    marks.extend(report.concluded.iter().filter(|_| report.finish.is_none()).map(|lap| Mark::Lap(lap + 1)));
    match report.landing {
        Landing::Collision(other) => marks.push(Mark::Collision(state.name(other))),
        Landing::Garage => {
            if report.failure {
                marks.push(Mark::Engine);
            }
            if report.after.stops > report.before.stops {
                marks.push(Mark::Garage(report.tyres));
            }
        }
        Landing::None => {}
    }
    marks.extend(report.failed_try.map(Mark::Try));
    for (is_set, mark) in
        [(report.yellow, Mark::Yellow), (report.rain_start, Mark::RainStart), (report.rain_end, Mark::RainEnd)]
    {
        marks.extend(is_set.then_some(mark));
    }
    marks.extend(Some(report.gained).filter(|gained| *gained > 0).map(Mark::Gained));
    marks.extend(report.finish.map(Mark::Finish));
}

impl fmt::Display for RecordAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discharge(from, to) => write!(f, "D m {from}>{to}"),
            Self::Throw(die, face, wheels) => {
                write!(f, "{}{face}", die.letter())?;
                match wheels {
                    Wheels::Moved(from, to) => write!(f, " m {from}>{to}"),
                    Wheels::Charged(from, to) => write!(f, " c {from}>{to}"),
                    Wheels::Held => f.write_str(" h"),
                    Wheels::Halted => f.write_str(" e"),
                    Wheels::Failed => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lap(lap) => write!(f, "L{lap}"),
            Self::Collision(driver) => write!(f, "!C {driver}"),
            Self::Engine => f.write_str("!E"),
            Self::Yellow => f.write_str("!Y"),
            Self::RainStart => f.write_str("!R+"),
            Self::RainEnd => f.write_str("!R-"),
            Self::Garage(None) => f.write_str("G"),
            Self::Garage(Some((off, on))) => write!(f, "G {}>{}", off.letter(), on.letter()),
            Self::Try(number) => write!(f, "t{number}"),
            Self::Slot(icon, slot) => write!(f, "s {}{slot}", icon.name()),
            Self::Gained(slots) => write!(f, "+{slots}"),
            Self::Finish(place) => write!(f, "F{place}"),
        }
    }
}

impl fmt::Display for RecordLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{:02}.{} {}:", self.round, self.seat, self.driver)?;
        for (index, action) in self.actions.iter().enumerate() {
            write!(f, "{} {action}", if index > 0 { ";" } else { "" })?;
        }
        if !self.marks.is_empty() {
            f.write_str(" |")?;
        }
        self.marks.iter().try_for_each(|mark| write!(f, " {mark}"))
    }
}
