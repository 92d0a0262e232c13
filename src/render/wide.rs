//! Fonts of the system, for characters that the embedded font does not have, such as Chinese or Arabic letters.
//!
//! These fonts are searched only if a picture needs them. Therefore pictures with only Latin text are the same on every
//! machine.

use std::sync::{Arc, LazyLock};

use harfrust::{FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use resvg::usvg::fontdb::{Database, Source};

use super::{FONT_FAMILY, FONT_REGULAR, FONT_SEMIBOLD};

/// The two weights of the embedded font.
static EMBEDDED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(FONT_REGULAR)));
    fonts.load_font_source(Source::Binary(Arc::new(FONT_SEMIBOLD)));
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

/// The embedded font, followed by the fonts of the system.
static ALL: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::clone(&EMBEDDED);
    fonts.load_system_fonts();
    // Loading the fonts of the system may have changed the sans-serif family.
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

/// Returns the embedded font. Adds the fonts of the system if the text needs them.
pub(super) fn fonts(text: &str) -> Arc<Database> {
    Arc::clone(if wide(text).is_empty() { &EMBEDDED } else { &ALL })
}

/// Returns the characters of an SVG document, or of any text, for which neither the embedded font nor any font of the
/// system has a glyph.
#[must_use]
pub fn unwritable(text: &str) -> Vec<char> {
    let mut missing = wide(text);
    if missing.is_empty() {
        return missing;
    }
    for face in ALL.faces() {
        let left = ALL.with_face_data(face.id, |font, index| lacking(font, index, &missing)).flatten();
        missing = left.unwrap_or(missing);
        if missing.is_empty() {
            break;
        }
    }
    missing
}

/// The bytes of a font file, and the index of the font in this file.
pub(super) type Face = (Vec<u8>, u32);

/// A font of the system that has a glyph for a character; `None` if no font has one.
pub(super) fn face(character: char) -> Option<Face> {
    ALL.faces().find_map(|face| {
        let has = |font: &[u8], index| {
            let missing = lacking(font, index, &[character])?;
            missing.is_empty().then(|| (font.to_vec(), index))
        };
        ALL.with_face_data(face.id, has).flatten()
    })
}

/// The characters of a text for which the embedded font has no glyph, each listed once.
fn wide(text: &str) -> Vec<char> {
    let mut characters: Vec<char> = text.chars().filter(|character| !character.is_ascii()).collect();
    characters.sort_unstable();
    characters.dedup();
    lacking(FONT_REGULAR, 0, &characters).unwrap_or_default()
}

/// The characters for which a font has no glyph; `None` if the bytes are not a font.
pub(super) fn lacking(font: &[u8], index: u32, characters: &[char]) -> Option<Vec<char>> {
    let font = FontRef::from_index(font, index).ok()?;
    let data = ShaperData::new(&font);
    let shaper = data.shaper(&font).build();
    let lacks = |character: &&char| {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(character.encode_utf8(&mut [0; 4]));
        buffer.guess_segment_properties();
        let set = shaper.shape(buffer, ShapeOptions::new());
        set.glyph_infos().iter().any(|info| info.glyph_id == 0)
    };
    Some(characters.iter().filter(lacks).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_text_needs_no_font_of_the_system() {
        for text in ["Cobalt Pass", "Ágnes, 16\u{2013}18 spaces", "Łódź"] {
            assert!(Arc::ptr_eq(&fonts(text), &EMBEDDED) && unwritable(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_character_without_a_glyph_is_reported_once_for_each() {
        // A character for private use, which no usual font has.
        let missing = unwritable("a\u{10fffd}b\u{10fffd}");
        assert_eq!(missing, ['\u{10fffd}']);
        assert_eq!(lacking(FONT_REGULAR, 0, &['A', '北']), Some(vec!['北']));
        assert_eq!(lacking(b"not a font", 0, &['A']), None);
    }
}
