//! The games that a browser follows: they go on here, are saved at every change, and every change is
//! sent to all followers. A game without followers stands still and is only stored.

mod hints;
mod live;
mod ponder;
mod saving;
#[cfg(test)]
mod tests;
mod thinking;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_player::{Answer, AskError, Request, SharedData, Stop};
use tokio::runtime::Handle;

use crate::analyst::Analyst;
use crate::clients::{ClientId, Clients};
use crate::engine_pool::EnginePool;
use crate::play::{SavedGame, Table};
use crate::store::{Store, Stored, no_such_game, now};
use crate::wire::{
    FromServer, GameAction, GameMove, GameNew, GameState, GameSummary, Problem, ProblemCode,
};

use live::Live;

/// Games that one connection may follow.
const MOST_FOLLOWED: usize = 16;

/// All games that are followed.
#[derive(Debug)]
pub(crate) struct Games {
    store: Arc<Store>,
    /// What facts about positions are made of.
    shared: SharedData,
    clients: Arc<Clients>,
    pool: EnginePool,
    /// An analysis goes before pondering.
    analyst: Arc<Analyst>,
    /// Threads of a search.
    threads: usize,
    runtime: Handle,
    /// No game's lock is held while this one is waited for, but for a moment at a game's end.
    live: Mutex<HashMap<u64, Arc<Mutex<Live>>>>,
    /// Whether games wait for the disk to take them.
    is_retrying: AtomicBool,
    /// Who follows what.
    followed: Mutex<HashMap<ClientId, HashSet<u64>>>,
}

impl Games {
    /// Must be called within a runtime, whose timers run the clocks.
    pub(crate) fn new(
        store: Arc<Store>,
        shared: SharedData,
        clients: Arc<Clients>,
        pool: EnginePool,
        analyst: Arc<Analyst>,
        threads: usize,
    ) -> Arc<Games> {
        Arc::new(Games {
            store,
            shared,
            clients,
            pool,
            analyst,
            threads,
            runtime: Handle::current(),
            live: Mutex::default(),
            is_retrying: AtomicBool::new(false),
            followed: Mutex::default(),
        })
    }

    /// Starts a game; the client that asks follows it.
    pub(crate) fn start(
        self: &Arc<Self>,
        client: ClientId,
        new: GameNew,
    ) -> Result<GameState, Problem> {
        let table = Table::new(new)?;
        self.make_room();
        let id = self.store.next_id();
        self.follow(client, id)?;
        let mut live = Live::new(id, table, now());
        live.followers.push(client);
        let live = Arc::new(Mutex::new(live));
        self.all().insert(id, live.clone());
        Ok(self.settle(&mut lock(&live), Some(client)))
    }

    /// Follows a game.
    pub(crate) fn open(
        self: &Arc<Self>,
        client: ClientId,
        game: &str,
    ) -> Result<GameState, Problem> {
        self.change(client, game, |_| Ok(()))
    }

    /// Follows a game no longer.
    pub(crate) fn leave(self: &Arc<Self>, client: ClientId, game: &str) -> Result<(), Problem> {
        self.unfollow(client, number(game)?);
        Ok(())
    }

    /// A connection ended.
    pub(crate) fn leave_all(self: &Arc<Self>, client: ClientId) {
        let followed = lock(&self.followed).remove(&client).unwrap_or_default();
        followed.into_iter().for_each(|id| self.unfollow(client, id));
    }

    fn unfollow(self: &Arc<Self>, client: ClientId, id: u64) {
        self.note_left(client, id);
        let Some(live) = self.all().get(&id).cloned() else { return };
        let mut live = lock(&live);
        if !live.followers.contains(&client) {
            return;
        }
        live.tick();
        live.followers.retain(|&follower| follower != client);
        self.settle(&mut live, None);
        if live.followers.is_empty() {
            live.is_gone = true;
            self.all().remove(&id);
        }
    }

    /// Notes that a client follows a game.
    fn follow(&self, client: ClientId, id: u64) -> Result<(), Problem> {
        let mut all = lock(&self.followed);
        let followed = all.entry(client).or_default();
        if followed.len() >= MOST_FOLLOWED && !followed.contains(&id) {
            let text = format!("a page follows at most {MOST_FOLLOWED} games; leave one first");
            return Err(Problem::new(ProblemCode::TooMany, text));
        }
        followed.insert(id);
        Ok(())
    }

    /// Notes that a client follows a game no longer.
    fn note_left(&self, client: ClientId, id: u64) {
        if let Some(followed) = lock(&self.followed).get_mut(&client) {
            followed.remove(&id);
        }
    }

    /// A person's stone.
    pub(crate) fn play(
        self: &Arc<Self>,
        client: ClientId,
        played: &GameMove,
    ) -> Result<GameState, Problem> {
        self.change(client, &played.game, |live| {
            let made = live.table.game().moves().len() as u32;
            let point = played.point.0;
            // Sent twice, after a lost connection: it was played already.
            if played.ply.is_some_and(|ply| ply < made) && live.has_played(played) {
                return Ok(());
            }
            if played.ply.is_some_and(|ply| ply != made) {
                let text = format!("the game has {made} moves by now");
                return Err(Problem::new(ProblemCode::NotNow, text));
            }
            live.table.place(point, live.turn_ms)
        })
    }

    /// Takes back.
    pub(crate) fn undo(
        self: &Arc<Self>,
        client: ClientId,
        game: &str,
    ) -> Result<GameState, Problem> {
        self.change(client, game, |live| live.table.undo())
    }

    /// Ends pondering: somebody asks for the engine.
    pub(crate) fn make_room(&self) {
        self.pool.stop_pondering();
    }

    /// Whether the engine works for a game, or ponders.
    pub(crate) fn is_engine_busy(&self) -> bool {
        self.pool.is_busy()
    }

    /// Asks the engine something that is no part of a game that is played.
    pub(crate) fn ask_aside(
        &self,
        request: Request,
        done: impl FnOnce(Result<Answer, AskError>) + Send + 'static,
    ) -> Result<(), Problem> {
        let asked = self.pool.ask(request, Stop::new(), done);
        asked.map_err(|text| Problem::new(ProblemCode::TooMany, text).retry_after(1000))
    }

    /// Everything else.
    pub(crate) fn act(
        self: &Arc<Self>,
        client: ClientId,
        game: &str,
        action: GameAction,
    ) -> Result<GameState, Problem> {
        self.change(client, game, |live| {
            if matches!(action, GameAction::Resume | GameAction::Step) {
                live.failures = 0;
                live.engine_problem = None;
            }
            live.table.perform(action, live.turn_ms)
        })
    }

    /// Does something in a game for a client, who follows it from then on.
    fn change(
        self: &Arc<Self>,
        client: ClientId,
        game: &str,
        change: impl FnOnce(&mut Live) -> Result<(), Problem>,
    ) -> Result<GameState, Problem> {
        let id = number(game)?;
        loop {
            // Before the game is loaded: one that nobody may follow would stay in memory for good.
            self.follow(client, id)?;
            let live = self.find(id).inspect_err(|_| self.note_left(client, id))?;
            let mut live = lock(&live);
            if live.is_gone {
                continue;
            }
            live.tick();
            let before = live.table.stamp();
            if !live.followers.contains(&client) {
                live.followers.push(client);
            }
            let done = change(&mut live);
            if live.table.stamp() != before {
                live.turn_ms = 0;
            }
            // Even a refusal may have come after the end of somebody's time.
            let state = self.settle(&mut live, done.is_ok().then_some(client));
            return done.map(|()| state).map_err(|problem| problem.of_game(game));
        }
    }

    /// A game that is followed, or one from the store.
    fn find(&self, id: u64) -> Result<Arc<Mutex<Live>>, Problem> {
        if let Some(live) = self.all().get(&id) {
            return Ok(live.clone());
        }
        let (stored, listed) = self.store.load(id)?;
        let Stored::Game(saved) = stored else {
            let text = format!("{id} is a record; open it in Analyse");
            return Err(Problem::new(ProblemCode::NotNow, text));
        };
        let live = Live::loaded(id, saved.table()?, listed.summary);
        // Somebody else may have been quicker.
        Ok(self.all().entry(id).or_insert_with(|| Arc::new(Mutex::new(live))).clone())
    }

    /// Follows up a change: saves the game, asks the engine, starts clocks, and informs all followers but
    /// the one that gets an answer anyway.
    fn settle(self: &Arc<Self>, live: &mut Live, answered: Option<ClientId>) -> GameState {
        live.revision += 1;
        self.think(live);
        self.start_clock(live);
        live.save_problem = None;
        let state = live.state(&self.shared);
        live.save_problem = self.save(live, &state);
        let state = GameState { save_problem: live.save_problem.clone(), ..state };
        let shown = (state.result.is_none(), state.listed);
        if live.shown != shown {
            live.shown = shown;
            let game = state.game.clone();
            self.clients.tell_everybody(FromServer::GamesChanged { game });
        }
        let others = live.followers.iter().copied().filter(|&other| Some(other) != answered);
        self.clients.send_all(others, FromServer::GameState(Box::new(state.clone())));
        state
    }

    /// The state of a stored game, played on by nobody.
    pub(crate) fn state_of(
        &self,
        id: u64,
        saved: SavedGame,
        summary: &GameSummary,
    ) -> Result<(Table, GameState), Problem> {
        if let Some(live) = self.all().get(&id).cloned() {
            let live = lock(&live);
            return Ok((live.table.clone(), live.state(&self.shared)));
        }
        state_of_saved(id, saved, summary, &self.shared)
    }

    /// A game was renamed: if it is followed, it is saved under that name from now on.
    pub(crate) fn renamed(&self, id: u64, name: &str, tags: &[String]) {
        if let Some(live) = self.all().get(&id).cloned() {
            let mut live = lock(&live);
            live.name = name.to_owned();
            live.tags = tags.to_vec();
        }
    }

    /// A game was deleted: nobody follows it any more.
    pub(crate) fn forget(&self, id: u64) {
        if let Some(live) = self.all().remove(&id) {
            let mut live = lock(&live);
            live.is_gone = true;
            if let Some(thinking) = live.thinking.take() {
                thinking.stop.stop();
            }
            self.pool.stop_pondering_for(id);
            if let Some(timer) = live.timer.take() {
                timer.abort();
            }
            live.followers.iter().for_each(|&client| self.note_left(client, id));
            let gone = FromServer::Error(no_such_game(id).of_game(&id.to_string()));
            self.clients.send_all(live.followers.drain(..), gone);
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<u64, Arc<Mutex<Live>>>> {
        lock(&self.live)
    }
}

/// The state of a stored game that nobody follows.
pub(crate) fn state_of_saved(
    id: u64,
    saved: SavedGame,
    summary: &GameSummary,
    shared: &SharedData,
) -> Result<(Table, GameState), Problem> {
    let live = Live::loaded(id, saved.table()?, summary.clone());
    let state = live.state(shared);
    Ok((live.table, state))
}

/// What lists show of a stored game whose summary is lost.
pub(crate) fn summary_of_saved(
    saved: SavedGame,
    shared: &SharedData,
) -> Result<GameSummary, Problem> {
    let live = Live::new(0, saved.table()?, now());
    Ok(live.listed(&live.state(shared)).summary)
}

/// A panic while something was locked is reported where it happened; the data is still sound, since
/// every change is a call that either happens or does not.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of a game that a message names.
pub(crate) fn number(game: &str) -> Result<u64, Problem> {
    let shown: String = game.chars().take(20).collect();
    game.parse().map_err(|_| no_such_game(format!("'{shown}'")))
}
