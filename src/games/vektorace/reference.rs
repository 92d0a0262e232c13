//! The limits on the declaration of a gear: which gears a car may declare next, and at what cost.

/// The limits on the gear that a car may declare next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The gear played. After braking, this is the reduced gear.
    pub gear: u8,
    /// Whether the car jammed on its brakes (VR-GEAR-06).
    pub braked: bool,
    /// Whether an attack pushed the car, so that it may not shift down (VR-GEAR-05).
    pub pushed: bool,
    /// The only gear allowed, and the reason, if a gear is forced (VR-GEAR-08).
    pub forced: Option<(u8, Forced)>,
    /// The highest gear the car may declare: 2 in the first edition's pit lane (VR-PIT-12), otherwise 5.
    pub most: u8,
    /// Whether the declaration uses the jump shift: a change by any number of gears costs one point (VR-POW-11).
    pub jump: bool,
}

impl Reference {
    /// Creates the limits for a car whose declaration depends only on the gear just played: the car did not brake, was
    /// not pushed, and no gear is forced.
    #[must_use]
    pub const fn free(gear: u8) -> Self {
        Self { gear, braked: false, pushed: false, forced: None, most: 5, jump: false }
    }

    /// Creates the limits of a declaration that allows only `gear`. `why` is the reason.
    #[must_use]
    pub const fn forced(gear: u8, why: Forced) -> Self {
        Self { forced: Some((gear, why)), ..Self::free(gear) }
    }
}

/// The reason why a car must declare a certain gear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forced {
    /// The car stood still, or fell from the table (VR-PEN-01, VR-EDGE-02).
    Penalty,
    /// The car is in the pit lane (VR-PIT-12).
    PitLane,
}
