//! Runs the program with the games that come with Paddock.

use std::process::ExitCode;

/// The memory allocator of the program. Each frame of the window allocates many small shapes. With this allocator, each
/// allocation is several times cheaper.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    paddock::run(paddock::Games::all())
}
