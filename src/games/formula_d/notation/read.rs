//! Reads a turn from a line of notation.

use std::str::FromStr;

use crate::game::{CarId, NotationError, Piece, Words};
use crate::games::formula_d::options::TyreSet;
use crate::games::formula_d::turn::{Change, Gain, MAX_LIST, PitStop, StopKind, Turn};

/// Parses a word of a notation line. If this fails, the error message is "is not" followed by `what`.
fn parse<T: FromStr>(word: Piece<'_>, text: &str, what: &str) -> Result<T, NotationError> {
    text.parse().map_err(|_| word.error(&format!("is not {what}")))
}

/// Parses a whole number. It must be written as the program prints numbers: without sign, blanks or leading zeros.
fn number<T: FromStr + ToString>(word: Piece<'_>, text: &str, what: &str) -> Result<T, NotationError> {
    let value: T = parse(word, text, what)?;
    if value.to_string() == text { Ok(value) } else { Err(word.error(&format!("is not {what}"))) }
}

/// Returns the text in the brackets of a word, such as `13` in `*ace(13)`.
fn argument<'a>(word: Piece<'a>, text: &'a str) -> Result<&'a str, NotationError> {
    text.strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .ok_or_else(|| word.error("needs a value in brackets"))
}

/// Reads the turn that is written on a line.
pub(in crate::games::formula_d) fn read(line: &str) -> Result<Turn, NotationError> {
    let mut words = Words::new(Piece::line(line));
    let missing = || {
        NotationError::new(1, "the line is empty: begin it with the round and the car's number, as in `4.2 g4 d9 m9R2`")
    };
    let first = words.next().ok_or_else(missing)?;
    let (round, car) =
        first.text.split_once('.').ok_or_else(|| first.error("is not a round and a car, such as `4.2`"))?;
    let round = number(first, round, "a round and a car, such as `4.2`")?;
    let car = CarId(number(first, car, "a round and a car, such as `4.2`")?);
    let mut turn = Turn::of(car, round);
    let mut seen: Vec<&'static str> = Vec::new();
    for word in words {
        if word.text.starts_with("//") {
            break;
        }
        let kind = item(word, &mut turn)?;
        if !kind.is_empty() {
            if seen.contains(&kind) {
                return Err(word.error("is given twice"));
            }
            seen.push(kind);
        }
        let longest = [turn.changes.len(), turn.slips.len(), turn.rolls.len(), turn.gains.len(), turn.ends.len()];
        if longest.into_iter().any(|count| count > MAX_LIST) {
            return Err(word.error("is one too many: the turn already has the largest allowed number of these items"));
        }
    }
    Ok(turn)
}

/// Reads one word of a line, and stores it in the turn. Returns the word's kind if a turn may have only one word of
/// this kind; otherwise returns an empty string.
fn item(word: Piece<'_>, turn: &mut Turn) -> Result<&'static str, NotationError> {
    let text = word.text;
    match text {
        "skip" => {
            turn.skip = true;
            return Ok("skip");
        }
        "retires" => {
            turn.retires = true;
            return Ok("retires");
        }
        "t+" => {
            turn.soft = true;
            return Ok("t+");
        }
        "x" => {
            turn.out = true;
            return Ok("x");
        }
        "spin" => {
            turn.spin = true;
            return Ok("spin");
        }
        "*scrap" => {
            turn.scrap = true;
            return Ok("*scrap");
        }
        _ => {}
    }
    let has = |prefix: &str| text.strip_prefix(prefix);
    if let Some(rest) = has("s:") {
        turn.slips.push(parse(word, rest, "a slipstream such as `s:aL`")?);
        return Ok("");
    }
    if let Some(rest) = has("pit:") {
        turn.pit = Some(stop(word, rest)?);
        return Ok("pit");
    }
    if let Some(rest) = has("clock:") {
        turn.seconds = Some(number(word, rest, "a number of seconds")?);
        return Ok("clock");
    }
    if let Some(rest) = has("*ace") {
        turn.ace = Some(parse(word, argument(word, rest)?, "a second roll such as `*ace(13)`")?);
        return Ok("*ace");
    }
    if let Some(rest) = has("*skid") {
        let skid: i8 = number(word, argument(word, rest)?, "skid control such as `*skid(-1)`")?;
        if skid == 0 {
            return Err(word.error("has no effect"));
        }
        turn.skid = skid;
        return Ok("*skid");
    }
    if let Some(rest) = has("*frog") {
        turn.frog = Some(parse(word, argument(word, rest)?, "a second weather roll such as `*frog(6)`")?);
        return Ok("*frog");
    }
    if let Some(rest) = has("*radio>") {
        turn.radio = Some(CarId(number(word, rest, "a radio throw such as `*radio>2`")?));
        return Ok("*radio");
    }
    if let Some(rest) = has("!") {
        turn.rolls.push(parse(word, rest, "a roll of the black die such as `!D=7` or `!C5=17`")?);
        return Ok("");
    }
    if let Some(rest) = has("+") {
        turn.gains.push(parse(word, rest, "wear points received, such as `+B1`")?);
        return Ok("");
    }
    if let Some(rest) = has("=") {
        if rest.contains('/') {
            turn.wear = Some(parse(word, rest, "wear points such as `=6/3/3/3/3/2`")?);
            return Ok("wear");
        }
        turn.ends.push(parse(word, rest, "a space such as `=b22`")?);
        return Ok("");
    }
    if let Some(rest) = has("m") {
        main_move(word, rest, turn)?;
        return Ok("m");
    }
    if text.starts_with('n') {
        turn.nitro = Some(parse(word, text, "nitro: `n` or `n+`")?);
        return Ok("n");
    }
    letter(word, turn)
}

/// Reads an item that consists of one letter and a number, such as `d9`.
fn letter(word: Piece<'_>, turn: &mut Turn) -> Result<&'static str, NotationError> {
    let mut letters = word.text.chars();
    let letter = letters.next();
    let rest = letters.as_str();
    match letter {
        Some('g') => {
            turn.gear = Some(number(word, rest, "a gear such as `g4`")?);
            Ok("g")
        }
        Some('d') => {
            turn.die = Some(parse(word, rest, "the face of a die such as `d9`")?);
            Ok("d")
        }
        Some('b') => {
            turn.brakes = number(word, rest, "a number of spaces to brake, such as `b2`")?;
            if turn.brakes == 0 { Err(word.error("has no effect")) } else { Ok("b") }
        }
        Some('k') => {
            turn.blocked =
                Some(number(word, rest, "the number of spaces that a blocked car could not drive, such as `k3`")?);
            Ok("k")
        }
        Some('w') => {
            turn.drift = Some(number(word, rest, "a number of drift spaces, such as `w3`")?);
            Ok("w")
        }
        _ => Err(word.error("is not part of a turn")),
    }
}

/// Reads the number of spaces and the lane changes of a main move, such as `9R2`.
fn main_move(word: Piece<'_>, text: &str, turn: &mut Turn) -> Result<(), NotationError> {
    let what = "a move such as `m9R2`";
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    turn.spaces = number(word, &text[..end], what)?;
    let mut rest = &text[end..];
    while !rest.is_empty() {
        let next = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map_or(rest.len(), |(at, _)| at);
        let change: Change = parse(word, &rest[..next], what)?;
        turn.changes.push(change);
        if turn.changes.len() > MAX_LIST {
            return Err(word.error("has too many lane changes"));
        }
        rest = &rest[next..];
    }
    Ok(())
}

/// Reads a pit stop, such as `tyre(soft)+B1`.
fn stop(word: Piece<'_>, text: &str) -> Result<PitStop, NotationError> {
    let mut parts = text.split('+');
    let head = parts.next().unwrap_or_default();
    let (kind, set) = match head.split_once('(') {
        Some((kind, set)) => (kind, Some(set.strip_suffix(')').ok_or_else(|| word.error("has no closing bracket"))?)),
        None => (head, None),
    };
    let kind = match kind {
        "tire" | "tyre" => StopKind::Tyre,
        "tech" => StopKind::Technical,
        _ => return Err(word.error("is not a pit stop: use `pit:tire` or `pit:tech`")),
    };
    let known = |set: &str| TyreSet::ALL.into_iter().find(|known| known.name() == set);
    let tyres = set
        .map(|set| known(set).ok_or_else(|| word.error("names unknown tyres: use hard, soft or rain")))
        .transpose()?;
    let repairs = parts
        .map(|part| parse::<Gain>(word, part, "a stop with repairs such as `pit:tech+B1`"))
        .collect::<Result<Vec<_>, _>>()?;
    if repairs.len() > MAX_LIST {
        return Err(word.error("has too many repairs"));
    }
    Ok(PitStop { kind, tyres, repairs })
}
