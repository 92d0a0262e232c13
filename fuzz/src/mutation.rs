//! Changes some values of a document so that it stays a document: replaces numbers by numbers and names by other names,
//! repeats or removes entries. Random bytes rarely get past a reader; most of these documents do, and reach the rules.
//!
//! Part of the fuzz targets and of `tests/program/mutants.rs`.

use rand::{Rng, RngExt as _, seq::IndexedRandom as _};
use serde_json::{Number, Value};

/// The numbers of changes to one document, of which one is chosen at random. With more changes, most documents would be
/// refused because of one of them.
const CHANGES: [usize; 6] = [1, 1, 1, 2, 2, 4];

/// Texts that may cause trouble in readers, rules and pictures.
const TEXTS: [&str; 12] =
    ["", " ", "0", "-1", "x\u{0}y", "\u{202e}evil", "é", "=1+1", "\u{1b}[2J", "a/b\\c", "..", "\u{1f3ce}"];

/// Changes one to four values of a document.
pub fn mutate(document: &mut Value, random: &mut impl Rng) {
    for _ in 0..*CHANGES.choose(random).unwrap_or(&1) {
        let mut places = Vec::new();
        collect(document, &mut Vec::new(), &mut places);
        // The kind, version and game at the top are not changed: without them nothing else is read.
        places.retain(|place| !is_header(place));
        let Some(place) = places.choose(random).cloned() else { return };
        // Most new values are copied from elsewhere in the document, from a place with the same name.
        let named = |other: &&Vec<Key>| other.last() == place.last() || last_name(other) == last_name(&place);
        let elsewhere: Vec<&Vec<Key>> = places.iter().filter(|other| **other != place).filter(named).collect();
        let taken = elsewhere.choose(random).and_then(|other| at(document, other)).cloned();
        let Some(value) = at_mut(document, &place) else { continue };
        match taken {
            Some(taken) if random.random_bool(0.7) => *value = taken,
            _ => change(value, random),
        }
    }
}

/// A step from a value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    Name(String),
    Index(usize),
}

fn is_header(place: &[Key]) -> bool {
    let header = ["paddock", "version", "game"];
    place.first().is_none_or(|key| matches!(key, Key::Name(name) if header.contains(&name.as_str())))
}

/// The last name on the path to a value.
fn last_name(place: &[Key]) -> Option<&str> {
    place.iter().rev().find_map(|key| match key {
        Key::Name(name) => Some(name.as_str()),
        Key::Index(_) => None,
    })
}

fn collect(value: &Value, place: &mut Vec<Key>, places: &mut Vec<Vec<Key>>) {
    places.push(place.clone());
    let keys: Vec<(Key, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (Key::Name(name.clone()), value)).collect(),
        Value::Array(entries) => entries.iter().enumerate().map(|(index, value)| (Key::Index(index), value)).collect(),
        _ => return,
    };
    for (key, value) in keys {
        place.push(key);
        collect(value, place, places);
        place.pop();
    }
}

fn at<'a>(document: &'a Value, place: &[Key]) -> Option<&'a Value> {
    place.iter().try_fold(document, |value, key| match key {
        Key::Name(name) => value.get(name),
        Key::Index(index) => value.get(index),
    })
}

fn at_mut<'a>(document: &'a mut Value, place: &[Key]) -> Option<&'a mut Value> {
    place.iter().try_fold(document, |value, key| match key {
        Key::Name(name) => value.get_mut(name),
        Key::Index(index) => value.get_mut(index),
    })
}

fn change(value: &mut Value, random: &mut impl Rng) {
    match value {
        Value::Null => *value = Value::from(random.random_range(0..4)),
        Value::Bool(is_so) => *is_so = !*is_so,
        Value::Number(number) => *value = Value::Number(changed(number, random)),
        Value::String(text) => change_text(text, random),
        Value::Array(entries) => change_list(entries, random),
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let Some(name) = names.choose(random) else { return };
            match random.random_range(0..12) {
                0..=2 => drop(fields.shift_remove(name)),
                3 => drop(fields.insert(name.clone(), Value::Null)),
                4 => drop(fields.insert(format!("{name}s"), Value::Bool(true))),
                5..=8 => fields.values_mut().for_each(|value| change_lightly(value, random)),
                _ => {
                    let other = names.choose(random).and_then(|other| fields.get(other)).cloned().unwrap_or_default();
                    fields.insert(name.clone(), other);
                }
            }
        }
    }
}

/// Changes a number a little; leaves everything else unchanged.
fn change_lightly(value: &mut Value, random: &mut impl Rng) {
    let Some(number) = value.as_i64() else { return };
    *value = Value::from(number.saturating_add(random.random_range(-1..=1)));
}

fn changed(number: &Number, random: &mut impl Rng) -> Number {
    const ODD: [f64; 12] = [
        0.0,
        -1.0,
        1.0,
        255.0,
        256.0,
        65_536.0,
        -2_147_483_648.0,
        4_294_967_296.0,
        9_007_199_254_740_993.0,
        1e19,
        1e300,
        -0.0,
    ];
    let old = number.as_f64().unwrap_or(0.0);
    let new = match random.random_range(0..8) {
        0 => *ODD.choose(random).unwrap_or(&0.0),
        1 => old + 1.0,
        2 => old - 1.0,
        3 => -old,
        4 => old * 2.0,
        5 => old + 0.5,
        6 => old * random.random_range(0.5..2.0),
        _ => random.random_range(0.0..40.0_f64).floor(),
    };
    let is_whole = number.is_i64() || number.is_u64();
    let whole = (new.abs() < 9e18 && is_whole && random.random_bool(0.9)).then(|| Number::from(new as i64));
    whole.or_else(|| Number::from_f64((new * 10_000.0).round() / 10_000.0)).unwrap_or_else(|| Number::from(0))
}

fn change_text(text: &mut String, random: &mut impl Rng) {
    match random.random_range(0..6) {
        0 => *text = (*TEXTS.choose(random).unwrap_or(&"")).to_owned(),
        1 => *text = text.repeat(random.random_range(2..400)),
        2 => *text = text.chars().rev().collect(),
        3 => drop(text.pop()),
        4 => text.push_str(TEXTS.choose(random).unwrap_or(&"")),
        _ => *text = if text.chars().any(char::is_lowercase) { text.to_uppercase() } else { text.to_lowercase() },
    }
}

fn change_list(entries: &mut Vec<Value>, random: &mut impl Rng) {
    let [one, other] = [(); 2].map(|()| random.random_range(0..entries.len().max(1)));
    match random.random_range(0..7) {
        0 if !entries.is_empty() => drop(entries.remove(one)),
        1 if !entries.is_empty() => entries.insert(one, entries[other].clone()),
        2 if !entries.is_empty() => entries.swap(one, other),
        3 => entries.truncate(one),
        4 => entries.reverse(),
        5 if !entries.is_empty() && entries.len() < 200 => {
            let again = entries[one].clone();
            entries.extend(std::iter::repeat_n(again, random.random_range(2..60)));
        }
        _ => match entries.get_mut(one) {
            Some(entry) => change(entry, random),
            None => entries.push(Value::from(random.random_range(0..40))),
        },
    }
}

/// Changes lines of a text: swaps words between lines, changes numbers, repeats, swaps or removes lines.
pub fn mutate_text(text: &str, random: &mut impl Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..*CHANGES.choose(random).unwrap_or(&1) {
        if lines.is_empty() {
            break;
        }
        // Usually one of the turns: changing the JSON before them seldom gives valid JSON.
        let is_turn = |line: &String| line.trim_start().starts_with(|sign: char| sign.is_ascii_digit());
        let turns = lines.iter().position(is_turn).filter(|_| random.random_bool(0.8)).unwrap_or(0);
        let (one, other) = (random.random_range(turns..lines.len()), random.random_range(turns..lines.len()));
        match random.random_range(0..6) {
            0 => drop(lines.remove(one)),
            1 => lines.insert(one, lines[other].clone()),
            2 => lines.swap(one, other),
            kind => {
                let mut words: Vec<String> = lines[one].split(' ').map(str::to_owned).collect();
                let word = random.random_range(0..words.len());
                let others: Vec<&str> = lines[other].split(' ').collect();
                words[word] = match kind {
                    3 => (*others.choose(random).unwrap_or(&"")).to_owned(),
                    4 => with_other_number(&words[word], random),
                    _ => {
                        let mut word = words[word].clone();
                        change_text(&mut word, random);
                        word
                    }
                };
                lines[one] = words.join(" ");
            }
        }
    }
    lines.join("\n")
}

/// Returns the word with its first number changed.
fn with_other_number(word: &str, random: &mut impl Rng) -> String {
    let Some(from) = word.find(|sign: char| sign.is_ascii_digit()) else { return format!("{word}1") };
    let to = word[from..].find(|sign: char| !sign.is_ascii_digit()).map_or(word.len(), |length| from + length);
    let number = word[from..to].parse::<i64>().unwrap_or(0);
    format!("{}{}{}", &word[..from], changed(&Number::from(number), random), &word[to..])
}
