//! Groups: shapes of a circuit that the editor selects and changes together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_GROUPED, MAX_TITLE};

/// A shape that belongs to a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupMember {
    /// The kind of shape, such as "corner": the id of the tool that draws such shapes.
    #[schemars(length(max = MAX_TITLE))]
    pub kind: String,
    /// The index of the shape among the shapes of its kind, from 0.
    pub index: usize,
}

/// A group of shapes. Groups matter only to the editor; the rules ignore them. Members that name no shape of the
/// circuit have no effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The shapes of the group.
    #[schemars(length(max = MAX_GROUPED))]
    pub members: Vec<GroupMember>,
}
