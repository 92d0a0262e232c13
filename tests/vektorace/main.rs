//! VektoRace: its clauses, its circuits and its races.

mod agreed;
mod attacks;
mod cases;
mod circuits;
mod common;
mod corners;
mod drivers;
mod edge;
mod first_edition;
mod gears_brake;
mod laps;
mod moves;
mod online_games;
mod order;
mod perft;
mod pieces;
mod pit;
mod powers;
mod properties;
mod random_circuits;
mod shipped_races;
mod solve;
mod start;
mod track;
