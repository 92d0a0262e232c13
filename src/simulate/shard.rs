//! Shards: parts of a run that different machines can drive.

use std::fmt;
use std::str::FromStr;

/// A part of a run: every race whose number, divided by `of`, leaves the remainder `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 0.
    pub index: u64,
    /// The number of shards in the run.
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { index: 0, of: 1 }
    }
}

impl Shard {
    /// The numbers of the shard's races in a run of `count` races, in order.
    ///
    /// ```
    /// use paddock::simulate::Shard;
    ///
    /// let mut races: Vec<u64> = (0..3).flat_map(|index| Shard { index, of: 3 }.races(100)).collect();
    /// races.sort_unstable();
    /// assert_eq!(races, (0..100).collect::<Vec<u64>>());
    /// ```
    pub fn races(self, count: u64) -> impl Iterator<Item = u64> {
        (self.index..count).step_by(usize::try_from(self.of).unwrap_or(usize::MAX).max(1))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// The error for a text that does not name a shard. A shard, such as `0/4`, is a part of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write the shard as I/M, with I from 0 to M - 1, such as 0/4")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, of) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| ShardError);
        let (index, of) = (number(index)?, number(of)?);
        if index < of { Ok(Self { index, of }) } else { Err(ShardError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_and_wrong_ones_refused() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        for wrong in ["3/3", "0/0", "1", "a/2", "-1/2", ""] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardError), "{wrong}");
        }
    }
}
