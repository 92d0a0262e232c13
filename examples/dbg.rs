use paddock::game::Game;
use paddock::games::vektorace::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d = format!("../shared/data/vektorace/online/{}", a[1]);
    let n: usize = a[2].parse().unwrap();
    let r = |x: &str| std::fs::read(format!("{d}/{x}")).unwrap();
    let i = paddock::import::bga::import(&r("log.json"), &r("gamedatas.json")).unwrap();
    let paddock::replay::TrackSource::Here(dr) = i.replay.track else { panic!() };
    let t = Vektorace::validate(&dr).0.unwrap();
    for c in t.corners() {
        println!("{:?} {:?} {:?}", c.at, c.facing, c.hand);
    }
    let mut s = Vektorace::start(&t, &i.replay.setup).unwrap();
    for k in 0..n {
        s = Vektorace::force(&t, &s, &i.replay.turns[k]).played.state;
    }
    for c in &s.cars {
        println!(
            "{} at {:?} {:?} g{} t{} n{} c{} j{} z{} {:?} {:?}",
            c.id,
            c.position.to_f64(),
            c.heading,
            c.gear,
            c.tyre,
            c.nitro,
            c.crossings,
            c.passed,
            c.sector,
            c.marks,
            c.standing
        );
    }
    println!("{:?}", i.replay.turns[n]);
    println!("{:?}", Vektorace::play(&t, &s, &i.replay.turns[n]).err());
    let mut seen = std::collections::BTreeSet::new();
    for l in Vektorace::legal_turns(&t, &s) {
        if let Action::Move(m) = l.turn.action {
            if seen.insert(format!(
                "{} {:?} b{:?} {:?} {:?} {:?}",
                m.gear, m.vector, m.boost, m.place, m.rotation, m.attack
            )) {
                println!(
                    "{} g{} {} b{:?} {} {:?} att {:?} at {:?}",
                    m.brake, m.gear, m.vector, m.boost, m.place, m.rotation, m.attack, l.at
                );
            }
        } else {
            println!("{:?}", l.turn);
        }
    }
}
