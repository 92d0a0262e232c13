//! Checks that every clause of the ledgers has a test: a test function whose name contains the clause's id, such as
//! `vr_move_03` for VR-MOVE-03, `rt_move_03` for RT-MOVE-03, `fd_gear_04` for FD-GEAR-04, `ww_move_03` for WW-MOVE-03.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test's helpers fail the test and say why")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The clauses of section 3 that apply to any of the three editions, group by group.
const CLAUSES: &[(&str, &[u8])] = &[
    ("TABLE", &[1, 2, 3]),
    ("SETUP", &[1, 2, 3, 4]),
    ("TRACK", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("GRID", &[1, 2, 3, 4]),
    ("START", &[1, 2, 3, 4, 5]),
    ("RES", &[1, 2]),
    ("FIRST", &[1, 2, 3, 4]),
    ("TURN", &[1, 2, 3, 4]),
    ("MOVE", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("BOOST", &[1, 2, 3, 4, 5, 6]),
    ("LEGAL", &[1, 2, 3, 4]),
    ("GEAR", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("BRAKE", &[1, 2, 3, 4, 5, 6]),
    ("PEN", &[1, 2, 3, 4, 5]),
    ("EDGE", &[1, 2, 3, 4, 5]),
    ("CUT", &[1, 2, 3, 4]),
    ("YIELD", &[1, 2, 3, 4, 5]),
    ("ORDER", &[1, 2, 3, 4, 5, 6]),
    ("ATT", &[1, 2, 3, 4, 5, 6]),
    ("SLIP", &[1, 2, 3, 4, 5]),
    ("PUSH", &[1]),
    ("SLING", &[1, 2, 3, 4]),
    ("SHUNT", &[1, 2, 3, 4]),
    ("ON", &[1, 2, 3, 4]),
    ("PIT", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
    ("LAP", &[1, 2, 3, 4]),
    ("WIN", &[1, 2, 3, 4, 5]),
    ("POW", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("QUIT", &[1, 2, 3]),
    ("MISC", &[1, 2, 3]),
];

/// The clauses of Vector Racing, group by group.
const PAPER_CLAUSES: &[(&str, &[u8])] = &[
    ("GEO", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("SET", &[1, 2, 3]),
    ("TURN", &[1, 2, 3, 4]),
    ("MOVE", &[1, 2, 3, 4, 5, 6]),
    ("NOTE", &[1, 2, 3, 4]),
    ("FIN", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("EVT", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    ("OIL", &[1, 2, 3, 4]),
    ("FAST", &[1, 2, 3]),
    ("SLOW", &[1, 2, 3]),
    ("WARP", &[1, 2, 3, 4]),
    ("REFL", &[1, 2, 3]),
    ("SPIN", &[1, 2]),
    ("HIT", &[1, 2, 3]),
    ("CRASH", &[1, 2, 3, 4, 5, 6, 7]),
    ("WALL", &[1, 2, 3, 4]),
    ("DMG", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("TIE", &[1, 2, 3, 4, 5, 6, 7]),
    ("VAL", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]),
];

/// The clauses of Wheel to Wheel, group by group.
const TEAM_CLAUSES: &[(&str, &[u8])] = &[
    ("SET", &[1, 2, 3, 4]),
    ("QUAL", &[1, 2, 3, 4, 5, 6]),
    ("TYRE", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("TURN", &[1, 2, 3, 4, 5, 6]),
    ("DICE", &[1, 2, 3, 4]),
    ("MOVE", &[1, 2, 3, 4, 5, 6]),
    ("BAT", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("SIX", &[1, 2, 3, 4]),
    ("RED", &[1, 2, 3, 4, 5, 6]),
    ("CRZ", &[1, 2, 3]),
    ("YEL", &[1, 2, 3]),
    ("SLIP", &[1, 2, 3, 4]),
    ("RAIN", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("ENG", &[1, 2, 3, 4, 5]),
    ("PIT", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
    ("SKILL", &[1, 2, 3, 4, 5]),
    ("RACE", &[1, 2, 3]),
    ("PTS", &[1, 2]),
    ("CHAMP", &[1, 2]),
    ("VAL", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
];

/// The clauses of Formula D, group by group.
const FORMULA_D_CLAUSES: &[(&str, &[u8])] = &[
    ("TRK", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
    (
        "VAL",
        &[
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
            30, 31,
        ],
    ),
    ("SET", &[1, 2, 3, 4]),
    ("STA", &[1, 2, 3, 4]),
    ("GEAR", &[1, 2, 3, 4, 5, 6, 7]),
    ("ORD", &[1, 2, 3, 4, 5, 6]),
    ("WIN", &[1, 2, 3, 4, 5]),
    ("DRV", &[1, 2, 3]),
    ("COR", &[1, 2, 3, 4, 5]),
    ("OVR", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("STR", &[1, 2, 3, 4, 5]),
    ("BRK", &[1, 2, 3]),
    ("BLK", &[1, 2, 3, 4, 5]),
    ("COL", &[1, 2, 3, 4, 5]),
    ("MOT", &[1, 2, 3, 4]),
    ("DMG", &[1, 2, 3, 4]),
    ("ELI", &[1, 2]),
    ("SLP", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    ("PIT", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("CAR", &[1]),
    ("QUA", &[1, 2, 3, 4, 5]),
    ("LAP", &[1]),
    ("WEA", &[1, 2, 3, 4, 5]),
    ("RAI", &[1]),
    ("TIR", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("PSO", &[1, 2, 3, 4]),
    ("TEA", &[1, 2, 3]),
    ("ROA", &[1, 2]),
    ("NIT", &[1, 2]),
    ("NOI", &[1]),
    ("DZN", &[1]),
    ("POL", &[1, 2]),
    ("TUN", &[1]),
    ("CHK", &[1]),
    ("SKL", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("BAS", &[1, 2, 3, 4]),
    ("LOG", &[1, 2, 3, 4, 5, 6]),
    ("GEN", &[1, 2, 3, 4, 5, 6, 7, 8]),
];

/// All Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The names of all test functions with this prefix, and whether they are ignored.
fn tests(prefix: &str) -> Vec<(String, bool)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["tests", "src"] {
        sources(&root.join(folder), &mut files);
    }
    let mut tests = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let (mut is_test, mut is_ignored) = (false, false);
        for line in text.lines().map(str::trim) {
            match line {
                "#[test]" => is_test = true,
                // Slow tests are run in a step of their own.
                "#[ignore = \"slow\"]" => {}
                _ if line.starts_with("#[ignore") => is_ignored = true,
                _ if line.starts_with("#[") || line.starts_with("//") => {}
                _ => {
                    let name = line.strip_prefix("fn ").and_then(|rest| rest.split_once('('));
                    if let (true, Some((name, _))) = (is_test, name.filter(|(name, _)| name.starts_with(prefix))) {
                        tests.push((name.to_owned(), is_ignored));
                    }
                    (is_test, is_ignored) = (false, false);
                }
            }
        }
    }
    tests.sort();
    tests
}

/// Whether a name contains an id, not as a part of a longer one.
fn holds(name: &str, id: &str) -> bool {
    name.match_indices(id).any(|(at, _)| {
        let after = name[at + id.len()..].chars().next();
        (at == 0 || name[..at].ends_with('_')) && after.is_none_or(|c| c == '_')
    })
}

#[test]
fn every_clause_has_a_test() {
    covered("VR", CLAUSES);
}

#[test]
fn every_clause_of_vector_racing_has_a_test() {
    covered("RT", PAPER_CLAUSES);
}

#[test]
fn every_clause_of_wheel_to_wheel_has_a_test() {
    covered("WW", TEAM_CLAUSES);
}

#[test]
fn every_clause_of_formula_d_has_a_test() {
    covered("FD", FORMULA_D_CLAUSES);
}

/// Checks that every clause of a ledger has a test.
fn covered(ledger: &str, clauses: &[(&str, &[u8])]) {
    let prefix = ledger.to_lowercase();
    let tests = tests(&format!("{prefix}_"));
    let mut table: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (group, numbers) in clauses {
        for number in *numbers {
            let id = format!("{prefix}_{}_{number:02}", group.to_lowercase());
            let named = |(name, _): &&(String, bool)| holds(name, &id);
            let shown =
                |(name, ignored): &(String, bool)| format!("{name}{}", if *ignored { " (ignored)" } else { "" });
            // An ignored test proves nothing.
            assert!(!tests.iter().any(|test| named(&test) && test.1), "{id} has a test that is ignored");
            let with = tests.iter().filter(named).map(shown).collect();
            table.insert(format!("{ledger}-{group}-{number:02}"), with);
        }
    }
    for (clause, tests) in &table {
        println!("{clause}: {}", tests.join(", "));
    }
    let missing: Vec<&String> = table.iter().filter(|(_, tests)| tests.is_empty()).map(|(clause, _)| clause).collect();
    println!("{} clauses, {} tests", table.len(), tests.len());
    assert!(missing.is_empty(), "no test for {missing:?}");
}

#[test]
fn ids_are_matched_whole() {
    assert!(holds("vr_move_03_free_placement", "vr_move_03") && holds("vr_lap_04", "vr_lap_04"));
    assert!(!holds("vr_move_031", "vr_move_03") && !holds("xvr_move_03", "vr_move_03"));
}

/// Every clause that the rules name has a text in the window's list of clauses, and no list is empty.
#[test]
fn every_clause_of_the_rules_has_its_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (game, prefix) in
        [("vektorace", "VR-"), ("vector_racing", "RT-"), ("formula_d", "FD-"), ("wheel_to_wheel", "WW-")]
    {
        let known: BTreeSet<&str> = paddock::clauses::ids(game).collect();
        assert!(known.len() > 90, "{game}: {}", known.len());
        let mut named = BTreeSet::new();
        for entry in walkdir::WalkDir::new(root.join("src/games").join(game)) {
            let entry = entry.unwrap();
            if entry.file_type().is_file() {
                let text = std::fs::read_to_string(entry.path()).unwrap();
                let literals = text.split('"').filter(|word| word.starts_with(prefix));
                let is_id = |word: &&str| word.rsplit('-').next().is_some_and(|end| end.parse::<u8>().is_ok());
                named.extend(literals.filter(is_id).map(ToOwned::to_owned));
            }
        }
        assert!(named.len() > 15, "{game}: {named:?}");
        let missing: Vec<&String> = named.iter().filter(|id| !known.contains(id.as_str())).collect();
        assert!(missing.is_empty(), "{game}: {missing:?}");
    }
}
