//! A race as text: one line a turn, and lines that say how it began (ledger, section 6.2).
//!
//! ```text
//! race A duel in the Oval
//! track Oval
//! edition second
//! laps 2
//! table 40x24
//! wall 20,6 4 cw
//! corner 1 8,10 5
//! corner 2 8,16 3
//! corner 3 32,16 1
//! corner 4 32,10 7
//! car 7 Ada
//! car 3 Bruno
//! grid 7 3
//! points 7 T4N4
//! points 3 T3N5
//! pole 1.5
//! place 3 @7.2
//! start 4
//!
//! 7: 4F+2 FL- =5
//! 3: 4FL F> =4   # a remark
//! ```
//!
//! # A turn
//!
//! `car: [start] [brake] move [attack] [pit] [call] [powers] [=gear] [?call] [@order]`
//!
//! | part | form | clause |
//! |---|---|---|
//! | start | `<` or `>`: turns on the spot | VR-PEN-03 |
//! | | `R6`, `R6T`: put back on the table facing 6, along the edge `L`, `R`, `B` or `T` | VR-EDGE-03, VR-EDGE-04 |
//! | brake | `J2` in front of the vector of gear 2 | VR-BRAKE |
//! | move | gear, placement, `+` and the boost's length (0: wasted); then the car's place and turn: `4FL+2 F>` | VR-MOVE, VR-BOOST |
//! | no move | `X<`, `X-`, `X>`: stands still | VR-PEN |
//! | | `E2`, `E`: goes over the table's edge, facing 2 along it | VR-EDGE |
//! | | `L`: misses its turn; `Y5`: lets car 5 play first | VR-EDGE-03, VR-YIELD |
//! | | `=4` alone: takes its declaration back for another | VR-TURN-03 |
//! | | `Q`: concedes; `Q!`: its player has left | VR-QUIT |
//! | attack | `D3` slipstream, `P3` push, `S3.FL` slingshot, `O3.F` boost overtaking, `H3L` shunt, `M3R` ram | VR-ATT |
//! | | `!` after it: the target plays its shield | VR-POW-09 |
//! | pit | `T5N3`: points taken | VR-PIT |
//! | call | `BOX` | VR-PIT |
//! | powers | `*wide`, `*open`, `*spareT`, `*spareN`, `*late+`, `*late-`, `*tape`, `*jump`, `*swapTN`, `*swapNT` | VR-POW |
//! | | `*take.wide`: taken from the reserve | VR-POW-03 |
//! | declaration | `=5`; none for a car that finishes | VR-TURN-03 |
//! | steward | `?VR-CUT-01:6+`: clause, the deciding car, allowed (`+`) or refused (`-`) | VR-MISC-02 |
//! | next round | `@3,7,5`: its order, decided by the log of an imported game | R-47 |
//!
//! Printing and reading are inverse of each other for every [`Turn`] a file can hold, whether a rule allows it or not: any
//! attack may have any place (`P3.FL`, `S3`, `H3.F`). A line that is printed is *canonical*: the parts in the order of the
//! table, one space between two, no remark. Reading is a little more generous: the parts between the car's place and the
//! declaration stand in any order, powers also at the very front, and blanks are free.
//!
//! # The setup
//!
//! One line a fact, before the first turn; blank lines and lines that begin with `#` say nothing. Names, the title and the
//! description run to the end of their line (so a `#` in them is no remark), with `\\`, `\n`, `\t` and `\u{2028}` for what a
//! line cannot hold.
//!
//! | line | says |
//! |---|---|
//! | `race A duel` | the title |
//! | `track Oval`, `about ...` | the circuit's name and description |
//! | `edition formula8`, `second` or `online` | the edition |
//! | `laps 3` | how many laps |
//! | `option overlap 0.02`, `option ram yes` | a field of [`Options`](super::Options), under its name in files |
//! | `table 40x24`, `table -2,-2 22,16` | the table, from its lower left to its upper right corner |
//! | `wall 20,6 4 cw` | the pitwall: centre, direction, and which way round the race goes (`cw` or `ccw`, VR-SETUP-04) |
//! | `corner 1 8,10 5`, `corner 1 8,10 5 ccw` | a corner: number, reference point, facing, its own hand |
//! | `limit out 1,1 3,1 3,3`, `limit in ...` | a track limit that pieces keep out of, or in |
//! | `octagon 25` | how long an octagon is on the table, in millimetres |
//! | `label 12,3 0.5 Grandstand` | words on the board: place, height of the letters, what they say |
//! | `car 3 Ada` | a car of the entry list |
//! | `grid 3 1 2 4` | the draw, from pole (VR-GRID-01) |
//! | `side white` or `black` | to which side the grid is staggered (VR-GRID-03) |
//! | `pole 2`, `pole 2 8.31` | pole's distance from the wall's axis, and online how far it stands back |
//! | `place 1 @3.5` | car 1 takes place 5 behind car 3 (VR-START-03) |
//! | `points 3 T5N3` | points taken (VR-RES-01) |
//! | `boost 3` | the first edition's secret boost (VR-FIRST-02) |
//! | `power 3 wide` | the Super Power taken (VR-POW-01) |
//! | `start 4` | the gear of the first move; the first edition's is always 3 and may go unsaid |
//!
//! Coordinates are decimals, or hold √2 as `13+1/2r`. A car is named by its `car` line before any other line speaks of it, and
//! points are taken when they are due (VR-RES-02): in the first edition once the grid is complete, in the second after the
//! draw and before any car is placed, online by each car right after its own placement.

mod attack;
mod print;
mod read;

use super::Turn;
use super::Vektorace;
use crate::game::{Notation, NotationError};

impl Notation for Vektorace {
    fn notation(turn: &Turn) -> String {
        print::Line(turn).to_string()
    }

    fn read_notation(line: &str) -> Result<Turn, NotationError> {
        read::turn(line)
    }
}
