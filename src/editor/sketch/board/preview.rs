//! Previews of the shapes that the tools of Wheel to Wheel place.

use super::{furnish, nearest, rounded, tool};
use crate::editor::sketch::{At, Preview, to_world};
use crate::game::words::many;
use crate::games::wheel_to_wheel::{Draft, WheelToWheel, field_outlines, field_places, line_curve};

/// The preview of a shape with these points.
pub(super) fn preview(draft: &Draft, tool: &'static str, points: &[At]) -> Preview {
    let line: Vec<[f64; 2]> = points.iter().map(|at| rounded(to_world(*at))).collect();
    let Some(last) = points.last().copied() else { return Preview::default() };
    match tool {
        tool::LOOP => {
            let mut next = Draft { line: line.clone(), ..draft.clone() };
            furnish(&mut next);
            let words = if line.len() > 2 { many(next.loop_len, "field") } else { String::new() };
            Preview { lines: vec![line_curve(&line, line.len() > 2)], words, ..Preview::default() }
        }
        _ if draft.loop_len == 0 => {
            Preview { words: "Draw the loop first".to_owned(), marks: vec![to_world(last)], ..Preview::default() }
        }
        tool::LANE => {
            let next = Draft { lane: line, ..draft.clone() };
            let [_, lane] = field_outlines(&next);
            Preview { words: many(lane.len() as u64, "field"), areas: lane, ..Preview::default() }
        }
        tool::RED | tool::PIT_ENTRY | tool::PIT_EXIT => {
            let field = nearest(&field_places(draft).fields, last).unwrap_or(0);
            let [fields, _] = field_outlines(draft);
            let is_red = tool == tool::RED && draft.red.contains(&field);
            let words = if is_red { format!("field {field} becomes grey again") } else { format!("field {field}") };
            Preview { areas: fields.get(field as usize).cloned().into_iter().collect(), words, ..Preview::default() }
        }
        tool::GARAGE => {
            let field = nearest(&field_places(draft).lane, last).unwrap_or(0);
            let [_, lane] = field_outlines(draft);
            let areas = lane.get(field as usize).cloned().into_iter().collect();
            Preview { areas, words: format!("field P{}", field + 1), ..Preview::default() }
        }
        _ => crate::editor::sketch::preview::usual::<WheelToWheel>(draft, tool, None, points),
    }
}
