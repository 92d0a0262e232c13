//! From the lines before the first turn to a draft and a setup.

use super::circuit::{self, finish, number};
use super::due::Due;
use super::free;
use super::header::side_code;
use super::read::{either, power, supply};
use super::words::{Piece, Words};
use crate::game::{CarId, NotationError, NotationHeader, NotationLine};
use crate::games::vektorace::power::Power;
use crate::games::vektorace::setup::{CarEntry, GridPlace, GridSide, Setup};
use crate::games::vektorace::terms::Options;
use crate::games::vektorace::track::Draft;
use crate::games::vektorace::turn::Supply;
use crate::games::vektorace::{Edition, Vektorace};

type Read<T> = Result<T, NotationError>;

/// The words that begin lines of which there is one at most.
const ONCE: [&str; 12] =
    ["race", "track", "about", "edition", "laps", "table", "octagon", "wall", "grid", "side", "pole", "start"];

/// The words that begin lines of which there may be several.
const OFTEN: [&str; 9] = ["option", "corner", "limit", "label", "car", "place", "points", "boost", "power"];

/// What the lines say.
pub(super) fn read(lines: &[NotationLine<'_>]) -> Read<NotationHeader<Vektorace>> {
    let mut said = Said::default();
    for line in lines {
        said.line(Piece::line(line.text)).map_err(|error| error.or_line(line.number))?;
    }
    said.finish()
}

/// What the lines so far have said.
#[derive(Default)]
struct Said {
    once: Vec<&'static str>,
    title: String,
    draft: Draft,
    edition: Option<Edition>,
    laps: Option<u8>,
    start_gear: Option<u8>,
    options: Options,
    cars: Vec<CarEntry>,
    grid_side: Option<GridSide>,
    grid: Vec<GridPlace>,
    due: Due,
}

impl Said {
    /// Adds what a line says.
    fn line(&mut self, line: Piece<'_>) -> Read<()> {
        let (keyword, rest) = line.trimmed().split_word();
        if let Some(once) = ONCE.into_iter().find(|once| *once == keyword.text) {
            if self.once.contains(&once) {
                return Err(keyword.error("is said already: there is one such line"));
            }
            self.once.push(once);
        } else if !OFTEN.contains(&keyword.text) {
            let known = either(&[ONCE.as_slice(), &OFTEN].concat(), |word| word);
            return Err(keyword.error(&format!(
                "begins no line: a turn begins with its car's number, and any other line with {known}"
            )));
        }
        if circuit::read(keyword, rest, &mut self.draft)? {
            return Ok(());
        }
        let mut words = Words::new(rest);
        match keyword.text {
            // These two run to the end of their line, whatever stands there.
            "race" => {
                self.title = free::read(rest)?;
                return Ok(());
            }
            "car" => return self.car(rest),
            "edition" => {
                let word = words.expect("the edition is missing: formula8, second or online")?;
                let edition = Edition::ALL.into_iter().find(|edition| edition.id() == word.text);
                self.edition =
                    Some(edition.ok_or_else(|| word.error("is no edition: formula8, second or online is expected"))?);
            }
            "laps" => self.laps = Some(words.expect("the number of laps is missing")?.number("a number of laps")?),
            "start" => self.start_gear = Some(words.expect("the gear of the first move is missing")?.number("a gear")?),
            "option" => self.option(&mut words)?,
            "grid" => return self.draw(words),
            "side" => {
                let word = words.expect("the side of the grid is missing: white (left of pole) or black (right)")?;
                let side = [GridSide::White, GridSide::Black].into_iter().find(|side| side_code(*side) == word.text);
                self.grid_side = Some(side.ok_or_else(|| {
                    word.error("is no side of the grid: white (left of pole) or black (right) is expected")
                })?);
                self.due.side();
            }
            "pole" => self.pole(keyword, &mut words)?,
            "place" => self.place(keyword, &mut words)?,
            "points" => self.points(keyword, &mut words)?,
            "boost" => {
                let entry = self.entered(&mut words)?;
                if std::mem::replace(&mut entry.start_boost, true) {
                    return Err(keyword.error("is said already for this car"));
                }
            }
            _ => {
                let entry = self.entered(&mut words)?;
                let word = words.expect("the Super Power is missing, as in `power 3 wide`")?;
                let power = power(word.text).ok_or_else(|| {
                    word.error(&format!("names no Super Power: {} is expected", either(&Power::ALL, Power::code)))
                })?;
                if entry.power.replace(power).is_some() {
                    return Err(keyword.error("is said already for this car"));
                }
            }
        }
        finish(words)
    }

    /// `car 3 Ada`.
    fn car(&mut self, rest: Piece<'_>) -> Read<()> {
        let (number, name) = rest.trimmed().split_word();
        if number.text.is_empty() {
            return Err(NotationError::new(number.column, "the car's number is missing, as in `car 3 Ada`"));
        }
        let car = CarId(number.number("a car's number")?);
        if self.cars.iter().any(|entry| entry.car == car) {
            return Err(number.error("is entered twice (VR-GRID-01)"));
        }
        let name = free::read(name)?;
        self.cars.push(CarEntry { car, name, tyre: 0, nitro: 0, start_boost: false, power: None });
        Ok(())
    }

    /// The entry of the car that is named next.
    fn entered(&mut self, words: &mut Words<'_>) -> Read<&mut CarEntry> {
        let word = words.expect("the car's number is missing")?;
        let car = CarId(word.number("a car's number")?);
        let entry = self.cars.iter_mut().find(|entry| entry.car == car);
        entry.ok_or_else(|| word.error("is no car of the entry list: its line `car` comes first"))
    }

    /// What the table has agreed on beside the edition.
    fn option(&mut self, words: &mut Words<'_>) -> Read<()> {
        const FLAGS: [&str; 5] = ["ram", "boost_overtaking", "track_limits", "take_back", "powers"];
        let name = words.expect("the option is missing, as in `option ram yes`")?;
        let value = words.expect("the option's value is missing: yes, no or a number")?;
        let options = &mut self.options;
        let is_new = match name.text {
            "points" => options.points.replace(value.number("a number of points")?).is_none(),
            "overlap" => options.overlap.replace(number(value)?).is_none(),
            flag => {
                let slot = match flag {
                    "ram" => &mut options.ram,
                    "boost_overtaking" => &mut options.boost_overtaking,
                    "track_limits" => &mut options.track_limits,
                    "take_back" => &mut options.take_back,
                    "powers" => &mut options.powers,
                    _ => {
                        let known = either(&FLAGS, |word| word);
                        return Err(name.error(&format!("is no option: points, overlap, {known} is expected")));
                    }
                };
                let agreed = match value.text {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(value.error("is no answer: yes or no is expected")),
                };
                slot.replace(agreed).is_none()
            }
        };
        if is_new { Ok(()) } else { Err(name.error("is agreed twice")) }
    }

    /// The edition, which must be known before the grid is set up.
    fn edition(&self, keyword: Piece<'_>) -> Read<Edition> {
        self.edition
            .ok_or_else(|| keyword.error("comes too early: the line `edition` says in which order the grid is set up"))
    }

    /// `grid 3 1 2 4`.
    fn draw(&mut self, mut words: Words<'_>) -> Read<()> {
        if words.peek().is_none() {
            return Err(NotationError::new(words.end(), "the cars are missing in the order drawn, from pole"));
        }
        while let Some(word) = words.peek() {
            let car = self.entered(&mut words)?.car;
            if self.due.drawn.contains(&car) {
                return Err(word.error("stands on the grid twice (VR-GRID-01)"));
            }
            self.due.drawn.push(car);
            self.grid.push(GridPlace { car, aside: None, back: None, behind: None, place: None });
        }
        Ok(())
    }

    /// `pole 2`, `pole 2 8.31`.
    fn pole(&mut self, keyword: Piece<'_>, words: &mut Words<'_>) -> Read<()> {
        let edition = self.edition(keyword)?;
        let drawn = || keyword.error("comes too early: the line `grid` says who has pole");
        let first = self.grid.first_mut().ok_or_else(drawn)?;
        self.due.place(edition, first.car, keyword)?;
        let aside = words.expect("pole's distance from the wall's axis is missing, as in `pole 2`")?;
        first.aside = Some(number(aside)?);
        first.back = words.next().map(|back| number(back)).transpose()?;
        Ok(())
    }

    /// `place 1 @3.5`.
    fn place(&mut self, keyword: Piece<'_>, words: &mut Words<'_>) -> Read<()> {
        const HOW: &str = "@, a car, a dot and a place from 1 to 7 are expected, as in `place 1 @3.5`";
        let edition = self.edition(keyword)?;
        let named = words.peek();
        let car = self.entered(words)?.car;
        let on_grid = self.grid.iter_mut().find(|place| place.car == car);
        let Some(on_grid) = on_grid else {
            return Err(named.unwrap_or(keyword).error("is not on the grid yet: the line `grid` comes first"));
        };
        self.due.place(edition, car, keyword)?;
        let word = words.expect(&format!("the place is missing: {HOW}"))?;
        let (behind, place) = word
            .strip('@')
            .and_then(|place| place.split_once('.'))
            .filter(|(behind, place)| !behind.text.is_empty() && !place.text.is_empty())
            .ok_or_else(|| word.error(&format!("is no place: {HOW}")))?;
        on_grid.behind = Some(CarId(behind.number("a car's number")?));
        on_grid.place = Some(place.number("a place")?);
        Ok(())
    }

    /// `points 3 T5N3`.
    fn points(&mut self, keyword: Piece<'_>, words: &mut Words<'_>) -> Read<()> {
        let edition = self.edition(keyword)?;
        let car = self.entered(words)?.car;
        self.due.points(edition, car, keyword)?;
        let Supply { tyre, nitro } = supply(words.expect("the points are missing, such as T5N3")?)?;
        if let Some(entry) = self.cars.iter_mut().find(|entry| entry.car == car) {
            (entry.tyre, entry.nitro) = (tyre, nitro);
        }
        Ok(())
    }

    /// That nothing is missing that no race is without.
    fn finish(self) -> Read<NotationHeader<Vektorace>> {
        let missing = |line: &str| NotationError::new(1, format!("a line is missing before the first turn: {line}"));
        let edition = self.edition.ok_or_else(|| missing("`edition formula8`, `second` or `online`"))?;
        let laps = self.laps.ok_or_else(|| missing("`laps` and how many"))?;
        // The first edition leaves no choice (VR-FIRST-01).
        let start_gear = self.start_gear.or((edition == Edition::Formula8).then_some(3));
        let start_gear = start_gear.ok_or_else(|| missing("`start` and the gear of the first move"))?;
        if let Some(car) = self.due.without_points(self.cars.iter().map(|entry| entry.car)) {
            return Err(missing(&format!("`points {car}` and what it takes, such as T5N3")));
        }
        let Self { title, draft, options, cars, grid_side, grid, .. } = self;
        Ok(NotationHeader { title, draft, setup: Setup { edition, laps, start_gear, options, cars, grid_side, grid } })
    }
}
