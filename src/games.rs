//! The games, one folder each, and [`AnyGame`], the list of them.
//!
//! `AnyGame` lives here and not beside the trait, because a list of all games has to see all games. To add a game, add a row
//! to `games!`; the compiler then names every place that has to know it.

pub mod formula_d;
pub mod vector_racing;
pub mod vektorace;
pub mod wheel_to_wheel;

use crate::game::prelude::*;
use crate::game::scene::{Scene, Tag};
use crate::game::{Game, GameInfo, Issue, Layout};

/// A game of the list: what its drafts are among all drafts.
pub trait Listed: Game {
    /// Its place in the list.
    const GAME: AnyGame;
    /// A circuit of this game among those of all games.
    fn any(draft: Self::Draft) -> AnyDraft;
    /// The circuit, if it is of this game.
    fn own(draft: &AnyDraft) -> Option<&Self::Draft>;
}

/// Work that is the same for every game, done for one that is known only when the program runs: see [`AnyGame::run`].
pub trait Work {
    /// The result of the work.
    type Output;
    /// Does it for a game.
    fn of<G: Listed>(self) -> Self::Output;
}

/// The list of games: what each is called here, its type, and its drafts.
macro_rules! games {
    ($($(#[$about:meta])* $name:ident: $game:ty, $draft:ty;)+) => {
        /// One of the games Paddock knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AnyGame {
            $($(#[$about])* $name,)+
        }

        impl AnyGame {
            /// All of them, in the order lists have them.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The facts that are the same in every race of it.
            #[must_use]
            pub const fn info(self) -> &'static GameInfo {
                match self {
                    $(Self::$name => <$game>::INFO,)+
                }
            }

            /// The name files use.
            #[must_use]
            pub const fn id(self) -> &'static str {
                self.info().id
            }

            /// The name people use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.info().name
            }

            /// Does work for this game.
            ///
            /// ```
            /// use paddock::game::Game;
            /// use paddock::games::{AnyGame, Listed, Work};
            ///
            /// struct Unit;
            /// impl Work for Unit {
            ///     type Output = &'static str;
            ///     fn of<G: Listed>(self) -> &'static str {
            ///         G::INFO.unit
            ///     }
            /// }
            /// assert_eq!(AnyGame::FormulaD.run(Unit), "spaces");
            /// ```
            pub fn run<W: Work>(self, work: W) -> W::Output {
                match self {
                    $(Self::$name => work.of::<$game>(),)+
                }
            }

            /// The game a file names.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|game| game.id() == id)
            }
        }

        $(impl Listed for $game {
            const GAME: AnyGame = AnyGame::$name;

            fn any(draft: $draft) -> AnyDraft {
                AnyDraft::$name(draft)
            }

            fn own(draft: &AnyDraft) -> Option<&$draft> {
                match draft {
                    AnyDraft::$name(draft) => Some(draft),
                    _ => None,
                }
            }
        })+

        /// A circuit of one of the games, as drawn.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyDraft {
            $($(#[$about])* $name($draft),)+
        }

        impl AnyDraft {
            /// The game it is for.
            #[must_use]
            pub const fn game(&self) -> AnyGame {
                match self {
                    $(Self::$name(_) => AnyGame::$name,)+
                }
            }

            /// Everything that is wrong or odd about it.
            #[must_use]
            pub fn issues(&self) -> Vec<Issue> {
                match self {
                    $(Self::$name(draft) => <$game>::validate(draft).1,)+
                }
            }

            /// What it is called.
            #[must_use]
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$name(draft) => <$game>::track_name(draft),)+
                }
            }

            /// Where its table and pieces lie.
            #[must_use]
            pub fn layout(&self) -> Layout {
                match self {
                    $(Self::$name(draft) => <$game>::layout(draft),)+
                }
            }

            /// Its drawing, with some pieces marked.
            #[must_use]
            pub fn scene(&self, highlight: &[Tag]) -> Scene {
                match self {
                    $(Self::$name(draft) => <$game>::draw_draft(draft, highlight),)+
                }
            }
        }
    };
}

games! {
    /// VektoRace, in all editions.
    Vektorace: vektorace::Vektorace, vektorace::Draft;
    /// Vector Racing, on squared paper.
    VectorRacing: vector_racing::VectorRacing, vector_racing::Draft;
    /// Formula D, with gears and wear.
    FormulaD: formula_d::FormulaD, formula_d::Draft;
    /// Wheel to Wheel, with dice and batteries.
    WheelToWheel: wheel_to_wheel::WheelToWheel, wheel_to_wheel::Draft;
}
