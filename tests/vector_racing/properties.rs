//! Tests with random polygons, objects and velocities. The paths by the rules equal those of a slow reference, which
//! computes step by step with fractions and tests the middles of stretches. Nothing panics, and no chain of objects is
//! endless. `PROPTEST_CASES` sets the number of tracks.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::cmp::Ordering;

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::vector_racing::{
    Action, Crossing, Draft, FinishDraft, Incident, Kind, Rational, RegionKind, Report, Spin, Spot, State, Time, Turn,
    VectorRacing, WallRule, report,
};
use proptest::prelude::*;

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frac(i128, i128);

impl Frac {
    const ZERO: Self = Self(0, 1);
    const ONE: Self = Self(1, 1);

    fn new(above: i128, below: i128) -> Self {
        let (mut a, mut b) = (above.abs(), below.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1) * below.signum();
        Self(above / divisor, below / divisor)
    }

    fn of(number: Rational) -> Self {
        Self::new(i128::from(number.numerator()), i128::from(number.denominator()))
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, other.1))
    }

    fn times(self, other: Self) -> Self {
        Self::new(self.0 * other.0, self.1 * other.1)
    }

    fn over(self, other: Self) -> Self {
        Self::new(self.0 * other.1, self.1 * other.0)
    }

    fn sign(self) -> i128 {
        self.0.signum()
    }
}

impl Ord for Frac {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialOrd for Frac {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

type Pt = [Frac; 2];

fn pt(spot: Spot) -> Pt {
    spot.map(Frac::of)
}

fn sub(a: Pt, b: Pt) -> Pt {
    [a[0].minus(b[0]), a[1].minus(b[1])]
}

fn cross(a: Pt, b: Pt) -> Frac {
    a[0].times(b[1]).minus(a[1].times(b[0]))
}

fn dot(a: Pt, b: Pt) -> Frac {
    a[0].times(b[0]).plus(a[1].times(b[1]))
}

fn along(from: Pt, velocity: Pt, s: Frac) -> Pt {
    [0, 1].map(|axis| from[axis].plus(velocity[axis].times(s)))
}

/// All moments at which a ray meets a segment: one, or both ends of a stretch.
fn meetings(from: Pt, velocity: Pt, a: Pt, b: Pt) -> Vec<Frac> {
    let edge = sub(b, a);
    let den = cross(velocity, edge);
    if den.sign() == 0 {
        if cross(sub(a, from), velocity).sign() != 0 {
            return Vec::new();
        }
        return [a, b].map(|end| dot(sub(end, from), velocity).over(dot(velocity, velocity))).to_vec();
    }
    let u = cross(sub(a, from), velocity).over(den);
    if u < Frac::ZERO || u > Frac::ONE {
        return Vec::new();
    }
    vec![cross(sub(a, from), edge).over(den)]
}

fn is_on(point: Pt, a: Pt, b: Pt) -> bool {
    cross(sub(b, a), sub(point, a)).sign() == 0 && dot(sub(point, a), sub(point, b)).sign() <= 0
}

fn edges(polygon: &[Spot]) -> Vec<(Pt, Pt)> {
    (0..polygon.len()).map(|index| (pt(polygon[index]), pt(polygon[(index + 1) % polygon.len()]))).collect()
}

/// 1 inside, 0 on the rim, -1 outside.
fn place(point: Pt, polygon: &[Spot]) -> i32 {
    let edges = edges(polygon);
    if edges.iter().any(|(a, b)| is_on(point, *a, *b)) {
        return 0;
    }
    let crossed = edges.iter().filter(|(a, b)| {
        (a[1] > point[1]) != (b[1] > point[1]) && {
            let share = point[1].minus(a[1]).over(b[1].minus(a[1]));
            a[0].plus(b[0].minus(a[0]).times(share)) > point[0]
        }
    });
    if crossed.count() % 2 == 1 { 1 } else { -1 }
}

/// 1 on the track, 0 on a boundary, -1 off it.
fn track_place(draft: &Draft, point: Pt) -> i32 {
    draft.islands.iter().map(|island| -place(point, island)).chain([place(point, &draft.outer)]).min().unwrap()
}

#[derive(Debug, PartialEq)]
enum End {
    Lands([i64; 2], [i64; 2]),
    Crashes(Frac),
    Finishes(Frac),
}

/// The slow reference: the end, and what was met when.
fn slow(draft: &Draft, walls: WallRule, at: [i32; 2], velocity: [i32; 2]) -> (End, Vec<(String, Frac)>) {
    let whole = |value: i32| Frac(i128::from(value), 1);
    let int = |point: Pt| point.map(|part| part.0 as i64);
    let (mut from, mut v) = (at.map(whole), velocity.map(whole));
    let mut begun = Frac::ZERO;
    let mut met: Vec<(String, Frac)> = Vec::new();
    let mut used = vec![false; draft.warps.len()];
    if velocity == [0, 0] {
        return (End::Lands(int(from), int(v)), met);
    }
    let finish = draft.finish.as_ref().unwrap();
    let boundary: Vec<(Pt, Pt)> =
        std::iter::once(&draft.outer).chain(&draft.islands).flat_map(|ring| edges(ring)).collect();
    let (line_a, line_b) = (pt(finish.from), pt(finish.to));
    for _ in 0..1_000 {
        let rest = Frac::ONE.minus(begun);
        let within = |s: &Frac| *s > Frac::ZERO && *s <= rest;
        // Events.
        let mut events: Vec<(Frac, u8, usize, usize)> = Vec::new();
        for (index, warp) in draft.warps.iter().enumerate().filter(|(index, _)| !used[*index]) {
            for end in 0..2 {
                let corners: Vec<Pt> = warp
                    .outline
                    .iter()
                    .map(|spot| {
                        let shift = warp.offset.map(|value| Frac(i128::from(value) * end as i128, 1));
                        let point = pt(*spot);
                        [point[0].plus(shift[0]), point[1].plus(shift[1])]
                    })
                    .collect();
                let first = if let [point] = corners[..] {
                    let s = dot(sub(point, from), v).over(dot(v, v));
                    (cross(sub(point, from), v).sign() == 0).then_some(s).filter(within)
                } else {
                    let sides: Vec<(Pt, Pt)> =
                        (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()])).collect();
                    let turns = |point: Pt| {
                        sides.iter().map(|(a, b)| cross(sub(*b, *a), sub(point, *a)).sign()).collect::<Vec<_>>()
                    };
                    let signs = turns(from);
                    let starts_in = signs.iter().all(|sign| *sign >= 0) || signs.iter().all(|sign| *sign <= 0);
                    let all = sides.iter().flat_map(|(a, b)| meetings(from, v, *a, *b));
                    if starts_in { None } else { all.filter(within).min() }
                };
                events.extend(first.map(|s| (s, 0, index, end)));
            }
        }
        for (index, reflector) in draft.reflectors.iter().enumerate() {
            let (a, b) = (pt(reflector.from), pt(reflector.to));
            if cross(v, sub(b, a)).sign() != 0 {
                events.extend(meetings(from, v, a, b).into_iter().filter(within).map(|s| (s, 1, index, 0)));
            }
        }
        for (index, spinner) in draft.spinners.iter().enumerate() {
            let point = pt(spinner.at);
            if cross(sub(point, from), v).sign() == 0 {
                let s = dot(sub(point, from), v).over(dot(v, v));
                events.extend(Some(s).filter(within).map(|s| (s, 2, index, 0)));
            }
        }
        let next = events.iter().map(|event| event.0).min();
        let until = next.unwrap_or(rest);
        // The opening: the part of the boundary that is the finish.
        let touches = meetings(from, v, line_a, line_b);
        let crossed = touches.iter().copied().filter(|s| *s > Frac::ZERO && *s <= until).min();
        // Walls.
        let is_opening = |point: Pt| is_on(point, line_a, line_b) && point != line_a && point != line_b;
        let mut wall: Option<Frac> = None;
        let mut found = |s: Frac| wall = Some(wall.map_or(s, |other: Frac| other.min(s)));
        match walls {
            WallRule::NoTouch => {
                for (a, b) in &boundary {
                    for s in meetings(from, v, *a, *b).into_iter().filter(|s| *s > Frac::ZERO && *s <= until) {
                        if !is_opening(along(from, v, s)) {
                            found(s);
                        }
                    }
                }
            }
            _ => {
                let mut stops: Vec<Frac> = boundary
                    .iter()
                    .flat_map(|(a, b)| meetings(from, v, *a, *b))
                    .filter(|s| *s > Frac::ZERO && *s < until)
                    .collect();
                stops.extend([Frac::ZERO, until]);
                stops.sort();
                for pair in stops.windows(2).filter(|pair| pair[0] < pair[1]) {
                    let middle = pair[0].plus(pair[1]).over(Frac(2, 1));
                    if track_place(draft, along(from, v, middle)) < 0 {
                        found(pair[0]);
                    }
                }
            }
        }
        // Regions.
        let mut regions: Vec<(Frac, String)> = Vec::new();
        let mut numbers = [0; 3];
        for region in &draft.regions {
            numbers[region.kind as usize] += 1;
            let id = format!("{}:{}", region.kind.object().id(), numbers[region.kind as usize]);
            let mut stops: Vec<Frac> = edges(&region.outline)
                .into_iter()
                .flat_map(|(a, b)| meetings(from, v, a, b))
                .filter(|s| *s > Frac::ZERO && *s <= until)
                .collect();
            stops.push(until);
            stops.sort();
            let first = stops.first().copied().unwrap();
            let middle = along(from, v, first.over(Frac(2, 1)));
            let s = if place(middle, &region.outline) >= 0 {
                Some(Frac::ZERO)
            } else {
                stops.into_iter().find(|s| place(along(from, v, *s), &region.outline) >= 0)
            };
            regions.extend(s.map(|s| (s, id)));
        }
        regions.sort();
        let touching = walls == WallRule::MayTouch;
        let finishes = crossed.filter(|s| wall.is_none_or(|wall| *s < wall || (touching && *s == wall)));
        for (s, id) in regions {
            // A wall that is reached at the finish ends nothing.
            if finishes.map_or_else(|| wall.is_none_or(|wall| s < wall), |end| s <= end) {
                met.push((id, begun.plus(s)));
            }
        }
        if let Some(s) = finishes {
            if next == Some(s) {
                add_met(draft, &events, s, begun, &mut met);
            }
            return (End::Finishes(begun.plus(s)), met);
        }
        if let Some(s) = wall {
            return (End::Crashes(begun.plus(s)), met);
        }
        let Some(s) = next else {
            let end = along(from, v, rest);
            return (End::Lands(int(end), int(v)), met);
        };
        add_met(draft, &events, s, begun, &mut met);
        from = along(from, v, s);
        begun = begun.plus(s);
        let mut mirrored = [false; 2];
        for (_, kind, index, end) in events.into_iter().filter(|event| event.0 == s) {
            match kind {
                0 => {
                    used[index] = true;
                    let sign = if end == 0 { 1 } else { -1 };
                    from =
                        [0, 1].map(|axis| from[axis].plus(Frac(i128::from(draft.warps[index].offset[axis]) * sign, 1)));
                    // RT-WALL-01: a boundary may be touched, also where a warp ends.
                    if track_place(draft, from) < i32::from(!touching) {
                        return (End::Crashes(begun), met);
                    }
                }
                1 => {
                    let reflector = &draft.reflectors[index];
                    let axis = usize::from(reflector.from[1] == reflector.to[1]);
                    if !mirrored[axis] {
                        v[axis] = Frac::ZERO.minus(v[axis]);
                        mirrored[axis] = true;
                    }
                }
                _ => {
                    let [x, y] = v;
                    v = if draft.spinners[index].turn == Spin::Cw {
                        [y, Frac::ZERO.minus(x)]
                    } else {
                        [Frac::ZERO.minus(y), x]
                    };
                }
            }
        }
        if begun == Frac::ONE {
            return (End::Lands(int(from), int(v)), met);
        }
    }
    panic!("an endless chain");
}

/// Objects met by an event.
fn add_met(draft: &Draft, events: &[(Frac, u8, usize, usize)], s: Frac, begun: Frac, met: &mut Vec<(String, Frac)>) {
    let mut lying = [false; 2];
    for (_, kind, index, _) in events.iter().filter(|event| event.0 == s) {
        let word = ["warp", "refl", "spin"][usize::from(*kind)];
        if *kind == 1 {
            let reflector = &draft.reflectors[*index];
            let axis = usize::from(reflector.from[1] == reflector.to[1]);
            if std::mem::replace(&mut lying[axis], true) {
                continue;
            }
        }
        met.push((format!("{word}:{}", index + 1), begun.plus(s)));
    }
}

fn frac(t: Time) -> Frac {
    let (above, below) = t.as_ratio().unwrap();
    Frac(i128::from(above), i128::from(below))
}

fn quick(report: &Report) -> (End, Vec<(String, Frac)>) {
    let met = report
        .incidents
        .iter()
        .filter_map(|(t, incident)| match incident {
            Incident::Met(id) => Some((id.to_string(), frac(*t))),
            Incident::Crossed { .. } => None,
        })
        .collect();
    let end = match (&report.crash, &report.finish) {
        (Some(crash), _) => End::Crashes(frac(crash.t)),
        (_, Some(finish)) => End::Finishes(Frac(i128::from(finish.t.0), i128::from(finish.t.1))),
        _ => End::Lands(report.end.map(i64::from), report.after.base.map(i64::from)),
    };
    (end, met)
}

/// A star: corners at even angles, at these distances in halves.
fn star(center: [i64; 2], radii: &[i64]) -> Vec<Spot> {
    const WAYS: [[i64; 2]; 8] = [[2, 0], [3, 3], [0, 2], [-3, 3], [-2, 0], [-3, -3], [0, -2], [3, -3]];
    let corner = |(way, radius): (&[i64; 2], &i64)| {
        let shrink = if way[0] != 0 && way[1] != 0 { 4 } else { 2 };
        [0, 1].map(|axis| Rational::new(2 * center[axis] * shrink + way[axis] * radius, 2 * shrink).unwrap())
    };
    WAYS.iter().zip(radii).map(corner).collect()
}

#[derive(Clone, Debug)]
struct Raw {
    outer: Vec<i64>,
    islands: Vec<([i64; 2], Vec<i64>)>,
    regions: Vec<([i64; 2], Vec<i64>, u8)>,
    warps: Vec<([i64; 2], i64, [i32; 2])>,
    reflectors: Vec<([i64; 2], i64, bool)>,
    spinners: Vec<([i64; 2], bool)>,
    exit: usize,
}

fn raw() -> impl Strategy<Value = Raw> {
    let at = || [-9i64..10, -9i64..10];
    let radii = || prop::collection::vec(1i64..5, 8);
    (
        prop::collection::vec(16i64..32, 8),
        prop::collection::vec((at(), radii()), 0..3),
        prop::collection::vec((at(), prop::collection::vec(1i64..7, 8), 0u8..3), 0..3),
        prop::collection::vec((at(), 0i64..3, [-9i32..10, -9i32..10]), 0..3),
        prop::collection::vec((at(), 1i64..9, any::<bool>()), 0..4),
        prop::collection::vec((at(), any::<bool>()), 0..4),
        0usize..8,
    )
        .prop_map(|(outer, islands, regions, warps, reflectors, spinners, exit)| Raw {
            outer,
            islands,
            regions,
            warps,
            reflectors,
            spinners,
            exit,
        })
}

/// The draft, with as many of its objects as are sound together.
fn drawn(raw: &Raw) -> Option<Draft> {
    let outer = star([0, 0], &raw.outer);
    let (from, to) = (outer[raw.exit], outer[(raw.exit + 1) % 8]);
    let mut draft = Draft {
        kind: Kind::Sprint,
        finish: Some(FinishDraft { from, to, crossing: Crossing::Any }),
        start: Some([0, 0]),
        outer,
        ..Draft::default()
    };
    let is_sound = |draft: &Draft| VectorRacing::validate(draft).0.is_some();
    let spot = |[x, y]: [i64; 2]| [Rational::int(x), Rational::int(y)];
    let mut attempt = |change: &dyn Fn(&mut Draft)| {
        let mut changed = draft.clone();
        change(&mut changed);
        if is_sound(&changed) {
            draft = changed;
        }
    };
    for (at, radii) in &raw.islands {
        attempt(&|draft| draft.islands.push(star(*at, radii)));
    }
    for (at, length, is_flat) in &raw.reflectors {
        let to = if *is_flat { [at[0] + length, at[1]] } else { [at[0], at[1] + length] };
        attempt(&|draft| {
            draft.reflectors.push(paddock::games::vector_racing::ReflectorDraft { from: spot(*at), to: spot(to) })
        });
    }
    for (at, is_cw) in &raw.spinners {
        let turn = if *is_cw { Spin::Cw } else { Spin::Ccw };
        attempt(&|draft| draft.spinners.push(paddock::games::vector_racing::SpinnerDraft { at: spot(*at), turn }));
    }
    for (at, size, offset) in &raw.warps {
        let outline =
            if *size == 0 { vec![spot(*at)] } else { rectangle([at[0], at[0] + size], [at[1], at[1] + size]) };
        attempt(&|draft| {
            draft.warps.push(paddock::games::vector_racing::WarpDraft { outline: outline.clone(), offset: *offset })
        });
    }
    for (at, radii, kind) in &raw.regions {
        let kind = [RegionKind::Oil, RegionKind::Fast, RegionKind::Slow][usize::from(*kind)];
        attempt(&|draft| {
            draft.regions.push(paddock::games::vector_racing::RegionDraft { kind, outline: star(*at, radii) })
        });
    }
    is_sound(&draft).then_some(draft)
}

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(40);
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// Found by the property below: the move reaches the oil, the boundary and the finish line at the same moment.
#[test]
fn an_object_reached_at_the_finish_counts() {
    let draft: Draft = serde_json::from_str(
        r#"{"kind":"sprint","outer":[[8,0],[7.125,7.125],[0,9.5],[-6,6],[-8,0],[-6,-6],[0,-8],[6,-6]],
        "finish":{"from":[7.125,7.125],"to":[0,9.5],"crossing":"any"},"start":[0,0],"regions":[{"kind":"oil","outline":
        [[3.5,6],[5.25,8.25],[3,7.5],[2.625,6.375],[2.5,6],[2.625,5.625],[3,5.5],[3.375,5.625]]}]}"#,
    )
    .unwrap();
    let trial = Trial::new(&draft).rules(|rules| rules.walls = WallRule::MayTouch);
    let at = Frac(5, 6);
    let expected = (End::Finishes(at), vec![("oil:1".to_owned(), at)]);
    assert_eq!(quick(&trial.from([2, 8], [3, 0])), expected);
    assert_eq!(slow(&draft, WallRule::MayTouch, [2, 8], [3, 0]), expected);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn paths_equal_those_of_the_slow_reference(raw in raw(), velocities in prop::collection::vec([-11i32..12, -11i32..12], 12)) {
        let Some(draft) = drawn(&raw) else { return Ok(()) };
        let trial = Trial::new(&draft);
        for walls in [WallRule::NoTouch, WallRule::MayTouch] {
            let trial = trial.clone().rules(|rules| rules.walls = walls);
            for x in (-16..=16).step_by(3) {
                for y in (-16..=16).step_by(3) {
                    let here = [Frac(i128::from(x), 1), Frac(i128::from(y), 1)];
                    if track_place(&draft, here) < i32::from(walls == WallRule::NoTouch) || is_on(here, pt(draft.finish.as_ref().unwrap().from), pt(draft.finish.as_ref().unwrap().to)) {
                        continue;
                    }
                    for velocity in &velocities {
                        let report = trial.from([x, y], *velocity);
                        let (mut expected, mut found) = (slow(&draft, walls, [x, y], *velocity), quick(&report));
                        // Events of the same moment have no fixed order.
                        for list in [&mut expected.1, &mut found.1] {
                            list.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
                        }
                        prop_assert_eq!(&expected, &found, "({}, {}) + {:?}, {:?}\n{}", x, y, velocity, walls, serde_json::to_string(&draft).unwrap());
                    }
                }
            }
        }
    }

    #[test]
    fn listed_moves_play_and_others_do_not(raw in raw(), choices in prop::collection::vec(0usize..1_000, 60)) {
        let Some(draft) = drawn(&raw) else { return Ok(()) };
        let race = Trial::with(&draft, &setup(2));
        let mut state: State = race.state.clone();
        for choice in choices {
            let legal = VectorRacing::legal_turns(&race.track, &state);
            if legal.is_empty() {
                prop_assert!(state.to_act().is_none());
                break;
            }
            for other in &legal {
                prop_assert!(VectorRacing::play(&race.track, &state, &other.turn).is_ok());
            }
            let turn = legal[choice % legal.len()].turn;
            if let Action::Move([x, y]) = turn.action {
                let list: Vec<Turn> = legal.iter().map(|legal| legal.turn).collect();
                for velocity in [[x + 2, y], [x, y - 2], [x + 1, y + 1]] {
                    let turn = Turn::go(turn.car, velocity);
                    prop_assert_eq!(VectorRacing::play(&race.track, &state, &turn).is_ok(), list.contains(&turn));
                    // Carried out all the same, it leaves a state to go on from.
                    let forced = VectorRacing::force(&race.track, &state, &turn).played.state;
                    let _ = VectorRacing::legal_turns(&race.track, &forced);
                }
            }
            let found = report(&race.track, &state, &turn).unwrap();
            let played = VectorRacing::play(&race.track, &state, &turn).unwrap();
            let line = paddock::games::vector_racing::notation::record_line(&found, "A");
            prop_assert_eq!(line.to_string().parse::<paddock::games::vector_racing::notation::RecordLine>().unwrap(), line);
            for racer in played.state.racers.iter().filter(|racer| racer.is_racing()) {
                prop_assert!(race.track.is_inside(racer.at));
            }
            let again = VectorRacing::play(&race.track, &state, &turn).unwrap();
            prop_assert_eq!(&again.state, &played.state);
            state = played.state;
        }
    }
}
