//! Random proofs on small boards, true ones and spoiled ones, against plain minimax.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use std::sync::Arc;

use tengen_core::{Board, Game, Outcome, Point, Rule, Side};
use tengen_proof::{Follower, LeftProof, Proof, Reason, check};
use tengen_test_support::environment::number;
use tengen_test_support::proof::artist::true_proof;
use tengen_test_support::proof::sketch::Sketch;
use tengen_test_support::proof::small::{Minimax, game_on, holds};

/// True proofs for each rule, unless `TENGEN_PROOFS` says otherwise.
const PROOFS: usize = 400;
/// How often each of them is spoiled.
const SPOILED: usize = 40;

fn proofs() -> usize {
    number("TENGEN_PROOFS", PROOFS)
}

#[test]
fn true_proofs_are_accepted_and_played_to_their_end() {
    let mut rng = fastrand::Rng::with_seed(5);
    for rule in Rule::ALL {
        let (mut attacks, mut shared, mut longest) = (0, 0, 0);
        for _ in 0..proofs() {
            let (game, attacker, sketch) = true_proof(&mut rng, rule);
            let proof = sketch.proof(rule, game.board().clone(), attacker);
            assert_eq!(Sketch::of(&proof), sketch);
            let checked = check(&proof, u64::MAX);
            assert!(checked.is_ok(), "{}\n{proof:?}", checked.unwrap_err());
            assert!(holds(&sketch, &game, attacker), "{proof:?}");
            let edges = sketch.0.iter().map(|node| node.replies.len()).sum::<usize>();
            shared += edges + 1 - sketch.0.len();
            attacks += sketch.0.len();
            let plies = play_out(&Follower::new(Arc::new(proof.clone())), &game);
            assert_eq!(proof.plies(), plies, "{proof:?}");
            longest = longest.max(plies);
            check_main_line(&proof, game);
        }
        println!(
            "{rule}: {attacks} attacks, {shared} shared; the longest win takes {longest} plies"
        );
        assert!(shared > 0 && longest > 4, "{rule}: {shared} {longest}");
    }
}

/// Plays the proof against every reply, and gives the length of the longest game.
fn play_out(follower: &Follower, game: &Game) -> u32 {
    let attacker = follower.proof().attacker();
    let (mut game, mut plies) = (game.clone(), 0);
    if let Some(point) = follower.next_move() {
        assert_eq!(game.to_move(), attacker);
        plies += 1;
        if let Some(outcome) = game.play(point).unwrap() {
            assert_eq!(outcome.winner(), Some(attacker));
            let mut follower = follower.clone();
            let free = game.board().free_points().next();
            assert_eq!(
                free.map_or(Err(LeftProof::Over), |p| follower.reply(p)),
                Err(LeftProof::Over)
            );
            return plies;
        }
    }
    let replies = game.board().free_points();
    plies + replies.map(|reply| play_reply(follower, &game, reply)).max().expect("no draw")
}

fn play_reply(follower: &Follower, game: &Game, reply: Point) -> u32 {
    let mut game = game.clone();
    let [mut told, mut shown] = [follower.clone(), follower.clone()];
    let outcome = game.play(reply).unwrap();
    told.reply(reply).unwrap();
    assert_eq!(shown.catch_up(&game), Ok(told.next_move()));
    match outcome.map(Outcome::winner) {
        // A forbidden reply: nothing is to be played any more, and no ply of a real defence.
        Some(winner) => {
            assert_eq!((winner, told.next_move()), (Some(told.proof().attacker()), None));
            0
        }
        None => 1 + play_out(&told, &game),
    }
}

/// The main line is a game as long as the proof says, which the attacker wins.
fn check_main_line(proof: &Proof, mut game: Game) {
    let line = proof.main_line();
    assert_eq!(line.len(), proof.plies() as usize, "{line:?} of {proof:?}");
    for &point in &line {
        assert!(game.outcome().is_none() && !game.is_forbidden(point), "{line:?} of {proof:?}");
        game.play(point).unwrap();
    }
    match game.outcome() {
        Some(outcome) => assert_eq!(outcome.winner(), Some(proof.attacker())),
        // The rest is forbidden.
        None => assert!(game.board().free_points().all(|point| game.is_forbidden(point))),
    }
}

#[test]
fn spoiled_proofs_are_accepted_only_if_they_still_prove_a_win() {
    let mut rng = fastrand::Rng::with_seed(6);
    for rule in Rule::ALL {
        let (mut accepted, mut refused, mut elsewhere) = (0, 0, 0);
        for _ in 0..proofs() {
            let (game, attacker, sketch) = true_proof(&mut rng, rule);
            for _ in 0..SPOILED {
                let mut claim =
                    Claim { rule, board: game.board().clone(), attacker, sketch: sketch.clone() };
                for _ in 0..rng.usize(1..=2) {
                    claim.spoil(&mut rng);
                }
                match check(&claim.proof(), u64::MAX) {
                    Ok(_) => {
                        claim.confirm();
                        accepted += 1;
                        elsewhere +=
                            usize::from(claim.board != *game.board() || claim.rule != rule);
                    }
                    // One attack for two positions is refused even if it wins in both.
                    Err(refusal) if refusal.reason == Reason::OtherPosition => refused += 1,
                    Err(refusal) => {
                        assert!(!claim.holds(), "{refusal}\n{claim:?}");
                        refused += 1;
                    }
                }
            }
        }
        println!(
            "{rule}: {accepted} spoiled proofs accepted, {elsewhere} of them elsewhere; {refused} refused"
        );
        assert!(elsewhere > 100 && accepted > elsewhere && refused > 1_000, "{rule}");
    }
}

/// What a proof says, in parts that can be changed.
#[derive(Clone, Debug)]
struct Claim {
    rule: Rule,
    board: Board,
    attacker: Side,
    sketch: Sketch,
}

impl Claim {
    fn proof(&self) -> Proof {
        self.sketch.proof(self.rule, self.board.clone(), self.attacker)
    }

    fn game(&self) -> Option<Game> {
        game_on(&self.board, self.rule, self.proof().to_move())
    }

    /// Whether the moves of the claim win, by trying everything.
    fn holds(&self) -> bool {
        self.game().is_some_and(|game| holds(&self.sketch, &game, self.attacker))
    }

    /// An accepted claim is true, and so are its moves.
    fn confirm(&self) {
        let mut game = self.game().expect("nobody has five");
        assert!(Minimax::default().wins(&mut game, self.attacker), "a false win: {self:?}");
        assert!(self.holds(), "false moves in a won position: {self:?}");
    }

    /// Changes something.
    fn spoil(&mut self, rng: &mut fastrand::Rng) {
        let any = {
            let points: Vec<Point> = self.board.size().points().collect();
            move |rng: &mut fastrand::Rng| points[rng.usize(..points.len())]
        };
        let free: Vec<Point> = self.board.free_points().collect();
        let mut point =
            || if rng.bool() { rng.choice(free.clone()) } else { None }.unwrap_or_else(|| any(rng));
        let (first, second) = (point(), point());
        let nodes = self.sketch.0.len();
        let chosen = rng.usize(..nodes);
        let node = &mut self.sketch.0[chosen];
        let reply = rng.usize(..node.replies.len().max(1));
        match rng.u8(..11) {
            0 if node.point.is_some() => node.point = Some(first),
            1 if !node.replies.is_empty() => drop(node.replies.remove(reply)),
            2 => node.otherwise = Some(first),
            3 => node.otherwise = None,
            4 if !node.replies.is_empty() => node.replies[reply].0 = first,
            5 if !node.replies.is_empty() => node.replies[reply].1 = rng.usize(..chosen),
            6 if chosen > 0 => node.replies.push((first, rng.usize(..chosen))),
            7 if node.replies.len() > 1 => {
                let other = rng.usize(..node.replies.len());
                let answers = (node.replies[reply].1, node.replies[other].1);
                (node.replies[other].1, node.replies[reply].1) = answers;
            }
            8 => self.rule = Rule::ALL[rng.usize(..Rule::ALL.len())],
            9 => self.turn(first, rng),
            10 => {
                self.turn(first, rng);
                self.turn(second, rng);
            }
            _ => {}
        }
    }

    /// Takes a stone away or puts one.
    fn turn(&mut self, point: Point, rng: &mut fastrand::Rng) {
        match self.board.at(point) {
            Some(side) => self.board.remove(point, side),
            None => self.board.place(point, Side::BOTH[rng.usize(..2)]),
        }
    }
}
