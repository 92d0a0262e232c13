//! A circuit in a tab, whichever way it is made: laid out of pieces ([`EditorTab`]) or drawn ([`SketchTab`]).

use egui::{Context, Ui};

use super::editor::EditorTab;
use super::sketch::SketchTab;
use crate::app::board::pixels::Pixels;
use crate::app::board::view::BoardView;
use crate::app::commands::{Command, CommandQueue, Situation};
use crate::editor::Document;
use crate::editor::sketch::{Sketch, SketchDocument};
use crate::game::scene::Scene;
use crate::games::AnyDraft;
use crate::games::formula_d::FormulaD;
use crate::games::vector_racing::VectorRacing;
use crate::games::wheel_to_wheel::WheelToWheel;
use crate::render::Theme;

/// A circuit that is being made, and how it is looked at.
pub trait CircuitTab {
    /// The circuit as it is now.
    fn draft(&self) -> AnyDraft;
    /// What it is called.
    fn name(&self) -> &str;
    /// The text of its file.
    ///
    /// # Errors
    /// A sentence, where it cannot be written, which none is.
    fn text(&self) -> Result<String, String>;
    /// A number that is another after every change.
    fn revision(&self) -> u64;
    /// Whether it differs from what was saved last.
    fn is_dirty(&self) -> bool;
    /// It is in its file as it is now.
    fn mark_saved(&mut self);
    /// It is in no file as it is now.
    fn mark_unsaved(&mut self);
    /// Becomes another circuit of the same game, as a step that can be taken back.
    fn recover(&mut self, draft: &AnyDraft);

    /// Draws the workspace and carries out what was asked for in it. Commands of the table go to `queue`.
    fn show(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue);
    /// Carries out a command of the table, if it is one for circuits. Says whether it was.
    fn run(&mut self, command: Command) -> bool;
    /// Leaves what is under way. Says whether there was anything to leave.
    fn escape(&mut self) -> bool;
    /// What the command table has to know about it.
    fn situation(&self) -> Situation;
    /// The board, to be looked at.
    fn board(&self) -> &BoardView;
    /// What the unit of length is called, in the plural.
    fn unit(&self) -> &'static str;
    /// How long a unit is on the table, in centimetres, where the circuit says.
    fn unit_cm(&self) -> Option<f64>;
    /// Lays over a picture of the circuit what is seen of its proof.
    fn draw_proof(&self, scene: &mut Scene);

    /// What is selected as text, and how many things that are.
    fn copied(&self) -> Option<(String, usize)>;
    /// Puts down what was copied.
    ///
    /// # Errors
    /// A sentence, where the text holds nothing for this circuit; what was done, where it does.
    fn paste(&mut self, text: &str) -> Result<String, String>;

    /// The file of the picture under the board that is to be read, once for each.
    fn wanted_picture(&mut self) -> Option<String>;
    /// Takes what came of reading the picture.
    fn set_picture(&mut self, ctx: &Context, file: String, read: Result<Pixels, String>);
    /// Has the picture read again.
    fn forget_picture(&mut self);
    /// Whether the picture is there to be seen.
    fn shows_picture(&self) -> bool;
    /// Puts a picture of this size in pixels under the board.
    fn put_picture(&mut self, file: String, size: [f64; 2]);

    /// Why the last thing asked for was not done, if it was not; told once.
    fn take_refusal(&mut self) -> Option<String> {
        None
    }

    /// The workspace on pieces, where it is one.
    fn pieces(&self) -> Option<&EditorTab> {
        None
    }
    /// The same, to change it.
    fn pieces_mut(&mut self) -> Option<&mut EditorTab> {
        None
    }
    /// The workspace on a drawing, where it is one.
    fn sketch(&self) -> Option<&SketchTab> {
        None
    }
    /// The same, to change it.
    fn sketch_mut(&mut self) -> Option<&mut SketchTab> {
        None
    }
}

/// A workspace on a circuit: as it is in its file (`saved`), or in no file.
#[must_use]
pub fn tab(draft: AnyDraft, saved: bool) -> Box<dyn CircuitTab> {
    match draft {
        AnyDraft::Vektorace(draft) => {
            let document = if saved { Document::new(draft) } else { Document::unsaved(draft) };
            Box::new(EditorTab::new(document))
        }
        AnyDraft::VectorRacing(draft) => drawn::<VectorRacing>(draft, saved),
        AnyDraft::FormulaD(draft) => drawn::<FormulaD>(draft, saved),
        AnyDraft::WheelToWheel(draft) => drawn::<WheelToWheel>(draft, saved),
    }
}

fn drawn<G: Sketch + std::fmt::Debug + Clone>(draft: G::Draft, saved: bool) -> Box<dyn CircuitTab> {
    Box::new(SketchTab::new(Box::new(SketchDocument::<G>::checked_later(draft, saved))))
}

impl CircuitTab for EditorTab {
    fn draft(&self) -> AnyDraft {
        AnyDraft::Vektorace(self.document().draft().clone())
    }

    fn name(&self) -> &str {
        &self.document().draft().name
    }

    fn text(&self) -> Result<String, String> {
        self.document().to_text().map_err(|error| error.to_string())
    }

    fn revision(&self) -> u64 {
        self.document().revision()
    }

    fn is_dirty(&self) -> bool {
        self.document().is_dirty()
    }

    fn mark_saved(&mut self) {
        self.document_mut().mark_saved();
    }

    fn mark_unsaved(&mut self) {
        self.document_mut().mark_unsaved();
    }

    fn recover(&mut self, draft: &AnyDraft) {
        if let AnyDraft::Vektorace(draft) = draft {
            self.document_mut().apply(&crate::editor::Edit::Become(Box::new(draft.clone())));
        }
    }

    fn show(&mut self, ui: &mut Ui, theme: Theme, queue: &mut CommandQueue) {
        Self::show(self, ui, theme, queue);
    }

    fn run(&mut self, command: Command) -> bool {
        Self::run(self, command)
    }

    fn escape(&mut self) -> bool {
        Self::escape(self)
    }

    fn situation(&self) -> Situation {
        Self::situation(self)
    }

    fn board(&self) -> &BoardView {
        Self::board(self)
    }

    fn unit(&self) -> &'static str {
        <crate::games::vektorace::Vektorace as crate::game::Game>::UNIT
    }

    fn unit_cm(&self) -> Option<f64> {
        self.document().draft().octagon_mm.map(|size| size.to_f64() / 10.0)
    }

    fn draw_proof(&self, scene: &mut Scene) {
        Self::draw_proof(self, scene);
    }

    fn copied(&self) -> Option<(String, usize)> {
        let clip = self.document().copied()?;
        clip.to_text().ok().map(|text| (text, clip.len()))
    }

    fn paste(&mut self, text: &str) -> Result<String, String> {
        let clip = crate::editor::Clip::from_text(text)?;
        let pasted = clip.len_in(self.document().draft());
        let left_out = pasted < clip.len();
        self.document_mut().paste(clip);
        let there = if left_out { "; the pitwall is there already" } else { "" };
        Ok(format!("Pasted {pasted} {}{there}", if pasted == 1 { "piece" } else { "pieces" }))
    }

    fn wanted_picture(&mut self) -> Option<String> {
        Self::wanted_picture(self)
    }

    fn set_picture(&mut self, ctx: &Context, file: String, read: Result<Pixels, String>) {
        Self::set_picture(self, ctx, file, read);
    }

    fn forget_picture(&mut self) {
        Self::forget_picture(self);
    }

    fn shows_picture(&self) -> bool {
        Self::shows_picture(self)
    }

    fn put_picture(&mut self, file: String, size: [f64; 2]) {
        Self::put_picture(self, file, size);
    }

    fn pieces(&self) -> Option<&EditorTab> {
        Some(self)
    }

    fn pieces_mut(&mut self) -> Option<&mut EditorTab> {
        Some(self)
    }
}
