//! From the lines before the first turn to a draft and a setup.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use super::read::{Word, words};
use crate::game::{CarId, NotationError, NotationHeader, NotationLine, read_one_line};
use crate::games::formula_d::FormulaD;
use crate::games::formula_d::draft::{ChartLine, CornerDraft, Draft, EdgeDraft, EdgeKind, SpaceDraft, SpaceKind};
use crate::games::formula_d::options::{Preset, Rules, Switches, TireSet};
use crate::games::formula_d::setup::{CarEntry, Grid, Setup};

/// The words of a line after its first, and the column after them.
struct Words<'a> {
    words: std::vec::IntoIter<Word<'a>>,
    end: usize,
    line: &'a str,
}

fn choice<T: DeserializeOwned>(word: Word<'_>, what: &str) -> Result<T, NotationError> {
    serde_json::from_value(serde_json::Value::from(word.text)).map_err(|_| word.error(&format!("is not {what}")))
}

impl<'a> Words<'a> {
    fn expect(&mut self, missing: &str) -> Result<Word<'a>, NotationError> {
        self.words.next().ok_or_else(|| NotationError::new(self.end, format!("{missing} is missing")))
    }

    fn number<T: FromStr>(&mut self, what: &str) -> Result<T, NotationError> {
        let word = self.expect(what)?;
        word.parse(word.text, what)
    }

    fn choice<T: DeserializeOwned>(&mut self, what: &str) -> Result<T, NotationError> {
        choice(self.expect(what)?, what)
    }

    fn text(&mut self, what: &str) -> Result<String, NotationError> {
        let word = self.expect(what)?;
        read_one_line(word.text, word.column)
    }

    /// A number, or `-` for none.
    fn maybe(&mut self, what: &str) -> Result<Option<u32>, NotationError> {
        let word = self.expect(what)?;
        if word.text == "-" { Ok(None) } else { word.parse(word.text, what).map(Some) }
    }

    /// What is left of the line after this word.
    fn rest(&self, after: Word<'_>) -> Result<String, NotationError> {
        let begin = after.column - 1 + after.text.chars().count() + 1;
        let text: String = self.line.chars().skip(begin).collect();
        read_one_line(text.trim(), begin + 1)
    }

    fn finish(mut self) -> Result<(), NotationError> {
        self.words.next().map_or(Ok(()), |word| Err(word.error("is one word too many")))
    }
}

fn point(word: Word<'_>) -> Result<[f64; 2], NotationError> {
    let both = word.text.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
    both.filter(|point: &[f64; 2]| point.iter().all(|value| value.is_finite()))
        .ok_or_else(|| word.error("is not a point, such as `4.2,1`"))
}

/// What the lines say.
pub(in crate::games::formula_d) fn read_header(
    lines: &[NotationLine<'_>],
) -> Result<NotationHeader<FormulaD>, NotationError> {
    let mut header = NotationHeader { title: String::new(), draft: Draft::default(), setup: Setup::default() };
    for line in lines {
        read_line(line.text, &mut header).map_err(|error| error.or_line(line.number))?;
    }
    Ok(header)
}

fn read_line(line: &str, header: &mut NotationHeader<FormulaD>) -> Result<(), NotationError> {
    let end = line.chars().count() + 1;
    let mut words = Words { words: words(line).into_iter(), end, line };
    let word = words.expect("a word")?;
    let NotationHeader { title, draft, setup } = header;
    match word.text {
        "race" => *title = words.rest(word)?,
        "track" => draft.name = words.rest(word)?,
        "about" => draft.description = words.rest(word)?,
        "car" => {
            let number = words.expect("the car's number")?;
            let car = CarId(number.parse(number.text, "a car's number")?);
            setup.cars.push(CarEntry::new(car, words.rest(number)?));
        }
        "its" => return its(words, setup.cars.last_mut(), word),
        "corner" => return corner(words, draft),
        "space" => return space(words, draft),
        "edge" => return edge(words, draft),
        "game" => {
            let game = words.expect("the game")?;
            if game.text != "formula_d" {
                return Err(game.error("is another game"));
            }
            return words.finish();
        }
        _ => return plain(word, words, draft, setup),
    }
    Ok(())
}

/// Lines of a word or two.
fn plain(word: Word<'_>, mut words: Words<'_>, draft: &mut Draft, setup: &mut Setup) -> Result<(), NotationError> {
    match word.text {
        "space_mm" => {
            draft.space_mm = Some(words.number::<f64>("a length in millimetres")?).filter(|it| it.is_finite())
        }
        "lanes" => draft.lanes = words.number("a number of lanes")?,
        "lap" => draft.lap = words.number("a length in half spaces")?,
        "usual" => draft.laps = words.number("a number of laps")?,
        "chart" => {
            let span = words.expect("results such as `1-10`")?;
            let both = span.text.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
            let (from, to) = both.ok_or_else(|| span.error("is not a span of results, such as `1-10`"))?;
            draft.chart.push(ChartLine { from, to, weather: words.choice("weather: good, changeable or rain")? });
        }
        "touch" => draft.contacts.push([words.text("a space")?, words.text("a space")?]),
        "link" => draft.links.push([words.text("a space")?, words.text("a space")?]),
        "laps" => setup.laps = words.number("a number of laps")?,
        "preset" => setup.rules.preset = words.choice::<Preset>("a preset: advanced or basic")?,
        "option" => option(words.expect("an option")?, &mut setup.rules)?,
        "switch" => {
            let name = words.expect("a switch")?;
            let value = words.expect("`on` or `off`")?;
            switch(name, value, &mut setup.rules)?;
        }
        "grid" => setup.grid = words.choice::<Grid>("a grid: typed or rolled")?,
        "weather" => {
            let when = words.expect("`race` or `qualifying`")?;
            let roll = Some(words.number("a result of the black die")?);
            match when.text {
                "qualifying" => setup.weather.qualifying = roll,
                "race" => setup.weather.race = roll,
                "frog_qualifying" => setup.weather.frog_qualifying = roll,
                "frog_race" => setup.weather.frog_race = roll,
                _ => return Err(when.error("is neither `race` nor `qualifying`")),
            }
        }
        "circuit" => setup.circuit = Some(words.text("the circuit's digest")?),
        _ => return Err(word.error("begins no line of a race")),
    }
    words.finish()
}

fn option(name: Word<'_>, rules: &mut Rules) -> Result<(), NotationError> {
    let option = match name.text {
        "construction" => &mut rules.construction,
        "qualifying" => &mut rules.qualifying,
        "weather" => &mut rules.weather,
        "tires" => &mut rules.tires,
        "pit_options" => &mut rules.pit_options,
        "teams" => &mut rules.teams,
        "road" => &mut rules.road,
        _ => return Err(name.error("is no option")),
    };
    *option = true;
    Ok(())
}

fn switch(name: Word<'_>, value: Word<'_>, rules: &mut Rules) -> Result<(), NotationError> {
    let is_on = match value.text {
        "on" => true,
        "off" => false,
        _ => return Err(value.error("is neither `on` nor `off`")),
    };
    let mut switches = serde_json::to_value(&rules.switches).unwrap_or_default();
    match switches.get_mut(name.text) {
        Some(switch) => *switch = serde_json::Value::Bool(is_on),
        None => return Err(name.error("is no switch")),
    }
    rules.switches = serde_json::from_value::<Switches>(switches).map_err(|_| name.error("is no switch"))?;
    Ok(())
}

fn corner(mut words: Words<'_>, draft: &mut Draft) -> Result<(), NotationError> {
    let id = words.text("the corner's id")?;
    let stops = words.number("a number of stops")?;
    let side = words.expect("the side of its inside")?;
    let inside = if side.text == "-" { None } else { Some(choice(side, "a side: left or right")?) };
    let longest = words.maybe("the longest path")?;
    let last = words.expect("the shortest path")?;
    let shortest = if last.text == "-" { None } else { Some(last.parse(last.text, "the shortest path")?) };
    let name = words.rest(last)?;
    draft.corners.push(CornerDraft { id, name, stops, inside, longest, shortest });
    Ok(())
}

fn space(mut words: Words<'_>, draft: &mut Draft) -> Result<(), NotationError> {
    let mut space = SpaceDraft {
        id: words.text("the space's id")?,
        lane: words.number("a lane")?,
        rank: words.number("a rank")?,
        at: point(words.expect("a point")?)?,
        angle: words.number::<f64>("an angle")?,
        ..SpaceDraft::default()
    };
    while let Some(word) = words.words.next() {
        match word.text {
            "corner" => space.kind = SpaceKind::Corner(words.text("a corner")?),
            "pit" => space.kind = SpaceKind::Pit,
            "box" => space.kind = SpaceKind::Box(words.number("a box's number")?),
            "level" => space.level = words.number("a level")?,
            "slot" => space.slot = Some(words.number("a slot")?),
            "noise" => space.noise = true,
            "danger" => space.danger = true,
            "approach" => space.approach = true,
            "begins" => space.lane_start = true,
            "ends" => space.lane_end = true,
            "blocked" => space.blocked = true,
            "arrow" => space.arrows.push(words.choice("an arrow: ahead, left or right")?),
            "outline" => space.outline = words.words.by_ref().map(point).collect::<Result<_, _>>()?,
            _ => return Err(word.error("says nothing of a space")),
        }
    }
    draft.spaces.push(space);
    Ok(())
}

fn edge(mut words: Words<'_>, draft: &mut Draft) -> Result<(), NotationError> {
    let (from, to) = (words.text("a space")?, words.text("a space")?);
    let kind = words.expect("a kind of edge")?;
    let kind = if kind.text == "portal" {
        EdgeKind::Portal(words.number("a portal's number")?)
    } else {
        choice(kind, "a kind of edge")?
    };
    let mut edge = EdgeDraft { from, to, kind, finish: false, police: false };
    for word in words.words {
        match word.text {
            "finish" => edge.finish = true,
            "police" => edge.police = true,
            _ => return Err(word.error("says nothing of an edge")),
        }
    }
    draft.edges.push(edge);
    Ok(())
}

/// What belongs to the car named last.
fn its(mut words: Words<'_>, entry: Option<&mut CarEntry>, word: Word<'_>) -> Result<(), NotationError> {
    let Some(entry) = entry else { return Err(word.error("stands before any car")) };
    let what = words.expect("something of the car")?;
    match what.text {
        "colour" => {
            entry.colour = words.rest(what)?;
            return Ok(());
        }
        "wear" => entry.wear = Some(words.number("wear points such as `6/3/3/3/3/2`")?),
        "tires" => entry.tires = words.choice::<TireSet>("tires: hard, soft or rain")?,
        "qualifying" => entry.qualifying_tires = Some(words.choice("tires: hard, soft or rain")?),
        "skill" => entry.skill = Some(words.choice("a skill")?),
        "box" => entry.pit_box = Some(words.number("a box's number")?),
        "team" => entry.team = Some(words.number("a team's number")?),
        "slot" => entry.slot = Some(words.number("a slot")?),
        "rolls" => {
            for roll in words.words.by_ref() {
                entry.rolls.push(roll.parse(roll.text, "a result of the black die")?);
            }
        }
        _ => return Err(what.error("is nothing a car has")),
    }
    words.finish()
}
