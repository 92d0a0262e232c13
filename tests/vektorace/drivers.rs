//! Computer drivers alone on the shipped circuits, against the proved fastest lap.

use paddock::drivers::{Cockpit, Effort, Level};
use paddock::game::prelude::*;
use paddock::game::{Dice, Progress};
use paddock::games::vektorace::solve::{Extent, Question, solve};
use paddock::games::vektorace::{Action, Car, Draft, State, Track, Vektorace};
use paddock::geometry::{Direction, Point};
use paddock::replay::{self, TrackFile};
use rand::SeedableRng as _;

/// The shipped circuits on which the printed editions can be raced.
fn shipped_tracks() -> Vec<(String, Draft, Track)> {
    let mut files: Vec<_> =
        std::fs::read_dir("tracks/vektorace").expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let tracks = files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "json")).map(|path| {
        let file: TrackFile<Vektorace> = replay::parse(&std::fs::read(path).expect("a file")).expect("a circuit");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let track = Vektorace::validate(&file.track).0.expect("a track");
        (name, file.track, track)
    });
    tracks.collect()
}

/// A race of one lap with only the car on pole.
fn lone(draft: &Draft, track: &Track, tyre: u8, gear: u8) -> State {
    let mut setup = Vektorace::new_setup(draft);
    (setup.laps, setup.start_gear) = (1, gear);
    for car in &mut setup.cars {
        (car.tyre, car.nitro) = (tyre, 8 - tyre);
    }
    let mut state = Vektorace::start(track, &setup).expect("a race");
    let first = usize::from(state.order[0]);
    let car = state.cars[first];
    state.cars = std::iter::once(car).collect();
    state.order = std::iter::once(0).collect();
    state.settled = state.order.clone();
    state
}

/// Drives a lap and returns its turns.
fn lap(track: &Track, state: &State, level: Level, seed: u64) -> u32 {
    let knowledge = Vektorace::learn(track, state, Progress::SILENT).expect("tables");
    let cockpit = Cockpit::<Vektorace> { track, knowledge: &knowledge };
    let mut dice = Dice::seed_from_u64(seed);
    let mut state = state.clone();
    let mut turns = 0;
    while Vektorace::clock(&state).1.is_some() {
        let decided = cockpit.decide(&state, level, Effort::default(), &mut dice, Progress::SILENT);
        let (_, played) = decided.expect("a turn");
        state = played.state;
        turns += 1;
        assert!(turns < 200, "the lap has no end");
    }
    turns
}

/// Copper Kettle, mirrored. The lane lies below the pitwall, and its exit is on the right.
fn mirrored() -> (Draft, Track) {
    let text = r#"{"name": "Mirrored", "table": {"from": [0, 0], "to": [28, 18]}, "direction": "counter-clockwise",
        "pitwall": {"at": [18, 4], "direction": 0}, "corners": [{"number": 1, "at": [21, 9], "facing": 7},
        {"number": 2, "at": [7.5, 11], "facing": 3}, {"number": 3, "at": [7.5, 8.5], "facing": 5}]}"#;
    let draft: Draft = serde_json::from_str(text).expect("a circuit");
    let track = Vektorace::validate(&draft).0.expect("a track");
    (draft, track)
}

/// A race of a lone car in its last lap, which stands here after a penalty and faces right.
fn standing(draft: &Draft, track: &Track, x: &str, y: &str, in_lane: bool) -> State {
    let mut state = lone(draft, track, 4, 3);
    let car = state.cars[0];
    let position = Point::new(x.parse().expect("a number"), y.parse().expect("a number"));
    let passed = track.corners().len() as u8;
    let crossings = state.laps - u8::from(in_lane);
    state.cars[0] =
        Car { position, heading: Direction::new(0), gear: 1, passed, crossings, in_lane, restart: true, ..car };
    state
}

/// Drives on to the end of the race. Returns the turns.
fn driven(track: &Track, state: &State, level: Level) -> Vec<Action> {
    let knowledge = Vektorace::learn(track, state, Progress::SILENT).expect("tables");
    let cockpit = Cockpit::<Vektorace> { track, knowledge: &knowledge };
    let (mut state, mut dice) = (state.clone(), Dice::seed_from_u64(1));
    let mut turns = Vec::new();
    while Vektorace::clock(&state).1.is_some() && turns.len() < 80 {
        let decided = cockpit.decide(&state, level, Effort::default(), &mut dice, Progress::SILENT);
        let (turn, played) = decided.expect("a turn");
        turns.push(turn.action);
        state = played.state;
    }
    turns
}

#[test]
fn a_car_that_can_only_rotate_turns_until_it_can_drive() {
    let (draft, track) = mirrored();
    // Below the lane, which is closed in the last lap (VR-PIT-01): every move ahead would pass through it.
    let state = standing(&draft, &track, "18.75-15/8r", "6.5-7/2r", false);
    let legal = Vektorace::legal_turns(&track, &state);
    assert!(!legal.iter().any(|legal| matches!(legal.turn.action, Action::Move(_))), "the car is stuck");
    for level in Level::ALL {
        let turns = driven(&track, &state, level);
        assert!(matches!(turns.first(), Some(Action::Stop { .. })), "{level}: {turns:?}");
        assert!(turns.iter().any(|turn| matches!(turn, Action::Move(_))), "{level} drives on");
        assert!(turns.len() < 80, "{level} finishes");
        assert!(!turns.iter().any(|turn| matches!(turn, Action::Withdraw)), "{level} does not retire");
    }
}

#[test]
fn a_car_that_never_moves_again_retires() {
    let (draft, track) = mirrored();
    // In the lane, between the two ends of the pitwall: the exit is too narrow, and turning is not allowed (VR-PIT-10).
    let state = standing(&draft, &track, "23.75-31/8r", "2.5+1/2r", true);
    for level in Level::ALL {
        let turns = driven(&track, &state, level);
        assert!(matches!(turns.as_slice(), [Action::Withdraw]), "{level}: {turns:?}");
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: proves every second shipped circuit"]
    fn a_lone_expert_is_near_the_proved_lap() {
        let tracks = shipped_tracks();
        assert!(tracks.len() >= 8);
        // Every second circuit, because each takes long.
        let tracks: Vec<_> = tracks.iter().step_by(2).collect();
        for (name, draft, track) in tracks {
            let question = Question { extent: Extent::Lap, ..Question::default() };
            let solution = solve(track, &question, paddock::games::vektorace::solve::Progress::SILENT);
            let best = solution.and_then(|solution| solution.fastest).expect("a lap").lap;
            let state = lone(draft, track, best.tyre, best.gear);
            let [novice, club, expert] = Level::ALL.map(|level| lap(track, &state, level, 1));
            println!("{name}: proved {}, expert {expert}, club {club}, novice {novice}", best.turns.len());
            assert!(expert as usize >= best.turns.len(), "{name}: an expert beats a proof");
            assert!(expert as usize <= best.turns.len() + 1, "{name}: an expert needs {expert} turns");
            assert!(expert <= club + 1 && club < novice, "{name}: {expert}, {club}, {novice}");
        }
    }
}
