//! What the certificates of the first player's win say of a game.

use tengen_certificates::Libraries;
use tengen_core::Game;
use tengen_engine::{Limits, Pv, Report, Verdict};

/// The report for a game inside a certificate: the first player wins, the other side loses.
pub(super) fn certified(libraries: &Libraries, game: &Game, limits: &Limits) -> Option<Report> {
    if !(limits.exclude.is_empty() && limits.only.is_empty()) || game.outcome().is_some() {
        return None;
    }
    let library = libraries.of(game.rule(), game.size())?;
    if game.board().stone_count() == 0 {
        return first(&library);
    }
    let followed = library.follow(game)?;
    let plies = followed.plies();
    let verdict = match followed.next_move() {
        Some(_) => Verdict::Wins { plies },
        None => Verdict::Loses { plies },
    };
    Some(report(followed.line(), verdict))
}

/// The first move, once every reply to it is settled.
fn first(library: &tengen_certificates::Library) -> Option<Report> {
    let longest = library.replies().map(|(_, plies)| plies).max()?;
    let verdict = Verdict::Wins { plies: longest + 2 };
    library.is_whole().then(|| report(vec![library.first_move()], verdict))
}

fn report(moves: Vec<tengen_core::Point>, verdict: Verdict) -> Report {
    Report { pvs: vec![Pv { moves, verdict, nodes: 0 }], ..Report::default() }
}
