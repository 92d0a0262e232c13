//! Moving pictures of races, as GIF and as animated PNG.
//!
//! The board does not change during a race, so it is painted only once. Each frame is a copy of the board, with the
//! cars, their paths and the caption painted over it.
//! A file contains the whole first frame. Of each later frame, the file contains only the part that changed.

mod apng;
mod gif;
mod palette;
mod stage;

use super::RenderError;
use super::furniture::Part;
use super::theme::Theme;
use crate::game::CarId;
use crate::game::scene::Style;
use crate::game::words::many;
use crate::limits::{MAX_FRAMES, MAX_MOVING_SIDE};
use crate::replay::Race;
use stage::Stage;

/// The shortest time for which the last frame is shown, in seconds.
const LAST: f64 = 2.0;
/// The smallest width, in pixels, to which a picture is reduced to keep its file below a size limit.
const NARROWEST: u32 = 240;
/// The largest number of colours in the palette of a GIF or of an animated PNG. The palette has one more entry, which
/// means "unchanged".
const MOST_COLOURS: usize = 255;
/// The smaller number of colours that a GIF gets if its file would otherwise be above a size limit.
const FEW_COLOURS: usize = 64;

/// The file format of a moving picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovingFormat {
    /// GIF, with at most 255 colours.
    Gif,
    /// Animated PNG, with all colours.
    Apng,
}

/// The settings of a moving picture.
#[derive(Clone, Copy, Debug)]
pub struct Moving<'a> {
    /// The format of the file.
    pub format: MovingFormat,
    /// The number of turns before the position that the first frame shows.
    pub from: usize,
    /// The number of turns before the position that the last frame shows.
    pub to: usize,
    /// The theme, which sets the colours.
    pub theme: Theme,
    /// The width of the picture, in pixels.
    pub width: u32,
    /// The time for each turn, in seconds.
    pub seconds_per_turn: f64,
    /// The number of frames for each turn. If it is more than one, cars glide from place to place.
    pub steps: u32,
    /// The car that the view follows; `None` to show the whole board.
    pub follow: Option<CarId>,
    /// Whether a caption below the board names the race, the turn, the round and the car that moved.
    pub captions: bool,
    /// Whether the picture starts again after its end.
    pub repeats: bool,
    /// Whether each frame shows where the car to act can legally go.
    pub legal: bool,
    /// Whether the whole table is shown, not only the part with the circuit.
    pub whole_table: bool,
    /// The styles to leave out.
    pub hidden: &'a [Style],
    /// The elements to add around the board, such as the title and the key.
    pub parts: &'a [Part],
    /// The largest size of the file, in bytes; `None` for any size.
    pub most_bytes: Option<u64>,
}

/// A finished moving picture: an animated GIF or PNG.
#[derive(Clone, Debug)]
pub struct Movie {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The width and height, in pixels.
    pub size: [u32; 2],
    /// The number of frames in the file.
    pub frames: usize,
    /// The changes that were made to keep the size limit, as short phrases such as "64 colours".
    pub changes: Vec<String>,
}

/// The reason why a moving picture cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum MovingError {
    /// A frame cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The file cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
    /// The first frame would come after the last, or the race has fewer turns than requested.
    #[error("turns {from} to {to} cannot be shown; choose turns 0 to {len}, the smaller number first")]
    Turns {
        /// The number of turns before the position that the first frame shows.
        from: usize,
        /// The number of turns before the position that the last frame shows.
        to: usize,
        /// The number of turns of the race.
        len: usize,
    },
    /// A side of the picture is too long.
    #[error("a moving picture of {} × {} pixels is too large: each side must be 1 to {MAX_MOVING_SIDE} pixels", size[0], size[1])]
    Size {
        /// The width and height, in pixels.
        size: [u32; 2],
    },
    /// There are too many frames.
    #[error(
        "{0} frames are too many; a moving picture can have at most {MAX_FRAMES}: choose fewer turns or fewer steps"
    )]
    Frames(u64),
    /// The car that the view should follow is not in the race.
    #[error("car {0} is not in the race; choose a car of the race")]
    Car(CarId),
    /// The file is larger than the size limit, even with the lowest settings.
    #[error(
        "the picture cannot be made smaller than about {} kB, and the limit is {} kB: choose fewer turns or a higher limit",
        least.div_ceil(1_000),
        limit / 1_000
    )]
    Limit {
        /// The estimated size, in bytes, of the smallest file that could be made of the picture.
        least: u64,
        /// The size limit, in bytes.
        limit: u64,
    },
    /// The caller stopped the work before the picture was complete.
    #[error("no moving picture was made, because the work was stopped")]
    Stopped,
}

/// Reports progress: the number of frames made and the number of all frames. Returns whether to go on.
pub type Progress<'a> = dyn FnMut(usize, usize) -> bool + 'a;

/// The settings of one attempt to make the picture. If the file is too large, the next attempt uses settings that make
/// a smaller file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    width: u32,
    steps: u32,
    /// The number of turns from one drawn turn to the next; 1 if every turn is drawn.
    stride: usize,
    /// The largest number of colours; `None` if all colours are kept.
    colours: Option<usize>,
}

/// The result of an attempt to make the picture.
enum Tried {
    Made(Movie),
    /// The size limit was exceeded. The number is an estimate of the size of the whole file, in bytes.
    TooLarge(u64),
}

/// A frame: the position, the fraction of the last move that is shown as done, and the time for which the frame is
/// shown.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    at: usize,
    part: f64,
    seconds: f64,
}

/// The rectangle that contains all differences between a frame and the frame before it: left, top, width and height, in
/// pixels.
type Changed = [u32; 4];

/// Makes a moving picture of a race. If there is a size limit, lowers the settings until the file is small enough.
/// Tries fewer steps, fewer colours, a smaller size and fewer turns, in this order.
///
/// # Errors
/// Returns an error if the settings are wrong, if the size limit cannot be kept, or if `progress` returns false.
pub fn moving(race: &dyn Race, request: &Moving<'_>, progress: &mut Progress<'_>) -> Result<Movie, MovingError> {
    let Moving { from, to, .. } = *request;
    if from > to || to > race.len() {
        return Err(MovingError::Turns { from, to, len: race.len() });
    }
    if let Some(car) = request.follow.filter(|car| !race.entrants().iter().any(|entrant| entrant.car == *car)) {
        return Err(MovingError::Car(car));
    }
    let mut effort = Effort {
        width: request.width,
        steps: request.steps.max(1),
        stride: 1,
        colours: (request.format == MovingFormat::Gif).then_some(MOST_COLOURS),
    };
    let first = effort;
    loop {
        match attempt(race, request, effort, progress)? {
            Tried::Made(movie) => return Ok(Movie { changes: changes(first, effort), ..movie }),
            Tried::TooLarge(bytes) => {
                let limit = request.most_bytes.unwrap_or(u64::MAX);
                let smaller = less(effort, request, bytes as f64 / limit.max(1) as f64);
                effort = smaller.ok_or(MovingError::Limit { least: bytes, limit })?;
            }
        }
    }
}

/// Draws the first frame of a moving picture (an animated GIF or PNG). Returns its width and height, and its RGBA
/// pixels.
///
/// # Errors
/// Returns an error if the settings are wrong.
pub fn first_frame(race: &dyn Race, request: &Moving<'_>) -> Result<([usize; 2], Vec<u8>), MovingError> {
    let at = request.from.min(race.len());
    let alone = Moving { from: at, to: at, ..*request };
    let mut stage = Stage::new(race, &alone, request.width, &mut || true)?;
    let [width, height] = stage.size();
    let pixels = stage.draw(Frame { at, part: 1.0, seconds: 0.0 })?;
    Ok(([width as usize, height as usize], pixels.to_vec()))
}

/// Returns settings that make a smaller file than `effort`. The file made with `effort` was `over` times as large as
/// the limit. Returns `None` if no setting can be lowered further.
fn less(effort: Effort, request: &Moving<'_>, over: f64) -> Option<Effort> {
    let few = if request.format == MovingFormat::Gif { FEW_COLOURS } else { MOST_COLOURS };
    if effort.steps > 1 {
        return Some(Effort { steps: 1, ..effort });
    }
    if effort.colours.is_none_or(|colours| colours > few) {
        return Some(Effort { colours: Some(few), ..effort });
    }
    if effort.width > NARROWEST {
        let share = (0.95 / over.max(1.0).sqrt()).clamp(0.4, 0.9);
        let width = ((f64::from(effort.width) * share) as u32).max(NARROWEST);
        return Some(Effort { width, ..effort });
    }
    let frames = (request.to - request.from) / effort.stride;
    (frames > 4).then_some(Effort { stride: effort.stride * 2, ..effort })
}

/// Lists the settings that were lowered between the first attempt to make the picture and the last one, as short
/// phrases.
fn changes(first: Effort, last: Effort) -> Vec<String> {
    let mut changes = Vec::new();
    if last.steps < first.steps {
        changes.push("one frame per turn".to_owned());
    }
    if let Some(colours) = last.colours.filter(|_| last.colours != first.colours) {
        changes.push(many(colours as u64, "colour"));
    }
    if last.width < first.width {
        changes.push(format!("{} pixels wide", last.width));
    }
    if last.stride > 1 {
        changes.push(format!("a frame every {} turns", last.stride));
    }
    changes
}

/// The frames of a picture, in order.
fn frames(request: &Moving<'_>, effort: Effort) -> Result<Vec<Frame>, MovingError> {
    let turns = (request.to - request.from).div_ceil(effort.stride) as u64;
    let count = turns.saturating_mul(u64::from(effort.steps)).saturating_add(1);
    if count > MAX_FRAMES {
        return Err(MovingError::Frames(count));
    }
    let seconds = request.seconds_per_turn.clamp(0.02, 60.0);
    let mut frames = vec![Frame { at: request.from, part: 1.0, seconds }];
    let mut at = request.from;
    while at < request.to {
        // The last frame shows the last turn, even if the number of turns is no multiple of the stride.
        at = (at + effort.stride).min(request.to);
        let seconds = seconds / f64::from(effort.steps);
        let part = |step: u32| f64::from(step) / f64::from(effort.steps);
        frames.extend((1..=effort.steps).map(|step| Frame { at, part: part(step), seconds }));
    }
    if let Some(last) = frames.last_mut() {
        last.seconds = last.seconds.max(LAST);
    }
    Ok(frames)
}

/// Returns the time for which each frame is shown, in ticks. There are `per_second` ticks in a second. The times are
/// rounded to whole ticks, but the rounding errors do not add up.
fn ticks(frames: &[Frame], per_second: f64, least: u16) -> Vec<u16> {
    let (mut end, mut shown) = (0.0_f64, 0_u64);
    let tick = |frame: &Frame| {
        end += frame.seconds * per_second;
        let ticks = (end.round() as u64).saturating_sub(shown).clamp(u64::from(least), u64::from(u16::MAX));
        shown += ticks;
        ticks as u16
    };
    frames.iter().map(tick).collect()
}

/// Makes the picture with these settings.
fn attempt(
    race: &dyn Race,
    request: &Moving<'_>,
    effort: Effort,
    progress: &mut Progress<'_>,
) -> Result<Tried, MovingError> {
    let frames = frames(request, effort)?;
    let mut stage = Stage::new(race, request, effort.width, &mut || progress(0, frames.len()))?;
    let most = request.most_bytes.unwrap_or(u64::MAX);
    let made = match request.format {
        MovingFormat::Gif => gif::encoded(&mut stage, &frames, request.repeats, effort, most, progress)?,
        MovingFormat::Apng => apng::encoded(&mut stage, &frames, request.repeats, effort, most, progress)?,
    };
    Ok(match made {
        Ok(bytes) => Tried::Made(Movie { bytes, size: stage.size(), frames: frames.len(), changes: Vec::new() }),
        Err(estimate) => Tried::TooLarge(estimate),
    })
}

/// Estimates the final size of a file that is still being written. It has `done` of `all` frames so far, in `bytes`
/// bytes. The first frame took `first` of these bytes.
fn estimate(bytes: usize, first: usize, done: usize, all: usize) -> u64 {
    let others =
        bytes.saturating_sub(first) as f64 * (all.saturating_sub(1)) as f64 / done.saturating_sub(1).max(1) as f64;
    first as u64 + others as u64
}

/// The smallest rectangle that contains all pixels for which `differs` is true.
/// If there are no such pixels, the rectangle is the first pixel.
fn changed([width, height]: [u32; 2], differs: impl Fn(usize) -> bool) -> Changed {
    let wide = width as usize;
    let row = |y: u32| y as usize * wide..(y as usize + 1) * wide;
    let is_changed = |y: &u32| row(*y).any(&differs);
    let Some(top) = (0..height).find(is_changed) else { return [0, 0, 1, 1] };
    let bottom = (top..height).rev().find(is_changed).unwrap_or(top);
    let (mut left, mut right) = (width, 0);
    for y in top..=bottom {
        let from = row(y).start;
        left = (0..left).find(|x| differs(from + *x as usize)).unwrap_or(left);
        right = (right..width).rev().find(|x| differs(from + *x as usize)).unwrap_or(right);
    }
    [left, top, right.max(left) - left + 1, bottom - top + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_to_the_whole_time() {
        let frames: Vec<Frame> = (0..7).map(|at| Frame { at, part: 1.0, seconds: 1.0 / 3.0 }).collect();
        let delays = ticks(&frames, 100.0, 2);
        assert_eq!(delays, [33, 34, 33, 33, 34, 33, 33]);
        assert_eq!(ticks(&[Frame { at: 0, part: 1.0, seconds: 0.001 }], 100.0, 2), [2]);
    }

    #[test]
    fn the_changed_part_is_the_smallest_rectangle() {
        let differing = |places: &'static [usize]| changed([5, 4], |pixel| places.contains(&pixel));
        assert_eq!(differing(&[]), [0, 0, 1, 1]);
        assert_eq!(differing(&[7]), [2, 1, 1, 1]);
        assert_eq!(differing(&[6, 13, 17]), [1, 1, 3, 3]);
        assert_eq!(differing(&[0, 19]), [0, 0, 5, 4]);
    }

    #[test]
    fn the_last_frame_is_the_last_turn_and_stays() {
        let request = Moving {
            format: MovingFormat::Gif,
            from: 3,
            to: 10,
            theme: Theme::Light,
            width: 800,
            seconds_per_turn: 0.5,
            steps: 2,
            follow: None,
            captions: false,
            repeats: true,
            legal: false,
            whole_table: false,
            hidden: &[],
            parts: &[],
            most_bytes: None,
        };
        let effort = Effort { width: 800, steps: 2, stride: 3, colours: None };
        let frames = frames(&request, effort).expect("frames");
        let shown: Vec<(usize, f64)> = frames.iter().map(|frame| (frame.at, frame.part)).collect();
        assert_eq!(shown, [(3, 1.0), (6, 0.5), (6, 1.0), (9, 0.5), (9, 1.0), (10, 0.5), (10, 1.0)]);
        assert_eq!((frames[1].seconds, frames[6].seconds), (0.25, LAST));
        // To keep a limit, first the steps are reduced, then the colours, then the size, then the turns.
        let mut effort = Effort { stride: 1, colours: Some(MOST_COLOURS), ..effort };
        let mut last = effort;
        while let Some(smaller) = less(effort, &request, 4.0) {
            (last, effort) = (smaller, smaller);
        }
        assert_eq!(last, Effort { width: NARROWEST, steps: 1, stride: 2, colours: Some(FEW_COLOURS) });
        assert_eq!(changes(Effort { width: 800, steps: 2, stride: 1, colours: Some(255) }, last).len(), 4);
    }
}
