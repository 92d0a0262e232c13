//! The rules of the games, written as short clauses in our own words.
//! If a turn is illegal, the message names the clause that the turn breaks.
//!
//! The clauses are stored in this repository, in one file for each game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// A clause of a game's rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// The subject of the clause. For a ruling, the subject is the question that the rulebook leaves open.
    /// Empty if the text of the clause names its subject.
    #[serde(default)]
    pub title: String,
    /// The text of the rule.
    pub text: String,
    /// The editions that the clause applies to; empty in games with one edition.
    #[serde(default)]
    pub editions: String,
    /// The reason for a ruling; empty for a clause that is not a ruling.
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

static SYMBOLS: LazyLock<BTreeMap<String, BTreeMap<String, String>>> = LazyLock::new(|| {
    // A test reads this file, so the fallback is never used.
    serde_json::from_str(include_str!("../assets/clauses/symbols.json")).unwrap_or_default()
});

/// The symbols and abbreviations in a clause of a game, each with its meaning, in alphabetical order.
/// Symbols that the clause defines itself are left out.
///
/// ```
/// let clause = paddock::clauses::clause("formula_d", "FD-COL-03").unwrap();
/// assert_eq!(paddock::clauses::symbols("formula_d", clause), [("C", "car body")]);
/// ```
#[must_use]
pub fn symbols(game: &str, clause: &Clause) -> Vec<(&'static str, &'static str)> {
    let Some(known) = SYMBOLS.get(game) else { return Vec::new() };
    let is_used = |symbol: &str| {
        [&clause.title, &clause.text, &clause.why].into_iter().any(|text| {
            let is_defined = text.contains(&format!("{symbol} = ")) || text.contains(&format!("{symbol} := "));
            !is_defined && words(text).any(|word| word == symbol)
        })
    };
    known
        .iter()
        .filter(|(symbol, _)| is_used(symbol))
        .map(|(symbol, words)| (symbol.as_str(), words.as_str()))
        .collect()
}

/// Splits a text into words and symbols.
/// Leaves out two kinds of words: the article "A" at the beginning of a sentence, and a single capital letter before a
/// hyphen, as in "S-bend".
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '*' | '\'' | '’');
    let is_article = |at: usize| {
        let before = text[..at].trim_end_matches(['"', '(']);
        let starts =
            before.is_empty() || before.ends_with([' ', '"']) && before.trim_end().ends_with(['.', ':', ';', '?']);
        starts && text[at..].starts_with("A ")
    };
    let mut at = 0;
    text.split(move |sign: char| !is_part(sign)).filter(move |word| {
        let begin = at;
        // The split characters may be longer than a byte, so the next word is found after the sign that ended this one.
        at += word.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
        // `R-20` is the number of a ruling, and an `S-bend` is a bend.
        let rest = text[begin + word.len()..].strip_prefix('-');
        let is_first = word.len() == 1 && word.starts_with(|sign: char| sign.is_ascii_uppercase());
        let is_joined =
            is_first && rest.is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_alphanumeric()));
        let is_article = *word == "A" && is_article(begin);
        !(word.is_empty() || is_joined || is_article)
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every symbol (a single letter) in a clause is explained, or is defined in the clause.
    #[test]
    fn every_letter_that_stands_for_something_is_explained() {
        let mut missing = Vec::new();
        for game in LEDGERS.keys() {
            let (mut clauses, mut explained) = (0, 0);
            for id in ids(game) {
                let Some(clause) = clause(game, id) else { continue };
                clauses += 1;
                let known = symbols(game, clause);
                explained += known.len();
                for text in [&clause.title, &clause.text, &clause.why] {
                    for word in words(text) {
                        let is_letter = word.len() == 1 && word.chars().all(char::is_alphabetic);
                        let is_defined = [" = ", " := "].iter().any(|sign| text.contains(&format!("{word}{sign}")));
                        let is_item = text.contains(&format!("({word})"));
                        let is_known = known.iter().any(|(symbol, _)| *symbol == word);
                        if is_letter && !matches!(word, "a" | "I" | "s") && !is_defined && !is_item && !is_known {
                            missing.push(format!("{game} {id}: {word}"));
                        }
                    }
                }
            }
            assert!(clauses > 100 && explained > 10, "{game}: {clauses} clauses, {explained} explained");
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn an_article_is_no_symbol() {
        let found: Vec<&str> = words("A car leads. A 1 costs 1 C. So A overtakes B's front.").collect();
        assert_eq!(found, ["car", "leads", "1", "costs", "1", "C", "So", "A", "overtakes", "B's", "front"]);
    }
}
