//! Describes how other cars affect a driver: how often only the blue die is allowed, how often there is a slipstream,
//! and how often a red field is occupied.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::games::wheel_to_wheel::analysis::policy::Policy;
use crate::games::wheel_to_wheel::analysis::trials::thrown;
use crate::games::wheel_to_wheel::dice::Die;
use crate::games::wheel_to_wheel::rules::{self, BlueOnly, allowed, blue_only, slipstream};
use crate::games::wheel_to_wheel::state::{Phase, Spot, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Action, Throw, Turn, Use};

/// The bit for turns without a slipstream. In these turns the driver may throw all dice that the tyres allow.
pub(super) const CLEAR: u8 = 1;
/// The bit for turns with a slipstream.
pub(super) const SLIPSTREAM: u8 = 2;
/// The bit for turns in which only the blue die is allowed, as under a yellow flag or in rain.
pub(super) const SLOW: u8 = 4;
/// The number of races that are driven to measure the traffic.
const RACES: u64 = 12;

/// The shares of a driver's turns that other cars or the weather affect. Only turns on the loop count, not turns in the
/// pit lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// The share of turns in which only the blue die is allowed, because of a yellow flag or rain (WW-YEL-01,
    /// WW-RAIN-03).
    pub slow: f64,
    /// The share of turns with a slipstream (WW-SLIP-01), among the turns in which not only the blue die is allowed.
    pub slipstream: f64,
    /// The share of landings on red fields that end in a collision, because another car stands on the field
    /// (WW-RED-02).
    pub collision: f64,
}

impl Traffic {
    /// Measures the traffic in a few simulated races that begin in this state. Every driver throws the fastest allowed
    /// die. The result is the same on every machine.
    #[must_use]
    pub fn measured(track: &Track, first: &State) -> Self {
        let (mut turns, mut slow, mut towed, mut landings, mut collisions) = (0_u32, 0_u32, 0_u32, 0_u32, 0_u32);
        for race in 0..RACES {
            let mut dice = ChaCha8Rng::seed_from_u64(race);
            let mut state = first.clone();
            while state.phase == Phase::Racing
                && let Some(index) = state.to_act()
            {
                if matches!(state.drivers[index].spot, Spot::Loop(_)) && !state.is_extra(index) {
                    turns += 1;
                    if matches!(blue_only(&state, index), Some(BlueOnly::Yellow | BlueOnly::Rain)) {
                        slow += 1;
                    } else if slipstream(track, &state, index).is_some() {
                        towed += 1;
                    }
                }
                let turn = thrown(track, &state, &Policy::default(), &mut dice);
                let Some((turn, next)) = turn.and_then(|turn| Some((turn, rules::next(track, &state, &turn)?))) else {
                    break;
                };
                if state.round > track.free_rounds {
                    let has_crashed =
                        next.drivers[index].spot == Spot::CrashZone && state.drivers[index].spot != Spot::CrashZone;
                    collisions += u32::from(has_crashed);
                    landings += u32::from(has_crashed || lands_on_red(track, &turn, &next, index));
                }
                state = next;
            }
        }
        let share = |part: u32, of: u32| f64::from(part) / f64::from(of.max(1));
        Self {
            slow: share(slow, turns),
            slipstream: share(towed, turns - slow),
            collision: share(collisions, landings),
        }
    }

    /// Returns the weighted mean of three values: for turns without a slipstream, for turns with one, and for turns in
    /// which only the blue die is allowed. The weights are the shares of these turns.
    pub(super) fn mean(self, [clear, towed, slow]: [f64; 3]) -> f64 {
        let fast = (1.0 - self.slipstream) * clear + self.slipstream * towed;
        (1.0 - self.slow) * fast + self.slow * slow
    }
}

/// Whether the driver's turn ended with a move to a red field of the loop.
fn lands_on_red(track: &Track, turn: &Turn, next: &State, index: usize) -> bool {
    let moves = matches!(turn.action, Action::Discharge | Action::Throw(Throw { what: Use::Move, .. }));
    moves && matches!(next.drivers[index].spot, Spot::Loop(field) if track.is_red(field))
}

/// Returns the state after a lone driver's turn if another car stands on the red field where the turn ends, so that the
/// two collide. `next` is the state after the turn without the other car. Returns `None` if the turn does not end on a
/// red field of the loop.
pub(super) fn crashed(track: &Track, state: &State, turn: &Turn, next: &State) -> Option<State> {
    let Spot::Loop(_) = next.drivers.first()?.spot else { return None };
    if !lands_on_red(track, turn, next, 0) {
        return None;
    }
    let mut met = state.clone();
    met.round = track.free_rounds + 1;
    let other = met.drivers.get_mut(1)?;
    (other.spot, other.landed) = (next.drivers.first()?.spot, met.round);
    rules::next(track, &met, turn).filter(|after| after.drivers[0].spot == Spot::CrashZone)
}

/// A state of a lone driver under certain conditions, such as a slipstream. The search evaluates the options that the
/// driver has under these conditions.
pub(super) struct Variant {
    pub state: State,
    pub dice: Vec<Die>,
    /// Whether the driver may use the battery instead of a die.
    pub battery: bool,
    /// The conditions under which the driver has these options, as the bits [`CLEAR`], [`SLIPSTREAM`] and [`SLOW`].
    pub conditions: u8,
}

impl Variant {
    /// Returns the variants of a state. Other cars can take options away from the driver, and each variant has the
    /// options for one such case. There is only one variant in the pit lane, in the crash zone and for an extra throw, because other cars do
    /// not change the driver's options in these cases.
    pub(super) fn of(track: &Track, state: &State) -> Vec<Self> {
        let listed = |state: &State| allowed(track, state, 0, state.is_extra(0)).list();
        let dice = listed(state);
        let Spot::Loop(at) = state.drivers[0].spot else { return vec![Self::always(state, dice)] };
        if state.is_extra(0) {
            return vec![Self::always(state, dice)];
        }
        let mut found = Vec::new();
        if let Some(towed) = towed(track, state, at) {
            let more: Vec<Die> = listed(&towed).into_iter().filter(|die| !dice.contains(die)).collect();
            if !more.is_empty() {
                found.push(Self { state: towed, dice: more, battery: false, conditions: SLIPSTREAM });
            }
        }
        // A throw of the blue die leads to the same states under a yellow flag, unless it gives an extra throw.
        let is_same = !track.faces().of(Die::Blue).contains(&6);
        let (blue, other): (Vec<Die>, Vec<Die>) = dice.into_iter().partition(|die| is_same && *die == Die::Blue);
        if is_same {
            found.push(Self { battery: false, ..Self::always(state, blue) });
        } else {
            // No team has this seat, so the flag concerns every driver under all options.
            let slow = State { yellow: Some(u8::MAX), ..state.clone() };
            found.push(Self { dice: listed(&slow), state: slow, battery: false, conditions: SLOW });
        }
        found.push(Self { state: state.clone(), dice: other, battery: true, conditions: CLEAR | SLIPSTREAM });
        found
    }

    fn always(state: &State, dice: Vec<Die>) -> Self {
        Self { state: state.clone(), dice, battery: true, conditions: CLEAR | SLIPSTREAM | SLOW }
    }
}

/// Returns the state with another car in front, near enough for the slipstream. The car stands on a grey field, so that
/// nobody collides with it.
fn towed(track: &Track, state: &State, at: u16) -> Option<State> {
    let reach = state.team_of(0).skills.slipstream();
    let mut fields = (1..=reach).map(|steps| (at + steps) % track.loop_len);
    let field = fields.find(|field| !track.is_red(*field))?;
    let mut towed = state.clone();
    towed.drivers.get_mut(1)?.spot = Spot::Loop(field);
    Some(towed)
}
