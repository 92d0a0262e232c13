//! Copies shapes of a draft, and pastes them into another draft.

use super::points::{region_tool, vertices};
use super::tool;
use crate::editor::sketch::{At, ShapeId, Sketch as _};
use crate::games::vector_racing::{Draft, MAX_OBJECTS, MAX_VERTICES, MAX_WALLS, VectorRacing};
use crate::limits::vector_racing::{MAX_DISCS, MAX_ISLANDS};

pub(super) fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
    let mut only = draft.clone();
    let all = VectorRacing::shapes(draft);
    // Deletes from the last to the first, so that the remaining indices stay valid.
    let mut gone: Vec<ShapeId> = all.iter().map(|shape| shape.id).filter(|id| !shapes.contains(id)).collect();
    gone.sort_unstable();
    gone.into_iter().rev().for_each(|id| VectorRacing::remove(&mut only, id));
    Draft {
        outer: only.outer,
        islands: only.islands,
        walls: only.walls,
        discs: only.discs,
        finish: only.finish,
        start: only.start,
        starts: only.starts,
        regions: only.regions,
        warps: only.warps,
        reflectors: only.reflectors,
        spinners: only.spinners,
        ..Draft::default()
    }
}

pub(super) fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
    let mut added = Vec::new();
    let mut other = other.clone();
    for id in VectorRacing::shapes(&other).into_iter().map(|shape| shape.id) {
        VectorRacing::shift(&mut other, id, by);
    }
    let mut add = |tool: &'static str, index: usize| added.push(ShapeId { tool, index });
    if draft.outer.is_empty() && !other.outer.is_empty() && draft.cells.is_none() {
        draft.outer = other.outer;
        add(tool::BOUNDARY, 0);
    }
    for island in other.islands {
        if vertices(draft) + island.len() <= MAX_VERTICES && draft.islands.len() < MAX_ISLANDS && draft.cells.is_none()
        {
            draft.islands.push(island);
            add(tool::BOUNDARY, draft.islands.len());
        }
    }
    if draft.finish.is_none() && other.finish.is_some() {
        draft.finish = other.finish;
        add(tool::FINISH, 0);
    }
    for at in other.start.into_iter().chain(other.starts) {
        let is_taken = draft.all_starts().any(|start| start == at);
        if draft.start.is_none() {
            draft.start = Some(at);
            add(tool::START, 0);
        } else if !is_taken && draft.starts.len() < MAX_OBJECTS {
            draft.starts.push(at);
            add(tool::START, draft.starts.len());
        }
    }
    for wall in other.walls.into_iter().take(MAX_WALLS.saturating_sub(draft.walls.len())) {
        draft.walls.push(wall);
        add(tool::WALL, draft.walls.len() - 1);
    }
    for disc in other.discs.into_iter().take(MAX_DISCS.saturating_sub(draft.discs.len())) {
        draft.discs.push(disc);
        add(tool::DISC, draft.discs.len() - 1);
    }
    let mut room = MAX_OBJECTS.saturating_sub(draft.object_count());
    let mut fits = || {
        let fits = room > 0;
        room = room.saturating_sub(1);
        fits
    };
    for region in other.regions.into_iter().filter(|_| fits()) {
        let kind = region.kind;
        draft.regions.push(region);
        let count = draft.regions.iter().filter(|region| region.kind == kind).count();
        add(region_tool(kind), count - 1);
    }
    for warp in other.warps.into_iter().filter(|_| fits()) {
        draft.warps.push(warp);
        add(tool::WARP, draft.warps.len() - 1);
    }
    for mirror in other.reflectors.into_iter().filter(|_| fits()) {
        draft.reflectors.push(mirror);
        add(tool::REFLECTOR, draft.reflectors.len() - 1);
    }
    for spinner in other.spinners.into_iter().filter(|_| fits()) {
        draft.spinners.push(spinner);
        add(tool::SPINNER, draft.spinners.len() - 1);
    }
    added
}
