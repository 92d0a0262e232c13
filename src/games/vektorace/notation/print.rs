//! Prints a turn as a line of notation.

use std::fmt::{self, Display, Formatter};

use crate::games::vektorace::turn::{Action, Attack, AttackKind, AttackPlace, Move, Start, Steward, Supply, Turn};

/// Prints a turn as its canonical line. The words are in the order of the table in the documentation of [`super`], with
/// one space between two words.
pub(super) struct Line<'a>(pub &'a Turn);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Turn { car, start, action, steward, next_order } = self.0;
        write!(f, "{car}:")?;
        write_start(f, start)?;
        write_action(f, action)?;
        if let Some(Steward { clause, by, allow }) = steward {
            write!(f, " ?{clause}:{by}{}", if *allow { '+' } else { '-' })?;
        }
        for (place, car) in next_order.iter().flat_map(|order| order.cars()).enumerate() {
            write!(f, "{}{car}", if place == 0 { " @" } else { "," })?;
        }
        Ok(())
    }
}

fn write_start(f: &mut Formatter<'_>, start: &Start) -> fmt::Result {
    let Start { rotation, placing } = start;
    if rotation.eighths() != 0 {
        write!(f, " {}", rotation.code())?;
    }
    if let Some(placing) = placing {
        write!(f, " R{}", placing.heading.number())?;
        if let Some(edge) = placing.edge {
            write!(f, "{}", edge.code())?;
        }
    }
    Ok(())
}

fn write_action(f: &mut Formatter<'_>, action: &Action) -> fmt::Result {
    match action {
        Action::Move(played) => write_move(f, played),
        Action::Stop { rotation, declare } => {
            write!(f, " X{}", rotation.code())?;
            write_declaration(f, *declare)
        }
        Action::Edge { heading, declare } => {
            f.write_str(" E")?;
            if let Some(heading) = heading {
                write!(f, "{}", heading.number())?;
            }
            write_declaration(f, *declare)
        }
        Action::Lost => f.write_str(" L"),
        Action::GiveWay { to } => write!(f, " Y{to}"),
        Action::Redeclare { declare } => write_declaration(f, Some(*declare)),
        Action::Withdraw => f.write_str(" Q"),
        Action::Abandon => f.write_str(" Q!"),
    }
}

fn write_move(f: &mut Formatter<'_>, played: &Move) -> fmt::Result {
    // This pattern names every field of a move. So if a field is added and not printed here, the compiler reports it.
    let Move { brake, gear, vector, boost, place, rotation, attack, pit, box_box, powers, exchange, declare } = played;
    if *brake {
        write!(f, " J{gear}")?;
    }
    write!(f, " {gear}{}", vector.code())?;
    if let Some(boost) = boost {
        write!(f, "+{boost}")?;
    }
    write!(f, " {}{}", place.code(), rotation.code())?;
    if let Some(attack) = attack {
        write_attack(f, attack)?;
    }
    if let Some(supply) = pit {
        write!(f, " {}", Points(*supply))?;
    }
    if *box_box {
        f.write_str(" BOX")?;
    }
    for used in powers.iter() {
        write!(f, " *{}", used.code())?;
    }
    if let Some(power) = exchange {
        write!(f, " *take.{}", power.code())?;
    }
    write_declaration(f, *declare)
}

fn write_attack(f: &mut Formatter<'_>, attack: &Attack) -> fmt::Result {
    let Attack { kind, target, place, shield } = attack;
    write!(f, " {}{target}", kind.code())?;
    if let Some(place) = place {
        // Only the two sides of a shunt or ram are written without a dot.
        let dot = if has_sides(*kind) && is_side(*place) { "" } else { "." };
        write!(f, "{dot}{}", place.code())?;
    }
    if *shield {
        f.write_str("!")?;
    }
    Ok(())
}

/// Whether an attack of this kind ends at one of the target's two rear sides. In the notation, the letter of this side
/// stands directly after the target, without a dot.
pub(super) const fn has_sides(kind: AttackKind) -> bool {
    matches!(kind, AttackKind::Shunt | AttackKind::Ram)
}

/// Whether the place where an attack ends is one of the target's two rear sides.
pub(super) const fn is_side(place: AttackPlace) -> bool {
    matches!(place, AttackPlace::Left | AttackPlace::Right)
}

fn write_declaration(f: &mut Formatter<'_>, declare: Option<u8>) -> fmt::Result {
    declare.map_or(Ok(()), |gear| write!(f, " ={gear}"))
}

/// Prints tyre and nitro points, such as `T5N3`.
pub(super) struct Points(pub Supply);

impl Display for Points {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Supply { tyre, nitro } = self.0;
        write!(f, "T{tyre}N{nitro}")
    }
}
