//! The legal moves of a racer (RT-MOVE, RT-OIL, RT-FAST, RT-SLOW).

use crate::game::IllegalTurn;
use crate::games::vector_racing::options::{Rules, SlowList};
use crate::games::vector_racing::state::Racer;
use crate::games::vector_racing::turn::is_too_fast;
use crate::games::vector_racing::velocity::coordinates;
use crate::limits::vector_racing::MAX_SPEED;

/// Returns the legal moves of a racer, sorted by x, then by y.
#[must_use]
pub fn legal_moves(rules: &Rules, racer: &Racer) -> Vec<[i32; 2]> {
    legal_moves_of(rules.slow_list, racer.base, racer.force, racer.fast, racer.slow)
}

/// Returns the legal moves of a racer with this base velocity (the velocity from which the next move starts), sorted by
/// x, then by y. `force`, `fast` and `slow` say whether the previous move met oil, a speed-up or a slow-down.
#[must_use]
pub fn legal_moves_of(list: SlowList, base: [i32; 2], force: bool, fast: bool, slow: bool) -> Vec<[i32; 2]> {
    if force {
        return vec![base];
    }
    let mut moves = usual(base);
    if fast || slow {
        moves.extend(extras(list, base, fast, slow));
        moves.sort_unstable();
        moves.dedup();
    }
    moves.retain(|velocity| !is_too_fast(*velocity));
    moves
}

/// Returns the nine usual moves: the base velocity, changed by at most one in x and in y (RT-MOVE-01).
fn usual([x, y]: [i32; 2]) -> Vec<[i32; 2]> {
    (-1..=1).flat_map(|i| (-1..=1).map(move |j| [x + i, y + j])).collect()
}

/// Returns the extra moves after a speed-up and a slow-down (RT-FAST-01 to 03, RT-SLOW-01 to 03).
fn extras(list: SlowList, base: [i32; 2], fast: bool, slow: bool) -> Vec<[i32; 2]> {
    let mut moves = Vec::new();
    for axis in 0..2 {
        let (own, other) = (base[axis], base[1 - axis]);
        let mut add = |along: i32, beside: i32| {
            let mut velocity = [along, along];
            velocity[1 - axis] = beside;
            moves.push(velocity);
        };
        if fast {
            for sign in [-1, 1].into_iter().filter(|sign| own == 0 || own.signum() == *sign) {
                (-1..=1).for_each(|step| add(own + 2 * sign, other + step));
            }
        }
        if slow && own.abs() >= 2 {
            let sign = if other < 0 { -1 } else { 1 };
            match list {
                SlowList::Repaired => (-1..=1).for_each(|step| add(own - 2 * own.signum(), other + step)),
                SlowList::Literal => (0..=2).for_each(|step| add(own - 2 * own.signum(), other + step * sign)),
            }
        }
    }
    moves
}

/// Returns the reason why a move is refused; `None` if it is legal.
pub(super) fn refusal(rules: &Rules, racer: &Racer, velocity: [i32; 2]) -> Option<IllegalTurn> {
    let Racer { car, base, force, fast, slow, .. } = racer;
    if legal_moves(rules, racer).contains(&velocity) {
        return None;
    }
    let coordinates = |velocity: [i32; 2]| coordinates(rules.y_axis.shown(velocity));
    if *force {
        let message = format!("Racer {car} is sliding on oil: the only move is {}.", coordinates(*base));
        return Some(IllegalTurn::new("RT-OIL-01", message));
    }
    let range = |value: i32| format!("{} to {}", (value - 1).max(-MAX_SPEED), (value + 1).min(MAX_SPEED));
    let mut message = format!(
        "The move {} is not allowed from the velocity {}: the move's x must be {} and its y must be {}",
        coordinates(velocity),
        coordinates(*base),
        range(base[0]),
        range(rules.y_axis.shown(*base)[1])
    );
    let usual = usual(*base);
    let extra: Vec<String> =
        legal_moves(rules, racer).into_iter().filter(|velocity| !usual.contains(velocity)).map(coordinates).collect();
    if !extra.is_empty() {
        message.push_str(&format!(", or one of the extra moves {}", extra.join(" ")));
    }
    message.push('.');
    let clause = match (*base == [0, 0], fast, slow) {
        (_, true, _) => "RT-FAST-01",
        (_, _, true) => "RT-SLOW-01",
        (true, ..) => "RT-MOVE-02",
        (false, ..) => "RT-MOVE-01",
    };
    Some(IllegalTurn::new(clause, message))
}
