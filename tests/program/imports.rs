//! Checks which module of the library imports from which, by reading the source.
//!
//! A module is a file together with the folder of the same name. Modules of one folder must not import from each other
//! in a circle, and the top modules import only from lower levels. Code under `#[cfg(test)]` does not count, nor do
//! imports between a module and the modules inside it. A re-exported name belongs to the module that defines it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test's helpers fail the test and say why")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The top modules by level: each may import from lower levels only, and not from its own.
const LEVELS: &[&[&str]] = &[
    &["limits", "process", "licenses", "clauses"],
    &["geometry"],
    &["game"],
    &["games"],
    &["replay"],
    &["analysis", "drivers"],
    &["editor", "render", "import", "export", "players", "simulate", "storage"],
    // The list of games, and pages about a race.
    &["list", "report"],
    &["app", "cli"],
];

/// A path in code: `crate`, the modules, and perhaps an item.
type Segments = Vec<String>;

/// The module of one file: the modules it declares, the names that its `use` lines import, and the paths it mentions.
#[derive(Default)]
struct Module {
    children: BTreeSet<String>,
    names: BTreeMap<String, Segments>,
    paths: BTreeSet<Segments>,
    /// The modules written inside the file.
    inline: Vec<(String, Self)>,
}

/// All modules of the library by their full path.
struct Library(BTreeMap<Segments, Module>);

/// An import: the folder, its two modules, and the file and path of the import.
type Edges = BTreeMap<(Segments, String, String), BTreeSet<(String, String)>>;

/// The words and signs of Rust source, without comments, strings, characters and lifetimes.
fn tokens(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let starts = |index: usize, text: &str| text.chars().enumerate().all(|(step, wanted)| at(index + step) == wanted);
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut found = Vec::new();
    let mut index = 0;
    while index < chars.len() {
        let raw = ["r", "br"].iter().find_map(|prefix| {
            let from = index + prefix.len();
            let hashes = (from..).take_while(|&place| at(place) == '#').count();
            (starts(index, prefix) && at(from + hashes) == '"').then_some((from + hashes + 1, hashes))
        });
        if starts(index, "//") {
            index += (index..chars.len()).take_while(|&place| at(place) != '\n').count();
        } else if starts(index, "/*") {
            index += 2 + (index..chars.len()).take_while(|&place| !starts(place, "*/")).count();
        } else if let Some((from, hashes)) = raw {
            let end = format!("\"{}", "#".repeat(hashes));
            index = (from..).find(|&place| starts(place, &end) || place >= chars.len()).unwrap() + end.len();
        } else if at(index) == '"' {
            index += 1;
            while index < chars.len() && at(index) != '"' {
                index += if at(index) == '\\' { 2 } else { 1 };
            }
            index += 1;
        } else if at(index) == '\'' && (at(index + 1) == '\\' || at(index + 2) == '\'') {
            index += 3;
            while index < chars.len() && at(index - 1) != '\'' {
                index += 1;
            }
        } else if at(index) == '\'' {
            index += 1 + (index + 1..).take_while(|&place| is_word(at(place))).count();
        } else if starts(index, "::") {
            found.push("::".to_owned());
            index += 2;
        } else if is_word(at(index)) {
            let end = (index..).find(|&place| !is_word(at(place))).unwrap();
            found.push(chars[index..end].iter().collect());
            index = end;
        } else {
            if !at(index).is_whitespace() {
                found.push(at(index).to_string());
            }
            index += 1;
        }
    }
    found
}

/// The end of the item that begins at `start`: the index after its semicolon or closing brace.
fn item_end(tokens: &[String], start: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token.as_str() {
            "{" | "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth == 0 {
                    return index + 1;
                }
            }
            ";" if depth == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The tokens without test-only items.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        if tokens[index..].iter().take(7).eq(["#", "[", "cfg", "(", "test", ")", "]"]) {
            index = item_end(tokens, index + 7);
        } else {
            kept.push(tokens[index].clone());
            index += 1;
        }
    }
    kept
}

/// Reads the tree of a `use` line from `index` on; returns the index after it.
fn use_tree(tokens: &[String], mut index: usize, prefix: &Segments, names: &mut Vec<(String, Segments)>) -> usize {
    let mut path = prefix.clone();
    loop {
        match tokens[index].as_str() {
            "{" => {
                index += 1;
                while tokens[index] != "}" {
                    index = use_tree(tokens, index, &path, names);
                    index += usize::from(tokens[index] == ",");
                }
                return index + 1;
            }
            "::" => index += 1,
            "as" => {
                names.push((tokens[index + 1].clone(), path));
                return index + 2;
            }
            ";" | "," | "}" => {
                if path.last().unwrap() == "self" {
                    path.pop();
                }
                names.push((path.last().unwrap().clone(), path));
                return index;
            }
            word => {
                path.push(word.to_owned());
                index += 1;
            }
        }
    }
}

impl Module {
    fn read(tokens: &[String]) -> Self {
        let mut module = Self::default();
        let mut index = 0;
        while index < tokens.len() {
            let is_start = index == 0 || tokens[index - 1] != "::";
            if tokens[index] == "use" && tokens[index + 1] != "<" {
                let mut names = Vec::new();
                index = use_tree(tokens, index + 1, &Segments::new(), &mut names);
                module.paths.extend(names.iter().map(|(_, path)| path.clone()));
                module.names.extend(names);
            } else if tokens[index] == "mod" && tokens.get(index + 2).is_some_and(|token| token == ";") {
                module.children.insert(tokens[index + 1].clone());
                index += 3;
            } else if tokens[index] == "mod" && tokens.get(index + 2).is_some_and(|token| token == "{") {
                let end = item_end(tokens, index);
                module.inline.push((tokens[index + 1].clone(), Self::read(&tokens[index + 3..end - 1])));
                index = end;
            } else if is_start && tokens.get(index + 1).is_some_and(|token| token == "::") {
                let mut path = vec![tokens[index].clone()];
                while tokens[index + 1] == "::" && tokens[index + 2].starts_with(|c: char| c.is_alphabetic()) {
                    path.push(tokens[index + 2].clone());
                    index += 2;
                }
                module.paths.insert(path);
                index += 1;
            } else {
                index += 1;
            }
        }
        module
    }
}

impl Library {
    /// Reads `lib.rs` and every module declared from there on.
    fn read(source: &Path) -> Self {
        let mut library = Self(BTreeMap::new());
        library.add(source, vec!["crate".to_owned()]);
        library
    }

    fn add(&mut self, source: &Path, module: Segments) {
        let file = match module[1..].join("/") {
            name if name.is_empty() => source.join("lib.rs"),
            name if source.join(&name).join("mod.rs").exists() => source.join(name).join("mod.rs"),
            name => source.join(name + ".rs"),
        };
        let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let read = Module::read(&without_tests(&tokens(&text)));
        for child in &read.children {
            self.add(source, [module.as_slice(), std::slice::from_ref(child)].concat());
        }
        self.insert(module, read);
    }

    fn insert(&mut self, path: Segments, mut module: Module) {
        for (name, inline) in std::mem::take(&mut module.inline) {
            module.children.insert(name.clone());
            self.insert([path.as_slice(), &[name]].concat(), inline);
        }
        self.0.insert(path, module);
    }

    /// The module that a path in `from` leads to, through re-exports; `None` for paths outside the library.
    fn target(&self, from: &Segments, path: &[String], depth: usize) -> Option<Segments> {
        if depth > 12 {
            return None;
        }
        let (mut module, rest) = match path.first()?.as_str() {
            "crate" => (vec!["crate".to_owned()], &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => {
                let ups = path.iter().take_while(|segment| *segment == "super").count();
                (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..])
            }
            first if self.0[from].children.contains(first) || self.0[from].names.contains_key(first) => {
                (from.clone(), path)
            }
            _ => return None,
        };
        for (index, segment) in rest.iter().enumerate() {
            let here = self.0.get(&module)?;
            if here.children.contains(segment) {
                module.push(segment.clone());
            } else if let Some(named) = here.names.get(segment).filter(|named| named.first() != Some(segment)) {
                let path = [named.as_slice(), &rest[index + 1..]].concat();
                return self.target(&module, &path, depth + 1);
            } else {
                break;
            }
        }
        Some(module)
    }

    /// All imports between modules of one folder.
    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (from, module) in &self.0 {
            for path in &module.paths {
                let Some(to) = self.target(from, path, 0) else { continue };
                let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
                    let key = (from[..shared].to_vec(), one.clone(), other.clone());
                    edges.entry(key).or_default().insert((from.join("::"), path.join("::")));
                }
            }
        }
        edges
    }
}

/// The groups of modules of a folder that import from each other in circles.
fn circles(edges: &BTreeSet<(&str, &str)>) -> BTreeSet<BTreeSet<String>> {
    let reach = |start: &str| {
        let mut reached = BTreeSet::new();
        let mut open = vec![start.to_owned()];
        while let Some(module) = open.pop() {
            for (_, to) in edges.iter().filter(|(from, _)| *from == module) {
                if reached.insert((*to).to_owned()) {
                    open.push((*to).to_owned());
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<String>> = edges.iter().map(|(from, _)| (*from, reach(from))).collect();
    let back = |one: &str, other: &str| reached.get(other).is_some_and(|modules| modules.contains(one));
    let groups =
        reached.iter().map(|(one, modules)| modules.iter().filter(|other| back(one, other)).cloned().collect());
    groups.filter(|group: &BTreeSet<String>| !group.is_empty()).collect()
}

fn library() -> Library {
    Library::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// The imports between the modules of one folder, without their origins.
fn pairs<'a>(edges: &'a Edges, folder: &str) -> BTreeSet<(&'a str, &'a str)> {
    let own = edges.keys().filter(|(at, ..)| at.join("::") == folder);
    own.map(|(_, one, other)| (one.as_str(), other.as_str())).collect()
}

/// The files and paths of the imports in a circle.
fn explained(edges: &Edges, folder: &str, circle: &BTreeSet<String>) -> String {
    let mut text = format!("{folder}: {} import from each other\n", Vec::from_iter(circle.clone()).join(", "));
    for ((at, one, other), why) in edges {
        if at.join("::") == folder && circle.contains(one) && circle.contains(other) {
            text += &format!("  {one} -> {other}\n");
            why.iter().for_each(|(file, path)| text += &format!("    {file}: {path}\n"));
        }
    }
    text
}

#[test]
fn modules_of_a_folder_import_in_no_circle() {
    let library = library();
    let edges = library.edges();
    // Plenty was read: a test that reads nothing would find no circles either.
    assert!(library.0.len() > 500, "only {} modules were read", library.0.len());
    assert!(edges.len() > 900, "only {} imports were found", edges.len());
    let folders: BTreeSet<String> = edges.keys().map(|(folder, ..)| folder.join("::")).collect();
    let mut found = String::new();
    for folder in &folders {
        for circle in circles(&pairs(&edges, folder)) {
            found += &explained(&edges, folder, &circle);
        }
    }
    assert!(found.is_empty(), "{found}");
}

#[test]
fn top_modules_import_downwards() {
    let library = library();
    let edges = library.edges();
    let level = |name: &str| LEVELS.iter().position(|level| level.contains(&name));
    let top = pairs(&edges, "crate");
    assert!(top.len() > 30, "only {} imports between top modules were found", top.len());
    for module in &library.0[["crate".to_owned()].as_slice()].children {
        assert!(level(module).is_some(), "{module} has no level");
    }
    for (one, other) in top {
        let pair = BTreeSet::from([one.to_owned(), other.to_owned()]);
        assert!(level(one) > level(other), "{one} must not import from {other}\n{}", explained(&edges, "crate", &pair));
    }
}

#[test]
fn paths_lead_to_the_module_that_defines_the_name() {
    let mut library = Library(BTreeMap::new());
    let files = [
        ("crate", "mod a; mod b; pub use b::Thing as Other;"),
        (
            "crate::a",
            "use crate::Other; use super::{b::{self, inner}, c}; /* super::b::No */ fn f() { \"super::b::No\"; b::g::<'x'>() }",
        ),
        (
            "crate::b",
            "pub struct Thing; pub mod inner { use super::Thing; } #[cfg(test)] mod tests { use crate::a::f; }",
        ),
    ];
    for (path, text) in files {
        let path = path.split("::").map(str::to_owned).collect();
        library.insert(path, Module::read(&without_tests(&tokens(text))));
    }
    let edges = library.edges();
    let folder = vec!["crate".to_owned()];
    let found = &edges[&(folder, "a".to_owned(), "b".to_owned())];
    let paths: Vec<&str> = found.iter().map(|(_, path)| path.as_str()).collect();
    assert_eq!(paths, ["b::g", "crate::Other", "super::b", "super::b::inner"]);
    assert_eq!(edges.len(), 1, "{edges:?}");
}
