//! Over the table's edge: where a car leaves the table, and where it comes back (VR-EDGE).

use arrayvec::ArrayVec;

use super::situation::Situation;
use crate::game::IllegalTurn;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Car, Edges, Edition, Fall, TableEdge};
use crate::geometry::{Direction, Point, Surd};

/// Where a car's path leaves the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Its centre there: its base touches the edge.
    pub at: Point,
    /// The edge, or the two edges where it leaves through a corner of the table.
    pub edges: ArrayVec<TableEdge, 2>,
}

/// Whether the car falls from the table instead of taking a penalty, and where: the path straight ahead in the
/// lowest gear it can afford to brake to leads off the table (VR-EDGE-01, R-17). Never online.
pub fn exit(situation: &Situation<'_>) -> Option<Exit> {
    if situation.state.edition == Edition::Online {
        return None;
    }
    let car = &situation.car;
    let gear = car.gear.saturating_sub(car.tyre).max(1);
    let way = situation.car.heading.unit() * i64::from(gear + 1);
    let mut exit: Option<(Surd, Exit)> = None;
    for edge in TableEdge::ALL {
        // On a diagonal way both edges are approached at the same pace, so the nearer one comes first.
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

/// The edges that a car fell over: one, or two in a corner of the table.
pub fn fell_over(car: &Car) -> impl Iterator<Item = TableEdge> + use<> {
    let edges = match car.fallen {
        Some(Fall::Lost(edges) | Fall::Back(edges)) => edges,
        None => Edges::default(),
    };
    edges.iter()
}

/// How far a car at `at` stands from touching an edge.
fn room_before(situation: &Situation<'_>, at: Point, edge: TableEdge) -> Surd {
    situation.track.table().reach(edge.outwards()) - pieces().car().reach(edge.outwards()) - at.along(edge.outwards())
}

/// The point that lies so far ahead that its distance from an edge it approaches is less by `room`.
fn along(from: Point, heading: Direction, room: Surd) -> Point {
    let (x, y) = heading.signs();
    Point::new(from.x + room * x, from.y + room * y)
}

/// The free place for a car at an edge: the nearest to `at` along the edge; of two as near the one further back, seen
/// along `heading` (VR-EDGE-04). `None` where the whole edge is taken.
///
/// Where the heading is square to the edge neither is further back: then it is the one nearer the edge's middle.
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
        // Against the heading, or where that does not report, towards the middle.
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

/// Where a car of the second edition is put that goes over the edge with this heading (VR-EDGE-02).
///
/// # Errors
/// Where the heading is not parallel to the edge, or the edge is taken from end to end.
pub fn second_place(situation: &Situation<'_>, exit: &Exit, heading: Direction) -> Result<Point, IllegalTurn> {
    let parallel = |edge: &&TableEdge| heading.eighths_from(edge.outwards()).abs() == 2;
    let Some(edge) = exit.edges.iter().find(parallel) else {
        return Err(IllegalTurn::new("VR-EDGE-02", "At the table's edge a car must be put parallel to the edge."));
    };
    place(situation, exit.at, *edge, heading)
        .ok_or_else(|| IllegalTurn::new("VR-EDGE-04", "There is no free place along this edge of the table."))
}

/// Where a car that fell is put back (VR-EDGE-03 and 04).
///
/// # Errors
/// Where the edge is not named although it matters, or is named although it does not, or is taken from end to end.
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
        (Some(_), _) if !taken => return refuse("The spot is free: no edge is named."),
        (Some(edge), [_, _]) if edges.contains(&edge) => edge,
        (Some(_), [_, _]) => return refuse("The car did not fall from that edge of the table."),
        (Some(_), _) => return refuse("The car fell from one edge only: it is not named."),
        (None, [_, _]) if taken => {
            return refuse("The spot in the table's corner is taken: name the edge to go along.");
        }
        (None, [edge, ..]) => *edge,
        // A log that breaks rules may have it anywhere.
        (None, []) => return Ok(at),
    };
    match place(situation, at, edge, heading) {
        Some(place) => Ok(place),
        None => refuse("There is no free place along this edge of the table."),
    }
}
