//! The tools and actions of a game: plain values in its [`Manner`](super::Manner). Palette, menus and shortcuts are
//! made from them.

/// A tool: draws one kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tool {
    /// Its unique id, used in [`ShapeId`](super::ShapeId)s.
    pub id: &'static str,
    /// Its title in menus, such as "Boundary tool".
    pub title: &'static str,
    /// The noun for its shapes inside a sentence.
    pub noun: &'static str,
    /// The form of its shapes.
    pub form: Form,
    /// The key that selects it.
    pub key: char,
    /// The name of its icon.
    pub icon: &'static str,
    /// Its help: one sentence.
    pub help: &'static str,
    /// Whether the editor returns to the selection tool after one shape.
    pub is_once: bool,
    /// The end of the id of the text field to type into after adding a shape.
    pub types: Option<&'static str>,
}

impl Tool {
    /// A tool that stays selected after each shape.
    #[must_use]
    pub const fn new(
        (id, title, noun): (&'static str, &'static str, &'static str),
        form: Form,
        (key, icon): (char, &'static str),
        help: &'static str,
    ) -> Self {
        Self { id, title, noun, form, key, icon, help, is_once: false, types: None }
    }

    /// The same tool, used for one shape at a time.
    #[must_use]
    pub const fn once(self) -> Self {
        Self { is_once: true, ..self }
    }

    /// The same tool; after adding a shape the user types its text in this field.
    #[must_use]
    pub const fn typing(self, field: &'static str) -> Self {
        Self { types: Some(field), ..self }
    }
}

/// An action of a game on shapes or on the whole circuit, without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Its unique id.
    pub id: &'static str,
    /// Its title in menus.
    pub title: &'static str,
    /// Its key, if it has one.
    pub key: Option<char>,
    /// Its help: one sentence.
    pub help: &'static str,
    /// Its title in the list of steps; `{}` stands for the shapes.
    pub done: &'static str,
    /// The tools of the shapes it applies to; empty for an action on the whole circuit.
    pub of: &'static [&'static str],
    /// Whether a form field of these shapes does the same.
    pub has_field: bool,
}

/// The form of a shape: the points it is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// One point.
    Point,
    /// Two points: its ends.
    Segment,
    /// Two points: its middle and a point of its rim.
    Circle,
    /// Two or more points in a row.
    Chain,
    /// Three or more points in a ring.
    Ring,
    /// One point, or three or more in a ring with the area inside.
    Area,
    /// No points: shapes with a rank are clicked in their new order.
    Order,
}

impl Form {
    /// The number of points that completes it, if that is fixed.
    #[must_use]
    pub const fn full(self) -> Option<usize> {
        match self {
            Self::Point => Some(1),
            Self::Segment | Self::Circle => Some(2),
            Self::Chain | Self::Ring | Self::Area | Self::Order => None,
        }
    }

    /// Whether this number of points makes a shape.
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

    /// Whether corners can be inserted.
    #[must_use]
    pub const fn has_corners(self) -> bool {
        matches!(self, Self::Chain | Self::Ring | Self::Area)
    }

    /// Whether its last point is joined to the first.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Ring | Self::Area)
    }
}
