//! Spaces laid out along a closed centre line: lanes beside each other, every second lane half a space ahead, joined,
//! ranked and numbered, with corners where the line bends.

use std::collections::BTreeMap;

use super::draft::{
    ChartLine, CornerDraft, Draft, EdgeDraft, EdgeKind, Forecast, MAX_SPACES, Side, SpaceDraft, SpaceKind,
};

type Point = [f64; 2];

/// Points of the smooth curve between two drawn ones.
const FINE: usize = 16;
/// How wide a lane is, in spaces.
const WIDTH: f64 = 0.95;
/// How many spaces a lane has at least.
const FEWEST: usize = 30;
/// From how many degrees a space a line bends.
const BENDS: f64 = 3.5;
/// How many degrees a bend turns at least to be a corner, and from how many it demands two and three stops.
const TURNS: [f64; 3] = [35.0, 85.0, 150.0];
/// The slots of the grid.
const SLOTS: usize = 10;

/// The letter of a lane, from the left.
const fn letter(lane: usize) -> char {
    (b'a' + lane as u8) as char
}

/// A circuit laid out along a line, in driving order, the finish on its first point; the rest of the draft stays. With fewer
/// than three points that is none.
#[must_use]
pub fn lay(draft: &Draft, line: &[Point]) -> Draft {
    let mut laid = Draft {
        name: draft.name.clone(),
        description: draft.description.clone(),
        space_mm: draft.space_mm,
        lanes: draft.lanes.clamp(2, 4),
        laps: draft.laps,
        chart: if draft.chart.is_empty() { chart() } else { draft.chart.clone() },
        reference: draft.reference.clone(),
        line: line.to_vec(),
        ..Draft::default()
    };
    let Some(curve) = Curve::through(line) else { return laid };
    let lanes = usize::from(laid.lanes);
    let count = (curve.length.round() as usize).clamp(FEWEST, MAX_SPACES / lanes);
    let pitch = curve.length / count as f64;
    laid.lap = 2 * count as i32;
    let corners = corners(&curve, count);
    let name = |lane: usize, k: usize| format!("{}{k}", letter(lane));
    // Every second lane is half a space ahead.
    let ahead = |lane: usize| lane % 2;
    for lane in 0..lanes {
        let aside = ((lanes - 1) as f64 / 2.0 - lane as f64) * WIDTH;
        for k in 0..count {
            let middle = (k as f64 + 0.5 * ahead(lane) as f64) * pitch;
            let (at, heading) = curve.at(middle, aside);
            let corner = |along: f64, by: f64| curve.at(middle + along * pitch, aside + by * WIDTH).0.map(rounded);
            let outline = vec![corner(-0.48, -0.47), corner(0.48, -0.47), corner(0.48, 0.47), corner(-0.48, 0.47)];
            let kind = corners
                .iter()
                .position(|bend| (bend.from..=bend.to).contains(&k))
                .map_or(SpaceKind::Straight, |index| SpaceKind::Corner(format!("K{}", index + 1)));
            laid.spaces.push(SpaceDraft {
                id: name(lane, k),
                lane: lane as u8 + 1,
                kind,
                rank: (2 * k + ahead(lane)) as i32,
                at: at.map(rounded),
                angle: rounded(heading.to_degrees()),
                outline,
                ..SpaceDraft::default()
            });
        }
    }
    for lane in 0..lanes {
        for k in 0..count {
            let mut join = |other: usize, steps: usize, kind: EdgeKind| {
                let to = k + steps;
                let edge = EdgeDraft {
                    from: name(lane, k),
                    to: name(other, to % count),
                    kind,
                    finish: to >= count,
                    police: false,
                };
                laid.edges.push(edge);
            };
            join(lane, 1, EdgeKind::Ahead);
            if lane > 0 {
                join(lane - 1, ahead(lane), EdgeKind::Left);
            }
            if lane + 1 < lanes {
                join(lane + 1, ahead(lane), EdgeKind::Right);
            }
            // A space touches the one half a space ahead of it beside it, and the one half a space behind.
            for other in [lane.wrapping_sub(1), lane + 1].into_iter().filter(|other| *other < lanes && ahead(lane) == 0)
            {
                laid.contacts.push([name(lane, k), name(other, k)]);
                laid.contacts.push([name(lane, k), name(other, (k + count - 1) % count)]);
            }
        }
    }
    laid.corners = corners.iter().enumerate().map(|(index, bend)| bend.draft(index)).collect();
    slots(&mut laid, count, lanes);
    laid
}

/// The circuit laid out again after its line or the number of its lanes has changed: corners and everything marked on spaces
/// stay, each as far round the lap as it was. Where nothing was laid out before, corners are found as by [`lay`].
#[must_use]
pub fn lay_anew(draft: &Draft, line: &[Point]) -> Draft {
    let mut laid = lay(draft, line);
    if draft.lap < 1 || laid.lap < 1 || draft.spaces.iter().all(|space| space.lane == 0) {
        return laid;
    }
    let (was, is) = (i64::from(draft.lap), i64::from(laid.lap));
    let mut known: BTreeMap<u8, Vec<&SpaceDraft>> = BTreeMap::new();
    for space in draft.spaces.iter().filter(|space| space.lane > 0) {
        known.entry(space.lane).or_default().push(space);
    }
    known.values_mut().for_each(|lane| lane.sort_by_key(|space| space.rank));
    for space in &mut laid.spaces {
        // A lane that is new is marked as the one beside it.
        let Some((_, lane)) = known.range(..=space.lane).next_back().or_else(|| known.first_key_value()) else {
            continue;
        };
        let rank = i64::from(space.rank) * was / is;
        let next = lane.partition_point(|old| i64::from(old.rank) < rank);
        let beside = [next.checked_sub(1), Some(next)].into_iter().flatten().filter_map(|index| lane.get(index));
        let Some(old) = beside.min_by_key(|old| i64::from(old.rank).abs_diff(rank)) else { continue };
        space.kind = match &old.kind {
            kind @ (SpaceKind::Straight | SpaceKind::Corner(_)) => kind.clone(),
            _ => SpaceKind::Straight,
        };
        (space.noise, space.danger, space.level) = (old.noise, old.danger, old.level);
        space.slot = if was == is { old.slot } else { space.slot.filter(|_| space.kind == SpaceKind::Straight) };
    }
    let has = |id: &String| laid.spaces.iter().any(|space| space.kind == SpaceKind::Corner(id.clone()));
    laid.corners = draft.corners.iter().filter(|corner| has(&corner.id)).cloned().collect();
    laid
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

/// The weather chart of a circuit that says nothing else: half good, a quarter changeable, a quarter rain.
fn chart() -> Vec<ChartLine> {
    [(1, 10, Forecast::Good), (11, 15, Forecast::Changeable), (16, 20, Forecast::Rain)]
        .map(|(from, to, weather)| ChartLine { from, to, weather })
        .to_vec()
}

/// The grid: in pairs behind the line, on the outermost lanes, the second of each pair a space further back.
fn slots(draft: &mut Draft, count: usize, lanes: usize) {
    for slot in 0..SLOTS {
        let lane = if slot % 2 == 0 { 0 } else { lanes - 1 };
        let back = 1 + slot / 2 * 3 + slot % 2;
        let id = format!("{}{}", letter(lane), count - back);
        if let Some(space) = draft.spaces.iter_mut().find(|space| space.id == id && space.kind == SpaceKind::Straight) {
            space.slot = Some(slot as u32 + 1);
        }
    }
}

/// A bend of the line.
struct Bend {
    from: usize,
    to: usize,
    /// How far it turns, in degrees; to the left positive.
    turns: f64,
}

impl Bend {
    fn draft(&self, index: usize) -> CornerDraft {
        let length = self.to - self.from + 1;
        let wanted = TURNS.iter().filter(|least| self.turns.abs() >= **least).count().max(1) as u8;
        // As long as corners with so many stops usually are.
        let stops = match wanted {
            3 if length >= 14 => 3,
            2 | 3 if length >= 8 => 2,
            _ => 1,
        };
        let inside = Some(if self.turns > 0.0 { Side::Left } else { Side::Right });
        CornerDraft { id: format!("K{}", index + 1), stops, inside, ..CornerDraft::default() }
    }
}

/// Where the line bends enough to be corners; the grid's straight is none.
fn corners(curve: &Curve, count: usize) -> Vec<Bend> {
    let pitch = curve.length / count as f64;
    let heading = |k: usize| curve.at(k as f64 * pitch, 0.0).1;
    let turn = |k: usize| {
        let by = heading((k + 1) % count) - heading((k + count - 1) % count);
        let by = (by + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
        by.to_degrees() / 2.0
    };
    let bends: Vec<f64> = (0..count).map(turn).collect();
    let grid = count.saturating_sub(SLOTS / 2 * 3 + 2);
    let mut found: Vec<Bend> = Vec::new();
    for (k, by) in bends.iter().copied().enumerate().take(grid).skip(2) {
        if by.abs() < BENDS {
            continue;
        }
        match found.last_mut() {
            Some(last) if last.to + 2 >= k && last.turns.signum() == by.signum() => {
                last.turns += bends[last.to + 1..=k].iter().sum::<f64>();
                last.to = k;
            }
            _ => found.push(Bend { from: k, to: k, turns: by }),
        }
    }
    found.retain(|bend| bend.turns.abs() >= TURNS[0]);
    found
}

/// Makes the spaces of all lanes from one rank on to another, in driving order and over the finish where the second is the
/// lower, a corner, or the corner with this place another stretch. Spaces it no longer has become straight. Answers its place among the corners, which are kept in driving order.
pub fn mark_corner(draft: &mut Draft, corner: Option<usize>, from: i32, to: i32) -> usize {
    let id = corner.and_then(|index| draft.corners.get(index)).map(|corner| corner.id.clone()).unwrap_or_else(|| {
        let free = |number: &usize| draft.corners.iter().all(|corner| corner.id != format!("K{number}"));
        let id = format!("K{}", (1..).find(free).unwrap_or(1));
        draft.corners.push(CornerDraft {
            id: id.clone(),
            stops: 1,
            inside: Some(Side::Left),
            ..CornerDraft::default()
        });
        id
    });
    for space in draft.spaces.iter_mut().filter(|space| space.lane > 0) {
        let within =
            if from <= to { (from..=to).contains(&space.rank) } else { space.rank >= from || space.rank <= to };
        if within {
            space.kind = SpaceKind::Corner(id.clone());
        } else if space.kind == SpaceKind::Corner(id.clone()) {
            space.kind = SpaceKind::Straight;
        }
    }
    let first = |corner: &CornerDraft| {
        let own = draft.spaces.iter().filter(|space| space.kind == SpaceKind::Corner(corner.id.clone()));
        own.map(|space| space.rank).min()
    };
    let mut ordered: Vec<(Option<i32>, CornerDraft)> =
        draft.corners.iter().map(|corner| (first(corner), corner.clone())).collect();
    // A corner that lost its last space to another is none.
    ordered.retain(|(rank, _)| rank.is_some());
    ordered.sort_by_key(|(rank, _)| *rank);
    draft.corners = ordered.into_iter().map(|(_, corner)| corner).collect();
    draft.corners.iter().position(|corner| corner.id == id).unwrap_or(0)
}

/// A smooth closed curve.
struct Curve {
    points: Vec<Point>,
    /// How far along each of them is.
    along: Vec<f64>,
    length: f64,
}

impl Curve {
    /// The curve of Catmull and Rom through some points; none through fewer than three.
    fn through(line: &[Point]) -> Option<Self> {
        let line: Vec<Point> = line.iter().copied().filter(|at| at.iter().all(|value| value.is_finite())).collect();
        let count = line.len();
        if count < 3 {
            return None;
        }
        let mut points = Vec::with_capacity(count * FINE + 1);
        for index in 0..count {
            let [a, b, c, d] = [count - 1, 0, 1, 2].map(|step| line[(index + step) % count]);
            for part in 0..FINE {
                let t = part as f64 / FINE as f64;
                points.push([0, 1].map(|axis| {
                    let (a, b, c, d) = (a[axis], b[axis], c[axis], d[axis]);
                    0.5 * (2.0 * b
                        + (c - a) * t
                        + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                        + (3.0 * b - a - 3.0 * c + d) * t * t * t)
                }));
            }
        }
        points.push(points[0]);
        let mut along = vec![0.0];
        for ends in points.windows(2) {
            let step = (ends[1][0] - ends[0][0]).hypot(ends[1][1] - ends[0][1]);
            along.push(along[along.len() - 1] + step);
        }
        let length = along[along.len() - 1];
        (length > 1.0).then_some(Self { points, along, length })
    }

    /// The place so far along, and so far to the left of the curve; with the direction there, in radians.
    fn at(&self, along: f64, left: f64) -> (Point, f64) {
        let along = along.rem_euclid(self.length);
        let next = self.along.partition_point(|known| *known <= along).clamp(1, self.points.len() - 1);
        let (a, b) = (self.points[next - 1], self.points[next]);
        let span = (self.along[next] - self.along[next - 1]).max(1e-9);
        let part = (along - self.along[next - 1]) / span;
        let way = [b[0] - a[0], b[1] - a[1]];
        let heading = way[1].atan2(way[0]);
        let (sin, cos) = heading.sin_cos();
        ([a[0] + way[0] * part - sin * left, a[1] + way[1] * part + cos * left], heading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, Severity};
    use crate::games::formula_d::FormulaD;

    #[test]
    fn a_ring_is_laid_out_as_a_circuit_that_can_be_raced() {
        let line = [
            [0.0, 0.0],
            [22.0, 0.0],
            [34.0, 6.0],
            [38.0, 18.0],
            [30.0, 28.0],
            [10.0, 30.0],
            [-12.0, 30.0],
            [-26.0, 24.0],
            [-30.0, 10.0],
            [-22.0, 0.0],
        ];
        for lanes in 2..=4 {
            let draft = lay(&Draft { lanes, ..Draft::default() }, &line);
            let (track, issues) = FormulaD::validate(&draft);
            let errors: Vec<_> = issues.iter().filter(|issue| issue.severity == Severity::Error).collect();
            assert!(track.is_some(), "{lanes} lanes: {errors:#?}");
            assert!(!draft.corners.is_empty() && draft.slots() == SLOTS, "{:?}", draft.corners);
            assert!(draft.corners.iter().all(|corner| corner.inside == Some(Side::Left)), "driven to the left");
        }
        assert!(lay(&Draft::default(), &line[..2]).spaces.is_empty());
    }

    #[test]
    fn corners_are_marked_moved_and_swallowed() {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft::default(), &line);
        let before = draft.corners.len();
        let index = mark_corner(&mut draft, None, 8, 14);
        assert_eq!((index, draft.corners.len()), (0, before + 1));
        let own = |draft: &Draft| {
            let id = SpaceKind::Corner(draft.corners[0].id.clone());
            draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank).collect::<Vec<_>>()
        };
        assert!(own(&draft).iter().all(|rank| (8..=14).contains(rank)));
        mark_corner(&mut draft, Some(0), 10, 12);
        assert!(own(&draft).iter().all(|rank| (10..=12).contains(rank)));
        mark_corner(&mut draft, None, 0, 20);
        assert_eq!(draft.corners.len(), before + 1, "the small one has no space left");
    }

    #[test]
    fn what_was_marked_stays_when_the_line_is_bent() {
        let mut line =
            [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
        draft.corners[0].name = "Mill".to_owned();
        draft.corners[0].stops = 3;
        let noisy = draft.spaces.iter().position(|space| space.lane == 2 && space.rank > 40).expect("a space");
        draft.spaces[noisy].noise = true;
        assert_eq!(lay_anew(&draft, &line), draft, "the same line");
        line[4][1] += 25.0;
        let longer = lay_anew(&draft, &line);
        assert!(longer.spaces.len() > draft.spaces.len());
        assert_eq!(longer.corners, draft.corners);
        let part = |draft: &Draft| {
            let own = draft.spaces.iter().filter(|space| space.noise);
            own.map(|space| f64::from(space.rank) / f64::from(draft.lap)).collect::<Vec<_>>()
        };
        let (was, is) = (part(&draft), part(&longer));
        assert!(!is.is_empty() && is.iter().all(|at| (at - was[0]).abs() < 0.02), "{was:?} {is:?}");
        assert!(FormulaD::validate(&longer).0.is_some());
    }

    #[test]
    fn a_corner_goes_over_the_finish() {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft::default(), &line);
        let lap = draft.lap;
        let index = mark_corner(&mut draft, None, lap - 6, 4);
        let id = SpaceKind::Corner(draft.corners[index].id.clone());
        let ranks: Vec<i32> = draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank).collect();
        assert!(!ranks.is_empty() && ranks.iter().all(|rank| *rank <= 4 || *rank >= lap - 6), "{ranks:?}");
    }
}
