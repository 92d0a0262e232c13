//! `paddock engine`: computer drivers for other programs, which send and receive lines of JSON on standard input and
//! output.

use std::io::BufRead as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answer, Outcome, bounds, games, output};
use crate::drivers::{Advised, DriveError, DrivePlan, Effort, Level, School};
use crate::game::Progress;
use crate::game::words::many;
use crate::replay::{Opened, PlanStart, Race, RaceEdit, no_files};

/// The version of the protocol. The number changes when an existing message gets a new meaning.
const PROTOCOL: u32 = 1;
/// The longest line that is read, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// The arguments of `engine`.
#[derive(Debug, clap::Args)]
pub struct Arguments {}

/// A message from the other program to the engine.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Message {
    /// Asks for the engine's name and what it supports.
    Hello {},
    /// Sets the position: a race after some turns, or a circuit for a new race. Both are written as in files; a race
    /// may also be written as text.
    Position {
        #[serde(default)]
        race: Option<Value>,
        #[serde(default)]
        text: Option<String>,
        #[serde(default)]
        at: Option<usize>,
    },
    /// Plays a turn in the current position.
    Turn { turn: Value },
    /// Asks for the turn that the car to act should play.
    Go {
        #[serde(default)]
        level: Level,
        /// The car to act. This field is accepted but ignored, because the position already says which car acts.
        #[serde(default, rename = "car")]
        _car: Option<u32>,
        /// The moves to choose from. If this field is left out, the engine may play any legal turn.
        #[serde(default)]
        moves: Option<Vec<Value>>,
        #[serde(default)]
        rollouts: Option<u32>,
        #[serde(default)]
        time_ms: Option<u64>,
        #[serde(default = "usual_seed")]
        seed: u64,
    },
    /// Asks for a comparison of the decisions that the car to act can make.
    Advise {
        #[serde(default)]
        rollouts: Option<u32>,
        #[serde(default)]
        time_ms: Option<u64>,
        #[serde(default = "usual_seed")]
        seed: u64,
    },
    /// Asks the engine to stop thinking. The engine then replies with its best result so far.
    Stop,
    /// Asks the engine to end.
    Quit,
}

const fn usual_seed() -> u64 {
    1
}

/// A message from the engine to the program that uses it.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Reply<'a> {
    Hello {
        name: &'a str,
        protocol: u32,
        games: Vec<&'a str>,
        levels: [Level; 3],
    },
    Ready {
        game: &'a str,
        turn: usize,
        car: Option<u32>,
    },
    Info {
        words: String,
    },
    Advice {
        #[serde(flatten)]
        advised: &'a Advised,
    },
    Bestmove {
        car: Option<u32>,
        turn: Option<Value>,
    },
    Error {
        message: String,
    },
}

fn reply(reply: &Reply<'_>) {
    output::print(&serde_json::to_string(reply).unwrap_or_default());
}

fn error(message: impl std::fmt::Display) {
    reply(&Reply::Error { message: message.to_string() });
}

/// The current position, and the drivers' knowledge of its circuit.
struct Position {
    race: Box<dyn Race>,
    at: usize,
    school: Option<Box<dyn School>>,
}

impl Position {
    fn tell(&self) {
        let car = self.race.view(self.at).to_act.map(|car| car.0);
        reply(&Reply::Ready { game: self.race.info().id, turn: self.at, car });
    }

    /// Makes the drivers learn the circuit of this position, unless they know it already.
    fn learn(&mut self, progress: Progress<'_>) -> Result<&dyn School, String> {
        let moved = self.school.take().and_then(|school| school.moved_to(self.race.as_ref(), self.at));
        let school = match moved {
            Some(school) => school,
            None => {
                let game = games().find(self.race.info().id).ok_or("the game is unknown")?;
                game.learn_race(self.race.as_ref(), self.at, progress).map_err(|error| error.to_string())?
            }
        };
        Ok(&**self.school.insert(school))
    }
}

/// The requests of the other program to stop or to quit. They take effect at once, even while the engine works on an
/// earlier message.
#[derive(Default)]
struct Halt {
    /// The number of the last line that stopped the engine's thinking.
    line: AtomicU64,
    /// Whether the engine was told to quit.
    quit: AtomicBool,
}

/// Reads standard input in a thread. Returns the messages as they arrive, each with the number of its line.
fn listen(halt: Arc<Halt>) -> Receiver<(u64, Result<Message, String>)> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
            let message = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) if line.len() > MOST_BYTES => Err("the line is too long".to_owned()),
                Ok(line) => serde_json::from_str(&line).map_err(|error| format!("the line is not a message: {error}")),
                Err(error) => Err(format!("the line cannot be read: {error}")),
            };
            if matches!(message, Ok(Message::Stop | Message::Quit)) {
                halt.line.store(number, Ordering::Relaxed);
            }
            if matches!(message, Ok(Message::Quit)) {
                halt.quit.store(true, Ordering::Relaxed);
            }
            if sender.send((number, message)).is_err() {
                return;
            }
        }
        // If the other program closes the input, it waits for no more answers: stop thinking.
        halt.line.store(u64::MAX, Ordering::Relaxed);
    });
    receiver
}

pub fn run(_: &Arguments) -> Answer {
    let halt = Arc::new(Halt::default());
    let mut position: Option<Position> = None;
    for (number, message) in listen(Arc::clone(&halt)) {
        let message = match message {
            Ok(message) => message,
            Err(why) => {
                error(why);
                continue;
            }
        };
        match message {
            Message::Hello {} => reply(&Reply::Hello {
                name: concat!("Paddock ", env!("CARGO_PKG_VERSION")),
                protocol: PROTOCOL,
                games: games().iter().map(|game| game.info().id).collect(),
                levels: Level::ALL,
            }),
            Message::Position { race, text, at } => match set(race, text, at) {
                Ok(new) => {
                    // Keeps the knowledge of the circuit: the new position may be on the same circuit.
                    let school = position.take().and_then(|old| old.school);
                    let new = Position { school, ..new };
                    new.tell();
                    position = Some(new);
                }
                Err(why) => error(why),
            },
            Message::Turn { turn } => match position.as_mut() {
                None => error("send a position first"),
                Some(position) => match play(position, turn) {
                    Ok(()) => position.tell(),
                    Err(why) => error(why),
                },
            },
            Message::Go { level, moves, rollouts, time_ms, seed, .. } => {
                let Some(position) = position.as_mut() else {
                    error("send a position first");
                    continue;
                };
                let car = position.race.view(position.at).to_act.map(|car| car.0);
                let effort = Effort { rollouts, ..Effort::default() };
                // The position selects the dice, so two turns of a race have
                // different dice even with the same seed.
                let stream = position.at as u64;
                let plan = DrivePlan { stream, effort, ..DrivePlan::of(level, seed) };
                think(number, &halt, time_ms, position, |school, progress| {
                    if let Some(moves) = moves {
                        return match school.choose(&moves, &plan, level, progress) {
                            Some(turn) => reply(&Reply::Bestmove { car, turn: Some(turn) }),
                            None => {
                                error("none of these moves can be rated in this position; send moves that are legal")
                            }
                        };
                    }
                    // If the time is up before the driver could begin, a club driver decides at once.
                    let hasty = DrivePlan { drivers: vec![level.min(Level::Club).into()], ..plan.clone() };
                    let decided = match school.turns(&plan, 1, progress) {
                        Err(DriveError::Stopped) => school.turns(&hasty, 1, Progress::SILENT),
                        turns => turns,
                    };
                    match decided {
                        Ok(turns) => reply(&Reply::Bestmove { car, turn: turns.into_iter().next() }),
                        Err(why) => error(why),
                    }
                });
            }
            Message::Advise { rollouts, time_ms, seed } => {
                let Some(position) = position.as_mut() else {
                    error("send a position first");
                    continue;
                };
                let effort = Effort { rollouts, ..Effort::default() };
                think(number, &halt, time_ms, position, |school, progress| {
                    reply(&Reply::Advice { advised: &school.advise(effort, seed, progress, &|_| ()) })
                });
            }
            Message::Stop => {}
            Message::Quit => break,
        }
        if bounds::is_reached() {
            break;
        }
    }
    Ok(Outcome::Fine)
}

/// Does the work that the message on line `number` asks for. The work ends when it is done, when a later line stops it,
/// or when the time is up. Learning the circuit comes before, and only `quit` ends it: without that knowledge there is
/// no best decision so far, and if every `stop` ended it, a slow circuit would never be learned.
fn think(
    number: u64,
    halt: &Halt,
    time_ms: Option<u64>,
    position: &mut Position,
    work: impl FnOnce(&dyn School, Progress<'_>),
) {
    let report = |words| reply(&Reply::Info { words });
    let quits = || halt.quit.load(Ordering::Relaxed) || bounds::is_reached();
    let school = match position.learn(Progress { report: &report, stop: &quits }) {
        Ok(school) => school,
        Err(why) => return error(why),
    };
    let end = time_ms.map(|time| Instant::now() + Duration::from_millis(time));
    let stop = || halt.line.load(Ordering::Relaxed) > number || end.is_some_and(|end| Instant::now() >= end) || quits();
    work(school, Progress { report: &report, stop: &stop });
}

/// Opens the position that a message describes.
fn set(race: Option<Value>, text: Option<String>, at: Option<usize>) -> Result<Position, String> {
    let bytes = match (race, text) {
        (Some(race), None) => race.to_string(),
        (None, Some(text)) => games().file_from_text(text.as_bytes(), &no_files).map_err(|error| error.to_string())?,
        _ => return Err("the position has neither `race` nor `text`, or has both; send exactly one of them".to_owned()),
    };
    let race = match games().open(bytes.as_bytes(), &no_files).map_err(|error| error.to_string())? {
        Opened::Race(race) => race,
        Opened::Track(draft) => {
            let plan = games().plan(&draft, &PlanStart::Usual).ok_or("the game is unknown")?;
            if let Some(issue) = plan.issues().first() {
                return Err(format!("the race cannot start: {}", issue.message));
            }
            let text = plan.file_text("").map_err(|error| error.to_string())?;
            match games().open(text.as_bytes(), &no_files).map_err(|error| error.to_string())? {
                Opened::Race(race) => race,
                Opened::Track(_) => return Err("the race cannot start".to_owned()),
            }
        }
    };
    let at = at.unwrap_or(race.len());
    if at > race.len() {
        return Err(format!("there is no turn {at}; the race has {}", many(race.len(), "turn")));
    }
    if let Some(turn) = (1..=at).find(|turn| race.step(*turn).is_some_and(|step| step.illegal.is_some())) {
        return Err(format!("turn {turn} of the race is illegal; set `at` to a position before it"));
    }
    Ok(Position { race, at, school: None })
}

/// Plays a turn in this position.
fn play(position: &mut Position, turn: Value) -> Result<(), String> {
    let (line, at) = (position.race.shown_line(), position.at);
    let recorder = position.race.recorder().ok_or("this race cannot be changed")?;
    let edit = RaceEdit::Play { line, at, turn, reason: None };
    let recorded = recorder.record(&edit).map_err(|error| error.to_string())?;
    recorder.show_line(recorded.line);
    position.at = at + 1;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_are_read_strictly() {
        let read = |text: Value| serde_json::from_value::<Message>(text).is_ok();
        assert!(read(json!({"type": "go", "level": "expert", "time_ms": 100})));
        assert!(read(json!({"type": "position", "race": {}})) && read(json!({"type": "quit"})));
        assert!(!read(json!({"type": "go", "level": "champion"})) && !read(json!({"type": "go", "depth": 3})));
        assert!(!read(json!({"type": "dance"})) && !read(json!({"level": "club"})));
        assert!(set(None, None, None).is_err());
    }
}
