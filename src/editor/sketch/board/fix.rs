//! Suggested fixes for boards of Wheel to Wheel.

use super::{fields, furnish, tool};
use crate::editor::sketch::fixing::{changed, first_that_works};
use crate::editor::sketch::{Fix, Sketch as _, place_at};
use crate::game::Issue;
use crate::games::wheel_to_wheel::{Draft, WheelToWheel, field_places};

/// Returns the suggested fix of the issue with this index in the list; `None` if only a person can decide how to fix
/// it.
pub(super) fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
    let issue = issues.get(index)?;
    let usual = Draft::default();
    let one = |title: &str, change: &dyn Fn(&mut Draft)| changed(draft, title, change).into_iter().collect();
    let fixes: Vec<Fix<Draft>> = match issue.id {
        "WW-LIMIT" => limits(draft, &usual),
        "WW-VAL-01" => {
            let tidy = changed(draft, "Remove red fields that are not on the loop", |draft| {
                let count = draft.loop_len;
                draft.red.retain(|field| *field < count);
                super::tidy(draft);
            });
            let divide = changed(draft, "Divide the loop into fields", divide);
            tidy.into_iter().chain(divide).collect()
        }
        "WW-VAL-02" => one("Put the grid on the last fields", &fields::usual_grid),
        "WW-VAL-03" => one("Move the pit entry before the finish line and the pit exit after it", &|draft| {
            [draft.pit_entry, draft.pit_exit] = usual_pits(draft.loop_len);
        }),
        "WW-VAL-04" => one("Lengthen the pit lane", &|draft| {
            let least = (draft.garages.len() as u32 + 2).max(4);
            draft.lane_len = draft.lane_len.max(least);
            if !(2..=draft.lane_len).contains(&draft.lane_line) {
                draft.lane_line = draft.lane_len.saturating_sub(3).max(2);
            }
            draft.crash_next = draft.lane_len;
        }),
        "WW-VAL-05" => garages(draft),
        "WW-VAL-06" => one("Make the crash zone lead to the last field of the pit lane", &|draft| {
            draft.crash_next = draft.lane_len;
        }),
        "WW-VAL-07" => one("Paint the start field and the pit fields grey", &|draft| {
            let plain = [0, draft.pit_entry, draft.pit_exit];
            draft.red.retain(|field| !plain.contains(field));
        }),
        "WW-VAL-08" if draft.red.is_empty() => one("Paint the fields of the bends red", &|draft| {
            draft.red = bends(draft);
        }),
        "WW-VAL-08" => one("Paint the grid grey", &|draft| {
            let grid = draft.grid.clone();
            draft.red.retain(|field| !grid.contains(field));
            if draft.red.is_empty() {
                draft.red = bends(draft);
            }
        }),
        "WW-VAL-09" | "WW-VAL-10" | "WW-VAL-11" => one("Use the default dice", &|draft| {
            draft.dice = usual.dice.clone();
        }),
        "WW-VAL-12" => garages(draft),
        "WW-VAL-13" => (0..4)
            .filter_map(|more| {
                changed(draft, "Lengthen the pit lane", |draft| {
                    let track = (draft.loop_len + draft.pit_exit).saturating_sub(draft.pit_entry);
                    let longer = track.saturating_sub(4 - more).saturating_sub(draft.lane_len);
                    draft.lane_len += longer;
                    draft.lane_line += longer;
                    draft.crash_next += longer;
                })
            })
            .collect(),
        _ => Vec::new(),
    };
    first_that_works::<WheelToWheel>(issues, index, fixes)
}

/// Returns fixes for numbers outside their allowed range.
fn limits(draft: &Draft, usual: &Draft) -> Vec<Fix<Draft>> {
    let numbers = changed(draft, "Use the default laps, rounds and battery size", |draft| {
        (draft.laps, draft.battery_size) = (usual.laps, usual.battery_size);
        (draft.free_rounds, draft.rain_rounds) = (usual.free_rounds, usual.rain_rounds);
    });
    let points = changed(draft, "Use the default points", |draft| draft.points.clone_from(&usual.points));
    let letters = changed(draft, "Give each garage its own letters", |draft| {
        draft.garages.iter_mut().for_each(|garage| garage.code.clear());
    });
    numbers.into_iter().chain(points).chain(letters).collect()
}

/// Returns the default fields of the pit entry and exit, for a loop of `length` fields.
fn usual_pits(length: u32) -> [u32; 2] {
    [length.saturating_sub(15).max(length / 2 + 1), 6.min(length / 4)]
}

fn divide(draft: &mut Draft) {
    if draft.line.len() > 2 {
        let red = std::mem::take(&mut draft.red);
        let garages = std::mem::take(&mut draft.garages);
        draft.loop_len = 0;
        furnish(draft);
        if !garages.is_empty() {
            draft.garages = garages;
        }
        draft.red = red.into_iter().filter(|field| *field < draft.loop_len).collect();
    }
}

/// Returns fixes for garages. Each garage needs a free field of the pit lane and a colour of its own. A board needs at
/// least two garages.
fn garages(draft: &Draft) -> Vec<Fix<Draft>> {
    let free = |draft: &Draft, from: u32, taken: &[u32]| {
        (from..draft.lane_len).chain(1..draft.lane_len).find(|field| !taken.contains(field))
    };
    let placed = |draft: &mut Draft, from: u32| {
        let mut taken: Vec<u32> = Vec::new();
        for index in 0..draft.garages.len() {
            let field = draft.garages[index].field;
            if field == 0 || field >= draft.lane_len || taken.contains(&field) {
                draft.garages[index].field = free(draft, from, &taken).unwrap_or(field);
            }
            taken.push(draft.garages[index].field);
        }
    };
    let on_lane = (1..=4)
        .filter_map(|from| changed(draft, "Put each garage on a free field of the lane", |draft| placed(draft, from)));
    let named = changed(draft, "Give each garage a colour of its own", |draft| {
        for index in 0..draft.garages.len() {
            let (before, rest) = draft.garages.split_at_mut(index);
            let Some(garage) = rest.first_mut() else { continue };
            let colour = garage.colour.trim();
            let is_bad = colour.is_empty()
                || colour.chars().count() > 40
                || colour.contains(char::is_control)
                || before.iter().any(|other| other.colour == garage.colour);
            if is_bad {
                garage.colour = format!("colour {}", index + 1);
                garage.code.clear();
            }
        }
    });
    let more = changed(draft, "Add garages for two teams", |draft| {
        while draft.garages.len() < 2 {
            let taken: Vec<u32> = draft.garages.iter().map(|garage| garage.field).collect();
            let Some(field) = free(draft, 4, &taken) else { return };
            let at = WheelToWheel::shapes(draft).len();
            let Some(place) = field_places(draft).lane.get(field as usize - 1).copied() else { return };
            let place = place_at(place[0], place[1]);
            if WheelToWheel::put(draft, tool::GARAGE, &[place]).is_err() || WheelToWheel::shapes(draft).len() == at {
                return;
            }
        }
    });
    // If no throw can end on a garage's field, all garages move along the lane together.
    let shifted = (1..6).filter_map(|by| {
        changed(draft, "Move the garages along the lane", |draft| {
            for garage in &mut draft.garages {
                garage.field = (garage.field + by).min(draft.lane_len.saturating_sub(1));
            }
            placed(draft, 1);
        })
    });
    on_lane.chain(named).chain(more).chain(shifted).collect()
}

/// Returns the fields where the loop bends most: one field in seven. Leaves out fields that may not be red.
fn bends(draft: &Draft) -> Vec<u32> {
    let places = field_places(draft).fields;
    let count = places.len();
    let heading = |from: usize, to: usize| {
        let [a, b] = [places[from % count], places[to % count]];
        (b[1] - a[1]).atan2(b[0] - a[0])
    };
    let bend = |field: usize| {
        let by = heading(field, field + 1) - heading(field + count - 1, field);
        ((by + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI).abs()
    };
    let may = |field: &u32| {
        *field != 0 && *field != draft.pit_entry && *field != draft.pit_exit && !draft.grid.contains(field)
    };
    let mut fields: Vec<u32> = (0..count as u32).filter(may).collect();
    fields.sort_by(|a, b| bend(*b as usize).total_cmp(&bend(*a as usize)).then(a.cmp(b)));
    fields.truncate((count / 7).max(1));
    fields.sort_unstable();
    fields
}
