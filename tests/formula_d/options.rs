//! Tests of the optional rules, by clause: FD-CAR, FD-WEA, FD-TIR, FD-PSO, FD-TEA, FD-BAS.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::CarId;
use paddock::game::prelude::*;
use paddock::games::formula_d::{
    Additions, FormulaD, Grid, Phase, Preset, Setup, Skill, Standing, TyreSet, Wear, Weather, moves, team_points,
};

fn refused(table: &Table, line: &str) -> (&'static str, String) {
    let illegal = table.refusal(line);
    (illegal.clause, illegal.message)
}

fn refusals(setup: &Setup) -> Vec<(&'static str, String)> {
    match FormulaD::start(&valid(&oval()), setup) {
        Ok(_) => Vec::new(),
        Err(issues) => issues.into_iter().map(|issue| (issue.id, issue.message)).collect(),
    }
}

fn begun(setup: &Setup) -> Table {
    let track = valid(&oval());
    let state = FormulaD::start(&track, setup).unwrap_or_else(|issues| panic!("{issues:#?}"));
    Table { track, setup: setup.clone(), state }
}

#[test]
fn fd_car_01_twenty_points() {
    let mut built = setup(1);
    built.rules.construction = true;
    let with = |wear: [u8; 6]| {
        let mut built = built.clone();
        built.cars[0].wear = Some(Wear(wear));
        refusals(&built)
    };
    let text = "The wear points must add up to 20, with 1 to 14 on the tyres and 1 to 7 on each other zone.".to_owned();
    assert_eq!(with([15, 1, 1, 1, 1, 1]), [("FD-CAR-01", text.clone())]);
    assert_eq!(with([6, 3, 3, 3, 3, 1]), [("FD-CAR-01", text)]);
    assert!(with([14, 2, 1, 1, 1, 1]).is_empty());
    assert_eq!(refusals(&built)[0].0, "FD-CAR-01");
    assert_eq!(with([4, 8, 2, 2, 2, 2])[0].0, "FD-CAR-01");
    // A printed card has its own points, so other points need not add up to 20.
    let with = |skill: Skill, wear: [u8; 6]| {
        let mut road = road(1);
        road.cars[0].skill = Some(skill);
        road.cars[0].wear = Some(Wear(wear));
        refusals(&road)
    };
    let range = "The wear points are out of range: the tyres have 1 to 14, each other zone has 1 to 7.".to_owned();
    assert_eq!(with(Skill::HowSweet, [15, 3, 2, 2, 3, 3]), [("FD-CAR-01", range)]);
    assert!(with(Skill::HowSweet, [7, 3, 2, 2, 3, 2]).is_empty());
    assert_eq!(with(Skill::AceAtTheWheel, [15, 1, 1, 1, 1, 1]).len(), 1);
    assert_eq!(with(Skill::AceAtTheWheel, [7, 3, 2, 2, 3, 2])[0].0, "FD-CAR-01");
    assert!(with(Skill::AceAtTheWheel, [7, 3, 2, 2, 3, 3]).is_empty());
}

fn weather(race: u8) -> Setup {
    let mut setup = setup(1);
    setup.rules.weather = true;
    setup.weather.race = Some(race);
    setup
}

#[test]
fn fd_wea_01_states_and_chart() {
    let mut draft = oval();
    draft.chart.clear();
    let refused = FormulaD::start(&valid(&draft), &weather(3)).unwrap_err();
    assert_eq!(
        (refused[0].id, refused[0].message.as_str()),
        ("FD-WEA-01", "The circuit has no weather chart: add one, or race without weather.")
    );
    assert!(Weather::Showers.is_rain() && Weather::Rainy.is_rain() && !Weather::Changeable.is_rain());
    let mut table = table_of(&weather(12), "b12 g2 made=1");
    table.state.weather = Weather::Showers;
    table.mark("b13");
    table.play("1.1 g2 d2 m2 !D=5");
    assert_eq!(table.wear(1)[5], 1);
}

#[test]
fn fd_wea_02_before_qualifying() {
    let mut setup = weather(3);
    setup.rules.qualifying = true;
    let missing = ("FD-WEA-02", "The weather roll before qualifying is missing.".to_owned());
    assert!(refusals(&setup).contains(&missing));
    setup.weather.qualifying = Some(18);
    assert_eq!(begun(&setup).state.weather, Weather::Rainy);
    setup.weather.qualifying = Some(12);
    assert_eq!(begun(&setup).state.weather, Weather::Good);
}

#[test]
fn fd_wea_03_before_the_race() {
    for (roll, weather_then) in [(3, Weather::Good), (12, Weather::Changeable), (17, Weather::Rainy)] {
        assert_eq!(begun(&weather(roll)).state.weather, weather_then);
    }
    let mut none = weather(3);
    none.weather.race = None;
    assert_eq!(refusals(&none), [("FD-WEA-02", "The weather roll before the race is missing.".to_owned())]);
    none.weather.race = Some(21);
    assert!(!refusals(&none).is_empty());
}

#[test]
fn fd_wea_04_checks() {
    let mut table = table_of(&weather(12), "b46 g5");
    let line = |roll: u8| format!("1.1 g5 d20 m18 b2 !M=20 !W={roll}");
    for (from, roll, to) in [
        (Weather::Changeable, 16, Weather::Showers),
        (Weather::Showers, 16, Weather::Rainy),
        (Weather::Showers, 5, Weather::Changeable),
        (Weather::Changeable, 5, Weather::Good),
        (Weather::Showers, 12, Weather::Showers),
    ] {
        table.place("b46 g5");
        table.state.cars[0].wear = [6, 3, 3, 3, 3, 2];
        table.state.weather = from;
        table.play(&line(roll));
        assert_eq!(table.state.weather, to);
    }
    table.place("b46 g5");
    table.state.cars[0].wear = [6, 3, 3, 3, 3, 2];
    table.state.weather = Weather::Changeable;
    assert_eq!(table.refused("1.1 g5 d20 m18 b2 !M=20").clause, "FD-WEA-02");
    assert_eq!(table.refused("1.1 g5 d19 m19 !W=3").clause, "FD-LOG-02");
}

#[test]
fn fd_wea_05_fixed_ends() {
    let mut table = table_of(&weather(12), "b46 g5");
    table.state.weather = Weather::Good;
    let illegal = table.refused("1.1 g5 d20 m18 b2 !M=20 !W=3");
    assert_eq!(
        (illegal.clause, illegal.message.as_str()),
        ("FD-WEA-05", "The weather of this race no longer changes. Delete the weather roll.")
    );
    table.clone().play("1.1 g5 d20 m18 b2 !M=20");
    // The rolls of the turn use the old weather: a 4 does damage in dry weather.
    table.state.weather = Weather::Changeable;
    table.play("1.1 g5 d20 m18 b2 !M=4 !W=18");
    assert_eq!((table.wear(1)[4], table.state.weather), (2, Weather::Showers));
}

fn tyres(set: TyreSet, laps: u32) -> Setup {
    let mut setup = setup(1);
    setup.laps = laps;
    setup.rules.tyres = true;
    setup.cars[0].tyres = set;
    setup
}

#[test]
fn fd_tir_01_choice_of_tyres() {
    let mut plain = setup(1);
    plain.cars[0].tyres = TyreSet::Soft;
    assert_eq!(refusals(&plain)[0].0, "FD-TIR-01");
    let mut table = table_of(&tyres(TyreSet::Soft, 3), "c46 g4");
    assert_eq!(table.car(1).tyres, TyreSet::Soft);
    // On the track tyres cannot be changed: a stop needs the box.
    let text = "Tyres can be changed only in the car's own box. The car does not reach it: the box is \
                4 spaces away, and the die shows 9.";
    assert_eq!(refused(&table, "1.1 g4 d9 m9 pit:tire(rain)"), ("FD-TIR-01", text.to_owned()));
    assert_eq!(refused(&table, "1.1 g4 d9 m9 pit:tire").0, "FD-PIT-03");
    assert_eq!(refused(&table_of(&tyres(TyreSet::Soft, 3), "a14 g4"), "1.1 g4 d9 m9 pit:tire(rain)").0, "FD-TIR-01");
    table.go("1.1 g4 d9 m4P2 pit:tire(rain)");
    assert_eq!(table.car(1).tyres, TyreSet::Rain);
    let mut both = tyres(TyreSet::Rain, 2);
    both.rules.qualifying = true;
    both.cars[0].qualifying_tyres = Some(TyreSet::Soft);
    let mut laps = begun(&both);
    assert_eq!((laps.car(1).tyres, laps.state.phase), (TyreSet::Soft, Phase::Qualifying(0)));
    // Between qualifying and the race tyres are chosen again.
    laps.state.cars[0].lap = 1;
    laps.state.cars[0].gear = 1;
    laps.play("0.1 g1 d1 m1 clock:60");
    assert_eq!((laps.car(1).tyres, laps.state.phase), (TyreSet::Rain, Phase::Race));
    let mut table = crate::common::table("c46 g4");
    assert_eq!(refused(&table, "1.1 g4 d9 m4P2 pit:tire(rain)").0, "FD-TIR-01");
    table.go("1.1 g4 d9 m4P2 pit:tire");
}

#[test]
fn fd_tir_02_worn_tyres() {
    let mut table = table_of(&tyres(TyreSet::Soft, 4), "a12 g2 lap=3");
    let worn = |table: &Table| table.state.is_worn(table.car(1), table.car(1).lap);
    assert!(worn(&table));
    table.place("a12 g2 lap=2");
    assert!(!worn(&table));
    table.place("c46 g4 lap=2");
    table.play("1.1 g4 d9 m4P2 !P=15");
    table.place("a12 g2 lap=3");
    assert!(!worn(&table));
}

#[test]
fn fd_tir_03_factors() {
    for (set, lap, rain, lost) in [
        (TyreSet::Rain, 1, false, 4),
        (TyreSet::Soft, 3, false, 6),
        (TyreSet::Soft, 1, false, 2),
        (TyreSet::Soft, 3, true, 6),
        (TyreSet::Soft, 1, true, 2),
        (TyreSet::Rain, 3, false, 6),
        (TyreSet::Rain, 3, true, 2),
        (TyreSet::Hard, 3, false, 2),
    ] {
        let mut table = table_of(&tyres(set, 4), &format!("a13 g2 lap={lap}"));
        table.state.cars[0].wear[0] = 6;
        if rain {
            // Drift depends on the spaces entered; here none of the next ones lies in a corner.
            table.state.weather = Weather::Rainy;
        }
        table.go("1.1 g2 d2 m2");
        assert_eq!(6 - table.wear(1)[0], lost, "{set:?} lap {lap} rain {rain}");
    }
    let mut double = table_of(&tyres(TyreSet::Soft, 2), "a13 g2");
    double.rules().switches.soft_dry_double = true;
    double.go("1.1 g2 d2 m2");
    assert_eq!(double.wear(1)[0], 2);
}

#[test]
fn fd_tir_04_the_bonus_of_soft_tyres() {
    let mut table = table_of(&tyres(TyreSet::Soft, 2), "b0 g2");
    assert!(table.plays("1.1 g2 d4 m4") && table.plays("1.1 g2 d4 m5 t+"));
    assert!(!table.plays("1.1 g2 d4 m5"));
    table.state.weather = Weather::Rainy;
    assert_eq!(
        refused(&table, "1.1 g2 d4 m5 t+"),
        ("FD-TIR-04", "Soft tyres give no extra space here: it rains.".to_owned())
    );
    let mut stop = table_of(&tyres(TyreSet::Soft, 2), "c46 g4");
    stop.play("1.1 g4 d9 m4P2 !P=7 =p5");
}

#[test]
fn r_61_the_bonus_after_a_stop() {
    // After a slow tyre stop the new set counts at once; with the switch off, only from the move after leaving the box.
    let mut wait = table_of(&tyres(TyreSet::Soft, 2), "c46 g4");
    wait.play("1.1 g4 d9 m4P2 !P=17");
    assert!(wait.plays("2.1 g2 d2 m3 t+") && wait.plays("2.1 g2 d2 m2"));
    let listed = |table: &Table| FormulaD::legal_turns(&table.track, &table.state).iter().any(|legal| legal.turn.soft);
    assert!(listed(&wait));
    wait.rules().switches.soft_bonus_after_stop = false;
    let text = "Soft tyres give no extra space here: the car is leaving its box.";
    assert_eq!(refused(&wait, "2.1 g2 d2 m3 t+"), ("FD-TIR-04", text.to_owned()));
    assert!(!listed(&wait));
    // No bonus out of the box after a technical stop, nor after a quick stop, whose move has a fixed number of spaces.
    let mut both = tyres(TyreSet::Soft, 2);
    both.rules.pit_options = true;
    let mut technical = table_of(&both, "c46 g4");
    technical.play("1.1 g4 d9 m4P2 pit:tech");
    assert_eq!(refused(&technical, "2.1 g2 d2 m3 t+"), ("FD-TIR-04", text.to_owned()));
    technical.play("2.1 g2 d2 m2");
    assert!(technical.plays("3.1 g2 d2 m3 t+"));
}

#[test]
fn r_60_overshooting_as_printed() {
    let of = |cars: &str| {
        let mut table = table(cars);
        table.rules().switches.literal_overshoot = true;
        table
    };
    // Three spaces with the last three tyre points: a spin; with the switch an elimination.
    let mut usual = table("a13 g2 T3");
    usual.go("1.1 g2 d3 m3 spin");
    let mut literal = of("a13 g2 T3");
    let option = |table: &Table| {
        let found = moves(&table.track, &table.state, CarId(1), 2, 3, Additions::default()).0;
        let option = found.options.iter().find(|option| option.brakes == 0 && table.track.name(option.end) == "a16");
        option.map(|option| (option.spins, option.is_out)).unwrap()
    };
    assert_eq!((option(&table("a13 g2 T3")), option(&literal)), ((true, false), (false, true)));
    literal.go("1.1 g2 d3 m3 x");
    assert!(literal.is_out(1));
    // One space with the last point is a spin in both cases. If points are left, they are not the last ones.
    of("a13 g1 T1").go("1.1 g1 d1 m1 spin");
    of("a13 g1 T0").go("1.1 g1 d1 m1 spin");
    let mut rest = of("a13 g2 T4");
    rest.go("1.1 g2 d3 m3");
    assert_eq!((rest.wear(1)[0], rest.car(1).spun), (1, false));
    // The number of spaces counts, not their cost: one space at twice the cost is one space.
    let mut rain = table_of(&tyres(TyreSet::Rain, 2), "a13 g1 T2");
    rain.rules().switches.literal_overshoot = true;
    rain.go("1.1 g1 d1 m1 spin");
}

#[test]
fn fd_tir_05_drift() {
    let rain = |cars: &str| {
        let mut table = table_of(&tyres(TyreSet::Hard, 2), cars);
        table.state.weather = Weather::Rainy;
        table
    };
    let mut short = rain("b6 g2");
    short.go("1.1 g2 d3 m3 =b9");
    let mut into = rain("b6 g2");
    into.go("1.1 g2 d4 m7 w3 =b13");
    assert_eq!(
        refused(&rain("b6 g2"), "1.1 g2 d4 m4"),
        ("FD-TIR-05", "The move is too short: drift in the rain makes it 3 spaces longer.".to_owned())
    );
    // A move that is too short may have to be longer by the drift too.
    assert_eq!(
        rain("b6 g2").refusal("1.1 g2 d4 m3").message,
        "The move must be 4 spaces long (die 4), but the route has 3: drive 1 more, and another 3 if the car enters a \
         corner (drift), or brake for 1 (`b1`)."
    );
    let mut through = rain("b6 g3");
    through.go("1.1 g3 d8 m11 =b17");
    assert_eq!(through.wear(1)[0], 2);
    let mut wet = table_of(&tyres(TyreSet::Rain, 2), "b6 g2");
    wet.state.weather = Weather::Rainy;
    wet.go("1.1 g2 d4 m5 w1 =b11");
    // The start space does not count.
    rain("b13 g2 made=1").go("1.1 g2 d3 m3");
    assert_eq!(rain("b6 g2").refusal("1.1 g2 d4 m7 w2").clause, "FD-TIR-05");
    // Worn soft tyres drift only with the switch.
    let mut worn = table_of(&tyres(TyreSet::Soft, 4), "b6 g2 lap=3");
    worn.state.weather = Weather::Rainy;
    worn.clone().go("1.1 g2 d4 m4 =b10");
    worn.rules().switches.worn_soft_drift = true;
    worn.go("1.1 g2 d4 m7 =b13");
}

#[test]
fn fd_tir_06_drift_and_brakes() {
    let rain = || {
        let mut table = table_of(&tyres(TyreSet::Hard, 2), "b6 g2");
        table.state.weather = Weather::Rainy;
        table
    };
    let mut early = rain();
    early.go("1.1 g2 d4 m3 b1 =b9");
    let mut late = rain();
    late.go("1.1 g2 d4 m6 b1 =b12");
    assert_eq!((early.wear(1)[1], late.wear(1)[1]), (2, 2));
    rain().go("1.1 g2 d4 m4 b3 =b10");
}

#[test]
fn fd_tir_07_other_additions_come_first() {
    let mut setup = road(1);
    setup.rules.weather = true;
    setup.weather.race = Some(20);
    let mut table = table_of(&setup, "b6 g2");
    table.go("1.1 g2 d3 m8 n w3 =b14");
}

#[test]
fn fd_tir_08_hard_tyres_in_the_dry() {
    let mut table = table_of(&tyres(TyreSet::Hard, 2), "b6 g2");
    table.go("1.1 g2 d4 m4 =b10");
    assert_eq!(table.wear(1)[0], 6);
    assert_eq!(refused(&table_of(&tyres(TyreSet::Hard, 2), "b6 g2"), "1.1 g2 d4 m5 t+").0, "FD-TIR-04");
}

#[test]
fn fd_tir_09_the_bonus_of_one_lap() {
    let mut table = table_of(&tyres(TyreSet::Soft, 3), "b0 g2 lap=2");
    assert!(table.plays("1.1 g2 d4 m5 t+"));
    table.rules().switches.soft_bonus_one_lap = true;
    assert_eq!(refused(&table, "1.1 g2 d4 m5 t+").0, "FD-TIR-04");
    table.state.cars[0].fresh = true;
    assert!(table.plays("1.1 g2 d4 m5 t+"));
}

fn stops(cars: u32) -> Setup {
    let mut setup = setup(cars);
    setup.laps = 3;
    setup.rules.pit_options = true;
    setup
}

#[test]
fn fd_pso_01_a_choice_of_stops() {
    let table = table_of(&stops(1), "c46 g4");
    assert_eq!(
        refused(&table, "1.1 g4 d9 m4P2"),
        ("FD-PSO-01", "The kind of stop is missing: choose a tyre stop or a technical stop.".to_owned())
    );
    assert!(table.plays("1.1 g4 d9 m4P2 pit:tire") && table.plays("1.1 g4 d9 m4P2 pit:tech"));
    assert_eq!(refused(&crate::common::table("c46 g4"), "1.1 g4 d9 m4P2 pit:tech").0, "FD-PSO-01");
}

#[test]
fn fd_pso_01_the_option_needs_a_pit_lane() {
    let mut draft = oval();
    let is_pit = |id: &str| id.starts_with(['p', 'x']);
    draft.spaces.retain(|space| !is_pit(&space.id));
    draft.edges.retain(|edge| !is_pit(&edge.from) && !is_pit(&edge.to));
    let track = valid(&draft);
    assert!(!track.has_pit());
    let issues = FormulaD::start(&track, &stops(1)).unwrap_err();
    let issues: Vec<(&str, &str)> = issues.iter().map(|issue| (issue.id, issue.message.as_str())).collect();
    let text = "Switch off \"Tyre and technical stops\": this circuit has no pit lane.";
    assert_eq!(issues, [("FD-PSO-01", text)]);
    assert!(FormulaD::start(&track, &setup(1)).is_ok());
}

#[test]
fn fd_pso_02_technical_stops_repair() {
    let mut table = table_of(&stops(1), "c46 g4 T1 B0 E2");
    let text = (
        "FD-PSO-02",
        "These repairs are not allowed: a technical stop repairs up to 2 wear points in one or two zones, but not in the tyres.".to_owned(),
    );
    assert_eq!(refused(&table, "1.1 g4 d9 m4P2 pit:tech+T1"), text);
    assert_eq!(refused(&table, "1.1 g4 d9 m4P2 pit:tech+B3"), text);
    let tyre = "A tyre stop repairs nothing: delete the repairs, or make it a technical stop.";
    assert_eq!(refused(&table, "1.1 g4 d9 m4P2 pit:tire+B1"), ("FD-PSO-02", tyre.to_owned()));
    table.go("1.1 g4 d9 m4P2 pit:tech+B1+E1");
    assert_eq!(table.wear(1), [6, 1, 3, 3, 3, 2]);
}

#[test]
fn fd_pso_03_the_allowance_is_for_the_race() {
    let mut table = table_of(&stops(1), "c46 g4 B0");
    table.go("1.1 g4 d9 m4P2 pit:tech+B2");
    table.place("c46 g4 B0 lap=2");
    assert_eq!(
        refused(&table, "1.1 g4 d9 m4P2 pit:tech+B1"),
        ("FD-PSO-03", "Too few repair points for this stop: 0 left.".to_owned())
    );
    assert!(table.plays("1.1 g4 d9 m4P2 pit:tech"));
}

#[test]
fn fd_pso_04_leaving_after_a_technical_stop() {
    let mut table = table_of(&stops(1), "c46 g4");
    assert_eq!(table.refused("1.1 g4 d9 m4P2 pit:tech !P=3").clause, "FD-LOG-02");
    table.play("1.1 g4 d9 m4P2 pit:tech");
    assert_eq!(
        refused(&table, "2.1 g5 d11 m8"),
        ("FD-PSO-04", "This gear is too high: after a technical stop use gear 1 to 4.".to_owned())
    );
    assert!(table.plays("2.1 g4 d7 m7"));
}

#[test]
fn fd_tea_01_pairs() {
    let mut five = setup(5);
    five.rules.teams = true;
    assert_eq!(
        refusals(&five),
        [("FD-TEA-01", "The number of cars is odd, but teams of two need an even number.".to_owned())]
    );
    let mut four = setup(4);
    four.rules.teams = true;
    let table = begun(&four);
    let boxes = |car: usize| table.track.name(table.state.terms.cars[car].pit_box);
    assert_eq!([0, 1, 2, 3].map(boxes), ["x1", "x1", "x2", "x2"]);
    four.cars[0].team = Some(1);
    assert!(!refusals(&four).is_empty());
}

#[test]
fn fd_tea_02_a_team_shares_its_repair_points() {
    let mut four = stops(4);
    four.rules.teams = true;
    let mut table = table_of(&four, "c46 g4 B0 E1, a20 g4 B0, a10 g4, b5 g4");
    table.go("1.1 g4 d9 m4P2 pit:tech+B1+E2");
    table.place("a50 g4, c46 g4 B0, a10 g4, b5 g4");
    table.state.order = [1, 0, 2, 3].into_iter().collect();
    table.state.cars[0].boxed = false;
    let refused = refused(&table, "1.2 g4 d9 m4P2 pit:tech+B2");
    assert_eq!(refused, ("FD-PSO-03", "Too few repair points for this stop: 1 left.".to_owned()));
    assert!(table.plays("1.2 g4 d9 m4P2 pit:tech+B1"));
}

#[test]
fn r_62_every_stop_of_a_team_may_repair() {
    // Without the option for stops, a repair is part of the only kind of stop.
    let mut two = setup(2);
    two.rules.teams = true;
    let mut table = table_of(&two, "c46 g4 B0 E1, a20 g4");
    assert!(table.plays("1.1 g4 d9 m4P2 pit:tire+B2+E2 !P=15"));
    table.play("1.1 g4 d9 m4P2 pit:tire+B1+E2 !P=15");
    assert_eq!((table.wear(1)[1], table.wear(1)[4], table.state.team_repairs.as_slice()), (1, 3, &[1][..]));
    let mut off = two.clone();
    off.rules.switches.team_repairs = false;
    let table = table_of(&off, "c46 g4 B0, a20 g4");
    assert_eq!(refused(&table, "1.1 g4 d9 m4P2 pit:tire+B1 !P=15").0, "FD-PSO-02");
    // With the option, tyre stops repair too; with the switch off, only technical stops do.
    let mut both = stops(2);
    both.rules.teams = true;
    assert!(table_of(&both, "c46 g4 B0, a20 g4").plays("1.1 g4 d9 m4P2 pit:tire+B1 !P=15"));
    both.rules.switches.team_repairs = false;
    let table = table_of(&both, "c46 g4 B0, a20 g4");
    assert_eq!(refused(&table, "1.1 g4 d9 m4P2 pit:tire+B1 !P=15").0, "FD-PSO-02");
    assert!(table.plays("1.1 g4 d9 m4P2 pit:tech+B1"));
}

#[test]
fn r_65_teams_and_boxes_have_any_numbers() {
    let mut four = setup(4);
    four.rules.teams = true;
    for (entry, team) in four.cars.iter_mut().zip([77, 3, 77, 3]) {
        entry.team = Some(team);
    }
    let table = begun(&four);
    let boxes = |table: &Table| {
        let name = |car: usize| table.track.name(table.state.terms.cars[car].pit_box).to_owned();
        [0, 1, 2, 3].map(name)
    };
    // Boxes are given out in the order of the list.
    assert_eq!(boxes(&table), ["x1", "x2", "x1", "x2"]);
    assert_eq!([0, 1, 2, 3].map(|car| table.state.terms.cars[car].team), [0, 1, 0, 1]);
    four.cars[2].pit_box = Some(4);
    assert_eq!(boxes(&begun(&four)), ["x4", "x1", "x4", "x1"]);
    four.cars[0].pit_box = Some(2);
    assert_eq!(refusals(&four)[0], ("FD-TEA-01", "The team of car 1 has two different boxes.".to_owned()));
    four.cars[0].pit_box = Some(9);
    assert_eq!(
        refusals(&four)[0],
        ("FD-VAL-24", "There is no pit box for car 1: the circuit has no box 9.".to_owned())
    );
    four.cars[1].team = Some(1_000_000);
    four.cars[0].pit_box = None;
    assert_eq!(refusals(&four)[0], ("FD-TEA-01", "Team 1000000 has 1 car, not two.".to_owned()));
    // Without teams, a named box belongs to no other car.
    let mut three = setup(3);
    three.cars[2].pit_box = Some(1);
    let table = begun(&three);
    let name = |car: usize| table.track.name(table.state.terms.cars[car].pit_box);
    assert_eq!([0, 1, 2].map(name), ["x2", "x3", "x1"]);
    // The numbers on the board can be any numbers too.
    let mut draft = oval();
    for (space, number) in draft.spaces.iter_mut().filter(|space| space.id.starts_with('x')).zip([40, 0, 7, 8, 500]) {
        space.kind = paddock::games::formula_d::SpaceKind::Box(number);
    }
    let track = valid(&draft);
    let mut two = setup(2);
    two.cars[1].pit_box = Some(40);
    let state = FormulaD::start(&track, &two).unwrap_or_else(|issues| panic!("{issues:?}"));
    assert_eq!([0, 1].map(|car: usize| track.name(state.terms.cars[car].pit_box)), ["x2", "x1"]);
}

#[test]
fn fd_tea_03_points() {
    let mut ten = setup(10);
    ten.rules.teams = true;
    let mut table = begun(&ten);
    // Team 0 comes first and ninth, team 1 second and third.
    let places = [1, 9, 2, 3, 4, 5, 6, 7, 8, 10];
    for (car, place) in table.state.cars.iter_mut().zip(places) {
        car.standing = Standing::Finished(place);
    }
    let points = team_points(&table.track, &table.state);
    assert_eq!(points[0], (1, 14));
    assert!(points.contains(&(0, 10)) && points.contains(&(4, 1)));
    // A car that is out has no place. Ties go to the better best place: 10 and 1 points against 6 and 5.
    let mut four = setup(4);
    four.rules.teams = true;
    let mut table = begun(&four);
    for (car, standing) in table.state.cars.iter_mut().zip([
        Standing::Finished(1),
        Standing::Out(1),
        Standing::Finished(2),
        Standing::Finished(3),
    ]) {
        car.standing = standing;
    }
    assert_eq!(team_points(&table.track, &table.state), [(1, 14), (0, 10)]);
}

fn basic(cars: &str) -> Table {
    let mut setup = setup(cars.split(',').count() as u32);
    setup.rules.preset = Preset::Basic;
    setup.laps = 1;
    table_of(&setup, cars)
}

#[test]
fn fd_bas_01_a_pool_that_cannot_pay_for_skipped_gears() {
    let mut table = basic("a46 g5");
    table.state.cars[0].wear[0] = 1;
    let refused = table.refused("1.1 g2 d2 m2");
    assert_eq!(
        (refused.clause, refused.message.as_str()),
        ("FD-BAS-01", "Skipping gears costs wear points: 2 needed, 1 left.")
    );
    // With the switch off, the car pays with its last point, which eliminates it (FD-BAS-02).
    table.rules().switches.skips_must_be_payable = false;
    table.play("1.1 g2 m0 x");
    assert!(table.is_out(1));
}

#[test]
fn fd_bas_01_one_pool_of_wear_points() {
    let mut table = basic("a46 g6");
    assert_eq!(table.wear(1)[0], 18);
    table.go("1.1 g2 d2 m2");
    assert_eq!(table.wear(1)[0], 15);
    let mut blocked = basic("b20 g3, a24 g4, b23 g4, c24 g4");
    blocked.go("1.1 g3 d8 m3L1 k5");
    assert_eq!(blocked.wear(1)[0], 13);
    let mut poor = basic("b0 g2");
    poor.state.cars[0].wear[0] = 1;
    assert_eq!(
        refused(&poor, "1.1 g2 d4 m2 b2"),
        ("FD-BAS-01", "Braking costs wear points: 2 needed, 1 left.".to_owned())
    );
}

#[test]
fn fd_bas_02_an_empty_pool_eliminates() {
    let mut table = basic("a13 g2");
    table.state.cars[0].wear[0] = 3;
    table.go("1.1 g2 d3 m3 x");
    assert!(table.is_out(1) && table.state.markers.is_empty());
    let mut two = basic("a32 g1");
    two.go("1.1 g1 d1 m1 x");
    assert!(two.is_out(1));
    let mut lives = basic("a13 g2");
    lives.go("1.1 g2 d3 m3");
    assert_eq!((lives.wear(1)[0], lives.car(1).spun), (15, false));
}

#[test]
fn fd_bas_03_rolls() {
    let mut table = basic("b14 g1, a16 g3");
    table.play("1.1 g1 d1 m1 !c2=9 !C2=4");
    assert_eq!((table.wear(1)[0], table.wear(2)[0]), (17, 18));
    let mut motor = basic("b46 g5");
    motor.play("1.1 g5 d20 m14");
    assert_eq!(motor.car(1).standing, Standing::Finished(1));
    let mut strained = basic("b46 g5, a20 g5");
    strained.play("1.1 g5 d20 m14 !M2=4");
    assert_eq!(strained.wear(2)[0], 17);
}

#[test]
fn fd_bas_04_options_that_the_basic_game_lacks() {
    let of = |what: &str| ("FD-BAS-04", format!("{what} not part of the basic game."));
    assert_eq!(refused(&basic("b46 g4, b54 g4"), "1.1 g4 d7 m7 s:aL"), of("Slipstreams are"));
    assert_eq!(refused(&basic("c46 g4"), "1.1 g4 d9 m4P2"), of("Pit stops are"));
    let mut weather = setup(1);
    weather.rules.preset = Preset::Basic;
    weather.rules.weather = true;
    weather.weather.race = Some(4);
    assert!(refusals(&weather).contains(&of("Switch off \"Weather\": it is")));
    let mut marked = basic("b0 g3");
    marked.mark("b3");
    marked.play("1.1 g3 d5 m5");
}

#[test]
fn a_rolled_grid_needs_rolls() {
    let mut rolled = setup(2);
    rolled.grid = Grid::Rolled;
    assert_eq!(refusals(&rolled)[0].0, "FD-SET-03");
}
