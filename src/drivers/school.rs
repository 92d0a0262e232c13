//! Lets computer drivers learn circuits and drive races. The game is known only at run time.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::advise::{Advised, advise};
use super::cockpit::Cockpit;
use super::level::{Effort, Level};
use super::plan::DrivePlan;
use super::race::{self, DriveError, DrivenRace, Position};
use crate::game::form::{self, Entry, FormData as _, Value as FieldValue};
use crate::game::words::many;
use crate::game::{AnyDraft, CarId, Game, GameInfo, Progress};
use crate::replay::{Kind, Playable, Race, RaceEdit, Recorder as _, Timeline};

/// The setup of a race, given by its differences from the game's default setup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The number of laps; `None` for the default number.
    pub laps: Option<u32>,
    /// The number of cars; `None` for the default number.
    pub cars: Option<usize>,
    /// The fields to set: pairs of a name, and a value written as in files. Names are paths such as `options.powers` or
    /// `cars.0.tyre`. A name that begins with `track.` is a field of the circuit. All others are fields of the setup.
    pub fields: Vec<(String, String)>,
}

/// A circuit that computer drivers have learned, and the position of a race from which they play on.
pub trait School: Send + Sync {
    /// The properties that are the same in all races of the game, such as its name and its unit.
    fn info(&self) -> &'static GameInfo;
    /// The name of the circuit.
    fn circuit(&self) -> &str;
    /// The edition of the rules; `None` if the game has only one.
    fn edition(&self) -> Option<&'static str>;
    /// The cars, in grid order.
    fn cars(&self) -> Vec<CarId>;
    /// Drives the race to its end. Returns two things: the text of the race's file, and the statistics of the race.
    ///
    /// # Errors
    /// Returns an error if the race was not driven to its end (see [`DriveError`]).
    fn play(&self, plan: &DrivePlan, progress: Progress<'_>) -> Result<(String, DrivenRace), DriveError>;
    /// Drives the race to its end, but does not store its turns.
    ///
    /// # Errors
    /// Returns an error if the race was not driven to its end (see [`DriveError`]).
    fn race(&self, plan: &DrivePlan, progress: Progress<'_>) -> Result<DrivenRace, DriveError>;
    /// Compares the decisions of the car to act. Calls `seen` with the comparison so far after each stage of the work.
    /// If `progress` stops the work, returns the comparison so far.
    fn advise(&self, effort: Effort, seed: u64, progress: Progress<'_>, seen: &dyn Fn(&Advised)) -> Advised;
    /// Decides up to `most` turns, one after the other. The turns are written as in race files.
    ///
    /// # Errors
    /// Returns an error if the work was stopped, or no legal turn was found.
    fn turns(&self, plan: &DrivePlan, most: usize, progress: Progress<'_>) -> Result<Vec<Value>, DriveError>;
    /// Chooses one of the given moves for the car to act. Each move is written as in race files: either a whole turn,
    /// with the dice already rolled, or only those fields of a turn that are decided before the dice. Returns `None` if
    /// the driver can rate none of the moves.
    fn choose(&self, moves: &[Value], plan: &DrivePlan, level: Level, progress: Progress<'_>) -> Option<Value>;
    /// Returns a school with the same drivers for another position: the position after the first `at` turns of the
    /// shown variation of `race`. Returns `None` if `race` has another circuit or another starting position than this
    /// school.
    fn moved_to(&self, race: &dyn Race, at: usize) -> Option<Box<dyn School>>;
}

/// A game that computer drivers can play.
pub trait Drivable: Playable {
    /// Learns a circuit, for races that begin with this setup.
    ///
    /// # Errors
    /// Returns an error if the race cannot begin, the circuit belongs to another game, or the work was stopped.
    fn learn(&self, draft: &AnyDraft, start: &Start, progress: Progress<'_>) -> Result<Box<dyn School>, DriveError>;

    /// Learns the circuit of a race. The drivers then continue the race from the position after the first `at` turns of
    /// the shown variation.
    ///
    /// # Errors
    /// Returns an error if the race belongs to another game, or the work was stopped.
    fn learn_race(&self, race: &dyn Race, at: usize, progress: Progress<'_>) -> Result<Box<dyn School>, DriveError>;
}

/// A circuit that drivers have learned, in a game that is known at compile time.
struct SchoolOf<G: Game> {
    race: Timeline<G>,
    at: usize,
    cars: Vec<CarId>,
    knowledge: Arc<G::Knowledge>,
    /// The text of the race in one line, for guests (players from outside the program). It is made when it is first
    /// needed.
    line: OnceLock<Arc<str>>,
}

impl<G: Game> SchoolOf<G> {
    fn new(race: Timeline<G>, at: usize, progress: Progress<'_>) -> Result<Self, DriveError> {
        let at = at.min(race.len());
        // Drivers learn only from the beginning of the race.
        // So advice does not depend on the position in which they learned.
        let knowledge = G::learn(race.track(), race.state(0), progress).ok_or(DriveError::Stopped)?;
        let cars = G::entrants(race.setup()).into_iter().map(|entrant| entrant.car).collect();
        Ok(Self { race, at, cars, knowledge: Arc::new(knowledge), line: OnceLock::new() })
    }

    fn cockpit(&self) -> Cockpit<'_, G> {
        Cockpit { track: self.race.track(), knowledge: &self.knowledge }
    }

    /// The position from which the drivers continue the race. `file` makes the text of the race's file, which guests
    /// (players from outside the program) receive.
    fn position<'a>(&'a self, file: &'a (dyn Fn() -> Arc<str> + 'a)) -> Position<'a, G> {
        let state = self.race.state(self.at).clone();
        Position { cockpit: self.cockpit(), state, at: self.at, cars: &self.cars, file }
    }

    /// The text of the race in one line.
    fn line(&self) -> Arc<str> {
        let make = || {
            let text = self.race.file_text(true).unwrap_or_default();
            let value: Value = serde_json::from_str(&text).unwrap_or_default();
            Arc::from(value.to_string())
        };
        Arc::clone(self.line.get_or_init(make))
    }
}

impl<G: Game> School for SchoolOf<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn circuit(&self) -> &str {
        G::track_name(self.race.draft())
    }

    fn edition(&self) -> Option<&'static str> {
        G::edition(self.race.setup())
    }

    fn cars(&self) -> Vec<CarId> {
        self.cars.clone()
    }

    fn play(&self, plan: &DrivePlan, progress: Progress<'_>) -> Result<(String, DrivenRace), DriveError> {
        let mut turns = Vec::new();
        let figures = race::drive(self.position(&|| self.line()), plan, progress, |turn, _| turns.push(turn.clone()))?;
        let mut race = self.race.clone();
        let (mut line, end) = (race.shown_line(), race.len());
        for (at, turn) in (self.at..).zip(turns) {
            if self.at == end {
                race.push(turn);
                continue;
            }
            // In the middle of a race the drivers' turns are a variation.
            let turn = serde_json::to_value(&turn).map_err(|error| DriveError::NoStart(error.to_string()))?;
            let played = race.record(&RaceEdit::Play { line, at, turn, reason: None });
            line = played.map_err(|error| DriveError::NoStart(error.to_string()))?.line;
        }
        let text = race.file_text(true).map_err(|error| DriveError::NoStart(error.to_string()))?;
        Ok((text, figures))
    }

    fn race(&self, plan: &DrivePlan, progress: Progress<'_>) -> Result<DrivenRace, DriveError> {
        race::drive(self.position(&|| self.line()), plan, progress, |_, _| ())
    }

    fn advise(&self, effort: Effort, seed: u64, progress: Progress<'_>, seen: &dyn Fn(&Advised)) -> Advised {
        let played = self.race.turns().nth(self.at);
        advise(self.cockpit(), self.race.state(self.at), played, (effort, seed), progress, seen)
    }

    fn turns(&self, plan: &DrivePlan, most: usize, progress: Progress<'_>) -> Result<Vec<Value>, DriveError> {
        let turns = race::turns(self.position(&|| self.line()), plan, most, progress)?;
        turns
            .iter()
            .map(|turn| serde_json::to_value(turn).map_err(|error| DriveError::NoStart(error.to_string())))
            .collect()
    }

    fn choose(&self, moves: &[Value], plan: &DrivePlan, level: Level, progress: Progress<'_>) -> Option<Value> {
        let mut dice = plan.dice();
        self.cockpit().among(self.race.state(self.at), moves, (level, plan.effort), &mut dice, progress)
    }

    fn moved_to(&self, race: &dyn Race, at: usize) -> Option<Box<dyn School>> {
        let race = race.as_any().downcast_ref::<Timeline<G>>()?;
        let is_same = race.draft() == self.race.draft() && race.state(0) == self.race.state(0);
        let (at, cars, knowledge) = (at.min(race.len()), self.cars.clone(), Arc::clone(&self.knowledge));
        is_same.then(|| {
            Box::new(Self { race: race.clone(), at, cars, knowledge, line: OnceLock::new() }) as Box<dyn School>
        })
    }
}

impl<G: Game> Drivable for Kind<G> {
    fn learn(&self, draft: &AnyDraft, start: &Start, progress: Progress<'_>) -> Result<Box<dyn School>, DriveError> {
        let refused = DriveError::NoStart;
        let draft = draft.of::<G>().ok_or_else(|| refused("the circuit belongs to another game".to_owned()))?;
        let draft = with_fields(
            draft,
            start.fields.iter().filter_map(|(name, value)| Some((name.strip_prefix("track.")?, value))),
        )?;
        let mut setup = G::new_setup(&draft);
        let of_setup = start.fields.iter().filter(|(name, _)| !name.starts_with("track."));
        // The edition decides which other fields there are, so fields are set before cars are added.
        setup = with_fields(&setup, of_setup.map(|(name, value)| (name.as_str(), value)))?;
        let before = setup.clone();
        setup.settle(&draft, &before, "");
        if let Some(cars) = start.cars {
            set_cars::<G>(&mut setup, &draft, cars)?;
        }
        if let Some(laps) = start.laps {
            set_laps::<G>(&mut setup, &draft, laps)?;
        }
        let circuit = G::track_name(&draft).trim().to_owned();
        let title = if circuit.is_empty() { "New race".to_owned() } else { format!("Race on {circuit}") };
        let race = Timeline::<G>::new(title, draft, setup, Vec::new()).map_err(|issues| {
            let first = issues.first().map_or_else(String::new, |issue| issue.message.clone());
            DriveError::NoStart(format!("the race cannot start: {first}"))
        })?;
        Ok(Box::new(SchoolOf::new(race, 0, progress)?))
    }

    fn learn_race(&self, race: &dyn Race, at: usize, progress: Progress<'_>) -> Result<Box<dyn School>, DriveError> {
        let race = race.as_any().downcast_ref::<Timeline<G>>();
        let race = race.ok_or_else(|| DriveError::NoStart("the race belongs to another game".to_owned()))?;
        Ok(Box::new(SchoolOf::new(race.clone(), at, progress)?))
    }
}

/// Sets the fields of a document at these paths. The values are written as in files.
fn with_fields<'a, T: form::FormData>(
    document: &T,
    fields: impl Iterator<Item = (&'a str, &'a String)>,
) -> Result<T, DriveError> {
    let mut fields = fields.peekable();
    if fields.peek().is_none() {
        return Ok(document.clone());
    }
    let cannot = |name: &str, why: String| DriveError::NoStart(format!("{name}: {why}"));
    let mut json = serde_json::to_value(document).map_err(|error| DriveError::NoStart(error.to_string()))?;
    let mut last = String::new();
    for (name, value) in fields {
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value.as_str()));
        let mut place = &mut json;
        for part in name.split('.') {
            place = match place {
                Value::Array(items) => part.parse().ok().and_then(|index: usize| items.get_mut(index)),
                // A field that the file leaves out has its default value.
                Value::Object(fields) => Some(fields.entry(part).or_insert(Value::Null)),
                Value::Null => {
                    *place = Value::Object(serde_json::Map::new());
                    place.as_object_mut().map(|fields| fields.entry(part).or_insert(Value::Null))
                }
                _ => None,
            }
            .ok_or_else(|| cannot(name, format!("there is no field `{part}`")))?;
        }
        *place = value;
        name.clone_into(&mut last);
    }
    T::deserialize(json).map_err(|error| cannot(&last, format!("{error}")))
}

/// Adds cars to a setup, or removes cars from it, until it has `wanted` cars. It uses the same buttons as a user on the
/// page for a new race.
fn set_cars<G: Game>(setup: &mut G::Setup, draft: &G::Draft, wanted: usize) -> Result<(), DriveError> {
    let refused = |why: String| DriveError::NoStart(format!("{}: {why}", many(wanted, "car")));
    loop {
        let count = G::entrants(setup).len();
        if count == wanted {
            return Ok(());
        }
        let ending = if count < wanted { "#add" } else { "#remove" };
        let fields = form::fields(setup, draft, "");
        let is_list = |id: &str| {
            ["/cars", "/racers", "/teams"].iter().any(|list| id.starts_with(list) && id[1..].matches('/').count() <= 1)
        };
        let pressable = |field: &&form::Field| {
            field.id.ends_with(ending) && is_list(&field.id) && field.value == FieldValue::Press(true)
        };
        let id = fields.iter().rev().find(pressable).map(|field| field.id.clone());
        let id = id.ok_or_else(|| {
            refused(format!(
                "a race of {} on this circuit {} {}",
                G::INFO.name,
                if count < wanted { "can have at most" } else { "needs at least" },
                many(count, "car")
            ))
        })?;
        form::enter(setup, draft, &id, &Entry::Press).map_err(|error| refused(error.to_string()))?;
        let after = G::entrants(setup).len();
        let is_past = (count < wanted && after > wanted) || (count > wanted && after < wanted);
        if after == count || is_past {
            return Err(refused(format!("a race of {} can have {count} or {after} cars", G::INFO.name)));
        }
    }
}

/// Changes the number of laps of a setup.
fn set_laps<G: Game>(setup: &mut G::Setup, draft: &G::Draft, laps: u32) -> Result<(), DriveError> {
    if G::laps(draft, setup) == laps {
        return Ok(());
    }
    let fields = form::fields(setup, draft, "");
    let field = fields.iter().find(|field| field.id == "/laps").ok_or_else(|| {
        let has = G::laps(draft, setup);
        DriveError::NoStart(format!(
            "the race cannot have {}: on this circuit, the number of laps of a {} race is always {has}",
            many(laps, "lap"),
            G::INFO.name
        ))
    })?;
    let entry = match field.value {
        FieldValue::Count(..) => Entry::Count(laps.into()),
        _ => Entry::Text(laps.to_string()),
    };
    form::enter(setup, draft, "/laps", &entry)
        .map_err(|error| DriveError::NoStart(format!("{}: {error}", many(laps, "lap"))))
}
