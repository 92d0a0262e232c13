//! Sizes beyond the limits are refused, in a sentence that names the number; sizes at the limit are accepted.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that fails panics, in its helpers too")]

use std::path::Path;

use crate::shipped::documents;
use paddock::app::board::pixels::read_picture;
use paddock::editor::sketch::Clips;
use paddock::editor::sketch::{SketchDocument, pieces};
use paddock::game::{Game, Size};
use paddock::games::formula_d::FormulaD;
use paddock::games::vector_racing::VectorRacing;
use paddock::games::vektorace::Vektorace;
use paddock::games::wheel_to_wheel::WheelToWheel;
use paddock::limits;
use paddock::open;
use paddock::replay::{Opened, TrackFile, parse};
use paddock::storage;
use serde_json::{Value, json};

/// A default draft of this game with one field replaced.
fn with<G: Game>(field: &str, value: Value) -> Vec<u8> {
    let mut file = serde_json::to_value(TrackFile::<G>::new(G::Draft::default())).unwrap();
    file["track"][field] = value;
    serde_json::to_vec(&file).unwrap()
}

fn refusal(bytes: &[u8]) -> Option<String> {
    open(bytes, &paddock::replay::no_files).err().map(|error| error.to_string())
}

/// Checks that a list of `most` entries is read, and that one more is refused with a sentence that has the limit in it.
#[track_caller]
fn assert_bound<G: Game>(field: &str, most: usize, value: impl Fn(usize) -> Value) {
    assert_eq!(refusal(&with::<G>(field, value(most))), None, "{}: {field} at its limit", G::INFO.id);
    let said = refusal(&with::<G>(field, value(most + 1))).unwrap_or_default();
    let number = format!("at most {most}");
    assert!(said.contains(&number) && said.len() < 200, "{}: {field}: {said:?}", G::INFO.id);
}

fn list(item: Value) -> impl Fn(usize) -> Value {
    move |count| Value::Array(vec![item.clone(); count])
}

fn text(count: usize) -> Value {
    "x".repeat(count).into()
}

#[test]
fn circuits_of_vektorace_have_limits() {
    use limits::vektorace::{MAX_DRAWN_CORNERS, MAX_LABEL_TEXT, MAX_LABELS, MAX_LIMIT_CORNERS, MAX_LIMITS};
    let corner = json!({"number": 1, "at": [8, 10], "facing": 5});
    assert_bound::<Vektorace>("corners", MAX_DRAWN_CORNERS, list(corner));
    assert_bound::<Vektorace>("limits", MAX_LIMITS, list(json!({"outline": [[1, 1], [2, 1], [2, 2]]})));
    assert_bound::<Vektorace>("limits", MAX_LIMIT_CORNERS, |count| json!([{"outline": vec![[1, 1]; count]}]));
    assert_bound::<Vektorace>("labels", MAX_LABELS, list(json!({"at": [1, 1], "text": "x"})));
    assert_bound::<Vektorace>("labels", MAX_LABEL_TEXT, |count| json!([{"at": [1, 1], "text": text(count)}]));
}

#[test]
fn tracks_of_vector_racing_have_limits() {
    use limits::vector_racing::{MAX_DISCS, MAX_GRID_POINTS, MAX_ISLANDS, MAX_OBJECTS, MAX_VERTICES, MAX_WALLS};
    assert_bound::<VectorRacing>("outer", MAX_VERTICES, list(json!([1, 1])));
    assert_bound::<VectorRacing>("islands", MAX_ISLANDS, list(json!([[1, 1], [2, 1], [2, 2]])));
    assert_bound::<VectorRacing>("walls", MAX_WALLS, list(json!({"from": [1, 1], "to": [2, 1]})));
    assert_bound::<VectorRacing>("discs", MAX_DISCS, list(json!({"at": [1, 1], "radius_squared": 1})));
    assert_bound::<VectorRacing>("spinners", MAX_OBJECTS, list(json!({"at": [1, 1], "turn": "cw"})));
    assert_bound::<VectorRacing>("starts", MAX_VERTICES, list(json!([1, 1])));
    let most = usize::try_from(MAX_GRID_POINTS).unwrap();
    assert_bound::<VectorRacing>("cells", most, |count| json!({"rows": [".".repeat(count)]}));
}

#[test]
fn circuits_of_formula_d_have_limits() {
    use limits::formula_d::{
        MAX_CORNERS, MAX_DRAWN_LANE, MAX_DRAWN_RANK, MAX_EDGES, MAX_LINE, MAX_NARROWS, MAX_OUTLINE, MAX_SPACES,
    };
    let space = |at: usize| json!({"id": "a", "lane": 1, "rank": at, "at": [0, 0]});
    assert_bound::<FormulaD>("spaces", MAX_SPACES, |count| (0..count).map(space).collect());
    assert_bound::<FormulaD>("edges", MAX_EDGES, list(json!({"from": "a", "to": "b"})));
    assert_bound::<FormulaD>("corners", MAX_CORNERS, list(json!({"id": "c", "stops": 1})));
    let at = json!({"point": 0, "part": 0.5});
    let narrow = json!({"lanes": 2, "side": "left", "from": at, "to": at});
    assert_bound::<FormulaD>("narrows", MAX_NARROWS, list(narrow));
    assert_bound::<FormulaD>("line", MAX_LINE, list(json!([0, 0])));
    assert_bound::<FormulaD>("pit_line", MAX_LINE, list(json!([0, 0])));
    assert_bound::<FormulaD>("tunnels", MAX_LINE, |point| json!([point]));
    assert_bound::<FormulaD>("lap", usize::try_from(MAX_DRAWN_RANK).unwrap(), |lap| json!(lap));
    let with_outline = |count: usize| json!([{"id": "a", "at": [0, 0], "outline": vec![[0, 0]; count]}]);
    assert_bound::<FormulaD>("spaces", MAX_OUTLINE, with_outline);
    let with_lane = |lane: usize| json!([{"id": "a", "at": [0, 0], "lane": lane}]);
    assert_bound::<FormulaD>("spaces", usize::from(MAX_DRAWN_LANE), with_lane);
}

#[test]
fn boards_of_wheel_to_wheel_have_limits() {
    use limits::wheel_to_wheel::{MAX_GARAGES, MAX_LANE, MAX_LOOP, MAX_POINTS};
    let number = |count: usize| json!(count);
    assert_bound::<WheelToWheel>("loop_len", MAX_LOOP as usize, number);
    assert_bound::<WheelToWheel>("lane_len", MAX_LANE as usize, number);
    assert_bound::<WheelToWheel>("red", MAX_LOOP as usize, list(json!(1)));
    assert_bound::<WheelToWheel>("garages", MAX_GARAGES, list(json!({"colour": "red", "field": 1})));
    assert_bound::<WheelToWheel>("line", MAX_POINTS, list(json!([1.0, 1.0])));
}

#[test]
fn names_and_descriptions_of_every_game_have_limits() {
    fn assert_texts<G: Game>() {
        assert_bound::<G>("name", limits::MAX_TITLE, text);
        assert_bound::<G>("description", limits::MAX_REMARK, text);
    }
    assert_texts::<Vektorace>();
    assert_texts::<VectorRacing>();
    assert_texts::<FormulaD>();
    assert_texts::<WheelToWheel>();
}

/// A shipped race with one change.
fn race(name: &str, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays").join(name).with_extension("json");
    let mut file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    change(&mut file);
    serde_json::to_vec(&file).unwrap()
}

const RACE: &str = "vektorace/widdershins-four-cars";

#[test]
fn setups_have_limits() {
    let too_many = |name: &str, list: &str| {
        let bytes = race(name, |file| {
            let entry = file["setup"][list][0].clone();
            file["setup"][list] = vec![entry; 101].into();
        });
        let said = refusal(&bytes).unwrap_or_default();
        assert!(said.contains("101") && said.contains("at most 100"), "{name}: {said}");
    };
    let first = |game: &str| {
        let names = documents(&format!("replays/{game}"));
        let named = |path: &&std::path::PathBuf| {
            let text = std::fs::read_to_string(path).unwrap();
            text.contains("\"replay\"")
        };
        format!("{game}/{}", names.iter().find(named).unwrap().file_stem().unwrap().to_string_lossy())
    };
    too_many(RACE, "cars");
    too_many(RACE, "grid");
    too_many(&first("vector_racing"), "racers");
    too_many(&first("formula_d"), "cars");
    too_many(&first("wheel_to_wheel"), "teams");
    let long = race(RACE, |file| file["setup"]["cars"][0]["name"] = text(limits::MAX_TITLE + 1));
    assert!(refusal(&long).unwrap().contains("at most 1000"));
}

#[test]
fn races_have_limits() {
    let said = |change: &dyn Fn(&mut Value)| refusal(&race(RACE, change)).unwrap_or_default();
    let turns = said(&|file| {
        let turn = file["turns"][0].clone();
        file["turns"] = vec![turn; limits::MAX_TURNS + 1].into();
    });
    // The reader meets one of two limits first, depending on the length of the turns.
    assert!(turns.contains("200000") || turns.contains("4000000"), "{turns}");
    let title = said(&|file| file["title"] = text(limits::MAX_TITLE + 1));
    assert!(title.contains("title") && title.contains("1000"), "{title}");
    let note = said(&|file| file["notes"] = json!([{"at": 1, "text": text(limits::MAX_REMARK + 1)}]));
    assert!(note.contains("notes[0].text") && note.contains("10000"), "{note}");
    let variation = |file: &Value| json!({"at": 0, "turns": [file["turns"][0]]});
    let many = said(&|file| file["variations"] = vec![variation(file); limits::MAX_VARIATIONS + 1].into());
    assert!(many.contains("2000"), "{many}");
    let deep = said(&|file| {
        let mut inner = Value::Null;
        for depth in (0..=limits::MAX_DEPTH).rev() {
            let mut outer = json!({"at": depth, "turns": [file["turns"][0], file["turns"][1]]});
            if !inner.is_null() {
                outer["variations"] = json!([inner]);
            }
            inner = outer;
        }
        file["variations"] = json!([inner]);
    });
    assert!(deep.contains("16 deep"), "{deep}");
}

#[test]
fn files_have_limits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.json");
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(limits::MAX_FILE_BYTES + 1).unwrap();
    let said = storage::read(&path).unwrap_err().to_string();
    assert!(
        said.contains("large.json") && said.contains("67108865 bytes, 1 too many") && said.contains("64 MB"),
        "{said}"
    );
    let values = format!("{{\"a\":[{}1]}}", "1,".repeat(limits::MAX_VALUES));
    assert!(parse::<Value>(values.as_bytes()).unwrap_err().to_string().contains("4000000 values"));
    let nested = format!("{{\"paddock\":{}", "[".repeat(100_000));
    assert!(refusal(nested.as_bytes()).is_some(), "no depth is too deep to be refused");
}

#[test]
fn pictures_have_limits() {
    // Only a header: the picture it announces is refused before anything is read.
    let header = |width: u32, height: u32| {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend([8, 6, 0, 0, 0]);
        let check = crc(&bytes[12..]);
        bytes.extend(check.to_be_bytes());
        bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e\0\0\0\0IEND\xae\x42\x60\x82");
        bytes
    };
    for (width, height) in [(limits::MAX_PICTURE_SIDE + 1, 1), (1, limits::MAX_PICTURE_SIDE + 1), (u32::MAX >> 1, 9)] {
        let said = read_picture("huge.png", &header(width, height)).err().unwrap_or_default();
        assert!(said.contains("huge.png") && said.contains("16384"), "{width} x {height}: {said}");
    }
    assert!(limits::MAX_PICTURE_MEMORY >= u64::from(limits::MAX_PICTURE_SIDE) * 1_024);
}

/// The check sum of a part of a PNG file.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}

#[test]
fn pasted_text_has_limits() {
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(limits::MAX_CLIP_BYTES));
    assert!(SketchDocument::<Vektorace>::new(pieces::starter(), true).paste(&long, None).is_err());
}

/// Shipped files are far below the limits: nobody who draws by hand will reach one.
#[test]
fn shipped_files_use_less_than_half_of_every_limit() {
    fn assert_small<G: Game>(draft: &AnyDraft, name: &str) -> bool {
        let Some(draft) = draft.of::<G>() else { return false };
        let tight = |size: &Size| size.count * 2 > size.most && size.most > 200;
        let found: Vec<Size> = G::sizes(draft).into_iter().filter(tight).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
        true
    }
    use paddock::app::shipped;
    use paddock::game::AnyDraft;
    let mut races = 0;
    for index in 0..shipped::count() {
        let name = shipped::name(index).unwrap();
        let Opened::Track(draft) = shipped::open(paddock::Games::all(), index).unwrap() else {
            races += 1;
            continue;
        };
        let of = [
            assert_small::<Vektorace>(&draft, name),
            assert_small::<VectorRacing>(&draft, name),
            assert_small::<FormulaD>(&draft, name),
            assert_small::<WheelToWheel>(&draft, name),
        ];
        assert_eq!(of.iter().filter(|is_own| **is_own).count(), 1, "{name}");
    }
    assert!(shipped::count() - races >= 20, "circuits that ship: {}", shipped::count() - races);
}

/// `docs/limits.md` has every limit of the program, with its value.
#[test]
fn the_list_of_limits_is_complete() {
    let source = include_str!("../../src/limits.rs");
    let list = include_str!("../../docs/limits.md");
    let mut checked = 0;
    for line in source.lines().map(str::trim) {
        let Some((name, value)) = line
            .strip_prefix("pub const ")
            .and_then(|rest| Some((rest.split_once(':')?.0, rest.split_once("= ")?.1.trim_end_matches(';'))))
        else {
            continue;
        };
        let shown = match value {
            "64 << 20" => "64 MB".to_owned(),
            "4 << 20" => "4 MB".to_owned(),
            "8 << 20" => "8 MB".to_owned(),
            "1 << 30" => "1 GB".to_owned(),
            number => number.trim_end_matches(".0").replace('_', ","),
        };
        let row = format!("`{name}` | {shown} |");
        assert!(list.contains(&row), "docs/limits.md has no row with: {row}");
        checked += 1;
    }
    assert!(checked > 40, "{checked} limits were found");
}
