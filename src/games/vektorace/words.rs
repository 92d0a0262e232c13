//! A turn in words.
use super::{Setup, State, Turn};
use crate::game::Event;

pub(super) fn describe(_setup: &Setup, _before: &State, _turn: &Turn, _after: &State, _events: &[Event]) -> String {
    todo!()
}
