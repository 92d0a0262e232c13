//! What is found out about a drawn circuit: the quickest way over it.

use super::Sketch;
use crate::game::scene::Scene;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The answer in a few words, such as "9 turns, and no race takes fewer".
    pub headline: String,
    /// What else there is to know, a sentence each.
    pub notes: Vec<String>,
    /// The way, turn by turn: the move in the game's notation, and where it ends.
    pub turns: Vec<(String, [f64; 2])>,
    /// The way drawn.
    pub drawing: Scene,
}

/// A search that can be run on another thread.
pub trait Seeker: Send + Sync {
    /// Runs it. `tell` is told how far it has come, `stop` is asked whether to give up; `None` where it did.
    fn seek(&self, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings>;
}

/// The search over a track of a game.
pub(super) struct TrackSeeker<G: Sketch>(pub(super) G::Track);

impl<G: Sketch> Seeker for TrackSeeker<G> {
    fn seek(&self, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        G::seek(&self.0, tell, stop)
    }
}

/// The search over a draft that nobody has checked yet.
pub(super) struct DraftSeeker<G: Sketch>(pub(super) G::Draft);

impl<G: Sketch> Seeker for DraftSeeker<G> {
    fn seek(&self, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        match G::validate(&self.0).0 {
            Some(track) => G::seek(&track, tell, stop),
            None => Some(Findings {
                headline: "The circuit has errors: mend them first.".to_owned(),
                ..Findings::default()
            }),
        }
    }
}
