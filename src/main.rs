//! Parses the command line and hands over: nothing else.

use std::process::ExitCode;

/// The window's frames allocate many small shapes; this allocator makes them several times cheaper.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    paddock::process::use_small_pages();
    paddock::cli::run(std::env::args_os(), paddock::Games::all(), paddock::app::run)
}
