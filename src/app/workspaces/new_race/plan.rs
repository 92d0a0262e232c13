//! A race before it begins: what the page of a new race is filled in with, and what is wrong with it. Knows no window.

use crate::game::scene::Scene;
use crate::game::{CarId, Game as _, Issue};
use crate::games::vektorace::{CarEntry, Draft, Edition, GridPlace, GridSide, Options, Power, Setup, Vektorace};
use crate::geometry::Surd;
use crate::replay::{self, FileError, ReplayFile};

/// A car of the entry list. The first has pole, and the order gives the colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Car {
    /// Its number.
    pub number: u32,
    /// What its player is called.
    pub name: String,
    /// Tyre points.
    pub tyre: u8,
    /// Nitro points.
    pub nitro: u8,
    /// Whether it committed itself to a boost (first edition).
    pub boost: bool,
    /// Which of the seven places behind the car before it, 1 to 7 (second and online edition).
    pub place: u8,
    /// The Super Power it takes, where they are played.
    pub power: Option<Power>,
}

/// All of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What the race is called.
    pub title: String,
    /// Where it is raced.
    pub circuit: Draft,
    /// Which rules it follows.
    pub edition: Edition,
    /// How many laps.
    pub laps: u8,
    /// The gear of the first move, where it is chosen.
    pub gear: u8,
    /// What else the table agreed on.
    pub options: Options,
    /// The cars, from pole.
    pub cars: Vec<Car>,
    /// Pole's distance from the pitwall's axis, in octagons.
    pub aside: String,
    /// How far pole stands back, in octagons (online edition).
    pub back: String,
    /// To which side the grid is staggered (first edition).
    pub side: GridSide,
}

impl Plan {
    /// Two cars on a circuit, as the second edition has them.
    #[must_use]
    pub fn new(circuit: Draft) -> Self {
        let mut plan = Self {
            title: String::new(),
            circuit,
            edition: Edition::Second,
            laps: 2,
            gear: 4,
            options: Options::default(),
            cars: Vec::new(),
            aside: "1.5".to_owned(),
            back: "8.5".to_owned(),
            side: GridSide::White,
        };
        plan.add_car();
        plan.add_car();
        plan
    }

    /// Enters one more car, at the end of the grid, with a number that is free, and where it can stand.
    pub fn add_car(&mut self) {
        let is_free = |number: &u32| self.cars.iter().all(|car| car.number != *number);
        let number = (1..).find(is_free).unwrap_or(1);
        let points = self.options.points();
        let tyre = (points / 2).min(8);
        let name = format!("Player {number}");
        self.cars.push(Car { number, name, tyre, nitro: points - tyre, boost: false, place: 1, power: None });
        self.find_place(self.cars.len() - 1);
    }

    /// Moves a car up or down the list: grid and colours follow.
    pub fn swap(&mut self, index: usize, other: usize) {
        if index < self.cars.len() && other < self.cars.len() {
            self.cars.swap(index, other);
            // Places belong to the order, not to the cars.
            let place = self.cars[index].place;
            self.cars[index].place = self.cars[other].place;
            self.cars[other].place = place;
        }
    }

    /// Whether everybody can stand on the grid, as far as up to car `index`.
    fn stands(&self, index: usize) -> bool {
        let mut ahead = self.clone();
        ahead.cars.truncate(index + 1);
        let on_grid = |issue: &Issue| issue.id.starts_with("VR-START") || issue.id.starts_with("VR-GRID");
        !ahead.issues().iter().any(on_grid)
    }

    /// Puts a car where nothing keeps it from standing. Where there is no such place pole moves, and all others with it.
    pub fn find_place(&mut self, index: usize) {
        if !self.try_places(index) {
            self.arrange();
        }
    }

    /// Whether a car stands at the first of its places that is free.
    fn try_places(&mut self, index: usize) -> bool {
        if self.edition == Edition::Formula8 {
            // The grid's token gives all places at once.
            return [self.side, GridSide::White, GridSide::Black].into_iter().any(|side| {
                self.side = side;
                self.stands(index)
            });
        }
        (1..=7).any(|place| {
            if let Some(car) = self.cars.get_mut(index) {
                car.place = place;
            }
            self.stands(index)
        })
    }

    /// Puts every car where it can stand; pole stays where it is as long as the others find room.
    pub fn arrange(&mut self) {
        let before = self.clone();
        let asides =
            [self.aside.clone(), "1.5".to_owned(), "2".to_owned(), "2.5".to_owned(), "3".to_owned(), "1".to_owned()];
        let backs = match self.edition {
            Edition::Online => {
                vec![self.back.clone(), "8.5".to_owned(), "9".to_owned(), "8".to_owned(), "9.5".to_owned()]
            }
            _ => vec![self.back.clone()],
        };
        for back in &backs {
            for aside in &asides {
                (self.aside, self.back) = (aside.clone(), back.clone());
                if (0..self.cars.len()).all(|index| self.try_places(index)) {
                    return;
                }
            }
        }
        // Nothing helps: what keeps the cars from standing is told.
        *self = before;
    }

    /// Follows another edition: what it has no room for is brought within its bounds.
    pub fn set_edition(&mut self, edition: Edition) {
        self.edition = edition;
        self.laps = self.laps.clamp(*edition.laps().start(), *edition.laps().end());
        self.cars.truncate(*edition.cars().end());
        if edition != Edition::Formula8 {
            self.cars.iter_mut().for_each(|car| car.boost = false);
        }
        if edition != Edition::Second {
            self.options.powers = None;
        }
        if edition != Edition::Online {
            (self.options.ram, self.options.boost_overtaking) = (None, None);
        }
        self.arrange();
    }

    /// The points of a car: what it does not take of one kind it takes of the other.
    pub fn set_tyre(&mut self, index: usize, tyre: u8) {
        let points = self.options.points();
        if let Some(car) = self.cars.get_mut(index) {
            car.tyre = tyre.min(points);
            car.nitro = points - car.tyre;
        }
    }

    /// How it begins; or what of it is no number.
    ///
    /// # Errors
    /// An issue that names the field.
    pub fn setup(&self) -> Result<Setup, Issue> {
        let number = |text: &str, what: &str| -> Result<Surd, Issue> {
            text.trim().parse().map_err(|_| {
                Issue::error(
                    "VR-START-01",
                    format!("{what} must be a number of octagons with at most four decimals, such as 1.5."),
                )
            })
        };
        let aside = number(&self.aside, "Pole's distance from the pitwall")?;
        let back =
            if self.edition == Edition::Online { Some(number(&self.back, "How far pole stands back")?) } else { None };
        let grid = self.cars.iter().enumerate().map(|(index, car)| {
            let is_behind = index > 0 && self.edition != Edition::Formula8;
            GridPlace {
                car: CarId(car.number),
                aside: (index == 0).then_some(aside),
                back: back.filter(|_| index == 0),
                behind: is_behind.then(|| CarId(self.cars[index - 1].number)),
                place: is_behind.then_some(car.place),
            }
        });
        let entry = |car: &Car| CarEntry {
            car: CarId(car.number),
            name: car.name.trim().to_owned(),
            tyre: car.tyre,
            nitro: car.nitro,
            start_boost: car.boost,
            power: car.power.filter(|_| self.options.powers == Some(true)),
        };
        Ok(Setup {
            edition: self.edition,
            laps: self.laps,
            start_gear: if self.edition == Edition::Formula8 { 3 } else { self.gear },
            options: self.options.clone(),
            cars: self.cars.iter().map(entry).collect(),
            grid_side: (self.edition == Edition::Formula8).then_some(self.side),
            grid: grid.collect(),
        })
    }

    /// Everything that keeps the race from beginning.
    #[must_use]
    pub fn issues(&self) -> Vec<Issue> {
        self.begin().map_or_else(|issues| issues, |_| Vec::new())
    }

    /// The circuit with the cars on the grid, as far as they can stand there.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.begin().unwrap_or_else(|_| Vektorace::draw_draft(&self.circuit, &[]))
    }

    fn begin(&self) -> Result<Scene, Vec<Issue>> {
        let setup = self.setup().map_err(|issue| vec![issue])?;
        let (track, issues) = Vektorace::validate(&self.circuit);
        let Some(track) = track else { return Err(issues) };
        let state = Vektorace::start(&track, &setup)?;
        let mut scene = Vektorace::draw_draft(&self.circuit, &[]);
        Vektorace::draw_state(&track, &setup, &state, None, &mut scene);
        Ok(scene)
    }

    /// The race as its file, without a turn.
    ///
    /// # Errors
    /// Where a field is no number.
    pub fn file_text(&self) -> Result<String, FileError> {
        let setup = self.setup().map_err(|issue| FileError::new(issue.message))?;
        let title = if self.title.trim().is_empty() {
            let circuit = self.circuit.name.trim();
            if circuit.is_empty() { "New race".to_owned() } else { format!("Race on {circuit}") }
        } else {
            self.title.trim().to_owned()
        };
        replay::print(&ReplayFile::<Vektorace>::new(title, self.circuit.clone(), setup, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::TrackFile;

    fn circuit(name: &str) -> Draft {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace").join(name);
        let file: TrackFile<Vektorace> = replay::parse(&std::fs::read(path).expect("ships")).expect("a track");
        file.track
    }

    #[test]
    fn a_plan_begins_in_every_edition_with_as_many_cars_as_it_has_room_for() {
        for name in ["kestrel-ring.json", "nightjar-park.json", "widdershins.json"] {
            for edition in Edition::ALL {
                let mut plan = Plan::new(circuit(name));
                plan.set_edition(edition);
                while plan.cars.len() < *edition.cars().end() {
                    plan.add_car();
                }
                let text = plan.file_text().expect("text");
                assert_eq!(plan.issues(), [], "{name}, {edition:?}");
                let opened = replay::open(text.as_bytes(), &|_| Err(String::new()));
                assert!(matches!(opened, Ok(replay::Opened::Race(race)) if race.is_empty()), "{name}, {edition:?}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_told_at_once() {
        let mut plan = Plan::new(circuit("kestrel-ring.json"));
        plan.aside = "near".to_owned();
        assert!(plan.issues()[0].message.contains("such as 1.5"));
        plan.aside = "1.5".to_owned();
        plan.cars[1].number = plan.cars[0].number;
        assert!(plan.issues().iter().any(|issue| issue.message.contains("entered twice")));
        plan.cars[1].number = 9;
        plan.set_tyre(1, 6);
        assert_eq!((plan.cars[1].nitro, plan.issues()), (2, vec![]));
        plan.swap(0, 1);
        assert_eq!(plan.setup().expect("numbers").grid[0].car, CarId(9));
        assert_eq!(plan.issues(), []);
    }
}
