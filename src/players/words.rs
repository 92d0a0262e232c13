//! Splits a command into words. It treats plain words and quotes as a shell does.

/// Splits a command at spaces. Text in single or double quotes is not split. Returns `None` if a quote is not closed.
pub fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in command.chars() {
        match (quote, sign) {
            (Some(open), sign) if open == sign => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None, sign) if sign.is_whitespace() => words.extend(word.take()),
            (_, sign) => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        let words = |command| split(command).expect(command);
        assert_eq!(words("python3  player.py -x"), ["python3", "player.py", "-x"]);
        assert_eq!(words("'my player' --name=\"a b\" ''"), ["my player", "--name=a b", ""]);
        assert_eq!(words("sh -c 'echo \"x\"'"), ["sh", "-c", "echo \"x\""]);
        assert!(words("  ").is_empty());
        assert_eq!(split("sh -c 'open"), None);
    }
}
