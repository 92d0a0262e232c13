//! Converts between a race and its file.

use std::collections::BTreeMap;

use super::file::{ReplayFile, TrackSource, Variation};
use super::line::{Line, LineId, Written};
use super::race::Race as _;
use super::remarks::Remarks;
use super::timeline::Timeline;
use crate::game::{Game, Issue};

impl<G: Game> Timeline<G> {
    /// Makes a race from the content of a race file, with all its lines of play. `draft` is the circuit of the race.
    ///
    /// # Errors
    /// Returns all errors of the track and the setup.
    pub fn of_file(replay: ReplayFile<G>, draft: G::Draft) -> Result<Self, Vec<Issue>> {
        let about = replay.about();
        let mut timeline = Self::new(replay.title, draft, replay.setup, Vec::new())?;
        timeline.about = about;
        if let TrackSource::File(name) = replay.track {
            timeline.track_file = Some(name);
        }
        let remarks = Remarks { notes: replay.notes, marks: replay.marks, bookmarks: replay.bookmarks };
        timeline.fill(LineId::default(), replay.turns, replay.reasons, remarks);
        for variation in replay.variations {
            timeline.read(LineId::default(), variation);
        }
        Ok(timeline)
    }

    fn fill(&mut self, line: LineId, turns: Vec<G::Turn>, mut reasons: BTreeMap<usize, String>, remarks: Remarks) {
        let (track, grid) = (&self.track, &self.grid);
        let Some(line) = self.tree.line_mut(line) else { return };
        for turn in turns {
            let reason = reasons.remove(&(line.links.len() + 1));
            line.push(track, grid, Written { turn, reason, checked: None });
        }
        line.remarks = remarks;
    }

    fn read(&mut self, parent: LineId, variation: Variation<G>) {
        let remarks = variation.remarks();
        let line = self.tree.add(parent, variation.at, variation.name);
        self.fill(line, variation.turns, variation.reasons, remarks);
        for inner in variation.variations {
            self.read(line, inner);
        }
    }

    fn variations(&self, of: LineId) -> Vec<Variation<G>> {
        let written = |line: &Line<G>| Variation {
            at: line.at(),
            name: line.name.clone(),
            turns: line.links.range(line.at(), line.links.len()).map(|link| link.turn.clone()).collect(),
            notes: line.remarks.notes.clone(),
            marks: line.remarks.marks.clone(),
            bookmarks: line.remarks.bookmarks.clone(),
            reasons: reasons(line),
            variations: self.variations(line.id),
        };
        // A variation can lose all its turns when turns are deleted. An empty variation is not saved.
        self.tree.children(of).into_iter().filter(|line| line.links.len() > line.at()).map(written).collect()
    }
}

fn reasons<G: Game>(line: &Line<G>) -> BTreeMap<usize, String> {
    let own = line.links.iter().enumerate().skip(line.at());
    own.filter_map(|(index, link)| Some((index + 1, link.step.reason.clone()?))).collect()
}

/// Converts a race to the content of a race file. The file contains the track if `whole` is true, or if the race has no
/// separate track file. Otherwise it contains the name of the track file.
pub(super) fn file_of<G: Game>(timeline: &Timeline<G>, whole: bool) -> ReplayFile<G> {
    let main = timeline.tree.main();
    let turns: Vec<G::Turn> = main.links.iter().map(|link| link.turn.clone()).collect();
    let mut file = ReplayFile::new(timeline.title.clone(), timeline.draft.clone(), timeline.setup.clone(), turns)
        .with_about(timeline.about.clone());
    if let Some(name) = timeline.track_file.as_ref().filter(|_| !whole) {
        file.track = TrackSource::File(name.clone());
    }
    file.notes = main.remarks.notes.clone();
    file.marks = main.remarks.marks.clone();
    file.bookmarks = main.remarks.bookmarks.clone();
    file.reasons = reasons(main);
    file.variations = timeline.variations(main.id);
    let mut raced = timeline.clone();
    raced.shown = main.id;
    let kept = timeline.fingerprints.iter().filter(|(at, (_, agreed))| !agreed || **at <= raced.len());
    let written = kept.map(|(at, (recorded, agreed))| (*at, if *agreed { raced.fingerprint(*at) } else { *recorded }));
    file.fingerprints = written.map(|(at, fingerprint)| (at, format!("{fingerprint:016x}"))).collect();
    file
}
