//! Tests of telemetry, words, drawings and layout of Formula D, and that no draft causes a panic.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::game::scene::{Shape, Style, Tag};
use paddock::game::{CarId, EventKind, Status};
use paddock::games::formula_d::{Draft, EdgeKind, FormulaD, Side, SpaceKind, infer};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

#[test]
fn telemetry_of_a_position() {
    let mut table = table("a30 g5 lap=2 T2, b59 g3 lap=0, p3 g2");
    table.state.cars[0].spun = true;
    let view = FormulaD::view(&table.track, &table.state);
    assert_eq!((view.round, view.to_act, view.phase), (1, Some(CarId(1)), "race"));
    let [one, two, three] = [1, 2, 3].map(|car| view.car(CarId(car)).unwrap().clone());
    assert_eq!((one.gear, one.lap, one.laps_done, one.corners), (Some(5), 2, 1, 1));
    assert!((one.progress - 1.5).abs() < 1e-12 && (one.distance - 90.0).abs() < 1e-12);
    assert_eq!(one.resources, [2, 3, 3, 3, 3, 2]);
    assert_eq!(one.marks, ["spun"]);
    assert!(two.progress < 0.0 && two.corners == 3 && three.marks.contains(&"in the pits"));
    assert_eq!([one.rank, three.rank, two.rank], [1, 2, 3]);
    assert_eq!(FormulaD::INFO.resources.len(), one.resources.len());
    let mut road = table_of(&road(2), "a20 g3, b50 g3");
    road.go("1.1 g3 d6 m9 n");
    let view = FormulaD::view(&road.track, &road.state);
    assert!(view.cars[0].tokens.iter().any(|token| token.name == "nitro" && token.used));
    assert!(view.cars[1].tokens.iter().all(|token| !token.used));
}

#[test]
fn a_car_that_glides_takes_its_number_along() {
    let table = table("a30 g5, b59 g3, p3 g2");
    let mut scene = paddock::game::scene::Scene::default();
    FormulaD::draw_state(&table.track, &table.setup, &table.state, None, &mut scene);
    let numbers = scene.items.iter().filter(|item| matches!(item.style, Style::CarNumber(_)));
    let tags: Vec<Tag> = numbers.map(|item| item.tag).collect();
    assert_eq!(tags, [1, 2, 3].map(|car| Tag::Car(CarId(car))));
}

#[test]
fn a_turn_in_words_and_events() {
    let mut table = table("a9 g2, b12 g4");
    let before = table.state.clone();
    let line = "1.1 g3 d8 m8 =a17";
    let played = table.go(line);
    let text = FormulaD::describe(&table.setup, &before, &turn(line), &played.state, &played.events);
    assert_eq!(text, "P1 shifts up to gear 3, rolls 8 and drives 8 spaces to a17. P1: tyres -4 (overshooting).");
    let moved = &played.events[0];
    let EventKind::Moved { distance, points, gear } = &moved.kind else { panic!("{moved:?}") };
    assert_eq!((*distance, points.len(), *gear), (8.0, 9, Some(3)));
    assert!(played.events.iter().any(|event| event.kind == EventKind::Overtook { other: CarId(2) }));
    let mut last = crate::common::table("a58 g4 lap=2");
    let played = last.go("1.1 g4 d7 m2");
    assert!(played.events.iter().any(|event| event.kind == EventKind::Finished { rank: 1 }));
    assert_eq!(FormulaD::view(&last.track, &last.state).cars[0].status, Status::Finished);
}

#[test]
fn drawings_have_spaces_lines_and_cars() {
    let draft = oval();
    let scene = FormulaD::draw_draft(&draft, &[Tag::Corner(1)]);
    let count = |style: Style| scene.items.iter().filter(|item| item.style == style).count();
    assert_eq!(count(Style::Selection), 24);
    assert!(count(Style::ChequerDark) >= 6 && count(Style::ChequerFrame) == 1 && count(Style::SpacePit) == 15);
    assert_eq!((1..=3).map(|stops| count(Style::SpaceCorner(stops))).sum::<usize>(), 60);
    assert_eq!(scene.pick(draft.spaces.iter().find(|space| space.id == "a11").unwrap().at), Some(Tag::Corner(0)));
    for space in &draft.spaces {
        let [low, high] = scene.bounds;
        assert!((0..2).all(|axis| low[axis] < space.at[axis] && space.at[axis] < high[axis]));
    }
    let mut table = table("a9 g3, b30 g4");
    table.mark("b3");
    let before = table.state.clone();
    table.go("1.1 g3 d8 m8");
    let mut scene = FormulaD::draw_draft(&draft, &[]);
    let last = turn("1.1 g3 d8 m8");
    FormulaD::draw_state(&table.track, &table.setup, &table.state, Some((&before, &last)), &mut scene);
    assert_eq!(scene.items.iter().filter(|item| item.style == Style::CarBase(0)).count(), 1);
    let path = scene.items.iter().find(|item| item.style == Style::Path(0)).unwrap();
    assert!(matches!(&path.shape, Shape::Polyline(points) if points.len() == 9));
    let layout = FormulaD::layout(&draft);
    assert_eq!(layout.pieces.len(), draft.spaces.len());
    assert_eq!(layout.pieces[0].name, "Space a0");
}

#[test]
fn a_route_is_inferred_from_its_ends() {
    let table = table("a46 g4");
    // There is only one route: straight ahead.
    let found = infer(&table.track, &table.state, &turn("1.1 g4 d9 m0 =a55"), 10);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].spaces, found[0].brakes), (9, 0));
    // The die can be inferred too: 9, or a higher face with brakes.
    let found = infer(&table.track, &table.state, &turn("1.1 g4 m0 =a55"), 10);
    assert!(found.len() > 1 && found.iter().all(|turn| turn.ends[0].as_str() == "a55"));
    assert!(infer(&table.track, &table.state, &turn("1.1 g4 d7 m0 =a55"), 10).is_empty());
}

/// Changes one thing of a draft, sensibly or not.
fn spoil(draft: &mut Draft, rng: &mut ChaCha8Rng) {
    let spaces = draft.spaces.len().max(1);
    let edges = draft.edges.len().max(1);
    let (space, other, edge) = (rng.random_range(0..spaces), rng.random_range(0..spaces), rng.random_range(0..edges));
    if draft.spaces.len() < 5 || draft.edges.len() < 5 {
        return;
    }
    match rng.random_range(0..20) {
        0 => drop(draft.edges.remove(edge)),
        1 => draft.edges[edge].to = draft.spaces[other].id.clone(),
        2 => draft.edges[edge].finish = !draft.edges[edge].finish,
        3 => {
            let kinds = [
                EdgeKind::Ahead,
                EdgeKind::Left,
                EdgeKind::Right,
                EdgeKind::PitIn,
                EdgeKind::BoxOut,
                EdgeKind::Portal(1),
            ];
            draft.edges[edge].kind = kinds[rng.random_range(0..kinds.len())];
        }
        4 => draft.spaces[space].rank = [i32::MIN, -1, 0, 7, 119, i32::MAX][rng.random_range(0..6)],
        5 => draft.spaces[space].kind = SpaceKind::Corner(["K1", "K2", "K9", ""][rng.random_range(0..4)].into()),
        6 => draft.spaces[space].kind = SpaceKind::Straight,
        7 => draft.spaces[space].lane = rng.random_range(0..6),
        8 => draft.spaces[space].at = [[1e9, f64::NAN], [0.0, 0.0], [-99_999.0, 99_999.0]][rng.random_range(0..3)],
        9 => draft.spaces[space].slot = Some(rng.random_range(0..20)),
        10 => drop(draft.spaces.remove(space)),
        11 => draft.lap = [i32::MIN, 0, 2, 121, i32::MAX][rng.random_range(0..5)],
        12 => draft.corners[0].stops = rng.random_range(0..9),
        13 => draft.corners[0].inside = Some(Side::Left),
        14 => draft.contacts.clear(),
        15 => draft.spaces[space].outline = vec![[0.0, 0.0]; rng.random_range(0..5)],
        16 => draft.links.push([draft.spaces[space].id.clone(), draft.spaces[other].id.clone()]),
        17 => draft.spaces[space].level = 1,
        18 => draft.lanes = rng.random_range(0..6),
        _ => draft.spaces[space].danger = true,
    }
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn no_draft_makes_anything_panic() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut valid = 0;
        for round in 0..1_500 {
            let mut draft = oval();
            for _ in 0..rng.random_range(1..=4) {
                spoil(&mut draft, &mut rng);
            }
            let (track, issues) = FormulaD::validate(&draft);
            let _ = FormulaD::draw_draft(&draft, &[Tag::Corner(0), Tag::Corner(7)]);
            let _ = FormulaD::layout(&draft);
            let Some(track) = track else {
                assert!(!issues.is_empty());
                continue;
            };
            valid += 1;
            if let Ok(mut state) = FormulaD::start(&track, &setup(2)) {
                for _ in 0..6 {
                    let legal = FormulaD::legal_turns(&track, &state);
                    assert!(!legal.is_empty(), "round {round}");
                    let pick = &legal[rng.random_range(0..legal.len())];
                    state = FormulaD::play(&track, &state, &pick.turn).unwrap().state;
                    let _ = FormulaD::view(&track, &state);
                }
            }
        }
        assert!(valid > 100);
    }
}
