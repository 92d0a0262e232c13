//! Tests that all parts of the program are listed with the texts of their licences. `PADDOCK_WRITE_LICENSES=1` writes
//! the list again, after `cargo fetch`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use paddock::licenses::{self, Kind};
use serde_json::{Value, json};

/// The targets that the program is built for.
const TARGETS: [&str; 4] =
    ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "x86_64-apple-darwin", "aarch64-apple-darwin"];

fn cargo(arguments: &[&str]) -> String {
    let mut call = Command::new(env!("CARGO"));
    let output = call.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Name and version of all crates in the program, as built here.
fn crates_built() -> BTreeSet<(String, String)> {
    let tree = cargo(&["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    let crates: BTreeSet<(String, String)> = tree
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.split_once(" v")?;
            Some((name.to_owned(), rest.split(' ').next()?.to_owned()))
        })
        .filter(|(name, _)| name != "paddock")
        .collect();
    assert!(crates.len() > 100, "{}", crates.len());
    crates
}

#[test]
fn every_crate_of_the_program_is_listed_with_its_licence() {
    if std::env::var_os("PADDOCK_WRITE_LICENSES").is_some() {
        write();
    }
    let listed: BTreeSet<(String, String)> = licenses::parts()
        .iter()
        .filter(|part| part.kind == Kind::Crate)
        .map(|part| (part.name.clone(), part.version.clone()))
        .collect();
    let missing: Vec<_> = crates_built().into_iter().filter(|built| !listed.contains(built)).collect();
    assert!(missing.is_empty(), "PADDOCK_WRITE_LICENSES=1 lists them: {missing:?}");
    let lock = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    for (name, version) in &listed {
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
        assert!(lock.contains(&entry), "{name} {version} is no longer part of the program");
    }
    for part in licenses::parts() {
        assert!(!part.license.is_empty(), "{}", part.name);
        assert!(part.texts.iter().all(|text| text.len() > 100), "{}", part.name);
    }
    let without = licenses::parts().iter().filter(|part| part.texts.is_empty()).count();
    assert!(without * 5 < listed.len(), "{without} of {} without a text", listed.len());
    let fonts: Vec<&str> =
        licenses::parts().iter().filter(|part| part.kind == Kind::Font).map(|part| part.name.as_str()).collect();
    assert_eq!(fonts, ["IBM Plex Sans", "Phosphor"]);
}

#[test]
fn the_program_shows_licences() {
    let paddock = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap();
    let all = paddock(&["licenses"]);
    let text = String::from_utf8(all.stdout).unwrap();
    assert!(all.status.success() && text.contains("IBM Plex Sans") && text.contains("\negui "), "{text}");
    assert!(text.lines().count() > 150);
    let one = String::from_utf8(paddock(&["licenses", "ibm plex sans"]).stdout).unwrap();
    assert!(one.contains("SIL OPEN FONT LICENSE"), "{one}");
    let own = String::from_utf8(paddock(&["licenses", "Paddock"]).stdout).unwrap();
    assert!(own.contains("Apache License") && own.contains("MIT"), "{own}");
    let none = paddock(&["licenses", "nosuchcrate"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no font or crate named \"nosuchcrate\""));
}

/// Writes the list from cargo's metadata and the files of the crates.
fn write() {
    let mut crates: BTreeMap<(String, String), Value> = BTreeMap::new();
    let mut texts: Vec<String> = Vec::new();
    for target in TARGETS {
        let metadata = cargo(&["metadata", "--locked", "--format-version", "1", "--filter-platform", target]);
        let metadata: Value = serde_json::from_str(&metadata).unwrap();
        let used = used(&metadata);
        for package in metadata["packages"].as_array().unwrap() {
            if !used.contains(package["id"].as_str().unwrap()) || package["name"] == "paddock" {
                continue;
            }
            let name = package["name"].as_str().unwrap().to_owned();
            let version = package["version"].as_str().unwrap().to_owned();
            let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
            let own: Vec<usize> = license_texts(folder)
                .into_iter()
                .map(|text| {
                    texts.iter().position(|known| *known == text).unwrap_or_else(|| {
                        texts.push(text);
                        texts.len() - 1
                    })
                })
                .collect();
            let entry = json!({
                "name": name, "version": version, "license": package["license"], "repository": package["repository"],
                "texts": own,
            });
            crates.insert((name, version), entry);
        }
    }
    let crates: Vec<Value> = crates.into_values().collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/licenses.json");
    std::fs::write(path, format!("{:#}\n", json!({ "crates": crates, "texts": texts }))).unwrap();
    panic!("the list was written; build again");
}

/// The packages that the program needs to run.
fn used(metadata: &Value) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (node["id"].as_str().unwrap(), node))
        .collect();
    let mut used = BTreeSet::new();
    let mut open = vec![metadata["resolve"]["root"].as_str().unwrap()];
    while let Some(id) = open.pop() {
        if !used.insert(id.to_owned()) {
            continue;
        }
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            if dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null()) {
                open.push(dependency["pkg"].as_str().unwrap());
            }
        }
    }
    used
}

/// The licence texts in a crate's folder and in its font folder.
fn license_texts(folder: &Path) -> Vec<String> {
    let mut found = BTreeMap::new();
    for folder in [folder.to_owned(), folder.join("fonts")] {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
            let is_license = ["license", "licence", "copying", "unlicense", "notice", "ofl", "ufl"]
                .iter()
                .any(|begin| name.starts_with(begin))
                || (path.parent().is_some_and(|folder| folder.ends_with("fonts")) && name.ends_with(".txt"));
            if is_license && path.is_file() {
                let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).replace("\r\n", "\n");
                found.insert(name, text.trim().to_owned());
            }
        }
    }
    found.into_values().filter(|text| text.len() > 100).collect()
}
