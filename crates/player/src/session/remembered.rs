//! Answers out of the analysis database, and into it.

use std::sync::Arc;

use tengen_analysis::{Claim, Database, Entry, Item, Known, Position, Question, now};
use tengen_core::Point;
use tengen_engine::{
    Defence, EngineOptions, Limits, NetworkChoice, Params, Pv, Report, SolverKind, Verdict,
};
use tengen_proof::Proof;

use super::{Call, Session};
use crate::{Answer, AskError, Ending, Event, ForcedWin, Remember, Request, Source, Want};

impl Session {
    /// The answer that the database has, or else that of a search, which the database gets.
    pub(super) fn recall_or_answer(
        &mut self,
        request: &Request,
        call: &mut Call<'_>,
    ) -> Result<Answer, AskError> {
        let database = self.shared.database.clone();
        let memory = Memory::of(request, database.as_ref());
        let Some(memory) = memory else { return self.answer(request, call) };
        if let Some(answer) = memory.recall() {
            self.end_pondering();
            // A proven win is played to its end.
            self.proven_win.note(&request.game, &answer.report);
            (call.on_event)(&Event::Progress(&answer.report));
            return Ok(answer);
        }
        let answer = self.answer(request, call)?;
        memory.note(&answer, !call.stop.is_stopped());
        Ok(memory.deeper(answer))
    }
}

/// What the database may say to a request.
struct Memory<'a> {
    database: &'a Database,
    request: &'a Request,
    position: Position,
    remember: Remember,
}

impl<'a> Memory<'a> {
    /// None if the request does not want it, or asks for what the database does not know.
    fn of(request: &'a Request, database: Option<&'a Arc<Database>>) -> Option<Memory<'a>> {
        let (database, remember) = database.map(Arc::as_ref).zip(request.remember)?;
        let is_known = matches!(
            request.want,
            Want::Best | Want::Hint | Want::Analysis | Want::Proof(_) | Want::Defences(_)
        );
        // Results of parameters that are being tried are nobody else's.
        let is_usual = request.options.params == Params::default();
        let is_open = request.game.outcome().is_none();
        let position = Position::of(&request.game);
        (is_known && is_usual && is_open).then_some(Memory {
            database,
            request,
            position,
            remember,
        })
    }

    fn recall(&self) -> Option<Answer> {
        match self.remember {
            Remember::Deepest(_) => {
                let known = self.best()?;
                (known.is_proven() || self.is_deep_enough(&known.entry))
                    .then(|| self.answer(known))
                    .flatten()
            }
            Remember::Same(source) => {
                // A proof of its own work comes when it came then: who asks again gets the same answers.
                let proven = self.best().filter(Known::is_proven);
                let (own, others) = match proven {
                    Some(known) if known.entry.source == source => (Some(known), None),
                    known => (None, known),
                };
                let same = || self.same().and_then(|known| self.answer(known));
                let answer = |known: Option<Known>| known.and_then(|known| self.answer(known));
                answer(others).or_else(same).or_else(|| answer(own))
            }
        }
    }

    /// What is known of the position, all moves allowed, if it can answer such a request.
    fn best(&self) -> Option<Known> {
        let known = self.is_unrestricted().then(|| self.database.get(&self.position).ok());
        let known = known.flatten().flatten()?;
        let is_fit = match self.request.want {
            Want::Best | Want::Hint | Want::Analysis => !known.entry.line.is_empty(),
            // A win by any moves is no win by threats.
            Want::Proof(kind) => {
                let is_any = kind == SolverKind::Any || matches!(self.remember, Remember::Same(_));
                is_any && matches!(known.claim(), Some(Claim::Wins { .. }))
            }
            _ => matches!(known.claim(), Some(Claim::Loses { .. })),
        };
        (is_fit && !known.is_unproven_claim()).then_some(known)
    }

    /// The answer to the very same question. Who is said to win or lose without a proof is searched again.
    fn same(&self) -> Option<Known> {
        let known = self.database.answer(&self.position, &self.question()?).ok()??;
        let is_ours = known.entry.engine == engine(&self.request.options);
        (is_ours && !known.is_unproven_claim()).then_some(known)
    }

    /// The question that a request is; none if its answer depends on the clock.
    fn question(&self) -> Option<Question> {
        let Request { want, limits, options, .. } = self.request;
        let asked = match want {
            Want::Best => "best",
            Want::Hint => "hint",
            Want::Proof(kind) => kind.name(),
            Want::Defences(_) => "defences",
            _ => return None,
        };
        let is_timed = limits.time.is_some() || limits.clock.is_some();
        if is_timed || limits.nodes.is_none() && limits.depth.is_none() {
            return None;
        }
        let number = |n: Option<u64>| n.map_or_else(|| "any".to_owned(), |n| n.to_string());
        let words = format!(
            "{asked}, {} nodes, depth {}, {} PVs, {} MB, {} threads, {}, solver {}, {} plies",
            number(limits.nodes),
            number(limits.depth.map(u64::from)),
            limits.multipv.max(1),
            options.memory >> 20,
            options.threads,
            options.algorithm.name(),
            options.solver.map_or("off", |level| level.name()),
            number(options.max_plies.map(u64::from)),
        );
        let Limits { only, exclude, .. } = limits.clone();
        Some(Question { words, only, exclude })
    }

    /// Whether an entry is worth what the limits ask for: at least one of depth and nodes, and as much of each
    /// that is asked for.
    fn is_deep_enough(&self, entry: &Entry) -> bool {
        let Limits { depth, nodes, .. } = self.request.limits;
        let is_limited = depth.is_some() || nodes.is_some();
        let is_searched =
            entry.claim.is_some() && matches!(self.request.want, Want::Best | Want::Hint);
        is_limited
            && is_searched
            && depth.is_none_or(|depth| entry.depth >= depth)
            && nodes.is_none_or(|nodes| entry.nodes >= nodes)
    }

    /// All moves are allowed, and one line is enough.
    fn is_unrestricted(&self) -> bool {
        let Limits { only, exclude, multipv, .. } = &self.request.limits;
        only.is_empty() && exclude.is_empty() && *multipv <= 1
    }

    /// Notes what was found; the answer to the question itself only if the search came to its end.
    fn note(&self, answer: &Answer, is_whole: bool) {
        let best = self.best_found(answer).filter(|_| self.is_unrestricted());
        let same = match (self.remember, self.question()) {
            (Remember::Same(_), Some(question)) if is_whole => {
                self.answer_found(answer).map(|(entry, proof)| (Some(question), entry, proof))
            }
            _ => None,
        };
        let best = best.map(|(entry, proof)| (None, entry, proof));
        let items: Vec<Item<'_>> = best
            .into_iter()
            .chain(same)
            .map(|(question, entry, proof)| Item {
                position: self.position.clone(),
                question,
                entry,
                proof,
            })
            .collect();
        if !items.is_empty() {
            // The database remembers its problem, and the search was not for nothing.
            let _ = self.database.write(&items);
        }
    }

    /// The best that a search found, with its proof.
    fn best_found<'b>(&self, answer: &'b Answer) -> Option<(Entry, Option<&'b Proof>)> {
        match self.request.want {
            Want::Best | Want::Hint | Want::Analysis => {
                let is_searched = answer.source == Source::Search && answer.report.depth > 0;
                let proof = answer.report.proof.as_deref();
                let entry = is_searched.then(|| self.entry(answer.verdict, &answer.line, answer));
                entry.map(|entry| (entry, proof))
            }
            Want::Proof(_) => {
                let proof = answer.proof.as_deref()?;
                Some((self.entry(answer.verdict, &answer.line, answer), Some(proof)))
            }
            _ => None,
        }
    }

    /// What answers the question itself.
    fn answer_found<'b>(&self, answer: &'b Answer) -> Option<(Entry, Option<&'b Proof>)> {
        match &self.request.want {
            Want::Defences(_) => {
                // That all moves lose has no proof here.
                let moves = answer.defences.as_ref().filter(|moves| !moves.is_empty())?;
                let moves: Vec<Point> = moves.iter().map(|&(point, _)| point).collect();
                Some((self.entry(None, &moves, answer), None))
            }
            Want::Proof(_) => {
                Some((self.entry(answer.verdict, &answer.line, answer), answer.proof.as_deref()))
            }
            _ => {
                let proof = answer.report.proof.as_deref();
                Some((self.entry(answer.verdict, &answer.line, answer), proof))
            }
        }
    }

    fn entry(&self, verdict: Option<Verdict>, line: &[Point], answer: &Answer) -> Entry {
        let (Remember::Deepest(source) | Remember::Same(source)) = self.remember;
        Entry {
            claim: verdict.map(claim),
            line: line.to_vec(),
            depth: answer.report.depth.max(1),
            nodes: answer.report.nodes,
            engine: engine(&self.request.options),
            date: now(),
            source,
            proof: None,
        }
    }

    /// The answer, or what the database has if that is deeper.
    fn deeper(&self, answer: Answer) -> Answer {
        let is_move = matches!(self.request.want, Want::Best | Want::Hint | Want::Analysis);
        if !is_move
            || !matches!(self.remember, Remember::Deepest(_))
            || answer.source != Source::Search
        {
            return answer;
        }
        let is_proven = answer.verdict.is_some_and(Verdict::is_proven);
        let deeper = self.best().filter(|known| {
            let is_deeper = known.entry.claim.is_some() && known.entry.depth > answer.report.depth;
            !is_proven && (known.is_proven() || is_deeper)
        });
        let Some(remembered) = deeper.and_then(|known| self.answer(known)) else { return answer };
        let Report { nodes, elapsed, .. } = answer.report;
        let report = Report { nodes, elapsed, ..remembered.report };
        Answer { report, forced_win: answer.forced_win, ending: answer.ending, ..remembered }
    }

    /// An answer made of what is known.
    fn answer(&self, known: Known) -> Option<Answer> {
        let verdict = known.claim().map(verdict);
        let Known { entry, proof } = known;
        let line = match &proof {
            // The proof knows which move wins.
            Some(proof) if matches!(verdict, Some(Verdict::Wins { .. })) => {
                let proven = proof.main_line();
                let is_same = proven.first() == entry.line.first();
                if is_same { entry.line.clone() } else { proven }
            }
            _ => entry.line.clone(),
        };
        let answer = Answer { source: Source::Remembered, ..Answer::default() };
        Some(match self.request.want {
            Want::Defences(_) => {
                let defences = match verdict {
                    Some(Verdict::Loses { .. }) => Vec::new(),
                    // An empty list would be a claim.
                    _ if line.is_empty() => return None,
                    _ => line.iter().map(|&point| (point, Defence::NotRefuted)).collect(),
                };
                Answer { defences: Some(defences), remembered: Some(entry), ..answer }
            }
            Want::Proof(_) => {
                let (forced_win, verdict) = match verdict {
                    Some(Verdict::Wins { plies }) => {
                        (ForcedWin::Win { plies, line: line.clone() }, verdict)
                    }
                    _ => (ForcedWin::Unknown, None),
                };
                let forced_win = Some(forced_win);
                Answer { line, verdict, forced_win, proof, remembered: Some(entry), ..answer }
            }
            _ => {
                let verdict = verdict?;
                let pv = Pv { moves: line.clone(), verdict, nodes: 0 };
                let (depth, seldepth) = (entry.depth, entry.depth.max(line.len() as u32));
                let proof = proof.filter(|_| matches!(verdict, Verdict::Wins { .. }));
                let report = Report { pvs: vec![pv], depth, seldepth, proof, ..Report::default() };
                let is_analysis = self.request.want == Want::Analysis;
                let forced_win = is_analysis.then(|| match verdict {
                    Verdict::Wins { plies } => ForcedWin::Win { plies, line: line.clone() },
                    _ => ForcedWin::Unknown,
                });
                let ending = is_analysis.then_some(Ending::Solved);
                let verdict = Some(verdict);
                Answer {
                    line,
                    verdict,
                    report,
                    forced_win,
                    ending,
                    remembered: Some(entry),
                    ..answer
                }
            }
        })
    }
}

/// The name of an engine with these options.
fn engine(options: &EngineOptions) -> String {
    const NAME: &str = concat!("tengen ", env!("CARGO_PKG_VERSION"));
    let weights = options.weights.as_ref().map(|weights| format!(", weights {:08x}", sum(weights)));
    let network = match &options.network {
        NetworkChoice::None => None,
        NetworkChoice::Given(network) => Some(format!(", network {:016x}", network.checksum())),
    };
    [Some(NAME.to_owned()), weights, network].into_iter().flatten().collect()
}

/// A number that tells weights apart.
fn sum(weights: &tengen_engine::Weights) -> u32 {
    let text = weights.to_string();
    text.bytes().fold(0x811C_9DC5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// What a verdict claims.
fn claim(verdict: Verdict) -> Claim {
    match verdict {
        Verdict::Wins { plies } => Claim::Wins { plies },
        Verdict::Loses { plies } => Claim::Loses { plies },
        Verdict::LikelyWin { plies } => Claim::LikelyWin { plies },
        Verdict::LikelyLoss { plies } => Claim::LikelyLoss { plies },
        Verdict::Unclear { centi } => Claim::Estimate { centi },
    }
}

/// The verdict of a claim that can be believed.
fn verdict(claim: Claim) -> Verdict {
    match claim {
        Claim::Wins { plies } => Verdict::Wins { plies },
        Claim::Loses { plies } => Verdict::Loses { plies },
        Claim::LikelyWin { plies } => Verdict::LikelyWin { plies },
        Claim::LikelyLoss { plies } => Verdict::LikelyLoss { plies },
        Claim::Estimate { centi } => {
            Verdict::Unclear { centi: centi.clamp(-Verdict::MAX_ESTIMATE, Verdict::MAX_ESTIMATE) }
        }
    }
}
