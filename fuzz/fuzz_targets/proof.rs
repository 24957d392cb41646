//! Any bytes as a proof file: reading, checking, measuring and following never fail but with a
//! reason, and what was read is written and read again.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tengen_proof::{Follower, Proof, ReadLimits, check, read, write};

const LIMITS: ReadLimits = ReadLimits { bytes: 1 << 14, attacks: 1 << 10 };

fuzz_target!(|data: &[u8]| {
    check_file(data);
    // No mutation hits a checksum, so every input is also read with the right one.
    check_file(&summed(data));
});

fn check_file(file: &[u8]) {
    let proof = match read(file, LIMITS) {
        Err(error) => return assert!(error.offset <= file.len(), "{error}"),
        Ok(proof) => proof,
    };
    let mut again = Vec::new();
    write(&proof, &mut again).expect("memory takes everything");
    assert_eq!(read(&again, ReadLimits::default()).as_ref(), Ok(&proof));
    let checked = check(&proof, 20_000);
    let (plies, line) = (proof.plies(), proof.main_line());
    if checked.is_ok() {
        assert_eq!(line.len(), plies as usize);
    }
    follow(proof, file);
}

/// Replies as the bytes say, until the proof has nothing to answer.
fn follow(proof: Proof, bytes: &[u8]) {
    let mut board = proof.board().clone();
    let attacker = proof.attacker();
    let mut follower = Follower::new(Arc::new(proof));
    for &byte in bytes {
        if let Some(point) = follower.next_move() {
            assert!(board.is_free(point), "{point} is not free");
            board.place(point, attacker);
        }
        let free: Vec<_> = board.free_points().collect();
        let Some(&reply) = free.get(usize::from(byte) % free.len().max(1)) else { return };
        if follower.reply(reply).is_err() {
            return;
        }
        board.place(reply, !attacker);
    }
}

/// The file with the checksum that belongs to it: 64-bit FNV-1a.
fn summed(data: &[u8]) -> Vec<u8> {
    let body = &data[..data.len().saturating_sub(8)];
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325, step);
    [body, &sum.to_le_bytes()].concat()
}
