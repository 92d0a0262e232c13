//! What a table agrees on (ledger, section 2).

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::objects::ObjectKind;

/// When walls stop a racer.
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
    /// Only the end of a move is looked at (RT-WALL-02).
    #[schemars(title = "stop landings only")]
    LandingOnly,
    /// The path is looked at in steps, cell by cell (RT-WALL-03).
    #[schemars(title = "stop cell by cell")]
    Sampled,
}

impl WallRule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::NoTouch, Self::MayTouch, Self::LandingOnly, Self::Sampled];

    /// The name files use.
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

/// Where a racer that crashed goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrashRule {
    /// Beside the crash, after a turn lost on repairs (RT-CRASH-06).
    #[default]
    #[schemars(title = "repair for a turn")]
    Repair,
    /// Beside the crash, without losing a turn (RT-CRASH-07).
    #[schemars(title = "stop at the wall")]
    StopAtWall,
    /// At the start (RT-CRASH-07).
    #[schemars(title = "back to the start")]
    BackToStart,
}

/// What damage does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DamageRule {
    /// Nothing (RT-DMG-01).
    #[default]
    #[schemars(title = "none")]
    None,
    /// It costs some of ten life points (RT-DMG-02).
    #[schemars(title = "life points")]
    Life,
    /// It costs turns (RT-DMG-03).
    #[schemars(title = "turns")]
    Turns,
}

/// How damage is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// By both components together (RT-DMG-04).
    #[default]
    #[schemars(title = "both components")]
    Sum,
    /// By the length of the move (RT-DMG-05).
    #[schemars(title = "speed")]
    Speed,
    /// By the part of the move that goes into the wall (RT-DMG-06).
    #[schemars(title = "speed into the wall")]
    Perpendicular,
}

/// What decides between racers that finish in the same turn (RT-TIE-01 to 07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Who was closest to the line before the turn.
    #[schemars(title = "distance before")]
    Distance,
    /// Who crossed fastest.
    #[schemars(title = "speed")]
    Speed,
    /// Who took least time, by the formula of uniform acceleration.
    #[schemars(title = "time")]
    Time,
    /// Who crossed earliest on the way.
    #[schemars(title = "earliest crossing")]
    Fraction,
}

/// What counts as finishing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FinishRule {
    /// Crossing the line (RT-FIN-01).
    #[default]
    #[schemars(title = "the line")]
    Line,
    /// Landing on a finish cell of a cell map.
    #[schemars(title = "landing on a finish cell")]
    CellsLand,
    /// Passing over a finish cell of a cell map.
    #[schemars(title = "passing a finish cell")]
    CellsPass,
}

/// Which way coordinates count up and down the sheet, where people read and write them. Files and rules count upwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Upwards.
    #[default]
    #[schemars(title = "upwards")]
    Up,
    /// Downwards, from the top of the sheet.
    #[schemars(title = "downwards")]
    Down,
}

impl Axis {
    /// A point or a move as people write it, and back.
    #[must_use]
    pub const fn shown(self, [x, y]: [i32; 2]) -> [i32; 2] {
        match self {
            Self::Up => [x, y],
            Self::Down => [x, -y],
        }
    }
}

/// What a wall does that is hit in the very move that crosses the line for the last time: the book says both that such a
/// move has crashed and that whoever crosses the line first wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterFinish {
    /// Nothing: the race is won at the line (RT-FIN-04).
    #[default]
    #[schemars(title = "wins")]
    Wins,
    /// The move has crashed and does not finish: the racer is put down before the line, where it came to it.
    #[schemars(title = "crashes")]
    Crashes,
}

/// Which moves a slow-down adds (ruling 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlowList {
    /// One unit less, the other component as usual (RT-SLOW-01).
    #[default]
    #[schemars(title = "as it is meant")]
    Repaired,
    /// The list as it is printed (RT-SLOW-03).
    #[schemars(title = "as it is printed")]
    Literal,
}

/// Within what required objects are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// The whole race.
    #[default]
    #[schemars(title = "race")]
    Race,
    /// Every lap: what was hit is forgotten when a lap with enough of it is completed.
    #[schemars(title = "lap")]
    Lap,
}

/// Objects that must be hit before the finish counts (RT-HIT-01 to 03).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hits {
    /// How many.
    #[schemars(title = "Hits to make", range(min = 1, max = 1000))]
    pub count: u32,
    /// The kinds of objects that are hits. Where none is marked, all of them are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Kinds", extend("uniqueItems" = true), extend("x-beside" = true))]
    pub kinds: Vec<ObjectKind>,
    /// Of which objects, by kind and number, such as `oil:2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Only these")]
    pub ids: Vec<String>,
    /// An object counts once only.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(title = "Each once", extend("default" = true))]
    pub distinct: bool,
    /// Within what.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Counted in the")]
    pub per: Per,
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
const fn is_yes(flag: &bool) -> bool {
    *flag
}

/// Whether a field has its default value and need not be written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// After how many turns a race is abandoned, where nobody says otherwise (RT-TURN-04).
pub const DEFAULT_TURN_CAP: u32 = 1_000;
/// The largest such number: no velocity of a race with so few turns leaves the numbers the geometry is exact for.
pub const LARGEST_TURN_CAP: u32 = 40_000;

const fn default_cap() -> u32 {
    DEFAULT_TURN_CAP
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
const fn is_default_cap(cap: &u32) -> bool {
    *cap == DEFAULT_TURN_CAP
}

/// All options of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// When walls stop a racer.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Walls")]
    pub walls: WallRule,
    /// Where a racer that crashed goes on.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "After a crash")]
    pub crash: CrashRule,
    /// What damage does.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Damage")]
    pub damage: DamageRule,
    /// How it is measured; read only where damage does anything.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Measured by", extend("x-when" = json!([{"/rules/damage": "life"}, {"/rules/damage": "turns"}])))]
    pub measure: Measure,
    /// What decides between racers that finish in the same turn, one after another; none: they share the win.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(title = "Ties", extend("x-none" = "shared"))]
    pub ties: Vec<Tie>,
    /// What counts as finishing.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Finish")]
    pub finish: FinishRule,
    /// What a wall behind the line does to a move that would finish.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Over the line into a wall")]
    pub crash_after_finish: AfterFinish,
    /// Which moves a slow-down adds.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Slow-downs")]
    pub slow_list: SlowList,
    /// Which way the second coordinate counts where it is shown or typed; U and D stay up and down on the sheet.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Second coordinate")]
    pub y_axis: Axis,
    /// What must be hit on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Hits count")]
    pub hits: Option<Hits>,
    /// Whether the others race on for places after the first finish.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(title = "Race on for places", extend("default" = true))]
    pub play_on: bool,
    /// After how many turns the race is abandoned, 1 to [`LARGEST_TURN_CAP`].
    #[serde(default = "default_cap", skip_serializing_if = "is_default_cap")]
    #[schemars(title = "Turns at most", range(min = 1, max = LARGEST_TURN_CAP), extend("default" = DEFAULT_TURN_CAP))]
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

/// Options that came later count only where they are not what they always were: states keep their fingerprints.
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
    /// So many of whatever can be hit.
    #[must_use]
    pub const fn of(count: u32) -> Self {
        Self { count, kinds: Vec::new(), ids: Vec::new(), distinct: true, per: Per::Race }
    }
}
