use serde_json::json;
use tengen_core::{Board, Rule, Size};
use tengen_proof::ProofBuilder;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::wire::{FoulKind, PointName, Position, ThreatKind};

/// A page that asks for explanations.
struct Asker {
    explainer: Arc<Explainer>,
    client: ClientId,
    inbox: Receiver<Arc<str>>,
}

impl Asker {
    fn new() -> Asker {
        let (shared, clients) = (SharedData::default(), Arc::new(Clients::default()));
        let explainer = Explainer::new(Engines::Real(shared.clone()), shared, clients.clone());
        let (client, inbox) = clients.enter(1).unwrap();
        Asker { explainer, client, inbox }
    }

    /// What comes next, as JSON.
    fn next(&mut self) -> serde_json::Value {
        serde_json::from_str(&self.inbox.blocking_recv().unwrap()).unwrap()
    }

    fn explain(&mut self, ask: serde_json::Value) -> Explanation {
        let ask = serde_json::from_value(ask).unwrap();
        self.explainer.explain(self.client, Some(1), ask).unwrap();
        let answer = self.next();
        assert_eq!(answer["type"], "explain.result", "{answer}");
        serde_json::from_value(answer).unwrap()
    }
}

fn pos(moves: &str) -> serde_json::Value {
    let game = tengen_formats::parse_position(
        moves,
        Size::default(),
        Rule::Freestyle,
        tengen_formats::Rows::Bottom,
    );
    json!(facts::position(&game.unwrap()))
}

fn texts(points: &[PointName]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}

#[test]
fn an_open_four_is_explained_step_by_step() {
    let mut asker = Asker::new();
    let found = asker.explain(json!({ "pos": pos("h8a1i8a3j8a5") }));
    assert_eq!((found.state, found.source), (ExplainState::Win, ExplainSource::Search));
    assert_eq!((found.plies, found.fours), (Some(3), Some(ForcedWinState::Win)));
    let [four, stop, five] = &found.line[..] else { panic!("{found:?}") };
    assert_eq!((four.makes, four.answers.len()), (Some(ThreatKind::OpenFour), 2));
    assert_eq!((stop.blocks, stop.other_count), (true, 1));
    assert_eq!((five.makes, five.lines[0].stones.len()), (Some(ThreatKind::Five), 5));
    // The other end of the four is refuted too.
    let moves = vec![four.point, stop.others[0]];
    let proof = found.proof.clone().unwrap();
    let asked = ExplainReply { proof: proof.clone(), moves };
    let line = asker.explainer.reply(asked).unwrap().line;
    assert_eq!((line.len(), line[1].point), (3, stop.others[0]));
    assert_eq!(line[2].makes, Some(ThreatKind::Five));
    // What is no line of the proof is refused.
    let moves = vec![PointName("o15".parse().unwrap()), stop.point];
    assert!(asker.explainer.reply(ExplainReply { proof, moves }).is_err());
}

#[test]
fn a_three_says_where_it_can_be_answered() {
    // A move on j8 makes two open threes.
    let mut asker = Asker::new();
    let found = asker.explain(json!({ "pos": pos("h8a1i8o1j9a15j10o15") }));
    assert_eq!(found.fours, Some(ForcedWinState::None));
    assert_eq!(found.threats, Some(ForcedWinState::Win));
    let (first, reply) = (&found.line[0], &found.line[1]);
    assert_eq!(first.makes, Some(ThreatKind::DoubleThree));
    assert_eq!(first.lines.len(), 2);
    assert!(!reply.others.is_empty(), "there are several defences, all lost");
    assert_eq!(found.line.last().unwrap().makes, Some(ThreatKind::Five));
}

#[test]
fn a_forbidden_answer_is_named_and_ends_the_line() {
    // White's four on the diagonal can be stopped at h8 alone, where Black makes two threes.
    let setup = json!({ "black": ["e5", "g8", "i8", "h7", "h9"], "white": ["f6", "g7", "i9"],
        "turn": "white" });
    let mut asker = Asker::new();
    let found = asker.explain(json!({ "pos": { "rule": "renju", "size": 15, "setup": setup } }));
    assert_eq!(found.state, ExplainState::Win);
    let last = found.line.last().unwrap();
    assert_eq!((last.point.0.to_string().as_str(), last.makes), ("j10", Some(ThreatKind::Four)));
    assert!(last.answers.is_empty());
    assert_eq!(last.forbidden[0].point.0.to_string(), "h8");
    assert_eq!(last.forbidden[0].kinds, [FoulKind::DoubleThree]);
    assert_eq!(last.forbidden[0].shapes.len(), 2);
}

#[test]
fn where_nothing_is_to_be_found_the_search_says_that_it_was_complete() {
    let mut asker = Asker::new();
    let found = asker.explain(json!({ "pos": pos("h8i9"), "fours_only": true }));
    assert_eq!((found.state, found.fours), (ExplainState::None, Some(ForcedWinState::None)));
    assert_eq!((found.threats, found.line.len()), (None, 0));
    let over = serde_json::from_value(json!({ "pos": pos("h8a1i8a3j8a5k8a7l8") })).unwrap();
    assert!(asker.explainer.explain(asker.client, None, over).is_err(), "the game is over");
}

#[test]
fn what_the_other_side_threatens_can_be_asked_and_defended() {
    let mut asker = Asker::new();
    let threat = pos("h8a1i8c1j8");
    let found = asker.explain(json!({ "pos": threat, "side": "black" }));
    assert_eq!((found.state, found.side.0), (ExplainState::Win, Side::Black));
    assert_eq!(json!(found.pos), threat, "the position is that of the page");
    let ask = serde_json::from_value(json!({ "pos": threat, "limit_ms": 600_000 })).unwrap();
    asker.explainer.defend(asker.client, Some(2), ask).unwrap();
    let answer = asker.next();
    let list: DefenceList = serde_json::from_value(answer).unwrap();
    let points: Vec<PointName> = list.moves.iter().map(|one| one.point).collect();
    assert_eq!(texts(&points), ["g8", "k8"]);
    assert!(list.moves.iter().all(|one| one.holds) && !list.stopped);
}

#[test]
fn a_position_inside_a_certificate_is_explained_by_it() {
    let mut asker = Asker::new();
    for (moves, first) in [("h8b1", Side::Black), ("h8o14", Side::Black)] {
        let found = asker.explain(json!({ "pos": pos(moves) }));
        assert_eq!(found.source, ExplainSource::Certificate);
        assert_eq!((found.state, found.can_be_saved), (ExplainState::Win, false));
        assert_eq!(found.line[0].side.0, first);
        assert_eq!(found.line.last().unwrap().makes, Some(ThreatKind::Five));
        let reply = found.line.iter().position(|step| !step.others.is_empty()).unwrap();
        let mut moves: Vec<PointName> = found.line.iter().map(|step| step.point).collect();
        moves.truncate(reply);
        moves.push(found.line[reply].others[0]);
        let proof = found.proof.unwrap();
        let line =
            asker.explainer.reply(ExplainReply { proof, moves: moves.clone() }).unwrap().line;
        assert_eq!(line[reply].point, moves[reply]);
        assert_eq!(line.last().unwrap().makes, Some(ThreatKind::Five));
    }
}

#[test]
fn a_proof_file_is_opened_once_it_is_checked() {
    let mut asker = Asker::new();
    let found = asker.explain(json!({ "pos": pos("h8a1i8a3j8a5") }));
    let bytes = asker.explainer.file(&found.proof.unwrap()).unwrap();
    let opened = asker.explainer.open(&bytes).unwrap();
    assert_eq!((opened.source, opened.plies), (ExplainSource::File, Some(3)));
    assert_eq!(opened.line, found.line);
    let setup = Position::clone(&opened.pos).setup.unwrap();
    assert_eq!((setup.black.len(), setup.turn.0), (3, Side::Black));
    // A wrong byte is damage; a false claim is refused by the checker.
    let mut damaged = bytes.clone();
    damaged[12] ^= 1;
    assert_eq!(asker.explainer.open(&damaged).unwrap_err().code, ProblemCode::BadFile);
    let mut builder = ProofBuilder::new(Rule::Freestyle, Board::new(Size::default()), Side::Black);
    let root = builder.add("h8".parse().unwrap(), &[], None);
    let mut claim = Vec::new();
    tengen_proof::write(&builder.finish(root), &mut claim).unwrap();
    let problem = asker.explainer.open(&claim).unwrap_err();
    assert!(problem.text.contains("the proof is refused: after h8"), "{}", problem.text);
    assert!(asker.explainer.open(b"(;GM[4])").is_err());
}

#[test]
fn a_search_that_is_stopped_says_so_and_one_that_is_replaced_is_answered_first() {
    let mut asker = Asker::new();
    let ask: Box<ExplainAsk> =
        serde_json::from_value(json!({ "pos": pos("h8i9g9j8h10"), "limit_ms": 600_000 })).unwrap();
    let stop = Stop::new();
    stop.stop();
    let game = facts::running(&ask.pos).unwrap();
    let mut session = asker.explainer.engines.session();
    let found = asker.explainer.win(&ask, &game, session.as_mut(), &stop).unwrap();
    assert_eq!((found.state, found.proof), (ExplainState::Stopped, None));
    for id in [1, 2] {
        asker.explainer.explain(asker.client, Some(id), ask.clone()).unwrap();
    }
    asker.explainer.stop_client(asker.client);
    assert_eq!((asker.next()["id"].clone(), asker.next()["id"].clone()), (json!(1), json!(2)));
}
