//! The prover: threads that work on one graph until the claim is proved, or somebody stops them.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use tengen_engine::{PatternTables, ProofSteps, Stop};

use tengen_core::Point;
use tengen_proof::{Certificate, CertificateBuilder, Field};

use crate::certificate::{Gap, Place, Writer, Written};
use crate::graph::{NodeId, State};
use crate::knowledge::Knowledge;
use crate::progress::{Progress, progress};
use crate::search::Search;
use crate::select::Work;
use crate::store::{Claim, Store, StoreError};
use crate::walk::Walk;
use crate::worker::{Known, Worker, lock};

/// How a search is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that search.
    pub threads: usize,
    /// The memory of their tables, in bytes for all of them. The graph comes on top of it.
    pub memory: usize,
    /// The end, whatever is proved by then.
    pub time: Option<Duration>,
    /// The first replies to search, where the defender is to move. None: all of them.
    pub replies: Option<Vec<Point>>,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, memory: 256 << 20, time: None, replies: None }
    }
}

/// A search for the proof of a claim.
///
/// ```
/// # use tengen_core::{Board, Rule, Side, Size};
/// # use tengen_engine::Stop;
/// use tengen_prover::{Claim, Options, Prover, Status};
///
/// // Two stones in the open middle of a large board, and no enemy near.
/// let mut board = Board::new(Size::default());
/// for point in ["h8", "i9", "h9"] {
///     board.place(point.parse()?, Side::Black);
/// }
/// for point in ["a1", "o15"] {
///     board.place(point.parse()?, Side::White);
/// }
/// let (rule, attacker) = (Rule::Freestyle, Side::Black);
/// let claim = Claim { rule, board, to_move: Side::White, attacker };
/// let mut prover = Prover::new(claim);
/// let status = prover.run(&Options::default(), &Stop::new(), &mut |_| {})?;
/// assert_eq!(status, Status::Proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prover {
    claim: Claim,
    tables: Arc<PatternTables>,
    search: Mutex<Search>,
    root: NodeId,
}

/// How far a claim is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The attacker wins.
    Proved,
    /// The search goes on if it is run again.
    Open,
    /// Nothing within the width of the search wins. The claim may be true all the same.
    GivenUp,
}

/// Steps at one place before the search looks at all of them again: tables know what is near.
const STEPS_AT_ONE_PLACE: usize = 48;
/// How often progress is reported, and how often the files of other runs are read.
const REPORT_EVERY: Duration = Duration::from_millis(500);
const READ_EVERY: Duration = Duration::from_secs(20);
/// How often a thread notes the time it has spent.
const SPENT_EVERY: Duration = Duration::from_secs(10);
/// How long a thread waits where others are at work on all that is open.
const NAP: Duration = Duration::from_millis(2);

impl Prover {
    /// A search that nothing remembers.
    pub fn new(claim: Claim) -> Prover {
        let tables = Arc::new(PatternTables::new(claim.rule));
        let mut search = Search {
            attacker: claim.attacker,
            graph: Default::default(),
            knowledge: Knowledge::default(),
            store: None,
            wanted: None,
            steps: 0,
            spent: Duration::ZERO,
            error: None,
        };
        let walk = Walk::new(&claim.board, claim.to_move, tables.clone());
        let root = search.graph.enter(walk.canonical().0, 1);
        Prover { claim, tables, search: Mutex::new(search), root }
    }

    /// A search that goes on where the runs in this folder were, and adds to it.
    ///
    /// # Errors
    /// If the folder cannot be used, or is about another claim.
    pub fn open(claim: Claim, folder: &Path) -> Result<Prover, StoreError> {
        let store = Store::new(folder, &claim);
        let prover = Prover::new(claim);
        lock(&prover.search).store = Some(store);
        prover.read_news()?;
        Ok(prover)
    }

    /// What was found.
    pub(crate) fn into_search(self) -> Search {
        self.search.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what other runs have written.
    fn read_news(&self) -> Result<(), StoreError> {
        let mut search = lock(&self.search);
        let Some(store) = &mut search.store else { return Ok(()) };
        let records = store.news()?;
        if records.is_empty() {
            return Ok(());
        }
        for record in records {
            search.restore(record, self.claim.board.size());
        }
        search.refresh_all(self.root);
        Ok(())
    }

    /// How far the claim is.
    pub fn status(&self) -> Status {
        let search = lock(&self.search);
        match &search.graph.node(self.root).state {
            State::Won(_) => Status::Proved,
            State::GivenUp => Status::GivenUp,
            _ => Status::Open,
        }
    }

    /// Whether there is nothing left to search.
    fn is_settled(&self) -> bool {
        if self.status() != Status::Open {
            return true;
        }
        let search = lock(&self.search);
        let is_settled = |&id: &NodeId| search.graph.node(id).is_settled();
        search.wanted.as_ref().is_some_and(|wanted| wanted.iter().all(is_settled))
    }

    /// The nodes after these first replies.
    fn nodes_after(&self, replies: &[Point]) -> Vec<NodeId> {
        let tables = self.tables.clone();
        let mut stones = Walk::new(&self.claim.board, self.claim.to_move, tables).stones;
        let mut search = lock(&self.search);
        replies.iter().map(|&reply| search.graph.enter(stones.key_after(reply), 1)).collect()
    }

    /// What there is to tell.
    pub fn progress(&self) -> Progress {
        let walk = Walk::new(&self.claim.board, self.claim.to_move, self.tables.clone());
        progress(&lock(&self.search), walk, self.root)
    }

    /// The certificates of the first replies that are won and wanted, each for the position after it,
    /// handed over as they are written, until that returns false. `memory` is for the tables, in bytes.
    pub fn certificates(
        &self,
        memory: usize,
        is_wanted: &dyn Fn(Point) -> bool,
        on_progress: &mut dyn FnMut(&Written),
        on_part: &mut dyn FnMut(Point, Result<Certificate, Gap>) -> bool,
    ) {
        let search = lock(&self.search);
        let walk = Walk::new(&self.claim.board, self.claim.to_move, self.tables.clone());
        let progress = progress(&search, walk.clone(), self.root);
        let (rule, attacker) = (self.claim.rule, self.claim.attacker);
        let field = Field::new(&self.claim.board, rule, attacker);
        let builder = CertificateBuilder::new(rule, self.claim.board.clone(), attacker);
        let mut writer = Writer::new(&search, builder, ProofSteps::new(memory), on_progress);
        let mut place = Place::new(walk, field);
        if let Some(point) = progress.first_move {
            place.play(point);
        }
        for reply in progress.replies.iter().filter(|reply| reply.is_won) {
            if !is_wanted(reply.point) {
                continue;
            }
            place.play(reply.point);
            let certificate = writer.certificate(&mut place);
            place.undo(reply.point);
            if !on_part(reply.point, certificate) {
                break;
            }
        }
    }

    /// Searches until the claim is settled, the time is over or it is stopped.
    ///
    /// # Errors
    /// If the store cannot be written; what was found until then is in it.
    pub fn run(
        &mut self,
        options: &Options,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Status, StoreError> {
        let begun = Instant::now();
        let wanted = options.replies.as_ref().map(|replies| self.nodes_after(replies));
        lock(&self.search).wanted = wanted;
        let threads = options.threads.max(1);
        let done = Stop::new();
        let is_over = || {
            let is_late = options.time.is_some_and(|time| begun.elapsed() >= time);
            stop.is_stopped() || done.is_stopped() || is_late
        };
        let this = &*self;
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    // One that is finished finishes the others, and so does one that breaks down.
                    let _last = StopAtEnd(&done);
                    let steps = ProofSteps::new(options.memory / threads);
                    let (search, attacker) = (&this.search, this.claim.attacker);
                    this.work(
                        Worker { search, attacker, steps, models: Default::default() },
                        &is_over,
                    );
                });
            }
            let (mut reported, mut read) = (Instant::now(), Instant::now());
            while !is_over() {
                std::thread::sleep(Duration::from_millis(20));
                if reported.elapsed() >= REPORT_EVERY {
                    on_progress(&this.progress());
                    reported = Instant::now();
                }
                if read.elapsed() >= READ_EVERY {
                    if let Err(error) = this.read_news() {
                        lock(&this.search).error.get_or_insert(error);
                    }
                    read = Instant::now();
                }
                if lock(&this.search).error.is_some() {
                    done.stop();
                }
            }
        });
        let mut search = lock(&self.search);
        if let Some(store) = &mut search.store {
            store.sync()?;
        }
        let error = search.error.take();
        drop(search);
        error.map_or_else(|| Ok(self.status()), Err)
    }

    /// The life of a thread.
    fn work(&self, mut worker: Worker<'_>, is_over: &dyn Fn() -> bool) {
        let mut walk = Walk::new(&self.claim.board, self.claim.to_move, self.tables.clone());
        let mut told = thread_time();
        while !is_over() && !self.is_settled() {
            worker.steps.new_search();
            let mut path = vec![self.root];
            if !self.work_at_one_place(&mut worker, &mut walk, &mut path, is_over) {
                std::thread::sleep(NAP);
            }
            let mut search = lock(&self.search);
            search.back_up(&mut walk, &mut path, 1);
            let now = thread_time();
            if now - told >= SPENT_EVERY {
                search.spend(now - told);
                told = now;
            }
        }
        lock(&self.search).spend(thread_time() - told);
    }

    /// A few steps below one reply. Whether there was anything to do.
    fn work_at_one_place(
        &self,
        worker: &mut Worker<'_>,
        walk: &mut Walk,
        path: &mut Vec<NodeId>,
        is_over: &dyn Fn() -> bool,
    ) -> bool {
        let mut place = None;
        for _ in 0..STEPS_AT_ONE_PLACE {
            if is_over() {
                return true;
            }
            let (work, known) = {
                let mut search = lock(&self.search);
                let work = search.descend(walk, path);
                let known = known(&search, walk, path);
                // The first node of all leads nowhere in particular.
                if place.is_none() && path.len() > 1 {
                    place = Some(place_in(&search, path));
                }
                (work, known)
            };
            let length = place.unwrap_or(1);
            let Some(work) = work else {
                lock(&self.search).back_up(walk, path, length);
                return false;
            };
            let finding = worker.perform(work, walk, &known);
            let mut search = lock(&self.search);
            let Some(&id) = path.last() else { return false };
            search.apply(walk, id, finding);
            search.back_up(walk, path, length);
            let is_settled = path.last().is_none_or(|&id| search.graph.node(id).is_settled());
            if is_settled || matches!(work, Work::Widen(_)) && path.len() == 1 {
                break;
            }
        }
        true
    }
}

/// The processor time of this thread: a run at lowest priority waits most of the time.
fn thread_time() -> Duration {
    ThreadTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
}

/// Stops the others when a thread ends, in whichever way.
struct StopAtEnd<'a>(&'a Stop);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The length of the path down to the last reply to a move without a threat: below it positions
/// have much in common.
fn place_in(search: &Search, path: &[NodeId]) -> usize {
    let wide = path.iter().rposition(|&id| search.graph.node(id).is_wide());
    wide.map_or(1, |wide| (wide + 2).min(path.len()))
}

/// What the graph knows of the last node of a path.
fn known(search: &Search, walk: &Walk, path: &[NodeId]) -> Known {
    let node = path.last().map(|&id| search.graph.node(id));
    match node.map(|node| &node.state) {
        Some(State::Defence { open, pending, .. }) => {
            let back = walk.canonical().1.inverse();
            let pending = pending.iter().map(|&point| back.apply(point, walk.size())).collect();
            Known { pending: Some(pending), open: open.len() }
        }
        _ => Known::default(),
    }
}
