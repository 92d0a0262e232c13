//! The menus of right clicks: one right click opens the menu of the thing under the pointer, also while another menu is
//! open.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paddock::game::CarId;

use crate::desk::shipped;
use crate::hands::{Window, opened, press, race_tab as tab};

fn right_click(harness: &mut Window, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
    for pressed in [true, false] {
        harness.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(1);
    }
    harness.run_steps(4);
}

/// The name above the entries about a car.
fn car_of_menu(harness: &Window) -> Option<String> {
    let entry = harness.query_by_role_and_label(Role::Button, "Next turn of this car")?.rect();
    let race = tab(harness).race();
    let is_title = |name: &&str| {
        harness.query_all_by_label(name).any(|node| {
            let title = node.rect();
            title.bottom() <= entry.top()
                && title.bottom() > entry.top() - 50.0
                && (title.left() - entry.left()).abs() < 12.0
        })
    };
    race.entrants().iter().map(|entrant| entrant.name.as_str()).find(is_title).map(str::to_owned)
}

fn name(harness: &Window, car: CarId) -> String {
    tab(harness).race().entrants().iter().find(|entrant| entrant.car == car).unwrap().name.clone()
}

/// Cars that are far from each other on the screen, each with its place.
fn cars(harness: &Window) -> Vec<(CarId, Pos2)> {
    let (view, at) = (*tab(harness).board().view(), tab(harness).playback().position());
    let legend = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("legend")));
    let cars = tab(harness).race().view(at).cars;
    let all: Vec<(CarId, Pos2)> = cars.iter().map(|car| (car.car, view.screen_from_world(car.at))).collect();
    let is_free = |(car, place): &(CarId, Pos2)| {
        let is_seen = view.rect.shrink(10.0).contains(*place) && !legend.is_some_and(|legend| legend.contains(*place));
        is_seen && all.iter().all(|(other, at)| other == car || at.distance(*place) > 24.0)
    };
    all.iter().copied().filter(is_free).collect()
}

/// A place on the board far from cars, the legend and an open menu.
fn bare(harness: &Window) -> Pos2 {
    let (view, at) = (*tab(harness).board().view(), tab(harness).playback().position());
    let menu =
        harness.query_all_by_label_contains("Fit board ").map(|node| node.rect().expand2(vec2(10.0, 260.0))).next();
    let legend = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("legend")));
    let cars = tab(harness).race().view(at).cars;
    let is_bare = |place: &Pos2| {
        let is_covered = [menu, legend].into_iter().flatten().any(|rect| rect.contains(*place));
        !is_covered && cars.iter().all(|car| view.screen_from_world(car.at).distance(*place) > 60.0)
    };
    let parts = [0.15, 0.35, 0.5, 0.65, 0.85];
    let places = parts.iter().flat_map(|x| parts.map(|y| view.rect.lerp_inside(vec2(*x, y))));
    places.into_iter().find(is_bare).unwrap()
}

#[test]
fn a_right_click_on_another_car_opens_the_menu_of_that_car() {
    let mut tried = 0;
    for race in [
        "replays/vektorace/widdershins-four-cars.json",
        "replays/formula_d/saltmarsh-six-cars.json",
        "replays/vector_racing/mill-lane-three-pencils.json",
        "replays/wheel_to_wheel/harbour-cup-1.json",
    ] {
        let mut harness = opened(shipped(race), vec2(1600.0, 1000.0));
        for _ in 0..12 {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        }
        press(&mut harness, Modifiers::NONE, Key::F);
        for _ in 0..2 {
            for (car, place) in cars(&harness) {
                // A menu reaches down and to the right: the next car may be below it.
                let menu = harness.query_all_by_label_contains("Fit board ").map(|node| node.rect()).next();
                if menu.is_some_and(|menu| menu.expand2(vec2(10.0, 260.0)).contains(place)) {
                    continue;
                }
                right_click(&mut harness, place);
                assert_eq!(car_of_menu(&harness), Some(name(&harness, car)), "{race}");
                tried += 1;
            }
            // The bare board has a menu without a car.
            let bare = bare(&harness);
            right_click(&mut harness, bare);
            assert_eq!(car_of_menu(&harness), None, "{race}");
            harness.get_by_label_contains("Fit board ");
        }
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
    assert!(tried > 10, "{tried}");
}

fn shows_facts(harness: &Window) -> bool {
    let card = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("facts"));
    harness.ctx.memory(|memory| memory.areas().is_visible(&card))
}

/// The card with the facts about a car or place would lie over the open menu.
#[test]
fn no_facts_are_shown_beside_an_open_menu() {
    for race in ["replays/vektorace/widdershins-four-cars.json", "replays/formula_d/saltmarsh-six-cars.json"] {
        let mut harness = opened(shipped(race), vec2(1600.0, 1000.0));
        press(&mut harness, Modifiers::NONE, Key::F);
        for _ in 0..100 {
            press(&mut harness, Modifiers::NONE, Key::ArrowRight);
            if cars(&harness).len() > 2 {
                break;
            }
        }
        let cars = cars(&harness);
        let bare = bare(&harness);
        assert!(cars.len() > 1, "{race}");
        for _ in 0..2 {
            let (_, place) = cars[0];
            harness.hover_at(place);
            harness.run_steps(4);
            assert!(shows_facts(&harness), "{race}: facts about the car under the pointer");
            right_click(&mut harness, place);
            assert!(car_of_menu(&harness).is_some(), "{race}");
            assert!(!shows_facts(&harness), "{race}: facts beside the menu of the same car");
            for (_, other) in cars.iter().skip(1) {
                harness.hover_at(*other);
                harness.run_steps(4);
                assert!(car_of_menu(&harness).is_some() && !shows_facts(&harness), "{race}: facts about another car");
            }
            press(&mut harness, Modifiers::NONE, Key::Escape);
            harness.hover_at(bare);
            harness.run_steps(4);
            assert!(!shows_facts(&harness), "{race}");
        }
    }
}

#[test]
fn a_right_click_on_another_row_opens_the_menu_of_that_row() {
    let mut harness = opened(shipped("replays/vektorace/widdershins-four-cars.json"), vec2(1600.0, 1000.0));
    for _ in 0..12 {
        press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    }
    let names: Vec<String> = tab(&harness).race().entrants().iter().map(|entrant| entrant.name.clone()).collect();
    let row = |harness: &Window, name: &str| {
        let rows = harness.query_all_by_role_and_label(Role::Label, name);
        let rows: Vec<egui::Rect> = rows.map(|node| node.rect()).collect();
        // The heading of the recording panel may name the car too.
        let row = rows.iter().find(|rect| rect.left() > 1200.0 && rect.top() > 100.0);
        row.unwrap_or_else(|| panic!("no row of {name}: {rows:?}")).center()
    };
    // From the last row up: a menu reaches down.
    let mut upwards: Vec<&String> = names.iter().collect();
    upwards.sort_by(|a, b| row(&harness, b).y.total_cmp(&row(&harness, a).y));
    for _ in 0..2 {
        for name in &upwards {
            let place = row(&harness, name);
            right_click(&mut harness, place);
            assert_eq!(car_of_menu(&harness).as_ref(), Some(*name));
        }
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert_eq!(car_of_menu(&harness), None);
    }
    // From a row to a car on the board, and back.
    let at_first = cars(&harness);
    let (car, place) = at_first.first().copied().unwrap_or_else(|| panic!("{:?}", tab(&harness).board().view()));
    for _ in 0..2 {
        let first = row(&harness, &names[0]);
        right_click(&mut harness, first);
        assert_eq!(car_of_menu(&harness).as_ref(), Some(&names[0]));
        right_click(&mut harness, place);
        assert_eq!(car_of_menu(&harness), Some(name(&harness, car)));
    }
}

/// The only entry of the open menu that goes to a turn.
fn way_of_menu(harness: &Window) -> String {
    let labels = harness.query_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
    let entries: Vec<String> = labels.filter(|label| label.starts_with("Go to turn ")).collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries[0].clone()
}

#[test]
fn a_right_click_on_another_part_of_a_plot_opens_the_menu_there() {
    let mut harness = opened(shipped("replays/vektorace/widdershins-four-cars.json"), vec2(1600.0, 1000.0));
    press(&mut harness, Modifiers::NONE, Key::F3);
    let plot = harness.query_all_by_label_contains("Plot of ").map(|node| node.rect()).next().unwrap();
    let mut turns = Vec::new();
    for part in [0.8, 0.2, 0.5] {
        right_click(&mut harness, plot.lerp_inside(vec2(part, 0.5)));
        turns.push(way_of_menu(&harness));
    }
    assert!(turns[0] != turns[1] && turns[1] != turns[2], "{turns:?}");
}

#[test]
fn the_timeline_has_the_menu_of_the_turn_under_the_pointer() {
    for race in ["replays/vektorace/widdershins-four-cars.json", "replays/formula_d/cobalt-pass-teams.json"] {
        let mut harness = opened(shipped(race), vec2(1600.0, 1000.0));
        let bar = harness.get_by_label("Timeline").rect();
        let mut turns = Vec::new();
        for part in [0.8, 0.2, 0.5] {
            right_click(&mut harness, bar.lerp_inside(vec2(part, 0.7)));
            turns.push(way_of_menu(&harness));
            assert_eq!(tab(&harness).playback().position(), 0, "{race}: the menu alone goes nowhere");
        }
        assert!(turns[0] != turns[1] && turns[1] != turns[2], "{race}: {turns:?}");
        harness.get_by_role_and_label(Role::Button, &turns[2]).click();
        harness.run_steps(4);
        assert_eq!(format!("Go to turn {}", tab(&harness).playback().position()), turns[2], "{race}");
    }
}

/// The entries of the view say whether they are on, and the keyboard closes the menu as the mouse does.
#[test]
fn the_menu_of_the_board_shows_its_switches() {
    let mut harness = opened(shipped("replays/vektorace/widdershins-four-cars.json"), vec2(1600.0, 1000.0));
    for is_on in [false, true, false] {
        let bare = bare(&harness);
        right_click(&mut harness, bare);
        let entry = harness.get_by_role_and_label(Role::CheckBox, "Legal places");
        let toggled = entry.accesskit_node().toggled();
        assert_eq!(toggled == Some(egui::accesskit::Toggled::True), is_on);
        entry.focus();
        harness.run_steps(2);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.run_steps(4);
        assert!(harness.query_by_role_and_label(Role::CheckBox, "Legal places").is_none(), "the menu is closed");
    }
}

#[test]
fn a_right_click_on_another_piece_selects_it_and_moves_the_menu() {
    let mut harness = crate::desk::window(crate::desk::starter());
    let menu = |harness: &egui_kittest::Harness<'_, crate::desk::Desk>| {
        // The inspector at the right has such a button too.
        harness.query_all_by_label_contains("Delete").map(|node| node.rect()).find(|rect| rect.right() < 1240.0)
    };
    let corners: Vec<[f64; 2]> = crate::desk::document(&harness)
        .draft()
        .corners
        .iter()
        .map(|corner| [corner.at.x.to_f64(), corner.at.y.to_f64()])
        .collect();
    assert!(corners.len() > 2);
    let mut before = None;
    for at in [corners[0], corners[2], corners[0]] {
        crate::desk::click_with(&mut harness, at, PointerButton::Secondary, Modifiers::NONE);
        harness.run_steps(4);
        let now = menu(&harness);
        assert!(now.is_some() && now != before, "{before:?} {now:?}");
        before = now;
    }
}
