//! The form fields of a corner, a space, the pit lane and the circuit. The schema has no fields for the arrows, so this
//! module adds them.

use super::{arrow, tool};
use crate::editor::sketch::{Part, SketchEdit};
use crate::game::Refused;
use crate::game::form::{self, Entry, Field, Value, misfit};
use crate::games::formula_d::{
    ChartLine, CornerArrows, Draft, Ways, corner_arrows, set_corner_arrows, set_ways, ways_of,
};

const ARROWS: &[(Option<CornerArrows>, &str)] = &[
    (Some(CornerArrows::RacingLine), "inwards, then outwards"),
    (Some(CornerArrows::Inwards), "inwards only"),
    (Some(CornerArrows::Outwards), "outwards only"),
    (Some(CornerArrows::KeepLane), "keep the lane"),
    (Some(CornerArrows::Free), "none"),
    (None, "space by space"),
];

/// An arrow that leads out of a space: the id of its field, its title, and a function that returns the flag for this
/// arrow.
type Way = (&'static str, &'static str, fn(&mut Ways) -> &mut bool);

const WAYS: [Way; 3] = [
    ("#ahead", "Ahead in the lane", |ways| &mut ways.ahead),
    ("#left", "Into the lane to the left", |ways| &mut ways.left),
    ("#right", "Into the lane to the right", |ways| &mut ways.right),
];

/// A copy of the draft without its spaces, for forms that do not show them. This saves time, because forms are made in
/// every frame and a circuit has hundreds of spaces.
fn plain(draft: &Draft) -> Draft {
    Draft {
        name: draft.name.clone(),
        description: draft.description.clone(),
        space_mm: draft.space_mm,
        lanes: draft.lanes,
        lap: draft.lap,
        laps: draft.laps,
        corners: draft.corners.clone(),
        chart: draft.chart.clone(),
        spaces: Vec::new(),
        edges: Vec::new(),
        contacts: Vec::new(),
        links: Vec::new(),
        line: draft.line.clone(),
        tunnels: draft.tunnels.clone(),
        narrows: draft.narrows.clone(),
        pit_line: draft.pit_line.clone(),
        pit_boxes: draft.pit_boxes,
        anchors: None,
        credits: draft.credits.clone(),
        reference: draft.reference.clone(),
        groups: Vec::new(),
    }
}

/// The form fields of one space. They are made from a draft without the other spaces, as in [`plain`].
fn of_space(draft: &Draft, index: usize) -> Vec<Field> {
    let alone = Draft { spaces: draft.spaces.get(index).cloned().into_iter().collect(), ..plain(draft) };
    let mut fields = form::fields(&alone, &(), "/spaces/0");
    for field in &mut fields {
        if let Some(name) = field.id.strip_prefix("/spaces/0") {
            field.id = format!("/spaces/{index}{name}");
        }
    }
    fields
}

pub(super) fn of(draft: &Draft, part: Option<Part>) -> Vec<Field> {
    let Some(part) = part else { return of_circuit(draft) };
    let index = part.shape.index;
    match part.shape.tool {
        tool::CORNER => {
            let mut fields = form::fields(&plain(draft), &(), &format!("/corners/{index}"));
            if !fields.is_empty() {
                let help = "The lane changes that are allowed in this corner. Each space can also have its own arrows.";
                let now = Value::choice(ARROWS, corner_arrows(draft, index));
                fields.push(Field::new("#arrows", "Arrows", now).help(help));
            }
            fields
        }
        tool::SPACE => {
            let mut fields = of_space(draft, index);
            if draft.spaces.get(index).is_some_and(|space| space.lane > 0) {
                let mut ways = ways_of(draft, index);
                let help = "If you switch an exit off, the space shows an arrow for each exit that remains.";
                let way = |(id, label, of): Way| Field::new(id, label, Value::Flag(*of(&mut ways))).help(help);
                let begin = fields.len();
                fields.extend(WAYS.map(way));
                fields[begin].heading = Some("Exits".to_owned());
            }
            fields
        }
        tool::NARROW => form::fields(&plain(draft), &(), &format!("/narrows/{index}")),
        tool::LANE => form::fields(&plain(draft), &(), "/pit_boxes"),
        _ => Vec::new(),
    }
}

/// Returns the form fields of the circuit. The fields of the weather chart come just before the credits, which are
/// last. The label of each line of the chart gives the results of the black die for this line.
fn of_circuit(draft: &Draft) -> Vec<Field> {
    let (mut chart, mut fields): (Vec<Field>, Vec<Field>) =
        form::fields(&plain(draft), &(), "").into_iter().partition(|field| field.id.starts_with("/chart"));
    for field in &mut chart {
        let path: Vec<&str> = field.id.split('/').skip(2).collect();
        let [line, name] = path[..] else { continue };
        let Some(line) = line.parse().ok().and_then(|line: usize| draft.chart.get(line)) else { continue };
        match (name, &field.value) {
            ("to", Value::Count(to, _)) => {
                field.label = format!("{} to", line.from);
                // The field is free text, so that a number outside the range is refused with a message that names the
                // range.
                field.value = Value::Number(to.to_string(), String::new());
            }
            ("weather", _) if last_line(draft) == Some(line) => {
                (field.label, field.beside) = (format!("{} to {}", line.from, line.to), false);
            }
            ("weather", _) => field.label.clear(),
            _ => {}
        }
    }
    let end = fields.iter().position(|field| field.id.starts_with("/credits")).unwrap_or(fields.len());
    fields.splice(end..end, chart);
    fields
}

/// The line of the weather chart for the highest results of the black die. The end of this line is fixed, so the form
/// has no field for the end.
fn last_line(draft: &Draft) -> Option<&ChartLine> {
    draft.chart.iter().max_by_key(|line| line.from)
}

/// Returns the title of an edit in the list of steps, if it edits the weather chart or an arrow. Returns `None` for
/// other edits.
pub(super) fn title(draft: &Draft, edit: &SketchEdit) -> Option<String> {
    match edit {
        SketchEdit::Put(tool::ARROW, points) => Some(arrow::words(draft, arrow::ends(draft, points)?)),
        SketchEdit::Enter(None, field, ..) if field.starts_with("/chart") => {
            Some("Change the weather chart".to_owned())
        }
        _ => None,
    }
}

pub(super) fn enter(draft: &mut Draft, part: Option<Part>, field: &str, entry: &Entry) -> Result<(), Refused> {
    let wrong = || misfit(field);
    let index = part.map_or(usize::MAX, |part| part.shape.index);
    if field == "#arrows" {
        if let Some(arrows) = entry.chosen(ARROWS).ok_or_else(wrong)? {
            set_corner_arrows(draft, index, arrows);
        }
        return Ok(());
    }
    let Some((.., of)) = WAYS.iter().find(|(id, ..)| *id == field) else {
        return form::enter(draft, &(), field, entry);
    };
    let mut ways = ways_of(draft, index);
    *of(&mut ways) = entry.flag().ok_or_else(wrong)?;
    let before = draft.spaces.get(index).ok_or_else(wrong)?.arrows.clone();
    if set_ways(draft, index, ways) != ways {
        draft.spaces[index].arrows = before;
        return Err(if entry.flag() == Some(true) {
            "This exit cannot be switched on, because it leads to no space."
        } else {
            "This exit cannot be switched off, because it is the only way out of a lane that ends here, or into a lane that begins here. Leave it on, or move the narrowing."
        }
        .into());
    }
    arrow::measure(draft);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::formula_d::FormulaD;
    use crate::replay::{self, TrackFile};

    #[test]
    fn forms_without_spaces_have_the_same_fields() {
        let bytes = std::fs::read("tracks/formula_d/saltmarsh.json").unwrap();
        let TrackFile { track: draft, .. } = replay::parse::<TrackFile<FormulaD>>(&bytes).unwrap();
        let corners = (0..draft.corners.len()).map(|index| format!("/corners/{index}"));
        for path in corners.chain([String::new(), "/pit_boxes".to_owned()]) {
            let fields = form::fields(&draft, &(), &path);
            assert!(!fields.is_empty(), "{path}");
            assert_eq!(form::fields(&plain(&draft), &(), &path), fields, "{path}");
        }
        assert!(draft.spaces.len() > 100);
        for index in (0..draft.spaces.len()).step_by(37).chain([draft.spaces.len()]) {
            let fields = form::fields(&draft, &(), &format!("/spaces/{index}"));
            assert_eq!(fields.is_empty(), index == draft.spaces.len());
            assert_eq!(of_space(&draft, index), fields, "space {index}");
        }
    }
}
