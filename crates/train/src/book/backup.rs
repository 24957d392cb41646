//! Scores that know what is deeper in the book.

use std::collections::HashMap;

use tengen_core::{Rule, Size};
use tengen_engine::Verdict;
use tengen_player::BookMove;
use tengen_player::book::Entry;

use super::is_refuted;
use super::refutation::before_move;

/// Gives every move the score of the best move of the position it leads to, where that is an entry,
/// and leaves out what is refuted then. Of a position whose moves all lose the best one stays, to
/// be known and not played: what the search behind it says is lost no estimate from below redeems.
pub(super) fn back_up(rule: Rule, size: Size, mut entries: Vec<Entry>) -> Vec<Entry> {
    let games = entries.iter().map(|entry| entry.game(rule, size).expect("entries are legal"));
    let games: Vec<_> = games.collect();
    let numbers: HashMap<u64, usize> =
        games.iter().enumerate().map(|(number, game)| (game.shift_key(), number)).collect();
    // The deepest first: what follows a position is then known.
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(entries[number].line.len()));
    let mut worth: Vec<Option<BookMove>> = vec![None; entries.len()];
    for number in order {
        let own = entries[number].moves.clone();
        for known in &mut entries[number].moves {
            let mut after = games[number].clone();
            let is_over = after.play(known.point).map_or(true, |outcome| outcome.is_some());
            let below = numbers.get(&after.shift_key()).filter(|_| !is_over);
            if let Some(reply) = below.and_then(|&below| worth[below]) {
                let (score, depth) = (before_move(reply.score), reply.depth + 1);
                if !known.score.seems_lost() || matches!(score, Verdict::Wins { .. }) {
                    *known = BookMove { score, depth, nodes: reply.nodes, ..*known };
                }
            }
        }
        let moves = &mut entries[number].moves;
        // Equally good ones in the order of their names, so that a file does not depend on luck.
        moves.sort_by_key(|known| (-known.score.number(), known.point));
        worth[number] = worth_of(&own, moves);
        keep_playable(moves);
    }
    entries.retain(|entry| !entry.moves.is_empty());
    entries
}

/// What a position is worth to the side to move: its best move. If all known moves lose, and its own
/// search did not say so, that says nothing of the others: then the worst estimate of that search
/// is all that is known.
fn worth_of(own: &[BookMove], moves: &[BookMove]) -> Option<BookMove> {
    let best = *moves.first()?;
    let is_lost = |known: &BookMove| matches!(known.score, Verdict::Loses { .. });
    let open = own.iter().filter(|known| !is_lost(known));
    match open.min_by_key(|known| known.score.number()) {
        Some(&worst) if is_lost(&best) => Some(worst),
        _ => Some(best),
    }
}

/// Leaves out what is refuted, of moves that all lose all but the first.
fn keep_playable(moves: &mut Vec<BookMove>) {
    let Some(&best) = moves.first() else { return };
    moves.retain(|known| !is_refuted(known.score, best.score));
    if moves.is_empty() {
        moves.push(best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backed_up(lines: &[&str]) -> Vec<String> {
        let entries = lines.iter().map(|line| line.parse().unwrap()).collect();
        let entries = back_up(Rule::Freestyle, Size::default(), entries);
        entries.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_move_is_worth_what_the_best_reply_leaves() {
        let entries = backed_up(&[
            "h8: h9 5 +30 9 100, i9 5 +20 9 100",
            // A position of the second move, from the other side of the board.
            "h8g7: f6 0 +5 7 80, g6 0 +50 7 80, h6 0 -200 7 80",
        ]);
        assert_eq!(entries[0], "h8: h9 5 +30 9 100, i9 5 -50 8 80");
        assert_eq!(entries[1], "h8g7: g6 0 +50 7 80, f6 0 +5 7 80");
    }

    #[test]
    fn proofs_go_up_and_what_loses_goes_out() {
        let entries = backed_up(&[
            "h8: h9 5 +30 9 100, i9 5 +20 9 100",
            "h8h9: h10 0 win7 9 100, g9 0 +80 9 100",
            "h8i9: h10 0 loss6 9 100, g9 0 loss4 9 100",
        ]);
        assert_eq!(
            entries,
            ["h8: i9 5 win7 10 100", "h8h9: h10 0 win7 9 100", "h8i9: h10 0 loss6 9 100",]
        );
    }

    #[test]
    fn what_a_search_calls_lost_no_estimate_below_makes_playable() {
        for lost in ["-27975", "loss12"] {
            let entries = backed_up(&[
                &format!("h8h9: h10 1 {lost} 9 400"),
                "h8h9h10: h11 0 +750 9 100, g9 0 +700 9 100",
            ]);
            assert_eq!(entries[0], format!("h8h9: h10 1 {lost} 9 400"));
            assert!(!entries[0].parse::<Entry>().unwrap().moves[0].is_playable());
        }
        let entries = backed_up(&["h8h9: h10 1 -27975 9 400", "h8h9h10: h11 0 loss8 9 100"]);
        assert_eq!(entries[0], "h8h9: h10 1 win9 10 100");
    }

    #[test]
    fn that_the_known_moves_lose_says_nothing_of_the_others() {
        let entries = backed_up(&[
            "h8: h9 5 +30 9 100",
            "h8h9: h10 0 +10 9 100, g9 0 -40 9 100",
            "h8h9h10: h11 0 win5 9 100",
            "h8h9g9: h11 0 win5 9 100",
        ]);
        assert_eq!(entries[0], "h8: h9 5 +40 10 100");
        assert_eq!(entries[1], "h8h9: g9 0 loss6 10 100");
    }
}
