//! Messages of the window: errors stay until the user dismisses them, one by one or all together.

use std::sync::Mutex;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::hands::{CTRL, click, paddock, press};
use crate::shell::{Choices, race, window};

#[test]
fn what_cannot_be_written_or_read_is_reported_and_stays_until_dismissed() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("no/such/board.png");
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, "{\"paddock\": \"track\", \"version\": 1, \"game\": \"chess\"}").expect("written");
    let choices = Choices { save: Mutex::new(Some(nowhere)), open: vec![broken] };
    let mut harness = window(vec![race()], choices);
    press(&mut harness, CTRL, Key::E);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, CTRL, Key::O);
    let [write, read] = paddock(&harness).errors() else { panic!("{:?}", paddock(&harness).errors()) };
    assert!(write.contains("board.png") && write.contains("nothing was changed"), "{write}");
    assert!(read.contains("broken.json") && read.contains("chess"), "{read}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(paddock(&harness).errors().len(), 1);
    click(&mut harness, "\u{e4f6} Dismiss");
    assert!(paddock(&harness).errors().is_empty());
}

/// More messages than fit on the screen: the others are counted, and one button removes all.
#[test]
fn many_messages_are_counted_and_dismissed_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = (1..=7).map(|number| folder.path().join(format!("broken {number}.json"))).collect::<Vec<_>>();
    open.iter().for_each(|file| std::fs::write(file, "{\"paddock\": \"track\"").expect("written"));
    let mut harness = window(vec![race()], Choices { open, ..Choices::default() });
    for _ in 0..2 {
        press(&mut harness, CTRL, Key::O);
        assert_eq!(paddock(&harness).errors().len(), 7, "{:?}", paddock(&harness).errors());
        harness.get_by_label("3 earlier messages");
        assert_eq!(harness.query_all_by_label("\u{e4f6} Dismiss").count(), 4);
        click(&mut harness, "\u{e4f6} Dismiss all");
        assert!(paddock(&harness).errors().is_empty());
        assert!(harness.query_by_label("\u{e4f6} Dismiss all").is_none());
    }
}
