//! Computes a lower bound on the tyre and nitro points that a car needs for the rest of a lap, for each number of moves
//! left. The bound comes from the relaxed problem (`cells`), in which a car may make every move that is possible from
//! some point of its square. The tables of the bound are filled backwards from the finish line.

use std::sync::Arc;

use rayon::prelude::*;

use super::cells::{Relaxed, Squares, Tiling};
use super::course::{Phase, Xy};
use crate::games::vektorace::rules::gears;
use crate::geometry::Direction;

/// A number of points that no car has. A bound with this value means that the lap is impossible.
pub const NEVER: u8 = 100;

/// The number of gears.
const GEARS: usize = 5;

/// A table that holds a number of points for each square of the board. Tables in [`Tables::pooled`] also have extra
/// squares (padding) around the board, because moves may leave it.
type Table = Vec<u8>;

/// For one phase of the lap and one heading: the points that a car still needs to reach the goal. There is one table
/// for each gear.
#[derive(Clone, Debug)]
struct Tables {
    /// For each gear, the tyre and nitro points that a car needs to reach the goal if it has declared this gear.
    declared: [Table; GEARS],
    /// For each gear, the tyre and nitro points that a car needs to reach the goal if it has just played this gear and
    /// must now declare the next one.
    played: [Table; GEARS],
    /// For each gear, one table for each size of block: one or two columns by one or two rows of squares. An entry is
    /// the least value of `played` in a block. `Shift::pool` is the index of the table for a block's size.
    pooled: [[Table; 4]; GEARS],
}

/// For one number of moves: the points that a car needs to reach the goal in that many moves. Has one table for each
/// phase, heading and gear.
#[derive(Debug)]
struct Layer {
    /// For each phase of the lap and each heading, one table for each gear. A table gives the points that a car still
    /// needs to reach the goal after it has moved in this gear.
    tables: Vec<Arc<[Table; GEARS]>>,
    /// For each phase of the lap and each heading, one table for each gear. A table gives the points that a car still
    /// needs to reach the goal after it has declared this gear. The list is empty unless `Bound::keeps_declared` is
    /// set.
    declared: Vec<Arc<[Table; GEARS]>>,
}

/// The lower bound on the tyre and nitro points that a car needs to reach the goal, which is a phase of the lap.
#[derive(Debug)]
pub struct Bound {
    tiling: Tiling,
    goal: Phase,
    points: u8,
    /// For each number of moves left, beginning with 0, the points that a car needs to reach the goal in that many
    /// moves.
    layers: Vec<Layer>,
    /// For each phase of the lap and each heading, the tables for the largest number of moves computed so far. The last
    /// entry of `layers` is for the same number of moves.
    state: Vec<Tables>,
    /// For each entry of `state`, whether it changed when `layers` was last extended by one move.
    changed: Vec<bool>,
    settled: bool,
    /// Whether `layers` also stores the points that a car needs after it has declared a gear (`Layer::declared`).
    keeps_declared: bool,
}

/// Returns the number of extra squares (padding) at each end of a row of a padded table.
const fn padding(tiling: &Tiling) -> usize {
    (12.0 / tiling.side) as usize + 2
}

impl Bound {
    /// Creates the lower bound on the points that a car needs to reach the phase `goal`. The car has `points` points in
    /// all, tyre and nitro together. At first, the bound covers 0 moves. Each call of [`extend`](Self::extend) adds one
    /// move.
    pub fn new(relaxed: &Relaxed, points: u8, goal: Phase) -> Self {
        let tiling = relaxed.tiling;
        let never = vec![NEVER; padded_len(&tiling)];
        let empty = Tables {
            declared: std::array::from_fn(|_| vec![NEVER; tiling.len()]),
            played: std::array::from_fn(|_| vec![NEVER; tiling.len()]),
            pooled: std::array::from_fn(|_| std::array::from_fn(|_| never.clone())),
        };
        let mut state = vec![empty; (relaxed.done + 1) * 8];
        for tables in &mut state[goal * 8..] {
            tables.played.iter_mut().for_each(|table| table.fill(0));
            tables.pooled.iter_mut().flatten().for_each(|table| table.fill(0));
        }
        let changed = (0..state.len()).map(|index| index >= goal * 8).collect();
        let keeps_declared = false;
        let mut bound =
            Self { tiling, goal, points, layers: Vec::new(), state, changed, settled: false, keeps_declared };
        bound.keep();
        bound
    }

    /// Makes the bound also store, for each number of moves, the points that a car still needs once it has declared its
    /// gear. Call this before extending the bound.
    pub fn with_declarations(mut self) -> Self {
        self.keeps_declared = true;
        self.layers.clear();
        self.keep();
        self
    }

    fn keep(&mut self) {
        let kept = |of: fn(&Tables) -> &[Table; GEARS], last: fn(&Layer) -> &[Arc<[Table; GEARS]>]| {
            let tables = self.state.iter().enumerate().map(|(index, tables)| match self.layers.last() {
                Some(layer) if !self.changed[index] => last(layer)[index].clone(),
                _ => of(tables).clone().into(),
            });
            tables.collect()
        };
        let tables = kept(|tables| &tables.played, |layer| &layer.tables);
        let declared =
            if self.keeps_declared { kept(|tables| &tables.declared, |layer| &layer.declared) } else { Vec::new() };
        self.layers.push(Layer { tables, declared });
    }

    /// Returns a lower bound on the points that a car with a declared gear needs to reach the goal. `moves` is the
    /// number of moves, including the move in that gear. Returns [`NEVER`] if the goal cannot be reached.
    pub fn declared_with(&self, moves: usize, phase: Phase, heading: Direction, gear: u8, at: Xy) -> u8 {
        if phase >= self.goal {
            return 0;
        }
        let tables = self.layers.get(moves).and_then(|layer| layer.declared.get(phase * 8 + heading.index()));
        tables.map_or(NEVER, |tables| self.look_up(&tables[usize::from(gear - 1)], at))
    }

    /// Returns the fewest moves in which a car with a declared gear could reach the goal with these points; `None` if
    /// no number of moves in the tables is enough.
    pub fn moves_declared(&self, phase: Phase, heading: Direction, gear: u8, at: Xy, points: u8) -> Option<usize> {
        (0..self.layers.len()).find(|moves| self.declared_with(*moves, phase, heading, gear, at) <= points)
    }

    /// Returns the number of moves that the tables cover.
    pub fn moves(&self) -> usize {
        self.layers.len() - 1
    }

    /// Returns the fewest moves in which a car that has just played a gear could reach the goal with these points. If
    /// the tables do not cover enough moves, returns one more than they cover.
    pub fn moves_after(&self, phase: Phase, heading: Direction, gear: u8, at: Xy, points: u8) -> usize {
        (0..self.layers.len())
            .find(|moves| self.after(*moves, phase, heading, gear, at) <= points)
            .unwrap_or(self.layers.len())
    }

    /// Whether the last call of [`extend`](Self::extend) changed no table. If so, further calls change nothing either.
    pub const fn is_settled(&self) -> bool {
        self.settled
    }

    /// Extends the tables by one more move. Changes nothing if `stop` returns true before the end.
    pub fn extend(&mut self, relaxed: &Relaxed, stop: &(dyn Fn() -> bool + Sync)) {
        let (state, changed, points) = (&self.state, &self.changed, self.points);
        let improved: Vec<Option<Tables>> = (0..self.goal * 8)
            .into_par_iter()
            .map(|index| step(relaxed, (state, changed), index / 8, Direction::new((index % 8) as i64), points, stop))
            .collect();
        if stop() {
            return;
        }
        self.changed.fill(false);
        self.settled = true;
        for (index, tables) in improved.into_iter().enumerate() {
            let Some(tables) = tables else { continue };
            self.settled = false;
            self.changed[index] = true;
            self.state[index] = tables;
        }
        self.keep();
    }

    /// Returns a lower bound on the points that a car needs to reach the goal. The car has just played a gear and has
    /// `moves` moves left. Returns [`NEVER`] if the goal certainly cannot be reached with the points of the race.
    #[inline]
    pub fn after(&self, moves: usize, phase: Phase, heading: Direction, gear: u8, at: Xy) -> u8 {
        if phase >= self.goal {
            return 0;
        }
        // If further moves change nothing, the last layer is valid for any number of moves.
        let last = self.layers.last().filter(|_| self.settled);
        let Some(layer) = self.layers.get(moves).or(last) else { return 0 };
        self.look_up(&layer.tables[phase * 8 + heading.index()][usize::from(gear - 1)], at)
    }

    /// Returns a table's value at a point. If floating point cannot decide which square the point is in, returns the
    /// least value of the possible squares.
    #[inline]
    fn look_up(&self, table: &Table, at: Xy) -> u8 {
        let in_square = |at: Xy| self.tiling.cell(at).map_or(NEVER, |cell| table[cell]);
        if !self.tiling.is_on_line(at) {
            return in_square(at);
        }
        let hair = self.tiling.side * 1e-4;
        let around = [-hair, hair].into_iter().flat_map(|x| [-hair, hair].map(|y| [at[0] + x, at[1] + y]));
        around.map(in_square).min().unwrap_or(NEVER)
    }

    /// Returns a lower bound on the points that a car with a declared gear needs to reach the goal within the number of
    /// moves that the tables cover.
    pub fn declared(&self, phase: Phase, heading: Direction, gear: u8, at: Xy) -> u8 {
        self.look_up(&self.state[phase * 8 + heading.index()].declared[usize::from(gear - 1)], at)
    }
}

fn padded_len(tiling: &Tiling) -> usize {
    (tiling.columns + 2 * padding(tiling)) * (tiling.rows + 1)
}

/// Computes the tables of one phase and heading for one more move. Returns `None` if no value becomes lower, or if
/// `stop` returns true before the end.
fn step(
    relaxed: &Relaxed,
    (state, changed): (&[Tables], &[bool]),
    phase: Phase,
    heading: Direction,
    points: u8,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Tables> {
    let around = [-1, 0, 1].map(|turn| heading.turned(turn).index());
    let moves = &relaxed.moves[phase][heading.index()];
    let leads_on = (phase..=(phase + 1).min(relaxed.done)).chain(moves.leaps.iter().map(|leap| usize::from(leap.2)));
    // `leads_on` lists the same few phases many times, so each phase is checked once.
    let phases = leads_on.fold(0u32, |phases, phase| phases | 1 << phase);
    let any_changed = (0..=relaxed.done)
        .any(|next| phases & (1 << next) != 0 && around.iter().any(|index| changed[next * 8 + index]));
    if !any_changed {
        return None;
    }
    let own = &state[phase * 8 + heading.index()];
    let tiling = &relaxed.tiling;
    let mut moved: [Table; GEARS] = std::array::from_fn(|gear| own.declared[gear].clone());
    for (index, choice) in relaxed.choices[heading.index()].iter().enumerate() {
        if stop() {
            return None;
        }
        let gear = usize::from(choice.gear - 1);
        for (squares, next) in [(&moves.stays[index], phase), (&moves.advances[index], phase + 1)] {
            let source = next * 8 + choice.heading.index();
            if squares.bits.is_empty() || !changed[source] {
                continue;
            }
            let table = &state[source].pooled[gear][choice.shift.pool];
            lower(tiling, &mut moved[gear], squares, table, (choice.shift.columns, choice.shift.rows), choice.points);
        }
    }
    for (index, cell, next) in &moves.leaps {
        let choice = &relaxed.choices[heading.index()][usize::from(*index)];
        let gear = usize::from(choice.gear - 1);
        let table = &state[usize::from(*next) * 8 + choice.heading.index()].pooled[gear][choice.shift.pool];
        let (column, row) = (*cell as usize % tiling.columns, *cell as usize / tiling.columns);
        let Some(target) = target(tiling, row as isize + choice.shift.rows, column as isize + choice.shift.columns)
        else {
            continue;
        };
        let value = table[target] + choice.points;
        let least = &mut moved[gear][*cell as usize];
        *least = (*least).min(value);
    }
    // Allow braking at every move. The bound stays tight, because declaring the lower gear in the turn before is
    // cheaper.
    for gear in 1..GEARS {
        let (below, above) = moved.split_at_mut(gear);
        for (reduced, table) in below.iter().enumerate() {
            least_with(&mut above[0], table, (gear - reduced) as u8);
        }
    }
    moved.iter_mut().flatten().for_each(|value| {
        if *value > points {
            *value = NEVER;
        }
    });
    if moved == own.declared {
        return None;
    }
    let played: [Table; GEARS] = std::array::from_fn(|gear| {
        let mut played = moved[gear].clone();
        for (to, table) in moved.iter().enumerate() {
            let price = gears::price(gear as u8 + 1, to as u8 + 1);
            least_with(&mut played, table, price.tyre + price.nitro);
        }
        played
    });
    let pooled = std::array::from_fn(|gear| pool(tiling, &played[gear]));
    Some(Tables { declared: moved, played, pooled })
}

fn least_with(table: &mut [u8], other: &[u8], more: u8) {
    for (value, other) in table.iter_mut().zip(other) {
        *value = (*value).min(other.saturating_add(more));
    }
}

/// Returns the index of a square in a padded table; `None` if the square lies beyond the padding.
fn target(tiling: &Tiling, row: isize, column: isize) -> Option<usize> {
    let pad = padding(tiling);
    // The padded table has one more row below, because a block may begin there and reach into the tiling.
    let row = usize::try_from(row + 1).ok().filter(|row| *row <= tiling.rows)?;
    let column = usize::try_from(column + pad as isize).ok().filter(|column| *column < tiling.columns + 2 * pad)?;
    Some(row * (tiling.columns + 2 * pad) + column)
}

/// Spreads each byte into eight bytes, one for each bit: 0 if the bit is set, 255 if it is not.
const UNSET: [[u8; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            all[byte][bit] = if byte >> bit & 1 == 1 { 0 } else { 255 };
            bit += 1;
        }
        byte += 1;
    }
    all
};

/// Lowers the entries of `table` for the squares in `squares`. The candidate for a square's new value is the entry of
/// `source` at a fixed offset from the square, plus `points`. It replaces the old value if it is lower.
fn lower(
    tiling: &Tiling,
    table: &mut [u8],
    squares: &Squares,
    source: &[u8],
    (columns, rows): (isize, isize),
    points: u8,
) {
    let stride = tiling.columns / 8;
    for (offset, bits) in squares.bits.chunks_exact(stride).enumerate() {
        let row = squares.first_row + offset;
        let Some(start) = target(tiling, row as isize + rows, columns) else { continue };
        let into = table[row * tiling.columns..(row + 1) * tiling.columns].as_chunks_mut::<8>().0;
        let from = source[start..start + tiling.columns].as_chunks::<8>().0;
        for ((into, from), bits) in into.iter_mut().zip(from).zip(bits) {
            if *bits == 0 {
                continue;
            }
            let unset = &UNSET[usize::from(*bits)];
            for lane in 0..8 {
                into[lane] = into[lane].min((from[lane] + points) | unset[lane]);
            }
        }
    }
}

/// Returns four padded tables, one for each size of a block of squares: 1 × 1, 2 × 1 (wide), 1 × 2 (tall) and 2 × 2.
/// Each entry is the least value in the block that begins at its square and extends right and up.
fn pool(tiling: &Tiling, table: &[u8]) -> [Table; 4] {
    let pad = padding(tiling);
    let width = tiling.columns + 2 * pad;
    let mut single = vec![NEVER; padded_len(tiling)];
    for (row, values) in table.chunks_exact(tiling.columns).enumerate() {
        let start = (row + 1) * width + pad;
        single[start..start + tiling.columns].copy_from_slice(values);
    }
    let wide: Table =
        (0..single.len()).map(|index| single[index].min(*single.get(index + 1).unwrap_or(&NEVER))).collect();
    let high = |table: &Table| -> Table {
        (0..table.len()).map(|index| table[index].min(*table.get(index + width).unwrap_or(&NEVER))).collect()
    };
    let (tall, both) = (high(&single), high(&wide));
    [single, wide, tall, both]
}
