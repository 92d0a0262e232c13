//! The rules of play.
use super::{State, Track, Turn};
use crate::game::{Forced, IllegalTurn, LegalTurn, Place, Played};

pub(super) fn play(_track: &Track, _state: &State, _turn: &Turn) -> Result<Played<State>, IllegalTurn> {
    todo!()
}
pub(super) fn force(_track: &Track, _state: &State, _turn: &Turn) -> Forced<State> {
    todo!()
}
pub(super) fn legal_turns(_track: &Track, _state: &State) -> Vec<LegalTurn<Turn>> {
    todo!()
}
pub(super) fn places(_track: &Track, _state: &State) -> Vec<Place> {
    todo!()
}
