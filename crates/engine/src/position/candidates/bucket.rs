//! Buckets: the moves that the search tries, in groups with names for people.

use super::{Candidate, Situation};
use crate::{Position, Threat};

/// What kind of move a candidate is, most urgent first.
///
/// Buckets are names for people: the search orders moves by [`Candidate::policy`], to which it adds
/// what it learns on the way. In the first four the enemy or a win at hand leaves nothing else,
/// but for own fours beside [`Bucket::OpenFourStops`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Bucket {
    /// Five; one is enough, so no second is listed.
    Fives,
    /// What takes the enemy's five away: the point of the five, and where a five stopped at both
    /// ends does not win also its ends. It comes before own open fours, which are too slow.
    FiveBlocks,
    /// An open four or two fours; again one is enough.
    OpenFours,
    /// What stops every open four and double four that the enemy threatens: the points
    /// themselves, and those beside them from which a split or open three is stopped as well.
    OpenFourStops,
    /// A four with an open three.
    FourThrees,
    /// The enemy would make a four with an open three here.
    FourThreeBlocks,
    /// Two open threes.
    DoubleThrees,
    /// The enemy would make two open threes here.
    DoubleThreeBlocks,
    /// A four, alone or with less than an open three.
    Fours,
    /// An open three.
    Threes,
    /// The enemy would make a four or an open three here.
    ThreeBlocks,
    /// A closed three, an open two or several of them.
    Twos,
    /// Nothing of that.
    Quiet,
}

impl Bucket {
    /// All buckets, most urgent first.
    pub const ALL: [Bucket; 13] = [
        Bucket::Fives,
        Bucket::FiveBlocks,
        Bucket::OpenFours,
        Bucket::OpenFourStops,
        Bucket::FourThrees,
        Bucket::FourThreeBlocks,
        Bucket::DoubleThrees,
        Bucket::DoubleThreeBlocks,
        Bucket::Fours,
        Bucket::Threes,
        Bucket::ThreeBlocks,
        Bucket::Twos,
        Bucket::Quiet,
    ];

    /// The name users see.
    pub const fn name(self) -> &'static str {
        match self {
            Bucket::Fives => "fives",
            Bucket::FiveBlocks => "five-blocks",
            Bucket::OpenFours => "open-fours",
            Bucket::OpenFourStops => "open-four-stops",
            Bucket::FourThrees => "four-threes",
            Bucket::FourThreeBlocks => "four-three-blocks",
            Bucket::DoubleThrees => "double-threes",
            Bucket::DoubleThreeBlocks => "double-three-blocks",
            Bucket::Fours => "fours",
            Bucket::Threes => "threes",
            Bucket::ThreeBlocks => "three-blocks",
            Bucket::Twos => "twos",
            Bucket::Quiet => "quiet",
        }
    }

    /// The bucket of a point that answers no threat on the board, by what it threatens for the
    /// side to move and for the enemy: the more urgent of both.
    fn of(own: Threat, enemy: Threat) -> Bucket {
        let made = match own {
            Threat::Five => Bucket::Fives,
            Threat::OpenFour => Bucket::OpenFours,
            Threat::FourThree => Bucket::FourThrees,
            Threat::DoubleThree => Bucket::DoubleThrees,
            Threat::FourPlus | Threat::Four => Bucket::Fours,
            Threat::ThreePlus | Threat::OpenThree => Bucket::Threes,
            Threat::DoubleTwo | Threat::ClosedThree | Threat::OpenTwo => Bucket::Twos,
            Threat::None | Threat::Foul => Bucket::Quiet,
        };
        let taken = match enemy {
            Threat::Five => Bucket::FiveBlocks,
            // One of several open fours, or a forbidden one: to take it stops nothing.
            Threat::OpenFour | Threat::FourPlus | Threat::Four => Bucket::ThreeBlocks,
            Threat::FourThree => Bucket::FourThreeBlocks,
            Threat::DoubleThree => Bucket::DoubleThreeBlocks,
            Threat::ThreePlus | Threat::OpenThree => Bucket::ThreeBlocks,
            _ => Bucket::Quiet,
        };
        made.min(taken)
    }
}

impl Position {
    /// The moves that the search tries, forced or not, in their buckets: the most urgent bucket
    /// first, the best move of each first. Forbidden points are left out.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tengen_core::{Game, Rule, Size};
    /// # use tengen_engine::{Bucket, Position, PatternTables};
    /// let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// for point in ["h8", "a1", "i8", "a15", "k8"] {
    ///     game.play(point.parse()?)?;
    /// }
    /// // White faces a split three: three points stop it, and White has no four to win time.
    /// let position = Position::of(&game, Arc::new(PatternTables::new(Rule::Freestyle)));
    /// let [(bucket, stops)] = &position.buckets()[..] else { panic!("one bucket") };
    /// let mut stops: Vec<String> = stops.iter().map(|stop| stop.point.to_string()).collect();
    /// stops.sort();
    /// assert_eq!((*bucket, stops.join(" ").as_str()), (Bucket::OpenFourStops, "g8 j8 l8"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn buckets(&self) -> Vec<(Bucket, Vec<Candidate>)> {
        // Exact replies are found by trying them, on a copy.
        let mut position = self.clone();
        let situation = position.situation();
        let mut moves = Vec::new();
        position.add_moves(situation, &mut moves);
        moves.retain(|candidate| position.is_legal(candidate.point));
        moves.sort_by_key(|candidate| (-candidate.policy, candidate.point));
        let stops = match situation {
            Situation::Threatened => position.open_four_defences().unwrap_or_default(),
            _ => Vec::new(),
        };
        let side = self.to_move();
        let bucket = |candidate: &Candidate| match situation {
            Situation::MustBlock(_) | Situation::MustStopFives => Bucket::FiveBlocks,
            _ if stops.contains(&candidate.point) => Bucket::OpenFourStops,
            _ => {
                let (own, enemy) =
                    (self.threat(candidate.point, side), self.threat(candidate.point, !side));
                Bucket::of(own, enemy)
            }
        };
        let of = |wanted: Bucket| {
            let members = moves.iter().copied().filter(|candidate| bucket(candidate) == wanted);
            (wanted, members.collect::<Vec<_>>())
        };
        Bucket::ALL.into_iter().map(of).filter(|(_, members)| !members.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_core::{Board, Point, Rule, Side, Size};

    use super::*;
    use crate::PatternTables;

    /// The buckets of a row of 15 points in the middle of the board, Black (`x`) to move, each as
    /// its name and its points of that row.
    fn buckets(rows: [&str; 2], rule: Rule) -> Vec<(Bucket, String)> {
        let mut board = Board::new(Size::default());
        for (y, row) in [(7, rows[0]), (11, rows[1])] {
            for (x, sign) in (0..).zip(row.chars()) {
                let side = match sign {
                    'x' => Side::Black,
                    'o' => Side::White,
                    _ => continue,
                };
                board.place(Point::new(x, y).unwrap(), side);
            }
        }
        let position =
            Position::from_board(&board, Side::Black, Arc::new(PatternTables::new(rule)));
        let names = |members: &[Candidate]| {
            let mut names: Vec<String> = members.iter().map(|c| c.point.to_string()).collect();
            names.sort();
            names.join(" ")
        };
        position.buckets().iter().map(|(bucket, moves)| (*bucket, names(moves))).collect()
    }

    #[test]
    fn forced_cases_are_cut_to_their_exact_replies() {
        let cut = |rows: [&str; 2], rule: Rule, expected: &[(Bucket, &str)]| {
            let found = buckets(rows, rule);
            let found: Vec<_> = found.iter().map(|(b, points)| (*b, points.as_str())).collect();
            assert_eq!(found, expected, "{rows:?}");
        };
        let free = Rule::Freestyle;
        cut(["....oxxxx......", "....oooo......."], free, &[(Bucket::Fives, "j8")]);
        cut(["....xxx........", "...xoooo......."], free, &[(Bucket::FiveBlocks, "i12")]);
        cut(["...x.ooo.......", "..............."], free, &[(Bucket::OpenFourStops, "e8 i8 j8")]);
        // A split three is stopped in its gap and at both ends; a four of Black's wins time.
        cut(
            ["....oo.o.......", "...oxxx........"],
            free,
            &[(Bucket::OpenFourStops, "d8 g8 i8"), (Bucket::Fours, "h12 i12")],
        );
        // In caro the far end of a four that is stopped already spoils the five as well.
        cut(["...xoooo.......", "..............."], Rule::Caro, &[(Bucket::FiveBlocks, "i8 j8")]);
    }

    #[test]
    fn free_moves_are_sorted_by_what_they_make_and_take() {
        let found = buckets(["....xx.........", "....oo........."], Rule::Freestyle);
        let names: Vec<Bucket> = found.iter().map(|(bucket, _)| *bucket).collect();
        assert!(names.is_sorted(), "{names:?}");
        assert!(found[0].0 == Bucket::Threes && found[0].1.contains("g8"), "{found:?}");
        assert!(found[1].0 == Bucket::ThreeBlocks && found[1].1.contains("g12"), "{found:?}");
        assert_eq!(names.last(), Some(&Bucket::Quiet));
    }

    #[test]
    fn every_candidate_is_in_one_bucket_with_its_order() {
        let mut rng = fastrand::Rng::with_seed(3);
        for rule in Rule::ALL {
            let tables = Arc::new(PatternTables::new(rule));
            for _ in 0..40 {
                let mut position = Position::new(Size::default(), tables.clone());
                for _ in 0..rng.usize(0..40) {
                    let near = position.candidates();
                    position.play(near[rng.usize(..near.len().min(6))]);
                    if position.count(position.to_move(), Threat::Five) > 0 {
                        break;
                    }
                }
                let buckets = position.buckets();
                let shown: Vec<Candidate> = buckets.iter().flat_map(|(_, m)| m).copied().collect();
                let mut searched = Vec::new();
                position.add_moves(position.situation(), &mut searched);
                searched.retain(|candidate| position.is_legal(candidate.point));
                let points = |moves: &[Candidate]| {
                    let mut points: Vec<Point> = moves.iter().map(|c| c.point).collect();
                    points.sort();
                    points
                };
                assert_eq!(points(&shown), points(&searched));
                assert!(points(&shown).windows(2).all(|pair| pair[0] != pair[1]), "listed once");
                for candidate in shown {
                    assert_eq!(candidate, position.candidate(candidate.point));
                }
            }
        }
    }
}
