//! Calls as people make them, at the end of every `--help`. A test makes sure that each is a call.

pub const ALL: &str = "Examples:
  paddock                                        open the window
  paddock race.json                              open a race in the window
  paddock check replays/ tracks/                 check every circuit and race in two folders
  paddock show race.json --at 10                 the state after ten turns
  paddock render race.json -o out.png --at 10    a picture of it
  paddock analyze race.json                      standings, stints, and where it was decided
  paddock analyze season/                        every driver's and circuit's record
  paddock solve track.json                       its fastest lap, proved
  paddock solve track.json --max-time 1m         the best found in a minute, and its bound
  paddock import ascii map.txt --walls no_touch -o track.json
  paddock import bga log.json --table gamedatas.json -o race.json
  paddock show race.json --notation > race.txt   the race as text, one line a turn
  paddock import text race.txt -o race.json      and back again

Exit codes: 0 fine; 1 the input was read and has errors or illegal turns; 2 it could not be read, no answer
was found within the bounds, or the call is wrong.";

pub const CHECK: &str = "Examples:
  paddock check race.json                        every illegal turn, with the rule and what would fix it
  paddock check replays/ tracks/                 all files in two folders
  paddock check circuit.json --json              the issues, for another program";

pub const SHOW: &str = "Examples:
  paddock show race.json                         how it ended
  paddock show race.json --at 10                 the state after ten turns
  paddock show race.json --notation > race.txt   the race as text, one line a turn";

pub const MOVES: &str = "Examples:
  paddock moves race.json --at 10                what the car to act may do after ten turns, with costs
  paddock moves race.json --at 10 --json         the same, as entries that can be recorded";

pub const RENDER: &str = "Examples:
  paddock render race.json -o race.png --at 60   the board after sixty turns
  paddock render race.json -o race.svg --at 60 --legal --legend
  paddock render circuit.json -o circuit.png --theme print --width 4000
  paddock render circuit.json -o circuit.pdf --sheet tiles --unit-mm 40
  paddock render tracks/ -o pictures --format png    every file of a folder";

pub const IMPORT: &str = "Examples:
  paddock import text race.txt -o race.json
  paddock import bga log.json --table gamedatas.json -o race.json
  paddock import ascii map.txt --walls landing_only -o track.json
  paddock import moves moves.txt --track track.json -o race.json
  paddock import gp-online circuit.dat -o circuit.json";

pub const EXPORT: &str = "Examples:
  paddock export race.json -o race.csv           a row for every car and turn
  paddock export season/ -o season.parquet       all races of a folder in one table";

pub const ANALYZE: &str = "Examples:
  paddock analyze race.json                      standings, laps, stints, and where it was decided
  paddock analyze race.json --compare            what every turn lost against the best
  paddock analyze season/                        every driver's and circuit's record
  paddock analyze race.json --what-if 11 --at 20 what each tyre strategy still promises (Wheel to Wheel)";

pub const SOLVE: &str = "Examples:
  paddock solve circuit.json                     the fastest lap, proved (VektoRace)
  paddock solve circuit.json --max-time 1m --max-memory 2GB    the best found by then, and its bound
  paddock solve track.json --laps 2 --compare race.json    the least turns, and what a race lost (Vector Racing)
  paddock solve board.json --json                the answer, for another program";

pub const SCHEMA: &str = "Examples:
  paddock schema track --game formula_d          what a circuit's file may hold
  paddock schema replay > replay.schema.json     what a race's file may hold";

pub const COMPLETIONS: &str = "Examples:
  paddock completions bash > ~/.local/share/bash-completion/completions/paddock
  paddock completions fish > ~/.config/fish/completions/paddock.fish";

pub const LICENSES: &str = "Examples:
  paddock licenses                               what the program is made of, with its licences
  paddock licenses egui                          one of them in full";

pub const MAN: &str = "Examples:
  paddock man | man -l -                         read it
  paddock man -o ~/.local/share/man/man1         install it, with a page for every call";

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use crate::cli::Arguments;

    /// The words of a call, without what the shell does with it and what is said of it.
    fn words(line: &str) -> Vec<&str> {
        let call = line.trim().split("  ").next().unwrap_or_default();
        call.split_whitespace().take_while(|word| !matches!(*word, ">" | "|")).collect()
    }

    #[test]
    fn every_call_has_examples_and_each_of_them_is_one() {
        let program = Arguments::command();
        let mut texts = vec![(program.get_name().to_owned(), program.get_after_help())];
        texts.extend(program.get_subcommands().map(|call| (call.get_name().to_owned(), call.get_after_help())));
        for (name, text) in texts.iter().filter(|(name, _)| name != "help") {
            let text = text.map(ToString::to_string).unwrap_or_default();
            let calls: Vec<_> = text.lines().filter(|line| line.starts_with("  paddock")).map(words).collect();
            assert!(calls.len() > 1, "{name} has no examples");
            for call in calls {
                assert!(name == "paddock" || call[1] == name, "{call:?} is no example of {name}");
                assert!(Arguments::try_parse_from(&call).is_ok(), "{call:?} is no call");
            }
        }
    }
}
