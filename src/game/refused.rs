//! The reason why a change was refused.

/// A sentence that says why a change was refused, and what to do instead. The data is unchanged.
///
/// ```
/// use paddock::game::Refused;
///
/// let refused = Refused::from("A circuit can have at most 8 corners; delete one first.");
/// assert_eq!(refused.to_string(), "A circuit can have at most 8 corners; delete one first.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

impl From<String> for Refused {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl From<&str> for Refused {
    fn from(sentence: &str) -> Self {
        Self(sentence.to_owned())
    }
}

impl From<Refused> for String {
    fn from(refused: Refused) -> Self {
        refused.0
    }
}
