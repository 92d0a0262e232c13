//! The exact pieces and their overlap: sections 1.1, 1.2 and 1.4 of the ledger.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::{dir, number, point};
use paddock::games::vektorace::Edition;
use paddock::games::vektorace::pieces::{HALF_SIDE, NOSE_OFFSET, PIT_LINE_OFFSET, pieces, vector_parts};
use paddock::geometry::{Direction, Octilinear, Point, Surd};

/// Returns the polygon with these corners, separated by `;`.
fn polygon(corners: &str) -> Octilinear {
    let corners: Vec<Point> = corners.split(';').map(|corner| point(corner.trim())).collect();
    Octilinear::around(&corners).expect("some corners")
}

#[test]
fn section_1_1_directions() {
    let units = ["1,0", "w,w", "0,1", "-w,w", "-1,0", "-w,-w", "0,-1", "w,-w"];
    for (direction, unit) in Direction::ALL.into_iter().zip(units) {
        assert_eq!(direction.unit(), point(&unit.replace("-w", "-1/2r")), "{direction:?}");
        // Rotating a direction by 45° gives the next one.
        assert_eq!(direction.unit().turned(1), Some(direction.turned(1).unit()));
    }
    assert!(number("1/2r") > number("0.7071") && number("1/2r") < number("0.7072"));
}

#[test]
fn section_1_2_the_car() {
    assert_eq!(HALF_SIDE, number("-1/2+1/2r"));
    let s = "-1/2+1/2r";
    let t = "1/2-1/2r";
    let base = polygon(&format!("1/2,{s}; {s},1/2; {t},1/2; -1/2,{s}; -1/2,{t}; {t},-1/2; {s},-1/2; 1/2,{t}"));
    assert_eq!(*pieces().car(), base);
    assert_eq!(base.corners().len(), 8);
    for direction in Direction::ALL {
        // The middle of the front is half a unit ahead, and the nose 1/200 behind it.
        assert_eq!(pieces().front(direction) + pieces().front(direction), direction.unit());
        assert_eq!(Some(pieces().front(direction) - pieces().nose(direction)), direction.times(NOSE_OFFSET));
        // The front edge is the edge of the base in that direction.
        assert_eq!(pieces().car().reach(direction), pieces().front(direction).along(direction));
    }
    assert_eq!(NOSE_OFFSET, number("0.005"));
    // The body is 1 long and one side of an octagon wide.
    let body = pieces().body(dir(0));
    assert_eq!((body.reach(dir(0)), body.reach(dir(2))), (Surd::HALF, HALF_SIDE));
}

#[test]
fn section_1_2_the_vectors() {
    let parts = |length, first: &str, d| vector_parts(length, point(first), dir(d)).collect::<Vec<_>>();
    for d in 0..8 {
        assert_eq!(parts(1, "0,0", d).len(), 1);
        assert_eq!(parts(2, "0,0", d).len(), 2);
        for length in 3..=5 {
            let found = parts(length, "0,0", d);
            assert_eq!(found.len(), 3);
            assert_eq!(found[1], pieces().car().moved(dir(d).unit() * i64::from(length - 1)));
        }
    }
    assert_eq!(parts(4, "0,0", 0)[2], polygon("0,7/25; 0,-7/25; 3,7/25; 3,-7/25"));
    let diagonal = polygon("7/50r,-7/50r; -7/50r,7/50r; 43/50r,57/50r; 57/50r,43/50r");
    assert_eq!(parts(3, "0,0", 1)[2], diagonal);
}

#[test]
fn section_1_2_the_corner() {
    // The ledger's table times K, with K·√2/4 = 6293/20000 √2 and K − 3K√2/4.
    let near = "6293/20000r";
    let far = "6293/5000-18879/20000r";
    let minus_far = "-6293/5000+18879/20000r";
    let corner = polygon(&format!(
        "{near},{near}; {far},{near}; -{near},{minus_far}; -{near},-{near}; {minus_far},-{near}; {near},{far}"
    ));
    assert_eq!(*pieces().corner(dir(3)), corner);
    for facing in 0..8 {
        let turned = pieces().corner(dir(facing));
        assert_eq!(corner.turned(facing - 3).as_ref(), Some(turned));
        // The corner is point-symmetric about its reference point.
        assert!(Direction::ALL.into_iter().all(|d| turned.reach(d) == turned.reach(d.opposite())));
    }
}

#[test]
fn section_1_2_the_pitwall() {
    assert_eq!(PIT_LINE_OFFSET, number("3/4+3/8r"));
    let s = "-3/8+3/8r";
    let t = "3/8-3/8r";
    let small = polygon(&format!("3/8,{s}; {s},3/8; {t},3/8; -3/8,{s}; -3/8,{t}; {t},-3/8; {s},-3/8; 3/8,{t}"));
    let [rear, front, shaft] = pieces().pitwall(dir(0));
    assert_eq!(*rear, small.moved(point("-9/8,0")));
    assert_eq!(*front, small.moved(point("9/8,0")));
    assert_eq!(*shaft, polygon("9/8,21/100; 9/8,-21/100; -9/8,21/100; -9/8,-21/100"));
}

#[test]
fn section_1_4_overlap() {
    let base = *pieces().car();
    let by = |offset: &str| base.overlaps(&base.moved(point(offset)));
    // Touching along an edge or at a point is legal.
    assert!(!by("1,0") && !by("w,w") && !by("1,0.3"));
    assert!(by("0.9999,0") && by("0.7071,0.7071"));
    // On a diagonal axis: 0.9 + 0.5142 is just below √2, 0.9 + 0.5143 just above.
    assert!(by("0.9,0.5142") && !by("0.9,0.5143"));
    let depth = Edition::Online.overlap_tolerance().expect("online has one");
    assert_eq!((depth, Edition::Second.overlap_tolerance()), (number("1/50"), None));
    let online = |offset: &str| base.overlaps_by(&base.moved(point(offset)), depth);
    assert!(online("0.98,0") && !online("0.9801,0"));
    // Along a diagonal the depth is not scaled: here 49/50 of the unit vector.
    assert!(online("49/100r,49/100r") && !online("49/100r+0.0001,49/100r"));
}
