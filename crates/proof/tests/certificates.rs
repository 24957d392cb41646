//! Certificates against their definition, tried reply by reply, and as files.

#![expect(clippy::print_stdout, reason = "a check that is skipped is skipped aloud")]

use tengen_core::{Board, Point, Rule, Side, Size, Symmetry, renju};
use tengen_proof::{
    Answer, AttackId, Certificate, CertificateBuilder, CertificateFollower, Proof, ReadLimits,
    check, check_certificate, read_certificate, version, write_certificate,
};
use tengen_test_support::environment::number;
use tengen_test_support::proof::artist::true_proof;
use tengen_test_support::proof::fixtures::{ENOUGH, TWO_THREES, three, two_threes};

/// Certificates for each rule, unless `TENGEN_CERTIFICATES` says otherwise.
const CERTIFICATES: usize = 60;

/// The definition, word for word.
struct Naive<'a> {
    certificate: &'a Certificate,
    board: Board,
}

impl Naive<'_> {
    fn accepts(certificate: &Certificate) -> bool {
        let (board, rule) = (certificate.board(), certificate.rule());
        let has_five = |side| board.stones(side).any(|point| board.wins(point, side, rule));
        let mut naive = Naive { certificate, board: board.clone() };
        let root = Answer::plain(certificate.root());
        !Side::BOTH.into_iter().any(has_five)
            && match certificate.plan(root.attack).point {
                Some(_) => naive.attack(root),
                None => naive.defend(root),
            }
    }

    fn attack(&mut self, used: Answer) -> bool {
        let (size, attacker) = (self.board.size(), self.certificate.attacker());
        let point = self.certificate.plan(used.attack).point.unwrap();
        let point = used.symmetry.apply(point, size);
        if !self.board.is_free(point) {
            return false;
        }
        if self.makes_five(point, attacker) {
            return true;
        }
        if self.is_forbidden(point, attacker) {
            return false;
        }
        self.board.place(point, attacker);
        let accepted = self.defend(used);
        self.board.remove(point, attacker);
        accepted
    }

    fn defend(&mut self, used: Answer) -> bool {
        let attacker = self.certificate.attacker();
        if self.board.is_full() || self.can_make_five(!attacker) {
            return false;
        }
        let size = self.board.size();
        let replies: Vec<Point> = self.board.free_points().collect();
        replies.into_iter().all(|reply| {
            if self.is_forbidden(reply, !attacker) {
                return true;
            }
            self.board.place(reply, !attacker);
            let own = used.symmetry.inverse().apply(reply, size);
            let accepted = self.can_make_five(attacker)
                || match self.certificate.plan(used.attack).answer(own) {
                    Some(answer) => self.attack(used.then(answer)),
                    None => false,
                };
            self.board.remove(reply, !attacker);
            accepted
        })
    }

    fn makes_five(&mut self, point: Point, side: Side) -> bool {
        self.board.place(point, side);
        let wins = self.board.wins(point, side, self.certificate.rule());
        self.board.remove(point, side);
        wins
    }

    fn can_make_five(&mut self, side: Side) -> bool {
        let free: Vec<Point> = self.board.free_points().collect();
        free.into_iter().any(|point| self.makes_five(point, side))
    }

    fn is_forbidden(&self, point: Point, side: Side) -> bool {
        self.certificate.rule().forbids(side) && renju::is_forbidden(&self.board, point)
    }
}

/// An attack on its own.
#[derive(Clone, Debug)]
struct Drawn {
    point: Option<Point>,
    replies: Vec<(Point, Answer)>,
    otherwise: Option<Answer>,
}

fn drawn(certificate: &Certificate) -> Vec<Drawn> {
    let own = certificate.plans().map(|(_, plan)| Drawn {
        point: plan.point,
        replies: plan.replies.to_vec(),
        otherwise: plan.otherwise,
    });
    own.collect()
}

/// A certificate of these attacks; the last is the root.
fn certificate(rule: Rule, board: Board, attacker: Side, attacks: &[Drawn]) -> Certificate {
    let mut builder = CertificateBuilder::new(rule, board, attacker);
    let mut ids: Vec<AttackId> = Vec::new();
    let (root, others) = attacks.split_last().unwrap();
    let new = |answer: Answer, ids: &[AttackId]| Answer {
        attack: ids[answer.attack.index()],
        symmetry: answer.symmetry,
    };
    let renumbered = |attack: &Drawn, ids: &[AttackId]| Drawn {
        replies: attack.replies.iter().map(|&(reply, answer)| (reply, new(answer, ids))).collect(),
        otherwise: attack.otherwise.map(|answer| new(answer, ids)),
        ..*attack
    };
    for attack in others {
        let Drawn { point, replies, otherwise } = renumbered(attack, &ids);
        ids.push(builder.add(point.unwrap(), &replies, otherwise));
    }
    let Drawn { point, replies, otherwise } = renumbered(root, &ids);
    match point {
        Some(point) => {
            let root = builder.add(point, &replies, otherwise);
            builder.finish(root)
        }
        None => builder.finish_defence(&replies, otherwise),
    }
}

/// A true certificate of a small board or of a wide one.
fn source(rng: &mut fastrand::Rng, rule: Rule) -> Certificate {
    let proof: Proof = match rng.u8(..6) {
        0 => three().proof(rule, Side::Black, "A[E>B *E]"),
        1 => two_threes().proof(rule, Side::Black, TWO_THREES),
        _ => {
            let (game, attacker, sketch) = true_proof(rng, rule);
            sketch.proof(rule, game.board().clone(), attacker)
        }
    };
    let source = Certificate::from_proof(&proof);
    if check(&proof, ENOUGH).is_ok() {
        check_certificate(&source, ENOUGH).expect("what is proved is proved");
    }
    source
}

/// A certificate with something changed.
fn changed(rng: &mut fastrand::Rng, source: &Certificate) -> Certificate {
    let (rule, attacker, size) = (source.rule(), source.attacker(), source.size());
    let points: Vec<Point> = size.points().collect();
    let mut board = source.board().clone();
    let mut attacks = drawn(source);
    let at = rng.usize(..attacks.len());
    let any = |rng: &mut fastrand::Rng, below: usize| Answer {
        attack: source.plans().nth(rng.usize(..below)).unwrap().0,
        symmetry: Symmetry::ALL[rng.usize(..8)],
    };
    let attack = &mut attacks[at];
    match rng.u8(..9) {
        0 if !attack.replies.is_empty() => {
            attack.replies.swap_remove(rng.usize(..attack.replies.len()));
        }
        1 => attack.otherwise = None,
        2 if attack.point.is_some() => attack.point = Some(points[rng.usize(..points.len())]),
        3 if at > 0 => attack.otherwise = Some(any(rng, at)),
        4 if at > 0 && !attack.replies.is_empty() => {
            let place = rng.usize(..attack.replies.len());
            attack.replies[place].1 = any(rng, at);
        }
        // The defender has one stone less and is to move: the win is an else plan.
        5.. if attacks.last().unwrap().point.is_some() => {
            let stones: Vec<Point> = board.stones(!attacker).collect();
            if let Some(&stone) = stones.get(rng.usize(..stones.len().max(1))) {
                board.remove(stone, !attacker);
            }
            let root = Answer::plain(source.root());
            attacks.push(Drawn { point: None, replies: Vec::new(), otherwise: Some(root) });
        }
        _ => {}
    }
    certificate(rule, board, attacker, &attacks)
}

#[test]
fn the_check_says_what_trying_every_reply_says() {
    let mut verdicts = [0; 2];
    for rule in Rule::ALL {
        let mut rng = fastrand::Rng::with_seed(30 + u64::from(rule.code()));
        for _ in 0..number("TENGEN_CERTIFICATES", CERTIFICATES) {
            let source = source(&mut rng, rule);
            assert!(Naive::accepts(&source), "{rule}: the source is true");
            for _ in 0..6 {
                let changed = changed(&mut rng, &source);
                let expected = Naive::accepts(&changed);
                let found = check_certificate(&changed, ENOUGH);
                assert_eq!(found.is_ok(), expected, "{rule}: {found:?}, {:?}", changed.board());
                verdicts[usize::from(expected)] += 1;
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > CERTIFICATES), "{verdicts:?}");
}

#[test]
fn a_certificate_is_read_as_it_was_written() {
    let mut rng = fastrand::Rng::with_seed(3);
    for rule in Rule::ALL {
        for _ in 0..40 {
            let source = source(&mut rng, rule);
            let changed = changed(&mut rng, &source);
            let bytes = written(&changed);
            assert_eq!(version(&bytes), Some(2));
            assert_eq!(read_certificate(&bytes, ReadLimits::default()), Ok(changed));
        }
    }
}

#[test]
fn a_damaged_file_is_refused_and_one_with_a_new_checksum_never_breaks_the_reader() {
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..30 {
        let bytes = written(&source(&mut rng, Rule::Freestyle));
        for length in 0..bytes.len() {
            assert!(read_certificate(&bytes[..length], ReadLimits::default()).is_err());
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << rng.u8(..8);
            assert!(read_certificate(&damaged, ReadLimits::default()).is_err(), "byte {place}");
            if let Ok(read) = read_certificate(&summed(damaged), ReadLimits::default())
                && check_certificate(&read, ENOUGH).is_ok()
            {
                assert!(Naive::accepts(&read), "byte {place}");
            }
        }
    }
}

#[test]
fn an_attack_answers_wherever_it_is_turned_to() {
    // Black wins from either of two corners that are mirror images of each other.
    let mut board = Board::new(Size::default());
    for point in ["b2", "c2", "d2", "b14", "c14", "d14"] {
        board.place(point.parse().unwrap(), Side::Black);
    }
    let mut builder = CertificateBuilder::new(Rule::Freestyle, board, Side::Black);
    let point = |name: &str| name.parse::<Point>().unwrap();
    let four = builder.add(point("e2"), &[], None);
    let mirrored = Answer { attack: four, symmetry: Symmetry::ALL[2] };
    let near = ["a2", "e2", "f2"].map(|name| (point(name), mirrored));
    let whole = builder.clone().finish_defence(&near, Some(Answer::plain(four)));
    assert_eq!(check_certificate(&whole, ENOUGH).unwrap().plies, 4);
    let plain = near.map(|(reply, _)| (reply, Answer::plain(four)));
    let refusal =
        check_certificate(&builder.finish_defence(&plain, Some(Answer::plain(four))), ENOUGH);
    assert!(refusal.is_err());
}

fn written(certificate: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_certificate(certificate, &mut bytes).unwrap();
    bytes
}

/// The bytes with the checksum that they should have.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let sum = bytes[..end].iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_follower_wins_against_every_kind_of_reply() {
    let mut rng = fastrand::Rng::with_seed(6);
    for rule in Rule::ALL {
        for _ in 0..60 {
            let certificate = std::sync::Arc::new(source(&mut rng, rule));
            let attacker = certificate.attacker();
            let symmetry = Symmetry::ALL[rng.usize(..8)];
            let board = symmetry.apply_to_board(certificate.board());
            let mut to_move = certificate.to_move();
            let mut follower = CertificateFollower::new(certificate, &board).unwrap();
            loop {
                let board = follower.board();
                let free: Vec<Point> = board.free_points().collect();
                let legal: Vec<Point> = free
                    .into_iter()
                    .filter(|&p| !(rule.forbids(to_move) && renju::is_forbidden(board, p)))
                    .collect();
                let point = match (to_move == attacker, legal.is_empty()) {
                    (true, _) => follower.next_move().expect("there is an answer"),
                    // A defender with nothing but forbidden points has lost.
                    (false, true) => break,
                    (false, false) => legal[rng.usize(..legal.len())],
                };
                follower.play(point);
                if follower.board().wins(point, to_move, rule) {
                    assert_eq!(to_move, attacker, "{rule}");
                    break;
                }
                to_move = !to_move;
            }
        }
    }
}

#[test]
fn the_checker_in_python_says_the_same() {
    let is_there = std::process::Command::new("python3").arg("--version").output().is_ok();
    if !is_there {
        println!("skipped: python3 is missing, so the second checker cannot run");
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates");
    std::fs::create_dir_all(&folder).unwrap();
    let mut rng = fastrand::Rng::with_seed(9);
    let mut expected: Vec<(String, Result<u32, ()>)> = Vec::new();
    for rule in Rule::ALL {
        for number in 0..12 {
            let source = source(&mut rng, rule);
            let all =
                [source.clone()].into_iter().chain((0..3).map(|_| changed(&mut rng, &source)));
            for (variant, certificate) in all.enumerate() {
                let name = format!("{rule}-{number}-{variant}.proof");
                std::fs::write(folder.join(&name), written(&certificate)).unwrap();
                let checked = check_certificate(&certificate, ENOUGH);
                expected.push((name, checked.map(|checked| checked.plies).map_err(|_| ())));
            }
        }
    }
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_proof.py");
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    let run = std::process::Command::new("python3")
        .arg(checker)
        .args(&names)
        .current_dir(&folder)
        .output()
        .unwrap();
    let out = String::from_utf8(run.stdout).unwrap();
    let mut verdicts = [0; 2];
    for (name, expected) in &expected {
        let line = out.lines().find(|line| line.starts_with(&format!("{name}: ")));
        let line = line.unwrap_or_else(|| panic!("{name} is not judged"));
        assert_eq!(line.contains(": win: "), expected.is_ok(), "{line}");
        verdicts[usize::from(expected.is_ok())] += 1;
        if let Ok(plies) = expected {
            // Trying many replies at once may count a longer line than there is.
            let told = line.split("wins in ").nth(1).and_then(|rest| rest.split(',').next());
            let told: u32 = told.unwrap().parse().unwrap();
            assert!(told <= *plies, "{line}: {plies}");
        }
    }
    assert!(verdicts.iter().all(|&count| count > 20), "{verdicts:?}");
}
