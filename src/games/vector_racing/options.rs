//! The options of a race (rules ledger, section 2).

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::objects::ObjectKind;

/// The conditions under which a wall stops a racer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WallRule {
    /// Touching a wall is a crash (RT-CRASH-01).
    #[default]
    #[schemars(title = "may not be touched")]
    NoTouch,
    /// Walls may be touched, not crossed (RT-WALL-01).
    #[schemars(title = "may be touched")]
    MayTouch,
    /// Only the end of a move is checked: landing on a wall or off the track is a crash (RT-WALL-02).
    #[schemars(title = "matter only where a move ends")]
    LandingOnly,
    /// The path is checked in steps, cell by cell (RT-WALL-03).
    #[schemars(title = "are checked cell by cell")]
    Sampled,
}

impl WallRule {
    /// All wall rules.
    pub const ALL: [Self; 4] = [Self::NoTouch, Self::MayTouch, Self::LandingOnly, Self::Sampled];

    /// Returns the name used in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::NoTouch => "no_touch",
            Self::MayTouch => "may_touch",
            Self::LandingOnly => "landing_only",
            Self::Sampled => "sampled",
        }
    }
}

/// The point from which a crashed racer continues, and whether it loses a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrashRule {
    /// The racer continues near the crash, after losing one turn for repairs (RT-CRASH-06).
    #[default]
    #[schemars(title = "lose a turn for repairs")]
    Repair,
    /// The racer continues near the crash, without losing a turn (RT-CRASH-07).
    #[schemars(title = "stop at the wall")]
    StopAtWall,
    /// The racer continues at the start of the track (RT-CRASH-07).
    #[schemars(title = "back to the start")]
    BackToStart,
}

/// The effect of the damage that a racer takes in a crash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DamageRule {
    /// Damage has no effect (RT-DMG-01).
    #[default]
    #[schemars(title = "none")]
    None,
    /// Damage costs life points; a racer begins with ten (RT-DMG-02).
    #[schemars(title = "life points")]
    Life,
    /// Damage costs turns (RT-DMG-03).
    #[schemars(title = "turns")]
    Turns,
}

/// The quantity that counts as the damage of a crash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The damage is the sum of the x and y components of the move, without their signs (RT-DMG-04).
    #[default]
    #[schemars(title = "sum of components")]
    Sum,
    /// The damage is the length of the move (RT-DMG-05).
    #[schemars(title = "speed")]
    Speed,
    /// The damage is the length of the move's component at right angles to the wall (RT-DMG-06).
    #[schemars(title = "speed towards the wall")]
    Perpendicular,
}

/// A tie-break between racers that finish in the same turn (RT-TIE-01 to 07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The racer that was closest to the line before its last move wins.
    #[schemars(title = "closest to the line before the turn")]
    Distance,
    /// The racer that crossed the line with the highest speed wins.
    #[schemars(title = "highest speed")]
    Speed,
    /// The racer that took the least time for its last move up to the line wins. The time is computed as if the racer
    /// accelerated evenly during that move.
    #[schemars(title = "shortest time")]
    Time,
    /// The racer that crossed the line earliest within its last move wins.
    #[schemars(title = "earliest crossing")]
    Fraction,
}

/// The condition for finishing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FinishRule {
    /// A racer finishes when it crosses the line (RT-FIN-01).
    #[default]
    #[schemars(title = "the line")]
    Line,
    /// A racer finishes when it lands on a finish cell of a cell map.
    #[schemars(title = "landing on a finish cell")]
    CellsLand,
    /// A racer finishes when it passes over a finish cell of a cell map.
    #[schemars(title = "passing a finish cell")]
    CellsPass,
}

/// The direction in which y grows in the coordinates that users see and type. In files and rules, y always grows
/// upwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// The y coordinate grows upwards.
    #[default]
    #[schemars(title = "upwards")]
    Up,
    /// The y coordinate grows downwards.
    #[schemars(title = "downwards")]
    Down,
}

impl Axis {
    /// Converts a point or a move between the form used by the rules and the form that people read and type.
    #[must_use]
    pub const fn shown(self, [x, y]: [i32; 2]) -> [i32; 2] {
        match self {
            Self::Up => [x, y],
            Self::Down => [x, -y],
        }
    }

    /// Writes the coordinates of a point in the form that people read, for use in a message.
    #[must_use]
    pub fn named<T: std::fmt::Display>(self, [x, y]: [T; 2]) -> String {
        let y = y.to_string();
        let y = match (self, y.strip_prefix('-')) {
            (Self::Up, _) => y,
            (Self::Down, Some(positive)) => positive.to_owned(),
            (Self::Down, None) if y == "0" => y,
            (Self::Down, None) => format!("-{y}"),
        };
        format!("({x}, {y})")
    }
}

/// The effect of a wall behind the finish line, if the move that finishes hits it. The rulebook says both that such a
/// move has crashed and that the first racer over the line wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterFinish {
    /// The wall has no effect: the racer finishes at the line (RT-FIN-04).
    #[default]
    #[schemars(title = "wins")]
    Wins,
    /// The move is a crash and does not finish. The racer is placed before the line, near the point where its path
    /// reached the line.
    #[schemars(title = "crashes")]
    Crashes,
}

/// The list of extra moves that a racer may make after a slow-down: corrected, or as printed in the rulebook (ruling
/// 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlowList {
    /// The list of extra moves with the rulebook's error corrected: one component of the velocity changes by two
    /// towards zero, and the other by at most one, as usual (RT-SLOW-01).
    #[default]
    #[schemars(title = "corrected")]
    Repaired,
    /// The list of extra moves as printed in the rulebook (RT-SLOW-03).
    #[schemars(title = "as printed")]
    Literal,
}

/// The part of the race over which required hits are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Hits are counted over the whole race.
    #[default]
    #[schemars(title = "race")]
    Race,
    /// Hits are counted in every lap. The count starts again when a lap is completed with enough hits.
    #[schemars(title = "lap")]
    Lap,
}

/// The largest number of required hits.
pub(super) const MOST_HITS: u32 = 1_000;

/// Objects that must be hit before the finish counts (RT-HIT-01 to 03).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hits {
    /// The number of hits that each racer needs, in the whole race or in each lap.
    #[schemars(title = "Number of hits", range(min = 1, max = MOST_HITS))]
    pub count: u32,
    /// The kinds of objects whose hits count. If no kinds and no single objects are given, hits of all objects count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Kinds", extend("uniqueItems" = true), extend("x-beside" = true))]
    pub kinds: Vec<ObjectKind>,
    /// Single objects whose hits count, by kind and number, such as `oil:2`. They count in addition to the objects of
    /// the selected kinds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Single objects")]
    pub ids: Vec<String>,
    /// Whether several hits on the same object count only once.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(title = "Each object once", extend("default" = true))]
    pub distinct: bool,
    /// The part of the race over which hits are counted: the whole race or each lap.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Counted per")]
    pub per: Per,
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_yes(flag: &bool) -> bool {
    *flag
}

/// Whether a field has its default value. Files leave such fields out.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The default number of turns after which a race is abandoned (RT-TURN-04).
pub const DEFAULT_TURN_CAP: u32 = 1_000;
/// The largest number of turns a race may allow. Within this number of turns, no velocity can grow beyond the range of
/// exact geometry.
pub const LARGEST_TURN_CAP: u32 = 40_000;

const fn default_cap() -> u32 {
    DEFAULT_TURN_CAP
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_default_cap(cap: &u32) -> bool {
    *cap == DEFAULT_TURN_CAP
}

/// All options of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The kind of contact with a wall that stops a racer: touching it, crossing it or landing on it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Walls")]
    pub walls: WallRule,
    /// The point from which a crashed racer continues, and whether it loses a turn.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "After a crash")]
    pub crash: CrashRule,
    /// The cost of damage in a crash: nothing, life points or turns.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Damage")]
    pub damage: DamageRule,
    /// The quantity that counts as the damage of a crash. It matters only if damage costs life points or turns.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Amount of damage", extend("x-when" = json!([{"/rules/damage": "life"}, {"/rules/damage": "turns"}])))]
    pub measure: Measure,
    /// The tie-breaks between racers that finish in the same turn, in order. If the list is empty, these racers share a
    /// place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Ties", extend("x-none" = "shared"))]
    pub ties: Vec<Tie>,
    /// The condition for finishing: crossing the line, or reaching a finish cell of a map.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Finish")]
    pub finish: FinishRule,
    /// The result of a move that crosses the finish line and then hits a wall: a win or a crash.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Wall past the finish line")]
    pub crash_after_finish: AfterFinish,
    /// The list of extra moves that a racer may make after it meets a slow-down: the corrected list, or the list as
    /// printed in the rulebook.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Slow-downs")]
    pub slow_list: SlowList,
    /// The direction in which y grows where coordinates are shown or typed. The letters U and D in moves always mean up
    /// and down on the sheet.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Y axis")]
    pub y_axis: Axis,
    /// The objects that must be hit before the finish counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Required hits")]
    pub hits: Option<Hits>,
    /// Whether the other racers continue after the first one has finished, to decide the remaining places.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(title = "Continue after the first finish", extend("default" = true))]
    pub play_on: bool,
    /// The number of turns after which the race is abandoned, 1 to 40,000.
    #[serde(default = "default_cap", skip_serializing_if = "is_default_cap")]
    #[schemars(title = "Turn limit", range(min = 1, max = LARGEST_TURN_CAP), extend("default" = DEFAULT_TURN_CAP))]
    pub turn_cap: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            walls: WallRule::default(),
            crash: CrashRule::default(),
            damage: DamageRule::default(),
            measure: Measure::default(),
            ties: Vec::new(),
            finish: FinishRule::default(),
            crash_after_finish: AfterFinish::default(),
            slow_list: SlowList::default(),
            y_axis: Axis::default(),
            hits: None,
            play_on: true,
            turn_cap: DEFAULT_TURN_CAP,
        }
    }
}

/// Hashes all options. Options added by later versions of the program are hashed only if one of them differs from its
/// default. So the fingerprints of old states stay valid.
impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { walls, crash, damage, measure, ties, finish, slow_list, hits, play_on, turn_cap, .. } = self;
        (walls, crash, damage, measure).hash(state);
        (ties, finish, slow_list, hits).hash(state);
        (play_on, turn_cap).hash(state);
        let later = (self.crash_after_finish, self.y_axis);
        if later != Default::default() {
            later.hash(state);
        }
    }
}

impl Hits {
    /// Creates the requirement of `count` hits in the whole race. Objects of every kind count, each of them once.
    #[must_use]
    pub const fn of(count: u32) -> Self {
        Self { count, kinds: Vec::new(), ids: Vec::new(), distinct: true, per: Per::Race }
    }
}
