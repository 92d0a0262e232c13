//! Carries out an entry (one racer's turn) and reports everything about it (rules ledger, section 13).

use super::crash::{self, Placement};
use super::{damage, order};
use crate::game::words::many;
use crate::game::{CarId, Event, EventKind, Played, Sort};
use crate::games::vector_racing::exact::{Time, Vector, dot};
use crate::games::vector_racing::objects::{ObjectId, RegionKind};
use crate::games::vector_racing::options::{Axis, CrashRule};
use crate::games::vector_racing::path::{self, End, Happening, Met, Witness};
use crate::games::vector_racing::state::{Finish, Life, Racer, Standing, State, Tally, Terms};
use crate::games::vector_racing::track::Track;
use crate::games::vector_racing::turn::{Action, Turn, is_too_fast};
use crate::limits::vector_racing::MAX_STRETCHES;

/// Something that happened on the path of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incident {
    /// The path met an object.
    Met(ObjectId),
    /// The path crossed the finish line.
    Crossed {
        /// The racer's progress (number of line crossings) after this crossing.
        progress: i32,
        /// Whether the crossing is in the direction of the race.
        forward: bool,
    },
}

/// A straight part of a path, in grid units: the points `origin + t * velocity` for all times `t` from `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The time at which this part of the path begins.
    pub from: Time,
    /// The time at which this part of the path ends.
    pub to: Time,
    /// The virtual origin: the point at time 0. If this part of the path begins later, the virtual origin need not be
    /// on the path.
    pub origin: [i64; 2],
    /// The velocity on this part of the path: the vector from its point at time 0 to its point at time 1.
    pub velocity: [i64; 2],
}

impl Stretch {
    /// Returns the racer's point on the board at the time `t`, for drawing.
    #[must_use]
    pub fn at(&self, t: Time) -> [f64; 2] {
        [0, 1].map(|axis| self.origin[axis] as f64 + self.velocity[axis] as f64 * t.to_f64())
    }
}

/// A crash, with the racer's placement and its damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accident {
    /// The time of the crash within the move.
    pub t: Time,
    /// The time at which the path first touches a wall. The racer is placed near the point of this contact.
    pub contact: Time,
    /// The part of the path that led to the crash.
    pub leg: Stretch,
    /// The point where the racer is placed after the crash.
    pub placed: [i32; 2],
    /// The number of king steps (moves of a king in chess) from `placed` to the finish; `None` if the finish cannot be
    /// reached.
    pub king: Option<u32>,
    /// A lower bound for the number of king steps (moves of a king in chess) from the crash point to the finish,
    /// rounded down. Grid points with fewer steps are ahead of the crash. `None` if no point near the crash was
    /// suitable for placing the racer.
    pub bound: Option<i64>,
    /// The damage as a whole number; `None` if it is a square root or damage has no effect.
    pub points: Option<i64>,
    /// The square of the damage, if the damage is a square root; otherwise `None`.
    pub square: Option<i64>,
    /// The number of turns that the crash costs.
    pub lost: u32,
    /// Whether the racer is now out of the race.
    pub out: bool,
}

/// The full report of one racer's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The racer's number.
    pub car: CarId,
    /// The move; `None` for a lost turn.
    pub velocity: Option<[i32; 2]>,
    /// The state of the racer before its turn.
    pub before: Racer,
    /// The straight parts of the path, in order. If the path has very many bends, only the first parts and the last one
    /// are listed.
    pub legs: Vec<Stretch>,
    /// Everything that happened on the path, in order. If the list would be very long, its end is left out.
    pub incidents: Vec<(Time, Incident)>,
    /// The crash; `None` if the move did not crash.
    pub crash: Option<Accident>,
    /// The finish; `None` if the racer did not finish.
    pub finish: Option<Finish>,
    /// The racer's point on the board after its turn.
    pub end: [i32; 2],
    /// The state of the racer after its turn.
    pub after: Racer,
    /// If the racer crossed the finish line with too few hits, the number of hits so far and the number required;
    /// otherwise `None`.
    pub short: Option<(u32, u32)>,
}

impl Report {
    /// Returns the move in a few words, for lists.
    #[must_use]
    pub fn words(&self, axis: Axis) -> String {
        let Some(velocity) = self.velocity else { return "misses the turn".to_owned() };
        let letters = crate::games::vector_racing::velocity::letters(velocity);
        let end = match (self.crash_words(), &self.finish) {
            (Some(crash), _) => crash,
            (_, Some(_)) => "finishes".to_owned(),
            _ => {
                let [x, y] = axis.shown(self.end);
                format!("to ({x}, {y})")
            }
        };
        format!("{letters}: {end}")
    }

    /// Returns the crash in a few words, with its cost; `None` if the move did not crash.
    #[must_use]
    pub fn crash_words(&self) -> Option<String> {
        let crash = self.crash.as_ref()?;
        if crash.out {
            return Some("crashes and is out of the race".to_owned());
        }
        let life = match (&self.before.life, crash.points, crash.square) {
            (Life::Points(_), Some(points), _) => {
                Some(points).filter(|points| *points > 0).map(|points| many(points, "life point"))
            }
            (Life::Roots(_), _, Some(square)) => Some(format!("{:.1} life points", (square as f64).sqrt())),
            _ => None,
        };
        let turns = Some(crash.lost).filter(|lost| *lost > 0).map(|lost| many(lost, "turn"));
        let costs: Vec<String> = life.into_iter().chain(turns).collect();
        Some(if costs.is_empty() {
            "crashes".to_owned()
        } else {
            format!("crashes, which costs {}", costs.join(" and "))
        })
    }

    /// Returns the path as polylines for drawing. A new polyline begins after every jump.
    #[must_use]
    pub fn points(&self) -> Vec<Vec<[f64; 2]>> {
        let mut lines: Vec<Vec<[f64; 2]>> = Vec::new();
        for leg in &self.legs {
            let (from, to) = (leg.at(leg.from), leg.at(leg.to));
            match lines.last_mut() {
                Some(line) if line.last().is_some_and(|last| (last[0] - from[0]).hypot(last[1] - from[1]) < 1e-9) => {
                    line.push(to)
                }
                _ => lines.push(vec![from, to]),
            }
        }
        lines
    }
}

/// Records the legs (straight parts) and events of a move's path for a report.
struct Log<'a> {
    terms: &'a Terms,
    tally: Tally,
    /// The racer's hits so far, without the effect of finish-line crossings in this move. A crossing can complete a lap
    /// and restart the count.
    hits: Tally,
    legs: Vec<Stretch>,
    incidents: Vec<(Time, Incident)>,
    short: Option<(u32, u32)>,
}

impl Log<'_> {
    fn note(&mut self, t: Time, incident: Incident) {
        if self.incidents.len() < MAX_STRETCHES {
            self.incidents.push((t, incident));
        }
    }
}

impl Witness for Log<'_> {
    fn leg(&mut self, from: Time, origin: Vector, velocity: Vector) {
        if let Some(last) = self.legs.last_mut() {
            last.to = from;
        }
        // Keep the newest part, which shows how far the move went.
        self.legs.truncate(MAX_STRETCHES - 1);
        self.legs.push(Stretch { from, to: Time::END, origin, velocity });
    }

    fn happens(&mut self, t: Time, what: Happening) {
        match what {
            Happening::Met { id, bit } => {
                self.tally.add(self.terms, bit);
                self.hits.add(self.terms, bit);
                self.note(t, Incident::Met(id));
            }
            Happening::Crossed { progress, forward } => {
                if let Some(hits) = self.terms.hits().filter(|_| forward && progress >= self.terms.needed) {
                    self.short = Some((self.tally.count(hits), hits.count)).filter(|(made, needed)| made < needed);
                }
                self.tally.cross(self.terms, progress, forward);
                self.note(t, Incident::Crossed { progress, forward });
            }
        }
    }

    fn has_enough(&mut self, progress: i32, also: &[Met]) -> bool {
        let mut tally = self.tally;
        also.iter().for_each(|met| tally.add(self.terms, met.bit));
        tally.has_enough(self.terms, progress)
    }
}

/// Selects, from the terms of a race, those that [`path::walk`] needs to follow a move.
const fn move_terms(terms: &Terms) -> path::Terms {
    path::Terms::of(&terms.rules, terms.needed)
}

/// Creates the full report of the recorded turn of one racer, legal or not. Returns `None` if the racer is not in the
/// race, is out or has finished.
pub(in crate::games::vector_racing) fn report(track: &Track, state: &State, turn: &Turn) -> Option<Report> {
    let index = state.index_of(turn.car)?;
    let before = state.racers[index].clone();
    if !before.is_racing() {
        return None;
    }
    let mut after = before.clone();
    after.lost = before.lost.saturating_sub(1);
    let stays = |velocity: Option<[i32; 2]>, after: Racer| {
        let (at, before) = (before.at, before.clone());
        Some(Report {
            turn: state.turn,
            car: turn.car,
            velocity,
            end: at,
            before,
            legs: Vec::new(),
            incidents: Vec::new(),
            crash: None,
            finish: None,
            after,
            short: None,
        })
    };
    let Action::Move(velocity) = turn.action else { return stays(None, after) };
    if is_too_fast(velocity) {
        // A move that is too fast is never legal. If a recorded race has one, the racer stays at its point, at rest.
        after.base = [0, 0];
        (after.force, after.fast, after.slow) = (false, false, false);
        return stays(Some(velocity), after);
    }
    let terms = &state.terms;
    let (tally, hits) = (before.tally, before.tally);
    let mut log = Log { terms, tally, hits, legs: Vec::new(), incidents: Vec::new(), short: None };
    let walked = path::walk(track, move_terms(terms), before.at, velocity, before.progress, &mut log);
    let Log { tally, hits, mut legs, mut incidents, mut short, .. } = log;
    (after.progress, after.tally) = (walked.progress, tally);
    let met = |kind| {
        let mut regions = (0..).zip(&track.objects.regions);
        regions.any(|(bit, region)| region.kind == kind && walked.met >> bit & 1 == 1)
    };
    (after.force, after.fast, after.slow) = (met(RegionKind::Oil), met(RegionKind::Fast), met(RegionKind::Slow));
    let mut crash = None;
    let mut finish = None;
    let cut = |legs: &mut Vec<Stretch>, t: Time| {
        if let Some(last) = legs.last_mut() {
            last.to = t;
        }
    };
    match walked.end {
        End::Lands { at, base } => (after.at, after.base) = (to_point(at), to_point(base)),
        End::Finishes { t, origin, velocity } => {
            cut(&mut legs, t);
            let done = Finish {
                turn: state.turn,
                t: t.as_ratio().unwrap_or((1, 1)),
                speed_before: dot(before.base.map(i64::from), before.base.map(i64::from)),
                speed: dot(velocity, velocity),
                from: before.at,
                place: 0,
            };
            after.standing = Standing::Finished(done);
            // The racer stays at its last point: nothing counts after the line (RT-FIN-04). Its velocity is kept for
            // display.
            after.base = to_point(velocity);
            (after.force, after.fast, after.slow) = (false, false, false);
            let _ = origin;
            finish = Some(done);
        }
        End::Crashes(hit) => {
            let part = Stretch { from: hit.rest.t, to: hit.t, origin: hit.origin, velocity: hit.velocity };
            match legs.last_mut() {
                Some(last) if (last.origin, last.velocity) != (part.origin, part.velocity) => {
                    // The crash is behind the finish line, on a later part of the path.
                    last.to = hit.rest.t;
                    legs.push(part);
                }
                _ => cut(&mut legs, hit.t),
            }
            let (accident, crossings_count) = crash_of(track, state, index, &hit, hits, &mut after);
            if !crossings_count {
                incidents.retain(|(_, incident)| matches!(incident, Incident::Met(_)));
                short = None;
            }
            crash = Some(accident);
        }
    }
    let end = after.at;
    Some(Report {
        turn: state.turn,
        car: turn.car,
        velocity: Some(velocity),
        before,
        legs,
        incidents,
        crash,
        finish,
        end,
        after,
        short,
    })
}

/// Carries out a crash. `hits` are the racer's hits after this move, without the effect of finish-line crossings in it.
/// Also returns whether the line crossings before the crash count (RT-FIN-06). They do not count if the racer goes back
/// to a start point of the track or to the point where its move began.
fn crash_of(
    track: &Track,
    state: &State,
    index: usize,
    hit: &path::Crash,
    hits: Tally,
    after: &mut Racer,
) -> (Accident, bool) {
    let path::Crash { t, origin, velocity, contact, rest, .. } = *hit;
    let rules = &state.terms.rules;
    let before = &state.racers[index];
    let Placement { mut at, mut king, bound } = crash::place(track, &rest, before.at);
    let mut crossings_count = true;
    if rules.crash == CrashRule::BackToStart {
        at = state.terms.starts.get(index).copied().unwrap_or(at);
        king = track.king_distance(at);
        after.progress = track.first_progress(at);
        crossings_count = false;
    } else if bound.is_none() {
        // The racer goes back to the start of its move, so no crossing counts (RT-CRASH-04). Its hits count all the
        // same (RT-EVT-09).
        (after.progress, after.tally) = (before.progress, hits);
        crossings_count = false;
    }
    let damage = damage::damage(track, rules, &before.life, hit);
    after.at = at;
    after.base = [0, 0];
    (after.force, after.fast, after.slow) = (false, false, false);
    after.lost = damage.lost;
    after.life = damage.life;
    if damage.out {
        after.standing = Standing::Out;
    }
    let leg = Stretch { from: Time::START, to: t, origin, velocity };
    let (points, square, lost, out) = (damage.points, damage.square, damage.lost, damage.out);
    (Accident { t, contact, leg, placed: at, king, bound, points, square, lost, out }, crossings_count)
}

const fn to_point(at: Vector) -> [i32; 2] {
    [at[0] as i32, at[1] as i32]
}

/// Returns the state after the recorded turn of one racer, and the events of the turn. Does not check whether the turn
/// is legal, because a recorded race may contain an illegal one.
pub(super) fn act(track: &Track, state: &State, turn: &Turn) -> Played<State> {
    let mut next = state.clone();
    let (Some(index), Some(report)) = (state.index_of(turn.car), report(track, state, turn)) else {
        return Played { state: next, events: Vec::new() };
    };
    next.racers[index] = report.after.clone();
    next.done |= 1 << index;
    let mut events = events(&report);
    let is_over = (0..next.racers.len()).all(|index| !next.is_due(index));
    if is_over && next.phase == crate::games::vector_racing::state::Phase::Racing {
        for index in order::settle(track, &mut next) {
            let racer = &next.racers[index];
            if let Standing::Finished(finish) = racer.standing {
                events.push(Event { car: racer.car, kind: EventKind::Finished { rank: finish.place } });
            }
        }
    }
    Played { state: next, events }
}

/// The name of the event for a crash.
pub(in crate::games::vector_racing) const CRASH: &str = "crash";

/// The name of the event for an object on the path of a move.
pub(in crate::games::vector_racing) const OBJECT: &str = "object";

/// Returns the events of a reported turn, in the form that all games share.
fn events(report: &Report) -> Vec<Event> {
    let mut kinds = Vec::new();
    match report.velocity {
        None => kinds.push(EventKind::MissedTurn),
        // The entry has no path: a zero move, or a move too fast to be carried out.
        Some(_) if report.legs.is_empty() => {
            kinds.push(EventKind::Moved { distance: 0.0, points: Vec::new(), gear: Some(0) })
        }
        Some(velocity) => {
            // A warp jump does not count as distance (RT-WARP-04).
            let speed = f64::from(velocity[0]).hypot(f64::from(velocity[1]));
            let share = report.legs.last().map_or(1.0, |leg| leg.to.to_f64());
            let gear = velocity[0].unsigned_abs().max(velocity[1].unsigned_abs());
            kinds.push(EventKind::Moved {
                distance: speed * share,
                points: report.points().concat(),
                gear: Some(u8::try_from(gear).unwrap_or(u8::MAX)),
            });
        }
    }
    for (_, incident) in &report.incidents {
        match incident {
            Incident::Met(id) => {
                kinds.push(EventKind::Incident { what: OBJECT, detail: id.kind.name(), sort: Sort::Flag });
            }
            Incident::Crossed { progress, forward: true } if *progress >= 0 => {
                kinds.push(EventKind::Lap { lap: *progress as u32 + 1 });
            }
            Incident::Crossed { .. } => {}
        }
    }
    if let Some(crash) = &report.crash {
        let detail = if crash.out { "hits a wall and is out" } else { "hits a wall" };
        kinds.push(EventKind::Incident { what: CRASH, detail, sort: Sort::Penalty });
        let spent = match (&report.before.life, crash.points) {
            // A racer cannot lose more than it has.
            (Life::Points(left), Some(points)) => points.min(*left).max(0),
            (Life::Roots(before), None) => match &report.after.life {
                Life::Roots(after) => super::roots_left(before) - super::roots_left(after),
                _ => 0,
            },
            _ => 0,
        };
        if spent != 0 {
            let amount = i32::try_from(spent).unwrap_or(i32::MAX);
            kinds.push(EventKind::Spent { resource: "life", amount, purpose: "crash", incident: false });
        }
        if crash.out {
            kinds.push(EventKind::Withdrew);
        }
    }
    kinds.into_iter().map(|kind| Event { car: report.car, kind }).collect()
}
