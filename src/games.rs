//! The games, one module each. [`Games`](crate::Games) lists them.

pub mod formula_d;
pub mod vector_racing;
pub mod vektorace;
pub mod wheel_to_wheel;
