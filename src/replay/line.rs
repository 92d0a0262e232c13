//! One line of a race, from the grid to its end: turns, and the states after them.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::remarks::Remarks;
use super::shared::Shared;
use crate::game::{CarId, Event, EventKind, Game, IllegalTurn, Played};

/// The id of a line, unique in its race and never reused. 0 is the first main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineId(pub u32);

/// The result of a recorded turn.
#[derive(Clone, Debug)]
pub struct Step {
    /// The car that the turn belongs to.
    pub car: CarId,
    /// The events of the turn.
    pub events: Vec<Event>,
    /// The rule it breaks; `None` if it is legal.
    pub illegal: Option<IllegalTurn>,
    /// The reason why the players let it stand although it breaks a rule, if one was given.
    pub reason: Option<String>,
    /// Whether an earlier turn was illegal without a reason, so that this turn was checked from an impossible position.
    pub unverified: bool,
    /// Whether it continues the turn of the entry before it: a driver who rolls again plays one turn in two entries.
    pub goes_on: bool,
}

impl Step {
    /// The rule it breaks, if the turn itself is at fault. Turns after an illegal turn are checked from an impossible
    /// position, so their errors are not reported.
    #[must_use]
    pub fn fault(&self) -> Option<&IllegalTurn> {
        self.illegal.as_ref().filter(|_| !self.unverified)
    }

    /// Whether the car played a turn. A car that gives way has an entry in the log and plays later in the round.
    #[must_use]
    pub fn is_turn(&self) -> bool {
        let own = || self.events.iter().filter(|event| event.car == self.car).map(|event| &event.kind);
        let gave_way = own().any(|event| matches!(event, EventKind::GaveWay { .. }));
        !gave_way || own().any(|event| matches!(event, EventKind::Moved { .. }))
    }

    /// Whether a turn of the car begins with it: every turn has exactly one such entry.
    #[must_use]
    pub fn begins_turn(&self) -> bool {
        self.is_turn() && !self.goes_on
    }
}

/// A turn and its result.
#[derive(Debug)]
pub(super) struct Link<G: Game> {
    pub turn: G::Turn,
    pub state: G::State,
    pub step: Step,
}

/// Checks a turn. Every turn that enters a race is checked here, exactly once.
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

/// A turn to be recorded.
pub(super) struct Written<G: Game> {
    pub turn: G::Turn,
    /// The reason why the players let it stand although it breaks a rule.
    pub reason: Option<String>,
    /// The result of checking it at its place in the line, if known.
    pub checked: Option<Result<Played<G::State>, IllegalTurn>>,
}

impl<G: Game> Written<G> {
    pub const fn new(turn: G::Turn) -> Self {
        Self { turn, reason: None, checked: None }
    }

    /// The turn of a link, to be checked again.
    pub fn again(link: &Link<G>) -> Self {
        Self { turn: link.turn.clone(), reason: link.step.reason.clone(), checked: None }
    }
}

/// A line. It has a link for every turn from the grid on; it shares those before its branch with its parent.
pub(super) struct Line<G: Game> {
    pub id: LineId,
    /// Its parent, and the number of turns after which it leaves it; `None` for the main line.
    pub parent: Option<(LineId, usize)>,
    pub name: String,
    pub links: Shared<Arc<Link<G>>>,
    /// The remarks on its own turns; for the main line also those on the grid.
    pub remarks: Remarks,
}

// Not derived: that would require the game itself to be cloneable and printable.
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
    /// The number of turns after which it leaves its parent.
    pub fn at(&self) -> usize {
        self.parent.map_or(0, |(_, at)| at)
    }

    /// Plays a turn at its end. An illegal turn is played as far as possible.
    pub fn push(&mut self, track: &G::Track, grid: &G::State, written: Written<G>) {
        let last = self.links.last();
        let before = last.map_or(grid, |link| &link.state);
        // An illegal turn with a reason counts as played: later turns are checked from there.
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

    /// Plays the turns of `before` again at the end of this line. As soon as the state is the same as before, the rest
    /// of the old links is reused without checking.
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

/// Whether two entries that begin with these states belong to the same round of the race. While grid places are decided
/// by driving, a car plays several turns in a row; those do not count.
fn is_same_round<G: Game>(track: &G::Track, one: &G::State, other: &G::State) -> bool {
    let [one, other] = [one, other].map(|state| G::view(track, state));
    one.round == other.round && one.phase == "race" && other.phase == "race"
}
