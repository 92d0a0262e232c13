//! Formats figures with three significant digits and a unit.

/// Formats a number with three significant digits, and without decimals from 100 on.
fn three(value: f64) -> String {
    match value {
        value if value >= 99.95 => format!("{value:.0}"),
        value if value >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Formats a time given in seconds.
pub fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 0.999_5e-6 => format!("{} ns", three(seconds * 1e9)),
        seconds if seconds < 0.999_5e-3 => format!("{} µs", three(seconds * 1e6)),
        seconds if seconds < 0.999_5 => format!("{} ms", three(seconds * 1e3)),
        seconds => format!("{} s", three(seconds)),
    }
}

/// Formats a rate, such as `4.71 M turns/s`.
pub fn rate(count: usize, seconds: f64, what: &str) -> String {
    match count as f64 / seconds {
        rate if rate >= 999.5e3 => format!("{} M {what}/s", three(rate / 1e6)),
        rate if rate >= 9_999.5 => format!("{} k {what}/s", three(rate / 1e3)),
        rate if rate >= 99.5 => format!("{} {what}/s", count_of(rate.round() as usize)),
        rate => format!("{} {what}/s", three(rate)),
    }
}

/// Formats a whole number with thousands separators.
pub fn count_of(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of bytes.
pub fn bytes(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 999.5 => format!("{bytes:.0} B"),
        bytes if bytes < 999.5e3 => format!("{} kB", three(bytes / 1e3)),
        bytes if bytes < 999.5e6 => format!("{} MB", three(bytes / 1e6)),
        bytes => format!("{} GB", three(bytes / 1e9)),
    }
}

/// Formats the number of bytes for each item, such as `6.2 B/state`.
pub fn bytes_each(total: f64, count: usize, what: &str) -> String {
    let each = total / count.max(1) as f64;
    if each < 99.5 { format!("{each:.1} B/{what}") } else { format!("{}/{what}", bytes(each)) }
}
