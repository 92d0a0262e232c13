//! The progress of a long computation.

/// Receives reports about a long computation, and says whether to stop it.
///
/// ```
/// use paddock::game::Progress;
///
/// // Work that reports to nobody and is never stopped.
/// let progress = Progress::SILENT;
/// (progress.report)("Turn 1 of 20".to_owned());
/// assert!(!(progress.stop)());
/// ```
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Called with a sentence about the current step.
    pub report: &'a (dyn Fn(String) + Sync),
    /// Returns whether to stop the work. The work calls this function often, so it must return at once.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Progress<'static> {
    /// A value that ignores all reports and never stops the work.
    pub const SILENT: Self = Self { report: &|_| (), stop: &|| false };
}
