//! Chooses the colours of the palette of a moving picture.

use fnv::FnvHashMap;

/// A colour: red, green and blue.
pub(super) type Rgb = [u8; 3];

/// The number of pixels of each colour.
pub(super) type Counts = FnvHashMap<Rgb, u32>;

/// The chosen colours. Also stores the nearest chosen colour for each colour that was looked up.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    known: FnvHashMap<Rgb, u8>,
}

impl Palette {
    /// Chooses at most `most` (1 to 255) colours for a picture. `counts` has the number of pixels of each colour. If
    /// the picture has more than `most` colours, the first choice is the most frequent colour. Each further choice is
    /// the colour that differs most from the colours already chosen. Frequent colours have an advantage, because each
    /// difference is multiplied by the square root of the number of pixels of the colour.
    pub(super) fn of(counts: &Counts, most: usize) -> Self {
        // Of similar colours, only the most frequent is a candidate.
        let mut similar: FnvHashMap<Rgb, (u64, u32, Rgb)> = FnvHashMap::default();
        for (&colour, &count) in counts {
            let key = if counts.len() <= most { colour } else { colour.map(|part| part >> 3) };
            let (sum, best, kept) = similar.entry(key).or_insert((0, count, colour));
            *sum += u64::from(count);
            if (count, colour) > (*best, *kept) {
                (*best, *kept) = (count, colour);
            }
        }
        let mut candidates: Vec<(u64, Rgb)> = similar.into_values().map(|(sum, _, colour)| (sum, colour)).collect();
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        let mut missing = vec![u64::from(u32::MAX); candidates.len()];
        let mut colours = Vec::with_capacity(most);
        while colours.len() < most {
            let missed = |index: usize| (candidates[index].0 as f64).sqrt() * missing[index] as f64;
            let next = (0..candidates.len()).filter(|index| missing[*index] > 0);
            let Some(next) = next.max_by(|a, b| missed(*a).total_cmp(&missed(*b))) else { break };
            let colour = candidates[next].1;
            colours.push(colour);
            for (left, (_, other)) in missing.iter_mut().zip(&candidates) {
                *left = (*left).min(distance(colour, *other));
            }
        }
        if colours.is_empty() {
            colours.push([0; 3]);
        }
        Self { colours, known: FnvHashMap::default() }
    }

    /// The index of the colour nearest to this one.
    pub(super) fn index(&mut self, colour: Rgb) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let nearest = (0..=u8::MAX).zip(colours).min_by_key(|(_, other)| distance(colour, **other));
            nearest.map_or(0, |(index, _)| index)
        })
    }

    /// The index that stands for an unchanged pixel: the first index after the colours.
    pub(super) fn unchanged(&self) -> u8 {
        u8::try_from(self.colours.len()).unwrap_or(u8::MAX)
    }

    /// The colours as bytes, with an entry for unchanged pixels at the end.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().copied().chain([[0; 3]]).flatten().collect()
    }
}

/// The square of the distance between two colours. Red, green and blue have different weights, because the eye does not
/// see them equally well.
fn distance(one: Rgb, other: Rgb) -> u64 {
    const WEIGHTS: [u64; 3] = [3, 6, 2];
    let square = |part: usize| WEIGHTS[part] * u64::from(one[part].abs_diff(other[part])).pow(2);
    (0..3).map(square).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_exact() {
        let counts: Counts = [([1, 2, 3], 5), ([1, 2, 4], 1), ([250, 0, 0], 9)].into_iter().collect();
        let mut palette = Palette::of(&counts, 3);
        for colour in counts.keys() {
            let nearest = usize::from(palette.index(*colour));
            assert_eq!(palette.colours[nearest], *colour);
        }
        assert_eq!((palette.unchanged(), palette.bytes().len()), (3, 12));
    }

    #[test]
    fn many_colours_keep_the_frequent_and_the_odd_one() {
        let greys = (0..200_u8).map(|grey| ([grey, grey, grey], 100));
        let counts: Counts = greys.chain([([255, 0, 0], 40), ([240, 240, 240], 90_000)]).collect();
        let mut palette = Palette::of(&counts, 8);
        assert_eq!(palette.colours.len(), 8);
        assert_eq!(palette.colours[0], [240, 240, 240]);
        assert!(palette.colours.contains(&[255, 0, 0]));
        let near = palette.index([100, 100, 100]);
        assert!(palette.colours[usize::from(near)][0].abs_diff(100) < 40);
        assert_eq!(Palette::of(&Counts::default(), 8).bytes().len(), 6);
    }
}
