//! Reads reference pictures, to show them under a circuit. Refuses pictures that are too large.

use std::borrow::Cow;
use std::path::Path;

use crate::limits::{MAX_PICTURE_MEMORY, MAX_PICTURE_SIDE};
use crate::storage::{self, identity};

/// A reference picture that was read from a file.
#[derive(Clone, PartialEq)]
pub struct Pixels {
    /// The picture in egui's colour format, reduced to the size that is shown. A background job converts it, because
    /// that takes longer than a frame.
    pub image: egui::ColorImage,
    /// The width and height of the picture in the file, in pixels. The scale of a reference picture is relative to this
    /// size, not to the reduced size.
    pub original: [u32; 2],
}

/// The longest side of a shown picture, in pixels. Every graphics card supports this size.
const SHOWN_SIDE: u32 = 4_096;

/// Reads the picture named in a track file: PNG, JPEG or WebP.
///
/// # Errors
/// If the picture cannot be read; the error names the file and the cause.
pub fn load_picture(track: &Path, name: &str) -> Result<Pixels, String> {
    let path = storage::picture_beside(track, name).map_err(|error| error.to_string())?;
    let bytes = storage::read(&path).map_err(|error| error.to_string())?;
    read_picture(&path.display().to_string(), &bytes)
}

/// Reads a picture from bytes. Error messages call the picture `name`.
///
/// # Errors
/// If the bytes are not a picture, or the picture is too large; the error gives the name and the cause.
pub fn read_picture(name: &str, bytes: &[u8]) -> Result<Pixels, String> {
    use image::ImageDecoder as _;
    let broken = |error: image::ImageError| match error {
        image::ImageError::Limits(_) => format!(
            "{name}: the picture is larger than {MAX_PICTURE_SIDE} pixels a side, or would take more than {} MB of memory. Make it \
             smaller.",
            MAX_PICTURE_MEMORY >> 20
        ),
        error => format!("{name}: the picture cannot be read: {error}"),
    };
    let bytes = without_extras(bytes);
    let reader = image::ImageReader::new(std::io::Cursor::new(bytes.as_ref()));
    let mut reader = reader.with_guessed_format().map_err(|error| broken(error.into()))?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_PICTURE_SIDE);
    limits.max_image_height = Some(MAX_PICTURE_SIDE);
    limits.max_alloc = Some(MAX_PICTURE_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(broken)?;
    // Cameras store pictures unrotated, with a note about their orientation.
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    // The decoder's limit does not include the picture itself. Rotating it needs a second copy for a moment.
    let copies = if orientation == image::metadata::Orientation::NoTransforms { 1 } else { 2 };
    let memory = decoder.total_bytes().saturating_mul(copies);
    if memory > MAX_PICTURE_MEMORY {
        return Err(format!(
            "{name}: the picture would take {} MB of memory; Paddock allows up to {} MB. Make it smaller, or save it with \
             fewer colours.",
            memory.div_ceil(1 << 20),
            MAX_PICTURE_MEMORY >> 20
        ));
    }
    let mut picture = image::DynamicImage::from_decoder(decoder).map_err(broken)?;
    picture.apply_orientation(orientation);
    let original = [picture.width(), picture.height()];
    if original[0].max(original[1]) > SHOWN_SIDE {
        picture = picture.thumbnail(SHOWN_SIDE, SHOWN_SIDE);
    }
    let rgba = picture.into_rgba8();
    let size = [rgba.width() as usize, rgba.height() as usize];
    Ok(Pixels { image: egui::ColorImage::from_rgba_unmultiplied(size, rgba.as_raw()), original })
}

/// Removes the colour profile and the text chunks from a PNG. The program does not use them, and a few megabytes
/// of them may unpack to many gigabytes.
fn without_extras(bytes: &[u8]) -> Cow<'_, [u8]> {
    const PACKED: [&[u8]; 3] = [b"iCCP", b"zTXt", b"iTXt"];
    let Some(chunks) = chunks(bytes) else { return Cow::Borrowed(bytes) };
    let is_packed = |chunk: &&[u8]| PACKED.contains(&&chunk[4..8]);
    if !chunks.iter().any(is_packed) {
        return Cow::Borrowed(bytes);
    }
    let kept = chunks.iter().filter(|chunk| !is_packed(chunk)).flat_map(|chunk| chunk.iter().copied());
    Cow::Owned(PNG_SIGNATURE.iter().copied().chain(kept).collect())
}

/// The first bytes of every PNG.
const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Splits a PNG into its chunks, each with its length and checksum. The last chunk may be incomplete. Returns `None`
/// for other files.
fn chunks(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut rest = bytes.strip_prefix(PNG_SIGNATURE)?;
    let mut chunks = Vec::new();
    while let Some(length) = rest.first_chunk().filter(|_| rest.len() >= 12) {
        let length = u32::from_be_bytes(*length) as usize;
        let (chunk, after) = rest.split_at(length.saturating_add(12).min(rest.len()));
        chunks.push(chunk);
        rest = after;
    }
    Some(chunks)
}

/// Makes a picture available to a track file. Copies the picture into the track's folder, unless it is already in this
/// folder or below it. Returns the name that the track file uses for the picture.
///
/// # Errors
/// If the picture cannot be read or copied.
pub fn bring_picture(track: &Path, picture: &Path) -> Result<String, String> {
    if let Ok(name) = picture_name(track, picture) {
        return Ok(name);
    }
    let bytes = storage::read(picture).map_err(|error| error.to_string())?;
    let part = |part: Option<&std::ffi::OsStr>, usual: &str| {
        part.and_then(std::ffi::OsStr::to_str).unwrap_or(usual).to_owned()
    };
    store_picture(track, &part(picture.file_stem(), "picture"), &part(picture.extension(), "png"), &bytes)
}

/// Writes a picture beside a track file, as `stem.kind`. If another picture has this name, a number is added. Returns
/// the name that the track file uses for the picture.
///
/// # Errors
/// If the bytes are not a picture that can be shown, or if it cannot be written.
pub fn store_picture(track: &Path, stem: &str, kind: &str, bytes: &[u8]) -> Result<String, String> {
    read_picture(&format!("{stem}.{kind}"), bytes)?;
    let names = std::iter::once(format!("{stem}.{kind}")).chain((2..100).map(|copy| format!("{stem}-{copy}.{kind}")));
    for name in names {
        let target = track.with_file_name(&name);
        match storage::read(&target) {
            Ok(there) if there == bytes => return Ok(name),
            // Another picture has this name.
            Ok(_) => {}
            Err(_) if target.symlink_metadata().is_ok() => {}
            Err(_) => {
                storage::write(&target, bytes).map_err(|error| error.to_string())?;
                return Ok(name);
            }
        }
    }
    Err(format!("{stem}.{kind}: too many pictures in the circuit's folder have this name. Rename this picture."))
}

/// Copies the picture of a track file to the folder of another track file. Copies nothing if that folder already has a
/// file of this name. `from` and `to` are the two track files.
///
/// # Errors
/// If the picture cannot be copied.
pub fn take_along(from: &Path, to: &Path, name: &str) -> Result<(), String> {
    let Ok(picture) = storage::picture_beside(from, name) else { return Ok(()) };
    let target = to.with_file_name(name);
    if target.symlink_metadata().is_ok() {
        return Ok(());
    }
    if let Some(folder) = target.parent() {
        storage::create_folder(folder).map_err(|error| error.to_string())?;
    }
    let bytes = storage::read(&picture).map_err(|error| error.to_string())?;
    storage::write(&target, &bytes).map_err(|error| error.to_string())
}

/// The name that a track file uses for a picture: the path relative to the track's folder.
///
/// # Errors
/// If the picture is not in that folder.
pub fn picture_name(track: &Path, picture: &Path) -> Result<String, String> {
    let elsewhere =
        || format!("{}: this picture is not in the circuit's folder or below it. Copy it there.", picture.display());
    let (track, picture) = (identity(track), identity(picture));
    let folder = track.parent().ok_or_else(elsewhere)?;
    let inside = picture.strip_prefix(folder).map_err(|_| elsewhere())?;
    let parts: Option<Vec<&str>> = inside.components().map(|part| part.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/")).ok_or_else(elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksum of a PNG chunk.
    fn checksum(bytes: &[u8]) -> u32 {
        let step = |sum: u32, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
        !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
    }

    /// Makes a PNG file whose header gives this length for each side.
    fn png(side: u32, has_deep_colours: bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        let pixel = image::DynamicImage::ImageRgba16(image::ImageBuffer::new(1, 1));
        let pixel = if has_deep_colours { pixel } else { pixel.into_luma8().into() };
        pixel.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).expect("written");
        bytes[16..20].copy_from_slice(&side.to_be_bytes());
        bytes[20..24].copy_from_slice(&side.to_be_bytes());
        let sum = checksum(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        bytes
    }

    #[test]
    fn a_picture_is_not_read_where_it_would_take_more_memory_than_pictures_may() {
        let refused = |bytes: &[u8]| read_picture("a.png", bytes).err().unwrap_or_default();
        let large = refused(&png(16_000, true));
        assert!(large.contains("1954 MB") && large.contains("up to 1024 MB"), "{large}");
        let broken = refused(&png(100, true));
        assert!(broken.contains("cannot be read"), "{broken}");
        assert_eq!(refused(&png(1, true)), "");
        assert_eq!(refused(&png(1, false)), "");
    }

    /// A PNG whose colour profile unpacks to this number of bytes.
    fn with_profile(bytes: usize) -> Vec<u8> {
        let mut png = png(1, false);
        let mut profile = b"iCCPwide\0\0".to_vec();
        let mut packed = flate(&vec![0; bytes]);
        profile.append(&mut packed);
        let mut chunk = ((profile.len() - 4) as u32).to_be_bytes().to_vec();
        chunk.extend_from_slice(&profile);
        chunk.extend_from_slice(&checksum(&profile).to_be_bytes());
        png.splice(33..33, chunk);
        png
    }

    /// Compresses zeros for a PNG chunk: writes them as the picture data of a plain PNG, and returns that data.
    fn flate(zeros: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, (zeros.len() / 1_000 - 1) as u32, 1_000);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&zeros[..(zeros.len() / 1_000 - 1) * 1_000]).expect("packed");
        drop(writer);
        let chunks = chunks(&file).expect("chunks");
        chunks
            .iter()
            .filter(|chunk| &chunk[4..8] == b"IDAT")
            .flat_map(|chunk| &chunk[8..chunk.len() - 4])
            .copied()
            .collect()
    }

    /// Reads a picture and prints the largest amount of memory that this process has used. The next test runs this test
    /// in a separate process.
    #[cfg(target_os = "linux")]
    #[test]
    #[ignore = "run by the next test"]
    fn a_picture_is_read_by_a_process_of_its_own() {
        let Some(path) = std::env::var_os("PADDOCK_TEST_PICTURE") else { return };
        let read = read_picture("a.png", &std::fs::read(path).expect("read"));
        let status = std::fs::read_to_string("/proc/self/status").expect("read");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the most memory");
        println!("{} in {}", read.map_or_else(|why| why, |pixels| format!("{:?}", pixels.original)), peak.trim());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_colour_profile_is_not_unpacked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.png");
        let bytes = with_profile(900_000_000);
        assert!(bytes.len() < 8_000_000, "{}", bytes.len());
        std::fs::write(&path, &bytes).expect("written");
        drop(bytes);
        let program = std::env::current_exe().expect("this program");
        let (_, here) = module_path!().split_once("::").expect("the crate's name stands first");
        let test = format!("{here}::a_picture_is_read_by_a_process_of_its_own");
        let mut call = std::process::Command::new(program);
        call.args([test.as_str(), "--exact", "--ignored", "--nocapture"]).env("PADDOCK_TEST_PICTURE", &path);
        let output = String::from_utf8(call.output().expect("run").stdout).expect("text");
        let said = output.lines().find(|line| line.contains(" in ")).expect("an answer");
        let kilobytes = said.split(' ').rev().nth(1).and_then(|number| number.parse::<u64>().ok());
        assert!(said.contains("[1, 1] in ") && kilobytes.is_some_and(|peak| peak < 150_000), "{said}");
    }
}
