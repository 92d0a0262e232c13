//! Compares two cars or two laps, for `paddock analyze --against` and `paddock render --plot delta`. Both may come from
//! one race, or from two races on the same circuit. The second lap may also be the proved fastest lap.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use serde::Serialize;

use super::open::{self, Found};
use super::{Failure, bounds, say};
use crate::analysis::{Drive, Series, by_corner, by_corner_of_race, lap_of_way, lead};
use crate::game::words::signed;
use crate::game::{CarId, Progress};
use crate::render::chart::Chart;
use crate::replay::Race;
use crate::report;

/// The word on the command line that stands for the proved fastest lap.
pub const FASTEST: &str = "fastest-lap";

/// The comparison that the user asks for on the command line.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The file of the second race, or [`FASTEST`] for the proved fastest lap; `None` to compare two cars of one race.
    pub against: Option<&'a str>,
    /// The numbers of the cars to compare.
    pub cars: &'a [u32],
    /// The numbers of the laps to compare; empty for whole races.
    pub laps: &'a [u32],
}

/// One side of a comparison.
#[derive(Debug, Serialize)]
pub struct SideDocument {
    /// The race's title; `None` for the proved fastest lap.
    race: Option<String>,
    car: Option<CarId>,
    name: String,
    /// The lap; `None` for the whole race.
    lap: Option<u32>,
}

/// The difference between the two compared cars or laps at one corner, in turns.
#[derive(Debug, Serialize)]
struct CornerDocument {
    corner: u32,
    /// The number of turns that the first car of the comparison gained at the corner; negative if it lost turns.
    won: f64,
}

/// A comparison of the races of two cars, or of two laps.
#[derive(Debug, Serialize)]
pub struct Compared {
    sides: [SideDocument; 2],
    /// A sentence that says what is proved about the fastest lap; `None` if the comparison is with another car.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<String>,
    /// The unit of the first value of each pair in `points`. For whole races, the unit is laps since the start. For
    /// two single laps, it is laps since the finish line.
    over: &'static str,
    /// The number of turns by which the first car of the comparison is ahead at the end; negative if it is behind.
    lead: Option<f64>,
    /// The lead of the first of the two compared cars along the lap or the race. Each point is a pair: the number of
    /// laps driven, and the number of turns by which the first car is ahead after that distance.
    points: Vec<[f64; 2]>,
    /// The number of turns that the first car of the comparison gained or lost at each corner; empty in games without
    /// numbered corners.
    corners: Vec<CornerDocument>,
    #[serde(skip)]
    middles: Vec<(u32, f64)>,
    #[serde(skip)]
    colours: [usize; 2],
}

/// Makes the comparison that `wanted` describes. `path` is the file of the first race.
pub fn compare(path: &Path, race: &dyn Race, wanted: Wanted<'_>) -> Result<Compared, Failure> {
    let series = Series::of(race);
    let is_proved = wanted.against == Some(FASTEST);
    let named = |path: &Path, words: String| Failure::new(format!("{}: {words}", path.display()));
    let other = match wanted.against {
        // Two cars or two laps of one race: its file is named twice.
        Some(file) if !is_proved && !is_same_file(path, Path::new(file)) => {
            let file = PathBuf::from(file);
            let found = open::race(&file, None)?;
            let Found::Race(other, _) = found else {
                return Err(named(&file, "this race has errors; fix them before you compare it".to_owned()));
            };
            if other.draft() != race.draft() {
                let circuit = other.track_name();
                let words = format!("this race is on another circuit, {circuit}; name two races on the same circuit");
                return Err(named(&file, words));
            }
            let series = Series::of(other.as_ref());
            Some((other, series, file))
        }
        _ => None,
    };
    let (second_race, second_series, second_path) = match &other {
        Some((other, series, file)) => (other.as_ref(), series, file.as_path()),
        None => (race, &series, path),
    };
    let laps = laps(wanted.laps, is_proved);
    let most = if is_proved { 1 } else { 2 };
    if wanted.cars.len() > most {
        let words = if is_proved { "only one car with --against fastest-lap" } else { "two cars" };
        return Err(Failure::new(format!("--cars: {} cars are named; name {words}", wanted.cars.len())));
    }
    if wanted.laps.len() > most {
        return Err(Failure::new(format!("--laps: {} laps are named; name at most {most}", wanted.laps.len())));
    }
    let first = car(path, race, wanted.cars.first().copied(), 0)?;
    // Without numbers, the winners of two races are compared, or the first two cars of one race.
    let is_same_race = other.is_none();
    let is_lap_of_one = is_same_race && wanted.cars.len() < 2 && wanted.laps.len() == 2;
    let second = match wanted.cars.get(1).copied() {
        // A proved lap has no car.
        None if is_lap_of_one || is_proved => first,
        None if is_same_race => {
            // The first car of the result that is not the car it is compared with.
            let best = car(path, race, None, 0)?;
            if best == first { car(path, race, None, 1)? } else { best }
        }
        number => car(second_path, second_race, number, 0)?,
    };
    for ((path, race), lap) in [(path, race), (second_path, second_race)].into_iter().zip(laps) {
        if let Some(lap) = lap.filter(|lap| !(1..=race.laps()).contains(lap)) {
            return Err(named(path, format!("there is no lap {lap}; the race has laps 1 to {}", race.laps())));
        }
    }
    let mine = Drive { series: &series, car: first, lap: laps[0] }.way();
    let (theirs, proved) = if is_proved {
        let proved = proved(path, race)?;
        let way = laps[1].map_or_else(|| proved.way.clone(), |lap| lap_of_way(&proved.way, lap));
        (way, Some(proved.words))
    } else {
        (Drive { series: second_series, car: second, lap: laps[1] }.way(), None)
    };
    let points = lead(&mine, &theirs);
    if points.len() < 2 {
        return Err(named(path, "one of the cars has not driven these laps; choose other laps or cars".to_owned()));
    }
    let side = |race: &dyn Race, car: usize, lap| SideDocument {
        race: Some(race.title().to_owned()),
        car: race.entrants().get(car).map(|entrant| entrant.car),
        name: race.entrants().get(car).map_or_else(String::new, |entrant| entrant.name.clone()),
        lap,
    };
    let second_side = match is_proved {
        true => SideDocument { race: None, car: None, name: "the fastest lap, proved".to_owned(), lap: laps[1] },
        false => side(second_race, second, laps[1]),
    };
    let middles: Vec<(u32, f64)> =
        race.corner_spans().iter().map(|span| (span.number, (span.from + span.to) / 2.0)).collect();
    let won = if laps[0].is_some() { by_corner(&points, &middles) } else { by_corner_of_race(&points, &middles) };
    let colours = [first, if second == first || is_proved { first + 1 } else { second }];
    Ok(Compared {
        sides: [side(race, first, laps[0]), second_side],
        proved,
        over: if laps[0].is_some() { "laps since the line" } else { "laps since the start" },
        lead: points.last().map(|[_, turns]| *turns),
        points,
        corners: won.into_iter().map(|(corner, won)| CornerDocument { corner, won }).collect(),
        middles,
        colours,
    })
}

/// Whether two paths name the same file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || real(one).is_some_and(|one| Some(one) == real(other))
}

/// Returns, for each side of the comparison, the number of the lap to compare; `None` for whole races. If only one lap
/// is named, both sides use it. The proved fastest lap always counts as lap 1, because it begins on the grid.
fn laps(wanted: &[u32], is_proved: bool) -> [Option<u32>; 2] {
    match wanted {
        [] => [None, None],
        [lap] if is_proved => [Some(*lap), Some(1)],
        [lap] => [Some(*lap), Some(*lap)],
        [first, second, ..] => [Some(*first), Some(*second)],
    }
}

/// Returns the index of the car with this number. If `number` is `None`, returns the index of the car at `place` of the
/// result, where 0 is the winner.
fn car(path: &Path, race: &dyn Race, number: Option<u32>, place: usize) -> Result<usize, Failure> {
    let entrants = race.entrants();
    let index = |car: CarId| entrants.iter().position(|entrant| entrant.car == car);
    let found = match number {
        Some(number) => index(CarId(number)),
        None => race.view(race.len()).standings().get(place).and_then(|car| index(car.car)),
    };
    found.ok_or_else(|| match number {
        Some(number) => {
            let known: Vec<String> =
                entrants.iter().map(|entrant| format!("{} ({})", entrant.car, entrant.name)).collect();
            Failure::new(format!("{}: unknown car {number}; this race has {}", path.display(), known.join(", ")))
        }
        None => Failure::new(format!("{}: the race has only one car, but a comparison needs two", path.display())),
    })
}

/// Finds the proved fastest lap on the circuit of a race.
fn proved(path: &Path, race: &dyn Race) -> Result<crate::game::ProvedLap, Failure> {
    let bar = ProgressBar::new_spinner();
    let found = race.proved_lap(Progress { report: &|stage| bar.set_message(stage), stop: &bounds::is_reached });
    bar.finish_and_clear();
    let failed = |why: &str| Failure::new(format!("{}: {why}", path.display()));
    match found {
        None => Err(failed(&format!("{} before the fastest lap was proved", bounds::why()))),
        Some(Err(why)) => Err(failed(&why)),
        Some(Ok(proved)) => Ok(proved),
    }
}

impl Compared {
    /// The names of the two cars or laps that are compared, as the window shows them.
    fn names(&self) -> [String; 2] {
        let is_other = self.sides[1].race.is_some() && self.sides[0].race != self.sides[1].race;
        let name = |side: &SideDocument| {
            let lap = side.lap.filter(|_| side.car.is_some()).map(|lap| format!(", lap {lap}")).unwrap_or_default();
            let race = side.race.as_ref().filter(|_| is_other).map(|race| format!(" ({race})")).unwrap_or_default();
            format!("{}{lap}{race}", side.name)
        };
        [name(&self.sides[0]), name(&self.sides[1])]
    }

    /// Makes the plot of the difference between the two cars or laps that are compared.
    pub fn chart(&self) -> Chart {
        let [first, second] = self.names();
        let is_lap = self.sides[0].lap.is_some();
        report::delta([&first, &second], self.colours, &self.points, is_lap, &self.middles)
    }

    /// The lead of the first of the two compared cars along the lap or the race. Each point is a pair: the number of
    /// laps driven, and the number of turns by which the first car is ahead after that distance.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Prints the comparison as text.
    pub fn print(&self) {
        let [first, second] = self.names();
        say(&format!("{first} against {second}. Columns: {}; lead of {first} in turns", self.over));
        if let Some(proved) = &self.proved {
            say(proved);
        }
        // At most about 20 lines, and always the last point.
        let step = self.points.len().div_ceil(20).max(1);
        for (index, [at, turns]) in self.points.iter().enumerate() {
            if index % step == 0 || index + 1 == self.points.len() {
                say(&format!("  {at:>7.2}  {:>6}", signed(*turns, 1)));
            }
        }
        if let Some(lead) = self.lead {
            let (ahead, behind) = if lead >= 0.0 { (&first, &second) } else { (&second, &first) };
            say(&match lead.abs() < 0.05 {
                true => format!("At the end {first} and {second} are level."),
                false => format!("At the end {ahead} is {:.1} turns ahead of {behind}.", lead.abs()),
            });
        }
        let won: Vec<String> =
            self.corners.iter().map(|known| format!("C{} {}", known.corner, signed(known.won, 1))).collect();
        if !won.is_empty() {
            say(&format!("Turns that {first} gained at the corners: {}", won.join(", ")));
        }
    }
}
