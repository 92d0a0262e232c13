//! Generates the shipped circuits of `tracks/formula_d`: each laid out along a centre line, with its marks.
//!
//! ```text
//! cargo run --release -p paddock-tools --bin lay_formula_d
//! ```

#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::path::Path;

use paddock::game::Severity;
use paddock::game::prelude::*;
use paddock::games::formula_d::{
    ChartLine, CornerArrows, Draft, Forecast, FormulaD, lay, mark_police, set_corner_arrows,
};
use paddock::replay::{self, TrackFile};
use paddock::storage;

/// The description of a circuit. Coordinates are in spaces, x to the right, y up.
struct Drawn {
    file: &'static str,
    name: &'static str,
    description: &'static str,
    laps: u32,
    line: &'static [[f64; 2]],
    tunnels: &'static [usize],
    pit: &'static [[f64; 2]],
    /// The names of the corners in driving order, each with its number of stops if it differs from the suggested one.
    corners: &'static [(&'static str, Option<u8>)],
    /// The highest roll of the black die that means good weather, and the highest that means changeable weather.
    chart: [u8; 2],
    /// The indices of the corners in which cars may not change lanes towards the outside.
    inwards: &'static [usize],
    road: Option<Road>,
}

/// The marks of a road circuit. Positions count the spaces of a lane from the start line.
struct Road {
    police: i32,
    /// The noise zones, over all lanes: the first and the last space of each.
    noise: &'static [[i32; 2]],
    /// The danger spaces: the lane, and the position in it.
    danger: &'static [(u8, i32)],
}

const DRAWN: [Drawn; 4] = [
    Drawn {
        file: "saltmarsh",
        name: "Saltmarsh",
        description: "A park circuit on the edge of the marsh: long bends, one hairpin, and room to pass.",
        laps: 2,
        line: &[
            [0.0, 0.0],
            [8.0, 0.0],
            [16.0, 0.5],
            [22.0, 4.0],
            [22.0, 10.0],
            [17.0, 14.0],
            [16.5, 19.0],
            [20.0, 23.5],
            [18.5, 29.0],
            [12.0, 31.0],
            [4.0, 30.0],
            [-4.0, 30.0],
            [-12.0, 28.0],
            [-16.5, 23.0],
            [-17.0, 17.0],
            [-21.0, 12.5],
            [-27.5, 10.5],
            [-30.5, 5.5],
            [-27.0, 0.8],
            [-18.0, 0.0],
            [-9.0, 0.0],
        ],
        tunnels: &[],
        pit: &[[-20.0, 1.9], [-16.0, 3.0], [5.0, 3.0], [9.0, 1.9]],
        corners: &[
            ("Curlew", Some(3)),
            ("Sluice", None),
            ("Reedbed", None),
            ("Heron", None),
            ("Dyke", None),
            ("Causeway", None),
        ],
        chart: [10, 15],
        inwards: &[],
        road: None,
    },
    Drawn {
        file: "weavers-knot",
        name: "Weaver's Knot",
        description: "A figure of eight: the way back to the line goes over a bridge.",
        laps: 2,
        line: &[
            [-16.0, 0.0],
            [-9.0, 1.0],
            [-3.0, 5.5],
            [3.0, 11.5],
            [9.0, 17.0],
            [16.0, 20.5],
            [23.0, 21.0],
            [28.0, 18.5],
            [30.0, 13.0],
            [30.0, 7.0],
            [28.5, 1.5],
            [23.0, -1.0],
            [16.0, -0.5],
            [9.0, 3.0],
            [3.0, 8.5],
            [-3.0, 14.0],
            [-9.0, 18.5],
            [-18.0, 21.0],
            [-27.0, 19.0],
            [-35.0, 21.0],
            [-42.0, 20.5],
            [-46.5, 17.0],
            [-47.5, 11.5],
            [-47.5, 7.5],
            [-45.5, 2.5],
            [-40.0, 0.2],
            [-30.0, 0.0],
            [-23.0, 0.0],
        ],
        tunnels: &[],
        pit: &[[-36.0, 1.9], [-31.0, 3.0], [-18.0, 3.0], [-13.5, 2.1]],
        corners: &[("Shuttle", Some(2)), ("Bobbin", None), ("Heddle", Some(2)), ("Selvedge", None)],
        chart: [8, 15],
        inwards: &[],
        road: None,
    },
    Drawn {
        file: "gaslight-quarter",
        name: "Gaslight Quarter",
        description: "Round the blocks by night: a tunnel, a speed trap, and neighbours who hear every engine.",
        laps: 2,
        line: &[
            [0.0, 0.0],
            [9.0, 0.0],
            [16.0, 1.0],
            [19.5, 4.5],
            [20.0, 11.0],
            [20.0, 16.0],
            [23.0, 20.5],
            [29.0, 21.5],
            [33.5, 24.5],
            [33.5, 30.0],
            [29.0, 33.5],
            [23.0, 34.0],
            [9.0, 34.0],
            [2.0, 34.0],
            [-4.0, 32.0],
            [-6.0, 27.0],
            [-6.5, 21.0],
            [-10.0, 16.5],
            [-16.0, 16.5],
            [-21.0, 20.0],
            [-26.0, 23.0],
            [-32.0, 21.5],
            [-34.5, 15.5],
            [-34.5, 8.0],
            [-32.0, 2.0],
            [-26.0, 0.0],
            [-17.0, 0.0],
            [-8.0, 0.0],
        ],
        tunnels: &[11],
        pit: &[[-21.0, 1.9], [-17.0, 3.0], [4.0, 3.0], [8.0, 1.9]],
        corners: &[
            ("Lamplighter", Some(2)),
            ("Apothecary", None),
            ("Cooper", None),
            ("Saddler", None),
            ("Fountain", None),
            ("Mint", None),
            ("Gasworks", None),
        ],
        chart: [9, 14],
        inwards: &[],
        road: Some(Road { police: 31, noise: &[[115, 119]], danger: &[(3, 27), (2, 92), (1, 145), (1, 146)] }),
    },
    Drawn {
        file: "cobalt-pass",
        name: "Cobalt Pass",
        description: "Up the pass by hairpins and down again in one long sweep.",
        laps: 2,
        line: &[
            [0.0, 0.0],
            [9.0, 0.0],
            [16.0, 0.4],
            [20.3, 3.5],
            [20.3, 9.0],
            [16.0, 12.3],
            [6.0, 12.5],
            [-1.0, 13.0],
            [-5.0, 16.5],
            [-2.0, 20.5],
            [5.0, 21.0],
            [14.0, 20.5],
            [21.0, 22.5],
            [24.0, 28.0],
            [20.5, 33.0],
            [13.0, 33.0],
            [5.0, 31.0],
            [-4.0, 32.5],
            [-13.0, 30.0],
            [-17.0, 24.0],
            [-17.5, 17.0],
            [-22.0, 12.5],
            [-28.0, 9.5],
            [-29.5, 4.0],
            [-25.0, 0.2],
            [-17.0, 0.0],
            [-8.0, 0.0],
        ],
        tunnels: &[],
        pit: &[[-19.0, 1.9], [-15.0, 3.0], [5.0, 3.0], [9.0, 1.9]],
        corners: &[
            ("Tollgate", None),
            ("Lower Hairpin", None),
            ("Upper Hairpin", None),
            ("Saddle", None),
            ("Quarry", None),
            ("Homeward", None),
        ],
        chart: [7, 14],
        inwards: &[],
        road: None,
    },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tracks/formula_d");
    std::fs::create_dir_all(&folder)?;
    for drawn in &DRAWN {
        let draft = draft(drawn);
        let (_, issues) = FormulaD::validate(&draft);
        for issue in &issues {
            println!("{}: {} {}", drawn.file, issue.id, issue.message);
        }
        if issues.iter().any(|issue| issue.severity == Severity::Error) {
            return Err(format!("{} cannot be raced", drawn.file).into());
        }
        for corner in &draft.corners {
            let [from, to] = [corner.shortest, corner.longest].map(Option::unwrap_or_default);
            println!("  {} {}: {} stops, {from} to {to} spaces", corner.id, corner.name, corner.stops);
        }
        let spaces = draft.spaces.iter().filter(|space| space.lane > 0).count();
        let text = replay::print(&TrackFile::<FormulaD>::new(draft))?;
        storage::write(&folder.join(drawn.file).with_extension("json"), text.as_bytes())?;
        println!("{}: {spaces} spaces", drawn.file);
    }
    Ok(())
}

/// Makes the circuit: lays it out and marks it.
fn draft(drawn: &Drawn) -> Draft {
    let [good, changeable] = drawn.chart;
    let chart =
        [(1, good, Forecast::Good), (good + 1, changeable, Forecast::Changeable), (changeable + 1, 20, Forecast::Rain)];
    let blank = Draft {
        name: drawn.name.to_owned(),
        description: drawn.description.to_owned(),
        space_mm: Some(16.0),
        laps: drawn.laps,
        chart: chart.map(|(from, to, weather)| ChartLine { from, to, weather }).to_vec(),
        tunnels: drawn.tunnels.to_vec(),
        pit_line: drawn.pit.to_vec(),
        ..Draft::default()
    };
    let mut draft = lay(&blank, drawn.line);
    for (corner, (name, stops)) in draft.corners.iter_mut().zip(drawn.corners) {
        corner.name = (*name).to_owned();
        corner.stops = stops.unwrap_or(corner.stops);
    }
    for corner in drawn.inwards {
        set_corner_arrows(&mut draft, *corner, CornerArrows::Inwards);
    }
    if let Some(road) = &drawn.road {
        mark_police(&mut draft, Some(road.police * 2));
        for space in draft.spaces.iter_mut().filter(|space| space.lane > 0) {
            let place = space.rank / 2;
            space.noise = road.noise.iter().any(|[from, to]| (*from..=*to).contains(&place));
            space.danger = road.danger.contains(&(space.lane, place));
        }
    }
    draft
}
