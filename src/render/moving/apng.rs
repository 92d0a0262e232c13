//! The frames of a moving picture as an animated PNG file.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use png::{BitDepth, BlendOp, ColorType, Encoder, EncodingError, Filter, Writer};

use super::gif::sampled;
use super::palette::Palette;
use super::stage::Stage;
use super::{Effort, Frame, MovingError, Progress, changed, estimate, ticks};

/// The bytes of the file that is being written. Clones share the same bytes, so that the file's size can be read while
/// the encoder writes. The encoder itself gives no access to its writer.
#[derive(Clone, Default)]
struct File(Rc<RefCell<Vec<u8>>>);

impl File {
    fn len(&self) -> usize {
        self.0.borrow().len()
    }
}

impl io::Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

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
    let size = stage.size();
    let mut palette = effort.colours.map(|colours| sampled(stage, frames, colours)).transpose()?;
    let file = File::default();
    let mut writer = begin(file.clone(), size, frames.len(), repeats, palette.as_ref()).map_err(failed)?;
    let mut shown: Vec<u8> = Vec::new();
    let mut first = 0;
    for (index, (frame, delay)) in frames.iter().zip(ticks(frames, 1_000.0, 1)).enumerate() {
        if !progress(index, frames.len()) {
            return Err(MovingError::Stopped);
        }
        let pixels = stage.draw(*frame)?;
        let now: Vec<u8> = match &mut palette {
            Some(palette) => {
                pixels.chunks_exact(4).map(|pixel| palette.index([pixel[0], pixel[1], pixel[2]])).collect()
            }
            None => pixels.to_vec(),
        };
        // A pixel that did not change is transparent.
        let (deep, unchanged) = palette.as_ref().map_or((4, 0), |palette| (1, palette.unchanged()));
        let is_same = |at: usize| now[at * deep..(at + 1) * deep] == shown[at * deep..(at + 1) * deep];
        let part = if index == 0 { [0, 0, size[0], size[1]] } else { changed(size, |at| !is_same(at)) };
        let [left, top, across, down] = part;
        let mut buffer = Vec::with_capacity(across as usize * down as usize * deep);
        for y in top..top + down {
            let from = y as usize * size[0] as usize + left as usize;
            for at in from..from + across as usize {
                if index > 0 && is_same(at) {
                    buffer.extend(std::iter::repeat_n(unchanged, deep));
                } else {
                    buffer.extend_from_slice(&now[at * deep..(at + 1) * deep]);
                }
            }
        }
        add(&mut writer, index, part, delay, &buffer).map_err(failed)?;
        shown = now;
        let bytes = file.len();
        if index == 0 {
            first = bytes;
        }
        if bytes as u64 > most {
            return Ok(Err(estimate(bytes, first, index + 1, frames.len())));
        }
    }
    writer.finish().map_err(failed)?;
    let bytes = file.0.take();
    Ok(if bytes.len() as u64 > most { Err(bytes.len() as u64) } else { Ok(bytes) })
}

/// Writes the head of the file: its size, its colours and the number of frames.
fn begin(
    file: File,
    [width, height]: [u32; 2],
    frames: usize,
    repeats: bool,
    palette: Option<&Palette>,
) -> Result<Writer<File>, EncodingError> {
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_depth(BitDepth::Eight);
    if let Some(palette) = palette {
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(palette.bytes());
        let mut opacity = vec![255; usize::from(palette.unchanged())];
        opacity.push(0);
        encoder.set_trns(opacity);
        encoder.set_filter(Filter::NoFilter);
    } else {
        encoder.set_color(ColorType::Rgba);
        encoder.set_filter(Filter::Adaptive);
    }
    encoder.set_animated(u32::try_from(frames).unwrap_or(u32::MAX), u32::from(!repeats))?;
    encoder.write_header()
}

/// Writes a frame: the part of the picture that changed, and the time for which it is shown, in milliseconds.
fn add(
    writer: &mut Writer<File>,
    index: usize,
    [left, top, width, height]: [u32; 4],
    delay: u16,
    buffer: &[u8],
) -> Result<(), EncodingError> {
    writer.reset_frame_position()?;
    writer.set_frame_dimension(width, height)?;
    writer.set_frame_position(left, top)?;
    writer.set_frame_delay(delay, 1_000)?;
    writer.set_blend_op(if index == 0 { BlendOp::Source } else { BlendOp::Over })?;
    writer.write_image_data(buffer)
}

fn failed(error: EncodingError) -> MovingError {
    MovingError::Encode(error.to_string())
}
