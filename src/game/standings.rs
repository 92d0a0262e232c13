//! The standings of a championship: the sum of the points of several races.

use std::cmp::Reverse;

/// A row of the table of a championship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<T> {
    /// The driver or the team.
    pub who: T,
    /// The rank in the championship, from 1. Equal rows share a rank.
    pub place: u32,
    /// The total points of the driver or the team.
    pub points: u32,
    /// The points in each race, in the order of the races.
    pub by_race: Vec<u32>,
    /// The number of first places, the number of second places, and so on. For a team, the places of both its drivers
    /// are counted.
    pub places: Vec<u32>,
}

/// Adds up the points of races. Each race is a list of results. A result has a driver or a team, its points and its
/// finishing places. The rows are sorted by total points. Rows with equal points are sorted by the number of first
/// places, then of second places, and so on. This is rule WW-CHAMP-02 of Wheel to Wheel, and it is usual in motor
/// racing.
///
/// ```
/// use paddock::game::standings::add_up;
///
/// // Two races: driver, points and places.
/// let races = [vec![("Ada", 5, vec![1]), ("Bruno", 3, vec![2])], vec![("Bruno", 5, vec![1]), ("Ada", 1, vec![3])]];
/// let table = add_up(races.into_iter());
/// assert_eq!((table[0].who, table[0].points, table[0].place), ("Bruno", 8, 1));
/// ```
#[must_use]
pub fn add_up<T: Ord + Copy>(races: impl Iterator<Item = Vec<(T, u32, Vec<u32>)>>) -> Vec<Line<T>> {
    let mut lines: Vec<Line<T>> = Vec::new();
    let mut count = 0;
    for (number, race) in races.enumerate() {
        for (who, points, places) in race {
            line_of(&mut lines, who, number).score(number, points, &places);
        }
        count = number + 1;
    }
    settle(&mut lines, count);
    lines
}

fn line_of<T: PartialEq + Copy>(lines: &mut Vec<Line<T>>, who: T, races: usize) -> &mut Line<T> {
    let index = lines.iter().position(|line| line.who == who).unwrap_or_else(|| {
        lines.push(Line { who, place: 0, points: 0, by_race: vec![0; races], places: Vec::new() });
        lines.len() - 1
    });
    &mut lines[index]
}

impl<T> Line<T> {
    fn score(&mut self, race: usize, points: u32, places: &[u32]) {
        self.by_race.resize(race + 1, 0);
        self.by_race[race] += points;
        self.points += points;
        for place in places.iter().map(|place| *place as usize).filter(|place| *place > 0) {
            if self.places.len() < place {
                self.places.resize(place, 0);
            }
            self.places[place - 1] += 1;
        }
    }
}

/// Sorts the rows by points, then by the number of first places, second places, and so on. Equal rows share a rank.
fn settle<T: Ord + Copy>(lines: &mut [Line<T>], races: usize) {
    let width = lines.iter().map(|line| line.places.len()).max().unwrap_or(0);
    for line in lines.iter_mut() {
        line.places.resize(width, 0);
        line.by_race.resize(races, 0);
    }
    lines.sort_by_cached_key(|line| (Reverse((line.points, line.places.clone())), line.who));
    let mut before: Option<(u32, Vec<u32>, u32)> = None;
    for (number, line) in (1..).zip(lines.iter_mut()) {
        line.place = match &before {
            Some((points, places, place)) if *points == line.points && *places == line.places => *place,
            _ => number,
        };
        before = Some((line.points, line.places.clone(), line.place));
    }
}
