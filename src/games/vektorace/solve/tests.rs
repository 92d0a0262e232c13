//! Compares the bound with real moves: the bound must never ask for more points than a lap really needs.

use super::board::Board;
use super::bound::{Bound, NEVER};
use super::cells::Relaxed;
use super::course::Course;
use super::grid;
use super::lone::{self, Horizon, Lone, Node};
use super::templates::Templates;
use crate::game::EventKind;
use crate::game::prelude::*;
use crate::games::vektorace::{
    Action, CornerDraft, Draft, Edition, Hand, Move, PitwallDraft, TableDraft, Terms, Track, Vektorace,
};
use crate::geometry::{Direction, Point, Surd};

fn at(x: i64, y: i64) -> Point {
    Point::new(Surd::from_int(x), Surd::from_int(y))
}

/// A clockwise circuit with one counter-clockwise corner.
fn circuit() -> Track {
    let corner = |number, at, facing, hand| CornerDraft { number, at, facing: Direction::new(facing), hand };
    let draft = Draft {
        table: TableDraft { from: Point::ORIGIN, to: at(24, 15) },
        direction: Some(Hand::Clockwise),
        pitwall: Some(PitwallDraft { at: at(12, 3), direction: Direction::new(4) }),
        corners: vec![
            corner(1, at(5, 6), 5, None),
            corner(2, at(5, 11), 3, None),
            corner(3, at(12, 11), 7, Some(Hand::CounterClockwise)),
            corner(4, at(18, 9), 1, None),
        ],
        ..Draft::default()
    };
    let (track, issues) = Vektorace::validate(&draft);
    track.unwrap_or_else(|| panic!("{issues:?}"))
}

#[test]
fn a_map_that_was_stopped_excludes_no_move() {
    let track = circuit();
    let (whole, stopped) = (Board::new(&track, &|| false), Board::new(&track, &|| true));
    // The centre of corner 1, where no car fits.
    let at = track.corners()[0].at.to_f64();
    assert!(whole.blocks_car(at, 0.0) && !stopped.blocks_car(at, 0.0));
}

#[test]
fn the_bound_never_exceeds_the_points_of_a_move_and_the_bound_after_it() {
    let (track, edition) = (circuit(), Edition::Second);
    let terms = Terms::of(edition);
    let (board, course, templates) =
        (Board::new(&track, &|| false), Course::new(&track, edition), Templates::new(true));
    let places = grid::grid(&track, edition, terms);
    assert_eq!(places.len(), 6);
    for side in [0.5, 0.25] {
        let relaxed = Relaxed::new(&board, &course, &templates, side, &|| false).unwrap();
        let mut bound = Bound::new(&relaxed, 8, course.done());
        for _ in 0..12 {
            bound.extend(&relaxed, &|| false);
        }
        let mut checked = [0u32; 2];
        for (walk, place) in (0..60u64).zip(places.iter().cycle()) {
            let state = lone::state(&track, edition, terms, *place, 3 + (walk % 3) as u8, None);
            let lone = Lone::new(&track, &board, &course, &templates, state, 8);
            // A simple random generator is enough here: splitmix64, seeded with the number of the walk.
            let mut seed = walk.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut node = lone.first();
            for _ in 0..14 {
                let mut children = Vec::new();
                lone.expand(&node, 0, Horizon::OPEN, &mut children);
                let need = |node: &Node, moves| {
                    bound.after(moves, usize::from(node.phase), node.heading, node.gear, lone.place(node.at))
                };
                for child in children.iter().filter(|_| node.moves > 0) {
                    for moves in [2, 5, 9] {
                        let rest = need(child, moves);
                        let whole = need(&node, moves + 1);
                        let cost = child.spent - node.spent;
                        assert!(
                            rest == NEVER || rest + cost > 8 || whole <= rest + cost,
                            "{node:?} {child:?}: {whole} > {rest} + {cost}"
                        );
                        checked[usize::from(rest != NEVER)] += 1;
                    }
                }
                seed ^= seed >> 30;
                seed = seed.wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (seed >> 27);
                let Some(next) = children.get(seed as usize % children.len().max(1)) else { break };
                if usize::from(next.phase) == course.done() {
                    break;
                }
                node = Node { parent: u32::MAX, ..*next };
            }
        }
        assert!(checked.iter().all(|count| *count > 10_000), "{checked:?}");
    }
}

/// The search and the rules list the same moves, node by node.
#[test]
fn the_search_lists_the_same_moves_as_the_rules() {
    for edition in [Edition::Second, Edition::Formula8] {
        let (track, terms) = (circuit(), Terms::of(edition));
        let (board, course) = (Board::new(&track, &|| false), Course::new(&track, edition));
        let templates = Templates::new(edition == Edition::Second);
        let places = grid::grid(&track, edition, terms);
        let mut compared = 0;
        for (walk, place) in (0..40u64).zip(places.iter().cycle()) {
            let state = lone::state(&track, edition, terms, *place, 3, None);
            let lone = Lone::new(&track, &board, &course, &templates, state, 8);
            let mut seed = walk.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut node = lone.first();
            for _ in 0..10 {
                let mut children = Vec::new();
                lone.expand(&node, 0, Horizon::OPEN, &mut children);
                let gears = if node.moves == 0 { node.gear..=node.gear } else { 1..=5 };
                for gear in gears {
                    let price = if node.moves == 0 { 0 } else { node.gear.abs_diff(gear).saturating_sub(1) };
                    let Some(left) = 8u8.checked_sub(node.spent + price) else { continue };
                    let mut own: Vec<_> = children
                        .iter()
                        .filter(|child| child.step.declared == gear && !child.braked)
                        .map(|child| {
                            (
                                lone.start + child.at.point(),
                                child.heading,
                                child.spent - node.spent - price,
                                child.phase,
                            )
                        })
                        .map(|(at, heading, spent, phase)| (at.x.units(), at.y.units(), heading, spent, phase))
                        .collect();
                    let mut listed = listed(&lone, &node, gear, left);
                    own.sort_unstable();
                    own.dedup();
                    listed.sort_unstable();
                    listed.dedup();
                    assert_eq!(own, listed, "{edition:?}, gear {gear}: {node:?}");
                    compared += own.len();
                }
                seed ^= seed >> 30;
                seed = seed.wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (seed >> 27);
                let Some(next) = children.get(seed as usize % children.len().max(1)) else { break };
                if usize::from(next.phase) == course.done() || next.braked {
                    break;
                }
                node = Node { parent: u32::MAX, ..*next };
            }
        }
        assert!(compared > 8_000, "{edition:?}: {compared}");
    }
}

/// The end of a move, for comparison: x, y, heading, points spent on the move, phase.
type Led = ((i64, i64), (i64, i64), Direction, u8, u8);

/// Returns the ends of the moves that the rules list.
fn listed(lone: &Lone<'_>, node: &Node, gear: u8, left: u8) -> Vec<Led> {
    let mut state = lone.state.clone();
    let car = &mut state.cars[0];
    (car.position, car.heading, car.gear) = (lone.start + node.at.point(), node.heading, gear);
    (car.tyre, car.nitro) = (left, left);
    (car.crossings, car.passed) = lone::lap_of(lone.track, usize::from(node.phase));
    let moves = Vektorace::legal_turns(lone.track, &state).into_iter().filter_map(|legal| match legal.turn.action {
        // Wasted boosts and pit stops are left out: they are not different moves. Declarations are merged later.
        Action::Move(Move { brake: false, boost, pit: None, .. }) if boost != Some(0) => Some(legal.turn),
        _ => None,
    });
    let mut places = Vec::new();
    for turn in moves {
        let Ok(played) = Vektorace::play(lone.track, &state, &turn) else { continue };
        let spent: i32 = played
            .events
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::Spent { amount, purpose, .. } if !purpose.ends_with("shift") => Some(amount),
                _ => None,
            })
            .sum();
        let pitted = played.events.iter().any(|event| matches!(event.kind, EventKind::Pitted { .. }));
        if spent > i32::from(left) || pitted {
            continue;
        }
        let car = played.state.cars[0];
        let phase = lone::phase_of(lone.track, car.crossings, car.passed) as u8;
        places.push((car.position.x.units(), car.position.y.units(), car.heading, spent as u8, phase));
    }
    places
}
