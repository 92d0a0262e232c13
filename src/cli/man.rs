//! `paddock man`: the manual pages, generated from the help texts.

use std::path::PathBuf;

use clap::CommandFactory as _;

use super::{Answer, Failure, Outcome, say_lines};

/// Prints the manual page, or writes a page for each command into a folder.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Write the manual pages into this folder: paddock.1, and one page for each command
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let command = super::Arguments::command();
    if let Some(folder) = &arguments.output {
        let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
        written.map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        return Ok(Outcome::Fine);
    }
    let mut bytes = Vec::new();
    let written = clap_mangen::Man::new(command).render(&mut bytes);
    written.map_err(|error| Failure::new(format!("the manual page cannot be written: {error}")))?;
    let text =
        String::from_utf8(bytes).map_err(|error| Failure::new(format!("the manual page is not UTF-8: {error}")))?;
    say_lines(text.trim_end());
    Ok(Outcome::Fine)
}
