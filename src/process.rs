//! Settings of the process: how the system gives it memory, and how many cores its searches use.

/// Makes the system use small memory pages for this process from now on.
///
/// Without this call, Linux gives the program pages of 2 MB, and fills each page with zeros when it is first used. If
/// one frame of the window needs several new pages, the user notices a pause. With small pages the program takes a
/// quarter to a half less memory, and solvers take no longer. Does nothing on other systems, or if Linux refuses.
pub fn use_small_pages() {
    #[cfg(target_os = "linux")]
    // If this is refused, the program still works but uses more memory.
    let _ = nix::sys::prctl::set_thp_disable(true);
}

/// Measures the memory that the process uses and the memory of the machine.
pub struct Memory {
    /// The operating system's data about its processes; `None` if the system gives no such data.
    source: Option<(sysinfo::System, sysinfo::Pid)>,
}

impl Memory {
    /// Gets access to the operating system's data about memory and about this process.
    #[must_use]
    pub fn new() -> Self {
        let only_memory = sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
        let system = sysinfo::System::new_with_specifics(only_memory).ok();
        Self { source: system.zip(sysinfo::get_current_pid().ok()) }
    }

    /// The most memory that the process may take, in bytes; `None` if the system does not say.
    /// It is the machine's memory, or less if the system limits this group of processes (as in a container).
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        let (system, _) = self.source.as_ref()?;
        let granted = system.cgroup_limits().map(|limits| limits.total_memory);
        granted.into_iter().chain([system.total_memory()]).filter(|bytes| *bytes > 0).min()
    }

    /// The memory that the process uses now, in bytes; `None` if the system does not say.
    pub fn held(&mut self) -> Option<u64> {
        let (system, own) = self.source.as_mut()?;
        let what = sysinfo::ProcessRefreshKind::nothing().with_memory().without_tasks();
        system.refresh_processes_specifics(sysinfo::ProcessesToUpdate::Some(&[*own]), false, what);
        system.process(*own).map(sysinfo::Process::memory).filter(|bytes| *bytes > 0)
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// Leaves one core free for the window, so that it stays responsive. Searches on many threads then use all other cores.
/// Call this only for the window, and before the first search: later it has no effect.
pub fn leave_a_core_to_the_window() {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // An error means that the threads already exist; then nothing changes.
    let _ = rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build_global();
}
