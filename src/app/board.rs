//! The look of things: the board and its camera, painted scenes, pictures, fonts, icons and colours.

pub mod fonts;
pub(in crate::app) mod icon;
pub(in crate::app) mod icons;
pub mod look;
pub mod painter;
pub mod pixels;
pub(in crate::app) mod underlay;
pub mod view;
