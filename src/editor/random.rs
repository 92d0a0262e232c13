//! Random circuits. The same seed, number of corners and table give the same circuits on every machine. To make this
//! possible, all coordinates are whole numbers of quarters of an octagon, and the seed alone determines the random
//! numbers.
//!
//! `sketch` picks random positions and `fit` checks that they look like a circuit drawn by a person. Then `validate`
//! must find no error or warning. A circuit that passes may still be impossible to race. Therefore [`raceable`] goes
//! through the [`Proposals`] until the solver finds a lap for one of them.

mod fit;
pub(super) mod freehand;
pub(super) mod names;
mod sketch;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::game::prelude::*;
use crate::games::vektorace::solve::{Extent, Progress, Question, Solution, solve};
use crate::games::vektorace::{CornerDraft, Draft, Hand, MAX_CORNERS, PitwallDraft, TableDraft, Vektorace};
use crate::geometry::{Direction, Point, Surd};

use self::sketch::{Frame, Sketch};

/// The largest number of sketches that are tried for one circuit. If all of them fail, an error says that the table is
/// too small.
const TRIES: u32 = 6_000;
/// The smallest number of corners that a circuit may have (rule VR-TRACK-01 of VektoRace).
const MIN_CORNERS: usize = 2;
/// A quarter of an octagon, in units of [`Surd`].
const QUARTER: i64 = crate::geometry::UNITS_PER_ONE / 4;

/// The reason why no random circuit was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomError {
    /// The requested number of corners is not possible.
    #[error("a circuit cannot have {0} corners; choose {MIN_CORNERS} to {MAX_CORNERS}")]
    Corners(usize),
    /// No circuit with this number of corners was found that fits on the table.
    #[error(
        "the table of {width} × {height} octagons is too small for {corners} corners; enlarge it or choose fewer corners"
    )]
    Cramped {
        /// The number of corners requested for the circuit.
        corners: usize,
        /// The table's width in octagons, rounded.
        width: i64,
        /// The table's height in octagons, rounded.
        height: i64,
    },
}

/// The properties of the random circuit to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The id of the game.
    pub game: &'static str,
    /// The seed of the random numbers: the same seed gives the same circuit.
    pub seed: u64,
    /// The number of corners that the circuit should have. For a freehand circuit, the number of bends; the ends of the
    /// starting straight are not counted.
    pub corners: usize,
    /// The width of the table on which a circuit of VektoRace must fit, in octagons.
    pub width: i64,
    /// The height of the table on which a circuit of VektoRace must fit, in octagons.
    pub height: i64,
}

impl Default for Wish {
    fn default() -> Self {
        Self { game: Vektorace::INFO.id, seed: 1, corners: 5, width: 33, height: 18 }
    }
}

/// An iterator over the random circuits that a seed gives. All of these circuits are free of errors and warnings. The
/// iterator ends when it finds no further circuit that fits on the table.
#[derive(Clone, Debug)]
pub struct Proposals {
    random: ChaCha8Rng,
    seed: u64,
    corners: usize,
    table: TableDraft,
    /// The number of circuits proposed so far from this seed.
    count: u64,
}

impl Proposals {
    /// Starts a series of circuits with this number of corners on this table.
    ///
    /// # Errors
    /// Returns an error if no circuit has this number of corners.
    pub fn new(seed: u64, corners: usize, table: TableDraft) -> Result<Self, RandomError> {
        if !(MIN_CORNERS..=MAX_CORNERS).contains(&corners) {
            return Err(RandomError::Corners(corners));
        }
        Ok(Self { random: ChaCha8Rng::seed_from_u64(seed), seed, corners, table, count: 0 })
    }

    /// Returns the error for the case that no further circuit was found. It says that the table is too small.
    #[must_use]
    pub fn too_small(&self) -> RandomError {
        let size = self.table.to - self.table.from;
        let [width, height] = size.to_f64().map(|side| side.clamp(-1e9, 1e9).round() as i64);
        RandomError::Cramped { corners: self.corners, width, height }
    }
}

impl Iterator for Proposals {
    type Item = Draft;

    fn next(&mut self) -> Option<Draft> {
        self.next_unless(&|| false)
    }
}

impl Proposals {
    /// Returns the next circuit. Returns `None` if no further circuit was found, or `stop` returned true.
    fn next_unless(&mut self, stop: &dyn Fn() -> bool) -> Option<Draft> {
        let frames = Frame::of(&self.table);
        if frames.is_empty() {
            return None;
        }
        for attempt in 0..TRIES {
            if stop() {
                return None;
            }
            // Tries spacious circuits first. With each failed attempt, corners may be a little closer together.
            let ease = 1.0 - f64::from(attempt) / f64::from(TRIES);
            let Some((frame, sketch)) = Sketch::throw(&mut self.random, &frames, self.corners, ease) else { continue };
            let Some(bends) = fit::bends(&sketch, ease) else { continue };
            let mut draft = drawn(&frame, &sketch, &bends, self.table);
            let (track, issues) = Vektorace::validate(&draft);
            if track.is_none() || !issues.is_empty() {
                continue;
            }
            self.count += 1;
            draft.name = names::name(&mut self.random);
            draft.description = format!("Random circuit: {} corners, seed {}", self.corners, self.seed);
            if self.count > 1 {
                draft.description = format!("{}, proposal {}", draft.description, self.count);
            }
            draft.description.push('.');
            return Some(draft);
        }
        None
    }
}

/// Returns the first random circuit of a seed.
///
/// ```
/// use paddock::editor::random::propose;
/// use paddock::games::vektorace::TableDraft;
///
/// // The same seed gives the same circuit.
/// let circuit = propose(7, 4, TableDraft::default())?;
/// assert_eq!(circuit.corners.len(), 4);
/// assert_eq!(propose(7, 4, TableDraft::default())?, circuit);
/// # Ok::<(), paddock::editor::random::RandomError>(())
/// ```
///
/// # Errors
/// Returns an error if no circuit has this number of corners, or if the table is too small for it.
pub fn propose(seed: u64, corners: usize, table: TableDraft) -> Result<Draft, RandomError> {
    let mut proposals = Proposals::new(seed, corners, table)?;
    let too_small = proposals.too_small();
    proposals.next().ok_or(too_small)
}

/// The largest number of random circuits that are tried to find a circuit that can be raced.
const PROPOSALS: usize = 16;

/// Returns the first circuit of a seed that can be raced, with its fastest lap. Returns `None` if `progress` stopped
/// the search.
///
/// # Errors
/// Returns an error if no circuit has this number of corners, if the table is too small for it, or if no proposal can
/// be raced.
pub fn raceable(
    seed: u64,
    corners: usize,
    table: TableDraft,
    progress: Progress<'_>,
) -> Option<Result<(Draft, Solution), RandomError>> {
    let mut proposals = match Proposals::new(seed, corners, table) {
        Ok(proposals) => proposals,
        Err(error) => return Some(Err(error)),
    };
    let too_small = proposals.too_small();
    let question = Question { extent: Extent::Lap, ..Question::default() };
    for _ in 0..PROPOSALS {
        let draft = proposals.next_unless(&|| (progress.stop)());
        if (progress.stop)() {
            return None;
        }
        let Some(draft) = draft else { break };
        let Some(track) = Vektorace::validate(&draft).0 else { continue };
        let solution = solve(&track, &question, progress)?;
        if solution.fastest.is_some() {
            return Some(Ok((draft, solution)));
        }
    }
    Some(Err(too_small))
}

/// Converts a sketch to a circuit on its table. In a sketch, cars drive clockwise and start on the lower straight.
fn drawn(frame: &Frame, sketch: &Sketch, bends: &[fit::Bend], table: TableDraft) -> Draft {
    let race = if frame.is_mirrored() { Hand::CounterClockwise } else { Hand::Clockwise };
    let at = |place: sketch::Place| {
        let [x, y] = frame.place(place);
        Point::new(Surd::from_units(x * QUARTER, 0), Surd::from_units(y * QUARTER, 0))
    };
    let corners = (1..).zip(&sketch.corners).zip(bends).map(|((number, place), bend)| CornerDraft {
        number,
        at: at(*place),
        facing: frame.direction(bend.facing),
        hand: bend.against.then(|| race.flipped()),
    });
    Draft {
        table,
        direction: Some(race),
        pitwall: Some(PitwallDraft { at: at(sketch.wall), direction: frame.direction(Direction::new(4)) }),
        corners: corners.collect(),
        ..Draft::default()
    }
}
