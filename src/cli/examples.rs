//! Examples of commands, shown at the end of every `--help`. A test makes sure that each example is valid.

pub const ALL: &str = "Examples:
  paddock                                        open the window
  paddock race.json                              open a race in the window
  paddock check replays/ tracks/                 check every circuit and race in two folders
  paddock show race.json --at 10                 the state after ten turns
  paddock render race.json -o out.png --at 10    a picture of that state
  paddock analyze race.json                      standings, stints, and the decisive turn
  paddock analyze race.json -o report.html       the analysis as a page with tables and plots
  paddock analyze season/                        totals for each driver and circuit
  paddock solve track.json                       the proved fastest lap (or fewest turns)
  paddock solve track.json --max-time 1m         the best lap found in a minute, with a lower bound
  paddock import ascii map.txt --walls no_touch -o track.json
  paddock import bga log.json --table gamedatas.json -o race.json
  paddock show race.json --notation > race.txt   the race as text, one line for each turn
  paddock import text race.txt -o race.json      the text as a race file

Exit codes: 0 success; 1 the input was read and has errors or illegal turns; 2 the input could not be read, no
result was found within the limits, or the arguments are wrong.";

pub const CHECK: &str = "Examples:
  paddock check race.json                        every illegal turn, with the rule it breaks
  paddock check replays/ tracks/                 all files in two folders
  paddock check circuit.json --json              the issues, for another program";

pub const SHOW: &str = "Examples:
  paddock show race.json                         the end of the race
  paddock show race.json --at 10                 the state after ten turns
  paddock show race.json --notation > race.txt   the race as text, one line for each turn";

pub const MOVES: &str = "Examples:
  paddock moves race.json --at 10                the legal moves after ten turns, with their costs
  paddock moves race.json --at 10 --json         the legal moves in the format of race files";

pub const RENDER: &str = "Examples:
  paddock render race.json -o race.png --at 60   the board after sixty turns
  paddock render race.json -o race.svg --at 60 --legal --legend
  paddock render circuit.json -o circuit.png --theme print --width 4000
  paddock render circuit.json -o circuit.pdf --sheet tiles --unit-mm 40
  paddock render tracks/ -o pictures --format png    a picture of every file in a folder
  paddock render race.json -o race.gif --from 20 --to 60 --captions --size-limit 5MB";

pub const IMPORT: &str = "Examples:
  paddock import text race.txt -o race.json
  paddock import bga log.json --table gamedatas.json -o race.json
  paddock import ascii map.txt --walls landing_only -o track.json
  paddock import moves moves.txt --track track.json -o race.json
  paddock import gp-online circuit.dat -o circuit.json";

pub const EXPORT: &str = "Examples:
  paddock export race.json -o race.csv           one row for each car and turn
  paddock export season/ -o season.parquet       all races of a folder in one table";

pub const ANALYZE: &str = "Examples:
  paddock analyze race.json                      standings, laps, stints, and the decisive turn
  paddock analyze race.json --compare            the loss of each turn against the best play
  paddock analyze race.json -o report.html       the analysis as a page with tables and plots
  paddock analyze season/                        totals for each driver and circuit
  paddock analyze race.json --what-if 11 --at 20 the forecast of each tyre strategy (Wheel to Wheel)";

pub const SOLVE: &str = "Examples:
  paddock solve circuit.json                     the proved fastest lap (VektoRace)
  paddock solve circuit.json --max-time 1m --max-memory 2GB    the best lap found within these limits, with a lower bound
  paddock solve track.json --laps 2 --compare race.json    the fewest turns, and the losses of a race (Vector Racing)
  paddock solve board.json --json                the result, for another program";

pub const PLAY: &str = "Examples:
  paddock play circuit.json -o race.json         a race of club drivers
  paddock play circuit.json --drivers expert,club --cars 4 --laps 2 --seed 7 -o race.json
  paddock play race.json -o ended.json           drive a race on from its last position";

pub const ADVISE: &str = "Examples:
  paddock advise race.json                       the decisions of the car to act, best first
  paddock advise race.json --at 20 --rollouts 2000 --json";

pub const LEAGUE: &str = "Examples:
  paddock league circuit.json --drivers club,novice --races 40
  paddock league circuits/ --drivers novice,club,expert --races 20 -o league.parquet
  paddock league circuit.json --drivers mine,club --player mine=./player.py    your own program against a driver";

pub const SIMULATE: &str = "Examples:
  paddock simulate circuit.json --races 1000 --cars 4 -o races.parquet
  paddock simulate circuit.json --races 1000 --set track.laps=3 -o races.csv
  paddock simulate circuit.json --races 1000 --stretches stretches.csv -o races.csv    also write a table by stretch
  paddock simulate circuits/ --races 10000 --shard 0/16 -o part-0.parquet";

pub const BALANCE: &str = "Examples:
  paddock balance races.parquet                  grid places, passing and race length, in sentences
  paddock balance before.parquet --against after.parquet   two circuits, with the significance of each difference
  paddock balance part-0.parquet part-1.parquet --json";

pub const ENGINE: &str = "Examples:
  paddock engine                                 read messages, as docs/engine.md lists them
  paddock engine < messages.jsonl                answer the messages of a file";

pub const SCHEMA: &str = "Examples:
  paddock schema track --game formula_d          the fields of a circuit's file
  paddock schema replay > replay.schema.json     the fields of a race's file";

pub const COMPLETIONS: &str = "Examples:
  paddock completions bash > ~/.local/share/bash-completion/completions/paddock
  paddock completions fish > ~/.config/fish/completions/paddock.fish";

pub const LICENSES: &str = "Examples:
  paddock licenses                               the parts of the program, with their licences
  paddock licenses egui                          one licence in full";

pub const MAN: &str = "Examples:
  paddock man | man -l -                         read the manual page
  paddock man -o ~/.local/share/man/man1         install it, with a page for each command";

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use crate::cli::Arguments;

    /// The words of an example's command, without redirections and without the description.
    fn words(line: &str) -> Vec<&str> {
        let call = line.trim().split("  ").next().unwrap_or_default();
        call.split_whitespace().take_while(|word| !matches!(*word, "<" | ">" | "|")).collect()
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
                assert!(name == "paddock" || call[1] == name, "{call:?} is not an example of {name}");
                assert!(Arguments::try_parse_from(&call).is_ok(), "{call:?} is not a valid call");
            }
        }
    }
}
