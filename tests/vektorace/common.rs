//! Reads VektoRace positions and turns from the ledger's shorthand.
//!
//! | shorthand | meaning |
//! |---|---|
//! | `A(10,10)0 g3 t4 n4` | car A (number 1), centre (10,10), direction 0; defaults g3 t4 n4 c1 j0 |
//! | `w`, `r` | √2/2 and √2: `13+w`, `10+3w`, `79/4-3/8r` |
//! | `pushed`, `left`, `right`, `box`, `lane`, `yielded` | marks and calls, after the numbers |
//! | `restart`, `lost`, `back` | states after a penalty or a fall, after the numbers |
//! | `plain`, `boost` | the decision about a boost on the first move (first edition) |
//! | `*late`, `*late!` | has a Super Power, has one that is used |
//! | `3FL F<`, `4F+2 F-` | a move, as in section 6.2 |
//! | `J2 2F SL-`, `X<`, `YB`, `Q` | brakes, stands still, gives way, leaves |
//! | `DB PB SB.F OB.FL HBL MBR` | attacks on car B |
//! | `T5N3`, `BOX`, `=4`, `=-` | points taken, BOX-BOX, the declaration; without one the gear played is declared |
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use paddock::game::prelude::*;
use paddock::game::{CarId, Event, EventKind, IllegalTurn};
use paddock::games::vektorace::pieces::pieces;
use paddock::games::vektorace::{
    Action, Attack, AttackKind, AttackPlace, Car, CornerDraft, Draft, Edges, Edition, Fall, FirstMove, Hand, Marks,
    Move, PitwallDraft, Placing, Power, PowerSet, PowerUse, PowerUses, Rotation, Side, Standing, Start, State, Supply,
    TableDraft, TableEdge, Terms, Token, Track, Turn, Vektorace,
};
use paddock::geometry::{Direction, Point, Surd};

pub use Edition::{Formula8, Online, Second};

/// All three editions.
pub const ALL: [Edition; 3] = Edition::ALL;

/// The editions with a flying start.
pub const BOTH: [Edition; 2] = [Second, Online];

/// The printed editions.
pub const PRINTED: [Edition; 2] = [Formula8, Second];

/// Reads a number: `13`, `13+w`, `10+3w`, `79/4-3/8r`.
pub fn number(text: &str) -> Surd {
    let mut plain = String::new();
    for (at, c) in text.char_indices() {
        match c {
            // w is half of r. Without a factor it counts once.
            'w' if text[..at].ends_with(|c: char| c.is_ascii_digit()) => plain.push_str("/2r"),
            'w' => plain.push_str("1/2r"),
            _ => plain.push(c),
        }
    }
    plain.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Reads a point: `10,10+w`.
pub fn point(text: &str) -> Point {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text}: no comma"));
    Point::new(number(x), number(y))
}

/// Returns a direction by its number.
pub fn dir(number: i64) -> Direction {
    Direction::new(number)
}

/// Returns the number of the car with this letter: A is 1.
pub fn id(letter: char) -> CarId {
    assert!(letter.is_ascii_uppercase(), "{letter} is no car");
    CarId(u32::from(letter) - u32::from('A') + 1)
}

/// Returns a corner of a draft.
pub fn corner(number: u32, at: &str, facing: i64) -> CornerDraft {
    CornerDraft { number, at: point(at), facing: dir(facing), hand: None }
}

/// Returns the table from the origin to (`width`, `height`).
pub fn table(width: i64, height: i64) -> TableDraft {
    TableDraft { from: Point::ORIGIN, to: Point::new(Surd::from_int(width), Surd::from_int(height)) }
}

/// Returns OVAL of the ledger, as a draft.
pub fn oval_draft() -> Draft {
    Draft {
        name: "OVAL".to_owned(),
        table: table(40, 24),
        direction: Some(Hand::Clockwise),
        pitwall: Some(PitwallDraft { at: point("20,6"), direction: dir(4) }),
        corners: vec![corner(1, "8,10", 5), corner(2, "8,16", 3), corner(3, "32,16", 1), corner(4, "32,10", 7)],
        ..Draft::default()
    }
}

/// Returns EMPTY of the ledger. A track must have a pitwall and two corners, so they stand far to the lower left of a
/// larger table with EMPTY's right and upper edges (x = 40, y = 24). No piece and no ray comes near the places in the
/// clauses, and all of EMPTY lies in sector 2 of corner 1. EMPTY's left and lower edges are missing.
pub fn empty_draft() -> Draft {
    let corner = |number, at| CornerDraft { hand: Some(Hand::CounterClockwise), ..corner(number, at, 3) };
    Draft {
        name: "EMPTY".to_owned(),
        table: TableDraft { from: point("-120,-220"), to: point("40,24") },
        pitwall: Some(PitwallDraft { at: point("-110,-180"), direction: dir(4) }),
        corners: vec![corner(1, "-100,-190"), corner(2, "-105,-195")],
        ..Draft::default()
    }
}

/// Returns the track of a draft without errors.
pub fn track(draft: &Draft) -> Track {
    let (track, issues) = Vektorace::validate(draft);
    track.unwrap_or_else(|| panic!("{issues:#?}"))
}

/// A position on a track. The first car named is the car to act.
#[derive(Clone, Debug)]
pub struct Position {
    pub track: Track,
    pub state: State,
}

/// Returns EMPTY with these cars, separated by `;`, in this order.
pub fn empty(edition: Edition, cars: &str) -> Position {
    position(edition, &empty_draft(), cars)
}

/// Returns OVAL with these cars.
pub fn oval(edition: Edition, cars: &str) -> Position {
    position(edition, &oval_draft(), cars)
}

/// Returns any circuit with these cars.
pub fn position(edition: Edition, draft: &Draft, cars: &str) -> Position {
    let track = track(draft);
    let cars: Vec<Car> = cars.split(';').map(|text| car(&track, edition, text.trim())).collect();
    let state = State {
        edition,
        terms: Terms::of(edition),
        laps: 3,
        order: (0..cars.len() as u8).collect(),
        settled: (0..cars.len() as u8).collect(),
        cars: cars.into_iter().collect(),
        played: 0,
        round: 1,
        reserve: PowerSet::default(),
        declared: None,
    };
    Position { track, state }
}

/// Reads a place: `(10,10)0 g3` gives the point, the direction and the rest of the text.
fn place(text: &str) -> (Point, Direction, &str) {
    let inner = text.strip_prefix('(').unwrap_or_else(|| panic!("{text}: no bracket"));
    let (at, rest) = inner.split_once(')').unwrap_or_else(|| panic!("{text}: no bracket"));
    let (heading, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    (point(at), dir(heading.parse().unwrap_or_else(|_| panic!("{text}: no direction"))), rest)
}

/// Returns the edges of the table that a car at this point touches.
fn touched(track: &Track, at: Point) -> Edges {
    let base = pieces().car().moved(at);
    let touches = |edge: &TableEdge| base.reach(edge.outwards()) == track.table().reach(edge.outwards());
    TableEdge::ALL.into_iter().filter(touches).fold(Edges::default(), Edges::with)
}

fn car(track: &Track, edition: Edition, text: &str) -> Car {
    let letter = text.chars().next().unwrap_or_else(|| panic!("no car"));
    let (at, heading, rest) = place(&text[1..]);
    let mut car = Car {
        id: id(letter),
        position: at,
        heading,
        gear: 3,
        tyre: 4,
        nitro: 4,
        crossings: 1,
        passed: 0,
        sector: 0,
        marks: Marks::default(),
        box_box: false,
        in_lane: false,
        gave_way_to: 0,
        restart: false,
        fallen: None,
        first_move: None,
        token: None,
        standing: Standing::Racing,
    };
    let mut sector = None;
    for word in rest.split_whitespace() {
        let value = || word[1..].parse().unwrap_or_else(|_| panic!("{word} in {text}"));
        match word {
            "pushed" => car.marks.pushed = true,
            "left" => car.marks.shunted_left = true,
            "right" => car.marks.shunted_right = true,
            "box" => car.box_box = true,
            "lane" => car.in_lane = true,
            "yielded" => car.gave_way_to = u8::MAX,
            "restart" => car.restart = true,
            "lost" => car.fallen = Some(Fall::Lost(touched(track, at))),
            "back" => car.fallen = Some(Fall::Back(touched(track, at))),
            "plain" => car.first_move = Some(FirstMove::Plain),
            "boost" => car.first_move = Some(FirstMove::Boost),
            _ if word.starts_with('*') => {
                let (word, used) = word[1..].split_once('!').map_or((&word[1..], false), |(word, _)| (word, true));
                car.token = Some(Token { power: power(word), used });
            }
            _ => match word.as_bytes()[0] {
                b'g' => car.gear = value(),
                b't' => car.tyre = value(),
                b'n' => car.nitro = value(),
                b'c' => car.crossings = value(),
                b'j' => car.passed = value(),
                b'z' => sector = Some(value()),
                _ => panic!("{word} in {text}"),
            },
        }
    }
    if edition == Online {
        // Online the last corner stays current until the line is crossed, so one corner less counts as left behind.
        car.passed = car.passed.min(track.corners().len() as u8 - 1);
        let nose = car.position + pieces().nose(car.heading);
        car.sector = sector.unwrap_or_else(|| track.corners()[usize::from(car.passed)].sector(nose));
    }
    car
}

fn side(code: &str) -> Side {
    Side::ALL.into_iter().find(|side| side.code() == code).unwrap_or_else(|| panic!("{code} is no side"))
}

fn rotation(code: char) -> Rotation {
    Rotation::ALL.into_iter().find(|turn| turn.code() == code).unwrap_or_else(|| panic!("{code} is no turn"))
}

fn attack(word: &str) -> Attack {
    let mut letters = word.chars();
    let (kind, target) = (letters.next().unwrap(), id(letters.next().unwrap()));
    let rest = letters.as_str().trim_start_matches('.');
    let (rest, shield) = rest.strip_suffix('!').map_or((rest, false), |rest| (rest, true));
    let kind = match kind {
        'D' => AttackKind::Slipstream,
        'P' => AttackKind::Push,
        'S' => AttackKind::Slingshot,
        'O' => AttackKind::BoostOvertaking,
        'H' => AttackKind::Shunt,
        'M' => AttackKind::Ram,
        other => panic!("{other} is no attack"),
    };
    let place = match rest {
        "" => None,
        "L" => Some(AttackPlace::Left),
        "R" => Some(AttackPlace::Right),
        "F" => Some(AttackPlace::Front),
        "FL" => Some(AttackPlace::FrontLeft),
        "FR" => Some(AttackPlace::FrontRight),
        "SL" => Some(AttackPlace::SideLeft),
        "SR" => Some(AttackPlace::SideRight),
        other => panic!("{other} is no place of an attack"),
    };
    Attack { kind, target, place, shield }
}

/// Reads a line of notation (section 6.2) without the car.
pub fn line(text: &str) -> (Start, Action) {
    let mut words = text.split_whitespace().peekable();
    let mut start = Start::default();
    let first = *words.peek().unwrap_or_else(|| panic!("an empty turn"));
    match first.as_bytes()[0] {
        b'<' | b'>' => start.rotation = rotation(first.chars().next().unwrap()),
        b'R' => {
            let edge = first.chars().nth(2).map(|letter| match letter {
                'L' => TableEdge::Left,
                'R' => TableEdge::Right,
                'B' => TableEdge::Bottom,
                'T' => TableEdge::Top,
                other => panic!("{other} is no edge"),
            });
            let heading = dir(i64::from(first.as_bytes()[1] - b'0'));
            start.placing = Some(Placing { heading, edge });
        }
        _ => return (start, action(text)),
    }
    words.next();
    (start, action(&words.collect::<Vec<_>>().join(" ")))
}

pub fn action(text: &str) -> Action {
    let mut words = text.split_whitespace().peekable();
    let declared = |words: &mut dyn Iterator<Item = &str>, otherwise| match words.next() {
        None => Some(otherwise),
        Some("=-") => None,
        Some(word) => Some(word.strip_prefix('=').unwrap_or_else(|| panic!("{word}")).parse().unwrap()),
    };
    let first = *words.peek().unwrap_or_else(|| panic!("an empty turn"));
    match first.as_bytes()[0] {
        b'Q' if first == "Q!" => return Action::Abandon,
        b'Q' => return Action::Withdraw,
        b'L' => return Action::Lost,
        b'=' => return Action::Redeclare { declare: first[1..].parse().unwrap() },
        b'Y' => return Action::GiveWay { to: id(first.chars().nth(1).unwrap()) },
        b'X' => {
            words.next();
            let rotation = rotation(first.chars().nth(1).unwrap());
            return Action::Stop { rotation, declare: declared(&mut words, 1) };
        }
        b'E' => {
            words.next();
            let heading = first.chars().nth(1).map(|digit| dir(i64::from(digit as u8 - b'0')));
            return Action::Edge { heading, declare: declared(&mut words, 1) };
        }
        _ => {}
    }
    let braked = first.strip_prefix('J');
    if braked.is_some() {
        words.next();
    }
    let vector = words.next().unwrap();
    let (vector, boost) = match vector.split_once('+') {
        Some((vector, boost)) => (vector, Some(boost.parse().unwrap())),
        None => (vector, None),
    };
    let gear: u8 = vector[..1].parse().unwrap_or_else(|_| panic!("{text}: no gear"));
    assert!(braked.is_none_or(|reduced| reduced == &vector[..1]), "{text}: brakes to another gear");
    let end = words.next().unwrap_or_else(|| panic!("{text}: no place"));
    let (end, turn) = end.split_at(end.len() - 1);
    let mut played = Move {
        brake: braked.is_some(),
        gear,
        vector: side(&vector[1..]),
        boost,
        place: side(end),
        rotation: rotation(turn.chars().next().unwrap()),
        attack: None,
        pit: None,
        box_box: false,
        powers: PowerUses::NONE,
        exchange: None,
        declare: Some(gear),
    };
    let mut powers = Vec::new();
    for word in words {
        if word == "BOX" {
            played.box_box = true;
        } else if word == "=-" {
            played.declare = None;
        } else if let Some(gear) = word.strip_prefix('=') {
            played.declare = Some(gear.parse().unwrap());
        } else if let Some(taken) = word.strip_prefix('T') {
            let (tyre, nitro) = taken.split_once('N').unwrap_or_else(|| panic!("{word}"));
            played.pit = Some(Supply { tyre: tyre.parse().unwrap(), nitro: nitro.parse().unwrap() });
        } else if let Some(code) = word.strip_prefix("*take.") {
            played.exchange = Some(power(code));
        } else if let Some(code) = word.strip_prefix('*') {
            let used = PowerUse::ALL.into_iter().find(|used| used.code() == code);
            powers.push(used.unwrap_or_else(|| panic!("{word}")));
        } else {
            played.attack = Some(attack(word));
        }
    }
    played.powers = PowerUses::new(&powers).unwrap_or_else(|| panic!("{text}: too many powers"));
    Action::Move(played)
}

/// Returns the Super Power with this word.
pub fn power(code: &str) -> Power {
    Power::ALL.into_iter().find(|power| power.code() == code).unwrap_or_else(|| panic!("{code} is no power"))
}

impl Position {
    /// Returns the position with the cars in this order, of which the first `played` have played.
    pub fn order(mut self, letters: &str, played: u8) -> Self {
        self.state.order = letters.chars().map(|letter| self.state.index_of(id(letter)).unwrap() as u8).collect();
        self.state.settled = self.state.order.clone();
        self.state.played = played;
        self
    }

    /// Reads a turn of the car to act from a line of notation.
    pub fn turn(&self, text: &str) -> Turn {
        let acting = self.state.to_act().expect("the race is on");
        let (start, action) = line(text);
        Turn { start, ..Turn::new(self.state.cars[acting].id, action) }
    }

    /// Plays a turn. Checks in every test that playing and listing agree.
    pub fn play(&self, text: &str) -> Result<(Self, Vec<Event>), IllegalTurn> {
        let turn = self.turn(text);
        let played = Vektorace::play(&self.track, &self.state, &turn);
        let listed = Vektorace::legal_turns(&self.track, &self.state).iter().any(|legal| legal.turn == turn);
        assert_eq!(listed, played.is_ok(), "{text}: listed and played differ: {:?}", played.as_ref().err());
        played.map(|played| (Self { track: self.track.clone(), state: played.state }, played.events))
    }

    /// Returns the position after a legal turn.
    #[track_caller]
    pub fn then(&self, text: &str) -> Self {
        match self.play(text) {
            Ok((next, _)) => next,
            Err(illegal) => panic!("{:?}: {text} refused: {illegal}", self.state.edition),
        }
    }

    /// Returns the events of a legal turn.
    #[track_caller]
    pub fn events(&self, text: &str) -> Vec<EventKind> {
        let (_, events) = self.play(text).unwrap_or_else(|illegal| panic!("{text} refused: {illegal}"));
        events.into_iter().map(|event| event.kind).collect()
    }

    /// Plays a legal turn and checks the car afterwards: `(13+w,10+w)0 t0`.
    #[track_caller]
    pub fn goes(&self, text: &str, expected: &str) -> Self {
        let acting = self.state.to_act().expect("the race is on");
        let next = self.then(text);
        next.shows(self.state.cars[acting].id, expected, text);
        next
    }

    /// Returns a car by its letter.
    #[track_caller]
    pub fn car(&self, letter: char) -> &Car {
        &self.state.cars[self.state.index_of(id(letter)).expect("in the race")]
    }

    /// Checks a car: `B`, `(20,10)0 g3`. The place may be left out.
    #[track_caller]
    pub fn has(&self, letter: char, expected: &str) {
        self.shows(id(letter), expected, "");
    }

    #[track_caller]
    fn shows(&self, car: CarId, expected: &str, after: &str) {
        let car = self.state.cars[self.state.index_of(car).expect("in the race")];
        let said = format!("{:?} {after}: expected {expected}, is {car:?}", self.state.edition);
        let rest = if expected.starts_with('(') {
            let (at, heading, rest) = place(expected);
            assert_eq!((car.position, car.heading), (at, heading), "{said}");
            rest
        } else {
            expected
        };
        for word in rest.split_whitespace() {
            let is = match word.as_bytes()[0] {
                b'g' => car.gear,
                b't' => car.tyre,
                b'n' => car.nitro,
                b'c' => car.crossings,
                b'j' => car.passed,
                b'z' => car.sector,
                _ => panic!("{word} in {expected}"),
            };
            assert_eq!(is, word[1..].parse::<u8>().unwrap(), "{word}: {said}");
        }
    }

    /// Checks that a turn is refused for this clause, in a message with this word.
    #[track_caller]
    pub fn refused(&self, text: &str, clause: &str, word: &str) {
        match self.play(text) {
            Ok((next, _)) => panic!("{:?}: {text} accepted: {:?}", self.state.edition, next.state),
            Err(illegal) => {
                let said = format!("{:?} {text}: {illegal}", self.state.edition);
                assert_eq!(illegal.clause, clause, "{said}");
                assert!(illegal.message.to_lowercase().contains(&word.to_lowercase()), "{word}: {said}");
            }
        }
    }

    /// Returns all listed turns.
    pub fn listed(&self) -> Vec<Turn> {
        Vektorace::legal_turns(&self.track, &self.state).into_iter().map(|legal| legal.turn).collect()
    }

    /// Returns the listed moves in notation, without attacks, calls and declarations, each once.
    pub fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = Vec::new();
        for turn in self.listed() {
            let Action::Move(m) = turn.action else { continue };
            let brake = if m.brake { format!("J{} ", m.gear) } else { String::new() };
            let boost = m.boost.map_or_else(String::new, |boost| format!("+{boost}"));
            let text = format!("{brake}{}{}{boost} {}{}", m.gear, m.vector.code(), m.place.code(), m.rotation.code());
            if !moves.contains(&text) {
                moves.push(text);
            }
        }
        moves
    }

    /// Returns the gears that may be declared after a move.
    pub fn declarable(&self, text: &str) -> Vec<u8> {
        (0..=6).filter(|gear| self.play(&format!("{text} ={gear}")).is_ok()).collect()
    }

    /// Whether the car may only stand still (or give way, or leave).
    pub fn must_stop(&self) -> bool {
        let turns = self.listed();
        turns.iter().any(|turn| matches!(turn.action, Action::Stop { .. }))
            && !turns.iter().any(|turn| matches!(turn.action, Action::Move(_)))
    }

    /// Returns the letters of the cars in order.
    pub fn letters(&self) -> String {
        self.state
            .order
            .iter()
            .map(|index| char::from(b'A' + self.state.cars[usize::from(*index)].id.0 as u8 - 1))
            .collect()
    }
}
