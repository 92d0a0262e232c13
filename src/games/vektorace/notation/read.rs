//! Reads a turn from a line of notation.

use super::attack;
use crate::game::{CarId, NotationError, Piece, Words};
use crate::games::vektorace::power::{Power, PowerUse, PowerUses};
use crate::games::vektorace::turn::{
    Action, Attack, LoggedOrder, Move, Placing, Rotation, Side, Start, Steward, Supply, TableEdge, Turn, clause_id,
};
use crate::geometry::Direction;

type Read<T> = Result<T, NotationError>;

/// Reads a turn from a line of notation.
pub(super) fn turn(line: &str) -> Read<Turn> {
    let mut words = Words::new(Piece::line(line));
    let car = car(&mut words)?;
    let mut parts = Parts::default();
    let start = start(&mut words, &mut parts)?;
    let action = action(car, &mut words, &mut parts)?;
    let steward = match words.peek() {
        Some(word) if word.text.starts_with('?') => words.next().map(steward).transpose()?,
        _ => None,
    };
    let next_order = match words.peek() {
        Some(word) if word.text.starts_with('@') => words.next().map(next_order).transpose()?,
        _ => None,
    };
    words.finish("is too late: after a steward's call only the order of the next round may follow")?;
    Ok(Turn { car, start, action, steward, next_order })
}

/// Reads the car's number at the beginning of a line.
fn car(words: &mut Words<'_>) -> Read<CarId> {
    const HOW: &str = "a turn begins with its car's number and a colon, as in `7: 4FL+2 F> =5`";
    let word = words.expect(&format!("the turn is missing: {HOW}"))?;
    let (digits, rest) = word.split_digits();
    if digits.text.is_empty() {
        return Err(word.error(&format!("is not a car's number: {HOW}")));
    }
    let Some(rest) = rest.strip(':') else {
        return Err(word.error(&format!("lacks the colon: {HOW}")));
    };
    // The first word may follow the colon without a space.
    if !rest.text.is_empty() {
        words.put_back(rest);
    }
    Ok(CarId(digits.number("a car's number")?))
}

/// The parts of a move that are written between the car's place and the declared gear. They may be in any order.
#[derive(Default)]
struct Parts<'a> {
    first: Option<Piece<'a>>,
    attack: Option<Attack>,
    pit: Option<Supply>,
    box_box: bool,
    powers: Vec<PowerUse>,
    exchange: Option<Power>,
}

impl<'a> Parts<'a> {
    /// Reads a word that stands between the car's place and the declaration, such as an attack or a Super Power.
    fn read(&mut self, word: Piece<'a>) -> Read<()> {
        self.first = self.first.or(Some(word));
        let twice = |what: &str| word.error(&format!("is one too many: {what}"));
        if let Some(code) = word.strip('*') {
            self.power(word, code)
        } else if word.text == "BOX" {
            if std::mem::replace(&mut self.box_box, true) {
                return Err(twice("BOX-BOX can be called only once in a turn"));
            }
            Ok(())
        } else if word.text.starts_with('T') {
            if self.pit.replace(supply(word)?).is_some() {
                return Err(twice("a car can take points only once in a turn"));
            }
            Ok(())
        } else if attack::begins(word) {
            if self.attack.replace(attack::read(word)?).is_some() {
                return Err(twice("a turn has one attack at most"));
            }
            Ok(())
        } else {
            let known = "an attack such as P3 or S3.FL, points such as T5N3, BOX, a Super Power such as *wide, or the declaration, such as =5";
            Err(word.error(&format!("is not part of a move: expected {known}")))
        }
    }

    fn power(&mut self, word: Piece<'a>, code: Piece<'a>) -> Read<()> {
        if let Some(taken) = code.text.strip_prefix("take.") {
            let power = power(taken).ok_or_else(|| {
                word.error(&format!(
                    "does not name a Super Power to take: write `*take.` followed by {}",
                    either(&Power::ALL, Power::code)
                ))
            })?;
            return match self.exchange.replace(power) {
                None => Ok(()),
                Some(_) => Err(word.error("is one too many: a car takes only one Super Power from the reserve")),
            };
        }
        let Some(used) = PowerUse::ALL.into_iter().find(|used| used.code() == code.text) else {
            let known = either(&PowerUse::ALL, PowerUse::code);
            return Err(word.error(&format!(
                "does not name a Super Power: write `*` followed by {known}, or write `*take.` to take one"
            )));
        };
        self.powers.push(used);
        if PowerUses::new(&self.powers).is_none() {
            return Err(word.error("is one too many: a turn uses two Super Powers at most"));
        }
        Ok(())
    }

    /// Returns an error if an attack, points from the pits, a call or a Super Power was read. Call this for a turn
    /// without a move, which can have none of these.
    fn none(&self) -> Read<()> {
        self.first.map_or(Ok(()), |word| Err(word.error("belongs to a move, but this turn has no move")))
    }
}

/// Returns the Super Power whose word in the notation is `code`, or `None` if no Super Power has this word.
pub(super) fn power(code: &str) -> Option<Power> {
    Power::ALL.into_iter().find(|power| power.code() == code)
}

/// Joins words into a list for use in a sentence, such as "a, b or c".
pub(super) fn either<T: Copy>(all: &[T], word: impl Fn(T) -> &'static str) -> String {
    let words: Vec<&str> = all.iter().map(|each| word(*each)).collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// Reads the words before the move: a rotation on the spot, the placement of a car that is put back on the table, and
/// Super Powers.
fn start<'a>(words: &mut Words<'a>, parts: &mut Parts<'a>) -> Read<Start> {
    let mut start = Start::default();
    while let Some(word) = words.peek() {
        match word.text.chars().next() {
            Some('<' | '>') => {
                let turns =
                    single(word).and_then(rotation).ok_or_else(|| word.error("is not a rotation: write < or >"))?;
                if start.rotation != Rotation::Straight {
                    return Err(word.error("is one too many: a car rotates only once on the spot"));
                }
                start.rotation = turns;
            }
            Some('R') => {
                if start.placing.replace(placing(word)?).is_some() {
                    return Err(word.error("is one too many: a car is put back on the table only once"));
                }
            }
            Some('*') => parts.read(word)?,
            _ => break,
        }
        words.next();
    }
    Ok(start)
}

/// Returns the only character of a word; `None` if the word has more than one.
fn single(word: Piece<'_>) -> Option<char> {
    word.split_last().and_then(|(before, last)| before.text.is_empty().then_some(last))
}

fn rotation(code: char) -> Option<Rotation> {
    Rotation::ALL.into_iter().find(|rotation| rotation.code() == code)
}

/// Reads the placement of a car that is put back on the table: its heading and, if given, the edge. Examples are `R6`
/// and `R6T`.
fn placing(word: Piece<'_>) -> Read<Placing> {
    const HOW: &str = "write R, a direction from 0 to 7 and, if needed, the edge L, R, B or T";
    let mut letters = word.text.chars().skip(1);
    let wrong = || word.error(&format!("does not say how the car is put back: {HOW}, as in R6T"));
    let heading = letters.next().and_then(heading).ok_or_else(wrong)?;
    let edge = match letters.next() {
        None => None,
        Some(code) => Some(TableEdge::ALL.into_iter().find(|edge| edge.code() == code).ok_or_else(wrong)?),
    };
    if letters.next().is_some() {
        return Err(wrong());
    }
    Ok(Placing { heading, edge })
}

/// Reads a direction from its number, 0 to 7; `None` for any other character.
pub(super) fn heading(code: char) -> Option<Direction> {
    code.to_digit(8).map(|number| Direction::new(i64::from(number)))
}

/// Reads the action of the turn, such as a move, and the declaration that belongs to it.
fn action<'a>(car: CarId, words: &mut Words<'a>, parts: &mut Parts<'a>) -> Read<Action> {
    let missing = format!(
        "the action of car {car} is missing: write a move such as `4FL+2 F>`, or another action: `X-`, `E2`, `L`, `Y5`, `=4`, `Q` or `Q!`"
    );
    let word = words.expect(&missing)?;
    let action = match (word.text, word.text.chars().next()) {
        (_, Some('0'..='9' | 'J')) => return Ok(Action::Move(moved(word, words, parts)?)),
        (_, Some('=')) => Action::Redeclare { declare: declared(word)? },
        (_, Some('X')) => {
            let turns = word.strip('X').and_then(single).and_then(rotation);
            let rotation = turns.ok_or_else(|| word.error("lacks the rotation on the spot: write X<, X- or X>"))?;
            Action::Stop { rotation, declare: declaration(words)? }
        }
        ("E", _) => Action::Edge { heading: None, declare: declaration(words)? },
        (_, Some('E')) => {
            let faces = word.strip('E').and_then(single).and_then(heading);
            let wrong =
                || word.error("lacks the direction at the edge: write E and a direction from 0 to 7, or E alone");
            Action::Edge { heading: Some(faces.ok_or_else(wrong)?), declare: declaration(words)? }
        }
        (_, Some('Y')) => {
            let to = word.strip('Y').filter(|car| !car.text.is_empty());
            let to =
                to.ok_or_else(|| word.error("does not name a car to give way to: write its number after Y, as in Y5"))?;
            Action::GiveWay { to: CarId(to.number("a car's number")?) }
        }
        ("L", _) => Action::Lost,
        ("Q", _) => Action::Withdraw,
        ("Q!", _) => Action::Abandon,
        _ => {
            let known =
                "a move such as `4FL+2 F>` or `J2 2F SL-`, or another action: `X-`, `E2`, `L`, `Y5`, `=4`, `Q` or `Q!`";
            return Err(word.error(&format!("is not an action of a car: write {known}")));
        }
    };
    parts.none()?;
    if let Some(word) = words.peek().filter(|word| !word.text.starts_with(['?', '@'])) {
        let follows = match action {
            Action::Stop { .. } | Action::Edge { .. } => "the declaration, such as =1, and a steward's call",
            _ => "a steward's call",
        };
        return Err(word.error(&format!("is not allowed here: only {follows} may follow")));
    }
    Ok(action)
}

/// Reads a move, from its first word to its declaration: the brake, the vector with its boost, the place of the car,
/// further parts such as an attack, and the declaration.
fn moved<'a>(first: Piece<'a>, words: &mut Words<'a>, parts: &mut Parts<'a>) -> Read<Move> {
    let brake = first.strip('J');
    let vector = match brake {
        None => first,
        Some(_) => words.expect("the vector after the brake is missing, as in J2 2F SL-")?,
    };
    let (gear, side, boost) = vector_of(vector)?;
    if let Some(reduced) = brake {
        let reduced: u8 = if reduced.text.is_empty() {
            return Err(first.error("lacks the reduced gear: write its number after J, as in J2 2F SL-"));
        } else {
            reduced.number("a gear")?
        };
        if reduced != gear {
            return Err(
                vector.error(&format!("must be a vector of gear {reduced}, because the car brakes to gear {reduced}"))
            );
        }
    }
    let (place, rotation) =
        place_of(words.expect("the car's place is missing: write a side and a rotation, such as F>")?)?;
    while let Some(word) = words.peek().filter(|word| !word.text.starts_with(['=', '?', '@'])) {
        parts.read(word)?;
        words.next();
    }
    let declare = declaration(words)?;
    if let Some(word) = words.peek().filter(|word| !word.text.starts_with(['?', '@'])) {
        return Err(word.error("is too late: after the declaration only a steward's call may follow (VR-TURN-02)"));
    }
    Ok(Move {
        brake: brake.is_some(),
        gear,
        vector: side,
        boost,
        place,
        rotation,
        attack: parts.attack,
        pit: parts.pit,
        box_box: parts.box_box,
        // A third power was refused when it was read, so the list is never too long here.
        powers: PowerUses::new(&parts.powers).unwrap_or_default(),
        exchange: parts.exchange,
        declare,
    })
}

/// Reads a vector such as `4FL+2`. Returns the gear, the side of the car at which the vector is placed, and the boost's
/// length.
fn vector_of(word: Piece<'_>) -> Read<(u8, Side, Option<u8>)> {
    let (vector, boost) = word.split_once('+').map_or((word, None), |(vector, boost)| (vector, Some(boost)));
    let (gear, side) = vector.split_digits();
    if gear.text.is_empty() {
        return Err(word.error("is not a vector: write a gear and a placement, such as 4FL or 4FL+2"));
    }
    let gear = gear.number("a gear")?;
    let side = self::side(side.text).ok_or_else(|| no_place(word))?;
    let boost = match boost {
        None => None,
        Some(length) if length.text.is_empty() => {
            return Err(word.error("lacks the boost's length: write it after the +, with 0 for a wasted boost"));
        }
        Some(length) => Some(length.number("a boost")?),
    };
    Ok((gear, side, boost))
}

/// Reads the car's place, such as `F>`: the side of the last octagon where the car is placed, and the car's rotation
/// there.
fn place_of(word: Piece<'_>) -> Read<(Side, Rotation)> {
    let (place, turns) = word
        .split_last()
        .and_then(|(place, last)| Some((place, rotation(last)?)))
        .ok_or_else(|| word.error("lacks the car's rotation: write <, - or > after the car's place, as in FL-"))?;
    Ok((side(place.text).ok_or_else(|| no_place(word))?, turns))
}

fn side(code: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.code() == code)
}

fn no_place(word: Piece<'_>) -> NotationError {
    word.error("does not name a place: write F, FL, FR, SL or SR")
}

/// Reads the points taken in the pit lane, such as `T5N3`.
pub(super) fn supply(word: Piece<'_>) -> Read<Supply> {
    let points = word.strip('T').and_then(|rest| rest.split_once('N'));
    let points = points.filter(|(tyre, nitro)| !tyre.text.is_empty() && !nitro.text.is_empty());
    let (tyre, nitro) =
        points.ok_or_else(|| word.error("does not give the points: write tyre and nitro points, such as T5N3"))?;
    Ok(Supply { tyre: tyre.number("a number of tyre points")?, nitro: nitro.number("a number of nitro points")? })
}

/// Reads the declaration of the next gear, such as `=5`. Returns `None` if the next word is not a declaration.
fn declaration(words: &mut Words<'_>) -> Read<Option<u8>> {
    let Some(word) = words.peek().filter(|word| word.text.starts_with('=')) else { return Ok(None) };
    words.next();
    declared(word).map(Some)
}

/// Reads a declaration such as `=5`.
fn declared(word: Piece<'_>) -> Read<u8> {
    let gear = word.strip('=').filter(|gear| !gear.text.is_empty());
    gear.ok_or_else(|| word.error("declares no gear: write its number after =, as in =5"))?.number("a gear")
}

/// Reads a steward's call (the players' decision on a doubtful case), such as `?VR-CUT-01:6+`.
fn steward(word: Piece<'_>) -> Read<Steward> {
    const HOW: &str = "write ? and the clause, a colon, the car whose player decides, and + (allowed) or - (refused), \
                       as in ?VR-CUT-01:6+";
    let wrong = || word.error(&format!("is not a steward's call: {HOW}"));
    let (clause, decided) = word.strip('?').and_then(|call| call.split_once(':')).ok_or_else(wrong)?;
    let (by, sign) = decided.split_last().filter(|(by, _)| !by.text.is_empty()).ok_or_else(wrong)?;
    let allow = match sign {
        '+' => true,
        '-' => false,
        _ => return Err(wrong()),
    };
    let clause = clause_id(clause.text).ok_or_else(|| {
        word.error(
            "does not name a clause: its id has letters, digits and hyphens, 16 characters at most, such as VR-CUT-01",
        )
    })?;
    Ok(Steward { clause, by: CarId(by.number("a car's number")?), allow })
}

/// Reads the order of the next round, such as `@3,7,5`.
fn next_order(word: Piece<'_>) -> Read<LoggedOrder> {
    const HOW: &str = "write @ and the cars still racing, from first to last, as in @3,7,5";
    let wrong = || word.error(&format!("is not an order of the next round: {HOW}"));
    let mut rest = word.strip('@').ok_or_else(wrong)?;
    let mut cars = Vec::new();
    while let Some((car, others)) = rest.split_once(',') {
        cars.push(CarId(car.number("a car's number")?));
        rest = others;
    }
    cars.push(CarId(rest.number("a car's number")?));
    LoggedOrder::new(&cars).ok_or_else(wrong)
}
