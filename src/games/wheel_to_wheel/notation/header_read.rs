//! From the lines before the first entry to a draft and a setup.

use super::words::{Word, Words};
use crate::game::{NotationError, NotationHeader, NotationLine, read_one_line};
use crate::games::wheel_to_wheel::WheelToWheel;
use crate::games::wheel_to_wheel::draft::{Draft, GarageDraft};
use crate::games::wheel_to_wheel::options::Options;
use crate::games::wheel_to_wheel::setup::{DRIVERS, DriverEntry, MAX_QUALIFYING, Setup, Stage, TeamEntry};
use crate::games::wheel_to_wheel::skills::Skills;
use crate::games::wheel_to_wheel::tyres::Compound;

/// A team being read, with the drivers it has so far.
struct Team {
    line: usize,
    entry: TeamEntry,
    drivers: Vec<DriverEntry>,
}

/// What the lines say.
pub(in crate::games::wheel_to_wheel) fn read_header(
    lines: &[NotationLine<'_>],
) -> Result<NotationHeader<WheelToWheel>, NotationError> {
    let mut header = NotationHeader {
        title: String::new(),
        draft: Draft { points: Vec::new(), ..Draft::default() },
        setup: Setup { championship: None, options: Options::default(), teams: Vec::new() },
    };
    let mut teams = Vec::new();
    for line in lines {
        read_line(*line, &mut header, &mut teams).map_err(|error| error.or_line(line.number))?;
    }
    for Team { line, mut entry, drivers } in teams {
        let count = drivers.len();
        entry.drivers = <[DriverEntry; DRIVERS]>::try_from(drivers)
            .map_err(|_| NotationError::new(1, format!("a team has two lines `driver`, not {count}")).or_line(line))?;
        header.setup.teams.push(entry);
    }
    if header.draft.points.is_empty() {
        header.draft.points = Draft::default().points;
    }
    Ok(header)
}

/// What follows a word, to the end of the line.
fn rest(line: &str, after: Word<'_>) -> Result<String, NotationError> {
    let begin = after.column - 1 + after.text.chars().count() + 1;
    let text: String = line.chars().skip(begin).collect();
    read_one_line(text.trim(), begin + 1)
}

fn read_line(
    line: NotationLine<'_>,
    header: &mut NotationHeader<WheelToWheel>,
    teams: &mut Vec<Team>,
) -> Result<(), NotationError> {
    let text = line.text;
    let mut words = Words::new(text, 0);
    let word = words.expect("a word")?;
    let NotationHeader { title, draft, setup } = header;
    match word.text {
        "game" => {
            let game = words.expect("the game")?;
            if game.text != "wheel_to_wheel" {
                return Err(game.error("is another game"));
            }
        }
        "race" => {
            *title = rest(text, word)?;
            return Ok(());
        }
        "track" => {
            draft.name = rest(text, word)?;
            return Ok(());
        }
        "about" => {
            draft.description = rest(text, word)?;
            return Ok(());
        }
        "championship" => {
            let race = words.expect("the race's number")?.number("a race's number")?;
            let races = words.expect("the number of races")?.number("a number of races")?;
            setup.championship = Some(Stage { race, races });
        }
        "option" => return option(words, &mut setup.options),
        "team" => {
            let drivers = [DriverEntry::new("", Compound::Hard), DriverEntry::new("", Compound::Hard)];
            let entry = TeamEntry {
                name: String::new(),
                colour: rest(text, word)?,
                qualifying: Vec::new(),
                points: 0,
                skills: Skills::default(),
                drivers,
            };
            teams.push(Team { line: line.number, entry, drivers: Vec::new() });
            return Ok(());
        }
        "its" | "driver" => {
            let Some(team) = teams.last_mut() else { return Err(word.error("stands before any team")) };
            return of_team(text, word, words, team);
        }
        "garage" => {
            let field = words.expect("the lane field")?.number("a lane field")?;
            let code = words.expect("the letters, or `-`,")?;
            let colour = rest(text, code)?;
            let code = if code.text == "-" { String::new() } else { read_one_line(code.text, code.column)? };
            draft.garages.push(GarageDraft { colour, code, field });
            return Ok(());
        }
        _ => board(word, &mut words, draft)?,
    }
    words.finish()
}

/// The numbers and the drawing of a board.
fn board(word: Word<'_>, words: &mut Words<'_>, draft: &mut Draft) -> Result<(), NotationError> {
    let mut field = |what: &str| words.expect(what)?.number(what);
    match word.text {
        "loop" => draft.loop_len = field("the number of fields")?,
        "pit" => (draft.pit_entry, draft.pit_exit) = (field("the pit entry")?, field("the pit exit")?),
        "lane" => (draft.lane_len, draft.lane_line) = (field("the number of lane fields")?, field("the line's field")?),
        "crash" => draft.crash_next = field("a lane field")?,
        "laps" => draft.laps = field("the number of laps")?,
        "free_rounds" => draft.free_rounds = field("a number of rounds")?,
        "battery" => draft.battery_size = field("what a battery holds")?,
        "rain_rounds" => draft.rain_rounds = field("a number of rounds")?,
        "red" => draft.red = words.numbers("a loop field")?,
        "grid" => draft.grid = words.numbers("a loop field")?,
        "points" => draft.points = words.numbers("a number of points")?,
        "along" => draft.line.extend(words.points()?),
        "aside" => draft.lane.extend(words.points()?),
        "crash_zone" => draft.crash_zone = Some(words.expect("a point")?.point()?),
        "die" => {
            let colour = words.expect("the die's colour")?;
            let faces = words.numbers("a face")?;
            match colour.text {
                "blue" => draft.dice.blue = faces,
                "green" => draft.dice.green = faces,
                "red" => draft.dice.red = faces,
                _ => return Err(colour.error("is none of `blue`, `green`, `red`")),
            }
        }
        _ => return Err(word.error("begins no line of a race")),
    }
    Ok(())
}

/// What belongs to the team named last.
fn of_team(line: &str, word: Word<'_>, mut words: Words<'_>, team: &mut Team) -> Result<(), NotationError> {
    if word.text == "driver" {
        let tyre = words.expect("the tyres: `H` or `S`")?;
        let mut letters = tyre.text.chars();
        let compound = letters.next().and_then(Compound::from_letter).filter(|_| letters.as_str().is_empty());
        let compound = compound.ok_or_else(|| tyre.error("is none of `H`, `S`, `W`"))?;
        let plan = words.expect("the plan, or `-`,")?;
        let mut driver = DriverEntry::new(rest(line, plan)?, compound);
        if plan.text != "-" {
            driver.plan = Some(plan.choice("a plan, such as `HHS`")?);
        }
        if team.drivers.len() >= DRIVERS {
            return Err(word.error("is one too many for a team"));
        }
        team.drivers.push(driver);
        return Ok(());
    }
    let what = words.expect("`name`, `qualifying`, `points` or `skills`")?;
    let entry = &mut team.entry;
    match what.text {
        "name" => {
            entry.name = rest(line, what)?;
            return Ok(());
        }
        "qualifying" => {
            while let Some(throw) = words.next() {
                let faces: Vec<u8> = throw.text.split(',').filter_map(super::words::number).collect();
                let faces = <[u8; 3]>::try_from(faces).ok().filter(|_| throw.text.split(',').count() == 3);
                entry.qualifying.push(faces.ok_or_else(|| throw.error("is no throw of three dice, such as `2,5,6`"))?);
                if entry.qualifying.len() > MAX_QUALIFYING {
                    return Err(throw.error("is one throw too many"));
                }
            }
        }
        "points" => entry.points = words.expect("a number of points")?.number("a number of points")?,
        "skills" => {
            let mut slot = || words.expect("a slot")?.number("a slot");
            entry.skills = Skills { helmet: slot()?, tools: slot()?, headset: slot()? };
        }
        _ => return Err(what.error("is none of `name`, `qualifying`, `points`, `skills`")),
    }
    words.finish()
}

fn yes(choice: Word<'_>) -> Result<bool, NotationError> {
    match choice.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(choice.error("is neither `yes` nor `no`")),
    }
}

fn option(mut words: Words<'_>, options: &mut Options) -> Result<(), NotationError> {
    let name = words.expect("an option")?;
    let choice = words.expect("a choice")?;
    match name.text {
        "collision" => options.collision = choice.choice("a rule for collisions")?,
        "team_mates" => options.team_mates = choice.choice("a rule for team-mates")?,
        "rain_count" => options.rain_count = choice.choice("the first round of rain")?,
        "garage_throw" => options.garage_throw = choice.choice("the dice that end in the garage")?,
        "yellow_scope" => options.yellow_scope = choice.choice("who keeps to the yellow flag")?,
        "pit_enter" => options.pit_enter = choice.choice("a way into the pit lane")?,
        "tyre_overrun" => options.tyre_overrun = choice.choice("a rule for worn tyres")?,
        "driver_order" => options.driver_order = choice.choice("an order of drivers")?,
        "lap_slots" => options.lap_slots = choice.choice("the laps that earn slots")?,
        "strategy" => options.strategy = choice.choice("what a plan is worth")?,
        "round_cap" => options.round_cap = choice.number("a number of rounds")?,
        "engine_garage_change" => options.engine_garage_change = yes(choice)?,
        "slipstream_charge" => options.slipstream_charge = yes(choice)?,
        _ => return Err(name.error("is no option")),
    }
    words.finish()
}
