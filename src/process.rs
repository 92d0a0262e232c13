//! What the process asks of the system: how it is given memory, and how many cores its searches take.

/// Has the system hand memory out in its usual small pages from now on, for the whole process.
///
/// The allocator asks Linux for pages of 2 MB, each of which is filled with zeros when it is touched first: several of them in
/// one frame are felt. Without them the program takes a quarter to a half less memory, and solvers take no longer. Elsewhere, and
/// where Linux does not allow it, nothing is done.
pub fn use_small_pages() {
    #[cfg(target_os = "linux")]
    // Where it is refused, the program works as well, with more memory.
    let _ = nix::sys::prctl::set_thp_disable(true);
}

/// The process's view of memory: its own, and the machine's.
pub struct Memory {
    /// None where the system does not say anything.
    source: Option<(sysinfo::System, sysinfo::Pid)>,
}

impl Memory {
    /// Looks at the machine.
    #[must_use]
    pub fn new() -> Self {
        let only_memory = sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
        let system = sysinfo::System::new_with_specifics(only_memory).ok();
        Self { source: system.zip(sysinfo::get_current_pid().ok()) }
    }

    /// The memory that the process may take at the most, in bytes: the machine's, or what the system grants a group of
    /// processes (a container, say). None where the system does not say.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        let (system, _) = self.source.as_ref()?;
        let granted = system.cgroup_limits().map(|limits| limits.total_memory);
        granted.into_iter().chain([system.total_memory()]).filter(|bytes| *bytes > 0).min()
    }

    /// The memory that the process holds now, in bytes; none where the system does not say.
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

/// Has everything that is worked out on many threads leave one core to the window, so that it answers while it is searched.
/// For the window alone, and before anything is searched for: afterwards it changes nothing.
pub fn leave_a_core_to_the_window() {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // An error says that the threads are there already.
    let _ = rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build_global();
}
