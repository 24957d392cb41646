//! Playing by a certificate.

use std::sync::Arc;

use tengen_core::{Board, Point, Side, Symmetry};

use super::check::{Field, Turn};
use super::lines::Lines;
use super::{Answer, Certificate};

/// A game that is played by a certificate, from the claimed position on, however that lies.
///
/// ```
/// # use std::sync::Arc;
/// # use tengen_core::{Board, Point, Rule, Side, Size, Symmetry};
/// # use tengen_proof::{CertificateBuilder, CertificateFollower};
/// let mut board = Board::new(Size::default());
/// for point in ["h8", "i8", "j8"] {
///     board.place(point.parse()?, Side::Black);
/// }
/// let mut builder = CertificateBuilder::new(Rule::Freestyle, board.clone(), Side::Black);
/// let four = builder.add("k8".parse()?, &[], None);
/// let certificate = Arc::new(builder.finish(four));
/// // The game lies on its side.
/// let turned = Symmetry::from_code(4).unwrap().apply_to_board(&board);
/// let mut follower = CertificateFollower::new(certificate, &turned).unwrap();
/// let [h11, h12, h7]: [Point; 3] = ["h11".parse()?, "h12".parse()?, "h7".parse()?];
/// assert_eq!(follower.next_move(), Some(h11));
/// assert!(follower.play(h11) && follower.play(h12));
/// assert_eq!(follower.next_move(), Some(h7), "the five needs no attack of the certificate");
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CertificateFollower {
    certificate: Arc<Certificate>,
    lines: Lines,
    to_move: Side,
    due: Due,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    /// The attacker uses an attack.
    Attack(Answer),
    /// The defender replies to it.
    Reply(Answer),
    /// The attacker makes five.
    Five(Point),
    /// Nothing: the game is over, or has left the certificate.
    Nothing,
}

impl CertificateFollower {
    /// The claimed position, if this is it, turned or mirrored.
    pub fn new(certificate: Arc<Certificate>, board: &Board) -> Option<CertificateFollower> {
        if certificate.size() != board.size() {
            return None;
        }
        let symmetry = Symmetry::ALL
            .into_iter()
            .find(|symmetry| symmetry.apply_to_board(certificate.board()) == *board)?;
        let root = Answer { attack: certificate.root(), symmetry };
        let (to_move, attacker) = (certificate.to_move(), certificate.attacker());
        let due = if to_move == attacker { Due::Attack(root) } else { Due::Reply(root) };
        let lines = Lines::new(board, certificate.rule());
        Some(CertificateFollower { certificate, lines, to_move, due })
    }

    /// The certificate.
    pub fn certificate(&self) -> &Arc<Certificate> {
        &self.certificate
    }

    /// The stones as they lie now.
    pub fn board(&self) -> &Board {
        self.lines.board()
    }

    /// Whether the position is one that the certificate wins.
    pub fn is_inside(&self) -> bool {
        self.due != Due::Nothing
    }

    /// The attacker's move, if he is to move inside the certificate.
    pub fn next_move(&self) -> Option<Point> {
        match self.due {
            Due::Attack(answer) => {
                let point = self.certificate.plan(answer.attack).point?;
                Some(answer.symmetry.apply(point, self.lines.board().size()))
            }
            Due::Five(point) => Some(point),
            Due::Reply(_) | Due::Nothing => None,
        }
    }

    /// Within how many plies the attacker makes five from here, at most. None outside of the
    /// certificate, or if finding out takes more than `budget` positions.
    pub fn plies(&self, budget: u64) -> Option<u32> {
        let (rule, attacker) = (self.certificate.rule(), self.certificate.attacker());
        let mut field = Field::on(self.lines.clone(), rule, attacker);
        match self.due {
            Due::Attack(answer) => field.plies(&self.certificate, answer, Turn::Attacker, budget),
            Due::Reply(answer) => field.plies(&self.certificate, answer, Turn::Defender, budget),
            Due::Five(_) => Some(1),
            Due::Nothing => None,
        }
    }

    /// A line of the certificate from here to the five, with replies that have answers of their own
    /// where there are such. Empty outside of the certificate.
    pub fn line(&self) -> Vec<Point> {
        let mut follower = self.clone();
        let mut line = Vec::new();
        while let Some(point) = follower.next_move().or_else(|| follower.some_reply()) {
            follower.play(point);
            line.push(point);
        }
        line
    }

    /// The replies that have answers of their own, if the defender is to move inside the certificate.
    pub fn listed_replies(&self) -> Vec<Point> {
        let Due::Reply(answer) = self.due else { return Vec::new() };
        let size = self.lines.board().size();
        let listed = self.certificate.plan(answer.attack).replies.iter();
        listed.map(|&(reply, _)| answer.symmetry.apply(reply, size)).collect()
    }

    /// A reply that resists, if there is one.
    fn some_reply(&mut self) -> Option<Point> {
        let Due::Reply(answer) = self.due else { return None };
        if let Some(&five) = self.lines.fives(self.certificate.attacker()).first() {
            return Some(five);
        }
        let size = self.lines.board().size();
        let plan = self.certificate.plan(answer.attack);
        let listed = plan.replies.iter().map(|&(reply, _)| answer.symmetry.apply(reply, size));
        let any = self.lines.board().free_points();
        listed.chain(any).find(|&reply| {
            self.lines.board().is_free(reply) && !self.lines.is_forbidden(reply, self.to_move)
        })
    }

    /// Plays a move on a free point; whether the position is still inside.
    pub fn play(&mut self, point: Point) -> bool {
        let expected = self.next_move();
        self.lines.place(point, self.to_move);
        self.to_move = !self.to_move;
        self.due = match self.due {
            Due::Attack(answer) if expected == Some(point) => self.after_attack(answer, point),
            Due::Reply(answer) => self.after_reply(answer, point),
            Due::Attack(_) | Due::Five(_) | Due::Nothing => Due::Nothing,
        };
        self.is_inside()
    }

    fn after_attack(&self, answer: Answer, point: Point) -> Due {
        let (attacker, rule) = (self.certificate.attacker(), self.certificate.rule());
        match self.lines.board().wins(point, attacker, rule) {
            true => Due::Nothing,
            false => Due::Reply(answer),
        }
    }

    fn after_reply(&mut self, answer: Answer, reply: Point) -> Due {
        if let Some(&five) = self.lines.fives(self.certificate.attacker()).first() {
            return Due::Five(five);
        }
        let own = answer.symmetry.inverse().apply(reply, self.lines.board().size());
        let next = self.certificate.plan(answer.attack).answer(own);
        next.map_or(Due::Nothing, |next| Due::Attack(answer.then(next)))
    }
}
