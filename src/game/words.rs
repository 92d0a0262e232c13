//! What sentences of all games are made with.

/// A text with a capital letter at its beginning.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::capital;

    #[test]
    fn the_first_letter_is_a_capital_one() {
        assert_eq!([capital("élan"), capital("a b"), capital("")], ["Élan", "A b", ""]);
    }
}
