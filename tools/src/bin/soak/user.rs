//! A random user: presses keys, clicks widgets, draws on the board, types, drops files, and answers dialogs, in the
//! window without a display. The same seed leads to the same actions, unless a search is cut short.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use egui::accesskit::{Node, Role};
use egui::{
    Context, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, TouchPhase, Vec2, vec2,
};
use paddock::app::Paddock;
use paddock::app::commands::TABLE;
use paddock::app::documents::files::FileDialogs;
use paddock::app::documents::files::SaveKind;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::shipped;
use paddock::app::tabs::Content;
use paddock::app::workspaces::race::RaceTab;
use paddock::replay::{LineId, Opened, Race};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// If more documents than this are open, the user closes some.
const MOST_DOCUMENTS: usize = 5;
/// The number of different file names for saving: later files replace earlier ones.
const FILES: u32 = 12;
/// The longest wait for a background job. A search takes longer; the user goes on while it runs.
const PATIENCE: Duration = Duration::from_millis(150);
/// The number of actions reported when something goes wrong.
const TOLD: usize = 12;

/// File dialogs that choose random files in one folder.
struct Choices {
    folder: PathBuf,
    shipped: Vec<PathBuf>,
    random: Mutex<ChaCha8Rng>,
}

impl Choices {
    fn some(&self, endings: &[&str]) -> PathBuf {
        let mut random = self.random.lock().expect("nobody panics while holding it");
        let ending = endings.choose(&mut random).copied().unwrap_or("json");
        self.folder.join(format!("{}.{ending}", random.random_range(0..FILES)))
    }
}

impl FileDialogs for Choices {
    fn open(&self) -> Vec<PathBuf> {
        let own = self.some(&["json"]);
        let mut random = self.random.lock().expect("nobody panics while holding it");
        match random.random_range(0..10) {
            0 => Vec::new(),
            1..5 => vec![own],
            _ => self.shipped.choose(&mut random).cloned().into_iter().collect(),
        }
    }

    fn picture(&self) -> Option<PathBuf> {
        Some(self.some(&["png"]))
    }

    fn save(&self, kind: SaveKind, _: &str) -> Option<PathBuf> {
        Some(self.some(&[kind.extension()]))
    }
}

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// A widget that was on the screen in the last frame.
struct Widget {
    role: Role,
    name: String,
    place: Rect,
    /// The number that the widget shows; `None` if it shows none.
    value: Option<f64>,
}

/// The cost of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The duration of the frame by the clock.
    pub clock: Duration,
    /// The CPU time of the frame, without the load of other programs.
    pub work: Duration,
}

/// The random user and the window.
pub struct User {
    ctx: Context,
    window: Paddock,
    random: ChaCha8Rng,
    shipped: Vec<PathBuf>,
    widgets: Vec<Widget>,
    size: Vec2,
    pointer: Pos2,
    held: Modifiers,
    time: f64,
    last: VecDeque<String>,
    /// Whether a background job takes longer than a user waits.
    is_impatient: bool,
    frames: Vec<Frame>,
    /// The title, length, line and revision of the race whose file was checked last.
    checked: Option<(String, usize, LineId, Option<u64>)>,
    /// The number of times that a race on screen was checked for contradictions.
    pub races_checked: usize,
    /// The number of times that the file and the text of a race were read again.
    pub files_checked: usize,
}

/// The CPU time of this thread.
fn own_time() -> Duration {
    #[cfg(unix)]
    {
        let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID);
        now.map(Duration::from).unwrap_or_default()
    }
    #[cfg(not(unix))]
    {
        static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }
}

impl User {
    /// Makes a user with an empty window, who writes into this folder only. Shipped files are copied there first.
    pub fn new(seed: u64, folder: &Path) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let shipped = copy_shipped(&folder.join("shipped"));
        let choices = Choices {
            folder: folder.to_owned(),
            shipped: shipped.clone(),
            random: Mutex::new(ChaCha8Rng::from_rng(&mut random)),
        };
        let ctx = Context::default();
        ctx.enable_accesskit();
        let settings = Settings { keep_changes_after: 2, ..Settings::default() };
        let mut window = Paddock::new(&ctx, settings, Arc::new(choices), Background::default());
        window.keep_unsaved_in(&ctx, folder.join("data"));
        Self {
            ctx,
            window,
            random,
            shipped,
            widgets: Vec::new(),
            size: vec2(1_440.0, 900.0),
            pointer: Pos2::new(700.0, 400.0),
            held: Modifiers::NONE,
            time: 1.0,
            last: VecDeque::new(),
            is_impatient: false,
            frames: Vec::new(),
            checked: None,
            races_checked: 0,
            files_checked: 0,
        }
    }

    /// The window.
    pub fn window(&self) -> &Paddock {
        &self.window
    }

    /// The last actions, the newest at the end.
    pub fn last(&self) -> impl Iterator<Item = &str> {
        self.last.iter().map(String::as_str)
    }

    /// The frames since the last call.
    pub fn take_frames(&mut self) -> Vec<Frame> {
        std::mem::take(&mut self.frames)
    }

    /// Performs one random action.
    pub fn act(&mut self) {
        if self.window.documents().len() > MOST_DOCUMENTS {
            self.close_one();
        }
        match self.random.random_range(0..100) {
            0..24 => self.click_something(),
            24..36 => self.play_a_turn(),
            36..52 => self.press_a_shortcut(),
            52..64 => self.walk(),
            64..80 => self.use_the_board(),
            80..88 => self.type_something(),
            88..92 => self.scroll(),
            92..95 => self.press(Key::Escape, Modifiers::NONE),
            95..97 => self.drop_a_file(),
            97..98 => self.resize(),
            _ => self.wait_a_while(),
        }
        self.settle();
    }

    /// Closes everything, without saving.
    pub fn close_all(&mut self) {
        for _ in 0..40 * MOST_DOCUMENTS {
            if self.window.documents().is_empty() {
                break;
            }
            self.close_one();
        }
    }

    /// Waits for this number of tenths of a second, so that stopped jobs can end.
    pub fn rest(&mut self, tenths: u32) {
        for _ in 0..tenths {
            std::thread::sleep(Duration::from_millis(100));
            self.frame(Vec::new());
        }
    }

    fn close_one(&mut self) {
        // While a dialog is open, keys do not reach the document.
        for _ in 0..4 {
            self.press(Key::Escape, Modifiers::NONE);
            self.settle();
        }
        // Nothing can be closed on the welcome page, so switch to a document.
        if self.window.document().is_none() {
            self.press(Key::Tab, Modifiers::COMMAND);
            self.settle();
        }
        self.press(Key::W, Modifiers::COMMAND);
        self.settle();
        if let Some(place) = self.widgets.iter().find(|widget| widget.name.contains("Discard")).map(|found| found.place)
        {
            self.click(place.center(), PointerButton::Primary, "discard");
        }
        self.settle();
    }

    fn tell(&mut self, what: String) {
        if self.last.len() == TOLD {
            self.last.pop_front();
        }
        self.last.push_back(what);
    }

    fn click_something(&mut self) {
        let wanted = |widget: &&Widget| {
            let is_use = matches!(
                widget.role,
                Role::Button
                    | Role::Link
                    | Role::CheckBox
                    | Role::RadioButton
                    | Role::ComboBox
                    | Role::Slider
                    | Role::SpinButton
                    | Role::ColorWell
                    | Role::TextInput
                    | Role::MultilineTextInput
                    | Role::Label
                    | Role::Unknown
            );
            // Labels are left out: they seldom do anything, and there are many of them.
            is_use && widget.role != Role::Label
        };
        let Some(widget) = self.widgets.iter().filter(wanted).choose(&mut self.random) else { return };
        let (place, name) = (widget.place.center(), widget.name.clone());
        let button = if self.random.random_ratio(1, 20) { PointerButton::Secondary } else { PointerButton::Primary };
        self.click(place, button, &name);
    }

    fn press_a_shortcut(&mut self) {
        let Some(spec) = TABLE.iter().choose(&mut self.random) else { return };
        let Some(shortcut) = spec.shortcuts.first() else {
            // A command without a key is found by its name.
            self.press(Key::K, Modifiers::COMMAND);
            self.frame(vec![Event::Text(spec.title.to_owned())]);
            self.press(Key::Enter, Modifiers::NONE);
            return self.tell(format!("command {}", spec.id));
        };
        self.press(shortcut.logical_key, shortcut.modifiers);
        self.tell(format!("command {}", spec.id));
    }

    /// Records in the race on screen: opens the panel at the end of the race and takes a few steps of a turn.
    fn play_a_turn(&mut self) {
        let Some(tab) = self.race() else { return self.drop_one("replays") };
        if !tab.situation().recording {
            self.press(Key::F2, Modifiers::NONE);
            self.press(Key::End, Modifiers::NONE);
            self.press(Key::R, Modifiers::NONE);
        }
        for _ in 0..self.random.random_range(1..6) {
            self.play_a_step();
            self.settle();
        }
    }

    /// Answers a question, clicks a legal place, types a turn, or undoes.
    fn play_a_step(&mut self) {
        let (way, any) = (self.random.random_range(0..10), self.random.random::<u32>() as usize);
        let Some(tab) = self.race() else { return };
        let at = tab.playback().position();
        match way {
            0..4 => {
                let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Enter, Key::D, Key::Backspace];
                self.press(keys[any % keys.len()], Modifiers::NONE);
            }
            4..7 => {
                let legal = tab.race().places(at);
                let Some(place) = legal.get(any % legal.len().max(1)) else { return };
                let place = tab.board().screen_from_world(place.at);
                self.click(place, PointerButton::Primary, "a legal place");
            }
            7..9 => {
                let line = self
                    .widgets
                    .iter()
                    .find(|widget| widget.name == "Turn as one line of text")
                    .map(|found| found.place);
                let turn = any % (tab.race().len() + 1);
                let words = if turn > 0 { tab.race().notation(turn) } else { "1: nonsense".to_owned() };
                let Some(line) = line else { return };
                self.click(line.center(), PointerButton::Primary, "the line of a turn");
                self.press(Key::A, Modifiers::COMMAND);
                self.frame(vec![Event::Text(words.clone())]);
                self.press(Key::Enter, Modifiers::NONE);
                self.tell(format!("typed turn {words:?}"));
            }
            _ => self.press(Key::Z, Modifiers::COMMAND),
        }
    }

    /// The race on screen; `None` if there is none.
    fn race(&self) -> Option<&RaceTab> {
        match self.window.document().map(|document| &document.content) {
            Some(Content::Race(tab)) => Some(tab),
            _ => None,
        }
    }

    /// Lists everything in which the window contradicts the race on screen: board, panels, notation and file. Checks the
    /// notation and the file only if the race has changed since the last call.
    pub fn contradictions(&mut self) -> Vec<String> {
        // What an action changed is on screen in the next frame.
        self.frame(Vec::new());
        let Some(tab) = self.race() else { return Vec::new() };
        let race = tab.race();
        let mut found = tab.contradictions();
        let turn = self.widgets.iter().find(|widget| widget.name == "Current turn").and_then(|found| found.value);
        if turn.is_some_and(|turn| turn != tab.playback().position() as f64) {
            found.push(format!("the field shows turn {turn:?}, the board turn {}", tab.playback().position()));
        }
        let revision = race.recorded().map(|recorded| recorded.revision());
        let key = (race.title().to_owned(), race.len(), race.shown_line(), revision);
        if self.checked.as_ref() != Some(&key) {
            found.extend(of_file(race));
            self.checked = Some(key);
            self.files_checked += 1;
        }
        self.races_checked += 1;
        found
    }

    /// Presses a key a few times: to step through a race, move the selection, undo, redo, or choose by number.
    fn walk(&mut self) {
        let keys = [
            (Key::ArrowRight, Modifiers::NONE),
            (Key::ArrowLeft, Modifiers::NONE),
            (Key::ArrowUp, Modifiers::SHIFT),
            (Key::ArrowRight, Modifiers::SHIFT),
            (Key::End, Modifiers::NONE),
            (Key::Z, Modifiers::COMMAND),
            (Key::Y, Modifiers::COMMAND),
            (Key::Num1, Modifiers::NONE),
            (Key::Num2, Modifiers::NONE),
            (Key::Enter, Modifiers::NONE),
            (Key::Tab, Modifiers::NONE),
            (Key::Space, Modifiers::NONE),
        ];
        let times = self.random.random_range(1..5);
        if let Some((key, modifiers)) = keys.choose(&mut self.random).copied() {
            for _ in 0..times {
                self.press(key, modifiers);
            }
        }
    }

    /// Clicks, drags and turns the wheel on boards and plots.
    fn use_the_board(&mut self) {
        let from = self.some_place();
        match self.random.random_range(0..6) {
            0 | 1 => self.click(from, PointerButton::Primary, "board"),
            2 | 3 => {
                let to = if self.random.random_bool(0.3) {
                    self.some_place()
                } else {
                    from + vec2(self.random.random_range(-60.0..60.0), self.random.random_range(-60.0..60.0))
                };
                let button =
                    if self.random.random_ratio(1, 4) { PointerButton::Middle } else { PointerButton::Primary };
                self.frame(vec![Event::PointerMoved(from)]);
                self.frame(vec![self.button(from, button, true)]);
                for part in 1..=4 {
                    self.frame(vec![Event::PointerMoved(from + (to - from) * (part as f32 / 4.0))]);
                }
                self.frame(vec![self.button(to, button, false)]);
                self.pointer = to;
                self.tell(format!("drag {from:?} to {to:?}"));
            }
            4 => {
                self.frame(vec![Event::PointerMoved(from)]);
                self.pointer = from;
                self.scroll();
            }
            _ => {
                self.click(from, PointerButton::Primary, "board");
                self.click(from, PointerButton::Primary, "board again");
            }
        }
    }

    fn type_something(&mut self) {
        let is_text =
            |widget: &&Widget| matches!(widget.role, Role::TextInput | Role::MultilineTextInput | Role::SpinButton);
        if let Some(place) = self.widgets.iter().filter(is_text).choose(&mut self.random).map(|found| found.place) {
            self.click(place.center(), PointerButton::Primary, "a field");
        }
        let words = ["12", "0", "-3", "1e9", "Café 4", "x", "3 +1, 2 ram", "", "999999999999", "½", "0.5"];
        let text = words.choose(&mut self.random).copied().unwrap_or_default();
        self.press(Key::A, Modifiers::COMMAND);
        self.frame(vec![Event::Text(text.to_owned())]);
        self.press(Key::Enter, Modifiers::NONE);
        self.tell(format!("typed {text:?}"));
    }

    fn scroll(&mut self) {
        let delta = vec2(self.random.random_range(-40.0..40.0), self.random.random_range(-200.0..200.0));
        let modifiers = if self.random.random_ratio(1, 4) { Modifiers::COMMAND } else { Modifiers::NONE };
        let event = Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta,
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers,
        };
        self.frame(vec![Event::PointerMoved(self.pointer), event]);
        self.tell(format!("wheel {delta:?} at {:?}", self.pointer));
    }

    fn drop_a_file(&mut self) {
        self.drop_one("");
    }

    /// Drops a random shipped file whose path contains `part`.
    fn drop_one(&mut self, part: &str) {
        let fits = |path: &&PathBuf| path.to_string_lossy().contains(part);
        let Some(path) = self.shipped.iter().filter(fits).choose(&mut self.random).cloned() else { return };
        self.tell(format!("drop {}", path.display()));
        let mut input = self.input(Vec::new());
        input.dropped_files = vec![Arc::new(Dropped(path))];
        self.run(input);
    }

    fn resize(&mut self) {
        self.size = vec2(self.random.random_range(960.0..2_200.0), self.random.random_range(600.0..1_400.0));
        self.tell(format!("window {:?}", self.size));
    }

    fn wait_a_while(&mut self) {
        self.time += self.random.random_range(0.5..30.0);
        self.frame(Vec::new());
        self.tell("wait".to_owned());
    }

    /// A random place below the menus, usually on a board.
    fn some_place(&mut self) -> Pos2 {
        Pos2::new(self.random.random_range(0.0..self.size.x), self.random.random_range(60.0..self.size.y))
    }

    fn click(&mut self, place: Pos2, button: PointerButton, what: &str) {
        self.tell(format!("click {what:?} at {place:?}"));
        self.frame(vec![Event::PointerMoved(place)]);
        self.frame(vec![self.button(place, button, true)]);
        self.frame(vec![self.button(place, button, false)]);
        self.pointer = place;
    }

    fn button(&self, pos: Pos2, button: PointerButton, pressed: bool) -> Event {
        Event::PointerButton { pos, button, pressed, modifiers: self.held }
    }

    fn press(&mut self, key: Key, modifiers: Modifiers) {
        let modifiers = if modifiers.command { modifiers | Modifiers::CTRL } else { modifiers };
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.held = modifiers;
        self.tell(format!("key {modifiers:?} {key:?}"));
        self.frame(vec![Event::ModifiersChanged(modifiers), event(true)]);
        self.held = Modifiers::NONE;
        self.frame(vec![event(false), Event::ModifiersChanged(Modifiers::NONE)]);
    }

    /// Lets background jobs finish within a reasonable time. If a job takes longer, later calls no longer wait for
    /// it.
    fn settle(&mut self) {
        let began = Instant::now();
        while self.window.is_busy() && !self.is_impatient {
            std::thread::sleep(Duration::from_millis(1));
            let time = self.time;
            self.frame(Vec::new());
            // The window's clock stands still here: the seed decides what comes next, not the machine's speed.
            self.time = time;
            self.is_impatient = began.elapsed() > PATIENCE;
        }
        self.is_impatient &= self.window.is_busy();
        self.frame(Vec::new());
    }

    fn frame(&mut self, events: Vec<Event>) {
        let input = self.input(events);
        self.run(input);
    }

    fn input(&mut self, events: Vec<Event>) -> RawInput {
        self.time += 1.0 / 60.0;
        RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            focused: true,
            events,
            ..RawInput::default()
        }
    }

    fn run(&mut self, input: RawInput) {
        let (clock, work) = (Instant::now(), own_time());
        let mut output = self.ctx.run_ui(input, |ui| self.window.show(ui));
        let shapes = std::mem::take(&mut output.shapes);
        let meshes = self.ctx.tessellate(shapes, output.pixels_per_point);
        self.frames.push(Frame { clock: clock.elapsed(), work: own_time().saturating_sub(work) });
        std::hint::black_box(meshes);
        output.textures_delta.clear();
        let Some(update) = output.platform_output.accesskit_update.take() else { return };
        let seen = Rect::from_min_size(Pos2::ZERO, self.size);
        let widget = |node: &Node| {
            let place = node.bounds().filter(|_| !node.is_disabled())?;
            let place = Rect::from_min_max(
                Pos2::new(place.x0 as f32, place.y0 as f32),
                Pos2::new(place.x1 as f32, place.y1 as f32),
            );
            let name = node.label().unwrap_or_default().to_owned();
            seen.contains(place.center()).then_some(Widget {
                role: node.role(),
                name,
                place,
                value: node.numeric_value(),
            })
        };
        self.widgets = update.nodes.iter().filter_map(|(_, node)| widget(node)).collect();
    }
}

/// Lists what the file and the notation of a race contradict: both are read again and must give the same race.
fn of_file(race: &dyn Race) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(file) = race.file_text(true) else { return vec!["the race cannot be written".to_owned()] };
    match paddock::open(file.as_bytes(), &paddock::replay::no_files) {
        Ok(Opened::Race(read)) => {
            if read.file_text(true).as_ref() != Ok(&file) {
                found.push("the file is another race when it is read again".to_owned());
            }
            let main = race.shown_line() == race.main_line();
            if main && (read.len() != race.len() || read.fingerprint(read.len()) != race.fingerprint(race.len())) {
                found.push("the file ends in another position".to_owned());
            }
        }
        Ok(Opened::Track(_)) => found.push("the file is a circuit".to_owned()),
        Err(error) => found.push(format!("the file cannot be read: {error}")),
    }
    let (games, no_files) = (paddock::Games::all(), &paddock::replay::no_files);
    let text = race.notation_text(race.len());
    match games.file_from_text(text.as_bytes(), no_files).map(|read| games.open(read.as_bytes(), no_files)) {
        Ok(Ok(Opened::Race(read))) => {
            let ends = (read.len(), read.fingerprint(read.len()));
            if ends != (race.len(), race.fingerprint(race.len())) {
                found.push("the text ends in another position".to_owned());
            }
        }
        Ok(Ok(Opened::Track(_))) => found.push("the text is a circuit".to_owned()),
        Ok(Err(error)) => found.push(format!("the race of the text cannot be opened: {error}")),
        Err(error) => found.push(format!("the text cannot be read: {error}")),
    }
    found
}

/// Writes all shipped files into a folder, so that they can be opened, changed and saved.
fn copy_shipped(folder: &Path) -> Vec<PathBuf> {
    // This file is also part of the window's tests, so the search for the root begins in the folder of either package.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("replays").is_dir());
    let root = root.expect("a copy of the repository");
    let mut copies = Vec::new();
    for name in (0..shipped::count()).filter_map(shipped::name) {
        let copy = folder.join(name);
        let made = copy.parent().map(std::fs::create_dir_all).transpose();
        if made.is_ok() && std::fs::copy(root.join(name), &copy).is_ok() {
            copies.push(copy);
        }
    }
    copies
}
