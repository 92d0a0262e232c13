//! From a draft and a setup to the lines before the first turn.

use std::fmt::Write as _;

use crate::game::one_line;
use crate::games::formula_d::draft::{CornerDraft, Draft, EdgeDraft, EdgeKind, SpaceDraft, SpaceKind};
use crate::games::formula_d::options::{Preset, Rules};
use crate::games::formula_d::setup::{CarEntry, Grid, Setup, WeatherRolls};

/// A choice by the name files give it.
pub(super) fn word_of<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The lines, always in the same order: the race, the circuit, the options, the cars.
pub(in crate::games::formula_d) fn header(title: &str, draft: &Draft, setup: &Setup) -> Vec<String> {
    // Nobody races on the lines that spaces were laid out along, nor on the picture that was traced.
    let Draft {
        name,
        description,
        space_mm,
        lanes,
        lap,
        laps,
        corners,
        chart,
        spaces,
        edges,
        contacts,
        links,
        line: _,
        tunnels: _,
        pit_line: _,
        pit_boxes: _,
        reference: _,
    } = draft;
    let mut lines = vec!["game formula_d".to_owned()];
    for (word, text) in [("race", title), ("track", name), ("about", description)] {
        if !text.is_empty() {
            lines.push(format!("{word} {}", one_line(text)));
        }
    }
    lines.extend(space_mm.map(|length| format!("space_mm {length}")));
    lines.push(format!("lanes {lanes}"));
    lines.push(format!("lap {lap}"));
    lines.push(format!("usual {laps}"));
    lines.extend(corners.iter().map(corner));
    lines.extend(chart.iter().map(|line| format!("chart {}-{} {}", line.from, line.to, word_of(&line.weather))));
    lines.extend(spaces.iter().map(space));
    lines.extend(edges.iter().map(edge));
    lines.extend(contacts.iter().map(|[one, other]| format!("touch {} {}", one_line(one), one_line(other))));
    lines.extend(links.iter().map(|[one, other]| format!("link {} {}", one_line(one), one_line(other))));
    race(setup, &mut lines);
    lines
}

fn corner(corner: &CornerDraft) -> String {
    let CornerDraft { id, name, stops, inside, longest, shortest } = corner;
    let number = |number: &Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let side = inside.map_or_else(|| "-".to_owned(), |side| word_of(&side));
    let line =
        format!("corner {} {stops} {side} {} {} {}", one_line(id), number(longest), number(shortest), one_line(name));
    line.trim_end().to_owned()
}

fn points(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!(" {x},{y}")).collect()
}

fn space(space: &SpaceDraft) -> String {
    let SpaceDraft {
        id,
        lane,
        kind,
        rank,
        at,
        angle,
        outline,
        level,
        slot,
        noise,
        danger,
        approach,
        arrows,
        lane_start,
        lane_end,
        blocked,
    } = space;
    let mut line = format!("space {} {lane} {rank}{} {angle}", one_line(id), points(&[*at]));
    match kind {
        SpaceKind::Straight => {}
        SpaceKind::Corner(corner) => line.push_str(&format!(" corner {}", one_line(corner))),
        SpaceKind::Pit => line.push_str(" pit"),
        SpaceKind::Box(number) => line.push_str(&format!(" box {number}")),
    }
    if *level > 0 {
        let _ = write!(line, " level {level}");
    }
    if let Some(slot) = slot {
        let _ = write!(line, " slot {slot}");
    }
    for (holds, word) in [
        (noise, "noise"),
        (danger, "danger"),
        (approach, "approach"),
        (lane_start, "begins"),
        (lane_end, "ends"),
        (blocked, "blocked"),
    ] {
        if *holds {
            let _ = write!(line, " {word}");
        }
    }
    for arrow in arrows {
        let _ = write!(line, " arrow {}", word_of(arrow));
    }
    if !outline.is_empty() {
        let _ = write!(line, " outline{}", points(outline));
    }
    line
}

fn edge(edge: &EdgeDraft) -> String {
    let EdgeDraft { from, to, kind, finish, police } = edge;
    let mut line = format!("edge {} {} ", one_line(from), one_line(to));
    match kind {
        EdgeKind::Portal(number) => line.push_str(&format!("portal {number}")),
        kind => line.push_str(&word_of(kind)),
    }
    for (holds, word) in [(finish, " finish"), (police, " police")] {
        if *holds {
            line.push_str(word);
        }
    }
    line
}

fn race(setup: &Setup, lines: &mut Vec<String>) {
    let Setup { laps, rules, grid, weather, circuit, cars } = setup;
    lines.push(format!("laps {laps}"));
    options(rules, lines);
    if *grid == Grid::Rolled {
        lines.push("grid rolled".to_owned());
    }
    let WeatherRolls { qualifying, race, frog_qualifying, frog_race } = weather;
    for (word, roll) in
        [("qualifying", qualifying), ("race", race), ("frog_qualifying", frog_qualifying), ("frog_race", frog_race)]
    {
        lines.extend(roll.map(|roll| format!("weather {word} {roll}")));
    }
    lines.extend(circuit.iter().map(|circuit| format!("circuit {}", one_line(circuit)).trim_end().to_owned()));
    cars.iter().for_each(|entry| car(entry, lines));
}

fn options(rules: &Rules, lines: &mut Vec<String>) {
    let Rules { preset, construction, qualifying, weather, tires, pit_options, teams, road, switches } = rules;
    if *preset == Preset::Basic {
        lines.push("preset basic".to_owned());
    }
    for (is_on, word) in [
        (construction, "construction"),
        (qualifying, "qualifying"),
        (weather, "weather"),
        (tires, "tires"),
        (pit_options, "pit_options"),
        (teams, "teams"),
        (road, "road"),
    ] {
        if *is_on {
            lines.push(format!("option {word}"));
        }
    }
    // Switches by the names files have for them, where they are not as usual.
    let named =
        |switches: &crate::games::formula_d::options::Switches| serde_json::to_value(switches).unwrap_or_default();
    let (usual, now) = (named(&Default::default()), named(switches));
    for (name, value) in now.as_object().into_iter().flatten() {
        if usual.get(name) != Some(value) {
            lines.push(format!("switch {name} {}", if value.as_bool() == Some(true) { "on" } else { "off" }));
        }
    }
}

fn car(entry: &CarEntry, lines: &mut Vec<String>) {
    let CarEntry { car, name, colour, wear, tires, qualifying_tires, skill, pit_box, team, slot, rolls } = entry;
    lines.push(format!("car {car} {}", one_line(name)).trim_end().to_owned());
    if !colour.is_empty() {
        lines.push(format!("  its colour {}", one_line(colour)));
    }
    lines.extend(wear.map(|wear| format!("  its wear {wear}")));
    if *tires != Default::default() {
        lines.push(format!("  its tires {}", tires.name()));
    }
    lines.extend(qualifying_tires.map(|set| format!("  its qualifying {}", set.name())));
    lines.extend(skill.map(|skill| format!("  its skill {}", word_of(&skill))));
    lines.extend(pit_box.map(|number| format!("  its box {number}")));
    lines.extend(team.map(|team| format!("  its team {team}")));
    lines.extend(slot.map(|slot| format!("  its slot {slot}")));
    if !rolls.is_empty() {
        let rolls: String = rolls.iter().map(|roll| format!(" {roll}")).collect();
        lines.push(format!("  its rolls{rolls}"));
    }
}
