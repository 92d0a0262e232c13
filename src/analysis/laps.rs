//! A car's laps and stints.

use serde::Serialize;

use super::Sample;
use crate::game::EventKind;
use crate::replay::{Race, Step};

/// A car's lap, from one crossing of the line to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LapRow {
    /// The lap's number, from 1. The number 0 stands for the stretch from the grid to the line, and for a qualifying
    /// lap.
    pub lap: u32,
    /// Whether the lap was a qualifying lap.
    #[serde(rename = "qualifying", skip_serializing_if = "std::ops::Not::not")]
    pub is_qualifying: bool,
    /// The turn in which the lap began, by its number in the race; 0 if the lap began on the grid.
    pub from: usize,
    /// The turn in which the lap ended, by its number in the race.
    pub to: usize,
    /// The number of turns that the car played in the lap.
    pub turns: u32,
    /// The distance the car moved in the lap, in the game's unit.
    pub distance: f64,
    /// The mean gear of the car's moves in the lap; `None` if the car did not move.
    pub gear: Option<f64>,
    /// The points spent in the lap, one number for each resource, in the order of the race's resources. Points gained
    /// are not subtracted.
    pub spent: Vec<u32>,
    /// Whether the car was in the pit lane during the lap.
    pub pit: bool,
    /// Whether the car ended the lap by crossing the line; false if the race or the record ended first.
    pub complete: bool,
}

impl LapRow {
    fn begun(lap: u32, from: usize, car: &Sample) -> Self {
        Self {
            lap,
            is_qualifying: false,
            from,
            to: from,
            turns: 0,
            distance: 0.0,
            gear: None,
            spent: vec![0; car.resources.len()],
            pit: false,
            complete: false,
        }
    }

    /// The lap's name, such as "lap 2", "to the line" or "qualifying".
    #[must_use]
    pub fn name(&self) -> String {
        match (self.is_qualifying, self.lap) {
            (true, _) => "qualifying".to_owned(),
            (_, 0) => super::FROM_GRID.to_owned(),
            (_, lap) => format!("lap {lap}"),
        }
    }

    /// Whether the lap is a whole lap of the race, from line to line. Only whole laps can be the fastest lap.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.complete && self.lap > 0 && !self.is_qualifying
    }
}

/// A stint: the part of a car's race between two pit stops.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stint {
    /// The turn in which the stint began, by its number in the race. This is the turn of the pit stop, or 0 (the grid)
    /// for the first stint.
    pub from: usize,
    /// The turn in which the stint ended, by its number in the race.
    pub to: usize,
    /// The number of turns that the car played in the stint.
    pub turns: u32,
    /// The distance the car moved in the stint, in the game's unit.
    pub distance: f64,
    /// The points of each resource that the car had at the start of the stint.
    pub began_with: Vec<u32>,
    /// The points of each resource that the car had at the end of the stint, before the next pit stop adds any.
    pub ended_with: Vec<u32>,
}

/// Lists a car's laps. Every turn of its race belongs to one lap.
///
/// A forward crossing of the line adds 1 to a count, and a backward crossing subtracts 1. Lap 2 begins when the count
/// reaches 2 for the first time, and ends when it reaches 3 for the first time. A car that goes back over the line is
/// still in the same lap, even when it crosses the line forward again. If a crash costs the car all its laps and puts
/// it back on the grid, the lap ends there.
///
/// ```
/// use paddock::analysis::{Sample, Telemetry, laps};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let telemetry = Telemetry::of(race.as_ref());
/// let car: Vec<&Sample> = telemetry.car(0).collect();
/// let laps = laps(race.as_ref(), &car);
/// assert_eq!(laps[0].lap, 0, "from the grid to the line");
/// ```
#[must_use]
pub fn laps(race: &dyn Race, car: &[&Sample]) -> Vec<LapRow> {
    let mut laps = Vec::new();
    let Some(first) = car.first() else { return laps };
    let mut walk = Walk { row: LapRow::begun(first.opened, 0, first), gears: 0, moves: 0, has_entries: false };
    for pair in car.windows(2) {
        let [before, now] = pair else { continue };
        if !now.acted {
            // Another car's turn can cost this car points, for example when a motor is damaged nearby.
            walk.spend(race, now);
            continue;
        }
        if walk.row.is_qualifying && !before.is_qualifying {
            walk.end(&mut laps, LapRow::begun(before.opened, before.turn, first));
        }
        if before.is_qualifying && !walk.has_entries {
            // Cars qualify one after another.
            walk.row.from = before.turn;
        }
        walk.row.is_qualifying = before.is_qualifying;
        walk.add(race, before, now);
        if before.is_qualifying {
            walk.row.lap = 0;
        } else if now.opened > walk.row.lap {
            // If one move begins two laps, neither the ended lap nor the skipped one was driven completely.
            walk.row.complete = now.opened == walk.row.lap + 1;
            walk.end(&mut laps, LapRow::begun(now.opened, now.turn, first));
        } else if now.opened < walk.row.lap && now.at == first.at && walk.has_crashed(race, now) {
            // A crash may cost the car all its laps and put it back on the grid (an option of
            // rule RT-CRASH of Vector Racing).
            walk.end(&mut laps, LapRow::begun(now.opened, now.turn, first));
        }
    }
    let row = walk.row.clone();
    walk.end(&mut laps, row);
    laps
}

/// The lap that is being computed, with the sums from which its mean gear is computed.
struct Walk {
    row: LapRow,
    gears: u32,
    moves: u32,
    has_entries: bool,
}

impl Walk {
    fn add(&mut self, race: &dyn Race, before: &Sample, now: &Sample) {
        let row = &mut self.row;
        self.has_entries = true;
        row.to = now.turn;
        row.turns += u32::from(race.step(now.turn).is_some_and(Step::begins_turn));
        row.distance += now.moved();
        for event in race.step(now.turn).into_iter().flat_map(|step| &step.events).filter(|event| event.car == now.car)
        {
            match event.kind {
                EventKind::Moved { .. } => {
                    self.gears += u32::from(now.played.unwrap_or(0));
                    self.moves += 1;
                }
                EventKind::Pitted { .. } => row.pit = true,
                EventKind::Lap { .. } if before.is_qualifying => row.complete = true,
                _ => {}
            }
        }
        self.spend(race, now);
    }

    /// Adds the points that the car spent in one turn to the totals of its lap. A car can spend points in its own turns
    /// and in the turns of other cars.
    fn spend(&mut self, race: &dyn Race, now: &Sample) {
        for event in race.step(now.turn).into_iter().flat_map(|step| &step.events).filter(|event| event.car == now.car)
        {
            let EventKind::Spent { resource, amount, .. } = event.kind else { continue };
            let place = race.resources().iter().position(|known| known.name == resource);
            let spent = place.and_then(|place| self.row.spent.get_mut(place));
            if let (Some(spent), Ok(amount)) = (spent, u32::try_from(amount)) {
                *spent += amount;
            }
        }
    }

    /// Ends the lap being computed and begins another.
    fn end(&mut self, laps: &mut Vec<LapRow>, next: LapRow) {
        let mut row = std::mem::replace(&mut self.row, next);
        row.gear = mean(self.gears, self.moves);
        (self.gears, self.moves) = (0, 0);
        if std::mem::take(&mut self.has_entries) {
            laps.push(row);
        } else if let Some(last) = laps.last_mut() {
            // After its last turn, the car lost points in turns of other cars.
            last.spent.iter_mut().zip(row.spent).for_each(|(spent, more)| *spent += more);
        }
    }

    fn has_crashed(&self, race: &dyn Race, now: &Sample) -> bool {
        let events = race.step(now.turn).map_or(&[][..], |step| &step.events);
        events.iter().any(|event| event.car == now.car && event.kind.is_penalty())
    }
}

fn mean(sum: u32, count: u32) -> Option<f64> {
    (count > 0).then(|| f64::from(sum) / f64::from(count))
}

/// Lists a car's stints. A car with two pit stops has three stints.
#[must_use]
pub fn stints(race: &dyn Race, car: &[&Sample]) -> Vec<Stint> {
    let mut stints = Vec::new();
    let Some(first) = car.first() else { return stints };
    // A stint begins where the race begins: at the grid, after qualifying.
    let begin = |from: usize, resources: &[u32]| Stint {
        from,
        to: from,
        turns: 0,
        distance: 0.0,
        began_with: resources.to_vec(),
        ended_with: resources.to_vec(),
    };
    let mut stint = begin(first.turn, &first.resources);
    for pair in car.windows(2) {
        let [_, now] = pair else { continue };
        if !now.acted {
            // A car can also lose points in turns of other cars.
            stint.ended_with.clone_from(&now.resources);
            continue;
        }
        stint.to = now.turn;
        stint.turns += u32::from(race.step(now.turn).is_some_and(Step::begins_turn));
        stint.distance += now.moved();
        let events = race.step(now.turn).map_or(&[][..], |step| &step.events);
        let own = || events.iter().filter(|event| event.car == now.car);
        let stops = own().any(|event| matches!(event.kind, EventKind::Pitted { .. }));
        // Points added by a pit stop belong to the next stint.
        stint.ended_with = now.resources.clone();
        for event in own().filter(|_| stops) {
            if let EventKind::Spent { resource, amount, .. } = event.kind
                && amount < 0
                && let Some(place) = race.resources().iter().position(|known| known.name == resource)
                && let Some(left) = stint.ended_with.get_mut(place)
            {
                *left = left.saturating_sub(amount.unsigned_abs());
            }
        }
        if stops {
            stints.push(std::mem::replace(&mut stint, begin(now.turn, &now.resources)));
        }
    }
    stints.push(stint);
    stints
}
