//! What the fuzz targets share, and `tests/program/mutants.rs` with them.

pub mod look;
pub mod mutation;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// Puts a changed document in the place of another, if there is room for it; answers its length.
pub fn replaced(data: &mut [u8], changed: &[u8], most: usize) -> Option<usize> {
    let place = data.get_mut(..changed.len()).filter(|_| changed.len() <= most)?;
    place.copy_from_slice(changed);
    Some(changed.len())
}

/// Random numbers of a seed.
pub fn random(seed: u32) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(u64::from(seed))
}
