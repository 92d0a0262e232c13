//! Runs the program with the games that Paddock comes with.

use std::process::ExitCode;

/// The allocator of the program. The window's frames allocate many small shapes, and with this allocator each
/// allocation is several times cheaper.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    paddock::run(paddock::Games::all())
}
