//! Tables of corner passages. They compare each passage with the mean of all cars, and with the fastest lap.

use std::collections::BTreeMap;

use super::{car_columns, car_values, fastest_lap, resource_columns, resource_values};
use crate::analysis::{CarDigest, Column, CornerPassage, Digest, Kind, Row, StopCorner, Table, Value};
use crate::replay::Race;

/// The totals of the values in [`MEASURES`] over several passages of one corner.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u32,
    /// For the gears before, in and after the corner: the sum of the gears over all passages, and the number of
    /// passages in which the gear is known.
    gears: [(u32, u32); 3],
    turns: u32,
    points: u32,
}

impl Sum {
    fn add(&mut self, passage: &CornerPassage) {
        self.count += 1;
        for ((sum, count), gear) in self.gears.iter_mut().zip([passage.entry, passage.minimum, passage.exit]) {
            if let Some(gear) = gear {
                *sum += u32::from(gear);
                *count += 1;
            }
        }
        self.turns += passage.turns;
        self.points += points(passage);
    }

    fn gear(&self, which: usize) -> Option<f64> {
        let (sum, count) = self.gears[which];
        (count > 0).then(|| f64::from(sum) / f64::from(count))
    }

    /// The mean of each measure over the passages, in the order of [`MEASURES`].
    fn means(&self) -> [Option<f64>; 5] {
        let mean = |sum: u32| (self.count > 0).then(|| f64::from(sum) / f64::from(self.count));
        [self.gear(0), self.gear(1), self.gear(2), mean(self.turns), mean(self.points)]
    }
}

fn points(passage: &CornerPassage) -> u32 {
    passage.spent.iter().sum()
}

/// The values by which the passages of a corner are compared. Each value has three texts: its key in files, its title,
/// and the words with which the help texts of its columns begin.
const MEASURES: [(&str, &str, &str); 5] = [
    ("entry", "Entry", "The entry gear"),
    ("minimum", "Min.", "The lowest gear"),
    ("exit", "Exit", "The exit gear"),
    ("turns", "Turns", "The number of turns"),
    ("points", "Points", "The number of points spent (the total of all resources)"),
];

/// The values of [`MEASURES`] for one passage; `None` for an unknown value.
fn measures(passage: &CornerPassage) -> [Option<f64>; 5] {
    let [entry, minimum, exit] = [passage.entry, passage.minimum, passage.exit].map(|gear| gear.map(f64::from));
    [entry, minimum, exit, Some(f64::from(passage.turns)), Some(f64::from(points(passage)))]
}

/// The totals that each passage of a corner is compared with, by corner number. `field` adds up the passages of all
/// cars. `fastest` adds up the passages in the fastest lap.
struct Against {
    field: BTreeMap<u32, Sum>,
    fastest: BTreeMap<u32, Sum>,
}

impl Against {
    fn of(digest: &Digest) -> Self {
        let (mut field, mut fastest) = (BTreeMap::<u32, Sum>::new(), BTreeMap::<u32, Sum>::new());
        let fastest_lap = fastest_lap(digest).map(|(car, lap)| (car, lap.lap));
        for passage in digest.cars.iter().flat_map(|car| &car.corners) {
            field.entry(passage.corner).or_default().add(passage);
            if fastest_lap == Some((passage.car, passage.lap)) {
                fastest.entry(passage.corner).or_default().add(passage);
            }
        }
        Self { field, fastest }
    }

    /// Compares a passage with other passages of the same corner. `mine` has the passage's values, in the order of
    /// [`MEASURES`]. Returns the differences from the mean of all cars, then the differences from the fastest lap.
    fn differences(&self, corner: u32, mine: [Option<f64>; 5]) -> impl Iterator<Item = Value> + use<> {
        let others = [&self.field, &self.fastest].map(|sums| sums.get(&corner).map(Sum::means).unwrap_or_default());
        others.into_iter().flat_map(move |theirs| {
            mine.into_iter().zip(theirs).map(|(mine, theirs)| Value::Number(mine.zip(theirs).map(|(a, b)| a - b)))
        })
    }
}

fn difference_columns() -> impl Iterator<Item = Column> {
    let against = [
        ("field", "field", "minus the mean of all cars in this corner"),
        ("quickest", "fastest", "minus the value for this corner in the fastest lap of the race"),
    ];
    against.into_iter().flat_map(|(name, title, than)| {
        MEASURES.map(|(measure, short, what)| {
            Column::new(
                format!("{measure}_{name}"),
                format!("{short} ± {title}"),
                Kind::Difference(1),
                format!("{what}, {than}"),
            )
        })
    })
}

/// The columns that are added for games whose corners require stops.
fn stop_columns() -> [Column; 7] {
    let whole =
        |name: &'static str, title: &'static str, help: &'static str| Column::new(name, title, Kind::Whole, help);
    [
        Column::new("entry_space", "Entered on", Kind::Text, "The space on which the car entered the corner"),
        whole("stops", "Stops", "The number of stops that the car made in the corner"),
        whole("required", "Required", "The number of stops that the corner requires"),
        whole("inside", "Inside", "The number of turns in the corner, from entering to leaving it"),
        whole("spaces", "Spaces", "The number of the corner's spaces that the car drove over"),
        Column::new(
            "detour",
            "± shortest",
            Kind::Difference(0),
            "The number of spaces by which the route was longer than the shortest route",
        ),
        whole(
            "overshoot",
            "Overshoot",
            "The number of spaces that the car moved beyond the corner although required stops were missing",
        ),
    ]
}

fn stop_values(driven: Option<&StopCorner>) -> [Value; 7] {
    let whole = |pick: fn(&StopCorner) -> u32| Value::Whole(driven.and_then(|driven| i32::try_from(pick(driven)).ok()));
    // A car that was already in the corner when the record began drove only a part of it.
    let whole_way = driven.filter(|driven| driven.space.is_some());
    let detour = whole_way.map(|driven| f64::from(driven.spaces) - f64::from(driven.shortest));
    let overshoot = driven.filter(|driven| driven.overshoot > 0);
    [
        Value::text(driven.and_then(|driven| driven.space.clone()).unwrap_or_default()),
        whole(|driven| driven.stops),
        whole(|driven| driven.required),
        whole(|driven| driven.turns),
        whole(|driven| driven.spaces),
        Value::Number(detour),
        Value::Whole(overshoot.and_then(|driven| i32::try_from(driven.overshoot).ok())),
    ]
}

/// The table of corner passages: one row for each car, lap and corner.
#[must_use]
pub fn corners(race: &dyn Race, digest: &Digest) -> Table {
    let against = Against::of(digest);
    let mut columns: Vec<Column> = car_columns().into();
    let whole =
        |name: &'static str, title: &'static str, help: &'static str| Column::new(name, title, Kind::Whole, help);
    columns.extend([
        whole("lap", "Lap", "The number of the lap"),
        whole("corner", "Corner", "The number of the corner"),
        whole("turn", "Turn", "The turn in which the car passed the corner"),
        whole(
            "entry",
            "Entry gear",
            "The gear of the car's last move before the move that passed the corner. In a corner with stops, the gear of the move that entered it",
        ),
        whole(
            "minimum",
            "Min. gear",
            "The lowest gear of the move that passed the corner, the moves just before and after it, and all moves in a corner with stops",
        ),
        whole("exit", "Exit gear", "The gear of the car's first move after the move that passed the corner"),
        whole(
            "turns",
            "Turns",
            "The number of turns that the car played since the previous corner, or since the finish line",
        ),
    ]);
    let has_stops = digest.cars.iter().flat_map(|car| &car.corners).any(|passage| passage.stop_corner.is_some());
    if has_stops {
        columns.extend(stop_columns());
    }
    columns.extend(resource_columns(race, "spent since the previous corner"));
    columns.extend(difference_columns());
    let row = |car: &CarDigest, passage: &CornerPassage| -> Row {
        let mut row: Row = car_values(car.car, &car.name).into();
        row.extend([Value::whole(passage.lap), Value::whole(passage.corner), Value::whole(passage.turn)]);
        let gears = [passage.entry, passage.minimum, passage.exit];
        row.extend(gears.map(|gear| Value::Whole(gear.map(i32::from))));
        row.push(Value::whole(passage.turns));
        if has_stops {
            row.extend(stop_values(passage.stop_corner.as_ref()));
        }
        row.extend(resource_values(race, &passage.spent));
        row.extend(against.differences(passage.corner, measures(passage)));
        row
    };
    let row = &row;
    let rows = digest.cars.iter().flat_map(|car| car.corners.iter().map(move |passage| row(car, passage))).collect();
    Table { name: "corners".into(), columns, rows }.in_words(race.info().gear)
}

/// Returns the table of corner means: one row for each car and corner. Its values are the means of all times that the
/// car passed the corner.
#[must_use]
pub fn corner_means(digest: &Digest) -> Table {
    let against = Against::of(digest);
    let mut columns: Vec<Column> = car_columns().into();
    let mean =
        |name: &'static str, title: &'static str, help: &'static str| Column::new(name, title, Kind::Number(1), help);
    columns.extend([
        Column::new("corner", "Corner", Kind::Whole, "The number of the corner"),
        Column::new("times", "Times", Kind::Whole, "The number of times the car passed the corner"),
        mean(
            "entry",
            "Entry gear",
            "The mean gear of the moves just before the moves in which the car passed the corner. In a corner with stops, of the moves that entered it",
        ),
        mean(
            "minimum",
            "Min. gear",
            "The lowest gear of the move that passed the corner, the moves just before and after it, and all moves in a corner with stops, averaged over all passages",
        ),
        mean("exit", "Exit gear", "The mean gear of the moves just after the moves in which the car passed the corner"),
        mean("turns", "Turns", "The mean number of turns that the car played since the previous corner, or since the finish line"),
        mean("points", "Points", "The mean number of points that the car spent since the previous corner or the finish line. The points of all resources are added up"),
    ]);
    columns.extend(difference_columns());
    let mut rows: Vec<Row> = Vec::new();
    for car in &digest.cars {
        let mut sums: BTreeMap<u32, Sum> = BTreeMap::new();
        for passage in &car.corners {
            sums.entry(passage.corner).or_default().add(passage);
        }
        for (corner, sum) in sums {
            let means = sum.means();
            let mut row: Row = car_values(car.car, &car.name).into();
            row.extend([Value::whole(corner), Value::whole(sum.count)]);
            row.extend(means.map(Value::Number));
            row.extend(against.differences(corner, means));
            rows.push(row);
        }
    }
    Table { name: "corner-means".into(), columns, rows }
}
