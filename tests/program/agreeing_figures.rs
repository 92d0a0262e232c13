//! The figures and words of a race agree between the tables, the sentences, the exported rows and the command line.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics, in its helpers too")]

use std::path::{Path, PathBuf};
use std::process::Command;

use paddock::analysis::{Digest, Series, Value, fastest_laps, highlights, tables};
use paddock::export::{Values, columns, rows};
use paddock::replay::{Opened, Race, no_files};

use crate::shipped::of_all_games;

fn open(file: &str) -> Box<dyn Race> {
    let bytes = std::fs::read(format!("replays/{file}.json")).unwrap();
    match paddock::open(&bytes, &no_files) {
        Ok(Opened::Race(race)) => race,
        _ => panic!("{file} is not a race"),
    }
}

/// The shipped races, each with its path below `replays`, without the ending.
fn shipped() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays");
    let name = |path: PathBuf| path.with_extension("").strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
    of_all_games("replays").into_iter().map(name).collect()
}

fn text(value: &Value) -> &str {
    match value {
        Value::Text(text) => text,
        _ => panic!("not a text"),
    }
}

fn said(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_car_that_did_not_reach_the_line_is_on_track_at_the_end_everywhere() {
    for (file, driver, word) in [
        ("vektorace/copper-kettle-six-cars", "Nils", "finished"),
        ("vektorace/nightjar-park-duel", "Piet", "finished"),
        ("wheel_to_wheel/harbour-cup-1", "Fay", "racing"),
    ] {
        let race = open(file);
        let results = tables::results(race.as_ref(), &Digest::of(race.as_ref()));
        let (name, status) = (results.column("name").unwrap(), results.column("status").unwrap());
        let own: Vec<_> = results.rows.iter().filter(|row| text(&row[name]) == driver).collect();
        let [own] = own.as_slice() else { panic!("{} rows", own.len()) };
        assert_eq!(text(&own[status]), "on track at the end", "{file}");
        let path = format!("replays/{file}.json");
        let shown = said(&["show", &path]);
        let line: Vec<&str> = shown.lines().filter(|line| line.contains(&format!(" {driver} "))).collect();
        assert!(line.iter().any(|line| line.ends_with("on track at the end")), "{file}: {line:?}");
        // Scripts rely on the words of the JSON document.
        let document: serde_json::Value = serde_json::from_str(&said(&["show", &path, "--json"])).unwrap();
        let cars = document["cars"].as_array().unwrap();
        assert_eq!(cars.iter().find(|car| car["name"] == driver).unwrap()["status"], word, "{file}");
    }
}

#[test]
fn exported_laps_end_with_the_last_lap_of_the_race() {
    let files = shipped();
    assert!(files.len() >= 24, "{} races", files.len());
    let mut lifeless = 0;
    for file in files {
        let race = open(&file);
        let columns = columns(race.resources());
        let rows = rows(&file, race.as_ref());
        let whole = |name: &str| {
            let column = columns.iter().position(|column| column.name == name)?;
            match &rows.columns()[column] {
                Values::Whole(numbers) => Some(numbers.clone()),
                _ => None,
            }
        };
        let laps: Vec<u32> = whole("lap").unwrap().into_iter().map(|lap| lap.unwrap() as u32).collect();
        assert_eq!(laps.iter().max(), Some(&race.laps()), "{file}: after the finish");
        // The part belongs to the lap that the row names; lap 0 is the way from the grid to the line.
        let real = |name: &str| {
            let column = columns.iter().position(|column| column.name == name).unwrap();
            match &rows.columns()[column] {
                Values::Number(numbers) => numbers.clone(),
                _ => panic!("{name} has no numbers"),
            }
        };
        let inside =
            laps.iter().zip(real("progress")).zip(real("lap_progress")).filter_map(|((lap, progress), part)| {
                let (progress, part) = (progress.filter(|_| *lap > 0)?, part?);
                ((f64::from(*lap) - 1.0)..=f64::from(*lap)).contains(&progress).then_some(())?;
                Some((f64::from(*lap) - 1.0 + part - progress).abs())
            });
        let (count, most) = inside.fold((0, 0.0_f64), |(count, most), off| (count + 1, most.max(off)));
        assert!(count > 10 && most < 1e-3, "{file}: {most} in {count} rows");
        if let Some(life) = whole("life").filter(|_| race.resources().iter().all(|resource| resource.max == 0)) {
            assert!(life.iter().all(Option::is_none), "{file}");
            lifeless += 1;
        }
    }
    assert!(lifeless >= 2, "{lifeless} races without damage");
}

#[test]
fn all_equally_fast_laps_are_named() {
    let sentence = |file| fastest_laps(&Digest::of(open(file).as_ref())).unwrap();
    let first = sentence("wheel_to_wheel/harbour-cup-1");
    assert!(first.starts_with("The fastest laps are ") && first.ends_with(": 8 turns each."), "{first}");
    assert!(first.contains("Bea's lap") && first.contains("Cyd's lap"), "{first}");
    let ponds = sentence("vector_racing/two-ponds-photo-finish");
    assert!(ponds.contains("Mona's lap") && ponds.contains("Nils's lap") && ponds.contains("22 turns"), "{ponds}");
    let second = sentence("wheel_to_wheel/harbour-cup-2");
    assert_eq!(second.matches("'s lap").count(), 3, "{second}");
}

#[test]
fn two_sentences_agree_on_the_round_in_which_the_lead_changed_for_good() {
    let mut changes = 0;
    for file in shipped() {
        let race = open(&file);
        let digest = Digest::of(race.as_ref());
        let Some(change) = digest.story.iter().find(|sentence| sentence.contains("changed for good")) else { continue };
        let round = change.split("in round ").nth(1).unwrap().split(' ').next().unwrap();
        let winner = &digest.cars[0].name;
        let all = highlights(race.as_ref(), &Series::of(race.as_ref()), &digest);
        let leaders = all.iter().find(|sentence| sentence.starts_with("Leaders at the end")).unwrap();
        let own = leaders.split(": ").nth(1).unwrap().trim_end_matches('.').split("; ");
        let own = own.filter(|part| part.starts_with(winner)).last().unwrap();
        if own.contains(" from ") {
            continue;
        }
        let last = own.rsplit([',', ' ']).take_while(|word| *word != "rounds" && *word != "round").collect::<Vec<_>>();
        let begins = if last.get(1) == Some(&"to") { last[2] } else { last[0] };
        assert_eq!(begins, round, "{file}: {change} {leaders}");
        changes += 1;
    }
    assert!(changes >= 5, "{changes} races");
}

#[test]
fn a_team_race_of_formula_d_names_the_winning_team() {
    let score = open("formula_d/cobalt-pass-teams").score().unwrap();
    let teams: Vec<(&str, u32)> = score.teams.iter().map(|team| (team.name.as_str(), team.points)).collect();
    assert_eq!(teams, [("Marmot + Pika", 16), ("Gentian + Larkspur", 13)]);
    assert_eq!(score.drivers.len(), 4);
    assert_eq!(score.winning_team().unwrap().name, "Marmot + Pika");
    let summary = said(&["analyze", "replays/formula_d/cobalt-pass-teams.json"]);
    assert!(summary.contains("Winning team: Marmot + Pika."), "{summary}");
    assert!(open("formula_d/saltmarsh-six-cars").score().is_none(), "no teams");
}

#[test]
fn a_change_of_tyres_spends_no_tyre_points() {
    let race = open("wheel_to_wheel/harbour-cup-1");
    let spending = tables::spending(&Digest::of(race.as_ref()));
    let purpose = spending.column("purpose").unwrap();
    let purposes: Vec<&str> = spending.rows.iter().map(|row| text(&row[purpose])).collect();
    assert!(purposes.iter().filter(|purpose| **purpose == "lap").count() >= 4, "{purposes:?}");
    assert!(!purposes.contains(&"change"), "{purposes:?}");
}
