//! Work that would keep a frame waiting: reading, playing through, rendering, and asking for files. It runs on threads of
//! its own and hands its result back to a later frame.

use std::sync::mpsc::{Receiver, Sender, channel};

/// Runs jobs and collects what they make of it, in whatever order they end.
pub struct Background<T> {
    sender: Sender<T>,
    receiver: Receiver<T>,
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
        let sender = self.sender.clone();
        let ctx = ctx.clone();
        let work = move || {
            // A window that is gone takes no results.
            let _ = sender.send(job());
            ctx.request_repaint();
        };
        if self.inline {
            work();
        } else {
            std::thread::spawn(work);
        }
    }

    /// The results that came in.
    pub fn finished(&mut self) -> Vec<T> {
        let results: Vec<T> = self.receiver.try_iter().collect();
        self.running = self.running.saturating_sub(results.len());
        results
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
