//! What is asked about which circuit, and what a search needs of it.

use super::board::Board;
use super::cells::{Relaxed, bytes_of};
use super::course::Course;
use super::lone::{self, Lone};
use super::report::{Progress, Question};
use super::templates::Templates;
use crate::games::vektorace::{Edition, FirstMove, Terms, Track};
use crate::geometry::Point;

/// What is asked about which circuit, and what a search needs of it.
pub struct Model<'a> {
    /// The circuit.
    pub track: &'a Track,
    /// Whose rules.
    pub edition: Edition,
    /// What the table agrees on.
    pub terms: Terms,
    /// Points of either kind a car has.
    pub points: u8,
    /// The lines of the lap.
    pub course: Course,
    templates: Templates,
    /// The board.
    pub board: Board,
    /// The most memory that tables may take, in bytes.
    bytes: u64,
}

impl<'a> Model<'a> {
    pub fn new(track: &'a Track, question: &Question) -> Self {
        // The online edition's own way of counting corners is not searched: its circuits are proved by the second's rules.
        let edition = if question.edition == Edition::Online { Edition::Second } else { question.edition };
        Self {
            track,
            edition,
            terms: Terms { track_limits: question.track_limits, ..Terms::of(edition) },
            points: question.points.min(8),
            course: Course::new(track, edition),
            templates: Templates::new(edition != Edition::Formula8),
            board: Board::new(track),
            bytes: question.bytes,
        }
    }

    /// Whether the table cut into squares of this side, in octagons, is small enough to be searched.
    pub fn is_affordable(&self, side: f64) -> bool {
        bytes_of(&self.board, self.course.done(), side) <= self.bytes as f64
    }

    /// Where the edition itself does not race here (VR-TRACK-03).
    pub fn note(&self) -> Option<String> {
        let slanted = self.track.pitwall().direction.is_diagonal()
            || self.track.corners().iter().any(|corner| !corner.facing.is_diagonal());
        let words =
            "Only the online edition races here (VR-TRACK-03): laps are proved as the printed ones count corners.";
        slanted.then(|| words.to_owned())
    }

    /// The relaxed problem on squares of this side.
    pub fn relax(&self, side: f64, progress: Progress<'_>) -> Option<Relaxed> {
        Relaxed::new(&self.board, &self.course, &self.templates, side, progress.stop)
    }

    /// A lone car at a place, in a gear.
    pub fn lone(&self, at: Point, gear: u8, first: Option<FirstMove>, points: u8) -> Lone<'_> {
        let state = lone::state(self.track, self.edition, self.terms, at, gear, first);
        Lone::new(self.track, &self.board, &self.course, &self.templates, state, points)
    }
}
