//! The board of Hundred, a ring of 100 spaces with shortcuts, slides and stops: its files, issues and fixes, its drawing,
//! and its editor.

use std::f64::consts::TAU;

use paddock::editor::sketch::{
    At, Beginning, Findings, Fix, Form, Grid, Manner, Motion, Part, Shape, ShapeId, Sketch, SolveStage, Tool, to_world,
};
use paddock::game::form::{self, Entry, Field, FormData};
use paddock::game::scene::{Scene, Shape as Drawn, Style, Tag};
use paddock::game::{Group, Issue, Layout, Picture, PlacedPiece, Reference, Refused};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::analysis;
use super::rules::{Hundred, Setup, State, Turn, points, way};

/// The number of spaces. They are numbered from 1 in driving order.
pub const SPACES: u32 = 100;
/// The space beside the board where cars start, and where finished cars stand.
pub const START: u32 = 0;
/// The number of sides of the smallest die. If a car can cross a board with this die, it can with every larger one.
pub const FEWEST_SIDES: u32 = 6;
/// The largest number of links (shortcuts and slides), and the largest number of stops.
pub const MOST: usize = 50;
/// The corners of the table: lower left and upper right.
const TABLE: [[f64; 2]; 2] = [[-1.7, -0.8], [9.8, 9.8]];
/// The tools. Their ids are the names of the lists in a draft.
const LINK: &str = "links";
const STOP: &str = "stops";
#[rustfmt::skip]
const TOOLS: &[Tool] = &[
    Tool::new((LINK, "Shortcut tool", "shortcut"), Form::Segment, ('B', "path"),
        "Click the space where a shortcut begins, then the space where it ends. A shortcut that leads back is a slide."),
    Tool::new((STOP, "Stop tool", "stop"), Form::Point, ('N', "prohibit"),
        "Click a space. Cars that end their move there miss a turn."),
];

type Template = (&'static str, &'static str, &'static [[u32; 2]], &'static [u32]);

/// The boards that a new board can start from: name, description, links, stops.
#[rustfmt::skip]
const BOARDS: &[Template] = &[
    ("Mill Road", "Five shortcuts, five slides, three stops.",
        &[[4, 23], [15, 34], [31, 52], [44, 75], [70, 88], [39, 18], [63, 41], [79, 56], [86, 68], [97, 72]], &[27, 58, 91]),
    ("Long Haul", "A slide near the end of each stretch.", &[[17, 3], [36, 22], [55, 41], [74, 60]], &[99]),
    ("Bare board", "100 empty spaces.", &[], &[]),
];

/// A shortcut; if it leads back, a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The space where the link begins.
    #[schemars(title = "From space", range(min = 1, max = SPACES))]
    pub from: u32,
    /// The space where the link ends.
    #[schemars(title = "to space", range(min = 1, max = SPACES), extend("x-beside" = true))]
    pub to: u32,
}

impl Link {
    /// The name of the link, for the middle of a sentence.
    fn name(self) -> String {
        let Self { from, to } = self;
        format!("the {} from {from} to {to}", if to > from { "shortcut" } else { "slide" })
    }
}

/// A board as drawn or read. It may have errors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The board's name.
    #[schemars(title = "Name", length(max = 1_000))]
    pub name: String,
    /// The shortcuts and slides.
    #[schemars(length(max = MOST), extend("x-hidden" = true))]
    pub links: Vec<Link>,
    /// The stops: a car that ends its move on one of these spaces misses a turn.
    #[schemars(length(max = MOST), inner(range(min = 1, max = SPACES)), extend("x-hidden" = true))]
    pub stops: Vec<u32>,
    /// Groups of shapes that the editor selects and changes together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MOST), extend("x-hidden" = true))]
    pub groups: Vec<Group>,
    /// The reference picture under the board, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-hidden" = true))]
    pub reference: Option<Reference>,
}

impl FormData for Draft {
    type Of = ();
}

/// A valid board.
#[derive(Clone, Debug)]
pub struct Track {
    /// For each space, the space where a car ends that moves to it.
    pub ends: Vec<u32>,
    /// The stops: a car that ends its move on one of these spaces misses a turn.
    pub stops: Vec<u32>,
}

/// Returns the centre of a space. The ring winds back and forth through the rows of a square, and returns along its
/// side.
pub fn place(space: u32) -> [f64; 2] {
    let index = space.min(SPACES).saturating_sub(1);
    let (row, column) = (index.saturating_sub(1) / 9, index.saturating_sub(1) % 9);
    let (x, y) = match index {
        _ if space == START => return [-1.0, 0.0],
        0 => (0, 0),
        91.. => (0, SPACES - index),
        _ if row % 2 == 0 => (column + 1, row),
        _ => (9 - column, row),
    };
    [f64::from(x), f64::from(y)]
}

/// Returns the space of the ring that is nearest to a place.
fn nearest(at: [f64; 2]) -> u32 {
    let far = |space: &u32| (place(*space)[0] - at[0]).hypot(place(*space)[1] - at[1]);
    (1..=SPACES).min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(1)
}

/// Returns the outline of a space.
pub fn outline(space: u32) -> Vec<[f64; 2]> {
    let [x, y] = place(space);
    rectangle([[x - 0.5, y - 0.5], [x + 0.5, y + 0.5]])
}

fn rectangle([[left, below], [right, above]]: [[f64; 2]; 2]) -> Vec<[f64; 2]> {
    vec![[left, below], [right, below], [right, above], [left, above]]
}

/// Returns all issues of a draft, each with its fix.
pub fn faults(draft: &Draft) -> Vec<(Issue, Fix<Draft>)> {
    let mut found = Vec::new();
    let mut add = |id, space, message: String, title: String, change: &dyn Fn(&mut Draft)| {
        let mut fixed = draft.clone();
        change(&mut fixed);
        let issue = Issue::error(id, message).at(place(space)).fix(format!("{title}."));
        found.push((issue, Fix { title, draft: fixed }));
    };
    let links = &draft.links;
    let is_space = |space: u32| (1..=SPACES).contains(&space);
    let begins = |space: u32| links.iter().position(|link| link.from == space);
    for (index, link) in links.iter().copied().enumerate() {
        let (name, Link { from, to }) = (link.name(), link);
        if !is_space(from) || !is_space(to) || from == to || begins(from) != Some(index) {
            let message = format!("Link {} does not join two spaces, or begins where another one begins.", index + 1);
            let delete = |draft: &mut Draft| _ = draft.links.remove(index);
            add("HU-BOARD-01", from, message, format!("Delete {name}"), &delete);
        } else if let Some(next) = begins(to).map(|next| links[next].to).filter(|next| *next != to) {
            let message = format!("The end of {name} is the start of another one.");
            let change = |draft: &mut Draft| draft.links[index].to = next;
            add("HU-BOARD-02", to, message, format!("Let {name} end on space {next}"), &change);
        }
    }
    for (index, stop) in draft.stops.iter().copied().enumerate() {
        if !is_space(stop) || draft.stops[..index].contains(&stop) || begins(stop).is_some() {
            let message = format!("The stop on {stop} is off the board, listed twice, or on a shortcut or slide.");
            let delete = |draft: &mut Draft| _ = draft.stops.remove(index);
            add("HU-BOARD-03", stop, message, format!("Delete the stop on {stop}"), &delete);
        }
    }
    if let Some(space) = links.iter().all(|link| is_space(link.to)).then(|| stuck(links)).flatten() {
        let without = |index: usize| [&links[..index], &links[index + 1..]].concat();
        // Chooses a slide whose removal lets cars get farther.
        let helps = |index: &usize| stuck(&without(*index)).is_none_or(|later| later > space);
        let index = (0..links.len()).find(helps).unwrap_or(0);
        let message = format!("A car on space {space} never gets past the slides ahead of it.");
        let change = |draft: &mut Draft| draft.links = without(index);
        add("HU-BOARD-04", space, message, format!("Delete {}", links[index].name()), &change);
    }
    found
}

/// Returns, for each space from the start on, the space where a car ends that moves to it.
pub fn ends(links: &[Link]) -> Vec<u32> {
    let end = |space: u32| links.iter().find(|link| link.from == space).map_or(space, |link| link.to);
    (START..=SPACES).map(end).collect()
}

/// Returns the first space from which no rolls lead past the last space.
fn stuck(links: &[Link]) -> Option<u32> {
    let ends = ends(links);
    let mut leads = vec![false; ends.len()];
    // A slide may lead back to a space with a better roll, so one pass may not find every space.
    for _ in START..=SPACES {
        for space in (START..=SPACES).rev() {
            let leads_on = |to: u32| ends.get(to as usize).is_none_or(|end| leads[*end as usize]);
            leads[space as usize] = (space + 1..=space + FEWEST_SIDES).any(leads_on);
        }
    }
    // A space where a link begins is left out, because no car stays there.
    (START..=SPACES).find(|space| !leads[*space as usize] && ends[*space as usize] == *space)
}

impl Picture for Hundred {
    fn layout(draft: &Draft) -> Layout {
        let piece = |shape: Shape| PlacedPiece { name: shape.name, at: shape.points[0], turned: String::new() };
        let pieces = Self::shapes(draft).into_iter().map(piece).collect();
        Layout { table: TABLE, pieces, ..Layout::default() }
    }

    fn draw_track(draft: &Draft, highlight: &[Tag]) -> Scene {
        let mut scene = Scene { bounds: TABLE, items: Vec::new() };
        scene.add(Style::Table, Drawn::Polygon(rectangle(TABLE)));
        for space in START..=SPACES {
            let stop = draft.stops.iter().position(|stop| *stop == space);
            let ground = if space == START { Style::SpacePit } else { Style::Space };
            let (style, tag) = stop.map_or((ground, Tag::None), |index| (Style::SpaceCorner(3), Tag::Label(index)));
            scene.add_tagged(style, tag, Drawn::Polygon(outline(space)));
            let [x, y] = place(space);
            let text = if space == START { "start".to_owned() } else { space.to_string() };
            let text = if stop.is_some() { format!("{text} stop") } else { text };
            scene.add(Style::Ruler, Drawn::Text { at: [x, y + 0.34], height: 0.14, text });
        }
        scene.add(Style::LapLine, Drawn::Polyline((1..=SPACES).chain([1]).map(place).collect()));
        scene.add(Style::FinishLine, Drawn::Polyline(vec![[-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]]));
        for (index, link) in draft.links.iter().enumerate() {
            let style = if link.to > link.from { Style::SpeedUp } else { Style::SlowDown };
            let (from, to, tag) = (place(link.from), place(link.to), Tag::Corner(index));
            scene.add_tagged(style, tag, Drawn::Polygon(outline(link.from)));
            scene.add(Style::Chevron, Drawn::Polyline(vec![from, to]));
            scene.add_tagged(style, tag, Drawn::Polygon(head(from, to)));
        }
        let marked = scene.items.iter().filter(|item| highlight.contains(&item.tag));
        let marked: Vec<Drawn> = marked.map(|item| item.shape.clone()).collect();
        marked.into_iter().for_each(|shape| scene.add(Style::Selection, shape));
        scene
    }

    fn draw_state(track: &Track, _: &Setup, state: &State, last: Option<(&State, &Turn)>, scene: &mut Scene) {
        if let Some((before, turn)) = last
            && let (Some(index), Some(die)) = (before.index_of(turn.car), turn.die)
        {
            let way = way(track, before.spaces, before.cars[index].total, u32::from(die));
            let center = place(before.space(index));
            scene.add(Style::Ghost(index), Drawn::Circle { center, radius: 0.2 });
            scene.add(Style::Path(index), Drawn::Polyline(points(way, before.spaces)));
        }
        let there: Vec<usize> = (0..state.cars.len()).filter(|index| !state.cars[*index].status.is_out()).collect();
        for index in there.iter().copied() {
            let here = || there.iter().filter(|other| state.space(**other) == state.space(index));
            // Cars on the same space are drawn in a ring.
            let share = here().take_while(|other| **other != index).count() as f64 / here().count() as f64;
            let (ring, radius) = if here().count() > 1 { (0.24, 0.15) } else { (0.0, 0.22) };
            let [x, y] = place(state.space(index));
            let center = [x + ring * (share * TAU).cos(), y + ring * (share * TAU).sin()];
            let tag = Tag::Car(state.cars[index].id);
            if state.to_act == Some(index) {
                scene.add_tagged(Style::ActRing, tag, Drawn::Circle { center, radius: radius + 0.07 });
            }
            scene.add_tagged(Style::CarBase(index), tag, Drawn::Circle { center, radius });
            let text = state.cars[index].id.to_string();
            scene.add_tagged(Style::CarNumber(index), tag, Drawn::Text { at: center, height: 0.8 * radius, text });
        }
    }
}

/// Returns the head of an arrow from one place to another.
fn head(from: [f64; 2], to: [f64; 2]) -> Vec<[f64; 2]> {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1.0);
    let [x, y] = [0, 1].map(|axis| (to[axis] - from[axis]) / length);
    [[0.0, 0.0], [-0.34, 0.15], [-0.34, -0.15]]
        .map(|[along, left]| [to[0] + x * along - y * left, to[1] + y * along + x * left])
        .to_vec()
}

/// Moves each space of a shape to the space nearest to its new position.
fn put_on(draft: &mut Draft, ShapeId { tool, index }: ShapeId, goes: impl Fn(usize, At) -> At) {
    let spaces: Vec<&mut u32> = match tool {
        LINK => draft.links.get_mut(index).map_or_else(Vec::new, |link| vec![&mut link.from, &mut link.to]),
        _ => draft.stops.get_mut(index).into_iter().collect(),
    };
    for (point, space) in spaces.into_iter().enumerate() {
        *space = nearest(to_world(goes(point, Grid::Off.place(place(*space)))));
    }
}

impl Sketch for Hundred {
    const MANNER: Manner = Manner {
        tools: TOOLS,
        empty: "Take the shortcut tool (B). Click the space where a shortcut begins, then the space where it ends.",
        sought: ["Expected turns", "How many turns does a lap take on average, and where do cars end their moves?"],
        ..Manner::USUAL
    };
    type Question = ();

    fn shapes(draft: &Draft) -> Vec<Shape> {
        let shape = |tool: &'static str, index: usize, name: String, spaces: &[u32]| {
            let points = spaces.iter().map(|space| place(*space)).collect();
            Shape::new(ShapeId { tool, index }, name, Self::MANNER.form(tool), points)
        };
        let links = draft.links.iter().enumerate();
        let links = links.map(|(index, link)| shape(LINK, index, link.name(), &[link.from, link.to]));
        let stops = draft.stops.iter().enumerate();
        links.chain(stops.map(|(index, stop)| shape(STOP, index, format!("the stop on {stop}"), &[*stop]))).collect()
    }

    fn put(draft: &mut Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused> {
        let spaces: Vec<u32> = points.iter().map(|at| nearest(to_world(*at))).collect();
        let count = if tool == LINK { draft.links.len() } else { draft.stops.len() };
        match spaces[..] {
            _ if count >= MOST => return Err(format!("A board can have {MOST} of these. Delete one first.").into()),
            [from, to] if from != to => draft.links.push(Link { from, to }),
            [stop] => draft.stops.push(stop),
            _ => return Err("A shortcut joins two spaces. Click another space for its end.".into()),
        }
        Ok(ShapeId { tool, index: count })
    }

    fn remove(draft: &mut Draft, ShapeId { tool, index }: ShapeId) {
        match tool {
            LINK if index < draft.links.len() => _ = draft.links.remove(index),
            STOP if index < draft.stops.len() => _ = draft.stops.remove(index),
            _ => {}
        }
    }

    fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
        put_on(draft, shape, |_, at| at + by);
    }

    fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, to: At) {
        put_on(draft, shape, |other, at| if other == point { to } else { at });
    }

    fn sticks(_: &str) -> bool {
        true
    }

    fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
        put_on(draft, shape, |_, at| motion.place(at));
    }

    fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
        let issue = issues.get(index)?;
        faults(draft).into_iter().find(|(fault, _)| fault == issue).map(|(_, fix)| fix)
    }

    fn fields(draft: &Draft, part: Option<Part>) -> Vec<Field> {
        let Some(ShapeId { tool, index }) = part.map(|part| part.shape) else { return form::fields(draft, &(), "") };
        let mut fields = form::fields(draft, &(), &format!("/{tool}/{index}"));
        // Items of a list of numbers have no titles.
        fields.iter_mut().filter(|_| tool == STOP).for_each(|field| field.label = "Space".to_owned());
        fields
    }

    fn enter(draft: &mut Draft, _: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
        form::enter(draft, &(), field, entry)
    }

    fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
        let has = |tool: &'static str, index: usize| shapes.contains(&ShapeId { tool, index });
        let links = draft.links.iter().enumerate().filter(|(index, _)| has(LINK, *index));
        let stops = draft.stops.iter().enumerate().filter(|(index, _)| has(STOP, *index));
        let (links, stops) = (links.map(|(_, link)| *link).collect(), stops.map(|(_, stop)| *stop).collect());
        Draft { links, stops, ..Draft::default() }
    }

    fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
        let put = |shape: Shape| {
            let moved: Vec<At> = shape.points.iter().map(|at| Grid::Off.place(*at) + by).collect();
            Self::put(draft, shape.id.tool, &moved).ok()
        };
        Self::shapes(other).into_iter().filter_map(put).collect()
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

    fn solve(
        track: &Track,
        (): &(),
        _: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Findings> {
        analysis::findings(track, stop)
    }

    fn beginnings() -> Vec<Beginning<Draft>> {
        let board = |(name, line, links, stops): &Template| {
            let links = links.iter().map(|[from, to]| Link { from: *from, to: *to }).collect();
            let draft = Draft { name: (*name).to_owned(), links, stops: stops.to_vec(), ..Draft::default() };
            Beginning { name, line, draft }
        };
        BOARDS.iter().map(board).collect()
    }
}
