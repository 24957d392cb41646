use super::*;
use crate::wire::{PositionQuery, RuleName, ThreatKind};

fn query(rule: Rule, moves: &str) -> Facts {
    let game =
        tengen_formats::parse_position(moves, Size::default(), rule, Default::default()).unwrap();
    let query = PositionQuery { pos: position(&game), shapes: Some(true) };
    answer(&query, &SharedData::default()).unwrap()
}

fn points(names: &[PointName]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn an_open_three_must_be_answered_and_shows_its_stones() {
    let facts = query(Rule::Freestyle, "h8a1i8a3j8");
    assert_eq!(facts.turn.0, Side::White);
    assert!(points(&facts.must).iter().any(|point| point == "g8"));
    assert!(points(&facts.must).iter().any(|point| point == "k8"));
    let best = &facts.threats[0];
    assert_eq!((best.kind, best.side.0), (ThreatKind::OpenFour, Side::Black));
    assert_eq!(points(&best.lines[0].stones).len(), 4);
    assert_eq!(points(&best.lines[0].completes).len(), 2);
    assert!(facts.shapes.is_some_and(|shapes| shapes.len() == 220));
}

#[test]
fn a_four_is_completed_at_one_point() {
    let facts = query(Rule::Freestyle, "h8g8i8a3j8a5");
    let four = facts.threats.iter().find(|t| t.point.to_string() == "l8").unwrap();
    assert_eq!(four.kind, ThreatKind::Four);
    assert_eq!(points(&four.lines[0].stones), ["h8", "i8", "j8", "l8"]);
    assert_eq!(points(&four.lines[0].completes), ["k8"]);
}

#[test]
fn a_double_three_is_forbidden_and_no_threat() {
    let facts = query(Rule::Renju, "b=h9h10f8g8;w=a1a15o1o15;t=b");
    let [foul] = &facts.forbidden[..] else { panic!("{:?}", facts.forbidden) };
    assert_eq!(
        (foul.point.to_string().as_str(), &foul.kinds[..]),
        ("h8", &[FoulKind::DoubleThree][..])
    );
    assert_eq!(foul.shapes.len(), 2);
    assert!(facts.threats.iter().all(|threat| threat.point.to_string() != "h8"));
}

#[test]
fn what_cannot_be_is_told_and_the_rest_is_kept() {
    let point = |name: &str| PointName(name.parse().unwrap());
    let five = ["h8", "i8", "j8", "k8", "l8"].map(point).to_vec();
    let setup = wire::Setup { black: Vec::new(), white: five, turn: Side::Black.into() };
    let rule = RuleName(Rule::Freestyle);
    let pos = wire::Position { rule, size: 15, setup: Some(setup), moves: Vec::new() };
    let facts = answer(&PositionQuery { pos, shapes: None }, &SharedData::default()).unwrap();
    assert_eq!(facts.problem.unwrap().code, ProblemCode::BadPosition);
    assert!(!facts.searchable && facts.stones.white == 5);

    let mut pos = query(Rule::Freestyle, "h8i9").pos;
    pos.moves.push(pos.moves[0]);
    let facts = answer(&PositionQuery { pos, shapes: None }, &SharedData::default()).unwrap();
    assert_eq!((facts.problem.unwrap().code, facts.pos.moves.len()), (ProblemCode::Occupied, 2));
}

#[test]
fn a_finished_game_names_its_row() {
    let facts = query(Rule::Freestyle, "h8a1i8a3j8a5k8a7l8");
    let result = facts.result.unwrap();
    assert_eq!((result.reason, result.rows[0].len()), (Reason::Five, 5));
    assert!(!facts.searchable && facts.threats.is_empty());
}

#[test]
fn a_game_inside_a_certificate_is_proven_and_one_after_an_open_reply_is_not() {
    let said = |moves: &str| query(Rule::Freestyle, moves).certificate;
    assert_eq!(said("h8b1"), Some(CertificateState::Proven));
    assert_eq!(said("h8o14"), Some(CertificateState::Proven), "the same reply, turned");
    let library = SharedData::default().certificates.of(Rule::Freestyle, Size::default()).unwrap();
    let open = library.open_replies();
    if let Some(reply) = open.first() {
        assert_eq!(said(&format!("h8{reply}")), Some(CertificateState::Open));
        assert_eq!(said(&format!("h8{reply}a1")), Some(CertificateState::Open));
    }
    // Black left the certificate, began elsewhere, or plays by another rule.
    for moves in ["h8b1o15", "h7b1", "h8"] {
        assert_eq!(said(moves), None, "{moves}");
    }
    assert_eq!(query(Rule::Renju, "h8b1").certificate, None);
}
