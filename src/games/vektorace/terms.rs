//! What a table agrees on beside the edition: options of the setup, and the terms a race runs under.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Edition;
use crate::game::Issue;
use crate::geometry::Surd;

/// The options a table may agree on. What is not said is as the edition has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many tyre and nitro points each car takes in all, 0 to 16 (VR-RES-01: 8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Points of a car", range(min = 0, max = 16))]
    pub points: Option<u8>,
    /// How deep two pieces must overlap to collide, in octagons, 0 to 0.25; 0 is any overlap at all
    /// (section 1.4: 0, online 0.02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Overlap", extend("minimum" = 0, "maximum" = 0.25), extend("x-unit" = "octagons"))]
    pub overlap: Option<Surd>,
    /// Whether a shunt may be made turned towards its target (VR-ON-01: online only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Ram")]
    pub ram: Option<bool>,
    /// Whether gear and boost of 6 together overtake without a nitro point (VR-ON-03: online only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Boost overtaking")]
    pub boost_overtaking: Option<bool>,
    /// Whether the limits drawn on the circuit bind (VR-TABLE-01: the table's edge is the only limit).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Track limits")]
    pub track_limits: Option<bool>,
    /// Whether a declaration may be taken back before the next car acts (VR-TURN-03: it may not).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Take back")]
    pub take_back: Option<bool>,
    /// Whether Super Powers are played (section 3.17: an option of the second edition).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Super Powers")]
    pub powers: Option<bool>,
}

impl Options {
    /// Whether everything is as the edition has it.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// How many points each car takes (VR-RES-01).
    #[must_use]
    pub fn points(&self) -> u8 {
        self.points.unwrap_or(8)
    }

    /// What the race runs under.
    ///
    /// # Errors
    /// An issue for each option that is out of its range, or that the edition does not know.
    pub fn terms(&self, edition: Edition) -> Result<Terms, Vec<Issue>> {
        let mut issues = Vec::new();
        if self.points() > 16 {
            let message = format!("{} points for each car are agreed; 0 to 16 are possible.", self.points());
            issues.push(Issue::error("VR-RES-01", message));
        }
        let quarter = Surd::from_int(1).half().and_then(Surd::half).unwrap_or_default();
        if self.overlap.is_some_and(|depth| depth.is_negative() || depth > quarter) {
            let message = "The tolerance of overlap is agreed in octagons, from 0 to 0.25.";
            issues.push(Issue::error("VR-LEGAL-01", message));
        }
        if self.powers == Some(true) && edition != Edition::Second {
            let message =
                format!("Super Powers belong to the second edition; this race follows the {}.", edition.name());
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

/// What a race runs under: the edition's values where nothing else was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// How deep two pieces must overlap, on each axis, to collide; `None` for any overlap at all.
    pub overlap: Option<Surd>,
    /// Whether rams are made.
    pub ram: bool,
    /// Whether boost overtaking is.
    pub boost_overtaking: bool,
    /// Whether the limits drawn on the circuit bind.
    pub track_limits: bool,
    /// Whether a declaration may be taken back.
    pub take_back: bool,
    /// Whether Super Powers are played.
    pub powers: bool,
}

impl Terms {
    /// The terms of an edition.
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
