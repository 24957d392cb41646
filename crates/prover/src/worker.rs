//! A thread of the search: takes a node, asks the solvers about it, brings back what they say.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_core::{Board, Point, Side, Symmetry};
use tengen_engine::{KnownVct, Position, ProofSteps, SolverLevel, Threatened, Win};

use crate::graph::Width;
use crate::knowledge::Example;
use crate::search::{Finding, Search};
use crate::select::{OPEN_REPLIES, Work};
use crate::walk::Walk;

/// Nodes of the single steps. Five positions after h8 i9 h7 and h8 k10 i8 took 11.3 core-seconds with
/// these and 15.4 with 20 000 for an attack and 7 000 for the guide. With 6 000 for an attack it was three
/// times as many steps.
pub(crate) mod nodes {
    /// The win after a pass.
    pub(crate) const PASS: u64 = 30_000;
    /// Replaying it after a reply.
    pub(crate) const REPLAY: u64 = 3_000;
    /// A VCT after a reply that it does not hold against.
    pub(crate) const QUICK: u64 = 2_000;
    /// A VCT where the attacker's moves are about to be listed.
    pub(crate) const ATTACK: u64 = 50_000;
    /// The main search that lists them.
    pub(crate) const GUIDE: u64 = 5_000;
}

/// Stones of the attacker up to which no win after a pass is asked for: every reply is looked at.
const WIDE_STONES: usize = 2;

/// Moves that are raced where every reply to them must be looked at.
const RACED_MOVES: usize = 4;

/// Positions of examples that a thread keeps: a few megabytes.
const MOST_MODELS: usize = 500;

pub(crate) struct Worker<'a> {
    pub(crate) search: &'a Mutex<Search>,
    pub(crate) attacker: Side,
    pub(crate) steps: ProofSteps,
    /// Positions of examples, by the attacker's stones and the example.
    pub(crate) models: HashMap<(Vec<Point>, Example), KnownVct>,
}

/// The state that threads share. A thread that panics leaves it whole: nothing in it is changed
/// step by step.
pub(crate) fn lock(search: &Mutex<Search>) -> MutexGuard<'_, Search> {
    search.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker<'_> {
    /// Does what is to be done at a node.
    pub(crate) fn perform(&mut self, work: Work, walk: &mut Walk, known: &Known) -> Finding {
        match work {
            Work::Attack => self.attack(walk),
            Work::Widen(width) => self.widen(walk, width),
            Work::Defence => self.defence(walk, known),
        }
    }

    /// The attacker is to move: by threats, or with which moves?
    fn attack(&mut self, walk: &mut Walk) -> Finding {
        let hints = lock(self.search).knowledge.moves(&walk.stones, walk.last(), self.attacker);
        let hints: Vec<Point> =
            hints.into_iter().filter(|&point| is_playable(&walk.position, point)).collect();
        if let Some(level) = self.vct(walk, nodes::ATTACK, !hints.is_empty()) {
            return Finding::Won(Some(Win::Vct(level)));
        }
        match hints.is_empty() {
            true => self.widen(walk, Width::Narrow),
            false => Finding::Attack { moves: hints, width: Width::Hinted },
        }
    }

    /// The moves that the main search likes best.
    fn widen(&mut self, walk: &mut Walk, width: Width) -> Finding {
        // Early moves decide about everything below them.
        let factor = match walk.stones.of[Side::Black].len() + walk.stones.of[Side::White].len() {
            0..=2 => 200,
            3..=4 => 24,
            5..=6 => 6,
            _ => 1,
        };
        let guide = nodes::GUIDE * factor * if width == Width::Broad { 4 } else { 1 };
        let mut moves = self.steps.ranked_moves(&walk.position, guide);
        moves.retain(|&point| is_playable(&walk.position, point));
        // Every reply to an early move must be looked at, so few of them are raced.
        moves.truncate(match walk.stones.of[self.attacker].len() {
            0 => 1,
            stones if stones < WIDE_STONES => RACED_MOVES,
            _ => width.moves(),
        });
        match moves.is_empty() {
            true => Finding::GivenUp,
            false => Finding::Attack { moves, width },
        }
    }

    /// The defender is to move: which replies must still be answered?
    fn defence(&mut self, walk: &mut Walk, known: &Known) -> Finding {
        let position = &mut walk.position;
        let mut model = match self.steps.threatened(position, nodes::PASS) {
            Threatened::DefenderWins => return Finding::GivenUp,
            Threatened::Vct(model) => *model,
            Threatened::Nothing if walk.stones.of[self.attacker].len() <= WIDE_STONES => {
                let mut open = legal_points(position);
                // The least dangerous first.
                open.sort_by_cached_key(|&reply| position.candidate(reply).policy);
                return Finding::Defence { open, pending: Vec::new(), is_wide: true };
            }
            Threatened::Nothing => return Finding::GivenUp,
        };
        let replies = match &known.pending {
            Some(pending) => pending.clone(),
            None => {
                let zone = self.steps.zone(&mut model);
                let mut replies = legal_points(position);
                replies.sort_by_cached_key(|&reply| {
                    (!zone.contains(&reply), -position.candidate(reply).policy)
                });
                replies
            }
        };
        let mut open = Vec::new();
        let mut rest = replies.into_iter();
        while known.open + open.len() < OPEN_REPLIES
            && let Some(reply) = rest.next()
        {
            walk.play(reply);
            let is_won = self.answers(walk, &mut model);
            walk.undo();
            if !is_won {
                open.push(reply);
            }
        }
        Finding::Defence { open, pending: rest.collect(), is_wide: false }
    }

    /// Whether the attacker is known to win, or wins by threats, after a reply.
    fn answers(&mut self, walk: &mut Walk, model: &mut KnownVct) -> bool {
        if self.is_known(walk) || self.steps.holds(&mut walk.position, model, nodes::REPLAY) {
            return true;
        }
        self.vct(walk, nodes::QUICK, true).is_some()
    }

    fn is_known(&self, walk: &Walk) -> bool {
        let (key, _) = walk.canonical();
        let search = lock(self.search);
        search.graph.find(key).is_some_and(|id| search.graph.node(id).is_won())
    }

    /// The level of a win by threats: one that is known from a similar position, or a new one. With
    /// `believe` a search that failed in a similar position is not repeated.
    fn vct(&mut self, walk: &mut Walk, nodes: u64, believe: bool) -> Option<SolverLevel> {
        let (last, attacker) = (walk.last(), self.attacker);
        let (examples, failed) = {
            let knowledge = &lock(self.search).knowledge;
            let examples = knowledge.examples(&walk.stones, last, attacker);
            (examples, knowledge.failed_nodes(&walk.stones, last, attacker))
        };
        for example in examples {
            let mut model = self.model(walk, &example);
            if self.steps.holds(&mut walk.position, &mut model, nodes::REPLAY) {
                let knowledge = &mut lock(self.search).knowledge;
                knowledge.add_example(&walk.stones, last, attacker, &example);
                return Some(SolverLevel::Slow);
            }
        }
        if believe && failed >= nodes {
            return None;
        }
        let found = self.steps.vct(&mut walk.position, nodes);
        let knowledge = &mut lock(self.search).knowledge;
        match found {
            Some(level) => {
                let example = Example::of(&walk.stones, attacker, level);
                knowledge.add_example(&walk.stones, last, attacker, &example);
            }
            None => knowledge.add_failure(&walk.stones, last, attacker, nodes),
        }
        found
    }

    /// The position of an example. The replies to a move have most of their examples in common.
    fn model(&mut self, walk: &Walk, example: &Example) -> KnownVct {
        let key = (walk.stones.turned(self.attacker, Symmetry::IDENTITY), example.clone());
        if let Some(model) = self.models.get(&key) {
            return model.clone();
        }
        if self.models.len() >= MOST_MODELS {
            self.models.clear();
        }
        let model = self.new_model(walk, example);
        self.models.insert(key, model.clone());
        model
    }

    fn new_model(&self, walk: &Walk, example: &Example) -> KnownVct {
        let mut board = Board::new(walk.size());
        for &point in &walk.stones.of[self.attacker] {
            board.place(point, self.attacker);
        }
        for &point in &example.stones {
            board.place(point, !self.attacker);
        }
        let tables = walk.position.shared_tables();
        KnownVct::new(Position::from_board(&board, self.attacker, tables), example.level)
    }
}

/// What the graph knows of a node with the defender to move before a thread looks at it again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Replies nobody has looked at, as they lie in the walk. None: nobody has been here.
    pub(crate) pending: Option<Vec<Point>>,
    /// Replies that are open.
    pub(crate) open: usize,
}

fn legal_points(position: &Position) -> Vec<Point> {
    position.size().points().filter(|&point| is_playable(position, point)).collect()
}

fn is_playable(position: &Position, point: Point) -> bool {
    position.is_free(point) && position.is_legal(point)
}
