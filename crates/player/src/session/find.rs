//! Where a report comes from: a certificate, a proven win, the book, pondering or a search.

use std::time::Duration;

use tengen_core::Game;
use tengen_engine::{Clock, Limits, Position, ProvenWin, Report, Verdict};

use super::certified::certified;
use super::{Call, Session, SharedData};
use crate::level::Plan;
use crate::{Ask, Event, Level, Request, Source, Want};

/// A report and where it comes from.
pub(super) struct Found {
    pub(super) report: Report,
    pub(super) source: Source,
    pub(super) pondered: Option<bool>,
}

impl Session {
    /// The report for a game within these limits: from what is known, pondering or a search,
    /// whichever comes first.
    pub(super) fn find(
        &mut self,
        request: &Request,
        limits: &Limits,
        known: Known,
        call: &mut Call<'_>,
    ) -> Found {
        let is_pondering = self.pondering.as_ref().is_some_and(|pondering| !pondering.is_stopped());
        let pondered = is_pondering.then_some(false);
        let Session { proven_win, shared, .. } = &mut *self;
        if let Some((report, source)) = known.report(proven_win, shared, &request.game, limits) {
            self.stop_pondering();
            (call.on_event)(&Event::Progress(&report));
            return Found { report, source, pondered };
        }
        let (report, pondered) = match self.ponder_hit(request, limits, call) {
            Some(report) => (report, Some(true)),
            None => (self.search(request, limits, call), pondered),
        };
        self.proven_win.note(&request.game, &report);
        Found { report, source: Source::Search, pondered }
    }

    /// Whether a certificate has the move.
    pub(super) fn is_certified(&self, request: &Request, limits: &Limits) -> bool {
        let known = Known { certificate: request.certificate, book: None };
        known.certified(&self.shared, &request.game, limits).is_some()
    }

    /// The report of pondering, if it was about this request (a ponder hit).
    fn ponder_hit(
        &mut self,
        request: &Request,
        limits: &Limits,
        call: &mut Call<'_>,
    ) -> Option<Report> {
        let pondering = self.pondering.take_if(|pondering| {
            pondering.is_about(&request.game, limits) && *pondering.options() == request.options
        })?;
        let limits = after(limits, call.begun.elapsed());
        let on_event = &mut call.on_event;
        let (engine, report) =
            pondering.finish(&limits, call.stop, &mut |event| on_event(&event.into()))?;
        self.engines.put(engine);
        Some(report)
    }

    fn search(&mut self, request: &Request, limits: &Limits, call: &mut Call<'_>) -> Report {
        self.end_pondering();
        let engine = self.engines.fit(&request.options, &self.shared.tables);
        let limits = after(limits, call.begun.elapsed());
        let on_event = &mut call.on_event;
        engine.search(&request.game, &limits, call.stop, &mut |event| on_event(&event.into()))
    }

    /// The limits to ponder with; none if the answer will need no search. Weaker levels do not ponder.
    pub(super) fn plan(&self, request: &Request) -> Option<Limits> {
        let game = &request.game;
        let limits = match request.want {
            Want::Best => request.limits.clone(),
            Want::Level(Level::BEST) => {
                let position = Position::of(game, self.tables(request));
                // A copy: the session's generator advances only when the request comes.
                match Level::BEST.plan(game, &position, &request.limits, &mut self.rng.clone()) {
                    Plan::Search { limits, .. } => limits,
                    Plan::Play(..) => return None,
                }
            }
            _ => return None,
        };
        let is_open = game.outcome().is_none();
        let known = Known { certificate: request.certificate, book: request.book.then_some(0) };
        // A copy: the game may go another way.
        let mut proven_win = self.proven_win.clone();
        let is_known = known.report(&mut proven_win, &self.shared, game, &limits).is_some();
        (is_open && !is_known).then_some(limits)
    }
}

/// What may be known without a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Whether the certificates count.
    pub(super) certificate: bool,
    /// The seed of the book's choice, if the book counts.
    pub(super) book: Option<u64>,
}

impl Known {
    /// What a certificate plays. Who loses by it plays what resists longest: that needs a search.
    fn certified(self, shared: &SharedData, game: &Game, limits: &Limits) -> Option<Report> {
        let wins = |report: &Report| matches!(report.pvs[0].verdict, Verdict::Wins { .. });
        let known = self.certificate.then(|| certified(&shared.certificates, game, limits));
        known.flatten().filter(wins)
    }

    /// A report that needs no search.
    fn report(
        self,
        proven_win: &mut ProvenWin,
        shared: &SharedData,
        game: &Game,
        limits: &Limits,
    ) -> Option<(Report, Source)> {
        let certified = self.certified(shared, game, limits);
        let proven = || proven_win.next(game, limits).map(|report| (report, Source::Proof));
        let from_book = || {
            let is_free = limits.exclude.is_empty() && limits.only.is_empty();
            let seed = self.book.filter(|_| is_free)?;
            shared.books.look_up(game, seed).map(|report| (report, Source::Book))
        };
        let certified = certified.map(|report| (report, Source::Certificate));
        certified.or_else(proven).or_else(from_book)
    }
}

/// The limits that remain after some time.
pub(super) fn after(limits: &Limits, passed: Duration) -> Limits {
    let clock =
        limits.clock.map(|clock| Clock { left: clock.left.saturating_sub(passed), ..clock });
    let time = limits.time.map(|time| time.saturating_sub(passed));
    Limits { time, clock, ponder: None, ..limits.clone() }
}
