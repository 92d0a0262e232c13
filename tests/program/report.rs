//! The analysis of a race as a page.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use serde_json::{Value, json};
use tempfile::TempDir;

use super::command::{paddock, said, text};
use super::shipped::of_all_games;

/// A text as the page shows it.
fn shown(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[test]
fn the_page_of_every_shipped_race_has_its_cars_and_figures() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let files = of_all_games("replays");
    assert!(files.len() > 15);
    let mut sentences = 0;
    for file in files {
        let name = text(&file);
        let output = paddock(&["analyze", name, "-o", text(&page)]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", said(&output));
        let html = std::fs::read_to_string(&page).unwrap();
        let figures: Value = serde_json::from_slice(&paddock(&["analyze", name, "--json"]).stdout).unwrap();
        assert!(html.contains(&format!("<h1>{}</h1>", shown(figures["title"].as_str().unwrap()))), "{name}");
        for sentence in figures["story"].as_array().unwrap() {
            assert!(html.contains(&shown(sentence.as_str().unwrap())), "{name}: {sentence}");
        }
        // The sentences of the summary are those of the command line.
        let said = String::from_utf8(paddock(&["analyze", name]).stdout).unwrap().replace('\n', " ");
        for start in
            ["Leaders at the end of each round: ", "No car ran out of points", "Ran out of ", "Left the race: "]
        {
            let is_said = said.contains(start);
            assert_eq!(html.contains(start), is_said, "{name}: {start}");
            sentences += usize::from(is_said);
        }
        let cars = figures["cars"].as_array().unwrap();
        assert!(!cars.is_empty());
        let results = html.split("<h2>Results</h2>").nth(1).unwrap().split("</table>").next().unwrap();
        let rows: Vec<&str> = results.split("<tr>").skip(2).collect();
        assert_eq!(rows.len(), cars.len(), "{name}");
        for (row, car) in rows.iter().zip(cars) {
            for figure in [car["rank"].to_string(), car["car"].to_string(), car["turns"].to_string()] {
                assert!(row.contains(&format!("<td>{figure}</td>")), "{name}: {figure} in {row}");
            }
            assert!(row.contains(&shown(car["name"].as_str().unwrap())), "{name}: {row}");
        }
        for heading in ["The board at the end", "Plots by round", "Laps", "Turns"] {
            assert!(html.contains(&format!("<h2>{heading}</h2>")), "{name}: {heading}");
        }
        assert_eq!(html.matches("<img ").count(), 2, "{name}");
        assert!(!html.contains("<script") && !html.contains("http-equiv"));
    }
    assert!(sentences > 40, "{sentences}");
}

#[test]
fn names_are_text_and_wrong_calls_are_refused() {
    let folder = TempDir::new().unwrap();
    let (race, page) = (folder.path().join("race.json"), folder.path().join("page.html"));
    let mut file: Value =
        serde_json::from_slice(&std::fs::read("replays/formula_d/saltmarsh-first-evening.json").unwrap()).unwrap();
    file["title"] = "<script>alert(1)</script>".into();
    file["setup"]["cars"][0]["name"] = "\"><img src=x onerror=y>".into();
    std::fs::write(&race, file.to_string()).unwrap();
    assert_eq!(paddock(&["analyze", text(&race), "-o", text(&page)]).status.code(), Some(0));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(!html.contains("<script>") && !html.contains("<img src=x"));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    let wrong = |out: &str, words: &str| {
        let output = paddock(&["analyze", text(&race), "-o", out]);
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains(words), "{}", said(&output));
    };
    wrong("page.txt", "must end in .html or .pdf");
    assert_eq!(paddock(&["analyze", "replays", "-o", text(&page), "--json"]).status.code(), Some(2));
}

#[test]
fn the_page_has_the_remarks_of_people() {
    let folder = TempDir::new().unwrap();
    let (race, page) = (folder.path().join("race.json"), folder.path().join("page.html"));
    let shipped = std::fs::read("replays/vector_racing/two-ponds-photo-finish.json").unwrap();
    let mut file: Value = serde_json::from_slice(&shipped).unwrap();
    file["notes"] = json!([{ "at": 5, "text": "Too fast?" }, { "at": 7, "text": "Only a note" }]);
    file["bookmarks"] = json!([{ "at": 5, "name": "The <pass>" }, { "at": 6, "name": "Only a bookmark" }]);
    std::fs::write(&race, file.to_string()).unwrap();
    let output = paddock(&["analyze", text(&race), "-o", text(&page)]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let html = std::fs::read_to_string(&page).unwrap();
    for words in ["</b> The &lt;pass&gt;: Too fast?</p>", "</b> Only a bookmark</p>", "</b> Only a note</p>"] {
        assert_eq!(html.matches(words).count(), 1, "{words}");
    }
}

#[test]
fn the_page_as_pdf_has_pages_of_a4() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.pdf");
    for race in [
        "replays/vektorace/nightjar-park-duel.json",
        "replays/formula_d/saltmarsh-first-evening.json",
        "replays/vector_racing/mill-lane-three-pencils.json",
        "replays/wheel_to_wheel/lanternwood-cloudburst.json",
    ] {
        let output = paddock(&["analyze", race, "-o", text(&page)]);
        assert_eq!(output.status.code(), Some(0), "{race}: {}", said(&output));
        let pdf = std::fs::read(&page).unwrap();
        assert!(pdf.starts_with(b"%PDF-"), "{race}");
        let pages = pdf.windows(9).filter(|part| part == b"/MediaBox").count();
        assert!((3..=30).contains(&pages), "{race}: {pages} pages");
        // 210 × 297 mm in points, upright or across.
        assert_eq!(pdf.windows(8).filter(|part| part == b"595.2756").count(), pages, "{race}");
    }
}
