//! Playback: plays the turns of a race one after another, and keeps the position that is on screen. This module does
//! not depend on a window. Times are in seconds.

use std::borrow::Cow;

use crate::app::commands::TimelineStep;

/// The speeds, in turns per second. Each is twice the previous one.
pub const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// The positions at which the timeline can stop when the user steps by more than one turn, such as to the next round.
/// Each list contains positions (numbers of turns played) in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops<'a> {
    /// For each round: the number of turns played at the beginning of this round.
    pub rounds: &'a [u32],
    /// For each turn with an event: the number of turns played at the end of this turn.
    pub events: Cow<'a, [u32]>,
    /// The numbers of the selected car's turns.
    pub car: &'a [u32],
    /// The number of turns played at each of the user's bookmarks.
    pub bookmarks: Vec<u32>,
}

/// The playback of one race.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    position: usize,
    len: usize,
    playing: bool,
    speed: f64,
    /// The fraction of the current turn's animation that has been shown, from 0 to 1. The current turn is the turn with
    /// the number `position`.
    part: f64,
}

impl Playback {
    /// Starts at the grid of a race of `len` turns, paused.
    #[must_use]
    pub const fn new(len: usize) -> Self {
        Self { position: 0, len, playing: false, speed: 1.0, part: 1.0 }
    }

    /// The current position in the race: the number of turns played.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The number of turns of the race.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the race has no turns.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the playback is running.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// The speed of the playback, in turns per second.
    #[must_use]
    pub const fn speed(&self) -> f64 {
        self.speed
    }

    /// The fraction of the current turn's animation that has been shown, from 0 (not begun) to 1 (finished). It is
    /// below 1 only during playback.
    #[must_use]
    pub const fn part(&self) -> f64 {
        self.part
    }

    /// Whether the grid is on screen: no turn has been played.
    #[must_use]
    pub const fn at_first(&self) -> bool {
        self.position == 0
    }

    /// Whether the end of the race is on screen: all turns have been played.
    #[must_use]
    pub const fn at_last(&self) -> bool {
        self.position >= self.len
    }

    /// Sets the number of turns of the race.
    pub fn set_len(&mut self, len: usize) {
        self.len = len;
        self.go_to(self.position);
    }

    /// Goes to the point of the race after `position` turns, or to the end of the race if it has fewer turns. A running
    /// playback continues from the new position.
    pub fn go_to(&mut self, position: usize) {
        self.position = position.min(self.len);
        self.part = 1.0;
    }

    /// Goes to the position that a step leads to, and pauses. If there is no further round or event, a step forward
    /// goes to the end of the race, and a step backward to the grid.
    pub fn step(&mut self, step: TimelineStep, stops: &Stops<'_>) {
        let now = self.position;
        let target = match step {
            TimelineStep::NextTurn => now + 1,
            TimelineStep::PreviousTurn => now.saturating_sub(1),
            TimelineStep::NextRound => after(stops.rounds, now).unwrap_or(self.len),
            TimelineStep::PreviousRound => before(stops.rounds, now).unwrap_or(0),
            TimelineStep::NextEvent => after(&stops.events, now).unwrap_or(self.len),
            TimelineStep::PreviousEvent => before(&stops.events, now).unwrap_or(0),
            TimelineStep::NextOfCar => after(stops.car, now).unwrap_or(now),
            TimelineStep::PreviousOfCar => before(stops.car, now).unwrap_or(now),
            TimelineStep::NextBookmark => after(&stops.bookmarks, now).unwrap_or(now),
            TimelineStep::PreviousBookmark => before(&stops.bookmarks, now).unwrap_or(now),
            TimelineStep::First => 0,
            TimelineStep::Last => self.len,
        };
        self.playing = false;
        self.go_to(target);
    }

    /// Starts or pauses playback. At the end of the race, starts from the beginning.
    pub fn toggle(&mut self) {
        self.playing = !self.playing && self.len > 0;
        self.part = 1.0;
        if self.playing && self.at_last() {
            self.position = 0;
        }
    }

    /// Pauses playback.
    pub fn pause(&mut self) {
        self.playing = false;
        self.part = 1.0;
    }

    /// Sets the speed, in turns per second, within the range of [`SPEEDS`].
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
        }
    }

    /// Doubles the speed.
    pub fn faster(&mut self) {
        self.set_speed(self.speed * 2.0);
    }

    /// Halves the speed.
    pub fn slower(&mut self) {
        self.set_speed(self.speed / 2.0);
    }

    /// Advances the playback. Each turn is shown to its end before the next one begins. Pauses at the end of the
    /// race.
    pub fn advance(&mut self, seconds: f64) {
        if !self.playing || seconds.is_nan() || seconds <= 0.0 {
            return;
        }
        // After a long pause between frames, such as while the window was hidden, advance by half a second at most.
        self.part += seconds.min(0.5) * self.speed;
        while self.part >= 1.0 {
            if self.at_last() {
                self.pause();
                return;
            }
            self.position += 1;
            self.part -= 1.0;
        }
    }
}

fn after(stops: &[u32], position: usize) -> Option<usize> {
    stops.get(stops.partition_point(|stop| *stop as usize <= position)).map(|stop| *stop as usize)
}

fn before(stops: &[u32], position: usize) -> Option<usize> {
    let next = stops.partition_point(|stop| (*stop as usize) < position);
    next.checked_sub(1).and_then(|index| stops.get(index)).map(|stop| *stop as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops() -> Stops<'static> {
        Stops { rounds: &[0, 3, 6, 9], events: Cow::Borrowed(&[4, 5, 8]), car: &[2, 7], bookmarks: vec![6] }
    }

    #[test]
    fn walking_keeps_within_the_race() {
        let mut playback = Playback::new(2);
        playback.step(TimelineStep::PreviousTurn, &stops());
        assert_eq!(playback.position(), 0);
        for _ in 0..5 {
            playback.step(TimelineStep::NextTurn, &stops());
        }
        assert!(playback.position() == 2 && playback.at_last());
        playback.go_to(usize::MAX);
        assert_eq!(playback.position(), 2);
    }

    #[test]
    fn rounds_and_events_are_found_in_both_directions() {
        let mut playback = Playback::new(10);
        let mut walk = |step| {
            playback.step(step, &stops());
            playback.position()
        };
        assert_eq!([walk(TimelineStep::NextRound), walk(TimelineStep::NextRound)], [3, 6]);
        assert_eq!(walk(TimelineStep::PreviousEvent), 5);
        assert_eq!(walk(TimelineStep::PreviousRound), 3);
        assert_eq!(
            [walk(TimelineStep::NextEvent), walk(TimelineStep::NextEvent), walk(TimelineStep::NextEvent)],
            [4, 5, 8]
        );
        assert_eq!(walk(TimelineStep::NextEvent), 10, "no more events: the end");
        assert_eq!(
            [walk(TimelineStep::First), walk(TimelineStep::PreviousEvent), walk(TimelineStep::Last)],
            [0, 0, 10]
        );
    }

    #[test]
    fn a_cars_turns_and_bookmarks_are_found_and_where_there_is_none_one_stays() {
        let mut playback = Playback::new(10);
        let mut walk = |step| {
            playback.step(step, &stops());
            playback.position()
        };
        assert_eq!(
            [walk(TimelineStep::NextOfCar), walk(TimelineStep::NextOfCar), walk(TimelineStep::NextOfCar)],
            [2, 7, 7]
        );
        assert_eq!(
            [walk(TimelineStep::PreviousBookmark), walk(TimelineStep::NextBookmark), walk(TimelineStep::PreviousOfCar)],
            [6, 6, 2]
        );
    }

    #[test]
    fn playing_shows_each_turn_and_stops_at_the_end() {
        let mut playback = Playback::new(3);
        playback.toggle();
        playback.advance(0.25);
        assert_eq!((playback.position(), playback.part()), (1, 0.25), "the first turn begins at once");
        playback.advance(0.5);
        playback.advance(0.5);
        assert_eq!((playback.position(), playback.part()), (2, 0.25));
        playback.faster();
        for _ in 0..8 {
            playback.advance(0.25);
        }
        assert_eq!((playback.position(), playback.is_playing(), playback.part()), (3, false, 1.0));
        playback.toggle();
        assert_eq!((playback.position(), playback.is_playing()), (0, true), "plays again from the start");
    }

    #[test]
    fn speeds_have_bounds_and_odd_times_do_nothing() {
        let mut playback = Playback::new(1_000);
        for _ in 0..20 {
            playback.faster();
        }
        assert_eq!(playback.speed(), 16.0);
        playback.set_speed(f64::NAN);
        assert_eq!(playback.speed(), 16.0);
        playback.toggle();
        playback.advance(-1.0);
        playback.advance(f64::NAN);
        assert_eq!(playback.position(), 0);
        playback.advance(1e9);
        assert!(playback.position() <= 9, "a long pause is not made up for");
    }

    #[test]
    fn an_empty_race_does_not_play() {
        let mut playback = Playback::new(0);
        playback.toggle();
        playback.advance(1.0);
        assert!(!playback.is_playing() && playback.position() == 0 && playback.is_empty());
    }
}
