//! Layouts: arrangements of panels with a name. Some come with the program, others are saved by the user. A layout can
//! be written to a file and read from one.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::arrangement::{Arrangement, Group, Pane, TableKind};
use crate::analysis::{Axis, Laps, MAX_EXPRESSION, PathValue, Quantity, Series};
use crate::game::words::capital;
use crate::replay::Race;

/// The largest number of characters in the name of a layout.
pub const MAX_NAME: usize = 40;
/// The largest number of saved layouts.
pub const MAX_LAYOUTS: usize = 60;

/// A layout: a named arrangement of the panels in the Analysis workspace, with the settings of its plots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// The name of the layout.
    pub name: String,
    /// The horizontal axis of the plots.
    pub axis: Axis,
    /// The laps that are drawn in plots along the lap.
    pub laps: Laps,
    /// Whether each car has a separate row in plots.
    #[serde(default)]
    pub rows: bool,
    /// The value that colours the paths on the board; `None` for the colours of cars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<PathValue>,
    /// The arrangement of the panels as JSON, including the expressions of the user's own quantities.
    panels: Value,
}

/// The settings of a layout that belong to no panel: the axis, the laps, whether each car has a separate row, and the
/// value that colours paths.
pub type View = (Axis, Laps, bool, Option<PathValue>);

/// The content of a layout file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayoutFile {
    /// The version of the file format.
    paddock_layout: u32,
    layout: Layout,
}

impl Layout {
    /// Makes a layout with this name from an arrangement of the panels and the other settings.
    #[must_use]
    pub fn new(name: &str, arrangement: &Arrangement, (axis, laps, rows, paths): View) -> Self {
        let panels = serde_json::from_str(&arrangement.of_any_race().to_text()).unwrap_or_default();
        Self { name: name.trim().chars().take(MAX_NAME).collect(), axis, laps, rows, paths, panels }
    }

    /// The arrangement of the panels; `None` if the layout is damaged.
    #[must_use]
    pub fn arrangement(&self) -> Option<Arrangement> {
        Arrangement::from_text(&self.panels.to_string())
    }

    /// Whether two layouts are the same except for their names.
    #[must_use]
    pub fn shows_the_same(&self, other: &Self) -> bool {
        let of = |layout: &Self| (layout.axis, layout.laps, layout.rows, layout.paths);
        of(self) == of(other) && self.panels == other.panels
    }

    /// The layout as the text of a file.
    ///
    /// # Errors
    /// If serialisation fails, which never happens for layouts of this program.
    pub fn to_file(&self) -> Result<String, serde_json::Error> {
        let file = LayoutFile { paddock_layout: 1, layout: self.clone() };
        serde_json::to_string_pretty(&file).map(|text| text + "\n")
    }

    /// Reads a layout from the text of a file.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the file.
    pub fn from_file(text: &str) -> Result<Self, String> {
        let not_a_layout = "this is not a layout file; export a layout from the menu Layout in the Analysis workspace";
        let value: Value = serde_json::from_str(text).map_err(|_| not_a_layout.to_owned())?;
        match value.get("paddock_layout").and_then(Value::as_u64) {
            None => return Err(not_a_layout.to_owned()),
            Some(1) => {}
            Some(other) => return Err(format!("layout version {other} is unknown; a newer Paddock may read it")),
        }
        let file: LayoutFile = serde_json::from_value(value).map_err(|error| format!("{not_a_layout} ({error})"))?;
        let layout = file.layout;
        let length = layout.name.trim().chars().count();
        if !(1..=MAX_NAME).contains(&length) {
            return Err(format!("the layout's name is empty or too long; give it 1 to {MAX_NAME} characters"));
        }
        let arrangement =
            layout.arrangement().ok_or("the panels of this layout are damaged; export the layout again")?;
        if arrangement.own.values().any(|text| text.chars().count() > MAX_EXPRESSION) {
            return Err(format!("an expression in this layout has more than {MAX_EXPRESSION} characters; shorten it"));
        }
        Ok(layout)
    }
}

/// Returns the layouts that come with the program, adapted to this race. In each group of tabs, the plot in front has
/// values in this race.
#[must_use]
pub fn shipped(race: &dyn Race, series: &Series) -> Vec<Layout> {
    let resources = race.resources();
    let there: Vec<usize> =
        (0..resources.len()).filter(|index| Quantity::Resource(*index).is_there(series, resources)).collect();
    let plot = Pane::Plot;
    let table = Pane::Table;
    let board = |part| Group::new(part, &[Pane::Board]);
    let story = Arrangement::of(
        &[board(0.45), Group::new(0.55, &[Pane::Summary, table(TableKind::Results), Pane::Stretch])],
        &[
            Group::new(0.33, &[plot(Quantity::Rank)]),
            Group::new(0.33, &[plot(Quantity::Gap), plot(Quantity::GapAhead)]),
            Group::new(0.34, &[table(TableKind::Incidents), table(TableKind::Laps), table(TableKind::Turns)]),
        ],
    );
    // Put the plots below each other, at most three.
    let mut points: Vec<Group> =
        there.iter().take(3).map(|index| Group::new(0.24, &[plot(Quantity::Resource(*index))])).collect();
    if let Some(last) = points.last_mut() {
        last.panes.extend(there.iter().skip(3).map(|index| plot(Quantity::Resource(*index))));
    }
    points.push(Group::new(0.28, &[table(TableKind::Spent), table(TableKind::Stints), table(TableKind::Laps)]));
    let points = Arrangement::of(&[board(0.5), Group::new(0.5, &[Pane::Stretch, table(TableKind::Results)])], &points);
    let duel = Arrangement::of(
        &[board(0.5), Group::new(0.5, &[Pane::Stretch, table(TableKind::Duels), table(TableKind::Incidents)])],
        &[
            // The comparison has lists above its plot, so it needs more room than the plots below it.
            Group::new(0.44, &[Pane::Comparison]),
            Group::new(0.28, &[plot(Quantity::GapAhead), plot(Quantity::Gap)]),
            Group::new(0.28, &[plot(Quantity::Gear), plot(Quantity::Speed)]),
        ],
    );
    let corners = Arrangement::of(
        &[board(0.55), Group::new(0.45, &[table(TableKind::CornerMeans), Pane::Stretch])],
        &[
            Group::new(0.3, &[plot(Quantity::Gear)]),
            Group::new(0.3, &[plot(Quantity::Speed)]),
            Group::new(0.4, &[table(TableKind::Corners), table(TableKind::Laps)]),
        ],
    );
    let names: Vec<&str> = there.iter().filter_map(|index| resources.get(*index)).map(|known| known.name).collect();
    let of_points = match names.as_slice() {
        [] => None,
        [one] => Some(format!("{} points", capital(one))),
        [_, _, _, ..] => Some("Wear".to_owned()),
        _ if names.iter().any(|name| name.starts_with("tyre")) => Some("Tyres".to_owned()),
        _ => Some("Points".to_owned()),
    };
    let mut layouts = vec![Layout::new("Race story", &story, (Axis::Rounds, Laps::All, false, None))];
    layouts.extend(
        of_points.map(|name| Layout::new(&name, &points, (Axis::Rounds, Laps::All, false, Some(PathValue::Spent)))),
    );
    layouts.push(Layout::new("Duel", &duel, (Axis::Rounds, Laps::All, false, None)));
    if !race.corner_spans().is_empty() {
        layouts.push(Layout::new(
            "Corner school",
            &corners,
            (Axis::Lap, Laps::All, false, Some(PathValue::Of(Quantity::Gear))),
        ));
    }
    layouts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_survives_a_round_trip_through_a_file() {
        let mut arrangement = Arrangement::default();
        arrangement.own.insert(3, "speed / gear".to_owned());
        arrangement.show(Pane::Plot(Quantity::Own(3)), None);
        let layout = Layout::new("  Mine ", &arrangement, (Axis::Lap, Laps::One(2), true, Some(PathValue::Spent)));
        let back = Layout::from_file(&layout.to_file().expect("written"));
        assert_eq!(back.as_ref(), Ok(&layout));
        let panels = back.ok().and_then(|layout| layout.arrangement()).expect("sound");
        assert_eq!(panels.own.get(&3).map(String::as_str), Some("speed / gear"));
        assert!(panels.has(Pane::Plot(Quantity::Own(3))));
    }

    #[test]
    fn files_that_are_no_layouts_say_why() {
        let good = Layout::new("Mine", &Arrangement::default(), (Axis::Turns, Laps::All, false, None))
            .to_file()
            .expect("written");
        let cases = [
            (String::new(), "not a layout"),
            ("{}".to_owned(), "not a layout"),
            (good.replace("\"paddock_layout\": 1", "\"paddock_layout\": 2"), "layout version 2 is unknown"),
            (good.replace("\"name\": \"Mine\"", "\"name\": \" \""), "1 to 40 characters"),
            (good.replace("\"axis\": \"Turns\"", "\"axis\": \"Miles\""), "not a layout"),
            (good.replace("\"Gear\"", "\"Gearbox\""), "damaged"),
        ];
        for (text, words) in cases {
            let error = Layout::from_file(&text).expect_err(words);
            assert!(error.contains(words), "{error}");
        }
    }
}
