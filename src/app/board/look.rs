//! The look of the window: sizes, spacing and colours of widgets, in a light and a dark theme.

use std::sync::Arc;

use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, Style, TextStyle, Theme as Mode, vec2};

use super::{fonts, painter};
use crate::render::{Colour, Theme};
use crate::replay::TurnMark;

/// The size of small text, in points.
pub const SMALL: f32 = 12.0;
/// The size of normal text, in points.
pub const BODY: f32 = 14.0;
/// The size of headings, in points.
pub const HEADING: f32 = 18.0;
/// The size of titles, in points.
pub const TITLE: f32 = 24.0;
/// The height of a row in lists and tables, in points.
pub const ROW: f32 = 24.0;

/// Installs fonts and styles in an egui context. Call it before the first frame of the window or of a test.
pub fn install(ctx: &egui::Context) {
    fonts::install(ctx);
    for mode in [Mode::Light, Mode::Dark] {
        let mut style = Style { visuals: mode.default_visuals(), ..Style::default() };
        shape(&mut style);
        paint(&mut style, mode);
        ctx.set_style_of(mode, Arc::new(style));
    }
}

/// The theme for boards and pictures that matches the window's theme.
#[must_use]
pub fn theme(ui: &egui::Ui) -> Theme {
    if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light }
}

/// Semi-bold text.
#[must_use]
pub fn strong(text: impl Into<String>, size: f32) -> egui::RichText {
    egui::RichText::new(text).family(fonts::semibold()).size(size)
}

/// Lays out a message in the colour `ink`. Parts between backticks, such as names of fields and notation, are shown in
/// another font, without the backticks. `size` is the size of the text, in points.
#[must_use]
pub fn prose(ui: &egui::Ui, text: &str, size: f32, ink: Color32) -> egui::text::LayoutJob {
    let mut job = egui::text::LayoutJob::default();
    let is_paired = text.matches('`').count().is_multiple_of(2);
    let parts: Vec<&str> = if is_paired { text.split('`').collect() } else { vec![text] };
    for (index, part) in parts.into_iter().enumerate() {
        let is_code = index % 2 == 1;
        let font_id = if is_code { FontId::monospace(size) } else { FontId::proportional(size) };
        let background = if is_code { ui.visuals().code_bg_color } else { Color32::TRANSPARENT };
        job.append(part, 0.0, egui::TextFormat { background, ..egui::TextFormat::simple(font_id, ink) });
    }
    job
}

/// Makes a label with an error message. It breaks long lines, and shows text between backticks in the font for code.
pub fn error(ui: &egui::Ui, text: &str) -> egui::Label {
    egui::Label::new(prose(ui, text, BODY, ui.visuals().error_fg_color)).wrap()
}

/// The width that panels, dialogs and menus keep free for a scroll bar, in points.
const BAR: f32 = 4.0;

/// Keeps space for scroll bars beside the content of scroll areas, so that the bars cover nothing.
pub fn keep_bars_free(ui: &mut egui::Ui) {
    ui.spacing_mut().scroll.floating_allocated_width = BAR;
}

/// A dialog over the window.
pub struct Dialog(egui::Modal);

impl Dialog {
    /// Shows the dialog.
    pub fn show<R>(self, ctx: &egui::Context, add: impl FnOnce(&mut egui::Ui) -> R) -> egui::ModalResponse<R> {
        self.0.show(ctx, |ui| {
            keep_bars_free(ui);
            add(ui)
        })
    }
}

/// Makes a dialog over the window, with a margin around its content.
///
/// The dialog has egui's layer order of windows, not that of menus. Drop-down lists have the order of menus, and egui
/// remembers the order in which layers cover each other, even after a restart. A dialog with the order of menus would
/// therefore cover its own drop-down lists when it is shown for the second time.
#[must_use]
pub fn modal(ctx: &egui::Context, name: &'static str) -> Dialog {
    let frame = egui::Frame::window(&ctx.global_style()).inner_margin(20);
    let area = egui::Modal::default_area(egui::Id::unique(name)).order(egui::Order::Middle);
    Dialog(egui::Modal::new(egui::Id::unique(name)).area(area).frame(frame))
}

/// The name of the command palette's layer.
pub const PALETTE: &str = "palette";
/// The name of the keyboard map's layer.
pub const KEYBOARD_MAP: &str = "keyboard-map";
/// The name of the layer that shows the licences.
pub const LICENSES: &str = "licenses";
/// The name of the layer that shows the card of the tour.
pub const TOUR: &str = "tour";

/// Dims the window behind a view that is in front of everything else. A dialog dims the window in the same way.
pub fn dim(ctx: &egui::Context) {
    let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::unique("dim"));
    ctx.layer_painter(layer).rect_filled(ctx.content_rect(), 0.0, Color32::from_black_alpha(100));
}

/// The rectangle of the tour's card; `None` if the card is not shown.
#[must_use]
pub fn tour_card(ctx: &egui::Context) -> Option<egui::Rect> {
    let id = egui::Id::unique(TOUR);
    ctx.memory(|memory| {
        let is_shown = memory.areas().visible_last_frame(&egui::LayerId::new(egui::Order::Middle, id));
        memory.area_rect(id).filter(|_| is_shown)
    })
}

/// Whether a dialog is open over the window. While one is open, the legend and the popup on the board are hidden.
#[must_use]
pub fn has_dialog(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| {
        let layer = |name: &'static str| egui::LayerId::new(egui::Order::Foreground, egui::Id::unique(name));
        // These three are in front of the window and are no modal dialogs.
        let is_open = |name: &'static str| memory.areas().visible_last_frame(&layer(name));
        memory.top_modal_layer().is_some() || [PALETTE, KEYBOARD_MAP, LICENSES].into_iter().any(is_open)
    })
}

/// Whether keys without Ctrl or Alt control the workspace: no text is being typed, and no menu, drop-down list or
/// dialog is open.
#[must_use]
pub fn has_keys(ctx: &egui::Context) -> bool {
    !ctx.text_edit_focused() && !egui::Popup::is_any_open(ctx) && !has_dialog(ctx)
}

/// Shows a drop-down list that also closes when an entry is chosen with Enter or Space. Egui's own list closes only
/// after clicks.
pub fn show_list<R>(
    ui: &mut egui::Ui,
    list: egui::ComboBox,
    add: impl FnOnce(&mut egui::Ui) -> R,
) -> egui::InnerResponse<Option<R>> {
    list.show_ui(ui, |ui| {
        let inner = add(ui);
        let focused = ui.memory(egui::Memory::focused).and_then(|id| ui.ctx().read_response(id));
        if focused.is_some_and(|entry| entry.layer_id == ui.layer_id() && entry.clicked()) {
            ui.close();
        }
        inner
    })
}

/// Shows a menu at the pointer after a right click on a widget. While the menu is open, a right click on another part
/// of the same widget, such as another car on the board, opens the menu there. Egui's own menu would only close.
pub fn context_menu(response: &egui::Response, add: impl FnOnce(&mut egui::Ui)) {
    let menu = egui::Popup::context_menu(response);
    if !(response.secondary_clicked() && menu.is_open()) {
        menu.show(add);
        return;
    }
    // The content may be different now, so its size is measured again, and submenus close.
    let close_submenus = |state: &mut egui::containers::menu::MenuState| state.open_item = None;
    egui::containers::menu::MenuState::from_id(&response.ctx, menu.get_id(), close_submenus);
    menu.close_behavior(egui::PopupCloseBehavior::IgnoreClicks).sizing_pass(true).show(add);
}

/// Lays out one line of text that ends with "…" if it is wider than `width`, in points.
#[must_use]
pub fn elided(painter: &egui::Painter, text: &str, font: FontId, ink: Color32, width: f32) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(1.0));
    painter.layout_job(job)
}

/// The colour of a turn's mark: green for good turns, blue for interesting, amber for dubious, red for mistakes.
#[must_use]
pub const fn mark_color(visuals: &egui::Visuals, mark: TurnMark) -> Color32 {
    match mark {
        TurnMark::Brilliant | TurnMark::Good if visuals.dark_mode => Color32::from_rgb(0x4c, 0xc3, 0x8a),
        TurnMark::Brilliant | TurnMark::Good => Color32::from_rgb(0x17, 0x7a, 0x4a),
        TurnMark::Interesting => visuals.hyperlink_color,
        TurnMark::Dubious => visuals.warn_fg_color,
        TurnMark::Mistake | TurnMark::Blunder => visuals.error_fg_color,
    }
}

/// Shows a checkbox with an outline that is visible on panels and dialogs of both themes.
pub fn checkbox<'a>(ui: &mut egui::Ui, on: &'a mut bool, words: impl egui::IntoAtoms<'a>) -> egui::Response {
    let outline = Stroke::new(1.0, ui.visuals().weak_text_color());
    let before = std::mem::replace(&mut ui.visuals_mut().widgets.inactive.bg_stroke, outline);
    let response = ui.checkbox(on, words);
    ui.visuals_mut().widgets.inactive.bg_stroke = before;
    response
}

/// A button that deletes something for good: its text has the colour of errors.
pub fn danger(ui: &egui::Ui, text: impl Into<String>) -> egui::Button<'static> {
    egui::Button::new(egui::RichText::new(text).color(ui.visuals().error_fg_color))
}

/// Text in a weaker colour.
#[must_use]
pub fn weak(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).weak().size(SMALL)
}

fn shape(style: &mut Style) {
    style.text_styles = [
        (TextStyle::Small, FontId::new(SMALL, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(BODY, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(BODY, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(BODY - 1.0, FontFamily::Monospace)),
        (TextStyle::Heading, FontId::new(HEADING, fonts::semibold())),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 4.0);
    spacing.button_padding = vec2(8.0, 4.0);
    spacing.interact_size.y = ROW;
    spacing.menu_margin = egui::Margin::same(4);
    spacing.window_margin = egui::Margin::same(16);
    spacing.tooltip_width = 360.0;
    // A bar shows that there is more, also while the pointer is elsewhere.
    spacing.scroll.dormant_handle_opacity = 0.45;
    style.interaction.tooltip_delay = 0.35;
    style.interaction.selectable_labels = false;
    style.animation_time = 0.08;
}

fn paint(style: &mut Style, mode: Mode) {
    let theme = if mode == Mode::Dark { Theme::Dark } else { Theme::Light };
    let hex = |light: u32, dark: u32| painter::color(Colour::rgb(if mode == Mode::Dark { dark } else { light }));
    let accent = painter::color(theme.accent());
    let ink = painter::color(theme.ink());
    let edge = hex(0xd8dde1, 0x333a41);
    let visuals = &mut style.visuals;
    visuals.panel_fill = hex(0xfbfbfc, 0x191d21);
    visuals.window_fill = hex(0xffffff, 0x22272c);
    visuals.extreme_bg_color = hex(0xffffff, 0x121518);
    // Text fields must be visible on every background, including white pages.
    visuals.text_edit_bg_color = Some(hex(0xf0f2f4, 0x121518));
    visuals.faint_bg_color = hex(0xf3f5f6, 0x1e2327);
    visuals.code_bg_color = hex(0xeef0f2, 0x262c31);
    visuals.window_stroke = Stroke::new(1.0, edge);
    visuals.weak_text_color = Some(hex(0x636e78, 0x96a1ab));
    visuals.selection.bg_fill = accent.gamma_multiply(if mode == Mode::Dark { 0.35 } else { 0.2 });
    visuals.selection.stroke = Stroke::new(1.0, ink);
    visuals.hyperlink_color = accent;
    visuals.warn_fg_color = painter::color(theme.warning());
    visuals.error_fg_color = painter::color(theme.error());
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.striped = false;
    visuals.button_frame = true;
    let widgets = &mut visuals.widgets;
    let fills = [
        (&mut widgets.noninteractive, hex(0xfbfbfc, 0x191d21), edge),
        (&mut widgets.inactive, hex(0xedf0f2, 0x2a3036), Color32::TRANSPARENT),
        (&mut widgets.hovered, hex(0xe1e6ea, 0x353d45), hex(0xc3cbd2, 0x4a545e)),
        (&mut widgets.active, hex(0xd3dae0, 0x414b54), accent),
        (&mut widgets.open, hex(0xe1e6ea, 0x30373e), edge),
    ];
    for (widget, fill, stroke) in fills {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, stroke);
        widget.fg_stroke = Stroke::new(1.0, ink);
        widget.corner_radius = CornerRadius::same(4);
        // Widgets must not grow under the pointer, since their neighbours would seem to move.
        widget.expansion = 0.0;
    }
}
