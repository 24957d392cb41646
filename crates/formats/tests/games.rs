//! Games and openings that people and programs really played: `data/games`, `data/openings`.

use tengen_core::{Game, IllegalMove, Move, Outcome, Rule, Side, Size, WinReason};
use tengen_formats::{
    Format, ReadOptions, Record, ReplayError, Rows, parse_position, position_text, read, write,
};
use tengen_test_support::formats::round_trip::{check_round_trip, options_for, writable};

/// One line of a list: its parts between bars.
fn entries(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(" | ").map(str::to_owned).collect()).collect()
}

fn size(text: &str) -> Size {
    Size::new(text.parse().unwrap()).unwrap()
}

/// A line of the list of games.
struct Listed {
    id: String,
    rule: Rule,
    size: Size,
    result: String,
    basis: String,
    moves: String,
    source: String,
}

fn games() -> Vec<Listed> {
    let games = entries("games/games.txt").into_iter().map(|fields| {
        let [id, rule, lines, result, basis, moves, source] =
            fields.try_into().unwrap_or_else(|fields| panic!("{fields:?}"));
        let (rule, size) = (rule.parse().unwrap(), size(&lines));
        Listed { id, rule, size, result, basis, moves, source }
    });
    games.collect()
}

impl Listed {
    fn record(&self, rows: Rows) -> Record {
        let options =
            ReadOptions { format: Some(Format::Pos), size: self.size, rows, ..Default::default() };
        let reading = read(self.moves.as_bytes(), &options);
        let mut record = reading.unwrap_or_else(|e| panic!("{}: {e}", self.id)).records.remove(0);
        record.rule = Some(self.rule);
        record
    }
}

/// Black's last move is forbidden, so White wins, whatever the list took the result from.
#[rustfmt::skip]
const LAST_MOVE_FORBIDDEN: [&str; 19] = [
    "game-00341", "game-00355", "game-00383", "game-00489", "game-00545", "game-00811",
    "game-00901", "game-00989", "game-01004", "game-01248", "game-01310", "game-01463",
    "game-01470", "game-01477", "game-01620", "game-01849", "game-02008", "game-02015",
    "game-02101",
];

/// A move follows the five: no program would have taken it, but somebody wrote it down.
const GOES_ON_AFTER_FIVE: [&str; 1] = ["game-01723"];

/// How games end under the rules.
#[derive(Default, PartialEq, Eq, Debug)]
struct Ends {
    five: usize,
    forbidden: usize,
    /// A move comes after the end.
    late: usize,
    /// Resigned, called or cut short: nothing on the board ends the game.
    open: usize,
}

#[test]
fn every_game_replays_under_its_rule_and_ends_as_the_list_says() {
    let mut ends = Ends::default();
    for (listed, rows) in games().iter().flat_map(|game| [(game, Rows::Bottom), (game, Rows::Top)])
    {
        let id = listed.id.as_str();
        assert!(!listed.source.is_empty());
        let record = listed.record(rows);
        let game = match record.game_at(record.main_end(), listed.rule) {
            Ok(game) => game,
            Err(ReplayError::Move { number, problem: IllegalMove::GameOver(outcome), .. }) => {
                assert!(GOES_ON_AFTER_FIVE.contains(&id), "{id}: move {number} is too late");
                assert_eq!(number, record.move_count(), "{id}");
                assert_eq!(outcome.winner().unwrap().to_string(), listed.result, "{id}");
                ends.late += 1;
                continue;
            }
            Err(error) => panic!("{id}: {error}"),
        };
        assert_eq!(position_text(&game, rows), listed.moves, "{id}");
        match game.outcome() {
            Some(Outcome::Win(winner, WinReason::Five)) => {
                assert_eq!(listed.basis, "five", "{id}");
                assert_eq!(listed.result, winner.to_string(), "{id}");
                ends.five += 1;
            }
            Some(Outcome::Win(Side::White, WinReason::Forbidden(_))) => {
                assert!(LAST_MOVE_FORBIDDEN.contains(&id), "{id}");
                ends.forbidden += 1;
            }
            Some(other) => panic!("{id}: {other}"),
            None => ends.open += 1,
        }
        check_fouls(&game, id);
    }
    // Each game twice, once for each way to count rows.
    assert_eq!(ends, Ends { five: 2 * 328, forbidden: 2 * 19, late: 2, open: 2 * 1988 });
}

/// Nobody played a forbidden point before the end: asked before every move, as a player would.
fn check_fouls(game: &Game, id: &str) {
    let mut replay = Game::new(game.size(), game.rule());
    let mut forbidden = 0;
    for &action in game.moves() {
        let Move::Stone(point) = action else { panic!("{id} has a pass") };
        forbidden += usize::from(replay.is_forbidden(point));
        replay.play(point).unwrap();
    }
    assert_eq!(forbidden, usize::from(LAST_MOVE_FORBIDDEN.contains(&id)), "{id}");
    assert_eq!(replay, *game, "{id}");
}

#[test]
fn every_game_survives_every_format() {
    for listed in games() {
        for (format, rows) in
            writable().flat_map(|format| [(format, Rows::Bottom), (format, Rows::Top)])
        {
            let mut record = listed.record(rows);
            record.info.event = listed.source.clone();
            let written = check_round_trip(&record, format, rows);
            if format == Format::Lib && listed.size != Size::default() {
                // Libraries are for boards of fifteen lines.
                assert!(written.is_err(), "{}", listed.id);
                continue;
            }
            let lost = written.unwrap();
            let everything = matches!(format, Format::Sgf | Format::Json);
            assert_eq!(lost.is_empty(), everything, "{format}: {lost:?}");
        }
    }
}

#[test]
fn all_games_of_a_rule_fit_into_one_file() {
    let rules = [
        (Rule::Renju, 15, 2037),
        (Rule::Standard, 15, 203),
        (Rule::Freestyle, 15, 70),
        (Rule::Freestyle, 20, 26),
    ];
    for (rule, lines, number) in rules {
        let size = Size::new(lines).unwrap();
        let games = games().into_iter().filter(|game| game.rule == rule && game.size == size);
        let records: Vec<Record> = games.map(|game| game.record(Rows::Top)).collect();
        assert_eq!(records.len(), number);
        for format in writable().filter(|format| format.capacity().many) {
            let written = write(&records, format, Rows::Top).unwrap();
            let options = options_for(&records[0], format, Rows::Top);
            let again = read(&written.bytes, &options).unwrap().records;
            assert_eq!(again.len(), number);
            let moves = |record: &Record| record.line_to(record.main_end());
            assert!(records.iter().map(moves).eq(again.iter().map(moves)), "{format}");
        }
    }
}

#[test]
fn every_opening_is_legal_unfinished_and_survives_its_formats() {
    let openings = entries("openings/openings.txt");
    assert_eq!(openings.len(), 473);
    for fields in openings {
        let [id, rule, lines, moves, source] = &fields[..] else { panic!("{fields:?}") };
        assert!(!source.is_empty());
        let rule: Rule = rule.parse().unwrap();
        for rows in [Rows::Bottom, Rows::Top] {
            let game = parse_position(moves, size(lines), rule, rows)
                .unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(game.outcome(), None, "{id}");
            check_fouls(&game, id);
            let record = Record::of(&game);
            for format in [Format::Offset, Format::Pos] {
                check_round_trip(&record, format, rows).unwrap_or_else(|e| panic!("{id}: {e}"));
            }
        }
    }
}

#[test]
fn offsets_count_from_the_middle_of_either_kind_of_board() {
    let middle = |lines: u8| {
        let size = Size::new(lines).unwrap();
        let options = ReadOptions { format: Some(Format::Offset), size, ..Default::default() };
        let reading = read(b"0,0, 1,-1", &options).unwrap();
        let line = reading.records[0].line_to(reading.records[0].main_end());
        line.moves.into_iter().map(|(_, action)| action.to_string()).collect::<Vec<_>>()
    };
    // Rows from the bottom here: on twenty lines the point 10,10 from the top is k10.
    assert_eq!(middle(15), ["h8", "i9"]);
    assert_eq!(middle(20), ["k10", "l11"]);
    assert_eq!(middle(5), ["c3", "d4"]);
}
