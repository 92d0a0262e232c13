//! A game that can be edited without knowing its data types: its templates, documents, random circuits and tools.

use std::ops::RangeInclusive;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::{Action, AnySketch, Findings, Sketch, SketchDocument, SolveStage, Tool};
use crate::game::{AnyDraft, Severity};
use crate::replay::{Kind, Playable};

/// A template: a draft to start a new circuit from.
#[derive(Clone, Debug)]
pub struct Beginning<D> {
    /// The template's name.
    pub name: &'static str,
    /// A short description of the template.
    pub line: &'static str,
    /// The circuit of the template.
    pub draft: D,
}

impl<D> Beginning<D> {
    /// Converts the template's draft to another type.
    pub fn map<E>(self, change: impl FnOnce(D) -> E) -> Beginning<E> {
        Beginning { name: self.name, line: self.line, draft: change(self.draft) }
    }
}

/// A game whose circuits can be edited without knowing the game's data types. [`Kind`] implements this trait for every
/// game that implements [`Sketch`].
pub trait Drawable: Playable {
    /// The templates for a new circuit, the default first.
    fn beginnings(&self) -> Vec<Beginning<AnyDraft>>;

    /// Opens a document for a circuit of this game. `saved` says whether the circuit is in a file. The circuit is not
    /// checked yet: see [`SketchDocument::checked_later`]. Returns `None` for a circuit of another game.
    fn document(&self, draft: &AnyDraft, saved: bool) -> Option<Box<dyn AnySketch>>;

    /// Makes a random freehand circuit with about this number of bends. Also returns the findings of the search that
    /// proved that the circuit can be raced. The same seed gives the same circuit. `report` receives the progress.
    /// Returns `None` if the game has no random circuits with this number of bends, if the seed gives no circuit that
    /// can be raced, or if `stop` returned true.
    fn random(
        &self,
        seed: u64,
        bends: usize,
        report: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<(AnyDraft, Findings)>;

    /// The numbers of bends that random circuits of the game may have. `None` if the game has no random circuits.
    fn bends(&self) -> Option<RangeInclusive<usize>>;

    /// The game's tools and actions.
    fn palette(&self) -> (&'static [Tool], &'static [Action]);
}

impl<G: Sketch> Drawable for Kind<G> {
    fn beginnings(&self) -> Vec<Beginning<AnyDraft>> {
        G::beginnings().into_iter().map(|beginning| beginning.map(AnyDraft::new::<G>)).collect()
    }

    fn document(&self, draft: &AnyDraft, saved: bool) -> Option<Box<dyn AnySketch>> {
        Some(Box::new(SketchDocument::<G>::checked_later(draft.of::<G>()?.clone(), saved)))
    }

    fn bends(&self) -> Option<RangeInclusive<usize>> {
        G::BENDS
    }

    fn random(
        &self,
        seed: u64,
        bends: usize,
        report: &(dyn Fn(SolveStage) + Sync),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<(AnyDraft, Findings)> {
        /// The largest number of random circuits that are tried for one seed.
        const TRIES: usize = 200;
        G::BENDS.filter(|known| known.contains(&bends))?;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for number in 1..=TRIES {
            if stop() {
                return None;
            }
            report(SolveStage::from(format!("Drawing circuit {number}")));
            let draft = G::random(bends, &mut random)?;
            let (Some(track), issues) = G::validate(&draft) else { continue };
            if issues.iter().any(|issue| issue.severity == Severity::Warning) {
                continue;
            }
            let proving = |stage: SolveStage| {
                report(SolveStage { words: format!("Circuit {number}: {}", stage.words), ..stage });
            };
            let findings = G::solve(&track, &G::Question::default(), &proving, stop)?;
            if findings.is_raceable {
                return Some((AnyDraft::new::<G>(draft), findings));
            }
        }
        None
    }

    fn palette(&self) -> (&'static [Tool], &'static [Action]) {
        (G::MANNER.tools, G::MANNER.actions)
    }
}
