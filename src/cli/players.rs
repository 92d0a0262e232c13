//! The options for players (programs that drive cars), and the reports about them.

use std::sync::Arc;
use std::time::Duration;

use super::bounds;
use super::{Failure, say};
use crate::drivers::{Driver, Level, UnknownLevel};
use crate::players::{LIMIT, Program, Report};

/// The programs that take part as players.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayerOptions {
    /// Let a program drive cars as a player (see docs/engine.md). Use NAME in --drivers. Can be given several times
    #[arg(long = "player", value_name = "NAME=COMMAND", value_parser = player)]
    players: Vec<(String, String)>,
    /// The time that a player has for each decision; if it takes longer, the novice driver decides instead [default:
    /// 10s]
    #[arg(long, value_name = "TIME", value_parser = bounds::time, requires = "players")]
    player_time: Option<Duration>,
}

fn player(text: &str) -> Result<(String, String), String> {
    let (name, command) =
        text.split_once('=').ok_or_else(|| "write NAME=COMMAND, such as mine='python3 player.py'".to_owned())?;
    Ok((name.trim().to_owned(), command.to_owned()))
}

/// The programs that were started for a command.
pub struct Players(Vec<Arc<Program>>);

impl PlayerOptions {
    /// Starts the programs of the players.
    ///
    /// # Errors
    /// Returns an error if a name is used twice, or a program cannot be started.
    pub fn start(&self) -> Result<Players, Failure> {
        let mut started: Vec<Arc<Program>> = Vec::new();
        for (index, (name, command)) in self.players.iter().enumerate() {
            if self.players[..index].iter().any(|(other, _)| other == name) {
                return Err(Failure::new(format!("--player: the name {name} is used twice")));
            }
            let program = Program::new(name, command, self.player_time.unwrap_or(LIMIT));
            started.push(Arc::new(program.map_err(|error| Failure::new(format!("--player: {error}")))?));
        }
        Ok(Players(started))
    }
}

impl Players {
    /// Converts these names to drivers: computer drivers or players.
    ///
    /// # Errors
    /// Returns an error if a name belongs to no driver and no player.
    pub fn drivers(&self, names: &[String]) -> Result<Vec<Driver>, Failure> {
        let driver = |name: &String| {
            let guest = self.0.iter().zip(self.reports()).find(|(_, report)| report.name == name.trim());
            match guest {
                Some((program, _)) => Ok(Driver::Guest(Arc::clone(program) as _)),
                None => name.parse::<Level>().map(Driver::Level),
            }
        };
        let more = |error: UnknownLevel| {
            Failure::new(format!("--drivers: {error}, or name a program with --player {}='COMMAND'", error.0))
        };
        names.iter().map(driver).collect::<Result<_, _>>().map_err(more)
    }

    /// Returns a report about each player.
    pub fn reports(&self) -> Vec<Report> {
        self.0.iter().map(|program| program.report()).collect()
    }

    /// Prints a line about each player: the number of decisions that it was asked for, and how many of these the novice
    /// driver made instead.
    pub fn say(&self) {
        self.reports().iter().for_each(|report| say(&report.sentence()));
    }
}
