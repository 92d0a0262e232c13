//! Loads the fonts of PDF pages, and converts text to glyphs.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use harfrust::{FontRef, GlyphInfo, GlyphPosition, ShapeOptions, ShaperData, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::wide::{self, Face};
use super::{FONT_REGULAR, FONT_SEMIBOLD, RenderError};

/// The fonts of a page: the regular and the semi-bold weight of the embedded font, and fonts of the system.
/// The fonts of the system are used for characters that the embedded font does not have.
pub(crate) struct Fonts {
    cuts: [Rc<Cut>; 2],
    wide: RefCell<Vec<Rc<Cut>>>,
    /// A cache: the font of the system that was found for each character.
    known: RefCell<BTreeMap<char, Option<Rc<Cut>>>>,
    find: fn(char) -> Option<Face>,
}

/// A font in two forms: one for writing it into the PDF, and one for converting text to glyphs.
pub(super) struct Cut {
    pub(super) font: Font,
    bytes: Cow<'static, [u8]>,
    index: u32,
    data: ShaperData,
}

/// A part of a text that is written with one font.
pub(super) struct Run<'t> {
    pub(super) cut: Rc<Cut>,
    pub(super) text: &'t str,
    pub(super) glyphs: Vec<KrillaGlyph>,
}

impl Run<'_> {
    /// The width of this part of a text, as a fraction of the font size.
    pub(super) fn width(&self) -> f64 {
        self.glyphs.iter().map(|glyph| f64::from(glyph.x_advance)).sum()
    }
}

impl Cut {
    fn new(bytes: Cow<'static, [u8]>, index: u32) -> Option<Self> {
        let data = ShaperData::new(&FontRef::from_index(&bytes, index).ok()?);
        let font = match &bytes {
            Cow::Borrowed(bytes) => Font::new((*bytes).into(), index)?,
            Cow::Owned(bytes) => Font::new(bytes.clone().into(), index)?,
        };
        Some(Self { font, bytes, index, data })
    }

    /// Whether the font has a glyph for a character.
    fn has(&self, character: char) -> bool {
        wide::lacking(&self.bytes, self.index, &[character]).is_some_and(|missing| missing.is_empty())
    }

    /// Converts a line of text to glyphs, whose widths are fractions of the font size.
    fn shaped(&self, text: &str) -> Vec<KrillaGlyph> {
        let Ok(shapes) = FontRef::from_index(&self.bytes, self.index) else { return Vec::new() };
        let shaper = self.data.shaper(&shapes).build();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let set = shaper.shape(buffer, ShapeOptions::new());
        let mut begins: Vec<usize> = set.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        begins.sort_unstable();
        let em = shaper.units_per_em() as f32;
        let part = |units: i32| units as f32 / em;
        let glyph = |(info, position): (&GlyphInfo, &GlyphPosition)| {
            let begin = info.cluster as usize;
            // A cluster of the text ends where the next one begins,
            // whether the text runs from left to right or from right to left.
            let next = begins.partition_point(|other| *other <= begin);
            let end = begins.get(next).copied().unwrap_or(text.len());
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                part(position.x_advance),
                part(position.x_offset),
                part(position.y_offset),
                part(position.y_advance),
                begin..end,
                None,
            )
        };
        set.glyph_infos().iter().zip(set.glyph_positions()).map(glyph).collect()
    }
}

impl Fonts {
    pub(crate) fn new() -> Result<Self, RenderError> {
        Self::with(wide::face)
    }

    /// Loads the embedded fonts. `find` finds another font for a character that the embedded fonts do not have.
    fn with(find: fn(char) -> Option<Face>) -> Result<Self, RenderError> {
        let broken = || RenderError::Pdf("the embedded font cannot be read".to_owned());
        let cut = |bytes| Cut::new(Cow::Borrowed(bytes), 0).map(Rc::new).ok_or_else(broken);
        Ok(Self {
            cuts: [cut(FONT_REGULAR)?, cut(FONT_SEMIBOLD)?],
            wide: RefCell::default(),
            known: RefCell::default(),
            find,
        })
    }

    /// The font for a character that the embedded font does not have; `None` if no font of the system has it.
    fn wide(&self, character: char) -> Option<Rc<Cut>> {
        if let Some(cut) = self.known.borrow().get(&character) {
            return cut.clone();
        }
        let cut = self.looked_up(character);
        self.known.borrow_mut().insert(character, cut.clone());
        cut
    }

    fn looked_up(&self, character: char) -> Option<Rc<Cut>> {
        let known = self.wide.borrow().iter().find(|cut| cut.has(character)).cloned();
        known.or_else(|| {
            let (bytes, index) = (self.find)(character)?;
            let cut = Rc::new(Cut::new(Cow::Owned(bytes), index)?);
            self.wide.borrow_mut().push(Rc::clone(&cut));
            Some(cut)
        })
    }

    /// Divides a line of text into parts, so that each part is written with one font.
    pub(super) fn runs<'t>(&self, text: &'t str, bold: bool) -> Vec<Run<'t>> {
        let own = &self.cuts[usize::from(bold)];
        let mut parts: Vec<(Rc<Cut>, usize)> = Vec::new();
        for (at, character) in text.char_indices() {
            let cut = if character.is_ascii() || own.has(character) {
                Rc::clone(own)
            } else {
                // A character that no font has is drawn as a box of the embedded font.
                self.wide(character).unwrap_or_else(|| Rc::clone(own))
            };
            if parts.last().is_none_or(|(last, _)| !Rc::ptr_eq(last, &cut)) {
                parts.push((cut, at));
            }
        }
        let ends: Vec<usize> = parts.iter().skip(1).map(|(_, at)| *at).chain([text.len()]).collect();
        let run = |((cut, from), to): ((Rc<Cut>, usize), usize)| {
            let text = &text[from..to];
            Run { glyphs: cut.shaped(text), cut, text }
        };
        parts.into_iter().zip(ends).map(run).collect()
    }

    /// The width of a line of text, as a fraction of the font size.
    pub(crate) fn width(&self, text: &str, bold: bool) -> f64 {
        self.runs(text, bold).iter().map(Run::width).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_of_the_system_writes_only_what_the_embedded_one_lacks() {
        // The test can use any font, because it checks only which part of the text the font writes.
        let fonts =
            Fonts::with(|character| (character != '\u{10fffd}').then(|| (FONT_SEMIBOLD.to_vec(), 0))).expect("fonts");
        let runs = fonts.runs("Łódź 北 1", false);
        assert_eq!(runs.iter().map(|run| run.text).collect::<Vec<_>>(), ["Łódź ", "北", " 1"]);
        assert!(Rc::ptr_eq(&runs[0].cut, &fonts.cuts[0]) && !Rc::ptr_eq(&runs[1].cut, &fonts.cuts[0]));
        assert!(Rc::ptr_eq(&fonts.runs("\u{10fffd}", true)[0].cut, &fonts.cuts[1]), "a box");
        assert!(fonts.runs("", false).is_empty() && fonts.width("", true) == 0.0);
        assert!(fonts.width("Oval 3", true) > 2.0);
    }
}
