//! Tests of the legend on the board.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics")]

use egui::accesskit::Role;
use egui::{Align2, Key, Modifiers, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use paddock::game::scene::{Item, Style};

use crate::desk::shipped;
use crate::hands::{CTRL, Window, click, opened, press, race_tab as tab, wheel};

#[test]
fn the_legend_leaves_half_of_a_small_board_and_the_car_to_act() {
    for game in ["VektoRace", "Vector Racing", "Formula D", "Wheel to Wheel"] {
        let mut harness = opened(std::path::PathBuf::new(), vec2(1000.0, 700.0));
        press(&mut harness, CTRL | Modifiers::SHIFT, Key::N);
        harness.get_by_role_and_label(Role::Button, game).click();
        harness.run_steps(8);
        click(&mut harness, "Start race");
        harness.run_steps(12);
        let view = *tab(&harness).board().view();
        let card = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("legend"))).unwrap();
        assert!(view.rect.contains_rect(card), "{game}: {card:?} in {:?}", view.rect);
        assert!(card.area() < 0.5 * view.rect.area(), "{game}: {card:?} in {:?}", view.rect);
        let race = tab(&harness).race().view(0);
        let car = view.screen_from_world(race.car(race.to_act.unwrap()).unwrap().at);
        assert!(view.rect.contains(car) && !card.contains(car), "{game}: {car:?} under {card:?}");
    }
}

/// Whether cars ever come to a rectangle, and the number of cars, starting lines and corner signs that it hides, the most
/// important first.
fn hidden(harness: &Window, card: Rect) -> [usize; 4] {
    let tab = tab(harness);
    let (view, scene) = (*tab.board().view(), tab.race().scene(tab.playback().position(), 3));
    let covered = |item: &Item| {
        let bounds = item.shape.bounds().map(|bounds| bounds.map(|corner| view.screen_from_world(corner)));
        bounds.is_some_and(|[low, high]| Rect::from_two_pos(low, high).intersects(card))
    };
    let count = |is_of: fn(Style) -> bool| scene.items.iter().filter(|item| is_of(item.style) && covered(item)).count();
    let race = tab.race();
    let cars = (0..=race.len()).flat_map(|at| race.view(at).cars);
    let is_visited =
        cars.filter(|car| !car.status.is_out()).any(|car| card.expand(12.0).contains(view.screen_from_world(car.at)));
    [
        usize::from(is_visited),
        count(|style| matches!(style, Style::CarBase(_))),
        count(|style| matches!(style, Style::FinishLine | Style::ChequerFrame | Style::Slot | Style::Start)).min(1),
        count(|style| style == Style::Sign),
    ]
}

fn card(harness: &Window) -> Rect {
    harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("legend"))).unwrap()
}

/// The map of the board, if a part of the board is out of view.
fn map(harness: &Window) -> Option<Rect> {
    harness.query_all_by_label("Map of the board").map(|node| node.rect()).next()
}

const RACES: [&str; 6] = [
    "replays/vektorace/widdershins-four-cars.json",
    "replays/vektorace/kestrel-ring-three-laps.json",
    "replays/formula_d/saltmarsh-six-cars.json",
    "replays/formula_d/gaslight-quarter-by-night.json",
    "replays/vector_racing/mill-lane-three-pencils.json",
    "replays/wheel_to_wheel/harbour-cup-1.json",
];

/// The corner of the legend hides no more than any other corner would, and never lies under the map.
#[test]
fn the_legend_takes_the_corner_where_it_hides_least() {
    let mut seen = 0;
    for (race, size) in
        RACES.into_iter().flat_map(|race| [vec2(1000.0, 700.0), vec2(1600.0, 1000.0)].map(|size| (race, size)))
    {
        let mut harness = opened(shipped(race), size);
        // Twice: as it opens, and with the whole board in view.
        for _ in 0..2 {
            harness.run_steps(4);
            let (card, view, map) = (card(&harness), *tab(&harness).board().view(), map(&harness));
            assert!(!map.is_some_and(|map| map.intersects(card)), "{race} {size}: the map is under the legend");
            let room = view.rect.shrink(10.0);
            let corners = [Align2::LEFT_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM];
            let others = corners.map(|corner| corner.align_size_within_rect(card.size(), room));
            let free = others.into_iter().filter(|other| !map.is_some_and(|map| map.intersects(*other)));
            let least = free.map(|other| hidden(&harness, other)).min().unwrap();
            assert_eq!(hidden(&harness, card), least, "{race} {size}: {card:?}");
            seen += 1;
            press(&mut harness, Modifiers::NONE, Key::F);
        }
    }
    assert_eq!(seen, 24);
}

/// The legend moves only in a step in which it would hide the car to act or the map, and never twice for a car.
#[test]
fn the_legend_stays_in_its_corner_until_it_must_move() {
    for race in RACES {
        let mut harness = opened(shipped(race), vec2(1000.0, 700.0));
        press(&mut harness, Modifiers::NONE, Key::F);
        let (mut steps, mut moved) = (0, 0);
        for _ in 0..60 {
            let before = card(&harness);
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
            let at = tab(&harness).playback().position();
            let view = *tab(&harness).board().view();
            let state = tab(&harness).race().view(at);
            let Some(car) = state.to_act.and_then(|car| state.car(car).cloned()) else { break };
            let now = card(&harness);
            let corner = |card: Rect| [card.center().x > view.rect.center().x, card.center().y > view.rect.center().y];
            // The ring reaches beyond the middle of the car, and the legend grows with the shapes that it explains.
            let former = Rect::from_center_size(before.center(), before.size().max(now.size())).expand(60.0);
            let covers_map = map(&harness).is_some_and(|map| map.intersects(former));
            let must = covers_map || former.contains(view.screen_from_world(car.at));
            assert!(
                must || corner(now) == corner(before),
                "{race}, turn {at}: {before:?} {now:?}, car at {:?} in {:?}",
                view.screen_from_world(car.at),
                view.rect
            );
            moved += usize::from(!covers_map && corner(now) != corner(before));
            let place = view.screen_from_world(car.at);
            assert!(!now.contains(place), "{race}, turn {at}: {place:?} in {now:?}");
            steps += 1;
        }
        assert!(moved < 2, "{race}: the legend moved {moved} times");
        assert!(steps > 20, "{race}: {steps}");
    }
}

/// While the wheel zooms, the legend neither changes its corner nor its size.
#[test]
fn the_legend_stays_while_the_wheel_turns() {
    let mut zoomed = 0;
    for race in RACES {
        let mut harness = opened(shipped(race), vec2(1600.0, 1000.0));
        for _ in 0..8 {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        }
        let (before, scale) = (card(&harness), tab(&harness).board().view().scale);
        let middle = tab(&harness).board().view().rect.center();
        for step in 0..16 {
            wheel(&mut harness, middle, if step < 8 { 60.0 } else { -60.0 });
            let view = *tab(&harness).board().view();
            let now = card(&harness);
            let corner = |card: Rect| [card.center().x > view.rect.center().x, card.center().y > view.rect.center().y];
            assert_eq!((corner(now), now.size()), (corner(before), before.size()), "{race}, step {step}");
            zoomed += usize::from((view.scale / scale - 1.0).abs() > 0.3);
        }
    }
    assert!(zoomed > 20, "{zoomed} views had another scale");
}

/// The legend has a row for each kind of legal place that this race has shown so far, and for no other.
#[test]
fn the_legend_names_only_places_that_occur() {
    let rows =
        [(Style::LegalFree, "a legal place that costs nothing"), (Style::LegalCost, "a legal place that costs points")];
    let mut found = std::collections::BTreeSet::new();
    for race in RACES {
        let mut harness = opened(shipped(race), vec2(1600.0, 1000.0));
        let mut seen: Vec<Style> = Vec::new();
        press(&mut harness, Modifiers::NONE, Key::L);
        harness.run_steps(8);
        for step in 0..10 {
            if step > 0 {
                press(&mut harness, Modifiers::NONE, Key::ArrowRight);
                harness.run_steps(8);
            }
            let places = tab(&harness).race().places(tab(&harness).playback().position());
            assert!(!places.is_empty(), "{race}");
            seen.extend(places.iter().map(paddock::game::Place::style));
            for (style, words) in rows {
                assert_eq!(harness.query_by_label(words).is_some(), seen.contains(&style), "{race}: {words}");
                found.insert((words, seen.contains(&style)));
            }
        }
        // Without places, no row explains them.
        press(&mut harness, Modifiers::NONE, Key::L);
        harness.run_steps(4);
        assert!(rows.iter().all(|(_, words)| harness.query_by_label(words).is_none()), "{race}");
    }
    assert!(found.contains(&(rows[1].1, false)) && found.contains(&(rows[1].1, true)), "{found:?}");
}

#[test]
fn the_legend_does_not_cover_the_card_of_the_tour() {
    for size in [[1000.0, 700.0], [960.0, 600.0], [1200.0, 800.0], [1440.0, 900.0]] {
        let mut harness = opened(std::path::PathBuf::new(), size.into());
        harness.get_by_label_contains("Take the tour").click();
        harness.run_steps(12);
        harness.get_by_label("The tour · 1 of 5");
        for fits in [false, true] {
            if fits {
                press(&mut harness, Modifiers::NONE, Key::F);
            }
            for _ in 0..6 {
                let tour = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("tour"))).unwrap();
                assert!(tour.width() > 300.0, "{tour:?}");
                assert!(!card(&harness).intersects(tour), "{size:?}, {fits}: {tour:?} {:?}", card(&harness));
                press(&mut harness, Modifiers::NONE, Key::ArrowRight);
            }
        }
    }
}

#[test]
fn the_legend_of_a_small_window_starts_with_its_title() {
    for (size, is_folded) in [([1000.0, 700.0], true), ([1366.0, 768.0], true), ([1600.0, 1000.0], false)] {
        let mut harness = opened(shipped(RACES[0]), size.into());
        assert_eq!(card(&harness).height() < 40.0, is_folded, "{size:?}: {:?}", card(&harness));
        for folds in [!is_folded, is_folded] {
            click(&mut harness, "Legend");
            harness.run_steps(4);
            assert_eq!(card(&harness).height() < 40.0, folds, "{size:?}: {:?}", card(&harness));
            let view = tab(&harness).race().view(0);
            let car = view.to_act.and_then(|car| view.car(car)).unwrap();
            assert!(!card(&harness).contains(tab(&harness).board().screen_from_world(car.at)), "{size:?}");
        }
    }
}

/// A scroll bar is drawn in the last points of the list.
#[test]
fn the_bar_of_a_long_legend_covers_no_words() {
    let mut scrolled = 0;
    for race in RACES {
        let mut harness = opened(shipped(race), vec2(1000.0, 700.0));
        click(&mut harness, "Legend");
        harness.run_steps(4);
        let card = card(&harness);
        let labels: Vec<Rect> = harness.query_all_by_role(Role::Label).map(|node| node.rect()).collect();
        let rows = || labels.iter().filter(|rect| card.x_range().contains(rect.left()) && rect.height() < 60.0);
        if !rows().any(|rect| rect.top() > card.bottom() && rect.top() < card.bottom() + 200.0) {
            continue;
        }
        scrolled += 1;
        for row in rows().filter(|rect| card.contains(rect.left_top()) && rect.right() < card.right() + 40.0) {
            assert!(row.right() <= card.right() - 8.5, "{race}: {row:?} in {card:?}");
        }
    }
    assert!(scrolled > 0);
}
