//! The frames of a moving picture as a GIF file.

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::palette::{Counts, Palette};
use super::stage::Stage;
use super::{Effort, Frame, MOST_COLOURS, MovingError, Progress, changed, estimate, ticks};

/// The number of frames whose colours are used to choose the palette.
const SAMPLES: usize = 8;

/// Encodes the frames and returns the bytes of the file. If the file would be larger than `most` bytes, returns an
/// estimate of its size instead.
pub(super) fn encoded(
    stage: &mut Stage<'_>,
    frames: &[Frame],
    repeats: bool,
    effort: Effort,
    most: u64,
    progress: &mut Progress<'_>,
) -> Result<Result<Vec<u8>, u64>, MovingError> {
    let [width, height] = stage.size();
    let mut palette = sampled(stage, frames, effort.colours.unwrap_or(MOST_COLOURS))?;
    let unchanged = palette.unchanged();
    let (wide, high) = (width as u16, height as u16);
    let mut encoder = Encoder::new(Vec::new(), wide, high, &palette.bytes()).map_err(failed)?;
    if repeats {
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    }
    let mut shown: Vec<u8> = Vec::new();
    let mut first = 0;
    for (index, (frame, delay)) in frames.iter().zip(ticks(frames, 100.0, 2)).enumerate() {
        if !progress(index, frames.len()) {
            return Err(MovingError::Stopped);
        }
        let pixels = stage.draw(*frame)?;
        let now: Vec<u8> = pixels.chunks_exact(4).map(|pixel| palette.index([pixel[0], pixel[1], pixel[2]])).collect();
        let [left, top, across, down] =
            if index == 0 { [0, 0, width, height] } else { changed([width, height], |at| now[at] != shown[at]) };
        let mut buffer = Vec::with_capacity(across as usize * down as usize);
        for y in top..top + down {
            let from = y as usize * width as usize + left as usize;
            let row = from..from + across as usize;
            buffer.extend(row.map(|at| if index > 0 && now[at] == shown[at] { unchanged } else { now[at] }));
        }
        let encoded = gif::Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: (index > 0).then_some(unchanged),
            left: left as u16,
            top: top as u16,
            width: across as u16,
            height: down as u16,
            buffer: buffer.into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&encoded).map_err(failed)?;
        shown = now;
        let bytes = encoder.get_ref().len();
        if index == 0 {
            first = bytes;
        }
        if bytes as u64 > most {
            return Ok(Err(estimate(bytes, first, index + 1, frames.len())));
        }
    }
    let bytes = encoder.into_inner().map_err(failed)?;
    Ok(if bytes.len() as u64 > most { Err(bytes.len() as u64) } else { Ok(bytes) })
}

/// Chooses the palette from some of the frames, among them the first and the last.
pub(super) fn sampled(stage: &mut Stage<'_>, frames: &[Frame], colours: usize) -> Result<Palette, MovingError> {
    let mut counts = Counts::default();
    let samples = SAMPLES.min(frames.len());
    for sample in 0..samples {
        let frame = frames[sample * (frames.len() - 1) / (samples - 1).max(1)];
        for pixel in stage.draw(frame)?.chunks_exact(4) {
            *counts.entry([pixel[0], pixel[1], pixel[2]]).or_insert(0) += 1;
        }
    }
    Ok(Palette::of(&counts, colours))
}

fn failed(error: EncodingError) -> MovingError {
    MovingError::Encode(error.to_string())
}
