//! Reads a game log. Keeps only the packets (messages) that matter for a race.

use serde_json::Value;

use crate::replay::{FileError, parse};

/// A notification in the log: its type and its arguments.
#[derive(Clone, Debug)]
pub struct Notification {
    /// The notification's type, such as `placeCar`.
    pub kind: String,
    args: Value,
}

/// The content of a log.
#[derive(Debug)]
pub struct Packets {
    /// The id of the online table where the game was played. `None` if the log does not have it.
    pub table_id: Option<String>,
    /// All notifications, in order.
    pub notifications: Vec<Notification>,
}

/// Reads a log.
///
/// # Errors
/// Returns an error if the log is not JSON, or has no list of packets.
pub fn read(bytes: &[u8]) -> Result<Packets, FileError> {
    let log: Value = parse(bytes)?;
    let logs = log.pointer("/data/logs").or_else(|| log.get("logs")).and_then(Value::as_array);
    let Some(logs) = logs else {
        return Err(FileError::new("this is not a game log: the list `data.logs` is missing"));
    };
    let table_id = logs.iter().find_map(|packet| text(packet.get("table_id")?));
    let data = logs.iter().filter_map(|packet| packet.get("data")?.as_array()).flatten();
    let notifications = data
        .filter_map(|notification| {
            let kind = notification.get("type")?.as_str()?.to_owned();
            Some(Notification { kind, args: notification.get("args").cloned().unwrap_or_default() })
        })
        .collect();
    Ok(Packets { table_id, notifications })
}

impl Notification {
    /// The argument `name` as a number, which may be written as text. `None` if the argument is missing or not a
    /// number.
    pub fn number(&self, name: &str) -> Option<f64> {
        number(self.args.get(name)?)
    }

    /// The argument `name` as a whole number, which may be written as text. `None` if the argument is missing or not a
    /// whole number.
    pub fn whole(&self, name: &str) -> Option<i64> {
        whole(self.args.get(name)?)
    }

    /// The argument `name` as a number from 0 to 255, such as a gear. `None` if the argument is missing or not such a
    /// number.
    pub fn small(&self, name: &str) -> Option<u8> {
        u8::try_from(self.whole(name)?).ok()
    }

    /// The argument `name` as a car. The id of a car is the number of its player. `None` if the argument is missing or
    /// not a number.
    pub fn car(&self, name: &str) -> Option<crate::game::CarId> {
        u32::try_from(self.whole(name)?).ok().map(crate::game::CarId)
    }

    /// Returns the argument `name` as a text. Returns `None` if the argument is missing or not a text.
    pub fn text(&self, name: &str) -> Option<String> {
        text(self.args.get(name)?)
    }

    /// Returns the argument `name` as a list of cars. Returns `None` if the argument is missing or not such a list.
    pub fn cars(&self, name: &str) -> Option<Vec<crate::game::CarId>> {
        let list = self.args.get(name)?.as_array()?;
        list.iter().map(|car| u32::try_from(whole(car)?).ok().map(crate::game::CarId)).collect()
    }

    /// Returns the number in the field `inner` of the argument `name`, which must be a JSON object. Returns `None` if
    /// there is no such number.
    pub fn nested(&self, name: &str, inner: &str) -> Option<f64> {
        number(self.args.get(name)?.get(inner)?)
    }
}

/// Reads a finite number, which may be written as text. Returns `None` if the value is not such a number.
pub fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    // Tables are tens of octagons wide. So a number above a million hundredths of an octagon cannot be a position.
    (number.abs() <= 1e6).then_some(number)
}

/// Reads a whole number, which may be written as text. Returns `None` if the value is not such a number.
pub fn whole(value: &Value) -> Option<i64> {
    let number = match value {
        Value::Number(number) => return number.as_i64(),
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    Some(number)
}

/// Reads a text and keeps at most 80 characters of it. A number is converted to text. Returns `None` for other values.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.chars().take(80).collect()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
