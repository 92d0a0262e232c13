//! The lines about the circuit: table, wall, corners, limits.

use super::header::{hand_code, keep_code};
use super::words::{Piece, Words};
use super::{free, read::heading};
use crate::game::NotationError;
use crate::games::vektorace::LabelDraft;
use crate::games::vektorace::limits::{Keep, LimitDraft, MAX_LIMIT_CORNERS};
use crate::games::vektorace::track::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft};
use crate::geometry::{Direction, Point, Surd};

type Read<T> = Result<T, NotationError>;

/// Adds what a line says about the circuit; whether the keyword begins such a line. `rest` follows the keyword.
pub(super) fn read(keyword: Piece<'_>, rest: Piece<'_>, draft: &mut Draft) -> Read<bool> {
    let mut words = Words::new(rest);
    match keyword.text {
        "track" => draft.name = free::read(rest)?,
        "about" => draft.description = free::read(rest)?,
        "table" => draft.table = table(&mut words)?,
        "octagon" => {
            let length = words.expect("the length of an octagon in millimetres is missing, as in `octagon 25`")?;
            draft.octagon_mm = Some(number(length)?);
            finish(words)?;
        }
        "label" => draft.labels.push(label(rest)?),
        "wall" => {
            let at = point(words.expect("the wall's centre is missing, as in `wall 20,6 4 cw`")?)?;
            let direction = direction(words.expect("the way cars run along the wall is missing: 0 to 7")?)?;
            let race =
                "which way round the race goes is missing: cw (clockwise) or ccw (counter-clockwise) (VR-SETUP-04)";
            draft.direction = Some(hand(words.expect(race)?)?);
            draft.pitwall = Some(PitwallDraft { at, direction });
            finish(words)?;
        }
        "corner" => {
            let number =
                words.expect("the corner's number is missing, as in `corner 1 8,10 5`")?.number("a corner's number")?;
            let at = point(words.expect("the corner's reference point is missing, such as 8,10")?)?;
            let facing = direction(words.expect("where the corner faces is missing: 0 to 7")?)?;
            let hand = words.next().map(hand).transpose()?;
            draft.corners.push(CornerDraft { number, at, facing, hand });
            finish(words)?;
        }
        "limit" => draft.limits.push(limit(words)?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// That a line ends where it should.
pub(super) fn finish(words: Words<'_>) -> Read<()> {
    words.finish("is too much: the line says all it can without it")
}

/// `40x24`, or the two corners.
fn table(words: &mut Words<'_>) -> Read<TableDraft> {
    let size = words.expect("the table's size is missing, as in `table 40x24`")?;
    let table = match size.split_once('x') {
        Some((width, height)) => TableDraft { from: Point::ORIGIN, to: Point::new(number(width)?, number(height)?) },
        None => {
            let from = point(size)?;
            TableDraft { from, to: point(words.expect("the table's upper right corner is missing, such as 22,16")?)? }
        }
    };
    finish(*words)?;
    Ok(table)
}

/// `12,3 0.5 Words`: where, how large, and to the end of the line what it says.
fn label(rest: Piece<'_>) -> Read<LabelDraft> {
    let (at, rest) = rest.trimmed().split_word();
    let (size, words) = rest.trimmed().split_word();
    if at.text.is_empty() || size.text.is_empty() {
        return Err(size.error("a label has a place, a size and words, as in `label 12,3 0.5 Grandstand`"));
    }
    Ok(LabelDraft { at: point(at)?, size: number(size)?, text: free::read(words)? })
}

fn limit(mut words: Words<'_>) -> Read<LimitDraft> {
    let side = words.expect("the side of the limit is missing: out or in")?;
    let keep = [Keep::Out, Keep::In].into_iter().find(|keep| keep_code(*keep) == side.text);
    let keep =
        keep.ok_or_else(|| side.error("is no side of a limit: out (pieces keep out of it) or in is expected"))?;
    let mut outline = Vec::new();
    for word in words {
        if outline.len() == MAX_LIMIT_CORNERS {
            return Err(word.error(&format!("is one corner too many: a limit has {MAX_LIMIT_CORNERS} at most")));
        }
        outline.push(point(word)?);
    }
    Ok(LimitDraft { keep, outline })
}

/// `20,6`.
fn point(word: Piece<'_>) -> Read<Point> {
    let (x, y) = word
        .split_once(',')
        .ok_or_else(|| word.error("is no point: x and y with a comma between are expected, such as 20,6"))?;
    Ok(Point::new(number(x)?, number(y)?))
}

/// A coordinate.
pub(super) fn number(piece: Piece<'_>) -> Read<Surd> {
    piece.text.parse().map_err(|error: crate::geometry::SurdError| NotationError::new(piece.column, error.to_string()))
}

fn direction(word: Piece<'_>) -> Read<Direction> {
    let mut letters = word.text.chars();
    match (letters.next().and_then(heading), letters.next()) {
        (Some(direction), None) => Ok(direction),
        _ => Err(word.error("is no direction: they run from 0 (+x) to 7, counter-clockwise")),
    }
}

fn hand(word: Piece<'_>) -> Read<Hand> {
    let hand = [Hand::Clockwise, Hand::CounterClockwise].into_iter().find(|hand| hand_code(*hand) == word.text);
    hand.ok_or_else(|| word.error("is no way round: cw (clockwise) or ccw (counter-clockwise) is expected"))
}
