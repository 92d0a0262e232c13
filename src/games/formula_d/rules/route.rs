//! Finds the edges that a recorded route took, and checks the length of the move (FD-DRV, FD-BRK, FD-TIR-05).

use super::playing::{Act, Step};
use super::walk::{Course, Fault, Walk};
use crate::game::{Evidence, IllegalTurn};
use crate::games::formula_d::draft::{EdgeKind, Side};
use crate::games::formula_d::options::Zone;
use crate::games::formula_d::state::Phase;
use crate::games::formula_d::track::{Edge, Ground, SpaceIndex};
use crate::games::formula_d::turn::{Turn, Way};
use crate::games::formula_d::words::spaces;

/// A route that was driven.
pub(super) struct Routed {
    /// The state of the car at the end of the route.
    pub walk: Walk,
    /// The edges of the route, in order.
    pub edges: Vec<Edge>,
}

/// The result of the check of a move's length.
#[derive(Debug, Default)]
pub(super) struct Length {
    /// The number of spaces given up by braking.
    pub brakes: u16,
    /// The number of spaces that the car could not drive because it was blocked; `None` if it was not blocked.
    pub blocked: Option<u16>,
    /// The penalty for the spaces that an overshooting car did not drive, because its race ended at the finish line.
    /// These spaces count as overshoot spaces, too (FD-WIN-05).
    pub extra: u16,
}

/// Returns a sort key for the exits of the pit lane. Exits into lanes further left come first. If two exits lead into
/// the same lane, the nearer exit comes first.
pub(super) fn exit_order(course: &Course<'_>, edge: &Edge) -> (u8, i32) {
    let to = course.track.space(edge.to);
    (to.lane, to.rank)
}

/// Returns the edge that the car takes in its next step. `way` is the direction that the record gives for this step. If
/// it is `None`, the car enters its own box if it can, and otherwise stays in its lane.
fn pick(course: &Course<'_>, walk: &Walk, way: Option<Way>) -> Result<Edge, IllegalTurn> {
    let edges = course.track.edges(walk.at);
    let of = |kind: EdgeKind| edges.iter().copied().find(|edge| edge.kind == kind);
    let exits = || edges.iter().copied().filter(|edge| edge.kind == EdgeKind::PitOut);
    let lane = |edge: &Edge| exit_order(course, edge);
    let found = match way {
        Some(Way::Pit) => of(EdgeKind::PitIn),
        Some(Way::Left) => of(EdgeKind::Left).or_else(|| exits().min_by_key(lane)),
        Some(Way::Right) => of(EdgeKind::Right).or_else(|| exits().max_by_key(lane)),
        None => {
            // The edge into the car's own box comes first, then the edge in the lane. If there is neither, the car
            // takes an edge only if it is the only edge.
            let own = edges
                .iter()
                .copied()
                .find(|edge| edge.kind == EdgeKind::BoxIn && course.refuses(walk, *edge) != Some(Fault::Box));
            let mut others =
                edges.iter().copied().filter(|edge| !matches!(edge.kind, EdgeKind::PitIn | EdgeKind::BoxIn));
            let first = others.next();
            let is_clear = first.is_some_and(|first| first.is_ahead() || first.kind == EdgeKind::PitOut);
            own.or_else(|| if is_clear || others.next().is_none() { first } else { None })
        }
    };
    found.ok_or_else(|| no_way(course, walk, way))
}

/// Returns the error for a step in a direction in which no edge leads on. The error gives the reason: the arrows on the
/// space forbid the direction, or no space lies there.
fn no_way(course: &Course<'_>, walk: &Walk, way: Option<Way>) -> IllegalTurn {
    let track = course.track;
    let here = track.space(walk.at);
    let name = track.name(walk.at);
    let side = match way {
        Some(Way::Left) => Some(Side::Left),
        Some(Way::Right) => Some(Side::Right),
        _ => None,
    };
    let beside = side.and_then(|side| {
        let lane = if side == Side::Left { here.lane.checked_sub(1)? } else { here.lane + 1 };
        let near = track.beside(walk.at).iter().copied().filter(|space| track.space(*space).lane == lane);
        near.max_by_key(|space| track.space(*space).rank)
    });
    let there = if way.is_none() { track.next(walk.at) } else { beside };
    let is_arrowed = here.ground.corner().is_some() || track.draft().spaces[usize::from(walk.at)].approach;
    let to = there.map_or("", |space| track.name(space));
    let shape = Evidence::Shape { outline: track.draft().spaces[usize::from(walk.at)].shown() };
    let is_blocked = there.is_some_and(|space| track.draft().spaces[usize::from(space)].blocked);
    let illegal = if is_blocked {
        IllegalTurn::new("FD-DRV-01", format!("Space {to} is blocked: no car may enter it. Take another lane."))
    } else if is_arrowed && there.is_some() {
        IllegalTurn::new("FD-COR-01", format!("The arrows on {name} do not lead to {to}."))
    } else {
        let message = match (way, there) {
            (Some(Way::Pit), _) => no_entry(course, name),
            (_, Some(_)) => format!("There is no way from {name} to {to}."),
            (Some(Way::Left | Way::Right), None) if here.ground.is_pit() => {
                format!("There is no lane beside {name}: the pit lane is single file.")
            }
            (Some(way), None) => {
                let word = if way == Way::Left { "left" } else { "right" };
                let is_outer = here.lane == if way == Way::Left { 1 } else { track.draft().lanes };
                let why = if is_outer { format!(": lane {} is the {word}most", here.lane) } else { String::new() };
                format!("There is no lane to the {word} of {name}{why}.")
            }
            (None, None) => {
                format!("Lane {} ends at {name}: change to another lane on that step, with L or R.", here.lane)
            }
        };
        IllegalTurn::new("FD-DRV-01", message)
    };
    illegal.with([shape])
}

/// Returns the error for a route that enters the pit lane from a space without a pit entry. The error lists the spaces
/// that have a pit entry.
fn no_entry(course: &Course<'_>, name: &str) -> String {
    let track = course.track;
    let is_entry = |space: &SpaceIndex| track.edges(*space).iter().any(|edge| edge.kind == EdgeKind::PitIn);
    let entries: Vec<&str> =
        (0..track.len() as SpaceIndex).filter(is_entry).map(|space| track.name(space)).take(4).collect();
    if entries.is_empty() {
        return "This circuit has no pit lane.".to_owned();
    }
    format!("The pit lane cannot be entered from {name}. Enter it from {}.", entries.join(" or "))
}

/// Returns the error that explains why the car may not take an edge.
pub(super) fn sentence(course: &Course<'_>, walk: &Walk, edge: Edge, fault: Fault) -> IllegalTurn {
    let track = course.track;
    let lane = track.space(edge.to).lane;
    let rules = &course.state.terms.rules;
    let illegal = match fault {
        Fault::Occupied => {
            let other = course.state.on(edge.to).map_or(0, |other| course.state.cars[other].car.0);
            let in_pits = track.space(walk.at).ground.is_pit();
            if in_pits {
                IllegalTurn::new("FD-PIT-07", "Cars may not overtake in the pit lane.")
            } else {
                IllegalTurn::new("FD-DRV-02", format!("Space {} is occupied by car {other}.", track.name(edge.to)))
            }
        }
        Fault::Locked => {
            let lane = track.space(walk.at).lane;
            IllegalTurn::new("FD-OVR-04", format!("The car has overshot a corner, so it must stay in lane {lane}."))
        }
        Fault::Changes => IllegalTurn::new(
            "FD-STR-01",
            "The car has already changed lanes twice on this straight, so it must keep its lane.",
        ),
        Fault::Left => IllegalTurn::new(
            "FD-STR-03",
            format!("The car has already left lane {lane} in this move, so it may not return."),
        ),
        Fault::NobodyPassed => IllegalTurn::new(
            "FD-STR-04",
            format!("The car may return to lane {lane} only if it overtakes a car there."),
        ),
        Fault::NotShort => IllegalTurn::new(
            "FD-STR-05",
            "The car leaves its lane too early to overtake, or returns too late: it must leave as late and return as early as possible.",
        ),
        Fault::Box => IllegalTurn::new(
            "FD-PIT-03",
            "The car passes its own box or enters another one: it must enter its own box, and no other.",
        ),
        Fault::PitClosed => {
            let (laps, lap) = (course.state.terms.laps, course.lap_of(walk));
            let car = &course.state.cars[course.mover];
            let stops = u32::from(car.pit_stops);
            if rules.is_basic() {
                IllegalTurn::new("FD-BAS-04", "Pit stops are not part of the basic game.")
            } else if rules.road {
                IllegalTurn::new("FD-ROA-02", "Road races have no pit stops: stay out of the pit lane.")
            } else if matches!(course.state.phase, Phase::Qualifying(_)) {
                IllegalTurn::new("FD-QUA-02", "Pit stops are not part of qualifying.")
            } else if course.state.terms.cars[course.mover].pit_box == crate::games::formula_d::track::NOWHERE {
                IllegalTurn::new("FD-VAL-24", format!("There is no pit box for car {}.", car.car))
            } else if u32::from(lap) >= laps && stops + 1 >= laps && laps > 1 {
                IllegalTurn::new(
                    "FD-LAP-01",
                    format!("The car has no pit stop left: it has used {stops} of {}.", laps - 1),
                )
            } else if u32::from(lap) >= laps {
                IllegalTurn::new("FD-PIT-01", "A car may not make a pit stop in the last lap.")
            } else {
                IllegalTurn::new("FD-PIT-01", "A car may not make a pit stop before its first lap.")
            }
        }
    };
    let draft = track.draft();
    illegal.with([
        Evidence::Line { from: track.at(walk.at), to: track.at(edge.to) },
        Evidence::Shape { outline: draft.spaces[usize::from(edge.to)].shown() },
    ])
}

/// Drives `count` steps of a recorded route, beginning with step `offset + 1` of the record. A strict turn stops at the
/// first forbidden edge. A lenient turn also takes forbidden edges; it stops where there is no edge to take. The route
/// is then cut back so that it does not end on a space with another car.
pub(super) fn follow(
    course: &Course<'_>,
    turn: &Turn,
    offset: u16,
    count: u16,
    is_lenient: bool,
) -> (Routed, Option<IllegalTurn>) {
    let mut walk = course.first();
    let mut routed = Routed { walk, edges: Vec::new() };
    let mut illegal = None;
    let mut kept = 0;
    // The space where the car left its lane on this straight.
    let mut departed: Option<SpaceIndex> = None;
    for step in 1..=count {
        if walk.is_done() || walk.is_boxed() {
            let (driven, end) = (step - 1, if walk.is_done() { "is past the finish line" } else { "is in its box" });
            illegal.get_or_insert_with(|| {
                let message = format!(
                    "The car {end} after {}, but the recorded route has {count}. Write `m{driven}`, the number of spaces that it really moves.",
                    spaces(driven.into())
                );
                IllegalTurn::new("FD-DRV-03", message)
            });
            break;
        }
        let way = turn.changes.iter().find(|change| change.step == offset + step).map(|change| change.way);
        let edge = match pick(course, &walk, way) {
            Ok(edge) => edge,
            Err(wrong) => {
                illegal.get_or_insert(wrong);
                break;
            }
        };
        let fault = course.refuses(&walk, edge).or_else(|| {
            course.refuses_run(&walk, edge).map(|fault| match (fault, departed) {
                (Fault::Left, Some(from)) => course.why_closed(from, edge.to),
                _ => fault,
            })
        });
        if let Some(fault) = fault {
            illegal.get_or_insert_with(|| sentence(course, &walk, edge, fault));
            if !is_lenient {
                break;
            }
        }
        if course.track.space(walk.at).ground != Ground::Straight {
            departed = None;
        } else if edge.side().is_some() && departed.is_none() {
            departed = Some(walk.at);
        }
        walk = course.enter(&walk, edge, step, false);
        routed.edges.push(edge);
        if !course.is_taken(walk.at) {
            routed.walk = walk;
            kept = routed.edges.len();
        }
    }
    routed.edges.truncate(kept);
    let is_stray = turn
        .changes
        .iter()
        .any(|change| change.step == 0 || (offset == 0 && change.step > count && turn.pit.is_none()));
    if is_stray && offset == 0 {
        illegal.get_or_insert_with(|| {
            IllegalTurn::new("FD-DRV-01", "A lane change is recorded for a step that was not driven. Delete it.")
        });
    }
    (routed, illegal)
}

impl Act<'_> {
    /// Explains the length of a move as a sum in words, such as `die 4 + soft tyres 1 - brakes 2`.
    fn sum(&self, course: &Course<'_>, walk: &Walk, face: Option<u8>, is_great: bool) -> String {
        let turn = self.turn;
        let mut sum = match face {
            _ if is_great => "great start 4".to_owned(),
            Some(face) => format!("die {face}"),
            None => "die ?".to_owned(),
        };
        let mut say = |holds: bool, text: String| {
            if holds {
                sum.push_str(&text);
            }
        };
        let nitro = turn
            .nitro
            .map_or(0, |nitro| nitro.part.unwrap_or(turn.gear.unwrap_or(0)).min(6) + if nitro.better { 3 } else { 0 });
        say(turn.nitro.is_some(), format!(" + nitro {nitro}"));
        say(turn.skid > 0, format!(" + skid {}", turn.skid));
        say(turn.skid < 0, format!(" - skid {}", turn.skid.unsigned_abs()));
        say(turn.soft, " + soft tyres 1".to_owned());
        say(walk.drifts(), format!(" + drift {}", course.drift));
        say(walk.is_sweet(), " - 1 for passing the car with How Sweet!".to_owned());
        say(turn.brakes > 0, format!(" - brakes {}", turn.brakes));
        sum
    }

    /// Returns the error for a route of `steps` spaces that ends on `at` and should have `wanted` spaces. `sum` explains
    /// the wanted number, as in `die 4 + drift 1`.
    fn wrong_length(&self, at: SpaceIndex, [wanted, steps]: [u16; 2], drift: u8, sum: &str) -> IllegalTurn {
        let missing = wanted.saturating_sub(steps);
        let brakes = u16::from(self.turn.brakes) + missing;
        let more = match drift {
            0 => format!("drive {missing} more"),
            drift => format!("drive {missing} more, and another {drift} if the car enters a corner (drift)"),
        };
        let fix = match steps.checked_sub(wanted) {
            Some(more) => format!("drive {more} fewer"),
            None if !self.may_brake(at, brakes) => more,
            None if self.turn.brakes > 0 => format!("{more}, or brake for {brakes} in all (`b{brakes}`)"),
            None => format!("{more}, or brake for {brakes} (`b{brakes}`)"),
        };
        let message =
            format!("The move must be {} long ({sum}), but the route has {steps}: {fix}.", spaces(wanted.into()));
        IllegalTurn::new("FD-DRV-03", message)
    }

    /// The number of points that the car has for braking (FD-BRK-01, FD-BAS-01).
    fn brake_points(&self) -> u16 {
        u16::from(if self.is_basic() { self.car().wear[0] } else { self.car().points(Zone::Brakes) })
    }

    /// Whether the car may brake for this number of spaces in a move that ends on `at`.
    fn may_brake(&self, at: SpaceIndex, brakes: u16) -> bool {
        let is_free_pit = self.track.space(at).ground.is_pit() && self.state.terms.rules.switches.no_costs_in_pits;
        let is_qualifying = matches!(self.state.phase, Phase::Qualifying(_));
        !is_free_pit && !is_qualifying && brakes <= self.brake_points()
    }

    /// Checks whether the route has the number of spaces that the gear die demands. The route may have fewer spaces if
    /// the car brakes or is blocked.
    pub(super) fn length(
        &mut self,
        course: &Course<'_>,
        routed: &Routed,
        is_great: bool,
        face: Option<u8>,
    ) -> Step<Length> {
        let (turn, walk) = (self.turn, &routed.walk);
        let steps = routed.edges.len() as u16;
        let required = course.required(walk, course.base);
        let mut length = Length::default();
        self.pit_claim(walk, course, face)?;
        let drift = if walk.drifts() { course.drift } else { 0 };
        if let Some(recorded) = turn.drift.filter(|recorded| *recorded != drift) {
            self.mismatch("FD-TIR-05", "the drift", &recorded.to_string(), &drift.to_string())?;
        }
        if turn.brakes > 0 {
            self.brakes(course, walk, u16::from(turn.brakes), required)?;
            length.brakes = u16::from(turn.brakes);
        }
        if let Some(rest) = turn.blocked {
            length.blocked = Some(u16::from(rest));
            self.check_block(course, steps, u16::from(rest))?;
            return Ok(length);
        }
        if walk.is_done() {
            // Each space that the car did not drive because it passed the finish line counts as an overshoot space
            // (FD-WIN-05).
            let rest = required.saturating_sub(steps + length.brakes);
            length.extra = u16::from(walk.rate).saturating_mul(rest);
            if steps + length.brakes > required {
                let sum = self.sum(course, walk, face, is_great);
                let wanted = required.saturating_sub(length.brakes);
                self.refused(self.wrong_length(walk.at, [wanted, steps], 0, &sum))?;
            }
            return Ok(length);
        }
        let stops_early = walk.is_boxed() || course.is_stuck(walk);
        if stops_early && steps <= required {
            return Ok(length);
        }
        let given = required.saturating_sub(steps);
        let looks_away = given > length.brakes && course.looks_away(walk);
        if steps > required || (given != length.brakes && !(looks_away && given == length.brakes + 1)) {
            let wanted = required.saturating_sub(length.brakes);
            let illegal = if walk.drifts() && steps + length.brakes == course.base {
                IllegalTurn::new(
                    "FD-TIR-05",
                    format!("The move is too short: drift in the rain makes it {} longer.", spaces(drift.into())),
                )
            } else if walk.is_sweet() && steps + length.brakes == required + 1 {
                let sweet = course.state.terms.with(crate::games::formula_d::options::Skill::HowSweet);
                let car = sweet.map_or(self.turn.car, |sweet| self.id(sweet));
                IllegalTurn::new(
                    "FD-SKL-01",
                    format!("Car {} must drive one space less: it passed car {car}.", self.turn.car),
                )
            } else {
                let more = if walk.drifts() { 0 } else { course.drift };
                let sum = self.sum(course, walk, face, is_great);
                let wrong = self.wrong_length(walk.at, [wanted, steps], more, &sum);
                IllegalTurn { clause: if is_great { "FD-STA-04" } else { wrong.clause }, ..wrong }
            };
            self.refused(illegal)?;
        }
        Ok(length)
    }

    /// Checks that the rules allow the car to brake, and that it has enough points to pay for it (FD-BRK-01 to 03).
    fn brakes(&mut self, course: &Course<'_>, walk: &Walk, brakes: u16, required: u16) -> Step {
        if matches!(self.state.phase, Phase::Qualifying(_)) {
            self.broken("FD-QUA-02", "The car cannot brake in qualifying, because that costs wear points.")?;
        }
        let in_pits = course.track.space(walk.at).ground.is_pit();
        if in_pits && self.state.terms.rules.switches.no_costs_in_pits {
            let message = format!("Cars do not brake in the pit lane: delete `b{brakes}`.");
            self.broken("FD-PIT-08", message)?;
        }
        if brakes > required {
            let message = format!(
                "The car cannot brake that much (`b{brakes}`): its whole move is only {} long.",
                spaces(required.into())
            );
            self.broken("FD-BRK-02", message)?;
        }
        let left = self.brake_points();
        if brakes > left {
            let (clause, message) = if self.is_basic() {
                ("FD-BAS-01", format!("Braking costs wear points: {brakes} needed, {left} left."))
            } else {
                (
                    "FD-BRK-01",
                    format!("Braking for {} costs brake points: {brakes} needed, {left} left.", spaces(brakes.into())),
                )
            };
            let cost = Evidence::Cost { resource: "brakes", due: u32::from(brakes), available: u32::from(left) };
            self.refused(IllegalTurn::new(clause, message).with([cost]))?;
        }
        Ok(())
    }
}
