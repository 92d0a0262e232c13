//! The shipped races in `replays/vektorace`: three of each edition. All are legal and have the known results. Each
//! shows something that the others of its edition do not.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use paddock::analysis::tables;
use paddock::game::scene::Tag;
use paddock::game::{CarId, EventKind};
use paddock::games::vektorace::{Action, Edition, Move, Rotation, Side, Turn, Vektorace};
use paddock::replay::{Race as _, ReplayFile, Timeline, TrackSource, parse};

/// The known facts about a race.
struct Known {
    file: &'static str,
    edition: Edition,
    turns: usize,
    /// The cars in the result, from first to last.
    result: &'static [u32],
    /// Events that happen in this race and in neither of the other two of its edition.
    own: &'static [&'static str],
}

const KNOWN: [Known; 9] = [
    Known {
        file: "three-sisters-first-edition",
        edition: Edition::Formula8,
        turns: 134,
        result: &[1, 2, 4, 3],
        own: &["push"],
    },
    Known {
        file: "copper-kettle-first-edition",
        edition: Edition::Formula8,
        turns: 106,
        result: &[2, 1, 3],
        own: &["penalty", "pit stop", "turned after a penalty"],
    },
    Known {
        file: "kestrel-ring-first-edition",
        edition: Edition::Formula8,
        turns: 98,
        result: &[2, 1, 3],
        own: &["withdrawal"],
    },
    Known {
        file: "kestrel-ring-three-laps",
        edition: Edition::Second,
        turns: 164,
        result: &[2, 1, 3],
        own: &["giving way"],
    },
    Known { file: "nightjar-park-duel", edition: Edition::Second, turns: 55, result: &[1, 2], own: &[] },
    Known {
        file: "lovers-knot-super-powers",
        edition: Edition::Second,
        turns: 366,
        result: &[5, 2, 4, 1, 3],
        own: &[
            "edge",
            "power exchanged",
            "power: jump shift",
            "power: late shift",
            "power: open boost",
            "power: shield",
            "power: spare point",
            "power: swap point",
            "power: tape measure",
            "power: wide boost",
            "push",
            "slipstream",
        ],
    },
    Known {
        file: "copper-kettle-six-cars",
        edition: Edition::Online,
        turns: 117,
        result: &[2, 4, 5, 6, 1, 3],
        own: &["overshoot", "slingshot"],
    },
    Known {
        file: "widdershins-four-cars",
        edition: Edition::Online,
        turns: 213,
        result: &[2, 1, 4, 3],
        own: &["BOX-BOX", "pit stop"],
    },
    Known {
        file: "long-barrow-online",
        edition: Edition::Online,
        turns: 300,
        result: &[3, 5, 1, 4, 2],
        own: &["giving way"],
    },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace")
}

fn open(file: &str) -> Timeline<Vektorace> {
    let bytes = std::fs::read(folder().join(file).with_extension("json")).unwrap();
    let replay: ReplayFile<Vektorace> = parse(&bytes).unwrap();
    let TrackSource::Here(draft) = replay.track else { panic!("{file}: a shipped race holds its track") };
    Timeline::new(replay.title, *draft, replay.setup, replay.turns).unwrap()
}

/// Lists what happens in a race, in the rulebook's words.
fn sights(race: &Timeline<Vektorace>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for (index, turn) in race.turns().enumerate() {
        let step = race.step(index + 1).unwrap();
        seen.extend(step.events.iter().filter_map(|event| word(&event.kind)));
        seen.extend(words_of(turn).into_iter().map(str::to_owned));
    }
    seen
}

fn word(kind: &EventKind) -> Option<String> {
    Some(match kind {
        EventKind::Attacked { attack, .. } => (*attack).to_owned(),
        EventKind::Slipstreamed { .. } => "slipstream".to_owned(),
        EventKind::Pitted { stop } => (*stop).to_owned(),
        EventKind::Braked { .. } => "jam on the brakes".to_owned(),
        EventKind::Stopped => "penalty".to_owned(),
        EventKind::Fell => "edge".to_owned(),
        EventKind::MissedTurn => "lost turn".to_owned(),
        EventKind::GaveWay { .. } => "giving way".to_owned(),
        EventKind::BoxBox => "BOX-BOX".to_owned(),
        EventKind::UsedPower { power } => format!("power: {power}"),
        EventKind::TookPower { .. } => "power exchanged".to_owned(),
        EventKind::Withdrew => "withdrawal".to_owned(),
        _ => return None,
    })
}

fn words_of(turn: &Turn) -> Vec<&'static str> {
    let mut words = Vec::new();
    if turn.start.rotation != Rotation::Straight {
        words.push("turned after a penalty");
    }
    if let Action::Move(Move { vector, boost, .. }) = turn.action {
        if matches!(vector, Side::SideLeft | Side::SideRight) {
            words.push("swerve");
        }
        match boost {
            Some(0) => words.push("wasted boost"),
            Some(_) => words.push("boost"),
            None => {}
        }
    }
    words
}

#[test]
fn each_race_is_legal_and_has_the_known_result() {
    let mut wrong = Vec::new();
    for known in &KNOWN {
        let race = open(known.file);
        assert_eq!(race.setup().edition, known.edition, "{}", known.file);
        for turn in 1..=race.len() {
            let step = race.step(turn).unwrap();
            assert!(step.illegal.is_none() && !step.unverified, "{} turn {turn}: {:?}", known.file, step.illegal);
        }
        let view = race.view(race.len());
        assert_eq!(view.to_act, None, "{} is not over", known.file);
        let result: Vec<u32> = view.standings().iter().map(|car| car.car.0).collect();
        if (race.len(), result.as_slice()) != (known.turns, known.result) {
            wrong.push(format!("{}: {} turns, {result:?}", known.file, race.len()));
        }
        // An event reports the winner's crossing of the line.
        let won = |event: &paddock::game::Event| {
            event.kind == EventKind::Finished { rank: 1 } && event.car == CarId(result[0])
        };
        assert!((1..=race.len()).any(|turn| race.step(turn).unwrap().events.iter().any(won)), "{}", known.file);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A car that has finished is removed (VR-WIN-03). The last car has not crossed the line when the race ends for it
/// (VR-WIN-04), and its piece stays on the table.
#[test]
fn the_last_car_stays_on_the_board_when_the_race_ends() {
    let mut stay = 0;
    for known in &KNOWN {
        let race = open(known.file);
        let end = race.view(race.len());
        let scene = race.scene(race.len(), 0);
        for car in &end.cars {
            let is_drawn = scene.items.iter().any(|item| item.tag == Tag::Car(car.car));
            let words = tables::status_in_words(car, race.laps());
            assert_eq!(is_drawn, words == "on track at the end", "{}, car {}: {words}", known.file, car.car);
            stay += usize::from(is_drawn);
        }
    }
    assert!(stay >= 7, "{stay} cars");
}

/// A boost of length 0 is no usual length: it was paid for and does not fit (VR-BOOST-06).
#[test]
fn a_wasted_boost_is_named_as_one() {
    let race = open("nightjar-park-duel");
    let offered: BTreeSet<Option<u64>> = race
        .legal_turns(1)
        .unwrap()
        .iter()
        .map(|legal| legal.turn.get("boost").and_then(|boost| boost.as_u64()))
        .collect();
    assert!(offered.contains(&None) && offered.contains(&Some(0)), "{offered:?}");
    assert_eq!(race.words_for("boost", Some(&0.into())).as_deref(), Some("a boost that does not fit"));
    assert_eq!(race.words_for("boost", Some(&serde_json::Value::Null)).as_deref(), Some("no boost"));
    assert_eq!(race.words_for("boost", Some(&2.into())), None, "a number is enough");
}

#[test]
fn each_race_shows_what_the_others_of_its_edition_do_not() {
    let mut wrong = Vec::new();
    for edition in Edition::ALL {
        let races: Vec<(&Known, BTreeSet<String>)> = KNOWN
            .iter()
            .filter(|known| known.edition == edition)
            .map(|known| (known, sights(&open(known.file))))
            .collect();
        assert_eq!(races.len(), 3);
        for (index, (known, seen)) in races.iter().enumerate() {
            let others: BTreeSet<&String> =
                races.iter().enumerate().filter(|(other, _)| *other != index).flat_map(|(_, (_, seen))| seen).collect();
            let own: Vec<&str> = seen.iter().filter(|sight| !others.contains(sight)).map(String::as_str).collect();
            if own != known.own {
                wrong.push(format!("{}: {own:?}; all: {seen:?}", known.file));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_shipped_race_is_in_the_list() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut known: Vec<&str> = KNOWN.iter().map(|known| known.file).collect();
    known.sort_unstable();
    assert_eq!(files, known);
}

#[test]
fn together_they_show_every_attack_stop_and_penalty() {
    for edition in Edition::ALL {
        let races = KNOWN.iter().filter(|known| known.edition == edition);
        let seen: BTreeSet<String> = races.flat_map(|known| sights(&open(known.file))).collect();
        let mut expected = vec!["push", "slingshot", "shunt", "pit stop", "jam on the brakes", "penalty", "boost"];
        expected.extend(match edition {
            Edition::Formula8 => &["edge", "lost turn", "turned after a penalty"][..],
            Edition::Second => &["slipstream", "splash and go", "BOX-BOX", "giving way", "edge", "swerve"],
            Edition::Online => {
                &["slipstream", "splash and go", "overshoot", "BOX-BOX", "giving way", "ram", "boost overtaking"]
            }
        });
        for sight in expected {
            assert!(seen.contains(sight), "{edition:?}: no {sight} in {seen:?}");
        }
    }
}
