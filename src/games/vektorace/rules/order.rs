//! The order of the next round (ledger, section 3.11).

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::games::vektorace::pieces::{HALF_SIDE, pieces};
use crate::games::vektorace::{Car, Edition, MAX_CARS, State, Track};
use crate::geometry::{Direction, Point, Surd};

/// Whether car `a` is ahead of car `b` (VR-ORDER-06). At least one corner of `a`'s body must be ahead of `b`'s front
/// line, and no corner of `b`'s body may be ahead of `a`'s front line.
pub fn is_ahead(a: Point, a_heading: Direction, b: Point, b_heading: Direction) -> bool {
    body_reaches_past(a, a_heading, b, b_heading) && !body_reaches_past(b, b_heading, a, a_heading)
}

/// Whether at least one corner of the first car's body is strictly ahead of the second car's front line.
fn body_reaches_past(at: Point, heading: Direction, other: Point, other_heading: Direction) -> bool {
    reach_past(at, heading, other, other_heading).is_positive()
}

/// Returns how far the first car's body reaches past the second car's front line; negative if it does not reach that
/// line.
fn reach_past(at: Point, heading: Direction, other: Point, other_heading: Direction) -> Surd {
    let front = other + pieces().front(other_heading);
    pieces().body(heading).reach(other_heading) + at.along(other_heading) - front.along(other_heading)
}

/// Returns the order of the next round for the cars still racing. It starts from this round's order (VR-ORDER-01).
pub fn next_order(track: &Track, state: &State) -> Order {
    let old = still_racing(state);
    match state.edition {
        Edition::Online => online_order(&old, &mut |x, y| leads_online(state, &old, x, y).0),
        Edition::Formula8 | Edition::Second => printed_order(track, state, &old),
    }
}

/// Whether the online edition's sort can result in this order, which comes from a log. No rule decides the order of
/// cars that are exactly level; it depends on rounding errors of the online program. So such cars may come in either
/// order.
pub fn may_be_decided_by_log(state: &State, wanted: &[u8]) -> bool {
    let old = still_racing(state);
    let level = |x: u8, y: u8| leads_online(state, &old, x, y).1;
    // Try both outcomes for each pair of cars that are exactly level. `settled` lists the outcomes in the order in
    // which the sort asked for them. Each pass of the loop flips the last outcome that has not been flipped yet.
    let mut settled: Vec<([u8; 2], bool)> = Vec::new();
    loop {
        let order = online_order(&old, &mut |x, y| {
            if !level(x, y) {
                return leads_online(state, &old, x, y).0;
            }
            let known = settled.iter().find_map(|([a, b], leads)| match (x, y) {
                pair if pair == (*a, *b) => Some(*leads),
                pair if pair == (*b, *a) => Some(!*leads),
                _ => None,
            });
            known.unwrap_or_else(|| {
                settled.push(([x, y], true));
                true
            })
        });
        if order.as_slice() == wanted {
            return true;
        }
        while settled.last().is_some_and(|(_, leads)| !*leads) {
            settled.pop();
        }
        match settled.last_mut() {
            Some((_, leads)) => *leads = false,
            None => return false,
        }
    }
}

/// An order of cars, from first to last. The entries are indices into the state's list of cars.
type Order = ArrayVec<u8, MAX_CARS>;

/// Returns the cars still racing, in their order at the start of this round.
fn still_racing(state: &State) -> Order {
    state.settled.iter().copied().filter(|index| state.cars[usize::from(*index)].is_racing()).collect()
}

/// Returns the next order by the rules of the printed editions (VR-ORDER-04). Inserts each car directly before the
/// foremost car that it leads. A car that leads no other car goes to the end.
fn printed_order(track: &Track, state: &State, old: &[u8]) -> Order {
    let mut order = Order::new();
    for index in old {
        let car = &state.cars[usize::from(*index)];
        let before = order.iter().position(|other| leads(track, car, &state.cars[usize::from(*other)]));
        order.insert(before.unwrap_or(order.len()), *index);
    }
    order
}

/// Whether car `a` leads car `b`: `a` has completely overtaken `b` (VR-ORDER-02 and 03).
fn leads(track: &Track, a: &Car, b: &Car) -> bool {
    let gates = |car: &Car| (track.corners().len() as i64 + 1) * i64::from(car.crossings) + i64::from(car.passed);
    let difference = gates(a) - gates(b);
    let apart = a.heading.eighths_from(b.heading).abs() >= 2;
    if difference.abs() >= 2 || (difference.abs() == 1 && apart) {
        return difference > 0;
    }
    front_edge_past(a, b, true) && !front_edge_past(b, a, false)
}

/// Whether car `a`'s front edge is strictly past car `b`'s front line. If `both` is true, both ends of the edge must be
/// past that line. Otherwise one end is enough.
fn front_edge_past(a: &Car, b: &Car, both: bool) -> bool {
    let front = a.position + pieces().front(a.heading);
    let line = (b.position + pieces().front(b.heading)).along(b.heading);
    let past = |eighths: i64| {
        let half = a.heading.turned(eighths).times(HALF_SIDE).unwrap_or(Point::ORIGIN);
        (front + half).along(b.heading) > line
    };
    if both { past(2) && past(-2) } else { past(2) || past(-2) }
}

/// Sorts the cars as the online edition does, starting from this round's order `old` (VR-ORDER-06; ledger, section
/// 4.5). It is possible that car A leads B, B leads C, and C leads A. The result then depends on the steps of the sort,
/// so these steps are part of the rule. With three to five cars, the leading three are sorted among themselves first.
/// Then each further car, from the front, is inserted directly before the first car that it leads.
fn online_order(old: &[u8], leads: &mut impl FnMut(u8, u8) -> bool) -> Order {
    let mut order = Order::new();
    let mut rest = old;
    if let (3..=5, Some((leading, others))) = (old.len(), old.split_first_chunk::<3>()) {
        let [first, second, third] = *leading;
        let mut ascending = [third, second, first];
        three_way_exchange(&mut ascending, leads);
        order.extend(ascending.into_iter().rev());
        rest = others;
    }
    for index in rest {
        let before = order.iter().position(|other| leads(*index, *other));
        order.insert(before.unwrap_or(order.len()), *index);
    }
    order
}

/// Sorts three cars in reverse order: the leading car comes last (ledger, section 4.5).
fn three_way_exchange(list: &mut [u8; 3], leads: &mut impl FnMut(u8, u8) -> bool) {
    if !leads(list[0], list[1]) {
        if leads(list[1], list[2]) {
            list.swap(1, 2);
            if leads(list[0], list[1]) {
                list.swap(0, 1);
            }
        }
    } else if !leads(list[2], list[1]) {
        list.swap(0, 2);
    } else {
        list.swap(0, 1);
        if leads(list[1], list[2]) {
            list.swap(1, 2);
        }
    }
}

/// Compares two cars and returns two answers. The first answer says whether car `x` leads car `y`. It depends on the
/// laps, then on the corners passed, then on which car's body reaches past the other car's front line, and last on this
/// round's order `old`. The second answer says whether rounding errors of the online program may reverse the first one.
/// This is possible if a front line is exactly level with the other car's body.
fn leads_online(state: &State, old: &[u8], x: u8, y: u8) -> (bool, bool) {
    let (a, b) = (&state.cars[usize::from(x)], &state.cars[usize::from(y)]);
    if a.crossings != b.crossings {
        return (a.crossings > b.crossings, false);
    }
    if a.passed != b.passed {
        let neighbours = a.passed.abs_diff(b.passed) == 1 && a.sector + b.sector <= 6;
        if !neighbours {
            return (a.passed > b.passed, false);
        }
    }
    let place = |index: u8| old.iter().position(|other| *other == index).unwrap_or(usize::MAX);
    let before = place(x) < place(y);
    // A car is ahead if its body reaches past the other car's front line and the other car's body does not reach past
    // its own.
    let decide = |a_past: bool, b_past: bool| if a_past == b_past { before } else { a_past };
    let reach = |x: &Car, y: &Car| reach_past(x.position, x.heading, y.position, y.heading).sign();
    let (a_reach, b_reach) = (reach(a, b), reach(b, a));
    let exact = decide(a_reach.is_gt(), b_reach.is_gt());
    let either = |sign: Ordering| [sign.is_gt(), sign.is_ge()];
    let rounded = either(a_reach).map(|a_past| either(b_reach).map(|b_past| decide(a_past, b_past)));
    (exact, rounded.as_flattened().contains(&!exact))
}
