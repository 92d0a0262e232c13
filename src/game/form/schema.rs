//! A node of a JSON Schema. It describes one field, list or item of a document: the possible values, and the names of
//! these values.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value as Json;

/// Returns the schema of a type, with all references resolved.
pub(super) fn schema_of<T: JsonSchema + 'static>() -> &'static Json {
    static KNOWN: Mutex<BTreeMap<TypeId, &'static Json>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(TypeId::of::<T>()).or_insert_with(|| {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
        // This memory is never freed. There is only one schema for each type, and it is needed until the program ends.
        Box::leak(Box::new(settings.into_generator().into_root_schema_for::<T>().to_value()))
    })
}

/// A node of a JSON Schema: the schema of one field, list or item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    /// The name of the node's field in files. Empty for the root and for list items.
    pub key: &'a str,
    /// The node's schema as it was written, with title, description and `x-` attributes.
    said: &'a Json,
    /// The schema of the node's value if the value is not `null`.
    core: &'a Json,
    /// Whether the node's value may be null.
    pub optional: bool,
}

/// The kind of value that a node allows.
#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    /// Yes or no.
    Flag,
    /// A whole number. The two values are its minimum and its maximum.
    Count(i64, i64),
    /// Any number. The flag says whether the number may also be written as text, such as `1/3`.
    Number(bool),
    /// One of several values, each with its name.
    Choice(Vec<(Json, String)>),
    /// A set of any of the given values. The order does not matter. Each value has a name.
    Set(Vec<(Json, String)>),
    /// A list of any of the given values. The order of the list matters. Each value has a name.
    Order(Vec<(Json, String)>),
    /// A text.
    Text,
    /// A list of whole numbers. The two values are the minimum and the maximum of each number.
    Row(i64, i64),
    /// A list of rows of whole numbers. The values are the length of each row, and the minimum and the maximum of each
    /// number.
    Rows(usize, i64, i64),
    /// A list of words.
    Words,
    /// A list of two numbers. The node is the schema of each number.
    Pair(Node<'a>),
    /// An object. The nodes are the schemas of its fields.
    Group(Vec<Node<'a>>),
    /// A list of objects. The node is the schema of each object.
    List(Node<'a>),
    /// Anything that a form does not edit, such as a drawn line.
    Other,
}

impl<'a> Node<'a> {
    /// Makes a node from a schema. `key` is the node's field name in files.
    pub fn new(key: &'a str, said: &'a Json) -> Self {
        let is_null = |schema: &Json| schema["type"] == "null";
        if let Some([one, other]) = said["anyOf"].as_array().map(Vec::as_slice)
            && (is_null(one) || is_null(other))
        {
            return Self { key, said, core: if is_null(one) { other } else { one }, optional: true };
        }
        let is_any = said["anyOf"].as_array().is_some_and(|kinds| kinds.iter().any(is_null));
        let optional = is_any || said["type"].as_array().is_some_and(|types| types.iter().any(|name| name == "null"));
        Self { key, said, core: said, optional }
    }

    /// The value of an attribute of the schema; `None` if it is missing.
    pub fn attribute(&self, name: &str) -> Option<&'a Json> {
        self.said.get(name).or_else(|| self.core.get(name))
    }

    /// The text of an attribute; `None` if the attribute is missing or not a text.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.attribute(name).and_then(Json::as_str)
    }

    /// Whether the schema sets a boolean attribute to true.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name) == Some(&Json::Bool(true))
    }

    /// The label of the node: its title in the schema. If it has no title, its name in files is used, with spaces
    /// instead of underscores.
    pub fn label(&self) -> String {
        self.text("title").map_or_else(|| spoken(self.key, true), str::to_owned)
    }

    /// The JSON type of the node's value; the type `null` is ignored. `None` if the schema does not name a type.
    fn kind_name(&self) -> Option<&'a str> {
        match &self.core["type"] {
            Json::String(name) => Some(name),
            Json::Array(names) => names.iter().filter_map(Json::as_str).find(|name| *name != "null"),
            _ => None,
        }
    }

    /// The value of a numeric attribute, such as `maximum`; `None` if it is missing.
    pub fn number(&self, name: &str) -> Option<i64> {
        let number = self.attribute(name)?;
        number.as_i64().or_else(|| number.as_f64().map(|number| number as i64))
    }

    fn bounds(&self) -> (i64, i64) {
        (self.number("minimum").unwrap_or(i64::MIN), self.number("maximum").unwrap_or(i64::from(u32::MAX)))
    }

    /// The values that the node allows, each with its name. `None` if the schema does not list the values.
    fn options(&self) -> Option<Vec<(Json, String)>> {
        let named = |value: &Json, title: Option<&str>| {
            let name =
                title.map_or_else(|| value.as_str().map(|id| spoken(id, false)).unwrap_or_default(), str::to_owned);
            (value.clone(), name)
        };
        if let Some(values) = self.core["enum"].as_array() {
            return Some(values.iter().filter(|value| !value.is_null()).map(|value| named(value, None)).collect());
        }
        let mut options = Vec::new();
        for option in self.core["oneOf"].as_array()? {
            match (option.get("const"), option["enum"].as_array()) {
                (Some(value), _) => options.push(named(value, option["title"].as_str())),
                (None, Some(values)) => options.extend(values.iter().map(|value| named(value, None))),
                _ => return None,
            }
        }
        Some(options)
    }

    /// The kind of value that the node allows.
    pub fn kind(&self) -> Kind<'a> {
        if let Some(options) = self.options() {
            return Kind::Choice(options);
        }
        match self.kind_name() {
            Some("boolean") => Kind::Flag,
            Some("integer") => {
                let (least, most) = self.bounds();
                Kind::Count(least, most)
            }
            Some("number") => Kind::Number(false),
            Some("string") => Kind::Text,
            Some("object") => Kind::Group(self.properties()),
            Some("array") => self.list(),
            _ if self.core["anyOf"]
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|kind| kind["type"] == "number")) =>
            {
                Kind::Number(true)
            }
            _ => Kind::Other,
        }
    }

    fn list(&self) -> Kind<'a> {
        if let Some([first, _]) = self.core["prefixItems"].as_array().map(Vec::as_slice) {
            return Kind::Pair(Self::new("", first));
        }
        let Some(items) = self.core.get("items") else { return Kind::Other };
        let item = Self::new("", items);
        let length = item.number("minItems").filter(|least| item.number("maxItems") == Some(*least));
        match item.kind() {
            Kind::Choice(options) if self.has("uniqueItems") => Kind::Set(options),
            Kind::Choice(options) => Kind::Order(options),
            Kind::Number(_) | Kind::Count(..) if self.is_pair() => Kind::Pair(item),
            Kind::Count(least, most) => Kind::Row(least, most),
            Kind::Row(least, most) => length.map_or(Kind::Other, |length| Kind::Rows(length as usize, least, most)),
            Kind::Text => Kind::Words,
            Kind::Group(_) => Kind::List(item),
            _ => Kind::Other,
        }
    }

    fn is_pair(&self) -> bool {
        [self.number("minItems"), self.number("maxItems")] == [Some(2); 2]
    }

    /// The nodes of an object's fields, in order.
    pub fn properties(&self) -> Vec<Self> {
        let properties = self.core["properties"].as_object().into_iter().flatten();
        properties.map(|(key, schema)| Self::new(key, schema)).collect()
    }

    /// The node of the field with this name, or of the list item with this number. `None` if there is no such node.
    pub fn step(&self, name: &str) -> Option<Self> {
        if let Some((key, schema)) = self.core["properties"].as_object().and_then(|fields| fields.get_key_value(name)) {
            return Some(Self::new(key, schema));
        }
        let number: usize = name.parse().ok()?;
        let nodes = self.items();
        nodes.get(number).or(nodes.last()).copied()
    }

    /// Returns the nodes that describe the items of a list. The first node describes the first item, and so on. The
    /// last node also describes all further items.
    pub fn items(&self) -> Vec<Self> {
        let first = self.core["prefixItems"].as_array().into_iter().flatten();
        first.chain(self.core.get("items")).map(|schema| Self::new("", schema)).collect()
    }

    /// The node's default value. It is used if a file leaves out the field.
    pub fn usual(&self) -> Json {
        if let Some(usual) = self.attribute("default") {
            return usual.clone();
        }
        if self.optional {
            return Json::Null;
        }
        match self.kind() {
            Kind::Flag => false.into(),
            Kind::Count(least, _) => least.max(0).into(),
            Kind::Number(_) => 0.into(),
            Kind::Choice(options) => options.into_iter().next().map_or(Json::Null, |(value, _)| value),
            Kind::Text => "".into(),
            Kind::Group(_) => Json::Object(serde_json::Map::new()),
            Kind::Other => Json::Null,
            _ => Json::Array(Vec::new()),
        }
    }
}

/// Converts a name in files to words: `pit_box` becomes "pit box". If `begins` is true, the first letter is upper case.
pub(super) fn spoken(name: &str, begins: bool) -> String {
    let words = name.replace(['_', '-'], " ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) if begins => first.to_uppercase().chain(letters).collect(),
        _ => words,
    }
}
