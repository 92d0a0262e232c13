//! Parses the command line and hands over to the library.

use std::process::ExitCode;

/// The window's frames allocate many small shapes. This allocator makes each allocation several times cheaper.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    paddock::process::use_small_pages();
    paddock::cli::run(std::env::args_os(), paddock::Games::all(), paddock::app::run)
}
