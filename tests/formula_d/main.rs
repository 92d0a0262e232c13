//! Formula D: its clauses, its circuits and its races.

mod anchors;
mod choosing;
mod common;
mod damage;
mod drive;
mod import;
mod invented;
mod listing;
mod log;
mod luck;
mod moves;
mod narrow;
mod options;
mod played;
mod police;
mod qualifying;
mod races;
mod recursion;
mod road;
mod shipped;
mod slip_pit;
mod solve;
mod start;
mod surplus;
mod track;
mod view;
