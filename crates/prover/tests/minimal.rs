//! Nothing in a certificate is spare.

use tengen_core::{Game, Rule, Side, Size, Symmetry};
use tengen_engine::Stop;
use tengen_proof::{Answer, AttackId, Certificate, CertificateBuilder, check_certificate};
use tengen_prover::{Claim, Options, Prover};

/// An attack of a certificate on its own.
#[derive(Clone)]
struct Attack {
    point: tengen_core::Point,
    replies: Vec<(tengen_core::Point, Answer)>,
    otherwise: Option<Answer>,
}

fn attacks(certificate: &Certificate) -> Vec<Attack> {
    let own = certificate.plans().map(|(_, plan)| Attack {
        point: plan.point.unwrap(),
        replies: plan.replies.to_vec(),
        otherwise: plan.otherwise,
    });
    own.collect()
}

fn built(certificate: &Certificate, attacks: &[Attack]) -> Certificate {
    let (rule, board) = (certificate.rule(), certificate.board().clone());
    let mut builder = CertificateBuilder::new(rule, board, certificate.attacker());
    let mut ids: Vec<AttackId> = Vec::new();
    for attack in attacks {
        let new = |answer: Answer| Answer { attack: ids[answer.attack.index()], ..answer };
        let replies: Vec<_> =
            attack.replies.iter().map(|&(reply, answer)| (reply, new(answer))).collect();
        let id = builder.add(attack.point, &replies, attack.otherwise.map(new));
        ids.push(id);
    }
    builder.finish(*ids.last().unwrap())
}

#[test]
fn without_any_reply_else_plan_or_symmetry_a_certificate_is_refused() {
    let mut game = Game::new(Size::default(), Rule::Freestyle);
    for point in ["h8", "o15", "i7", "o1"] {
        game.play(point.parse().unwrap()).unwrap();
    }
    let (rule, board) = (game.rule(), game.board().clone());
    let claim = Claim { rule, board, to_move: Side::Black, attacker: Side::Black };
    let mut prover = Prover::new(claim);
    let options = Options { memory: 64 << 20, ..Options::default() };
    prover.run(&options, &Stop::new(), &mut |_| {}).unwrap();
    let mut parts = Vec::new();
    prover.certificates(64 << 20, &|_| true, &mut |_| {}, &mut |_, certificate| {
        parts.push(certificate.unwrap());
        true
    });
    let (mut changes, mut accepted) = (0, Vec::new());
    for part in &parts {
        check_certificate(part, u64::MAX).unwrap();
        let whole = attacks(part);
        let mut must_fail = |what: String, changed: &[Attack]| {
            changes += 1;
            if check_certificate(&built(part, changed), u64::MAX).is_ok() {
                accepted.push(what);
            }
        };
        for at in 0..whole.len() {
            for reply in 0..whole[at].replies.len() {
                let mut changed = whole.clone();
                let (point, answer) = changed[at].replies.remove(reply);
                must_fail(format!("attack {at} without the reply {point}"), &changed);
                if answer.symmetry != Symmetry::IDENTITY {
                    let mut changed = whole.clone();
                    changed[at].replies[reply].1.symmetry = Symmetry::IDENTITY;
                    must_fail(format!("attack {at} without the symmetry after {point}"), &changed);
                }
            }
            if whole[at].otherwise.is_some() {
                let mut changed = whole.clone();
                changed[at].otherwise = None;
                must_fail(format!("attack {at} without its else plan"), &changed);
            }
        }
    }
    assert_eq!(accepted, Vec::<String>::new(), "of {changes} changes");
}
