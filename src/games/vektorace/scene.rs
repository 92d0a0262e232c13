//! Draws circuits and races. Only drawing uses floating point; the rules do not.

mod board;
mod cars;
mod cutouts;
mod lap;
mod line;
mod pieces;
mod proof;
mod road;
mod signs;

pub use proof::{draw_lap, draw_reach};
use road::Road;

use super::Vektorace;
use super::pieces::pieces;
use super::{Car, CornerDraft, Draft, Hand, Setup, State, TableEdge, Track, Turn};
use crate::game::scene::{Scene, Style, Tag};
use crate::game::{Cutout, Layout, Picture, words};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// Pieces that are further than this distance from the origin, in octagons, are not drawn. Only a broken file has such
/// pieces.
const FAR: f64 = 100_000.0;

/// Half the width of the road, in octagons.
const ROAD: f64 = 3.0;
/// The distance between the pitwall's axis and the nearer edge of the road, in octagons.
const WALL: f64 = 0.3;

impl Picture for Vektorace {
    fn layout(draft: &Draft) -> Layout {
        super::layout::layout(draft)
    }

    fn unit_mm(draft: &Draft) -> Option<f64> {
        draft.octagon_mm.map(Surd::to_f64)
    }

    fn cutouts(draft: &Draft) -> Vec<Cutout> {
        cutouts::cutouts(draft)
    }

    fn legend() -> &'static [(Style, &'static str)] {
        &[
            (Style::Corner, "corner: pass the corners in the order of their numbers"),
            (Style::CurbDark, "curb: pass the corner on this side"),
            (Style::Wall, "pitwall"),
            (Style::ChequerDark, "start and finish line, and the end of the pitwall at this line"),
            (Style::FinishLine, "start and finish line in the pit lane"),
            (Style::EntryLine, "entry of the pit lane"),
            (Style::PitHatch, "pit lane"),
            (Style::TrackLimit, "track limit: cars may not cross it"),
            (Style::Road, "road, as a guide only: cars may leave it"),
            (Style::LapLine, "route of a lap, as a guide only: cars may leave it"),
            (Style::Arrow, "direction of the race"),
            (Style::Slot, "the first grid places, as an example"),
        ]
    }

    fn facts(draft: &Draft) -> Vec<String> {
        let [low, high] = board::table(draft);
        let mut facts = vec![words::many(draft.corners.len() as u64, "corner")];
        // On a figure of eight, cars go round the corners of one half the other way.
        let is_followed = |hand: &Hand| {
            let other = draft.corners.iter().filter(|corner| corner.hand.is_some_and(|own| own != *hand)).count();
            3 * other < draft.corners.len().max(1)
        };
        facts.extend(draft.direction.filter(is_followed).map(|hand| match hand {
            Hand::Clockwise => "clockwise".to_owned(),
            Hand::CounterClockwise => "counter-clockwise".to_owned(),
        }));
        facts.push(format!("table {:.2} × {:.2} octagons", high[0] - low[0], high[1] - low[1]));
        facts
    }

    fn measures(draft: &Draft) -> Vec<(&'static str, String)> {
        let hand = |corner: &CornerDraft| corner.hand.or(draft.direction);
        let left = draft.corners.iter().filter(|corner| hand(corner) == Some(Hand::CounterClockwise)).count();
        let right = draft.corners.iter().filter(|corner| hand(corner) == Some(Hand::Clockwise)).count();
        let count = draft.corners.len();
        let corners = if left * right > 0 {
            format!("{count}: {left} to the left, {right} to the right")
        } else {
            count.to_string()
        };
        let mut measures = vec![("Corners", corners)];
        measures.extend(lap::measures(draft));
        measures
    }

    fn draw_track(draft: &Draft, highlight: &[Tag]) -> Scene {
        let mut scene = Scene { bounds: board::bounds(draft), items: Vec::new() };
        board::draw_table(draft, &mut scene);
        board::draw_grid(draft, &mut scene);
        board::draw_edge(draft, &mut scene);
        let road = Road::of(draft);
        road.draw(&mut scene);
        let letters = signs::letters(&scene);
        let wall = draft.pitwall.filter(|wall| is_near(wall.at));
        // The route runs below the finish line and the grid places.
        lap::draw(draft, &road, (2.0 * letters).max(0.8), &mut scene);
        if let Some(wall) = &wall {
            board::draw_lane(draft, wall, |wall, track| road.finish_line(wall, track), &mut scene);
        }
        if let Some(wall) = &wall {
            pieces::draw_pitwall(wall, highlight.contains(&Tag::Wall), &mut scene);
        }
        for (index, limit) in draft.limits.iter().enumerate() {
            board::draw_limit(index, limit, &mut scene);
        }
        for (index, corner) in draft.corners.iter().enumerate().filter(|(_, corner)| is_near(corner.at)) {
            pieces::draw_corner(index, corner, highlight.contains(&Tag::Corner(index)), &mut scene);
        }
        for (index, label) in draft.labels.iter().enumerate().filter(|(_, label)| is_near(label.at)) {
            board::draw_label(index, label, &mut scene);
        }
        scene
    }

    fn draw_signs(draft: &Draft, scene: &mut Scene) {
        signs::draw(draft, scene);
    }

    fn draw_state(track: &Track, _setup: &Setup, state: &State, last: Option<(&State, &Turn)>, scene: &mut Scene) {
        if let Some((before, turn)) = last {
            cars::draw_move(track, before, turn, state, scene);
        }
        for (index, car) in state.cars.iter().enumerate() {
            if car.is_in_play(state.laps) && is_near(car.position) {
                let shown = if car.fallen.is_some() { beside_the_table(track, car) } else { *car };
                cars::draw_car(index, &shown, state.to_act() == Some(index), scene);
            }
        }
    }
}

/// Returns a copy of a fallen car for drawing. It stands beside the table, one octagon beyond the edge over which it
/// fell.
fn beside_the_table(track: &Track, car: &Car) -> Car {
    let (table, base) = (track.table(), pieces().car().moved(car.position));
    let touches = |edge: &&TableEdge| base.reach(edge.outwards()) >= table.reach(edge.outwards());
    let over = TableEdge::ALL.iter().find(touches).map_or(Point::ORIGIN, |edge| edge.outwards().unit());
    Car { position: car.position + over, ..*car }
}

fn is_near(point: Point) -> bool {
    let near = |surd: Surd| surd.to_f64().abs() <= FAR;
    near(point.x) && near(point.y)
}

/// Returns the corners of an octilinear shape, for drawing.
fn outline(shape: &Octilinear) -> Vec<[f64; 2]> {
    shape.corners().into_iter().map(Point::to_f64).collect()
}

/// The coordinate system of a piece: one axis along the piece's direction, the other to its left.
#[derive(Clone, Copy)]
struct Local {
    origin: [f64; 2],
    along: [f64; 2],
}

impl Local {
    fn new(origin: Point, direction: Direction) -> Self {
        Self { origin: origin.to_f64(), along: direction.unit().to_f64() }
    }

    /// Returns the point on the board that is `along` octagons ahead of the piece's middle and `left` octagons to its
    /// left.
    fn at(&self, along: f64, left: f64) -> [f64; 2] {
        let [x, y] = self.along;
        [self.origin[0] + x * along - y * left, self.origin[1] + y * along + x * left]
    }

    fn all<const N: usize>(&self, places: [[f64; 2]; N]) -> Vec<[f64; 2]> {
        places.into_iter().map(|[along, left]| self.at(along, left)).collect()
    }

    /// Returns how far a point is to the left of this piece's axis; negative if the point is to the right of the axis.
    fn aside(&self, at: [f64; 2]) -> f64 {
        let ([x, y], [dx, dy]) = (self.along, [at[0] - self.origin[0], at[1] - self.origin[1]]);
        x * dy - y * dx
    }

    /// Whether the point `at` is at most `reach` octagons from `place`, measured both along this piece and across it.
    fn is_around(&self, place: [f64; 2], reach: f64, at: [f64; 2]) -> bool {
        let ([x, y], [dx, dy]) = (self.along, [at[0] - place[0], at[1] - place[1]]);
        (x * dx + y * dy).abs() <= reach && (x * dy - y * dx).abs() <= reach
    }

    /// Returns the corners of a rectangle that is parallel to the piece. It extends from `along[0]` to `along[1]` in
    /// the piece's direction, and from `left[0]` to `left[1]` at right angles to it, towards the left.
    fn rect(&self, along: [f64; 2], left: [f64; 2]) -> Vec<[f64; 2]> {
        self.all([[along[0], left[0]], [along[1], left[0]], [along[1], left[1]], [along[0], left[1]]])
    }
}

/// Returns the distance between two points.
fn far(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn lerp(from: [f64; 2], to: [f64; 2], part: f64) -> [f64; 2] {
    [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}

#[cfg(test)]
mod tests {
    use super::super::{CornerDraft, PitwallDraft, TableDraft};
    use super::*;
    use crate::game::scene::{Shape, Style};

    fn at(x: i64, y: i64) -> Point {
        Point::new(Surd::from_int(x), Surd::from_int(y))
    }

    fn draft() -> Draft {
        let corner =
            |number, x, y, facing| CornerDraft { number, at: at(x, y), facing: Direction::new(facing), hand: None };
        Draft {
            pitwall: Some(PitwallDraft { at: at(20, 18), direction: Direction::new(0) }),
            corners: vec![corner(1, 32, 16, 1), corner(2, 32, 8, 7), corner(3, 8, 8, 5), corner(4, 8, 16, 3)],
            ..Draft::default()
        }
    }

    #[test]
    fn a_circuit_shows_its_pieces_and_they_can_be_picked() {
        let scene = Vektorace::draw_draft(&draft(), &[Tag::Corner(2)]);
        let count = |style| scene.items.iter().filter(|item| item.style == style).count();
        assert_eq!([count(Style::Corner), count(Style::Wall), count(Style::Selection)], [4, 3, 1]);
        assert_eq!(count(Style::CurbDark), count(Style::CurbLight));
        assert_eq!(scene.pick([8.1, 8.1]), Some(Tag::Corner(2)));
        assert_eq!(scene.pick([20.0, 18.0]), Some(Tag::Wall));
        assert_eq!(scene.pick([20.0, 12.0]), None);
    }

    #[test]
    fn every_shape_that_can_be_picked_is_convex() {
        let scene = Vektorace::draw_draft(&draft(), &[Tag::Corner(0), Tag::Wall]);
        for item in scene.items.iter().filter(|item| item.tag != Tag::None) {
            let Shape::Polygon(corners) = &item.shape else { continue };
            let middle = corners.iter().fold([0.0; 2], |sum, corner| {
                let share = 1.0 / corners.len() as f64;
                [sum[0] + corner[0] * share, sum[1] + corner[1] * share]
            });
            assert!(item.shape.contains(middle), "{item:?}");
        }
    }

    #[test]
    fn drafts_with_errors_are_drawn_too() {
        let big = i64::MAX / 200_000;
        let tables = [
            TableDraft { from: at(0, 0), to: at(0, 0) },
            TableDraft { from: at(40, 24), to: at(-3, 2) },
            TableDraft { from: at(-big, -big), to: at(big, big) },
            TableDraft { from: at(0, 0), to: at(big, 1) },
        ];
        for table in tables {
            for direction in [None, Some(Hand::CounterClockwise)] {
                for far in [0, big] {
                    let mut draft = Draft { table, direction, ..draft() };
                    draft.corners[0].at = at(far, -far);
                    draft.corners[1].number = u32::MAX;
                    draft.pitwall = draft.pitwall.filter(|_| far == 0);
                    let scene = Vektorace::draw_draft(&draft, &[Tag::Corner(0), Tag::Corner(99)]);
                    assert!(scene.items.len() < 3_000, "{} items", scene.items.len());
                    assert!(scene.bounds.iter().flatten().all(|number| number.is_finite()));
                    assert!(scene.bounds[0][0] < scene.bounds[1][0] && scene.bounds[0][1] < scene.bounds[1][1]);
                }
            }
        }
        let empty = Draft { corners: Vec::new(), pitwall: None, ..draft() };
        assert!(!Vektorace::draw_draft(&empty, &[]).items.is_empty());
    }
}
