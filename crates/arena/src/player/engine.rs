//! Our engine as a player, in this process.

use tengen_core::opening::{Act, Opening};
use tengen_core::{Game, Point, Rule};
use tengen_player::{
    Answer, Ask, Clock, EngineOptions, Level, Limits, Request, Session, SharedData, Stop, Verdict,
    Want,
};

use crate::{Failure, Player, Pondered, TimeControl, Turn};

/// How our engine plays, beside its time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSettings {
    /// What it may use.
    pub options: EngineOptions,
    /// Nodes of each search, if limited.
    pub nodes: Option<u64>,
    /// Depth of each search in plies, if limited.
    pub depth: Option<u32>,
    /// Whether it plays moves of the opening book. Of the levels only the best does.
    pub book: bool,
    /// Whether it plays by the certificates of the first player's win. Of the levels only the best does.
    pub certificate: bool,
    /// Whether it ponders on the opponent's time. Levels do not.
    pub ponder: bool,
    /// Plays like this level against people.
    pub level: Option<Level>,
}

/// Our engine. Players share tables of the rules and books, and nothing else.
#[derive(Debug)]
pub struct EnginePlayer {
    settings: EngineSettings,
    session: Session,
    /// Chance of this game.
    seed: u64,
    /// The last answer.
    answer: Option<Answer>,
}

impl EnginePlayer {
    /// A player with these settings.
    pub fn new(settings: EngineSettings, shared: &SharedData) -> EnginePlayer {
        EnginePlayer { settings, session: Session::new(shared), seed: 0, answer: None }
    }

    fn request(&self, game: Game, turn: Option<&Turn>) -> Request {
        let EngineSettings { ref options, nodes, depth, book, certificate, level, .. } =
            self.settings;
        let left = turn.and_then(|turn| turn.left.map(|left| (left, turn.increment)));
        let clock = left.map(|(left, increment)| Clock { left, increment });
        let time = turn.and_then(Turn::limit);
        Request {
            limits: Limits { time, clock, nodes, depth, ..Limits::default() },
            options: options.clone(),
            book,
            certificate,
            seed: Some(self.seed),
            ..Request::new(game, level.map_or(Want::Best, Want::Level))
        }
    }
}

impl Player for EnginePlayer {
    /// Games are independent of each other, so that a game can be repeated.
    fn begin(&mut self, _: &Game, _: &TimeControl, seed: u64) -> Result<(), Failure> {
        self.session.forget();
        self.session.reseed(seed);
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        self.answer = None;
        let request = self.request(game.clone(), Some(turn));
        // A bug in the search costs this game, not the match.
        let answer = self.session.ask(&request, stop, &mut |_| {});
        let answer = answer.map_err(|error| Failure::Crash(error.to_string()))?;
        let point = answer.point();
        if self.settings.ponder
            && self.settings.level.is_none()
            && let Some(after) = answer.expected(game)
        {
            self.session.ponder(&self.request(after, None));
        }
        self.answer = Some(answer);
        point.ok_or_else(|| Failure::Answer("the search gave no move".to_owned()))
    }

    fn open(
        &mut self,
        opening: &Opening,
        rule: Rule,
        turn: &Turn,
        stop: &Stop,
    ) -> Result<Vec<Act>, Failure> {
        let request = self.request(opening.game(rule), Some(turn));
        let nodes = self.settings.level.map(Level::opening_nodes);
        let limits = Limits { nodes: nodes.or(request.limits.nodes), ..request.limits };
        let request = Request { want: Want::Opening(opening.clone()), limits, ..request };
        let answer = self.session.ask(&request, stop, &mut |_| {});
        let answer = answer.map_err(|error| Failure::Crash(error.to_string()))?;
        let decision = answer.opening.map(|decision| decision.acts);
        decision.ok_or_else(|| Failure::Answer("it decided nothing".to_owned()))
    }

    fn verdict(&self) -> Option<Verdict> {
        self.answer.as_ref()?.verdict
    }

    fn nodes(&self) -> Option<u64> {
        self.answer.as_ref().map(|answer| answer.report.nodes)
    }

    fn pondered(&self) -> Option<Pondered> {
        let answer = self.answer.as_ref()?;
        answer.pondered.map(|hit| Pondered { hit, depth: answer.report.depth })
    }

    fn end(&mut self) {
        self.session.stop_pondering();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_has_its_own_depth_threads_and_memory() {
        let options = EngineOptions { threads: 2, memory: 3 << 20, ..EngineOptions::default() };
        let settings = EngineSettings { options, depth: Some(9), ..EngineSettings::default() };
        let player = EnginePlayer::new(settings, &SharedData::default());
        let game = Game::new(tengen_core::Size::default(), tengen_core::Rule::default());
        let turn = TimeControl::default().turn_with(None);
        let Request { limits, options, .. } = player.request(game, Some(&turn));
        assert_eq!((options.threads, options.memory), (2, 3 << 20));
        // A fixed depth is searched to its end, however long that takes.
        assert_eq!((limits.depth, limits.nodes, limits.time), (Some(9), None, None));
        assert!(limits.clock.is_none());
    }
}
