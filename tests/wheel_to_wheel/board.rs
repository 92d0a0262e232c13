//! Tests of the board and its checks: WW-VAL (ledger, section 2).
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::Severity;
use paddock::game::prelude::*;
use paddock::games::wheel_to_wheel::{Dice, Draft, GarageDraft, MAX_LOOP, Setup, Turn, WheelToWheel, note};
use serde_json::json;

/// TEST-60 with something changed.
fn with(change: impl FnOnce(&mut Draft)) -> Draft {
    let mut draft = test_60();
    change(&mut draft);
    draft
}

#[test]
fn the_ledgers_board_is_sound() {
    for draft in [test_60(), late_garages()] {
        let (track, issues) = WheelToWheel::validate(&draft);
        assert!(track.is_some() && issues.iter().all(|issue| issue.severity == Severity::Note), "{issues:?}");
    }
}

#[test]
fn the_assumption_is_the_ledgers() {
    let draft = test_60();
    assert_eq!((draft.loop_len, draft.pit_entry, draft.pit_exit), (60, 45, 6));
    assert_eq!((draft.lane_len, draft.lane_line, draft.crash_next), (18, 15, 18));
    assert_eq!(draft.red, [9, 10, 18, 27, 28, 36, 43]);
    assert_eq!(draft.grid, [59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48]);
    let garages: Vec<(&str, u32)> = draft.garages.iter().map(|garage| (garage.colour.as_str(), garage.field)).collect();
    let expected = [("amber", 4), ("azure", 5), ("jade", 6), ("coral", 7), ("ivory", 8), ("onyx", 9)];
    assert_eq!(garages, expected);
    assert_eq!(draft.codes(), CODES);
    let Dice { blue, green, red } = draft.dice;
    assert_eq!((blue, green, red), (vec![1, 1, 2, 2, 3, 3], vec![1, 2, 3, 4, 5, 6], vec![4, 4, 5, 5, 6, 6]));
    assert_eq!((draft.laps, draft.free_rounds, draft.battery_size, draft.rain_rounds), (3, 2, 6, 6));
    assert_eq!(draft.points, [25, 18, 15, 12, 10, 8, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn files_have_a_schema() {
    for (schema, word) in [
        (schemars::schema_for!(Draft), "pit_entry"),
        (schemars::schema_for!(Setup), "qualifying"),
        (schemars::schema_for!(Turn), "through"),
    ] {
        let text = serde_json::to_string(&schema).unwrap();
        assert!(text.contains(word) && text.contains("description"), "{text}");
    }
}

#[test]
fn ww_val_01_a_loop_of_fields() {
    let text = "The loop has fewer than 24 fields, or a red field is unknown or listed twice.";
    let short = with(|draft| {
        draft.loop_len = 23;
        draft.red = vec![3];
    });
    assert_eq!(issues(&short, "WW-VAL-01"), [text]);
    assert_eq!(issues(&with(|draft| draft.red.push(60)), "WW-VAL-01"), [text]);
    let twice = with(|draft| draft.red.push(18));
    assert_eq!(issues(&twice, "WW-VAL-01"), [text]);
    let (_, found) = WheelToWheel::validate(&twice);
    assert!(found[0].at.is_some() && found[0].fix.is_some());
    let least = with(|draft| {
        (draft.loop_len, draft.pit_entry, draft.red) = (24, 20, vec![9]);
        draft.grid = (1..=12).map(|slot| 24 - slot).collect();
    });
    assert_eq!(issues(&least, "WW-VAL-01"), Vec::<String>::new());
    // An empty board has one issue, not one for each thing that is missing.
    let empty = WheelToWheel::validate(&Draft::default()).1;
    assert_eq!(empty.iter().map(|issue| issue.message.as_str()).collect::<Vec<_>>(), ["The board has no fields."]);
}

#[test]
fn ww_val_02_twelve_slots_behind_the_line() {
    let text = |slot: u32| format!("Grid slot {slot} is missing, shares a field, or is not behind the finish line.");
    assert_eq!(issues(&with(|draft| draft.grid.truncate(10)), "WW-VAL-02"), [text(11), text(12)]);
    assert_eq!(issues(&with(|draft| draft.grid[4] = 59), "WW-VAL-02"), [text(5)]);
    assert_eq!(issues(&with(|draft| draft.grid[4] = 29), "WW-VAL-02"), [text(5)]);
    assert_eq!(issues(&with(|draft| draft.grid[4] = 30), "WW-VAL-02"), Vec::<String>::new());
    assert_eq!(issues(&with(|draft| draft.grid[4] = 60), "WW-VAL-02"), [text(5)]);
    assert_eq!(issues(&with(|draft| draft.grid.push(40)), "WW-VAL-02"), [text(13)]);
}

#[test]
fn ww_val_03_entry_before_the_line_and_exit_after_it() {
    let text = "The pit entry is not before the finish line, or the pit exit is not after it.";
    for (entry, exit) in [(6, 45), (45, 0), (45, 45), (60, 6), (5, 6)] {
        let draft = with(|draft| (draft.pit_entry, draft.pit_exit) = (entry, exit));
        assert_eq!(issues(&draft, "WW-VAL-03"), [text], "{entry} {exit}");
    }
}

#[test]
fn ww_val_04_a_lane_with_room_and_a_line() {
    let text = "The pit lane is too short or has no finish line mark.";
    let short = |len| {
        with(|draft| {
            (draft.lane_len, draft.crash_next, draft.lane_line) = (len, len, len);
            let fields = (1..).zip(&mut draft.garages);
            fields.for_each(|(field, garage)| garage.field = field);
        })
    };
    assert_eq!(issues(&short(7), "WW-VAL-04"), [text]);
    assert_eq!(issues(&short(8), "WW-VAL-04"), Vec::<String>::new());
    for line in [0, 1, 19] {
        assert_eq!(issues(&with(|draft| draft.lane_line = line), "WW-VAL-04"), [text], "{line}");
    }
}

#[test]
fn ww_val_05_a_garage_for_each_colour() {
    let text = |colour: &str| {
        format!("Garage {colour} is missing, listed twice, or not on a free field before the last lane field.")
    };
    assert_eq!(issues(&with(|draft| draft.garages[2].field = 18), "WW-VAL-05"), [text("jade")]);
    assert_eq!(issues(&with(|draft| draft.garages[2].field = 19), "WW-VAL-05"), [text("jade")]);
    assert_eq!(issues(&with(|draft| draft.garages[2].field = 0), "WW-VAL-05"), [text("jade")]);
    assert_eq!(issues(&with(|draft| draft.garages[2].field = 4), "WW-VAL-05"), [text("jade")]);
    assert_eq!(issues(&with(|draft| draft.garages[2].colour = "amber".to_owned()), "WW-VAL-05"), [text("amber")]);
    assert_eq!(issues(&with(|draft| draft.garages.truncate(1)), "WW-VAL-05"), [text("2")]);
    // A third team on a board of two colours has none to choose.
    let two = with(|draft| draft.garages.truncate(2));
    assert!(starts(&two, &setup(2)).is_ok());
    let refused = starts(&two, &setup(3)).unwrap_err();
    assert_eq!(refused, ["WW-SET-01 A team has a colour that the board does not have."]);
}

#[test]
fn ww_val_06_the_crash_zone_leads_past_the_line() {
    let text = "The crash zone does not lead to a field of the pit lane past the finish line.";
    for next in [0, 14, 19] {
        assert_eq!(issues(&with(|draft| draft.crash_next = next), "WW-VAL-06"), [text], "{next}");
    }
    assert_eq!(issues(&with(|draft| draft.crash_next = 15), "WW-VAL-06"), Vec::<String>::new());
}

#[test]
fn ww_val_07_fields_that_are_grey() {
    for field in [0, 45, 6] {
        let found = issues(&with(|draft| draft.red.push(field)), "WW-VAL-07");
        assert_eq!(found, [format!("Field {field} cannot be red.")]);
    }
}

#[test]
fn ww_val_08_red_fields_are_a_matter_of_taste() {
    assert_eq!(
        issues(&with(|draft| draft.red.clear()), "WW-VAL-08"),
        ["The board has no red field, so cars never collide."]
    );
    assert_eq!(issues(&with(|draft| draft.red.push(57)), "WW-VAL-08"), ["Grid slot 3 is on a red field."]);
    let (track, found) = WheelToWheel::validate(&with(|draft| draft.red.push(57)));
    assert!(track.is_some() && found[0].severity == Severity::Warning && found[0].at.is_some());
}

#[test]
fn ww_val_09_dice_have_six_faces() {
    let dice = |blue: &[u8]| with(|draft| draft.dice = Dice { blue: blue.to_vec(), ..Dice::default() });
    for blue in [&[1, 2, 3][..], &[0, 1, 1, 1, 1, 1], &[1, 1, 1, 1, 1, 7], &[], &[1; 7]] {
        assert_eq!(issues(&dice(blue), "WW-VAL-09"), ["Die blue needs six faces from 1 to 6."], "{blue:?}");
    }
    assert_eq!(issues(&dice(&[1, 1, 1, 1, 1, 6]), "WW-VAL-09"), Vec::<String>::new());
}

#[test]
fn ww_val_10_slow_medium_fast_and_a_six() {
    let red = |red: [u8; 6]| with(|draft| draft.dice.red = red.to_vec());
    assert_eq!(
        issues(&red([1, 2, 3, 4, 5, 6]), "WW-VAL-10"),
        ["The blue die is not the slowest, or the red die is not the fastest."]
    );
    let tame = with(|draft| {
        draft.dice = Dice { blue: vec![1, 1, 1, 2, 2, 2], green: vec![1, 2, 3, 3, 3, 4], red: vec![4, 4, 4, 5, 5, 5] };
    });
    assert_eq!(issues(&tame, "WW-VAL-10"), ["No die has a six, so there are no extra throws and no rain."]);
}

#[test]
fn ww_val_11_every_gap_of_a_battery_can_be_met() {
    let dice = |blue: [u8; 6], green: [u8; 6]| {
        with(|draft| (draft.dice.blue, draft.dice.green) = (blue.to_vec(), green.to_vec()))
    };
    let found = issues(&dice([2; 6], [2, 2, 4, 4, 6, 6]), "WW-VAL-11");
    let text = |battery: u32| format!("No throws can fill the battery from level {battery}.");
    assert_eq!(found, [text(1), text(3), text(5)]);
    // Scores add up: a gap of five is met by two and three.
    assert_eq!(issues(&dice([2; 6], [3; 6]), "WW-VAL-11"), [text(5)]);
    assert_eq!(issues(&dice([1; 6], [3; 6]), "WW-VAL-11"), Vec::<String>::new());
}

#[test]
fn ww_val_12_garages_that_blue_throws_hit() {
    let even = with(|draft| draft.dice.blue = vec![2, 2, 2, 2, 4, 4]);
    // From P1: P5, P7 and P9 can be hit, P4, P6 and P8 cannot.
    let hit = |colour: &str| format!("No throws of the blue die bring a car into garage {colour}.");
    assert_eq!(issues(&even, "WW-VAL-12"), [hit("amber"), hit("jade"), hit("ivory")]);
}

#[test]
fn ww_val_13_the_lane_is_no_short_cut() {
    let lane = |len| {
        with(|draft| {
            (draft.lane_len, draft.lane_line, draft.crash_next) = (len, len - 1, len);
        })
    };
    // The route on the track has 21 steps; through a lane of 17 fields it has 18.
    assert_eq!(issues(&lane(17), "WW-VAL-13"), Vec::<String>::new());
    assert_eq!(
        issues(&lane(16), "WW-VAL-13"),
        ["The route through the pit lane is 4 fields shorter than the route on the track."]
    );
}

#[test]
fn ww_val_14_what_is_assumed_is_said() {
    assert_eq!(note(&test_60()), Some("Assumed board and dice."));
    let own_dice = |draft: &mut Draft| draft.dice.red = vec![3, 4, 5, 5, 6, 6];
    assert_eq!(note(&with(own_dice)), Some("Assumed board and dice."));
    let own_board = |draft: &mut Draft| draft.loop_len = 61;
    assert_eq!(note(&with(own_board)), Some("Assumed board and dice."));
    let both = with(|draft| {
        own_dice(draft);
        own_board(draft);
    });
    assert_eq!(note(&both), None);
    // It is the mildest issue: listed after all others, and the board can be raced.
    let (track, found) = WheelToWheel::validate(&with(|draft| draft.red.clear()));
    assert!(track.is_some());
    let said: Vec<(&str, Severity)> = found.iter().map(|issue| (issue.id, issue.severity)).collect();
    assert_eq!(said, [("WW-VAL-08", Severity::Warning), ("WW-VAL-14", Severity::Note)]);
    assert_eq!(issues(&both, "WW-VAL-14"), Vec::<String>::new());
    let says_so = |draft: &Draft| WheelToWheel::facts(draft).contains(&"assumed board and dice".to_owned());
    assert!(says_so(&test_60()) && !says_so(&both));
}

#[test]
fn issues_are_located_and_all_reported_at_once() {
    let draft = with(|draft| {
        draft.red.extend([0, 70]);
        draft.grid[3] = 1;
        draft.crash_next = 2;
        draft.garages[0].field = 18;
        draft.dice.green.clear();
    });
    let (track, found) = WheelToWheel::validate(&draft);
    assert!(track.is_none());
    let ids: Vec<&str> = found.iter().map(|issue| issue.id).collect();
    assert_eq!(ids, ["WW-VAL-01", "WW-VAL-02", "WW-VAL-06", "WW-VAL-05", "WW-VAL-07", "WW-VAL-09"]);
    for id in ["WW-VAL-02", "WW-VAL-05", "WW-VAL-06", "WW-VAL-07"] {
        assert!(found.iter().any(|issue| issue.id == id && issue.at.is_some()), "{id} has no place");
    }
    assert!(found.iter().all(|issue| issue.fix.is_some()));
}

#[test]
fn any_draft_is_checked() {
    let numbers = [0_u32, 1, 2, 17, 23, 24, 60, 999, MAX_LOOP, MAX_LOOP + 1, u32::from(u16::MAX), u32::MAX];
    for a in numbers {
        for b in numbers {
            let draft = with(|draft| {
                (draft.loop_len, draft.pit_entry, draft.lane_len) = (a, b, a);
                (draft.pit_exit, draft.lane_line, draft.crash_next) = (b, b, a);
                draft.red = vec![a, b];
                draft.grid = vec![b; 3];
                draft.garages = vec![GarageDraft::new("", "", b), GarageDraft::new("x", "XX", a)];
                (draft.laps, draft.free_rounds, draft.rain_rounds) = (3, b, a);
                draft.line = vec![[f64::from(a), f64::from(b)], [1e9, -1e300]];
            });
            assert!(WheelToWheel::validate(&draft).0.is_none());
            let _ = WheelToWheel::draw_draft(&draft, &[]);
            let _ = WheelToWheel::layout(&draft);
        }
    }
}

#[test]
fn limits_are_reported_before_anything_else() {
    let many = with(|draft| draft.red = (0..5_000).collect());
    assert_eq!(issues(&many, "WW-LIMIT"), ["The board has 5000 red fields; at most 1000 can be raced."]);
    for change in [
        (|draft: &mut Draft| draft.laps = 4) as fn(&mut Draft),
        |draft| draft.battery_size = 7,
        |draft| draft.points.truncate(3),
        |draft| draft.rain_rounds = 0,
        |draft| draft.line = vec![[1e6, 0.0]],
        |draft| draft.garages[1].code = "AM".to_owned(),
        |draft| draft.garages[1].code = "am".to_owned(),
    ] {
        assert_eq!(issues(&with(change), "WW-LIMIT").len(), 1);
    }
}

#[test]
fn files_are_read_strictly() {
    let mut value = serde_json::to_value(test_60()).unwrap();
    assert_eq!(serde_json::from_value::<Draft>(value.clone()).unwrap(), test_60());
    value["wings"] = json!(2);
    assert!(serde_json::from_value::<Draft>(value).unwrap_err().to_string().contains("wings"));
}
