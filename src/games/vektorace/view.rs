//! A state in the words all games share.
use super::{State, Track};
use crate::game::StateView;

pub(super) fn view(_track: &Track, _state: &State) -> StateView {
    todo!()
}
