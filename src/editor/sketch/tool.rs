//! The tools and actions of a game. They are plain values in the game's [`Manner`](super::Manner), and they define the
//! palette, the menus and the shortcuts.

/// A tool, which draws one kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tool {
    /// The tool's unique id, used in [`ShapeId`](super::ShapeId)s.
    pub id: &'static str,
    /// The tool's title in menus, such as "Boundary tool".
    pub title: &'static str,
    /// The noun for a shape of this tool, for use inside a sentence.
    pub noun: &'static str,
    /// The form of the tool's shapes, such as a circle or a closed line.
    pub form: Form,
    /// The key that selects the tool.
    pub key: char,
    /// The name of the tool's icon.
    pub icon: &'static str,
    /// The tool's help: one sentence.
    pub help: &'static str,
    /// Whether the editor returns to the selection tool after one shape was drawn.
    pub is_once: bool,
    /// The end of the id of a text field, such as `/text`. This field gets the focus as soon as the user has added a
    /// shape. `None` if no field gets the focus.
    pub types: Option<&'static str>,
}

impl Tool {
    /// Makes a tool that stays selected after each shape.
    #[must_use]
    pub const fn new(
        (id, title, noun): (&'static str, &'static str, &'static str),
        form: Form,
        (key, icon): (char, &'static str),
        help: &'static str,
    ) -> Self {
        Self { id, title, noun, form, key, icon, help, is_once: false, types: None }
    }

    /// Returns this tool with one change: after one shape, the editor returns to the selection tool.
    #[must_use]
    pub const fn once(self) -> Self {
        Self { is_once: true, ..self }
    }

    /// Returns this tool with one change: after the user has added a shape, this text field of the shape gets the
    /// focus.
    #[must_use]
    pub const fn typing(self, field: &'static str) -> Self {
        Self { types: Some(field), ..self }
    }
}

/// An action of one game that changes shapes or the whole circuit. It needs no input from the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// The action's unique id.
    pub id: &'static str,
    /// The action's title in menus.
    pub title: &'static str,
    /// The action's key; `None` if it has no key.
    pub key: Option<char>,
    /// The action's help: one sentence.
    pub help: &'static str,
    /// The action's title in the list of steps; `{}` stands for the names of the shapes.
    pub done: &'static str,
    /// The kinds of shape to which the action applies, as the ids of their tools. Empty for an action on the whole
    /// circuit.
    pub of: &'static [&'static str],
    /// Whether the shapes have a form field with the same effect as the action.
    pub has_field: bool,
}

/// The form of a shape, such as a line or a circle, and the points with which the user draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A shape that is drawn with one point.
    Point,
    /// A line that is drawn with two points: its two ends.
    Segment,
    /// A circle that is drawn with two points: its middle and a point of its rim.
    Circle,
    /// A line through two or more points.
    Chain,
    /// A closed line through three or more points.
    Ring,
    /// A single point, or the area inside a closed line through three or more points.
    Area,
    /// No new shape: the user clicks existing shapes to number them in a new order.
    Order,
}

impl Form {
    /// The number of points that completes a shape of this form. `None` if the shape may have any number of points.
    #[must_use]
    pub const fn full(self) -> Option<usize> {
        match self {
            Self::Point => Some(1),
            Self::Segment | Self::Circle => Some(2),
            Self::Chain | Self::Ring | Self::Area | Self::Order => None,
        }
    }

    /// Whether this number of points is enough for a shape of this form.
    #[must_use]
    pub const fn is_enough(self, points: usize) -> bool {
        match self {
            Self::Point => points == 1,
            Self::Segment | Self::Circle => points == 2,
            Self::Chain => points > 1,
            Self::Ring => points > 2,
            Self::Area => points == 1 || points > 2,
            Self::Order => false,
        }
    }

    /// Whether corners can be inserted into a shape of this form.
    #[must_use]
    pub const fn has_corners(self) -> bool {
        matches!(self, Self::Chain | Self::Ring | Self::Area)
    }

    /// Whether the last point of a shape of this form is joined to the first.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Ring | Self::Area)
    }
}
