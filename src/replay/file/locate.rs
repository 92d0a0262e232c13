//! Finds the line and column of a JSON path in a text. This is needed for errors that are found after the whole file
//! was read.

use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::Position;

/// Follows a path while a JSON text is read. At the end of the path, reading stops with an error on purpose, because an
/// error has the line and column.
struct Seek<'a>(&'a [&'a str]);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.is_empty() {
            return Err(de::Error::custom("here"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((first, rest)) = self.0.split_first() else { return Ok(()) };
        while let Some(key) = map.next_key::<String>()? {
            if key == *first {
                map.next_value_seed(Seek(rest))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((first, rest)) = self.0.split_first() else { return Ok(()) };
        let index = first.parse().unwrap_or(0);
        for _ in 0..index {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(Seek(rest))?;
        Ok(())
    }
}

/// Returns the line and column of a path in a JSON text. An example of a path is `variations[2].at`. Returns `None` if
/// the text has no such path.
#[must_use]
pub fn locate(text: &str, path: &str) -> Option<Position> {
    let parts: Vec<&str> = path.split(['.', '[', ']']).filter(|part| !part.is_empty()).collect();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let error = deserializer.deserialize_any(Seek(&parts)).err()?;
    (error.line() > 0).then(|| Position { line: error.line(), column: error.column() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_path() {
        let text = "{\"a\": 1,\n \"b\": [0, {\"c\": {\"12\": 7}}]}";
        let at = |path| locate(text, path).map(|position| (position.line, position.column));
        assert_eq!(at("b[1].c.12").map(|(line, _)| line), Some(2));
        assert!(at("b[1].c.12") > at("b[0]"));
        assert_eq!((at("b[7]"), at("d.e")), (None, None));
    }
}
