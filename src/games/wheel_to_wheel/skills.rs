//! The skills of a team: helmet, tools and headset (WW-SKILL).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The highest slot that a skill can reach. Every icon has the slots 1 to 3.
pub const LAST_SLOT: u8 = 3;
/// The largest number of slots that a team can earn: two for each icon, because every team starts with the first slot
/// of each icon.
pub const MOST_SLOTS: u8 = 6;
/// The number of skill slots that a driver earns for its team if it completes a lap before all others (WW-SKILL-03).
pub const LAP_SLOTS: u8 = 3;
/// The number of championship points that earn one skill slot (WW-SKILL-04).
pub const POINTS_PER_SLOT: u32 = 20;

/// A skill of a team, shown by its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Icon {
    /// The helmet (driver skills): it sets the reach of the slipstream, in fields.
    Helmet,
    /// The tools (technology): they set the number of sixes in a row that breaks the engine.
    Tools,
    /// The headset (management): it sets the number of failed tries to hit the garage after which a driver is put into
    /// its own garage.
    Headset,
}

impl Icon {
    /// All icons.
    pub const ALL: [Self; 3] = [Self::Helmet, Self::Tools, Self::Headset];

    /// The icon's name in lists and notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Helmet => "helmet",
            Self::Tools => "tools",
            Self::Headset => "headset",
        }
    }

    /// Returns the effect of the icon's slots, in a sentence.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::Helmet => {
                "The helmet: the slipstream of a car ahead reaches 2 fields (slot 1), 3 fields (slot 2) or 4 fields (slot 3)."
            }
            Self::Tools => {
                "The tools: the engine lasts longer. It fails only at the third six in a row (slot 1), only at the fourth (slot 2), or never (slot 3)."
            }
            Self::Headset => {
                "The headset: a driver that fails to hit its own garage is put into it at the third failed try (slot 2), at the second (slot 3), or never (slot 1)."
            }
        }
    }

    /// Returns the name of a spent skill slot, for lists.
    #[must_use]
    pub const fn slot_name(self, slot: u8) -> &'static str {
        match (self, slot) {
            (Self::Helmet, 2) => "helmet 2",
            (Self::Helmet, 3) => "helmet 3",
            (Self::Tools, 2) => "tools 2",
            (Self::Tools, 3) => "tools 3",
            (Self::Headset, 2) => "headset 2",
            (Self::Headset, 3) => "headset 3",
            _ => "skill",
        }
    }
}

/// The slot that a team has reached for each icon, 1 to 3 (WW-SKILL-01, 02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skills {
    /// The slot that the team has reached for the helmet. In slots 1, 2 and 3 the slipstream reaches 2, 3 and 4 fields.
    #[schemars(title = "helmet", range(min = 1, max = LAST_SLOT), extend("default" = 1))]
    pub helmet: u8,
    /// The slot that the team has reached for the tools. In slot 1 the engine fails at the third six in a row, in slot
    /// 2 at the fourth, in slot 3 never.
    #[schemars(title = "tools", range(min = 1, max = LAST_SLOT), extend("default" = 1), extend("x-beside" = true))]
    pub tools: u8,
    /// The slot that the team has reached for the headset. In slot 2 the driver is put into its garage after 3 failed
    /// tries, in slot 3 after 2.
    #[schemars(title = "headset", range(min = 1, max = LAST_SLOT), extend("default" = 1), extend("x-beside" = true))]
    pub headset: u8,
}

impl Default for Skills {
    fn default() -> Self {
        Self { helmet: 1, tools: 1, headset: 1 }
    }
}

impl Skills {
    /// Returns the number of the slot that the team has reached for an icon, 1 to 3.
    #[must_use]
    pub const fn of(self, icon: Icon) -> u8 {
        match icon {
            Icon::Helmet => self.helmet,
            Icon::Tools => self.tools,
            Icon::Headset => self.headset,
        }
    }

    /// Returns a copy of these skills in which the skill `icon` has reached the slot `slot`.
    #[must_use]
    pub const fn with(self, icon: Icon, slot: u8) -> Self {
        match icon {
            Icon::Helmet => Self { helmet: slot, ..self },
            Icon::Tools => Self { tools: slot, ..self },
            Icon::Headset => Self { headset: slot, ..self },
        }
    }

    /// The number of slots spent. The first slot of each icon is not counted, because every team has it.
    #[must_use]
    pub fn taken(self) -> u8 {
        Icon::ALL.into_iter().map(|icon| self.of(icon).saturating_sub(1)).fold(0, u8::saturating_add)
    }

    /// Returns the reach of the slipstream behind a car, in fields.
    #[must_use]
    pub const fn slipstream(self) -> u16 {
        self.helmet as u16 + 1
    }

    /// Returns the number of sixes in a row that breaks the engine; `None` if the engine never breaks.
    #[must_use]
    pub const fn breaking_six(self) -> Option<u8> {
        match self.tools {
            0 | 1 => Some(3),
            2 => Some(4),
            _ => None,
        }
    }

    /// Returns the number of failed tries after which a driver is put into its garage; `None` if this never happens.
    #[must_use]
    pub const fn helping_try(self) -> Option<u8> {
        match self.headset {
            0 | 1 => None,
            2 => Some(3),
            _ => Some(2),
        }
    }
}
