//! The reasons why a turn is refused. They are small values, because most checked turns are only candidates and need no
//! message. `explain` turns them into the sentences of section 5 of the rules ledger.

use super::super::skills::Icon;
use super::super::tyres::Compound;
use super::permit::{BlueOnly, Why};

/// The rule that a turn breaks. Codes such as E13 are the numbers of error messages in the rules ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The car is not in this race.
    Stranger,
    /// E30: the race is over.
    Over,
    /// E10: another driver must move first. Contains the index of that driver, and the id of the clause.
    NotNow(usize, &'static str),
    /// E11: the driver misses its turn, although it still has to throw.
    Idle,
    /// E12: the driver chooses the battery after its throw. This choice must come before the throw.
    BatteryFirst,
    /// E13: the throw cannot be used in this way. Contains the id of the clause.
    Choices(&'static str),
    /// E14: the score does not fit into the battery.
    Overcharge,
    /// E15: the tyres and the slipstream do not allow this die.
    Dice,
    /// E16: only the blue die is allowed. Contains the reason and the id of the clause.
    BlueOnly(BlueOnly, &'static str),
    /// E17: the blue die is not allowed after a six.
    NotBlue,
    /// E18: the die has no such face.
    Face,
    /// E19: the recorded throw does not say whether the token leaves the pit entry field on the track or into the pit
    /// lane.
    SayWhere,
    /// The turn names a branch (track or pit lane), but the car does not leave the field of the pit entry.
    NoFork,
    /// E20: the driver must stop; E22 if its tyre plan requires the stop. Contains the reason and the id of the clause.
    MustStop(Why, &'static str),
    /// E20 or E22: a driver that stops in its garage keeps its old tyres, but must change them. Contains the reason.
    KeepsSet(Why),
    /// E21: the compound cannot be fitted, because the driver could then no longer use both compounds. Contains the
    /// compound, and the one that would remain unused.
    Unfit(Compound, Compound),
    /// E22: the driver's tyre plan requires another compound. Contains the plan's compound and the lap.
    Plan(Compound, u8),
    /// E23: wet tyres are fitted without rain.
    NoRain,
    /// E24: the battery is used in the rain. Contains the id of the clause.
    WetBattery(&'static str),
    /// E25: the battery became full only in this turn.
    JustFilled,
    /// E26: the battery is not full.
    NotFull,
    /// E27: the recorded throw chooses the pit lane, but the token does not leave the pit entry field.
    NoEntry,
    /// E27: the driver turns into the pit lane with a throw that passes the pit entry field. The options of the race
    /// demand a throw that begins on that field.
    PassesEntry,
    /// E13: the die may not end a move in the garage, because it is not the blue one.
    BlueGarage,
    /// E13: the red die is allowed only because of the slipstream, so it may not charge the battery.
    SlipstreamOnly,
    /// E28: the skill slot cannot be spent. Contains the icon and the slot.
    Slot(Icon, u8),
    /// The recorded throw names fresh tyres, but the driver makes no stop.
    NoStop,
    /// The recorded throw is marked `through` (drive past the garage), although it is no try to hit the garage.
    NoTry,
    /// The recorded throw is marked `through` (drive past the garage), although the driver has to stop there. Contains
    /// the reason.
    NotThrough(Why),
}

impl Fault {
    /// The number of the error message in the rules ledger, such as `E13`; `None` if the ledger has no message for this
    /// fault.
    pub(super) const fn code(self) -> Option<&'static str> {
        Some(match self {
            Self::Stranger | Self::NoFork | Self::NoStop | Self::NoTry | Self::NotThrough(_) => return None,
            Self::BlueGarage | Self::SlipstreamOnly => "E13",
            Self::Over => "E30",
            Self::NotNow(..) => "E10",
            Self::Idle => "E11",
            Self::BatteryFirst => "E12",
            Self::Choices(_) => "E13",
            Self::Overcharge => "E14",
            Self::Dice => "E15",
            Self::BlueOnly(..) => "E16",
            Self::NotBlue => "E17",
            Self::Face => "E18",
            Self::SayWhere => "E19",
            Self::MustStop(Why::Plan(..), _) | Self::KeepsSet(Why::Plan(..)) | Self::Plan(..) => "E22",
            Self::MustStop(..) | Self::KeepsSet(_) => "E20",
            Self::Unfit(..) => "E21",
            Self::NoRain => "E23",
            Self::WetBattery(_) => "E24",
            Self::JustFilled => "E25",
            Self::NotFull => "E26",
            Self::NoEntry | Self::PassesEntry => "E27",
            Self::Slot(..) => "E28",
        })
    }

    /// Whether the throw could be legal with a different choice of tyres.
    pub(super) const fn is_about_tyres(self) -> bool {
        matches!(self, Self::Unfit(..) | Self::Plan(..) | Self::NoRain | Self::KeepsSet(_))
    }

    pub(super) const fn clause(self, is_extra: bool) -> &'static str {
        match self {
            Self::Stranger => "WW-SET-01",
            Self::Over => "WW-RACE-02",
            Self::NotNow(_, clause)
            | Self::Choices(clause)
            | Self::BlueOnly(_, clause)
            | Self::MustStop(_, clause)
            | Self::WetBattery(clause) => clause,
            Self::Idle => {
                if is_extra {
                    "WW-SIX-01"
                } else {
                    "WW-TURN-03"
                }
            }
            Self::BatteryFirst => "WW-TURN-04",
            Self::Overcharge => "WW-BAT-02",
            Self::Dice => "WW-DICE-01",
            Self::NotBlue => "WW-DICE-03",
            Self::Face => "WW-DICE-04",
            Self::SayWhere | Self::NoFork => "WW-MOVE-05",
            Self::Unfit(..) => "WW-TYRE-06",
            Self::Plan(..) => "WW-TYRE-09",
            Self::NoRain => "WW-TYRE-11",
            Self::JustFilled => "WW-BAT-04",
            Self::NotFull => "WW-BAT-05",
            Self::NoEntry | Self::PassesEntry => "WW-PIT-01",
            Self::BlueGarage => "WW-PIT-02",
            Self::SlipstreamOnly => "WW-SLIP-03",
            Self::Slot(..) => "WW-SKILL-02",
            Self::NoStop | Self::KeepsSet(_) => "WW-PIT-11",
            Self::NoTry | Self::NotThrough(_) => "WW-PIT-08",
        }
    }
}
