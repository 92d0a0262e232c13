//! The fonts of the window: one sans-serif family in two weights, and an icon font. Characters that these fonts lack,
//! such as Chinese ones, come from the fonts of the machine (eframe's feature `system_fonts`). Tests do not use the
//! machine's fonts, so that in tests the window looks the same on every machine.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};

use crate::render::{FONT_REGULAR, FONT_SEMIBOLD};

static ICONS: &[u8] = include_bytes!("../../../assets/fonts/Phosphor.ttf");

/// The font family of headings and of numbers on pieces.
#[must_use]
pub fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// Installs the fonts in an egui context.
pub fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes: &'static [u8], drop: f32| {
        let mut data = FontData::from_static(bytes);
        data.tweak.y_offset_factor = drop;
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
    };
    add("plex", FONT_REGULAR, 0.0);
    add("plex-semibold", FONT_SEMIBOLD, 0.0);
    // Icons are moved down a little, so that they are level with capital letters.
    add("icons", ICONS, 0.08);
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let chain = |first: &str| {
        let own = [first.to_owned(), "icons".to_owned()];
        own.into_iter().chain(fallback.iter().cloned()).collect::<Vec<_>>()
    };
    fonts.families.insert(semibold(), chain("plex-semibold"));
    fonts.families.insert(FontFamily::Proportional, chain("plex"));
    ctx.set_fonts(fonts);
}
