//! Tests of the program as called, of files as read and written, and of race reports, for all games.

mod against;
mod analysis;
mod analysis_tables;
mod bounds;
mod calls;
mod championship;
mod clause_coverage;
mod codes;
mod command;
mod credits;
mod drivers;
mod failing_writes;
mod fields;
mod fifth_game;
#[path = "../../examples/fifth_game/main.rs"]
#[allow(dead_code, reason = "its `main` is not called here")]
mod fifth_program;
mod fingerprints;
mod furniture;
mod imports;
mod killed_while_recording;
mod killed_while_saving;
mod labels;
mod laps;
mod licenses;
mod limits;
mod malformed;
mod memory;
mod moving;
mod mutants;
mod notation;
mod notation_races;
mod paper;
mod players;
mod plots;
mod race_tree;
mod report;
mod series;
mod sheets;
mod shipped;
mod shown;
mod snapshots;
mod solve;
mod streams;
mod stretches;
mod tables;
