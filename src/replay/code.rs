//! A circuit as a short text of capital letters and digits. A printed page carries it as a QR code, so that the circuit
//! can be scanned from the page with a telephone and opened again.
//!
//! The text is [`PREFIX`], then the track file, compressed by zlib and written in base 32 without padding. A text of
//! capital letters and digits takes less space in a QR code than other texts.

use data_encoding::BASE32_NOPAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde_json::Value;

use super::open::track_text;
use crate::game::AnyDraft;

/// The beginning of the text form of a circuit, which a QR code contains.
pub const PREFIX: &str = "PADDOCK1:";

/// The largest number of characters that fit into a QR code, at the lowest level of error correction.
pub const MOST: usize = 4_296;

/// The largest size, in bytes, of a track file unpacked from a text. Without this limit, a text of [`MOST`] characters
/// could unpack to a thousand times its size.
const MOST_UNPACKED: usize = 1 << 20;

/// The reason why a circuit cannot be written as text, or a text cannot be read as a circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The circuit cannot be written.
    #[error("{0}")]
    Unwritable(String),
    /// The text would be longer than a QR code can hold. The value is the number of the text's characters.
    #[error("the circuit is too large for a QR code: {0} characters, but only {MOST} fit. Share its file instead.")]
    TooLarge(usize),
    /// The text does not begin with [`PREFIX`].
    #[error("this is not the text of a circuit; the text of a circuit begins with {PREFIX}")]
    Unknown,
    /// The text is incomplete, or a character is wrong.
    #[error("the text of the circuit is incomplete or has a wrong character. Scan the code again.")]
    Damaged,
}

/// Returns the text form of a circuit, which fits into a QR code.
///
/// ```
/// use paddock::replay::{Opened, code, no_files};
///
/// let file = std::fs::read("tracks/vektorace/copper-kettle.json").unwrap();
/// let Ok(Opened::Track(circuit)) = paddock::open(&file, &no_files) else { panic!("a circuit") };
/// let text = code::text_of(&circuit).unwrap();
/// assert!(text.len() < 500);
///
/// let again = code::track_of(&text).unwrap();
/// let Ok(Opened::Track(same)) = paddock::open(again.as_bytes(), &no_files) else { panic!("a circuit") };
/// assert_eq!(same, circuit);
/// ```
///
/// # Errors
/// Returns an error if the text would be too long for a QR code. This happens for circuits with hundreds of spaces.
pub fn text_of(draft: &AnyDraft) -> Result<String, CodeError> {
    let unwritable = |error: &dyn std::fmt::Display| CodeError::Unwritable(error.to_string());
    let track = track_text(draft).map_err(|error| unwritable(&error))?;
    // Removes line breaks and spaces, so that the text becomes shorter.
    let dense: Value = serde_json::from_str(&track).map_err(|error| unwritable(&error))?;
    let packed = compress_to_vec_zlib(dense.to_string().as_bytes(), 10);
    let text = format!("{PREFIX}{}", BASE32_NOPAD.encode(&packed));
    if text.len() > MOST { Err(CodeError::TooLarge(text.len())) } else { Ok(text) }
}

/// Whether a text begins like the text form of a circuit.
#[must_use]
pub fn is_text(text: &str) -> bool {
    text.trim_start().get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// Returns the content of the track file that is packed in the text form of a circuit, as read from a QR code. Ignores
/// spaces and line breaks, and accepts small letters.
///
/// # Errors
/// Returns an error if the text is not the text form of a circuit, or is damaged.
pub fn track_of(text: &str) -> Result<String, CodeError> {
    let letters: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let letters = letters.to_ascii_uppercase();
    let packed = letters.strip_prefix(PREFIX).ok_or(CodeError::Unknown)?;
    let packed = BASE32_NOPAD.decode(packed.as_bytes()).map_err(|_| CodeError::Damaged)?;
    let track = decompress_to_vec_zlib_with_limit(&packed, MOST_UNPACKED).map_err(|_| CodeError::Damaged)?;
    String::from_utf8(track).map_err(|_| CodeError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::prelude::*;
    use crate::games::formula_d::FormulaD;
    use crate::games::vektorace::{Draft, Vektorace};

    fn oval() -> AnyDraft {
        AnyDraft::new::<Vektorace>(Draft { name: "Oval – 楕円".to_owned(), ..Draft::default() })
    }

    #[test]
    fn a_text_may_have_blanks_line_breaks_and_small_letters() {
        let text = text_of(&oval()).expect("a text");
        let track = track_of(&text).expect("a track");
        assert!(track.contains("Oval – 楕円") && track.starts_with("{\"paddock\":\"track\""), "{track}");
        let broken: String = text.to_lowercase().chars().flat_map(|letter| [letter, '\n', ' ']).collect();
        assert_eq!(track_of(&broken), Ok(track));
        assert!(is_text(&format!(" \n{text}")) && is_text(&text.to_lowercase()));
        assert!(!is_text("PADDOCK2:AB") && !is_text("") && !is_text("PADDOCÉ1:"));
    }

    #[test]
    fn damaged_texts_are_refused() {
        let text = text_of(&oval()).expect("a text");
        assert_eq!(track_of("Dear diary"), Err(CodeError::Unknown));
        assert_eq!(track_of(PREFIX), Err(CodeError::Damaged));
        // Tries every text that is cut off or has a wrong character.
        for place in PREFIX.len()..text.len() {
            let shorter = &text[..place];
            assert_eq!(track_of(shorter), Err(CodeError::Damaged), "{place}");
            let mut wrong = text.clone().into_bytes();
            wrong[place] = if wrong[place] == b'A' { b'B' } else { b'A' };
            let wrong = String::from_utf8(wrong).expect("letters");
            assert_ne!(track_of(&wrong), track_of(&text), "{place}");
        }
    }

    #[test]
    fn a_text_cannot_unpack_to_a_huge_file() {
        let packed = compress_to_vec_zlib(&vec![b' '; 2 * MOST_UNPACKED], 10);
        assert!(packed.len() < MOST);
        assert_eq!(track_of(&format!("{PREFIX}{}", BASE32_NOPAD.encode(&packed))), Err(CodeError::Damaged));
    }

    #[test]
    fn a_circuit_with_hundreds_of_spaces_is_too_large() {
        let bytes = std::fs::read("tracks/formula_d/saltmarsh.json").expect("read");
        let file: crate::replay::TrackFile<FormulaD> = crate::replay::parse(&bytes).expect("a track");
        assert!(FormulaD::track_name(&file.track).len() > 3);
        assert!(
            matches!(text_of(&AnyDraft::new::<FormulaD>(file.track)), Err(CodeError::TooLarge(size)) if size > MOST)
        );
    }
}
