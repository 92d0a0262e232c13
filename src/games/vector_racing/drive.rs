//! The computer drivers of Vector Racing. Racers do not affect each other, so a driver only has to find a fast route.
//! Club drivers look a few moves ahead. Experts follow the fastest route that the solver finds from their position.

use std::sync::{Arc, Mutex, PoisonError};

use fnv::{FnvHashMap, FnvHashSet};
use rand::RngExt as _;
use serde_json::Value;

use super::VectorRacing;
use super::rules::legal_moves;
use super::solve::{self, CrashRoute, Outcome, Question, Seed};
use super::state::{Life, Racer, Standing, State, Terms};
use super::track::Track;
use super::turn::Turn;
use crate::game::{CarId, Dice, Drive, Progress, Rated, Rules as _};

/// The number of further moves that a driver looks ahead after each move that it rates.
const DEPTH: usize = 6;
/// The number of positions from which the search continues after each further move. The other positions are dropped.
const BEAM: usize = 32;
/// The number of turns added to the rating of a position that the search drops, because the rating is only an estimate
/// and may be too good.
const DROPPED: f64 = 0.3;
/// The rating, in turns, of a move that takes the racer out of the race.
const OUT: f64 = 10_000.0;
/// The largest number of states that the search for a route may keep in memory.
const STATES: u64 = 8_000_000;
/// The same number for the search with crashes. It takes longer, and is needed only where no route without a crash is
/// left: mostly a few moves before a wall.
const STATES_WITH_CRASHES: u64 = 2_000_000;
/// The uncertainty of turns ([`Drive::spread`]) if the search found a route for every racer. If all racers drive their
/// fastest routes, whoever needs a turn less wins.
const KNOWN: f64 = 0.02;
/// The same if the search found no route for some racer, so that the number of its turns is only estimated.
const ESTIMATED: f64 = 0.4;
/// The number of turns added to the rating of a move into a wall, on top of the turns for repairs.
const CRASH: f64 = 4.0;

/// A racer's state, the point where the racer started, and the racer's life (the damage that it can still take).
/// Together they determine the racer's fastest route: a crash may send the racer back to the start, or end its race.
type Place = (Seed, Option<[i32; 2]>, Life);

/// A fastest route to the finish: its number of turns and its first move.
type Route = (u32, [i32; 2]);

/// The largest number of positions whose ratings are kept in memory.
const KEPT: usize = 200_000;

/// A racer's legal moves with their ratings, best first.
type Ratings = Arc<[([i32; 2], f64)]>;

/// The knowledge that all drivers of a race share: the fastest routes and the ratings found so far.
pub struct Knowledge {
    question: Question,
    /// The fastest route from each [`Place`] searched so far; `None` if the search found no route.
    routes: Mutex<FnvHashMap<Place, Option<Route>>>,
    /// The ratings of the moves from each [`Place`].
    ratings: Mutex<FnvHashMap<Place, Ratings>>,
    /// The length of a lap in king steps (steps of a king in chess).
    lap: f64,
}

impl Knowledge {
    /// Returns the fastest route from a racer's position: the number of turns and the first move. It is a route without
    /// crashes if there is one. Otherwise, for example close to a wall and too fast to avoid it, it is the fastest with
    /// crashes. Returns `None` if no route was found.
    fn route(&self, track: &Track, terms: &Terms, index: usize, racer: &Racer) -> Option<Route> {
        let place = place(terms, index, racer);
        if let Some(known) = self.routes.lock().unwrap_or_else(PoisonError::into_inner).get(&place) {
            return *known;
        }
        let found = self.search(track, place.clone());
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(route) = found.filter(|route| !route.moves.is_empty()) else {
            routes.insert(place, None);
            return None;
        };
        let first = route.moves.first().copied()?;
        // From each point of a fastest route, the rest of the route is a fastest route, too. All of them are stored.
        let mut state = lone(racer, terms, index);
        if let Some(own) = state.racers.first_mut() {
            own.lost = 0;
        }
        for (at, velocity) in route.at.iter().zip(&route.moves) {
            let Some(own) = state.racers.first() else { break };
            let (_, home, _) = place;
            let left = (route.turns + 1).saturating_sub(*at);
            routes.insert((Seed::racer(own), home, own.life.clone()), Some((left, *velocity)));
            let played = VectorRacing::play(track, &state, &Turn::go(own.car, *velocity));
            let Ok(played) = played else { break };
            state = played.state;
            // The turns to miss after a crash are counted by `at`.
            if let Some(own) = state.racers.first_mut() {
                own.lost = 0;
            }
        }
        Some((route.turns, first))
    }

    /// Searches for the fastest route from a place, first without crashes.
    fn search(&self, track: &Track, (seed, home, life): Place) -> Option<CrashRoute> {
        let question = Question { home, seeds: vec![seed], routes: true, ..self.question.clone() };
        let clean = solve::search(track, &question, solve::Progress::SILENT)?;
        if clean.turns.is_some() || !clean.optimal {
            return clean.clean().filter(|_| clean.optimal);
        }
        let question = Question { with_crashes: true, life: Some(life), states: STATES_WITH_CRASHES, ..question };
        let found = solve::solve(track, &question, solve::Progress::SILENT)?;
        found.best().filter(|_| found.is_proved())
    }

    /// Estimates the number of turns that a racer needs to finish. The estimate is the sum of the turns for the
    /// distance to the finish, the turns for gathering speed, and the turns that the racer still has to miss.
    fn estimate(&self, track: &Track, terms: &Terms, racer: &Racer) -> f64 {
        match racer.standing {
            Standing::Finished(_) => 0.0,
            Standing::Out => OUT,
            Standing::Racing => self.estimate_from(track, terms, &Seed::racer(racer)) + f64::from(racer.lost),
        }
    }

    /// Estimates the number of turns that a racer needs to finish if it has no turns to miss.
    fn estimate_from(&self, track: &Track, terms: &Terms, seed: &Seed) -> f64 {
        let laps = f64::from(terms.needed - seed.progress - 1).max(0.0);
        let way = laps * self.lap + f64::from(track.steps_left(seed.at).unwrap_or(0)).min(4.0 * self.lap);
        let speed = f64::from(seed.base[0].abs().max(seed.base[1].abs()));
        // A racer can gain a speed of one square in each turn. On a winding circuit it reaches four or five squares.
        way / 3.5 + (3.5 - speed).max(0.0).powi(2) / 7.0
    }

    /// Rates each legal move of a racer by looking a few moves further ahead. Stores the ratings, because drivers often
    /// come to the same positions again.
    fn ahead(&self, track: &Track, state: &State, index: usize) -> Vec<Rated<Turn>> {
        let racer = &state.racers[index];
        let key = place(&state.terms, index, racer);
        let known = self.ratings.lock().unwrap_or_else(PoisonError::into_inner).get(&key).map(Arc::clone);
        let ratings = known.unwrap_or_else(|| {
            let ratings: Ratings = self.rate(track, state, index).into();
            let mut kept = self.ratings.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= KEPT {
                kept.clear();
            }
            kept.insert(key, Arc::clone(&ratings));
            ratings
        });
        ratings.iter().map(|(velocity, turns)| Rated::new(Turn::go(racer.car, *velocity), *turns)).collect()
    }

    /// Rates each legal move of a racer, best first. One beam search examines all the moves together.
    fn rate(&self, track: &Track, state: &State, index: usize) -> Vec<([i32; 2], f64)> {
        let first = lone(&state.racers[index], &state.terms, index);
        let (car, terms) = (first.racers[0].car, &*first.terms);
        let roots = legal_moves(&terms.rules, &first.racers[0]);
        let mut best = vec![f64::MAX; roots.len()];
        let mut front: Vec<(usize, Seed)> = Vec::new();
        for (root, velocity) in roots.iter().enumerate() {
            let Ok(played) = VectorRacing::play(track, &first, &Turn::go(car, *velocity)) else { continue };
            match played.state.racers.first() {
                Some(racer) if racer.is_racing() && racer.lost == 0 => front.push((root, Seed::racer(racer))),
                Some(racer) if matches!(racer.standing, Standing::Finished(_)) => best[root] = 1.0,
                // The estimate counts the turns for repairs. `CRASH` stands for the other costs of the crash.
                Some(racer) if racer.is_racing() => best[root] = 1.0 + CRASH + self.estimate(track, terms, racer),
                _ => best[root] = OUT,
            }
        }
        for depth in 1..=DEPTH {
            let so_far = 1.0 + depth as f64;
            let mut next: Vec<(f64, usize, Seed)> = Vec::new();
            for (root, seed) in &front {
                for velocity in solve::moves(terms, seed) {
                    match solve::outcome(track, terms, seed, velocity) {
                        Outcome::Finishes(_) => best[*root] = best[*root].min(so_far),
                        Outcome::Lands(after) => {
                            next.push((so_far + self.estimate_from(track, terms, &after), *root, after));
                        }
                        // The search goes on without crashes.
                        Outcome::Crashes => {}
                    }
                }
            }
            next.sort_by(|one, other| one.0.total_cmp(&other.0));
            // If several positions have the same state, only the best one is followed: all would continue in the same
            // way.
            let mut seen: FnvHashSet<Seed> = FnvHashSet::default();
            next.retain(|(turns, root, seed)| {
                let is_new = seen.insert(*seed);
                if !is_new {
                    best[*root] = best[*root].min(turns + DROPPED);
                }
                is_new
            });
            let (kept, doubt) = if depth == DEPTH { (0, 0.0) } else { (BEAM, DROPPED) };
            for (turns, root, _) in next.iter().skip(kept) {
                best[*root] = best[*root].min(turns + doubt);
            }
            next.truncate(kept);
            front = next.into_iter().map(|(_, root, seed)| (root, seed)).collect();
        }
        // If every continuation of a move hits a wall, the move is rated behind all moves with a safe continuation.
        let rate = |turns: f64| if turns == f64::MAX { OUT / 2.0 } else { turns };
        let mut rated: Vec<([i32; 2], f64)> = roots.into_iter().zip(best.into_iter().map(rate)).collect();
        rated.sort_by(|one, other| one.1.total_cmp(&other.1));
        rated
    }
}

/// Returns the place of a racer: everything on which the racer's fastest route depends.
fn place(terms: &Terms, index: usize, racer: &Racer) -> Place {
    (Seed::racer(racer), terms.starts.get(index).copied(), racer.life.clone())
}

/// Returns the state of a race in which this racer drives alone.
fn lone(racer: &Racer, terms: &Terms, index: usize) -> State {
    let starts = terms.starts.get(index).copied().into_iter().collect();
    State {
        terms: Arc::new(Terms { starts, ..terms.clone() }),
        turn: 1,
        done: 0,
        phase: super::state::Phase::Racing,
        racers: vec![racer.clone()],
    }
}

impl Drive for VectorRacing {
    type Knowledge = Knowledge;
    type Call = Turn;
    type Cast = Turn;

    const ROUNDS_AHEAD: u32 = 0;
    const ROLLOUTS: u32 = 8;
    const ROLLS_DICE: bool = false;
    const CARS_MEET: bool = false;

    fn learn(track: &Track, first: &State, _: Progress<'_>) -> Option<Knowledge> {
        let question = Question {
            rules: first.terms.rules.clone(),
            laps: first.terms.laps,
            states: STATES,
            ..Question::of(track)
        };
        let start = first.terms.starts.first().copied().unwrap_or_default();
        // From a start in the middle of a lap, the way to the finish says nothing about the length of a lap.
        let is_lap = track.is_on_line(start) || track.draft().kind == super::draft::Kind::Sprint;
        let lap = if is_lap { track.steps_left(start).unwrap_or(1).max(1) } else { track.lap_steps() };
        Some(Knowledge { question, routes: Mutex::default(), ratings: Mutex::default(), lap: f64::from(lap) })
    }

    fn clock(state: &State) -> (u32, Option<CarId>) {
        (state.turn, state.to_act().map(|index| state.racers[index].car))
    }

    fn spread(knowledge: &Knowledge, track: &Track, state: &State) -> f64 {
        let is_known = |(index, racer): (usize, &Racer)| {
            racer.standing != Standing::Racing || knowledge.route(track, &state.terms, index, racer).is_some()
        };
        if state.racers.iter().enumerate().all(is_known) { KNOWN } else { ESTIMATED }
    }

    fn needs(knowledge: &Knowledge, track: &Track, state: &State, car: CarId) -> f64 {
        let Some(index) = state.index_of(car) else { return 0.0 };
        let racer = &state.racers[index];
        match racer.standing {
            Standing::Racing => {}
            Standing::Finished(_) => return 0.0,
            // A racer that is out never finishes.
            Standing::Out => return OUT,
        }
        let route = knowledge.route(track, &state.terms, index, racer).map(|(turns, _)| f64::from(turns + racer.lost));
        route.unwrap_or_else(|| knowledge.estimate(track, &state.terms, racer))
    }

    fn calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Turn>> {
        let Some(index) = state.to_act() else { return Vec::new() };
        let racer = &state.racers[index];
        if racer.lost > 0 {
            return vec![Rated::new(Turn::lost(racer.car), knowledge.estimate(track, &state.terms, racer))];
        }
        knowledge.ahead(track, state, index)
    }

    fn precise_calls(knowledge: &Knowledge, track: &Track, state: &State) -> Vec<Rated<Turn>> {
        let mut rated = Self::calls(knowledge, track, state);
        let Some(index) = state.to_act().filter(|index| state.racers[*index].lost == 0) else { return rated };
        let racer = &state.racers[index];
        let Some((turns, best)) = knowledge.route(track, &state.terms, index, racer) else { return rated };
        // The route is proved to be the fastest, so no other move may get a better rating than it.
        for call in &mut rated {
            call.turns = call.turns.max(f64::from(turns) + 0.5);
        }
        let fastest = Turn::go(racer.car, best);
        rated.retain(|call| call.what != fastest);
        rated.insert(0, Rated::new(fastest, f64::from(turns)));
        rated
    }

    fn cast(_: &Track, _: &State, call: &Turn, _: &mut Dice) -> Turn {
        *call
    }

    fn uses(_: &Knowledge, _: &Track, _: &State, cast: &Turn) -> Vec<Rated<Turn>> {
        vec![Rated::new(*cast, 0.0)]
    }

    /// Chooses a move without looking further ahead. Rates each move by the estimated number of turns from its end to
    /// the finish. A move into a wall gets a worse rating. So does a move that would lead into a wall if the racer made
    /// it again. Returns the move with the best rating.
    fn first_thought(knowledge: &Knowledge, track: &Track, state: &State, dice: &mut Dice) -> Option<Turn> {
        let index = state.to_act()?;
        let racer = &state.racers[index];
        if racer.lost > 0 {
            return Some(Turn::lost(racer.car));
        }
        let first = lone(racer, &state.terms, index);
        let rate = |velocity: [i32; 2]| {
            let turn = Turn::go(racer.car, velocity);
            let after = VectorRacing::play(track, &first, &turn).ok()?.state;
            let own = after.racers.first()?;
            // If the racer cannot even repeat the move without hitting a wall, it has no room to brake.
            let is_clear = own.standing != Standing::Racing
                || VectorRacing::play(track, &after, &Turn::go(racer.car, velocity)).is_ok_and(|next| {
                    next.state.racers.first().is_some_and(|racer| racer.lost == 0 && racer.standing != Standing::Out)
                });
            let bad = f64::from(u8::from(own.lost > 0)) * 40.0 + f64::from(u8::from(!is_clear)) * 6.0;
            let left = knowledge.estimate(track, &after.terms, own) * 3.5;
            Some((left + bad + dice.random_range(0.0..0.5), turn))
        };
        let rated = legal_moves(&state.terms.rules, racer).into_iter().filter_map(rate);
        rated.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, turn)| turn)
    }

    fn call_fields(_: &State, call: &Turn) -> Value {
        serde_json::to_value(call).unwrap_or_default()
    }
}
