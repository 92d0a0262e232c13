//! Draws the circuit as a road of spaces, and the cars on them.
//!
//! The parts are drawn in this order: pit lane and road with their edges, curbs along the corners, marks on the road,
//! signs beside the road. The colour of a curb shows the number of stops of its corner. Bridges are drawn over what
//! passes below them.

mod board;
mod cars;
mod lines;
mod marks;
mod road;
mod signs;

use super::FormulaD;
use super::draft::{CornerDraft, Draft, SpaceDraft, SpaceKind};
use super::setup::Setup;
use super::state::State;
use super::track::Track;
use super::turn::Turn;
use crate::game::room::Room;
use crate::game::scene::{Scene, Style, Tag};
use crate::game::{Layout, Picture, words};
use board::Board;

pub(super) use cars::draw_state;

/// The width of the margin around the circuit, as a share of the circuit's shorter side.
const MARGIN: f64 = 0.04;

impl Picture for FormulaD {
    fn layout(draft: &Draft) -> Layout {
        super::layout::layout(draft)
    }

    fn unit_mm(draft: &Draft) -> Option<f64> {
        draft.space_mm
    }

    fn legend() -> &'static [(Style, &'static str)] {
        &[
            (Style::Space, "space"),
            (Style::Curb(1), "curb of a corner that demands 1 stop"),
            (Style::Curb(2), "curb of a corner that demands 2 stops"),
            (Style::Curb(3), "curb of a corner that demands 3 stops or more"),
            (Style::SpacePit, "pit lane and its boxes"),
            (Style::PitArrow, "way into and out of the pit lane"),
            (Style::ChequerDark, "start and finish line"),
            (Style::FinishLine, "finish line in the pit lane"),
            (Style::Slot, "grid slot"),
            (Style::SpaceRed, "dangerous space"),
            (Style::Marker, "danger marker"),
            (Style::TrackLimit, "police line"),
            (Style::Noise, "noise area"),
            (Style::Boundary, "edge of a bridge or tunnel, or a blocked space"),
            (Style::Chevron, "ways out of a space"),
            (Style::Arrow, "direction of the race"),
        ]
    }

    fn facts(draft: &Draft) -> Vec<String> {
        let pits = draft.spaces.iter().filter(|space| matches!(space.kind, SpaceKind::Box(_))).count();
        vec![
            lanes(draft).map_or_else(|| words::many(u64::from(draft.lanes), "lane"), |lanes| format!("{lanes} lanes")),
            format!("{} a lap", words::many((draft.lap.max(0) / 2) as u64, "space")),
            words::many(u64::from(draft.laps), "lap"),
            words::many(draft.slots() as u64, "grid slot"),
            words::many(pits, "pit box"),
        ]
    }

    fn measures(draft: &Draft) -> Vec<(&'static str, String)> {
        let spaces = f64::from(draft.lap.max(0)) / 2.0;
        let length = draft.space_mm.map_or_else(String::new, |space| format!(", {:.2} m", spaces * space / 1_000.0));
        let stops: u64 = draft.corners.iter().map(|corner| u64::from(corner.stops)).sum();
        let mut measures = vec![
            ("Lap", format!("{}{length}", words::many(spaces as u64, "space"))),
            ("Lanes", lanes(draft).unwrap_or_else(|| draft.lanes.to_string())),
            ("Corners", format!("{}, {}", draft.corners.len(), words::many(stops, "stop"))),
        ];
        measures.extend(straight(draft).map(|longest| ("Longest straight", words::many(longest, "space"))));
        measures
    }

    fn corner_table(draft: &Draft) -> Vec<String> {
        let row = |(number, corner): (usize, &CornerDraft)| {
            let name = if corner.name.is_empty() { String::new() } else { format!("{}, ", corner.name) };
            format!("{number}  {name}{}", corner.demand())
        };
        (1..).zip(&draft.corners).map(row).collect()
    }

    fn draw_track(draft: &Draft, highlight: &[Tag]) -> Scene {
        let board = Board::new(draft);
        let mut scene = Scene { bounds: board.bounds(), items: Vec::new() };
        if draft.spaces.is_empty() {
            return scene;
        }
        for is_bridge in [false, true] {
            road::draw(&board, is_bridge, &mut scene);
            lines::draw(&board, is_bridge, &mut scene);
            marks::draw(&board, is_bridge, &mut scene);
        }
        road::highlight(&board, highlight, &mut scene);
        scene
    }

    fn draw_signs(draft: &Draft, scene: &mut Scene) {
        if draft.spaces.is_empty() {
            return;
        }
        let board = Board::new(draft);
        let mut room = Room::new(scene.bounds);
        // The ground of a space may lie below a sign, so signs do not keep clear of the shapes on it.
        let is_on_ground = |style: Style| {
            matches!(
                style,
                Style::Space
                    | Style::SpaceBeside
                    | Style::SpaceCorner(_)
                    | Style::SpaceRed
                    | Style::Chevron
                    | Style::Arrow
            )
        };
        for item in scene.items.iter().filter(|item| item.style != Style::Shadow && !is_on_ground(item.style)) {
            // A tunnel keeps more clear ground around it than other shapes.
            room.block(&item.shape, if item.style == Style::Tunnel { 1.0 } else { 0.12 });
        }
        signs::draw(&board, &mut room, scene);
        room.show_all(scene, board.shorter * MARGIN);
    }

    fn draw_state(track: &Track, setup: &Setup, state: &State, last: Option<(&State, &Turn)>, scene: &mut Scene) {
        draw_state(track, setup, state, last, scene);
    }
}

/// Returns the board coordinates of a point near a space. The point lies `along` spaces ahead of the centre of the
/// space, and `left` spaces to its left.
fn local(space: &SpaceDraft, along: f64, left: f64) -> [f64; 2] {
    let (sin, cos) = space.angle.to_radians().sin_cos();
    [space.at[0] + along * cos - left * sin, space.at[1] + along * sin + left * cos]
}

/// Returns, as text, the smallest and the largest number of lanes of a circuit with narrowings; `None` if it has the
/// same number of lanes everywhere.
fn lanes(draft: &Draft) -> Option<String> {
    let fewest = draft.narrows.iter().map(|narrow| narrow.lanes).min().filter(|lanes| *lanes < draft.lanes)?;
    Some(format!("{fewest} to {}", draft.lanes))
}

/// Returns the length of the longest straight, in spaces; `None` if the circuit has no corners.
fn straight(draft: &Draft) -> Option<u64> {
    let lap = draft.lap.max(1);
    let in_corners = draft.spaces.iter().filter(|space| matches!(space.kind, SpaceKind::Corner(_)));
    let mut ranks: Vec<i32> = in_corners.map(|space| space.rank.rem_euclid(lap)).collect();
    ranks.sort_unstable();
    let (first, last) = (*ranks.first()?, *ranks.last()?);
    let over_the_line = first + lap - last;
    let longest = ranks.windows(2).map(|pair| pair[1] - pair[0]).chain([over_the_line]).max()?;
    // Ranks count half spaces. One space of the difference is the last space of the corner before the straight.
    Some((longest / 2 - 1).max(0) as u64)
}
