//! Computes the width of text, which determines the size of a sign. All pictures use the same font. The widths in this
//! module are the widths of this font.

/// The widths of the characters from U+0020 to U+007E in semi-bold letters, in thousandths of the font size.
const WIDTHS: [u16; 95] = [
    236, 309, 471, 656, 600, 960, 713, 260, 337, 337, 556, 600, 299, 402, 299, 437, 600, 600, 600, 600, 600, 600, 600,
    600, 600, 600, 319, 319, 600, 600, 600, 493, 899, 672, 663, 642, 689, 600, 577, 712, 719, 423, 545, 678, 521, 817,
    719, 712, 641, 712, 664, 611, 580, 689, 638, 949, 655, 632, 599, 329, 437, 329, 600, 559, 600, 559, 600, 513, 600,
    558, 350, 545, 588, 275, 275, 562, 294, 888, 588, 563, 600, 600, 393, 499, 374, 588, 524, 819, 544, 524, 502, 363,
    376, 363, 600,
];
/// The widths of the characters from U+0020 to U+007E in the regular font, in thousandths of the font size.
const REGULAR: [u16; 95] = [
    236, 284, 419, 713, 598, 927, 694, 242, 335, 335, 450, 600, 272, 399, 272, 383, 600, 600, 600, 600, 600, 600, 600,
    600, 600, 600, 292, 292, 600, 600, 600, 477, 891, 641, 653, 621, 671, 583, 559, 695, 707, 400, 510, 634, 501, 812,
    707, 708, 606, 708, 640, 581, 572, 678, 609, 891, 613, 593, 580, 317, 383, 317, 600, 565, 600, 534, 580, 503, 580,
    549, 324, 528, 568, 250, 250, 527, 272, 873, 568, 560, 580, 580, 367, 487, 351, 568, 492, 768, 507, 499, 464, 343,
    314, 343, 600,
];
/// The width of Latin letters and signs that have no width in [`WIDTHS`] and [`REGULAR`], in thousandths of the font
/// size.
const LATIN: u16 = 640;
/// The width of each character that is not a Latin letter or sign, in thousandths of the font size. It is right for
/// Chinese characters, which are as wide as they are high.
const OTHER: u16 = 1_000;
/// The height of capital letters, in thousandths of the font size.
const CAPITAL: f64 = 698.0;

/// Returns the width of a line of semi-bold text, as a multiple of the height of its capital letters. Regular text is
/// narrower.
///
/// ```
/// use paddock::game::lettering::{regular_width, width};
///
/// assert!(width("Corner") > width("Pit"));
/// assert!(width("Corner") > regular_width("Corner"));
/// ```
#[must_use]
pub fn width(text: &str) -> f64 {
    measured(text, &WIDTHS)
}

/// Returns the width of a line of regular text, as a multiple of the height of its capital letters.
#[must_use]
pub fn regular_width(text: &str) -> f64 {
    measured(text, &REGULAR)
}

fn measured(text: &str, widths: &[u16]) -> f64 {
    let of = |character: char| {
        let index = (character as usize).checked_sub(0x20);
        let known = index.and_then(|index| widths.get(index)).copied();
        f64::from(known.unwrap_or(if ('\u{a0}'..='\u{24f}').contains(&character) || character == '\u{2013}' {
            LATIN
        } else {
            OTHER
        }))
    };
    text.chars().map(of).sum::<f64>() / CAPITAL
}

/// Shortens a text to at most this number of characters. If it was shortened, the last character is "…".
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('\u{2026}');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_text_ends_with_an_ellipsis() {
        assert_eq!(shortened("Station bend", 12), "Station bend");
        assert_eq!(shortened("Station bend", 9), "Station\u{2026}");
        assert_eq!(shortened("北京市", 2), "北\u{2026}");
    }
}
