//! Follows the path of one move, in order of time: its legs (straight parts), the objects it meets, walls, and
//! crossings of the finish line (RT-EVT).

mod meet;

use super::exact::{Time, Vector, minus, plus};
use super::line::Passed;
use super::objects::ObjectId;
use super::options::{AfterFinish, FinishRule, Rules, WallRule};
use super::track::Track;

pub(in crate::games::vector_racing) use meet::Met;
use meet::{Next, Warps};

/// The facts about a race that decide where a move ends: the rules about walls and the finish, and the number of line
/// crossings needed to finish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub walls: WallRule,
    pub finish: FinishRule,
    /// The effect of a wall behind the finish line, if a finishing move would hit it (RT-FIN-04).
    pub crash_after_finish: AfterFinish,
    /// The progress (number of line crossings) needed to finish.
    pub needed: i32,
}

impl Terms {
    /// Collects the facts that decide where a move ends, from the options of a race and the progress (number of line
    /// crossings) needed to finish.
    pub const fn of(rules: &Rules, needed: i32) -> Self {
        Self { walls: rules.walls, finish: rules.finish, crash_after_finish: rules.crash_after_finish, needed }
    }
}

/// Something that happens on a move's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// The path met an object. `bit` stands for the object in bit masks.
    Met { id: ObjectId, bit: u64 },
    /// The path crossed the finish line. `progress` is the number of the racer's line crossings, this one included.
    Crossed { progress: i32, forward: bool },
}

/// Receives the legs (straight parts) and events of a path, in order. Also reports whether the racer has hit enough
/// objects to finish.
pub(super) trait Witness {
    /// Receives the next leg (straight part of the path), which begins at the time `from`.
    fn leg(&mut self, from: Time, origin: Vector, velocity: Vector);
    /// Receives the next event on the path and its time.
    fn happens(&mut self, t: Time, what: Happening);
    /// Whether the racer has hit enough objects to finish when it crosses the line forwards. The objects in `also`
    /// count too. `progress` is the racer's progress (number of line crossings) after the crossing.
    fn has_enough(&mut self, progress: i32, also: &[Met]) -> bool;
}

/// A [`Witness`] that ignores the path and always reports that the racer has hit enough objects.
pub(super) struct Nobody;

impl Witness for Nobody {
    fn leg(&mut self, _: Time, _: Vector, _: Vector) {}
    fn happens(&mut self, _: Time, _: Happening) {}
    fn has_enough(&mut self, _: i32, _: &[Met]) -> bool {
        true
    }
}

/// The way in which a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The racer lands on the grid point `at`; `base` is the velocity from which its next move starts.
    Lands { at: Vector, base: Vector },
    /// The racer crashes into a wall.
    Crashes(Crash),
    /// The racer finishes at the finish line or at a finish cell.
    Finishes { t: Time, origin: Vector, velocity: Vector },
}

/// A crash: its time, the leg (straight part of the path) on which the racer crashed, and the point near which the
/// racer is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crash {
    pub t: Time,
    pub origin: Vector,
    pub velocity: Vector,
    /// The time at which the path first touches a wall.
    pub contact: Time,
    /// Whether the path first touches a wall on an earlier leg than the one on which the racer crashed. The field
    /// `rest` holds this earlier leg. This is possible only under the option `LandingOnly`, which checks for walls only
    /// where a move ends.
    pub in_flight: bool,
    pub rest: Rest,
}

impl Crash {
    /// Returns the origin and the velocity of the leg on which the path first touches a wall.
    pub const fn contact_leg(&self) -> (Vector, Vector) {
        if self.in_flight { (self.rest.origin, self.rest.velocity) } else { (self.origin, self.velocity) }
    }
}

/// The point near which a crashed racer is placed (RT-CRASH-02). It is given by a leg (a straight part of the path) and
/// a time on that leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub origin: Vector,
    pub velocity: Vector,
    pub t: Time,
    /// Whether the racer moved along the leg before it reached this point. If it did not, the leg begins at the point.
    /// If the point is on the finish line, this flag shows on which side of the line the racer is.
    pub moved: bool,
}

/// The result of following a move's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walked {
    pub progress: i32,
    /// The objects met, as a bit mask.
    pub met: u64,
    pub end: End,
}

/// Follows the path of a move that begins on a grid point. A move with velocity zero has no path (RT-GEO-08).
pub(super) fn walk(
    track: &Track,
    terms: Terms,
    from: [i32; 2],
    velocity: [i32; 2],
    progress: i32,
    witness: &mut dyn Witness,
) -> Walked {
    let begins = (from, velocity);
    let (mut origin, mut velocity) = (from.map(i64::from), velocity.map(i64::from));
    let mut walked = Walked { progress, met: 0, end: End::Lands { at: origin, base: velocity } };
    if velocity == [0, 0] {
        return walked;
    }
    let in_flight = touched_in_flight(track, terms, origin, velocity);
    let mut after = Time::START;
    let mut used = Warps::default();
    // The largest number of events that a move can have (RT-EVT-08). Every reflection and every spin uses up one of the
    // grid lines left to cross. Every warp acts at most once.
    let most = velocity[0].unsigned_abs() + velocity[1].unsigned_abs() + track.objects.warps.len() as u64;
    for events in 0u64.. {
        debug_assert!(events <= most, "a move has more events than are possible");
        let leg = track.leg(origin, velocity);
        let leg_of = (origin, velocity);
        witness.leg(after, origin, velocity);
        let next = meet::next_event(track, &leg, after, used);
        let until = next.as_ref().map_or(Time::END, |next| next.t);
        let is_last = next.is_none();
        let wall = meet::wall(track, terms, &leg, after, until, is_last, velocity);
        let end = wall.unwrap_or(until);
        // A crossing of the line counts only if it is strictly before a wall (RT-FIN-05).
        let is_before_wall = |t: Time| wall.is_none_or(|wall| t < wall);
        let line = match (terms.finish, &track.line) {
            (FinishRule::Line, Some(line)) => line.passed(&leg, after, end),
            _ => meet::goal(track, terms, &leg, after, end, velocity).map(|t| Passed { t, forward: true }),
        };
        let contact = wall.map(|t| meet::first_touch(track, terms, &leg, after, t));
        // Whether the racer leaves the track through an opening at this time. If walls may be touched, the opening
        // includes its end points.
        let is_exit = |t: Time| {
            terms.walls == WallRule::MayTouch && wall == Some(t) && track.line.is_some_and(|line| line.opening)
        };
        let line = line.filter(|line| is_before_wall(line.t) || is_exit(line.t));
        // A region counts only if the path meets it before the wall (RT-HIT-01).
        let (open, at_wall): (Vec<Met>, Vec<Met>) =
            meet::regions(track, &leg, after, end).into_iter().partition(|region| is_before_wall(region.t));
        let (first, later): (Vec<Met>, Vec<Met>) =
            open.into_iter().partition(|region| line.is_none_or(|line| region.t < line.t));
        report(&first, &mut walked, witness);
        let mut is_reported = false;
        if let Some(line) = line {
            // Objects met at the same time as the line count towards the finish (RT-HIT-03).
            let (mut now, late): (Vec<Met>, Vec<Met>) = later.into_iter().partition(|region| region.t == line.t);
            if line.forward && is_exit(line.t) {
                now.extend(at_wall);
            }
            if let Some(next) = next.as_ref().filter(|next| wall.is_none() && next.t == line.t) {
                now.extend(&next.met);
                is_reported = true;
            }
            // A racer that does not finish cannot leave through an opening of the boundary: for that racer the opening
            // is a wall. Objects met at a crash do not count.
            let is_opening = track.line.is_some_and(|line| line.opening) && terms.finish == FinishRule::Line;
            if line.forward && is_opening && !witness.has_enough(walked.progress + 1, &now) {
                let touched = in_flight.filter(|touched| touched.t <= line.t);
                return crash(walked, line.t, touched.unwrap_or_else(|| rest(line.t, after, origin, velocity)), leg_of);
            }
            report(&now, &mut walked, witness);
            let ends_race =
                line.forward && walked.progress + 1 >= terms.needed && witness.has_enough(walked.progress + 1, &[]);
            if terms.crash_after_finish == AfterFinish::Crashes
                && ends_race
                && !is_opening
                && let Some(mut hit) = beyond(track, terms, begins, walked.progress)
            {
                // The racer does not finish. It is placed before the line, near the point where it reached
                // the line.
                if !hit.in_flight || hit.contact >= line.t {
                    (hit.rest, hit.in_flight) = (rest(line.t, after, origin, velocity), false);
                }
                walked.end = End::Crashes(hit);
                return walked;
            }
            // If only landings count, a crashed racer goes back to the first wall on its path. A crossing behind that
            // wall does not count, unless it finishes the race (RT-CRASH-04).
            let touched = in_flight.map(|touched| touched.t).or(contact);
            let is_kept = ends_race || touched.is_none_or(|touched| line.t < touched || is_exit(line.t));
            if is_kept && let Some(t) = cross(terms, line, &mut walked, witness) {
                walked.end = End::Finishes { t, origin, velocity };
                return walked;
            }
            report(&late, &mut walked, witness);
        }
        if let (Some(t), Some(contact)) = (wall, contact) {
            return crash(walked, t, in_flight.unwrap_or_else(|| rest(contact, after, origin, velocity)), leg_of);
        }
        let Some(next) = next else {
            walked.end = End::Lands { at: plus(origin, velocity), base: velocity };
            return walked;
        };
        if !is_reported {
            report(&next.met, &mut walked, witness);
        }
        (origin, velocity, after) = apply(&next, &mut used, origin, velocity);
        // A warp may lead to a point off the track.
        let looks = matches!(terms.walls, WallRule::NoTouch | WallRule::MayTouch);
        if next.is_warp && looks && !track.is_on_track(&track.leg(origin, velocity), after, terms.walls) {
            return crash(walked, after, rest(after, after, origin, velocity), (origin, velocity));
        }
        if after == Time::END {
            witness.leg(after, origin, velocity);
            return land(track, terms, walked, in_flight, (origin, velocity));
        }
    }
    walked
}

fn report(met: &[Met], walked: &mut Walked, witness: &mut dyn Witness) {
    for met in met {
        walked.met |= met.bit;
        witness.happens(met.t, Happening::Met { id: met.id, bit: met.bit });
    }
}

/// Ends a move whose last event happens exactly at the end of the move, t = 1 (RT-EVT-03). The racer lands at the end
/// point, or crashes if racers may not stand there.
fn land(
    track: &Track,
    terms: Terms,
    mut walked: Walked,
    in_flight: Option<Rest>,
    (origin, velocity): (Vector, Vector),
) -> Walked {
    let at = plus(origin, velocity);
    let point = [at[0] as i32, at[1] as i32];
    if track.standing(terms.walls).has(point) {
        walked.end = End::Lands { at, base: velocity };
        return walked;
    }
    let touched = in_flight.unwrap_or_else(|| rest(Time::END, Time::END, origin, velocity));
    crash(walked, Time::END, touched, (origin, velocity))
}

/// Counts a crossing of the finish line. Returns the time of the crossing if the racer finishes with it, otherwise
/// `None` (RT-FIN-02, RT-FIN-03).
fn cross(terms: Terms, line: Passed, walked: &mut Walked, witness: &mut dyn Witness) -> Option<Time> {
    walked.progress += if line.forward { 1 } else { -1 };
    let has_enough = line.forward && witness.has_enough(walked.progress, &[]);
    witness.happens(line.t, Happening::Crossed { progress: walked.progress, forward: line.forward });
    (has_enough && walked.progress >= terms.needed).then_some(line.t)
}

/// Ends a move with a crash at the time `t`, on the leg with this origin and velocity. The path first touched a wall at
/// `touched`.
fn crash(mut walked: Walked, t: Time, touched: Rest, (origin, velocity): (Vector, Vector)) -> Walked {
    let in_flight = (touched.origin, touched.velocity) != (origin, velocity);
    walked.end = End::Crashes(Crash { t, origin, velocity, contact: touched.t, in_flight, rest: touched });
    walked
}

/// Returns the point near which a crashed racer is placed: its point at the time `t`, on the leg that began at the time
/// `began`.
fn rest(t: Time, began: Time, origin: Vector, velocity: Vector) -> Rest {
    Rest { origin, velocity, t, moved: t > began }
}

/// Returns the first contact of a crashing path with a wall, on any leg of the path. Used only if the path bends or
/// jumps and the option `LandingOnly` applies, which checks for walls only where a move ends (RT-WALL-02). Returns
/// `None` if the racer may stand where the path ends, or if the path touches no wall on its way.
fn touched_in_flight(track: &Track, terms: Terms, origin: Vector, velocity: Vector) -> Option<Rest> {
    if terms.walls != WallRule::LandingOnly || !track.objects.bend_paths() {
        return None;
    }
    let (mut origin, mut velocity, mut after) = (origin, velocity, Time::START);
    let mut used = Warps::default();
    let mut found = None;
    while after < Time::END {
        let leg = track.leg(origin, velocity);
        let next = meet::next_event(track, &leg, after, used);
        let until = next.as_ref().map_or(Time::END, |next| next.t);
        let touched = || track.walls.first_contact(&leg, after, until);
        found = found.or_else(|| touched().map(|t| rest(t, after, origin, velocity)));
        let Some(next) = next else { break };
        (origin, velocity, after) = apply(&next, &mut used, origin, velocity);
    }
    let [x, y] = plus(origin, velocity);
    found.filter(|_| !track.standing(terms.walls).has([x as i32, y as i32]))
}

/// Returns the crash that would happen if the finishing move continued past the finish line; `None` if there would be
/// no crash.
fn beyond(track: &Track, terms: Terms, (from, velocity): ([i32; 2], [i32; 2]), progress: i32) -> Option<Crash> {
    let endless = Terms { needed: i32::MAX, ..terms };
    match walk(track, endless, from, velocity, progress, &mut Nobody).end {
        End::Crashes(crash) => Some(crash),
        End::Lands { .. } | End::Finishes { .. } => None,
    }
}

/// Returns the origin and velocity of the leg (straight part of the path) that follows an event, and the event's time
/// (RT-EVT-05, RT-EVT-06).
fn apply(next: &Next, used: &mut Warps, origin: Vector, velocity: Vector) -> (Vector, Vector, Time) {
    let (mut origin, mut velocity) = (origin, velocity);
    for change in &next.changes {
        match *change {
            meet::Change::Jump { pair, by } => {
                origin = plus(origin, by);
                used.mark(pair);
            }
            meet::Change::Mirror { axis, at } => {
                origin[axis] = 2 * at - origin[axis];
                velocity[axis] = -velocity[axis];
            }
            meet::Change::Turn { at, clockwise } => {
                let [x, y] = minus(origin, at);
                let turned = |[x, y]: Vector| if clockwise { [y, -x] } else { [-y, x] };
                origin = plus(at, turned([x, y]));
                velocity = turned(velocity);
            }
        }
    }
    (origin, velocity, next.t)
}
