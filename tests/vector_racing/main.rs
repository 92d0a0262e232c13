//! Vector Racing: its clauses, its solver and its circuits.

mod cases;
mod common;
mod crash;
mod drivers;
mod geometry;
mod large;
mod open_ends;
mod path;
mod properties;
mod public_tracks;
mod race;
mod reasons;
mod reported;
mod shipped;
mod solve;
mod track;
