//! A link to a clause of the rules. A click opens the text of the clause below the link, so that the board with the
//! illegal turn stays visible beside it.

use egui::{Frame, Label, RichText, Ui};

use crate::app::board::look;
use crate::clauses;

/// Draws a link to a clause of the rules. If the user has opened the link, also draws the text of the clause below it.
/// `place` is different for each panel, so that the user can open the link in one panel without opening a link to the
/// same clause in another panel.
pub(in crate::app::workspaces) fn show(ui: &mut Ui, game: &str, id: &str, place: &str) {
    let Some(clause) = clauses::clause(game, id) else {
        ui.label(look::weak(format!("Rule {id}")));
        return;
    };
    let key = egui::Id::unique(("clause", place));
    let open: Option<String> = ui.data(|data| data.get_temp(key));
    let is_open = open.as_deref() == Some(id);
    let link = ui.link(RichText::new(format!("Rule {id}")).size(look::SMALL));
    if link.on_hover_text(if is_open { "Hides the rule" } else { "Shows the rule" }).clicked() {
        let next = if is_open { None } else { Some(id.to_owned()) };
        ui.data_mut(|data| match next {
            Some(next) => {
                data.insert_temp(key, next);
            }
            None => data.remove::<String>(key),
        });
    }
    if !is_open {
        return;
    }
    Frame::group(ui.style()).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if !clause.title.is_empty() {
            ui.add(Label::new(look::strong(&clause.title, look::BODY)).wrap());
        }
        ui.add(Label::new(&clause.text).wrap().selectable(true));
        for (symbol, meaning) in clauses::symbols(game, clause) {
            ui.add(Label::new(look::weak(format!("{symbol}: {meaning}"))).wrap());
        }
        if !clause.why.is_empty() {
            ui.add(Label::new(look::weak(format!("Why: {}", clause.why))).wrap());
        }
        if !clause.editions.is_empty() {
            ui.label(look::weak(format!("Applies to: {}", clause.editions)));
        }
    });
}
