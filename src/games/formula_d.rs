//! Formula D: cars on circuits of spaces, dice for gears, wear points.
//!
//! The clauses are those of the rules ledger (`FD-...`); each rule names the ones it keeps.

pub mod bare;
pub mod dice;
mod draft;
mod options;
mod rules;
mod setup;
mod spaces;
mod start;
mod state;
mod track;
mod turn;
mod validate;

pub use draft::{
    Arrow, ChartLine, CornerDraft, Draft, EdgeDraft, EdgeKind, Forecast, MAX_CORNERS, MAX_EDGES, MAX_NAME, MAX_RANK,
    MAX_SPACES, Side, SpaceDraft, SpaceKind,
};
pub use options::{BASIC_POOL, Preset, Rules, STOCK, Skill, Switches, TireSet, Zone};
pub use rules::{
    Additions, MOST_READINGS, Move, Moves, Reading, Searcher, Unreachable, complete, gears, moves, readings,
};
pub use setup::{CarEntry, Grid, MAX_CARS, MAX_LAPS, Setup, WeatherRolls};
pub use spaces::SpaceSet;
pub use state::{Car, CarTerms, Contest, Phase, Qualifying, Standing, Start, State, Terms, Weather};
pub use track::{Corner, Edge, Ground, Space, SpaceIndex, Track};
pub use turn::{
    Chance, Change, Gain, Nitro, PitStop, Purpose, Roll, Shape, Slip, SpaceName, StopKind, Turn, Way, Wear,
};

/// Checks a draft.
pub fn check(draft: &Draft) -> (Option<Track>, Vec<crate::game::Issue>) {
    validate::validate(draft)
}
/// Starts.
pub fn begin(track: &Track, setup: &Setup) -> Result<State, Vec<crate::game::Issue>> {
    start::start(track, setup)
}
/// Plays.
pub fn play(track: &Track, state: &State, turn: &Turn) -> Result<crate::game::Played<State>, crate::game::IllegalTurn> {
    rules::play(track, state, turn)
}
/// Forces.
pub fn force(track: &Track, state: &State, turn: &Turn) -> crate::game::Forced<State> {
    rules::force(track, state, turn)
}
/// Lists.
pub fn legal(track: &Track, state: &State) -> Vec<crate::game::LegalTurn<Turn>> {
    rules::legal_turns(track, state)
}
