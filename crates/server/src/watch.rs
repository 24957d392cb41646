//! A match that pages look at: a server that shows one does nothing else, so that it takes no time from the
//! players. Pages get what has changed twice a second at most; what a match reports is never queued.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;

use crate::clients::{ClientId, Clients};
use crate::wire::{
    FromServer, Problem, ProblemCode, ToServer, WatchGames, WatchGamesAsk, WatchState,
};

/// The least time between two states that pages get.
const PACE: Duration = Duration::from_millis(500);
/// Games that are sent at once.
const MOST_GAMES: u32 = 100;

/// A match to look at. Who runs the match or reads its log implements this; the server knows neither.
pub trait Watched: Debug + Send + Sync {
    /// Grows with every change.
    fn version(&self) -> u64;

    /// The match as it stands now.
    fn state(&self) -> WatchState;

    /// At most `most` games that have ended, the newest first, beginning with the one before `before`.
    fn games(&self, before: u32, most: u32) -> Vec<crate::wire::WatchGame>;
}

/// The match of a server, if it shows one, and the pages that look at it.
#[derive(Debug)]
pub(crate) struct Watches {
    watched: Option<Arc<dyn Watched>>,
    followers: Arc<Mutex<Vec<ClientId>>>,
}

impl Watches {
    /// Sends the state to the pages whenever it has changed. Must be called within a runtime.
    pub(crate) fn start(watched: Option<Arc<dyn Watched>>, clients: Arc<Clients>) -> Watches {
        let followers = Arc::new(Mutex::new(Vec::new()));
        if let Some(watched) = &watched {
            let (watched, followers) = (Arc::downgrade(watched), followers.clone());
            Handle::current().spawn(async move {
                let mut sent = 0;
                let mut pace = tokio::time::interval(PACE);
                loop {
                    pace.tick().await;
                    let Some(watched) = watched.upgrade() else { break };
                    let followers = lock(&followers).clone();
                    let version = watched.version();
                    if version != sent && !followers.is_empty() {
                        sent = version;
                        let state = Box::new(watched.state());
                        clients.send_all(followers, FromServer::WatchState(state));
                    }
                }
            });
        }
        Watches { watched, followers }
    }

    /// Whether this server shows a match and does nothing else.
    pub(crate) fn is_on(&self) -> bool {
        self.watched.is_some()
    }

    /// Refuses what would take time from the players.
    pub(crate) fn check(&self, message: &ToServer) -> Result<(), Problem> {
        let is_fine = matches!(
            message,
            ToServer::Ping
                | ToServer::PositionQuery(_)
                | ToServer::WatchOpen
                | ToServer::WatchLeave
                | ToServer::WatchGames(_)
        );
        if is_fine || !self.is_on() {
            return Ok(());
        }
        let text = "this server shows a match and does nothing else; start Tengen for the rest";
        Err(Problem::new(ProblemCode::NotNow, text))
    }

    /// The match as it stands now, for a page that follows it from here on.
    pub(crate) fn open(&self, client: ClientId) -> Result<WatchState, Problem> {
        let watched = self.watched()?;
        let mut followers = lock(&self.followers);
        if !followers.contains(&client) {
            followers.push(client);
        }
        drop(followers);
        Ok(watched.state())
    }

    /// A page follows the match no longer.
    pub(crate) fn leave(&self, client: ClientId) {
        lock(&self.followers).retain(|&follower| follower != client);
    }

    /// Games that have ended.
    pub(crate) fn games(&self, asked: WatchGamesAsk) -> Result<WatchGames, Problem> {
        Ok(WatchGames { games: self.watched()?.games(asked.before, MOST_GAMES) })
    }

    /// Whether a page looks at the match.
    pub(crate) fn has_followers(&self) -> bool {
        !lock(&self.followers).is_empty()
    }

    fn watched(&self) -> Result<&Arc<dyn Watched>, Problem> {
        let none = "no match is shown here; `tengen match --watch` or `tengen watch LOG` shows one";
        self.watched.as_ref().ok_or_else(|| Problem::new(ProblemCode::NotFound, none))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use tengen_core::{OpeningRule, Rule};

    use super::*;
    use crate::app::{App, Options};
    use crate::live::Page;
    use crate::wire::WatchGame;

    #[derive(Debug, Default)]
    struct Match(AtomicU64);

    impl Watched for Match {
        fn version(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }

        fn state(&self) -> WatchState {
            WatchState {
                log: None,
                rule: Rule::Freestyle.into(),
                size: 15,
                opening: OpeningRule::None.into(),
                move_ms: None,
                game_ms: None,
                players: Vec::new(),
                encounters: Vec::new(),
                sprt: None,
                live: Vec::new(),
                played: self.version() as u32,
                games: None,
                latest: Vec::new(),
                elapsed_ms: 0,
                games_per_hour: None,
                remaining_ms: None,
                finish: None,
                problem: None,
            }
        }

        fn games(&self, _: u32, _: u32) -> Vec<WatchGame> {
            Vec::new()
        }
    }

    async fn next(page: &mut Page) -> serde_json::Value {
        loop {
            if let Some(text) = page.next_sent() {
                return serde_json::from_str(&text).unwrap();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    #[tokio::test]
    async fn pages_follow_a_match_and_can_do_nothing_else() {
        let game = Arc::new(Match::default());
        let options = Options { watch: Some(game.clone()), ..Options::new("") };
        let app = App::start(&options).unwrap();
        let mut page = Page::connect(&app).unwrap();
        assert_eq!(next(&mut page).await["info"]["watch"], true);
        assert!(!app.is_watched());
        page.handle(r#"{"v":1,"id":1,"type":"watch.open"}"#);
        let state = next(&mut page).await;
        assert_eq!((&state["type"], &state["played"]), (&"watch.state".into(), &0.into()));
        assert!(app.is_watched());
        game.0.store(7, Ordering::Relaxed);
        assert_eq!(next(&mut page).await["played"], 7);
        page.handle(
            r#"{"v":1,"id":2,"type":"analyse.start","gen":1,"pos":{"rule":"freestyle","size":15,"moves":[]}}"#,
        );
        assert_eq!(next(&mut page).await["code"], "not-now");
        drop(page);
        assert!(!app.is_watched());
    }

    #[tokio::test]
    async fn an_ordinary_server_has_no_match() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::start(&Options::new(folder.path())).unwrap();
        let mut page = Page::connect(&app).unwrap();
        next(&mut page).await;
        page.handle(r#"{"v":1,"id":1,"type":"watch.open"}"#);
        assert_eq!(next(&mut page).await["code"], "not-found");
    }
}
