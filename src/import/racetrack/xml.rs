//! Outlines in XML: lists of points for the outer and the inner boundary, starting positions and a finish segment (set P of
//! the ledger).
//!
//! A circuit's lists are two closed boundaries. A sprint's are the two sides of one road: joined they are its outline, and
//! the edge from the last outer to the last inner point is the finish. It is crossed either way, at the first contact.

use roxmltree::{Document, Node};

use super::{RacetrackError, text_of};
use crate::games::vector_racing::{Crossing, Draft, FinishDraft, Kind, Rational, Spot};

/// The most points of a track.
const MOST_POINTS: usize = 20_000;

/// The track of a document.
///
/// # Errors
/// Where it is no XML, no such track, or a number cannot be read.
pub fn xml(bytes: &[u8]) -> Result<Draft, RacetrackError> {
    let text = text_of(bytes)?;
    let whole = |message: String| RacetrackError::Whole(message);
    let document = Document::parse(text).map_err(|error| whole(format!("this is not XML: {error}")))?;
    let track = document.root_element();
    if track.tag_name().name() != "Track" {
        return Err(whole(format!("the document is a `{}`, not a `Track`", track.tag_name().name())));
    }
    let kind = match track.attribute("type").unwrap_or_default() {
        kind if kind.eq_ignore_ascii_case("circuit") => Kind::Circuit,
        _ => Kind::Sprint,
    };
    let list = |name: &str| -> Result<Vec<Spot>, RacetrackError> {
        let Some(node) = child(track, name) else { return Ok(Vec::new()) };
        let points: Vec<Node<'_, '_>> = node.children().filter(|child| child.tag_name().name() == "Point").collect();
        if points.len() > MOST_POINTS {
            return Err(whole(format!("`{name}` has more than {MOST_POINTS} points")));
        }
        points.into_iter().map(|point| Ok([number(point, "x")?, number(point, "y")?])).collect()
    };
    let outer = list("OuterBoundaries")?;
    let inner = list("InnerBoundaries")?;
    let starts = list("StartingPositions")?
        .into_iter()
        .map(|spot| {
            whole_point(spot).ok_or_else(|| whole(format!("the start ({}, {}) is not a grid point", spot[0], spot[1])))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if outer.len() < 2 || inner.len() < 2 {
        return Err(whole("the track has no boundaries".to_owned()));
    }
    let finish = match child(track, "FinishLine") {
        Some(node) => [[number(node, "x1")?, number(node, "y1")?], [number(node, "x2")?, number(node, "y2")?]],
        None => [outer[outer.len() - 1], inner[inner.len() - 1]],
    };
    let [from, to] = finish;
    let (outer, islands) = match kind {
        Kind::Circuit => (outer, vec![inner]),
        Kind::Sprint => (outer.into_iter().chain(inner.into_iter().rev()).collect(), Vec::new()),
    };
    let mut starts = starts.into_iter();
    Ok(Draft {
        name: track.attribute("name").unwrap_or_default().to_owned(),
        // The line is touched, not counted: the track is raced once from the start to it.
        kind: Kind::Sprint,
        outer,
        islands,
        finish: Some(FinishDraft { from, to, crossing: Crossing::Any }),
        start: starts.next(),
        starts: starts.collect(),
        ..Draft::default()
    })
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn number(node: Node<'_, '_>, name: &str) -> Result<Rational, RacetrackError> {
    let place = node.document().text_pos_at(node.range().start);
    let error = |message: String| RacetrackError::Line { line: place.row as usize, message };
    let text = node.attribute(name).ok_or_else(|| error(format!("`{}` has no `{name}`", node.tag_name().name())))?;
    text.parse().map_err(|_| error(format!("`{name}` is not a number")))
}

fn whole_point(spot: Spot) -> Option<[i32; 2]> {
    let whole = |number: Rational| number.as_int().and_then(|value| i32::try_from(value).ok());
    Some([whole(spot[0])?, whole(spot[1])?])
}
