//! Draws the signs beside the road: corners, the start, the pit lane, tunnels, and the number of every tenth space.

use super::board::{Board, Flank, outward};
use super::lines;
use crate::game::lettering;
use crate::game::room::{Placed, Room, Wish};
use crate::game::scene::{Scene, Shape, Style, Tag};
use crate::game::signs::{Sign, letters};
use crate::games::formula_d::draft::{CornerDraft, EdgeKind, MAX_CORNERS, Side, SpaceDraft, SpaceKind};

/// The largest number of characters of a corner's name on a sign. Longer names are shortened.
const NAME: usize = 22;
/// The distance between two numbers beside the road, in half spaces.
const TENTH: i32 = 20;
/// The largest width and the largest height of a number painted on the road. Both are a share of the total width of the
/// lanes that the number covers (one or two lanes).
const INSIDE: f64 = 0.6;
/// If two spaces are far apart along the lap, but the distance between their centres is less than this number of
/// spaces, the road crosses itself there on a bridge.
const CROSSING: f64 = 1.5;

pub(super) fn draw(board: &Board<'_>, room: &mut Room, scene: &mut Scene) {
    let height = letters(scene.bounds).max(0.3);
    // The numbers come first, because each has few places; signs can stand elsewhere.
    counts(board, height, room, scene);
    for (index, corner) in board.draft.corners.iter().enumerate().take(MAX_CORNERS) {
        let sides = apexes(board, index, corner);
        if !sides.is_empty() {
            let sign = Sign {
                badge: (index + 1).to_string(),
                stops: corner.stops,
                name: lettering::shortened(&corner.name, NAME),
                dots: corner.stops.min(9),
                note: corner.lengths(),
            };
            let size = sign.size(height);
            let wishes: Vec<Wish> =
                sides.into_iter().map(|(anchor, away)| Wish { anchor, away, size, gap: 0.3 }).collect();
            put(&sign, &wishes, height, Tag::Corner(index), room, scene);
        }
    }
    let name = |text: &str, anchor: [f64; 2], away: [f64; 2], room: &mut Room, scene: &mut Scene| {
        let sign = Sign { name: text.to_owned(), ..Sign::default() };
        put(&sign, &[Wish { anchor, away, size: sign.size(height), gap: 0.3 }], height, Tag::None, room, scene);
    };
    let around = |text: &str, at: [f64; 2], room: &mut Room, scene: &mut Scene| {
        let sign = Sign { name: text.to_owned(), ..Sign::default() };
        put(&sign, &Wish::around(&[at], 0.5, sign.size(height), 0.3), height, Tag::None, room, scene);
    };
    if let Some(line) = [false, true].into_iter().find_map(|is_bridge| lines::finish(board, is_bridge)) {
        let [x, y] = line.ahead;
        // Places the sign on the side of the track without a pit lane.
        let pits: Vec<&SpaceDraft> = board.spaces.iter().filter(|space| space.kind == SpaceKind::Pit).collect();
        let left = |at: [f64; 2]| (at[1] - line.at[1]) * x - (at[0] - line.at[0]) * y;
        let near = |space: &&&SpaceDraft| (space.at[0] - line.at[0]).hypot(space.at[1] - line.at[1]) < 8.0 * line.half;
        let side = if pits.iter().filter(near).map(|pit| left(pit.at)).sum::<f64>() > 0.0 { -1.0 } else { 1.0 };
        let away = [-y * side, x * side];
        let anchor = [0, 1].map(|axis| line.at[axis] + away[axis] * (line.half + 0.2));
        name("START / FINISH", anchor, away, room, scene);
    }
    let pits: Vec<&SpaceDraft> = board.spaces.iter().filter(|space| space.kind == SpaceKind::Pit).collect();
    // Places the sign near the entry of the pit lane, because the boxes are near its middle.
    if let Some(pit) = pits.get(pits.len() / 5) {
        around("PIT LANE", pit.at, room, scene);
    }
    let mut named: Vec<[f64; 2]> = Vec::new();
    for (edge, from, to) in board.edges() {
        let anchor = [0, 1].map(|axis| (from.at[axis] + to.at[axis]) / 2.0);
        // All lanes of a tunnel share one sign.
        let is_new = named.iter().all(|other| (other[0] - anchor[0]).hypot(other[1] - anchor[1]) > 4.0);
        if matches!(edge.kind, EdgeKind::Portal(_)) && is_new {
            named.push(anchor);
            name("TUNNEL", anchor, [0.0, 0.0], room, scene);
        }
    }
    if let Some((_, from, _)) = board.edges().find(|(edge, ..)| edge.police) {
        around("POLICE LINE", from.at, room, scene);
    }
}

fn put(sign: &Sign, wishes: &[Wish], height: f64, tag: Tag, room: &mut Room, scene: &mut Scene) {
    if let Some(placed) = room.place(wishes) {
        sign.draw(placed, height, tag, scene);
    }
}

/// Returns two points, each with the direction that leads away from the road. The first is at the middle of a corner's
/// outer edge, the second at the middle of its inner edge.
fn apexes(board: &Board<'_>, index: usize, corner: &CornerDraft) -> Vec<([f64; 2], [f64; 2])> {
    let spaces = board.spaces.iter().filter(|space| board.corner(space).is_some_and(|bend| bend.index == index));
    let mut spaces: Vec<&SpaceDraft> = spaces.collect();
    spaces.sort_by_key(|space| space.rank);
    let flanks =
        if corner.inside == Some(Side::Right) { [Flank::Left, Flank::Right] } else { [Flank::Right, Flank::Left] };
    let middle = |flank: Flank| {
        let sides: Vec<_> = spaces.iter().filter_map(|space| board.free_side(space, flank)).collect();
        let side = *sides.get(sides.len() / 2)?;
        let away = outward(side, flank);
        Some(([0, 1].map(|axis| (side[0][axis] + side[1][axis]) / 2.0 + away[axis] * 0.35), away))
    };
    flanks.into_iter().filter_map(middle).collect()
}

/// Whether a bridge covers the middle of this space.
fn is_hidden(board: &Board<'_>, space: &SpaceDraft) -> bool {
    let above = board.spaces.iter().filter(|other| other.level > space.level);
    above.into_iter().any(|other| (other.at[0] - space.at[0]).hypot(other.at[1] - space.at[1]) < 0.8)
}

/// Whether the road crosses itself at this space, on a bridge. A number on the road at this place could seem to belong
/// to the road above or to the road below.
fn is_crossing(board: &Board<'_>, space: &SpaceDraft) -> bool {
    let is_other = |other: &&SpaceDraft| other.lane > 0 && other.rank.abs_diff(space.rank) > 2 * TENTH.unsigned_abs();
    let far = |other: &SpaceDraft| (other.at[0] - space.at[0]).hypot(other.at[1] - space.at[1]);
    board.spaces.iter().filter(is_other).any(|other| far(other) < CROSSING)
}

/// Returns a place for a number that has no room right beside its space, for example because the space lies on a
/// bridge. A line leads from the number to its space. Searches beside the spaces in `row`, on the sides that lie at the
/// edge of the road. Returns `None` if no place is free on these sides.
fn afar(board: &Board<'_>, row: &[&SpaceDraft], size: [f64; 2], room: &mut Room) -> Option<Placed> {
    let edges =
        row.iter().flat_map(|space| [Flank::Left, Flank::Right].map(|flank| (board.free_side(space, flank), flank)));
    let wishes = edges.filter_map(|(ends, flank)| {
        let ends = ends?;
        let away = outward(ends, flank);
        let anchor = [0, 1].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0 + away[axis] * 0.1);
        Some(Wish { anchor, away, size, gap: 0.3 })
    });
    room.place(&wishes.collect::<Vec<_>>())
}

/// Writes the numbers 10, 20, 30 and so on beside the spaces with these numbers. If there is room, a number is on the
/// same side of the road as the number before it, otherwise on the other side. A number without room on either side is
/// written further away, with a line to its space. If there is no room there either, it is written on the road, except
/// on and under a bridge.
fn counts(board: &Board<'_>, height: f64, room: &mut Room, scene: &mut Scene) {
    let letters = 0.75 * height;
    let ten = |space: &SpaceDraft| space.rank.div_euclid(TENTH);
    // In neighbouring lanes the spaces with the same number are shifted by half a space.
    let is_tenth = |space: &&SpaceDraft| space.lane > 0 && ten(space) > 0 && space.rank.rem_euclid(TENTH) < 2;
    let mut spaces: Vec<&SpaceDraft> = board.spaces.iter().filter(is_tenth).collect();
    spaces.sort_by_key(|space| (space.rank, space.lane));
    let mut side = Flank::Left;
    for row in spaces.chunk_by(|a, b| ten(a) == ten(b)) {
        // A space under a bridge cannot be seen, so no number names it.
        let row: Vec<&SpaceDraft> = row.iter().copied().filter(|space| !is_hidden(board, space)).collect();
        if row.is_empty() {
            continue;
        }
        let text = (ten(row[0]) * 10).to_string();
        let size = [lettering::width(&text) * letters, 1.4 * letters];
        let other = if side == Flank::Left { Flank::Right } else { Flank::Left };
        let mut beside = |flank: Flank| {
            row.iter().find_map(|space| {
                let ends = board.free_side(space, flank)?;
                let away = outward(ends, flank);
                let anchor = [0, 1].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0 + away[axis] * 0.6);
                room.beside(Wish { anchor, away, size, gap: 0.1 })
            })
        };
        if let Some((flank, at)) = [side, other].into_iter().find_map(|flank| Some((flank, beside(flank)?))) {
            side = flank;
            scene.add(Style::Count, Shape::Text { at, height: letters, text });
        } else if let Some(placed) = afar(board, &row, size, room) {
            let leader = placed.leader.map(|line| line.to_vec());
            leader.into_iter().for_each(|line| scene.add(Style::Leader, Shape::Polyline(line)));
            scene.add(Style::Count, Shape::Text { at: placed.at, height: letters, text });
        } else if !is_crossing(board, row[0]) {
            let room = INSIDE * row.len().min(2) as f64;
            let height = letters.min(room / lettering::width(&text).max(1.0));
            let middle = [0, 1].map(|axis| row.iter().map(|space| space.at[axis]).sum::<f64>() / row.len() as f64);
            scene.add(Style::Label, Shape::Text { at: middle, height, text });
        }
    }
}
