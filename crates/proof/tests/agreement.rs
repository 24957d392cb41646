//! This checker and the one in Python, `tools/check_proof.py`, say the same of every file.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tengen_core::{Board, Point, Rule, Side, Size};
use tengen_proof::{Proof, ReadLimits, check, read, write};
use tengen_test_support::environment::number;
use tengen_test_support::proof::artist::true_proof;
use tengen_test_support::proof::fixtures::{ENOUGH, TWO_THREES, three, two_threes};
use tengen_test_support::proof::sketch::{Node, Sketch};

/// Changed files for each rule, unless `TENGEN_PROOFS` says otherwise.
const CHANGED: usize = 300;
/// Files that one process gets: the system limits the length of a command.
const BATCH: usize = 1_000;
/// Bytes before the stones, and those of the checksum.
const HEAD: usize = 11;
const SUM: usize = 8;
/// What counts of a file that is no proof.
const UNREADABLE: &str = "cannot be read";

#[test]
fn both_checkers_agree_on_true_and_on_changed_proofs() {
    if !has_python() {
        return;
    }
    let mut rng = fastrand::Rng::with_seed(12);
    let mut counts = Counts::default();
    for rule in Rule::ALL {
        let mut files = Vec::new();
        while files.len() < number("TENGEN_PROOFS", CHANGED) {
            let source = source(&mut rng, rule);
            files.push(source.written());
            files.extend((0..8).map(|_| changed(&mut rng, &source)));
        }
        for batch in files.chunks(BATCH) {
            counts.compare(rule.name(), batch);
        }
    }
    println!("{counts:?}");
    let Counts { unreadable, refused, wins } = counts;
    assert!(unreadable.min(refused).min(wins) > CHANGED / 2, "every verdict is asked for");
}

#[test]
fn both_read_long_forms_and_refuse_the_same_shapes() {
    if !has_python() {
        return;
    }
    // The example of the format with other bytes for its second attack: k8, answered by g8 or l8.
    let file = |attack: &[u8]| {
        let head = b"TENGPRF\x01\x00\x0f\x00\x03\x70\x71\x72\x03\x00\x1e\x3c\x02\x00\x74";
        summed([head, attack, &[0; SUM]].concat())
    };
    let cases: [(&[u8], Counts); 8] = [
        (&[0x0d, 0x73, 0x6f], Counts { wins: 1, ..Counts::default() }),
        (&[0x0c, 0x73, 0x6f, 1], Counts { wins: 1, ..Counts::default() }),
        (&[0x0b, 0x73, 0x6f, 0x6f], Counts { wins: 1, ..Counts::default() }),
        (&[0x0a, 0x73, 0x6f, 0x6f, 1], Counts { wins: 1, ..Counts::default() }),
        // The number of one byte written in two; no replies, but a first one; kind 3.
        (&[0x8d, 0, 0x73, 0x6f], Counts { unreadable: 1, ..Counts::default() }),
        (&[0x01, 0x73], Counts { unreadable: 1, ..Counts::default() }),
        (&[0x0f, 0x73, 0x6f], Counts { unreadable: 1, ..Counts::default() }),
        // The else move on a stone.
        (&[0x0b, 0x73, 0x70, 0x6f], Counts { refused: 1, ..Counts::default() }),
    ];
    for (number, (attack, expected)) in cases.into_iter().enumerate() {
        let mut counts = Counts::default();
        counts.compare(&format!("shape-{number}"), &[file(attack)]);
        assert_eq!(counts, expected, "{attack:x?}");
    }
}

#[test]
fn both_agree_on_what_an_else_move_answers() {
    if !has_python() {
        return;
    }
    let mut counts = Counts::default();
    for rule in Rule::ALL {
        let plain = Source::of(&two_threes().proof(rule, Side::Black, TWO_THREES));
        // White has a four after K, and an else move that makes no five comes too late.
        let mut late = plain.clone();
        late.board.place("a9".parse().unwrap(), Side::Black);
        for point in ["b9", "c9", "d9"] {
            late.board.place(point.parse().unwrap(), Side::White);
        }
        let mut files = vec![plain.written(), late.written()];
        files.extend([plain, late].iter().flat_map(without_a_reply));
        counts.compare(&format!("else-{rule}"), &files);
    }
    assert!(counts.wins > 5 && counts.refused > 5, "{counts:?}");
}

/// The source without a reply, for each of them.
fn without_a_reply(source: &Source) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for (number, node) in source.sketch.0.iter().enumerate() {
        for reply in 0..node.replies.len() {
            let mut changed = source.clone();
            changed.sketch.0[number].replies.remove(reply);
            files.push(changed.written());
        }
    }
    files
}

#[test]
fn both_agree_on_forbidden_points() {
    if !has_python() {
        return;
    }
    let vectors = include_str!("../../../data/rules/forbidden.txt");
    let vectors = vectors.lines().filter(|line| !line.starts_with('#'));
    let mut rng = fastrand::Rng::with_seed(14);
    let mut files = Vec::new();
    for vector in vectors {
        let fields: Vec<&str> = vector.split('|').map(str::trim).collect();
        let points = |field: &str| -> Vec<Point> {
            let names = field.split_whitespace().map(|word| word.split(':').next().unwrap());
            names.filter(|name| !["-", "none"].contains(name)).map(|n| n.parse().unwrap()).collect()
        };
        let mut board = Board::new(Size::MAX);
        points(fields[1]).into_iter().for_each(|point| board.place(point, Side::Black));
        points(fields[2]).into_iter().for_each(|point| board.place(point, Side::White));
        // Most of what is remarkable about a vector is why some point is not forbidden.
        let remarks = fields[4].split([' ', ':', ',']).filter_map(|word| word.parse().ok());
        let near = (0..6).map(|_| Point::new(rng.u8(2..13), rng.u8(2..13)).unwrap());
        let asked = points(fields[3]).into_iter().chain(remarks).chain(near);
        files.extend(asked.filter(|&p| board.is_free(p)).map(|p| quiet_move(&board, p).written()));
    }
    for _ in 0..number("TENGEN_PROOFS", CHANGED) {
        let mut board = Board::new(Size::MAX);
        for _ in 0..rng.u8(14..24) {
            let point = Point::new(rng.u8(2..9), rng.u8(2..9)).unwrap();
            let side = if rng.u8(..4) == 0 { Side::White } else { Side::Black };
            if board.is_free(point) {
                board.place(point, side);
            }
        }
        let free: Vec<Point> = board.free_points().filter(|p| p.x() < 10 && p.y() < 10).collect();
        files.push(quiet_move(&board, free[rng.usize(..free.len())]).written());
    }
    let mut counts = Counts::default();
    for batch in files.chunks(BATCH) {
        counts.compare("forbidden", batch);
    }
    println!("{counts:?}");
    assert!(counts.wins > 50 && counts.refused > 50, "{counts:?}");
}

/// Black plays a point and makes five next with a row far away: a win unless the point is forbidden.
fn quiet_move(board: &Board, point: Point) -> Source {
    let mut board = board.clone();
    let [left, right] = ["b22", "g22"].map(|name| name.parse().unwrap());
    for name in ["c22", "d22", "e22", "f22"] {
        board.place(name.parse().unwrap(), Side::Black);
    }
    let five = Node { point: Some(right), ..Node::default() };
    let root = Node { point: Some(point), replies: vec![(left, 0)], otherwise: Some(left) };
    let sketch = Sketch(vec![five, root]);
    Source { rule: Rule::Renju, board, attacker: Side::Black, sketch }
}

/// Whether the second checker can run here.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        println!("skipped: python3 is missing, so the second checker cannot run");
    }
    found
}

/// How often both said so.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    unreadable: usize,
    refused: usize,
    wins: usize,
}

impl Counts {
    fn compare(&mut self, title: &str, files: &[Vec<u8>]) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement").join(title);
        fs::create_dir_all(&folder).unwrap();
        let names: Vec<String> = (0..files.len()).map(|n| format!("{n}.proof")).collect();
        for (name, bytes) in names.iter().zip(files) {
            fs::write(folder.join(name), bytes).unwrap();
        }
        let second = second_verdicts(&folder, &names);
        let mut differences = String::new();
        for (name, bytes) in names.iter().zip(files) {
            let ours = self.verdict(bytes);
            let theirs = second.get(name).map_or("nothing", String::as_str);
            if ours != theirs {
                differences += &format!("{name}\n  {ours}\n  {theirs}\n");
            }
        }
        // The files stay where they are, to be looked at.
        assert!(differences.is_empty(), "in {}:\n{differences}", folder.display());
        fs::remove_dir_all(&folder).unwrap();
    }

    /// What `tengen check-proof` says first of a file.
    fn verdict(&mut self, bytes: &[u8]) -> String {
        let Ok(proof) = read(bytes, ReadLimits::default()) else {
            self.unreadable += 1;
            return UNREADABLE.to_owned();
        };
        let (attacker, side, rule) = (proof.attacker(), proof.to_move(), proof.rule());
        let (lines, attacks) = (proof.size().lines(), proof.attack_count());
        let about = format!("{side} to move, {rule} on {lines}×{lines}, {attacks} attacks");
        if let Ok(checked) = check(&proof, ENOUGH) {
            self.wins += 1;
            let (plies, positions) = (proof.plies(), checked.positions);
            format!("win: {attacker} wins in {plies}, {about}, {positions} positions checked")
        } else {
            self.refused += 1;
            format!("refused: {attacker} is claimed to win, {about}")
        }
    }
}

/// What the checker in Python says first of each of these files.
fn second_verdicts(folder: &Path, names: &[String]) -> HashMap<String, String> {
    let checker = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_proof.py");
    let run =
        Command::new("python3").arg(checker).args(names).current_dir(folder).output().unwrap();
    let out = String::from_utf8(run.stdout).unwrap();
    let err = String::from_utf8(run.stderr).unwrap();
    assert!(!err.contains("Traceback"), "{err}");
    let verdicts = out.lines().filter_map(|line| line.split_once(": "));
    let verdicts = verdicts.map(|(name, verdict)| (name.to_owned(), verdict.to_owned()));
    let problems = err.lines().filter_map(|line| {
        // Where several bytes are wrong, each reader names the one that it meets first.
        let (name, problem) = line.strip_prefix("check_proof: ")?.split_once(": ")?;
        assert!(problem.starts_with("byte "), "{line}");
        Some((name.to_owned(), UNREADABLE.to_owned()))
    });
    verdicts.chain(problems).collect()
}

/// A true proof, in parts that can be changed.
#[derive(Clone)]
struct Source {
    rule: Rule,
    board: Board,
    attacker: Side,
    sketch: Sketch,
}

impl Source {
    fn of(proof: &Proof) -> Source {
        let (rule, board, attacker) = (proof.rule(), proof.board().clone(), proof.attacker());
        Source { rule, board, attacker, sketch: Sketch::of(proof) }
    }

    fn written(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let proof = self.sketch.proof(self.rule, self.board.clone(), self.attacker);
        write(&proof, &mut bytes).unwrap();
        bytes
    }
}

/// Mostly full boards, where the rules have much to say; sometimes wide ones of all sizes.
fn source(rng: &mut fastrand::Rng, rule: Rule) -> Source {
    let attacker = Side::BOTH[rng.usize(..2)];
    match rng.u8(..8) {
        0 => on_wide_board(rng, &three().proof(rule, Side::Black, "A[E>B *E]"), attacker),
        1 => on_wide_board(rng, &two_threes().proof(rule, Side::Black, TWO_THREES), attacker),
        _ => {
            let (game, attacker, sketch) = true_proof(rng, rule);
            Source { rule, board: game.board().clone(), attacker, sketch }
        }
    }
}

/// The proof somewhere on a board of its own size or of more lines, for either side.
fn on_wide_board(rng: &mut fastrand::Rng, proof: &Proof, attacker: Side) -> Source {
    let source = Source::of(proof);
    let size = Size::new(rng.u8(proof.size().lines()..=Size::MAX.lines())).unwrap();
    let shift = [(); 2].map(|()| rng.u8(..=size.lines() - proof.size().lines()));
    let moved = |point: Point| Point::new(point.x() + shift[0], point.y() + shift[1]).unwrap();
    let mut board = Board::new(size);
    for side in Side::BOTH {
        let owner = if proof.attacker() == attacker { side } else { !side };
        source.board.stones(side).for_each(|point| board.place(moved(point), owner));
    }
    let nodes = source.sketch.0.into_iter().map(|node| Node {
        point: node.point.map(moved),
        replies: node.replies.into_iter().map(|(point, answer)| (moved(point), answer)).collect(),
        otherwise: node.otherwise.map(moved),
    });
    Source { rule: proof.rule(), board, attacker, sketch: Sketch(nodes.collect()) }
}

fn changed(rng: &mut fastrand::Rng, source: &Source) -> Vec<u8> {
    match rng.u8(..8) {
        0 => damaged(rng, source.written()),
        1..3 => edited(rng, source.written()),
        3 => with_other_head(rng, source.written()),
        4 => with_other_stones(rng, source.clone()).written(),
        _ => with_other_attacks(rng, source.clone()).written(),
    }
}

/// Cut, lengthened, or with a wrong byte.
fn damaged(rng: &mut fastrand::Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    let place = rng.usize(..bytes.len());
    match rng.u8(..4) {
        0 => bytes.truncate(place),
        1 => bytes.push(rng.u8(..)),
        _ => bytes[place] ^= rng.u8(1..),
    }
    bytes
}

/// Some byte is another one, missing or new, and the checksum is right.
fn edited(rng: &mut fastrand::Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    let place = rng.usize(HEAD..bytes.len() - SUM);
    match rng.u8(..8) {
        0 => drop(bytes.remove(place)),
        1 => bytes.insert(place, rng.u8(..)),
        2 => bytes.insert(place, bytes[place]),
        3 | 4 => bytes[place] ^= 1 << rng.u8(..8),
        5 => bytes[place] = rng.u8(..),
        _ => bytes[place] = bytes[place].wrapping_add(rng.u8(1..8)),
    }
    summed(bytes)
}

/// Another rule, size, attacker or side to move.
fn with_other_head(rng: &mut fastrand::Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    match rng.u8(..4) {
        0 => bytes[rng.usize(..HEAD)] ^= 1 << rng.u8(..8),
        1 => bytes[8] = [0, 1, 4, 8, 9][rng.usize(..5)],
        2 => bytes[9] = rng.u8(5..=22),
        _ => bytes[10] = rng.u8(..4),
    }
    summed(bytes)
}

fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - SUM);
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// A stone is missing, new, or of the other side.
fn with_other_stones(rng: &mut fastrand::Rng, mut source: Source) -> Source {
    let points: Vec<Point> = source.board.size().points().collect();
    let point = points[rng.usize(..points.len())];
    let owner = source.board.at(point);
    if let Some(side) = owner {
        source.board.remove(point, side);
    }
    match owner {
        Some(side) if rng.bool() => source.board.place(point, !side),
        None => source.board.place(point, Side::BOTH[rng.usize(..2)]),
        Some(_) => {}
    }
    source
}

/// A move, a reply, an answer or an else move is another one, missing or new.
fn with_other_attacks(rng: &mut fastrand::Rng, mut source: Source) -> Source {
    let points: Vec<Point> = source.board.size().points().collect();
    let free: Vec<Point> = source.board.free_points().collect();
    let from = if free.is_empty() || rng.u8(..8) == 0 { &points } else { &free };
    let point = from[rng.usize(..from.len())];
    let nodes = &mut source.sketch.0;
    let number = rng.usize(..nodes.len());
    let node = &mut nodes[number];
    let replies = node.replies.len();
    match rng.u8(..8) {
        0 => node.point = node.point.map(|_| point),
        1 => node.otherwise = None,
        2 => node.otherwise = Some(point),
        3 if replies > 0 => drop(node.replies.remove(rng.usize(..replies))),
        4 if replies > 0 => node.replies[rng.usize(..replies)].0 = point,
        5 if replies > 0 => node.replies[rng.usize(..replies)].1 = rng.usize(..number),
        6 if number > 0 => node.replies.push((point, rng.usize(..number))),
        _ if replies > 0 => node.replies.push(node.replies[rng.usize(..replies)]),
        _ => source.attacker = !source.attacker,
    }
    source
}
