//! Work that would keep a frame waiting: reading, playing through, rendering, and asking for files. It runs on threads of
//! its own and hands its result back to a later frame.

use std::sync::mpsc::{Receiver, Sender, channel};

/// Runs jobs and collects what they make of it, in whatever order they end.
pub struct Background<T> {
    sender: Sender<(T, bool)>,
    receiver: Receiver<(T, bool)>,
    running: usize,
    inline: bool,
}

impl<T: Send + 'static> Default for Background<T> {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, running: 0, inline: false }
    }
}

impl<T: Send + 'static> Background<T> {
    /// Does every job at once, on the caller's thread: for tests, which cannot wait for threads.
    #[must_use]
    pub fn inline() -> Self {
        Self { inline: true, ..Self::default() }
    }

    /// Starts a job.
    pub fn start(&mut self, ctx: &egui::Context, job: impl FnOnce() -> T + Send + 'static) {
        self.running += 1;
        self.spawn(ctx, job, true);
    }

    /// Starts a job that nobody waits for: it does not count as being busy, and its end wakes nobody.
    pub fn start_quietly(&mut self, ctx: &egui::Context, job: impl FnOnce() -> T + Send + 'static) {
        self.spawn(ctx, job, false);
    }

    fn spawn(&self, ctx: &egui::Context, job: impl FnOnce() -> T + Send + 'static, waited_for: bool) {
        let sender = self.sender.clone();
        let ctx = ctx.clone();
        let work = move || {
            // A window that is gone takes no results.
            let _ = sender.send((job(), waited_for));
            if waited_for {
                ctx.request_repaint();
            }
        };
        if self.inline {
            work();
        } else {
            std::thread::spawn(work);
        }
    }

    /// The results that came in.
    pub fn finished(&mut self) -> Vec<T> {
        let results: Vec<(T, bool)> = self.receiver.try_iter().collect();
        let waited_for = results.iter().filter(|(_, waited_for)| *waited_for).count();
        self.running = self.running.saturating_sub(waited_for);
        results.into_iter().map(|(result, _)| result).collect()
    }

    /// Whether any job is still at work.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.running > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
