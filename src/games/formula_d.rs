//! Formula D: cars on circuits of spaces, dice for gears, wear points.
//!
//! The clauses are those of the rules ledger (`FD-...`); each rule names the ones it keeps.

pub mod bare;
pub mod dice;
mod draft;
mod options;
mod setup;
mod spaces;
mod track;
mod turn;
mod validate;

pub use draft::{
    Arrow, ChartLine, CornerDraft, Draft, EdgeDraft, EdgeKind, Forecast, MAX_CORNERS, MAX_EDGES, MAX_NAME, MAX_RANK,
    MAX_SPACES, Side, SpaceDraft, SpaceKind,
};
pub use options::{BASIC_POOL, Preset, Rules, STOCK, Skill, Switches, TireSet, Zone};
pub use setup::{CarEntry, Grid, MAX_CARS, MAX_LAPS, Setup, WeatherRolls};
pub use spaces::SpaceSet;
pub use track::{Corner, Edge, Ground, Space, SpaceIndex, Track};
pub use turn::{
    Chance, Change, Gain, Nitro, PitStop, Purpose, Roll, Shape, Slip, SpaceName, StopKind, Turn, Way, Wear,
};

/// Checks a draft.
pub fn check(draft: &Draft) -> (Option<Track>, Vec<crate::game::Issue>) {
    validate::validate(draft)
}
