//! `paddock licenses`: the licences of the program, its fonts and the crates in it.

use super::{Answer, Failure, Outcome, say, say_lines};
use crate::licenses::{self, Kind};

/// The arguments of `licenses`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Print the whole licence of this font or crate
    part: Option<String>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let Some(name) = &arguments.part else {
        list();
        return Ok(Outcome::Fine);
    };
    let found = licenses::named(name);
    if found.is_empty() {
        return Err(Failure::new(format!(
            "the program contains no font or crate named \"{name}\"; `paddock licenses` lists all"
        )));
    }
    for part in found {
        say(&format!("{} ({})", part.title(), part.license));
        say("");
        say_lines(&part.text());
    }
    Ok(Outcome::Fine)
}

fn list() {
    for (kind, title) in [(Kind::Program, None), (Kind::Font, Some("Fonts")), (Kind::Crate, Some("Crates"))] {
        if let Some(title) = title {
            say("");
            say(title);
        }
        for part in licenses::parts().iter().filter(|part| part.kind == kind) {
            say(format!("{:<40} {:<36} {}", part.title(), part.license, part.source).trim_end());
        }
    }
    say("");
    say("Add a name to print a licence in full, as in `paddock licenses egui`.");
}
