//! The program as called, files as read and written, and races as told: whatever the game.

mod analysis;
mod analysis_tables;
mod bounds;
mod calls;
mod championship;
mod clause_coverage;
mod command;
mod failing_writes;
mod fingerprints;
mod imports;
mod killed_while_recording;
mod killed_while_saving;
mod licenses;
mod limits;
mod malformed;
mod mutants;
mod notation;
mod notation_races;
mod paper;
mod race_tree;
mod series;
mod sheets;
mod solve;
mod streams;
mod tables;
mod told;
