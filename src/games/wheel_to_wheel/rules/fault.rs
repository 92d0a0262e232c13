//! The reasons why a turn is refused. They are small, because most turns are only tried. `explain` turns them into the
//! ledger's sentences (section 5).

use super::super::skills::Icon;
use super::super::tyres::Compound;
use super::permit::{BlueOnly, Why};

/// The rule that a turn breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The car is not in this race.
    Stranger,
    /// E30.
    Over,
    /// E10: the driver that must move, and the clause.
    NotNow(usize, &'static str),
    /// E11.
    Idle,
    /// E12.
    BatteryFirst,
    /// E13, with the clause of the choices.
    Choices(&'static str),
    /// E14.
    Overcharge,
    /// E15.
    Dice,
    /// E16.
    BlueOnly(BlueOnly, &'static str),
    /// E17.
    NotBlue,
    /// E18.
    Face,
    /// E19.
    SayWhere,
    /// A branch is given, but the token does not leave the pit entry field.
    NoFork,
    /// E20, or E22 if a plan requires it.
    MustStop(Why, &'static str),
    /// E20 or E22 for a driver that has stopped and keeps its tyres.
    KeepsSet(Why),
    /// E21: the compound that cannot be fitted, and the one that would be missing.
    Unfit(Compound, Compound),
    /// E22.
    Plan(Compound, u8),
    /// E23.
    NoRain,
    /// E24.
    WetBattery(&'static str),
    /// E25.
    JustFilled,
    /// E26.
    NotFull,
    /// E27: the throw does not leave the pit entry field.
    NoEntry,
    /// E27: the throw passes the pit entry field, and the pit lane is entered from it only.
    PassesEntry,
    /// The die may not end in the garage.
    BlueGarage,
    /// The red die is allowed only by the slipstream, and may not charge.
    SlipstreamOnly,
    /// E28: the slot to be spent.
    Slot(Icon, u8),
    /// Tyres are given without a stop.
    NoStop,
    /// `through` is given, but makes no difference.
    NoTry,
}

impl Fault {
    /// The number of the ledger's message, such as `E13`; `None` if the ledger has no message.
    pub(super) const fn code(self) -> Option<&'static str> {
        Some(match self {
            Self::Stranger | Self::NoFork | Self::NoStop | Self::NoTry => return None,
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

    /// Whether other tyres could fix it.
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
            Self::NoTry => "WW-PIT-08",
        }
    }
}
