//! Previews of the shapes that the tools of Formula D place.

use super::{arrow, put, tool};
use crate::editor::sketch::{At, Preview, to_world};
use crate::game::words::many;
use crate::games::formula_d::{Draft, SpaceDraft, SpaceKind, line_curve};

/// The preview of a shape with these points.
pub(super) fn preview(draft: &Draft, tool: &'static str, points: &[At]) -> Preview {
    if tool == tool::CENTRE_LINE {
        let line: Vec<[f64; 2]> = points.iter().map(|at| to_world(*at)).collect();
        return line_curve(&line, line.len() > 2).map_or_else(Preview::default, |(curve, length)| Preview {
            lines: vec![curve],
            words: many(length.round() as u64, "space"),
            ..Preview::default()
        });
    }
    if points.len() < 2 && tool == tool::LANE {
        return Preview::default();
    }
    if let ([at], tool::CORNER | tool::NARROW) = (points, tool) {
        let nearest = super::find::nearest(draft, *at);
        let areas = nearest.map(|space| draft.spaces[space].shown()).into_iter().collect();
        return Preview { areas, ..Preview::default() };
    }
    if tool == tool::ARROW {
        return of_arrow(draft, points);
    }
    let mut next = draft.clone();
    let id = match put::put(&mut next, tool, points) {
        Ok(id) => id,
        Err(why) => return Preview { words: why.into(), ..Preview::default() },
    };
    let shown = |is_shown: &dyn Fn(&SpaceDraft) -> bool| -> Vec<Vec<[f64; 2]>> {
        next.spaces.iter().filter(|space| is_shown(space)).map(SpaceDraft::shown).collect()
    };
    match id.tool {
        tool::CORNER => {
            let Some(corner) = next.corners.get(id.index) else { return Preview::default() };
            let kind = SpaceKind::Corner(corner.id.clone());
            let words = corner.demand();
            Preview { areas: shown(&|space| space.kind == kind), words, ..Preview::default() }
        }
        tool::LANE => {
            let boxes = next.spaces.iter().filter(|space| matches!(space.kind, SpaceKind::Box(_))).count();
            let words = many(boxes, "box");
            Preview { areas: shown(&|space| space.lane == 0), words, ..Preview::default() }
        }
        tool::SPACE => next.spaces.get(id.index).map_or_else(Preview::default, |space| {
            let before = &draft.spaces[id.index];
            let words = match (tool, space.slot) {
                (tool::SLOT, Some(slot)) => format!("grid slot {slot}"),
                (tool::NOISE, _) if space.noise => "noise".to_owned(),
                (tool::DANGER, _) if space.danger => "danger".to_owned(),
                _ => format!("removes the mark from {}", before.id),
            };
            Preview { areas: vec![space.shown()], words, ..Preview::default() }
        }),
        tool::NARROW => {
            let closed = |space: &&SpaceDraft| space.lane > 0 && next.spaces.iter().all(|other| other.id != space.id);
            let areas: Vec<_> = draft.spaces.iter().filter(closed).map(SpaceDraft::shown).collect();
            let (lanes, spaces) = (next.narrows[id.index].lanes, many(areas.len() as u64, "space"));
            let words = format!("leaves {lanes} lanes open, closes {spaces}");
            Preview { areas, words, ..Preview::default() }
        }
        tool::POLICE => {
            let lines = super::find::police(&next).into_iter().collect();
            Preview { lines, words: "speed is measured here".to_owned(), ..Preview::default() }
        }
        tool::TUNNEL => {
            let ends = next.tunnels.get(id.index).and_then(|point| super::find::tunnel(&next, *point));
            Preview { lines: ends.map(|ends| ends.to_vec()).into_iter().collect(), ..Preview::default() }
        }
        // A click on a tunnel removes it.
        _ => Preview { words: "removes the tunnel".to_owned(), ..Preview::default() },
    }
}

/// The preview of an arrow. Before the arrow has an end, shows all moves out of the space under the pointer.
fn of_arrow(draft: &Draft, points: &[At]) -> Preview {
    let Some([from, to]) = arrow::ends(draft, points) else { return Preview::default() };
    let line = |to: usize| vec![draft.spaces[from].at, draft.spaces[to].at];
    if points.len() < 2 {
        let lines = arrow::exits(draft, from).into_iter().map(line).collect();
        return Preview { areas: vec![draft.spaces[from].shown()], lines, ..Preview::default() };
    }
    let areas = [from, to].map(|space| draft.spaces[space].shown()).to_vec();
    match arrow::toggle(&mut draft.clone(), [from, to]) {
        Ok(()) => {
            Preview { areas, lines: vec![line(to)], words: arrow::words(draft, [from, to]), ..Preview::default() }
        }
        Err(why) => Preview { areas, words: why.into(), ..Preview::default() },
    }
}
