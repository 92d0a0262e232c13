//! Cars that go over the table's edge: the point where a car leaves the table, and the point where it comes back
//! (VR-EDGE).

use arrayvec::ArrayVec;

use super::situation::Situation;
use crate::game::IllegalTurn;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Car, Edges, Edition, Fall, TableEdge};
use crate::geometry::{Direction, Point, Surd};

/// The point where a car's path leaves the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The car's centre when it leaves the table. Its base then touches the edge.
    pub at: Point,
    /// The edge, or two edges if the car leaves over a corner of the table.
    pub edges: ArrayVec<TableEdge, 2>,
}

/// Returns the point where a car without a legal move leaves the table. Returns `None` if the car stays on the table
/// and takes a penalty instead. The test assumes that the car brakes to the lowest gear that its tyre points can pay
/// for. The car leaves the table if its path straight ahead in that gear leads off the table (VR-EDGE-01, R-17). In the
/// online edition the result is always `None`.
pub fn exit(situation: &Situation<'_>) -> Option<Exit> {
    if situation.state.edition == Edition::Online {
        return None;
    }
    let car = &situation.car;
    let gear = car.gear.saturating_sub(car.tyre).max(1);
    let way = situation.car.heading.unit() * i64::from(gear + 1);
    let mut exit: Option<(Surd, Exit)> = None;
    for edge in TableEdge::ALL {
        // On a diagonal path the car approaches both edges at the same speed, so it reaches the nearer one first.
        let room = room_before(situation, car.position, edge);
        if way.along(edge.outwards()) <= room {
            continue;
        }
        match &mut exit {
            Some((least, known)) if *least == room => known.edges.push(edge),
            Some((least, _)) if *least < room => {}
            _ => {
                let at = along(car.position, car.heading, room);
                exit = Some((room, Exit { at, edges: [edge].into_iter().collect() }));
            }
        }
    }
    exit.map(|(_, exit)| exit)
}

/// Returns the edges that a car fell over: one, or two at a corner of the table.
pub fn fell_over(car: &Car) -> impl Iterator<Item = TableEdge> + use<> {
    let edges = match car.fallen {
        Some(Fall::Lost(edges) | Fall::Back(edges)) => edges,
        None => Edges::default(),
    };
    edges.iter()
}

/// Returns the distance that a car at `at` can move towards an edge before touching it.
fn room_before(situation: &Situation<'_>, at: Point, edge: TableEdge) -> Surd {
    situation.track.table().reach(edge.outwards()) - pieces().car().reach(edge.outwards()) - at.along(edge.outwards())
}

/// Returns the point `from`, moved along `heading`: by `room` octagons in x, in y, or in both if the heading is
/// diagonal.
fn along(from: Point, heading: Direction, room: Surd) -> Point {
    let (x, y) = heading.signs();
    Point::new(from.x + room * x, from.y + room * y)
}

/// Returns the free point for a car's centre that is nearest to `at` along a table edge; `None` if there is no free
/// point. If two points are equally near, returns the one further back along `heading` (VR-EDGE-04). If the heading is
/// perpendicular to the edge, returns the one nearer to the edge's middle.
pub fn place(situation: &Situation<'_>, at: Point, edge: TableEdge, heading: Direction) -> Option<Point> {
    if situation.room_for_car(at).is_ok() {
        return Some(at);
    }
    let axis = edge.outwards().turned(2);
    let (base, table) = (pieces().car().moved(at), situation.track.table());
    let most = table.reach(axis) - base.reach(axis);
    let least = base.reach(axis.opposite()) - table.reach(axis.opposite());
    let taken: Vec<(Surd, Surd)> =
        situation.obstacles().iter().filter_map(|part| base.shifts_onto(part, axis)).collect();
    let is_back = |shift: Surd| {
        let ahead = heading.unit().along(axis);
        // If two points are equally near, prefer the point further back along the heading. If the heading is
        // perpendicular to the edge, prefer the point nearer to the edge's middle.
        let back = if ahead == Surd::ZERO { most + least } else { -ahead };
        shift.is_positive() == back.is_positive()
    };
    let mut found: Option<Surd> = None;
    for shift in taken.iter().flat_map(|(from, to)| [*from, *to]) {
        let place = along(at, axis, shift);
        let fits = shift >= least && shift <= most && situation.room_for_car(place).is_ok();
        let better = found.is_none_or(|known| {
            shift.abs() < known.abs() || (shift.abs() == known.abs() && is_back(shift) && !is_back(known))
        });
        if fits && better {
            found = Some(shift);
        }
    }
    found.map(|shift| along(at, axis, shift))
}

/// Returns the point where a car that goes over the table's edge is placed along that edge (second edition,
/// VR-EDGE-02). `heading` is the direction that the car faces there.
///
/// # Errors
/// Returns an error if the heading is not parallel to the edge, or if no place along the edge is free.
pub fn second_place(situation: &Situation<'_>, exit: &Exit, heading: Direction) -> Result<Point, IllegalTurn> {
    let parallel = |edge: &&TableEdge| heading.eighths_from(edge.outwards()).abs() == 2;
    let Some(edge) = exit.edges.iter().find(parallel) else {
        return Err(IllegalTurn::new("VR-EDGE-02", "The heading must be parallel to the table's edge."));
    };
    place(situation, exit.at, *edge, heading)
        .ok_or_else(|| IllegalTurn::new("VR-EDGE-04", "There is no free place along this edge of the table."))
}

/// Returns the point where the centre of a fallen car is put back (VR-EDGE-03 and 04).
///
/// # Errors
/// Returns an error if the turn must name an edge but does not, if it must not name an edge but does, or if no place
/// along the edge is free.
pub fn place_back(
    situation: &Situation<'_>,
    heading: Direction,
    named: Option<TableEdge>,
) -> Result<Point, IllegalTurn> {
    let refuse = |message: &str| Err(IllegalTurn::new("VR-EDGE-04", message));
    let at = situation.car.position;
    let edges: ArrayVec<TableEdge, 4> = fell_over(&situation.car).collect();
    let taken = situation.room_for_car(at).is_err();
    let edge = match (named, edges.as_slice()) {
        (Some(_), _) if !taken => return refuse("The place where the car fell is free. Do not name an edge."),
        (Some(edge), [_, _]) if edges.contains(&edge) => edge,
        (Some(_), [_, _]) => return refuse("The car did not fall from that edge of the table."),
        (Some(_), _) => {
            return refuse(
                "The car fell from the table over only one edge, so no edge has to be named. Remove the edge.",
            );
        }
        (None, [_, _]) if taken => {
            return refuse(
                "The car left the table at a corner of the table, and the place at this corner is taken. Name the edge of the table along which the car is put back.",
            );
        }
        (None, [edge, ..]) => *edge,
        // In a log with broken rules, a car that did not fall may be put back. It stays where it is.
        (None, []) => return Ok(at),
    };
    match place(situation, at, edge, heading) {
        Some(place) => Ok(place),
        None => refuse("There is no free place along this edge of the table."),
    }
}
