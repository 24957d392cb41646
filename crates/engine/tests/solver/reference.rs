//! Forced wins, found by trying stones on a board. Nothing of the engine is used except, where a test
//! asks for it, the choice of attacks.

use std::collections::HashMap;
use std::sync::Arc;

use tengen_core::{Board, Direction, Game, Point, Rule, Side, renju};
use tengen_engine::{PatternTables, Position, Threat};

/// A board on which stones are tried, and what was found of the positions met on it.
pub(crate) struct Reference {
    rule: Rule,
    board: Board,
    /// Plies of the shortest VCF, by the stones and the side to move.
    vcf: HashMap<(u64, Side), Option<u32>>,
    /// Whether the side to move has a VCT within this many plies.
    vct: HashMap<(u64, Side, u32), bool>,
    /// What refuted an attack last often refutes the next one too.
    refuter: HashMap<u32, Point>,
    /// If any: attacks are only tried where these see a shape of the attacker's own.
    shapes: Option<Arc<PatternTables>>,
    /// Positions that may be visited.
    patience: usize,
    gave_up: bool,
}

impl Reference {
    /// The stones of a game, all attacks tried.
    pub(crate) fn of(game: &Game) -> Reference {
        Reference {
            rule: game.rule(),
            board: game.board().clone(),
            vcf: HashMap::new(),
            vct: HashMap::new(),
            refuter: HashMap::new(),
            shapes: None,
            patience: usize::MAX,
            gave_up: false,
        }
    }

    /// The stones of a game, with no attacks but those that the solver tries.
    pub(crate) fn restricted(game: &Game, tables: Arc<PatternTables>) -> Reference {
        Reference { shapes: Some(tables), ..Reference::of(game) }
    }

    /// The same, but it gives up after `patience` positions.
    pub(crate) fn with_patience(self, patience: usize) -> Reference {
        Reference { patience, ..self }
    }

    /// Plies of the shortest win of `side`, to move, in which its every move makes five or a four,
    /// against the longest defence.
    pub(crate) fn vcf(&mut self, side: Side) -> Option<u32> {
        let key = (self.board.key(), side);
        if let Some(&known) = self.vcf.get(&key) {
            return known;
        }
        if self.is_too_much() {
            return None;
        }
        let found = match self.fives(side).is_empty() {
            false => Some(1),
            true => {
                let threatened = self.fives(!side);
                // Three stones, this one and the five.
                let points = self.points_with(3, side).into_iter();
                points.filter_map(|point| self.plies_by_four(point, side, &threatened)).min()
            }
        };
        self.vcf.insert(key, found);
        found
    }

    /// Whether there was too much to look at: then no answer counts.
    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up
    }

    fn is_too_much(&mut self) -> bool {
        self.gave_up |= self.vcf.len() + self.vct.len() >= self.patience;
        self.gave_up
    }

    /// Plies of the VCF that begins on `point`, where `side` could not make five and the
    /// other side could at these points.
    fn plies_by_four(&mut self, point: Point, side: Side, threatened: &[Point]) -> Option<u32> {
        let stops = self.with(point, side, |board| {
            let fives = board.fives_with(point, side);
            let mut left = threatened.iter().filter(|&&five| five != point);
            let too_late = fives.is_empty() || left.any(|&five| board.is_five(five, !side));
            (!too_late).then(|| board.stops(&fives, side))
        })?;
        if !self.is_legal(point, side) {
            return None;
        }
        if stops.is_empty() {
            return Some(3);
        }
        self.with(point, side, |board| {
            let after = |stop: Point| Some(2 + board.with(stop, !side, |board| board.vcf(side))?);
            let plies: Option<Vec<u32>> = stops.into_iter().map(after).collect();
            plies?.into_iter().max()
        })
    }

    /// Whether `side`, to move, wins within `plies` by moves each of which makes five, or after
    /// which it would make five or have a VCF if the other side passed. The other side replies
    /// wherever it may.
    pub(crate) fn vct(&mut self, side: Side, plies: u32) -> bool {
        if !self.fives(side).is_empty() {
            return plies >= 1;
        }
        if plies < 3 {
            return false;
        }
        let key = (self.board.key(), side, plies);
        if let Some(&known) = self.vct.get(&key) {
            return known;
        }
        if self.is_too_much() {
            return false;
        }
        let attacks = self.attacks(side);
        let won = attacks.into_iter().any(|point| {
            self.is_legal(point, side)
                && self.with(point, side, |board| board.threat_wins(side, plies - 1))
        });
        self.vct.insert(key, won);
        won
    }

    /// The attacks that are tried. What a five of the other side forces is always among them.
    fn attacks(&mut self, side: Side) -> Vec<Point> {
        let free = self.board.free_points();
        let Some(tables) = &self.shapes else { return free.collect() };
        let position = Position::from_board(&self.board, side, tables.clone());
        let free: Vec<Point> = free.collect();
        match self.fives(!side).is_empty() {
            false => free,
            true => {
                free.into_iter().filter(|&p| position.threat(p, side) != Threat::None).collect()
            }
        }
    }

    /// Whether an attack of `side`, just made, wins against every reply.
    fn threat_wins(&mut self, side: Side, plies: u32) -> bool {
        if !self.fives(!side).is_empty() {
            return false;
        }
        let fives = self.fives(side);
        let replies = if !fives.is_empty() {
            self.stops(&fives, side)
        } else {
            // No reply gives the attacker a five that he has not got already.
            if plies < 4 || self.vcf(side).is_none() {
                return false;
            }
            let free = self.board.free_points();
            free.filter(|&reply| self.is_legal(reply, !side)).collect()
        };
        let first = self.refuter.get(&plies).copied().filter(|point| replies.contains(point));
        let refutes = |reply: &Point| !self.with(*reply, !side, |board| board.vct(side, plies - 1));
        let refuter = first.into_iter().chain(replies).find(refutes);
        self.refuter.extend(refuter.map(|point| (plies, point)));
        refuter.is_none()
    }

    /// Whether a move of `side` stops every VCF of the other side. A four stops it if
    /// after each of its blocks some move does, and the block itself does not go on winning.
    pub(crate) fn holds(&mut self, point: Point, side: Side) -> bool {
        if self.is_five(point, side) {
            return true;
        }
        self.with(point, side, |board| {
            let fives = board.fives(side);
            if fives.is_empty() || !board.fives(!side).is_empty() {
                return board.vcf(!side).is_none();
            }
            let blocks = board.stops(&fives, side);
            blocks.is_empty()
                || board.vcf(!side).is_none()
                    && blocks.into_iter().all(|block| {
                        board.with(block, !side, |board| !board.defences(side, true).is_empty())
                    })
        })
    }

    /// The moves of `side` that stop every VCF of the other side; one is enough if `any`.
    pub(crate) fn defences(&mut self, side: Side, any: bool) -> Vec<Point> {
        let free: Vec<Point> = self.board.free_points().collect();
        let legal = free.into_iter().filter(|&point| self.is_legal(point, side));
        let legal: Vec<Point> = legal.collect();
        let holding = legal.into_iter().filter(|&point| self.holds(point, side));
        if any { holding.take(1).collect() } else { holding.collect() }
    }

    /// Whether a move of `side` makes a four or five.
    pub(crate) fn is_forcing(&mut self, point: Point, side: Side) -> bool {
        self.is_five(point, side) || self.with(point, side, |board| !board.fives(side).is_empty())
    }

    /// The legal replies after which `side`, who makes five at these points, cannot. A reply adds
    /// no point to them.
    fn stops(&mut self, fives: &[Point], side: Side) -> Vec<Point> {
        let free: Vec<Point> = self.board.free_points().collect();
        let stops = free.into_iter().filter(|&reply| {
            let mut left = fives.iter().filter(|&&five| five != reply);
            !self.with(reply, !side, |board| left.any(|&five| board.is_five(five, side)))
                && self.is_legal(reply, !side)
        });
        stops.collect()
    }

    /// The points at which `side` makes five.
    fn fives(&mut self, side: Side) -> Vec<Point> {
        let points = self.points_with(4, side).into_iter();
        points.filter(|&point| self.is_five(point, side)).collect()
    }

    /// The same if there was none before the stone on `point`: it is part of every five.
    fn fives_with(&mut self, point: Point, side: Side) -> Vec<Point> {
        let size = self.board.size();
        let near = |line| (-4..=4).filter_map(move |steps| point.stepped(line, steps, size));
        let near = Direction::ALL.into_iter().flat_map(near);
        near.filter(|&near| self.board.is_free(near) && self.is_five(near, side)).collect()
    }

    fn is_five(&mut self, point: Point, side: Side) -> bool {
        let rule = self.rule;
        self.with(point, side, |board| board.board.wins(point, side, rule))
    }

    fn is_legal(&self, point: Point, side: Side) -> bool {
        !self.rule.forbids(side) || !renju::is_forbidden(&self.board, point)
    }

    /// The free points with at least `stones` stones of `side` on one line, at most four steps off:
    /// others cannot be part of a five soon.
    fn points_with(&self, stones: usize, side: Side) -> Vec<Point> {
        let size = self.board.size();
        let has_stones = |point: &Point| {
            Direction::ALL.into_iter().any(|line| {
                let near = (-4..=4).filter_map(|steps| point.stepped(line, steps, size));
                near.filter(|&near| self.board.at(near) == Some(side)).count() >= stones
            })
        };
        self.board.free_points().filter(has_stones).collect()
    }

    /// Puts a stone, looks and takes it away again.
    fn with<T>(&mut self, point: Point, side: Side, look: impl FnOnce(&mut Self) -> T) -> T {
        self.board.place(point, side);
        let seen = look(self);
        self.board.remove(point, side);
        seen
    }
}
