//! The facts about a game, and the summary of a circuit.

use super::{CarId, Credits, GearWords, Group, Resource};

/// A short summary of a circuit, to show in lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackAbout<'a> {
    /// The circuit's size in the game's own terms, such as "14 corners".
    pub size: String,
    /// The designer's description of the circuit; may be empty.
    pub description: &'a str,
    /// The designer and the terms of use; `None` for a game whose circuits have no credits.
    pub credits: Option<&'a Credits>,
    /// The groups of shapes in the editor.
    pub groups: &'a [Group],
}

impl TrackAbout<'_> {
    /// The oldest version of the file format that can store this circuit. Credits and groups need version 2.
    #[must_use]
    pub fn file_version(&self) -> u32 {
        let has_credits = self.credits.is_some_and(|credits| !credits.is_empty());
        if has_credits || !self.groups.is_empty() { 2 } else { 1 }
    }
}

/// The facts about a game that are the same in every race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The id of the game in files, such as `vektorace`.
    pub id: &'static str,
    /// The name of the game, as shown to people.
    pub name: &'static str,
    /// The game's unit of length, in the plural.
    pub unit: &'static str,
    /// An example of a turn in the game's notation. It begins with the car's number, or with the round and the car's
    /// number, as in `1.7`.
    pub example: &'static str,
    /// The game's words for the value in [`CarView::gear`](crate::game::CarView::gear).
    pub gear: GearWords,
    /// The resources of a car, in the order of [`CarView::resources`](crate::game::CarView::resources).
    pub resources: &'static [Resource],
    /// Whether all cars move at the same time, so that players hand in their moves in secret.
    pub simultaneous: bool,
    /// A sentence that says what [`Evaluate::evaluate`](crate::game::Evaluate::evaluate) compares a race with, such as
    /// the fastest route. `None` if races of this game cannot be evaluated.
    pub compared_with: Option<&'static str>,
    /// A sentence that names the strategies that [`Evaluate::forecast`](crate::game::Evaluate::forecast) compares;
    /// `None` if the game has no forecast.
    pub forecasts: Option<&'static str>,
}

impl GameInfo {
    /// Returns an example of a turn in notation, for this round and this car. Without a car, returns the game's own
    /// example.
    #[must_use]
    pub fn example_of(&self, round: u32, car: Option<CarId>) -> String {
        let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
        let turn = self.example.trim_start_matches(is_number);
        let number = &self.example[..self.example.len() - turn.len()];
        match car {
            Some(car) if number.contains('.') => format!("{round}.{car}{turn}"),
            Some(car) => format!("{car}{turn}"),
            None => self.example.to_owned(),
        }
    }
}
