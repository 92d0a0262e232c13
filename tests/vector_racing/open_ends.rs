//! Tests of walls with an open end, of walls along a line of sight, and of warps that end on a boundary: RT-GEO-02,
//! RT-GEO-03, RT-CRASH-02, RT-CRASH-03 and RT-WALL-01 (ledger, sections 2 and 8).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::games::vector_racing::{Crossing, Draft, Rational, Spot, WallDraft, WallRule};

/// A square from the origin with a square island, and a finish line from the lower side to the island.
fn square(size: i64, island: [i64; 2], at: i64, crossing: Crossing, start: [i32; 2]) -> Draft {
    Draft {
        outer: rectangle([0, size], [0, size]),
        islands: vec![rectangle(island, island)],
        finish: line(&format!("{at},0"), &format!("{at},{}", island[0]), crossing),
        start: Some(start),
        ..ring()
    }
}

/// A wall that is open at its second end.
fn open_to(from: &str, to: &str) -> WallDraft {
    WallDraft { open_to: true, ..wall(from, to) }
}

/// A wall that is open at its first end.
fn open_from(from: &str, to: &str) -> WallDraft {
    WallDraft { open_from: true, ..wall(from, to) }
}

/// A draft turned by a quarter turn about the middle of its square.
fn turned(draft: &Draft, size: i64) -> Draft {
    let spot = |spot: &Spot| {
        let [x, y] = *spot;
        [Rational::new(size * y.denominator() - y.numerator(), y.denominator()).unwrap(), x]
    };
    let outline = |spots: &[Spot]| spots.iter().map(spot).collect::<Vec<Spot>>();
    let mut next = draft.clone();
    next.outer = outline(&draft.outer);
    next.islands = draft.islands.iter().map(|island| outline(island)).collect();
    for wall in &mut next.walls {
        (wall.from, wall.to) = (spot(&wall.from), spot(&wall.to));
    }
    if let Some(finish) = &mut next.finish {
        (finish.from, finish.to) = (spot(&finish.from), spot(&finish.to));
        finish.crossing = match finish.crossing {
            Crossing::Right => Crossing::Up,
            Crossing::Up => Crossing::Left,
            Crossing::Left => Crossing::Down,
            Crossing::Down => Crossing::Right,
            Crossing::Any => Crossing::Any,
        };
    }
    next.start = draft.start.map(|[x, y]| [size as i32 - y, x]);
    next
}

/// Plays a move on a draft and on its three quarter turns. Returns where the racer is at the end, turned back.
fn ends(draft: &Draft, size: i32, [at, velocity]: [[i32; 2]; 2]) -> Vec<[i32; 2]> {
    let (mut draft, mut at, mut velocity) = (draft.clone(), at, velocity);
    let mut found = Vec::new();
    for quarter in 0..4 {
        let mut end = Trial::new(&draft).from(at, velocity).after.at;
        for _ in 0..quarter {
            end = [end[1], size - end[0]];
        }
        found.push(end);
        draft = turned(&draft, size.into());
        (at, velocity) = ([size - at[1], at[0]], [-velocity[1], velocity[0]]);
    }
    found
}

#[test]
fn rt_crash_02_nobody_is_put_on_the_open_end_of_the_wall_that_was_hit() {
    // The racer comes from the left end's side and hits the middle of the wall. From the open end at (2, 11), the wall
    // itself is the way to the crash.
    let mut draft = square(14, [4, 9], 4, Crossing::Left, [2, 13]);
    draft.walls = vec![open_to("3,11", "2,11")];
    assert_eq!(ends(&draft, 14, [[2, 12], [1, -2]]), [[2, 12]; 4]);
    draft.walls = vec![open_from("2,11", "3,11")];
    assert_eq!(ends(&draft, 14, [[2, 12], [1, -2]]), [[2, 12]; 4], "the same wall, drawn from its other end");
    // A slanted wall from the island's corner.
    let mut draft = square(10, [3, 6], 5, Crossing::Right, [5, 2]);
    draft.walls = vec![open_to("4,3", "3,1")];
    assert_eq!(ends(&draft, 10, [[4, 2], [-2, -1]]), [[4, 2]; 4]);
    // A second wall on the same line, beyond the crash, hides nothing.
    let mut draft = square(14, [4, 9], 4, Crossing::Left, [2, 13]);
    draft.walls = vec![open_to("3,11", "2,11"), open_to("1,11", "1/2,11")];
    assert_eq!(ends(&draft, 14, [[2, 12], [1, -2]]), [[2, 12]; 4]);
}

#[test]
fn rt_geo_03_arriving_at_an_open_end_along_the_wall_is_no_contact() {
    for walls in [WallRule::NoTouch, WallRule::MayTouch] {
        let on = |wall: WallDraft| {
            let mut draft = square(10, [3, 6], 4, Crossing::Right, [4, 1]);
            draft.rules.walls = walls;
            draft.walls = vec![wall];
            Trial::new(&draft)
        };
        let open = on(open_to("8,1", "5,1"));
        assert_eq!(lands(&open.from([4, 1], [1, 0])), Some([5, 1]), "{walls:?}");
        assert_eq!(lands(&open.from([4, 2], [1, -1])), Some([5, 1]), "{walls:?}: across its line");
        // A longer overlap is a contact, and so is a closed end.
        let beyond = crash(&open.from([4, 1], [2, 0])).0;
        assert_eq!(beyond, if walls == WallRule::NoTouch { t(1, 2) } else { t(1, 1) }, "{walls:?}");
        assert_eq!(crash(&on(wall("8,1", "5,1")).from([4, 1], [1, 0])).0, t(1, 1), "{walls:?}");
    }
}

#[test]
fn rt_wall_01_an_open_end_leaves_its_corner_free() {
    // Between the island's corner (9, 4) and the wall that begins there, only the corner is touched.
    let on = |wall: WallDraft| {
        let mut draft = square(13, [4, 9], 8, Crossing::Right, [7, 2]);
        draft.rules.walls = WallRule::MayTouch;
        draft.walls = vec![wall];
        Trial::new(&draft)
    };
    assert_eq!(lands(&on(open_from("9,4", "11,2")).from([8, 3], [2, 2])), Some([10, 5]));
    assert_eq!(lands(&on(open_to("11,2", "9,4")).from([8, 3], [2, 2])), Some([10, 5]));
    assert_eq!(crash(&on(wall("9,4", "11,2")).from([8, 3], [2, 2])).0, t(1, 2), "a closed end closes the gap");
}

#[test]
fn rt_wall_01_a_warp_may_end_on_a_boundary_that_may_be_touched() {
    let on = |walls: WallRule| {
        let mut draft = square(12, [4, 8], 4, Crossing::Right, [3, 2]);
        draft.warps = vec![warp("1,2 2,2 2,3", [9, 9])];
        draft.rules.walls = walls;
        Trial::new(&draft)
    };
    let touching = on(WallRule::MayTouch);
    // The exit (11, 12) is on the outer boundary. The move ends there, leads back inside, or leads off the track.
    assert_eq!(lands(&touching.from([3, 4], [-1, -1])), Some([11, 12]));
    assert_eq!(lands(&touching.from([3, 4], [-2, -2])), Some([10, 11]));
    assert_eq!(crash(&touching.from([2, 1], [0, 3])).0, t(2, 3));
    // Where walls may not be touched, the racer crashes in the exit.
    assert_eq!(crash(&on(WallRule::NoTouch).from([3, 4], [-1, -1])).0, t(1, 1));
}

#[test]
fn rt_crash_03_the_nearest_point_that_is_not_ahead() {
    let mut draft = square(12, [4, 8], 4, Crossing::Right, [8, 10]);
    draft.islands = vec![spots("4,4 8,4 9,5 7,8 4,8")];
    draft.walls = vec![wall("10,10", "11,8")];
    draft.rules.walls = WallRule::LandingOnly;
    // (11, 10) is ahead of the crash along the track. The next nearest point is (11, 9), not one far behind it.
    let report = Trial::new(&draft).from([11, 10], [3, -1]);
    assert_eq!(report.crash.unwrap().placed, [11, 9]);
}
