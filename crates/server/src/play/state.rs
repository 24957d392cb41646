//! A game as messages show it.

use tengen_core::opening::{Action, Player, Step, Zone as CoreZone};
use tengen_core::{Opening, OpeningRule, Side};
use tengen_player::SharedData;

use super::Table;
use crate::facts::{self, names};
use crate::store::FEW_STONES;
use crate::wire::{
    Actor, Clocks, DrawAnswer, GameState, OpeningChoice, OpeningStep, PlayedMove, Seats, StepKind,
    Zone,
};

/// What only the server around a table knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    pub(crate) game: String,
    pub(crate) revision: u32,
    /// Whether the engine thinks.
    pub(crate) thinking: bool,
    /// Whether somebody looks on, so that clocks run.
    pub(crate) attended: bool,
    pub(crate) engine_problem: Option<String>,
    pub(crate) save_problem: Option<String>,
}

impl Table {
    /// The state of the game.
    pub(crate) fn state(&self, around: Around, shared: &SharedData) -> GameState {
        let facts = facts::facts(&self.game, shared);
        let pos = &facts.pos;
        GameState {
            game: around.game,
            revision: around.revision,
            rule: pos.rule,
            size: pos.size,
            opening: self.opening.as_ref().map_or(OpeningRule::None, Opening::rule).into(),
            setup: pos.setup.clone(),
            moves: self
                .played()
                .map(|(action, note)| PlayedMove {
                    action,
                    ms: note.ms,
                    score: note.score,
                    book: note.is_from_book,
                })
                .collect(),
            turn: facts.turn,
            seats: Seats {
                black: self.seat(Side::Black).clone(),
                white: self.seat(Side::White).clone(),
            },
            clock: self.clock.map(|clock| Clocks {
                rule: clock.rule(),
                black: clock.face(Side::Black),
                white: clock.face(Side::White),
                running: (around.attended && self.clock_runs()).then(|| self.clock_side().into()),
            }),
            step: self.step().filter(|_| self.is_running()).map(|step| self.opening_step(&step)),
            choices: self
                .choices()
                .into_iter()
                .map(|(player, option, after)| OpeningChoice {
                    actor: self.actor_name(player),
                    option,
                    after: after as u32,
                })
                .collect(),
            offers: names(&self.offers()),
            result: facts.result.clone(),
            thinking: around.thinking,
            your_turn: self.is_your_turn(),
            can_undo: match self.step() {
                Some(_) => self.can_go_back().is_some(),
                None => self.undo_count().is_some(),
            },
            paused: self.is_paused,
            auto_reply: self.auto_reply,
            allow_forbidden: self.allow_forbidden,
            ponder: self.ponder,
            book: self.book,
            pace_ms: self.pace_ms,
            hints: self.hints,
            draw_offer: self.draw_refused.then_some(DrawAnswer::Refused),
            engine_problem: around.engine_problem,
            listed: facts.result.is_some() || self.game.moves().len() >= FEW_STONES as usize,
            save_problem: around.save_problem,
            certificate: facts.certificate.filter(|_| self.has_certificates()),
            facts,
        }
    }

    fn actor_name(&self, player: Player) -> Actor {
        if self.is_engine(player) { Actor::Engine } else { Actor::You }
    }

    fn opening_step(&self, step: &Step) -> OpeningStep {
        let holds_black = self.player(Side::Black) == step.actor;
        let mut shown = OpeningStep {
            step: step.number as u32,
            of: step.of as u32,
            actor: self.actor_name(step.actor),
            side: if holds_black { Side::Black } else { Side::White }.into(),
            action: StepKind::Place,
            text: step.text.to_owned(),
            count: 0,
            colors: Vec::new(),
            zone: None,
            options: Vec::new(),
            range: None,
            can_go_back: self.can_go_back().is_some(),
        };
        match &step.action {
            Action::Place { colors, zone } => {
                shown.count = colors.len() as u32;
                shown.colors = colors.iter().map(|&side| side.into()).collect();
                shown.zone = zone_of(*zone);
            }
            Action::Offer { count } => {
                shown.action = StepKind::Offer;
                shown.count = *count as u32;
                shown.colors = vec![Side::Black.into()];
            }
            Action::Choose { options } => {
                shown.action = StepKind::Choose;
                shown.options = options.iter().map(ToString::to_string).collect();
            }
            Action::Declare { range } => {
                shown.action = StepKind::Declare;
                shown.range = Some((*range.start(), *range.end()));
            }
        }
        shown
    }
}

fn zone_of(zone: CoreZone) -> Option<Zone> {
    let square = |low: tengen_core::Point, high: tengen_core::Point, inside| {
        Some(Zone { low: low.into(), high: high.into(), inside })
    };
    match zone {
        CoreZone::Anywhere => None,
        CoreZone::Inside(low, high) => square(low, high, true),
        CoreZone::Outside(low, high) => square(low, high, false),
    }
}
