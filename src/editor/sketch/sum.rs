//! Arithmetic in number fields. The user can enter "13*2" or "27,5".

/// The largest number of decimals of a result. Files of VektoRace store four.
const DECIMALS: u32 = 4;

/// A fraction; the denominator is positive.
type Fraction = (i128, i128);

/// Computes the value of a calculation, a text with numbers, `+`, `-`, `*`, `/` and parentheses. Returns the result as
/// a decimal number, rounded to four decimals. A comma is read as a decimal point. Returns `None` if the text cannot be
/// computed.
///
/// ```
/// use paddock::editor::sketch::computed;
///
/// assert_eq!(computed("13*2"), Some("26".to_owned()));
/// assert_eq!(computed("27,5"), Some("27.5".to_owned()));
/// assert_eq!(computed("(3 + 4) / 2 - 0.25"), Some("3.25".to_owned()));
/// assert_eq!(computed("wide"), None);
/// ```
#[must_use]
pub fn computed(text: &str) -> Option<String> {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let mut reader = Reader { signs: &signs, at: 0, depth: 0 };
    let (over, under) = reader.terms()?;
    if reader.at < signs.len() {
        return None;
    }
    let scale = 10i128.pow(DECIMALS);
    let scaled = over.checked_mul(scale)?;
    let rounded = scaled.checked_mul(2)?.checked_add(under)?.div_euclid(under.checked_mul(2)?);
    let (whole, rest) = (rounded.unsigned_abs() / scale.unsigned_abs(), rounded.unsigned_abs() % scale.unsigned_abs());
    let decimals = format!("{rest:0width$}", width = DECIMALS as usize);
    let decimals = decimals.trim_end_matches('0');
    let sign = if rounded < 0 { "-" } else { "" };
    Some(if decimals.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") })
}

/// Reads the text of a calculation, such as `13*2`, from left to right.
struct Reader<'a> {
    signs: &'a [char],
    at: usize,
    /// The number of open parentheses.
    depth: u8,
}

impl Reader<'_> {
    fn take(&mut self, signs: [char; 2]) -> Option<char> {
        let next = self.signs.get(self.at).copied().filter(|sign| signs.contains(sign))?;
        self.at += 1;
        Some(next)
    }

    fn terms(&mut self) -> Option<Fraction> {
        let mut sum = self.factors()?;
        while let Some(sign) = self.take(['+', '-']) {
            let (over, under) = self.factors()?;
            let other = if sign == '-' { over.checked_neg()? } else { over }.checked_mul(sum.1)?;
            sum = (sum.0.checked_mul(under)?.checked_add(other)?, sum.1.checked_mul(under)?);
        }
        Some(sum)
    }

    fn factors(&mut self) -> Option<Fraction> {
        let mut product = self.factor()?;
        while let Some(sign) = self.take(['*', '/']) {
            let (over, under) = self.factor()?;
            let (over, under) = match sign {
                '/' if over == 0 => return None,
                '/' if over < 0 => (under.checked_neg()?, over.checked_neg()?),
                '/' => (under, over),
                _ => (over, under),
            };
            product = (product.0.checked_mul(over)?, product.1.checked_mul(under)?);
        }
        Some(product)
    }

    fn factor(&mut self) -> Option<Fraction> {
        if self.take(['-', '\u{2212}']).is_some() {
            let (over, under) = self.number()?;
            return Some((over.checked_neg()?, under));
        }
        self.number()
    }

    fn number(&mut self) -> Option<Fraction> {
        if self.take(['(', '(']).is_some() {
            self.depth = self.depth.checked_add(1).filter(|depth| *depth < 20)?;
            let inner = self.terms()?;
            self.depth -= 1;
            return self.take([')', ')']).map(|_| inner);
        }
        let (mut over, mut under, mut is_decimal, begin) = (0i128, 1i128, false, self.at);
        while let Some(sign) = self.signs.get(self.at) {
            match sign.to_digit(10) {
                Some(digit) => {
                    over = over.checked_mul(10)?.checked_add(digit.into())?;
                    under = if is_decimal { under.checked_mul(10)? } else { under };
                }
                None if matches!(sign, '.' | ',') && !is_decimal => is_decimal = true,
                None => break,
            }
            self.at += 1;
        }
        let has_digit = self.signs[begin..self.at].iter().any(char::is_ascii_digit);
        has_digit.then_some((over, under))
    }
}

#[cfg(test)]
mod tests {
    use super::computed;

    #[test]
    fn sums_are_computed_exactly_and_nothing_else_is() {
        for (text, result) in [
            ("13*2", "26"),
            ("27,5", "27.5"),
            ("1/3", "0.3333"),
            ("-1/3", "-0.3333"),
            ("2-3*(1+1)", "-4"),
            ("10 / -4", "-2.5"),
            (".5", "0.5"),
            ("0.1+0.2", "0.3"),
            ("-0", "0"),
        ] {
            assert_eq!(computed(text).as_deref(), Some(result), "{text}");
        }
        let deep = "(".repeat(300);
        for text in ["", "-", "1/0", "1+", "1.2.3", "2x", ")", "(1", &deep, &"9".repeat(60)] {
            assert_eq!(computed(text), None, "{text}");
        }
    }
}
