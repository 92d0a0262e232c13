//! The games, one folder each, and [`AnyGame`], the list of them.
//!
//! `AnyGame` lives here and not beside the trait, because a list of all games has to see all games.

pub mod formula_d;
pub mod vector_racing;
pub mod vektorace;

use crate::game::Game as _;

/// One of the games Paddock knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyGame {
    /// VektoRace, in all editions.
    Vektorace,
    /// Vector Racing, on squared paper.
    VectorRacing,
}

impl AnyGame {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Vektorace, Self::VectorRacing];

    /// The name files use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Vektorace => vektorace::Vektorace::ID,
            Self::VectorRacing => vector_racing::VectorRacing::ID,
        }
    }

    /// The name people use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vektorace => vektorace::Vektorace::NAME,
            Self::VectorRacing => vector_racing::VectorRacing::NAME,
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
    /// Vector Racing.
    VectorRacing(vector_racing::Draft),
}

impl AnyDraft {
    /// The game it is for.
    #[must_use]
    pub const fn game(&self) -> AnyGame {
        match self {
            Self::Vektorace(_) => AnyGame::Vektorace,
            Self::VectorRacing(_) => AnyGame::VectorRacing,
        }
    }

    /// Everything that is wrong or odd about it.
    #[must_use]
    pub fn issues(&self) -> Vec<crate::game::Issue> {
        match self {
            Self::Vektorace(draft) => vektorace::Vektorace::validate(draft).1,
            Self::VectorRacing(draft) => vector_racing::VectorRacing::validate(draft).1,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Vektorace(draft) => &draft.name,
            Self::VectorRacing(draft) => &draft.name,
        }
    }

    /// Where its table and pieces lie.
    #[must_use]
    pub fn layout(&self) -> crate::game::Layout {
        match self {
            Self::Vektorace(draft) => vektorace::Vektorace::layout(draft),
            Self::VectorRacing(draft) => vector_racing::VectorRacing::layout(draft),
        }
    }

    /// What the unit of length is called, in the plural.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self {
            Self::Vektorace(_) => vektorace::Vektorace::UNIT,
            Self::VectorRacing(_) => vector_racing::VectorRacing::UNIT,
        }
    }

    /// Its drawing, with some pieces marked.
    #[must_use]
    pub fn scene(&self, highlight: &[crate::game::scene::Tag]) -> crate::game::scene::Scene {
        match self {
            Self::Vektorace(draft) => vektorace::Vektorace::draw_draft(draft, highlight),
            Self::VectorRacing(draft) => vector_racing::VectorRacing::draw_draft(draft, highlight),
        }
    }
}
