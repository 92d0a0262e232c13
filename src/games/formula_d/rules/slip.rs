//! Plays slipstreams: three extra spaces for a car whose move ends directly behind another car (step T6, FD-SLP-01 to
//! 10).

use super::playing::{Act, Step};
use super::route::{Routed, sentence};
use super::walk::{Course, Fault, Walk};
use crate::game::IllegalTurn;
use crate::games::formula_d::draft::{EdgeKind, Side};
use crate::games::formula_d::options::Zone;
use crate::games::formula_d::state::State;
use crate::games::formula_d::track::{Edge, Ground, SpaceIndex, Track};
use crate::games::formula_d::turn::{Shape, Slip};
use crate::games::formula_d::words::spaces;

/// The result of a slipstream: the car's new state, the edges that it drove, and the costs.
pub(super) struct Slipped {
    pub walk: Walk,
    pub edges: Vec<Edge>,
    /// The number of brake points that the car pays because the slipstream leads into a corner (FD-SLP-09).
    pub corners: u8,
    /// The penalty for the spaces of the slipstream that an overshooting car does not drive, because its race ended at
    /// the finish line. These spaces count as overshoot spaces, too.
    pub extra: u16,
}

/// One of the three steps of a slipstream: one space ahead, or a lane change to one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    Ahead,
    To(Side),
}

const fn other(side: Side) -> Side {
    match side {
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}

/// Returns the three steps of a slipstream of this shape (FD-SLP-04 to 06). `side` is the side of the first lane
/// change.
const fn steps(shape: Shape, side: Side) -> [Move; 3] {
    match shape {
        Shape::A => [Move::To(side), Move::Ahead, Move::To(other(side))],
        Shape::B => [Move::To(side), Move::Ahead, Move::Ahead],
        Shape::C => [Move::To(side), Move::To(side), Move::Ahead],
    }
}

/// Returns the edge for one step of a slipstream. If `arrows_bind` is set, only edges of the circuit can be used.
/// Otherwise the car may also enter a touching space ahead if no edge leads to it.
fn way(track: &Track, at: SpaceIndex, step: Move, arrows_bind: bool) -> Option<Edge> {
    let edges = track.edges(at);
    let found = match step {
        Move::Ahead => edges.iter().copied().find(|edge| edge.is_ahead()),
        Move::To(Side::Left) => edges.iter().copied().find(|edge| edge.kind == EdgeKind::Left),
        Move::To(Side::Right) => edges.iter().copied().find(|edge| edge.kind == EdgeKind::Right),
    };
    if found.is_some() || arrows_bind {
        return found;
    }
    let lane = track.space(at).lane;
    let rise = |to: SpaceIndex| (track.space(to).rank - track.space(at).rank).rem_euclid(track.lap());
    let (to, kind) = match step {
        Move::Ahead => (track.next(at)?, EdgeKind::Ahead),
        Move::To(side) => {
            let wanted = if side == Side::Left { lane.checked_sub(1)? } else { lane + 1 };
            let beside = track.beside(at).iter().copied();
            let ahead =
                beside.filter(|to| track.space(*to).lane == wanted && (1..track.lap() / 2).contains(&rise(*to)));
            (ahead.min_by_key(|to| rise(*to))?, if side == Side::Left { EdgeKind::Left } else { EdgeKind::Right })
        }
    };
    if track.draft().spaces[usize::from(to)].blocked {
        return None;
    }
    let finish = track.space(to).rank < track.space(at).rank;
    Some(Edge { to, kind, finish, police: track.has_police() && crosses_police(track, at, to, finish) })
}

/// Whether a step from `from` to `to` crosses the police line, for two spaces that no edge joins. For each of the two
/// spaces, finds out whether the police line is still ahead in the same lap. This works because every route around the
/// track crosses the police line once a lap. `finish` is set if the step crosses the finish line.
fn crosses_police(track: &Track, from: SpaceIndex, to: SpaceIndex, finish: bool) -> bool {
    let is_ahead = |mut at: SpaceIndex| {
        for _ in 0..track.len() {
            let Some(edge) = track.edges(at).iter().find(|edge| edge.kind != EdgeKind::PitIn) else { break };
            if edge.police {
                return true;
            }
            if edge.finish {
                break;
            }
            at = edge.to;
        }
        false
    };
    if finish { is_ahead(from) || !is_ahead(to) } else { is_ahead(from) && !is_ahead(to) }
}

/// Drives one slipstream. It begins on the space where the car's move ended.
pub(super) fn slip(course: &Course<'_>, walk: &Walk, slip: Slip) -> Result<Slipped, Box<IllegalTurn>> {
    let arrows_bind = course.state.terms.rules.switches.arrows_bind_slipstreams;
    let not_possible = |why: String| {
        let message = format!("Slipstream shape {} is not possible here: {why}.", slip.shape.letter());
        Box::new(IllegalTurn::new("FD-SLP-03", message))
    };
    let name = |at: SpaceIndex| course.track.name(at);
    if slip.brakes > 3 {
        return Err(Box::new(IllegalTurn::new(
            "FD-BRK-02",
            "A slipstream has 3 spaces, so the car can brake for at most 3.",
        )));
    }
    let mut slipped = Slipped { walk: *walk, edges: Vec::new(), corners: 0, extra: 0 };
    let was_sweet = walk.is_sweet();
    let mut count = 3 - slip.brakes;
    for (place, step) in (0..).zip(steps(slip.shape, slip.side)) {
        if place >= count {
            break;
        }
        let at = slipped.walk.at;
        let edge = way(course.track, at, step, arrows_bind).ok_or_else(|| {
            let whither = match step {
                Move::Ahead => "ahead",
                Move::To(Side::Left) => "to the left",
                Move::To(Side::Right) => "to the right",
            };
            not_possible(format!("there is no way {whither} from {}", name(at)))
        })?;
        match course.refuses(&slipped.walk, edge) {
            None => {}
            Some(fault @ Fault::Locked) => return Err(Box::new(sentence(course, &slipped.walk, edge, fault))),
            Some(Fault::Occupied) => return Err(not_possible(format!("a car stands on {}", name(edge.to)))),
            Some(_) => return Err(not_possible(format!("the car may not enter {}", name(edge.to)))),
        }
        let after = course.enter(&slipped.walk, edge, 0, true);
        if after.is_sweet() && !was_sweet && !slipped.walk.is_sweet() {
            count -= 1;
            if place >= count {
                break;
            }
        }
        let grounds = [at, edge.to].map(|space| course.track.space(space).ground);
        if grounds[0] == Ground::Straight && grounds[1].corner().is_some() {
            slipped.corners += 1;
        }
        slipped.walk = after;
        slipped.edges.push(edge);
        if after.is_done() {
            slipped.extra = u16::from(after.rate) * u16::from(count - 1 - place);
            break;
        }
    }
    Ok(slipped)
}

/// Checks whether a car on the space `at`, in this gear, gets a slipstream from the car in front. Returns the reason if
/// it does not (FD-SLP-01, 02, FD-PIT-08).
pub(super) fn refuses(track: &Track, state: &State, at: SpaceIndex, gear: u8) -> Option<IllegalTurn> {
    if track.space(at).ground.is_pit() {
        return Some(IllegalTurn::new("FD-PIT-08", "There is no slipstream in the pit lane."));
    }
    let Some(front) = track.next(at).and_then(|next| state.on(next)) else {
        return Some(IllegalTurn::new(
            "FD-SLP-02",
            "There is no slipstream: the move does not end directly behind a car.",
        ));
    };
    let front = state.cars[front].gear;
    if gear < 4 || front < 4 || gear < front {
        let message =
            "There is no slipstream: both cars need gear 4 or higher, and the car ahead must not be in a higher gear.";
        return Some(IllegalTurn::new("FD-SLP-01", message));
    }
    None
}

impl Act<'_> {
    /// Drives the slipstreams of a turn, one after the other.
    pub(super) fn slipstream(&mut self, course: &Course<'_>, walk: &mut Walk, may_slip: bool) -> Step {
        if self.is_basic() {
            return self.broken("FD-BAS-04", "Slipstreams are not part of the basic game.");
        }
        let mut has_braked = !may_slip;
        for (number, recorded) in self.turn.slips.iter().enumerate() {
            if has_braked {
                let clause = if number > 0 { "FD-SLP-07" } else { "FD-SLP-02" };
                self.broken(clause, "A car may not brake to get into a slipstream.")?;
            }
            if walk.has_overshot() {
                let lane = self.track.space(walk.at).lane;
                self.broken("FD-OVR-04", format!("The car has overshot a corner, so it must stay in lane {lane}."))?;
                break;
            }
            if walk.is_done() || walk.is_boxed() {
                self.broken("FD-SLP-02", "There is no slipstream: the move of this car is over.")?;
                break;
            }
            if let Some(mut illegal) = refuses(self.track, self.before, walk.at, self.car().gear) {
                if number > 0 && illegal.clause == "FD-SLP-01" {
                    illegal.clause = "FD-SLP-08";
                }
                self.refused(illegal)?;
            }
            let slipped = match slip(course, walk, *recorded) {
                Ok(slipped) => slipped,
                Err(illegal) => {
                    self.refused(*illegal)?;
                    break;
                }
            };
            let left = u16::from(self.car().points(Zone::Brakes));
            let (brakes, corners) = (u16::from(recorded.brakes), u16::from(slipped.corners));
            if brakes > left {
                let message =
                    format!("Braking for {} costs brake points: {brakes} needed, {left} left.", spaces(brakes.into()));
                self.broken("FD-BRK-01", message)?;
            } else if brakes + corners > left {
                self.broken("FD-SLP-09", "Slipstreaming into a corner costs 1 brake point, but the car has too few.")?;
            }
            self.pay(self.index, Zone::Brakes, brakes, "braking");
            self.pay(self.index, Zone::Brakes, corners, "slipstreaming into a corner");
            has_braked = recorded.brakes > 0;
            let from = walk.at;
            *walk = slipped.walk;
            walk.penalty = walk.penalty.saturating_add(slipped.extra);
            let routed = Routed { walk: *walk, edges: slipped.edges };
            let mut at = from;
            for edge in &routed.edges {
                self.cross(at, *edge)?;
                at = edge.to;
            }
            self.drove(from, &routed.edges);
            self.stands = walk.at;
        }
        Ok(())
    }
}
