//! What the prover must prove, must not prove, and must not lose.

use std::time::Duration;

use tengen_core::{Board, Game, Rule, Side, Size};
use tengen_engine::Stop;
use tengen_proof::{ReadLimits, check_certificate, read_certificate, write_certificate};
use tengen_prover::{Claim, Options, Prover, Status, StoreError};

fn claim(rule: Rule, lines: u8, moves: &str) -> Claim {
    let mut game = Game::new(Size::new(lines).unwrap(), rule);
    for point in moves.split_whitespace() {
        game.play(point.parse().unwrap()).unwrap();
    }
    let to_move = game.to_move();
    Claim { rule, board: game.board().clone(), to_move, attacker: to_move }
}

fn options(time: Option<Duration>) -> Options {
    Options { threads: 2, memory: 32 << 20, time, ..Options::default() }
}

/// Black has three stones to two far ones. There is no win by threats yet, and one by a quiet move.
const FAR: &str = "h8 o15 i7 o1";

#[test]
fn a_quiet_win_is_proved() {
    for rule in [Rule::Freestyle, Rule::Standard] {
        let mut prover = Prover::new(claim(rule, 15, FAR));
        assert_eq!(prover.status(), Status::Open);
        let status = prover.run(&options(None), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(status, Status::Proved, "{rule}");
        assert!(prover.progress().steps > 1, "{rule}: not by threats alone");
    }
}

/// Five in a row on six lines is a draw, and Black's first move wins nothing on five.
#[test]
fn what_is_not_won_is_not_proved() {
    for (rule, lines) in [(Rule::Freestyle, 5), (Rule::Freestyle, 6), (Rule::Caro, 6)] {
        let mut prover = Prover::new(claim(rule, lines, ""));
        let enough = options(Some(Duration::from_secs(1)));
        let status = prover.run(&enough, &Stop::new(), &mut |_| {}).unwrap();
        assert_ne!(status, Status::Proved, "{rule} on {lines} lines");
    }
}

#[test]
fn a_claim_about_the_side_that_waits_is_proved_against_every_reply() {
    let mut board = Board::new(Size::default());
    for point in ["h8", "i8", "j9", "j10"] {
        board.place(point.parse().unwrap(), Side::Black);
    }
    for point in ["a1", "o1", "a15"] {
        board.place(point.parse().unwrap(), Side::White);
    }
    let claim = Claim { rule: Rule::Freestyle, board, to_move: Side::White, attacker: Side::Black };
    let mut prover = Prover::new(claim);
    let status = prover.run(&options(None), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(status, Status::Proved);
}

#[test]
fn a_search_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut rounds = 0;
    let positions = |prover: &Prover| prover.progress().positions;
    let mut before = 0;
    loop {
        rounds += 1;
        let mut prover = Prover::open(claim(Rule::Freestyle, 15, FAR), folder.path()).unwrap();
        assert!(positions(&prover) >= before, "round {rounds} forgot positions");
        // Stopped after the first report of a few steps.
        let stop = Stop::new();
        let (on_report, limit) = (stop.clone(), 2 * rounds);
        let status = prover
            .run(&options(Some(Duration::from_millis(400 * limit))), &stop, &mut |progress| {
                if progress.steps >= limit {
                    on_report.stop();
                }
            })
            .unwrap();
        before = 1;
        if status == Status::Proved {
            break;
        }
        assert!(rounds < 200, "it begins anew each time");
    }
    let again = Prover::open(claim(Rule::Freestyle, 15, FAR), folder.path()).unwrap();
    assert_eq!(again.status(), Status::Proved, "and what is proved stays so");
}

#[test]
fn a_file_cut_off_anywhere_costs_only_its_last_record() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Prover::open(claim(Rule::Freestyle, 15, FAR), folder.path()).unwrap();
    open().run(&options(None), &Stop::new(), &mut |_| {}).unwrap();
    let file = folder.path().join("00001.run");
    let whole = std::fs::read(&file).unwrap();
    let mut chance = fastrand::Rng::with_seed(7);
    for _ in 0..20 {
        let length = chance.usize(..whole.len());
        std::fs::write(&file, &whole[..length]).unwrap();
        for other in std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
            if other != file {
                std::fs::remove_file(other).unwrap();
            }
        }
        let mut prover = open();
        let status = prover.run(&options(None), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(status, Status::Proved, "cut off after {length} bytes");
    }
}

#[test]
fn a_store_knows_what_it_is_about() {
    let folder = tempfile::tempdir().unwrap();
    let mut prover = Prover::open(claim(Rule::Freestyle, 15, FAR), folder.path()).unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "looking writes nothing");
    prover.run(&options(None), &Stop::new(), &mut |_| {}).unwrap();
    let of_white = Claim { attacker: Side::White, ..claim(Rule::Freestyle, 15, FAR) };
    for other in [claim(Rule::Standard, 15, FAR), of_white] {
        let refused = Prover::open(other, folder.path());
        assert!(matches!(refused, Err(StoreError::OtherGame(_))), "{refused:?}");
    }
    std::fs::write(folder.path().join("00009.run"), "notes of somebody").unwrap();
    let refused = Prover::open(claim(Rule::Freestyle, 15, FAR), folder.path());
    assert!(matches!(refused, Err(StoreError::Foreign(_))), "{refused:?}");
}

#[test]
fn what_is_proved_has_certificates_that_anyone_can_check() {
    for rule in [Rule::Freestyle, Rule::Standard] {
        let mut prover = Prover::new(claim(rule, 15, FAR));
        prover.run(&options(None), &Stop::new(), &mut |_| {}).unwrap();
        let settled = prover.progress().settled();
        assert!(settled > 1, "{rule}: quiet moves are part of it");
        let mut written = 0;
        prover.certificates(32 << 20, &|_| true, &mut |_| {}, &mut |reply, certificate| {
            let certificate = certificate.unwrap();
            assert_eq!(certificate.board().stone_count(), 6, "after a move and {reply}");
            check_certificate(&certificate, u64::MAX).unwrap();
            written += 1;
            let mut bytes = Vec::new();
            write_certificate(&certificate, &mut bytes).unwrap();
            assert_eq!(read_certificate(&bytes, ReadLimits::default()), Ok(certificate));
            true
        });
        assert_eq!(written, settled, "{rule}: one for each reply");
    }
}
