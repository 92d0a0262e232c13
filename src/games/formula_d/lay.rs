//! Lays out spaces along a closed centre line. Lanes lie beside each other, and every second lane is shifted forward by
//! half a space. Each space gets a name, a rank, and edges to the spaces ahead of it. Where the line bends, the spaces
//! become corners. Where the line crosses itself, spaces become a bridge. Where a narrowing closes a lane, this lane
//! has no spaces. The pit lane is laid out along a second line.

mod arrows;
mod bends;
mod bridge;
mod form;
mod marks;
mod narrow;
mod pit;
mod police;
mod relay;
mod taper;

use crate::games::formula_d::draft::Id;
use smol_str::format_smolstr;

pub use arrows::{CornerArrows, Ways, arrow_between, corner_arrows, set_corner_arrows, set_ways, ways_of};
pub use marks::{mark_corner, shorten_corner, unmark_corner};
pub use narrow::{move_narrow, narrow_between, narrow_ends, shift_narrow};
pub use pit::{lay_pit, pit_line_beside};
pub use police::{mark_police, police_line};
pub use relay::{LineChange, relay};

use super::draft::{Draft, EdgeDraft, EdgeKind, SpaceDraft, SpaceKind, standard_chart};
use super::line::{Course, Curve, OpenLanes, Point, WIDTH, ahead, middle};
use super::outline::rounded;
use super::validate::corner_paths;
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
mod tests;
