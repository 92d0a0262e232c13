//! Finds places for signs beside a track. A sign is placed as near as possible to the point it names, on the outer side
//! of the bend. It never lies on the track, on pieces or on another sign.
//!
//! The board is divided into small cells. A cell is taken if anything touches it. So a sign that lies only on free
//! cells overlaps nothing.

use super::lettering;
use super::scene::{Scene, Shape};

/// The number of cells along the longer side of the area that is searched.
const CELLS: f64 = 260.0;
/// The width of a strip around the board, as a share of the board's longer side. Signs may also be placed in this
/// strip.
const AROUND: f64 = 0.3;
/// The least distance between two signs, as a share of their height.
const APART: f64 = 0.35;
/// The least distance from a sign to a text without a leader line, such as the number of a space, as a share of the
/// text's height.
const CLOSE: f64 = 0.12;
/// The least distance between a leader line and the sign of another object, as a share of the sign's height.
const BESIDE: f64 = 0.2;
/// The number of directions that are tried on either side of the wanted direction.
const TURNS: i32 = 12;

/// A request to place a sign near the point of the board to which it belongs.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The point of the board to which the sign belongs.
    pub anchor: [f64; 2],
    /// The wanted direction from the anchor to the sign, for example towards the outer side of a bend. The vector may
    /// have any length. Zero if all directions are equally good.
    pub away: [f64; 2],
    /// The width and height of the sign, in world units.
    pub size: [f64; 2],
    /// The wanted distance between the anchor and the sign, in world units.
    pub gap: f64,
}

impl Wish {
    /// Returns eight alternative requests for one sign beside a group of discs, one for each of eight directions.
    /// `points` are the middles of the discs. In each request, the line from the sign ends at the edge of the disc that
    /// is outermost in this direction. So the line never crosses the text inside a disc.
    #[must_use]
    pub fn around(points: &[[f64; 2]], radius: f64, size: [f64; 2], gap: f64) -> Vec<Self> {
        let toward = |eighth: i32| {
            let (sin, cos) = (f64::from(eighth) * std::f64::consts::FRAC_PI_4).sin_cos();
            let reach = |at: &&[f64; 2]| at[0] * cos + at[1] * sin;
            let outermost = points.iter().max_by(|a, b| reach(a).total_cmp(&reach(b)))?;
            let anchor = [outermost[0] + cos * radius, outermost[1] + sin * radius];
            Some(Self { anchor, away: [cos, sin], size, gap })
        };
        (0..8).filter_map(toward).collect()
    }
}

/// The place of a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The middle of the sign.
    pub at: [f64; 2],
    /// The line from the sign to the point that it names. `None` if the sign is close to this point.
    pub leader: Option<[[f64; 2]; 2]>,
}

impl Placed {
    /// Returns the line from the edge of the sign to a point outside the sign. `size` is the width and height of the
    /// sign.
    #[must_use]
    pub fn line_to(&self, point: [f64; 2], size: [f64; 2]) -> [[f64; 2]; 2] {
        let half = size.map(|side| side / 2.0);
        [[0, 1].map(|axis| point[axis].max(self.at[axis] - half[axis]).min(self.at[axis] + half[axis])), point]
    }
}

/// The free and the taken cells of a board.
pub struct Room {
    /// The lower left and upper right corner of the board, without the strip around it.
    bounds: [[f64; 2]; 2],
    low: [f64; 2],
    cell: f64,
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
    /// For each point where four cells meet, the number of taken cells that lie both below the point and to its left.
    sums: Vec<u32>,
    /// The first row whose cells are not yet counted in `sums`.
    counted: usize,
    /// The signs that were placed.
    signs: Vec<[[f64; 2]; 2]>,
}

impl Room {
    /// Makes an empty board with these lower left and upper right corners.
    #[must_use]
    pub fn new(bounds: [[f64; 2]; 2]) -> Self {
        let side = |axis: usize| {
            let side = bounds[1][axis] - bounds[0][axis];
            if side.is_finite() { side.clamp(1e-3, 1e7) } else { 1.0 }
        };
        let longer = side(0).max(side(1));
        let around = longer * AROUND;
        let cell = (longer + 2.0 * around) / CELLS;
        let count = |axis: usize| ((side(axis) + 2.0 * around) / cell).ceil().clamp(1.0, 2.0 * CELLS) as usize;
        let (columns, rows) = (count(0), count(1));
        Self {
            bounds,
            low: [bounds[0][0] - around, bounds[0][1] - around],
            cell,
            columns,
            rows,
            taken: vec![false; columns * rows],
            sums: Vec::new(),
            counted: 0,
            signs: Vec::new(),
        }
    }

    /// Marks the cells of a shape as taken, together with all cells closer to it than `around`.
    pub fn block(&mut self, shape: &Shape, around: f64) {
        match shape {
            Shape::Polygon(corners) => {
                self.block_area(std::slice::from_ref(corners));
                let sides = corners.iter().zip(corners.iter().cycle().skip(1));
                sides.for_each(|(from, to)| self.block_line(*from, *to, around));
            }
            Shape::Polyline(points) => {
                points.windows(2).for_each(|pair| self.block_line(pair[0], pair[1], around));
            }
            Shape::Circle { center, radius } => self.block_line(*center, *center, radius + around),
            Shape::Text { at, height, text } => {
                let half = [lettering::width(text) * height / 2.0, height * 0.7];
                let corner = |x: f64, y: f64| [at[0] + x * half[0], at[1] + y * half[1]];
                let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                self.block(&Shape::Polygon(corners.to_vec()), around);
            }
        }
    }

    /// Returns the best free place for a sign, and marks its cells as taken. The wishes are alternative places for this
    /// one sign, for example one place on each side of the track. Returns `None` if there is no free place.
    pub fn place(&mut self, wishes: &[Wish]) -> Option<Placed> {
        self.count();
        let mut best: Option<(f64, Placed, [f64; 2])> = None;
        for wish in wishes {
            let limit = best.map_or(f64::INFINITY, |(cost, ..)| cost);
            if let Some((cost, placed)) = self.search(wish, limit) {
                best = Some((cost, placed, wish.size));
            }
        }
        let (_, placed, size) = best?;
        self.take(placed.at, size, APART);
        if let Some([from, to]) = placed.leader {
            self.block_line(from, to, (BESIDE * size[1]).max(self.cell));
        }
        Some(placed)
    }

    /// Finds the cheapest place for a sign that was requested with `wish`. Considers only places whose cost is below
    /// `limit`. Returns the cost and the place.
    fn search(&self, wish: &Wish, limit: f64) -> Option<(f64, Placed)> {
        let [width, height] = wish.size;
        let sound =
            [wish.anchor, wish.away, wish.size, [wish.gap, 0.0]].iter().flatten().all(|value| value.is_finite());
        if !sound || width <= 0.0 || height <= 0.0 {
            return None;
        }
        let forward = wish.away[1].atan2(wish.away[0]);
        // If no direction is wanted, turning away from it costs nothing.
        let strictness = if wish.away[0].hypot(wish.away[1]) > 1e-9 { 1.0 } else { 0.0 };
        let most = 2.0 * (self.columns.max(self.rows) as f64) * self.cell;
        let (mut least, mut best) = (limit, None);
        let mut distance = wish.gap;
        while distance < most && (distance - wish.gap) / height < least {
            for turn in 0..2 * TURNS {
                // Tries directions to the left and to the right in turn, further and further from the wanted direction.
                let turned = f64::from((turn + 1) / 2 * if turn % 2 == 0 { 1 } else { -1 });
                let angle = turned * std::f64::consts::PI / f64::from(TURNS);
                let (sin, cos) = (forward + angle).sin_cos();
                let half = (cos.abs() * width + sin.abs() * height) / 2.0;
                let at = [wish.anchor[0] + cos * (distance + half), wish.anchor[1] + sin * (distance + half)];
                let base = (distance - wish.gap) / height + strictness * angle * angle;
                if base >= least || !self.is_free(at, wish.size) {
                    continue;
                }
                let leader = self.leader(wish, at);
                if leader.is_some_and(|line| self.signs.iter().any(|sign| meets(around(*sign, wish.anchor), line))) {
                    continue;
                }
                let cost = base + self.outside(at, wish.size) / height + leader.map_or(0.0, |line| self.crossing(line));
                if cost < least {
                    least = cost;
                    best = Some((cost, Placed { at, leader }));
                }
            }
            distance += (height * 0.25).max(self.cell);
        }
        best
    }

    /// Finds a free place for a text, exactly in the wanted direction. The distance from the anchor is the wanted
    /// distance, or larger by at most the height of the text. Marks the cells of the place as taken. Returns the middle
    /// of the place, or `None` if there is no free place.
    pub fn beside(&mut self, wish: Wish) -> Option<[f64; 2]> {
        self.count();
        let length = wish.away[0].hypot(wish.away[1]).max(1e-9);
        let [x, y] = wish.away.map(|value| value / length);
        let half = (x.abs() * wish.size[0] + y.abs() * wish.size[1]) / 2.0 + wish.gap;
        let at = |further: f64| {
            let distance = half + further * wish.size[1];
            [wish.anchor[0] + x * distance, wish.anchor[1] + y * distance]
        };
        let is_free = |at: &[f64; 2]| at.iter().all(|value| value.is_finite()) && self.is_free(*at, wish.size);
        let at = [0.0, 0.3, 0.6, 1.0].map(at).into_iter().find(is_free)?;
        self.take(at, wish.size, CLOSE);
        Some(at)
    }

    /// Marks the cells under a sign or a text as taken, and also a strip of cells around it. `around` is the width of
    /// the strip as a share of the height of the sign or text.
    fn take(&mut self, at: [f64; 2], size: [f64; 2], around: f64) {
        let half = size.map(|side| side / 2.0);
        let [low, high] = [-1.0, 1.0].map(|sign| [0, 1].map(|axis| at[axis] + sign * half[axis]));
        self.block(&Shape::rectangle([low, high]), size[1] * around);
        self.signs.push([low, high]);
    }

    /// Enlarges the bounds of the scene so that all placed signs are inside, with a margin.
    pub fn show_all(&self, scene: &mut Scene, margin: f64) {
        for [low, high] in &self.signs {
            for axis in 0..2 {
                scene.bounds[0][axis] = scene.bounds[0][axis].min(low[axis] - margin);
                scene.bounds[1][axis] = scene.bounds[1][axis].max(high[axis] + margin);
            }
        }
    }

    fn block_line(&mut self, from: [f64; 2], to: [f64; 2], around: f64) {
        if !from.iter().chain(&to).all(|value| value.is_finite()) || !around.is_finite() {
            return;
        }
        // A cell touches the line if its middle is closer to the line than this.
        let reach = around + self.cell * std::f64::consts::FRAC_1_SQRT_2;
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let square = (x * x + y * y).max(1e-18);
        let rows = self.span(1, from[1].min(to[1]) - reach, from[1].max(to[1]) + reach);
        self.counted = self.counted.min(rows.start);
        for row in rows {
            // Only the part of the line that is close to the row is needed. It limits the columns to test.
            let middle = self.middle(0, row)[1];
            let part = |y_at: f64| if y.abs() < 1e-12 { None } else { Some(((y_at - from[1]) / y).clamp(0.0, 1.0)) };
            let ends = part(middle - reach).zip(part(middle + reach)).unwrap_or((0.0, 1.0));
            let (a, b) = (from[0] + x * ends.0, from[0] + x * ends.1);
            for column in self.span(0, a.min(b) - reach, a.max(b) + reach) {
                let at = self.middle(column, row);
                let along = (((at[0] - from[0]) * x + (at[1] - from[1]) * y) / square).clamp(0.0, 1.0);
                let apart = [at[0] - from[0] - along * x, at[1] - from[1] - along * y];
                if apart[0] * apart[0] + apart[1] * apart[1] <= reach * reach {
                    self.taken[row * self.columns + column] = true;
                }
            }
        }
    }

    /// Marks cells as taken if their middle is inside an outline and outside its holes. `rings` are the outline and the
    /// holes, in any order. They may be concave.
    pub fn block_area(&mut self, rings: &[Vec<[f64; 2]>]) {
        let finite = |ring: &&Vec<[f64; 2]>| ring.len() > 2 && ring.iter().flatten().all(|value| value.is_finite());
        let rings: Vec<&Vec<[f64; 2]>> = rings.iter().filter(finite).collect();
        let points = rings.iter().flat_map(|ring| ring.iter());
        let ends = points.fold([f64::MAX, f64::MIN], |[low, high], at| [low.min(at[1]), high.max(at[1])]);
        let mut crossings = Vec::new();
        let rows = self.span(1, ends[0], ends[1]);
        self.counted = self.counted.min(rows.start);
        for row in rows {
            let y = self.middle(0, row)[1];
            crossings.clear();
            for (from, to) in rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1))) {
                if (from[1] > y) != (to[1] > y) {
                    crossings.push(from[0] + (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1]));
                }
            }
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                for column in self.span(0, pair[0], pair[1]) {
                    self.taken[row * self.columns + column] = true;
                }
            }
        }
    }

    /// The columns (axis 0) or rows (axis 1) of the cells between two coordinates.
    fn span(&self, axis: usize, from: f64, to: f64) -> std::ops::Range<usize> {
        let count = if axis == 0 { self.columns } else { self.rows };
        let cells = |value: f64| ((value - self.low[axis]) / self.cell).floor().clamp(-1.0, count as f64);
        let (first, last) = (cells(from).max(0.0) as usize, cells(to) + 1.0);
        first..(last.max(0.0) as usize).min(count)
    }

    fn middle(&self, column: usize, row: usize) -> [f64; 2] {
        [self.low[0] + (column as f64 + 0.5) * self.cell, self.low[1] + (row as f64 + 0.5) * self.cell]
    }

    fn count(&mut self) {
        let wide = self.columns + 1;
        self.sums.resize(wide * (self.rows + 1), 0);
        for row in std::mem::replace(&mut self.counted, self.rows)..self.rows {
            let (below, above) = self.sums.split_at_mut((row + 1) * wide);
            let cells = &self.taken[row * self.columns..(row + 1) * self.columns];
            let mut line = 0;
            for ((cell, sum), below) in cells.iter().zip(&mut above[1..]).zip(&below[row * wide + 1..]) {
                line += u32::from(*cell);
                *sum = below + line;
            }
        }
    }

    /// Whether a rectangle lies in the searched area and touches no taken cell.
    fn is_free(&self, at: [f64; 2], size: [f64; 2]) -> bool {
        let mut cells = [0..0, 0..0];
        for axis in 0..2 {
            let count = if axis == 0 { self.columns } else { self.rows } as f64;
            let low = ((at[axis] - size[axis] / 2.0 - self.low[axis]) / self.cell).floor();
            let high = ((at[axis] + size[axis] / 2.0 - self.low[axis]) / self.cell).ceil();
            if low < 0.0 || high > count {
                return false;
            }
            cells[axis] = low as usize..high as usize;
        }
        let wide = self.columns + 1;
        let [columns, rows] = cells;
        let sum = |column: usize, row: usize| self.sums[row * wide + column];
        sum(columns.end, rows.end) + sum(columns.start, rows.start)
            == sum(columns.start, rows.end) + sum(columns.end, rows.start)
    }

    /// Returns the line from a sign to the point that it names; `None` if the sign is close to this point.
    fn leader(&self, wish: &Wish, at: [f64; 2]) -> Option<[[f64; 2]; 2]> {
        let [from, to] = Placed { at, leader: None }.line_to(wish.anchor, wish.size);
        let length = (from[0] - to[0]).hypot(from[1] - to[1]);
        (length > wish.gap + wish.size[1] * 0.6).then_some([from, to])
    }

    /// Returns the cost of a leader (the line from a sign to the point that it names). The leader costs more the more
    /// taken cells it crosses. The last cells of the line are not counted, because the named point always lies on taken
    /// cells.
    fn crossing(&self, [from, to]: [[f64; 2]; 2]) -> f64 {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let steps = (length / self.cell).min(500.0) as usize;
        let is_taken = |step: usize| {
            let part = step as f64 / steps.max(1) as f64;
            let cell = [0, 1].map(|axis| (from[axis] + (to[axis] - from[axis]) * part - self.low[axis]) / self.cell);
            let inside =
                cell[0] >= 0.0 && cell[1] >= 0.0 && cell[0] < self.columns as f64 && cell[1] < self.rows as f64;
            inside && self.taken[cell[1] as usize * self.columns + cell[0] as usize]
        };
        // The last cells belong to the point itself.
        let taken = (0..steps.saturating_sub(3)).filter(|step| is_taken(*step)).count();
        2.0 * taken as f64
    }

    /// The sum of the lengths by which a rectangle reaches beyond each edge of the board.
    fn outside(&self, at: [f64; 2], size: [f64; 2]) -> f64 {
        let over = |axis: usize| {
            let low = self.bounds[0][axis] - (at[axis] - size[axis] / 2.0);
            let high = at[axis] + size[axis] / 2.0 - self.bounds[1][axis];
            low.max(0.0) + high.max(0.0)
        };
        over(0) + over(1)
    }
}

/// Returns the area around a sign that leader lines of other signs must not cross. `point` is the end of such a line.
/// If the point is close to the sign, the area is only the sign itself, because otherwise no line could reach the
/// point.
fn around([low, high]: [[f64; 2]; 2], point: [f64; 2]) -> [[f64; 2]; 2] {
    let by = BESIDE * (high[1] - low[1]);
    let wide = [low.map(|value| value - by), high.map(|value| value + by)];
    if meets(wide, [point; 2]) { [low, high] } else { wide }
}

/// Whether a straight line meets a rectangle.
fn meets([low, high]: [[f64; 2]; 2], [from, to]: [[f64; 2]; 2]) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let way = to[axis] - from[axis];
        if way.abs() < 1e-12 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return false;
            }
        } else {
            let (a, b) = ((low[axis] - from[axis]) / way, (high[axis] - from[axis]) / way);
            (first, last) = (first.max(a.min(b)), last.min(a.max(b)));
        }
    }
    first <= last
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: [[f64; 2]; 2] = [[0.0, 0.0], [40.0, 20.0]];

    fn wish(anchor: [f64; 2], away: [f64; 2]) -> Wish {
        Wish { anchor, away, size: [4.0, 1.5], gap: 0.3 }
    }

    fn wall(x: f64) -> Shape {
        Shape::Polygon(vec![[x, 0.0], [x + 2.0, 0.0], [x + 2.0, 20.0], [x, 20.0]])
    }

    #[test]
    fn a_sign_is_placed_close_and_on_the_wanted_side() {
        let mut room = Room::new(BOARD);
        room.block(&wall(20.0), 0.0);
        let placed = room.place(&[wish([22.0, 10.0], [1.0, 0.0])]).expect("room");
        assert!((placed.at[1] - 10.0).abs() < 1e-9 && (24.0..26.0).contains(&placed.at[0]), "{placed:?}");
        assert_eq!(placed.leader, None);
        // The first place is taken now.
        let second = room.place(&[wish([22.0, 10.0], [1.0, 0.0])]).expect("room");
        assert!((second.at[1] - 10.0).abs() >= 1.5, "{second:?}");
    }

    #[test]
    fn a_sign_is_placed_on_the_side_that_has_room() {
        let mut room = Room::new(BOARD);
        room.block(&wall(20.0), 0.0);
        room.block(&wall(23.0), 0.0);
        let sides = [wish([22.0, 10.0], [1.0, 0.0]), wish([20.0, 10.0], [-1.0, 0.0])];
        let placed = room.place(&sides).expect("room");
        assert!(placed.at[0] < 18.0, "{placed:?}");
    }

    #[test]
    fn areas_need_not_be_convex() {
        let mut room = Room::new(BOARD);
        let ell = vec![[5.0, 5.0], [35.0, 5.0], [35.0, 8.0], [8.0, 8.0], [8.0, 15.0], [5.0, 15.0]];
        room.block(&Shape::Polygon(ell), 0.0);
        room.count();
        assert!(room.is_free([20.0, 12.0], [8.0, 4.0]) && !room.is_free([20.0, 6.5], [0.5, 0.5]));
        assert!(!room.is_free([6.5, 12.0], [0.1, 0.1]) && !room.is_free([500.0, 0.0], [1.0, 1.0]));
    }

    #[test]
    fn no_input_makes_it_fail() {
        for bounds in [[[0.0; 2]; 2], [[0.0, 0.0], [1e300, 1.0]], [[f64::NAN; 2], [f64::INFINITY; 2]]] {
            let mut room = Room::new(bounds);
            room.block(&Shape::Polygon(vec![[f64::NAN, 0.0], [1.0, 1.0], [1e300, -1e300]]), 1e9);
            room.block(&Shape::Polyline(vec![[-1e300, 0.0], [1e300, 1.0]]), 0.1);
            room.block(&Shape::Circle { center: [0.0; 2], radius: f64::INFINITY }, 0.0);
            let _ = room.place(&[wish([f64::NAN, 0.0], [1.0, 0.0]), wish([0.0, 0.0], [0.0, 0.0])]);
            let _ = room.beside(wish([1e300, 0.0], [0.0, f64::NAN]));
        }
    }
}
