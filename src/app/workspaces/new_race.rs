//! The page on which a race begins: circuit, rules, cars and grid, with what is wrong told while it is filled in.

mod pieces;
mod plan;

use egui::{Button, ComboBox, Context, Key, Label, Modifiers, RichText, ScrollArea, Sense, TextEdit, Ui, vec2};

pub use plan::{Car, Plan};
use serde_json::Value;

use super::form::Form;
use crate::app::board::view::BoardView;
use crate::app::board::{icons, look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::app::shipped;
use crate::game::scene::Scene;
use crate::games::{AnyDraft, AnyGame};
use crate::replay::{Opened, RacePlan};

/// The size of the picture, in points.
const PICTURE: egui::Vec2 = vec2(400.0, 260.0);

/// The page; closed until a new race is asked for.
#[derive(Default)]
pub struct NewRace {
    open: Option<Open>,
    /// The circuits there are to choose from: those that are open, and those that ship.
    circuits: Vec<AnyDraft>,
    /// How many plans were asked for.
    asked: usize,
    /// How the race begins, as files have it, where it goes on with a championship; and in which game.
    carried: Option<(AnyGame, Value)>,
}

/// The race being planned.
struct Open {
    /// The place of its circuit among those there are.
    circuit: usize,
    plan: AnyPlan,
    /// What the plan looks like and what is wrong with it; none where it was changed since.
    worked_out: Option<(Scene, Vec<String>)>,
    /// Whether the plan was asked for that is waited for.
    is_asked: bool,
}

/// A plan, by how it is filled in.
enum AnyPlan {
    /// For VektoRace, whose grid is laid out.
    Pieces(Box<Plan>),
    /// For games with fields to fill in, with what the race is called.
    Fields(Box<dyn RacePlan>, String, Form),
    /// The same, while the circuit is being looked at: with what the race is going to be called.
    Waiting(String),
}

impl AnyPlan {
    fn new(circuit: &AnyDraft, title: &str) -> Self {
        match circuit {
            AnyDraft::Vektorace(draft) => {
                Self::Pieces(Box::new(Plan { title: title.to_owned(), ..Plan::new(draft.clone()) }))
            }
            // Checking it may take longer than a frame: that is done beside the window.
            _ => Self::Waiting(title.to_owned()),
        }
    }

    fn title(&self) -> &str {
        match self {
            Self::Pieces(plan) => &plan.title,
            Self::Fields(_, title, _) | Self::Waiting(title) => title,
        }
    }

    fn work_out(&self) -> (Scene, Vec<String>) {
        let (scene, issues) = match self {
            Self::Pieces(plan) => (plan.scene(), plan.issues()),
            Self::Fields(plan, ..) => (plan.scene(), plan.issues()),
            Self::Waiting(_) => return (Scene::default(), Vec::new()),
        };
        let errors = issues.into_iter().filter(|issue| issue.severity == crate::game::Severity::Error);
        (scene, errors.map(|issue| format!("{} [{}]", issue.message, issue.id)).collect())
    }

    fn file_text(&self) -> Option<String> {
        match self {
            Self::Pieces(plan) => plan.file_text().ok(),
            Self::Fields(plan, title, _) => plan.file_text(title).ok(),
            Self::Waiting(_) => None,
        }
    }
}

impl NewRace {
    /// Opens it, with the circuits of these documents first.
    pub fn open(&mut self, open: Vec<AnyDraft>) {
        self.carried = None;
        self.gather(open);
        self.choose(0, "");
    }

    /// Opens it for the next race of a championship, which begins with `setup`, as files have it: on the circuit of this
    /// name, where there is one, and else on any of the game. Every circuit of the game may be chosen then.
    pub fn open_next(&mut self, open: Vec<AnyDraft>, game: AnyGame, setup: Value, circuit: &str) {
        self.carried = Some((game, setup));
        self.gather(open);
        self.circuits.retain(|draft| draft.game() == game);
        let place = self.circuits.iter().position(|draft| draft.name() == circuit);
        self.choose(place.unwrap_or(0), "");
    }

    /// The circuits there are to choose from: those that are open first.
    fn gather(&mut self, open: Vec<AnyDraft>) {
        self.circuits = open;
        // Races are not opened for it: they take long to be played through.
        let circuits = (0..shipped::count()).filter(|index| shipped::name(*index).is_some_and(shipped::is_circuit));
        let shipped = circuits.filter_map(|index| match shipped::open(index) {
            Ok(Opened::Track(draft)) => Some(draft),
            _ => None,
        });
        let mut shipped: Vec<AnyDraft> = shipped.collect();
        // Game by game, in the order of all lists of games.
        shipped.sort_by_key(|draft| AnyGame::ALL.iter().position(|game| *game == draft.game()));
        self.circuits.extend(shipped);
    }

    /// Plans a race on the circuit with this place.
    fn choose(&mut self, circuit: usize, title: &str) {
        let plan = self.circuits.get(circuit).map(|draft| AnyPlan::new(draft, title));
        self.open = plan.map(|plan| Open { circuit, plan, worked_out: None, is_asked: false });
    }

    /// The circuit that is to be looked at ([`plan`](crate::replay::plan)) so that a race on it can be planned, and how that
    /// race begins, where it goes on with a championship; once for each choice. What comes of it goes to [`planned`](Self::planned), with the number.
    pub fn wanted(&mut self) -> Option<(usize, AnyDraft, Option<Value>)> {
        let open = self.open.as_mut().filter(|open| matches!(open.plan, AnyPlan::Waiting(_)) && !open.is_asked)?;
        open.is_asked = true;
        self.asked += 1;
        let draft = self.circuits.get(open.circuit)?.clone();
        // A circuit of another game may have been chosen from a file.
        let carried = self.carried.as_ref().filter(|(game, _)| *game == draft.game());
        Some((self.asked, draft, carried.map(|(_, setup)| setup.clone())))
    }

    /// Takes the plan that was asked for last; earlier ones are of no use any more.
    pub fn planned(&mut self, number: usize, plan: Option<Box<dyn RacePlan>>) {
        let Some(open) = self.open.as_mut().filter(|_| number == self.asked) else { return };
        if let (AnyPlan::Waiting(title), Some(plan)) = (&mut open.plan, plan) {
            open.plan = AnyPlan::Fields(plan, std::mem::take(title), Form::default());
            open.worked_out = None;
        }
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
        let heading = if self.carried.is_some() { "Next race of the championship" } else { "New race" };
        let (scene, issues) = open.worked_out.take().unwrap_or_else(|| open.plan.work_out());
        let mut chosen = open.circuit;
        let mut is_changed = false;
        let answer = look::modal(ctx, "new-race").show(ctx, |ui| {
            ui.set_width(880.0);
            ui.label(look::strong(heading, look::HEADING));
            ui.add_space(8.0);
            let is_waiting = matches!(open.plan, AnyPlan::Waiting(_));
            ui.horizontal_top(|ui| match &mut open.plan {
                AnyPlan::Waiting(_) => {
                    ui.vertical(|ui| {
                        ui.set_width(PICTURE.x);
                        choose_circuit(ui, circuits, &mut chosen, queue);
                        ui.add_space(6.0);
                        picture(ui, &scene);
                    });
                    // As high as what comes in its place.
                    ui.set_min_height(PICTURE.y + 100.0);
                }
                AnyPlan::Pieces(plan) => {
                    let before = (**plan).clone();
                    ui.vertical(|ui| {
                        ui.set_width(PICTURE.x);
                        choose_circuit(ui, circuits, &mut chosen, queue);
                        ui.add_space(6.0);
                        picture(ui, &scene);
                        ui.add_space(6.0);
                        pieces::rules(ui, plan);
                    });
                    ui.add_space(16.0);
                    ui.vertical(|ui| pieces::cars(ui, plan));
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
                    let words = if is_waiting {
                        "Looking at the circuit…"
                    } else {
                        "Everything is in order. Each turn is kept on the disk as soon as it is recorded."
                    };
                    if issues.is_empty() {
                        ui.label(look::weak(words));
                    }
                });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let button = Button::new(look::strong("Begin the race", look::BODY));
                let button = ui.add_enabled(issues.is_empty() && !is_waiting, button);
                begun = button
                    .on_hover_text("Ctrl+Enter")
                    .on_disabled_hover_text("Mend what is told above first")
                    .clicked();
                // By what was held when it was pressed: both keys may be up again by the end of the frame.
                let pressed = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
                begun |= pressed && issues.is_empty() && !is_waiting;
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
            (plan, draft) => *plan = AnyPlan::new(draft, plan.title()),
        }
        (self.circuit, self.worked_out, self.is_asked) = (place, None, false);
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
