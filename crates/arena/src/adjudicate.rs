//! Ending games early: by length, by what both players say of the position, by proof.

use std::str::FromStr;

use tengen_core::{BySide, Side};

/// When a game is called before its end on the board. The default never does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// The game is a draw when this many stones are on the board.
    pub draw_after: Option<usize>,
    /// A player whose own score is this low resigns.
    pub resign: Option<Margin>,
    /// A player wins when both players' scores put it this far ahead.
    pub win: Option<Margin>,
    /// The game is a draw when both players' scores are this close to even.
    pub draw: Option<Margin>,
    /// A win that one of our own players has proven ends the game, if the rules confirm it.
    pub proven: bool,
}

/// A score, and for how many moves in a row it must be reported.
///
/// ```
/// # use tengen_arena::Margin;
/// assert_eq!("4,1500".parse(), Ok(Margin { moves: 4, centi: 1500, stones: 0 }));
/// assert_eq!("8,20,60".parse(), Ok(Margin { moves: 8, centi: 20, stones: 60 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// Moves in a row of each player whose score counts.
    pub moves: u32,
    /// The score in hundredths of a point.
    pub centi: i32,
    /// The fewest stones on the board for it to count.
    pub stones: usize,
}

/// A text that is no margin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not MOVES,CENTI or MOVES,CENTI,STONES")]
pub struct BadMargin(String);

impl FromStr for Margin {
    type Err = BadMargin;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Option<Vec<u32>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
        let (moves, centi, stones) = match numbers.as_deref() {
            Some(&[moves, centi]) if moves > 0 => (moves, centi, 0),
            Some(&[moves, centi, stones]) if moves > 0 => (moves, centi, stones),
            _ => return Err(BadMargin(text.to_owned())),
        };
        let centi = i32::try_from(centi).map_err(|_| BadMargin(text.to_owned()))?;
        Ok(Margin { moves, centi, stones: stones as usize })
    }
}

/// What a game is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// This side gives up.
    Resigned(Side),
    /// Both say that this side wins.
    Won(Side),
    /// Both say that nobody wins.
    Drawn,
}

/// What the players have said so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scores {
    /// Moves in a row in which a side called itself lost.
    hopeless: BySide<u32>,
    /// Plies in a row in which a side was said to be ahead.
    ahead: BySide<u32>,
    /// Plies in a row in which the position was said to be even.
    even: u32,
}

impl Scores {
    /// Takes the score that `side` gave itself in the position in which it has moved, and returns how
    /// that ends the game, if it does. A player without a score agrees to nothing.
    pub(crate) fn hear(
        &mut self,
        side: Side,
        centi: Option<i32>,
        stones: usize,
        rules: &Adjudication,
    ) -> Option<Call> {
        let says = |margin: Option<Margin>, is_so: fn(i32, i32) -> bool| {
            let margin = margin.filter(|margin| stones >= margin.stones)?;
            Some(is_so(centi?, margin.centi)).filter(|&so| so)
        };
        let count =
            |row: &mut u32, so: Option<bool>| *row = if so.is_some() { *row + 1 } else { 0 };
        count(&mut self.hopeless[side], says(rules.resign, |centi, most| centi <= -most));
        count(&mut self.ahead[side], says(rules.win, |centi, least| centi >= least));
        count(&mut self.ahead[!side], says(rules.win, |centi, least| centi <= -least));
        count(&mut self.even, says(rules.draw, |centi, most| centi.abs() <= most));
        self.call(side, rules)
    }

    fn call(&self, side: Side, rules: &Adjudication) -> Option<Call> {
        // A move of each player is two plies.
        let agreed = |plies: u32, margin: Option<Margin>| {
            margin.is_some_and(|margin| plies >= margin.moves.saturating_mul(2))
        };
        let is_hopeless = rules.resign.is_some_and(|m| self.hopeless[side] >= m.moves);
        let winner = Side::BOTH.into_iter().find(|&side| agreed(self.ahead[side], rules.win));
        match winner {
            _ if is_hopeless => Some(Call::Resigned(side)),
            Some(winner) => Some(Call::Won(winner)),
            None => agreed(self.even, rules.draw).then_some(Call::Drawn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is called after scores of Black and White in turn, each for himself, and after how many.
    fn called(rules: &str, value: &str, scores: &[Option<i32>]) -> Option<(usize, Call)> {
        let margin = Some(value.parse().unwrap());
        let mut adjudication = Adjudication::default();
        match rules {
            "resign" => adjudication.resign = margin,
            "win" => adjudication.win = margin,
            _ => adjudication.draw = margin,
        }
        let mut heard = Scores::default();
        let mut sides = [Side::Black, Side::White].into_iter().cycle();
        (1..).zip(scores).find_map(|(stones, &centi)| {
            let side = sides.next().unwrap();
            Some((stones, heard.hear(side, centi, stones, &adjudication)?))
        })
    }

    #[test]
    fn who_calls_his_position_lost_often_enough_resigns() {
        let lost = [Some(0), Some(-900), Some(0), Some(-900), Some(0), Some(-900)];
        assert_eq!(called("resign", "3,800", &lost), Some((6, Call::Resigned(Side::White))));
        let wavering = [Some(0), Some(-900), Some(0), Some(-700), Some(0), Some(-900)];
        assert_eq!(called("resign", "2,800", &wavering), None);
    }

    #[test]
    fn a_win_needs_the_word_of_both() {
        let agreed = [Some(900), Some(-900), Some(950), Some(-990)];
        assert_eq!(called("win", "2,800", &agreed), Some((4, Call::Won(Side::Black))));
        let hopeful = [Some(900), Some(-100), Some(950), Some(-100)];
        assert_eq!(called("win", "2,800", &hopeful), None);
        let silent = [Some(900), None, Some(950), None];
        assert_eq!(called("win", "1,800", &silent), None);
    }

    #[test]
    fn an_even_game_is_drawn_but_not_too_early() {
        let even = [Some(5), Some(-5), Some(0), Some(9), Some(1), Some(0)];
        assert_eq!(called("draw", "2,10", &even), Some((4, Call::Drawn)));
        assert_eq!(called("draw", "1,10,5", &even), Some((6, Call::Drawn)));
    }

    #[test]
    fn what_is_no_margin_is_refused() {
        for text in ["", "3", "0,10", "3,-10", "a,b", "1,2,3,4", "1,4000000000"] {
            assert!(text.parse::<Margin>().is_err(), "{text}");
        }
    }
}
