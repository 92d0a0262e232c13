//! A line of play: the turns from the grid to the end of the main line or of a variation. It also stores the state
//! after each turn.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::remarks::Remarks;
use super::shared::Shared;
use crate::game::{CarId, Event, Game, IllegalTurn, Played, is_turn};

/// The id of a line of play. It is unique in its race and never used again. The first main line has id 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineId(pub u32);

/// The result of a recorded turn.
#[derive(Clone, Debug)]
pub struct Step {
    /// The car whose turn this is.
    pub car: CarId,
    /// The events that happened in the turn.
    pub events: Vec<Event>,
    /// The rule that the turn breaks. `None` if the turn is legal.
    pub illegal: Option<IllegalTurn>,
    /// The reason that the players gave for letting an illegal turn stand. `None` if they gave no reason.
    pub reason: Option<String>,
    /// Whether the turn could not be checked properly. This happens after an illegal turn that was recorded without a
    /// reason, because such a turn leaves an impossible state.
    pub unverified: bool,
    /// Whether this entry continues the turn of an earlier entry. For example, if a driver rolls again, the turn has
    /// two entries.
    pub goes_on: bool,
    /// Whether this entry is not counted as a turn of its car: see [`Rules::is_extra`](crate::game::Rules::is_extra).
    pub is_extra: bool,
}

impl Step {
    /// The rule that the turn breaks. `None` if the turn is legal. Also `None` if an earlier illegal turn had left an
    /// impossible state, so that this turn could not be checked properly.
    #[must_use]
    pub fn fault(&self) -> Option<&IllegalTurn> {
        self.illegal.as_ref().filter(|_| !self.unverified)
    }

    /// Whether this entry is a turn of the car. If the car only gave way, the entry is not its turn, because the car
    /// plays its turn later in the round. A changed declaration or a spent skill slot is no turn either.
    #[must_use]
    pub fn is_turn(&self) -> bool {
        !self.is_extra && is_turn(self.car, &self.events)
    }

    /// Whether a turn of the car begins with this entry. Every turn begins with exactly one entry.
    #[must_use]
    pub fn begins_turn(&self) -> bool {
        self.is_turn() && !self.goes_on
    }
}

/// A recorded turn and its result.
#[derive(Debug)]
pub(super) struct Link<G: Game> {
    pub turn: G::Turn,
    pub state: G::State,
    pub step: Step,
}

/// Checks a turn. Every turn that is added to a race is checked exactly once, by this function.
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
    /// The reason for letting the turn stand although it breaks a rule. `None` for a turn without a reason.
    pub reason: Option<String>,
    /// The result, if the turn was already checked as the next turn of the line. `None` if it was not checked yet.
    pub checked: Option<Result<Played<G::State>, IllegalTurn>>,
}

impl<G: Game> Written<G> {
    pub const fn new(turn: G::Turn) -> Self {
        Self { turn, reason: None, checked: None }
    }

    /// Makes an entry from a recorded turn and its reason. The turn will be checked again.
    pub fn again(link: &Link<G>) -> Self {
        Self { turn: link.turn.clone(), reason: link.step.reason.clone(), checked: None }
    }
}

/// A line of play. `links` has all its turns from the grid on. A variation shares the turns before its branch point
/// with its parent.
pub(super) struct Line<G: Game> {
    pub id: LineId,
    /// The line from which a variation branches off, and the number of turns before the branch point. `None` for the
    /// main line.
    pub parent: Option<(LineId, usize)>,
    pub name: String,
    pub links: Shared<Arc<Link<G>>>,
    /// The remarks on the line's own turns. The main line also has the remarks on the grid.
    pub remarks: Remarks,
}

// `Clone` and `Debug` are not derived, because deriving would require that `G` itself has these traits.
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
    /// The number of turns before the branch point. It is 0 for the main line.
    pub fn at(&self) -> usize {
        self.parent.map_or(0, |(_, at)| at)
    }

    /// Plays a turn at the end of the line. An illegal turn is played as far as possible.
    pub fn push(&mut self, track: &G::Track, grid: &G::State, written: Written<G>) {
        let last = self.links.last();
        let before = last.map_or(grid, |link| &link.state);
        // An illegal turn with a reason is treated as played. So later turns are checked from the state after it.
        let unverified = last
            .is_some_and(|link| link.step.unverified || (link.step.illegal.is_some() && link.step.reason.is_none()));
        let Written { turn, reason, checked } = written;
        let car = G::car_of(&turn);
        let (played, illegal) = match checked.unwrap_or_else(|| check::<G>(track, before, &turn)) {
            Ok(played) => (played, None),
            Err(illegal) => (G::force(track, before, &turn).played, Some(illegal)),
        };
        let is_extra = G::is_extra(&turn);
        let former = self.links.iter().enumerate().rev().find(|(_, link)| !link.step.is_extra);
        let goes_on = former.is_some_and(|(index, link)| {
            link.step.car == car && is_same_round::<G>(track, self.state_before(index, grid), before)
        });
        let step = Step { car, events: played.events, illegal, reason, unverified, goes_on, is_extra };
        self.links.push(Arc::new(Link { turn, state: played.state, step }));
    }

    /// The state before the entry with this index.
    fn state_before<'a>(&'a self, index: usize, grid: &'a G::State) -> &'a G::State {
        let link = index.checked_sub(1).and_then(|index| self.links.get(index));
        link.map_or(grid, |link| &link.state)
    }

    /// Adds recorded turns to the end of this line and checks them again. `before` has these turns with their old
    /// results. As soon as the state after a turn is the same as in the old result, adds all further turns without a
    /// check.
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

/// Whether two turns that begin in these states belong to the same round of the race. This is always false during
/// qualifying, because each car plays several turns in a row there.
fn is_same_round<G: Game>(track: &G::Track, one: &G::State, other: &G::State) -> bool {
    let [one, other] = [one, other].map(|state| G::view(track, state));
    one.round == other.round && one.phase == "race" && other.phase == "race"
}
