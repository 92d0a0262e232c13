//! The options that the players can agree on besides the edition, and the resulting terms of the race.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Edition;
use crate::game::Issue;
use crate::geometry::Surd;

/// The options the players may agree on. An option that is `None` follows the edition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The number of tyre and nitro points, together, that each car takes at the start: 0 to 16. If not set, it is 8
    /// (VR-RES-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Points for each car", range(min = 0, max = 16), extend("x-empty" = "default"))]
    pub points: Option<u8>,
    /// The overlap at which two pieces collide, in octagons: 0 to 0.25. With 0 any overlap counts. If not set, it is
    /// 0.02 in the online edition and 0 in the other editions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Overlap that collides", extend("minimum" = 0, "maximum" = 0.25), extend("x-unit" = "octagons", "x-empty" = "default"))]
    pub overlap: Option<Surd>,
    /// Whether rams are allowed: shunts by a car that faces 45° towards its target. If not set, only the online edition
    /// allows them (VR-ON-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Ram")]
    pub ram: Option<bool>,
    /// Whether a car whose gear and boost add up to 6 or more may overtake without paying a nitro point. If not set,
    /// only the online edition allows it (VR-ON-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Boost overtaking")]
    pub boost_overtaking: Option<bool>,
    /// Whether the track limits drawn on the circuit apply. If not set, the table's edge is the only limit
    /// (VR-TABLE-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Track limits")]
    pub track_limits: Option<bool>,
    /// Whether a declared gear may be taken back before the next car acts. If not set, it may not (VR-TURN-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Take back")]
    pub take_back: Option<bool>,
    /// Whether Super Powers are used. Only the second edition has this option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Super Powers")]
    pub powers: Option<bool>,
}

impl Options {
    /// Whether no option is set: the race follows the edition in everything.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the number of points that each car takes at the start, tyre and nitro together (VR-RES-01).
    #[must_use]
    pub fn points(&self) -> u8 {
        self.points.unwrap_or(8)
    }

    /// Returns the terms of a race with these options.
    ///
    /// # Errors
    /// Returns an issue for each option whose value is out of range, and for each option that the edition does not
    /// have.
    pub fn terms(&self, edition: Edition) -> Result<Terms, Vec<Issue>> {
        let mut issues = Vec::new();
        if self.points() > 16 {
            let message = format!("Each car starts with {} points; choose 0 to 16.", self.points());
            issues.push(Issue::error("VR-RES-01", message));
        }
        let quarter = Surd::from_int(1).half().and_then(Surd::half).unwrap_or_default();
        if self.overlap.is_some_and(|depth| depth.is_negative() || depth > quarter) {
            let message = "The overlap that counts as a collision is out of range; choose 0 to 0.25 octagons.";
            issues.push(Issue::error("VR-LEGAL-01", message));
        }
        if self.powers == Some(true) && edition != Edition::Second {
            let message = format!(
                "Super Powers belong to the second edition; this race follows the {}. Switch them off.",
                edition.name()
            );
            issues.push(Issue::error("VR-POW-01", message));
        }
        if !issues.is_empty() {
            return Err(issues);
        }
        let edition_terms = Terms::of(edition);
        Ok(Terms {
            overlap: match self.overlap {
                None => edition_terms.overlap,
                Some(depth) => Some(depth).filter(|depth| depth.is_positive()),
            },
            ram: self.ram.unwrap_or(edition_terms.ram),
            boost_overtaking: self.boost_overtaking.unwrap_or(edition_terms.boost_overtaking),
            track_limits: self.track_limits.unwrap_or(edition_terms.track_limits),
            take_back: self.take_back.unwrap_or(edition_terms.take_back),
            powers: self.powers.unwrap_or(edition_terms.powers),
        })
    }
}

/// The terms of a race: the edition's values, except where the players agreed on something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The smallest overlap on each axis at which two pieces collide, in octagons; `None` if any overlap counts.
    pub overlap: Option<Surd>,
    /// Whether rams are allowed.
    pub ram: bool,
    /// Whether boost overtaking is allowed: a car passes another car after a long boosted move, without paying a nitro
    /// point.
    pub boost_overtaking: bool,
    /// Whether the track limits drawn on the circuit apply.
    pub track_limits: bool,
    /// Whether a declared gear may be taken back before the next car acts.
    pub take_back: bool,
    /// Whether Super Powers are used.
    pub powers: bool,
}

impl Terms {
    /// Returns the terms of a race of this edition in which the players agreed on no options.
    #[must_use]
    pub const fn of(edition: Edition) -> Self {
        let online = matches!(edition, Edition::Online);
        Self {
            overlap: edition.overlap_tolerance(),
            ram: online,
            boost_overtaking: online,
            track_limits: false,
            take_back: false,
            powers: false,
        }
    }
}
