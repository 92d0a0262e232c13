//! All moves of a lone car, from every space with every number of stops made.

use std::sync::Arc;

use rayon::prelude::*;

use super::super::options::{Rules, STOCK, TireSet};
use super::super::rules::{LoneEnd, Searcher, lone_layers};
use super::super::spaces::SpaceSet;
use super::super::state::{Car, CarTerms, Effort, Phase, Qualifying, Standing, Start, State, Terms, Weather};
use super::super::track::{Ground, NOWHERE, SpaceIndex, Track};
use crate::game::CarId;

/// The highest face.
pub(super) const LONGEST: u16 = 30;

/// Spaces of the track with numbers of stops, and where those of each space begin.
pub(super) fn pairs(track: &Track) -> (Vec<(SpaceIndex, u8)>, Vec<u32>) {
    let mut pairs = Vec::new();
    let mut first = Vec::with_capacity(track.len() + 1);
    for at in 0..track.len() as SpaceIndex {
        first.push(pairs.len() as u32);
        match track.space(at).ground {
            Ground::Straight => pairs.push((at, 0)),
            Ground::Corner(corner) => {
                pairs.extend((0..=track.corners()[usize::from(corner)].stops).map(|made| (at, made)));
            }
            Ground::Pit | Ground::Box(_) => {}
        }
    }
    first.push(pairs.len() as u32);
    (pairs, first)
}

/// A race with one car and no pit stop.
pub(super) fn lone_race(laps: u16, wear: [u8; 6]) -> State {
    let car = Car {
        car: CarId(1),
        at: 0,
        last: 0,
        lap: 1,
        gear: 1,
        wear,
        stops: 0,
        start: Start::Done,
        spun: false,
        tires: TireSet::Hard,
        fresh: false,
        pit_stops: 0,
        waits: false,
        boxed: false,
        pit_progress: 0,
        repairs: 0,
        nitro_used: false,
        ace_used: false,
        scrap_used: false,
        radio_gone: false,
        qualifying: Qualifying::default(),
        standing: Standing::Racing,
    };
    let terms = CarTerms { wear, skill: None, pit_box: NOWHERE, team: 0, tires: TireSet::Hard };
    State {
        terms: Arc::new(Terms {
            rules: Rules::default(),
            laps: u32::from(laps),
            cars: vec![terms],
            race_weather: Weather::Good,
        }),
        phase: Phase::Race,
        round: 1,
        order: std::iter::once(0).collect(),
        done: 0,
        cars: vec![car],
        markers: SpaceSet::default(),
        weather: Weather::Good,
        police: Vec::new(),
        team_repairs: Vec::new(),
        finished: 0,
        out: 0,
        effort: Effort::default(),
    }
}

/// By pair and number of spaces: the ends of moves. In the last lap the line ends the race.
pub(super) struct Ends {
    ends: Vec<Vec<Vec<LoneEnd>>>,
}

impl Ends {
    pub(super) fn new(track: &Track, pairs: &[(SpaceIndex, u8)], is_last: bool) -> Self {
        let race = lone_race(2, STOCK);
        let ends = pairs
            .par_iter()
            .map_init(
                || (race.clone(), Searcher::default()),
                |(race, searcher), (at, made)| {
                    let car = &mut race.cars[0];
                    (car.at, car.stops, car.lap) = (*at, *made, if is_last { 2 } else { 1 });
                    lone_layers(track, race, LONGEST, searcher)
                },
            )
            .collect();
        Self { ends }
    }

    /// The ends of moves of so many spaces, those over the line that had spaces to go among them: with the spaces that were
    /// left.
    pub(super) fn of(&self, pair: usize, spaces: u16) -> impl Iterator<Item = (LoneEnd, u16)> + '_ {
        let layers = &self.ends[pair];
        let exact = layers[usize::from(spaces)].iter().map(|end| (*end, 0));
        let home = (0..spaces).flat_map(move |steps| {
            layers[usize::from(steps)].iter().filter(|end| end.done).map(move |end| (*end, spaces - steps))
        });
        exact.chain(home)
    }
}
