//! The rows of the turn list: the main line, and indented variations below the turns that they replace.

use std::collections::BTreeSet;

use crate::replay::{LineId, LineView, Race};

/// A row of the list of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app::workspaces) enum Row {
    /// The row of a turn, or of the grid, on the main line or on a variation.
    Turn {
        /// The id of the line (main line or variation) that the turn belongs to.
        line: LineId,
        /// The number of the turn.
        turn: usize,
        /// The indentation level of the turn; 0 on the main line.
        depth: usize,
        /// Whether the turn is on the line that is on screen.
        shown: bool,
    },
    /// The row of the note on a turn. Only turns of the line on screen have such rows.
    Note {
        /// The number of the turn.
        turn: usize,
        /// The indentation level of the note; 0 on the main line.
        depth: usize,
    },
    /// The heading of a variation.
    Head {
        /// The id of the variation's line.
        line: LineId,
        /// The number of the variation's first turn.
        turn: usize,
        /// The indentation level of the variation's heading, from 1.
        depth: usize,
    },
}

/// All rows of the list of turns, and which of them belong to the line on screen.
#[derive(Clone, Debug, Default)]
pub(in crate::app::workspaces) struct Rows {
    rows: Vec<Row>,
    /// The row of each turn on the line on screen, as an index into the list of rows. The first entry is the row of the
    /// grid.
    places: Vec<usize>,
    /// The revision of the race and the line on screen that the rows were made for.
    of: Option<(u64, LineId)>,
    /// The numbers of the turns with a note, on the line on screen.
    noted: BTreeSet<usize>,
    /// The numbers of the turns with a note, a bookmark or a mark, on the line on screen.
    remarked: BTreeSet<usize>,
}

impl Rows {
    /// Computes the rows again, if the race or the line on screen has changed.
    pub fn refresh(&mut self, race: &dyn Race) {
        let revision = race.recorded().map_or(0, |recorded| recorded.revision());
        let of = Some((revision, race.shown_line()));
        if self.of == of {
            return;
        }
        let remarks = race.remarks();
        let noted: BTreeSet<usize> = remarks.notes.iter().map(|note| note.at).collect();
        let marked = remarks.marks.keys().chain(remarks.bookmarks.iter().map(|bookmark| &bookmark.at)).copied();
        let remarked = noted.iter().copied().chain(marked).collect();
        *self = Self { of, noted, remarked, ..Self::default() };
        let lines = race.lines();
        let Some(main) = lines.first() else {
            // A race without a list of lines has only the main line.
            for turn in 0..=race.len() {
                self.places.push(self.rows.len());
                self.push(Row::Turn { line: LineId::default(), turn, depth: 0, shown: true });
            }
            return;
        };
        let mut path = vec![(race.shown_line(), usize::MAX)];
        while let Some((above, at)) = path.last().and_then(|(id, _)| lines.iter().find(|line| line.id == *id)?.parent) {
            path.push((above, at));
        }
        self.places = vec![0; race.len() + 1];
        self.add(main, &lines, &path, true);
    }

    /// Adds the rows of a line and of all variations that start from it. `path` lists the lines from the main line to
    /// the line on screen, each with the number of its last turn before the next line starts.
    fn add(&mut self, line: &LineView, lines: &[LineView], path: &[(LineId, usize)], is_main: bool) {
        let from = line.parent.map_or(0, |(_, at)| at + 1);
        let last = path.iter().find(|(id, _)| *id == line.id).map(|(_, last)| *last);
        if !is_main {
            self.rows.push(Row::Head { line: line.id, turn: from, depth: line.depth });
        }
        let mut departing: Vec<(usize, &LineView)> = lines
            .iter()
            .filter_map(|other| other.parent.filter(|(of, _)| *of == line.id).map(|(_, at)| (at, other)))
            .collect();
        departing.sort_by_key(|(at, other)| (*at, other.id));
        let mut departing = departing.into_iter().peekable();
        for turn in from..=line.len {
            let shown = last.is_some_and(|last| turn <= last);
            if shown && let Some(place) = self.places.get_mut(turn) {
                *place = self.rows.len();
            }
            self.push(Row::Turn { line: line.id, turn, depth: line.depth, shown });
            // Add a variation after the turn that it replaces, or at the end of the line if it replaces none.
            while let Some((_, other)) = departing.next_if(|(at, _)| *at < turn || turn == line.len) {
                self.add(other, lines, path, false);
            }
        }
    }

    /// Adds the row of a turn, and the row of its note if it has one.
    fn push(&mut self, row: Row) {
        self.rows.push(row);
        if let Row::Turn { turn, depth, shown: true, .. } = row
            && self.noted.contains(&turn)
        {
            self.rows.push(Row::Note { turn, depth });
        }
    }

    /// The numbers of the turns with a remark, in ascending order.
    pub fn remarked(&self) -> impl ExactSizeIterator<Item = usize> {
        self.remarked.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn get(&self, index: usize) -> Option<Row> {
        self.rows.get(index).copied()
    }

    /// The index of the row that shows the race after `position` turns. They are turns of the line on screen (main line
    /// or variation).
    pub fn place(&self, position: usize) -> usize {
        self.places.get(position).copied().unwrap_or_default()
    }
}

/// The lines (main line or variations) that the keys ↑ and ↓ switch between, in the order of the list. One of them
/// contains the current turn. The others replace this turn by a different one.
pub(in crate::app::workspaces) fn alternatives(race: &dyn Race, position: usize) -> Vec<LineId> {
    let lines = race.lines();
    let shown = race.shown_line();
    let find = |id: LineId| lines.iter().find(|line| line.id == id);
    // Find the line that the last played turn belongs to.
    let mut owner = shown;
    while let Some((above, at)) = find(owner).and_then(|line| line.parent) {
        if position > at {
            break;
        }
        owner = above;
    }
    let Some(at) = position.checked_sub(1) else { return vec![shown] };
    // Find the line whose turn the alternatives replace. It is the parent of `owner` if `owner` starts at this turn,
    // else `owner`.
    let stem = match find(owner).and_then(|line| line.parent) {
        Some((above, from)) if from == at => above,
        _ => owner,
    };
    let departing = lines.iter().filter(|line| line.parent == Some((stem, at))).map(|line| line.id);
    let stem_goes_on = find(stem).is_some_and(|line| line.len > at).then_some(stem);
    stem_goes_on.into_iter().chain(departing).collect()
}
