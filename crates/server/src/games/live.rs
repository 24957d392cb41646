//! One game that is followed.

use std::time::Instant;

use tengen_core::{Move, Point};
use tengen_player::{Answer, SharedData, Stop};
use tokio::task::AbortHandle;

use crate::clients::ClientId;
use crate::play::{Around, Table};
use crate::records::seat_name;
use crate::store::{Listed, now};
use crate::wire::{GameMove, GameState, GameSummary, Hint, Score, StoredKind, Winner};

/// A game with those who follow it.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) id: u64,
    pub(super) table: Table,
    pub(super) revision: u32,
    pub(super) followers: Vec<ClientId>,
    /// Nobody follows it any more: who still holds it must look for it again.
    pub(super) is_gone: bool,
    pub(super) thinking: Option<Thinking>,
    /// The reply that the engine expects, in the position with this stamp.
    pub(super) expected: Option<(u64, Point)>,
    /// The stamp of the last position on which somebody pondered.
    pub(super) pondered: Option<u64>,
    /// How often the search for this move broke down.
    pub(super) failures: u32,
    pub(super) engine_problem: Option<String>,
    pub(super) save_problem: Option<String>,
    pub(super) timer: Option<AbortHandle>,
    /// How long the move that is due has taken so far.
    pub(super) turn_ms: u32,
    /// When that was last counted.
    counted: Instant,
    hint: Option<FoundHint>,
    /// The stamp of the position a hint is looked for.
    pub(super) hint_asked: Option<u64>,
    /// What lists were last told: whether it goes on, and whether it is long enough for them.
    pub(super) shown: (bool, bool),
    pub(super) name: String,
    pub(super) tags: Vec<String>,
    created: u64,
}

/// The engine thinks about a position.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) stamp: u64,
    pub(super) stop: Stop,
}

#[derive(Debug)]
struct FoundHint {
    stamp: u64,
    answer: Answer,
    step: u8,
}

/// How far around the point a first hint points.
const AREA: i32 = 2;

impl Live {
    pub(super) fn new(id: u64, table: Table, created: u64) -> Live {
        Live {
            id,
            table,
            revision: 0,
            followers: Vec::new(),
            is_gone: false,
            thinking: None,
            expected: None,
            pondered: None,
            failures: 0,
            engine_problem: None,
            save_problem: None,
            timer: None,
            turn_ms: 0,
            counted: Instant::now(),
            hint: None,
            hint_asked: None,
            shown: (true, false),
            name: String::new(),
            tags: Vec::new(),
            created,
        }
    }

    pub(super) fn loaded(id: u64, table: Table, summary: GameSummary) -> Live {
        let live = Live::new(id, table, summary.created);
        // Pages drop older revisions, and they may have seen this game before a restart.
        let revision = (now() / 100) as u32;
        Live { name: summary.name, tags: summary.tags, revision, ..live }
    }

    /// Counts the time since it was last counted. Time without a follower costs nothing.
    pub(super) fn tick(&mut self) {
        let now = Instant::now();
        let passed = u32::try_from((now - self.counted).as_millis()).unwrap_or(u32::MAX);
        self.counted = now;
        if !self.followers.is_empty() && self.table.is_running() {
            self.turn_ms = self.turn_ms.saturating_add(passed);
            self.table.spend(passed);
        }
    }

    /// How long until somebody's time is over.
    pub(super) fn until_flag(&self) -> Option<u32> {
        let runs = !self.followers.is_empty() && self.table.clock_runs();
        runs.then(|| self.table.until_flag()).flatten()
    }

    /// Whether the very move was played at its place already.
    pub(super) fn has_played(&self, played: &GameMove) -> bool {
        let place = played.ply.unwrap_or(u32::MAX) as usize;
        self.table.game().moves().get(place) == Some(&Move::Stone(played.point.0))
    }

    pub(super) fn keep_hint(&mut self, answer: Answer) {
        self.hint = Some(FoundHint { stamp: self.table.stamp(), answer, step: 0 });
    }

    /// The next step of the hint for this position, if one was found.
    pub(super) fn next_hint(&mut self) -> Option<Hint> {
        let stamp = self.table.stamp();
        let found = self.hint.as_mut().filter(|hint| hint.stamp == stamp)?;
        let point = found.answer.point()?;
        if found.step < 3 {
            found.step += 1;
            self.table.count_hint();
        }
        let size = self.table.game().size();
        let corner = |by: i32| {
            let reach = |at: u8| (i32::from(at) + by).clamp(0, i32::from(size.lines()) - 1);
            let (dx, dy) =
                (reach(point.x()) - i32::from(point.x()), reach(point.y()) - i32::from(point.y()));
            point.moved(dx, dy, size).unwrap_or(point)
        };
        let found = self.hint.as_ref()?;
        let (step, side) = (found.step, self.table.game().to_move());
        let line = || found.answer.line.iter().take(12).map(|&point| point.into()).collect();
        Some(Hint {
            game: self.id.to_string(),
            ply: self.table.game().moves().len() as u32,
            step,
            area: (corner(-AREA).into(), corner(AREA).into()),
            point: (step >= 2).then(|| point.into()),
            line: (step >= 3).then(line),
            score: found
                .answer
                .verdict
                .filter(|_| step >= 3)
                .map(|verdict| Score::of(verdict, side)),
        })
    }

    pub(super) fn state(&self, shared: &SharedData) -> GameState {
        let around = Around {
            game: self.id.to_string(),
            revision: self.revision,
            thinking: self.thinking.is_some(),
            attended: !self.followers.is_empty(),
            engine_problem: self.engine_problem.clone(),
            save_problem: self.save_problem.clone(),
        };
        self.table.state(around, shared)
    }

    /// What lists show of the game.
    pub(super) fn listed(&self, state: &GameState) -> Listed {
        let board = self.table.game().board();
        let stones = |side| board.stones(side).map(Into::into).collect();
        let summary = GameSummary {
            id: self.id.to_string(),
            kind: StoredKind::Game,
            name: self.name.clone(),
            tags: self.tags.clone(),
            black: seat_name(&state.seats.black),
            white: seat_name(&state.seats.white),
            rule: state.rule,
            size: state.size,
            opening: state.opening,
            moves: state.moves.len() as u32,
            stones: (stones(tengen_core::Side::Black), stones(tengen_core::Side::White)),
            result: state.result.as_ref().map(|result| match result.winner.map(|side| side.0) {
                Some(tengen_core::Side::Black) => Winner::Black,
                Some(tengen_core::Side::White) => Winner::White,
                None => Winner::Draw,
            }),
            created: self.created,
            changed: now(),
            unfinished: state.result.is_none(),
            reviewed: None,
        };
        Listed { summary, deleted: None }
    }
}
