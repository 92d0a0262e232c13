//! Computer drivers alone on the shipped circuits, against the proved fastest lap.

use paddock::drivers::{Cockpit, Effort, Level};
use paddock::game::prelude::*;
use paddock::game::{Dice, Progress};
use paddock::games::vektorace::solve::{Extent, Question, solve};
use paddock::games::vektorace::{Draft, State, Track, Vektorace};
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

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: proves every second shipped circuit"]
    fn a_lone_expert_is_near_the_proved_lap() {
        let tracks = shipped_tracks();
        assert!(tracks.len() >= 8);
        // Every second circuit, because each takes long.
        let tracks: Vec<_> = tracks.iter().step_by(2).collect();
        let (mut proved, mut driven) = (0, 0);
        for (name, draft, track) in tracks {
            let question = Question { extent: Extent::Lap, ..Question::default() };
            let solution = solve(track, &question, paddock::games::vektorace::solve::Progress::SILENT);
            let best = solution.and_then(|solution| solution.fastest).expect("a lap").lap;
            let state = lone(draft, track, best.tyre, best.gear);
            let [novice, club, expert] = Level::ALL.map(|level| lap(track, &state, level, 1));
            println!("{name}: proved {}, expert {expert}, club {club}, novice {novice}", best.turns.len());
            assert!(expert as usize >= best.turns.len(), "{name}: an expert beats a proof");
            assert!(expert <= club + 1 && club < novice, "{name}: {expert}, {club}, {novice}");
            proved += best.turns.len();
            driven += expert as usize;
        }
        assert!(driven * 100 <= proved * 125, "experts need {driven} turns where {proved} are proved");
    }
}
