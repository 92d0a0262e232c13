//! Ctrl+C: how soon a busy call ends, and by how much a time bound is exceeded.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::files::root;
use super::table::{NOTHING, Table, Times};
use super::units::time;

/// Prints the rows about Ctrl+C and time bounds.
pub fn rows(table: &Table) {
    let runs = table.or(9, 3);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let hard = root("tests/data/cases/reliability/solve-crash-1c1502449d.json").display().to_string();
    let [tracks, replays, races] =
        ["tracks", "replays", "replays/vektorace"].map(|name| root(name).display().to_string());
    let [pictures, parquet] = ["pictures", "table.parquet"].map(|name| folder.path().join(name).display().to_string());
    let many = vec![replays.as_str(); 40];
    let calls: [(&str, Vec<&str>); 5] = [
        ("solve", vec!["solve", &hard]),
        ("check", [&["check"], many.as_slice()].concat()),
        ("render", vec!["render", &tracks, "-o", &pictures, "--width", "12000"]),
        ("export", vec!["export", &races, "-o", &parquet]),
        ("analyze", vec!["analyze", &replays, "--record"]),
    ];
    for (name, arguments) in &calls {
        // Interrupt it after a third of its running time, at most 0.7 s: by then it is busy.
        let whole = if *name == "solve" { Duration::from_secs(2) } else { lasts(arguments) };
        let after = (whole / 3).min(Duration::from_millis(700));
        let mut times = Times::default();
        let mut count = 0;
        for took in (0..runs).filter_map(|_| interrupted(arguments, after)) {
            times.add(took);
            count += 1;
        }
        if count == 0 {
            continue;
        }
        let size = format!("{count} calls, after {} ms", after.as_millis());
        table.row(&format!("{name}: from Ctrl+C to the end"), &size, &times.in_words(), NOTHING);
    }
    for bound in [0.5, 2.0] {
        let option = format!("{bound}s");
        let times = Times::of(table.or(5, 2), || {
            call(&["solve", &hard, "--max-time", &option]).status().unwrap();
        });
        table.row(&format!("solve --max-time {option}"), "1 circuit", &time(times.median()), NOTHING);
    }
}

fn call(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paddock"));
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn lasts(arguments: &[&str]) -> Duration {
    let began = Instant::now();
    call(arguments).status().unwrap();
    began.elapsed()
}

/// The time from a signal to the end of a call; `None` if the call ended before the signal.
#[cfg(unix)]
fn interrupted(arguments: &[&str], after: Duration) -> Option<Duration> {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let mut child = call(arguments).spawn().unwrap();
    std::thread::sleep(after);
    if child.try_wait().unwrap().is_some() {
        return None;
    }
    let began = Instant::now();
    kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
    child.wait().unwrap();
    Some(began.elapsed())
}

#[cfg(not(unix))]
fn interrupted(_: &[&str], _: Duration) -> Option<Duration> {
    None
}
