//! Tests of the circuits and races of Formula D that ship. The circuits are valid, every turn is legal, the results are
//! the known ones, and each race shows the rules that it was recorded for.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::collections::BTreeSet;
use std::path::Path;

use paddock::game::prelude::*;
use paddock::game::{CarId, EventKind, Progress, StateView, Status};
use paddock::games::formula_d::solve::{self, Question, solve};
use paddock::games::formula_d::{
    Draft, EdgeKind, FormulaD, Phase, Preset, Purpose, Setup, Standing, State, Track, Turn, TyreSet, order, police_line,
};
use paddock::replay::{Opened, ReplayFile, TrackFile, TrackSource, no_files, parse, print};

const CIRCUITS: [&str; 4] = ["cobalt-pass", "gaslight-quarter", "saltmarsh", "weavers-knot"];
const RACES: [&str; 5] = [
    "cobalt-pass-teams",
    "gaslight-quarter-by-night",
    "saltmarsh-first-evening",
    "saltmarsh-six-cars",
    "weavers-knot-changing-skies",
];

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).with_extension("json")).unwrap()
}

fn names(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn circuit(name: &str) -> Draft {
    parse::<TrackFile<FormulaD>>(&bytes(&format!("tracks/formula_d/{name}"))).unwrap().track
}

/// A race, played to its end.
struct Played {
    track: Track,
    draft: Draft,
    setup: Setup,
    states: Vec<State>,
    turns: Vec<Turn>,
}

impl Played {
    fn end(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    fn rolls(&self, which: impl Fn(&Purpose) -> bool) -> usize {
        self.turns.iter().flat_map(|turn| &turn.rolls).filter(|roll| which(&roll.purpose)).count()
    }
}

fn played(name: &str) -> Played {
    let file: ReplayFile<FormulaD> = parse(&bytes(&format!("replays/formula_d/{name}"))).unwrap();
    let TrackSource::Here(draft) = file.track else { panic!("{name} names a file") };
    let track = FormulaD::validate(&draft).0.unwrap();
    let mut states = vec![FormulaD::start(&track, &file.setup).unwrap()];
    for (number, turn) in (1..).zip(&file.turns) {
        let before = &states[states.len() - 1];
        let next = FormulaD::play(&track, before, turn);
        let next = next.unwrap_or_else(|error| panic!("{name}, turn {number}: {error}"));
        let said = FormulaD::describe(&file.setup, before, turn, &next.state, &next.events);
        assert!(said.ends_with(['.', '!']), "{said}");
        states.push(next.state);
    }
    Played { track, draft: *draft, setup: file.setup, states, turns: file.turns }
}

#[test]
fn the_circuits_are_sound_and_as_long_as_real_ones() {
    assert_eq!(names("tracks/formula_d"), CIRCUITS);
    for name in CIRCUITS {
        let draft = circuit(name);
        let (track, issues) = FormulaD::validate(&draft);
        assert_eq!(issues, [], "{name}");
        let track = track.unwrap();
        let spaces = draft.spaces.iter().filter(|space| space.lane > 0).count();
        assert!((300..=600).contains(&spaces), "{name}: {spaces} spaces");
        assert!(!draft.name.is_empty() && !draft.description.is_empty() && draft.line.len() > 8);
        assert!(draft.corners.iter().all(|corner| !corner.name.is_empty()), "{name}");
        assert!(track.has_pit() && track.boxes().len() == 5 && track.slots().len() == 10, "{name}");
    }
    let has_bridge = |draft: &Draft| draft.spaces.iter().any(|space| space.level > 0);
    assert!(has_bridge(&circuit("weavers-knot")));
    let road = circuit("gaslight-quarter");
    assert!(police_line(&road).is_some() && road.edges.iter().any(|edge| matches!(edge.kind, EdgeKind::Portal(_))));
    assert!(road.spaces.iter().any(|space| space.noise) && road.spaces.iter().any(|space| space.danger));
}

#[test]
fn files_are_written_as_they_are_on_disk() {
    for name in CIRCUITS {
        let on_disk = bytes(&format!("tracks/formula_d/{name}"));
        let file: TrackFile<FormulaD> = parse(&on_disk).unwrap();
        assert_eq!(print(&file).unwrap().as_bytes(), on_disk, "{name}");
    }
    for name in RACES {
        let on_disk = bytes(&format!("replays/formula_d/{name}"));
        let file: ReplayFile<FormulaD> = parse(&on_disk).unwrap();
        assert_eq!(print(&file).unwrap().as_bytes(), on_disk, "{name}");
    }
}

#[test]
fn the_races_are_legal_and_have_their_known_results() {
    assert_eq!(names("replays/formula_d"), RACES);
    for (name, circuit_name, winner, entries) in [
        ("cobalt-pass-teams", "cobalt-pass", 3, 223),
        ("gaslight-quarter-by-night", "gaslight-quarter", 1, 163),
        ("saltmarsh-first-evening", "saltmarsh", 1, 52),
        ("saltmarsh-six-cars", "saltmarsh", 5, 194),
        ("weavers-knot-changing-skies", "weavers-knot", 2, 190),
    ] {
        let race = played(name);
        let mut raced = circuit(circuit_name);
        if circuit_name == "gaslight-quarter" {
            // The race is older than the second stop of the first corner.
            raced.corners[0].stops = 1;
        }
        assert_eq!(race.draft, raced, "{name}");
        assert_eq!(race.end().phase, Phase::Over, "{name}");
        let view = FormulaD::view(&race.track, race.end());
        let first = view.cars.iter().find(|car| car.rank == 1).unwrap();
        assert_eq!((first.car.0, race.turns.len()), (winner, entries), "{name}");
        assert_eq!(order(&race.track, race.end()).len(), 0, "{name}: nobody is left to act");
    }
}

#[test]
fn one_race_has_changing_weather_and_all_tyres() {
    let race = played("weavers-knot-changing-skies");
    let weathers: BTreeSet<bool> = race.states.iter().map(|state| state.weather.is_rain()).collect();
    assert_eq!(weathers.len(), 2, "dry and wet");
    for set in TyreSet::ALL {
        assert!(race.states.iter().any(|state| state.cars.iter().any(|car| car.tyres == set)), "{set:?}");
    }
    assert!(race.end().cars.iter().any(|car| car.pit_stops > 0));
    assert!(race.turns.iter().any(|turn| !turn.slips.is_empty()));
}

#[test]
fn one_race_is_a_road_race() {
    let race = played("gaslight-quarter-by-night");
    assert!(race.setup.rules.road && race.setup.cars.iter().all(|entry| entry.skill.is_some()));
    assert!(race.turns.iter().any(|turn| turn.nitro.is_some()) && race.turns.iter().any(|turn| !turn.gains.is_empty()));
    assert!(race.rolls(|purpose| *purpose == Purpose::Noise) > 0);
}

#[test]
fn the_other_races_have_teams_collisions_and_the_basic_game() {
    let teams = played("cobalt-pass-teams");
    assert!(teams.setup.rules.qualifying && teams.setup.rules.teams);
    assert_eq!(paddock::games::formula_d::team_points(&teams.track, teams.end()).len(), 2);
    assert_eq!(played("saltmarsh-first-evening").setup.rules.preset, Preset::Basic);
    let crowd = played("saltmarsh-six-cars");
    assert!(crowd.rolls(|purpose| matches!(purpose, Purpose::Mover(_))) > 0);
    assert!(crowd.end().cars.iter().any(|car| car.pit_stops > 0));
}

#[test]
fn races_are_the_same_as_text() {
    for name in RACES {
        let race = played(name);
        for turn in &race.turns {
            assert_eq!(FormulaD::read_notation(&FormulaD::notation(turn)).as_ref(), Ok(turn));
        }
    }
}

/// In Formula D, a car that started behind another one and finishes ahead of it has passed it once more than it was passed,
/// and cars that finish in the order in which they started have passed each other equally often (FD-ORD-02, FD-ORD-03).
#[test]
fn passing_another_car_changes_the_order_of_the_two() {
    let mut changed = 0;
    for path in RACES {
        let Ok(Opened::Race(race)) = paddock::open(&bytes(&format!("replays/formula_d/{path}")), &no_files) else {
            panic!("a race")
        };
        let began = (0..=race.len()).find(|at| !race.view(*at).is_qualifying()).unwrap();
        let [start, end] = [began, race.len()].map(|at| race.view(at));
        let finished: Vec<CarId> =
            end.cars.iter().filter(|car| car.status == Status::Finished).map(|car| car.car).collect();
        assert!(finished.len() > 1, "{path:?}");
        for (one, other) in finished.iter().flat_map(|one| finished.iter().map(move |other| (*one, *other))) {
            if one == other {
                continue;
            }
            let passes = |by: CarId, of: CarId| {
                let events = (1..=race.len()).filter_map(|turn| race.step(turn)).flat_map(|step| &step.events);
                events.filter(|event| event.car == by && event.kind == EventKind::Overtook { other: of }).count() as i32
            };
            let leads = |view: &StateView| i32::from(view.car(one).unwrap().rank < view.car(other).unwrap().rank);
            let net = passes(one, other) - passes(other, one);
            assert_eq!(net, leads(&end) - leads(&start), "{path:?}: {one} and {other}");
            changed += net.abs();
        }
    }
    assert!(changed > 4, "{changed}");
}

/// Tests that take more than a few seconds.
mod slow {
    use super::*;

    /// The expected number of turns at the start, the losses and the luck explain the number of turns of every finisher.
    /// The turns of other cars count too: in the race by night, Ada's motor damages Clementine's engine (FD-MOT-03).
    #[test]
    #[ignore = "slow"]
    fn the_account_of_every_finisher_adds_up_to_its_turns() {
        let mut finishers = 0;
        for file in RACES {
            let race = played(file);
            let (track, turns, first) = (&race.track, &race.turns, &race.states[0]);
            let listed: Vec<&Turn> = turns.iter().collect();
            let evaluation = FormulaD::evaluate(track, first, &listed, Progress::SILENT).unwrap();
            let question = Question::of(track, first);
            let question = if question.bytes(track) <= 1 << 30 { question } else { question.in_steady_weather() };
            let solution = solve(track, &question, &solve::Progress::SILENT).unwrap();
            let grid = race.states.iter().position(|state| state.phase == Phase::Race).unwrap();
            for (index, car) in
                race.end().cars.iter().enumerate().filter(|(_, car)| matches!(car.standing, Standing::Finished(_)))
            {
                let own = (grid..turns.len()).filter(|at| turns[*at].car == car.car);
                assert!(own.clone().all(|at| evaluation.verdict(at + 1).is_some()), "{file}, car {}", car.car);
                let account = evaluation.account(car.car, turns.len());
                let start = solution.expected(track, &race.states[grid], index).unwrap();
                let [lost, worth, chance] =
                    [account.lost, account.worth, account.chance].map(|part| part.unwrap_or(0.0));
                let accounted = start + lost - worth - chance;
                let taken = own.count() as f64;
                assert!((accounted - taken).abs() < 1e-6, "{file}, car {}: {accounted}, but {taken} turns", car.car);
                finishers += 1;
            }
        }
        assert!(finishers >= 15, "{finishers} finishers");
    }
}
