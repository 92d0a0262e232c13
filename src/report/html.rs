//! Writes the analysis of a race as an HTML page.

use std::fmt::Write as _;

use super::parts::{Part, Shown, parts};
use crate::analysis::Kind;
use crate::render::chart::{stack_height, stacked};
use crate::render::{self, Picture, RenderError, Theme, escaped};
use crate::replay::Race;

/// The width of each picture (the board and the plots), in pixels.
const WIDTH: u32 = 1_100;

/// The style sheet of the page. Numbers have digits of equal width. When printed, tables do not break inside a row.
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

/// Writes a picture as an `img` element. In such an element, the ids of the picture cannot clash with the ids of other
/// pictures on the page.
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

/// Writes a table with its heading.
fn table(out: &mut String, heading: &str, table: &Shown) {
    let _ = write!(out, "<h2>{}</h2>\n<div class=\"wide\"><table>\n<thead><tr>", escaped(heading));
    for column in &table.columns {
        let class = if column.kind == Kind::Text { " class=\"text\"" } else { "" };
        let _ = write!(out, "<th{class} title=\"{}\">{}</th>", escaped(&column.help), escaped(&column.title));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (column, text) in table.columns.iter().zip(row) {
            let class = match (column.kind, text.chars().count()) {
                (Kind::Text, 61..) => " class=\"text long\"",
                (Kind::Text, _) => " class=\"text\"",
                _ => "",
            };
            let _ = write!(out, "<td{class}>{}</td>", escaped(text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Makes the HTML page of a race.
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
/// Returns an error if a picture cannot be drawn, for example because the board is too high for its width.
pub fn html(race: &dyn Race) -> Result<String, RenderError> {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    for part in parts(race) {
        match part {
            Part::Title(title) => {
                let title = escaped(&title);
                let _ =
                    write!(out, "<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n");
            }
            Part::Fact(text) => _ = writeln!(out, "<p class=\"weak\">{}</p>", escaped(&text)),
            Part::Sentence(text) => _ = writeln!(out, "<p>{}</p>", escaped(&text)),
            Part::Heading(text) => _ = writeln!(out, "<h2>{}</h2>", escaped(text)),
            Part::Note { turn, mark, note } => {
                let [turn, mark, note] = [turn, mark, note].map(|text| escaped(&text));
                let _ = writeln!(out, "<p><b>{turn} {mark}</b> {note}</p>");
            }
            Part::Table(heading, shown) => table(&mut out, heading, &shown),
            Part::Turns(shown) => {
                out.push_str("<details><summary>All turns</summary>\n");
                table(&mut out, "Turns", &shown);
                out.push_str("</details>\n");
            }
            Part::Board(scene) => {
                let svg = render::svg(&scene, Picture::plain(Theme::Light, WIDTH))?;
                out.push_str(&image(&svg, "The board after the last turn"));
            }
            Part::Plots(charts) => {
                let size = [WIDTH, stack_height(charts.len())];
                out.push_str(&image(&stacked(&charts, race.title(), Theme::Light, size)?, "Plots over the rounds"));
            }
        }
    }
    out.push_str("</body>\n</html>\n");
    Ok(out)
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
