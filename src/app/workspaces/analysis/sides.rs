//! The two sides of a comparison. Each side is a car of an open race, with one lap or the whole race.

use egui::{Color32, ComboBox, Ui};

use super::AnalysisDesk;
use super::others::OtherRace;
use crate::analysis::{Drive, Series, lap_of_way};
use crate::app::board::{icons, look, painter};
use crate::app::commands::{Command, CommandQueue, Request};
use crate::app::workspaces::desk::{Shown, disc};
use crate::game::Entrant;

/// One side of a comparison: a car, in a whole race or in one lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// The number of the tab with the race of this car; `None` for the race on screen.
    pub(super) race: Option<u64>,
    /// The car's index in grid order.
    pub(super) car: usize,
    /// The number of the lap; `None` for the whole race.
    pub(super) lap: Option<u32>,
}

/// The tab number that stands for the proved fastest lap. No tab has this number, because tabs are numbered from 1.
const PROVED_TAB: u64 = 0;

impl Side {
    /// The side that shows the proved fastest lap when whole races are compared. When laps are compared, its `lap` is 1
    /// instead of `None`.
    pub(super) const PROVED: Self = Self { race: Some(PROVED_TAB), car: 0, lap: None };

    /// Whether this side of the comparison shows the proved fastest lap.
    pub(super) fn is_proved(self) -> bool {
        self.race == Some(PROVED_TAB)
    }

    const fn whole(car: usize) -> Self {
        Self { race: None, car, lap: None }
    }

    fn other(self, others: &[OtherRace]) -> Option<&OtherRace> {
        others.iter().find(|other| Some(other.tab) == self.race)
    }

    /// The cars of the race on this side of the comparison; empty if the race was closed.
    fn entrants<'a>(self, shown: Shown<'a>, others: &'a [OtherRace]) -> &'a [Entrant] {
        match self.race {
            None => shown.race.entrants(),
            Some(PROVED_TAB) => &[],
            Some(_) => self.other(others).map_or(&[], |other| other.race.entrants()),
        }
    }

    /// The number of laps of the race on this side of the comparison.
    fn laps(self, shown: Shown<'_>, others: &[OtherRace]) -> u32 {
        if self.is_proved() {
            return 1;
        }
        self.race.map_or(shown.race.laps(), |_| self.other(others).map_or(0, |other| other.race.laps()))
    }

    /// The version number of the race on this side of the comparison; 0 if the race was closed.
    pub(super) fn state(self, shown: Shown<'_>, others: &[OtherRace]) -> u64 {
        self.race.map_or(shown.state, |_| self.other(others).map_or(0, |other| other.state))
    }

    /// The drive on this side of the comparison, as a list of points. Each point has two values: the number of laps
    /// driven since the start, and the number of turns played (see [`Drive::way`]). `None` if the race was closed, or
    /// if the fastest lap is not proved yet.
    pub(super) fn way(self, shown: Shown<'_>, own: &AnalysisDesk, others: &[OtherRace]) -> Option<Vec<[f64; 2]>> {
        if self.is_proved() {
            let whole = &own.proof.lap()?.way;
            return Some(self.lap.map_or_else(|| whole.clone(), |lap| lap_of_way(whole, lap)));
        }
        self.drive(shown, others).map(|drive| drive.way())
    }

    fn drive<'a>(self, shown: Shown<'a>, others: &'a [OtherRace]) -> Option<Drive<'a>> {
        let series: &'a Series = match self.race {
            None => &shown.figures.series,
            Some(_) => &self.other(others)?.figures.series,
        };
        Some(Drive { series, car: self.car, lap: self.lap })
    }
}

/// The two sides to compare: the sides that the user chose, or else the two leading cars at the end of the race. `None`
/// if the race has fewer than two cars.
pub(super) fn pair(shown: Shown<'_>, own: &AnalysisDesk, others: &[OtherRace]) -> Option<[Side; 2]> {
    let is_there = |side: &Side| match side.is_proved() {
        true => own.proof.lap().is_some(),
        false => side.car < side.entrants(shown, others).len(),
    };
    if let Some(pair) = own.pair.filter(|pair| pair.iter().all(is_there)) {
        return Some(pair);
    }
    let last = shown.race.view(shown.race.len());
    let ranked = |rank: usize| last.standings().get(rank).and_then(|car| shown.index_of(car.car));
    Some([Side::whole(ranked(0)?), Side::whole(ranked(1)?)])
}

/// The name of a side, such as "Rosa", "Rosa, lap 2" or "Rosa (Harbour Cup)".
pub(super) fn name(shown: Shown<'_>, others: &[OtherRace], side: Side) -> String {
    if side.is_proved() {
        return "the fastest lap, proved".to_owned();
    }
    let driver = side.entrants(shown, others).get(side.car).map_or("", |entrant| entrant.name.as_str());
    let lap = side.lap.map(|lap| format!(", lap {lap}")).unwrap_or_default();
    let race = side.other(others).map(|other| format!(" ({})", other.race.title())).unwrap_or_default();
    format!("{driver}{lap}{race}")
}

/// The colour index of a side of the comparison. `which` is 0 for the first side, 1 for the second. A side has the
/// index of its car. But if both sides show the same car, the second side has that index plus 1. The proved fastest lap
/// has the index of the other side's car plus 1.
pub(super) fn colour_index(sides: [Side; 2], which: usize) -> usize {
    if sides[which.min(1)].is_proved() {
        return sides[1 - which.min(1)].car + 1;
    }
    let [first, second] = sides.map(|side| side.car);
    if which == 1 && first == second { second + 1 } else { sides[which.min(1)].car }
}

/// The colour of the curve for one side of the comparison.
pub(super) fn colour(shown: Shown<'_>, sides: [Side; 2], which: usize) -> Color32 {
    painter::color(shown.theme.line_colour(colour_index(sides, which)))
}

/// Draws the lists from which the user chooses the two sides of the comparison. Also draws the description of the plot.
pub(super) fn choose(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    others: &[OtherRace],
    mut pair: [Side; 2],
    queue: &mut CommandQueue,
) -> [Side; 2] {
    ui.horizontal_wrapped(|ui| {
        let before = pair;
        for (which, label) in ["First car", "Second car"].into_iter().enumerate() {
            if which == 1 {
                let swap = ui.button(icons::ARROWS_LEFT_RIGHT).on_hover_text("Swaps the two cars");
                if swap.accessible_name("Swap the two cars").clicked() {
                    pair.swap(0, 1);
                }
            }
            if let Some(entrant) = pair[which].entrants(shown, others).get(pair[which].car) {
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
                disc(ui.painter(), rect.center(), colour_index(pair, which), entrant.car);
            }
            let words = name(shown, others, Side { lap: None, ..pair[which] });
            let combo = ComboBox::from_id_salt(label).width(110.0).height(420.0).selected_text(words).truncate();
            let mut wants_proof = false;
            let response = look::show_list(ui, combo, |ui| {
                cars(ui, shown, own, others, (&mut pair[which], &mut wants_proof), queue);
            });
            if wants_proof {
                own.pair = Some(pair);
                queue.push(Request::ProveLap(which));
            }
            response.response.accessible_name(label);
            lap(ui, shown, others, &mut pair, which);
        }
        let over = if pair[0].lap.is_some() { "along the lap" } else { "along the race (in laps)" };
        let words = format!("turns by which the first car is ahead, {over}");
        let font = egui::FontId::proportional(look::SMALL);
        let width = ui.painter().layout_no_wrap(words.clone(), font, Color32::WHITE).size().x;
        // In a narrow panel the line belongs to the plot. The words at its axis say who is ahead.
        if width <= ui.available_size_before_wrap().x {
            ui.label(look::weak(words));
        }
        if pair != before {
            own.pair = Some(pair);
        }
    });
    pair
}

/// Lists the cars of this race, and the cars of other open races on the same circuit.
fn cars(
    ui: &mut Ui,
    shown: Shown<'_>,
    own: &mut AnalysisDesk,
    others: &[OtherRace],
    (side, wants_proof): (&mut Side, &mut bool),
    queue: &mut CommandQueue,
) {
    for (car, entrant) in shown.race.entrants().iter().enumerate() {
        if ui.selectable_label(side.race.is_none() && side.car == car, &entrant.name).clicked() {
            (side.race, side.car) = (None, car);
        }
    }
    for other in others {
        ui.separator();
        ui.label(look::weak(other.race.title()));
        if !own.is_comparable(shown.race, other) {
            let words = format!("on another circuit: {}", other.race.track_name());
            ui.weak(words).on_hover_text("Only races on the same circuit can be compared");
            continue;
        }
        for (car, entrant) in other.race.entrants().iter().enumerate() {
            if ui.selectable_label(side.race == Some(other.tab) && side.car == car, &entrant.name).clicked() {
                (side.race, side.car) = (Some(other.tab), car);
            }
        }
    }
    ui.separator();
    let fastest = egui::Button::selectable(side.is_proved(), "Fastest lap, proved");
    // A search that proved nothing would prove nothing again: its limits are always the same.
    let impossible = own.proof.refusal().map(str::to_owned).or_else(|| shown.race.can_prove_lap().err());
    let fastest = ui.add_enabled(impossible.is_none(), fastest).on_disabled_hover_text(impossible.unwrap_or_default());
    if fastest.on_hover_text("Compares with the fastest lap that is possible without other cars").clicked() {
        if own.proof.lap().is_some() {
            *side = Side { lap: side.lap.map(|_| 1), ..Side::PROVED };
        } else {
            *wants_proof = true;
        }
    }
    ui.separator();
    let open = ui.button("Open another race…");
    if open.on_hover_text("Opens a race. Races on the same circuit are then listed here").clicked() {
        queue.push(Command::Open);
        ui.close();
    }
}

/// Draws the list from which the user chooses a lap or the whole race for one side of the comparison. A lap cannot be
/// compared with a whole race. So when one side switches between the two, the other side switches too.
fn lap(ui: &mut Ui, shown: Shown<'_>, others: &[OtherRace], pair: &mut [Side; 2], which: usize) {
    let words = |lap: Option<u32>| lap.map_or_else(|| "race".to_owned(), |lap| format!("lap {lap}"));
    let combo = ComboBox::from_id_salt(("lap", which)).width(56.0).selected_text(words(pair[which].lap));
    let most = pair[which].laps(shown, others);
    let response = look::show_list(ui, combo, |ui| {
        for lap in std::iter::once(None).chain((1..=most).map(Some)) {
            if ui.selectable_label(pair[which].lap == lap, words(lap)).clicked() {
                pair[which].lap = lap;
                let most = pair[1 - which].laps(shown, others);
                pair[1 - which].lap = lap.map(|lap| pair[1 - which].lap.unwrap_or(lap).min(most));
            }
        }
    });
    let label = if which == 0 { "Lap of the first car" } else { "Lap of the second car" };
    response.response.accessible_name(label).on_hover_text("The whole race, or one lap");
}
