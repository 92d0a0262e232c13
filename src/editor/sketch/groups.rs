//! Groups: shapes that the user selects and changes together. They are part of the draft, so every change of them is an
//! ordinary step of the history.

use std::collections::BTreeSet;

use super::document::SketchDocument;
use super::{At, Part, Shape, ShapeId, Sketch, SketchEdit, shapes_of};
use crate::game::{Group, GroupMember, Refused};

/// Finds the groups of a circuit.
pub trait Groups {
    /// The parts, and all shapes that are in a group with one of them. Points of shapes stay alone.
    fn with_groups(&self, parts: &[Part]) -> Vec<Part>;
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

    fn can_group(&self) -> bool {
        let shapes = groupable::<G>(&self.draft, &self.shapes, &shapes_of(self.selection.items()));
        shapes.len() > 1 && !of::<G>(&self.draft, &self.shapes).iter().any(|group| shapes_are(group, &shapes))
    }

    fn can_ungroup(&self) -> bool {
        let selected = shapes_of(self.selection.items());
        of::<G>(&self.draft, &self.shapes).iter().flatten().any(|member| selected.contains(member))
    }
}

/// The groups of a draft whose shapes are `shapes`. Leaves out members that no longer exist.
fn of<G: Sketch>(draft: &G::Draft, shapes: &[Shape]) -> Vec<Vec<ShapeId>> {
    let groups = G::groups(draft);
    if groups.is_empty() {
        return Vec::new();
    }
    let ids: BTreeSet<ShapeId> = shapes.iter().map(|shape| shape.id).collect();
    let tools: BTreeSet<&'static str> = ids.iter().map(|id| id.tool).collect();
    let id = |member: &GroupMember| {
        let id = ShapeId { tool: tools.get(member.kind.as_str())?, index: member.index };
        ids.contains(&id).then_some(id)
    };
    groups.iter().map(|group| group.members.iter().filter_map(id).collect()).collect()
}

/// Stores groups in a draft. Leaves out groups with fewer than two shapes.
fn set<G: Sketch>(draft: &mut G::Draft, groups: Vec<Vec<ShapeId>>) {
    let member = |id: ShapeId| GroupMember { kind: id.tool.to_owned(), index: id.index };
    let large = groups.into_iter().filter(|group| group.len() > 1);
    G::set_groups(draft, large.map(|group| Group { members: group.into_iter().map(member).collect() }).collect());
}

fn shapes_are(group: &[ShapeId], shapes: &[ShapeId]) -> bool {
    group.len() == shapes.len() && group.iter().all(|member| shapes.contains(member))
}

/// The existing shapes of the list that can be in a group.
fn groupable<G: Sketch>(draft: &G::Draft, all: &[Shape], shapes: &[ShapeId]) -> Vec<ShapeId> {
    let exists = |id: &ShapeId| all.iter().any(|shape| shape.id == *id);
    let mut shapes: Vec<ShapeId> =
        shapes.iter().copied().filter(|id| exists(id) && G::can_group(draft, id.tool)).collect();
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

/// Makes a group of shapes. They leave their earlier groups.
///
/// # Errors
/// Returns an error if fewer than two of the shapes can be in a group.
pub(super) fn group<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId]) -> Result<(), Refused> {
    let all = G::shapes(draft);
    let members = groupable::<G>(draft, &all, shapes);
    if members.len() < 2 {
        let noun = G::MANNER.words[0];
        return Err(format!(
            "A group needs two {noun}s that can be moved freely. A {noun} that lies on the track moves with it anyway."
        )
        .into());
    }
    let mut groups = of::<G>(draft, &all);
    groups.iter_mut().for_each(|group| group.retain(|member| !members.contains(member)));
    groups.push(members);
    set::<G>(draft, groups);
    Ok(())
}

/// Dissolves the groups of these shapes.
pub(super) fn ungroup<G: Sketch>(draft: &mut G::Draft, shapes: &[ShapeId]) {
    let mut groups = of::<G>(draft, &G::shapes(draft));
    groups.retain(|group| !group.iter().any(|member| shapes.contains(member)));
    set::<G>(draft, groups);
}

/// A draft with only these shapes and their groups.
pub(super) fn only<G: Sketch>(draft: &G::Draft, shapes: &[ShapeId]) -> G::Draft {
    let mut only = G::only(draft, shapes);
    let all = G::shapes(draft);
    let groups = of::<G>(draft, &all);
    if groups.is_empty() {
        return only;
    }
    // Copied shapes may have other indices, but they are at the same points.
    let copies = G::shapes(&only);
    let copied = |id: &ShapeId| {
        let shape = all.iter().find(|shape| shape.id == *id && shapes.contains(id))?;
        let copy = copies.iter().find(|copy| copy.id.tool == id.tool && copy.points == shape.points)?;
        Some(copy.id)
    };
    set::<G>(&mut only, groups.iter().map(|group| group.iter().filter_map(copied).collect()).collect());
    only
}

/// Adds the shapes and groups of another draft. Returns the added shapes.
pub(super) fn merge<G: Sketch>(draft: &mut G::Draft, other: &G::Draft, by: At) -> Vec<ShapeId> {
    let added = G::merge(draft, other, by);
    let theirs = G::shapes(other);
    let new = of::<G>(other, &theirs);
    if new.is_empty() {
        return added;
    }
    let sorted = |ids: &mut dyn Iterator<Item = ShapeId>, tool: &str| {
        let mut ids: Vec<ShapeId> = ids.filter(|id| id.tool == tool).collect();
        ids.sort_unstable();
        ids
    };
    let copied = |id: &ShapeId| {
        let from = sorted(&mut theirs.iter().map(|shape| shape.id), id.tool);
        let to = sorted(&mut added.iter().copied(), id.tool);
        // If a shape was left out, it is unknown which one.
        (from.len() == to.len()).then(|| from.iter().position(|known| known == id).map(|place| to[place])).flatten()
    };
    let mut groups = of::<G>(draft, &G::shapes(draft));
    groups.extend(new.iter().map(|group| group.iter().filter_map(copied).collect()));
    set::<G>(draft, groups);
    added
}

/// Gives the members of groups the indices that their shapes have after a change. `before` are all shapes before the
/// change, and `gone` are the deleted ones. A member leaves its group if it is unknown which shape it became.
pub(super) fn follow<G: Sketch>(draft: &mut G::Draft, before: &[ShapeId], gone: &[ShapeId], adds: bool) {
    if G::groups(draft).is_empty() {
        return;
    }
    let after: Vec<ShapeId> = G::shapes(draft).iter().map(|shape| shape.id).collect();
    let indices = |ids: &[ShapeId], kind: &str| {
        let mut indices: Vec<usize> =
            ids.iter().filter(|id| id.tool == kind && !gone.contains(id)).map(|id| id.index).collect();
        indices.sort_unstable();
        indices
    };
    let all = |kind: &str| {
        let mut indices: Vec<usize> = after.iter().filter(|id| id.tool == kind).map(|id| id.index).collect();
        indices.sort_unstable();
        indices
    };
    let mut groups = G::groups(draft).to_vec();
    for group in &mut groups {
        group.members.retain_mut(|member| {
            let (old, new) = (indices(before, &member.kind), all(&member.kind));
            if adds && new.len() >= old.len() {
                // New shapes come after the others.
                return new.contains(&member.index);
            }
            let place = old.iter().position(|index| *index == member.index).filter(|_| old.len() == new.len());
            place.is_some_and(|place| {
                member.index = new[place];
                true
            })
        });
    }
    groups.retain(|group| group.members.len() > 1);
    if groups != G::groups(draft) {
        G::set_groups(draft, groups);
    }
}

impl SketchEdit {
    /// Whether the edit may add shapes.
    pub(super) const fn adds(&self) -> bool {
        matches!(self, Self::Put(..) | Self::Duplicate(..))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Clips as _, Steps as _, place_at};
    use super::*;
    use crate::games::formula_d::FormulaD;
    use crate::games::vector_racing::VectorRacing;
    use crate::games::vektorace::Vektorace;
    use crate::games::wheel_to_wheel::WheelToWheel;

    fn groups<G: Sketch>(document: &SketchDocument<G>) -> Vec<Vec<ShapeId>> {
        of::<G>(document.draft(), document.shapes())
    }

    /// Groups the first two shapes that allow it, and does with them whatever a group can do.
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
