//! The eight images of a position while stones come and go.

use crate::{Board, Point, Rule, Side, Size, Symmetry, zobrist};

/// Keys of the eight images of a position, kept stone by stone: how trees of millions of positions
/// are looked up under all symmetries.
///
/// The key is the same under every rule. A move is named by the point it has in the image that
/// stands for all, and by the least of them if several do.
///
/// ```
/// # use tengen_core::{Board, ImageKeys, Point, Side, Size};
/// let (h8, i9, g7): (Point, Point, Point) = ("h8".parse()?, "i9".parse()?, "g7".parse()?);
/// let mut one = ImageKeys::of(&Board::new(Size::default()), Side::Black);
/// one.play(h8);
/// let mut two = one.clone();
/// // Both are the same diagonal step from the middle.
/// assert_eq!(one.least(i9), two.least(g7));
/// assert_eq!(one.points(one.least(i9)).len(), 4);
/// one.play(i9);
/// two.play(g7);
/// assert_eq!(one.key(), two.key());
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImageKeys {
    size: Size,
    to_move: Side,
    /// Of the stones alone, in the order of [`Symmetry::ALL`].
    keys: [u64; 8],
}

impl ImageKeys {
    /// The images of a board with this side to move.
    pub fn of(board: &Board, to_move: Side) -> ImageKeys {
        let mut images = ImageKeys { size: board.size(), to_move, keys: [0; 8] };
        for side in Side::BOTH {
            board.stones(side).for_each(|point| images.change(point, side));
        }
        images
    }

    /// Who moves.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The side to move puts a stone.
    pub fn play(&mut self, point: Point) {
        self.change(point, self.to_move);
        self.to_move = !self.to_move;
    }

    /// Takes back the stone that was put last.
    pub fn undo(&mut self, point: Point) {
        self.to_move = !self.to_move;
        self.change(point, self.to_move);
    }

    /// The turn goes to the other side, or comes back from it.
    pub fn pass(&mut self) {
        self.to_move = !self.to_move;
    }

    /// A key equal for all eight images, under every rule.
    pub fn key(&self) -> u64 {
        self.smallest() ^ zobrist::frame(self.size, Rule::Freestyle, self.to_move)
    }

    /// The point that stands for a move in all images.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn least(&self, point: Point) -> Point {
        let images = self.to_smallest().map(|symmetry| symmetry.apply(point, self.size));
        images.min().expect("one image is the smallest")
    }

    /// The points of this position that [`ImageKeys::least`] gives this name: one, or those that a
    /// symmetric position cannot tell apart.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn points(&self, least: Point) -> Vec<Point> {
        let back = self.to_smallest().map(|symmetry| symmetry.inverse().apply(least, self.size));
        let mut points: Vec<Point> = back.collect();
        points.sort();
        points.dedup();
        points
    }

    fn smallest(&self) -> u64 {
        self.keys.into_iter().min().expect("there are eight symmetries")
    }

    /// The symmetries that lay the position onto the image that stands for all.
    fn to_smallest(&self) -> impl Iterator<Item = Symmetry> {
        let smallest = self.smallest();
        let all = Symmetry::ALL.into_iter().zip(self.keys);
        all.filter(move |&(_, key)| key == smallest).map(|(symmetry, _)| symmetry)
    }

    /// Puts a stone, or takes it away.
    fn change(&mut self, point: Point, side: Side) {
        for (symmetry, key) in Symmetry::ALL.into_iter().zip(&mut self.keys) {
            *key ^= zobrist::stone(side, symmetry.apply(point, self.size));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn points(names: &[&str]) -> Vec<Point> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn keys_kept_stone_by_stone_are_those_of_the_board() {
        let size = Size::default();
        let mut game = Game::new(size, Rule::Freestyle);
        let mut images = ImageKeys::of(game.board(), Side::Black);
        let moves = points(&["h8", "i9", "a1", "o2", "c3"]);
        for &point in &moves {
            game.play(point).unwrap();
            images.play(point);
            assert_eq!(images, ImageKeys::of(game.board(), game.to_move()));
            assert_eq!(images.key(), game.canonical_key());
        }
        for &point in moves.iter().rev() {
            images.undo(point);
        }
        assert_eq!(images, ImageKeys::of(&Board::new(size), Side::Black));
    }

    #[test]
    fn a_move_has_one_name_in_all_images() {
        let size = Size::default();
        let moves = points(&["h8", "i9", "j7"]);
        let next: Point = "k9".parse().unwrap();
        let plain = |symmetry: Symmetry| {
            let mut images = ImageKeys::of(&Board::new(size), Side::Black);
            moves.iter().for_each(|&point| images.play(symmetry.apply(point, size)));
            images
        };
        let name = plain(Symmetry::IDENTITY).least(next);
        for symmetry in Symmetry::ALL {
            let images = plain(symmetry);
            assert_eq!(images.least(symmetry.apply(next, size)), name);
            assert_eq!(images.points(name), [symmetry.apply(next, size)]);
        }
    }

    #[test]
    fn a_symmetric_position_cannot_tell_some_points_apart() {
        let empty = ImageKeys::of(&Board::new(Size::default()), Side::Black);
        let corner = empty.least("a1".parse().unwrap());
        assert_eq!(empty.points(corner), points(&["a1", "o1", "a15", "o15"]));
        assert_eq!(empty.points(empty.least("h8".parse().unwrap())).len(), 1);
    }

    #[test]
    fn a_pass_changes_the_key_and_another_one_changes_it_back() {
        let mut images = ImageKeys::of(&Board::new(Size::default()), Side::Black);
        let before = images.clone();
        images.pass();
        assert_ne!(images.key(), before.key());
        images.pass();
        assert_eq!(images, before);
    }
}
