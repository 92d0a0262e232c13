//! A race as text: setup lines, then one line per turn (ledger, section 6.2).
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
//! | start | `<` or `>`: rotates on the spot | VR-PEN-03 |
//! | | `R6`, `R6T`: put back on the table, facing 6; `L`, `R`, `B` or `T` names the edge | VR-EDGE-03, VR-EDGE-04 |
//! | brake | `J2` in front of the vector of gear 2 | VR-BRAKE |
//! | move | gear, placement, `+` boost length (0: wasted), car's place and rotation: `4FL+2 F>` | VR-MOVE, VR-BOOST |
//! | no move | `X<`, `X-`, `X>`: stands still, with its rotation | VR-PEN |
//! | | `E2`, `E`: goes over the table's edge, facing 2 along it | VR-EDGE |
//! | | `L`: misses its turn; `Y5`: lets car 5 play first | VR-EDGE-03, VR-YIELD |
//! | | `=4` alone: the car takes its declaration back and declares gear 4 | VR-TURN-03 |
//! | | `Q`: concedes; `Q!`: its player has left | VR-QUIT |
//! | attack | `D3` slipstream, `P3` push, `S3.FL` slingshot, `O3.F` boost overtaking, `H3L` shunt, `M3R` ram | VR-ATT |
//! | | `!` after the attack: the target uses its shield | VR-POW-09 |
//! | pit | `T5N3`: points taken | VR-PIT |
//! | call | `BOX`: calls BOX-BOX | VR-PIT |
//! | powers | `*wide`, `*open`, `*spareT`, `*spareN`, `*late+`, `*late-` | VR-POW |
//! | | `*tape`, `*jump`, `*swapTN`, `*swapNT` | VR-POW |
//! | | `*take.wide`: a Super Power taken from the reserve | VR-POW-03 |
//! | declaration | `=5`; left out by a car that finishes | VR-TURN-03 |
//! | steward | `?VR-CUT-01:6+`: clause, deciding car, allowed (`+`) or refused (`-`) | VR-MISC-02 |
//! | next round | `@3,7,5`: order of the next round, taken from the log of an imported game | R-47 |
//!
//! Every [`Turn`] that a file can contain can be printed and read back, even if the rules do not allow it. So the
//! notation accepts any place for any attack (`P3.FL`, `S3`, `H3.F`). Printed lines are *canonical*: the parts are in
//! the order of the table, with one space between them and no remark. Reading accepts more. The parts between the car's
//! place and the declaration may have any order, powers may also be at the start of the line, and any number of spaces
//! is allowed.
//!
//! # The setup
//!
//! The setup stands before the first turn, with one line for each value. Blank lines and lines that begin with `#` are
//! ignored. Names, the title and the description run to the end of their line, so a `#` in them does not start a
//! remark. They use `\\`, `\n`, `\t` and `\u{2028}` for characters that a line cannot contain.
//!
//! | line | meaning |
//! |---|---|
//! | `race A duel` | the title |
//! | `track Oval`, `about ...` | the circuit's name and description |
//! | `edition formula8`, `second` or `online` | the edition |
//! | `laps 3` | the number of laps |
//! | `option overlap 0.02`, `option ram yes` | a field of [`Options`](super::Options), under its name in files |
//! | `table 40x24`, `table -2,-2 22,16` | the table, from its lower left to its upper right corner |
//! | `wall 20,6 4 cw` | the pitwall: centre, direction; then the race direction (`cw` or `ccw`, VR-SETUP-04) |
//! | `corner 1 8,10 5`, `corner 1 8,10 5 ccw` | a corner: number, centre, facing, its own direction if any |
//! | `limit out 1,1 3,1 3,3`, `limit in ...` | a track limit: pieces must stay outside, or inside |
//! | `octagon 25` | the width of an octagon on the real table, in millimetres |
//! | `label 12,3 0.5 Grandstand` | a label on the board: position, height of the letters, text |
//! | `car 3 Ada` | a car of the entry list |
//! | `grid 3 1 2 4` | the order drawn by lot, from pole (VR-GRID-01) |
//! | `side white` or `black` | the side of pole on which the second car starts (VR-GRID-03) |
//! | `pole 2`, `pole 2 8.31` | the pole car's distance from the wall's axis; online also its distance behind the wall |
//! | `place 1 @3.5` | car 1 starts at place 5 behind car 3 (VR-START-03) |
//! | `points 3 T5N3` | tyre and nitro points that car 3 takes (VR-RES-01) |
//! | `boost 3` | car 3 is committed to a boost on its first move (first edition, VR-FIRST-02) |
//! | `power 3 wide` | car 3 takes this Super Power (VR-POW-01) |
//! | `start 4` | the gear of the first move; in the first edition always 3, and may be left out |
//!
//! Coordinates are decimals, or contain √2 as in `13+1/2r`. A car's `car` line comes before any other line that
//! mentions the car. A `points` line comes at the time when a car takes its points (VR-RES-02). In the first edition
//! this is after the grid is complete. In the second edition it is after the draw, before any car is placed. In the
//! online edition it is right after the car's own placement.

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
