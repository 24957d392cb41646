//! Taking back.

use tengen_core::opening::Player;

use super::Table;
use crate::wire::{Problem, ProblemCode, Seat};

impl Table {
    /// Takes back the last act of an opening, as its rule allows.
    pub(super) fn back(&mut self) -> Result<(), Problem> {
        let actor = self.can_go_back().ok_or_else(nothing_to_undo)?;
        let opening = self.opening.as_mut().ok_or_else(nothing_to_undo)?;
        opening.back(actor)?;
        self.game = opening.game(self.game.rule());
        self.restore_to(self.game.moves().len());
        self.stamp += 1;
        Ok(())
    }

    /// The person who can take his last act of the opening back.
    pub(super) fn can_go_back(&self) -> Option<Player> {
        let opening = self.opening.as_ref().filter(|opening| opening.step().is_some())?;
        let &(last, _) = opening.acts().last()?;
        let is_person = matches!(self.seats[last as usize], Seat::Person { .. });
        is_person.then_some(last)
    }

    /// The notes and clocks as they were after this many moves.
    fn restore_to(&mut self, moves: usize) {
        if let Some(first) = self.notes.get(moves)
            && first.clock.is_some()
        {
            self.clock = first.clock;
        }
        self.notes.truncate(moves);
    }

    /// Takes back a person's last move and what followed it.
    pub(crate) fn undo(&mut self) -> Result<(), Problem> {
        if self.step().is_some() {
            return self.back();
        }
        let count = self.undo_count().ok_or_else(nothing_to_undo)?;
        for _ in 0..count {
            self.game.undo();
        }
        self.restore_to(self.game.moves().len());
        self.draw_refused = false;
        self.stamp += 1;
        Ok(())
    }

    /// How many moves an undo takes back.
    pub(super) fn undo_count(&self) -> Option<usize> {
        let opened = self.opening.as_ref().map_or(0, |opening| opening.stones().len());
        let moves = self.game.moves().len();
        let mut side = !self.game.to_move();
        for count in 1..=moves.saturating_sub(opened) {
            let is_person = matches!(self.seat(side), Seat::Person { .. });
            let engine_rests = !self.auto_reply || (self.is_watched() && self.is_paused);
            if is_person || engine_rests {
                return Some(count);
            }
            side = !side;
        }
        None
    }
}

fn nothing_to_undo() -> Problem {
    Problem::new(ProblemCode::NothingToUndo, "there is nothing to take back")
}
