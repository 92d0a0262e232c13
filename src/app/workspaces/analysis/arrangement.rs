//! The arrangement of the panels in the Analysis workspace. All races share the same arrangement.

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::own::Expressions;
use crate::analysis::Quantity;

/// A table of the Analysis workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TableKind {
    /// The results, with a row for each car.
    Results,
    /// The table of laps, with a row for each lap of each car.
    Laps,
    /// The table of stints, with a row for each stint. A stint is a car's drive from one pit stop to the next.
    Stints,
    /// The table of corner passages, with a row for each time that a car passed a corner.
    Corners,
    /// The averages over all passages of a corner, with a row for each car at each corner.
    CornerMeans,
    /// The table of incidents, with a row for each attack, overtaking or penalty.
    Incidents,
    /// The pairs of cars that attacked, hit or passed each other.
    Duels,
    /// The points that cars spent (such as tyre and nitro points), by purpose.
    Spent,
    /// The table of turns, with a row for each turn of the race.
    Turns,
}

impl TableKind {
    /// All tables that the Analysis workspace can show.
    pub const ALL: [Self; 9] = [
        Self::Results,
        Self::Laps,
        Self::Stints,
        Self::Corners,
        Self::CornerMeans,
        Self::Incidents,
        Self::Duels,
        Self::Spent,
        Self::Turns,
    ];

    /// The title of the table's panel.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Results => "Results",
            Self::Laps => "Laps",
            Self::Stints => "Stints",
            Self::Corners => "Corner by corner",
            Self::CornerMeans => "Corners",
            Self::Incidents => "Incidents",
            Self::Duels => "Duels",
            Self::Spent => "Spent",
            Self::Turns => "Turns",
        }
    }
}

/// The content of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// The board.
    Board,
    /// The summary: sentences about the decisive parts of the race.
    Summary,
    /// The plot of a quantity, with a line for each car.
    Plot(Quantity),
    /// The comparison of two cars or laps.
    Comparison,
    /// A table with each car's totals over the selected stretch: a range of turns, or a part of the lap.
    Stretch,
    /// A table.
    Table(TableKind),
    /// A championship table, computed from the open races.
    Championship(Entry),
    /// The strategy forecast of a car.
    #[serde(alias = "Outlook")]
    Forecast,
}

/// The competitors that a championship table lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Entry {
    /// The teams, with a row for each team.
    Teams,
    /// The drivers, with a row for each driver.
    Drivers,
}

impl Pane {
    /// The panels for which only some games have data. They are not shown until the user adds them.
    pub const OF_SOME: [Self; 3] =
        [Self::Championship(Entry::Teams), Self::Championship(Entry::Drivers), Self::Forecast];

    /// The panels that every game has. `resources` is the number of resources of a car, such as tyres and nitro.
    pub fn all(resources: usize) -> impl Iterator<Item = Self> {
        let plots = Quantity::all(resources).map(Self::Plot);
        let tables = TableKind::ALL.map(Self::Table);
        [Self::Board, Self::Summary].into_iter().chain(plots).chain([Self::Comparison, Self::Stretch]).chain(tables)
    }
}

/// The stored form of an arrangement, if the user has defined own quantities. Without own quantities, only the tree of
/// panels is stored.
#[derive(Serialize, Deserialize)]
struct WithOwn<Panels, Own> {
    panels: Panels,
    own: Own,
}

/// The arrangement of the panels of the Analysis workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    pub(super) tree: Tree<Pane>,
    /// The groups whose tab in front is hidden, because the race has no data for it, each with this tab.
    fronts: Vec<(TileId, TileId)>,
    /// The expressions that define the user's own quantities. The key is the quantity's number.
    pub(in crate::app) own: Expressions,
}

/// A group of tabs, used to build an arrangement.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The height of the group, as a fraction of the column's height.
    part: f32,
    /// The panels of the group. The first one is in front.
    pub(super) panes: Vec<Pane>,
}

impl Group {
    /// Makes a group of these panels. `part` is the height of the group, as a fraction of the column's height.
    pub(super) fn new(part: f32, panes: &[Pane]) -> Self {
        Self { part, panes: panes.to_vec() }
    }
}

impl Default for Arrangement {
    /// Puts the board and the summary on the left, and plots and tables on the right.
    fn default() -> Self {
        // The comparison has lists above its plot, so it is among the panels that need height.
        let [results, duels] = [TableKind::Results, TableKind::Duels].map(Pane::Table);
        let facts = [Pane::Summary, results, Pane::Stretch, duels, Pane::Comparison];
        let mut gaps = vec![Pane::Plot(Quantity::Gap), Pane::Plot(Quantity::GapAhead), Pane::Plot(Quantity::Rank)];
        gaps.extend([Quantity::Driven, Quantity::Luck, Quantity::Lost].map(Pane::Plot));
        // Every race has the last of these, so the group is never empty.
        let points = [Quantity::Resource(0), Quantity::Resource(1), Quantity::LapPart].map(Pane::Plot);
        let tables = TableKind::ALL.into_iter().filter(|kind| !matches!(kind, TableKind::Results | TableKind::Duels));
        let tables: Vec<Pane> = tables.map(Pane::Table).collect();
        Self::of(
            &[Group::new(0.56, &[Pane::Board]), Group::new(0.44, &facts)],
            &[
                Group::new(0.2, &[Pane::Plot(Quantity::Gear), Pane::Plot(Quantity::Speed)]),
                Group::new(0.2, &gaps),
                Group::new(0.2, &points),
                Group::new(0.4, &tables),
            ],
        )
    }
}

/// Makes a group of tabs, with the first panel in front.
fn tabs(tiles: &mut Tiles<Pane>, panes: impl IntoIterator<Item = Pane>) -> TileId {
    let children: Vec<TileId> = panes.into_iter().map(|pane| tiles.insert_pane(pane)).collect();
    tiles.insert_tab_tile(children)
}

/// Puts tiles side by side or below each other. `parts` lists each tile with the fraction of the space that it gets.
fn shared(tiles: &mut Tiles<Pane>, direction: LinearDir, parts: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(direction, parts.iter().map(|(tile, _)| *tile).collect());
    for (tile, share) in parts {
        linear.shares.set_share(*tile, *share);
    }
    tiles.insert_container(linear)
}

impl Arrangement {
    /// Makes an arrangement of two columns. Each column has groups of tabs, one below the other.
    pub(super) fn of(left: &[Group], right: &[Group]) -> Self {
        let mut tiles = Tiles::default();
        let mut column = |groups: &[Group]| {
            let rows: Vec<(TileId, f32)> =
                groups.iter().map(|group| (tabs(&mut tiles, group.panes.iter().copied()), group.part)).collect();
            shared(&mut tiles, LinearDir::Vertical, &rows)
        };
        let (left, right) = (column(left), column(right));
        let root = shared(&mut tiles, LinearDir::Horizontal, &[(left, 0.42), (right, 0.58)]);
        Self {
            tree: Tree::new(egui::Id::unique("analysis-panels"), root, tiles),
            fronts: Vec::new(),
            own: Expressions::new(),
        }
    }

    /// Shows the panels for which the race has data, and hides all other panels. Hidden panels keep their places, and
    /// come back to the front if they were in front.
    pub(super) fn fit(&mut self, is_there: impl Fn(Pane) -> bool) {
        let tiles = &mut self.tree.tiles;
        let panes = tiles.iter().filter_map(|(id, tile)| match tile {
            Tile::Pane(pane) => Some((*id, is_there(*pane))),
            Tile::Container(_) => None,
        });
        for (id, is_there) in panes.collect::<Vec<_>>() {
            tiles.set_visible(id, is_there);
        }
        self.fronts.retain(|(group, front)| {
            let is_back = tiles.is_visible(*front);
            if is_back && let Some(Tile::Container(Container::Tabs(tabs))) = tiles.get_mut(*group) {
                tabs.set_active(*front);
            }
            !is_back
        });
        for (group, tile) in tiles.iter() {
            if let Tile::Container(Container::Tabs(tabs)) = tile
                && let Some(front) = tabs.active.filter(|front| !tiles.is_visible(*front))
                && !self.fronts.contains(&(*group, front))
            {
                self.fronts.push((*group, front));
            }
        }
    }

    /// Returns the arrangement with all its panels visible, for use with any race. An arrangement on screen hides the
    /// panels for which its race has no data.
    #[must_use]
    pub fn of_any_race(&self) -> Self {
        let mut all = self.clone();
        all.fit(|_| true);
        all
    }

    /// The arrangement of the panels as text, in the form in which the settings store it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let text = match self.own.is_empty() {
            true => serde_json::to_string(&self.tree),
            false => serde_json::to_string(&WithOwn { panels: &self.tree, own: &self.own }),
        };
        text.unwrap_or_default()
    }

    /// Reads an arrangement from its text in the settings; `None` if the text is not a valid arrangement.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let (tree, own) = match serde_json::from_str::<WithOwn<Tree<Pane>, Expressions>>(text) {
            Ok(WithOwn { panels, own }) => (panels, own),
            Err(_) => (serde_json::from_str(text).ok()?, Expressions::new()),
        };
        let root = tree.root()?;
        // A text that this program did not write may name missing tiles or contain a cycle.
        let mut seen = Vec::new();
        is_sound(&tree.tiles, root, &mut seen).then_some(Self { tree, fronts: Vec::new(), own })
    }

    /// Whether a panel is in the arrangement.
    #[must_use]
    pub fn has(&self, pane: Pane) -> bool {
        self.tree.tiles.find_pane(&pane).is_some()
    }

    /// Whether a panel is in front, not behind another tab.
    #[must_use]
    pub fn shows(&self, pane: Pane) -> bool {
        let active = self.tree.active_tiles();
        self.tree.tiles.find_pane(&pane).is_some_and(|tile| active.contains(&tile))
    }

    /// Brings a panel to the front. If the arrangement does not contain the panel, adds it first: to the group of tabs
    /// `beside`, or to the last group if `beside` is `None`.
    pub fn show(&mut self, pane: Pane, beside: Option<TileId>) {
        if self.tree.tiles.find_pane(&pane).is_none() {
            let tile = self.tree.tiles.insert_pane(pane);
            let place = beside.or_else(|| self.last_tabs()).or(self.tree.root());
            match place.and_then(|place| self.tree.tiles.get_mut(place)) {
                Some(Tile::Container(container)) => container.add_child(tile),
                // All panels are closed: start a new tree.
                _ => {
                    let root = self.tree.tiles.insert_tab_tile(vec![tile]);
                    let tiles = std::mem::take(&mut self.tree.tiles);
                    self.tree = Tree::new(egui::Id::unique("analysis-panels"), root, tiles);
                }
            }
        }
        self.tree.make_active(|_, tile| matches!(tile, Tile::Pane(known) if *known == pane));
    }

    /// Closes a panel.
    pub fn close(&mut self, pane: Pane) {
        if let Some(tile) = self.tree.tiles.find_pane(&pane) {
            self.tree.remove_recursively(tile);
        }
        if let Pane::Plot(Quantity::Own(number)) = pane {
            self.own.remove(&number);
        }
    }

    fn last_tabs(&self) -> Option<TileId> {
        let tabs = self.tree.tiles.iter().filter(|(_, tile)| matches!(tile, Tile::Container(Container::Tabs(_))));
        tabs.map(|(id, _)| *id).max_by_key(|id| id.0)
    }
}

/// Whether the tree of tiles below `tile` is valid: every tile exists, and no tile occurs twice.
fn is_sound(tiles: &Tiles<Pane>, tile: TileId, seen: &mut Vec<TileId>) -> bool {
    if seen.contains(&tile) {
        return false;
    }
    seen.push(tile);
    match tiles.get(tile) {
        None => false,
        Some(Tile::Pane(_)) => true,
        Some(Tile::Container(container)) => container.children().all(|child| is_sound(tiles, *child, seen)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_panel_is_in_the_default_arrangement_and_can_be_closed_and_shown_again() {
        let mut arrangement = Arrangement::default();
        for pane in Pane::all(2).filter(|pane| *pane != Pane::Plot(Quantity::Progress)) {
            assert!(arrangement.has(pane), "{pane:?}");
            arrangement.close(pane);
            assert!(!arrangement.has(pane), "{pane:?}");
        }
        for pane in Pane::all(2) {
            arrangement.show(pane, None);
            assert!(arrangement.shows(pane), "{pane:?}");
        }
    }

    #[test]
    fn an_arrangement_survives_a_round_trip_through_text() {
        let mut arrangement = Arrangement::default();
        arrangement.show(Pane::Plot(Quantity::Rank), None);
        arrangement.close(Pane::Summary);
        let back = Arrangement::from_text(&arrangement.to_text());
        assert!(back.is_some_and(|back| back.shows(Pane::Plot(Quantity::Rank)) && !back.has(Pane::Summary)));
    }

    #[test]
    fn an_invalid_text_gives_no_arrangement() {
        let good = Arrangement::default().to_text();
        for bad in ["", "{}", "[]", &good[1..], &good.replace("\"Gear\"", "\"Gearbox\"")] {
            assert_eq!(Arrangement::from_text(bad), None, "{bad}");
        }
        // Two unsound arrangements: one whose root is missing, and one with a tile that is its own child.
        let tree: serde_json::Value = serde_json::from_str(&good).expect("it was written by this program");
        let root = tree["root"].clone();
        let mut missing = tree.clone();
        missing["root"] = serde_json::json!(987_654);
        assert_eq!(Arrangement::from_text(&missing.to_string()), None);
        let mut circle = tree;
        let tiles = circle["tiles"]["tiles"].as_object_mut().expect("tiles by number");
        for tile in tiles.values_mut() {
            if let Some(children) = tile.pointer_mut("/Container/Linear/children") {
                *children = serde_json::json!([root]);
            }
        }
        assert_eq!(Arrangement::from_text(&circle.to_string()), None);
    }
}
