//! The model of a search: a circuit, the question about it, and the data that the search needs to answer the question.

use super::board::Board;
use super::cells::{Relaxed, bytes_of};
use super::course::Course;
use super::lone::{self, Lone};
use super::report::{Progress, Question};
use super::templates::Templates;
use crate::games::vektorace::{Edition, FirstMove, Terms, Track};
use crate::geometry::Point;

/// A circuit, the question about it, and the data that a search needs to answer the question.
pub struct Model<'a> {
    /// The circuit to search.
    pub track: &'a Track,
    /// The edition whose rules are used.
    pub edition: Edition,
    /// The terms of the race, such as its options.
    pub terms: Terms,
    /// The number of points a car has, tyre and nitro together.
    pub points: u8,
    /// The lines that a car crosses in a lap: the line of each corner and the lines of the pitwall.
    pub course: Course,
    /// The ways to lay the pieces of each move.
    pub templates: Templates,
    /// The map of the board, which shows where pieces do not fit.
    pub board: Board,
    /// The most memory that the tables of the search may take, in bytes.
    bytes: u64,
}

impl<'a> Model<'a> {
    /// Prepares the search that answers a question about a circuit. This includes making the map that shows where
    /// pieces do not fit on the board. If `stop` returns true before the map is complete, the map stays incomplete.
    pub fn new(track: &'a Track, question: &Question, stop: &(dyn Fn() -> bool + Sync)) -> Self {
        // The search does not support the corner rules of the online edition. It uses the corner rules of the second
        // edition instead.
        let edition = if question.edition == Edition::Online { Edition::Second } else { question.edition };
        Self {
            track,
            edition,
            terms: Terms { track_limits: question.track_limits, ..Terms::of(edition) },
            points: question.points.min(8),
            course: Course::new(track, edition),
            templates: Templates::new(edition != Edition::Formula8),
            board: Board::new(track, stop),
            bytes: question.bytes,
        }
    }

    /// Whether a search in squares with this side length, in octagons, stays within the memory limit.
    pub fn is_affordable(&self, side: f64) -> bool {
        bytes_of(&self.board, self.course.done(), side) <= self.bytes as f64
    }

    /// Returns a note if the rules of the printed editions do not allow races on this circuit (VR-TRACK-03).
    pub fn note(&self) -> Option<String> {
        let slanted = self.track.pitwall().direction.is_diagonal()
            || self.track.corners().iter().any(|corner| !corner.facing.is_diagonal());
        let words = "Only the online edition allows races on this circuit (VR-TRACK-03). Even so, the laps are searched by the corner rules of the printed editions.";
        slanted.then(|| words.to_owned())
    }

    /// Creates the relaxed problem: the table cut into squares, and the moves that may be possible from each square.
    /// `side` is the side of a square, in octagons. Returns `None` if the search was stopped.
    pub fn relax(&self, side: f64, progress: Progress<'_>) -> Option<Relaxed> {
        Relaxed::new(&self.board, &self.course, &self.templates, side, progress.stop)
    }

    /// Creates a lone car in this gear, with its centre at this point.
    pub fn lone(&self, at: Point, gear: u8, first: Option<FirstMove>, points: u8) -> Lone<'_> {
        let state = lone::state(self.track, self.edition, self.terms, at, gear, first);
        Lone::new(self.track, &self.board, &self.course, &self.templates, state, points)
    }
}
