//! Circuits as QR codes, and texts of SVG files.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::Path;
use std::process::{Command, Output};

use paddock::replay::{Opened, code, no_files};

fn paddock(arguments: &[&str]) -> Output {
    let mut call = Command::new(env!("CARGO_BIN_EXE_paddock"));
    call.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn tracks() -> Vec<String> {
    let games = std::fs::read_dir("tracks").unwrap().flat_map(|game| std::fs::read_dir(game.unwrap().path()).unwrap());
    let paths = games.map(|file| file.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(|path| path.display().to_string())
        .collect()
}

#[test]
fn every_shipped_circuit_that_fits_comes_back_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let mut fitting = 0;
    for track in tracks() {
        let bytes = std::fs::read(&track).unwrap();
        let Ok(Opened::Track(draft)) = paddock::open(&bytes, &no_files) else { continue };
        let text = match code::text_of(&draft) {
            Ok(text) => text,
            Err(error) => {
                assert!(track.contains("formula_d"), "{track}: {error}");
                continue;
            }
        };
        fitting += 1;
        let [file, back] = ["code.txt", "back.json"].map(|name| folder.path().join(name));
        std::fs::write(&file, &text).unwrap();
        let output = paddock(&["import", "code", file.to_str().unwrap(), "-o", back.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{track}: {}", said(&output));
        assert_eq!(std::fs::read(&back).unwrap(), bytes, "{track}");
        std::fs::remove_file(&back).unwrap();
    }
    assert!(fitting >= 16, "{fitting}");
}

#[test]
fn a_damaged_text_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let [file, back] = ["code.txt", "back.json"].map(|name| folder.path().join(name));
    for (text, words) in
        [("PADDOCK1:ABCDEFGH", "Scan the code again"), ("Dear diary", "begins with PADDOCK1:"), ("", "begins with")]
    {
        std::fs::write(&file, text).unwrap();
        let output = paddock(&["import", "code", file.to_str().unwrap(), "-o", back.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{text:?}");
        assert!(said(&output).contains(words) && !back.exists(), "{}", said(&output));
    }
}

#[test]
fn pictures_and_plans_have_the_code_of_a_circuit_that_fits() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).display().to_string();
    let drawn = |track: &str, name: &str, more: &[&str]| {
        let output = paddock(&[&["render", track, "-o", &out(name)][..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        (std::fs::read(Path::new(&out(name))).unwrap(), said(&output))
    };
    // The squares of a code are one path, in which each begins with M.
    let squares = |svg: &[u8]| String::from_utf8_lossy(svg).matches('M').count();
    let small = "tracks/vektorace/adder-lane.json";
    let (plain, _) = drawn(small, "a.svg", &[]);
    let (coded, said) = drawn(small, "b.svg", &["--furniture", "code"]);
    assert!(squares(&coded) > squares(&plain) + 500 && said.is_empty(), "{said}");
    let large = "tracks/formula_d/saltmarsh.json";
    let (_, said) = drawn(large, "c.svg", &["--furniture", "code,title"]);
    assert!(said.contains("without a QR code") && said.contains("4296 fit"), "{said}");
}

#[test]
fn texts_of_svg_are_named_embedded_or_outlines() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a.svg").display().to_string();
    let circuit = "tracks/vektorace/adder-lane.json";
    let race = "replays/vektorace/nightjar-park-duel.json";
    let calls: [(&str, &[&str]); 3] = [(circuit, &[]), (race, &["--at", "3,7"]), (race, &["--plot", "gear,speed"])];
    for (file, more) in calls {
        let mut count = 0;
        for (form, has_text, has_font) in [("named", true, false), ("embedded", true, true), ("outlines", false, false)]
        {
            let output = paddock(&[&["render", file, "-o", &out, "--text", form][..], more].concat());
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            let svg = std::fs::read_to_string(&out).unwrap();
            assert_eq!((svg.contains("<text "), svg.contains("@font-face")), (has_text, has_font), "{form} {more:?}");
            if form == "named" {
                count = svg.matches("<text ").count();
            } else if form == "outlines" {
                assert!(count > 5);
                assert_eq!(svg.matches("<g aria-label=").count(), count, "{more:?}");
            }
        }
    }
    for wrong in ["a.png", "a.pdf", "a.gif"] {
        let out = folder.path().join(wrong).display().to_string();
        let output = paddock(&["render", circuit, "-o", &out, "--text", "outlines"]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(said(&output).contains("--text is for SVG"), "{}", said(&output));
    }
}
