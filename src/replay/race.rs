//! A recorded race as everything above the rules sees it, whatever the game.

use crate::game::scene::{Scene, Tag};
use crate::game::{CarId, Entrant, Event, IllegalTurn, Issue, LegalTurn, Place, Resource, StateView};

/// What a recorded turn led to.
#[derive(Clone, Debug)]
pub struct Step {
    /// The car it is about.
    pub car: CarId,
    /// What happened.
    pub events: Vec<Event>,
    /// The rule it breaks, if any.
    pub illegal: Option<IllegalTurn>,
    /// Whether an earlier turn was illegal, so that this one was checked from a position that cannot have arisen.
    pub unverified: bool,
}

/// A recorded race, played through.
///
/// Turns are counted from 1; a *position* `n` is the state after `n` turns, from 0 (the grid) to
/// [`len`](Race::len). Functions that take a position or turn beyond the end answer for the last one.
pub trait Race: Send + Sync {
    /// The game's name in files.
    fn game(&self) -> &'static str;
    /// What the unit of length is called, in the plural.
    fn unit(&self) -> &'static str;
    /// What cars have to spend, in the order of [`CarView::resources`](crate::game::CarView::resources).
    fn resources(&self) -> &'static [Resource];
    /// The race's name.
    fn title(&self) -> &str;
    /// What its circuit is called.
    fn track_name(&self) -> &str;
    /// The cars, in grid order: the place in this list gives a car its colour.
    fn entrants(&self) -> &[Entrant];
    /// How many laps are raced.
    fn laps(&self) -> u32;
    /// How many turns are recorded.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What turn `turn` (from 1) led to; `None` at position 0.
    fn step(&self, turn: usize) -> Option<&Step>;
    /// What the file has to say beside its turns, such as a fingerprint that does not match.
    fn issues(&self) -> &[Issue];
    /// The state at position `at`.
    fn view(&self, at: usize) -> StateView;
    /// A number that stands for the whole state at position `at`, the same on every machine.
    fn fingerprint(&self, at: usize) -> u64;
    /// Turn `turn` (from 1) in words; empty at position 0.
    fn describe(&self, turn: usize) -> String;
    /// Turn `turn` (from 1) as its file holds it.
    fn turn_json(&self, turn: usize) -> serde_json::Value;
    /// Turn `turn` (from 1) in one line of the game's notation; empty at position 0.
    fn notation(&self, turn: usize) -> String;
    /// The race up to position `at` as text: how it begins, a blank line, one line a turn.
    fn notation_text(&self, at: usize) -> String;
    /// The picture at position `at`: the track, the cars, the turn that led there and the paths of `trail` turns
    /// before it.
    fn scene(&self, at: usize, trail: usize) -> Scene;
    /// The track alone, with some pieces marked.
    fn track_scene(&self, highlight: &[Tag]) -> Scene;
    /// Where the car to act at position `at` may, and may not, be put.
    fn places(&self, at: usize) -> Vec<Place>;
    /// Every turn the car to act at position `at` may play, as files hold them.
    fn legal_turns(&self, at: usize) -> Vec<LegalTurn<serde_json::Value>>;
}
