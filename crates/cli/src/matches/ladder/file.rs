//! The file of a ladder: settings, pairing and players.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Parser;
use tengen_arena::{Pairing, PlayerSpec};

use crate::matches::conditions::Conditions;

/// Games of each pair of players by default.
const USUAL_GAMES: usize = 20;

/// What a file says.
#[derive(Debug)]
pub(super) struct LadderFile {
    pub(super) conditions: Conditions,
    pub(super) games: usize,
    pub(super) pairing: Pairing,
    /// The player with a fixed rating, and that rating.
    pub(super) anchor: Option<(String, f64)>,
    pub(super) players: Vec<Listed>,
}

/// A player as the file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    line: usize,
    pub(super) name: String,
    /// Its description, in which `$NAME` stands for a program.
    pub(super) text: String,
}

/// Settings are those of the command line.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Settings {
    #[command(flatten)]
    conditions: Conditions,
    #[arg(long)]
    games: Option<usize>,
}

impl LadderFile {
    pub(super) fn parse(text: &str) -> anyhow::Result<LadderFile> {
        let (mut settings, mut pairing, mut anchor) = (Vec::new(), Pairing::RoundRobin, None);
        let mut players: Vec<Listed> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let value = value.trim();
            let at = || format!("line {line}");
            match key {
                "" => {}
                "player" => players.push(listed(line, value, &players).with_context(at)?),
                "meet" => pairing = meet(value).with_context(at)?,
                "anchor" => anchor = Some(anchored(value).with_context(at)?),
                _ => settings.extend(setting(key, value).with_context(at)?),
            }
        }
        let settings = Settings::try_parse_from(&settings).map_err(|error| plain(&error))?;
        if players.len() < 2 {
            return Err(anyhow!("a ladder needs two lines 'player NAME PLAYER' at least"));
        }
        let known = |name: &String| players.iter().any(|player| player.name == *name);
        if let Some((name, _)) = anchor.as_ref().filter(|(name, _)| !known(name)) {
            return Err(anyhow!("the anchor '{name}' is no player"));
        }
        let games = settings.games.unwrap_or(USUAL_GAMES);
        Ok(LadderFile { conditions: settings.conditions, games, pairing, anchor, players })
    }

    /// The players whose programs are there, and those that are skipped.
    pub(super) fn seat(&self, brains: &Brains) -> anyhow::Result<Seated> {
        let mut seated = Seated::default();
        for Listed { line, name, text } in &self.players {
            match brains.fill_in(text) {
                Err(missing) => seated.skipped.push(format!("{name} (no program ${missing})")),
                Ok(full) => {
                    let player =
                        full.parse::<PlayerSpec>().with_context(|| format!("line {line}"))?;
                    seated.players.push(player.named(name));
                    seated.texts.push((name.clone(), PlayerSpec::current_text(text)));
                }
            }
        }
        if seated.players.len() < 2 {
            return Err(anyhow!("fewer than two players are left: {}", seated.skipped.join(", ")));
        }
        let sits = |name: &str| seated.texts.iter().any(|(known, _)| known == name);
        match &self.anchor {
            Some((name, _)) if !sits(name) => Err(anyhow!("the anchor '{name}' does not play")),
            _ => Ok(seated),
        }
    }
}

/// The players that take part.
#[derive(Debug, Default)]
pub(super) struct Seated {
    pub(super) players: Vec<PlayerSpec>,
    /// Their names and descriptions, without paths of this machine.
    pub(super) texts: Vec<(String, String)>,
    /// Those that do not, and why.
    pub(super) skipped: Vec<String>,
}

fn listed(line: usize, value: &str, before: &[Listed]) -> anyhow::Result<Listed> {
    let Some((name, text)) = value.split_once(char::is_whitespace) else {
        return Err(anyhow!("'{value}' is not NAME PLAYER"));
    };
    if before.iter().any(|player| player.name == name) {
        return Err(anyhow!("there is already a player '{name}'"));
    }
    Ok(Listed { line, name: name.to_owned(), text: text.trim().to_owned() })
}

fn meet(value: &str) -> anyhow::Result<Pairing> {
    match (value, value.parse()) {
        ("all", _) => Ok(Pairing::RoundRobin),
        ("first", _) => Ok(Pairing::Gauntlet),
        (_, Ok(reach)) if reach > 0 => Ok(Pairing::Neighbours(reach)),
        _ => Err(anyhow!("'{value}' is neither all, first nor a number of neighbours")),
    }
}

fn anchored(value: &str) -> anyhow::Result<(String, f64)> {
    let parts = value.split_once(char::is_whitespace);
    let anchor = parts.and_then(|(name, elo)| Some((name.to_owned(), elo.trim().parse().ok()?)));
    anchor
        .filter(|(_, elo): &(String, f64)| elo.is_finite())
        .ok_or_else(|| anyhow!("'{value}' is not NAME ELO"))
}

/// A line as an option of the command line, if it is one.
fn setting(key: &str, value: &str) -> anyhow::Result<Vec<String>> {
    let mut words = vec![format!("--{key}")];
    words.extend((!value.is_empty()).then(|| value.to_owned()));
    Settings::try_parse_from(&words).map_err(|error| plain(&error))?;
    Ok(words)
}

/// The first sentence of what the command line would say.
fn plain(error: &clap::Error) -> anyhow::Error {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    anyhow!("{}", first.trim_start_matches("error: "))
}

/// Programs by their names in ladders, so that no file names a machine's paths.
#[derive(Default)]
pub(super) struct Brains(BTreeMap<String, PathBuf>);

impl Brains {
    /// Those of the command line, `NAME=PATH` each.
    pub(super) fn of(given: &[String]) -> anyhow::Result<Brains> {
        let pair = |text: &String| {
            let (name, path) =
                text.split_once('=').filter(|(name, path)| !name.is_empty() && !path.is_empty())?;
            Some((name.to_owned(), PathBuf::from(path)))
        };
        let pairs = given
            .iter()
            .map(|text| pair(text).ok_or_else(|| anyhow!("--brain {text}: this is not NAME=PATH")));
        Ok(Brains(pairs.collect::<anyhow::Result<_>>()?))
    }

    /// Puts a path for each `$NAME`; gives the name that has none.
    fn fill_in(&self, text: &str) -> Result<String, String> {
        let mut full = String::new();
        let mut parts = text.split('$');
        full.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
            let (name, rest) = part.split_at(part.find(is_other).unwrap_or(part.len()));
            let path = self.path(name).ok_or_else(|| name.to_owned())?;
            full.push_str(&path.display().to_string());
            full.push_str(rest);
        }
        Ok(full)
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        let variable = || {
            let name = name.to_ascii_uppercase().replace('-', "_");
            std::env::var_os(format!("TENGEN_BRAIN_{name}")).filter(|path| !path.is_empty())
        };
        self.0.get(name).cloned().or_else(|| variable().map(PathBuf::from))
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::Rule;

    use super::*;

    const FILE: &str = "# A ladder.\nrule renju   # the strict one\nsize 15\ngames 8\nmeet 2\n\
        anchor weak 1000\nproven\n\nplayer weak random\nplayer strong  brain:$no-such-brain,time=5\n\
        player middle seeds:depth=2\n";

    #[test]
    fn a_file_has_settings_and_players() {
        let file = LadderFile::parse(FILE).unwrap();
        assert_eq!((file.conditions.rule, file.games), (Rule::Renju, 8));
        assert!(file.conditions.adjudication().proven);
        assert_eq!(
            (file.pairing, file.anchor.as_ref()),
            (Pairing::Neighbours(2), Some(&("weak".to_owned(), 1000.0)))
        );
        let seated = file.seat(&Brains::default()).unwrap();
        let names: Vec<_> = seated.players.iter().map(PlayerSpec::name).collect();
        assert_eq!(names, ["weak", "middle"]);
        assert_eq!(seated.skipped, ["strong (no program $no-such-brain)"]);
        let given = Brains::of(&["no-such-brain=a/b c".to_owned()]).unwrap();
        let seated = file.seat(&given).unwrap();
        assert_eq!(seated.players[1].text(), "brain:a/b c,time=5");
        assert_eq!(seated.texts[1].1, "brain:$no-such-brain,time=5");
        assert_eq!(seated.texts[2].1, "baseline:depth=2", "its old name is read, not shown");
        assert!(seated.skipped.is_empty());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let players = "player x random\nplayer y baseline\n";
        for (text, problem) in [
            (format!("{players}rule chess"), "line 3: invalid value 'chess' for '--rule <RULE>'"),
            (format!("{players}speed 3"), "line 3: unexpected argument '--speed' found"),
            (format!("{players}player x baseline"), "line 3: there is already a player 'x'"),
            (format!("{players}player z"), "line 3: 'z' is not NAME PLAYER"),
            (format!("{players}meet 0"), "line 3: '0' is neither all, first nor"),
            (format!("{players}anchor x y"), "line 3: 'x y' is not NAME ELO"),
            (format!("{players}anchor z 3"), "the anchor 'z' is no player"),
            ("player x random".to_owned(), "a ladder needs two lines"),
        ] {
            let error = format!("{:#}", LadderFile::parse(&text).unwrap_err());
            assert!(error.starts_with(problem), "{error}");
        }
        let file = LadderFile::parse("player x random\nplayer y chess\n").unwrap();
        let error = format!("{:#}", file.seat(&Brains::default()).unwrap_err());
        assert!(error.starts_with("line 2: 'chess' is no player"), "{error}");
        let file = LadderFile::parse("player x random\nplayer y brain:$none-here\n").unwrap();
        assert!(file.seat(&Brains::default()).is_err());
        assert!(Brains::of(&["x".to_owned()]).is_err());
    }
}
