//! Adds and deletes shapes on squared paper.

use super::points::{crossing, grid_point, radius_squared, region_at, region_kind, spot, vertices};
use super::tool;
use crate::editor::sketch::{At, ShapeId, UNIT, in_thousandths};
use crate::game::Refused;
use crate::games::vector_racing::{
    Crossing, DiscDraft, Draft, FinishDraft, MAX_OBJECTS, MAX_VERTICES, MAX_WALLS, Rational, ReflectorDraft,
    RegionDraft, RegionKind, Spin, SpinnerDraft, Spot, WallDraft, WarpDraft,
};
use crate::limits::vector_racing::{MAX_DISCS, MAX_ISLANDS};

pub(super) fn put(draft: &mut Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused> {
    let outline: Vec<Spot> = match points {
        // A region or an end of a warp that is a single point must be a grid point.
        [only] => vec![grid_point(*only).map(|value| Rational::int(value.into()))],
        points => points.iter().copied().map(spot).collect(),
    };
    let first = *points.first().ok_or("Click the point of the board where the shape should be.")?;
    let last = points.last().copied().unwrap_or(first);
    if draft.object_count() >= MAX_OBJECTS
        && !matches!(tool, tool::BOUNDARY | tool::WALL | tool::FINISH | tool::START | tool::DISC)
    {
        return Err(format!(
            "A circuit can have at most {MAX_OBJECTS} objects. Delete an object before you add another."
        )
        .into());
    }
    let index = match tool {
        tool::BOUNDARY => {
            if draft.cells.is_some() {
                return Err("A map of cells cannot have boundaries. Start a new circuit instead.".into());
            }
            if vertices(draft) + outline.len() > MAX_VERTICES {
                return Err(format!(
                    "All boundaries together would have more than {MAX_VERTICES} corners. Delete some corners first."
                )
                .into());
            }
            if draft.islands.len() >= MAX_ISLANDS {
                return Err(format!(
                    "A circuit can have at most {MAX_ISLANDS} islands. Delete an island before you add another."
                )
                .into());
            }
            if draft.outer.is_empty() {
                draft.outer = outline;
                0
            } else {
                draft.islands.push(outline);
                draft.islands.len()
            }
        }
        tool::WALL | tool::DISC if draft.walls.len() + draft.discs.len() >= MAX_WALLS => {
            return Err(format!(
                "A circuit can have at most {MAX_WALLS} walls and discs. Delete one of them before you add another."
            )
            .into());
        }
        tool::DISC if draft.discs.len() >= MAX_DISCS => {
            return Err(
                format!("A circuit can have at most {MAX_DISCS} discs. Delete a disc before you add another.").into()
            );
        }
        tool::WALL => {
            draft.walls.push(WallDraft { from: spot(first), to: spot(last), open_from: false, open_to: false });
            draft.walls.len() - 1
        }
        tool::DISC => {
            let radius_squared = radius_squared(first, last).ok_or("The disc is too large. Draw a smaller one.")?;
            draft.discs.push(DiscDraft { at: spot(first), radius_squared });
            draft.discs.len() - 1
        }
        tool::FINISH => {
            let known = draft.finish.as_ref().map(|line| line.crossing);
            let crossing = known.map_or_else(|| crossing(first, last), |known| fitting(known, first, last));
            draft.finish = Some(FinishDraft { from: spot(first), to: spot(last), crossing });
            0
        }
        tool::START if draft.start.is_none() => {
            draft.start = Some(grid_point(first));
            0
        }
        tool::START => {
            let at = grid_point(first);
            if draft.all_starts().any(|other| other == at) {
                return Err("This grid point already has a start. Click another point.".into());
            }
            if draft.starts.len() >= MAX_OBJECTS {
                return Err(format!(
                    "A circuit can have at most {MAX_OBJECTS} starts. Delete a start before you add another."
                )
                .into());
            }
            draft.starts.push(at);
            draft.starts.len()
        }
        tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN => {
            let kind = region_kind(tool).unwrap_or(RegionKind::Oil);
            draft.regions.push(RegionDraft { kind, outline });
            draft.regions.iter().filter(|region| region.kind == kind).count() - 1
        }
        tool::WARP => {
            // The second end of the warp lies beside the first until the user moves it.
            let wide = points.iter().map(|point| in_thousandths(*point - first)[0]).max().unwrap_or(0);
            let aside = i32::try_from(wide / UNIT).unwrap_or(0) + 3;
            draft.warps.push(WarpDraft { outline, offset: [aside, 0] });
            draft.warps.len() - 1
        }
        tool::REFLECTOR => {
            draft.reflectors.push(ReflectorDraft { from: spot(first), to: spot(last) });
            draft.reflectors.len() - 1
        }
        tool::SPINNER => {
            draft.spinners.push(SpinnerDraft { at: spot(first), turn: Spin::Cw });
            draft.spinners.len() - 1
        }
        other => return Err(format!("This game has no tool `{other}`. Choose another tool.").into()),
    };
    Ok(ShapeId { tool, index })
}

/// Returns the direction in which racers cross a finish line with these ends. This is `known`, unless
/// `known` leads along the line. Then it is a direction across the line.
pub(super) fn fitting(known: Crossing, from: At, to: At) -> Crossing {
    let natural = crossing(from, to);
    let is_across = (known.normal()[0] == 0) == (natural.normal()[0] == 0);
    if is_across || known == Crossing::Any { known } else { natural }
}

pub(super) fn remove(draft: &mut Draft, shape: ShapeId) {
    fn take<T>(list: &mut Vec<T>, index: usize) {
        if index < list.len() {
            list.remove(index);
        }
    }
    let index = shape.index;
    match shape.tool {
        tool::BOUNDARY if index == 0 => draft.outer.clear(),
        tool::BOUNDARY => take(&mut draft.islands, index - 1),
        tool::WALL => take(&mut draft.walls, index),
        tool::DISC => take(&mut draft.discs, index),
        tool::FINISH => draft.finish = None,
        tool::START if index == 0 && draft.start.is_some() => {
            // The next start in the list becomes the default start.
            draft.start = (!draft.starts.is_empty()).then(|| draft.starts.remove(0));
        }
        tool::START => take(&mut draft.starts, index - usize::from(draft.start.is_some())),
        tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN => {
            if let Some(place) = region_at(draft, shape) {
                draft.regions.remove(place);
            }
        }
        tool::WARP => take(&mut draft.warps, index),
        tool::REFLECTOR => take(&mut draft.reflectors, index),
        tool::SPINNER => take(&mut draft.spinners, index),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::sketch::{SketchDocument, SketchEdit, Steps as _};
    use crate::games::vector_racing::VectorRacing;

    #[test]
    fn islands_stay_selected_when_the_outer_boundary_is_deleted() {
        let templates = super::super::beginnings::all();
        let draft = templates.into_iter().find(|found| found.name == "Two islands").expect("template").draft;
        let mut document = SketchDocument::<VectorRacing>::checked_later(draft, true);
        let boundary = |index: usize| ShapeId { tool: tool::BOUNDARY, index };
        let selected = [boundary(2).whole(), boundary(1).point(3)];
        document.selection_mut().set(selected);
        document.apply(&SketchEdit::Delete(vec![boundary(0).whole()])).expect("deleted");
        assert_eq!(document.selection().items(), selected);
        document.selection_mut().set([boundary(2).whole()]);
        document.apply(&SketchEdit::Delete(vec![boundary(1).whole()])).expect("deleted");
        assert_eq!(document.selection().items(), [boundary(1).whole()], "island 2 is now island 1");
        // The next boundary is the outer one again, and undo brings back every selection.
        assert!(document.undo());
        assert_eq!(document.selection().items(), [boundary(2).whole()]);
        assert!(document.undo());
        assert_eq!(document.selection().items(), selected);
    }
}
