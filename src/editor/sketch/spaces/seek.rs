//! How many turns a lone car needs, in words.

use crate::editor::sketch::Findings;
use crate::games::formula_d::Track;
use crate::games::formula_d::solve::{Question, SolveError, Watch, solve};

/// The most memory for it, in bytes; beyond it only tires vary.
const MOST_BYTES: u64 = 1 << 30;

pub(super) fn seek(
    track: &Track,
    tell: &(dyn Fn(String) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Findings> {
    let draft = track.draft();
    let laps = u16::try_from(draft.laps).unwrap_or(1).max(1);
    let all = Question::all(laps);
    let question = if all.bytes(track) <= MOST_BYTES { all } else { Question::tires(laps) };
    let progress = |share: f64| {
        tell(format!("{:.0} % of all states", share * 100.0));
        !stop()
    };
    let mut findings = Findings::default();
    let solution = match solve(track, &question, &Watch { progress: &progress }) {
        Ok(solution) => solution,
        Err(SolveError::Stopped) => return None,
        Err(error) => {
            findings.headline = format!("It cannot be told: {error}");
            return Some(findings);
        }
    };
    let from = |slot: u32| {
        let space = draft.spaces.iter().find(|space| space.slot == Some(slot))?;
        solution.start_value(track, track.find(&space.id)?)
    };
    let lap = if laps == 1 { "one lap".to_owned() } else { format!("{laps} laps") };
    findings.headline = from(1).map_or_else(
        || "Nobody can start on this circuit".to_owned(),
        |turns| format!("{turns:.1} turns for {lap} from pole"),
    );
    let last = draft.spaces.iter().filter_map(|space| space.slot).max();
    if let Some((slot, turns)) = last.and_then(|slot| Some((slot, from(slot)?))) {
        findings.notes.push(format!("From slot {slot}: {turns:.1} turns."));
    }
    let zones = if question.zones.len() > 1 { "all wear points that matter to a lone car" } else { "tires" };
    findings
        .notes
        .push(format!("Played best on average, with {zones} varying; {} states were looked at.", solution.states));
    Some(findings)
}
