//! Reads tracks in XML. A document has lists of points for the outer and the inner boundary, starting positions, and a
//! finish segment.
//!
//! In a circuit, the two boundaries are closed lines. In a sprint, they are the two sides of one road, and they are
//! joined to make the road's outline. The edge from the last outer point to the last inner point is then the finish,
//! unless the document has a finish segment. Cars may cross the finish in either direction. A car has finished when it
//! touches the finish.

use roxmltree::{Document, Node, ParsingOptions};

use super::{RacetrackError, text_of};
use crate::games::vector_racing::{Crossing, Draft, FinishDraft, Kind, Rational, Spot};
use crate::limits::import::{MAX_XML_ATTRIBUTES, MAX_XML_BYTES, MAX_XML_NODES, MAX_XML_POINTS};

/// Reads the track in an XML document.
///
/// # Errors
/// Returns an error if the bytes are not XML, if the document is not a track, or if a number cannot be read.
pub fn xml(bytes: &[u8]) -> Result<Draft, RacetrackError> {
    let text = text_of(bytes)?;
    let whole = |message: String| RacetrackError::Whole(message);
    if text.len() > MAX_XML_BYTES {
        return Err(whole(format!(
            "the document has {} MB; tracks in XML may have at most {} MB",
            text.len() >> 20,
            MAX_XML_BYTES >> 20
        )));
    }
    // No tag contains a `<`. So an element has at most as many attributes as there are `=` between two `<`.
    if text.split('<').any(|part| part.bytes().filter(|byte| *byte == b'=').count() > MAX_XML_ATTRIBUTES) {
        return Err(whole(format!(
            "an element has more than {MAX_XML_ATTRIBUTES} attributes; a point has only `x` and `y`"
        )));
    }
    let options = ParsingOptions { nodes_limit: MAX_XML_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => whole(format!(
            "the document has more than {MAX_XML_NODES} elements, texts and comments; use fewer points, at most \
             {MAX_XML_POINTS} in a list"
        )),
        error => whole(format!("this is not XML: {error}")),
    })?;
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
        if points.len() > MAX_XML_POINTS {
            return Err(whole(format!("`{name}` has more than {MAX_XML_POINTS} points, which is too many")));
        }
        points.into_iter().map(|point| Ok([number(point, "x")?, number(point, "y")?])).collect()
    };
    let outer = list("OuterBoundaries")?;
    let inner = list("InnerBoundaries")?;
    let starts = list("StartingPositions")?
        .into_iter()
        .map(|spot| {
            whole_point(spot).ok_or_else(|| {
                whole(format!("the start ({}, {}) is not a grid point; use whole numbers", spot[0], spot[1]))
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if outer.len() < 2 || inner.len() < 2 {
        return Err(whole("each boundary of the track needs at least two points".to_owned()));
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
        // The race goes once from the start to the finish. It ends when a car touches the finish.
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
    // The line number is computed only for errors, because finding it is slow.
    let error = |message: String| {
        let place = node.document().text_pos_at(node.range().start);
        RacetrackError::Line { line: place.row as usize, message }
    };
    let text = node.attribute(name).ok_or_else(|| error(format!("`{}` has no `{name}`", node.tag_name().name())))?;
    text.parse().map_err(|_| error(format!("the attribute `{name}` is not a number")))
}

fn whole_point(spot: Spot) -> Option<[i32; 2]> {
    let whole = |number: Rational| number.as_int().and_then(|value| i32::try_from(value).ok());
    Some([whole(spot[0])?, whole(spot[1])?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        xml(text.as_bytes()).expect_err("refused").to_string()
    }

    #[test]
    fn documents_that_are_not_tracks_are_refused_early() {
        let large = format!("<Track>{}</Track>", " ".repeat(MAX_XML_BYTES));
        assert_eq!(refused(&large), "the document has 8 MB; tracks in XML may have at most 8 MB");
        let parts = format!("<Track>{}</Track>", "<a/>".repeat(MAX_XML_NODES as usize));
        assert!(refused(&parts).contains("more than 250000 elements, texts and comments"));
        let attributes: String = (0..=MAX_XML_ATTRIBUTES).map(|number| format!(" a{number}='>'")).collect();
        assert!(refused(&format!("<Track{attributes}/>")).contains("more than 1000 attributes"));
    }

    #[test]
    fn many_points_are_read_and_a_wrong_one_is_reported_with_its_line() {
        let list = |name: &str, last: &str| {
            let points: String = (1..MAX_XML_POINTS).map(|x| format!("<Point x='{x}' y='{}'/>\n", x % 7)).collect();
            format!("<{name}>\n{points}<Point x='{last}' y='0'/>\n</{name}>\n")
        };
        let track =
            |last| format!("<Track>\n{}{}</Track>", list("OuterBoundaries", "0"), list("InnerBoundaries", last));
        assert_eq!(xml(track("0").as_bytes()).map(|draft| draft.outer.len()), Ok(2 * MAX_XML_POINTS));
        assert_eq!(
            refused(&track("zero")),
            format!("line {}: the attribute `x` is not a number", 2 * MAX_XML_POINTS + 4)
        );
    }
}
