//! Tests of form fields: the forms of all games, and the reference `docs/fields.md`, both made from the schemas of the
//! files.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::path::Path;

use paddock::Games;
use paddock::editor::sketch::SketchEdit;
use paddock::game::form::{Entry, Field, Value};
use paddock::replay::{Opened, PlanStart, RacePlan};
use serde_json::{Value as Json, json};

use crate::shipped::of_all_games;

/// The usual race plan on a shipped circuit.
fn plan(circuit: &str) -> Box<dyn RacePlan> {
    plan_from(circuit, &PlanStart::Usual)
}

/// A race plan on a shipped circuit.
fn plan_from(circuit: &str, start: &PlanStart) -> Box<dyn RacePlan> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks").join(circuit);
    let Ok(Opened::Track(draft)) = paddock::open(&std::fs::read(path).unwrap(), &paddock::replay::no_files) else {
        panic!("{circuit} is not a circuit")
    };
    Games::all().plan(&draft, start).unwrap()
}

fn enter(plan: &mut dyn RacePlan, id: &str, entry: Entry) {
    assert!(plan.fields().iter().any(|field| field.id == id), "{id} is not shown");
    plan.enter(id, &entry).unwrap_or_else(|why| panic!("{id}: {why}"));
}

/// The present value of a field, as an entry.
fn own_value(field: &Field) -> Option<Entry> {
    Some(match &field.value {
        Value::Text(text, _) | Value::Number(text, _) => Entry::Text(text.clone()),
        Value::Count(count, _) => Entry::Count(*count),
        Value::Choice(_, chosen) => Entry::Choice(*chosen),
        Value::Flag(flag) => Entry::Flag(*flag),
        Value::Press(_) => return None,
    })
}

const CIRCUITS: [&str; 4] = [
    "formula_d/cobalt-pass.json",
    "vector_racing/cellar-stairs.json",
    "wheel_to_wheel/lanternwood.json",
    "vektorace/adder-lane.json",
];

#[test]
fn every_field_takes_its_own_value_with_everything_switched_on() {
    for circuit in CIRCUITS {
        let mut plan = plan(circuit);
        let mut seen = std::collections::BTreeSet::new();
        // Fields that are switched on show further fields.
        while let Some(field) = plan.fields().into_iter().find(|field| !seen.contains(&field.id)) {
            seen.insert(field.id.clone());
            if matches!(field.value, Value::Flag(false)) {
                plan.enter(&field.id, &Entry::Flag(true)).unwrap_or_else(|why| panic!("{}: {why}", field.id));
            }
            if field.id.ends_with("#add") && field.value == Value::Press(true) && plan.fields().len() < 150 {
                enter(plan.as_mut(), &field.id, Entry::Press);
                seen.remove(&field.id);
            }
            if field.id.ends_with("#add") && plan.fields().len() >= 150 {
                seen.insert(field.id);
            }
        }
        assert!(seen.len() > 30, "{circuit}: {}", seen.len());
        let before = plan.setup();
        for field in plan.fields() {
            let Some(entry) = own_value(&field) else { continue };
            plan.enter(&field.id, &entry).unwrap_or_else(|why| panic!("{circuit}, {}: {why}", field.id));
            assert_eq!(plan.setup(), before, "{circuit}: {} entered as it was", field.id);
            assert!(!field.label.is_empty(), "{circuit}: {}", field.id);
        }
        // Unknown fields, and entries of another kind, are refused.
        for (id, entry) in
            [("/nothing", Entry::Flag(true)), ("", Entry::Press), ("/laps/x", Entry::Count(1)), ("#add", Entry::Press)]
        {
            assert!(plan.enter(id, &entry).is_err(), "{circuit}: {id}");
        }
        for field in plan.fields() {
            let other = if matches!(field.value, Value::Flag(_)) { Entry::Press } else { Entry::Flag(true) };
            if !field.id.contains('#') {
                assert!(plan.enter(&field.id, &other).is_err(), "{circuit}: {}", field.id);
            }
        }
        assert_eq!(plan.setup(), before);
    }
}

#[test]
fn every_field_of_a_circuit_shows_its_own_value() {
    let mut entered = 0;
    for path in of_all_games("tracks") {
        let Ok(Opened::Track(draft)) = paddock::open(&std::fs::read(&path).unwrap(), &paddock::replay::no_files) else {
            panic!("{} is not a circuit", path.display())
        };
        let mut document = Games::all().document(&draft, true);
        // Some shapes of each tool stand for the others.
        let parts: Vec<_> =
            document.shapes().iter().filter(|shape| shape.id.index < 2).map(|shape| Some(shape.id.whole())).collect();
        for part in std::iter::once(None).chain(parts) {
            // An entry in a field that is computed, such as the width of a sheet, writes more than the field.
            for field in document.fields(part).into_iter().filter(|field| !field.id.starts_with('#')) {
                let Some(entry) = own_value(&field) else { continue };
                let edit = SketchEdit::Enter(part, field.id.clone(), entry, String::new());
                let _ = document.apply(&edit);
                assert!(document.draft() == draft, "{}: {} of {part:?} entered as it was", path.display(), field.id);
                entered += 1;
            }
        }
    }
    assert!(entered > 500, "{entered}");
}

#[test]
fn formula_d_is_filled_in() {
    let mut plan = plan(CIRCUITS[0]);
    let plan = plan.as_mut();
    for id in ["weather", "tires", "construction", "teams"] {
        enter(plan, &format!("/rules/{id}"), Entry::Flag(true));
    }
    enter(plan, "/grid", Entry::Choice(1));
    enter(plan, "/weather/race", Entry::Text("12".to_owned()));
    enter(plan, "/cars/1/wear", Entry::Text("5/4/3/3/3/2".to_owned()));
    enter(plan, "/cars/0/rolls", Entry::Text("17 4".to_owned()));
    enter(plan, "/cars/1/team", Entry::Text("70".to_owned()));
    enter(plan, "/cars/0/pit_box", Entry::Text("3".to_owned()));
    enter(plan, "/cars#add", Entry::Press);
    let setup = plan.setup();
    assert_eq!((setup["cars"].as_array().unwrap().len(), &setup["weather"]["race"]), (3, &json!(12)));
    assert_eq!((&setup["cars"][0]["rolls"], &setup["cars"][1]["team"]), (&json!([17, 4]), &json!(70)));
    enter(plan, "/cars/1/team", Entry::Text(String::new()));
    assert_eq!(plan.setup()["cars"][1]["team"], Json::Null);
    for (id, text) in
        [("/cars/0/wear", "6/3"), ("/weather/race", "21"), ("/weather/race", "many"), ("/cars/0/rolls", "0")]
    {
        assert!(plan.enter(id, &Entry::Text(text.to_owned())).is_err(), "{id}: {text}");
    }
    enter(plan, "/cars/2#up", Entry::Press);
    assert_eq!(plan.setup()["cars"][1]["name"], "Player 3");
    enter(plan, "/cars/0#remove", Entry::Press);
    assert_eq!(plan.setup()["cars"][0]["name"], "Player 3");
    enter(plan, "/laps", Entry::Count(1_000));
    assert_eq!(plan.setup()["laps"], 99, "the maximum");
    enter(plan, "/rules/preset", Entry::Choice(1));
    assert_eq!((&plan.setup()["rules"]["weather"], &plan.setup()["laps"]), (&Json::Null, &json!(1)));
}

#[test]
fn vector_racing_is_filled_in() {
    let mut plan = plan(CIRCUITS[1]);
    let plan = plan.as_mut();
    enter(plan, "/rules/hits#there", Entry::Flag(true));
    let entries: &[(&str, Entry, Json)] = &[
        ("/rules/walls", Entry::Choice(2), json!("landing_only")),
        ("/rules/crash", Entry::Choice(1), json!("stop_at_wall")),
        ("/rules/damage", Entry::Choice(1), json!("life")),
        ("/rules/measure", Entry::Choice(2), json!("perpendicular")),
        ("/rules/ties#0", Entry::Choice(2), json!(["speed"])),
        ("/rules/ties#1", Entry::Choice(3), json!(["speed", "time"])),
        ("/rules/finish", Entry::Choice(1), json!("cells_land")),
        ("/rules/crash_after_finish", Entry::Choice(1), json!("crashes")),
        ("/rules/slow_list", Entry::Choice(1), json!("literal")),
        ("/rules/y_axis", Entry::Choice(1), json!("down")),
        ("/rules/play_on", Entry::Flag(false), json!(false)),
        ("/rules/turn_cap", Entry::Count(77), json!(77)),
        ("/rules/hits/count", Entry::Count(3), json!(3)),
        ("/rules/hits/kinds#spin", Entry::Flag(true), json!(["spin"])),
        ("/rules/hits/kinds#oil", Entry::Flag(true), json!(["oil", "spin"])),
        ("/rules/hits/distinct", Entry::Flag(false), json!(false)),
        ("/rules/hits/per", Entry::Choice(1), json!("lap")),
        ("/rules/ties#1", Entry::Choice(2), json!(["speed"])),
        ("/racers/1/name", Entry::Text("Ann".to_owned()), json!("Ann")),
        ("/racers/1/start", Entry::Choice(1), json!([3, 32])),
        ("/racers/1/start", Entry::Choice(0), Json::Null),
    ];
    for (id, entry, value) in entries {
        enter(plan, id, entry.clone());
        let path = id.split('#').next().unwrap();
        assert_eq!(plan.setup().pointer(path).unwrap_or(&Json::Null), value, "{id}");
    }
    enter(plan, "/rules/hits#there", Entry::Flag(false));
    assert!(plan.fields().iter().all(|field| !field.id.starts_with("/rules/hits/")));
}

#[test]
fn wheel_to_wheel_is_filled_in() {
    let mut plan = plan(CIRCUITS[2]);
    let plan = plan.as_mut();
    let colours: Vec<Json> = (0..2).map(|team| plan.setup()["teams"][team]["colour"].clone()).collect();
    assert_eq!(colours, ["amber", "azure"]);
    enter(plan, "/teams#add", Entry::Press);
    enter(plan, "/teams/2/drivers/1/plan", Entry::Choice(3));
    let driver = plan.setup()["teams"][2]["drivers"][1].clone();
    assert_eq!(
        (&driver["plan"], &driver["tyre"]),
        (&json!("SHS"), &json!("soft")),
        "it starts on its plan's first tyres"
    );
    enter(plan, "/teams/0/qualifying", Entry::Text("2 5 6, 1 2 4".to_owned()));
    assert_eq!(plan.setup()["teams"][0]["qualifying"], json!([[2, 5, 6], [1, 2, 4]]));
    assert!(plan.enter("/teams/0/qualifying", &Entry::Text("2 5".to_owned())).is_err());
    assert!(plan.fields().iter().all(|field| !field.id.ends_with("/points")), "there are none without a championship");
    enter(plan, "/championship#there", Entry::Flag(true));
    enter(plan, "/championship/races", Entry::Count(2));
    enter(plan, "/championship/race", Entry::Count(9));
    assert_eq!(plan.setup()["championship"], json!({"race": 2, "races": 2}));
    enter(plan, "/teams/1/points", Entry::Count(43));
    enter(plan, "/teams/1/skills/tools", Entry::Count(2));
    assert_eq!(plan.setup()["teams"][1]["skills"]["tools"], 2);
    enter(plan, "/teams/0#remove", Entry::Press);
    assert_eq!(plan.setup()["teams"].as_array().unwrap().len(), 2);
    let remove = plan.fields().into_iter().find(|field| field.id == "/teams/0#remove").unwrap();
    assert_eq!(remove.value, Value::Press(false), "two teams race at least");
}

/// The form fields of the first version, as paths of files: none of them may disappear.
const ALWAYS: [(&str, &str); 4] = [
    (
        "formula_d",
        "laps grid weather/race weather/qualifying rules/preset rules/construction rules/qualifying rules/weather rules/tires \
         rules/pit_options rules/teams rules/road rules/switches/stock_car rules/switches/one_gear_up \
         rules/switches/skips_must_be_payable rules/switches/half_space_is_ahead rules/switches/pit_cars_last \
         rules/switches/others_roll_first rules/switches/no_pit_collisions rules/switches/no_pit_motor_rolls \
         rules/switches/arrows_bind_slipstreams rules/switches/single_file_pits rules/switches/no_costs_in_pits \
         rules/switches/whole_nitro rules/switches/soft_dry_double rules/switches/soft_bonus_one_lap \
         rules/switches/worn_soft_drift rules/switches/literal_overshoot rules/switches/soft_bonus_after_stop \
         rules/switches/team_repairs cars/*/car cars/*/name cars/*/tires cars/*/skill cars/*/team cars/*/pit_box cars/*/wear \
         cars/*/rolls | name description laps lanes space_mm corners/*/name corners/*/stops corners/*/inside corners/*/longest \
         corners/*/shortest spaces/*/slot spaces/*/noise spaces/*/danger spaces/*/blocked",
    ),
    (
        "vector_racing",
        "laps rules/walls rules/crash rules/damage rules/measure rules/ties rules/finish rules/crash_after_finish \
         rules/slow_list rules/y_axis rules/play_on rules/turn_cap rules/hits rules/hits/count rules/hits/kinds \
         rules/hits/distinct rules/hits/per racers/*/car racers/*/name racers/*/start | name description kind laps square_mm \
         rules/walls rules/hits/count walls/*/from walls/*/to walls/*/open_from walls/*/open_to reflectors/*/from \
         reflectors/*/to finish/from finish/to finish/crossing discs/*/at discs/*/radius_squared spinners/*/at \
         spinners/*/turn warps/*/offset",
    ),
    (
        "wheel_to_wheel",
        "championship championship/race championship/races options/collision options/team_mates options/yellow_scope \
         options/slipstream_charge options/rain_count options/pit_enter options/garage_throw options/tyre_overrun \
         options/driver_order options/lap_slots options/strategy options/engine_garage_change options/round_cap teams/*/name \
         teams/*/colour teams/*/qualifying teams/*/points teams/*/skills/helmet teams/*/skills/tools teams/*/skills/headset \
         teams/*/drivers/*/name teams/*/drivers/*/tyre teams/*/drivers/*/plan | name description loop_len lane_len pit_entry \
         pit_exit lane_line crash_next free_rounds rain_rounds grid dice/blue dice/green dice/red points garages/*/colour \
         garages/*/code garages/*/field",
    ),
    (
        "vektorace",
        "edition laps start_gear options/track_limits options/take_back options/powers options/ram options/boost_overtaking \
         cars/*/car cars/*/name cars/*/tyre cars/*/nitro cars/*/start_boost cars/*/power grid_side grid/*/aside grid/*/back \
         grid/*/place | name description",
    ),
];

#[test]
fn every_field_of_the_first_version_is_still_there() {
    let mut count = 0;
    for (game, paths) in ALWAYS {
        let documents = Games::all().find(game).unwrap().fields();
        for (rows, paths) in documents.iter().zip(paths.split('|')) {
            for path in paths.split_whitespace() {
                let row = rows.iter().find(|row| row.path[1..] == *path);
                assert!(row.is_some_and(|row| row.label.is_some()), "{game}: {path}: {row:?}");
                count += 1;
            }
        }
    }
    assert!(count > 150, "{count}");
}

/// The page of the reference: the meaning of each field of the files.
fn page() -> String {
    let mut page = "# Fields of the files\n\n\
        The fields of setups and circuits, game by game. This page is made from the types that hold the fields, like the JSON \
        Schema (`paddock schema`), the page of a new race and the inspector of the editor. The second column is the label in the \
        window; it is empty for fields that are drawn or computed. `*` stands for any item of a list.\n"
        .to_owned();
    for game in Games::all().iter() {
        for (title, rows) in ["Setup", "Circuit"].into_iter().zip(game.fields()) {
            let _ = write!(
                page,
                "\n## {}: {}\n\n| field | label | meaning | values |\n|---|---|---|---|\n",
                game.info().name,
                title.to_lowercase()
            );
            for row in rows {
                let cell = |text: &str| text.replace('|', "\\|");
                let label = row.label.unwrap_or_default();
                let _ = writeln!(
                    page,
                    "| `{}` | {} | {} | {} |",
                    &row.path[1..],
                    cell(&label),
                    cell(&row.meaning),
                    cell(&row.values)
                );
            }
        }
    }
    page
}

/// `PADDOCK_WRITE=1` writes the page.
#[test]
fn the_reference_matches_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/fields.md");
    let page = page();
    assert!(page.lines().count() > 250, "{}", page.lines().count());
    if std::env::var_os("PADDOCK_WRITE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap().replace('\r', "");
    let differs = written.lines().zip(page.lines()).find(|(written, made)| written != made);
    assert!(written == page, "docs/fields.md differs from the types (PADDOCK_WRITE=1 writes it again): {differs:?}");
}

/// The ids of all fields that the page of a new race can show, with list places as `*`. Every choice is tried, with
/// everything else that it brings switched on.
fn reached(circuit: &str) -> std::collections::BTreeSet<String> {
    fn id_of(field: &Field) -> String {
        let id = field.id.split('#').next().unwrap_or_default();
        let general = |part: &str| if part.parse::<usize>().is_ok() { "*".to_owned() } else { part.to_owned() };
        id.split('/').map(general).collect::<Vec<_>>().join("/")
    }
    fn collect(plan: &mut dyn RacePlan, found: &mut std::collections::BTreeSet<String>) {
        for _ in 0..6 {
            let fields = plan.fields();
            found.extend(fields.iter().map(id_of));
            let off = fields.into_iter().filter(|field| field.value == Value::Flag(false));
            for field in off.collect::<Vec<_>>() {
                let _ = plan.enter(&field.id, &Entry::Flag(true));
            }
        }
    }
    let mut found = std::collections::BTreeSet::new();
    let mut first = plan(circuit);
    // With nothing else switched on, each choice alone.
    for field in first.fields() {
        let Value::Choice(names, _) = &field.value else { continue };
        for option in 0..names.len() {
            let mut other = plan(circuit);
            let _ = other.enter(&field.id, &Entry::Choice(option));
            found.extend(other.fields().iter().map(id_of));
        }
    }
    collect(first.as_mut(), &mut found);
    for field in first.fields().into_iter().filter(|field| field.id.ends_with("#add")) {
        let _ = first.enter(&field.id, &Entry::Press);
    }
    collect(first.as_mut(), &mut found);
    let choices = |plan: &dyn RacePlan| {
        let of = |field: Field| match field.value {
            Value::Choice(names, _) => Some((field.id, names.len())),
            _ => None,
        };
        plan.fields().into_iter().filter_map(of).collect::<Vec<_>>()
    };
    let start = first.setup();
    for (id, count) in choices(first.as_ref()) {
        for option in 0..count {
            let mut other = plan_from(circuit, &PlanStart::Setup(start.clone()));
            let _ = other.enter(&id, &Entry::Choice(option));
            collect(other.as_mut(), &mut found);
        }
    }
    found
}

/// Fields of setups that the page of a new race does not show, with the reason.
const NOT_ASKED: &[(&str, &str)] = &[
    ("formula_d/circuit", "the program notes which circuit the race was recorded on"),
    ("formula_d/cars/*/colour", "the colour on screen follows from the place in the list"),
    ("formula_d/cars/*/slot", "the order of the list is the order on the grid"),
    ("vector_racing/racers/*/colour", "the colour on screen follows from the place in the list"),
    ("vektorace/grid/*/car", "the order of the list is the order on the grid"),
];

#[test]
fn every_field_of_a_setup_can_be_set_on_the_page_of_a_new_race() {
    let mut missing = Vec::new();
    for circuit in CIRCUITS {
        let id = circuit.split('/').next().unwrap();
        let game = Games::all().iter().find(|game| game.info().id == id).unwrap();
        let [setup, _] = game.fields();
        assert!(setup.len() > 10, "{id}");
        let mut found = reached(circuit);
        if id == "vector_racing" {
            // The first circuit is a sprint, which has no laps.
            found.extend(reached("vector_racing/mill-lane.json"));
        }
        let is_shown = |path: &str| found.iter().any(|id| id == path || id.starts_with(&format!("{path}/")));
        let hidden = setup.iter().map(|field| field.path.as_str()).filter(|path| !is_shown(path));
        missing.extend(hidden.map(|path| format!("{id}{path}")));
    }
    let expected: Vec<&str> = NOT_ASKED.iter().map(|(field, _)| *field).collect();
    assert_eq!(missing, expected, "each with its reason");
}

/// Rules that the user has left as they are come from the new circuit; what the user has changed stays.
#[test]
fn another_circuit_keeps_only_what_was_changed() {
    let mut pairs = 0;
    for game in ["vektorace", "vector_racing", "formula_d", "wheel_to_wheel"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks").join(game);
        let mut circuits: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".json"))
            .map(|name| format!("{game}/{name}"))
            .collect();
        circuits.sort();
        for (from, to) in circuits.iter().flat_map(|from| circuits.iter().map(move |to| (from, to))) {
            let (mut first, usual) = (plan(from), plan(to));
            let after = |changes: Json| plan_from(to, &PlanStart::Changes(changes));
            assert_eq!(first.changes(), json!({}), "{from}");
            let same = after(first.changes());
            assert_eq!(same.setup(), usual.setup(), "{from} to {to}");
            assert_eq!(same.issues().len(), usual.issues().len(), "{from} to {to}");
            // The name of the first car or racer is the user's.
            let name = first
                .fields()
                .into_iter()
                .find(|field| matches!(&field.value, Value::Text(..)) && field.id.ends_with("/name"));
            let Some(name) = name else { continue };
            first.enter(&name.id, &Entry::Text("Zoe".to_owned())).unwrap();
            let changes = first.changes();
            assert_eq!(changes.as_object().map(serde_json::Map::len), Some(1), "{from}: {changes}");
            let kept = after(changes);
            // No rule of the first circuit stands in the way of a race on the second one.
            assert_eq!(kept.issues().len(), usual.issues().len(), "{from} to {to}");
            assert!(
                kept.fields()
                    .iter()
                    .any(|field| field.id == name.id && matches!(&field.value, Value::Text(text, ..) if text == "Zoe")),
                "{from} to {to}"
            );
            pairs += 1;
        }
    }
    assert!(pairs > 50, "{pairs}");
}
