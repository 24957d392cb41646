//! What is known of a position by the rules and by looking at lines, without a search.

mod threats;

pub(crate) use threats::threat as threat_at;

use tengen_core::{
    Board, DrawReason, Foul, Game, Move, Outcome, Point, Prohibition, Rule, Side, Size, WinReason,
    renju,
};
use tengen_engine::{Bucket, Position, Shape, Threat};
use tengen_player::SharedData;

use crate::wire::{
    self, CertificateState, Counts, Facts, Forbidden, FoulKind, FoulLine, GameResult, PointName,
    PointShapes, Problem, ProblemCode, Reason, SideShapes,
};

/// No game has more moves, passes included; more is a mistake.
const MOST_MOVES: usize = 1000;

/// The lines of a board that a message asks for.
pub(crate) fn size(lines: u8) -> Result<Size, Problem> {
    let wrong = || Problem::new(ProblemCode::BadPosition, "a board has 5 to 22 lines");
    Size::new(lines).ok_or_else(wrong)
}

/// The game of a position, all of it.
pub(crate) fn game(pos: &wire::Position) -> Result<Game, Problem> {
    let mut game = start(pos)?;
    for &action in &pos.moves {
        game.make(action.0)?;
    }
    Ok(game)
}

/// The game before its first move.
pub(crate) fn start(pos: &wire::Position) -> Result<Game, Problem> {
    let size = size(pos.size)?;
    if pos.moves.len() > MOST_MOVES {
        return Err(Problem::new(ProblemCode::BadPosition, "there are more than 1000 moves"));
    }
    match &pos.setup {
        None => Ok(Game::new(size, pos.rule.0)),
        Some(setup) => {
            let black = setup.black.iter().map(|point| (point.0, Side::Black));
            let white = setup.white.iter().map(|point| (point.0, Side::White));
            Ok(Game::from_setup(size, pos.rule.0, black.chain(white), setup.turn.0)?)
        }
    }
}

/// A game that goes on.
pub(crate) fn running(pos: &wire::Position) -> Result<Game, Problem> {
    let game = game(pos)?;
    match game.outcome() {
        None => Ok(game),
        Some(_) => Err(Problem::new(ProblemCode::GameOver, "the game is over")),
    }
}

/// The position of a game, as messages have it.
pub fn position(game: &Game) -> wire::Position {
    let is_plain = game.start().stone_count() == 0 && game.first_to_move() == Side::Black;
    let stones = |side| game.start().stones(side).map(PointName).collect();
    let setup = wire::Setup {
        black: stones(Side::Black),
        white: stones(Side::White),
        turn: game.first_to_move().into(),
    };
    wire::Position {
        rule: game.rule().into(),
        size: game.size().lines(),
        setup: (!is_plain).then_some(setup),
        moves: game.moves().iter().map(|&action| action.into()).collect(),
    }
}

/// Answers a query about a position. The facts name moves that cannot be played.
pub(crate) fn answer(query: &wire::PositionQuery, shared: &SharedData) -> Result<Facts, Problem> {
    size(query.pos.size)?;
    let mut game = match start(&query.pos) {
        Ok(game) => game,
        Err(problem) => return Ok(impossible(&query.pos, problem)),
    };
    let mut problem = None;
    for &action in &query.pos.moves {
        if let Err(illegal) = game.make(action.0) {
            problem = Some(illegal.into());
            break;
        }
    }
    let mut facts = facts(&game, shared);
    if query.shapes == Some(true) && game.outcome().is_none() {
        let position = Position::of(&game, shared.tables.tables(game.rule()));
        let points = game.board().free_points();
        facts.shapes = Some(points.map(|point| point_shapes(&position, point)).collect());
    }
    facts.problem = problem;
    Ok(facts)
}

/// A set-up that the rule does not allow: what can be said of it.
fn impossible(pos: &wire::Position, problem: Problem) -> Facts {
    let setup = pos.setup.as_ref();
    let count = |stones: fn(&wire::Setup) -> &Vec<PointName>| {
        setup.map_or(0, |setup| stones(setup).len() as u32)
    };
    Facts {
        pos: wire::Position { moves: Vec::new(), ..pos.clone() },
        turn: setup.map_or(Side::Black.into(), |setup| setup.turn),
        stones: Counts { black: count(|s| &s.black), white: count(|s| &s.white) },
        result: None,
        problem: Some(problem),
        searchable: false,
        forbidden: Vec::new(),
        threats: Vec::new(),
        must: Vec::new(),
        certificate: None,
        shapes: None,
    }
}

/// All that is known of a game's position.
pub(crate) fn facts(game: &Game, shared: &SharedData) -> Facts {
    let board = game.board();
    let running = game.outcome().is_none();
    let (threats, must) = match running {
        true => {
            let position = Position::of(game, shared.tables.tables(game.rule()));
            (threats::all(&position, board), must(&position))
        }
        false => Default::default(),
    };
    Facts {
        pos: position(game),
        turn: game.to_move().into(),
        stones: Counts {
            black: board.count(Side::Black) as u32,
            white: board.count(Side::White) as u32,
        },
        result: game.outcome().map(|outcome| result(game, outcome)),
        problem: None,
        searchable: running,
        forbidden: if running { forbidden(game.rule(), board) } else { Vec::new() },
        threats,
        must,
        certificate: certificate(game, shared),
        shapes: None,
    }
}

/// What the certificates of the first player's win say of a game that began as they do.
fn certificate(game: &Game, shared: &SharedData) -> Option<CertificateState> {
    let library = shared.certificates.of(game.rule(), game.size())?;
    let &[Move::Stone(first), Move::Stone(reply), ..] = game.moves() else { return None };
    let begins_so = first == library.first_move() && game.start().stone_count() == 0;
    if !begins_so || game.outcome().is_some() {
        return None;
    }
    match library.plies_after(reply) {
        Some(_) => library.follow(game).map(|_| CertificateState::Proven),
        None => Some(CertificateState::Open),
    }
}

/// How a game ended, as messages have it.
pub(crate) fn result(game: &Game, outcome: Outcome) -> GameResult {
    let (reason, fouls) = match outcome {
        Outcome::Win(_, WinReason::Five) => (Reason::Five, Vec::new()),
        Outcome::Win(_, WinReason::Forbidden(fouls)) => {
            (Reason::Forbidden, fouls.iter().map(FoulKind::from).collect())
        }
        Outcome::Win(_, WinReason::Resignation) => (Reason::Resignation, Vec::new()),
        Outcome::Win(_, WinReason::Time) => (Reason::Time, Vec::new()),
        Outcome::Win(_, WinReason::Forfeit) => (Reason::Forfeit, Vec::new()),
        Outcome::Draw(DrawReason::FullBoard) => (Reason::FullBoard, Vec::new()),
        Outcome::Draw(DrawReason::Agreement) => (Reason::Agreement, Vec::new()),
    };
    let rows = game.winning_rows();
    GameResult {
        winner: outcome.winner().map(Into::into),
        reason,
        fouls,
        rows: rows.iter().map(|row| names(row)).collect(),
    }
}

impl From<Foul> for FoulKind {
    fn from(foul: Foul) -> FoulKind {
        match foul {
            Foul::Overline => FoulKind::Overline,
            Foul::DoubleFour => FoulKind::DoubleFour,
            Foul::DoubleThree => FoulKind::DoubleThree,
        }
    }
}

/// Points as messages have them.
pub(crate) fn names(points: &[Point]) -> Vec<PointName> {
    points.iter().copied().map(PointName).collect()
}

fn forbidden(rule: Rule, board: &Board) -> Vec<Forbidden> {
    if !rule.forbids(Side::Black) {
        return Vec::new();
    }
    let prohibitions = board.free_points().filter_map(|point| renju::prohibition(board, point));
    prohibitions.map(|prohibition| told(&prohibition)).collect()
}

/// Why a free point is forbidden to the side to move, if it is.
pub(crate) fn forbidden_at(game: &Game, point: Point) -> Option<Forbidden> {
    let is_barred = game.rule().forbids(game.to_move());
    let found = is_barred.then(|| renju::prohibition(game.board(), point)).flatten();
    found.map(|prohibition| told(&prohibition))
}

fn told(prohibition: &Prohibition) -> Forbidden {
    Forbidden {
        point: prohibition.point.into(),
        kinds: prohibition.fouls.iter().map(FoulKind::from).collect(),
        shapes: prohibition
            .shapes
            .iter()
            .map(|shape| FoulLine {
                kind: shape.foul.into(),
                stones: names(&shape.stones),
                growth: names(&shape.growth),
            })
            .collect(),
    }
}

/// What the side to move has to answer.
pub(crate) fn must(position: &Position) -> Vec<PointName> {
    let buckets = position.buckets();
    let answers = |wanted: Bucket| buckets.iter().find(|(bucket, _)| *bucket == wanted);
    let found = answers(Bucket::FiveBlocks).or_else(|| answers(Bucket::OpenFourStops));
    found.map_or_else(Vec::new, |(_, moves)| moves.iter().map(|c| c.point.into()).collect())
}

fn point_shapes(position: &Position, point: Point) -> PointShapes {
    PointShapes {
        point: point.into(),
        black: side_shapes(position, point, Side::Black),
        white: side_shapes(position, point, Side::White),
        policy: position.candidate(point).policy,
    }
}

fn side_shapes(position: &Position, point: Point, side: Side) -> SideShapes {
    SideShapes {
        lines: position.shapes(point, side).all().iter().map(|s| s.name().to_owned()).collect(),
        threat: threat_name(position, point, side).to_owned(),
        attack: position.attack(point, side),
        defence: position.defence(point, side),
    }
}

/// The name that people know: the engine's finer grades are left out, as in `tengen shapes`.
fn threat_name(position: &Position, point: Point, side: Side) -> &'static str {
    let shapes = position.shapes(point, side);
    let has = |is: Shape| shapes.count(|shape| shape == is) > 0;
    match position.threat(point, side) {
        Threat::Foul if has(Shape::Overline) => "overline",
        Threat::Foul => "double-four",
        Threat::OpenFour if !has(Shape::OpenFour) => "double-four",
        Threat::FourPlus => Threat::Four.name(),
        Threat::ThreePlus => Threat::OpenThree.name(),
        threat => threat.name(),
    }
}

#[cfg(test)]
mod tests;
