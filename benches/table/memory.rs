//! The memory of this process, as reported by Linux; other systems report nothing here.

use super::table::NOTHING;
use super::units::bytes;

/// The peak memory, such as `312 MB at most`. It is not taken from `getrusage`, whose figure would include the parent's
/// memory.
pub fn peak() -> String {
    status_line("VmHWM:").map_or_else(|| NOTHING.to_owned(), |most| format!("{} at most", bytes(most)))
}

/// The present memory, such as `215 MB held`.
pub fn held() -> String {
    status_line("VmRSS:").map_or_else(|| NOTHING.to_owned(), |now| format!("{} held", bytes(now)))
}

fn status_line(line: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib =
        status.lines().find_map(|text| text.strip_prefix(line)?.trim().strip_suffix(" kB")?.parse::<f64>().ok())?;
    Some(kib * 1_024.0)
}
