//! Tests two windows with the same race, which act in random order: open, edit, answer dialogs, save, end without
//! warning. Other programs change the files meanwhile. After every step a model checks that each recorded edit is on
//! the disk, unless the user discarded it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paddock::app::Paddock;
use paddock::app::commands::Request;
use paddock::app::documents::files::FileDialogs;
use paddock::app::documents::files::SaveKind;
use paddock::app::jobs::background::Background;
use paddock::app::settings::Settings;
use paddock::app::tabs::Content;
use paddock::replay::{LineId, RaceEdit};
use paddock::storage::Journal;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::hands::{CTRL, Window, paddock, press};

/// The number of steps of a schedule.
const STEPS: usize = 10;

/// Opens the race, and saves under a new name each time: whoever chooses another file to overwrite is not protected
/// from it.
struct Answers {
    race: PathBuf,
    saved: AtomicUsize,
}

impl FileDialogs for Answers {
    fn open(&self) -> Vec<PathBuf> {
        vec![self.race.clone()]
    }

    fn save(&self, _: SaveKind, _: &str) -> Option<PathBuf> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        self.saved.fetch_add(1, Ordering::Relaxed);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Some(self.race.with_file_name(format!("saved-{number}.json")))
    }

    fn picture(&self) -> Option<PathBuf> {
        None
    }
}

/// The race, both windows, and what must be on the disk.
struct Table {
    folder: tempfile::TempDir,
    race: PathBuf,
    windows: [Option<Window>; 2],
    /// Names of the bookmarks that were recorded and not discarded.
    recorded: BTreeSet<String>,
    /// How many were ever recorded.
    count: usize,
    log: Vec<String>,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let race = folder.path().join("race.json");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/nightjar-park-duel.json");
        std::fs::copy(shipped, &race).unwrap();
        Self { folder, race, windows: [None, None], recorded: BTreeSet::new(), count: 0, log: Vec::new() }
    }

    fn start(&mut self, which: usize) {
        let (race, data) = (self.race.clone(), self.folder.path().join("data"));
        let builder = Harness::builder().with_size(egui::vec2(1000.0, 700.0)).with_step_dt(1.0);
        let mut harness = builder.build_ui_state(
            move |ui, window: &mut Option<Paddock>| match window {
                Some(window) => window.show(ui),
                None => {
                    let dialogs = Arc::new(Answers { race: race.clone(), saved: AtomicUsize::new(0) });
                    let mut made = Paddock::new(ui.ctx(), Settings::default(), dialogs, Background::inline());
                    made.keep_unsaved_in(ui.ctx(), data.clone());
                    // At once: the welcome page would have all its pictures made.
                    made.open(ui.ctx(), vec![race.clone()]);
                    *window = Some(made);
                }
            },
            None,
        );
        harness.run_steps(4);
        self.windows[which] = Some(harness);
    }

    /// Answers the question that a window asks, if it asks one; `discard`, `recover`, or later.
    fn answer(&mut self, which: usize, answer: usize) {
        let Some(harness) = &mut self.windows[which] else { return };
        let label = ["Discard", "Recover", "Ask again later"][answer];
        let Some(button) = harness.query_all_by_label_contains(label).next() else { return };
        button.click();
        if answer == 0 {
            // What lies in journals that no window writes is what can be discarded.
            let journals = files(self.folder.path()).into_iter().filter(|path| !Journal::is_taken(path));
            let before: Vec<(PathBuf, String)> = journals.map(|path| (path.clone(), read(&path))).collect();
            harness.run_steps(4);
            let gone = before.iter().filter(|(path, _)| !path.exists()).map(|(_, text)| text.clone());
            let gone: Vec<String> = gone.collect();
            self.recorded.retain(|name| !gone.iter().any(|text| text.contains(name.as_str())));
        } else {
            harness.run_steps(4);
        }
    }

    fn step(&mut self, random: &mut ChaCha8Rng) {
        let which = random.random_range(0..2);
        let action = random.random_range(0..13);
        self.log.push(format!("{which}:{action}"));
        match (action, &mut self.windows[which]) {
            // Half of the actions start a window that is closed: without one, nothing is recorded.
            (0..=6, None) => self.start(which),
            (0..=4, Some(harness)) => {
                let Some(Content::Race(tab)) = paddock(harness).document().map(|document| &document.content) else {
                    return;
                };
                self.count += 1;
                let name = format!("bookmark <{}>", self.count);
                let at = tab.race().len().min(self.count);
                let edit = RaceEdit::Bookmark { line: LineId::default(), at, name: Some(name.clone()) };
                harness.state_mut().as_mut().unwrap().request(Request::Record(edit));
                harness.run_steps(2);
                let Some(Content::Race(tab)) = paddock(harness).document().map(|document| &document.content) else {
                    panic!("the race is shown");
                };
                // An edit may be refused, while a question waits.
                if tab.race().file_text(true).unwrap().contains(&name) {
                    // One bookmark a position: an earlier one there is replaced.
                    self.recorded.insert(name);
                }
            }
            (5, Some(harness)) => press(harness, CTRL, Key::S),
            (6, Some(_)) => self.windows[which] = None,
            (7, Some(harness)) => press(harness, CTRL, Key::O),
            (8, _) => self.answer(which, random.random_range(0..3)),
            (9, _) if self.race.exists() => {
                // Another program changes the file; what is in it stays in it.
                let mut race: serde_json::Value = serde_json::from_str(&read(&self.race)).unwrap();
                race["title"] = format!("Title {}", self.count).into();
                std::fs::write(&self.race, race.to_string()).unwrap();
            }
            (10, Some(harness)) => {
                // The journal vanishes under its window.
                let journal = Journal::beside(&self.race).unwrap();
                if Journal::is_taken(&journal) {
                    std::fs::remove_file(&journal).unwrap();
                }
                // Whoever writes it looks every two seconds.
                harness.run_steps(4);
                if let Some(other) = &mut self.windows[1 - which] {
                    other.run_steps(4);
                }
            }
            (11, _) if self.race.exists() => {
                // The clock jumps, a day back or forth.
                let (now, day) = (std::time::SystemTime::now(), std::time::Duration::from_secs(100_000));
                let then = if random.random_bool(0.5) { now - day } else { now + day };
                std::fs::File::options().write(true).open(&self.race).unwrap().set_modified(then).unwrap();
            }
            (12, _) => {
                // The file gets another name under its windows, or its old one again.
                let moved = self.race.with_file_name("moved.json");
                match (self.race.exists(), moved.exists()) {
                    (true, false) => std::fs::rename(&self.race, &moved).unwrap(),
                    (false, true) => std::fs::rename(&moved, &self.race).unwrap(),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Looks for every recorded edit on the disk.
    fn check(&self, seed: u64) {
        let texts: Vec<String> = files(self.folder.path()).iter().map(|path| read(path)).collect();
        for name in &self.recorded {
            assert!(
                texts.iter().any(|text| text.contains(name.as_str())),
                "schedule {seed}: {name} is lost after {:?}; on the disk: {:?}",
                self.log,
                files(self.folder.path())
            );
        }
    }
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn schedules(seeds: Range<u64>) {
    let (mut recorded, mut kept) = (0, 0);
    let count = seeds.clone().count();
    for seed in seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut table = Table::new();
        for _ in 0..STEPS {
            table.step(&mut random);
            table.check(seed);
        }
        recorded += table.count;
        kept += table.recorded.len();
    }
    assert!(
        recorded > count && kept > count,
        "{count} schedules: {recorded} edits were tried, {kept} recorded and kept"
    );
}

#[test]
fn twenty_orders_of_two_windows_lose_no_edit() {
    schedules(0..20);
}

mod slow {
    use super::*;

    /// The number of schedules of a test.
    const SCHEDULES: u64 = 125;

    #[test]
    #[ignore = "slow"]
    fn no_order_of_two_windows_loses_an_edit_1() {
        schedules(0..SCHEDULES);
    }

    #[test]
    #[ignore = "slow"]
    fn no_order_of_two_windows_loses_an_edit_2() {
        schedules(SCHEDULES..2 * SCHEDULES);
    }

    #[test]
    #[ignore = "slow"]
    fn no_order_of_two_windows_loses_an_edit_3() {
        schedules(2 * SCHEDULES..3 * SCHEDULES);
    }

    #[test]
    #[ignore = "slow"]
    fn no_order_of_two_windows_loses_an_edit_4() {
        schedules(3 * SCHEDULES..4 * SCHEDULES);
    }
}
