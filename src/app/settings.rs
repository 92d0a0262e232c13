//! The settings kept between runs.

pub mod export;
pub mod players;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use self::export::ExportChoice;
use self::players::{DrivenBy, Player};
use crate::game::CarId;
use serde::{Deserialize, Serialize};

/// The cars that computer drivers and programs of players drive. People drive all other cars.
pub type Seats = BTreeMap<CarId, DrivenBy>;

/// The largest number of files in the list of recent files.
const RECENT: usize = 12;

/// The key under which egui's storage keeps the settings.
pub const KEY: &str = "paddock-settings";

/// The user's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The recent files, the newest first.
    pub recent: Vec<PathBuf>,
    /// Whether the user has chosen to show plots below the board. Ignored unless `plots_chosen` is true.
    pub plots: bool,
    /// Whether the user has chosen to show or hide plots. Until then, only tall windows show plots.
    pub plots_chosen: bool,
    /// Whether the board shows the legal places for the move of the car to act.
    pub legal: bool,
    /// Whether the board follows the selected car, or the car to act if no car is selected.
    pub follow: bool,
    /// The ids of the games whose legend the user closed. For other games, the legend is shown when a race is opened.
    pub known_games: Vec<String>,
    /// Whether a small map is shown while a part of the board is out of view.
    pub minimap: bool,
    /// Whether moves stay hidden until all players have entered theirs. Has an effect only in games in which all cars
    /// move at the same time.
    pub secret: bool,
    /// The number of turns in the path that the board shows behind each car; 0 for no paths.
    pub trail: u8,
    /// Whether cars accelerate and brake smoothly during playback.
    pub easing: bool,
    /// Whether the board before the last turn is shown beside the current board.
    pub before: bool,
    /// The scale of the text and the whole window, in percent.
    pub text_scale: u32,
    /// The arrangement of the Analysis workspace as text; empty for the default.
    pub panels: String,
    /// The layouts of the Analysis workspace that the user has saved, each as the text of a file.
    pub layouts: Vec<String>,
    /// The longest time between a change and its autosave, in seconds.
    pub keep_changes_after: u32,
    /// The resolution of the user's screen, rounded to whole pixels per ten metres; 0 if the user has not measured the
    /// screen.
    pub screen: u32,
    /// The last choice in the export dialog.
    pub export: ExportChoice,
    /// For each race, the cars that computer drivers and programs of players drive. The newest race is first. The path
    /// is that of the race's file or journal.
    pub seats: Vec<(PathBuf, Seats)>,
    /// The programs that can drive cars.
    pub players: Vec<Player>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            recent: Vec::new(),
            plots: true,
            plots_chosen: false,
            legal: false,
            follow: true,
            minimap: true,
            secret: false,
            known_games: Vec::new(),
            trail: 2,
            easing: true,
            before: false,
            text_scale: 100,
            panels: String::new(),
            layouts: Vec::new(),
            keep_changes_after: 20,
            screen: 0,
            export: ExportChoice::default(),
            seats: Vec::new(),
            players: Vec::new(),
        }
    }
}

/// The lengths of the cars' paths that the user can choose, in turns; 0 for no paths.
const TRAILS: [u8; 4] = [0, 2, 5, 20];

/// The scales that the user can choose for the window, in percent.
const TEXT_SCALES: [u32; 8] = [75, 90, 100, 110, 125, 150, 175, 200];

/// The smallest height of a window, in points, at which plots are shown by default. In lower windows the board needs
/// the space.
const PLOTS_FROM: f32 = 800.0;

impl Settings {
    /// Whether plots are shown below the board in a window of this height, in points.
    #[must_use]
    pub fn shows_plots(&self, height: f32) -> bool {
        if self.plots_chosen { self.plots } else { height >= PLOTS_FROM }
    }

    /// Shows or hides the plots in a window of this height. The choice then applies to every window.
    pub fn toggle_plots(&mut self, height: f32) {
        self.plots = !self.shows_plots(height);
        self.plots_chosen = true;
    }

    /// The number of egui points per millimetre of the screen. If the user has not measured the screen, assumes 96
    /// points per inch.
    #[must_use]
    pub fn points_per_mm(&self, pixels_per_point: f32) -> f32 {
        if self.screen == 0 { 96.0 / 25.4 } else { self.screen as f32 / 10_000.0 / pixels_per_point.max(0.1) }
    }

    /// Stores the measured number of egui points per millimetre of the screen.
    pub fn set_screen(&mut self, points_per_mm: f32, pixels_per_point: f32) {
        self.screen = (points_per_mm * pixels_per_point * 10_000.0).round().clamp(1.0, 10_000_000.0) as u32;
    }

    /// Whether the legend of this game is shown.
    #[must_use]
    pub fn shows_legend(&self, game: &str) -> bool {
        !self.known_games.iter().any(|known| known == game)
    }

    /// Shows or hides the legend of this game.
    pub fn toggle_legend(&mut self, game: &str) {
        if self.shows_legend(game) {
            self.known_games.push(game.to_owned());
        } else {
            self.known_games.retain(|known| known != game);
        }
    }

    /// Enlarges the text and the whole window to the next scale.
    pub fn enlarge_text(&mut self) {
        self.text_scale = TEXT_SCALES.into_iter().find(|scale| *scale > self.text_scale).unwrap_or(TEXT_SCALES[7]);
    }

    /// Zooms out by one step: makes the text and everything else in the window smaller.
    pub fn reduce_text(&mut self) {
        let smaller = TEXT_SCALES.into_iter().rev().find(|scale| *scale < self.text_scale);
        self.text_scale = smaller.unwrap_or(TEXT_SCALES[0]);
    }

    /// The scale of the window as a factor: 1 for 100 percent. A scale that is too small or too large is replaced by
    /// the nearest allowed scale.
    #[must_use]
    pub fn zoom(&self) -> f32 {
        self.text_scale.clamp(TEXT_SCALES[0], TEXT_SCALES[7]) as f32 / 100.0
    }

    /// Changes the length of the cars' paths to the next longer one in `TRAILS`. After the longest, hides the paths.
    pub fn next_trail(&mut self) {
        let now = TRAILS.iter().position(|trail| *trail >= self.trail).unwrap_or(0);
        self.trail = TRAILS[(now + 1) % TRAILS.len()];
    }

    /// Adds a file to the recent files, as the newest one.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.forget(&path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// The cars that computer drivers and programs drive in the race with this file or journal; `None` if the settings
    /// do not contain the race.
    #[must_use]
    pub fn seats_of(&self, place: &Path) -> Option<&Seats> {
        self.seats.iter().find(|(known, _)| known == place).map(|(_, seats)| seats)
    }

    /// Stores the cars that computer drivers and programs drive in the race with this file or journal.
    pub fn keep_seats(&mut self, place: &Path, seats: &Seats) {
        self.seats.retain(|(known, _)| known != place);
        if !seats.is_empty() {
            self.seats.insert(0, (place.to_owned(), seats.clone()));
            self.seats.truncate(RECENT);
        }
    }

    /// Removes a file from the list of recent files.
    pub fn forget(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trails_grow_and_begin_again() {
        let mut settings = Settings { trail: 0, ..Settings::default() };
        let mut next = || {
            settings.next_trail();
            settings.trail
        };
        assert_eq!([next(), next(), next(), next()], [2, 5, 20, 0]);
    }

    #[test]
    fn text_has_eight_sizes_and_an_odd_one_leads_back_to_them() {
        let mut settings = Settings::default();
        let mut larger = || {
            settings.enlarge_text();
            settings.text_scale
        };
        assert_eq!([larger(), larger(), larger(), larger(), larger(), larger()], [110, 125, 150, 175, 200, 200]);
        settings.text_scale = 101;
        settings.reduce_text();
        assert_eq!(settings.text_scale, 100);
        settings.text_scale = 0;
        assert!((settings.zoom() - 0.75).abs() < 1e-6);
        settings.reduce_text();
        assert_eq!(settings.text_scale, 75);
    }

    #[test]
    fn the_newest_file_comes_first_and_once() {
        let mut settings = Settings::default();
        for number in 0..20 {
            settings.remember(Path::new(&format!("/races/{number}.json")));
        }
        settings.remember(Path::new("/races/15.json"));
        assert_eq!(settings.recent.len(), RECENT);
        assert_eq!(settings.recent[0], Path::new("/races/15.json"));
        assert_eq!(settings.recent.iter().filter(|path| path.ends_with("15.json")).count(), 1);
    }
}
