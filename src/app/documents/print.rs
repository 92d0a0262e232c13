//! Writes pages to temporary files, and opens them in a program that can print them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The largest number of folder names to try before giving up.
const TRIES: u32 = 1_000;
/// The number of times to check whether the program that opens the page has failed. The time between two checks is a
/// tenth of a second.
const LOOKS: u32 = 20;

/// Makes a new folder that only this user can read, and returns the path in this folder at which to write the page. A
/// folder that exists already is never used, because it might belong to another user of this machine.
///
/// # Errors
/// Returns a sentence for the user if no folder can be made.
pub fn place(name: &str, extension: &str) -> Result<PathBuf, String> {
    let name = if name.is_empty() { "paddock" } else { name };
    let base = std::env::temp_dir();
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let mut error = None;
    for number in 0..TRIES {
        let folder = base.join(format!("paddock-print-{}-{number}", std::process::id()));
        match builder.create(&folder) {
            Ok(()) => return Ok(folder.join(format!("{name}.{extension}"))),
            Err(failed) if failed.kind() == std::io::ErrorKind::AlreadyExists => error = Some(failed),
            Err(failed) => return Err(format!("{}: {failed}. Nothing was printed.", folder.display())),
        }
    }
    let why = error.map_or_else(String::new, |error| format!(": {error}"));
    Err(format!("{}: no folder for the pages could be made{why}. Nothing was printed.", base.display()))
}

/// Opens a file in the program that the system uses for this type of file. Returns whether a program opened it.
pub fn view(path: &Path) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    for _ in 0..LOOKS {
        std::thread::sleep(Duration::from_millis(100));
        match child.try_wait() {
            // The explorer of Windows reports failure even if it succeeds.
            Ok(Some(status)) => return status.success() || cfg!(windows),
            Ok(None) => {}
            Err(_) => return false,
        }
    }
    // The program is still running, so it shows the page. Wait for it, so that no ended process is left behind.
    std::thread::spawn(move || child.wait());
    true
}
