//! Paints the frames of a moving picture. The board is painted once, and copied into each frame.

use resvg::{tiny_skia, usvg};

use super::{Frame, Moving, MovingError};
use crate::game::scene::{Item, Scene, Shape, Style, Tag};
use crate::limits::MAX_MOVING_SIDE;
use crate::render::furniture::{Furniture, Part};
use crate::render::png::{painted, parsed};
use crate::render::svg::{caption_alone, svg_of_pixels};
use crate::render::{Caption, Picture, position};
use crate::replay::{Race, motion};

/// The largest zoom while the view follows a car. The zoom is the width of the whole board divided by the width of the
/// part that is shown.
const ZOOM: f64 = 2.5;
/// The longest side of the painted board, in pixels.
const LARGEST_BOARD: f64 = 2.0 * MAX_MOVING_SIDE as f64;
/// The height of the caption as a fraction of the picture's width, and the smallest height of the caption in pixels.
const CAPTION: (f64, f64) = (0.055, 36.0);

/// A rectangle of pixels: left, top, width and height.
type Pixels = [u32; 4];

/// The data that all frames of a picture share.
pub(super) struct Stage<'a> {
    race: &'a dyn Race,
    request: &'a Moving<'a>,
    /// The picture without cars: the board and the elements around it, such as the title. Each frame is painted into a
    /// copy of it.
    page: tiny_skia::Pixmap,
    /// The part of the page that shows the board.
    window: Pixels,
    /// The picture of the whole board, from which each frame shows a part. `None` if the view does not follow a car.
    board: Option<tiny_skia::Pixmap>,
    /// The corners of the painted scene (lower left, upper right) in world units, and the width of its picture in
    /// pixels. The cars are painted into this picture.
    scale: ([[f64; 2]; 2], u32),
    /// The number of items that belong to the board. They are the first items of every scene.
    still: usize,
    /// The height of the caption, in pixels; 0 if there is no caption.
    below: u32,
    /// The last known position of the car that the view follows, in world units.
    centre: [f64; 2],
    /// The pixels of the frame that was painted last.
    shown: Vec<u8>,
}

impl<'a> Stage<'a> {
    /// Paints the board. The painted area contains every car in all positions of the moving picture. Returns an error
    /// if `go_on` returns false.
    pub(super) fn new(
        race: &'a dyn Race,
        request: &'a Moving<'a>,
        width: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, MovingError> {
        let (mut scene, still) = still_scene(race, request, go_on)?;
        let on_board = scene.items.len();
        let below = if request.captions { (f64::from(width) * CAPTION.0).max(CAPTION.1).round() as u32 } else { 0 };
        let whole = scene.bounds;
        let zoom = request.follow.map(|_| zoom(whole, width));
        let centre = [0, 1].map(|axis| f64::midpoint(whole[0][axis], whole[1][axis]));
        if let Some(zoom) = zoom {
            let half = [0, 1].map(|axis| (whole[1][axis] - whole[0][axis]) / zoom / 2.0);
            scene.bounds = [[centre[0] - half[0], centre[1] - half[1]], [centre[0] + half[0], centre[1] + half[1]]];
        }
        let view = scene.bounds;
        furnish(race, request, &mut scene);
        let page = rasterised(&scene, request, width)?;
        let size = [page.width(), page.height() + below];
        if size.iter().any(|side| *side > MAX_MOVING_SIDE) {
            return Err(MovingError::Size { size });
        }
        let window = window(view, scene.bounds, [page.width(), page.height()]);
        let (board, scale) = match zoom {
            None => (None, (scene.bounds, width)),
            Some(zoom) => {
                let width = (f64::from(window[2]) * zoom).round() as u32;
                let board = Scene { bounds: whole, items: scene.items.into_iter().take(on_board).collect() };
                (Some(rasterised(&board, request, width)?), (whole, width))
            }
        };
        Ok(Self { race, request, page, window, board, scale, still, below, centre, shown: Vec::new() })
    }

    /// The width and height of every frame, in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        [self.page.width(), self.page.height() + self.below]
    }

    /// Paints a frame. Returns its pixels, four bytes each: red, green, blue, and 255.
    pub(super) fn draw(&mut self, frame: Frame) -> Result<&[u8], MovingError> {
        let [left, top, width, height] = self.window;
        let offset = self.offset(frame);
        let source = self.board.as_ref().unwrap_or(&self.page);
        let no_pixels = MovingError::Size { size: [width, height] };
        let mut view = tiny_skia::Pixmap::new(width, height).ok_or(no_pixels)?;
        copy(source, [offset[0], offset[1], width, height], &mut view, [0, 0]);
        let mut scene = position(self.race, frame.at, self.request.legal);
        if let Some(moving) = motion::in_motion(self.race, frame.at, frame.part, &scene, true) {
            scene = moving;
        }
        let items = scene.items.split_off(self.still.min(scene.items.len()));
        let (bounds, across) = self.scale;
        let cars = Scene { bounds, items }.without(self.request.hidden);
        let picture = Picture { transparent: true, ..Picture::plain(self.request.theme, across) };
        let tree = parsed(&svg_of_pixels(&cars, picture)?)?;
        render(&tree, offset, &mut view);
        let page = [0, 0, self.page.width(), self.page.height()];
        let [wide, high] = self.size();
        let mut whole = tiny_skia::Pixmap::new(wide, high).ok_or(MovingError::Size { size: [wide, high] })?;
        copy(&self.page, page, &mut whole, [0, 0]);
        copy(&view, [0, 0, width, height], &mut whole, [left, top]);
        if self.below > 0 {
            let legend = self.caption(frame.at);
            // The picture may have the title above the board already.
            let title = if self.request.parts.contains(&Part::Title) { "" } else { self.race.title() };
            let text = caption_alone(self.request.theme, [wide, self.below], Caption { title, legend: &legend });
            let strip = painted(&parsed(&text)?, 0, self.below)?;
            copy(&strip, [0, 0, wide, self.below], &mut whole, [0, page[3]]);
        }
        self.shown = whole.take();
        Ok(&self.shown)
    }

    /// The upper left corner of the shown part of the board, in pixels of the painted board.
    fn offset(&mut self, frame: Frame) -> [u32; 2] {
        let (Some(board), Some(car)) = (&self.board, self.request.follow) else {
            return [self.window[0], self.window[1]];
        };
        // A car that left the board has no position. Then the view does not move.
        let place = motion::place_of(self.race, frame.at, car, frame.part);
        self.centre = place.filter(|at| at.iter().all(|value| value.is_finite())).unwrap_or(self.centre);
        let [[left, _], [right, top]] = self.scale.0;
        let per_unit = f64::from(board.width()) / (right - left);
        let at = [(self.centre[0] - left) * per_unit, (top - self.centre[1]) * per_unit];
        [(at[0], self.window[2], board.width()), (at[1], self.window[3], board.height())].map(|(at, shown, all)| {
            let most = f64::from(all.saturating_sub(shown));
            (at - f64::from(shown) / 2.0).round().clamp(0.0, most) as u32
        })
    }

    /// The turn, the round and the car that moved, in words.
    fn caption(&self, at: usize) -> String {
        let round = self.race.view(at).round;
        if at == 0 {
            return "Before the first turn".to_owned();
        }
        let turn = format!("Turn {at} of {}, round {round}", self.race.len());
        let mover = self.race.step(at).map(|step| step.car);
        let entrant = mover.and_then(|car| self.race.entrants().iter().find(|entrant| entrant.car == car));
        match entrant {
            Some(entrant) => format!("{turn}: car {}, {}", entrant.car, entrant.name),
            None => turn,
        }
    }
}

/// Returns two values. The first is the board without cars and hidden parts, cropped to the area that the frames need.
/// The second is the number of items that belong to the board, including hidden items.
fn still_scene(
    race: &dyn Race,
    request: &Moving<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(Scene, usize), MovingError> {
    let board = race.track_scene(&[]);
    let mut still = board.items.len();
    let mut area: Option<[[f64; 2]; 2]> = None;
    for at in request.from..=request.to {
        if !go_on() {
            return Err(MovingError::Stopped);
        }
        let mut scene = position(race, at, request.legal);
        let same = scene.items.iter().zip(&board.items).take(still).take_while(|(one, other)| one == other);
        still = same.count();
        let cars = Scene { items: scene.items.split_off(still), ..Scene::default() };
        if let Some([low, high]) = cars.without(request.hidden).content() {
            let [least, most] = area.unwrap_or([low, high]);
            area = Some([[least[0].min(low[0]), least[1].min(low[1])], [most[0].max(high[0]), most[1].max(high[1])]]);
        }
    }
    let bounds = race.scene(request.from, 0).bounds;
    let items = board.items.into_iter().take(still).collect();
    let mut scene = Scene { bounds, items }.without(request.hidden);
    if !request.whole_table {
        // Two invisible points mark the area that the cars need.
        let corner = |center: [f64; 2]| Item {
            shape: Shape::Circle { center, radius: 0.0 },
            style: Style::ActRing,
            tag: Tag::None,
        };
        let corners = area.into_iter().flatten().map(corner);
        let sized = Scene { bounds, items: scene.items.iter().cloned().chain(corners).collect() };
        scene.bounds = sized.without(&[Style::Ruler]).cropped().bounds;
        scene.lay_ruler();
    }
    Ok((scene, still))
}

/// Adds the requested elements, such as the title and the key, around the board of the scene.
fn furnish(race: &dyn Race, request: &Moving<'_>, scene: &mut Scene) {
    let facts = format!("Turns {} to {} of {}", request.from, request.to, race.len());
    // Without parts there is nothing to draw.
    if !request.parts.is_empty() {
        Furniture::race(race, None, facts, &race.scene(0, 0)).add(request.parts, scene);
    }
}

/// Returns the zoom while the view follows a car: the width of the board divided by the width of the view. The zoom is
/// limited, because the painted board must not become too large.
fn zoom([low, high]: [[f64; 2]; 2], width: u32) -> f64 {
    let (across, up) = (high[0] - low[0], high[1] - low[1]);
    let longer = f64::from(width) * (up / across).max(1.0);
    (LARGEST_BOARD / longer).clamp(1.0, ZOOM)
}

/// Draws a scene as a picture with this width in pixels.
fn rasterised(scene: &Scene, request: &Moving<'_>, width: u32) -> Result<tiny_skia::Pixmap, MovingError> {
    let tree = parsed(&svg_of_pixels(scene, Picture::plain(request.theme, width))?)?;
    let size = tree.size().to_int_size();
    if size.width().max(size.height()) > LARGEST_BOARD as u32 {
        return Err(MovingError::Size { size: [size.width(), size.height()] });
    }
    Ok(painted(&tree, 0, size.height())?)
}

/// The rectangle of pixels that a part of a scene covers in the picture.
fn window(part: [[f64; 2]; 2], [low, high]: [[f64; 2]; 2], [width, height]: [u32; 2]) -> Pixels {
    let (wide, tall) = (high[0] - low[0], high[1] - low[1]);
    let x = |x: f64| ((x - low[0]) / wide * f64::from(width)).round().clamp(0.0, f64::from(width)) as u32;
    let y = |y: f64| ((high[1] - y) / tall * f64::from(height)).round().clamp(0.0, f64::from(height)) as u32;
    let (left, top) = (x(part[0][0]).min(width - 1), y(part[1][1]).min(height - 1));
    let [right, bottom] = [x(part[1][0]).max(left + 1), y(part[0][1]).max(top + 1)];
    [left, top, right - left, bottom - top]
}

/// Paints shapes over a picture, `x` pixels further left and `y` pixels further up than in their own drawing.
fn render(tree: &usvg::Tree, [x, y]: [u32; 2], onto: &mut tiny_skia::Pixmap) {
    resvg::render(tree, tiny_skia::Transform::from_translate(-(x as f32), -(y as f32)), &mut onto.as_mut());
}

/// Copies a part of a picture to a place in another picture. Leaves out pixels that do not fit.
fn copy(from: &tiny_skia::Pixmap, [left, top, width, height]: Pixels, to: &mut tiny_skia::Pixmap, at: [u32; 2]) {
    let width = width.min(from.width().saturating_sub(left)).min(to.width().saturating_sub(at[0])) as usize * 4;
    let height = height.min(from.height().saturating_sub(top)).min(to.height().saturating_sub(at[1]));
    let place = |wide: u32, x: u32, y: u32| (y as usize * wide as usize + x as usize) * 4;
    let (wide, wide_to) = (from.width(), to.width());
    for row in 0..height {
        let (source, target) = (place(wide, left, top + row), place(wide_to, at[0], at[1] + row));
        let pixels = &from.data()[source..source + width];
        to.data_mut()[target..target + width].copy_from_slice(pixels);
    }
}
