//! Finds the shapes that are in a group together, and the shapes that can be grouped, rotated and mirrored.

use super::document::SketchDocument;
use super::groups::{groupable, of, shapes_are};
use super::{Part, Sketch, shapes_of};

/// Finds the groups of a circuit. The editor selects and changes the shapes of a group together.
pub trait Groups {
    /// Returns the given parts, and all shapes that are in a group with one of them. If a part is a single point of a
    /// shape, the group of this shape is not added.
    fn with_groups(&self, parts: &[Part]) -> Vec<Part>;
    /// Whether a selected shape has a position of its own, so that the selection can be rotated and mirrored. If
    /// nothing is selected, the whole circuit can be.
    fn can_turn(&self) -> bool;
    /// Whether the selected shapes can become a group.
    fn can_group(&self) -> bool;
    /// Whether a selected shape is in a group.
    fn can_ungroup(&self) -> bool;
}

impl<G: Sketch> Groups for SketchDocument<G> {
    fn with_groups(&self, parts: &[Part]) -> Vec<Part> {
        let groups = of::<G>(&self.draft, &self.shapes);
        let mut all: Vec<Part> = Vec::new();
        for part in parts {
            let group = groups.iter().find(|group| part.point.is_none() && group.contains(&part.shape));
            let members = group.into_iter().flatten().map(|shape| shape.whole());
            for part in std::iter::once(*part).chain(members) {
                if !all.contains(&part) {
                    all.push(part);
                }
            }
        }
        all
    }

    fn can_turn(&self) -> bool {
        let selected = self.selection.items();
        selected.is_empty() || selected.iter().any(|part| G::stands_alone(&self.draft, part.shape.tool))
    }

    fn can_group(&self) -> bool {
        let shapes = groupable::<G>(&self.draft, &self.shapes, &shapes_of(self.selection.items()));
        shapes.len() > 1 && !of::<G>(&self.draft, &self.shapes).iter().any(|group| shapes_are(group, &shapes))
    }

    fn can_ungroup(&self) -> bool {
        let selected = shapes_of(self.selection.items());
        of::<G>(&self.draft, &self.shapes).iter().flatten().any(|member| selected.contains(member))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Clips as _, ShapeId, SketchEdit, Steps as _, place_at};
    use super::*;
    use crate::games::formula_d::FormulaD;
    use crate::games::vector_racing::VectorRacing;
    use crate::games::vektorace::Vektorace;
    use crate::games::wheel_to_wheel::WheelToWheel;

    fn groups<G: Sketch>(document: &SketchDocument<G>) -> Vec<Vec<ShapeId>> {
        of::<G>(document.draft(), document.shapes())
    }

    /// Groups the first two shapes that can be in a group. Then saves, reads, undoes, moves and dissolves the group,
    /// and checks the result each time.
    fn grouped_and_changed<G: Sketch>(draft: G::Draft) {
        let mut document = SketchDocument::<G>::new(draft.clone(), true);
        let free = groupable::<G>(&draft, document.shapes(), &document.all());
        let pair = [free[0], free[1]];
        document.apply(&SketchEdit::Group(pair.to_vec())).expect("grouped");
        assert_eq!(groups(&document), [pair.to_vec()]);
        let whole = pair.map(ShapeId::whole);
        assert_eq!(document.with_groups(&whole[1..]), [whole[1], whole[0]]);
        assert_eq!(document.with_groups(&[pair[0].point(0)]), [pair[0].point(0)], "a point stays alone");
        let text = crate::replay::print(&crate::replay::TrackFile::<G>::new(document.draft().clone())).expect("text");
        assert!(text.contains("\"version\": 2"), "{text}");
        let read = SketchDocument::<G>::from_bytes(text.as_bytes()).expect("read");
        assert_eq!(read.draft(), document.draft());
        document.undo();
        assert_eq!(document.draft(), &draft, "one step");
        document.redo();
        document.apply(&SketchEdit::Shift(whole.to_vec(), place_at(1.0, 1.0))).expect("moved");
        assert_eq!(groups(&document), [pair.to_vec()]);
        document.apply(&SketchEdit::Ungroup(vec![pair[1]])).expect("ungrouped");
        assert!(groups(&document).is_empty());
        assert!(document.apply(&SketchEdit::Group(vec![pair[0]])).is_err(), "one shape is no group");
    }

    fn first<G: Sketch>() -> G::Draft {
        let drafts = G::beginnings().into_iter().map(|beginning| beginning.draft);
        let has_two = |draft: &G::Draft| {
            let shapes = G::shapes(draft);
            let ids: Vec<ShapeId> = shapes.iter().map(|shape| shape.id).collect();
            groupable::<G>(draft, &shapes, &ids).len() > 1
        };
        drafts.into_iter().find(has_two).expect("a template with two shapes")
    }

    #[test]
    fn shapes_of_every_game_are_grouped() {
        grouped_and_changed::<Vektorace>(first::<Vektorace>());
        grouped_and_changed::<VectorRacing>(first::<VectorRacing>());
        grouped_and_changed::<FormulaD>(first::<FormulaD>());
        grouped_and_changed::<WheelToWheel>(first::<WheelToWheel>());
    }

    /// The numbers of shapes of the templates that can and that cannot be rotated and mirrored. Neither changes the
    /// circuit for a shape that cannot.
    fn turnable<G: Sketch>() -> [usize; 2] {
        let mut count = [0, 0];
        for draft in G::beginnings().into_iter().map(|beginning| beginning.draft) {
            for shape in G::shapes(&draft) {
                let mut document = SketchDocument::<G>::new(draft.clone(), true);
                assert!(document.can_turn(), "the whole circuit");
                document.selection_mut().set(vec![shape.id.whole()]);
                count[usize::from(!document.can_turn())] += 1;
                if document.can_turn() {
                    continue;
                }
                let one = || vec![shape.id];
                for edit in [
                    SketchEdit::TurnEach(one(), G::MANNER.eighths),
                    SketchEdit::Mirror(one(), Axis::Horizontal),
                    SketchEdit::Mirror(one(), Axis::Vertical),
                ] {
                    document.apply(&edit).expect("applied");
                    assert_eq!(document.draft(), &draft, "{edit:?}");
                }
                let all: Vec<_> = document.all().into_iter().map(ShapeId::whole).collect();
                document.selection_mut().set(all);
                assert!(document.can_turn(), "the others can be rotated");
            }
        }
        count
    }

    #[test]
    fn shapes_that_lie_on_the_track_cannot_be_rotated() {
        for (game, [can, cannot], lies) in [
            ("VektoRace", turnable::<Vektorace>(), false),
            ("Vector Racing", turnable::<VectorRacing>(), false),
            ("Formula D", turnable::<FormulaD>(), true),
            ("Wheel to Wheel", turnable::<WheelToWheel>(), true),
        ] {
            assert!(can > 0, "{game}");
            assert_eq!(cannot > 0, lies, "{game}: {cannot} shapes lie on the track");
        }
    }

    #[test]
    fn groups_follow_deleted_and_copied_shapes() {
        let mut document = SketchDocument::<Vektorace>::new(super::super::pieces::starter(), true);
        let corner = |index: usize| ShapeId { tool: "corner", index };
        document.apply(&SketchEdit::Group(vec![corner(1), corner(2), corner(3)])).expect("grouped");
        document.apply(&SketchEdit::Delete(vec![corner(0).whole()])).expect("deleted");
        assert_eq!(groups(&document), [vec![corner(0), corner(1), corner(2)]]);
        document.apply(&SketchEdit::Delete(vec![corner(1).whole()])).expect("deleted");
        assert_eq!(groups(&document), [vec![corner(0), corner(1)]]);
        document.apply(&SketchEdit::Duplicate(vec![corner(0), corner(1)], place_at(1.0, -1.0))).expect("copied");
        assert_eq!(groups(&document), [vec![corner(0), corner(1)], vec![corner(2), corner(3)]]);
        let (text, _) = document.copied().expect("copied");
        document.paste(&text, None).expect("pasted");
        assert_eq!(groups(&document).last(), Some(&vec![corner(4), corner(5)]));
        document.apply(&SketchEdit::Delete(vec![corner(4).whole()])).expect("deleted");
        assert_eq!(groups(&document).len(), 2, "one shape is no group");
    }
}
