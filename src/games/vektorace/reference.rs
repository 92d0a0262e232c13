//! What a declaration of the next gear is bound by.

/// What a declaration is bound by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The gear vector played: the reduced one after braking.
    pub gear: u8,
    /// Whether the car jammed on its brakes (VR-GEAR-06).
    pub braked: bool,
    /// Whether it was pushed (VR-GEAR-05).
    pub pushed: bool,
    /// The only gear allowed, where one is forced (VR-GEAR-08).
    pub forced: Option<(u8, Forced)>,
    /// The highest gear allowed: 2 in the first edition's pit lane (VR-PIT-12), otherwise 5.
    pub most: u8,
    /// Whether the declaration goes as far as it likes for one point (VR-POW-11).
    pub jump: bool,
}

impl Reference {
    /// A declaration bound by nothing but the gear played.
    #[must_use]
    pub const fn free(gear: u8) -> Self {
        Self { gear, braked: false, pushed: false, forced: None, most: 5, jump: false }
    }

    /// A declaration that can only be of one gear.
    #[must_use]
    pub const fn forced(gear: u8, why: Forced) -> Self {
        Self { forced: Some((gear, why)), ..Self::free(gear) }
    }
}

/// Why a gear is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forced {
    /// The car stood still, or fell from the table (VR-PEN-01, VR-EDGE-02).
    Penalty,
    /// It is in the pit lane (VR-PIT-12).
    PitLane,
}
