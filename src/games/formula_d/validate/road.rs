//! Checks the weather chart, road markings and arrows (FD-VAL-29 to 31).

use super::Found;
use super::net::Net;
use crate::game::Issue;
use crate::games::formula_d::draft::{Arrow, Draft, EdgeKind, Forecast};

/// Returns the weather for each result of the black die, from 1 to 20. Returns an error message if the weather chart
/// lacks a result or lists it twice.
pub(in crate::games::formula_d) fn chart_of(draft: &Draft) -> Result<[Forecast; 20], String> {
    let mut chart = [None; 20];
    for line in &draft.chart {
        for result in line.from..=line.to {
            let place = usize::from(result).checked_sub(1).and_then(|place| chart.get_mut(place));
            let Some(place) = place.filter(|place| place.is_none()) else {
                return Err(format!("Weather chart: result {result} is missing or listed twice."));
            };
            *place = Some(line.weather);
        }
    }
    let mut whole = [Forecast::Good; 20];
    for (result, (to, from)) in (1..).zip(whole.iter_mut().zip(chart)) {
        let Some(from) = from else {
            return Err(format!("Weather chart: result {result} is missing or listed twice."));
        };
        *to = from;
    }
    Ok(whole)
}

pub(super) fn check(net: &Net<'_>, found: &mut Found) {
    let draft = net.draft;
    if !draft.chart.is_empty()
        && let Err(message) = chart_of(draft)
    {
        let issue = Issue::warning("FD-VAL-29", message);
        found
            .add(issue.fix("List each result from 1 to 20 in exactly one line of the chart, or race without weather."));
    }
    for (message, at) in faults(net) {
        found.add(
            Issue::warning("FD-VAL-30", message)
                .at(at)
                .fix("Correct this road marking, or switch off the option \"Road race\" for races on this circuit."),
        );
    }
    for space in 0..net.len() {
        let arrows = &draft.spaces[space].arrows;
        if arrows.is_empty() {
            continue;
        }
        let mut drawn: Vec<Arrow> = arrows.clone();
        drawn.sort_unstable();
        drawn.dedup();
        let mut edges: Vec<Arrow> = net
            .ways_out(space)
            .filter_map(|way| match way.kind {
                EdgeKind::Ahead | EdgeKind::Portal(_) => Some(Arrow::Ahead),
                EdgeKind::Left => Some(Arrow::Left),
                EdgeKind::Right => Some(Arrow::Right),
                _ => None,
            })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        if drawn != edges {
            let message = format!("The arrows drawn on {} do not match its exits.", net.id(space));
            found.add(
                Issue::warning("FD-VAL-31", message)
                    .at(net.at(space))
                    .fix("Draw an arrow for each exit of the space, and delete all its other arrows."),
            );
        }
    }
}

/// Returns the faults in the road markings of a draft that passed validation.
pub(in crate::games::formula_d) fn road_faults(draft: &Draft) -> Vec<String> {
    let mut nothing = Found::default();
    Net::new(draft, &mut nothing).map_or_else(Vec::new, |net| faults(&net).into_iter().map(|(says, _)| says).collect())
}

/// Whether the road markings of a draft have no faults.
pub(super) fn faults_free(net: &Net<'_>) -> bool {
    faults(net).is_empty()
}

fn faults(net: &Net<'_>) -> Vec<(String, [f64; 2])> {
    let mut faults = Vec::new();
    let mut say = |what: String, at: [f64; 2]| faults.push((format!("A road marking is wrong: {what}."), at));
    let mut portals: Vec<(u32, usize)> = Vec::new();
    for way in &net.ways {
        if let EdgeKind::Portal(number) = way.kind {
            if portals.iter().any(|(other, _)| *other == number) {
                say(format!("tunnel number {number} is used twice"), net.at(way.from));
            }
            portals.push((number, way.from));
        }
    }
    for space in (0..net.len()).filter(|space| !net.is_track(*space)) {
        let drawn = &net.draft.spaces[space];
        if drawn.noise || drawn.danger {
            let what = if drawn.noise { "noise" } else { "danger" };
            say(format!("the {what} mark on {} is not on the track", drawn.id), net.at(space));
        }
    }
    if !net.ways.iter().any(|way| way.police) {
        return faults;
    }
    // Every route around the track must cross the police line exactly once. So all routes from the finish line to a
    // space cross the police line equally often, and every complete lap crosses it once.
    let mut crossed: Vec<Option<u8>> = vec![None; net.len()];
    for way in net.ways.iter().filter(|way| way.finish && net.is_track(way.to)) {
        crossed[way.to] = Some(u8::from(way.police));
    }
    for space in net.order().into_iter().filter(|space| net.is_track(*space)) {
        let Some(count) = crossed[space] else { continue };
        for way in net.ways_out(space).filter(|way| net.is_track(way.to)) {
            let after = count.saturating_add(u8::from(way.police));
            let is_sound = if way.finish { count == 1 } else { *crossed[way.to].get_or_insert(after) == after };
            if !is_sound {
                let at = net.at(space);
                say("a route does not cross the police line exactly once".to_owned(), at);
                return faults;
            }
        }
    }
    faults
}
