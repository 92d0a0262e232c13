//! Generates invented circuits as files of GP Online: any closed line, any number of lanes, any numbering.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::fmt::Write as _;

use paddock::games::formula_d::Side;
use paddock::games::formula_d::bare::Furnished;
use paddock::import::gp_online;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Pixels per space.
const PIXELS: f64 = 25.0;
/// The distance between lanes, in spaces.
const WIDTH: f64 = 0.9;

/// A closed line; the argument goes from 0 to 1.
pub type Line = fn(f64) -> [f64; 2];

/// A ring, driven counter-clockwise.
pub fn ring(part: f64) -> [f64; 2] {
    let angle = part * std::f64::consts::TAU;
    [angle.cos() * 1.6, angle.sin()]
}

/// A figure of eight, which crosses itself in the middle.
pub fn eight(part: f64) -> [f64; 2] {
    let angle = part * std::f64::consts::TAU + 0.9;
    [angle.cos(), angle.sin() * angle.cos()]
}

/// A line with three loops, which crosses itself three times.
pub fn clover(part: f64) -> [f64; 2] {
    let angle = part * std::f64::consts::TAU + 0.2;
    [angle.sin() + 2.0 * (2.0 * angle).sin(), angle.cos() - 2.0 * (2.0 * angle).cos()]
}

/// A space by its lane, from 0 at the left, and its index in the lane, from 0 behind the line.
pub type Place = (usize, usize);

/// An invented circuit.
#[derive(Clone)]
pub struct Invented {
    /// The text after the picture's name in the first line.
    pub header: &'static str,
    pub line: Line,
    pub lanes: usize,
    /// The number of spaces of each lane.
    pub spaces: usize,
    /// Corners: first and last space, stops, inside.
    pub corners: Vec<(usize, usize, u8, Side)>,
    /// Blocked spaces; only their lane runs through them.
    pub blocked: Vec<Place>,
    /// Gaps in lanes, by first and last space. One blocked space far away joins the ends of each.
    pub gaps: Vec<(usize, usize, usize)>,
    /// Whether there is a pit lane, and whether it crosses below the track.
    pub pit: Option<bool>,
    /// The spaces of grid slots.
    pub slots: Vec<Place>,
    /// A seed that shuffles numbers and lines; 0 keeps them in order.
    pub mixed: u64,
    /// Whether the line is marked by `F` after the type, and not by type 5.
    pub flagged: bool,
    /// Extra edges.
    pub extra: Vec<(Place, Place)>,
    /// Lanes without a mark of the line.
    pub unmarked: Vec<usize>,
}

impl Invented {
    /// A circuit of three lanes with two corners, a pit lane and ten slots.
    pub fn new(line: Line, spaces: usize) -> Self {
        let slot =
            |number: usize| (if number.is_multiple_of(2) { 0 } else { 2 }, spaces - 1 - number / 2 * 2 - number % 2);
        Self {
            header: "0",
            line,
            lanes: 3,
            spaces,
            corners: vec![(10, 17, 1, Side::Left), (spaces / 2, spaces / 2 + 9, 2, Side::Left)],
            blocked: Vec::new(),
            gaps: Vec::new(),
            pit: Some(false),
            slots: (0..10).map(slot).collect(),
            mixed: 0,
            flagged: false,
            extra: Vec::new(),
            unmarked: Vec::new(),
        }
    }

    pub fn lanes(mut self, lanes: usize) -> Self {
        self.lanes = lanes;
        self.slots.iter_mut().filter(|slot| slot.0 > 0).for_each(|slot| slot.0 = lanes - 1);
        self
    }

    fn is_gap(&self, (lane, space): Place) -> bool {
        self.gaps.iter().any(|(of, first, last)| *of == lane && (*first..=*last).contains(&space))
    }

    fn corner(&self, space: usize) -> Option<(u8, Side, usize)> {
        self.corners
            .iter()
            .find(|(first, last, ..)| (*first..=*last).contains(&space))
            .map(|(first, _, stops, side)| (*stops, *side, *first))
    }

    /// A point a number of spaces along the lap, and a number of spaces to the left of the line.
    fn point(&self, along: f64, left: f64) -> [f64; 2] {
        const STEPS: usize = 4_000;
        let raw: Vec<[f64; 2]> = (0..=STEPS).map(|step| (self.line)(step as f64 / STEPS as f64)).collect();
        let lengths: Vec<f64> =
            raw.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1])).collect();
        let whole: f64 = lengths.iter().sum();
        let wanted = (along / self.spaces as f64).rem_euclid(1.0) * whole;
        let mut so_far = 0.0;
        let place = lengths.iter().position(|length| {
            so_far += length;
            so_far >= wanted
        });
        let place = place.unwrap_or(STEPS - 1);
        let (a, b) = (raw[place], raw[place + 1]);
        let part = 1.0 - (so_far - wanted) / lengths[place];
        let (dx, dy) = ((b[0] - a[0]) / lengths[place], (b[1] - a[1]) / lengths[place]);
        let scale = self.spaces as f64 / whole;
        let at = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
        [at[0] * scale - dy * left, at[1] * scale + dx * left]
    }

    fn at(&self, (lane, space): Place) -> [f64; 2] {
        let left = ((self.lanes - 1) as f64 / 2.0 - lane as f64) * WIDTH;
        self.point(space as f64 + if lane % 2 == 1 { 0.5 } else { 0.0 }, left)
    }

    /// The file.
    pub fn text(&self) -> String {
        let count = self.spaces;
        let mut rng = ChaCha8Rng::seed_from_u64(self.mixed);
        // Nodes with their entries in the file: type, whether on the line, depth.
        let mut nodes: Vec<(String, [f64; 2], String, Option<f64>)> = Vec::new();
        let name = |(lane, space): Place| format!("{lane}/{}", space % count);
        for space in 0..count {
            for lane in 0..self.lanes {
                if self.is_gap((lane, space)) {
                    continue;
                }
                let is_line = space == 0 && !self.unmarked.contains(&lane);
                let corner = self.corner(space);
                let sort = match corner {
                    _ if self.blocked.contains(&(lane, space)) => "4",
                    Some((1, ..)) => "3",
                    Some((2, ..)) => "2",
                    Some(_) => "6",
                    None if is_line && !self.flagged => "5",
                    None => "1",
                };
                let flag = if is_line && self.flagged { " F" } else { "" };
                let half = f64::from(u8::from(lane % 2 == 1)) / 2.0;
                let depth = corner.filter(|_| sort != "4").map(|(_, _, first)| (space - first) as f64 + half);
                nodes.push((name((lane, space)), self.at((lane, space)), format!("{sort}{flag}"), depth));
            }
        }
        let mut edges: Vec<(String, String)> = Vec::new();
        let is_open = |place: Place| !self.is_gap(place) && !self.blocked.contains(&place);
        for space in 0..count {
            for lane in 0..self.lanes {
                let next = (space + 1) % count;
                if self.is_gap((lane, space)) {
                    continue;
                }
                if !self.is_gap((lane, next)) {
                    edges.push((name((lane, space)), name((lane, next))));
                }
                let to = if lane % 2 == 1 { next } else { space };
                for (other, side) in [(lane.checked_sub(1), Side::Left), (Some(lane + 1), Side::Right)] {
                    let Some(other) = other.filter(|other| *other < self.lanes) else { continue };
                    let may = self.corner(space).is_none_or(|(_, inside, _)| inside == side);
                    if may && is_open((lane, space)) && is_open((other, to)) {
                        edges.push((name((lane, space)), name((other, to))));
                    }
                }
            }
        }
        for (number, (lane, first, last)) in self.gaps.iter().enumerate() {
            let far = self.point(((first + last) / 2) as f64, 3.0 * self.lanes as f64);
            let joint = format!("joint{number}");
            nodes.push((joint.clone(), far, "4".to_owned(), None));
            edges.push((name((*lane, first - 1)), joint.clone()));
            edges.push((joint, name((*lane, last + 1))));
        }
        edges.extend(self.extra.iter().map(|(from, to)| (name(*from), name(*to))));
        let mut garages = Vec::new();
        if let Some(crosses) = self.pit {
            let (first, last) = (count - 14, count + 4);
            let chain: Vec<usize> = (first + 1..last).collect();
            let right = self.lanes as f64 / 2.0 * WIDTH + 0.9;
            for place in &chain {
                // A pit lane that crosses changes sides in its middle.
                let part = (*place - first) as f64 / (last - first) as f64;
                let left = if crosses { right * ((part - 0.5) * 4.0).clamp(-1.0, 1.0) } else { -right };
                let id = format!("pit{place}");
                nodes.push((id.clone(), self.point(*place as f64, left), "7".to_owned(), None));
                if (chain[2]..chain[12]).contains(place) {
                    garages.push(id);
                }
            }
            let id = |place: usize| format!("pit{place}");
            edges.push((name((self.lanes - 1, first)), id(chain[0])));
            edges.extend(chain.windows(2).map(|pair| (id(pair[0]), id(pair[1]))));
            let back = if crosses { 0 } else { self.lanes - 1 };
            edges.push((id(chain[chain.len() - 1]), name((back, last + 1))));
        }
        let mut numbers: Vec<u32> = (0..nodes.len() as u32).collect();
        if self.mixed > 0 {
            // Node numbers with gaps, nodes and edges in any order.
            let mut number = 0;
            for own in &mut numbers {
                number += rng.random_range(1..9);
                *own = number;
            }
            numbers.shuffle(&mut rng);
        }
        let number = |id: &str| numbers[nodes.iter().position(|node| node.0 == id).unwrap()];
        let mut of_nodes: Vec<String> = nodes
            .iter()
            .map(|(id, [x, y], sort, _)| format!("{} {:.0} {:.0} {sort}", number(id), x * PIXELS, -y * PIXELS))
            .collect();
        let mut of_edges: Vec<String> =
            edges.iter().map(|(from, to)| format!("{} {}", number(from), number(to))).collect();
        if self.mixed > 0 {
            of_nodes.shuffle(&mut rng);
            of_edges.shuffle(&mut rng);
        }
        let mut text = format!(
            "invented.png {}\r\n{}\r\n\r\n{}\r\n\r\n",
            self.header,
            of_nodes.join("\r\n"),
            of_edges.join("\r\n")
        );
        for (id, .., depth) in &nodes {
            if let Some(depth) = depth {
                let _ = write!(text, "{} {depth:.1}\r\n", number(id));
            }
        }
        for id in &garages {
            let _ = write!(text, "{} 1.0\r\n", number(id));
        }
        text.push_str("\r\n");
        for slot in &self.slots {
            let _ = write!(text, "{} 180.0\r\n", number(&name(*slot)));
        }
        text
    }

    /// The circuit, imported.
    pub fn import(&self) -> Furnished {
        gp_online::circuit("Invented", self.text().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
    }
}
