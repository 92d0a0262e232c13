//! How much memory this process holds, as Linux tells it; other systems tell nothing here.

use super::table::NOTHING;
use super::units::bytes;

/// The most it has held, such as `312 MB at most`. What the system counts for a process otherwise (`getrusage`) has its
/// parent's in it.
pub fn peak() -> String {
    told("VmHWM:").map_or_else(|| NOTHING.to_owned(), |most| format!("{} at most", bytes(most)))
}

/// What it holds now, such as `215 MB held`.
pub fn held() -> String {
    told("VmRSS:").map_or_else(|| NOTHING.to_owned(), |now| format!("{} held", bytes(now)))
}

fn told(line: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib =
        status.lines().find_map(|text| text.strip_prefix(line)?.trim().strip_suffix(" kB")?.parse::<f64>().ok())?;
    Some(kib * 1_024.0)
}
