//! The page on which a race begins: circuit, rules, cars and grid, with what is wrong told while it is filled in.

mod plan;

use egui::{Button, ComboBox, Context, DragValue, Grid, Key, Label, RichText, ScrollArea, Sense, TextEdit, Ui, vec2};

pub use plan::{Car, Plan};

use super::board::BoardView;
use super::commands::{CommandQueue, Request};
use super::form::Form;
use super::{icons, look, painter, shipped};
use crate::game::scene::Scene;
use crate::games::vektorace::{Edition, GridSide, Power};
use crate::games::{AnyDraft, AnyGame};
use crate::replay::{Opened, RacePlan, plan as plan_for};

/// The size of the picture, in points.
const PICTURE: egui::Vec2 = vec2(400.0, 260.0);

/// The page; closed until a new race is asked for.
#[derive(Default)]
pub struct NewRace {
    open: Option<Open>,
    /// The circuits there are to choose from: those that are open, and those that ship.
    circuits: Vec<AnyDraft>,
}

/// The race being planned.
struct Open {
    /// The place of its circuit among those there are.
    circuit: usize,
    plan: AnyPlan,
    /// What the plan looks like and what is wrong with it; none where it was changed since.
    worked_out: Option<(Scene, Vec<String>)>,
}

/// A plan, by how it is filled in.
enum AnyPlan {
    /// For VektoRace, whose grid is laid out.
    Pieces(Box<Plan>),
    /// For games with fields to fill in, with what the race is called.
    Fields(Box<dyn RacePlan>, String, Form),
}

impl AnyPlan {
    fn new(circuit: &AnyDraft, title: &str) -> Option<Self> {
        match circuit {
            AnyDraft::Vektorace(draft) => {
                Some(Self::Pieces(Box::new(Plan { title: title.to_owned(), ..Plan::new(draft.clone()) })))
            }
            other => plan_for(other).map(|plan| Self::Fields(plan, title.to_owned(), Form::default())),
        }
    }

    fn title(&self) -> &str {
        match self {
            Self::Pieces(plan) => &plan.title,
            Self::Fields(_, title, _) => title,
        }
    }

    fn work_out(&self) -> (Scene, Vec<String>) {
        let (scene, issues) = match self {
            Self::Pieces(plan) => (plan.scene(), plan.issues()),
            Self::Fields(plan, ..) => (plan.scene(), plan.issues()),
        };
        let errors = issues.into_iter().filter(|issue| issue.severity == crate::game::Severity::Error);
        (scene, errors.map(|issue| format!("{} [{}]", issue.message, issue.id)).collect())
    }

    fn file_text(&self) -> Option<String> {
        match self {
            Self::Pieces(plan) => plan.file_text().ok(),
            Self::Fields(plan, title, _) => plan.file_text(title).ok(),
        }
    }
}

impl NewRace {
    /// Opens it, with the circuits of these documents first.
    pub fn open(&mut self, open: Vec<AnyDraft>) {
        self.circuits = open;
        let shipped = (0..shipped::count()).filter_map(|index| match shipped::open(index) {
            Ok(Opened::Track(draft)) => Some(draft),
            _ => None,
        });
        let mut shipped: Vec<AnyDraft> = shipped.collect();
        // Game by game, in the order of all lists of games.
        shipped.sort_by_key(|draft| AnyGame::ALL.iter().position(|game| *game == draft.game()));
        self.circuits.extend(shipped);
        self.choose(0, "");
    }

    /// Plans a race on the circuit with this place.
    fn choose(&mut self, circuit: usize, title: &str) {
        let plan = self.circuits.get(circuit).and_then(|draft| AnyPlan::new(draft, title));
        self.open = plan.map(|plan| Open { circuit, plan, worked_out: None });
    }

    /// Adds a circuit to those there are to choose from, and chooses it.
    pub fn offer(&mut self, draft: AnyDraft) {
        let Some(open) = &mut self.open else { return };
        let known = self.circuits.iter().position(|circuit| *circuit == draft);
        let place = known.unwrap_or(0);
        if known.is_none() {
            self.circuits.insert(0, draft.clone());
        }
        open.change_circuit(place, &draft);
    }

    /// Whether it is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Closes it; answers whether it was open.
    pub fn close(&mut self) -> bool {
        self.open.take().is_some()
    }

    /// Shows it, if it is open.
    pub fn ui(&mut self, ctx: &Context, queue: &mut CommandQueue) {
        let Some(mut open) = self.open.take() else { return };
        let (mut begun, mut left) = (false, false);
        let circuits = &self.circuits;
        let (scene, issues) = open.worked_out.take().unwrap_or_else(|| open.plan.work_out());
        let mut chosen = open.circuit;
        let mut is_changed = false;
        let answer = look::modal(ctx, "new-race").show(ctx, |ui| {
            ui.set_width(880.0);
            ui.label(look::strong("New race", look::HEADING));
            ui.add_space(8.0);
            ui.horizontal_top(|ui| match &mut open.plan {
                AnyPlan::Pieces(plan) => {
                    let before = (**plan).clone();
                    ui.vertical(|ui| {
                        ui.set_width(PICTURE.x);
                        choose_circuit(ui, circuits, &mut chosen, queue);
                        ui.add_space(6.0);
                        picture(ui, &scene);
                        ui.add_space(6.0);
                        rules(ui, plan);
                    });
                    ui.add_space(16.0);
                    ui.vertical(|ui| cars(ui, plan));
                    is_changed = **plan != before;
                }
                AnyPlan::Fields(plan, title, form) => {
                    let fields = plan.fields();
                    // The entry list stands beside what the table agrees on.
                    let list = fields.iter().rposition(|field| field.heading.is_some()).unwrap_or(fields.len());
                    let (agreed, entered) = fields.split_at(list);
                    let mut filled = Vec::new();
                    ui.vertical(|ui| {
                        ui.set_width(PICTURE.x);
                        choose_circuit(ui, circuits, &mut chosen, queue);
                        ui.add_space(6.0);
                        picture(ui, &scene);
                        ui.add_space(6.0);
                        let label = ui.label("Title");
                        let hint =
                            circuits.get(chosen).map_or_else(String::new, |draft| format!("Race on {}", draft.name()));
                        ui.add(TextEdit::singleline(title).hint_text(hint).desired_width(PICTURE.x))
                            .labelled_by(label.id);
                    });
                    ui.add_space(16.0);
                    ui.vertical(|ui| {
                        let height = PICTURE.y + 100.0;
                        ScrollArea::vertical().id_salt("fields").max_height(height).min_scrolled_height(height).show(
                            ui,
                            |ui| {
                                ui.set_min_size(vec2(440.0, height));
                                // Who races first: that is what changes from race to race.
                                filled.extend(form.show(ui, "racers", entered).filled);
                                filled.extend(form.show(ui, "race", agreed).filled);
                            },
                        );
                    });
                    for field in filled {
                        form.complain(plan.enter(&field.id, &field.entry).err());
                        is_changed = true;
                    }
                }
            });
            ui.add_space(8.0);
            // The room is there whether something is wrong or not, so that the buttons stay where they are.
            ScrollArea::vertical()
                .id_salt("issues")
                .max_height(44.0)
                .min_scrolled_height(44.0)
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    for issue in &issues {
                        ui.add(Label::new(RichText::new(issue).color(ui.visuals().error_fg_color)).wrap());
                    }
                    if issues.is_empty() {
                        ui.label(look::weak(
                            "Everything is in order. Each turn is kept on the disk as soon as it is recorded.",
                        ));
                    }
                });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let button = Button::new(look::strong("Begin the race", look::BODY));
                let button = ui.add_enabled(issues.is_empty(), button);
                begun = button
                    .on_hover_text("Ctrl+Enter")
                    .on_disabled_hover_text("Mend what is told above first")
                    .clicked();
                let pressed = ui.input(|input| input.modifiers.command && input.key_pressed(Key::Enter));
                begun |= pressed && issues.is_empty();
                left = ui.button("Cancel").on_hover_text("Esc").clicked();
            });
        });
        if begun && let Some(text) = open.plan.file_text() {
            queue.push(Request::BeginRace(text));
            return;
        }
        // A click beside it would lose what was filled in.
        let _ = answer;
        if left {
            return;
        }
        if !is_changed {
            open.worked_out = Some((scene, issues));
        }
        if chosen != open.circuit
            && let Some(draft) = circuits.get(chosen)
        {
            open.change_circuit(chosen, draft);
        }
        self.open = Some(open);
    }
}

impl Open {
    /// Races on another circuit: where that can be, with the same cars by the same rules.
    fn change_circuit(&mut self, place: usize, draft: &AnyDraft) {
        match (&mut self.plan, draft) {
            (AnyPlan::Pieces(plan), AnyDraft::Vektorace(draft)) => {
                plan.circuit = draft.clone();
                plan.arrange();
            }
            (plan, draft) => {
                if let Some(new) = AnyPlan::new(draft, plan.title()) {
                    *plan = new;
                }
            }
        }
        (self.circuit, self.worked_out) = (place, None);
    }
}

fn choose_circuit(ui: &mut Ui, circuits: &[AnyDraft], chosen: &mut usize, queue: &mut CommandQueue) {
    ui.horizontal(|ui| {
        ui.label("Circuit");
        let name = |draft: &AnyDraft| {
            let name = if draft.name().is_empty() { "Untitled" } else { draft.name() };
            format!("{name} · {}", draft.game().name())
        };
        let shown = circuits.get(*chosen).map(name).unwrap_or_default();
        let combo = ComboBox::from_id_salt("circuit").width(ui.available_width() - 92.0).selected_text(shown);
        let response = combo.show_ui(ui, |ui| {
            for (index, draft) in circuits.iter().enumerate() {
                ui.selectable_value(chosen, index, name(draft));
            }
        });
        let hint = "The circuits that are open and those that ship";
        response.response.accessible_name("Circuit").on_hover_text(hint);
        let file = ui.button(format!("{} File…", icons::FOLDER_OPEN));
        if file.on_hover_text("Races on the circuit of a file").clicked() {
            queue.push(Request::ChooseCircuit);
        }
    });
}

fn picture(ui: &mut Ui, scene: &Scene) {
    let (rect, _) = ui.allocate_exact_size(PICTURE, Sense::hover());
    let view = BoardView::fitted(scene, rect);
    ui.painter().rect_stroke(rect, 4.0, ui.visuals().window_stroke, egui::StrokeKind::Inside);
    painter::paint(&ui.painter_at(rect), &view, look::theme(ui), scene);
}

fn rules(ui: &mut Ui, plan: &mut Plan) {
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

fn options(ui: &mut Ui, plan: &mut Plan) {
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

fn cars(ui: &mut Ui, plan: &mut Plan) {
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
