//! What a table agrees on, as fields to be filled in: the options, and the entry list.

use super::draft::{Draft, Kind};
use super::objects::ObjectKind;
use super::options::{
    AfterFinish, Axis, CrashRule, DamageRule, FinishRule, Hits, LARGEST_TURN_CAP, Measure, Per, Rules, SlowList, Tie,
    WallRule,
};
use super::setup::{MAX_LAPS, MAX_RACERS, RacerEntry, Setup};
use crate::game::CarId;
use crate::game::form::{Entry, Field, Value, misfit};

const WALLS: &[(WallRule, &str)] = &[
    (WallRule::NoTouch, "may not be touched"),
    (WallRule::MayTouch, "may be touched"),
    (WallRule::LandingOnly, "stop landings only"),
    (WallRule::Sampled, "stop cell by cell"),
];
const CRASHES: &[(CrashRule, &str)] = &[
    (CrashRule::Repair, "repair for a turn"),
    (CrashRule::StopAtWall, "stop at the wall"),
    (CrashRule::BackToStart, "back to the start"),
];
const DAMAGE: &[(DamageRule, &str)] =
    &[(DamageRule::None, "none"), (DamageRule::Life, "life points"), (DamageRule::Turns, "turns")];
const MEASURES: &[(Measure, &str)] =
    &[(Measure::Sum, "both components"), (Measure::Speed, "speed"), (Measure::Perpendicular, "speed into the wall")];
const FINISHES: &[(FinishRule, &str)] = &[
    (FinishRule::Line, "the line"),
    (FinishRule::CellsLand, "landing on a finish cell"),
    (FinishRule::CellsPass, "passing a finish cell"),
];
const AFTER_FINISH: &[(AfterFinish, &str)] = &[(AfterFinish::Wins, "wins"), (AfterFinish::Crashes, "crashes")];
const AXES: &[(Axis, &str)] = &[(Axis::Up, "upwards"), (Axis::Down, "downwards")];
const SLOW_LISTS: &[(SlowList, &str)] =
    &[(SlowList::Repaired, "as it is meant"), (SlowList::Literal, "as it is printed")];
const TIES: &[(Option<Tie>, &str)] = &[
    (None, "shared"),
    (Some(Tie::Distance), "distance before"),
    (Some(Tie::Speed), "speed"),
    (Some(Tie::Time), "time"),
    (Some(Tie::Fraction), "earliest crossing"),
];
const PERS: &[(Per, &str)] = &[(Per::Race, "race"), (Per::Lap, "lap")];

/// The most hits that can be asked for.
const MOST_HITS: i64 = 1_000;

/// The options as fields.
#[must_use]
pub fn rules_fields(rules: &Rules) -> Vec<Field> {
    let mut fields = vec![
        Field::new("walls", "Walls", Value::choice(WALLS, rules.walls))
            .help("When a wall stops a racer.")
            .heading("Rules"),
        Field::new("crash", "After a crash", Value::choice(CRASHES, rules.crash))
            .help("Where a racer that crashed goes on, and when."),
        Field::new("damage", "Damage", Value::choice(DAMAGE, rules.damage)).help("What a crash costs besides."),
    ];
    if rules.damage != DamageRule::None {
        fields.push(
            Field::new("measure", "Measured by", Value::choice(MEASURES, rules.measure))
                .help("What of a move decides how hard it hits a wall."),
        );
    }
    for place in 0..=rules.ties.len().min(TIES.len() - 2) {
        let label = if place == 0 { "Ties" } else { "then" };
        let help = "Who wins where several finish in the same turn; one after another, where they are still level.";
        let value = Value::choice(TIES, rules.ties.get(place).copied());
        fields.push(Field::new(format!("tie.{place}"), label, value).help(help));
    }
    fields.extend([
        Field::new("finish", "Finish", Value::choice(FINISHES, rules.finish))
            .help("What ends a race; finish cells are those of a map."),
        Field::new(
            "crash_after_finish",
            "Over the line into a wall",
            Value::choice(AFTER_FINISH, rules.crash_after_finish),
        )
        .help("Whether a move wins that crosses the line for the last time and then hits a wall."),
        Field::new("slow_list", "Slow-downs", Value::choice(SLOW_LISTS, rules.slow_list))
            .help("Which moves a slow-down adds."),
        Field::new("y_axis", "Second coordinate", Value::choice(AXES, rules.y_axis))
            .help("Which way it counts on the sheet, where it is shown or typed; 1U is up either way."),
        Field::new("play_on", "Race on for places", Value::Flag(rules.play_on))
            .help("Whether the others race on after the first finish."),
        Field::new("turn_cap", "Turns at most", Value::Count(rules.turn_cap.into(), 1..=LARGEST_TURN_CAP.into()))
            .help("After so many turns the race is abandoned."),
        Field::new(
            "hits",
            "Hits to make",
            Value::Count(rules.hits.as_ref().map_or(0, |hits| hits.count.into()), 0..=MOST_HITS),
        )
        .help("How many objects must be hit before the finish counts; 0 for none."),
    ]);
    if let Some(hits) = &rules.hits {
        for kind in ObjectKind::ALL {
            let counts = hits.kinds.contains(&kind);
            let field = Field::new(format!("hits.{}", kind.id()), plural(kind), Value::Flag(counts));
            fields.push(field.help("Whether these are hits. Where no kind is marked, all of them are.").beside());
        }
        fields.push(
            Field::new("hits.distinct", "Each once", Value::Flag(hits.distinct)).help("An object counts once only."),
        );
        fields.push(Field::new("hits.per", "Counted in the", Value::choice(PERS, hits.per)));
    }
    fields
}

fn plural(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Oil => "oil",
        ObjectKind::Fast => "speed-ups",
        ObjectKind::Slow => "slow-downs",
        ObjectKind::Warp => "warps",
        ObjectKind::Refl => "reflectors",
        ObjectKind::Spin => "spinners",
    }
}

/// Fills in an option.
///
/// # Errors
/// Where there is no such option, or the entry is none of its values.
pub fn enter_rules(rules: &mut Rules, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    match field {
        "walls" => rules.walls = entry.chosen(WALLS).ok_or_else(wrong)?,
        "crash" => rules.crash = entry.chosen(CRASHES).ok_or_else(wrong)?,
        "damage" => rules.damage = entry.chosen(DAMAGE).ok_or_else(wrong)?,
        "measure" => rules.measure = entry.chosen(MEASURES).ok_or_else(wrong)?,
        "finish" => rules.finish = entry.chosen(FINISHES).ok_or_else(wrong)?,
        "crash_after_finish" => rules.crash_after_finish = entry.chosen(AFTER_FINISH).ok_or_else(wrong)?,
        "slow_list" => rules.slow_list = entry.chosen(SLOW_LISTS).ok_or_else(wrong)?,
        "y_axis" => rules.y_axis = entry.chosen(AXES).ok_or_else(wrong)?,
        "play_on" => rules.play_on = entry.flag().ok_or_else(wrong)?,
        "turn_cap" => {
            let count = entry.count().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong)?;
            rules.turn_cap = count.clamp(1, LARGEST_TURN_CAP);
        }
        "hits" => {
            let count = entry.count().ok_or_else(wrong)?.clamp(0, MOST_HITS) as u32;
            rules.hits = match (count, rules.hits.take()) {
                (0, _) => None,
                (count, Some(hits)) => Some(Hits { count, ..hits }),
                (count, None) => {
                    Some(Hits { count, kinds: Vec::new(), ids: Vec::new(), distinct: true, per: Per::Race })
                }
            };
        }
        _ => {
            if let Some(place) = field.strip_prefix("tie.").and_then(|place| place.parse::<usize>().ok()) {
                return tie(rules, place, entry).ok_or_else(wrong);
            }
            let hits = rules.hits.as_mut().ok_or_else(wrong)?;
            match field.strip_prefix("hits.").ok_or_else(wrong)? {
                "distinct" => hits.distinct = entry.flag().ok_or_else(wrong)?,
                "per" => hits.per = entry.chosen(PERS).ok_or_else(wrong)?,
                kind => {
                    let kind = ObjectKind::ALL.into_iter().find(|known| known.id() == kind).ok_or_else(wrong)?;
                    hits.kinds.retain(|known| *known != kind);
                    if entry.flag().ok_or_else(wrong)? {
                        hits.kinds.push(kind);
                        hits.kinds.sort_unstable();
                    }
                }
            }
        }
    }
    Ok(())
}

/// The tie option at a place of the list: what is chosen twice stays where it was chosen last.
fn tie(rules: &mut Rules, place: usize, entry: &Entry) -> Option<()> {
    let chosen = entry.chosen(TIES)?;
    if place > rules.ties.len() {
        return None;
    }
    match chosen {
        None => rules.ties.truncate(place),
        Some(tie) => {
            if place < rules.ties.len() {
                rules.ties[place] = tie;
            } else {
                rules.ties.push(tie);
            }
            let mut index = 0;
            rules.ties.retain(|other| {
                index += 1;
                *other != tie || index - 1 == place
            });
        }
    }
    Some(())
}

/// A race of two on a circuit, by its own options.
#[must_use]
pub fn new_setup(draft: &Draft) -> Setup {
    let racer = |number: u32| RacerEntry::new(CarId(number), format!("Player {number}"));
    Setup { laps: draft.laps, rules: Some(draft.rules.clone()), racers: vec![racer(1), racer(2)] }
}

/// A setup as fields: laps, options and racers.
#[must_use]
pub fn setup_fields(draft: &Draft, setup: &Setup) -> Vec<Field> {
    let mut fields = Vec::new();
    if draft.kind == Kind::Circuit {
        fields.push(Field::new("laps", "Laps", Value::Count(setup.laps.into(), 1..=MAX_LAPS.into())));
    }
    fields.extend(rules_fields(setup.rules.as_ref().unwrap_or(&draft.rules)));
    let starts: Vec<[i32; 2]> = draft.all_starts().collect();
    for (index, racer) in setup.racers.iter().enumerate() {
        let number = Field::new(format!("racer.{index}.number"), "No.", Value::Count(racer.car.0.into(), 1..=999));
        fields.push(if index == 0 { number.heading("Racers") } else { number });
        let name = Value::Text(racer.name.clone(), 1);
        fields.push(Field::new(format!("racer.{index}.name"), "Player", name).beside());
        if starts.len() > 1 {
            let chosen = racer.start.and_then(|at| starts.iter().position(|start| *start == at)).unwrap_or(0);
            let axis = setup.rules.as_ref().unwrap_or(&draft.rules).y_axis;
            let names = starts.iter().map(|at| axis.shown(*at)).map(|[x, y]| format!("{x}, {y}")).collect();
            let help = "The grid point it starts from.";
            fields.push(
                Field::new(format!("racer.{index}.start"), "Start", Value::Choice(names, chosen)).help(help).beside(),
            );
        }
        let gone = Value::Press(setup.racers.len() > 1);
        fields
            .push(Field::new(format!("racer.{index}.remove"), "Remove", gone).help("Takes it off the list.").beside());
    }
    let room = Value::Press(setup.racers.len() < MAX_RACERS);
    fields.push(Field::new("racer.add", "Add a racer", room).help("Enters one more racer."));
    fields
}

/// Fills in a field of a setup.
///
/// # Errors
/// Where there is no such field, or the entry does not fit it.
pub fn enter_setup(draft: &Draft, setup: &mut Setup, field: &str, entry: &Entry) -> Result<(), String> {
    let wrong = || misfit(field);
    if field == "laps" {
        let count = entry.count().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong)?;
        setup.laps = count.clamp(1, MAX_LAPS);
        return Ok(());
    }
    if field == "racer.add" {
        let number = (1..).find(|number| setup.racers.iter().all(|racer| racer.car.0 != *number)).unwrap_or(1);
        setup.racers.push(RacerEntry::new(CarId(number), format!("Player {number}")));
        return Ok(());
    }
    let Some(rest) = field.strip_prefix("racer.") else {
        return enter_rules(setup.rules.get_or_insert_with(|| draft.rules.clone()), field, entry);
    };
    let (index, what) = rest.split_once('.').ok_or_else(wrong)?;
    let index: usize = index.parse().map_err(|_| wrong())?;
    let racer = setup.racers.get_mut(index).ok_or_else(wrong)?;
    match what {
        "number" => racer.car = CarId(entry.count().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong)?),
        "name" => entry.text().ok_or_else(wrong)?.clone_into(&mut racer.name),
        "start" => {
            let Entry::Choice(chosen) = entry else { return Err(wrong()) };
            // The first is the usual one, and need not be named.
            racer.start = draft.all_starts().nth(*chosen).filter(|_| *chosen > 0);
        }
        "remove" => {
            setup.racers.remove(index);
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_filled_in_and_comes_back() {
        let mut rules = Rules::default();
        let entries: &[(&str, Entry)] = &[
            ("walls", Entry::Choice(2)),
            ("crash", Entry::Choice(1)),
            ("damage", Entry::Choice(1)),
            ("measure", Entry::Choice(2)),
            ("tie.0", Entry::Choice(2)),
            ("tie.1", Entry::Choice(3)),
            ("finish", Entry::Choice(1)),
            ("crash_after_finish", Entry::Choice(1)),
            ("slow_list", Entry::Choice(1)),
            ("y_axis", Entry::Choice(1)),
            ("play_on", Entry::Flag(false)),
            ("turn_cap", Entry::Count(77)),
            ("hits", Entry::Count(3)),
            ("hits.spin", Entry::Flag(true)),
            ("hits.oil", Entry::Flag(true)),
            ("hits.distinct", Entry::Flag(false)),
            ("hits.per", Entry::Choice(1)),
        ];
        for (field, entry) in entries {
            enter_rules(&mut rules, field, entry).expect("an option");
            let shown = rules_fields(&rules).into_iter().find(|shown| shown.id == *field).expect("a field").value;
            let expected = match (&shown, entry) {
                (Value::Choice(_, chosen), Entry::Choice(entered)) => chosen == entered,
                (Value::Flag(flag), Entry::Flag(entered)) => flag == entered,
                (Value::Count(count, _), Entry::Count(entered)) => count == entered,
                _ => false,
            };
            assert!(expected, "{field}: {shown:?} after {entry:?}");
        }
        assert_eq!(rules.ties, [Tie::Speed, Tie::Time]);
        enter_rules(&mut rules, "tie.1", &Entry::Choice(2)).expect("the same twice");
        assert_eq!(rules.ties, [Tie::Speed], "chosen twice, it is there once");
        assert!(enter_rules(&mut rules, "walls", &Entry::Flag(true)).is_err());
        assert!(enter_rules(&mut rules, "nothing", &Entry::Choice(0)).is_err());
    }

    #[test]
    fn racers_are_entered_and_taken_off() {
        let draft = Draft { start: Some([1, 2]), starts: vec![[3, 4]], ..Draft::default() };
        let mut setup = new_setup(&draft);
        enter_setup(&draft, &mut setup, "racer.add", &Entry::Press).expect("one more");
        enter_setup(&draft, &mut setup, "racer.0.remove", &Entry::Press).expect("one less");
        enter_setup(&draft, &mut setup, "racer.1.start", &Entry::Choice(1)).expect("a start");
        enter_setup(&draft, &mut setup, "racer.1.name", &Entry::Text("Ann".to_owned())).expect("a name");
        let racers: Vec<(u32, &str, Option<[i32; 2]>)> =
            setup.racers.iter().map(|racer| (racer.car.0, racer.name.as_str(), racer.start)).collect();
        assert_eq!(racers, [(2, "Player 2", None), (3, "Ann", Some([3, 4]))]);
        assert!(enter_setup(&draft, &mut setup, "racer.9.name", &Entry::Text(String::new())).is_err());
    }
}
