//! The gear dice and the black die (section 2 of the rules ledger).

/// The faces of the six gear dice, gear 1 first.
const FACES: [&[u8]; 6] = [
    &[1, 1, 2, 2],
    &[2, 3, 3, 4, 4, 4],
    &[4, 5, 6, 6, 7, 7, 8, 8],
    &[7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12],
    &[11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20],
    &[
        21, 21, 21, 22, 22, 22, 23, 23, 23, 24, 24, 24, 25, 25, 25, 26, 26, 26, 27, 27, 27, 28, 28, 28, 29, 29, 29, 30,
        30, 30,
    ],
];

/// The colours of the dice, gear 1 first.
pub const COLOURS: [&str; 6] = ["yellow", "orange", "red", "green", "purple", "blue"];

/// The highest face of the black die.
pub const BLACK: u8 = 20;

/// The result of the start die that is a great start (FD-STA-04).
pub const GREAT_START: u8 = 20;

/// Returns the numbers on all sides of a gear's die, in rising order. A number that is on several sides is repeated.
/// The list is empty if there is no such gear.
#[must_use]
pub fn faces(gear: u8) -> &'static [u8] {
    usize::from(gear).checked_sub(1).and_then(|index| FACES.get(index)).copied().unwrap_or(&[])
}

/// The different numbers on a gear's die, each with the number of faces that show it.
pub fn weights(gear: u8) -> impl Iterator<Item = (u8, u32)> {
    let faces = faces(gear);
    let first = faces.first().copied().unwrap_or(1);
    let last = faces.last().copied().unwrap_or(0);
    (first..=last).map(|face| (face, faces.iter().filter(|other| **other == face).count() as u32)).filter(|it| it.1 > 0)
}

/// Whether a number is on at least one side of a gear's die.
#[must_use]
pub fn is_face(gear: u8, face: u8) -> bool {
    faces(gear).contains(&face)
}

/// Whether this face of the gear die strains the engines, so that cars must roll for engine damage. These faces are 20
/// in gear 5 and 30 in gear 6 (FD-MOT-01).
#[must_use]
pub const fn strains(gear: u8, face: u8) -> bool {
    matches!((gear, face), (5, 20) | (6, 30))
}

/// Returns the mean of the numbers on a gear's die. It is used only for statistics.
#[must_use]
pub fn mean(gear: u8) -> f64 {
    let faces = faces(gear);
    faces.iter().map(|face| f64::from(*face)).sum::<f64>() / faces.len().max(1) as f64
}

/// Returns the variance of the numbers on a gear's die. It is used only for statistics.
#[must_use]
pub fn variance(gear: u8) -> f64 {
    let (faces, mean) = (faces(gear), mean(gear));
    faces.iter().map(|face| (f64::from(*face) - mean).powi(2)).sum::<f64>() / faces.len().max(1) as f64
}
