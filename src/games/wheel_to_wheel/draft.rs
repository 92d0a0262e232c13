//! A board draft, as drawn or read from a file. It may contain errors (rules ledger, section 2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::Dice;
use crate::game::form::{FormData, Hint};
use crate::game::{Credits, Group, Reference};
use crate::limits::{MAX_GROUPED, MAX_REMARK, MAX_TITLE};

pub use crate::limits::wheel_to_wheel::{
    MAX_COORDINATE, MAX_GARAGES, MAX_LANE, MAX_LOOP, MAX_POINTS, MAX_PRIZE, MAX_ROUNDS,
};
/// The number of laps of a race. The tyre rules assume three.
pub const LAPS: u8 = 3;
/// The capacity of the battery. A discharge of the full battery moves the token by this number of fields.
pub const BATTERY: u8 = 6;
/// The number of grid slots.
pub const SLOTS: usize = 12;
/// The points for each finishing place, first place first.
pub const PRIZES: [u32; SLOTS] = [25, 18, 15, 12, 10, 8, 6, 5, 4, 3, 2, 1];

/// A garage of the pit lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GarageDraft {
    /// The colour of the team that owns the garage.
    #[schemars(title = "Colour", length(max = MAX_TITLE))]
    pub colour: String,
    /// The two capital letters that stand for the team in the notation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Letters", length(max = MAX_TITLE))]
    pub code: String,
    /// The field of the pit lane on which the garage lies, from 1.
    #[schemars(title = "Lane field P")]
    pub field: u32,
}

impl GarageDraft {
    /// Creates the garage of a team colour on a field of the pit lane.
    #[must_use]
    pub fn new(colour: impl Into<String>, code: impl Into<String>, field: u32) -> Self {
        Self { colour: colour.into(), code: code.into(), field }
    }
}

const fn laps() -> u32 {
    LAPS as u32
}

const fn battery() -> u32 {
    BATTERY as u32
}

const fn free_rounds() -> u32 {
    2
}

const fn rain_rounds() -> u32 {
    6
}

fn prizes() -> Vec<u32> {
    PRIZES.to_vec()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_usual(number: &u32, usual: fn() -> u32) -> bool {
    *number == usual()
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A board (rules ledger, section 2). Loop fields are numbered in driving order from 0, lane fields from 1. Loop field
/// 0 is the start and finish.
///
/// The unit of the drawing is the length of a field. A drawn line looks best if its length in these units equals its
/// number of fields. The loop's fields lie evenly along a smooth closed curve through the points of
/// [`line`](Self::line). Field 0 lies on the first of these points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The board's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Name", length(max = MAX_TITLE))]
    pub name: String,
    /// A description of the board.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(title = "Description", length(max = MAX_REMARK), extend("x-lines" = 3))]
    pub description: String,
    /// The number of fields of the loop.
    #[schemars(title = "Fields of the loop", extend("x-heading" = "Board", "x-most" = MAX_LOOP))]
    pub loop_len: u32,
    /// The red fields of the loop.
    #[serde(default)]
    #[schemars(title = "red fields", length(max = MAX_LOOP), extend("x-hidden" = true))]
    pub red: Vec<u32>,
    /// The loop fields of grid slots 1, 2, 3 and so on.
    #[schemars(title = "Grid", length(max = MAX_LOOP))]
    pub grid: Vec<u32>,
    /// The number of the loop field from which cars enter the pit lane.
    #[schemars(title = "Pit entry")]
    pub pit_entry: u32,
    /// The number of the loop field to which the pit lane leads back.
    #[schemars(title = "exit", extend("x-beside" = true))]
    pub pit_exit: u32,
    /// The number of fields of the pit lane.
    #[schemars(title = "Fields of the pit lane", extend("x-most" = MAX_LANE))]
    pub lane_len: u32,
    /// The first field of the pit lane past the finish line. A car that enters this field crosses the finish line.
    #[schemars(title = "Finish line before field P", range(max = MAX_LANE))]
    pub lane_line: u32,
    /// The garages, one for each colour.
    #[schemars(length(max = MAX_GARAGES), extend("x-hidden" = true))]
    pub garages: Vec<GarageDraft>,
    /// The field of the pit lane that the crash zone leads to.
    #[schemars(title = "Crash zone leads to field P", range(max = MAX_LANE))]
    pub crash_next: u32,
    /// The faces of the dice. If missing, the dice have the faces that the program assumes, because the printed ones
    /// are not public.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-heading" = "Dice"), extend("default" = serde_json::json!(Dice::default())))]
    pub dice: Dice,
    /// The number of laps; must be 3.
    #[serde(default = "laps", skip_serializing_if = "is_usual_laps")]
    #[schemars(extend("x-hidden" = true))]
    pub laps: u32,
    /// For this number of rounds at the start of the race, cars may share red fields.
    #[serde(default = "free_rounds", skip_serializing_if = "is_usual_free")]
    #[schemars(title = "Rounds without collisions", range(max = MAX_ROUNDS), extend("default" = 2), extend("x-heading" = "Race"))]
    pub free_rounds: u32,
    /// The capacity of the battery; must be 6.
    #[serde(default = "battery", skip_serializing_if = "is_usual_battery")]
    #[schemars(extend("x-hidden" = true))]
    pub battery_size: u32,
    /// Rain lasts at most this number of full rounds.
    #[serde(default = "rain_rounds", skip_serializing_if = "is_usual_rain")]
    #[schemars(title = "Maximum rounds of rain", range(max = MAX_ROUNDS), extend("default" = 6))]
    pub rain_rounds: u32,
    /// The points for places 1, 2, 3 and so on.
    #[serde(default = "prizes", skip_serializing_if = "is_usual_prizes")]
    #[schemars(title = "Points", inner(range(max = MAX_PRIZE)), extend("default" = PRIZES))]
    pub points: Vec<u32>,
    /// Points on the closed curve of the loop, in driving order. Without points, the loop is an oval.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "points of the loop's line", length(max = MAX_POINTS), extend("x-hidden" = true))]
    pub line: Vec<[f64; 2]>,
    /// Points on the curve of the pit lane, between the pit entry and the pit exit. Without points, the lane lies
    /// beside the loop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "points of the pit lane's line", length(max = MAX_POINTS), extend("x-hidden" = true))]
    pub lane: Vec<[f64; 2]>,
    /// The position of the crash zone. If missing, the crash zone lies beside the field that it leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub crash_zone: Option<[f64; 2]>,
    /// Who designed the circuit, and how others may use it.
    #[serde(default, skip_serializing_if = "Credits::is_empty")]
    #[schemars(extend("x-heading" = "Credits"))]
    pub credits: Credits,
    /// Groups of shapes that the editor selects and changes together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_GROUPED), extend("x-hidden" = true))]
    pub groups: Vec<Group>,
    /// A picture to trace the board from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub reference: Option<Reference>,
}

fn is_usual_laps(number: &u32) -> bool {
    is_usual(number, laps)
}

fn is_usual_free(number: &u32) -> bool {
    is_usual(number, free_rounds)
}

fn is_usual_battery(number: &u32) -> bool {
    is_usual(number, battery)
}

fn is_usual_rain(number: &u32) -> bool {
    is_usual(number, rain_rounds)
}

fn is_usual_prizes(prizes: &[u32]) -> bool {
    *prizes == PRIZES
}

impl Default for Draft {
    /// Creates an empty board.
    fn default() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            loop_len: 0,
            red: Vec::new(),
            grid: Vec::new(),
            pit_entry: 0,
            pit_exit: 0,
            lane_len: 0,
            lane_line: 0,
            garages: Vec::new(),
            crash_next: 0,
            dice: Dice::default(),
            laps: laps(),
            free_rounds: free_rounds(),
            battery_size: battery(),
            rain_rounds: rain_rounds(),
            points: prizes(),
            line: Vec::new(),
            lane: Vec::new(),
            crash_zone: None,
            credits: Credits::default(),
            groups: Vec::new(),
            reference: None,
        }
    }
}

impl Draft {
    /// Returns TEST-60, the board that the rules ledger assumes for tests. The printed board is not public.
    #[must_use]
    pub fn assumed() -> Self {
        let garages = [
            ("amber", "AM", 4),
            ("azure", "AZ", 5),
            ("jade", "JD", 6),
            ("coral", "CR", 7),
            ("ivory", "IV", 8),
            ("onyx", "ON", 9),
        ];
        Self {
            name: "TEST-60".to_owned(),
            loop_len: 60,
            red: vec![9, 10, 18, 27, 28, 36, 43],
            grid: (1..=12).map(|slot| 60 - slot).collect(),
            pit_entry: 45,
            pit_exit: 6,
            lane_len: 18,
            lane_line: 15,
            garages: garages.map(|(colour, code, field)| GarageDraft::new(colour, code, field)).to_vec(),
            crash_next: 18,
            ..Self::default()
        }
    }

    /// Whether the dice or the board still have the faces or fields that the rules ledger assumes (WW-VAL-14).
    #[must_use]
    pub fn is_assumed(&self) -> bool {
        let assumed = Self::assumed();
        let board = |draft: &Self| {
            let Self { loop_len, pit_entry, pit_exit, lane_len, lane_line, crash_next, .. } = draft;
            let fields: Vec<u32> = draft.garages.iter().map(|garage| garage.field).collect();
            let numbers = [*loop_len, *pit_entry, *pit_exit, *lane_len, *lane_line, *crash_next];
            (numbers, draft.red.clone(), draft.grid.clone(), fields)
        };
        self.dice == assumed.dice || board(self) == board(&assumed)
    }

    /// Returns the two letters of each garage. These are the letters given in the draft. A garage without letters gets
    /// two letters of its colour: the first, and the next one that makes the pair differ from the pairs of earlier
    /// garages.
    #[must_use]
    pub fn codes(&self) -> Vec<String> {
        let mut codes: Vec<String> = Vec::new();
        for garage in self.garages.iter().take(MAX_GARAGES) {
            let code = if garage.code.is_empty() { made_code(&garage.colour, &codes) } else { garage.code.clone() };
            codes.push(code);
        }
        codes
    }
}

fn made_code(colour: &str, taken: &[String]) -> String {
    let letters: Vec<char> = colour.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
    let first = letters.first().copied().unwrap_or('X');
    let seconds = letters.iter().skip(1).copied().chain('A'..='Z');
    let codes = seconds.map(|second| format!("{first}{second}"));
    codes.clone().find(|code| !taken.contains(code)).or_else(|| codes.clone().next()).unwrap_or_default()
}

impl FormData for Draft {
    type Of = ();

    fn hint(&self, _of: &(), path: &[&str]) -> Hint {
        match path {
            // The form offers only numbers of fields that exist. Marks on other numbers would not be visible.
            ["pit_entry" | "pit_exit"] | ["red", _] => Hint::range(0..=i64::from(self.loop_len.saturating_sub(1))),
            ["garages", _, "field"] => Hint::range(1..=i64::from(self.lane_len.max(1))),
            ["loop_len"] => Hint::range(0..=i64::from(MAX_LOOP)),
            ["lane_len"] => Hint::range(0..=i64::from(MAX_LANE)),
            _ => Hint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_made_where_none_are_given() {
        let garages = [("red", ""), ("ruby", ""), ("rust", "RX"), ("rose", ""), ("ru", "")];
        let garages = garages.map(|(colour, code)| GarageDraft::new(colour, code, 1)).to_vec();
        let draft = Draft { garages, ..Draft::default() };
        assert_eq!(draft.codes(), ["RE", "RU", "RX", "RO", "RA"]);
    }

    #[test]
    fn what_is_usual_is_not_written() {
        let text = serde_json::to_string(&Draft::assumed()).unwrap();
        for word in ["dice", "laps", "battery_size", "points", "line\":[", "crash_zone"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        assert_eq!(serde_json::from_str::<Draft>(&text).unwrap(), Draft::assumed());
    }
}
