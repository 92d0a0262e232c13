//! Groups: shapes that the user selects and changes together. Groups are part of the draft, so every change of a group
//! is an ordinary step of the history.

use std::collections::BTreeSet;

use super::{At, Shape, ShapeId, Sketch};
use crate::game::{Group, GroupMember, Refused};

/// The groups of a draft, without members that no longer exist. `shapes` are all shapes of the draft.
pub(super) fn of<G: Sketch>(draft: &G::Draft, shapes: &[Shape]) -> Vec<Vec<ShapeId>> {
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

pub(super) fn shapes_are(group: &[ShapeId], shapes: &[ShapeId]) -> bool {
    group.len() == shapes.len() && group.iter().all(|member| shapes.contains(member))
}

/// The shapes of the list `shapes` that exist and can be in a group.
pub(super) fn groupable<G: Sketch>(draft: &G::Draft, all: &[Shape], shapes: &[ShapeId]) -> Vec<ShapeId> {
    let exists = |id: &ShapeId| all.iter().any(|shape| shape.id == *id);
    let mut shapes: Vec<ShapeId> =
        shapes.iter().copied().filter(|id| exists(id) && G::stands_alone(draft, id.tool)).collect();
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
            "A group needs at least two {noun}s that can be moved freely. A {noun} on the track needs no group, because it moves with the track."
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

/// Adds the shapes and groups of another draft, moved by the offset `by`. Returns the added shapes.
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

/// Updates the groups after a change of the circuit. This is necessary because the change may have given shapes new
/// indices, and each group must keep the same shapes. `before` are all shapes before the change, `gone` are the deleted
/// ones, and `adds` says whether the change added shapes. A shape that cannot be identified leaves its group.
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
