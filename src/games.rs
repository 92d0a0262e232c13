//! The games, one folder each. The list of them is [`Games`](crate::Games), above everything that a game is used for.

pub mod formula_d;
pub mod vector_racing;
pub mod vektorace;
pub mod wheel_to_wheel;
