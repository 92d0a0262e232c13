//! The rules of a race: presets, options and switches (the ledger's section 3.0).

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::is_default;

/// A zone of a car. Each has wear points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// Tyres; in the basic game the whole pool.
    #[serde(rename = "tires")]
    Tyres,
    /// Brakes.
    Brakes,
    /// Gearbox.
    Gearbox,
    /// Car body.
    Body,
    /// Engine.
    Engine,
    /// Road handling.
    Handling,
}

impl Zone {
    /// All zones, in the order of a car's record sheet.
    pub const ALL: [Self; 6] = [Self::Tyres, Self::Brakes, Self::Gearbox, Self::Body, Self::Engine, Self::Handling];

    /// The zone's name shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tyres => "tyres",
            Self::Brakes => "brakes",
            Self::Gearbox => "gearbox",
            Self::Body => "body",
            Self::Engine => "engine",
            Self::Handling => "handling",
        }
    }

    /// The zone's letter in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Tyres => 'T',
            Self::Brakes => 'B',
            Self::Gearbox => 'G',
            Self::Body => 'C',
            Self::Engine => 'E',
            Self::Handling => 'H',
        }
    }

    /// Returns the zone with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|zone| zone.letter() == letter)
    }
}

/// The wear points of a stock car, by zone (FD-SET-02).
pub const STOCK: [u8; 6] = [6, 3, 3, 3, 3, 2];
/// The number of wear points in the basic game's pool (FD-BAS-01).
pub const BASIC_POOL: u8 = 18;

/// A set of tyres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TyreSet {
    /// Hard: for dry weather.
    #[default]
    Hard,
    /// Soft: faster in dry weather, until worn.
    Soft,
    /// Rain: for rain.
    Rain,
}

impl TyreSet {
    /// All sets of tyres.
    pub const ALL: [Self; 3] = [Self::Hard, Self::Soft, Self::Rain];

    /// The name of the set of tyres, shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Soft => "soft",
            Self::Rain => "rain",
        }
    }
}

/// The skill of a driver in a road race (ledger, section 3.26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    /// The skill How Sweet!
    #[schemars(title = "How Sweet!")]
    HowSweet,
    /// The skill Weather Frog.
    #[schemars(title = "Weather Frog")]
    WeatherFrog,
    /// The skill Aggressive.
    #[schemars(title = "Aggressive")]
    Aggressive,
    /// The skill Skidding Pro.
    #[schemars(title = "Skidding Pro")]
    SkiddingPro,
    /// The skill Experienced Mechanic.
    #[schemars(title = "Experienced Mechanic")]
    ExperiencedMechanic,
    /// The skill Quick Off The Mark.
    #[schemars(title = "Quick Off The Mark")]
    QuickOffTheMark,
    /// The skill Car Radio.
    #[schemars(title = "Car Radio")]
    CarRadio,
    /// The skill Pile of Scrap.
    #[schemars(title = "Pile of Scrap")]
    PileOfScrap,
    /// Little Genius.
    #[schemars(title = "Little Genius")]
    LittleGenius,
    /// Better Nitro.
    #[schemars(title = "Better Nitro")]
    BetterNitro,
    /// Ace At The Wheel.
    #[schemars(title = "Ace At The Wheel")]
    AceAtTheWheel,
}

impl Skill {
    /// All skills.
    pub const ALL: [Self; 11] = [
        Self::HowSweet,
        Self::WeatherFrog,
        Self::Aggressive,
        Self::SkiddingPro,
        Self::ExperiencedMechanic,
        Self::QuickOffTheMark,
        Self::CarRadio,
        Self::PileOfScrap,
        Self::LittleGenius,
        Self::BetterNitro,
        Self::AceAtTheWheel,
    ];

    /// The skill's name shown to players.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HowSweet => "How Sweet!",
            Self::WeatherFrog => "Weather Frog",
            Self::Aggressive => "Aggressive",
            Self::SkiddingPro => "Skidding Pro",
            Self::ExperiencedMechanic => "Experienced Mechanic",
            Self::QuickOffTheMark => "Quick Off The Mark",
            Self::CarRadio => "Car Radio",
            Self::PileOfScrap => "Pile of Scrap",
            Self::LittleGenius => "Little Genius",
            Self::BetterNitro => "Better Nitro",
            Self::AceAtTheWheel => "Ace At The Wheel",
        }
    }

    /// Returns the wear points on the skill's driver card; `None` for Ace At The Wheel, whose card is not known
    ///
    #[must_use]
    pub const fn card(self) -> Option<[u8; 6]> {
        Some(match self {
            Self::HowSweet => [7, 3, 2, 2, 3, 3],
            Self::WeatherFrog => [8, 4, 2, 2, 3, 2],
            Self::Aggressive => [6, 3, 2, 4, 3, 3],
            Self::SkiddingPro => [9, 2, 2, 2, 3, 2],
            Self::ExperiencedMechanic => [4, 6, 2, 3, 3, 2],
            Self::QuickOffTheMark => [6, 4, 2, 3, 3, 3],
            Self::CarRadio => [7, 2, 3, 2, 3, 3],
            Self::PileOfScrap => [6, 3, 3, 3, 3, 3],
            Self::LittleGenius => [5, 4, 3, 3, 3, 4],
            Self::BetterNitro => [5, 5, 3, 2, 3, 2],
            Self::AceAtTheWheel => return None,
        })
    }
}

/// The rules to start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Six zones, damage, slipstreams, pit stops.
    #[default]
    Advanced,
    /// One pool of wear points, one lap.
    Basic,
}

/// Details of the published game, and interpretations of unclear rules, that a table may choose differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Switches {
    /// Cars have the stock wear points, 6/3/3/3/3/2. If off, each entry gives its own (FD-SET-02).
    #[schemars(title = "Stock cars")]
    pub stock_car: bool,
    /// At most one gear up in a turn (FD-GEAR-02).
    #[schemars(title = "One gear up at most")]
    pub one_gear_up: bool,
    /// A car may skip gears only if it has the wear points for it. If off, it pays what it has (FD-GEAR-06).
    pub skips_must_be_payable: bool,
    /// A car half a space ahead is ahead. If off, the two cars are level (FD-ORD-04).
    #[schemars(title = "Half a space ahead is ahead")]
    pub half_space_is_ahead: bool,
    /// A car in the pits has the progress of the pit entry it used, so it acts late (FD-ORD-06).
    #[schemars(title = "Cars in the pits act last")]
    pub pit_cars_last: bool,
    /// In collisions all other cars roll before the mover. If off, the mover rolls first (FD-COL-02).
    #[schemars(title = "In collisions others roll first")]
    pub others_roll_first: bool,
    /// No collisions in the pits (FD-COL-05).
    #[schemars(title = "No collisions in the pits")]
    pub no_pit_collisions: bool,
    /// No motor rolls in the pits (FD-MOT-04).
    #[schemars(title = "No motor rolls in the pits")]
    pub no_pit_motor_rolls: bool,
    /// Slipstreams must follow corner arrows. If off, they may use any touching space ahead (FD-SLP-03).
    pub arrows_bind_slipstreams: bool,
    /// A car stuck in the pits stops without loss. If off, the blocked table applies (FD-PIT-07).
    #[schemars(title = "Stuck in the pits costs nothing")]
    pub single_file_pits: bool,
    /// No gear costs and no braking in the pits (FD-PIT-08).
    #[schemars(title = "No gear costs in the pits")]
    pub no_costs_in_pits: bool,
    /// Nitro always gives its whole bonus. If off, the driver may use a part of it (FD-NIT-02).
    #[schemars(title = "Nitro gives its whole bonus")]
    pub whole_nitro: bool,
    /// Soft tyres double overshoot penalties in dry weather before they are worn.
    #[schemars(title = "Soft tyres double penalties in the dry")]
    pub soft_dry_double: bool,
    /// The dry bonus of soft tyres ends after lap 1 (FD-TIR-09).
    #[schemars(title = "Soft tyres help in lap 1 only")]
    pub soft_bonus_one_lap: bool,
    /// Worn soft tyres drift in rain.
    #[schemars(title = "Worn soft tyres drift in rain")]
    pub worn_soft_drift: bool,
    /// An overshoot of more than one space that takes the last tyre points eliminates the car. If off, the car spins
    ///
    #[schemars(title = "Last tyre points, over 1 space: out")]
    pub literal_overshoot: bool,
    /// After a slow tyre stop, soft tyres give their bonus at once. If off, only from the move after leaving the box
    ///
    #[schemars(title = "Soft tyres help at once after a slow tyre stop")]
    pub soft_bonus_after_stop: bool,
    /// In team races every stop may repair from the team's points. If off, only technical stops may.
    #[schemars(title = "Every stop of a team may repair")]
    pub team_repairs: bool,
}

impl Hash for Switches {
    /// Hashes newer switches only if they differ from the default, so that older races keep their fingerprint.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self {
            stock_car,
            one_gear_up,
            skips_must_be_payable,
            half_space_is_ahead,
            pit_cars_last,
            others_roll_first,
            no_pit_collisions,
            no_pit_motor_rolls,
            arrows_bind_slipstreams,
            single_file_pits,
            no_costs_in_pits,
            whole_nitro,
            soft_dry_double,
            soft_bonus_one_lap,
            worn_soft_drift,
            literal_overshoot,
            soft_bonus_after_stop,
            team_repairs,
        } = self;
        for switch in [
            stock_car,
            one_gear_up,
            skips_must_be_payable,
            half_space_is_ahead,
            pit_cars_last,
            others_roll_first,
            no_pit_collisions,
            no_pit_motor_rolls,
            arrows_bind_slipstreams,
            single_file_pits,
            no_costs_in_pits,
            whole_nitro,
            soft_dry_double,
            soft_bonus_one_lap,
            worn_soft_drift,
        ] {
            switch.hash(state);
        }
        for (number, is_unusual) in (0u8..).zip([*literal_overshoot, !soft_bonus_after_stop, !team_repairs]) {
            if is_unusual {
                number.hash(state);
            }
        }
    }
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            stock_car: true,
            one_gear_up: true,
            skips_must_be_payable: true,
            half_space_is_ahead: true,
            pit_cars_last: true,
            others_roll_first: true,
            no_pit_collisions: true,
            no_pit_motor_rolls: true,
            arrows_bind_slipstreams: true,
            single_file_pits: true,
            no_costs_in_pits: true,
            whole_nitro: true,
            soft_dry_double: false,
            soft_bonus_one_lap: false,
            worn_soft_drift: false,
            literal_overshoot: false,
            soft_bonus_after_stop: true,
            team_repairs: true,
        }
    }
}

/// The rules of a race.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Rules {
    /// The rules to start from. Advanced: six zones, damage, slipstreams, pit stops. Basic: one pool of wear points,
    /// one lap.
    #[serde(default, skip_serializing_if = "is_default")]
    pub preset: Preset,
    /// Players build their cars from 20 wear points (3.16).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Car construction")]
    pub construction: bool,
    /// A qualifying lap with a stopwatch decides the grid (3.17).
    #[serde(default, skip_serializing_if = "is_default")]
    pub qualifying: bool,
    /// The weather chart and rain (3.19, 3.20).
    #[serde(default, skip_serializing_if = "is_default")]
    pub weather: bool,
    /// Hard, soft and rain tyres (3.21).
    #[serde(default, rename = "tires", skip_serializing_if = "is_default")]
    #[schemars(title = "Choice of tyres")]
    pub tyres: bool,
    /// Each stop is a tyre stop or, with repairs, a technical stop (3.22).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Tyre and technical stops")]
    pub pit_options: bool,
    /// Every two neighbours in the list of cars are a team (3.23).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Teams of two")]
    pub teams: bool,
    /// Driver cards, nitro, and the markings on the road (3.24 to 3.27).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Road race")]
    pub road: bool,
    /// Details of the rules.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-heading" = "Details"))]
    pub switches: Switches,
}

impl Rules {
    /// Whether these are the rules of the basic game.
    #[must_use]
    pub const fn is_basic(&self) -> bool {
        matches!(self.preset, Preset::Basic)
    }

    /// Returns the options that exclude each other, each with its clause.
    pub(super) fn conflicts(&self) -> Vec<(&'static str, &'static str)> {
        let mut conflicts = Vec::new();
        let mut say = |holds: bool, clause, says| {
            if holds {
                conflicts.push((clause, says));
            }
        };
        for (is_on, says) in [
            (self.construction, "Car construction is not part of the basic game."),
            (self.weather, "Weather is not part of the basic game."),
            (self.tyres, "The choice of tyres is not part of the basic game."),
            (self.pit_options, "Pit stops are not part of the basic game."),
            (self.teams, "Teams are not part of the basic game."),
            (self.road, "Road races are not part of the basic game."),
        ] {
            say(self.is_basic() && is_on, "FD-BAS-04", says);
        }
        say(self.road && self.construction, "FD-ROA-01", "In road races the driver cards fix the wear points.");
        say(self.road && self.tyres, "FD-ROA-01", "In road races all cars run on hard tyres.");
        say(self.road && self.pit_options, "FD-ROA-02", "No pit stops in road races.");
        conflicts
    }
}
