//! Stub.
use super::track::Track;
/// Cap.
pub const SPEED_CAP: i32 = 64;
/// R.
#[derive(Debug)]
pub enum Reached { /// y
 Yes, /// n
 No, /// np
 NotProven(usize) }
/// f
pub fn reaches(_: &Track, _: usize) -> Reached { Reached::Yes }
