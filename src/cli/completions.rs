//! `paddock completions`: completions for shells.

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use super::{Answer, Failure, Outcome, say_lines};

/// Prints the completions for a shell.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The shell to print completions for
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut bytes = Vec::new();
    generate(arguments.shell, &mut super::Arguments::command(), "paddock", &mut bytes);
    let text =
        String::from_utf8(bytes).map_err(|error| Failure::new(format!("the completions are not UTF-8: {error}")))?;
    say_lines(text.trim_end());
    Ok(Outcome::Fine)
}
