//! Vector Racing on the drawing board: boundaries, walls and objects on squared paper.

mod beginnings;
mod fields;
mod seek;

use super::{At, Beginning, Findings, Form, Motion, Part, Shape, ShapeId, Sketch, Tool, UNIT};
use crate::game::form::{Entry, Field};
use crate::game::{Game, Reference};
use crate::games::AnyDraft;
use crate::games::vector_racing::{
    Crossing, DiscDraft, Draft, FinishDraft, MAX_OBJECTS, MAX_VERTICES, MAX_WALLS, Rational, ReflectorDraft,
    RegionDraft, RegionKind, Spin, SpinnerDraft, Spot, Track, VectorRacing, WallDraft, WarpDraft,
};

const TOOLS: &[Tool] = &[
    Tool::Boundary,
    Tool::Finish,
    Tool::Start,
    Tool::Wall,
    Tool::Disc,
    Tool::Oil,
    Tool::SpeedUp,
    Tool::SlowDown,
    Tool::Warp,
    Tool::Reflector,
    Tool::Spinner,
];

/// The point of a draft at a place of the drawing board; places are bounded, so that there always is one.
fn spot(at: At) -> Spot {
    at.map(|value| Rational::thousandths(value).unwrap_or(Rational::ZERO))
}

/// The nearest grid point.
fn grid_point(at: At) -> [i32; 2] {
    at.map(|value| i32::try_from((value + UNIT / 2).div_euclid(UNIT)).unwrap_or_default())
}

fn world(spot: &Spot) -> [f64; 2] {
    spot.map(Rational::to_f64)
}

fn shifted(at: &Spot, by: At) -> Spot {
    let by = spot(by);
    [0, 1].map(|axis| at[axis].plus(by[axis]).unwrap_or(at[axis]))
}

fn turned(at: &Spot, motion: Motion) -> Spot {
    let offset = spot(motion.offset());
    // A way of whole steps: each coordinate becomes one of the two, or its opposite.
    let (right, up) = (motion.way([1, 0]), motion.way([0, 1]));
    let new = |axis: usize| {
        let sum = at[0].times(right[axis])?.plus(at[1].times(up[axis])?)?;
        sum.plus(offset[axis])
    };
    [new(0).unwrap_or(at[0]), new(1).unwrap_or(at[1])]
}

fn turned_point(at: [i32; 2], motion: Motion) -> [i32; 2] {
    grid_point(motion.place(at.map(|value| i64::from(value) * UNIT)))
}

const fn region_kind(tool: Tool) -> Option<RegionKind> {
    match tool {
        Tool::Oil => Some(RegionKind::Oil),
        Tool::SpeedUp => Some(RegionKind::Fast),
        Tool::SlowDown => Some(RegionKind::Slow),
        _ => None,
    }
}

const fn region_tool(kind: RegionKind) -> Tool {
    match kind {
        RegionKind::Oil => Tool::Oil,
        RegionKind::Fast => Tool::SpeedUp,
        RegionKind::Slow => Tool::SlowDown,
    }
}

/// The place in the list of all regions of the one with this place among those of its kind.
fn region_at(draft: &Draft, id: ShapeId) -> Option<usize> {
    let kind = region_kind(id.tool)?;
    let of_kind = draft.regions.iter().enumerate().filter(|(_, region)| region.kind == kind);
    of_kind.map(|(place, _)| place).nth(id.index)
}

/// The corners of the ring with this id, if it is one.
fn ring(draft: &mut Draft, id: ShapeId) -> Option<&mut Vec<Spot>> {
    match id.tool {
        Tool::Boundary if id.index == 0 => Some(&mut draft.outer),
        Tool::Boundary => draft.islands.get_mut(id.index - 1),
        Tool::Oil | Tool::SpeedUp | Tool::SlowDown => {
            let place = region_at(draft, id)?;
            draft.regions.get_mut(place).map(|region| &mut region.outline)
        }
        Tool::Warp => draft.warps.get_mut(id.index).map(|warp| &mut warp.outline),
        _ => None,
    }
}

/// The two ends of the shape with this id, if it has two.
fn ends(draft: &mut Draft, id: ShapeId) -> Option<[&mut Spot; 2]> {
    match id.tool {
        Tool::Wall => draft.walls.get_mut(id.index).map(|wall| [&mut wall.from, &mut wall.to]),
        Tool::Reflector => draft.reflectors.get_mut(id.index).map(|wall| [&mut wall.from, &mut wall.to]),
        Tool::Finish => draft.finish.as_mut().map(|line| [&mut line.from, &mut line.to]),
        _ => None,
    }
}

/// The start with this place: the usual one first.
fn start(draft: &mut Draft, index: usize) -> Option<&mut [i32; 2]> {
    match (&mut draft.start, index) {
        (Some(start), 0) => Some(start),
        (Some(_), index) => draft.starts.get_mut(index - 1),
        (None, index) => draft.starts.get_mut(index),
    }
}

/// Which way a line is crossed, where nobody has said yet.
fn crossing(from: At, to: At) -> Crossing {
    if (to[0] - from[0]).abs() > (to[1] - from[1]).abs() { Crossing::Up } else { Crossing::Right }
}

/// The ends of an object, with its kind's name and number, such as "oil slick 2".
fn numbered(noun: &str, index: usize) -> String {
    format!("{noun} {}", index + 1)
}

fn corners_of(outline: &[Spot]) -> Vec<[f64; 2]> {
    outline.iter().map(world).collect()
}

/// How many points a draft's outlines have.
fn vertices(draft: &Draft) -> usize {
    draft.outer.len() + draft.islands.iter().map(Vec::len).sum::<usize>()
}

impl Sketch for VectorRacing {
    const TOOLS: &'static [Tool] = TOOLS;

    fn form(tool: Tool) -> Form {
        match tool {
            Tool::Wall | Tool::Finish | Tool::Reflector => Form::Segment,
            Tool::Start | Tool::Spinner => Form::Point,
            Tool::Disc => Form::Circle,
            Tool::Boundary => Form::Ring,
            _ => Form::Area,
        }
    }

    fn shapes(draft: &Draft) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut add = |tool: Tool, index: usize, name: String, points: Vec<[f64; 2]>| {
            shapes.push(Shape::new(ShapeId { tool, index }, name, Self::form(tool), points));
        };
        if !draft.outer.is_empty() {
            add(Tool::Boundary, 0, "the outer boundary".to_owned(), corners_of(&draft.outer));
        }
        for (index, island) in draft.islands.iter().enumerate() {
            add(Tool::Boundary, index + 1, numbered("island", index), corners_of(island));
        }
        for (index, disc) in draft.discs.iter().enumerate() {
            let [x, y] = world(&disc.at);
            let radius = disc.radius_squared.to_f64().max(0.0).sqrt();
            add(Tool::Disc, index, numbered("disc", index), vec![[x, y], [x + radius, y]]);
        }
        for tool in [Tool::Oil, Tool::SpeedUp, Tool::SlowDown] {
            let of_kind = draft.regions.iter().filter(|region| region_tool(region.kind) == tool);
            for (index, region) in of_kind.enumerate() {
                add(tool, index, numbered(tool.noun(), index), corners_of(&region.outline));
            }
        }
        for (index, wall) in draft.walls.iter().enumerate() {
            add(Tool::Wall, index, numbered("wall", index), vec![world(&wall.from), world(&wall.to)]);
        }
        for (index, mirror) in draft.reflectors.iter().enumerate() {
            let points = vec![world(&mirror.from), world(&mirror.to)];
            add(Tool::Reflector, index, numbered("reflector", index), points);
        }
        if let Some(line) = &draft.finish {
            add(Tool::Finish, 0, "the finish line".to_owned(), vec![world(&line.from), world(&line.to)]);
        }
        let starts = draft.start.iter().chain(&draft.starts);
        for (index, at) in starts.enumerate() {
            let name = if index == 0 { "the start".to_owned() } else { numbered("start", index) };
            add(Tool::Start, index, name, vec![at.map(f64::from)]);
        }
        for (index, spinner) in draft.spinners.iter().enumerate() {
            add(Tool::Spinner, index, numbered("spinner", index), vec![world(&spinner.at)]);
        }
        for (index, warp) in draft.warps.iter().enumerate() {
            let mut points = corners_of(&warp.outline);
            let corners = points.len();
            if let Some([x, y]) = points.first().copied() {
                points.push([x + f64::from(warp.offset[0]), y + f64::from(warp.offset[1])]);
            }
            let id = ShapeId { tool: Tool::Warp, index };
            shapes.push(Shape { corners, ..Shape::new(id, numbered("warp", index), Form::Area, points) });
        }
        for shape in &mut shapes {
            shape.note = note(draft, shape);
        }
        shapes
    }

    fn put(draft: &mut Draft, tool: Tool, points: &[At]) -> Result<ShapeId, String> {
        let outline: Vec<Spot> = points.iter().copied().map(spot).collect();
        let first = *points.first().ok_or("Click where it goes.")?;
        let last = points.last().copied().unwrap_or(first);
        if draft.object_count() >= MAX_OBJECTS
            && !matches!(tool, Tool::Boundary | Tool::Wall | Tool::Finish | Tool::Start | Tool::Disc)
        {
            return Err(format!("A circuit has room for {MAX_OBJECTS} objects; take one away first."));
        }
        let index = match tool {
            Tool::Boundary => {
                if draft.cells.is_some() {
                    return Err("This circuit is a map of cells: it has no boundaries to draw.".to_owned());
                }
                if vertices(draft) + outline.len() > MAX_VERTICES {
                    return Err(format!("All boundaries together have room for {MAX_VERTICES} corners."));
                }
                if draft.outer.is_empty() {
                    draft.outer = outline;
                    0
                } else {
                    draft.islands.push(outline);
                    draft.islands.len()
                }
            }
            Tool::Wall | Tool::Disc if draft.walls.len() + draft.discs.len() >= MAX_WALLS => {
                return Err(format!("A circuit has room for {MAX_WALLS} walls; take one away first."));
            }
            Tool::Wall => {
                draft.walls.push(WallDraft { from: spot(first), to: spot(last), open_from: false, open_to: false });
                draft.walls.len() - 1
            }
            Tool::Disc => {
                let radius_squared = radius_squared(first, last).ok_or("The disc is too large to be drawn.")?;
                draft.discs.push(DiscDraft { at: spot(first), radius_squared });
                draft.discs.len() - 1
            }
            Tool::Finish => {
                let known = draft.finish.as_ref().map(|line| line.crossing);
                let natural = crossing(first, last);
                let fits = |known: &Crossing| (known.normal()[0] == 0) == (natural.normal()[0] == 0);
                let crossing = known.filter(fits).unwrap_or(natural);
                draft.finish = Some(FinishDraft { from: spot(first), to: spot(last), crossing });
                0
            }
            Tool::Start if draft.start.is_none() => {
                draft.start = Some(grid_point(first));
                0
            }
            Tool::Start => {
                let at = grid_point(first);
                if draft.all_starts().any(|other| other == at) {
                    return Err("There is a start at this grid point already.".to_owned());
                }
                if draft.starts.len() >= MAX_OBJECTS {
                    return Err(format!("A circuit has room for {MAX_OBJECTS} starts."));
                }
                draft.starts.push(at);
                draft.starts.len()
            }
            Tool::Oil | Tool::SpeedUp | Tool::SlowDown => {
                let kind = region_kind(tool).unwrap_or(RegionKind::Oil);
                draft.regions.push(RegionDraft { kind, outline });
                draft.regions.iter().filter(|region| region.kind == kind).count() - 1
            }
            Tool::Warp => {
                // The other end lies beside it until it is taken somewhere.
                let wide = points.iter().map(|point| point[0] - first[0]).max().unwrap_or(0);
                let aside = i32::try_from(wide / UNIT).unwrap_or(0) + 3;
                draft.warps.push(WarpDraft { outline, offset: [aside, 0] });
                draft.warps.len() - 1
            }
            Tool::Reflector => {
                draft.reflectors.push(ReflectorDraft { from: spot(first), to: spot(last) });
                draft.reflectors.len() - 1
            }
            Tool::Spinner => {
                draft.spinners.push(SpinnerDraft { at: spot(first), turn: Spin::Cw });
                draft.spinners.len() - 1
            }
            other => return Err(format!("There is no {} on squared paper.", other.noun())),
        };
        Ok(ShapeId { tool, index })
    }

    fn remove(draft: &mut Draft, shape: ShapeId) {
        fn take<T>(list: &mut Vec<T>, index: usize) {
            if index < list.len() {
                list.remove(index);
            }
        }
        let index = shape.index;
        match shape.tool {
            Tool::Boundary if index == 0 => draft.outer.clear(),
            Tool::Boundary => take(&mut draft.islands, index - 1),
            Tool::Wall => take(&mut draft.walls, index),
            Tool::Disc => take(&mut draft.discs, index),
            Tool::Finish => draft.finish = None,
            Tool::Start if index == 0 && draft.start.is_some() => {
                // The next one becomes the usual one.
                draft.start = (!draft.starts.is_empty()).then(|| draft.starts.remove(0));
            }
            Tool::Start => take(&mut draft.starts, index - usize::from(draft.start.is_some())),
            Tool::Oil | Tool::SpeedUp | Tool::SlowDown => {
                if let Some(place) = region_at(draft, shape) {
                    draft.regions.remove(place);
                }
            }
            Tool::Warp => take(&mut draft.warps, index),
            Tool::Reflector => take(&mut draft.reflectors, index),
            Tool::Spinner => take(&mut draft.spinners, index),
            _ => {}
        }
    }

    fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
        each_spot(draft, shape, &|at| shifted(at, by), &|at| {
            grid_point([0, 1].map(|axis| i64::from(at[axis]) * UNIT + by[axis]))
        });
    }

    fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, at: At) {
        match shape.tool {
            Tool::Start => {
                if let Some(start) = start(draft, shape.index) {
                    *start = grid_point(at);
                }
            }
            Tool::Spinner => {
                if let Some(spinner) = draft.spinners.get_mut(shape.index) {
                    spinner.at = spot(at);
                }
            }
            Tool::Disc => {
                let Some(disc) = draft.discs.get_mut(shape.index) else { return };
                if point == 0 {
                    disc.at = spot(at);
                } else if let Some(radius) = radius_squared(super::Grid::Off.place(world(&disc.at)), at) {
                    disc.radius_squared = radius;
                }
            }
            Tool::Warp => {
                let Some(warp) = draft.warps.get_mut(shape.index) else { return };
                let first = warp.outline.first().map(|first| super::Grid::Off.place(world(first)));
                match (warp.outline.get_mut(point), first) {
                    (Some(corner), _) => *corner = spot(at),
                    (None, Some(first)) => warp.offset = grid_point([at[0] - first[0], at[1] - first[1]]),
                    (None, None) => {}
                }
            }
            _ => {
                if let Some([from, to]) = ends(draft, shape) {
                    *if point == 0 { from } else { to } = spot(at);
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
            // The other end of a warp is not to be had without the warp.
            Some(ring) if ring.len() > 3 && point < ring.len() => {
                ring.remove(point);
                true
            }
            _ => false,
        }
    }

    fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
        each_spot(draft, shape, &|at| turned(at, motion), &|at| turned_point(at, motion));
        match shape.tool {
            Tool::Warp => {
                if let Some(warp) = draft.warps.get_mut(shape.index) {
                    let way = motion.way(warp.offset.map(i64::from));
                    warp.offset = way.map(|value| i32::try_from(value).unwrap_or_default());
                }
            }
            Tool::Spinner => {
                if let Some(spinner) = draft.spinners.get_mut(shape.index).filter(|_| motion.is_mirror()) {
                    spinner.turn = if spinner.turn == Spin::Cw { Spin::Ccw } else { Spin::Cw };
                }
            }
            Tool::Finish => {
                if let Some(line) = &mut draft.finish {
                    let way = motion.way(line.crossing.normal());
                    line.crossing =
                        Crossing::ALL.into_iter().find(|crossing| crossing.normal() == way).unwrap_or(line.crossing);
                }
            }
            _ => {}
        }
    }

    fn fields(draft: &Draft, part: Option<Part>) -> Vec<Field> {
        match part {
            Some(part) => fields::of_part(draft, part),
            None => fields::of_circuit(draft),
        }
    }

    fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), String> {
        match part {
            Some(part) => fields::enter_part(draft, part, field, entry),
            None => fields::enter_circuit(draft, field, entry),
        }
    }

    fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
        let mut only = draft.clone();
        let all = Self::shapes(draft);
        // From the last to the first: those before keep their place.
        let mut gone: Vec<ShapeId> = all.iter().map(|shape| shape.id).filter(|id| !shapes.contains(id)).collect();
        gone.sort_unstable();
        gone.into_iter().rev().for_each(|id| Self::remove(&mut only, id));
        Draft {
            outer: only.outer,
            islands: only.islands,
            walls: only.walls,
            discs: only.discs,
            finish: only.finish,
            start: only.start,
            starts: only.starts,
            regions: only.regions,
            warps: only.warps,
            reflectors: only.reflectors,
            spinners: only.spinners,
            ..Draft::default()
        }
    }

    fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
        let mut added = Vec::new();
        let mut other = other.clone();
        for id in Self::shapes(&other).into_iter().map(|shape| shape.id) {
            Self::shift(&mut other, id, by);
        }
        let mut add = |tool: Tool, index: usize| added.push(ShapeId { tool, index });
        if draft.outer.is_empty() && !other.outer.is_empty() && draft.cells.is_none() {
            draft.outer = other.outer;
            add(Tool::Boundary, 0);
        }
        for island in other.islands {
            if vertices(draft) + island.len() <= MAX_VERTICES && draft.cells.is_none() {
                draft.islands.push(island);
                add(Tool::Boundary, draft.islands.len());
            }
        }
        if draft.finish.is_none() && other.finish.is_some() {
            draft.finish = other.finish;
            add(Tool::Finish, 0);
        }
        for at in other.start.into_iter().chain(other.starts) {
            let is_taken = draft.all_starts().any(|start| start == at);
            if draft.start.is_none() {
                draft.start = Some(at);
                add(Tool::Start, 0);
            } else if !is_taken && draft.starts.len() < MAX_OBJECTS {
                draft.starts.push(at);
                add(Tool::Start, draft.starts.len());
            }
        }
        for wall in other.walls.into_iter().take(MAX_WALLS.saturating_sub(draft.walls.len())) {
            draft.walls.push(wall);
            add(Tool::Wall, draft.walls.len() - 1);
        }
        for disc in other.discs.into_iter().take(MAX_WALLS.saturating_sub(draft.discs.len())) {
            draft.discs.push(disc);
            add(Tool::Disc, draft.discs.len() - 1);
        }
        let mut room = MAX_OBJECTS.saturating_sub(draft.object_count());
        let mut fits = || {
            let fits = room > 0;
            room = room.saturating_sub(1);
            fits
        };
        for region in other.regions.into_iter().filter(|_| fits()) {
            let kind = region.kind;
            draft.regions.push(region);
            let count = draft.regions.iter().filter(|region| region.kind == kind).count();
            add(region_tool(kind), count - 1);
        }
        for warp in other.warps.into_iter().filter(|_| fits()) {
            draft.warps.push(warp);
            add(Tool::Warp, draft.warps.len() - 1);
        }
        for mirror in other.reflectors.into_iter().filter(|_| fits()) {
            draft.reflectors.push(mirror);
            add(Tool::Reflector, draft.reflectors.len() - 1);
        }
        for spinner in other.spinners.into_iter().filter(|_| fits()) {
            draft.spinners.push(spinner);
            add(Tool::Spinner, draft.spinners.len() - 1);
        }
        added
    }

    fn paper(draft: &Draft) -> [[f64; 2]; 2] {
        Self::layout(draft).table
    }

    fn reference(draft: &Draft) -> Option<&Reference> {
        draft.reference.as_ref()
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
            + cells
    }

    fn any(draft: &Draft) -> AnyDraft {
        AnyDraft::VectorRacing(draft.clone())
    }

    fn of_any(draft: &AnyDraft) -> Option<&Draft> {
        match draft {
            AnyDraft::VectorRacing(draft) => Some(draft),
            _ => None,
        }
    }

    const EMPTY: &'static str = "Take the boundary (B) and click its corners, or draw it in one go.";

    const SOUGHT: &'static str = "How few turns does it take? The quickest race is looked for and proved, move by move, with the number of routes that are as quick.";

    fn seek(track: &Track, tell: &(dyn Fn(String) + Sync), stop: &(dyn Fn() -> bool + Sync)) -> Option<Findings> {
        seek::seek(track, tell, stop)
    }

    fn beginnings() -> Vec<Beginning<Draft>> {
        beginnings::all()
    }
}

/// The square of the distance of two places.
fn radius_squared(middle: At, rim: At) -> Option<Rational> {
    // In hundredths: finer radii would need finer fractions than a track may have.
    let [x, y] = [0, 1].map(|axis| ((rim[axis] - middle[axis]) / 10).checked_pow(2));
    Rational::new(x?.checked_add(y?)?, 10_000).filter(|square| square.numerator() > 0)
}

/// Changes every point of a shape.
fn each_spot(draft: &mut Draft, id: ShapeId, change: &dyn Fn(&Spot) -> Spot, point: &dyn Fn([i32; 2]) -> [i32; 2]) {
    match id.tool {
        Tool::Start => {
            if let Some(start) = start(draft, id.index) {
                *start = point(*start);
            }
        }
        Tool::Spinner => {
            if let Some(spinner) = draft.spinners.get_mut(id.index) {
                spinner.at = change(&spinner.at);
            }
        }
        Tool::Disc => {
            if let Some(disc) = draft.discs.get_mut(id.index) {
                disc.at = change(&disc.at);
            }
        }
        _ => {
            if let Some(ends) = ends(draft, id) {
                ends.into_iter().for_each(|end| *end = change(end));
            } else if let Some(ring) = ring(draft, id) {
                ring.iter_mut().for_each(|corner| *corner = change(corner));
            }
        }
    }
}

/// What else there is to know about a shape, for lists.
fn note(draft: &Draft, shape: &Shape) -> String {
    match shape.id.tool {
        Tool::Boundary | Tool::Oil | Tool::SpeedUp | Tool::SlowDown if shape.corners > 1 => {
            format!("{} corners", shape.corners)
        }
        Tool::Finish => draft.finish.as_ref().map_or("", |line| fields::crossing_name(line.crossing)).to_owned(),
        Tool::Spinner => {
            draft.spinners.get(shape.id.index).map_or("", |spinner| fields::spin_name(spinner.turn)).to_owned()
        }
        Tool::Warp => draft.warps.get(shape.id.index).map_or_else(String::new, |warp| {
            let [x, y] = warp.offset;
            format!("by {x}, {y}")
        }),
        _ => String::new(),
    }
}
