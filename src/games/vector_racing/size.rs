//! How much a track or a setup has of what there may be too much of.

use super::draft::{Draft, MAX_OBJECTS, MAX_VERTICES, MAX_WALLS};
use super::setup::Setup;
use crate::game::Size;
use crate::limits::vector_racing::{MAX_DISCS, MAX_ENTRIES, MAX_GRID_POINTS, MAX_ISLANDS};

pub(super) fn sizes(draft: &Draft) -> Vec<Size> {
    let vertices = draft.outer.len() + draft.islands.iter().map(Vec::len).sum::<usize>();
    let outlines = draft.regions.iter().map(|region| &region.outline);
    let in_objects = outlines.chain(draft.warps.iter().map(|warp| &warp.outline)).map(Vec::len).sum();
    // A sign is a byte, or more where it is none that a map has.
    let cells = draft.cells.iter().flat_map(|map| &map.rows).map(String::len).sum();
    let rows = draft.cells.as_ref().map_or(0, |map| map.rows.len());
    let points = usize::try_from(MAX_GRID_POINTS).unwrap_or(usize::MAX);
    let mut sizes = vec![
        Size::new("corners", vertices, MAX_VERTICES),
        Size::new("inner boundaries", draft.islands.len(), MAX_ISLANDS),
        Size::new("walls", draft.walls.len() + draft.discs.len(), MAX_WALLS),
        Size::new("round walls", draft.discs.len(), MAX_DISCS),
        Size::new("objects", draft.object_count(), MAX_OBJECTS),
        Size::new("corners of objects", in_objects, MAX_VERTICES),
        Size::new("starts", draft.starts.len(), MAX_VERTICES),
        Size::new("cells", cells, points),
        Size::new("rows of cells", rows, points),
    ];
    sizes.extend(Size::of_texts(&draft.name, &draft.description));
    sizes
}

pub(super) fn setup_sizes(setup: &Setup) -> Vec<Size> {
    let names = setup.racers.iter().flat_map(|racer| [&racer.name, &racer.mark, &racer.colour]);
    vec![Size::new("racers", setup.racers.len(), MAX_ENTRIES), Size::of_names(names.map(String::as_str))]
}
