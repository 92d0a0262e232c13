//! Lays out spaces along a closed centre line. Lanes lie beside each other, and every second lane is shifted forward by
//! half a space. Each space gets a name, a rank, and edges to the spaces ahead of it. Where the line bends, the spaces
//! become corners. Where the line crosses itself, spaces become a bridge. Where a narrowing closes a lane, this lane
//! has no spaces. The pit lane is laid out along a second line.

mod arrows;
mod bends;
mod bridge;
mod marks;
mod narrow;
mod pit;
mod police;
mod relay;
mod taper;

use crate::games::formula_d::draft::Id;
use serde_json::{Value, json};
use smol_str::format_smolstr;

pub use arrows::{CornerArrows, Ways, arrow_between, corner_arrows, set_corner_arrows, set_ways, ways_of};
pub use marks::{mark_corner, shorten_corner, unmark_corner};
pub use narrow::{move_narrow, narrow_between, narrow_ends, shift_narrow};
pub use pit::{lay_pit, pit_line_beside};
pub use police::{mark_police, police_line};
pub use relay::{LineChange, relay};

use super::draft::{
    ChartLine, Draft, EdgeDraft, EdgeKind, Forecast, SpaceDraft, SpaceKind, closed_chart, last_result, standard_chart,
};
use super::line::{Course, Curve, OpenLanes, Point, WIDTH, ahead, middle};
use super::outline::rounded;
use super::validate::corner_paths;
use crate::game::form::{FormData, Hint};
use crate::limits::formula_d::MAX_CHART;
use arrows::arrow_of;
use bridge::Crossing;

/// The number of grid slots of a new circuit.
const SLOTS: usize = 10;

/// Returns the points of the smooth curve through the points of a centre line or a pit lane, and the curve's length in
/// spaces. `None` if there are too few points.
#[must_use]
pub fn line_curve(line: &[Point], is_closed: bool) -> Option<(Vec<Point>, f64)> {
    let curve = if is_closed { Curve::closed(line)? } else { Curve::open(line)? };
    Some((curve.points().to_vec(), curve.length))
}

/// Returns the letter of a lane in space ids: `a` for the leftmost.
const fn letter(lane: usize) -> char {
    (b'a' + lane as u8) as char
}

fn name(lane: usize, k: usize) -> Id {
    format_smolstr!("{}{k}", letter(lane))
}

/// Lays out the spaces of a circuit along a line. The points of the line are in driving order, and the finish line is
/// at the first point. Keeps the draft's name, description, laps, pit line and credits. With fewer than three points,
/// or more than [`MAX_LINE`](super::MAX_LINE), the circuit has no spaces. Corners get the arrows of the usual racing
/// line ([`CornerArrows::RacingLine`]). Where the line crosses itself, the later stretch becomes a bridge.
#[must_use]
pub fn lay(draft: &Draft, line: &[Point]) -> Draft {
    let blank = blank(draft, line);
    let Some(course) = Course::of(&blank, &[]) else { return blank };
    let (open, _) = OpenLanes::new(&blank, &course);
    let mut laid = spaces(blank, &course, &open, |_| 1);
    close(&mut laid, &open);
    let bends = bends::bends(&course, SLOTS / 2 * 3 + 2);
    for space in &mut laid.spaces {
        let k = space.rank as usize / 2;
        if let Some(index) = bends.iter().position(|bend| (bend.from..=bend.to).contains(&k)) {
            space.kind = SpaceKind::Corner(format_smolstr!("K{}", index + 1));
        }
    }
    laid.corners = bends.iter().enumerate().map(|(index, bend)| bend.draft(index)).collect();
    slots(&mut laid, &open);
    arrows::draw(&mut laid);
    complete(&mut laid, &course, &open);
    measure_laid(&mut laid);
    for corner in 0..laid.corners.len() {
        marks::suit(&mut laid, corner);
    }
    laid
}

/// Returns the draft with this line and without spaces.
fn blank(draft: &Draft, line: &[Point]) -> Draft {
    Draft {
        name: draft.name.clone(),
        description: draft.description.clone(),
        space_mm: draft.space_mm,
        lanes: draft.lanes.clamp(2, 4),
        laps: draft.laps,
        chart: if draft.chart.is_empty() { standard_chart() } else { draft.chart.clone() },
        credits: draft.credits.clone(),
        reference: draft.reference.clone(),
        line: line.to_vec(),
        tunnels: draft.tunnels.clone(),
        narrows: draft.narrows.clone(),
        pit_line: draft.pit_line.clone(),
        pit_boxes: draft.pit_boxes,
        ..Draft::default()
    }
}

/// Adds the spaces of all lanes to a draft, without marks. Closed lanes get spaces too, because marks may lie there.
/// Where the line crosses itself, `over` returns the stretch that becomes the bridge: 0 for the earlier stretch, 1 for
/// the later one.
fn spaces(blank: Draft, course: &Course, open: &OpenLanes, over: impl Fn(&Crossing) -> usize) -> Draft {
    let mut laid = blank;
    let lanes = usize::from(laid.lanes);
    let count = course.count;
    laid.lap = 2 * count as i32;
    let crossings: Vec<(Crossing, usize)> = bridge::crossings(course, lanes as f64 * WIDTH)
        .into_iter()
        .map(|crossing| {
            let stretch = over(&crossing).min(1);
            (crossing, stretch)
        })
        .collect();
    for lane in 0..lanes {
        let aside = ((lanes - 1) as f64 / 2.0 - lane as f64) * WIDTH;
        for k in 0..count {
            let middle = middle(lane, k);
            let (at, heading) = course.at(middle, 0.0, aside);
            let corner = |[along, by]: [f64; 2]| course.point(middle, along, aside + by * WIDTH).map(rounded);
            let outline = taper::outline(open, course, lane, k).map(corner).to_vec();
            let is_over = crossings.iter().any(|(crossing, over)| crossing.is_over(k, count, *over));
            laid.spaces.push(SpaceDraft {
                id: name(lane, k),
                lane: lane as u8 + 1,
                rank: (2 * k + ahead(lane)) as i32,
                at: at.map(rounded),
                angle: rounded(heading.to_degrees()),
                outline,
                level: u8::from(is_over),
                lane_start: open.is_first(lane, k),
                lane_end: open.is_last(lane, k),
                ..SpaceDraft::default()
            });
        }
    }
    laid
}

/// Removes the spaces of closed lanes.
fn close(laid: &mut Draft, open: &OpenLanes) {
    laid.spaces.retain(|space| open.has(usize::from(space.lane) - 1, space.rank as usize / 2));
}

/// Completes a circuit whose spaces already exist and have their marks. Adds the edges and the pit lane.
fn complete(laid: &mut Draft, course: &Course, open: &OpenLanes) {
    join(laid, course, open);
    arrows::tidy(laid, open);
    pit::add(laid);
}

/// Adds the edges between the spaces, and the pairs of spaces that touch side by side.
fn join(laid: &mut Draft, course: &Course, open: &OpenLanes) {
    let (count, lanes) = (course.count, usize::from(laid.lanes));
    // Each name is needed for several edges.
    let names: Vec<Id> = (0..lanes * count).map(|index| name(index / count, index % count)).collect();
    let name = |lane: usize, k: usize| names[lane * count + k].clone();
    let mut drawn = vec![Vec::new(); lanes * count];
    for space in &laid.spaces {
        drawn[(usize::from(space.lane) - 1) * count + space.rank as usize / 2].clone_from(&space.arrows);
    }
    for lane in 0..lanes {
        for k in (0..count).filter(|k| open.has(lane, *k)) {
            let tunnel = |other: usize, to: usize| course.tunnel(middle(lane, k), middle(other, to));
            let drawn = &drawn[lane * count + k];
            let mut join = |other: usize, to: usize, kind: EdgeKind| {
                if !open.has(other, to) {
                    return;
                }
                // A space with arrows has only the edges that its arrows show. But cars must be able to leave a lane
                // that ends here, and to reach a lane that begins there.
                let is_needed = open.is_last(lane, k) || (other != lane && open.is_first(other, to));
                let is_drawn = arrow_of(kind).is_some_and(|arrow| drawn.contains(&arrow));
                if !drawn.is_empty() && !is_drawn && !is_needed {
                    return;
                }
                let kind = match (kind, tunnel(other, to)) {
                    (kind, None) => kind,
                    // Each lane has a portal of its own, because cars cannot change lanes in a tunnel.
                    (EdgeKind::Ahead, Some(tunnel)) => EdgeKind::Portal((tunnel * lanes + lane) as u32 + 1),
                    _ => return,
                };
                let (from, finish) = (name(lane, k), to >= count);
                laid.edges.push(EdgeDraft { from, to: name(other, to % count), kind, finish, police: false });
            };
            join(lane, k + 1, EdgeKind::Ahead);
            if lane > 0 {
                join(lane - 1, k + ahead(lane), EdgeKind::Left);
            }
            if lane + 1 < lanes {
                join(lane + 1, k + ahead(lane), EdgeKind::Right);
            }
            // A space touches two spaces in the lane beside it: one half a space ahead and one half a space behind.
            let beside = [lane.wrapping_sub(1), lane + 1].into_iter().filter(|other| *other < lanes);
            for other in beside.filter(|_| ahead(lane) == 0) {
                if open.has(other, k) && tunnel(other, k).is_none() {
                    laid.contacts.push([name(lane, k), name(other, k)]);
                }
                let is_there = open.has(other, k + count - 1);
                if is_there && course.tunnel(middle(other, k + count - 1), middle(lane, k + count)).is_none() {
                    laid.contacts.push([name(lane, k), name(other, (k + count - 1) % count)]);
                }
            }
        }
    }
}

/// Adds the grid slots behind the finish line, in pairs: the first slot of a pair on the leftmost open lane, the second
/// slot one space further back on the rightmost open lane.
fn slots(draft: &mut Draft, open: &OpenLanes) {
    for slot in 0..SLOTS {
        let back = 1 + slot / 2 * 3 + slot % 2;
        let place = draft.lap.max(0) as usize / 2;
        let place = place.checked_sub(back).and_then(|k| Some((k, open.outer(k)?[slot % 2])));
        let Some(id) = place.map(|(k, lane)| name(lane, k)) else { return };
        if let Some(space) = draft.spaces.iter_mut().find(|space| space.id == id && space.kind == SpaceKind::Straight) {
            space.slot = Some(slot as u32 + 1);
        }
    }
}

impl FormData for Draft {
    type Of = ();

    fn hint(&self, _of: &(), path: &[&str]) -> Hint {
        match path {
            // A circuit that was not laid out along a line keeps its number of lanes.
            ["lanes"] => Hint::hidden(self.line.is_empty()),
            ["narrows", _, "lanes"] => Hint::range(2..=i64::from(self.lanes.clamp(3, 4)) - 1),
            ["chart"] => Hint::range(1..=MAX_CHART as i64),
            // The last line always ends with the highest result of the die.
            ["chart", line, "to"] => {
                let place = line.parse().unwrap_or(usize::MAX);
                let most = last_result(&self.chart, place);
                let least = self.chart.get(place).map_or(1, |line| line.from).clamp(1, most);
                Hint { hidden: most == last_result(&[], 0), ..Hint::range(least.into()..=most.into()) }
            }
            ["spaces", _, "level"] => {
                let names = ["on the ground", "on a bridge"];
                Hint::choices((0..).zip(names).map(|(level, name): (u8, _)| (json!(level), name.to_owned())).collect())
            }
            _ => Hint::default(),
        }
    }

    fn item(&self, _of: &(), path: &[&str]) -> Value {
        match path {
            ["chart"] => json!(ChartLine { from: u8::MAX, to: u8::MAX, weather: Forecast::Rain }),
            _ => Value::Null,
        }
    }

    fn settle(&mut self, _of: &(), before: &Self, id: &str) {
        let path: Vec<&str> = id.split(['/', '#']).skip(1).collect();
        match path[..] {
            ["chart", "add"] if before.chart.is_empty() => self.chart = standard_chart(),
            ["chart", ..] => self.chart = closed_chart(&self.chart),
            ["lanes"] | ["narrows", ..] if !self.line.is_empty() => {
                *self = relay(before, self.clone(), LineChange::Same)
            }
            ["pit_boxes"] => lay_pit(self),
            // If the inside of a corner moves to the other side, arrows that led inwards still lead inwards.
            ["corners", corner, "inside"] => {
                if let Ok(corner) = corner.parse()
                    && let Some(arrows) = corner_arrows(before, corner)
                {
                    set_corner_arrows(self, corner, arrows);
                }
            }
            _ => {}
        }
    }
}

/// Replaces the grid slots of the circuit by the usual ten slots behind the finish line. A circuit that was not laid
/// out along a line loses its slots and gets no new ones.
pub fn usual_grid(draft: &mut Draft) {
    draft.spaces.iter_mut().for_each(|space| space.slot = None);
    if let Some(open) = OpenLanes::laid(draft) {
        slots(draft, &open);
    }
}

/// If the circuit is laid out along a line, computes the longest and the shortest path through each corner, and stores
/// their lengths.
fn measure_laid(draft: &mut Draft) {
    if !draft.line.is_empty() {
        measure_corners(draft);
    }
}

/// Stores the lengths of the longest and the shortest path through each corner.
pub fn measure_corners(draft: &mut Draft) {
    let paths = corner_paths(draft);
    for (corner, [longest, shortest]) in draft.corners.iter_mut().zip(paths) {
        (corner.longest, corner.shortest) = (Some(longest), Some(shortest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Severity;
    use crate::game::prelude::*;
    use crate::games::formula_d::FormulaD;
    use crate::games::formula_d::draft::{CornerDraft, Side};

    /// Returns the circuit after its control points were moved.
    fn bent(draft: &Draft, line: &[Point]) -> Draft {
        relay(draft, Draft { line: line.to_vec(), ..draft.clone() }, LineChange::Same)
    }

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
    fn corners_can_be_marked_moved_and_covered() {
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
    fn marks_stay_when_the_line_is_bent() {
        let mut line =
            [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
        draft.corners[0].name = "Mill".to_owned();
        draft.corners[0].stops = 3;
        let noisy = draft.spaces.iter().position(|space| space.lane == 2 && space.rank > 40).expect("a space");
        draft.spaces[noisy].noise = true;
        assert_eq!(bent(&draft, &line), draft, "the same line");
        line[4][1] += 25.0;
        let longer = bent(&draft, &line);
        assert!(longer.spaces.len() > draft.spaces.len());
        let said = |draft: &Draft| {
            let said = |corner: &CornerDraft| (corner.name.clone(), corner.stops, corner.inside);
            draft.corners.iter().map(said).collect::<Vec<_>>()
        };
        assert_eq!(said(&longer), said(&draft));
        let part = |draft: &Draft| {
            let own = draft.spaces.iter().filter(|space| space.noise);
            own.map(|space| f64::from(space.rank) / f64::from(draft.lap)).collect::<Vec<_>>()
        };
        let (was, is) = (part(&draft), part(&longer));
        assert!(!is.is_empty() && is.iter().all(|at| (at - was[0]).abs() < 0.02), "{was:?} {is:?}");
        assert!(FormulaD::validate(&longer).0.is_some());
    }

    #[test]
    fn a_corner_may_span_the_finish_line() {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft::default(), &line);
        let lap = draft.lap;
        let index = mark_corner(&mut draft, None, lap - 6, 4);
        let id = SpaceKind::Corner(draft.corners[index].id.clone());
        let ranks: Vec<i32> = draft.spaces.iter().filter(|space| space.kind == id).map(|space| space.rank).collect();
        assert!(!ranks.is_empty() && ranks.iter().all(|rank| *rank <= 4 || *rank >= lap - 6), "{ranks:?}");
    }

    /// A test line: a figure of eight with a bridge in its middle.
    pub(super) const EIGHT: [Point; 10] = [
        [-16.0, 0.0],
        [-3.0, 5.5],
        [9.0, 17.0],
        [26.0, 18.5],
        [27.0, 3.0],
        [9.0, 3.0],
        [-3.0, 14.0],
        [-18.0, 21.0],
        [-40.0, 12.0],
        [-32.0, 0.0],
    ];

    fn errors(draft: &Draft) -> Vec<String> {
        let (_, issues) = FormulaD::validate(draft);
        let errors = issues.into_iter().filter(|issue| issue.severity == Severity::Error);
        errors.map(|issue| format!("{} {}", issue.id, issue.message)).collect()
    }

    #[test]
    fn a_bridge_spans_a_crossing_of_the_line() {
        let mut draft = lay(&Draft::default(), &EIGHT);
        assert_eq!(errors(&draft), Vec::<String>::new());
        let over = |draft: &Draft| draft.spaces.iter().filter(|space| space.level > 0).map(|space| space.rank).max();
        let late = over(&draft).expect("a bridge");
        assert!(late > draft.lap / 2, "the later stretch goes over the earlier one");
        // If the user swaps the levels, they stay swapped when the line is bent.
        let half = draft.lap / 2;
        for space in &mut draft.spaces {
            let is_near = |rank: i32| space.rank.abs_diff(rank) < 8;
            space.level = u8::from(space.rank < half && (30..80).any(is_near));
        }
        let again = bent(&draft, &EIGHT);
        assert!(over(&again).expect("a bridge") < half, "{:?}", over(&again));
        assert_eq!(errors(&again), Vec::<String>::new());
    }

    #[test]
    fn a_tunnel_has_no_spaces_and_joins_each_lane() {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let open = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
        let draft = lay(&Draft { lanes: 3, tunnels: vec![3], ..Draft::default() }, &line);
        assert_eq!(errors(&draft), Vec::<String>::new());
        assert!(draft.spaces.len() + 3 * 55 < open.spaces.len(), "{} of {}", draft.spaces.len(), open.spaces.len());
        let portals: Vec<_> = draft.edges.iter().filter(|edge| matches!(edge.kind, EdgeKind::Portal(_))).collect();
        assert_eq!(portals.len(), 3);
        let lane = |id: &str| draft.spaces.iter().find(|space| space.id == id).map(|space| space.lane);
        assert!(portals.iter().all(|edge| lane(&edge.from) == lane(&edge.to) && lane(&edge.from).is_some()));
        assert!(super::super::validate::road_faults(&draft).is_empty());
    }

    #[test]
    fn a_pit_lane_leaves_the_track_and_rejoins_it_past_the_line() {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let pit_line = vec![[-18.0, 1.9], [-14.0, 3.0], [8.0, 3.0], [12.0, 1.9]];
        let mut draft = lay(&Draft { lanes: 3, pit_line, ..Draft::default() }, &line);
        let (track, issues) = FormulaD::validate(&draft);
        assert_eq!(issues, [], "not even a warning");
        let track = track.expect("a track");
        assert!(track.has_pit() && track.boxes().len() == 5);
        let before = draft.clone();
        draft.pit_boxes = 3;
        lay_pit(&mut draft);
        assert_eq!(FormulaD::validate(&draft).0.expect("a track").boxes().len(), 3);
        (draft.pit_boxes, draft.pit_line) = (5, Vec::new());
        lay_pit(&mut draft);
        assert!(draft.spaces.iter().all(|space| space.lane > 0));
        draft.pit_line.clone_from(&before.pit_line);
        lay_pit(&mut draft);
        assert_eq!(draft, before);
    }

    #[test]
    fn arrows_remove_edges_and_stay_when_the_line_is_bent() {
        let mut line =
            [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
        assert_eq!(corner_arrows(&draft, 0), Some(CornerArrows::RacingLine));
        let [longest, shortest] = [draft.corners[0].longest, draft.corners[0].shortest].map(Option::unwrap_or_default);
        assert!(shortest < longest && longest <= shortest + 2, "{shortest} to {longest}");
        for arrows in CornerArrows::ALL {
            set_corner_arrows(&mut draft, 0, arrows);
            assert_eq!(corner_arrows(&draft, 0), Some(arrows));
            assert_eq!(errors(&draft), Vec::<String>::new());
            let (_, issues) = FormulaD::validate(&draft);
            assert!(issues.iter().all(|issue| issue.id != "FD-VAL-20" && issue.id != "FD-VAL-31"), "{issues:?}");
        }
        // Selects one space of a straight.
        let space = draft.spaces.iter().position(|space| space.lane == 2 && space.rank == 5).expect("a space");
        let kept = set_ways(&mut draft, space, Ways { ahead: true, left: false, right: true });
        assert_eq!(kept, ways_of(&draft, space));
        assert!(!kept.left && draft.spaces[space].arrows.len() == 2);
        line[4][1] += 0.2;
        let bent = bent(&draft, &line);
        assert_eq!(bent.lap, draft.lap);
        assert!(!ways_of(&bent, space).left && ways_of(&bent, space).right);
        assert_eq!(corner_arrows(&bent, 0), Some(CornerArrows::RacingLine));
        let all = set_ways(&mut draft, space, Ways { ahead: true, left: true, right: true });
        assert!(all.left && draft.spaces[space].arrows.is_empty());
    }

    #[test]
    fn deleting_a_corner_deletes_its_arrows() {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
        let before = draft.corners.len();
        let was = SpaceKind::Corner(draft.corners[0].id.clone());
        let own: Vec<usize> = (0..draft.spaces.len()).filter(|space| draft.spaces[*space].kind == was).collect();
        assert!(own.iter().any(|space| !draft.spaces[*space].arrows.is_empty()));
        unmark_corner(&mut draft, 0);
        assert_eq!(draft.corners.len() + 1, before);
        for space in own {
            let (ways, lane) = (ways_of(&draft, space), draft.spaces[space].lane);
            assert_eq!((ways.left, ways.right), (lane > 1, lane < 3), "{}", draft.spaces[space].id);
            assert!(ways.ahead && draft.spaces[space].arrows.is_empty());
        }
    }

    #[test]
    fn the_police_line_crosses_every_lane_once() {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        for lanes in 2..=4 {
            let mut draft = lay(&Draft { lanes, ..Draft::default() }, &line);
            for rank in [0, 1, 7, 30, draft.lap - 1] {
                mark_police(&mut draft, Some(rank));
                assert!(super::super::validate::road_faults(&draft).is_empty(), "{lanes} lanes, rank {rank}");
            }
            let bent = bent(&draft, &line);
            assert_eq!(police_line(&bent), police_line(&draft));
            mark_police(&mut draft, None);
            assert_eq!(police_line(&draft), None);
        }
    }
}
