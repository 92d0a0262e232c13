//! The user's own quantities: the field above a plot in which the user writes an expression, and the errors of
//! expressions.

use std::collections::BTreeMap;

use egui::{TextEdit, Ui};

use super::AnalysisDesk;
use crate::analysis::{Expression, MAX_EXPRESSION, Quantity, Series, expression_names};
use crate::app::board::look;
use crate::app::workspaces::desk::Shown;
use crate::replay::Race;

/// The expressions that define the user's own quantities. The key is the quantity's number.
pub(in crate::app) type Expressions = BTreeMap<u8, String>;

/// The state of the user's own quantities in one race.
#[derive(Debug, Default)]
pub(in crate::app) struct OwnQuantities {
    /// The inputs from which the current values were computed: the version number of the race, whether an evaluation
    /// against best play was available, and the expressions. `None` before the first computation.
    of: Option<(u64, bool, Expressions)>,
    /// The error messages of expressions that cannot be computed for this race. The key is the quantity's number.
    errors: BTreeMap<u8, String>,
    /// The number of the user's own quantity whose text field gets the keyboard focus in the next frame; `None` for no
    /// field.
    pub(super) focused: Option<u8>,
}

impl AnalysisDesk {
    /// Whether the values of these expressions must still be computed for this version of the race. The values can
    /// depend on the comparison with best play. `is_compared` says whether the race has been compared.
    pub(in crate::app) fn wants_own(&self, state: u64, is_compared: bool, own: &Expressions) -> bool {
        match &self.own_quantities.of {
            Some((of, compared, known)) => (*of, *compared) != (state, is_compared) || known != own,
            None => !own.is_empty(),
        }
    }

    /// Computes the values of the expressions, and adds them to the series of the race.
    pub(in crate::app) fn compute_own(
        &mut self,
        race: &dyn Race,
        series: &mut Series,
        (state, is_compared): (u64, bool),
        own: &Expressions,
    ) {
        self.own_quantities.of = Some((state, is_compared, own.clone()));
        self.own_quantities.errors.clear();
        series.drop_own();
        for (number, text) in own {
            match Expression::read(text, race, series) {
                Ok(expression) => expression.add_to(series, *number),
                Err(error) => {
                    self.own_quantities.errors.insert(*number, error.to_string());
                }
            }
        }
        self.forget_lines();
    }
}

/// The title of the panel for one of the user's own quantities. It is the shortened expression.
pub(super) fn title(own: &Expressions, number: u8) -> String {
    const LONGEST: usize = 28;
    match own.get(&number).map(|text| text.trim()).filter(|text| !text.is_empty()) {
        None => "Own quantity".to_owned(),
        Some(text) if text.chars().count() > LONGEST => format!("{}…", text.chars().take(LONGEST).collect::<String>()),
        Some(text) => text.to_owned(),
    }
}

/// Returns the lowest free number for a new quantity of the user. A number is free if no panel shows the quantity with
/// this number. `None` if all numbers are in use.
pub(super) fn free_number(has: &dyn Fn(Quantity) -> bool) -> Option<u8> {
    (0..=u8::MAX).find(|number| !has(Quantity::Own(*number)))
}

/// Draws the text field for an expression. If the expression cannot be computed, shows the reason below it. Returns
/// whether the expression has values to plot.
pub(super) fn field(ui: &mut Ui, shown: Shown<'_>, desk: &mut AnalysisDesk, own: &mut Expressions, number: u8) -> bool {
    let text = own.entry(number).or_default();
    let names = || expression_names(shown.race, &shown.figures.series).join(", ");
    ui.horizontal(|ui| {
        let edit = TextEdit::singleline(text).hint_text("speed / gear").char_limit(MAX_EXPRESSION);
        let width = (ui.available_width() * 0.6).max(120.0);
        let edit = ui.add(edit.font(egui::TextStyle::Monospace).desired_width(width));
        let edit = edit.accessible_name("Expression");
        if desk.own_quantities.focused == Some(number) {
            desk.own_quantities.focused = None;
            edit.request_focus();
        }
        edit.on_hover_ui(|ui| {
            ui.label("A quantity of your own, computed from other quantities. You can use these names:");
            ui.label(names());
            ui.label("[leader], [ahead], [behind] and [7] give values of other cars, as in tyre[7] for car 7.");
            ui.label("Functions: abs, ceil, floor, if, max, min, round, sqrt");
        });
        ui.label(look::weak("Add [leader], [ahead] or [7] to a name to get the value of another car"));
    });
    match desk.own_quantities.errors.get(&number) {
        Some(error) => {
            let color =
                if text.trim().is_empty() { ui.visuals().weak_text_color() } else { ui.visuals().error_fg_color };
            ui.add(egui::Label::new(egui::RichText::new(error).color(color)).wrap());
            false
        }
        None => shown.figures.series.own_text(number).is_some(),
    }
}
