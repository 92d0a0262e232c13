//! The circuits and races that are included in the program.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::Games;
use crate::game::scene::{Scene, Style};
use crate::game::words::many;
use crate::game::{AnyDraft, Refused, TrackAbout};
use crate::replay::{Opened, Race};

/// A shipped document: its path in the source tree, and its bytes.
type Shipped = (&'static str, &'static [u8]);

static ALL: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The number of shipped documents.
#[must_use]
pub fn count() -> usize {
    ALL.len()
}

/// The path of a shipped document, such as `tracks/vektorace/oval.json`; `None` if there is no document with this
/// index.
#[must_use]
pub fn name(index: usize) -> Option<&'static str> {
    ALL.get(index).map(|(name, _)| *name)
}

/// Whether the shipped document with this name is a circuit. All others are races.
#[must_use]
pub fn is_circuit(name: &str) -> bool {
    name.starts_with("tracks/")
}

/// The position of a shipped document's game in the list of all games. `index` is the index of the document.
#[must_use]
pub fn game_order(games: Games, index: usize) -> usize {
    let game = name(index).and_then(|name| name.split('/').nth(1));
    games.place(game.unwrap_or_default())
}

/// The index of the shipped document with this name; `None` if there is no such document.
#[must_use]
pub fn find(name: &str) -> Option<usize> {
    ALL.iter().position(|(other, _)| *other == name)
}

/// Opens a shipped document.
///
/// # Errors
/// If the document cannot be opened.
pub fn open(games: Games, index: usize) -> Result<Opened, String> {
    let (name, bytes) = ALL.get(index).ok_or("there is no such document in the program")?;
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let fetch = |track: &str| {
        let wanted = format!("{folder}/{track}");
        let found = ALL.iter().find(|(other, _)| *other == wanted);
        found
            .map(|(_, bytes)| bytes.to_vec())
            .ok_or_else(|| Refused::from(format!("no circuit or race with the name {wanted} comes with the program")))
    };
    games.open(bytes, &fetch).map_err(|error| format!("{name}: {error}"))
}

/// The entry on the welcome page for a circuit or a race that comes with the program.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The document's title.
    pub title: String,
    /// A short description of the document, in one line.
    pub line: String,
    /// Whether the document is a race.
    pub race: bool,
    /// The drawing that the document's card shows.
    pub scene: Arc<Scene>,
}

impl Summary {
    /// Opens a shipped document and makes its entry for the welcome page. Opening a race plays all its turns, which
    /// takes time. Therefore each entry is made only once and then kept.
    ///
    /// # Errors
    /// If the document cannot be opened.
    pub fn of(games: Games, index: usize) -> Result<Self, String> {
        static MADE: LazyLock<Vec<OnceLock<Summary>>> = LazyLock::new(|| ALL.iter().map(|_| OnceLock::new()).collect());
        let made = MADE.get(index).ok_or("there is no such document in the program")?;
        let knows_game = game_order(games, index) < games.iter().count();
        if let Some(summary) = made.get().filter(|_| knows_game) {
            return Ok(summary.clone());
        }
        let summary = match open(games, index)? {
            Opened::Track(draft) => Self::of_draft(&draft),
            Opened::Race(race) => Self::of_race(race.as_ref()),
        };
        Ok(made.get_or_init(|| summary).clone())
    }

    fn of_draft(draft: &AnyDraft) -> Self {
        let TrackAbout { size, description, .. } = draft.about();
        let about = format!("{} · {size}", draft.info().name);
        let line = if description.is_empty() { about } else { format!("{about}. {description}") };
        Self { title: draft.name().to_owned(), line, race: false, scene: Arc::new(small(draft.scene(&[]))) }
    }

    fn of_race(race: &dyn Race) -> Self {
        let (cars, laps) = (race.entrants().len(), race.laps());
        // In the middle of a race, the cars are spread over the table.
        let scene = small(race.scene(race.len() / 2, 0));
        let game = race.info().name;
        let line = format!("{game} · {}, {}, {}", many(cars, "car"), many(laps, "lap"), many(race.len(), "turn"));
        Self { title: race.title().to_owned(), line, race: true, scene: Arc::new(scene) }
    }
}

/// Simplifies a drawing for a small picture. Keeps only the area around the circuit, and leaves out fine lines and
/// numbers.
fn small(scene: Scene) -> Scene {
    scene.without(&[Style::GridLine, Style::Ruler]).cropped()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_ships_opens() {
        for index in 0..count() {
            let summary = Summary::of(Games::all(), index).unwrap_or_else(|error| panic!("{error}"));
            assert!(!summary.title.is_empty(), "{:?} has no name", name(index));
        }
        assert!(Summary::of(Games::all(), count()).is_err());
    }

    #[test]
    fn every_document_lies_in_the_folder_of_a_game() {
        for (index, name) in (0..count()).map(|index| (index, name(index).unwrap_or_default())) {
            let game = Games::all().iter().nth(game_order(Games::all(), index)).map(|game| game.info().id);
            assert!(game.is_some_and(|game| name.contains(&format!("/{game}/"))), "{name}");
        }
        assert_eq!(game_order(Games::all(), count()), Games::all().iter().count(), "a missing document comes last");
    }
}
