//! The rows of the turn list: the race with its variations below the turns in whose place they stand, set in.

use crate::replay::{LineId, LineView, Race};

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app::workspaces) enum Row {
    /// A turn of a line, from 1; 0 is the grid.
    Turn {
        /// The line it belongs to.
        line: LineId,
        /// Its number.
        turn: usize,
        /// How far it is set in.
        depth: usize,
        /// Whether it is on the line that is shown.
        shown: bool,
    },
    /// A variation begins.
    Head {
        /// Which.
        line: LineId,
        /// Its first turn.
        turn: usize,
        /// How far it is set in.
        depth: usize,
    },
}

/// All rows, and where the turns of the line that is shown are among them.
#[derive(Clone, Debug, Default)]
pub(in crate::app::workspaces) struct Rows {
    rows: Vec<Row>,
    /// The row of each position of the line that is shown.
    places: Vec<usize>,
    /// The revision and line they were made for.
    of: Option<(u64, LineId)>,
}

impl Rows {
    /// Brings them up to date with a race.
    pub fn refresh(&mut self, race: &dyn Race) {
        let revision = race.recorded().map_or(0, |recorded| recorded.revision());
        let of = Some((revision, race.shown_line()));
        if self.of == of {
            return;
        }
        *self = Self { of, ..Self::default() };
        let lines = race.lines();
        let Some(main) = lines.first() else {
            // A race without lines to tell of has one.
            let turn = |turn| Row::Turn { line: LineId::default(), turn, depth: 0, shown: true };
            self.rows = (0..=race.len()).map(turn).collect();
            self.places = (0..=race.len()).collect();
            return;
        };
        let mut path = vec![(race.shown_line(), usize::MAX)];
        while let Some((above, at)) = path.last().and_then(|(id, _)| lines.iter().find(|line| line.id == *id)?.parent) {
            path.push((above, at));
        }
        self.places = vec![0; race.len() + 1];
        self.add(main, &lines, &path, true);
    }

    /// Adds a line and what departs from it. `path` leads to the line that is shown: lines, and up to which turn.
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
            self.rows.push(Row::Turn { line: line.id, turn, depth: line.depth, shown });
            // After the turn it replaces; where there is none, at the end.
            while let Some((_, other)) = departing.next_if(|(at, _)| *at < turn || turn == line.len) {
                self.add(other, lines, path, false);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn get(&self, index: usize) -> Option<Row> {
        self.rows.get(index).copied()
    }

    /// The row of a position of the line that is shown.
    pub fn place(&self, position: usize) -> usize {
        self.places.get(position).copied().unwrap_or_default()
    }
}

/// The lines that go on from the same turn as the one that is shown, in the order of the list: what ↑ and ↓ walk through.
pub(in crate::app::workspaces) fn alternatives(race: &dyn Race, position: usize) -> Vec<LineId> {
    let lines = race.lines();
    let shown = race.shown_line();
    let find = |id: LineId| lines.iter().find(|line| line.id == id);
    // The line that the turn which led here belongs to.
    let mut owner = shown;
    while let Some((above, at)) = find(owner).and_then(|line| line.parent) {
        if position > at {
            break;
        }
        owner = above;
    }
    let Some(at) = position.checked_sub(1) else { return vec![shown] };
    // What it is an alternative to: the line it departs from at this very turn, or itself.
    let stem = match find(owner).and_then(|line| line.parent) {
        Some((above, from)) if from == at => above,
        _ => owner,
    };
    let departing = lines.iter().filter(|line| line.parent == Some((stem, at))).map(|line| line.id);
    let stem_goes_on = find(stem).is_some_and(|line| line.len > at).then_some(stem);
    stem_goes_on.into_iter().chain(departing).collect()
}
