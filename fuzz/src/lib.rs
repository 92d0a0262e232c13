//! Shared code of the fuzz targets and of `tests/program/mutants.rs`.

pub mod look;
pub mod mutation;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// Replaces the document in `data` with the bytes `changed`, if they are at most `most` bytes and fit into `data`.
/// Returns their number.
pub fn replaced(data: &mut [u8], changed: &[u8], most: usize) -> Option<usize> {
    let place = data.get_mut(..changed.len()).filter(|_| changed.len() <= most)?;
    place.copy_from_slice(changed);
    Some(changed.len())
}

/// A random generator from a seed.
pub fn random(seed: u32) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(u64::from(seed))
}
