//! The page as HTML.

use std::fmt::Write as _;

use super::chart;
use crate::analysis::{Axis, Digest, Kind, Quantity, Series, Table, tables};
use crate::game::words::many;
use crate::render::chart::{Chart, stack_height, stacked};
use crate::render::{self, Picture, RenderError, Theme, escaped, position};
use crate::replay::Race;

/// The width of the picture of the board and of the plots, in pixels.
const WIDTH: u32 = 1_100;

/// The look of the page. Numbers have digits of one width; tables do not break inside a row when printed.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2126;--weak:#5c666f;--line:#d5dade;--ground:#fff;--stripe:#f4f6f8}\
@media(prefers-color-scheme:dark){:root{--ink:#e4e8eb;--weak:#9aa5ae;--line:#3a434b;--ground:#14181c;--stripe:#1c2227}}\
body{font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:1100px;margin:2rem auto;padding:0 1rem}\
h1{margin:0 0 .2rem;font-size:1.7rem}h2{margin:2rem 0 .5rem;font-size:1.15rem}p{margin:.3rem 0}.weak{color:var(--weak)}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}\
th{font-weight:600;color:var(--weak);vertical-align:bottom}th.text,td.text{text-align:left}td.long{white-space:normal}\
tbody tr:nth-child(even){background:var(--stripe)}\
img{max-width:100%;height:auto;background:#fff;border-radius:6px}summary{cursor:pointer;color:var(--weak)}\
@media print{body{margin:0;max-width:none}tr,img{break-inside:avoid}.wide{overflow:visible}table{font-size:11px}}";

/// A picture as an element of its own, so that names in it cannot meet those of other pictures.
fn image(svg: &str, alt: &str) -> String {
    let mut data = String::with_capacity(svg.len() + svg.len() / 8);
    for byte in svg.bytes() {
        match byte {
            b'%' | b'#' | b'"' | b'<' | b'>' | b'&' | b'\'' | b'\n' | b'\r' | b'\t' | 0x80.. => {
                let _ = write!(data, "%{byte:02X}");
            }
            byte => data.push(char::from(byte)),
        }
    }
    format!("<img alt=\"{}\" src=\"data:image/svg+xml,{data}\">\n", escaped(alt))
}

/// A table with its heading. Columns without any value are left out; a table without rows is left out whole.
fn table(out: &mut String, heading: &str, table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    let shown = |row: usize, column: usize| {
        let kind = table.columns[column].kind;
        table.rows[row].get(column).map(|value| value.shown(kind).into_owned()).unwrap_or_default()
    };
    let has_values = |column: &usize| (0..table.rows.len()).any(|row| !shown(row, *column).is_empty());
    let columns: Vec<usize> = (0..table.columns.len()).filter(has_values).collect();
    let _ = write!(out, "<h2>{}</h2>\n<div class=\"wide\"><table>\n<thead><tr>", escaped(heading));
    for column in columns.iter().map(|column| &table.columns[*column]) {
        let class = if column.kind == Kind::Text { " class=\"text\"" } else { "" };
        let _ = write!(out, "<th{class} title=\"{}\">{}</th>", escaped(&column.help), escaped(&column.title));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in 0..table.rows.len() {
        out.push_str("<tr>");
        for column in &columns {
            let text = shown(row, *column);
            let class = match (table.columns[*column].kind, text.chars().count()) {
                (Kind::Text, 61..) => " class=\"text long\"",
                (Kind::Text, _) => " class=\"text\"",
                _ => "",
            };
            let _ = write!(out, "<td{class}>{}</td>", escaped(&text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Makes the page of a race.
///
/// ```
/// use paddock::analysis::Digest;
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let page = paddock::report::html(race.as_ref()).unwrap();
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("A duel in Nightjar Park"));
/// ```
///
/// # Errors
/// Returns an error if a picture cannot be drawn, because the circuit is too narrow.
pub fn html(race: &dyn Race) -> Result<String, RenderError> {
    let digest = Digest::of(race);
    let words = race.info().gear;
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ = write!(out, "<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n", escaped(&digest.title));
    let _ = writeln!(out, "<h1>{}</h1>", escaped(&digest.title));
    let edition = race.edition().map_or_else(String::new, |edition| format!(", {edition}"));
    let over = if digest.over { "" } else { "; the race is not over" };
    let about = format!(
        "{}{edition}, {}: {}, {} in {}{over}.",
        race.info().name,
        digest.track,
        many(digest.laps, "lap"),
        many(digest.turns as u64, "turn"),
        many(digest.rounds, "round")
    );
    let _ = writeln!(out, "<p class=\"weak\">{}</p>", escaped(&about));
    for sentence in &digest.story {
        let _ = writeln!(out, "<p>{}</p>", escaped(sentence));
    }
    if let Some((car, lap)) = tables::fastest_lap(&digest) {
        let name = digest.cars.iter().find(|known| known.car == car).map_or("", |car| car.name.as_str());
        let sentence = format!("The fastest lap is {name}'s lap {}: {}.", lap.lap, many(lap.turns, "turn"));
        let _ = writeln!(out, "<p>{}</p>", escaped(&sentence));
    }
    for sentence in race.score().iter().flat_map(crate::game::Score::team_sentences) {
        let _ = writeln!(out, "<p>{}</p>", escaped(&sentence));
    }
    table(&mut out, "Results", &tables::results(race, &digest).in_words(words));
    let board = position(race, race.len(), false).cropped();
    out.push_str("<h2>The board at the end</h2>\n");
    out.push_str(&image(
        &render::svg(&board, Picture::plain(Theme::Light, WIDTH))?,
        "The board at the end of the race",
    ));
    plots(&mut out, race)?;
    table(&mut out, "Laps", &tables::laps(race, &digest).in_words(words));
    if digest.cars.iter().any(|car| car.stints.len() > 1) {
        table(&mut out, "Stints", &tables::stints(race, &digest).in_words(words));
    }
    table(&mut out, "Corners, on average", &tables::corner_means(&digest).in_words(words));
    table(&mut out, "Spending", &tables::spending(&digest));
    table(&mut out, "Incidents", &tables::incidents(race));
    table(&mut out, "Duels", &tables::duels(race));
    remarks(&mut out, race);
    out.push_str("<details><summary>All turns</summary>\n");
    table(&mut out, "Turns", &tables::turns(race).in_words(words));
    out.push_str("</details>\n");
    let _ = writeln!(out, "<p class=\"weak\">Made by Paddock {}.</p>\n</body>\n</html>", env!("CARGO_PKG_VERSION"));
    Ok(out)
}

/// Adds the plots over rounds: places, gaps, gear and speed, and the resources.
fn plots(out: &mut String, race: &dyn Race) -> Result<(), RenderError> {
    let series = Series::of(race);
    let cars: Vec<usize> = (0..race.entrants().len()).collect();
    let wanted = |quantity: &Quantity| {
        matches!(quantity, Quantity::Rank | Quantity::Gap | Quantity::Gear | Quantity::Speed | Quantity::Resource(_))
    };
    let quantities = Quantity::of_race(race, &series).into_iter().filter(wanted);
    let charts: Vec<Chart> = quantities.map(|quantity| chart(race, &series, quantity, Axis::Rounds, &cars)).collect();
    if race.is_empty() || charts.is_empty() {
        return Ok(());
    }
    let height = stack_height(charts.len());
    out.push_str("<h2>Over the rounds</h2>\n");
    out.push_str(&image(&stacked(&charts, race.title(), Theme::Light, [WIDTH, height])?, "Plots over the rounds"));
    Ok(())
}

/// Adds the notes and marks that people wrote.
fn remarks(out: &mut String, race: &dyn Race) {
    let remarks = race.remarks();
    let written: Vec<String> = (0..=race.len())
        .filter_map(|at| {
            let mark = remarks.marks.get(&at).map(|mark| mark.sign()).unwrap_or_default();
            let note = remarks.note(at).unwrap_or_default();
            if mark.is_empty() && note.is_empty() {
                return None;
            }
            let turn = if at == 0 { "The grid".to_owned() } else { format!("Turn {at}, {}", race.notation(at)) };
            Some(format!("<p><b>{} {}</b> {}</p>\n", escaped(&turn), escaped(mark), escaped(&note)))
        })
        .collect();
    if !written.is_empty() {
        out.push_str("<h2>Notes</h2>\n");
        out.push_str(&written.concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("<b>\"A\" & B</b>\u{1}"), "&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;\u{fffd}");
        let image = image("<svg title=\"a#b\">ü</svg>", "x\" onload=\"y");
        assert!(!image[5..image.len() - 2].contains('<') && !image.contains("onload=\"y"));
        assert!(image.contains("%3Csvg title=%22a%23b%22%3E%C3%BC%3C/svg%3E"), "{image}");
    }
}
