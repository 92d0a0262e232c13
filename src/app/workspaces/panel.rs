//! Panels that the user can resize. A panel has its usual size until the user drags its edge. Then it keeps the size that
//! the user chose, also in later runs. A small window makes a panel smaller only as long as the window is small.

use egui::{Id, InnerResponse, Panel, Ui};

/// The edge of the workspace at which a panel lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Edge {
    Left,
    Right,
    Bottom,
}

/// The sizes of a panel, in points: its width at the left or right edge, its height at the bottom edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Sizes {
    /// The size in a window of this size, before the user chooses one.
    pub(in crate::app) usual: f32,
    /// The smallest size in a window of this size.
    pub(in crate::app) least: f32,
    /// The largest size in a window of this size.
    pub(in crate::app) most: f32,
}

/// The size that the contents of a panel needed when it was to have the size `wanted`, both in points.
#[derive(Clone, Copy, Debug)]
struct Needed {
    wanted: f32,
    size: f32,
}

/// Shows a panel that the user can resize. `name` is the id of the panel in `ui`. `style` changes other properties of the
/// panel, such as its frame.
pub(in crate::app) fn show<R>(
    ui: &mut Ui,
    (edge, name): (Edge, &'static str),
    sizes: Sizes,
    style: impl FnOnce(Panel) -> Panel,
    contents: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    // The id under which egui keeps the panel's size.
    let id = ui.scope_id().with(name);
    let chosen: Option<f32> = ui.data_mut(|data| data.get_persisted(chosen_id(id)));
    let most = sizes.most.max(sizes.least);
    let room = ui.available_size_before_wrap();
    let room = if edge == Edge::Bottom { room.y } else { room.x };
    let wanted = chosen.unwrap_or(sizes.usual).clamp(sizes.least, most);
    // Egui paints only the wanted size of a panel, also if the contents need more. Then the next frame shows all of it.
    let needed_id = id.with("needed size");
    let needed = ui.data(|data| data.get_temp::<Needed>(needed_id)).filter(|needed| needed.wanted == wanted);
    let wanted_now = needed.map_or(wanted, |needed| needed.size.clamp(wanted, most)).min(room);
    // Egui would keep every size that the panel ever had, also one that only a small window caused.
    ui.data_mut(|data| data.remove::<egui::containers::panel::PanelState>(id));
    let panel = match edge {
        Edge::Left => Panel::left(name),
        Edge::Right => Panel::right(name),
        Edge::Bottom => Panel::bottom(name),
    };
    let panel = style(panel).resizable(true).default_size(wanted_now).size_range(sizes.least..=most);
    let shown = panel.show(ui, contents);
    let size = match edge {
        Edge::Left | Edge::Right => shown.response.rect.width(),
        Edge::Bottom => shown.response.rect.height(),
    };
    // Contents can make a panel larger than wanted, but only a drag of its edge is a choice.
    let edge = ui.ctx().read_response(id.with("__resize"));
    if edge.is_some_and(|edge| edge.dragged()) {
        ui.data_mut(|data| data.insert_persisted(chosen_id(id), size));
    } else if size > wanted_now + 0.5 && wanted_now < most.min(room) {
        ui.data_mut(|data| data.insert_temp(needed_id, Needed { wanted, size: size.ceil() }));
        ui.ctx().request_discard("the contents of a panel need more room");
    }
    shown
}

/// The id under which the size is kept that the user chose for a panel.
fn chosen_id(panel: Id) -> Id {
    panel.with("chosen size")
}
