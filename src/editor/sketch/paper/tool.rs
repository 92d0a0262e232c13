//! The tools of Vector Racing.

use crate::editor::sketch::{Form, Tool};

pub(super) const BOUNDARY: &str = "boundary";
pub(super) const FINISH: &str = "finish";
pub(super) const START: &str = "start";
pub(super) const WALL: &str = "wall";
pub(super) const DISC: &str = "disc";
pub(super) const OIL: &str = "oil";
pub(super) const SPEED_UP: &str = "speed-up";
pub(super) const SLOW_DOWN: &str = "slow-down";
pub(super) const WARP: &str = "warp";
pub(super) const REFLECTOR: &str = "reflector";
pub(super) const SPINNER: &str = "spinner";

/// The tools, in the order of the palette.
#[rustfmt::skip]
pub(super) const ALL: &[Tool] = &[
    Tool::new((BOUNDARY, "Boundary tool", "boundary"), Form::Ring, ('B', "polygon"),
        "Click the corners of the outer boundary, then of each island. Press Enter or click the first corner to close a boundary. Or hold down the mouse button and draw the whole boundary."),
    Tool::new((FINISH, "Finish line tool", "finish line"), Form::Segment, ('L', "flag-checkered"),
        "Click or drag from one end of the finish line to the other. A new finish line replaces the old one."),
    Tool::new((START, "Start tool", "start"), Form::Point, ('S', "flag"),
        "Click a grid point where racers can start. The first start is the default."),
    Tool::new((WALL, "Wall tool", "wall"), Form::Segment, ('W', "wall"),
        "Click or drag from one end of a free wall to the other."),
    Tool::new((DISC, "Disc tool", "disc"), Form::Circle, ('C', "circle"),
        "Click or drag from the centre of a disc (a round wall) to its rim."),
    Tool::new((OIL, "Oil slick tool", "oil slick"), Form::Area, ('O', "drop"),
        "Click the corners of an oil slick and press Enter; for a single point, click once and press Enter."),
    Tool::new((SPEED_UP, "Speed-up tool", "speed-up"), Form::Area, ('U', "fast-forward"),
        "Click the corners of a speed-up and press Enter; for a single point, click once and press Enter."),
    Tool::new((SLOW_DOWN, "Slow-down tool", "slow-down"), Form::Area, ('Y', "rewind"),
        "Click the corners of a slow-down and press Enter; for a single point, click once and press Enter."),
    Tool::new((WARP, "Warp tool", "warp"), Form::Area, ('X', "swap"),
        "Click the corners of the first end of a warp and press Enter. Then drag the second end to its place."),
    Tool::new((REFLECTOR, "Reflector tool", "reflector"), Form::Segment, ('I', "flip-horizontal"),
        "Click or drag from one end of a reflector to the other."),
    Tool::new((SPINNER, "Spinner tool", "spinner"), Form::Point, ('T', "spiral"),
        "Click a point to put a spinner there."),
];
