//! Reads the corners of a shape from a text, with one corner on each line, and puts these corners into the shape.

use super::{At, Form, ShapeId, Sketch, computed, limited};
use crate::game::Refused;
use crate::geometry::{Point, Surd};

/// The largest number of characters that an error message quotes from a wrong line.
const QUOTED: usize = 30;

/// Reads corners from a text, with one corner on each line; empty lines are skipped. A line has x and y with a comma, a
/// semicolon, a tab or a space between them, with or without parentheses. Each number may be a sum such as `13*2`.
///
/// ```
/// use paddock::editor::sketch::{read_corners, to_world};
///
/// let corners = read_corners("4, 3*2\n(7.5, 9)\n").unwrap();
/// assert_eq!(corners.into_iter().map(to_world).collect::<Vec<_>>(), [[4.0, 6.0], [7.5, 9.0]]);
/// assert!(read_corners("4").is_err());
/// ```
///
/// # Errors
/// Returns an error that names the first line that is not a corner.
pub fn read_corners(text: &str) -> Result<Vec<At>, Refused> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| read(number, line)).collect()
}

fn read(number: usize, line: &str) -> Result<At, Refused> {
    let quoted = |text: &str| {
        let short: String = text.trim().chars().take(QUOTED).collect();
        if short.len() < text.trim().len() { format!("{short}…") } else { short }
    };
    let bare = line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    // The parentheses of `(1 + 2) * 3, (4 + 5)` are not around the whole line.
    let bare = bare.filter(|inside| is_balanced(inside)).unwrap_or(line);
    let parts: Vec<&str> = [';', '\t', ',', ' ']
        .into_iter()
        .map(|sign| bare.split(sign).map(str::trim).filter(|part| sign != ' ' || !part.is_empty()).collect())
        .find(|parts: &Vec<&str>| parts.len() > 1)
        .unwrap_or_default();
    let [x, y] = parts[..] else {
        let shown = quoted(line);
        return Err(format!(
            "Line {number}: \"{shown}\" is not a corner. Write x and y with one comma between them, such as 13, 4.5."
        )
        .into());
    };
    let far = limited(Point::new(Surd::from_int(i64::from(i32::MAX)), Surd::ZERO)).x;
    let value = |text: &str| -> Result<Surd, Refused> {
        let found = text.parse::<Surd>().ok().or_else(|| computed(text)?.parse().ok());
        let shown = quoted(text);
        let found = found.ok_or_else(|| {
            format!("Line {number}: \"{shown}\" is not a number. Enter one such as 13.5, or a sum such as 13*2.")
        })?;
        if found > far || found < -far {
            return Err(format!("Line {number}: {shown} is out of range. Enter a number from -{far} to {far}.").into());
        }
        Ok(found)
    };
    Ok(Point::new(value(x)?, value(y)?))
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    let is_open = |sign: char| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        depth >= 0
    };
    text.chars().all(is_open) && depth == 0
}

/// Replaces `gone` corners of a shape, from the index `from`, by the corners `new`. The shape's other corners stay
/// exactly as they are.
///
/// # Errors
/// Returns an error if the shape would have too few or too many corners. In this case, the draft may already be partly
/// changed.
pub(super) fn splice<G: Sketch>(
    draft: &mut G::Draft,
    shape: ShapeId,
    (from, gone): (usize, usize),
    new: &[At],
) -> Result<(), Refused> {
    let found = |draft: &G::Draft| G::shapes(draft).into_iter().find(|known| known.id == shape);
    let before = found(draft).filter(|known| known.form.has_corners() && known.has_handles());
    let Some(before) = before.filter(|known| from.saturating_add(gone) <= known.corners) else {
        return Err(
            "The corners have changed since you began to edit them, so your text was not used. Edit them again.".into(),
        );
    };
    let kept = gone.min(new.len());
    let moved: Vec<(usize, At)> = (from..).zip(new[..kept].iter().map(|at| limited(*at))).collect();
    G::set_points(draft, shape, &moved);
    for (place, at) in (from + kept..).zip(&new[kept..]) {
        G::insert_point(draft, shape, place, limited(*at));
    }
    for place in (from + kept..from + gone).rev() {
        if !G::remove_point(draft, shape, place) {
            let least = if before.form == Form::Chain { 2 } else { 3 };
            return Err(format!("{} needs at least {least} corners. Enter more lines.", named(&before.name)).into());
        }
    }
    let wanted = before.corners - gone + new.len();
    if found(draft).is_none_or(|after| after.corners != wanted) {
        return Err(format!("{} cannot have {wanted} corners. Remove lines.", named(&before.name)).into());
    }
    Ok(())
}

fn named(name: &str) -> String {
    crate::game::words::capital(name)
}

#[cfg(test)]
mod tests {
    use super::super::{SketchDocument, SketchEdit, Steps as _, to_world};
    use super::*;
    use crate::games::vector_racing::{Draft, Rational, VectorRacing};

    fn read_all(text: &str) -> Result<Vec<[f64; 2]>, String> {
        read_corners(text).map(|corners| corners.into_iter().map(to_world).collect()).map_err(String::from)
    }

    #[test]
    fn corners_are_read_with_sums_and_in_several_notations() {
        let text = "4, 6\n\n (7.5, 9) \n13*2,(1+2)*3\n(1+2)*3, (4-5)\n2,5; 3,5\n1\t2\n8 9\r\n-3, 4";
        let corners =
            [[4.0, 6.0], [7.5, 9.0], [26.0, 9.0], [9.0, -1.0], [2.5, 3.5], [1.0, 2.0], [8.0, 9.0], [-3.0, 4.0]];
        assert_eq!(read_all(text), Ok(corners.to_vec()));
        assert_eq!(read_all(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn a_wrong_line_is_named_with_the_reason() {
        let wrong = [
            ("1, 2\n3", "Line 2: \"3\" is not a corner. Write x and y with one comma between them, such as 13, 4.5."),
            (
                "1, 2, 3",
                "Line 1: \"1, 2, 3\" is not a corner. Write x and y with one comma between them, such as 13, 4.5.",
            ),
            ("1, wide", "Line 1: \"wide\" is not a number. Enter one such as 13.5, or a sum such as 13*2."),
            ("\n1, ", "Line 2: \"\" is not a number. Enter one such as 13.5, or a sum such as 13*2."),
            ("1, 4/0", "Line 1: \"4/0\" is not a number. Enter one such as 13.5, or a sum such as 13*2."),
            ("20000, 1", "Line 1: 20000 is out of range. Enter a number from -10000 to 10000."),
        ];
        for (text, why) in wrong {
            assert_eq!(read_all(text), Err(why.to_owned()), "{text}");
        }
        assert!(read_all(&"(".repeat(10_000)).is_err() && read_all("99999999999999999999999, 1").is_err());
    }

    /// A square whose first corner has a coordinate that no decimal number expresses exactly: one third.
    fn square() -> SketchDocument<VectorRacing> {
        let third = Rational::new(1, 3).expect("third");
        let spot = |x, y| [x, y].map(Rational::int);
        let outer = vec![[third, Rational::int(1)], spot(9, 1), spot(9, 8), spot(1, 8)];
        SketchDocument::checked_later(Draft { outer, ..Draft::default() }, true)
    }

    #[test]
    fn typed_corners_replace_others_in_one_step() {
        let mut document = square();
        let (before, shape) = (document.draft().clone(), ShapeId { tool: "boundary", index: 0 });
        let enter = |document: &mut SketchDocument<VectorRacing>, from: usize, gone: usize, text: &str| {
            let new = read_corners(text).expect("corners");
            document.apply(&SketchEdit::Corners(shape, (from, gone), new)).map_err(String::from)
        };
        assert_eq!(enter(&mut document, 1, 2, "12, 1\n12, 5\n10, 9"), Ok(true));
        let shown = |document: &SketchDocument<VectorRacing>| document.shapes()[0].points.clone();
        assert_eq!(shown(&document)[1..], [[12.0, 1.0], [12.0, 5.0], [10.0, 9.0], [1.0, 8.0]]);
        assert_eq!(document.draft().outer[0], before.outer[0], "the others stay exact");
        assert_eq!(document.step_title(0), Some("Change the corners of the outer boundary"));
        assert_eq!(enter(&mut document, 1, 3, "12, 7"), Ok(true));
        assert_eq!(shown(&document)[1..], [[12.0, 7.0], [1.0, 8.0]]);
        let few = "The outer boundary needs at least 3 corners. Enter more lines.";
        assert_eq!(enter(&mut document, 0, 3, "1, 1"), Err(few.to_owned()));
        assert!(enter(&mut document, 2, 9, "1, 1").is_err());
        assert_eq!(document.steps().0, 2, "a refused edit is no step");
        assert!(document.undo() && document.undo());
        assert_eq!(document.draft(), &before);
        let many = "1, 2\n".repeat(crate::games::vector_racing::MAX_VERTICES);
        assert!(enter(&mut document, 4, 0, &many).is_err_and(|why| why.contains("Remove lines")));
    }
}
