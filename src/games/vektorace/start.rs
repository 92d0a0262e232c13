//! The grid.
use super::{Setup, State, Track};
use crate::game::Issue;

pub(super) fn start(_track: &Track, _setup: &Setup) -> Result<State, Vec<Issue>> {
    todo!()
}
