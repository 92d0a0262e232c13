//! Solves the reference tracks (ledger, section 11), and compares the results with those of plain searches.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::vector_racing::solve::{Progress, Question, Seed, Solution, Stage, losses, solve, turns_from};
use paddock::games::vector_racing::{
    Action, CrashRule, Crossing, DamageRule, Draft, Hits, Measure, Per, Racer, RegionKind, Spin, Standing, State,
    Track, VectorRacing, WallRule,
};
use paddock::import::racetrack;

fn solved(draft: &Draft) -> Solution {
    let track = valid(draft);
    let solution = solve(&track, &Question::of(&track), Progress::SILENT).unwrap();
    assert!(solution.optimal, "{}", draft.name);
    replay(&track, draft.laps, &solution.moves, solution.turns.unwrap(), solution.fraction.unwrap());
    solution
}

/// Plays moves by the rules, with lost turns in between, to the finish.
fn replay(track: &Track, laps: u32, moves: &[[i32; 2]], turns: u32, fraction: (i64, i64)) {
    let mut race = setup(1);
    race.laps = laps;
    let mut state = VectorRacing::start(track, &race).unwrap();
    let car = state.racers[0].car;
    for velocity in moves {
        while state.racers[0].lost > 0 {
            let lost = paddock::games::vector_racing::Turn::lost(car);
            state = VectorRacing::play(track, &state, &lost).unwrap().state;
        }
        let turn = paddock::games::vector_racing::Turn::go(car, *velocity);
        state = VectorRacing::play(track, &state, &turn).unwrap_or_else(|error| panic!("{velocity:?}: {error}")).state;
    }
    let Standing::Finished(finish) = state.racers[0].standing else { panic!("not finished: {moves:?}") };
    assert_eq!((finish.turn, finish.t), (turns, fraction));
}

/// Turns, fraction, and the number of states found by the ledger: zero moves are no states there.
fn expect(draft: &Draft, turns: u32, fraction: (i64, i64)) {
    let solution = solved(draft);
    assert_eq!((solution.turns, solution.fraction), (Some(turns), Some(fraction)), "{}", draft.name);
    assert_eq!(plain(&valid(draft), draft.laps), (Some(turns), solution.routes), "{}", draft.name);
}

/// A plain search by the rules, state by state: the least number of turns, and in how many ways.
fn plain(track: &Track, laps: u32) -> (Option<u32>, u128) {
    let mut race = setup(1);
    race.laps = laps;
    let key = |racer: &Racer| {
        (
            racer.at,
            racer.base,
            racer.progress,
            racer.force,
            racer.fast,
            racer.slow,
            (racer.tally.set, racer.tally.times, racer.tally.laps),
        )
    };
    let first = VectorRacing::start(track, &race).unwrap();
    let mut seen = BTreeSet::from([key(&first.racers[0])]);
    let mut layer: Vec<(State, u128)> = vec![(first, 1)];
    for turn in 1..400 {
        let mut next: std::collections::BTreeMap<_, (State, u128)> = std::collections::BTreeMap::new();
        let mut finishes = 0;
        for (state, ways) in &layer {
            for legal in VectorRacing::legal_turns(track, state) {
                if !matches!(legal.turn.action, Action::Move(_)) {
                    continue;
                }
                let played = VectorRacing::play(track, state, &legal.turn).unwrap().state;
                let racer = &played.racers[0];
                match racer.standing {
                    Standing::Finished(_) => finishes += ways,
                    _ if racer.lost > 0 || racer.progress < -1 => {}
                    _ if seen.contains(&key(racer)) => {}
                    _ => next.entry(key(racer)).or_insert_with(|| (played.clone(), 0)).1 += ways,
                }
            }
        }
        if finishes > 0 {
            return (Some(turn), finishes);
        }
        if next.is_empty() {
            return (None, 0);
        }
        seen.extend(next.keys().copied());
        layer = next.into_values().collect();
    }
    (None, 0)
}

#[test]
fn section_11_straight_and_ring() {
    expect(&straight(24, 4, 22, [1, 2]), 6, (1, 1));
    expect(&ring(), 12, (1, 1));
    expect(&Draft { start: Some([5, 2]), ..ring() }, 12, (1, 1));
    expect(&Draft { finish: line("6,0", "6,4", Crossing::Left), ..ring() }, 12, (1, 1));
    expect(&Draft { laps: 2, ..ring() }, 24, (1, 1));
}

#[test]
fn section_11_ring_with_objects() {
    let with = |change: &dyn Fn(&mut Draft)| {
        let mut draft = ring();
        change(&mut draft);
        draft
    };
    let region = |kind, x, y| with(&|draft| draft.regions.push(area(kind, x, y)));
    expect(&region(RegionKind::Oil, [0, 4], [5, 7]), 13, (1, 1));
    expect(&region(RegionKind::Oil, [8, 12], [5, 7]), 13, (1, 1));
    expect(&region(RegionKind::Fast, [9, 11], [1, 3]), 12, (1, 1));
    expect(&region(RegionKind::Slow, [9, 11], [1, 3]), 12, (1, 1));
    let spinners = ["10,2", "10,10", "2,10", "2,2"].map(|at| spinner(at, Spin::Ccw));
    expect(&with(&|draft| draft.spinners.extend(spinners.clone())), 8, (1, 2));
    expect(&with(&|draft| draft.warps.push(warp("10,2", [-8, 8]))), 7, (1, 3));
}

#[test]
fn section_11_the_corner_and_crashes_that_win() {
    expect(&ell(40, 36), 15, (1, 6));
    let crashing = |draft: &Draft| {
        let track = valid(draft);
        let question = Question { with_crashes: true, ..Question::of(&track) };
        let route = solve(&track, &question, Progress::SILENT).unwrap().with_crashes.unwrap();
        replay(&track, 1, &route.moves, route.turns, route.fraction);
        route
    };
    let route = crashing(&ell(40, 36));
    assert_eq!((route.turns, route.fraction, route.crashes), (14, (1, 1), 1));
    let mut stopping = ell(40, 36);
    stopping.rules.crash = CrashRule::StopAtWall;
    assert_eq!(crashing(&stopping).turns, 13);
    expect(&ell(80, 76), 20, (1, 6));
    assert_eq!(crashing(&ell(80, 76)).turns, 18);
    // Where damage costs turns, the brake is not free.
    let mut costly = ell(40, 36);
    (costly.rules.damage, costly.rules.measure) = (DamageRule::Turns, Measure::Speed);
    let track = valid(&costly);
    let question = Question { with_crashes: true, ..Question::of(&track) };
    assert_eq!(solve(&track, &question, Progress::SILENT).unwrap().with_crashes, None);
}

/// The least number of turns by everything the rules allow, crashes included: a plain search over the rules' own states,
/// entry by entry.
fn plain_with_crashes(draft: &Draft) -> Option<u32> {
    let track = valid(draft);
    let mut race = setup(1);
    race.laps = draft.laps;
    let mut layer: Vec<State> = draft
        .all_starts()
        .map(|at| {
            let mut state = VectorRacing::start(&track, &race).unwrap();
            (state.racers[0].at, state.racers[0].progress) = (at, track.first_progress(at));
            state
        })
        .collect();
    let key = |state: &State| format!("{:?}", state.racers[0]);
    let mut seen: BTreeSet<String> = layer.iter().map(key).collect();
    for turn in 1..200 {
        let mut next = Vec::new();
        for state in &layer {
            for legal in VectorRacing::legal_turns(&track, state) {
                let played = VectorRacing::play(&track, state, &legal.turn).unwrap().state;
                match played.racers[0].standing {
                    Standing::Finished(_) => return Some(turn),
                    Standing::Out => {}
                    Standing::Racing if played.racers[0].progress < -2 => {}
                    Standing::Racing => {
                        if seen.insert(key(&played)) {
                            next.push(played);
                        }
                    }
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn all_rule_variants_agree_with_a_plain_search() {
    for walls in [WallRule::NoTouch, WallRule::MayTouch, WallRule::LandingOnly, WallRule::Sampled] {
        let mut draft = ring();
        draft.rules.walls = walls;
        draft.walls.push(wall("1,6", "2,7"));
        let track = valid(&draft);
        let solution = solved(&draft);
        assert_eq!(plain(&track, 1), (solution.turns, solution.routes), "{}", walls.id());
        let map = "..........\n.##.##.##.\n.#....#...\nS..##...#*\n";
        let draft = racetrack::ascii(map.as_bytes(), "map", walls).unwrap();
        let track = valid(&draft);
        let solution = solved(&draft);
        assert_eq!(plain(&track, 1), (solution.turns, solution.routes), "map, {}", walls.id());
    }
}

#[test]
fn from_the_middle_of_a_race() {
    let track = valid(&ring());
    let solution = solved(&ring());
    let question = Question::of(&track);
    let mut state = VectorRacing::start(&track, &setup(1)).unwrap();
    for (played, velocity) in solution.moves.iter().enumerate() {
        let left = turns_from(&track, &question, Seed::racer(&state.racers[0]), Progress::SILENT);
        assert_eq!(left, Some(12 - played as u32));
        assert_eq!(losses(&track, &state, &[], Progress::SILENT), Some(Vec::new()));
        let turn = paddock::games::vector_racing::Turn::go(state.racers[0].car, *velocity);
        state = VectorRacing::play(&track, &state, &turn).unwrap().state;
    }
    // A race that stands still for a turn and then crashes: what each entry loses.
    let first = VectorRacing::start(&track, &setup(1)).unwrap();
    let car = first.racers[0].car;
    let go = |velocity| paddock::games::vector_racing::Turn::go(car, velocity);
    let turns = [go([0, 0]), go([1, 0]), go([1, -1]), go([2, -2]), paddock::games::vector_racing::Turn::lost(car)];
    let lost: Vec<Option<i64>> =
        losses(&track, &first, &turns, Progress::SILENT).unwrap().iter().map(|loss| loss.lost).collect();
    assert_eq!(lost, [Some(1), Some(0), Some(2), Some(1), Some(0)]);
}

#[test]
fn a_proof_can_be_watched_and_stopped() {
    let track = valid(&ring());
    let reported = AtomicUsize::new(0);
    let report = |stage: Stage| {
        assert!(!stage.words().is_empty());
        reported.fetch_add(1, Ordering::Relaxed);
    };
    let stop = || reported.load(Ordering::Relaxed) > 5;
    assert!(
        solve(&track, &Question::of(&track), Progress { report: &report, stop: &stop, ..Progress::SILENT }).is_none()
    );
    // With too few states allowed nothing is proved.
    let few = Question { states: 100, ..Question::of(&track) };
    let solution = solve(&track, &few, Progress::SILENT).unwrap();
    assert_eq!((solution.turns, solution.optimal), (None, false));
}

/// Whenever a search is cut short: its bounds hold, and what it found is a race.
#[test]
fn a_proof_that_is_cut_short_says_what_is_known() {
    let mut bending = ring();
    bending.rules.crash = CrashRule::StopAtWall;
    bending.spinners.push(spinner("10,2", Spin::Ccw));
    for draft in [ring(), bending] {
        let track = valid(&draft);
        let question = Question { with_crashes: true, ..Question::of(&track) };
        let whole = solve(&track, &question, Progress::SILENT).unwrap();
        let (clean, least) = (whole.turns.unwrap(), whole.best().unwrap().turns);
        assert!(whole.is_proved());
        let mut kinds = [0; 3];
        for most in (0..30).map(|power| (1.5_f64.powi(power)) as usize) {
            let asked = AtomicUsize::new(0);
            let conclude = || asked.fetch_add(1, Ordering::Relaxed) >= most;
            let progress = Progress { conclude: &conclude, ..Progress::SILENT };
            let cut = solve(&track, &question, progress).expect("an answer");
            assert!(cut.at_least <= clean, "{} after {most} questions", cut.at_least);
            assert!(cut.bound().is_some_and(|bound| bound <= least), "{:?} after {most} questions", cut.bound());
            let best = cut.best().expect("some race, since nobody stopped it");
            assert!(best.turns >= least);
            if best.crashes == 0 {
                replay(&track, draft.laps, &best.moves, best.turns, best.fraction);
            }
            assert_eq!(cut.is_complete(), cut.is_proved());
            kinds[usize::from(cut.turns.is_some()) + usize::from(cut.is_complete())] += 1;
            if cut.is_complete() {
                assert_eq!(best.turns, least);
                break;
            }
        }
        assert!(kinds[0] >= 3 && kinds[2] == 1, "before a race without a crash, and whole: {kinds:?}");
        // Where only the search without crashes is cut short, the other one answers the whole question.
        let passed = solve(&track, &question, Progress { pass_on: &|| true, ..Progress::SILENT }).unwrap();
        assert_eq!((passed.turns, passed.optimal, passed.is_proved()), (None, false, true));
        assert_eq!(passed.best().unwrap().turns, least);
    }
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn everything_the_rules_allow_agrees_with_a_plain_search() {
        use paddock::games::vector_racing::{AfterFinish, Rules};
        let small = |rules: Rules| {
            let ell = Draft {
                outer: spots("0,0 11,0 11,7 8,7 8,4 0,4"),
                finish: line("8,6", "11,6", Crossing::Up),
                start: Some([1, 2]),
                rules: rules.clone(),
                ..ell(40, 36)
            };
            let zigzag = Draft {
                outer: spots("0,0 9,0 9,10 0,10"),
                walls: vec![wall("0,4", "6,4"), wall("3,7", "9,7")],
                finish: line("6,7", "6,10", Crossing::Right),
                start: Some([1, 2]),
                starts: vec![[1, 3]],
                rules: rules.clone(),
                ..ell.clone()
            };
            let mut oiled = Draft { rules, ..ell.clone() };
            oiled.regions.push(area(RegionKind::Oil, [9, 10], [2, 3]));
            oiled.regions.push(area(RegionKind::Fast, [3, 4], [1, 2]));
            [ell, zigzag, oiled]
        };
        let mut gains = 0;
        let mut check = |draft: &Draft| {
            let track = valid(draft);
            let question = Question { with_crashes: true, ..Question::of(&track) };
            let solution = solve(&track, &question, Progress::SILENT).unwrap();
            let best = solution.best();
            assert!(solution.is_proved() || best.is_none(), "{:?}: {}", draft.rules, solution.headline());
            assert_eq!(
                best.as_ref().map(|best| best.turns),
                plain_with_crashes(draft),
                "{}: {:?}",
                draft.name,
                draft.rules
            );
            if let Some(best) = best.filter(|best| draft.start == Some(best.line[0])) {
                replay(&track, draft.laps, &best.moves, best.turns, best.fraction);
            }
            gains += usize::from(solution.with_crashes.is_some());
        };
        for walls in [WallRule::NoTouch, WallRule::MayTouch, WallRule::LandingOnly] {
            for crash in [CrashRule::Repair, CrashRule::StopAtWall, CrashRule::BackToStart] {
                small(Rules { walls, crash, ..Rules::default() }).iter().for_each(&mut check);
            }
        }
        for (damage, measure) in [
            (DamageRule::Turns, Measure::Perpendicular),
            (DamageRule::Life, Measure::Sum),
            (DamageRule::Life, Measure::Speed),
            (DamageRule::Life, Measure::Perpendicular),
        ] {
            let rules = Rules { damage, measure, crash: CrashRule::StopAtWall, ..Rules::default() };
            small(rules).iter().for_each(&mut check);
        }
        small(Rules { crash_after_finish: AfterFinish::Crashes, crash: CrashRule::StopAtWall, ..Rules::default() })
            .iter()
            .for_each(&mut check);
        // Paths that bend, and hits.
        let mut spun = ring();
        spun.rules.crash = CrashRule::StopAtWall;
        spun.spinners.push(spinner("10,2", Spin::Ccw));
        check(&spun);
        assert!(gains > 2, "crashes gained in {gains} of the cases only");
    }

    #[test]
    #[ignore = "slow"]
    fn hits_are_made_on_the_way() {
        for per in [Per::Race, Per::Lap] {
            let mut draft = ring();
            draft.laps = 2;
            draft.regions = vec![area(RegionKind::Slow, [10, 11], [10, 11]), area(RegionKind::Fast, [1, 2], [10, 11])];
            draft.spinners.push(spinner("2,2", Spin::Ccw));
            draft.rules.hits = Some(Hits { count: 2, kinds: Vec::new(), ids: Vec::new(), distinct: true, per });
            let solution = solved(&draft);
            assert_eq!(plain(&valid(&draft), 2), (solution.turns, solution.routes));
        }
    }
}
