//! Creates the first state of a race from a setup: terms, grid and points (ledger, section 3.3).

use arrayvec::ArrayVec;

use super::pieces::{PIT_LINE_OFFSET, pieces};
use super::rules::sector;
use super::setup::{GridPlace, GridSide, Setup};
use super::state::{Car, FirstMove, State};
use super::{Edition, MAX_CARS, PowerSet, Terms, Token, Track};
use crate::game::words::many;
use crate::game::{CarId, Entrant, Issue};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// The largest number of points of one kind (tyre or nitro) that a car can hold (VR-SETUP-03).
const MOST_OF_A_KIND: u8 = 8;

/// Returns the first state of a race. If the setup has errors, returns all of its issues instead.
pub(super) fn start(track: &Track, setup: &Setup) -> Result<State, Vec<Issue>> {
    let mut issues = Vec::new();
    let terms = setup.options.terms(setup.edition).unwrap_or_else(|found| {
        issues.extend(found);
        Terms::of(setup.edition)
    });
    check_terms(track, setup, &mut issues);
    // The next checks compare each car with every other car. Skip them if there are too many cars: a broken file may
    // list thousands.
    if setup.cars.len() > MAX_CARS && !issues.is_empty() {
        return Err(issues);
    }
    check_lists(setup, &mut issues);
    if setup.grid.len() > MAX_CARS && !issues.is_empty() {
        return Err(issues);
    }
    let reserve = check_powers(setup, terms, &mut issues);
    if !issues.is_empty() {
        return Err(issues);
    }
    let mut cars: ArrayVec<Car, MAX_CARS> = ArrayVec::new();
    for (index, place) in setup.grid.iter().enumerate() {
        match position(track, setup, terms, place, index, &cars) {
            Ok(position) => cars.push(car(track, setup, place.car, position)),
            Err(issue) => return Err(vec![issue]),
        }
    }
    let order: ArrayVec<u8, MAX_CARS> = (0..cars.len() as u8).collect();
    Ok(State {
        edition: setup.edition,
        terms,
        laps: setup.laps,
        cars,
        settled: order.clone(),
        order,
        played: 0,
        round: 1,
        reserve,
        declared: None,
    })
}

/// Checks the number of cars and laps, the starting gear, and whether the circuit suits the edition.
fn check_terms(track: &Track, setup: &Setup, issues: &mut Vec<Issue>) {
    let (cars, laps) = (setup.edition.cars(), setup.edition.laps());
    let edition = setup.edition.name();
    if !cars.contains(&setup.cars.len()) {
        let message = format!(
            "The race has {}; the {edition} needs {} to {}.",
            many(setup.cars.len(), "car"),
            cars.start(),
            cars.end()
        );
        issues.push(Issue::error("VR-SETUP-01", message));
    }
    if !laps.contains(&setup.laps) {
        let message = format!(
            "The race has {}; the {edition} allows {} to {}.",
            many(setup.laps, "lap"),
            laps.start(),
            laps.end()
        );
        issues.push(Issue::error("VR-SETUP-02", message));
    }
    if setup.edition == Edition::Formula8 {
        if setup.start_gear != 3 {
            let message = format!("The starting gear is {}; in the first edition it must be 3.", setup.start_gear);
            issues.push(Issue::error("VR-FIRST-01", message));
        }
        if setup.grid_side.is_none() {
            let message =
                "The side of the second car is missing. Set `grid_side` to white (left of pole) or black (right).";
            issues.push(Issue::error("VR-GRID-03", message));
        }
    } else if setup.grid_side.is_some() {
        let message = format!(
            "A side is chosen for the second car, but the {edition} has a flying start without such a choice. Remove `grid_side`."
        );
        issues.push(Issue::error("VR-GRID-03", message));
    }
    if setup.edition != Edition::Formula8 && !(3..=5).contains(&setup.start_gear) {
        let message = format!("The starting gear is {}; it must be 3, 4 or 5.", setup.start_gear);
        issues.push(Issue::error("VR-FIRST-03", message));
    }
    if setup.edition.is_printed() {
        if track.pitwall().direction.is_diagonal() {
            let message =
                "The pitwall is not parallel to a table edge, so only the online edition allows races on this circuit.";
            issues.push(Issue::error("VR-TRACK-03", message).at(track.pitwall().at.to_f64()));
        }
        for (number, corner) in (1..).zip(track.corners()) {
            if !corner.facing.is_diagonal() {
                let message = format!(
                    "Corner {number} stands at 45° to the table's edges, so only the online edition allows races on this circuit."
                );
                issues.push(Issue::error("VR-TRACK-03", message).at(corner.at.to_f64()));
            }
        }
    }
}

/// Checks that the grid lists the entered cars, and checks each car's points.
fn check_lists(setup: &Setup, issues: &mut Vec<Issue>) {
    let mut entered: Vec<CarId> = setup.cars.iter().map(|entry| entry.car).collect();
    let mut placed: Vec<CarId> = setup.grid.iter().map(|place| place.car).collect();
    entered.sort_unstable();
    placed.sort_unstable();
    let wrong = Entrant::check("VR-GRID-01", entered.iter().copied());
    if !wrong.is_empty() {
        issues.extend(wrong);
    } else if entered != placed {
        issues.push(Issue::error("VR-GRID-01", "The grid does not list every entered car exactly once."));
    }
    let points = setup.options.points();
    for entry in &setup.cars {
        let car = entry.car;
        if u32::from(entry.tyre) + u32::from(entry.nitro) != u32::from(points) {
            let message = format!(
                "Car {car} takes {} tyre and {} nitro points; it must take exactly {points} points in all.",
                entry.tyre, entry.nitro
            );
            issues.push(Issue::error("VR-RES-01", message));
        } else if entry.tyre.max(entry.nitro) > MOST_OF_A_KIND {
            let message = format!(
                "Car {car} takes more than {MOST_OF_A_KIND} tyre or nitro points; {MOST_OF_A_KIND} of each are allowed."
            );
            issues.push(Issue::error("VR-RES-01", message));
        }
        if !entry.start_boost {
            continue;
        }
        if setup.edition != Edition::Formula8 {
            let message = format!(
                "Car {car} is committed to a starting boost, but only the first edition has one. Set `start_boost` to false."
            );
            issues.push(Issue::error("VR-FIRST-02", message));
        } else if entry.nitro == 0 {
            let message = format!("Car {car} is committed to a starting boost but has no nitro point to pay for it.");
            issues.push(Issue::error("VR-FIRST-02", message));
        }
    }
}

/// Checks each car's Super Power (VR-POW-01). Returns the reserve: the powers that no car took.
fn check_powers(setup: &Setup, terms: Terms, issues: &mut Vec<Issue>) -> PowerSet {
    let mut reserve = if terms.powers { PowerSet::ALL } else { PowerSet::default() };
    // The last car on the grid chooses first. If two cars take the same power, the car further ahead gets the issue.
    for place in setup.grid.iter().rev() {
        let Some(entry) = setup.cars.iter().find(|entry| entry.car == place.car) else { continue };
        let Some(power) = entry.power else { continue };
        if !terms.powers {
            let message = format!("Car {} takes a Super Power, but this race has none.", entry.car);
            issues.push(Issue::error("VR-POW-01", message).fix("Set `options.powers` to true."));
        } else if !reserve.contains(power) {
            let message =
                format!("Car {} cannot take the {power}: a car further back has already taken it.", entry.car);
            issues.push(Issue::error("VR-POW-01", message));
        }
        reserve = reserve.without(power);
    }
    reserve
}

/// Creates a car on the grid.
fn car(track: &Track, setup: &Setup, id: CarId, position: Point) -> Car {
    let heading = track.pitwall().direction;
    let entry = setup.cars.iter().find(|entry| entry.car == id);
    let (tyre, nitro) = entry.map_or((0, 0), |entry| (entry.tyre, entry.nitro));
    let boosts = entry.is_some_and(|entry| entry.start_boost);
    let first_move =
        (setup.edition == Edition::Formula8).then_some(if boosts { FirstMove::Boost } else { FirstMove::Plain });
    let last = track.corners().len() - 1;
    let (passed, sector) = if setup.edition.is_printed() {
        (track.corners().len() as u8, 0)
    } else {
        // Before the first crossing the last corner is current (ledger, section 4.5).
        (last as u8, sector(track, last, position, heading))
    };
    Car {
        tyre,
        // A car that is committed to a boost pays for it when the commitment is revealed, before the first move
        // (VR-FIRST-02).
        nitro: nitro.saturating_sub(u8::from(boosts)),
        sector,
        first_move,
        token: entry.and_then(|entry| entry.power).map(|power| Token { power, used: false }),
        ..Car::new(id, position, heading, setup.start_gear, passed)
    }
}

/// Returns the centre of a car on the grid, as a point on the board.
fn position(
    track: &Track,
    setup: &Setup,
    terms: Terms,
    place: &GridPlace,
    index: usize,
    placed: &[Car],
) -> Result<Point, Issue> {
    let (car, edition) = (place.car, setup.edition);
    let is_free = |at: Point| is_free(track, edition, terms, at, placed);
    let (position, piece_places) = match (index, edition) {
        (0, _) => (pole(track, edition, place)?, Vec::new()),
        (_, Edition::Formula8) => (slot(track, setup, place, index, placed)?, Vec::new()),
        _ => behind(track, place, placed)?,
    };
    if edition == Edition::Formula8 {
        if is_free(position) {
            return Ok(position);
        }
        let number = index + 1;
        let message = format!("Grid slot {number}, where car {car} starts, is not free.");
        let fix = if index == 0 {
            "Change the position of the car on pole."
        } else {
            "Choose the other side. If neither side is free, change the position of the car on pole."
        };
        let clause = if index == 0 { "VR-GRID-02" } else { "VR-GRID-04" };
        return Err(Issue::error(clause, message).at(position.to_f64()).fix(fix));
    }
    if let Some(before) = placed.last() {
        let heading = track.pitwall().direction;
        if !(before.position - position).along(heading).is_positive() {
            let message = format!("Car {car} must start behind car {}, but it does not.", before.id);
            return Err(Issue::error("VR-START-04", message).at(position.to_f64()));
        }
    }
    if !is_free(position)
        || (!piece_places.is_empty() && edition == Edition::Second && !piece_places.into_iter().any(is_free))
    {
        let message = format!("The start place of car {car} is not free.");
        return Err(Issue::error("VR-START-05", message).at(position.to_f64()));
    }
    Ok(position)
}

/// Returns the centre of a car behind pole in the first edition. Each grid slot is √2/2 octagons further back than the
/// slot before it. The even slots are also shifted by √2/2 octagons to the chosen side (VR-GRID-03). The rulebook's
/// picture of the starting-grid token is lost, so this pattern is a ruling.
fn slot(track: &Track, setup: &Setup, place: &GridPlace, index: usize, placed: &[Car]) -> Result<Point, Issue> {
    let GridPlace { car, aside, back, behind, place: number } = place;
    if aside.is_some() || back.is_some() || behind.is_some() || number.is_some() {
        let message = format!(
            "A starting place is given for car {car}, but the starting-grid token decides the places of all cars except the one on pole. Remove the place of car {car}."
        );
        return Err(Issue::error("VR-GRID-03", message));
    }
    let heading = track.pitwall().direction;
    // One step diagonally back leads √2/2 back and √2/2 to one side. Two such steps, one to each side, lead straight
    // back.
    let side = if setup.grid_side == Some(GridSide::White) { 3 } else { -3 };
    let outwards = heading.turned(side).unit();
    let straight = outwards + heading.turned(-side).unit();
    let pole = placed.first().map_or(Point::ORIGIN, |car| car.position);
    let pairs = (index / 2) as i64;
    Ok(pole + straight * pairs + if index % 2 == 1 { outwards } else { Point::ORIGIN })
}

/// Returns the centre of the car on pole (VR-GRID-02, VR-START-01, VR-START-02).
fn pole(track: &Track, edition: Edition, place: &GridPlace) -> Result<Point, Issue> {
    let wall = track.pitwall();
    let clause = match edition {
        Edition::Formula8 => "VR-GRID-02",
        Edition::Second => "VR-START-01",
        Edition::Online => "VR-START-02",
    };
    let invalid = |message: String| Issue::error(clause, message);
    let car = place.car;
    if place.behind.is_some() || place.place.is_some() {
        return Err(invalid(format!(
            "Car {car} has pole and cannot start behind another car. Remove `behind` and `place`."
        )));
    }
    let Some(aside) = place.aside else {
        return Err(invalid(format!(
            "Car {car} has pole, but `aside`, its distance from the pitwall's axis, is missing."
        )));
    };
    let decimals = || invalid(format!("Car {car}: write the start place with at most four decimals."));
    let sideways = wall.track.normal.times(aside).ok_or_else(decimals)?;
    let back = match (edition, place.back) {
        (Edition::Formula8, None) => Surd::HALF - PIT_LINE_OFFSET,
        (Edition::Second, None) => PIT_LINE_OFFSET + Surd::HALF,
        (Edition::Formula8 | Edition::Second, Some(_)) => {
            let line = if edition == Edition::Second { "pit entry line" } else { "start and finish line" };
            return Err(invalid(format!(
                "In this edition, the front of the car on pole is always on the {line}. Remove the setting `back`."
            )));
        }
        (Edition::Online, Some(back)) => back,
        (Edition::Online, None) => {
            return Err(invalid(format!(
                "Car {car} has pole, but `back`, its distance behind the pitwall's centre, is missing."
            )));
        }
    };
    if edition == Edition::Online {
        let hundredths = |n: i64| Surd::from_units(n * 200, 0);
        // The random distance is measured from the car's front to the entry line. Game records cut it to two decimals.
        let distance = back - PIT_LINE_OFFSET - Surd::HALF;
        if distance <= hundredths(449)
            || distance > hundredths(750)
            || aside < hundredths(50)
            || aside > hundredths(350)
        {
            return Err(invalid(format!(
                "Car {car} starts {:.2} octagons before the entry line (allowed: 4.5 to 7.5) and {:.2} octagons from the pitwall's axis (allowed: 0.5 to 3.5).",
                distance.to_f64(),
                aside.to_f64()
            )));
        }
    } else if !aside.is_positive() {
        return Err(invalid(format!(
            "Car {car} is not on the track side of the pitwall. Set `aside`, its distance from the wall's axis, to more than 0."
        )));
    }
    let backwards = wall.direction.opposite().times(back).ok_or_else(decimals)?;
    Ok(wall.at + sideways + backwards)
}

/// Returns the centre of a car that starts at one of the seven places behind another car (VR-START-03). Also returns
/// the points where the flying-start piece may lie between the two cars.
fn behind(track: &Track, place: &GridPlace, placed: &[Car]) -> Result<(Point, Vec<Point>), Issue> {
    let invalid = |message: String| Issue::error("VR-START-03", message);
    let car = place.car;
    if place.aside.is_some() || place.back.is_some() {
        return Err(invalid(format!(
            "Car {car} is not on pole and starts behind another car. Remove `aside` and `back`."
        )));
    }
    let Some(reference) = place.behind.and_then(|id| placed.iter().find(|other| other.id == id)) else {
        return Err(invalid(format!(
            "Car {car} must start behind a car further ahead on the grid. Set `behind` to such a car."
        )));
    };
    let Some((piece, sides)) = place.place.and_then(|number| place_steps(track.pitwall().direction, number)) else {
        return Err(invalid(format!(
            "Car {car} has no valid place behind the other car. Set `place` to a number from 1 to 7."
        )));
    };
    let position = reference.position + piece.unit() + sides.unit();
    let ways = piece_places(track.pitwall().direction, piece, sides).map(|way| reference.position + way).collect();
    Ok((position, ways))
}

/// Returns the points where the flying-start piece may lie, relative to the reference car. The step `piece` leads from
/// the reference car to the flying-start piece, and the step `sides` leads from there to the starting car. The piece
/// must touch one of the reference car's three rear sides, and the starting car must touch the piece's far side or a
/// side next to it. If the same two steps also meet these conditions in the opposite order, there is a second point.
fn piece_places(heading: Direction, piece: Direction, sides: Direction) -> impl Iterator<Item = Point> {
    let rear = move |d: Direction| d.eighths_from(heading.opposite()).abs() <= 1;
    [(piece, sides), (sides, piece)]
        .into_iter()
        .filter(move |(first, second)| rear(*first) && second.eighths_from(*first).abs() <= 1)
        .map(|(first, _)| first.unit())
}

/// Returns the offset from a reference car to one of the seven places behind it, and the offsets at which the
/// flying-start piece may lie.
pub(super) fn flying_start(heading: Direction, number: u8) -> Option<(Point, Vec<Point>)> {
    let (piece, sides) = place_steps(heading, number)?;
    Some((piece.unit() + sides.unit(), piece_places(heading, piece, sides).collect()))
}

/// Returns the offset from a reference car to one of the seven places behind it, numbered 1 to 7 as in VR-START-03.
#[must_use]
pub fn grid_place(heading: Direction, number: u8) -> Option<Point> {
    place_steps(heading, number).map(|(piece, car)| piece.unit() + car.unit())
}

/// Returns the directions of the two unit steps that lead from a reference car to one of the seven places behind it,
/// numbered as in VR-START-03. The first step leads from the reference car to the flying-start piece. The second step
/// leads from this piece to the car that starts.
fn place_steps(heading: Direction, number: u8) -> Option<(Direction, Direction)> {
    let back = heading.opposite();
    // The left of the heading is `turned(2)`. For a direction that points backwards, the same side is `turned(-2)`.
    let left = |n: i64| back.turned(-n);
    Some(match number {
        1 => (back, back),
        2 => (back, left(1)),
        3 => (back, left(-1)),
        4 => (left(1), left(1)),
        5 => (left(-1), left(-1)),
        6 => (left(1), left(2)),
        7 => (left(-1), left(-2)),
        _ => return None,
    })
}

/// Whether the point `at` is free for the centre of a car at the start: the car is on the table there and overlaps
/// nothing.
pub(super) fn is_free(track: &Track, edition: Edition, terms: Terms, at: Point, placed: &[Car]) -> bool {
    let base = pieces().car().moved(at);
    let overlaps = |other: &Octilinear| match terms.overlap {
        Some(depth) => base.overlaps_by(other, depth),
        None => base.overlaps(other),
    };
    let on_table = if edition == Edition::Online { track.table().contains(at) } else { track.table().encloses(&base) };
    on_table
        && !track.corners().iter().any(|corner| overlaps(corner.shape()))
        && !track.pitwall().parts().iter().any(overlaps)
        && !placed.iter().any(|car| overlaps(&pieces().car().moved(car.position)))
        && (!terms.track_limits || !track.limits().iter().any(|limit| limit.is_broken_by(&base)))
}
