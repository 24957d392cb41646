//! The stones as the manager tells them.

use tengen_core::{Board, Game, Point, Rule, Side, Size};
use tengen_protocol::{Owner, Spot, Stone};

/// Stones in the order in which the manager sent them. There is no game yet: the rule may still change.
pub(crate) struct Stones {
    size: Size,
    list: Vec<(Point, Side)>,
    /// The engine's colour, known with the first command that asks for a move.
    own: Option<Side>,
    to_move: Side,
}

impl Stones {
    pub(crate) fn new(size: Size) -> Stones {
        Stones { size, list: Vec::new(), own: None, to_move: Side::Black }
    }

    /// The same board without stones.
    pub(crate) fn emptied(&self) -> Stones {
        Stones::new(self.size)
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The engine makes the first move.
    pub(crate) fn begin(&mut self) -> Result<(), String> {
        if !self.list.is_empty() {
            return Err("the board is not empty".to_owned());
        }
        (self.own, self.to_move) = (Some(Side::Black), Side::Black);
        Ok(())
    }

    /// The opponent has put a stone.
    pub(crate) fn opponent_plays(&mut self, spot: Spot) -> Result<(), String> {
        let point = self.free(spot)?;
        let own = *self.own.get_or_insert(Side::White);
        self.list.push((point, !own));
        self.to_move = own;
        Ok(())
    }

    /// The manager repeats the engine's own move.
    pub(crate) fn play(&mut self, spot: Spot) -> Result<(), String> {
        self.free(spot).map(|point| self.own_play(point))
    }

    /// The engine puts a stone.
    pub(crate) fn own_play(&mut self, point: Point) {
        let own = *self.own.get_or_insert(self.to_move);
        self.list.push((point, own));
        self.to_move = !own;
    }

    /// These stones and no others lie on the board; nothing changes if they cannot.
    pub(crate) fn set(&mut self, block: &[Stone]) -> Result<(), String> {
        let own = own_side(block);
        let mut stones = self.emptied();
        for stone in block {
            let point = stones.free(stone.spot)?;
            let side = match stone.owner {
                Owner::Own => own,
                Owner::Opponent => !own,
                Owner::Nobody => return Err("continuous games are not supported".to_owned()),
            };
            stones.list.push((point, side));
        }
        *self = Stones { own: Some(own), to_move: own, ..stones };
        Ok(())
    }

    /// A stone goes away.
    pub(crate) fn take_back(&mut self, spot: Spot) -> Result<(), String> {
        let point = spot.on(self.size);
        let index = self.list.iter().rposition(|&(stone, _)| Some(stone) == point);
        let index = index.ok_or_else(|| format!("there is no stone on {spot}"))?;
        // The side that had played it moves again.
        (_, self.to_move) = self.list.remove(index);
        if self.list.is_empty() {
            *self = self.emptied();
        }
        Ok(())
    }

    /// The game as it stands; none if it is already won.
    pub(crate) fn game(&self, rule: Rule) -> Option<Game> {
        let side = self.to_move;
        let in_turn = self.replayed(rule).filter(|game| game.to_move() == side);
        // Stones out of turn, and games that went on after a foul, are positions all the same.
        in_turn.or_else(|| Game::from_setup(self.size, rule, self.list.iter().copied(), side).ok())
    }

    /// The points in the order in which they were sent.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        self.list.iter().map(|&(point, _)| Spot::of(point, self.size)).collect()
    }

    /// The stones as moves, if they alternate and nobody has won yet.
    fn replayed(&self, rule: Rule) -> Option<Game> {
        let mut game = Game::new(self.size, rule);
        for &(point, side) in &self.list {
            if game.to_move() != side {
                return None;
            }
            game.play(point).ok()?;
        }
        let is_won = game.outcome().is_some_and(|outcome| outcome.winner().is_some());
        (!is_won).then_some(game)
    }

    /// A free point near the middle, if there is one.
    pub(crate) fn any_free(&self) -> Option<Point> {
        let mut board = Board::new(self.size);
        self.list.iter().for_each(|&(point, side)| board.place(point, side));
        let middle = i32::from(self.size.lines() / 2);
        let distance = |at: u8| (i32::from(at) - middle).abs();
        board.free_points().min_by_key(|point| distance(point.x()).max(distance(point.y())))
    }

    fn free(&self, spot: Spot) -> Result<Point, String> {
        let point = spot.on(self.size).ok_or_else(|| format!("{spot} is off the board"))?;
        match self.list.iter().any(|&(stone, _)| stone == point) {
            true => Err(format!("{spot} is occupied")),
            false => Ok(point),
        }
    }
}

/// The colour of the engine, which is to move: told by the numbers of stones, else by the first.
fn own_side(block: &[Stone]) -> Side {
    let own = block.iter().filter(|stone| stone.owner == Owner::Own).count();
    let other = block.iter().filter(|stone| stone.owner == Owner::Opponent).count();
    match block.first() {
        _ if own == other => Side::Black,
        _ if own + 1 == other => Side::White,
        Some(Stone { owner: Owner::Own, .. }) => Side::Black,
        _ => Side::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(x: u32, y: u32, field: u32) -> Stone {
        Stone { spot: Spot { x, y }, owner: Owner::from_field(field).unwrap() }
    }

    fn set(block: &[Stone]) -> Game {
        let mut stones = Stones::new(Size::default());
        stones.set(block).unwrap();
        stones.game(Rule::Renju).unwrap()
    }

    #[test]
    fn a_board_tells_the_colours() {
        assert_eq!(set(&[]).to_move(), Side::Black);
        let white = set(&[stone(7, 7, 2)]);
        assert_eq!((white.to_move(), white.moves().len()), (Side::White, 1));
        let black = set(&[stone(7, 7, 1), stone(8, 7, 2)]);
        assert_eq!((black.to_move(), black.moves().len()), (Side::Black, 2));
        let shuffled = set(&[stone(8, 7, 2), stone(7, 7, 1)]);
        assert_eq!((shuffled.to_move(), shuffled.board().stone_count()), (Side::Black, 2));
        assert_eq!(set(&[stone(8, 7, 1), stone(7, 7, 1)]).to_move(), Side::Black);
    }

    #[test]
    fn a_bad_board_changes_nothing() {
        let mut stones = Stones::new(Size::default());
        stones.set(&[stone(7, 7, 2)]).unwrap();
        assert!(stones.set(&[stone(1, 1, 1), stone(1, 1, 2)]).is_err());
        assert!(stones.set(&[stone(15, 1, 1)]).is_err());
        assert!(stones.set(&[stone(1, 1, 3)]).is_err());
        assert_eq!(stones.list.len(), 1);
    }

    #[test]
    fn a_rule_that_changes_changes_the_game() {
        let mut stones = Stones::new(Size::default());
        let row: Vec<Stone> = (0..5).flat_map(|x| [stone(x, 0, 2), stone(x, 2, 1)]).collect();
        stones.set(&row[..9]).unwrap();
        assert_eq!(stones.game(Rule::Freestyle), None);
        assert!(stones.any_free().is_some());
        assert!(stones.game(Rule::Renju).is_none());
    }

    #[test]
    fn a_game_goes_on_after_a_foul_that_the_manager_allows() {
        let mut stones = Stones::new(Size::default());
        let fork = [(6, 7), (8, 7), (7, 6), (7, 8), (7, 7)];
        let away = [(0, 0), (0, 2), (0, 4), (0, 6)];
        let black = fork.map(|(x, y)| stone(x, y, 2));
        let white = away.map(|(x, y)| stone(x, y, 1));
        let block: Vec<Stone> = black.into_iter().chain(white).collect();
        stones.set(&block).unwrap();
        assert_eq!(stones.game(Rule::Renju).unwrap().to_move(), Side::White);
    }

    #[test]
    fn stones_come_and_go() {
        let mut stones = Stones::new(Size::default());
        stones.begin().unwrap();
        stones.own_play("h8".parse().unwrap());
        stones.opponent_plays(Spot { x: 8, y: 8 }).unwrap();
        assert!(stones.begin().is_err());
        assert!(stones.opponent_plays(Spot { x: 7, y: 7 }).is_err());
        assert!(stones.take_back(Spot { x: 0, y: 0 }).is_err());
        stones.take_back(Spot { x: 8, y: 8 }).unwrap();
        stones.take_back(Spot { x: 7, y: 7 }).unwrap();
        stones.opponent_plays(Spot { x: 7, y: 7 }).unwrap();
        assert_eq!(stones.game(Rule::Freestyle).unwrap().to_move(), Side::White);
    }

    #[test]
    fn after_the_engines_move_the_other_side_is_to_move() {
        let to_move = |stones: &Stones| stones.game(Rule::Freestyle).unwrap().to_move();
        let mut stones = Stones::new(Size::default());
        stones.opponent_plays(Spot { x: 7, y: 7 }).unwrap();
        stones.play(Spot { x: 8, y: 8 }).unwrap();
        assert_eq!(to_move(&stones), Side::Black);
        stones.take_back(Spot { x: 8, y: 8 }).unwrap();
        assert_eq!(to_move(&stones), Side::White);
        assert!(stones.play(Spot { x: 7, y: 7 }).is_err());
    }
}
