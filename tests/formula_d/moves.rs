//! Moves in layers (FD-GEN), compared with a slow, simple generator that tries every route and checks each by the
//! ledger.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use std::sync::LazyLock;

use crate::common::*;
use crate::invented::{Invented, eight};
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::{
    Additions, Draft, Edge, FormulaD, Ground, Moves, NOWHERE, Searcher, SpaceIndex, State, Track, Weather, moves,
};
use proptest::prelude::*;

fn listed(table: &Table, gear: u8, face: u8) -> Moves {
    moves(&table.track, &table.state, CarId(1), gear, face, Additions::default()).0
}

fn names(table: &Table, found: &Moves, only: impl Fn(&paddock::games::formula_d::Move) -> bool) -> Vec<String> {
    let mut names: Vec<String> = found
        .options
        .iter()
        .filter(|option| only(option))
        .map(|option| table.track.name(option.end).to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn fd_gen_01_options_and_reasons() {
    let mut table = table("a9 g3, c16 g3, b17 g4");
    table.mark("a14");
    let (found, unreachable) = moves(&table.track, &table.state, CarId(1), 3, 8, Additions::default());
    let option =
        |end: &str| found.options.iter().find(|option| table.track.name(option.end) == end && option.brakes == 0);
    let straight = option("a17").unwrap();
    assert_eq!((straight.tyres, straight.overshoot, straight.dangers.len()), (4, 4, 1));
    assert_eq!((straight.spins, straight.is_out, straight.brake_points), (false, false, 0));
    // Car 3 on b17 touches a17, and no car is ahead of it.
    assert_eq!(straight.partners, [CarId(3)]);
    let middle = option("b16").unwrap();
    assert_eq!(middle.words(&table.track), "b16: overshoot 3, T-3, 2 cars beside");
    let why = |space: &str| unreachable.iter().find(|why| table.track.name(why.space) == space).map(|why| why.clause);
    assert_eq!(why("c16"), Some("FD-OVR-04"));
    let near = crate::common::table("b0 g2, b3 g2");
    let (_, hidden) = moves(&near.track, &near.state, CarId(1), 2, 4, Additions::default());
    let behind = hidden.iter().find(|why| near.track.name(why.space) == "b3").unwrap();
    assert_eq!((behind.clause, behind.message.as_str()), ("FD-DRV-02", "Space b3 is occupied by car 2."));
    assert!(unreachable.iter().all(|why| !found.options.iter().any(|option| option.end == why.space)));
    assert_eq!(why("a16"), None, "a brake leads there");
    let braked = found.options.iter().find(|option| table.track.name(option.end) == "a16").unwrap();
    assert_eq!((braked.brakes, braked.brake_points, braked.tyres), (1, 1, 3));
    let far = crate::common::table("b0 g2 B0");
    let (_, unreachable) = moves(&far.track, &far.state, CarId(1), 2, 4, Additions::default());
    let near = unreachable.iter().find(|why| far.track.name(why.space) == "b2").unwrap();
    assert_eq!(
        (near.clause, near.message.as_str()),
        ("FD-BRK-01", "Braking for 2 spaces costs brake points: 2 needed, 0 left.")
    );
}

#[test]
fn fd_gen_02_equal_partial_moves_are_merged() {
    // Since equal partial moves are merged, their number grows with the spaces ahead, not with the routes there.
    let [most, mean] = partial_moves(&oval(), 180);
    assert!(most > 100 && most < 2_600 && mean < 1_000, "{most} at most, {mean} on average");
    // On three lanes the number of routes doubles with every second step: 10 steps have far more routes than partial
    // moves.
    let mut table = table("a46 g4");
    for car in 0..1 {
        table.terms().cars[car].pit_box = NOWHERE;
    }
    let mut ways = Vec::new();
    routes(&table.track, &table.state, &mut vec![table.state.cars[0].at], 10, &mut ways);
    let mut merged: Vec<(SpaceIndex, usize)> = ways
        .iter()
        .map(|way| (way[way.len() - 1], way.windows(2).filter(|pair| changes(&table.track, pair)).count()))
        .collect();
    merged.sort_unstable();
    merged.dedup();
    let (_, count) = Searcher::default().end_spaces(&table.track, &table.state, 0, 10, 0);
    assert!(ways.len() > merged.len(), "{} ways, {} of them different in end and changes", ways.len(), merged.len());
    assert!(count > 10 && count < 12 * 3 * 11, "at most 12 variants of each of the spaces within 10 steps: {count}");
}

/// Whether a step changes lanes.
fn changes(track: &Track, pair: &[SpaceIndex]) -> bool {
    track.edge(pair[0], pair[1]).is_some_and(|edge| edge.side().is_some())
}

/// The most and the mean number of partial moves of a 30, from each of the first spaces of a circuit.
fn partial_moves(draft: &Draft, spaces: u16) -> [usize; 2] {
    let mut table = table("a0 g6");
    table.track = valid(draft);
    let mut searcher = Searcher::default();
    let (mut most, mut sum) = (0, 0);
    for at in 0..spaces {
        (table.state.cars[0].at, table.state.cars[0].stops) = (at, 3);
        let (ends, count) = searcher.end_spaces(&table.track, &table.state, 0, 30, 0);
        assert!(!ends.is_empty(), "a 30 from {}", table.track.name(at));
        most = most.max(count);
        sum += count;
    }
    [most, sum / usize::from(spaces)]
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the circuits in ../shared/data, which is not there")]
fn fd_gen_02_equal_partial_moves_are_merged_on_monaco() {
    let [most, mean] = partial_moves(&imported("monaco").draft, 497);
    println!("partial states of a 30: {mean} on average, {most} at most");
    assert!(most < 2_600 && mean < 1_000);
}

#[test]
fn fd_gen_03_one_search_serves_faces_and_brakes() {
    // A 12 with two brakes reaches the same spaces as a 10 without brakes.
    let table = table("b46 g4, b52 g4, a55 g4");
    let of = |face: u8, brakes: u8| names(&table, &listed(&table, 4, face), |option| option.brakes == brakes);
    let (twelve, ten) = (of(12, 2), of(10, 0));
    assert!(!ten.is_empty() && twelve.iter().all(|end| ten.contains(end)));
    assert!(ten.iter().all(|end| twelve.contains(end) || of(12, 0).contains(end) || of(12, 1).contains(end)));
}

#[test]
fn fd_gen_04_blocked() {
    let table = table("b20 g4, a24 g4, b23 g4, c24 g4");
    let found = listed(&table, 4, 9);
    assert_eq!(names(&table, &found, |option| option.blocked == Some(6)), ["a23", "c23"]);
    assert!(found.options.iter().all(|option| option.blocked.is_some()));
    // Braking that makes the move fully drivable is listed beside the table.
    let found = listed(&crate::common::table("b20 g3 B4, a24 g4, b23 g4, c24 g4"), 3, 7);
    assert!(found.options.iter().any(|option| option.blocked.is_some()));
    assert!(found.options.iter().any(|option| option.blocked.is_none() && option.brakes == 4));
}

#[test]
fn fd_gen_05_drift() {
    let mut rain = setup(1);
    rain.rules.tyres = true;
    let mut table = table_of(&rain, "b6 g2");
    table.state.weather = Weather::Rainy;
    let found = listed(&table, 2, 4);
    assert!(names(&table, &found, |option| option.brakes == 0 && option.drift == 3).contains(&"b13".to_owned()));
    assert!(
        found
            .options
            .iter()
            .any(|option| table.track.name(option.end) == "b9" && option.brakes == 1 && option.drift == 0)
    );
    assert!(!found.options.iter().any(|option| table.track.name(option.end) == "b10" && option.brakes == 0));
    let longer = Additions { soft: true, ..Additions::default() };
    let (found, _) = moves(&table.track, &table.state, CarId(1), 2, 3, longer);
    assert!(found.options.iter().any(|option| table.track.name(option.end) == "b13"));
}

#[test]
fn fd_gen_06_slipstreams_behind_ends() {
    let table = table("b46 g4, b54 g4, a57 g4");
    let legal = FormulaD::legal_turns(&table.track, &table.state);
    let with = |count: usize| legal.iter().filter(|legal| legal.turn.slips.len() == count).count();
    assert!(with(1) > 0 && with(2) > 0);
    for legal in &legal {
        FormulaD::play(&table.track, &table.state, &legal.turn).unwrap();
    }
    let found = listed(&table, 4, 7);
    assert!(found.options.iter().any(|option| option.may_slip && table.track.name(option.end) == "b53"));
}

#[test]
fn fd_gen_07_only_moves_that_no_other_move_beats() {
    let mut table = table("b46 g4");
    table.mark("b48 b49");
    let found = listed(&table, 4, 9);
    let again = listed(&table, 4, 9);
    assert_eq!(found, again);
    for one in &found.options {
        for other in found.options.iter().filter(|other| other.end == one.end && *other != one) {
            let burden = |option: &paddock::games::formula_d::Move| {
                [option.tyres, option.brake_points, option.dangers.len() as u16]
            };
            let (one, other) = (burden(one), burden(other));
            assert!(!one.iter().zip(other).all(|(one, other)| *one <= other), "{one:?} {other:?}");
        }
    }
    // The route leads around both markers; the straight route has two.
    let free = found.options.iter().find(|option| table.track.name(option.end) == "a55" && option.brakes == 0).unwrap();
    assert!(free.dangers.is_empty());
}

#[test]
fn fd_gen_08_moves_that_eliminate_come_last() {
    let mut table = table("a30 g4 made=1 B3");
    let found = listed(&table, 4, 10);
    let first_out = found.options.iter().position(|option| option.is_out).unwrap();
    assert!(found.options[first_out..].iter().all(|option| option.is_out) && first_out > 0 && !found.all_eliminate);
    table.place("a30 g4 B0");
    assert!(listed(&table, 4, 12).all_eliminate);
}

/// The result of a whole route by the rules of the ledger; `None` if a rule forbids it.
fn evaluated(track: &Track, state: &State, route: &[SpaceIndex]) -> Option<(u16, bool)> {
    let taken = |space: SpaceIndex| state.on(space).is_some_and(|car| car != 0);
    let edges: Vec<Edge> = route.windows(2).map(|pair| track.edge(pair[0], pair[1]).unwrap()).collect();
    if route[1..].iter().any(|space| taken(*space)) {
        return None;
    }
    let corner = |space: SpaceIndex| track.space(space).ground.corner();
    let is_straight = |space: SpaceIndex| track.space(space).ground == Ground::Straight;
    // Missing stops, and the lane lock after such an exit.
    let (mut penalty, mut fatal, mut locked, mut left_start) = (0, false, false, false);
    for (step, edge) in edges.iter().enumerate() {
        let from = route[step];
        let exits = corner(from).filter(|own| corner(edge.to) != Some(*own));
        if let Some(own) = exits {
            let made = if left_start { 0 } else { state.cars[0].stops };
            let missing = track.corners()[usize::from(own)].stops.saturating_sub(made);
            locked |= missing > 0;
            fatal |= missing > 1;
            if missing == 1 {
                penalty += (edges.len() - step) as u16;
            }
        }
        if locked && edge.side().is_some() && track.edges(from).iter().any(|edge| edge.is_ahead()) {
            return None;
        }
        left_start |= corner(edge.to) != corner(from);
    }
    // Straight runs.
    let mut step = 0;
    while step < edges.len() {
        if !is_straight(route[step]) {
            step += 1;
            continue;
        }
        let end = (step..edges.len()).find(|at| !is_straight(route[*at])).unwrap_or(edges.len());
        let changes: Vec<usize> = (step..end).filter(|at| edges[*at].side().is_some()).collect();
        if changes.len() > 2 {
            return None;
        }
        if let [out, back] = changes[..] {
            let lane = track.space(route[out]).lane;
            if track.space(route[back + 1]).lane == lane && !overtakes(track, &taken, route, out, back) {
                return None;
            }
        }
        step = end;
    }
    Some((penalty, fatal))
}

/// Whether leaving a lane on one step and returning on another is an overtaking manoeuvre that is as short as possible.
fn overtakes(track: &Track, taken: &dyn Fn(SpaceIndex) -> bool, route: &[SpaceIndex], out: usize, back: usize) -> bool {
    let (from, to) = (route[out], route[back + 1]);
    let mut lane = Vec::new();
    let mut at = from;
    while let Some(next) = track.next(at).filter(|next| *next != to) {
        lane.push(next);
        at = next;
        if lane.len() > 100 {
            return false;
        }
    }
    let Some(first) = lane.iter().position(|space| taken(*space)) else { return false };
    let last = lane.iter().rposition(|space| taken(*space)).unwrap();
    let side = track.edge(from, route[out + 1]).unwrap().side();
    // A later space could have been left from; the route to the car is straight.
    let may_leave = |space: &SpaceIndex| track.edges(*space).iter().any(|edge| edge.side() == side && !taken(edge.to));
    let straight = |space: &SpaceIndex| track.space(*space).ground == Ground::Straight;
    if lane[..first].iter().any(may_leave) || !lane[..=first].iter().all(straight) {
        return false;
    }
    // An earlier space could have been returned to.
    let beside = &route[out + 1..back];
    !beside.iter().any(|space| track.edges(*space).iter().any(|edge| lane[last + 1..].contains(&edge.to)))
}

/// Finds every route of a number of spaces by trying everything.
fn routes(track: &Track, state: &State, route: &mut Vec<SpaceIndex>, spaces: usize, found: &mut Vec<Vec<SpaceIndex>>) {
    if route.len() > spaces {
        found.push(route.clone());
        return;
    }
    let at = route[route.len() - 1];
    for edge in track.edges(at) {
        // The pit lane is closed here. Routes that no rule can allow any more are not followed.
        if track.space(edge.to).ground.is_pit() {
            continue;
        }
        route.push(edge.to);
        if evaluated(track, state, route).is_some() {
            routes(track, state, route, spaces, found);
        }
        route.pop();
    }
}

/// An end with its cost: space, brakes, spaces remaining of a blocked car, penalty, whether eliminated by corners.
type Outcome = (SpaceIndex, u16, Option<u16>, u16, bool);

/// Finds all ends for a face by trying every route. In rain a move that enters a corner is `drift` spaces longer.
fn reference(track: &Track, state: &State, face: u16, brakes: u16, drift: u16) -> Vec<Outcome> {
    let mut by_length: Vec<Vec<Outcome>> = Vec::new();
    for spaces in 0..=face + drift {
        let mut found = Vec::new();
        routes(track, state, &mut vec![state.cars[0].at], usize::from(spaces), &mut found);
        let mut ends: Vec<Outcome> = Vec::new();
        for route in &found {
            let counted = &route[1..=usize::from(spaces.min(face))];
            let enters = counted.iter().any(|space| track.space(*space).ground.corner().is_some());
            let required = face + if enters { drift } else { 0 };
            let Some(rest) = required.checked_sub(spaces) else { continue };
            let (penalty, fatal) = evaluated(track, state, route).unwrap();
            ends.push((route[route.len() - 1], rest, None, penalty, fatal));
        }
        ends.sort_unstable();
        ends.dedup();
        by_length.push(ends);
    }
    let all = by_length.iter().flatten().copied();
    let mut outcomes: Vec<Outcome> = all.filter(|outcome| outcome.1 <= brakes).collect();
    if !outcomes.iter().any(|outcome| outcome.1 == 0) {
        let deepest = by_length.iter().rfind(|ends| !ends.is_empty()).unwrap();
        let blocked = |(end, rest, _, penalty, fatal): &Outcome| (*end, 0, Some(*rest), *penalty, *fatal);
        outcomes.extend(deepest.iter().map(blocked));
    }
    outcomes
}

/// Checks that the layered search lists what the simple one finds, except for moves that another move beats.
fn compare(track: &Track, state: &State, face: u8) {
    let brakes = state.cars[0].wear[1];
    let drift = u16::from(state.drift(0));
    let plain = reference(track, state, u16::from(face), u16::from(brakes), drift);
    let found = Searcher::default().moves(track, state, 0, state.cars[0].gear, face, Additions::default());
    for option in &found.options {
        let fatal = plain.iter().any(|(end, given, rest, penalty, _)| {
            (*end, *given, rest.map(|rest| rest as u8), *penalty)
                == (option.end, u16::from(option.brakes), option.blocked, option.overshoot)
        });
        assert!(fatal, "listed, but no route leads there: {}", option.words(track));
    }
    for (end, given, rest, penalty, fatal) in plain {
        let cost = |penalty: u16, given: u16, rest: Option<u16>| {
            let rest = rest.unwrap_or(0);
            (penalty + rest.saturating_sub(3), given + rest.min(3))
        };
        let (tyres, points) = cost(penalty, given, rest);
        let is_beaten = found.options.iter().any(|option| {
            option.end == end && (option.tyres <= tyres && option.brake_points <= points || (fatal && !option.is_out))
        });
        assert!(is_beaten, "not listed: {} brakes {given} rest {rest:?} penalty {penalty}", track.name(end));
    }
}

/// A position on a track: the mover on a space, with other cars around it.
fn position(track: &Track, at: usize, made: u8, others: &[usize]) -> State {
    let spaces: Vec<SpaceIndex> =
        (0..track.len() as SpaceIndex).filter(|at| !track.space(*at).ground.is_pit()).collect();
    let mut table = table("a0 g4, a1 g4, a2 g4, a3 g4, a4 g4, a5 g4");
    for car in 0..6 {
        table.terms().cars[car].pit_box = NOWHERE;
    }
    let start = spaces[at % spaces.len()];
    let lap = track.lap();
    let rank = |space: SpaceIndex| (track.space(space).rank - track.space(start).rank).rem_euclid(lap);
    let near: Vec<SpaceIndex> = spaces.iter().copied().filter(|space| *space != start && rank(*space) < 30).collect();
    for (car, place) in others.iter().enumerate() {
        table.state.cars[car + 1].at = near[place % near.len()];
    }
    for car in 2..6 {
        let is_twin = (1..car).any(|other| table.state.cars[other].at == table.state.cars[car].at);
        if is_twin {
            table.state.cars[car].at = NOWHERE;
        }
    }
    let mover = &mut table.state.cars[0];
    mover.at = start;
    mover.stops = match track.space(start).ground.corner() {
        Some(corner) => made.min(track.corners()[usize::from(corner)].stops),
        None => 0,
    };
    table.state
}

/// A circuit as other programs store them, with a lane that ends, a blocked space and a bridge.
static IMPORTED: LazyLock<Track> = LazyLock::new(|| {
    let gaps = vec![(0, 40, 60)];
    valid(&Invented { gaps, blocked: vec![(2, 30)], ..Invented::new(eight, 110) }.import().draft)
});

static MONACO: LazyLock<Track> = LazyLock::new(|| valid(&imported("monaco").draft));

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn layers_find_the_same_as_trying_everything(
        at in 0usize..10_000, made in 0u8..4, others in prop::collection::vec(0usize..10_000, 5), face in 1u8..=12,
    ) {
        let track = valid(&oval());
        compare(&track, &position(&track, at, made, &others), face);
    }

    #[test]
    fn layers_find_the_same_in_the_rain(
        at in 0usize..10_000, made in 0u8..4, others in prop::collection::vec(0usize..10_000, 5), face in 1u8..=9,
    ) {
        let track = valid(&oval());
        let mut state = position(&track, at, made, &others);
        std::sync::Arc::make_mut(&mut state.terms).rules.tyres = true;
        state.weather = Weather::Rainy;
        compare(&track, &state, face);
    }

    #[test]
    fn layers_find_the_same_on_an_imported_circuit(
        at in 0usize..10_000, made in 0u8..4, others in prop::collection::vec(0usize..10_000, 5), face in 1u8..=10,
    ) {
        compare(&IMPORTED, &position(&IMPORTED, at, made, &others), face);
    }

    #[test]
    #[cfg_attr(not(shared_data), ignore = "needs the circuits in ../shared/data, which is not there")]
    fn layers_find_the_same_on_monaco(
        at in 0usize..10_000, made in 0u8..4, others in prop::collection::vec(0usize..10_000, 5), face in 1u8..=10,
    ) {
        compare(&MONACO, &position(&MONACO, at, made, &others), face);
    }
}

#[test]
fn every_listed_turn_plays_in_random_positions() {
    let track = valid(&oval());
    for seed in 0..60usize {
        let others: Vec<usize> = (0..5).map(|car| seed * 31 + car * 7).collect();
        let state = position(&track, seed * 13, (seed % 4) as u8, &others);
        for legal in FormulaD::legal_turns(&track, &state) {
            let played = FormulaD::play(&track, &state, &legal.turn);
            assert!(played.is_ok(), "{}: {:?}", FormulaD::notation(&legal.turn), played.err());
        }
        let places = FormulaD::places(&track, &state);
        assert!(!places.is_empty() && places.iter().all(|place| !place.ways.is_empty() && place.outline.len() > 2));
    }
}
