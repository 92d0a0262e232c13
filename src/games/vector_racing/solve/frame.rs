//! Gives numbers to the moves and states of a search on tracks with straight paths, so that they take little memory.

use super::checker::{Checker, Outcome};
use super::report::Question;
use super::speeds::Speeds;
use crate::games::vector_racing::exact::Time;
use crate::games::vector_racing::objects::RegionKind;
use crate::games::vector_racing::rules::legal_moves_of;
use crate::games::vector_racing::state::Terms;
use crate::games::vector_racing::track::Track;

/// A move that reaches the finish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finishing {
    pub page: u64,
    pub velocity: [i32; 2],
    pub t: Time,
}

/// Gives a number to each state of a search. The states are divided into pages: all states with the same progress
/// (number of line crossings) and the same grid point are one page.
pub(super) struct Frame<'a> {
    pub checker: Checker<'a>,
    pub terms: &'a Terms,
    pub speeds: Speeds,
    /// The grid points on which racers can stand. The index of a point in this list is its number.
    pub points: Vec<[i32; 2]>,
    /// For each grid point of the box, its index in `points`; `u32::MAX` if racers cannot stand on it.
    numbers: Vec<u32>,
    /// The number of possible combinations of a state's flags (the kinds of regions met by the previous move). This is
    /// 8, or 1 if no state has a flag.
    flags: u64,
}

/// The lowest progress (number of line crossings) that the search follows. Driving farther back never helps.
const LEAST_PROGRESS: i32 = -1;

impl<'a> Frame<'a> {
    pub fn new(track: &'a Track, terms: &'a Terms, question: &Question) -> Self {
        let standing = track.standing(terms.rules.walls);
        let is_fast = track.objects.regions.iter().any(|region| region.kind == RegionKind::Fast);
        let speeds = Speeds::new(standing, &question.seeds, is_fast);
        let points: Vec<[i32; 2]> = standing.iter().collect();
        let mut numbers = vec![u32::MAX; standing.width() * standing.height()];
        for (number, at) in (0u32..).zip(&points) {
            if let Some(index) = standing.index(*at) {
                numbers[index] = number;
            }
        }
        let has_flags = !track.objects.regions.is_empty() || question.seeds.iter().any(|seed| seed.flags != [false; 3]);
        let flags = if has_flags { 8 } else { 1 };
        Self { checker: Checker::new(track, terms, &speeds), terms, speeds, points, numbers, flags }
    }

    /// Returns the number of pages. There is one page for each progress (number of line crossings) and grid point.
    pub fn pages(&self) -> u64 {
        (self.terms.needed - LEAST_PROGRESS).max(1) as u64 * self.points.len() as u64
    }

    /// Returns the number of the page that contains all states with this progress (number of line crossings) and this
    /// grid point. Returns `None` if racers cannot stand on this point or the progress is too low.
    pub fn page(&self, progress: i32, at: [i32; 2]) -> Option<u64> {
        let level = u64::try_from(progress - LEAST_PROGRESS).ok()?;
        let number = *self.numbers.get(self.checker.standing().index(at)?)?;
        (number != u32::MAX).then_some(level * self.points.len() as u64 + u64::from(number))
    }

    /// Returns the progress (number of line crossings) and the grid point of the states on a page.
    pub fn place(&self, page: u64) -> (i32, [i32; 2]) {
        let count = self.points.len() as u64;
        ((page / count) as i32 + LEAST_PROGRESS, self.points[(page % count) as usize])
    }

    /// Returns the largest number of states on a page. The states of a page have the same progress and grid point.
    pub const fn page_size(&self) -> u64 {
        self.speeds.count() as u64 * self.flags
    }

    /// Returns the number that stands for a state: its page (progress and grid point), base velocity and flags (regions
    /// met by the previous move).
    pub fn key(&self, page: u64, velocity: [i32; 2], flags: u8) -> u64 {
        page * self.page_size() + self.speeds.index(velocity) as u64 * self.flags + u64::from(flags).min(self.flags - 1)
    }

    /// Returns the page (progress and grid point), base velocity and flags (regions met by the previous move) of the
    /// state with this number.
    pub fn state(&self, key: u64) -> (u64, [i32; 2], u8) {
        let within = key % self.page_size();
        (key / self.page_size(), self.speeds.velocity((within / self.flags) as usize), (within % self.flags) as u8)
    }

    /// Returns the legal moves from a base velocity (the velocity from which the next move starts), sorted by x, then
    /// by y. `flags` are the regions met by the previous move.
    pub fn moves(&self, base: [i32; 2], flags: u8) -> Vec<[i32; 2]> {
        legal_moves_of(self.terms.rules.slow_list, base, flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    }

    /// Whether a move is legal from a base velocity (the velocity from which the next move starts). `flags` are the
    /// regions met by the previous move.
    pub fn allows(&self, base: [i32; 2], flags: u8, velocity: [i32; 2]) -> bool {
        if flags == 0 {
            return (0..2).all(|axis| (velocity[axis] - base[axis]).abs() <= 1);
        }
        self.moves(base, flags).contains(&velocity)
    }

    /// Whether the move with this velocity was already checked for a page (all states with the same progress and grid
    /// point).
    pub fn is_marked(&self, page: &Page, [x, y]: [i32; 2]) -> bool {
        let (row, bit) = ((y + self.speeds.most[1]) as usize, (x + self.speeds.most[0]) as usize);
        page.as_ref().is_some_and(|page| page[row * self.speeds.words + bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Records that the move with this velocity was checked for a page (all states with the same progress and grid
    /// point).
    pub fn mark(&self, page: &mut Page, [x, y]: [i32; 2]) {
        let (row, bit) = ((y + self.speeds.most[1]) as usize, (x + self.speeds.most[0]) as usize);
        let words = self.speeds.words;
        let page = page.get_or_insert_with(|| vec![0; self.speeds.rows() * words].into_boxed_slice());
        page[row * words + bit / 64] |= 1 << (bit % 64);
    }

    /// Returns the outcome of the move with this velocity from a page (all states with the same progress and grid
    /// point).
    pub fn outcome(&self, page: u64, velocity: [i32; 2]) -> Outcome {
        let (progress, at) = self.place(page);
        let to = [at[0] + velocity[0], at[1] + velocity[1]];
        let lands = self.checker.standing().has(to);
        self.checker.outcome(at, velocity, self.speeds.index(velocity), progress, lands)
    }
}

/// The moves already checked from a page (all states with the same progress and grid point), with one bit for each
/// velocity. `None` if no move was checked.
pub(super) type Page = Option<Box<[u64]>>;
