//! `tengen match`: players against each other.

mod conditions;
mod files;
mod ladder;
mod players;
mod progress;
mod scaling;
mod smoke;
pub(crate) mod standings;
mod summary;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use serde_json::{Value, json};
use tengen_arena::{
    Checked, Entrant, GameRecord, Log, Match as Games, MatchResult, Pairing, PlayerSpec, Progress,
    Sprt,
};
use tengen_player::{SharedData, Stop};

use crate::watch::{MatchTerms, Scoreboard, WatchPage};
use crate::{interrupt, options, output};
use conditions::Conditions;
use progress::Shown;
use scaling::Times;
use summary::Summary;

/// Games of each pair of players by default.
const USUAL_GAMES: usize = 100;

/// Play matches between players: our engine in any setting, or any Gomocup brain
///
/// A player is tengen:KEY=VALUE,… or brain:PATH ARGUMENTS,KEY=VALUE,… or baseline:KEY=VALUE,… (plain
/// alpha-beta, to measure against) or random. All have the keys time (milliseconds a move), clock
/// (milliseconds a game), increment (milliseconds before each move) and name. tengen and brains have
/// nodes, depth, threads and memory (megabytes). tengen also has algorithm (alphabeta or mcts), level
/// (1 to 10), eval (a file of weights), network (a file, or none), solver (forced-win search: off,
/// fast, medium or slow), solver-thread (on: that search has a thread of its own), book (on: it plays
/// from the opening book), certificate (on: it plays by the certificates of the first player's win),
/// ponder (on: it thinks on the opponent's time, for which it needs a core of its own) and every
/// search parameter. Brains also have patience (milliseconds that a move without a time limit may
/// take) and info.KEY (sent as INFO KEY VALUE). baseline has depth and limit (moves tried).
///
/// Each opening is played twice, with colours swapped. With --opening the players open each game
/// themselves, and take turns in acting first. More than two players meet in a round robin, or
/// the first meets the others (--gauntlet). A player that hangs, crashes, answers nonsense, floods or
/// plays an illegal move loses that game. After an interruption or a kill, a match with a log resumes
/// when the same command is run again.
///
/// With --scaling two players play the whole match at one time after the other, and a table shows what each
/// doubling of the time is worth.
///
/// A ladder file has a line for each setting (an option's name without dashes and its value: rule,
/// size, openings, games, time, draw-after …), `meet all|first|N` (N: every player meets the N that
/// follow in the list), `anchor NAME ELO`, and for each player `player NAME PLAYER`. In a player, $NAME
/// stands for a program that `--brain NAME=PATH` or the variable TENGEN_BRAIN_NAME gives; players
/// without their program are skipped. # begins a comment.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen match --a tengen:nodes=5000 --b tengen:nodes=2500 --games 40\n  \
    tengen match --a tengen --b 'brain:./pbrain-rapfi,time=50' --time 100 --size 20 \\\n    \
    --openings data/openings/openings.txt --games 400 --sprt 0,30 --log rapfi.jsonl\n  \
    tengen match --a tengen --b 'brain:./pbrain-rapfi' --scaling 62,125,250,500,1000 --games 200 \\\n    \
    --openings data/openings/generated/freestyle-15.txt --log scaling.jsonl\n  \
    tengen match --a tengen:nodes=5000 --b tengen:level=7 --rule renju --opening taraguchi10 --games 20\n  \
    tengen match --player tengen:depth=9 --player baseline:depth=9 --player random --games 20\n  \
    tengen match --ladder data/ladders/ladder.txt --brain rapfi=./pbrain-rapfi --log ladder.jsonl --write docs/ladder.md\n  \
    tengen match --a tengen:nodes=5000 --b tengen:level=7 --games 40 --concurrency 4 --watch\n  \
    tengen match --smoke")]
#[derive(Clone)]
pub(crate) struct Match {
    /// The first player
    #[arg(long, value_name = "PLAYER", requires = "b")]
    a: Option<PlayerSpec>,

    /// The second player
    #[arg(long, value_name = "PLAYER", requires = "a")]
    b: Option<PlayerSpec>,

    /// A further player; may be repeated
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<PlayerSpec>,

    /// The first player meets the others, which do not meet each other
    #[arg(long)]
    gauntlet: bool,

    /// Games of each pair of players [default: 100, or what the ladder's file says]
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    #[command(flatten)]
    conditions: Conditions,

    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = options::threads)]
    concurrency: usize,

    /// SPRT: stop as soon as ELO1 or ELO0 is accepted as A's advantage (errors of 5 % each)
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Play the match at each of these times a move, one after the other: --games at each
    ///
    /// Both players get the time, and the table says how the first player's Elo changes with each doubling.
    /// Every time has files of its own: --log log.jsonl writes log-62ms.jsonl and so on, --record likewise, and
    /// --psq makes a folder for each. Every log resumes.
    #[arg(long, value_name = "MS,MS,…", conflicts_with_all = ["time", "clock", "increment", "sprt", "players", "gauntlet", "watch"])]
    scaling: Option<Times>,

    /// Write each game as it ends, and resume from here
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Write all games at the end: sgf, json or pos by the file's name
    #[arg(long, visible_alias = "sgf", value_name = "FILE")]
    record: Option<PathBuf>,

    /// Write each game at the end to a PSQ file in this folder
    #[arg(long, value_name = "FOLDER")]
    psq: Option<PathBuf>,

    /// Replay every win and loss that our own players call proven, by the rules alone; fail if one is
    /// false
    #[arg(long)]
    check_claims: bool,

    /// Show the match in a browser while it is played: games, score, Elo and SPRT
    ///
    /// The address is printed on standard error. The page takes no time from the players, and stays up
    /// after the match until it is closed.
    #[arg(long)]
    watch: bool,

    /// Port of that page [default: 7575 or the next free one]
    #[arg(long, requires = "watch")]
    port: Option<u16>,

    /// Do not open a browser
    #[arg(long, requires = "watch")]
    no_open: bool,

    /// One JSON object a game, then the summary
    #[arg(long)]
    json: bool,

    /// Rate the players of this file in one table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b", "players", "gauntlet", "sprt", "scaling", "Conditions"])]
    ladder: Option<PathBuf>,

    /// The program that a ladder's file calls $NAME; may be repeated
    #[arg(long = "brain", value_name = "NAME=PATH")]
    brains: Vec<String>,

    /// Put the ladder's table into this page, between its markers
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Short games of our engine at several rules and sizes: fail on any illegal move, time loss, crash
    /// or false claim
    #[arg(long, conflicts_with_all = ["a", "b", "players", "ladder", "log", "record", "psq", "sprt", "scaling", "watch", "Conditions"])]
    smoke: bool,
}

impl Match {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = interrupt::stop_on_interrupt()?;
        let board = self.watch.then(|| Arc::new(Scoreboard::default()));
        let open =
            |board: &Arc<Scoreboard>| WatchPage::open(board.clone(), self.port, self.no_open);
        let page = board.as_ref().map(open).transpose()?;
        if let Some(page) = &page {
            eprintln!("{}", page.link());
        }
        let code = self.run_watched(board.as_deref(), &stop)?;
        if let Some(page) = page.filter(|_| !stop.is_stopped()) {
            page.linger(&stop);
            // The match was over before.
            interrupt::excuse();
        }
        Ok(code)
    }

    fn run_watched(&self, board: Option<&Scoreboard>, stop: &Stop) -> anyhow::Result<ExitCode> {
        match &self.ladder {
            _ if self.smoke => smoke::run(self.concurrency, self.json, stop),
            Some(file) => ladder::run(self, file, board, stop).map(|ladder| ladder.code),
            None if self.write.is_some() || !self.brains.is_empty() => {
                Err(anyhow!("--write and --brain need --ladder FILE"))
            }
            None => match &self.scaling {
                Some(times) => scaling::run(self, times, stop),
                None => self.play_match(board, stop),
            },
        }
    }

    fn play_match(&self, board: Option<&Scoreboard>, stop: &Stop) -> anyhow::Result<ExitCode> {
        let players = self.named_players()?;
        if players.len() > 2 && self.sprt.is_some() {
            return Err(anyhow!("--sprt is for two players, and these are {}", players.len()));
        }
        let pairing = if self.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
        let games = self.games.unwrap_or(USUAL_GAMES);
        let conditions = &self.conditions;
        let plan = Plan { players: &players, pairing, games, conditions, anchor: None };
        let result = self.play(&plan, None, board, stop)?;
        self.report(&result)?;
        Ok(exit_code(&result))
    }

    /// The players that the options name.
    fn named_players(&self) -> anyhow::Result<Vec<PlayerSpec>> {
        let named = self.a.iter().chain(&self.b).chain(&self.players);
        players::told_apart(named.cloned().collect())
    }

    /// Plays what is planned, with progress, a log and files of the games. Players that are
    /// `introduced` to the log one by one may come and go between runs.
    fn play(
        &self,
        plan: &Plan<'_>,
        introduced: Option<&[(String, String)]>,
        board: Option<&Scoreboard>,
        stop: &Stop,
    ) -> anyhow::Result<MatchResult> {
        let format = self.record.as_deref().map(files::format_of).transpose()?;
        let openings = plan.conditions.read_openings(plan.games)?;
        let mut conditions = plan.conditions.to_json(&openings);
        if introduced.is_none() {
            conditions["players"] = plan.texts();
            conditions["gauntlet"] = (plan.pairing == Pairing::Gauntlet).into();
        }
        let (mut log, played) = self.open_log(&conditions, introduced.unwrap_or_default())?;
        for player in plan.players {
            player.check_rule(plan.conditions.rule).with_context(|| player.name().to_owned())?;
        }
        let common = plan.conditions.time();
        let shared = SharedData::default();
        let entrants = plan.players.iter().map(|player| Entrant::of(player, &common, &shared));
        let entrants = entrants.collect();
        let mut games = Games::new(entrants, plan.pairing, &openings);
        games.opening_rule = plan.conditions.opening;
        games.games = plan.games;
        games.concurrency = self.concurrency;
        games.adjudication = plan.conditions.adjudication();
        games.sprt = self.sprt;
        games.check_claims = self.check_claims;
        if let Some(board) = board {
            board.begin(plan.terms(games.all_games()), self.sprt);
            games.spectator = Some(Box::new(move |live| board.see(live)));
        }
        let mut shown = Shown::new(games.all_games() as u64, self.sprt);
        let mut printed = Ok(());
        let result = games.run(played, log.as_mut(), stop, &mut |progress| {
            shown.update(progress);
            board.into_iter().for_each(|board| board.hear(progress));
            if self.json && printed.is_ok() {
                printed = print_games(progress);
            }
        });
        shown.finish();
        printed?;
        let result = result.map_err(|error| anyhow!("{error}"))?;
        board.into_iter().for_each(|board| board.end(&result));
        if let (Some(path), Some(format)) = (&self.record, format) {
            files::write_all(path, format, &result)?;
        }
        self.psq.as_deref().map_or(Ok(()), |folder| files::write_psq(folder, &result))?;
        Ok(result)
    }

    fn open_log(
        &self,
        conditions: &Value,
        players: &[(String, String)],
    ) -> anyhow::Result<(Option<Log>, Vec<GameRecord>)> {
        let Some(path) = &self.log else { return Ok((None, Vec::new())) };
        let opened = open_log(path, conditions, players);
        let (log, played) = opened.with_context(|| path.display().to_string())?;
        Ok((Some(log), played))
    }

    /// A summary for each two who met, and for many a table.
    fn report(&self, result: &MatchResult) -> anyhow::Result<()> {
        for encounter in &result.encounters {
            let summary = Summary::of(encounter, result.finish, self.sprt.as_ref());
            output::print(&match self.json {
                true => serde_json::to_string(&summary)? + "\n",
                false if result.encounters.len() > 1 => format!("{summary}\n"),
                false => summary.to_string(),
            })?;
        }
        if result.encounters.len() < 2 {
            return Ok(());
        }
        let standings = standings::best_first(&result.encounters, None);
        output::print(&match self.json {
            true => json!({
                "standings": standings.iter().map(standings::Standing::to_json).collect::<Vec<_>>(),
                "finish": summary::finish_name(result.finish),
            })
            .to_string()
                + "\n",
            false => ladder::plain_table(&standings),
        })
    }
}

/// A player's rating, with half of its 95 % interval.
pub(crate) struct Rated {
    pub(crate) name: String,
    pub(crate) elo: f64,
    pub(crate) error: f64,
    pub(crate) games: u64,
}

/// A ladder that was played.
pub(crate) struct Ladder {
    /// Everybody's rating, best first.
    pub(crate) rated: Vec<Rated>,
    /// How they were measured, in sentences.
    pub(crate) conditions: String,
}

/// Plays a ladder as `tengen match` would with these arguments.
pub(crate) fn rate(words: &[String], stop: &Stop) -> anyhow::Result<Ladder> {
    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        options: Match,
    }
    let name = std::iter::once("match".to_owned());
    let Alone { options } = clap::Parser::try_parse_from(name.chain(words.iter().cloned()))?;
    let path = options.ladder.as_deref().context("a ladder is wanted")?;
    let played = ladder::run(&options, path, None, stop)?;
    let rated = |one: standings::Standing| Rated {
        name: one.name,
        elo: one.rating.elo,
        error: one.rating.error,
        games: one.games,
    };
    let rated = played.standings.into_iter().map(rated).collect();
    Ok(Ladder { rated, conditions: played.conditions })
}

/// A match as it is to be played.
struct Plan<'a> {
    players: &'a [PlayerSpec],
    pairing: Pairing,
    games: usize,
    conditions: &'a Conditions,
    /// The player with a fixed rating, and that rating.
    anchor: Option<(&'a str, f64)>,
}

impl Plan<'_> {
    /// What the page of a match says of it.
    fn terms(&self, games: usize) -> MatchTerms {
        let time = self.conditions.time();
        let millis = |time: std::time::Duration| time.as_millis() as u64;
        let known = |player: &PlayerSpec| (player.name().to_owned(), player.text().to_owned());
        MatchTerms {
            rule: self.conditions.rule,
            size: self.conditions.size,
            opening: self.conditions.opening,
            move_ms: time.turn.map(millis),
            game_ms: time.game.map(millis),
            players: self.players.iter().map(known).collect(),
            anchor: self.anchor.map(|(name, elo)| (name.to_owned(), elo)),
            games: Some(games),
        }
    }

    /// What the players are, by their names.
    fn texts(&self) -> Value {
        self.players
            .iter()
            .map(|player| (player.name().to_owned(), player.text().into()))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}

fn open_log(
    path: &Path,
    conditions: &Value,
    players: &[(String, String)],
) -> anyhow::Result<(Log, Vec<GameRecord>)> {
    let (mut log, played) = Log::open(path, conditions)?;
    for (name, text) in players {
        let player = tengen_arena::LoggedPlayer { name: name.clone(), text: text.clone() };
        log.introduce(player)?;
    }
    Ok((log, played))
}

/// A false claim fails a match.
fn exit_code(result: &MatchResult) -> ExitCode {
    let claims = Checked::sum(result.records().filter_map(|game| game.claims.as_ref()));
    if claims.refuted.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The game that has just ended, or those of the log.
fn print_games(progress: &Progress<'_>) -> anyhow::Result<()> {
    let print = |game: &GameRecord| output::print(&(serde_json::to_string(game)? + "\n"));
    match progress.latest {
        Some(latest) => print(latest),
        None => progress.encounters.iter().flat_map(|e| &e.records).try_for_each(print),
    }
}
