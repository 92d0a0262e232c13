//! Tests of suggested fixes: one click fixes an issue, another all of them, in every game.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paddock::editor::sketch::{Beginning, Checks as _, Drawable, Sketch, SketchDocument, SketchEdit, Steps as _};

use paddock::game::{AnyDraft, Severity};
use paddock::games::formula_d::{self, FormulaD};
use paddock::games::vector_racing::{self, VectorRacing};
use paddock::games::vektorace::{self, Vektorace};
use paddock::games::wheel_to_wheel::{self, WheelToWheel};
use paddock::replay::Kind;

use crate::sketch::{Window, button, move_to, titles, window_on};

/// The first template of a game.
fn template<G: Sketch>() -> G::Draft {
    let found: Vec<Beginning<AnyDraft>> = Kind::<G>::new().beginnings();
    found[0].draft.of::<G>().unwrap().clone()
}

fn spoilt<G: Sketch>(spoil: impl FnOnce(&mut G::Draft)) -> (G::Draft, Window) {
    let mut draft = template::<G>();
    spoil(&mut draft);
    let window = window_on(Box::new(SketchDocument::<G>::new(draft.clone(), true)));
    (draft, window)
}

/// The issues worse than a note.
fn bad(window: &Window) -> Vec<String> {
    let issues = window.state().tab.document().issues();
    let bad = issues.iter().filter(|issue| issue.severity != Severity::Note);
    bad.map(|issue| format!("{} {}", issue.id, issue.message)).collect()
}

/// Clicks "Fix all" and checks that nothing is left, in one step.
fn fixes_all<G: Sketch>(spoil: impl FnOnce(&mut G::Draft)) {
    let (draft, mut window) = spoilt::<G>(spoil);
    let before = bad(&window);
    assert!(before.len() > 1, "{before:?}");
    window.get_by_label_contains("Fix all").click();
    window.run_steps(40);
    let after = bad(&window);
    assert!(after.is_empty(), "{before:#?} became {after:#?} by {:?}", titles(&window));
    assert_eq!(titles(&window), ["Fix all issues"]);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run();
    assert_eq!(*window.state().tab.draft().of::<G>().unwrap(), draft);
}

#[test]
fn all_issues_of_a_circuit_are_fixed_by_one_click() {
    fixes_all::<Vektorace>(|draft: &mut vektorace::Draft| {
        draft.corners[3].number = 9;
        draft.corners[1].facing = paddock::geometry::Direction::new(6);
    });
    fixes_all::<VectorRacing>(|draft: &mut vector_racing::Draft| {
        (draft.finish, draft.start) = (None, None);
        draft.regions.push(vector_racing::RegionDraft {
            kind: vector_racing::RegionKind::Oil,
            outline: vec![[vector_racing::Rational::int(1), vector_racing::Rational::int(1)]],
        });
    });
    fixes_all::<FormulaD>(|draft: &mut formula_d::Draft| {
        draft.corners[0].inside = None;
        draft.corners[1].stops = 7;
        draft.spaces.iter_mut().for_each(|space| space.slot = None);
        draft.chart.clear();
        draft.chart.push(formula_d::ChartLine { from: 1, to: 3, weather: formula_d::Forecast::Good });
    });
    fixes_all::<WheelToWheel>(|draft: &mut wheel_to_wheel::Draft| {
        draft.red = vec![0, draft.pit_entry, draft.grid[2]];
        draft.grid.truncate(5);
        draft.crash_next = 1;
        draft.garages[1].field = draft.garages[0].field;
    });
}

/// Checks that every issue after each change has a fix, and that the fixes leave nothing.
fn each_is_fixed<G: Sketch>(changes: &[fn(&mut G::Draft)]) {
    assert!(!changes.is_empty());
    for (index, change) in changes.iter().enumerate() {
        let mut draft = template::<G>();
        change(&mut draft);
        let mut document = SketchDocument::<G>::new(draft, true);
        let before = document.issues().to_vec();
        let counted = document.issue_counts();
        assert_ne!(counted, (0, 0), "change {index} of {} makes no issue", G::INFO.id);
        let mut done = Vec::new();
        for _ in 0..20 {
            let fixes = document.fixes();
            let Some(next) = fixes.iter().position(Option::is_some) else { break };
            done.extend(fixes[next].clone());
            document.apply_fix(next);
        }
        let left: Vec<_> = document.issues().iter().filter(|issue| issue.severity != Severity::Note).collect();
        assert!(left.is_empty(), "{} {index}: {before:#?} became {left:#?} by {done:?}", G::INFO.id);
    }
}

#[test]
fn issues_of_formula_d_have_fixes() {
    each_is_fixed::<FormulaD>(&[
        |draft| draft.laps = 0,
        |draft| draft.corners[0].inside = None,
        |draft| draft.corners[0].stops = 0,
        |draft| draft.corners.reverse(),
        |draft| draft.corners[1].longest = Some(3),
        |draft| draft.spaces.iter_mut().for_each(|space| space.slot = None),
        |draft| {
            let slot = draft.spaces.iter_mut().find(|space| space.slot == Some(3)).unwrap();
            slot.slot = Some(12);
        },
        |draft| {
            draft.pit_line.clear();
            formula_d::lay_pit(draft);
        },
        |draft| {
            draft.pit_boxes = 1;
            formula_d::lay_pit(draft);
        },
        |draft| {
            draft.chart.pop();
        },
        |draft| {
            draft.edges.remove(40);
        },
        |draft| {
            draft.edges.iter_mut().for_each(|edge| edge.finish = false);
        },
        |draft| {
            let space = draft.spaces.iter_mut().find(|space| space.lane == 0).unwrap();
            space.noise = true;
        },
        |draft| {
            use formula_d::Arrow::{Ahead, Left, Right};
            let space = draft.spaces.iter_mut().find(|space| space.arrows.len() == 1).unwrap();
            space.arrows = vec![Ahead, Left, Right];
        },
    ]);
}

#[test]
fn issues_of_wheel_to_wheel_have_fixes() {
    each_is_fixed::<WheelToWheel>(&[
        |draft| draft.laps = 7,
        |draft| draft.battery_size = 1,
        |draft| (draft.free_rounds, draft.rain_rounds) = (99_999, 0),
        |draft| draft.points.clear(),
        |draft| draft.garages[0].code = "abc".to_owned(),
        |draft| draft.red.extend([2_000, 5, 5]),
        |draft| draft.loop_len = 7,
        |draft| draft.grid.clear(),
        |draft| draft.grid[3] = 2,
        |draft| (draft.pit_entry, draft.pit_exit) = (3, 9),
        |draft| draft.lane_len = 3,
        |draft| draft.lane_line = 0,
        |draft| draft.crash_next = 2,
        |draft| draft.garages.clear(),
        |draft| draft.garages[1].colour = draft.garages[0].colour.clone(),
        |draft| draft.garages[1].field = draft.lane_len,
        |draft| draft.red = vec![0, 11],
        |draft| draft.red.clear(),
        |draft| draft.red.push(draft.grid[0]),
        |draft| draft.dice.blue = vec![9],
        |draft| std::mem::swap(&mut draft.dice.blue, &mut draft.dice.red),
        |draft| (draft.lane_len, draft.lane_line, draft.crash_next) = (9, 7, 9),
    ]);
}

/// The search for fixes tries each on the whole circuit, so nobody waits for it: issues are shown before, and another
/// change drops it.
#[test]
fn issues_are_shown_before_their_fixes_are_known() {
    let mut draft = template::<VectorRacing>();
    (draft.finish, draft.start) = (None, None);
    let mut document = SketchDocument::<VectorRacing>::checked_later(draft, true);
    assert!(document.due_fixes().is_none(), "no issues yet");
    let check = document.due().unwrap();
    document.take_checked(check());
    assert!(document.is_checked() && !document.issues().is_empty());
    assert_eq!((document.knows_fixes(), document.fixes()), (false, Vec::new()));
    assert!(document.due().is_none());
    let late = document.due_fixes().unwrap();
    assert!(document.due_fixes().is_none(), "once");
    assert!(document.apply(&SketchEdit::Rotate(1)).unwrap());
    document.take_checked(late());
    assert_eq!((document.knows_fixes(), document.fixes()), (false, Vec::new()), "of a circuit that is no more");
    let check = document.due().unwrap();
    document.take_checked(check());
    let fixes = document.due_fixes().unwrap();
    document.take_checked(fixes());
    assert!(document.knows_fixes());
    assert!(document.fixes().iter().any(Option::is_some), "{:?}", document.fixes());
    assert_eq!(document.fixes().len(), document.issues().len());
}

#[test]
fn fixes_are_sought_after_a_drag_not_during_it() {
    let mut draft = template::<Vektorace>();
    draft.corners[1].facing = paddock::geometry::Direction::new(6);
    let at = draft.corners[0].at.to_f64();
    let mut window = window_on(Box::new(SketchDocument::<Vektorace>::checked_later(draft, true)));
    let check = |window: &mut Window| {
        let tab = &mut window.state_mut().tab;
        let checked = tab.due_check(0.0).expect("the circuit has changed")();
        tab.take_checked(checked, 0.0);
    };
    check(&mut window);
    assert!(window.state_mut().tab.due_fixes().is_some_and(|fixes| fixes().are_fixes), "before the drag");
    window.state_mut().tab.give_up_check();

    let to = [at[0] + 2.0, at[1]];
    move_to(&mut window, at);
    button(&mut window, at, true, Modifiers::NONE);
    move_to(&mut window, to);
    check(&mut window);
    assert!(!window.state().tab.document().issues().is_empty());
    assert!(window.state_mut().tab.due_fixes().is_none(), "during the drag");
    button(&mut window, to, false, Modifiers::NONE);
    assert!(window.state_mut().tab.due_fixes().is_some(), "after the drag");
}

#[test]
fn checks_pause_during_a_drag() {
    let mut draft = template::<Vektorace>();
    draft.corners[1].facing = paddock::geometry::Direction::new(6);
    let at = draft.corners[0].at.to_f64();
    let mut window = window_on(Box::new(SketchDocument::<Vektorace>::checked_later(draft, true)));
    let [first, second] = [2.0, 3.0].map(|by| [at[0] + by, at[1]]);
    move_to(&mut window, at);
    button(&mut window, at, true, Modifiers::NONE);
    move_to(&mut window, first);
    let tab = &mut window.state_mut().tab;
    let check = tab.due_check(10.0).expect("the circuit has changed");
    assert!(tab.due_check(10.5).is_none(), "one at a time");
    tab.take_checked(check(), 11.0);
    assert!(tab.document().is_checked());

    move_to(&mut window, second);
    let tab = &mut window.state_mut().tab;
    assert!(!tab.document().is_checked(), "the drag went on");
    assert!(tab.due_check(12.9).is_none(), "the check took 1 s, so the pause takes 2 s");
    assert!((tab.check_pause(12.0).unwrap().as_secs_f64() - 1.0).abs() < 1e-9);
    assert!(tab.due_check(13.0).is_some() && tab.check_pause(13.0).is_none(), "the pause is over");
    tab.give_up_check();

    button(&mut window, second, false, Modifiers::NONE);
    window.state_mut().tab.document_mut().apply(&SketchEdit::Rotate(1)).unwrap();
    let tab = &mut window.state_mut().tab;
    assert!(tab.due_check(11.5).is_some(), "no pause after the drag");
}
