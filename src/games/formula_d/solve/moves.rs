//! Lists all moves of a lone car, from every space with every state code (such as the number of stops made).

use rayon::prelude::*;

use super::super::options::STOCK;
use super::super::rules::{LoneEnd, Searcher, lone_ends, lone_exits};
use super::super::state::{Car, Start, State};
use super::super::track::{Ground, SpaceIndex, Track};
use super::modes::Mode;
use super::{Progress, Question};

/// The longest move before drift, in spaces: the highest face plus the optional space of soft tyres.
pub(super) const LONGEST: u16 = 31;
/// The largest number of spaces that a car moves when it leaves its pit box.
pub(super) const MOST_EXIT: u16 = 5;

/// The state code of a car that has just arrived in its own box and still has to roll the black die.
pub(super) const ARRIVED: u8 = 0;
/// The state code of a car in its own box that waits for the next round.
pub(super) const WAITS: u8 = 1;
/// The state code of a car that has just arrived in its own box, with a face of the gear die that requires a weather
/// roll.
pub(super) const ARRIVED_STRAINED: u8 = 2;

/// A space together with a state code. In a corner, the code is the number of stops that the car has made there. In the
/// pit lane, the code is 1 if the car has been in its box, otherwise 0. In the box, the code is the stage of the stop,
/// such as [`WAITS`].
pub(super) type Pair = (SpaceIndex, u8);

/// Returns the pairs (space and state code) of a circuit, and the index of each space's first pair.
pub(super) fn pairs(track: &Track, question: &Question) -> (Vec<Pair>, Vec<u32>) {
    let mut pairs = Vec::new();
    let mut first = Vec::with_capacity(track.len() + 1);
    let own = question.pit_box();
    for at in 0..track.len() as SpaceIndex {
        first.push(pairs.len() as u32);
        let most = match track.space(at).ground {
            Ground::Straight => 0,
            Ground::Corner(corner) => track.corners()[usize::from(corner)].stops,
            Ground::Pit if question.has_stops() => 1,
            Ground::Box(_) if at == own => ARRIVED_STRAINED,
            Ground::Pit | Ground::Box(_) => continue,
        };
        pairs.extend((0..=most).map(|made| (at, made)));
    }
    first.push(pairs.len() as u32);
    (pairs, first)
}

/// Changes the car of a race so that it has this pair (space and state code), this lap and this mode (tyre set and
/// weather).
pub(super) fn place(track: &Track, race: &mut State, pair: Pair, lap: u16, mode: Mode) {
    race.weather = mode.weather;
    let ground = track.space(pair.0).ground;
    let car = &mut race.cars[0];
    *car = Car {
        at: pair.0,
        last: pair.0,
        stops: if ground.corner().is_some() { pair.1 } else { 0 },
        lap,
        gear: 1,
        start: Start::Done,
        spun: false,
        tyres: mode.tyres,
        fresh: mode.fresh,
        boxed: ground.is_pit() && pair.1 > 0,
        waits: matches!(ground, Ground::Box(_)),
        ..*car
    };
}

/// Everything that can change a car's moves, apart from its space and its state code. If two combinations of lap and
/// mode (tyre set and weather) have the same signature, the same moves are possible in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signature {
    lap: u16,
    left: u16,
    factors: [u8; 2],
    drift: u8,
    soft: [bool; 2],
}

/// A move of a lone car. Only the end of the move is stored, not its route.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The index of the pair (space and state code) that the move leads to; `None` for the finish.
    pub pair: Option<u32>,
    pub end: LoneEnd,
}

/// A list of moves that is shared by all laps and modes (tyre set and weather) with the same [`Signature`]. It is
/// sorted by the pair (space and state code) where the moves begin, then by the number of spaces before braking.
struct Class {
    signature: Signature,
    first: Vec<u32>,
    ways: Vec<Way>,
    /// The moves out of the box. Entry `n` has the moves of `n` spaces.
    exits: Vec<Vec<Way>>,
}

/// All moves of a lone car in the race to be solved.
pub(super) struct Moves {
    classes: Vec<Class>,
    modes: usize,
    /// For each lap and mode (tyre set and weather), the index in `classes` of its list of moves.
    class_of: Vec<usize>,
}

impl Moves {
    /// Lists the moves for every lap and every mode (tyre set and weather). Laps and modes in which a car has the same
    /// moves share one list. Returns `None` if `progress` stops the solver.
    pub(super) fn new(
        track: &Track,
        question: &Question,
        modes: &[Mode],
        (pairs, first): (&[Pair], &[u32]),
        progress: &Progress<'_>,
    ) -> Option<Self> {
        let mut moves = Self { classes: Vec::new(), modes: modes.len(), class_of: Vec::new() };
        let laps = question.laps();
        for lap in 0..=laps {
            for mode in modes {
                let signature = signature(track, question, lap, *mode);
                let known = moves.classes.iter().position(|class| class.signature == signature);
                if known.is_none() {
                    moves.classes.push(Class::new(track, question, (lap, *mode), signature, (pairs, first), progress)?);
                }
                moves.class_of.push(known.unwrap_or(moves.classes.len() - 1));
            }
        }
        Some(moves)
    }

    fn class(&self, lap: u16, mode: usize) -> &Class {
        &self.classes[self.class_of[usize::from(lap) * self.modes + mode]]
    }

    /// Whether the car may use the optional space of soft tyres in a move. `waits` is set for a car that begins the
    /// move in its box.
    pub(super) fn is_soft(&self, lap: u16, mode: usize, waits: bool) -> bool {
        self.class(lap, mode).signature.soft[usize::from(waits)]
    }

    /// Returns the moves with this number of spaces before drift and braking, for a lap, a mode (tyre set and weather)
    /// and a pair (space and state code).
    pub(super) fn of(&self, lap: u16, mode: usize, pair: usize, spaces: u16) -> &[Way] {
        let class = self.class(lap, mode);
        let at = pair * (usize::from(LONGEST) + 1) + usize::from(spaces.min(LONGEST));
        &class.ways[class.first[at] as usize..class.first[at + 1] as usize]
    }

    /// Returns the moves out of the box after a quick stop. The roll at the stop gives the car `spaces` spaces for this
    /// move.
    pub(super) fn exits(&self, lap: u16, mode: usize, spaces: u16) -> &[Way] {
        self.class(lap, mode).exits.get(usize::from(spaces)).map_or(&[], Vec::as_slice)
    }

    /// Returns the memory that the moves take, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.classes.iter().map(|class| class.ways.len() * size_of::<Way>() + class.first.len() * 4).sum::<usize>()
            as u64
    }
}

fn signature(track: &Track, question: &Question, lap: u16, mode: Mode) -> Signature {
    let mut race = question.race.clone();
    place(track, &mut race, (question.grid(), 0), lap, mode);
    let car = &race.cars[0];
    Signature {
        lap: lap.min(1),
        left: (question.laps() - lap).min(4),
        factors: [0, 1].map(|crossed| race.factor(car, lap + crossed)),
        drift: race.drift(0),
        soft: [false, true].map(|waits| race.has_soft_bonus(&Car { waits, ..*car })),
    }
}

impl Class {
    fn new(
        track: &Track,
        question: &Question,
        (lap, mode): (u16, Mode),
        signature: Signature,
        (pairs, first): (&[Pair], &[u32]),
        progress: &Progress<'_>,
    ) -> Option<Self> {
        let way = |end: &LoneEnd| {
            let within = match track.space(end.to).ground {
                Ground::Box(_) => {
                    if end.boxed {
                        ARRIVED
                    } else {
                        WAITS
                    }
                }
                Ground::Pit => u8::from(end.visited),
                _ => end.made,
            };
            let pair = (!end.done).then(|| first[usize::from(end.to)] + u32::from(within));
            Way { pair, end: *end }
        };
        let brakes =
            u16::from(if question.race.terms.rules.is_basic() { question.wear()[0] } else { question.wear()[1] });
        let own = question.pit_box();
        // Wear points do not change which edges the car may take.
        let mut race = question.race.clone();
        race.cars[0].wear = STOCK;
        let found: Option<Vec<Vec<Vec<Way>>>> = pairs
            .par_iter()
            .map_init(
                || (race.clone(), Searcher::default()),
                |(race, searcher), pair| {
                    if !(progress.report)(0.0) {
                        return None;
                    }
                    if pair.0 == own && pair.1 != WAITS {
                        return Some(vec![Vec::new(); usize::from(LONGEST) + 1]);
                    }
                    place(track, race, *pair, lap, mode);
                    let by_base = lone_ends(track, race, LONGEST, brakes, searcher);
                    Some(by_base.iter().map(|ends| ends.iter().map(way).collect()).collect())
                },
            )
            .collect();
        let mut class = Self { signature, first: vec![0], ways: Vec::new(), exits: Vec::new() };
        for ways in found?.into_iter().flatten() {
            class.ways.extend(ways);
            class.first.push(class.ways.len() as u32);
        }
        if let Some(pair) = pairs.iter().find(|pair| pair.0 == own && pair.1 == WAITS) {
            place(track, &mut race, *pair, lap, mode);
            let mut searcher = Searcher::default();
            class.exits = (0..=MOST_EXIT)
                .map(|number| lone_exits(track, &race, number, &mut searcher).iter().map(|exit| way(&exit.0)).collect())
                .collect();
        }
        Some(class)
    }
}
