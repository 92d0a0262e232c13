//! Runs the program with the games that Paddock comes with.

use std::process::ExitCode;

/// Drawing a frame of the window allocates many small shapes. This allocator makes each allocation several times
/// cheaper.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    paddock::run(paddock::Games::all())
}
