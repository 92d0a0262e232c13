//! Pictures and set-up sheets from the command line: one or many, with and without optional parts.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn circuit() -> PathBuf {
    root().join("tracks/vektorace/adder-lane.json")
}

/// `paddock render` with these arguments.
fn render(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).arg("render").args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The number of pages of a PDF made by the program.
fn pages(pdf: &[u8]) -> usize {
    assert!(pdf.starts_with(b"%PDF-"));
    pdf.windows(9).filter(|window| window == b"/MediaBox").count()
}

#[test]
fn a_plan_is_one_page() {
    let folder = tempfile::tempdir().unwrap();
    for (paper, name) in [("a4", "a.pdf"), ("letter", "l.pdf"), ("A3", "a3.pdf"), ("200x280", "c.pdf")] {
        let out = folder.path().join(name);
        let circuit = circuit();
        let output =
            render(&[circuit.to_str().unwrap(), "-o", out.to_str().unwrap(), "--paper", paper, "--unit-mm", "25"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert_eq!(pages(&std::fs::read(out).unwrap()), 1);
    }
}

#[test]
fn tiles_cover_the_table_at_its_true_size() {
    let folder = tempfile::tempdir().unwrap();
    let (circuit, out) = (circuit(), folder.path().join("tiles.pdf"));
    let with = |more: &[&str]| {
        let all: Vec<&str> =
            [&[circuit.to_str().unwrap(), "-o", out.to_str().unwrap(), "--sheet", "tiles"][..], more].concat();
        render(&all)
    };
    // The table is 1250 × 725 mm; a tile shows 273 × 172 mm of it and overlaps by 8: 5 across and 5 up, if the table
    // were divided from its corner. The circuit in its middle needs fewer; the first page is an overview.
    let output = with(&["--unit-mm", "25"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let count = pages(&std::fs::read(&out).unwrap());
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains(&format!("{count} pages, {} pages saved", 25 - (count - 1))), "{printed}");
    assert!((10..=20).contains(&count), "{count}");
    assert_eq!(with(&["--unit-mm", "25", "--paper", "a3"]).status.code(), Some(0));
    assert!(pages(&std::fs::read(&out).unwrap()) < count, "larger paper, fewer pages");
    for (wrong, word) in [
        (&[][..], "--unit-mm"),
        (&["--unit-mm", "0.1"], "1 to 200"),
        (&["--unit-mm", "199"], "pages"),
        (&["--paper", "90x500"], "from 150 to 2000 mm"),
    ] {
        let output = with(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(said(&output).contains(word), "{}", said(&output));
    }
    let race = root().join("replays/vektorace/nightjar-park-duel.json");
    let output = render(&[race.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert!(output.status.code() == Some(2) && said(&output).contains("needs a circuit"), "{}", said(&output));
}

#[test]
fn a_plan_lists_every_piece_and_continues_on_further_pages() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("plan.pdf");
    let mut long = 0;
    for circuit in ["formula_d/saltmarsh.json", "wheel_to_wheel/lanternwood.json", "vector_racing/mill-lane.json"] {
        let file = root().join("tracks").join(circuit);
        let output = render(&[file.to_str().unwrap(), "-o", out.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let count = pages(&std::fs::read(&out).unwrap());
        let noun = if count == 1 { "page" } else { "pages" };
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains(&format!("plan.pdf: {count} {noun}")), "{printed}");
        long += usize::from(count > 1);
    }
    assert!(long > 0, "some of them need more than a page");
}

#[test]
fn pieces_are_printed_for_cutting_out() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("pieces.pdf");
    let pieces = |file: &str, more: &[&str]| {
        let file = root().join("tracks").join(file);
        render(&[&[file.to_str().unwrap(), "-o", out.to_str().unwrap(), "--sheet", "pieces"][..], more].concat())
    };
    let output = pieces("vektorace/adder-lane.json", &["--unit-mm", "40"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let count = pages(&std::fs::read(&out).unwrap());
    assert!((1..=4).contains(&count), "{count} pages");
    for (file, more, word) in [
        ("vektorace/adder-lane.json", &[][..], "--unit-mm"),
        ("vektorace/adder-lane.json", &["--unit-mm", "150"], "is larger than the paper"),
        ("vector_racing/mill-lane.json", &[], "has no pieces to cut out"),
    ] {
        let output = pieces(file, more);
        assert_eq!(output.status.code(), Some(2), "{file} {more:?}");
        assert!(said(&output).contains(word), "{file} {more:?}: {}", said(&output));
    }
}

#[test]
fn sheets_refuse_options_of_pictures_and_empty_tables() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("sheet.pdf");
    let circuit = circuit();
    for more in [
        &["--at", "3"][..],
        &["--legal"],
        &["--racing-line"],
        &["--legend"],
        &["--furniture", "title"],
        &["--transparent"],
        &["--whole-table"],
        &["--columns", "2"],
        &["--width", "800"],
    ] {
        let output = render(&[&[circuit.to_str().unwrap(), "-o", out.to_str().unwrap()][..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        let words = format!("{} is for pictures", more[0]);
        assert!(said(&output).contains(&words) && !out.exists(), "{more:?}: {}", said(&output));
    }
    let mut empty: serde_json::Value = serde_json::from_slice(&std::fs::read(&circuit).unwrap()).unwrap();
    for field in ["corners", "pitwall", "labels", "limits"] {
        empty["track"].as_object_mut().unwrap().remove(field);
    }
    let file = folder.path().join("empty.json");
    std::fs::write(&file, empty.to_string()).unwrap();
    let output = render(&[file.to_str().unwrap(), "-o", out.to_str().unwrap(), "--sheet", "tiles", "--unit-mm", "25"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("the table is empty"), "{}", said(&output));
}

#[test]
fn many_files_go_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (tracks, out) = (root().join("tracks/vektorace"), folder.path().join("pictures/all"));
    let output = render(&[tracks.to_str().unwrap(), "-o", out.to_str().unwrap(), "--format", "svg"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let mut names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), 8);
    assert_eq!(names[0], "adder-lane.svg");
    // Two circuits of the same name do not overwrite each other.
    let copy = folder.path().join("adder-lane.json");
    std::fs::copy(circuit(), &copy).unwrap();
    let output = render(&[circuit().to_str().unwrap(), copy.to_str().unwrap(), "-o", folder.path().to_str().unwrap()]);
    assert!(output.status.code() == Some(2) && said(&output).contains("would both be written"), "{}", said(&output));
    // Two files cannot be drawn into one picture.
    let one = folder.path().join("one.png");
    let output = render(&[circuit().to_str().unwrap(), copy.to_str().unwrap(), "-o", one.to_str().unwrap()]);
    assert!(output.status.code() == Some(2) && said(&output).contains("name a folder"), "{}", said(&output));
    // A file that cannot be read does not stop the others.
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, "{").unwrap();
    let output = render(&[broken.to_str().unwrap(), copy.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out.join("adder-lane.png").exists() && said(&output).contains("broken.json"), "{}", said(&output));
}

#[test]
fn hidden_parts_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let circuit = circuit();
        let all: Vec<&str> =
            [&[circuit.to_str().unwrap(), "-o", out.to_str().unwrap(), "--width", "400"][..], more].concat();
        let output = render(&all);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        std::fs::read(out).unwrap()
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (plain, bare) = (text(draw("a.svg", &[])), text(draw("b.svg", &["--hide", "coordinates,line"])));
    assert!(plain.contains(">15</text>") && !bare.contains(">15</text>"));
    assert!(plain.matches("<polyline").count() > bare.matches("<polyline").count());
    assert!(text(draw("c.svg", &["--legend"])).contains("Table 50.00 × 29.00 octagons"));
    // Outside the table, a transparent picture shows what is below it.
    let corner = |bytes: Vec<u8>| image::load_from_memory(&bytes).unwrap().to_rgba8().get_pixel(0, 0).0[3];
    assert_eq!(corner(draw("d.png", &["--transparent"])), 0);
    assert_eq!(corner(draw("e.png", &[])), 255);
}

/// The text of a drawing without its marks.
fn svg(file: &Path, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("picture.svg");
    let output = render(&[&[file.to_str().unwrap(), "-o", out.to_str().unwrap()][..], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    std::fs::read_to_string(out).unwrap()
}

#[test]
fn the_direction_of_the_race_is_that_of_the_circuit() {
    let mut known = 0;
    for file in std::fs::read_dir(root().join("tracks/vektorace")).unwrap() {
        let file = file.unwrap().path();
        let circuit: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let picture = svg(&file, &["--furniture", "direction", "--hide", "line"]);
        let shown: Vec<&str> = ["clockwise", "counter-clockwise"]
            .into_iter()
            .filter(|way| picture.contains(&format!(">{way}<")))
            .collect();
        // A figure of eight goes round both ways.
        if let [way] = shown.as_slice() {
            assert_eq!(
                circuit["track"]["direction"].as_str().or(circuit["direction"].as_str()),
                Some(*way),
                "{file:?}"
            );
            known += 1;
        } else {
            assert!(shown.is_empty(), "{file:?}");
        }
    }
    assert!(known >= 6, "{known} of 8");
    // From one place to another there is no way round.
    let maze = svg(&root().join("tracks/vector_racing/hedge-maze.json"), &["--furniture", "direction"]);
    assert!(!maze.contains("clockwise<"));
}

#[test]
fn positions_are_drawn_side_by_side() {
    let race = root().join("replays/vektorace/nightjar-park-duel.json");
    let picture = svg(&race, &["--at", "4,8,12,16,20", "--width", "1200"]);
    for (number, turn) in (1..).zip([4, 8, 12, 16, 20]) {
        assert!(picture.contains(&format!(">After turn {turn} of ")), "{turn}");
        assert!(picture.contains(&format!("<g id=\"position-{number}-cars\"")), "{turn}");
    }
    assert_eq!(picture.matches("<svg x=").count(), 5);
    let grid = svg(&race, &["--at", "4", "--furniture", "grid"]);
    assert!(grid.contains(">1.  ") && grid.contains(">2.  ") && !grid.contains(">3.  "));
    let out = race.with_file_name("never.png");
    for (wrong, word) in [
        (&["--at", "3,99999"][..], "there is no turn"),
        (&["--at", "3,4", "--furniture", "title"], "--furniture is for one position"),
        (&["--columns", "2"], "--columns is for several positions"),
        (&["--at", "3,4", "--legend"], "--legend is for one position"),
        (&["--at", "3,4", "--width", "60000"], "60000 pixels wide"),
        (&["--at", "3,4", "--columns", "0"], "0 is not in 1..=20"),
    ] {
        let output = render(&[&[race.to_str().unwrap(), "-o", out.to_str().unwrap()][..], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(said(&output).contains(word) && !out.exists(), "{wrong:?}: {}", said(&output));
    }
}
