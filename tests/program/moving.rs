//! Moving pictures of races from the command line, decoded again.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A frame as it is shown: its time in milliseconds, and the pixels of the whole picture, red, green and blue.
struct Frame {
    milliseconds: u32,
    pixels: Vec<u8>,
}

/// A decoded moving picture.
struct Movie {
    size: [u32; 2],
    repeats: bool,
    frames: Vec<Frame>,
}

fn race() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace/nightjar-park-duel.json")
}

/// `paddock render` of a race of 55 turns, with these arguments.
fn render(out: &Path, more: &[&str]) -> Output {
    render_file(&race(), out, more)
}

fn render_file(file: &Path, out: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).arg("render").arg(file).arg("-o").arg(out).args(more).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn made(out: &Path, more: &[&str]) -> Output {
    let output = render(out, more);
    assert_eq!(output.status.code(), Some(0), "{more:?}: {}", said(&output));
    output
}

/// Lays a part over a picture. A pixel with opacity 0 leaves what was there.
fn lay(canvas: &mut [u8], width: u32, [left, top, across]: [u32; 3], part: &[u8]) {
    for (index, pixel) in part.chunks_exact(4).enumerate() {
        let index = index as u32;
        let at = ((top + index / across) * width + left + index % across) as usize * 3;
        if pixel[3] > 0 {
            canvas[at..at + 3].copy_from_slice(&pixel[..3]);
        }
    }
}

fn gif(path: &Path) -> Movie {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(path).unwrap()).unwrap();
    let size = [decoder.width(), decoder.height()].map(u32::from);
    let mut canvas = vec![0; (size[0] * size[1] * 3) as usize];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let place = [frame.left, frame.top, frame.width].map(u32::from);
        lay(&mut canvas, size[0], place, &frame.buffer);
        frames.push(Frame { milliseconds: u32::from(frame.delay) * 10, pixels: canvas.clone() });
    }
    Movie { size, repeats: decoder.repeat() == gif::Repeat::Infinite, frames }
}

fn apng(path: &Path) -> Movie {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let size = [reader.info().width, reader.info().height];
    let control = reader.info().animation_control.unwrap();
    let mut canvas = vec![0; (size[0] * size[1] * 3) as usize];
    let mut frames = Vec::new();
    for _ in 0..control.num_frames {
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let output = reader.next_frame(&mut buffer).unwrap();
        let frame = reader.info().frame_control.unwrap();
        lay(&mut canvas, size[0], [frame.x_offset, frame.y_offset, frame.width], &buffer[..output.buffer_size()]);
        assert_eq!(frame.delay_den, 1_000);
        frames.push(Frame { milliseconds: u32::from(frame.delay_num), pixels: canvas.clone() });
    }
    Movie { size, repeats: control.num_plays == 0, frames }
}

/// The pixels of a still picture, and its size.
fn still(folder: &Path, more: &[&str]) -> ([u32; 2], Vec<u8>) {
    let out = folder.join("still.png");
    made(&out, more);
    let picture = image::open(out).unwrap().to_rgb8();
    ([picture.width(), picture.height()], picture.into_raw())
}

/// The share of values that differ by more than `most`.
fn differing(one: &[u8], other: &[u8], most: u8) -> f64 {
    assert_eq!(one.len(), other.len());
    let count = one.iter().zip(other).filter(|(one, other)| one.abs_diff(**other) > most).count();
    count as f64 / one.len() as f64
}

#[test]
fn a_gif_shows_each_turn_as_the_still_picture_does() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("race.gif");
    let output = made(&out, &["--from", "20", "--to", "24", "--width", "300", "--whole-table"]);
    let movie = gif(&out);
    let times: Vec<u32> = movie.frames.iter().map(|frame| frame.milliseconds).collect();
    assert_eq!(times, [500, 500, 500, 500, 2_000], "the last position stays");
    assert!(movie.repeats);
    assert_eq!(movie.size[0], 300);
    assert!(String::from_utf8_lossy(&output.stdout).contains("5 frames, 300 × "), "{output:?}");
    for (index, turn) in [(0, "20"), (2, "22"), (4, "24")] {
        let (size, pixels) = still(folder.path(), &["--at", turn, "--width", "300", "--whole-table"]);
        assert_eq!(size, movie.size);
        let share = differing(&movie.frames[index].pixels, &pixels, 24);
        assert!(share < 0.005, "turn {turn}: {share}");
    }
    assert!(differing(&movie.frames[0].pixels, &movie.frames[4].pixels, 24) > 0.002, "cars move");
}

#[test]
fn an_animated_png_has_the_exact_colours() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("race.APNG");
    let theme = ["--theme", "dark", "--hide", "line", "--whole-table", "--width", "240"];
    made(&out, &[&["--from", "53", "--once", "--seconds-per-turn", "0.123"][..], &theme].concat());
    let movie = apng(&out);
    let times: Vec<u32> = movie.frames.iter().map(|frame| frame.milliseconds).collect();
    assert_eq!(times, [123, 123, 2_000]);
    assert!(!movie.repeats);
    for (frame, turn) in movie.frames.iter().zip(["53", "54", "55"]) {
        let (size, pixels) = still(folder.path(), &[&["--at", turn][..], &theme].concat());
        assert_eq!(size, movie.size);
        let share = differing(&frame.pixels, &pixels, 2);
        assert!(share < 0.001, "turn {turn}: {share}");
    }
}

#[test]
fn cars_glide_the_view_follows_and_a_caption_names_the_turn() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("race.gif");
    let range = ["--from", "6", "--to", "8", "--width", "240"];
    let with = |more: &[&str]| {
        made(&out, &[&range[..], more].concat());
        gif(&out)
    };
    let plain = with(&[]);
    let gliding = with(&["--steps", "4"]);
    let times: Vec<u32> = gliding.frames.iter().map(|frame| frame.milliseconds).collect();
    assert_eq!(times, [500, 130, 120, 130, 120, 130, 120, 130, 2_000]);
    for (one, other) in [(0, 0), (1, 4), (2, 8)] {
        let share = differing(&plain.frames[one].pixels, &gliding.frames[other].pixels, 24);
        assert!(share < 0.005, "{one}: {share}");
    }
    for step in 1..gliding.frames.len() {
        assert_ne!(gliding.frames[step - 1].pixels, gliding.frames[step].pixels, "step {step} moves a car");
    }
    let captioned = with(&["--captions"]);
    assert_eq!(captioned.size, [240, plain.size[1] + 36]);
    let board = plain.frames[0].pixels.len();
    assert_ne!(captioned.frames[0].pixels[board..], captioned.frames[1].pixels[board..]);
    let following = with(&["--follow", "2"]);
    assert_eq!(following.size[0], 240);
    assert!(differing(&following.frames[0].pixels, &following.frames[2].pixels, 24) > 0.1, "the board moves past");
}

#[test]
fn furniture_stands_around_the_board() {
    let folder = tempfile::tempdir().unwrap();
    for more in [&[][..], &["--follow", "1"]] {
        let out = folder.path().join("race.apng");
        let range = ["--from", "6", "--to", "7", "--width", "240", "--furniture", "title,border"];
        made(&out, &[&range[..], more].concat());
        let movie = apng(&out);
        assert_eq!(movie.frames.len(), 2);
        let wide = movie.size[0] as usize * 3;
        let [first, last] = [0, 1].map(|frame: usize| &movie.frames[frame].pixels);
        assert_ne!(first, last);
        assert_eq!(first[..wide * 8], last[..wide * 8], "the title stays");
        assert_ne!(first[..wide * 8], vec![first[0]; wide * 8], "there is a border");
    }
}

#[test]
fn a_size_limit_is_kept_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("race.gif");
    for (ending, most, limit) in [("gif", 30_000, "30kB"), ("apng", 25_000, "25kB")] {
        let out = folder.path().join(format!("small.{ending}"));
        let limit = ["--to", "12", "--width", "500", "--steps", "2", "--size-limit", limit];
        let output = made(&out, &limit);
        let bytes = std::fs::metadata(&out).unwrap().len();
        assert!(bytes <= most, "{ending}: {bytes}");
        let said = said(&output);
        assert!(said.contains("made smaller") && said.contains("pixels wide"), "{said}");
        let movie = if ending == "gif" { gif(&out) } else { apng(&out) };
        assert!(movie.size[0] < 500 && movie.size[0] >= 240, "{:?}", movie.size);
        assert!(movie.frames.len() <= 13, "one frame a turn");
    }
    let output = render(&out, &["--to", "2", "--width", "240", "--size-limit", "1kB"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("cannot be made smaller than about"), "{}", said(&output));
    assert!(!out.exists());
    let output = made(&out, &["--to", "2", "--width", "240", "--most-bytes", "5MB"]);
    assert_eq!(said(&output), "");
}

#[test]
fn wrong_calls_are_refused_and_write_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let circuit = root.join("tracks/vektorace/adder-lane.json");
    let gif = folder.path().join("out.gif");
    let refused = |file: &Path, out: &Path, more: &[&str], word: &str| {
        let output = render_file(file, out, more);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {}", said(&output));
        assert!(said(&output).contains(word), "{more:?}: {}", said(&output));
    };
    refused(&circuit, &gif, &[], "this is a circuit");
    let race = race();
    let wrong: &[(&[&str], &str)] = &[
        (&["--from", "9", "--to", "8"], "comes after"),
        (&["--from", "56"], "comes after"),
        (&["--to", "56"], "no turn 56"),
        (&["--follow", "99"], "car 99 is not in the race"),
        (&["--at", "3"], "use --from and --to"),
        (&["--legend"], "use --captions"),
        (&["--transparent"], "cannot be used for moving pictures"),
        (&["--steps", "0"], "1..=60"),
        (&["--seconds-per-turn", "0"], "0.02 to 60"),
        (&["--size-limit", "5"], "5MB"),
        (&["--width", "5000"], "too large"),
        (&["--width", "0"], "must be 1 to"),
        (&["--loop", "--once"], "cannot be used with"),
    ];
    for (more, word) in wrong {
        refused(&race, &gif, more, word);
    }
    for more in [&["--from", "3"][..], &["--steps", "2"], &["--captions"], &["--size-limit", "5MB"]] {
        refused(&race, &folder.path().join("out.png"), more, "moving pictures");
    }
    refused(&race, &folder.path().join("out.webp"), &[], ".gif or .apng");
    refused(&race, &folder.path().join(".gif"), &[], "only an extension");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_limit_of_time_ends_the_call_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("race.gif");
    let output = render(&out, &["--width", "2000", "--steps", "60", "--max-time", "700ms"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("time was up"), "{}", said(&output));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn every_game_moves() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays");
    for name in
        ["vector_racing/two-ponds-photo-finish", "formula_d/saltmarsh-first-evening", "wheel_to_wheel/harbour-cup-1"]
    {
        let out = folder.path().join("race.gif");
        let file = root.join(name).with_extension("json");
        let output = render_file(&file, &out, &["--from", "4", "--to", "6", "--width", "240", "--steps", "2"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", said(&output));
        let movie = gif(&out);
        assert_eq!(movie.frames.len(), 5, "{name}");
        assert_ne!(movie.frames[0].pixels, movie.frames[4].pixels, "{name}");
    }
}
