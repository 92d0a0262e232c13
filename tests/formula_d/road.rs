//! Tests of the rules for road races, by clause: FD-ROA, FD-NIT, FD-NOI, FD-DZN, FD-POL, FD-TUN, FD-CHK, FD-SKL.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test's helpers fail the test and say why")]

use crate::common::*;
use paddock::game::prelude::*;
use paddock::games::formula_d::{FormulaD, Grid, NOWHERE, Setup, Skill, Standing, Weather, order};

/// A road race of drivers with these skills, in this position.
fn race(skills: &[Skill], cars: &str) -> Table {
    let mut setup = setup(skills.len() as u32);
    setup.rules.road = true;
    for (entry, skill) in setup.cars.iter_mut().zip(skills) {
        entry.skill = Some(*skill);
    }
    table_of(&setup, cars)
}

const PLAIN: [Skill; 4] = [Skill::ExperiencedMechanic, Skill::BetterNitro, Skill::LittleGenius, Skill::QuickOffTheMark];

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

#[test]
fn fd_roa_01_driver_cards() {
    let mut frog = road(1);
    frog.cars[0].skill = Some(Skill::WeatherFrog);
    assert_eq!(
        refusals(&frog),
        [("FD-ROA-01", "Card Weather Frog is not available to car 1: the race has no weather.".to_owned())]
    );
    let mut twice = road(2);
    twice.cars[1].skill = twice.cars[0].skill;
    let text = "Card Ace At The Wheel is not available to car 2: car 1 has it, and there is only one of each card.";
    assert_eq!(refusals(&twice)[0], ("FD-ROA-01", text.to_owned()));
    let mut track = setup(1);
    track.cars[0].skill = Some(Skill::LittleGenius);
    let text = "Card Little Genius is not available to car 1: cards belong to road races.";
    assert_eq!(refusals(&track)[0], ("FD-ROA-01", text.to_owned()));
    assert_eq!(race(&[Skill::SkiddingPro], "a0 g2").wear(1), [9, 2, 2, 2, 3, 2]);
    let mut soft = road(1);
    soft.rules.tyres = true;
    assert_eq!(refusals(&soft)[0].0, "FD-ROA-01");
    for skill in Skill::ALL {
        assert!(skill.card().is_some() || skill == Skill::AceAtTheWheel);
    }
}

#[test]
fn fd_roa_02_no_pits() {
    let table = race(&PLAIN[..1], "c46 g4");
    assert_eq!(
        refused(&table, "1.1 g4 d9 m4P2"),
        ("FD-ROA-02", "Road races have no pit stops: stay out of the pit lane.".to_owned())
    );
}

#[test]
fn fd_nit_01_nitro_once_a_lap() {
    let mut table = race(&PLAIN[..1], "a46 g3");
    table.go("1.1 g3 d6 m9 n =a55");
    assert_eq!(
        refused(&table, "2.1 g3 d6 m9 n"),
        ("FD-NIT-01", "The car has already used nitro in this lap.".to_owned())
    );
    table.go("2.1 g3 d6 m6");
    assert!(table.car(1).lap == 2 && !table.car(1).nitro_used);
    assert_eq!(refused(&crate::common::table("a46 g3"), "1.1 g3 d6 m9 n").0, "FD-NIT-01");
}

#[test]
fn fd_nit_02_the_whole_bonus() {
    let mut table = race(&PLAIN[..1], "a46 g4");
    let message =
        "This nitro bonus is not possible: in this race nitro always gives its whole bonus, 4 spaces in this gear.";
    assert_eq!(refused(&table, "1.1 g4 d9 m12 n3"), ("FD-NIT-02", message.to_owned()));
    assert!(!table.plays("1.1 g4 d9 m12 n") && table.plays("1.1 g4 d9 m13 n") && table.plays("1.1 g4 d9 m12 n b1"));
    table.rules().switches.whole_nitro = false;
    assert!(table.plays("1.1 g4 d9 m12 n3") && !table.plays("1.1 g4 d9 m14 n5"));
    // Without the switch, every part of the bonus is listed; with it, only the whole.
    let parts = |table: &Table| {
        let turns = FormulaD::legal_turns(&table.track, &table.state).into_iter().map(|legal| legal.turn);
        let parts = turns.filter(|turn| turn.gear == Some(4)).filter_map(|turn| turn.nitro);
        parts.map(|nitro| nitro.part).collect::<std::collections::BTreeSet<Option<u8>>>()
    };
    assert_eq!(parts(&table).into_iter().collect::<Vec<_>>(), [None, Some(1), Some(2), Some(3)]);
    table.rules().switches.whole_nitro = true;
    assert_eq!(parts(&table).into_iter().collect::<Vec<_>>(), [None]);
    table.rules().switches.whole_nitro = false;
    table.rules().switches.whole_nitro = true;
    // A use belongs to the lap in which the turn began; before the first crossing that is lap 1.
    table.go("1.1 g4 d11 m15 n =a1");
    assert!(!table.car(1).nitro_used);
    table.place("a58 g4 lap=0");
    table.go("1.1 g4 d7 m11 n =a9");
    assert!(table.car(1).nitro_used);
}

#[test]
fn fd_noi_01_engine_noise() {
    let at = || race(&PLAIN[..1], "b12 g2 made=1");
    assert_eq!(at().refused("1.1 g2 d4 m4").message, "The roll for engine noise is missing: add it, as in `!N=7`.");
    for (roll, wear) in [(15, [4, 3]), (16, [3, 3]), (18, [3, 3])] {
        let mut table = at();
        table.play(&format!("1.1 g2 d4 m4 !N={roll}"));
        assert_eq!([table.wear(1)[0], table.wear(1)[3]], wear);
    }
    let mut body = at();
    body.play("1.1 g2 d4 m4 !N=19 =b16");
    assert!(body.wear(1)[3] == 2 && body.is_marked("b16"));
    let mut engine = at();
    engine.play("1.1 g2 d4 m4 !N=20");
    assert_eq!(engine.wear(1)[4], 2);
    let mut bare = at();
    bare.state.cars[0].wear[0] = 0;
    bare.play("1.1 g2 d4 m4 !N=16 x");
    // In other races nobody minds engine noise.
    table("b12 g2 made=1").play("1.1 g2 d4 m4");
}

#[test]
fn fd_dzn_01_red_spaces() {
    let table = race(&PLAIN[..1], "b33 g2");
    assert_eq!(table.refused("1.1 g2 d3 m3 !D=9").clause, "FD-DMG-02");
    table.clone().play("1.1 g2 d3 m3 !D=9 !D=9");
    crate::common::table("b33 g2").play("1.1 g2 d3 m3");
}

#[test]
fn fd_pol_01_the_speed_trap() {
    let mut table = race(&PLAIN[..2], "b16 g5, a50 g3");
    table.state.cars[1].lap = 0;
    table.go("1.1 g5 d17 m22 n x");
    // The car is eliminated in K2 and K3, but its measured speed counts.
    assert_eq!(table.state.police[0].crossings, [(0, 170)]);
}

#[test]
fn fd_pol_02_the_reward() {
    let mut table = race(&PLAIN[..3], "a19 g3 B1, b19 g3, c19 g3 B1");
    table.go("1.1 g3 d4 m4 =a23");
    // Two cars have not crossed the line yet: the contest is not over.
    let text = "Car 1 gets no wear points from the police in this turn: it has won no contest.";
    assert_eq!(refused(&table, "1.2 g2 d2 m2 +B1>1"), ("FD-POL-02", text.to_owned()));
    // Wear points of a checkpoint cannot be received here.
    let text =
        "The car receives no wear points in this turn: this move does not complete a lap, or completes the last lap.";
    assert_eq!(refused(&table, "1.2 g2 d2 m2 +B1"), ("FD-CHK-01", text.to_owned()));
    table.go("1.2 g2 d2 m2 =b21");
    table.state.police[0].crossings = vec![(0, 120), (1, 90)];
    let of = |why: &str| {
        ("FD-POL-02", format!("The wear points for car 1 are wrong: {why}. Distribute up to 2 over its damaged zones."))
    };
    assert_eq!(refused(&table, "1.3 g4 d12 m12 +B3>1"), of("the record gives 3"));
    assert_eq!(refused(&table, "1.3 g4 d12 m12 +T1>1 +T1>1"), of("the tyres would have 5, but at most 4 are allowed"));
    assert_eq!(refused(&table, "1.3 g4 d12 m12 +B1>3").0, "FD-POL-02");
    // Tied at 120: the first car to cross wins.
    table.state.cars[2].at = table.track.find("c20").unwrap();
    table.state.cars[2].stops = 0;
    table.go("1.3 g4 d12 m12 +B1>1 +B1>1");
    assert_eq!((table.wear(1)[1], table.wear(3)[1]), (3, 1));
    assert!(table.state.police.is_empty());
    // A car that is out of the race is not waited for, and an undamaged zone receives nothing.
    let mut two = race(&PLAIN[..3], "a19 g3, b19 g3, c19 g3 B1");
    two.state.cars[1].standing = Standing::Out(1);
    two.state.cars[1].at = NOWHERE;
    two.state.out = 1;
    two.state.done = 2;
    two.go("1.1 g3 d4 m4");
    assert_eq!(two.state.police.len(), 1);
    let of = |why: &str| {
        ("FD-POL-02", format!("The wear points for car 3 are wrong: {why}. Distribute up to 2 over its damaged zones."))
    };
    assert_eq!(refused(&two, "1.3 g3 d5 m5 +H1>3"), of("the handling would have 5, but at most 4 are allowed"));
    two.go("1.3 g3 d5 m5 +B1>3");
    assert!(two.wear(3)[1] == 2 && two.state.police.is_empty());
    // Each lap has its own contest.
    two.place("a19 g3 lap=2, b1 g1, c19 g3 lap=2");
    two.state.cars[1].at = NOWHERE;
    two.state.done = 2;
    two.state.round = 1;
    two.go("1.1 g3 d4 m4");
    assert_eq!((two.state.police.len(), two.state.police[0].lap), (1, 2));
}

#[test]
fn fd_tun_01_through_the_tunnel() {
    let mut table = race(&PLAIN[..1], "c36 g2");
    table.go("1.1 g2 d2 m2 =c38");
}

#[test]
fn fd_chk_01_the_checkpoint() {
    let mut table = race(&[Skill::CarRadio], "a58 g2 T2 C1");
    table.go("1.1 g2 d4 m4 +C1");
    assert_eq!((table.wear(1)[0], table.wear(1)[3], table.car(1).lap), (7, 2, 2));
    let mut both = race(&[Skill::Aggressive], "a58 g2 T2 C1");
    both.go("1.1 g2 d4 m4 +C2");
    assert_eq!(both.wear(1)[3], 3);
    assert_eq!(refused(&race(&[Skill::Aggressive], "a58 g2 C1"), "1.1 g2 d4 m4 +C3").0, "FD-CHK-01");
    // Not if no lap before the last is completed: at the start, and at the finish.
    for cars in ["a58 g2 C1 lap=0", "a0 g2 C1"] {
        assert_eq!(refused(&race(&[Skill::Aggressive], cars), "1.1 g2 d2 m2 +C1").0, "FD-CHK-01", "{cars}");
    }
    assert_eq!(refused(&race(&[Skill::Aggressive], "a58 g2 C1 lap=2"), "1.1 g2 d2 m2 +C1").0, "FD-CHK-01");
}

#[test]
fn fd_skl_01_how_sweet() {
    let table = race(&[Skill::Aggressive, Skill::HowSweet], "b14 g3, a16 g3");
    let mut look = table.clone();
    look.go("1.1 g3 d5 m4 =b18");
    assert_eq!(look.wear(1)[1], 3);
    let wrong = refused(&table, "1.1 g3 d5 m5");
    assert_eq!(wrong, ("FD-SKL-01", "Car 1 must drive one space less: it passed car 2.".to_owned()));
    // The last step would pass How Sweet!, so it is not taken.
    let mut near = race(&[Skill::Aggressive, Skill::HowSweet], "b12 g2 made=1, a16 g3");
    near.go("1.1 g2 d4 m3 =b15");
    // In a corner the skill has no effect.
    let corner = race(&[Skill::Aggressive, Skill::HowSweet], "b25 g2 made=1, a27 g3");
    assert!(corner.plays("1.1 g2 d4 m4"));
}

#[test]
fn fd_skl_02_weather_frog() {
    let mut setup = setup(2);
    (setup.rules.road, setup.rules.weather) = (true, true);
    (setup.cars[0].skill, setup.cars[1].skill) = (Some(Skill::Aggressive), Some(Skill::WeatherFrog));
    (setup.weather.race, setup.weather.frog_race) = (Some(18), Some(6));
    let mut table = table_of(&setup, "b46 g5, b6 g2");
    assert_eq!(table.state.weather, Weather::Good);
    table.state.weather = Weather::Changeable;
    table.clone().play("1.1 g5 d20 m18 b2 !M=20 !W=18 *frog(6)");
    assert_eq!(
        table.refusal("1.1 g5 d19 m19 *frog(6)").message,
        "There is no weather roll in this turn for the skill Weather Frog to repeat."
    );
    table.place("b46 g5, b6 g2");
    table.state.order = [1, 0].into_iter().collect();
    table.state.weather = Weather::Rainy;
    table.go("1.2 g2 d4 m5 w1 =b11");
    let mut none = setup.clone();
    none.cars[1].skill = Some(Skill::LittleGenius);
    assert_eq!(refusals(&none)[0].0, "FD-SKL-02");
}

#[test]
fn fd_skl_03_aggressive() {
    let table = race(&[Skill::Aggressive, Skill::LittleGenius], "b14 g1, a16 g3");
    table.clone().play("1.1 g1 d1 m1 !c2=9 !c2=9 !C2=9 !N=1");
    assert_eq!(table.refused("1.1 g1 d1 m1 !c2=9 !C2=9 !N=1").clause, "FD-COL-01");
    // No matter which car moves.
    let mut other = race(&[Skill::LittleGenius, Skill::Aggressive], "b14 g1, a16 g3");
    other.play("1.1 g1 d1 m1 !c2=9 !C2=1 !C2=1 !N=1");
    assert_eq!(other.wear(1)[3], 1);
}

#[test]
fn fd_skl_04_skidding_pro() {
    let mut table = race(&[Skill::SkiddingPro], "b8 g2");
    table.clone().go("1.1 g2 d2 m3 *skid(1) =b11");
    table.clone().go("1.1 g2 d3 m2 *skid(-1) =b10");
    let of = |text: &str| ("FD-SKL-04", text.to_owned());
    let corners = |count: u8| {
        of(&format!(
            "Too much skid control: one space is allowed for each corner that the move touches, and this move touches {count}."
        ))
    };
    assert_eq!(refused(&table, "1.1 g2 d4 m6 *skid(2)"), corners(1));
    table.state.cars[0].wear[0] = 0;
    assert_eq!(
        refused(&table, "1.1 g2 d2 m3 *skid(1)"),
        of("Skid control for 1 space costs tyre points: 1 needed, 0 left.")
    );
    assert_eq!(refused(&race(&[Skill::SkiddingPro], "b2 g2"), "1.1 g2 d2 m3 *skid(1)"), corners(0));
    let other = refused(&race(&[Skill::LittleGenius], "b8 g2"), "1.1 g2 d2 m3 *skid(1)");
    assert_eq!(other, of("Only a driver with the card Skidding Pro has skid control."));
    // The corners of the whole move count, also those that the car enters in a slipstream (FD-SLP-10).
    let mut slips = race(&[Skill::SkiddingPro, Skill::LittleGenius], "b14 g4, b23 g4");
    assert_eq!(refused(&slips, "1.1 g4 d7 m8 *skid(1)"), corners(0));
    slips.go("1.1 g4 d7 m8 *skid(1) s:bL =a25");
    let mut paid = race(&[Skill::SkiddingPro], "b8 g2");
    paid.go("1.1 g2 d2 m3 *skid(1)");
    assert_eq!(paid.wear(1)[0], 8);
}

#[test]
fn fd_skl_05_experienced_mechanic() {
    let mut table = race(&[Skill::ExperiencedMechanic], "a58 g2 B2");
    table.clone().go("1.1 g2 d4 m4 +B4");
    table.state.cars[0].wear[2] = 0;
    table.go("1.1 g2 d4 m4 +B2 +G2");
    assert_eq!((table.wear(1)[1], table.wear(1)[2]), (4, 2));
    assert_eq!(refused(&race(&[Skill::ExperiencedMechanic], "a58 g2 B1"), "1.1 g2 d4 m4 +B5").0, "FD-CHK-01");
}

#[test]
fn fd_skl_06_quick_off_the_mark() {
    let table = race(&[Skill::QuickOffTheMark, Skill::Aggressive], "a5 g1, c5 g4");
    assert_eq!(order(&table.track, &table.state).as_slice(), [0, 1]);
    let slow = race(&[Skill::LittleGenius, Skill::Aggressive], "a5 g1, c5 g4");
    assert_eq!(order(&slow.track, &slow.state).as_slice(), [1, 0]);
    // It wins ties of the grid roll; the other cars roll again.
    let mut rolled = road(3);
    rolled.grid = Grid::Rolled;
    rolled.cars[1].skill = Some(Skill::QuickOffTheMark);
    for (entry, rolls) in rolled.cars.iter_mut().zip([vec![17, 3], vec![17], vec![17, 9]]) {
        entry.rolls = rolls;
    }
    let state = FormulaD::start(&valid(&oval()), &rolled).unwrap();
    let track = valid(&oval());
    assert_eq!([1, 2, 0].map(|car: usize| track.name(state.cars[car].at)), ["a59", "c58", "a56"]);
}

#[test]
fn fd_skl_07_car_radio() {
    let table = race(&[Skill::CarRadio, Skill::LittleGenius, Skill::Aggressive], "b50 g1, a52 g3, c40 g3");
    for (roll, zone, has) in [(4, 0, 5), (5, 1, 4), (8, 2, 3), (13, 3, 3), (15, 4, 3), (18, 5, 4)] {
        let mut table = table.clone();
        table.play(&format!("1.1 g1 d1 m1 !c2=9 !C2=9 *radio>2 !R2={roll}"));
        assert_eq!(table.wear(2)[zone], has - 1, "{roll}");
        assert_eq!(table.is_marked("a52"), [3, 4].contains(&zone));
    }
    let mut once = table.clone();
    once.play("1.1 g1 d1 m1 !c2=9 !C2=9 *radio>2 !R2=9");
    once.place("b51 g1, a52 g3, c40 g3");
    assert_eq!(
        refused(&once, "1.1 g1 d1 m0 b1 *radio>2"),
        ("FD-SKL-07", "The driver threw the radio in an earlier turn, so it cannot be used again.".to_owned())
    );
    let other = refused(&race(&PLAIN[..1], "b50 g1"), "1.1 g1 d1 m1 *radio>2");
    assert_eq!(other, ("FD-SKL-07", "Only the driver with the Car Radio card can throw a radio.".to_owned()));
    assert_eq!(
        refused(&table, "1.1 g1 d1 m1 *radio>3"),
        ("FD-SKL-07", "Car 3 is not adjacent to the car that throws the radio.".to_owned())
    );
    // Brakes at 0: no effect. Tyres at 0: eliminated.
    let mut bare = table.clone();
    (bare.state.cars[1].wear[1], bare.state.cars[1].wear[0]) = (0, 0);
    bare.clone().play("1.1 g1 d1 m1 !c2=9 !C2=9 *radio>2 !R2=5");
    bare.play("1.1 g1 d1 m1 !c2=9 !C2=9 *radio>2 !R2=1");
    assert!(bare.is_out(2));
}

#[test]
fn fd_skl_08_dropping_scrap() {
    let mut table = race(&[Skill::PileOfScrap], "b3 g3");
    table.go("1.1 g3 d5 m5 *scrap =b8");
    assert!(table.is_marked("b3"));
    table.place("b46 g3");
    assert_eq!(
        refused(&table, "1.1 g3 d5 m5 *scrap"),
        ("FD-SKL-08", "The car has already dropped scrap in this lap.".to_owned())
    );
    let still = refused(&race(&[Skill::PileOfScrap], "b3 g1"), "1.1 g1 d1 m0 b1 *scrap");
    assert_eq!(
        still,
        ("FD-SKL-08", "Scrap cannot be dropped in this turn, because the car does not leave its space.".to_owned())
    );
}

#[test]
fn fd_skl_09_luck_with_scrap() {
    let mut lands = race(&[Skill::PileOfScrap], "b0 g2");
    lands.mark("b3");
    lands.clone().play("1.1 g2 d3 m3 !D=3 =b3");
    let mut two = lands.clone();
    two.play("1.1 g2 d3 m3 !D=2");
    assert_eq!(two.wear(1)[5], 2);
    let mut lucky = lands.clone();
    lucky.play("1.1 g2 d3 m3 !D=3");
    assert_eq!(lucky.wear(1)[5], 3);
    lands.play("1.1 g2 d4 m4 !D=3");
    assert_eq!(lands.wear(1)[5], 2);
}

#[test]
fn fd_skl_10_little_genius() {
    let mut table = race(&[Skill::LittleGenius], "b46 g5");
    let mut dry = table.clone();
    dry.play("1.1 g5 d20 m18 b2 !M=4");
    assert_eq!(dry.wear(1)[4], 3);
    dry.place("b46 g5");
    dry.state.cars[0].lap = 1;
    dry.play("1.1 g5 d20 m18 b2 !M=3");
    assert_eq!(dry.wear(1)[4], 2);
    // Every face, in dry and wet weather, compared with a driver without the skill.
    for (skill, rain, most) in [
        (Skill::LittleGenius, false, 3),
        (Skill::LittleGenius, true, 2),
        (Skill::Aggressive, false, 4),
        (Skill::Aggressive, true, 3),
    ] {
        table = race(&[skill], "b46 g5");
        if rain {
            table.state.weather = Weather::Rainy;
        }
        let has = table.wear(1)[4];
        for roll in 1..=20 {
            let mut thrown = table.clone();
            thrown.play(&format!("1.1 g5 d20 m18 b2 !M={roll}"));
            assert_eq!(has - thrown.wear(1)[4], u8::from(roll <= most), "{skill:?} rain {rain}: {roll}");
        }
    }
}

#[test]
fn fd_skl_11_better_nitro() {
    let table = race(&[Skill::BetterNitro], "a46 g4");
    assert!(table.plays("1.1 g4 d7 m11 n") && table.plays("1.1 g4 d7 m14 n+"));
    assert_eq!(refused(&race(&[Skill::Aggressive], "a46 g4"), "1.1 g4 d7 m14 n+").0, "FD-SKL-11");
}

#[test]
fn fd_skl_12_ace_at_the_wheel() {
    let mut table = race(&[Skill::AceAtTheWheel], "a46 g5");
    // The second roll counts for everything: no motor roll.
    table.play("1.1 g5 d20 m13 *ace(13) =a59");
    assert_eq!(
        refused(&table, "2.1 g4 d7 m8 *ace(8)"),
        ("FD-SKL-12", "The gear die may be rolled again only once in a lap.".to_owned())
    );
    assert_eq!(refused(&race(&[Skill::Aggressive], "a46 g4"), "1.1 g4 d7 m8 *ace(8)").0, "FD-SKL-12");
}
