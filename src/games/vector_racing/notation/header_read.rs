//! From the lines before the first entry to a draft and a setup.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::game::{CarId, NotationError, NotationHeader, NotationLine, read_one_line};
use crate::games::vector_racing::VectorRacing;
use crate::games::vector_racing::draft::{
    CellsDraft, Crossing, DiscDraft, Draft, FinishDraft, Kind, ReflectorDraft, RegionDraft, SheetDraft, SpinnerDraft,
    WallDraft, WarpDraft,
};
use crate::games::vector_racing::number::{Rational, Spot};
use crate::games::vector_racing::objects::{ObjectKind, RegionKind};
use crate::games::vector_racing::options::{Hits, Rules};
use crate::games::vector_racing::setup::{RacerEntry, Setup};

/// A word with the column it begins in.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl Word<'_> {
    fn error(self, says: &str) -> NotationError {
        let shown: String = self.text.chars().take(30).collect();
        NotationError::new(self.column, format!("`{shown}` {says}"))
    }

    fn parse<T: FromStr>(self, what: &str) -> Result<T, NotationError> {
        self.text.parse().map_err(|_| self.error(&format!("is not {what}")))
    }

    /// A choice by the name files give it.
    fn choice<T: DeserializeOwned>(self, what: &str) -> Result<T, NotationError> {
        serde_json::from_value(serde_json::Value::from(self.text)).map_err(|_| self.error(&format!("is not {what}")))
    }

    fn spot(self) -> Result<Spot, NotationError> {
        let both = self.text.split_once(',').and_then(|(x, y)| Some([x.parse::<Rational>().ok()?, y.parse().ok()?]));
        both.ok_or_else(|| self.error("is not a point, such as `4,2` or `1/2,3`"))
    }

    fn point(self) -> Result<[i32; 2], NotationError> {
        let both = self.text.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
        both.ok_or_else(|| self.error("is not a grid point, such as `4,2`"))
    }
}

/// The words of a line after its first, and the column after them.
struct Words<'a> {
    words: std::vec::IntoIter<Word<'a>>,
    end: usize,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Self {
        let mut words = Vec::new();
        let mut begun: Option<(usize, usize)> = None;
        let mut column = 0;
        for (byte, c) in line.char_indices() {
            column += 1;
            match (begun, c.is_whitespace()) {
                (None, false) => begun = Some((byte, column)),
                (Some((from, at)), true) => {
                    words.push(Word { text: &line[from..byte], column: at });
                    begun = None;
                }
                _ => {}
            }
        }
        if let Some((from, at)) = begun {
            words.push(Word { text: &line[from..], column: at });
        }
        Self { words: words.into_iter(), end: column + 1 }
    }

    fn expect(&mut self, missing: &str) -> Result<Word<'a>, NotationError> {
        self.words.next().ok_or_else(|| NotationError::new(self.end, format!("{missing} is missing")))
    }

    fn spots(&mut self) -> Result<Vec<Spot>, NotationError> {
        self.words.by_ref().map(Word::spot).collect()
    }

    fn finish(mut self) -> Result<(), NotationError> {
        self.words.next().map_or(Ok(()), |word| Err(word.error("is one word too many")))
    }
}

/// Whose options are being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Nobody,
    Track,
    Race,
}

/// What the lines say.
pub(in crate::games::vector_racing) fn read_header(
    lines: &[NotationLine<'_>],
) -> Result<NotationHeader<VectorRacing>, NotationError> {
    let mut header = NotationHeader {
        title: String::new(),
        draft: Draft::default(),
        setup: Setup { laps: 1, rules: None, racers: Vec::new() },
    };
    let mut whose = Whose::Nobody;
    for line in lines {
        read_line(line.text, &mut header, &mut whose).map_err(|error| error.or_line(line.number))?;
    }
    Ok(header)
}

fn read_line(line: &str, header: &mut NotationHeader<VectorRacing>, whose: &mut Whose) -> Result<(), NotationError> {
    let mut words = Words::new(line);
    let word = words.expect("a word")?;
    let rest = |after: Word<'_>| {
        let begin = after.column - 1 + after.text.chars().count() + 1;
        let text: String = line.chars().skip(begin).collect();
        read_one_line(text.trim(), begin + 1)
    };
    let NotationHeader { title, draft, setup } = header;
    match word.text {
        "race" => *title = rest(word)?,
        "track" => draft.name = rest(word)?,
        "about" => draft.description = rest(word)?,
        "racer" => {
            let number = words.expect("the racer's number")?;
            setup.racers.push(RacerEntry::new(CarId(number.parse("a racer's number")?), rest(number)?));
        }
        "its" => return its(words, rest, setup.racers.last_mut(), word),
        "row" => {
            let Some(map) = draft.cells.as_mut() else { return Err(word.error("stands before `cells`")) };
            map.rows.push(rest(word)?);
        }
        "options" => {
            let owner = words.expect("`track` or `race`")?;
            *whose = match owner.text {
                "track" => Whose::Track,
                "race" => Whose::Race,
                _ => return Err(owner.error("is neither `track` nor `race`")),
            };
            if *whose == Whose::Race {
                setup.rules = Some(Rules::default());
            }
            return words.finish();
        }
        "option" => {
            let rules = match whose {
                Whose::Track => &mut draft.rules,
                Whose::Race => setup.rules.get_or_insert_default(),
                Whose::Nobody => return Err(word.error("stands before `options track` or `options race`")),
            };
            return option(words, rules);
        }
        _ => return circuit(word, words, draft, &mut setup.laps),
    }
    Ok(())
}

/// What belongs to the racer named last.
fn its(
    mut words: Words<'_>,
    rest: impl Fn(Word<'_>) -> Result<String, NotationError>,
    racer: Option<&mut RacerEntry>,
    word: Word<'_>,
) -> Result<(), NotationError> {
    let Some(racer) = racer else { return Err(word.error("stands before any racer")) };
    let what = words.expect("`mark`, `colour` or `start`")?;
    match what.text {
        "mark" => racer.mark = rest(what)?,
        "colour" => racer.colour = rest(what)?,
        "start" => {
            racer.start = Some(words.expect("a grid point")?.point()?);
            return words.finish();
        }
        _ => return Err(what.error("is neither `mark`, `colour` nor `start`")),
    }
    Ok(())
}

fn circuit(word: Word<'_>, mut words: Words<'_>, draft: &mut Draft, laps: &mut u32) -> Result<(), NotationError> {
    match word.text {
        "game" => {
            let game = words.expect("the game")?;
            if game.text != "vector_racing" {
                return Err(game.error("is another game"));
            }
        }
        "square" => draft.square_mm = Some(words.expect("a length")?.parse("a length in millimetres")?),
        "sheet" => {
            let (from, to) = (words.expect("a grid point")?.point()?, words.expect("a grid point")?.point()?);
            draft.sheet = Some(SheetDraft { from, to });
        }
        "sprint" => draft.kind = Kind::Sprint,
        "rounds" => draft.laps = words.expect("a number of laps")?.parse("a number of laps")?,
        "laps" => *laps = words.expect("a number of laps")?.parse("a number of laps")?,
        "outer" => draft.outer = words.spots()?,
        "island" => draft.islands.push(words.spots()?),
        "wall" => {
            let from = words.expect("a point")?.spot()?;
            let mut next = words.expect("a point")?;
            let open_from = next.text == "open";
            if open_from {
                next = words.expect("a point")?;
            }
            let to = next.spot()?;
            let last = words.words.next();
            if let Some(other) = last.filter(|word| word.text != "open") {
                return Err(other.error("is not `open`"));
            }
            draft.walls.push(WallDraft { from, to, open_from, open_to: last.is_some() });
        }
        "disc" => {
            let at = words.expect("a point")?.spot()?;
            let radius_squared = words.expect("the square of its radius")?.parse("the square of a radius")?;
            draft.discs.push(DiscDraft { at, radius_squared });
        }
        "cells" => draft.cells = Some(CellsDraft { from: words.expect("a grid point")?.point()?, rows: Vec::new() }),
        "finish" => {
            let (from, to) = (words.expect("a point")?.spot()?, words.expect("a point")?.spot()?);
            let crossing = words.expect("a direction")?;
            let found = Crossing::ALL.into_iter().find(|known| known.id() == crossing.text);
            let crossing =
                found.ok_or_else(|| crossing.error("is not a direction: `+x`, `-x`, `+y`, `-y` or `any`"))?;
            draft.finish = Some(FinishDraft { from, to, crossing });
        }
        "start" => draft.start = Some(words.expect("a grid point")?.point()?),
        "other" => draft.starts.push(words.expect("a grid point")?.point()?),
        "oil" | "fast" | "slow" => {
            let kind: RegionKind = word.choice("a region")?;
            draft.regions.push(RegionDraft { kind, outline: words.spots()? });
        }
        "warp" => {
            let mut outline = Vec::new();
            loop {
                let next = words.expect("`by` and the offset")?;
                if next.text == "by" {
                    break;
                }
                outline.push(next.spot()?);
            }
            draft.warps.push(WarpDraft { outline, offset: words.expect("the offset")?.point()? });
        }
        "reflector" => {
            let (from, to) = (words.expect("a point")?.spot()?, words.expect("a point")?.spot()?);
            draft.reflectors.push(ReflectorDraft { from, to });
        }
        "spinner" => {
            let at = words.expect("a point")?.spot()?;
            draft.spinners.push(SpinnerDraft { at, turn: words.expect("`cw` or `ccw`")?.choice("`cw` or `ccw`")? });
        }
        _ => return Err(word.error("begins no line of a race")),
    }
    words.finish()
}

fn option(mut words: Words<'_>, rules: &mut Rules) -> Result<(), NotationError> {
    let name = words.expect("an option")?;
    match name.text {
        "walls" => rules.walls = words.expect("a choice")?.choice("a rule for walls")?,
        "crash" => rules.crash = words.expect("a choice")?.choice("a rule for crashes")?,
        "damage" => rules.damage = words.expect("a choice")?.choice("a rule for damage")?,
        "measure" => rules.measure = words.expect("a choice")?.choice("a measure of damage")?,
        "ties" => {
            rules.ties = words.words.by_ref().map(|word| word.choice("a tie option")).collect::<Result<_, _>>()?
        }
        "finish" => rules.finish = words.expect("a choice")?.choice("a rule for the finish")?,
        "crash_after_finish" => {
            rules.crash_after_finish = words.expect("`wins` or `crashes`")?.choice("`wins` or `crashes`")?;
        }
        "slow_list" => rules.slow_list = words.expect("a choice")?.choice("a list of slow-downs")?,
        "y_axis" => rules.y_axis = words.expect("`up` or `down`")?.choice("`up` or `down`")?,
        "hits" => rules.hits = Some(hits(&mut words)?),
        "play_on" => {
            let word = words.expect("`yes` or `no`")?;
            rules.play_on = match word.text {
                "yes" => true,
                "no" => false,
                _ => return Err(word.error("is neither `yes` nor `no`")),
            };
        }
        "turn_cap" => rules.turn_cap = words.expect("a number of turns")?.parse("a number of turns")?,
        _ => return Err(name.error("is no option")),
    }
    words.finish()
}

fn hits(words: &mut Words<'_>) -> Result<Hits, NotationError> {
    let count = words.expect("a number")?.parse("a number of hits")?;
    let mut hits = Hits { count, kinds: Vec::new(), ids: Vec::new(), distinct: true, per: Default::default() };
    while let Some(word) = words.words.next() {
        match word.text {
            "every" => hits.distinct = false,
            "per" => hits.per = words.expect("`race` or `lap`")?.choice("`race` or `lap`")?,
            text => match ObjectKind::ALL.into_iter().find(|kind| kind.id() == text) {
                Some(kind) => hits.kinds.push(kind),
                None => hits.ids.push(read_one_line(text, word.column)?),
            },
        }
    }
    Ok(hits)
}
