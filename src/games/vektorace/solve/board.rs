//! A map of the board with floating-point values. It shows how deeply a piece at a given point overlaps an obstacle or
//! the table's edge. The search uses the map only to exclude moves that are certainly impossible. It checks all other
//! moves by the rules.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::games::vektorace::Track;
use crate::games::vektorace::pieces::{LONGEST, pieces, vector_parts};
use crate::geometry::{Direction, Octilinear, Point};

/// The possible resolutions of the map, from fine to coarse. Each pair has the resolution, in pixels per octagon, and
/// the area of the largest table for which it is used, in square octagons. The maps of all pieces together take about
/// 70 bytes per pixel.
const PIXELS: [(f64, f64); 3] = [(16.0, 5_000.0), (8.0, 20_000.0), (4.0, f64::INFINITY)];

/// A tolerance that is larger than any floating-point error in this module, in octagons.
const SLACK: f64 = 1e-6;

/// The ranges of a convex shape along x, y, x + y and y − x, each as minimum and maximum.
type Spans = [[f64; 2]; 4];

fn spans(shape: &Octilinear) -> Spans {
    [0, 2, 1, 3].map(|axis| {
        let axis = Direction::new(axis);
        [-shape.reach(axis.opposite()).to_f64(), shape.reach(axis).to_f64()]
    })
}

/// The map for one piece. Each pixel has a depth: how deeply the piece overlaps an obstacle or the table's edge if the
/// piece's anchor is in that pixel.
#[derive(Debug)]
struct Raster {
    depth: Vec<f32>,
}

/// A map of the board. For each kind of piece and each point, it gives the depth by which a piece at this point
/// overlaps an obstacle or the table's edge.
#[derive(Debug)]
pub struct Board {
    /// The table's lower left corner.
    pub from: [f64; 2],
    /// The table's width and height.
    pub size: [f64; 2],
    pixels: f64,
    columns: usize,
    rows: usize,
    car: Raster,
    /// The maps of vectors 2 to 5, one for each vector and each of the directions 0 to 3. The anchor (the point of the
    /// piece that a pixel stands for) is the vector's first octagon. Directions 4 to 7 use the same maps, with the
    /// vector's last octagon as the anchor.
    vectors: Vec<Raster>,
}

impl Board {
    /// Creates the map of a circuit without cars. If `stop` returns true before the map is complete, the unfinished
    /// part of the map allows every piece. Bounds computed from such a map are still valid.
    pub fn new(track: &Track, stop: &(dyn Fn() -> bool + Sync)) -> Self {
        let table = spans(track.table());
        let from = [table[0][0], table[1][0]];
        let size = [table[0][1] - from[0], table[1][1] - from[1]];
        let area = size[0] * size[1];
        let pixels = PIXELS.iter().find(|(_, most)| area <= *most).map_or(4.0, |(pixels, _)| *pixels);
        let (columns, rows) = ((size[0] * pixels).ceil() as usize + 1, (size[1] * pixels).ceil() as usize + 1);
        let obstacles: Vec<Spans> = track
            .corners()
            .iter()
            .map(|corner| *corner.shape())
            .chain(*track.pitwall().parts())
            .map(|shape| spans(&shape))
            .collect();
        let stopped = AtomicBool::new(false);
        let raster = |parts: &[Spans]| {
            let depth = (0..columns * rows)
                .into_par_iter()
                .with_min_len(columns)
                .map(|pixel| {
                    if pixel % columns == 0 && stop() {
                        stopped.store(true, Ordering::Relaxed);
                    }
                    if stopped.load(Ordering::Relaxed) {
                        return f32::NEG_INFINITY;
                    }
                    let middle = |index: usize, axis: usize| from[axis] + (index as f64 + 0.5) / pixels;
                    let at = [middle(pixel % columns, 0), middle(pixel / columns, 1)];
                    deepest(parts, &obstacles, &table, at) as f32
                })
                .collect();
            Raster { depth }
        };
        let car = raster(&[spans(pieces().car())]);
        let mut vectors = Vec::new();
        for length in 2..=LONGEST {
            for direction in 0..4 {
                let parts: Vec<Spans> =
                    vector_parts(length, Point::ORIGIN, Direction::new(direction)).map(|part| spans(&part)).collect();
                vectors.push(raster(&parts));
            }
        }
        Self { from, size, pixels, columns, rows, car, vectors }
    }

    #[inline]
    fn look_up(&self, raster: &Raster, at: [f64; 2]) -> f64 {
        let (x, y) = ((at[0] - self.from[0]) * self.pixels, (at[1] - self.from[1]) * self.pixels);
        if x < 0.0 || y < 0.0 {
            return f64::INFINITY;
        }
        let (column, row) = (x as usize, y as usize);
        if column >= self.columns || row >= self.rows {
            return f64::INFINITY;
        }
        f64::from(raster.depth[row * self.columns + column])
    }

    /// Returns the distance from a pixel's middle to its edge, in octagons.
    #[inline]
    fn pixel_reach(&self) -> f64 {
        0.5 / self.pixels
    }

    /// Returns the depth by which a car with its centre at `at` overlaps an obstacle or the table's edge; negative if
    /// the car is clear.
    #[inline]
    fn car_depth(&self, at: [f64; 2]) -> f64 {
        self.look_up(&self.car, at)
    }

    /// Returns the depth by which a vector overlaps an obstacle or the table's edge; negative if it is clear. `first`
    /// and `last` are the centres of its first and last octagon.
    #[inline]
    fn vector_depth(&self, length: u8, heading: Direction, first: [f64; 2], last: [f64; 2]) -> f64 {
        if length == 1 {
            return self.car_depth(first);
        }
        let (direction, anchor) = if heading.number() < 4 { (heading, first) } else { (heading.opposite(), last) };
        self.look_up(&self.vectors[usize::from(length - 2) * 4 + direction.index()], anchor)
    }

    /// Whether a car certainly fits nowhere near `at`: at no point that is at most `reach` away in x and in y.
    #[inline]
    pub fn blocks_car(&self, at: [f64; 2], reach: f64) -> bool {
        self.car_depth(at) > reach + self.pixel_reach() + SLACK
    }

    /// Returns true only if no shift of up to `reach` in x and in y makes a vector fit. `first` and `last` are the
    /// centres of its first and last octagon before the shift.
    #[inline]
    pub fn blocks_vector(&self, length: u8, heading: Direction, first: [f64; 2], last: [f64; 2], reach: f64) -> bool {
        self.vector_depth(length, heading, first, last) > reach + self.pixel_reach() + SLACK
    }
}

/// Returns how deeply a piece at `at` overlaps an obstacle or the table's edge, in octagons. A positive number means
/// that the piece overlaps. If it is shifted by less than this number in x and in y, it certainly still overlaps the
/// same obstacle or edge. A negative number means that the piece is clear. It certainly stays clear if it is shifted by
/// less than the number without its sign.
fn deepest(parts: &[Spans], obstacles: &[Spans], table: &Spans, at: [f64; 2]) -> f64 {
    let shift = [at[0], at[1], at[0] + at[1], at[1] - at[0]];
    let mut depth = f64::NEG_INFINITY;
    for part in parts {
        let own: Spans = std::array::from_fn(|axis| part[axis].map(|reach| reach + shift[axis]));
        for other in obstacles {
            let mut least = f64::INFINITY;
            for axis in 0..4 {
                let way = (own[axis][1] - other[axis][0]).min(other[axis][1] - own[axis][0]);
                // A shift by 1 in x and in y is a shift by 2 along x + y or y − x.
                least = least.min(if axis < 2 { way } else { way / 2.0 });
            }
            depth = depth.max(least);
        }
        for axis in 0..2 {
            depth = depth.max(own[axis][1] - table[axis][1]).max(table[axis][0] - own[axis][0]);
        }
    }
    depth
}
