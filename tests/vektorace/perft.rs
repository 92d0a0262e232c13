//! The number of sequences of turns of a given length, from positions on four circuits. The numbers are kept as data,
//! so that an unintended change of the rules shows at once. (The word and the idea come from chess programs.)
//!
//! The counts for one turn are checked in a second way: every turn that can be written is checked by the rules.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};

use crate::common::{Position, position};
use paddock::game::prelude::*;
use paddock::games::vektorace::{
    Action, Attack, AttackKind, AttackPlace, Edition, Move, PowerUses, Rotation, Side, State, Supply, Track, Turn,
    Vektorace,
};
use paddock::geometry::Direction;
use paddock::replay::{TrackFile, parse};
use serde::Deserialize;

/// One line of the table.
#[derive(Debug, Deserialize)]
struct Entry {
    what: String,
    track: String,
    edition: Edition,
    /// The cars in playing order, in the shorthand of the tests.
    cars: String,
    /// The number of sequences of one turn, of two, ...
    leaves: Vec<u64>,
}

impl Entry {
    fn position(&self) -> Position {
        let path = root().join("tracks/vektorace").join(&self.track).with_extension("json");
        let file: TrackFile<Vektorace> = parse(&std::fs::read(path).unwrap()).unwrap();
        position(self.edition, &file.track, &self.cars)
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn table() -> Vec<Entry> {
    let text = std::fs::read_to_string(root().join("tests/data/perft.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Returns the turns that can be played, without those that leave the race.
fn turns(track: &Track, state: &State) -> Vec<Turn> {
    let listed = Vektorace::legal_turns(track, state).into_iter().map(|legal| legal.turn);
    listed.filter(|turn| turn.action != Action::Withdraw).collect()
}

fn leaves(track: &Track, state: &State, depth: usize) -> u64 {
    let turns = turns(track, state);
    if depth == 1 {
        return turns.len() as u64;
    }
    turns.iter().map(|turn| leaves(track, &Vektorace::play(track, state, turn).unwrap().state, depth - 1)).sum()
}

#[test]
fn the_number_of_sequences_has_not_changed() {
    let table = table();
    assert!(table.len() >= 12);
    let mut wrong = Vec::new();
    for entry in &table {
        let Position { track, state } = entry.position();
        let counted: Vec<u64> = (1..=entry.leaves.len()).map(|depth| leaves(&track, &state, depth)).collect();
        if counted != entry.leaves {
            wrong.push(format!("{} ({}): {:?}, in the table {:?}", entry.what, entry.track, counted, entry.leaves));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns every turn that can be written for the car to act, except steward's calls and leaving.
fn candidates(state: &State) -> Vec<Turn> {
    let car = &state.cars[state.to_act().unwrap()];
    let mut actions = vec![Action::Lost];
    actions.extend(Rotation::ALL.map(|rotation| Action::Stop { rotation, declare: Some(1) }));
    actions.push(Action::Edge { heading: None, declare: Some(1) });
    actions.extend(Direction::ALL.map(|heading| Action::Edge { heading: Some(heading), declare: Some(1) }));
    actions.extend(state.cars.iter().map(|other| Action::GiveWay { to: other.id }));
    for gear in 1..=5 {
        for vector in Side::ALL {
            for boost in [None].into_iter().chain((0..=5).map(Some)) {
                for place in Side::ALL {
                    for rotation in Rotation::ALL {
                        let brake = gear != car.gear;
                        actions.push(Action::Move(Move {
                            brake,
                            gear,
                            vector,
                            boost,
                            place,
                            rotation,
                            attack: None,
                            pit: None,
                            box_box: false,
                            powers: PowerUses::NONE,
                            exchange: None,
                            declare: None,
                        }));
                    }
                }
            }
        }
    }
    actions.into_iter().map(|action| Turn::new(car.id, action)).collect()
}

/// Returns a move with everything that may follow it: attacks, points taken, BOX-BOX, the declaration.
fn endings(track: &Track, state: &State, played: Move) -> Vec<Move> {
    use AttackKind::{BoostOvertaking, Push, Ram, Shunt, Slingshot, Slipstream};
    use AttackPlace::{Front, FrontLeft, FrontRight, Left, Right, SideLeft, SideRight};
    let places = [Front, FrontLeft, FrontRight, Left, Right, SideLeft, SideRight];
    let mut attacks = vec![None];
    for target in &state.cars {
        for kind in [Slipstream, Push, Slingshot, BoostOvertaking, Shunt, Ram] {
            for place in [None].into_iter().chain(places.map(Some)) {
                attacks.push(Some(Attack { kind, target: target.id, place, shield: false }));
            }
        }
    }
    let supplies = (0..=8u8).flat_map(|tyre| (0..=8 - tyre).map(move |nitro| Some(Supply { tyre, nitro })));
    let supplies: Vec<Option<Supply>> = [None].into_iter().chain(supplies).collect();
    // A move without a declaration is possible if the missing declaration is the first rule it breaks.
    let car = state.cars[state.to_act().unwrap()].id;
    let stands = |played: Move| {
        let illegal = Vektorace::play(track, state, &Turn::new(car, Action::Move(played))).err();
        illegal.is_none_or(|illegal| ["VR-TURN-03", "VR-PIT-03", "VR-PIT-04"].contains(&illegal.clause))
    };
    let mut all = Vec::new();
    for attack in attacks.into_iter().filter(|attack| stands(Move { attack: *attack, ..played })) {
        for pit in supplies.iter().filter(|pit| stands(Move { attack, pit: **pit, ..played })) {
            for box_box in [false, true] {
                for declare in [None].into_iter().chain((0..=6).map(Some)) {
                    all.push(Move { attack, pit: *pit, box_box, declare, ..played });
                }
            }
        }
    }
    all
}

#[test]
fn only_the_listed_turns_can_be_played() {
    for entry in table() {
        let Position { track, state } = entry.position();
        let mut count = 0;
        for turn in candidates(&state) {
            let whole = match turn.action {
                Action::Move(played) => {
                    let illegal = Vektorace::play(&track, &state, &turn).err();
                    let first = ["VR-TURN-03", "VR-PIT-03", "VR-PIT-04"];
                    if illegal.is_some_and(|illegal| !first.contains(&illegal.clause)) {
                        continue;
                    }
                    let endings = endings(&track, &state, played).into_iter();
                    endings.map(|played| Turn { action: Action::Move(played), ..turn }).collect()
                }
                _ => vec![turn],
            };
            count += whole.iter().filter(|turn| Vektorace::play(&track, &state, turn).is_ok()).count();
        }
        assert_eq!(count as u64, entry.leaves[0], "{} ({})", entry.what, entry.track);
    }
}
