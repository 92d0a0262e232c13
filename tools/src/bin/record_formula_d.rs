//! Records the shipped races of `replays/formula_d`: each car plays the move that would be best if it were alone,
//! with a seed for each race. Run it to record them again; the same seeds give the same races.
//!
//! ```text
//! cargo run --release -p paddock-tools --bin record_formula_d
//! ```

#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::path::Path;

use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::solve::{Lone, Progress, Question, Solution, solve};
use paddock::games::formula_d::{
    Additions, Car, CarEntry, Chance, FormulaD, Gain, Move, Nitro, Phase, PitStop, Preset, Purpose, Roll, Rules,
    Searcher, Setup, Shape, Side, Skill, Slip, Standing, Start, State, StopKind, Track, Turn, TyreSet, Zone, complete,
    gears,
};
use paddock::replay::{self, ReplayFile, TrackFile};
use paddock::storage;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// The number of seeds tried for a race that must show certain events.
const MOST_SEEDS: u64 = 400;
/// The largest number of entries of a race.
const MOST_TURNS: usize = 3_000;
/// The cost of a choice that eliminates the car, in turns.
const OUT: f64 = 500.0;

/// An event that does not happen in every race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    WeatherChange,
    Rain,
    HardTyres,
    SoftTyres,
    RainTyres,
    PitStop,
    Slipstream,
    Collision,
    Nitro,
    Reward,
    Noise,
    SomebodyOut,
}

/// A driver: name, colour, tyres, skill and team.
struct Driver(&'static str, &'static str, TyreSet, Option<Skill>, Option<u32>);

struct Race {
    file: &'static str,
    title: &'static str,
    track: &'static str,
    laps: u32,
    /// Sets the optional rules of the race.
    rules: fn(&mut Rules),
    /// The roll of the black die for the weather before the race; `None` if the race has no weather.
    weather: Option<u8>,
    drivers: &'static [Driver],
    wanted: &'static [Sight],
}

const HARD: TyreSet = TyreSet::Hard;

const RACES: [Race; 5] = [
    Race {
        file: "saltmarsh-six-cars",
        title: "Six cars at Saltmarsh",
        track: "saltmarsh",
        laps: 2,
        rules: |_| {},
        weather: None,
        drivers: &[
            Driver("Avocet", "amber", HARD, None, None),
            Driver("Bittern", "azure", HARD, None, None),
            Driver("Curlew", "jade", HARD, None, None),
            Driver("Dunlin", "coral", HARD, None, None),
            Driver("Egret", "ivory", HARD, None, None),
            Driver("Fulmar", "onyx", HARD, None, None),
        ],
        wanted: &[Sight::Slipstream, Sight::Collision, Sight::PitStop],
    },
    Race {
        file: "weavers-knot-changing-skies",
        title: "Changing skies over Weaver's Knot",
        track: "weavers-knot",
        laps: 3,
        rules: |rules| (rules.weather, rules.tyres, rules.pit_options) = (true, true, true),
        weather: Some(12),
        drivers: &[
            Driver("Damask", "amber", TyreSet::Soft, None, None),
            Driver("Linen", "azure", HARD, None, None),
            Driver("Muslin", "jade", TyreSet::Rain, None, None),
            Driver("Serge", "coral", TyreSet::Soft, None, None),
            Driver("Tweed", "ivory", HARD, None, None),
        ],
        wanted: &[
            Sight::WeatherChange,
            Sight::Rain,
            Sight::HardTyres,
            Sight::SoftTyres,
            Sight::RainTyres,
            Sight::PitStop,
            Sight::Slipstream,
        ],
    },
    Race {
        file: "gaslight-quarter-by-night",
        title: "By night through the Gaslight Quarter",
        track: "gaslight-quarter",
        laps: 2,
        rules: |rules| rules.road = true,
        weather: None,
        drivers: &[
            Driver("Ada", "amber", HARD, Some(Skill::AceAtTheWheel), None),
            Driver("Barnaby", "azure", HARD, Some(Skill::BetterNitro), None),
            Driver("Clementine", "jade", HARD, Some(Skill::QuickOffTheMark), None),
            Driver("Dexter", "coral", HARD, Some(Skill::LittleGenius), None),
            Driver("Effie", "ivory", HARD, Some(Skill::HowSweet), None),
        ],
        wanted: &[Sight::Nitro, Sight::Reward, Sight::Noise, Sight::Slipstream],
    },
    Race {
        file: "cobalt-pass-teams",
        title: "Two teams over Cobalt Pass",
        track: "cobalt-pass",
        laps: 1,
        rules: |rules| (rules.qualifying, rules.teams) = (true, true),
        weather: None,
        drivers: &[
            Driver("Gentian", "azure", HARD, None, Some(1)),
            Driver("Larkspur", "azure", HARD, None, Some(1)),
            Driver("Marmot", "amber", HARD, None, Some(2)),
            Driver("Pika", "amber", HARD, None, Some(2)),
        ],
        wanted: &[Sight::Slipstream],
    },
    Race {
        file: "saltmarsh-first-evening",
        title: "A first evening at Saltmarsh",
        track: "saltmarsh",
        laps: 1,
        rules: |rules| rules.preset = Preset::Basic,
        weather: None,
        drivers: &[
            Driver("Hazel", "jade", HARD, None, None),
            Driver("Ivo", "coral", HARD, None, None),
            Driver("Juno", "azure", HARD, None, None),
        ],
        wanted: &[],
    },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    std::fs::create_dir_all(root.join("replays/formula_d"))?;
    for race in &RACES {
        let path = root.join("tracks/formula_d").join(race.track).with_extension("json");
        let mut draft = replay::parse::<TrackFile<FormulaD>>(&storage::read(&path)?)?.track;
        if race.track == "gaslight-quarter"
            && let Some(first) = draft.corners.first_mut()
        {
            // The race is older than the second stop of this corner.
            first.stops = 1;
        }
        let (track, issues) = FormulaD::validate(&draft);
        let track = track.ok_or_else(|| format!("{}: {issues:?}", race.track))?;
        let (setup, turns) = find(race, &track)?;
        let entries = turns.len();
        let replay = ReplayFile::<FormulaD>::new(race.title.to_owned(), draft, setup, turns);
        let out = root.join("replays/formula_d").join(race.file).with_extension("json");
        storage::write(&out, replay::print(&replay)?.as_bytes())?;
        println!("{}: {entries} entries", race.file);
    }
    Ok(())
}

/// Finds the first race that shows the wanted events.
fn find(race: &Race, track: &Track) -> Result<(Setup, Vec<Turn>), String> {
    let mut setup = Setup { laps: race.laps, ..Setup::default() };
    (race.rules)(&mut setup.rules);
    setup.weather.race = race.weather;
    setup.cars = (1..)
        .zip(race.drivers)
        .map(|(number, Driver(name, colour, tyres, skill, team))| CarEntry {
            colour: (*colour).to_owned(),
            tyres: *tyres,
            skill: *skill,
            team: *team,
            ..CarEntry::new(CarId(number), *name)
        })
        .collect();
    let first = FormulaD::start(track, &setup).map_err(|issues| format!("{}: {issues:?}", race.file))?;
    let question = match setup.rules.preset {
        Preset::Basic => Question::basic(track, race.laps),
        _ => Question::stock(track, race.laps),
    };
    let question = question.map_err(|issues| format!("{}: {issues:?}", race.file))?.without_stops();
    let solution = solve(track, &question, &Progress::SILENT).map_err(|error| error.to_string())?;
    let mut ever: Vec<Sight> = Vec::new();
    for seed in 1..=MOST_SEEDS {
        let mut drive =
            Drive { track, solution: &solution, searcher: Searcher::default(), rng: ChaCha8Rng::seed_from_u64(seed) };
        let (turns, seen) = drive.race(first.clone()).map_err(|why| format!("{}, seed {seed}: {why}", race.file))?;
        if race.wanted.iter().all(|sight| seen.contains(sight)) {
            println!("{}: seed {seed}, {seen:?}", race.file);
            return Ok((setup, turns));
        }
        ever.extend(seen.into_iter().filter(|sight| !ever.contains(sight)).collect::<Vec<_>>());
    }
    Err(format!("{}: no seed shows all of {:?}; seen were {ever:?}", race.file, race.wanted))
}

/// Plays races: holds the circuit, the solution for a lone car, and random numbers.
struct Drive<'a> {
    track: &'a Track,
    solution: &'a Solution,
    searcher: Searcher,
    rng: ChaCha8Rng,
}

impl Drive<'_> {
    /// Plays a race. Returns its entries and the events seen in it.
    fn race(&mut self, mut state: State) -> Result<(Vec<Turn>, Vec<Sight>), String> {
        let mut turns = Vec::new();
        let mut seen = Vec::new();
        while state.phase != Phase::Over {
            if turns.len() > MOST_TURNS {
                return Err("the race has no end".to_owned());
            }
            let index = state.to_act().ok_or("no car is to act")?;
            let wanted = self.decide(&state, index)?;
            let seconds = self.rng.random_range(60..300);
            let rng = &mut self.rng;
            let mut dice = |_: Purpose| rng.random_range(1..=20u8);
            let (turn, played) =
                complete(self.track, &state, &wanted, &mut dice).map_err(|illegal| illegal.to_string())?;
            let (turn, next) = if turn.seconds.is_some() {
                let turn = Turn { seconds: Some(seconds), ..turn };
                let next = FormulaD::play(self.track, &state, &turn).map_err(|illegal| illegal.to_string())?.state;
                (turn, next)
            } else {
                (turn, played.state)
            };
            let (turn, next) = if state.terms.rules.road { self.with_gains(&state, turn, next) } else { (turn, next) };
            look(&state, &next, &turn, &mut seen);
            state = next;
            turns.push(turn);
        }
        Ok((turns, seen))
    }

    /// Adds the wear points that a turn gains: the checkpoint gives them to the turn's own car, the police to the
    /// fastest car. The zone with the fewest points that can take them gets two points, or one if two do not fit.
    fn with_gains(&self, state: &State, mut turn: Turn, mut next: State) -> (Turn, State) {
        let mut receivers = vec![None];
        if !state.police.is_empty() {
            receivers.extend(state.cars.iter().map(|car| Some(car.car)));
        }
        for receiver in receivers {
            let car = receiver.unwrap_or(turn.car);
            let Some(index) = next.cars.iter().position(|other| other.car == car) else { continue };
            let mut zones = Zone::ALL;
            zones.sort_by_key(|zone| next.cars[index].wear[*zone as usize]);
            let tries = zones.into_iter().flat_map(|zone| [2, 1].map(|points| Gain { zone, points, car: receiver }));
            for gain in tries {
                let mut with = turn.clone();
                with.gains.push(gain);
                if let Ok(played) = FormulaD::play(self.track, state, &with) {
                    (turn, next) = (with, played.state);
                    break;
                }
            }
        }
        (turn, next)
    }

    /// Decides the turn of the car to act: its gear, its die and its move. Rolls of the black die are added later.
    fn decide(&mut self, state: &State, index: usize) -> Result<Turn, String> {
        let car = &state.cars[index];
        let first = Turn::of(car.car, state.round);
        let mut turn = first.clone();
        if state.phase == Phase::Race && car.start == Start::Due {
            let value = self.rng.random_range(1..=20u8);
            let rolls = vec![Roll { purpose: Purpose::Start, value: Chance::Known(value) }];
            if value == 1 {
                return Ok(Turn { skip: true, rolls, ..first });
            }
            let face = if value == 20 { 4 } else { self.rng.random_range(1..=2) };
            let die = (value < 20).then_some(Chance::Known(face));
            return self.best(state, index, Turn { gear: Some(1), die, rolls, ..first }, 1, face);
        }
        let may = gears(self.track, state);
        let gear = self.gear(state, index, &may).ok_or("no gear may be chosen")?;
        let faces = paddock::games::formula_d::dice::faces(gear);
        let face = faces[self.rng.random_range(0..faces.len())];
        (turn.gear, turn.die) = (Some(gear), Some(Chance::Known(face)));
        // A car may pay for its gear with its last engine point. It is then out, and its turn is complete without a
        // die.
        let spent = Turn { die: None, ..turn.clone() };
        if complete(self.track, state, &spent, &mut |_| 20).is_ok() {
            return Ok(spent);
        }
        self.best(state, index, turn, gear, face)
    }

    /// The best of the allowed gears for a lone car.
    fn gear(&self, state: &State, index: usize, may: &[u8]) -> Option<u8> {
        let lone = Lone::of(self.track, state, index);
        let values = lone.map_or_else(Vec::new, |lone| self.solution.gear_values(&lone));
        let best = values.into_iter().map(|(gear, _)| gear).find(|gear| may.contains(gear));
        // The decision process does not cover the pit lane and qualifying. There, drive as fast as the board allows.
        let car = &state.cars[index];
        let usual = if self.is_off(car) { 4 } else { 3 };
        best.filter(|_| state.phase == Phase::Race)
            .or_else(|| may.iter().copied().min_by_key(|gear| gear.abs_diff(usual)))
    }

    fn is_off(&self, car: &Car) -> bool {
        car.is_on_board() && self.track.space(car.at).ground.is_pit()
    }

    /// The turn with the best move for this roll, with the additions that it declares.
    fn best(&mut self, state: &State, index: usize, turn: Turn, gear: u8, face: u8) -> Result<Turn, String> {
        let car = &state.cars[index];
        let mut ways = vec![Additions::default()];
        if turn.die.is_some() {
            if state.has_soft_bonus(car) {
                ways.push(Additions { soft: true, ..Additions::default() });
            }
            if state.phase == Phase::Race && state.terms.rules.road && !car.nitro_used {
                let better = state.terms.has(index, Skill::BetterNitro);
                ways.push(Additions { nitro: Some(Nitro { part: None, better }), ..Additions::default() });
            }
        }
        let mut best: Option<(f64, Turn)> = None;
        for addition in ways {
            let declared = Turn { soft: addition.soft, nitro: addition.nitro, skid: addition.skid, ..turn.clone() };
            let options = self.searcher.moves(self.track, state, index, gear, face, addition).options;
            for option in &options {
                for (worth, turn) in self.readings(state, index, option, &declared) {
                    // Items that can be used once are kept until they save enough turns.
                    let worth = worth + if addition.nitro.is_some() { 0.5 } else { 0.0 };
                    if best.as_ref().is_none_or(|(least, _)| worth < *least) {
                        best = Some((worth, turn));
                    }
                }
            }
        }
        best.map(|(_, turn)| turn).ok_or_else(|| format!("car {} has no move", car.car))
    }

    /// Returns the turns of a move: without a slipstream, and with each slipstream after it. Each has its value from
    /// `worth`.
    fn readings(&self, state: &State, index: usize, option: &Move, declared: &Turn) -> Vec<(f64, Turn)> {
        let mut turn = option.turn(self.track, declared.clone());
        if option.is_boxed {
            turn.ends.clear();
            turn.pit = state.terms.rules.pit_options.then(|| stop(state, &state.cars[index]));
        }
        let mut turns = vec![turn.clone()];
        if option.may_slip {
            for shape in Shape::ALL {
                for side in [Side::Left, Side::Right] {
                    let slips = vec![Slip { shape, side, brakes: 0 }];
                    turns.push(Turn { slips, ends: Vec::new(), ..turn.clone() });
                }
            }
        }
        turns.into_iter().filter_map(|turn| Some((self.worth(state, index, option, &turn)?, turn))).collect()
    }

    /// The number of turns that a lone car would still need after this move; fewer is better.
    fn worth(&self, state: &State, index: usize, option: &Move, turn: &Turn) -> Option<f64> {
        let (_, played) = complete(self.track, state, turn, &mut |_| 10).ok()?;
        let car = &played.state.cars[index];
        let risk = 0.6 * option.dangers.len() as f64 + 0.3 * option.partners.len() as f64;
        Some(match car.standing {
            Standing::Out(_) | Standing::Retired(_) => OUT,
            Standing::Finished(_) => 0.0,
            // The qualifying lap is over.
            Standing::Racing if !car.is_on_board() => 0.0,
            Standing::Racing if car.spun => OUT / 2.0,
            Standing::Racing if self.is_off(car) || option.is_boxed => {
                // Cars that need tyres drive into the pit lane as far as the dice take them; all others stay out.
                let wants = wants_to_stop(state, &state.cars[index]);
                let left = f64::from(self.track.lap() - car.pit_progress.max(0)) / 1_000.0;
                if self.is_off(&state.cars[index]) || wants {
                    left - 10.0 * f64::from(u8::from(option.is_boxed))
                } else {
                    OUT / 4.0
                }
            }
            Standing::Racing => {
                let lone = Lone::of(self.track, &played.state, index);
                lone.and_then(|lone| self.solution.value(&lone)).unwrap_or(OUT / 2.0) + risk
            }
        })
    }
}

/// Whether a car needs new tyres.
fn wants_to_stop(state: &State, car: &Car) -> bool {
    let rules = &state.terms.rules;
    let is_last = u32::from(car.lap) >= state.terms.laps;
    let suits = !rules.tyres || (state.weather.is_rain() == (car.tyres == TyreSet::Rain));
    !is_last && !rules.road && (car.wear[0] <= 2 || !suits)
}

/// A pit stop in which the car changes to the tyres for the weather.
fn stop(state: &State, car: &Car) -> PitStop {
    let wanted = match (state.terms.rules.tyres, state.weather.is_rain()) {
        (false, _) => None,
        (true, true) => Some(TyreSet::Rain),
        (true, false) => Some(if car.tyres == TyreSet::Hard { TyreSet::Soft } else { TyreSet::Hard }),
    };
    PitStop { kind: StopKind::Tyre, tyres: wanted.filter(|set| *set != car.tyres), ..PitStop::default() }
}

/// Adds the events of a turn to `seen`.
fn look(before: &State, after: &State, turn: &Turn, seen: &mut Vec<Sight>) {
    let has = |purpose: &dyn Fn(&Purpose) -> bool| turn.rolls.iter().any(|roll| purpose(&roll.purpose));
    let drives_on = |set: TyreSet| after.terms.rules.tyres && after.cars.iter().any(|car| car.tyres == set);
    for (is_seen, sight) in [
        (before.weather != after.weather, Sight::WeatherChange),
        (after.weather.is_rain(), Sight::Rain),
        (drives_on(TyreSet::Hard), Sight::HardTyres),
        (drives_on(TyreSet::Soft), Sight::SoftTyres),
        (drives_on(TyreSet::Rain), Sight::RainTyres),
        (has(&|purpose| *purpose == Purpose::Pit) || turn.pit.is_some(), Sight::PitStop),
        (!turn.slips.is_empty(), Sight::Slipstream),
        (has(&|purpose| matches!(purpose, Purpose::Mover(_))), Sight::Collision),
        (turn.nitro.is_some(), Sight::Nitro),
        (!turn.gains.is_empty(), Sight::Reward),
        (has(&|purpose| *purpose == Purpose::Noise), Sight::Noise),
        (after.cars.iter().any(|car| matches!(car.standing, Standing::Out(_))), Sight::SomebodyOut),
    ] {
        if is_seen && !seen.contains(&sight) {
            seen.push(sight);
        }
    }
}
