//! Drags shapes and points on the board. A [`Drag`] stores where it began and where the dragged parts are now.

use super::document::SketchDocument;
use super::steps::Steps;
use super::{At, Gesture, Groups as _, Held, Motion, Part, Settled, Sketch, SketchEdit, Snap, to_world};
use crate::game::Refused;

/// The shapes and points that the user is dragging, and the place where the drag began.
#[derive(Clone, Debug)]
pub struct Drag {
    gesture: Gesture,
    /// The dragged parts: whole shapes, or points of shapes. The first is the one under the pointer.
    parts: Vec<Part>,
    /// The exact point on the board where the drag starts. If a point is dragged, this is the point itself. If a whole
    /// shape is dragged, it is the corner of this shape nearest to the pointer.
    start: At,
    /// The pointer's point on the board at the start of the drag.
    from: [f64; 2],
    /// Whether the dragged parts move along only one axis. This is the axis along which the pointer has moved further.
    pub locks_axis: bool,
    /// The place to which the point at `start` has been dragged, and the offset of this place from `start`. `None`
    /// before the pointer first moves.
    now: Option<(At, At)>,
}

impl Drag {
    /// The gesture that all edits of this drag belong to.
    #[must_use]
    pub const fn gesture(&self) -> Gesture {
        self.gesture
    }

    /// Returns two values for the shape or point under the pointer: its current place on the board, and the offset of
    /// this place from the start of the drag.
    #[must_use]
    pub fn now(&self) -> (At, At) {
        self.now.unwrap_or((self.start, At::ORIGIN))
    }
}

/// Drags shapes and points on the board.
pub trait Drags {
    /// Starts to drag the selected parts. `lead` is the part under the pointer. If `lead` is not selected, only `lead`
    /// is dragged. Returns `None` if there is no such part.
    fn take_up(&mut self, lead: Part, pointer: [f64; 2]) -> Option<Drag>;
    /// Starts to drag a point that `gesture` has just added. `None` if there is no such point.
    fn take_up_new(&mut self, gesture: Gesture, point: Part, pointer: [f64; 2]) -> Option<Drag>;
    /// Moves the dragged parts to the pointer. The part under the pointer snaps, and the other parts keep their
    /// distance to it. Returns the point to which the part under the pointer snapped, and the reason for snapping.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Steps::apply_in`].
    fn drag(&mut self, drag: &mut Drag, pointer: [f64; 2], snap: Snap) -> Result<Settled, Refused>;
    /// Rotates the dragged parts about the part under the pointer, by eighths of a full turn. Returns whether anything
    /// changed.
    fn turn_held(&mut self, drag: &mut Drag, eighths: i64) -> bool;
}

impl<G: Sketch> Drags for SketchDocument<G> {
    fn take_up(&mut self, lead: Part, pointer: [f64; 2]) -> Option<Drag> {
        let shape = self.shapes().iter().find(|shape| shape.id == lead.shape)?;
        let far = |index: &usize| (shape.points[*index][0] - pointer[0]).hypot(shape.points[*index][1] - pointer[1]);
        let nearest = || (0..shape.corners).min_by(|a, b| far(a).total_cmp(&far(b)));
        let start = G::place(self.draft(), lead.shape.point(lead.point.or_else(nearest)?))?;
        if shape.handle(lead).is_some() {
            // A handle cannot be selected itself, so its shape stays selected.
            self.end();
            return Some(Drag {
                gesture: self.begin(),
                parts: vec![lead],
                start,
                from: pointer,
                locks_axis: false,
                now: None,
            });
        }
        if !self.selection().contains(lead) {
            let parts = self.with_groups(&[lead]);
            self.selection_mut().set(parts);
        }
        self.end();
        let others = self.selection().items().iter().copied().filter(|part| *part != lead);
        let parts = std::iter::once(lead).chain(others).collect();
        Some(Drag { gesture: self.begin(), parts, start, from: pointer, locks_axis: false, now: None })
    }

    fn take_up_new(&mut self, gesture: Gesture, point: Part, pointer: [f64; 2]) -> Option<Drag> {
        self.rebase();
        self.selection_mut().set([point]);
        let start = G::place(self.draft(), point)?;
        Some(Drag { gesture, parts: vec![point], start, from: pointer, locks_axis: false, now: None })
    }

    fn drag(&mut self, drag: &mut Drag, pointer: [f64; 2], snap: Snap) -> Result<Settled, Refused> {
        let Some(lead) = drag.parts.first().copied() else { return Ok(Settled::on_grid(snap.grid, pointer)) };
        let start = to_world(drag.start);
        let wanted = [0, 1].map(|axis| start[axis] + pointer[axis] - drag.from[axis]);
        let snap = if G::sticks(lead.shape.tool) { Snap::grid(G::MANNER.grids[0]) } else { snap };
        let locked = drag.locks_axis.then(|| locked_axis(start, wanted));
        let wanted = [0, 1].map(|axis| if locked == Some(axis) { start[axis] } else { wanted[axis] });
        let mut settled = G::settle(self.base(), Held::Parts(&drag.parts, drag.start), wanted, snap);
        match locked {
            Some(0) => settled.place.x = drag.start.x,
            Some(_) => settled.place.y = drag.start.y,
            None => {}
        }
        let now = (settled.place, settled.place - drag.start);
        if drag.now.unwrap_or((drag.start, At::ORIGIN)) != now {
            drag.now = Some(now);
            self.carry(drag)?;
        }
        Ok(settled)
    }

    fn turn_held(&mut self, drag: &mut Drag, eighths: i64) -> bool {
        let shapes = super::shapes_of(&drag.parts);
        let start = drag.start;
        self.change_base(|draft| super::carried::turn::<G>(draft, &shapes, Motion::Turn(eighths, start)));
        drag.now.get_or_insert((start, At::ORIGIN));
        self.carry(drag).unwrap_or(false)
    }
}

/// Returns the coordinate that stays fixed when a movement is locked to one axis: 0 for x, 1 for y.
#[must_use]
pub fn locked_axis(from: [f64; 2], to: [f64; 2]) -> usize {
    usize::from((to[0] - from[0]).abs() >= (to[1] - from[1]).abs())
}

impl<G: Sketch> SketchDocument<G> {
    /// Moves the dragged parts by the current offset of the drag.
    fn carry(&mut self, drag: &Drag) -> Result<bool, Refused> {
        let (at, by) = drag.now();
        let edit = match drag.parts.as_slice() {
            [part @ Part { point: Some(_), .. }] => SketchEdit::SetPoint(*part, at),
            parts => SketchEdit::Shift(parts.to_vec(), by),
        };
        self.reapply(&edit, drag.gesture)
    }
}
