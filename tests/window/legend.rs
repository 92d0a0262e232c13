//! Tests of the legend on the board.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics")]

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::hands::{CTRL, click, opened, press, race_tab as tab};

#[test]
fn the_legend_leaves_half_of_a_small_board_and_the_car_to_act() {
    for game in ["VektoRace", "Vector Racing", "Formula D", "Wheel to Wheel"] {
        let mut harness = opened(std::path::PathBuf::new(), egui::vec2(1000.0, 700.0));
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
