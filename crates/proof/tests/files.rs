//! Proof files: what is written is read, and what is damaged is refused.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use tengen_core::{Board, Point, Rule, Side, Size};
use tengen_proof::{FileProblem, Proof, ProofBuilder, ReadLimits, check, read, write};
use tengen_test_support::environment::number;
use tengen_test_support::proof::artist::true_proof;
use tengen_test_support::proof::sketch::{Node, Sketch};
use tengen_test_support::proof::small::{Minimax, game_on, holds};

/// True proofs for each rule, unless `TENGEN_PROOFS` says otherwise.
const PROOFS: usize = 30;
/// The bytes before the stones.
const HEAD: usize = 11;

fn proofs() -> usize {
    number("TENGEN_PROOFS", PROOFS)
}

fn written(proof: &Proof) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(proof, &mut bytes).unwrap();
    bytes
}

/// The problem of a file, and its byte.
fn problem(bytes: &[u8]) -> (usize, FileProblem) {
    let error = read(bytes, ReadLimits::default()).expect_err("a damaged file");
    assert!(error.offset <= bytes.len(), "{error}");
    (error.offset, error.problem)
}

/// The file with the checksum that belongs to it.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// A row of attacks, each with one reply, on the points of a board in their order.
fn chain(size: Size) -> Proof {
    let points: Vec<Point> = size.points().collect();
    let mut builder = ProofBuilder::new(Rule::Freestyle, Board::new(size), Side::Black);
    let mut last = builder.add(points[0], &[], None);
    for pair in points[1..].chunks_exact(2) {
        last = builder.add(pair[0], &[(pair[1], last)], Some(pair[1]));
    }
    builder.finish(last)
}

#[test]
fn what_is_written_is_read() {
    let mut rng = fastrand::Rng::with_seed(8);
    for rule in Rule::ALL {
        for _ in 0..10 * proofs() {
            let (game, attacker, sketch) = true_proof(&mut rng, rule);
            let proof = sketch.proof(rule, game.board().clone(), attacker);
            let bytes = written(&proof);
            assert_eq!(summed(bytes.clone()), bytes);
            assert_eq!(read(&bytes, ReadLimits::default()).as_ref(), Ok(&proof));
        }
    }
    for size in Size::all() {
        let proof = chain(size);
        assert_eq!(read(&written(&proof), ReadLimits::default()), Ok(proof));
    }
}

#[test]
fn references_that_are_far_take_more_bytes() {
    let mut rng = fastrand::Rng::with_seed(9);
    let points: Vec<Point> = Size::MAX.points().collect();
    for _ in 0..20 {
        let mut nodes = vec![Node { point: Some(points[0]), ..Node::default() }];
        for n in 1..20_000 {
            // The one before is always used, so that nothing is dropped.
            let mut replies = vec![(points[rng.usize(..points.len())], n - 1)];
            replies.extend((0..rng.usize(..3)).map(|k| (points[k], rng.usize(..n))));
            rng.shuffle(&mut replies);
            let point = Some(points[rng.usize(..points.len())]);
            nodes.push(Node { point, replies, otherwise: rng.choice(points.clone()) });
        }
        let proof = Sketch(nodes).proof(Rule::Caro, Board::new(Size::MAX), Side::White);
        assert_eq!(read(&written(&proof), ReadLimits::default()), Ok(proof));
    }
}

#[test]
fn an_attack_of_a_chain_takes_three_bytes() {
    let proof = chain(Size::default());
    // Two counts of stones, one of attacks; the last attack has no reply.
    let expected = HEAD + 2 + 1 + 3 * (proof.attack_count() - 1) + 2 + 8;
    assert_eq!(written(&proof).len(), expected);
}

#[test]
fn the_example_of_the_format_is_a_proof() {
    let page = include_str!("../../../docs/proof-format.md");
    let example = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap().lines();
    let pairs = example.flat_map(|line| line.split("   ").next().unwrap().split(' '));
    let bytes = pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect::<Vec<_>>();
    let proof = read(&bytes, ReadLimits::default()).unwrap();
    assert_eq!(written(&proof), bytes);
    let line = ["k8", "g8", "l8"].map(|name| name.parse::<Point>().unwrap());
    assert_eq!(proof.main_line(), line);
    assert!(check(&proof, 1_000).is_ok());
}

#[test]
fn every_truncation_and_every_wrong_byte_is_noticed() {
    let mut rng = fastrand::Rng::with_seed(10);
    for rule in Rule::ALL {
        for _ in 0..proofs() {
            let (game, attacker, sketch) = true_proof(&mut rng, rule);
            let bytes = written(&sketch.proof(rule, game.board().clone(), attacker));
            for end in 0..bytes.len() {
                assert_eq!(problem(&bytes[..end]), (end, FileProblem::Truncated));
            }
            for place in 0..bytes.len() {
                let mut wrong = bytes.clone();
                wrong[place] ^= rng.u8(1..);
                problem(&wrong);
            }
            let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
            assert_eq!(problem(&longer), (bytes.len(), FileProblem::Trailing));
        }
    }
}

#[test]
fn a_wrong_byte_with_a_right_checksum_makes_no_false_win() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut unread, mut refused, mut accepted) = (0, 0, 0);
    for rule in Rule::ALL {
        for _ in 0..proofs() {
            let (game, attacker, sketch) = true_proof(&mut rng, rule);
            let proof = sketch.proof(rule, game.board().clone(), attacker);
            let bytes = written(&proof);
            for place in (0..bytes.len() - 8).flat_map(|place| [place; 12]) {
                let mut changed = bytes.clone();
                // Small changes make other points and counts, single bits all the rest.
                changed[place] = match rng.bool() {
                    true => changed[place].wrapping_add(rng.u8(1..8)),
                    false => changed[place] ^ 1 << rng.u8(..8),
                };
                let Ok(changed) = read(&summed(changed), ReadLimits::default()) else {
                    unread += 1;
                    continue;
                };
                assert_eq!(read(&written(&changed), ReadLimits::default()).as_ref(), Ok(&changed));
                // Of a proof that is none these say nothing, but they do say it.
                assert!(changed.plies() as usize <= changed.size().area() + 1);
                assert!(changed.main_line().len() <= changed.size().area() + 1);
                match check(&changed, 1_000_000) {
                    Err(_) => refused += 1,
                    Ok(_) => {
                        confirm(&changed);
                        accepted += usize::from(changed != proof);
                    }
                }
            }
        }
    }
    println!("{unread} changed files unread, {refused} refused, {accepted} accepted");
    assert!(unread > 1_000 && refused > 1_000 && accepted > 100);
}

fn confirm(proof: &Proof) {
    let mut game = game_on(proof.board(), proof.rule(), proof.to_move()).expect("nobody has five");
    assert!(holds(&Sketch::of(proof), &game, proof.attacker()), "{proof:?}");
    // Where the board's size changed, there is too much to try.
    if game.board().free_points().count() < 10 {
        assert!(Minimax::default().wins(&mut game, proof.attacker()), "{proof:?}");
    }
}

/// One attack on an empty board, as bytes.
fn smallest() -> Vec<u8> {
    let mut builder = ProofBuilder::new(Rule::Renju, Board::new(Size::default()), Side::White);
    let root = builder.add("h8".parse().unwrap(), &[], None);
    let bytes = written(&builder.finish(root));
    // Rule 4, 15 lines, White attacks and moves; no stones; one attack at 7 × 15 + 7.
    assert_eq!(bytes[..HEAD + 5], *b"TENGPRF\x01\x04\x0f\x03\x00\x00\x01\x00\x70");
    bytes
}

/// The smallest file with other bytes after its head.
fn with_rest(rest: &[u8]) -> Vec<u8> {
    summed([&smallest()[..HEAD], rest, &[0; 8]].concat())
}

#[test]
fn problems_are_told_with_their_place() {
    use FileProblem as P;
    let with = |place: usize, byte: u8| {
        let mut bytes = smallest();
        bytes[place] = byte;
        summed(bytes)
    };
    assert_eq!(problem(b"GIF89a"), (0, P::Magic));
    assert_eq!(problem(&with(3, b'X')), (3, P::Magic));
    assert_eq!(problem(&with(7, 2)), (7, P::Version(2)));
    assert_eq!(problem(&with(8, 2)), (8, P::Rule(2)));
    assert_eq!(problem(&with(9, 23)), (9, P::Size(23)));
    assert_eq!(problem(&with(10, 4)), (10, P::Sides(4)));
    assert_eq!(problem(&with(15, 225)), (15, P::OffBoard(225)));
    assert_eq!(problem(&with(14, 6)), (14, P::Shape(6)));
    assert_eq!(problem(&with(14, 4)), (14, P::Shape(4)));
    assert_eq!(problem(&with(14, 1)), (14, P::Shape(1)));
    let mut damaged = smallest();
    damaged[15] = 0;
    assert_eq!(problem(&damaged), (16, P::Checksum));

    let cases: [(&[u8], usize, P); 9] = [
        (&[2, 5, 4], 2, P::Order),
        (&[2, 5, 5], 2, P::Order),
        (&[1, 5, 1, 5], 3, P::Twice(Point::new(5, 0).unwrap())),
        (&[0, 0, 0], 2, P::NoAttacks),
        (&[0, 0, 0x81, 0], 2, P::Number),
        (&[0, 0, 0xff, 0xff, 0xff, 0xff, 0x1f], 2, P::Number),
        // Answers in the attack itself, before the first one, and one that nobody asks for.
        (&[0, 0, 2, 0, 1, 8, 2, 3, 0], 8, P::Reference { attack: 1, distance: 0 }),
        (&[0, 0, 2, 0, 1, 8, 2, 3, 2], 8, P::Reference { attack: 1, distance: 2 }),
        (&[0, 0, 2, 0, 1, 0, 2], 2, P::Unused(0)),
    ];
    for (rest, place, expected) in cases {
        assert_eq!(problem(&with_rest(rest)), (HEAD + place, expected), "{rest:?}");
    }
}

#[test]
fn declared_numbers_are_not_believed() {
    // 2³² − 1 attacks, and as many as the limit allows, in a file of a few bytes.
    let many = with_rest(&[0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f]);
    assert_eq!(problem(&many), (HEAD + 2, FileProblem::TooManyAttacks(u32::MAX)));
    let many = with_rest(&[0, 0, 0xff, 0xff, 0xff, 0x0f]);
    assert_eq!(problem(&many), (many.len(), FileProblem::Truncated));
    // 2³² − 1 stones.
    let many = with_rest(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
    assert!(matches!(problem(&many).1, FileProblem::Order | FileProblem::OffBoard(_)));
    // 2²⁹ − 1 replies.
    let many = with_rest(&[0, 0, 1, 0xf8, 0xff, 0xff, 0xff, 0x0f, 0]);
    let replies = FileProblem::TooManyReplies((1 << 29) - 1);
    assert_eq!(problem(&many), (HEAD + 3, replies));
}

#[test]
fn limits_are_kept() {
    let proof = chain(Size::default());
    let (bytes, attacks) = (written(&proof), proof.attack_count() as u32);
    let limits = |bytes, attacks| ReadLimits { bytes, attacks };
    assert!(read(&bytes, limits(bytes.len(), attacks)).is_ok());
    let error = read(&bytes, limits(bytes.len() - 1, attacks)).unwrap_err();
    assert_eq!(error.problem, FileProblem::TooLong(bytes.len() - 1));
    let error = read(&bytes, limits(bytes.len(), attacks - 1)).unwrap_err();
    assert_eq!(error.problem, FileProblem::TooManyAttacks(attacks));
    assert_eq!(error.to_string(), format!("byte 13: {attacks} attacks are more than the limit"));
}
