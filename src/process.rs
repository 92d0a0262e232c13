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

/// Has everything that is worked out on many threads leave one core to the window, so that it answers while it is searched.
/// For the window alone, and before anything is searched for: afterwards it changes nothing.
pub fn leave_a_core_to_the_window() {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // An error says that the threads are there already.
    let _ = rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build_global();
}
