//! Runs a player program: starts it, exchanges lines with it, and ends it.
//!
//! Threads read and write the program's streams, so that no pipe can block Paddock. A program that does not read, or
//! that writes without end, blocks only itself.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The length, in bytes, from which a line is too long to be read.
const MOST_BYTES: u64 = 1 << 20;
/// The largest number of lines from a player program that may wait to be read. When that many lines wait, the program
/// cannot write another one until Paddock reads a line.
const MOST_LINES: usize = 64;
/// The largest number of bytes that are kept from the last line on standard error.
const LAST_WORDS: usize = 200;
/// The time in which a program must end after the message `quit`. After that time, Paddock kills the program.
const FAREWELL: Duration = Duration::from_millis(500);
/// While Paddock waits for a line, it checks at this interval whether to stop waiting.
const PAUSE: Duration = Duration::from_millis(20);

/// The ids of the running processes. An id stays in the set until the system has reported the end of the process. Until
/// then, the system cannot give the id to another process.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends all running player programs at once. It is called just before Paddock ends, and no player program can be
/// started afterwards.
pub fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().for_each(|process| kill(*process));
    std::mem::forget(running);
}

/// Ends a process and all processes that it started.
#[cfg(target_os = "linux")]
fn kill(process: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(process) {
        // An error is ignored, because the process may have ended already.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(target_os = "linux"))]
const fn kill(_: u32) {}

/// A line that a program wrote, or the reason why there is no line.
pub enum Line {
    /// A line, without the line break.
    Text(String),
    /// The program wrote a line that is too long.
    TooLong,
    /// The program has ended, or closed its output.
    End,
    /// The program wrote no line before the time limit.
    Late,
    /// The wait for a line was stopped.
    Stopped,
}

/// A running program.
pub struct Process {
    child: Child,
    orders: Option<Sender<String>>,
    lines: Receiver<Line>,
    words: Arc<Mutex<Vec<u8>>>,
    /// Whether the program has ended and the system has reported its end. The system may then give its id to another
    /// process.
    is_over: bool,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The program gets its own process group, so that its child processes can be ended together with it.
        #[cfg(target_os = "linux")]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = {
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            let child = command.spawn()?;
            running.insert(child.id());
            child
        };
        let (orders, ordered) = channel();
        let (said, lines) = sync_channel(MOST_LINES);
        let last = Arc::new(Mutex::new(Vec::new()));
        if let Some(input) = child.stdin.take() {
            std::thread::spawn(move || write(input, &ordered));
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read(output, &said));
        }
        if let Some(errors) = child.stderr.take() {
            let last = Arc::clone(&last);
            std::thread::spawn(move || listen(errors, &last));
        }
        Ok(Self { child, orders: Some(orders), lines, words: last, is_over: false })
    }

    /// Sends a line. If the program has ended, the line is lost, and the next read reports the end.
    pub fn send(&self, line: String) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(line);
        }
    }

    /// Waits for the next line, at most until the time `end`. Stops waiting if `stop` returns true.
    pub fn line(&self, end: Instant, stop: &dyn Fn() -> bool) -> Line {
        loop {
            if stop() {
                return Line::Stopped;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PAUSE)) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Disconnected) => return Line::End,
                Err(RecvTimeoutError::Timeout) if left <= PAUSE => return Line::Late,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The last line that the program wrote to standard error.
    pub fn last_words(&self) -> String {
        let bytes = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&bytes);
        text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
    }

    /// Ends a program that keeps to the protocol: asks it to quit, and waits a moment for it to end.
    pub fn dismiss(mut self, quit: String) {
        self.send(quit);
        // Closes the program's input.
        self.orders = None;
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end && !self.is_over {
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                running.remove(&self.child.id());
                self.is_over = true;
            }
            drop(running);
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.orders = None;
        if self.is_over {
            return;
        }
        {
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            // The group is ended even if the program has ended, because its child processes may still run.
            kill(self.child.id());
            running.remove(&self.child.id());
        }
        let _ = self.child.kill();
        // Without waiting, the process would stay as a zombie.
        let _ = self.child.wait();
    }
}

fn write(mut input: ChildStdin, orders: &Receiver<String>) {
    for mut line in orders {
        line.push('\n');
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read(output: ChildStdout, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let line = match output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Line::End,
            Ok(read) if read as u64 == MOST_BYTES => Line::TooLong,
            Ok(_) => Line::Text(String::from_utf8_lossy(&bytes).trim().to_owned()),
        };
        let is_last = !matches!(line, Line::Text(_));
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Reads standard error to its end and keeps its last bytes.
fn listen(mut errors: ChildStderr, last: &Mutex<Vec<u8>>) {
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut part) {
        let mut kept = last.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&part[..count]);
        let from = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..from);
    }
}
