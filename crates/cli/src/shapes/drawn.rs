//! What is seen in a position, for people.

use std::fmt::Write as _;

use tengen_core::{Direction, Point, Prohibition, Side};
use tengen_engine::Candidate;

use super::Sight;
use crate::output::names;

/// The board, a line for each point that means something, and why points are forbidden.
pub(super) fn drawn(sight: &Sight, candidates: bool) -> String {
    let free = sight.game.board().free_points();
    let prohibitions: Vec<Prohibition> =
        free.filter_map(|point| sight.prohibition(point)).collect();
    let mut text = board(sight, &prohibitions);
    let _ = writeln!(text, "{} to move, {}", sight.game.to_move(), sight.game.rule());
    text += &points(sight);
    text += &reasons(&prohibitions);
    if candidates {
        text += &buckets(sight);
    }
    text
}

fn board(sight: &Sight, prohibitions: &[Prohibition]) -> String {
    let mut text = String::new();
    let size = sight.game.size();
    for y in (0..size.lines()).rev() {
        let _ = write!(text, "{:2}", y + 1);
        for point in size.points().filter(|point| point.y() == y) {
            let sign = match sight.game.board().at(point) {
                Some(Side::Black) => 'x',
                Some(Side::White) => 'o',
                None if prohibitions.iter().any(|p| p.point == point) => '!',
                None => '.',
            };
            let _ = write!(text, " {sign}");
        }
        text.push('\n');
    }
    let columns = (0..size.lines()).map(|x| format!(" {}", (b'a' + x) as char));
    let _ = writeln!(text, "  {}", columns.collect::<String>());
    text
}

/// The points that are a threat for either side, those with the highest policy first.
fn points(sight: &Sight) -> String {
    let is_threat = |point: &Point| Side::BOTH.iter().any(|&s| sight.threat(*point, s) != "none");
    let free = sight.game.board().free_points().filter(is_threat);
    let mut moves: Vec<Candidate> = free.map(|point| sight.position.candidate(point)).collect();
    moves.sort_by_key(|candidate| (-candidate.policy, candidate.point));
    if moves.is_empty() {
        return String::new();
    }
    let row = |point: &str, policy: &str, black: &str, white: &str| {
        format!("{}\n", format!("{point:5} {policy:>6}  {black:38}  {white}").trim_end())
    };
    let rows = moves.iter().map(|&Candidate { point, policy }| {
        let (black, white) =
            (meaning(sight, point, Side::Black), meaning(sight, point, Side::White));
        row(&point.to_string(), &policy.to_string(), &black, &white)
    });
    let legend = "lines: - row, | column, / and \\ diagonals\n";
    row("point", "policy", "black", "white") + &rows.collect::<String>() + legend
}

/// A threat with the lines that make it: `four-three (- four, | open-three)`.
fn meaning(sight: &Sight, point: Point, side: Side) -> String {
    let threat = sight.threat(point, side);
    if threat == "none" {
        return String::new();
    }
    let sign = |direction: Direction| match direction {
        Direction::Row => '-',
        Direction::Column => '|',
        Direction::Rising => '/',
        Direction::Falling => '\\',
    };
    let lines = Direction::ALL.into_iter().zip(sight.lines(point, side));
    let telling = lines.filter(|(_, name)| !["none", "one", "closed-two"].contains(name));
    let telling = telling.map(|(line, name)| format!("{} {name}", sign(line)));
    format!("{threat} ({})", telling.collect::<Vec<_>>().join(", "))
}

fn reasons(prohibitions: &[Prohibition]) -> String {
    let mut text = String::new();
    for prohibition in prohibitions {
        let _ = writeln!(text, "{} is forbidden: {}", prohibition.point, prohibition.fouls);
        for shape in &prohibition.shapes {
            let _ = write!(text, "  {}: {}", shape.direction, names(&shape.stones).join(" "));
            if !shape.growth.is_empty() {
                let _ = write!(text, ", grows at {}", names(&shape.growth).join(" "));
            }
            text.push('\n');
        }
    }
    text
}

/// The moves that the search looks at, a line for each bucket.
fn buckets(sight: &Sight) -> String {
    let mut text = "candidates, each with its policy\n".to_owned();
    for (bucket, moves) in sight.position.buckets() {
        let moves = moves.iter().map(|c| format!("{} {}", c.point, c.policy));
        let _ = writeln!(text, "  {}: {}", bucket.name(), moves.collect::<Vec<_>>().join(", "));
    }
    text
}
