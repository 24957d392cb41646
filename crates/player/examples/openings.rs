//! Measures openings by self-play: what an estimate of the first moves is worth, and whether
//! proposals are fair.
//!
//! ```sh
//! cargo run --release -p tengen-player --example openings -- fit RULE LINES STONES POSITIONS GAMES NODES SEED THOUGHT
//! cargo run --release -p tengen-player --example openings -- check RULE LINES OPENING PROPOSALS GAMES NODES SEED THOUGHT
//! ```
//!
//! `fit` puts stones after which Black is estimated at various values, plays them out and fits the
//! line of `data/opening-bias.txt`. `check` lets the engine open games against itself to the end of the
//! opening rule and plays them out. THOUGHT are the nodes of a step of an opening. Both sides are the same
//! engine with about NODES a move; games of a position differ in how many nodes exactly.

#![allow(clippy::print_stdout)]

use std::env;
use std::str::FromStr;

use tengen_core::opening::{Opening, Player};
use tengen_core::{Game, OpeningRule, Point, Rule, Side, Size};
use tengen_player::{Answer, Ask, Limits, Request, Session, SharedData, Stop, Want};

fn main() {
    let mode = env::args().nth(1).unwrap_or_default();
    match mode.as_str() {
        "fit" => fit(),
        "check" => check(),
        _ => println!("the first word is fit or check; see the head of this example"),
    }
}

fn argument<T: FromStr>(number: usize) -> T {
    let text = env::args().nth(number).unwrap_or_default();
    text.parse().unwrap_or_else(|_| panic!("argument {number} cannot be '{text}'"))
}

/// The words that both modes share.
struct Frame {
    rule: Rule,
    size: Size,
    positions: u64,
    games: u64,
    nodes: u64,
    seed: u64,
    /// Nodes for putting stones.
    thought: u64,
    session: Session,
}

impl Frame {
    fn read() -> Frame {
        Frame {
            rule: argument(2),
            size: Size::new(argument(3)).expect("a board has 5 to 22 lines"),
            positions: argument(5),
            games: argument(6),
            nodes: argument(7),
            seed: argument(8),
            thought: argument(9),
            session: Session::new(&SharedData::default()),
        }
    }

    /// The session's answer within a number of nodes.
    fn ask(&mut self, game: Game, want: Want, nodes: u64, seed: u64) -> Answer {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = Request { limits, seed: Some(seed), ..Request::new(game, want) };
        let answer = self.session.ask(&request, &Stop::new(), &mut |_| {});
        answer.expect("the opening goes on")
    }

    /// The moves of a position as a game.
    fn game(&self, stones: &[Point]) -> Game {
        let mut game = Game::new(self.size, self.rule);
        for &stone in stones {
            game.play(stone).expect("the stones can be put");
        }
        game
    }

    /// An opening that the engine plays with itself, and what it thinks of Black's chance in the end.
    fn open(&mut self, rule: OpeningRule, seed: u64) -> (Opening, f64) {
        let mut opening = Opening::new(rule, self.size).expect("the rule suits the board");
        let mut black = 0.5;
        while let Some(step) = opening.step() {
            self.session.forget();
            let (empty, want) = (self.game(&[]), Want::Opening(opening.clone()));
            let decision = self.ask(empty, want, self.thought, seed).opening;
            let decision = decision.expect("an opening was asked for");
            for act in decision.acts {
                opening.act(step.actor, act).expect("what the step asks for");
            }
            black = decision.black;
        }
        (opening, black)
    }

    /// Black's points of a hundred in games from a position.
    fn score(&mut self, game: &Game, number: u64) -> f64 {
        let mut rng = fastrand::Rng::with_seed(self.seed ^ number << 32);
        let points: f64 = (0..self.games).map(|_| self.play(game.clone(), &mut rng)).sum();
        100.0 * points / self.games as f64
    }

    fn play(&mut self, mut game: Game, rng: &mut fastrand::Rng) -> f64 {
        self.session.forget();
        while game.outcome().is_none() {
            let nodes = rng.u64(self.nodes * 4 / 5..=self.nodes * 6 / 5);
            let answer = self.ask(game.clone(), Want::Best, nodes, 0);
            game.play(answer.point().expect("a game under way has a move")).expect("a legal move");
        }
        match game.outcome().and_then(tengen_core::Outcome::winner) {
            Some(Side::Black) => 1.0,
            Some(Side::White) => 0.0,
            None => 0.5,
        }
    }
}

fn names(stones: &[Point]) -> String {
    stones.iter().map(Point::to_string).collect()
}

fn fit() {
    let mut frame = Frame::read();
    let stones: usize = argument(4);
    let mut points = Vec::new();
    for number in 0..frame.positions {
        let mut rng = fastrand::Rng::with_seed(frame.seed + number);
        let bias = rng.i32(-250..=250);
        let empty = frame.game(&[]);
        frame.session.forget();
        let want = Want::Balance { stones, bias };
        let Answer { line, verdict, .. } =
            frame.ask(empty, want, frame.thought, frame.seed + number);
        let centi = verdict.expect("an empty board has room").number();
        let score = frame.score(&frame.game(&line), number);
        println!("{} {centi} {score:.0}", names(&line));
        points.push((f64::from(centi), score / 100.0));
    }
    let (even, unit) = logistic(&points);
    println!("{} {} {stones} {even:.0} {unit:.0}", frame.rule, frame.size);
}

/// The middle and the unit of the curve from estimates to scores that makes the scores most
/// likely.
fn logistic(points: &[(f64, f64)]) -> (f64, f64) {
    let (mut a, mut b) = (0.0, 1.0 / 200.0);
    for _ in 0..100 {
        let (mut ga, mut gb, mut haa, mut hab, mut hbb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for &(x, y) in points {
            let p = 1.0 / (1.0 + f64::exp(-(a + b * x)));
            let w = p * (1.0 - p);
            ga += y - p;
            gb += (y - p) * x;
            haa += w;
            hab += w * x;
            hbb += w * x * x;
        }
        let det = haa * hbb - hab * hab;
        a += (hbb * ga - hab * gb) / det;
        b += (haa * gb - hab * ga) / det;
    }
    (-a / b, 1.0 / b)
}

fn check() {
    let mut frame = Frame::read();
    let rule: OpeningRule = argument(4);
    let mut scores = Vec::new();
    for number in 0..frame.positions {
        let (opening, black) = frame.open(rule, frame.seed + number);
        let score = frame.score(&opening.game(frame.rule), number);
        let swapped = if opening.black() == Player::Second { "swapped" } else { "kept" };
        println!("{} {swapped} {black:.2} {score:.0}", names(opening.stones()));
        scores.push(score);
    }
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let spread = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
    let spread = (spread / scores.len() as f64).sqrt();
    println!(
        "{} {} {rule}: black {mean:.1}, white {:.1}, spread {spread:.1}",
        frame.rule,
        frame.size,
        100.0 - mean
    );
}
