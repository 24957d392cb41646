//! A page that is connected: what it says, and what is sent to it.

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::app::App;
use crate::clients::ClientId;
use crate::wire::{Envelope, FromServer, Problem, ProblemCode, ToServer, VERSION};
use crate::{facts, http, puzzles};

/// Pages at a time.
pub(super) const MOST: usize = 64;

/// A page of the app in a browser, as the server sees it. A WebSocket carries its messages; without one a
/// program can speak with the server directly.
///
/// ```
/// # let runtime = tokio::runtime::Runtime::new()?;
/// # let _inside = runtime.enter();
/// use tengen_server::{App, Options, Page};
///
/// let folder = tempfile::tempdir()?;
/// let app = App::start(&Options::new(folder.path()))?;
/// let mut page = Page::connect(&app).expect("nobody else is connected");
/// assert!(page.next_sent().unwrap().contains("hello"));
/// page.handle(r#"{"v":1,"id":7,"type":"ping"}"#);
/// assert_eq!(page.next_sent().as_deref(), Some(r#"{"v":1,"id":7,"type":"pong"}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Page {
    pub(super) app: App,
    pub(super) client: ClientId,
    /// Ends if the page lets too much pile up.
    pub(super) outbox: mpsc::Receiver<Arc<str>>,
}

impl Page {
    /// Connects a page and greets it; none if too many are connected. Must be called within a runtime.
    pub fn connect(app: &App) -> Option<Page> {
        let (client, outbox) = app.clients.enter(MOST)?;
        let info = Box::new(http::describe(app));
        app.clients.send(client, None, FromServer::Hello { build: app.build(), client, info });
        Some(Page { app: app.clone(), client, outbox })
    }

    /// Does what a message asks for. It may wait for the disk, never for the engine.
    pub fn handle(&self, text: &str) {
        handle(&self.app, self.client, text);
    }

    /// The next message for the page, if one is waiting.
    pub fn next_sent(&mut self) -> Option<Arc<str>> {
        self.outbox.try_recv().ok()
    }

    pub(super) fn say(&self, problem: Problem) {
        say(&self.app, self.client, None, problem);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let Page { app, client, .. } = self;
        app.clients.leave(*client);
        app.analyst.stop_client(*client);
        app.reviews.leave(*client);
        app.explainer.stop_client(*client);
        app.researcher.stop_client(*client);
        app.watches.leave(*client);
        let (games, client) = (app.games.clone(), *client);
        // Saving takes a while.
        app.runtime.spawn_blocking(move || games.leave_all(client));
    }
}

fn say(app: &App, client: ClientId, id: Option<u32>, problem: Problem) {
    app.clients.send(client, id, FromServer::Error(problem));
}

/// Does what a message asks for. Runs on a thread that may wait for the disk.
pub(super) fn handle(app: &App, client: ClientId, text: &str) {
    let bad = |error: serde_json::Error| {
        Problem::new(ProblemCode::BadMessage, format!("not a message: {error}"))
    };
    let envelope = match serde_json::from_str::<Envelope>(text) {
        Ok(envelope) => envelope,
        Err(error) => return say(app, client, None, bad(error)),
    };
    let id = envelope.id;
    if envelope.v != VERSION {
        let text =
            format!("this server speaks version {VERSION} of the protocol, not {}", envelope.v);
        return say(app, client, id, Problem::new(ProblemCode::BadVersion, text));
    }
    let answered = serde_json::from_str::<ToServer>(text)
        .map_err(bad)
        .and_then(|message| answer(app, client, id, message));
    match answered {
        Ok(Some(message)) => {
            app.clients.send(client, id, message);
        }
        Ok(None) => {}
        Err(problem) => say(app, client, id, problem),
    }
}

/// The answer to a message, if it has one that is known at once.
fn answer(
    app: &App,
    client: ClientId,
    id: Option<u32>,
    message: ToServer,
) -> Result<Option<FromServer>, Problem> {
    app.watches.check(&message)?;
    let games = &app.games;
    let state = |state| Some(FromServer::GameState(Box::new(state)));
    let review = |state| Some(FromServer::ReviewState(Box::new(state)));
    Ok(match message {
        ToServer::Ping => Some(FromServer::Pong),
        ToServer::PositionQuery(query) => {
            let facts = facts::answer(&query, &app.shared)?;
            Some(FromServer::PositionFacts(Box::new(facts)))
        }
        ToServer::AnalyseStart(start) => {
            app.analyst.start(client, &start)?;
            // Last: no thought on a person's time begins once an analysis is there.
            games.make_room();
            None
        }
        ToServer::AnalyseStop { generation } => {
            app.analyst.stop(client, generation);
            None
        }
        ToServer::Explain(ask) => {
            app.explainer.explain(client, id, ask)?;
            games.make_room();
            None
        }
        ToServer::ExplainReply(asked) => Some(FromServer::ExplainLine(app.explainer.reply(asked)?)),
        ToServer::ExplainDefend(ask) => {
            app.explainer.defend(client, id, ask)?;
            games.make_room();
            None
        }
        ToServer::ExplainStop => {
            app.explainer.stop_client(client);
            None
        }
        ToServer::CompareStart(ask) => {
            app.researcher.compare(client, ask)?;
            games.make_room();
            None
        }
        ToServer::BalanceStart(ask) => {
            app.researcher.balance(client, ask)?;
            games.make_room();
            None
        }
        ToServer::ResearchStop => {
            app.researcher.stop_client(client);
            None
        }
        ToServer::JobStart(asked) => Some(FromServer::Jobs(app.batches.start(app, &asked)?)),
        ToServer::JobPause(asked) => {
            Some(FromServer::Jobs(app.batches.pause(app, asked.job, asked.pause)?))
        }
        ToServer::JobStop(asked) => Some(FromServer::Jobs(app.batches.stop(app, asked.job)?)),
        ToServer::JobList => Some(FromServer::Jobs(app.batches.list())),
        ToServer::JobResults(asked) => {
            Some(FromServer::JobResults(app.batches.results(asked.job)?))
        }
        ToServer::Explore(ask) => Some(FromServer::Explored(Box::new(app.explorer.answer(&ask)?))),
        ToServer::GameNew(new) => state(games.start(client, *new)?),
        ToServer::GameOpen { game } => state(games.open(client, &game)?),
        ToServer::GameLeave { game } => {
            games.leave(client, &game)?;
            None
        }
        ToServer::GameMove(played) => state(games.play(client, &played)?),
        ToServer::GameUndo { game } => state(games.undo(client, &game)?),
        ToServer::GameAction { game, action } => state(games.act(client, &game, action)?),
        ToServer::ReviewOpen { game } => review(app.reviews.open(app, client, &game)?),
        ToServer::ReviewStart(start) => review(app.reviews.start(app, client, &start)?),
        ToServer::ReviewStop { game } => {
            app.reviews.stop(&game)?;
            None
        }
        ToServer::ReviewLeave => {
            app.reviews.leave(client);
            None
        }
        ToServer::ReviewTry(retry) => {
            app.reviews.retry(app, client, id, &retry)?;
            None
        }
        ToServer::WatchOpen => Some(FromServer::WatchState(Box::new(app.watches.open(client)?))),
        ToServer::WatchLeave => {
            app.watches.leave(client);
            None
        }
        ToServer::WatchGames(asked) => Some(FromServer::WatchGames(app.watches.games(asked)?)),
        ToServer::PuzzleTry(tried) => {
            puzzles::later(app, client, id, move |app, tell| puzzles::try_move(app, &tried, tell));
            None
        }
        ToServer::PuzzleHint(ask) => {
            puzzles::later(app, client, id, move |app, tell| puzzles::hint(app, &ask, tell));
            None
        }
        ToServer::PuzzleSolution { puzzle } => {
            Some(FromServer::PuzzleSolution(puzzles::solution(app, &puzzle)?))
        }
        ToServer::GameHint { game } => games.hint(client, id, &game)?.map(FromServer::GameHint),
    })
}
