//! Fonts of the system, for characters that the embedded font does not have, such as Chinese or Arabic letters.
//!
//! Fonts are read only if a picture needs them: file by file, until every character has a glyph. So pictures with
//! Latin text are the same on every machine.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use harfrust::{FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use resvg::usvg::fontdb::{Database, Source};

use super::{FONT_FAMILY, FONT_REGULAR, FONT_SEMIBOLD};

/// The deepest folder that is searched, below a folder of fonts.
const DEEPEST: usize = 5;
/// The largest font file that is read, in bytes.
const LARGEST: u64 = 80 << 20;

/// The two weights of the embedded font.
static EMBEDDED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(FONT_REGULAR)));
    fonts.load_font_source(Source::Binary(Arc::new(FONT_SEMIBOLD)));
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

/// The fonts found for a set of characters, and the characters that no font has.
#[derive(Clone)]
struct Found {
    wanted: Vec<char>,
    fonts: Arc<Database>,
    missing: Vec<char>,
}

/// The last set of characters, so that the pictures of a race search only once.
static LAST: Mutex<Option<Found>> = Mutex::new(None);

/// The fonts to draw a text with.
pub(super) fn fonts(text: &str) -> Arc<Database> {
    found(text).map_or_else(|| Arc::clone(&EMBEDDED), |found| found.fonts)
}

/// Returns the characters of an SVG document, or of any text, that neither the embedded font nor a font of the system
/// can write.
#[must_use]
pub fn unwritable(text: &str) -> Vec<char> {
    found(text).map_or_else(Vec::new, |found| found.missing)
}

/// Searches the system's fonts; `None` if the embedded font has all characters.
fn found(text: &str) -> Option<Found> {
    if text.is_ascii() {
        return None;
    }
    let mut wanted: Vec<char> = text.chars().filter(|character| !character.is_ascii()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let wanted = lacking(FONT_REGULAR, 0, &wanted)?;
    if wanted.is_empty() {
        return None;
    }
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = last.as_ref().filter(|found| found.wanted == wanted) {
        return Some(found.clone());
    }
    let mut fonts = Database::clone(&EMBEDDED);
    let mut missing = wanted.clone();
    for file in folders().iter().flat_map(|folder| files(folder, DEEPEST)) {
        if missing.is_empty() {
            break;
        }
        let Ok(bytes) = std::fs::read(&file) else { continue };
        // A collection has several fonts.
        let left = (0..8).map_while(|index| lacking(&bytes, index, &missing)).min_by_key(Vec::len);
        if let Some(left) = left.filter(|left| left.len() < missing.len()) {
            missing = left;
            fonts.load_font_source(Source::Binary(Arc::new(bytes)));
        }
    }
    let found = Found { wanted, fonts: Arc::new(fonts), missing };
    *last = Some(found.clone());
    Some(found)
}

/// The characters for which a font has no glyph; `None` if the bytes are no font.
fn lacking(font: &[u8], index: u32, characters: &[char]) -> Option<Vec<char>> {
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

/// The folders in which systems keep fonts.
fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"]
            .map(PathBuf::from)
            .to_vec();
    if let Some(home) = std::env::var_os("HOME").map(PathBuf::from) {
        folders.extend([".local/share/fonts", ".fonts", "Library/Fonts"].map(|folder| home.join(folder)));
    }
    folders.extend(std::env::var_os("WINDIR").map(|folder| PathBuf::from(folder).join("Fonts")));
    folders
}

/// The font files in a folder and below, in the order of their names.
fn files(folder: &Path, deepest: usize) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    let is_font = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        let is_small = path.metadata().is_ok_and(|data| data.is_file() && data.len() <= LARGEST);
        matches!(ending.as_str(), "ttf" | "otf" | "ttc" | "otc") && is_small
    };
    let mut found = Vec::new();
    for path in paths {
        if deepest > 0 && path.is_dir() {
            found.extend(files(&path, deepest - 1));
        } else if is_font(&path) {
            found.push(path);
        }
    }
    found
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
        // For private use, so that no usual font has it.
        let missing = unwritable("a\u{10fffd}b\u{10fffd}");
        assert_eq!(missing, ['\u{10fffd}']);
        assert_eq!(lacking(FONT_REGULAR, 0, &['A', '北']), Some(vec!['北']));
        assert_eq!(lacking(b"not a font", 0, &['A']), None);
    }
}
