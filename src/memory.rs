//! How the program asks the system for memory.

/// Has the system hand memory out in its usual small pages from now on, for the whole process.
///
/// The allocator asks Linux for pages of 2 MB, each of which is filled with zeros when it is touched first: several of them in
/// one frame are felt. Without them the longest frames of `examples/soak` are a third shorter, the program takes half the
/// memory, and solvers take no longer. Elsewhere, and where Linux does not allow it, nothing is done.
pub fn use_small_pages() {
    #[cfg(target_os = "linux")]
    // Where it is refused, the program works as well, with more memory.
    let _ = nix::sys::prctl::set_thp_disable(true);
}
