//! The games, one folder each, and [`AnyGame`], the list of them.
//!
//! `AnyGame` lives here and not beside the trait, because a list of all games has to see all games.

pub mod vector_racing;
pub mod vektorace;

use crate::game::Game as _;

/// One of the games Paddock knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyGame {
    /// VektoRace, in all editions.
    Vektorace,
}

impl AnyGame {
    /// All of them.
    pub const ALL: [Self; 1] = [Self::Vektorace];

    /// The name files use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Vektorace => vektorace::Vektorace::ID,
        }
    }

    /// The game a file names.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.id() == id)
    }
}

/// A circuit of one of the games, as drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyDraft {
    /// VektoRace.
    Vektorace(vektorace::Draft),
}

impl AnyDraft {
    /// The game it is for.
    #[must_use]
    pub const fn game(&self) -> AnyGame {
        match self {
            Self::Vektorace(_) => AnyGame::Vektorace,
        }
    }

    /// Everything that is wrong or odd about it.
    #[must_use]
    pub fn issues(&self) -> Vec<crate::game::Issue> {
        match self {
            Self::Vektorace(draft) => vektorace::Vektorace::validate(draft).1,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Vektorace(draft) => &draft.name,
        }
    }

    /// Where its table and pieces lie.
    #[must_use]
    pub fn layout(&self) -> crate::game::Layout {
        match self {
            Self::Vektorace(draft) => vektorace::Vektorace::layout(draft),
        }
    }

    /// What the unit of length is called, in the plural.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self {
            Self::Vektorace(_) => vektorace::Vektorace::UNIT,
        }
    }

    /// Its drawing, with some pieces marked.
    #[must_use]
    pub fn scene(&self, highlight: &[crate::game::scene::Tag]) -> crate::game::scene::Scene {
        match self {
            Self::Vektorace(draft) => vektorace::Vektorace::draw_draft(draft, highlight),
        }
    }
}
