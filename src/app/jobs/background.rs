//! Background jobs: work that takes longer than a frame, such as reading files, playing races, rendering and file
//! dialogs. Each job runs on its own thread, and a later frame takes its result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// The message that a thread sends when its job has ended.
struct Ended<T> {
    /// The result of the job. If the job panicked, this is the fallback value given at the start of the job, or `None`
    /// if no fallback value was given.
    result: Option<T>,
    has_failed: bool,
    waited_for: bool,
}

/// Runs jobs in the background, and keeps their results in the order in which the jobs end.
pub struct Background<T> {
    sender: Sender<Ended<T>>,
    receiver: Receiver<Ended<T>>,
    running: usize,
    failures: usize,
    inline: bool,
}

impl<T: Send + 'static> Default for Background<T> {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, running: 0, failures: 0, inline: false }
    }
}

impl<T: Send + 'static> Background<T> {
    /// Makes an instance for tests. It runs each job on the caller's thread, so the call that starts a job returns only
    /// when the job has ended.
    #[must_use]
    pub fn inline() -> Self {
        Self { inline: true, ..Self::default() }
    }

    /// Starts a job that the window waits for. If the job panics, it gives no result, and
    /// [`take_failures`](Self::take_failures) counts the panic.
    pub fn start(&mut self, ctx: &egui::Context, job: impl FnOnce() -> T + Send + 'static) {
        self.running += 1;
        self.spawn(ctx, None, job, true);
    }

    /// Starts a job that the window waits for. If the job panics, its result is `lost`.
    pub fn start_or(&mut self, ctx: &egui::Context, lost: T, job: impl FnOnce() -> T + Send + 'static) {
        self.running += 1;
        self.spawn(ctx, Some(lost), job, true);
    }

    /// Starts a job that the window does not wait for: the window does not count as busy, and the end of the job causes
    /// no new frame. If the job panics, it gives no result, and [`take_failures`](Self::take_failures) counts the
    /// panic.
    pub fn start_quietly(&mut self, ctx: &egui::Context, job: impl FnOnce() -> T + Send + 'static) {
        self.spawn(ctx, None, job, false);
    }

    /// Starts a job that the window does not wait for. If the job panics, its result is `lost`.
    pub fn start_quietly_or(&mut self, ctx: &egui::Context, lost: T, job: impl FnOnce() -> T + Send + 'static) {
        self.spawn(ctx, Some(lost), job, false);
    }

    fn spawn(&self, ctx: &egui::Context, lost: Option<T>, job: impl FnOnce() -> T + Send + 'static, waited_for: bool) {
        let sender = self.sender.clone();
        let ctx = ctx.clone();
        let work = move || {
            // A panic in a job must not stop the window. Each job owns its data, so nothing else is affected.
            let result = catch_unwind(AssertUnwindSafe(job)).ok();
            let has_failed = result.is_none();
            // The window may be closed already.
            let _ = sender.send(Ended { result: result.or(lost), has_failed, waited_for });
            if waited_for || has_failed {
                ctx.request_repaint();
            }
        };
        if self.inline {
            work();
        } else {
            std::thread::spawn(work);
        }
    }

    /// Returns the results of the jobs that have ended since the last call.
    pub fn finished(&mut self) -> Vec<T> {
        let ended: Vec<Ended<T>> = self.receiver.try_iter().collect();
        let waited_for = ended.iter().filter(|ended| ended.waited_for).count();
        self.running = self.running.saturating_sub(waited_for);
        self.failures += ended.iter().filter(|ended| ended.has_failed).count();
        ended.into_iter().filter_map(|ended| ended.result).collect()
    }

    /// Returns the number of jobs that have panicked since the last call.
    pub const fn take_failures(&mut self) -> usize {
        std::mem::replace(&mut self.failures, 0)
    }

    /// Whether any job that the window waits for is still running.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.running > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::panic, reason = "the tests need a panic")]
    fn a_job_that_fails_is_reported_and_not_waited_for() {
        let ctx = egui::Context::default();
        let mut background: Background<u8> = Background::inline();
        background.start(&ctx, || panic!("a fault"));
        background.start(&ctx, || 1);
        assert_eq!(background.finished(), [1]);
        assert_eq!(background.take_failures(), 1);
        background.start_or(&ctx, 7, || panic!("a fault"));
        background.start_or(&ctx, 8, || 2);
        assert_eq!(background.finished(), [7, 2], "what was lost is named, and nothing else");
        assert_eq!((background.is_busy(), background.take_failures(), background.take_failures()), (false, 1, 0));
    }

    #[test]
    fn results_come_back_from_threads_and_inline() {
        let ctx = egui::Context::default();
        let mut background = Background::inline();
        background.start(&ctx, || 1);
        assert!(background.is_busy());
        assert_eq!(background.finished(), [1]);
        assert!(!background.is_busy());
        let mut background = Background::default();
        background.start(&ctx, || 2);
        background.start(&ctx, || 3);
        let mut results = Vec::new();
        while background.is_busy() {
            results.extend(background.finished());
            std::thread::yield_now();
        }
        results.sort_unstable();
        assert_eq!(results, [2, 3]);
    }
}
