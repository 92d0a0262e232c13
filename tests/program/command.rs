//! Calls of the program, from the folder of the package and without a display.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::path::Path;
use std::process::{Command, Output};

/// Prepares a call.
pub fn call(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paddock"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("DISPLAY");
    command
}

/// Makes a call.
pub fn paddock(arguments: &[&str]) -> Output {
    call(arguments).output().unwrap()
}

/// The text that a call wrote to standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A path as text.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
