//! The tools and actions of a game: plain values, which the game lists in its [`Manner`](super::Manner). Palette, menus and
//! keyboard map follow from them.

/// A tool: draws one kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tool {
    /// Its name in [`ShapeId`](super::ShapeId)s; unlike that of any other tool of the game.
    pub id: &'static str,
    /// Its name in menus, such as "Boundary tool".
    pub title: &'static str,
    /// The name of its shapes in the middle of a sentence.
    pub noun: &'static str,
    /// How its shapes are drawn.
    pub form: Form,
    /// The key that takes it up.
    pub key: char,
    /// The name of its icon.
    pub icon: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Whether it is put down after one shape.
    pub is_once: bool,
    /// The text field of a new shape that is typed in next: how its name ends.
    pub types: Option<&'static str>,
}

impl Tool {
    /// A tool that stays in hand until it is put down.
    #[must_use]
    pub const fn new(
        (id, title, noun): (&'static str, &'static str, &'static str),
        form: Form,
        (key, icon): (char, &'static str),
        help: &'static str,
    ) -> Self {
        Self { id, title, noun, form, key, icon, help, is_once: false, types: None }
    }

    /// The same tool, put down after one shape.
    #[must_use]
    pub const fn once(self) -> Self {
        Self { is_once: true, ..self }
    }

    /// The same tool; the text of a new shape, in this field, is typed next.
    #[must_use]
    pub const fn typing(self, field: &'static str) -> Self {
        Self { types: Some(field), ..self }
    }
}

/// Something that a game does to shapes or to the whole circuit and that needs no particulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Its name; unlike that of any other action of the game.
    pub id: &'static str,
    /// Its name in menus.
    pub title: &'static str,
    /// The key that does it, if one does.
    pub key: Option<char>,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Its name in the list of steps; `{}` stands for the shapes.
    pub done: &'static str,
    /// The tools of the shapes that it is for; empty for an action on the whole circuit.
    pub of: &'static [&'static str],
    /// Whether a field of these shapes does the same.
    pub has_field: bool,
}

/// How many points a shape is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// One.
    Point,
    /// Two: its ends.
    Segment,
    /// Two: its middle and a point of its rim.
    Circle,
    /// Two or more, one after the other.
    Chain,
    /// Three or more, in a ring.
    Ring,
    /// One, or three or more in a ring: the ground between them belongs to it.
    Area,
    /// None: shapes with a rank are clicked in their new order.
    Order,
}

impl Form {
    /// The number of points that completes it, if a fixed number does.
    #[must_use]
    pub const fn full(self) -> Option<usize> {
        match self {
            Self::Point => Some(1),
            Self::Segment | Self::Circle => Some(2),
            Self::Chain | Self::Ring | Self::Area | Self::Order => None,
        }
    }

    /// Whether this number of points makes one.
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

    /// Whether it has corners, among which others can be put.
    #[must_use]
    pub const fn has_corners(self) -> bool {
        matches!(self, Self::Chain | Self::Ring | Self::Area)
    }

    /// Whether its last point is joined to its first.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Ring | Self::Area)
    }
}
