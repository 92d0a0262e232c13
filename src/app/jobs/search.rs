//! Searches. A search is a long computation on its own thread. It reports its progress and can be stopped.
//!
//! A [`Work`] defines the computation. A thread runs it as a [`Search`], and the tab that started the search keeps it
//! in an [`UnderWay`]. The tab accepts a result only from the search that it keeps.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Long work that a search runs on its own thread.
pub trait Work: Send + Sync + 'static {
    /// The type of the stages that the work reports as its progress.
    type Stage: Clone + Send + Sync;
    /// The type of the work's result.
    type Found: Send + 'static;

    /// The stage that is shown until the work reports a stage.
    fn first(&self) -> Self::Stage;

    /// Does the work. Calls `report` at each new stage. Stops early and returns `None` if `stop` returns true.
    fn work(&self, report: &(dyn Fn(Self::Stage) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Self::Found>;
}

/// A search on its own thread.
pub struct Search<W: Work> {
    what: W,
    stage: Mutex<W::Stage>,
    stopped: AtomicBool,
}

impl<W: Work + fmt::Debug> fmt::Debug for Search<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("what", &self.what).field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

impl<W: Work> Search<W> {
    /// The work that this search does.
    pub const fn what(&self) -> &W {
        &self.what
    }

    /// Runs the work and calls `report` at each new stage. Returns `None` if the search was stopped.
    pub fn run(&self, report: &(dyn Fn() + Sync)) -> Option<W::Found> {
        let report = |stage: W::Stage| {
            *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
            report();
        };
        self.what.work(&report, &|| self.stopped.load(Ordering::Relaxed))
    }
}

/// The running search of a tab; `None` if no search is running. Closing the tab stops the search.
pub struct UnderWay<W: Work>(Option<Arc<Search<W>>>);

impl<W: Work> Default for UnderWay<W> {
    fn default() -> Self {
        Self(None)
    }
}

impl<W: Work + fmt::Debug> fmt::Debug for UnderWay<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UnderWay").field(&self.0).finish()
    }
}

impl<W: Work> Drop for UnderWay<W> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<W: Work> UnderWay<W> {
    /// Begins a search. Stops the search that was running before.
    pub fn begin(&mut self, what: W) -> Arc<Search<W>> {
        self.stop();
        let stage = Mutex::new(what.first());
        let search = Arc::new(Search { what, stage, stopped: AtomicBool::new(false) });
        self.0 = Some(Arc::clone(&search));
        search
    }

    /// Stops the running search.
    pub fn stop(&mut self) {
        if let Some(search) = self.0.take() {
            search.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Marks a search as ended, and returns whether it is the search that runs now. If not, the search was stopped or
    /// replaced, and its result must be ignored.
    pub fn ended(&mut self, search: &Arc<Search<W>>) -> bool {
        let is_it = self.0.as_ref().is_some_and(|running| Arc::ptr_eq(running, search));
        if is_it {
            self.0 = None;
        }
        is_it
    }

    /// The current stage; `None` if no search is running.
    pub fn stage(&self) -> Option<W::Stage> {
        let search = self.running()?;
        Some(search.stage.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// Whether a search is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    /// The work of the running search; `None` if no search is running.
    pub fn what(&self) -> Option<&W> {
        self.running().map(|search| search.what())
    }

    /// The running search; `None` if no search is running. A search whose thread has panicked is not running.
    fn running(&self) -> Option<&Arc<Search<W>>> {
        self.0.as_ref().filter(|search| Arc::strong_count(search) > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example work: counts until it is stopped.
    #[derive(Debug)]
    struct Count(u32);

    impl Work for Count {
        type Stage = u32;
        type Found = u32;

        fn first(&self) -> u32 {
            0
        }

        fn work(&self, report: &(dyn Fn(u32) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<u32> {
            for number in 1..=self.0 {
                if stop() {
                    return None;
                }
                report(number);
            }
            Some(self.0)
        }
    }

    #[test]
    fn a_search_tells_its_stage_and_is_taken_in_once() {
        let mut under_way = UnderWay::default();
        assert!(!under_way.is_running() && under_way.stage().is_none());
        let search = under_way.begin(Count(3));
        assert_eq!((under_way.stage(), under_way.is_running()), (Some(0), true));
        let report = std::sync::atomic::AtomicU32::new(0);
        let found = search.run(&|| {
            report.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!((found, report.load(Ordering::Relaxed), under_way.stage()), (Some(3), 3, Some(3)));
        assert!(under_way.ended(&search));
        assert!(!under_way.is_running() && !under_way.ended(&search), "it has ended");
    }

    #[test]
    fn what_is_begun_again_or_closed_stops_what_was_under_way() {
        let mut under_way = UnderWay::default();
        let first = under_way.begin(Count(3));
        let second = under_way.begin(Count(2));
        assert_eq!(first.run(&|| ()), None, "stopped by the second");
        assert!(!under_way.ended(&first) && under_way.is_running());
        drop(under_way);
        assert_eq!(second.run(&|| ()), None, "stopped with its tab");
    }

    #[test]
    fn a_search_whose_thread_is_gone_is_not_waited_for() {
        let mut under_way = UnderWay::default();
        let search = under_way.begin(Count(1));
        drop(search);
        assert!(!under_way.is_running() && under_way.stage().is_none());
    }
}
