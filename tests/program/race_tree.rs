//! Variations and remarks: stored in files and texts, edited and undone.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that fails panics, in its helpers too"
)]

use std::path::Path;

use crate::shipped::races_of_vektorace;
use paddock::game::prelude::*;
use paddock::games::vektorace::Vektorace;
use paddock::replay::{
    LineId, Opened, Race, RaceEdit, RecordError, Recorded, Recorder as _, ReplayFile, Timeline, TrackSource, TurnMark,
    parse, print, read_text,
};
use serde_json::{Value, json};

const MAIN: LineId = LineId(0);

fn opened(text: &str) -> Result<Box<dyn Race>, String> {
    match paddock::open(text.as_bytes(), &paddock::replay::no_files) {
        Ok(Opened::Race(race)) => Ok(race),
        Ok(Opened::Track(_)) => panic!("a race"),
        Err(error) => Err(error.to_string()),
    }
}

/// A shipped race that can be changed.
fn race() -> Timeline<Vektorace> {
    race_of("widdershins-four-cars.json")
}

fn race_of(name: &str) -> Timeline<Vektorace> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace").join(name);
    let replay: ReplayFile<Vektorace> = parse(&std::fs::read(path).unwrap()).unwrap();
    let TrackSource::Here(draft) = replay.track.clone() else { panic!("the track is within") };
    Timeline::of_file(replay, *draft).unwrap()
}

/// A legal turn at a position of the shown line, other than the one that was played.
fn other(race: &Timeline<Vektorace>, at: usize, which: usize) -> Value {
    let played = race.turn_json(at + 1).unwrap();
    let legal = race.legal_turns(at).unwrap().into_iter().map(|legal| legal.turn);
    let mut moves = legal.filter(|turn| *turn != played && turn["kind"] == "move");
    moves.nth(which).expect("more than one turn is legal")
}

fn play(race: &mut Timeline<Vektorace>, line: LineId, at: usize, turn: Value) -> Recorded {
    race.record(&RaceEdit::Play { line, at, turn, reason: None }).unwrap()
}

/// A race with two variations, one inside the other, and remarks.
fn annotated() -> Timeline<Vektorace> {
    let mut race = race();
    let first = other(&race, 10, 0);
    let side = play(&mut race, MAIN, 10, first).line;
    for at in 11..14 {
        let next = other(&race, at, 0);
        play(&mut race, side, at, next);
    }
    let inner = other(&race, 12, 2);
    let inner = play(&mut race, side, 12, inner).line;
    for edit in [
        RaceEdit::Name { line: side, name: "Braking late".to_owned() },
        RaceEdit::Note { line: MAIN, at: 0, text: "Rain\nbefore the start".to_owned() },
        RaceEdit::Note { line: inner, at: 13, text: " better \\ bolder".to_owned() },
        RaceEdit::Mark { line: MAIN, at: 11, mark: Some(TurnMark::Dubious) },
        RaceEdit::Mark { line: side, at: 11, mark: Some(TurnMark::Brilliant) },
        RaceEdit::Bookmark { line: MAIN, at: 20, name: Some("The duel".to_owned()) },
        RaceEdit::Bookmark { line: side, at: 12, name: Some(String::new()) },
    ] {
        race.record(&edit).unwrap();
    }
    race.show_line(MAIN);
    race
}

#[test]
fn races_without_variations_print_as_before() {
    for path in races_of_vektorace() {
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(opened(&text).unwrap().file_text(false).unwrap(), text, "{}", path.display());
    }
}

#[test]
fn lines_and_remarks_are_kept_in_files_and_texts() {
    let race = annotated();
    let text = race.file_text(false).unwrap();
    let again = opened(&text).unwrap();
    assert_eq!(again.file_text(false).unwrap(), text);
    let replay: ReplayFile<Vektorace> = parse(text.as_bytes()).unwrap();
    let [side] = replay.variations.as_slice() else { panic!("one departs from the main line") };
    assert_eq!((side.at, side.name.as_str(), side.turns.len()), (10, "Braking late", 4));
    let [inner] = side.variations.as_slice() else { panic!("one departs from it") };
    assert_eq!((inner.at, inner.turns.len(), inner.notes.len()), (12, 1, 1));
    let written = race.notation_text(race.len());
    assert!(written.contains("\nmark ?!\nvariation 11 Braking late\n  4: "), "{written}");
    assert_eq!(
        read_text::<Vektorace>(written.as_bytes(), &paddock::replay::no_files).as_ref(),
        Ok(&replay),
        "{written}"
    );
}

#[test]
fn the_shown_line_runs_from_the_grid_to_its_end() {
    let mut race = annotated();
    let lines = race.lines();
    assert_eq!(lines.iter().map(|line| (line.depth, line.len)).collect::<Vec<_>>()[1..], [(1, 14), (2, 13)]);
    let main_view = race.view(10);
    race.show_line(lines[2].id);
    assert_eq!((race.len(), race.shown_line()), (13, lines[2].id));
    assert_eq!(race.view(10), main_view, "they share the earlier turns");
    assert_eq!(race.remarks().marks.get(&11), Some(&TurnMark::Brilliant), "of the line, not of what was raced");
    assert_eq!(race.remarks().note(0).as_deref(), Some("Rain\nbefore the start"));
    assert_eq!(race.remarks().bookmark(20), None);
    assert_eq!(race.turn_of(MAIN, 11).unwrap().mark, Some(TurnMark::Dubious));
    race.show_line(LineId(99));
    assert_eq!(race.shown_line(), MAIN);
}

#[test]
fn playing_an_existing_turn_goes_to_it() {
    let mut race = annotated();
    let before = race.revision();
    let (main, side) = (race.turn_json(11).unwrap(), race.lines()[1].id);
    assert_eq!(play(&mut race, MAIN, 10, main).line, MAIN);
    let first = {
        race.show_line(side);
        race.turn_json(11).unwrap()
    };
    assert_eq!(play(&mut race, MAIN, 10, first).line, side);
    assert_eq!((race.revision(), race.lines().len()), (before, 3), "nothing was changed");
}

#[test]
fn a_variation_is_promoted_with_its_remarks_and_variations() {
    let mut race = annotated();
    let (side, inner) = (race.lines()[1].id, race.lines()[2].id);
    let (raced, text) = (race.len(), race.file_text(false).unwrap());
    race.record(&RaceEdit::Promote { line: side }).unwrap();
    let lines = race.lines();
    assert_eq!((lines[0].id, lines[0].len), (side, 14));
    let former = lines.iter().find(|line| line.id == MAIN).unwrap();
    assert_eq!((former.parent, former.len), (Some((side, 10)), raced));
    assert_eq!(race.remarks().note(0).as_deref(), Some("Rain\nbefore the start"), "the grid belongs to all lines");
    assert_eq!(race.remarks().marks.get(&11), Some(&TurnMark::Brilliant));
    race.record(&RaceEdit::Promote { line: inner }).unwrap();
    assert_eq!(race.lines()[0].id, inner);
    let promoted = race.file_text(false).unwrap();
    assert_eq!(opened(&promoted).unwrap().file_text(false).unwrap(), promoted);
    race.record(&RaceEdit::Undo).unwrap();
    race.record(&RaceEdit::Undo).unwrap();
    assert_eq!(race.file_text(false).unwrap(), text);
    race.record(&RaceEdit::Redo).unwrap();
    race.record(&RaceEdit::Redo).unwrap();
    assert_eq!(race.file_text(false).unwrap(), promoted);
    assert!(race.record(&RaceEdit::Redo).is_err());
}

#[test]
fn deleting_and_taking_back_also_delete_dependent_variations() {
    let mut race = annotated();
    let text = race.file_text(false).unwrap();
    let side = race.lines()[1].id;
    race.record(&RaceEdit::Delete { line: side }).unwrap();
    assert_eq!(race.lines().len(), 1);
    assert!(matches!(race.record(&RaceEdit::Delete { line: MAIN }), Err(RecordError::Refused(_))));
    race.record(&RaceEdit::Undo).unwrap();
    race.record(&RaceEdit::Cut { line: side, at: 11 }).unwrap();
    assert_eq!(
        race.lines().iter().map(|line| line.len).collect::<Vec<_>>()[1..],
        [11],
        "the inner one began at turn 12"
    );
    race.record(&RaceEdit::Cut { line: side, at: 10 }).unwrap();
    assert_eq!((race.lines().len(), race.shown_line()), (1, MAIN), "a variation without turns is deleted");
    race.record(&RaceEdit::Cut { line: MAIN, at: 5 }).unwrap();
    assert_eq!((race.len(), race.remarks().bookmarks.len()), (5, 0));
    for _ in 0..3 {
        race.record(&RaceEdit::Undo).unwrap();
    }
    assert_eq!(race.file_text(false).unwrap(), text);
    assert_eq!(race.revision(), annotated().revision());
}

#[test]
fn an_edited_turn_rechecks_later_turns_on_every_line() {
    let mut race = annotated();
    let whole = race.file_text(false).unwrap();
    let turn = other(&race, 2, 4);
    let edited = race.record(&RaceEdit::Edit { line: MAIN, number: 3, turn: turn.clone(), reason: None }).unwrap();
    assert_eq!((edited.at, race.turn_json(3).unwrap()), (3, turn));
    assert!(!edited.now_illegal.is_empty() && edited.now_illegal.windows(2).all(|pair| pair[0] < pair[1]));
    for number in &edited.now_illegal {
        assert!(race.step(*number).unwrap().illegal.is_some(), "turn {number}");
    }
    // Played one by one from the edited start, every line gives the same states.
    let saved = race.file_text(false).unwrap();
    let fresh = opened(&saved).unwrap();
    for (line, again) in race.lines().into_iter().zip(fresh.lines()) {
        assert_eq!(line.len, again.len);
        for turn in 1..=line.len {
            assert_eq!(race.turn_of(line.id, turn), fresh.turn_of(again.id, turn), "{turn} of {line:?}");
        }
    }
    assert_eq!(race.fingerprint(race.len()), fresh.fingerprint(fresh.len()));
    race.record(&RaceEdit::Undo).unwrap();
    assert_eq!(race.file_text(false).unwrap(), whole);
    // Editing it back makes the illegal turns legal again.
    let former = race.turn_json(3).unwrap();
    race.record(&RaceEdit::Redo).unwrap();
    let back = race.record(&RaceEdit::Edit { line: MAIN, number: 3, turn: former, reason: None }).unwrap();
    assert_eq!(back.now_legal, edited.now_illegal);
    assert_eq!(race.file_text(false).unwrap(), whole);
}

#[test]
fn inserted_and_deleted_turns_move_later_remarks() {
    let mut race = annotated();
    let (len, turn) = (race.len(), race.turn_json(8).unwrap());
    race.record(&RaceEdit::Remove { line: MAIN, number: 8 }).unwrap();
    assert_eq!((race.len(), race.remarks().bookmark(19)), (len - 1, Some("The duel")));
    assert_eq!(race.lines()[1].parent, Some((MAIN, 9)));
    let reason = Some("as it was".to_owned());
    race.record(&RaceEdit::Insert { line: MAIN, at: 7, turn, reason }).unwrap();
    let mut expected = annotated();
    assert_eq!(race.file_text(false).unwrap(), expected.file_text(false).unwrap());
    // Deletes the turn at which a variation begins, below it.
    let side = race.lines()[1].id;
    race.record(&RaceEdit::Remove { line: side, number: 12 }).unwrap();
    race.record(&RaceEdit::Remove { line: side, number: 11 }).unwrap();
    let text = race.file_text(false).unwrap();
    assert_eq!(opened(&text).unwrap().file_text(false).unwrap(), text);
    expected.show_line(side);
}

#[test]
fn an_illegal_turn_stands_if_a_reason_is_given() {
    let mut race = race();
    let end = 12;
    race.record(&RaceEdit::Cut { line: MAIN, at: end }).unwrap();
    let mut turn = other(&race, end, 0);
    turn["gear"] = json!(9);
    let edit = |reason: Option<&str>| RaceEdit::Play {
        line: MAIN,
        at: end,
        turn: turn.clone(),
        reason: reason.map(str::to_owned),
    };
    let refusal = race.record(&edit(None)).unwrap_err();
    assert!(matches!(&refusal, RecordError::Illegal(why) if why.clause.starts_with("VR-")), "{refusal}");
    assert!(race.record(&edit(Some("  "))).is_err(), "spaces are not a reason");
    assert_eq!(race.len(), end);
    race.record(&edit(Some("nobody saw it"))).unwrap();
    let step = race.step(end + 1).unwrap();
    assert!(step.illegal.is_some() && step.reason.as_deref() == Some("nobody saw it"));
    let next = race.legal_turns(end + 1).unwrap().swap_remove(0).turn;
    play(&mut race, MAIN, end + 1, next);
    assert!(!race.step(end + 2).unwrap().unverified, "it counts as played: later turns are checked from there");
    let text = race.file_text(false).unwrap();
    assert_eq!(opened(&text).unwrap().file_text(false).unwrap(), text);
    let replay: ReplayFile<Vektorace> = parse(text.as_bytes()).unwrap();
    assert_eq!(
        read_text::<Vektorace>(race.notation_text(race.len()).as_bytes(), &paddock::replay::no_files).as_ref(),
        Ok(&replay)
    );
}

#[test]
fn impossible_edits_are_refused_and_change_nothing() {
    let mut race = race();
    let text = race.file_text(false).unwrap();
    let turn = race.turn_json(1).unwrap();
    for edit in [
        RaceEdit::Play { line: LineId(7), at: 0, turn: turn.clone(), reason: None },
        RaceEdit::Play { line: MAIN, at: 9_999, turn: turn.clone(), reason: None },
        RaceEdit::Play { line: MAIN, at: 3, turn: json!({"car": "seven"}), reason: None },
        RaceEdit::Edit { line: MAIN, number: 0, turn: turn.clone(), reason: None },
        RaceEdit::Edit { line: MAIN, number: 9_999, turn, reason: None },
        RaceEdit::Cut { line: MAIN, at: race.len() },
        RaceEdit::Mark { line: MAIN, at: 0, mark: Some(TurnMark::Good) },
        RaceEdit::Note { line: MAIN, at: 1, text: "x".repeat(10_001) },
        RaceEdit::Promote { line: MAIN },
        RaceEdit::Undo,
    ] {
        let refusal = race.record(&edit).unwrap_err();
        assert!(matches!(refusal, RecordError::Refused(_)), "{edit:?}: {refusal}");
        assert_eq!(race.file_text(false).unwrap(), text, "{edit:?}");
    }
    let error = race.read_turn(0, "  1: 4Q F-").unwrap_err();
    assert!(error.column > 3, "{error}");
    let line = Vektorace::notation(race.turns().next().unwrap());
    assert_eq!(race.read_turn(0, &line), Ok(race.turn_json(1).unwrap()));
    // The car to act need not be named; the columns of mistakes are those of the typed line.
    let (car, action) = line.split_once(": ").unwrap();
    assert_eq!(race.read_turn(0, action), Ok(race.turn_json(1).unwrap()));
    assert_eq!(race.view(0).to_act.unwrap().to_string(), car);
    assert_eq!(race.read_turn(0, "4Q F-").unwrap_err().column, error.column - "  1: ".len());
}

#[test]
fn files_with_inconsistent_lines_are_refused_with_their_position() {
    let text = annotated().file_text(false).unwrap();
    let replay: Value = serde_json::from_str(&text).unwrap();
    for (pointer, value, path, words) in [
        ("/variations/0/at", json!(9_999), "variations[0].at", "ends after turn"),
        ("/variations/0/variations/0/at", json!(10), "variations[0].variations[0].at", "move it out of that variation"),
        ("/variations/0/turns", json!([]), "variations[0].turns", "has no turns"),
        ("/variations/0/marks/11", json!("!?!"), "variations[0].marks.11", "unknown variant"),
        ("/variations/0/bookmarks/0/at", json!(3), "variations[0].bookmarks[0].at", "has no turn 3;"),
        ("/marks", json!({"0": "!"}), "marks.0", "no turn 0"),
        ("/bookmarks", json!([{"at": 2}, {"at": 2}]), "bookmarks[1].at", "wrong order"),
        ("/variations/0/colour", json!(1), "variations[0].colour", "unknown field"),
    ] {
        let mut spoilt = replay.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        spoilt.pointer_mut(parent).unwrap()[key] = value;
        let error = opened(&serde_json::to_string_pretty(&spoilt).unwrap()).err().expect("refused");
        assert!(error.contains(path) && error.contains(words) && error.starts_with("line "), "{pointer}: {error}");
    }
    let mut deep = replay["variations"][0]["variations"][0].clone();
    for at in (11..40).rev() {
        let turns = json!([deep["turns"][0]]);
        deep = json!({"at": at, "turns": turns, "variations": [deep]});
    }
    let mut spoilt = replay;
    spoilt["variations"] = json!([deep]);
    let error = opened(&spoilt.to_string()).err().expect("refused");
    assert!(error.contains("16 deep") || error.contains("ends after turn"), "{error}");
}

#[test]
fn texts_with_wrong_variations_are_refused_with_their_position() {
    let text = annotated().notation_text(usize::MAX);
    let refuse = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let error =
            read_text::<Vektorace>(text.replacen(from, to, 1).as_bytes(), &paddock::replay::no_files).unwrap_err();
        assert!(error.position.is_some(), "{error}");
        error.to_string()
    };
    assert!(refuse("mark ?!", "mark ?!?").contains("write one of !!"));
    assert!(refuse("variation 11", "variation 77").contains("1 to 12"));
    assert!(refuse("variation 11", "variation").contains("the number of its first turn"));
    assert!(refuse("\nend", "\nend\nend").contains("no open variation"));
    assert!(refuse("\nend", "").contains("add a line `end`"));
    assert!(refuse("note Rain", "mark !\nnote Rain").contains("after a turn"));
    let bare = print(&read_text::<Vektorace>(text.as_bytes(), &paddock::replay::no_files).unwrap()).unwrap();
    assert!(bare.contains("variations"));
}

/// Ten thousand turns are checked again: in release this takes less than 200 ms (`benches/table/rules.rs`). The limit
/// here is higher, for a busy machine.
#[test]
fn an_edited_turn_rechecks_ten_thousand_later_ones_at_once() {
    use rand::prelude::*;
    const TURNS: usize = 10_001;
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let template = race_of("kestrel-ring-three-laps.json");
    let mut setup = template.setup().clone();
    setup.laps = 99;
    let mut race = Timeline::<Vektorace>::new(String::new(), template.draft().clone(), setup, Vec::new()).unwrap();
    while race.len() < TURNS {
        let mut legal = Vektorace::legal_turns(race.track(), race.state(race.len()));
        legal.retain(|legal| !matches!(legal.turn.action, paddock::games::vektorace::Action::Withdraw));
        race.push(legal.choose(&mut random).expect("the race goes on").turn);
    }
    // The first car leaves the race: no later state stays the same.
    let turn = json!({"car": race.turn_json(1).unwrap()["car"], "kind": "withdraw"});
    let begun = std::time::Instant::now();
    let edited = race.record(&RaceEdit::Edit { line: MAIN, number: 1, turn, reason: None }).unwrap();
    let taken = begun.elapsed();
    println!("10,000 turns checked again in {taken:?}, {} of them illegal now", edited.now_illegal.len());
    assert!(edited.now_illegal.len() > 3_000 && taken.as_millis() < 1_000, "{taken:?}");
}

#[test]
fn the_last_of_many_large_edits_can_be_undone() {
    let mut race = race_of("kestrel-ring-three-laps.json");
    let first = race.turn_json(1).unwrap();
    let last = *race.turns().last().unwrap();
    for _ in 0..30_000 {
        // Nobody acts after the end: these turns are illegal, but stay in the file.
        race.push(last);
    }
    let withdrawn = json!({"car": first["car"], "kind": "withdraw"});
    for turn in [&withdrawn, &first, &withdrawn, &first, &withdrawn] {
        race.record(&RaceEdit::Edit { line: MAIN, number: 1, turn: turn.clone(), reason: None }).unwrap();
        race.record(&RaceEdit::Note { line: MAIN, at: 1, text: turn["kind"].to_string() }).unwrap();
    }
    let mut undone = 0;
    while race.record(&RaceEdit::Undo).is_ok() {
        undone += 1;
    }
    assert_eq!(undone, 7, "three edits of all turns, and four notes");
    assert_eq!(race.turn_json(1).unwrap(), first);
}
