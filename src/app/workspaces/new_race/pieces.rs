//! The options and the grid of a VektoRace: what its page of a new race has that no form shows.

use egui::{Button, ComboBox, DragValue, Grid, Sense, TextEdit, Ui};

use super::plan::Plan;
use crate::app::board::{icons, look, painter};
use crate::games::vektorace::{Edition, GridSide, Power};

pub(super) fn rules(ui: &mut Ui, plan: &mut Plan) {
    Grid::new("rules").num_columns(2).spacing([16.0, 6.0]).show(ui, |ui| {
        ui.label("Title");
        let hint = format!("Race on {}", plan.circuit.name);
        ui.add(TextEdit::singleline(&mut plan.title).hint_text(hint).desired_width(260.0)).accessible_name("Title");
        ui.end_row();
        ui.label("Edition");
        ui.horizontal(|ui| {
            for edition in Edition::ALL {
                if ui.selectable_label(plan.edition == edition, edition.name()).clicked() {
                    plan.set_edition(edition);
                }
            }
        });
        ui.end_row();
        ui.label("Laps");
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut plan.laps).range(plan.edition.laps())).accessible_name("Laps");
            if plan.edition != Edition::Formula8 {
                ui.add_space(16.0);
                ui.label("Starting gear");
                for gear in 3..=5 {
                    let button = ui.selectable_label(plan.gear == gear, gear.to_string());
                    if button.accessible_name(format!("Starting gear {gear}")).clicked() {
                        plan.gear = gear;
                    }
                }
            }
        });
        ui.end_row();
        ui.label("Pole");
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(&mut plan.aside).desired_width(48.0))
                .on_hover_text("How far pole stands from the pitwall's axis, in octagons")
                .accessible_name("Pole aside");
            ui.label(look::weak("aside"));
            if plan.edition == Edition::Online {
                ui.add(TextEdit::singleline(&mut plan.back).desired_width(48.0))
                    .on_hover_text("How far pole stands behind the pitwall's centre, in octagons")
                    .accessible_name("Pole back");
                ui.label(look::weak("back"));
            }
            if plan.edition == Edition::Formula8 {
                ui.label("second car");
                for (side, words) in [(GridSide::White, "left"), (GridSide::Black, "right")] {
                    if ui.selectable_label(plan.side == side, words).clicked() {
                        plan.side = side;
                    }
                }
            }
        });
        ui.end_row();
        ui.label("Options");
        ui.horizontal_wrapped(|ui| options(ui, plan));
        ui.end_row();
    });
}

pub(super) fn options(ui: &mut Ui, plan: &mut Plan) {
    let edition = plan.edition;
    let terms = crate::games::vektorace::Terms::of(edition);
    let options = &mut plan.options;
    let mut toggle = |option: &mut Option<bool>, usual: bool, words: &str, hint: &str| {
        let mut on = option.unwrap_or(usual);
        if ui.checkbox(&mut on, words).on_hover_text(hint).changed() {
            *option = (on != usual).then_some(on);
        }
    };
    toggle(&mut options.track_limits, terms.track_limits, "track limits", "The limits drawn on the circuit bind");
    toggle(
        &mut options.take_back,
        terms.take_back,
        "take back",
        "A declaration may be taken back before the next car acts",
    );
    if edition == Edition::Second {
        toggle(&mut options.powers, terms.powers, "Super Powers", "Each car takes a token that works once");
    }
    if edition == Edition::Online {
        toggle(&mut options.ram, terms.ram, "ram", "A shunt may be made turned towards its target");
        let hint = "Gear and boost of 6 together overtake without a nitro point";
        toggle(&mut options.boost_overtaking, terms.boost_overtaking, "boost overtaking", hint);
    }
}

pub(super) fn cars(ui: &mut Ui, plan: &mut Plan) {
    ui.horizontal(|ui| {
        ui.label(look::strong("Cars, from pole", look::BODY));
        let room = plan.cars.len() < *plan.edition.cars().end();
        let add = ui.add_enabled(room, Button::new(format!("{} Add", icons::PLUS)));
        let why_not = format!("The {} has room for {} cars", plan.edition.name(), plan.edition.cars().end());
        if add
            .on_hover_text("Enters one more car")
            .on_disabled_hover_text(why_not)
            .accessible_name("Add a car")
            .clicked()
        {
            plan.add_car();
        }
    });
    ui.label(look::weak("The order is the grid, and gives the colours."));
    ui.add_space(4.0);
    let fewest = *plan.edition.cars().start();
    let (edition, count) = (plan.edition, plan.cars.len());
    let powers = plan.options.powers == Some(true);
    let (mut swap, mut gone, mut tyres) = (None, None, None);
    Grid::new("cars").num_columns(7).spacing([8.0, 6.0]).show(ui, |ui| {
        for title in ["", "No.", "Player", "Tyre", "Nitro", ""] {
            ui.label(look::weak(title));
        }
        ui.label(look::weak(if edition == Edition::Formula8 { "Boost" } else { "Place" }));
        ui.end_row();
        for (index, car) in plan.cars.iter_mut().enumerate() {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), Sense::hover());
            ui.painter().circle_filled(rect.center(), 8.0, painter::color(crate::render::car_colour(index)));
            ui.add(DragValue::new(&mut car.number).range(1..=999))
                .accessible_name(format!("Number of car {}", index + 1));
            ui.add_sized([120.0, 24.0], TextEdit::singleline(&mut car.name))
                .accessible_name(format!("Player of car {}", index + 1));
            let mut tyre = car.tyre;
            let field = ui
                .add(DragValue::new(&mut tyre).range(0..=8))
                .on_hover_text("What is not taken in tyres is taken in nitro");
            if field.changed() {
                tyres = Some((index, tyre));
            }
            field.accessible_name(format!("Tyre points of car {}", index + 1));
            ui.label(car.nitro.to_string());
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                for (icon, to, name) in [
                    (icons::CARET_UP, index.checked_sub(1), "up"),
                    (icons::CARET_DOWN, Some(index + 1).filter(|to| *to < count), "down"),
                ] {
                    let button = ui.add_enabled(to.is_some(), Button::new(icon).small());
                    if button
                        .on_hover_text(format!("Moves it {name} the grid"))
                        .accessible_name(format!("Car {} {name}", index + 1))
                        .clicked()
                    {
                        swap = to.map(|to| (index, to));
                    }
                }
                let button = ui.add_enabled(count > fewest, Button::new(icons::X).small());
                if button
                    .on_hover_text("Takes it off the list")
                    .accessible_name(format!("Remove car {}", index + 1))
                    .clicked()
                {
                    gone = Some(index);
                }
            });
            if edition == Edition::Formula8 {
                ui.checkbox(&mut car.boost, "")
                    .on_hover_text("Committed itself in secret to a boost on its first move")
                    .accessible_name(format!("Boost of car {}", index + 1));
            } else if index == 0 {
                ui.label(look::weak("pole"));
            } else {
                place(ui, index, &mut car.place);
            }
            ui.end_row();
            if powers {
                ui.label("");
                ui.label("");
                power(ui, index, &mut car.power);
                ui.end_row();
            }
        }
    });
    if let Some((index, to)) = swap {
        plan.swap(index, to);
    }
    if let Some((index, tyre)) = tyres {
        plan.set_tyre(index, tyre);
    }
    if let Some(index) = gone {
        plan.cars.remove(index);
        plan.arrange();
    }
}

/// The Super Power of a car.
fn power(ui: &mut Ui, index: usize, power: &mut Option<Power>) {
    let words = |power: Option<Power>| power.map_or("no Super Power", Power::name);
    let combo = ComboBox::from_id_salt(("power", index)).width(112.0).selected_text(words(*power));
    let response = combo.show_ui(ui, |ui| {
        for choice in std::iter::once(None).chain(Power::ALL.map(Some)) {
            ui.selectable_value(power, choice, words(choice));
        }
    });
    response.response.accessible_name(format!("Super Power of car {}", index + 1));
}

/// One of the seven places behind the car before.
fn place(ui: &mut Ui, index: usize, place: &mut u8) {
    const WORDS: [&str; 7] = [
        "straight behind",
        "one out, left",
        "one out, right",
        "diagonal, left",
        "diagonal, right",
        "two out, left",
        "two out, right",
    ];
    let words = |place: u8| WORDS.get(usize::from(place).wrapping_sub(1)).copied().unwrap_or("?");
    let combo = ComboBox::from_id_salt(("place", index)).width(130.0).selected_text(words(*place));
    let response = combo.show_ui(ui, |ui| {
        for number in 1..=7 {
            ui.selectable_value(place, number, words(number));
        }
    });
    response
        .response
        .on_hover_text("Where it stands behind the car before")
        .accessible_name(format!("Place of car {}", index + 1));
}
