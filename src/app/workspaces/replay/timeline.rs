//! The timeline: buttons for steps and playback, and a bar that shows laps as bands and events as marks.

mod hint;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use egui::cache::{ComputerMut, FrameCache};
use egui::{Align2, Button, ComboBox, FontId, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::{context, ghosts};
use crate::analysis::{Axis, Laps, Stretch, lap_place};
use crate::app::board::{icons, look, painter};
use crate::app::commands::{Command, CommandQueue, Request, TimelineStep};
use crate::app::documents::figures::Mark;
use crate::app::workspaces::desk::{Desk, EDGE, GUTTER, Shown};
use crate::app::workspaces::playback::SPEEDS;

/// The height of the timeline, in points.
pub(in crate::app) const HEIGHT: f32 = 72.0;
/// The smallest width of the window, in points, at which the timeline shows the list of kinds of events.
const FOR_EVENTS: f32 = 940.0;
/// The smallest width of the window, in points, at which the timeline also shows the list of ghosts.
const FOR_GHOSTS: f32 = 1_160.0;
/// The radius of the disc that marks the current turn, in points.
const PLAYHEAD: f32 = 6.0;
/// The width of a mark on the bar, in points.
const MARK: f32 = 15.0;

pub(in crate::app::workspaces) fn show(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        buttons(ui, shown, queue);
        ui.add_space(8.0);
        let width = ui.ctx().content_rect().width();
        speed(ui, shown, queue);
        // Leave out the lists of events and ghosts in narrow windows. The menus have similar commands.
        if width >= FOR_EVENTS {
            ui.add_space(8.0);
            events(ui, shown, queue);
        }
        if width >= FOR_GHOSTS {
            ui.add_space(8.0);
            ghosts::choose(ui, shown, queue);
        }
        ui.add_space(8.0);
        go_to(ui, shown, desk, queue);
        ui.add(egui::Label::new(words(shown)).truncate());
    });
    bar(ui, shown, desk, queue);
}

/// Shows the field with the turn's number. Entering another number goes to that turn.
fn go_to(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    let (at, len) = (shown.playback.position(), shown.playback.len());
    let mut turn = at;
    ui.label("Turn");
    if std::mem::take(&mut desk.goes_to_turn) {
        // Before the field is added: it then selects its number, so that typing replaces it.
        let id = ui.next_auto_id();
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let field = egui::DragValue::new(&mut turn).range(0..=len).speed(0.1).update_while_editing(false);
    let response = ui.add_enabled(len > 0, field);
    let response = response.on_hover_text(format!("{}; 0 is the starting grid", Command::GoToTurn.spec().tooltip()));
    response.accessible_name("Current turn");
    if turn != at {
        queue.push(Request::GoTo(turn));
    }
}

fn words(shown: Shown<'_>) -> String {
    let (at, len) = (shown.playback.position(), shown.playback.len());
    if shown.is_qualifying() {
        return format!("of {len}, qualifying");
    }
    let lap = (shown.figures.lap_at(at) as u32).min(shown.race.laps().max(1));
    format!("of {len}, round {}, lap {lap} of {}", shown.round(), shown.race.laps())
}

fn buttons(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let (first, last) = (shown.playback.at_first(), shown.playback.at_last());
    let (play, name) = if shown.playback.is_playing() { (icons::PAUSE, "Pause") } else { (icons::PLAY, "Play") };
    for (command, icon, enabled, name) in [
        (Command::Walk(TimelineStep::First), icons::SKIP_BACK, !first, "Start of the race"),
        (Command::Walk(TimelineStep::PreviousRound), icons::CARET_DOUBLE_LEFT, !first, "Previous round"),
        (Command::Walk(TimelineStep::PreviousTurn), icons::CARET_LEFT, !first, "Previous turn"),
        (Command::PlayPause, play, !shown.playback.is_empty(), name),
        (Command::Walk(TimelineStep::NextTurn), icons::CARET_RIGHT, !last, "Next turn"),
        (Command::Walk(TimelineStep::NextRound), icons::CARET_DOUBLE_RIGHT, !last, "Next round"),
        (Command::Walk(TimelineStep::Last), icons::SKIP_FORWARD, !last, "End of the race"),
    ] {
        let button = Button::new(RichText::new(icon).size(look::HEADING)).min_size(vec2(34.0, 26.0));
        let response = ui.add_enabled(enabled, button).on_hover_text(command.spec().tooltip());
        if response.accessible_name(name).clicked() {
            queue.push(command);
        }
    }
}

fn speed(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let present = shown.playback.speed();
    let combo = ComboBox::from_id_salt("speed").width(64.0).selected_text(format!("{present}×"));
    let response = look::show_list(ui, combo, |ui| {
        for speed in SPEEDS {
            if ui.selectable_label((speed - present).abs() < 1e-9, format!("{speed}×")).clicked() {
                queue.push(Request::Speed(speed));
            }
        }
    });
    response.response.accessible_name("Speed").on_hover_text("Turns per second ([ and ])");
}

/// Shows the list in which the user chooses a kind of event. Ctrl+← and Ctrl+→ go to the previous and the next event of
/// this kind.
fn events(ui: &mut Ui, shown: Shown<'_>, queue: &mut CommandQueue) {
    let words = |mark: Option<Mark>| {
        mark.map_or_else(|| "every event".to_owned(), |mark| format!("{} {}", mark.icon(), mark.name()))
    };
    let combo = ComboBox::from_id_salt("events").width(150.0).selected_text(words(shown.events));
    let response = look::show_list(ui, combo, |ui| {
        for mark in std::iter::once(None).chain(Mark::ALL.map(Some)) {
            if ui.selectable_label(mark == shown.events, words(mark)).clicked() {
                queue.push(Request::Events(mark));
            }
        }
    });
    response.response.accessible_name("Kind of events").on_hover_text("The events that Ctrl+← and Ctrl+→ go to");
    for (command, icon, name, enabled) in [
        (Command::Walk(TimelineStep::PreviousEvent), icons::CARET_LEFT, "Previous event", !shown.playback.at_first()),
        (Command::Walk(TimelineStep::NextEvent), icons::CARET_RIGHT, "Next event", !shown.playback.at_last()),
    ] {
        let response = ui.add_enabled(enabled, Button::new(icon)).on_hover_text(command.spec().tooltip());
        if response.accessible_name(name).clicked() {
            queue.push(command);
        }
    }
}

/// Converts the number of turns played to an x coordinate on the timeline's bar, and back.
#[derive(Clone, Copy)]
struct Scale {
    left: f32,
    width: f32,
    len: f32,
}

impl Scale {
    fn x(&self, position: usize) -> f32 {
        self.left + self.width * (position as f32 / self.len.max(1.0))
    }

    /// The horizontal range of a turn on the bar. It is at least one point wide, even in long races.
    fn turn(&self, turn: usize) -> [f32; 2] {
        let end = self.x(turn);
        [self.x(turn.saturating_sub(1)).min(end - 1.0).max(self.left), end]
    }

    fn position(&self, x: f32) -> usize {
        let part = ((x - self.left) / self.width.max(1.0)).clamp(0.0, 1.0);
        (part * self.len).round() as usize
    }
}

fn bar(ui: &mut Ui, shown: Shown<'_>, desk: &mut Desk, queue: &mut CommandQueue) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 38.0), Sense::click_and_drag());
    let (at, len) = (shown.playback.position(), shown.playback.len());
    response.widget_info(|| egui::WidgetInfo::slider(true, at as f64, "Timeline"));
    let scale = Scale { left: rect.left() + GUTTER, width: rect.width() - GUTTER - EDGE, len: len as f32 };
    let track =
        Rect::from_min_max(pos2(scale.left, rect.top() + 20.0), pos2(scale.left + scale.width, rect.top() + 36.0));
    bands(ui, shown, track, scale);
    stretch(ui, shown, desk, track, scale);
    passages(ui, shown, desk, track, scale);
    marks(ui, shown, rect, scale);
    let accent = painter::color(shown.theme.accent());
    if let Some(turn) = desk.hovered_turn {
        ui.painter().vline(scale.x(turn), track.y_range(), Stroke::new(1.0, ui.visuals().weak_text_color()));
    }
    for (turn, mark) in shown.remarks.marks.iter().filter(|(turn, _)| **turn <= len) {
        let color = look::mark_color(ui.visuals(), *mark);
        // Draw the line below the names of laps.
        ui.painter().vline(scale.x(*turn), track.bottom() - 4.0..=track.bottom() + 2.0, Stroke::new(3.0, color));
    }
    for bookmark in shown.remarks.bookmarks.iter().filter(|bookmark| bookmark.at <= len) {
        let at = pos2(scale.x(bookmark.at), track.top() - 2.0);
        let font = FontId::proportional(look::SMALL);
        ui.painter().text(at, Align2::CENTER_CENTER, icons::BOOKMARK, font, accent);
    }
    let x = scale.x(at);
    ui.painter().vline(x, rect.top() + 18.0..=track.bottom() + 2.0, Stroke::new(2.0, accent));
    ui.painter().circle_filled(pos2(x, track.center().y), PLAYHEAD, accent);
    if let Some(place) = response.hover_pos() {
        desk.hovering_turn = Some(scale.position(place.x));
    }
    // Remember the turn that the menu was opened for, because the pointer may move on.
    let key = response.id.with("turn of the menu");
    if let Some(place) = response.interact_pointer_pos().filter(|_| response.secondary_clicked()) {
        ui.data_mut(|data| data.insert_temp(key, scale.position(place.x)));
    }
    let of_menu: Option<usize> = ui.data(|data| data.get_temp(key));
    context::of_turn(&response, shown, of_menu.unwrap_or(at).min(len), queue);
    let selects = desk.brush.is_some_and(|(bar, _)| bar == response.id) || ui.input(|input| input.modifiers.shift);
    if selects && select(ui, shown, desk, &response, scale) {
        return;
    }
    if let Some(place) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged()) {
        let target = scale.position(place.x);
        if target != at {
            queue.push(Request::GoTo(target));
        }
    }
    if let Some(turn) = desk.hovering_turn.filter(|_| response.hovered() && !response.dragged()) {
        response.on_hover_text_at_pointer(hint::of_turn(shown, turn));
    }
}

/// Selects a stretch when the user drags over the bar while Shift is held. Returns whether such a drag is going on.
fn select(ui: &Ui, shown: Shown<'_>, desk: &mut Desk, response: &egui::Response, scale: Scale) -> bool {
    if response.drag_started() {
        let start = ui.input(|input| input.pointer.press_origin());
        desk.brush = start.map(|start| (response.id, scale.position(start.x) as f64));
    }
    let Some((_, start)) = desk.brush.filter(|(bar, _)| *bar == response.id) else { return false };
    if let Some(place) = response.interact_pointer_pos() {
        let ends = [start, scale.position(place.x) as f64];
        desk.stretch = Stretch::between(&shown.figures.series, Axis::Turns, Laps::All, ends);
    }
    if !response.dragged() {
        desk.brush = None;
    }
    true
}

/// Paints the laps as bands, every second one shaded. The part before the current turn is tinted.
fn bands(ui: &Ui, shown: Shown<'_>, track: Rect, scale: Scale) {
    let visuals = ui.visuals();
    ui.painter().rect_filled(track, 3.0, visuals.widgets.inactive.bg_fill);
    // The turns of qualifying come before the first lap.
    let qualifying = shown.figures.series.start();
    let starts = shown.figures.laps.iter().map(|start| (*start).max(qualifying));
    let ends = starts.clone().skip(1).chain([shown.playback.len()]);
    let laps: Vec<(f32, f32)> = starts.zip(ends).map(|(start, end)| (scale.x(start), scale.x(end))).collect();
    // In long races laps are narrower than a point, and their bands would be a plain grey.
    for (lap, (left, right)) in laps.iter().copied().enumerate() {
        if lap % 2 == 1 && right - left >= 1.0 {
            let band = Rect::from_x_y_ranges(left..=right, track.y_range());
            ui.painter().rect_filled(band, 0.0, visuals.widgets.active.bg_fill);
        }
    }
    if qualifying > 0 {
        // Qualifying is no lap of the race: its band is lower.
        let band = Rect::from_x_y_ranges(scale.x(0)..=scale.x(qualifying), track.top()..=track.top() + 4.0);
        ui.painter().rect_filled(band, 0.0, visuals.panel_fill);
    }
    let seen = Rect::from_x_y_ranges(track.left()..=scale.x(shown.playback.position()), track.y_range());
    ui.painter().rect_filled(seen, 3.0, visuals.selection.bg_fill);
    let playhead = scale.x(shown.playback.position());
    let before = (qualifying > 0).then(|| ("Qualifying".to_owned(), (scale.x(0), scale.x(qualifying))));
    let laps = (1..).zip(laps).map(|(lap, ends)| (format!("Lap {lap}"), ends));
    for (name, (left, right)) in before.into_iter().chain(laps).filter(|(_, (left, right))| right - left > 48.0) {
        let font = FontId::proportional(look::SMALL - 1.0);
        let name = ui.painter().layout_no_wrap(name, font, visuals.text_color());
        if let Some(x) = beside_playhead([left + 6.0, right], name.size().x, playhead) {
            ui.painter().galley(pos2(x, track.center().y - name.size().y / 2.0), name, visuals.text_color());
        }
    }
}

/// The x coordinate of the left edge of a lap's name in the lap's band. The name stands at the left end of the band. If
/// the playhead (the disc at the current turn) would hide the name, the name stands to the right of the playhead.
/// `None` if there is no room.
fn beside_playhead([left, right]: [f32; 2], width: f32, playhead: f32) -> Option<f32> {
    let reach = PLAYHEAD + 3.0;
    let is_hidden = playhead + reach > left && playhead - reach < left + width;
    let at = if is_hidden { playhead + reach } else { left };
    (at + width <= right).then_some(at)
}

/// Shades the selected stretch on the bar. If the user selected a part of the lap, shades every turn that ended in this
/// part.
fn stretch(ui: &Ui, shown: Shown<'_>, desk: &Desk, track: Rect, scale: Scale) {
    let Some(stretch) = desk.stretch else { return };
    let accent = painter::color(shown.theme.accent());
    let shade = |from: f32, to: f32| {
        let band = Rect::from_x_y_ranges(from..=to.max(from + 1.0), track.y_range());
        ui.painter().rect_filled(band, 0.0, accent.gamma_multiply(0.35));
        ui.painter().hline(from..=to.max(from + 1.0), track.bottom(), Stroke::new(2.0, accent));
    };
    let Stretch::Lap { .. } = stretch else {
        if let Some([from, to]) = stretch.on_axis(&shown.figures.series, Axis::Turns) {
            shade(scale.x(from as usize), scale.x(to as usize));
        }
        return;
    };
    // One turn for each point of the bar is enough, so that a long race takes no longer.
    let columns = ui.memory_mut(|memory| {
        Arc::clone(memory.caches.cache::<FrameCache<Arc<[Column]>, Placer>>().get(Wanted { shown, scale }))
    });
    let mut run: Option<[f32; 2]> = None;
    for Column { turn, lap, place } in columns.iter().copied() {
        if !stretch.includes_place(&shown.figures.series, lap, place) {
            continue;
        }
        let [from, to] = scale.turn(turn);
        run = match run {
            Some([start, end]) if from <= end + 0.5 => Some([start, to]),
            other => {
                other.into_iter().for_each(|[start, end]| shade(start, end));
                Some([from, to])
            }
        };
    }
    run.into_iter().for_each(|[start, end]| shade(start, end));
}

/// A turn to draw on the timeline's bar. `lap` is the lap in which the turn ends. `place` is the point of this lap at
/// which the turn ends, as on the axis [`Axis::Lap`].
#[derive(Clone, Copy)]
struct Column {
    turn: usize,
    lap: u32,
    place: f64,
}

/// Computes the points of the lap at which turns end, for drawing these turns on the timeline's bar. Uses at most one
/// turn for each point of the bar's width. The results are cached.
#[derive(Default)]
struct Placer;

impl ComputerMut<Wanted<'_>, Arc<[Column]>> for Placer {
    fn compute(&mut self, Wanted { shown, scale }: Wanted<'_>) -> Arc<[Column]> {
        let mut turns: Vec<usize> = (0..=scale.width as usize).map(|x| scale.position(scale.left + x as f32)).collect();
        turns.dedup();
        let column = |turn: usize| {
            let facts = shown.figures.turns.get(turn.checked_sub(1)?)?;
            let (lap, place) = lap_place(&shown.figures.series, facts.car, turn)?;
            Some(Column { turn, lap, place })
        };
        turns.into_iter().filter_map(column).collect()
    }
}

/// Marks the turns in which cars passed the corner under the pointer.
fn passages(ui: &Ui, shown: Shown<'_>, desk: &Desk, track: Rect, scale: Scale) {
    let stroke = Stroke::new(2.0, painter::color(shown.theme.accent()));
    let mut before = f32::MIN;
    for turn in desk.corner.iter().flat_map(|corner| corner.turns()) {
        let x = scale.x(*turn);
        // One mark for each point of the bar is enough.
        if x - before >= 1.0 {
            ui.painter().vline(x, track.y_range(), stroke);
            before = x;
        }
    }
}

/// The race and the scale of the timeline's bar, from which the cached values are computed.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    shown: Shown<'a>,
    scale: Scale,
}

impl Hash for Wanted<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Scale { left, width, len } = self.scale;
        let figures = self.shown.figures;
        (self.shown.tab, self.shown.state, figures.events.len(), figures.turns.len()).hash(state);
        [left, width, len].map(f32::to_bits).hash(state);
    }
}

/// Chooses the turns to mark above the timeline's bar, and sorts them by the importance of their marks. The result is
/// cached, because a long race has tens of thousands of events.
#[derive(Default)]
struct Chooser;

impl ComputerMut<Wanted<'_>, Arc<[(Mark, usize)]>> for Chooser {
    fn compute(&mut self, Wanted { shown, scale }: Wanted<'_>) -> Arc<[(Mark, usize)]> {
        let mut slots: Vec<Option<(Mark, usize)>> = vec![None; (scale.width / MARK).max(1.0) as usize + 1];
        for turn in shown.figures.events.iter().map(|turn| *turn as usize) {
            let Some(facts) = turn.checked_sub(1).and_then(|index| shown.figures.turns.get(index)) else { continue };
            let Some(mark) = facts.marks.first() else { continue };
            let slot = ((scale.x(turn) - scale.left) / MARK) as usize;
            if let Some(slot) = slots.get_mut(slot)
                && slot.is_none_or(|(other, _)| (mark as u16) < other as u16)
            {
                *slot = Some((mark, turn));
            }
        }
        let mut wanted: Vec<(Mark, usize)> = slots.into_iter().flatten().collect();
        wanted.sort_by_key(|(mark, turn)| (*mark as u16, *turn));
        wanted.into()
    }
}

/// Paints the marks of turns above the timeline's bar. If there is not enough space, only the most important marks are
/// shown.
fn marks(ui: &Ui, shown: Shown<'_>, rect: Rect, scale: Scale) {
    let wanted = ui.memory_mut(|memory| {
        Arc::clone(memory.caches.cache::<FrameCache<Arc<[(Mark, usize)]>, Chooser>>().get(Wanted { shown, scale }))
    });
    let mut taken: Vec<f32> = Vec::with_capacity(wanted.len());
    for (mark, turn) in wanted.iter().copied() {
        let x = scale.x(turn);
        if taken.iter().any(|other| (other - x).abs() < MARK) {
            continue;
        }
        taken.push(x);
        let color = match mark {
            Mark::Illegal => ui.visuals().error_fg_color,
            Mark::Overtaking | Mark::NewOrder | Mark::GaveWay | Mark::BoxBox => ui.visuals().weak_text_color(),
            _ => ui.visuals().text_color(),
        };
        let at = pos2(x, rect.top() + 10.0);
        ui.painter().text(at, Align2::CENTER_CENTER, mark.icon(), FontId::proportional(look::BODY), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_playhead_hides_no_name_of_a_lap() {
        let (left, width) = (102.0, 30.0);
        assert_eq!(beside_playhead([left, 200.0], width, 500.0), Some(left));
        for playhead in 80..=150 {
            let playhead = playhead as f32;
            let at = beside_playhead([left, 200.0], width, playhead).expect("there is room");
            assert!(at >= left && at + width <= 200.0);
            assert!(at >= playhead + PLAYHEAD || at + width <= playhead - PLAYHEAD, "{playhead}: {at}");
        }
        assert_eq!(beside_playhead([left, 140.0], width, 105.0), None, "no room beside the playhead");
    }

    #[test]
    fn places_on_the_bar_and_positions_agree() {
        let scale = Scale { left: 96.0, width: 1_000.0, len: 250.0 };
        for position in [0, 1, 77, 250] {
            assert_eq!(scale.position(scale.x(position)), position);
        }
        assert_eq!([scale.position(-5.0), scale.position(5_000.0)], [0, 250]);
        assert_eq!(scale.turn(10), [scale.x(9), scale.x(10)], "a whole turn");
        let long = Scale { len: 100_000.0, ..scale };
        assert_eq!(long.turn(50_000), [595.0, 596.0], "one point");
        let empty = Scale { left: 0.0, width: 0.0, len: 0.0 };
        assert_eq!(empty.position(10.0), 0);
    }
}
