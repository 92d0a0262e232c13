//! The editor of Vector Racing: boundaries, walls and objects on squared paper.

mod beginnings;
mod fields;
mod fix;
mod handles;
mod merge;
mod points;
mod put;
mod settle;
mod shapes;
mod solve;
mod tool;

use rand_chacha::ChaCha8Rng;

use self::points::{
    each_spot, ends, grid_point, radius_squared, ring, shifted, spot, start, turned, turned_point, vertices, whole,
    world,
};
use super::{
    At, Beginning, Findings, Fix, Held, Layer, Manner, Motion, Part, Settled, Shape, ShapeId, Sketch, SketchEdit, Snap,
    SolveStage, UNIT, in_thousandths,
};
use crate::game::form::{Entry, Field};
use crate::game::{Credits, Group, Issue, Reference, Refused};
use crate::games::vector_racing::{Crossing, Draft, MAX_VERTICES, Spin, Spot, Track, VectorRacing, WallDraft};

impl Sketch for VectorRacing {
    const MANNER: Manner = Manner {
        tools: tool::ALL,
        layers: &[
            Layer::fixed("Boundaries", &[tool::BOUNDARY]),
            Layer::new("Walls", &[tool::WALL, tool::DISC]),
            Layer::new("Finish line and starts", &[tool::FINISH, tool::START]),
            Layer::new(
                "Objects",
                &[tool::OIL, tool::SPEED_UP, tool::SLOW_DOWN, tool::WARP, tool::REFLECTOR, tool::SPINNER],
            ),
        ],
        empty: "Take the boundary tool (B) and click the corners, or draw the boundary in one go.",
        sought: [
            "Fastest race",
            "Finds a race with the fewest turns and proves that no race takes fewer. Shows the moves of this race and the number of equally fast routes.",
        ],
        steps: Some("angles"),
        ..Manner::USUAL
    };
    const BENDS: Option<std::ops::RangeInclusive<usize>> = Some(3..=12);
    type Question = ();

    fn given_unit_mm(draft: &Draft) -> Option<f64> {
        draft.square_mm.map(|side| side.to_f64())
    }

    fn shapes(draft: &Draft) -> Vec<Shape> {
        shapes::shapes(draft)
    }

    fn put(draft: &mut Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused> {
        put::put(draft, tool, points)
    }

    fn remove(draft: &mut Draft, shape: ShapeId) {
        put::remove(draft, shape)
    }

    fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
        let by = in_thousandths(by);
        each_spot(draft, shape, &|at| shifted(at, by), &|at| {
            whole([0, 1].map(|axis| i64::from(at[axis]) * UNIT + by[axis]))
        });
    }

    fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, at: At) {
        if handles::index(draft, shape) == Some(point) {
            return handles::drag(draft, shape, at);
        }
        match shape.tool {
            tool::START => {
                if let Some(start) = start(draft, shape.index) {
                    *start = grid_point(at);
                }
            }
            tool::SPINNER => {
                if let Some(spinner) = draft.spinners.get_mut(shape.index) {
                    spinner.at = spot(at);
                }
            }
            tool::DISC => {
                let Some(disc) = draft.discs.get_mut(shape.index) else { return };
                if point == 0 {
                    disc.at = spot(at);
                } else if let Some(radius) = radius_squared(super::Grid::Off.place(world(&disc.at)), at) {
                    disc.radius_squared = radius;
                }
            }
            tool::WARP => {
                let Some(warp) = draft.warps.get_mut(shape.index) else { return };
                let first = warp.outline.first().map(|first| super::Grid::Off.place(world(first)));
                match (warp.outline.get_mut(point), first) {
                    (Some(corner), _) => *corner = spot(at),
                    (None, Some(first)) => warp.offset = grid_point(at - first),
                    (None, None) => {}
                }
            }
            _ => {
                if let Some([from, to]) = ends(draft, shape) {
                    *if point == 0 { from } else { to } = spot(at);
                    if let Some(line) = draft.finish.as_mut().filter(|_| shape.tool == tool::FINISH) {
                        let ends = [line.from, line.to].map(|end| super::Grid::Off.place(world(&end)));
                        line.crossing = put::fitting(line.crossing, ends[0], ends[1]);
                    }
                } else if let Some(corner) = ring(draft, shape).and_then(|ring| ring.get_mut(point)) {
                    *corner = spot(at);
                }
            }
        }
    }

    fn insert_point(draft: &mut Draft, shape: ShapeId, place: usize, at: At) {
        if vertices(draft) < MAX_VERTICES
            && let Some(ring) = ring(draft, shape)
        {
            ring.insert(place.min(ring.len()), spot(at));
        }
    }

    fn remove_point(draft: &mut Draft, shape: ShapeId, point: usize) -> bool {
        match ring(draft, shape) {
            // A warp needs its second end, so this end cannot be deleted alone.
            Some(ring) if ring.len() > 3 && point < ring.len() => {
                ring.remove(point);
                true
            }
            _ => false,
        }
    }

    fn settle(draft: &Draft, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> Settled {
        settle::settle(draft, held, wanted, snap)
    }

    fn title(draft: &Draft, edit: &SketchEdit) -> Option<String> {
        let SketchEdit::SetPoint(part, _) = edit else { return None };
        let shapes = shapes::shapes(draft);
        handles::title(shapes.iter().find(|shape| shape.id == part.shape)?, *part)
    }

    fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
        each_spot(draft, shape, &|at| turned(at, motion), &|at| turned_point(at, motion));
        match shape.tool {
            tool::WARP => {
                if let Some(warp) = draft.warps.get_mut(shape.index) {
                    let way = motion.way(warp.offset.map(i64::from));
                    warp.offset = way.map(|value| i32::try_from(value).unwrap_or_default());
                }
            }
            tool::SPINNER => {
                if let Some(spinner) = draft.spinners.get_mut(shape.index).filter(|_| motion.is_mirror()) {
                    spinner.turn = if spinner.turn == Spin::Cw { Spin::Ccw } else { Spin::Cw };
                }
            }
            tool::FINISH => {
                if let Some(line) = &mut draft.finish {
                    let way = motion.way(line.crossing.normal());
                    line.crossing =
                        Crossing::ALL.into_iter().find(|crossing| crossing.normal() == way).unwrap_or(line.crossing);
                }
            }
            _ => {}
        }
    }

    fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
        fix::fix(draft, issues, index)
    }

    fn fields(draft: &Draft, part: Option<Part>) -> Vec<Field> {
        fields::of(draft, part)
    }

    fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
        fields::enter(draft, part, field, entry)
    }

    fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
        merge::only(draft, shapes)
    }

    fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
        merge::merge(draft, other, by)
    }

    fn groups(draft: &Draft) -> &[Group] {
        &draft.groups
    }

    fn set_groups(draft: &mut Draft, groups: Vec<Group>) {
        draft.groups = groups;
    }

    fn reference(draft: &Draft) -> Option<Reference> {
        draft.reference.clone()
    }

    fn set_reference(draft: &mut Draft, reference: Option<Reference>) {
        draft.reference = reference;
    }

    fn weight(draft: &Draft) -> usize {
        let areas: usize = draft.regions.iter().map(|region| region.outline.len()).sum();
        let warps: usize = draft.warps.iter().map(|warp| warp.outline.len()).sum();
        let cells: usize =
            draft.cells.iter().flat_map(|map| &map.rows).map(|row| row.len() + size_of::<String>()).sum();
        size_of::<Draft>()
            + (vertices(draft) + areas + warps) * size_of::<Spot>()
            + (draft.walls.len() + draft.discs.len()) * size_of::<WallDraft>()
            + draft.name.len()
            + draft.description.len()
            + draft.credits.len()
            + cells
    }

    fn searched(draft: &Draft) -> Draft {
        let (name, description, credits) = (String::new(), String::new(), Credits::default());
        Draft { name, description, credits, groups: Vec::new(), reference: None, square_mm: None, ..draft.clone() }
    }

    fn solve(
        track: &Track,
        (): &(),
        report: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Findings> {
        solve::solve(track, &|words| report(SolveStage::from(words)), stop)
    }

    fn beginnings() -> Vec<Beginning<Draft>> {
        beginnings::all()
    }

    fn random(bends: usize, random: &mut ChaCha8Rng) -> Option<Draft> {
        Some(beginnings::random(bends, random))
    }
}
