//! The largest sizes allowed in files, all in one place.
//!
//! A larger file is refused before it costs noticeable memory or time. The message names the limit. The limits are far
//! above what players need: a club would race for years to record 200,000 turns. Limits from a rulebook, such as six
//! cars in VektoRace or sixteen racers on squared paper, are defined beside their rules.
//!
//! `docs/limits.md` lists the same numbers, and a test compares them with this module. Other tests check that a value
//! at each limit is accepted and that a value one above it is refused.

/// The largest size of a file that is read, in bytes. A race of 200,000 turns takes a third of this.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// The largest number of values (numbers, texts, lists, objects) in a file: twice the number that the longest race
/// needs. The limit keeps the memory for reading a file small.
pub const MAX_VALUES: usize = 4_000_000;
/// The largest number of turns in a replay.
pub const MAX_TURNS: usize = 200_000;
/// The largest number of variations in a race.
pub const MAX_VARIATIONS: usize = 2_000;
/// The largest number of variations nested inside each other.
pub const MAX_DEPTH: usize = 16;
/// The largest number of characters in the title of a race, or in the name of a circuit, a car or a player.
pub const MAX_TITLE: usize = 1_000;
/// The largest number of characters in a note, a description, a reason for an illegal turn, or the name of a bookmark
/// or a variation.
pub const MAX_REMARK: usize = 10_000;
/// The largest number of groups in a circuit, and the largest number of shapes in a group.
pub const MAX_GROUPED: usize = 10_000;
/// The largest number of edits that are applied from a journal when a race is restored. The file of a longer journal is
/// renamed and kept, so nothing is lost.
pub const MAX_EDITS: usize = 100_000;
/// The largest number of turns that are checked, in total, while the edits of a journal are applied.
pub const MAX_WORK: usize = 20_000_000;
/// The largest size of a clipboard text that is read, in bytes.
pub const MAX_CLIP_BYTES: usize = 4 << 20;
/// The longest side of a picture that is read or written, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 16_384;
/// The largest memory for reading a picture, in bytes.
pub const MAX_PICTURE_MEMORY: u64 = 1 << 30;
/// The longest side of a moving picture, in pixels.
pub const MAX_MOVING_SIDE: u32 = 4_096;
/// The largest number of frames of a moving picture.
pub const MAX_FRAMES: u64 = 20_000;
/// The largest number of pages in one PDF file of sheets to print.
pub const MAX_SHEETS: u64 = 400;

/// The limits of files that come from other programs.
pub mod import {
    /// The largest number of cells of a character map.
    pub const MAX_CELLS: usize = 4_000_000;
    /// The largest number of moves in a list of moves.
    pub const MAX_MOVES: usize = 50_000;
    /// The largest size of a track in XML, in bytes.
    pub const MAX_XML_BYTES: usize = 8 << 20;
    /// The largest number of nodes of a track in XML.
    pub const MAX_XML_NODES: u32 = 250_000;
    /// The largest number of attributes of an XML element.
    pub const MAX_XML_ATTRIBUTES: usize = 1_000;
    /// The largest number of points in one list of points of a track in XML.
    pub const MAX_XML_POINTS: usize = 20_000;
    /// The largest number of warnings listed one by one for an imported log of the online game.
    pub const MAX_WARNINGS: usize = 200;
}

/// The limits of circuits of VektoRace.
pub mod vektorace {
    /// The largest number of track limits of a circuit.
    pub const MAX_LIMITS: usize = 32;
    /// The largest number of corners that the outline of a track limit may have.
    pub const MAX_LIMIT_CORNERS: usize = 100;
    /// The largest number of labels of a circuit.
    pub const MAX_LABELS: usize = 200;
    /// The largest number of characters in a label.
    pub const MAX_LABEL_TEXT: usize = 200;
    /// The largest number of corners in a circuit that is being drawn.
    /// A circuit with more than eight cannot be raced (rule VR-TRACK-01).
    pub const MAX_DRAWN_CORNERS: usize = 100;
    /// The largest number of entries in each list of a setup.
    pub const MAX_ENTRIES: usize = 100;
}

/// The limits of tracks and races of Vector Racing.
pub mod vector_racing {
    /// The largest number of corners that all boundaries together may have.
    pub const MAX_VERTICES: usize = 20_000;
    /// The largest number of walls that are not boundaries: straight and round walls together.
    pub const MAX_WALLS: usize = 5_000;
    /// The largest number of inner boundaries (islands) of a track.
    pub const MAX_ISLANDS: usize = 200;
    /// The largest number of round walls.
    pub const MAX_DISCS: usize = 500;
    /// The largest number of objects. A race stores the objects that were hit as a number with one bit for each object.
    pub const MAX_OBJECTS: usize = 64;
    /// The largest number of grid points in the area that a track spans.
    pub const MAX_GRID_POINTS: i64 = 4_000_000;
    /// The largest number of points, in total, at which boundaries and walls cross lines of the grid.
    pub const MAX_CROSSINGS: i64 = 2_000_000;
    /// The largest number of laps of a race.
    pub const MAX_LAPS: u32 = 1_000;
    /// The largest number of racers of a setup. A setup with more than sixteen racers can be read, but not raced (rule
    /// RT-SET-02).
    pub const MAX_ENTRIES: usize = 100;
    /// The largest horizontal or vertical component of a move in a file, in grid units per turn. No car can become that
    /// fast within the turn limit of a race.
    pub const MAX_COMPONENT: i32 = 100_000;
    /// The largest horizontal or vertical component of a move that can be played, in grid units per turn. A car gains
    /// at most one unit per turn, so it covers about 500,000 grid units before it reaches this speed. No track is that
    /// large, so a car can reach this speed only on a track that bends paths or makes them jump. A faster move is
    /// refused, and its path is not computed.
    pub const MAX_SPEED: i32 = 1_000;
    /// The largest number of incidents stored for one move. Also the largest number of straight parts stored for the
    /// move's path. A fast move between two mirrors that are close together has a thousand of each. Without this limit,
    /// a long race would not fit into memory.
    pub const MAX_STRETCHES: usize = 64;
    /// The largest number of visibility tests in the search for the point where a car continues after a crash.
    /// Each test compares one wall with one grid point. The nearest squares are always searched.
    /// The limit is reached only if walls leave no free grid point within dozens of squares.
    /// If it is reached, the search finds no point.
    pub const MAX_LOOKS: usize = 5_000_000;
}

/// The limits of circuits, setups and turns of Formula D.
pub mod formula_d {
    /// The largest number of spaces of a circuit.
    pub const MAX_SPACES: usize = 4_000;
    /// The largest number of edges of a circuit.
    pub const MAX_EDGES: usize = 20_000;
    /// The largest number of corners of a circuit.
    pub const MAX_CORNERS: usize = 60;
    /// The largest number of characters in the name of a space or a corner.
    pub const MAX_NAME: usize = 24;
    /// The largest rank of a space (its distance along the lap, in half spaces), and the longest lap in the same unit.
    pub const MAX_RANK: i32 = 20_000;
    /// The largest number of points of a line along which spaces are placed.
    pub const MAX_LINE: usize = 500;
    /// The largest number of narrowings of a circuit.
    pub const MAX_NARROWS: usize = 60;
    /// The largest number of corners that the outline of a space may have.
    pub const MAX_OUTLINE: usize = 32;
    /// The largest absolute value of a space's rank, and of a lap's length, in a circuit that is still being drawn.
    pub const MAX_DRAWN_RANK: i32 = 1_000_000;
    /// The largest lane number in a circuit that is still being drawn.
    pub const MAX_DRAWN_LANE: u8 = 9;
    /// The largest number of laps of a race.
    pub const MAX_LAPS: u32 = 99;
    /// The largest number of lines of the weather chart: one for each face of the die.
    pub const MAX_CHART: usize = 20;
    /// The largest number of entries in a setup. Also the largest number of rolls in one entry, and of arrows on one
    /// space. A setup with more than twenty entries can be read, but not raced.
    pub const MAX_ENTRIES: usize = 100;
    /// The largest number of spaces a car can drive in one turn: the largest die face plus every possible addition.
    pub const MAX_LENGTH: u16 = 200;
    /// The largest number of entries of any list in a turn.
    pub const MAX_LIST: usize = 400;
    /// The largest number of combinations of values that are tried for the unknown dice of one turn (rule FD-LOG-03).
    pub const MAX_READINGS: usize = 20_000;
    /// The largest number of combinations of values that are tried for all unknown dice of a race together. If a race
    /// needs more, the unknown dice of its later turns are not resolved, because that would take hours.
    pub const MAX_READINGS_OF_RACE: usize = 2_000_000;
}

/// The limits of boards and setups of Wheel to Wheel.
pub mod wheel_to_wheel {
    /// The largest number of fields of the loop.
    pub const MAX_LOOP: u32 = 1_000;
    /// The largest number of fields of the pit lane.
    pub const MAX_LANE: u32 = 300;
    /// The largest number of garages.
    pub const MAX_GARAGES: usize = 12;
    /// The largest number of points of a drawn line.
    pub const MAX_POINTS: usize = 2_000;
    /// The largest coordinate of a drawn point, in fields.
    pub const MAX_COORDINATE: f64 = 10_000.0;
    /// The largest value of two settings. The first is the number of rounds at the start in which cars may share red
    /// fields. The second is the number of rounds that rain can last.
    pub const MAX_ROUNDS: u32 = 1_000;
    /// The largest number of championship points that a finishing place can give.
    pub const MAX_PRIZE: u32 = 1_000;
    /// The largest number of teams of a setup. A setup with more than six teams can be read, but not raced.
    pub const MAX_ENTRIES: usize = 100;
    /// The largest number of races of a championship.
    pub const MAX_RACES: u32 = 100;
    /// The largest number of qualifying rolls that a setup may list for a team.
    /// A longer list is an error, because more rolls are never needed to decide the order.
    pub const MAX_QUALIFYING: usize = 100;
}
