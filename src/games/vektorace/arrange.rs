//! The form in which a new race is set up. This module gives default values and hints for its fields, and finds valid
//! grid places for the cars.

use serde_json::{Value, json};

use super::{CarEntry, Draft, Edition, GridPlace, GridSide, Options, Setup, Terms, Track, Vektorace};
use crate::game::form::{FormData, Hint};
use crate::game::prelude::*;
use crate::game::{CarId, Entrant};
use crate::geometry::Surd;

/// The names of the seven grid places behind another car (VR-START-03), as shown to players.
const PLACES: [&str; 7] = [
    "straight behind",
    "behind, a little left",
    "behind, a little right",
    "diagonally behind, left",
    "diagonally behind, right",
    "behind, far left",
    "behind, far right",
];

/// Returns the length of `count` half octagons.
fn halves(count: i64) -> Surd {
    Surd::from_int(count).half().unwrap_or_default()
}

impl Setup {
    /// Creates the default setup: two cars, second edition.
    #[must_use]
    pub fn usual(draft: &Draft) -> Self {
        let mut setup = Self {
            edition: Edition::Second,
            laps: 2,
            start_gear: 4,
            options: Options::default(),
            cars: Vec::new(),
            grid_side: None,
            grid: Vec::new(),
        };
        setup.cars = (0..2).map(|_| setup.next_car()).collect();
        setup.cars[1].car = CarId(2);
        setup.cars[1].name = "Player 2".to_owned();
        let before = setup.clone();
        setup.settle(draft, &before, "");
        setup
    }

    /// Creates an entry for one more car, with a number that no other car has. Half of the car's points are tyre
    /// points, the others are nitro points.
    fn next_car(&self) -> CarEntry {
        let Entrant { car, name } = Entrant::next(self.cars.iter().map(|entry| (entry.car, entry.name.as_str())));
        let points = self.options.points();
        let tyre = (points / 2).min(8);
        CarEntry { car, name, tyre, nitro: points.saturating_sub(tyre), start_boost: false, power: None }
    }

    /// Rebuilds the list of grid places: one entry for each car, in the order of the cars. A grid place belongs to a
    /// position in this order, not to a car. If a car has moved to a new position, it gets the grid place of that
    /// position.
    fn line_up(&mut self) {
        let is_first = self.edition == Edition::Formula8;
        self.grid_side = if is_first { self.grid_side.or(Some(GridSide::White)) } else { None };
        if is_first {
            self.start_gear = 3;
        }
        let old = std::mem::take(&mut self.grid);
        let pole = old.first().and_then(|pole| pole.aside).unwrap_or(halves(3));
        let back = old.first().and_then(|pole| pole.back).unwrap_or(halves(17));
        self.grid = self
            .cars
            .iter()
            .enumerate()
            .map(|(index, car)| {
                // A car starts behind any car that is placed before it, usually behind the last one.
                let is_before = |behind: &CarId| self.cars[..index].iter().any(|ahead| ahead.car == *behind);
                let chosen = old.get(index).and_then(|place| place.behind).filter(is_before);
                let last = index.checked_sub(1).map(|ahead| self.cars[ahead].car);
                let behind = chosen.or(last).filter(|_| !is_first);
                GridPlace {
                    car: car.car,
                    aside: (index == 0).then_some(pole),
                    back: (index == 0 && self.edition == Edition::Online).then_some(back),
                    behind,
                    place: behind.map(|_| old.get(index).and_then(|place| place.place).unwrap_or(1)),
                }
            })
            .collect();
    }

    /// Whether all cars from pole to the car at `index` have valid grid places.
    fn stands(&self, track: &Track, index: usize) -> bool {
        let mut ahead = self.clone();
        ahead.cars.truncate(index + 1);
        ahead.grid.truncate(index + 1);
        let issues = Vektorace::start(track, &ahead).err().unwrap_or_default();
        !issues.iter().any(|issue| issue.id.starts_with("VR-START") || issue.id.starts_with("VR-GRID"))
    }

    /// Tries the grid places of a car in order, and puts the car at the first valid place. Returns whether a valid
    /// place was found.
    fn find_place(&mut self, track: &Track, index: usize) -> bool {
        if self.edition == Edition::Formula8 {
            // The starting-grid token fixes every place behind pole. Only the token's face, white or black, can be
            // chosen.
            return [self.grid_side, Some(GridSide::White), Some(GridSide::Black)].into_iter().any(|side| {
                self.grid_side = side;
                self.stands(track, index)
            });
        }
        (1..=7).any(|place| {
            if let Some(own) = self.grid.get_mut(index).filter(|_| index > 0) {
                own.place = Some(place);
            }
            self.stands(track, index)
        })
    }

    /// Finds a valid grid place for every car. If the other cars do not fit behind the car on pole, tries other
    /// positions for that car too.
    fn arrange(&mut self, track: &Track) {
        let before = self.clone();
        let Some(pole) = before.grid.first() else { return };
        let asides = [pole.aside].into_iter().chain([3, 4, 5, 6, 2].map(|count| Some(halves(count))));
        let backs: Vec<Option<Surd>> = match pole.back {
            None => vec![None],
            back => [back].into_iter().chain([17, 18, 16, 19].map(|count| Some(halves(count)))).collect(),
        };
        for back in backs {
            for aside in asides.clone() {
                (self.grid[0].aside, self.grid[0].back) = (aside, back);
                if (0..self.cars.len()).all(|index| self.find_place(track, index)) {
                    return;
                }
            }
        }
        // No arrangement works: restore the old one, so that its issues are shown.
        *self = before;
    }
}

impl FormData for Setup {
    type Of = Draft;

    fn complete(&self, _: &Draft) -> Self {
        let terms = Terms::of(self.edition);
        let mut full = self.clone();
        let options = &mut full.options;
        options.points = Some(options.points());
        options.ram = Some(options.ram.unwrap_or(terms.ram));
        options.boost_overtaking = Some(options.boost_overtaking.unwrap_or(terms.boost_overtaking));
        options.track_limits = Some(options.track_limits.unwrap_or(terms.track_limits));
        options.take_back = Some(options.take_back.unwrap_or(terms.take_back));
        options.powers = Some(options.powers.unwrap_or(terms.powers));
        full
    }

    fn hint(&self, _: &Draft, path: &[&str]) -> Hint {
        let edition = self.edition;
        let points = i64::from(self.options.points());
        match path {
            ["laps"] => Hint::range(i64::from(*edition.laps().start())..=i64::from(*edition.laps().end())),
            ["start_gear"] => Hint::hidden(edition == Edition::Formula8),
            ["options", "powers"] => Hint::hidden(edition != Edition::Second),
            ["options", "ram" | "boost_overtaking"] => Hint::hidden(edition != Edition::Online),
            ["cars"] => Hint::range(*edition.cars().start() as i64..=*edition.cars().end() as i64),
            ["cars", _, "tyre" | "nitro"] => Hint::range((points - 8).max(0)..=points.min(8)),
            ["grid", place, "aside" | "back"] => Hint::hidden(*place != "0"),
            ["grid", place, "behind"] => {
                let index = place.parse::<usize>().unwrap_or_default().min(self.cars.len());
                let name = |car: &CarEntry| {
                    if car.name.is_empty() { format!("car {}", car.car) } else { car.name.clone() }
                };
                let choices = self.cars[..index].iter().map(|car| (json!(car.car), name(car)));
                Hint { hidden: index < 2 || edition == Edition::Formula8, ..Hint::choices(choices.collect()) }
            }
            ["grid", place, "place"] => {
                let choices = (1..).zip(PLACES).map(|(number, name): (u8, _)| (json!(number), name.to_owned()));
                let hidden = *place == "0" || edition == Edition::Formula8;
                Hint { hidden, ..Hint::choices(choices.collect()) }
            }
            _ => Hint::default(),
        }
    }

    fn item(&self, _: &Draft, _: &[&str]) -> Value {
        json!(self.next_car())
    }

    fn settle(&mut self, draft: &Draft, _: &Self, id: &str) {
        let edition = self.edition;
        let points = self.options.points();
        for (index, car) in self.cars.iter_mut().enumerate() {
            // Each of the car's points is a tyre point or a nitro point, so more of one kind leaves fewer of the other.
            if id == format!("/cars/{index}/nitro") {
                car.tyre = points.saturating_sub(car.nitro);
            } else {
                car.tyre = car.tyre.clamp(points.saturating_sub(8), points.min(8));
                car.nitro = points.saturating_sub(car.tyre);
            }
            car.start_boost &= edition == Edition::Formula8;
            car.power = car.power.filter(|_| self.options.powers == Some(true) && edition == Edition::Second);
        }
        if id == "/edition" {
            self.laps = self.laps.clamp(*edition.laps().start(), *edition.laps().end());
            self.cars.truncate(*edition.cars().end());
            self.options.ram = None;
            self.options.boost_overtaking = None;
        }
        self.line_up();
        let moves = id.is_empty() || id == "/edition" || id == "/cars#add" || id.ends_with("#remove");
        if moves && let (Some(track), _) = Vektorace::validate(draft) {
            let last = self.cars.len().saturating_sub(1);
            if id != "/cars#add" || !self.find_place(&track, last) {
                self.arrange(&track);
            }
        }
        // Remove options whose value is the edition's own value.
        let terms = Terms::of(edition);
        let options = &mut self.options;
        options.points = options.points.filter(|points| *points != Options::default().points());
        options.ram = options.ram.filter(|on| *on != terms.ram && edition == Edition::Online);
        options.boost_overtaking =
            options.boost_overtaking.filter(|on| *on != terms.boost_overtaking && edition == Edition::Online);
        options.track_limits = options.track_limits.filter(|on| *on != terms.track_limits);
        options.take_back = options.take_back.filter(|on| *on != terms.take_back);
        options.powers = options.powers.filter(|on| *on != terms.powers && edition == Edition::Second);
    }
}

impl FormData for Draft {
    type Of = ();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::form::{Entry, enter, fields};
    use crate::replay::TrackFile;

    fn circuit(name: &str) -> Draft {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vektorace").join(name);
        let file: TrackFile<Vektorace> = crate::replay::parse(&std::fs::read(path).expect("ships")).expect("a track");
        file.track
    }

    fn issues(draft: &Draft, setup: &Setup) -> Vec<crate::game::Issue> {
        let (track, issues) = Vektorace::validate(draft);
        track.map_or(issues, |track| Vektorace::start(&track, setup).err().unwrap_or_default())
    }

    #[test]
    fn a_race_begins_in_every_edition_with_the_largest_number_of_cars() {
        for name in ["kestrel-ring.json", "nightjar-park.json", "widdershins.json"] {
            let draft = circuit(name);
            for (place, edition) in Edition::ALL.into_iter().enumerate() {
                let mut setup = Setup::usual(&draft);
                enter(&mut setup, &draft, "/edition", &Entry::Choice(place)).expect("an edition");
                assert_eq!(setup.edition, edition);
                while setup.cars.len() < *edition.cars().end() {
                    enter(&mut setup, &draft, "/cars#add", &Entry::Press).expect("one more");
                }
                assert_eq!(issues(&draft, &setup), [], "{name}, {edition:?}");
            }
        }
    }

    #[test]
    fn an_entry_updates_the_fields_that_depend_on_it() {
        let draft = circuit("kestrel-ring.json");
        let mut setup = Setup::usual(&draft);
        let mut fill = |id: &str, entry: Entry| enter(&mut setup, &draft, id, &entry).map(|()| setup.clone());
        assert!(fill("/grid/0/aside", Entry::Text("near".to_owned())).is_err());
        let setup_ = fill("/grid/0/aside", Entry::Text("1.5".to_owned())).expect("a number");
        assert_eq!(setup_.grid[0].aside, Some(halves(3)));
        let setup_ = fill("/cars/1/car", Entry::Count(9)).expect("a number");
        assert_eq!((setup_.grid[1].car, setup_.grid[1].behind), (CarId(9), Some(CarId(1))));
        let setup_ = fill("/cars/1/tyre", Entry::Count(6)).expect("points");
        assert_eq!(setup_.cars[1].nitro, 2);
        let setup_ = fill("/cars/1#up", Entry::Press).expect("it moves");
        assert_eq!((setup_.grid[0].car, setup_.grid[1].behind), (CarId(9), Some(CarId(9))));
        let setup_ = fill("/options/powers", Entry::Flag(true)).expect("an option");
        assert_eq!((setup_.options.powers, issues(&draft, &setup_)), (Some(true), vec![]));
        let chosen = fields(&setup_, &draft, "").into_iter().find(|field| field.id == "/cars/0/power");
        assert!(chosen.is_some_and(
            |field| matches!(&field.value, crate::game::form::Value::Choice(names, 0) if names.len() == 9)
        ));
        let setup_ = fill("/options/powers", Entry::Flag(false)).expect("an option");
        assert_eq!(setup_.options, Options::default(), "default values are left out");
    }
}
