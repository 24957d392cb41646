//! A second review of the same games takes at most a fifth of the work and comes to the same labels.
//!
//! `TENGEN_GAMES=100` reviews a hundred games of the collection, all rules in turn; `TENGEN_NODES` are those of
//! the scan.

mod games;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use games::games;
use tengen_core::{Game, Symmetry};
use tengen_player::{Answer, Ask, AskError, Database, Event, Request, Session, SharedData, Stop};
use tengen_review::{Depth, Label, Line, Plan, Reason, Review, review};
use tengen_test_support::environment::number;

/// A session whose nodes are counted.
struct Counted<'a> {
    session: Session,
    nodes: &'a AtomicU64,
}

impl Ask for Counted<'_> {
    fn ask(
        &mut self,
        request: &Request,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Answer, AskError> {
        let answer = self.session.ask(request, stop, on_event)?;
        self.nodes.fetch_add(answer.report.nodes, Ordering::Relaxed);
        Ok(answer)
    }

    fn ponder(&mut self, request: &Request) {
        self.session.ponder(request);
    }

    fn stop_pondering(&mut self) {
        self.session.stop_pondering();
    }
}

type Labels = Vec<(Label, Option<Reason>)>;

/// The labels of every move, and the nodes that the review took.
fn reviewed(line: &Line, plan: &Plan, shared: &SharedData) -> (Labels, u64) {
    // What is counted outlives the sessions, which the review drops.
    let nodes: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(0)));
    let session = || Box::new(Counted { session: Session::new(shared), nodes }) as Box<dyn Ask>;
    let findings = review(line, plan, &session, &Stop::new(), &mut |_, _| {}).unwrap();
    let review = Review::of(line, &findings, None);
    assert!(review.is_complete);
    let labels =
        review.moves.iter().map(|judged| (judged.judgement.label, judged.judgement.reason));
    (labels.collect(), nodes.load(Ordering::Relaxed))
}

fn with_database() -> SharedData {
    let database = Some(Arc::new(Database::in_memory().unwrap()));
    SharedData { database, ..SharedData::default() }
}

/// Some games of the collection.
fn some(count: usize) -> Vec<(String, Line)> {
    let games = games();
    let one = |at: usize| {
        let list = games.values().nth(at % games.len()).unwrap();
        let (id, line) = &list[(at / games.len() + 3) * 7919 % list.len()];
        (id.clone(), line.clone())
    };
    (0..count).map(one).collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a longer run is worth its figures")]
fn a_second_review_takes_a_fifth_of_the_nodes_and_has_the_same_labels() {
    let plan = Plan { nodes: number("TENGEN_NODES", 600), ..Plan::new(Depth::Quick) };
    let games = some(number("TENGEN_GAMES", 3));
    let shared = with_database();
    let mut first: Vec<(Labels, u64)> = Vec::new();
    for (_, line) in &games {
        first.push(reviewed(line, &plan, &shared));
    }
    let (mut before, mut after) = (0, 0);
    for ((id, line), (labels, nodes)) in games.iter().zip(&first) {
        let (again, fewer) = reviewed(line, &plan, &shared);
        assert_eq!(&again, labels, "{id}");
        eprintln!("{id}: {nodes} nodes, then {fewer}");
        before += nodes;
        after += fewer;
    }
    assert!(before > 0 && after * 5 <= before, "{before} nodes, then {after}");
}

#[test]
fn a_database_that_is_empty_changes_no_label() {
    let plan = Plan { nodes: 300, ..Plan::new(Depth::Quick) };
    for (id, line) in some(2) {
        let (without, _) = reviewed(&line, &plan, &SharedData::default());
        let (with, _) = reviewed(&line, &plan, &with_database());
        assert_eq!(with, without, "{id}");
    }
}

#[test]
fn the_review_of_the_mirrored_game_finds_what_is_known() {
    let plan = Plan { nodes: 300, ..Plan::new(Depth::Quick) };
    let (_, line) = some(1).remove(0);
    let shared = with_database();
    let (_, before) = reviewed(&line, &plan, &shared);
    let mirrored = mirror(line.end());
    let (_, after) = reviewed(&Line::of(&mirrored), &plan, &shared);
    assert!(after * 5 <= before, "{before} nodes, then {after}");
}

fn mirror(game: &Game) -> Game {
    let mut mirrored = Game::new(game.size(), game.rule());
    for action in game.moves() {
        let tengen_core::Move::Stone(point) = action else { panic!("these games have no passes") };
        mirrored.play(Symmetry::ALL[5].apply(*point, game.size())).unwrap();
    }
    mirrored
}
