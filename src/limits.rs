//! How much a file may ask for: the one place that says so.
//!
//! Every reader refuses what is beyond these numbers in a sentence that names the number, before it has cost memory or
//! time worth speaking of. They are far above what tables see: a race of 200,000 turns would take a club some years.
//! What a rulebook bounds (six cars of VektoRace, eight corners, sixteen racers on squared paper) stands with the rule.
//!
//! `docs/limits.md` is this list for readers; a test compares the two, and others go up to each limit and one past it.

/// The largest file that is read, in bytes: a race of 200,000 turns has a third of it.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// The most values (numbers, texts, lists, objects) a file may have: twice those of the longest replay. It bounds the
/// memory that reading takes.
pub const MAX_VALUES: usize = 4_000_000;
/// The most turns a replay may have.
pub const MAX_TURNS: usize = 200_000;
/// The most variations a race may have.
pub const MAX_VARIATIONS: usize = 2_000;
/// How deep variations may lie within each other.
pub const MAX_DEPTH: usize = 16;
/// The longest title of a race, and the longest name of a circuit, a car or a player, in characters.
pub const MAX_TITLE: usize = 1_000;
/// The longest note, description or reason, and the longest name of a bookmark or variation, in characters.
pub const MAX_REMARK: usize = 10_000;
/// The most edits of a journal that are done again; what is beyond them is kept in a file of its own.
pub const MAX_EDITS: usize = 100_000;
/// The most turns that doing a journal again judges anew.
pub const MAX_WORK: usize = 20_000_000;
/// The longest text in the clipboard that is looked at, in bytes.
pub const MAX_CLIP_BYTES: usize = 4 << 20;
/// The longest side of a picture that is read or written, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 16_384;
/// The most memory that reading a picture takes, in bytes.
pub const MAX_PICTURE_MEMORY: u64 = 1 << 30;
/// The most pages of a set-up sheet.
pub const MAX_SHEETS: u64 = 400;

/// Other programs' files.
pub mod import {
    /// The most cells of a map of signs.
    pub const MAX_CELLS: usize = 4_000_000;
    /// The most moves of a list.
    pub const MAX_MOVES: usize = 50_000;
    /// The largest track in XML, in bytes.
    pub const MAX_XML_BYTES: usize = 8 << 20;
    /// The most parts of such a document.
    pub const MAX_XML_NODES: u32 = 250_000;
    /// The most attributes of one of its elements.
    pub const MAX_XML_ATTRIBUTES: usize = 1_000;
    /// The most points of one of its lists.
    pub const MAX_XML_POINTS: usize = 20_000;
    /// The most warnings about a log of the online game that are told one by one.
    pub const MAX_WARNINGS: usize = 200;
}

/// Circuits of VektoRace.
pub mod vektorace {
    /// The most track limits a circuit has.
    pub const MAX_LIMITS: usize = 32;
    /// The most corners a track limit has.
    pub const MAX_LIMIT_CORNERS: usize = 100;
    /// The most labels a circuit has.
    pub const MAX_LABELS: usize = 200;
    /// The longest label, in characters.
    pub const MAX_LABEL_TEXT: usize = 200;
    /// The most corners that a circuit may be drawn with; raced are at most eight (VR-TRACK-01).
    pub const MAX_DRAWN_CORNERS: usize = 100;
    /// The most entries of a list in a setup.
    pub const MAX_ENTRIES: usize = 100;
}

/// Tracks and races of Vector Racing.
pub mod vector_racing {
    /// The most corners all boundaries have together.
    pub const MAX_VERTICES: usize = 20_000;
    /// The most free walls and discs.
    pub const MAX_WALLS: usize = 5_000;
    /// The most inner boundaries.
    pub const MAX_ISLANDS: usize = 200;
    /// The most round walls.
    pub const MAX_DISCS: usize = 500;
    /// The most objects: what was hit is kept as the bits of one number.
    pub const MAX_OBJECTS: usize = 64;
    /// The most grid points a track spans.
    pub const MAX_GRID_POINTS: i64 = 4_000_000;
    /// How often all boundaries and walls together may cross lines of the grid.
    pub const MAX_CROSSINGS: i64 = 2_000_000;
    /// The most laps.
    pub const MAX_LAPS: u32 = 1_000;
    /// The most entries of a setup; sixteen race (RT-SET-02).
    pub const MAX_ENTRIES: usize = 100;
    /// The largest component of a move in a file: far more than a race of the longest cap leads to.
    pub const MAX_COMPONENT: i32 = 100_000;
    /// The largest component of a move that is carried out. To come to a speed takes the sum of all lower ones, and no track is
    /// wide enough for this one unless paths bend or jump on it; so a faster move is refused, and its path is not followed.
    pub const MAX_SPEED: i32 = 1_000;
    /// The most straight parts of one path that are kept, and the most incidents: where mirrors stand close, a fast move meets
    /// them a thousand times, and a long race would not fit into memory.
    pub const MAX_STRETCHES: usize = 64;
    /// How often a wall is looked at from a point for the place after a crash, beyond the first squares around it. Only where
    /// walls leave no room for a grid point for dozens of squares is there more to look at; then there is none.
    pub const MAX_LOOKS: usize = 5_000_000;
}

/// Circuits, setups and turns of Formula D.
pub mod formula_d {
    /// The most spaces a circuit has.
    pub const MAX_SPACES: usize = 4_000;
    /// The most edges.
    pub const MAX_EDGES: usize = 20_000;
    /// The most corners.
    pub const MAX_CORNERS: usize = 60;
    /// The most characters of a name of a space or a corner.
    pub const MAX_NAME: usize = 24;
    /// The largest rank, and the longest lap in rank units.
    pub const MAX_RANK: i32 = 20_000;
    /// The most points of a line that spaces are laid out along.
    pub const MAX_LINE: usize = 500;
    /// The most corners of an outline.
    pub const MAX_OUTLINE: usize = 32;
    /// The largest rank and lap of a circuit that is still being drawn, either way from zero.
    pub const MAX_DRAWN_RANK: i32 = 1_000_000;
    /// The largest number of a lane in such a circuit.
    pub const MAX_DRAWN_LANE: u8 = 9;
    /// The most laps of a race.
    pub const MAX_LAPS: u32 = 99;
    /// The most lines of the weather chart: one for each face there is.
    pub const MAX_CHART: usize = 20;
    /// The most entries of a setup, and rolls of an entry; twenty cars race.
    pub const MAX_ENTRIES: usize = 100;
    /// The most spaces a turn may say it drove: a face, and every addition there is.
    pub const MAX_LENGTH: u16 = 200;
    /// The most entries of any list in a turn.
    pub const MAX_LIST: usize = 400;
    /// The most readings of a turn with unknown dice that are looked at (FD-LOG-03).
    pub const MAX_READINGS: usize = 20_000;
    /// The most readings of all turns of a race together. A race of which more is unknown is not worked out to its end: that
    /// would take hours.
    pub const MAX_READINGS_OF_RACE: usize = 2_000_000;
}

/// Boards and setups of Wheel to Wheel.
pub mod wheel_to_wheel {
    /// The most loop fields.
    pub const MAX_LOOP: u32 = 1_000;
    /// The most fields of the pit lane.
    pub const MAX_LANE: u32 = 300;
    /// The most garages.
    pub const MAX_GARAGES: usize = 12;
    /// The most points of a drawn line.
    pub const MAX_POINTS: usize = 2_000;
    /// The largest coordinate of a drawn point, in fields.
    pub const MAX_COORDINATE: f64 = 10_000.0;
    /// The most rounds that red fields may be free, or rain may last.
    pub const MAX_ROUNDS: u32 = 1_000;
    /// The most points for a place.
    pub const MAX_PRIZE: u32 = 1_000;
    /// The most teams of a setup; six race.
    pub const MAX_ENTRIES: usize = 100;
    /// The most races of a championship.
    pub const MAX_RACES: u32 = 100;
    /// The most throws of a team in qualifying: beyond that the dice are stuck.
    pub const MAX_QUALIFYING: usize = 100;
}
