//! Lets computer drivers play Formula D. A driver rates each decision by the number of turns that a lone car would then
//! need to the finish on average (see `solve`). To find the effects of other cars, drivers simulate how the race
//! continues.

use rand::RngExt as _;
use serde_json::{Value, json};

use super::FormulaD;
use super::dice;
use super::draft::Side;
use super::options::{Skill, TyreSet, Zone};
use super::rules::{Additions, Move, Searcher, complete, gears, harmless, motor_limit};
use super::solve::{self, Lone, Question, Solution, solve};
use super::state::{Car, Phase, Standing, Start, State};
use super::track::Track;
use super::turn::{Chance, Gain, Nitro, PitStop, Purpose, Roll, Shape, Slip, StopKind, Turn};
use crate::game::{CarId, Dice, Drive, Driven, Progress, Rated, Rules as _};

/// The largest amount of memory, in bytes, for the tables with a lone car's expected number of turns.
const MOST_BYTES: u64 = 1 << 30;
/// A car that is eliminated or has retired is rated as if it still needed this number of turns to the finish.
const OUT: f64 = 200.0;
/// The mean number of spaces that a car drives in a turn. Computer drivers use it to estimate the turns to the finish
/// in states that the tables do not contain.
const SPACES_A_TURN: f64 = 9.0;
/// The mean number of turns that a car loses by one roll: first by a danger roll (the roll for a dangerous space), then
/// by a collision roll.
const RISK: [f64; 2] = [0.4, 0.2];
/// Drivers use nitro only if it saves more than this number of turns, because a car has nitro only once a lap.
const NITRO: f64 = 0.5;

/// A player's decision before the dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The player rolls the start die.
    Start,
    /// The player announces this gear.
    Gear(u8),
}

/// A turn after the dice were rolled. It has the player's decision and the results of the dice. The move is usually
/// still missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    turn: Turn,
    /// The announced gear and the face rolled. `None` if the turn is complete, so that no move has to be chosen.
    thrown: Option<(u8, u8)>,
}

/// The knowledge of computer drivers about a circuit: the expected number of turns that a lone car needs from each
/// state to the finish.
pub struct Knowledge {
    /// The solution of a lone car's race; `None` if the race is too long to be solved.
    solution: Option<Solution>,
}

impl Knowledge {
    /// Returns the expected number of turns that a car needs from this state to the finish.
    fn turns(&self, track: &Track, state: &State, index: usize) -> f64 {
        let Some(car) = state.cars.get(index) else { return 0.0 };
        match car.standing {
            Standing::Finished(_) => return 0.0,
            Standing::Out(_) | Standing::Retired(_) => return OUT,
            Standing::Racing => {}
        }
        if !car.is_on_board() {
            // The qualifying lap is over.
            return 0.0;
        }
        let lone = Lone::of(track, state, index);
        let value = self.solution.as_ref().zip(lone).and_then(|(solution, lone)| solution.value(&lone));
        let laps = state.terms.laps.max(1) as f64;
        value.unwrap_or_else(|| {
            let end = (laps + 1.0) * f64::from(track.lap());
            let at = if track.space(car.at).ground.is_pit() {
                f64::from(car.lap) * f64::from(track.lap()) + f64::from(car.pit_progress.max(0) % track.lap().max(1))
            } else {
                f64::from(state.progress(track, index))
            };
            (end - at).max(0.0) / 2.0 / SPACES_A_TURN + if car.spun { 1.0 } else { 0.0 }
        })
    }

    /// Returns the expected number of turns to the finish, with the current turn included, if the car makes this move.
    /// Returns `None` if the turn is not legal.
    fn after(&self, track: &Track, state: &State, index: usize, option: &Move, turn: &Turn) -> Option<f64> {
        let mut rolls_for_motor = false;
        let (_, played) = complete(track, state, turn, &mut |purpose| {
            rolls_for_motor |= purpose == Purpose::Motor;
            harmless(purpose)
        })
        .ok()?;
        let unhurt = self.rated(track, state, index, option, &played.state);
        if !rolls_for_motor {
            return Some(unhurt);
        }
        // The chance of motor damage counts (FD-MOT-03, FD-BAS-03), because a car without points would be out.
        let mut damaging = |purpose: Purpose| if purpose == Purpose::Motor { 1 } else { harmless(purpose) };
        let (_, played) = complete(track, state, turn, &mut damaging).ok()?;
        let hurt = self.rated(track, state, index, option, &played.state);
        let chance = f64::from(motor_limit(state, index)) / f64::from(dice::BLACK);
        Some((1.0 - chance) * unhurt + chance * hurt)
    }

    /// Returns the expected number of turns to the finish, with the current turn included, if the move leads from the
    /// state `before` to the state `after`.
    fn rated(&self, track: &Track, before: &State, index: usize, option: &Move, after: &State) -> f64 {
        let is_pit = |car: &Car| car.is_on_board() && track.space(car.at).ground.is_pit();
        let (was, is) = (&before.cars[index], &after.cars[index]);
        let risk = RISK[0] * option.dangers.len() as f64 + RISK[1] * option.partners.len() as f64;
        let mut turns = 1.0 + self.turns(track, after, index);
        if is.is_racing() && is.is_on_board() {
            turns += risk;
            let has_value = Lone::of(track, after, index)
                .zip(self.solution.as_ref())
                .is_some_and(|(lone, solution)| solution.value(&lone).is_some());
            // The tables lack the new state. The car then avoids the pit lane, unless it needs new tyres.
            if is_pit(is) && !is_pit(was) && !has_value && !wants_to_stop(before, was) {
                turns += OUT / 4.0;
            }
        }
        turns
    }

    /// Rates a move without a slipstream, and the same move followed by each possible slipstream. Adds one rated turn
    /// to `found` for each of these moves.
    fn readings(
        &self,
        track: &Track,
        state: &State,
        index: usize,
        option: &Move,
        turn: &Turn,
        found: &mut Vec<Rated<Turn>>,
    ) {
        let mut turn = option.turn(track, turn.clone());
        if option.is_boxed {
            turn.ends.clear();
            turn.pit = state.terms.rules.pit_options.then(|| stop(state, &state.cars[index]));
        }
        let mut add = |turn: Turn| {
            let kept = if turn.nitro.is_some() { NITRO } else { 0.0 };
            let rated = self.after(track, state, index, option, &turn);
            found.extend(rated.map(|turns| Rated::new(turn, turns + kept)));
        };
        if option.may_slip {
            for shape in Shape::ALL {
                for side in [Side::Left, Side::Right] {
                    let slips = vec![Slip { shape, side, brakes: 0 }];
                    add(Turn { slips, ends: Vec::new(), ..turn.clone() });
                }
            }
        }
        add(turn);
    }
}

/// Whether a car should get new tyres at a pit stop, because it has few tyre points left or because its tyres do not
/// suit the weather. The answer is always no in the last lap and in road races.
fn wants_to_stop(state: &State, car: &Car) -> bool {
    let rules = &state.terms.rules;
    let is_last = u32::from(car.lap) >= state.terms.laps;
    let suits = !rules.tyres || (state.weather.is_rain() == (car.tyres == TyreSet::Rain));
    !is_last && !rules.road && (car.points(Zone::Tyres) <= 2 || !suits)
}

/// Returns a pit stop in which the car gets the tyres that suit the weather.
fn stop(state: &State, car: &Car) -> PitStop {
    let wanted = match (state.terms.rules.tyres, state.weather.is_rain()) {
        (false, _) => None,
        (true, true) => Some(TyreSet::Rain),
        (true, false) => Some(if car.tyres == TyreSet::Hard { TyreSet::Soft } else { TyreSet::Hard }),
    };
    PitStop { kind: StopKind::Tyre, tyres: wanted.filter(|set| *set != car.tyres), ..PitStop::default() }
}

/// Adds to a turn the wear points that cars receive during it. The moving car receives points at a checkpoint. The
/// fastest car receives points from the police. The points go to the zone of the car (such as brakes) that has the
/// fewest points and is not full: two points if there is room for two, otherwise one.
fn with_gains(track: &Track, state: &State, driven: Driven<FormulaD>) -> Driven<FormulaD> {
    let (mut turn, mut played) = driven;
    let mut receivers = vec![None];
    if !state.police.is_empty() {
        receivers.extend(state.cars.iter().map(|car| Some(car.car)));
    }
    for receiver in receivers {
        let car = receiver.unwrap_or(turn.car);
        let Some(index) = played.state.index_of(car) else { continue };
        let mut zones = Zone::ALL;
        zones.sort_by_key(|zone| played.state.cars[index].wear[*zone as usize]);
        let tries = zones.into_iter().flat_map(|zone| [2, 1].map(|points| Gain { zone, points, car: receiver }));
        for gain in tries {
            let mut with = turn.clone();
            with.gains.push(gain);
            if let Ok(gained) = FormulaD::play(track, state, &with) {
                (turn, played) = (with, gained);
                break;
            }
        }
    }
    (turn, played)
}

/// Returns the additions to a move, such as nitro, that a car may declare after its die is rolled.
fn additions(state: &State, index: usize, has_die: bool) -> Vec<Additions> {
    let car = &state.cars[index];
    let mut ways = vec![Additions::default()];
    if has_die && state.has_soft_bonus(car) {
        ways.push(Additions { soft: true, ..Additions::default() });
    }
    if has_die && state.phase == Phase::Race && state.terms.rules.road && !car.nitro_used {
        let better = state.terms.has(index, Skill::BetterNitro);
        ways.push(Additions { nitro: Some(Nitro { part: None, better }), ..Additions::default() });
    }
    ways
}

/// Calls `each` once for every move that the rolled dice allow. The arguments of `each` are the index of the car to
/// act, the move, and a turn that does not contain the move yet.
fn options(track: &Track, state: &State, cast: &Cast, mut each: impl FnMut(usize, &Move, &Turn)) {
    let (Some(index), Some((gear, face))) = (state.to_act(), cast.thrown) else { return };
    let mut searcher = Searcher::default();
    for addition in additions(state, index, cast.turn.die.is_some()) {
        let turn = Turn { soft: addition.soft, nitro: addition.nitro, skid: addition.skid, ..cast.turn.clone() };
        for option in &searcher.moves(track, state, index, gear, face, addition).options {
            each(index, option, &turn);
        }
    }
}

impl Drive for FormulaD {
    type Knowledge = Knowledge;
    type Call = Call;
    type Cast = Cast;

    const ROUNDS_AHEAD: u32 = 3;

    fn learn(track: &Track, first: &State, progress: Progress<'_>) -> Option<Knowledge> {
        let question = Question::of(track, first);
        let steady = question.in_steady_weather();
        let fits = |question: &Question| question.bytes(track) <= MOST_BYTES;
        let questions = [question.clone(), steady.clone(), steady.without_stops()];
        let Some(question) = questions.into_iter().find(fits) else { return Some(Knowledge { solution: None }) };
        let report = |share: f64| {
            (progress.report)(format!("Learning the circuit: {:.0} %", share * 100.0));
            !(progress.stop)()
        };
        let solved = solve(track, &question, &solve::Progress { report: &report, ..solve::Progress::SILENT });
        match solved {
            Err(solve::SolveError::Stopped { .. }) => None,
            solved => Some(Knowledge { solution: solved.ok() }),
        }
    }

    fn clock(state: &State) -> (u32, Option<CarId>) {
        (state.round, state.to_act().map(|index| state.cars[index].car))
    }

    fn spread(_: &Knowledge, _: &Track, _: &State) -> f64 {
        0.14
    }

    fn needs(knowledge: &Knowledge, track: &Track, state: &State, car: CarId) -> f64 {
        state.index_of(car).map_or(0.0, |index| knowledge.turns(track, state, index))
    }

    fn calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Call>> {
        let Some(index) = state.to_act() else { return Vec::new() };
        let car = &state.cars[index];
        let now = 1.0 + knowledge.turns(track, state, index);
        if state.phase == Phase::Race && car.start == Start::Due {
            return vec![Rated::new(Call::Start, now)];
        }
        let known = Lone::of(track, state, index).filter(|_| state.phase == Phase::Race);
        let values = known.zip(knowledge.solution.as_ref()).map(|(lone, solution)| solution.gear_values(&lone));
        let values = values.unwrap_or_default();
        // The tables have no values for qualifying, nor always for the pit lane. A car without values takes a middle
        // gear.
        let usual = if car.is_on_board() && track.space(car.at).ground.is_pit() { 4 } else { 3 };
        let mut rated: Vec<Rated<Call>> = gears(track, state)
            .into_iter()
            .map(|gear| {
                let value = values.iter().find(|(other, _)| *other == gear).map(|(_, turns)| *turns);
                let far = f64::from(gear.abs_diff(usual));
                Rated::new(Call::Gear(gear), value.unwrap_or(now + if values.is_empty() { far } else { OUT }))
            })
            .collect();
        Rated::sort(&mut rated);
        rated
    }

    fn cast(track: &Track, state: &State, call: &Call, dice: &mut Dice) -> Cast {
        let car = state.to_act().map_or(CarId(0), |index| state.cars[index].car);
        let first = Turn::of(car, state.round);
        match *call {
            Call::Start => {
                let value = dice.random_range(1..=dice::BLACK);
                let rolls = vec![Roll { purpose: Purpose::Start, value: Chance::Known(value) }];
                if value == 1 {
                    return Cast { turn: Turn { skip: true, rolls, ..first }, thrown: None };
                }
                let face = if value == dice::BLACK { 4 } else { roll(1, dice) };
                let die = (value < dice::BLACK).then_some(Chance::Known(face));
                Cast { turn: Turn { gear: Some(1), die, rolls, ..first }, thrown: Some((1, face)) }
            }
            Call::Gear(gear) => {
                // A car may pay for its gear with its last engine point. It is then out, and rolls no die.
                let spent = Turn { gear: Some(gear), ..first };
                if complete(track, state, &spent, &mut |_| dice::BLACK).is_ok() {
                    return Cast { turn: spent, thrown: None };
                }
                let face = roll(gear, dice);
                Cast { turn: Turn { die: Some(Chance::Known(face)), ..spent }, thrown: Some((gear, face)) }
            }
        }
    }

    fn uses(knowledge: &Knowledge, track: &Track, state: &State, cast: &Cast) -> Vec<Rated<Turn>> {
        if cast.thrown.is_none() {
            return vec![Rated::new(cast.turn.clone(), 0.0)];
        }
        let mut rated = Vec::new();
        options(track, state, cast, |index, option, turn| {
            knowledge.readings(track, state, index, option, turn, &mut rated);
        });
        Rated::sort(&mut rated);
        rated
    }

    fn carry_out(track: &Track, state: &State, turn: &Turn, dice: &mut Dice) -> Option<Driven<Self>> {
        let (whole, played) = complete(track, state, turn, &mut |_| dice.random_range(1..=dice::BLACK)).ok()?;
        let (whole, played) = if whole.seconds.is_some() {
            let timed = Turn { seconds: Some(dice.random_range(60..300)), ..whole };
            let played = Self::play(track, state, &timed).ok()?;
            (timed, played)
        } else {
            (whole, played)
        };
        let has_gains = state.terms.rules.road && state.phase == Phase::Race;
        Some(if has_gains { with_gains(track, state, (whole, played)) } else { (whole, played) })
    }

    /// Returns the gear that a beginner announces: the highest gear that is safe. A gear is safe if even the highest
    /// face of its die does not carry the car past the next corner where it still has to stop. A beginner never skips
    /// more than one gear when shifting down.
    fn first_thought(_: &Knowledge, track: &Track, state: &State, _: &mut Dice) -> Option<Call> {
        let index = state.to_act()?;
        let car = &state.cars[index];
        if state.phase == Phase::Race && car.start == Start::Due {
            return Some(Call::Start);
        }
        let may = gears(track, state);
        let room = room(track, state, index);
        let safe = |gear: &u8| dice::faces(*gear).last().is_some_and(|most| u16::from(*most) <= room);
        let gentle = |gear: &u8| *gear + 2 >= car.gear;
        let best =
            may.iter().rev().find(|gear| safe(gear) && gentle(gear)).or_else(|| may.iter().find(|gear| gentle(gear)));
        best.or(may.first()).map(|gear| Call::Gear(*gear))
    }

    /// Returns the move of a beginner: the move that loses the fewest wear points. If several moves lose equally few
    /// points, returns the longest of them. A beginner avoids elimination and the pit lane if another move is possible.
    fn first_use(_: &Knowledge, track: &Track, state: &State, cast: &Cast) -> Option<Turn> {
        if cast.thrown.is_none() {
            return Some(cast.turn.clone());
        }
        let mut best: Option<(Burden, Turn)> = None;
        options(track, state, cast, |index, option, turn| {
            if turn.nitro.is_some() {
                return;
            }
            let is_pit = |at| track.space(at).ground.is_pit();
            let pits = is_pit(option.end) && !is_pit(state.cars[index].at);
            let cost = option.tyres + option.brake_points + option.dangers.len() as u16;
            let key = (option.is_out, pits, cost, std::cmp::Reverse(option.route.len()));
            if best.as_ref().is_some_and(|(least, _)| *least <= key) {
                return;
            }
            let mut whole = option.turn(track, turn.clone());
            if option.is_boxed {
                whole.ends.clear();
                whole.pit = state.terms.rules.pit_options.then(PitStop::default);
            }
            if complete(track, state, &whole, &mut harmless).is_ok() {
                best = Some((key, whole));
            }
        });
        best.map(|(_, turn)| turn)
    }

    fn call_fields(state: &State, call: &Call) -> Value {
        let car = state.to_act().map(|index| state.cars[index].car);
        match call {
            Call::Start => json!({"car": car, "round": state.round}),
            Call::Gear(gear) => json!({"car": car, "round": state.round, "gear": gear}),
        }
    }

    fn call_words(call: &Call) -> Option<String> {
        Some(match call {
            Call::Start => "start die".to_owned(),
            Call::Gear(gear) => format!("gear {gear}"),
        })
    }

    fn cast_of(track: &Track, state: &State, turn: &Turn) -> Option<Cast> {
        let _ = track;
        let gear = turn.gear?;
        let face = turn.face()?.known()?;
        state.index_of(turn.car)?;
        let start = turn.rolls.iter().filter(|roll| roll.purpose == Purpose::Start).cloned().collect();
        let first =
            Turn { gear: Some(gear), die: turn.die, ace: turn.ace, rolls: start, ..Turn::of(turn.car, turn.round) };
        Some(Cast { turn: first, thrown: Some((gear, face)) })
    }
}

/// The sort key of a beginner's move; the lowest key is best. The parts of the key, in order: whether the car is
/// eliminated, whether it enters the pit lane, the wear points lost, and the length of the move (longer moves first).
type Burden = (bool, bool, u16, std::cmp::Reverse<usize>);

/// Rolls the die of a gear.
fn roll(gear: u8, dice: &mut Dice) -> u8 {
    let faces = dice::faces(gear);
    if faces.is_empty() { 0 } else { faces[dice.random_range(0..faces.len())] }
}

/// Returns the number of spaces from a car to the end of the next corner in which it still has to stop.
fn room(track: &Track, state: &State, index: usize) -> u16 {
    let car = &state.cars[index];
    if !car.is_on_board() {
        return u16::MAX;
    }
    let mut at = car.at;
    let stops_left = |at, made: u8| {
        track.space(at).ground.corner().is_some_and(|corner| track.corners()[usize::from(corner)].stops > made)
    };
    let mut steps = 0;
    let mut was_in = stops_left(at, car.stops);
    while steps < 60 {
        let Some(next) = track.next(at) else { break };
        let is_in = track.space(next).ground.corner().is_some();
        if was_in && !is_in {
            return steps;
        }
        was_in = if is_in { was_in || stops_left(next, 0) } else { false };
        at = next;
        steps += 1;
    }
    u16::MAX
}
