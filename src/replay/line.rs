//! One way a race went, from the grid to its end: turns, and the states they led to.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::remarks::Remarks;
use super::shared::Shared;
use crate::game::{CarId, Event, EventKind, Game, IllegalTurn, Played};

/// Tells a line from every other one of its race, also while others come and go. The first is the main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineId(pub u32);

/// What a recorded turn led to.
#[derive(Clone, Debug)]
pub struct Step {
    /// The car it is about.
    pub car: CarId,
    /// What happened.
    pub events: Vec<Event>,
    /// The rule it breaks, if any.
    pub illegal: Option<IllegalTurn>,
    /// Why the table let it stand although it breaks a rule, where somebody said so.
    pub reason: Option<String>,
    /// Whether an earlier turn was illegal and nobody said that it stands, so that this one was checked from a position
    /// that cannot have arisen.
    pub unverified: bool,
    /// Whether it goes on with the turn that the entry before it began: a driver who throws again plays one turn.
    pub goes_on: bool,
}

impl Step {
    /// The rule it breaks. What comes after an illegal turn is checked from a position that cannot have arisen: what breaks
    /// there breaks because of that turn, and is not told as a fault of its own.
    #[must_use]
    pub fn fault(&self) -> Option<&IllegalTurn> {
        self.illegal.as_ref().filter(|_| !self.unverified)
    }

    /// Whether the car played a turn. Who gives way has an entry in the log and plays later in the round.
    #[must_use]
    pub fn is_turn(&self) -> bool {
        let own = || self.events.iter().filter(|event| event.car == self.car).map(|event| &event.kind);
        let gave_way = own().any(|event| matches!(event, EventKind::GaveWay { .. }));
        !gave_way || own().any(|event| matches!(event, EventKind::Moved { .. }))
    }

    /// Whether a turn of the car begins with it: every turn has one such entry.
    #[must_use]
    pub fn begins_turn(&self) -> bool {
        self.is_turn() && !self.goes_on
    }
}

/// A turn, and what it led to.
#[derive(Debug)]
pub(super) struct Link<G: Game> {
    pub turn: G::Turn,
    pub state: G::State,
    pub step: Step,
}

/// Checks a turn. Every turn that enters a race is checked here, and once.
pub(super) fn check<G: Game>(
    track: &G::Track,
    before: &G::State,
    turn: &G::Turn,
) -> Result<Played<G::State>, IllegalTurn> {
    #[cfg(test)]
    CHECKED.with(|checked| checked.set(checked.get() + 1));
    G::play(track, before, turn)
}

#[cfg(test)]
thread_local! {
    /// The number of turns that this thread has checked.
    pub static CHECKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A turn as it is recorded.
pub(super) struct Written<G: Game> {
    pub turn: G::Turn,
    /// Why the table let it stand although it breaks a rule.
    pub reason: Option<String>,
    /// The result of checking it where it is going to stand, if that is known.
    pub checked: Option<Result<Played<G::State>, IllegalTurn>>,
}

impl<G: Game> Written<G> {
    pub const fn new(turn: G::Turn) -> Self {
        Self { turn, reason: None, checked: None }
    }

    /// The turn of a link, to be judged anew.
    pub fn again(link: &Link<G>) -> Self {
        Self { turn: link.turn.clone(), reason: link.step.reason.clone(), checked: None }
    }
}

/// A line. It holds a link for every turn from the grid on; those before its branch are its parent's own.
pub(super) struct Line<G: Game> {
    pub id: LineId,
    /// The line it departs from, and after how many turns; the main line departs from none.
    pub parent: Option<(LineId, usize)>,
    pub name: String,
    pub links: Shared<Arc<Link<G>>>,
    /// The remarks on its own turns; the main line's also on the grid.
    pub remarks: Remarks,
}

// Not derived: that would ask the game itself to be cloned and shown.
impl<G: Game> Clone for Line<G> {
    fn clone(&self) -> Self {
        Self {
            id: self.id,
            parent: self.parent,
            name: self.name.clone(),
            links: self.links.clone(),
            remarks: self.remarks.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("id", &self.id).field("parent", &self.parent).finish_non_exhaustive()
    }
}

impl<G: Game> Line<G> {
    /// After how many turns it departs from its parent.
    pub fn at(&self) -> usize {
        self.parent.map_or(0, |(_, at)| at)
    }

    /// Plays a turn at its end. A turn that is not legal is carried out as far as it makes sense.
    pub fn push(&mut self, track: &G::Track, grid: &G::State, written: Written<G>) {
        let last = self.links.last();
        let before = last.map_or(grid, |link| &link.state);
        // What the table let stand did happen: what follows is judged from there.
        let unverified = last
            .is_some_and(|link| link.step.unverified || (link.step.illegal.is_some() && link.step.reason.is_none()));
        let Written { turn, reason, checked } = written;
        let car = G::car_of(&turn);
        let (played, illegal) = match checked.unwrap_or_else(|| check::<G>(track, before, &turn)) {
            Ok(played) => (played, None),
            Err(illegal) => (G::force(track, before, &turn).played, Some(illegal)),
        };
        let goes_on =
            last.is_some_and(|link| link.step.car == car && is_same_round::<G>(track, self.before_last(grid), before));
        let step = Step { car, events: played.events, illegal, reason, unverified, goes_on };
        self.links.push(Arc::new(Link { turn, state: played.state, step }));
    }

    /// The state before the last turn.
    fn before_last<'a>(&'a self, grid: &'a G::State) -> &'a G::State {
        let link = self.links.len().checked_sub(2).and_then(|index| self.links.get(index));
        link.map_or(grid, |link| &link.state)
    }

    /// Plays turns at its end. From where they lead to what they led to before, the links of then are taken over:
    /// `before` are those that the same turns had, as far as they are the same.
    pub fn replay(&mut self, track: &G::Track, grid: &G::State, before: &[Arc<Link<G>>]) {
        for (index, old) in before.iter().enumerate() {
            self.push(track, grid, Written::again(old));
            let Some(new) = self.links.last() else { return };
            let is_as_before = new.state == old.state
                && new.step.unverified == old.step.unverified
                && new.step.illegal.is_some() == old.step.illegal.is_some();
            if is_as_before {
                self.links.extend(before.iter().skip(index + 1).cloned());
                return;
            }
        }
    }
}

/// Whether two entries that begin with these states belong to one round. Where grid places are driven for a car plays many
/// turns in a row.
fn is_same_round<G: Game>(track: &G::Track, one: &G::State, other: &G::State) -> bool {
    let [one, other] = [one, other].map(|state| G::view(track, state));
    one.round == other.round && one.phase == "race" && other.phase == "race"
}
