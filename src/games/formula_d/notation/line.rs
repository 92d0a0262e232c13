//! Writes a turn as a line of notation.

use std::fmt::Write as _;

use crate::games::formula_d::turn::{PitStop, StopKind, Turn};

pub(in crate::games::formula_d) fn line(turn: &Turn) -> String {
    // Names every field, so the compiler reports a new field that is not written.
    let Turn {
        car,
        round,
        skip,
        retires,
        gear,
        die,
        ace,
        spaces,
        changes,
        brakes,
        blocked,
        nitro,
        soft,
        drift,
        skid,
        slips,
        pit,
        scrap,
        radio,
        rolls,
        frog,
        gains,
        seconds,
        ends,
        out,
        spin,
        wear,
    } = turn;
    let mut line = format!("{round}.{car}");
    let mut say = |word: String| {
        let _ = write!(line, " {word}");
    };
    for (holds, word) in [(skip, "skip"), (retires, "retires")] {
        if *holds {
            say(word.to_owned());
        }
    }
    if let Some(gear) = gear {
        say(format!("g{gear}"));
    }
    if let Some(die) = die {
        say(format!("d{die}"));
    }
    let stays = *skip || *retires;
    if !stays || *spaces > 0 || !changes.is_empty() {
        let changes: String = changes.iter().map(ToString::to_string).collect();
        say(format!("m{spaces}{changes}"));
    }
    if let Some(ace) = ace {
        say(format!("*ace({ace})"));
    }
    if let Some(nitro) = nitro {
        say(nitro.to_string());
    }
    if *skid != 0 {
        say(format!("*skid({skid})"));
    }
    if *soft {
        say("t+".to_owned());
    }
    if *brakes > 0 {
        say(format!("b{brakes}"));
    }
    if let Some(rest) = blocked {
        say(format!("k{rest}"));
    }
    if let Some(drift) = drift {
        say(format!("w{drift}"));
    }
    slips.iter().for_each(|slip| say(format!("s:{slip}")));
    let (first, last) = ends.split_at(ends.len().saturating_sub(1));
    first.iter().for_each(|end| say(format!("={end}")));
    if let Some(pit) = pit {
        say(stop(pit));
    }
    if *scrap {
        say("*scrap".to_owned());
    }
    if let Some(target) = radio {
        say(format!("*radio>{target}"));
    }
    rolls.iter().for_each(|roll| say(format!("!{roll}")));
    if let Some(frog) = frog {
        say(format!("*frog({frog})"));
    }
    gains.iter().for_each(|gain| say(format!("+{gain}")));
    if let Some(seconds) = seconds {
        say(format!("clock:{seconds}"));
    }
    last.iter().for_each(|end| say(format!("={end}")));
    if *out {
        say("x".to_owned());
    }
    if *spin {
        say("spin".to_owned());
    }
    if let Some(wear) = wear {
        say(format!("={wear}"));
    }
    line
}

fn stop(pit: &PitStop) -> String {
    let PitStop { kind, tyres, repairs } = pit;
    let mut text = match kind {
        StopKind::Tyre => "pit:tire".to_owned(),
        StopKind::Technical => "pit:tech".to_owned(),
    };
    if let Some(set) = tyres {
        let _ = write!(text, "({})", set.name());
    }
    for repair in repairs {
        let _ = write!(text, "+{repair}");
    }
    text
}
