//! The colours of each theme.

use super::colour::{BLACK, Colour, WHITE};

/// The colours of a theme.
pub(super) struct Palette {
    /// The colour around the table or the track.
    pub outside: Colour,
    pub table: Colour,
    /// The colour of squared paper inside the track.
    pub paper: Colour,
    /// The colour of squared paper off the track.
    pub off: Colour,
    /// The colour of the surface on which cars race.
    pub surface: Colour,
    /// The colour of every second lane.
    pub surface_beside: Colour,
    /// The colour of the surface's edge.
    pub verge: Colour,
    /// The colour of the joints between spaces.
    pub joint: Colour,
    pub edge: Colour,
    pub grid: Colour,
    pub grid_strong: Colour,
    pub quiet: Colour,
    pub ink: Colour,
    pub piece: Colour,
    pub piece_edge: Colour,
    pub lane: Colour,
    pub hatch: Colour,
    /// The colour of lines on the surface, such as grid slots.
    pub line: Colour,
    /// The colours of corners that require one stop, two stops, and three or more.
    pub curbs: [Colour; 3],
    /// The colour of fields with a penalty.
    pub red: Colour,
    pub accent: Colour,
    pub warning: Colour,
    pub error: Colour,
}

pub(super) const LIGHT: Palette = Palette {
    outside: Colour::rgb(0xe3_e7_dc),
    table: Colour::rgb(0xf1_f3_ec),
    paper: WHITE,
    off: Colour::rgb(0xd0_d7_cb),
    surface: Colour::rgb(0xb1_b7_bd),
    surface_beside: Colour::rgb(0xa8_af_b6),
    verge: WHITE,
    joint: Colour::rgb(0xec_ef_f1),
    edge: Colour::rgb(0x9a_a3_9a),
    grid: Colour::rgb(0xe2_e6_de),
    grid_strong: Colour::rgb(0xcc_d2_c8),
    quiet: Colour::rgb(0x57_61_60),
    ink: Colour::rgb(0x16_1c_22),
    piece: Colour::rgb(0x3d_47_51),
    piece_edge: Colour::rgb(0x1d_25_2c),
    lane: Colour::rgb(0xc9_d6_e4),
    hatch: Colour::rgb(0x7c_90_a6),
    line: Colour::rgb(0x16_1c_22),
    curbs: [Colour::rgb(0xf2_c0_1e), Colour::rgb(0xe9_75_18), Colour::rgb(0xc0_20_28)],
    red: Colour::rgb(0xc4_22_22),
    accent: Colour::rgb(0x15_65_c0),
    warning: Colour::rgb(0xb2_6a_00),
    error: Colour::rgb(0xd3_2f_2f),
};

pub(super) const DARK: Palette = Palette {
    outside: Colour::rgb(0x0f_13_17),
    table: Colour::rgb(0x17_1d_22),
    paper: Colour::rgb(0x38_41_4a),
    off: Colour::rgb(0x10_15_19),
    surface: Colour::rgb(0x43_4c_55),
    surface_beside: Colour::rgb(0x4b_55_5f),
    verge: Colour::rgb(0xb4_bd_c6),
    joint: Colour::rgb(0x7a_86_91),
    edge: Colour::rgb(0x5a_65_6f),
    grid: Colour::rgb(0x22_29_30),
    grid_strong: Colour::rgb(0x30_39_41),
    quiet: Colour::rgb(0xa3_ae_b8),
    ink: Colour::rgb(0xf0_f3_f5),
    piece: Colour::rgb(0x12_16_1a),
    piece_edge: Colour::rgb(0xc5_cd_d4),
    lane: Colour::rgb(0x2c_3d_52),
    hatch: Colour::rgb(0x6b_83_9e),
    line: Colour::rgb(0xf0_f3_f5),
    curbs: [Colour::rgb(0xdd_b7_4a), Colour::rgb(0xdb_80_3c), Colour::rgb(0xc9_4a_4c)],
    red: Colour::rgb(0xc2_35_35),
    accent: Colour::rgb(0x64_b5_f6),
    warning: Colour::rgb(0xff_b3_40),
    error: Colour::rgb(0xff_5f_56),
};

/// The theme for printing in colour: black, red and blue ink.
pub(super) const PRINT: Palette = Palette {
    outside: WHITE,
    table: WHITE,
    paper: WHITE,
    off: Colour::rgb(0xd9_d9_d9),
    surface: Colour::rgb(0xd6_d6_d6),
    surface_beside: Colour::rgb(0xcb_cb_cb),
    verge: BLACK,
    joint: Colour::rgb(0x80_80_80),
    edge: BLACK,
    grid: Colour::rgb(0xe4_e4_e4),
    grid_strong: Colour::rgb(0xc4_c4_c4),
    quiet: Colour::rgb(0x45_45_45),
    ink: BLACK,
    piece: WHITE,
    piece_edge: BLACK,
    lane: Colour::rgb(0xdb_e7_f4),
    hatch: Colour::rgb(0x4a_7d_b5),
    line: BLACK,
    curbs: [Colour::rgb(0xec_9c_9c), Colour::rgb(0xd0_50_50), Colour::rgb(0x98_10_10)],
    red: Colour::rgb(0xb8_1c_1c),
    accent: Colour::rgb(0x15_65_c0),
    warning: Colour::rgb(0xb2_6a_00),
    error: Colour::rgb(0xd3_2f_2f),
};

/// The theme for printing without colours: black ink and grey tones.
pub(super) const GREY: Palette = Palette {
    lane: Colour::rgb(0xee_ee_ee),
    hatch: Colour::rgb(0x60_60_60),
    curbs: [Colour::rgb(0xb8_b8_b8), Colour::rgb(0x78_78_78), BLACK],
    red: Colour::rgb(0x4a_4a_4a),
    accent: BLACK,
    warning: Colour::rgb(0x45_45_45),
    error: BLACK,
    ..PRINT
};
