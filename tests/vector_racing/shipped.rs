//! Tests of the circuits and races on squared paper that ship. The circuits are valid, their fastest races take the
//! known number of turns, and each circuit and race shows the rules that it was made for.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers fail the test and say why"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use paddock::game::Severity;
use paddock::game::prelude::*;
use paddock::game::scene::{Shape, Style};
use paddock::games::vector_racing::solve::{Progress, Question, solve};
use paddock::games::vector_racing::{
    Draft, Incident, ObjectKind, Standing, State, Track, VectorRacing, WallRule, report,
};
use paddock::import::racetrack;
use paddock::replay::{ReplayFile, Timeline, TrackFile, TrackSource, parse, print};

fn path(folder: &str, file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("vector_racing").join(file).with_extension("json")
}

/// The circuits with the least number of turns, as the solver found them when they were drawn.
const CIRCUITS: [(&str, u32); 6] = [
    ("mill-lane", 55),
    ("two-ponds", 21),
    ("cellar-stairs", 10),
    ("curiosity-shop", 17),
    ("slate-quarry", 27),
    ("hedge-maze", 13),
];

fn circuit(file: &str) -> (TrackFile<VectorRacing>, Vec<u8>) {
    let bytes = std::fs::read(path("tracks", file)).unwrap();
    (parse(&bytes).unwrap(), bytes)
}

#[test]
fn six_circuits_can_be_raced_and_take_as_many_turns_as_is_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks/vector_racing");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), CIRCUITS.len());
    for (file, turns) in CIRCUITS {
        let (read, bytes) = circuit(file);
        assert_eq!(print(&read).unwrap().as_bytes(), bytes, "{file} is not as the program writes it");
        let (track, issues) = VectorRacing::validate(&read.track);
        let track = track.unwrap_or_else(|| panic!("{file}: {issues:#?}"));
        let solution = solve(&track, &Question::of(&track), Progress::SILENT).unwrap();
        assert_eq!((solution.turns, solution.optimal), (Some(turns), true), "{file}");
    }
}

#[test]
fn between_them_the_circuits_have_everything() {
    let drafts: Vec<_> = CIRCUITS.iter().map(|(file, _)| circuit(file).0.track).collect();
    assert!(drafts.iter().any(|draft| draft.cells.is_some()) && drafts.iter().any(|draft| draft.islands.len() > 1));
    assert!(drafts.iter().any(|draft| !draft.discs.is_empty() && !draft.walls.is_empty()));
    let rules: BTreeSet<&str> = drafts.iter().map(|draft| draft.rules.walls.id()).collect();
    let all = [WallRule::NoTouch, WallRule::MayTouch, WallRule::LandingOnly].map(WallRule::id);
    assert_eq!(rules, BTreeSet::from(all));
    let shop = &drafts[3];
    assert!(!shop.warps.is_empty() && !shop.reflectors.is_empty() && !shop.spinners.is_empty());
    let kinds: BTreeSet<_> = shop.regions.iter().map(|region| region.kind.object()).collect();
    assert_eq!(kinds.len(), 3, "oil, speed-up and slow-down");
    assert!(shop.rules.hits.is_some());
}

struct Shown {
    crashes: usize,
    out: usize,
    kinds: BTreeSet<ObjectKind>,
    /// In which turn each racer finished, and its place.
    finishes: Vec<(u32, u32)>,
}

fn race(file: &str) -> Shown {
    let bytes = std::fs::read(path("replays", file)).unwrap();
    let read: ReplayFile<VectorRacing> = parse(&bytes).unwrap();
    assert_eq!(print(&read).unwrap().as_bytes(), bytes, "{file} is not as the program writes it");
    let TrackSource::Here(draft) = &read.track else { panic!("{file} has no circuit in it") };
    let (track, issues) = VectorRacing::validate(draft);
    assert!(issues.iter().all(|issue| issue.severity == Severity::Warning), "{file}: {issues:#?}");
    let track: Track = track.unwrap();
    let mut state: State = VectorRacing::start(&track, &read.setup).unwrap();
    let mut shown = Shown { crashes: 0, out: 0, kinds: BTreeSet::new(), finishes: Vec::new() };
    for (number, turn) in (1..).zip(&read.turns) {
        if let Some(reported) = report(&track, &state, turn) {
            shown.crashes += usize::from(reported.crash.is_some());
            shown.kinds.extend(reported.incidents.iter().filter_map(|(_, incident)| match incident {
                Incident::Met(id) => Some(id.kind),
                Incident::Crossed { .. } => None,
            }));
        }
        let played = VectorRacing::play(&track, &state, turn);
        state = played.unwrap_or_else(|illegal| panic!("{file}, entry {number}: {}", illegal.message)).state;
    }
    assert_eq!(state.to_act(), None, "{file} is not raced to its end");
    let view = VectorRacing::view(&track, &state);
    for (racer, car) in state.racers.iter().zip(&view.cars) {
        match &racer.standing {
            Standing::Finished(finish) => shown.finishes.push((finish.turn, car.rank)),
            Standing::Out => shown.out += 1,
            Standing::Racing => {}
        }
    }
    let draft = (**draft).clone();
    let timeline = Timeline::<VectorRacing>::of_file(read, draft).unwrap();
    assert!(paddock::replay::Race::issues(&timeline).is_empty());
    shown
}

/// Whether several finish in the first turn in which anybody does, and one of them wins.
fn decided(shown: &Shown) -> bool {
    let first = shown.finishes.iter().map(|(turn, _)| *turn).min();
    let together: Vec<u32> =
        shown.finishes.iter().filter(|(turn, _)| Some(*turn) == first).map(|(_, place)| *place).collect();
    together.len() > 1 && together.iter().filter(|place| **place == 1).count() == 1
}

#[test]
fn four_races_are_legal_to_the_end_and_show_what_they_are_there_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vector_racing");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 4);
    let everything = race("curiosity-shop-everything");
    assert_eq!(everything.kinds.len(), ObjectKind::ALL.len(), "{:?}", everything.kinds);
    let bruises = race("cellar-stairs-crashes");
    assert!(bruises.crashes >= 4 && bruises.out > 0 && decided(&bruises));
    assert!(decided(&race("two-ponds-photo-finish")));
    assert_eq!(race("mill-lane-three-pencils").finishes.len(), 3);
}

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    use super::*;

    #[test]
    #[ignore = "slow"]
    fn the_search_with_crashes_is_exact_on_every_circuit() {
        for (file, clean) in CIRCUITS {
            let (read, _) = circuit(file);
            let track = VectorRacing::validate(&read.track).0.unwrap();
            let question = Question { with_crashes: true, ..Question::of(&track) };
            let begun = std::time::Instant::now();
            let solution = solve(&track, &question, Progress::SILENT).unwrap();
            let best = solution.best().unwrap();
            println!("{file}: {} ({} without a crash), {:?}", solution.headline(), clean, begun.elapsed());
            assert!(solution.is_proved(), "{file}: {}", solution.headline());
            assert_eq!(solution.turns, Some(clean), "{file}");
            assert!(best.turns <= clean && (best.crashes() > 0) == (best.turns < clean), "{file}");
        }
    }
}

/// The tips and notches of the arrows on a picture of a circuit.
fn arrows(draft: &Draft) -> Vec<([f64; 2], [f64; 2])> {
    let scene = VectorRacing::draw_draft(draft, &[]);
    let arrows = scene.items.iter().filter(|item| item.style == Style::Arrow);
    let points = arrows.map(|item| match &item.shape {
        Shape::Polygon(points) => (points[0], points[2]),
        shape => panic!("an arrow is no {shape:?}"),
    });
    points.collect()
}

#[test]
fn arrows_show_the_direction_on_circuits_sprints_and_maps_of_cells() {
    for (file, _) in CIRCUITS {
        let (read, _) = circuit(file);
        let found = arrows(&read.track);
        // Two Ponds has two ways round, each with arrows of its own.
        let most = if file == "two-ponds" { 16 } else { 10 };
        assert!((6..=most).contains(&found.len()), "{file}: {found:?}");
    }
    let map = "############\n#S.........#\n#S.###....*#\n#..........#\n############\n";
    let draft = racetrack::ascii(map.as_bytes(), "map", WallRule::NoTouch).unwrap();
    let found = arrows(&draft);
    assert!(!found.is_empty() && found.iter().all(|(tip, notch)| tip[0] > notch[0]), "{found:?}");
    // The other way round: the same map from right to left.
    let mirrored: Vec<String> = map.lines().map(|row| row.chars().rev().collect()).collect();
    let draft = racetrack::ascii(mirrored.join("\n").as_bytes(), "map", WallRule::NoTouch).unwrap();
    let found = arrows(&draft);
    assert!(!found.is_empty() && found.iter().all(|(tip, notch)| tip[0] < notch[0]), "{found:?}");
}

#[test]
fn a_map_too_large_to_search_at_every_point_has_arrows_along_its_corridors() {
    const SIZE: [usize; 2] = [500, 400];
    // Walls between corridors of 60 columns end before the upper and the lower edge in turn.
    let is_wall = |column: usize, row: usize| {
        let is_edge = column == 0 || row == 0 || column + 1 == SIZE[0] || row + 1 == SIZE[1];
        let below = if (column / 60).is_multiple_of(2) { row } else { SIZE[1] - 1 - row };
        is_edge || (column.is_multiple_of(60) && column > 0 && below >= 60)
    };
    let sign = |column: usize, row: usize| match (column, row) {
        (5, 394) => 'S',
        (494, 5) => '*',
        _ if is_wall(column, row) => '#',
        _ => '.',
    };
    let rows = (0..SIZE[1]).rev().map(|row| (0..SIZE[0]).map(|column| sign(column, row)).collect::<String>());
    let map = rows.collect::<Vec<_>>().join("\n");
    let draft = racetrack::ascii(map.as_bytes(), "corridors", WallRule::NoTouch).unwrap();
    let from = draft.cells.as_ref().unwrap().from.map(f64::from);
    let found = arrows(&draft);
    let mut along = 0;
    for (tip, notch) in &found {
        let [column, row] = [0, 1].map(|axis| (tip[axis] - from[axis]).round() as usize);
        assert!(!is_wall(column, row), "{tip:?}");
        // Away from the ends of the walls, cars drive up and down in turn: down at first, behind the first wall.
        if (100..300).contains(&row) {
            along += 1;
            let is_down = !(column / 60).is_multiple_of(2);
            assert_eq!(tip[1] < notch[1], is_down, "{tip:?} from {notch:?}");
        }
    }
    assert!(along >= 3, "{found:?}");
}
