//! Files of games: what is written is read again, what is damaged is refused with its place, and
//! what a kill truncated is dropped.

use proptest::prelude::*;
use tengen_core::{Rule, Side, Size};
use tengen_train::{
    BadRecord, Conditions, Damage, Ending, Reader, Record, ScoredMove, StoreError, Writer, pack,
};

fn any_record() -> impl Strategy<Value = Record> {
    let places = proptest::collection::vec((any::<u16>(), any::<i16>()), 0..80);
    (any::<[u32; 2]>(), 0..5_usize, 5..=22_u8, 0..3_usize, 0..3_usize, 0..9_usize, places).prop_map(
        |([seed, number], rule, lines, winner, ending, stones, places)| {
            let size = Size::new(lines).unwrap();
            let point = |n: u16| size.points().nth(usize::from(n) % size.area()).unwrap();
            let opening = places.iter().take(stones).map(|&(n, _)| point(n)).collect();
            let rest = places.iter().skip(stones);
            Record {
                seed,
                number,
                rule: Rule::ALL[rule],
                size,
                opening,
                moves: rest.map(|&(n, score)| ScoredMove { point: point(n), score }).collect(),
                winner: [None, Some(Side::Black), Some(Side::White)][winner],
                ending: [Ending::Board, Ending::Proven, Ending::Even][ending],
            }
        },
    )
}

proptest! {
    #[test]
    fn a_game_survives_its_bytes(record in any_record()) {
        let bytes = record.to_bytes();
        prop_assert_eq!(Record::from_bytes(&bytes), Ok(record));
        for length in 0..bytes.len() {
            prop_assert_eq!(Record::from_bytes(&bytes[..length]), Err(BadRecord::Length));
        }
    }

    #[test]
    fn no_bytes_are_too_odd(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        // Almost none of them are a game; what counts is that nothing panics.
        let _ = Record::from_bytes(&bytes);
    }

    /// Bytes that were changed are another game, or none; where none, the next ones are tried.
    #[test]
    fn a_game_of_changed_bytes_is_that_of_its_bytes(
        record in any_record(),
        place in any::<proptest::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = record.to_bytes();
        let place = place.index(bytes.len());
        prop_assume!(bytes[place] != byte);
        bytes[place] = byte;
        let changed = Record::from_bytes(&bytes);
        prop_assume!(changed.is_ok());
        let changed = changed.unwrap();
        prop_assert_ne!(&changed, &record);
        prop_assert_eq!(changed.to_bytes(), bytes);
        let _ = changed.replay();
        let _ = changed.fingerprint();
    }
}

/// Bytes of the header, and of a game of [`some`] with its length and checksum.
const HEADER: usize = 15;
const FRAME: usize = 2 + 15 + 2 + 4 + 4;

fn some(count: u32) -> Vec<Record> {
    let size = Size::new(15).unwrap();
    let points: Vec<_> = size.points().collect();
    let game = |number: u32| Record {
        seed: 3,
        number,
        rule: Rule::Renju,
        size,
        opening: vec![points[number as usize]],
        moves: vec![ScoredMove { point: points[100], score: -7 }],
        winner: None,
        ending: Ending::Even,
    };
    (0..count).map(game).collect()
}

fn read(path: &std::path::Path) -> Result<Vec<Record>, StoreError> {
    Reader::open(path)?.collect()
}

#[test]
fn a_file_cut_anywhere_keeps_the_whole_games_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games = some(4);
    let mut writer = Writer::open(&path, |_| panic!("a new file is empty")).unwrap();
    games[..3].iter().for_each(|game| writer.append(game).unwrap());
    drop(writer);
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(whole.len(), HEADER + 3 * FRAME);
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let mut known = Vec::new();
        let mut writer = Writer::open(&path, |game| known.push(game)).unwrap();
        assert_eq!(known, games[..length.saturating_sub(HEADER) / FRAME], "cut at {length}");
        writer.append(&games[3]).unwrap();
        drop(writer);
        known.push(games[3].clone());
        assert_eq!(read(&path).unwrap(), known, "cut at {length}");
    }
}

#[test]
fn a_game_is_in_the_file_as_soon_as_it_was_appended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games = some(2);
    let mut writer = Writer::open(&path, drop).unwrap();
    for (count, game) in (1..).zip(&games) {
        writer.append(game).unwrap();
        assert_eq!(read(&path).unwrap(), games[..count]);
    }
}

#[test]
fn a_file_keeps_its_conditions_and_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let conditions = |nodes: &str| Conditions::of([("nodes", nodes.to_owned())]);
    let mut writer = Writer::open_under(&path, &conditions("60"), drop).unwrap();
    some(2).iter().for_each(|game| writer.append(game).unwrap());
    assert!(matches!(Writer::open(&path, drop), Err(StoreError::Busy(_))));
    drop(writer);
    let error = Writer::open_under(&path, &conditions("70"), drop).unwrap_err();
    assert!(
        matches!(&error, StoreError::OtherConditions { differs, .. } if differs == "nodes 60 there, 70 now")
    );
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(read(&path).unwrap(), some(2));
    // A file that was cut within its head begins again.
    for length in 0..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let mut writer = Writer::open_under(&path, &conditions("60"), drop).unwrap();
        writer.append(&some(3)[2]).unwrap();
        drop(writer);
        assert!(std::fs::read(&path).unwrap().starts_with(&whole[..length.min(30)]));
        assert_eq!(read(&path).unwrap().last(), some(3).last(), "cut at {length}");
    }
}

#[test]
fn a_changed_byte_is_refused_with_the_place_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut writer = Writer::open(&path, drop).unwrap();
    some(3).iter().for_each(|game| writer.append(game).unwrap());
    drop(writer);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[HEADER + FRAME + 9] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = read(&path).unwrap_err();
    let StoreError::Damaged { at, problem, .. } = &error else { panic!("{error}") };
    assert_eq!((*at, *problem), ((HEADER + FRAME) as u64, Damage::Checksum));
    assert!(Writer::open(&path, drop).is_err(), "a damaged file is not written to");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    std::fs::write(&path, "Dear friend, how are you?").unwrap();
    assert!(matches!(Reader::open(&path), Err(StoreError::NotGames(_))));
    assert!(matches!(Writer::open(&path, drop), Err(StoreError::NotGames(_))));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "Dear friend, how are you?");
}

#[test]
fn a_packed_file_is_read_like_a_plain_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.gz");
    let games = some(50);
    pack(&path, &games).unwrap();
    assert_eq!(read(&path).unwrap(), games);
}
