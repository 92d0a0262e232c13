//! Lists the shipped circuits and races, so that the binary includes every file that their folders hold when it is
//! built. Sets `cfg(shared_data)` for the tests if the large data outside this repository is present.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = Vec::new();
    for folder in ["tracks", "replays"] {
        println!("cargo::rerun-if-changed={folder}");
        collect(&root.join(folder), &mut files)?;
    }
    // Without this data, the tests that need it are ignored, with a reason.
    println!("cargo::rustc-check-cfg=cfg(shared_data)");
    let data = root.join("../shared/data");
    if data.is_dir() {
        println!("cargo::rerun-if-changed={}", data.display());
        println!("cargo::rustc-cfg=shared_data");
    }
    files.sort();
    let mut list = String::from("&[\n");
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.to_string_lossy());
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shipped.rs"), list)
}

/// Collects the JSON files of a folder and its subfolders; none if the folder does not exist.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    Ok(())
}
