//! Names of random circuits.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

const FIRST: [&str; 24] = [
    "Amber",
    "Badger",
    "Bracken",
    "Cinder",
    "Clover",
    "Drover's",
    "Elder",
    "Falcon",
    "Foxglove",
    "Granite",
    "Heron",
    "Juniper",
    "Lantern",
    "Mallow",
    "Miller's",
    "Osprey",
    "Otter",
    "Pewter",
    "Quarry",
    "Rowan",
    "Saltmarsh",
    "Thistle",
    "Weaver's",
    "Willow",
];
const SECOND: [&str; 16] = [
    "Bend", "Common", "Down", "Fields", "Ford", "Green", "Heath", "Hollow", "Lane", "Loop", "Meadow", "Mile", "Park",
    "Ring", "Rise", "Wood",
];

/// Returns a random name for a circuit.
pub(in crate::editor) fn name(random: &mut ChaCha8Rng) -> String {
    let mut pick = |words: &[&'static str]| {
        let index = random.random_range(0..words.len() as u64) as usize;
        words.get(index).copied().unwrap_or_default()
    };
    let (first, second) = (pick(&FIRST), pick(&SECOND));
    format!("{first} {second}")
}
