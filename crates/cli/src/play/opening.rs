//! The opening of a game, step by step.

use tengen_core::Side;
use tengen_core::opening::{Act, Player, Refusal, Step};
use tengen_player::{Limits, Want};

use super::input::Heard;
use super::{Next, Table};
use crate::opening::Word;

impl Table {
    /// One step of the opening, or a command.
    pub(super) fn opening_turn(&mut self, step: &Step) -> anyhow::Result<Next> {
        let next = self.take_step(step)?;
        if self.opening.step().is_none() {
            self.screen.say(&format!("the opening is over; you play {}", self.seats))?;
        }
        Ok(next)
    }

    fn take_step(&mut self, step: &Step) -> anyhow::Result<Next> {
        let side = self.side_of(step.actor);
        if !self.seats.hold(side) {
            self.engine_opens(step)?;
            return self.input.waiting().map_or(Ok(Next::Turn), |line| self.obey_step(step, &line));
        }
        let Step { number, of, ref action, .. } = *step;
        self.screen.say(&format!("step {number} of {of}, {side}: {action}"))?;
        self.screen.prompt(side)?;
        match self.input.next() {
            Heard::Line(line) => self.obey_step(step, &line),
            Heard::End => Ok(Next::End),
        }
    }

    /// The colour that a player holds now.
    fn side_of(&self, player: Player) -> Side {
        if self.opening.black() == player { Side::Black } else { Side::White }
    }

    /// Does what a line asks for: a point, a choice or a number of the step, or a command.
    fn obey_step(&mut self, step: &Step, line: &str) -> anyhow::Result<Next> {
        let line = line.trim().to_ascii_lowercase();
        let refusal = match (line.as_str(), line.parse::<Word>()) {
            (_, Ok(word)) => self.act(step.actor, word.act(&step.action)).err(),
            ("undo" | "u", _) => self.back(step).err(),
            ("hint" | "pass" | "--", _) => {
                self.screen.say("not in an opening")?;
                None
            }
            _ => return self.obey(&line),
        };
        match refusal {
            Some(refusal) => self.screen.say(&refusal.to_string())?,
            None => self.show()?,
        }
        Ok(Next::Turn)
    }

    fn engine_opens(&mut self, step: &Step) -> anyhow::Result<()> {
        let limits = match self.limits.time.is_some() || self.limits.nodes.is_some() {
            true => self.limits.clone(),
            false => Limits { nodes: Some(self.level.opening_nodes()), ..self.limits.clone() },
        };
        let decision = self.ask_within(Want::Opening(self.opening.clone()), limits)?.opening;
        let acts = decision.map_or_else(Vec::new, |decision| decision.acts);
        if self.input.is_interrupted() {
            return Ok(());
        }
        let side = self.side_of(step.actor);
        for &act in &acts {
            self.act(step.actor, act)?;
        }
        let acts: Vec<String> = acts.iter().map(Act::to_string).collect();
        self.screen.say(&format!("the engine, {side}: {}", acts.join(", ")))?;
        self.show()
    }

    fn act(&mut self, player: Player, act: Act) -> Result<(), Refusal> {
        let black = self.opening.black();
        self.opening.act(player, act)?;
        self.follow(black);
        Ok(())
    }

    /// Takes the last act of the player back who has the step, or the other person's.
    fn back(&mut self, step: &Step) -> Result<(), Refusal> {
        let black = self.opening.black();
        let is_person = |&player: &Player| self.seats.hold(self.side_of(player));
        let last = self.opening.acts().last().map(|&(player, _)| player).filter(is_person);
        self.opening.back(last.unwrap_or(step.actor))?;
        self.follow(black);
        Ok(())
    }

    /// The board and the seats after an act, before which this player had black.
    fn follow(&mut self, black: Player) {
        if self.opening.black() != black {
            self.seats = self.seats.exchanged();
        }
        self.game = self.opening.game(self.game.rule());
    }
}
