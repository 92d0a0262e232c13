//! Joins a pit lane to a track. Gives its spaces ranks, finds its edge across the finish line, and adds a box beside
//! each garage.

use super::draft::{Draft, EdgeDraft, EdgeKind, SpaceDraft, SpaceKind};
use super::outline::{outline, rounded};
use crate::games::formula_d::draft::Id;
use smol_str::format_smolstr;

/// A pit lane that is not yet part of a draft. Track spaces and pit-lane spaces are given by their ids.
pub(super) struct PitLane {
    /// The track spaces that lead into the pit lane.
    pub entries: Vec<Id>,
    /// The pit lane's own spaces in driving order, each with its centre.
    pub chain: Vec<(Id, [f64; 2])>,
    /// The track spaces that the pit lane leads back to.
    pub exits: Vec<Id>,
    /// The garages: the spaces of the pit lane that get a box beside them. Each is given as an index in `chain`. The
    /// first and the last space of the pit lane get no box.
    pub garages: Vec<usize>,
    /// Half the width of the pit lane, in space lengths.
    pub half: f64,
}

/// The position of a pit lane along the lap, after it was joined to the track. Positions are given as progress, in half
/// spaces. Progress 0 is the finish line at the start of the lap in which a car enters the pit lane.
pub(super) struct Joined {
    /// The progress of each pit-lane space, in half spaces. It keeps rising if the pit lane crosses the finish line.
    pub progress: Vec<i32>,
    /// The progress of the track space where the pit lane rejoins the track, in half spaces.
    pub to: i32,
}

impl PitLane {
    /// Adds the pit lane to a draft that already has the track's spaces and edges. If the pit lane has no spaces or no
    /// entry, adds nothing and returns `None`.
    pub fn join(&self, draft: &mut Draft) -> Option<Joined> {
        let known = |draft: &Draft, id: &Id| draft.spaces.iter().find(|space| space.id == *id).cloned();
        let count = self.chain.len();
        let entry = known(draft, self.entries.first().filter(|_| count > 0)?)?;
        let exit = self.exits.first().and_then(|id| known(draft, id));
        // The ranks of a file can have any value, so sums of ranks need `i64`.
        let lap = i64::from(draft.lap.max(1));
        let ranks = |ids: &[Id]| -> Vec<i64> {
            ids.iter().filter_map(|id| known(draft, id)).map(|space| space.rank.into()).collect()
        };
        let from = ranks(&self.entries).into_iter().max().unwrap_or(0);
        let to = ranks(&self.exits).into_iter().min().unwrap_or(0);
        let to = if to > from { to } else { to + lap };
        let steps = count as i64 + 1;
        // The spaces of the pit lane need different ranks that lie between the ranks of its entry and its exit.
        let progress: Vec<i64> = (1..=count as i64).map(|step| from + ((to - from) * step / steps).max(step)).collect();
        let near = |place: usize| {
            let at = self.chain[place].1;
            let behind = if place > 0 { self.chain[place - 1].1 } else { entry.at };
            let ahead = self.chain.get(place + 1).map(|(_, at)| *at).or(exit.as_ref().map(|exit| exit.at));
            (behind, at, ahead.unwrap_or(at))
        };
        for (place, (id, _)) in self.chain.iter().enumerate() {
            let (behind, at, ahead) = near(place);
            let (shape, angle) = outline(behind, at, ahead, self.half);
            draft.spaces.push(SpaceDraft {
                id: id.clone(),
                kind: SpaceKind::Pit,
                rank: (progress[place] % lap) as i32,
                at,
                angle: rounded(angle),
                outline: shape,
                ..SpaceDraft::default()
            });
        }
        let crosses = |before: i64, after: i64| before < lap && after >= lap;
        let mut push = |from: &str, to: &str, kind: EdgeKind, finish: bool| {
            draft.edges.push(EdgeDraft { from: from.into(), to: to.into(), kind, finish, police: false });
        };
        let (first, last) = (&self.chain[0].0, &self.chain[count - 1].0);
        for id in &self.entries {
            push(id, first, EdgeKind::PitIn, progress[0] >= lap);
        }
        for (place, pair) in self.chain.windows(2).enumerate() {
            push(&pair[0].0, &pair[1].0, EdgeKind::Ahead, crosses(progress[place], progress[place + 1]));
        }
        for id in &self.exits {
            push(last, id, EdgeKind::PitOut, crosses(progress[count - 1], to));
        }
        let between = self.garages.iter().copied().filter(|place| (1..count.max(1) - 1).contains(place));
        for (number, place) in (1..).zip(between) {
            let (behind, at, ahead) = near(place);
            // A box lies on the side away from the track.
            let (shape, angle) = outline(behind, at, ahead, self.half);
            let (sin, cos) = angle.to_radians().sin_cos();
            let aside = self.half * 1.7 / 0.8;
            let gap = |sign: f64| {
                let shifted = [at[0] - sin * aside * sign, at[1] + cos * aside * sign];
                let far = |space: &SpaceDraft| (space.at[0] - shifted[0]).hypot(space.at[1] - shifted[1]);
                draft.spaces.iter().filter(|space| space.lane > 0).map(far).fold(f64::MAX, f64::min)
            };
            let sign = if gap(1.0) >= gap(-1.0) { 1.0 } else { -1.0 };
            let shift = [-sin * aside * sign, cos * aside * sign];
            let moved = |point: [f64; 2]| [0, 1].map(|axis| rounded(point[axis] + shift[axis]));
            let name = format_smolstr!("x{number}");
            draft.spaces.push(SpaceDraft {
                id: name.clone(),
                kind: SpaceKind::Box(number),
                rank: (progress[place] % lap) as i32,
                at: moved(at),
                angle: rounded(angle),
                outline: shape.into_iter().map(moved).collect(),
                ..SpaceDraft::default()
            });
            let mut push = |from: &str, to: &str, kind: EdgeKind, finish: bool| {
                draft.edges.push(EdgeDraft { from: from.into(), to: to.into(), kind, finish, police: false });
            };
            let in_ = crosses(progress[place - 1], progress[place]);
            push(&self.chain[place - 1].0, &name, EdgeKind::BoxIn, in_);
            push(&name, &self.chain[place + 1].0, EdgeKind::BoxOut, crosses(progress[place], progress[place + 1]));
        }
        let narrow = |rank: i64| rank.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        Some(Joined { progress: progress.into_iter().map(narrow).collect(), to: narrow(to) })
    }
}
