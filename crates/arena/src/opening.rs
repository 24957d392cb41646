//! How two players open a game by an opening rule.

use std::time::Instant;

use tengen_core::opening::{Act, Opening, Player as Seat, Refusal, Step};
use tengen_core::{Game, OpeningRule, Rule, Side};
use tengen_engine::Stop;

use crate::{Failure, Player, TimeControl};

/// What an opening led to.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The stones that lie now.
    pub(crate) game: Game,
    /// Whether the second player has Black.
    pub(crate) is_swapped: bool,
    /// Who failed, if anybody did, by the colour he had.
    pub(crate) failure: Option<(Side, Failure)>,
}

/// Lets two players, the one who acts first in front, open a game on the empty board `start`. Each
/// step is a turn of its own and takes nothing from the clock of a game. The rule must suit the board.
/// None if it was stopped.
pub(crate) fn open_game(
    start: &Game,
    rule: OpeningRule,
    mut players: [&mut dyn Player; 2],
    times: &[TimeControl; 2],
    seed: u64,
    stop: &Stop,
) -> Option<Opened> {
    let mut opening = Opening::new(rule, start.size()).expect("the rule was checked before");
    let failed = play_steps(&mut opening, start, &mut players, times, seed, stop).err();
    if stop.is_stopped() {
        return None;
    }
    let side = |seat| if opening.black() == seat { Side::Black } else { Side::White };
    Some(Opened {
        game: opening.game(start.rule()),
        is_swapped: opening.black() == Seat::Second,
        failure: failed.map(|(seat, failure)| (side(seat), failure)),
    })
}

fn play_steps(
    opening: &mut Opening,
    start: &Game,
    players: &mut [&mut dyn Player; 2],
    times: &[TimeControl; 2],
    seed: u64,
    stop: &Stop,
) -> Result<(), (Seat, Failure)> {
    for seat in [Seat::First, Seat::Second] {
        let begun = players[seat as usize].begin(start, &times[seat as usize], seed);
        begun.map_err(|failure| (seat, failure))?;
    }
    while let Some(Step { actor, .. }) = opening.step() {
        let player = &mut *players[actor as usize];
        let acts = timed(player, opening, start.rule(), &times[actor as usize], stop);
        acts.and_then(|acts| act(opening, actor, &acts)).map_err(|failure| (actor, failure))?;
    }
    Ok(())
}

/// What a player does in a step, if it comes in time.
fn timed(
    player: &mut dyn Player,
    opening: &Opening,
    rule: Rule,
    time: &TimeControl,
    stop: &Stop,
) -> Result<Vec<Act>, Failure> {
    let turn = time.turn_with(time.game);
    let begun = Instant::now();
    let acts = player.open(opening, rule, &turn, stop)?;
    match turn.deadline() {
        Some(deadline) if begun.elapsed() > deadline => Err(Failure::late()),
        _ => Ok(acts),
    }
}

fn act(opening: &mut Opening, seat: Seat, acts: &[Act]) -> Result<(), Failure> {
    if acts.is_empty() {
        return Err(Failure::Answer("it decided nothing".to_owned()));
    }
    let refused = |refusal: Refusal| Failure::Answer(refusal.to_string());
    acts.iter().try_for_each(|&act| opening.act(seat, act).map_err(refused))
}
