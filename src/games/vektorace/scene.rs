//! Drawing.
use super::{Draft, Setup, State, Track, Turn};
use crate::game::scene::{Scene, Tag};

pub(super) fn draw_draft(_draft: &Draft, _highlight: &[Tag]) -> Scene {
    Scene::default()
}
pub(super) fn draw_state(
    _track: &Track,
    _setup: &Setup,
    _state: &State,
    _last: Option<(&State, &Turn)>,
    _scene: &mut Scene,
) {
}
