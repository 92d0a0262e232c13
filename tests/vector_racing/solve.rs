//! Solves the reference tracks (ledger, section 11), and compares the results with those of plain searches.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::vector_racing::solve::{Progress, Question, Seed, Solution, Stage, losses, solve, turns_from};
use paddock::games::vector_racing::{
    Action, CrashRule, Crossing, DamageRule, Draft, Hits, Life, Measure, Per, Racer, RegionKind, Rules, Spin, Standing,
    State, Track, VectorRacing, WallRule,
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
    assert_eq!((route.turns, route.fraction, route.crashes()), (14, (1, 1), 1));
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
            race.racers[0].start = Some(at);
            VectorRacing::start(&track, &race).unwrap()
        })
        .collect();
    // The start is where a crash may lead.
    let key = |state: &State| format!("{:?} {:?}", state.terms.starts, state.racers[0]);
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

/// A straight whose first start lies behind the line. From the other one, the way back after a crash is short.
fn two_starts() -> Draft {
    let mut draft = straight(60, 4, 50, [58, 2]);
    draft.starts = vec![[49, 2]];
    draft.regions.push(area(RegionKind::Oil, [40, 41], [0, 4]));
    draft.rules.crash = CrashRule::BackToStart;
    draft.rules.hits = Some(Hits { count: 1, kinds: Vec::new(), ids: Vec::new(), distinct: true, per: Per::Race });
    draft
}

#[test]
fn rt_crash_07_each_racer_goes_back_to_its_own_start() {
    let draft = two_starts();
    let track = valid(&draft);
    let question = Question { with_crashes: true, ..Question::of(&track) };
    let solution = solve(&track, &question, Progress::SILENT).unwrap();
    let best = solution.best().unwrap();
    assert_eq!((Some(best.turns), best.line[0], best.crashes()), (plain_with_crashes(&draft), [49, 2], 1));
    assert!(solution.is_proved() && best.turns < solution.turns.unwrap());
    // One start after the other gives the same.
    let alone = |at| {
        let question = Question { seeds: vec![Seed::start(&track, at)], ..question.clone() };
        solve(&track, &question, Progress::SILENT).unwrap().best().map(|best| best.turns)
    };
    assert_eq!([alone([58, 2]), alone([49, 2])].into_iter().flatten().min(), Some(best.turns));
    // A race whose racers begin at both starts has the same headline in whatever order they are listed.
    for starts in [[[58, 2], [49, 2]], [[49, 2], [58, 2]]] {
        let mut race = setup(2);
        for (entry, at) in race.racers.iter_mut().zip(starts) {
            entry.start = Some(at);
        }
        let first = VectorRacing::start(&track, &race).unwrap();
        let evaluation = VectorRacing::evaluate(&track, &first, &[], paddock::game::Progress::SILENT).unwrap();
        assert_eq!(evaluation.headline, format!("{} turns with one crash, and no race takes fewer", best.turns));
    }
}

#[test]
fn rt_dmg_02_a_racer_is_compared_with_the_life_it_has_left() {
    let mut draft = ell(40, 36);
    draft.rules.crash = CrashRule::StopAtWall;
    (draft.rules.damage, draft.rules.measure) = (DamageRule::Life, Measure::Perpendicular);
    let track = valid(&draft);
    let needed = |life: i64| {
        let trial = Trial::new(&draft).change(|racer| racer.life = Life::Points(life));
        let turn = paddock::games::vector_racing::Turn::go(trial.racer().car, [1, 0]);
        let found = losses(&track, &trial.state, &[turn], Progress::SILENT).unwrap();
        assert_eq!(found.len(), 1);
        (found[0].before, found[0].after, found[0].lost)
    };
    assert_eq!(needed(10), (Some(13), Some(12), Some(0)));
    // The fastest race crashes with damage 2: with one point of life, it takes the racer out.
    assert_eq!(needed(1), (Some(15), Some(14), Some(0)));
}

#[test]
fn rt_turn_04_no_race_finishes_after_the_turn_limit() {
    let mut draft = ring();
    let track = valid(&draft);
    let asked = |turn_cap: u32, with_crashes: bool| {
        let rules = Rules { turn_cap, ..Rules::default() };
        let question = Question { rules, with_crashes, ..Question::of(&track) };
        let solution = solve(&track, &question, Progress::SILENT).unwrap();
        (solution.best().map(|best| best.turns), solution.headline())
    };
    for turn_cap in [5, 11] {
        let words = format!("no sequence of moves reaches the finish within the turn limit ({turn_cap} turns)");
        assert_eq!(asked(turn_cap, true), (None, words));
        let words =
            format!("no sequence of moves reaches the finish without a crash within the turn limit ({turn_cap} turns)");
        assert_eq!(asked(turn_cap, false), (None, words));
    }
    assert_eq!(asked(12, true), (Some(12), "12 turns, and no race takes fewer".to_owned()));
    // A crash may save the turn that is too much.
    let corner = valid(&ell(40, 36));
    let rules = Rules { turn_cap: 14, ..Rules::default() };
    let question = Question { rules, with_crashes: true, ..Question::of(&corner) };
    let solution = solve(&corner, &question, Progress::SILENT).unwrap();
    assert_eq!(solution.headline(), "14 turns with one crash, and no race takes fewer");
    // Where no limit is in the way, none is named.
    draft = board();
    draft.outer = rectangle([-40, 40], [-40, 40]);
    draft.walls.extend([wall("-2,-2", "2,-2"), wall("2,-2", "2,2"), wall("2,2", "-2,2"), wall("-2,2", "-2,-2")]);
    draft.starts = vec![[10, 10]];
    let track = valid(&draft);
    let question = Question { with_crashes: true, seeds: vec![Seed::start(&track, [0, 0])], ..Question::of(&track) };
    let solution = solve(&track, &question, Progress::SILENT).unwrap();
    assert_eq!(solution.headline(), "no sequence of moves reaches the finish");
}

#[test]
fn rt_val_09_the_finish_is_reached_within_the_turn_limit() {
    let capped = |mut draft: Draft, turn_cap: u32| {
        draft.rules.turn_cap = turn_cap;
        draft
    };
    let mut oiled = ring();
    oiled.regions.push(area(RegionKind::Oil, [0, 4], [5, 7]));
    for (draft, turns) in [(ring(), 12), (Draft { laps: 2, ..ring() }, 24), (oiled, 13)] {
        assert_eq!(
            issue(&capped(draft.clone(), turns - 1), "RT-VAL-09"),
            format!("No sequence of moves reaches the finish within the turn limit ({}).", turns - 1)
        );
        assert!(!issues(&capped(draft, turns)).contains(&"RT-VAL-09"), "{turns} turns");
    }
    // A slow racer is no proof where the limit is short of its turns.
    let long = straight(400, 4, 399, [1, 2]);
    assert!(!issues(&capped(long.clone(), 40)).contains(&"RT-VAL-09"));
    assert!(issues(&capped(long, 10)).contains(&"RT-VAL-09"));
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
            if best.crashes() == 0 {
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
        use paddock::games::vector_racing::AfterFinish;
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
