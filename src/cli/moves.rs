//! `paddock moves`: what the car to act may do.

use std::collections::BTreeMap;

use serde::Serialize;

use super::open::{self, Found, PositionArguments};
use super::{Answer, Outcome, say, say_json};
use crate::game::{CarId, LegalTurn};

#[derive(Debug, Serialize)]
struct Document {
    turn: usize,
    car: Option<CarId>,
    /// On offer before any piece is laid.
    moves: Vec<MoveDocument>,
    /// Open only once the turn's first piece lies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opening_later: Vec<MoveDocument>,
}

#[derive(Debug, Serialize)]
struct MoveDocument {
    turn: serde_json::Value,
    cost: BTreeMap<&'static str, u32>,
    x: f64,
    y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dir: Option<u8>,
}

impl From<LegalTurn<serde_json::Value>> for MoveDocument {
    fn from(legal: LegalTurn<serde_json::Value>) -> Self {
        let cost = legal.cost.into_iter().map(|cost| (cost.resource, cost.amount)).collect();
        Self { turn: legal.turn, cost, x: legal.at[0], y: legal.at[1], dir: legal.dir }
    }
}

pub fn run(arguments: &PositionArguments) -> Answer {
    let Found::Race(race, at) = open::race(&arguments.replay, arguments.at)? else { return Ok(Outcome::Faulty) };
    let car = race.view(at).to_act;
    let (moves, later): (Vec<_>, Vec<_>) = race.legal_turns(at).into_iter().partition(|legal| legal.at_once);
    let document = Document {
        turn: at,
        car,
        moves: moves.into_iter().map(MoveDocument::from).collect(),
        opening_later: later.into_iter().map(MoveDocument::from).collect(),
    };
    if arguments.json {
        say_json(&document)?;
    } else {
        print(&document);
    }
    Ok(open::legality(&arguments.replay, race.as_ref(), at))
}

fn print(document: &Document) {
    let Some(car) = document.car else {
        say("The race is over: no car is to act.");
        return;
    };
    say(&format!("After turn {}: car {car} has {} turns to choose from.", document.turn, document.moves.len()));
    document.moves.iter().for_each(print_move);
    if !document.opening_later.is_empty() {
        say("Open once the first piece lies:");
        document.opening_later.iter().for_each(print_move);
    }
}

fn print_move(legal: &MoveDocument) {
    let cost: Vec<String> = legal.cost.iter().map(|(resource, amount)| format!("{amount} {resource}")).collect();
    let cost = if cost.is_empty() { "free".to_owned() } else { cost.join(", ") };
    let dir = legal.dir.map_or_else(String::new, |dir| format!(" facing {dir}"));
    say(&format!("  {} -> ({:.4}, {:.4}){dir}, {cost}", legal.turn, legal.x, legal.y));
}
