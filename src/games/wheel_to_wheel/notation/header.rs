//! From a draft and a setup to the lines before the first entry.

use crate::game::one_line;
use crate::games::wheel_to_wheel::dice::{Dice, Die};
use crate::games::wheel_to_wheel::draft::Draft;
use crate::games::wheel_to_wheel::options::Options;
use crate::games::wheel_to_wheel::setup::{Setup, TeamEntry};
use crate::games::wheel_to_wheel::skills::Skills;

/// The lines, always in the same order: the race, the board, the teams.
pub(in crate::games::wheel_to_wheel) fn header(title: &str, draft: &Draft, setup: &Setup) -> Vec<String> {
    // Every field is named, so that one that is added is not forgotten.
    let Draft {
        name,
        description,
        loop_len,
        red,
        grid,
        pit_entry,
        pit_exit,
        lane_len,
        lane_line,
        garages,
        crash_next,
        dice,
        laps,
        free_rounds,
        battery_size,
        rain_rounds,
        points,
        line,
        lane,
        crash_zone,
        // Nobody races on the picture that a board was traced from.
        reference: _,
    } = draft;
    let usual = Draft::default();
    let mut lines = vec!["game wheel_to_wheel".to_owned()];
    for (word, text) in [("race", title), ("track", name), ("about", description)] {
        if !text.is_empty() {
            lines.push(format!("{word} {}", one_line(text)));
        }
    }
    lines.push(format!("loop {loop_len}"));
    for (word, fields) in [("red", red), ("grid", grid)] {
        lines.push(format!("{word}{}", numbers(fields)));
    }
    lines.push(format!("pit {pit_entry} {pit_exit}"));
    lines.push(format!("lane {lane_len} {lane_line}"));
    lines.extend(garages.iter().map(|garage| {
        let code = if garage.code.is_empty() { "-".to_owned() } else { one_word(&garage.code) };
        format!("garage {} {code} {}", garage.field, one_line(&garage.colour)).trim_end().to_owned()
    }));
    lines.push(format!("crash {crash_next}"));
    if *dice != Dice::default() {
        lines.extend(Die::ALL.map(|die| format!("die {}{}", die.name(), numbers(dice.of(die)))));
    }
    for (word, number, usual) in [
        ("laps", laps, usual.laps),
        ("free_rounds", free_rounds, usual.free_rounds),
        ("battery", battery_size, usual.battery_size),
        ("rain_rounds", rain_rounds, usual.rain_rounds),
    ] {
        if *number != usual {
            lines.push(format!("{word} {number}"));
        }
    }
    if *points != usual.points {
        lines.push(format!("points{}", numbers(points)));
    }
    let spots = |list: &[[f64; 2]]| list.iter().map(|[x, y]| format!(" {x},{y}")).collect::<String>();
    for (word, list) in [("along", line), ("aside", lane)] {
        // A line of a text is kept short: the drawing goes on in the next.
        lines.extend(list.chunks(12).map(|part| format!("{word}{}", spots(part))));
    }
    lines.extend(crash_zone.map(|at| format!("crash_zone{}", spots(&[at]))));
    let Setup { championship, options: agreed, teams } = setup;
    lines.extend(championship.map(|stage| format!("championship {} {}", stage.race, stage.races)));
    lines.extend(options(agreed));
    for team in teams {
        team_lines(team, &mut lines);
    }
    lines
}

fn team_lines(team: &TeamEntry, lines: &mut Vec<String>) {
    let TeamEntry { name, colour, qualifying, points, skills, drivers } = team;
    lines.push(format!("team {}", one_line(colour)).trim_end().to_owned());
    if !name.is_empty() {
        lines.push(format!("  its name {}", one_line(name)));
    }
    if !qualifying.is_empty() {
        let throws: String = qualifying.iter().map(|[blue, green, red]| format!(" {blue},{green},{red}")).collect();
        lines.push(format!("  its qualifying{throws}"));
    }
    if *points > 0 {
        lines.push(format!("  its points {points}"));
    }
    if *skills != Skills::default() {
        lines.push(format!("  its skills {} {} {}", skills.helmet, skills.tools, skills.headset));
    }
    for driver in drivers {
        let plan = driver.plan.map_or("-", |plan| plan.id());
        let line = format!("  driver {} {plan} {}", driver.tyre.letter(), one_line(&driver.name));
        lines.push(line.trim_end().to_owned());
    }
}

/// Numbers, each led by a blank.
fn numbers<T: std::fmt::Display>(list: &[T]) -> String {
    list.iter().map(|number| format!(" {number}")).collect()
}

/// Free text as one word.
fn one_word(text: &str) -> String {
    one_line(text).replace(' ', "\\u{20}")
}

/// A choice by the name files give it.
fn word_of<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Options that are not what they are by default.
fn options(options: &Options) -> Vec<String> {
    let Options {
        collision,
        team_mates,
        yellow_scope,
        slipstream_charge,
        rain_count,
        pit_enter,
        garage_throw,
        tyre_overrun,
        engine_garage_change,
        driver_order,
        lap_slots,
        strategy,
        round_cap,
    } = options;
    let usual = Options::default();
    let mut lines = Vec::new();
    let mut say = |is_usual: bool, line: String| {
        if !is_usual {
            lines.push(line);
        }
    };
    say(*collision == usual.collision, format!("option collision {}", word_of(collision)));
    say(*team_mates == usual.team_mates, format!("option team_mates {}", word_of(team_mates)));
    say(*yellow_scope == usual.yellow_scope, format!("option yellow_scope {}", word_of(yellow_scope)));
    say(*slipstream_charge, "option slipstream_charge no".to_owned());
    say(*rain_count == usual.rain_count, format!("option rain_count {}", word_of(rain_count)));
    say(*pit_enter == usual.pit_enter, format!("option pit_enter {}", word_of(pit_enter)));
    say(*garage_throw == usual.garage_throw, format!("option garage_throw {}", word_of(garage_throw)));
    say(*tyre_overrun == usual.tyre_overrun, format!("option tyre_overrun {}", word_of(tyre_overrun)));
    say(*engine_garage_change, "option engine_garage_change no".to_owned());
    say(*driver_order == usual.driver_order, format!("option driver_order {}", word_of(driver_order)));
    say(*lap_slots == usual.lap_slots, format!("option lap_slots {}", word_of(lap_slots)));
    say(*strategy == usual.strategy, format!("option strategy {}", word_of(strategy)));
    say(*round_cap == usual.round_cap, format!("option round_cap {round_cap}"));
    lines
}
