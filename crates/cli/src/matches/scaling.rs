//! `tengen match --scaling`: the same match at one time after the other.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use anyhow::ensure;
use serde_json::{Value, json};
use tengen_arena::{Elo, Encounter, Finish, Pairing, PerDoubling};
use tengen_player::Stop;

use super::summary::{Summary, finish_name};
use super::{Match, Plan, USUAL_GAMES, exit_code};
use crate::output;

/// Times a move, in milliseconds, rising.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Times(Vec<u64>);

impl FromStr for Times {
    type Err = String;

    fn from_str(text: &str) -> Result<Times, String> {
        let times: Option<Vec<u64>> =
            text.split(',').map(|time| time.trim().parse().ok()).collect();
        let times = times
            .filter(|times| times.len() > 1 && times[0] > 0 && times.is_sorted_by(|a, b| a < b));
        times.map(Times).ok_or_else(|| {
            "two or more times in milliseconds are wanted, each longer than the one before"
                .to_owned()
        })
    }
}

/// Plays the match at each time and shows what the times are worth.
pub(super) fn run(options: &Match, times: &Times, stop: &Stop) -> anyhow::Result<ExitCode> {
    let players = options.named_players()?;
    for player in &players {
        ensure!(
            !player.has_own_limit(),
            "--scaling gives both players their time, but {} has a limit of its own",
            player.text()
        );
    }
    let games = options.games.unwrap_or(USUAL_GAMES);
    let mut table = Table::default();
    let mut code = ExitCode::SUCCESS;
    for &time in &times.0 {
        let timed = at(options, time);
        let plan = Plan {
            players: &players,
            pairing: Pairing::RoundRobin,
            games,
            conditions: &timed.conditions,
            anchor: None,
        };
        let result = timed.play(&plan, None, None, stop)?;
        let encounter = &result.encounters[0];
        table.add(time, encounter, result.finish);
        if exit_code(&result) != ExitCode::SUCCESS {
            code = ExitCode::FAILURE;
        }
        if options.json {
            let mut summary = serde_json::to_value(Summary::of(encounter, result.finish, None))?;
            summary["time"] = time.into();
            output::print(&(summary.to_string() + "\n"))?;
        } else {
            let [score, elo] = table.rows.last().map(Row::result).unwrap_or_default();
            eprintln!("{time} ms a move: score {score}, elo {elo}");
        }
        if stop.is_stopped() {
            break;
        }
    }
    output::print(&match options.json {
        true => table.to_json().to_string() + "\n",
        false => table.to_string(),
    })?;
    Ok(code)
}

/// The same match at one time, with files of its own.
fn at(options: &Match, time: u64) -> Match {
    let mut timed = options.clone();
    timed.conditions.set_time(time);
    let file = |path: &PathBuf| at_time(path, time);
    timed.log = options.log.as_ref().map(file);
    timed.record = options.record.as_ref().map(file);
    timed.psq = options.psq.as_ref().map(|folder| folder.join(format!("{time}ms")));
    timed
}

/// The file of one time: `log-62ms.jsonl` for `log.jsonl`.
fn at_time(path: &Path, time: u64) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{time}ms"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// The results at all times.
#[derive(Default)]
struct Table {
    names: [String; 2],
    rows: Vec<Row>,
    is_stopped: bool,
}

/// The results at one time.
struct Row {
    time: u64,
    games: u64,
    elo: Option<Elo>,
    /// Since the time before.
    change: Option<PerDoubling>,
}

impl Table {
    fn add(&mut self, time: u64, played: &Encounter, finish: Finish) {
        self.names = [played.a.clone(), played.b.clone()];
        self.is_stopped |= finish == Finish::Stopped;
        let mut row = Row { time, games: played.counts.games(), elo: played.elo(), change: None };
        let before = self.rows.last().and_then(Row::point);
        row.change = before.zip(row.point()).and_then(|(a, b)| PerDoubling::of(&[a, b]));
        self.rows.push(row);
    }

    fn fitted(&self) -> Option<PerDoubling> {
        PerDoubling::of(&self.rows.iter().filter_map(Row::point).collect::<Vec<_>>())
    }

    fn to_json(&self) -> Value {
        json!({
            "scaling": self.rows.iter().map(Row::to_json).collect::<Vec<_>>(),
            "a": self.names[0],
            "b": self.names[1],
            "per_doubling": self.fitted().map(|change| change.elo),
            "per_doubling_error": self.fitted().map(|change| change.error),
            "finish": finish_name(if self.is_stopped { Finish::Stopped } else { Finish::Complete }),
        })
    }
}

impl Row {
    fn point(&self) -> Option<(Duration, Elo)> {
        Some((Duration::from_millis(self.time), self.elo?))
    }

    /// Score and Elo, each with its interval.
    fn result(&self) -> [String; 2] {
        let Some(elo) = self.elo else { return ["no games".to_owned(), String::new()] };
        let score = format!("{:.1} % ± {:.1}", 100.0 * elo.score, 100.0 * elo.score_error);
        let difference = match elo.elo.is_finite() {
            true if elo.error.is_finite() => format!("{:+.1} ± {:.1}", elo.elo, elo.error),
            true => format!("{:+.1} ± ?", elo.elo),
            false => "beyond measure".to_owned(),
        };
        [score, difference]
    }

    fn to_json(&self) -> Value {
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        json!({
            "time": self.time,
            "games": self.games,
            "score": self.elo.map(|elo| elo.score),
            "score_error": self.elo.map(|elo| elo.score_error),
            "elo": self.elo.and_then(|elo| finite(elo.elo)),
            "elo_error": self.elo.and_then(|elo| finite(elo.error)),
            "per_doubling": self.change.map(|change| change.elo),
            "per_doubling_error": self.change.map(|change| change.error),
        })
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.names;
        let end = if self.is_stopped { " (stopped early)" } else { "" };
        writeln!(f, "A: {a}\nB: {b}\nintervals of 95 %, as A sees it{end}\n")?;
        writeln!(f, "ms a move  games             score               elo  elo per doubling")?;
        for row in &self.rows {
            let change = row.change.map_or(String::new(), shown);
            let (Row { time, games, .. }, [score, elo]) = (row, row.result());
            let line = format!("{time:>9}  {games:>5}  {score:>16}  {elo:>16}  {change:>16}");
            writeln!(f, "{}", line.trim_end())?;
        }
        match self.fitted() {
            Some(change) => {
                writeln!(f, "\nfitted: {} elo with each doubling of the time", shown(change))
            }
            None => Ok(()),
        }
    }
}

fn shown(PerDoubling { elo, error }: PerDoubling) -> String {
    format!("{elo:+.1} ± {error:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_rise() {
        assert_eq!("62,125, 250".parse(), Ok(Times(vec![62, 125, 250])));
        for wrong in ["", "62", "0,62", "125,62", "62,62", "62,x", "62,,125", "-1,2"] {
            assert!(wrong.parse::<Times>().unwrap_err().contains("two or more times"), "{wrong}");
        }
    }

    #[test]
    fn each_time_has_files_of_its_own() {
        assert_eq!(
            at_time(Path::new("logs/peer.v2.jsonl"), 62),
            Path::new("logs/peer.v2-62ms.jsonl")
        );
        assert_eq!(at_time(Path::new("log"), 1000), Path::new("log-1000ms"));
    }

    #[test]
    fn the_table_shows_every_time_and_the_fit() {
        let elo = |elo, error| Some(Elo { score: 0.55, score_error: 0.043, elo, error, los: 0.9 });
        let row = |time, elo| Row { time, games: 100, elo, change: None };
        let mut rows = vec![row(62, elo(35.0, 40.0)), row(125, elo(21.0, 30.0))];
        rows.push(row(250, elo(f64::INFINITY, f64::INFINITY)));
        rows[1].change = Some(PerDoubling { elo: -13.84, error: 49.4 });
        let table = Table { names: ["ours".into(), "theirs".into()], rows, is_stopped: false };
        assert_eq!(
            table.to_string(),
            "A: ours\nB: theirs\nintervals of 95 %, as A sees it\n\n\
             ms a move  games             score               elo  elo per doubling\n\
             \x20      62    100      55.0 % ± 4.3      +35.0 ± 40.0\n\
             \x20     125    100      55.0 % ± 4.3      +21.0 ± 30.0      -13.8 ± 49.4\n\
             \x20     250    100      55.0 % ± 4.3    beyond measure\n\n\
             fitted: -13.8 ± 49.4 elo with each doubling of the time\n"
        );
    }
}
