//! Reads an attack in a line of notation, such as `D3`, `P3!`, `S3.FL` or `H12L`.

use super::print::{has_sides, is_side};
use crate::game::{CarId, NotationError, Piece};
use crate::games::vektorace::turn::{Attack, AttackKind, AttackPlace};

/// Returns the kind of attack whose letter begins the word; `None` for any other letter.
fn kind(word: Piece<'_>) -> Option<AttackKind> {
    let code = word.text.chars().next()?;
    AttackKind::ALL.into_iter().find(|kind| kind.code() == code)
}

/// Whether a word begins with an attack's letter.
pub(super) fn begins(word: Piece<'_>) -> bool {
    kind(word).is_some()
}

/// Reads an attack: its letter, the target, the attacker's place beside the target, and the shield.
pub(super) fn read(word: Piece<'_>) -> Result<Attack, NotationError> {
    let Some(kind) = kind(word) else {
        return Err(word.error("is not an attack: write D, P, S, O, H or M and a car's number"));
    };
    let name = kind.name();
    let (said, shield) = match word.split_last() {
        Some((said, '!')) => (said, true),
        _ => (word, false),
    };
    let (target, place) = said.strip(kind.code()).unwrap_or(said).split_digits();
    if target.text.is_empty() {
        let example = example(kind);
        return Err(word
            .error(&format!("has no target: write the number of the attacked car after the letter, as in {example}")));
    }
    let target = CarId(target.number("a car's number")?);
    let place = if place.text.is_empty() {
        None
    } else {
        let wrong = || {
            let example = example(kind);
            word.error(&format!(
                "has no valid place for a {name}: write {} after the car's number, as in {example}",
                places(kind)
            ))
        };
        let (dotted, code) = place.strip('.').map_or((false, place), |code| (true, code));
        let place = AttackPlace::ALL.into_iter().find(|place| place.code() == code.text).ok_or_else(wrong)?;
        // Only the two sides of a shunt or ram may be written without a dot.
        let is_plain = has_sides(kind) && is_side(place);
        if dotted || is_plain { Some(place) } else { return Err(wrong()) }
    };
    Ok(Attack { kind, target, place, shield })
}

const fn example(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Slipstream => "D3",
        AttackKind::Push => "P3",
        AttackKind::Slingshot => "S3.FL",
        AttackKind::BoostOvertaking => "O3.F",
        AttackKind::Shunt => "H3L",
        AttackKind::Ram => "M3L",
    }
}

const fn places(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Slipstream | AttackKind::Push => "nothing",
        AttackKind::Slingshot | AttackKind::BoostOvertaking => "a dot followed by F, FL, FR, SL or SR",
        AttackKind::Shunt | AttackKind::Ram => "L or R",
    }
}
