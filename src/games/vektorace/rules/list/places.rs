//! Lists the points on the board where the car to act may end its move, and the points that a rule forbids.

use super::super::begin;
use super::super::brake::{Verdict, verdict};
use super::super::fault::Fault;
use super::super::gears;
use super::super::movement::Spot;
use super::super::situation::Situation;
use super::cost;
use super::moves::each_vector;
use crate::game::{Cost, Place};
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::rules::begin::begun;
use crate::games::vektorace::{Rotation, Side, Start, State, Track};
use crate::geometry::Point;

/// Lists the legal and forbidden end points of the car to act, in its gear or in the gears it may brake to.
pub fn places(track: &Track, state: &State) -> Vec<Place> {
    let Some(index) = state.to_act() else { return Vec::new() };
    let mut places = Vec::new();
    for start in begin::starts(track, state, index) {
        if start == Start::default() {
            places_from(track, state, index, &mut places);
        } else if let Some(begun) = begun(track, state, index, start) {
            places_from(track, &begun, index, &mut places);
        }
    }
    places
}

/// Lists the end points of a car's moves. Call this after the start of the car's turn (such as a rotation on the spot)
/// was carried out.
pub fn places_from(track: &Track, state: &State, index: usize, places: &mut Vec<Place>) {
    let declared = Situation::new(track, state, index);
    match verdict(&declared) {
        Verdict::Brake(gears) => {
            for gear in gears {
                let reduced = declared.braked_to(gear);
                legal_places(&reduced, declared.car.gear - gear, places);
            }
        }
        _ => legal_places(&declared, 0, places),
    }
    refused_places(&declared, places);
}

fn legal_places(situation: &Situation<'_>, braking: u8, places: &mut Vec<Place>) {
    let must_boost = situation.check_unboosted().is_err();
    each_vector(situation, |side, vector, boost| {
        if must_boost && boost.is_none() {
            return;
        }
        for (spot, rotation, there) in situation.destinations(vector, boost) {
            let boosting = if boost.is_some() { situation.boost_price() } else { 0 };
            let spent = gears::Price { tyre: there.cost + braking, nitro: boosting };
            add_place(situation, side, boost.map(|boost| boost.length), &spot, rotation, Ok(spent), places);
        }
    });
}

/// Lists the forbidden end points of moves without a boost, each with the rule that forbids it.
fn refused_places(situation: &Situation<'_>, places: &mut Vec<Place>) {
    for side in Side::ALL {
        let vector = situation.check_vector(side).and_then(|laid| situation.check_layable(&laid).map(|()| laid));
        let laid = vector.unwrap_or_else(|_| situation.vector_at(side));
        if vector == Err(Fault::NoPlacement) {
            continue;
        }
        for place in Side::ALL {
            let checked = vector.and_then(|laid| {
                situation.check_spot(&laid, None, place, Situation::spot_limit(&laid, None)).map(|_| ())
            });
            let spot = situation.spot_at(laid.last, place);
            for rotation in Rotation::ALL {
                let refused = checked.and_then(|()| situation.check_arrow(&laid, None, &spot, rotation).map(|_| ()));
                if let Err(fault) = refused
                    && !matches!(fault, Fault::NoArrow(..))
                {
                    add_place(situation, side, None, &spot, rotation, Err(fault), places);
                }
            }
        }
    }
}

/// Adds an end point to the list. If the list already has this point, the new entry replaces the old one only if it is
/// legal and the old one is forbidden or costs more.
fn add_place(
    situation: &Situation<'_>,
    vector: Side,
    boost: Option<u8>,
    spot: &Spot,
    rotation: Rotation,
    outcome: Result<gears::Price, Fault>,
    places: &mut Vec<Place>,
) {
    let at = spot.at.to_f64();
    let dir = Some(situation.car.heading.turned(rotation.eighths()).number());
    let cost = outcome.map(cost).unwrap_or_default();
    let total = |cost: &[Cost]| cost.iter().map(|cost| cost.amount).sum::<u32>();
    let mut known = places.iter_mut().find(|place| place.dir == dir && place.at == at);
    let mut ways = outcome.map(|_| ways(situation, vector, boost, spot.side, rotation)).unwrap_or_default();
    if let Some(known) = &mut known {
        let better = outcome.is_ok() && (known.illegal.is_some() || total(&cost) < total(&known.cost));
        if !better {
            known.ways.extend(ways);
            return;
        }
        ways.extend(std::mem::take(&mut known.ways));
    }
    let boosted = boost.map_or_else(String::new, |boost| format!(", boost {boost}"));
    let turn = match rotation {
        Rotation::Left => "rotated left",
        Rotation::Straight => "straight",
        Rotation::Right => "rotated right",
    };
    let place = Place {
        at,
        dir,
        outline: pieces().car().moved(spot.at).corners().into_iter().map(Point::to_f64).collect(),
        words: format!("gear {}: vector {vector}{boosted}, car {}, {turn}", situation.gear, spot.side),
        cost: cost.into_owned(),
        costs: Vec::new(),
        crash: None,
        illegal: outcome.err().map(|fault| fault.explain(situation)),
        ways,
    };
    match known {
        Some(known) => *known = place,
        None => places.push(place),
    }
}

/// Returns, as JSON, the fields of all turns that lead to an end point with this vector, boost, side and rotation. A
/// turn without a boost can be written in two ways: without a boost, or with a wasted boost (length 0).
fn ways(
    situation: &Situation<'_>,
    vector: Side,
    boost: Option<u8>,
    place: Side,
    rotation: Rotation,
) -> Vec<serde_json::Value> {
    let way = |boost: Option<u8>| {
        serde_json::json!({
            "gear": situation.gear, "vector": vector, "boost": boost, "place": place, "rotation": rotation,
        })
    };
    if boost.is_some() { vec![way(boost)] } else { vec![way(None), way(Some(0))] }
}
