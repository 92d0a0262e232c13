//! Shows the board, and defines the look of the window: scenes, pictures, fonts, icons and colours.

pub mod fonts;
pub(in crate::app) mod icon;
pub(in crate::app) mod icons;
pub(in crate::app) mod legend;
pub mod look;
pub(in crate::app) mod minimap;
pub mod painter;
pub mod pixels;
mod triangles;
pub(in crate::app) mod underlay;
pub mod view;
