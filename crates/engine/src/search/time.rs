//! Time management. The only place in the engine that reads the clock.

use std::time::{Duration, Instant};

use crate::{Clock, Limits, Score, Task};

/// A moment of real time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment(Instant);

impl Moment {
    pub(crate) fn now() -> Moment {
        Moment(Instant::now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// The limits of a search that is under way, and the time it has used.
#[derive(Debug)]
pub(crate) struct Timer<'a> {
    limits: &'a Limits,
    begun: Moment,
    /// Empty points of the board.
    free: usize,
    /// Whether there is more than one move to choose from.
    has_choice: bool,
    /// Whether the depths of this search are not those that a limit means.
    has_any_depth: bool,
}

impl<'a> Timer<'a> {
    /// The time begins now, on a board with `free` empty points.
    pub(crate) fn start(limits: &'a Limits, free: usize) -> Timer<'a> {
        Timer { limits, begun: Moment::now(), free, has_choice: true, has_any_depth: false }
    }

    /// The time of a task begins now.
    pub(crate) fn of(task: &Task<'a>) -> Timer<'a> {
        let (size, board) = (task.game.size(), task.game.board());
        Timer::start(task.limits, size.area() - board.stone_count())
    }

    /// With a single move to choose from, the own clock is not used.
    pub(crate) fn with_choice(self, has_choice: bool) -> Timer<'a> {
        Timer { has_choice, ..self }
    }

    /// For a search whose own searches are not those that a depth limits.
    pub(crate) fn with_any_depth(self) -> Timer<'a> {
        Timer { has_any_depth: true, ..self }
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The time left for a job of several searches, which should cost no more than a usual move.
    /// `None` if no clock runs.
    pub(crate) fn left(&self) -> Option<Duration> {
        let (limits, since) = self.in_force();
        let plan = self.plan(limits);
        Some(plan.optimum.or(plan.maximum)?.saturating_sub(since?.elapsed()))
    }

    /// The nodes that may be searched.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.in_force().0.nodes
    }

    /// The depth that may be searched.
    pub(crate) fn wanted_depth(&self) -> Option<u32> {
        self.in_force().0.depth
    }

    /// Whether a search in the middle of this depth must end.
    pub(crate) fn is_over(&self, depth: u32) -> bool {
        let (limits, since) = self.in_force();
        let is_limited = !self.has_any_depth;
        let too_deep = is_limited && limits.depth.is_some_and(|most| depth > most.max(1));
        let late = |since: Moment| {
            let maximum = self.plan(limits).maximum;
            maximum.is_some_and(|most| since.elapsed() >= most)
        };
        too_deep || since.is_some_and(late) || (depth > 1 && self.is_forced())
    }

    /// Whether another depth is not worth its start.
    pub(crate) fn is_enough(&self, stability: &SearchStability) -> bool {
        let (limits, since) = self.in_force();
        let enough = |since: Moment| self.plan(limits).is_enough(since.elapsed(), stability);
        since.is_some_and(enough) || self.is_forced()
    }

    /// The limits that hold now, and since when the clock runs, if it does: pondering costs no
    /// time.
    fn in_force(&self) -> (&Limits, Option<Moment>) {
        match &self.limits.ponder {
            None => (self.limits, Some(self.begun)),
            Some(ponder) => match ponder.hit_at() {
                Some((limits, at)) => (limits, Some(at)),
                None => (self.limits, None),
            },
        }
    }

    fn plan(&self, limits: &Limits) -> TimePlan {
        TimePlan::new(limits.time, limits.clock, self.free)
    }

    /// Whether the clock runs though there is only one move. A limit of depth or nodes is a wish
    /// to see the search.
    fn is_forced(&self) -> bool {
        let (limits, since) = self.in_force();
        let on_the_clock = since.is_some() && (limits.time.is_some() || limits.clock.is_some());
        !self.has_choice && on_the_clock && limits.depth.is_none() && limits.nodes.is_none()
    }
}

/// How much of the clock a move gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimePlan {
    /// Enough for a stable search.
    optimum: Option<Duration>,
    /// The hard limit.
    maximum: Option<Duration>,
}

/// What a move may cost beyond its plan: a late check of the clock, the way of the answer. On an
/// idle machine a search ends 2 ms after a stop (docs/measurements/archive/2026-11-16-stop-latency.md).
const LAG: Duration = Duration::from_millis(2);
/// A game seldom has more own moves left: the clock is shared among no more. Not tuned.
const MAX_MOVES_LEFT: u32 = 25;
/// It is shared among no fewer, as the last few moves never need all of it. Not tuned.
const MIN_MOVES_LEFT: u32 = 8;
/// How many times the share an unstable search may take. Not tuned.
const MAX_SHARES: u32 = 4;
/// After this part of the maximum, in percent, the next depth would not be finished: it takes about
/// as long as all before together. Not tuned.
const LAST_START_PERCENT: u32 = 70;

impl TimePlan {
    /// The plan for a move with this time, in a game with this clock, on a board with `free` empty
    /// points.
    fn new(time: Option<Duration>, clock: Option<Clock>, free: usize) -> TimePlan {
        let Some(clock) = clock else { return TimePlan { optimum: None, maximum: time } };
        let own_moves = free.div_ceil(2) as u32;
        // A quarter of each increment refills the clock.
        let share = clock.usable(own_moves) / own_moves.clamp(MIN_MOVES_LEFT, MAX_MOVES_LEFT)
            + clock.increment.saturating_mul(3) / 4;
        // No move gets more than half of the rest, so that something remains however often the
        // maximum is taken.
        let most = clock.usable(own_moves) / 2;
        let cut = |plan: Duration| plan.min(most).min(time.unwrap_or(Duration::MAX));
        let (optimum, maximum) = (cut(share), cut(share.saturating_mul(MAX_SHARES)));
        TimePlan { optimum: Some(optimum), maximum: Some(maximum) }
    }

    /// Whether another depth is not worth its start.
    fn is_enough(&self, elapsed: Duration, stability: &SearchStability) -> bool {
        // What is left of a move's own time helps no other move, and a depth that will not be
        // finished may still find a better one.
        let Some(optimum) = self.optimum else { return false };
        let hopeless = self.maximum.is_some_and(|most| elapsed > most / 100 * LAST_START_PERCENT);
        // Half of the wanted time: the next depth takes the other half.
        hopeless || elapsed > (optimum / 200).saturating_mul(stability.percent())
    }
}

impl Clock {
    /// The time that may be used: all but a reserve for the lag of every move that may still come,
    /// as far as increments do not pay for it.
    fn usable(self, own_moves: u32) -> Duration {
        let unpaid = LAG.saturating_sub(self.increment);
        let reserve = LAG + unpaid * own_moves;
        self.left.saturating_sub(reserve)
    }
}

/// Search stability: an unstable search, whose best move changes or whose score falls, gets more
/// time.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchStability {
    /// Changes of the best move: 100 for each, half of it a depth later, and so on.
    changes: u32,
    /// The scores of the last two depths: one alone favours the side that moved last.
    scores: Vec<i32>,
    /// How far the score lies below their mean.
    fall: u32,
}

/// Time of a stable search, in percent of the optimum. Not tuned.
const CALM_PERCENT: u32 = 80;
/// Percent more for a best move that has just changed. Not tuned.
const CHANGE_PERCENT: u32 = 80;
/// The most that a falling score adds: a percent for each hundredth of a point. Not tuned.
const MAX_FALL_PERCENT: u32 = 100;

impl SearchStability {
    /// A depth was finished.
    pub(crate) fn note(&mut self, has_changed: bool, score: Score) {
        self.changes = self.changes / 2 + if has_changed { 100 } else { 0 };
        let score = score.number();
        self.fall = match self.scores[..] {
            [older, old] => ((older + old) / 2 - score).max(0).unsigned_abs(),
            _ => 0,
        };
        if self.scores.len() == 2 {
            self.scores.remove(0);
        }
        self.scores.push(score);
    }

    /// The wanted time in percent of the optimum.
    fn percent(&self) -> u32 {
        CALM_PERCENT + self.changes * CHANGE_PERCENT / 100 + self.fall.min(MAX_FALL_PERCENT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: usize = 225;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(left: Duration, increment: Duration) -> Option<Clock> {
        Some(Clock { left, increment })
    }

    /// Plays a game in which every move takes `lag` and what `think` makes of its plan; gives
    /// what is left in the end, or the move at which the clock was overrun.
    fn play(
        clock: Clock,
        lag: Duration,
        area: usize,
        think: impl Fn(TimePlan) -> Duration,
    ) -> Result<Duration, usize> {
        let mut left = clock.left;
        for number in 0..area.div_ceil(2) {
            let plan = TimePlan::new(None, Some(Clock { left, ..clock }), area - 2 * number);
            left = left.checked_sub(think(plan) + lag).ok_or(number)?;
            left += clock.increment;
        }
        Ok(left)
    }

    fn maximum(plan: TimePlan) -> Duration {
        plan.maximum.unwrap()
    }

    #[test]
    fn no_clock_is_overrun_though_every_move_takes_the_most() {
        for area in [25, AREA, 400, 484] {
            for left in [1_000, 3_000, 60_000, 1_000_000] {
                for increment in [0, 1, 5, 100, 5_000] {
                    let clock = Clock { left: millis(left), increment: millis(increment) };
                    let end = play(clock, LAG, area, maximum);
                    assert!(end.is_ok(), "{clock:?} on {area} points ends at {end:?}");
                }
            }
        }
    }

    #[test]
    fn tiny_clocks_hold_as_long_as_answers_take_no_time() {
        for left in [0, 1, 2, 10, 100] {
            for increment in [0, 1, 10] {
                let clock = Clock { left: millis(left), increment: millis(increment) };
                assert!(play(clock, Duration::ZERO, 484, maximum).is_ok(), "{clock:?}");
            }
        }
    }

    #[test]
    fn a_clock_is_used_and_not_saved_for_moves_that_never_come() {
        let clock = Clock { left: millis(60_000), increment: Duration::ZERO };
        let used = |plan: TimePlan| plan.optimum.unwrap();
        // Thirty moves of each side are a usual game.
        let mut left = clock.left;
        for number in 0..30 {
            left -= used(TimePlan::new(None, Some(Clock { left, ..clock }), AREA - 2 * number));
        }
        assert!(left < clock.left / 3, "{left:?}");
        assert!(play(clock, LAG, AREA, used).is_ok());
        // With increments the clock comes to rest above the increment and does not grow.
        let clock = Clock { left: millis(10_000), increment: millis(1_000) };
        let end = play(clock, LAG, AREA, used).unwrap();
        assert!((millis(1_000)..millis(10_000)).contains(&end), "{end:?}");
    }

    #[test]
    fn the_most_is_more_than_the_optimum_and_less_than_the_clock() {
        for left in (0..200).map(|n| millis(n * n)) {
            for increment in [0, 3, 1_000].map(millis) {
                let plan = TimePlan::new(None, clock(left, increment), AREA);
                assert!(plan.optimum <= plan.maximum, "{left:?} {increment:?}");
                assert!(maximum(plan) <= left / 2, "{left:?} {increment:?}");
            }
        }
        let plan = TimePlan::new(None, clock(millis(60_000), Duration::ZERO), AREA);
        assert!(maximum(plan) > plan.optimum.unwrap() * 3);
    }

    #[test]
    fn the_time_of_a_move_cuts_the_share_of_the_clock() {
        let plan = TimePlan::new(Some(millis(70)), clock(millis(60_000), Duration::ZERO), AREA);
        assert_eq!((plan.optimum, plan.maximum), (Some(millis(70)), Some(millis(70))));
        let plan = TimePlan::new(Some(millis(70)), None, AREA);
        assert_eq!((plan.optimum, plan.maximum), (None, Some(millis(70))));
        assert!(!plan.is_enough(millis(69), &SearchStability::default()), "all of it may be used");
    }

    #[test]
    fn endless_clocks_are_no_harm() {
        let forever = Duration::MAX;
        for clock in [None, clock(forever, forever), clock(forever, Duration::ZERO)] {
            for time in [None, Some(forever)] {
                for free in [0, 1, AREA] {
                    let plan = TimePlan::new(time, clock, free);
                    assert!(!plan.is_enough(millis(1_000_000), &SearchStability::default()));
                }
            }
        }
    }

    #[test]
    fn a_changed_move_and_a_fallen_score_ask_for_time() {
        let plan = TimePlan::new(None, clock(millis(60_000), Duration::ZERO), AREA);
        let optimum = plan.optimum.unwrap();
        let needed = |stability: &SearchStability| {
            let tenth = (1..).find(|&n| plan.is_enough(optimum * n / 10, stability));
            optimum * tenth.unwrap() / 10
        };
        let after = |depths: &[(bool, i32)]| {
            let mut stability = SearchStability::default();
            for &(has_changed, score) in depths {
                stability.note(has_changed, Score::estimate(score));
            }
            needed(&stability)
        };
        let calm = after(&[(false, 10), (false, 30), (false, 20), (false, 30)]);
        assert!(calm < optimum);
        let changed = after(&[(false, 10), (false, 30), (false, 20), (true, 30)]);
        let changed_before = after(&[(false, 10), (true, 30), (false, 20), (false, 30)]);
        let always = after(&[(true, 10), (true, 30), (true, 20), (true, 30)]);
        assert!(calm < changed_before && changed_before < changed && changed < always);
        let fallen = after(&[(false, 10), (false, 30), (false, 20), (false, -60)]);
        let lost = after(&[(false, 10), (false, 30), (false, 20), (false, -20_000)]);
        assert!(calm < fallen && fallen < lost);
        assert!(always < maximum(plan) && lost < maximum(plan));
        // However unclear: near the end no further depth would be finished.
        assert!(
            needed(&SearchStability { changes: 10_000, ..SearchStability::default() })
                < maximum(plan)
        );
    }

    #[test]
    fn a_job_of_several_searches_costs_no_more_than_a_usual_move() {
        let left = |limits: &Limits| Timer::start(limits, AREA).left();
        assert_eq!(left(&Limits::default()), None);
        let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(left(&none), Some(Duration::ZERO));
        let game = clock(millis(60_000), Duration::ZERO);
        let plan = TimePlan::new(None, game, AREA);
        assert!(left(&Limits { clock: game, ..Limits::default() }) <= plan.optimum);
        let ponder = Some(crate::Ponder::new());
        assert_eq!(left(&Limits { ponder, ..none }), None, "the opponent's time costs nothing");
    }

    #[test]
    fn the_clock_stands_until_the_hit() {
        let ponder = crate::Ponder::new();
        let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let limits = Limits { ponder: Some(ponder.clone()), ..none.clone() };
        let timer = Timer::start(&limits, 225);
        assert!(!timer.is_over(9) && !timer.is_enough(&SearchStability::default()));
        assert_eq!((timer.nodes(), timer.wanted_depth()), (None, None));
        ponder.hit(&Limits { nodes: Some(7), depth: Some(8), ..none });
        assert!(timer.is_over(1));
        assert_eq!((timer.nodes(), timer.wanted_depth()), (Some(7), Some(8)));
    }

    #[test]
    fn a_single_move_is_not_thought_about_unless_depth_or_nodes_are_wanted() {
        let hour = Limits { time: Some(millis(3_600_000)), ..Limits::default() };
        let is_enough = |limits: &Limits, has_choice: bool| {
            let timer = Timer::start(limits, 225).with_choice(has_choice);
            (timer.is_enough(&SearchStability::default()), timer.is_over(2))
        };
        assert_eq!(is_enough(&hour, true), (false, false));
        assert_eq!(is_enough(&hour, false), (true, true));
        assert_eq!(is_enough(&Limits { depth: Some(9), ..hour }, false), (false, false));
        assert_eq!(is_enough(&Limits::default(), false), (false, false));
    }
}
