//! The user's own quantities. Their values are computed from expressions that the user writes, such as `speed / gear`
//! or `tyre[car] - tyre[leader]`.
//!
//! A name is the name of a quantity (a column of `export`), or `turn`, `round` or `turns`. Without brackets, a name
//! gives the value of the car whose line is drawn. A word in brackets names another car: `leader`, `ahead`, `behind`,
//! or a car's number. The names and brackets are replaced by variables; then the crate `evalexpr` computes the value.

mod compute;

use evalexpr::{Context, EvalexprError, EvalexprResult, Node, Value, build_operator_tree};

use super::{Quantity, Series};
use crate::replay::Race;

/// The largest number of characters in an expression.
pub const MAX_EXPRESSION: usize = 200;

/// The functions that an expression may use, each with its name in the crate `evalexpr`.
const FUNCTIONS: [(&str, &str); 8] = [
    ("abs", "math::abs"),
    ("ceil", "ceil"),
    ("floor", "floor"),
    ("if", "if"),
    ("max", "max"),
    ("min", "min"),
    ("round", "round"),
    ("sqrt", "math::sqrt"),
];

/// The reason why a text is not a valid expression for a race.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The text of the expression is empty.
    #[error("the expression is empty: type an expression, such as speed / gear")]
    Empty,
    /// The text is too long.
    #[error("the expression is too long: use at most {MAX_EXPRESSION} characters")]
    TooLong,
    /// No quantity has this name.
    #[error("unknown name {name:?}; this race has {}", known.join(", "))]
    UnknownName {
        /// The name that is unknown.
        name: String,
        /// The names that an expression of this race may use.
        known: Vec<String>,
    },
    /// The word in brackets names no car of the race.
    #[error("unknown car {word:?} in brackets; use car, leader, ahead, behind or one of these numbers: {}", known.join(", "))]
    UnknownCar {
        /// The unknown word in brackets.
        word: String,
        /// The numbers of the race's cars.
        known: Vec<String>,
    },
    /// No function has this name.
    #[error("unknown function {0:?}; use abs, ceil, floor, if, max, min, round or sqrt")]
    UnknownFunction(String),
    /// A number cannot be read.
    #[error("{0:?} is not a number")]
    Number(String),
    /// A character has no meaning in expressions.
    #[error("{0:?} has no meaning here; use names, numbers, brackets and + - * / % ^ < > == != && ||")]
    Character(char),
    /// A bracket has no partner.
    #[error("a bracket has no partner: close every ( with ) and every [ with ]")]
    Bracket,
    /// A value or an operator is missing.
    #[error("a value or an operator is missing: write a value on both sides of every operator")]
    Incomplete,
    /// A function has the wrong number of arguments.
    #[error(
        "a function has the wrong number of values: if() takes 3, min() and max() take 2 or more, and all others take 1"
    )]
    Arguments,
    /// A comparison is used as a number, or a number as a comparison.
    #[error("a comparison such as gear > 3 is not a number: write if(gear > 3, 1, 0)")]
    Comparison,
}

/// The car that a name in an expression refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// The car whose values the expression is computed for.
    Own,
    /// The car in first place.
    Leader,
    /// The car ranked just ahead of the car whose values are computed; for the leader, the leader itself.
    Ahead,
    /// The car ranked just behind the car whose values are computed; for the last car, the last car itself.
    Behind,
    /// The car with this index in grid order.
    Car(usize),
}

/// The data that a name in an expression refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The values of a quantity.
    Quantity(Quantity),
    /// The number of turns played in the race.
    Turn,
    /// The number of the round.
    Round,
    /// The number of the car's own turns so far.
    Turns,
}

/// An expression that has been parsed, and whose names have been found in a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    text: String,
    tree: Node,
    variables: Vec<(Source, Who)>,
}

impl Expression {
    /// Reads an expression from the text that a user wrote.
    ///
    /// # Errors
    /// Returns the first reason why the text is not a valid expression for this race.
    ///
    /// ```
    /// use paddock::analysis::{Expression, Quantity, Series};
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let mut series = Series::of(race.as_ref());
    /// let lead = Expression::read("progress[leader] - progress", race.as_ref(), &series).unwrap();
    /// lead.add_to(&mut series, 0);
    /// assert!(series.at(1, Quantity::Own(0), 30.0).is_some_and(|lead| lead >= 0.0));
    /// assert!(Expression::read("colour * 2", race.as_ref(), &series).is_err());
    /// ```
    pub fn read(text: &str, race: &dyn Race, series: &Series) -> Result<Self, ExpressionError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ExpressionError::Empty);
        }
        if text.chars().count() > MAX_EXPRESSION {
            return Err(ExpressionError::TooLong);
        }
        let mut reader = Reader { race, series, rest: text, out: String::new(), variables: Vec::new() };
        reader.read()?;
        let Reader { out, variables, .. } = reader;
        let tree = build_operator_tree(&out).map_err(|error| reason(&error))?;
        let expression = Self { text: text.to_owned(), tree, variables };
        // Whether a part is a number or a comparison does not depend on the inputs.
        // So one evaluation finds every such error.
        expression.tried(&vec![1.0; expression.variables.len()])?;
        Ok(expression)
    }

    /// The expression as the user wrote it, without spaces at the ends.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn tried(&self, inputs: &[f64]) -> Result<f64, ExpressionError> {
        let inputs = Inputs(inputs.iter().map(|input| Value::Float(*input)).collect());
        self.value(&inputs).map_err(|error| reason(&error))
    }

    /// The value of the expression for these inputs. A comparison gives 1 or 0.
    fn value(&self, inputs: &Inputs) -> EvalexprResult<f64> {
        match self.tree.eval_with_context(inputs)? {
            Value::Float(value) => Ok(value),
            Value::Int(value) => Ok(value as f64),
            Value::Boolean(value) => Ok(f64::from(u8::from(value))),
            other => Err(EvalexprError::ExpectedNumber { actual: other }),
        }
    }
}

/// The names that an expression of this race may use.
#[must_use]
pub fn expression_names(race: &dyn Race, series: &Series) -> Vec<String> {
    let quantities = Quantity::of_race(race, series).into_iter();
    let words = quantities.map(|quantity| quantity.word(race.resources()).to_owned());
    words.chain(["turn", "round", "turns"].map(ToOwned::to_owned)).collect()
}

/// The values of the variables `v0`, `v1`, and so on.
#[derive(Debug)]
struct Inputs(Vec<Value>);

impl Context for Inputs {
    fn get_value(&self, identifier: &str) -> Option<&Value> {
        self.0.get(identifier.strip_prefix('v')?.parse::<usize>().ok()?)
    }

    fn call_function(&self, identifier: &str, _: &Value) -> EvalexprResult<Value> {
        Err(EvalexprError::FunctionIdentifierNotFound(identifier.to_owned()))
    }

    fn are_builtin_functions_disabled(&self) -> bool {
        false
    }

    fn set_builtin_functions_disabled(&mut self, _: bool) -> EvalexprResult<()> {
        Err(EvalexprError::ContextNotMutable)
    }
}

/// Parses an expression. Replaces its names by variables, and its numbers by decimal fractions.
struct Reader<'a> {
    race: &'a dyn Race,
    series: &'a Series,
    rest: &'a str,
    out: String,
    variables: Vec<(Source, Who)>,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), ExpressionError> {
        while let Some(first) = self.rest.chars().next() {
            if first.is_ascii_digit() || first == '.' {
                let word = self.take(|letter| letter.is_ascii_digit() || letter == '.');
                let number: f64 = word.parse().map_err(|_| ExpressionError::Number(word.to_owned()))?;
                self.out.push_str(&format!("{number:?}"));
            } else if first.is_alphabetic() || first == '_' {
                self.name()?;
            } else {
                self.sign(first)?;
            }
        }
        Ok(())
    }

    /// Takes characters from the front of the text, up to the first character that `belongs` does not accept.
    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !belongs(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Reads an operator, a bracket or a space.
    fn sign(&mut self, first: char) -> Result<(), ExpressionError> {
        for pair in ["<=", ">=", "==", "!=", "&&", "||"] {
            if let Some(rest) = self.rest.strip_prefix(pair) {
                self.rest = rest;
                self.out.push_str(pair);
                return Ok(());
            }
        }
        let known = match first {
            '×' | '·' => '*',
            '÷' | ':' => '/',
            '−' | '–' => '-',
            '+' | '-' | '*' | '/' | '%' | '^' | '(' | ')' | ',' | '<' | '>' => first,
            _ if first.is_whitespace() => ' ',
            ']' | '[' => return Err(ExpressionError::Bracket),
            _ => return Err(ExpressionError::Character(first)),
        };
        self.out.push(known);
        self.rest = &self.rest[first.len_utf8()..];
        Ok(())
    }

    /// Reads the name of a function, or of a quantity with a car in brackets.
    fn name(&mut self) -> Result<(), ExpressionError> {
        let word = self.take(|letter| letter.is_alphanumeric() || letter == '_');
        self.rest = self.rest.trim_start();
        if self.rest.starts_with('(') {
            let known = FUNCTIONS.iter().find(|(name, _)| *name == word);
            let (_, function) = known.ok_or_else(|| ExpressionError::UnknownFunction(word.to_owned()))?;
            self.out.push_str(function);
            return Ok(());
        }
        let source = self.source(word)?;
        let mut who = Who::Own;
        if let Some(rest) = self.rest.strip_prefix('[') {
            let (inside, rest) = rest.split_once(']').ok_or(ExpressionError::Bracket)?;
            who = self.who(inside.trim())?;
            self.rest = rest;
        }
        let variable = (source, who);
        let index = self.variables.iter().position(|known| *known == variable).unwrap_or_else(|| {
            self.variables.push(variable);
            self.variables.len() - 1
        });
        self.out.push_str(&format!("v{index}"));
        Ok(())
    }

    fn source(&self, word: &str) -> Result<Source, ExpressionError> {
        Ok(match word {
            "turn" => Source::Turn,
            "round" => Source::Round,
            "turns" => Source::Turns,
            _ => {
                let known = || expression_names(self.race, self.series);
                let error = |_| ExpressionError::UnknownName { name: word.to_owned(), known: known() };
                Source::Quantity(Quantity::named(word, self.race, self.series).map_err(error)?)
            }
        })
    }

    fn who(&self, word: &str) -> Result<Who, ExpressionError> {
        let entrants = self.race.entrants();
        Ok(match word {
            "car" => Who::Own,
            "leader" => Who::Leader,
            "ahead" => Who::Ahead,
            "behind" => Who::Behind,
            _ => {
                let number = word.parse::<u32>().ok();
                let car = entrants.iter().position(|entrant| number == Some(entrant.car.0));
                let known = || entrants.iter().map(|entrant| format!("{} ({})", entrant.car.0, entrant.name));
                let error = || ExpressionError::UnknownCar { word: word.to_owned(), known: known().collect() };
                Who::Car(car.ok_or_else(error)?)
            }
        })
    }
}

/// Converts an error of `evalexpr` to the reason shown to the user.
fn reason(error: &EvalexprError) -> ExpressionError {
    match error {
        EvalexprError::UnmatchedLBrace | EvalexprError::UnmatchedRBrace => ExpressionError::Bracket,
        EvalexprError::WrongFunctionArgumentAmount { .. }
        | EvalexprError::ExpectedTuple { .. }
        | EvalexprError::ExpectedFixedLengthTuple { .. }
        | EvalexprError::ExpectedRangedLengthTuple { .. } => ExpressionError::Arguments,
        EvalexprError::ExpectedNumber { actual } | EvalexprError::ExpectedNumberOrString { actual }
            if matches!(actual, Value::Tuple(_)) =>
        {
            ExpressionError::Arguments
        }
        EvalexprError::ExpectedNumber { actual } | EvalexprError::ExpectedNumberOrString { actual }
            if matches!(actual, Value::Empty) =>
        {
            ExpressionError::Incomplete
        }
        EvalexprError::ExpectedNumber { .. }
        | EvalexprError::ExpectedNumberOrString { .. }
        | EvalexprError::ExpectedBoolean { .. }
        | EvalexprError::WrongTypeCombination { .. } => ExpressionError::Comparison,
        _ => ExpressionError::Incomplete,
    }
}
