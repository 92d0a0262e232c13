//! Tie-breaks between racers that finish in the same turn (RT-TIE).

use std::cmp::Ordering;

use num_bigint::BigInt;

use crate::games::vector_racing::exact::{sign_of_roots, times};
use crate::games::vector_racing::options::Tie;
use crate::games::vector_racing::state::Finish;
use crate::games::vector_racing::track::Track;

/// Compares two finishes of the same turn by these tie-breaks: `Less` if the first finish is ahead (RT-TIE-07).
pub(super) fn compare(track: &Track, ties: &[Tie], a: &Finish, b: &Finish) -> Ordering {
    ties.iter().map(|tie| by(track, *tie, a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn by(track: &Track, tie: Tie, a: &Finish, b: &Finish) -> Ordering {
    match tie {
        Tie::Distance => {
            let ((p, q), (r, s)) = (distance(track, a.from), distance(track, b.from));
            (BigInt::from(p) * s).cmp(&(BigInt::from(r) * q))
        }
        Tie::Speed => b.speed.cmp(&a.speed),
        Tie::Time => time(a, b),
        Tie::Fraction => fraction(a).cmp(&fraction(b)),
    }
}

/// Returns the squared distance to the finish from the point `from`, where the racer stood before its last move
/// (RT-TIE-02). On a map of cells, this is the distance from the nearest finish cell.
fn distance(track: &Track, from: [i32; 2]) -> (i128, i128) {
    let point = track.scaled(from);
    if let Some(line) = &track.line {
        return line.square_distance(point);
    }
    let square = |goal: [i32; 2]| {
        let away = times([i64::from(goal[0] - from[0]), i64::from(goal[1] - from[1])], track.scale);
        i128::from(away[0]) * i128::from(away[0]) + i128::from(away[1]) * i128::from(away[1])
    };
    (track.goals.iter().flat_map(|goals| goals.iter()).map(square).min().unwrap_or(0), 1)
}

fn fraction(finish: &Finish) -> crate::games::vector_racing::exact::Time {
    crate::games::vector_racing::exact::Time::ratio(finish.t.0, finish.t.1)
}

/// Compares the finishing times t = 2 λ / (1 + √(Ni / Nf)) in integers (RT-TIE-04, RT-TIE-05). λ is the fraction of the
/// move at which the racer crossed the line. Ni is the squared speed before the move, Nf the squared speed of the move.
fn time(a: &Finish, b: &Finish) -> Ordering {
    let big = |value: i64| BigInt::from(value);
    let (near, far) = (big(a.t.0) * b.t.1, big(b.t.0) * a.t.1);
    // λA - λB + √(λA² NiB/NfB) - √(λB² NiA/NfA), multiplied by all denominators and speeds.
    let (first, last) = (big(a.speed), big(b.speed));
    let difference = (&near - &far) * &first * &last;
    let p = &near * &near * b.speed_before * &last * &first * &first;
    let q = &far * &far * a.speed_before * &first * &last * &last;
    sign_of_roots(&difference, &p, &q)
}
