//! `paddock moves`: the legal moves of the car to act.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::open::{self, Found, PositionArguments};
use super::{Answer, Failure, Outcome, say, say_json};
use crate::analysis::words_of_move;
use crate::game::words::{many, points};
use crate::game::{CarId, EventKind, GameInfo, LegalTurn};
use crate::replay::Race;

/// The colours of the dice that drivers choose from (Wheel to Wheel).
const DICE: [&str; 3] = ["blue", "green", "red"];

/// The arguments of `moves`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// List only moves in this gear (VektoRace, Formula D)
    #[arg(long, value_name = "G")]
    gear: Option<u8>,
    /// List only moves with this die: blue, green or red (Wheel to Wheel); in a game that was added to the program, the
    /// value of the turn's field `die`
    #[arg(long, value_name = "D")]
    die: Option<String>,
    /// List at most this many moves
    #[arg(long, value_name = "K")]
    limit: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Document {
    turn: usize,
    car: Option<CarId>,
    /// The number of moves that pass the filters, including the moves that `--limit` leaves out.
    found: usize,
    /// Moves that are legal at the start of the turn, before any piece is placed.
    moves: Vec<MoveDocument>,
    /// Moves that become legal after the turn's first piece is placed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opening_later: Vec<MoveDocument>,
}

#[derive(Debug, Serialize)]
struct MoveDocument {
    turn: Value,
    cost: BTreeMap<&'static str, u32>,
    x: f64,
    y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dir: Option<u8>,
    /// The effects of the move, as [`words_of_move`] names them.
    events: Vec<String>,
    /// The effects and the costs of the move in words, for output on a terminal.
    #[serde(skip)]
    words: Vec<String>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let Arguments { position: PositionArguments { replay, at, json }, .. } = arguments;
    let Found::Race(race, at) = open::race(replay, *at)? else { return Ok(Outcome::Faulty) };
    let race = race.as_ref();
    let car = race.view(at).to_act;
    let legal = race.legal_turns(at).map_err(|error| Failure::new(format!("{}: {error}", replay.display())))?;
    let filter = Filter::of(arguments, race.info(), &legal)?;
    let all: Vec<_> = legal.into_iter().filter(|legal| filter.lets_through(&legal.turn)).collect();
    let found = all.len();
    let listed = all.into_iter().take(arguments.limit.unwrap_or(usize::MAX));
    let (moves, later): (Vec<_>, Vec<_>) = listed.partition(|legal| legal.at_once);
    let document = |legal| move_document(race, at, legal);
    let document = Document {
        turn: at,
        car,
        found,
        moves: moves.into_iter().map(document).collect(),
        opening_later: later.into_iter().map(document).collect(),
    };
    if *json {
        say_json(&document)?;
    } else {
        print(&document, &filter);
    }
    Ok(open::legality(replay, race, at))
}

/// The filter for moves that `--gear` or `--die` sets: a field of the turn, and its value.
struct Filter {
    field: &'static str,
    value: Value,
}

impl Filter {
    /// The filter that every move passes.
    const NONE: Self = Self { field: "", value: Value::Null };

    /// Makes the filter that the arguments ask for.
    /// Returns an error if moves of this game cannot be filtered by gear or by die.
    fn of(arguments: &Arguments, game: &GameInfo, legal: &[LegalTurn<Value>]) -> Result<Self, Failure> {
        let GameInfo { id: game, name, .. } = *game;
        if !matches!(game, "vektorace" | "formula_d" | "vector_racing" | "wheel_to_wheel") {
            return Self::of_another(arguments, name, legal);
        }
        let has_gears = matches!(game, "vektorace" | "formula_d");
        let has_dice = game == "wheel_to_wheel";
        match (arguments.gear, arguments.die.as_deref()) {
            (Some(_), Some(_)) => Err(Failure::new("use --gear or --die, not both: no game has both")),
            (Some(_), _) if has_dice => {
                Err(Failure::new("--gear: Wheel to Wheel has dice, not gears; use --die blue, green or red"))
            }
            (Some(_), _) if !has_gears => Err(Failure::new("--gear: Vector Racing has no gears; leave it out")),
            (Some(gear), _) if !(1..=6).contains(&gear) => {
                Err(Failure::new(format!("--gear: there is no gear {gear}; gears are 1 to 6")))
            }
            (_, Some(_)) if game == "formula_d" => {
                Err(Failure::new("--die: in Formula D each gear has its own die; use --gear 1 to 6"))
            }
            (_, Some(_)) if !has_dice => Err(Failure::new("--die: this game has no dice to choose; leave it out")),
            (Some(gear), _) => Ok(Self { field: "gear", value: gear.into() }),
            (_, Some(die)) => {
                let named =
                    DICE.into_iter().find(|known| known.eq_ignore_ascii_case(die) || known.get(..1) == Some(die));
                let named = named.ok_or_else(|| {
                    Failure::new(format!("--die: there is no die {die}; dice are blue, green and red"))
                })?;
                Ok(Self { field: "die", value: named.into() })
            }
            (None, None) => Ok(Self::NONE),
        }
    }

    /// Makes the filter for a game of another crate. Turns of that game need a field named `gear` or `die`.
    fn of_another(arguments: &Arguments, game: &str, legal: &[LegalTurn<Value>]) -> Result<Self, Failure> {
        let (field, value) = match (arguments.gear, arguments.die.as_deref()) {
            (None, None) => return Ok(Self::NONE),
            (Some(gear), _) => ("gear", Value::from(gear)),
            (_, Some(die)) => ("die", die.parse::<u32>().map_or_else(|_| Value::from(die), Value::from)),
        };
        if legal.is_empty() || legal.iter().any(|legal| legal.turn.get(field).is_some()) {
            return Ok(Self { field, value });
        }
        Err(Failure::new(format!("--{field}: turns of {game} have no {field}; leave it out")))
    }

    fn lets_through(&self, turn: &Value) -> bool {
        self.field.is_empty() || turn.get(self.field) == Some(&self.value)
    }
}

fn move_document(race: &dyn Race, at: usize, legal: LegalTurn<Value>) -> MoveDocument {
    let mut cost: BTreeMap<&'static str, u32> = legal.cost.iter().map(|cost| (cost.resource, cost.amount)).collect();
    let mut events = Vec::new();
    let before = race.view(at);
    if let (Some(car), Some((happened, after))) = (before.to_act, race.outcome(at, &legal.turn)) {
        // Crashes and corners have costs that the cost list of the move does not include.
        let mut spent: BTreeMap<&'static str, u32> = BTreeMap::new();
        for event in happened.iter().filter(|event| event.car == car) {
            if let EventKind::Spent { resource, amount, .. } = event.kind
                && let Ok(amount) = u32::try_from(amount)
                && amount > 0
            {
                *spent.entry(resource).or_default() += amount;
            }
        }
        for (resource, amount) in spent {
            cost.entry(resource).or_insert(amount);
        }
        events = words_of_move(car, &before, &happened, &after);
    }
    let effects = events.iter().map(|word| word.replace('_', " "));
    let words = effects.chain(cost.iter().map(|(resource, amount)| points(*amount, resource))).collect();
    let key = |name| race.resources().iter().find(|known| known.name == name).map_or(name, |known| known.key);
    let cost = cost.into_iter().map(|(name, amount)| (key(name), amount)).collect();
    MoveDocument { turn: legal.turn, cost, x: legal.at[0], y: legal.at[1], dir: legal.dir, events, words }
}

fn print(document: &Document, filter: &Filter) {
    let Some(car) = document.car else {
        say("The race is over, so no car has to act.");
        return;
    };
    let asked = match filter.field {
        "" => String::new(),
        field => {
            format!(" with {field} {}", filter.value.as_str().map_or_else(|| filter.value.to_string(), str::to_owned))
        }
    };
    let listed = document.moves.len() + document.opening_later.len();
    let rest = if listed < document.found { format!("; here are the first {listed}") } else { String::new() };
    say(&format!(
        "After {}: car {car} has {} to choose from{asked}{rest}.",
        many(document.turn as u64, "turn"),
        many(document.found as u64, "turn")
    ));
    document.moves.iter().for_each(print_move);
    if !document.opening_later.is_empty() {
        say("Legal only after the turn's first piece is placed:");
        document.opening_later.iter().for_each(print_move);
    }
}

fn print_move(legal: &MoveDocument) {
    let words = if legal.words.is_empty() { "free".to_owned() } else { legal.words.join(", ") };
    let dir = legal.dir.map_or_else(String::new, |dir| format!(" facing {dir}"));
    say(&format!("  {} -> ({:.4}, {:.4}){dir}, {words}", legal.turn, legal.x, legal.y));
}
