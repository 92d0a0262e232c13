//! The editor of Formula D. A circuit has a centre line along which the spaces are placed, and a line for the pit lane.
//! Corners are parts of the centre line. A circuit also has markings. Each space can also be edited alone.

mod arrow;
mod beginnings;
mod fields;
mod find;
mod fix;
mod points;
mod preview;
mod put;
mod shapes;
mod solve;
mod tool;

use rand_chacha::ChaCha8Rng;

use super::{
    Action, At, Beginning, Findings, Fix, Layer, Manner, Motion, Part, Preview, Shape, ShapeId, Sketch, SketchEdit,
    SolveStage, to_world,
};
use crate::game::form::{Entry, Field};
use crate::game::scene::Tag;
use crate::game::{Credits, Group, Issue, Reference, Refused};
use crate::games::formula_d::{
    Draft, FormulaD, LineChange, SpaceDraft, Track, lay, lay_pit, mark_police, unmark_corner,
};
use crate::geometry::Direction;
use find::{relaid, rounded};

impl Sketch for FormulaD {
    const MANNER: Manner = Manner {
        tools: tool::ALL,
        layers: &[
            Layer::fixed("Centre line", &[tool::CENTRE_LINE, tool::TUNNEL, tool::NARROW]),
            Layer::fixed("Spaces", &[tool::SPACE]),
            Layer::new("Pit lane", &[tool::LANE]),
            Layer::new("Corners", &[tool::CORNER]),
            Layer::new("Police line", &[tool::POLICE]),
        ],
        actions: tool::ACTIONS,
        empty: "Take the centre line tool (B) and click the points of the line in driving order, or draw it in one go.",
        sought: [
            "Fastest race",
            "Computes the average number of turns that a lone car with the standard wear points needs to finish the race. The car always takes the best gear, route and pit stop. Danger rolls that the car's own damage markers cause are not counted.",
        ],
        steps: Some("angles"),
        ..Manner::USUAL
    };
    const BENDS: Option<std::ops::RangeInclusive<usize>> = Some(4..=8);
    type Question = ();

    fn shapes(draft: &Draft) -> Vec<Shape> {
        shapes::shapes(draft)
    }

    fn put(draft: &mut Draft, tool: &'static str, points: &[At]) -> Result<ShapeId, Refused> {
        put::put(draft, tool, points)
    }

    fn remove(draft: &mut Draft, shape: ShapeId) {
        match shape.tool {
            tool::CENTRE_LINE => {
                draft.line.clear();
                draft.narrows.clear();
                draft.anchors = None;
            }
            tool::LANE => {
                draft.pit_line.clear();
                lay_pit(draft);
            }
            tool::TUNNEL if shape.index < draft.tunnels.len() => relaid(draft, LineChange::Same, |draft| {
                draft.tunnels.remove(shape.index);
            }),
            tool::NARROW if shape.index < draft.narrows.len() => relaid(draft, LineChange::Same, |draft| {
                draft.narrows.remove(shape.index);
            }),
            tool::POLICE => mark_police(draft, None),
            tool::CORNER => unmark_corner(draft, shape.index),
            tool::SPACE if shape.index < draft.spaces.len() => {
                let id = draft.spaces.remove(shape.index).id;
                draft.edges.retain(|edge| edge.from != id && edge.to != id);
                draft.contacts.retain(|pair| !pair.contains(&id));
                draft.links.retain(|pair| !pair.contains(&id));
                // Without the deleted space, the spaces no longer follow the line. So the line is deleted too.
                draft.line.clear();
                draft.narrows.clear();
                draft.anchors = None;
            }
            _ => {}
        }
    }

    fn shift(draft: &mut Draft, shape: ShapeId, by: At) {
        points::shift(draft, shape, by);
    }

    fn set_point(draft: &mut Draft, shape: ShapeId, point: usize, at: At) {
        points::set_point(draft, shape, point, at);
    }

    fn set_points(draft: &mut Draft, shape: ShapeId, points: &[(usize, At)]) {
        points::set_points(draft, shape, points);
    }

    fn insert_point(draft: &mut Draft, shape: ShapeId, place: usize, at: At) {
        points::insert_point(draft, shape, place, at);
    }

    fn remove_point(draft: &mut Draft, shape: ShapeId, point: usize) -> bool {
        points::remove_point(draft, shape, point)
    }

    fn preview(draft: &Draft, tool: &'static str, _: Option<Direction>, points: &[At]) -> Preview {
        preview::preview(draft, tool, points)
    }

    fn rides_on(_: &Draft, tool: &str) -> &'static [&'static str] {
        if tool == tool::CENTRE_LINE { &[] } else { &[tool::CENTRE_LINE] }
    }

    fn turn(draft: &mut Draft, shape: ShapeId, motion: Motion) {
        points::turn(draft, shape, motion);
    }

    fn sticks(tool: &str) -> bool {
        // Spaces lie on their line, not on the grid.
        !matches!(tool, tool::CENTRE_LINE | tool::LANE | tool::SPACE)
    }

    fn stands_alone(draft: &Draft, tool: &str) -> bool {
        // Spaces of a circuit with a line are laid out again after every change of the line.
        matches!(tool, tool::CENTRE_LINE | tool::LANE) || tool == tool::SPACE && draft.line.is_empty()
    }

    fn act(draft: &mut Draft, action: &Action, shapes: &[ShapeId]) {
        for shape in shapes.iter().filter(|_| action.id == tool::STOPS.id) {
            if let Some(corner) = draft.corners.get_mut(shape.index) {
                corner.stops = corner.stops.clamp(1, 3) % 3 + 1;
            }
        }
    }

    fn sign(tag: Tag) -> Option<(ShapeId, Option<&'static Action>)> {
        match tag {
            Tag::Corner(index) => Some((ShapeId { tool: tool::CORNER, index }, Some(&tool::STOPS))),
            _ => None,
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

    fn title(draft: &Draft, edit: &SketchEdit) -> Option<String> {
        fields::title(draft, edit)
    }

    fn only(draft: &Draft, shapes: &[ShapeId]) -> Draft {
        let has_line = shapes.contains(&ShapeId { tool: tool::CENTRE_LINE, index: 0 });
        if !has_line || draft.line.is_empty() {
            return Draft::default();
        }
        Draft {
            line: draft.line.clone(),
            lanes: draft.lanes,
            tunnels: draft.tunnels.clone(),
            narrows: draft.narrows.clone(),
            pit_line: draft.pit_line.clone(),
            pit_boxes: draft.pit_boxes,
            ..Draft::default()
        }
    }

    fn merge(draft: &mut Draft, other: &Draft, by: At) -> Vec<ShapeId> {
        // Spaces can only be pasted together with their centre line.
        if !draft.spaces.is_empty() || other.line.len() < 3 {
            return Vec::new();
        }
        let way = to_world(by);
        let moved = |line: &[[f64; 2]]| -> Vec<[f64; 2]> {
            line.iter().map(|at| rounded([at[0] + way[0], at[1] + way[1]])).collect()
        };
        draft.pit_line = moved(&other.pit_line);
        draft.tunnels.clone_from(&other.tunnels);
        draft.narrows.clone_from(&other.narrows);
        (draft.lanes, draft.pit_boxes) = (other.lanes, other.pit_boxes);
        *draft = lay(draft, &moved(&other.line));
        vec![ShapeId { tool: tool::CENTRE_LINE, index: 0 }]
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
        size_of::<Draft>()
            + draft.spaces.len() * 2 * size_of::<SpaceDraft>()
            + draft.edges.len() * 64
            + draft.contacts.len() * 64
    }

    fn searched(draft: &Draft) -> Draft {
        let (name, description, credits) = (String::new(), String::new(), Credits::default());
        let mut searched = Draft {
            name,
            description,
            credits,
            groups: Vec::new(),
            reference: None,
            space_mm: None,
            anchors: None,
            ..draft.clone()
        };
        searched.corners.iter_mut().for_each(|corner| corner.name.clear());
        searched
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::sketch::steps::Steps as _;
    use crate::editor::sketch::{Grid, SketchDocument, SketchEdit};
    use crate::games::formula_d::{
        Anchor, Anchors, CornerArrows, MarkDraft, MarkKind, PitAnchor, Ways, set_corner_arrows, set_ways,
    };

    /// Returns a circuit with a pit lane, a corner and a police line. It also has absurd numbers, because a file may
    /// contain any numbers.
    fn spoilt(lap: i32, lane: u8, ranks: [i32; 2]) -> Draft {
        let line = [[0.0, 0.0], [30.0, 0.0], [40.0, 15.0], [30.0, 30.0], [-30.0, 30.0], [-40.0, 15.0], [-30.0, 0.0]];
        let mut draft = lay(&Draft { lanes: 3, ..Draft::default() }, &line);
        draft.pit_line = vec![[-20.0, 0.0], [0.0, -8.0], [20.0, 0.0]];
        lay_pit(&mut draft);
        mark_police(&mut draft, Some(20));
        draft.tunnels = vec![0, usize::MAX, usize::MAX - 1];
        let far = Anchor { point: usize::MAX, part: 1e300 };
        let marks = [MarkKind::Noise, MarkKind::Police, MarkKind::Slot(3)].map(|kind| {
            let from = Anchor { point: 1, part: -5.0 };
            MarkDraft { lane, kind, from, to: far }
        });
        let pit = vec![PitAnchor { at: far, aside: [1e300; 2] }; 3];
        let anchors =
            Anchors { fixed: vec![far, Anchor { point: 2, part: -1e300 }], lanes: lane, pit, ..Anchors::default() };
        draft.anchors = Some(Box::new(Anchors { marks: marks.to_vec(), ..anchors }));
        draft.lap = lap;
        for (index, space) in draft.spaces.iter_mut().enumerate() {
            space.rank = ranks[index % 2];
            if index % 5 == 0 {
                space.lane = lane;
            }
        }
        draft
    }

    #[test]
    fn a_shape_of_the_road_has_no_copy_and_the_reason_is_true() {
        let mut document = SketchDocument::<FormulaD>::new(spoilt(100, 1, [0, 2]), true);
        let shapes = FormulaD::shapes(document.draft());
        let count = |tool: &str| shapes.iter().filter(|shape| shape.id.tool == tool).count();
        let [line, space] = [tool::CENTRE_LINE, tool::SPACE].map(|tool| ShapeId { tool, index: 0 });
        assert!(count(line.tool) == 1 && count(space.tool) > 1);
        let by = Grid::Off.place([1.0, 1.0]);
        for (shape, why) in [(line, "can have only one"), (space, "belongs to the road")] {
            let refused =
                document.apply(&SketchEdit::Duplicate(vec![shape], by)).expect_err("it is a part of the road");
            assert!(refused.to_string().contains(why), "{refused}");
        }
    }

    #[test]
    fn circuits_with_absurd_numbers_can_be_shown_and_edited() {
        let extremes = [i32::MIN, i32::MAX];
        for (lap, lane, ranks) in [
            (i32::MAX, 255, extremes),
            (i32::MIN, 1, extremes),
            (1, 255, [i32::MAX, i32::MIN]),
            (2, 0, [i32::MAX, i32::MAX]),
        ] {
            let draft = spoilt(lap, lane, ranks);
            let at = Grid::Off.place([0.0, 0.0]);
            let _ = FormulaD::shapes(&draft);
            for tool in FormulaD::MANNER.tools.iter().map(|tool| tool.id).filter(|tool| *tool != tool::CENTRE_LINE) {
                let mut draft = draft.clone();
                let _ = FormulaD::put(&mut draft, tool, &[at, Grid::Off.place([25.0, 1.0]), at]);
                let _ = FormulaD::shapes(&draft);
            }
            for (tool, index) in [tool::CENTRE_LINE, tool::TUNNEL, tool::POLICE, tool::CORNER, tool::LANE]
                .into_iter()
                .flat_map(|tool| (0..3).map(move |index| (tool, index)))
            {
                let shape = ShapeId { tool, index };
                let mut draft = draft.clone();
                FormulaD::set_point(&mut draft, shape, 1, at);
                FormulaD::insert_point(&mut draft, shape, 1, at);
                FormulaD::remove_point(&mut draft, shape, 1);
            }
            let mut draft = draft.clone();
            for space in 0..6 {
                set_ways(&mut draft, space, Ways { ahead: true, left: true, right: true });
                set_ways(&mut draft, space, Ways { ahead: true, left: false, right: false });
            }
            for corner in 0..draft.corners.len() {
                set_corner_arrows(&mut draft, corner, CornerArrows::RacingLine);
            }
        }
    }
}
