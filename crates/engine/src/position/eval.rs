//! The static evaluation, and what the network makes of it.

use tengen_core::Side;

use super::candidates::Candidate;
use crate::network::head::{Ranking, View};
use crate::{Position, Score, ThreatWeights};

/// The static eval of a position for the side to move: the values and tempi of all empty points,
/// which the position keeps incrementally, and the weights of the threats of both sides.
///
/// The sum of the weights of its features: [`Position::value_features`].
pub(crate) fn evaluate(position: &Position) -> Score {
    let side = position.to_move();
    let points = match side {
        Side::Black => position.value(),
        Side::White => -position.value(),
    };
    let weights = position.tables().threats(side);
    let pair = weights.pair(position.strongest_threat(side), position.strongest_threat(!side));
    let count =
        |threat| weights.count(threat, position.count(side, threat), position.count(!side, threat));
    let counts: i32 = ThreatWeights::COUNTED.iter().map(|&threat| count(threat)).sum();
    Score::estimate(points + position.tempo() + pair + counts)
}

impl Position {
    /// The static eval for the side to move.
    pub fn evaluate(&self) -> Score {
        evaluate(self)
    }

    /// The static eval by the network, where this position [keeps its features](Position::with_features);
    /// else the classical one.
    pub fn value_by_network(&mut self) -> Score {
        let classical = evaluate(self);
        let Some(mut features) = self.features.take() else { return classical };
        let value = features.value(&self.view(classical));
        self.features = Some(features);
        Score::estimate(value)
    }

    /// What ranks the moves, where this position keeps the features of a network.
    pub(crate) fn ranking(&mut self) -> Option<Ranking> {
        let mut features = self.features.take()?;
        let ranking = features.ranking(&self.view(evaluate(self)));
        self.features = Some(features);
        Some(ranking)
    }

    /// The policy of a candidate by the network: [`Position::ranking`], asked of the same position.
    #[inline]
    pub(crate) fn policy_by_network(&self, ranking: &Ranking, candidate: Candidate) -> i32 {
        let Candidate { point, policy } = candidate;
        let features = self.features.as_deref();
        let (last, before) = (self.last_point(), self.point_before());
        features.map_or(policy, |known| known.policy(ranking, point, policy, last, before))
    }

    /// Gives the moves their policy by the network, where this position keeps its features.
    pub(crate) fn rank(&mut self, moves: &mut [Candidate]) {
        if let Some(ranking) = self.ranking() {
            for candidate in moves {
                candidate.policy = self.policy_by_network(&ranking, *candidate);
            }
        }
    }

    /// The [candidates](Position::candidates) with their policy by the network, where this position keeps its
    /// features; else with the classical one.
    pub fn policies_by_network(&mut self) -> Vec<Candidate> {
        let candidates = self.candidates().into_iter().map(|point| self.candidate(point));
        let mut candidates = candidates.collect::<Vec<_>>();
        self.rank(&mut candidates);
        candidates
    }

    fn view(&self, classical: Score) -> View<'_> {
        View { to_move: self.to_move(), classical: classical.number(), position: self }
    }
}
