//! Applies an entry in a form to a document.

use crate::game::Refused;
use serde_json::{Map, Value as Json};

use super::schema::{Kind, Node};
use super::show::{Hints, Walk};
use super::size::measure;
use super::{Entry, misfit};

/// Enters a value into a document. `item` makes the initial value of a new list item or of an optional value.
///
/// # Errors
/// Returns an error with the reason, in a sentence, if the value cannot be entered.
pub(super) fn take(
    root: Node<'_>,
    document: &mut Json,
    hints: Hints<'_>,
    item: &dyn Fn(&str) -> Json,
    (id, entry): (&str, &Entry),
) -> Result<(), Refused> {
    let wrong = || Refused::from(misfit(id));
    let (path, part) = id.split_once('#').map_or((id, None), |(path, part)| (path, Some(part)));
    let node = Walk::new(root, &Json::Null, hints).node(path).ok_or_else(wrong)?;
    let hint = hints(path);
    let value = match part {
        None => {
            let value = entered(node, hint.choices, hint.range, entry).ok_or_else(wrong)??;
            let mut found = Vec::new();
            measure(node, &value, &mut found);
            if let Some(size) = found.first() {
                return Err(format!("This entry is too large: {size}.").into());
            }
            value
        }
        Some("add") if *entry == Entry::Press => {
            let list = slot(root, document, path).ok_or_else(wrong)?.as_array_mut().ok_or_else(wrong)?;
            list.push(item(path));
            return Ok(());
        }
        Some("there") => match (entry, document.pointer(path).filter(|now| !now.is_null())) {
            (Entry::Flag(true), Some(now)) => now.clone(),
            (Entry::Flag(true), None) => item(path),
            (Entry::Flag(false), _) => Json::Null,
            _ => return Err(wrong()),
        },
        Some(part @ ("remove" | "up" | "down")) => {
            let (list, place) = path.rsplit_once('/').ok_or_else(wrong)?;
            let place: usize = place.parse().map_err(|_| wrong())?;
            let list = slot(root, document, list).and_then(Json::as_array_mut).ok_or_else(wrong)?;
            let other = if part == "up" { place.checked_sub(1) } else { Some(place + 1) };
            match (part, other) {
                ("remove", _) if place < list.len() => drop(list.remove(place)),
                ("up" | "down", Some(other)) if place.max(other) < list.len() => list.swap(place, other),
                _ => return Err(wrong()),
            }
            return Ok(());
        }
        Some(part) => {
            let now = document.pointer(path).filter(|value| value.is_array()).cloned();
            some_of(node, now.unwrap_or_else(|| Json::Array(Vec::new())), part, entry).ok_or_else(wrong)?
        }
    };
    *slot(root, document, path).ok_or_else(wrong)? = value;
    Ok(())
}

/// Returns the value at a path so that it can be changed. Creates objects on the path that the document does not have
/// yet. Returns `None` if the schema has no such path, or if a list on the path has no such item.
fn slot<'a>(root: Node<'_>, document: &'a mut Json, path: &str) -> Option<&'a mut Json> {
    let (mut node, mut at) = (root, document);
    for name in path.split('/').skip(1) {
        if at.is_null() {
            let usual = node.usual();
            *at = if usual.is_null() { Json::Object(Map::new()) } else { usual };
        }
        node = node.step(name)?;
        at = match at {
            Json::Object(fields) => fields.entry(name).or_insert_with(|| node.usual()),
            Json::Array(items) => items.get_mut(name.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(at)
}

type Range = std::ops::RangeInclusive<i64>;

/// Returns the entry as a JSON value. Returns `None` if the entry does not have the field's kind of value.
fn entered(
    node: Node<'_>,
    choices: Option<Vec<(Json, String)>>,
    range: Option<Range>,
    entry: &Entry,
) -> Option<Result<Json, Refused>> {
    if let (Some(choices), Entry::Choice(place)) = (choices, entry) {
        return choices.into_iter().nth(*place).map(|(value, _)| Ok(value));
    }
    Some(match (node.kind(), entry) {
        (Kind::Flag, Entry::Flag(flag)) => Ok((*flag).into()),
        (Kind::Count(least, most), Entry::Count(count)) => {
            let range = range.unwrap_or(least..=most);
            Ok((*count).max(*range.start()).min(*range.end()).into())
        }
        (Kind::Count(least, most), Entry::Text(text)) => match text.trim() {
            "" if node.optional => Ok(Json::Null),
            text => {
                let range = range.unwrap_or(least..=most);
                whole(text, *range.start(), *range.end()).map(Json::from)
            }
        },
        (Kind::Number(is_text), Entry::Text(text)) => match (text.trim(), text.trim().parse::<serde_json::Number>()) {
            ("", _) if node.optional => Ok(Json::Null),
            (_, Ok(number)) => within(node, number),
            (text, _) if is_text => Ok(text.into()),
            (text, _) => Err(format!("`{text}` is not a number. Enter a number such as 2.5.").into()),
        },
        (Kind::Choice(options), Entry::Choice(place)) => {
            let none = node.optional.then_some(Json::Null);
            return none.into_iter().chain(options.into_iter().map(|(value, _)| value)).nth(*place).map(Ok);
        }
        (Kind::Text, Entry::Text(text)) if node.optional && text.trim().is_empty() => Ok(Json::Null),
        (Kind::Text, Entry::Text(text)) => Ok(text.as_str().into()),
        (Kind::Row(least, most), Entry::Text(text)) => row(text, least, most),
        (Kind::Rows(length, least, most), Entry::Text(text)) => {
            let parts = text.split(',').filter(|part| !part.trim().is_empty());
            parts.map(|part| row(part, least, most)).collect::<Result<Vec<_>, _>>().and_then(|rows| {
                let fits = rows.iter().all(|row| row.as_array().is_some_and(|row| row.len() == length));
                if fits {
                    Ok(Json::Array(rows))
                } else {
                    Err(format!(
                        "Each group must have {length} numbers. Enter {length} numbers, then a comma, then the next \
                         {length} numbers."
                    )
                    .into())
                }
            })
        }
        (Kind::Words, Entry::Text(text)) => {
            Ok(text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(Json::from).collect())
        }
        _ => return None,
    })
}

/// Adds a value to a set, removes a value from a set, or replaces one value of a sequence. Returns `None` if the entry
/// does not fit the field.
fn some_of(node: Node<'_>, now: Json, part: &str, entry: &Entry) -> Option<Json> {
    let Json::Array(mut now) = now else { return None };
    match (node.kind(), entry) {
        (Kind::Set(options), Entry::Flag(flag)) => {
            let (value, _) = options.iter().find(|(value, _)| *value == part)?;
            now.retain(|other| other != value);
            if *flag {
                now.push(value.clone());
            }
            // Sorts the values in the order of the options. The order in which the user chose them does not matter.
            now.sort_by_key(|value| options.iter().position(|(option, _)| option == value));
        }
        (Kind::Order(options), Entry::Choice(chosen)) => {
            let place: usize = part.parse().ok().filter(|place| *place <= now.len())?;
            match chosen.checked_sub(1) {
                None => now.truncate(place),
                Some(option) => {
                    let (value, _) = options.get(option)?;
                    now.truncate(now.len().max(place));
                    if place < now.len() {
                        now[place] = value.clone();
                    } else {
                        now.push(value.clone());
                    }
                    // A value that was chosen twice is kept only at its new position.
                    let mut index = 0;
                    now.retain(|other| {
                        index += 1;
                        other != value || index - 1 == place
                    });
                }
            }
        }
        _ => return None,
    }
    Some(Json::Array(now))
}

fn whole(text: &str, least: i64, most: i64) -> Result<i64, Refused> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("Enter a whole number from {least} to {most}, not `{text}`.").into())
}

/// Reads a list of whole numbers separated by spaces, commas or slashes. Each number must be from `least` to `most`.
fn row(text: &str, least: i64, most: i64) -> Result<Json, Refused> {
    let words = text.split([' ', ',', '/']).filter(|word| !word.is_empty());
    words.map(|word| whole(word, least, most).map(Json::from)).collect()
}

/// Returns the number if it is within the schema's range.
fn within(node: Node<'_>, number: serde_json::Number) -> Result<Json, Refused> {
    let bound = |name: &str| node.attribute(name).and_then(Json::as_f64);
    let (least, most) = (bound("minimum"), bound("maximum"));
    let value = number.as_f64().unwrap_or_default();
    if least.is_some_and(|least| value < least) || most.is_some_and(|most| value > most) {
        return Err(match (least, most) {
            (Some(least), Some(most)) => format!("This number is out of range. Enter a number from {least} to {most}."),
            (Some(least), None) => format!("This number is too small. Enter a number of at least {least}."),
            _ => format!("This number is too large. Enter a number of at most {}.", most.unwrap_or_default()),
        }
        .into());
    }
    Ok(Json::Number(number))
}
