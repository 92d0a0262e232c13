//! The work of computer drivers on a race, on a separate thread. They give advice, and play single turns or the rest of
//! a race.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::RaceTab;
use crate::app::jobs::search::{Search, UnderWay, Work};
use crate::app::settings::players::{DrivenBy, Player};
use crate::drivers::{Advised, DriveError, DrivePlan, Driver, Effort, Level, School};
use crate::game::Progress;
use crate::list::Offered;
use crate::players::{Loss, Program, ProgramError, Report};
use crate::replay::Race;

/// The number of trial races for one piece of advice. In a trial race, the drivers play the rest of the race. The trial
/// races are divided among the possible decisions.
const ROLLOUTS: u32 = 240;

/// A request to the computer drivers and the player programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Compare the possible decisions of the car to act.
    Advice,
    /// Decide the next turn.
    Turn,
    /// Decide the next turn of a car that a computer driver or a player program drives. The window makes this request
    /// by itself.
    OwnTurn,
    /// Drive the race to its end.
    Race,
}

/// The result of a request to the drivers.
pub enum Driven {
    /// The advice for the car to act: its possible decisions, each with its chances.
    Advice(Box<Advised>),
    /// The turns to record, in the form used in files, and messages about player programs that failed.
    Turns(Vec<Value>, Vec<String>),
    /// The reason why the request failed, as a sentence.
    Failed(String),
}

/// The advice for a position.
pub(super) struct Advice {
    /// The version number of the race for which the advice was computed.
    state: u64,
    /// The number of turns played at the position for which the advice was computed.
    at: usize,
    /// The compared decisions.
    pub(super) advised: Advised,
}

/// The progress of the drivers' work on a request.
#[derive(Clone)]
pub struct Thought {
    /// The current stage of the work, in words.
    words: String,
    /// The decisions compared so far; `None` before the first comparison, and if the request is not for advice.
    advice: Option<Arc<Advice>>,
}

/// The knowledge that the drivers have learned about a circuit. It is kept for later requests.
type Learned = Arc<Mutex<Option<Box<dyn School>>>>;

/// The turns to record, in the form used in files, and messages about player programs that failed.
pub type Played = (Vec<Value>, Vec<String>);

/// The running player programs. All tabs share them, so that each program is started only once.
#[derive(Clone, Default)]
pub struct Programs(Arc<Mutex<Vec<Running>>>);

/// A player, and the program that runs for it.
type Running = (Player, Arc<Program>);

impl Programs {
    /// Returns the program of a player. Starts it if necessary.
    fn of(&self, player: &Player) -> Result<Arc<Program>, ProgramError> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, program)) = running.iter().find(|(of, _)| of == player) {
            return Ok(Arc::clone(program));
        }
        let program = Arc::new(Program::new(&player.name, &player.command, player.limit())?);
        running.push((player.clone(), Arc::clone(&program)));
        Ok(program)
    }

    /// Removes the programs of all players that are not in `players`, and returns these programs. Dropping them may
    /// take a moment, because each program is asked to end.
    pub fn forget_others(&self, players: &[Player]) -> Vec<Arc<Program>> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (kept, others) = std::mem::take(&mut *running).into_iter().partition(|(of, _)| players.contains(of));
        *running = kept;
        Vec::into_iter(others).map(|(_, program)| program).collect()
    }
}

/// A driver for each car, and the player programs that run for some of these drivers.
struct Seated {
    drivers: Vec<Driver>,
    programs: Vec<Arc<Program>>,
}

/// Compares two reports on a player program. If the program failed to make a decision between the two reports, returns
/// a message with the reason; otherwise `None`.
fn lost_since(before: &Report, after: &Report) -> Option<String> {
    let count = |report: &Report, loss: &Loss| report.reasons.get(loss).copied().unwrap_or(0);
    let (reason, _) = after.reasons.iter().find(|(loss, _)| count(after, loss) > count(before, loss))?;
    let words =
        if after.words.is_empty() { String::new() } else { format!(" Last output of the program: {}", after.words) };
    Some(format!("{} gave no valid decision {}. The novice driver decided instead.{words}", after.name, reason.words()))
}

/// The background job in which drivers carry out a request.
pub struct DriverJob {
    game: &'static dyn Offered,
    race: Arc<dyn Race>,
    at: usize,
    /// The version number that the race had at the time of the request.
    state: u64,
    wish: Wish,
    /// The driver of each car, in grid order.
    drivers: Vec<DrivenBy>,
    /// The players that the user has entered.
    players: Vec<Player>,
    programs: Programs,
    learned: Learned,
}

impl DriverJob {
    /// The request that the drivers carry out.
    pub const fn wish(&self) -> Wish {
        self.wish
    }

    /// The number of turns played before the drivers begin.
    pub const fn at(&self) -> usize {
        self.at
    }
}

impl DriverJob {
    /// Returns a driver for each car. Starts player programs that are not running yet.
    fn seated(&self) -> Result<Seated, String> {
        let mut seated = Seated { drivers: Vec::new(), programs: Vec::new() };
        for by in &self.drivers {
            let driver = match by {
                DrivenBy::Level(level) => Driver::Level(*level),
                DrivenBy::Player(name) => {
                    let player = self.players.iter().find(|player| player.name == *name);
                    let player = player.ok_or_else(|| {
                        format!(
                            "There is no player program named {name}. Enter it under Race → Player programs, or choose another driver."
                        )
                    })?;
                    let program = self.programs.of(player).map_err(|error| format!("{error}."))?;
                    if !seated.programs.iter().any(|other| Arc::ptr_eq(other, &program)) {
                        seated.programs.push(Arc::clone(&program));
                    }
                    Driver::Guest(program)
                }
            };
            seated.drivers.push(driver);
        }
        Ok(seated)
    }
}

impl Work for DriverJob {
    type Stage = Thought;
    type Found = Driven;

    fn first(&self) -> Thought {
        Thought { words: "Learning the circuit".to_owned(), advice: None }
    }

    fn work(&self, report: &(dyn Fn(Thought) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Driven> {
        let so_far: Mutex<Option<Arc<Advice>>> = Mutex::default();
        let known_so_far = || so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let report = |words: String| report(Thought { words, advice: known_so_far().clone() });
        let progress = Progress { report: &report, stop };
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        let known = learned.as_ref().and_then(|school| school.moved_to(self.race.as_ref(), self.at));
        let school = match known.map_or_else(|| self.game.learn_race(self.race.as_ref(), self.at, progress), Ok) {
            Ok(school) => school,
            Err(DriveError::Stopped) => return None,
            Err(error) => return Some(Driven::Failed(error.to_string())),
        };
        // The dice are the same in each run of the program, but they differ from turn to turn and from line to line.
        let seed = self.race.fingerprint(self.at);
        let seated = match self.seated() {
            Ok(seated) => seated,
            Err(why) => return Some(Driven::Failed(why)),
        };
        let before: Vec<Report> = seated.programs.iter().map(|program| program.report()).collect();
        let plan = DrivePlan { drivers: seated.drivers, ..DrivePlan::of(Level::default(), seed) };
        let answer = match self.wish {
            Wish::Advice => {
                let effort = Effort { rollouts: Some(ROLLOUTS), ..Effort::default() };
                let advised = school.advise(effort, 1, progress, &|advised| {
                    let advised = advised.clone();
                    *known_so_far() = Some(Arc::new(Advice { state: self.state, at: self.at, advised }));
                });
                (!stop()).then_some(Driven::Advice(Box::new(advised)))
            }
            Wish::Turn | Wish::OwnTurn | Wish::Race => {
                let most = if self.wish == Wish::Race { usize::MAX } else { 1 };
                match school.turns(&plan, most, progress) {
                    Ok(turns) => {
                        let after = seated.programs.iter().map(|program| program.report());
                        let lost = before.iter().zip(after).filter_map(|(before, after)| lost_since(before, &after));
                        Some(Driven::Turns(turns, lost.collect()))
                    }
                    Err(DriveError::Stopped) => None,
                    Err(error) => Some(Driven::Failed(error.to_string())),
                }
            }
        };
        *learned = Some(school);
        answer
    }
}

/// The computer drivers of a tab: the request that they work on now, and their latest advice.
#[derive(Default)]
pub(super) struct Drivers {
    under_way: UnderWay<DriverJob>,
    learned: Learned,
    /// The latest advice.
    advice: Option<Arc<Advice>>,
}

impl Drivers {
    /// The current stage of the drivers' work, in words; `None` if no driver is at work.
    pub(super) fn stage(&self) -> Option<String> {
        self.under_way.stage().map(|thought| thought.words)
    }

    /// The advice for the position after `at` turns of this version of the race; `None` if there is none. While the
    /// drivers are still comparing decisions, this is the comparison so far.
    pub(super) fn advice(&self, state: u64, at: usize) -> Option<Arc<Advice>> {
        let growing = self.under_way.stage().and_then(|thought| thought.advice);
        growing.or_else(|| self.advice.clone()).filter(|advice| (advice.state, advice.at) == (state, at))
    }

    /// Stops the drivers. The advice so far is kept.
    fn stop(&mut self) {
        if let Some(advice) = self.under_way.stage().and_then(|thought| thought.advice) {
            self.advice = Some(advice);
        }
        self.under_way.stop();
    }
}

impl RaceTab {
    /// Whether the position after `at` turns is on screen when this race is shown.
    #[must_use]
    pub const fn is_at(&self, at: usize) -> bool {
        self.playback.position() == at
    }

    /// Whether there is advice for the position after `at` turns of the race as it is now.
    #[must_use]
    pub fn has_advice(&self, at: usize) -> bool {
        self.drivers.advice(self.state, at).is_some()
    }

    /// Returns the job in which the drivers carry out a request, and stops the earlier job. Returns `None` if the race
    /// is over at the position on screen.
    pub fn ask_drivers(
        &mut self,
        game: &'static dyn Offered,
        wish: Wish,
        (players, programs): (&[Player], &Programs),
    ) -> Option<Arc<Search<DriverJob>>> {
        self.drivers.under_way.stop();
        let at = self.playback.position();
        self.race.view(at).to_act?;
        let (race, learned) = (Arc::clone(&self.race), Arc::clone(&self.drivers.learned));
        let (state, drivers) = (self.state, self.drivers());
        let (players, programs) = (players.to_vec(), programs.clone());
        let job = DriverJob { game, race, at, state, wish, drivers, players, programs, learned };
        Some(self.drivers.under_way.begin(job))
    }

    /// Stops the drivers. A driver who was about to move its own car then waits until it may go on.
    pub(super) fn stop_drivers(&mut self) {
        self.drove.waits |= self.drivers.under_way.what().is_some_and(|job| job.wish == Wish::OwnTurn);
        self.drivers.stop();
    }

    /// Receives the answer of the drivers. Returns the turns to record, and messages about player programs that failed.
    /// If the race has changed since the request, returns no turns, or an error if the user had asked for them.
    /// Returns `None` if another request took the place of this one, or the user stopped a driver who was about to move
    /// its own car: that driver waits already.
    pub fn driven(&mut self, work: &Arc<Search<DriverJob>>, answer: Option<Driven>) -> Result<Option<Played>, String> {
        if !self.drivers.under_way.ended(work) {
            let is_told = work.what().wish != Wish::OwnTurn && !self.drivers.under_way.is_running();
            return Ok(is_told.then(Played::default));
        }
        let job = work.what();
        let played = match answer {
            None => Ok(Played::default()),
            Some(Driven::Failed(why)) => Err(why),
            Some(Driven::Advice(advised)) => {
                self.drivers.advice = Some(Arc::new(Advice { state: job.state, at: job.at, advised: *advised }));
                Ok(Played::default())
            }
            // The user did not ask for this turn, so there is no message that it is lost.
            Some(Driven::Turns(..)) if job.state != self.state && job.wish == Wish::OwnTurn => Ok(Played::default()),
            Some(Driven::Turns(..)) if job.state != self.state => {
                Err("The race changed while the driver was thinking. Ask again.".to_owned())
            }
            Some(Driven::Turns(turns, lost)) => Ok((turns, lost)),
        };
        played.map(Some)
    }
}
