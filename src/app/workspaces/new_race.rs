//! The dialog for a new race: game, circuit, rules and cars. It shows errors while the user fills it in.

use std::collections::BTreeMap;

use egui::{Button, ComboBox, Context, Key, Label, Modifiers, ScrollArea, Sense, TextEdit, Ui, vec2};
use serde_json::Value;

use super::form::Form;
use super::replay::seats::choose;
use crate::Games;
use crate::app::board::view::BoardView;
use crate::app::board::{icons, look, painter};
use crate::app::commands::{CommandQueue, Request};
use crate::app::settings::Seats;
use crate::app::settings::players::Player;
use crate::app::shipped;
use crate::game::form::Field;
use crate::game::scene::Scene;
use crate::game::{AnyDraft, Entrant, GameInfo, Severity, has_errors};
use crate::replay::{Opened, PlanStart, RacePlan};

/// The largest size of the circuit's picture, in points.
const PICTURE: egui::Vec2 = vec2(400.0, 260.0);
/// The largest size of the dialog's area with the fields, in points.
const FIELDS: egui::Vec2 = vec2(440.0, 720.0);
/// The height of the facts and messages below the picture, in points.
const BELOW: f32 = 100.0;
/// The space around the picture and the fields in the dialog's window, in points.
const AROUND: egui::Vec2 = vec2(104.0, 226.0);

/// The sizes of the picture and of the area with the fields, in a window of this size.
fn sizes(window: egui::Vec2) -> [egui::Vec2; 2] {
    let room = (window - AROUND).max(vec2(300.0, 220.0));
    let height = room.y.min(FIELDS.y);
    let picture = PICTURE.min(vec2((room.x - FIELDS.x).max(160.0), height - BELOW));
    [picture, vec2(FIELDS.x.min(room.x - picture.x), height)]
}

/// The dialog for a new race. It is closed at first.
#[derive(Default)]
pub struct NewRace {
    open: Option<Open>,
    /// The circuits to choose from: first the open ones, then the shipped ones.
    circuits: Vec<AnyDraft>,
    /// The number of circuits at the beginning of the list that are circuits of open documents.
    opened: usize,
    /// The number of race plans requested from background jobs so far. It is also the number of the latest request.
    asked: usize,
    /// All games, in their usual order.
    games: Vec<&'static GameInfo>,
    /// The changes that the user has made to the usual setups of games and then left for another game, by the id of the
    /// game.
    left: BTreeMap<&'static str, Value>,
    /// The id of the championship's game, if the race belongs to a championship that has begun; otherwise `None`.
    championship: Option<&'static str>,
}

/// The race that the user plans while the dialog for a new race is shown.
struct Open {
    /// The index of the race's circuit.
    circuit: usize,
    /// The title of the race; may be empty.
    title: String,
    /// The race setup from which the form starts. After a change of circuit, these are the changes made so far. In a
    /// championship, it is the setup of the previous race.
    start: PlanStart,
    /// The race plan and the state of the form that edits it; `None` while the circuit is being checked.
    plan: Option<(Box<dyn RacePlan>, Form)>,
    /// The picture of the planned race, and the errors in the plan; `None` if the plan has changed since they were
    /// computed.
    worked_out: Option<(Scene, Vec<String>)>,
    /// Whether a background job has been asked to compute the plan.
    is_asked: bool,
    /// The cars that computer drivers and player programs drive.
    seats: Seats,
}

impl Open {
    const fn new(circuit: usize, title: String, start: PlanStart) -> Self {
        Self { circuit, title, start, plan: None, worked_out: None, is_asked: false, seats: Seats::new() }
    }

    /// Everything that the user has changed so far. While the plan of the race is still being computed, this is what the
    /// form will start with.
    fn filled_in(&self) -> PlanStart {
        self.plan.as_ref().map_or_else(|| self.start.clone(), |(plan, _)| PlanStart::Changes(plan.changes()))
    }

    fn work_out(&self) -> (Scene, Vec<String>) {
        let Some((plan, form)) = &self.plan else { return (Scene::default(), Vec::new()) };
        let errors = plan.issues().into_iter().filter(|issue| issue.severity == Severity::Error);
        let errors = errors.map(|issue| {
            let words = [Some(issue.message), issue.fix].into_iter().flatten().collect::<Vec<_>>();
            format!("{} [{}]", words.join(" "), issue.id)
        });
        let refused = form.has_refused().then(|| "Correct the entry whose error is shown in red.".to_owned());
        (plan.scene(), refused.into_iter().chain(errors).collect())
    }

    /// Shows the fields of the race plan. Returns whether the user filled in a field.
    fn fields(&mut self, ui: &mut Ui, players: &[Player], queue: &mut CommandQueue) -> bool {
        let Some((plan, form)) = &mut self.plan else { return false };
        let fields = plan.fields();
        // The racers come first, since they change from race to race; the rules of the race come after.
        let list = fields.iter().rposition(|field| field.heading.is_some()).unwrap_or(fields.len());
        let (agreed, entered) = fields.split_at(list);
        form.forget("racers", entered);
        form.forget("race", agreed);
        let racers = form.show(ui, "racers", entered).filled;
        choose(ui, &plan.entrants(), &mut self.seats, players, queue);
        let race = form.show(ui, "race", agreed).filled;
        let before = plan.entrants();
        for (of, filled) in [("racers", &racers), ("race", &race)] {
            for field in filled {
                let name = || fields.iter().find(|known| known.id == field.id).map_or_else(String::new, Field::spoken);
                let refused = plan.enter(&field.id, &field.entry).err();
                form.answered(of, field, refused.map(|why| format!("{}: {}", name(), String::from(why))));
            }
        }
        if !racers.is_empty() || !race.is_empty() {
            self.seats = moved_seats(&self.seats, &before, &plan.entrants());
        }
        !racers.is_empty() || !race.is_empty()
    }
}

/// Returns the seats of the cars after the entry list has changed. A seat goes with the player's name; if several players
/// have this name, or it has changed, with the place in a list of the same length, or else with the car's number.
fn moved_seats(seats: &Seats, before: &[Entrant], after: &[Entrant]) -> Seats {
    let named = |list: &[Entrant], name: &str| {
        let mut places = (0..list.len()).filter(|place| list[*place].name == name);
        places.next().filter(|_| places.next().is_none())
    };
    let old = |place: usize, entrant: &Entrant| {
        let by_name = named(after, &entrant.name).and_then(|_| named(before, &entrant.name));
        let is_renamed = |old: &&Entrant| [before, after].iter().any(|list| named(list, &old.name).is_none());
        let by_place = || before.get(place).filter(|_| before.len() == after.len()).filter(is_renamed);
        let same_number = || before.iter().filter(|_| before.len() != after.len()).find(|old| old.car == entrant.car);
        let by_number = || same_number().filter(is_renamed);
        by_name.map(|place| &before[place]).or_else(by_place).or_else(by_number)
    };
    let seat = |(place, entrant): (usize, &Entrant)| {
        let old = old(place, entrant)?;
        Some((entrant.car, seats.get(&old.car)?.clone()))
    };
    after.iter().enumerate().filter_map(seat).collect()
}

impl NewRace {
    /// Opens the dialog for a new race. The circuits of the open documents come first in the list of circuits. The
    /// circuit of the document on screen is chosen at first, if there is one.
    pub fn open(&mut self, games: Games, open: Vec<AnyDraft>, shown: Option<AnyDraft>) {
        self.championship = None;
        self.gather(games, open);
        let place = shown.map_or(0, |draft| self.place_of(draft));
        self.choose(place, String::new(), PlanStart::Usual);
    }

    /// The index of a circuit in the list. If the circuit is not in the list, inserts it at the beginning.
    fn place_of(&mut self, draft: AnyDraft) -> usize {
        self.circuits.iter().position(|circuit| *circuit == draft).unwrap_or_else(|| {
            self.circuits.insert(0, draft);
            self.opened += 1;
            0
        })
    }

    /// Opens the dialog for the next race of a championship. `setup` is the setup to start from, in the format of race
    /// files. The circuit with the name `circuit` is chosen at first, if it is in the list. The user can choose any
    /// circuit of the game.
    pub fn open_next(&mut self, games: Games, open: Vec<AnyDraft>, game: &'static str, setup: Value, circuit: &str) {
        self.championship = Some(game);
        self.gather(games, open);
        let is_of_game = |draft: &AnyDraft| draft.info().id == game;
        self.opened = self.circuits[..self.opened].iter().filter(|draft| is_of_game(draft)).count();
        self.circuits.retain(is_of_game);
        let place = self.circuits.iter().position(|draft| draft.name() == circuit);
        self.choose(place.unwrap_or(0), String::new(), PlanStart::Setup(setup));
    }

    /// Collects the circuits to choose from, the open ones first.
    fn gather(&mut self, games: Games, open: Vec<AnyDraft>) {
        self.games = games.iter().map(|game| game.info()).collect();
        self.left.clear();
        self.circuits = open;
        self.opened = self.circuits.len();
        // Shipped races are not opened, because playing all their turns takes long.
        let circuits = (0..shipped::count()).filter(|index| shipped::name(*index).is_some_and(shipped::is_circuit));
        let shipped = circuits.filter_map(|index| match shipped::open(games, index) {
            Ok(Opened::Track(draft)) => Some(draft),
            _ => None,
        });
        let mut shipped: Vec<AnyDraft> = shipped.collect();
        // No circuits ship for the games of other crates. Their races can use the templates for new circuits.
        for game in games.iter() {
            if shipped.iter().all(|draft| draft.info() != game.info()) {
                let templates = game.beginnings().into_iter().map(|beginning| beginning.draft);
                shipped.extend(templates.filter(|draft| !has_errors(&draft.issues())));
            }
        }
        // An open circuit that was not changed is listed once.
        shipped.retain(|draft| !self.circuits.contains(draft));
        // Sort by game, in the usual order of the games.
        shipped.sort_by_key(|draft| games.place(draft.info().id));
        self.circuits.extend(shipped);
    }

    /// Starts planning a race on the circuit with this index.
    fn choose(&mut self, circuit: usize, title: String, start: PlanStart) {
        self.open = (circuit < self.circuits.len()).then(|| Open::new(circuit, title, start));
    }

    /// Changes the circuit. The cars and rules that the user has changed stay. If the new circuit is of another game, they
    /// come back with the next circuit of their own game.
    fn change_circuit(&mut self, circuit: usize) {
        let Some(open) = self.open.take() else { return };
        let game = |place: usize| self.circuits.get(place).map(|draft| draft.info().id);
        let (before, now) = (game(open.circuit), game(circuit));
        let mut start = open.filled_in();
        if before != now {
            if let (Some(before), PlanStart::Changes(changes)) = (before, start) {
                self.left.insert(before, changes);
            }
            let back = now.and_then(|game| self.left.remove(game));
            start = back.map_or(PlanStart::Usual, PlanStart::Changes);
        }
        self.choose(circuit, open.title, start);
        if let Some(chosen) = &mut self.open {
            chosen.seats = open.seats;
        }
    }

    /// Returns the request for a plan: its number, the circuit, and the setup to start from, if any. Each request is
    /// returned only once. Call [`plan`](crate::replay::plan) in the background, since checking a circuit may take
    /// longer than a frame. Then give the result with the number to [`planned`](Self::planned).
    pub fn wanted(&mut self) -> Option<(usize, AnyDraft, PlanStart)> {
        let open = self.open.as_mut().filter(|open| open.plan.is_none() && !open.is_asked)?;
        open.is_asked = true;
        self.asked += 1;
        Some((self.asked, self.circuits.get(open.circuit)?.clone(), open.start.clone()))
    }

    /// Receives a plan. Ignores the plan if `number` is not the number of the latest request.
    pub fn planned(&mut self, number: usize, plan: Option<Box<dyn RacePlan>>) {
        let Some(open) = self.open.as_mut().filter(|open| number == self.asked && open.plan.is_none()) else { return };
        (open.plan, open.worked_out) = (plan.map(|plan| (plan, Form::default())), None);
    }

    /// Adds a circuit to the list and chooses it.
    pub fn offer(&mut self, draft: AnyDraft) {
        if self.open.is_none() {
            return;
        }
        let count = self.circuits.len();
        let place = self.place_of(draft);
        if let Some(open) = self.open.as_mut().filter(|_| self.circuits.len() > count) {
            open.circuit += 1;
        }
        self.change_circuit(place);
    }

    /// Whether the dialog for a new race is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Closes the dialog for a new race. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        self.open.take().is_some()
    }

    /// The games to choose from, in their usual order: all games, or only the game of the championship.
    fn games(&self) -> impl Iterator<Item = &'static GameInfo> + '_ {
        let has = |game: &&GameInfo| self.championship.is_none_or(|only| only == game.id);
        self.games.iter().copied().filter(has)
    }

    /// Shows the dialog for a new race, if it is open.
    pub fn ui(&mut self, ctx: &Context, players: &[Player], queue: &mut CommandQueue) {
        let Some(mut open) = self.open.take() else { return };
        let (mut begun, mut left, mut is_changed) = (false, false, false);
        let (scene, issues) = open.worked_out.take().unwrap_or_else(|| open.work_out());
        let mut chosen = open.circuit;
        let is_waiting = open.plan.is_none();
        // A click beside the dialog does nothing, so that no input is lost.
        look::modal(ctx, "new-race").show(ctx, |ui| {
            let [picture_size, fields] = sizes(ctx.content_rect().size());
            ui.set_width(picture_size.x + fields.x + 40.0);
            let heading = if self.championship.is_some() { "Next race of the championship" } else { "New race" };
            ui.label(look::strong(heading, look::HEADING));
            ui.add_space(8.0);
            self.choose_game(ui, &mut chosen);
            ui.add_space(8.0);
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(picture_size.x);
                    self.choose_circuit(ui, &mut chosen, queue);
                    ui.add_space(6.0);
                    picture(ui, &scene, picture_size);
                    ui.add_space(6.0);
                    let label = ui.label("Title");
                    let hint =
                        self.circuits.get(chosen).map_or_else(String::new, |draft| format!("Race on {}", draft.name()));
                    let title = TextEdit::singleline(&mut open.title).hint_text(hint).desired_width(picture_size.x);
                    ui.add(title).labelled_by(label.id);
                });
                ui.add_space(16.0);
                ui.vertical(|ui| {
                    let area =
                        ScrollArea::vertical().id_salt("fields").max_height(fields.y).min_scrolled_height(fields.y);
                    area.show(ui, |ui| {
                        ui.set_min_size(vec2(ui.available_width(), fields.y));
                        is_changed = open.fields(ui, players, queue);
                    });
                });
            });
            ui.add_space(8.0);
            faults(ui, &issues, is_waiting);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let can = issues.is_empty() && !is_waiting;
                let button = ui.add_enabled(can, Button::new(look::strong("Start race", look::BODY)));
                begun =
                    button.on_hover_text("Ctrl+Enter").on_disabled_hover_text("Fix the errors above first").clicked();
                // Both keys may be released by the end of the frame, so use the modifiers at the time of the key
                // press.
                begun |= ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter)) && can;
                left = ui.button("Cancel").on_hover_text("Esc").clicked();
            });
        });
        if begun && let Some(Ok(text)) = open.plan.as_ref().map(|(plan, _)| plan.file_text(&open.title)) {
            queue.push(Request::BeginRace(text, open.seats));
            return;
        }
        if left {
            return;
        }
        if !is_changed {
            open.worked_out = Some((scene, issues));
        }
        let is_other = chosen != open.circuit;
        self.open = Some(open);
        if is_other {
            self.change_circuit(chosen);
        }
    }

    /// Shows a tab for each game. Choosing another game chooses its first circuit.
    fn choose_game(&self, ui: &mut Ui, chosen: &mut usize) {
        let now = self.circuits.get(*chosen).map(AnyDraft::info);
        ui.horizontal(|ui| {
            for game in self.games() {
                let first = self.circuits.iter().position(|draft| draft.info() == game);
                if ui.selectable_label(now == Some(game), game.name).clicked() && now != Some(game) {
                    *chosen = first.unwrap_or(*chosen);
                }
            }
        });
    }

    /// The name of a circuit in the list. If another circuit of the game has the same name, says whether this is the open
    /// one.
    fn name_of(&self, place: usize) -> String {
        let Some(draft) = self.circuits.get(place) else { return String::new() };
        let name = if draft.name().is_empty() { "Untitled" } else { draft.name() };
        let is_same = |other: &AnyDraft| other.info() == draft.info() && other.name() == draft.name();
        if self.circuits.iter().filter(|other| is_same(other)).count() < 2 {
            return name.to_owned();
        }
        format!("{name} ({})", if place < self.opened { "open" } else { "comes with Paddock" })
    }

    /// Shows the list of the game's circuits.
    fn choose_circuit(&self, ui: &mut Ui, chosen: &mut usize, queue: &mut CommandQueue) {
        let game = self.circuits.get(*chosen).map(AnyDraft::info);
        ui.horizontal(|ui| {
            ui.label("Circuit");
            let shown = self.name_of(*chosen);
            let combo = ComboBox::from_id_salt("circuit").width(ui.available_width() - 92.0).selected_text(shown);
            let response = look::show_list(ui, combo, |ui| {
                for (index, _) in self.circuits.iter().enumerate().filter(|(_, draft)| Some(draft.info()) == game) {
                    ui.selectable_value(chosen, index, self.name_of(index));
                }
            });
            let hint = "Circuits that are open, and circuits that come with Paddock";
            response.response.accessible_name("Circuit").on_hover_text(hint);
            let file = ui.button(format!("{} File…", icons::FOLDER_OPEN));
            if file.on_hover_text("Chooses a circuit from a file").clicked() {
                queue.push(Request::ChooseCircuit);
            }
        });
    }
}

/// Shows the errors that keep the race from starting. The height of the area does not change, so that the buttons
/// below do not move.
fn faults(ui: &mut Ui, issues: &[String], is_waiting: bool) {
    let area = ScrollArea::vertical().id_salt("issues").max_height(44.0).min_scrolled_height(44.0);
    area.auto_shrink([false, false]).show(ui, |ui| {
        for issue in issues {
            ui.add(Label::new(look::prose(ui, issue, look::BODY, ui.visuals().error_fg_color)).wrap());
        }
        if issues.is_empty() {
            ui.label(look::weak(if is_waiting {
                "Checking the circuit…"
            } else {
                "Ready to start. Each turn is saved to the disk as soon as it is recorded."
            }));
        }
    });
}

fn picture(ui: &mut Ui, scene: &Scene, size: egui::Vec2) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let view = BoardView::fitted(scene, rect);
    ui.painter().rect_stroke(rect, 4.0, ui.visuals().window_stroke, egui::StrokeKind::Inside);
    painter::paint(&ui.painter_at(rect), &view, look::theme(ui), scene);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::players::DrivenBy;
    use crate::drivers::Level;
    use crate::game::CarId;

    fn list(cars: &[(u32, &str)]) -> Vec<Entrant> {
        cars.iter().map(|(car, name)| Entrant { car: CarId(*car), name: (*name).to_owned() }).collect()
    }

    #[test]
    fn a_seat_stays_with_its_player() {
        let before = list(&[(1, "Ada"), (2, "Bo"), (3, "Cy")]);
        let seats = Seats::from([(CarId(2), DrivenBy::Level(Level::Novice))]);
        let cars = |after: &[(u32, &str)]| {
            moved_seats(&seats, &before, &list(after)).into_keys().map(|car| car.0).collect::<Vec<_>>()
        };
        assert_eq!(cars(&[(1, "Ada"), (2, "Bo"), (3, "Cy")]), [2]);
        assert_eq!(cars(&[(1, "Ada"), (22, "Bo"), (3, "Cy")]), [22], "another number");
        assert_eq!(cars(&[(1, "Ada"), (2, "Bea"), (3, "Cy")]), [2], "another name");
        assert_eq!(cars(&[(1, "Bo"), (2, "Ada"), (3, "Cy")]), [1], "another place, numbers in order");
        assert_eq!(cars(&[(1, "Ada"), (3, "Cy")]), [0_u32; 0], "deleted");
        assert_eq!(
            cars(&[(1, "Ada"), (3, "Cy"), (2, "Player 2")]),
            [0_u32; 0],
            "deleted, and another car added at once"
        );
        assert_eq!(cars(&[(1, "Ada"), (2, "Bo"), (3, "Cy"), (4, "Dee")]), [2], "one more");
        // Players without names are matched by place, or by number.
        let nameless = list(&[(1, ""), (2, "")]);
        assert_eq!(moved_seats(&seats, &nameless, &list(&[(1, ""), (5, "")])).into_keys().next(), Some(CarId(5)));
        assert_eq!(moved_seats(&seats, &nameless, &list(&[(2, "")])).into_keys().next(), Some(CarId(2)));
    }
}
