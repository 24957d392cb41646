//! From the graph to a certificate that anyone can check.
//!
//! The graph says which quiet moves win; the solvers say how the rest is won. An answer that was made for
//! one reply is tried against the others too, since attacks of a certificate belong to no position.

use std::collections::HashMap;
use std::time::Duration;

use tengen_core::{Point, Side, Symmetry};
use tengen_engine::{KnownVct, ProofSteps, Stop, Threatened, Win};
use tengen_proof::{Answer, AttackId, Certificate, CertificateBuilder, Field, pruned};

use crate::graph::State;
use crate::prover::{Options, Prover, Status};
use crate::search::Search;
use crate::store::Claim;
use crate::walk::{Key, Walk};
use crate::worker::nodes;

/// Nodes of the solvers where a win must be found that the search has found once.
const AGAIN: [u64; 3] = [nodes::QUICK, nodes::ATTACK, 20 * nodes::ATTACK];
/// Positions that are looked at to see which other replies an answer wins against.
const REUSE: u64 = 40_000;
/// Answers of similar positions that are tried before a new one is made.
const MOST_KNOWN: usize = 12;

/// How long a search of its own may take.
const OTHERWISE: Duration = Duration::from_secs(60);

/// A position that the search has won, but for which no attack could be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no certificate: the win after{} is not found again", shown(.0))]
pub struct Gap(pub Vec<Point>);

fn shown(line: &[Point]) -> String {
    line.iter().map(|point| format!(" {point}")).collect()
}

/// What a writer has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    /// Positions with the defender to move for which answers were listed.
    pub defences: u64,
    /// Attacks of all certificates together.
    pub attacks: usize,
}

/// Writes certificates of positions in one graph.
pub(crate) struct Writer<'a> {
    search: &'a Search,
    /// Small searches that found a win another way.
    others: Vec<Search>,
    attacker: Side,
    steps: ProofSteps,
    builder: CertificateBuilder,
    /// Attacks of positions, and how these lay: the symmetry that makes them canonical.
    built: HashMap<Key, (AttackId, Symmetry)>,
    /// Answers that won with the same stones of the attacker, in their canonical orientation.
    known: HashMap<Key, Vec<Answer>>,
    line: Vec<Point>,
    written: Written,
    on_progress: &'a mut dyn FnMut(&Written),
}

/// A position as the solvers see it and as the checker does.
pub(crate) struct Place {
    walk: Walk,
    field: Field,
    /// How long the lines were at which a search of its own was tried, the last one last.
    tried: Vec<usize>,
}

impl Place {
    pub(crate) fn new(walk: Walk, field: Field) -> Place {
        Place { walk, field, tried: Vec::new() }
    }

    /// Whether no search of its own was tried at this length of the line; now it is.
    fn is_first_try(&mut self, length: usize) -> bool {
        let is_first = self.tried.last().is_none_or(|&tried| tried < length);
        if is_first {
            self.tried.push(length);
        }
        is_first
    }

    pub(crate) fn play(&mut self, point: Point) {
        self.field.place(point, self.walk.to_move());
        self.walk.play(point);
    }

    pub(crate) fn undo(&mut self, point: Point) {
        self.walk.undo();
        self.field.remove(point, self.walk.to_move());
    }
}

/// The answers to the replies of one position.
type Answers = (Vec<(Point, Answer)>, Option<Answer>);

impl<'a> Writer<'a> {
    pub(crate) fn new(
        search: &'a Search,
        builder: CertificateBuilder,
        steps: ProofSteps,
        on_progress: &'a mut dyn FnMut(&Written),
    ) -> Writer<'a> {
        Writer {
            search,
            others: Vec::new(),
            attacker: search.attacker,
            steps,
            builder,
            built: HashMap::new(),
            known: HashMap::new(),
            line: Vec::new(),
            written: Written::default(),
            on_progress,
        }
    }

    /// The certificate of a position with the attacker to move.
    pub(crate) fn certificate(&mut self, place: &mut Place) -> Result<Certificate, Gap> {
        place.tried.clear();
        let answer = self.attack(place, None)?;
        let root = self.turned_root(answer);
        Ok(pruned(&self.builder.certificate(place.field.board().clone(), root)))
    }

    /// An attack that lies as the board does: the root of a certificate is used as it is.
    fn turned_root(&mut self, answer: Answer) -> AttackId {
        if answer.symmetry == Symmetry::IDENTITY {
            return answer.attack;
        }
        let size = self.builder.board().size();
        let plan = self.builder.plan(answer.attack);
        let turned = |point: Point| answer.symmetry.apply(point, size);
        let point = turned(plan.point.expect("only roots lack a move"));
        let replies: Vec<(Point, Answer)> =
            plan.replies.iter().map(|&(reply, next)| (turned(reply), answer.then(next))).collect();
        let otherwise = plan.otherwise.map(|next| answer.then(next));
        self.builder.add(point, &replies, otherwise)
    }

    /// The attacker is to move. A model is a win by threats that may hold here too.
    fn attack(&mut self, place: &mut Place, model: Option<&mut KnownVct>) -> Result<Answer, Gap> {
        let (key, canonical) = place.walk.canonical();
        if let Some(&(attack, then)) = self.built.get(&key) {
            return Ok(Answer { attack, symmetry: canonical.inverse().after(then) });
        }
        let attack = match self.quiet_move(key) {
            Some(point) => {
                self.quiet(place, canonical.inverse().apply(point, place.walk.size()))?
            }
            None => match self.by_threats(place, model) {
                Some(attack) => attack,
                None => return self.otherwise_won(place),
            },
        };
        self.built.insert(key, (attack, canonical));
        self.written.attacks = self.builder.attack_count();
        Ok(Answer::plain(attack))
    }

    /// A win by threats, found again.
    fn by_threats(&mut self, place: &mut Place, model: Option<&mut KnownVct>) -> Option<AttackId> {
        let position = &mut place.walk.position;
        let none = HashMap::new();
        if let Some(model) = model
            && self.steps.holds(position, model, nodes::REPLAY)
            && let Some(proof) = self.steps.proof(position, &none)
        {
            return Some(self.builder.add_proof(&proof));
        }
        for nodes in AGAIN {
            if self.steps.vct(position, nodes).is_some()
                && let Some(proof) = self.steps.proof(position, &none)
            {
                return Some(self.builder.add_proof(&proof));
            }
        }
        None
    }

    /// The win by threats is not found again, as it was found with the help of others. A search of
    /// its own finds it in another way.
    fn otherwise_won(&mut self, place: &mut Place) -> Result<Answer, Gap> {
        let gap = || Gap(self.line.clone());
        if !place.is_first_try(self.line.len()) {
            return Err(gap());
        }
        let (rule, board) = (place.walk.position.rule(), place.field.board().clone());
        let claim = Claim { rule, board, to_move: self.attacker, attacker: self.attacker };
        let mut prover = Prover::new(claim);
        let options = Options { time: Some(OTHERWISE), ..Options::default() };
        match prover.run(&options, &Stop::new(), &mut |_| {}) {
            Ok(Status::Proved) => self.others.push(prover.into_search()),
            _ => return Err(gap()),
        }
        let answer = self.attack(place, None);
        place.tried.pop();
        answer
    }

    /// The quiet move that wins a position, in its canonical orientation.
    fn quiet_move(&self, key: Key) -> Option<Point> {
        let searches = [self.search].into_iter().chain(&self.others);
        searches.filter_map(|search| Some((search, search.graph.find(key)?))).find_map(
            |(search, id)| match search.graph.node(id).state {
                State::Won(Some(Win::Move(point))) => Some(point),
                _ => None,
            },
        )
    }

    /// A move that wins against every reply.
    fn quiet(&mut self, place: &mut Place, point: Point) -> Result<AttackId, Gap> {
        place.play(point);
        self.line.push(point);
        let answers = self.answers(place);
        self.line.pop();
        place.undo(point);
        let (replies, otherwise) = answers?;
        self.written.defences += 1;
        (self.on_progress)(&self.written);
        Ok(self.builder.add(point, &replies, otherwise))
    }

    /// The defender is to move.
    fn answers(&mut self, place: &mut Place) -> Result<Answers, Gap> {
        let mut left = self.replies(place);
        let mut listed: Vec<(Point, Answer)> = Vec::new();
        let mut otherwise = None;
        let mut model = match self.steps.threatened(&mut place.walk.position, nodes::PASS) {
            Threatened::Vct(model) => Some(*model),
            _ => None,
        };
        if let Some(model) = &mut model
            && let Some(plan) = self.plan(model)
        {
            otherwise = Some(Answer::plain(plan));
            self.strike(place, Answer::plain(plan), &mut left);
        }
        for answer in self.known(place) {
            let answered = self.strike(place, answer, &mut left);
            listed.extend(answered.into_iter().map(|reply| (reply, answer)));
        }
        // Wins by threats first: they hold more often elsewhere.
        left.sort_by_cached_key(|&reply| self.is_quiet_after(place, reply));
        while let Some(&reply) = left.first() {
            place.play(reply);
            self.line.push(reply);
            let answer = self.attack(place, model.as_mut());
            self.line.pop();
            place.undo(reply);
            let answer = answer?;
            self.remember(place, answer);
            let mut answered = self.strike(place, answer, &mut left);
            if left.first() == Some(&reply) {
                // It took more than was allowed for trying it elsewhere.
                left.remove(0);
                answered.push(reply);
            }
            listed.extend(answered.into_iter().map(|reply| (reply, answer)));
        }
        Ok(with_most_as_else(listed, otherwise))
    }

    /// The replies that must be answered.
    fn replies(&self, place: &mut Place) -> Vec<Point> {
        let position = &place.walk.position;
        let fives = place.field.fives(self.attacker);
        let can_spoil = !position.rule().lets_stopped_fives_win(self.attacker);
        let is_playable = |point: &Point| position.is_free(*point) && position.is_legal(*point);
        match fives.as_slice() {
            [] => position.size().points().filter(is_playable).collect(),
            _ if can_spoil => position.size().points().filter(is_playable).collect(),
            &[only] => [only].into_iter().filter(is_playable).collect(),
            _ => Vec::new(),
        }
    }

    /// How the attacker wins if the defender passes.
    fn plan(&mut self, model: &mut KnownVct) -> Option<AttackId> {
        let proof = self.steps.proof(model.position_mut(), &HashMap::new())?;
        Some(self.builder.add_proof(&proof))
    }

    /// Takes the replies away that an answer wins against.
    fn strike(&mut self, place: &mut Place, answer: Answer, left: &mut Vec<Point>) -> Vec<Point> {
        let answered = place.field.answered(&self.builder, answer, left, REUSE);
        left.retain(|reply| answered.binary_search(reply).is_err());
        answered
    }

    /// Whether the graph knows a quiet move after a reply.
    fn is_quiet_after(&self, place: &mut Place, reply: Point) -> bool {
        self.quiet_move(place.walk.stones.key_after(reply)).is_some()
    }

    /// Answers that won with the same stones of the attacker.
    fn known(&self, place: &Place) -> Vec<Answer> {
        let (key, canonical) = place.walk.stones.shape(self.attacker, None);
        let known = self.known.get(&key).into_iter().flatten().rev();
        let back = Answer { attack: AttackId::default(), symmetry: canonical.inverse() };
        known.map(|&answer| back.then(answer)).collect()
    }

    fn remember(&mut self, place: &Place, answer: Answer) {
        let (key, canonical) = place.walk.stones.shape(self.attacker, None);
        let there = Answer { attack: AttackId::default(), symmetry: canonical };
        let known = self.known.entry(key).or_default();
        let answer = there.then(answer);
        known.retain(|&other| other != answer);
        known.push(answer);
        if known.len() > MOST_KNOWN {
            known.remove(0);
        }
    }
}

/// Without an else answer, the one that answers most replies becomes it.
fn with_most_as_else(mut listed: Vec<(Point, Answer)>, otherwise: Option<Answer>) -> Answers {
    if otherwise.is_some() {
        return (listed, otherwise);
    }
    let mut counts: HashMap<Answer, usize> = HashMap::new();
    for &(_, answer) in &listed {
        *counts.entry(answer).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|&(answer, count)| (count, answer));
    let otherwise = most.filter(|&(_, count)| count > 1).map(|(answer, _)| answer);
    listed.retain(|&(_, answer)| Some(answer) != otherwise);
    (listed, otherwise)
}
