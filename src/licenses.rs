//! The licences of the program, its fonts and its crates.
//!
//! The list of crates is a file of this repository.
//! A test (`tests/program/licenses.rs`) compares it with the crates in the build, and can rewrite it.

use std::sync::LazyLock;

use serde::Deserialize;

/// The type of a part of the program with its own licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The program itself.
    Program,
    /// A font in the program.
    Font,
    /// A crate (a library) that the program contains.
    Crate,
}

/// A part of the program with its own licence: the program itself, a font or a crate.
#[derive(Clone, Debug)]
pub struct Part {
    /// The type of this part: the program itself, a font or a crate.
    pub kind: Kind,
    /// The name of the program, font or crate.
    pub name: String,
    /// The version of the program or crate; empty for fonts.
    pub version: String,
    /// The licence of the program, font or crate, as an SPDX expression.
    pub license: String,
    /// The web address of the source code of the font or crate; empty if unknown.
    pub source: String,
    /// The full texts of the licences of the program, font or crate; empty if it comes without them.
    pub texts: Vec<&'static str>,
}

/// The content of the file that lists the crates.
#[derive(Deserialize)]
struct File {
    crates: Vec<Crate>,
    #[serde(borrow)]
    texts: Vec<std::borrow::Cow<'static, str>>,
}

#[derive(Deserialize)]
struct Crate {
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    texts: Vec<usize>,
}

static FILE: &str = include_str!("../assets/licenses.json");

static APACHE: &str = include_str!("../LICENSE-APACHE");

static TEXTS_AND_CRATES: LazyLock<File> = LazyLock::new(|| {
    // A test reads the file, so the fallback is never used.
    serde_json::from_str(FILE).unwrap_or(File { crates: Vec::new(), texts: Vec::new() })
});

static PARTS: LazyLock<Vec<Part>> = LazyLock::new(|| {
    let own = |kind, name: &str, version: &str, license: &str, source: &str, texts: &[&'static str]| Part {
        kind,
        name: name.to_owned(),
        version: version.to_owned(),
        license: license.to_owned(),
        source: source.to_owned(),
        texts: texts.to_vec(),
    };
    let (plex, phosphor) =
        (include_str!("../assets/fonts/IBMPlexSans-LICENSE.txt"), include_str!("../assets/fonts/Phosphor-LICENSE.txt"));
    let texts: [&'static str; 2] = [include_str!("../LICENSE-MIT"), APACHE];
    let mut parts = vec![
        own(Kind::Program, "Paddock", env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE"), "", &texts),
        own(Kind::Font, "IBM Plex Sans", "", "OFL-1.1", "https://github.com/IBM/plex", &[plex]),
        own(Kind::Font, "Phosphor", "", "MIT", "https://phosphoricons.com", &[phosphor]),
    ];
    let file: &'static File = &TEXTS_AND_CRATES;
    parts.extend(file.crates.iter().map(|found| Part {
        kind: Kind::Crate,
        name: found.name.clone(),
        version: found.version.clone(),
        license: found.license.clone().unwrap_or_else(|| "see its text".to_owned()),
        source: found.repository.clone().unwrap_or_default(),
        texts: found.texts.iter().filter_map(|text| file.texts.get(*text)).map(AsRef::as_ref).collect(),
    }));
    parts
});

/// All parts of the program that have a licence: the program itself, its fonts, then the crates by name.
///
/// ```
/// let parts = paddock::licenses::parts();
/// assert_eq!(parts[0].name, "Paddock");
/// assert!(parts.iter().any(|part| part.name == "egui" && part.license.contains("MIT")));
/// ```
#[must_use]
pub fn parts() -> &'static [Part] {
    &PARTS
}

/// Returns the parts with this name: the program, fonts or crates. Upper and lower case are treated as the same. There
/// are several results if the program contains several versions of a crate.
#[must_use]
pub fn named(name: &str) -> Vec<&'static Part> {
    parts().iter().filter(|part| part.name.eq_ignore_ascii_case(name)).collect()
}

impl Part {
    /// Returns the name and the version of the program, font or crate, for a list.
    #[must_use]
    pub fn title(&self) -> String {
        if self.version.is_empty() { self.name.clone() } else { format!("{} {}", self.name, self.version) }
    }

    /// Returns the licence texts of the program, font or crate. If they are not included, returns a sentence that says
    /// where to find them.
    #[must_use]
    pub fn text(&self) -> String {
        if self.texts.is_empty() {
            let at = if self.source.is_empty() { "its sources" } else { self.source.as_str() };
            let words = format!(
                "The licence of {} is {}. The package does not include the text of this licence; see {at}.",
                self.name, self.license
            );
            // If Apache-2.0 is one of the choices, shows the text of that licence.
            // It is the same for every crate, because it names no copyright holder.
            let apache = if self.license.contains("Apache-2.0") { APACHE } else { "" };
            return format!("{words}\n\n{apache}").trim_end().to_owned();
        }
        self.texts.join("\n\n----------------------------------------\n\n")
    }
}
