//! From a draft and a setup to the lines before the first entry.

use crate::game::one_line;
use crate::games::vector_racing::draft::{Draft, Kind, SheetDraft};
use crate::games::vector_racing::number::Spot;
use crate::games::vector_racing::options::{Hits, Rules};
use crate::games::vector_racing::setup::Setup;

/// The lines, always in the same order: the race, the circuit, the racers.
pub(in crate::games::vector_racing) fn header(title: &str, draft: &Draft, setup: &Setup) -> Vec<String> {
    // Every field is named, so that one that is added is not forgotten.
    let Draft {
        name,
        description,
        square_mm,
        sheet,
        // Nobody races on the picture that a circuit was traced from.
        reference: _,
        kind,
        laps,
        outer,
        islands,
        walls,
        discs,
        cells,
        finish,
        start,
        starts,
        regions,
        warps,
        reflectors,
        spinners,
        rules,
    } = draft;
    let mut lines = vec!["game vector_racing".to_owned()];
    for (word, text) in [("race", title), ("track", name), ("about", description)] {
        if !text.is_empty() {
            lines.push(format!("{word} {}", one_line(text)));
        }
    }
    lines.extend(square_mm.map(|length| format!("square {length}")));
    lines.extend(sheet.map(|SheetDraft { from, to }| format!("sheet {},{} {},{}", from[0], from[1], to[0], to[1])));
    if *kind == Kind::Sprint {
        lines.push("sprint".to_owned());
    }
    lines.push(format!("rounds {laps}"));
    if !outer.is_empty() {
        lines.push(format!("outer{}", spots(outer)));
    }
    lines.extend(islands.iter().map(|island| format!("island{}", spots(island))));
    for wall in walls {
        let end = |is_open: bool| if is_open { " open" } else { "" };
        lines.push(format!(
            "wall{}{}{}{}",
            spots(&[wall.from]),
            end(wall.open_from),
            spots(&[wall.to]),
            end(wall.open_to)
        ));
    }
    lines.extend(discs.iter().map(|disc| format!("disc{} {}", spots(&[disc.at]), disc.radius_squared)));
    if let Some(map) = cells {
        lines.push(format!("cells {},{}", map.from[0], map.from[1]));
        lines.extend(map.rows.iter().map(|row| format!("row {}", one_line(row)).trim_end().to_owned()));
    }
    if let Some(line) = finish {
        lines.push(format!("finish{} {}", spots(&[line.from, line.to]), line.crossing.id()));
    }
    lines.extend(start.map(|[x, y]| format!("start {x},{y}")));
    lines.extend(starts.iter().map(|[x, y]| format!("other {x},{y}")));
    lines.extend(regions.iter().map(|region| format!("{}{}", region.kind.object().id(), spots(&region.outline))));
    lines.extend(
        warps.iter().map(|warp| format!("warp{} by {},{}", spots(&warp.outline), warp.offset[0], warp.offset[1])),
    );
    lines.extend(reflectors.iter().map(|reflector| format!("reflector{}", spots(&[reflector.from, reflector.to]))));
    lines.extend(spinners.iter().map(|spinner| format!("spinner{} {}", spots(&[spinner.at]), word_of(&spinner.turn))));
    if *rules != Rules::default() {
        lines.push("options track".to_owned());
        lines.extend(options(rules));
    }
    let Setup { laps, rules, racers } = setup;
    lines.push(format!("laps {laps}"));
    if let Some(rules) = rules {
        lines.push("options race".to_owned());
        lines.extend(options(rules));
    }
    for racer in racers {
        lines.push(format!("racer {} {}", racer.car, one_line(&racer.name)).trim_end().to_owned());
        for (word, text) in [("mark", &racer.mark), ("colour", &racer.colour)] {
            if !text.is_empty() {
                lines.push(format!("  its {word} {}", one_line(text)));
            }
        }
        lines.extend(racer.start.map(|[x, y]| format!("  its start {x},{y}")));
    }
    lines
}

/// Points, each led by a blank.
fn spots(spots: &[Spot]) -> String {
    spots.iter().map(|[x, y]| format!(" {x},{y}")).collect()
}

/// A choice by the name files give it.
fn word_of<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Options that are not what they are by default.
fn options(rules: &Rules) -> Vec<String> {
    let Rules {
        walls,
        crash,
        damage,
        measure,
        ties,
        finish,
        crash_after_finish,
        slow_list,
        y_axis,
        hits,
        play_on,
        turn_cap,
    } = rules;
    let usual = Rules::default();
    let mut lines = Vec::new();
    let mut say = |is_usual: bool, line: String| {
        if !is_usual {
            lines.push(line);
        }
    };
    say(*walls == usual.walls, format!("option walls {}", word_of(walls)));
    say(*crash == usual.crash, format!("option crash {}", word_of(crash)));
    say(*damage == usual.damage, format!("option damage {}", word_of(damage)));
    say(*measure == usual.measure, format!("option measure {}", word_of(measure)));
    let names: Vec<String> = ties.iter().map(word_of).collect();
    say(ties.is_empty(), format!("option ties {}", names.join(" ")));
    say(*finish == usual.finish, format!("option finish {}", word_of(finish)));
    say(
        *crash_after_finish == usual.crash_after_finish,
        format!("option crash_after_finish {}", word_of(crash_after_finish)),
    );
    say(*slow_list == usual.slow_list, format!("option slow_list {}", word_of(slow_list)));
    say(*y_axis == usual.y_axis, format!("option y_axis {}", word_of(y_axis)));
    if let Some(Hits { count, kinds, ids, distinct, per }) = hits {
        let mut line = format!("option hits {count}");
        kinds.iter().for_each(|kind| line.push_str(&format!(" {}", kind.id())));
        ids.iter().for_each(|id| line.push_str(&format!(" {}", one_line(id).replace(' ', "\\u{20}"))));
        if !distinct {
            line.push_str(" every");
        }
        line.push_str(&format!(" per {}", word_of(per)));
        say(false, line);
    }
    say(*play_on, "option play_on no".to_owned());
    say(*turn_cap == usual.turn_cap, format!("option turn_cap {turn_cap}"));
    lines
}
