//! Parts, and the game that finds its way through them.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use flate2::bufread::GzDecoder;
use tengen_core::{Board, Game, Move, Point, Rule, Side, Size, Symmetry};
use tengen_proof::{Certificate, CertificateFollower, ReadLimits, read_certificate};

/// A part as the build script lists it.
struct Shipped {
    folder: &'static str,
    reply: &'static str,
    plies: u32,
    bytes: &'static [u8],
}

static SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/parts.rs"));

/// Why a part cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryError {
    /// The reply.
    pub reply: Point,
    /// What is wrong with its file.
    pub reason: String,
}

impl std::fmt::Display for LibraryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the certificate of {}: {}", self.reply, self.reason)
    }
}

impl std::error::Error for LibraryError {}

/// The certificates of one rule and size.
#[derive(Debug)]
pub struct Library {
    rule: Rule,
    size: Size,
    first: Point,
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    reply: Point,
    plies: u32,
    bytes: &'static [u8],
    /// Unpacked when a game first needs it.
    certificate: OnceLock<Option<Arc<Certificate>>>,
}

/// A game inside a certificate.
#[derive(Clone, Debug)]
pub struct Followed {
    follower: CertificateFollower,
    plies: u32,
}

/// Positions that are looked at for the length of a win.
const LENGTH_BUDGET: u64 = 60_000;

impl Library {
    /// The library that ships for this rule and size, if there is one.
    pub fn shipped(rule: Rule, size: Size) -> Option<Library> {
        let folder = format!("{}-{}", rule.name(), size.lines());
        let own = SHIPPED.iter().filter(|part| part.folder == folder);
        let parts: Vec<Part> = own
            .filter_map(|part| {
                let (reply, certificate) = (part.reply.parse().ok()?, OnceLock::new());
                Some(Part { reply, plies: part.plies, bytes: part.bytes, certificate })
            })
            .collect();
        let first = size.centre()?;
        (!parts.is_empty()).then_some(Library { rule, size, first, parts })
    }

    /// The rule that is played.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The first player's move.
    pub fn first_move(&self) -> Point {
        self.first
    }

    /// The replies that have parts, and the plies after each up to the five, at most. Others that
    /// are symmetric to them are settled too.
    pub fn replies(&self) -> impl Iterator<Item = (Point, u32)> {
        self.parts.iter().map(|part| (part.reply, part.plies))
    }

    /// The plies after a reply up to the five, at most; none if it is open.
    pub fn plies_after(&self, reply: Point) -> Option<u32> {
        if reply == self.first || !self.size.contains(reply) {
            return None;
        }
        let after = self.after(reply);
        let is_it = |part: &&Part| {
            let own = self.after(part.reply);
            Symmetry::ALL.iter().any(|symmetry| symmetry.apply_to_board(&own) == after)
        };
        self.parts.iter().find(is_it).map(|part| part.plies)
    }

    /// The replies that nothing is claimed about.
    pub fn open_replies(&self) -> Vec<Point> {
        let others = self.size.points().filter(|&point| point != self.first);
        others.filter(|&reply| self.plies_after(reply).is_none()).collect()
    }

    /// Whether every reply is settled: the first player wins.
    pub fn is_whole(&self) -> bool {
        self.open_replies().is_empty()
    }

    /// The certificate of a reply, as it lies in the file.
    ///
    /// # Errors
    /// If its file is no certificate of the position after this reply.
    pub fn certificate(&self, reply: Point) -> Option<Result<Arc<Certificate>, LibraryError>> {
        let part = self.parts.iter().find(|part| part.reply == reply)?;
        Some(self.unpack(part).map(Arc::new).map_err(|reason| LibraryError { reply, reason }))
    }

    /// The place of a game in the library; none if the library does not win its position.
    pub fn follow(&self, game: &Game) -> Option<Followed> {
        if (game.rule(), game.size()) != (self.rule, self.size) {
            return None;
        }
        let stone = |played: &Move| match *played {
            Move::Stone(point) => Some(point),
            Move::Pass => None,
        };
        let moves: Vec<Point> = game.moves().iter().map(stone).collect::<Option<_>>()?;
        let [first, reply, rest @ ..] = &moves[..] else { return None };
        // Stones that were set up have no order.
        if *first != self.first || game.board().stone_count() != moves.len() {
            return None;
        }
        let after = self.after(*reply);
        let part = self.parts.iter().find(|part| {
            let own = self.after(part.reply);
            Symmetry::ALL.iter().any(|symmetry| symmetry.apply_to_board(&own) == after)
        })?;
        let certificate = part.certificate.get_or_init(|| self.unpack(part).ok().map(Arc::new));
        let mut follower = CertificateFollower::new(certificate.clone()?, &after)?;
        let is_inside = rest.iter().all(|&point| follower.play(point));
        let plies = part.plies.saturating_sub(rest.len() as u32);
        is_inside.then_some(Followed { follower, plies })
    }

    fn after(&self, reply: Point) -> Board {
        let mut board = Board::new(self.size);
        board.place(self.first, Side::Black);
        board.place(reply, Side::White);
        board
    }

    fn unpack(&self, part: &Part) -> Result<Certificate, String> {
        let limits = ReadLimits::default();
        let mut bytes = Vec::new();
        let mut decoder = GzDecoder::new(part.bytes).take(limits.bytes as u64 + 1);
        decoder.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let certificate = read_certificate(&bytes, limits).map_err(|error| error.to_string())?;
        let is_it = certificate.rule() == self.rule
            && *certificate.board() == self.after(part.reply)
            && certificate.attacker() == Side::Black
            && certificate.to_move() == Side::Black;
        if is_it { Ok(certificate) } else { Err("it is about something else".to_owned()) }
    }
}

impl Followed {
    /// The first player's move, if he is to move.
    pub fn next_move(&self) -> Option<Point> {
        self.follower.next_move()
    }

    /// The plies up to the five, at most.
    pub fn plies(&self) -> u32 {
        let exact = self.follower.plies(LENGTH_BUDGET);
        exact.map_or(self.plies, |plies| plies.min(self.plies))
    }

    /// The stones as they lie here.
    pub fn board(&self) -> &Board {
        self.follower.board()
    }

    /// The rule that is played.
    pub fn rule(&self) -> Rule {
        self.follower.certificate().rule()
    }

    /// The second player's replies that have answers of their own, if he is to move.
    pub fn listed_replies(&self) -> Vec<Point> {
        self.follower.listed_replies()
    }

    /// Plays a move on a free point; whether the position is still inside.
    pub fn play(&mut self, point: Point) -> bool {
        self.plies = self.plies.saturating_sub(1);
        self.follower.play(point)
    }

    /// A line of the certificate from here to the five.
    pub fn line(&self) -> Vec<Point> {
        self.follower.line()
    }
}
