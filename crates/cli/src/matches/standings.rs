//! Standings of many players, from all their games together.

use tengen_arena::{Encounter, GameRecord, Meeting, Rating, Usage, ratings};

/// Each pair counts as if one more game had been drawn: otherwise a player that has lost everything
/// would have no rating at all.
const DRAWN: f64 = 1.0;

/// A player with its rating and results.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Standing {
    pub(crate) name: String,
    pub(crate) rating: Rating,
    pub(crate) games: u64,
    pub(crate) points: f64,
    pub(crate) usage: Usage,
}

/// The player with a fixed rating, and that rating.
pub(crate) type Anchor<'a> = (&'a str, f64);

/// All players, the strongest first. Without an anchor the first player is at zero.
pub(crate) fn best_first(encounters: &[Encounter], anchor: Option<Anchor<'_>>) -> Vec<Standing> {
    let mut names: Vec<&str> = Vec::new();
    for name in encounters.iter().flat_map(|e| [e.a.as_str(), e.b.as_str()]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // Nobody has met anybody yet.
    if names.is_empty() {
        return Vec::new();
    }
    let place = |name: &str| names.iter().position(|known| *known == name);
    let (anchor, elo) =
        anchor.and_then(|(name, elo)| Some((place(name)?, elo))).unwrap_or_default();
    let meetings: Vec<Meeting> = encounters.iter().filter_map(|e| meeting(e, &place)).collect();
    let rated = ratings(names.len(), &meetings, anchor, elo, DRAWN);
    let games: Vec<&GameRecord> = encounters.iter().flat_map(|e| &e.records).collect();
    let standing = |(player, (&name, rating)): (usize, (&&str, Rating))| Standing {
        name: name.to_owned(),
        rating,
        games: meetings.iter().map(|m| games_of(m, player)).sum::<f64>() as u64,
        points: meetings.iter().map(|m| points_of(m, player)).sum(),
        usage: Usage::of(name, games.iter().copied()),
    };
    let mut standings: Vec<_> = names.iter().zip(rated).enumerate().map(standing).collect();
    standings.sort_by(|one, other| other.rating.elo.total_cmp(&one.rating.elo));
    standings
}

fn meeting(encounter: &Encounter, place: &impl Fn(&str) -> Option<usize>) -> Option<Meeting> {
    let games = encounter.counts.games() as f64;
    let points = encounter.elo().map_or(0.0, |elo| elo.score * games);
    Some(Meeting { a: place(&encounter.a)?, b: place(&encounter.b)?, points, games })
}

fn games_of(meeting: &Meeting, player: usize) -> f64 {
    if player == meeting.a || player == meeting.b { meeting.games } else { 0.0 }
}

fn points_of(meeting: &Meeting, player: usize) -> f64 {
    match player {
        _ if player == meeting.a => meeting.points,
        _ if player == meeting.b => meeting.games - meeting.points,
        _ => 0.0,
    }
}

impl Standing {
    /// Share of the points, 0 to 1; nothing without games.
    pub(crate) fn score(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }

    /// The rating as a table shows it: a bound if the player has won or lost everything.
    pub(crate) fn shown_elo(&self) -> String {
        let bound = match self.score() {
            None => return "?".to_owned(),
            // The anchor is where it is.
            Some(_) if self.rating.error == 0.0 => "",
            Some(score) if score <= 0.0 => "≤ ",
            Some(score) if score >= 1.0 => "≥ ",
            Some(_) => "",
        };
        format!("{bound}{:.0}", self.rating.elo)
    }

    pub(crate) fn shown_error(&self) -> String {
        match self.rating.error {
            error if error.is_finite() => format!("{error:.0}"),
            _ => "?".to_owned(),
        }
    }

    /// The same as JSON has it.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let error = Some(self.rating.error).filter(|error| error.is_finite());
        serde_json::json!({
            "name": self.name,
            "elo": self.rating.elo,
            "elo_error": error,
            "games": self.games,
            "score": self.score(),
            "ms_per_move": self.usage.mean(),
            "nodes_per_s": self.usage.nps(),
        })
    }
}
