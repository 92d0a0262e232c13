//! Validates the finish line (RT-VAL-06, RT-VAL-07, RT-VAL-08).

use super::outline::{covers, meets};
use super::{Ground, scaled, shown};
use crate::game::Issue;
use crate::games::vector_racing::draft::{Crossing, Draft, FinishDraft, Kind};
use crate::games::vector_racing::exact::{Leg, Time, Vector, cross, dot, minus};
use crate::games::vector_racing::line::Line;
use crate::games::vector_racing::options::FinishRule;
use crate::games::vector_racing::polygon::Place;
use crate::games::vector_racing::walls::{Disc, Wall};

/// Returns the finish line if it is valid. If the line lies on the boundary, racers finish by leaving the track across
/// it. So the part of the boundary under the line is removed from the walls.
pub(super) fn line(draft: &Draft, ground: &mut Ground, scale: i64, issues: &mut Vec<Issue>) -> Option<Line> {
    let Some(finish) = &draft.finish else {
        if ground.goals.is_none() || draft.rules.finish == FinishRule::Line {
            let fix = "Draw a finish line from wall to wall.";
            issues.push(Issue::error("RT-VAL-06", "The track has no finish.").fix(fix));
        } else if draft.kind == Kind::Circuit {
            issues.push(
                Issue::error("RT-VAL-06", "A circuit needs a finish line; finish cells are only for sprints.")
                    .fix("Draw a finish line, or make the track a sprint."),
            );
        }
        return None;
    };
    if draft.rules.finish != FinishRule::Line && ground.goals.is_none() {
        issues.push(
            Issue::error("RT-VAL-06", "The race ends on finish cells, but the track has none.")
                .fix("Set Finish to “the line”, or mark finish cells if the track is a map of cells."),
        );
    }
    let FinishDraft { from, to, crossing } = finish;
    let (a, b) = (scaled(*from, scale), scaled(*to, scale));
    let before = issues.len();
    let loose = |end: &crate::games::vector_racing::number::Spot| {
        let message = format!(
            "The finish line does not lie on a grid line or does not run from wall to wall (check the end at {}).",
            draft.rules.y_axis.named(*end)
        );
        Issue::error("RT-VAL-06", message)
            .at(shown(*end))
            .fix("Move this end of the line onto a wall, along a grid line.")
    };
    let axis = usize::from(a[0] == b[0]);
    let is_straight = (a[0] == b[0]) != (a[1] == b[1]);
    let is_on_grid = is_straight && a[1 - axis].rem_euclid(scale) == 0;
    if *crossing == Crossing::Any {
        if a == b {
            issues.push(loose(from));
        }
        if draft.kind == Kind::Circuit {
            let message = "The finish line may be crossed either way, but only a sprint allows this.";
            issues.push(
                Issue::error("RT-VAL-07", message).fix("Give the finish line a direction, or make the track a sprint."),
            );
        }
    } else if !is_on_grid {
        issues.push(loose(to));
    } else if crossing.normal()[axis] != 0 {
        let message = "The crossing direction points along the finish line, not across it.";
        issues.push(Issue::error("RT-VAL-07", message).at(shown(*from)).fix("Rotate the crossing direction by 90°."));
    }
    if issues.len() > before {
        return None;
    }
    let line = Line { from: a, to: b, crossing: *crossing, opening: false };
    let edge = ground.walls.iter().position(|wall| !wall.is_free() && covers(wall, a) && covers(wall, b));
    if let Some(index) = edge.filter(|_| draft.kind == Kind::Sprint) {
        let wall = ground.walls[index];
        // The track is to the left of the edge, the outside to its right.
        if *crossing != Crossing::Any && cross(minus(wall.b, wall.a), crossing.normal()) > 0 {
            let message =
                "The finish line lies on the edge of the track, but its direction leads into the track, not out of it.";
            issues.push(
                Issue::error("RT-VAL-07", message)
                    .at(shown(*from))
                    .fix("Reverse the crossing direction, so that it leads out of the track."),
            );
        }
        open(ground, index, [a, b]);
        return Some(Line { opening: true, ..line });
    }
    let leg = Leg { origin: a, velocity: minus(b, a) };
    for (end, point) in [(from, a), (to, b)] {
        let is_on = ground.walls.iter().any(|wall| covers(wall, point))
            || ground.discs.iter().any(|disc| disc.compare(point).is_eq());
        if !is_on {
            issues.push(loose(end));
        }
    }
    let inner = |t: Option<Time>| t.is_some_and(|t| t < Time::END);
    let is_crossed = ground.walls.iter().any(|wall| inner(wall.contact(&leg, Time::START)))
        || ground.discs.iter().any(|disc| inner(disc.contact(&leg, Time::START)));
    let middle = Time::Ratio(1, 2);
    let is_off = ground.rings.iter().enumerate().any(|(index, ring)| {
        let expected = if index == 0 { Place::Inside } else { Place::Outside };
        ring.place_at(&leg, middle) != expected
    });
    if is_crossed || is_off {
        issues.push(loose(to));
    }
    if draft.kind == Kind::Circuit
        && !ground.rings.is_empty()
        && issues.len() == before
        && ends_are_joined(ground, [a, b])
    {
        let message =
            "The finish line is not on a closed lap: no route leads from one side of the line round to the other.";
        issues.push(
            Issue::error("RT-VAL-08", message)
                .at(shown(*from))
                .fix("Draw the finish line between two different boundaries, or make the track a sprint."),
        );
    }
    (issues.len() == before).then_some(line)
}

/// Removes from the walls the part of an edge between the points `a` and `b`. These two points still count as walls.
fn open(ground: &mut Ground, index: usize, [a, b]: [Vector; 2]) {
    let wall = ground.walls.remove(index);
    let along = |point: Vector| dot(minus(point, wall.a), minus(wall.b, wall.a));
    let (first, last) = if along(a) <= along(b) { (a, b) } else { (b, a) };
    // A piece without length is left out, because the pieces beside it touch the same point.
    for (from, to) in [(wall.a, first), (last, wall.b)] {
        if from != to {
            ground.walls.push(Wall { a: from, b: to, ..wall });
        }
    }
}

/// Whether the ends of a line across the track lie on connected walls. If they do, the line cuts the track in two, and
/// there is no closed lap.
fn ends_are_joined(ground: &Ground, ends: [Vector; 2]) -> bool {
    let count = ground.walls.len();
    let mut group: Vec<usize> = (0..count + ground.discs.len()).collect();
    fn root(group: &[usize], mut index: usize) -> usize {
        while group[index] != index {
            index = group[index];
        }
        index
    }
    for first in 0..group.len() {
        for second in 0..first {
            let is_joined = match (ground.walls.get(first), ground.walls.get(second)) {
                (Some(a), Some(b)) => {
                    let of_one_ring = a.part == b.part && !a.is_free();
                    of_one_ring || meets([a.a, a.b], [b.a, b.b]).is_some()
                }
                (None, Some(wall)) => touches(&ground.discs[first - count], wall),
                (None, None) => overlap(&ground.discs[first - count], &ground.discs[second - count]),
                (Some(_), None) => false,
            };
            let (a, b) = (root(&group, first), root(&group, second));
            if is_joined {
                group[a.max(b)] = a.min(b);
            }
        }
    }
    let groups = ends.map(|end| {
        let on_wall = ground.walls.iter().position(|wall| covers(wall, end));
        let on_disc = || ground.discs.iter().position(|disc| disc.compare(end).is_eq()).map(|index| index + count);
        on_wall.or_else(on_disc).map(|index| root(&group, index))
    });
    groups[0].is_some() && groups[0] == groups[1]
}

fn touches(disc: &Disc, wall: &Wall) -> bool {
    let leg = Leg { origin: wall.a, velocity: minus(wall.b, wall.a) };
    disc.compare(wall.a).is_le() || disc.contact(&leg, Time::START).is_some_and(|t| t <= Time::END)
}

/// Whether two filled circles meet: d² <= r² + s² + 2 r s, for the distance d of the centres and the radii r and s.
/// Compares squares, because roots are not exact.
fn overlap(a: &Disc, b: &Disc) -> bool {
    let away = minus(a.at, b.at);
    let (r, s) = (i128::from(a.square), i128::from(b.square));
    let rest = i128::from(dot(away, away)) - r - s;
    rest <= 0 || num_bigint::BigInt::from(rest) * rest <= num_bigint::BigInt::from(r) * s * 4
}
