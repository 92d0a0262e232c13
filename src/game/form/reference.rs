//! Lists every field of a document, for the reference in `docs/fields.md` and for tests.

use serde_json::Value as Json;

use super::FormData;
use super::schema::{Kind, Node, schema_of};

/// A field of a document, as the reference page `docs/fields.md` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The field's path; `*` stands for any item of a list.
    pub path: String,
    /// The field's label in forms; `None` if forms do not show it.
    pub label: Option<String>,
    /// The field's explanation.
    pub meaning: String,
    /// The field's possible values.
    pub values: String,
}

/// Lists every field of this kind of document, in the order in which files contain them.
#[must_use]
pub fn described<T: FormData>() -> Vec<Described> {
    let mut rows = Vec::new();
    for node in Node::new("", schema_of::<T>()).properties() {
        describe(node, &format!("/{}", node.key), true, &mut rows);
    }
    rows
}

fn describe(node: Node<'_>, path: &str, is_shown: bool, rows: &mut Vec<Described>) {
    let is_shown = is_shown && !node.has("x-hidden");
    let kind = node.kind();
    rows.push(Described {
        path: path.to_owned(),
        label: (is_shown && !matches!(kind, Kind::Other)).then(|| node.label()),
        meaning: node.text("description").unwrap_or_default().replace('\n', " "),
        values: values(node, &kind),
    });
    let (inner, path) = match kind {
        Kind::Group(fields) => (fields, path.to_owned()),
        // The form has no row for a list that the user draws on the board. But it shows the fields of one item when
        // that item is selected.
        Kind::List(item) => (item.properties(), format!("{path}/*")),
        _ => return,
    };
    for node in inner {
        describe(node, &format!("{path}/{}", node.key), true, rows);
    }
}

/// Returns a few words about the possible values of a field.
fn values(node: Node<'_>, kind: &Kind<'_>) -> String {
    let most = |name: &str| node.number(name).map(|most| format!(", at most {most}")).unwrap_or_default();
    let named = |options: &[(Json, String)]| {
        let name = |(value, name): &(Json, String)| match value.as_str() {
            Some(id) if id != name => format!("`{id}` ({name})"),
            _ => format!("`{}`", value.as_str().unwrap_or_default()),
        };
        options.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let bounds = |least: i64, most: i64| match (least, most) {
        (i64::MIN, most) if most == i64::from(u32::MAX) => String::new(),
        (least, most) if most == i64::from(u32::MAX) => format!(" from {least}"),
        (least, most) => format!(" from {least} to {most}"),
    };
    let words = match kind {
        Kind::Flag => "yes or no".to_owned(),
        Kind::Count(least, most) => format!("whole number{}", bounds(*least, *most)),
        Kind::Number(false) => "number".to_owned(),
        Kind::Number(true) => "number or text".to_owned(),
        Kind::Choice(options) => named(options),
        Kind::Set(options) => format!("any of {}", named(options)),
        Kind::Order(options) => format!("any of {}, as an ordered list", named(options)),
        Kind::Text => format!(
            "text{}",
            node.number("maxLength").map(|most| format!(" of at most {most} characters")).unwrap_or_default()
        ),
        Kind::Row(least, last) => format!("whole numbers{}{}", bounds(*least, *last), most("maxItems")),
        Kind::Rows(length, least, last) => {
            format!("rows of {length} whole numbers{}{}", bounds(*least, *last), most("maxItems"))
        }
        Kind::Words => format!("words{}", most("maxItems")),
        Kind::Pair(_) => "two numbers".to_owned(),
        Kind::Group(_) => "see below".to_owned(),
        Kind::List(_) => format!("list{}", most("maxItems")),
        Kind::Other => format!("see the JSON Schema{}", most("maxItems")),
    };
    if node.optional { format!("{words}; optional") } else { words }
}
