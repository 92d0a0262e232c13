//! Finds the outcome of a straight move. A quick test is enough if no wall, region or finish is near the move.
//! Otherwise, applies the rules of the game along the whole path.

use super::spans::Spans;
use super::speeds::Speeds;
use crate::games::vector_racing::exact::Time;
use crate::games::vector_racing::grid::Points;
use crate::games::vector_racing::objects::RegionKind;
use crate::games::vector_racing::options::{FinishRule, WallRule};
use crate::games::vector_racing::path::{self, Crash, End, Nobody};
use crate::games::vector_racing::state::Terms;
use crate::games::vector_racing::track::Track;

/// The outcome of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Crashes,
    Lands {
        /// The change of the racer's progress (number of line crossings) by the move.
        progress: i32,
        /// The regions met by the move, as a bit mask: oil 1, speed-up 2, slow-down 4.
        flags: u8,
    },
    Finishes(Time),
}

/// Finds the outcomes of straight moves on a track.
pub(super) struct Checker<'a> {
    track: &'a Track,
    terms: path::Terms,
    standing: &'a Points,
    /// For each velocity, the cells that a move passes over. Used only for maps of cells whose walls are checked along
    /// the path.
    spans: Option<Spans>,
    /// The box around the finish line and the regions, in grid units. Moves outside it meet none of them.
    special: Option<[[i32; 2]; 2]>,
    is_map: bool,
    by_cells: bool,
}

impl<'a> Checker<'a> {
    pub fn new(track: &'a Track, terms: &Terms, speeds: &Speeds) -> Self {
        let rules = &terms.rules;
        let is_map = track.walls.is_map();
        let by_cells = is_map && rules.finish == FinishRule::CellsLand && track.objects.regions.is_empty();
        let spans = match rules.walls {
            WallRule::NoTouch if by_cells => Some(Spans::new(speeds, false)),
            WallRule::MayTouch if by_cells => Some(Spans::new(speeds, true)),
            _ => None,
        };
        Self {
            track,
            terms: path::Terms::of(rules, terms.needed),
            standing: track.standing(rules.walls),
            spans,
            special: special(track, rules.finish),
            is_map,
            by_cells,
        }
    }

    /// Returns the points on which racers can stand.
    pub const fn standing(&self) -> &Points {
        self.standing
    }

    /// Returns the outcome of a move. `lands` is true if the move ends on a point on which a racer can stand.
    pub fn outcome(&self, from: [i32; 2], velocity: [i32; 2], speed: usize, progress: i32, lands: bool) -> Outcome {
        const PLAIN: Outcome = Outcome::Lands { progress: 0, flags: 0 };
        let to = [from[0] + velocity[0], from[1] + velocity[1]];
        if velocity == [0, 0] {
            return PLAIN;
        }
        if self.by_cells && self.terms.walls != WallRule::Sampled {
            // If racers finish by landing on a cell of a map, only the cells that the move passes over matter.
            let is_clear = lands
                && self.spans.as_ref().is_none_or(|spans| {
                    let (column, row) = self.standing.cell(from).unwrap_or_default();
                    spans.are_free(&self.track.inside, column as i64, row as i64, speed)
                });
            return match is_clear {
                false => Outcome::Crashes,
                true if self.track.goals.as_ref().is_some_and(|goals| goals.has(to)) => Outcome::Finishes(Time::END),
                true => PLAIN,
            };
        }
        let is_far = self.special.is_none_or(|[low, high]| {
            (0..2).any(|axis| from[axis].max(to[axis]) < low[axis] || from[axis].min(to[axis]) > high[axis])
        });
        if is_far && !lands {
            return Outcome::Crashes;
        }
        let looks_at_walls = self.terms.walls != WallRule::LandingOnly;
        if is_far && lands && (!looks_at_walls || (!self.is_map && self.track.walls.is_surely_clear(from, to))) {
            return PLAIN;
        }
        let walked = path::walk(self.track, self.terms, from, velocity, progress, &mut Nobody);
        match walked.end {
            End::Crashes(_) => Outcome::Crashes,
            End::Finishes { t, .. } => Outcome::Finishes(t),
            End::Lands { .. } => {
                Outcome::Lands { progress: walked.progress - progress, flags: flags(self.track, walked.met) }
            }
        }
    }
}

impl Checker<'_> {
    /// Returns the crash of a move and the progress after the move; `None` if the move does not crash.
    pub fn crash(&self, from: [i32; 2], velocity: [i32; 2], progress: i32) -> Option<(Crash, i32)> {
        let walked = path::walk(self.track, self.terms, from, velocity, progress, &mut Nobody);
        match walked.end {
            End::Crashes(hit) => Some((hit, walked.progress)),
            End::Lands { .. } | End::Finishes { .. } => None,
        }
    }
}

/// Returns the kinds of the regions met, as a bit mask: oil 1, speed-up 2, slow-down 4.
pub(super) fn flags(track: &Track, met: u64) -> u8 {
    let mut flags = 0;
    for (index, region) in track.objects.regions.iter().enumerate() {
        if met >> index & 1 == 1 {
            flags |= match region.kind {
                RegionKind::Oil => 1,
                RegionKind::Fast => 2,
                RegionKind::Slow => 4,
            };
        }
    }
    flags
}

/// Returns the bounding box of the finish line and of all regions (oil, speed-ups and slow-downs); `None` if there is
/// neither. If the race ends on finish cells, returns a box without limits.
fn special(track: &Track, finish: FinishRule) -> Option<[[i32; 2]; 2]> {
    if finish != FinishRule::Line {
        return Some([[i32::MIN; 2], [i32::MAX; 2]]);
    }
    let line = track.line.iter().flat_map(|line| [line.from, line.to]);
    let regions = track.objects.regions.iter().flat_map(|region| region.area.bounds());
    let mut points = line.chain(regions);
    let first = points.next()?;
    let [low, high] = points.fold([first, first], |[low, high], at| {
        [[low[0].min(at[0]), low[1].min(at[1])], [high[0].max(at[0]), high[1].max(at[1])]]
    });
    let floor = |value: i64| value.div_euclid(track.scale) as i32;
    let ceil = |value: i64| (value.div_euclid(track.scale) + i64::from(value.rem_euclid(track.scale) != 0)) as i32;
    Some([low.map(floor), high.map(ceil)])
}
