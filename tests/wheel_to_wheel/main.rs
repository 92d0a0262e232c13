//! Wheel to Wheel: its clauses, its boards and its races.

mod analysis;
mod battery;
mod best;
mod board;
mod cases;
mod common;
mod notation;
mod pit;
mod properties;
mod race;
mod rain;
mod red;
mod shipped;
mod start;
mod turn;
mod tyres;
