//! Explains to players why a turn is refused: a sentence for each error of section 5 of the rules ledger, with evidence
//! on the board.

use super::super::dice::Die;
use super::super::draft::BATTERY;
use super::super::skills::{Icon, LAST_SLOT};
use super::super::state::{Spot, State};
use super::super::track::Track;
use super::super::turn::{Turn, Use};
use super::super::words::place;
use super::fault::Fault;
use super::list::choices;
use super::permit::{self, Why};
use crate::game::words::capital;
use crate::game::{Evidence, IllegalTurn};

impl Fault {
    /// Returns the message that players read if this rule is broken, with the evidence to show on the board.
    pub(super) fn explain(self, track: &Track, state: &State, turn: &Turn) -> IllegalTurn {
        let Some(index) = state.index_of(turn.car) else {
            return IllegalTurn::new(self.clause(false), format!("Car {} is not in this race.", turn.car));
        };
        let is_extra = state.is_extra(index);
        let message = self.sentence(track, state, turn, index);
        IllegalTurn::new(self.clause(is_extra), message).with(self.evidence(track, state, turn, index))
    }

    fn sentence(self, track: &Track, state: &State, turn: &Turn, index: usize) -> String {
        let name = state.name(index);
        let driver = &state.drivers[index];
        let throw = turn.as_throw();
        let face = throw.map_or(0, |throw| throw.face);
        match self {
            Self::Stranger => format!("Car {} is not in this race.", turn.car),
            Self::Over => "The race is over. Delete this turn.".to_owned(),
            Self::NotNow(other, clause) => not_now(state, index, other, clause),
            Self::Idle => {
                format!(
                    "{name} cannot miss its turn: it must still {}.",
                    if state.is_extra(index) { "throw again" } else { "throw" }
                )
            }
            Self::BatteryFirst => {
                "After a throw, the battery cannot be used any more. Choose the battery before the throw.".to_owned()
            }
            Self::Choices(_) => {
                let die = throw.map_or(Die::Blue, |throw| throw.die);
                let mut list: Vec<String> = Vec::new();
                for choice in choices(track, state, index, die, face) {
                    let words = match choice.what {
                        Use::Move => format!("move {face}"),
                        Use::Charge => format!("charge {face}"),
                        Use::Hold => "hold".to_owned(),
                        Use::Halt => "halt on the pit entry field".to_owned(),
                        Use::Failure => "go to the garage, because the engine fails".to_owned(),
                        Use::Discharge => continue,
                    };
                    if !list.contains(&words) {
                        list.push(words);
                    }
                }
                format!("A {face} cannot be used in this way. You can: {}.", list.join(", "))
            }
            Self::Overcharge => {
                format!("The battery is at {}: adding {face} would exceed its capacity of {BATTERY}.", driver.battery)
            }
            Self::Dice => {
                let dice = permit::allowed(track, state, index, state.is_extra(index)).list();
                let dice: Vec<&str> = dice.into_iter().map(Die::name).collect();
                let reach = state.team_of(index).skills.slipstream();
                let tyre = capital(driver.set.compound.name());
                format!(
                    "{tyre} tyres allow only {}. The red die is allowed only in a slipstream, 1 to {reach} fields \
                     behind a car.",
                    dice.join(", ")
                )
            }
            Self::BlueOnly(why, _) => format!("Only the blue die is allowed, because {}.", why.words()),
            Self::NotBlue => "An extra throw after a six may not use the blue die.".to_owned(),
            Self::Face => format!("The {} die has no {face}.", throw.map_or(Die::Blue, |throw| throw.die).name()),
            Self::SayWhere => {
                "This move leaves the pit entry: say whether to stay on the track or enter the pit lane.".to_owned()
            }
            Self::NoFork => {
                format!("This move does not leave the pit entry, field {}: delete `track` or `pit`.", track.pit_entry)
            }
            Self::MustStop(why, _) => format!("{name} must stop this lap, {}.", reason(why)),
            Self::KeepsSet(Why::Worn) => {
                format!("{name} must change its tyres at this stop, because they are worn.")
            }
            Self::KeepsSet(why) => format!("{name} must change its tyres at this stop, {}.", reason(why)),
            Self::NotThrough(why) => {
                format!("{name} must stop this lap, {}: delete `through`.", reason(why))
            }
            Self::Unfit(compound, missing) => {
                format!(
                    "{} tyres cannot be fitted, because no lap would be left for {missing} tyres, which must also be \
                     used.",
                    capital(compound.name())
                )
            }
            Self::Plan(compound, lap) => {
                format!("{name} must fit {compound} tyres, because its tyre plan has them for lap {lap}.")
            }
            Self::NoRain => "It does not rain, so wet tyres are not allowed. Fit hard or soft tyres.".to_owned(),
            Self::WetBattery(_) => "Batteries cannot be charged or used in the rain.".to_owned(),
            Self::JustFilled => "The battery cannot be used yet, because it was filled this turn.".to_owned(),
            Self::NotFull => {
                format!("The battery cannot be used, because it is not full ({} of {BATTERY}).", driver.battery)
            }
            Self::NoEntry => format!(
                "This move does not leave the pit entry, field {}, so it cannot enter the pit lane.",
                track.pit_entry
            ),
            Self::PassesEntry => format!(
                "This throw cannot enter the pit lane, because {face} from {} passes the pit entry, field {entry}. \
                 Only a throw that begins on field {entry} may enter. Halt on field {entry}{stay}.",
                place(driver.spot),
                stay = if permit::forced(track, state, index).is_some() { "" } else { ", or stay on the track" },
                entry = track.pit_entry
            ),
            Self::BlueGarage => format!(
                "Only a move with the blue die may end in the garage. Stop on the pit entry (field {}), or use this die differently.",
                track.pit_entry
            ),
            Self::SlipstreamOnly => format!(
                "{} tyres allow the red die only in the slipstream, and such a throw cannot charge the battery. \
                 Move {face} instead.",
                capital(driver.set.compound.name())
            ),
            Self::Slot(icon, slot) => no_slot(state, index, icon, slot),
            Self::NoStop => {
                "Tyres can be changed only when the car arrives in its own garage: delete the tyres.".to_owned()
            }
            Self::NoTry => "This throw is not a try to hit the garage: delete `through`.".to_owned(),
        }
    }

    /// Returns the fields and battery points to show on the board as evidence that the turn is illegal.
    fn evidence(self, track: &Track, state: &State, turn: &Turn, index: usize) -> Vec<Evidence> {
        let shape = |spot: Spot| Evidence::Shape { outline: track.course.outline(spot) };
        let own = state.drivers[index].spot;
        let score = turn.as_throw().map_or(0, |throw| u32::from(throw.face));
        let battery = state.drivers[index].battery;
        match self {
            Self::NotNow(other, _) => vec![shape(state.drivers[other].spot)],
            Self::BlueOnly(..) | Self::Idle | Self::NoStop | Self::NoTry | Self::Choices(_) => vec![shape(own)],
            Self::Overcharge => {
                let available = u32::from(BATTERY.saturating_sub(battery));
                vec![Evidence::Cost { resource: "battery", due: score, available }]
            }
            Self::NotFull | Self::JustFilled => {
                vec![Evidence::Cost { resource: "battery", due: u32::from(BATTERY), available: u32::from(battery) }]
            }
            // Shows the fields from which a car would give slipstream.
            Self::Dice => match own {
                Spot::Loop(field) => {
                    let reach = state.team_of(index).skills.slipstream();
                    (1..=reach).map(|ahead| shape(Spot::Loop((field + ahead) % track.loop_len))).collect()
                }
                _ => Vec::new(),
            },
            Self::SayWhere | Self::NoEntry | Self::PassesEntry | Self::NoFork | Self::BlueGarage => {
                vec![shape(Spot::Loop(track.pit_entry))]
            }
            Self::MustStop(..) | Self::KeepsSet(_) | Self::NotThrough(_) | Self::Unfit(..) | Self::Plan(..) => {
                vec![shape(Spot::Lane(state.garage(index)))]
            }
            Self::Stranger
            | Self::Over
            | Self::BatteryFirst
            | Self::NotBlue
            | Self::Face
            | Self::NoRain
            | Self::WetBattery(_)
            | Self::SlipstreamOnly
            | Self::Slot(..) => Vec::new(),
        }
    }
}

/// Returns the reason for a forced stop, as the end of a sentence.
fn reason(why: Why) -> String {
    match why {
        Why::Worn => "because its tyres are worn".to_owned(),
        Why::Missing(missing) => format!("because it still has to use {missing} tyres"),
        Why::Plan(compound, lap) => format!("because its tyre plan says {compound} for lap {lap}"),
    }
}

/// Returns the message for a driver that may not move now. The message names the driver that must move first. If the
/// turn spends a skill slot, the message says for which car to record the slot.
fn not_now(state: &State, index: usize, other: usize, clause: &str) -> String {
    let [name, first] = [index, other].map(|driver| format!("{} (car {})", state.name(driver), state.car(driver)));
    if clause == "WW-SKILL-05" {
        return format!(
            "A skill slot cannot be entered for {name} now. Enter it for the driver that moves next, {first}. \
             It counts for both drivers of the team."
        );
    }
    if !state.drivers[index].is_racing() {
        return format!(
            "{name} has finished, so it does not move again. The next driver to move is {first}. Delete this turn."
        );
    }
    let what = if state.is_extra(other) { "finish its move" } else { "move first" };
    format!("{name} cannot move now: {first} must {what}.")
}

/// Returns a sentence that says why a skill slot cannot be spent: the team has no free slot, or the slot is not the
/// next one of this skill.
fn no_slot(state: &State, index: usize, icon: Icon, slot: u8) -> String {
    let team = state.team_of(index);
    let (taken, name) = (team.skills.of(icon), icon.name());
    let place = if slot <= taken {
        Some(format!("slot {slot} of {name} is taken already"))
    } else if slot > LAST_SLOT {
        Some(format!("{name} has only {LAST_SLOT} slots"))
    } else if slot > taken + 1 {
        Some(format!("slot {} of {name} must be taken before slot {slot}", taken + 1))
    } else {
        None
    };
    match (place, team.free) {
        (Some(place), 0) => format!("The team has no free slot, and {place}."),
        (Some(place), _) => format!("{}.", capital(&place)),
        (None, _) => "The team has no free slot: it has taken all the slots that it has earned so far.".to_owned(),
    }
}
