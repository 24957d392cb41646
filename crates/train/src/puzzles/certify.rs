//! What is shown of a puzzle: that it is of its kind, how long the win takes, and which moves are answers.

use std::sync::Arc;

use tengen_core::{Game, Point, Rule, Side};
use tengen_engine::Stop;
use tengen_proof::Proof;

use super::Kind;
use super::fives::fives;
use super::solver::{Answer, Halt, Purpose, PuzzleSolver, Question, Win, WinBy};

/// What was shown of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// As [`Puzzle::length`](super::Puzzle::length).
    pub length: u32,
    /// As [`Puzzle::answers`](super::Puzzle::answers).
    pub answers: Vec<Point>,
    /// As [`Puzzle::line`](super::Puzzle::line).
    pub line: Vec<Point>,
    /// As [`Puzzle::proof`](super::Puzzle::proof).
    pub proof: Arc<Proof>,
}

impl Certificate {
    pub(super) fn new(win: Win, answers: Vec<Point>) -> Certificate {
        let Win { proof, plies, line, .. } = win;
        Certificate { length: plies, answers, line, proof }
    }
}

/// Why a position is no puzzle of a kind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Somebody has won, or the board is full.
    #[error("the game is over")]
    Over,
    /// The first move is no choice.
    #[error("somebody makes five next, so the first move is no choice")]
    Five,
    /// There is an easier way.
    #[error("there is a win by {0}")]
    Simpler(WinBy),
    /// There may be an easier way.
    #[error("whether there is a win by {0} was not found out within {1} nodes")]
    MaybeSimpler(WinBy, u64),
    /// There is nothing to be found.
    #[error("there is no win by {0}")]
    NoWin(WinBy),
    /// Nothing was found.
    #[error("no win by {0} was found within {1} nodes, or not its length")]
    NotFound(WinBy, u64),
    /// The win is too short to be a puzzle.
    #[error("the win takes {0} plies only")]
    Short(u32),
    /// The length is not wanted.
    #[error("the win takes {0} plies, which is not wanted")]
    Length(u32),
    /// A move may be an answer.
    #[error("whether {0} is an answer was not found out within {1} nodes a reply")]
    Unsettled(Point, u64),
    /// More answers than a puzzle may have.
    #[error("more than {0} moves are answers")]
    ManyAnswers(usize),
    /// Of a defence.
    #[error("no move stops the win")]
    NoDefence,
    /// Of a trap.
    #[error("the win does not end at a forbidden point, or needs none")]
    NoTrap,
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It is no puzzle.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Nothing was found out.
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// The fewest plies of a win that is a puzzle: two moves of the attacker before the five.
const SHORTEST: u32 = 5;

/// Which puzzles are wanted of all that a position could be.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Whether this is said of a length.
    pub length: &'a dyn Fn(u32) -> bool,
    /// The most answers.
    pub answers: usize,
}

impl Wanted<'_> {
    /// Checks that a win of this length is wanted.
    pub(super) fn check_length(&self, plies: u32) -> Result<(), Unfit> {
        match plies {
            _ if plies < SHORTEST => Err(Unfit::Short(plies)),
            _ if !(self.length)(plies) => Err(Unfit::Length(plies)),
            _ => Ok(()),
        }
    }

    /// Checks that this many answers are wanted.
    pub(super) fn check_answers(&self, count: usize) -> Result<(), Unfit> {
        if count > self.answers { Err(Unfit::ManyAnswers(self.answers)) } else { Ok(()) }
    }
}

/// Nodes to find a win by these moves.
const fn to_find(by: WinBy) -> u64 {
    match by {
        WinBy::Fours | WinBy::Threats => 100_000,
        WinBy::AnyMoves => 500_000,
    }
}

/// Nodes to show that there is none.
const fn to_exclude(by: WinBy) -> u64 {
    match by {
        WinBy::Fours => 100_000,
        WinBy::Threats | WinBy::AnyMoves => 300_000,
    }
}

/// Shows what there is to show of positions. It counts nodes and no time: the same position always gives the same.
#[derive(Debug)]
pub struct Certifier {
    pub(super) solver: PuzzleSolver,
}

impl Certifier {
    /// One to make puzzles, which can be stopped.
    pub fn new(stop: Stop) -> Certifier {
        Certifier { solver: PuzzleSolver::new(Purpose::Make, stop) }
    }

    /// One to check puzzles.
    pub(super) fn to_check(stop: Stop) -> Certifier {
        Certifier { solver: PuzzleSolver::new(Purpose::Check, stop) }
    }

    /// One to look for answers that were overlooked, with this many times the nodes of the making.
    pub(super) fn to_doubt(times: u64, stop: Stop) -> Certifier {
        Certifier { solver: PuzzleSolver::new(Purpose::Doubt(times), stop) }
    }

    /// Whether a position is a puzzle of a kind. What is not wanted ends the work before more is done.
    ///
    /// # Errors
    /// If it is not, or cannot be shown to be; if it is stopped.
    pub fn certify(
        &mut self,
        game: &Game,
        kind: Kind,
        wanted: &Wanted<'_>,
    ) -> Result<Certificate, Failure> {
        check_choice(game)?;
        // Most positions are none, and soon seen to be.
        match (kind, self.solver.glance(game)) {
            (Kind::Vcf | Kind::Trap, Some(false)) => return Err(Unfit::NoWin(WinBy::Fours).into()),
            (Kind::Vct | Kind::Win | Kind::Defence, Some(true)) => {
                return Err(Unfit::Simpler(WinBy::Fours).into());
            }
            _ => {}
        }
        self.solver.begin();
        match kind {
            Kind::Vcf => self.vcf(game, wanted),
            Kind::Vct => self.vct(game, wanted),
            Kind::Win => self.win(game, wanted),
            Kind::Defence => self.defence(game, wanted),
            Kind::Trap => self.trap(game, wanted),
        }
    }

    /// How hard a position is: see [`Puzzle::nodes`](super::Puzzle::nodes).
    ///
    /// # Errors
    /// If it is stopped, or the checker refuses a proof.
    pub fn difficulty(&mut self, game: &Game, kind: Kind) -> Result<u64, Halt> {
        self.solver.difficulty(game, kind)
    }

    fn vcf(&mut self, game: &Game, wanted: &Wanted<'_>) -> Result<Certificate, Failure> {
        let win = self.win_by(game, WinBy::Fours)?;
        if !win.is_finished {
            return Err(self.not_found(WinBy::Fours));
        }
        wanted.check_length(win.plies)?;
        let answers = self.winning_moves(game, WinBy::Fours, &win, wanted)?;
        Ok(Certificate::new(win, answers))
    }

    fn vct(&mut self, game: &Game, wanted: &Wanted<'_>) -> Result<Certificate, Failure> {
        self.rule_out(game, WinBy::Fours)?;
        let win = self.win_by(game, WinBy::Threats)?;
        wanted.check_length(win.plies)?;
        let answers = self.winning_moves(game, WinBy::Threats, &win, wanted)?;
        let win = self.shorten(game, win)?;
        wanted.check_length(win.plies)?;
        Ok(Certificate::new(win, answers))
    }

    fn win(&mut self, game: &Game, wanted: &Wanted<'_>) -> Result<Certificate, Failure> {
        self.rule_out(game, WinBy::Threats)?;
        let whole = self.win_by(game, WinBy::AnyMoves)?;
        let mut wins = self.proven_moves(game, &whole, wanted)?;
        // What the whole search proved may be too hard move by move.
        if !wins.iter().any(|win| win.line[0] == whole.line[0] && win.plies <= whole.plies) {
            wins.retain(|win| win.line[0] != whole.line[0]);
            wins.push(whole);
        }
        let shortest = wins.iter().min_by_key(|win| (win.plies, win.line[0])).cloned();
        let Some(win) = shortest else {
            return Err(Unfit::NoWin(WinBy::AnyMoves).into());
        };
        wanted.check_length(win.plies)?;
        wanted.check_answers(wins.len())?;
        let mut answers: Vec<Point> = wins.iter().map(|win| win.line[0]).collect();
        answers.sort_unstable();
        Ok(Certificate::new(win, answers))
    }

    fn trap(&mut self, game: &Game, wanted: &Wanted<'_>) -> Result<Certificate, Failure> {
        if (game.rule(), game.to_move()) != (Rule::Renju, Side::White) {
            return Err(Unfit::NoTrap.into());
        }
        let certificate = self.vcf(game, wanted)?;
        if !ends_at_a_forbidden_point(game, &certificate.line) {
            return Err(Unfit::NoTrap.into());
        }
        // Where Black may play everywhere, fours do not win.
        let stones = Side::BOTH
            .into_iter()
            .flat_map(|side| game.board().stones(side).map(move |point| (point, side)));
        let free = Game::from_setup(game.size(), Rule::Freestyle, stones, Side::White);
        let free = free.map_err(|_| Unfit::NoTrap)?;
        match self.rule_out(&free, WinBy::Fours) {
            Err(Failure::Unfit(_)) => Err(Unfit::NoTrap.into()),
            Err(halt) => Err(halt),
            Ok(()) => Ok(certificate),
        }
    }

    /// A win, as short as the solver makes it.
    pub(super) fn win_by(&mut self, game: &Game, by: WinBy) -> Result<Win, Failure> {
        match self.solver.ask(game, Question::shortest(by, to_find(by)))? {
            Answer::Win(win) => Ok(win),
            Answer::None => Err(Unfit::NoWin(by).into()),
            Answer::Unknown => Err(self.not_found(by)),
        }
    }

    fn not_found(&self, by: WinBy) -> Failure {
        Unfit::NotFound(by, self.solver.nodes(to_find(by))).into()
    }

    /// There must be no win by these moves, as a complete search says.
    pub(super) fn rule_out(&mut self, game: &Game, by: WinBy) -> Result<(), Failure> {
        match self.solver.ask(game, Question::new(by, to_exclude(by)))? {
            Answer::None => Ok(()),
            Answer::Win(_) => Err(Unfit::Simpler(by).into()),
            Answer::Unknown => {
                Err(Unfit::MaybeSimpler(by, self.solver.nodes(to_exclude(by))).into())
            }
        }
    }

    /// The shortest win by threats that is found, where one is known. That it is the shortest of all is not shown.
    pub(super) fn shorten(&mut self, game: &Game, known: Win) -> Result<Win, Failure> {
        let by = WinBy::Threats;
        let mut best = known;
        let mut plies = best.plies;
        // A check has the win that was found then.
        while plies > SHORTEST && self.solver.purpose() == Purpose::Make {
            match self.solver.ask(game, Question::within(by, plies - 2, to_exclude(by)))? {
                Answer::Win(win) => {
                    plies = win.plies;
                    best = win;
                }
                Answer::None | Answer::Unknown => plies -= 2,
            }
        }
        Ok(best)
    }
}

/// Whether the first move is a choice: the game goes on, and nobody makes five next.
pub(super) fn check_choice(game: &Game) -> Result<(), Unfit> {
    if game.outcome().is_some() {
        return Err(Unfit::Over);
    }
    match Side::BOTH.iter().any(|&side| !fives(game, side).is_empty()) {
        true => Err(Unfit::Five),
        false => Ok(()),
    }
}

/// Whether White's last four of a line has one stop alone, and that is forbidden to Black.
fn ends_at_a_forbidden_point(game: &Game, line: &[Point]) -> bool {
    let mut game = game.clone();
    let Some(last) = line.len().checked_sub(2) else { return false };
    for &point in &line[..last] {
        if game.play(point).is_err() {
            return false;
        }
    }
    matches!(fives(&game, Side::White)[..], [stop] if game.is_forbidden(stop))
}

#[cfg(test)]
mod tests {
    use tengen_core::Size;
    use tengen_formats::{Rows, parse_position};

    use super::*;

    const ANYTHING: Wanted<'_> = Wanted { length: &|_| true, answers: 3 };

    fn certify(kind: Kind, rule: Rule, text: &str) -> Result<Certificate, Failure> {
        let game = parse_position(text, Size::default(), rule, Rows::Bottom).unwrap();
        Certifier::new(Stop::new()).certify(&game, kind, &ANYTHING)
    }

    fn names(points: &[Point]) -> Vec<String> {
        points.iter().map(Point::to_string).collect()
    }

    /// Black k8 makes a four and an open three.
    const FOUR_THREE: &str = "b=h8i8j8k9k10;w=a1a3a5g8;t=b";
    /// Black j8 makes two threes.
    const TWO_THREES: &str = "h8a1i8o1j9a15j10o15";

    #[test]
    fn a_win_by_fours_is_certified_with_all_its_answers() {
        for rule in Rule::ALL {
            let certificate = certify(Kind::Vcf, rule, FOUR_THREE).unwrap();
            assert_eq!(certificate.length, 5, "{rule}");
            assert_eq!(names(&certificate.answers), ["k8"], "{rule}");
            assert_eq!(certificate.line.len(), 5, "{rule}");
        }
    }

    #[test]
    fn a_simpler_win_is_no_puzzle_of_its_kind() {
        let failure = certify(Kind::Vct, Rule::Freestyle, FOUR_THREE).unwrap_err();
        assert_eq!(failure, Unfit::Simpler(WinBy::Fours).into());
        let failure = certify(Kind::Win, Rule::Freestyle, TWO_THREES).unwrap_err();
        assert_eq!(failure, Unfit::Simpler(WinBy::Threats).into());
    }

    #[test]
    fn a_position_without_a_win_is_no_puzzle() {
        let failure = certify(Kind::Vcf, Rule::Freestyle, "h8i9").unwrap_err();
        assert_eq!(failure, Unfit::NoWin(WinBy::Fours).into());
    }

    #[test]
    fn fives_and_open_fours_are_too_easy() {
        let failure = certify(Kind::Vcf, Rule::Freestyle, "h8a1i8a3j8a5k8a7").unwrap_err();
        assert_eq!(failure, Unfit::Five.into());
        let failure = certify(Kind::Vcf, Rule::Freestyle, "h8a1i8a3j8a5").unwrap_err();
        assert_eq!(failure, Unfit::Short(3).into());
    }

    #[test]
    fn a_length_that_is_not_wanted_ends_the_work() {
        let game = parse_position(FOUR_THREE, Size::default(), Rule::Caro, Rows::Bottom).unwrap();
        let wanted = Wanted { length: &|plies| plies > 5, ..ANYTHING };
        let failure = Certifier::new(Stop::new()).certify(&game, Kind::Vcf, &wanted);
        assert_eq!(failure.unwrap_err(), Unfit::Length(5).into());
    }

    #[test]
    fn many_answers_are_no_puzzle() {
        // Every end of either two makes two threes or wins by a three after the other.
        let failure = certify(Kind::Vct, Rule::Freestyle, TWO_THREES).unwrap_err();
        assert_eq!(failure, Unfit::ManyAnswers(3).into());
    }

    #[test]
    fn whoever_stops_it_gets_no_certificate() {
        let stop = Stop::new();
        stop.stop();
        let game = parse_position(FOUR_THREE, Size::default(), Rule::Caro, Rows::Bottom).unwrap();
        let failure = Certifier::new(stop).certify(&game, Kind::Vcf, &ANYTHING);
        assert_eq!(failure.unwrap_err(), Halt::Stopped.into());
    }

    #[test]
    fn a_four_whose_only_stop_is_forbidden_is_a_trap() {
        let line: Vec<Point> = ["i7", "a2", "j8"].map(|name| name.parse().unwrap()).into();
        let ends = |text: &str| {
            let game = parse_position(text, Size::default(), Rule::Renju, Rows::Bottom).unwrap();
            ends_at_a_forbidden_point(&game, &line)
        };
        // Black's stop at j8 makes two threes.
        assert!(ends("b=h8i8j9j10e3;w=f4g5h6a1;t=w"));
        // A single three is not forbidden, and without e3 there are two stops.
        assert!(!ends("b=h8i8j9c10e3;w=f4g5h6a1;t=w"));
        assert!(!ends("b=h8i8j9j10c12;w=f4g5h6a1;t=w"));
    }
}
