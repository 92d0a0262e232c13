//! Checks that everything on a race's tab agrees with the race. Tests perform random actions, and run this check after
//! each of them.

use super::RaceTab;
use crate::app::documents::figures::Figures;
use crate::app::workspaces::replay::pending::Purpose;

impl RaceTab {
    /// Lists everything on screen that contradicts the race: the board, the positions of cars, remarks, figures, legal
    /// places, and the choices of the pending turn. The list is empty if everything agrees.
    #[must_use]
    pub fn contradictions(&self) -> Vec<String> {
        let race = self.race.as_ref();
        let at = self.playback.position();
        let mut found = Vec::new();
        let mut check = |agrees: bool, what: &str| {
            if !agrees {
                found.push(format!("after turn {at} of {}: {what}", race.len()));
            }
        };
        check(
            self.playback.len() == race.len() && at <= race.len(),
            "the timeline and the race have different numbers of turns",
        );
        if let Some((of, picture)) = &self.picture {
            check(*of <= race.len() && *picture == race.scene(*of, self.trail()), "the board does not match the race");
        }
        if let Some((of, view)) = &self.view {
            check(*of <= race.len() && *view == race.view(*of), "the table of cars does not match the race");
        }
        if let Some(remarks) = &self.remarks {
            check(*remarks == race.remarks(), "the remarks belong to another version of the race");
        }
        let mut fresh = Figures::of(race);
        fresh.series.set_lost(self.evaluation());
        let mut shown = self.figures.as_ref().clone();
        shown.series.drop_own();
        check(shown == fresh, "the list of turns and the plots belong to another version of the race");
        if self.replay.is_recording {
            self.check_pending(&mut check);
        }
        found
    }

    /// Compares the choices of the pending turn and the places on the board with the race. Calls `check` for each
    /// comparison with two values: whether the two sides agree, and a description of the fault if they do not.
    fn check_pending(&self, check: &mut dyn FnMut(bool, &str)) {
        let pending = &self.replay.pending;
        let at = self.playback.position();
        let secret = self.replay.secret_at(self.race.as_ref(), at);
        let (race, played) = secret.map_or((self.race.as_ref(), pending.position(at)), |secret| secret.race());
        if !pending.is_of(race, secret.map_or(at, |_| played)) {
            // The panel is updated in the next frame.
            return;
        }
        if let Purpose::Edit(turn) = pending.purpose {
            check(turn == at, "the panel edits a turn that is not on screen");
        }
        let legal = race.legal_turns(played).unwrap_or_default();
        check(pending.chooser.total() == legal.len(), "the turns that the panel offers are not the legal turns");
        for left in pending.chooser.left() {
            check(legal.iter().any(|turn| turn.turn == left.turn), "the panel offers an illegal turn");
            for (_, field, words) in pending.chooser.choices() {
                let agrees = field.is_none_or(|(field, value)| left.turn.get(field).unwrap_or_default() == value);
                check(agrees, &format!("the choice \"{words}\" contradicts the turn {}", left.turn));
            }
        }
        if let Some((of, places)) = self.replay.places() {
            check(
                of != played || *places == race.places(played),
                "the places that the board offers are not the legal places",
            );
        }
    }
}
