//! Colours: mixing, contrast, and the colours of cars and maps.

use std::sync::LazyLock;

/// A colour: red, green, blue, opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// An opaque colour from a number such as `0x0072b2`.
    #[must_use]
    pub const fn rgb(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self([red, green, blue, 255])
    }

    /// The same colour with another opacity, from 0 (invisible) to 255 (opaque).
    #[must_use]
    pub const fn alpha(self, alpha: u8) -> Self {
        let [red, green, blue, _] = self.0;
        Self([red, green, blue, alpha])
    }

    /// Mixes this colour with another colour. `parts` is the share of the other colour, from 0 to 255. Keeps the
    /// opacity of this colour.
    #[must_use]
    pub fn mixed(self, other: Self, parts: u8) -> Self {
        let mix = |mine: u8, theirs: u8| {
            let parts = u32::from(parts);
            ((u32::from(mine) * (255 - parts) + u32::from(theirs) * parts + 127) / 255) as u8
        };
        let [red, green, blue, alpha] = self.0;
        Self([mix(red, other.0[0]), mix(green, other.0[1]), mix(blue, other.0[2]), alpha])
    }

    /// Relative luminance, from 0 for black to 1 for white (WCAG 2).
    #[must_use]
    pub fn luminance(self) -> f64 {
        let [red, green, blue, _] = self.0.map(|part| LINEAR[usize::from(part)]);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The perceived lightness L* (CIE 1976), from 0 for black to 100 for white.
    ///
    /// ```
    /// use paddock::render::Colour;
    ///
    /// assert!((Colour::rgb(0x777777).lightness() - 50.0).abs() < 0.1);
    /// ```
    #[must_use]
    pub fn lightness(self) -> f64 {
        let light = self.luminance();
        if light > 0.008_856 { 116.0 * light.cbrt() - 16.0 } else { 903.3 * light }
    }

    /// The grey that has the same lightness and opacity as this colour.
    #[must_use]
    pub fn grey(self) -> Self {
        let light = self.luminance();
        let part = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        let part = (part * 255.0).round().clamp(0.0, 255.0) as u8;
        Self([part, part, part, self.0[3]])
    }

    /// The colour that appears where this colour, with its opacity, is painted over an opaque colour.
    #[must_use]
    pub fn over(self, ground: Self) -> Self {
        ground.mixed(self, self.0[3])
    }

    /// The contrast with another colour, from 1 to 21 (WCAG 2).
    ///
    /// ```
    /// use paddock::render::Colour;
    ///
    /// assert!((Colour::rgb(0x000000).contrast(Colour::rgb(0xffffff)) - 21.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (mine, theirs) = (self.luminance() + 0.05, other.luminance() + 0.05);
        mine.max(theirs) / mine.min(theirs)
    }

    /// Black or white, whichever is easier to read on this colour.
    #[must_use]
    pub fn ink(self) -> Self {
        if self.contrast(BLACK) >= self.contrast(WHITE) { BLACK } else { WHITE }
    }
}

/// The linear light, from 0 to 1, of each value of red, green or blue (sRGB). The values are computed once, because the
/// window needs contrasts in every frame, and computing powers is slow.
static LINEAR: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|part| {
        let part = part as f64 / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
});

pub(super) const BLACK: Colour = Colour::rgb(0x00_00_00);
pub(super) const WHITE: Colour = Colour::rgb(0xff_ff_ff);

/// The colours of cars, in the order in which cars get them. Most colour-blind people can tell these Okabe-Ito colours
/// apart.
const CARS: [Colour; 8] = [
    Colour::rgb(0x00_72_b2),
    Colour::rgb(0xe6_9f_00),
    Colour::rgb(0x00_9e_73),
    Colour::rgb(0xcc_79_a7),
    Colour::rgb(0x56_b4_e9),
    Colour::rgb(0xd5_5e_00),
    Colour::rgb(0xf0_e4_42),
    Colour::rgb(0x7f_7f_7f),
];

/// Seven colours of the cividis map (Nuñez, Anderton, Renslow, 2018). The map runs from dark blue to yellow.
/// People with and without colour blindness see the same order of its colours.
const CIVIDIS: [Colour; 7] = [
    Colour::rgb(0x00_22_4e),
    Colour::rgb(0x2a_3f_6d),
    Colour::rgb(0x57_5d_6d),
    Colour::rgb(0x7d_7c_78),
    Colour::rgb(0xa5_9c_74),
    Colour::rgb(0xd2_c0_60),
    Colour::rgb(0xfe_e8_38),
];

/// Returns the colour of the cividis map at `part`, from 0 (dark blue) to 255 (yellow).
#[must_use]
pub fn cividis(part: u8) -> Colour {
    let along = u32::from(part) * (CIVIDIS.len() as u32 - 1);
    let (index, rest) = ((along / 255) as usize, along % 255);
    CIVIDIS[index].mixed(CIVIDIS[(index + 1).min(CIVIDIS.len() - 1)], rest as u8)
}

/// The colour of the car at this index of the entry list.
#[must_use]
pub const fn car_colour(index: usize) -> Colour {
    CARS[index % CARS.len()]
}

/// The number of cars before this one in the entry list that have the same colour.
#[must_use]
pub const fn colour_round(index: usize) -> usize {
    index / CARS.len()
}

/// The colours of garages, in the order of [`TEAM_COLOURS`](crate::game::scene::TEAM_COLOURS).
const TEAMS: [Colour; crate::game::scene::TEAM_COLOURS.len()] = [
    Colour::rgb(0xf0_ad_1d),
    Colour::rgb(0x2b_7c_c4),
    Colour::rgb(0x1d_93_65),
    Colour::rgb(0xec_7a_68),
    Colour::rgb(0xf4_ec_d6),
    Colour::rgb(0x24_28_2d),
    Colour::rgb(0xb0_20_38),
    Colour::rgb(0x76_4c_b0),
    Colour::rgb(0xd9_7f_ad),
    Colour::rgb(0x8c_93_9a),
];

/// The colour of the garage with this index.
pub(super) const fn team_colour(index: usize) -> Colour {
    TEAMS[index % TEAMS.len()]
}
