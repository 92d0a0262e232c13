//! A car that is alone on the circuit, and the moves that the rules allow it.

use arrayvec::ArrayVec;

use super::board::Board;
use super::bound::Bound;
use super::course::{self, Course, Phase, Xy, plus};
use super::lattice::Steps;
use super::templates::{Laying, Templates};
use crate::game::CarId;
use crate::games::vektorace::rules::laid::{Boosted, Laid};
use crate::games::vektorace::rules::situation::Situation;
use crate::games::vektorace::rules::{gears, pit_points};
use crate::games::vektorace::{Car, Edition, FirstMove, PowerSet, State, Terms, Track};
use crate::geometry::{Direction, Point};

/// The lone car's number.
pub const CAR: CarId = CarId(1);

/// The state of a lone car in its lap after some moves.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The car's offset on the board from its starting point.
    pub at: Steps,
    /// The car's heading.
    pub heading: Direction,
    /// The gear last played; before the first move, the starting gear.
    pub gear: u8,
    /// Whether the car jammed on its brakes in the last move.
    pub braked: bool,
    /// The phase of the lap that the car has reached, as in [`Phase`](super::course::Phase).
    pub phase: u8,
    /// The number of points spent so far, tyre and nitro together.
    pub spent: u8,
    /// The number of moves made so far.
    pub moves: u16,
    /// The index, in the list of visited nodes, of the node before the last move.
    pub parent: u32,
    /// The last move.
    pub step: Step,
}

/// A move of a lap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// The gear declared for the move.
    pub declared: u8,
    /// The gear played: lower than the declared gear if the car jammed on its brakes.
    pub gear: u8,
    /// The index of the `Laying` (the gear vector and the boost as they are laid) among the templates of this heading
    /// and gear.
    pub laying: u8,
    /// The index of the `Ending` (the car's final placement) among the endings that can follow this `Laying`.
    pub ending: u8,
}

impl Node {
    /// Returns a number that stands for the node's position, heading, gear and phase. Nodes that differ only in points,
    /// number of moves or earlier moves have the same number.
    #[inline]
    pub fn key(&self) -> u64 {
        let rest = u64::from(self.heading.number()) << 8
            | u64::from(self.gear) << 5
            | u64::from(self.braked) << 4
            | u64::from(self.phase);
        self.at.packed() << 11 | rest
    }
}

/// The limits for the rest of a lap. Moves after which the lap cannot be completed within these limits are not
/// searched.
#[derive(Clone, Copy)]
pub struct Horizon<'b> {
    /// The lower bound that shows whether the lap can still be completed. If it is `None`, every move is accepted.
    pub bound: Option<&'b Bound>,
    /// The number of moves left after the next one.
    pub left: usize,
}

impl Horizon<'_> {
    /// No limits: every move is accepted.
    pub const OPEN: Self = Self { bound: None, left: 0 };
}

/// A lone car, and everything needed to search its laps.
pub struct Lone<'a> {
    /// The circuit on which the car drives.
    pub track: &'a Track,
    /// The map of the board, which shows where pieces do not fit.
    pub board: &'a Board,
    /// The lines of the corners and of the pitwall, which a car crosses in a lap.
    pub course: &'a Course,
    /// The ways to lay the pieces of each move.
    pub templates: &'a Templates,
    /// The number of points the car has at the start, tyre and nitro together.
    pub points: u8,
    /// The race before its first turn.
    pub state: State,
    /// The centre of the car at the start.
    pub start: Point,
    start_f64: Xy,
}

impl<'a> Lone<'a> {
    /// Creates the input of a search for a car that is alone in its race. `state` is the race before its first turn.
    pub fn new(
        track: &'a Track,
        board: &'a Board,
        course: &'a Course,
        templates: &'a Templates,
        state: State,
        points: u8,
    ) -> Self {
        let start = state.cars[0].position;
        Self { track, board, course, templates, points, state, start, start_f64: start.to_f64() }
    }

    /// Returns the same car in a race of nine laps, in which the pit lane can open.
    pub fn with_more_laps(&self) -> Lone<'a> {
        let mut state = self.state.clone();
        state.laps = 9;
        Lone { state, ..*self }
    }

    /// Returns the car's point on the table: its starting point plus this offset.
    #[inline]
    pub fn place(&self, at: Steps) -> Xy {
        plus(self.start_f64, at.to_f64())
    }

    /// Returns the node (state of the car) at the start of the lap.
    pub fn first(&self) -> Node {
        let car = &self.state.cars[0];
        Node {
            at: Steps::default(),
            heading: car.heading,
            gear: car.gear,
            braked: false,
            phase: 0,
            spent: 0,
            moves: 0,
            parent: u32::MAX,
            step: Step::default(),
        }
    }

    /// Adds to `found` the nodes (states of the car) that the car reaches from `node` by its legal moves. Leaves out
    /// moves after which the lap can no longer be completed within the limits of `horizon`.
    pub fn expand(&self, node: &Node, index: u32, horizon: Horizon<'_>, found: &mut Vec<Node>) {
        if node.moves == 0 {
            let step = Step { declared: node.gear, gear: node.gear, ..Step::default() };
            self.play(node, index, step, node.spent, horizon, found);
            self.brake(node, index, horizon, found);
            return;
        }
        for gear in 1..=self.most(node) {
            let price = gears::price(node.gear, gear);
            let spent = node.spent + price.tyre + price.nitro;
            if spent <= self.points {
                self.play(node, index, Step { declared: gear, gear, ..Step::default() }, spent, horizon, found);
            }
        }
    }

    /// Returns the highest gear that the car in this state may declare (VR-GEAR-06, R-16).
    pub fn most(&self, node: &Node) -> u8 {
        if node.braked && self.state.edition != Edition::Formula8 { node.gear } else { 5 }
    }

    /// Adds the moves of a car that jams on its brakes because it has no legal move in its starting gear (VR-BRAKE).
    /// Braking is legal only with enough tyre points. How many of the car's points are tyre points is known only at the
    /// end of the lap, so a lap found may be illegal; [`line::lap`](super::line::lap) checks that. Later in the lap,
    /// braking is not searched, because it is never better than declaring the lower gear one turn earlier. That
    /// declaration costs no more, and it leaves every gear open for the next turn.
    fn brake(&self, node: &Node, index: u32, horizon: Horizon<'_>, found: &mut Vec<Node>) {
        for lower in (1..node.gear).rev() {
            let tyres = node.gear - lower;
            if node.spent + tyres > self.points {
                continue;
            }
            // With only the tyre points that braking takes, the car must have no move in its starting gear. With all
            // its points, it must have one in the lower gear, which may cost tyre points too (VR-BRAKE-02).
            let most = self.points - node.spent;
            if self.situation(node, node.gear, tyres).has_move()
                || !self.situation(node, node.gear, most).braked_to(lower).has_move()
            {
                continue;
            }
            let step = Step { declared: node.gear, gear: lower, ..Step::default() };
            self.play(node, index, step, node.spent + tyres, horizon, found);
        }
    }

    /// Returns the car's situation in the state `node`, for the checks of the rules. The car has declared `gear` and
    /// has `points` points of each kind left.
    pub fn situation(&self, node: &Node, gear: u8, points: u8) -> Situation<'_> {
        let mut situation = Situation::new(self.track, &self.state, 0);
        let car = &mut situation.car;
        car.position = self.start + node.at.point();
        car.heading = node.heading;
        car.gear = gear;
        (car.tyre, car.nitro) = (points, points);
        (car.crossings, car.passed) = lap_of(self.track, usize::from(node.phase));
        if node.moves > 0 {
            car.first_move = None;
        }
        situation.gear = gear;
        (situation.tyres, situation.side_tyres) = (points, points);
        situation
    }

    /// Adds to `found` the nodes (states of the car) that the car reaches from `node` by its moves in one gear.
    fn play(&self, node: &Node, index: u32, step: Step, spent: u8, horizon: Horizon<'_>, found: &mut Vec<Node>) {
        let from = self.place(node.at);
        let points = self.points - spent;
        let mut situation: Option<Situation<'_>> = None;
        for (number, laying) in self.templates.of(node.heading, step.gear).iter().enumerate() {
            let mut laid: Option<Option<Pieces>> = None;
            for (ending_number, ending) in laying.endings.iter().enumerate() {
                if ending.points() > points {
                    continue;
                }
                let rest = points - ending.points();
                let at = plus(from, ending.way.to_f64());
                let phases = self.worth(node, horizon, step.gear, ending.heading, at, rest);
                if phases == 0 {
                    continue;
                }
                if laid.is_none() && self.is_blocked(laying, from) {
                    break;
                }
                let way = course::Way {
                    points: [from, plus(from, laying.first.to_f64()), plus(from, laying.last.to_f64()), at],
                    moved: node.heading,
                    heading: ending.heading,
                };
                if self.course.outcomes(usize::from(node.phase), &way, 0.0) & phases == 0 {
                    continue;
                }
                let situation = situation.get_or_insert_with(|| self.situation(node, step.gear, points));
                let Some(laid) = laid.get_or_insert_with(|| lay(situation, laying)) else { break };
                let limit = Situation::spot_limit(&laid.vector, laid.boost.as_ref());
                let Ok(spot) = situation.check_spot(&laid.vector, laid.boost.as_ref(), ending.side, limit) else {
                    continue;
                };
                let Ok(there) = situation.check_arrow(&laid.vector, laid.boost.as_ref(), &spot, ending.rotation) else {
                    continue;
                };
                let phase = phase_of(self.track, there.lap.crossings, there.lap.passed);
                if phases & (1 << phase) == 0
                    || pit_points(situation, &laid.vector, laid.boost.as_ref(), there.at, there.heading).is_some()
                {
                    continue;
                }
                found.push(Node {
                    at: node.at.plus(ending.way),
                    heading: ending.heading,
                    gear: step.gear,
                    braked: step.gear < step.declared,
                    phase: phase as u8,
                    spent: self.points - rest,
                    moves: node.moves + 1,
                    parent: index,
                    step: Step { laying: number as u8, ending: ending_number as u8, ..step },
                });
            }
        }
    }

    /// Returns the phases of the lap that the car may have reached after this move. Includes only phases from which it
    /// can still complete the lap within the limits of `horizon`. The result is a set with one bit for each phase.
    #[inline]
    fn worth(&self, node: &Node, horizon: Horizon<'_>, gear: u8, heading: Direction, at: Xy, points: u8) -> u32 {
        let Some(bound) = horizon.bound else { return u32::MAX };
        (usize::from(node.phase)..=self.course.done()).fold(0, |phases, next| {
            let open = bound.after(horizon.left, next, heading, gear, at) <= points;
            phases | u32::from(open) << next
        })
    }

    fn is_blocked(&self, laying: &Laying, from: Xy) -> bool {
        let (first, end) = (plus(from, laying.first.to_f64()), plus(from, laying.vector_end.to_f64()));
        self.board.blocks_vector(laying.gear, laying.heading, first, end, 0.0)
    }
}

/// The gear vector and the boost that lie on the table before the car is placed.
pub struct Pieces {
    /// The gear vector.
    pub vector: Laid,
    /// The boost ahead of the gear vector, if any.
    pub boost: Option<Boosted>,
}

/// Lays the vector and the boost; `None` if the rules forbid laying them.
pub fn lay(situation: &Situation<'_>, laying: &Laying) -> Option<Pieces> {
    let vector = situation.check_vector(laying.side).ok()?;
    if laying.boost == 0 {
        // A car that is committed to a boost but has no room for it wastes a point. No fast lap contains such a move.
        return (situation.car.first_move != Some(FirstMove::Boost)).then_some(Pieces { vector, boost: None });
    }
    let boost = situation.check_boost(&vector, laying.boost).ok()?;
    Some(Pieces { vector, boost: Some(boost) })
}

/// Returns two numbers for a phase of the lap: the number of times that the car has crossed the finish line, and the
/// number of corners passed since the last crossing.
pub fn lap_of(track: &Track, phase: Phase) -> (u8, u8) {
    let count = track.corners().len();
    match phase {
        0 => (0, count as u8),
        _ if phase <= count + 1 => (1, phase as u8 - 1),
        _ => (2, 0),
    }
}

/// Returns the phase of the lap of a car that has crossed the finish line `crossings` times and passed `passed` corners
/// since then.
pub fn phase_of(track: &Track, crossings: u8, passed: u8) -> Phase {
    match crossings {
        0 => 0,
        1 => usize::from(passed) + 1,
        _ => track.corners().len() + 2,
    }
}

/// Creates a race of one lap with a single car, which stands at a grid place and has no points.
pub fn state(
    track: &Track,
    edition: Edition,
    terms: Terms,
    at: Point,
    gear: u8,
    first_move: Option<FirstMove>,
) -> State {
    let corners = track.corners().len() as u8;
    let car = Car { first_move, ..Car::new(CAR, at, track.pitwall().direction, gear, corners) };
    let order: ArrayVec<u8, 6> = [0].into_iter().collect();
    State {
        edition,
        terms,
        laps: 1,
        cars: [car].into_iter().collect(),
        settled: order.clone(),
        order,
        played: 0,
        round: 1,
        reserve: PowerSet::default(),
        declared: None,
    }
}
