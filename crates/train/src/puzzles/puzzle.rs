//! A puzzle, and its line in a file.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tengen_core::{Game, Point, Rule, Side, Size};
use tengen_formats::{Rows, parse_position, position_text};
use tengen_proof::Proof;

use super::Kind;
use super::proofs::{is_about, parse_proof, proof_text};

/// A position with what is shown of it; `docs/puzzles.md` says what that is for each kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// What is to be found.
    pub kind: Kind,
    /// The moves up to the position.
    pub game: Game,
    /// Plies of the win, the five included. Of fours it is the shortest there is, of other wins the shortest that was
    /// found. Of a defence: of the win to be stopped, as if the side to move passed.
    pub length: u32,
    /// The first moves that win, or the moves that stop the win, in the order of the board.
    pub answers: Vec<Point>,
    /// A win of `length` plies against the longest resistance. Of a defence: the win to be stopped.
    pub line: Vec<Point>,
    /// How hard it is: nodes of our solver when the puzzle was made.
    pub nodes: u64,
    /// How hard it is for people, in Elo of our levels (see [`super::Rater`]); none if it was not measured.
    pub rating: Option<u32>,
    /// Where the position comes from.
    pub source: Source,
    /// The proof of that win. [`super::check_proof`] says whether it is true.
    pub proof: Arc<Proof>,
}

/// The ratings there are: below and above our levels nothing can be told apart.
pub const RATINGS: RangeInclusive<u32> = 200..=3000;

/// Where a position comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The name of the file of games.
    pub games: String,
    /// The seed of the game.
    pub seed: u32,
    /// The number of the game among those of its seed.
    pub number: u32,
    /// Stones on the board.
    pub ply: u32,
}

/// A line that is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct BadPuzzle {
    /// The field that is wrong.
    pub field: &'static str,
    /// What is wrong with it.
    pub problem: String,
}

/// A file that is no file of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ReadError {
    /// The line, from one.
    pub line: usize,
    /// What is wrong with it.
    pub problem: BadPuzzle,
}

/// Reads a file of puzzles. The first is that of line 1.
///
/// # Errors
/// If a line is no puzzle: which, and what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Puzzle>, ReadError> {
    let numbered = (1..).zip(text.lines());
    numbered
        .map(|(line, text)| Puzzle::parse(text).map_err(|problem| ReadError { line, problem }))
        .collect()
}

/// The fields of a line, in their order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    rule: String,
    size: u8,
    kind: String,
    side: String,
    position: String,
    length: u32,
    answers: Vec<String>,
    line: Vec<String>,
    nodes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<u32>,
    source: Source,
    proof: String,
}

impl Puzzle {
    /// The side to move.
    pub fn side(&self) -> Side {
        self.game.to_move()
    }

    /// The line of a file, without its end.
    pub fn to_line(&self) -> String {
        let names = |points: &[Point]| points.iter().map(Point::to_string).collect();
        let fields = Fields {
            rule: self.game.rule().to_string(),
            size: self.game.size().lines(),
            kind: self.kind.to_string(),
            side: self.side().to_string(),
            position: position_text(&self.game, Rows::Bottom),
            length: self.length,
            answers: names(&self.answers),
            line: names(&self.line),
            nodes: self.nodes,
            rating: self.rating,
            source: self.source.clone(),
            proof: proof_text(&self.proof),
        };
        serde_json::to_string(&fields).expect("texts and numbers can be written")
    }

    /// Reads a line. What it says is only compared with the rules: [`super::Checker`] asks the solver.
    ///
    /// # Errors
    /// If it is no puzzle: the field, and what is wrong with it.
    pub fn parse(text: &str) -> Result<Puzzle, BadPuzzle> {
        let fields: Fields = serde_json::from_str(text).map_err(|error| {
            // A puzzle is one line, so the error's own line says nothing.
            bad("the line", error.to_string().replace(" at line 1 column", ", at column"))
        })?;
        let kind = fields.kind.parse().map_err(|error| bad("kind", error))?;
        let rule: Rule = fields.rule.parse().map_err(|error| bad("rule", error))?;
        let size =
            Size::new(fields.size).ok_or_else(|| bad("size", "a board has 5 to 22 lines"))?;
        let game = parse_position(&fields.position, size, rule, Rows::Bottom);
        let game = game.map_err(|error| bad("position", error))?;
        if fields.side != game.to_move().to_string() {
            return Err(bad("side", format!("it is {}'s turn", game.to_move())));
        }
        let puzzle = Puzzle {
            kind,
            game,
            length: fields.length,
            answers: points("answers", &fields.answers)?,
            line: points("line", &fields.line)?,
            nodes: fields.nodes,
            rating: fields.rating,
            source: fields.source,
            proof: Arc::new(parse_proof(&fields.proof).map_err(|error| bad("proof", error))?),
        };
        puzzle.check_fields().map(|()| puzzle)
    }

    /// Whether the fields agree with each other and the rules.
    fn check_fields(&self) -> Result<(), BadPuzzle> {
        if let Some(outcome) = self.game.outcome() {
            return Err(bad("position", format!("the game is over: {outcome}")));
        }
        if self.kind == Kind::Trap && (self.game.rule(), self.side()) != (Rule::Renju, Side::White)
        {
            return Err(bad("kind", "a trap is for white in renju"));
        }
        if self.length.is_multiple_of(2) {
            return Err(bad("length", "a win takes an odd number of plies"));
        }
        if let Some(rating) = self.rating.filter(|rating| !RATINGS.contains(rating)) {
            let (low, high) = (RATINGS.start(), RATINGS.end());
            return Err(bad("rating", format!("{rating} is not from {low} to {high}")));
        }
        self.check_answers()?;
        self.check_line()?;
        match self.won_position().is_some_and(|won| is_about(&self.proof, &won)) {
            true => Ok(()),
            false => Err(bad("proof", "it is about another position")),
        }
    }

    /// The position whose side to move has the win of the line: of a defence, after a pass.
    pub(super) fn won_position(&self) -> Option<Game> {
        let mut game = self.game.clone();
        if self.kind == Kind::Defence {
            game.pass().ok()?;
        }
        Some(game)
    }

    fn check_answers(&self) -> Result<(), BadPuzzle> {
        if self.answers.is_empty() {
            return Err(bad("answers", "there is none"));
        }
        if !self.answers.is_sorted_by(|one, next| one < next) {
            return Err(bad("answers", "they are not in the order of the board, each once"));
        }
        let is_move = |point: Point| {
            self.game.size().contains(point)
                && self.game.board().is_free(point)
                && !self.game.is_forbidden(point)
        };
        match self.answers.iter().find(|&&point| !is_move(point)) {
            Some(point) => Err(bad("answers", format!("{point} cannot be played"))),
            None => Ok(()),
        }
    }

    /// Whether the line is a game that its first player wins with the last stone.
    fn check_line(&self) -> Result<(), BadPuzzle> {
        if self.line.len() != self.length as usize {
            return Err(bad(
                "line",
                format!("it has {} plies, not {}", self.line.len(), self.length),
            ));
        }
        let is_answer = self.line.first().is_some_and(|first| self.answers.contains(first));
        if self.kind != Kind::Defence && !is_answer {
            return Err(bad("line", "it does not begin with an answer"));
        }
        let won = self.won_position();
        let mut game = won.ok_or_else(|| bad("position", "nobody can pass"))?;
        let winner = game.to_move();
        for &point in &self.line {
            game.play(point).map_err(|error| bad("line", error))?;
        }
        match game.outcome().and_then(tengen_core::Outcome::winner) {
            Some(side) if side == winner => Ok(()),
            _ => Err(bad("line", format!("{winner} has no five at its end"))),
        }
    }
}

fn points(field: &'static str, names: &[String]) -> Result<Vec<Point>, BadPuzzle> {
    names.iter().map(|name| name.parse().map_err(|error| bad(field, error))).collect()
}

#[allow(clippy::needless_pass_by_value)]
fn bad(field: &'static str, problem: impl ToString) -> BadPuzzle {
    BadPuzzle { field, problem: problem.to_string() }
}

#[cfg(test)]
mod tests {
    use tengen_proof::ProofBuilder;

    use super::*;

    /// Black k8 makes a four and an open three.
    const POSITION: &str = "b=h8i8j8k9k10;w=a1a3a5g8;t=b";

    fn proof() -> Proof {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let game = parse_position(POSITION, Size::default(), Rule::Freestyle, Rows::Bottom);
        let mut builder =
            ProofBuilder::new(Rule::Freestyle, game.unwrap().board().clone(), Side::Black);
        let five = builder.add(point("k12"), &[], None);
        let open_four = builder.add(point("k11"), &[(point("k7"), five)], Some(point("k7")));
        let four = builder.add(point("k8"), &[(point("l8"), open_four)], Some(point("l8")));
        builder.finish(four)
    }

    fn line() -> String {
        let before_proof = concat!(
            r#"{"rule":"freestyle","size":15,"kind":"vcf","side":"black","#,
            r#""position":"b=h8i8j8k9k10;w=a1a3a5g8;t=b","#,
            r#""length":5,"answers":["k8"],"line":["k8","l8","k11","k7","k12"],"nodes":12,"#,
            r#""source":{"games":"some.tgg.gz","seed":1,"number":7,"ply":9},"proof":"#
        );
        format!("{before_proof}\"{}\"}}", proof_text(&proof()))
    }

    #[test]
    fn a_line_that_was_read_is_written_the_same() {
        let line = line();
        let puzzle = Puzzle::parse(&line).unwrap();
        assert_eq!(puzzle.to_line(), line);
        assert_eq!((puzzle.kind, puzzle.side(), puzzle.length), (Kind::Vcf, Side::Black, 5));
        assert_eq!(*puzzle.proof, proof());
        assert_eq!(read(&format!("{line}\n{line}\n")).unwrap(), [puzzle.clone(), puzzle]);
    }

    #[test]
    fn errors_name_the_line_and_what_is_wrong() {
        let cases = [
            (
                r#""kind":"vcf""#,
                r#""kind":"fours""#,
                "kind: 'fours' is no kind of puzzle; the kinds are vcf, vct, win, defence, trap",
            ),
            (r#""kind":"vcf""#, r#""kind":"trap""#, "kind: a trap is for white in renju"),
            (
                "freestyle",
                "go",
                "rule: 'go' is not a rule; the rules are freestyle, standard, renju, caro, caro-exact",
            ),
            (r#""size":15"#, r#""size":4"#, "size: a board has 5 to 22 lines"),
            ("h8i8j8k9", "h8i8j8h8", "position: column 9: h8 is set twice"),
            (r#""side":"black""#, r#""side":"white""#, "side: it is black's turn"),
            (r#""length":5"#, r#""length":6"#, "length: a win takes an odd number of plies"),
            (r#"["k8"]"#, "[]", "answers: there is none"),
            (
                r#"["k8"]"#,
                r#"["k8","k8"]"#,
                "answers: they are not in the order of the board, each once",
            ),
            (r#"["k8"]"#, r#"["g8"]"#, "answers: g8 cannot be played"),
            (r#"["k8"]"#, r#"["zz"]"#, "answers: 'zz' is not a point"),
            (r#"["k8"]"#, r#"["k7"]"#, "line: it does not begin with an answer"),
            (r#","k12"]"#, "]", "line: it has 4 plies, not 5"),
            (r#""k12""#, r#""k13""#, "line: black has no five at its end"),
            (r#""l8""#, r#""h8""#, "line: h8 is occupied"),
            (r#","nodes":12"#, "", "the line: missing field `nodes`"),
            (r#""nodes":12"#, r#""nodes":12,"rating":50"#, "rating: 50 is not from 200 to 3000"),
            (r#""proof":""#, r#""proof":"!"#, "proof: Invalid symbol 33, offset 0."),
            (r#""proof":""#, r#""proof":"AAAA"#, "proof: corrupt deflate stream"),
            ("w=a1a3a5g8", "w=a1a3a6g8", "proof: it is about another position"),
            (
                r#""proof":"#,
                r#""proof":{"text":"#,
                "the line: invalid type: map, expected a string",
            ),
        ];
        let line = line();
        for (from, to, problem) in cases {
            assert!(line.contains(from), "{from}");
            let text = format!("{line}\n{}\n", line.replace(from, to));
            let error = read(&text).unwrap_err();
            assert_eq!(error.line, 2, "{problem}");
            let told = error.to_string();
            assert!(told.starts_with(&format!("line 2: {problem}")), "{told}\n{problem}");
        }
    }

    #[test]
    fn a_game_that_is_over_is_no_puzzle() {
        let over = line().replace(POSITION, "h8a1i8a2j8a3k8a4l8");
        let over = over.replace(r#""side":"black""#, r#""side":"white""#);
        let error = Puzzle::parse(&over).unwrap_err();
        assert_eq!(error.to_string(), "position: the game is over: black wins: five in a row");
    }
}
