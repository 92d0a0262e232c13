//! Counts the lost decisions of a player program. A decision is lost if the program gave no valid answer, so that the
//! novice driver decided instead.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::game::words::many;

/// The reason why a player program gave no valid answer. The novice driver then makes the decision instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// The player did not answer within the time limit.
    Late,
    /// The player's process ended before it answered.
    Died,
    /// The process wrote too much.
    Flooded,
    /// The process wrote a line that is not a message.
    Nonsense,
    /// The answer was not a legal turn, or not one of the offered moves.
    Illegal,
    /// The player answered with an error.
    Refused,
    /// The process had failed too often and was not started again.
    Absent,
}

impl Loss {
    /// Returns the reason in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Late => "because the program was late",
            Self::Died => "because the program ended",
            Self::Flooded => "because its program wrote too much",
            Self::Nonsense => "because the program wrote a line that is not a message",
            Self::Illegal => "because the answer was not legal",
            Self::Refused => "because the program answered with an error",
            Self::Absent => "because the program had failed too often",
        }
    }

    /// Whether Paddock ends the player's process if the player gave no valid answer for this reason.
    #[must_use]
    pub const fn ends_process(self) -> bool {
        matches!(self, Self::Late | Self::Died | Self::Flooded | Self::Nonsense)
    }
}

/// The results of a player in all its races.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the player.
    pub name: String,
    /// The number of decisions that the player was asked for. In games with dice, one turn may need two decisions.
    pub asked: u64,
    /// The number of decisions for which the player gave no valid answer. The novice driver made these lost decisions.
    pub lost: u64,
    /// For each reason, such as a late answer: the number of decisions that the player lost for this reason.
    pub reasons: BTreeMap<Loss, u64>,
    /// The last output of the player when it gave no valid answer: a line on standard error, an error message, or a
    /// line that is not a message of the protocol. Empty if there was no such output.
    pub words: String,
}

impl Report {
    /// Returns the report in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let asked = many(self.asked, "decision");
        if self.lost == 0 {
            return format!("{}: {asked}, none lost", self.name);
        }
        let reasons: Vec<String> =
            self.reasons.iter().map(|(loss, count)| format!("{count} {}", loss.words())).collect();
        let words =
            if self.words.is_empty() { String::new() } else { format!("; last output of the program: {}", self.words) };
        let name = &self.name;
        format!(
            "{name}: {asked}, {} lost: the novice driver made these decisions ({}){words}",
            self.lost,
            reasons.join(", ")
        )
    }
}

/// The report on a player during a series of races. All cars that the player drives share it.
pub struct Tally(Mutex<Report>);

impl Tally {
    /// Begins the report of the player with this name.
    pub fn new(name: &str) -> Self {
        Self(Mutex::new(Report { name: name.to_owned(), ..Report::default() }))
    }

    /// Counts a decision that the player was asked for.
    pub fn ask(&self) {
        self.change(|report| report.asked += 1);
    }

    /// Counts a decision for which the player gave no valid answer. Keeps the player's last output, unless it is empty.
    pub fn lose(&self, loss: Loss, words: String) {
        self.change(|report| {
            report.lost += 1;
            *report.reasons.entry(loss).or_default() += 1;
            if !words.is_empty() {
                report.words = words;
            }
        });
    }

    /// The number of processes that had to be ended.
    pub fn failures(&self) -> u64 {
        let report = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        report.reasons.iter().filter(|(loss, _)| loss.ends_process()).map(|(_, count)| count).sum()
    }

    /// A copy of the report so far.
    pub fn report(&self) -> Report {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change(&self, change: impl FnOnce(&mut Report)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_counts_by_reason() {
        let tally = Tally::new("mine");
        (0..3).for_each(|_| tally.ask());
        assert_eq!(tally.report().sentence(), "mine: 3 decisions, none lost");
        tally.lose(Loss::Late, String::new());
        tally.lose(Loss::Illegal, String::new());
        tally.lose(Loss::Died, "no such file".to_owned());
        assert_eq!(tally.failures(), 2);
        let sentence = tally.report().sentence();
        let counts = "3 lost: the novice driver made these decisions (1 because the program was late, 1 because the program ended, 1 because the answer";
        assert!(
            sentence.contains(counts) && sentence.ends_with("last output of the program: no such file"),
            "{sentence}"
        );
    }
}
