//! Draws several positions of a race side by side, in one picture.

use std::fmt::Write as _;

use super::svg::{Frame, begin, draw_scene, write_background};
use super::{Caption, Picture, RenderError};
use crate::game::scene::Scene;

/// The distance between two boards, as a fraction of the picture's width.
const GAP: f64 = 0.012;

/// A picture with a line of text below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The drawing of one position of the race.
    pub scene: Scene,
    /// The text below the drawing.
    pub words: String,
}

/// Draws panels side by side as SVG, `columns` in a row. All panels show the same part of the board.
///
/// ```
/// use paddock::render::{Panel, Picture, Theme, strip};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let panel = |at| Panel { scene: race.scene(at, 0).cropped(), words: format!("Turn {at}") };
/// let picture = strip(vec![panel(4), panel(8)], 2, Picture::plain(Theme::Print, 1200)).unwrap();
/// assert!(picture.contains("Turn 4") && picture.contains("Turn 8"));
/// ```
///
/// # Errors
/// Returns an error if there is no panel, or if a side of the picture is 0 or longer than
/// [`MAX_PICTURE_SIDE`](crate::limits::MAX_PICTURE_SIDE).
pub fn strip(mut panels: Vec<Panel>, columns: usize, picture: Picture<'_>) -> Result<String, RenderError> {
    let refused = RenderError::Size { width: picture.width, height: 0 };
    let Some(first) = panels.first() else { return Err(refused) };
    let union = panels.iter().fold(first.scene.bounds, |[low, high], panel| {
        let [from, to] = panel.scene.bounds;
        [[0, 1].map(|axis| low[axis].min(from[axis])), [0, 1].map(|axis| high[axis].max(to[axis]))]
    });
    panels.iter_mut().for_each(|panel| panel.scene.bounds = union);
    let columns = columns.clamp(1, panels.len());
    let gap = (f64::from(picture.width) * GAP).round();
    let wide = (f64::from(picture.width) - gap * (columns - 1) as f64) / columns as f64;
    if wide < 1.0 || picture.width > crate::limits::MAX_PICTURE_SIDE {
        return Err(refused);
    }
    let wide = wide.floor() as u32;
    let caption = |panel: usize| Caption { title: &panels[panel].words, legend: "" };
    let frame = |panel: usize| Frame::new(&panels[panel].scene, wide, caption(panel));
    let tall = frame(0)?.height();
    let rows = panels.len().div_ceil(columns);
    let (step, gap) = ([f64::from(wide) + gap, f64::from(tall) + gap], gap);
    let width = (step[0] * columns as f64 - gap) as u32;
    let height = step[1] * rows as f64 - gap;
    if height > f64::from(crate::limits::MAX_PICTURE_SIDE) {
        return Err(RenderError::Size { width, height: height as u64 });
    }
    let mut out = String::new();
    begin(&mut out, width, height as u32);
    if !picture.transparent {
        write_background(&mut out, picture.theme, width, height as u32);
    }
    for (number, panel) in panels.iter().enumerate() {
        let frame = frame(number)?;
        let [x, y] = [step[0] * (number % columns) as f64, step[1] * (number / columns) as f64];
        // An inner SVG document clips everything outside its own area.
        let _ = writeln!(out, "<svg x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{tall}\">");
        let picture = Picture { caption: caption(number), width: wide, transparent: true, ..picture };
        draw_scene(&mut out, &panel.scene, &frame, picture, &format!("position-{}-", number + 1));
        out.push_str("</svg>\n");
    }
    out.push_str("</svg>\n");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::{Shape, Style};
    use crate::render::Theme;

    fn panel(number: usize) -> Panel {
        let mut scene = Scene { bounds: [[0.0, 0.0], [4.0 + number as f64, 2.0]], items: Vec::new() };
        scene.add(Style::Wall, Shape::rectangle([[0.0, 0.0], [1.0, 1.0]]));
        Panel { scene, words: format!("Turn {number}") }
    }

    #[test]
    fn panels_lie_in_rows_and_have_ids_of_their_own() {
        let picture = strip((0..3).map(panel).collect(), 2, Picture::plain(Theme::Light, 1_000)).expect("a picture");
        assert_eq!(picture.matches("<svg").count(), 7, "the picture, three panels, and their boards");
        for number in 1..=3 {
            assert!(picture.contains(&format!("<g id=\"position-{number}-pieces\"")), "{picture}");
        }
        // Two boards of 494 × 165 pixels beside each other, with a caption below each; then a second row.
        assert!(picture.contains("<svg x=\"506\" y=\"0\" width=\"494\"") && picture.contains("<svg x=\"0\" y=\"2"));
    }

    #[test]
    fn pictures_without_space_are_refused() {
        let strips = |panels: usize, columns, width| {
            strip((0..panels).map(panel).collect(), columns, Picture::plain(Theme::Light, width))
        };
        assert!(strips(0, 2, 800).is_err() && strips(4, 4, 3).is_err() && strips(200, 1, 16_000).is_err());
        assert!(strips(4, 4, crate::limits::MAX_PICTURE_SIDE + 1).is_err());
        assert!(strips(1, 9, 800).is_ok());
    }
}
