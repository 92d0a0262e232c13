//! Lists the legal turns of the car to act.
//!
//! A turn contains its dice rolls, so each combination of gear, face and move is a separate turn. For each gear and
//! each face of its die, this module lists the moves that section 6 of the rules ledger defines. It lists each move
//! without a slipstream, and then with every slipstream that can follow. If several routes lead to a space, a route is
//! left out if another route is better in every respect. Each roll of the black die could have many results. Only one
//! of them is listed, and it harms no car.
//!
//! At most 1000 turns with slipstreams are listed for each move, the shortest chains first. A chain has at most as many
//! slipstreams as there are other cars, because each slipstream follows a different car.
//!
//! The listed turns leave out everything that a player can add without changing the move: the second roll of the skill
//! Ace At The Wheel, a radio throw, a scrap marker, the tyres and repairs of a stop, wear points received, and the move
//! out of the box after a quick stop. Retiring is not listed either: every car may retire in its turn.

use std::collections::VecDeque;

use super::list::{Additions, Searcher, gears};
use super::playing::Act;
use super::slip::{refuses, slip};
use super::walk::Course;
use super::{complete, route};
use crate::game::{Cost, LegalTurn, Place};
use crate::games::formula_d::dice;
use crate::games::formula_d::draft::Side;
use crate::games::formula_d::options::{Skill, Zone};
use crate::games::formula_d::state::{Phase, Start, State};
use crate::games::formula_d::track::{NOWHERE, Track};
use crate::games::formula_d::turn::{Chance, MAX_LIST, Nitro, PitStop, Purpose, Roll, Shape, Slip, StopKind, Turn};

/// Returns the result of the black die that is assumed for a roll with this purpose. The result harms no car.
pub(in crate::games::formula_d) const fn harmless(purpose: Purpose) -> u8 {
    match purpose {
        Purpose::Noise => 1,
        Purpose::Start => 10,
        _ => 20,
    }
}

/// The largest number of turns with slipstreams that are listed for a move. More are possible only if many cars drive
/// close together.
const MOST_SLIPPED: usize = 1000;

/// Returns the combinations of additions (nitro, soft tyres, skid control) that the driver may declare after the die of
/// this gear is rolled. Skid control adds or takes away at most `skids` spaces.
fn additions(state: &State, index: usize, gear: u8, skids: u8) -> Vec<Additions> {
    let (terms, car) = (&state.terms, &state.cars[index]);
    let mut found = vec![Additions::default()];
    let mut also = |make: &dyn Fn(Additions) -> Additions| {
        let more: Vec<Additions> = found.iter().map(|addition| make(*addition)).collect();
        found.extend(more);
    };
    let is_race = state.phase == Phase::Race;
    if state.has_soft_bonus(car) {
        also(&|addition| Additions { soft: true, ..addition });
    }
    if is_race && terms.rules.road && !car.nitro_used {
        // Without the switch, the driver may also take a part of the bonus (FD-NIT-02).
        let parts = 1..if terms.rules.switches.whole_nitro { 1 } else { gear };
        let plain = found.clone();
        for part in std::iter::once(None).chain(parts.map(Some)) {
            let nitro = Some(Nitro { part, better: false });
            found.extend(plain.iter().map(|addition| Additions { nitro, ..*addition }));
        }
        if terms.has(index, Skill::BetterNitro) {
            found.extend(
                found
                    .clone()
                    .into_iter()
                    .filter_map(|addition| Some((addition, addition.nitro?)))
                    .map(|(addition, nitro)| Additions { nitro: Some(Nitro { better: true, ..nitro }), ..addition }),
            );
        }
    }
    let plain = found.clone();
    for spaces in 1..=skids.min(20) as i8 {
        for skid in [spaces, -spaces] {
            found.extend(plain.iter().map(|addition| Additions { skid, ..*addition }));
        }
    }
    found
}

/// Returns the largest number of spaces that skid control may add to a move in this gear, or take away from it. This is
/// the number of corners that the longest possible move can touch with all its slipstreams, but at most the number of
/// the car's tyre points.
/// Returns 0 if the driver has no skid control (FD-SKL-04, R-32).
fn most_skids(searcher: &mut Searcher, track: &Track, state: &State, index: usize, gear: u8) -> u8 {
    let tyres = state.cars[index].points(Zone::Tyres);
    if state.phase != Phase::Race || !state.terms.has(index, Skill::SkiddingPro) || tyres == 0 {
        return 0;
    }
    let face = dice::faces(gear).last().copied().unwrap_or(0);
    // A slipstream has 3 spaces.
    let slipped = 3 * (state.cars.len() - 1).min(MAX_LIST) as u16;
    let longest = u16::from(face) + u16::from(gear) + u16::from(tyres) + slipped;
    searcher.most_touched(track, state, index, longest).min(tyres)
}

/// Returns the legal turns without their rolls of the black die, except the start roll, which they contain.
pub(super) fn bare_turns(track: &Track, state: &State) -> Vec<Turn> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let mut turns = Vec::new();
    let car = &state.cars[index];
    let first = Turn::of(car.car, state.round);
    let mut searcher = Searcher::default();
    let is_due = state.phase == Phase::Race && car.start == Start::Due;
    let start = |value: Chance| vec![Roll { purpose: Purpose::Start, value }];
    // Results from 2 to 19 differ in nothing, so the turn does not say which one it was (FD-LOG-03).
    if is_due {
        let great = Turn { gear: Some(1), rolls: start(Chance::Known(dice::GREAT_START)), ..first.clone() };
        for option in searcher.moves(track, state, index, 1, 4, Additions::default()).options {
            turns.push(option.turn(track, great.clone()));
        }
    }
    for gear in gears(track, state) {
        let turn =
            Turn { gear: Some(gear), rolls: if is_due { start(Chance::Unknown) } else { Vec::new() }, ..first.clone() };
        let mut act = Act::new(track, state, &turn, index, true);
        if act.announce().is_ok() && !act.is_racing() {
            // The gear cost the last engine point, so no die is rolled.
            turns.push(turn);
            continue;
        }
        let skids = most_skids(&mut searcher, track, state, index, gear);
        for (face, _) in dice::weights(gear) {
            for addition in additions(state, index, gear, skids) {
                let declared = Turn {
                    die: Some(Chance::Known(face)),
                    nitro: addition.nitro,
                    soft: addition.soft,
                    skid: addition.skid,
                    ..turn.clone()
                };
                for option in searcher.moves_before_slips(track, state, index, gear, face, addition).options {
                    let whole = option.turn(track, declared.clone());
                    if option.may_slip {
                        slips(track, state, index, &whole, &mut turns);
                    }
                    if option.touched < addition.skid.unsigned_abs() {
                        continue;
                    }
                    if option.is_boxed && state.terms.rules.pit_options {
                        let stop = |kind| Some(PitStop { kind, ..PitStop::default() });
                        turns.push(Turn { pit: stop(StopKind::Technical), ..whole.clone() });
                        turns.push(Turn { pit: stop(StopKind::Tyre), ..whole });
                    } else {
                        turns.push(whole);
                    }
                }
            }
        }
    }
    if is_due {
        // This turn must be last in the list. The panel in which a player chooses a turn puts a new field before the
        // fields of earlier turns, so it asks for `skip` first.
        turns.push(Turn { skip: true, rolls: start(Chance::Known(1)), ..first });
    }
    turns
}

/// Adds turns with slipstreams to the list: one turn for each slipstream, or chain of slipstreams, that can follow the
/// move of the turn (FD-SLP-08).
fn slips(track: &Track, state: &State, index: usize, turn: &Turn, turns: &mut Vec<Turn>) {
    let base = turn.face().and_then(Chance::known).unwrap_or(0);
    let course = Course::new(track, state, index, u16::from(base));
    let (routed, _) = route::follow(&course, turn, 0, turn.spaces, false);
    let gear = turn.gear.unwrap_or(0);
    let most = (state.cars.len() - 1).min(MAX_LIST);
    let mut open = VecDeque::from([(routed.walk, turn.clone())]);
    let mut left = MOST_SLIPPED;
    while let Some((walk, turn)) = open.pop_front() {
        let is_over = walk.has_overshot() || walk.is_done() || turn.slips.len() >= most;
        if is_over || refuses(track, state, walk.at, gear).is_some() {
            continue;
        }
        for shape in Shape::ALL {
            for side in [Side::Left, Side::Right] {
                for brakes in 0..=3 {
                    let recorded = Slip { shape, side, brakes };
                    let Ok(slipped) = slip(&course, &walk, recorded) else { continue };
                    if left == 0 {
                        return;
                    }
                    left -= 1;
                    let mut longer = turn.clone();
                    longer.slips.push(recorded);
                    longer.ends = track.name(slipped.walk.at).parse().ok().into_iter().collect();
                    let is_legal = slipped.walk.touched >= turn.skid.unsigned_abs();
                    if brakes == 0 {
                        open.push_back((slipped.walk, longer.clone()));
                    }
                    if is_legal {
                        turns.push(longer);
                    }
                }
            }
        }
    }
}

/// Returns the legal turns of the car to act. Some turns are left out; the documentation of the module `legal` lists
/// them.
pub(in crate::games::formula_d) fn legal_turns(track: &Track, state: &State) -> Vec<LegalTurn<Turn>> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let before = state.cars[index];
    bare_turns(track, state)
        .into_iter()
        .filter_map(|turn| {
            let (turn, played) = complete(track, state, &turn, &mut |purpose| harmless(purpose)).ok()?;
            let after = &played.state.cars[index];
            let cost = Zone::ALL
                .into_iter()
                .filter(|zone| before.points(*zone) > after.points(*zone))
                .map(|zone| Cost {
                    resource: zone.name_in(&state.terms.rules),
                    amount: u32::from(before.points(zone) - after.points(zone)),
                })
                .collect();
            let at = turn.ends.last().and_then(|name| track.find(name.as_str())).unwrap_or(before.at);
            let at = if at == NOWHERE { [0.0, 0.0] } else { track.at(at) };
            Some(LegalTurn { turn, cost, at, dir: None, at_once: true })
        })
        .collect()
}

/// Returns all spaces on which a legal turn can end. Each space has the list of the turns that end there.
pub(in crate::games::formula_d) fn places(track: &Track, state: &State) -> Vec<Place> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let stands = state.cars[index].at;
    let mut places: Vec<(u16, Place)> = Vec::new();
    // The spaces that a car reaches only if its start die shows 20 (FD-STA-04). A click there enters that roll too.
    let mut great: Vec<u16> = Vec::new();
    let is_great = |turn: &Turn| {
        turn.rolls.iter().any(|roll| roll.purpose == Purpose::Start && roll.value == Chance::Known(dice::GREAT_START))
    };
    for legal in legal_turns(track, state) {
        let space = legal.turn.ends.last().and_then(|name| track.find(name.as_str())).unwrap_or(stands);
        if space == NOWHERE {
            continue;
        }
        let way = serde_json::to_value(&legal.turn).unwrap_or_default();
        let total = |cost: &[Cost]| cost.iter().map(|cost| cost.amount).sum::<u32>();
        match places.iter_mut().find(|(other, _)| *other == space) {
            Some((_, place)) => {
                if !is_great(&legal.turn) {
                    great.retain(|other| *other != space);
                }
                Cost::add_way(&mut place.costs, &legal.cost);
                if total(&legal.cost) < total(&place.cost) {
                    place.cost = legal.cost.into_owned();
                }
                place.ways.push(way);
            }
            None => {
                let drawn = &track.draft().spaces[usize::from(space)];
                let place = Place {
                    at: legal.at,
                    dir: None,
                    outline: drawn.shown(),
                    words: drawn.id.to_string(),
                    costs: vec![legal.cost.to_vec()],
                    cost: legal.cost.into_owned(),
                    crash: None,
                    illegal: None,
                    ways: vec![way],
                };
                places.push((space, place));
                if is_great(&legal.turn) {
                    great.push(space);
                }
            }
        }
    }
    places.sort_by_key(|(space, _)| *space);
    for (space, place) in &mut places {
        let mut gears: Vec<u64> = place.ways.iter().filter_map(|way| way.get("gear")?.as_u64()).collect();
        gears.sort_unstable();
        gears.dedup();
        let gears: Vec<String> = gears.iter().map(u64::to_string).collect();
        place.words = format!("{} in gear {}", place.words, gears.join(", "));
        if great.contains(space) {
            place.words += ", only after a great start (the start die shows 20)";
        }
    }
    places.into_iter().map(|(_, place)| place).collect()
}
