//! A circuit of any game. Its game is known only at run time.

use std::any::Any;
use std::fmt;

use serde_json::Value;

use super::scene::{Scene, Tag};
use super::{Cutout, Game, GameInfo, Issue, Layout, TrackAbout};

/// A circuit of any game. It may have errors.
///
/// ```
/// use paddock::game::AnyDraft;
/// use paddock::games::formula_d::{Draft, FormulaD};
///
/// let circuit = AnyDraft::new::<FormulaD>(Draft::default());
/// assert_eq!(circuit.info().name, "Formula D");
/// assert_eq!(circuit.of::<FormulaD>().map(|draft| draft.spaces.len()), Some(0));
/// assert!(!circuit.issues().is_empty());
/// ```
pub struct AnyDraft(Box<dyn Erased>);

/// A draft of a circuit of the game `G`.
struct Of<G: Game>(G::Draft);

/// The functions that every draft has, whatever its game.
trait Erased: Any + Send + Sync {
    fn info(&self) -> &'static GameInfo;
    fn copy(&self) -> Box<dyn Erased>;
    fn is(&self, other: &dyn Erased) -> bool;
    fn json(&self) -> serde_json::Result<Value>;
    fn file_version(&self) -> u32;
    fn issues(&self) -> Vec<Issue>;
    fn name(&self) -> &str;
    fn about(&self) -> TrackAbout<'_>;
    fn layout(&self) -> Layout;
    fn unit_mm(&self) -> Option<f64>;
    fn cutouts(&self) -> Vec<Cutout>;
    fn legend(&self) -> &'static [(super::scene::Style, &'static str)];
    fn is_loop(&self) -> bool;
    fn facts(&self) -> Vec<String>;
    fn measures(&self) -> Vec<(&'static str, String)>;
    fn corner_table(&self) -> Vec<String>;
    fn scene(&self, highlight: &[Tag]) -> Scene;
}

impl<G: Game> Erased for Of<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn copy(&self) -> Box<dyn Erased> {
        Box::new(Self(self.0.clone()))
    }

    fn is(&self, other: &dyn Erased) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Self>().is_some_and(|other| other.0 == self.0)
    }

    fn json(&self) -> serde_json::Result<Value> {
        serde_json::to_value(&self.0)
    }

    fn file_version(&self) -> u32 {
        G::file_version(&self.0)
    }

    fn issues(&self) -> Vec<Issue> {
        G::validate(&self.0).1
    }

    fn name(&self) -> &str {
        G::track_name(&self.0)
    }

    fn about(&self) -> TrackAbout<'_> {
        G::track_about(&self.0)
    }

    fn layout(&self) -> Layout {
        G::layout(&self.0)
    }

    fn unit_mm(&self) -> Option<f64> {
        G::unit_mm(&self.0)
    }

    fn cutouts(&self) -> Vec<Cutout> {
        G::cutouts(&self.0)
    }

    fn legend(&self) -> &'static [(super::scene::Style, &'static str)] {
        G::legend()
    }

    fn is_loop(&self) -> bool {
        G::is_loop(&self.0)
    }

    fn facts(&self) -> Vec<String> {
        G::facts(&self.0)
    }

    fn measures(&self) -> Vec<(&'static str, String)> {
        G::measures(&self.0)
    }

    fn corner_table(&self) -> Vec<String> {
        G::corner_table(&self.0)
    }

    fn scene(&self, highlight: &[Tag]) -> Scene {
        G::draw_draft(&self.0, highlight)
    }
}

impl AnyDraft {
    /// The oldest version of the file format that can store this circuit.
    #[must_use]
    pub fn file_version(&self) -> u32 {
        self.0.file_version()
    }

    /// Wraps a circuit of the game `G`.
    #[must_use]
    pub fn new<G: Game>(draft: G::Draft) -> Self {
        Self(Box::new(Of::<G>(draft)))
    }

    /// The facts about the circuit's game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    /// The circuit's draft; `None` if the circuit is not of the game `G`.
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<&G::Draft> {
        let draft: &dyn Any = self.0.as_ref();
        draft.downcast_ref::<Of<G>>().map(|of| &of.0)
    }

    /// The circuit as JSON, as written in files.
    ///
    /// # Errors
    /// Returns an error if the draft cannot be written as JSON.
    pub fn json(&self) -> serde_json::Result<Value> {
        self.0.json()
    }

    /// Lists all errors, warnings and notes about the circuit.
    ///
    /// ```
    /// use paddock::game::AnyDraft;
    /// use paddock::games::vektorace::{Draft, Vektorace};
    ///
    /// // An empty circuit lacks a pitwall and corners.
    /// let draft = AnyDraft::new::<Vektorace>(Draft::default());
    /// assert!(paddock::game::has_errors(&draft.issues()));
    /// ```
    #[must_use]
    pub fn issues(&self) -> Vec<Issue> {
        self.0.issues()
    }

    /// The circuit's name; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The circuit's size and description, for lists of circuits.
    #[must_use]
    pub fn about(&self) -> TrackAbout<'_> {
        self.0.about()
    }

    /// The designer and the terms of use in one line, for a printed page. Empty if the circuit names neither.
    #[must_use]
    pub fn credits(&self) -> String {
        self.about().credits.map(super::Credits::line).unwrap_or_default()
    }

    /// The circuit's pieces with their positions on the table, for players who set up the circuit by hand.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.0.layout()
    }

    /// The size of one unit on the table, in millimetres. `None` if the circuit does not give it.
    #[must_use]
    pub fn unit_mm(&self) -> Option<f64> {
        self.0.unit_mm()
    }

    /// The pieces to cut out of paper. Empty in games that are played on a printed board.
    #[must_use]
    pub fn cutouts(&self) -> Vec<Cutout> {
        self.0.cutouts()
    }

    /// Returns the entries of the circuit's legend, in order. Each entry has a drawing style and the meaning of this
    /// style.
    #[must_use]
    pub fn legend(&self) -> &'static [(super::scene::Style, &'static str)] {
        self.0.legend()
    }

    /// Whether the circuit leads back to its start.
    #[must_use]
    pub fn is_loop(&self) -> bool {
        self.0.is_loop()
    }

    /// Short facts about the circuit, which are shown in the title of a picture.
    #[must_use]
    pub fn facts(&self) -> Vec<String> {
        self.0.facts()
    }

    /// The lengths and counts that matter to a designer, each with its name and unit. If the circuit says how large a
    /// unit is, the last entry is the size of the printed table.
    ///
    /// ```
    /// use paddock::game::AnyDraft;
    /// use paddock::games::vektorace::{Draft, Vektorace};
    ///
    /// let measures = AnyDraft::new::<Vektorace>(Draft::default()).measures();
    /// assert_eq!(measures[0], ("Corners", "0".to_owned()));
    /// ```
    #[must_use]
    pub fn measures(&self) -> Vec<(&'static str, String)> {
        let mut measures = self.0.measures();
        if let Some(unit) = self.unit_mm() {
            let [low, high] = self.layout().table;
            let [width, height] = [0, 1].map(|axis| ((high[axis] - low[axis]) * unit).round());
            measures.push(("In print", format!("{width} × {height} mm")));
        }
        measures
    }

    /// A line of text for each corner, in the order in which cars pass them.
    #[must_use]
    pub fn corner_table(&self) -> Vec<String> {
        self.0.corner_table()
    }

    /// Draws the circuit, with the pieces in `highlight` marked.
    #[must_use]
    pub fn scene(&self, highlight: &[Tag]) -> Scene {
        self.0.scene(highlight)
    }
}

impl Clone for AnyDraft {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl PartialEq for AnyDraft {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(other.0.as_ref())
    }
}

impl fmt::Debug for AnyDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyDraft").field(&self.info().id).field(&self.name()).finish()
    }
}
