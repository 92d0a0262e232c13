//! The rules of the games as clauses, in our own words. The message about an illegal turn names the clause that the
//! turn breaks.
//!
//! The clauses are stored in this repository, in one file for each game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// A clause of a game's rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// The subject of the clause; for a ruling, the question that the rulebook leaves open. Empty if the text of the
    /// clause names its subject.
    #[serde(default)]
    pub title: String,
    /// The rule.
    pub text: String,
    /// The editions that the clause applies to; empty in games with one edition.
    #[serde(default)]
    pub editions: String,
    /// The reason for a ruling; empty for a clause of another kind.
    #[serde(default)]
    pub why: String,
}

type Ledger = BTreeMap<String, Clause>;

static LEDGERS: LazyLock<BTreeMap<&'static str, Ledger>> = LazyLock::new(|| {
    // A test reads these files, so the fallback is never used.
    let read = |text: &str| serde_json::from_str(text).unwrap_or_default();
    BTreeMap::from([
        ("vektorace", read(include_str!("../assets/clauses/vektorace.json"))),
        ("vector_racing", read(include_str!("../assets/clauses/vector_racing.json"))),
        ("formula_d", read(include_str!("../assets/clauses/formula_d.json"))),
        ("wheel_to_wheel", read(include_str!("../assets/clauses/wheel_to_wheel.json"))),
    ])
});

/// Returns a clause of a game by its id; `None` if the game has no such clause.
///
/// ```
/// let clause = paddock::clauses::clause("vektorace", "VR-PIT-01").unwrap();
/// assert!(!clause.text.is_empty() && !clause.editions.is_empty());
/// assert!(paddock::clauses::clause("vektorace", "VR-PIT-99").is_none());
/// ```
#[must_use]
pub fn clause(game: &str, id: &str) -> Option<&'static Clause> {
    LEDGERS.get(game)?.get(id)
}

/// The ids of the clauses of a game, in alphabetical order; empty for an unknown game.
pub fn ids(game: &str) -> impl Iterator<Item = &'static str> {
    LEDGERS.get(game).into_iter().flat_map(|ledger| ledger.keys().map(String::as_str))
}
