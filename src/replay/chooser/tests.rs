//! Tests of choosing a turn step by step.

use serde_json::json;

use super::*;

fn legal(turn: Value, amount: u32) -> LegalTurn<Value> {
    let cost = if amount > 0 { vec![Cost { resource: "tyre", amount }] } else { Vec::new() };
    LegalTurn { turn, cost: cost.into(), at: [0.0; 2], dir: None, at_once: true }
}

/// A place to which these ways lead.
fn place(words: &str, ways: Vec<Value>) -> Place {
    Place {
        at: [0.0; 2],
        dir: None,
        outline: Vec::new(),
        words: words.to_owned(),
        cost: Vec::new(),
        costs: Vec::new(),
        crash: None,
        illegal: None,
        ways,
    }
}

fn chooser() -> Chooser {
    Chooser::new(vec![
        legal(json!({"car": 1, "kind": "move", "place": "left", "declare": 2}), 1),
        legal(json!({"car": 1, "kind": "move", "place": "left", "declare": 3}), 2),
        legal(json!({"car": 1, "kind": "move", "boost": 2, "place": "right", "declare": 2}), 0),
        legal(json!({"car": 1, "kind": "stop"}), 0),
    ])
}

#[test]
fn a_step_is_the_first_field_in_which_turns_differ() {
    let mut chooser = chooser();
    let question = chooser.question().expect("a choice");
    assert_eq!(question.field, "boost", "all have the same car, and moving is usual");
    let options = question.options.iter().map(|option| (option.field.as_str(), option.words.as_str(), option.turns));
    assert_eq!(options.collect::<Vec<_>>(), [("boost", "none", 2), ("boost", "2", 1), ("kind", "stop", 1)]);
    assert_eq!(question.options[0].cost[0].amount, 1, "the cheapest");
    assert_eq!(question.of(&json!({"car": 1, "kind": "stop"})), Some(&question.options[2]));
    chooser.take(&question.options[2]);
    assert_eq!(chooser.only().expect("one").turn["kind"], "stop");
    assert!(chooser.back());
    chooser.take(&question.options[1]);
    assert_eq!(
        (chooser.only().expect("one").turn["boost"].clone(), chooser.chosen()),
        (json!(2), vec!["boost 2".to_owned()])
    );
    assert!(chooser.back() && chooser.question() == Some(question), "the action is taken back, too");
    chooser.choose("kind", json!("move"));
    let ahead = |costs: [u32; 3]| {
        let options = ["left", "straight", "right"].into_iter().zip(costs).map(|(value, amount)| Choice {
            cost: if amount > 0 { vec![Cost { resource: "tyre", amount }] } else { Vec::new() },
            ..Choice::new("rotation", json!(value))
        });
        let question = Question { field: "rotation".to_owned(), options: options.collect() }.free_first();
        question.usual(Some(3)).map(|option| option.words.clone())
    };
    assert_eq!(ahead([0, 0, 0]).as_deref(), Some("straight"));
    assert_eq!(ahead([1, 0, 0]).as_deref(), Some("straight"));
    assert_eq!(ahead([0, 1, 0]).as_deref(), Some("left"), "what costs nothing comes first");
    assert_eq!(ahead([1, 1, 2]).as_deref(), Some("straight"));
    let usual = |gear: u8| {
        let rest = chooser.rest(|_, question| question.free_first().usual(Some(gear)).cloned());
        rest.expect("answers").into_iter().map(|option| option.value).collect::<Vec<_>>()
    };
    assert_eq!(usual(2), [json!(2)], "the free one");
    chooser.choose("boost", Value::Null);
    assert_eq!(chooser.question().expect("a choice").field, "declare");
    chooser.choose("declare", json!(3));
    assert_eq!(chooser.only().expect("one").turn["declare"], 3);
    assert_eq!(chooser.chosen(), ["kind move", "no boost", "declare 3"]);
    assert!(chooser.back() && chooser.only().is_none());
}

#[test]
fn a_place_on_the_board_stands_for_the_ways_there() {
    let place = |ways: Vec<Value>| place("to the left", ways);
    let mut chooser = chooser();
    let left = place(vec![json!({"place": "left", "boost": null})]);
    assert!(chooser.choose_place(&left));
    assert_eq!(chooser.left().count(), 2);
    let right = place(vec![json!({"place": "right"})]);
    assert!(!chooser.may_lead(&right) && chooser.choose_place(&right), "another place may be clicked instead");
    assert_eq!(chooser.only().expect("one").turn["boost"], 2);
    assert!(!chooser.choose_place(&place(vec![json!({"place": "behind"})])), "no turn leads there");
    assert!(chooser.only().is_some(), "and the choice is unchanged");
    // Earlier choices are kept, and only the places that are possible with them are offered.
    chooser.back();
    assert!(!chooser.has_place() && chooser.open_places(std::slice::from_ref(&left)).is_none());
    chooser.choose("declare", json!(3));
    let open = chooser.open_places(&[left.clone(), right.clone()]).expect("a field was chosen");
    assert_eq!(open.len(), 1);
    assert_eq!((open[0].cost[0].amount, open[0].costs.len()), (2, 1), "with the cost of the remaining turns");
    assert!(chooser.choose_place(&left));
    assert_eq!(chooser.only().expect("one").turn["declare"], 3);
    assert!(chooser.choose_place(&right), "a place that is not open takes the choice back");
    assert_eq!(chooser.only().expect("one").turn["declare"], 2);
}

/// Two vectors lead to one place. The summary must name the chosen vector and never the other one.
#[test]
fn the_summary_has_one_value_for_each_field() {
    let turn = |vector: &str, rotation: &str| {
        legal(json!({"car": 1, "gear": 4, "vector": vector, "place": "front", "rotation": rotation}), 0)
    };
    let mut chooser = Chooser::new(vec![
        turn("side-left", "straight"),
        turn("side-right", "straight"),
        turn("side-right", "left"),
        legal(json!({"car": 1, "gear": 3, "vector": "front", "place": "front", "rotation": "straight"}), 0),
    ]);
    let way = |vector: &str| json!({"gear": 4, "vector": vector, "place": "front"});
    let place = place("gear 4, side-left, front", vec![way("side-left"), way("side-right")]);
    assert!(chooser.choose_place(&place));
    assert_eq!(chooser.chosen(), ["gear 4"], "both vectors are possible");
    chooser.choose("vector", json!("side-right"));
    assert_eq!(chooser.chosen(), ["gear 4", "vector side-right"]);
    chooser.choose("rotation", json!("left"));
    assert!(chooser.only().is_some());
    assert_eq!(chooser.chosen(), ["gear 4", "vector side-right", "rotation left"]);
    // The summary is the same if the player chooses in another order.
    while chooser.back() {}
    chooser.choose("rotation", json!("left"));
    assert!(chooser.choose_place(&place));
    assert_eq!(chooser.chosen(), ["rotation left", "gear 4, vector side-right"]);
}

#[test]
fn values_are_shown_in_words() {
    assert_eq!(in_words(&json!({"kind": "push", "target": 3})), "push, target 3");
    assert_eq!(in_words(&json!({"tyre": 2, "nitro": 1})), "tyre 2, nitro 1");
    assert_eq!(in_words(&json!("give_way")), "give way");
}

#[test]
fn options_have_codes_of_one_length_or_keys_of_a_keypad() {
    let question = |values: &[Value]| Question {
        field: String::new(),
        options: values.iter().map(|value| Choice::new("", value.clone())).collect(),
    };
    assert_eq!(question(&[json!(3), json!(5), json!(2)]).codes(), ["3", "5", "2"]);
    assert_eq!(question(&[Value::Null, json!(1)]).codes(), ["0", "1"]);
    assert_eq!(question(&[Value::Null, json!(0)]).codes(), ["1", "2"], "not the same code twice");
    assert_eq!(question(&[json!(true), json!(false)]).codes(), ["1", "0"]);
    assert_eq!(question(&[json!("left"), json!("right")]).codes(), ["1", "2"]);
    let many: Vec<Value> = (0..12).map(|index| json!([index, index])).collect();
    assert_eq!(question(&many).codes()[8..10], ["09", "10"]);
    let near = question(&[json!([2, -1]), json!([3, 0]), json!([4, -2])]);
    assert_eq!(near.keypad([3, -1]), Some(vec![4, 8, 3]));
    assert_eq!(near.keypad([4, -1]), None, "two steps away");
    assert_eq!(question(&[Value::Null]).keypad([0, 0]), None);
}

#[test]
fn a_roll_counts_also_if_the_chosen_place_cannot_be_reached_with_it() {
    let turn = |gear: u8, die: u8, end: &str| legal(json!({"car": 1, "gear": gear, "die": die, "end": end}), 0);
    let near = place("near", vec![json!({"end": "near"})]);
    let turns = vec![turn(2, 2, "near"), turn(3, 4, "near"), turn(3, 5, "near"), turn(3, 7, "far"), turn(2, 3, "far")];
    let mut chooser = Chooser::new(turns);
    assert!(chooser.choose_place(&near));
    chooser.choose("gear", json!(3));
    let before = chooser.clone();
    assert_eq!(chooser.take_rolled("die", &json!(4)), Some(false));
    assert!(chooser.has_place() && chooser.only().expect("one").turn["die"] == 4);
    // The place is dropped. The gear, which is chosen before the roll, stays.
    chooser = before.clone();
    assert_eq!(chooser.take_rolled("die", &json!(7)), Some(true));
    assert!(!chooser.has_place());
    let only = &chooser.only().expect("one").turn;
    assert_eq!((&only["gear"], &only["die"], &only["end"]), (&json!(3), &json!(7), &json!("far")));
    // No turn in third gear has this result, so nothing changes.
    chooser = before.clone();
    assert_eq!(chooser.take_rolled("die", &json!(3)), None);
    assert_eq!(chooser.choices().collect::<Vec<_>>(), before.choices().collect::<Vec<_>>());
}
