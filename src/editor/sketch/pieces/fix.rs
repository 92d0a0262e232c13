//! Fixes for issues of a VektoRace circuit. A fix is offered only if it works on the current circuit.

mod outline;

use super::settle::{along, is_free};
use super::{Fix, Piece, SketchEdit, extent_of, tool};
use crate::editor::sketch::fixing::edited;
use crate::game::prelude::*;
use crate::game::{Issue, Remedy};
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Draft, Hand, Vektorace};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// The largest distance that a fix moves the pitwall along its straight, in half octagons.
const FARTHEST_SHIFT: i64 = 40;

/// The largest distance that a fix moves the pitwall sideways, in half octagons.
const FARTHEST_ASIDE: i64 = 8;

/// Returns a fix for an issue. Returns `None` if the program has no good fix, so that a person has to decide.
pub(super) fn fix(draft: &Draft, issues: &[Issue], index: usize) -> Option<Fix<Draft>> {
    let issue = issues.get(index)?;
    let better = |fixes: Vec<Option<Fix<Draft>>>| better(issues.len(), issue, fixes);
    match *issue.remedy.as_deref()? {
        Remedy::MoveApart(tag) => {
            let piece = Piece::from_tag(tag)?;
            moved(draft, piece, apart(draft, piece)?)
        }
        Remedy::MoveOntoTable(tag) => {
            let piece = Piece::from_tag(tag)?;
            moved(draft, piece, onto_table(draft, piece)?)
        }
        Remedy::Widen(tag, other) => {
            let (piece, other) = (Piece::from_tag(tag)?, Piece::from_tag(other)?);
            better(vec![widened(draft, piece, other), widened(draft, other, piece)])
        }
        Remedy::Renumber => edited::<Vektorace>(draft, &SketchEdit::Act(&tool::RENUMBER, Vec::new())),
        Remedy::TurnSquare(tag) => {
            let piece = Piece::from_tag(tag)?;
            better([1, -1].map(|eighths| turned(draft, piece, eighths)).to_vec())
        }
        Remedy::FaceTheRace(tag) => {
            let piece = Piece::from_tag(tag)?;
            // First tries to rotate the piece by half a turn and by quarter turns. Then tries to let cars pass it on
            // the other side.
            let turns = [4, 2, -2].map(|eighths| turned(draft, piece, eighths));
            let other_side = SketchEdit::Act(&tool::OTHER_SIDE, vec![piece.shape_id()]);
            better(turns.into_iter().chain([edited::<Vektorace>(draft, &other_side)]).collect())
        }
        Remedy::ShiftWall => better(pitwall_shifts(draft)),
        Remedy::TidyLimit(tag) => {
            let Piece::Limit(limit) = Piece::from_tag(tag)? else { return None };
            match outline::tidied(&draft.limits.get(limit)?.outline) {
                Some(outline) => changed(draft, format!("Repair the outline of track limit {}", limit + 1), |draft| {
                    draft.limits[limit].outline = outline;
                }),
                None => edited::<Vektorace>(draft, &SketchEdit::Delete(vec![Piece::Limit(limit).into()])),
            }
        }
        Remedy::SetDirection => changed(draft, "Change the direction of the race".to_owned(), |draft| {
            draft.direction = Some(Hand::Clockwise);
        }),
    }
}

/// Tries several fixes. Returns the first fix that removes the issue and leaves fewer issues than `count`. Returns
/// `None` if no fix does both.
fn better(count: usize, issue: &Issue, fixes: Vec<Option<Fix<Draft>>>) -> Option<Fix<Draft>> {
    fixes.into_iter().flatten().find(|fix| {
        let left = Vektorace::validate(&fix.draft).1;
        left.len() < count && !left.iter().any(|other| other.message == issue.message)
    })
}

fn changed(draft: &Draft, title: String, change: impl FnOnce(&mut Draft)) -> Option<Fix<Draft>> {
    let mut next = draft.clone();
    change(&mut next);
    Some(Fix { title, draft: next })
}

fn turned(draft: &Draft, piece: Piece, eighths: i64) -> Option<Fix<Draft>> {
    edited::<Vektorace>(draft, &SketchEdit::TurnEach(vec![piece.shape_id()], eighths))
}

fn moved(draft: &Draft, piece: Piece, by: Point) -> Option<Fix<Draft>> {
    (by != Point::ORIGIN).then(|| edited::<Vektorace>(draft, &SketchEdit::Shift(vec![piece.into()], by)))?
}

/// Returns the convex parts of all pieces that cars can hit, except the parts of the piece `but`.
fn others(draft: &Draft, but: Piece) -> Vec<(Piece, Octilinear)> {
    Piece::solid(draft)
        .filter(|other| *other != but)
        .flat_map(|other| other.placed(draft).into_iter().map(move |part| (other, part)))
        .collect()
}

/// Returns the shortest offset after which a piece no longer overlaps any other piece. The offset is in one of the
/// eight directions. Offsets that keep the piece on the table are preferred to shorter ones. Returns `None` if there is
/// no such offset.
fn apart(draft: &Draft, piece: Piece) -> Option<Point> {
    let (parts, others) = (piece.placed(draft), others(draft, piece));
    let ways = Direction::ALL.into_iter().filter_map(|direction| way_out(&parts, &others, direction));
    let table = Octilinear::around(&[draft.table.from, draft.table.to]);
    let is_on = |way: &Point| table.is_none_or(|table| parts.iter().all(|part| table.encloses(&part.moved(*way))));
    let length = |way: &Point| {
        let [x, y] = way.to_f64();
        x.hypot(y)
    };
    ways.min_by(|a, b| is_on(b).cmp(&is_on(a)).then(length(a).total_cmp(&length(b))))
}

/// Returns the offset in this direction after which `parts` no longer overlap any of `others`. Returns `None` if no
/// such offset is found.
fn way_out(parts: &[Octilinear], others: &[(Piece, Octilinear)], direction: Direction) -> Option<Point> {
    let mut way = Point::ORIGIN;
    // A piece that moves off another piece may run into the next one. This can happen at most once for each part of
    // each piece.
    for _ in 0..=parts.len() * others.len() {
        let hit = parts.iter().find_map(|part| {
            let moved = part.moved(way);
            others.iter().find(|(_, other)| moved.overlaps(other)).map(|(_, other)| (moved, *other))
        });
        let Some((part, other)) = hit else { return Some(way) };
        let reach = other.reach(direction) + part.reach(direction.opposite());
        let length = if direction.is_diagonal() { reach } else { reach.times_root2() };
        // If the distance cannot be halved exactly, one unit is added to it.
        way += along(direction, length).or_else(|| along(direction, length + Surd::from_units(1, 0)))?;
    }
    is_free(parts, others, way).then_some(way)
}

/// Returns the offset that moves a piece onto the table. A corner is moved so far that a car in front of its curb is on
/// the table, too. Returns `None` if the draft has no such piece.
fn onto_table(draft: &Draft, piece: Piece) -> Option<Point> {
    let [low, high] = piece.extent(draft)?;
    let beside = match (piece, piece.at(draft), piece.direction(draft)) {
        (Piece::Corner(_), Some(at), Some(facing)) => pieces().cars_at_curbs(at, facing).to_vec(),
        _ => Vec::new(),
    };
    let points: Vec<Point> = beside.iter().flat_map(Octilinear::corners).chain([low, high]).collect();
    let [low, high] = extent_of(&points)?;
    let back = |low: Surd, high: Surd, from: Surd, to: Surd| {
        if low < from {
            from - low
        } else if high > to {
            to - high
        } else {
            Surd::ZERO
        }
    };
    let (from, to) = (draft.table.from, draft.table.to);
    Some(Point::new(back(low.x, high.x, from.x, to.x), back(low.y, high.y, from.y, to.y)))
}

/// Moves a piece away from another piece until one octagon fits between them. Returns `None` if that is not possible.
fn widened(draft: &Draft, piece: Piece, other: Piece) -> Option<Fix<Draft>> {
    let (parts, others) = (piece.placed(draft), other.placed(draft));
    let gaps = parts.iter().flat_map(|part| others.iter().map(move |other| part.gap(other)));
    let (gap, direction) = gaps.min_by_key(|(gap, _)| *gap)?;
    let missing = Surd::ONE.times_root2() - gap;
    let way = along(direction, missing).or_else(|| along(direction, missing + Surd::from_units(1, 0)))?;
    moved(draft, piece, way)
}

/// Returns the fixes to try, in this order: rotate the pitwall by half a turn, move it along its straight, move it
/// sideways. Shorter moves come before longer ones.
fn pitwall_shifts(draft: &Draft) -> Vec<Option<Fix<Draft>>> {
    let Some(wall) = draft.pitwall else { return Vec::new() };
    let mut edits = vec![turned(draft, Piece::Pitwall, 4)];
    for halves in 1..=FARTHEST_SHIFT {
        for direction in [wall.direction, wall.direction.opposite()] {
            let way = direction.times(Surd::HALF * halves);
            edits.push(way.and_then(|way| moved(draft, Piece::Pitwall, way)));
        }
    }
    // Sideways moves help a pitwall at the edge of a wide straight.
    let aside = wall.direction.turned(2);
    for halves in 1..=FARTHEST_ASIDE {
        for direction in [aside, aside.opposite()] {
            let way = direction.times(Surd::HALF * halves);
            edits.push(way.and_then(|way| moved(draft, Piece::Pitwall, way)));
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::super::{place_at, starter};
    use super::*;
    use crate::editor::sketch::SketchDocument;
    use crate::editor::sketch::{Checks, Steps};
    use crate::game::Severity;
    use crate::games::vektorace::{CornerDraft, Keep, LimitDraft};

    /// A change that adds an error to a circuit.
    type Spoil = Box<dyn Fn(&mut Draft)>;

    fn with_limit(outline: &[(f64, f64)]) -> Spoil {
        let outline: Vec<Point> = outline.iter().map(|(x, y)| place_at(*x, *y)).collect();
        Box::new(move |draft| draft.limits.push(LimitDraft { keep: Keep::Out, outline: outline.clone() }))
    }

    /// Fixes the first issue. Returns the document and the issue's message.
    fn fixed(draft: Draft) -> (SketchDocument<Vektorace>, String) {
        let mut document = SketchDocument::<Vektorace>::new(draft, true);
        let message = document.issues().first().expect("an issue").message.clone();
        assert!(document.apply_fix(0), "{message} cannot be fixed");
        assert_eq!(document.history().steps().len(), 1);
        (document, message)
    }

    #[test]
    fn every_fix_is_one_step_after_which_the_issue_is_gone() {
        let wrong: Vec<(&str, Spoil)> = vec![
            ("overlaps", Box::new(|draft| draft.corners[0].at = place_at(8.25, 15.5))),
            ("overlaps the pitwall", Box::new(|draft| draft.corners[0].at = place_at(18.25, 6.25))),
            ("off the table", Box::new(|draft| draft.corners[2].at = place_at(39.9, 23.8))),
            ("pitwall is off", Box::new(|draft| draft.pitwall.as_mut().expect("a wall").at = place_at(20.0, 0.1))),
            ("is missing", Box::new(|draft| draft.corners[3].number = 9)),
            ("more than one corner", Box::new(|draft| draft.corners[3].number = 3)),
            ("stands at 45°", Box::new(|draft| draft.corners[0].facing = Direction::new(4))),
            ("diagonally", Box::new(|draft| draft.pitwall.as_mut().expect("a wall").direction = Direction::new(5))),
            ("from behind", Box::new(|draft| draft.corners[2].facing = Direction::new(5))),
            (
                "between the last",
                Box::new(|draft| draft.pitwall.as_mut().expect("a wall").direction = Direction::new(0)),
            ),
            (
                "through the pit lane",
                Box::new(|draft| draft.pitwall.as_mut().expect("a wall").at = place_at(20.0, 1.0)),
            ),
            ("do not face the outside", Box::new(|draft| draft.corners[0].facing = Direction::new(7))),
            ("Corner 1 is entered from behind", Box::new(|draft| draft.corners[0].facing = Direction::new(3))),
            ("direction of the race", Box::new(|draft| draft.direction = None)),
            ("crosses", with_limit(&[(10.0, 12.0), (14.0, 16.0), (14.0, 12.0), (10.0, 16.0)])),
            ("folds back", with_limit(&[(10.0, 12.0), (14.0, 12.0), (12.0, 12.0), (12.0, 15.0)])),
            ("twice", with_limit(&[(10.0, 12.0), (14.0, 12.0), (14.0, 12.0), (12.0, 15.0)])),
            ("has 2 corner points", with_limit(&[(10.0, 12.0), (14.0, 12.0)])),
            ("has 0 corner points", with_limit(&[])),
            ("has no effect", with_limit(&[(-10.0, 12.0), (-4.0, 12.0), (-7.0, 15.0)])),
            ("No car fits between corner 2", Box::new(|draft| draft.corners[1].at = place_at(8.0, 11.5))),
            // A car at the middle curb is on the table, but none fits between the straight side and the edge.
            (
                "No car fits between the curbs",
                Box::new(|draft| {
                    let faces_down = |corner: &&mut CornerDraft| [5, 7].contains(&corner.facing.number());
                    let corner = draft.corners.iter_mut().find(faces_down).expect("a corner");
                    corner.at = place_at(corner.at.x.to_f64(), 1.25);
                }),
            ),
            (
                "too short",
                Box::new(|draft| {
                    draft.table.to = place_at(34.0, 24.0);
                    draft.pitwall.as_mut().expect("a wall").at = place_at(30.0, 6.0);
                }),
            ),
        ];
        for (words, spoil) in wrong {
            let mut draft = starter();
            spoil(&mut draft);
            let before = SketchDocument::<Vektorace>::new(draft.clone(), true).issues().len();
            let (document, message) = fixed(draft.clone());
            assert!(message.contains(words), "{words}: {message}");
            assert!(document.issues().len() < before, "{words}: {:?}", document.issues());
            assert!(document.issues().iter().all(|issue| issue.message != message), "{message}");
            let mut document = document;
            document.undo();
            assert_eq!(document.draft(), &draft);
        }
    }

    #[test]
    fn pieces_are_moved_apart_by_the_shortest_exact_offset() {
        let mut draft = starter();
        draft.corners[0].at = place_at(8.0, 15.5);
        let (document, _) = fixed(draft);
        let errors = document.issues().iter().filter(|issue| issue.severity == Severity::Error).count();
        let [x, y] = document.draft().corners[0].at.to_f64();
        assert_eq!(errors, 0, "{:?}", document.issues());
        assert!((x - 8.0).hypot(y - 15.5) < 0.5, "{x} {y}");
        let gap = Piece::Corner(0).placed(document.draft())[0].gap(&Piece::Corner(1).placed(document.draft())[0]).0;
        assert_eq!(gap, Surd::ZERO, "they touch");
    }
}
