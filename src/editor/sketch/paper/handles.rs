//! Handles beside shapes on squared paper: the direction of the finish line, the direction in which a spinner turns
//! paths, and the size of outlines.

use super::points::{ring, spot, world};
use super::tool;
use crate::editor::sketch::{At, Grid, Handle, Part, Settled, Shape, ShapeId, Snap, UNIT, to_world};
use crate::game::form::name_of;
use crate::games::vector_racing::{Crossing, Draft, FinishDraft, Rational, Spin, Spot};

/// The distance of the handle from the finish line, in squares.
const AHEAD: f64 = 1.5;
/// The distance from a shape to its handle, in squares. The handle of a spinner lies this far to the left or right of
/// the spinner. The handle for the size of an outline lies this far to the right of its upper right corner, and this
/// far above it.
const BESIDE: i64 = 1;

/// The handles of a shape, such as the handle for its size. Empty if the shape has no handles.
pub(super) fn of(draft: &Draft, shape: &Shape) -> Vec<Handle> {
    let handle = match shape.id.tool {
        tool::FINISH => draft.finish.as_ref().and_then(|line| {
            let [from, at] = crossing_places(line, line.crossing)?;
            Some(Handle { at, from, help: "Drag the round handle to the other side of the line to reverse the race." })
        }),
        tool::SPINNER => draft.spinners.get(shape.id.index).map(|spinner| {
            let from = world(&spinner.at);
            let help = "Drag the round handle right to turn paths clockwise, left to turn them counter-clockwise.";
            Handle { at: beside(from, spinner.turn), from, help }
        }),
        tool::BOUNDARY | tool::OIL | tool::SPEED_UP | tool::SLOW_DOWN | tool::WARP => {
            let from = shape.bounds()[1];
            let help = "Drag the round handle to resize the shape.";
            (shape.corners > 0).then(|| Handle { at: from.map(|value| value + BESIDE as f64), from, help })
        }
        _ => None,
    };
    handle.into_iter().collect()
}

/// The index of a shape's handle; handles are numbered after the points of the shape. `None` if the shape has no
/// handle.
pub(super) fn index(draft: &mut Draft, shape: ShapeId) -> Option<usize> {
    match shape.tool {
        tool::FINISH => Some(2),
        tool::SPINNER => Some(1),
        tool::WARP => ring(draft, shape).map(|outline| outline.len() + 1),
        _ => ring(draft, shape).map(|outline| outline.len()),
    }
}

/// Returns two points: the middle of the finish line, and the place of the line's handle if racers cross the line in
/// this direction. Returns `None` if `crossing` allows both directions.
fn crossing_places(line: &FinishDraft, crossing: Crossing) -> Option<[[f64; 2]; 2]> {
    let (from, to, way) = (world(&line.from), world(&line.to), crossing.normal());
    let middle = [0, 1].map(|axis| f64::midpoint(from[axis], to[axis]));
    let ahead = [0, 1].map(|axis| middle[axis] + AHEAD * way[axis] as f64);
    (way != [0, 0]).then_some([middle, ahead])
}

/// The directions in which racers can cross the finish line: the two across it, or all four if it is slanted.
fn across(line: &FinishDraft) -> Vec<Crossing> {
    let directions = [Crossing::Right, Crossing::Left, Crossing::Up, Crossing::Down];
    let axis = usize::from(line.from[0] == line.to[0]);
    let is_straight = (line.from[0] == line.to[0]) != (line.from[1] == line.to[1]);
    directions.into_iter().filter(|crossing| !is_straight || crossing.normal()[axis] == 0).collect()
}

/// The place of a spinner's handle.
fn beside([x, y]: [f64; 2], turn: Spin) -> [f64; 2] {
    [if turn == Spin::Cw { x + BESIDE as f64 } else { x - BESIDE as f64 }, y]
}

fn far(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns the direction across the finish line that puts the handle nearest to a point of the board. Also returns the
/// place of the handle for this direction.
fn nearest_crossing(line: &FinishDraft, at: [f64; 2]) -> Option<(Crossing, [f64; 2])> {
    let all = across(line).into_iter();
    let places = all.filter_map(|crossing| Some((crossing, crossing_places(line, crossing)?[1])));
    places.min_by(|(_, a), (_, b)| far(*a, at).total_cmp(&far(*b, at)))
}

/// Moves the handle of a shape to a point of the board.
pub(super) fn drag(draft: &mut Draft, shape: ShapeId, at: At) {
    match shape.tool {
        tool::FINISH => {
            if let Some(line) = &mut draft.finish
                && let Some((crossing, _)) = nearest_crossing(line, to_world(at))
            {
                line.crossing = crossing;
            }
        }
        tool::SPINNER => {
            if let Some(spinner) = draft.spinners.get_mut(shape.index) {
                let is_right = to_world(at)[0] >= spinner.at[0].to_f64();
                spinner.turn = if is_right { Spin::Cw } else { Spin::Ccw };
            }
        }
        tool => {
            let can_grow = tool != tool::BOUNDARY;
            if let Some(outline) = ring(draft, shape) {
                resize(outline, spot(at), can_grow);
            }
        }
    }
}

/// Scales an outline so that its handle lies at a point of the board. The lower left corner of its bounding box stays
/// in place. A single point becomes a rectangle.
fn resize(outline: &mut Vec<Spot>, handle: Spot, can_grow: bool) {
    let thousandths = |value: f64| Rational::thousandths((value * UNIT as f64).round() as i64);
    let order = |a: &Rational, b: &Rational| a.to_f64().total_cmp(&b.to_f64());
    let side = |axis: usize| outline.iter().map(move |corner| corner[axis]);
    let ends = |axis: usize| side(axis).min_by(order).zip(side(axis).max_by(order));
    let (Some(across), Some(up)) = (ends(0), ends(1)) else { return };
    let (low, high) = ([across.0, up.0], [across.1, up.1]);
    let wanted = [0, 1].map(|axis| handle[axis].to_f64() - BESIDE as f64 - low[axis].to_f64());
    if let [only] = outline[..] {
        let size = wanted.map(|side| side.max(1.0));
        let far = [0, 1].map(|axis| thousandths(only[axis].to_f64() + size[axis]));
        if let ([Some(x), Some(y)], true) = (far, can_grow && (wanted[0] > 0.0 || wanted[1] > 0.0)) {
            *outline = vec![only, [x, only[1]], [x, y], [only[0], y]];
        }
        return;
    }
    for axis in [0, 1] {
        let span = high[axis].to_f64() - low[axis].to_f64();
        let size = wanted[axis].max(span.min(1.0));
        if span <= 0.0 || (size - span).abs() < 1e-9 {
            continue;
        }
        for corner in outline.iter_mut().filter(|corner| corner[axis] != low[axis]) {
            let scaled = low[axis].to_f64() + (corner[axis].to_f64() - low[axis].to_f64()) * size / span;
            corner[axis] = thousandths(scaled).unwrap_or(corner[axis]);
        }
    }
}

/// Snaps the handle of a shape. The returned text describes the effect of the handle at that position.
pub(super) fn settle(draft: &Draft, shape: ShapeId, wanted: [f64; 2], snap: Snap) -> Settled {
    let at_place = |at: [f64; 2], words: String| Settled { place: Grid::Off.place(at), guides: Vec::new(), words };
    let index = shape.index;
    match shape.tool {
        tool::FINISH => draft
            .finish
            .as_ref()
            .and_then(|line| nearest_crossing(line, wanted))
            .map(|(crossing, at)| at_place(at, format!("crossed {}", name_of(&crossing)))),
        tool::SPINNER => draft.spinners.get(index).map(|spinner| {
            let from = world(&spinner.at);
            let turn = if wanted[0] >= from[0] { Spin::Cw } else { Spin::Ccw };
            at_place(beside(from, turn), name_of(&turn))
        }),
        _ => None,
    }
    .unwrap_or_else(|| {
        let mut next = draft.clone();
        let settled = Settled::on_grid(snap.grid, wanted);
        drag(&mut next, shape, settled.place);
        let size = ring(&mut next, shape).map_or_else(Vec::new, |outline| {
            let shape = Shape::new(shape, "", crate::editor::sketch::Form::Area, outline.iter().map(world).collect());
            let [low, high] = shape.bounds();
            [0, 1].map(|axis| ((high[axis] - low[axis]) * 100.0).round() / 100.0).to_vec()
        });
        let words = size.first().zip(size.last()).map_or_else(String::new, |(x, y)| format!("{x} by {y}"));
        Settled { words, ..settled }
    })
}

/// Returns the title that the list of editing steps shows after a drag of this shape's handle. Returns `None` if the
/// part is not a handle.
pub(super) fn title(shape: &Shape, part: Part) -> Option<String> {
    shape.handle(part)?;
    let verb = match shape.id.tool {
        tool::FINISH | tool::SPINNER => "Reverse",
        _ => "Resize",
    };
    Some(format!("{verb} {}", shape.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::sketch::Sketch as _;
    use crate::editor::sketch::{Drags as _, SketchDocument, SketchEdit, Steps as _, place_at};
    use crate::games::vector_racing::{RegionDraft, RegionKind, SpinnerDraft, VectorRacing, WarpDraft};

    fn document() -> SketchDocument<VectorRacing> {
        let oval = super::super::beginnings::all().remove(0).draft;
        let spot = |x: i64, y: i64| [x, y].map(Rational::int);
        let square = vec![spot(20, 28), spot(24, 28), spot(24, 30), spot(20, 30)];
        let draft = Draft {
            spinners: vec![SpinnerDraft { at: spot(8, 20), turn: Spin::Cw }],
            regions: vec![
                RegionDraft { kind: RegionKind::Oil, outline: square.clone() },
                RegionDraft { kind: RegionKind::Fast, outline: vec![spot(46, 20)] },
            ],
            warps: vec![WarpDraft { outline: square, offset: [6, 0] }],
            ..oval
        };
        SketchDocument::checked_later(draft, true)
    }

    /// Drags the handle of a shape by an offset, with the grid on. Returns the text that is shown at the end of the
    /// drag.
    fn dragged(document: &mut SketchDocument<VectorRacing>, tool: &'static str, by: [f64; 2]) -> String {
        let id = ShapeId { tool, index: 0 };
        let shape = document.shape(id).expect("shape").clone();
        let from = shape.handles[0].at;
        let part = id.point(shape.points.len());
        document.selection_mut().set([id.whole()]);
        let mut drag = document.take_up(part, from).expect("taken");
        let to = [0, 1].map(|axis| from[axis] + by[axis]);
        let words = document.drag(&mut drag, to, Snap::all(Grid::Whole)).expect("dragged").words;
        document.end();
        assert_eq!(document.selection().items(), [id.whole()], "a handle is never selected");
        words
    }

    fn corners(outline: &[Spot]) -> Vec<[f64; 2]> {
        outline.iter().map(world).collect()
    }

    #[test]
    fn the_finish_line_and_spinners_are_reversed() {
        let mut document = document();
        let before = document.draft().clone();
        assert_eq!(dragged(&mut document, tool::FINISH, [-4.0, 1.0]), "crossed to the left");
        assert_eq!(document.draft().finish.as_ref().map(|line| line.crossing), Some(Crossing::Left));
        assert_eq!(document.step_title(0), Some("Reverse the finish line"));
        assert_eq!(dragged(&mut document, tool::SPINNER, [-1.6, 3.0]), "counter-clockwise");
        assert_eq!(document.draft().spinners[0].turn, Spin::Ccw);
        assert_eq!(document.step_title(1), Some("Reverse spinner 1"));
        // A handle that stays on its side while it is dragged changes nothing.
        dragged(&mut document, tool::SPINNER, [-0.4, 0.0]);
        assert_eq!(document.steps(), (2, 2, 0));
        assert!(document.undo() && document.undo());
        assert_eq!(document.draft(), &before);
        assert!(document.redo());
        assert_eq!(document.draft().finish.as_ref().map(|line| line.crossing), Some(Crossing::Left));
    }

    #[test]
    fn outlines_are_resized_and_points_become_areas() {
        let mut document = document();
        let before = document.draft().clone();
        assert_eq!(dragged(&mut document, tool::OIL, [4.2, 1.1]), "8 by 3");
        assert_eq!(
            corners(&document.draft().regions[0].outline),
            [[20.0, 28.0], [28.0, 28.0], [28.0, 31.0], [20.0, 31.0]]
        );
        assert_eq!(document.step_title(0), Some("Resize oil slick 1"));
        // An outline never becomes narrower or lower than one square.
        assert_eq!(dragged(&mut document, tool::OIL, [-40.0, -40.0]), "1 by 1");
        assert_eq!(dragged(&mut document, tool::SPEED_UP, [2.0, 0.0]), "2 by 1");
        let area = corners(&document.draft().regions[1].outline);
        assert_eq!(area, [[46.0, 20.0], [48.0, 20.0], [48.0, 21.0], [46.0, 21.0]]);
        dragged(&mut document, tool::WARP, [1.0, 0.0]);
        assert_eq!(document.draft().warps[0].outline[2], [25, 30].map(Rational::int));
        assert_eq!(document.draft().warps[0].offset, [6, 0]);
        dragged(&mut document, tool::BOUNDARY, [0.0, 4.0]);
        assert_eq!(
            document.shape(ShapeId { tool: tool::BOUNDARY, index: 0 }).map(|shape| shape.bounds()[1]),
            Some([50.0, 38.0])
        );
        while document.undo() {}
        assert_eq!(document.draft(), &before);
    }

    #[test]
    fn a_line_crossed_either_way_has_no_handle() {
        let mut document = document();
        let mut draft = document.draft().clone();
        draft.finish.as_mut().expect("line").crossing = Crossing::Any;
        document = SketchDocument::checked_later(draft, true);
        assert!(document.shape(ShapeId { tool: tool::FINISH, index: 0 }).is_some_and(|shape| shape.handles.is_empty()));
    }

    #[test]
    fn ends_go_where_the_rules_demand() {
        let mut document = document();
        let spots = |document: &SketchDocument<VectorRacing>, tool| {
            document
                .shapes()
                .iter()
                .find(|shape| shape.id.tool == tool)
                .map(|shape| shape.points.clone())
                .expect("shape")
        };
        let pull = |document: &mut SketchDocument<VectorRacing>, part: Part, to: [f64; 2], snap: Snap| {
            let from = VectorRacing::place(document.draft(), part).map(to_world).expect("place");
            document.selection_mut().set([part]);
            let mut drag = document.take_up(part, from).expect("taken");
            document.drag(&mut drag, to, snap).expect("dragged");
            document.end();
        };
        let [free, all] = [Snap::grid(Grid::Off), Snap::all(Grid::Off)];
        let at = |tool| ShapeId { tool, index: 0 };
        pull(&mut document, at(tool::SPINNER).whole(), [9.4, 21.7], free);
        assert_eq!(spots(&document, tool::SPINNER), [[9.0, 22.0]]);
        pull(&mut document, at(tool::START).point(0), [27.3, 8.2], free);
        assert_eq!(spots(&document, tool::START), [[27.0, 8.0]]);
        pull(&mut document, at(tool::SPEED_UP).whole(), [46.3, 22.4], free);
        assert_eq!(spots(&document, tool::SPEED_UP), [[46.0, 22.0]]);
        let ends = [place_at(8.0, 10.0), place_at(8.0, 14.0)];
        document.apply(&SketchEdit::Put(tool::REFLECTOR, ends.to_vec())).expect("put");
        pull(&mut document, at(tool::REFLECTOR).point(1), [8.7, 16.4], free);
        assert_eq!(spots(&document, tool::REFLECTOR), [[8.0, 10.0], [8.0, 16.0]]);
        pull(&mut document, at(tool::REFLECTOR).point(1), [9.1, 10.4], free);
        assert_eq!(spots(&document, tool::REFLECTOR), [[8.0, 10.0], [9.0, 10.0]], "along the other grid line");
        pull(&mut document, at(tool::REFLECTOR).point(1), [8.1, 10.0], free);
        assert_eq!(spots(&document, tool::REFLECTOR)[1], [9.0, 10.0], "never without a length");
        // The upper end of the finish line is dragged straight down, and then back onto the island.
        pull(&mut document, at(tool::FINISH).point(1), [27.6, 9.3], all);
        assert_eq!(spots(&document, tool::FINISH), [[27.0, 3.0], [27.0, 9.3]]);
        pull(&mut document, at(tool::FINISH).point(1), [27.6, 10.8], all);
        assert_eq!(spots(&document, tool::FINISH), [[27.0, 3.0], [27.0, 11.0]]);
        // A finish line that is rotated gets a new direction, which leads across it.
        pull(&mut document, at(tool::FINISH).point(1), [31.0, 3.2], all);
        assert_eq!(document.draft().finish.as_ref().map(|line| line.crossing), Some(Crossing::Up));
        let single = vec![place_at(31.3, 30.6)];
        document.apply(&SketchEdit::Put(tool::OIL, single)).expect("put");
        assert_eq!(document.draft().regions[2].outline, [[31, 31].map(Rational::int)]);
    }
}
