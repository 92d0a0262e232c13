//! The head of a race as text. It has tags, then the circuit and the setup as blocks of JSON.
//!
//! ```text
//! [Title "An evening in Nightjar Park"]
//! [Game "vektorace"]
//!
//! circuit { "name": "Nightjar Park", ... }
//! setup { "edition": "second", ... }
//! ```
//!
//! Instead of the circuit's JSON, the head may have the name of its file: `circuit "nightjar-park.json"`.

use std::fmt::Write as _;

use super::line::Lines;
use crate::game::{Game, NotationError, Status};
use crate::replay::file::{self, Circuit, FileError, Position, SetupBlock, TrackSource};
use crate::replay::open::{self, Fetch};
use crate::replay::timeline::Timeline;
use crate::replay::{About, Race as _};

/// The tags whose values are used. All other tags are for human readers: they repeat data from elsewhere in the text.
const READ: [&str; 4] = ["Title", "Game", "Date", "Place"];
const REPEATED: [&str; 4] = ["Circuit", "Edition", "Players", "Result"];

/// The content of the lines before the first turn, as far as they have been read: tags, circuit and setup.
pub(super) struct Head<G: Game> {
    pub title: Option<String>,
    pub about: About,
    pub track: Option<G::Draft>,
    pub setup: Option<G::Setup>,
    /// The names of the tags read so far.
    tags: Vec<String>,
}

impl<G: Game> Default for Head<G> {
    fn default() -> Self {
        Self { title: None, about: About::default(), track: None, setup: None, tags: Vec::new() }
    }
}

/// Splits a tag such as `[Title "A duel"]` into its name and its value.
fn tag(line: &str) -> Result<(&str, String), NotationError> {
    let how = "write a name and a text in quotes, as in [Title \"A duel\"]";
    let lead = line.chars().take_while(|c| c.is_whitespace()).count();
    let wrong = || NotationError::new(lead + 1, format!("this is not a tag: {how}"));
    let inner = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(wrong)?;
    let (name, value) = inner.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
    let value = serde_json::from_str(value.trim()).map_err(|_| wrong())?;
    Ok((name, value))
}

/// Returns the game's id from the tag `Game`, and the line number of the tag.
///
/// # Errors
/// Returns an error if the text is not UTF-8 or has no such tag.
pub(in crate::replay) fn game_of(bytes: &[u8]) -> Result<(String, usize), FileError> {
    let text = file::text_of(bytes)?;
    let mut lines = Lines::new(text);
    for line in lines.by_ref() {
        if !line.text.trim_start().starts_with('[') {
            return Err(FileError::from(no_tag(line.text).or_line(line.number)));
        }
        let (name, value) = tag(line.text).map_err(|error| error.or_line(line.number))?;
        if name == "Game" {
            return Ok((value, line.number));
        }
    }
    Err(NotationError::new(1, "the tag [Game \"...\"] is missing").or_line(lines.number() + 1).into())
}

/// The error for a text whose first line is not a tag.
fn no_tag(line: &str) -> NotationError {
    const OLD: [&str; 14] = [
        "game", "race", "track", "about", "edition", "laps", "table", "wall", "corner", "car", "board", "space_mm",
        "option", "square",
    ];
    let word = line.split_whitespace().next().unwrap_or_default();
    NotationError::new(
        1,
        if OLD.contains(&word) {
            "this text has the format of Paddock 0.1, which began with lines such as `race` and `track`. Convert it with that version (paddock import text OLD.txt -o race.json), then open the file here"
        } else {
            "begin the text with tags; one tag must name the game, such as [Game \"vektorace\"]"
        },
    )
}

impl<G: Game> Head<G> {
    /// Reads a line before the first turn. If a JSON block begins in the line, reads the whole block. Returns `false`
    /// if the line is neither a tag nor the beginning of the circuit or the setup.
    pub fn read(
        &mut self,
        lines: &mut Lines<'_>,
        (number, line): (usize, &str),
        load: Fetch<'_>,
    ) -> Result<bool, FileError> {
        let said = line.trim_start();
        if said.starts_with('[') {
            let (name, value) = tag(line).map_err(|error| error.or_line(number))?;
            self.tag(name, value).map_err(|message| NotationError::new(1, message).or_line(number))?;
            return Ok(true);
        }
        let (word, rest) = said.split_at(said.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(said.len()));
        if self.tags.is_empty() && !said.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(no_tag(line).or_line(number).into());
        }
        let twice =
            || FileError::from(NotationError::new(1, format!("`{word}` appears twice; delete one")).or_line(number));
        match word {
            "circuit" => {
                let circuit: Circuit<G> = lines.block((number, line), rest, "circuit")?;
                let draft = match circuit.0 {
                    TrackSource::Here(draft) => *draft,
                    TrackSource::File(name) => open::draft_of_file::<G>(&name, load).map_err(|error| FileError {
                        position: Some(Position { line: number, column: 1 }),
                        ..FileError::new(error.to_string())
                    })?,
                };
                if self.track.replace(draft).is_some() {
                    return Err(twice());
                }
            }
            "setup" => {
                let setup: SetupBlock<G> = lines.block((number, line), rest, "setup")?;
                if self.setup.replace(setup.0).is_some() {
                    return Err(twice());
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn tag(&mut self, name: &str, value: String) -> Result<(), String> {
        if self.tags.iter().any(|tag| tag == name) {
            return Err(format!("the tag {name} appears twice; delete one"));
        }
        match name {
            "Title" => self.title = Some(value),
            "Date" => self.about.date = value,
            "Place" => self.about.place = value,
            "Game" if value == G::INFO.id => {}
            "Game" => return Err(format!("this race is of another game; the tag must name {}", G::INFO.name)),
            _ if REPEATED.contains(&name) => {}
            _ => {
                let shown: String = name.chars().take(40).collect();
                return Err(format!("unknown tag {shown}; use one of: {}, {}", READ.join(", "), REPEATED.join(", ")));
            }
        }
        self.tags.push(name.to_owned());
        Ok(())
    }

    /// Returns an error message if the tags, the circuit or the setup are still missing. Returns `None` if all of them
    /// have been read, so that turns may follow.
    pub fn missing(&self) -> Option<&'static str> {
        match (&self.tags[..], &self.track, &self.setup) {
            ([], ..) => Some("begin the text with tags; one tag must name the game, such as [Game \"vektorace\"]"),
            (_, None, _) => {
                Some("the circuit is missing; write `circuit`, then its JSON or the name of its file in quotes")
            }
            (.., None) => Some("the setup is missing; write `setup`, then its JSON as in race files"),
            _ => None,
        }
    }
}

/// Writes the head of the text of a race: the tags, the circuit and the setup. The text contains the first `at` turns.
pub(super) fn print<G: Game>(race: &Timeline<G>, at: usize) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} {}]", serde_json::Value::from(value));
        }
    };
    tag("Title", &race.title);
    tag("Game", G::INFO.id);
    tag("Edition", G::edition(&race.setup).unwrap_or_default());
    tag("Circuit", G::track_name(&race.draft));
    tag("Date", &race.about.date);
    tag("Place", &race.about.place);
    let named = |car| {
        let entrant = race.entrants().iter().find(|entrant| entrant.car == car);
        let name = entrant.map_or("", |entrant| entrant.name.trim());
        if name.is_empty() { format!("car {car}") } else { name.to_owned() }
    };
    let players: Vec<String> = race.entrants().iter().map(|entrant| named(entrant.car)).collect();
    tag("Players", &players.join(", "));
    let view = race.view(at);
    if view.to_act.is_none() {
        let places = view.standings().into_iter().map(|car| match car.status {
            Status::Racing | Status::Finished => format!("{} {}", car.rank, named(car.car)),
            Status::Withdrawn | Status::Eliminated => format!("out {}", named(car.car)),
        });
        tag("Result", &places.collect::<Vec<_>>().join(", "));
    }
    for (word, block) in [("circuit", file::print(&race.draft)), ("setup", file::print(&race.setup))] {
        // Data read from a file can always be written.
        let _ = write!(text, "\n{word} {}", block.unwrap_or_default());
    }
    text
}
