//! Crash reports: a file for each panic, with the version, the kinds of open documents, the last commands and the
//! backtrace. A report contains no part of a document and no document's name. At its next start, the program offers
//! to show the report.

use std::backtrace::Backtrace;
use std::collections::VecDeque;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The largest number of commands in a report.
const COMMANDS: usize = 30;
/// The end of the file name of a report that the user has not seen yet.
const NEW: &str = ".crash.txt";
/// The end of the file name of a report that was shown to the user.
const SHOWN: &str = ".crash-shown.txt";

/// Collects the facts that a crash report would contain. All clones share the same facts.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Facts>>);

#[derive(Debug, Default)]
struct Facts {
    open: Vec<String>,
    commands: VecDeque<String>,
    has_window: bool,
}

impl Log {
    fn with<T>(&self, act: impl FnOnce(&mut Facts) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds the command with this id to the log.
    pub fn note(&self, command: &str) {
        self.with(|facts| {
            if facts.commands.len() == COMMANDS {
                facts.commands.pop_front();
            }
            facts.commands.push_back(command.to_owned());
        });
    }

    /// Sets the list of open documents. Each is described only by its kind.
    pub fn set_open(&self, open: Vec<String>) {
        self.with(|facts| facts.open = open);
    }

    /// Records that the window is open. A panic before this call is reported as a crash of the window system.
    pub fn opened(&self) {
        self.with(|facts| facts.has_window = true);
    }

    /// Whether the window was opened.
    #[must_use]
    pub fn has_window(&self) -> bool {
        self.with(|facts| facts.has_window)
    }

    /// The text of a report. `what` is the panic's message and its location in the source code.
    fn report(&self, what: &str, thread: &str, backtrace: &str) -> String {
        let list = |lines: Vec<String>| match lines.is_empty() {
            true => "  none\n".to_owned(),
            false => lines.iter().map(|line| format!("  {line}\n")).collect(),
        };
        let (open, commands) = self.with(|facts| (facts.open.clone(), facts.commands.iter().cloned().collect()));
        let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        format!(
            "Paddock {} crashed on {system}, in the thread {thread}.\n\n{what}\n\nOpen documents:\n{}\nLast commands, \
             the oldest first:\n{}\nBacktrace:\n{backtrace}\n",
            env!("CARGO_PKG_VERSION"),
            list(open),
            list(commands)
        )
    }

    /// Writes a report to a folder, and returns its path.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be made, or the file cannot be written.
    fn write(&self, folder: &Path, info: &PanicHookInfo<'_>) -> std::io::Result<PathBuf> {
        let message = info.payload_as_str().unwrap_or("(no message)");
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let thread = std::thread::current();
        let backtrace = Backtrace::force_capture().to_string();
        let report = self.report(&format!("{message}\n  at {place}"), thread.name().unwrap_or("?"), &backtrace);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{since}-{}{NEW}", std::process::id()));
        std::fs::write(&path, report)?;
        Ok(path)
    }
}

/// Makes every panic of the process write a report to the folder. The panic then continues as before.
pub fn install(folder: PathBuf, log: Log) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // If the report cannot be written, the panic is still printed.
        let _ = log.write(&folder, info);
        before(info);
    }));
}

/// The newest report that was not shown yet, with its text.
#[must_use]
pub fn newest(folder: &Path) -> Option<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).ok()?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let path = paths.filter(|path| path.to_str().is_some_and(|path| path.ends_with(NEW))).max()?;
    let bytes = std::fs::read(&path).ok()?;
    Some((path, String::from_utf8_lossy(&bytes).into_owned()))
}

/// Deletes the reports of this process.
pub fn forget_own(folder: &Path) {
    let own = format!("-{}{NEW}", std::process::id());
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.to_str().is_some_and(|path| path.ends_with(&own)) {
            // The report may have been deleted already.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Deletes a report. `path` is the path at which the report was found; the report may have been renamed since then.
pub fn remove(path: &Path) {
    let shown = path.to_string_lossy().replace(NEW, SHOWN);
    // The report has one of these two names, or was deleted already.
    let _ = std::fs::remove_file(path);
    let _ = std::fs::remove_file(shown);
}

/// Renames all new crash reports in a folder, so that the user is not asked about them again.
pub fn mark_shown(folder: &Path) {
    while let Some((path, _)) = newest(folder) {
        let name = path.to_string_lossy().replace(NEW, SHOWN);
        if std::fs::rename(&path, name).is_err() {
            return;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "the tests need a panic")]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_the_last_commands_and_kinds_of_documents() {
        let log = Log::default();
        for number in 0..40 {
            log.note(&format!("command.{number}"));
        }
        log.set_open(vec!["a race of VektoRace, 117 turns".to_owned()]);
        let report = log.report("a fault\n  at src/x.rs:1:1", "main", "0: here");
        for part in [env!("CARGO_PKG_VERSION"), "a fault", "117 turns", "command.39", "command.10", "0: here"] {
            assert!(report.contains(part), "{part}");
        }
        assert!(!report.contains("command.9\n"), "only the last commands");
    }

    #[test]
    fn a_panic_writes_a_report_that_is_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::default();
        log.note("race.record");
        let hook = std::panic::take_hook();
        install(folder.path().join("reports"), log);
        let fault = std::panic::catch_unwind(|| panic!("a fault of this test"));
        std::panic::set_hook(hook);
        assert!(fault.is_err());
        let folder = folder.path().join("reports");
        let (path, text) = newest(&folder).unwrap();
        assert!(text.contains("a fault of this test") && text.contains("race.record") && text.contains("crash.rs"));
        mark_shown(&folder);
        assert!(newest(&folder).is_none() && !path.exists());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "it is kept");
    }
}
