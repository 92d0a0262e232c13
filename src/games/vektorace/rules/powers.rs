//! Super Powers that a car uses in its own turn (ledger, section 3.17).
//!
//! A turn in which a car completes a lap has two parts: before and after the car crosses the finish line. Between them
//! the car swaps its token (VR-POW-03). The old token works in the first part, and the new token in the second.

use super::checker::Checker;
use super::gears::Price;
use super::spend;
use crate::game::{Event, EventKind, IllegalTurn};
use crate::games::vektorace::{Car, Move, Power, PowerUse, State, Token};

/// The powers used in one turn, and the points paid in it so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Powers {
    /// The Super Power used with the token that the car had at the start of the turn.
    pub own: Option<PowerUse>,
    /// The Super Power used with the token that the car takes at the end of a lap.
    fresh: Option<PowerUse>,
    /// A swap of points (Super Power "swap point") that the car did not make at the start of the turn, because it was not
    /// possible then or the car needs the point first. The car still has to make it in this turn.
    due: Option<PowerUse>,
    /// The points paid so far in this turn. They show whether the car used the extra point that it got from the Super
    /// Power "spare point".
    paid: Price,
}

/// Assigns the powers of a move to the car's tokens, and applies the powers that work from the start of the turn.
pub fn begin(
    state: &mut State,
    index: usize,
    played: &Move,
    checker: &mut Checker,
    events: &mut Vec<Event>,
) -> Result<Powers, IllegalTurn> {
    let mut powers = Powers::default();
    if played.powers.is_empty() {
        return Ok(powers);
    }
    if !state.terms.powers {
        checker.refuse(IllegalTurn::new("VR-POW-01", "This race has no Super Powers."))?;
        return Ok(powers);
    }
    let car = &state.cars[index];
    if car.restart {
        checker.refuse(IllegalTurn::new(
            "VR-POW-04",
            "The car may not use a Super Power in its first move after a penalty or a fall.",
        ))?;
    }
    for used in played.powers.iter() {
        if powers.own.is_none() && powers.fresh.is_none() && car.power() == Some(used.power()) {
            powers.own = Some(used);
        } else if powers.fresh.is_none() && played.exchange == Some(used.power()) {
            powers.fresh = Some(used);
        } else {
            let held = car.token.is_some_and(|token| token.power == used.power());
            checker.refuse(if held {
                IllegalTurn::new("VR-POW-02", format!("Car {} has already used its {}.", car.id, used.power()))
            } else {
                IllegalTurn::new("VR-POW-02", format!("Car {} does not hold the {}.", car.id, used.power()))
            })?;
        }
    }
    if let Some(used) = powers.own {
        if used.swaps_points() && checker.swaps_late {
            powers.due = Some(used);
        }
        checker.accept(powers.start(used, &mut state.cars[index], events), || ())?;
    }
    Ok(powers)
}

/// Returns the state of the race after the car has used its Super Power at the start of the turn; `None` if the car
/// cannot use this power. The list of legal turns is made with this function.
pub fn situated(state: &State, index: usize, used: PowerUse) -> Option<State> {
    let mut state = state.clone();
    Powers { own: Some(used), ..Powers::default() }.start(used, &mut state.cars[index], &mut Vec::new()).ok()?;
    Some(state)
}

impl Powers {
    /// Applies the effect that a Super Power has as soon as it is used, and marks its token as used.
    fn start(&mut self, used: PowerUse, car: &mut Car, events: &mut Vec<Event>) -> Result<(), IllegalTurn> {
        if let Some(token) = &mut car.token {
            token.used = true;
        }
        events.push(Event { car: car.id, kind: EventKind::UsedPower { power: used.power().name() } });
        match used {
            PowerUse::SpareTyre => gain(car, "tyre", "spare point", events),
            PowerUse::SpareNitro => gain(car, "nitro", "spare point", events),
            PowerUse::SwapTyreForNitro | PowerUse::SwapNitroForTyre => {
                if self.due.is_none() && swap(used, car, events).is_err() {
                    self.due = Some(used);
                }
            }
            PowerUse::LateShiftUp | PowerUse::LateShiftDown => late_shift(used, car, events)?,
            PowerUse::WideBoost | PowerUse::OpenBoost | PowerUse::TapeMeasure | PowerUse::JumpShift => {}
        }
        if used == PowerUse::LateShiftDown {
            self.paid.tyre += 1;
        }
        Ok(())
    }

    /// Whether the car used a late shift to a lower gear. That costs a tyre point, so the car has used a tyre point in
    /// this turn (VR-ATT-05).
    pub fn has_used_tyre(&self) -> bool {
        self.own == Some(PowerUse::LateShiftDown)
    }

    /// Returns the Super Power in use if it changes the move: the wide boost or the open boost. Otherwise returns
    /// `None`.
    pub fn of_move(&self) -> Option<PowerUse> {
        self.own.filter(|used| matches!(used, PowerUse::WideBoost | PowerUse::OpenBoost))
    }

    /// Adds these points to the points paid in this turn.
    pub fn pay(&mut self, price: Price) {
        self.paid.tyre += price.tyre;
        self.paid.nitro += price.nitro;
    }

    /// Ends the move: a car that completes a lap swaps its token (VR-POW-03).
    pub fn end_move(
        &mut self,
        state: &mut State,
        index: usize,
        played: &Move,
        completes_lap: bool,
        checker: &mut Checker,
        events: &mut Vec<Event>,
    ) -> Result<(), IllegalTurn> {
        if self.of_move().is_some() && played.boost.is_none_or(|length| length == 0) {
            checker.refuse(IllegalTurn::new("VR-POW-05", "This Super Power needs a boost in the same move."))?;
        }
        let held = state.cars[index].token;
        let due = completes_lap && held.is_some() && state.reserve.iter().next().is_some();
        match (played.exchange, held) {
            (Some(new), Some(old)) if due => {
                if !state.reserve.contains(new) {
                    checker.refuse(IllegalTurn::new("VR-POW-03", format!("The {new} is not in the reserve.")))?;
                }
                self.settle(&mut state.cars[index], checker, events)?;
                state.reserve = state.reserve.without(new).with(old.power);
                let car = &mut state.cars[index];
                car.token = Some(Token { power: new, used: false });
                events.push(Event { car: car.id, kind: EventKind::TookPower { power: new.name() } });
                if let Some(used) = self.fresh.take() {
                    self.start_fresh(used, car, checker, events)?;
                }
            }
            (None, _) if due => checker.refuse(IllegalTurn::new(
                "VR-POW-03",
                "A car that completes a lap must swap its Super Power. Take one from the reserve.",
            ))?,
            (Some(_), _) => checker.refuse(IllegalTurn::new(
                "VR-POW-03",
                "The car may not swap Super Powers now: a car that has one may swap it only at the end of a lap.",
            ))?,
            (None, _) => {}
        }
        Ok(())
    }

    /// Uses a token in the same turn in which the car took it. Only powers that work after the car has crossed the
    /// finish line can be used.
    fn start_fresh(
        &mut self,
        used: PowerUse,
        car: &mut Car,
        checker: &mut Checker,
        events: &mut Vec<Event>,
    ) -> Result<(), IllegalTurn> {
        let too_late = matches!(used.power(), Power::WideBoost | Power::OpenBoost | Power::LateShift | Power::Shield);
        if too_late {
            checker.refuse(IllegalTurn::new(
                "VR-POW-02",
                format!("The {} cannot be used in this turn: it was taken only at the end of the move.", used.power()),
            ))?;
            return Ok(());
        }
        *self = Self { own: Some(used), ..Self::default() };
        checker.accept(self.start(used, car, events), || ())
    }

    /// Whether the turn's declaration uses the jump shift.
    pub fn jumps(&self) -> bool {
        self.own == Some(PowerUse::JumpShift)
    }

    /// Ends the use of the current Super Power. Carries out a swap of points that is still due. If the car took a spare
    /// point, checks that the car has spent it.
    pub fn settle(&mut self, car: &mut Car, checker: &mut Checker, events: &mut Vec<Event>) -> Result<(), IllegalTurn> {
        if let Some(used) = self.due.take() {
            checker.accept(swap(used, car, events), || ())?;
        }
        let unused = match self.own {
            Some(PowerUse::SpareTyre) => self.paid.tyre == 0,
            Some(PowerUse::SpareNitro) => self.paid.nitro == 0,
            _ => false,
        };
        if unused {
            checker.refuse(IllegalTurn::new(
                "VR-POW-07",
                "The turn uses the Super Power \"spare point\", but pays nothing with this point.",
            ))?;
        }
        self.own = None;
        Ok(())
    }

    /// Ends a turn in which the car declares no gear, because it has finished. Super Powers that change a declaration
    /// are not allowed in such a turn.
    pub fn finish(&mut self, car: &mut Car, checker: &mut Checker, events: &mut Vec<Event>) -> Result<(), IllegalTurn> {
        if matches!(self.own, Some(PowerUse::JumpShift | PowerUse::TapeMeasure)) || self.fresh.is_some() {
            checker.refuse(IllegalTurn::new(
                "VR-POW-02",
                "The car has finished with this move and declares no gear, so it cannot use this Super Power.",
            ))?;
        }
        self.settle(car, checker, events)
    }
}

/// Gives the car one point and reports this as an event.
fn gain(car: &mut Car, resource: &'static str, purpose: &'static str, events: &mut Vec<Event>) {
    let stock = if resource == "tyre" { &mut car.tyre } else { &mut car.nitro };
    *stock = stock.saturating_add(1);
    events.push(Event { car: car.id, kind: EventKind::Spent { resource, amount: -1, purpose, incident: false } });
}

/// Swaps a tyre point for a nitro point, or a nitro point for a tyre point. The car can hold at most 8 of the kind it
/// gets (VR-POW-12).
fn swap(used: PowerUse, car: &mut Car, events: &mut Vec<Event>) -> Result<(), IllegalTurn> {
    let to_nitro = used == PowerUse::SwapTyreForNitro;
    let (from, to) = if to_nitro { (car.tyre, car.nitro) } else { (car.nitro, car.tyre) };
    if from == 0 || to >= 8 {
        let why = match (from, to_nitro) {
            (0, _) => "The car has no point of this kind that it could swap.",
            (_, true) => "The car already has 8 nitro points.",
            (_, false) => "The car already has 8 tyre points.",
        };
        return Err(IllegalTurn::new("VR-POW-12", why));
    }
    if to_nitro {
        spend(events, car.id, "tyre", &mut car.tyre, 1, "swap point");
        gain(car, "nitro", "swap point", events);
    } else {
        spend(events, car.id, "nitro", &mut car.nitro, 1, "swap point");
        gain(car, "tyre", "swap point", events);
    }
    Ok(())
}

/// Changes the declared gear by one, for one point (VR-POW-08, R-29).
fn late_shift(used: PowerUse, car: &mut Car, events: &mut Vec<Event>) -> Result<(), IllegalTurn> {
    let up = used == PowerUse::LateShiftUp;
    let refuse = |message: &str| Err(IllegalTurn::new("VR-POW-08", message));
    if car.has_given_way() {
        return refuse("A late shift is allowed only at the start of the turn. The car has already given way.");
    }
    if car.in_lane {
        return refuse("A late shift is not allowed here: the pit lane forces the gear.");
    }
    if (up && car.gear == 5) || (!up && car.gear <= 1) {
        return refuse("A late shift cannot lead outside gears 1 to 5.");
    }
    if (up && car.nitro == 0) || (!up && car.tyre == 0) {
        return refuse(if up {
            "A late shift up costs a nitro point, but the car has none."
        } else {
            "A late shift down costs a tyre point, but the car has none."
        });
    }
    if up {
        spend(events, car.id, "nitro", &mut car.nitro, 1, "late shift");
        car.gear += 1;
    } else {
        spend(events, car.id, "tyre", &mut car.tyre, 1, "late shift");
        car.gear -= 1;
    }
    Ok(())
}
