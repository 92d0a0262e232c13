//! The parts of the analysis of a race, in the order in which a page shows them.

use super::chart;
use crate::analysis::{Axis, Column, Digest, Quantity, Series, Table, fastest_laps, highlights, tables};
use crate::game::scene::Scene;
use crate::game::words::many;
use crate::render::chart::Chart;
use crate::render::position;
use crate::replay::Race;

/// A part of the page with the analysis of a race.
pub(super) enum Part {
    /// The title of the race; always first.
    Title(String),
    /// A line of facts about the race, in small type.
    Fact(String),
    Sentence(String),
    Heading(&'static str),
    /// The mark and the note that people gave a turn.
    Note {
        turn: String,
        mark: String,
        note: String,
    },
    /// A table with its heading.
    Table(&'static str, Shown),
    /// The table of all turns.
    Turns(Shown),
    /// The board after the last turn.
    Board(Box<Scene>),
    /// Plots whose horizontal axis shows the rounds of the race.
    Plots(Vec<Chart>),
}

/// The part of a table that is shown: the columns that have values, with their cells.
pub(super) struct Shown {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Shown {
    /// Keeps only the columns of a table that have values. Returns `None` for a table without rows.
    fn of(table: Table) -> Option<Self> {
        let text = |row: usize, column: usize| {
            let kind = table.columns[column].kind;
            table.rows[row].get(column).map(|value| value.shown(kind).into_owned()).unwrap_or_default()
        };
        let rows = 0..table.rows.len();
        let columns: Vec<usize> =
            (0..table.columns.len()).filter(|column| rows.clone().any(|row| !text(row, *column).is_empty())).collect();
        let cells = rows.map(|row| columns.iter().map(|column| text(row, *column)).collect()).collect();
        let shown =
            Self { rows: cells, columns: columns.iter().map(|column| table.columns[*column].clone()).collect() };
        (!shown.rows.is_empty()).then_some(shown)
    }
}

/// Makes everything on the page with the analysis of a race, such as headings, tables and plots, in order.
pub(super) fn parts(race: &dyn Race) -> Vec<Part> {
    let digest = Digest::of(race);
    let words = race.info().gear;
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
    let mut parts = vec![Part::Title(digest.title.clone()), Part::Fact(about)];
    let highlights = highlights(race, &Series::of(race), &digest);
    parts.extend(digest.story.iter().cloned().chain(highlights).map(Part::Sentence));
    parts.extend(fastest_laps(&digest).map(Part::Sentence));
    parts.extend(race.score().iter().flat_map(crate::game::Score::team_sentences).map(Part::Sentence));
    let add = |parts: &mut Vec<Part>, heading, table| {
        parts.extend(Shown::of(table).map(|shown| Part::Table(heading, shown)));
    };
    add(&mut parts, "Results", tables::results(race, &digest).in_words(words));
    let board = position(race, race.len(), false).cropped();
    parts.push(Part::Heading(if digest.over { "The board at the end" } else { "The board after the last turn" }));
    parts.push(Part::Board(Box::new(board)));
    let plots = plots(race);
    if !plots.is_empty() {
        parts.extend([Part::Heading("Plots by round"), Part::Plots(plots)]);
    }
    add(&mut parts, "Laps", tables::laps(race, &digest).in_words(words));
    if digest.cars.iter().any(|car| car.stints.len() > 1) {
        add(&mut parts, "Stints", tables::stints(race, &digest).in_words(words));
    }
    add(&mut parts, "Corners, on average", tables::corner_means(&digest).in_words(words));
    add(&mut parts, "Spending", tables::spending(&digest));
    add(&mut parts, "Incidents", tables::incidents(race));
    add(&mut parts, "Duels", tables::duels(race));
    let notes = notes(race);
    if !notes.is_empty() {
        parts.push(Part::Heading("Notes"));
        parts.extend(notes);
    }
    parts.extend(Shown::of(tables::turns(race).in_words(words)).map(Part::Turns));
    parts.push(Part::Fact(format!("Made by Paddock {}.", env!("CARGO_PKG_VERSION"))));
    parts
}

/// Makes the plots whose horizontal axis shows the rounds of the race: places, gaps, gear and speed, and the resources.
fn plots(race: &dyn Race) -> Vec<Chart> {
    if race.is_empty() {
        return Vec::new();
    }
    let series = Series::of(race);
    let cars: Vec<usize> = (0..race.entrants().len()).collect();
    let wanted = |quantity: &Quantity| {
        matches!(quantity, Quantity::Rank | Quantity::Gap | Quantity::Gear | Quantity::Speed | Quantity::Resource(_))
    };
    let quantities = Quantity::of_race(race, &series).into_iter().filter(wanted);
    quantities.map(|quantity| chart(race, &series, quantity, Axis::Rounds, &cars)).collect()
}

/// The marks, bookmarks and notes that people wrote.
fn notes(race: &dyn Race) -> Vec<Part> {
    let remarks = race.remarks();
    let note = |at: usize| {
        let mark = remarks.marks.get(&at).map(|mark| mark.sign().to_owned()).unwrap_or_default();
        let bookmark = remarks.bookmark(at).map(|name| if name.is_empty() { "Bookmark" } else { name }.to_owned());
        let note = bookmark.into_iter().chain(remarks.note(at)).collect::<Vec<String>>().join(": ");
        let turn = if at == 0 { "The grid".to_owned() } else { format!("Turn {at}, {}", race.notation(at)) };
        (!mark.is_empty() || !note.is_empty()).then_some(Part::Note { turn, mark, note })
    };
    (0..=race.len()).filter_map(note).collect()
}
