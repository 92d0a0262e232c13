//! The rules of a race: presets, options and switches (section 3.0 of the rules ledger).

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::is_default;

/// A zone of a car, such as tyres or engine. Each zone has its own wear points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// Tyres. In the basic game this zone holds the car's whole pool of wear points.
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

    /// The zone's name in a race with these rules. The basic game has one pool of wear points, which it keeps in the zone of the
    /// tyres (FD-BAS-01).
    #[must_use]
    pub const fn name_in(self, rules: &Rules) -> &'static str {
        match self {
            Self::Tyres if rules.is_basic() => "wear",
            _ => self.name(),
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

/// The wear points of a stock car (a car with the standard points), by zone (FD-SET-02).
pub const STOCK: [u8; 6] = [6, 3, 3, 3, 3, 2];
/// The number of wear points in the basic game's pool (FD-BAS-01).
pub const BASIC_POOL: u8 = 18;

/// A set of tyres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TyreSet {
    /// Hard tyres: for dry weather.
    #[default]
    Hard,
    /// Soft tyres: faster than hard tyres in dry weather, until they are worn.
    Soft,
    /// Rain tyres: for rain.
    Rain,
}

impl TyreSet {
    /// The three sets of tyres.
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

/// The skill of a driver in a road race (section 3.26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    /// How Sweet!: a car that passes this car on a straight drives one space less.
    #[schemars(title = "How Sweet!")]
    HowSweet,
    /// Weather Frog: the driver may have the weather rolled again, and the car drifts less in rain.
    #[schemars(title = "Weather Frog")]
    WeatherFrog,
    /// Aggressive: in a collision with this car, the other car rolls twice.
    #[schemars(title = "Aggressive")]
    Aggressive,
    /// Skidding Pro: in corners, the driver may pay tyre points to make a move longer or shorter.
    #[schemars(title = "Skidding Pro")]
    SkiddingPro,
    /// Experienced Mechanic: at a checkpoint, the car regains more wear points.
    #[schemars(title = "Experienced Mechanic")]
    ExperiencedMechanic,
    /// Quick Off The Mark: of several cars that are level, this car acts first.
    #[schemars(title = "Quick Off The Mark")]
    QuickOffTheMark,
    /// Car Radio: once in a race, the driver may throw the radio at an adjacent car.
    #[schemars(title = "Car Radio")]
    CarRadio,
    /// Pile of Scrap: once in a lap, the driver may drop a marker on the space that the car leaves.
    #[schemars(title = "Pile of Scrap")]
    PileOfScrap,
    /// Little Genius: motor rolls damage the engine less often.
    #[schemars(title = "Little Genius")]
    LittleGenius,
    /// Better Nitro: nitro may add three more spaces.
    #[schemars(title = "Better Nitro")]
    BetterNitro,
    /// Ace At The Wheel: once in a lap, the driver may roll the gear die again.
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

    /// Returns the wear points by zone that are printed on the driver card of the skill; `None` for Ace At The Wheel,
    /// because the numbers on its card are not known.
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

/// The game whose rules a race uses: advanced or basic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The advanced game: cars have six zones, and there are damage, slipstreams and pit stops.
    #[default]
    Advanced,
    /// The basic game: cars have one pool of wear points, and the race has one lap.
    Basic,
}

/// Details of the rules that players can switch on or off. Some switches vary the published game. Others decide how an
/// unclear rule is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Switches {
    /// Whether all cars have the wear points of stock cars, 6/3/3/3/3/2. If off, each entry gives the wear points of
    /// its car (FD-SET-02).
    #[schemars(title = "Stock cars")]
    pub stock_car: bool,
    /// Whether a car may shift up by at most one gear in a turn (FD-GEAR-02).
    #[schemars(title = "Shift up by at most one gear")]
    pub one_gear_up: bool,
    /// Whether a car may skip gears only if it has enough wear points to pay for the skipped gears. If off, a car with
    /// too few points pays with all that it has (FD-GEAR-06).
    pub skips_must_be_payable: bool,
    /// Whether a car half a space ahead of another counts as ahead. If off, the two cars count as level (FD-ORD-04).
    #[schemars(title = "Half a space ahead counts as ahead")]
    pub half_space_is_ahead: bool,
    /// Whether a car in the pits acts as if it still stood at the pit entry that it used, so that it acts late in the
    /// round (FD-ORD-06).
    #[schemars(title = "Cars in the pits act last")]
    pub pit_cars_last: bool,
    /// Whether, in a collision, all other cars roll before the car that moved. If off, the car that moved rolls first
    /// (FD-COL-02).
    #[schemars(title = "Other cars roll first in collisions")]
    pub others_roll_first: bool,
    /// Whether there are no collisions in the pits (FD-COL-05).
    #[schemars(title = "No collisions in the pits")]
    pub no_pit_collisions: bool,
    /// Whether cars in the pits make no motor rolls (rolls for engine damage) (FD-MOT-04).
    #[schemars(title = "Skip the roll for motor damage in the pits")]
    pub no_pit_motor_rolls: bool,
    /// Whether slipstreams must follow the arrows of corners. If off, they may lead to any touching space ahead
    /// (FD-SLP-03).
    pub arrows_bind_slipstreams: bool,
    /// Whether a car that is blocked in the pits by other cars stops without losing wear points. If off, it loses the
    /// wear points listed in the table for blocked cars (FD-PIT-07).
    #[schemars(title = "Cars blocked in the pits lose no wear points")]
    pub single_file_pits: bool,
    /// Whether skipping gears in the pits costs nothing, and cars do not brake in the pits (FD-PIT-08).
    #[schemars(title = "Skipping gears is free in the pits")]
    pub no_costs_in_pits: bool,
    /// Whether nitro always gives its full bonus. If off, the driver may use only a part of the bonus (FD-NIT-02).
    #[schemars(title = "Nitro always gives its full bonus")]
    pub whole_nitro: bool,
    /// Whether soft tyres double overshoot penalties in dry weather until they are worn. Worn soft tyres always triple
    /// them.
    #[schemars(title = "Soft tyres double overshoot penalties in the dry")]
    pub soft_dry_double: bool,
    /// Whether soft tyres that the car had at the start add their extra space (in dry weather) only in lap 1
    /// (FD-TIR-09).
    #[schemars(title = "Soft tyres add a space in lap 1 only")]
    pub soft_bonus_one_lap: bool,
    /// Whether worn soft tyres drift in rain.
    #[schemars(title = "Worn soft tyres drift in rain")]
    pub worn_soft_drift: bool,
    /// Whether a car is eliminated if an overshoot of more than one space takes its last tyre points. If off, the car
    /// spins.
    #[schemars(title = "Eliminate a car if an overshoot takes its last tyre points")]
    pub literal_overshoot: bool,
    /// Whether soft tyres add their extra space to the move out of the box after a slow tyre stop. If off, they add it
    /// only from the following move.
    #[schemars(title = "Soft tyres add a space to the move out of the box")]
    pub soft_bonus_after_stop: bool,
    /// Whether every pit stop in a team race may use the team's repair points. If off, only technical stops may.
    #[schemars(title = "Use team repair points at every pit stop")]
    pub team_repairs: bool,
    /// Whether each car rolls the start die at its first turn (FD-STA-01). If off, all cars simply start in gear 1.
    pub start_die: bool,
}

impl Hash for Switches {
    /// Computes the hash of the switches. Switches that were added in newer versions are included only if they differ
    /// from the default. So races from older versions keep their hash.
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
            start_die,
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
        for (number, is_unusual) in (0u8..).zip([*literal_overshoot, !soft_bonus_after_stop, !team_repairs, !start_die])
        {
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
            start_die: true,
        }
    }
}

/// The rules of a race.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Rules {
    /// The game whose rules the race uses. Advanced: six zones, damage, slipstreams, pit stops. Basic: one pool of wear
    /// points, one lap.
    #[serde(default, skip_serializing_if = "is_default")]
    pub preset: Preset,
    /// Whether players build their cars from 20 wear points (section 3.16).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Car construction")]
    pub construction: bool,
    /// Whether a qualifying lap with a stopwatch decides the grid (section 3.17).
    #[serde(default, skip_serializing_if = "is_default")]
    pub qualifying: bool,
    /// Whether the weather chart and rain are used (sections 3.19 and 3.20).
    #[serde(default, skip_serializing_if = "is_default")]
    pub weather: bool,
    /// Whether players choose between hard, soft and rain tyres (section 3.21).
    #[serde(default, rename = "tires", skip_serializing_if = "is_default")]
    #[schemars(title = "Choice of tyres")]
    pub tyres: bool,
    /// Whether each pit stop is either a tyre stop or a technical stop, which also repairs (section 3.22).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Tyre and technical stops")]
    pub pit_options: bool,
    /// Whether the cars race in teams of two. Cars without a team number form pairs in the order of the list
    /// (section 3.23).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Teams of two")]
    pub teams: bool,
    /// Whether the race is a road race, with driver cards, nitro and the markings on the road (sections 3.24 to 3.27).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(title = "Road race")]
    pub road: bool,
    /// Details of the rules that players can switch on or off.
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

    /// Finds options that cannot be combined with the other chosen options. Returns, for each of them, the id of the
    /// broken clause and a message.
    pub(super) fn conflicts(&self) -> Vec<(&'static str, &'static str)> {
        let mut conflicts = Vec::new();
        let mut say = |holds: bool, clause, says| {
            if holds {
                conflicts.push((clause, says));
            }
        };
        for (is_on, says) in [
            (self.construction, "Switch off \"Car construction\": it is not part of the basic game."),
            (self.weather, "Switch off \"Weather\": it is not part of the basic game."),
            (self.tyres, "Switch off \"Choice of tyres\": it is not part of the basic game."),
            (self.pit_options, "Switch off \"Tyre and technical stops\": pit stops are not part of the basic game."),
            (self.teams, "Switch off \"Teams of two\": teams are not part of the basic game."),
            (self.road, "Switch off \"Road race\": road races are not part of the basic game."),
        ] {
            say(self.is_basic() && is_on, "FD-BAS-04", says);
        }
        say(
            self.road && self.construction,
            "FD-ROA-01",
            "Switch off \"Car construction\": in road races the driver cards give the wear points.",
        );
        say(
            self.road && self.tyres,
            "FD-ROA-01",
            "Switch off \"Choice of tyres\": in road races all cars run on hard tyres.",
        );
        say(
            self.road && self.pit_options,
            "FD-ROA-02",
            "Switch off \"Tyre and technical stops\": road races have no pit stops.",
        );
        conflicts
    }
}
